# Два цикла рядом.

live-loops = Два цикла над одним текстом
live-loops-text = Текст
live-loops-position = позиция
live-loops-keys = ключей в кэше
live-loops-weights = разность весов, не более
live-loops-logits = разность логитов, не более
live-loops-difference = Наибольшая разность вообще
live-loops-whole = Оценок, если считать сразу
live-loops-steps = по шагам
