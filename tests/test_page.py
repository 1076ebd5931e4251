"""The lab page in a real browser, against the real server: what it shows is what the library computes."""

import json
import random
import shutil
import subprocess
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from page_fixtures import AXE, WEB, axe_in_both_themes, button, change, choose, eventually, missing

from attnlab import lab
from attnlab.errors import LabError
from attnlab.server import make_app
from attnlab.words import LANGUAGES, Language, number, say

SHOWN = """() => {
  const inside = (name) => document.querySelector(name).shadowRoot;
  const texts = (root, selector) => [...root.querySelectorAll(selector)].map((one) => one.textContent.trim());
  const last = (cell) => {
    const copy = (cell.querySelector('.with-bar > span:last-child') ?? cell).cloneNode(true);
    copy.querySelectorAll('.unseen').forEach((one) => one.remove());
    return copy.textContent.trim();
  };
  const map = inside('attn-map'), row = inside('attn-row'), next = inside('attn-next');
  return {
    cells: Object.fromEntries([...map.querySelectorAll('[data-cell]')].map((cell) =>
      [cell.dataset.cell, cell.querySelector(':scope > span:not(.lift)')?.textContent ?? ''])),
    states: Object.fromEntries([...map.querySelectorAll('[data-cell]')].map((cell) =>
      [cell.dataset.cell, ['masked', 'cut'].find((state) => cell.classList.contains(state)) ?? 'visible'])),
    totals: texts(map, 'tbody .sum'),
    keys: [...row.querySelectorAll('[data-key]')].map((line) => {
      const [score, weight, before, effect] = [...line.querySelectorAll('td')].map(last);
      return [score, line.querySelector('.sign.masked') ? '' : weight, before, effect];
    }),
    figures: texts(row, 'dd'),
    target: texts(next, 'dd'),
    next: [...next.querySelectorAll('[data-symbol]')].map((line) => [line.dataset.symbol, ...texts(line, '.number')]),
    edits: texts(inside('attn-edits'), 'li:not(.waits) code'),
  };
}"""


def expected(view: Any, edits: list[str], lang: Language) -> dict[str, Any]:
    """What the page must show of a view."""
    map, row = view.map, view.row
    places = [(query, key) for query in range(len(map.queries)) for key in range(len(map.keys))]
    seen = {f"{query}>{key}": map.state[query][key] for query, key in places}
    return {
        "cells": {
            f"{query}>{key}": number(map.weight[query][key], lang) if map.state[query][key] == "visible" else ""
            for query, key in places
        },
        "states": seen,
        "totals": [number(total, lang) for total in map.total],
        "keys": [
            [
                number(key.score, lang),
                "" if key.state == "masked" else number(key.weight, lang),
                "—" if key.state == "masked" else number(key.weight_before, lang),
                "—" if key.effect is None else change(key.effect, lang),
            ]
            for key in row.keys
        ],
        "figures": [
            f"{number(row.entropy, lang)} {say('page-of-most', lang, most=number(row.entropy_most, lang))}",
            number(row.top_share, lang),
            number(row.total, lang),
        ],
        "target": [
            number(view.target.before, lang), number(view.target.after, lang), change(view.target.change, lang),
        ],
        "next": [[one.symbol, number(one.before, lang), number(one.after, lang)] for one in view.next],
        "edits": edits,
    }  # fmt: skip


def shows(page: Any, model: str, text: str, head: str, query: int, edits: list[str], lang: Language = "en") -> None:
    """The page shows exactly what the library computes."""
    wanted = expected(lab.look(model, text, head, query, edits), edits, lang)
    eventually(lambda: page.evaluate(SHOWN), lambda: wanted)


def written(page: Any) -> Any:
    """The field of the text."""
    return page.locator("attn-text #text")


def cell(page: Any, query: int, key: int) -> Any:
    return page.locator(f'attn-map [data-cell="{query}>{key}"]')


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_on_the_page_is_the_librarys_in_every_language(visit, lang):
    edits = ["cut 0.3:2>1", "drop 0.3:4>0", "lift 0.3:3>1+1.5", "swap 0.3:1=zero"]
    query = "&".join(f"edit={edit.replace('+', '%2B')}" for edit in edits)
    page = visit(f"?model=names&text=anna&head=0.3&query=4&lang={lang}&{query}")
    shows(page, "names", "anna", "0.3", 4, edits, lang)
    assert page.evaluate("document.documentElement.lang") == lang
    assert page.title() == say("page-title", lang, text="anna")
    assert page.get_by_role("heading", name=say("page-row", lang, query="a₄"), exact=True).is_visible()


