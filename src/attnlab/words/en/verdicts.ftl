# What a check found, in sentences.
check-title = { $model }: { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
}, { $name }
check-opening = { $model }, { $heads ->
    [one] one head
   *[other] { $heads } heads
} looked at over { $texts ->
    [one] one text
   *[other] { $texts } texts
} ({ $name }): { $used } used, { $wrong } set aside because the model does not say the target, { $short } because too few keys are visible, { $same } because they repeat another.
check-backup = Heads { $first } and { $second } back each other up: neither alone is supported, but cutting both their top keys takes { $share } % of the margin.
check-closing = Where a head looked is not why the model said so; only what a cut changed speaks for that, and only for these texts and this target.
verdict-supported = Head { $head }: supported. { $reason } Cutting { $key } takes { $top } from the target, a matched random key { $random }; that is { $share } % of the clean margin (p { $p } after correction, { $texts } texts).
verdict-not-supported = Head { $head }: not supported. { $reason } Cutting { $key } takes { $top } from the target, a matched random key { $random }; that is { $share } % of the clean margin (p { $p } after correction, { $texts } texts).
verdict-not-testable = Head { $head }: not testable. { $reason }
verdict-line = Head { $head }: { $finding }. { $reason }
demonstration-line = The target before: { $margin }. Harm where the weight of { $key } is dropped instead of cut: { $drop }; where that key hands over the value of { $other }: { $swap }. This is what happened on one text; only many texts give a verdict.
verdict-size = Whether weight predicts the size of an effect is another, weaker question: rank agreement { $agreement }; the heaviest key is the most influential one in { $share } % of the texts (by chance { $chance } %).
verdict-hidden-cause = The map of { $head } alone would not have shown it, but the measured effects do: one key with a mean weight of only { $weight } takes { $harm } from the target, and the heaviest key is the most influential one in { $share } % of the texts.
reason-all-three = It harms the target more than a random key, by a large enough share, and more than it harms a random target.
reason-no-effect = No effect: not one cut changed the target.
reason-not-over-key = It does not harm the target more than cutting a random key does.
reason-small-share = It takes too small a share of the margin to matter.
reason-not-over-target = It harms a random target as much: it shakes everything, not this answer.
reason-few-texts = Only { $texts } usable texts; a verdict wants more.
texts-given = given texts
texts-sampled = sampled from the model itself
texts-made = made for this model
texts-task = held-out texts of its task
texts-own = the model’s own texts
texts-pasted = pasted texts
unit-nats = nats
unit-probability = probability
finding-supported = supported
finding-not-supported = not supported
finding-not-testable = not testable
rule-top = the key with the largest weight
rule-previous = the key before the query
rule-same = the last earlier key with the query's own piece
