# A text that is said step by step, with a cache and without.

live-cache = Saying a text step by step
live-cache-text = Text
live-cache-kept = Keep keys and values
live-cache-step = step
live-cache-rows = made
live-cache-new = key and value made for the first time
live-cache-kept-now = read from the cache
live-cache-again = made again
live-cache-made = Pairs of key and value made, a layer
live-cache-work-cached = Multiply-adds of attention, with a cache
live-cache-work-anew = without a cache
live-cache-times = times as many
live-cache-difference = Largest difference of the logits
