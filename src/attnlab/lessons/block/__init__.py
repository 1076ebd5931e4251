"""What the lesson on the block computes for its text."""

from typing import Any

import numpy as np

from attnlab.experts import routes
from attnlab.models import load
from attnlab.models.small import Small

VECTOR = (3.0, 4.0, 0.0, 0.0)
"""The example that is normed by hand."""
TEXT = "anna"


def figures() -> dict[str, Any]:
    """The normed example, where the parameters of `names` lie, and what the router of `names-experts` does."""
    names = load("names")
    assert isinstance(names, Small)
    sizes = {name: int(np.prod(x.shape)) for name, x in names.parameters.items()}
    attention = sum(size for name, size in sizes.items() if name.split(".")[-1] in ("q", "k", "v", "join"))
    feed = sum(size for name, size in sizes.items() if name.split(".")[-1] in ("up", "down"))
    way = routes(load("names-experts"), TEXT)
    return {
        "vector": [int(x) for x in VECTOR],
        "mean-square": float(np.mean(np.square(VECTOR))),
        "size": float(np.sqrt(np.mean(np.square(VECTOR)))),
        "width": names.shape.width,
        "hidden": names.shape.hidden,
        "attention": attention,
        "feed": feed,
        "ratio": feed / attention,
        "experts": int(way.share.shape[-1]),
        "used": way.used,
        "parameters": way.parameters,
        "active": way.active,
        "part": way.active / way.parameters,
        "expert": list(range(way.share.shape[-1])),
        "share": [[float(x) for x in row] for row in way.share[0]],
    }
