# mida iga katse ütleb
experiment-question = Küsimus
experiment-method = Meetod
experiment-expected = Oodatakse
experiment-refuted = Lükkab ümber
experiment-reproduced = kordub
experiment-not-reproduced = ei kordu, vahe { $off }
experiment-new = trükitud arvu pole
experiment-beside = teadmiseks, ei otsusta midagi
experiment-holds = peab paika
experiment-fails = ei pea paika
experiment-surprise = , mida ei oodatud
experiment-column-figure = suurus
experiment-column-value = väärtus
experiment-column-said = algtekstis
experiment-column-verdict = järeldus
experiment-column-name = katse
experiment-column-needs = vajab
experiment-here = töötab
experiment-done = { $name }: seeme { $seed }, { $seconds } s. { $small ->
    [yes] Väike jooks: hajuvus on algsest suurem. Täis jooks on ilma --small.
   *[no] Kõik algteksti valimid.
}
experiment-summary = { $said ->
    [0] Trükitud arve, millega võrrelda, pole; väidetest peab paika { $holds }/{ $claims }.
   *[other] Trükitud arvudest kordub { $reproduced }/{ $said }; väidetest peab paika { $holds }/{ $claims }.
}
experiment-passed-over = vahele jäetud: { $reason }
experiment-caption = { $name }, seeme { $seed }. { $summary }{ $marks ->
    [yes] {" "}Punktiiriga on algtekstis trükitud arvud.
   *[no] {""}
}
experiment-share = osa
experiment-nats = natid
experiment-needs-torch = torch
experiment-needs-sms = SMS-ide kogu (--data)
experiment-needs-hub-model = Hugging Face'i mudel (--model)
experiment-needs-hub = torch ja transformers
experiment-missing-sms = SMS-ide kogu pole siin: anna see valikuga --data või too käsuga attnlab run sms-map --fetch
experiment-missing-hub-model = mudelit pole antud: nimeta see valikuga --model
experiment-running = käib
experiment-unit-nats = natti
experiment-unit-bits = bitti
experiment-unit-MiB = MiB
experiment-unit-seconds = s
experiment-unit-multiply-adds = korrutamist-liitmist
experiment-unit-places = kohta
experiment-unit-points = protsendipunkti
