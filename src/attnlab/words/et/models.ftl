model-about-names = Eesnimed täht-tähelt: treenitud transformer, üks kiht ja neli pead.
model-about-previous = Käsitsi tehtud: üks pea vaatab ühe koha tagasi ja ütleb, mida näeb.
model-about-same = Käsitsi tehtud: üks pea vaatab varasemaid kohti sama tähega ja kordab seda.
model-about-decoy = Käsitsi tehtud: pea vaatab pingsalt ega muuda midagi; vastus läheb temast mööda.
model-about-quiet = Käsitsi tehtud: pea vaatab täishäälikuid, vastus aga tuleb peaaegu kaaluta kaashäälikult.
model-about-backup = Käsitsi tehtud: kaks pead teevad sama; kummastki piisab.
model-about-file = Mudel failist.
model-about-hub = Laaditud transformer; tõestatud, et teda on kuulda, et ta jääb samaks ja et muudatused mõjuvad.
