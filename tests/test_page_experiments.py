"""Experiments on the page: the library's figures in three languages, settings, progress, and addresses that hold."""

import json
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from page_fixtures import AXE, axe_finds_nothing, axe_in_both_themes, button, choose, eventually

from attnlab import experiments, results
from attnlab.experiments import MODULES, Inputs, find
from attnlab.words import LANGUAGES, Language, number, say

HERE = "attn-place-experiments"
FOUND = """() => {
  const place = document.querySelector('attn-place-experiments').shadowRoot;
  const root = place.querySelector('attn-findings')?.shadowRoot;
  if (!root) return null;
  const text = (one) => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll('.within').forEach((part) => part.remove());
    return copy.textContent.replace(/\\s+/g, ' ').trim();
  };
  return {
    summary: text(place.querySelector('.summary')),
    numbers: [...root.querySelectorAll('[data-number]')].map((line) =>
      [line.dataset.number, ...['th', '.value', '.printed', '.verdict'].map((one) => text(line.querySelector(one)))]),
    claims: [...root.querySelectorAll('[data-claim]')].map(text),
    panels: [...place.querySelectorAll('attn-panel')].map((one) => text(one.shadowRoot.querySelector('h4'))),
  };
}"""


@cache
def computed(name: str, small: bool = True, *changes: str) -> Any:
    """What the library finds."""
    return experiments.run(find(name), Inputs(find(name).seed, small), changes)


def clean(text: str) -> str:
    return " ".join(text.split())


def expected(made: Any, lang: Language) -> dict[str, Any]:
    view = results.result_view(made, lang)
    numbers = [[one.key, one.label, one.written, one.printed, one.verdict] for one in view.numbers]
    return {
        "summary": clean(view.summary),
        "numbers": [list(map(clean, one)) for one in numbers],
        "claims": [clean(f"{one.verdict}: {one.sentence}") for one in view.claims],
        "panels": [clean(one.title) for one in view.panels],
    }  # fmt: skip


def run(page: Any) -> None:
    page.locator(f"{HERE} #run").click()
    page.wait_for_selector(f"{HERE} attn-findings")


def chosen(page: Any) -> dict[str, str]:
    return {name: one[0] for name, one in parse_qs(urlsplit(page.url).query).items()}


@pytest.mark.parametrize(("lang", "other"), [("en", "ru"), ("ru", "et"), ("et", "en")])
@pytest.mark.parametrize("name", ["scale", "budget"])
def test_the_figures_on_the_page_are_the_librarys_and_follow_the_language(visit, name, lang, other):
    page = visit(f"?place=experiments&experiments.name={name}&lang={lang}", ready=f"{HERE} #run")
    run(page)
    assert page.evaluate(FOUND) == expected(computed(name), lang)
    assert page.evaluate("document.documentElement.lang") == lang
    choose(page, {"en": "English", "ru": "Русский", "et": "Eesti"}[other])
    eventually(lambda: page.evaluate(FOUND), lambda: expected(computed(name), other))


def test_a_full_run_stands_beside_the_printed_figures(visit):
    page = visit("?place=experiments&experiments.name=budget&experiments.full=yes", ready=f"{HERE} #run")
    run(page)
    assert page.evaluate(FOUND) == expected(computed("budget", False), "en")
    assert page.locator("attn-findings .verdict svg").count() == sum(
        one.reproduced is not None for one in computed("budget", False).findings.numbers
    )


def test_the_list_holds_every_experiment_and_opens_one_that_can_be_left_again(visit):
    page = visit("?place=experiments", ready=f"{HERE} .cards")
    names = page.locator(f"{HERE} [data-experiment]").evaluate_all("all => all.map((one) => one.dataset.experiment)")
    assert names == list(MODULES)
    page.locator(f'{HERE} [data-experiment="masks"]').click()
    page.locator(f"{HERE} #title", has_text="masks").wait_for()
    assert chosen(page)["experiments.name"] == "masks"
    page.go_back()
    page.wait_for_selector(f"{HERE} .cards")


