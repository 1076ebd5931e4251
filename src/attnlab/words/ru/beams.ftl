# Лучи: один запрос одной головы, от векторов до выхода.

beams-title = Голова { $head }: лучи запроса { $query }
beams-picture = Лучи запроса { $query } в голове { $head }, текст «{ $text }». Те же числа стоят в таблице ниже.
beams-keys = Ключи; клавиша Enter разбирает оценку
beams-heads = Головы: строка этого запроса в каждой
beams-token-ask = сделать запросом
beams-key-visible = { $key }: оценка { $score }, вес { $weight }; разобрать оценку
beams-key-masked = { $key }: за маской, вес 0; разобрать, какой была бы оценка
beams-key-cut = { $key }: отрезан правкой, вес 0; разобрать, какой была оценка
beams-rest-visible = { $count ->
    [one] ещё { $count } ключ, вес { $weight }
    [few] ещё { $count } ключа, вместе вес { $weight }
   *[other] ещё { $count } ключей, вместе вес { $weight }
}
beams-rest-masked = { $count ->
    [one] ещё { $count } ключ за маской
    [few] ещё { $count } ключа за маской
   *[other] ещё { $count } ключей за маской
}
beams-output-of = Выход в { $query }
beams-lane-tokens = части
beams-lane-query = запрос
beams-lane-keys = ключи
beams-lane-values = значения
beams-lane-mix = смесь
beams-lane-heads = все головы

# Что видит запрос
beams-sight-causal = { $query } видит себя и то, что стоит до него: ключей { $count } из { $all }.
beams-sight-all = { $query } видит все ключи, их { $all }: маски нет.
beams-sight-some = { $query } видит ключей { $count } из { $all }; остальные скрыты маской.
beams-sight-cross = { $query } стоит в том, что уже сказал декодер; ключи принадлежат источнику, видно их { $count } из { $all }.
beams-sight-cut = Из них отрезано правками: { $count }.
beams-sight-alone = Смотреть можно только на один ключ, поэтому его вес равен { $weight } при любой оценке.
beams-start = START стоит на месте 0 и занимает одно из мест модели, а всего их { $most }; занято { $used }.
beams-strongest = Нарисовано ключей: { $count } из { $all }, самые весомые; остальные сосчитаны рядом, а в таблице есть все.
beams-strips-why = Полоски под частью текста — это метки: вверх плюс, вниз минус, у каждого вида своя шкала. Сами числа стоят в разборе q·k.
beams-strips-some = Полоски под частью текста — это метки; показаны первые { $count } чисел из { $size }: вверх плюс, вниз минус, у каждого вида своя шкала.

# Шкала времени
beams-play = Пуск
beams-pause = Пауза
beams-restart = В начало
beams-back = Предыдущая фаза
beams-next = Следующая фаза
beams-speed = Скорость
beams-time = Время
beams-time-at = { $phase }; { $at } из { $of }
beams-phase-tokens = Части
beams-phase-vectors = q, k, v
beams-phase-score = Оценка
beams-phase-mask = Маска
beams-phase-weight = Вес
beams-phase-values = Значения
beams-phase-heads = Все головы
beams-phase-tokens-why = Текст по частям. Закрашена часть-запрос: её строку мы и читаем.
beams-phase-vectors-why = Каждая часть даёт голове запрос q, ключ k и значение v. Из запросов здесь спрашивает только выбранный.
beams-phase-score-why = Запрос умножается на каждый ключ, который ему виден, а сумма делится на корень или умножается на масштаб модели: это оценка, в натах.
beams-phase-mask-why = Ключ за маской не получает веса: стена стоит между оценкой и софтмаксом.
beams-phase-weight-why = Софтмакс превращает оценки видимых ключей в веса. Ширина луча — это вес.
beams-phase-values-why = Каждое значение умножается на свой вес, и всё складывается: это выход головы. Число — длина взвешенного значения.
beams-phase-heads-why = Тот же запрос во всех головах этого слоя. У каждой головы свой софтмакс.

