# The large map: layers, sight, pinned keys, a second text.
page-numbers-contribution = contributions
page-numbers-effect = effects
layer-name-weight = weight
layer-name-score = score
layer-name-contribution = contribution
layer-unit-weight = (weight)
layer-unit-score = nats
layer-unit-contribution = (length)
layer-unit-effect = nats of the target
layer-effect-waits = The edges are still to be cut.
layer-effect-clean = Effects: by how much the target changes when that one edge is cut, on the model without edits. The target is read at the chosen query, so rows after it change nothing.
layer-contribution-why = Contribution: the weight times the length of the key's value as it enters the residual. A large one is still no proof that it mattered.
map-measuring = Cutting the edges of this head one at a time: { $done } of { $total }
map-sight = What is in sight
map-nearer = Nearer
map-farther = Farther
map-whole = The whole map
map-where = Queries { $first } to { $last }, keys { $from } to { $to }
map-flagged = a special piece, padding or a sink
map-cell = query { $query }, key { $key }: { $layer } { $value }{ $state ->
    [masked] , as it would have been without the mask
    [cut] , cut
   *[visible] {""}
}
map-cell-masked = query { $query }, key { $key }: behind the mask
map-cell-waits = query { $query }, key { $key }
map-other = Another text beside this one
map-other-label = Second text
map-other-why = The same model, head { $head } and edits, on the same colours: is it the head, or this one text?
map-other-off = Remove
map-other-title = Head { $head } on “{ $text }”
map-other-waiting = Edits whose place this text lacks: { $edits }
row-others = { $count ->
    [one] { $count } lighter key: { $weight } together
   *[other] { $count } lighter keys: { $weight } together
}
row-every = List them all
row-pin = Pin { $key }
row-pinned = { $count ->
    [one] Pinned: { $names }, weight { $weight } (before the edits { $before })
   *[other] Pinned: { $names }, together { $weight } of the row (before the edits { $before })
}
row-unpin = Unpin all
row-cut-pinned = Cut the pinned keys of this row
map-save-csv = Save CSV
map-save-json = Save JSON
map-save-svg = Save SVG
map-save-png = Save PNG
layer-effect-large = Effects of a whole head are drawn for texts of up to { $most } pieces; Check measures those of one query of any text.
