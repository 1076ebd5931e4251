# Mis võib järgneda: elavate elementide all.

live-next = Järgmine täht
live-next-letter = täht
live-next-before = enne
live-next-after = nüüd
