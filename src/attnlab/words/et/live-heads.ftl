# Kihi kõik pead ühe teksti kohal.

live-heads = Mitu pead ühe teksti kohal
live-heads-text = Tekst
live-heads-query = Päringu positsioon
live-heads-off = Välja lülitatud
live-heads-off-none = mitte ükski
live-heads-off-0 = pea 0
live-heads-off-1 = pea 1
live-heads-off-2 = pea 2
live-heads-off-3 = pea 3
live-heads-places = Pead
live-heads-places-kept = oma kohal
live-heads-places-together = ümber tõstetud koos plokkidega
live-heads-places-alone = ümber tõstetud ilma plokkideta
live-heads-table = Päringu { $query } rida igas peas
live-heads-key = võti
live-heads-head = pea { $head }
live-heads-map = Pea { $head } kaart; raamis on päringu rida
live-heads-is-off = välja lülitatud
live-heads-masked = maski taga
live-heads-apart = Peade ridade kaugus, keskmine
live-heads-nearest = lähimad, { $pair }
live-heads-furthest = kaugeimad, { $pair }
live-heads-parameters = Tähelepanu parameetreid
