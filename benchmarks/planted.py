"""Models whose answer is known: heads written by hand to mislead, and small ones trained where the task gives the key.

Each is drawn by a seed, with texts on which the model says the right answer and the key that the answer comes from.
"""

from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
from jaxtyping import Float

from attnlab.models.handmade import CONTEXT, SYMBOLS, VOTE, Handmade, Head, says
from attnlab.models.small import Shape, Small
from attnlab.tokens import Alphabet
from attnlab.train import Recipe, train

TEXTS = 120
FEW = tuple(ascii_lowercase[:12])  # letters of the trained models
CAPITALS = tuple(letter.upper() for letter in FEW)
MOST_BACK = 4


@dataclass(frozen=True)
class Known:
    """A text, the place of the key that its answer comes from (START stands at 0), and the answer."""

    text: str
    key: int
    answer: str


@dataclass(frozen=True, eq=False)
class Planted:
    """A model, its texts, and who does what in it."""

    model: Handmade | Small
    texts: list[Known]
    causal: tuple[int, ...] = ()
    """The heads that carry the answer; empty where training was free to choose among several."""
    decoys: tuple[int, ...] = ()
    """Heads that no cut of any key can make change the answer's margin."""
    learnt: float | None = None
    """Of a trained model: the share of new texts on which it says the right answer."""
    followed: float | None = None
    """The share of those on which it says the new answer when the symbol at the key is changed."""


# --- written by hand ------------------------------------------------------------------------------------------------


def decoys(seed: int) -> Planted:
    """One head looks some places back, more or less hard, and carries the answer; others look harder, in vain."""
    rng = np.random.default_rng([seed, 10])
    back, others = _backs(rng)
    carrying = looking_back(back, rng.uniform(2, 4), says(VOTE * rng.uniform(1, 2)))
    idle = [looking_back(other, rng.uniform(6, 9), _unread(rng)) for other in others]
    return _handmade(rng, f"decoys-{seed}", [carrying], idle, lambda text: len(text) - back, letters)


def sinks(seed: int) -> Planted:
    """The same, but the others park their weight: on START, or on the text's first letter."""
    rng = np.random.default_rng([seed, 11])
    back, others = _backs(rng)
    carrying = looking_back(back, rng.uniform(2, 4), says(VOTE * rng.uniform(1, 2)))
    idle = [parking(int(rng.integers(0, 2)), rng.uniform(6, 9)) for _ in others]
    return _handmade(rng, f"sinks-{seed}", [carrying], idle, lambda text: len(text) - back, letters)


def quiet(seed: int) -> Planted:
    """One head looks hard at loud letters, which hand over nothing; the other letter hands over all. And a decoy."""
    rng = np.random.default_rng([seed, 12])
    loud = rng.permutation(list(ascii_lowercase))[:5].tolist()
    score, value = np.zeros((SYMBOLS, 1)), np.eye(SYMBOLS) * 40 * VOTE
    for letter in loud:
        place = ascii_lowercase.index(letter)
        score[place], value[place] = rng.uniform(2.5, 3.5), 0
    score[-1], value[-1] = -9, 0
    carrying = Head(q=_over(symbol=np.ones((SYMBOLS, 1))), k=_over(symbol=score), v=_over(symbol=value))
    idle = looking_back(int(rng.integers(1, MOST_BACK + 1)), rng.uniform(6, 9), _unread(rng))

    def key(text: str) -> int:
        return next(place for place, letter in enumerate(text, 1) if letter not in loud)

    def draw(rng: np.random.Generator) -> str:
        text = rng.choice(loud, rng.integers(4, 9)).tolist()
        soft = [letter for letter in ascii_lowercase if letter not in loud]
        text.insert(int(rng.integers(0, len(text))), str(rng.choice(soft)))
        return "".join(text)

    return _handmade(rng, f"quiet-{seed}", [carrying], [idle], key, draw)


def backups(seed: int) -> Planted:
    """Two heads look at one key; either alone votes above the cap, so cutting one changes little. And a decoy."""
    rng = np.random.default_rng([seed, 13])
    return _capped(rng, f"backups-{seed}", 2)


