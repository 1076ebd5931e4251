"""What the lesson on cost computes for its text."""

from typing import Any

from attnlab.lessons.quoting import result
from attnlab.sizes import Configuration, bytes_of, cached_numbers, crossing

MODEL = Configuration(32, 4096, 128_000)
"""The source text's example, called the class 7B there."""
LARGER = Configuration(64, 8192, 128_000)
"""Its exercise."""
SHORT, LONG = 2048, 8192
BLOCK = 512
"""Width of the block whose crossing the experiment counted."""


def figures() -> dict[str, Any]:
    """Sizes of the example and of the exercise, what a cache takes, and where attention overtakes."""
    compared = result("cost").settings
    return {
        "layers": MODEL.layers,
        "width": MODEL.width,
        "vocabulary": MODEL.vocabulary,
        "larger-layers": LARGER.layers,
        "larger-width": LARGER.width,
        "short": SHORT,
        "long": LONG,
        "cache": bytes_of(cached_numbers(MODEL, LONG), "float16") / 2**30,
        "block-crossing": int(crossing(Configuration(1, BLOCK, 1))),
        "reach": compared["reach"],
        "compared": compared["compared"],
    }
