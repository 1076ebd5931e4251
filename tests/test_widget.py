"""A trace in a notebook, from Python: what is set is checked, what is displayed, what there is without anywidget."""

import subprocess
import sys
from pathlib import Path

import pytest
from page_fixtures import missing

import attnlab
from attnlab import widget
from attnlab.errors import LabError

BUILT = Path(attnlab.__file__).parent / "page" / "saved" / "widget.js"


@pytest.fixture(autouse=True)
def built():
    if not BUILT.is_file():
        missing("the page is not built; ./dev web builds it")


@pytest.fixture
def anna(names, need):
    need("anywidget")
    return attnlab.trace(names, "anna").widget()


def test_what_python_sets_is_what_is_kept(anna):
    assert (anna.head, anna.query, anna.edits, anna.theme) == ("0.0", 4, [], "system")
    anna.head = "0.3"
    anna.query = -2
    anna.edits = [attnlab.Cut(attnlab.Site(0), head=3, query=4, key=3), "ablate 0.1"]
    assert (anna.head, anna.query, anna.edits) == ("0.3", 3, ["cut 0.3:4>3", "ablate 0.1"])


def test_what_a_reader_does_arrives_in_python(anna, names):
    heard = []
    anna.observe(lambda change: heard.append((change["name"], change["new"])), ["head", "query", "edits"])
    anna.set_state({"head": "0.2", "query": 1, "edits": ["drop 0.2:4>0"]})  # as a message of the page does
    assert sorted(heard) == [("edits", ["drop 0.2:4>0"]), ("head", "0.2"), ("query", 1)]
    assert attnlab.effect(names, "anna", anna.edits).change != 0
    assert anna.get_state(["head"]) == {"head": "0.2"}


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("head", "0.9", "widget-head"),
        ("query", 5, "position-unknown"),
        ("edits", ["cut 0.9:4>3"], "head-unknown"),
        ("edits", ["cut it"], "edit-unreadable"),
        ("theme", "pink", "widget-theme"),
    ],
)
def test_what_is_not_there_cannot_be_set(anna, name, value, message):
    before = getattr(anna, name)
    with pytest.raises(LabError) as fault:
        setattr(anna, name, value)
    assert fault.value.message == message
    assert getattr(anna, name) == before


def test_edits_of_a_map_without_its_model_stay_as_they_are(names, need):
    need("anywidget")
    shown = attnlab.trace(names, "anna").map(0, 3).widget()
    shown.edits = []
    with pytest.raises(LabError, match="widget of its trace"):
        shown.edits = ["cut 0.3:4>3"]


def test_a_notebook_gets_the_widget_a_page_in_a_frame_and_a_line(names, need, monkeypatch):
    need("anywidget")
    run = attnlab.trace(names, "anna")
    assert run._repr_mimebundle_() == {"text/plain": repr(run)}, "a terminal is given a line and nothing is made"
    monkeypatch.setattr(widget, "_in_notebook", lambda: True)
    data, _ = run._repr_mimebundle_()
    assert list(data) == ["text/plain", "application/vnd.jupyter.widget-view+json", "text/html"]
    assert data["text/plain"] == repr(run)
    assert data["text/html"].startswith('<iframe srcdoc="&lt;!doctype html&gt;')
    assert 'sandbox="allow-scripts"' in data["text/html"]
    assert data["text/html"].count("<") == 2


def test_a_notebook_keeps_the_page_behind_the_widget(names, need, monkeypatch):
    need("anywidget")
    run, shown = attnlab.trace(names, "anna"), []
    monkeypatch.setattr(widget, "_in_notebook", lambda: True)
    monkeypatch.setattr("IPython.display.display", lambda data, **_: shown.append(data))
    run._ipython_display_()
    first, behind = shown
    assert list(first) == ["text/plain", widget.VIEW]
    assert first["text/plain"] == repr(run)
    assert behind["text/html"].endswith("</iframe></div>")
    assert f"body:has([data-model='{first[widget.VIEW]['model_id']}'])" in behind["text/html"]


