# What the lessons say around their texts: marks, tasks, the reader's record.

lessons-yes = да
lessons-no = нет
lessons-reset = Сбросить
lessons-unsettable = Для «{ $name }» значение «{ $said }» не подходит.
lessons-no-number = Введите число от { $least } до { $most }.
lessons-no-whole = Введите целое число от { $least } до { $most }.
lessons-no-list = Введите числа от { $least } до { $most } через точку с запятой.
lessons-too-long = Помещается не больше { $most } знаков.
lessons-met = Сейчас это так ({ $value }).
lessons-unmet = Сейчас это не так ({ $value }).
lessons-unjudged = Сейчас картинка ничего не показывает, и судить об этом не по чему.

lessons-task-number = Задача: найдите число
lessons-task-choice = Задача: выберите ответ
lessons-task-state = Задача: измените картинку
lessons-task-prediction = Сначала предскажите, потом смотрите
lessons-task-done = решено
lessons-answer = Ваш ответ
lessons-choose = Ваш выбор
lessons-check = Проверить
lessons-predict = Показать, что получится
lessons-again = Предсказать ещё раз
lessons-to-picture = К картинке
lessons-right = Верно.
lessons-not-yet = Пока нет.
lessons-coarse =
    { $count ->
        [one] Пока верно, но нужен { $count } знак после запятой.
        [few] Пока верно, но нужно { $count } знака после запятой.
       *[many] Пока верно, но нужно { $count } знаков после запятой.
    }
lessons-no-answer = Это не похоже на число. Запишите его так: 0,25 или 1/4.
lessons-silent = Сейчас картинка ничего не показывает, и проверять не по чему. Исправьте её или сбросьте и проверьте ещё раз.
lessons-none-chosen = Сначала выберите один из ответов.
lessons-as-predicted = Всё так, как вы предсказали.
lessons-otherwise = Получается иначе.
lessons-came-out = Вот что получается.

lessons-done =
    { $count ->
        [one] решено { $done } из { $count } задачи
        [few] решено { $done } из { $count } задач
       *[many] решено { $done } из { $count } задач
    }
lessons-record-kept = Ваши ответы хранятся в этом браузере и никуда не отправляются. Файл перенесёт их в другой.
lessons-record-fleeting = Этот браузер ничего не хранит: ответы пропадут, когда вы закроете страницу. Их можно сохранить в файл.
lessons-record-export = Сохранить в файл
lessons-record-import = Загрузить из файла
lessons-record-clear = Стереть
lessons-record-sure = Стереть все ответы?
lessons-record-clear-yes = Стереть
lessons-record-clear-no = Оставить
lessons-record-exported = Файл сохранён под именем attnlab-lessons.json.
lessons-record-imported =
    { $count ->
        [one] Загружен { $count } ответ.
        [few] Загружено { $count } ответа.
       *[many] Загружено { $count } ответов.
    }
lessons-record-bad = В этом файле нет ответов из уроков; ничего не изменилось.
lessons-record-cleared = Все ответы стёрты.

lessons-copy = Копировать
lessons-copied = Скопировано
lessons-copy-failed = Скопировать не удалось: выделите текст вручную.
