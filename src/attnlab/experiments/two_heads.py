"""Two heads made by hand over one message, one for the previous place and one for what resembles: are they two?"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab import figures
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Mark, Number, Panel
from attnlab.experiments.looks import look
from attnlab.experiments.sms import NINE, collection
from attnlab.formula import causal

ROUNDING = 5e-4


@dataclass(frozen=True)
class Settings:
    """The words' vectors, the first head's slope, and a layer with weights drawn by the seed."""

    least: int = 10
    window: int = 4
    dims: int = 32
    slope: float = 3.0
    """By how many nats a score falls with each place away from the previous one."""
    heads: tuple[int, ...] = (1, 2, 4, 8, 16, 32)
    """Into how many heads the layer's width is cut."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Make both heads over the nine words, hold them against each other, then permute the heads of a whole layer."""
    assert inputs.data is not None
    inputs.watch(0, 2)
    _, vectors = collection(inputs.data, settings.least, settings.window, settings.dims)
    x = vectors.rows(NINE) * settings.dims**0.5
    inputs.watch(1, 2)
    n, place = len(NINE), np.arange(len(NINE))
    a, a_causal = (previous(n, settings.slope, only_before=only) for only in (False, True))
    b = content(x, -np.inf)
    mean = lambda weight, since: float(weight[place[since:], np.maximum(place[since:] - 1, 0)].mean())  # noqa: E731
    query, key = NINE.index("mobileupd"), NINE.index("motorola")
    apart = figures.apart(a, b)
    alike = a.argmax(axis=-1) == b.argmax(axis=-1)
    together, alone = permuted(x, settings.heads, inputs.seed)
    counts = [parameters(settings.dims, heads) for heads in settings.heads]
    inputs.watch(2, 2)

    whole = (settings.least, settings.window, settings.dims, settings.slope) == (10, 4, 32, 3.0)
    said = lambda x: x if whole else None  # noqa: E731 (the seed's figures are those of its own recipe)
    numbers = (
        Number("a-previous", mean(a, 1), "share", said(0.911), ROUNDING),
        Number("a-previous-causal", mean(a_causal, 1), "share"),
        Number("a-previous-first", mean(a, 0), "share"),
        Number("b-pair", float(b[query, key]), "share", said(0.354), ROUNDING, digits=4),
        Number("b-pair-zero", float(content(x, 0.0)[query, key]), "share", digits=4),
        Number("b-pair-reverse", float(b[key, query]), "share", digits=4),
        Number("distance", float(apart.mean()), ""),
        Number("distance-least", float(apart.min()), ""),
        Number("same-top", float(alike.mean()), "share"),
        Number("parameters", counts[0], "count"),
        Number("permuted-together", together, ""),
        Number("permuted-alone", alone, ""),
    )
    strongest = np.unravel_index(b.argmax(), b.shape)
    claims = (
        Claim("strongest", tuple(map(int, strongest)) == (query, key),
              {"query": NINE[strongest[0]], "key": NINE[strongest[1]]}),
        Claim("questions", float(apart.min()) > 0.5 and float(alike.mean()) < 0.5,
              {"least": float(apart.min()), "same": int(alike.sum()), "of": n}),
        Claim("parameters", set(counts) == {4 * settings.dims**2},
              {"least": settings.heads[0], "most": settings.heads[-1], "dims": settings.dims}),
        Claim("permuted", together < 1e-13),
        Claim("alone", alone > 1e-3, {"off": alone}),
    )  # fmt: skip
    names = {"kind": "map", "names": NINE, "rows": NINE}
    rows = lambda weight: tuple(tuple(map(float, row)) for row in weight)  # noqa: E731
    unseen = np.where(np.eye(n) > 0, np.nan, b)
    panels = (
        Panel("experiment-two-heads-a-title", "experiment-two-heads-key", "experiment-two-heads-query",
              values=rows(a), **names),
        Panel("experiment-two-heads-b-title", "experiment-two-heads-key", "experiment-two-heads-query",
              values=rows(unseen), marks=(Mark(float(query), float(key)),), **names),
        Panel("experiment-two-heads-previous-title", "experiment-two-heads-query", "experiment-share",
              tuple(Line(f"experiment-two-heads-{name}", tuple(map(float, place[1:])),
                         tuple(map(float, np.diagonal(weight, -1)))) for name, weight in (("a", a), ("b", b))),
              (Mark(0.911),), kind="bars", names=NINE[1:]),
        Panel("experiment-two-heads-distance-title", "experiment-two-heads-query", "experiment-two-heads-distance-axis",
              (Line("", tuple(map(float, place)), tuple(map(float, apart))),), kind="bars", names=NINE),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def previous(n: int, slope: float, *, only_before: bool = False) -> Float[np.ndarray, "query key"]:
    """Head A: a score falls by `slope` with each place between a key and the one before the query."""
    nothing, place = np.zeros((n, 1)), np.arange(n)
    bias = -slope * np.abs(place[None, :] - (place[:, None] - 1.0))
    mask = causal(n, like=nothing) if only_before else None
    return look(nothing, nothing, scale=1.0, bias=bias[None], mask=mask)["weight"]


def content(x: Float[np.ndarray, "word dim"], itself: float) -> Float[np.ndarray, "query key"]:
    """Head B: a score is the product of two vectors by the root of their width, and `itself` of a word with itself."""
    score = look(x, x, scale=x.shape[1] ** -0.5)["score"]
    own = np.eye(len(x)) > 0
    if itself == -np.inf:
        return look(x, x, scale=x.shape[1] ** -0.5, mask=np.where(own, -np.inf, 0.0)[None])["weight"]
    return look(x, x, scale=x.shape[1] ** -0.5, bias=np.where(own, itself - score, 0.0)[None])["weight"]


def permuted(x: Float[np.ndarray, "word dim"], cuts: tuple[int, ...], seed: int) -> tuple[float, float]:
    """The most that a layer's output moves when its heads change places: with their blocks of W_O, and without them."""
    rng, width = np.random.default_rng(seed), x.shape[1]
    together, alone = 0.0, 0.0
    for heads in cuts:
        q, k, v = (rng.standard_normal((heads, width, width // heads)) * width**-0.5 for _ in range(3))
        blocks = rng.standard_normal((heads, width // heads, width)) * width**-0.5
        order = np.roll(np.arange(heads), 1)
        before = layer(x, q, k, v, blocks)
        q, k, v = q[order], k[order], v[order]
        together = max(together, float(np.abs(layer(x, q, k, v, blocks[order]) - before).max()))
        alone = max(alone, float(np.abs(layer(x, q, k, v, blocks) - before).max()))
    return together, alone


def layer(
    x: Float[np.ndarray, "word dim"],
    q: Float[np.ndarray, "head dim own"],
    k: Float[np.ndarray, "head dim own"],
    v: Float[np.ndarray, "head dim own"],
    blocks: Float[np.ndarray, "head own dim"],
) -> Float[np.ndarray, "word dim"]:
    """Several heads over one text, their outputs side by side through W_O, which is its blocks one below the other."""
    z = look(x @ q, x @ k, x @ v, scale=q.shape[2] ** -0.5)["output"]
    return np.concatenate(list(z), axis=1) @ np.concatenate(list(blocks))


def parameters(width: int, heads: int) -> int:
    """The weights of a layer cut into so many heads: three projections of each head, and W_O."""
    own = width // heads
    return sum(np.zeros((heads, width, own)).size for _ in "qkv") + np.zeros((heads * own, width)).size


EXPERIMENT = Experiment("two-heads", Settings(), run, Settings(), needs=("sms",), seed=760)