def test_the_address_restores_settings_and_result_after_a_reload(visit):
    page = visit("?place=experiments&experiments.name=scale", ready=f"{HERE} #run")
    page.locator("attn-settings #set-queries").fill("100")
    page.locator("attn-settings #set-dims").fill("4,16")
    page.locator(f"{HERE} #seed").fill("760")
    run(page)
    made = expected(computed("scale", True, "queries=100", "dims=4,16"), "en")
    assert page.evaluate(FOUND) == made
    assert parse_qs(chosen(page)["experiments.set"]) == {"queries": ["100"], "dims": ["4,16"]}
    page.reload()
    page.wait_for_selector(f"{HERE} attn-findings")
    assert page.evaluate(FOUND) == made
    assert page.locator("attn-settings #set-queries").input_value() == "100"
    assert page.locator(f"{HERE} .elsewhere").count() == 0

    page.locator("attn-settings #set-queries").fill("50")
    page.locator(f"{HERE} .elsewhere").wait_for()
    assert "queries = 100" in page.locator(f"{HERE} .result .of").first.inner_text()
    assert page.evaluate(FOUND) == made
    page.locator(f"{HERE} #reset").click()
    assert page.locator("attn-settings #set-queries").input_value() == "400"


def test_another_experiment_never_shows_this_ones_figures(visit):
    page = visit("?place=experiments&experiments.name=budget", ready=f"{HERE} #run")
    run(page)
    page.locator(f'{HERE} [data-experiment="masks"]').click()
    page.locator(f"{HERE} #title", has_text="masks").wait_for()
    assert page.evaluate(FOUND) is None
    assert "experiments.run" not in chosen(page)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_setting_that_cannot_be_is_refused_in_words_and_the_page_stays_alive(visit, lang):
    asked = f"?place=experiments&experiments.name=scale&lang={lang}&experiments.set=dims%3D4%2Cwide"
    page = visit(asked, ready=f"{HERE} #run")
    page.locator(f"{HERE} #run").click()
    said = say("experiment-setting-unread", lang, name="scale", key="dims", found="4,wide", now="4,64,512")
    page.locator(f"{HERE} [role=alert]", has_text=said).wait_for()
    page.locator("attn-settings #set-dims").fill("4,16")
    run(page)
    assert page.locator(f"{HERE} [role=alert]").count() == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_seed_that_is_none_is_said_and_starts_nothing(visit, lang):
    page = visit(f"?place=experiments&experiments.name=budget&lang={lang}", ready=f"{HERE} #run")
    said = say("page-check-number", lang, name=say("experiments-seed", lang), least="0", most=str(2**31 - 1))
    for typed in ("-1", "1.5", "99999999999", ""):
        page.locator(f"{HERE} #seed").fill(typed)
        page.locator(f"{HERE} #seed-bad", has_text=said).wait_for()
        page.locator(f"{HERE} #run").click()
        assert page.locator(f"{HERE} #seed").input_value() == typed
        assert "experiments.run" not in chosen(page)
    page.locator(f"{HERE} #seed").fill("7")
    page.locator(f"{HERE} #seed-bad").wait_for(state="detached")
    run(page)
    assert chosen(page)["experiments.seed"] == "7"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_run_that_is_forgotten_and_an_experiment_that_is_not_there_are_said(visit, lang):
    page = visit(f"?place=experiments&experiments.name=scale&experiments.run=gone&lang={lang}", ready=f"{HERE} #run")
    page.locator(f"{HERE} [role=alert]", has_text=say("job-unknown", lang)).wait_for()
    page = visit(f"?place=experiments&experiments.name=nothing&lang={lang}", ready=f"{HERE} .cards")
    assert page.get_by_text(say("experiments-unknown", lang, name="nothing")).is_visible()


