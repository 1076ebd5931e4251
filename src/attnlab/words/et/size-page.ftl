# Suuruste leht.
size-page-title = Suurus
size-page-intro = Mida transformer maksab enne ehitamist: parameetrid, mälu ja töö, täpselt ja osade kaupa. Võta alguseks üks seadistus ja liiguta liugureid.
size-page-begin = Alusta
size-page-plain = hinnangu lihtne plokk
size-page-families = Perekonnad nii, nagu transformers need võtab, kui fail vaikib
size-page-own = attnlabi enda mudelid
size-page-uncounted = Loendis pole mudeleid { $names }: nende pead loevad sümboli osi ja siinsed mõõdud neid ei kirjelda; kaalud loeb terminalis kokku attnlab size NIMI.
size-page-pasted = kleebitud config.json
size-page-paste = Kleebi config.json
size-page-paste-hint = Mudeli config.json'i tekst. Seda loetakse, faili ei salvestata ja midagi alla ei laadita.
size-page-paste-use = Loe
size-page-paste-long = Tekst ei mahu aadressi: { $found } märki, mahub { $most }. Jäta välja see, mis suurust ei ütle, näiteks siltide loendid.
size-page-paste-broken = See ei ole JSON: { $reason }
size-page-paste-at = viga on real { $line }, veerus { $column }
size-page-paste-ends = tekst katkeb
size-page-paste-somewhere = viga on kusagil sees
size-page-paste-huge = { $name }: arv on lugemiseks liiga suur. Kirjuta väiksem.
size-page-quoted = „{ $label }“
size-page-heads-missing = { $name }: { $found }, aga pole öeldud, mitu pead on. Täida ka väli { $heads }.
size-page-experts-unused = Kihis on { $experts } eksperti, aga pole öeldud, mitut neist tükk läbib. Täida ka väli { $name }.
size-page-context-missing = Õpitud kohatabelil on vaja pikima teksti pikkust. Täida ka väli { $name }.
size-page-length-beyond = Tekst pikkusega { $length } ei mahu: see mudel on õppinud { $context } kohta. Väljal { $name } võib olla kuni { $context }.
size-page-sizes = Mõõdud
size-page-reset = Tagasi: { $name }
size-page-changed = { $name }, muudetud
size-page-slider = { $name }, liugur
size-page-field-layers = kihte
size-page-field-width = laius
size-page-field-heads = päid
size-page-field-key-heads = võtmete ja väärtuste päid
size-page-field-head-dim = pea laius
size-page-field-hidden = peidetud laius, pärilevi
size-page-field-vocabulary = sümboleid
size-page-field-context = kontekst
size-page-field-experts = eksperte
size-page-field-experts-used = eksperte tüki kohta
size-page-field-length = tükke tekstis
size-page-field-batch = tekste kõrvuti
size-page-field-dtype = kaalude tüüp
size-page-field-cache-dtype = vahemälu tüüp
size-page-field-norm = norm
size-page-field-positions = kohad
size-page-field-gated = väravaga pärilevi
size-page-field-tied = väljund loeb sümbolite tabelit
size-page-field-biases = nihked kõigis maatriksites
size-page-same-dtype = nagu kaaludel
size-page-norm-plain = parameetriteta
size-page-norm-rms = RMSNorm
size-page-norm-layer = LayerNorm
size-page-positions-none = puuduvad
size-page-positions-learned = õpitud
size-page-positions-sinusoidal = sinusoidaalsed
size-page-positions-rotary = pöörded
size-page-positions-relative = suhtelised
size-page-positions-alibi = ALiBi
size-page-pin = Kinnita võrdluseks
size-page-unpin = Eemalda { $name }
size-page-this = praegu
size-page-pinned = kinnitatud: { $name }
size-page-parts = Parameetrid
size-page-memory = Mälu
size-page-work = Töö tekstiga, korrutamist-liitmist
size-page-next = Töö järgmise tükiga, korrutamist-liitmist
size-page-total = kokku
size-page-growth = Kasv tekstiga
size-page-growth-memory = Mälu pikkuse järgi
size-page-growth-work = Töö pikkuse järgi
size-page-growth-length = tükke
size-page-growth-mib = MiB
size-page-growth-operations = korrutamist-liitmist
size-page-growth-one = ühe pea kaart, n²
size-page-growth-all = kõik kaardid, n²
size-page-growth-cache = vahemälu, n
size-page-growth-weights = kaalud
size-page-growth-attention = skoorid ja segamine, n²
size-page-growth-projections = projektsioonid, n
size-page-million = { $x } { $n ->
    [one] miljon
   *[other] miljonit
}
size-page-billion = { $x } { $n ->
    [one] miljard
   *[other] miljardit
}
size-page-trillion = { $x } { $n ->
    [one] triljon
   *[other] triljonit
}
size-page-quadrillion = { $x } { $n ->
    [one] kvadriljon
   *[other] kvadriljonit
}
size-page-quintillion = { $x } { $n ->
    [one] kvintiljon
   *[other] kvintiljonit
}
size-page-exact = Täpne hinnangu kõrval
size-page-left = Mida hinnang välja jätab
size-page-extras = Selles on osi, mida need mõõdud ei kirjelda; need jäävad muutmisel samaks.
size-page-stale = Need arvud on viimase sobiva seadistuse kohta: { $title }.
size-page-waiting = Mõõte laaditakse…
size-page-more = Veel mõõte
