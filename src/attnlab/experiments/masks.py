"""What a mask forbids: exactly nothing gets through before the softmax, after it something does; and half precision."""

import math
import warnings
from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float

from attnlab import formula
from attnlab.arrays import softmax
from attnlab.errors import LabError
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.experiments.looks import look

LARGE = -1e9  # what stands for -inf in seed 003 and in much code


@dataclass(frozen=True)
class Settings:
    """A batch of texts of different lengths, padded to the longest; queries and keys drawn normal."""

    places: int = 8
    lengths: tuple[int, ...] = (8, 6, 3, 5)
    dim: int = 16


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Put masks before and after the softmax, change what is forbidden, and meet half precision."""
    n, scale = settings.places, settings.dim**-0.5
    rng = np.random.default_rng(inputs.seed)
    q, k, v = rng.normal(size=(3, len(settings.lengths), n, settings.dim))
    real = np.arange(n) < np.array(settings.lengths)[:, None]
    walls = {"causal": formula.causal(n), "padding": formula.padding(real)}
    walls["both"] = walls["causal"] + walls["padding"]
    seen = {name: np.broadcast_to(wall == 0, (len(q), 1, n, n))[:, 0] for name, wall in walls.items()}
    rows = {name: look(q, k, v, scale=scale, mask=wall)["weight"] for name, wall in walls.items()}
    leaks = sum(int((rows[name][~may] != 0).sum()) for name, may in seen.items())
    lost = sum(int((rows[name][may] == 0).sum()) for name, may in seen.items())
    off = max(float(np.abs(row.sum(axis=-1) - 1).max()) for row in rows.values())

    # the same rows by the other way of writing: a softmax over the allowed set alone
    score = look(q, k, v, scale=scale)["score"]
    alike = max(float(np.abs(rows[name] - over_allowed(score, may)).max()) for name, may in seen.items())

    # what the future may still do: its keys are drawn anew, and the rows of the first half are looked at
    half = n // 2
    other = k.copy()
    other[:, half:] = rng.normal(size=other[:, half:].shape)
    other_score = look(q, other, v, scale=scale)["score"]
    after, after_other = (softmax(one) * seen["causal"] for one in (score, other_score))
    before_other = look(q, other, v, scale=scale, mask=walls["causal"])["weight"]
    through = {"before": float(np.abs(before_other - rows["causal"])[:, :half].max()),
               "after": float(np.abs(after_other - after)[:, :half].max())}  # fmt: skip
    left = after.sum(axis=-1)
    again = float(np.abs(after / left[..., None] - rows["causal"]).max())

    numbers = (
        *(Number(f"zeros-{name}", int((rows[name] == 0).sum()), "count") for name in walls),
        Number("forbidden-both", int((~seen["both"]).sum()), "count"),
        Number("leaks", leaks, "count", 0, 0),
        Number("row-sums", off),
        Number("allowed", alike),
        Number("after-first", float(left[:, 0].mean()), "share"),
        Number("after-least", float(left.min()), "share"),
        Number("after-again", again),
        Number("through-before", through["before"], "share"),
        Number("through-after", through["after"], "share"),
        *(traps := half_precision(score[0])),
    )
    trap = {one.key: one.value for one in traps}
    claims = (
        Claim("exact", leaks == 0 and lost == 0),
        Claim("set", alike < 1e-14),
        Claim("before", through["before"] == 0 < through["after"],
              {"after": through["after"], "left": float(left[:, 0].mean())}),
        Claim("maximum", trap["ordinary-nan"] > 0, {"finite": int(trap["ordinary-finite"])}),
        Claim("empty", trap["empty-nan"] == n and refused(n)),
        Claim("product", trap["product-nan"] == n * (n + 1) // 2),
        Claim("silent", trap["silent-64"] < 1e-6 and trap["silent-32"] == 0),
        Claim("overflow", trap["overflow-half"] > 0 and trap["overflow-formula"] == 0),
    )  # fmt: skip
    names = tuple(str(place + 1) for place in range(n))
    padded = int(np.argmin(np.array(settings.lengths)))
    empty = score[0, 0]
    stood = {"experiment-masks-raw": softmax(empty)} | {
        f"experiment-masks-float{bits}": softmax((empty + LARGE).astype(f"f{bits // 8}")) for bits in (64, 32)
    }
    stood["experiment-masks-float32"] = softmax(empty.astype("f4") + np.float32(LARGE))
    panels = (
        Panel("experiment-masks-map-title", "experiment-masks-key", "experiment-masks-query", kind="map",
              names=names, rows=names, values=_shown(rows["both"][padded], seen["both"][padded])),
        Panel("experiment-masks-after-title", "experiment-masks-query", "experiment-masks-sum", kind="bars",
              lines=(Line("experiment-masks-before", (), tuple(map(float, rows["causal"][0].sum(axis=-1)))),
                     Line("experiment-masks-after", (), tuple(map(float, left[0])))), names=names),
        Panel("experiment-masks-silent-title", "experiment-masks-key", "experiment-share", kind="bars",
              lines=tuple(Line(label, (), tuple(map(float, row))) for label, row in stood.items()), names=names),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def over_allowed(
    score: Float[np.ndarray, "text query key"], may: Bool[np.ndarray, "text query key"]
) -> Float[np.ndarray, "text query key"]:
    """Each row's softmax over its allowed keys alone; the others never enter the sum."""
    made = np.zeros_like(score)
    for place in np.ndindex(score.shape[:-1]):
        some = np.exp(score[place][may[place]] - score[place][may[place]].max())
        made[place][may[place]] = some / some.sum()
    return made


