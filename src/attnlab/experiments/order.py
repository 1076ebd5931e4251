"""Order is not in the formula: what a permutation does, and what codes of places put back."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab import positions
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Mark, Number, Panel
from attnlab.experiments.looks import look

PRINTED = {0: 32.00, 1: 30.92, 8: 22.41}


@dataclass(frozen=True)
class Settings:
    """Rows drawn normal, as many and as wide as seed 002's; codes of the seed's width."""

    places: int = 9
    width: int = 32
    permutations: int = 100
    dim: int = 64
    base: float = 10000.0
    firsts: int = 500
    """Places from which each shift is tried."""
    far: int = 2048


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Permute rows with and without codes; multiply codes; turn them; shift rotary queries and keys together."""
    rng = np.random.default_rng(inputs.seed)
    x = rng.normal(size=(settings.places, settings.width))
    coded = x + positions.sinusoidal(settings.places, settings.width)
    orders = [rng.permutation(settings.places) for _ in range(settings.permutations)]
    bare = [permuted(x, x, order) for order in orders]
    marked = [permuted(coded, x, order) for order in orders]

    own = settings.dim == Settings.dim
    shifts = np.arange(settings.far + 1)
    code = positions.sinusoidal(settings.firsts + settings.far, settings.dim)
    products = {p: code[p + shifts] @ code[p] for p in (0, settings.firsts // 2, settings.firsts - 1)}
    product = products[0]
    rates = 10000.0 ** (-np.arange(0, settings.dim, 2) / settings.dim)
    closed = np.cos(shifts[:, None] * rates).sum(axis=1)
    apart = max(float(np.abs(one - product).max()) for one in products.values())
    rises = np.flatnonzero(np.diff(product) > 0)
    first = int(rises[0]) + 1 if len(rises) else 0
    turned = {way: max(turn_error(code, rates, shift, settings.firsts, way) for shift in (1, 2, 5, 8, 64))
              for way in ("printed", "transposed")}  # fmt: skip
    by_shift = {way: [turn_error(code, rates, shift, settings.firsts, way) for shift in range(1, 33)]
                for way in ("printed", "transposed")}  # fmt: skip

    q, k = rng.normal(size=(2, 1, settings.places, settings.dim))
    at0 = rotary(q, k, 0, settings.base)
    moved = {shift: float(np.abs(rotary(q, k, shift, settings.base) - at0).max()) for shift in (1, 100, 10_000)}
    kept = float(np.abs(np.linalg.norm(positions.rotate(q, 5, settings.base), axis=-1)
                        - np.linalg.norm(q, axis=-1)).max())  # fmt: skip
    same = np.ones((1, settings.far + 1, settings.dim)) / np.sqrt(2)
    spun = positions.rotate(same, 0, settings.base)[0]
    turning = spun[0] @ spun.T

    numbers = (
        Number("equivariance", max(one["map"] for one in bare), "", 1.1e-16, 1e-14),
        Number("equivariance-output", max(one["output"] for one in bare)),
        Number("coded", float(np.median([one["map"] for one in marked]))),
        *(Number(f"product-{shift}", float(product[shift]), "", said if own else None, 5e-3, digits=2)
          for shift, said in PRINTED.items()),
        Number("closed-form", float(np.abs(product - closed).max())),
        Number("apart", apart),
        Number("first-rise", first, "places", digits=0),
        Number("product-5", float(product[5])),
        Number("product-6", float(product[6])),
        Number("far-largest", float(product[64:].max()), digits=2),
        Number("turn-printed", turned["printed"]),
        Number("turn-transposed", turned["transposed"]),
        Number("rotary", max(moved[1], moved[100])),
        Number("rotary-far", moved[10_000]),
        Number("rotary-norm", kept),
    )  # fmt: skip
    claims = (
        Claim("equivariant", numbers[0].value < 1e-14 < 1e-3 < numbers[2].value, {"coded": numbers[2].value}),
        Claim("exactly", apart < 1e-10),
        Claim("nearer", first == 0, {"before": first - 1, "at": first, "low": product[first - 1].item(),
                                     "high": product[first].item()}),
        Claim("far", bool(product[64:].max() < product[8]), {"far": settings.far, "largest": float(product[64:].max()),
                                                             "eight": float(product[8])}),
        Claim("printed", turned["printed"] < 1e-11, {"error": turned["printed"]}),
        Claim("transposed", turned["transposed"] < 1e-11),
        Claim("relative", max(moved[1], moved[100]) < 1e-10),
    )  # fmt: skip
    near = list(range(65))
    some = (0, 4, 8, 12, 16, 20, 24, 28)
    table = code[list(some)] @ code[list(some)].T
    panels = (
        Panel("experiment-order-products-title", "experiment-order-shift", "experiment-order-product",
              (Line("experiment-order-sinusoidal", tuple(map(float, near)), tuple(product[near].tolist())),
               Line("experiment-order-rotary-turned", tuple(map(float, near)), tuple(turning[near].tolist()))),
              tuple(Mark(said, float(shift)) for shift, said in PRINTED.items())),
        Panel("experiment-order-map-title", "experiment-order-place", "experiment-order-place", kind="map",
              names=tuple(map(str, some)), rows=tuple(map(str, some)), values=tuple(map(tuple, table.tolist()))),
        Panel("experiment-order-turn-title", "experiment-order-shift", "experiment-order-error",
              tuple(Line(f"experiment-order-{way}", tuple(map(float, range(1, 33))), tuple(by_shift[way]))
                    for way in ("printed", "transposed")), log_y=True),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def permuted(
    rows: Float[np.ndarray, "place width"], bare: Float[np.ndarray, "place width"], order: np.ndarray
) -> Mapping[str, float]:
    """How far the permuted map and output are from those of the permuted input.

    `rows` is what attention sees of `bare`, both without a permutation; a code of places stays where it is.
    """
    code = rows - bare
    there, back = (look(x, x, x, scale=x.shape[-1] ** -0.5) for x in (rows, bare[order] + code))
    return {
        "map": float(np.abs(there["weight"][order][:, order] - back["weight"]).max()),
        "output": float(np.abs(there["output"][order] - back["output"]).max()),
    }


def turn_error(
    code: Float[np.ndarray, "place width"], rates: Float[np.ndarray, " pair"], shift: int, firsts: int, way: str
) -> float:
    """How far a code turned by a shift is from the code at the shifted place, at worst.

    `printed` turns each pair (sin, cos) by the matrix that seed 002 prints, `transposed` by its transpose.
    """
    pairs = code.reshape(len(code), -1, 2)
    cos, sin = np.cos(rates * shift), np.sin(rates * shift)
    printed = np.stack([np.stack([cos, -sin], axis=-1), np.stack([sin, cos], axis=-1)], axis=-2)
    turn = printed if way == "printed" else printed.mT
    made = np.einsum("iab,pib->pia", turn, pairs[:firsts])
    return float(np.abs(made - pairs[shift : shift + firsts]).max())


def rotary(
    q: Float[np.ndarray, "1 place dim"], k: Float[np.ndarray, "1 place dim"], first: int, base: float
) -> Float[np.ndarray, "place place"]:
    """The scores of queries and keys whose places begin at `first`."""
    q, k = (positions.rotate(x, first, base)[0] for x in (q, k))
    return look(q, k, scale=q.shape[-1] ** -0.5)["score"]


EXPERIMENT = Experiment("order", Settings(), run, Settings(permutations=10, far=256))
