"""A trace in JupyterLab, offline: it shows itself, Python and the reader share its state, an opened file shows it."""

import json
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from notebook_fixtures import as_written, cells, ground, offline, own_places, served
from page_fixtures import eventually

import attnlab
from attnlab.words import number, say

TOKEN = "known"
ASKS_NOTHING = (
    "--LabApp.news_url=None",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.extension_manager=readonly",
)
TRACE = 'import attnlab\nmodel = attnlab.load("names")\nrun = attnlab.trace(model, "anna")\n'


class Lab(NamedTuple):
    address: str
    folder: Path

    def ask(self, path: str, method: str = "GET") -> Any:
        request = urllib.request.Request(
            f"{self.address}api/{path}", method=method, headers={"Authorization": f"token {TOKEN}"}
        )
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read() or "null")

    def end_kernels(self) -> None:
        for kernel in self.ask("kernels"):
            self.ask(f"kernels/{kernel['id']}", "DELETE")


@pytest.fixture(scope="module")
def lab(need, tmp_path_factory) -> Iterator[Lab]:
    """A JupyterLab with settings of its own."""
    need("jupyterlab")
    need("anywidget")
    folder = tmp_path_factory.mktemp("jupyter")
    where = own_places(folder)
    (folder / "work").mkdir()
    quiet = Path(where["JUPYTER_CONFIG_DIR"]) / "labconfig"
    quiet.mkdir()
    announcements = {"disabledExtensions": {"@jupyterlab/apputils-extension:announcements": True}}
    (quiet / "page_config.json").write_text(json.dumps(announcements))

    def ready() -> str:
        for file in Path(where["JUPYTER_RUNTIME_DIR"]).glob("jpserver-*.json"):
            if text := file.read_text():
                return json.loads(text)["url"]
        return ""

    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", *ASKS_NOTHING),
        *("--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", f"--IdentityProvider.token={TOKEN}"),
        f"--ServerApp.root_dir={folder / 'work'}",
    ]
    with served(command, folder, where, ready) as address:
        yield Lab(address, folder / "work")


