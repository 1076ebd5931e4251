# Labori leht.

page-title = attnlab: { $text }
page-title-place = attnlab: { $place }
page-places = Labori ruumid
place-beams = Kiired
place-bench = Katsepink
place-map = Kaart
place-change = Muutus
place-check = Kontroll
place-results = Tulemused
place-generate = Genereerimine
place-experiments = Katsed
place-size = Suurus
place-models = Mudelid
page-tagline = Kaart näitab, kuhu pea vaatas. attnlab selgitab välja, kas sellest ka midagi sõltus.
page-lessons = Õppetunnid
page-skip = Liigu laborisse
page-language = Keel
page-theme = Värvid
page-theme-light = Hele
page-theme-dark = Tume
page-theme-system = Nagu süsteemis

# Tekst
page-entry = Mudel, tekst ja päring
page-model = Mudel
page-text = Tekst
page-start-why = START seisab iga teksti ees ja võtab ühe koha.
page-parameters = { $count ->
    [one] { $count } parameeter
   *[other] { $count } parameetrit
}
page-room = Mahub START ja kuni { $most ->
    [one] { $most } täht
   *[other] { $most } tähte
}; kasutusel { $used }.
page-pieces-drawn = Leht joonistab kuni { $drawn }.
page-pieces = { $used ->
    [one] { $used } tükk
   *[other] { $used } tükki
}; mudelisse mahub { $most }.
page-pieces-pair = Kirjuta nii: lähtetekst => mida dekooder on juba öelnud.
page-flag-special = eritükk, mida tekstis ei ole
page-flag-padding = täide
page-flag-sink = neel
page-text-too-long = Selles tekstis on { $found } märki, leht saadab kuni { $most }. Lühenda seda.

# Mudeli laadimine
page-load = Laadi teine mudel
page-load-name = Hugging Face’i nimi, kaust või .gguf-fail
page-load-why = Mudel loetakse selle masina mällu ja pannakse proovile: iga tähelepanukihti peab olema kuulda, logitid peavad jääma samaks ja muudatus peab neid liigutama. Mudeli lehe koodi ei käivitata. Kui sellist nime masinas veel pole, laaditakse mudel alla.
page-load-start = Laadi
page-load-shared = See labor on jagatud: mudelid on need, millega see käivitati.
page-load-off = Selles laboris on laadimine välja lülitatud (--no-load).
page-load-missing = „{ $name }“ ei ole siin laaditud. Kas laadida? Siis tuleb tagasi kõik, mida see aadress näitab.
page-load-waiting = { $name } ootab järjekorras…
page-load-reading = { $name }: loetakse kaale. Hugging Face’i nimi, mida siin veel pole, laaditakse enne alla; .gguf-fail teisendatakse ühe korra safetensors-kujule…
page-load-proving = { $name }: tõestatakse, et iga kihti on kuulda, et ta jääb samaks ja et muudatus mõjub…
page-load-seconds = { $seconds } s
page-load-cancel = Katkesta
page-load-cancelling = { $name }: pooleliolevat sammu ei saa katkestada. See lõpeb ja siis visatakse kõik loetu ära…
page-load-cancelled = { $name }: katkestatud. Midagi ei jäetud alles.
page-load-done = { $name } on laaditud ja tõestatud.
page-unload = Eemalda { $name } mälust
page-unload-why = Mälu vabaneb, kui mudeliga enam midagi ei arvutata.
page-proof = Tõestatud: kuulda on { $heard } tähelepanukihti { $sites }-st; valemi logitid erinevad mudeli enda omadest { $error } võrra suurimast; muudatus liigutab neid { $moved } kihis { $sites }-st.
page-weights = Kaalud mälus: { $size } MB.

# Päring
page-query = Päring: mille rida vaatame
page-query-choose = Päring, mille rida vaatame
page-token-query = päring
page-token-key = võti, mida see päring tohib vaadata
page-token-masked = võti maski taga

