"""What the page may ask for, and the bounds of it."""

from typing import Annotated, Any

from fastapi import Query
from pydantic import BaseModel, Field

from attnlab.texts import COUNT
from attnlab.views import ErrorView

LONGEST_TEXT = 10_000
LONGEST_PASTE = 500_000
MOST_EDITS = 200
MOST_TEXTS = 2000
LONGEST_NAME = 1000
ModelName = Annotated[str, Query(max_length=LONGEST_NAME)]
REFUSED: dict[int | str, dict[str, Any]] = {
    422: {"model": ErrorView, "description": "Something a person can mend"},
    "default": {
        "model": ErrorView,
        "description": "Refused by whose it is, where it comes from, how much or how often",
    },
}
"""What every question may be answered with besides its view."""


class LoadWish(BaseModel):
    """What the page asks to have loaded."""

    name: str = Field(max_length=LONGEST_NAME)
    """A Hugging Face name, a folder or a file."""
    lang: str = "en"


class EffectsWish(BaseModel):
    """Of what the page asks to have the effects measured."""

    model: str = Field(max_length=LONGEST_NAME)
    text: str = Field(max_length=LONGEST_TEXT)
    head: str = Field(max_length=40)
    query: int
    target: str = Field("", max_length=200)
    """As in a check; empty for the model's own answer."""
    every: bool = False
    """All queries of the head, instead of this query of all heads."""
    lang: str = "en"


class CheckWish(BaseModel):
    """What the page asks a check for."""

    model: str = Field("names", max_length=LONGEST_NAME)
    heads: list[Annotated[str, Field(max_length=40)]] | None = Field(None, max_length=1000)
    """Heads such as 0.3; none for all."""
    target: str | None = Field(None, max_length=200)
    texts: str | None = Field(None, max_length=LONGEST_PASTE)
    """One text a line, a target behind a TAB where it is known; none for the model's own."""
    texts_name: str | None = Field(None, max_length=200)
    """The name of the file that the texts come from; none where they were pasted."""
    count: int = Field(COUNT, ge=1, le=MOST_TEXTS)
    """How many of the model's own; of more lines, as many are drawn by the seed."""
    seed: int = Field(0, ge=0, le=2**31 - 1)
    lang: str = "en"
