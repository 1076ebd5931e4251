# Во что обходится конфигурация: attnlab size.

size-nothing-given = Не названо ничего, что можно посчитать. Назовите модель, папку или config.json либо хотя бы --layers, --width и --vocab.
size-shape-incomplete = Размерам нужны layers, width и vocabulary; здесь нет: { $missing }. В командной строке это --layers, --width и --vocab.
size-name-and-shape = У названной модели размеры свои, а рядом даны ещё и эти: { $shape }. Уберите имя или размеры.
size-field-unknown = У конфигурации нет поля { $found }. Есть: { $fields }.
size-number-too-small = { $name }: дано { $found }, а нужно целое число не меньше { $least }.
size-choice-unknown = { $name }: значения «{ $found }» нет. Выберите одно из: { $choices }.
size-heads-missing = { $name }: { $found }, но не сказано, сколько голов. Задайте и их: --heads
size-experts-too-few = Один кусок не может пройти через столько экспертов: { $used }; в слое их { $experts }. Возьмите не больше { $experts } или добавьте экспертов.
size-experts-unused = Экспертов в слое { $experts }, но не сказано, через сколько из них проходит кусок. Задайте и это: --experts-used 2
size-layers-too-few = { $name }: { $found }, а слоёв только { $layers }. Больше задать нельзя.
size-context-missing = Обучаемой таблице позиций нужна наибольшая длина текста. Задайте и её: --context 2048
size-length-beyond-context = Текст длиной { $length } не помещается: эта модель выучила позиций: { $context }. Задайте --length не больше { $context }.
size-name-unknown = На этой машине нет ничего с именем «{ $name }», а attnlab size ничего не скачивает. Есть: { $names }. Для модели Hugging Face укажите папку с её config.json или сначала скачайте его: hf download ИМЯ config.json
size-config-missing = В папке { $folder } нет config.json. Укажите папку модели Hugging Face или сам файл.
size-config-broken = { $path } — не конфигурация в формате JSON: { $reason }. Укажите config.json модели или скопируйте его из источника заново.
size-json-at = ошибка в строке { $line }, столбце { $column }
size-json-deep = слишком глубокая вложенность или число из тысяч цифр
size-json-no-record = там { $found }, а нужны имена со значениями в фигурных скобках
size-config-no-family = В { $path } не сказано, какого семейства модель: нет «model_type». Укажите config.json модели из transformers.
size-config-value = { $path }: { $name } — это { $found }, а нужно целое число не меньше { $least }. Исправьте файл или скопируйте его из источника заново.
size-config-large = { $path }: { $name } — { $found }; больше { $most } не читается. Исправьте файл или скопируйте его из источника заново.
size-config-unfit = { $path }: размеры не подходят друг к другу. { $reason }
size-family-unread = { $name }: в семействе { $family } значение «{ $unknown }» нельзя прочесть, не построив модель. Без этого читаются: { $families }. Чтобы построить: { $missing }
size-family-unknown = { $name }: семейство «{ $family }» нельзя прочесть, не построив модель. Без этого читаются: { $families }. Чтобы построить: { $missing }
size-not-built = { $name }: transformers не может построить модель по этой конфигурации: { $reason }. Исправьте файл или установите transformers, который знает это семейство.
size-no-block = { $model } сделана вручную: параметров запросов, ключей и значений у неё { $count }, а блока, который можно сравнить с оценкой, нет. Возьмите names или задайте --layers, --width и --vocab.
size-what-unknown = Размеры считаются по конфигурации, имени, пути или модели, а дано { $found }. Например: attnlab.size(layers=32, width=4096, vocabulary=128000)
size-pasted-unread = В семействе { $family } «{ $unknown }» нельзя прочитать, не построив модель, а страница моделей не строит. Здесь читаются: { $families }. В терминале: attnlab size ПАПКА
size-pasted-family = Семейство «{ $family }» нельзя прочитать, не построив модель, а страница моделей не строит. Здесь читаются: { $families }. В терминале: attnlab size ПАПКА
size-preset-unknown = Заготовки «{ $name }» нет. Есть: { $names }.

# числа
size-million = { $x } млн
size-billion = { $x } млрд
size-trillion = { $x } трлн
size-quadrillion = { $x } квадрлн
size-quintillion = { $x } квинтлн
size-b = { $x } Б
size-kib = { $x } КиБ
size-mib = { $x } МиБ
size-gib = { $x } ГиБ
size-tib = { $x } ТиБ

