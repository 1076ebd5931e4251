"""The door of a shared lab: who has its code comes in, and is known by a cookie from then on."""

import hashlib
import html
import secrets
import threading
import time
from http.cookies import CookieError, SimpleCookie

from attnlab.errors import LabError
from attnlab.words import Language, say

LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""Those that nobody takes for another, read from a blackboard."""


def make_code() -> str:
    """A code as it is written on a blackboard: 12 of 31 letters, 59 bits."""
    return "-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(3))


def cookie_of(code: str) -> str:
    """What the cookie of a lab is called: browsers share cookies between the ports of a machine."""
    return f"attnlab-{hashlib.sha256(code.encode()).hexdigest()[:12]}"


class Door:
    """Who may come in. Wrong codes are counted by the address that they come from."""

    def __init__(
        self, code: str, cookie: str = "attnlab", *, lasts: int = 12 * 3600, most: int = 1000, tries: int = 10,
        rest_s: int = 60,
    ) -> None:  # fmt: skip
        """`lasts` and `rest_s` in seconds: how long a cookie does, and how long who tried too often waits."""
        self.cookie, self.lasts, self.rest_s = cookie, lasts, rest_s
        self._code, self._most, self._tries = _plain(code), most, tries
        self._lock = threading.Lock()
        self._users: dict[str, float] = {}  # by what their cookie holds; on `time.monotonic`, until when
        self._wrong: dict[str, list[float]] = {}

    def enter(self, code: str, address: str) -> str:
        """What the cookie of a new user is to hold. Raises LabError for a wrong code, and for too many of them."""
        self._check(code, address)
        made = secrets.token_urlsafe(24)
        with self._lock:
            self._users[made] = time.monotonic() + self.lasts
            now = time.monotonic()
            for one in [one for one, end in self._users.items() if end <= now]:
                del self._users[one]
            for one in list(self._users)[: max(0, len(self._users) - self._most)]:
                del self._users[one]
        return made

    def who(self, cookies: str, authorization: str, address: str) -> str:
        """The user of a request, by its cookie or, of a script, by `Authorization: Bearer CODE` and its address."""
        scheme, _, code = authorization.partition(" ")
        if scheme.lower() == "bearer":
            self._check(code, address)
            return f"bearer {address}"
        held = _held(cookies, self.cookie)
        with self._lock:
            if held is None or self._users.get(held, 0.0) <= time.monotonic():
                raise LabError("code-missing")
            self._users[held] = self._users.pop(held)  # who was here last is forgotten last
        return hashlib.sha256(held.encode()).hexdigest()

    def _check(self, code: str, address: str) -> None:
        now = time.monotonic()
        with self._lock:
            late = [one for one, times in self._wrong.items() if times[-1] <= now - self.rest_s]
            for one in late:
                del self._wrong[one]
            if len(self._wrong.get(address, ())) >= self._tries:
                raise LabError("code-wrong-often", seconds=self.rest_s)
            if not secrets.compare_digest(_plain(code).encode(), self._code.encode()):
                self._wrong.setdefault(address, []).append(now)
                raise LabError("code-wrong")


def door_page(fault: LabError, lang: Language) -> str:
    """What a browser shows who has not come in: why, and where to type the code. No script, and nothing of the lab."""
    label, button, told = say("door-code", lang), say("door-enter", lang), fault.say(lang)
    return f"""<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>attnlab</title>
<main style="max-width: 36rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.6 system-ui, sans-serif">
<h1>attnlab</h1>
<p role="alert">{html.escape(told)}</p>
<form action="/" method="get">
<label>{html.escape(label)}
<input name="code" style="font: inherit; padding: .3rem" autocomplete="off" autocapitalize="none"
spellcheck="false" autofocus required maxlength="100">
</label>
<button style="font: inherit; padding: .3rem .8rem">{html.escape(button)}</button>
</form>
</main>
</html>
"""


def _plain(code: str) -> str:
    return code.strip().lower().replace("-", "").replace(" ", "")[:100]


def _held(cookies: str, name: str) -> str | None:
    try:
        found = SimpleCookie(cookies[:4096]).get(name)
    except CookieError:
        return None
    return None if found is None else found.value