def test_the_default_query_leaves_a_masked_future_in_sight(visit):
    page = visit()
    shows(page, "names", "anna", "0.0", 2, [])
    assert page.locator('attn-tokens [aria-checked="true"]').get_attribute("data-position") == "2"


def test_a_cut_can_be_undone_redone_and_left_by_the_back_button(visit):
    page = visit("?text=anna&head=0.3")
    cell(page, 2, 1).click()
    button(page, "Cut C").click()
    cut = ["cut 0.3:2>1"]
    shows(page, "names", "anna", "0.3", 2, cut)
    assert parse_qs(urlsplit(page.url).query)["edit"] == cut

    page.keyboard.press("Control+z")
    shows(page, "names", "anna", "0.3", 2, [])
    page.keyboard.press("Control+Shift+z")
    shows(page, "names", "anna", "0.3", 2, cut)
    button(page, "Undo").click()
    shows(page, "names", "anna", "0.3", 2, [])
    button(page, "Redo").click()
    shows(page, "names", "anna", "0.3", 2, cut)
    assert button(page, "Redo").is_disabled()

    page.go_back()
    shows(page, "names", "anna", "0.3", 2, [])
    assert button(page, "Redo").is_enabled()
    page.go_forward()
    shows(page, "names", "anna", "0.3", 2, cut)
    button(page, "Take back cut 0.3:2>1").click()
    shows(page, "names", "anna", "0.3", 2, [])


def test_a_head_a_query_and_a_model_are_chosen_by_clicking(visit):
    page = visit()
    page.locator('attn-heads [data-head="0.2"]').click()
    shows(page, "names", "anna", "0.2", 2, [])
    page.locator('attn-tokens [data-position="4"]').click()
    shows(page, "names", "anna", "0.2", 4, [])
    button(page, "Switch the head off").click()
    shows(page, "names", "anna", "0.2", 4, ["ablate 0.2"])
    page.get_by_role("combobox", name="Value of").select_option("zero")
    shows(page, "names", "anna", "0.2", 4, ["ablate 0.2", "swap 0.2:3=zero"])
    page.get_by_role("combobox", name="Model").select_option("decoy")
    shows(page, "decoy", "anton", "0.0", 3, [])


def test_typing_a_text_is_followed_letter_by_letter_and_is_one_step_back(visit):
    page = visit()
    written(page).press("End")
    written(page).press_sequentially("bel")
    shows(page, "names", "annabel", "0.0", 5, [])
    page.go_back()
    shows(page, "names", "anna", "0.0", 2, [])


def test_a_bad_text_says_what_is_wrong_and_the_old_figures_say_whose_they_are(visit):
    page = visit("?lang=ru")
    written(page).fill("anna7")
    with pytest.raises(LabError) as fault:
        lab.look("names", "anna7")
    page.get_by_text(fault.value.say("ru")).wait_for()
    assert page.get_by_text(say("page-stale", "ru", text="anna")).is_visible()
    shows(page, "names", "anna", "0.0", 2, [], "ru")
    assert "text=anna7" in page.url

    written(page).fill("emma")
    shows(page, "names", "emma", "0.0", 2, [], "ru")
    assert page.get_by_text(say("page-stale", "ru", text="anna")).count() == 0


def test_a_shorter_text_lets_an_edit_wait_for_its_place(visit):
    page = visit("?text=anna&head=0.3&query=1&edit=cut+0.3:4>3")
    written(page).fill("ann")
    shows(page, "names", "ann", "0.3", 1, [])
    assert page.get_by_text(say("page-edit-waits")).is_visible()
    written(page).fill("anne")
    shows(page, "names", "anne", "0.3", 1, ["cut 0.3:4>3"])


def test_a_masked_cell_says_why_it_cannot_be_edited(visit):
    page = visit()
    cell(page, 1, 3).click()
    why = page.get_by_text(say("page-masked-why", query="a₁", key="n₃"))
    why.wait_for()
    page.keyboard.press("c")
    assert page.locator("attn-cell .why.refused").is_visible()
    shows(page, "names", "anna", "0.0", 2, [])


