# Место, где продолжают текст.
generate-title = Продолжение текста
generate-why = Модель читает текст и говорит, что будет дальше, по одной части за шаг; сказанное она прочитает перед следующим шагом. Число под новой частью — её вероятность.
generate-no-edits = Модель продолжает как есть: правки из списка здесь не действуют.
generate-nothing = Пока ничего не сказано. Один шаг добавляет одну часть.
generate-step = Один шаг
generate-back = Шаг назад
generate-run = Пуск
generate-stop = Стоп
generate-count = Новых частей
generate-bounds = { $name }: нужно целое число от 0 до { $most }, а набрано «{ $typed }». На экране всё как было.
generate-temperature = Температура
generate-greedy = 0: самая вероятная
generate-seed = Зерно
generate-again = Разыграть снова
generate-said = Текст; каждая новая часть — кнопка
generate-piece = { $piece }: сказала строка { $row }, вероятность { $probability }
generate-ended-count = { $count ->
    [one] { $count } новая часть, сколько и просили.
    [few] { $count } новые части, сколько и просили.
   *[other] { $count } новых частей, сколько и просили.
  } { $left ->
    [0] Больше за один раз не добавляется.
    [one] Можно добавить ещё { $left }.
   *[other] Можно добавить ещё до { $left }.
  }
generate-ended-end = { $count ->
    [one] Модель закончила текст, сказав { $count } новую часть: это и есть конец.
    [few] Модель закончила текст, сказав { $count } новые части, последняя из них — конец.
   *[other] Модель закончила текст, сказав { $count } новых частей, последняя из них — конец.
  }
generate-ended-context = { $count ->
    [one] { $count } новая часть, и контекст модели заполнен.
    [few] { $count } новые части, и контекст модели заполнен.
   *[other] { $count } новых частей, и контекст модели заполнен.
  }
generate-progress = Сказано: { $done } из { $total }
generate-row-says = Строка { $row } говорит { $piece }
generate-first = Первая новая часть, { $piece }, принадлежит строке { $row }: это последняя часть заданного текста. Собственная строка часть не предсказывает: пока часть не прочитана, этой строки нет.
generate-rows = Строки головы { $head }, которые сказали новые части
generate-rows-corner = строка → часть
generate-to-map = Открыть строку { $row } на карте
generate-to-check = Открыть в проверке
generate-others = Что ещё могло быть после { $row }
generate-rank = { $rank ->
    [1] Часть { $piece } была самой вероятной.
   *[other] Разыграна часть { $piece }, хотя были и вероятнее: её место — { $rank }.
  }
generate-alternative = Часть
generate-probability = вероятность
generate-chance = шанс при температуре { $temperature }
generate-came = выпала
generate-rest = все остальные
generate-ends = { $symbol } здесь значит, что текст закончен.
generate-cache-title = Что хранится, когда сказана часть { $piece }
generate-cache-why = Ключи и значения всего прочитанного хранятся, поэтому за шаг читается одна новая строка; без них весь текст читался бы заново.
generate-cache = Хранимые ключи и значения: в строках позиции, в столбцах слои
generate-no-cache = { $model } ничего не хранит: весь текст читается заново на каждом шаге.
generate-keys-held = Ключей в слое
generate-bytes = Размер кэша
generate-bytes-unit = байт
generate-kilobytes = кБ
generate-megabytes = МБ
generate-read = Прочитано строк за шаг
generate-position = позиция
generate-layer = Слой { $layer }
generate-value = значение
generate-newest = новая
generate-is-held = хранится
generate-is-gone = забыто
generate-is-later = ещё не прочитано
generate-cross = Слои { $layers } смотрят на исходный текст, он прочитан один раз. Ключей: { $count }.
