"""One plain loop for the small models: seeded, with a held-out score beside the simplest rival's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

import numpy as np

from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.models.small import Parameters, Shape, draw, logits


@dataclass(frozen=True)
class Recipe:
    """How a small model is trained; the figures given here are those of `names`."""

    steps: int = 1000
    batch: int = 32
    """Texts a step."""
    rate: float = 0.01
    """Of Adam, falling in a straight line to 0."""
    betas: tuple[float, float] = (0.85, 0.99)
    std: float = 0.08
    seed: int = 0
    held_out: float = 0.1
    """The share of the texts that is set aside; of these, texts that were trained on as well are not scored."""


@dataclass(frozen=True)
class Trained:
    """Parameters and how they came about."""

    parameters: Parameters
    record: dict[str, Any]


def train(
    texts: Sequence[Sequence[int]],
    shape: Shape,
    recipe: Recipe,
    watch: Callable[[int, float], None] = lambda step, loss: None,
) -> Trained:
    """Fit a small transformer to say each next symbol of each text.

    A text is a list of symbol ids; the last symbol of the vocabulary, START, is put before and behind it.
    `watch` is told each step's number and loss in nats a symbol. Needs torch. The same seed, texts and versions
    give the same figures on the same machine. Raises LabError where the texts are too few to set one aside.
    """
    torch = bring("torch", "hub", "train")
    rng = np.random.default_rng(recipe.seed)
    order = rng.permutation(len(texts))
    kept = max(1, round(len(texts) * recipe.held_out))
    pool = [texts[one] for one in order[kept:]]
    # a list may hold a text twice: the held-out loss is over texts that were never met
    met = {tuple(text) for text in pool}
    held_out = [texts[one] for one in order[:kept] if tuple(texts[one]) not in met]
    if not held_out or not pool:
        raise LabError("train-too-few", texts=len({tuple(text) for text in texts}))

    parameters = {
        name: torch.tensor(x, dtype=torch.float32, requires_grad=True)
        for name, x in draw(shape, std=recipe.std, seed=recipe.seed).items()
    }
    adam = torch.optim.Adam(parameters.values(), lr=recipe.rate, betas=recipe.betas)
    falling = torch.optim.lr_scheduler.LambdaLR(adam, lambda step: 1 - step / recipe.steps)
    for step in range(recipe.steps):
        batch = [pool[one] for one in rng.integers(0, len(pool), recipe.batch)]
        loss = _surprise(torch, parameters, shape, batch)
        adam.zero_grad()
        loss.backward()
        adam.step()
        falling.step()
        watch(step + 1, float(loss.detach()))

    finished = {name: x.detach().numpy() for name, x in parameters.items()}
    with torch.no_grad():
        held = float(_surprise(torch, parameters, shape, held_out))
    record = {
        "texts": len(texts),
        "held_out_texts": len(held_out),
        "held_out_nats": held,
        "bigram_nats": bigram(pool, held_out, shape.symbols),
        "recipe": vars(recipe) | {"betas": list(recipe.betas)},
        "versions": {"attnlab": version("attnlab"), "torch": torch.__version__.split("+")[0], "numpy": np.__version__},
    }
    return Trained(finished, record)


def bigram(pool: Sequence[Sequence[int]], held_out: Sequence[Sequence[int]], symbols: int) -> float:
    """Held-out surprise, in nats a symbol, of a table of which symbol follows which (counts plus one)."""
    start = symbols - 1
    counts = np.ones((symbols, symbols))
    for text in pool:
        np.add.at(counts, ([start, *text], [*text, start]), 1)
    share = np.log(counts / counts.sum(axis=1, keepdims=True))
    found = [share[[start, *text], [*text, start]] for text in held_out]
    return float(-np.concatenate(found).mean())


def _surprise(torch: Any, parameters: Parameters, shape: Shape, texts: Sequence[Sequence[int]]) -> Any:
    """Mean loss over every predicted symbol; a text longer than the context is predicted as far as it goes."""
    start = shape.symbols - 1
    rows = [[start, *text, start][: shape.context + 1] for text in texts]
    longest = max(map(len, rows))
    nothing = -1
    padded = torch.tensor([row + [nothing] * (longest - len(row)) for row in rows])
    said = logits(parameters, shape, padded[:, :-1].clamp(min=0))
    return torch.nn.functional.cross_entropy(said.flatten(0, 1), padded[:, 1:].flatten(), ignore_index=nothing)
