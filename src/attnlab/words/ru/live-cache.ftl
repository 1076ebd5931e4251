# Текст, который произносят шаг за шагом: с кэшем и без него.

live-cache = Текст шаг за шагом
live-cache-text = Текст
live-cache-kept = Хранить ключи и значения
live-cache-step = шаг
live-cache-rows = сделано
live-cache-new = ключ и значение сделаны впервые
live-cache-kept-now = прочитаны из кэша
live-cache-again = сделаны заново
live-cache-made = Сделано пар «ключ и значение» в слое
live-cache-work-cached = Умножений со сложением во внимании, с кэшем
live-cache-work-anew = без кэша
live-cache-times = во сколько раз больше
live-cache-difference = Наибольшая разность логитов
