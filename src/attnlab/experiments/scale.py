"""Why scores are divided by the root of the width: without it a row saturates, and what saturates cannot learn."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Mark, Number, Panel
from attnlab.experiments.looks import look
from attnlab.figures import entropy, top_share


@dataclass(frozen=True)
class Settings:
    """Queries and keys with entries drawn from a normal distribution of variance 1."""

    queries: int = 4000
    keys: int = 8
    dims: tuple[int, ...] = (4, 8, 16, 32, 64, 128, 256, 512)
    asked: int = 400
    """Queries whose entropy is taken: the seed's."""
    widths: tuple[int, ...] = (32, 64, 128, 256, 512)
    """Of the toy layer of seed 003, whose exercise 2 goes from the first to the last."""
    toy_seed: int = 0
    pairs: int = 20_000
    """Dot products of each width whose spread is taken."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Draw scores of each width from one stream, with and without the root, and look at the rows they make."""
    rng = np.random.default_rng(inputs.seed)
    variance, ratio, largest, spread, slope = [], [], {}, {}, {}
    for done, dim in enumerate(settings.dims):
        inputs.watch(done, len(settings.dims))
        q = rng.standard_normal((settings.queries, dim))
        k = rng.standard_normal((settings.queries, settings.keys, dim))
        raw = np.einsum("qd,qkd->qk", q, k)
        variance.append(float(raw.var()))
        ratio.append(float(raw.var() / dim))
        for name, by in (("raw", 1.0), ("scaled", dim**-0.5)):
            weight = look(q[:, None], k, scale=by)["weight"][:, 0]
            largest.setdefault(name, []).append(float(top_share(weight).mean()))
            spread.setdefault(name, []).append(float(entropy(weight[: settings.asked]).mean()))
            slope.setdefault(name, []).append(steepness(weight))
    inputs.watch(len(settings.dims), len(settings.dims))
    toy = {spread: toy_shares(settings, spread) for spread in ("tenth", "root")}
    grown = dots(settings)
    dims = tuple(map(float, settings.dims))
    last, at64 = settings.dims[-1], settings.dims.index(64) if 64 in settings.dims else None
    whole = settings == Settings() and inputs.seed == EXPERIMENT.seed
    said = lambda x: x if whole and last == 512 else None  # noqa: E731 (the seed's figures are those of its own draws)
    numbers = [
        *([] if at64 is None else [Number("variance", variance[at64], "", said(64.2), 64.2e-3, digits=1)]),
        Number("ratio-least", min(ratio), "", said(0.977), 1e-3),
        Number("ratio-most", max(ratio), "", said(1.003), 1e-3),
        Number("raw-largest", largest["raw"][-1], "share", said(0.955), 6e-3),
        Number("raw-entropy", spread["raw"][-1], "nats", said(0.107), 1e-3),
        Number("scaled-largest", largest["scaled"][-1], "share", said(0.360), 1e-3),
        Number("scaled-entropy", spread["scaled"][-1], "nats", said(1.729), 1e-3),
        Number("raw-slope", slope["raw"][-1], "", digits=4),
        Number("scaled-slope", slope["scaled"][-1], "", digits=4),
        *(Number(f"dots-{dim}", found) for dim, found in grown.items()),
        *(
            Number(f"{spread}-{name}-{end}", shares[name][place], "share")
            for spread, shares in toy.items()
            for end, place in (("narrow", 0), ("wide", -1))
            for name in ("scaled", "raw")
        ),
    ]
    bound = max(4 * ((0.25 + 2.5 / dim) / settings.queries) ** 0.5 for dim in settings.dims)
    claims = (
        Claim("variance", max(abs(one - 1) for one in ratio) < bound, {"bound": bound}),
        Claim("flat", max(largest["scaled"]) - min(largest["scaled"]) < 5e-3,
              {"least": min(largest["scaled"]), "most": max(largest["scaled"])}),
        Claim("vanishes", slope["raw"][-1] < slope["scaled"][-1] / 4,
              {"times": slope["scaled"][-1] / slope["raw"][-1]}),
        Claim("root", all(abs(found / dim**0.5 - 1) < 0.02 for dim, found in grown.items())),
        Claim("exercise", toy["tenth"]["scaled"][-1] < toy["tenth"]["scaled"][0] + 0.1,
              {"narrow": toy["tenth"]["scaled"][0], "wide": toy["tenth"]["scaled"][-1]}),
        Claim("isolated", abs(toy["root"]["scaled"][-1] - toy["root"]["scaled"][0]) < 0.1
              < toy["root"]["raw"][-1] - toy["root"]["raw"][0],
              {"scaled": toy["root"]["scaled"][-1], "raw": toy["root"]["raw"][-1]}),
    )  # fmt: skip
    names = (("experiment-scale-without", "raw"), ("experiment-scale-with", "scaled"))
    panels = (
        Panel("experiment-scale-largest-title", "experiment-scale-dim", "experiment-share",
              tuple(Line(label, dims, tuple(largest[name])) for label, name in names),
              (Mark(0.955, 512.0), Mark(0.360, 512.0)), log_x=True),
        Panel("experiment-scale-entropy-title", "experiment-scale-dim", "experiment-nats",
              tuple(Line(label, dims, tuple(spread[name])) for label, name in names),
              (Mark(0.107, 512.0), Mark(1.729, 512.0), Mark(float(np.log(settings.keys)))), log_x=True),
        Panel("experiment-scale-slope-title", "experiment-scale-dim", "experiment-scale-slope",
              tuple(Line(label, dims, tuple(slope[name])) for label, name in names), log_x=True, log_y=True),
        Panel("experiment-scale-toy-title", "experiment-scale-width", "experiment-share",
              tuple(Line(f"experiment-scale-{spread}-{name}", tuple(map(float, settings.widths)), tuple(shares[name]))
                    for spread, shares in toy.items() for name in ("scaled", "raw")), log_x=True),
    )  # fmt: skip
    return Findings(tuple(numbers), claims, panels)


