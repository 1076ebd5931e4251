# Страница лаборатории.

page-title = attnlab: { $text }
page-tagline = Карта показывает, куда смотрела голова. attnlab выясняет, было ли это важно.
page-skip = Перейти к лаборатории
page-language = Язык
page-theme = Цвета
page-theme-light = Светлые
page-theme-dark = Тёмные
page-theme-system = Как в системе

# Текст
page-entry = Модель, текст и запрос
page-model = Модель
page-text = Текст
page-start-why = START стоит перед любым текстом и занимает одно место.
page-parameters = { $count ->
    [one] { $count } параметр
    [few] { $count } параметра
   *[other] { $count } параметров
}
page-room = Войдёт START и ещё до { $most ->
    [one] { $most } буквы
   *[other] { $most } букв
}; занято { $used }.

# Запрос
page-query = Запрос: чья строка перед нами
page-query-choose = Запрос, чья строка перед нами
page-token-query = запрос
page-token-key = ключ, на который этому запросу можно смотреть
page-token-masked = ключ за маской

# Головы
page-heads = Все головы
page-heads-scale = шкала одна на всех, от 0 до 1
page-head = Голова
page-head-title = Голова { $head }
page-head-off = выкл.
page-head-edited = с правкой
page-ablate = Выключить голову
page-ablate-why = Выход головы становится нулём на каждой позиции; веса остаются.
page-ablated-note = Голова выключена: она по-прежнему смотрит, но её выход равен 0.

# Карта
page-map-label = Веса головы { $head }: в строках запросы, в столбцах ключи
page-axis-query = запрос
page-axis-key = ключ
page-axis-score = оценка
page-axis-weight = вес
page-sum = сумма
page-sum-one = Веса строки дают в сумме 1.
page-sum-short = Веса строки больше не дают в сумме 1: один из них обнулён.
page-row-choose = Показать строку { $query }
page-swap-mark = Этот ключ отдаёт чужое значение.
page-cell-visible = запрос { $query }, ключ { $key }: вес { $weight }, оценка { $score }
page-cell-masked = запрос { $query }, ключ { $key }: за маской; оценка была бы { $score }
page-cell-cut = запрос { $query }, ключ { $key }: отрезан; оценка была { $score }
page-did-cut = отрезан правкой
page-did-drop = вес обнулён правкой
page-did-lift = оценка изменена правкой
page-numbers = Числа
page-numbers-weight = веса
page-numbers-score = оценки
page-legend = Что значит вид клеток
page-legend-masked = за маской
page-legend-cut = отрезано
page-legend-drop = вес обнулён
page-legend-lift = оценка поднята

# Выбранная клетка
page-cell = Выбранная клетка
page-cell-hint = Щёлкните по клетке или дойдите до неё клавишей Tab и стрелками; потяните её вверх или вниз, чтобы поднять или опустить оценку.
page-score-would = оценка была бы
page-score-was = оценка была
page-masked-why = Маска не пускает { $query } к { $key }: этот ключ стоит дальше в тексте. Маска накладывается после оценки, поэтому никакая правка оценки не откроет будущее, и резать здесь нечего.
page-cut = Отрезать
page-drop = Обнулить вес
page-lift = Поднять
page-lift-score = Поднять оценку, в натах
page-lift-up = Поднять оценку на 0,5 ната
page-lift-down = Опустить оценку на 0,5 ната
page-remove = Убрать правку
page-budget-none = Отрезать: остальные в строке вырастут. Обнулить вес: остальные не изменятся, и сумма строки станет меньше 1.
page-budget-cut = Отрезано до софтмакса: освободившийся вес достаётся другим ключам, сумма строки по-прежнему 1.
page-budget-drop = Обнулено после софтмакса: у других ключей веса прежние, сумма строки меньше 1.
page-budget-lift = Оценка сдвинута до софтмакса: этот ключ выигрывает или теряет за счёт других, сумма строки по-прежнему 1.
page-budget-swap = Веса остаются прежними; ключ отдаёт другое содержимое каждому запросу, который на него смотрит.
page-value-of = Значение { $key }
page-value-own = своё
page-value-zero = ноль
page-value-other = как у { $key }

