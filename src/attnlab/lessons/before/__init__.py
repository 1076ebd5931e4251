"""What the lesson on attention before neural networks quotes: the settings of the experiment, and of its exercises."""

from typing import Any

from attnlab.experiments.novelty import Settings

ANGLE, REPEATED = 60, 2
"""The exercises: degrees between two tones, and how often a tone was repeated."""


def figures() -> dict[str, Any]:
    """The memory as the experiment has it, and what the exercises are given."""
    settings = Settings()
    return {
        "sharpness": int(settings.sharpness),
        "alarm": int(settings.alarm),
        "angle": ANGLE,
        "repeated": REPEATED,
        "repeats": settings.repeats,
        "runs": settings.runs,
    }
