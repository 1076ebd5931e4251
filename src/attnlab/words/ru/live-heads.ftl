# Все головы слоя над одним текстом.

live-heads = Несколько голов над одним текстом
live-heads-text = Текст
live-heads-query = Позиция запроса
live-heads-off = Выключена
live-heads-off-none = ни одна
live-heads-off-0 = голова 0
live-heads-off-1 = голова 1
live-heads-off-2 = голова 2
live-heads-off-3 = голова 3
live-heads-places = Головы
live-heads-places-kept = на своих местах
live-heads-places-together = переставлены вместе с блоками
live-heads-places-alone = переставлены без блоков
live-heads-table = Строка { $query } в каждой голове
live-heads-key = ключ
live-heads-head = голова { $head }
live-heads-map = Карта головы { $head }; в рамке строка запроса
live-heads-is-off = выключена
live-heads-masked = за маской
live-heads-apart = Расстояние между строками голов, среднее
live-heads-nearest = ближе всех, { $pair }
live-heads-furthest = дальше всех, { $pair }
live-heads-parameters = Параметров у внимания
