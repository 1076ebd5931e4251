"""A verb that must agree with its subject, whatever nouns stand between.

Source: Linzen, Dupoux & Goldberg 2016, who call a noun of the other number between the two an attractor.
"""

import re
from collections.abc import Iterator

import numpy as np

from attnlab.errors import LabError
from attnlab.tasks.task import Example, Found, Size, Sizes, Task

PEOPLE = (
    ("cat", "cats"), ("dog", "dogs"), ("child", "children"), ("woman", "women"), ("man", "men"),
    ("teacher", "teachers"), ("doctor", "doctors"), ("friend", "friends"), ("brother", "brothers"),
    ("sister", "sisters"),
)  # fmt: skip
THINGS = (
    ("key", "keys"), ("box", "boxes"), ("house", "houses"), ("tree", "trees"), ("car", "cars"), ("book", "books"),
    ("table", "tables"), ("picture", "pictures"), ("letter", "letters"), ("flower", "flowers"),
)  # fmt: skip
NOUNS = PEOPLE + THINGS
VERBS = (("sees", "see"), ("likes", "like"), ("finds", "find"), ("wants", "want"))
PREPOSITIONS = ("near", "behind", "beside", "under")
ANSWERS = ("is", "are")
NAME = "agreement"
EXAMPLE = "the key that the cat near the dogs likes"
SINGULAR, PLURAL = range(2)

_NUMBER = {form: number for forms in NOUNS for number, form in enumerate(forms)}
_ALIVE = {form for forms in PEOPLE for form in forms}
_VERB_NUMBER = {form: number for forms in VERBS for number, form in enumerate(forms)}


def agreement() -> Task:
    """`the key that the cat near the dogs likes` wants `is`: the verb takes the number of the first noun.

    Between the subject and its verb stand some nouns, `between`, and of these `attractors` have the other number
    (where nothing is said each has either by a coin, so that neither the last noun nor the first that differs gives the
    answer away). A clause with `that` has a subject and a verb of its own, which agree too. Who takes the number
    of the last noun is right one time in two; with no noun between, always.
    """
    return Task(
        name=NAME,
        kind="next",
        reads=("the", "that", *PREPOSITIONS, *_NUMBER, *_VERB_NUMBER),
        says=ANSWERS,
        sizes={"between": Size(0, 6, 2, (0, 1, 2, 3)), "attractors": Size(0, 6, None), "clause": Size(0, 1, None)},
        example=EXAMPLE,
        make=_make,
        reader=_read,
        words=lambda text: re.findall(r"[^\s.,]+", text),
    )


def _make(rng: np.random.Generator, count: int, sizes: Sizes) -> Iterator[Found]:
    between, attractors = sizes["between"] or 0, sizes["attractors"]
    if attractors is not None and attractors > between:
        raise LabError("task-attractors", found=attractors, between=between)
    numbers = rng.integers(2, size=(count, between + 1))
    if attractors is not None:
        others = rng.random((count, between)).argsort(axis=1) < attractors
        numbers[:, 1:] = np.where(others, 1 - numbers[:, :1], numbers[:, :1])
    nouns = rng.random((count, len(NOUNS))).argsort(axis=1)[:, : between + 1]
    people = rng.integers(len(PEOPLE), size=count)
    clauses = rng.integers(2, size=count) if sizes["clause"] is None else np.full(count, sizes["clause"])
    verbs = rng.integers(len(VERBS), size=count)
    prepositions = rng.integers(len(PREPOSITIONS), size=(count, between + 1))
    for one in range(count):
        forms = [NOUNS[noun][number] for noun, number in zip(nouns[one], numbers[one], strict=True)]
        clause = bool(between and clauses[one])
        if clause:  # who sees, likes or wants is alive
            forms[1] = PEOPLE[people[one]][numbers[one, 1]]
            if forms[1] in (*forms[:1], *forms[2:]):
                continue
        pieces = ["the", forms[0]]
        for place in range(1, between + 1):
            joint = "that" if clause and place == 1 else PREPOSITIONS[prepositions[one, place]]
            pieces += [joint, "the", forms[place]]
        if clause:
            pieces.append(VERBS[verbs[one]][numbers[one, 1]])
        yield _found(tuple(pieces))


def _found(pieces: tuple[str, ...]) -> Found:
    text = " ".join(pieces)
    return text, Example(text, pieces, (ANSWERS[_NUMBER[pieces[1]]],), ((0, 1),))


def _read(pieces: tuple[str, ...]) -> Found:
    """the N (P the N)*, or with a clause: the N that the N (P the N)* V."""
    clause = "that" in pieces[2:3]
    nouns = list(pieces[:-1] if clause else pieces)
    for place, piece in enumerate(nouns):
        fits = (
            (piece in PREPOSITIONS or (clause and place == 2)) if place % 3 == 2
            else piece == "the" if place % 3 == 0
            else piece in (_ALIVE if clause and place == 4 else _NUMBER)
        )  # fmt: skip
        if not fits:
            raise LabError("task-sentence-broken", task=NAME, piece=piece, place=place + 1, example=EXAMPLE)
    last = pieces[-1]
    if clause and len(nouns) > 4 and _VERB_NUMBER.get(last) != _NUMBER[nouns[4]]:
        raise LabError("task-sentence-broken", task=NAME, piece=last, place=len(pieces), example=EXAMPLE)
    if len(nouns) % 3 != 2 or (clause and len(nouns) < 5):
        raise LabError("task-sentence-short", task=NAME, piece=last, example=EXAMPLE)
    return _found(pieces)