def test_what_cannot_run_here_says_why_and_how_to_get_it(visit):
    page = visit("?place=experiments&experiments.name=pronoun&lang=et", ready=f"{HERE} .lacks")
    assert page.get_by_text(say("experiments-lacks-hub-model", "et")).is_visible()
    assert page.locator(f"{HERE} .lacks code").inner_text() == "attnlab run pronoun --model gpt2"
    assert page.locator(f"{HERE} #run").count() == 0


def test_a_long_run_shows_its_progress_is_found_again_and_is_ended_from_the_keyboard(visit, need):
    need("torch")
    page = visit("?place=experiments&experiments.name=address&experiments.full=yes", ready=f"{HERE} #run")
    page.locator(f"{HERE} #run").focus()
    page.keyboard.press("Enter")
    page.locator(f"{HERE} progress").wait_for()
    page.reload()
    page.locator(f"{HERE} progress").wait_for()
    page.locator(f"{HERE} #cancel").focus()
    page.keyboard.press("Space")
    page.locator(f"{HERE} [data-state=cancelled]").wait_for(timeout=60_000)
    assert page.get_by_text(say("experiments-cancelled")).is_visible()
    assert page.evaluate("document.querySelector('attn-place-experiments').shadowRoot.activeElement.id") == "run"


def test_record_and_picture_are_saved(visit, tmp_path):
    page = visit("?place=experiments&experiments.name=budget", ready=f"{HERE} #run")
    run(page)
    with page.expect_download() as load:
        button(page, say("experiments-save-json")).click()
    load.value.save_as(tmp_path / "record.json")
    record = json.loads((tmp_path / "record.json").read_text(encoding="utf-8"))
    wanted = json.loads(computed("budget").to_json())
    assert load.value.suggested_filename == "attnlab-budget.json"
    assert record["findings"] == wanted["findings"]
    with page.expect_download() as load:
        page.locator("attn-panel #save").first.click()
    load.value.save_as(tmp_path / "panel.svg")
    drawn = (tmp_path / "panel.svg").read_text(encoding="utf-8")
    assert drawn.startswith("<svg") and computed("budget").findings.panels[0].title not in drawn
    assert drawn.count("data-line=") == len(computed("budget").findings.panels[0].lines)


def test_pictures_hold_every_mark_and_have_tables(visit):
    page = visit("?place=experiments&experiments.name=budget", ready=f"{HERE} #run")
    run(page)
    eventually(lambda: page.locator("attn-panel svg[role=img]").count(), lambda: 3)
    for place, panel in enumerate(computed("budget").findings.panels):
        shown = page.locator("attn-panel").nth(place)
        assert shown.locator("[data-line]").count() == len(panel.lines)
        assert shown.locator("[data-cell]").count() == sum(map(len, panel.values))
        assert shown.locator("[data-printed]").count() == len(panel.marks)
        rows = (
            len(panel.rows) if panel.kind == "map" else len(panel.names or {x for line in panel.lines for x in line.x})
        )
        assert shown.locator("tbody tr").count() == rows
    table = page.locator("attn-panel").first.locator("tbody tr").first.locator("td").first.text_content()
    assert table == number(computed("budget").findings.panels[0].lines[0].y[0], "en", 4)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scroll(visit, lang):
    asked = f"?place=experiments&experiments.name=masks&lang={lang}"
    page = visit(f"{asked}&theme=light", ready=f"{HERE} #run", script=AXE, reduced_motion="reduce")
    run(page)
    for summary in page.locator("attn-panel summary").all():
        summary.click()
    axe_in_both_themes(page, lang)
    phone = visit(
        f"{asked}&experiments.run={chosen(page)['experiments.run']}",
        ready="attn-findings", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, script=AXE,
    )  # fmt: skip
    phone.wait_for_selector("attn-panel svg[role=img]")
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    axe_finds_nothing(phone)
