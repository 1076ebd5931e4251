"""Texts for language models, drawn by a seed: two people of whom one is named again; and subjects with their verbs."""

import numpy as np

from attnlab.checks import Case
from attnlab.tasks import find

NAMES = (
    "Mary", "John", "Tom", "Anna", "Paul", "Kate", "James", "Sarah", "David", "Emma", "Peter", "Laura", "Mark", "Alice",
    "Robert", "Jane", "Daniel", "Susan", "Andrew", "Helen",
)  # fmt: skip
PLACES = ("store", "park", "school", "station", "office", "garden", "market", "library")
THINGS = ("drink", "book", "letter", "ring", "key", "cake", "ball", "picture")
FORMS = (
    "When {a} and {b} went to the {place}, {b} gave a {thing} to",
    "Then {a} and {b} came to the {place}, and {b} handed a {thing} to",
    "After {a} and {b} had been at the {place}, {b} offered a {thing} to",
    "While {a} and {b} were waiting at the {place}, {b} passed a {thing} to",
)


def indirect(count: int, seed: int) -> list[Case]:
    """So many different texts, each wanting the one who was named once. Source: Wang et al. 2022."""
    rng, found = np.random.default_rng(seed), {}
    while len(found) < count:
        a, b = rng.choice(NAMES, 2, replace=False)
        form = FORMS[len(found) % len(FORMS)]
        text = form.format(a=a, b=b, place=rng.choice(PLACES), thing=rng.choice(THINGS))
        found[text] = Case(text, f" {a}/ {b}")
    return list(found.values())


def agreement(count: int, seed: int) -> list[Case]:
    """The agreement task's sentences as a person writes them, each wanting the subject's verb."""
    found = {}
    for one in find("agreement").held_out(4 * count, seed, clause=0):
        verb, other = one.answer[0], "are" if one.answer[0] == "is" else "is"
        text = one.source[0].upper() + one.source[1:]
        found[text] = Case(text, f" {verb}/ {other}")
    return list(found.values())[:count]
