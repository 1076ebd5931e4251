# Обходы: что запланировано и что нашлось на многих текстах.

sweep-planning = читаю тексты, пробую несколько
sweep-running = тексты
sweep-plan-title = План для { $model }
column-value = примерно
sweep-plan-texts = текстов
sweep-plan-group = из них { $group }
sweep-plan-heads = голов
sweep-plan-pairs = пар голов
sweep-plan-interventions = вмешательств
sweep-plan-workers = работников
sweep-plan-time = время
sweep-plan-bytes = на диске
duration-hours = { $time } ч
duration-minutes = { $time } мин
duration-seconds = { $time } с
sweep-progress = Пройдено текстов: { $done } из { $texts }, пригодилось: { $used }.
sweep-aside-wrong = отложено, потому что модель не говорит цель: { $count }
sweep-aside-short = отложено, потому что видно слишком мало ключей: { $count }
sweep-aside-same = отложено, потому что повторяют другой: { $count }
sweep-aside-unreadable = отложено, потому что не читаются: { $count }
sweep-why = { $count } ×: { $why }
sweep-supported = Подтверждается голов: { $supported } из { $heads }; показано { $shown }, сначала наибольший ущерб.
sweep-title-edges = { $model }, { $name }: отрезан самый тяжёлый ключ каждой головы
sweep-title-heads = { $model }, { $name }: выключена каждая голова
sweep-moved = Меняют цель головы: { $moved } из { $heads } (p не больше { $level } после поправки Холма); показано { $shown }, сначала наибольшее изменение.
sweep-groups = По группам: три головы, которые меняют больше всего
sweep-compared = { $first } и { $second }
sweep-paired = Текст с текстом, по тем, что пригодились обоим; p после поправки Холма. Показано голов: { $shown } из { $heads }.
sweep-unpaired = Тексты разные: сравниваются средние; p после поправки Холма. Показано голов: { $shown } из { $heads }.
column-sweep-change = изменение цели
column-sweep-most = наибольшее изменение
column-group = группа
column-used = пригодилось
column-first = первый
column-second = второй
column-difference = второй минус первый
figure-sweep-title = { $model }, число текстов: { $texts }, откуда: { $name }
figure-sweep-row = { $texts ->
    [one] { $texts } текст
    [few] { $texts } текста
   *[other] { $texts } текстов
}, p { $p }
figure-sweep-change = изменение цели в её единицах
figure-sweep-edges = отрезан самый тяжёлый ключ
figure-sweep-heads = голова выключена
figure-histogram-title = Голова { $head } модели { $model }, по текстам
figure-histogram-texts = текстов
check-unreadable = { $count ->
    [one] Ещё { $count } текст отложен: модель не может его прочитать.
    [few] Ещё { $count } текста отложены: модель не может их прочитать.
   *[other] Ещё { $count } текстов отложены: модель не может их прочитать.
}
