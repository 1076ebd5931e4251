# Reavektori ja väikese maatriksi korrutis.

live-matrix = Rida korda maatriks
live-matrix-x = Vektor x
live-matrix-columns = Veerge maatriksis W
live-matrix-column-1 = Maatriksi W 1. veerg
live-matrix-column-2 = Maatriksi W 2. veerg
live-matrix-column-3 = Maatriksi W 3. veerg
live-matrix-column-head = { $column }. veerg
live-matrix-component = Vektori x { $row }. komponent
live-matrix-cell = W, { $row }. rida, { $column }. veerg
live-matrix-shape-x = x-i kuju
live-matrix-shape-w = W kuju
live-matrix-shape-y = y-i kuju
live-matrix-sizes = Vektoris x on { $components ->
        [one] { $components } komponent
       *[other] { $components } komponenti
    }, maatriksis W { $rows ->
        [one] { $rows } rida
       *[other] { $rows } rida
    }: neid ei saa korrutada. Muuda vektorit x või veerge, nii et need arvud oleksid võrdsed.
live-matrix-ragged = { $column }. veerus on { $rows } ja 1. veerus { $wanted } arvu; maatriksi veerud peavad olema ühepikkused.
