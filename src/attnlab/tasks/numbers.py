"""Number words from English to Russian and Estonian, by rule, each target word linked to the words it renders.

The pieces are words: in Estonian -teist, -kümmend and -sada are written together with their multiplier, so two English
words may become one; in Russian a thousand is feminine and takes the form that its number asks for.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from attnlab.errors import LabError
from attnlab.tasks.alignment import Word, translation
from attnlab.tasks.task import Found, Size, Sizes, Task

Say = Callable[[int], list[Word]]
MOST = 999_999
EXAMPLE = "two thousand twenty-three"

UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")

RU_UNITS = (
    "ноль", "один", "два", "три", "четыре", "пять", "шесть", "семь", "восемь", "девять", "десять", "одиннадцать",
    "двенадцать", "тринадцать", "четырнадцать", "пятнадцать", "шестнадцать", "семнадцать", "восемнадцать",
    "девятнадцать",
)  # fmt: skip
RU_FEMININE = {1: "одна", 2: "две"}
RU_TENS = (
    "", "", "двадцать", "тридцать", "сорок", "пятьдесят", "шестьдесят", "семьдесят", "восемьдесят", "девяносто",
)  # fmt: skip
RU_HUNDREDS = ("", "сто", "двести", "триста", "четыреста", "пятьсот", "шестьсот", "семьсот", "восемьсот", "девятьсот")
RU_THOUSANDS = ("тысяча", "тысячи", "тысяч")

ET_UNITS = ("null", "üks", "kaks", "kolm", "neli", "viis", "kuus", "seitse", "kaheksa", "üheksa", "kümme")


def number_words(lang: str) -> Task:
    """`two thousand twenty-three` wants `две тысячи двадцать три` or `kaks tuhat kakskümmend kolm`.

    Numbers from 0 to `most`; longer ones are drawn more often, in proportion to their digits. A number that is held
    out is so in both languages. English is written without `and`. Word for word does not do: a hundred and its
    multiplier are one word in the other two, and the Russian thousand has three forms.
    """
    target = {"ru": russian, "et": estonian}[lang]
    name = f"numbers-{lang}"
    return Task(
        name=name,
        kind="translate",
        reads=(*UNITS, *filter(None, TENS), "hundred", "thousand"),
        says=_all_words(target),
        sizes={"most": Size(9, MOST, 9_999, (9_999,))},
        example=EXAMPLE,
        make=partial(_make, target),
        reader=partial(_read, name, target),
        words=lambda text: re.findall(r"[^\s,.-]+", text),
    )


def english(number: int) -> list[Word]:
    """A number below a million in English words."""
    found = []
    for value, group in _groups(number):
        hundreds, small = divmod(value, 100)
        if hundreds:
            found += [Word(UNITS[hundreds], f"{group} hundreds"), Word("hundred", f"{group} hundred")]
        if small >= 20:
            found.append(Word(TENS[small // 10], f"{group} tens"))
            small %= 10
        if small or not number:
            found.append(Word(UNITS[small], f"{group} units"))
        if group == "thousands":
            found.append(Word("thousand", "thousand"))
    return found


def russian(number: int) -> list[Word]:
    """A number below a million in Russian words. Before a thousand, one and two are feminine."""
    found = []
    for value, group in _groups(number):
        hundreds, small = divmod(value, 100)
        if hundreds:
            found.append(Word(RU_HUNDREDS[hundreds], f"{group} hundreds", f"{group} hundred"))
        last = small if small < 20 else small % 10
        if small >= 20:
            found.append(Word(RU_TENS[small // 10], f"{group} tens"))
        if last or not number:
            gendered = group == "thousands" and last in RU_FEMININE
            word = RU_FEMININE[last] if gendered else RU_UNITS[last]
            found.append(Word(word, f"{group} units", agrees=("thousand",) if gendered else ()))
        if group == "thousands":
            form = 0 if last == 1 else 1 if 2 <= last <= 4 else 2
            found.append(Word(RU_THOUSANDS[form], "thousand", agrees=found[-1].says))
    return found


def estonian(number: int) -> list[Word]:
    """A number below a million in Estonian words. A hundred, and a thousand alone, go without their one."""
    found = []
    for value, group in _groups(number):
        if group == "thousands" and value == 1:
            found.append(Word("tuhat", "thousands units", "thousand"))
            continue
        hundreds, small = divmod(value, 100)
        if hundreds:
            word = (ET_UNITS[hundreds] if hundreds > 1 else "") + "sada"
            found.append(Word(word, f"{group} hundreds", f"{group} hundred"))
        last = small if small < 20 else small % 10
        if small >= 20:
            found.append(Word(ET_UNITS[small // 10] + "kümmend", f"{group} tens"))
        if last or not number:
            word = ET_UNITS[last - 10] + "teist" if last > 10 else ET_UNITS[last]
            found.append(Word(word, f"{group} units"))
        if group == "thousands":
            found.append(Word("tuhat", "thousand"))
    return found


def _groups(number: int) -> list[tuple[int, str]]:
    """The thousands and what is left, those that are there; zero has the latter."""
    thousands, ones = divmod(number, 1000)
    return [(thousands, "thousands")] * bool(thousands) + [(ones, "ones")] * bool(ones or not number)


def _all_words(target: Say) -> tuple[str, ...]:
    """Every word of a language, in the order of counting."""
    numbers = (*range(1000), *(thousands * 1000 for thousands in range(1, 1000)))
    return tuple(dict.fromkeys(word.text for number in numbers for word in target(number)))


def _make(target: Say, rng: np.random.Generator, count: int, sizes: Sizes) -> Iterator[Found]:
    most = sizes["most"] or 0
    digits = np.arange(1, len(str(most)) + 1)
    drawn = rng.choice(digits, size=count, p=digits / digits.sum())
    least = np.where(drawn == 1, 0, 10 ** (drawn - 1))
    numbers = rng.integers(least, np.minimum(10**drawn - 1, most), endpoint=True)
    for number in numbers.tolist():
        yield _found(target, number)


def _found(target: Say, number: int) -> Found:
    return translation(str(number), english(number), target(number))


def _read(name: str, target: Say, pieces: tuple[str, ...]) -> Found:
    thousands, group = 0, 0
    for piece in pieces:
        if piece == "thousand":
            thousands, group = group, 0
        elif piece == "hundred":
            group *= 100
        else:
            group += UNITS.index(piece) if piece in UNITS else 10 * TENS.index(piece)
    number = thousands * 1000 + group
    if number > MOST or tuple(word.text for word in english(number)) != pieces:
        raise LabError("task-number-unread", task=name, text=" ".join(pieces), example=EXAMPLE)
    return _found(target, number)