# Что показано
beams-site = Слой
beams-show = Показать
beams-show-strips = полоски q, k, v
beams-show-scores = оценки
beams-show-weights = веса
beams-show-masked = ключи за маской
beams-show-would = оценки за маской
beams-show-heads = все головы
beams-legend-score = оценка, в натах
beams-legend-weight = вес
beams-legend-value = длина взвешенного значения
beams-legend-masked = стена маски: вес ровно 0
beams-legend-would = какой была бы оценка
beams-heads-scale = У столбиков всех голов одна шкала, от 0 до { $most }.
beams-apart = Согласны ли головы? Расстояние между их строками, среднее по парам ({ $pairs }): { $mean }. Ближе всех { $near } ({ $least }), дальше всех { $far } ({ $most }). Это расстояние Йенсена — Шеннона, корень из расхождения в битах: 0 у одинаковых строк, 1 у строк без общих ключей.
beams-apart-pair = Согласны ли две головы? Расстояние между их строками: { $mean }. Это расстояние Йенсена — Шеннона, корень из расхождения в битах: 0 у одинаковых строк, 1 у строк без общих ключей.
beams-apart-none = В этом слое одна голова, сравнивать её не с чем.

# Строка
beams-row-caption = Запрос { $query } в голове { $head }: оценка, вес и вклад каждого ключа
beams-length = длина вес × значение
beams-along = вдоль смеси
beams-residue-row = осталось от округления
beams-digits = Знаков после запятой
beams-inspect-key = (разобрать оценку)
beams-late = Если бы маска шла после софтмакса, видимые веса давали бы в сумме { $late }, а не { $total }.
beams-copy-csv = Копировать строку как CSV
beams-copy-json = Копировать как JSON
beams-copy-python = Копировать как Python
beams-save-svg = Сохранить рисунок как SVG
beams-save-png = Сохранить рисунок как PNG

# Одна оценка
beams-inspect = Разбор оценки
beams-inspect-title = q·k: { $query } и { $key }
beams-inspect-button = Разобрать q·k
beams-inspect-hint = Щёлкните по ключу, по числу на луче или по строке таблицы, или выберите ключ здесь: его оценка будет разобрана по измерениям.
beams-inspect-caption = Запрос { $query } на ключ { $key }, по измерениям
beams-key-missing = Адрес просит ключ { $key }, а ключи этого текста — от 0 до { $last }.
beams-dim = измерение
beams-size = величина
beams-dims-all = Все измерения: { $count }
beams-rest-dims = остальные измерения вместе, их { $count }
beams-step-dot = { $count ->
    [one] сумма { $count } произведения
   *[other] сумма { $count } произведений
}
beams-step-root = ÷ { $by }, корень из размера головы { $size }
beams-step-scale = × { $by }, масштаб самой модели
beams-step-log = логарифм суммы (линейное внимание)
beams-step-cap = мягкое ограничение ±{ $by }
beams-step-bias = { $by } за положение
beams-step-edits = { $by } от правок оценки
beams-residue = { $residue } — округление
beams-score-visible = оценка, в натах
beams-score-masked = оценка была бы
beams-score-cut = оценка была
beams-inspect-weight = Софтмакс по видимым ключам делает из неё вес { $weight }.
beams-inspect-masked = Маска не пускает { $query } к { $key }: произведение посчитать можно, но вес ровно 0.
beams-inspect-cut = Правка отрезает { $query } от { $key }: вес ровно 0.

# Выход
beams-output-why = Сумма всех взвешенных значений; её длина { $length }. Это только одна голова: слой соединяет выходы всех голов и проецирует их.
beams-output-replaced = Правка ставит на место смеси другой выход; длина самой смеси { $length }.
beams-output-some = Первые { $count } чисел из { $size }; остальные покажет кнопка «Все измерения», они есть и в JSON.
beams-output-one = «Вдоль смеси» — та часть взвешенного значения, что направлена туда же, куда смесь; части складываются в её длину.
beams-contributes = { $key }: { $along } вдоль смеси, { $share } % её длины