# Pead
page-heads = Kõik pead
page-heads-scale = kõigil sama skaala, 0 kuni 1
page-tiles-scale = Kiht on rida, pea on ruut: tema kaart kuni 8 × 8 plokis, igas suurim kaal; kõigil sama skaala, 0 kuni 1.
page-tile = Pea { $head }: { $query } vaatab kõige rohkem võtit { $key }, { $weight }
page-tile-other = Pea { $head }: valitud päring ei ole tema päringute seas
page-stack-encoder = Kooder
page-stack-decoder = Dekooder
page-stack-cross = Dekooder vaatab lähteteksti
page-head = Pea
page-head-title = Pea { $head }
page-head-off = väljas
page-head-edited = muudetud
page-ablate = Lülita pea välja
page-ablate-why = Pea väljund on igal kohal 0; kaalud jäävad samaks.
page-ablated-note = Pea on välja lülitatud: ta küll vaatab, aga tema väljund on 0.

# Kaart
page-map-label = Pea { $head } kaalud: ridades päringud, veergudes võtmed
page-axis-query = päring
page-axis-key = võti
page-axis-score = skoor
page-axis-weight = kaal
page-sum = summa
page-sum-one = Rea kaalude summa on 1.
page-sum-short = Rea kaalude summa ei ole enam 1: mõni kaal on nullitud.
page-sum-sink = Rea kaalude summa on alla 1: ülejäänu võtab neel ega anna midagi edasi.
page-row-choose = Näita rida { $query }
page-swap-mark = See võti annab edasi teise väärtuse.
page-cell-visible = päring { $query }, võti { $key }: kaal { $weight }, skoor { $score }
page-cell-masked = päring { $query }, võti { $key }: maski taga; skoor oleks olnud { $score }
page-cell-cut = päring { $query }, võti { $key }: lõigatud; skoor oli { $score }
page-did-cut = muudatusega lõigatud
page-did-drop = kaal muudatusega nullitud
page-did-lift = skoor muudatusega nihutatud
page-numbers = Kiht
page-numbers-weight = kaalud
page-numbers-score = skoorid
page-legend = Mida lahtrite välimus tähendab
page-legend-masked = maski taga
page-legend-cut = lõigatud
page-legend-drop = kaal nullitud
page-legend-lift = skoor tõstetud

# Valitud lahter
page-cell = Valitud lahter
page-cell-hint = Klõpsa lahtrit või liigu selleni Tab-klahvi ja nooltega; lohista lahtrit üles või alla, et skoori tõsta või langetada.
page-field-label = Pea { $head } kaalud: alla { $queries } päringut, paremale { $keys } võtit; nooled viivad lahtrist lahtrisse
page-field-hint = Klõpsa lahtrit või liigu nooltega: näidatakse selle päringu rida ning all saab lahtrit lõigata, nullida või tõsta.
page-score-would = skoor oleks olnud
page-score-was = skoor oli
page-masked-why = Mask ei lase päringut { $query } võtme { $key } juurde, sest see võti tuleb tekstis hiljem. Mask pannakse peale pärast skoori, nii et ükski skoori muudatus ei ava tulevikku ja lõigata pole siin midagi.
page-masked-window = Mask ei lase päringut { $query } võtme { $key } juurde: see jääb väljapoole seda, mida kiht päringul näha lubab. Mask pannakse peale pärast skoori, nii et ükski skoori muudatus seda ei ava ja lõigata pole siin midagi.
page-cut = Lõika
page-drop = Nulli kaal
page-lift = Tõsta
page-lift-score = Skoori tõstmine, nattides
page-lift-up = Tõsta skoori poole nati võrra
page-lift-down = Langeta skoori poole nati võrra
page-remove = Eemalda
page-budget-none = Lõika: teised reas kasvavad. Nulli kaal: teised jäävad samaks ja rea summa jääb alla 1.
page-budget-cut = Lõigatud enne softmaxi: vabanenud kaal läheb teistele võtmetele, rea summa on endiselt 1.
page-budget-drop = Nullitud pärast softmaxi: teiste võtmete kaalud jäävad samaks, rea summa on alla 1.
page-budget-lift = Skoori nihutati enne softmaxi: see võti võidab või kaotab teiste arvel, rea summa on endiselt 1.
page-budget-swap = Kaalud jäävad samaks; võti annab igale päringule, mis teda vaatab, edasi teise sisu.
page-budget-refused = Tegemata: muudatus lükati tagasi. Põhjus on kirjas arvude kohal.
page-value-of = Väärtus: { $key }
page-value-own = enda oma
page-value-zero = null
page-value-other = võtmelt { $key }

