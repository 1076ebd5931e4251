"""Heads written by hand, whose right answer is known in closed form: the test doubles of everything above.

Each symbol enters as a one-hot symbol beside a one-hot position, q and k are matrices over that, and a value is a
column of logits, so a head writes its vote straight into the next-symbol logits:
logits = cap(sum over heads of weight @ value + residual).
"""

from collections.abc import Callable
from dataclasses import dataclass
from string import ascii_lowercase

import numpy as np
from jaxtyping import Float, Int

from attnlab.arrays import Array
from attnlab.formula import Call, causal
from attnlab.model import Attend, SiteSize, fingerprint, own_kernel
from attnlab.probe import Site
from attnlab.tokens import Alphabet, Tokens

LETTERS = Alphabet(tuple(ascii_lowercase))
SYMBOLS = len(LETTERS.vocabulary)
CONTEXT = 16
FEATURES = SYMBOLS + CONTEXT
SHARP = 8.0  # nats: a sharp key has e^8 = 2,981 times the odds of a flat one
VOTE = 6.0  # nats: what a head's whole weight on a key adds to that key's symbol
VOWELS = "aeiou"
QUIET = 40.0 * VOTE


@dataclass(frozen=True, eq=False)
class Head:
    """One head: how it asks, how it answers, and what each symbol hands over."""

    q: Float[np.ndarray, "feature dim"]
    k: Float[np.ndarray, "feature dim"]
    v: Float[np.ndarray, "feature symbol"]


@dataclass(frozen=True, eq=False)
class Handmade:
    """One layer of handmade heads as the lab meets any model."""

    name: str
    parts: tuple[Head, ...]
    answer: Callable[[str], str]
    """The symbol that this model is made to say after a text."""
    draw: Callable[[np.random.Generator], str]
    """One text on which the answer is clear."""
    residual: float = 0.0
    """Nats that a symbol adds to its own logit, past every head."""
    cap: float | None = None
    """No logit rises above this: min(logit, cap), as two ReLUs would make it."""

    @property
    def sites(self) -> tuple[Site, ...]:
        return (Site(0),)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        return LETTERS.vocabulary

    @property
    def context(self) -> int:
        return CONTEXT

    @property
    def parameter_count(self) -> int:
        return sum(head.q.size + head.k.size + head.v.size for head in self.parts)

    def heads(self, site: Site) -> int:
        return len(self.parts)

    def size(self, site: Site) -> SiteSize:
        return SiteSize(len(self.parts), len(self.parts), self.parts[0].q.shape[1], SYMBOLS, 8)

    def tokens(self, text: str) -> Tokens:
        return LETTERS.cut(text, longest=CONTEXT, model=self.name)

    @property
    def batches(self) -> bool:
        return True

    def project(self, site: Site, head: int, value: Float[Array, "key value_dim"]) -> Float[Array, "key width"]:
        return value

    def fingerprint(self) -> str:
        weights = {f"{place}.{name}": x for place, head in enumerate(self.parts) for name, x in vars(head).items()}
        return fingerprint(f"residual {self.residual}, cap {self.cap}", weights)

    def run(self, tokens: Tokens, attend: Attend = own_kernel) -> Float[Array, "*run position symbol"]:
        x = one_hot(np.asarray(tokens.ids))
        q, k, v = (np.stack([x @ getattr(head, name) for head in self.parts]) for name in ("q", "k", "v"))
        call = Call(q, k, v, scale=1.0, mask=causal(len(tokens)))
        output = attend(self.sites[0], call)
        logits = (call.mix() if output is None else output).sum(axis=-3) + self.residual * x[:, :SYMBOLS]
        return logits if self.cap is None else np.minimum(logits, self.cap)


def one_hot(ids: Int[np.ndarray, " position"]) -> Float[np.ndarray, "position feature"]:
    """Each symbol's own column beside its position's."""
    x = np.zeros((len(ids), FEATURES))
    places = np.arange(len(ids))
    x[places, ids] = 1
    x[places, SYMBOLS + places] = 1
    return x


def previous() -> Head:
    """Looks at the key one place back: score SHARP there, 0 elsewhere. Hands over the symbol it finds."""
    place = np.eye(CONTEXT)
    return Head(q=_of(position=SHARP * place), k=_of(position=np.roll(place, 1, axis=1)), v=says(VOTE))


