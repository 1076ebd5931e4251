# The check of the page's decoder over many texts.

live-verdict = The verdict on every head, measured now
live-verdict-texts = Texts
live-verdict-seed = Seed
live-verdict-times = Weights times
live-verdict-running = The model says texts, and every head is cut in each of them.
live-verdict-stopped = Stopped. Without all of the texts there is no verdict.
live-verdict-progress = Texts measured
live-verdict-done = { $done } of { $texts }
live-verdict-stop = Stop
live-verdict-again = Measure again
live-verdict-sum = { $model }: supported { $supported } of { $heads } heads. By the naive comparison it would be { $naive } of { $heads }.
live-verdict-texts-used = Texts used: { $texts }; set aside as too short: { $short }, as said before: { $same }.
live-verdict-head = Head { $head }
live-verdict-supported = supported
live-verdict-not-supported = not supported
live-verdict-not-testable = not testable
live-verdict-top = heaviest key
live-verdict-middle = middle key
live-verdict-random = random key
live-verdict-foil = random target
live-verdict-none = none
live-verdict-untestable = { $model }: no verdict for { $untestable } of { $heads } heads.
live-verdict-mark =
    { $holds ->
        [yes] Holds:
       *[no] Does not hold:
    }
live-verdict-condition-key =
    { $holds ->
        [yes] The heaviest key takes clearly more than a random one (difference: { $over } nats).
       *[no] The heaviest key does not take clearly more than a random one (difference: { $over } nats).
    }
live-verdict-condition-share =
    { $holds ->
        [yes] It takes at least { $least } of the margin (share: { $share }).
       *[no] It does not take at least { $least } of the margin (share: { $share }).
    }
live-verdict-condition-target =
    { $holds ->
        [yes] It takes clearly more from the answer than from a random target (difference: { $over } nats).
       *[no] It does not take clearly more from the answer than from a random target (difference: { $over } nats).
    } The weaker of the two differences, corrected for all heads: p { $p }.
live-verdict-naive = Naive, without the sign: { $top } nats against { $random }, p { $p } uncorrected.
live-verdict-few =
    { $texts ->
        [one] { $texts } text is too few; at least { $least } are asked for.
       *[other] { $texts } texts are too few; at least { $least } are asked for.
    }
