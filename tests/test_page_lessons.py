"""Every lesson in a browser, from disk with no network: what its text says is done, and comes out as it says."""

import pytest
from lesson_fixtures import answer_tasks, follow_instructions
from page_fixtures import AXE, axe_finds_nothing

from attnlab.lessons import LESSONS, text
from attnlab.lessons.markup import render
from attnlab.words import LANGUAGES

EACH = pytest.mark.parametrize(("name", "lang"), [(name, lang) for name in LESSONS for lang in LANGUAGES])


@EACH
def test_every_instruction_is_carried_out_and_comes_out_as_the_text_says(read_page, name, lang):
    page = read_page(name, lang)
    met = render(text(name, lang))[1].met

    done = follow_instructions(page, lang)

    assert done == sum(kind == "set" for kind, _ in met), "an instruction stands outside of a box to try"
    assert done > 0


@EACH
def test_every_task_knows_its_answer_and_has_a_hint_for_what_is_wrong(read_page, name, lang):
    page = read_page(name, lang)

    assert 3 <= answer_tasks(page, lang) <= 7


@EACH
def test_nothing_keeps_a_reader_out(read_page, name, lang):
    phone = {"color_scheme": "dark", "viewport": {"width": 360, "height": 740}}
    # what only the wide page has is the same in every language
    for how in (phone, {"color_scheme": "light"})[: 2 if lang == "en" else 1]:
        page = read_page(name, lang, script=AXE, **how)
        axe_finds_nothing(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= how.get("viewport", {"width": 1280})["width"]
