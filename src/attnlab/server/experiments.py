"""Experiments beside the page: what there is, what can run here, runs that are followed, ended and found again."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import BaseModel, Field

from attnlab import lab
from attnlab.errors import LabError
from attnlab.experiments import Inputs, Result, find, run
from attnlab.jobs import Job
from attnlab.results import ExperimentView, ResultView, bounded, experiment_views, ready, result_view
from attnlab.server.wishes import REFUSED
from attnlab.server.work import Work
from attnlab.views import ErrorView
from attnlab.words import Language

MOST_SETTINGS = 30
LONGEST_SETTING = 3000


class RunWish(BaseModel):
    """What the page asks to have run."""

    name: str = Field(max_length=100)
    changes: list[Annotated[str, Field(max_length=LONGEST_SETTING)]] = Field(
        default_factory=list, max_length=MOST_SETTINGS
    )
    """Settings, as `queries=400`; what is not named is as in the small or the full run."""
    seed: int | None = Field(None, ge=0, le=2**31 - 1)
    """None for the experiment's own."""
    small: bool = True
    lang: str = "en"


@dataclass(frozen=True)
class RunAskedView:
    """What a run was asked for."""

    name: str
    changes: tuple[str, ...]
    seed: int
    small: bool


@dataclass(frozen=True)
class RunView:
    """A run and how far it is; its result once it has ended."""

    id: str
    asked: RunAskedView
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    stopping: bool
    done: int
    total: int
    """0 while nothing says how long it will be."""
    seconds: float
    result: ResultView | None
    fault: ErrorView | None


@dataclass(frozen=True)
class TimeView:
    """How long an experiment last took here, with its own settings."""

    name: str
    small: bool
    seconds: float


@dataclass(frozen=True)
class ExperimentsView:
    """All there are, and how long they took."""

    experiments: list[ExperimentView]
    times: list[TimeView]


def make_experiments(work: Work, data: Path | None = None) -> APIRouter:
    """The questions about experiments; `data` is the SMS collection that the server was started with."""
    jobs, router = work.jobs(kept=20), APIRouter()
    took: dict[tuple[str, bool], float] = {}

    def carry_out(asked: RunAskedView, watch: Any) -> Result:
        experiment = find(asked.name)
        inputs = ready(experiment, Inputs(asked.seed, asked.small, data, watch=watch))
        made = run(experiment, inputs, asked.changes)
        if not asked.changes:
            took[asked.name, asked.small] = made.seconds
        return made

    @router.get("/api/experiments", responses=REFUSED)
    def every(lang: str = "en") -> ExperimentsView:
        times = [TimeView(name, small, seconds) for (name, small), seconds in took.items()]
        return ExperimentsView(experiment_views(Inputs(0, data=data), lab.language(lang)), times)

    @router.post("/api/runs", responses=REFUSED)
    def start(wish: RunWish, request: Request) -> RunView:
        lang = request.state.lang = lab.language(wish.lang)
        experiment = find(wish.name)
        bounded(experiment, wish.small, wish.changes)
        seed = experiment.seed if wish.seed is None else wish.seed
        ready(experiment, Inputs(seed, wish.small, data))
        asked = RunAskedView(wish.name, tuple(wish.changes), seed, wish.small)
        return _run_view(jobs.start(lambda watch: carry_out(asked, watch), asked), lang)

    @router.get("/api/runs/{id}", responses=REFUSED)
    def see(id: str, lang: str = "en") -> RunView:
        return _run_view(jobs.find(id), lab.language(lang))

    @router.get("/api/runs/{id}/record", responses=REFUSED, response_class=Response)
    def record(id: str, lang: str = "en") -> Response:
        lab.language(lang)
        job = jobs.find(id)
        if job.result is None:
            raise LabError("run-not-done")
        return Response(job.result.to_json() + "\n", media_type="application/json")

    @router.delete("/api/runs/{id}", responses=REFUSED)
    def cancel(id: str, lang: str = "en") -> RunView:
        return _run_view(jobs.cancel(id), lab.language(lang))

    return router


def _run_view(job: Job, lang: Language) -> RunView:
    fault = None if job.fault is None else ErrorView(job.fault.message, job.fault.say(lang))
    result = None if job.result is None else result_view(job.result, lang)
    return RunView(
        job.id, job.asked, job.state, job.stopping, job.done, job.total, round(job.seconds, 1), result, fault
    )
