"""What the lesson on the budget of a row computes for its text."""

import math
from typing import Any

import numpy as np

from attnlab.arrays import softmax

STRONG, WEAK = 4, 1
"""Scores of the source text's example: one key that fits and rivals that do not."""
RIVALS = (1, 11, 41)


def figures() -> dict[str, Any]:
    """The example's shares, what a naive reading would say, and the slope of a weight."""
    share = {f"rivals-{count}": float(softmax(np.array([STRONG] + [WEAK] * count, float))[0]) for count in RIVALS}
    half = next(count for count in range(1, 1000) if softmax(np.array([STRONG] + [WEAK] * count, float))[0] < 0.5)
    row = softmax(np.array([STRONG, WEAK, WEAK], float))
    return {
        "strong": STRONG,
        "weak": WEAK,
        "few": RIVALS[0],
        "more": RIVALS[1],
        "many": RIVALS[2],
        "added": RIVALS[1] - RIVALS[0],
        **share,
        "half": half,
        "gap": STRONG - WEAK,
        "odds": math.exp(STRONG - WEAK),
        "three": [float(one) for one in row],
        "slope-own": float(row[0] * (1 - row[0])),
        "slope-rival": float(-row[0] * row[1]),
    }
