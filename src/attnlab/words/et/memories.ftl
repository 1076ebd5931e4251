task-remember-broken = „{ $piece }“ ei sobi kohale { $place }. Kõigepealt number, siis vähemalt üks täht ja lõpus ?: 7 k x b r ?
attention-none = Mudel { $model } loeb koht koha järel ja tal ei ole tähelepanu: pole kaarti, mida vaadata, ega serva, mida lõigata. Võrdle teda käsuga attnlab remember või ava trafo, näiteks names.
