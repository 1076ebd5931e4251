# The live elements of the lessons: live-<kind> stands over the picture, live-<kind>-<choice> on a control.

live-row = Одна строка внимания
live-row-scores = Оценки
live-row-rivals = Ещё ключей
live-row-rival = Оценка каждого из них
live-row-bump = Прибавка к первой оценке
live-row-temperature = Температура
live-row-key = ключ
live-row-score = оценка
live-row-weight = вес
live-row-nth = ключ { $n }
live-row-score-of = Оценка: { $key }
live-row-further =
    { $count ->
        [one] ещё { $count } ключ
        [few] ещё { $count } ключа
       *[many] ещё { $count } ключей
    }
live-row-each = у каждого оценка { $score }, вес { $weight }
live-row-sum = Сумма весов
live-row-largest = Наибольший вес
live-row-entropy = Энтропия
live-row-of-most = { $entropy } ната, наибольшая { $most }

live-dot = Скалярное произведение
live-dot-a = Вектор a
live-dot-b = Вектор b
live-dot-component = компонента
live-dot-component-of = Компонента { $at } вектора { $vector }
live-dot-product = произведение
live-dot-sum = Сумма произведений
live-dot-length-a = Длина a
live-dot-length-b = Длина b
live-dot-cosine = Косинус
live-dot-angle = Угол
live-dot-no-direction = нет: у нулевого вектора нет направления
live-dot-no-angle = Векторы a и b из одной точки; у нулевого вектора нет направления.
live-dot-picture = Векторы a и b из одной точки, угол между ними в градусах: { $angle }.
live-dot-sizes = Число компонент у вектора a: { $a }, у вектора b: { $b }; оно должно быть одинаковым.
