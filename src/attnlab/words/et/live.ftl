# The live elements of the lessons: live-<kind> stands over the picture, live-<kind>-<choice> on a control.

live-row = Tähelepanu üks rida
live-row-scores = Skoorid
live-row-rivals = Võtmeid lisaks
live-row-rival = Iga lisavõtme skoor
live-row-bump = Lisatakse esimesele skoorile
live-row-temperature = Temperatuur
live-row-key = võti
live-row-score = skoor
live-row-weight = kaal
live-row-nth = võti { $n }
live-row-score-of = Skoor: { $key }
live-row-further =
    { $count ->
        [one] veel { $count } võti
       *[other] veel { $count } võtit
    }
live-row-each = igaühe skoor { $score }, kaal { $weight }
live-row-sum = Kaalude summa
live-row-largest = Suurim kaal
live-row-entropy = Entroopia
live-row-of-most = { $entropy } natti, suurim võimalik { $most }

live-dot = Skalaarkorrutis
live-dot-a = Vektor a
live-dot-b = Vektor b
live-dot-component = komponent
live-dot-component-of = Vektori { $vector } { $at }. komponent
live-dot-product = korrutis
live-dot-sum = Korrutiste summa
live-dot-length-a = Vektori a pikkus
live-dot-length-b = Vektori b pikkus
live-dot-cosine = Koosinus
live-dot-angle = Nurk
live-dot-no-direction = puudub: nullvektoril ei ole suunda
live-dot-no-angle = Vektorid a ja b ühest punktist; nullvektoril ei ole suunda.
live-dot-picture = Vektorid a ja b ühest punktist, nende vahel on { $angle } kraadi.
live-dot-sizes = Vektoris a on { $a } ja vektoris b { $b } komponenti; neid peab olema ühepalju.
