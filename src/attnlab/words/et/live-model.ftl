# Millist dekoodrit õppetunni elemendid arvutavad.

live-model = Selle lehe mudel
live-model-model = Mudel
live-model-model-names = Inglise nimed
live-model-model-names-ru = Vene nimed
live-model-model-names-latin = Eesti ja teised nimed
live-model-model-names-untrained = Inglise nimed, treenimata
live-model-about = Tähti tähestikus: { $letters }, kihte: { $layers }, päid kihis: { $heads }; tekstis on kuni { $longest ->
        [one] { $longest } täht
       *[other] { $longest } tähte
    }. Seda järgivad lehe kõik elemendid ja ülesanded.
