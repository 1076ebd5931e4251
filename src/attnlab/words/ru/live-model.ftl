# Какой декодер считают элементы урока.

live-model = Модель этой страницы
live-model-model = Модель
live-model-model-names = Английские имена
live-model-model-names-ru = Русские имена
live-model-model-names-latin = Эстонские и другие имена
live-model-model-names-untrained = Английские имена, необученная
live-model-about = Букв в алфавите: { $letters }, слоёв: { $layers }, голов в слое: { $heads }; текст — не длиннее { $longest ->
        [one] { $longest } буквы
       *[other] { $longest } букв
    }. За ней следуют все элементы и задачи страницы.
