"""What the lesson on training computes for its text."""

import math
from typing import Any

import numpy as np

from attnlab.arrays import softmax
from attnlab.recipes import plan
from attnlab.tasks import find
from attnlab.train import Recipe

SCORES = (2.0, 1.0, 0.0)
SLOPES = (-1.0, 1.0, 0.0)
"""The example row, and how the loss moves with each of its weights."""


def figures() -> dict[str, Any]:
    """The recipes, what guessing costs, and the example of a gradient through softmax."""
    names, address = Recipe(), plan("address").recipe
    task = find("address")
    weight = softmax(np.array(SCORES))
    mean = float(weight @ np.array(SLOPES))
    return {
        "rate": names.rate,
        "first": names.betas[0],
        "second": names.betas[1],
        "names-steps": names.steps,
        "names-batch": names.batch,
        "batch": address.batch,
        "address-rate": address.rate,
        "keys": len(task.keys),
        "values": len(task.values) - 1,
        "guess": 1 / (len(task.values) - 1),
        "guess-loss": math.log(len(task.values) - 1),
        "trained": [int(one) for one in task.sizes["pairs"].trained],
        "scores": [int(x) for x in SCORES],
        "slopes": [int(x) for x in SLOPES],
        "weight": [float(x) for x in weight],
        "mean": mean,
    }
