# Selle lehe dekoodri kontroll paljude tekstidega.

live-verdict = Otsus iga pea kohta, mõõdetud praegu
live-verdict-texts = Tekste
live-verdict-seed = Seeme
live-verdict-times = Parameetrid korda
live-verdict-running = Mudel koostab tekste ja igaühes lõigatakse järjest kõiki päid.
live-verdict-stopped = Peatatud. Ilma kõigi tekstideta otsust ei ole.
live-verdict-progress = Tekste mõõdetud
live-verdict-done = { $done }, kokku { $texts }
live-verdict-stop = Peata
live-verdict-again = Mõõda uuesti
live-verdict-sum = { $model }: toetatud päid { $supported }, kokku { $heads }. Naiivne võrdlus toetaks { $naive }.
live-verdict-texts-used = Tekste arvesse võetud: { $texts }; kõrvale jäetud liiga lühikesi: { $short }, korduvaid: { $same }.
live-verdict-head = Pea { $head }
live-verdict-supported = toetatud
live-verdict-not-supported = toetamata
live-verdict-not-testable = pole kontrollitav
live-verdict-top = raskeim võti
live-verdict-middle = keskmine võti
live-verdict-random = juhuslik võti
live-verdict-foil = juhuslik siht
live-verdict-none = mitte ükski
live-verdict-untestable = { $model }: otsuseta päid { $untestable }, kokku { $heads }.
live-verdict-mark =
    { $holds ->
        [yes] Täidetud:
       *[no] Täitmata:
    }
live-verdict-condition-key =
    { $holds ->
        [yes] Raskeim võti võtab selgelt rohkem kui juhuslik (vahe: { $over } natti).
       *[no] Raskeim võti ei võta selgelt rohkem kui juhuslik (vahe: { $over } natti).
    }
live-verdict-condition-share =
    { $holds ->
        [yes] Ta võtab edumaast vähemalt { $least } (osa: { $share }).
       *[no] Nõutud { $least } ta edumaast ei võta (osa: { $share }).
    }
live-verdict-condition-target =
    { $holds ->
        [yes] Vastuselt võtab ta selgelt rohkem kui juhuslikult sihilt (vahe: { $over } natti).
       *[no] Vastuselt ei võta ta selgelt rohkem kui juhuslikult sihilt (vahe: { $over } natti).
    } Neist kahest nõrgem vahe, kõigi peade arvu järgi parandatud: p { $p }.
live-verdict-naive = Naiivselt, märgita: { $top } natti, juhuslikul { $random }, parandamata p { $p }.
live-verdict-few =
    { $texts ->
        [one] { $texts } tekst on liiga vähe: vaja on vähemalt { $least }.
       *[other] { $texts } teksti on liiga vähe: vaja on vähemalt { $least }.
    }
