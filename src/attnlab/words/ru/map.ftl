# Большая карта: слои, обзор, закреплённые ключи, второй текст.
page-numbers-contribution = вклады
page-numbers-effect = эффекты
layer-name-weight = вес
layer-name-score = оценка
layer-name-contribution = вклад
layer-unit-weight = (вес)
layer-unit-score = нат
layer-unit-contribution = (длина)
layer-unit-effect = нат цели
layer-effect-waits = Рёбра ещё не отрезаны.
layer-effect-clean = Эффект: на сколько меняется цель, когда отрезано одно это ребро, в модели без правок. Цель читается у выбранного запроса, поэтому строки после него ничего не меняют.
layer-contribution-why = Вклад: вес, умноженный на длину значения ключа, каким оно входит в остаточный путь. Большой вклад ещё не доказывает, что это было важно.
map-measuring = Рёбра этой головы отрезаются по одному: { $done } из { $total }
map-sight = Что видно
map-nearer = Ближе
map-farther = Дальше
map-whole = Вся карта
map-where = Запросы с { $first } по { $last }, ключи с { $from } по { $to }
map-flagged = особая часть, дополнение или сток
map-cell = запрос { $query }, ключ { $key }: { $layer } { $value }{ $state ->
    [masked] , так было бы без маски
    [cut] , отрезано
   *[visible] {""}
}
map-cell-masked = запрос { $query }, ключ { $key }: за маской
map-cell-waits = запрос { $query }, ключ { $key }
map-other = Другой текст рядом с этим
map-other-label = Второй текст
map-other-why = Та же модель, голова { $head } и правки, те же цвета: дело в голове или в одном тексте?
map-other-off = Убрать
map-other-title = Голова { $head } на тексте «{ $text }»
map-other-waiting = Правки, для которых в этом тексте нет места: { $edits }
row-others = { $count ->
    [one] Ещё { $count } более лёгкий ключ: вместе { $weight }
    [few] Ещё { $count } более лёгких ключа: вместе { $weight }
   *[many] Ещё { $count } более лёгких ключей: вместе { $weight }
}
row-every = Показать все
row-pin = Закрепить { $key }
row-pinned = { $count ->
    [one] Закреплён: { $names }, вес { $weight } (до правок { $before })
   *[other] Закреплены: { $names }, вместе { $weight } строки (до правок { $before })
}
row-unpin = Открепить все
row-cut-pinned = Отрезать закреплённые ключи этой строки
map-save-csv = Сохранить CSV
map-save-json = Сохранить JSON
map-save-svg = Сохранить SVG
map-save-png = Сохранить PNG
layer-effect-large = Эффекты целой головы рисуются для текстов до { $most } частей; «Проверка» измеряет эффекты одного запроса в любом тексте.
