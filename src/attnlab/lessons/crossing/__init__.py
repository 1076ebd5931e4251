"""What the lesson on cross-attention computes for its text: how far translation is from one to one."""

from typing import Any

from attnlab.experiments.alignment import GOOD
from attnlab.tasks import find

TEXTS, SEED = 120, 5
FOUND, RIGHT, GOLD = 6, 5, 8
"""The exercise: links that a head was read for, how many of them are gold, and how many gold ones there are."""


def figures() -> dict[str, Any]:
    """Counts over held-out sentences of the translators' task, whose links follow from how both are made."""
    said, several, links, pieces, idle = 0, 0, 0, 0, 0
    for one in find("grammar-ru").held_out(TEXTS, SEED):
        wanted = [sum(place == row for row, _ in one.alignment) for place in range(len(one.answer))]
        said, several, links = said + len(wanted), several + sum(some > 1 for some in wanted), links + sum(wanted)
        pieces += len(one.pieces)
        idle += len(one.pieces) - len({piece for _, piece in one.alignment})
    return {
        "several": several / said,
        "idle": idle / pieces,
        "ceiling": said / links,
        "found": FOUND,
        "right": RIGHT,
        "gold": GOLD,
        "bound": GOOD,
    }
