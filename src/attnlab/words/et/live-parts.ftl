# One logit taken apart.

live-parts = Millest üks logit kokku tuleb
live-parts-text = Tekst
live-parts-letter = Järgmine täht
live-parts-without = Lülita välja
live-parts-without-none = mitte midagi
live-parts-without-head-0 = pea 0
live-parts-without-head-1 = pea 1
live-parts-without-head-2 = pea 2
live-parts-without-head-3 = pea 3
live-parts-without-feed = pärilevivõrk
live-parts-asked = Pärast teksti „{ $text }“: sümboli { $letter } logit; selle tõenäosus on { $probability }.
live-parts-part = osa
live-parts-picture = suurus
live-parts-adds = lisab
live-parts-now = ilma selleta
live-parts-of-symbol = viimane täht
live-parts-of-position = selle koht
live-parts-of-head = pea { $head }
live-parts-of-feed = pärilevivõrk
live-parts-residue = ümardamine
live-parts-logit = logit
live-parts-size-embedded = Jäägi suurus: vektoresitus
live-parts-size-residual = pärast päid
live-parts-size-left = pärast pärilevivõrku
live-parts-change = Logiti muutus
live-parts-letter-unknown = Sellel mudelil pole tähte „{ $letter }“. Võta täht vahemikust { $first } kuni { $last } või { $start }, mis on nime lõpp.
