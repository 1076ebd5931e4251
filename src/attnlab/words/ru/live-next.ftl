# Что может быть дальше: под живыми элементами.

live-next = Следующая буква
live-next-letter = буква
live-next-before = было
live-next-after = стало