# Rida
page-row = Rida { $query }
page-row-caption = Kuhu päring { $query } peas { $head } vaatab ja kuidas iga võtme lõikamine muudab sihti { $target }
page-entropy = Entroopia, natti
page-of-most = võimalikust { $most }
page-top-share = Suurim kaal
page-row-sum = Rea summa
page-before = enne
page-after = pärast
page-change-nats = muutus, natti
page-effect = kui lõigata
page-effect-why = Kui lõigata: kui palju muutub { $target }, kui ka see võti ära lõigata.
page-measure = Mõõda, mida lõikamine teeb
page-measure-runs = { $count ->
    [one] { $count } mudeli käivitus, üks võtme kohta
   *[other] { $count } mudeli käivitust, üks võtme kohta
}
page-measuring = { $done } / { $total ->
    [one] { $total } võti
   *[other] { $total } võtit
}
page-measure-stop = Peata
page-not-measured = veel mõõtmata
page-no-target = { $model } ei ennusta sümboleid, seega pole vastust, mida lõige saaks muuta: siin on ainult kaalud.
page-nats = natti
page-claim = See, kuhu pea vaatas, pole veel vastuse põhjus: võrdle kaalu sellega, mis juhtub, kui võti lõigata.
page-state-masked = maski taga
page-state-cut = lõigatud
page-no-effect-masked = Maski taga pole midagi lõigata.
page-no-effect-cut = See võti on juba lõigatud.
page-no-effect-visible = Viimast alles jäänud võtit ei saa lõigata: real poleks enam, kuhu vaadata.

# Mis tuleb edasi
page-next = Mis võib järgneda
page-next-here = Mida mudel sellele kohale paneb
page-next-label = Mida mudel teksti kohta ütleb
page-next-nothing = { $model } ei ennusta sümboleid: ta annab teksti tunnused. Kaardid on näha, tõenäosusi ei ole.
page-others = kõik ülejäänud ({ $count })
page-read-at = Päring on lähtetekstis; siin loetakse dekoodri viimast kohta, { $at }.
page-target = Jälgime: sümboli { $first } logit miinus sümboli { $second } logit pärast { $at }. Enne muudatusi olid need kaks kõige tõenäolisemad.
page-symbol = { $symbol }: enne { $before }, pärast { $after }
page-symbol-ends = { $symbol } tähendab siin, et tekst lõpeb.
page-bars = ribad 0 kuni { $most }
page-order = Järjestus
page-order-symbol = tähestiku järgi
page-order-probability = tõenäosuse järgi

# Muudatused
page-edits = Muudatused
page-edits-none = Muudatusi veel pole: näed mudelit sellisena, nagu see on.
page-undo = Võta tagasi
page-redo = Tee uuesti
page-clear = Tühjenda
page-copy-text = Kopeeri tekstina
page-copy-python = Kopeeri Pythonina
page-copied = { $count ->
    [one] Kopeeritud { $count } rida.
   *[other] Kopeeritud { $count } rida.
}
page-copy-failed = Brauser ei lubanud kopeerida; siin on tekst, kopeeri see ise.
page-copy-hand = Kopeeritav tekst
page-edit-waits = Ootab: selles tekstis sellist kohta pole.
page-edit-refused = Tegemata: muudatus lükati tagasi.
page-remove-this = Eemalda muudatus { $edit }
page-does-cut = { $query } ei vaata enam võtit { $key }. Teised reas kasvavad, summa on endiselt 1.
page-does-drop = Võtme { $key } kaal reas { $query } on 0. Teised jäävad samaks, rea summa on alla 1.
page-does-lift = Võtme { $key } skoor päringule { $query } tõuseb { $by } nati võrra teiste arvel, rea summa on endiselt 1.
page-does-lower = Võtme { $key } skoor päringule { $query } langeb { $by } nati võrra teiste kasuks, rea summa on endiselt 1.
page-does-swap-zero = { $key } ei anna midagi edasi: väärtus on 0. Selle pea kaalud jäävad samaks.
page-does-swap = { $key } annab edasi võtme { $source } väärtuse. Selle pea kaalud jäävad samaks.
page-does-ablate = Pea { $head } on välja lülitatud: väljund on igal kohal 0.

