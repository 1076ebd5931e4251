"""Measured effects beside weights on the page, in a real browser: the library's figures, by mouse and keyboard."""

from urllib.parse import parse_qs, urlsplit

import numpy as np
import pytest
from page_fixtures import AXE, button, change, choose, eventually

import attnlab
from attnlab import lab, models, surveys
from attnlab.errors import LabError
from attnlab.words import LANGUAGES, number, say

LOADING = 90_000
LABELS = """(what) => Object.fromEntries(
  [...(document.querySelector('attn-beside').shadowRoot.querySelectorAll(`[data-map="${what}"] [data-cell]`))]
  .map((cell) => [cell.dataset.cell, cell.getAttribute('aria-label')]))"""
LOOKS = """() => Object.fromEntries(
  [...(document.querySelector('attn-beside').shadowRoot.querySelectorAll('[data-map="effects"] [data-cell]'))]
  .map((cell) => [cell.dataset.cell, cell.className.trim().split(' ').filter((one) => one !== 'here').pop()]))"""
ROWS = """(list) => [...document.querySelectorAll(`[data-list="${list}"] tbody tr`)]
  .map((row) => [row.dataset.edge, ...[...row.querySelectorAll('td')].slice(1).map((one) => one.textContent.trim())])"""
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def named(piece, place):
    return piece + str(place).translate(SUBSCRIPTS)


def unit(made, lang):
    return say(made.unit, lang)


def label(made, head, row, key, lang, site=0):
    """What a measured cell must say."""
    return say(
        "page-effects-cell-measured", lang, query=named(made.query_pieces[row], made.queries[row]),
        key=named(made.key_pieces[key], key), weight=number(made.weight[site, head, row, key], lang),
        effect=change(made.change[site, head, row, key], lang), unit=unit(made, lang),
    )  # fmt: skip


def listed(made, cells, lang):
    return [[one.name, number(one.weight, lang), change(one.change, lang)] for one in cells]


def cell(page, query, key, what="effects"):
    return page.locator(f'attn-beside [data-map="{what}"] [data-cell="{query}>{key}"]')


def edits(page):
    return page.locator("attn-edits li code").all_inner_texts()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("target", ["", "l/y"])
def test_the_effects_on_the_page_are_the_librarys(visit, names, lang, target):
    page = visit(f"?place=check&text=anna&head=0.3&query=3&lang={lang}&watch={target}", ready="attn-survey")
    made = attnlab.effect_map(names, "anna", target=target or None, position=3, query=3)
    wanted = {f"3>{key}": label(made, 3, 0, key, lang) for key in range(4)}
    eventually(
        lambda: {at: one for at, one in page.evaluate(LABELS, "effects").items() if at in wanted}, lambda: wanted
    )
    assert page.evaluate(ROWS, "largest") == listed(made, made.largest(surveys.LISTED), lang)
    title = say("page-effects-idle", lang, count=len(made.looked_only(surveys.HARD, surveys.NOTHING)))
    assert page.locator('[data-list="idle"] h4').inner_text() == title
    section = page.locator("#effects").inner_text()
    facts = {"target": made.target, "at": "n₃", "before": number(made.before, lang), "unit": unit(made, lang)}
    assert say("page-effects-watched", lang, **facts) in section
    assert say("page-effects-claim", lang) in section
    assert say(f"page-effects-way-{made.way}", lang) in section
    for head in range(4):
        top, most = np.nanargmax(made.weight[0, head, 0]), np.nanargmax(np.abs(made.change[0, head, 0]))
        said = say(
            "page-effects-head", lang, head=f"0.{head}", top=named(made.key_pieces[top], top),
            weight=number(made.weight[0, head, 0, top], lang), key=named(made.key_pieces[most], most),
            effect=change(made.change[0, head, 0, most], lang), unit=unit(made, lang),
        )  # fmt: skip
        assert page.locator(f'attn-survey [data-head="0.{head}"]').get_attribute("aria-label").startswith(said)


def test_all_queries_of_a_head_are_read_at_one_place_and_later_ones_are_told_apart(visit, names):
    page = visit("?place=check&text=anna&head=0.3&query=2&rows=all", ready="attn-survey")
    made = attnlab.effect_map(names, "anna", position=2, query="all", heads=[3])
    wanted = {f"{query}>{key}": label(made, 3, query, key, "en") for query in (1, 2) for key in range(query + 1)}
    eventually(
        lambda: {at: one for at, one in page.evaluate(LABELS, "effects").items() if at in wanted}, lambda: wanted
    )
    looks = page.evaluate(LOOKS)
    assert looks["0>0"] == "only"
    assert {looks[f"3>{key}"] for key in range(4)} == {"after"}
    assert looks["0>1"] == looks["3>4"] == "masked"
    assert page.get_by_text(say("page-effects-all-rows", at="n₂")).is_visible()
    choose(page, say("page-effects-rows-one", query="n₂"))
    eventually(lambda: page.evaluate(LOOKS)["1>0"], lambda: "waits")
    assert page.evaluate(LOOKS)["2>0"] == "measured"


