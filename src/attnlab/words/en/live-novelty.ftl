# A tone that is repeated and then changed.

live-novelty = A tone repeated, then changed
live-novelty-repeats = Repetitions
live-novelty-change = Tone moved by, steps
live-novelty-pause = Pause before B, moments
live-novelty-width = Width of a detector
live-novelty-sharpness = Sharpness of the match
live-novelty-compares = The memory compares
live-novelty-again = Old tone once more
live-novelty-tones = What the detectors answer:
live-novelty-repeated = repeated tone, A
live-novelty-changed = changed tone, B
live-novelty-letter-repeated = A
live-novelty-letter-changed = B
live-novelty-response = Response at each presentation: the share of the row that no trace takes
live-novelty-score = Best score among the traces, before they fade, in nats; a full column is { $most }
live-novelty-response-picture = Response: { $first } to the first tone, { $last } to the last repetition, { $changed } to the changed tone.
live-novelty-score-picture = Best score: { $last } nats at the last repetition, { $changed } at the changed tone.
live-novelty-picture = The answers of the detectors to both tones; as vectors they are { $angle } degrees apart.
live-novelty-of-first = First tone
live-novelty-of-last = Last repetition
live-novelty-of-changed = Changed tone
live-novelty-of-again = Old tone once more
live-novelty-angle = Angle between the tones
live-novelty-degrees = { $angle }°
