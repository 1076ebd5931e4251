# A saved page: a trace in a file, or in a notebook.

saved-noscript = This page draws its maps with a script that is part of the file. Allow scripts to see them.
saved-title = Where the model { $model } looked
saved-pair = { $source } ⇒ { $text }
saved-live = The page carries the decoder itself: cut, drop or lift a cell, and it runs again here, in the browser.
saved-still = Weights as they were traced. Nothing can be changed here: the model is not in the file.
saved-edited = Traced with these edits: { $edits }
saved-error = Weights are packed in 16 bits: each is within { $error } of the traced one.
saved-pooled = Drawn in blocks of at most { $size } × { $size } pieces, each cell with the largest weight of its block. Single rows are not in the file.
saved-version = Made by attnlab { $version }.
saved-hash = Weights of the model: { $hash }
saved-how = What this is
saved-cell-visible = query { $query }, key { $key }: weight { $weight }
saved-cell-masked = query { $query }, key { $key }: masked
saved-cell-cut = query { $query }, key { $key }: cut
saved-hint = Click a cell, or go with Tab and the arrow keys: the row of its query is read.
saved-next-at = Read at { $at }.
saved-next-bars = bars from 0 to { $most }
saved-pinned = Pinned: { $names }; together { $weight } of the row
saved-foreign = This record cannot be shown: it says it is “{ $found }”, and this page reads “{ $wanted }”.
saved-size = { $size } MB: { $heads ->
    [one] { $heads } head
   *[other] { $heads } heads
}, weights exact to { $error }.
saved-size-live = { $size } MB: { $heads ->
    [one] { $heads } head
   *[other] { $heads } heads
} and the decoder itself.
found-effect = What edits did to the model { $model }
found-effects = Where the model { $model } looked, and what cutting each edge does
found-dropped = Each edge was dropped (its weight set to 0 after softmax); read “cut” below as that.
found-verdict = A verdict on cuts in { $texts ->
    [one] one text
   *[other] { $texts } texts
}
found-check = Does it matter where these heads look?
found-texts-hash = Texts: { $hash }
found-harm = Harm to the target when a key is cut
found-target = Watched: { $target }, after { $at }.
found-edits = What was changed
found-query = Query
found-share = a stated share of the margin
found-hint = Point at a cell, or go with Tab and the arrow keys, for its figures.
saved-size-found = { $size } MB.
saved-outside = { $name } (weights only, from outside)
