# Записанная проверка, прочитанная заново.

live-reading = Записанная проверка, прочитанная по вашим правилам
live-reading-record = Запись
live-reading-record-practice = practice
live-reading-record-address = address
live-reading-record-names = names
live-reading-least = Наименьшая доля, в процентах
live-reading-texts = Текстов не меньше
live-reading-sum = { $model }: подтверждено голов { $supported } из { $heads }. Наивное сравнение подтвердило бы { $naive } из { $heads }.
live-reading-used = Учтено текстов: { $texts }; отложено: где модель не говорит цели: { $wrong }, слишком коротких: { $short }, повторов: { $same }.
