# Mida konfiguratsioon maksab: attnlab size.

size-nothing-given = Pole nimetatud midagi, mille suurust arvutada. Anna mudel, kaust või config.json või vähemalt --layers, --width ja --vocab.
size-shape-incomplete = Mõõtude jaoks on vaja väärtusi layers, width ja vocabulary; siin puudub: { $missing }. Käsureal on need --layers, --width ja --vocab.
size-name-and-shape = Nimetatud mudelil on omad mõõdud, kuid kõrval on antud ka need: { $shape }. Jäta ära nimi või mõõdud.
size-field-unknown = Konfiguratsioonil pole välja { $found }. On olemas: { $fields }.
size-number-too-small = { $name }: anti { $found }, aga vaja on täisarvu, mis on vähemalt { $least }.
size-choice-unknown = { $name }: väärtust „{ $found }“ ei ole. Vali üks neist: { $choices }.
size-heads-missing = { $name }: { $found }, aga peade arv on ütlemata. Anna ka see: --heads
size-experts-too-few = Üks tükk ei saa läbida nii palju eksperte: { $used }; kihis on neid { $experts }. Kasuta kõige rohkem { $experts } või lisa eksperte.
size-experts-unused = Kihis on eksperte { $experts }, aga ütlemata on, mitut neist tükk läbib. Anna ka see: --experts-used 2
size-layers-too-few = { $name }: { $found }, aga kihte on ainult { $layers }. Rohkem anda ei saa.
size-context-missing = Õpitud kohtade tabel vajab teksti suurimat pikkust. Anna ka see: --context 2048
size-length-beyond-context = Tekst pikkusega { $length } ei mahu: see mudel on õppinud kohti { $context }. Anna --length kuni { $context }.
size-name-unknown = Selles masinas pole midagi nimega „{ $name }“ ja attnlab size ei laadi midagi alla. Olemas on: { $names }. Hugging Face’i mudeli jaoks anna selle config.json-i kaust või laadi see enne alla: hf download NIMI config.json
size-config-missing = Kaustas { $folder } pole faili config.json. Anna Hugging Face’i mudeli kaust või fail ise.
size-config-broken = { $path } ei ole JSON-kujul konfiguratsioon: { $reason }. Anna mudeli config.json või kopeeri see allikast uuesti.
size-json-at = viga on real { $line }, veerus { $column }
size-json-deep = sulge on liiga palju üksteise sees või on mõnes arvus tuhandeid numbreid
size-json-no-record = seal on { $found }, vaja on aga nimesid ja väärtusi looksulgudes
size-config-no-family = { $path } ei ütle, mis perekonnast mudel on: „model_type“ puudub. Anna transformersi mudeli config.json.
size-config-value = { $path }: { $name } on { $found }, aga vaja on täisarvu, mis on vähemalt { $least }. Paranda fail või kopeeri see allikast uuesti.
size-config-large = { $path }: { $name } on { $found }; üle { $most } ei loeta. Paranda fail või kopeeri see allikast uuesti.
size-config-unfit = { $path }: mõõdud ei sobi kokku. { $reason }
size-family-unread = { $name }: perekonnas { $family } ei saa väärtust „{ $unknown }“ lugeda mudelit ehitamata. Ilma selleta loetakse: { $families }. Ehitamiseks: { $missing }
size-family-unknown = { $name }: perekonda „{ $family }“ ei saa lugeda mudelit ehitamata. Ehitamata loetakse: { $families }. Ehitamiseks: { $missing }
size-not-built = { $name }: transformers ei saa selle konfiguratsiooni järgi mudelit ehitada: { $reason }. Paranda fail või paigalda transformers, mis seda perekonda tunneb.
size-no-block = { $model } on käsitsi tehtud: päringute, võtmete ja väärtuste parameetreid on { $count }, aga plokki, mida hinnanguga võrrelda, pole. Proovi mudelit names või anna --layers, --width ja --vocab.
size-what-unknown = Suurusi arvutatakse konfiguratsiooni, nime, tee või mudeli järgi, aga anti { $found }. Näiteks: attnlab.size(layers=32, width=4096, vocabulary=128000)
size-pasted-unread = Perekonnas { $family } ei saa välja „{ $unknown }“ lugeda mudelit ehitamata, leht aga mudeleid ei ehita. Siin loetakse: { $families }. Terminalis: attnlab size KAUST
size-pasted-family = Perekonda „{ $family }“ ei saa lugeda mudelit ehitamata, aga leht mudeleid ei ehita. Siin loetakse: { $families }. Terminalis: attnlab size KAUST
size-preset-unknown = Eelseadet „{ $name }“ ei ole. On: { $names }.

# arvud
size-million = { $x } miljonit
size-billion = { $x } miljardit
size-trillion = { $x } triljonit
size-quadrillion = { $x } kvadriljonit
size-quintillion = { $x } kvintiljonit
size-b = { $x } B
size-kib = { $x } KiB
size-mib = { $x } MiB
size-gib = { $x } GiB
size-tib = { $x } TiB

