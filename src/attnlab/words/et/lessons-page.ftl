# Õppetunnid: mida Python kirjutab nende tekstide ümber.

lessons-contents = Õppetunnid
lessons-code = Kood rida-realt
lessons-glossary = Sõnastik
lessons-lab = Labor
lessons-pages = Lehed
lessons-languages = Keel
lessons-skip = Teksti juurde
lessons-onward = Teised õppetunnid
lessons-back = Tagasi
lessons-next = Edasi
lessons-number = { $number }. õppetund
lessons-about = Õppetunnid tähelepanust: skalaarkorrutisest kaardini, mida saab kontrollida.
lessons-honest = Mis paika ei pea
lessons-try = Proovi järele
lessons-references = Kirjandus
lessons-cite-many = { $first } jt, { $year }
lessons-in-lab = Laboris: attnlab lab
lessons-source-lines = { $count ->
    [1] rida { $first }
   *[other] read { $first }–{ $last }
}
lessons-built = { $path }: { $pages } lehte, { $files } faili, { $size } MB. Ava brauseris { $open }; võrku pole vaja.
lessons-recorded = { $path }: { $name } { $seconds } sekundiga.
lessons-alike = Tekstid on kolmes keeles ühesugused: { $count }.
lessons-column-number = Nr
lessons-column-name = Nimi
lessons-column-title = Pealkiri
lessons-column-tasks = Ülesandeid
lessons-cell-run = Terminalis
lessons-cell-python = Skript { $name } või märkmiku lahter
lessons-cell-printed = Trükib