def test_the_terminal_of_ipython_shows_a_line(names, need):
    run = attnlab.trace(names, "anna")
    told, _ = need("IPython.core.formatters").DisplayFormatter().format(run)
    assert told["text/plain"] == repr(run)
    assert "text/html" not in told


def test_what_is_too_large_for_a_notebook_is_drawn_coarser_in_it(monkeypatch):
    from test_saved import drawn

    monkeypatch.setattr(widget, "_in_notebook", lambda: True)
    large = drawn(layers=4, heads=8, n=512)
    told = large._repr_mimebundle_()
    assert list(told) == ["text/plain", "text/html"]
    assert "&quot;pool&quot;: 64" in told["text/html"] or "&quot;pool&quot;:64" in told["text/html"]
    assert len(told["text/html"]) < 3_000_000
    with pytest.raises(LabError, match="limit is"):
        large.widget()
    monkeypatch.setattr(widget, "FRAME", "100 kB")
    assert "limit is" in large._repr_mimebundle_()["text/html"], "what not even that makes small enough is said"


def test_a_widget_begins_where_it_is_told_and_knows_its_languages(names, need):
    need("anywidget")
    run = attnlab.trace(names, "anna")
    begun = run.widget(head="0.2", query=1)
    assert (begun.head, begun.query) == ("0.2", 1)
    with pytest.raises(LabError):
        run.widget(head="0.9")
    with pytest.raises(LabError, match="de"):
        run.widget(lang="de")
    with pytest.raises(Exception, match="read-only"):
        begun.record = {}


def test_weights_from_outside_show_themselves_and_say_what_they_are(need, monkeypatch, tmp_path, capsys):
    need("anywidget")
    theirs = attnlab.read_weights([[1.0, 0.0], [0.3, 0.7]], ["the", "cat"], name="theirs")
    shown = theirs.map("0", 0).widget(lang="et")
    assert shown.record["model"] == "theirs (ainult kaalud, väljastpoolt)"
    assert shown.record["text"] == "thecat"
    with pytest.raises(LabError):
        shown.edits = ["cut 0.0:1>0"]
    monkeypatch.setattr(widget, "_in_notebook", lambda: True)
    assert "weights only, from outside" in theirs._repr_mimebundle_()[0]["text/html"]
    theirs.map("0", 0).show("ru")
    said = capsys.readouterr().out
    assert "только веса, со стороны" in said
    assert "0,700" in said
    made = theirs.save_html(tmp_path / "theirs.html", heads=["0.0"])
    assert (made.heads, made.error < 1e-4) == (1, True)
    assert repr(made) == made.says()
    with pytest.raises(LabError):
        theirs.save_html(tmp_path / "none.html", heads=["0.7"])


def test_without_anywidget_the_widget_names_the_command_and_the_frame_is_shown():
    script = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"anywidget", "traitlets", "IPython"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Without())
import attnlab
from attnlab import widget
run = attnlab.trace(attnlab.load("names"), "anna")
try:
    run.widget()
except attnlab.LabError as fault:
    print(fault)
widget._in_notebook = lambda: True
print(list(run._repr_mimebundle_()), run._display_()._repr_html_()[:7])
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100)
    assert (ran.returncode, ran.stderr) == (0, "")
    first, second = ran.stdout.splitlines()
    assert first.endswith('pip install ".[notebook]"')
    assert second == "['text/plain', 'text/html'] <iframe"


def test_importing_attnlab_and_tracing_brings_no_notebook_library():
    script = """
import sys, attnlab
repr(attnlab.trace(attnlab.load("names"), "anna"))
print([name for name in ("anywidget", "IPython", "ipywidgets") if name in sys.modules])
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100)
    assert ran.stdout == "[]\n"
