# what every experiment says
experiment-question = Question
experiment-method = Method
experiment-expected = Expected
experiment-refuted = Refuted if
experiment-reproduced = reproduced
experiment-not-reproduced = not reproduced, off by { $off }
experiment-new = no printed figure
experiment-beside = beside it, decides nothing
experiment-holds = holds
experiment-fails = does not hold
experiment-surprise = , which was not expected
experiment-column-figure = figure
experiment-column-value = value
experiment-column-said = the source text prints
experiment-column-verdict = verdict
experiment-column-name = experiment
experiment-column-needs = needs
experiment-here = runs
experiment-done = { $name }: seed { $seed }, { $seconds } s. { $small ->
    [yes] A small run: its figures are wider than the source text's. Leave out --small for those.
   *[no] Every draw that the seed made.
}
experiment-summary = { $said ->
    [0] No printed numbers to compare with; { $holds } of { $claims } claims hold.
   *[other] { $reproduced } of { $said } printed figures reproduced; { $holds } of { $claims } claims hold.
}
experiment-passed-over = passed over: { $reason }
experiment-caption = { $name }, seed { $seed }. { $summary }{ $marks ->
    [yes] {" "}Dotted: what the source text prints.
   *[no] {""}
}
experiment-share = share
experiment-nats = nats
experiment-needs-torch = torch
experiment-needs-sms = the SMS collection (--data)
experiment-needs-hub-model = a hub model (--model)
experiment-needs-hub = torch and transformers
experiment-missing-sms = the SMS collection is not here: give it by --data, or fetch it by attnlab run sms-map --fetch
experiment-missing-hub-model = no hub model was given: name one by --model
experiment-running = running
experiment-unit-nats = nats
experiment-unit-bits = bits
experiment-unit-MiB = MiB
experiment-unit-seconds = s
experiment-unit-multiply-adds = multiply-adds
experiment-unit-places = places
experiment-unit-points = points
