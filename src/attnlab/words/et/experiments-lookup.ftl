experiment-lookup-question = Mida maksab otsingu pehmendamine ja miks õpitakse ainult pehmet?
experiment-lookup-method = Tabelis on 8 võtit ja väärtust; tuhandele päringule (võti müraga) vastab parima võtme väärtus ja softmax(skoor/τ) mitmel temperatuuril. Seejärel kaob igast tabelist üks võti ja see otsitakse laskumisega üles; kalle mõõdetakse iga arvu veidi kahele poole nihutades, mõlema otsingu jaoks ühtmoodi.
experiment-lookup-expected = Külm pehme otsing vastab nagu kõva, kuum annab kõigile keskmise. Kõva vastus väikesest nihkest ei muutu, nii et miski ei ütle, kuhu minna; pehme õpitakse ära.
experiment-lookup-refuted = kui kõval vastusel on kalle rohkem kui ühel päringul sajast või kui pehme otsing oma võtit ei leia.
experiment-lookup-cold = külmim: keskmine kaugus kõvast vastusest
experiment-lookup-warm = kuumim: keskmine kaugus väärtuste keskmisest
experiment-lookup-cold-entropy = külmim: entroopia
experiment-lookup-warm-entropy = kuumim: entroopia
experiment-lookup-hard-flat = päringud, mille kõva vastuse kalle on täpselt 0
experiment-lookup-soft-flat = päringud, mille pehme vastuse (τ = 1) kalle on täpselt 0
experiment-lookup-hard-loss = kadu pärast õppimist, kõva
experiment-lookup-soft-loss = kadu pärast õppimist, pehme, τ = 1
experiment-lookup-cold-loss = kadu pärast õppimist, külmim pehme
experiment-lookup-best-temperature = temperatuur, mis õpib kõige paremini
experiment-lookup-best-loss = kadu seal
experiment-lookup-claim-between = Külmast kuumani iga rida hajub: ühelt võtmelt kõigile ühtmoodi.
experiment-lookup-claim-flat = Päringuid, mille kõva vastuse kalle on täpselt 0, on osana kõigist { $share } (üks tähendab kõiki); pehmel vastusel selliseid päringuid pole.
experiment-lookup-claim-trains = Pehme otsing (τ = { $temperature }) leiab oma võtme: kaost on järel { $soft }. Kõva on viimase bitini seal, kust alustas.
experiment-lookup-claim-any-temperature = Pehme otsing õpitakse ära igal temperatuuril. (Kui τ = { $cold }, on see peaaegu kõva ja kaost on järel { $left }.)
experiment-lookup-temperature = temperatuur τ
experiment-lookup-largest = suurim kaal
experiment-lookup-spread = entroopia / ln 8
experiment-lookup-step = samm
experiment-lookup-loss = järele jäänud kao osa
experiment-lookup-hard = kõva
experiment-lookup-soft = pehme
experiment-lookup-sweep-title = Kõvast ühtlaseni
experiment-lookup-training-title = Kadunud võtme otsing, τ = 1
experiment-lookup-left-title = Mis jääb, temperatuuri järgi
