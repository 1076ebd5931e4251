"""How a record of a file becomes one of ours: every field is there, and each of the kind that it is declared to be."""

import json
from functools import cache
from typing import Any, TypeVar

Record = TypeVar("Record")


def read(kind: type[Record], found: Any) -> Record:
    """A dataclass from plain JSON values; dataclasses within it too. Raises ValueError for values that do not fit.

    Nothing is turned into something else: a whole number may stand where a float is wanted, and a list for a tuple,
    for JSON has no other; a text never stands for a number. What the record has besides is left.

    >>> from attnlab.records import read
    >>> from attnlab.verdicts import Figure
    >>> read(Figure, {"mean": 1, "low": 0.5, "high": 1.5})
    Figure(mean=1.0, low=0.5, high=1.5)
    """
    return _adapter(kind).validate_json(json.dumps(found), strict=True)


def parse(text: str | bytes) -> Any:
    """What JSON says. Raises ValueError where it is none, also for brackets within brackets without end."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("too deep") from None


@cache
def _adapter(kind: type) -> Any:
    from pydantic import TypeAdapter

    return TypeAdapter(kind)
