"""Results show themselves: in a terminal as commands print them, in a notebook and a file with their own figures."""

import io
import json
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from page_fixtures import missing
from saved_fixtures import BUILT
from test_cli import attnlab as command

import attnlab
from attnlab import terminal, widget
from attnlab.errors import LabError
from attnlab.saved import page, record
from attnlab.tokens import Alphabet
from attnlab.words import LANGUAGES, number, say

LANGS = pytest.mark.parametrize("lang", LANGUAGES)
CUT = "cut 0.3:4>3"


def worded(names, *symbols):
    """The model of first names with other symbols: its pieces may be any text."""
    rest = (f"w{number}" for number in range(26 - len(symbols)))
    return replace(names, alphabet=Alphabet((*symbols, *rest), between=" "))


def found_in(model, text):
    """One of each kind that shows itself."""
    run, cut, target = attnlab.trace(model, text), "cut 0.3:3>2", model.vocabulary[1]
    return {
        "trace": run,
        "map": run.map(0, 3),
        "effect": attnlab.effect(model, text, cut, target=target),
        "effects": attnlab.effect_map(model, text, target=target),
        "heads": attnlab.head_effects(model, text, target=target)[1],
        "edges": attnlab.edge_effects(model, text, target=target)[1],
        "parts": attnlab.contributions(model, text, target=target)[1],
        "demonstration": attnlab.demonstrate(model, run.tokens.text, ["0.3"]),
    }


@pytest.fixture(scope="module")
def check():
    """Two heads of which either is enough."""
    model, rng = attnlab.load("backup"), np.random.default_rng(0)
    quick = attnlab.checks.Settings(least_texts=20, resamples=200)
    return attnlab.check(model, [model.draw(rng) for _ in range(24)], settings=quick)


@pytest.fixture(scope="module")
def results(names, check):
    """One of each kind that shows itself."""
    run = attnlab.trace(names, "anna")
    return {
        "trace": run,
        "map": run.map(0, 3),
        "effect": attnlab.effect(names, "anna", CUT),
        "effects": attnlab.effect_map(names, "anna", query="all"),
        "heads": attnlab.head_effects(names, "anna", feeds=True)[1],
        "edges": attnlab.edge_effects(names, "anna")[1],
        "parts": attnlab.contributions(names, "anna")[1],
        "demonstration": attnlab.demonstrate(names, "annabella", ["0.3"]),
        "verdict": check.verdicts[0],
        "check": check,
    }


FOUND = ("effect", "effects", "heads", "edges", "parts", "demonstration", "verdict", "check")


# --- a line -----------------------------------------------------------------------------------------------------------


def test_a_result_is_one_line_in_a_repl(results):
    for name, one in results.items():
        assert "\n" not in repr(one) and len(repr(one)) < 100, name
        assert re.match(r"[A-Z]\w+\(", repr(one)), name
    made = results["effect"]
    assert repr(made) == f"Effect('names', 'anna', 1 edits, 'l/START' {made.before:.3f} -> {made.after:.3f})"
    assert repr(results["check"]) == "Check('backup', 24 texts, 0 of 2 heads supported)"


# --- a terminal -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("trace", ["trace", "anna"]),
        ("map", ["map", "anna", "--head", "3"]),
        ("effect", ["effect", "anna", "--cut", "0.3:4-3"]),
        ("effects", ["effects", "anna", "--query", "all"]),
        ("heads", ["effects", "anna", "--off"]),
        ("edges", ["edges", "anna"]),
        ("parts", ["parts", "anna"]),
    ],
)
def test_show_prints_what_the_command_prints(results, capsys, monkeypatch, name, words):
    monkeypatch.setenv("COLUMNS", "100")
    results[name].show()
    assert capsys.readouterr().out == command(*words).stdout


def test_a_check_shows_what_the_command_prints_of_its_record(check, capsys, monkeypatch, tmp_path):
    check.save(tmp_path / "check.json")
    monkeypatch.setenv("COLUMNS", "100")
    for lang in LANGUAGES:
        check.show(lang)
        ran = command("check", "--from", str(tmp_path / "check.json"), "--lang", lang)
        assert capsys.readouterr().out == ran.stdout, ran.stderr


