"""What the lesson on masks computes for its text."""

from typing import Any

import numpy as np

from attnlab.experiments.masks import LARGE


def figures() -> dict[str, Any]:
    """The large number that stands for minus infinity in much code, and the largest that half precision can hold."""
    return {"large": LARGE, "half-most": float(np.finfo(np.float16).max)}
