# Страница размеров.
size-page-title = Размер
size-page-intro = Сколько стоит трансформер ещё до постройки: параметры, память и работа — точно и по частям. Возьмите конфигурацию и двигайте ползунки.
size-page-begin = Начать с
size-page-plain = простой блок из оценки
size-page-families = Семейства: так их берёт transformers, если файл молчит
size-page-own = Модели attnlab
size-page-uncounted = В списке нет { $names }: их головы читают части символа, и размеры этой страницы их не описывают; в терминале веса считает attnlab size ИМЯ.
size-page-pasted = вставленный config.json
size-page-paste = Вставить config.json
size-page-paste-hint = Текст config.json модели. Он читается, в файл не сохраняется, и ничего не скачивается.
size-page-paste-use = Прочитать
size-page-paste-long = Текст не помещается в адрес: { $found } символов, а входит { $most }. Уберите то, что не задаёт размеров, например списки меток.
size-page-paste-broken = Это не JSON: { $reason }
size-page-paste-at = ошибка в строке { $line }, столбце { $column }
size-page-paste-ends = текст обрывается
size-page-paste-somewhere = где-то внутри ошибка
size-page-paste-huge = { $name }: слишком большое число, прочитать его нельзя. Напишите меньшее.
size-page-quoted = «{ $label }»
size-page-heads-missing = { $name }: { $found }, но не сказано, сколько голов. Заполните и поле { $heads }.
size-page-experts-unused = Экспертов в слое { $experts }, но не сказано, через сколько из них проходит кусок. Заполните и поле { $name }.
size-page-context-missing = Обучаемой таблице позиций нужна наибольшая длина текста. Заполните и поле { $name }.
size-page-length-beyond = Текст длиной { $length } не помещается: эта модель выучила позиций: { $context }. Поставьте { $name } не больше { $context }.
size-page-sizes = Размеры
size-page-reset = Вернуть { $name }
size-page-changed = { $name } с изменениями
size-page-slider = { $name }, ползунок
size-page-field-layers = слоёв
size-page-field-width = ширина
size-page-field-heads = голов
size-page-field-key-heads = голов ключей и значений
size-page-field-head-dim = ширина головы
size-page-field-hidden = скрытая ширина, полносвязная часть
size-page-field-vocabulary = символов
size-page-field-context = контекст
size-page-field-experts = экспертов
size-page-field-experts-used = экспертов на кусок
size-page-field-length = кусков в тексте
size-page-field-batch = текстов рядом
size-page-field-dtype = тип весов
size-page-field-cache-dtype = тип кэша
size-page-field-norm = норма
size-page-field-positions = позиции
size-page-field-gated = полносвязная с затвором
size-page-field-tied = выход читает эмбеддинги
size-page-field-biases = смещения во всех матрицах
size-page-same-dtype = как у весов
size-page-norm-plain = без параметров
size-page-norm-rms = RMSNorm
size-page-norm-layer = LayerNorm
size-page-positions-none = нет
size-page-positions-learned = обученные
size-page-positions-sinusoidal = синусоидальные
size-page-positions-rotary = вращение
size-page-positions-relative = относительные
size-page-positions-alibi = ALiBi
size-page-pin = Закрепить для сравнения
size-page-unpin = Открепить { $name }
size-page-this = сейчас
size-page-pinned = закреплено: { $name }
size-page-parts = Параметры
size-page-memory = Память
size-page-work = Работа над текстом, умножений со сложением
size-page-next = Работа над следующим куском, умножений со сложением
size-page-total = всего
size-page-growth = Рост с длиной текста
size-page-growth-memory = Память по длине
size-page-growth-work = Работа по длине
size-page-growth-length = кусков
size-page-growth-mib = МиБ
size-page-growth-operations = умножений со сложением
size-page-growth-one = карта одной головы, n²
size-page-growth-all = все карты, n²
size-page-growth-cache = кэш, n
size-page-growth-weights = веса
size-page-growth-attention = оценки и смесь, n²
size-page-growth-projections = проекции, n
size-page-million = { $x } { $n ->
    [one] млн
   *[other] млн
}
size-page-billion = { $x } { $n ->
    [one] млрд
   *[other] млрд
}
size-page-trillion = { $x } { $n ->
    [one] трлн
   *[other] трлн
}
size-page-quadrillion = { $x } { $n ->
    [one] квадрлн
   *[other] квадрлн
}
size-page-quintillion = { $x } { $n ->
    [one] квинтлн
   *[other] квинтлн
}
size-page-exact = Точно рядом с оценкой
size-page-left = Чего нет в оценке
size-page-extras = В ней есть части, которых эти размеры не описывают; при изменениях они остаются прежними.
size-page-stale = Эти числа — для последней подходящей конфигурации: { $title }.
size-page-waiting = Размеры загружаются…
size-page-more = Другие размеры
