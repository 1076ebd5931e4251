"""What the lesson on scores quotes beside the experiment's figures: the experiment's own settings."""

import math
from typing import Any

from attnlab.experiments.scale import Settings


def figures() -> dict[str, Any]:
    """Queries, keys and widths that were drawn, those of the exercise, and those of the tasks."""
    settings = Settings()
    return {
        "queries": settings.queries,
        "keys": settings.keys,
        "narrowest": settings.dims[0],
        "widest": settings.dims[-1],
        "most-entropy": math.log(settings.keys),
        "narrow": settings.widths[0],
        "wide": settings.widths[-1],
        "asked": 256,
    }
