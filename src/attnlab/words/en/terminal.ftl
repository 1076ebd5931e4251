# The tables of the terminal.
check-progress = checking texts
column-head = head
column-finding = verdict
column-texts = texts
column-top = top key
column-middle = middle
column-random = random key
column-foil = random target
column-share = of margin
edit-cut = cut
edit-drop = drop
edit-swap = swap
column-conditions = conditions
column-is-most = top is most
column-effect = w ~ effect
column-contribution = c ~ effect
check-ways = The top key three ways, and whether weight goes with the size of an effect
check-ways-caption = Cut: before softmax, the others grow. Drop: after it, the row sums to less. Swap: the value changes, no weight does. Middle: a key of middle weight is cut. Random target: what the top cut does to it. Top is most: in how many texts the heaviest key is the most influential one. w, c ~ effect: rank agreement of weight, and of contribution (weight times the size of the projected value), with the size of the effect.
check-caption = How far the target falls when the key is cut, in its own unit: mean over texts [95 % interval]. Supported needs all three: more than a random key, at least { $share } % of the margin, more than a random target. p is corrected (Holm).
column-target = target, { $unit }
column-change = change, { $unit }
column-next = next
column-before = before
column-after = after
column-by = change
column-looks = looks most at
column-weight = weight
column-entropy = entropy
column-most-entropy = of at most
column-query = query
column-key = key
column-sum = sum
column-edge = edge
column-estimate = estimate
column-size = contribution
column-part = part
column-harm = harm
next-title = { $model }: what may follow “{ $text }”
heads-title = the last query, { $query } { $piece }
heads-caption = Entropy in nats. Where a head looks is not yet why the model said so: see attnlab effect.
stage-weight = weight
stage-score = score
stage-mask = mask
map-caption-weight = Rows are queries, columns keys. A plain 0 is masked: exactly 0. Entropy in nats.
map-caption-score = Scores in nats. Dim ones stand behind the mask: what they would have been.
map-caption-mask = Added to the score: 0 where looking is allowed, -inf where it is not.
demonstration-title = { $model }, head { $heads }: each key of query { $query } cut by itself, on “{ $text }”
demonstration-caption = Harm: how far the target “{ $target }” ({ $margin } before) falls when the key is cut; negative where it rises. Contribution: weight times the size of the projected value.
verdict-caption = How far the target falls when the key is cut, in its own unit: mean over texts [95 % interval]. Supported needs all three: more than a random key, a stated share of the margin, more than a random target. p is corrected (Holm) over all that was looked at.
shown-left = Not all of it fits the terminal; show() prints the whole.
model-opening = opening { $name }…
effect-title = { $model }: how probable each symbol is after position { $place } ({ $piece }) of “{ $text }”
effect-moved = { $share } of the probability changed hands.
effect-still = Nothing moved here. An edit acts at its query and after it; read another place with --at, such as --at { $place }.
effect-still-loss = Nothing moved. This loss reads what positions { $first } to { $last } predict, and an edit acts at its query and after it: edit a query up to { $last }, or watch something else, such as --target top.
edges-title = { $model }: { $count ->
    [one] one edge
   *[other] { $count } edges
}, { $kind ->
    [drop] each dropped by itself
   *[other] each cut by itself
}
edges-caption = Change of the target “{ $target }”, read after position { $place }. A weight is a share of its row.
edges-still = Nothing moved: these edges run from query { $query }, and what is watched is read before it. Choose another --query, --at or --target.
effect-none = Nothing moved: the logits are the same to the last bit.
no-effect = no effect

# effect maps
plot-weight = Weight: where it looked
plot-change = Measured effect of the cut
plot-key = key
plot-head = layer.head
plot-effects = { $model }: target { $target } ({ $before } before), query { $query } “{ $piece }”; { $count ->
    [one] { $count } edge
   *[other] { $count } edges
 } cut one at a time.
plot-pooled = Each column holds { $span } keys and shows the largest of them.
effects-title = { $model }: { $count ->
    [one] { $count } edge
   *[other] { $count } edges
 } of query { $query } “{ $piece }”, { $measured } measured
effects-caption = Change of the target “{ $target }” ({ $before } { $unit } before), read after position { $place }. Where it looked is not why it said so: weight stands beside effect. Way: { $way }, off by { $error } of the largest effect when it was tried against full runs.
effects-title-all = { $model }: { $count ->
    [one] { $count } edge
   *[other] { $count } edges
 } of all queries, { $measured } measured
effects-agreement = Estimate and measurement agree in rank by { $agreement }; an estimate is no measurement.
effects-rounded = Measured in bfloat16 (≈); of { $checked } edges done again without it the median error was { $median } of the effect, the largest { $largest }, among the largest effects { $top }. Those done again are exact.
off-heads-title = { $model }: each head switched off by itself; change of the target “{ $target }” after position { $place }
off-title = { $model }: each head and each feed-forward part (ff) switched off by itself; change of the target “{ $target }” after position { $place }
effects-left = { $left ->
    [one] { $left } edge was not measured
   *[other] { $left } edges were not measured
 }.
effects-looked-only-title = Heads that look and do not matter: top weight at least { $weight }, largest effect below { $share } { $unit }
effects-looked-only-none = No head looks hard without any effect here.
column-adds = adds, { $unit }
parts-title = { $model }: what each part adds to the target “{ $target }” at position { $place } by itself
parts-caption = The { $count } parts add up to { $total } { $unit }, the target. Only the direct path counts: what a part does through later layers is not in it; attnlab effects measures that.

# training
train-names = { $path }: { $texts } names, { $held } of them held out; { $parameters } parameters.
train-names-loss = Held-out loss { $nats } nats a symbol; a table of letter pairs (bigram) has { $rival }.
train-title = { $name }: held-out texts of the task { $task }
train-held-out = texts
train-texts = count
train-right = right
train-nats = loss, nats
train-all = all
train-size-pairs = { $size } pairs
train-size-length = { $size } symbols
train-size-between = { $size ->
    [one] one word between
   *[other] { $size } words between
}
train-done = { $path }: { $parameters } parameters, { $steps } steps, { $seconds } seconds. A text is right where every symbol of its answer is the likeliest.
train-blind = Without positions this cannot pass 0.5: a head without them sees its text as a set of pairs, and the two values of the key that stands twice are in the same set whichever came last. The best it can do is to give each a half, a loss of ln 2 = 0.693 nats. Try --positions slope.

# experts
column-piece = piece
expert-name = expert { $number }
experts-title = { $model }, layer { $layer }: which { $used } of { $count } experts each piece is sent to, and the share of each
experts-load = load
experts-caption = Load: the share of the pieces that an expert was taken for; even load is { $even }. Evenness (entropy over its maximum, layer by layer): { $spread }.
experts-active = One piece goes through { $active } of { $total } parameters.
train-stopped = Stopped. The state is kept in { $path }; the same command goes on from there.
plot-effects-read = A square root spreads the weights; the effects grow tenfold from mark to mark. Green: the target grew; purple: it fell.
