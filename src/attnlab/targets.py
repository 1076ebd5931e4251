"""What is watched: one number read off the logits, before and after a change."""

import re
from dataclasses import dataclass
from typing import ClassVar, Protocol, runtime_checkable

import numpy as np
from jaxtyping import Float

from attnlab.arrays import log_softmax
from attnlab.errors import LabError
from attnlab.model import Model, find_position, find_symbol
from attnlab.tokens import Tokens

Logits = Float[np.ndarray, "position symbol"]
Some = Float[np.ndarray, "*row symbol"]
Mean = Float[np.ndarray, "*row"]


class _Alone:
    """A number read at one position."""

    alone: ClassVar[bool] = True
    position: int

    def __call__(self, logits: Logits) -> float:
        row, needs = logits[self.position][None], self.needs
        return float(self.read(row if needs is None else row[:, list(needs)], row.mean(axis=-1))[0])

    @property
    def needs(self) -> tuple[int, ...] | None:
        return None

    def read(self, some: Some, mean: Mean) -> Mean:
        raise NotImplementedError

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        raise NotImplementedError


def _unit(size: int, *symbols: int) -> Float[np.ndarray, " symbol"]:
    made = np.zeros(size)
    made[list(symbols)] = 1.0
    return made


@runtime_checkable
class Target(Protocol):
    """A number read off the logits of a run.

    >>> import attnlab
    >>> from attnlab.targets import choose
    >>> made = attnlab.trace(attnlab.load("names"), "anna")
    >>> target = choose(made.model, made.tokens, made.logits, "p(l)")
    >>> round(target(made.logits), 3), target.unit, target.position
    (0.262, 'unit-probability', 4)
    """

    unit: ClassVar[str]
    """The id of the catalogue message that names its unit."""
    good: ClassVar[int]
    """+1 where more of it is what the model meant to say, -1 where less of it is, 0 where it has no direction."""

    alone: ClassVar[bool]
    """True where it is read at its position alone; else there is no `read`."""

    @property
    def position(self) -> int: ...

    @property
    def needs(self) -> tuple[int, ...] | None:
        """The symbols whose logits it reads, besides their mean; None for all."""
        ...

    def __call__(self, logits: Logits) -> float: ...

    def read(self, some: Some, mean: Mean) -> Mean:
        """The number from the logits of `needs` at its position, of many runs at once, and the mean of all logits."""
        ...

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        """How the number moves with each logit at its position, at these logits: its gradient there."""
        ...

    def name(self, model: Model) -> str:
        """As a person may type it."""
        ...


@dataclass(frozen=True)
class Logit(_Alone):
    """A symbol's logit less the mean of all logits at that position, in nats: a shift of all changes nothing."""

    unit: ClassVar[str] = "unit-nats"
    good: ClassVar[int] = 1
    symbol: int
    position: int

    @property
    def needs(self) -> tuple[int, ...]:
        return (self.symbol,)

    def read(self, some: Some, mean: Mean) -> Mean:
        return some[..., 0] - mean

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        return _unit(len(row), self.symbol) - 1 / len(row)

    def name(self, model: Model) -> str:
        return model.vocabulary[self.symbol]


@dataclass(frozen=True)
class Difference(_Alone):
    """The logit of a symbol less a rival's, in nats: the log of the odds between the two."""

    unit: ClassVar[str] = "unit-nats"
    good: ClassVar[int] = 1
    symbol: int
    rival: int
    position: int

    @property
    def needs(self) -> tuple[int, ...]:
        return (self.symbol, self.rival)

    def read(self, some: Some, mean: Mean) -> Mean:
        return some[..., 0] - some[..., 1]

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        return _unit(len(row), self.symbol) - _unit(len(row), self.rival)

    def name(self, model: Model) -> str:
        return f"{model.vocabulary[self.symbol]}/{model.vocabulary[self.rival]}"


@dataclass(frozen=True)
class Probability(_Alone):
    """The probability of a symbol, from 0 to 1."""

    unit: ClassVar[str] = "unit-probability"
    good: ClassVar[int] = 1
    symbol: int
    position: int

    def read(self, some: Some, mean: Mean) -> Mean:
        return np.exp(log_softmax(some)[..., self.symbol])

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        share = np.exp(log_softmax(row))
        return share[self.symbol] * (_unit(len(row), self.symbol) - share)

    def name(self, model: Model) -> str:
        return f"p({model.vocabulary[self.symbol]})"


