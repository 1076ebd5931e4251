# Sweeps: what is planned and what was found over many texts.

sweep-planning = reading the texts, trying a few
sweep-running = texts
sweep-plan-title = Planned with { $model }
column-value = about
sweep-plan-texts = texts
sweep-plan-group = of them { $group }
sweep-plan-heads = heads
sweep-plan-pairs = pairs of heads
sweep-plan-interventions = interventions
sweep-plan-workers = workers
sweep-plan-time = time
sweep-plan-bytes = on disk
duration-hours = { $time } hours
duration-minutes = { $time } minutes
duration-seconds = { $time } seconds
sweep-progress = { $done } of { $texts } texts gone through, { $used } used.
sweep-aside-wrong = { $count } set aside because the model does not say the target
sweep-aside-short = { $count } set aside because too few keys are visible
sweep-aside-same = { $count } set aside because they repeat another
sweep-aside-unreadable = { $count } set aside because they cannot be read
sweep-why = { $count } ×: { $why }
sweep-supported = { $supported } of { $heads } heads supported; { $shown } are listed, the most harm first.
sweep-title-edges = { $model }, { $name }: the heaviest key of each head cut
sweep-title-heads = { $model }, { $name }: each head switched off
sweep-moved = { $moved } of { $heads } heads change the target (p at most { $level } after Holm); { $shown } are listed, the largest change first.
sweep-groups = By group: the three heads that change most
sweep-compared = { $first } and { $second }
sweep-paired = Text by text, on the texts that both used; p after Holm. { $shown } of { $heads } heads are listed.
sweep-unpaired = Of different texts: the means are compared; p after Holm. { $shown } of { $heads } heads are listed.
column-sweep-change = change of the target
column-sweep-most = largest change
column-group = group
column-used = used
column-first = first
column-second = second
column-difference = second less first
figure-sweep-title = { $model }, over { $texts } texts from: { $name }
figure-sweep-row = { $texts ->
    [one] 1 text
   *[other] { $texts } texts
}, p { $p }
figure-sweep-change = change of the target, in its unit
figure-sweep-edges = heaviest key cut
figure-sweep-heads = head switched off
figure-histogram-title = Head { $head } of { $model }, text by text
figure-histogram-texts = texts
check-unreadable = { $count ->
    [one] One more text was set aside because the model cannot read it.
   *[other] { $count } more texts were set aside because the model cannot read them.
}
