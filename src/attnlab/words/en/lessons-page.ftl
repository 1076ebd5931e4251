# The lessons: what Python writes around their texts.

lessons-contents = Lessons
lessons-code = The code, line by line
lessons-glossary = Glossary
lessons-lab = The lab
lessons-pages = Pages
lessons-languages = Language
lessons-skip = Skip to the text
lessons-onward = Other lessons
lessons-back = Back
lessons-next = Next
lessons-number = Lesson { $number }
lessons-about = Lessons on attention, from the dot product to a map that can be tested.
lessons-honest = What does not hold
lessons-try = Try it
lessons-references = References
lessons-cite-many = { $first } et al., { $year }
lessons-in-lab = In the lab: attnlab lab
lessons-source-lines = { $count ->
    [1] line { $first }
   *[other] lines { $first }–{ $last }
}
lessons-built = { $path }: { $pages } pages, { $files } files, { $size } MB. Open { $open } in a browser; no network is needed.
lessons-recorded = { $path }: { $name } in { $seconds } s.
lessons-alike = All texts say the same in three languages: { $count }.
lessons-column-number = No.
lessons-column-name = Name
lessons-column-title = Title
lessons-column-tasks = Tasks
lessons-cell-run = In the terminal
lessons-cell-python = A script, { $name }, or a cell of a notebook
lessons-cell-printed = It prints
