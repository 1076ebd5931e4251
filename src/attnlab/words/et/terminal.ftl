# The tables of the terminal.
check-progress = tekstide kontroll
column-head = pea
column-finding = otsus
column-texts = tekste
column-top = suurim võti
column-middle = keskmine
column-random = juhuslik võti
column-foil = juhuslik siht
column-share = edumaast
edit-cut = lõika
edit-drop = nulli kaal
edit-swap = vaheta väärtus
column-conditions = tingimused
column-is-most = suurim mõjukaim
column-effect = kaal ~ mõju
column-contribution = panus ~ mõju
check-ways = Tähtsaim võti kolmel viisil ja kas kaal käib mõju suurusega kaasas
check-ways-caption = Lõika: enne softmaxi, teised kasvavad. Nulli: pärast seda, rea summa väheneb. Vaheta: muutub väärtus, mitte kaal. Keskmine: lõigatakse keskmise kaaluga võti. Juhuslik siht: mida tähtsaim lõige sellega teeb. Suurim mõjukaim: mitmel tekstil on suurima kaaluga võti mõjukaim. Kaal ja panus ~ mõju: järjestuste kokkulangevus mõju suurusega (panus on kaal korda projitseeritud väärtuse suurus).
check-caption = Kui palju siht langeb, kui võti lõigata, sihi ühikus: keskmine üle tekstide [95 % vahemik]. Toetatud nõuab kõiki kolme: rohkem kui juhuslik võti, vähemalt { $share } % edumaast, rohkem kui juhuslikul sihil. p on Holmi parandusega.
column-target = sihtmärk, { $unit }
column-change = muutus, { $unit }
column-next = järgmine
column-before = enne
column-after = pärast
column-by = muutus
column-looks = vaatab kõige rohkem
column-weight = kaal
column-entropy = entroopia
column-most-entropy = võimalikust
column-query = päring
column-key = võti
column-sum = summa
column-edge = serv
column-estimate = hinnang
column-size = panus
column-part = osa
column-harm = kahju
next-title = { $model }: mis võib järgneda tekstile „{ $text }“
heads-title = viimane päring, { $query } { $piece }
heads-caption = Entroopia nattides. Kuhu pea vaatab, ei ole veel põhjus, miks mudel nii ütles: vaata attnlab effect.
stage-weight = kaalud
stage-score = skoorid
stage-mask = mask
map-caption-weight = Ridades päringud, veergudes võtmed. Paljas 0 on maski taga: täpselt 0. Entroopia nattides.
map-caption-score = Skoorid nattides. Tuhmid on maski taga: mis nad oleksid olnud.
map-caption-mask = Liidetakse skoorile: 0, kuhu vaadata tohib, -inf, kuhu ei tohi.
demonstration-title = { $model }, pea { $heads }: päringu { $query } iga võti eraldi lõigatud, tekst „{ $text }“
demonstration-caption = Kahju: kui palju siht „{ $target }“ (enne { $margin }) langeb, kui võti lõigata; miinus, kui see tõuseb. Panus: kaal korda projitseeritud väärtuse suurus.
verdict-caption = Kui palju siht langeb, kui võti lõigata, sihi ühikus: keskmine üle tekstide [95 % vahemik]. Toetatud nõuab kõiki kolme: rohkem kui juhuslik võti, määratud osa edumaast, rohkem kui juhuslikul sihil. p on Holmi parandusega üle kõige vaadatu.
shown-left = Kõik ei mahu terminali aknasse; tervikuna trükib show().
model-opening = avatakse { $name }…
effect-title = { $model }: iga sümboli tõenäosus pärast kohta { $place } ({ $piece }) tekstis „{ $text }“
effect-moved = { $share } tõenäosusest jagunes ümber.
effect-still = Siin ei liikunud midagi. Muudatus mõjub oma päringu kohal ja pärast seda; vaata mõnd teist kohta valikuga --at, näiteks --at { $place }.
effect-still-loss = Midagi ei liikunud. See kadu loeb, mida ennustavad kohad { $first } kuni { $last }, aga muudatus mõjub oma päringu kohal ja pärast seda: muuda päringut kuni kohani { $last } või jälgi muud, näiteks --target top.
edges-title = { $model }: { $count ->
    [one] üks serv
   *[other] { $count } serva
}, { $kind ->
    [drop] igaühe kaal eraldi nullitud
   *[other] igaüks eraldi lõigatud
}
edges-caption = Sihtmärgi „{ $target }“ muutus, loetud pärast kohta { $place }. Kaal on osa oma reast.
edges-still = Midagi ei liikunud: need servad algavad päringust { $query } ja sihtmärki loetakse enne seda. Vali teine --query, --at või --target.
effect-none = Midagi ei liikunud: logitid on viimase bitini samad.
no-effect = mõju pole

