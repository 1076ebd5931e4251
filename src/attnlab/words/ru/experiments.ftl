# что говорит каждый опыт
experiment-question = Вопрос
experiment-method = Способ
experiment-expected = Ожидается
experiment-refuted = Опровергнет
experiment-reproduced = воспроизведено
experiment-not-reproduced = не воспроизведено, разница { $off }
experiment-new = напечатанного числа нет
experiment-beside = для сведения, ничего не решает
experiment-holds = верно
experiment-fails = неверно
experiment-surprise = , чего не ждали
experiment-column-figure = величина
experiment-column-value = значение
experiment-column-said = в исходном тексте
experiment-column-verdict = вывод
experiment-column-name = опыт
experiment-column-needs = нужно
experiment-here = работает
experiment-done = { $name }: зерно { $seed }, { $seconds } с. { $small ->
    [yes] Малый прогон: разброс шире исходного. Полный — без --small.
   *[no] Все выборки исходного текста.
}
experiment-summary = { $said ->
    [0] Напечатанных чисел для сравнения нет; верных утверждений: { $holds } из { $claims }.
   *[other] Воспроизведено напечатанных чисел: { $reproduced } из { $said }; верных утверждений: { $holds } из { $claims }.
}
experiment-passed-over = пропущено: { $reason }
experiment-caption = { $name }, зерно { $seed }. { $summary }{ $marks ->
    [yes] {" "}Пунктир — что напечатано в исходном тексте.
   *[no] {""}
}
experiment-share = доля
experiment-nats = наты
experiment-needs-torch = torch
experiment-needs-sms = собрание SMS (--data)
experiment-needs-hub-model = модель Hugging Face (--model)
experiment-needs-hub = torch и transformers
experiment-missing-sms = собрания SMS здесь нет: укажите --data или скачайте командой attnlab run sms-map --fetch
experiment-missing-hub-model = модель не задана: укажите --model
experiment-running = идёт
experiment-unit-nats = нат
experiment-unit-bits = бит
experiment-unit-MiB = МиБ
experiment-unit-seconds = с
experiment-unit-multiply-adds = умножений со сложением
experiment-unit-places = мест
experiment-unit-points = п. п.
