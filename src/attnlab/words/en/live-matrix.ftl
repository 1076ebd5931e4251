# A row vector times a small matrix.

live-matrix = A row times a matrix
live-matrix-x = Vector x
live-matrix-columns = Columns of W
live-matrix-column-1 = Column 1 of W
live-matrix-column-2 = Column 2 of W
live-matrix-column-3 = Column 3 of W
live-matrix-column-head = column { $column }
live-matrix-component = Component { $row } of x
live-matrix-cell = W, row { $row }, column { $column }
live-matrix-shape-x = Shape of x
live-matrix-shape-w = Shape of W
live-matrix-shape-y = Shape of y
live-matrix-sizes =
    { $components ->
        [one] x has { $components } component
       *[other] x has { $components } components
    } and W has { $rows ->
        [one] { $rows } row
       *[other] { $rows } rows
    }: they cannot be multiplied. Give x as many components as W has rows, or change the columns.
live-matrix-ragged = Column { $column } has { $rows } and column 1 has { $wanted } numbers; in a matrix all columns are equally long.
