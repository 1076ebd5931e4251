# Kui palju antud suurustega mudel maksab.

live-cost = Kui palju see maksab
live-cost-length = Pikkus n
live-cost-width = Laius d
live-cost-layers = Kihte L
live-cost-heads = Päid
live-cost-vocabulary = Sõnavara V
live-cost-bits = Bitte arvu kohta
live-cost-bits-32 = 32
live-cost-bits-16 = 16
live-cost-bits-8 = 8
live-cost-bits-4 = 4
live-cost-uneven = Laiust { $width } ei saa nii paljude peade ({ $heads }) vahel võrdselt jagada; allolevad arvud seda ei arvesta.
live-cost-of-parameters = Parameetrid
live-cost-of-work = Korrutamisi koos liitmisega kogu teksti peale
live-cost-of-memory = Mälu (kaardid alati 32 bitiga)
live-cost-part-attention = tähelepanu, 4Ld²
live-cost-part-feed = pärilevivõrk
live-cost-part-tables = tokenite tabel, Vd
live-cost-part-attention-work = tähelepanu, 2Ln²d
live-cost-part-projections = projektsioonid, 4Lnd²
live-cost-part-output = väljund
live-cost-part-map = üks kaart
live-cost-part-maps = kõik kaardid
live-cost-part-cache = vahemälu
live-cost-part-weights = mudeli kaalud
live-cost-total = kokku
live-cost-bytes = baiti
live-cost-kib = KiB
live-cost-mib = MiB
live-cost-gib = GiB
live-cost-tib = TiB
live-cost-pib = PiB
live-cost-crossing = Tähelepanu töö saab projektsioonide omaga võrdseks, kui n = { $length }. Praegu on tähelepanu ja projektsioonide töö suhe { $times }.
live-cost-picture = Tähelepanu ja selle projektsioonide töö sõltuvalt pikkusest, mõlemad teljed logaritmilised: sirged lõikuvad, kui n = { $length }.
live-cost-axis = pikkus ja töö, mõlemad logaritmiliselt
live-cost-line-attention = tähelepanu
live-cost-line-projections = projektsioonid