# Mõjud kaalude kõrval
page-effects = Kuhu pead vaatasid ja mis sellest sõltus
page-effects-claim = See, kuhu pea vaatas, ei ole põhjus, miks mudel nii ütles.
page-effects-why = Päringu { $query } iga serv lõigatakse ükshaaval läbi ja siht loetakse uuesti: vahe ongi mõju. Kaaludel ja mõjudel on kummalgi oma skaala.
page-effects-no-edits = Mõjud on mõõdetud mudelil ilma ülal tehtud muudatusteta.
page-effects-target-why = Tühjaks jättes on siht mudeli enda vastus järgmise vastu. Või kirjuta a (logit), a/b (kahe vahe) või p(a) (tõenäosus). Siht loetakse valitud päringu kohal; kui päring seisab tõlkija lähtetekstis, siis pärast viimast öeldud tükki.
page-effects-start = Mõõda kõik päringu { $query } servad
page-effects-start-all = Mõõda selle pea kõik päringud
page-effects-heads = Kõik pead: päringu { $query } rida
page-effects-all = Kõik pead: üleval kaalud, all mõjud
page-effects-watched = Siht: { $target }, loetakse pärast { $at }; { $before } ({ $unit }), kui midagi pole lõigatud. Miinus: lõikamine vähendab seda.
page-effects-above = Ülemine riba, kaalud:
page-effects-below = Alumine riba, mõjud (toon ruutjuure järgi):
page-effects-idle-mark = vaatab pingsalt, ei muuda peaaegu midagi
page-effects-quiet-mark = vaatab sinna vaevalt, aga see on oluline
page-effects-pale = kahvatu: hinnang, veel mõõtmata
page-effects-head = Pea { $head }: vaatab kõige rohkem { $top }, { $weight }; kõige rohkem teeb { $key } lõikamine, { $effect } ({ $unit })
page-effects-head-estimate = Pea { $head }: vaatab kõige rohkem { $top }, { $weight }; hinnangu järgi teeb kõige rohkem { $key } lõikamine, { $effect } ({ $unit }); veel mõõtmata
page-effects-head-still = Pea { $head }: vaatab kõige rohkem { $top }, { $weight }; ükski lõige selles reas sihti ei muuda
page-effects-head-unknown = Pea { $head }: vaatab kõige rohkem { $top }, { $weight }; mõjud pole teada
page-effects-largest = Suurimad mõjud
page-effects-largest-so-far = Suurimad mõjud seni
page-effects-idle = { $count ->
    [0] Ükski pea ei vaata pingsalt ilma peaaegu midagi muutmata
    [one] { $count } pea vaatab pingsalt ega muuda peaaegu midagi
   *[other] { $count } pead vaatavad pingsalt ega muuda peaaegu midagi
}
page-effects-idle-rule = Suurim kaal vähemalt { $hard } ja ükski mõju reas ei ulatu { $share } protsendini sihi väärtusest ilma lõigeteta. Näidatud on suurima kaaluga servad.
page-effects-quiet = Vaevalt vaadatud, aga oluline
page-effects-quiet-rule = Kaal alla { $hardly } ja mõju vähemalt { $share } protsenti sihi väärtusest ilma lõigeteta.
page-effects-none = Siin neid ei ole.
page-effects-reading = Tekst käib korra läbi, midagi lõikamata…
page-effects-progress = { $done } / { $total } serva
page-effects-measuring = Servi lõigatakse ükshaaval
page-effects-estimated = Esimene pilk gradiendi järgi; serv serva haaval asendab seda mõõdetu
page-effects-cancelled = Katkestatud: mõõdetud { $done } / { $total } serva. Mõõdetu jääb alles; ülejäänu on hinnang või teadmata.
page-effects-how = Mõõdetud { $measured } / { $edges } serva, igaühe kohta üks lõige, { $seconds } s.
page-effects-way-suffix = Iga lõike järel arvutati uuesti vaid muudetud rida ja kõik pärast seda, muudetud kihist ülalpool; mõned täiskäigud andsid sama.
page-effects-way-whole = Iga lõike järel arvutati uuesti kõik kohad muudetud kihist ülalpool; mõned täiskäigud andsid sama.
page-effects-way-full = Iga lõige oli mudeli täiskäik.
page-effects-agreement = Hinnangute järjestus ühtis mõõdetuga { $agreement } võrra, kus 1 on sama järjestus ja 0 seost pole.
page-effects-pair = Pea { $head }: kaks kaarti kõrvuti
page-effects-rows = Read
page-effects-rows-one = päringu { $query } rida
page-effects-rows-all = kõik päringud
page-effects-beside = Kaardid
page-effects-beside-both = mõlemad
page-effects-beside-weights = kaalud
page-effects-beside-effects = mõjud
page-effects-all-rows = Iga rea siht on sama, pärast { $at }. Hilisemate päringute read seda mõjutada ei saa: need on pärast kohta, kus siht loetakse.
page-effects-map-weights = Pea { $head }: kaalud
page-effects-map-effects = Pea { $head }: mõjud
page-effects-hint = Osuta lahtrile või liigu Tabi ja nooltega, et näha arve. Klõps serval või C lõikab selle läbi, teist korda võtab tagasi.
page-effects-look-masked = maski taga
page-effects-look-only = ainus võti, lõigata ei saa
page-effects-look-after = pärast lugemiskohta
page-effects-look-waits = mõõtmata
page-effects-look-estimate = hinnang
page-effects-cell-measured = päring { $query }, võti { $key }: kaal { $weight }, mõju { $effect } ({ $unit }).
page-effects-cell-estimate = päring { $query }, võti { $key }: kaal { $weight }, mõju hinnangu järgi { $effect } ({ $unit }), veel mõõtmata.
page-effects-cell-waits = päring { $query }, võti { $key }: kaal { $weight }, mõju mõõtmata.
page-effects-cell-masked = päring { $query }, võti { $key }: maski taga, pole midagi lõigata.
page-effects-cell-only = päring { $query }, võti { $key }: kaal { $weight }; rea ainsat võtit lõigata ei saa.
page-effects-cell-after = päring { $query }, võti { $key }: kaal { $weight }; see on pärast lugemiskohta ega saa midagi muuta.
page-effects-cell-guess = Hinnang oli { $effect } ({ $unit }).
page-effects-cell-cut = Muudatusega lõigatud.