@LANGS
def test_what_is_printed_are_the_results_own_figures(results, capsys, lang):
    def printed(name):
        results[name].show(lang)
        return capsys.readouterr().out

    def signed(x, digits=4):
        return ("+" if x > 0 else "") + number(x, lang, digits)

    made = results["effect"]
    text = printed("effect")
    assert number(made.before, lang, 4) in text and number(made.after, lang, 4) in text
    assert signed(made.change) in text and say("effect-moved", lang, share=number(made.moved, lang)) in text
    for one in results["heads"]:
        assert re.search(rf"{re.escape(signed(one.change))} +{re.escape(one.name)}", printed("heads"))
    text = printed("effects")
    for cell in results["effects"].largest(20):
        assert re.search(rf"{re.escape(signed(cell.change))} +{re.escape(cell.name)}", text), cell
    made = results["demonstration"]
    text = printed("demonstration")
    for key in made.keys:
        figures = (number(key.weight, lang), number(key.contribution, lang), number(key.harm, lang))
        assert re.search(rf"{key.position} {key.piece} +" + " +".join(map(re.escape, figures)), text), key
    assert number(made.drop, lang) in text and number(made.swap, lang) in text
    verdict = results["verdict"]
    assert verdict.harm_top.say(lang) in printed("verdict") and verdict.say(lang) in printed("verdict")
    row = results["map"].weight[4]
    assert re.search(" +".join(re.escape(number(x, lang)) for x in row), printed("map"))


def test_a_terminal_that_shows_unasked_is_given_whole_numbers_or_none(results):
    from rich.console import Console

    for name, one in results.items():
        for width in (30, 60, 80, 200):
            out = io.StringIO()
            Console(width=width, file=out).print(one)
            text = out.getvalue()
            assert "…" not in text and max(map(len, text.splitlines())) <= width, (name, width)
            if width == 200 or (width == 80 and name not in ("check", "verdict")):
                assert say("shown-left") not in text, (name, width)
    narrow = list(map(str, terminal.fitting(results["map"], 30)))
    assert narrow == [repr(results["map"]), say("shown-left")]


BRACKETS = "[INST] [/INST] [red]x :smile: w0 w1 w2"


def test_brackets_of_a_text_are_printed_letter_by_letter(names, check, capsys, monkeypatch):
    from rich.console import Console

    monkeypatch.setenv("COLUMNS", "200")
    shown = found_in(worded(names, *BRACKETS.split()), BRACKETS)
    shown["check"] = replace(check, model="[/INST]", texts_name=BRACKETS)
    for name, one in shown.items():
        out = io.StringIO()
        Console(width=200, file=out).print(one)
        one.show()
        for text in (out.getvalue(), capsys.readouterr().out):
            assert "[/INST]" in text, name
            assert "☺" not in text and "😄" not in text, name
        for piece in BRACKETS.split() if name in ("trace", "map", "effect", "check") else ():
            assert piece in out.getvalue(), (name, piece)


def test_what_a_table_is_given_is_printed_letter_by_letter(capsys):
    found = terminal.table("[/a]", ">>[b]", title="[/c] [d]", caption=":smile: [/e]")
    found.add_row("[/f]", "[red]g")
    terminal.draw([found, "[/h] [bold]i"], None)
    text = capsys.readouterr().out
    for one in ("[/a]", ">[b]", "[/c] [d]", ":smile: [/e]", "[/f]", "[red]g", "[/h] [bold]i"):
        assert one in text, one


def test_what_steers_a_terminal_is_printed_as_an_escape_and_a_blank_has_a_name(names, capsys, monkeypatch):
    from rich.console import Console

    monkeypatch.setenv("COLUMNS", "200")
    strange = ("\x1b[31mred", "nul\0", "\u202eback", "", "  ", "\n", "\x9b2J")
    model = worded(names, *strange)
    tokens = model.alphabet.tokens((26, *range(len(strange)), 8, 9, 10))
    for name, one in found_in(model, tokens).items():
        out = io.StringIO()
        Console(width=200, file=out).print(one)
        one.show()
        for text in (out.getvalue(), capsys.readouterr().out, one.say() if name == "demonstration" else ""):
            assert not set("\x1b\0\u202e\x9b") & set(text), name
    attnlab.trace(model, tokens).map(0, 3).show()
    heads = capsys.readouterr().out
    for place, name in enumerate((r"\x1b[31mred", r"nul\x00", r"\u202eback", "∅", "␣␣", r"\n", r"\x9b2J"), start=1):
        assert f"{place} {name} " in heads, name


def test_a_refusal_that_repeats_a_text_does_not_steer_the_terminal():
    ran = command("trace", "an\x1b[2Jna")
    assert ran.returncode == 2 and r"\x1b" in ran.stderr and "\x1b" not in ran.stderr


def test_many_heads_are_left_to_show():
    from test_saved import drawn

    many = drawn(layers=2, heads=51, n=4)
    assert list(map(str, terminal.fitting(many, 200))) == [repr(many), say("shown-left")]


def test_a_trace_that_kept_some_heads_and_queries_shows_those(names, capsys):
    attnlab.trace(names, "anna", heads=[1, 3]).show()
    text = capsys.readouterr().out
    assert re.findall(r"^  (0\.\d)", text, re.MULTILINE) == ["0.1", "0.3"]


