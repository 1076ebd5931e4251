# One row of a head, and what becomes of the answer without each key.

live-cut = A row, and the answer without each key
live-cut-text = Text
live-cut-query = Query position
live-cut-head = Head
live-cut-head-0 = 0
live-cut-head-1 = 1
live-cut-head-2 = 2
live-cut-head-3 = 3
live-cut-way = Taken away
live-cut-way-edge = the edge (cut)
live-cut-way-value = the value (patched)
live-cut-way-piece = the letter (replaced)
live-cut-other = Control text
live-cut-which = After { $query } the model puts { $first } first and { $second } second. The first is ahead by { $margin } nats: this is what is watched.
live-cut-row = The row of { $query }, and the change of { $first } over { $second } without each key
live-cut-key = key
live-cut-weight = weight
live-cut-change =
    { $way ->
        [edge] change when cut, nats
        [value] change with the other value, nats
       *[piece] change with the other letter, nats
    }
live-cut-heaviest = heaviest
live-cut-strongest = moves most
live-cut-aside = not counted
live-cut-beyond = Position { $asked } lies beyond the text. It ends at position { $shown }, and that one is shown.
live-cut-other-length =
    { $found ->
        [one] The control text “{ $other }” has { $found } letter; the text has { $wanted }. Both must be as long.
       *[other] The control text “{ $other }” has { $found } letters; the text has { $wanted }. Both must be as long.
    }
