"""What the place Change asks of the desk."""

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from pydantic import BaseModel, Field

from attnlab import chains, lab
from attnlab.chains import ChainView, QuestionView, ReadView
from attnlab.server.wishes import LONGEST_NAME, LONGEST_TEXT, MOST_EDITS, REFUSED, ModelName

Text = Annotated[str, Query(max_length=LONGEST_TEXT)]
Head = Annotated[str, Query(max_length=40)]


class EditsWish(BaseModel):
    """Edits that the page asks to have read."""

    model: str = Field(max_length=LONGEST_NAME)
    text: str = Field(max_length=LONGEST_TEXT)
    typed: list[Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field([], max_length=MOST_EDITS)
    records: list[dict[str, Any]] = Field([], max_length=MOST_EDITS)
    on: list[Annotated[str, Field(max_length=LONGEST_TEXT)]] = Field([], max_length=MOST_EDITS)
    """Those made already."""
    lang: str = "en"


def change_routes() -> APIRouter:
    """Chains, the three questions, and edits to be read."""
    routes = APIRouter()

    @routes.get("/api/chain", responses=REFUSED)
    def chain(
        model: ModelName,
        text: Text,
        head: Head,
        query: int,
        edit: Annotated[list[str] | None, Query(max_length=MOST_EDITS)] = None,
        lang: str = "en",
    ) -> ChainView:
        return chains.chain(lab.known_model(model), text, head, query, edit or [], lab.language(lang))

    @routes.get("/api/questions", responses=REFUSED)
    def questions(
        model: ModelName, text: Text, head: Head, query: int, key: int, lang: str = "en"
    ) -> list[QuestionView]:
        return chains.questions(lab.known_model(model), text, head, query, key, lab.language(lang))

    @routes.post("/api/edits", responses=REFUSED)
    def read(wish: EditsWish, request: Request) -> ReadView:
        lang = request.state.lang = lab.language(wish.lang)
        return chains.read_edits(lab.known_model(wish.model), wish.text, wish.typed, wish.records, wish.on, lang)

    return routes
