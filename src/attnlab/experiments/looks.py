"""How an experiment looks through the formula: every stage of one attention, by name."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab import formula
from attnlab.probe import Stage


def look(
    q: Float[np.ndarray, "*batch query dim"],
    k: Float[np.ndarray, "*batch key dim"],
    v: Float[np.ndarray, "*batch key value_dim"] | None = None,
    **how: Any,
) -> Mapping[Stage, np.ndarray]:
    """What one head makes of queries, keys and values: score, mask, weight, output; `how` goes to `formula.attention`.

    Without values each key stands for itself: the output is then the weights.
    """
    v = np.broadcast_to(np.eye(k.shape[-2]), (*k.shape[:-1], k.shape[-2])) if v is None else v
    met: dict[Stage, np.ndarray] = {}

    def note(stage: Stage, x: np.ndarray) -> np.ndarray:
        met[stage] = x[..., 0, :, :]
        return x

    formula.attention(q[..., None, :, :], k[..., None, :, :], v[..., None, :, :], tap=note, **how)
    return met