@dataclass(frozen=True)
class AnyOf(_Alone):
    """Several symbols' logits as one (the log of the sum of exp) less the mean of all logits, in nats."""

    unit: ClassVar[str] = "unit-nats"
    good: ClassVar[int] = 1
    symbols: tuple[int, ...]
    position: int

    @property
    def needs(self) -> tuple[int, ...]:
        return tuple(dict.fromkeys(self.symbols))  # one named twice is still one

    def read(self, some: Some, mean: Mean) -> Mean:
        peak = some.max(axis=-1)
        return peak + np.log(np.exp(some - peak[..., None]).sum(axis=-1)) - mean

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        made, some = np.full(len(row), -1 / len(row)), list(self.needs)
        made[some] += np.exp(log_softmax(row[some]))
        return made

    def name(self, model: Model) -> str:
        return "|".join(model.vocabulary[symbol] for symbol in self.symbols)


@dataclass(frozen=True, eq=False)
class Divergence(_Alone):
    """How far the whole distribution has moved from a clean run's: KL(clean, now) in nats, 0 where nothing moved."""

    unit: ClassVar[str] = "unit-nats"
    good: ClassVar[int] = 0
    clean: Logits
    position: int

    def read(self, some: Some, mean: Mean) -> Mean:
        clean = log_softmax(self.clean[self.position])
        return (np.exp(clean) * (clean - log_softmax(some))).sum(axis=-1)

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        return np.exp(log_softmax(row)) - np.exp(log_softmax(self.clean[self.position]))

    def name(self, model: Model) -> str:
        return "kl"


@dataclass(frozen=True)
class Loss:
    """Mean surprise at the text's own symbols from one position to another, in nats a symbol.

    The symbol at place p is predicted at position p - 1; `first` and `last` are the predicted places, both included.
    """

    unit: ClassVar[str] = "unit-nats"
    good: ClassVar[int] = -1
    alone: ClassVar[bool] = False
    ids: tuple[int, ...]
    first: int
    last: int

    @property
    def position(self) -> int:
        return self.last - 1

    def __call__(self, logits: Logits) -> float:
        places = np.arange(self.first, self.last + 1)
        shares = log_softmax(logits[places - 1])
        return float(-shares[np.arange(len(places)), np.asarray(self.ids)[places]].mean())

    @property
    def needs(self) -> None:
        return None

    def read(self, some: Some, mean: Mean) -> Mean:
        raise NotImplementedError("a loss is read at several positions")

    def slope(self, row: Float[np.ndarray, " symbol"]) -> Float[np.ndarray, " symbol"]:
        raise NotImplementedError("a loss is read at several positions")

    def name(self, model: Model) -> str:
        return f"loss({self.first}-{self.last})"


_PROBABILITY = re.compile(r"p\((?P<symbol>.+)\)", re.DOTALL)
_LOSS = re.compile(r"loss(?:\((?P<first>\d{1,9})-(?P<last>\d{1,9})\))?", re.ASCII)


def choose(model: Model, tokens: Tokens, logits: Logits, wish: str | None, position: int | None = None) -> Target:
    """The target that a wish names, on one text.

    `top` (the default): the symbol the model itself puts first, against its runner-up. `a`: a symbol's
    centred logit. `a/b`: a difference of two. `p(a)`: a probability. `a|b|c`: any of several. `kl`: the whole
    distribution against the clean run's. `loss` or `loss(2-5)`: surprise at the text's own symbols. A symbol
    that is in the vocabulary as it stands is taken as that symbol first. A piece that begins with a space may be
    typed without it; of the two the model's likelier one is meant. `position` is counted from 0, from the end where
    negative; the last is the default. Raises LabError for a symbol or position that is not there.

    >>> import attnlab
    >>> from attnlab.targets import choose
    >>> made = attnlab.trace(attnlab.load("names"), "anna")
    >>> choose(made.model, made.tokens, made.logits, "l/y").name(made.model)
    'l/y'
    """
    place = find_position(tokens, -1 if position is None else position)
    if wish is None or wish == "top":
        second, first = np.argsort(logits[place], kind="stable")[-2:]
        return Difference(int(first), int(second), place)
    row = logits[place]
    if wish == "kl":
        return Divergence(logits, place)
    if wish in model.vocabulary:
        return Logit(find_symbol(model, wish, row), place)
    if (found := _LOSS.fullmatch(wish)) is not None:
        first = int(found["first"] or 1)
        last = int(found["last"] or len(tokens) - 1)
        if not 1 <= first <= last < len(tokens):
            raise LabError("target-span-unknown", wish=wish, last=len(tokens) - 1)
        return Loss(tokens.ids, first, last)
    if (found := _PROBABILITY.fullmatch(wish)) is not None:
        return Probability(find_symbol(model, found["symbol"], row), place)
    if "|" in wish.strip("|"):
        return AnyOf(tuple(find_symbol(model, symbol, row) for symbol in wish.split("|")), place)
    symbol, slash, rival = wish.partition("/")
    if slash and symbol and rival:
        first, second = find_symbol(model, symbol, row), find_symbol(model, rival, row)
        if first == second:
            raise LabError("target-same-twice", wish=wish)
        return Difference(first, second, place)
    return Logit(find_symbol(model, wish, row), place)
