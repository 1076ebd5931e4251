# Mida inimene saab parandada: kes, mis leiti, mida oodati, mida teha.

extra-missing = Käsk „{ $wish }“ vajab moodulit { $module }, mida põhipaigalduses pole. Paigalda see attnlabi kaustas: pip install ".[{ $extra }]"

heads-not-in-groups = Tähelepanu: { $heads } päringupead ei jagune võrdselt { $groups } võtmepea vahel. Võtmepeade arv peab olema arvu { $heads } jagaja.
heads-do-not-share-width = Laiust { $width } ei saa jagada { $heads } võrdseks peaks. Vali laius, mis jagub arvuga { $heads }.
row-empty = Pea { $head } päringul { $query } pole enam kuhugi vaadata: kõik võtmed on maskitud või lõigatud ja kaal oleks 0 jagatud 0-ga. Jäta vähemalt üks võti alles.
row-not-finite = Päringu { $query } reas (pea { $head }) on skoor, mis on lõpmatu või pole arv. Vaata üle q ja k ning liiga suured tõsted.

site-unreadable = „{ $site }“ ei ole tähelepanukihi nimi. Kirjuta kihi number, näiteks 0, või encoder.0 või cross.0.
site-unknown = Mudelil { $model } pole tähelepanukihti { $site }. On olemas: { $sites }.
head-unknown = Mudeli { $model } kihis { $site } pole pead { $head }. Pead on 0 kuni { $last }.
head-unreadable = „{ $head }“ ei ole pea nimi. Kirjuta kiht.pea, näiteks { $example }.
position-unknown = Selles tekstis pole kohta { $position }. Kohad on 0 kuni { $last }; −1 on viimane.
symbol-not-in-vocabulary = Mudelil { $model } pole sümbolit „{ $symbol }“. Sümbolid on: { $some }.

text-empty = Mudel { $model } vajab vähemalt ühetähelist teksti. Kirjuta midagi tähtedest { $first } kuni { $last }.
text-too-long = Mudelisse { $model } mahuvad START ja { $most } tähte, selles tekstis on { $found }. Lühenda tekst { $most } täheni.
symbol-unknown = Mudel { $model } ei tunne märki „{ $symbol }“ (teksti { $place }. täht). Ta tunneb tähti { $first } kuni { $last }: eemalda see täht või kirjuta teine.
symbol-capital = Mudel { $model } ei tunne märki „{ $symbol }“ (teksti { $place }. täht): ta tunneb ainult väiketähti. Proovi „{ $small }“.

model-unknown = Mudelit „{ $name }“ pole. On olemas: { $names }; anda võib ka attnlabi kirjutatud .safetensors-faili tee või Hugging Face'i nime, kausta või .gguf-faili.
model-unknown-here = attnlabil endal mudelit „{ $name }“ pole. On olemas: { $names }. Kui see on Hugging Face'i nimi: { $missing }
model-file-foreign = { $path } ei ole mudel, mida see attnlab avada oskab: vorming on „{ $found }“, vaja on „{ $wanted }“. Ava see versiooniga, mis selle kirjutas, või tee uuesti käsuga attnlab train.
model-file-torn = { $path } on vigane või pole safetensors-fail: selle osad ei klapi. Tee see uuesti käsuga attnlab train või kopeeri allikast uuesti.

file-missing = Faili { $path } pole. Kontrolli teed.
path-is-folder = { $path } on kaust, aga vaja on faili. Nimeta selles olev fail.
path-not-file = { $path } on toru, seade või sokkel, aga vaja on faili. Salvesta sealt tulev faili ja nimeta see fail.
file-not-read = Faili { $path } ei saanud lugeda: { $reason }. Kontrolli selle õigusi või nimeta teine fail.
file-not-written = Faili { $path } ei saanud kirjutada: { $reason }. Midagi ei muudetud. Vali teine koht või tee ruumi.
file-not-kept = Fail { $path } on kirjutatud, aga ketas ei kinnitanud, et see alles jääb: { $reason }. Kontrolli ketast ja kirjuta fail uuesti, parem mujale.
disk-full = Faili { $path } ei saanud kirjutada: kettal pole selle jaoks ruumi. Midagi ei muudetud. Tee ruumi või vali koht teisel kettal.

edit-kind-unknown = „{ $text }“ ei ole muudatus. See algab ühega sõnadest: { $kinds }; näiteks: { $example }
edit-unreadable = „{ $text }“ ei ole loetav muudatusena. See näeb välja nii: { $example }
record-kind-unknown = { $record } ei ole muudatuse kirje. Selle väli "edit" peab olema üks neist: { $kinds }
record-lacks = { $record }: kirjes, milles on "edit": "{ $kind }", puudub: { $fields }
record-knows-not = { $record }: kirjes, milles on "edit": "{ $kind }", ei ole välja { $fields }. Selle väljad: { $known }
record-unreadable = { $record }: ühe välja väärtus ei sobi. Seda liiki kirje näeb välja nii: { $example }
edit-place-unknown = { $edit }: selles tekstis pole kohta { $place }. Kohad on 0 kuni { $last }.
edit-masked = { $edit }: päring { $query } ({ $query_piece }) ei näe võtit { $key } ({ $key_piece }), sest mask peidab selle; muudatus ei teeks midagi. Vali võti, mis pole päringust hilisem.
lift-not-finite = Tõstet { $by } natti ei saa liita. Anna lõplik arv; serva eemaldamiseks on cut.
rescale-not-positive = Tegur { $by } ei sobi: vaja on arvu, mis on üle 0. Üle 1 teeb rea teravamaks, alla 1 ühtlasemaks; päris ühtlaseks teeb selle flatten.
unmask-visible = { $edit }: päring { $query } ({ $query_piece }) näeb võtit { $key } ({ $key_piece }) niigi, maski pole vaja eemaldada. Vali võti, mille mask peidab.
unmask-no-mask = { $edit }: kihis { $site } ei peida mask ühtki võtit, eemaldada pole midagi. Vali teine kiht.
hide-unseen = { $edit }: ükski päring, mis näeb võtit { $key } ({ $key_piece }), ei näe teist, ja muudatus ei teeks midagi. Vali teine võti või pikem tekst.
control-length = { $edit }: teine tekst, „{ $text }“, peab siin olema sama pikk. Tükke selles: { $found }; selles tekstis: { $wanted }.
swap-two-sources = Vahetades pannakse sisse üks väärtus, aga nimetati kaks: { $source } ja teksti „{ $text }“ oma. Jäta üks ära.
patch-stage-unknown = Etapis „{ $stage }“ pole midagi siirata. Vali üks: { $stages }.
replace-no-source = { $edit }: mudelil { $model } pole dekoodri kõrval kooderit. Jäta „encoder.“ ära

target-same-twice = Siht „{ $wish }“ võrdleb sümbolit iseendaga ja on alati 0. Nimeta kaks eri sümbolit.
target-span-unknown = Siht „{ $wish }“ osutab kohtadele, mida tekstis pole. Ennustatavad kohad on 1 kuni { $last }, näiteks loss(1-{ $last }).

