# One logit taken apart.

live-parts = What adds up to one logit
live-parts-text = Text
live-parts-letter = Next letter
live-parts-without = Switch off
live-parts-without-none = nothing
live-parts-without-head-0 = head 0
live-parts-without-head-1 = head 1
live-parts-without-head-2 = head 2
live-parts-without-head-3 = head 3
live-parts-without-feed = the feed-forward part
live-parts-asked = After “{ $text }”: the logit of { $letter }, whose probability is { $probability }.
live-parts-part = part
live-parts-picture = size
live-parts-adds = adds
live-parts-now = with it off
live-parts-of-symbol = last letter
live-parts-of-position = its place
live-parts-of-head = head { $head }
live-parts-of-feed = feed-forward
live-parts-residue = rounding
live-parts-logit = logit
live-parts-size-embedded = Size of the residual: embedding
live-parts-size-residual = after the heads
live-parts-size-left = after the feed-forward part
live-parts-change = Change of the logit
live-parts-letter-unknown = “{ $letter }” is no letter of this model. Take one from { $first } to { $last }, or { $start } for the end of the name.
