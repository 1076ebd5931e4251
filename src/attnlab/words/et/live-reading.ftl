# A check that was recorded, read again.

live-reading = Salvestatud kontroll, loetud sinu reeglite järgi
live-reading-record = Salvestis
live-reading-record-practice = practice
live-reading-record-address = address
live-reading-record-names = names
live-reading-least = Vähim osa, protsentides
live-reading-texts = Tekste vähemalt
live-reading-sum = { $model }: toetatud päid { $supported }, kokku { $heads }. Naiivne võrdlus toetaks { $naive }.
live-reading-used = Kasutatud tekste: { $texts }; kõrvale jäetud selliseid, kus mudel sihti ei ütle: { $wrong }, liiga lühikesi: { $short }, korduvaid: { $same }.
