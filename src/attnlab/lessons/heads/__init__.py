"""What the lesson on several heads takes from the experiments' settings for its text."""

from typing import Any

from attnlab.experiments import thirty_lines, two_heads
from attnlab.models import load


def figures() -> dict[str, Any]:
    """The widths and cuts of the two experiments that the text quotes, and the first hand-made head's slope."""
    layer, lines = two_heads.Settings(), thirty_lines.Settings()
    return {
        "dims": layer.dims,
        "fewest": layer.heads[0],
        "most": layer.heads[-1],
        "slope": layer.slope,
        "width": lines.width,
        "heads": lines.heads,
        "size": lines.width // lines.heads,
        "one-head": layer.dims // layer.heads[0],
        "many-heads": layer.dims // layer.heads[-1],
        "numbers": list(range(load("names").heads(load("names").sites[0]))),
    }
