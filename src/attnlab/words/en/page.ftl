# The lab page.

page-title = attnlab: { $text }
page-title-place = attnlab: { $place }
page-places = Rooms of the lab
place-beams = Beams
place-bench = Bench
place-map = Map
place-change = Change
place-check = Check
place-results = Results
place-generate = Generate
place-experiments = Experiments
place-size = Size
place-models = Models
page-tagline = A map says where a head looked. attnlab finds out whether it mattered.
page-lessons = Lessons
page-skip = Skip to the lab
page-language = Language
page-theme = Colours
page-theme-light = Light
page-theme-dark = Dark
page-theme-system = As the system has it

# The text
page-entry = Model, text and query
page-model = Model
page-text = Text
page-start-why = START stands before every text and takes one place.
page-parameters = { $count ->
    [one] { $count } parameter
   *[other] { $count } parameters
}
page-room = START and up to { $most ->
    [one] { $most } letter
   *[other] { $most } letters
} fit; { $used } used.
page-pieces-drawn = The page draws up to { $drawn }.
page-pieces = { $used ->
    [one] { $used } piece
   *[other] { $used } pieces
}; the model holds { $most }.
page-pieces-pair = Write source => what the decoder has said so far.
page-flag-special = special piece, not from the text
page-flag-padding = padding
page-flag-sink = sink
page-text-too-long = This text has { $found } characters, and the page sends at most { $most }. Shorten it.

# Loading a model
page-load = Load another model
page-load-name = Hugging Face name, folder or .gguf file
page-load-why = The model is read into this machine’s memory and proved: every attention layer must be heard, its logits stay the same, an edit move them. No code of a model’s page is run. A Hugging Face name that is not on this machine yet is downloaded.
page-load-start = Load
page-load-shared = This lab is shared: its models are those it was started with.
page-load-off = Loading is switched off in this lab (--no-load).
page-load-missing = “{ $name }” is not loaded here. Load it? What this address shows of it comes back then.
page-load-waiting = { $name } waits for its turn…
page-load-reading = { $name }: the weights are being read. A Hugging Face name that is not here yet is downloaded first, a .gguf file turned into safetensors, once…
page-load-proving = { $name }: it is being proved that every layer is heard, the same and moved…
page-load-seconds = { $seconds } s
page-load-cancel = Cancel
page-load-cancelling = { $name }: the step under way cannot be broken off. It ends, then everything read is dropped…
page-load-cancelled = { $name }: cancelled. Nothing was kept.
page-load-done = { $name } is loaded and proved.
page-unload = Unload { $name }
page-unload-why = Its memory is freed once nothing runs on it any more.
page-proof = Proved: { $heard } of { $sites } attention layers heard; the formula’s logits differ from the model’s own by { $error } of the largest; an edit in { $moved } of { $sites } layers moves them.
page-weights = Weights in memory: { $size } MB.

# The query
page-query = Query: whose row is read
page-query-choose = The query, whose row is read
page-token-query = the query
page-token-key = a key this query may look at
page-token-masked = a key behind the mask

# Heads
page-heads = All heads
page-heads-scale = one scale for all, from 0 to 1
page-tiles-scale = A layer a row, a head a tile: its map in at most 8 × 8 blocks, the largest weight of each; one scale for all, from 0 to 1.
page-tile = Head { $head }: { $query } looks most at { $key }, { $weight }
page-tile-other = Head { $head }: the chosen query is none of its queries
page-stack-encoder = Encoder
page-stack-decoder = Decoder
page-stack-cross = Decoder looking at the source
page-head = Head
page-head-title = Head { $head }
page-head-off = off
page-head-edited = edited
page-ablate = Switch the head off
page-ablate-why = The head’s output becomes 0 at every position; its weights stay.
page-ablated-note = This head is off: it still looks, but its output is 0.

