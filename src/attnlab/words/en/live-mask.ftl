# The live element live-mask of the lesson on masks.

live-mask = A map under a mask
live-mask-mask = Mask
live-mask-mask-none = none
live-mask-mask-causal = causal
live-mask-mask-padding = padding
live-mask-mask-both = both
live-mask-when = The mask stands
live-mask-when-before = before softmax
live-mask-when-after = after softmax
live-mask-push = Added to every score behind the mask
live-mask-fill = Written for “forbidden”
live-mask-fill-infinity = −∞
live-mask-fill-large = −10⁹
live-mask-pads = Padding places
live-mask-side = Padding stands
live-mask-side-end = after the text
live-mask-side-start = before the text
live-mask-query = Query
live-mask-behind = Show the scores behind the mask
live-mask-source = Scores
live-mask-source-drawn = drawn
live-mask-source-decoder = of the decoder
live-mask-seed = Seed
live-mask-text = Name
live-mask-head = Head
live-mask-head-0 = head 0
live-mask-head-1 = head 1
live-mask-head-2 = head 2
live-mask-head-3 = head 3
live-mask-map = Weights, queries down, keys across
live-mask-axes = query ↓ key →
live-mask-sum = sum
live-mask-choose = Show the row of query { $query }
live-mask-legend-weight = weight from 0 to 1
live-mask-legend-masked = forbidden
live-mask-legend-breach = forbidden, and has weight all the same
live-mask-empty =
    { $count ->
        [one] { $count } row has nothing left to look at: its weights would be 0 divided by 0, so it has no answer.
       *[other] { $count } rows have nothing left to look at: their weights would be 0 divided by 0, so they have no answer.
    }
live-mask-row = The row of query { $query }
live-mask-key = key
live-mask-score = score
live-mask-added = mask adds
live-mask-factor = mask multiplies
live-mask-weight = weight
live-mask-sums = Row sums
live-mask-range = { $least } to { $most }
live-mask-through = Largest forbidden weight
live-mask-leak = What lies behind moves a weight by
live-mask-exactly-none = exactly 0
live-mask-entropy = Entropy of the row
