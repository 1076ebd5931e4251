"""What the lesson on maps and explanations computes for its text: what a verdict is asked with, and an exercise."""

from typing import Any

from attnlab.checks import DRAWS, NEAR, Settings

PS = (0.024, 0.004, 0.41, 0.018)
"""The exercise: what four heads came out with, not corrected."""


def figures() -> dict[str, Any]:
    """The settings of `attnlab.check`, and the p values of the exercise."""
    asked = Settings()
    return {
        "share": asked.share,
        "level": asked.level,
        "texts": asked.least_texts,
        "keys": asked.least_keys,
        "near": NEAR,
        "draws": DRAWS,
        "ps": PS,
    }
