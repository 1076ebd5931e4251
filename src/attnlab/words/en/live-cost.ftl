# What a model of given sizes costs.

live-cost = What it costs
live-cost-length = Length n
live-cost-width = Width d
live-cost-layers = Layers L
live-cost-heads = Heads
live-cost-vocabulary = Vocabulary V
live-cost-bits = Bits of a number
live-cost-bits-32 = 32
live-cost-bits-16 = 16
live-cost-bits-8 = 8
live-cost-bits-4 = 4
live-cost-uneven = { $heads } heads cannot share a width of { $width } equally; the counts below take no notice of that.
live-cost-of-parameters = Parameters
live-cost-of-work = Multiply-adds for the whole text
live-cost-of-memory = Memory (maps always with 32 bits)
live-cost-part-attention = attention, 4Ld²
live-cost-part-feed = feed-forward
live-cost-part-tables = table of tokens, Vd
live-cost-part-attention-work = attention, 2Ln²d
live-cost-part-projections = projections, 4Lnd²
live-cost-part-output = output
live-cost-part-map = one map
live-cost-part-maps = all maps
live-cost-part-cache = cache
live-cost-part-weights = weights
live-cost-total = together
live-cost-bytes = bytes
live-cost-kib = KiB
live-cost-mib = MiB
live-cost-gib = GiB
live-cost-tib = TiB
live-cost-pib = PiB
live-cost-crossing = Attention does as much as its projections at n = { $length }; now it does { $times } times as much.
live-cost-picture = Work of attention and of its projections against the length, both axes logarithmic: the lines meet at n = { $length }.
live-cost-axis = length and work, both logarithmic
live-cost-line-attention = attention
live-cost-line-projections = projections
