"""The lab over HTTP, on this machine only: thin messages between the page and the desk."""

import errno
import socket
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any

from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, Response
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.staticfiles import StaticFiles

from attnlab import lab
from attnlab.errors import LabError
from attnlab.views import ErrorView, LookView, ModelView
from attnlab.words import catalogue

HOST = "127.0.0.1"
PORT = 8765
POLICY = "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; frame-ancestors 'none'"
LONGEST_TEXT = 10_000
MOST_EDITS = 200


def page_folder() -> Path:
    """Where the built page lies. Raises LabError where it has not been built."""
    folder = Path(str(files("attnlab") / "page"))
    if not (folder / "index.html").is_file():
        raise LabError("page-missing")
    return folder


def make_app(page: Path | None = None) -> FastAPI:
    """The application; `page` is the folder of the built page, or None for the messages alone."""
    app = FastAPI(title="attnlab", docs_url=None, redoc_url=None)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=[HOST, "localhost"])
    refused: dict[int | str, dict[str, Any]] = {422: {"model": ErrorView, "description": "Something a person can mend"}}

    @app.middleware("http")
    async def guard(request: Request, answer: Callable) -> Response:
        response = await answer(request)
        response.headers["Content-Security-Policy"] = POLICY
        response.headers["X-Content-Type-Options"] = "nosniff"
        response.headers["Referrer-Policy"] = "no-referrer"
        # the page's files carry their hash in their name; everything else is asked for anew
        lasting = request.url.path.startswith("/assets/")
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable" if lasting else "no-cache"
        return response

    @app.exception_handler(LabError)
    async def say(request: Request, fault: LabError) -> Response:
        lang = request.query_params.get("lang", "en")
        known = lang if lang in lab.LANGUAGES else "en"
        return JSONResponse({"message": fault.message, "sentence": fault.say(known)}, status_code=422)

    @app.exception_handler(RequestValidationError)
    async def say_number(request: Request, fault: RequestValidationError) -> Response:
        first = fault.errors()[0]
        name, value = first["loc"][-1], str(first.get("input"))[:80]
        return await say(request, LabError("request-unreadable", name=str(name), value=value))

    @app.get("/api/models", responses=refused)
    def models() -> list[ModelView]:
        return lab.model_views()

    @app.get("/api/look", responses=refused)
    def look(
        model: Annotated[str, Query(max_length=200)] = "names",
        text: Annotated[str, Query(max_length=LONGEST_TEXT)] = "",
        head: Annotated[str | None, Query(max_length=40)] = None,
        query: int | None = None,
        edit: Annotated[list[str] | None, Query(max_length=MOST_EDITS)] = None,
        lang: str = "en",
    ) -> LookView:
        lab.language(lang)
        return lab.look(lab.known_model(model), text, head, query, edit or [])

    @app.get("/words/{lang}.ftl", response_class=PlainTextResponse, responses=refused)
    def words(lang: str) -> PlainTextResponse:
        return PlainTextResponse(catalogue(lab.language(lang)))

    if page is not None:
        app.mount("/", StaticFiles(directory=page, html=True), name="page")
    return app


def take_port(port: int) -> socket.socket:
    """A socket on 127.0.0.1 that is ready to listen; port 0 takes any free one. Raises LabError if it cannot be had."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        made.bind((HOST, port))
        made.listen(128)
    except (OSError, OverflowError) as fault:
        made.close()
        if isinstance(fault, OSError) and fault.errno == errno.EADDRINUSE:
            raise LabError("port-taken", port=str(port), other="0") from None
        reason = getattr(fault, "strerror", None) or str(fault)
        raise LabError("port-refused", port=str(port), reason=reason, other="0") from None
    return made


def serve(listening: socket.socket, ready: Callable[[str], None]) -> None:
    """Serve the page and its messages until interrupted; `ready` is told the address first."""
    import uvicorn

    app = make_app(page_folder())
    ready(f"http://{HOST}:{listening.getsockname()[1]}/")
    server = uvicorn.Server(uvicorn.Config(app, log_level="warning", access_log=False))
    server.run(sockets=[listening])
