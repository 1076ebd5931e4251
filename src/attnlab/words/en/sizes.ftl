# What a configuration costs: attnlab size.

size-nothing-given = Nothing was named whose size could be counted. Give a model, a folder or a config.json, or at least --layers, --width and --vocab.
size-shape-incomplete = A shape needs layers, width and vocabulary; missing here: { $missing }. On the command line they are --layers, --width and --vocab.
size-name-and-shape = A model that is named has its own sizes, and these were given beside it: { $shape }. Leave out the name or the sizes.
size-field-unknown = A configuration has no { $found }. It has: { $fields }.
size-number-too-small = { $name } is { $found }; a whole number of { $least } or more was wanted.
size-choice-unknown = { $name } cannot be “{ $found }”. Choose one of: { $choices }.
size-heads-missing = { $name } is { $found }, but the number of heads is not said. Give it too: --heads
size-experts-too-few = One piece cannot go through { $used } experts where a layer has { $experts }. Use at most { $experts }, or give more experts.
size-experts-unused = A layer has { $experts } experts, and it is not said how many of them a piece goes through. Give it too: --experts-used 2
size-layers-too-few = { $name } is { $found }, and there are only { $layers } layers. Give at most that many.
size-context-missing = A learned table of positions needs the longest text it holds. Give it too: --context 2048
size-length-beyond-context = A text of { $length } pieces does not fit: this model has learned { $context } positions. Give a --length up to { $context }.
size-name-unknown = Nothing on this machine is called “{ $name }”, and attnlab size downloads nothing. At hand: { $names }. For a Hugging Face model give the folder of its config.json, or fetch it first: hf download NAME config.json
size-config-missing = There is no config.json in { $folder }. Give the folder of a Hugging Face model, or the file itself.
size-config-broken = { $path } is not a configuration in JSON: { $reason }. Give a model’s config.json, or copy it again from its source.
size-json-at = it breaks at line { $line }, column { $column }
size-json-deep = it is nested too deep, or holds a number of thousands of digits
size-json-no-record = it holds { $found }, and names with values in braces were wanted
size-config-no-family = { $path } does not say which family it is of: “model_type” is missing. Give the config.json of a transformers model.
size-config-value = { $path }: { $name } is { $found }; a whole number of { $least } or more was wanted. Mend the file, or copy it again from its source.
size-config-large = { $path }: { $name } is { $found }; no more than { $most } is read. Mend the file, or copy it again from its source.
size-config-unfit = { $path } has sizes that do not fit together. { $reason }
size-family-unread = { $name }: of the family { $family }, “{ $unknown }” cannot be read without building the model. Read without it: { $families }. To build: { $missing }
size-family-unknown = { $name }: the family “{ $family }” cannot be read without building the model. Read without it: { $families }. To build: { $missing }
size-not-built = { $name }: transformers cannot build a model from this configuration: { $reason }. Mend the file, or install a transformers that knows the family.
size-no-block = { $model } is made by hand: { $count } parameters of queries, keys and values, and no block whose size could be set beside an estimate. Try names, or give --layers, --width and --vocab.
size-what-unknown = Sizes are counted of a configuration, a name, a path or a model, and { $found } was given. For example: attnlab.size(layers=32, width=4096, vocabulary=128000)
size-pasted-unread = Of the family { $family }, “{ $unknown }” cannot be read without building the model, and the page builds none. Read here: { $families }. In the terminal: attnlab size FOLDER
size-pasted-family = The family “{ $family }” cannot be read without building the model, and the page builds none. Read here: { $families }. In the terminal: attnlab size FOLDER
size-preset-unknown = There is no preset “{ $name }”. There are: { $names }.

# numbers
size-million = { $x } million
size-billion = { $x } billion
size-trillion = { $x } trillion
size-quadrillion = { $x } quadrillion
size-quintillion = { $x } quintillion
size-b = { $x } B
size-kib = { $x } KiB
size-mib = { $x } MiB
size-gib = { $x } GiB
size-tib = { $x } TiB

