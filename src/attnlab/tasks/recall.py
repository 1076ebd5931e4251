"""Tasks of finding again: a value by its key, the later of two, what came after a symbol, a value far back.

In all of them the gold link says where a head has to look. Sources: associative recall, Graves et al. 2014 and, with
several queries, Arora et al. 2023 (MQAR); copying by induction, Elhage et al. 2021 and Olsson et al. 2022.
"""

from collections.abc import Callable, Iterator
from functools import partial
from string import ascii_lowercase, ascii_uppercase

import numpy as np

from attnlab.errors import LabError
from attnlab.tasks.task import Example, Found, Size, Sizes, Task

VALUES = tuple("0123456789")
MOST_PAIRS = 64
MOST_KEYS = 128
MOST_BACK = 128
ASKED = "?"

Keys = tuple[str, ...]
Layout = Callable[[Keys, list[int], list[int], int, int], Example]


def key_names(count: int) -> Keys:
    """A to Z, then K27, K28 and so on."""
    return (*ascii_uppercase, *(f"K{number}" for number in range(27, count + 1)))[:count]


def address() -> Task:
    """`A:7 B:2 C:9 ?B` wants 2: a value is found by its key, wherever it stands.

    One piece is one pair, so one head of one layer is enough: the query asks for its key, K need read nothing but the
    key and V nothing but the value. `parts` names the two apart, for a model that embeds them apart; only there a
    changed value leaves every weight exactly as it was. All keys of a text are different and the asked pair stands
    anywhere, or at a `distance` from the query (1 is the pair before it). A guess is right once in ten.
    """
    keys = key_names(MOST_PAIRS)
    return Task(
        name="address",
        kind="next",
        reads=_pair_pieces(keys),
        says=VALUES,
        sizes={"pairs": Size(2, MOST_PAIRS, 8, (2, 4, 8, 16)), "distance": Size(1, MOST_PAIRS, None)},
        example="A:7 B:2 C:9 ?B",
        make=partial(_different_keys, keys, _by_pair),
        reader=partial(_read_pairs, "address"),
        keys=keys,
        values=(*VALUES, ASKED),
        parts=_pair_parts(keys),
    )


def address_by_symbol() -> Task:
    """`A 7 B 2 C 9 ?B` wants 2: the same with a piece for each symbol, for comparison.

    Here the value stands one place after its key, so one layer with one head fails, whatever its positions: a layer
    before must first carry each key one place on (an induction head), or K must read the symbol before.
    """
    keys = key_names(MOST_PAIRS)
    return Task(
        name="address-by-symbol",
        kind="next",
        reads=(*keys, *VALUES, *(ASKED + key for key in keys)),
        says=VALUES,
        sizes={"pairs": Size(2, MOST_PAIRS, 8, (2, 4, 8, 16)), "distance": Size(1, MOST_PAIRS, None)},
        example="A 7 B 2 C 9 ?B",
        make=partial(_different_keys, keys, _by_symbol),
        reader=_read_symbols,
    )


def last_of_two() -> Task:
    """`A:7 B:2 A:9 ?A` wants 9: one key stands twice with two different values, and the later one counts.

    Without positions the text is the same set of pieces whichever of the two came last, so no such model can be right
    more often than one time in two: 0.5 is the ceiling, and its least loss is ln 2. The two values are drawn uniformly
    among all pairs of different ones: a rule such as "if equal, add 1" would betray the order and lift the ceiling.
    With `times=1` every key stands once, which shows what leaning on the near costs where there is nothing to choose.
    """
    keys = key_names(MOST_KEYS)
    return Task(
        name="last-of-two",
        kind="next",
        reads=_pair_pieces(keys),
        says=VALUES,
        sizes={
            "pairs": Size(2, MOST_KEYS, 8, (2, 4, 8, 16)),
            "distance": Size(1, MOST_KEYS, None),
            "times": Size(1, 2, 2),
        },
        example="A:7 B:2 A:9 ?A",
        make=partial(_maybe_twice, keys),
        reader=partial(_read_pairs, "last-of-two"),
        keys=keys,
        values=(*VALUES, ASKED),
        parts=_pair_parts(keys),
    )


