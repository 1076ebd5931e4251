# Tooni korratakse ja siis muudetakse.

live-novelty = Tooni korratakse, siis muudetakse
live-novelty-repeats = Kordusi
live-novelty-change = Tooni nihe, sammu
live-novelty-pause = Paus enne B-d, hetke
live-novelty-width = Detektori laius
live-novelty-sharpness = Võrdluse teravus
live-novelty-compares = Mälu võrdleb
live-novelty-again = Vana toon veel kord
live-novelty-tones = Mida detektorid vastavad:
live-novelty-repeated = korratud toon, A
live-novelty-changed = muudetud toon, B
live-novelty-letter-repeated = A
live-novelty-letter-changed = B
live-novelty-response = Reaktsioon igal esituskorral: rea osa, mida ükski jälg ei võtnud
live-novelty-score = Parim skoor jälgede seas enne tuhmumist, nattides; täis tulp on { $most }
live-novelty-response-picture = Reaktsioon: esimesele toonile { $first }, viimasele kordusele { $last }, muudetud toonile { $changed }.
live-novelty-score-picture = Parim skoor: viimasel kordusel { $last } natti, muudetud toonil { $changed }.
live-novelty-picture = Detektorite vastused mõlemale toonile; vektoritena on nende vahel { $angle } kraadi.
live-novelty-of-first = Esimene toon
live-novelty-of-last = Viimane kordus
live-novelty-of-changed = Muudetud toon
live-novelty-of-again = Vana toon veel kord
live-novelty-angle = Nurk toonide vahel
live-novelty-degrees = { $angle }°