def test_a_row_with_nothing_left_to_look_at_is_said_and_undone(visit):
    page = visit("?text=anna&head=0.3")
    cell(page, 0, 0).click()
    page.keyboard.press("c")
    with pytest.raises(LabError) as fault:
        lab.look("names", "anna", "0.3", 2, ["cut 0.3:0>0"])
    page.get_by_text(fault.value.say()).wait_for()
    assert page.get_by_text(say("page-edit-refused"), exact=True).is_visible()
    assert page.get_by_text(say("page-budget-refused")).is_visible()
    assert page.get_by_text(say("page-does-cut", query="START₀", key="START₀")).count() == 0
    page.keyboard.press("Control+z")
    shows(page, "names", "anna", "0.3", 2, [])


def test_everything_is_done_from_the_keyboard_in_a_russian_layout_too(visit):
    page = visit("?text=anna&head=0.3")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.shadowRoot?.activeElement?.dataset.cell"):
            break
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("c")
    shows(page, "names", "anna", "0.3", 2, ["cut 0.3:3>1"])
    page.keyboard.press("ArrowLeft")
    page.evaluate("""document.activeElement.shadowRoot.activeElement.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'в', code: 'KeyD', bubbles: true, composed: true }))""")
    shows(page, "names", "anna", "0.3", 2, ["cut 0.3:3>1", "drop 0.3:3>0"])
    page.keyboard.press("+")
    page.keyboard.press("+")
    shows(page, "names", "anna", "0.3", 2, ["cut 0.3:3>1", "lift 0.3:3>0+1"])
    page.keyboard.press("Delete")
    page.keyboard.press("Enter")
    shows(page, "names", "anna", "0.3", 3, ["cut 0.3:3>1"])


def test_dragging_a_cell_lifts_its_score_and_is_one_step_back(visit):
    page = visit("?text=anna&head=0.3")
    cell(page, 2, 0).scroll_into_view_if_needed()
    box = cell(page, 2, 0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 13):
        page.mouse.move(x, y - 5 * step)
    bubble = page.locator("attn-map output")
    bubble.wait_for()
    assert bubble.inner_text() == f"{say('page-axis-score')} +1.5"
    page.mouse.up()
    shows(page, "names", "anna", "0.3", 2, ["lift 0.3:2>0+1.5"])
    button(page, "Undo").click()
    shows(page, "names", "anna", "0.3", 2, [])


