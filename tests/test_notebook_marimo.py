"""A trace in marimo, offline: it shows itself, and what is picked in it runs the cells that read it again."""

import socket
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from notebook_fixtures import as_written, cells, ground, offline, own_places, served
from page_fixtures import eventually

import attnlab
from attnlab.words import say

SETTINGS = """
[tool.marimo.runtime]
auto_instantiate = true

[tool.marimo.display]
theme = "dark"
"""
NOTEBOOK = """
import marimo

app = marimo.App()


@app.cell
def _():
    import attnlab
    import marimo as mo

    model = attnlab.load("names")
    run = attnlab.trace(model, "anna")
    run
    return attnlab, mo, model, run


@app.cell
def _(run):
    run.map(0, 3)
    return


@app.cell
def _(mo, run):
    shown = mo.ui.anywidget(run.widget())
    moved = mo.ui.run_button(label="move")
    mo.vstack([moved, shown])
    return moved, shown


@app.cell
def _(attnlab, mo, model, shown):
    made = attnlab.effect(model, "anna", shown.edits) if shown.edits else None
    told = (made.before, made.after, made.moved) if made else None
    mo.md(f"<pre>{shown.head} {shown.value['query']} {shown.edits} {told}</pre>")
    return


@app.cell
def _(moved, shown):
    if moved.value:
        shown.head, shown.query, shown.edits = "0.1", 2, ["cut 0.1:4>2"]
    return


if __name__ == "__main__":
    app.run()
"""


@pytest.fixture
def page(need, browser: Any, tmp_path: Path) -> Iterator[Any]:
    """The notebook, open in a marimo with settings of its own."""
    need("marimo")
    need("anywidget")
    where = own_places(tmp_path)
    (tmp_path / "pyproject.toml").write_text(SETTINGS)
    (tmp_path / "notebook.py").write_text(NOTEBOOK)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{free.getsockname()[1]}"

    def ready() -> str:
        try:
            with urllib.request.urlopen(f"{address}/health", timeout=5):
                return address
        except OSError:
            return ""

    command = [
        *(sys.executable, "-m", "marimo", "--quiet", "--yes", "edit", "--headless", "--no-token", "--no-sandbox"),
        *("--skip-update-check", "--host", "127.0.0.1", "--port", address.rpartition(":")[2], "notebook.py"),
    ]
    with served(command, tmp_path, where, ready), offline(browser) as page:
        page.goto(address)
        yield page


def test_a_trace_shows_itself_and_what_either_side_changes_reaches_the_other(names, page):
    run = attnlab.trace(names, "anna")
    saved = page.locator("attn-saved")
    eventually(lambda: [cells(one) for one in saved.all()], lambda: [as_written(run.map(0, k)) for k in (0, 3, 0)])
    assert [ground(one) for one in saved.all()] == ["dark"] * 3

    shown, told = saved.nth(2), page.locator("pre", has_text="0.")
    assert page.locator(".marimo-cell").count() == 5
    eventually(told.inner_text, lambda: "0.0 4 [] None")
    shown.locator("attn-heads [data-head='0.3']").click()
    eventually(told.inner_text, lambda: "0.3 4 [] None")
    page.keyboard.press("ArrowLeft")
    for key in "ddx":
        page.keyboard.press(key)
    eventually(told.inner_text, lambda: "0.2 4 [] None")
    shown.locator("attn-map [data-cell='4>3']").click()
    page.keyboard.press("d")
    made = attnlab.effect(names, "anna", "drop 0.2:4>3")
    eventually(told.inner_text, lambda: f"0.2 4 ['drop 0.2:4>3'] {(made.before, made.after, made.moved)}")
    assert page.locator(".marimo-cell").count() == 5, "no key was a command of the notebook"

    page.get_by_role("button", name="move").click()
    after = attnlab.trace(names, "anna", "cut 0.1:4>2")
    eventually(lambda: cells(shown), lambda: as_written(after.map(0, 1)))
    assert shown.locator("#map-title").inner_text() == say("page-head-title", "en", head="0.1")
    assert shown.locator("attn-tokens [aria-checked='true']").get_attribute("data-position") == "2"
