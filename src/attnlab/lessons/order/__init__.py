"""What the lesson on order and positions computes for its text."""

from typing import Any

from attnlab import positions
from attnlab.experiments.address import ONCE
from attnlab.tasks import find

WIDTH = 64
"""Of the code whose products a source text quotes."""
EIGHT = 8
FAR = 200


def figures() -> dict[str, Any]:
    """A product of codes far from the beginning, and the lengths of the trial."""
    from attnlab.lessons.quoting import result

    code = positions.sinusoidal(FAR + WIDTH, WIDTH)
    settings = result("address").settings
    return {
        "width": WIDTH,
        "eight": EIGHT,
        "far": FAR,
        "far-eight": float(code[FAR + EIGHT] @ code[FAR]),
        "trained": int(find("last-of-two").sizes["pairs"].trained[-1]),
        "longest": int(settings["carried"][-1]),
        "once": ONCE,
    }
