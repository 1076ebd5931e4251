# The tables of the terminal.
check-progress = проверка текстов
column-head = голова
column-finding = вердикт
column-texts = текстов
column-top = главный ключ
column-middle = средний
column-random = случайный ключ
column-foil = случайная цель
column-share = от запаса
edit-cut = отрезать
edit-drop = обнулить вес
edit-swap = подменить значение
column-conditions = условия
column-is-most = главный влиятельнее
column-effect = вес ~ эффект
column-contribution = вклад ~ эффект
check-ways = Главный ключ тремя способами, и связан ли вес с величиной эффекта
check-ways-caption = Отрезать: до softmax, остальные растут. Обнулить: после него, сумма строки меньше. Подменить: меняется значение, но не веса. Средний: отрезан ключ среднего веса. Случайная цель: что с ней делает главный разрез. Главный влиятельнее: доля текстов, где самый тяжёлый ключ — самый влиятельный. Вес и вклад ~ эффект: согласие рангов с величиной эффекта (вклад — вес, умноженный на размер спроецированного значения).
check-caption = На сколько падает цель, если ключ отрезать, в её единицах: среднее по текстам [95 %-й интервал]. Подтверждается только при всех трёх условиях: больше, чем от случайного ключа; не меньше { $share } % запаса; больше, чем у случайной цели. p с поправкой Холма.
column-target = цель, { $unit }
column-change = изменение, { $unit }
model-opening = открывается { $name }…
effect-title = { $model }: вероятность каждого символа после позиции { $place } ({ $piece }) текста «{ $text }»
effect-moved = Перераспределилось { $share } вероятности.
effect-still = Здесь ничего не изменилось. Правка действует у своего запроса и после него; посмотрите другое место с помощью --at, например --at { $place }.
effect-still-loss = Ничего не изменилось. Эта потеря читает то, что предсказывают позиции с { $first } по { $last }, а правка действует у своего запроса и после него: измените запрос не дальше { $last } или наблюдайте другое, например --target top.
edges-title = { $model }: { $count ->
    [one] { $count } ребро
    [few] { $count } ребра
   *[other] { $count } рёбер
}, { $kind ->
    [drop] у каждого по отдельности обнулён вес
   *[other] каждое отрезано по отдельности
}
edges-caption = Изменение цели «{ $target }», прочитанной после позиции { $place }. Вес — это доля своей строки.
edges-still = Ничего не изменилось: эти рёбра идут от запроса { $query }, а цель читается раньше него. Выберите другое значение --query, --at или --target.
effect-none = Ничего не изменилось: логиты те же до последнего бита.
no-effect = нет эффекта

# карты воздействий
plot-weight = Вес: куда смотрела
plot-change = Измеренное воздействие отрезания
plot-key = ключ
plot-head = слой.голова
plot-effects = { $model }: цель { $target } (до правки { NUMBER($before, minimumFractionDigits: 3, maximumFractionDigits: 3) }), запрос { $query } «{ $piece }»; { $count ->
    [one] отрезано { $count } ребро
    [few] отрезано { $count } ребра
   *[other] отрезано { $count } рёбер
 }, каждое отдельно.
plot-pooled = В столбце по { $span } ключей, показан наибольший из них.
effects-title = { $model }: { $count ->
    [one] { $count } ребро
    [few] { $count } ребра
   *[other] { $count } рёбер
 } запроса { $query } «{ $piece }», измерено { $measured }
effects-caption = Изменение цели «{ $target }» (до правки { NUMBER($before, minimumFractionDigits: 3, maximumFractionDigits: 3) } { $unit }), прочитанной после позиции { $place }. Куда смотрела — ещё не почему так сказала: вес стоит рядом с воздействием. Способ: { $way }, при сверке с полными прогонами отличие составило { $error } наибольшего воздействия.
effects-title-all = { $model }: { $count ->
    [one] { $count } ребро
    [few] { $count } ребра
   *[other] { $count } рёбер
 } всех запросов, измерено { $measured }
effects-agreement = Ранги оценки и измерения согласуются на { NUMBER($agreement, minimumFractionDigits: 2, maximumFractionDigits: 2) }; оценка — не измерение.
effects-left = { $left ->
    [one] Не измерено { $left } ребро
    [few] Не измерено { $left } ребра
   *[other] Не измерено { $left } рёбер
 }.
effects-looked-only-title = Головы, которые смотрят, но ничего не меняют: наибольший вес не меньше { NUMBER($weight, maximumFractionDigits: 2) }, наибольшее воздействие меньше { NUMBER($share, maximumFractionDigits: 3) } { $unit }
effects-looked-only-none = Голов, которые пристально смотрят и ничего не меняют, здесь нет.
column-adds = прибавляет, { $unit }
parts-title = { $model }: что каждая часть сама прибавляет к цели «{ $target }» на позиции { $place }
parts-caption = Частей: { $count }; вместе они дают { NUMBER($total, minimumFractionDigits: 4, maximumFractionDigits: 4) } { $unit } — саму цель. Считается только прямой путь: того, что часть делает через следующие слои, здесь нет; это измеряет attnlab effects.
