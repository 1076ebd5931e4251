"""The beams of one query, over HTTP."""

from typing import Annotated

from fastapi import APIRouter, Query

from attnlab import beams, lab
from attnlab.beams import BeamsView
from attnlab.server.wishes import LONGEST_TEXT, MOST_EDITS, REFUSED, ModelName


def beams_routes() -> APIRouter:
    """What the place of beams asks for."""
    router = APIRouter(responses=REFUSED)

    @router.get("/api/beams")
    def see_beams(
        text: Annotated[str, Query(max_length=LONGEST_TEXT)],
        model: ModelName = "names",
        head: Annotated[str | None, Query(max_length=40)] = None,
        query: int | None = None,
        edit: Annotated[list[str] | None, Query(max_length=MOST_EDITS)] = None,
        key: int | None = None,
        lang: str = "en",
    ) -> BeamsView:
        lab.language(lang)
        return beams.beams(lab.known_model(model), text, head, query, edit or [], key)

    return router