# mõjukaardid
plot-weight = Kaal: kuhu vaatas
plot-change = Lõikamise mõõdetud mõju
plot-key = võti
plot-head = kiht.pea
plot-effects = { $model }: siht { $target } (enne { $before }), päring { $query } „{ $piece }“; { $count ->
    [one] lõigatud { $count } serv
   *[other] lõigatud { $count } serva
 }, igaüks eraldi.
plot-pooled = Igas veerus on { $span } võtit, näha on neist suurim.
effects-title = { $model }: { $count ->
    [one] { $count } serv
   *[other] { $count } serva
 } päringust { $query } „{ $piece }“, mõõdetud { $measured }
effects-caption = Sihi „{ $target }“ muutus (enne { $before } { $unit }), loetud pärast kohta { $place }. Kuhu vaatas, ei ole veel põhjus, miks nii ütles: kaal seisab mõju kõrval. Viis: { $way }, tervete käikudega võrreldes erines { $error } suurimast mõjust.
effects-title-all = { $model }: { $count ->
    [one] { $count } serv
   *[other] { $count } serva
 } kõigist päringutest, mõõdetud { $measured }
effects-agreement = Hinnangu ja mõõtmise järjestus klapib { $agreement } võrra; hinnang ei ole mõõtmine.
effects-rounded = Mõõdetud bfloat16-s (≈); ilma selleta mõõdeti uuesti { $checked } serva, vea mediaan oli { $median } mõjust, suurim { $largest }, suurimate mõjude seas { $top }. Uuesti mõõdetud on täpsed.
off-heads-title = { $model }: iga pea eraldi välja lülitatud; sihi „{ $target }“ muutus koha { $place } järel
off-title = { $model }: iga pea ja iga pärilevi osa (ff) eraldi välja lülitatud; sihi „{ $target }“ muutus koha { $place } järel
effects-left = { $left ->
    [one] { $left } serv jäi mõõtmata
   *[other] { $left } serva jäi mõõtmata
 }.
effects-looked-only-title = Pead, mis vaatavad, kuid ei loe: suurim kaal vähemalt { $weight }, suurim mõju alla { $share } { $unit }
effects-looked-only-none = Siin ei ole pead, mis vaataks pingsalt ja midagi ei muudaks.
column-adds = lisab, { $unit }
parts-title = { $model }: kui palju iga osa ise lisab sihile „{ $target }“ kohal { $place }
parts-caption = Osi on { $count } ja kokku annavad need { $total } { $unit }, sihi enda. Arvesse läheb ainult otsetee: mida osa teeb järgmiste kihtide kaudu, seda siin ei ole; selle mõõdab attnlab effects.

# õpetamine
train-names = { $path }: { $texts } nime, neist { $held } kõrvale pandud; parameetreid { $parameters }.
train-names-loss = Kadu kõrvale pandud nimedel { $nats } natti sümboli kohta; tähepaaride tabelil (bigramm) on { $rival }.
train-title = { $name }: ülesande { $task } kõrvale pandud tekstid
train-held-out = tekstid
train-texts = arv
train-right = õigeid
train-nats = kadu, natti
train-all = kõik
train-size-pairs = { $size } paari
train-size-length = { $size } sümbolit
train-size-between = { $size ->
    [one] vahel { $size } sõna
   *[other] vahel { $size } sõna
}
train-done = { $path }: { $parameters } parameetrit, { $steps } sammu, { $seconds } sekundit. Tekst on õige, kui vastuse iga sümbol on kõige tõenäolisem.
train-blind = Ilma asukohtadeta üle 0,5 ei pääse: pea näeb teksti paaride hulgana ja korduva võtme mõlemad väärtused on samas hulgas, kumb iganes viimasena seisab. Parim on anda kummalegi pool: kadu ln 2 = 0,693 natti. Proovi --positions slope.

# eksperdid
column-piece = tükk
expert-name = ekspert { $number }
experts-title = { $model }, kiht { $layer }: milliste ekspertide juurde ({ $used } { $count }-st) iga tükk läheb ja kui suure osaga
experts-load = koormus
experts-caption = Koormus: nende tükkide osa, mille jaoks ekspert võeti; ühtlane koormus on { $even }. Ühtlus (entroopia suurima suhtes, kihiti): { $spread }.
experts-active = Üks tükk läbib { $active } parameetrit { $total }-st.
train-stopped = Peatatud. Seis on failis { $path }; sama käsk jätkab sealt.
plot-effects-read = Kaalud on ruutjuurega venitatud; mõjud kasvavad märgist märgini kümnekordselt. Roheline: siht kasvas, lilla: langes.