def copy() -> Task:
    """`c a t c` wants `a t`: different letters at random, then the same again.

    Nothing but the text itself says what follows, and every letter of the second half is known: it is what stood
    behind the same letter before. That is what an induction head finds. Texts of one length alone would teach a fixed
    step back instead; so several are trained on.
    """
    return Task(
        name="copy",
        kind="next",
        reads=tuple(ascii_lowercase),
        says=tuple(ascii_lowercase),
        sizes={"length": Size(2, len(ascii_lowercase), 8, (4, 6, 8, 12))},
        example="c a t c",
        make=_repeated,
        reader=_read_repeated,
    )


def remember() -> Task:
    """`7 k x b r ?` wants 7: a value far back, and nothing but letters at random in between.

    `distance` says how many places the value lies before the query: 5 in this text. The letters say nothing, so a
    model is right as often as it kept the value; a guess is right once in ten. Models that remake their state at every
    place learn this the worse the farther back the value stands, since what the answer owes to it is a product of as
    many factors. Sources: vanishing gradients, Hochreiter 1991 and Bengio et al. 1994, whose first task is of this
    kind; Hochreiter & Schmidhuber 1997, section 5.
    """
    return Task(
        name="remember",
        kind="next",
        reads=(*VALUES, *ascii_lowercase, ASKED),
        says=VALUES,
        sizes={"distance": Size(2, MOST_BACK, 8, (2, 4, 8, 16, 32))},
        example="7 k x b r ?",
        make=_far_back,
        reader=_read_far_back,
    )


def _pair_pieces(keys: Keys) -> tuple[str, ...]:
    return (*(f"{key}:{value}" for key in keys for value in VALUES), *(ASKED + key for key in keys))


def _pair_parts(keys: Keys) -> tuple[tuple[int, int], ...]:
    pairs = ((key, value) for key in range(len(keys)) for value in range(len(VALUES)))
    return (*pairs, *((key, len(VALUES)) for key in range(len(keys))))


# --- how a drawn list of pairs is written ---------------------------------------------------------------------------


def _by_pair(keys: Keys, row: list[int], values: list[int], asked: int, place: int) -> Example:
    pairs = (f"{keys[key]}:{value}" for key, value in zip(row, values, strict=True))
    return _example((*pairs, ASKED + keys[asked]), str(values[place]), place)


def _by_symbol(keys: Keys, row: list[int], values: list[int], asked: int, place: int) -> Example:
    symbols = (symbol for key, value in zip(row, values, strict=True) for symbol in (keys[key], str(value)))
    return _example((*symbols, ASKED + keys[asked]), str(values[place]), 2 * place + 1)


def _example(pieces: tuple[str, ...], answer: str, place: int) -> Example:
    return Example(" ".join(pieces), pieces, (answer,), ((0, place),))


# --- drawing ----------------------------------------------------------------------------------------------------------


def _different_keys(keys: Keys, write: Layout, rng: np.random.Generator, count: int, sizes: Sizes) -> Iterator[Found]:
    pairs = sizes["pairs"] or 0
    rows = rng.random((count, len(keys))).argsort(axis=1)[:, :pairs]
    values = rng.integers(len(VALUES), size=(count, pairs))
    places = _places(rng, count, pairs, sizes)
    for row, drawn, place in zip(rows.tolist(), values.tolist(), places.tolist(), strict=True):
        example = write(keys, row, drawn, row[place], place)
        yield example.source, example


def _maybe_twice(keys: Keys, rng: np.random.Generator, count: int, sizes: Sizes) -> Iterator[Found]:
    if sizes["times"] == 1:
        yield from _different_keys(keys, _by_pair, rng, count, sizes)
        return
    pairs = sizes["pairs"] or 0
    rows = rng.random((count, len(keys))).argsort(axis=1)[:, : pairs - 1]
    values = rng.integers(len(VALUES), size=(count, pairs))
    other = rng.integers(1, len(VALUES), size=count)
    if sizes["distance"] is None:
        two = np.sort(rng.random((count, pairs)).argsort(axis=1)[:, :2], axis=1)
    else:
        later = _places(rng, count, pairs, sizes, least=1)
        two = np.stack([rng.integers(later), later], axis=1)
    values[np.arange(count), two[:, 1]] = (values[np.arange(count), two[:, 0]] + other) % len(VALUES)
    for (twice, *row), drawn, (early, late) in zip(rows.tolist(), values.tolist(), two.tolist(), strict=True):
        row.insert(early, twice)
        row.insert(late, twice)
        example = _by_pair(keys, row, drawn, twice, late)
        yield example.source, example