def saturated(seed: int) -> Planted:
    """One head votes above the cap: a little less of it changes nothing, all of it much. And a decoy."""
    rng = np.random.default_rng([seed, 14])
    return _capped(rng, f"saturated-{seed}", 1)


def _capped(rng: np.random.Generator, name: str, doubles: int) -> Planted:
    back, others = _backs(rng)
    sharp = rng.uniform(7, 9)
    start = np.zeros((SYMBOLS, 1))
    start[-1] = sharp / 2  # where the weight goes when the key is cut: to START, which says nothing
    plain = looking_back(back, sharp, says(2 * VOTE))
    everywhere = _over(symbol=np.ones((SYMBOLS, 1)))
    double = Head(np.hstack([plain.q, everywhere]), np.hstack([plain.k, _over(symbol=start)]), plain.v)
    idle = looking_back(others[0], rng.uniform(9, 11), _against_start(rng))
    return _handmade(rng, name, [double] * doubles, [idle], lambda text: len(text) - back, letters, cap=VOTE)


def looking_back(back: int, sharp: float, value: Float[np.ndarray, "feature symbol"]) -> Head:
    """Looks at the key so many places back: score `sharp` there, 0 elsewhere."""
    place = np.eye(CONTEXT)
    return Head(q=_over(position=sharp * place), k=_over(position=np.roll(place, back, axis=1)), v=value)


def parking(place: int, sharp: float) -> Head:
    """Looks at one place from everywhere, which hands over nothing; every other place adds the same to every logit."""
    where, value = np.zeros((CONTEXT, 1)), np.full((CONTEXT, SYMBOLS), VOTE)
    where[place], value[place] = sharp, 0
    return Head(q=_over(symbol=np.ones((SYMBOLS, 1))), k=_over(position=where), v=_over(position=value))


def letters(rng: np.random.Generator) -> str:
    """6 to 12 different letters."""
    return "".join(rng.permutation(list(ascii_lowercase))[: rng.integers(6, 13)])


def _backs(rng: np.random.Generator) -> tuple[int, list[int]]:
    """How far back the answer stands, and one or two other distances."""
    first, *others = (1 + rng.permutation(MOST_BACK)).tolist()
    return first, others[: rng.integers(1, 3)]


def _unread(rng: np.random.Generator) -> Float[np.ndarray, "feature symbol"]:
    """Large values that no answer is read from: the same for every logit, or against START."""
    if rng.random() < 0.5:
        return _against_start(rng)
    return _over(symbol=np.repeat(VOTE * rng.uniform(1, 2, (SYMBOLS, 1)), SYMBOLS, axis=1))


def _against_start(rng: np.random.Generator) -> Float[np.ndarray, "feature symbol"]:
    """Each symbol lowers the logit of START, which is neither an answer nor next to one."""
    value = np.zeros((SYMBOLS, SYMBOLS))
    value[:, -1] = -5 * VOTE * rng.uniform(1, 2, SYMBOLS)
    return _over(symbol=value)


def _handmade(
    rng: np.random.Generator,
    name: str,
    carrying: list[Head],
    idle: list[Head],
    key: Callable[[str], int],
    draw: Callable[[np.random.Generator], str],
    cap: float | None = None,
) -> Planted:
    """The heads in any order, and texts on which the model says the symbol at the key."""
    order = rng.permutation(len(carrying) + len(idle)).tolist()
    parts = [*carrying, *idle]
    dim = max(head.q.shape[1] for head in parts)
    made = tuple(Head(_widened(parts[one].q, dim), _widened(parts[one].k, dim), parts[one].v) for one in order)
    model = Handmade(name, made, lambda text: text[key(text) - 1], draw, cap=cap)
    places = range(len(carrying)), range(len(carrying), len(parts))
    causal, vain = (tuple(sorted(order.index(one) for one in some)) for some in places)
    texts: list[Known] = []
    while len(texts) < TEXTS:
        text = draw(rng)
        known = Known(text, key(text), model.answer(text))
        if _said(model, text) == known.answer and known not in texts:
            texts.append(known)
    return Planted(model, texts, causal, vain)


