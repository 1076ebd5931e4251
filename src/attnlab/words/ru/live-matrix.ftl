# Вектор-строка, умноженная на маленькую матрицу.

live-matrix = Строка на матрицу
live-matrix-x = Вектор x
live-matrix-columns = Столбцов в W
live-matrix-column-1 = Столбец 1 матрицы W
live-matrix-column-2 = Столбец 2 матрицы W
live-matrix-column-3 = Столбец 3 матрицы W
live-matrix-column-head = столбец { $column }
live-matrix-component = Компонента { $row } вектора x
live-matrix-cell = W, строка { $row }, столбец { $column }
live-matrix-shape-x = Форма x
live-matrix-shape-w = Форма W
live-matrix-shape-y = Форма y
live-matrix-sizes = Число компонент у x: { $components }, число строк у W: { $rows }. Перемножить их нельзя: эти числа должны совпадать. Измените x или столбцы.
live-matrix-ragged = Чисел в столбце { $column }: { $rows }, в столбце 1: { $wanted }; у матрицы все столбцы одной длины.
