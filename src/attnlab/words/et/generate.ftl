# Koht, kus teksti jätkatakse.
generate-title = Teksti jätkamine
generate-why = Mudel loeb teksti ja ütleb, mis tuleb järgmisena, üks tükk korraga; öeldu loeb ta läbi enne järgmist. Arv uue tüki all on selle tõenäosus.
generate-no-edits = Mudel jätkab nii, nagu ta on: nimekirja muudatusi siin ei tehta.
generate-nothing = Midagi pole veel öeldud. Üks samm lisab ühe tüki.
generate-step = Üks samm
generate-back = Samm tagasi
generate-run = Käivita
generate-stop = Peata
generate-count = Uusi tükke
generate-bounds = { $name }: oodati täisarvu 0 kuni { $most }, aga kirjutati „{ $typed }“. Näidatav jäi endiseks.
generate-temperature = Temperatuur
generate-greedy = 0: tõenäoseim
generate-seed = Seeme
generate-again = Loosi uuesti
generate-said = Tekst; iga uus tükk on nupp
generate-piece = { $piece }: ütles rida { $row }, tõenäosus { $probability }
generate-ended-count = { $count ->
    [one] Üks uus tükk, nagu küsitud.
   *[other] { $count } uut tükki, nagu küsitud.
  } { $left ->
    [0] Rohkem korraga ei lisata.
    [one] Lisada saab veel ühe.
   *[other] Lisada saab veel kuni { $left }.
  }
generate-ended-end = { $count ->
    [one] Mudel lõpetas teksti kohe.
   *[other] Mudel lõpetas teksti { $count } uue tüki järel, lõpp kaasa arvatud.
  }
generate-ended-context = { $count ->
    [one] Üks uus tükk, ja mudeli kontekst on täis.
   *[other] { $count } uut tükki, ja mudeli kontekst on täis.
  }
generate-progress = Öeldud: { $done } / { $total }
generate-row-says = Rida { $row } ütleb { $piece }
generate-first = Esimene uus tükk { $piece } kuulub reale { $row }: see on etteantud teksti viimane tükk. Oma rida tükki ei ütle, sest enne lugemist seda rida veel ei ole.
generate-rows = Pea { $head } read, mis ütlesid uued tükid
generate-rows-corner = rida → tükk
generate-to-map = Ava rida { $row } kaardil
generate-to-check = Ava kontrollis
generate-others = Mis võis veel tulla pärast { $row }
generate-rank = { $rank ->
    [1] { $piece } oli kõige tõenäosem.
   *[other] Loositi { $piece }, kuigi oli ka tõenäosemaid: selle koht on { $rank }.
  }
generate-alternative = Tükk
generate-probability = tõenäosus
generate-chance = võimalus temperatuuril { $temperature }
generate-came = tuli
generate-rest = kõik teised
generate-ends = { $symbol } tähendab siin, et tekst on lõppenud.
generate-cache-title = Mida hoitakse, kui öeldakse { $piece }
generate-cache-why = Kõige loetu võtmeid ja väärtusi hoitakse alles, seega loetakse igal sammul üks uus rida; ilma nendeta loetaks kogu tekst uuesti.
generate-cache = Hoitavad võtmed ja väärtused: ridades kohad, veergudes kihid
generate-no-cache = { $model } ei hoia midagi: igal sammul loetakse kogu tekst uuesti.
generate-keys-held = Võtmeid kihis
generate-bytes = Vahemälu suurus
generate-bytes-unit = baiti
generate-kilobytes = kB
generate-megabytes = MB
generate-read = Sel sammul loetud ridu
generate-position = koht
generate-layer = Kiht { $layer }
generate-value = väärtus
generate-newest = uus
generate-is-held = alles
generate-is-gone = unustatud
generate-is-later = veel lugemata
generate-cross = Kihid { $layers } vaatavad lähteteksti, mis loetakse üks kord. Võtmeid: { $count }.
