"""What the place Generate asks of the desk."""

from functools import partial

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from attnlab import continuations, lab
from attnlab.continuations import MOST_NEW, MOST_TEMPERATURE, ContinuationJobView
from attnlab.jobs import Job
from attnlab.server.wishes import LONGEST_NAME, LONGEST_TEXT, REFUSED
from attnlab.server.work import Work
from attnlab.views import ErrorView
from attnlab.words import Language


class GenerateWish(BaseModel):
    """What the page asks to have gone on with."""

    model: str = Field(max_length=LONGEST_NAME)
    text: str = Field(max_length=LONGEST_TEXT)
    head: str | None = Field(None, max_length=40)
    count: int = Field(1, ge=1, le=MOST_NEW)
    """The most new pieces."""
    temperature: float = Field(0.0, ge=0, le=MOST_TEMPERATURE, allow_inf_nan=False)
    """0 for the likeliest at every step."""
    seed: int = Field(0, ge=0, le=2**31 - 1)
    lang: str = "en"


def generate_routes(work: Work) -> APIRouter:
    """Texts gone on with: at once by a model of the package, as a job by a loaded one."""
    routes, running = APIRouter(), work.jobs(kept=6)

    @routes.post("/api/generate", responses=REFUSED)
    def start(wish: GenerateWish, request: Request) -> ContinuationJobView:
        lang = request.state.lang = lab.language(wish.lang)
        asked = continuations.plan(wish.model, wish.text, wish.head, wish.count, wish.temperature, wish.seed)
        if continuations.is_quick(asked):
            made = continuations.go_on(asked)
            return ContinuationJobView("", asked, "done", False, len(made.new), len(made.new), made, None)
        return _view(running.start(partial(continuations.go_on, asked), asked), lang)

    @routes.get("/api/generate/{id}", responses=REFUSED)
    def see(id: str, lang: str = "en") -> ContinuationJobView:
        return _view(running.find(id), lab.language(lang))

    @routes.delete("/api/generate/{id}", responses=REFUSED)
    def cancel(id: str, lang: str = "en") -> ContinuationJobView:
        return _view(running.cancel(id), lab.language(lang))

    return routes


def _view(job: Job, lang: Language) -> ContinuationJobView:
    fault = None if job.fault is None else ErrorView(job.fault.message, job.fault.say(lang))
    return ContinuationJobView(
        job.id, job.asked, job.state, job.stopping, job.done, job.total, job.result, fault
    )  # fmt: skip
