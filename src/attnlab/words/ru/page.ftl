# Страница лаборатории.

page-title = attnlab: { $text }
page-title-place = attnlab: { $place }
page-places = Комнаты лаборатории
place-beams = Лучи
place-bench = Стенд
place-map = Карта
place-change = Изменение
place-check = Проверка
place-results = Результаты
place-generate = Генерация
place-experiments = Опыты
place-size = Размер
place-models = Модели
page-tagline = Карта показывает, куда смотрела голова. attnlab выясняет, было ли это важно.
page-lessons = Уроки
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
page-pieces-drawn = Страница рисует до { $drawn }.
page-pieces = { $used ->
    [one] { $used } часть
    [few] { $used } части
   *[other] { $used } частей
}; в модель входит { $most }.
page-pieces-pair = Пишите так: источник => то, что декодер уже сказал.
page-flag-special = служебная часть, не из текста
page-flag-padding = дополнение
page-flag-sink = сток
page-text-too-long = В этом тексте знаков: { $found }, а страница посылает не больше { $most }. Сократите его.

# Загрузка модели
page-load = Загрузить другую модель
page-load-name = Имя на Hugging Face, папка или файл .gguf
page-load-why = Модель читается в память этой машины и проходит проверку: каждый слой внимания должно быть слышно, логиты должны остаться теми же, правка должна их менять. Код со страницы модели не выполняется. Если модели с таким именем на машине ещё нет, она скачивается.
page-load-start = Загрузить
page-load-shared = Это общая лаборатория: модели в ней те, с которыми её запустили.
page-load-off = В этой лаборатории загрузка выключена (--no-load).
page-load-missing = «{ $name }» здесь не загружена. Загрузить? Тогда вернётся всё, что показывает этот адрес.
page-load-waiting = { $name } ждёт очереди…
page-load-reading = { $name }: читаются веса. Имя Hugging Face, которого здесь ещё нет, сначала скачивается, файл .gguf один раз переводится в safetensors…
page-load-proving = { $name }: доказывается, что каждый слой слышно, что он тот же и что правка его меняет…
page-load-seconds = { $seconds } с
page-load-cancel = Остановить
page-load-cancelling = { $name }: начатый шаг прервать нельзя. Он закончится, и всё прочитанное будет выброшено…
page-load-cancelled = { $name }: остановлено. Ничего не сохранено.
page-load-done = { $name }: модель загружена и проверена.
page-unload = Выгрузить { $name }
page-unload-why = Память освободится, когда на модели больше ничего не будет считаться.
page-proof = Доказано: слышно слоёв внимания { $heard } из { $sites }; логиты по формуле отличаются от собственных логитов модели на { $error } от наибольшего; правка меняет их в слоях: { $moved } из { $sites }.
page-weights = Веса в памяти: { $size } МБ.

# Запрос
page-query = Запрос: чья строка перед нами
page-query-choose = Запрос, чья строка перед нами
page-token-query = запрос
page-token-key = ключ, на который этому запросу можно смотреть
page-token-masked = ключ за маской

