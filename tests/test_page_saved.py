"""A saved trace in a browser, from disk with no network: it shows what was traced; edits give what Python's give."""

from typing import Any

import pytest
from page_fixtures import AXE, axe_finds_nothing, axe_in_both_themes, change, eventually

import attnlab
from attnlab.lab import look
from attnlab.words import LANGUAGES, number, say

LANGS = pytest.mark.parametrize("lang", LANGUAGES)


def cells(page: Any) -> dict[str, str]:
    """What stands in each cell of the large map."""
    return page.locator("attn-map [data-cell]").evaluate_all(
        "(all) => Object.fromEntries(all.map((one) => [one.dataset.cell, one.innerText.trim()]))"
    )


def as_written(map: Any, lang: Any) -> dict[str, str]:
    """The same of a map in Python."""
    seen = map.state == "visible"
    return {
        f"{query}>{key}": number(float(map.weight[query, key]), lang) if seen[query, key] else ""
        for query in range(len(map.queries))
        for key in range(len(map.keys))
    }


@LANGS
def test_a_map_without_its_model_shows_the_weights_that_were_traced(names, opened, lang):
    run = attnlab.trace(names, "anna")
    page = opened(run, heads=["0.1", "0.3"], lang=lang)

    assert cells(page) == as_written(run.map(0, 1), lang)
    page.locator("attn-heads [data-head='0.3']").click()
    eventually(lambda: cells(page), lambda: as_written(run.map(0, 3), lang))
    page.locator("attn-tokens [data-position='2']").click()
    row = page.locator("attn-row")
    eventually(lambda: row.locator("dd").first.inner_text().split()[0], lambda: number(run.map(0, 3).entropy[2], lang))
    best = page.locator("attn-next li").first
    symbol = names.vocabulary[int(run.probabilities[2].argmax())]
    assert best.get_attribute("data-symbol") == symbol
    assert best.locator(".number").inner_text() == number(run.probabilities[2].max(), lang)
    assert page.get_by_role("button", name=say("page-cut", lang)).count() == 0, "nothing can be cut without the model"


@LANGS
def test_an_edit_of_a_small_decoder_gives_what_python_gives(names, opened, lang):
    page = opened(attnlab.trace(names, "anna"), lang=lang)
    page.locator("attn-heads [data-head='0.3']").click()
    page.locator("attn-map [data-cell='4>3']").click()
    page.get_by_role("button", name=say("page-cut", lang)).first.click()

    after = attnlab.trace(names, "anna", "cut 0.3:4>3")
    eventually(lambda: cells(page), lambda: as_written(after.map(0, 3), lang))
    made = attnlab.effect(names, "anna", "cut 0.3:4>3")
    told = page.locator("attn-next .target dd").all_inner_texts()
    assert told == [number(made.before, lang), number(made.after, lang), change(made.change, lang)]
    shares = page.locator("attn-next li").evaluate_all(
        "(all) => Object.fromEntries(all.map((one) =>"
        " [one.dataset.symbol, one.querySelector('.number:not(.soft)').innerText]))"
    )
    assert shares == {
        one.symbol: number(one.after, lang) for one in look("names", "anna", "0.3", 4, ["cut 0.3:4>3"]).next
    }
    page.get_by_role("button", name=say("page-clear", lang)).click()
    eventually(lambda: cells(page), lambda: as_written(attnlab.trace(names, "anna").map(0, 3), lang))


def test_a_trace_made_with_edits_opens_with_them(names, opened):
    run = attnlab.trace(names, "maria", "drop 0.1:5>2")
    page = opened(run)
    page.locator("attn-heads [data-head='0.1']").click()
    eventually(lambda: cells(page), lambda: as_written(run.map(0, 1), "en"))
    assert page.locator("attn-edits code").all_inner_texts() == ["drop 0.1:5>2"]


def test_a_long_text_of_many_heads_is_read_from_the_keyboard(opened):
    from test_saved import drawn

    run = drawn(layers=3, heads=6, n=60)
    page = opened(run)
    page.locator("attn-grid [data-head='0.0']").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    eventually(lambda: page.locator("#map-title").inner_text(), lambda: say("page-head-title", "en", head="1.1"))
    page.locator("attn-field .frame").focus()
    page.keyboard.press("ArrowUp")
    rows = page.locator("attn-row tbody tr[data-key]")
    wanted = run.map(1, 1)
    query = int(page.locator("attn-tokens [aria-checked='true']").get_attribute("data-position"))
    assert query < 59
    eventually(
        lambda: rows.nth(7).locator("td").first.inner_text().split()[-1],
        lambda: number(float(wanted.weight[query, 7]), "en"),
    )


@LANGS
def test_nothing_keeps_a_reader_out(names, opened, lang):
    from test_saved import drawn

    phone = {"viewport": {"width": 360, "height": 740}}
    for shown, options in ((attnlab.trace(names, "anna"), {}), (drawn(n=40), {}), (drawn(n=40), {"pool": 9})):
        page = opened(shown, AXE, phone, lang=lang, **options)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        axe_finds_nothing(page)
    axe_in_both_themes(opened(attnlab.trace(names, "anna"), AXE, lang=lang), lang)


def test_either_side_of_a_notebook_changes_the_state(names, notebook):
    page = notebook(attnlab.trace(names, "anna"))
    title = page.locator("#map-title")

    page.evaluate("model.set('head', '0.2')")
    eventually(title.inner_text, lambda: say("page-head-title", "en", head="0.2"))
    page.evaluate("model.set('query', 2)")
    chosen = page.locator("attn-tokens [aria-checked='true']")
    eventually(lambda: chosen.get_attribute("data-position"), lambda: "2")
    page.evaluate("model.set('edits', ['cut 0.2:4>1'])")
    after = attnlab.trace(names, "anna", "cut 0.2:4>1")
    eventually(lambda: cells(page), lambda: as_written(after.map(0, 2), "en"))

    page.locator("attn-heads [data-head='0.3']").click()
    eventually(lambda: page.evaluate("model.get('head')"), lambda: "0.3")
    page.locator("attn-map [data-cell='4>3']").click()
    page.keyboard.press("d")
    eventually(lambda: page.evaluate("model.get('edits')"), lambda: ["cut 0.2:4>1", "drop 0.3:4>3"])
    assert page.evaluate("model.get('query')") == 2
    assert page.evaluate("saves") >= 2

    page.evaluate("leave()")
    assert page.locator("attn-saved").count() == 0
    assert page.evaluate("Object.values(heard).flat().length") == 0


def test_an_edit_that_does_not_fit_is_said_and_what_was_shown_stays(names, notebook):
    page = notebook(attnlab.trace(names, "anna"))
    before = cells(page)
    page.evaluate("model.set('edits', ['cut 0.0:1>3'])")
    facts = {"edit": "cut 0.0:1>3", "query": 1, "key": 3, "query_piece": "a", "key_piece": "n"}
    eventually(lambda: page.locator("attn-saved .fault").first.inner_text(), lambda: say("edit-masked", "en", **facts))
    assert cells(page) == before
