# Тон повторяют, а затем меняют.

live-novelty = Тон повторяют, затем меняют
live-novelty-repeats = Повторений
live-novelty-change = Сдвиг тона, шагов
live-novelty-pause = Пауза перед Б, тактов
live-novelty-width = Ширина детектора
live-novelty-sharpness = Острота сравнения
live-novelty-compares = Память сравнивает
live-novelty-again = Старый тон ещё раз
live-novelty-tones = Что отвечают детекторы:
live-novelty-repeated = повторный тон, А
live-novelty-changed = изменённый тон, Б
live-novelty-letter-repeated = А
live-novelty-letter-changed = Б
live-novelty-response = Реакция на каждое предъявление: доля строки, которую не взял ни один след
live-novelty-score = Лучшая оценка среди следов, пока они не побледнели, в натах; высота полного столбца — { $most }
live-novelty-response-picture = Реакция: { $first } на первый тон, { $last } на последнее повторение, { $changed } на изменённый тон.
live-novelty-score-picture = Лучшая оценка: { $last } ната у последнего повторения, { $changed } у изменённого тона.
live-novelty-picture = Ответы детекторов на оба тона; угол между ними как векторами в градусах: { $angle }.
live-novelty-of-first = Первый тон
live-novelty-of-last = Последнее повторение
live-novelty-of-changed = Изменённый тон
live-novelty-of-again = Старый тон ещё раз
live-novelty-angle = Угол между тонами
live-novelty-degrees = { $angle }°
