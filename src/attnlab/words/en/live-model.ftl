# Which decoder the elements of a lesson run.

live-model = The model of this page
live-model-model = Model
live-model-model-names = English names
live-model-model-names-ru = Russian names
live-model-model-names-latin = Estonian and other names
live-model-model-names-untrained = English names, untrained
live-model-about = { $letters } letters, { $layers ->
        [one] { $layers } layer
       *[other] { $layers } layers
    } of { $heads ->
        [one] { $heads } head
       *[other] { $heads } heads
    }, texts of up to { $longest } letters. Every element and every task of this page follows it.
