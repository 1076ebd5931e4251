# All heads of a layer over one text.

live-heads = Several heads over one text
live-heads-text = Text
live-heads-query = Query position
live-heads-off = Switched off
live-heads-off-none = no head
live-heads-off-0 = head 0
live-heads-off-1 = head 1
live-heads-off-2 = head 2
live-heads-off-3 = head 3
live-heads-places = Heads
live-heads-places-kept = in their places
live-heads-places-together = moved with their blocks
live-heads-places-alone = moved without them
live-heads-table = Row of { $query } in every head
live-heads-key = key
live-heads-head = head { $head }
live-heads-map = Map of head { $head }; the framed row is the query’s
live-heads-is-off = switched off
live-heads-masked = masked
live-heads-apart = Distance of the heads’ rows, mean
live-heads-nearest = nearest, { $pair }
live-heads-furthest = furthest, { $pair }
live-heads-parameters = Parameters of the attention