def test_the_maps_are_chosen_and_read_by_keyboard_and_the_address_keeps_them(visit):
    page = visit("?place=check&text=anna&head=0.3&query=3", ready="attn-survey")
    maps = page.locator("attn-beside [data-map]")
    eventually(lambda: maps.evaluate_all("(all) => all.map((one) => one.dataset.map)"), lambda: ["weights", "effects"])
    page.locator("attn-choice#beside input:checked").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    eventually(lambda: maps.evaluate_all("(all) => all.map((one) => one.dataset.map)"), lambda: ["effects"])
    assert parse_qs(urlsplit(page.url).query)["beside"] == ["effects"]
    sizes = {what: cell(page, 3, 0, what).bounding_box()["width"] for what in ("effects",)}
    page.keyboard.press("ArrowLeft")
    eventually(lambda: maps.evaluate_all("(all) => all.map((one) => one.dataset.map)"), lambda: ["weights"])
    assert cell(page, 3, 0, "weights").bounding_box()["width"] == pytest.approx(sizes["effects"], abs=1)
    page.keyboard.press("ArrowLeft")

    cell(page, 3, 0).focus()
    page.keyboard.press("ArrowRight")
    says = page.locator("attn-beside .says")
    eventually(says.inner_text, lambda: page.evaluate(LABELS, "effects")["3>1"])
    page.keyboard.press("c")
    eventually(lambda: edits(page), lambda: ["cut 0.3:3>1"])
    assert cell(page, 3, 1).get_attribute("class").split()[-2:] == ["struck", "here"]
    page.keyboard.press("c")
    eventually(lambda: edits(page), lambda: [])
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    eventually(lambda: parse_qs(urlsplit(page.url).query)["query"], lambda: ["2"])


def test_an_edge_is_cut_by_a_click_and_the_effects_stay_those_of_the_model_without_edits(visit):
    page = visit("?place=check&text=anna&head=0.3&query=3", ready="attn-survey")
    eventually(lambda: page.evaluate(LOOKS)["3>1"], lambda: "measured")
    before = page.evaluate(ROWS, "largest")
    cell(page, 3, 1).click()
    eventually(lambda: edits(page), lambda: ["cut 0.3:3>1"])
    page.get_by_text(say("page-effects-no-edits")).wait_for()
    assert page.evaluate(ROWS, "largest") == before
    cell(page, 1, 3).click()  # behind the mask
    assert edits(page) == ["cut 0.3:3>1"]


def test_a_target_is_typed_and_one_that_is_not_there_is_said(visit):
    page = visit("?place=check&text=anna&head=0.3&query=3&lang=et", ready="attn-survey")
    box = page.locator("#watch")
    box.fill("p(b)")
    box.press("Enter")
    eventually(lambda: "p(b)" in page.locator("#effects .hint").all_inner_texts()[1], lambda: True)
    assert parse_qs(urlsplit(page.url).query)["watch"] == ["p(b)"]
    box.fill("ü")
    box.press("Enter")
    with pytest.raises(LabError) as fault:
        attnlab.effect_map(lab.known_model("names"), "anna", target="ü")
    page.get_by_text(fault.value.say("et")).wait_for()


def test_a_head_that_looks_hard_for_nothing_is_named_by_the_rule_that_is_said(visit):
    page = visit("?place=check&model=decoy&text=anton&head=0.0&query=5", ready="attn-survey")
    made = attnlab.effect_map(lab.known_model("decoy"), "anton", query=5)
    idle = made.looked_only(surveys.HARD, surveys.NOTHING)
    assert idle
    eventually(lambda: page.evaluate(ROWS, "idle"), lambda: listed(made, idle, "en"))
    rule = say(
        "page-effects-idle-rule", hard=number(surveys.HARD, "en", 1), share=number(100 * surveys.NOTHING, "en", 0)
    )
    assert page.get_by_text(rule).is_visible()
    assert page.locator('attn-survey [data-head="0.0"]').get_attribute("class") == "idle"
    assert page.evaluate(ROWS, "largest") == []


