"""What the lesson on the budget of a row computes for its text."""

import math
from typing import Any

import numpy as np

from attnlab.arrays import softmax

STRONG, WEAK = 4, 1
"""Scores of the source text's example: one key that fits and rivals that do not."""
RIVALS = (1, 11, 41)


def figures() -> dict[str, Any]:
    """The example's odds, how many rivals bring the strong key below a half, and the slopes of its weight."""
    half = next(count for count in range(1, 1000) if softmax(np.array([STRONG] + [WEAK] * count, float))[0] < 0.5)
    row = softmax(np.array([STRONG, WEAK, WEAK], float))
    return {
        "strong": STRONG,
        "weak": WEAK,
        "few": RIVALS[0],
        "more": RIVALS[1],
        "many": RIVALS[2],
        "half": half,
        "gap": STRONG - WEAK,
        "odds": math.exp(STRONG - WEAK),
        "slope-own": float(row[0] * (1 - row[0])),
        "slope-rival": float(-row[0] * row[1]),
    }
