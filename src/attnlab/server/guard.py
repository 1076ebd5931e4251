"""What every request passes before it is answered: whose it is, where it comes from, how large, how many at once.

Each refusal is a sentence in the language of who asks, with the status that its standard gives it (RFC 9110, 6585).
"""

import asyncio
import ipaddress
import os
import re
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from babel.core import negotiate_locale
from fastapi.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.datastructures import Headers
from starlette.types import Message, Receive, Scope, Send

from attnlab.errors import LabError
from attnlab.jobs import CALLER, Caller, Pages
from attnlab.server.door import Door, door_page
from attnlab.words import LANGUAGES, Language

STATUS = {
    "address-unknown": 404,
    "method-refused": 405,
    "body-late": 408,
    "body-too-large": 413,
    "code-missing": 401,
    "code-wrong": 403,
    "code-wrong-often": 429,
    "door-full": 503,
    "host-foreign": 421,
    "jobs-full": 503,
    "jobs-yours": 429,
    "models-read-only": 403,
    "origin-foreign": 403,
    "request-unclear": 400,
    "requests-yours": 429,
    "server-busy": 503,
    "server-crashed": 500,
}
"""Of what is refused; 422 for the rest, which is about what was asked for."""
AGAIN_S = {408: 1, 429: 5, 503: 2}
"""After how many seconds who was refused may ask again."""
POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "style-src-attr 'unsafe-inline'",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
SAID = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
PAGE = "x-attnlab-page"
"""The header in which a page says which it is."""
LONGEST_PAGE = 64
LIGHT = frozenset({"models", "loads", "checks", "experiments", "runs", "here", "leave"})
"""What computes nothing while it is answered, at most begins a job."""
PORT = re.compile(r":\d{1,5}$")
LOOPBACK = frozenset({"127.0.0.1", "localhost", "[::1]"})


@dataclass(frozen=True)
class Limits:
    """How much may be asked for; what is over it is refused in words."""

    body: int = 4 * 2**20
    """Bytes of what comes with a request."""
    body_s: float = 30.0
    """Within which it must have come."""
    at_once: int = max(2, os.cpu_count() or 1)
    """Requests that are computed at one time."""
    waiting: int = 256
    """Requests that may wait for that."""
    patience_s: float = 30.0
    """How long one waits."""
    requests_each: int | None = None
    """Requests of one user that are being answered or wait."""
    jobs_each: int | None = None
    """Jobs of one user and kind that have not ended."""
    jobs_at_once: int = 1
    """Jobs of one kind that run at one time."""
    jobs_waiting: int = 8
    """Checks that may wait; of other kinds of jobs half as many."""
    job_s: float | None = None
    """How long one job may run."""


OWN = Limits()
"""Of a lab on one's own machine."""
CLASS = Limits(requests_each=16, jobs_each=2, jobs_at_once=2, jobs_waiting=64, job_s=600.0)
"""Of a lab that is shared."""


