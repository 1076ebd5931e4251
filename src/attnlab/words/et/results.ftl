# Tulemuste ruum: läbivaatuse kaust lehel.

results-title = Läbivaatuse tulemused
results-reading = Kausta loetakse…
results-none = Läbivaatus esitab ühe küsimuse paljudele tekstidele ja hoiab leitut kaustas. See labor käivitati ilma kaustata. Tee kaust ja käivita labor sellega:
results-how-1 = Kontroll: kas peade kaardid peavad paljudel tekstidel paika? (--texts FILE võtab sinu tekstid)
results-how-2 = Või: mida iga serv sihiga teeb? (--off lülitab selle asemel välja iga pea)
results-how-3 = Näita neid siin. Kaust võib veel kasvada; see loetakse uuesti, kui palud.
results-none-safe = Leht avab ainult kaustu, mis on käivitamisel nimetatud, ega muuda neis midagi.
results-folder = Kaust
results-folder-name = { $name }: { $model }, { $asked }
results-asked-check = kontroll
results-asked-edges = iga serv lõigatud
results-asked-heads = iga pea väljas
results-of-group = Tekstid
results-all-texts = kõik tekstid
results-group = { $name } ({ $texts })
results-other = Võrdle kaustaga
results-no-other = ilma võrdluseta
results-read-again = Loe uuesti
results-read-on = Loe, mis on lisandunud
results-groups-left = { $count ->
    [one] Veel üks rühm on näitamata.
   *[other] Veel { $count } rühma on näitamata.
}
results-about-question = Küsimus
results-about-model = Mudel
results-about-texts = Tekstid
results-about-heads = Päid
results-about-target = Siht
results-about-seed = Seeme
results-about-versions = Versioonid
results-question-check = Kui palju siht langeb, kui pea ei tohi enam vaadata seda võtit: { $key }?
results-question-edges = Mis saab sihist, kui iga tema rea serv eraldi lõigata?
results-question-heads = Mis saab sihist, kui iga pea eraldi välja lülitada?
results-heads-and-pairs = { $heads } ja { $pairs ->
    [one] { $pairs } paar
   *[other] { $pairs } paari
}
results-progress = Läbi vaadatud tekste
results-unreadable = kõrvale jäetud: ei saa lugeda
results-found = mis leiti
results-figures = arvud
results-then = siis
results-show = Näita pead { $head } teksti kaupa
results-moved = Sihti muutvaid päid: { $moved } / { $heads } (p kuni { $level }, parandusega).
results-change-why = Siht pärast miinus enne, sihi ühikus: keskmine üle tekstide [95 % vahemik], suurim muutus ees. p ütleb, kas see erineb nullist (Wilcoxoni astakmärgitest, Holmi parandus).
results-differ = Erinevaid päid ja paare: { $moved } / { $heads } (p kuni { $level }, parandusega).
results-sides = Esimene: { $first }. Teine: { $second }. Suurim erinevus ees.
results-paired = Tekst teksti kaupa, neil, mis sobisid mõlemale.
results-unpaired = Tekstid on erinevad: võrreldakse keskmisi.
results-pages = Nimekirja osad
results-back = Tagasi
results-on = Edasi
results-span = { $first } kuni { $last }, kokku { $listed }
results-head = Pea { $head } kaustas { $folder }, teksti kaupa
results-head-none = Üks pea, teksti kaupa
results-spread-check = Sihi muutus, kui võti on lõigatud: alla nulli siht langeb, ja see ongi kahju.
results-spread-edges = Sihi muutus, kui raskeim võti on lõigatud.
results-spread-heads = Sihi muutus, kui pea on välja lülitatud.
results-rest = { $groups ->
    [0] rühmata
    [one] veel üks rühm
   *[other] veel { $groups } rühma
}
results-spread = { $texts ->
    [one] { $texts } tekst
   *[other] { $texts } teksti
}, keskmine { $mean }
results-histogram-note = Tulbad on osad oma rühma tekstidest, samas mõõtkavas: kõrgeim on { $share }. Kolmnurk on keskmine.
results-as-table = Arvud tabelina
results-from-to = muutus millest milleni
results-between = { $from } kuni { $to }
results-bar = { $from } kuni { $to }: { $texts ->
    [one] { $texts } tekst
   *[other] { $texts } teksti
}, { $share }
results-falls = Tekstid, kus siht langeb kõige rohkem või tõuseb kõige vähem
results-rises = Tekstid, kus see tõuseb kõige rohkem või langeb kõige vähem
results-text = tekst
results-target = siht
results-change = muutus
results-open = Ava kaardil, pea { $head }