# Kontroll
page-check = Kas see loeb?
page-check-why = Üks tekst vaid näitab: ülalolev rida ütleb, mida teeb tekstiga „{ $text }“ iga võtme lõikamine. Otsuse annavad alles paljud tekstid. Igaühes lõigatakse ükshaaval võtmed, mida viimane koht vaatab, nende seas suurima kaaluga, keskmine ja juhuslik, ning päris sihi kõrval jälgitakse juhuslikku.
page-check-link = See on näide ühel tekstil. Kas see loeb ka paljudel?
page-check-form = Mida kontrollida
page-check-scope = Pead
page-check-scope-all = kõik
page-check-scope-head = ainult { $head }
page-check-scope-named = nimede järgi
page-check-named = Peade nimed
page-check-named-why = Näiteks { $example }, komadega eraldatult. Iga pea lisab aega; mudelil on neid { $count }.
page-check-named-none = Kirjuta vähemalt üks pea, näiteks { $example }.
page-check-source = Tekstid
page-check-source-own = mudeli enda
page-check-source-given = minu
page-check-no-own = Mudelil { $model } pole enda tekste, mida kontrollida saaks: kleebi allpool omad, igaüks omal real, või ava fail.
page-check-count = Mitu
page-check-seed = Seeme
page-check-number = { $name }: kirjuta täisarv vahemikus { $least } kuni { $most }.
page-check-target = Siht
page-check-target-own = mudeli enda vastus
page-check-target-why = Siht on see, mida jälgitakse. Tühjaks jättes on see sümbol, mille mudel ise seab esikohale, järgmise vastu. Või kirjuta a (logit), a/b (kahe vahe) või p(a) (tõenäosus).
page-check-texts = Sinu tekstid, igaüks omal real
page-check-texts-why = Kui õige vastus on teada, võib see seista teksti järel tabulaatori taga. Kui ridu on rohkem, kui väli „Mitu“ ütleb, valitakse nii palju seemne järgi. Otsuseks on vaja 100 kasutatavat teksti.
page-check-lines = { $count ->
    [0] tekste veel pole
    [one] { $count } tekst
   *[other] { $count } teksti
}
page-check-from = { $name }: { $count ->
    [one] { $count } tekst
   *[other] { $count } teksti
}
page-check-open = Ava tekstifail…
page-check-too-long = Neis tekstides on { $found } märki, saata saab { $most }. Võta mõned read välja või tee kontroll terminalis: attnlab check --texts FILE
page-check-not-utf8 = { $name } ei ole UTF-8 tekst. Salvesta see UTF-8-na ja ava uuesti.
page-check-start = Alusta
page-check-cancel = Katkesta
page-check-waiting-for = Ootab, kuni käib { $title }: { $done } / { $total } teksti.
page-check-see-ahead = Vaata seda
page-check-fewer = Tekste on ainult { $total }, küsiti { $count }.
page-check-waiting = Algab kohe, kui järg kätte jõuab…
page-check-preparing = Tekste valmistatakse ette…
page-check-progress = { $done } / { $total } teksti
page-check-reckoning = Kõik { $total } teksti on läbi; arvutatakse vahemikke…
page-check-cancelling = Katkestamine…
page-check-resume = Jätka
page-check-cancelled = Katkestatud: läbi sai { $done } / { $total } teksti, seega otsust ei ole. Mõõdetu on alles: saab jätkata. Nupp „Alusta“ alustab uuesti esimesest tekstist.
page-check-done = Valmis: { $title }.
page-check-gone = Server ei vasta. Võib-olla on see peatatud; kui see jälle töötab, proovi uuesti.
page-check-title = { $model }, { $heads }: { $count ->
    [one] { $count } tekst
   *[other] { $count } teksti
} ({ $name })
page-check-heads-all = kõik pead
page-check-heads = { $count ->
    [one] pea { $heads }
   *[other] pead { $heads }
}
page-check-asked = Siht: { $target }. Seeme: { $seed }.
page-check-other-model = See leiti mudeli { $model } kohta. Ülal on praegu { $now }.
page-check-other-head = Ülal valitud pea { $head } ei olnud selles kontrollis.
page-check-summary = Toetatud: { $supported } / { $heads ->
    [one] { $heads } pea
   *[other] { $heads } pead
}.
page-check-summary-pairs = { $pairs ->
    [one] Üks paar päid on teineteise varuks.
   *[other] { $pairs } paari päid on teineteise varuks.
}
page-check-used = kasutatud, kokku { $texts ->
    [one] { $texts } tekst
   *[other] { $texts } teksti
}
page-check-wrong = kõrvale jäetud: mudel ei ütle sihti
page-check-short = kõrvale jäetud: paistab liiga vähe võtmeid
page-check-same = kõrvale jäetud: kordused
page-check-effects = kui palju siht langeb
page-check-p = p { $p }, parandusega
page-check-scale = Kõik pead on joonistatud samas mõõtkavas.
page-check-over-key = rohkem kahju kui juhuslikust võtmest
page-check-enough = vähemalt { $share } % edumaast
page-check-over-target = rohkem kahju kui juhuslikul sihil
page-check-over = vahe { $by }; p { $p }, paranduseta
page-check-holds = Täidetud:
page-check-fails = Täitmata:
page-check-here = ülal valitud
page-check-show = Vali ülal pea { $head }
page-check-says = Sõnades
page-check-most = suurima kaaluga on mõjukaim
page-check-weight-effect = kaal ~ mõju
page-check-contribution-effect = panus ~ mõju
page-check-weight-contribution = kaal ~ panus
page-check-ways-why = Lõika: enne softmaxi, teised kasvavad. Nulli: pärast seda, rea summa väheneb. Vaheta: suurima kaaluga võti annab edasi juhusliku võtme väärtuse, kaalud ei muutu. Suurima kaaluga on mõjukaim: mitmel tekstil on suurima kaaluga võtmel suurim mõju. ~: järjestuste kokkulangevus ühe teksti sees, −1 kuni 1; panus on kaal korda projitseeritud väärtuse suurus. See kõik on otsusest nõrgem: kui kaal ennustab mõju suurust, ei ütle see veel midagi mõju suuna kohta.
page-check-by-chance = juhuslikult { $share } %
page-check-pairs = Paarid: kas üks pea asendab teist?
page-check-pairs-why = Kahju suurus, kui lõigata mõlema pea suurima kaaluga võtmed või kui pead välja lülitada. Üle: mida mõlemad koos teevad rohkem kui eraldi kokku; kui see on palju üle 0, asendab kumbki teist.
page-check-pair = paar
page-check-both-cut = mõlemad lõigatud
page-check-beyond = üle
page-check-off-first = esimene väljas
page-check-off-second = teine väljas
page-check-off-both = mõlemad väljas
page-check-off-beyond = üle
page-check-backs-up = teineteise varuks
page-check-by-cut = kui lõigata
page-check-by-off = kui välja lülitada
page-check-yes = jah ({ $ways })
page-check-no = ei
page-check-save = Laadi kirje alla (JSON)