class Notebook:
    """An open notebook: its cells are run one at a time, and what they gave is read."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.cells = page.locator(".jp-Notebook .jp-CodeCell")
        self.shown = page.locator("attn-saved")

    def run(self, place: int) -> None:
        self.cells.nth(place).locator(".cm-content").click()
        self.page.keyboard.press("Control+Enter")

    def menu(self, name: str, *items: str) -> None:
        self.page.get_by_role("menuitem", name=name, exact=True).click()
        for item in items:
            self.page.locator(".lm-Menu-item", has_text=item).first.click()

    def save(self) -> None:
        self.page.locator("[data-command='docmanager:save']").click()
        self.page.wait_for_timeout(200)

    def printed(self, place: int) -> str:
        return "\n".join(self.cells.nth(place).locator(".jp-OutputArea-output").all_inner_texts()).strip()

    def gives(self, place: int, wanted: str) -> None:
        """The cell is run again and again until it gives this: what a reader did takes a moment to arrive."""
        eventually(lambda: self.run(place) or self.page.wait_for_timeout(150) or self.printed(place), lambda: wanted)


@pytest.fixture
def opened(lab: Lab, browser: Any) -> Iterator[Callable[..., Any]]:
    """Opens a notebook of these cells, or one that is there; its kernel ends with it."""

    @contextmanager
    def open_notebook(name: str, *sources: str) -> Iterator[Notebook]:
        if sources:
            kernel = {"kernelspec": {"name": "python3", "display_name": "Python 3", "language": "python"}}
            code = [
                {"cell_type": "code", "id": f"c{place}", "metadata": {}, "outputs": [], "execution_count": None}
                | {"source": source}
                for place, source in enumerate(sources)
            ]
            made = {"nbformat": 4, "nbformat_minor": 5, "metadata": kernel, "cells": code}
            (lab.folder / name).write_text(json.dumps(made))
        with offline(browser) as page:
            page.goto(f"{lab.address}lab/tree/{name}?token={TOKEN}&reset")
            page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
            yield Notebook(page)
        lab.end_kernels()

    yield open_notebook
    lab.end_kernels()


def test_what_is_picked_in_a_widget_is_read_in_python_and_what_python_sets_moves_it(names, opened):
    sources = (
        TRACE + "shown = run.widget()\nshown",
        "shown.head, shown.query, shown.edits",
        'shown.head = "0.1"\nshown.query = -3\nshown.edits = [attnlab.Cut(attnlab.Site(0), head=1, query=4, key=2)]',
        "made = attnlab.effect(model, 'anna', shown.edits)\nmade.before, made.after, made.moved",
    )
    with opened("both.ipynb", *sources) as notebook:
        page, shown = notebook.page, notebook.shown
        notebook.run(0)
        shown.wait_for()
        assert cells(shown) == as_written(attnlab.trace(names, "anna").map(0, 0))

        shown.locator("attn-heads [data-head='0.3']").click()
        notebook.gives(1, "('0.3', 4, [])")
        shown.locator("attn-heads [data-head='0.3']").focus()
        page.keyboard.press("ArrowLeft")
        for key in "ddx":  # where the notebook hears them it deletes the cell, then cuts the next
            page.keyboard.press(key)
        shown.locator("attn-tokens [aria-checked='true']").focus()
        page.keyboard.press("ArrowLeft")
        notebook.gives(1, "('0.2', 3, [])")
        assert notebook.cells.count() == len(sources)

        shown.locator("attn-map [data-cell='4>3']").click()
        page.keyboard.press("d")
        notebook.gives(1, "('0.2', 3, ['drop 0.2:4>3'])")
        made = attnlab.effect(names, "anna", "drop 0.2:4>3")
        notebook.gives(3, str((made.before, made.after, made.moved)))
        assert notebook.cells.count() == len(sources)

        notebook.run(2)
        after = attnlab.trace(names, "anna", "cut 0.1:4>2")
        eventually(lambda: cells(shown), lambda: as_written(after.map(0, 1)))
        eventually(
            lambda: shown.locator("attn-tokens [aria-checked='true']").get_attribute("data-position"), lambda: "2"
        )
        assert shown.locator("#map-title").inner_text() == say("page-head-title", "en", head="0.1")
        made = attnlab.effect(names, "anna", "cut 0.1:4>2")
        notebook.gives(3, str((made.before, made.after, made.moved)))


def test_a_trace_and_a_map_show_themselves_and_are_there_when_the_notebook_is_opened_again(names, opened, lab):
    wanted = [as_written(attnlab.trace(names, "anna").map(0, head)) for head in (0, 3)]
    with opened("again.ipynb", TRACE + "run", "run.map(0, 3)") as notebook:
        notebook.menu("Run", "Run All Cells")
        eventually(lambda: [cells(one) for one in notebook.shown.all()], lambda: wanted)
        assert notebook.page.locator("iframe:visible").count() == 0, "each is shown once"
        assert [ground(one) for one in notebook.shown.all()] == ["light"] * 2
        notebook.menu("Settings", "Theme", "JupyterLab Dark")
        eventually(lambda: [ground(one) for one in notebook.shown.all()], lambda: ["dark"] * 2)
        eventually(lambda: notebook.save() or shown_in(lab.folder / "again.ipynb"), lambda: 2)
    with opened("again.ipynb") as notebook:
        for place in range(2):
            cell = notebook.cells.nth(place)
            cell.locator("iframe").scroll_into_view_if_needed()  # a frame is filled when it is seen
            frame = cell.frame_locator("iframe")
            frame.locator("attn-tokens").wait_for()
            assert cells(frame) == wanted[place]
            assert frame.locator("attn-saved").evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
            assert cell.get_by_text("model not found").is_hidden()


def test_a_map_of_effects_shows_itself_and_its_head_is_picked_on_either_side(names, opened):
    sources = (
        TRACE + 'made = attnlab.effect_map(model, "anna", query="all")\nshown = made.widget()\nshown',
        "shown.head, shown.query",
        'shown.head = "0.3"',
        'attnlab.effect(model, "anna", "cut 0.3:4>3")',
    )
    with opened("effects.ipynb", *sources) as notebook:
        found = notebook.page.locator("attn-found")
        notebook.run(0)
        found.locator("attn-survey [data-head='0.2']").click()
        notebook.gives(1, "('0.2', 4)")
        notebook.run(2)
        title = found.locator("#pair-title")
        eventually(title.inner_text, lambda: say("page-effects-pair", "en", head="0.3"))
        notebook.run(3)
        made = attnlab.effect(names, "anna", "cut 0.3:4>3")
        target = notebook.cells.nth(3).locator("attn-next .target dd")
        eventually(lambda: target.all_inner_texts()[:2], lambda: [number(made.before), number(made.after)])
        assert notebook.page.locator("iframe:visible").count() == 0, "each is shown once"


def shown_in(file: Path) -> int:
    """How many cells of a saved notebook have shown something."""
    return sum(bool(cell["outputs"]) for cell in json.loads(file.read_text())["cells"])
