# The lab page.

page-title = attnlab: { $text }
page-tagline = A map says where a head looked. attnlab finds out whether it mattered.
page-skip = Skip to the lab
page-language = Language
page-theme = Colours
page-theme-light = Light
page-theme-dark = Dark
page-theme-system = As the system has it

# The text
page-entry = Model, text and query
page-model = Model
page-text = Text
page-start-why = START stands before every text and takes one place.
page-parameters = { $count ->
    [one] { $count } parameter
   *[other] { $count } parameters
}
page-room = START and up to { $most ->
    [one] { $most } letter
   *[other] { $most } letters
} fit; { $used } used.

# The query
page-query = Query: whose row is read
page-query-choose = The query, whose row is read
page-token-query = the query
page-token-key = a key this query may look at
page-token-masked = a key behind the mask

# Heads
page-heads = All heads
page-heads-scale = one scale for all, from 0 to 1
page-head = Head
page-head-title = Head { $head }
page-head-off = off
page-head-edited = edited
page-ablate = Switch the head off
page-ablate-why = The head’s output becomes 0 at every position; its weights stay.
page-ablated-note = This head is off: it still looks, but its output is 0.

# The map
page-map-label = Weights of head { $head }: a row for each query, a column for each key
page-axis-query = query
page-axis-key = key
page-axis-score = score
page-axis-weight = weight
page-sum = sum
page-sum-one = The row’s weights sum to 1.
page-sum-short = The row’s weights no longer sum to 1: a weight was dropped.
page-row-choose = Read the row of { $query }
page-swap-mark = This key hands over another value.
page-cell-visible = query { $query }, key { $key }: weight { $weight }, score { $score }
page-cell-masked = query { $query }, key { $key }: masked; the score would have been { $score }
page-cell-cut = query { $query }, key { $key }: cut; the score was { $score }
page-did-cut = cut by an edit
page-did-drop = weight dropped by an edit
page-did-lift = score changed by an edit
page-numbers = Numbers
page-numbers-weight = weights
page-numbers-score = scores
page-legend = What the cells’ looks mean
page-legend-masked = masked
page-legend-cut = cut
page-legend-drop = dropped
page-legend-lift = lifted

# The chosen cell
page-cell = The chosen cell
page-cell-hint = Click a cell, or go with Tab and the arrow keys; drag it up or down to lift or lower its score.
page-score-would = score, would have been
page-score-was = score, was
page-masked-why = The mask keeps { $query } from { $key }, which comes later in the text. It is applied after the score, so no edit of a score can open the future; there is nothing to cut here.
page-cut = Cut
page-drop = Drop
page-lift = Lift
page-lift-score = Lift the score, in nats
page-lift-up = Lift the score by half a nat
page-lift-down = Lower the score by half a nat
page-remove = Take back
page-budget-none = Cut: the others in the row grow. Drop: they stay, and the row sums to less than 1.
page-budget-cut = Cut before softmax: the freed weight goes to the other keys, and the row still sums to 1.
page-budget-drop = Dropped after softmax: the other keys keep their weights, and the row sums to less than 1.
page-budget-lift = The score is moved before softmax: this key gains or loses at the others’ expense, and the row still sums to 1.
page-budget-swap = The weights stay as they are; the key hands over another content, to every query that looks at it.
page-value-of = Value of { $key }
page-value-own = its own
page-value-zero = zero
page-value-other = that of { $key }

# The row
page-row = The row of { $query }
page-row-caption = Where the query { $query } looks in head { $head }, and what cutting each key does to { $target }
page-entropy = Entropy, nats
page-of-most = of { $most }
page-top-share = Largest weight
page-row-sum = Sum of the row
page-before = before
page-after = after
page-change-nats = change, nats
page-effect = effect of cutting
page-effect-why = Effect of cutting: how { $target } changes when this key too is cut.
page-nats = nats
page-claim = Where a head looked is not yet why the model said so: set the weight beside the effect.
page-state-masked = masked
page-state-cut = cut
page-no-effect-masked = Behind the mask there is nothing to cut.
page-no-effect-cut = This key is cut already.
page-no-effect-visible = The last key left cannot be cut: the row would have nothing to look at.

# What comes next
page-next = What may come next
page-target = Watched: the logit of { $first } less that of { $second }, after { $at }. They were the two likeliest symbols before any edit.
page-symbol = { $symbol }: { $before } before, { $after } after
page-symbol-ends = { $symbol } here means that the text ends.
page-bars = bars from 0 to { $most }
page-order = Order
page-order-symbol = by symbol
page-order-probability = by probability

# Edits
page-edits = Edits
page-edits-none = None yet: what you see is the model as it is.
page-undo = Undo
page-redo = Redo
page-clear = Clear
page-copy-text = Copy as text
page-copy-python = Copy as Python
page-copied = { $count ->
    [one] One line copied.
   *[other] { $count } lines copied.
}
page-copy-failed = The browser did not let the page copy; here it is, to be copied by hand.
page-copy-hand = The text to copy
page-edit-waits = Waits: this text has no such place.
page-remove-this = Take back { $edit }
page-does-cut = { $query } may not look at { $key }. The others in the row grow; it still sums to 1.
page-does-drop = The weight of { $key } in the row of { $query } becomes 0. The others stay; the row sums to less than 1.
page-does-lift = The score of { $key } for { $query } rises by { $by } nats, at the others’ expense; the row still sums to 1.
page-does-lower = The score of { $key } for { $query } falls by { $by } nats, to the others’ gain; the row still sums to 1.
page-does-swap-zero = { $key } hands over nothing: its value is 0. The weights of this head stay.
page-does-swap = { $key } hands over the value of { $source }. The weights of this head stay.
page-does-ablate = Head { $head } is off: its output is 0 at every position.

# How the page is doing
page-status = Shown: “{ $text }”, head { $head }, query { $query }, { $count ->
    [0] no edits
    [one] { $count } edit
   *[other] { $count } edits
}.
page-stale = The figures below still belong to “{ $text }”.
page-stale-state = The figures below belong to the state before this.
page-nothing-yet = Nothing to show yet.
page-example = Take the example “{ $text }”
page-afresh = Start afresh
page-waiting = The model is running…
page-slow = The model is still running; this takes longer than usual.
page-gone = The server does not answer. It may have been stopped; the page keeps trying.
page-broken = The server failed on this request. That is a fault of attnlab, not yours.
page-retry = Try again

# Help
page-help = Keys, and what each edit does
page-help-arrows = go from cell to cell
page-help-enter = read the row of this cell’s query
page-help-cut = cut: the score becomes −∞ before softmax; the others grow, the row sums to 1
page-help-drop = drop: the weight becomes 0 after softmax; the others stay, the row sums to less
page-help-lift = lift or lower the score by half a nat; or drag the cell up and down
page-help-delete = take back what was done to the cell
page-help-undo = undo; with Shift, redo
page-help-swap = Value of a key: the weights stay, the content changes, for every query that looks at the key.
page-help-ablate = Switch the head off: its output becomes 0 at every position.
