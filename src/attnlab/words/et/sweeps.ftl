# Läbivaatused: mis on plaanis ja mis paljudelt tekstidelt leiti.

sweep-planning = loen tekste, proovin mõnda
sweep-running = tekstid
sweep-plan-title = Plaan mudelile { $model }
column-value = umbes
sweep-plan-texts = tekste
sweep-plan-group = neist { $group }
sweep-plan-heads = päid
sweep-plan-pairs = peade paare
sweep-plan-interventions = sekkumisi
sweep-plan-workers = töölisi
sweep-plan-time = aega
sweep-plan-bytes = kettal
duration-hours = { $time } h
duration-minutes = { $time } min
duration-seconds = { $time } s
sweep-progress = Läbi vaadatud { $done } teksti { $texts }-st, sobis { $used }.
sweep-aside-wrong = kõrvale pandud, sest mudel ei ütle sihti: { $count }
sweep-aside-short = kõrvale pandud, sest nähtavaid võtmeid on liiga vähe: { $count }
sweep-aside-same = kõrvale pandud, sest need kordavad teist: { $count }
sweep-aside-unreadable = kõrvale pandud, sest neid ei saa lugeda: { $count }
sweep-why = { $count } ×: { $why }
sweep-supported = Toetatud päid: { $supported } / { $heads }; näidatud { $shown }, suurim kahju ees.
sweep-title-edges = { $model }, { $name }: iga pea raskeim võti lõigatud
sweep-title-heads = { $model }, { $name }: iga pea välja lülitatud
sweep-moved = Sihti muutvaid päid: { $moved } / { $heads } (p kuni { $level } pärast Holmi parandust); näidatud { $shown }, suurim muutus ees.
sweep-groups = Rühmade kaupa: kolm pead, mis muudavad kõige rohkem
sweep-compared = { $first } ja { $second }
sweep-paired = Tekst teksti kaupa, neil, mis sobisid mõlemale; p pärast Holmi parandust. Näidatud päid: { $shown } / { $heads }.
sweep-unpaired = Tekstid on erinevad: võrreldakse keskmisi; p pärast Holmi parandust. Näidatud päid: { $shown } / { $heads }.
column-sweep-change = sihi muutus
column-sweep-most = suurim muutus
column-group = rühm
column-used = sobis
column-first = esimene
column-second = teine
column-difference = teine miinus esimene
figure-sweep-title = { $model }, tekste: { $texts }, allikas: { $name }
figure-sweep-row = { $texts ->
    [one] 1 tekst
   *[other] { $texts } teksti
}, p { $p }
figure-sweep-change = sihi muutus selle ühikus
figure-sweep-edges = raskeim võti lõigatud
figure-sweep-heads = pea välja lülitatud
figure-histogram-title = Mudeli { $model } pea { $head } teksti kaupa
figure-histogram-texts = tekste
check-unreadable = { $count ->
    [one] Veel üks tekst pandi kõrvale, sest mudel ei saa seda lugeda.
   *[other] Veel { $count } teksti pandi kõrvale, sest mudel ei saa neid lugeda.
}
