"""How figures over many texts are told: means with intervals, tests of a difference, and their correction.

Means have percentile bootstrap intervals over texts; tests are Wilcoxon's signed-rank with Pratt's zeros for pairs, and
Mann and Whitney's for two sets of texts; many tests at once are corrected by Holm 1979.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from jaxtyping import Float

from attnlab.verdicts import Figure

RESAMPLES = 2000


def means(
    columns: Float[np.ndarray, "column text"], *, seed: int = 0, resamples: int = RESAMPLES
) -> list[Figure]:  # fmt: skip
    """Means with percentile bootstrap intervals, every column resampled alike."""
    from scipy.stats import bootstrap

    middle = columns.mean(axis=1)
    if columns.shape[1] < 2:
        return [Figure(float(mean), float(mean), float(mean)) for mean in middle]
    found = bootstrap(
        (columns,), np.mean, axis=1, n_resamples=resamples, method="percentile", batch=_batch(columns.size),
        rng=np.random.default_rng(seed),
    ).confidence_interval  # fmt: skip
    return [Figure(*map(float, one)) for one in zip(middle, found.low, found.high, strict=True)]


def ratio(part: np.ndarray, whole: np.ndarray, *, seed: int = 0, resamples: int = RESAMPLES) -> Figure:
    """Mean over mean, with its interval over texts."""
    from scipy.stats import bootstrap

    made = float(part.mean() / whole.mean()) if whole.mean() > 0 else 0.0
    if len(part) < 2 or not whole.min() > 0:
        return Figure(made, made, made)
    found = bootstrap(
        (part, whole), lambda a, b, axis: a.mean(axis=axis) / b.mean(axis=axis), paired=True, vectorized=True, axis=0,
        n_resamples=resamples, method="percentile", batch=_batch(2 * part.size), rng=np.random.default_rng(seed),
    ).confidence_interval  # fmt: skip
    return Figure(made, float(found.low), float(found.high))


def between(first: np.ndarray, second: np.ndarray, *, seed: int = 0, resamples: int = RESAMPLES) -> Figure:
    """The second mean less the first, of two sets of texts that are not the same, with its interval."""
    from scipy.stats import bootstrap

    made = float(second.mean() - first.mean())
    if min(len(first), len(second)) < 2:
        return Figure(made, made, made)
    found = bootstrap(
        (first, second), lambda a, b, axis: b.mean(axis=axis) - a.mean(axis=axis), vectorized=True, axis=0,
        n_resamples=resamples, method="percentile", batch=_batch(first.size + second.size),
        rng=np.random.default_rng(seed),
    ).confidence_interval  # fmt: skip
    return Figure(made, float(found.low), float(found.high))


def signed_rank(difference: np.ndarray, alternative: Literal["greater", "two-sided"] = "greater") -> float:
    """Wilcoxon's signed-rank p that the differences lie above 0, or off it; 1 where all are 0."""
    from scipy.stats import wilcoxon

    if not difference.any():
        return 1.0
    return float(wilcoxon(difference, alternative=alternative, zero_method="pratt", method="approx").pvalue)  # pyright: ignore[reportAttributeAccessIssue]


def rank_sum(first: np.ndarray, second: np.ndarray) -> float:
    """Mann and Whitney's two-sided p that two sets of texts are alike."""
    from scipy.stats import mannwhitneyu

    return float(mannwhitneyu(first, second).pvalue)


def holm(p: Sequence[float]) -> list[float]:
    """Each p corrected for all of them (Holm 1979)."""
    order = np.argsort(p, kind="stable")
    corrected, worst = np.empty(len(p)), 0.0
    for rank, place in enumerate(order):
        worst = max(worst, min(1.0, p[place] * (len(p) - rank)))
        corrected[place] = worst
    return corrected.tolist()


def _batch(size: int) -> int:
    """Resamples that are held at a time: bounded memory, and the same draws whatever the batch."""
    return max(1, min(100, 2**25 // max(size, 1)))
