"""What the tests of the page share: a real server, a real browser, and patience.

attnlab is imported inside only: conftest.py reads this file before the shape checks are switched on.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from attnlab.words import Language

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web"
ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
# No measure of speed: a wait ends as soon as what it waits for is there, and machines are shared.
PATIENCE = 45.0


def change(x: float, lang: "Language") -> str:
    """A change as the page writes it: a plus sign where it grows, none where it rounds to nothing."""
    from attnlab.words import number

    size = number(abs(x), lang)
    return size if size == number(0, lang) else number(x, lang) if x < 0 else "+" + size


def eventually(question: Callable[[], Any], answer: Callable[[], Any]) -> None:
    """Both become equal before patience ends; the last difference is shown if they do not."""
    end = time.monotonic() + PATIENCE
    while (found := question()) != (wanted := answer()):
        if time.monotonic() > end:
            assert found == wanted
        time.sleep(0.05)


def missing(reason: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="module")
def bare_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a page that has nothing to do with the real one."""
    folder = tmp_path_factory.mktemp("page")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<!doctype html><title>page</title>")
    (folder / "assets" / "x-123.js").write_text("1")
    return folder


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where a real server serves the built page."""
    if not (ROOT / "src" / "attnlab" / "page" / "index.html").is_file():
        missing("the page is not built; ./dev web builds it")
    command = [sys.executable, "-m", "attnlab", "lab", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        line = server.stdout.readline()
        yield next(word for word in line.split() if word.startswith("http://"))
        server.terminate()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    try:
        from playwright import sync_api as api
    except ModuleNotFoundError:
        missing("playwright is not installed: pip install attnlab[test]")
    found = [path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))]
    if not found:
        missing("no Chromium was found; the page is not tried in a browser")
    with api.sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=found[0], args=ARGUMENTS)
        yield opened
        opened.close()


def listened(context: Any, said: list[str], script: Path | None = None) -> Any:
    """A new page of a context; what its console warns of and what it throws is added to `said`."""
    page = context.new_page()
    if script:
        if not script.is_file():
            missing(f"{script.name} is not installed; ./dev web installs it")
        page.add_init_script(path=script)
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    return page


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Callable[..., Any]]:
    """Opens the page in a new context; at the end the console may have told only of texts that were refused."""
    contexts, said = [], []

    def open_page(search: str = "", ready: str = "", script: Path | None = None, **how: Any) -> Any:
        context = browser.new_context(**{"locale": "en-US", "viewport": {"width": 1280, "height": 900}} | how)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = listened(context, said, script)
        page.goto(address + search)
        page.wait_for_selector(ready or ("attn-check" if "place=check" in search else "attn-map"))
        page.evaluate("new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [line for line in said if "422" not in line and "ERR_FAILED" not in line] == []


def axe_finds_nothing(page: Any) -> None:
    """Nothing that keeps a person out, by axe's rules; the page was opened with its script."""
    # without a preload: from disk it would ask for the style sheets again, which browsers refuse
    # and only what is found is worked out in full
    asked = "{ preload: false, resultTypes: ['violations'] }"
    found = page.evaluate(f"axe.run({asked}).then((result) => result.violations)")
    assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []


def axe_in_both_themes(page: Any, lang: "Language" = "en") -> None:
    """The same, light and dark."""
    from attnlab.words import say

    for theme in ("light", "dark"):
        choose(page, say(f"page-theme-{theme}", lang))
        eventually(lambda: page.evaluate("document.documentElement.dataset.theme"), lambda theme=theme: theme)
        page.wait_for_timeout(300)  # colours fade from one to the other
        axe_finds_nothing(page)


def choose(page: Any, name: str) -> None:
    page.get_by_role("radio", name=name).check()


def button(page: Any, name: str, **how: Any) -> Any:
    return page.get_by_role("button", name=name, **how)
