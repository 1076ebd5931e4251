# Уроки: что Python пишет вокруг их текстов.

lessons-contents = Уроки
lessons-code = Код построчно
lessons-glossary = Словарь терминов
lessons-lab = Лаборатория
lessons-pages = Страницы
lessons-languages = Язык
lessons-skip = К тексту
lessons-onward = Соседние уроки
lessons-back = Назад
lessons-next = Дальше
lessons-number = Урок { $number }
lessons-about = Уроки о внимании: от скалярного произведения до карты, которую можно проверить.
lessons-honest = Что не подтвердилось
lessons-try = Попробуйте
lessons-references = Литература
lessons-cite-many = { $first } и др., { $year }
lessons-in-lab = В лаборатории: attnlab lab
lessons-source-lines = { $count ->
    [1] строка { $first }
   *[other] строки { $first }–{ $last }
}
lessons-built = { $path }: страниц — { $pages }, файлов — { $files }, { $size } МБ. Откройте { $open } в браузере; сеть не нужна.
lessons-recorded = { $path }: { $name } за { $seconds } с.
lessons-alike = Тексты на трёх языках совпадают: { $count }.
lessons-column-number = №
lessons-column-name = Имя
lessons-column-title = Название
lessons-column-tasks = Задач
lessons-cell-run = В терминале
lessons-cell-python = Скрипт { $name } или ячейка блокнота
lessons-cell-printed = Печатает