class Guard:
    """Around the application: it answers what must not reach it, and says of each answer what a browser may do."""

    def __init__(
        self, app: Any, *, limits: Limits, pages: Pages, door: Door | None = None, names: tuple[str, ...] = ()
    ) -> None:
        """With a `door` the lab is shared, and may be called by its addresses, its machine's name and `names`."""
        self._app, self._limits, self._pages, self._door = app, limits, pages, door
        own = socket.gethostname().lower()
        self._names = LOOPBACK | ({own, f"{own}.local", *(one.lower() for one in names)} if door else set())
        self._turns = asyncio.Semaphore(limits.at_once)
        self._waiting = 0
        self._asking: dict[str, int] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        if scope["type"] != "http":
            return None if scope["type"] == "websocket" else await self._app(scope, receive, send)
        headers, begun = Headers(scope=scope), False

        async def tell(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        dressed = _dressed(scope["path"], tell)
        try:
            user = self._come_in(scope, headers)
            if isinstance(user, Response):
                return await user(scope, receive, dressed)
            await self._let(Caller(user, headers.get(PAGE, "")[:LONGEST_PAGE]), scope, headers, receive, dressed)
        except LabError as fault:
            await refusal(fault, language_of(scope))(scope, receive, dressed)
        except asyncio.CancelledError:  # the lab ends, and this took longer than it waits
            if not begun:
                await refusal(LabError("server-busy"), language_of(scope))(scope, receive, dressed)
        except Exception:
            if not begun:
                await refusal(LabError("server-crashed"), language_of(scope))(scope, receive, dressed)
            raise  # a fault of ours: the terminal prints it

    def _come_in(self, scope: Scope, headers: Headers) -> str | Response:
        """Whose request it is, or the answer where it goes no further."""
        host = headers.get("host", "")
        if not self._is_own(host):
            raise LabError("host-foreign", host=host[:100])
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        if "content-length" in headers and "transfer-encoding" in headers:
            raise LabError("request-unclear")  # where one request ends and the next begins is read in two ways
        if origin is not None and origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}"):
            raise LabError("origin-foreign", origin=origin[:100])
        if scope["path"].startswith("/api/") and site not in ("same-origin", "none"):
            raise LabError("origin-foreign", origin=site[:100])
        return "" if self._door is None else self._through(self._door, scope, headers)

    def _is_own(self, host: str) -> bool:
        """A name that leads elsewhere, or led there a moment ago, is somebody's who would read our answers."""
        name = PORT.sub("", host.lower())
        if name in self._names:
            return True
        try:  # who comes by an address was led here by no name
            return self._door is not None and ipaddress.ip_address(name.strip("[]")) is not None
        except ValueError:
            return False

    def _through(self, door: Door, scope: Scope, headers: Headers) -> str | Response:
        client = (scope.get("client") or ("",))[0]
        asked = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        given = next((value for name, value in asked if name == "code"), None)
        wants_page = scope["method"] in ("GET", "HEAD") and not scope["path"].startswith(("/api/", "/words/"))
        try:
            if wants_page and given is not None:
                left = urlencode([(name, value) for name, value in asked if name != "code"])
                # a path of two slashes would lead to another machine
                place = "/" + scope["path"].lstrip("/") + (f"?{left}" if left else "")
                answer = RedirectResponse(place, status_code=303)
                if not door.is_in(headers.get("cookie", "")):  # who opens the link again stays who that is
                    made = door.enter(given, client)
                    answer.set_cookie(door.cookie, made, max_age=door.lasts, httponly=True, samesite="lax")
                return answer
            return door.who(headers.get("cookie", ""), headers.get("authorization", ""), client)
        except LabError as fault:
            if not wants_page:
                raise
            lang = language_of(scope)
            kept = [(name, value) for name, value in asked if name != "code"]
            page = HTMLResponse(door_page(fault, lang, kept), STATUS[fault.message], {"Content-Language": lang})
            if fault.message == "code-wrong-often":
                page.headers["Retry-After"] = str(door.rest_s)
            return page

    async def _let(self, caller: Caller, scope: Scope, headers: Headers, receive: Receive, send: Send) -> None:
        """Hand the request on with its body, once it is its turn."""
        self._pages.hear(caller)
        most, asking = self._limits.requests_each, self._asking.get(caller.user, 0)
        if most is not None and asking >= most:
            raise LabError("requests-yours", most=most)
        self._asking[caller.user] = asking + 1
        known = CALLER.set(caller)
        try:
            body = await self._body(headers, receive)
            if body is not None:
                given: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
                await self._in_turn(scope, receive, lambda: _next(given, receive), send)
        finally:
            CALLER.reset(known)
            self._asking[caller.user] -= 1
            if not self._asking[caller.user]:
                del self._asking[caller.user]

    async def _body(self, headers: Headers, receive: Receive) -> bytes | None:
        """All that comes with a request, or None where who asked has gone."""
        most = self._limits.body
        told = headers.get("content-length", "0")
        if told.isdigit() and int(told) > most:
            raise LabError("body-too-large", most=_megabytes(most))
        body = bytearray()
        try:
            async with asyncio.timeout(self._limits.body_s):
                while True:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        return None
                    body += message.get("body", b"")
                    if len(body) > most:
                        raise LabError("body-too-large", most=_megabytes(most))
                    if not message.get("more_body"):
                        return bytes(body)
        except TimeoutError:
            raise LabError("body-late", seconds=round(self._limits.body_s)) from None

    async def _in_turn(self, scope: Scope, gone: Receive, receive: Receive, send: Send) -> None:
        if not _is_heavy(scope["path"]):
            return await self._app(scope, receive, send)
        if not await self._turn(gone):
            return None
        held = True

        async def let_go(message: Message) -> None:
            """What was computed is on its way: who reads it slowly keeps nobody waiting."""
            nonlocal held
            if held and message["type"] == "http.response.start":
                held = False
                self._turns.release()
            await send(message)

        try:
            await self._app(scope, receive, let_go)
        finally:
            if held:
                self._turns.release()

    async def _turn(self, receive: Receive) -> bool:
        """Wait for a turn; False where who asked has gone meanwhile."""
        if not self._turns.locked():
            return await self._turns.acquire()
        if self._waiting >= self._limits.waiting:
            raise LabError("server-busy")
        self._waiting += 1
        turn, gone = asyncio.ensure_future(self._turns.acquire()), asyncio.ensure_future(receive())
        try:
            await asyncio.wait({turn, gone}, timeout=self._limits.patience_s, return_when=asyncio.FIRST_COMPLETED)
            if turn.done() and not gone.done():
                return True
            if gone.done():
                self._give_back(turn)
                return False
            self._give_back(turn)
            raise LabError("server-busy")
        except asyncio.CancelledError:
            self._give_back(turn)
            raise
        finally:
            self._waiting -= 1
            gone.cancel()

    def _give_back(self, turn: "asyncio.Future[Any]") -> None:
        if turn.done() and not turn.cancelled():
            self._turns.release()
        else:
            turn.cancel()


