# What the lessons say around their texts: marks, tasks, the reader's record.

lessons-yes = yes
lessons-no = no
lessons-reset = Reset
lessons-unsettable = “{ $name }” cannot be set to “{ $said }”.
lessons-no-number = Type a number from { $least } to { $most }.
lessons-no-whole = Type a whole number from { $least } to { $most }.
lessons-no-list = Type numbers from { $least } to { $most }, with commas between them.
lessons-too-long = At most { $most } characters fit.
lessons-met = This is so now ({ $value }).
lessons-unmet = This is not so now ({ $value }).
lessons-unjudged = The picture shows nothing to judge this by at the moment.

lessons-task-number = Task: find the number
lessons-task-choice = Task: choose
lessons-task-state = Task: change the picture
lessons-task-prediction = Predict first, then look
lessons-task-done = done
lessons-answer = Your answer
lessons-choose = Your choice
lessons-check = Check
lessons-predict = Show what happens
lessons-again = Predict again
lessons-to-picture = To the picture
lessons-right = Right.
lessons-not-yet = Not yet.
lessons-coarse =
    { $count ->
        [one] Right so far; write it with { $count } decimal.
       *[other] Right so far; write it with { $count } decimals.
    }
lessons-no-answer = That is no number I can read. Write it like 0.25 or 1/4.
lessons-silent = The picture shows nothing to judge by at the moment. Set it right or reset it, then check again.
lessons-none-chosen = Choose one of the answers first.
lessons-as-predicted = It comes out as you predicted.
lessons-otherwise = It comes out otherwise.
lessons-came-out = This is what happens.

lessons-done =
    { $count ->
        [one] { $done } of { $count } task done
       *[other] { $done } of { $count } tasks done
    }
lessons-record-kept = Your answers are kept in this browser and sent nowhere. A file takes them to another one.
lessons-record-fleeting = This browser keeps nothing: your answers last as long as this page is open. A file saves them.
lessons-record-export = Save as a file
lessons-record-import = Bring back from a file
lessons-record-clear = Clear
lessons-record-sure = Forget every answer?
lessons-record-clear-yes = Forget them
lessons-record-clear-no = Keep them
lessons-record-exported = The file is saved as attnlab-lessons.json.
lessons-record-imported =
    { $count ->
        [one] { $count } answer was brought back.
       *[other] { $count } answers were brought back.
    }
lessons-record-bad = This file holds no answers of these lessons; nothing was changed.
lessons-record-cleared = Every answer is forgotten.

lessons-copy = Copy
lessons-copied = Copied
lessons-copy-failed = It could not be copied: mark it by hand.
