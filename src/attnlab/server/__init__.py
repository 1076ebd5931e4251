"""The lab over HTTP: thin messages between the page and the desk, on this machine only unless it is shared."""

import errno
import importlib
import ipaddress
import re
import signal
import socket
import sys
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from attnlab import lab, surveys
from attnlab.checks import Settings
from attnlab.errors import LabError
from attnlab.jobs import CALLER, Caller, Job, Jobs, Pages
from attnlab.reports import Reports
from attnlab.server import atlas
from attnlab.server.beams import beams_routes
from attnlab.server.change import change_routes
from attnlab.server.door import Door, cookie_of, make_code
from attnlab.server.experiments import make_experiments
from attnlab.server.generate import generate_routes
from attnlab.server.guard import CLASS, OWN, POLICY, Guard, Limits, language_of, refusal
from attnlab.server.lessons import lessons_routes
from attnlab.server.results import make_results
from attnlab.server.size import make_sizes
from attnlab.server.wishes import (
    LONGEST_TEXT,
    MOST_EDITS,
    REFUSED,
    CheckWish,
    EffectsWish,
    LoadWish,
    ModelName,
)
from attnlab.server.work import Work
from attnlab.shelf import STEPS, clean
from attnlab.surveys import Survey, effects_view
from attnlab.texts import draw_cases, parse_cases
from attnlab.views import (
    AheadOfView,
    AheadView,
    AskedView,
    EffectView,
    ErrorView,
    JobView,
    LoadsView,
    LoadView,
    LookView,
    ModelView,
    SurveyJobView,
)
from attnlab.words import LANGUAGES, Language, catalogue

HOST = "127.0.0.1"
PORT = 8765
EVERYWHERE = "0.0.0.0"
LONGEST_HEAD = 2**18
"""Bytes of a request's head: its address holds a text of 10,000 characters, several bytes each, and its edits."""
ENDS_S = 5
"""Within which requests that are being answered must have been, once the lab is to end."""
__all__ = ["POLICY", "Sharing", "make_app", "page_folder", "serve", "take_port"]


@dataclass(frozen=True)
class Sharing:
    """A lab for a class: who has the code comes in, and the models are those it was started with."""

    code: str
    names: tuple[str, ...] = ()
    """Names by which the machine may be called, besides its own and its addresses."""

    @classmethod
    def new(cls, names: Sequence[str] = ()) -> "Sharing":
        """With a code of its own. Raises LabError for what is no name of a machine."""
        for one in names:
            if not re.fullmatch(r"[\w.-]+", one):
                raise LabError("name-unfit", name=one)
        return cls(make_code(), tuple(names))


def page_folder() -> Path:
    """Where the built page lies. Raises LabError where it has not been built."""
    folder = Path(str(files("attnlab") / "page"))
    if not (folder / "index.html").is_file():
        raise LabError("page-missing")
    return folder


