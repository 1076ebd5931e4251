# Проверка декодера этой страницы на многих текстах.

live-verdict = Вердикт о каждой голове, измеренный сейчас
live-verdict-texts = Текстов
live-verdict-seed = Зерно
live-verdict-times = Веса умножить на
live-verdict-running = Модель произносит тексты, и в каждом режут по очереди все головы.
live-verdict-stopped = Остановлено. Без всех текстов вердикта нет.
live-verdict-progress = Измерено текстов
live-verdict-done = { $done } из { $texts }
live-verdict-stop = Остановить
live-verdict-again = Измерить заново
live-verdict-sum = { $model }: подтверждено голов { $supported } из { $heads }. Наивное сравнение подтвердило бы { $naive } из { $heads }.
live-verdict-texts-used = Текстов в деле: { $texts }; отложено коротких: { $short }, повторов: { $same }.
live-verdict-head = Голова { $head }
live-verdict-supported = подтверждается
live-verdict-not-supported = не подтверждается
live-verdict-not-testable = непроверяемо
live-verdict-top = самый тяжёлый ключ
live-verdict-middle = средний ключ
live-verdict-random = случайный ключ
live-verdict-foil = случайная цель
live-verdict-none = ни одна
live-verdict-untestable = { $model }: голов без вердикта { $untestable } из { $heads }.
live-verdict-mark =
    { $holds ->
        [yes] Выполнено:
       *[no] Не выполнено:
    }
live-verdict-condition-key =
    { $holds ->
        [yes] Без самого тяжёлого ключа отрыв теряет заметно больше, чем без случайного (разность: { $over } ната).
       *[no] Без самого тяжёлого ключа отрыв не теряет заметно больше, чем без случайного (разность: { $over } ната).
    }
live-verdict-condition-share =
    { $holds ->
        [yes] Теряется не меньше { $least } отрыва (доля: { $share }).
       *[no] Требуемых { $least } отрыва не теряется (доля: { $share }).
    }
live-verdict-condition-target =
    { $holds ->
        [yes] Ответ теряет заметно больше, чем случайная цель (разность: { $over } ната).
       *[no] Ответ не теряет заметно больше, чем случайная цель (разность: { $over } ната).
    } Слабейшая из двух разностей с поправкой на все головы: p { $p }.
live-verdict-naive = Наивно, без знака: { $top } ната против { $random }, p { $p } без поправки.
live-verdict-few =
    { $texts ->
        [one] { $texts } текста мало: нужно не меньше { $least }.
        [few] { $texts } текстов мало: нужно не меньше { $least }.
       *[many] { $texts } текстов мало: нужно не меньше { $least }.
    }
