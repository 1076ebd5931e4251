"""Texts for language models whose right answer is known, drawn by a seed.

Two people of whom one is named again; subjects and their verbs; who has which thing; years that must be later.
"""

from collections.abc import Callable

import numpy as np

from attnlab.checks import Case
from attnlab.errors import LabError
from attnlab.tasks import find

NAMES = (
    "Mary", "John", "Tom", "Anna", "Paul", "Kate", "James", "Sarah", "David", "Emma", "Peter", "Laura", "Mark", "Alice",
    "Robert", "Jane", "Daniel", "Susan", "Andrew", "Helen",
)  # fmt: skip
PLACES = ("store", "park", "school", "station", "office", "garden", "market", "library")
EVENTS = (
    "war", "siege", "reign", "voyage", "famine", "truce", "trial", "project", "drought", "alliance", "expedition",
    "dispute", "marriage", "rebellion", "partnership", "tour",
)  # fmt: skip
THINGS = ("drink", "book", "letter", "ring", "key", "cake", "ball", "picture")
REPEATS = 200
"""Texts in a row that were drawn before, after which no more are looked for."""
FORMS = (
    "When {a} and {b} went to the {place}, {b} gave a {thing} to",
    "Then {a} and {b} came to the {place}, and {b} handed a {thing} to",
    "After {a} and {b} had been at the {place}, {b} offered a {thing} to",
    "While {a} and {b} were waiting at the {place}, {b} passed a {thing} to",
)


def indirect(count: int, seed: int) -> list[Case]:
    """So many different texts, each wanting the one who was named once. Source: Wang et al. 2022."""

    def draw(rng: np.random.Generator, number: int) -> Case:
        a, b = rng.choice(NAMES, 2, replace=False)
        form = FORMS[number % len(FORMS)]
        return Case(form.format(a=a, b=b, place=rng.choice(PLACES), thing=rng.choice(THINGS)), f" {a}/ {b}")

    return _different(draw, count, seed)


def agreement(count: int, seed: int) -> list[Case]:
    """The agreement task's sentences as a person writes them, each wanting the subject's verb."""
    found = {}
    for one in find("agreement").held_out(4 * count, seed, clause=0):
        verb, other = one.answer[0], "are" if one.answer[0] == "is" else "is"
        text = one.source[0].upper() + one.source[1:]
        found[text] = Case(text, f" {verb}/ {other}")
    if len(found) < count:
        raise LabError("set-too-small", wanted=count, found=len(found))
    return list(found.values())[:count]


def addressing(count: int, seed: int) -> list[Case]:
    """Four people and what each has; one is named again and wants that thing, not another's."""

    def draw(rng: np.random.Generator, number: int) -> Case:
        people, things = rng.choice(NAMES, 4, replace=False), rng.choice(THINGS, 4, replace=False)
        asked, other = rng.choice(4, 2, replace=False)
        said = " ".join(f"{person} has the {thing}." for person, thing in zip(people, things, strict=True))
        return Case(f"{said} {people[asked]} has the", f" {things[asked]}/ {things[other]}")

    return _different(draw, count, seed)


def greater_than(count: int, seed: int) -> list[Case]:
    """An end that must be later than its beginning, for models that read a number digit by digit: any greater digit.

    Source: Hanna, Liu & Variengien 2023.
    """
    return _years(count, seed, lambda tens, ones: [str(digit) for digit in range(tens + 1, 10)])


def greater_than_pairs(count: int, seed: int) -> list[Case]:
    """The same for models that read two digits as one piece, such as GPT-2: any later year of the century."""
    return _years(count, seed, lambda tens, ones: [f"{year:02d}" for year in range(10 * tens + ones + 1, 100)])


def _years(count: int, seed: int, later: Callable[[int, int], list[str]]) -> list[Case]:
    def draw(rng: np.random.Generator, number: int) -> Case:
        event, century, tens, ones = rng.choice(EVENTS), rng.integers(11, 20), rng.integers(1, 9), rng.integers(10)
        text = f"The {event} lasted from the year {century}{tens}{ones} to the year {century}"
        return Case(text, "|".join(later(int(tens), int(ones))))

    return _different(draw, count, seed)


def _different(draw: Callable[[np.random.Generator, int], Case], count: int, seed: int) -> list[Case]:
    """So many different texts. Raises LabError where drawing brings nothing new any more."""
    rng, found, again = np.random.default_rng(seed), {}, 0
    while len(found) < count:
        case = draw(rng, len(found))
        again = again + 1 if case.text in found else 0
        found[case.text] = case
        if again > REPEATS:
            raise LabError("set-too-small", wanted=count, found=len(found))
    return list(found.values())