def language_of(scope: Scope) -> Language:
    """What a request asks to be answered in: by its address, or as the browser of who asks is set."""
    asked = dict(parse_qsl(scope["query_string"].decode("latin-1"))).get("lang")
    found = negotiate_locale(_wanted(Headers(scope=scope).get("accept-language", "")[:500]), LANGUAGES, sep="-")
    known: dict[str | None, Language] = {one: one for one in LANGUAGES}
    return known.get(asked) or known.get(found) or "en"


def _wanted(said: str) -> list[str]:
    """The languages of Accept-Language, the most wanted first; those that are not wanted at all are left out."""
    found: list[tuple[float, str]] = []
    for one in said.split(","):
        name, _, weight = one.partition(";")
        number = weight.strip().removeprefix("q=")
        wish = float(number) if re.fullmatch(r"[01](\.\d{0,3})?", number) else 1.0
        if name.strip() and wish:
            found.append((wish, name.strip().lower()))
    return [name for _, name in sorted(found, key=lambda one: -one[0])]


def refusal(fault: LabError, lang: Language) -> Response:
    """A refusal as it is sent."""
    status = STATUS.get(fault.message, 422)
    headers = {"Retry-After": str(AGAIN_S[status])} if status in AGAIN_S else {}
    if status in (400, 408, 413):
        headers["Connection"] = "close"  # what is still to come is not read
    return JSONResponse({"message": fault.message, "sentence": fault.say(lang)}, status, headers)


def _is_heavy(path: str) -> bool:
    parts = path.split("/")
    return parts[1:2] == ["api"] and (parts[2] if len(parts) > 2 else "") not in LIGHT


def _megabytes(bytes: int) -> float:
    return bytes / 2**20


async def _next(given: list[Message], receive: Receive) -> Message:
    return given.pop() if given else await receive()


def _dressed(path: str, send: Send) -> Send:
    # the page's files carry their hash in their name; everything else is asked for anew
    lasting = path.startswith("/assets/")
    kept = "public, max-age=31536000, immutable" if lasting else "no-cache"
    said = [(name.lower().encode(), value.encode()) for name, value in (SAID | {"Cache-Control": kept}).items()]

    async def dressed(message: Message) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message.get("headers", []), *said]}
        await send(message)

    return dressed
