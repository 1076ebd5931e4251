"""What a configuration costs, beside the page."""

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from attnlab import lab
from attnlab.bills import (
    PASTED,
    PLAIN,
    PresetsView,
    SizeView,
    base_configuration,
    changed_configuration,
    on_page,
    presets,
    size_view,
)
from attnlab.configurations import size
from attnlab.errors import LabError
from attnlab.server.wishes import REFUSED

MOST = 10**12
LONGEST_CONFIG = 200_000
Value = Annotated[int, Field(ge=-MOST, le=MOST)] | bool | Annotated[str, Field(max_length=40)]
Key = Annotated[str, Field(max_length=40)]


class SizeWish(BaseModel):
    """A configuration: what it begins with, and what is changed in it."""

    base: str = Field(PLAIN, max_length=100)
    """A preset, or `pasted`."""
    config: str = Field("", max_length=LONGEST_CONFIG)
    """The text of a config.json, for `pasted`."""
    changes: dict[Key, Value | Annotated[list[Key], Field(max_length=20)] | None] = Field(
        default_factory=dict, max_length=40
    )
    """Fields of a Configuration."""
    length: int | None = Field(None, ge=1, le=10**9)
    """Pieces of a text; None for the model's context up to 2,048."""
    batch: int = Field(1, ge=1, le=10**6)
    dtype: str = Field("bfloat16", max_length=40)
    cache_dtype: str | None = Field(None, max_length=40)
    lang: str = "en"


def make_sizes() -> APIRouter:
    """The questions about sizes."""
    router = APIRouter()

    @router.get("/api/size", responses=REFUSED)
    def known(lang: str = "en") -> PresetsView:
        lab.language(lang)
        return presets()

    @router.post("/api/size", responses=REFUSED)
    def count(wish: SizeWish, request: Request) -> SizeView:
        lang = request.state.lang = lab.language(wish.lang)
        try:
            config = changed_configuration(base_configuration(wish.base, wish.config), wish.changes)
            made = size(config, length=wish.length, batch=wish.batch, dtype=wish.dtype, cache_dtype=wish.cache_dtype)
        except LabError as fault:
            raise on_page(fault, lang) from None
        named = wish.base not in (PLAIN, PASTED) and not wish.changes
        return size_view(replace(made, name=wish.base) if named else made, lang)

    return router
