task-remember-broken = «{ $piece }» на месте { $place } здесь не годится. Сначала цифра, потом хотя бы одна буква, в конце ?: 7 k x b r ?
attention-none = Модель { $model } читает место за местом и не имеет внимания: нет карты, на которую можно посмотреть, и нет ребра, которое можно отрезать. Сравните её командой attnlab remember или откройте трансформер, например names.
memory-rnn = RNN
memory-lstm = LSTM
memory-full = полное внимание
memory-strided = шаг { $reach }
memory-window = окно { $reach }
memory-linear = линейное внимание
remember-mixed = Обучение на близких и далёких текстах по очереди (мест: { $trained })
remember-far = Обучение только на далёких текстах (мест: { $trained })
remember-right = { $lesson }: доля верных ответов на отложенные тексты — по тому, на сколько мест назад стоит значение
remember-gradient-untrained = До обучения: насколько верный ответ зависит от значения — по тому, на сколько мест назад оно стоит
remember-gradient-trained = { $lesson }: то же после обучения
remember-cost = Чего стоит прочитать столько мест: { $places }
column-way = способ
column-parameters = параметры
column-learnt = выучено на шаге
column-steps = шаги друг за другом
column-multiply-adds = умножения-сложения
column-kept = чисел хранится о прошлом
column-edges-lost = потерянные рёбра
column-nats = нат на символ на отложенных
remember-never = никогда
remember-no-edges = все { $edges }
remember-lost = { $lost } из { $edges }
remember-caption = Угадать можно один раз из десяти. { $seeds ->
    [1] Зерно { $first }
    [one] Средние по { $seeds } зерну начиная с { $first }
   *[other] Средние по { $seeds } зёрнам начиная с { $first }
 }, шагов обучения не больше { $steps }; всего секунд: { $seconds }.
remember-gradient-caption = Длина градиента логита верного ответа по эмбеддингу значения, средняя по текстам. 0 — ровно ничего: путь по рёбрам туда не ведёт.
remember-cost-caption = Слой RNN или LSTM проходит места одно за другим; внимание проходит друг за другом слои, а места — все сразу. Рёбра — одной головы одного слоя.
remember-names-title = Локальные тексты (имён: { $texts }): следующая буква зависит от соседних
remember-names-caption = У таблицы пар букв { $pairs } ната на символ. Имена отложенные; каждая модель обучена заново.
plot-remember-right = верные ответы
plot-remember-gradient = градиент
plot-remember-distance = мест назад
plot-remember-untrained = До обучения
plot-remember-mixed = После близких и далёких текстов
plot-remember-far = Только после далёких текстов
plot-remember-chance = наугад
plot-remember-nothing = ровно 0
