"""The lessons as texts: three languages alike, every figure from where it was computed, nothing that leads nowhere."""

import html
import json
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from fastapi.testclient import TestClient
from typer.testing import CliRunner

from attnlab import files
from attnlab.cli import app
from attnlab.errors import LabError
from attnlab.experiments import find
from attnlab.experiments.experiment import read_result
from attnlab.lessons import LESSONS, PAGES, Text, computed, site, text
from attnlab.lessons.formulas import mathml
from attnlab.lessons.glossary import terms
from attnlab.lessons.markup import Page, render
from attnlab.lessons.quoting import QUOTE, recorded
from attnlab.lessons.references import references
from attnlab.lessons.sources import source
from attnlab.server import make_app
from attnlab.words import LANGUAGES, plural, say

ALL = ("index", *LESSONS, *PAGES)
EACH = pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in ALL for lang in LANGUAGES])
QUICK = 20.0
"""Seconds that a recorded run may have taken to be run anew here."""


def rendered(markdown: str, lang="en", lab=None) -> tuple[str, Page]:
    return render(Text("budget", lang, markdown), lab)


@pytest.mark.parametrize("name", ALL)
def test_three_languages_hold_the_same_figures_elements_tasks_and_links(name):
    site.alike(name)


def test_a_language_that_lacks_something_fails_the_build(monkeypatch, tmp_path):
    whole = text("budget", "et")
    without = whole.markdown.replace('<live-row id="row" scores="4,1" rival="1">', '<live-row id="row" scores="4,2">')
    given = {"et": Text("budget", "et", without)}
    monkeypatch.setattr(
        site, "text", lambda name, lang: given.get(lang, text(name, lang)) if name == "budget" else text(name, lang)
    )
    with pytest.raises(LabError, match=r"budget: “et” differs from “en”.*scores=4,1"):
        site.build(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []

    with pytest.raises(LabError, match="there is no text in “et”"):
        Path(str(site.files("attnlab.lessons")))
        text("nothing", "et")


@EACH
def test_every_figure_is_written_as_it_was_computed_to_half_its_last_digit(name, lang):
    found, page = render(text(name, lang))
    shown = re.findall(r'<data class="figure" data-key="([^"]+)" value="([^"]+)">(.*?)</data>', found)
    assert len(shown) == len(page.figures)
    for (key, value, written), asked in zip(shown, page.figures, strict=True):
        home, _, rest = key.partition(".")
        computed_now = _dig(computed(name), rest) if home == "here" else recorded()[home].number(rest).value
        if isinstance(computed_now, str):
            assert html.unescape(written) == computed_now
            continue
        assert float(value) == float(computed_now)
        read, unit = _read(written, lang)
        assert abs(read - float(computed_now)) <= unit * 0.5 * (1 + 1e-9), f"{key}: {written} of {computed_now}"
        assert asked.key == key


def _dig(found, key):
    for part in key.split("."):
        found = found[int(part)] if isinstance(found, list | tuple) else found[part]
    return found


def _read(written: str, lang: str) -> tuple[float, float]:
    """A number as a reader of the language reads it, and the size of its last digit."""
    told = html.unescape(re.sub(r"\s·\s10<sup>(.*?)</sup>", r"e\1", written)).replace("\N{MINUS SIGN}", "-")
    number = re.match(r"-?[\d\s,.]*\d(e-?\d+)?", told)
    assert number, written
    plain = re.sub(r"\s", "", number[0])
    plain = plain.replace(",", "") if lang == "en" else plain.replace(",", ".")
    mantissa, _, power = plain.partition("e")
    scale = 10.0 ** int(power or 0) * (0.01 if told[number.end() :].lstrip().startswith("%") else 1)
    return float(mantissa) * scale, 10.0 ** -len(mantissa.partition(".")[2]) * scale


@EACH
def test_no_digit_of_a_result_is_typed(name, lang):
    given = text(name, lang).markdown
    prose = re.sub(r"^```.*?^```", "", given, flags=re.DOTALL | re.MULTILINE)  # code that is fetched
    prose = re.sub(r"^<live-.*$", "", prose, flags=re.MULTILINE)  # where an element starts
    prose = QUOTE.sub("", prose)
    formulas = re.findall(r"\$\$.*?\$\$|\$[^$\n]+\$", prose, flags=re.DOTALL)
    for formula in formulas:
        # decimals, and numbers too large for a constant; a row [1,0,...] of whole numbers is neither
        typed = re.search(r"\d\.\d|\d\{,\}\d|(?<!\[)\d,\d|\d{3,}", formula.replace("10000", ""))
        assert not typed, formula
    prose = re.sub(r"\$\$.*?\$\$|\$[^$\n]+\$", "", prose, flags=re.DOTALL)
    prose = re.sub(r"\]\((<[^>]*>|[^)\s]*)\)", "]", prose)  # where a link leads
    prose = re.sub(r"`[^`\n]*`", "", prose)  # names in the code
    prose = re.sub(r"\bfloat(16|32|64)\b", "", prose)  # names of types
    prose = re.sub(r"^\s*\d+\. ", "", prose, flags=re.MULTILINE)  # numbered lists
    prose = re.sub(r"\b(19[5-9]\d|20[0-3]\d)\b", "", prose)  # years
    typed = [line for line in prose.splitlines() if re.search(r"\d", line)]
    assert typed == []


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", sorted(recorded()))
def test_a_recorded_run_is_of_the_whole_experiment_and_comes_out_again(name, request, tmp_path):
    kept, experiment = recorded()[name], find(name)
    assert (kept.small, kept.seed) == (False, experiment.seed)
    if kept.seconds > QUICK and request.config.getoption("--hypothesis-profile") != "long":
        pytest.skip(f"took {kept.seconds:.0f} s when it was recorded; pytest --hypothesis-profile=long runs it again")
    data = request.getfixturevalue("sms_collection") if "sms" in experiment.needs else None
    # in a process of its own: with the shape checks of the tests a run takes ten times as long
    again = tmp_path / "again.json"
    given = [] if data is None else ["--data", str(data)]
    subprocess.run(
        [sys.executable, "-m", "attnlab", "run", name, "--out", str(again), *given], check=True, timeout=1700
    )
    found = read_result(json.loads(again.read_text()))
    assert {one.key for one in kept.findings.numbers} == {one.key for one in found.findings.numbers}
    for one in kept.findings.numbers:
        now = found.number(one.key)
        if one.unit != "seconds" and "timed" not in one.key:
            assert abs(now.value - one.value) <= max(0.5 * 10**-one.digits, 1e-9), one.key
    held = {claim.key: bool(claim.holds) for claim in found.findings.claims}
    assert {claim.key: bool(claim.holds) for claim in kept.findings.claims} == held


@pytest.mark.parametrize("name", ALL)
def test_a_lesson_computes_what_it_quotes_and_no_more(name):
    quoted = {key.partition(".")[2].partition(".")[0] for key in _quoted_keys(name) if key.startswith("here.")}
    assert quoted == set(computed(name))


def _quoted_keys(name):
    return [one.key for one in render(text(name, "en"))[1].figures]


def test_only_what_is_quoted_is_recorded():
    quoted = set()
    for name in LESSONS:
        for kind, what in render(text(name, "en"))[1].met:
            if kind in ("figure", "claim", "panel"):
                quoted.add(what.partition(".")[0])
    assert set(recorded()) <= quoted


def test_a_record_that_is_read_says_what_it_said(tmp_path):
    for kept in recorded().values():
        assert read_result(json.loads(kept.to_json())).to_json() == kept.to_json()
    with pytest.raises(LabError, match="no record of an experiment"):
        read_result({"format": "something else"})


@pytest.mark.parametrize(
    ("markdown", "said"),
    [
        ("{scale.nothing}", "scale.nothing"),
        ("{nothing.x}", "No run of “nothing”"),
        ("{here.nothing}", "here.nothing"),
        ("{here.few|a|b|c}", "3 forms of a noun"),
        ("[x](term:nothing)", "term:nothing"),
        ("[x](lesson:nothing)", "lesson:nothing"),
        ("[](ref:nothing)", "ref:nothing"),
        ("[](claim:scale.nothing)", "claim:scale.nothing"),
        ("[](set:row.rivals=1)", "an element that is not on its page"),
        ("[x](http://example.org)", "leads nowhere"),
        ("[x](/etc/passwd)", "leads nowhere"),
        ('<live-row id="row"></live-row>\n\n[](set:row.nothing=1)', "set:row.nothing"),
        ("<script>alert()</script>", "only live elements"),
        ("text <b>bold</b>", "only live elements"),
        ("$\\nothing{x}$", "could not be read"),
        ("```source attnlab.nothing\n```", "attnlab.nothing"),
        ('```source attnlab.formula.attention from="no such line"\n```', "no such line"),
        ("```panel scale.nothing\n```", "scale.nothing"),
        ("::: task a\nq\n:::\n\n::: task a\nq\n:::", "another task has it"),
    ],
)
def test_what_leads_nowhere_is_refused_in_words(markdown, said):
    with pytest.raises(LabError) as refused:
        rendered(f"# Title\n\n{markdown}\n")
    assert said in str(refused.value)
    for lang in LANGUAGES:
        assert refused.value.say(lang)


def test_a_lesson_begins_with_its_title():
    with pytest.raises(LabError, match="begins with “# ”"):
        _ = Text("budget", "en", "No title\n").title


def test_a_task_is_a_question_and_its_parts():
    found, page = rendered("# T\n\n::: task one\nWhat?\n\n= choice a\nThis.\n\n= right\nYes.\n= hint b\nNo.\n:::\n")

    assert page.tasks == ["one"]
    tree = ElementTree.fromstring(f"<x>{found}</x>".replace("<p>", "<p>"))
    task = tree.find("lesson-task")
    assert task is not None
    assert task.get("name") == "budget.one"
    parts = [
        (one.get("slot") or one.get("data-choice") or one.get("data-hint"), "".join(one.itertext()).strip())
        for one in task
    ]
    assert parts == [("question", "What?"), ("a", "This."), ("right", "Yes."), ("b", "No.")]


def test_the_hint_for_any_other_answer_is_a_hint():
    found, page = rendered("# T\n\n::: task one\nWhat?\n\n= right\nYes.\n\n= other\nNo.\n:::\n")
    assert '<div data-hint="other">\n<p>No.</p>' in found
    assert ("part", "one hint other") in page.met


@EACH
def test_no_part_of_a_task_is_left_as_words(name, lang):
    found = re.sub(r"<pre.*?</pre>", "", render(text(name, lang))[0], flags=re.DOTALL)
    assert re.findall(r"^(?:<p>)?= .*$", found, flags=re.MULTILINE) == []


def test_a_figure_in_a_formula_is_written_the_languages_way():
    found, _ = rendered("# T\n\n$x = {budget.rivals-1}$\n", "ru")
    assert '<mn><data class="figure"' in found
    assert ">0,953</data></mn>" in found


def test_letters_of_other_alphabets_are_the_letters_themselves():
    assert "ℝ" in mathml(r"\mathbb R^n", [], block=False, where="x")
    with pytest.raises(LabError, match="script Q"):
        mathml(r"\mathcal Q", [], block=False, where="x")


def test_numbers_choose_the_form_of_their_noun():
    forms = ("соперник", "соперника", "соперников")
    assert [forms[plural(count, "ru")] for count in (1, 2, 5, 11, 21, 22)] == [
        "соперник", "соперника", "соперников", "соперников", "соперник", "соперника",
    ]  # fmt: skip
    assert [plural(count, "et") for count in (1, 2)] == [plural(count, "en") for count in (1, 2)] == [0, 1]


def test_code_in_a_text_is_the_code_itself():
    import inspect

    from attnlab import formula

    found = source("attnlab.formula.attention", "x")
    assert found.code == inspect.getsource(inspect.unwrap(formula.attention))
    assert Path(found.file).name == "formula.py"
    some = source('attnlab.models.plain.step from="q = times" to="v = times"', "x")
    lines = Path(__file__).parents[1].joinpath(some.file).read_text().splitlines(keepends=True)
    assert some.code == "".join(lines[some.line - 1 : some.line - 1 + some.code.count("\n")])
    assert some.code.count("\n") == 3


@EACH
def test_every_term_and_lesson_that_is_linked_is_there(name, lang):
    _, page = render(text(name, lang))
    linked = {what for kind, what in page.met if kind == "term"}
    assert linked <= set(terms())


def test_the_glossary_has_every_term_in_three_languages_in_one_sentence():
    for lang in LANGUAGES:
        page = site.page("glossary", lang)
        for term in terms():
            about = say(f"term-{term}-about", lang)
            assert f'id="{term}"' in page
            assert about.endswith(".")
            assert len(re.findall(r"[.!?](\s|$)", about)) == 1, about


def test_references_name_authors_by_their_family_names():
    assert references()["vaswani2017"].short("ru") == "Vaswani и др., 2017"
    assert references()["michel2019"].short("et") == "Michel jt, 2019"
    assert references()["hochreiter1997"].short("en") == "Hochreiter & Schmidhuber, 1997"


def test_the_site_is_written_whole_replaced_and_never_over_something_else(tmp_path):
    out = tmp_path / "site"
    made = site.build(out)
    there = {path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file()}
    assert there == {*site.addresses(), site.MARK}
    assert made.files == len(there)
    assert made.pages == 1 + 3 * len(ALL)
    assert made.bytes == sum((out / one).stat().st_size for one in there)
    (out / "en" / "old.html").write_text("of a lesson that is no more")
    mark = json.loads((out / site.MARK).read_text())
    (out / site.MARK).write_text(json.dumps(mark | {"files": [*mark["files"], "en/old.html"]}))
    site.build(out)
    assert not (out / "en" / "old.html").exists()
    for name in ("CNAME", ".git/config"):
        (mine := out / name).parent.mkdir(exist_ok=True)
        mine.write_text("mine")
        with pytest.raises(LabError, match="stay untouched"):
            site.build(out)
        assert mine.read_text() == "mine"
        mine.unlink()
    site.build(out)

    own = tmp_path / "own"
    own.mkdir()
    (own / "thesis.txt").write_text("mine")
    with pytest.raises(LabError, match="stay untouched"):
        site.build(own)
    assert (own / "thesis.txt").read_text() == "mine"
    with pytest.raises(LabError, match="is a file"):
        site.build(own / "thesis.txt")
    with pytest.raises(LabError, match="no folder"):
        site.build(tmp_path / "no" / "site")
    with pytest.raises(LabError, match="could not be written"):
        site.build(tmp_path / ("long" * 100))
    (own / site.MARK).write_text("no record")
    with pytest.raises(LabError, match="stay untouched"):
        site.build(own)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["own", "site"]


def test_a_site_that_cannot_change_places_stays_where_it_was(tmp_path, monkeypatch):
    monkeypatch.setattr(files, "_exchanged_at_once", lambda one, other: False)  # as on a system that cannot
    out = tmp_path / "site"
    site.build(out)
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    rename = Path.rename

    def refuse(self, target):
        if Path(target) == out and not self.name.endswith(".old"):
            raise OSError(28, "No space left on device")
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", refuse)
    with pytest.raises(LabError) as refused:
        site.build(out)
    assert refused.value.message == "disk-full"
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_every_link_of_the_site_leads_to_a_page_of_it(tmp_path):
    pages = {address: site.content(address) for address in site.addresses()}
    for address, data in pages.items():
        if not address.endswith(".html"):
            continue
        found = (data or b"").decode()
        for link in re.findall(r'(?:href|src)="([^"]+)"', found):
            if link.startswith(("https://", "data:")):
                continue
            path, _, place = link.partition("#")
            wanted = _join(address, path) if path else address
            assert wanted in pages, f"{address}: {link}"
            if place:
                assert f'id="{place}"' in (pages[wanted] or b"").decode(), f"{address}: {link}"


def _join(address: str, path: str) -> str:
    parts = address.split("/")[:-1]
    for part in path.split("/"):
        parts = parts[:-1] if part == ".." else [*parts, part]
    return "/".join(parts)


def test_the_lab_serves_the_same_pages_and_nothing_else():
    lab = TestClient(make_app(), base_url="http://127.0.0.1")
    served = lab.get("/learn/ru/budget.html")
    assert served.status_code == 200
    assert served.text == site.page("budget", "ru", "../../")
    assert served.headers["content-security-policy"].startswith("default-src 'self'")
    assert 'href="../../?place=bench&amp;lang=ru"' in served.text
    assert lab.get("/learn/et/").url.path == "/learn/et/index.html"
    assert lab.get("/learn").url.path == "/learn/index.html"
    assert (
        lab.get("/learn/assets/decoders.js")
        .headers["content-type"]
        .startswith(("text/javascript", "application/javascript"))
    )
    for wrong in ("en/nothing.html", "../../etc/passwd", "%2e%2e/pyproject.toml", "xx/index.html"):
        assert lab.get(f"/learn/{wrong}").status_code == 404, wrong


def test_the_terminal_lists_builds_and_checks(tmp_path):
    run = CliRunner()
    listed = run.invoke(app, ["lessons", "list", "--lang", "ru"])
    assert listed.exit_code == 0
    assert text("budget", "ru").title in listed.output
    built = run.invoke(app, ["lessons", "build", "--out", str(tmp_path / "site")])
    assert built.exit_code == 0
    assert "no network is needed" in " ".join(built.output.split())
    assert run.invoke(app, ["lessons", "check"]).exit_code == 0
    recorded_now = run.invoke(app, ["lessons", "record", "budget", "--out", str(tmp_path)])
    assert recorded_now.exit_code == 0
    assert json.loads((tmp_path / "budget.json").read_text())["name"] == "budget"
    with pytest.raises(LabError, match="Did you mean budget"):
        run.invoke(app, ["lessons", "record", "budgte"], catch_exceptions=False)
