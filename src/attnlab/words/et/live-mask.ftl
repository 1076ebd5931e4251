# Maskide õppetunni element live-mask.

live-mask = Kaart maski all
live-mask-mask = Mask
live-mask-mask-none = puudub
live-mask-mask-causal = põhjuslik
live-mask-mask-padding = täitemask
live-mask-mask-both = mõlemad
live-mask-when = Mask seisab
live-mask-when-before = enne softmaxi
live-mask-when-after = pärast softmaxi
live-mask-push = Lisa kõigile skooridele maski taga
live-mask-fill = Keelu kohale on kirjutatud
live-mask-fill-infinity = −∞
live-mask-fill-large = −10⁹
live-mask-pads = Täitekohti
live-mask-side = Täide seisab
live-mask-side-end = teksti järel
live-mask-side-start = teksti ees
live-mask-query = Päring
live-mask-behind = Näita maski taga olevaid skoore
live-mask-source = Skoorid
live-mask-source-drawn = juhuslikud
live-mask-source-decoder = dekoodrist
live-mask-seed = Seeme
live-mask-text = Nimi
live-mask-head = Pea
live-mask-head-0 = pea 0
live-mask-head-1 = pea 1
live-mask-head-2 = pea 2
live-mask-head-3 = pea 3
live-mask-map = Kaalud: päringud ridades, võtmed veergudes
live-mask-axes = päring ↓ võti →
live-mask-sum = summa
live-mask-choose = Näita päringu { $query } rida
live-mask-legend-weight = kaal nullist üheni
live-mask-legend-masked = keelatud
live-mask-legend-breach = keelatud, aga kaal on ikkagi
live-mask-empty =
    { $count ->
        [one] { $count } real pole midagi vaadata: kaalud oleksid null jagatud nulliga ja vastust tal ei ole.
       *[other] { $count } real pole midagi vaadata: kaalud oleksid null jagatud nulliga ja vastust neil ei ole.
    }
live-mask-row = Päringu { $query } rida
live-mask-key = võti
live-mask-score = skoor
live-mask-added = mask liidab
live-mask-factor = mask korrutab
live-mask-weight = kaal
live-mask-sums = Ridade summad
live-mask-range = { $least } kuni { $most }
live-mask-through = Suurim keelatud kaal
live-mask-leak = Maski tagune nihutas mõnd kaalu
live-mask-exactly-none = täpselt 0
live-mask-entropy = Rea entroopia
