# The bench: one row of attention from real vectors, and the same controls on a head of a model.
bench-on = Work on
bench-on-sentence = a sentence with its vectors
bench-on-head = a head of a model
bench-about-sentence = One row of attention from real vectors. Every number of q, k and v can be changed, and every step to the output is shown. All of it is computed in this page.
bench-about-head = The same controls on a head of a model that was trained or built: temperature, bump, mask and value, through to what the model says next.
bench-sentence-title = The sentence and the controls
bench-sentence = Your own sentence
bench-sentence-why = Left empty, it is the sentence of the lesson. Up to { $most } words; words of your own get random vectors, which you can edit.
bench-too-many = { $count ->
    [one] The last word is left out: the bench takes { $most } words.
   *[other] The last { $count } words are left out: the bench takes { $most } words.
}
bench-query-missing = The address asks for word { $query }; this sentence has { $count }, counted from 0. The last one asks instead.
bench-product = The product q · k
bench-dim = Head size d
bench-divided = What the product is divided by
bench-divided-yes = divided by √d
bench-divided-no = not divided
bench-made = Vectors
bench-made-lesson = the lesson’s
bench-made-random = random
bench-seed = Seed
bench-undivided-lesson = The lesson’s vectors are made so that the divided product is the lesson’s score at every d. Random vectors show why one divides: their products spread like √d.
bench-undivided-random = The components are standard normal numbers, so q · k spreads like √d. Divided, its spread is 1 at every d; undivided, the row collapses onto one key as d grows.
bench-score = The score
bench-key = Key
bench-bump = Bump, nats
bench-temperature = Temperature
bench-mask = The mask
bench-causal = Causal: no word sees a later one
bench-padding = Padding:
bench-when = The mask works
bench-when-before = before the softmax
bench-when-after = after the softmax
bench-mask-off = Take the masks off
bench-noise = Six noise tokens
bench-noise-no = none
bench-noise-before = in the past
bench-noise-after = behind the sentence
bench-noise-all = noise
bench-noise-name = noise { $n }
bench-noise-lesson = A noise token has the score { $score } for every query and the value zero. Behind the sentence a causal mask hides it; in the past it dilutes the row all the same.
bench-noise-random = A noise token has a random key and the value zero. Behind the sentence a causal mask hides it; in the past it dilutes the row all the same.
bench-value-title = The value of { $key }
bench-swap = Swap it for
bench-swap-why = The weights stay as they are, to the last digit; only what the key hands over changes.
bench-vectors = The vectors
bench-vectors-caption = A word a row; components of its query q, key k and value v
bench-vectors-lesson = Vectors of the lesson: q · k ÷ √d is exactly the score that the lesson prints for он, стакан and потому, and the first component of v is its value. The other queries, and v₂, are ours.
bench-vectors-random = Random vectors, seed { $seed }; equal words have equal vectors, because nothing here says where a word stands.
bench-vectors-how = Type over any number, from { $least } to { $most }; the arrows ↑ ↓ change it by a tenth, Enter goes down, an emptied field takes the preset’s number back.
bench-preset = Back to the preset
bench-block = components { $from } to { $to } of { $count }
bench-block-before = Earlier components
bench-block-next = Later components
bench-cell = { $kind } of { $word }, component { $at }
bench-cell-preset = The preset has { $value }.
bench-number = “{ $typed }” is not used: write a number from { $least } to { $most }.
bench-number-empty = The field is empty: write a number from { $least } to { $most }. Until then the last one holds.
bench-row = The row of { $query }
bench-weight-of = Weight of { $key }
bench-uniform = even: { $uniform }
bench-output = Output
bench-output-first = Output, first component
bench-output-second = Output, second component
bench-output-open = Output without the mask
bench-value = value
bench-even-legend = The line across a bar is an even share, { $uniform }.
bench-hidden-future = behind the causal mask
bench-hidden-padding = padding
bench-hull = Where the output can be
bench-hull-seen = a value that is seen; the larger, the more weight
bench-hull-hidden = a value behind the mask
bench-hull-inside = { $count ->
    [one] The output { $output } is the one value that is seen.
   *[other] The output { $output } lies in the convex hull of the { $count } values that are seen: weights that sum to 1 cannot take it out.
}
bench-hull-by-chance = The weights sum to { $total }, not 1: the output { $output } happens to lie in the convex hull of the values that are seen, but nothing holds it there.
bench-hull-outside = The weights sum to { $total }, not 1: the output { $output } lies outside the convex hull of the values that are seen.
bench-arithmetic = The whole arithmetic of { $query }
bench-arithmetic-why = Every step of every key, from left to right. The largest score is taken off before e is raised to it; that changes no weight. What is printed adds up as printed: where rounding gets in the way, it is shown.
bench-digits = Decimals
bench-step-products = component by component
bench-step-product = product
bench-step-divided = divided
bench-step-undivided = not divided
bench-step-bump = bump
bench-step-score = score s
bench-step-mask = mask
bench-step-mask-after = mask
bench-step-raised = exponential
bench-step-share = share
bench-step-part = contributed
bench-others = { $count ->
    [one] the other one
   *[other] the { $count } others
}
bench-rounding = rounding { $by }
bench-rounding-row = rounding
bench-rounding-why = what the printed sum has beyond the printed parts
bench-products-of = { $query } asks, { $key } answers:
bench-ways = The mask before the softmax, after it, and not at all
bench-ways-why = Before: the scores become −∞, the others take the freed share, and the row sums to 1. After: the weights become 0, nobody takes their share, and the row sums to less. In italics: what a masked key’s weight would have been.
bench-ways-none = Nothing is masked in the row of { $query }, so all three are alike. Switch the causal mask on and let an earlier word ask, or call a key padding.
bench-way-open = without the mask
bench-way-before = mask before the softmax
bench-way-after = mask after the softmax
bench-would = would have been
bench-row-empty = Every key that { $query } could look at is masked: the weights would be 0 divided by 0. Leave it at least one key.
bench-none-seen = Every key of { $query } is masked, and the mask works after the softmax: all weights are 0, nothing is seen, and the output is zero.
bench-row-not-finite = A score in the row of { $query } is not a finite number. Look at the vectors.
bench-save = Save as a file
bench-open = Open a file…
bench-address-long = So many numbers differ from the preset that the address cannot hold them; it holds the rest. Save the vectors as a file to keep them.
bench-file-opened = { $name }: vectors of { $count ->
    [one] { $count } word.
   *[other] { $count } words.
}
bench-file-large = the file has more than { $most } MB. Vectors of a bench are smaller; this is another file.
bench-file-not-json = this is not JSON, so it is no file that the bench saved.
bench-file-format = this is no file of the bench: its “format” would be “{ $format }”.
bench-file-words = “words” must be a list of 1 to { $most } words without spaces.
bench-file-dim = the first query must have { $dims } components: other head sizes cannot be shown.
bench-file-shape = “{ $kind }” must be { $rows } rows of { $width } numbers.
bench-file-number = { $place } is not a number from { $least } to { $most }.
bench-head-knobs = Controls: query { $query }, head { $head }
bench-head-row = The whole row
bench-head-unmask-row = { $count ->
    [0] No key of this row is masked
    [one] Take the mask off this row ({ $count } key)
   *[other] Take the mask off this row ({ $count } keys)
}
bench-head-temperature-why = The model divides by √d already; a temperature of 1 ÷ √d undoes that, such as { $undone } for a head of size { $size }.
bench-head-key = One key
bench-head-cut = Cut before the softmax
bench-head-drop = Weight to 0 after it
bench-head-unmask = Take its mask off
bench-head-hide = Call it padding
bench-head-value = Its value
bench-head-mean = mean of all keys
bench-head-key-why = The bump comes before the temperature, as on the bench. Padding hides the key from every query of this head that sees another one.
bench-head-noise = Noise cannot be slipped in here: a model reads text. Type more symbols in front and see the row dilute.
bench-head-edits = These are the ordinary edits of the page: they stand in the address, and Map, Change and Check show them too. Ctrl Z takes the last one back.