# osad
size-part-embedding = sümbolite tabel
size-part-positions = kohad
size-part-query = päringud
size-part-key = võtmed
size-part-value = väärtused
size-part-join = peade ühendus
size-part-up = pärilevi, sisse
size-part-gate = pärilevi, värav
size-part-down = pärilevi, välja
size-part-router = suunaja
size-part-norms = normid
size-part-biases = nihked
size-part-next = väljundmaatriks
size-part-head-norms = peade normid
size-part-sinks = neelud
size-part-segments = segmendid
size-part-pooler = koondaja
size-part-head = kiht enne väljundit
size-total = kokku
size-column-part = osa
size-column-exact = täpselt
size-column-estimate = hinnang
size-column-difference = vahe
size-title-shape = Parameetreid: { $about }; kihte { $layers }, laius { $width }, sümboleid { $vocabulary }
size-title-named = { $name }: parameetreid { $about }, kihte { $layers }, laius { $width }, sümboleid { $vocabulary }
size-estimate = Hinnang on 12 L d² + V d = 12 · { $layers } · { $width }² + { $vocabulary } · { $width } = { $estimate }: igas L kihist 4 d² tähelepanu ja 8 d² pärilevi osa ning V sümbolit, igaühel d arvu.
size-used = Üks tükk kohtab neist { $used } ({ $about }): ta läbib { $experts } eksperti kihi { $all } eksperdist.
size-heads-free = Tähelepanus on 4 d² = { $count } kihi kohta iga peade arvu korral: mida rohkem päid, seda kitsamad nad on.
size-read = Loetud konfiguratsioonist ja arvutatud kui { $kind }.
size-weights = Loendatud mudeli enda parameetritest.
size-built = Selle perekonna mõõte attnlab ise ei loe, seepärast ehitas transformers mudeli { $kind } ilma kaaludeta ja parameetrid loendati sellest.
size-block-unknown = Seda liiki kihtide vahemälu ja arvutuste hulka attnlab ei tea, seepärast pole neid siin.

# mida hinnang ei arvesta
size-left-title = Mida hinnang ei arvesta
size-left-caption = Siin annavad need kokku täpse arvu ja hinnangu vahe. Selle kohta, mida siin pole, ütlevad viimased veerud, mida näide lisaks.
size-column-left = arvestamata
size-column-here = siin
size-column-would = lisaks
size-column-example = näiteks
size-left-heads = peade rühmad (GQA)
size-left-cross = risttähelepanu
size-left-hidden = hidden pole 4 d
size-left-gated = värav (gated FFN)
size-left-experts = eksperdid (MoE)
size-left-output = eraldi väljund
size-left-positions = kohad
size-left-norms = normid
size-left-biases = nihked
size-would-heads = veerand võtmetest
size-would-gated = värav, sama hidden
size-would-experts = 8 eksperti kihis
size-would-output = oma maatriks
size-would-positions = { $length } õpitud
size-would-norms = LayerNorm
size-would-biases = igal maatriksil

# mälu
size-memory-title = Mälu: tekst pikkusega { $length }
size-weights-of = kaalud, { $dtype }
size-cache-of = võtmete ja väärtuste vahemälu, { $dtype }, { $batch ->
    [one] { $batch } tekst
   *[other] { $batch } teksti
}
size-map-of = ühe pea kaart kihis, n² · 4 baiti
size-maps-of = kõigi peade kaardid kõigis kihtides
size-memory-caption = Arvutustuum, näiteks FlashAttention, ei hoia kaarti mälus. Töömälu ja pakitud vormingute kordajad siin sees ei ole.

# arvutused
size-work-title = Arvutused: korrutised koos liitmisega (üks = 2 tehet)
size-column-work = milleks
size-column-text = tekst, { $length }
size-column-next = veel üks tükk
size-work-projections = projektsioonid
size-work-attention = skoorid ja segu
size-work-feed-forward = pärilevi osa
size-work-output = väljund
size-crossing = Skoorid ja segu (2 n² d kihis, täisruut) mööduvad projektsioonidest (4 n d²), kui n = 2 d = { $crossing }. Kui võrrelda ainult kasvu, n² d ja n d², öeldakse n = d; ja kui põhjusliku maski taga olev pool jääb vahele, peaaegu n = 4 d.
size-crossing-grouped = Skoorid ja segu (2 n² q kihis, täisruut) mööduvad projektsioonidest (2 n d (q + k)), kui n = d (q + k) / q = { $crossing }; q = { $query } ja k = { $key } on kõigi päringute ja võtmete laius. Kui pead jagavad laiust, on see n = 2 d.
size-windows = { $count ->
    [one] { $count } kiht näeb
   *[other] { $count } kihti näevad
} päringu kohta kõige rohkem { $window } võtit.
size-generation = Kogu tekst pikkusega { $length } tükk tüki haaval: { $cached } vahemäluga, { $bare } ilma selleta, sest siis läbib iga samm kogu senise teksti uuesti.
