"""What the lesson on order and positions computes for its text."""

from typing import Any

import numpy as np

from attnlab import positions

WIDTH = 64
"""Of the code whose products a source text quotes."""
NEAR, EIGHT = 1, 8
FAR = 200


def figures() -> dict[str, Any]:
    """Products of codes from the beginning and from far on, the first rise, and the lengths of the trial."""
    from attnlab.lessons.quoting import result

    code = positions.sinusoidal(FAR + WIDTH, WIDTH)
    product = code @ code[0]
    settings = result("address").settings
    return {
        "width": WIDTH,
        "near": NEAR,
        "eight": EIGHT,
        "far": FAR,
        "far-eight": float(code[FAR + EIGHT] @ code[FAR]),
        "rise": int(np.flatnonzero(np.diff(product[:WIDTH]) > 0)[0]) + 1,
        "trained": 16,
        "longest": int(settings["carried"][-1]),
        "once": 64,
    }
