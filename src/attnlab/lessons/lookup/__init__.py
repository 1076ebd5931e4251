"""What the lesson on the soft look-up quotes beside the experiment's figures: the experiment's own settings."""

from typing import Any

from attnlab.experiments.lookup import Settings


def figures() -> dict[str, Any]:
    """How many keys, queries and lost keys there were, and how long was trained."""
    settings = Settings()
    return {
        "keys": settings.keys,
        "queries": settings.queries,
        "lost": settings.tasks,
        "steps": settings.steps,
    }
