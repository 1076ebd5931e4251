"""What the lesson on the soft look-up quotes beside the experiment's figures: the experiment's own settings."""

from typing import Any

from attnlab.experiments.lookup import Settings


def figures() -> dict[str, Any]:
    """How many keys, queries and lost keys there were, and the ends of the temperatures."""
    settings = Settings()
    return {
        "keys": settings.keys,
        "dim": settings.dim,
        "queries": settings.queries,
        "lost": settings.tasks,
        "steps": settings.steps,
        "coldest": min(settings.temperatures),
        "hottest": int(max(settings.temperatures)),
    }
