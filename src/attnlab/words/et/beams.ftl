# Kiired: ühe pea üks päring vektoritest väljundini.

beams-title = Pea { $head }: päringu { $query } kiired
beams-picture = Päringu { $query } kiired peas { $head }, tekst „{ $text }“. Samad arvud on allolevas tabelis.
beams-keys = Võtmed; Enter võtab skoori osadeks
beams-heads = Pead: selle päringu rida igas
beams-token-ask = vali päringuks
beams-key-visible = { $key }: skoor { $score }, kaal { $weight }; võta skoor osadeks
beams-key-masked = { $key }: maski taga, kaal 0; võta osadeks, milline skoor oleks olnud
beams-key-cut = { $key }: muudatusega lõigatud, kaal 0; võta osadeks, milline skoor oli
beams-rest-visible = { $count ->
    [one] veel { $count } võti, kaal { $weight }
   *[other] veel { $count } võtit, kaal kokku { $weight }
}
beams-rest-masked = { $count ->
    [one] veel { $count } võti maski taga
   *[other] veel { $count } võtit maski taga
}
beams-output-of = Väljund kohal { $query }
beams-lane-tokens = tükid
beams-lane-query = päring
beams-lane-keys = võtmed
beams-lane-values = väärtused
beams-lane-mix = segu
beams-lane-heads = kõik pead

# Mida päring näeb
beams-sight-causal = { $query } näeb iseennast ja seda, mis seisab enne: { $count } võtit { $all }-st.
beams-sight-all = { $query } näeb kõiki võtmeid ({ $all }), maski ei ole.
beams-sight-some = { $query } näeb { $count } võtit { $all }-st; ülejäänud peidab mask.
beams-sight-cross = { $query } kuulub selle hulka, mida dekooder on juba öelnud; võtmed on lähteteksti omad ja neist on näha { $count } { $all }-st.
beams-sight-cut = Neist on muudatustega lõigatud { $count }.
beams-sight-alone = Vaadata on ainult ühte võtit, nii et selle kaal on { $weight }, olgu skoor milline tahes.
beams-start = START seisab kohal 0 ja võtab mudeli { $most } kohast ühe; kasutusel on { $used }.
beams-strongest = Joonistatud on { $count } võtit { $all }-st, kõige kaalukamad; ülejäänud on kõrval kokku loetud ja tabelis on kõik.
beams-strips-why = Ribad tüki all on sildid: üles pluss, alla miinus, igal liigil oma skaala. Arvud ise on q·k juures.
beams-strips-some = Ribad tüki all on sildid ja näitavad { $size } arvust esimest { $count }: üles pluss, alla miinus, igal liigil oma skaala.

# Ajajoon
beams-play = Käivita
beams-pause = Paus
beams-restart = Algusesse
beams-back = Eelmine etapp
beams-next = Järgmine etapp
beams-speed = Kiirus
beams-time = Aeg
beams-time-at = { $phase }; { $at }, kokku { $of }
beams-phase-tokens = Tükid
beams-phase-vectors = q, k, v
beams-phase-score = Skoor
beams-phase-mask = Mask
beams-phase-weight = Kaal
beams-phase-values = Väärtused
beams-phase-heads = Kõik pead
beams-phase-tokens-why = Tekst tükkidena. Värviga täidetud tükk on päring: loeme tema rida.
beams-phase-vectors-why = Iga tükk annab peale päringu q, võtme k ja väärtuse v. Päringutest küsib siin ainult valitu.
beams-phase-score-why = Päring korrutatakse iga võtmega, mida ta näha tohib, ja summa skaleeritakse: see on skoor, nattides.
beams-phase-mask-why = Võti maski taga kaalu ei saa: sein seisab skoori ja softmaxi vahel.
beams-phase-weight-why = Softmax teeb nähtavate võtmete skooridest kaalud. Kiir on nii lai, kui suur on kaal.
beams-phase-values-why = Iga väärtus korrutatakse oma kaaluga ja kõik liidetakse: see on pea väljund. Arv on kaalutud väärtuse pikkus.
beams-phase-heads-why = Sama päring selle kihi igas peas. Igal peal on oma softmax.

