# What the lessons say around their texts: marks, tasks, the reader's record.

lessons-yes = jah
lessons-no = ei
lessons-reset = Lähtesta
lessons-unsettable = „{ $name }“ ei saa olla „{ $said }“.
lessons-no-number = Kirjuta arv vahemikust { $least } kuni { $most }.
lessons-no-whole = Kirjuta täisarv vahemikust { $least } kuni { $most }.
lessons-no-list = Kirjuta arvud vahemikust { $least } kuni { $most }, semikoolonid vahel.
lessons-too-long = Mahub kõige rohkem { $most } märki.
lessons-met = Praegu on see nii ({ $value }).
lessons-unmet = Praegu see nii ei ole ({ $value }).
lessons-unjudged = Praegu ei näita pilt midagi, mille järgi seda hinnata.

lessons-task-number = Ülesanne: leia arv
lessons-task-choice = Ülesanne: vali vastus
lessons-task-state = Ülesanne: muuda pilti
lessons-task-prediction = Kõigepealt ennusta, siis vaata
lessons-task-done = tehtud
lessons-answer = Sinu vastus
lessons-choose = Sinu valik
lessons-check = Kontrolli
lessons-predict = Näita, mis juhtub
lessons-again = Ennusta uuesti
lessons-to-picture = Pildi juurde
lessons-right = Õige.
lessons-not-yet = Veel mitte.
lessons-coarse =
    { $count ->
        [one] Seni õige, aga kirjuta { $count } komakohaga.
       *[other] Seni õige, aga kirjuta { $count } komakohaga.
    }
lessons-no-answer = Seda ei saa arvuna lugeda. Kirjuta näiteks 0,25 või 1/4.
lessons-silent = Praegu ei näita pilt midagi, mille järgi kontrollida. Paranda see või lähtesta ja kontrolli uuesti.
lessons-none-chosen = Vali kõigepealt üks vastustest.
lessons-as-predicted = Läheb nii, nagu ennustasid.
lessons-otherwise = Läheb teisiti.
lessons-came-out = Nii see läheb.

lessons-done =
    { $count ->
        [one] { $done }/{ $count } ülesanne tehtud
       *[other] { $done }/{ $count } ülesannet tehtud
    }
lessons-record-kept = Sinu vastused on alles selles brauseris ja neid ei saadeta kuhugi. Failiga saab need teise brauserisse viia.
lessons-record-fleeting = See brauser ei jäta midagi meelde: vastused kaovad, kui lehe sulged. Need saab faili salvestada.
lessons-record-export = Salvesta failina
lessons-record-import = Too failist tagasi
lessons-record-clear = Kustuta
lessons-record-sure = Kas kustutada kõik vastused?
lessons-record-clear-yes = Kustuta
lessons-record-clear-no = Jäta alles
lessons-record-exported = Fail on salvestatud nimega attnlab-lessons.json.
lessons-record-imported =
    { $count ->
        [one] Tagasi toodi { $count } vastus.
       *[other] Tagasi toodi { $count } vastust.
    }
lessons-record-bad = Selles failis ei ole nende õppetundide vastuseid; midagi ei muudetud.
lessons-record-cleared = Kõik vastused on kustutatud.

lessons-copy = Kopeeri
lessons-copied = Kopeeritud
lessons-copy-failed = Kopeerida ei õnnestunud: märgi tekst käsitsi.