# Kuidas lehel läheb
page-status = Kuvatud: „{ $text }“, pea { $head }, päring { $query }, { $count ->
    [0] muudatusi pole
    [one] { $count } muudatus
   *[other] { $count } muudatust
}.
page-stale = Allpool on veel teksti „{ $text }“ arvud.
page-stale-state = Allpool on eelmise seisu arvud.
page-nothing-yet = Veel pole midagi näidata.
page-address-faults = Aadressis on { $said }, seda ei saa kasutada; selle asemel on näha vaikeväärtus.
page-query-missing = Kohta { $query } selles tekstis ei ole; selle asemel on näha rida { $shown }.
page-example = Võta näide „{ $text }“
page-afresh = Alusta uuesti
page-waiting = Mudel arvutab…
page-slow = Mudel arvutab endiselt: see võtab tavalisest kauem.
page-gone = Server ei vasta. Võib-olla on see peatatud; leht proovib edasi.
page-broken = Server ei saanud sellega hakkama. See on attnlabi viga, mitte sinu oma.
page-retry = Proovi uuesti

# Abi
page-help = Klahvid ja mida iga muudatus teeb
page-help-arrows = liigu lahtrist lahtrisse
page-help-enter = näita selle lahtri päringu rida
page-help-cut = lõika: skoor on enne softmaxi −∞; teised kasvavad, rea summa on 1
page-help-drop = nulli kaal pärast softmaxi; teised jäävad samaks, rea summa on väiksem
page-help-lift = tõsta või langeta skoori poole nati võrra; lahtrit võib ka üles-alla lohistada
page-help-delete = eemalda, mis lahtriga tehti
page-help-undo = võta tagasi; koos Shiftiga tee uuesti
page-help-swap = Võtme väärtus: kaalud jäävad samaks, sisu muutub iga päringu jaoks, mis seda võtit vaatab.
page-help-ablate = Lülita pea välja: selle väljund on igal kohal 0.
