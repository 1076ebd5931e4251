# What may come next, under the live elements.

live-next = Next letter
live-next-letter = letter
live-next-before = before
live-next-after = now
