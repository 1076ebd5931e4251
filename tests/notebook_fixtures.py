"""What the tests in real notebooks share: a server of one's own, and a browser that reaches nothing but it.

The notebook's own questions to the network are switched off (news, updates); so nothing at all may be asked for, by it
or by what it shows.
"""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from page_fixtures import PATIENCE, ROOT, missing

from attnlab.words import number

WIDGET = ROOT / "src" / "attnlab" / "page" / "saved" / "widget.js"
KEPT = ("HOME", "IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
XDG = ("XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")


def own_places(folder: Path) -> dict[str, str]:
    """The surroundings of a server that neither reads nor writes a user's settings; its folders are made."""
    rest = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "MARIMO", "XDG"))}
    own = {name: str(folder / name.lower()) for name in (*KEPT, *XDG)}
    for place in own.values():
        Path(place).mkdir()
    return rest | own


@contextmanager
def served(command: list[str], folder: Path, where: dict[str, str], ready: Callable[[], Any]) -> Iterator[Any]:
    """A server from its start, as soon as `ready` gives something, to its end, which comes whatever happens."""
    log = folder / "log.txt"
    with log.open("w") as said:
        server = subprocess.Popen(
            command, cwd=folder, env=where, stdin=subprocess.DEVNULL, stdout=said, stderr=said, start_new_session=True
        )
    try:
        end = time.monotonic() + PATIENCE
        while not (found := ready()):
            assert server.poll() is None and time.monotonic() < end, log.read_text()
            time.sleep(0.05)
        yield found
    finally:
        server.terminate()
        with suppress(subprocess.TimeoutExpired):
            server.wait(20)
        with suppress(ProcessLookupError):  # what it started, and itself where it did not listen
            os.killpg(server.pid, signal.SIGKILL)
        server.wait(20)


@contextmanager
def offline(browser: Any) -> Iterator[Any]:
    """A page that reaches 127.0.0.1 alone. At the end nothing else was asked for and no script had failed."""
    if not WIDGET.is_file():
        missing("the page is not built; ./dev web builds it")
    asked, failed = [], []
    # a frame's colours follow what is around it only where none are set for all
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme="null")
    context.set_default_timeout(PATIENCE * 1000)

    def answer(route: Any) -> None:
        if urlsplit(route.request.url).hostname == "127.0.0.1":
            route.continue_()
        else:
            asked.append(route.request.url)
            route.abort()

    context.route("**/*", answer)
    page = context.new_page()
    page.on("pageerror", lambda error: failed.append(str(error)))
    try:
        yield page
    finally:
        context.close()
    assert (asked, failed) == ([], [])


def cells(shown: Any) -> dict[str, str]:
    """What stands in each cell of the large map of what is shown."""
    return shown.locator("attn-map [data-cell]").evaluate_all(
        "(all) => Object.fromEntries(all.map((one) => [one.dataset.cell, one.innerText.trim()]))"
    )


def as_written(map: Any) -> dict[str, str]:
    """The same of a map in Python."""
    seen = map.state == "visible"
    return {
        f"{query}>{key}": number(float(map.weight[query, key]), "en") if seen[query, key] else ""
        for query in range(len(map.queries))
        for key in range(len(map.keys))
    }


def ground(shown: Any) -> str:
    """Is it drawn light or dark?"""
    return shown.evaluate("(one) => getComputedStyle(one).colorScheme")
