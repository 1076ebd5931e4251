"""What the lesson that comes before all others computes for its text."""

import math
from typing import Any

WIDTH = 64
"""Of a head, in the task on the root."""
NARROW = 16
"""Of the head whose scores stand in the text."""


def figures() -> dict[str, Any]:
    """The base of the exponentials, the width that is asked about, and one root that is given away."""
    return {"e": math.e, "width": WIDTH, "narrow": NARROW, "narrow-root": math.isqrt(NARROW)}
