# A check that was recorded, read again.

live-reading = A recorded check, read by your rules
live-reading-record = Record
live-reading-record-practice = practice
live-reading-record-address = address
live-reading-record-names = names
live-reading-least = Least share, per cent
live-reading-texts = Fewest texts
live-reading-sum = { $model }: supported { $supported } of { $heads } heads. By the naive comparison it would be { $naive } of { $heads }.
live-reading-used = Texts used: { $texts }; set aside as not said right: { $wrong }, as too short: { $short }, as repeated: { $same }.
