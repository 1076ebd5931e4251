# Both loops held against each other.

live-loops = Two loops over one text
live-loops-text = Text
live-loops-position = position
live-loops-keys = keys in the cache
live-loops-weights = largest difference of a weight
live-loops-logits = largest difference of a logit
live-loops-difference = Largest difference of all
live-loops-whole = Scores worked out at once
live-loops-steps = step by step
