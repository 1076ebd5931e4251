# Mida kontroll näitas, lausetena.
check-title = { $model }: { $texts ->
    [one] { $texts } tekst
   *[other] { $texts } teksti
}, { $name }
check-opening = Mudel { $model }, { $heads ->
    [one] üks pea
   *[other] { $heads } pead
}, { $texts ->
    [one] üks tekst
   *[other] { $texts } teksti
} ({ $name }): kasutatud { $used }, kõrvale jäetud { $wrong }, kus mudel ei ütle sihti, { $short }, kus paistab liiga vähe võtmeid, ja { $same } kordust.
check-backup = Pead { $first } ja { $second } on teineteise varuks: kumbki üksi pole toetatud, kuid mõlema tähtsaima võtme lõikamine võtab { $share } % edumaast.
check-closing = See, kuhu pea vaatas, ei ole veel vastuse põhjus; põhjusest räägib vaid see, mida lõige muutis, ja ainult nende tekstide ja selle sihi kohta.
verdict-supported = Pea { $head }: toetatud. { $reason } Kui lõigata { $key }, kaotab siht { $top }, sobitatud juhusliku võtme puhul { $random }; see on { $share } % algsest edumaast (p { $p } parandusega, tekste: { $texts }).
verdict-not-supported = Pea { $head }: toetamata. { $reason } Kui lõigata { $key }, kaotab siht { $top }, sobitatud juhusliku võtme puhul { $random }; see on { $share } % algsest edumaast (p { $p } parandusega, tekste: { $texts }).
verdict-not-testable = Pea { $head }: pole kontrollitav. { $reason }
verdict-line = Pea { $head }: { $finding }. { $reason }
demonstration-line = Siht enne: { $margin }. Kahju, kui võtit { $key } ei lõigata, vaid selle kaal nullitakse: { $drop }; kui see võti annab edasi võtme { $other } väärtuse: { $swap }. Nii läks ühel tekstil; otsuse annavad ainult paljud tekstid.
verdict-size = Kas kaal ennustab mõju suurust, on teine, nõrgem küsimus: järjestuste kokkulangevus { $agreement }; suurima kaaluga võti on mõjukaim { $share } % tekstidest (juhuslikult { $chance } %).
verdict-hidden-cause = Pea { $head } kaart üksi poleks seda näidanud, mõõdetud mõjud näitavad: võti, mille keskmine kaal on vaid { $weight }, võtab sihilt { $harm }, ja suurima kaaluga võti on mõjukaim { $share } % tekstidest.
reason-all-three = See kahjustab sihti rohkem kui juhuslik võti, piisavalt suure osa võrra ja rohkem kui juhuslikku sihti.
reason-no-effect = Mõju pole: ükski lõige ei muutnud sihti.
reason-not-over-key = See ei kahjusta sihti rohkem kui juhusliku võtme lõikamine.
reason-small-share = Osa edumaast on liiga väike, et sel oleks tähtsust.
reason-not-over-target = Juhuslik siht saab sama palju kahju: nihkub kõik, mitte just see vastus.
reason-few-texts = Kasutatavaid tekste on ainult { $texts }; otsuseks on vaja rohkem.
texts-given = antud tekstid
texts-sampled = mudeli enda koostatud
texts-made = selle mudeli jaoks tehtud
texts-task = tema ülesande kõrvale pandud tekstid
texts-own = mudeli enda tekstid
texts-pasted = kleebitud tekstid
unit-nats = natti
unit-probability = tõenäosus
finding-supported = toetatud
finding-not-supported = toetamata
finding-not-testable = pole kontrollitav
rule-top = suurima kaaluga võti
rule-previous = päringule eelnev võti
rule-same = viimane varasem päringuga sama märgiga võti
