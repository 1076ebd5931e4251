# The place where a text is gone on with.
generate-title = Going on with the text
generate-why = The model reads the text and says what comes next, one piece at a time; what it said is read before the next one. The number under a new piece is its probability.
generate-no-edits = The model goes on as it is: the edits in the list are not made here.
generate-nothing = Nothing has been said yet. A step adds one piece.
generate-step = One step
generate-back = One back
generate-run = Run
generate-stop = Stop
generate-count = New pieces
generate-bounds = { $name }: a whole number from 0 to { $most } was expected, and “{ $typed }” is none. What is shown stays as it was.
generate-temperature = Temperature
generate-greedy = 0: likeliest
generate-seed = Seed
generate-again = Draw again
generate-said = The text; each new piece is a button
generate-piece = { $piece }: said by the row of { $row }, probability { $probability }
generate-ended-count = { $count ->
    [one] One new piece, as was asked for.
   *[other] { $count } new pieces, as was asked for.
  } { $left ->
    [0] More are not added at once.
    [one] One more can be added.
   *[other] Up to { $left } more can be added.
  }
generate-ended-end = { $count ->
    [one] The model ended the text at once.
   *[other] The model ended the text after { $count } new pieces, its end among them.
  }
generate-ended-context = { $count ->
    [one] One new piece, and the model’s context is full.
   *[other] { $count } new pieces, and the model’s context is full.
  }
generate-progress = Said: { $done } of { $total }
generate-row-says = The row of { $row } says { $piece }
generate-first = The first new piece, { $piece }, belongs to the row of { $row }: the last piece of the prompt. A piece is never said by its own row, which does not exist before it has been read.
generate-rows = The rows of head { $head } that said the new pieces
generate-rows-corner = row → says
generate-to-map = Open the row of { $row } on the map
generate-to-check = Open it in the check
generate-others = What might have come after { $row }
generate-rank = { $rank ->
    [1] { $piece } was the likeliest.
   *[other] { $piece } was drawn though { $rank ->
        [2] one piece was
       *[other] others were
      } likelier: its rank is { $rank }.
  }
generate-alternative = Piece
generate-probability = probability
generate-chance = chance at temperature { $temperature }
generate-came = came
generate-rest = all others
generate-ends = { $symbol } here means that the text ends.
generate-cache-title = What is kept when { $piece } is said
generate-cache-why = Keys and values of every piece that was read are kept, so each step reads one new row; without them the whole text would be read again.
generate-cache = Keys and values that are kept: a row for each position, a column for each layer
generate-no-cache = { $model } keeps nothing: the whole text is read again at every step.
generate-keys-held = Keys in a layer
generate-bytes = Size of the cache
generate-bytes-unit = bytes
generate-kilobytes = kB
generate-megabytes = MB
generate-read = Rows read in this step
generate-position = position
generate-layer = Layer { $layer }
generate-value = value
generate-newest = new
generate-is-held = kept
generate-is-gone = forgotten
generate-is-later = not read yet
generate-cross = Layers { $layers } look at the source, which is read once: { $count ->
    [one] { $count } key.
   *[other] { $count } keys.
  }