@pytest.mark.parametrize("lang", ["en", "et"])
def test_axe_finds_nothing_in_either_theme(visit, lang):
    page = visit(f"?place=check&text=anna&head=0.3&rows=all&lang={lang}&theme=light", ready="attn-survey", script=AXE)
    for theme in ("light", "dark"):
        choose(page, say(f"page-theme-{theme}", lang))
        eventually(lambda: page.evaluate("document.documentElement.dataset.theme"), lambda theme=theme: theme)
        page.wait_for_timeout(300)
        found = page.evaluate("axe.run(document.querySelector('#effects')).then((result) => result.violations)")
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []


# --- a loaded model -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    pytest.importorskip("transformers", reason="transformers is not installed; ./dev setup brings it")
    from hub_models import make

    home = tmp_path_factory.mktemp("models") / "tiny-llama"
    make("llama", num_hidden_layers=3, max_position_embeddings=600).save_pretrained(home)
    return home


def loaded(page, folder, lang="en"):
    from hub_models import TEXT

    page.locator("attn-load summary").click()
    page.locator("#load-name").fill(str(folder))
    button(page, say("page-load-start", lang), exact=True).click()
    page.locator("attn-grid").wait_for(timeout=LOADING)
    page.locator("attn-text #text").fill(TEXT)
    page.locator('attn-map [data-cell="5>5"]').wait_for()
    page.get_by_role("link", name=say("place-check", lang), exact=True).click()
    page.locator("attn-effects").wait_for()
    return TEXT


@pytest.mark.parametrize("lang", ["en", "et"])
def test_a_loaded_models_effects_are_measured_when_asked_for(visit, folder, lang):
    page = visit(f"?lang={lang}")
    text = loaded(page, folder, lang)
    assert page.locator("attn-survey").count() == 0
    page.locator("#effects-start").click()
    made = attnlab.effect_map(models.load(str(folder)), text, method="auto", refine=1000)
    assert made.estimate is not None
    estimate = made.estimate
    agreed = say("page-effects-agreement", lang, agreement=number(made.agreement, lang))
    page.get_by_text(agreed).wait_for(timeout=LOADING)

    def shown(head, site):
        guess = [
            say("page-effects-cell-guess", lang, effect=change(one, lang), unit=unit(made, lang))
            for one in estimate[site, head, 0]
        ]
        return {f"5>{key}": f"{label(made, head, 0, key, lang, site)} {guess[key]}" for key in range(6)}

    def row():
        return {at: one for at, one in page.evaluate(LABELS, "effects").items() if at.startswith("5>")}

    eventually(row, lambda: shown(0, 0))
    page.locator('attn-survey [data-head="2.1"]').click()
    eventually(row, lambda: shown(1, 2))
    assert parse_qs(urlsplit(page.url).query)["head"] == ["2.1"]
    assert [one[0] for one in page.evaluate(ROWS, "largest")] == [one.name for one in made.largest(surveys.LISTED)]

    choose(page, say("page-effects-rows-all", lang))
    page.locator("#rows-start").click()
    whole = attnlab.effect_map(models.load(str(folder)), text, query="all", sites=["2"], heads=[1])
    wanted = label(whole, 1, 3, 2, lang)
    eventually(lambda: page.evaluate(LABELS, "effects")["3>2"].startswith(wanted), lambda: True)
    page.locator('attn-tokens [data-position="4"]').click()
    eventually(lambda: page.locator("attn-survey").count(), lambda: 0)


def test_measuring_is_cancelled_and_says_how_far_it_was(visit, folder):
    page = visit()
    loaded(page, folder)
    held, free = [], []

    def hold(route):
        if free or route.request.method != "GET":
            route.continue_()
        else:
            held.append(route)

    page.route("**/api/effects/*", hold)
    page.locator("#effects-start").click()
    page.locator("#effects .cancel").wait_for()
    page.locator("#effects .cancel").click()
    free.append(True)
    for route in held:
        route.continue_()
    eventually(lambda: page.locator("#effects .cancel").count(), lambda: 0)
    assert page.locator("#effects .ended, #effects .how").count() > 0


def test_a_phone_shows_effects_without_scrolling_sideways(visit, folder):
    page = visit("?lang=ru", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    loaded(page, folder, "ru")
    page.locator("#effects-start").click()
    page.locator("attn-survey").wait_for(timeout=LOADING)
    eventually(lambda: page.locator("#effects .cancel").count(), lambda: 0)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    page.mouse.move(1, 1)  # off the map: a cell under the pointer is chosen already
    cell(page, 5, 2).tap()
    page.wait_for_timeout(200)
    assert edits(page) == []  # the first touch reads it
    cell(page, 5, 2).tap()
    eventually(lambda: edits(page), lambda: ["cut 0.0:5>2"])
