model-about-names = First names, letter by letter: a trained transformer with one layer and four heads.
model-about-previous = Handmade: one head that looks one place back and says what it finds.
model-about-same = Handmade: one head that looks at earlier places with the same letter and says it again.
model-about-decoy = Handmade: one head that looks hard and changes nothing; the answer goes past it.
model-about-quiet = Handmade: one head that looks at vowels, while the answer comes from a consonant with hardly any weight.
model-about-backup = Handmade: two heads that do the same; either is enough.
model-about-file = A model from a file.
model-about-hub = A loaded transformer, proved to be heard, the same and moved.