# Головы
page-heads = Все головы
page-heads-scale = шкала одна на всех, от 0 до 1
page-tiles-scale = Слой — строка, голова — плитка: её карта не более чем в 8 × 8 блоков, в каждом наибольший вес; шкала одна на всех, от 0 до 1.
page-tile = Голова { $head }: { $query } больше всего смотрит на { $key }, { $weight }
page-tile-other = Голова { $head }: выбранный запрос не из её запросов
page-stack-encoder = Кодировщик
page-stack-decoder = Декодер
page-stack-cross = Декодер смотрит на источник
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
page-sum-sink = Веса строки дают в сумме меньше 1: остальное забирает сток и не отдаёт ничего.
page-row-choose = Показать строку { $query }
page-swap-mark = Этот ключ отдаёт чужое значение.
page-cell-visible = запрос { $query }, ключ { $key }: вес { $weight }, оценка { $score }
page-cell-masked = запрос { $query }, ключ { $key }: за маской; оценка была бы { $score }
page-cell-cut = запрос { $query }, ключ { $key }: отрезан; оценка была { $score }
page-did-cut = отрезан правкой
page-did-drop = вес обнулён правкой
page-did-lift = оценка изменена правкой
page-numbers = Слой
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
page-field-label = Веса головы { $head }: запросов вниз { $queries }, ключей вправо { $keys }; стрелки ведут от клетки к клетке
page-field-hint = Щёлкните по клетке или идите стрелками: показывается строка её запроса, а ниже клетку можно отрезать, обнулить или поднять.
page-score-would = оценка была бы
page-score-was = оценка была
page-masked-why = Маска не пускает { $query } к { $key }: этот ключ стоит дальше в тексте. Маска накладывается после оценки, поэтому никакая правка оценки не откроет будущее, и резать здесь нечего.
page-masked-window = Маска не пускает { $query } к { $key }: этот ключ лежит вне того, что слой даёт видеть запросу. Маска накладывается после оценки, поэтому никакая правка оценки её не откроет, и резать здесь нечего.
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
page-budget-refused = Не сделано: правка отклонена. Почему, сказано над числами.
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
page-measure = Измерить, что будет, если отрезать
page-measure-runs = { $count ->
    [one] { $count } прогон модели, по одному на ключ
    [few] { $count } прогона модели, по одному на ключ
   *[other] { $count } прогонов модели, по одному на ключ
}
page-measuring = { $done } из { $total ->
    [one] { $total } ключа
   *[other] { $total } ключей
}
page-measure-stop = Прервать
page-not-measured = ещё не измерено
page-no-target = { $model } не предсказывает символов, поэтому нет ответа, который мог бы измениться: здесь только веса.
page-nats = нат
page-claim = Куда смотрела голова — ещё не причина ответа: сравните вес с тем, что бывает, если ключ отрезать.
page-state-masked = за маской
page-state-cut = отрезан
page-no-effect-masked = За маской резать нечего.
page-no-effect-cut = Этот ключ уже отрезан.
page-no-effect-visible = Последний оставшийся ключ отрезать нельзя: строке стало бы некуда смотреть.

# Что дальше
page-next = Что может идти дальше
page-next-here = Что модель ставит на это место
page-next-label = Что модель говорит о тексте
page-next-nothing = { $model } не предсказывает символов: она даёт признаки текста. Карты её показаны, вероятностей нет.
page-others = все прочие ({ $count })
page-read-at = Запрос стоит в источнике; здесь читается последнее место декодера, { $at }.
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
page-edit-refused = Не сделано: правка отклонена.
page-remove-this = Убрать правку { $edit }
page-does-cut = { $query } больше не смотрит на { $key }. Остальные в строке растут, сумма по-прежнему 1.
page-does-drop = Вес { $key } в строке { $query } становится 0. Остальные прежние, сумма строки меньше 1.
page-does-lift = Оценка { $key } для { $query } выше на { $by } ната за счёт остальных, сумма строки по-прежнему 1.
page-does-lower = Оценка { $key } для { $query } ниже на { $by } ната в пользу остальных, сумма строки по-прежнему 1.
page-does-swap-zero = { $key } не отдаёт ничего: значение равно 0. Веса этой головы прежние.
page-does-swap = { $key } отдаёт значение { $source }. Веса этой головы прежние.
page-does-ablate = Голова { $head } выключена: выход равен 0 на каждой позиции.