# The map
page-map-label = Weights of head { $head }: a row for each query, a column for each key
page-axis-query = query
page-axis-key = key
page-axis-score = score
page-axis-weight = weight
page-sum = sum
page-sum-one = The row’s weights sum to 1.
page-sum-short = The row’s weights no longer sum to 1: a weight was dropped.
page-sum-sink = The row’s weights sum to less than 1: a sink takes the rest and hands over nothing.
page-row-choose = Read the row of { $query }
page-swap-mark = This key hands over another value.
page-cell-visible = query { $query }, key { $key }: weight { $weight }, score { $score }
page-cell-masked = query { $query }, key { $key }: masked; the score would have been { $score }
page-cell-cut = query { $query }, key { $key }: cut; the score was { $score }
page-did-cut = cut by an edit
page-did-drop = weight dropped by an edit
page-did-lift = score changed by an edit
page-numbers = Layer
page-numbers-weight = weights
page-numbers-score = scores
page-legend = What the cells’ looks mean
page-legend-masked = masked
page-legend-cut = cut
page-legend-drop = dropped
page-legend-lift = lifted

# The chosen cell
page-cell = The chosen cell
page-cell-hint = Click a cell, or go with Tab and the arrow keys; drag it up or down to lift or lower its score.
page-field-label = Weights of head { $head }: { $queries } queries down, { $keys } keys across; the arrow keys go from cell to cell
page-field-hint = Click a cell, or go with the arrow keys: the row of its query is read, and below it can be cut, dropped or lifted.
page-score-would = score, would have been
page-score-was = score, was
page-masked-why = The mask keeps { $query } from { $key }, which comes later in the text. It is applied after the score, so no edit of a score can open the future; there is nothing to cut here.
page-masked-window = The mask keeps { $query } from { $key }, which lies outside what this layer lets a query see. It is applied after the score, so no edit of a score can open it; there is nothing to cut here.
page-cut = Cut
page-drop = Drop
page-lift = Lift
page-lift-score = Lift the score, in nats
page-lift-up = Lift the score by half a nat
page-lift-down = Lower the score by half a nat
page-remove = Take back
page-budget-none = Cut: the others in the row grow. Drop: they stay, and the row sums to less than 1.
page-budget-cut = Cut before softmax: the freed weight goes to the other keys, and the row still sums to 1.
page-budget-drop = Dropped after softmax: the other keys keep their weights, and the row sums to less than 1.
page-budget-lift = The score is moved before softmax: this key gains or loses at the others’ expense, and the row still sums to 1.
page-budget-swap = The weights stay as they are; the key hands over another content, to every query that looks at it.
page-budget-refused = Not done: this edit was refused. What stands above the figures says why.
page-value-of = Value of { $key }
page-value-own = its own
page-value-zero = zero
page-value-other = that of { $key }

# The row
page-row = The row of { $query }
page-row-caption = Where the query { $query } looks in head { $head }, and what cutting each key does to { $target }
page-entropy = Entropy, nats
page-of-most = of { $most }
page-top-share = Largest weight
page-row-sum = Sum of the row
page-before = before
page-after = after
page-change-nats = change, nats
page-effect = effect of cutting
page-effect-why = Effect of cutting: how { $target } changes when this key too is cut.
page-measure = Measure what cutting does
page-measure-runs = { $count ->
    [one] one run of the model, for one key
   *[other] { $count } runs of the model, one a key
}
page-measuring = { $done } of { $total ->
    [one] { $total } key
   *[other] { $total } keys
}
page-measure-stop = Stop
page-not-measured = not measured yet
page-no-target = { $model } predicts no symbol, so there is no answer that a cut could change: these are weights only.
page-nats = nats
page-claim = Where a head looked is not yet why the model said so: set the weight beside the effect.
page-state-masked = masked
page-state-cut = cut
page-no-effect-masked = Behind the mask there is nothing to cut.
page-no-effect-cut = This key is cut already.
page-no-effect-visible = The last key left cannot be cut: the row would have nothing to look at.

# What comes next
page-next = What may come next
page-next-here = What the model puts at this place
page-next-label = What the model says of the text
page-next-nothing = { $model } predicts no symbol: it gives features of the text. Its maps are shown; there are no probabilities.
page-others = all others ({ $count })
page-read-at = The query stands in the source; this is read at the decoder’s last place, { $at }.
page-target = Watched: the logit of { $first } less that of { $second }, after { $at }. They were the two likeliest symbols before any edit.
page-symbol = { $symbol }: { $before } before, { $after } after
page-symbol-ends = { $symbol } here means that the text ends.
page-bars = bars from 0 to { $most }
page-order = Order
page-order-symbol = by symbol
page-order-probability = by probability

