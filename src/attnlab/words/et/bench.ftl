# Katsepink: üks tähelepanu rida päris vektoritest ja samad nupud mudeli peal.
bench-on = Mis on katsepingil
bench-on-sentence = lause oma vektoritega
bench-on-head = mudeli pea
bench-about-sentence = Üks tähelepanu rida päris vektoritest. Iga arvu q-s, k-s ja v-s saab muuta ja näha on iga samm väljundini. Kõik arvutatakse siinsamas lehel.
bench-about-head = Samad nupud õpetatud või käsitsi tehtud mudeli pea juures: temperatuur, lisa, mask ja väärtus kuni selleni, mida mudel järgmiseks ütleb.
bench-sentence-title = Lause ja nupud
bench-sentence = Oma lause
bench-sentence-why = Tühi väli tähendab õppetunni lauset. Mahub kuni { $most } sõna; oma sõnad saavad juhuslikud vektorid, mida saab muuta.
bench-too-many = { $count ->
    [one] Viimane sõna jäi välja: katsepingile mahub { $most }.
   *[other] Viimased { $count } sõna jäid välja: katsepingile mahub { $most }.
}
bench-query-missing = Aadressi järgi küsib sõna { $query }, aga 0-st lugedes on neid lauses { $count }. Küsib viimane.
bench-product = Korrutis q · k
bench-dim = Pea suurus d
bench-divided = Millega korrutis jagatakse
bench-divided-yes = jaga √d-ga
bench-divided-no = ära jaga
bench-made = Vektorid
bench-made-lesson = õppetunnist
bench-made-random = juhuslikud
bench-seed = Seeme
bench-undivided-lesson = Õppetunni vektorid on tehtud nii, et jagatud korrutis on iga d korral õppetunni skoor. Miks jagada, näitavad juhuslikud: nende korrutiste hajuvus kasvab nagu √d.
bench-undivided-random = Komponendid on standardse normaaljaotuse arvud, nii et q · k hajuvus kasvab nagu √d. Jagatuna on see iga d korral 1; jagamata tõmbub rida d kasvades ühele võtmele kokku.
bench-score = Skoor
bench-key = Võti
bench-bump = Lisa, natti
bench-temperature = Temperatuur
bench-mask = Mask
bench-causal = Põhjuslik: sõna ei näe järgmisi
bench-padding = Täide:
bench-when = Mask mõjub
bench-when-before = enne softmaxi
bench-when-after = pärast softmaxi
bench-mask-off = Võta maskid ära
bench-noise = Kuus müratokenit
bench-noise-no = ei ole
bench-noise-before = minevikus
bench-noise-after = lause taga
bench-noise-all = müra
bench-noise-name = müra { $n }
bench-noise-lesson = Müratokeni skoor on iga päringu jaoks { $score } ja väärtus null. Lause taga peidab ta põhjuslik mask; minevikus lahjendab ta rida ikka.
bench-noise-random = Müratokenil on juhuslik võti ja väärtus null. Lause taga peidab ta põhjuslik mask; minevikus lahjendab ta rida ikka.
bench-value-title = Väärtus: { $key }
bench-swap = Vaheta selle vastu
bench-swap-why = Kaalud jäävad viimase kohani samaks; muutub ainult see, mille võti üle annab.
bench-vectors = Vektorid
bench-vectors-caption = Igas reas üks sõna: tema päringu q, võtme k ja väärtuse v komponendid
bench-vectors-lesson = Õppetunni vektorid: q · k ÷ √d on täpselt skoor, mille õppetund annab sõnadele он, стакан ja потому, ning v esimene komponent on sealne väärtus. Teised päringud ja v₂ on meie omad.
bench-vectors-random = Juhuslikud vektorid, seeme { $seed }; samal sõnal on sama vektor, sest miski siin ei ütle, kus sõna seisab.
bench-vectors-how = Kirjuta suvaline arv vahemikus { $least } kuni { $most }; nooled ↑ ↓ muudavad seda kümnendiku võrra, Enter viib alla, tühjaks tehtud väli saab algse arvu tagasi.
bench-preset = Tagasi algsete juurde
bench-block = komponendid { $from }–{ $to }, kokku { $count }
bench-block-before = Eelmised komponendid
bench-block-next = Järgmised komponendid
bench-cell = { $kind }, sõna { $word }, komponent { $at }
bench-cell-preset = Algselt on siin { $value }.
bench-number = „{ $typed }“ ei sobi: kirjuta arv vahemikus { $least } kuni { $most }.
bench-number-empty = Väli on tühi: kirjuta arv vahemikus { $least } kuni { $most }. Seni kehtib eelmine.
bench-row = Päringu { $query } rida
bench-weight-of = Kaal: { $key }
bench-uniform = võrdselt: { $uniform }
bench-output = Väljund
bench-output-first = Väljund, esimene komponent
bench-output-second = Väljund, teine komponent
bench-output-open = Väljund ilma maskita
bench-value = väärtus
bench-even-legend = Kriips üle riba on võrdne osa, { $uniform }.
bench-hidden-future = põhjusliku maski taga
bench-hidden-padding = täide
bench-hull = Kus saab väljund olla
bench-hull-seen = nähtav väärtus; mida suurem, seda suurem kaal
bench-hull-hidden = väärtus maski taga
bench-hull-inside = { $count ->
    [one] Väljund { $output } ongi ainus nähtav väärtus.
   *[other] Väljund { $output } on { $count } nähtava väärtuse kumeras kattes: kaalud, mille summa on 1, teda sealt välja ei vii.
}
bench-hull-by-chance = Kaalude summa ei ole 1, vaid { $total }: väljund { $output } sattus küll nähtavate väärtuste kumerasse kattesse, aga miski teda seal ei hoia.
bench-hull-outside = Kaalude summa ei ole 1, vaid { $total }: väljund { $output } jääb nähtavate väärtuste kumerast kattest välja.
bench-arithmetic = Kogu arvutus: { $query }
bench-arithmetic-why = Iga võtme iga samm vasakult paremale. Enne e astendamist lahutatakse suurim skoor; kaale see ei muuda. Trükitud arvud klapivad nii, nagu nad on trükitud: kus ümardamine segab, on see näha.
bench-digits = Komakohti
bench-step-products = komponenthaaval
bench-step-product = korrutis
bench-step-divided = jagatud
bench-step-undivided = jagamata
bench-step-bump = lisa
bench-step-score = skoor s
bench-step-mask = mask
bench-step-mask-after = mask
bench-step-raised = eksponent
bench-step-share = osa
bench-step-part = panus
bench-others = { $count ->
    [one] veel { $count }
   *[other] ülejäänud { $count }
}
bench-rounding = ümardus { $by }
bench-rounding-row = ümardus
bench-rounding-why = kui palju erineb trükitud summa trükitud liidetavatest
bench-products-of = Küsib { $query }, vastab { $key }:
bench-ways = Mask enne softmaxi, pärast seda ja üldse mitte
bench-ways-why = Enne: skoorid muutuvad −∞-ks, vabanenud osa saavad teised ja rea summa on 1. Pärast: kaalud muutuvad nulliks, nende osa ei saa keegi ja rea summa on väiksem. Kaldkirjas: milline oleks olnud maskitud võtme kaal.
bench-ways-none = Päringu { $query } reas pole midagi maskitud, nii et kõik kolm on ühesugused. Lülita põhjuslik mask sisse ja lase küsida varasemal sõnal või nimeta mõni võti täiteks.
bench-way-open = ilma maskita
bench-way-before = mask enne softmaxi
bench-way-after = mask pärast softmaxi
bench-would = oleks olnud
bench-row-empty = Kõik võtmed, mida { $query } võiks vaadata, on maskitud: kaal oleks 0 jagatud 0-ga. Jäta vähemalt üks võti alles.
bench-none-seen = Kõik päringu { $query } võtmed on maskitud ja mask toimib pärast softmaxi: kõik kaalud on 0, midagi pole näha ja väljund on null.
bench-row-not-finite = Päringu { $query } reas on skoor, mis ei ole lõplik arv. Vaata vektorid üle.
bench-save = Salvesta failina
bench-open = Ava fail…
bench-address-long = Algsetest erinevaid arve on nii palju, et aadress neid ei mahuta; ülejäänu on seal. Vektorite alleshoidmiseks salvesta need failina.
bench-file-opened = { $name }: { $count ->
    [one] { $count } sõna vektorid.
   *[other] { $count } sõna vektorid.
}
bench-file-large = failis on üle { $most } MB. Katsepingi vektorid on väiksemad; see on mõni muu fail.
bench-file-not-json = see ei ole JSON, järelikult pole see katsepingi salvestatud fail.
bench-file-format = see ei ole katsepingi fail: seal oleks „format“: „{ $format }“.
bench-file-words = „words“ peab olema loend 1 kuni { $most } tühikuteta sõnast.
bench-file-dim = esimesel päringul peab olema { $dims } komponenti: teisi pea suurusi katsepink ei näita.
bench-file-shape = „{ $kind }“ peab olema { $rows } rida, igas { $width } arvu.
bench-file-number = { $place } ei ole arv vahemikus { $least } kuni { $most }.
bench-head-knobs = Nupud: päring { $query }, pea { $head }
bench-head-row = Kogu rida
bench-head-unmask-row = { $count ->
    [0] Selles reas pole midagi maskitud
    [one] Võta sellelt realt mask ära ({ $count } võti)
   *[other] Võta sellelt realt mask ära ({ $count } võtit)
}
bench-head-temperature-why = Mudel jagab juba √d-ga; temperatuur 1 ÷ √d võtab selle tagasi, näiteks { $undone } pea puhul, mille suurus on { $size }.
bench-head-key = Üks võti
bench-head-cut = Lõika enne softmaxi
bench-head-drop = Nulli kaal pärast
bench-head-unmask = Võta sellelt mask ära
bench-head-hide = Nimeta täiteks
bench-head-value = Selle väärtus
bench-head-mean = kõigi võtmete keskmine
bench-head-key-why = Lisa tuleb enne temperatuuri nagu katsepingilgi. Täide peidab võtme selle pea kõigi päringute eest, mis näevad mõnd teist.
bench-head-noise = Müra siia sisse lisada ei saa: mudel loeb teksti. Kirjuta ette sümboleid juurde ja vaata, kuidas rida lahjeneb.
bench-head-edits = Need on lehe tavalised muudatused: nad on aadressis ning neid näitavad ka kaart, muutus ja kontroll. Ctrl Z võtab viimase tagasi.
