# What figures for notebooks and papers say: src/attnlab/drawings.py and those that hand it their figures.

figure-head-title = { $model }, head { $head }
figure-grid-title = { $model }: { $heads ->
    [one] one head
   *[other] { $heads } heads
}
figure-entropy-title = { $model }: how evenly the heads look
figure-edits = Edits: { $edits }.
figure-outside = Weights only, from outside: nothing here was edited or checked.
figure-pooled = A cell holds { $queries } × { $keys } edges and shows the largest weight or score among them.
figure-grid-pooled = A cell holds up to { $queries } × { $keys } edges and shows the largest weight among them.

figure-query = query
figure-key = key
figure-head = head
figure-layer = layer
figure-weight = weight
figure-score = score, nats
figure-weight-root = weight (spread by a square root)
figure-masked = masked
figure-cut = cut
figure-no-edge = no edge to measure
figure-not-measured = not measured

figure-entropy = entropy, share of the most possible
figure-one-head = a head: { $name }
figure-mean-of-heads = mean: { $name }
figure-stack-decoder = decoder
figure-stack-encoder = encoder
figure-stack-cross = cross attention

figure-before = before
figure-after = after
figure-probability = probability of what comes next
figure-effect-title = { $model }: target { $target }, { $before } before and { $after } after

figure-ranked-title-change = { $model }: what each does to the target { $target }
figure-ranked-title-value = { $model }: what each part adds to the target { $target } or takes from it
figure-ranked-change = change of the target, { $unit }
figure-ranked-value = what is added to the target by itself, { $unit }
figure-ranked-left = The { $shown } largest of { $count }.
figure-grew = target grows
figure-fell = target falls
figure-adds = adds to the target
figure-takes = takes from the target

figure-forest-title = { $model }, over { $texts } texts from: { $name }
figure-forest-harm = harm to the target, in its unit: mean and 95 % interval
figure-forest-nothing = Nothing here is testable: there are no figures to draw, and no scale.
figure-forest-top = { $key } cut
figure-forest-random = matched random key cut
figure-forest-foil = random target, the same cut
figure-forest-row = { $finding }, { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}
figure-forest-left = { $count ->
    [one] One more row with less harm is not shown.
   *[other] { $count } more rows with less harm are not shown.
}