# Edits
page-edits = Edits
page-edits-none = None yet: what you see is the model as it is.
page-undo = Undo
page-redo = Redo
page-clear = Clear
page-copy-text = Copy as text
page-copy-python = Copy as Python
page-copied = { $count ->
    [one] One line copied.
   *[other] { $count } lines copied.
}
page-copy-failed = The browser did not let the page copy; here it is, to be copied by hand.
page-copy-hand = The text to copy
page-edit-waits = Waits: this text has no such place.
page-edit-refused = Not done: it was refused.
page-remove-this = Take back { $edit }
page-does-cut = { $query } may not look at { $key }. The others in the row grow; it still sums to 1.
page-does-drop = The weight of { $key } in the row of { $query } becomes 0. The others stay; the row sums to less than 1.
page-does-lift = The score of { $key } for { $query } rises by { $by } nats, at the others’ expense; the row still sums to 1.
page-does-lower = The score of { $key } for { $query } falls by { $by } nats, to the others’ gain; the row still sums to 1.
page-does-swap-zero = { $key } hands over nothing: its value is 0. The weights of this head stay.
page-does-swap = { $key } hands over the value of { $source }. The weights of this head stay.
page-does-ablate = Head { $head } is off: its output is 0 at every position.

# Effects beside weights
page-effects = Where it looked, and what it did
page-effects-claim = Where it looked is not why it said so.
page-effects-why = Every edge of { $query } is cut, one at a time, and the target is read again: that is the effect. The two have scales of their own.
page-effects-no-edits = The effects are those of the model without the edits above.
page-effects-target-why = Left empty, the target is the model’s own answer against its runner-up. Or write a (a logit), a/b (a difference of two) or p(a) (a probability). It is read at the chosen query; where the query stands in a translator’s source, after the last piece that was said.
page-effects-start = Measure every edge of { $query }
page-effects-start-all = Measure all queries of this head
page-effects-heads = All heads: the row of { $query }
page-effects-all = All heads: weights over effects
page-effects-watched = Target: { $target }, read after { $at }; { $before } ({ $unit }) with nothing cut. Negative: cutting lowers it.
page-effects-above = Upper strip, weights:
page-effects-below = Lower strip, effects (shade by square root):
page-effects-idle-mark = looks hard, does next to nothing
page-effects-quiet-mark = hardly looks there, and it matters
page-effects-pale = pale: an estimate, not measured yet
page-effects-head = Head { $head }: looks most at { $top }, { $weight }; cutting { $key } does most, { $effect } ({ $unit })
page-effects-head-estimate = Head { $head }: looks most at { $top }, { $weight }; by estimate cutting { $key } does most, { $effect } ({ $unit }); not measured yet
page-effects-head-still = Head { $head }: looks most at { $top }, { $weight }; no cut in this row moves the target
page-effects-head-unknown = Head { $head }: looks most at { $top }, { $weight }; its effects are not known
page-effects-largest = The largest effects
page-effects-largest-so-far = The largest effects so far
page-effects-idle = { $count ->
    [0] No head looks hard and does next to nothing
    [one] { $count } head looks hard and does next to nothing
   *[other] { $count } heads look hard and do next to nothing
}
page-effects-idle-rule = Largest weight at least { $hard }, and no effect in the row reaches { $share } % of the target’s value with nothing cut. Shown: the heaviest edges.
page-effects-quiet = Hardly looked at, and it matters
page-effects-quiet-rule = Weight below { $hardly }, and an effect of at least { $share } % of the target’s value with nothing cut.
page-effects-none = None here.
page-effects-reading = The text is being run once, with nothing cut…
page-effects-progress = { $done } of { $total } edges
page-effects-measuring = The edges are being cut, one at a time
page-effects-estimated = A first look by gradient; it is replaced, edge by edge, by what is measured
page-effects-cancelled = Cancelled after { $done } of { $total } edges. What was measured stands; the rest is estimated or unknown.
page-effects-how = Measured: { $measured } of { $edges ->
    [one] { $edges } edge
   *[other] { $edges } edges
}, one cut each, in { $seconds } s.
page-effects-way-suffix = For each cut only the edited row and what follows it was run again, above the edited layer; a few full runs had given the same.
page-effects-way-whole = For each cut all places were run again, above the edited layer; a few full runs had given the same.
page-effects-way-full = Each cut was a full run of the model.
page-effects-agreement = The estimates agreed in rank with what was measured by { $agreement }, where 1 is the same order and 0 none.
page-effects-pair = Head { $head }: its maps side by side
page-effects-rows = Rows
page-effects-rows-one = row of { $query }
page-effects-rows-all = all queries
page-effects-beside = Maps
page-effects-beside-both = both
page-effects-beside-weights = weights
page-effects-beside-effects = effects
page-effects-all-rows = Every row is read at the same target, after { $at }. Rows of later queries cannot matter to it: they lie after what is read.
page-effects-map-weights = Head { $head }: weights
page-effects-map-effects = Head { $head }: effects
page-effects-hint = Point at a cell, or go with Tab and the arrow keys, for its figures. Click an edge, or press C, to cut it; again takes it back.
page-effects-look-masked = masked
page-effects-look-only = only key, cannot be cut
page-effects-look-after = after what is read
page-effects-look-waits = not measured
page-effects-look-estimate = estimate
page-effects-cell-measured = query { $query }, key { $key }: weight { $weight }, effect { $effect } ({ $unit }).
page-effects-cell-estimate = query { $query }, key { $key }: weight { $weight }, effect by estimate { $effect } ({ $unit }), not measured yet.
page-effects-cell-waits = query { $query }, key { $key }: weight { $weight }, effect not measured.
page-effects-cell-masked = query { $query }, key { $key }: masked, there is nothing to cut.
page-effects-cell-only = query { $query }, key { $key }: weight { $weight }; the row’s only key cannot be cut.
page-effects-cell-after = query { $query }, key { $key }: weight { $weight }; it lies after what is read and cannot matter.
page-effects-cell-guess = The estimate was { $effect } ({ $unit }).
page-effects-cell-cut = Cut by an edit.

