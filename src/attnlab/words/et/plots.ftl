# Mida ütlevad joonised märkmikule ja artiklile: src/attnlab/drawings.py ja need, kes annavad talle arvud.

figure-head-title = { $model }, pea { $head }
figure-grid-title = { $model }: { $heads ->
    [one] üks pea
   *[other] { $heads } pead
}
figure-entropy-title = { $model }: kui ühtlaselt pead vaatavad
figure-edits = Muudatused: { $edits }.
figure-outside = Ainult kaalud, väljast võetud: siin pole midagi muudetud ega kontrollitud.
figure-pooled = Ruudus on { $queries } × { $keys } serva ja näha on neist suurim kaal või skoor.
figure-grid-pooled = Ruudus on kuni { $queries } × { $keys } serva ja näha on neist suurim kaal.

figure-query = päring
figure-key = võti
figure-head = pea
figure-layer = kiht
figure-weight = kaal
figure-score = skoor, natti
figure-weight-root = kaal (ruutjuur venitab skaala)
figure-masked = maski taga
figure-cut = lõigatud
figure-no-edge = pole serva, mida mõõta
figure-not-measured = mõõtmata

figure-entropy = entroopia, osa suurimast võimalikust
figure-one-head = pea: { $name }
figure-mean-of-heads = keskmine: { $name }
figure-stack-decoder = dekooder
figure-stack-encoder = kooder
figure-stack-cross = risttähelepanu

figure-before = enne
figure-after = pärast
figure-probability = järgmise tõenäosus
figure-effect-title = { $model }: siht { $target }, { $before } enne ja { $after } pärast

figure-ranked-title-change = { $model }: mida iga osa sihiga { $target } teeb
figure-ranked-title-value = { $model }: mida iga osa sihile { $target } lisab või sellest ära võtab
figure-ranked-change = sihi muutus, { $unit }
figure-ranked-value = omaette panus sihti, { $unit }
figure-ranked-left = Näha on { $shown } suurimat { $count }-st.
figure-grew = siht kasvab
figure-fell = siht langeb
figure-adds = lisab sihile
figure-takes = võtab sihist ära

figure-forest-title = { $model }, tekste: { $texts }, kust: { $name }
figure-forest-harm = kahju sihile selle ühikus: keskmine ja 95 % vahemik
figure-forest-nothing = Siin ei saa midagi kontrollida: pole arve, mida joonistada, ega skaalat.
figure-forest-top = { $key } lõigatud
figure-forest-random = sobitatud juhuslik võti lõigatud
figure-forest-foil = juhuslik siht, sama lõige
figure-forest-row = { $finding }, { $texts ->
    [one] 1 tekst
   *[other] { $texts } teksti
}
figure-forest-left = { $count ->
    [one] Veel üks väiksema kahjuga rida pole näha.
   *[other] Veel { $count } väiksema kahjuga rida pole näha.
}