proof-silent = { $model }: { $sites } tähelepanukihist jäi vait { $silent }, neist esimene { $first }; nende kaart oleks välja mõeldud. attnlab seda mudelit ei ava.
proof-not-same = { $model }: kui tähelepanu arvutada valemi järgi, muutuvad logitid { $error } võrra oma suurusest, ümardamine seletab kuni { $within }. Kaardid ei oleks selle mudeli omad, seepärast attnlab seda ei ava.
proof-not-moved = { $model }: nende tähelepanukihtide väljundi muutmine ei nihuta logiteid: { $sites }. Muudatus läheks seal kaduma, seepärast attnlab seda mudelit ei ava.

data-download-failed = Nimekirja { $name } ei saanud alla laadida aadressilt { $url }: { $reason }. Laadi fail ise alla ja anna tee: --data.
data-hash-wrong = { $path } ei ole oodatud andmestiku { $name } fail: selle sha256 on { $found }, vaja on { $wanted }. { $name ->
    [sms] Paljud koopiad on muudetud; ütle --fetch, et laadida see alla algsest kohast.
   *[other] Laadi see uuesti või lisa --any-data, et treenida oma nimekirjal.
}
data-empty = Failis { $path } pole ühtegi kasutatavat rida: vaja on { $wanted }. Anna tekstifail, üks nimi reas.

port-taken = Port { $port } aadressil { $address } on hõivatud. Sulge programm, mis seda kasutab, või vali teine: attnlab lab --port { $other }
port-refused = Porti { $port } aadressil { $address } ei saa avada: { $reason }. Vali teine: attnlab lab --port { $other }
page-missing = Labori leht on ehitamata. Käivita üks kord ./dev web või paigalda attnlab valmispaketist.
stage-unknown = Staadiumi „{ $stage }“ pole. Vali üks: { $stages }.
language-unknown = Keelt „{ $lang }“ pole. On olemas: { $langs }.
request-unreadable = „{ $value }“ ei sobi välja { $name } väärtuseks. Kasuta lehe nuppe või lehe tehtud linki.
request-no-json = Päringuga tulnu ei ole UTF-8-s JSON (RFC 8259). Programm peab saatma just seda; leht nii teebki.
model-name-unknown = Mudelit „{ $name }“ siin ei ole. Olemas on: { $names }. Lehel saab laadida ka teisi: Hugging Face’i nime, kausta või .gguf-faili järgi.
model-not-shared = Mudelit „{ $name }“ selles jagatud laboris ei ole. Olemas on: { $names }. Mõnda teist küsi käivitajalt.
request-too-long = Väljale { $name } antud tekstis on { $found } märki, vastu võetakse kuni { $most }. Lühenda seda.
request-too-many = Väljale { $name } anti { $found } väärtust, vastu võetakse kuni { $most }. Võta mõni tagasi.
load-nothing = Pole öeldud, mida laadida. Kirjuta Hugging Face’i nimi, kaust või .gguf-fail.
load-own = { $name } on attnlabiga kaasas. Vali see mudelite loendist.
load-off = Laadimine on välja lülitatud: labor käivitati valikuga --no-load. Mudelite laadimiseks käivita see ilma selleta.
address-not-shared = { $address } on teistele masinatele kättesaadav, neile avatakse labor ainult koodiga. Lisa --share või jäta --address ära.
share-alone = --name ütleb, mis nimega tohib jagatud labori poole pöörduda, kuid see labor pole jagatud. Lisa --share või jäta --name ära.
share-loads = Jagatud laboris ei laadita lehelt mudeleid: --load ei sobi kokku valikuga --share. Nimeta mudelid ise: attnlab lab --share --model { $example }
host-foreign = „{ $host }“ ei ole selle labori nimi, seepärast see ei vasta. Ava labor aadressil, mille attnlab lab trükkis; teise nime lubab attnlab lab --share --name NIMI.
origin-foreign = See päring tuli võõralt lehelt ({ $origin }), labor vastab ainult oma lehele. Ava labor ise.
code-missing = See labor on avatud neile, kellel on kood. Ava sulle antud link või sisesta kood.
code-wrong = See ei ole selle labori kood. Vaata kood üle: 12 tähte ja numbrit; suurtähed ja kriipsud pole olulised.
code-wrong-often = Siit on tulnud liiga palju valesid koode. Oota { $seconds } s ja sisesta õige.
door-code = Kood
door-enter = Sisene
door-full = Selles laboris on nii palju rahvast, et ruumi enam pole. Sulge labor mujal või tule hiljem tagasi.
request-unclear = See päring ütleb oma pikkuse kahel viisil, seepärast seda ei loeta. Anna ainult Content-Length, nagu teevad brauserid.
address-refused = { $address } ei ole selle masina aadress. Nimeta mõni tema aadress või jäta --address ära.
name-unfit = „{ $name }“ ei ole masina nimi. Anna ainult nimi, näiteks --name lab.school.ee, ilma http:// ja pordita.
door-own = attnlab on aadressil { $address } (Ctrl-C lõpetab)
door-open = attnlab on jagatud aadressil { $address }?code={ $code } (Ctrl-C lõpetab)
door-told = Seda saab kasutada igaüks, kellel on see link. Mudeleid lehelt muuta ei saa. Ühendus on krüptimata (HTTP): jaga laborit võrgus, mida usaldad, või pane selle ette TLS-iga proksi.
models-read-only = See labor on jagatud ja mudelid on need, millega see käivitati. Mõnda teist küsi käivitajalt.
body-too-large = Selles päringus on üle { $most } MB, rohkem vastu ei võeta. Kleebi vähem või lühemaid tekste.
body-late = Selle päringu sisu ei jõudnud { $seconds } sekundi jooksul täielikult kohale. Proovi parema ühendusega uuesti.
server-busy = Laboril on praegu rohkem arvutada, kui ta jõuab. Proovi mõne sekundi pärast uuesti.
requests-yours = Sinu { $most } päringule vastatakse alles, korraga rohkem vastu ei võeta. Oota need ära.
jobs-yours = Sul on juba { $most } seda liiki lõpetamata tööd, jagatud laboris rohkem vastu ei võeta. Oota, kuni mõni lõpeb, või katkesta mõni.
job-too-long = Töö lõpetati: selles laboris tohib üks töö kesta { $minutes } minutit. Võta vähem tekste või päid.
address-unknown = Aadressil { $address } ei ole midagi. Labor algab aadressilt /.
method-refused = { $method } ei ole sellel aadressil võimalik. Labor algab aadressilt /; mida ja kuidas võib programm küsida, trükib attnlab schema
server-crashed = Labor komistas omaenda vea otsa; see on kirjas terminalis, kus labor töötab. Palun anna sellest teada.
shelf-full = Laaditud on juba { $most } mudelit ({ $names }) ja igaüks võtab mälu. Eemalda enne mõni.
text-too-long-to-draw = Mudelile { $model } on selles tekstis { $found } tükki, leht joonistab kuni { $most } tüki kaarte. Lühenda teksti või vaata mis tahes pikkusega ridade näitajaid terminalis: attnlab rows
map-too-long-to-save = Selles tekstis on { $found } tükki; terve kaart salvestatakse kuni { $most } tükini. Pikem jälg salvesta terminalis: attnlab trace TEKST --out trace.safetensors
map-no-contribution = { $model } ei ütle, kuidas tema peade väljundid jääkvoogu jõuavad, seega ei saa panuseid näidata. Vaata kaale, skoore või mõjusid.
map-tile-outside = Tasemel { $level } pole paani { $row }, { $column }: kaardil on { $queries } päringut ja { $keys } võtit. Küsi mõni selle seest.
model-predicts-nothing = { $model } ei ennusta sümboleid: ta annab teksti tunnused. Ükski lõige ei saa siin vastust muuta; vaata kaarte.
edits-missing = Ühtegi muudatust pole antud. Anna vähemalt üks, näiteks: --cut 0.3:4-3
temperature-not-positive = Temperatuur { $temperature } ei sobi: see peab olema suurem kui 0. Alla 1 eelistab tõenäolisi, üle 1 haruldasi tähti.
model-says-no-names = { $model } ei ole treenitud tähemudel ega mõtle nimesid välja. Kasuta mudelit names või faili, mille kirjutas attnlab train.
train-unknown = Nimega „{ $name }“ pole midagi treenida. On olemas: { $names }.
train-too-few = Erinevaid tekste on { $texts }, seda on liiga vähe: osa tuleb kõrvale jätta ja neil mitte treenida. Anna pikem nimekiri.
folder-missing = Kausta { $path } pole. Tee see või vali teine koht.
target-without-direction = Sihil { $target } pole suunda: seda nihutab iga muutus. See näitab, kui palju liikus, kuid otsust sellele rajada ei saa. Vali logit, kahe logiti vahe või tõenäosus.
check-no-text = { $model }: ükski tekst ({ $texts }) ei kõlba: mudel ei ütle sihti – { $wrong }, päring näeb alla { $keys } võtme – { $short }, kordused – { $same }. Anna teised tekstid või teine siht.
check-few-symbols = Sõnastikus on { $symbols } sümbolit, kuid juhusliku sihi jälgimiseks päris sihi kõrval on vaja { $wanted }. Vali siht, milles on vähem sümboleid.
check-file-torn = { $path } on vigane või pole kontrolli kirje. Tee kontroll uuesti lipuga --out.
check-file-foreign = See attnlab ei ava faili { $path }: vorming on „{ $found }“, vaja on „{ $wanted }“. Ava see versiooniga, mis selle kirjutas.
demonstration-wrong = Teksti „{ $text }“ järel ei ütle { $model } ise seda sihti, nii et seletada pole midagi. Vali teine tekst või siht.
demonstration-short = Tekstis „{ $text }“ näeb päring alla { $keys } võtme, mis on tekst. Võta pikem tekst.

