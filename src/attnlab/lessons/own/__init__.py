"""What the lesson on the reader's own model computes for its text: what a check is asked with where nothing is said."""

from typing import Any

from attnlab.checks import Settings


def figures() -> dict[str, Any]:
    """The defaults of a check."""
    settings = Settings()
    return {"texts": settings.least_texts, "share": settings.share, "level": settings.level}
