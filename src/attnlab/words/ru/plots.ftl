# Что говорят рисунки для тетрадей и статей: src/attnlab/drawings.py и те, кто даёт ему числа.

figure-head-title = { $model }, голова { $head }
figure-grid-title = { $model }: { $heads ->
    [one] { $heads } голова
    [few] { $heads } головы
   *[other] { $heads } голов
}
figure-entropy-title = { $model }: насколько ровно смотрят головы
figure-edits = Правки: { $edits }.
figure-outside = Только веса, взятые извне: здесь ничего не правили и не проверяли.
figure-pooled = В клетке { $queries } × { $keys } связей, и показан наибольший вес или наибольшая оценка из них.
figure-grid-pooled = В клетке до { $queries } × { $keys } связей, и показан наибольший вес из них.

figure-query = запрос
figure-key = ключ
figure-head = голова
figure-layer = слой
figure-weight = вес
figure-score = оценка, наты
figure-weight-root = вес (шкала растянута квадратным корнем)
figure-masked = под маской
figure-cut = отрезано
figure-no-edge = нет связи, которую можно измерить
figure-not-measured = не измерено

figure-entropy = энтропия, доля от наибольшей возможной
figure-one-head = голова: { $name }
figure-mean-of-heads = среднее: { $name }
figure-stack-decoder = декодер
figure-stack-encoder = кодировщик
figure-stack-cross = перекрёстное внимание

figure-before = до
figure-after = после
figure-probability = вероятность следующего
figure-effect-title = { $model }: цель { $target }, { $before } до и { $after } после

figure-ranked-title-change = { $model }: что каждая часть делает с целью { $target }
figure-ranked-title-value = { $model }: что каждая часть прибавляет к цели { $target } или отнимает от неё
figure-ranked-change = изменение цели, { $unit }
figure-ranked-value = вклад в цель сам по себе, { $unit }
figure-ranked-left = Показаны наибольшие: { $shown } из { $count }.
figure-grew = цель растёт
figure-fell = цель падает
figure-adds = прибавляет к цели
figure-takes = отнимает от цели

figure-forest-title = { $model }, число текстов: { $texts }, откуда: { $name }
figure-forest-harm = ущерб цели в её единицах: среднее и интервал 95 %
figure-forest-nothing = Проверить здесь нечего: чисел для рисунка нет, нет и шкалы.
figure-forest-top = отрезан { $key }
figure-forest-random = отрезан похожий случайный ключ
figure-forest-foil = случайная цель, тот же разрез
figure-forest-row = { $finding }, { $texts ->
    [one] { $texts } текст
    [few] { $texts } текста
   *[other] { $texts } текстов
}
figure-forest-left = { $count ->
    [one] Ещё { $count } строка с меньшим ущербом не показана.
    [few] Ещё { $count } строки с меньшим ущербом не показаны.
   *[other] Ещё { $count } строк с меньшим ущербом не показаны.
}
