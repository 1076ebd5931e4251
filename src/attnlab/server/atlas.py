"""A head's map in tiles, as bytes."""

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response

from attnlab import atlas, lab
from attnlab.server.wishes import LONGEST_TEXT, MOST_EDITS, REFUSED, ModelName


def routes() -> APIRouter:
    """What the page asks for while a person moves over a large map."""
    made = APIRouter(prefix="/api")

    @made.get("/tile", responses=REFUSED, response_class=Response)
    def tile(
        model: ModelName,
        text: Annotated[str, Query(max_length=LONGEST_TEXT)],
        head: Annotated[str, Query(max_length=40)],
        edit: Annotated[list[str] | None, Query(max_length=MOST_EDITS)] = None,
        layer: atlas.Layer = "weight",
        level: Annotated[int, Query(ge=0, lt=atlas.LEVELS)] = 0,
        row: Annotated[int, Query(ge=0, lt=2**16)] = 0,
        column: Annotated[int, Query(ge=0, lt=2**16)] = 0,
        lang: str = "en",
    ) -> Response:
        """128 x 128 values as little-endian float32, then as many bytes: 0 visible, 1 masked, 2 cut, 3 outside."""
        lab.language(lang)
        known = lab.known_model(model)
        values, state = atlas.tile(known, text, head, edit or [], layer=layer, level=level, row=row, column=column)
        return Response(values.astype("<f4").tobytes() + state.tobytes(), media_type="application/octet-stream")

    @made.get("/map", responses=REFUSED, response_class=Response)
    def map(
        model: ModelName,
        text: Annotated[str, Query(max_length=LONGEST_TEXT)],
        head: Annotated[str, Query(max_length=40)],
        edit: Annotated[list[str] | None, Query(max_length=MOST_EDITS)] = None,
        form: Literal["csv", "json"] = "csv",
        lang: str = "en",
    ) -> Response:
        """The map of a head after edits as the library writes it, for a text whose cells a view holds."""
        lab.language(lang)
        found = atlas.whole_map(lab.known_model(model), text, head, edit or [])
        if form == "csv":
            return Response(found.to_csv(), media_type="text/csv; charset=utf-8")
        return Response(found.to_json() + "\n", media_type="application/json")

    return made