def half_precision(score: Float[np.ndarray, "query key"]) -> tuple[Number, ...]:
    """What float16 makes of masks and products that are written carelessly, and what a finite -1e9 hides."""
    n = len(score)
    future = np.triu(np.ones((n, n)), k=1)
    half = score.astype(np.float16)
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        wall = np.where(future > 0, np.float16(-np.inf), np.float16(0))
        ordinary = softmax(half + wall)
        empty = softmax(half[0] + np.full(n, -np.inf, dtype=np.float16))
        product = future.astype(np.float16) * np.float16(LARGE)
        wide = np.full((1, 512), 16, dtype=np.float16)  # its product with itself is 131,072, beyond 65,504
        products = wide @ wide.T
        met = look(wide, wide, scale=512**-0.5)["score"]
        silent = {bits: softmax(score.astype(f"f{bits // 8}") + np.array(LARGE, dtype=f"f{bits // 8}"))
                  for bits in (64, 32)}  # fmt: skip
    return (
        Number("ordinary-nan", int(np.isnan(ordinary).sum()), "count"),
        Number("ordinary-finite", int(np.isfinite(ordinary).sum()), "count"),
        Number("empty-nan", int(np.isnan(empty).sum()), "count"),
        Number("product-nan", int(np.isnan(product).sum()), "count"),
        Number("silent-64", float(np.abs(silent[64] - softmax(score)).max())),
        Number("silent-32", float(np.abs(silent[32] - 1 / n).max())),
        Number("overflow-half", int(np.isinf(products).sum()), "count"),
        Number("overflow-formula", int((~np.isfinite(met)).sum()), "count"),
    )


def refused(n: int) -> bool:
    """Whether the formula refuses a row that may see nothing, in words."""
    try:
        look(np.ones((1, 1)), np.ones((n, 1)), scale=1.0, mask=np.full((1, n), -np.inf))
    except LabError:
        return True
    return False


def _shown(row: np.ndarray, may: np.ndarray) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(x if ok else math.nan for x, ok in zip(*one, strict=True)) for one in
                 zip(row.tolist(), may.tolist(), strict=True))  # fmt: skip


EXPERIMENT = Experiment("masks", Settings(), run, Settings())