# Воздействия рядом с весами
page-effects = Куда смотрели головы и что от этого зависело
page-effects-claim = Куда голова смотрела — ещё не почему модель так сказала.
page-effects-why = Каждая связь запроса { $query } отрезается, по одной, и цель читается снова: разница и есть воздействие. У весов и воздействий свои шкалы.
page-effects-no-edits = Воздействия измерены на модели без правок, сделанных выше.
page-effects-target-why = Если поле пусто, цель — ответ самой модели против второго по вероятности. Или напишите a (логит), a/b (разность двух) или p(a) (вероятность). Цель читается на выбранном запросе, а если запрос стоит в источнике переводчика, после последней сказанной части.
page-effects-start = Измерить все связи запроса { $query }
page-effects-start-all = Измерить все запросы этой головы
page-effects-heads = Все головы: строка запроса { $query }
page-effects-all = Все головы: вверху веса, внизу воздействия
page-effects-watched = Цель: { $target }, читается после { $at }; { $before } ({ $unit }), когда ничего не отрезано. Минус: отрезание её снижает.
page-effects-above = Верхняя полоса, веса:
page-effects-below = Нижняя полоса, воздействия (оттенок по квадратному корню):
page-effects-idle-mark = смотрит пристально, почти ничего не меняет
page-effects-quiet-mark = почти не смотрит туда, а это важно
page-effects-pale = бледное: прикидка, ещё не измерено
page-effects-head = Голова { $head }: больше всего смотрит на { $top }, { $weight }; сильнее всего действует отрезание { $key }, { $effect } ({ $unit })
page-effects-head-estimate = Голова { $head }: больше всего смотрит на { $top }, { $weight }; по прикидке сильнее всего действует отрезание { $key }, { $effect } ({ $unit }); ещё не измерено
page-effects-head-still = Голова { $head }: больше всего смотрит на { $top }, { $weight }; ни одно отрезание в этой строке цель не меняет
page-effects-head-unknown = Голова { $head }: больше всего смотрит на { $top }, { $weight }; воздействия неизвестны
page-effects-largest = Самые сильные воздействия
page-effects-largest-so-far = Самые сильные воздействия на сейчас
page-effects-idle = { $count ->
    [0] Нет головы, которая смотрит пристально и почти ничего не меняет
    [one] { $count } голова смотрит пристально и почти ничего не меняет
    [few] { $count } головы смотрят пристально и почти ничего не меняют
   *[other] { $count } голов смотрят пристально и почти ничего не меняют
}
page-effects-idle-rule = Наибольший вес не ниже { $hard }, и ни одно воздействие в строке не достигает { $share } % значения цели без отрезаний. Показаны связи с наибольшим весом.
page-effects-quiet = Почти не смотрели, а это важно
page-effects-quiet-rule = Вес ниже { $hardly }, а воздействие не меньше { $share } % значения цели без отрезаний.
page-effects-none = Здесь таких нет.
page-effects-reading = Текст прогоняется один раз, без отрезаний…
page-effects-progress = Связей: { $done } из { $total }
page-effects-measuring = Связи отрезаются по одной
page-effects-estimated = Первый взгляд по градиенту; связь за связью его сменяет измеренное
page-effects-cancelled = Остановлено: измерено связей { $done } из { $total }. Измеренное остаётся; прочее — прикидка или неизвестно.
page-effects-how = Измерено связей: { $measured } из { $edges }, по одному отрезанию на каждую, за { $seconds } с.
page-effects-way-suffix = Для каждого отрезания заново считались только изменённая строка и то, что после неё, выше изменённого слоя; несколько полных прогонов дали то же.
page-effects-way-whole = Для каждого отрезания заново считались все позиции выше изменённого слоя; несколько полных прогонов дали то же.
page-effects-way-full = Каждое отрезание — полный прогон модели.
page-effects-agreement = Порядок по прикидкам совпал с измеренным на { $agreement }, где 1 — тот же порядок, 0 — никакой связи.
page-effects-pair = Голова { $head }: две карты рядом
page-effects-rows = Строки
page-effects-rows-one = строка { $query }
page-effects-rows-all = все запросы
page-effects-beside = Карты
page-effects-beside-both = обе
page-effects-beside-weights = веса
page-effects-beside-effects = воздействия
page-effects-all-rows = Для каждой строки цель одна, после { $at }. Строки более поздних запросов на неё повлиять не могут: они стоят после того места, где она читается.
page-effects-map-weights = Голова { $head }: веса
page-effects-map-effects = Голова { $head }: воздействия
page-effects-hint = Наведите на клетку или идите клавишей Tab и стрелками, чтобы увидеть числа. Щелчок по связи или C отрезает её, ещё раз — возвращает.
page-effects-look-masked = за маской
page-effects-look-only = единственный ключ, резать нельзя
page-effects-look-after = после места чтения
page-effects-look-waits = не измерено
page-effects-look-estimate = прикидка
page-effects-cell-measured = запрос { $query }, ключ { $key }: вес { $weight }, воздействие { $effect } ({ $unit }).
page-effects-cell-estimate = запрос { $query }, ключ { $key }: вес { $weight }, воздействие по прикидке { $effect } ({ $unit }), ещё не измерено.
page-effects-cell-waits = запрос { $query }, ключ { $key }: вес { $weight }, воздействие не измерено.
page-effects-cell-masked = запрос { $query }, ключ { $key }: за маской, резать нечего.
page-effects-cell-only = запрос { $query }, ключ { $key }: вес { $weight }; единственный ключ строки отрезать нельзя.
page-effects-cell-after = запрос { $query }, ключ { $key }: вес { $weight }; стоит после места чтения и повлиять не может.
page-effects-cell-guess = Прикидка была { $effect } ({ $unit }).
page-effects-cell-cut = Отрезан правкой.

