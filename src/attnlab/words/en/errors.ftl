# What a person can mend. Who, what was found, what was wanted, what to do now.

extra-missing = { $wish } needs { $module }, which is not in the base install. Install it, in attnlab's folder, with: pip install ".[{ $extra }]"

heads-not-in-groups = attention: { $heads } query heads cannot share { $groups } key heads evenly. Give a number of key heads that divides { $heads }.
heads-do-not-share-width = A width of { $width } cannot be cut into { $heads } heads of equal size. Choose a width that { $heads } divides.
row-empty = Query { $query } of head { $head } has nothing left to look at: every key is masked or cut, so its weights would be 0 divided by 0. Leave it at least one key.
row-not-finite = A score in the row of query { $query }, head { $head }, is not a number or is infinite. Look at the q and k that went in, and at lifts that are too large.

site-unreadable = “{ $site }” names no attention layer. Write its number, such as 0, or encoder.0 or cross.0.
site-unknown = { $model } has no attention layer { $site }. It has: { $sites }.
head-unknown = { $model } has no head { $head } in layer { $site }. Its heads are 0 to { $last }.
head-unreadable = “{ $head }” names no head. Write layer.head, such as { $example }.
position-unknown = There is no position { $position } in this text. Its positions are 0 to { $last }, or -1 for the last.
symbol-not-in-vocabulary = { $model } has no symbol “{ $symbol }”. Its symbols are { $some }.

text-empty = { $model } needs a text of at least one letter. Type some of { $first } to { $last }.
text-too-long = { $model } holds START and { $most } letters, and this text has { $found }. Shorten it to { $most }.
symbol-unknown = { $model } does not know “{ $symbol }” (letter { $place } of the text). It knows { $first } to { $last }: take that letter out or write another.
symbol-capital = { $model } does not know “{ $symbol }” (letter { $place } of the text): it knows small letters only. Try “{ $small }”.

model-unknown = There is no model “{ $name }”. There are: { $names }; or give the path of a .safetensors file that attnlab wrote, or a Hugging Face name, a folder or a .gguf file.
model-unknown-here = attnlab has no model “{ $name }” of its own. There are: { $names }. As a Hugging Face name: { $missing }
model-file-foreign = { $path } is not a model that this attnlab can open: its format is “{ $found }”, and “{ $wanted }” is wanted. Open it with the attnlab that wrote it, or make it again with attnlab train.
model-file-torn = { $path } is torn or not a safetensors file: its parts do not add up. Make it again with attnlab train, or copy it again from its source.

file-missing = There is no file { $path }. Check the path.
path-is-folder = { $path } is a folder, and a file was wanted. Name a file in it.
path-not-file = { $path } is a pipe, a device or a socket, and a file was wanted. Save what comes out of it to a file, and name that.
file-not-read = { $path } cannot be read: { $reason }. Check its permissions, or name another file.
file-not-written = { $path } could not be written: { $reason }. Nothing was changed. Choose another place, or make room.
file-not-kept = { $path } was written, but the disk did not confirm that it will keep it: { $reason }. Look after the disk, and write it again, better elsewhere.
disk-full = { $path } could not be written: there is no room left for it on its disk. Nothing was changed. Make room, or choose a place on another disk.

edit-kind-unknown = “{ $text }” is no edit. It should begin with one of: { $kinds }; for example: { $example }
edit-unreadable = “{ $text }” cannot be read as an edit. It should look like: { $example }
record-kind-unknown = { $record } is no record of an edit. Its field "edit" should be one of: { $kinds }
record-lacks = { $record }: a record with "edit": "{ $kind }" also needs: { $fields }
record-knows-not = { $record }: a record with "edit": "{ $kind }" has no field { $fields }. It may have: { $known }
record-unreadable = { $record }: the value of a field cannot be used. A record of this kind looks like: { $example }
edit-place-unknown = { $edit }: there is no position { $place } in this text. Its positions are 0 to { $last }.
edit-masked = { $edit }: query { $query } ({ $query_piece }) cannot see key { $key } ({ $key_piece }), because the mask hides it; the edit would do nothing. Choose a key at or before the query.
lift-not-finite = A lift of { $by } nats is not a number to add. Give a finite number; to take an edge away use cut.
rescale-not-positive = A factor of { $by } cannot be used: it must be a number above 0. Above 1 it sharpens a row, below 1 it flattens it; to make a row even use flatten.
unmask-visible = { $edit }: query { $query } ({ $query_piece }) sees key { $key } ({ $key_piece }) already, so there is no mask to take away. Choose a key that the mask hides.
unmask-no-mask = { $edit }: in layer { $site } the mask hides no key from any query, so there is none to take away. Choose another layer.
hide-unseen = { $edit }: no query that sees key { $key } ({ $key_piece }) sees another one too, so the edit would do nothing. Choose another key, or a longer text.
control-length = { $edit }: the other text, “{ $text }”, must be of the same length there. Its pieces: { $found }; pieces of this text: { $wanted }.
swap-two-sources = A swap puts in one value, and two were named: { $source } and that of the text “{ $text }”. Leave one out.
patch-stage-unknown = Nothing can be patched at the stage “{ $stage }”. Choose one of: { $stages }.
replace-no-source = { $edit }: { $model } has no encoder beside a decoder. Leave out “encoder.”

