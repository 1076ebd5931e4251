# Kaks tsüklit kõrvuti.

live-loops = Kaks tsüklit ühe teksti kohal
live-loops-text = Tekst
live-loops-position = positsioon
live-loops-keys = võtmeid vahemälus
live-loops-weights = kaalude suurim vahe
live-loops-logits = logitite suurim vahe
live-loops-difference = Kõige suurem vahe
live-loops-whole = Skoore korraga arvutades
live-loops-steps = sammhaaval