# части
size-part-embedding = эмбеддинги
size-part-positions = позиции
size-part-query = запросы
size-part-key = ключи
size-part-value = значения
size-part-join = сборка голов
size-part-up = полносвязная, вход
size-part-gate = полносвязная, затвор
size-part-down = полносвязная, выход
size-part-router = маршрутизатор
size-part-norms = нормы
size-part-biases = смещения
size-part-next = выходная матрица
size-part-head-norms = нормы голов
size-part-sinks = стоки
size-part-segments = сегменты
size-part-pooler = сводный слой
size-part-head = слой перед выходом
size-total = всего
size-column-part = часть
size-column-exact = точно
size-column-estimate = оценка
size-column-difference = разница
size-title-shape = Параметров: { $about }; слоёв { $layers }, ширина { $width }, символов { $vocabulary }
size-title-named = { $name }: параметров { $about }, слоёв { $layers }, ширина { $width }, символов { $vocabulary }
size-estimate = Оценка: 12 L d² + V d = 12 · { $layers } · { $width }² + { $vocabulary } · { $width } = { $estimate }: в каждом из L слоёв 4 d² внимания и 8 d² полносвязной части, и V символов по d чисел.
size-used = Один кусок встречает из них { $used } ({ $about }): он проходит через { $experts } из { $all } экспертов слоя.
size-heads-free = На внимание приходится 4 d² = { $count } в слое при любом числе голов: чем их больше, тем они уже.
size-read = Прочитано из конфигурации и посчитано как { $kind }.
size-weights = Посчитано по весам самой модели.
size-built = Размеры этого семейства attnlab сам не читает, поэтому transformers построил { $kind } без весов, и параметры посчитаны по нему.
size-block-unknown = Кэш и вычисления слоёв такого вида attnlab не знает, поэтому о них ничего не сказано.

# чего оценка не учитывает
size-left-title = Чего оценка не учитывает
size-left-caption = Здесь они в сумме дают разницу точного числа и оценки. О том, чего здесь нет, последние столбцы говорят, что прибавил бы пример.
size-column-left = не учтено
size-column-here = здесь
size-column-would = прибавил бы
size-column-example = например
size-left-heads = группы голов (GQA)
size-left-cross = перекрёстное внимание
size-left-hidden = hidden не 4 d
size-left-gated = затвор (gated FFN)
size-left-experts = эксперты (MoE)
size-left-output = отдельный выход
size-left-positions = позиции
size-left-norms = нормы
size-left-biases = смещения
size-would-heads = вчетверо меньше ключей
size-would-gated = затвор, hidden тот же
size-would-experts = 8 экспертов в слое
size-would-output = своя матрица
size-would-positions = { $length } обучаемых
size-would-norms = LayerNorm
size-would-biases = у каждой матрицы

# память
size-memory-title = Память: текст длиной { $length }
size-weights-of = веса, { $dtype }
size-cache-of = кэш ключей и значений, { $dtype }, { $batch ->
    [one] { $batch } текст
    [few] { $batch } текста
   *[other] { $batch } текстов
}
size-map-of = карта одной головы в слое, n² · 4 байта
size-maps-of = карты всех голов во всех слоях
size-memory-caption = Ядро вроде FlashAttention карту не хранит. Рабочая память и множители сжатых форматов сюда не входят.

# вычисления
size-work-title = Вычисления: умножения со сложением (одно = 2 операции)
size-column-work = на что
size-column-text = текст, { $length }
size-column-next = ещё один кусок
size-work-projections = проекции
size-work-attention = оценки и смесь
size-work-feed-forward = полносвязная часть
size-work-output = выход
size-crossing = Оценки и смесь (2 n² d в слое, полный квадрат) обгоняют проекции (4 n d²) при n = 2 d = { $crossing }. Если сравнивать лишь рост, n² d против n d², говорят n = d; а если половину за каузальной маской пропускать, то почти n = 4 d.
size-crossing-grouped = Оценки и смесь (2 n² q в слое, полный квадрат) обгоняют проекции (2 n d (q + k)) при n = d (q + k) / q = { $crossing }; q = { $query } и k = { $key } — ширина всех запросов и всех ключей. Когда головы делят ширину, это n = 2 d.
size-windows = { $count ->
    [one] { $count } слой видит
    [few] { $count } слоя видят
   *[other] { $count } слоёв видят
} не больше { $window } ключей на запрос.
size-generation = Сказать весь текст длиной { $length } по одному куску: { $cached } с кэшем, { $bare } без него — тогда каждый шаг заново проходит весь текст до него.