# Проверка
page-check = Это важно?
page-check-why = Один текст только показывает: строка выше говорит, что делает с «{ $text }» отрезание каждого ключа. Вердикт дают лишь многие тексты. В каждом по одному отрезаются ключи, на которые смотрит последняя позиция, среди них самый тяжёлый, средний и случайный, и рядом с настоящей целью наблюдается случайная.
page-check-link = Это пример на одном тексте. А важно ли это на многих?
page-check-form = Что проверять
page-check-scope = Головы
page-check-scope-all = все
page-check-scope-head = только { $head }
page-check-scope-named = по именам
page-check-named = Имена голов
page-check-named-why = Например { $example }, через запятую. Каждая голова добавляет времени; в модели их { $count }.
page-check-named-none = Напишите хотя бы одну голову, например { $example }.
page-check-source = Тексты
page-check-source-own = самой модели
page-check-source-given = мои
page-check-no-own = { $model } не даёт своих текстов, годных для проверки: вставьте ниже свои, по одному в строке, или откройте файл.
page-check-count = Сколько
page-check-seed = Зерно
page-check-number = { $name }: напишите целое число от { $least } до { $most }.
page-check-target = Цель
page-check-target-own = ответ самой модели
page-check-target-why = Цель — то, за чем наблюдают. Если поле пусто, это символ, который ставит первым сама модель, против второго. Или напишите a (логит), a/b (разность двух) или p(a) (вероятность).
page-check-texts = Ваши тексты, по одному в строке
page-check-texts-why = Если верный ответ известен, он может стоять за текстом после табуляции. Если строк больше, чем сказано в поле «Сколько», столько их выбирается по зерну. Для вердикта нужно 100 пригодных текстов.
page-check-lines = { $count ->
    [0] текстов пока нет
    [one] { $count } текст
    [few] { $count } текста
   *[other] { $count } текстов
}
page-check-from = { $name }: { $count ->
    [one] { $count } текст
    [few] { $count } текста
   *[other] { $count } текстов
}
page-check-open = Открыть текстовый файл…
page-check-too-long = В этих текстах { $found } знаков, а послать можно { $most }. Уберите часть строк или проверьте в терминале: attnlab check --texts FILE
page-check-not-utf8 = { $name } — не текст в UTF-8. Сохраните его в UTF-8 и откройте снова.
page-check-start = Начать
page-check-cancel = Остановить
page-check-waiting-for = Сначала идёт другая, { $title }: { $done } из { $total } текстов.
page-check-see-ahead = Посмотреть её
page-check-fewer = Текстов есть только { $total } из { $count }, о которых просили.
page-check-waiting = Начнётся, как только подойдёт очередь…
page-check-preparing = Готовятся тексты…
page-check-progress = { $done } из { $total } текстов
page-check-reckoning = Все тексты ({ $total }) пройдены, считаются интервалы…
page-check-cancelling = Останавливается…
page-check-resume = Продолжить
page-check-cancelled = Остановлено: пройдено { $done } из { $total } текстов, поэтому вердикта нет. Измеренное сохранено: можно продолжить. Кнопка «Начать» начнёт заново, с первого текста.
page-check-done = Готово: { $title }.
page-check-gone = Сервер не отвечает. Возможно, его остановили; когда он заработает, повторите.
page-check-title = { $model }, { $heads }: { $count ->
    [one] { $count } текст
    [few] { $count } текста
   *[other] { $count } текстов
} ({ $name })
page-check-heads-all = все головы
page-check-heads = { $count ->
    [one] голова { $heads }
   *[other] головы { $heads }
}
page-check-asked = Цель: { $target }. Зерно: { $seed }.
page-check-other-model = Это выяснено для модели { $model }. Выше сейчас показана { $now }.
page-check-other-head = Голова { $head }, выбранная выше, в этой проверке не участвовала.
page-check-summary = Подтверждается: { $supported } из { $heads ->
    [one] { $heads } головы
   *[other] { $heads } голов
}.
page-check-summary-pairs = { $pairs ->
    [one] Подстраховывает друг друга { $pairs } пара голов.
    [few] Подстраховывают друг друга { $pairs } пары голов.
   *[other] Подстраховывают друг друга { $pairs } пар голов.
}
page-check-used = использовано из { $texts ->
    [one] { $texts } текста
   *[other] { $texts } текстов
}
page-check-wrong = отложено: модель не называет цель
page-check-short = отложено: видно слишком мало ключей
page-check-same = отложено: повторы
page-check-effects = на сколько падает цель
page-check-p = p { $p } с поправкой
page-check-scale = Все головы нарисованы в одном масштабе.
page-check-over-key = ущерб больше, чем от случайного ключа
page-check-enough = не меньше { $share } % отрыва
page-check-over-target = ущерб больше, чем случайной цели
page-check-over = разница { $by }; p { $p } без поправки
page-check-holds = Выполнено:
page-check-fails = Не выполнено:
page-check-here = выбрана выше
page-check-show = Выбрать выше голову { $head }
page-check-says = Словами
page-check-most = тяжёлый самый влиятельный
page-check-weight-effect = вес ~ эффект
page-check-contribution-effect = вклад ~ эффект
page-check-weight-contribution = вес ~ вклад
page-check-ways-why = Отрезать: до софтмакса, остальные растут. Обнулить: после него, сумма строки меньше. Подменить: главный ключ отдаёт значение случайного, веса прежние. Тяжёлый самый влиятельный: в какой доле текстов у ключа с наибольшим весом наибольший эффект. ~: согласие рангов внутри текста, от −1 до 1; вклад — вес, умноженный на размер спроецированного значения. Всё это слабее вердикта: если вес предсказывает величину эффекта, о его знаке ещё ничего не сказано.
page-check-by-chance = наугад { $share } %
page-check-pairs = Пары: заменяет ли одна голова другую?
page-check-pairs-why = Ущерб, если отрезать главные ключи у обеих голов или выключить головы. Сверх: что обе вместе делают сверх суммы порознь; если это намного больше 0, каждая подстраховывает другую.
page-check-pair = пара
page-check-both-cut = отрезаны оба
page-check-beyond = сверх
page-check-off-first = выкл. первая
page-check-off-second = выкл. вторая
page-check-off-both = выкл. обе
page-check-off-beyond = сверх
page-check-backs-up = подстраховывают друг друга
page-check-by-cut = если отрезать
page-check-by-off = если выключить
page-check-yes = да ({ $ways })
page-check-no = нет
page-check-save = Скачать запись (JSON)

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
page-address-faults = В адресе сказано { $said }, это использовать нельзя; вместо этого показано значение по умолчанию.
page-query-missing = Места { $query } в этом тексте нет; вместо него показана строка { $shown }.
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