# Строка
page-row = Строка { $query }
page-row-caption = Куда смотрит запрос { $query } в голове { $head } и что делает с { $target } отрезание каждого ключа
page-entropy = Энтропия, наты
page-of-most = из { $most }
page-top-share = Наибольший вес
page-row-sum = Сумма строки
page-before = до
page-after = после
page-change-nats = изменение, наты
page-effect = если отрезать
page-effect-why = Если отрезать: на сколько изменится { $target }, когда отрезан ещё и этот ключ.
page-nats = нат
page-claim = Куда смотрела голова — ещё не причина ответа: сравните вес с тем, что бывает, если ключ отрезать.
page-state-masked = за маской
page-state-cut = отрезан
page-no-effect-masked = За маской резать нечего.
page-no-effect-cut = Этот ключ уже отрезан.
page-no-effect-visible = Последний оставшийся ключ отрезать нельзя: строке стало бы некуда смотреть.

# Что дальше
page-next = Что может идти дальше
page-target = Под наблюдением: логит { $first } минус логит { $second } после { $at }. До правок эти два символа были самыми вероятными.
page-symbol = { $symbol }: до { $before }, после { $after }
page-symbol-ends = { $symbol } здесь значит, что текст кончился.
page-bars = полоски от 0 до { $most }
page-order = Порядок
page-order-symbol = по алфавиту
page-order-probability = по вероятности

# Правки
page-edits = Правки
page-edits-none = Правок пока нет: перед вами модель как есть.
page-undo = Отменить
page-redo = Вернуть
page-clear = Убрать все
page-copy-text = Копировать как текст
page-copy-python = Копировать как Python
page-copied = { $count ->
    [one] Скопирована { $count } строка.
    [few] Скопированы { $count } строки.
   *[other] Скопировано { $count } строк.
}
page-copy-failed = Браузер не дал скопировать; вот текст, скопируйте его сами.
page-copy-hand = Текст для копирования
page-edit-waits = Ждёт: в этом тексте такого места нет.
page-remove-this = Убрать правку { $edit }
page-does-cut = { $query } больше не смотрит на { $key }. Остальные в строке растут, сумма по-прежнему 1.
page-does-drop = Вес { $key } в строке { $query } становится 0. Остальные прежние, сумма строки меньше 1.
page-does-lift = Оценка { $key } для { $query } выше на { $by } ната за счёт остальных, сумма строки по-прежнему 1.
page-does-lower = Оценка { $key } для { $query } ниже на { $by } ната в пользу остальных, сумма строки по-прежнему 1.
page-does-swap-zero = { $key } не отдаёт ничего: значение равно 0. Веса этой головы прежние.
page-does-swap = { $key } отдаёт значение { $source }. Веса этой головы прежние.
page-does-ablate = Голова { $head } выключена: выход равен 0 на каждой позиции.

# Как дела у страницы
page-status = Показано: «{ $text }», голова { $head }, запрос { $query }, { $count ->
    [0] правок нет
    [one] { $count } правка
    [few] { $count } правки
   *[other] { $count } правок
}.
page-stale = Числа ниже пока относятся к «{ $text }».
page-stale-state = Числа ниже относятся к тому, что было до этого.
page-nothing-yet = Показывать пока нечего.
page-example = Взять пример «{ $text }»
page-afresh = Начать заново
page-waiting = Модель считает…
page-slow = Модель всё ещё считает: это дольше обычного.
page-gone = Сервер не отвечает. Возможно, его остановили; страница продолжает попытки.
page-broken = Сервер не справился с этим запросом. Это ошибка attnlab, а не ваша.
page-retry = Попробовать снова

# Подсказка
page-help = Клавиши и что делает каждая правка
page-help-arrows = переходить от клетки к клетке
page-help-enter = показать строку запроса этой клетки
page-help-cut = отрезать: оценка становится −∞ до софтмакса; остальные растут, сумма строки 1
page-help-drop = обнулить вес после софтмакса; остальные прежние, сумма строки меньше
page-help-lift = поднять или опустить оценку на 0,5 ната; можно тянуть клетку вверх и вниз
page-help-delete = убрать то, что сделано с клеткой
page-help-undo = отменить; вместе с Shift — вернуть
page-help-swap = Значение ключа: веса прежние, меняется содержимое для каждого запроса, который смотрит на ключ.
page-help-ablate = Выключить голову: её выход становится 0 на каждой позиции.
