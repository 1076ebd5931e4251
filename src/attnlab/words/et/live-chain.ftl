# Kõige väiksem rekurrentne võrk ja tema kõrval tähelepanu.

live-chain = Olekute ahel ja üks tähelepanu samm
live-chain-w = w: olekust olekusse
live-chain-u = u: sisendist olekusse
live-chain-places = Kohti reas
live-chain-pulse = Impulsi koht
live-chain-size = Impulsi suurus
live-chain-score = Impulsi võtme skoor
live-chain-state = Olek pärast iga kohta
live-chain-reach = Kui palju iga koht nihkub, kui impulsi koha sisend nihkub
live-chain-legend-chain = ahel: oleku tõus
live-chain-legend-below = tõus alla nulli
live-chain-legend-share = tähelepanu: impulsi kaal, üks samm
live-chain-last = Viimane olek
live-chain-factor = Viimane tegur
live-chain-slope = Viimase oleku tõus
live-chain-share = Kaal tähelepanus
live-chain-beyond = Impulss on { $pulse }. kohal, aga rida lõpeb { $places }. kohaga.
live-chain-picture = Ahela olekud ja tõusud. Kohti pärast impulssi: { $distance }; viimase oleku tõus on { $slope }, kaal tähelepanus { $share }.
