# Pea üks rida ja mis saab vastusest ilma iga võtmeta.

live-cut = Rida ja vastus ilma iga võtmeta
live-cut-text = Tekst
live-cut-query = Päringu positsioon
live-cut-head = Pea
live-cut-head-0 = 0
live-cut-head-1 = 1
live-cut-head-2 = 2
live-cut-head-3 = 3
live-cut-way = Mida ära võtame
live-cut-way-edge = seose (lõikame läbi)
live-cut-way-value = väärtuse (siirdame)
live-cut-way-piece = tähe (asendame)
live-cut-other = Kontrolltekst
live-cut-which = Pärast { $query } on mudelil esikohal { $first }, teisel kohal { $second }. Esimese edumaa on { $margin } natti: seda me jälgimegi.
live-cut-row = Päringu { $query } rida ja edumaa { $first } / { $second } nihe ilma iga võtmeta
live-cut-key = võti
live-cut-weight = kaal
live-cut-change =
    { $way ->
        [edge] nihe lõikamisel, natti
        [value] nihe võõra väärtusega, natti
       *[piece] nihe võõra tähega, natti
    }
live-cut-heaviest = raskeim
live-cut-strongest = nihutab enim
live-cut-aside = arvestamata
live-cut-beyond = Positsiooni { $asked } tekstis ei ole. Tekst lõpeb positsiooniga { $shown }; näidatakse selle rida.
live-cut-other-length =
    { $found ->
        [one] Kontrolltekstis „{ $other }“ on { $found } täht, aga vaja on sama palju kui tekstis: { $wanted }.
       *[other] Kontrolltekstis „{ $other }“ on { $found } tähte, aga vaja on sama palju kui tekstis: { $wanted }.
    }