# parts
size-part-embedding = embedding
size-part-positions = positions
size-part-query = queries
size-part-key = keys
size-part-value = values
size-part-join = join of the heads
size-part-up = feed-forward, up
size-part-gate = feed-forward, gate
size-part-down = feed-forward, down
size-part-router = router
size-part-norms = norms
size-part-biases = biases
size-part-next = output
size-part-head-norms = norms of the heads
size-part-sinks = sinks
size-part-segments = segments
size-part-pooler = pooler
size-part-head = layer before output
size-total = total
size-column-part = part
size-column-exact = exact
size-column-estimate = estimate
size-column-difference = difference
size-title-shape = { $about } parameters: { $layers ->
    [one] { $layers } layer
   *[other] { $layers } layers
} of width { $width }, { $vocabulary } symbols
size-title-named = { $name }: { $about } parameters, { $layers ->
    [one] { $layers } layer
   *[other] { $layers } layers
} of width { $width }, { $vocabulary } symbols
size-estimate = The estimate is 12 L d² + V d = 12 · { $layers } · { $width }² + { $vocabulary } · { $width } = { $estimate }: 4 d² of attention and 8 d² of feed-forward in each of L layers, and V symbols of d numbers.
size-used = One piece meets { $used } of them ({ $about }): it goes through { $experts } of the { $all } experts of a layer.
size-heads-free = Attention holds 4 d² = { $count } a layer for every number of heads: more heads are narrower ones.
size-read = Read from the configuration and counted as { $kind }.
size-weights = Counted in the model’s own weights.
size-built = attnlab does not read this family’s sizes by itself, so transformers built { $kind } without weights and its parameters were counted.
size-block-unknown = Its layers are not of a kind whose cache and work attnlab knows, so neither is said.

# what the estimate leaves out
size-left-title = What the estimate leaves out
size-left-caption = Here they add up to exact minus estimate. Of what is absent here, the last two columns say what an example would add.
size-column-left = left out
size-column-here = here
size-column-would = would add
size-column-example = for example
size-left-heads = grouped heads (GQA)
size-left-cross = cross attention
size-left-hidden = hidden size not 4 d
size-left-gated = gated feed-forward
size-left-experts = experts (MoE)
size-left-output = untied output
size-left-positions = positions
size-left-norms = norms
size-left-biases = biases
size-would-heads = a quarter of the keys
size-would-gated = a gate, hidden the same
size-would-experts = 8 experts a layer
size-would-output = a matrix of its own
size-would-positions = { $length } learned
size-would-norms = LayerNorm
size-would-biases = on every matrix

# memory
size-memory-title = Memory: a text of { $length } pieces
size-weights-of = weights, { $dtype }
size-cache-of = cache of keys and values, { $dtype }, { $batch ->
    [one] { $batch } text
   *[other] { $batch } texts
}
size-map-of = map of one head in one layer, n² · 4 bytes
size-maps-of = maps of all heads in all layers
size-memory-caption = A kernel such as FlashAttention holds no map. Working memory and the scales of packed formats are not in here.

# work
size-work-title = Work in multiply-adds (1 = 2 floating-point operations)
size-column-work = for what
size-column-text = the text, { $length }
size-column-next = one more piece
size-work-projections = projections
size-work-attention = scores and mix
size-work-feed-forward = feed-forward
size-work-output = output
size-crossing = Scores and mix (2 n² d a layer, the full square) overtake the projections (4 n d²) at n = 2 d = { $crossing }. By growth alone, n² d against n d², one says n = d; and where the half behind a causal mask is skipped, nearly n = 4 d.
size-crossing-grouped = Scores and mix (2 n² q a layer, the full square) overtake the projections (2 n d (q + k)) at n = d (q + k) / q = { $crossing }; q = { $query } and k = { $key } are the widths of all queries and keys. Where heads share the width that is n = 2 d.
size-windows = { $count ->
    [one] { $count } layer sees
   *[other] { $count } layers see
} at most { $window } keys a query.
size-generation = Saying all { $length } pieces one by one: { $cached } with a cache, { $bare } without one, as each step then runs the whole text so far anew.