def test_language_colours_and_order_stand_in_the_address_and_go_back(visit):
    page = visit("?head=0.3", color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    choose(page, "Eesti")
    shows(page, "names", "anna", "0.3", 2, [], "et")
    choose(page, say("page-theme-dark", "et"))
    assert page.evaluate(paper) != light
    choose(page, say("page-order-probability", "et"))
    view = lab.look("names", "anna", "0.3", 2)
    ranked = [one.symbol for one in sorted(view.next, key=lambda one: -one.after)]
    eventually(lambda: [line[0] for line in page.evaluate(SHOWN)["next"]], lambda: ranked)
    said = parse_qs(urlsplit(page.url).query)
    assert (said["lang"], said["theme"], said["order"]) == (["et"], ["dark"], ["probability"])
    page.go_back()
    page.go_back()
    eventually(lambda: page.evaluate(paper), lambda: light)
    page.go_back()
    shows(page, "names", "anna", "0.3", 2, [], "en")
    assert page.evaluate("document.documentElement.lang") == "en"


def test_a_copied_address_restores_the_picture_elsewhere(visit):
    page = visit("?text=anna&head=0.3")
    written(page).fill("jacob")
    cell(page, 4, 2).click()
    page.keyboard.press("d")
    choose(page, "scores")
    choose(page, "Русский")
    choose(page, say("page-theme-dark", "ru"))
    page.wait_for_timeout(400)
    other = visit("?" + urlsplit(page.url).query)
    eventually(lambda: other.evaluate(SHOWN), lambda: page.evaluate(SHOWN))
    assert other.evaluate(SHOWN)["edits"] == ["drop 0.3:4>2"]
    score = lab.look("names", "jacob", "0.3").map.score
    assert other.evaluate(SHOWN)["cells"]["1>4"] == number(score[1][4], "ru")
    assert page.locator("attn-cell .edge").inner_text() == "o₄ → a₂"
    assert other.locator("attn-cell .edge").inner_text() == "o₄ → a₂"


def test_what_is_copied_as_python_gives_the_figures_shown(visit, capsys):
    page = visit("?text=anna&head=0.3&edit=cut+0.3:2>1", permissions=["clipboard-read", "clipboard-write"])
    button(page, "Copy as Python").click()
    page.get_by_text(say("page-copied", count=8)).wait_for()
    exec(page.evaluate("navigator.clipboard.readText()"), {})
    figures = [number(float(word)) for word in capsys.readouterr().out.split()]
    assert figures[:2] == page.evaluate(SHOWN)["target"][:2]
    button(page, "Copy as text").click()
    eventually(lambda: page.evaluate("navigator.clipboard.readText()"), lambda: "cut 0.3:2>1")


def test_an_answer_that_comes_late_never_overwrites_a_newer_one(visit):
    page = visit()
    held = []
    page.route("**/api/look?*head=0.1*", lambda route: held.append(route))
    page.locator('attn-heads [data-head="0.1"]').click()
    # a route is told while the browser is asked something, not while we sleep
    eventually(lambda: page.evaluate("0") or len(held), lambda: 1)
    page.locator('attn-heads [data-head="0.2"]').click()
    shows(page, "names", "anna", "0.2", 2, [])
    held[0].continue_()
    page.wait_for_timeout(300)
    shows(page, "names", "anna", "0.2", 2, [])


def test_a_server_that_is_gone_is_said_and_asked_again(visit):
    page = visit()
    page.route("**/api/look?*", lambda route: route.abort())
    page.locator('attn-heads [data-head="0.1"]').click()
    page.get_by_text(say("page-gone")).wait_for()
    shows(page, "names", "anna", "0.0", 2, [])
    page.unroute("**/api/look?*")
    button(page, say("page-retry")).click()
    shows(page, "names", "anna", "0.1", 2, [])
    assert page.get_by_text(say("page-gone")).count() == 0


def test_a_language_chosen_while_the_server_is_away_is_learnt_when_it_is_back(visit):
    page = visit()
    away = ("**/api/**", "**/words/**")
    for address in away:
        page.route(address, lambda route: route.abort())
    choose(page, "Eesti")
    page.get_by_text(say("page-gone")).wait_for()
    for address in away:
        page.unroute(address)
    page.get_by_text(say("page-tagline", "et")).wait_for()
    assert page.evaluate("document.documentElement.lang") == "et"
    shows(page, "names", "anna", "0.0", 2, [], "et")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_an_address_says_and_cannot_be_used_is_said(visit, lang):
    page = visit(f"?text=anna&query=9&order=size&cell=7>1&lang={lang}")
    said = page.locator(".said").inner_text()
    assert say("page-address-faults", lang, said="order=size, cell=7>1") in said
    assert say("page-query-missing", lang, query=9, shown="n₂") in said
    shows(page, "names", "anna", "0.0", 2, [], lang)
    page.locator('attn-tokens [data-position="1"]').click()
    eventually(lambda: "order=size" in page.locator(".said").inner_text(), lambda: False)


def test_a_text_too_long_to_be_sent_is_said_to_be_that(visit):
    page = visit()
    written(page).fill("a" * 100_000)
    page.get_by_text(say("page-text-too-long", found=100_000, most=10_000)).wait_for()
    shows(page, "names", "anna", "0.0", 2, [])
    assert len(page.url) < 1000
    written(page).fill("emma")
    shows(page, "names", "emma", "0.0", 2, [])


def test_an_address_that_names_what_is_not_there_offers_a_way_out(visit):
    page = visit("?model=gpt&text=emma&head=7.7&edit=burn+0.3&lang=et", ready=".status.alarm")
    with pytest.raises(LabError) as fault:
        lab.known_model("gpt")
    assert page.locator(".said").inner_text() == fault.value.say("et")
    button(page, say("page-afresh", "et")).click()
    shows(page, "names", "emma", "0.0", 2, [], "et")


@pytest.mark.parametrize("seed", [1])
def test_no_walk_through_the_controls_leaves_a_stale_figure(visit, seed):
    chance = random.Random(seed)
    page = visit("?text=anna&head=0.3")

    def asked() -> Any:
        said = {name: values for name, values in parse_qs(urlsplit(page.url).query).items()}
        text, edits = said["text"][0], said.get("edit", [])
        places = len(text) + 1
        kept = [edit for edit in edits if all(int(place) < places for place in edit_places(edit))]
        query = int(said["query"][0]) if "query" in said and int(said["query"][0]) < places else max(0, places - 3)
        try:
            return expected(lab.look("names", text, said["head"][0], query, kept), kept, "en")
        except LabError as fault:
            return fault.say()

    def answered() -> Any:
        fault = page.locator(".status.alarm .said")
        return fault.inner_text().split(" The figures")[0] if fault.count() else page.evaluate(SHOWN)

    for _ in range(25):
        size = page.locator("attn-tokens button").count()
        match chance.choice(["text", "head", "query", "cell", "cell", "cell", "undo", "redo", "back", "clear"]):
            case "text":
                written(page).fill("".join(chance.choices("abcdefgh", k=chance.randint(1, 8))))
            case "head":
                page.locator("attn-heads button").nth(chance.randrange(4)).click()
            case "query":
                page.locator("attn-tokens button").nth(chance.randrange(size)).click()
            case "cell":
                cell(page, chance.randrange(size), chance.randrange(size)).click()
                page.keyboard.press(chance.choice(["c", "d", "+", "-", "Delete", "Enter"]))
            case "undo":
                page.keyboard.press("Control+z")
            case "redo":
                page.keyboard.press("Control+Shift+z")
            case "back" if page.evaluate("history.length") > 3:
                page.go_back()
                page.go_forward()
                page.go_back()
            case "clear" if button(page, "Clear").is_enabled():
                button(page, "Clear").click()
        eventually(answered, asked)


def edit_places(edit: str) -> list[str]:
    """The positions an edit names."""
    places = edit.partition(":")[2].partition("=")[0].split("+")[0]
    query, _, key = places.partition(">")
    return [query, key.split("-")[0]] if key else [query] if query else []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_in_either_theme(visit, lang):
    edits = "edit=cut+0.3:2>1&edit=drop+0.3:3>2&edit=lift+0.3:4>1%2B1.5&edit=swap+0.3:1=zero"
    page = visit(f"?text=anna&head=0.3&lang={lang}&theme=light&{edits}", script=AXE, reduced_motion="reduce")
    for summary in page.locator("summary").all():
        summary.click()
    axe_in_both_themes(page, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_shows_it_without_scrolling_sideways(visit, lang):
    page = visit(
        f"?text=christopherjone&head=0.3&lang={lang}&edit=cut+0.3:13>8&edit=swap+0.3:13=zero",
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True,
    )  # fmt: skip
    shows(page, "names", "christopherjone", "0.3", 13, ["cut 0.3:13>8", "swap 0.3:13=zero"], lang)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    wide = page.evaluate("""() => [...document.querySelectorAll('*')]
      .flatMap((one) => [one, ...(one.shadowRoot?.querySelectorAll('*') ?? [])])
      .filter((one) => one.getBoundingClientRect().right > 360.5 && !one.closest('.scroll, .unseen'))
      .map((one) => `${one.tagName}.${one.className}`)""")
    assert wide == []
    page.locator('attn-tokens [data-position="5"]').tap()
    shows(page, "names", "christopherjone", "0.3", 5, ["cut 0.3:13>8", "swap 0.3:13=zero"], lang)


def test_nothing_is_fetched_from_anywhere_else(visit, address):
    asked = []
    page = visit("?theme=dark")
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.wait_for_selector("attn-map")
    assert asked
    assert all(url.startswith((address, "data:")) for url in asked)


def test_the_pages_types_are_made_from_the_servers_schema(tmp_path):
    assert json.loads((WEB / "openapi.json").read_text(encoding="utf-8")) == make_app().openapi(), (
        "the schema has changed: attnlab schema > web/openapi.json, then npm run types in web/"
    )
    npm = shutil.which("npm")
    if npm is None or not (WEB / "tools" / "node_modules" / "openapi-typescript").exists():
        missing("the tool that makes web/api.ts is not installed; ./dev web installs it")
    made = tmp_path / "api.ts"
    subprocess.run(
        [npm, "exec", "-w", "tools", "--", "openapi-typescript", "../openapi.json", "-o", str(made)],
        cwd=WEB, check=True, capture_output=True,
    )  # fmt: skip
    assert made.read_text(encoding="utf-8") == (WEB / "api.ts").read_text(encoding="utf-8"), "npm run types in web/"