# Mida näidatakse
beams-site = Kiht
beams-show = Näita
beams-show-strips = q, k, v ribad
beams-show-scores = skoorid
beams-show-weights = kaalud
beams-show-masked = maskitud võtmed
beams-show-would = skoorid maski taga
beams-show-heads = kõik pead
beams-legend-score = skoor, nattides
beams-legend-weight = kaal
beams-legend-value = kaalutud väärtuse pikkus
beams-legend-masked = maski sein: kaal täpselt 0
beams-legend-would = milline skoor oleks olnud
beams-heads-scale = Kõigi peade tulpadel on sama skaala, 0 kuni { $most }.
beams-apart = Kas pead on ühel meelel? Nende ridade kaugus, paaride keskmine ({ $pairs }): { $mean }. Lähimad on { $near } ({ $least }), kaugeimad { $far } ({ $most }). See on Jenseni–Shannoni kaugus, ruutjuur bittides mõõdetud lahknevusest: 0 võrdsetel ridadel, 1 ridadel, millel pole ühist võtit.
beams-apart-pair = Kas kaks pead on ühel meelel? Nende ridade kaugus: { $mean }. See on Jenseni–Shannoni kaugus, ruutjuur bittides mõõdetud lahknevusest: 0 võrdsetel ridadel, 1 ridadel, millel pole ühist võtit.
beams-apart-none = Selles kihis on üks pea ja seda pole millegagi võrrelda.

# Rida
beams-row-caption = Päring { $query } peas { $head }: iga võtme skoor, kaal ja panus
beams-length = pikkus: kaal × väärtus
beams-along = segu suunas
beams-residue-row = ümardamisest üle
beams-digits = Komakohti
beams-inspect-key = (võta skoor osadeks)
beams-late = Kui mask tuleks pärast softmaxi, oleks nähtavate kaalude summa { $late }, mitte { $total }.
beams-copy-csv = Kopeeri rida CSV-na
beams-copy-json = Kopeeri JSON-ina
beams-copy-python = Kopeeri Pythonina
beams-save-svg = Salvesta pilt SVG-na
beams-save-png = Salvesta pilt PNG-na

# Üks skoor
beams-inspect = Skoor osadeks võetuna
beams-inspect-title = q·k: { $query } ja { $key }
beams-inspect-button = Uuri q·k
beams-inspect-hint = Klõpsa võtit, arvu kiirel või tabeli rida või vali võti siit: selle skoor võetakse mõõde mõõtme haaval osadeks.
beams-inspect-caption = Päring { $query } korda võti { $key }, mõõde mõõtme haaval
beams-key-missing = Aadress küsib võtit { $key }; selle teksti võtmed on 0 kuni { $last }.
beams-dim = mõõde
beams-size = suurus
beams-dims-all = Kõik mõõtmed: { $count }
beams-rest-dims = { $count ->
    [one] ülejäänud mõõde
   *[other] ülejäänud { $count } mõõdet kokku
}
beams-step-dot = { $count } korrutise summa
beams-step-root = ÷ { $by }, ruutjuur pea suurusest { $size }
beams-step-scale = × { $by }, mudeli oma skaala
beams-step-log = summa logaritm (lineaarne tähelepanu)
beams-step-cap = pehme piir ±{ $by }
beams-step-bias = { $by } asukoha eest
beams-step-edits = { $by } skoori muudatustest
beams-residue = { $residue } on ümardamine
beams-score-visible = skoor, nattides
beams-score-masked = skoor oleks olnud
beams-score-cut = skoor oli
beams-inspect-weight = Softmax üle nähtavate võtmete teeb sellest kaalu { $weight }.
beams-inspect-masked = Mask ei lase päringut { $query } võtme { $key } juurde: korrutise saab välja arvutada, aga kaal on täpselt 0.
beams-inspect-cut = Muudatus lõikab päringu { $query } võtmest { $key } lahti: kaal on täpselt 0.

# Väljund
beams-output-why = Kõigi kaalutud väärtuste summa; selle pikkus on { $length }. See on ainult üks pea: kiht ühendab kõigi peade väljundid ja projitseerib need.
beams-output-replaced = Muudatus paneb segu asemele teise väljundi; segu enda pikkus on { $length }.
beams-output-some = Esimesed { $count } arvu { $size }-st; ülejäänud on nupu „Kõik mõõtmed“ taga ja JSON-is.
beams-output-one = „Segu suunas“ on see osa kaalutud väärtusest, mis on suunatud sinna, kuhu segu; osad annavad kokku segu pikkuse.
beams-contributes = { $key }: { $along } segu suunas, { $share } % selle pikkusest
