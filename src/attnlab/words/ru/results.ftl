# Комната результатов: папка обхода на странице.

results-title = Результаты обхода
results-reading = Папка читается…
results-none = Обход задаёт один вопрос многим текстам и хранит найденное в папке. Эта лаборатория запущена без неё. Сделайте папку и запустите лабораторию с ней:
results-how-1 = Проверка: подтверждаются ли карты голов на многих текстах? (--texts FILE берёт ваши тексты)
results-how-2 = Или: что делает с целью каждое ребро? (--off вместо этого выключает каждую голову)
results-how-3 = Покажите их здесь. Папка может ещё расти: она читается заново, когда вы попросите.
results-none-safe = Страница открывает только те папки, что названы при запуске, и ничего в них не меняет.
results-folder = Папка
results-folder-name = { $name }: { $model }, { $asked }
results-asked-check = проверка
results-asked-edges = отрезано каждое ребро
results-asked-heads = выключена каждая голова
results-of-group = Тексты
results-all-texts = все тексты
results-group = { $name } ({ $texts })
results-other = Сравнить с
results-no-other = без сравнения
results-read-again = Прочитать заново
results-read-on = Прочитать, что добавилось
results-groups-left = { $count ->
    [one] Ещё { $count } группа не показана.
    [few] Ещё { $count } группы не показаны.
   *[other] Ещё { $count } групп не показано.
}
results-about-question = Вопрос
results-about-model = Модель
results-about-texts = Тексты
results-about-heads = Головы
results-about-target = Цель
results-about-seed = Зерно
results-about-versions = Версии
results-question-check = На сколько падает цель, если голове больше нельзя смотреть туда, куда указывает правило ({ $key })?
results-question-edges = Что станет с целью, если отрезать каждое ребро её строки по отдельности?
results-question-heads = Что станет с целью, если выключить каждую голову по отдельности?
results-heads-and-pairs = { $heads } и { $pairs ->
    [one] { $pairs } пара
    [few] { $pairs } пары
   *[other] { $pairs } пар
}
results-progress = Пройдено текстов
results-unreadable = отложено: не читаются
results-found = что найдено
results-figures = числа
results-then = затем
results-show = Показать голову { $head } по текстам
results-moved = Меняют цель головы: { $moved } из { $heads } (p не больше { $level } с поправкой).
results-change-why = Цель после минус до, в её единицах: среднее по текстам [95 %-й интервал], сначала наибольшее изменение. p говорит, отличается ли оно от 0 (знаковые ранги Уилкоксона, поправка Холма).
results-differ = Различаются головы и пары: { $moved } из { $heads } (p не больше { $level } с поправкой).
results-sides = Первый: { $first }. Второй: { $second }. Сначала наибольшая разница.
results-paired = Текст с текстом, по тем, что пригодились обоим.
results-unpaired = Тексты разные: сравниваются средние.
results-pages = Части списка
results-back = Назад
results-on = Дальше
results-span = { $first }–{ $last } из { $listed }
results-head = Голова { $head } в { $folder }, по текстам
results-head-none = Одна голова, по текстам
results-spread-check = Изменение цели, когда ключ отрезан: ниже 0 она падает, это и есть ущерб.
results-spread-edges = Изменение цели, когда отрезан самый тяжёлый ключ.
results-spread-heads = Изменение цели, когда голова выключена.
results-rest = { $groups ->
    [0] без группы
    [one] ещё { $groups } группа
    [few] ещё { $groups } группы
   *[other] ещё { $groups } групп
}
results-spread = { $texts ->
    [one] { $texts } текст
    [few] { $texts } текста
   *[other] { $texts } текстов
}, среднее { $mean }
results-histogram-note = Столбцы — доли текстов своей группы, в одном масштабе: самый высокий — { $share }. Треугольник — среднее.
results-as-table = Числа таблицей
results-from-to = изменение от и до
results-between = от { $from } до { $to }
results-bar = От { $from } до { $to }: { $texts ->
    [one] { $texts } текст
    [few] { $texts } текста
   *[other] { $texts } текстов
}, { $share }
results-falls = Тексты, где цель падает больше всего или растёт меньше всего
results-rises = Тексты, где она растёт больше всего или падает меньше всего
results-text = текст
results-target = цель
results-change = изменение
results-open = Открыть на карте, голова { $head }
