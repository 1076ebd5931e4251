# One logit taken apart.

live-parts = Из чего складывается один логит
live-parts-text = Текст
live-parts-letter = Следующая буква
live-parts-without = Выключить
live-parts-without-none = ничего
live-parts-without-head-0 = голову 0
live-parts-without-head-1 = голову 1
live-parts-without-head-2 = голову 2
live-parts-without-head-3 = голову 3
live-parts-without-feed = полносвязную сеть
live-parts-asked = После «{ $text }»: логит символа { $letter }, его вероятность — { $probability }.
live-parts-part = часть
live-parts-picture = величина
live-parts-adds = прибавляет
live-parts-now = без неё
live-parts-of-symbol = последняя буква
live-parts-of-position = её место
live-parts-of-head = голова { $head }
live-parts-of-feed = полносвязная сеть
live-parts-residue = округление
live-parts-logit = логит
live-parts-size-embedded = Размер остаточного вектора: эмбеддинг
live-parts-size-residual = после голов
live-parts-size-left = после полносвязной сети
live-parts-change = Логит изменился на
live-parts-letter-unknown = У этой модели нет буквы «{ $letter }». Возьмите букву от { $first } до { $last } или { $start } — конец имени.
