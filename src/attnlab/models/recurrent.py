"""Recurrent networks on one page: all that was read is one state, remade at every place, one place after another.

Pure functions of a parameter dictionary, over NumPy and torch arrays alike; weights are [in, out]. There is no
attention to look at: such a model is here to be compared with.
"""

import json
from dataclasses import asdict, dataclass, field
from math import prod
from typing import Any, Literal, NoReturn, get_args

import numpy as np
from array_api_compat import array_namespace, device
from jaxtyping import Float, Int

from attnlab.arrays import Array, logistic
from attnlab.errors import LabError
from attnlab.model import Attend, SiteSize, fingerprint, own_kernel
from attnlab.models.transformer import Parameters
from attnlab.probe import Site
from attnlab.tokens import Alphabet, Tokens

Kind = Literal["rnn", "lstm"]


@dataclass(frozen=True)
class Recurrence:
    """What fixes a recurrent network of one layer."""

    symbols: int = 27
    kind: Kind = "rnn"
    width: int = 16
    """Numbers of a symbol's embedding, and of the state."""
    context: int = 16
    """The most places of a text, START included. Nothing in the network depends on it."""

    def __post_init__(self) -> None:
        if self.kind not in get_args(Kind):
            raise LabError("shape-unknown", name="kind", found=str(self.kind), known=list(get_args(Kind)))

    @property
    def parts(self) -> int:
        """How many runs of `width` numbers are made at a place: one, or an LSTM's three gates and what is new."""
        return 4 if self.kind == "lstm" else 1

    def parameters(self) -> dict[str, tuple[int, ...]]:
        """The name and shape of every array; a matrix is [in, out]."""
        wide = self.parts * self.width
        return {
            "symbol": (self.symbols, self.width),
            "input": (self.width, wide),
            "state": (self.width, wide),
            "bias": (wide,),
            "next": (self.width, self.symbols),
        }

    def record(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    def steps(self, places: int) -> int:
        """How many steps must be taken one after another to read a text of so many places: one for each of them."""
        return places


def logits(
    parameters: Parameters, shape: Recurrence, ids: Int[Array, "*text position"]
) -> Float[Array, "*text position symbol"]:
    """What may follow each position, in nats."""
    return states(parameters, shape, parameters["symbol"][ids]) @ parameters["next"]


def states(
    parameters: Parameters, shape: Recurrence, x: Float[Array, "*text position width"]
) -> Float[Array, "*text position width"]:
    """The state after each place, from 0 on.

    rnn: h = tanh(x U + h W + b). lstm: a cell is kept to the share of its forget gate and takes in the new to the share
    of its input gate, and the state is what its output gate lets out of it: c = f c + i g, h = o tanh(c). The parts
    stand in the order i, f, o, g. Sources: Elman 1990; Hochreiter & Schmidhuber 1997; forget gate, Gers et al. 2000.
    """
    xp, width = array_namespace(x), shape.width
    taken = x @ parameters["input"] + parameters["bias"]  # of all places at once: only the state has to wait
    state = xp.zeros((*x.shape[:-2], width), dtype=x.dtype, device=device(x))
    cell, made = state, []
    for place in range(x.shape[-2]):
        parts = taken[..., place, :] + state @ parameters["state"]
        if shape.kind == "rnn":
            state = xp.tanh(parts)
        else:
            gates, new = logistic(parts[..., : 3 * width]), xp.tanh(parts[..., 3 * width :])
            cell = gates[..., width : 2 * width] * cell + gates[..., :width] * new
            state = gates[..., 2 * width :] * xp.tanh(cell)
        made.append(state)
    return xp.stack(made, axis=-2)


def draw(shape: Recurrence, *, std: float | None = None, seed: int) -> Parameters:
    """Untrained parameters, float64 NumPy: matrices normal with that standard deviation, or 1/sqrt(in) where none is
    given (embeddings then 1); biases 0, but 1 for a forget gate, so that a cell keeps what it has until it learns
    better. Source of that 1: Gers et al. 2000; Jozefowicz et al. 2015."""
    rng = np.random.default_rng(seed)
    made: Parameters = {}
    for name, size in shape.parameters().items():
        spread = std if std is not None else 1.0 if name == "symbol" else size[0] ** -0.5
        made[name] = np.zeros(size) if name == "bias" else rng.normal(0.0, spread, size)
    if shape.kind == "lstm":
        made["bias"][shape.width : 2 * shape.width] = 1
    return made


@dataclass(frozen=True, eq=False)
class Recurrent:
    """A recurrent network with its alphabet, as the lab meets any model; what asks for a map is told there is none."""

    name: str
    shape: Recurrence
    alphabet: Alphabet
    parameters: Parameters
    record: dict[str, Any] = field(default_factory=dict)
    """How it was made: data, seed, steps, held-out loss, versions."""

    sites: tuple[Site, ...] = ()

    def __repr__(self) -> str:
        return f"Recurrent({self.name!r}, {self.shape})"

    @property
    def vocabulary(self) -> tuple[str, ...]:
        return self.alphabet.vocabulary

    @property
    def context(self) -> int:
        return self.shape.context

    @property
    def parameter_count(self) -> int:
        return sum(prod(size) for size in self.shape.parameters().values())

    def heads(self, site: Site) -> int:
        """Raises LabError: there are none."""
        self._refuse()

    def size(self, site: Site) -> SiteSize:
        """Raises LabError: there is none."""
        self._refuse()

    def project(self, site: Site, head: int, value: Float[Array, "key value_dim"]) -> None:
        """Raises LabError: there is nothing to project."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        raise LabError("attention-none", model=self.name)

    def tokens(self, text: str) -> Tokens:
        """The text as the model meets it.

        Raises LabError for a text that is empty, too long, or has a symbol that the model does not know.
        """
        return self.alphabet.cut(text, longest=self.context, model=self.name)

    def run(self, tokens: Tokens, attend: Attend = own_kernel) -> Float[Array, "position symbol"]:
        """Logits in nats for what follows each position; `attend` is never called."""
        weights = self.parameters["symbol"]
        return logits(self.parameters, self.shape, array_namespace(weights).asarray(tokens.ids, device=device(weights)))

    @property
    def batches(self) -> bool:
        return False

    def fingerprint(self) -> str:
        return fingerprint(json.dumps(self.shape.record(), sort_keys=True), self.parameters)
