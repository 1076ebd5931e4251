# The page of sizes.
size-page-title = Size
size-page-intro = What a transformer costs before it is built: parameters, memory and work, exact and part by part. Begin with a configuration and move the sliders.
size-page-begin = Begin with
size-page-plain = the plain block of the estimate
size-page-families = Families, as transformers takes them where a file is silent
size-page-own = attnlab's own models
size-page-uncounted = Not in the list: { $names }. Their heads read parts of a symbol, so no sizes here describe them; in the terminal attnlab size NAME counts their weights.
size-page-pasted = a pasted config.json
size-page-paste = Paste a config.json
size-page-paste-hint = The text of a model's config.json. It is read, not kept as a file, and nothing is fetched.
size-page-paste-use = Read it
size-page-paste-long = This text is too long for the address: { $found } characters, of which { $most } fit. Leave out what says no size, such as lists of labels.
size-page-paste-broken = This is no JSON: { $reason }
size-page-paste-at = at line { $line }, column { $column }
size-page-paste-ends = it ends too early
size-page-paste-somewhere = it breaks somewhere inside
size-page-paste-huge = { $name } is a number too large to be read. Write a smaller one.
size-page-quoted = “{ $label }”
size-page-heads-missing = { $name } is { $found }, but the number of heads is not said. Fill in { $heads } too.
size-page-experts-unused = A layer has { $experts } experts, and it is not said how many of them a piece goes through. Fill in { $name } too.
size-page-context-missing = A learned table of positions needs the longest text it holds. Fill in { $name } too.
size-page-length-beyond = A text of { $length } pieces does not fit: this model has learned { $context } positions. Set { $name } to { $context } at most.
size-page-sizes = Sizes
size-page-reset = Back to { $name }
size-page-changed = { $name }, changed
size-page-slider = { $name }, slider
size-page-field-layers = layers
size-page-field-width = width
size-page-field-heads = heads
size-page-field-key-heads = heads of keys and values
size-page-field-head-dim = width of a head
size-page-field-hidden = hidden, feed-forward
size-page-field-vocabulary = symbols
size-page-field-context = context
size-page-field-experts = experts
size-page-field-experts-used = experts used by a piece
size-page-field-length = pieces of the text
size-page-field-batch = texts side by side
size-page-field-dtype = type of the weights
size-page-field-cache-dtype = type of the cache
size-page-field-norm = norm
size-page-field-positions = positions
size-page-field-gated = gated feed-forward
size-page-field-tied = output reads the embedding
size-page-field-biases = biases on every matrix
size-page-same-dtype = as the weights
size-page-norm-plain = without parameters
size-page-norm-rms = RMSNorm
size-page-norm-layer = LayerNorm
size-page-positions-none = none
size-page-positions-learned = learned
size-page-positions-sinusoidal = sinusoidal
size-page-positions-rotary = rotary
size-page-positions-relative = relative
size-page-positions-alibi = ALiBi
size-page-pin = Pin for comparison
size-page-unpin = Unpin { $name }
size-page-this = now
size-page-pinned = pinned: { $name }
size-page-parts = Parameters
size-page-memory = Memory
size-page-work = Work on the text, multiply-adds
size-page-next = Work on one more piece, multiply-adds
size-page-total = total
size-page-growth = Growth with the text
size-page-growth-memory = Memory by length
size-page-growth-work = Work by length
size-page-growth-length = pieces
size-page-growth-mib = MiB
size-page-growth-operations = multiply-adds
size-page-growth-one = map of one head, n²
size-page-growth-all = all maps, n²
size-page-growth-cache = cache, n
size-page-growth-weights = weights
size-page-growth-attention = scores and mix, n²
size-page-growth-projections = projections, n
size-page-million = { $x } { $n ->
    [one] million
   *[other] million
}
size-page-billion = { $x } { $n ->
    [one] billion
   *[other] billion
}
size-page-trillion = { $x } { $n ->
    [one] trillion
   *[other] trillion
}
size-page-quadrillion = { $x } { $n ->
    [one] quadrillion
   *[other] quadrillion
}
size-page-quintillion = { $x } { $n ->
    [one] quintillion
   *[other] quintillion
}
size-page-exact = Exact beside the estimate
size-page-left = What the estimate leaves out
size-page-extras = It has parts that no size here describes; they stay as they are when others change.
size-page-stale = These figures are of the last configuration that fits: { $title }.
size-page-waiting = The sizes are on their way…
size-page-more = More sizes
