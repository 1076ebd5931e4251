# Tekst, mida öeldakse samm-sammult: vahemäluga ja ilma.

live-cache = Tekst samm-sammult
live-cache-text = Tekst
live-cache-kept = Hoia võtmed ja väärtused alles
live-cache-step = samm
live-cache-rows = tehtud
live-cache-new = võti ja väärtus tehtud esimest korda
live-cache-kept-now = loetud vahemälust
live-cache-again = tehtud uuesti
live-cache-made = Võtme ja väärtuse paare tehtud, kihi kohta
live-cache-work-cached = Tähelepanu korrutamisi koos liitmisega, vahemäluga
live-cache-work-anew = ilma vahemäluta
live-cache-times = mitu korda rohkem
live-cache-difference = Logitite suurim erinevus
