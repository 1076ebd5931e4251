"""What the lesson on recurrent networks computes for its text."""

from typing import Any

W, PLACES = 0.8, 6
"""Of the chain in the task on the product."""
ABOVE = 1.5
"""A factor above one, of which the reader predicts what it does."""
LONG, LEAST, MOST = 30, 0.1, 10
"""The chain that is to remember: its places, and how much its last state shall move."""


def figures() -> dict[str, Any]:
    """What the tasks ask for, and how the recorded run was set up."""
    from attnlab.lessons.quoting import result

    made = result("recurrent")
    distances, found = made.settings["distances"], made.findings
    gradient = next(one for one in found.panels if one.title == "experiment-recurrent-gradient-title")
    slopes = {line.label.rpartition("-")[2].lower(): line.y for line in gradient.lines}
    return {
        "w": W,
        "places": PLACES,
        "distance": PLACES - 1,
        "above": ABOVE,
        "long": LONG,
        "least": LEAST,
        "most": MOST,
        "width": made.settings["width"],
        "layers": made.settings["layers"],
        "farthest": distances[-1],
        "rnn-farthest": slopes["rnn"][-1],
        "full-nearest": slopes["full"][0],
        "full-farthest": slopes["full"][-1],
    }