def _places(
    rng: np.random.Generator, count: int, pairs: int, sizes: Sizes, least: int = 0
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """Where the pair that is asked for stands; `least` pairs stand before it."""
    distance = sizes["distance"]
    if distance is None:
        return rng.integers(least, pairs, size=count)
    if distance > pairs - least:
        raise LabError("task-distance", found=distance, pairs=pairs, most=pairs - least)
    return np.full(count, pairs - distance)


def _repeated(rng: np.random.Generator, count: int, sizes: Sizes) -> Iterator[Found]:
    rows = rng.random((count, len(ascii_lowercase))).argsort(axis=1)[:, : sizes["length"]]
    for row in rows.tolist():
        half = tuple(ascii_lowercase[one] for one in row)
        yield _copied(half, 1)


def _far_back(rng: np.random.Generator, count: int, sizes: Sizes) -> Iterator[Found]:
    values = rng.integers(len(VALUES), size=count)
    between = rng.integers(len(ascii_lowercase), size=(count, (sizes["distance"] or 0) - 1))
    for value, row in zip(values.tolist(), between.tolist(), strict=True):
        example = _example((VALUES[value], *(ascii_lowercase[one] for one in row), ASKED), VALUES[value], 0)
        yield example.source, example


def _copied(half: tuple[str, ...], again: int) -> Found:
    """A half and its first letters again, after which the others follow."""
    pieces, answer = half + half[:again], half[again:]
    links = tuple((place, again + place) for place in range(len(answer)))
    return " ".join(half), Example(" ".join(pieces), pieces, answer, links)


# --- reading what a person typed ------------------------------------------------------------------------------------


def _read_pairs(task: str, pieces: tuple[str, ...]) -> Found:
    *pairs, query = pieces
    if not query.startswith(ASKED):
        raise LabError("task-no-query", task=task, piece=query)
    for place, piece in enumerate(pairs, start=1):
        if piece.startswith(ASKED):
            raise LabError("task-query-early", task=task, piece=piece, place=place)
    found = _find(task, [piece.split(":")[0] for piece in pairs], query)
    example = _example(pieces, pairs[found].split(":")[1], found)
    return example.source, example


def _read_symbols(pieces: tuple[str, ...]) -> Found:
    task = "address-by-symbol"
    *pairs, query = pieces
    if not query.startswith(ASKED):
        raise LabError("task-no-query", task=task, piece=query)
    for place, piece in enumerate(pairs):
        if piece.startswith(ASKED):
            raise LabError("task-query-early", task=task, piece=piece, place=place + 1)
        if (piece in VALUES) != (place % 2 == 1):
            raise LabError("task-not-in-turn", task=task, piece=piece, place=place + 1)
    if len(pairs) % 2:
        raise LabError("task-not-in-turn", task=task, piece=query, place=len(pieces))
    place = 2 * _find(task, pairs[::2], query) + 1
    example = _example(pieces, pairs[place], place)
    return example.source, example


def _find(task: str, keys: list[str], query: str) -> int:
    """Where the asked key stands, the last time if it may stand twice."""
    asked = query.removeprefix(ASKED)
    places = [place for place, key in enumerate(keys) if key == asked]
    if not places:
        raise LabError("task-key-missing", task=task, key=asked, keys=keys or "-")
    if task != "last-of-two" and len(places) > 1:
        raise LabError("task-key-twice", task=task, key=asked)
    return places[-1]


def _read_far_back(pieces: tuple[str, ...]) -> Found:
    value, *between, query = pieces if len(pieces) > 1 else (*pieces, "")
    wrong = [
        place for place, piece in enumerate(pieces)
        if (piece in VALUES) != (place == 0) or (piece == ASKED) != (place == len(pieces) - 1 > 0)
    ]  # fmt: skip
    if wrong or not between or not query:
        place = wrong[0] if wrong else len(pieces) - 1
        raise LabError("task-remember-broken", piece=pieces[place], place=place + 1)
    example = _example(pieces, value, 0)
    return example.source, example


def _read_repeated(pieces: tuple[str, ...]) -> Found:
    known = next((place for place, piece in enumerate(pieces) if piece in pieces[:place]), len(pieces))
    half, again = pieces[:known], pieces[known:]
    if len(half) < 2 or not again or again != half[: len(again)]:
        wrong = next((one for one, piece in enumerate(again) if piece != half[one % len(half)]), len(again))
        raise LabError("task-copy-broken", place=known + wrong + 1, half=" ".join(half))
    if len(again) == len(half):
        raise LabError("task-copy-done", half=" ".join(half))
    return _copied(half, len(again))
