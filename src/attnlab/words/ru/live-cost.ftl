# Сколько стоит модель данных размеров.

live-cost = Сколько это стоит
live-cost-length = Длина n
live-cost-width = Ширина d
live-cost-layers = Слои L
live-cost-heads = Головы
live-cost-vocabulary = Словарь V
live-cost-bits = Битов на число
live-cost-bits-32 = 32
live-cost-bits-16 = 16
live-cost-bits-8 = 8
live-cost-bits-4 = 4
live-cost-uneven = Ширину { $width } нельзя поделить поровну на столько голов: { $heads }. В подсчётах ниже это не учтено.
live-cost-of-parameters = Параметры
live-cost-of-work = Умножения со сложением на весь текст
live-cost-of-memory = Память (карты всегда по 32 бита)
live-cost-part-attention = внимание, 4Ld²
live-cost-part-feed = полносвязная сеть
live-cost-part-tables = таблица токенов, Vd
live-cost-part-attention-work = внимание, 2Ln²d
live-cost-part-projections = проекции, 4Lnd²
live-cost-part-output = выход
live-cost-part-map = одна карта
live-cost-part-maps = все карты
live-cost-part-cache = кэш
live-cost-part-weights = веса модели
live-cost-total = вместе
live-cost-bytes = байт
live-cost-kib = КиБ
live-cost-mib = МиБ
live-cost-gib = ГиБ
live-cost-tib = ТиБ
live-cost-pib = ПиБ
live-cost-crossing = Внимание сравнивается со своими проекциями при n = { $length }. Сейчас отношение внимания к проекциям: { $times }.
live-cost-picture = Работа внимания и его проекций в зависимости от длины, обе оси логарифмические: прямые пересекаются при n = { $length }.
live-cost-axis = длина и работа, обе логарифмически
live-cost-line-attention = внимание
live-cost-line-projections = проекции