# The check
page-check = Does it matter?
page-check-why = One text demonstrates: the row above shows what cutting each key does to “{ $text }”. Only many texts give a verdict. In each, the keys that the last position looks at are cut one at a time, the heaviest, a middling and a random one among them, and a random target is watched beside the real one.
page-check-link = This is a demonstration on one text. Does it matter in many?
page-check-form = What to check
page-check-scope = Heads
page-check-scope-all = all
page-check-scope-head = only { $head }
page-check-scope-named = by name
page-check-named = Names of heads
page-check-named-why = Such as { $example }, with commas between. Every head adds to the time; the model has { $count }.
page-check-named-none = Write at least one head, such as { $example }.
page-check-source = Texts
page-check-source-own = the model’s own
page-check-source-given = mine
page-check-no-own = { $model } says no texts of its own that a check could use: paste some below, one a line, or open a file.
page-check-count = How many
page-check-seed = Seed
page-check-number = { $name }: write a whole number from { $least } to { $most }.
page-check-target = Target
page-check-target-own = the model’s own answer
page-check-target-why = The target is what is watched. Left empty, it is the symbol that the model itself puts first, against its runner-up. Or write a (a logit), a/b (a difference of two) or p(a) (a probability).
page-check-texts = Your texts, one a line
page-check-texts-why = Where the right answer is known, it may stand behind the text and a TAB. Of more lines than “How many” says, as many are drawn by the seed. A verdict wants 100 usable texts.
page-check-lines = { $count ->
    [0] no texts yet
    [one] { $count } text
   *[other] { $count } texts
}
page-check-from = { $name }: { $count ->
    [one] { $count } text
   *[other] { $count } texts
}
page-check-open = Open a text file…
page-check-too-long = These texts have { $found } characters, and { $most } can be sent. Take out some lines, or run the check in the terminal: attnlab check --texts FILE
page-check-not-utf8 = { $name } is not UTF-8 text. Save it as UTF-8 and open it again.
page-check-start = Start
page-check-cancel = Cancel
page-check-waiting-for = It waits for { $title }: { $done } of { $total } texts.
page-check-see-ahead = Look at that one
page-check-fewer = There are only { $total } of the { $count } texts that were asked for.
page-check-waiting = It begins as soon as its turn comes…
page-check-preparing = The texts are being made ready…
page-check-progress = { $done } of { $total } texts
page-check-reckoning = All { $total } texts are done; the intervals are being worked out…
page-check-cancelling = Cancelling…
page-check-resume = Go on with it
page-check-cancelled = Cancelled after { $done } of { $total } texts, so there is no verdict. What was measured is kept: it can be gone on with. Start begins again from the first text.
page-check-done = Done: { $title }.
page-check-gone = The server does not answer. It may have been stopped; once it runs, try that again.
page-check-title = { $model }, { $heads }: { $count ->
    [one] { $count } text
   *[other] { $count } texts
} ({ $name })
page-check-heads-all = all heads
page-check-heads = { $count ->
    [one] head { $heads }
   *[other] heads { $heads }
}
page-check-asked = Target: { $target }. Seed: { $seed }.
page-check-other-model = This was found for { $model }. The lab above now shows { $now }.
page-check-other-head = Head { $head }, which is chosen above, was not part of this check.
page-check-summary = Supported: { $supported } of { $heads ->
    [one] { $heads } head
   *[other] { $heads } heads
}.
page-check-summary-pairs = { $pairs ->
    [one] One pair of heads backs each other up.
   *[other] { $pairs } pairs of heads back each other up.
}
page-check-used = used, of { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
}
page-check-wrong = set aside: the model does not say the target
page-check-short = set aside: too few keys are visible
page-check-same = set aside: repeats of another
page-check-effects = how far the target falls
page-check-p = p { $p }, corrected
page-check-scale = All heads are drawn on one scale.
page-check-over-key = more harm than a random key
page-check-enough = at least { $share } % of the margin
page-check-over-target = more harm than to a random target
page-check-over = difference { $by }; p { $p }, uncorrected
page-check-holds = Holds:
page-check-fails = Does not hold:
page-check-here = chosen above
page-check-show = Choose head { $head } above
page-check-says = In words
page-check-most = heaviest is most influential
page-check-weight-effect = weight ~ effect
page-check-contribution-effect = contribution ~ effect
page-check-weight-contribution = weight ~ contribution
page-check-ways-why = Cut: before softmax, the others grow. Drop: after it, the row sums to less. Swap: the top key hands over the random key’s value, no weight changes. Heaviest is most influential: in how many texts the key with the largest weight has the largest effect. ~: rank agreement within a text, from −1 to 1; contribution is weight times the size of the projected value. All this is weaker than a verdict: whether weight predicts the size of an effect says nothing of its direction.
page-check-by-chance = by chance { $share } %
page-check-pairs = Pairs: does one head stand in for another?
page-check-pairs-why = The harm when both heads’ top keys are cut, or when heads are switched off. Beyond: what both together do above the sum of each alone; far above 0, each covers for the other.
page-check-pair = pair
page-check-both-cut = both cut
page-check-beyond = beyond
page-check-off-first = first off
page-check-off-second = second off
page-check-off-both = both off
page-check-off-beyond = beyond
page-check-backs-up = back each other up
page-check-by-cut = when cut
page-check-by-off = when off
page-check-yes = yes ({ $ways })
page-check-no = no
page-check-save = Download the record (JSON)

