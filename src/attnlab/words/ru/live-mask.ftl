# Живой элемент live-mask из урока о масках.

live-mask = Карта под маской
live-mask-mask = Маска
live-mask-mask-none = нет
live-mask-mask-causal = причинная
live-mask-mask-padding = дополнения
live-mask-mask-both = обе
live-mask-when = Маска стоит
live-mask-when-before = до софтмакса
live-mask-when-after = после софтмакса
live-mask-push = Прибавка ко всем оценкам за маской
live-mask-fill = Вместо «запрещено» записано
live-mask-fill-infinity = −∞
live-mask-fill-large = −10⁹
live-mask-pads = Мест дополнения
live-mask-side = Дополнение стоит
live-mask-side-end = после текста
live-mask-side-start = перед текстом
live-mask-query = Запрос
live-mask-behind = Показать оценки за маской
live-mask-source = Оценки
live-mask-source-drawn = случайные
live-mask-source-decoder = декодера
live-mask-seed = Зерно
live-mask-text = Имя
live-mask-head = Голова
live-mask-head-0 = голова 0
live-mask-head-1 = голова 1
live-mask-head-2 = голова 2
live-mask-head-3 = голова 3
live-mask-map = Веса: запросы по строкам, ключи по столбцам
live-mask-axes = запрос ↓ ключ →
live-mask-sum = сумма
live-mask-choose = Показать строку запроса { $query }
live-mask-legend-weight = вес от 0 до 1
live-mask-legend-masked = запрещено
live-mask-legend-breach = запрещено, а вес есть
live-mask-empty =
    { $count ->
        [one] В { $count } строке смотреть не на что: веса были бы нулём, делённым на нуль, и ответа у неё нет.
        [few] В { $count } строках смотреть не на что: веса были бы нулём, делённым на нуль, и ответа у них нет.
       *[many] В { $count } строках смотреть не на что: веса были бы нулём, делённым на нуль, и ответа у них нет.
    }
live-mask-row = Строка запроса { $query }
live-mask-key = ключ
live-mask-score = оценка
live-mask-added = маска прибавляет
live-mask-factor = маска умножает на
live-mask-weight = вес
live-mask-sums = Суммы строк
live-mask-range = от { $least } до { $most }
live-mask-through = Наибольший запрещённый вес
live-mask-leak = То, что за маской, сдвинуло вес на
live-mask-exactly-none = ровно 0
live-mask-entropy = Энтропия строки
