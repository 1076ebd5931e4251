# Beams: one query of one head from its vectors to its output.

beams-title = Head { $head }: beams of { $query }
beams-picture = Beams of query { $query } in head { $head } over “{ $text }”. The table below holds the same figures.
beams-keys = Keys; Enter takes the score of one apart
beams-heads = Heads: the row of this query in each
beams-token-ask = choose as the query
beams-key-visible = { $key }: score { $score }, weight { $weight }; take the score apart
beams-key-masked = { $key }: behind the mask, weight 0; take apart what the score would have been
beams-key-cut = { $key }: cut by an edit, weight 0; take apart what the score was
beams-rest-visible = { $count ->
    [one] one more key, weight { $weight }
   *[other] { $count } more keys, weights together { $weight }
}
beams-rest-masked = { $count ->
    [one] one more key behind the mask
   *[other] { $count } more keys behind the mask
}
beams-output-of = Output at { $query }
beams-lane-tokens = pieces
beams-lane-query = query
beams-lane-keys = keys
beams-lane-values = values
beams-lane-mix = mix
beams-lane-heads = all heads

# What the query sees
beams-sight-causal = { $query } sees itself and what stands before it: { $count } of { $all } keys.
beams-sight-all = { $query } sees all { $all } keys; nothing is masked.
beams-sight-some = { $query } sees { $count } of { $all } keys; the mask hides the others.
beams-sight-cross = { $query } stands in what the decoder has said; the keys are the source’s, and it sees { $count } of { $all }.
beams-sight-cut = { $count ->
    [one] One of them is cut by an edit.
   *[other] { $count } of them are cut by edits.
}
beams-sight-alone = One key is left to look at, so its weight is { $weight } whatever its score.
beams-start = START stands at place 0 and takes one of the model’s { $most } places; { $used } are used.
beams-strongest = Drawn: { $count } of { $all } keys, the heaviest; the rest are counted beside them, and the table lists all.
beams-strips-why = The strips under a piece are labels: up is positive, down is negative, each kind on its own scale. The numbers stand under q·k.
beams-strips-some = The strips under a piece are labels and show the first { $count } of { $size } numbers: up is positive, down is negative, each kind on its own scale.

# The time line
beams-play = Play
beams-pause = Pause
beams-restart = Back to the start
beams-back = Phase before
beams-next = Next phase
beams-speed = Speed
beams-time = Time
beams-time-at = { $phase }; { $at } of { $of }
beams-phase-tokens = Pieces
beams-phase-vectors = q, k, v
beams-phase-score = Score
beams-phase-mask = Mask
beams-phase-weight = Weight
beams-phase-values = Values
beams-phase-heads = All heads
beams-phase-tokens-why = The text in pieces. The filled one is the query: its row is read.
beams-phase-vectors-why = Every piece gives the head a query q, a key k and a value v. Of the queries only the chosen one asks here.
beams-phase-score-why = The query is multiplied with each key it may see and the sum is scaled: that is the score, in nats.
beams-phase-mask-why = A masked key gets no weight: the wall stands between score and softmax.
beams-phase-weight-why = Softmax turns the scores of the visible keys into weights. A beam is as wide as its weight.
beams-phase-values-why = Each value is multiplied by its weight, and all are added up: the head’s output. The number is the length of the weighted value.
beams-phase-heads-why = The same query in every head of this layer. Each head has a softmax of its own.

# What is shown
beams-site = Layer
beams-show = Show
beams-show-strips = q, k, v strips
beams-show-scores = scores
beams-show-weights = weights
beams-show-masked = masked keys
beams-show-would = scores behind the mask
beams-show-heads = all heads
beams-legend-score = score, in nats
beams-legend-weight = weight
beams-legend-value = length of the weighted value
beams-legend-masked = the wall of the mask: weight exactly 0
beams-legend-would = the score it would have had
beams-heads-scale = The bars of all heads share one scale, from 0 to { $most }.
beams-apart = Do the heads agree? Distance of their rows, mean over { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
}: { $mean }. Nearest: { $near } ({ $least }); furthest: { $far } ({ $most }). It is the Jensen–Shannon distance, the root of a divergence in bits: 0 for equal rows, 1 for rows without a common key.
beams-apart-pair = Do the two heads agree? Distance of their rows: { $mean }. It is the Jensen–Shannon distance, the root of a divergence in bits: 0 for equal rows, 1 for rows without a common key.
beams-apart-none = This layer has one head, so there is nothing to compare it with.

# The row
beams-row-caption = Query { $query } in head { $head }: score, weight and contribution of each key
beams-length = length of weight × value
beams-along = along the mix
beams-residue-row = left over by rounding
beams-digits = Decimals
beams-inspect-key = (take the score apart)
beams-late = If the mask came after softmax, the visible weights would sum to { $late } instead of { $total }.
beams-copy-csv = Copy row as CSV
beams-copy-json = Copy as JSON
beams-copy-python = Copy as Python
beams-save-svg = Save picture as SVG
beams-save-png = Save picture as PNG

# One score
beams-inspect = A score taken apart
beams-inspect-title = q·k: { $query } and { $key }
beams-inspect-button = Inspect q·k
beams-inspect-hint = Click a key, a number on a beam or a line of the table, or choose a key here: its score is taken apart, dimension by dimension.
beams-inspect-caption = Query { $query } times key { $key }, dimension by dimension
beams-key-missing = The address asks for key { $key }; the keys of this text are 0 to { $last }.
beams-dim = dimension
beams-size = size
beams-dims-all = All { $count } dimensions
beams-rest-dims = { $count ->
    [one] the other dimension
   *[other] the other { $count } dimensions, together
}
beams-step-dot = sum of { $count ->
    [one] { $count } product
   *[other] { $count } products
}
beams-step-root = ÷ { $by }, the root of the head size { $size }
beams-step-scale = × { $by }, the model’s own scale
beams-step-log = logarithm of the sum (linear attention)
beams-step-cap = soft cap at ±{ $by }
beams-step-bias = { $by } for the position
beams-step-edits = { $by } by edits of the score
beams-residue = { $residue } is rounding
beams-score-visible = score, in nats
beams-score-masked = the score would have been
beams-score-cut = the score was
beams-inspect-weight = Softmax over the visible keys makes weight { $weight } of it.
beams-inspect-masked = The mask keeps { $query } from { $key }: the product can be worked out, but the weight is exactly 0.
beams-inspect-cut = An edit cuts { $query } from { $key }: the weight is exactly 0.

# The output
beams-output-why = The sum of all weighted values; its length is { $length }. It is this head alone: the layer joins the outputs of all heads and projects them.
beams-output-replaced = An edit puts another output in the mix’s place; the mix itself has length { $length }.
beams-output-some = The first { $count } of { $size } numbers; “All dimensions” and the JSON hold the rest.
beams-output-one = “Along the mix” is the part of a weighted value that points where the mix points; the parts add up to the mix’s length.
beams-contributes = { $key }: { $along } along the mix, { $share } % of its length
