"""What the lesson on attention before neural networks quotes: the experiment's settings, and what its exercises give."""

from typing import Any

from attnlab.experiments.novelty import Settings

ANGLE, REPEATED = 60, 2
"""The exercises: degrees between two tones, and how often a tone was repeated."""


def figures() -> dict[str, Any]:
    """The memory as the experiment has it, with the figures that the exercises give."""
    settings = Settings()
    return {
        "sharpness": int(settings.sharpness),
        "alarm": int(settings.alarm),
        "angle": ANGLE,
        "repeated": REPEATED,
        "repeats": settings.repeats,
        "runs": settings.runs,
    }
