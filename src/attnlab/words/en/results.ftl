# The room of results: a sweep's folder on the page.

results-title = Results of a sweep
results-reading = The folder is being read…
results-none = A sweep puts one question to many texts and keeps what it found in a folder. This lab was started without one. Make a folder, then start the lab with it:
results-how-1 = A check: do the maps of the heads hold over many texts? (--texts FILE takes your own texts)
results-how-2 = Or: what does each edge do to the target? (--off switches each head off instead)
results-how-3 = Show them here. A folder may still be growing; it is read anew when you ask.
results-none-safe = The page opens only folders that are named at the start, and changes nothing in them.
results-folder = Folder
results-folder-name = { $name }: { $model }, { $asked }
results-asked-check = check
results-asked-edges = every edge cut
results-asked-heads = each head off
results-of-group = Texts
results-all-texts = all texts
results-group = { $name } ({ $texts })
results-other = Compare with
results-no-other = no comparison
results-read-again = Read again
results-read-on = Read what has come since
results-groups-left = { $count ->
    [one] One more group is not listed.
   *[other] { $count } more groups are not listed.
}
results-about-question = Question
results-about-model = Model
results-about-texts = Texts
results-about-heads = Heads
results-about-target = Target
results-about-seed = Seed
results-about-versions = Versions
results-question-check = How far does the target fall when a head may no longer look at { $key }?
results-question-edges = What does the target do when each edge of its row is cut by itself?
results-question-heads = What does the target do when each head is switched off by itself?
results-heads-and-pairs = { $heads }, and { $pairs ->
    [one] { $pairs } pair
   *[other] { $pairs } pairs
}
results-progress = Texts gone through
results-unreadable = set aside: cannot be read
results-found = what was found
results-figures = figures
results-then = then
results-show = Show head { $head } text by text
results-moved = { $moved } of { $heads ->
    [one] { $heads } head changes
   *[other] { $heads } heads change
} the target (p at most { $level }, corrected).
results-change-why = The target after less before, in its own unit: mean over texts [95 % interval], the largest change first. p says whether it differs from 0 (Wilcoxon's signed-rank, Holm's correction).
results-differ = { $moved } of { $heads ->
    [one] { $heads } head differs
   *[other] { $heads } heads and pairs differ
} (p at most { $level }, corrected).
results-sides = First: { $first }. Second: { $second }. The largest difference stands first.
results-paired = Text by text, on the texts that both used.
results-unpaired = The texts are different: the means are compared.
results-pages = Parts of the list
results-back = Back
results-on = On
results-span = { $first } to { $last } of { $listed }
results-head = Head { $head } in { $folder }, text by text
results-head-none = One head, text by text
results-spread-check = The change of the target when the key is cut: below 0 it falls, and that is the harm.
results-spread-edges = The change of the target when the heaviest key is cut.
results-spread-heads = The change of the target when the head is switched off.
results-rest = { $groups ->
    [0] without a group
    [one] one other group
   *[other] { $groups } other groups
}
results-spread = { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
}, mean { $mean }
results-histogram-note = Bars are shares of each group's own texts, on one scale: the tallest is { $share }. The triangle is the mean.
results-as-table = The counts as a table
results-from-to = change from, to
results-between = { $from } to { $to }
results-bar = { $from } to { $to }: { $texts ->
    [one] { $texts } text
   *[other] { $texts } texts
}, { $share }
results-falls = Texts in which the target falls most, or rises least
results-rises = Texts in which it rises most, or falls least
results-text = text
results-target = target
results-change = change
results-open = Open in the map, head { $head }
