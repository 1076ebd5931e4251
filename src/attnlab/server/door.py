"""The door of a shared lab: who has its code comes in, and is known by a cookie from then on."""

import hashlib
import html
import secrets
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
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


@dataclass(frozen=True)
class _User:
    ends: float
    """On `time.monotonic`, as all times here."""
    seen: float
    address: str


class Door:
    """Who may come in. Wrong codes are counted by the address that they come from."""

    def __init__(
        self, code: str, cookie: str = "attnlab", *, lasts: int = 12 * 3600, most: int = 1000, most_each: int = 300,
        idle_s: float = 3600.0, tries: int = 10, rest_s: int = 60,
    ) -> None:  # fmt: skip
        """`lasts`, `idle_s` and `rest_s` in seconds: how long a cookie does, after how long without a request its place
        may be given to another, and how long who tried too often waits. No more than `most` users are inside, and
        `most_each` from one address.
        """
        self.cookie, self.lasts, self.rest_s = cookie, lasts, rest_s
        self._code, self._most, self._each, self._idle, self._tries = _plain(code), most, most_each, idle_s, tries
        self._lock = threading.Lock()
        self._users: dict[str, _User] = {}  # by what their cookie holds, who was here last at the end
        self._wrong: dict[str, list[float]] = {}

    def enter(self, code: str, address: str) -> str:
        """What the cookie of a new user is to hold. Raises LabError for a wrong code, and for too many of them; where
        no more can be inside: who is in stays in.
        """
        self._check(code, address)
        made, now = secrets.token_urlsafe(24), time.monotonic()
        with self._lock:
            for one in [one for one, user in self._users.items() if user.ends <= now]:
                del self._users[one]
            if len(self._users) >= self._most:
                longest = next(iter(self._users))
                if self._users[longest].seen > now - self._idle:
                    raise LabError("door-full")
                del self._users[longest]
            if sum(user.address == address for user in self._users.values()) >= self._each:
                raise LabError("door-full")
            self._users[made] = _User(now + self.lasts, now, address)
        return made

    def is_in(self, cookies: str) -> bool:
        """True for who has come in already."""
        try:
            return bool(self.who(cookies, "", ""))
        except LabError:
            return False

    def who(self, cookies: str, authorization: str, address: str) -> str:
        """The user of a request, by its cookie or, of a script, by `Authorization: Bearer CODE` and its address."""
        scheme, _, code = authorization.partition(" ")
        if scheme.lower() == "bearer":
            self._check(code, address)
            return f"bearer {address}"
        held = _held(cookies, self.cookie)
        with self._lock:
            user, now = self._users.get(held or ""), time.monotonic()
            if held is None or user is None or user.ends <= now:
                raise LabError("code-missing")
            del self._users[held]
            self._users[held] = replace(user, seen=now)
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


def door_page(fault: LabError, lang: Language, asked: Sequence[tuple[str, str]] = ()) -> str:
    """What a browser shows who has not come in: why, and where to type the code. No script, and nothing of the lab.

    The form leads to the same address, with what it `asked`.
    """
    label, button, told = say("door-code", lang), say("door-enter", lang), fault.say(lang)
    kept = "".join(
        f'<input type="hidden" name="{html.escape(name)}" value="{html.escape(value)}">\n' for name, value in asked
    )
    return f"""<!doctype html>
<html lang="{lang}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>attnlab</title>
<main style="max-width: 36rem; margin: 3rem auto; padding: 0 1rem; font: 1.1rem/1.6 system-ui, sans-serif">
<h1>attnlab</h1>
<p role="alert">{html.escape(told)}</p>
<form method="get">
{kept}<label>{html.escape(label)}
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
