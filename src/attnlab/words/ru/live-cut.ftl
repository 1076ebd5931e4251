# Одна строка головы и что станет с ответом без каждого ключа.

live-cut = Строка и ответ без каждого из ключей
live-cut-text = Текст
live-cut-query = Позиция запроса
live-cut-head = Голова
live-cut-head-0 = 0
live-cut-head-1 = 1
live-cut-head-2 = 2
live-cut-head-3 = 3
live-cut-way = Что отнимаем
live-cut-way-edge = связь (отрезаем)
live-cut-way-value = значение (пересаживаем)
live-cut-way-piece = букву (заменяем)
live-cut-other = Контрольный текст
live-cut-which = После { $query } модель ставит на первое место { $first }, на второе { $second }. Отрыв первого — { $margin } ната: за ним и следим.
live-cut-row = Строка { $query } и сдвиг отрыва { $first } от { $second } без каждого ключа
live-cut-key = ключ
live-cut-weight = вес
live-cut-change =
    { $way ->
        [edge] сдвиг, если отрезать, нат
        [value] сдвиг с чужим значением, нат
       *[piece] сдвиг с чужой буквой, нат
    }
live-cut-heaviest = самый тяжёлый
live-cut-strongest = сдвигает сильнее всех
live-cut-aside = не в счёт
live-cut-beyond = Позиции { $asked } в тексте нет. Он кончается на позиции { $shown }: её строка и показана.
live-cut-other-length =
    { $found ->
        [one] В контрольном тексте «{ $other }» { $found } буква, а нужно столько же, сколько в тексте: { $wanted }.
        [few] В контрольном тексте «{ $other }» { $found } буквы, а нужно столько же, сколько в тексте: { $wanted }.
       *[many] В контрольном тексте «{ $other }» { $found } букв, а нужно столько же, сколько в тексте: { $wanted }.
    }