def toy_shares(settings: Settings, spread: str) -> Mapping[str, Sequence[float]]:
    """Exercise 2 of seed 003: its layer without the mask, with the root and without, at each width.

    `tenth` leaves its weights at 0.1 of a normal draw, so that queries and keys grow with the width too; `root` divides
    the same draws by the root of the width, which keeps them alike and leaves nothing to grow but the dot product.
    """
    heads, found = 4, {"scaled": [], "raw": []}
    for width in settings.widths:
        rng = np.random.default_rng(settings.toy_seed)
        x = rng.normal(size=(6, width))
        q, k = (
            (x @ (rng.normal(size=(width, width)) * (0.1 if spread == "tenth" else width**-0.5)))
            .reshape(6, heads, -1).swapaxes(0, 1) for _ in range(2)
        )  # fmt: skip
        for name, by in (("scaled", (width // heads) ** -0.5), ("raw", 1.0)):
            found[name].append(float(top_share(look(q, k, scale=by)["weight"]).mean()))
    return found


def dots(settings: Settings) -> Mapping[int, float]:
    """The standard deviation of dot products of normal vectors, by their width."""
    rng, found = np.random.default_rng(settings.toy_seed), {}
    for dim in (16, 64, 256, 1024):
        q, k = rng.standard_normal((settings.pairs, dim)), rng.standard_normal((settings.pairs, dim))
        found[dim] = float(np.einsum("pd,pd->p", q, k).std())
    return found


def steepness(weight: Float[np.ndarray, "query key"]) -> float:
    """How far a row moves with its scores: the mean Frobenius norm of diag(a) - a a^T, the softmax's Jacobian.

    Its square is the sum of a_i^2 less twice that of a_i^3 and with the square of the sum of a_i^2 added.
    """
    two, three = (weight**2).sum(axis=-1), (weight**3).sum(axis=-1)
    return float(np.sqrt(np.maximum(two - 2 * three + two**2, 0)).mean())


EXPERIMENT = Experiment(
    "scale", Settings(), run, Settings(queries=400, dims=(4, 64, 512), widths=(32, 512)), seed=760
)  # fmt: skip
