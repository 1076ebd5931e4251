"""The annotated code: every line of what it shows is there exactly once, and what a decoder calls is shown."""

import re
import sys
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from attnlab.errors import LabError
from attnlab.lessons import Text, computed, text
from attnlab.lessons.code import STAGES, apart, plainly
from attnlab.lessons.markup import render
from attnlab.lessons.sources import source
from attnlab.models import load
from attnlab.words import LANGUAGES

ROOT = Path(__file__).parents[1]
FORMS = ("attnlab.models.transformer.", "attnlab.models.plain.", "web/decoder.ts#", "web/steps.ts#")


def shown(name: str = "code") -> list[str]:
    """The sources of a page as its text asks for them, in order."""
    return [what for kind, what in render(text(name, "en"))[1].met if kind == "source"]


def functions() -> set[str]:
    return {asked.partition(" ")[0] for asked in shown()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_of_every_function_shown_stands_on_the_page_exactly_once(lang):
    html, _ = render(text("code", lang))
    found = Counter()
    for part in re.findall(r'<figure class="source".*?</figure>', html, flags=re.DOTALL):
        file = re.search(r'data-file="([^"]+)"', part)
        assert file
        found.update((file[1], int(number)) for number in re.findall(r'class="line" data-no="(\d+)"', part))
    assert found
    wanted = set()
    for name in functions():
        whole = source(name, "code")
        lines = enumerate(whole.code.splitlines(), whole.line)
        wanted |= {(whole.file, number) for number, line in lines if line.strip()}
    assert [place for place in wanted if found[place] != 1] == []
    blank = {place for place in found if place not in wanted}
    assert all(not line_of(*place).strip() for place in blank)
    assert max(found.values()) == 1


def line_of(file: str, number: int) -> str:
    return (ROOT / file).read_text(encoding="utf-8").splitlines()[number - 1]


def test_a_line_that_is_shown_is_the_line_of_the_file():
    for asked in shown():
        made = source(asked, "code")
        for number, line in enumerate(made.code.splitlines(), made.line):
            assert line.strip() == line_of(made.file, number).strip(), asked


def test_what_names_calls_of_the_formula_and_the_transformer_is_shown(names):
    called = set()

    def listen(frame, event, _):
        module, name = frame.f_globals.get("__name__", ""), frame.f_code.co_qualname
        if event == "call" and module in ("attnlab.formula", "attnlab.models.transformer", "attnlab.arrays"):
            called.add(f"{module}.{name.partition('.<locals>')[0]}")

    tokens = names.tokens("anna")
    before = sys.getprofile()
    sys.setprofile(listen)
    try:
        names.run(tokens)
    finally:
        sys.setprofile(before)

    described = {one for one in called if ".Shape." in one or "__create_fn__" in one}  # sizes, and how records are made
    assert "attnlab.formula.attention" in called
    assert called - described <= functions()


@pytest.mark.parametrize("file", ["decoder.ts", "steps.ts", "attention.ts", "plain.py"])
def test_what_the_shown_code_calls_of_these_files_is_shown(file):
    home = ROOT / ("src/attnlab/models" if file == "plain.py" else "web") / file
    begin = "def " if file == "plain.py" else "function "
    theirs = set(re.findall(rf"^(?:export )?{begin}(\w+)", home.read_text(encoding="utf-8"), flags=re.MULTILINE))
    mine = {name for name in functions() if Path(source(name, "code").file).suffix == home.suffix}
    code = "".join(source(name, "code").code for name in mine)
    called = {name for name in theirs if re.search(rf"(?<![.\w]){name}(?=[(),<])", code)}
    assert called <= {re.split(r"[.#]", name)[-1] for name in mine}


def test_every_step_shows_both_forms_of_both_languages():
    _, *steps = text("code", "en").markdown.split("\n## ")
    with_code = [step for step in steps if "```source" in step]
    assert len(with_code) == 11
    for step in with_code:
        assert step.count("::: pair") == 2, step[:40]
        for form in FORMS:
            place = form if form != FORMS[0] else "attnlab.(models.transformer|formula)."
            assert re.search(rf"```source {place}", step), (step[:40], form)


def test_the_plain_form_and_the_fast_one_are_rounding_apart_and_a_difference_is_found():
    model = load("names")
    for word in ("a", "anna", "maximilianusabc"):
        steps = plainly(model, model.tokens(word).ids)
        assert apart(model, steps, word) < 1e-12
        for stage in STAGES:
            kept = steps[-1][1][2][stage][0]
            steps[-1][1][2][stage][0] = kept + 0.25
            assert apart(model, steps, word) == pytest.approx(0.25)
            steps[-1][1][2][stage][0] = kept
    assert computed("code")["apart"] < 1e-12
    assert np.isclose(sum(steps[-1][1][0]["weight"]), 1)


@pytest.mark.parametrize(
    "inside",
    [
        "one\n",
        "one\n\n= under\ntwo\n",
        "one\n\n= beside\ntwo\n\n= beside\nthree\n",
        "one\n\n= beside\ntwo\n\n= under\nthree\n\n= under\nfour\n",
    ],
)
def test_a_pair_has_two_halves_and_at_most_one_note(inside):
    with pytest.raises(LabError, match="a pair needs one part"):
        render(Text("budget", "en", f"# T\n\n::: pair\n{inside}:::\n"))
    with pytest.raises(LabError, match="a pair needs one part"):
        render(Text("budget", "en", "# T\n\n= beside\n"))


def test_a_pair_is_two_halves_side_by_side_and_what_is_said_of_both():
    html, _ = render(Text("budget", "en", "# T\n\n::: pair\nleft\n\n= beside\nright\n\n= under\nboth\n:::\n"))
    plain = re.sub(r"\s*\n\s*", "", html)
    assert plain == (
        '<h1>T</h1><div class="pair"><div class="half"><p>left</p></div><div class="half"><p>right</p></div>'
        '<div class="under"><p>both</p></div></div>'
    )


def test_lines_are_numbered_placed_in_words_and_names_have_the_colour_of_their_meaning():
    made = source('attnlab.models.plain.step from="weight = softmax" to="weight = softmax"', "x")
    html = made.html("ru")
    assert f"</a>, строка {made.line}</figcaption>" in html
    assert f'<span class="line" data-no="{made.line}" style="--in: 12">' in html
    assert '<span class="s-n m-weight">weight</span>' in html
    assert '<span class="s-n m-score">score</span>' in html
    whole = source("attnlab.models.plain.dot", "x")
    assert f"read {whole.line}–{whole.last}</figcaption>" in whole.html("et")
    assert f"lines {whole.line}–{whole.last}</figcaption>" in whole.html("en")


def test_a_range_inside_a_docstring_is_read_as_one():
    made = source('attnlab.models.plain.step from="computed again" to="computed again"', "x")
    assert "s-sd" in made.html("en")
    assert "s-k" not in made.html("en").replace("s-sd", "")