def _widened(x: Float[np.ndarray, "feature some"], dim: int) -> Float[np.ndarray, "feature dim"]:
    """More columns of zeros: no product changes."""
    return np.pad(x, [(0, 0), (0, dim - x.shape[1])])


def _over(
    *, symbol: Float[np.ndarray, "symbol out"] | None = None, position: Float[np.ndarray, "place out"] | None = None
) -> Float[np.ndarray, "feature out"]:
    """A matrix over the features of handmade models from its part over symbols, over positions, or both."""
    width = (symbol if symbol is not None else position).shape[1]
    return np.vstack([
        np.zeros((SYMBOLS, width)) if symbol is None else symbol,
        np.zeros((CONTEXT, width)) if position is None else position,
    ])  # fmt: skip


# --- trained --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Task:
    """Texts whose answer is one of their own symbols, and how a small model learns them."""

    symbols: tuple[str, ...]
    layers: int
    steps: int
    draw: Callable[[np.random.Generator], Known]
    signs: tuple[str, ...] = FEW
    """What may stand at the key, in the order of the letters it stands for."""


def _marked(rng: np.random.Generator) -> Known:
    text = rng.choice(FEW, rng.integers(5, 11)).tolist()
    place = int(rng.integers(0, len(text)))
    answer, text[place] = text[place], text[place].upper()
    return Known("".join([*text, "?"]), place + 1, answer)


def _addressed(rng: np.random.Generator) -> Known:
    text = rng.choice(FEW, 8).tolist()
    place = int(rng.integers(0, 8))
    return Known("".join([*text, str(place + 1)]), place + 1, text[place])


def _after(rng: np.random.Generator) -> Known:
    text = rng.choice(FEW, rng.integers(6, 11)).tolist()
    place = int(rng.integers(0, len(text) - 1))
    text[place] = "."
    return Known("".join([*text, "."]), place + 2, text[place + 1])


TASKS = {
    "marked": Task((*FEW, *CAPITALS, "?"), 1, 600, _marked, CAPITALS),
    "addressed": Task((*FEW, *"12345678"), 1, 1000, _addressed),
    "after": Task((*FEW, "."), 2, 1000, _after),
}


def trained(task: str, heads: int, seed: int) -> Planted:
    """A small model that learnt a task: with one head, attention only; with more, with a feed-forward part."""
    made, rng = TASKS[task], np.random.default_rng([seed, 15])
    alphabet = Alphabet(made.symbols)
    shape = Shape(len(alphabet.vocabulary), made.layers, heads, 32, 16, 0 if heads == 1 else 64)
    drawn = [made.draw(rng) for _ in range(4000)]
    ids = [[alphabet.symbols.index(one) for one in known.text + known.answer] for known in drawn]
    fitted = train(ids, shape, Recipe(steps=made.steps, seed=seed, std=0.2))
    parameters = {name: np.asarray(x, dtype=np.float64) for name, x in fitted.parameters.items()}
    model = Small(f"{task}-{heads}-{seed}", shape, alphabet, parameters, fitted.record)

    met = {known.text for known in drawn}
    fresh: dict[str, Known] = {}
    while len(fresh) < 2 * TEXTS:
        known = made.draw(rng)
        if known.text not in met:
            fresh[known.text] = known
    right = [known for known in fresh.values() if _said(model, known.text) == known.answer]
    moved = [_changed(known, made.signs, rng) for known in right]
    return Planted(
        model,
        right[:TEXTS],
        causal=(0,) if heads == 1 and made.layers == 1 else (),
        learnt=len(right) / len(fresh),
        followed=float(np.mean([_said(model, known.text) == known.answer for known in moved])) if moved else 0.0,
    )


def _changed(known: Known, signs: tuple[str, ...], rng: np.random.Generator) -> Known:
    """The text with another symbol at the key, and the answer that makes."""
    other = int(rng.choice([place for place, letter in enumerate(FEW) if letter != known.answer]))
    text = known.text[: known.key - 1] + signs[other] + known.text[known.key :]
    return Known(text, known.key, FEW[other])


def _said(model: Handmade | Small, text: str) -> str:
    return model.vocabulary[int(model.run(model.tokens(text))[-1].argmax())]