def in_ipython(typed):
    script = f"""
from IPython.core.interactiveshell import InteractiveShell
InteractiveShell.instance(colors="NoColor").run_cell({typed!r})
"""
    return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100)


def test_ipython_shows_the_tables_in_a_terminal(need):
    need("IPython")
    ran = in_ipython("import attnlab; attnlab.effect(attnlab.load('names'), 'anna', 'cut 0.3:4>3')")
    assert "+0.0668" in ran.stdout and "\x1b" not in ran.stdout, ran.stdout + ran.stderr
    assert "Effect(" not in ran.stdout, "the tables fit, so that no line stands for them"


def test_ipython_shows_a_rankings_table_alone_and_its_line_among_others(need, results):
    need("IPython")
    made = "import attnlab; _, found = attnlab.head_effects(attnlab.load('names'), 'anna', feeds=True);"
    ran = in_ipython(f"{made} found")
    for one in results["heads"]:
        assert re.search(rf"{re.escape(f'{one.change:+.4f}')} +{re.escape(one.name)}", ran.stdout), (
            ran.stdout + ran.stderr
        )
    assert "HeadEffect(" not in ran.stdout and "Ranking(" not in ran.stdout
    ran = in_ipython(f"{made} (1, found)")
    assert f"(1, {results['heads']!r})" in ran.stdout, ran.stdout + ran.stderr


@LANGS
def test_a_title_names_what_was_switched_off(names, results, capsys, monkeypatch, lang):
    monkeypatch.setenv("COLUMNS", "200")
    feeds, alone = results["heads"], attnlab.head_effects(names, "anna")[1]
    facts = {"model": "names", "target": feeds.target.name(names), "place": feeds.target.position}
    for one, message in ((feeds, "off-title"), (alone, "off-heads-title")):
        one.show(lang)
        printed = " ".join(capsys.readouterr().out.split())
        title = say(message, lang, **facts)
        assert title in printed and title == record(one, lang=lang)["about"]
    assert "(ff)" in say("off-title", lang, **facts) and "(ff)" not in say("off-heads-title", lang, **facts)


def test_a_title_and_a_line_repeat_the_beginning_of_a_long_text(names, capsys):
    words = [letter * 20 for letter in "abcdef"]
    text = " ".join(words)
    for name, one in found_in(worded(names, *words), text).items():
        if name != "map":
            assert f"'{text[:59]}…'" in repr(one), name
        if name in ("trace", "effect", "demonstration"):
            one.show()
            printed, whole = ("".join(said.split()) for said in (capsys.readouterr().out, text))
            assert f"“{whole[:57]}…”" in printed and whole not in printed, name


def test_what_is_left_out_is_said_before_what_is_shown(results):
    made = list(map(str, terminal.fitting(results["effects"], 30)))
    assert made[:2] == [repr(results["effects"]), say("shown-left")] and len(made) > 2


# --- a notebook and a file --------------------------------------------------------------------------------------------


@pytest.fixture
def built():
    if not (BUILT / "found-widget.js").is_file():
        missing("the page is not built; ./dev web builds it")


@pytest.mark.parametrize("name", FOUND)
def test_a_notebook_gets_the_widget_a_page_in_a_frame_and_a_line(results, need, monkeypatch, built, name):
    need("anywidget")
    one = results[name]
    assert one._repr_mimebundle_() == {"text/plain": repr(one)}, "nothing is made where nothing shows it"
    monkeypatch.setattr(widget, "_in_notebook", lambda: True)
    data, _ = one._repr_mimebundle_()
    assert list(data) == ["text/plain", "application/vnd.jupyter.widget-view+json", "text/html"]
    assert data["text/plain"] == repr(one)
    assert data["text/html"].startswith('<iframe srcdoc="&lt;!doctype html&gt;')


def test_a_page_of_what_was_found_is_small_and_says_its_size(results, built, tmp_path, monkeypatch):
    for name in FOUND:
        for lang in LANGUAGES:
            made = page(results[name], lang=lang)
            assert made.bytes < 250_000, name
            assert made.says() == say("saved-size-found", lang, size=number(made.bytes / 1e6, lang, 2))
        assert made.write(tmp_path / f"{name}.html").stat().st_size == made.bytes
    with pytest.raises(LabError) as fault:
        results["effects"].save_html(tmp_path / "no.html", "20 kB")
    assert fault.value.message == "saved-over" and not (tmp_path / "no.html").exists()
    from attnlab import saved

    monkeypatch.setattr(saved, "found_record", None)  # what is surely too large is refused before it is made
    with pytest.raises(LabError) as fault:
        results["effects"].save_html(tmp_path / "no.html", 20 * 4 * 5 * 5 - 1)
    assert fault.value.message == "saved-over"
    with pytest.raises(LabError) as fault:
        results["check"].save_html(tmp_path / "no.html", heads=["0.0"])
    assert fault.value.message == "saved-whole"