hub-not-opened = Mudelit { $name } ei saa avada: { $reason }. attnlabi enda mudelid loetleb käsk attnlab models. Muu peab olema Hugging Face’i nimi, kaust, kus on config.json ja safetensors-kaalud, või .gguf-fail; pickle-kaale ja mudeli lehelt pärit koodi ei käivitata.
hub-not-reached = Kausta „{ $name }“ siin ei ole, sellenimelist mudelit ei saanud Hugging Face’ist alla laadida ja varasemast ei ole seda alles. Kui see on kaust, käivita käsk seal, kus kaust asub, või anna kogu tee; kui see on nimi, vaata, kas see on kirjutatud nagu Hugging Face’is ja kas võrk on olemas. attnlabi enda mudelid loetleb käsk attnlab models.
hub-not-run = { $model } ei tööta tekstiga: { $reason }. attnlab avab mudeleid, mis loevad teksti; laadi mõni selline.
hub-no-answer = { $model } tagastab { $found }, kuid mitte ühtegi neist: { $wanted }. Laadi see klassiga, mis ennustab tekstitükke, näiteks AutoModelForCausalLM.
hub-silent = { $model }: { $sites } tähelepanukihist jäi vait { $silent }, neist esimene { $first }; nende kaart oleks välja mõeldud. attnlab seda mudelit ei ava. Perekonnad, mida on võimalik kuulda, on loetletud failis docs/models.md; üks neist on gpt2.
hub-not-resumed = { $model }: kiht { $site } ei kuulu kihtide loendisse, seepärast ei saa käiku sealt jätkata; iga muudatus vajab tervet käiku.
effects-file-torn = Fail { $path } on katki või muudetud: sisu ei klapi pitseriga. Tee kaart uuesti.
effects-file-foreign = { $path } ei ole mõjukaart, mida see versioon loeb: failis on { $found }, vaja on { $wanted }.
effects-file-other = Failis { $path } on teine kaart ({ $found }). Anna teine tee või kustuta fail.
effects-method-unknown = Meetodit { $method } ei ole. On olemas: { $methods }.
replay-precision-unknown = Täpsust { $precision } ei ole. On olemas: { $precisions }.
replay-not-rounded = Mudeli { $model } käiku ei saa keskelt bfloat16-s jätkata; see on Hugging Face’i mudelite jaoks. Vali täpsus float32.
effects-too-many-queries = Pea kõik päringud mõõdetakse kuni { $most } tükiga tekstis; selles on { $found }. Mõõda üht päringut või lühenda teksti.
effects-sites-mixed = Neil kihtidel on erinevad päringud ja võtmed: { $sites }. Küsi üht liiki kihte: self, encoder või cross.
effects-no-gradient = Sihil { $target } ei ole puhtas käigus gradienti, seega pole midagi hinnata. Mõõda: meetod exact.
effects-model-no-gradient = { $model } ei anna gradiente, seega pole midagi hinnata. Mõõda: meetod exact.
query-unreadable = „{ $query }“ ei ole päring: anna koht, näiteks 3, -1 on viimane, või all ehk kõik.
parts-not-linear = { $model }: logiteid ei loeta viimasest olekust lineaarselt läbi ühe normi, seepärast ei saa öelda, kui palju üks osa logitile ise annab. Mõõda: effect_map või head_effects.
parts-not-additive = { $model }: kiht { $layer } ei liida oma peade ja ülejäänu summat, seepärast ei saa öelda, kui palju üks pea logitile ise annab. Mõõda: effect_map või head_effects.
feed-site-cross = { $site } on risttähelepanu. Pärilevi osa kannab oma kihi enesetähelepanu nime, näiteks ablate 3.ff või ablate encoder.3.ff.
feed-two-sources = Pärilevi osa liidab üht, aga nimetatud on kaks: { $source } ja see, mida ta liidab tekstis „{ $text }“. Jäta üks ära.
feed-not-taken = { $model } ei ütle, mida tema pärilevi osad liidavad, seepärast ei saa neid muuta. Lülita välja päid, näiteks ablate 0.3; oma mudelis saab seda teha, kui selle run võtab vastu võtmesõna feed.
feed-not-added = { $model }: see, mida kiht { $layer } annab, ei ole sisendi, tähelepanu vastuse ja veel ühe osa vastuse summa (summale järgneb normimine või sellist osa pole), seepärast ei saa pärilevi osa eraldi muuta. Lülita välja päid, näiteks ablate 0.3.
effects-kind-unknown = Serv lõigatakse või nullitakse; { $found } ei ole kumbki. Anna Cut või Drop; effect ja Replay.changes võtavad iga liiki muudatusi.
parts-target-not-linear = { $target } ei ole mudeli osade summa. Küsi sümboli logitit, näiteks n, või kahe vahet, näiteks n/START.
effects-number-too-small = { $name } on { $found }, aga peab olema vähemalt 1.
effects-stored-as-it-is = Salvestatud kaarti loetakse nii, nagu see on: jäta ära --target, --at, --query ja --layer või mõõda uuesti ilma --from valikuta.
plot-query-unknown = Päringut { $query } selles kaardis ei ole: kohad on 0 kuni { $last }; −1 on viimane.
plot-query-no-edge = Päringul { $query } („{ $piece }“) pole serva, mida mõõta: see näeb ainult üht võtit või mitte ühtki. Joonista mõni teine päring.
edit-number-wanted = { $edit }: { $name } peab olema täisarv, aga on { $found }.
hub-kernel-unknown = { $module } arvutab tähelepanu tuumaga { $kernel }, mille kutseid ei saa seletada. Vaheta enne tuum: model.set_attn_implementation("sdpa"). Tuntud tuumad: { $kernels }.
hub-keyword-unknown = { $module } annab tähelepanule kaasa parameetrid, mida attnlab ei tunne: { $keywords }. Nendeta kaart oleks mõne muu mudeli oma, seepärast attnlab seda ei ava.
hub-rows-are-not-texts = { $model }, kiht { $site }: tähelepanu käib üle { $rows }, mis ei ole selle teksti tükid, ja kaart jääks siltideta. attnlab seda mudelit ei ava.
hub-text-empty = Mudel { $model } vajab teksti. Kirjuta paar sõna; kui tokeniseerijat pole, siis tükkide numbrid, tühik vahel.
hub-text-too-long = Mudelisse { $model } mahub { $most } tükki, selles tekstis on neid { $found }. Lühenda teksti.
hub-text-uncut = Mudeli { $model } tokeniseerija ei oska teksti „{ $text }“ tükkideks lõigata: { $reason }. Kirjuta see sõnadega, mida mudel tunneb.
hub-id-unreadable = „{ $found }“ ei ole mudeli { $model } tüki number (mudel avati ilma tokeniseerijata). Kirjuta täisarvud 0 kuni { $last }, tühik vahel, või anna funktsioonile load() tokeniseerija.
trace-site-not-kept = Selles jäljes pole kihti { $site } alles. Alles on: { $sites }. Tee jälg uuesti ja nimeta see kiht parameetris sites.
trace-head-not-kept = Selles jäljes pole pead { $head } alles. Alles on: { $heads }. Tee jälg uuesti ja nimeta see pea parameetris heads.
trace-over-budget = { $model }: see jälg võtaks { $need } MB, lubatud on { $budget } MB. Üks kiht sellest tekstist maksab { $layer } MB, üks pea { $head } MB: küsi vähem (sites, heads, positions) või suurenda eelarvet (budget).
check-texts-missing = Mudelil { $model } pole oma tekste, mida kontrollida. Anna need, üks reas: --texts FILE
texts-not-utf8 = { $path } ei ole UTF-8 tekst (bait { $place }). Salvesta see UTF-8-s.
texts-empty = Failis { $path } pole ühtegi teksti. Kirjuta üks tekst reale.
texts-line-unreadable = Rida { $line } ei ole tekst JSON-kujul. See näeb välja nii: { $example }
texts-pair-unlike = Rida { $line } on lausepaar ilma ühise alguseta. Vaja on välju { $fields }; võta BLiMP-i fail, mille paaridel need on.
corpus-nothing = Tekste ei antud. Anna failiteed, mustrid nagu texts/*.jsonl või komplektide nimed.
corpus-missing = { $path } ei ole fail, ei sobi ühegi failiga ega ole tekstikomplekti nimi. Komplektid: { $sets }.
corpus-not-reached = Faili { $path } ei saanud lugeda: { $reason }.
corpus-line-unreadable = { $path }: { $reason }
corpus-columns = Parquet-failis peab olema tekstidega veerg „text“; olla võivad ka „target“ ja „group“. Selle veerud: { $found }.
corpus-not-parquet = See pole loetav Parquet-fail: { $reason }
set-too-small = Nii palju erinevaid selliseid tekste teha ei saa: vaja oli { $wanted }, leidus { $found }. Küsi vähem.
check-text-unreadable = Teksti { $number } („{ $text }“) ei saa lugeda. { $reason }
jobs-full = Liiga palju töid on ootel. Oota, kuni mõni lõpeb, või katkesta mõni.
job-unknown = See töö pole siin enam teada. Alusta seda uuesti.
job-not-cancelled = Seda tööd ei katkestatud, seega pole midagi jätkata. Alusta uuesti.
job-not-done = See kontroll pole veel lõppenud, kirjet veel ei ole. Oota, kuni see lõpeb.
run-not-done = See käivitus pole tulemusega lõppenud, nii et kirjet ei ole. Oota lõpuni või alusta uuesti.
job-crashed = Töö peatus attnlabi enda vea tõttu; see on kirjas terminalis, kus labor töötab. Palun anna sellest teada.
texts-none-pasted = Ühtegi teksti pole kleebitud. Kirjuta üks reale või lase mudelil enda omad öelda.
key-unknown = Selles tekstis pole tükki „{ $key }“. Selle tükid on: { $pieces }.
hub-says-nothing = { $model } ei jätka tekste, seega pole midagi genereerida. Kasuta dekoodrit või kooder-dekoodrit, mis ennustab tükke; kooder-dekoodri vastuste algused peavad ühes partiis olema ühepikkused.
position-not-said = Kohal { $position } olevat tükki ei öelnud mudel. Tema öeldu on kohtadel { $first } kuni { $last }.
site-predicts-nothing = Kiht { $site } loeb lähteteksti ega ennusta ühtegi tükki. Selle kaardid on jäljes: .trace.map("{ $site }", head).
check-rule-unknown = Reeglit „{ $rule }“ kontrollitava võtme jaoks pole. Vali üks: { $rules }.
trace-without-model = See jälg on failist ja selle juures pole mudelit, mida käivitada (jälje tegi { $model }). Laadi mudel, et lugeda muud teksti või teha muudatusi.
trace-file-torn = { $path } on vigane, muudetud või pole jälg: selle osad ei klapi. Salvesta jälg uuesti.
trace-file-foreign = { $path } ei ole jälg, mida see attnlab avada oskab: vorming on „{ $found }“, vaja on „{ $wanted }“. Ava see versiooniga, mis selle kirjutas, või salvesta jälg uuesti.
map-text-or-file = Anna üks kahest: tekst või --from ja salvestatud jälg.
span-outside = Lõik { $start }–{ $end } ei ole tekstis, milles on märke { $length }. Lõigud algavad 0-st ja lõpevad oma viimase märgi järel.
spans-overlap = Kaks lõiku kattuvad: üks lõpeb kohal { $end } ja järgmine algab kohal { $start }. Algagu igaüks seal, kus eelmine on lõppenud.
span-empty = Lõigus { $start }–{ $end } („{ $text }“) ei alga ühtegi tükki, rühm jääks tühjaks. Laienda lõik tükini, mille osa see on.
merge-some-rows = Sellel kaardil on { $rows } rida { $places }-st; ühendada saab ainult terve teksti kaarti. Tee jälg ilma positions-ita.
words-weights-only = Sõnadeks või tähtedeks saab liita ainult kaale, tabelina või JSONina: skoorid ei liitu. Jäta ära --stage või siis --words ja --letters.
rows-edited = Rea näitajaid arvutatakse ilma muudatusteta jooksust, see jälg on aga tehtud muudatustega. Tee jälg uuesti ilma nendeta või vaata kaarti.
rows-scattered = Rea näitajad vajavad kõigi kohtade päringuid või viimaseid järjest kuni kohani { $last }: kaugusi loetakse kohast kohani. Tee jälg uuesti selliste kohtadega või vaata kaarti.
rows-text-or-file = Anna üks kolmest: tekst, tekstifail (--file) või salvestatud jälg (--from).
output-not-written = Väljundit ei saanud kirjutada: { $reason }. Tee ruumi või kirjuta mujale.
out-ending-unknown = Faili { $path } ei kirjutatud midagi: selle lõpust ei selgu, millisel kujul. Sobivad lõpud: { $endings }.
model-wanted = { $wish } vajab mudelit, aga anti { $found }. Ava see enne: model = attnlab.load("names")
text-wanted = Vaja on üht teksti jutumärkides, aga anti { $found }. Mitme teksti jaoks on trace_all.
list-wanted = { $name } vajab loendit, näiteks { $example }, aga anti { $found }.
number-wanted = { $name }: vaja on täisarvu, aga anti { $found }.
edit-wanted = { $found } pole muudatus. Kirjuta see tekstina, näiteks "cut 0.3:4-3", või kujul attnlab.Cut(attnlab.Site(0), head=3, query=4, key=3).
edit-cut-short = Muudatuses „{ $text }“ pole võtit. Käsurida võtab märgi > endale ja kirjutab sellenimelisse faili: pane muudatus jutumärkidesse või kirjuta märgi > asemel -, näiteks { $example }

task-unknown = Ülesannet „{ $name }“ pole. On olemas: { $names }.
task-unknown-close = Ülesannet „{ $name }“ pole. Kas mõtlesid { $close }?
task-count = { $task }: tekste küsiti { $found }. Vaja on vähemalt 1.
task-size-unknown = Ülesandel { $task } pole suurust „{ $size }“. Selle suurused: { $sizes }.
task-size-outside = { $task }: { $size } on { $found }, aga peab olema { $least } kuni { $most }.
task-distance = Paare on tekstis { $pairs } ja otsitav ei saa seista kaugusel { $found }. Vali 1 (paar päringu ees) kuni { $most }.
task-none-there = { $task }: selliseid tekste pole – nende suurustega on neid liiga vähe, et osa kõrvale panna. Vali suuremad.
task-text-empty = Ülesanne { $task } vajab teksti, näiteks: { $example }
task-piece-unknown = Ülesanne { $task } ei tunne tükki „{ $piece }“ (teksti { $place }. tükk). Tekst, mida see loeb: { $example }
task-no-query = { $task }: teksti lõpus on „{ $piece }“ ja see ei küsi midagi. Pane lõppu päring, näiteks ?A.
task-query-early = { $task }: „{ $piece }“ küsib juba kohal { $place }. Päring on üks ja seisab lõpus.
task-not-in-turn = { $task }: „{ $piece }“ ei sobi kohale { $place }. Võtmed ja väärtused käivad kordamööda: A 7 B 2 ?B
task-key-missing = { $task }: tekst küsib võtit { $key }, aga selle võtmed on: { $keys }. Küsi üht neist.
task-key-twice = { $task }: võti { $key } on seal mitu korda, seega üht õiget vastust pole. Muuda üht võtit või võta ülesanne last-of-two.
task-copy-broken = See pole veel koopia: kohal { $place } peaks esimene pool ({ $half }) uuesti algama või jätkuma. Pooles on vähemalt kaks tähte, kõik erinevad.
task-copy-done = Teine pool on valmis: „{ $half }“ on kaks korda täielikult kirjas ja rohkem pole teada. Jäta viimased tähed ära.
task-sentence-broken = { $task }: „{ $piece }“ kohal { $place } ei jätka lauset. See loeb näiteks lauset: { $example }
task-sentence-short = { $task }: lause pole pärast sõna „{ $piece }“ lõpetatud. See loeb näiteks lauset: { $example }
task-attractors = Nimisõnu on vahel { $between } ja neist { $found } ei saa olla teises arvus. Küsi neid kõige rohkem nii palju, kui vahel on.
task-number-unread = { $task }: „{ $text }“ pole miljonist väiksem arv. Kirjuta see ilma sõnata and, näiteks: { $example }
names-locale-unknown = Lokaadi „{ $locale }“ jaoks fakeris nimesid pole. On olemas: { $locales }.
names-none = fakeris pole eesnime, mis oleks kirjutatud ainult nende tähtedega: { $alphabet }. Anna tähti juurde või teised lokaadid.
experts-used-wrong = Igal kohal ei saa kasutada { $used } eksperti { $experts } hulgast. Anna vähemalt üks ja kõige rohkem nii palju, kui neid on.
parts-do-not-share-width = Laiust { $width } ei saa jagada sümboli { $parts } võrdseks osaks. Vali laius, mis jagub arvuga { $parts }.
shape-unknown = Parameeter { $name } ei saa olla { $found }. Võimalused: { $known }.
reach-too-small = Mustril { $pattern } peab ulatus olema vähemalt üks koht, anti { $reach }. Ütle, kui kaugele ta vaatab, näiteks reach=4.
word-strange = Mudel { $model } ei tunne tükki { $word } (teksti tükk { $place }): ta loeb ainult oma ülesande sõnu, näiteks { $some }. Kuidas tekst välja näeb, näitab tema näide.
arrow-twice = Selles tekstis mudelile { $model } on „=>“ { $found } korda. See käib üks kord, loetu ja juba öeldu vahele: lähtetekst => öeldu
word-unknown = Mudel { $model } ei tunne tükki { $word } (teksti tükk { $place }): ta loeb ainult oma ülesande sõnu. Kõige sarnasemad: { $near }. Kuidas tekst välja näeb, näitab tema näide.
samples-none = Mudel { $model } ei jätka tekste: ta õppis vastama või tõlkima. Võta tema ülesande tekste või ava dekooder, näiteks names.
decoder-not-small = Mudelit { $model } ei saa lehele panna: lehel töötavad ainult attnlabi enda väikesed dekooderid. Võta names või fail, mille kirjutas attnlab train.
decoder-shape = Mudelit { $model } ei saa lehele panna, takistuseks on { $strange }. Lehel töötavad tähthaaval lugevad dekooderid õpitud positsioonidega, RMSNormiga iga osa ees ja ReLU-ga, näiteks names.
generate-not-next = { $model } ei ennusta, mis tuleb järgmisena, ega saa teksti jätkata. Ava dekooder, näiteks names.
generate-head-reads = Pea { $head } loeb lähteteksti ega ennusta midagi. Vali dekoodri pea, näiteks { $example }.
generate-no-room = See tekst täidab juba kogu mudeli { $model }: { $found } kohta { $most }-st. Lühenda seda, et mudel saaks jätkata.
translate-none = Mudel { $model } ei tõlgi. Ava tõlkija, näiteks numbers-ru.
rows-linear = Lineaarse tähelepanu ridadel pole eksponente, mida plokkhaaval liita. Vaata lühema teksti kaarti.
shape-size-unknown = „{ $found }“ ei ole väikese transformeri mõõt. Kirjuta NIMI=VÄÄRTUS, nimi loetelust: { $names }.
shape-size-unread = Mõõt { $name } ei saa olla „{ $found }“. Kirjuta näiteks { $wanted }.
train-data-drawn = Mudeli { $name } tekstid koostab tema ülesanne, seega --data pole vaja. Jäta see ära.
train-part-foreign = { $path } hoiab teise õpetamise seisu või on katki. Kustuta see või vali teine --out.
experts-none = Mudelil { $model } pole eksperte, mille vahel valida: iga tükk läbib sama edasisuunalise osa. Ava names-experts või õpeta valikutega --set experts=4 --set experts_used=2.
list-empty = { $name } sai tühja loendi. Pane sinna midagi, näiteks { $example }, või jäta see ära.
swap-source-unknown = Swap ei saa panna { $source }. source on võtme number, "mean" või nulli jaoks None.
edit-choice-unknown = { $edit }: { $name } ei saa olla { $found }. Võimalikud väärtused: { $known }.
experiment-unknown = Katset „{ $name }“ pole. On: { $names }.
experiment-unknown-close = Katset „{ $name }“ pole. Kas mõtlesid { $close }?
experiment-name-missing = Katset pole nimetatud. Millised on, ütleb attnlab run list; kõik järjest teeb attnlab run all.
experiment-one-alone = attnlab run { $name } ei võta valikut { $given }: see kuulub ühe katse juurde. Käivita see katse eraldi: attnlab run NIMI { $given }
experiment-setting-unknown = „{ $found }“ ei ole katse { $name } seadistus. Kirjuta VÕTI=VÄÄRTUS, võti loetelust: { $keys }.
experiment-setting-unread = { $name }: { $key } ei saa olla „{ $found }“. Praegu on seal { $now }; kirjuta samamoodi.
experiment-setting-path = { $name }: { $key } on failitee, leht aga ühtegi faili ei ava. Käivita terminalis: attnlab run { $name } --set { $key }=FAILITEE
experiment-setting-large = { $name }: { $key } on { $found }; leht käivitab kuni { $most }. Küsi vähem või käivita terminalis.
experiment-setting-many = { $name }: { $key } koosneb { $found } osast; leht võtab kuni { $most }. Küsi vähem või käivita terminalis.
experiment-setting-choice = { $name }: { $key } ei saa siin olla „{ $found }“. Vali neist: { $choices }.
experiment-data-missing = Katse { $name } vajab SMS-ide kogu, aga seda pole siin. Anna fail valikuga --data või ütle --fetch, et see alla laadida.
experiment-sms-dims = { $words } sõnaga tabelist ei saa võtta { $dims } suunda. Võta 1 kuni { $words }.
experiment-sms-rare = Nende seadetega pole sõnavaras { $words }. Vähenda väärtust `least`, et ka haruldasemad sõnad alles jääksid.
experiment-model-missing = Katse { $name } vajab Hugging Face'i mudelit. Nimeta see valikuga --model: nimi, kaust või .gguf-fail.
experiment-no-figure = Katse { $name } ei leidnud midagi, mida joonistada. Anna teine lõpp, näiteks .csv või .json.
check-encoder-head = Pea { $head } on kodeerijas, kus ükski päring sihti ei ütle. Kontrolli dekooderi päid, näiteks { $example }.
feed-none = Mudeli { $model } kihtides on ainult tähelepanu: edasisuunalist osa, mida muuta, pole. Lülita välja päid, näiteks ablate 0.0.
shape-size-wrong = { $name } on täisarv alates { $least }, anti { $found }.
shape-number-wrong = { $name } on arv alates { $least }, anti { $found }.
train-rate = Õppimiskiirus { $rate } ei sobi: vaja on arvu üle 0, näiteks 0.01.
train-stacks = Mudeli { $name } tekstid vajavad stacks={ $stacks }. Jäta stacks ära.
parts-two-stacks = { $model } loeb üht teksti ja ütleb teist: kodeerija osa tuleb läbi risttähelepanu ega liitu ise logitiks. Mõõda mõjusid: attnlab effects või Pythonis effect_map.
text-without-words = Mudel { $model } vajab teksti vähemalt ühest tuttavast sõnast, näiteks { $some }.
text-of-too-many-words = Mudelisse { $model } mahub sõnu { $most }, selles tekstis on { $found }. Lühenda seda.
effects-off-alone = --off lülitab pead välja tervikuna, iga päringu puhul ja täpselt: jäta --query, --method ja --precision ära.
shape-twice = { $name } on antud kaks korda: { $one } ja { $other }. Anna see üks kord.
out-and-json = --json ja { $path } tahavad kaht vormi. Jäta --json ära või lase failil lõppeda .json-iga.
experiment-settings-unfit = Katset { $name } ei saa teha seadistustega { $changes }: need ei sobi teistega kokku ({ $reason }). Muuda neid või jäta ära.

experiment-record-foreign = See ei ole katse kirje: selle vorming on „{ $found }“, loetakse aga vormingut „{ $wanted }“. Tee kirje käsuga `attnlab run NIMI --out FAIL.json`.
experiment-record-torn = See katse kirje on vigane: selle osad ei sobi kokku. Tee kirje uuesti käsuga `attnlab run NIMI --out FAIL.json`.
lesson-without-title = { $name } ({ $lang }): õppetund algab märgiga „# “ ja pealkirjaga, see aga tekstiga „{ $found }“. Kirjuta pealkiri esimesele reale.
lesson-language-missing = { $name }: keeles „{ $lang }“ teksti ei ole. Igal õppetunnil on en.md, ru.md ja et.md; kirjuta see, mis puudub.
lesson-result-missing = Õppetundide jaoks ei ole katset „{ $name }“ salvestatud; on { $names }. Tee kirje käsuga `attnlab lessons record { $name }`.
lesson-figure-unknown = Õppetund { $lesson } viitab väärtusele „{ $key }“, aga sellist pole arvutatud. Katse võtmed näitab `attnlab run NIMI --json`.
lesson-plural-forms = { $lesson }: arvu järel on { $found } sõnavormi, keel „{ $lang }“ vajab { $wanted }.
lesson-formula-unread = { $lesson }: valemit { $formula } ei õnnestunud lugeda ({ $reason }). Kirjuta see teiste LaTeX-i käskudega.
lesson-source-unknown = Õppetund { $lesson } näitab lähtekoodi „{ $name }“, aga sellist nime või rida ei ole. Anna nimi nii, nagu see imporditakse: attnlab.formula.attention.
lesson-link-unknown = Õppetunnis { $lesson } on link „{ $found }“, mis ei vii kuhugi. Tuntakse https:, set:, see:, expect:, term:, lesson:, lab:, ref: ja claim:.
lesson-element-missing = Õppetund { $lesson } viitab kohas „{ $found }“ elemendile, mida lehel ei ole. On { $ids }.
lesson-task-name = { $lesson }: „{ $found }“ ei sobi ülesande nimeks või on juba võetud. Kasuta väiketähti, numbreid ja sidekriipse, iga nime üks kord.
lesson-pair = { $lesson }: paaris peab olema üks osa, mis algab märgendiga „= beside“; selle järel võib olla üks „= under“.
lesson-printed-missing = { $lesson }: midagi nimega „{ $found }“ pole salvestatud. Õppetunni lahtrite väljundi salvestab skript: python tests/own_cases.py.
lesson-html = { $lesson }: HTML-ist võivad õppetunnis olla ainult elavad elemendid, siin on aga „{ $found }“.
lesson-unlike = { $lesson }: „{ $other }“ erineb keelest „{ $one }“. Puudu: { $lacks }. Üle: { $more }. Keeled räägivad sama lugu: paranda üks neist.
lesson-out-file = { $path } on fail, aga leht vajab kausta. Vali teine nimi.
lesson-out-full = Kaustas { $path } on failid, mis ei kuulu attnlabi õppetundide lehe juurde; neid ei puudutatud. Anna tühi või uus kaust.

plot-theme-unknown = Kujundust „{ $theme }“ pole. On olemas: { $themes }.
plot-width-unknown = Joonise laius ei saa olla „{ $width }“. Sobivad { $widths } või tollide arv 1 kuni 40.
plot-stage-unknown = „{ $stage }“ kohta pole siin midagi joonistada. On olemas: { $stages }.
plot-head-unknown = Kihis { $site } pole pead { $head }, mida siin vaadata saaks. On olemas: { $heads }.
plot-nothing-spread = { $model }: iga rida näeb ainult üht võtit, seega pole entroopiat, mida võrrelda. Võta pikem tekst.
plot-nothing-ranked = Pole midagi joonistada: nimekiri on tühi.
table-axes-differ = Need kihid ei vaata samadest tükkidest ega samu tükke, nii et ühte massiivi neist ei saa: { $sites }. Nimeta üht liiki kihid: sites=[...].

outside-not-readable = Siin pole kaale, mida attnlab lugeda oskab: { $found }. Sobib see, mille transformers tagastab nimega attentions, TransformerLensi vahemälu või massiiv telgedega päring, võti; pea, päring, võti; kiht, pea, päring, võti.
outside-none = Mudel ei tagastanud kaale: selle tähelepanutuum ei hoia neid alles. Ava mudel seadega attn_implementation="eager" ja kutsu see seadega output_attentions=True.
outside-generated = Need on teksti loomise kaalud, iga sammu kohta omaette. Anna ühe kogu teksti läbiva käigu omad või kasuta käsku attnlab.generate, mis hoiab alles iga tüki taga oleva rea.
outside-shape = Kiht { $site }: anti kaalud kujuga { $found }, vaja oli { $wanted }.
outside-batch = Kihis { $site } on tekste { $found }, loendatuna 0-st, ja teksti { $text } pole. Ütle, milline: text=...
outside-tokens = Kiht { $site }: { $axis ->
    [query] päringuid
   *[key] võtmeid
} on { $found }, tükke anti aga { $wanted }. Anna täpselt need tükid, mida mudel luges, ka eritükid.
outside-source = Kiht { $site } vaatab seda, mida luges kooder. Anna ka selle tükid: source=[...].
outside-not-a-number = Kiht { $site }, pea { $head }, päring { $query } ({ $piece }): kõik kaalud pole arvud (selliseid ridu on kokku { $rows }). Kui need on täitekohad, jäta need välja: padding=[...]; muidu tulid need mudelist rikutuna.
outside-negative = Kiht { $site }, pea { $head }, päring { $query } ({ $piece }): kaal { $weight } on alla 0. Skoorid pole kaalud: anna see, mis tuleb pärast softmaxi.
outside-sum = Kiht { $site }, pea { $head }, päring { $query } ({ $piece }): kaalude summa on { $sum }, vaja oli 1 (selliseid ridu on kokku { $rows }). Üle 1 tuleb dropout'ist: kutsu enne model.eval(). Alla 1 tuleb neelust: ütle seda nii: sink=True.
outside-behind-mask = Kiht { $site }, pea { $head }, päring { $query } ({ $piece }): kaal { $weight } on võtmel { $key }, antud maski taga.
outside-mask-unknown = { $found } pole mask. Anna "causal" või tõeväärtuste tabel telgedega päring, võti, kus true tähendab, et vaadata tohib.
outside-mask-sides = Kihis { $site } on päringuid { $queries } ja võtmeid { $keys }, antud mask aga ei sobi: { $found }.
outside-padding = Kohta { $place } ei saa välja jätta: kohad on 0 kuni { $last }.
outside-all-padding = Kõik tükid jäeti täitena välja. Jäta alles vähemalt üks.
outside-no-model = { $wish }: siin on ainult väljast võetud kaalud; pole mudelit, mida muuta, kontrollida või uuesti käivitada. Selleks ava mudel: attnlab.load.
outside-no-score = Selles kaardis pole andmeid { $what }: see on väljast võetud ja sisaldab ainult kaale. Kõigi etappide jaoks jälgi mudelit: attnlab.trace.

saved-wanted = Leheks salvestatakse jälg, kaart, mõju, järjestus, otsus või kontroll, see aga on { $found }. Tee näiteks jälg: attnlab.trace(model, text).
saved-limit = „{ $limit }“ ei ole suurus. Anna baitide arv või tekst nagu "5 MB" või "800 kB"; None lubab igasuguse suuruse.
saved-pool = Siin on pool väärtusega { $pool }, vaja on aga plokkide täisarvu külje kohta, vähemalt 2.
saved-positions = See mudeli { $model } jälg hoidis alles vaid osa päringuid, leht näitab aga kõiki. Võta jälg uuesti, ilma parameetrita positions.
saved-not-finite = Kiht { $site }: kõik kaalud ei ole lõplikud arvud, nii et lehte neist ei tehta.
saved-other-head = See on pea { $head } kaart, heads küsib aga { $heads }. Jäta heads ära.
saved-over = Leht võtaks { $size } MB, lubatud on { $limit } MB. Lehte ei tehtud. Suurenda piiri (limit).
saved-over-maps = Leht võtaks { $size } MB, lubatud on { $limit } MB. Lehte ei tehtud. pool={ $pool } võtaks umbes { $pooled } MB; ainult kiht { $layer } (heads=[…], päid { $count }) umbes { $few } MB. Või suurenda piiri (limit).
saved-edits-fixed = Selle vidina muudatusi muuta ei saa: mudel { $model } brauseris ei tööta. Võta jälg uuesti koos muudatustega.
saved-edits-of-map = Ühel kaardil oma muudatusi ei ole ({ $model }). Ava jälg, millest see pärineb: attnlab.trace(model, text).widget()
saved-whole = { $found }: siin pole kaarte, mida kokku võtta, ega päid, mida ära jätta. Jäta pool ja heads ära.
widget-head = Pead „{ $head }“ siin vidinas pole. Olemas on: { $heads }.
widget-query = Päringut { $query } sellel mõjukaardil pole. Olemas on: { $queries }.
widget-theme = Kujundust „{ $theme }“ pole. Vali üks: { $themes }.

# Läbivaatused: üks küsimus korpuse kõigile tekstidele.

sweep-question-unknown = „{ $question }“ ei ole läbivaatuse küsimus. Need on: { $questions }.
sweep-busy = Kausta { $folder } kirjutab teine läbivaatus. Oota see ära või nimeta teine kaust.
sweep-folder-foreign = Kaustas { $folder } on muud failid, mitte läbivaatus. Nimeta tühi või uus kaust.
sweep-missing = Kaustas { $folder } pole läbivaatust: seal pole faili plan.json. Kontrolli teed; läbivaatuse teeb attnlab check MODEL --texts FILE --out FOLDER/
sweep-foreign = { $path } ei ole läbivaatuse plaan, mida see attnlab lugeda oskab: vorming on „{ $found }“, vaja on „{ $wanted }“.
sweep-torn = { $path } on rikutud või muudetud. Kustuta see ja käivita sama läbivaatus uuesti: mõõdetakse ainult puuduv.
sweep-another = Kaustas { $folder } on teine läbivaatus: erineb { $unlike }. Nimeta teine kaust või küsi sedasama.
sweep-texts-changed = Tekstid pole need, millest { $shard } kaustas { $folder } tehti. Too endised tagasi või nimeta teine kaust.
sweep-worker-differs = Ühel töölisel on teine mudel või teised versioonid kui plaanis; tema read ei kuulu kausta { $folder }.
sweep-unreadable = Esimesest { $texts } tekstist ei sobi ükski; esimene, „{ $text }“, sel põhjusel: { $reason }
sweep-empty = Kaustas { $folder } pole veel ühtegi rida. Käivita läbivaatus uuesti, ja see jätkub.
sweep-nothing-used = Kausta { $folder } { $texts } tekstist ei sobinud ükski: mudel ei ütle sihti või on nähtavaid võtmeid liiga vähe.
sweep-group-unknown = Kaustas { $folder } pole rühma „{ $group }“. Need on: { $groups }.
sweep-not-asked = Läbivaatus kaustas { $folder } küsis { $question }, siin on vaja { $wanted }.
sweep-unlike = Kaustu { $first } ja { $second } ei saa võrrelda: üks küsis { $asked }, teine { $other }.
sweep-no-head-shared = Kaustadel { $first } ja { $second } pole ühtegi ühist pead.
engine-unknown = Mootorit „{ $engine }“ pole. Need on: { $engines }.
engine-workers = { $workers } töölisega ei saa midagi teha. Küsi vähemalt ühte.
engine-workers-lost = Töölised lõppesid { $times } korda sama töö juures: mälu võib olla vähe, või ei seisa kutse skriptis tingimuse if __name__ == "__main__" all. Mõõdetu on alles; võta vähem töölisi ja käivita uuesti.
engine-not-reached = Ray klastrini aadressil { $address } ei jõutud: { $reason }
sweep-folder-missing = Paljude tekstide läbivaatus hoitakse kaustas. Nimeta see: --out results/
results-compare-alone = Kahte kausta võrreldakse tabelina. Jäta ära --head ja anna --out jaoks .csv-, .json-, .txt- või .md-fail.
results-folder-unknown = Kausta „{ $name }“ see labor ei näita. Vali nimekirjast teine või käivita labor sellega: attnlab lab --results FOLDER
effects-texts-alone = Paljudel tekstidel lõigatakse sihi rea iga serv või lülitatakse --off korral välja iga pea. Jäta ära tekst, --file, --from, --layer, --query, --drop ja --method.
corpus-not-text = Tekstis { $number }, { $text }, on pool märki (üksik surrogaat), see pole tekst. Kirjuta märk tervikuna või võta see välja.
corpus-packed = { $path } on pakitud viisil, mida siin lahti ei pakita. Tuntud on { $known }; paki see enne lahti.
sweep-head-unknown = Läbivaatus ei vaadanud pead { $head }. Vaadatud: { $heads }.

memory-over = { $model }: { $wish } – selleks läheks lisaks praegusele vaja umbes { $need } MB mälu, aga { $by ->
    [budget] { $name } lubab { $free } MB.
   *[free] vaba on { $free } MB.
  } { $advice } { $by ->
    [budget] Või luba rohkem, näiteks { $name }="8 GB".
   *[free] Kui soovid selle siiski käivitada, ütle, kui palju võib võtta, näiteks { $name }="8 GB".
  }
memory-trace = jälg, teksti pikkus tükkides { $pieces } (tekste: { $texts })
memory-explained = jooks valemi järgi, teksti pikkus tükkides { $pieces }
memory-effect = muudatuste mõju (jooks nendega ja nendeta), teksti pikkus tükkides { $pieces }
memory-replay = paljude muudatuste mõõtmine, teksti pikkus tükkides { $pieces }
memory-check = kontroll, pikima teksti pikkus tükkides { $pieces }
memory-generate = teksti jätkamine: tükke { $pieces }, uusi { $new }
memory-opening = mudeli avamine, miljoneid parameetreid: { $millions }
memory-sweep = tekstide läbimine, tööprotsesse: { $workers }
memory-ask-length = Mahuks tekst, milles on kuni { $pieces } tükki.
memory-ask-layers = Sama tekst mahuks, kui alles hoida (sites) kihte: { $layers }.
memory-ask-new = Mahuks jätk, milles on uusi tükke kuni { $new }.
memory-ask-dtype = Valikuga dtype="{ $dtype }" mahuks: umbes { $need } MB.
memory-ask-parameters = Mahuks mudel, milles on miljoneid parameetreid kuni { $millions }.
memory-ask-workers = Tööprotsesse mahuks: { $workers }.
memory-ask-nothing = Midagi väiksemat seda laadi ei mahu: vabasta mälu või võta väiksem mudel.
memory-allowed-unreadable = { $name } on „{ $found }“, aga see ei ole mälu hulk. Kirjuta näiteks "2 GB" või "800 MB".