target-same-twice = The target “{ $wish }” is a symbol against itself and is always 0. Name two different symbols.
target-span-unknown = The target “{ $wish }” names places that the text does not have. Predicted places are 1 to { $last }, as in loss(1-{ $last }).

proof-silent = { $model }: { $silent } of { $sites } attention layers stayed silent, the first of them { $first }; a map of them would be invented. attnlab does not open it.
proof-not-same = { $model }: its logits change by { $error } of their size when attention is computed by the formula, more than the { $within } that rounding explains. Its maps would not be its own, so attnlab does not open it.
proof-not-moved = { $model }: changing the output of these attention layers does not move its logits: { $sites }. An edit there would be thrown away, so attnlab does not open it.

data-download-failed = { $name } could not be downloaded from { $url }: { $reason }. Download it yourself and give its path with --data.
data-hash-wrong = { $path } is not the file of { $name } that is wanted: its sha256 is { $found }, and { $wanted } was wanted. { $name ->
    [sms] Many copies are altered; say --fetch to download it from its home.
   *[other] Download it again, or say --any-data to train on a list of your own.
}
data-empty = { $path } has no line that can be used: { $wanted } was wanted. Give a text file with one name a line.

port-taken = Port { $port } on { $address } is in use. Close what uses it, or choose another one: attnlab lab --port { $other }
port-refused = Port { $port } on { $address } cannot be opened: { $reason }. Choose another one: attnlab lab --port { $other }
page-missing = The page of the lab has not been built. Run ./dev web once, or install attnlab from a wheel.
stage-unknown = There is no stage “{ $stage }” to print. Choose one of: { $stages }.
language-unknown = There is no language “{ $lang }”. There are: { $langs }.
request-unreadable = “{ $value }” cannot be used for { $name }. Use the controls of the page, or a link that it made.
request-no-json = What came with the request is not JSON in UTF-8 (RFC 8259). A program is to send it so; the page does.
model-name-unknown = No model “{ $name }” is at hand here. There are: { $names }. On the page others can be loaded by their Hugging Face name, folder or .gguf file.
model-not-shared = No model “{ $name }” is in this shared lab. There are: { $names }. Ask the one who started it for another.
request-too-long = What was given for { $name } has { $found } characters, and at most { $most } are taken. Shorten it.
request-too-many = { $found } values were given for { $name }, and at most { $most } are taken. Take some back.
load-nothing = Nothing was named to load. Type a Hugging Face name, a folder or a .gguf file.
load-own = { $name } comes with attnlab. Choose it in the list of models.
load-off = Loading is switched off: this lab was started with --no-load. Start it without that option to load models.
address-not-shared = { $address } can be reached by other machines, and the lab is opened to them only with a code. Add --share, or leave --address out.
share-alone = --name says by which name a shared lab may be called, and this one is not shared. Add --share, or leave --name out.
share-loads = In a shared lab nobody loads models from the page: --load does not go with --share. Name the models yourself: attnlab lab --share --model { $example }
host-foreign = “{ $host }” is not a name of this lab, so it does not answer. Open it at the address that attnlab lab printed; another name is allowed with attnlab lab --share --name NAME.
origin-foreign = This request comes from another page ({ $origin }), and the lab answers its own page only. Open the lab itself.
code-missing = This lab is shared with those who have its code. Open the link you were given, or type the code.
code-wrong = That is not the code of this lab. Look at it again: 12 letters and digits; capitals and dashes do not matter.
code-wrong-often = Too many wrong codes came from here. Wait { $seconds } seconds, then type the right one.
door-code = Code
door-enter = Enter
door-full = So many are inside this lab that there is no room for one more. Close what you have open of it elsewhere, or come back later.
request-unclear = This request says its length in two ways, so it is not read. A browser sends one: ask with Content-Length alone.
address-refused = { $address } is not an address of this machine. Name one that is, or leave --address out.
name-unfit = “{ $name }” is not the name of a machine. Give the name alone, as in --name lab.school.ee, without http:// or a port.
door-own = attnlab is at { $address } (Ctrl-C ends it)
door-open = attnlab is shared at { $address }?code={ $code } (Ctrl-C ends it)
door-told = Whoever has this link can use it. Its models cannot be changed from a page. It goes over plain HTTP: share it on a network that you trust, or put a proxy with TLS before it.
models-read-only = This lab is shared, and its models are those it was started with. Ask the one who started it for another.
body-too-large = This request carries more than { $most } MB, and no more is taken. Paste fewer or shorter texts.
body-late = What this request carries did not come whole within { $seconds } seconds. Try again on a better connection.
server-busy = The lab has more to compute than it can at the moment. Try again in a few seconds.
requests-yours = { $most } of your requests are still being answered, and no more are taken at a time. Wait for them.
jobs-yours = You have { $most } jobs of this kind that have not ended, and in a shared lab no more are taken. Wait for one, or cancel one.
job-too-long = The work was ended: in this lab one job may run for { $minutes } minutes. Ask for fewer texts or heads.
address-unknown = There is nothing at { $address }. The lab begins at /.
method-refused = { $method } cannot be done at this address. The lab begins at /; what a program may ask for, and how, is printed by attnlab schema
server-crashed = The lab stumbled over a fault of its own, which the terminal that runs it has printed. Please report it.
shelf-full = { $most } models are loaded already ({ $names }), and each takes memory. Unload one first.
text-too-long-to-draw = For { $model } this text has { $found } pieces, and the page draws maps of up to { $most }. Shorten it, or read row figures of any length in the terminal: attnlab rows
map-too-long-to-save = This text has { $found } pieces; a whole map is saved up to { $most }. Save a longer trace in the terminal: attnlab trace TEXT --out trace.safetensors
map-no-contribution = { $model } does not say how its heads' outputs enter the residual, so contributions cannot be shown. Look at weights, scores or effects.
map-tile-outside = There is no tile { $row }, { $column } at level { $level }: the map has { $queries } queries and { $keys } keys. Ask for one inside it.
model-predicts-nothing = { $model } predicts no symbol: it gives features of the text. No cut could change an answer here; look at its maps.
edits-missing = No edit was given. Give at least one, for example: --cut 0.3:4-3
temperature-not-positive = A temperature of { $temperature } cannot be used: it must be above 0. Below 1 favours the likely letters, above 1 the rare ones.
model-says-no-names = { $model } is not a trained model of letters and says no names. Use names, or a file that attnlab train wrote.
train-unknown = There is nothing to train by the name “{ $name }”. There is: { $names }.
train-too-few = { $texts } different texts are too few: some must be held out, and never trained on. Give a longer list.
folder-missing = There is no folder { $path }. Make it, or write elsewhere.
target-without-direction = The target { $target } has no direction: any change moves it, so it can show how much moved but not support a verdict. Choose a logit, a difference of two or a probability.
check-no-text = { $model }: none of the { $texts } texts can be used: in { $wrong } the model does not say the target, in { $short } the query sees fewer than { $keys } keys, { $same } are repeats. Give other texts or another target.
check-few-symbols = The vocabulary has { $symbols } symbols, and { $wanted } are needed to watch a random target beside the real one. Use a target that names fewer.
check-file-torn = { $path } is torn or is not the record of a check. Run the check again with --out.
check-file-foreign = { $path } cannot be opened by this attnlab: its format is “{ $found }”, and “{ $wanted }” is wanted. Open it with the attnlab that wrote it.
demonstration-wrong = { $model } does not itself say the target after “{ $text }”, so there is nothing to explain. Choose another text or target.
demonstration-short = In “{ $text }” the query sees fewer than { $keys } keys that are text. Write a longer text.