@LANGS
def test_a_record_holds_the_results_figures_and_no_nan(results, lang):
    made = {name: record(results[name], lang=lang) for name in FOUND}
    json.dumps(made, allow_nan=False)
    close = lambda x: pytest.approx(x, rel=1e-6)  # noqa: E731

    effect = results["effect"]
    assert made["effect"]["target"]["before"] == close(effect.before)
    assert made["effect"]["moved"] == close(effect.moved)
    share = {one["symbol"]: one["after"] for one in made["effect"]["next"]}
    table = effect.table().columns
    assert share == {symbol: close(x) for symbol, x in zip(table["symbol"], table["after"], strict=True)}
    for name, what in (("heads", "change"), ("edges", "change"), ("parts", "value")):
        wanted = results[name].table().columns[what]
        assert [row["value"] for row in made[name]["rows"]] == [close(x) for x in wanted]
        assert [row["falls"] for row in made[name]["rows"]] == [x < 0 for x in wanted]
    keys = results["demonstration"].keys
    assert [row["value"] for row in made["demonstration"]["rows"]] == [close(key.harm) for key in keys]
    verdict = results["verdict"]
    found = made["verdict"]["view"]["check"]["verdicts"][0]
    assert found["harm_top"]["low"] == close(verdict.harm_top.low)
    assert found["conditions"] == verdict.conditions
    assert made["check"]["view"]["check"]["texts"] == results["check"].texts


def test_masked_and_only_cells_of_a_map_of_effects_are_states(results):
    effects, made = results["effects"], record(results["effects"])
    for site, head in ((0, 0), (0, 3)):
        field = made["fields"][f"{effects.sites[site]}.{head}"]
        assert field["queries"] == list(effects.queries)
        for query in range(5):
            for key in range(5):
                state, weight, effect = (field[name][query][key] for name in ("state", "weight", "effect"))
                if key > query:
                    assert (state, weight, effect) == ("masked", None, None)
                elif query == 0:
                    assert (state, effect) == ("only", None) and weight == 1
                else:
                    assert weight == pytest.approx(effects.weight[site, head, query, key], rel=1e-6)
                    assert effect == pytest.approx(effects.change[site, head, query, key], rel=1e-6)


def test_heads_stand_in_the_order_of_the_model():
    made = attnlab.effect_map(attnlab.load("agreement"), "the brother beside the men")
    heads = [f"{site}.{head}" for site in made.sites for head in range(made.weight.shape[1])]
    assert len(made.sites) > 1
    assert [f"{one['site']}.{one['head']}" for one in record(made)["heads"][0]] == heads
    assert list(record(made)["fields"]) == heads


def test_a_translators_source_is_looked_at_by_its_own_pieces():
    model = attnlab.load("numbers-et")
    made = record(attnlab.effect_map(model, "twenty three => kakskümmend", sites=["cross.0"]))
    field = made["fields"]["cross.0.0"]
    assert field["keys"] == list(model.tokens("twenty three => kakskümmend").source.pieces)
    assert made["at"]["position"] == made["view"]["position"]


def test_an_empty_ranking_and_one_of_a_pair_say_so(names):
    none = attnlab.edge_effects(names, "anna", keys=[])[1]
    assert record(none)["rows"] == []
    pair = attnlab.demonstrate(names, "annabella", ["0.3", "0.1"])
    assert record(pair)["rows"] == [] and pair.say() in record(pair)["notes"]


def test_python_picks_a_head_and_a_query_of_a_map_of_effects(results, need, built):
    need("anywidget")
    shown = results["effects"].widget()
    top = results["effects"].largest(1)[0]
    assert (shown.head, shown.query) == (f"{top.site}.{top.head}", top.query)
    shown.head, shown.query, shown.theme = "0.2", 1, "dark"
    shown.set_state({"head": "0.3", "query": 2})  # as a message of the page does
    assert (shown.head, shown.query) == ("0.3", 2)
    for name, value, message in (
        ("head", "0.9", "widget-head"), ("query", 9, "widget-query"), ("theme", "pink", "widget-theme"),
    ):  # fmt: skip
        with pytest.raises(LabError) as fault:
            setattr(shown, name, value)
        assert fault.value.message == message
    assert not hasattr(results["check"].widget(), "head")


def test_showing_nothing_opens_nothing():
    script = """
import sys, attnlab
made = attnlab.effect(attnlab.load("names"), "anna", "cut 0.3:4>3")
repr(made)
print([name for name in ("rich", "IPython", "anywidget", "attnlab.terminal", "attnlab.widget") if name in sys.modules])
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100)
    assert ran.stdout == "[]\n", ran.stderr
