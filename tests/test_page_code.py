"""The page of the annotated code in a browser: what its text says comes out, and both forms say what Python says."""

import re

import numpy as np
import pytest
from lesson_fixtures import answer_tasks, follow_instructions, set_by_hand
from page_fixtures import AXE, axe_finds_nothing, eventually

from attnlab.lessons import text
from attnlab.lessons.code import plainly
from attnlab.lessons.markup import render
from attnlab.models import load
from attnlab.words import LANGUAGES, number, say

IN_LANGUAGES = pytest.mark.parametrize("lang", LANGUAGES)


@IN_LANGUAGES
def test_the_instructions_come_out_and_every_task_knows_its_answer(read_page, lang):
    page = read_page("code", lang)

    done = follow_instructions(page, lang)

    assert done == sum(kind == "set" for kind, _ in render(text("code", lang))[1].met)
    python, browser = (
        page.locator("section.try li").last.locator(one).inner_text() for one in ("data.figure", "output.see")
    )
    assert python == browser
    assert answer_tasks(page, lang) == 3


@pytest.mark.parametrize(("name", "word", "lang"), [("names", "emily", "en"), ("names-ru", "ольга", "ru"),
                                                    ("names-latin", "mõõda", "et")])  # fmt: skip
def test_both_forms_say_at_every_stage_what_pythons_plain_form_says(read_page, name, word, lang):
    model, page, place, head = load(name), read_page("code", lang), 3, 2
    logits, stages = plainly(model, model.tokens(word).ids)[place]
    wanted = {one: stages[head][one] for one in ("q", "k", "v", "score", "weight", "output")} | {"logits": logits}

    for choice, said in (("text", word), ("position", str(place)), ("head", str(head))):
        if choice == "text":
            set_by_hand(page, "model", say("live-model-model", lang), say(f"live-model-model-{name}", lang), lang)
        set_by_hand(page, "forms", say(f"live-forms-{choice}", lang), said, lang)
    for stage, numbers in wanted.items():
        set_by_hand(page, "forms", say("live-forms-stage", lang), say(f"live-forms-stage-{stage}", lang), lang)
        eventually(lambda: page.evaluate("forms.read().steps"), lambda numbers=numbers: len(numbers))
        read = page.evaluate("forms.read()")
        for form in ("whole", "step"):
            np.testing.assert_allclose([read[f"{form}-{at}"] for at in range(len(numbers))], numbers, atol=1e-12)
        cells = page.locator("#forms .rows tbody tr").first.locator("td")
        assert cells.all_inner_texts()[:2] == [number(numbers[0], lang, 6)] * 2
        assert read["difference"] < 1e-12
    assert page.locator("#forms details tbody tr").count() == len(wanted)


def test_a_letter_that_the_model_does_not_know_is_said_and_the_rest_stays_alive(read_page):
    page = read_page("code", "en")
    set_by_hand(page, "forms", say("live-forms-text"), "anna1", "en")

    eventually(lambda: page.locator("#forms .fault").first.inner_text() != "", lambda: True)
    assert "1" in page.locator("#forms .fault").first.inner_text()
    set_by_hand(page, "forms", say("live-forms-text"), "bo", "en")
    eventually(lambda: page.evaluate("forms.read().places"), lambda: 3)
    set_by_hand(page, "forms", say("live-forms-position"), "9", "en")
    beyond = say("live-forms-position-beyond", last=2)
    eventually(lambda: page.locator("#forms #fault-position").inner_text(), lambda: beyond)


@IN_LANGUAGES
def test_the_code_keeps_nobody_out_and_two_forms_stand_side_by_side_where_there_is_room(read_page, lang):
    for how in ({"color_scheme": "light"}, {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}}):
        page = read_page("code", lang, script=AXE, **how)
        axe_finds_nothing(page)
        width = how.get("viewport", {"width": 1280})["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        halves = page.locator(".pair").nth(1).locator(".half")
        one, other = (halves.nth(at).bounding_box() for at in (0, 1))
        assert (other["x"] > one["x"] + one["width"] - 1) == (width > 1000)
        assert (other["y"] >= one["y"] + one["height"]) == (width < 1000)
        wide = page.locator("figure.source pre").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        )
        assert wide == 0


def test_a_line_has_its_number_which_is_not_copied(read_page):
    page = read_page("code", "en")
    figure = page.locator("figure.source[data-file$='plain.py']").first
    first = int(figure.get_attribute("data-line"))
    lines = figure.locator(".line")
    assert [int(one) for one in lines.evaluate_all("all => all.map((one) => one.dataset.no)")] == [
        first + at for at in range(lines.count())
    ]
    drawn = lines.first.evaluate("(one) => getComputedStyle(one, '::before').content")
    assert re.sub(r"\D", "", drawn) == str(first)
    assert not lines.first.inner_text().strip().startswith(str(first))
