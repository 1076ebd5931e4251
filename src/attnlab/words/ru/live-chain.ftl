# Самая маленькая рекуррентная сеть и рядом с ней внимание.

live-chain = Цепочка состояний и один шаг внимания
live-chain-w = w: от состояния к состоянию
live-chain-u = u: от входа к состоянию
live-chain-places = Мест в ряду
live-chain-pulse = Место импульса
live-chain-size = Величина импульса
live-chain-score = Оценка ключа импульса
live-chain-state = Состояние после каждого места
live-chain-reach = Насколько сдвигается каждое место, если сдвинуть вход на месте импульса
live-chain-legend-chain = цепочка: наклон состояния
live-chain-legend-below = наклон меньше нуля
live-chain-legend-share = внимание: вес импульса, один шаг
live-chain-last = Последнее состояние
live-chain-factor = Последний множитель
live-chain-slope = Наклон последнего состояния
live-chain-share = Вес во внимании
live-chain-beyond = Импульс стоит на месте { $pulse }, а ряд кончается на месте { $places }.
live-chain-picture = Состояния цепочки и её наклоны. Мест после импульса: { $distance }; наклон последнего состояния { $slope }, вес во внимании { $share }.