# How the page is doing
page-status = Shown: “{ $text }”, head { $head }, query { $query }, { $count ->
    [0] no edits
    [one] { $count } edit
   *[other] { $count } edits
}.
page-stale = The figures below still belong to “{ $text }”.
page-stale-state = The figures below belong to the state before this.
page-nothing-yet = Nothing to show yet.
page-address-faults = The address says { $said }, which cannot be used; the default is shown instead.
page-query-missing = This text has no place { $query }; the row of { $shown } is shown instead.
page-example = Take the example “{ $text }”
page-afresh = Start afresh
page-waiting = The model is running…
page-slow = The model is still running; this takes longer than usual.
page-gone = The server does not answer. It may have been stopped; the page keeps trying.
page-broken = The server failed on this request. That is a fault of attnlab, not yours.
page-retry = Try again

# Help
page-help = Keys, and what each edit does
page-help-arrows = go from cell to cell
page-help-enter = read the row of this cell’s query
page-help-cut = cut: the score becomes −∞ before softmax; the others grow, the row sums to 1
page-help-drop = drop: the weight becomes 0 after softmax; the others stay, the row sums to less
page-help-lift = lift or lower the score by half a nat; or drag the cell up and down
page-help-delete = take back what was done to the cell
page-help-undo = undo; with Shift, redo
page-help-swap = Value of a key: the weights stay, the content changes, for every query that looks at the key.
page-help-ablate = Switch the head off: its output becomes 0 at every position.