hub-not-opened = { $name } cannot be opened: { $reason }. attnlab's own models are listed by: attnlab models. Anything else must be a Hugging Face name, a folder with config.json and safetensors weights, or a .gguf file; pickled weights and code from a model's page are not run.
hub-not-reached = There is no folder “{ $name }” here, and nothing of that name could be fetched from the Hugging Face hub, nor had it been kept from before. For a folder, run this where it lies or give its whole path; for a name, see that it is written as on the hub and that the network is there. attnlab's own models are listed by: attnlab models.
hub-not-run = { $model } does not run on a text: { $reason }. attnlab opens models that read text; load a checkpoint of such a model.
hub-no-answer = { $model } gives back { $found }, and none of { $wanted }. Load it with a class that predicts pieces, such as AutoModelForCausalLM.
hub-silent = { $model }: { $silent } of { $sites } attention layers stayed silent, the first of them { $first }; a map of them would be invented. attnlab does not open it. docs/models.md lists the families that can be heard; gpt2 is one.
hub-not-resumed = { $model }: layer { $site } does not stand in a list of layers, so a run cannot go on from it; every edit takes a full run.
effects-file-torn = { $path } is torn or was altered: what it holds does not match its seal. Make the map again.
effects-file-foreign = { $path } is no effect map that this version reads: it says { $found }, wanted is { $wanted }.
effects-file-other = { $path } holds another map ({ $found }). Give another path, or remove the file.
effects-method-unknown = There is no method { $method }. Known: { $methods }.
replay-precision-unknown = There is no precision { $precision }. Known: { $precisions }.
replay-not-rounded = { $model } is not gone on with from the middle of its runs in bfloat16; that is for Hugging Face models. Ask for the precision float32.
effects-too-many-queries = All queries of a head are measured for up to { $most } pieces; this text has { $found }. Measure one query, or shorten the text.
effects-sites-mixed = These layers do not share queries and keys: { $sites }. Ask for layers of one kind: self, encoder or cross.
effects-no-gradient = { $target } has no gradient at the clean run, so nothing can be estimated. Measure it instead: method exact.
effects-model-no-gradient = { $model } does not say its gradients, so nothing can be estimated. Measure instead: method exact.
query-unreadable = “{ $query }” is no query: give a position such as 3, -1 for the last, or all.
parts-not-linear = { $model }: its logits are not a linear reading of its last state through one norm, so no part's own share of a logit can be told. Measure instead: effect_map or head_effects.
parts-not-additive = { $model }: what layer { $layer } adds is not the sum of its heads and the rest, so no head's own share of a logit can be told. Measure instead: effect_map or head_effects.
feed-site-cross = { $site } is cross attention. A feed-forward part goes by the name of its layer’s self-attention, as in ablate 3.ff or ablate encoder.3.ff.
feed-two-sources = A feed-forward part adds one thing, and two were named: { $source } and what it adds in the text “{ $text }”. Leave one out.
feed-not-taken = { $model } does not say what its feed-forward parts add, so they cannot be changed. Switch off heads instead, as in ablate 0.3; a model of your own whose run takes the keyword feed can be changed.
feed-not-added = { $model }: what layer { $layer } gives is not what entered it, its attention’s answer and one more part’s added up (a norm follows the sum, or there is no such part), so the feed-forward part cannot be changed by itself. Switch off heads instead, as in ablate 0.3.
effects-kind-unknown = An edge is cut or dropped; { $found } is neither. Pass Cut or Drop; effect and Replay.changes take every kind of edit.
parts-target-not-linear = { $target } is no sum over the parts of a model. Ask for a symbol's logit, such as n, or a difference of two, such as n/START.
effects-number-too-small = { $name } is { $found }; it must be 1 or more.
effects-stored-as-it-is = A stored map is read as it is: leave out --target, --at, --query and --layer, or measure anew without --from.
plot-query-unknown = There is no query { $query } in this map: its places go from 0 to { $last }, or -1 for the last.
plot-query-no-edge = Query { $query } (“{ $piece }”) has no edge to measure: it sees a single key or none. Draw another query.
edit-number-wanted = { $edit }: { $name } must be a whole number, and is { $found }.
hub-kernel-unknown = { $module } uses the attention kernel { $kernel }, whose calls cannot be explained. Switch it first: model.set_attn_implementation("sdpa"). Known kernels: { $kernels }.
hub-keyword-unknown = { $module } hands attention keywords that attnlab does not know: { $keywords }. A map made without them would be another model's, so attnlab does not open it.
hub-rows-are-not-texts = { $model }, layer { $site }: it attends over { $rows }, which are not this text's pieces, so its map would have no labels. attnlab does not open it.
hub-text-empty = { $model } needs a text. Type a few words; for a model without a tokenizer, ids with spaces between.
hub-text-too-long = { $model } holds { $most } pieces, and this text has { $found }. Shorten it.
hub-text-uncut = The tokenizer of { $model } cannot cut “{ $text }” into pieces: { $reason }. Write it with words that this model knows.
hub-id-unreadable = “{ $found }” is no id of { $model }, which was opened without a tokenizer. Type whole numbers from 0 to { $last } with spaces between, or give load() a tokenizer.
trace-site-not-kept = This trace did not keep layer { $site }. It kept: { $sites }. Trace again with that layer among sites.
trace-head-not-kept = This trace did not keep head { $head }. It kept: { $heads }. Trace again with that head among heads.
trace-over-budget = { $model }: this trace would keep { $need } MB, and the budget is { $budget } MB. One layer of the text costs { $layer } MB, one head of it { $head } MB: ask for fewer with sites, heads or positions, or raise the budget.
check-texts-missing = { $model } says no texts of its own that a check could use. Give some, one a line: --texts FILE
texts-not-utf8 = { $path } is not UTF-8 text (byte { $place }). Save it as UTF-8.
texts-empty = { $path } holds no text. Give one text a line.
texts-line-unreadable = Line { $line } is not a text in JSON. It should look like: { $example }
texts-pair-unlike = Line { $line } is a pair of sentences without one beginning. Wanted are the fields { $fields }; take a BLiMP file whose pairs have them.
corpus-nothing = No texts were given. Give paths, patterns such as texts/*.jsonl, or names of sets.
corpus-missing = { $path } is no file, fits no file and names no set of texts. The sets are: { $sets }.
corpus-not-reached = { $path } could not be read: { $reason }.
corpus-line-unreadable = { $path }: { $reason }
corpus-columns = A Parquet file wants a column “text” of texts, and may have “target” and “group”. Its columns: { $found }.
corpus-not-parquet = This is no Parquet file that can be read: { $reason }
set-too-small = So many different texts of this kind cannot be made: { $wanted } were wanted, { $found } were found. Ask for fewer.
check-text-unreadable = Text { $number } (“{ $text }”) cannot be read: { $reason }
jobs-full = Too many jobs are waiting. Wait for one to end, or cancel one.
job-unknown = That job is not known here any more. Start it again.
job-not-cancelled = This work was not cancelled, so there is nothing to go on with. Start it anew.
job-not-done = That check has not ended yet, so there is no record of it. Wait until it has.
run-not-done = That run has not ended with a result, so there is no record of it. Wait until it has, or start it again.
job-crashed = The work stopped at a fault of attnlab itself, which the terminal that runs the lab has printed. Please report it.
texts-none-pasted = No text was pasted. Write one a line, or let the model say its own.
key-unknown = No piece of this text is “{ $key }”. Its pieces are: { $pieces }.
hub-says-nothing = { $model } does not continue texts, so there is nothing to generate. Use a decoder or an encoder-decoder with a head that predicts pieces; decoders' prompts of one batch must be equally long for an encoder-decoder.
position-not-said = The piece at position { $position } was not said by the model. What it said stands at { $first } to { $last }.
site-predicts-nothing = Layer { $site } reads the source and predicts no piece. Its maps are in the trace: .trace.map("{ $site }", head).
check-rule-unknown = There is no rule “{ $rule }” for the key to test. Choose one of: { $rules }.
trace-without-model = This trace came from a file and has no model to run ({ $model } made it). Load the model to read another text or to edit.
trace-file-torn = { $path } is torn, altered or not a trace: its parts do not add up. Save the trace again.
trace-file-foreign = { $path } is not a trace that this attnlab can open: its format is “{ $found }”, and “{ $wanted }” is wanted. Open it with the attnlab that wrote it, or save the trace again.
map-text-or-file = Give either a text or --from a saved trace.
span-outside = The span { $start }-{ $end } does not lie in the text, which has { $length } characters. Spans begin at 0 and end behind their last character.
spans-overlap = Two spans overlap: one ends at { $end } and the next begins at { $start }. Let each begin where the one before has ended.
span-empty = In the span { $start }-{ $end } (“{ $text }”) no piece begins, so it would be an empty group. Widen it to the piece it is part of.
merge-some-rows = This map has { $rows } rows of { $places }; only a map of the whole text can be merged. Trace it without positions.
words-weights-only = Only weights can be joined to words or letters, as a table or JSON: scores do not add up. Leave out --stage, or --words and --letters.
rows-edited = Row figures are read from a run without edits, and this trace was made with some. Trace the text again without them, or look at the map.
rows-scattered = Row figures need the queries of every position, or of the last ones up to { $last }: distances count from place to place. Trace the text again with such positions, or look at the map.
rows-text-or-file = Give one of three: a text, --file with a text, or --from a saved trace.
output-not-written = The output could not be written: { $reason }. Make room, or write to another place.
out-ending-unknown = Nothing is written to { $path }: its ending does not say in what form. Endings that do: { $endings }.
model-wanted = { $wish } wants a model, and was given { $found }. Load one first: model = attnlab.load("names")
text-wanted = One text was wanted, in quotes, and { $found } was given. For several texts there is trace_all.
list-wanted = { $name } wants a list, such as { $example }, and was given { $found }.
number-wanted = A { $name } is a whole number, and { $found } was given.
edit-wanted = { $found } is no edit. Write it as text, such as "cut 0.3:4-3", or as attnlab.Cut(attnlab.Site(0), head=3, query=4, key=3).
edit-cut-short = “{ $text }” names no key. A shell takes > for itself and writes into a file by that name: put the edit in quotes, or write - for >, as in { $example }

task-unknown = There is no task “{ $name }”. There are: { $names }.
task-unknown-close = There is no task “{ $name }”. Did you mean { $close }?
task-count = { $task }: { $found } texts were asked for. Ask for at least 1.
task-size-unknown = { $task } has no size “{ $size }”. Its sizes: { $sizes }.
task-size-outside = { $task }: { $size } is { $found }, and must lie between { $least } and { $most }.
task-distance = Among { $pairs } pairs the asked one cannot stand at a distance of { $found }. Choose 1 (the pair before the query) to { $most }.
task-none-there = { $task } has no such text: with these sizes there are too few to set some aside. Choose larger sizes.
task-text-empty = { $task } needs a text, such as: { $example }
task-piece-unknown = { $task } does not know “{ $piece }” (piece { $place } of the text). A text that it reads: { $example }
task-no-query = { $task }: the text ends with “{ $piece }” and asks for nothing. Put a query at its end, such as ?A.
task-query-early = { $task }: “{ $piece }” asks already at place { $place }. There is one query, and it stands at the end.
task-not-in-turn = { $task }: “{ $piece }” does not belong at place { $place }. Keys and values stand in turn: A 7 B 2 ?B
task-key-missing = { $task }: the text asks for { $key }, and its keys are: { $keys }. Ask for one of them.
task-key-twice = { $task }: { $key } stands there more than once, so there is no one answer. Change one of the keys, or take the task last-of-two.
task-copy-broken = The text is no copy so far: at place { $place } the first half ({ $half }) should begin again or go on. The half has at least two letters, all different.
task-copy-done = The second half is complete: all of “{ $half }” stands there twice and nothing more is known. Leave out its last letters.
task-sentence-broken = { $task }: “{ $piece }” at place { $place } does not continue the sentence. One that it reads: { $example }
task-sentence-short = { $task }: the sentence is not finished after “{ $piece }”. One that it reads: { $example }
task-attractors = Of { $between } nouns between, { $found } cannot have the other number. Ask for at most as many attractors as nouns between.
task-number-unread = { $task }: “{ $text }” is no number below a million. Write it without “and”, such as: { $example }
names-locale-unknown = faker lists no names for “{ $locale }”. It does for: { $locales }.
names-none = faker has no first name that is written with nothing but these letters: { $alphabet }. Give more letters, or other locales.
experts-used-wrong = { $used } of { $experts } experts cannot be used at every place. Give at least one and at most as many as there are.
parts-do-not-share-width = A width of { $width } cannot be cut into { $parts } equal parts of a symbol. Choose a width that { $parts } divides.
shape-unknown = There is no { $name } called { $found }. There are: { $known }.
reach-too-small = The pattern { $pattern } needs a reach of at least 1 place, and { $reach } was given. Say how far it looks, such as reach=4.
word-strange = { $model } does not know { $word }, piece { $place } of the text: it reads the words of its task and no others, such as { $some }. Its example shows how a text looks.
arrow-twice = “=>” stands { $found } times in this text for { $model }. It stands once, between what is read and what was said so far: source => said
word-unknown = { $model } does not know { $word }, piece { $place } of the text: it reads the words of its task and no others. Most like it: { $near }. Its example shows how a text looks.
samples-none = { $model } does not go on with texts: it was made to answer or to translate. Draw texts of its task instead, or open a decoder such as names.
decoder-not-small = { $model } cannot be put on a page: a page holds small decoders of attnlab's own. Take names, or a file that attnlab train wrote.
decoder-shape = { $model } cannot be put on a page, because of { $strange }. A page holds decoders of letters with learned positions, RMSNorm before each part and ReLU, such as names.
generate-not-next = { $model } does not predict what comes next, so it cannot go on with a text. Open a decoder such as names.
generate-head-reads = Head { $head } reads the source and predicts nothing. Choose one of the decoder, such as { $example }.
generate-no-room = This text fills { $model } already: { $found } of { $most } pieces. Shorten it to have it gone on with.
translate-none = { $model } does not translate. Open a translator, such as numbers-ru.
rows-linear = The rows of linear attention have no exponential scores to be summed block by block. Look at the map of a shorter text.
shape-size-unknown = “{ $found }” is no size of a small transformer. Write NAME=VALUE with one of: { $names }.
shape-size-unread = The size { $name } cannot be “{ $found }”. Write it like { $wanted }.
train-data-drawn = The texts of { $name } are drawn by its task, so it takes no --data. Leave it out.
train-part-foreign = { $path } holds the state of another training, or is torn. Delete it, or choose another --out.
experts-none = { $model } has no experts to choose from: every piece goes through the same feed-forward part. Open names-experts, or train with --set experts=4 --set experts_used=2.
list-empty = { $name } was given an empty list. Put something in it, such as { $example }, or leave it out.
swap-source-unknown = Swap cannot put in { $source }. source is the number of a key, "mean", or None for zero.
edit-choice-unknown = { $edit }: { $name } cannot be { $found }. It may be { $known }.
experiment-unknown = There is no experiment “{ $name }”. There are: { $names }.
experiment-unknown-close = There is no experiment “{ $name }”. Did you mean { $close }?
experiment-name-missing = No experiment was named. attnlab run list says which there are; attnlab run all runs every one.
experiment-one-alone = attnlab run { $name } takes no { $given }: that belongs to one experiment. Run the one alone: attnlab run NAME { $given }
experiment-setting-unknown = “{ $found }” is no setting of { $name }. Write KEY=VALUE with one of: { $keys }.
experiment-setting-unread = { $name }: { $key } cannot be “{ $found }”. It is now { $now }; write it like that.
experiment-setting-path = { $name }: { $key } is a path, and the page opens none. Run it in the terminal: attnlab run { $name } --set { $key }=PATH
experiment-setting-large = { $name }: { $key } is { $found }; the page runs at most { $most }. Ask for less, or run it in the terminal.
experiment-setting-many = { $name }: { $key } holds { $found } parts; the page takes at most { $most }. Ask for fewer, or run it in the terminal.
experiment-setting-choice = { $name }: { $key } cannot be “{ $found }” here. Choose from: { $choices }.
experiment-data-missing = { $name } needs the SMS collection, and it is not here. Give its file by --data, or say --fetch to download it from its home.
experiment-sms-dims = { $dims } dimensions were asked of a table of { $words } words. Take from 1 to { $words }.
experiment-sms-rare = With these settings the vocabulary has no { $words }. Lower `least`, so that rarer words are kept.
experiment-model-missing = { $name } needs a Hugging Face model. Name one by --model: a name, a folder or a .gguf file.
experiment-no-figure = { $name } found nothing that could be drawn. Give another ending, such as .csv or .json.
check-encoder-head = Head { $head } stands in the encoder, where no query says the target. Check heads of the decoder, such as { $example }.
feed-none = { $model } has layers of attention alone: there is no feed-forward part to change. Switch off heads instead, as in ablate 0.0.
shape-size-wrong = { $name } is a whole number from { $least } on, and { $found } was given.
shape-number-wrong = { $name } is a number from { $least } on, and { $found } was given.
train-rate = The rate { $rate } cannot be used: give a number above 0, such as 0.01.
train-stacks = The texts of { $name } need stacks={ $stacks }. Leave stacks out.
parts-two-stacks = { $model } reads one text and says another: what its encoder adds comes through cross attention, and does not add up to the logit by itself. Measure effects instead: attnlab effects, or effect_map in Python.
text-without-words = { $model } needs a text of at least one word that it knows, such as { $some }.
text-of-too-many-words = { $model } holds { $most } words, and this text has { $found }. Shorten it.
effects-off-alone = --off switches off whole heads, whatever the query, exactly: leave out --query, --method and --precision.
shape-twice = { $name } was given twice, as { $one } and as { $other }. Give it once.
out-and-json = --json and { $path } ask for two forms. Leave out --json, or let the file end in .json.
experiment-settings-unfit = { $name } cannot be run with { $changes }: these do not go together with its other settings ({ $reason }). Change them, or leave them out.

experiment-record-foreign = This is no record of an experiment: its format is “{ $found }”, and “{ $wanted }” is read. Write one with `attnlab run NAME --out FILE.json`.
experiment-record-torn = This record of an experiment is torn: its parts do not fit together. Make it again with `attnlab run NAME --out FILE.json`.
lesson-without-title = { $name } ({ $lang }): a lesson begins with “# ” and its title, and this one with “{ $found }”. Write the title first.
lesson-language-missing = { $name }: there is no text in “{ $lang }”. Every lesson has en.md, ru.md and et.md; write the one that is missing.
lesson-result-missing = No run of “{ $name }” is recorded for the lessons; there are { $names }. Make one with `attnlab lessons record { $name }`.
lesson-figure-unknown = { $lesson } quotes “{ $key }”, and nothing of that name was computed. `attnlab run NAME --json` lists the keys of an experiment.
lesson-plural-forms = { $lesson }: { $found } forms of a noun stand after a number, and “{ $lang }” needs { $wanted }.
lesson-formula-unread = { $lesson }: the formula { $formula } could not be read ({ $reason }). Write it with other commands of LaTeX.
lesson-source-unknown = { $lesson } shows the source of “{ $name }”, and there is no such name or no such line. Give a name as it is imported, attnlab.formula.attention.
lesson-link-unknown = { $lesson } has a link to “{ $found }”, which leads nowhere. Known are https:, set:, see:, expect:, term:, lesson:, lab:, ref: and claim:.
lesson-element-missing = { $lesson } speaks in “{ $found }” of an element that is not on its page. There are { $ids }.
lesson-task-name = { $lesson }: “{ $found }” is no name for a task, or another task has it. Take small letters, digits and hyphens, once each.
lesson-pair = { $lesson }: a pair needs one part that begins with “= beside”; one with “= under” may come behind it.
lesson-printed-missing = { $lesson }: nothing was recorded that “{ $found }” names. A script records what the cells of a lesson print: python tests/own_cases.py.
lesson-html = { $lesson }: of HTML only live elements may stand in a lesson, and here is “{ $found }”.
lesson-unlike = { $lesson }: “{ $other }” differs from “{ $one }”. It lacks: { $lacks }. It has besides: { $more }. The languages tell the same story: mend one of them.
lesson-out-file = { $path } is a file, and the site needs a folder. Choose another name.
lesson-out-full = { $path } holds files that are not a site of attnlab’s lessons; they stay untouched. Give an empty or a new folder.

plot-theme-unknown = There is no look “{ $theme }”. There are: { $themes }.
plot-width-unknown = A figure cannot be “{ $width }” wide. Give one of { $widths }, or inches from 1 to 40.
plot-stage-unknown = There is nothing to draw of “{ $stage }” here. There is: { $stages }.
plot-head-unknown = Layer { $site } has no head { $head } that could be looked at here. It has: { $heads }.
plot-nothing-spread = { $model }: every row sees a single key, so there is no entropy to compare. Take a longer text.
plot-nothing-ranked = There is nothing to draw: the list is empty.
table-axes-differ = These layers do not look from and at the same pieces, so they make no array together: { $sites }. Name those of one kind with sites=[...].

outside-not-readable = { $found } holds no weights that attnlab can read. It takes what transformers returns as attentions, a TransformerLens cache, or an array over query and key, head query key, or layer head query key.
outside-none = The model returned no weights: its attention kernel does not keep them. Load it with attn_implementation="eager" and call it with output_attentions=True.
outside-generated = These are the weights of a generation, a tuple for each step. Give those of one pass over the whole text, or use attnlab.generate, which keeps the row behind every piece.
outside-shape = Layer { $site }: weights of shape { $found } were given, and { $wanted } were wanted.
outside-batch = Layer { $site } holds { $found } texts, counted from 0, and there is no text { $text }. Say which with text=...
outside-tokens = Layer { $site } has { $found } { $axis ->
    [query] queries
   *[key] keys
}, and { $wanted } pieces were given. Give exactly the pieces that the model read, special ones too.
outside-source = Layer { $site } looks at what an encoder read. Give its pieces too, with source=[...].
outside-not-a-number = Layer { $site }, head { $head }, query { $query } ({ $piece }): its weights are not all numbers ({ $rows } such rows in all). If these are places of padding, leave them out with padding=[...]; else they came broken out of the model.
outside-negative = Layer { $site }, head { $head }, query { $query } ({ $piece }): a weight of { $weight } is below 0. Scores are not weights: give what comes after the softmax.
outside-sum = Layer { $site }, head { $head }, query { $query } ({ $piece }): its weights sum to { $sum }, and 1 was wanted ({ $rows } such rows in all). More than 1 comes from dropout: call model.eval() first. Less than 1 comes from a sink: say so with sink=True.
outside-behind-mask = Layer { $site }, head { $head }, query { $query } ({ $piece }): a weight of { $weight } stands at key { $key }, behind the mask that was given.
outside-mask-unknown = { $found } is no mask. Give "causal", or a table of true and false over query and key, true where looking is allowed.
outside-mask-sides = Layer { $site } has { $queries } queries and { $keys } keys, and the mask that was given does not fit: { $found }.
outside-padding = There is no position { $place } to leave out: the positions are 0 to { $last }.
outside-all-padding = Every piece was left out as padding. Leave at least one.
outside-no-model = { $wish }: this holds weights only, read from outside; there is no model that could be edited, checked or run again. Load the model with attnlab.load to do that.
outside-no-score = This map has no { $what }: it was read from outside and holds weights only. Trace the model with attnlab.trace to have all stages.

# A page of a trace
saved-wanted = A trace, a map, an effect, a ranking, a verdict or a check is saved as a page, and this is { $found }. Make one with attnlab.trace(model, text), say.
saved-limit = “{ $limit }” is no size. Give bytes, or a text such as "5 MB" or "800 kB"; None for any size.
saved-pool = pool is { $pool }, and it has to be a whole number of blocks a side, 2 or more.
saved-positions = This trace of { $model } kept only some queries, and a page shows them all. Trace the text again without positions.
saved-not-finite = Layer { $site }: its weights are not all finite numbers, so no page is made of them.
saved-other-head = This is the map of head { $head }; heads asks for { $heads }. Leave heads out.
saved-over = The page would take { $size } MB, and the limit is { $limit } MB. No page was made. Raise limit.
saved-over-maps = The page would take { $size } MB, and the limit is { $limit } MB. No page was made. pool={ $pool } would take about { $pooled } MB; layer { $layer } alone (heads=[…], { $count } of them) about { $few } MB. Or raise limit.
saved-edits-fixed = The edits of this widget cannot be changed: its model ({ $model }) does not run in the browser. Trace the text anew with edits.
saved-edits-of-map = One map has no edits of its own ({ $model }). Make the widget of its trace: attnlab.trace(model, text).widget()
saved-whole = A { $found } has no maps to pool and no heads to leave out: leave out pool and heads.
widget-head = Head “{ $head }” is not in this widget. There are: { $heads }.
widget-query = This map of effects has no query { $query }. It has: { $queries }.
widget-theme = There are no colours “{ $theme }”. Choose one of: { $themes }.

# Sweeps: one question put to every text of a corpus.

sweep-question-unknown = “{ $question }” is no question for a sweep. There are: { $questions }.
sweep-busy = Another sweep is writing to { $folder }. Wait for it, or name another folder.
sweep-folder-foreign = { $folder } holds other files and no sweep. Name an empty folder or a new one.
sweep-missing = { $folder } holds no sweep: there is no plan.json in it. Check the path; attnlab check MODEL --texts FILE --out FOLDER/ makes one.
sweep-foreign = { $path } is not the plan of a sweep that this attnlab can read: its format is “{ $found }”, and “{ $wanted }” is wanted.
sweep-torn = { $path } is torn or was altered. Delete it and run the same sweep again: only what is missing is measured.
sweep-another = { $folder } holds another sweep: it differs in { $unlike }. Name another folder, or ask for the same again.
sweep-texts-changed = The texts are not those that { $shard } in { $folder } was made from. Bring the old ones back, or name another folder.
sweep-worker-differs = A worker holds another model, or has other versions installed, than the plan was made with; its rows do not belong in { $folder }.
sweep-unreadable = None of the first { $texts } texts can be used, the first, “{ $text }”, for this reason: { $reason }
sweep-empty = { $folder } holds no row yet. Run the sweep again to go on with it.
sweep-nothing-used = Of the { $texts } texts in { $folder } not one could be used: the model does not say the target, or too few keys are visible.
sweep-group-unknown = There is no group “{ $group }” in { $folder }. There are: { $groups }.
sweep-not-asked = The sweep in { $folder } asked { $question }, and this wants { $wanted }.
sweep-unlike = { $first } and { $second } cannot be compared: one asked { $asked }, the other { $other }.
sweep-no-head-shared = { $first } and { $second } have no head in common.
engine-unknown = There is no engine “{ $engine }”. There are: { $engines }.
engine-workers = { $workers } workers can do nothing. Ask for at least one.
engine-workers-lost = Workers ended { $times } times with the same work in hand: memory may be short, or, in a script, the call does not stand under if __name__ == "__main__". What was measured is kept; ask for fewer workers and run it again.
engine-not-reached = The Ray cluster at { $address } was not reached: { $reason }
sweep-folder-missing = A sweep over many texts is kept in a folder. Name it: --out results/
results-compare-alone = Two folders are compared as a table. Leave out --head, and give --out a .csv, .json, .txt or .md file.
results-folder-unknown = This lab shows no folder “{ $name }”. Pick one from the list, or start the lab with it: attnlab lab --results FOLDER
effects-texts-alone = Over many texts every edge of the target's row is cut, or with --off each head switched off. Leave out the text, --file, --from, --layer, --query, --drop and --method.
corpus-not-text = Text { $number }, { $text }, holds half a character (a lone surrogate), which is no text. Write the whole character, or take it out.
corpus-packed = { $path } is packed in a way that is not unpacked here. Known are { $known }; unpack it first.
sweep-head-unknown = The sweep did not look at head { $head }. It looked at: { $heads }.

memory-over = { $model }: { $wish } would need about { $need } MB of memory beyond what is held now, and { $by ->
    [budget] { $name } allows { $free } MB.
   *[free] { $free } MB are free.
  } { $advice } { $by ->
    [budget] Or allow more, such as { $name }="8 GB".
   *[free] To run it all the same, say how much it may take, such as { $name }="8 GB".
  }
memory-trace = a trace of { $pieces } pieces (texts: { $texts })
memory-explained = a run of { $pieces } pieces by the formula
memory-effect = an effect on { $pieces } pieces, with and without the edits,
memory-replay = measuring many edits of { $pieces } pieces
memory-check = a check whose longest text has { $pieces } pieces
memory-generate = going on with { $pieces } pieces by { $new } new ones
memory-opening = opening it ({ $millions } million parameters)
memory-sweep = a sweep with { $workers } workers
memory-ask-length = Up to { $pieces } pieces would fit.
memory-ask-layers = With { $layers } layers kept (sites) the same text would fit.
memory-ask-new = Up to { $new } new pieces would fit.
memory-ask-dtype = With dtype="{ $dtype }" it would fit: about { $need } MB.
memory-ask-parameters = A model of up to { $millions } million parameters would fit.
memory-ask-workers = Up to { $workers } workers would fit.
memory-ask-nothing = Nothing smaller of this kind would fit: free some memory, or take a smaller model.
memory-allowed-unreadable = { $name } is “{ $found }”, which is no amount of memory. Write it like "2 GB" or "800 MB".
