# Suur kaart: kihid, vaade, kinnitatud võtmed, teine tekst.
page-numbers-contribution = panused
page-numbers-effect = mõjud
layer-name-weight = kaal
layer-name-score = skoor
layer-name-contribution = panus
layer-unit-weight = (kaal)
layer-unit-score = natti
layer-unit-contribution = (pikkus)
layer-unit-effect = sihi natti
layer-effect-waits = Servad on veel lõikamata.
layer-effect-clean = Mõju: kui palju muutub siht, kui lõigatakse ära üksnes see serv, mudelis ilma muudatusteta. Sihti loetakse valitud päringu juures, seega hilisemad read ei muuda midagi.
layer-contribution-why = Panus: kaal korda võtme väärtuse pikkus, nagu see jääkvoogu siseneb. Suur panus ei tõesta veel, et see loeb.
map-measuring = Selle pea servi lõigatakse ükshaaval: { $done } / { $total }
map-sight = Mis on näha
map-nearer = Lähemale
map-farther = Kaugemale
map-whole = Kogu kaart
map-where = Päringud { $first } kuni { $last }, võtmed { $from } kuni { $to }
map-flagged = eriline tükk, täide või neel
map-cell = päring { $query }, võti { $key }: { $layer } { $value }{ $state ->
    [masked] , nii oleks see ilma maskita
    [cut] , lõigatud
   *[visible] {""}
}
map-cell-masked = päring { $query }, võti { $key }: maski taga
map-cell-waits = päring { $query }, võti { $key }
map-other = Teine tekst selle kõrval
map-other-label = Teine tekst
map-other-why = Sama mudel, pea { $head } ja muudatused, samad värvid: kas asi on peas või selles ühes tekstis?
map-other-off = Eemalda
map-other-title = Pea { $head } tekstil „{ $text }“
map-other-waiting = Muudatused, millele selles tekstis kohta pole: { $edits }
row-others = { $count ->
    [one] Veel { $count } kergem võti: kokku { $weight }
   *[other] Veel { $count } kergemat võtit: kokku { $weight }
}
row-every = Näita kõiki
row-pin = Kinnita { $key }
row-pinned = { $count ->
    [one] Kinnitatud: { $names }, kaal { $weight } (enne muudatusi { $before })
   *[other] Kinnitatud: { $names }, kokku { $weight } reast (enne muudatusi { $before })
}
row-unpin = Vabasta kõik
row-cut-pinned = Lõika selle rea kinnitatud võtmed
map-save-csv = Salvesta CSV
map-save-json = Salvesta JSON
map-save-svg = Salvesta SVG
map-save-png = Salvesta PNG
layer-effect-large = Terve pea mõjud joonistatakse kuni { $most } tükiga tekstidele; Kontroll mõõdab ühe päringu mõjud igas tekstis.
