# Salvestatud leht: jälg failis või märkmikus.

saved-noscript = Kaarte joonistab skript, mis on selles failis endas. Nende nägemiseks luba skriptid.
saved-title = Kuhu mudel { $model } vaatas
saved-pair = { $source } ⇒ { $text }
saved-live = Dekooder on lehel endal kaasas: lõika lahter, nulli selle kaal või tõsta skoori, ja see arvutab siinsamas brauseris uuesti.
saved-still = Kaalud on sellised, nagu jälg need salvestas. Muuta siin midagi ei saa: mudelit ennast failis pole.
saved-edited = Jälg on võetud nende muudatustega: { $edits }
saved-error = Iga kaal on pakitud 16 bitti ja erineb jälje omast kõige rohkem { $error } võrra.
saved-pooled = Kaart on kokku võetud plokkideks, igas kõige rohkem { $size } × { $size } tekstiosa; lahtris seisab ploki suurim kaal. Üksikuid ridu failis pole.
saved-version = Tehtud attnlabiga { $version }.
saved-hash = Mudeli kaalud: { $hash }
saved-how = Mis leht see on
saved-cell-visible = päring { $query }, võti { $key }: kaal { $weight }
saved-cell-masked = päring { $query }, võti { $key }: maski taga
saved-cell-cut = päring { $query }, võti { $key }: lõigatud
saved-hint = Klõpsa lahtril või liigu tabeldusklahvi ja nooltega: all avaneb selle päringu rida.
saved-next-at = Loetud kohal { $at }.
saved-next-bars = ribad 0 kuni { $most }
saved-pinned = Kinnitatud: { $names }; kokku { $weight } reast
saved-foreign = Seda kirjet ei saa näidata: selles seisab „{ $found }“, aga leht loeb vormi „{ $wanted }“.
saved-size = { $size } MB: { $heads ->
    [one] { $heads } pea
   *[other] { $heads } pead
}, kaalud on täpsed kuni { $error }.
saved-size-live = { $size } MB: { $heads ->
    [one] { $heads } pea
   *[other] { $heads } pead
} ja dekooder ise.
found-effect = Mida muudatused mudeliga { $model } tegid
found-effects = Kuhu mudel { $model } vaatas ja mida teeb iga serva lõikamine
found-dropped = Iga serva kaal on nullitud (pärast softmaxi, teised ei kasva); „lõikamine“ tähendab allpool seda.
found-verdict = Otsus lõigete järgi, { $texts ->
    [one] üks tekst
   *[other] { $texts } teksti
}
found-check = Kas on oluline, kuhu need pead vaatavad?
found-texts-hash = Tekstid: { $hash }
found-harm = Kahju sihile, kui võti lõigata
found-target = Jälgime: { $target } pärast { $at }.
found-edits = Mis on muudetud
found-query = Päring
found-share = vähemalt määratud osa edumaast
found-hint = Osuta lahtrile või liigu Tabi ja nooltega, et näha arve.
saved-size-found = { $size } MB.
saved-outside = { $name } (ainult kaalud, väljastpoolt)
