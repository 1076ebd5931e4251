"""A row's budget is 1 whoever stands in the queue: dilution, competition, the bounds of entropy and of the output."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float
from scipy.optimize import nnls

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Mark, Number, Panel
from attnlab.experiments.looks import look
from attnlab.figures import entropy

PRINTED = {1: 0.953, 11: 0.646, 41: 0.329}


@dataclass(frozen=True)
class Settings:
    """One key with a score above all its rivals', which are alike; and rows drawn at random."""

    score: float = 4.0
    rival: float = 1.0
    rivals: tuple[int, ...] = (1, 2, 4, 8, 11, 16, 24, 32, 41, 64, 128, 256)
    rows: int = 200
    keys: int = 9
    dim: int = 8
    nudge: float = 1e-5
    """By how much a score is moved to see what it does to the row."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Add rivals, move scores one by one, and look for an output beyond its values."""
    own = (settings.score, settings.rival) == (Settings.score, Settings.rival)
    diluted = {m: share(settings.score, settings.rival, m) for m in sorted({*settings.rivals, *PRINTED})}
    high, low = np.exp(settings.score), np.exp(settings.rival)
    off = float(max(abs(found - high / (high + m * low)) for m, found in diluted.items()))
    margins = (1.0, 3.0, 5.0, 7.0)
    curves = {lead: tuple(share(lead, 0.0, m) for m in diluted) for lead in margins}

    rng = np.random.default_rng(inputs.seed)
    scores = rng.normal(size=(settings.rows, settings.keys)) * rng.uniform(0, 6, size=(settings.rows, 1))
    rows = weights(scores)
    exact = np.einsum("rk,kl->rkl", rows, np.eye(settings.keys)) - np.einsum("rk,rl->rkl", rows, rows)
    step = settings.nudge * np.eye(settings.keys)
    moved = np.stack([(weights(scores + one) - weights(scores - one)) / (2 * settings.nudge) for one in step], axis=-1)
    shifted = weights(scores + rng.normal(size=(settings.rows, 1)) * 10)
    spread = entropy(rows)

    values = rng.normal(size=(settings.rows, settings.keys, settings.dim))
    mixed = look(np.ones((settings.rows, 1, 1)), scores[..., None], values, scale=1.0)["output"][:, 0]
    away = [outside(one, of) for one, of in zip(mixed, values, strict=True)]
    longer = float((np.linalg.norm(mixed, axis=-1) - np.linalg.norm(values, axis=-1).max(axis=-1)).max())
    twice = [outside(2 * one, of) for one, of in zip(mixed, values, strict=True)]

    numbers = (
        *(Number(f"rivals-{m}", diluted[m], "share", said if own else None, 5e-4) for m, said in PRINTED.items()),
        Number("closed-form", off),
        Number("most-8", most(8), "nats", 2.079, 5e-4),
        Number("most-9", most(9), "nats", 2.197, 5e-4),
        Number("entropy-least", float(spread.min()), "nats"),
        Number("entropy-most", float(spread.max()), "nats"),
        Number("jacobian", float(np.abs(moved - exact).max())),
        Number("null", float(np.abs(exact.sum(axis=-1)).max())),
        Number("shift", float(np.abs(shifted - rows).max())),
        Number("rival-slope", float(np.where(np.eye(settings.keys, dtype=bool), -np.inf, moved).max())),
        Number("hull", max(away)),
        Number("norm", longer),
        Number("hull-doubled", float(np.mean([one > 1e-9 for one in twice])), "share"),
    )
    claims = (
        Claim("denominator", off < 1e-12, {"one": diluted[1], "many": diluted[41]}),
        Claim("jacobian", bool(np.abs(moved - exact).max() < 1e-8 and np.abs(exact.sum(axis=-1)).max() < 1e-12)),
        Claim("competition", bool(numbers[11].value <= 1e-9)),
        Claim("entropy", bool(spread.min() >= 0 and spread.max() <= np.log(settings.keys) + 1e-12)),
        Claim("hull", max(away) < 1e-9 and longer <= 1e-12),
    )
    counts = tuple(map(float, diluted))
    names = tuple(str(place + 1) for place in range(6))
    row = weights(np.array([[settings.score, 3.0, 2.0, 1.0, 1.0, 0.0]]))[0]
    panels = (
        Panel("experiment-budget-dilution-title", "experiment-budget-rivals", "experiment-share",
              tuple(Line(f"experiment-budget-lead-{lead:.0f}", counts, curve) for lead, curve in curves.items()),
              tuple(Mark(said, float(m)) for m, said in PRINTED.items()), log_x=True),
        Panel("experiment-budget-jacobian-title", "experiment-budget-moved", "experiment-budget-answers", kind="map",
              names=names, rows=names, values=tuple(map(tuple, (np.diag(row) - np.outer(row, row)).tolist()))),
        Panel("experiment-budget-entropy-title", "experiment-budget-rivals", "experiment-nats",
              (Line("experiment-budget-spread", counts, tuple(_spread(settings, m) for m in diluted)),
               Line("experiment-budget-most", counts, tuple(float(np.log(m + 1)) for m in diluted))),
              (Mark(2.079, 7.0), Mark(2.197, 8.0)), log_x=True),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def weights(scores: Float[np.ndarray, "row key"]) -> Float[np.ndarray, "row key"]:
    """The rows that these scores make, by the formula: a query of 1 meets keys that are the scores."""
    return look(np.ones((len(scores), 1, 1)), scores[..., None], scale=1.0)["weight"][:, 0]


def share(score: float, rival: float, rivals: int) -> float:
    """What a key keeps of the row among so many rivals."""
    return float(weights(np.array([[score] + [rival] * rivals]))[0, 0])


def most(keys: int) -> float:
    """The entropy of a row that refuses to choose."""
    return float(entropy(weights(np.zeros((1, keys))))[0])


def outside(point: Float[np.ndarray, " dim"], corners: Float[np.ndarray, "corner dim"]) -> float:
    """How far a point is from the nearest mix of the corners whose shares are not negative and add up to about 1.

    Found by non-negative least squares, which knows nothing of the weights that made the point.
    """
    heavy = 100.0  # on the sum of the shares: they must add up before the distance is weighed
    corners, point = np.vstack([corners.T, np.full(len(corners), heavy)]), np.append(point, heavy)
    return float(nnls(corners, point)[1])


def _spread(settings: Settings, rivals: int) -> float:
    return float(entropy(weights(np.array([[settings.score] + [settings.rival] * rivals])))[0])


EXPERIMENT = Experiment("budget", Settings(), run, Settings(rows=50))
