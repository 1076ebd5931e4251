experiment-lookup-question = Чего стоит смягчить поиск и почему выучить можно только мягкий?
experiment-lookup-method = Таблица из 8 ключей и значений; тысяче запросов (ключ с шумом) отвечают значением лучшего ключа и через softmax(оценка/τ) при многих температурах. Затем один ключ каждой таблицы теряют и ищут спуском; наклон измеряют, чуть сдвигая каждое число туда и обратно, для обоих поисков одинаково.
experiment-lookup-expected = Холодный мягкий поиск отвечает как жёсткий, горячий всем отдаёт среднее. Жёсткий ответ от малого сдвига не меняется, и идти ему некуда; мягкий выучивается.
experiment-lookup-refuted = если у жёсткого ответа есть наклон чаще, чем в одном запросе из ста, или мягкий поиск не найдёт свой ключ.
experiment-lookup-cold = самый холодный: среднее расстояние от жёсткого ответа
experiment-lookup-warm = самый горячий: среднее расстояние от среднего значений
experiment-lookup-cold-entropy = самый холодный: энтропия
experiment-lookup-warm-entropy = самый горячий: энтропия
experiment-lookup-hard-flat = запросы, где наклон жёсткого ответа ровно 0
experiment-lookup-soft-flat = запросы, где наклон мягкого ответа (τ = 1) ровно 0
experiment-lookup-hard-loss = осталось потерь после обучения, жёсткий
experiment-lookup-soft-loss = осталось потерь после обучения, мягкий, τ = 1
experiment-lookup-cold-loss = осталось потерь после обучения, самый холодный
experiment-lookup-best-temperature = температура, при которой учится лучше всего
experiment-lookup-best-loss = осталось потерь при ней
experiment-lookup-claim-between = От холода к теплу каждая строка расплывается: от одного ключа до всех поровну.
experiment-lookup-claim-flat = Доля запросов, у которых наклон жёсткого ответа ровно 0: { $share } (единица — все); у мягкого ответа таких запросов нет.
experiment-lookup-claim-trains = Мягкий поиск (τ = { $temperature }) находит свой ключ: осталось { $soft } потерь. Жёсткий до последнего бита там же, где начал.
experiment-lookup-claim-any-temperature = Мягкий поиск выучивается при любой температуре. (При τ = { $cold } он почти жёсткий, и остаётся { $left } потерь.)
experiment-lookup-temperature = температура τ
experiment-lookup-largest = наибольший вес
experiment-lookup-spread = энтропия / ln 8
experiment-lookup-step = шаг
experiment-lookup-loss = доля оставшихся потерь
experiment-lookup-hard = жёсткий
experiment-lookup-soft = мягкий
experiment-lookup-sweep-title = От жёсткого к ровному
experiment-lookup-training-title = Поиск потерянного ключа, τ = 1
experiment-lookup-left-title = Что осталось, по температурам