def make_app(
    page: Path | None = None,
    *,
    loading: bool = True,
    data: Path | None = None,
    results: Reports | None = None,
    sharing: Sharing | None = None,
    limits: Limits | None = None,
    pages: Pages | None = None,
) -> FastAPI:
    """The application; `page` is the folder of the built page, or None for the messages alone.

    Without `loading`, and where the lab is shared, the models that are there are all there is. `data` is the SMS
    collection, for experiments; `results` are the folders of sweeps that may be shown.
    """
    limits, pages = limits or (CLASS if sharing else OWN), pages or Pages()
    work = Work(limits, pages)
    app = FastAPI(title="attnlab", docs_url=None, redoc_url=None, lifespan=work.tended)
    door = None if sharing is None else Door(sharing.code, cookie_of(sharing.code))
    names = () if sharing is None else sharing.names
    app.add_middleware(Guard, limits=limits, pages=pages, door=door, names=names)
    jobs, loads, measuring = work.jobs(waiting=limits.jobs_waiting), work.jobs(waiting=2), work.jobs(kept=6)

    def may_change_models() -> None:
        if sharing is not None:
            raise LabError("models-read-only")
        if not loading:
            raise LabError("load-off")

    @app.exception_handler(LabError)
    async def say(request: Request, fault: LabError) -> Response:
        if sharing is not None and fault.message == "model-name-unknown":
            fault = LabError("model-not-shared", **fault.facts)  # a pupil cannot load it
        return refusal(fault, getattr(request.state, "lang", None) or language_of(request.scope))

    @app.exception_handler(HTTPException)
    async def say_status(request: Request, fault: HTTPException) -> Response:
        if fault.status_code == 405:
            return await say(request, LabError("method-refused", method=request.method))
        if fault.status_code == 404:
            return await say(request, LabError("address-unknown", address=request.url.path[:200]))
        return await say(request, LabError("request-no-json"))  # all else that FastAPI itself refuses: no UTF-8

    @app.exception_handler(RequestValidationError)
    async def say_number(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        if first["type"] == "json_invalid":
            return await say(request, LabError("request-no-json"))
        # what cannot be used as a whole has named its language all the same
        if isinstance(fault.body, dict) and fault.body.get("lang") in LANGUAGES:
            request.state.lang = fault.body["lang"]
        name, value, facts = str(first["loc"][-1]), first.get("input"), first.get("ctx") or {}
        if first["type"] in ("too_long", "string_too_long") and isinstance(value, list | str):
            most, is_text = facts["max_length"], isinstance(value, str)
            return await say(
                request,
                LabError("request-too-long" if is_text else "request-too-many", name=name, found=len(value), most=most),
            )
        name, value = first["loc"][-1], str(value)[:80]
        return await say(request, LabError("request-unreadable", name=str(name), value=value))

    @app.post("/api/here", status_code=204, responses=REFUSED)
    def here() -> None:
        """An open page says that it is open; the guard has heard which."""

    @app.post("/api/leave", status_code=204, responses=REFUSED)
    def leave(page: Annotated[str, Query(max_length=64)]) -> None:
        """A page that is being closed takes leave."""
        pages.leave(Caller(CALLER.get().user, page))

    @app.get("/api/models", responses=REFUSED)
    def models() -> list[ModelView]:
        return lab.model_views()

    @app.delete("/api/models", responses=REFUSED)
    def unload(model: ModelName, lang: str = "en") -> list[ModelView]:
        lab.language(lang)
        if sharing is not None:
            raise LabError("models-read-only")
        lab.unload_model(model)
        return lab.model_views()

    @app.get("/api/loads", responses=REFUSED)
    def see_loads(lang: str = "en") -> LoadsView:
        known = lab.language(lang)
        shared = sharing is not None
        return LoadsView(loading and not shared, shared, [_load_view(job, known) for job in loads.every()])

    @app.post("/api/loads", responses=REFUSED)
    def start_load(wish: LoadWish, request: Request) -> LoadView:
        lang = request.state.lang = lab.language(wish.lang)
        may_change_models()
        name = clean(wish.name)
        lab.SHELF.refuse(name)
        return _load_view(loads.start(lambda watch: lab.load_model(name, watch), name), lang)

    @app.post("/api/loads/ahead", responses=REFUSED)
    def see_ahead(wish: LoadWish, request: Request) -> AheadView:
        request.state.lang = lab.language(wish.lang)
        may_change_models()
        return lab.ahead(wish.name)

    @app.get("/api/loads/{id}", responses=REFUSED)
    def see_load(id: str, lang: str = "en") -> LoadView:
        return _load_view(loads.find(id), lab.language(lang))

    @app.delete("/api/loads/{id}", responses=REFUSED)
    def cancel_load(id: str, lang: str = "en") -> LoadView:
        return _load_view(loads.cancel(id), lab.language(lang))

    @app.get("/api/look", responses=REFUSED)
    def look(
        model: ModelName = "names",
        text: Annotated[str, Query(max_length=LONGEST_TEXT)] = "",
        head: Annotated[str | None, Query(max_length=40)] = None,
        query: int | None = None,
        edit: Annotated[list[str] | None, Query(max_length=MOST_EDITS)] = None,
        lenient: bool = False,
        lang: str = "en",
    ) -> LookView:
        lab.language(lang)
        return lab.look(lab.known_model(model), text, head, query, edit or [], lenient=lenient)

    @app.get("/api/row-effects", responses=REFUSED)
    def row_effects(
        model: ModelName,
        text: Annotated[str, Query(max_length=LONGEST_TEXT)],
        head: Annotated[str, Query(max_length=40)],
        query: int,
        key: Annotated[list[int], Query(max_length=lab.MOST_KEYS)],
        edit: Annotated[list[str] | None, Query(max_length=MOST_EDITS)] = None,
        lang: str = "en",
    ) -> list[EffectView]:
        lab.language(lang)
        return lab.row_effects(lab.known_model(model), text, head, query, edit or [], key)

    @app.post("/api/effects", responses=REFUSED)
    def start_effects(wish: EffectsWish, request: Request) -> SurveyJobView:
        lang = request.state.lang = lab.language(wish.lang)
        survey = surveys.plan(wish.model, wish.text, wish.head, wish.query, wish.target, wish.every)
        if surveys.is_quick(survey):
            made = effects_view(surveys.measure(survey))
            assert made is not None
            return SurveyJobView("", survey.view(), "done", False, made.measured, made.edges, made, None)
        return _survey_view(measuring.start(partial(surveys.measure, survey), survey), None, lang)

    @app.get("/api/effects/{id}", responses=REFUSED)
    def see_effects(
        id: str, head: Annotated[str | None, Query(max_length=40)] = None, lang: str = "en"
    ) -> SurveyJobView:
        return _survey_view(measuring.find(id), head, lab.language(lang))

    @app.delete("/api/effects/{id}", responses=REFUSED)
    def cancel_effects(
        id: str, head: Annotated[str | None, Query(max_length=40)] = None, lang: str = "en"
    ) -> SurveyJobView:
        return _survey_view(measuring.cancel(id), head, lab.language(lang))

    @app.post("/api/checks", responses=REFUSED)
    def start_check(wish: CheckWish, request: Request) -> JobView:
        lang = request.state.lang = lab.language(wish.lang)
        model = lab.known_model(wish.model)
        cases = None if wish.texts is None else parse_cases(wish.texts)
        if cases is not None and not cases:
            raise LabError("texts-none-pasted")
        cases = cases and draw_cases(cases, wish.count, wish.seed)
        name = "texts-own" if cases is None else (wish.texts_name or "texts-pasted")
        settings = Settings(target=wish.target or "top", seed=wish.seed)
        count = wish.count if cases is None else len(cases)
        measured: dict[int, Any] = {}
        job = jobs.start(
            lambda watch: lab.run_check(
                model,
                wish.heads,
                cases,
                texts_name=name,
                count=count,
                settings=settings,
                watch=watch,
                measured=measured,
            ),
            AskedView(wish.model, model.name, wish.heads, settings.target, name, count, wish.seed),
        )
        return _job_view(job, lang, jobs)

    @app.post("/api/checks/{id}/resume", responses=REFUSED)
    def resume_check(id: str, lang: str = "en") -> JobView:
        """Go on with a check that was cancelled: what was measured is not measured again."""
        known = lab.language(lang)
        return _job_view(jobs.resume(id), known, jobs)

    @app.get("/api/checks/{id}", responses=REFUSED)
    def see_check(id: str, lang: str = "en") -> JobView:
        return _job_view(jobs.find(id), lab.language(lang), jobs)

    @app.get("/api/checks/{id}/record", responses=REFUSED, response_class=Response)
    def give_record(id: str, lang: str = "en") -> Response:
        job = jobs.find(id)
        if job.result is None:
            raise LabError("job-not-done")
        return Response(job.result.to_json() + "\n", media_type="application/json")

    @app.delete("/api/checks/{id}", responses=REFUSED)
    def cancel_check(id: str, lang: str = "en") -> JobView:
        return _job_view(jobs.cancel(id), lab.language(lang), jobs)

    app.include_router(atlas.routes())
    app.include_router(make_experiments(work, data))
    app.include_router(make_sizes())
    app.include_router(make_results(results or Reports()))

    @app.get("/words/{lang}.ftl", response_class=Response, responses=REFUSED | {200: {"content": {"text/plain": {}}}})
    def words(lang: str) -> PlainTextResponse:
        return PlainTextResponse(catalogue(lab.language(lang)))

    app.include_router(beams_routes())

    app.include_router(change_routes())
    app.include_router(generate_routes(work))
    app.include_router(lessons_routes())
    if page is not None:
        app.mount("/", StaticFiles(directory=page, html=True), name="page")
    return app


def _load_view(job: Job, lang: Language) -> LoadView:
    fault = None if job.fault is None else ErrorView(job.fault.message, job.fault.say(lang))
    step = "done" if job.state == "done" or job.done >= len(STEPS) else STEPS[job.done]
    return LoadView(job.id, job.asked, job.state, step, job.stopping, job.seconds, fault)


def _job_view(job: Job, lang: Language, jobs: Jobs) -> JobView:
    running = next((one for one in jobs.every() if one.state == "running"), None) if job.state == "waiting" else None
    ahead = None if running is None else AheadOfView(running.id, running.asked, running.done, running.total)
    fault = None if job.fault is None else ErrorView(job.fault.message, job.fault.say(lang))
    result = None if job.result is None else lab.check_view(job.result, lang)
    return JobView(job.id, job.asked, job.state, job.done, job.total, result, fault, ahead)


def _survey_view(job: Job, head: str | None, lang: Language) -> SurveyJobView:
    survey: Survey = job.asked
    fault = None if job.fault is None else ErrorView(job.fault.message, job.fault.say(lang))
    return SurveyJobView(
        job.id, survey.view(), job.state, job.stopping, job.done, job.total, effects_view(survey, head), fault
    )


def take_port(port: int, address: str = HOST) -> socket.socket:
    """A socket that is ready to listen; port 0 takes any free one. Raises LabError if it cannot be had."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((address, port))
        made.listen(128)
    except (OSError, OverflowError) as fault:
        made.close()
        if isinstance(fault, socket.gaierror) or getattr(fault, "errno", None) == errno.EADDRNOTAVAIL:
            raise LabError("address-refused", address=address) from None
        if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
            raise LabError("port-taken", port=str(port), address=address, other="0") from None
        reason = getattr(fault, "strerror", None) or str(fault)
        raise LabError("port-refused", port=str(port), address=address, reason=reason, other="0") from None
    return made


def is_loopback(address: str) -> bool:
    """True for what only this machine can reach."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def own_address() -> str | None:
    """The address by which this machine's network knows it; None without a network. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        try:
            asked.connect(("192.0.2.1", 9))  # an address that is nobody's (RFC 5737): only the way to it is looked up
            return asked.getsockname()[0]
        except OSError:
            return None


def serve(
    listening: socket.socket,
    ready: Callable[[str], None],
    *,
    loading: bool = True,
    data: Path | None = None,
    results: Reports | None = None,
    sharing: Sharing | None = None,
) -> None:
    """Serve the page and its messages until interrupted or asked to end; `ready` is told the address first.

    Without `loading` the page can load no further models; `data` is the SMS collection, for experiments; `results` are
    the folders of sweeps that may be shown; with `sharing` the lab is a class's.
    """
    import uvicorn

    from attnlab.server.connections import Connection

    if threading.current_thread() is threading.main_thread():
        # it ends as by Ctrl-C, with whatever is to be put in order
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    app = make_app(page_folder(), loading=loading, data=data, results=results, sharing=sharing)
    host, port = listening.getsockname()
    ready(f"http://{(own_address() or socket.gethostname()) if host == EVERYWHERE else host}:{port}/")
    # Before any thread of ours runs: two that import it at once can be given half of it. Who calls now waits.
    importlib.import_module("scipy.stats")
    threading.Thread(target=lab.model_views, daemon=True).start()
    how = uvicorn.Config(
        app, http=Connection, ws="none", log_level="error", access_log=False, server_header=False, proxy_headers=False,
        h11_max_incomplete_event_size=LONGEST_HEAD, timeout_graceful_shutdown=ENDS_S,
    )  # fmt: skip
    uvicorn.Server(how).run(sockets=[listening])
