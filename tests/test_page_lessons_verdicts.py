"""Live verdicts in a browser: those of the model that is loaded, the same as its cases say; and they can be stopped."""

import json
import math

import pytest
from lesson_fixtures import carry_out, set_by_hand
from page_fixtures import ROOT, eventually

from attnlab.lessons.markup import shown_value
from attnlab.words import LANGUAGES, number, say

CASES = json.loads((ROOT / "web" / "lessons" / "verdicts.cases.json").read_text(encoding="utf-8"))
FIGURES = ("p", "top", "middle", "random", "foil", "share")
"""Of every head; `verdicts.cases.json` has them from `web/verdict.ts`, which its own cases hold to `attnlab.check`."""


def choose(page, live, name, value, lang):
    kind = page.evaluate("(live) => document.getElementById(live).localName", live).removeprefix("live-")
    set_by_hand(page, live, say(f"live-{kind}-{name}", lang), shown_value(kind, name, value, lang), lang)


def read(page):
    return page.evaluate("document.getElementById('verdict').read()")


def _texts(page, case):
    """Once the check of that case is there."""
    now = read(page)
    loaded = page.evaluate("attnlabLessons.world.decoder.name")
    return now.get("texts") if (loaded, now.get("times")) == (case["model"], case["times"]) else None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_another_model_gives_other_verdicts_and_both_are_the_models_own(read_page, lang):
    page, seen = read_page("explanation", lang), []
    for case in CASES:
        choose(page, "model", "model", case["model"], lang)
        if case["times"] != 1:
            choose(page, "verdict", "times", str(case["times"]), lang)
        eventually(lambda case=case: _texts(page, case), lambda case=case: case["texts"])
        now = read(page)
        for head, wanted in enumerate(case["heads"]):
            assert now[f"finding-{head}"] == wanted["finding"]
            for name in FIGURES:
                assert math.isclose(now[f"{name}-{head}"], wanted[name], rel_tol=1e-7, abs_tol=1e-9), (name, head)
        # what is drawn is what is read
        heads = page.locator("#verdict section.head").all()
        assert [one.get_attribute("data-finding") for one in heads] == [one["finding"] for one in case["heads"]]
        for one, wanted in zip(heads, case["heads"], strict=True):
            assert say(f"live-verdict-{wanted['finding']}", lang) in one.inner_text()
            tops = one.locator("attn-forest [data-effect=top] .mean").inner_text()
            assert tops == number(wanted["top"], lang)
        told = say(
            "live-verdict-sum", lang, model=say(f"live-model-model-{case['model']}", lang), heads=len(heads),
            supported=sum(one["finding"] == "supported" for one in case["heads"]),
            naive=sum(one["naive"] for one in case["heads"]),
        )  # fmt: skip
        assert told in page.locator("#verdict .sum").inner_text()
        # and so is the sentence of the text
        assert page.locator("output.see[data-read=naive]").inner_text() == number(now["naive"], lang, 0)
        seen.append([one["finding"] for one in case["heads"]])
    assert seen[0] != seen[1] != seen[2] != seen[3]


HOLD = """() => {
  const later = globalThis.setTimeout;
  globalThis.setTimeout = () => 0;
  globalThis.release = () => (globalThis.setTimeout = later);
}"""


def test_a_check_can_be_stopped_and_made_anew_and_shows_no_figures_meanwhile(read_page):
    page = read_page("explanation", "en")
    page.locator("#verdict .check").wait_for()
    before = page.evaluate("document.documentElement.scrollHeight")
    page.evaluate(HOLD)  # no slice is measured until the test says so, however slow it is itself
    choose(page, "verdict", "texts", "300", "en")
    page.locator("#verdict .waiting").wait_for()
    assert read(page) == {}
    claim = page.locator(".expect[data-live=verdict]").first
    assert (claim.get_attribute("class"), claim.locator(".mark").inner_text()) == ("expect", "…")
    assert page.locator("#verdict progress").get_attribute("max") == "300"
    assert page.evaluate("document.documentElement.scrollHeight") == before
    page.locator("#verdict").get_by_role("button", name=say("live-verdict-stop"), exact=True).click()
    assert page.locator("#verdict .waiting p").inner_text() == say("live-verdict-stopped")
    assert read(page) == {}

    page.evaluate("() => { release(); }")
    page.locator("#verdict").get_by_role("button", name=say("live-verdict-again"), exact=True).click()
    page.locator("#verdict .check").wait_for()
    assert read(page)["asked"] == 300
    assert claim.get_attribute("class") == "expect met"


def test_few_texts_give_no_verdict(read_page):
    page = read_page("explanation", "en")
    choose(page, "verdict", "texts", "40", "en")
    eventually(lambda: read(page).get("untestable"), lambda: 4)
    assert read(page)["named"] == "–"
    told = say("live-verdict-untestable", model=say("live-model-model-names"), untestable=4, heads=4)
    assert page.locator("#verdict .sum").inner_text().startswith(told)
    assert "40 texts are too few; at least 100 are asked for." in page.locator("#verdict .check").inner_text()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_control_text_of_another_length_is_told_in_words_and_the_rest_stays(read_page, lang):
    page = read_page("explanation", lang)
    carry_out(page, page.locator(".do[data-value=value]"), lang)
    set_by_hand(page, "cut", say("live-cut-other", lang), "eva", lang)
    told = say("live-cut-other-length", lang, other="eva", found=3, wanted=4)
    eventually(lambda: page.locator("#cut #fault-other").inner_text(), lambda: told)
    set_by_hand(page, "cut", say("live-cut-other", lang), "elsa", lang)
    eventually(lambda: page.locator("#cut #fault-other").inner_text(), lambda: "")
    assert page.locator("#cut tbody tr").count() == 5


def test_a_place_beyond_the_text_is_told_and_a_text_that_cannot_be_read_leaves_no_row(read_page):
    page = read_page("explanation", "en")
    set_by_hand(page, "cut", say("live-cut-query"), "10", "en")
    told = say("live-cut-beyond", asked=10, shown=4)
    eventually(lambda: page.locator("#cut #fault-query").inner_text(), lambda: told)
    task = page.locator("lesson-task[name='explanation.surer']")
    for text in ("a" * 16, "123"):
        set_by_hand(page, "cut", say("live-cut-text"), text, "en")
        eventually(lambda: page.locator("#cut tbody tr").count(), lambda: 0)
        assert page.locator("#cut #fault-text").inner_text()
        task.get_by_role("button").click()
        assert task.locator("slot[name=hint-other]").count() == 1
    set_by_hand(page, "cut", say("live-cut-text"), "anna", "en")
    eventually(lambda: page.locator("#cut tbody tr").count(), lambda: 5)


def test_a_condition_that_fails_says_so_in_words_and_a_record_without_verdict_counts_none(read_page):
    page = read_page("own", "en")
    target = page.locator("#reading [data-head='0.1'] [data-condition=target]")
    assert say("live-verdict-mark", holds="no") in target.text_content()
    assert "It does not take clearly more from the answer" in target.inner_text()
    set_by_hand(page, "reading", say("live-reading-least"), "57.5", "en")
    share = page.locator("#reading [data-head='0.1'] [data-condition=share]")
    eventually(lambda: "It does not take at least 57.5 % of the margin" in share.inner_text(), lambda: True)
    set_by_hand(page, "reading", say("live-reading-texts"), "300", "en")
    told = say("live-verdict-untestable", model="practice", untestable=2, heads=2)
    eventually(lambda: page.locator("#reading .sum").inner_text().startswith(told), lambda: True)
    assert "supported" not in page.locator("#reading .sum").inner_text()