def insured() -> Head:
    """Like `previous`, but START scores SHARP / 2 and the vote is twice as large.

    When its key is cut the weight goes to START, which says nothing, so no other symbol gains.
    """
    sharp, symbol = previous(), np.zeros((SYMBOLS, 1))
    symbol[-1] = SHARP / 2
    return Head(
        q=np.hstack([sharp.q, np.ones((FEATURES, 1)) / 2]), k=np.hstack([sharp.k, _of(symbol=symbol)]), v=says(2 * VOTE)
    )


def same() -> Head:
    """Looks at earlier places with the query's own letter: score SHARP there, 0 elsewhere and at itself."""
    symbol, place = np.eye(SYMBOLS), np.eye(CONTEXT)
    q = np.hstack([_of(symbol=SHARP * symbol), _of(position=-SHARP * place)])
    return Head(q=q, k=np.hstack([_of(symbol=symbol), _of(position=place)]), v=says(VOTE))


def decoy() -> Head:
    """Looks hard one place back, at values that tell no symbol from another: every key adds VOTE to every logit."""
    sharp = previous()
    return Head(sharp.q, sharp.k, v=_of(symbol=np.full((SYMBOLS, SYMBOLS), VOTE)))


def quiet() -> Head:
    """Looks hard at vowels, which hand over nothing; consonants have little weight and a value QUIET nats large.

    Vowels score 3 to 3.4, so that they tell apart; START scores -9.
    """
    score = np.zeros((SYMBOLS, 1))
    value = np.eye(SYMBOLS) * QUIET
    for place, vowel in enumerate(VOWELS):
        score[LETTERS.symbols.index(vowel)] = 3 + place / 10
        value[LETTERS.symbols.index(vowel)] = 0
    score[-1] = -9
    value[-1] = 0
    return Head(q=_of(symbol=np.ones((SYMBOLS, 1))), k=_of(symbol=score), v=_of(symbol=value))


def says(vote: float) -> Float[np.ndarray, "feature symbol"]:
    """A value that adds `vote` nats to its own symbol, and nothing for START."""
    value = np.eye(SYMBOLS) * vote
    value[-1] = 0
    return _of(symbol=value)


def any_letters(rng: np.random.Generator) -> str:
    """5 to 12 different letters: each place holds a symbol of its own."""
    return "".join(rng.permutation(list(ascii_lowercase))[: rng.integers(5, 13)])


def letter_again(rng: np.random.Generator) -> str:
    """Different letters, of which the last stood once before."""
    letters = any_letters(rng)
    return letters + letters[rng.integers(0, len(letters) - 1)]


def one_consonant(rng: np.random.Generator) -> str:
    """4 to 8 vowels and one consonant among them, never last."""
    letters = list(rng.choice(list(VOWELS), rng.integers(4, 9)))
    consonants = [letter for letter in ascii_lowercase if letter not in VOWELS]
    letters.insert(int(rng.integers(0, len(letters))), str(rng.choice(consonants)))
    return "".join(letters)


def handmade() -> dict[str, Callable[[], Handmade]]:
    """Every handmade model by name."""
    return {
        "previous": lambda: Handmade("previous", (previous(),), lambda text: text[-2], any_letters),
        "same": lambda: Handmade("same", (same(),), lambda text: text[-1], letter_again),
        "decoy": lambda: Handmade("decoy", (decoy(),), lambda text: text[-1], any_letters, residual=VOTE),
        "quiet": lambda: Handmade(
            "quiet", (quiet(),), lambda text: next(one for one in text if one not in VOWELS), one_consonant
        ),
        # either head alone votes over the cap, so cutting one of them changes nothing
        "backup": lambda: Handmade("backup", (insured(), insured()), lambda text: text[-2], any_letters, cap=VOTE),
    }


def _of(
    *, symbol: Float[np.ndarray, "symbol out"] | None = None, position: Float[np.ndarray, "place out"] | None = None
) -> Float[np.ndarray, "feature out"]:
    """A matrix over the features from its part over symbols or its part over positions."""
    if symbol is not None:
        return np.vstack([symbol, np.zeros((CONTEXT, symbol.shape[1]))])
    assert position is not None
    return np.vstack([np.zeros((SYMBOLS, position.shape[1])), position])
