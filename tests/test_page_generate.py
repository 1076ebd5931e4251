"""The place Generate in a real browser: each new piece, the row that said it and what is kept are the library's."""

from urllib.parse import parse_qs, urlsplit

import pytest
from page_fixtures import AXE, axe_in_both_themes, eventually

from attnlab import continuations, lab
from attnlab.errors import LabError
from attnlab.words import LANGUAGES, number, say

READY = "attn-place-generate attn-origins"
SHOWN = """() => {
  const place = document.querySelector('attn-place-generate').shadowRoot;
  const inside = (name) => place.querySelector(name)?.shadowRoot ?? document.createDocumentFragment();
  const texts = (root, selector) => [...root.querySelectorAll(selector)].map((one) => one.textContent.trim());
  return {
    prompt: texts(inside('attn-said'), '.piece b'),
    new: [...inside('attn-said').querySelectorAll('[data-new]')].map((one) => texts(one, 'b, small')),
    chosen: [...inside('attn-said').querySelectorAll('[aria-checked="true"]')].map((one) => Number(one.dataset.new)),
    rows: [...inside('attn-origins').querySelectorAll('[data-row]')].map((row) =>
      [Number(row.dataset.row), ...texts(row, 'td:not(.none)')]),
    title: place.querySelector('#rows-title')?.textContent.trim(),
    alternatives: [...place.querySelectorAll('#alternatives tbody tr')].map((row) =>
      texts(row, 'td:not(.bar)').filter(Boolean)),
    held: [...inside('attn-cache').querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td:not(.mark)')].map((one) => one.className)),
    fresh: [...inside('attn-cache').querySelectorAll('.fresh')].map((row) => Number(row.dataset.position)),
    ended: place.querySelector('.ended').textContent.trim(),
  };
}"""
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def named(piece, place):
    return piece + str(place).translate(SUBSCRIPTS)


def expected(view, chosen, lang):
    chosen = len(view.new) - 1 if chosen is None else chosen
    one, hot = view.new[chosen], view.asked.temperature != 1
    n = lambda x, digits=3: number(x, lang, digits)  # noqa: E731
    listed = list(one.alternatives)
    left = one.others
    if one.piece not in [other.piece for other in listed]:
        listed.append(continuations.AlternativeView(one.piece, one.probability, one.chance))
        left -= one.probability
    own = [place for place, layer in enumerate(view.layers) if not layer.startswith("cross")]
    rows = range(view.new[-1].row + 1)
    return {
        "prompt": [piece.piece for piece in view.pieces[: view.first]],
        "new": [[new.piece, n(new.probability, 2)] for new in view.new],
        "chosen": [chosen],
        "rows": [[new.row, *(n(weight, 2) for weight in new.weight)] for new in view.new],
        "title": say(
            "generate-row-says", lang, row=named(view.pieces[one.row].piece, one.row),
            piece=named(one.piece, one.position),
        ),
        "alternatives": [
            *([n(other.probability), *([n(other.chance)] if hot else [])] for other in listed), [n(max(0.0, left))],
        ],
        "held": [
            [
                "later" if row > one.row else "held" if row > one.row - one.kept[layer] else "gone"
                for layer in own
            ]
            for row in rows
        ],
        "fresh": [one.row],
        "ended": say(f"generate-ended-{view.ended}", lang, count=len(view.new), left=view.most - len(view.new)),
    }  # fmt: skip


def shows(page, name, text, head, count, temperature=0.0, seed=0, chosen=None, lang="en"):
    view = continuations.go_on(continuations.plan(name, text, head, count, temperature, seed))
    wanted = expected(view, chosen, lang)
    eventually(lambda: page.evaluate(SHOWN) if page.locator(READY).count() else None, lambda: wanted)
    return view


def asked(page):
    return parse_qs(urlsplit(page.url).query)


def control(page, name):
    return page.locator(f"attn-place-generate #{name}")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("model", ["names", "grammar-et"])
def test_the_same_address_says_the_same_text_and_its_figures_are_the_librarys(visit, model, lang):
    text = "ann" if model == "names" else lab.model_view(lab.open_model(model)).example
    head = "0.3" if model == "names" else "0.1"
    own = "generate.tokens=5&generate.temperature=0.8&generate.seed=3&generate.piece=1"
    written = text.replace("=", "%3D").replace(" ", "+")
    page = visit(f"?place=generate&model={model}&text={written}&head={head}&lang={lang}&{own}", ready=READY)
    shows(page, model, text, head, 5, 0.8, 3, 1, lang)
    address = page.url
    page.reload()
    page.wait_for_selector(READY)
    shows(page, model, text, head, 5, 0.8, 3, 1, lang)
    assert page.url == address


def test_it_grows_step_by_step_and_goes_back(visit):
    page = visit("?place=generate&text=ann&head=0.3&generate.tokens=0", ready="attn-place-generate #step")
    assert page.locator("attn-place-generate attn-said").count() == 0
    for count in (1, 2, 3):
        control(page, "step").click()
        shows(page, "names", "ann", "0.3", count)
        assert asked(page)["generate.tokens"] == [str(count)]
    control(page, "back").click()
    shows(page, "names", "ann", "0.3", 2)
    page.go_back()
    shows(page, "names", "ann", "0.3", 3)


def test_a_run_goes_on_to_the_models_end_and_can_be_stopped(visit):
    page = visit("?place=generate&text=a&head=0.3&generate.tokens=0", ready="attn-place-generate #step")
    control(page, "run").click()
    eventually(lambda: page.locator("attn-said [data-new]").count() >= 2, lambda: True)
    control(page, "stop").click()
    said = page.locator("attn-said [data-new]").count()
    page.wait_for_timeout(1200)
    assert page.locator("attn-said [data-new]").count() <= said + 1
    control(page, "run").click()
    eventually(lambda: control(page, "run").is_disabled() if control(page, "run").count() else False, lambda: True)
    view = continuations.go_on(continuations.plan("names", "a", "0.3", 15, 0.0, 0))
    assert view.ended == "end"
    eventually(lambda: page.locator("attn-said [data-new]").count(), lambda: len(view.new))
    assert control(page, "step").is_disabled()


def test_temperature_and_seed_are_drawn_by_and_stand_in_the_address(visit):
    page = visit("?place=generate&text=ann&head=0.3&generate.tokens=6", ready=READY)
    shows(page, "names", "ann", "0.3", 6)
    assert control(page, "seed").is_disabled()
    control(page, "temperature").fill("1.5")
    shows(page, "names", "ann", "0.3", 6, 1.5)
    control(page, "seed").fill("11")
    control(page, "seed").press("Enter")
    shows(page, "names", "ann", "0.3", 6, 1.5, 11)
    control(page, "again").click()
    shows(page, "names", "ann", "0.3", 6, 1.5, 12)
    eventually(lambda: (asked(page)["generate.temperature"], asked(page)["generate.seed"]), lambda: (["1.5"], ["12"]))


def test_a_piece_is_chosen_by_keyboard_and_opens_its_row_on_the_map(visit):
    page = visit("?place=generate&text=ann&head=0.3&generate.tokens=5", ready=READY)
    view = shows(page, "names", "ann", "0.3", 5)
    page.locator("attn-said [aria-checked=true]").focus()
    page.keyboard.press("Home")
    shows(page, "names", "ann", "0.3", 5, chosen=0)
    page.keyboard.press("ArrowRight")
    shows(page, "names", "ann", "0.3", 5, chosen=1)
    first = view.new[0]
    said = page.locator("attn-place-generate .answer").inner_text()
    assert said == say("generate-first", "en", piece=named(first.piece, 4), row="n₃")
    control(page, "to-map").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("attn-map")
    eventually(
        lambda: [asked(page).get(name) for name in ("place", "text", "query", "head")],
        lambda: [None, [view.new[1].text], [str(view.new[1].row)], ["0.3"]],
    )
    row = page.locator("attn-map tr.chosen [data-cell]:not(.masked) > span")
    eventually(row.all_inner_texts, lambda: [number(weight, "en") for weight in view.new[1].weight])


def test_another_head_shows_its_own_rows_of_the_same_text(visit):
    page = visit("?place=generate&text=ann&head=0.3&generate.tokens=5", ready=READY)
    shows(page, "names", "ann", "0.3", 5)
    page.locator("attn-place-generate #head").select_option("0.1")
    shows(page, "names", "ann", "0.1", 5)
    page.locator("attn-text #text").fill("em")
    shows(page, "names", "em", "0.1", 5)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_full_context_is_said_in_words_and_a_shorter_text_mends_it(visit, lang):
    page = visit(f"?place=generate&text=abcdefghijklmno&head=0.3&lang={lang}", ready="attn-place-generate .fault")
    fault = LabError("generate-no-room", model="names", found=16, most=16).say(lang)
    assert page.locator("attn-place-generate .fault").inner_text() == fault
    page.locator("attn-text #text").fill("abc")
    shows(page, "names", "abc", "0.3", 4, lang=lang)


def test_a_refusal_goes_with_its_question_and_nothing_can_be_pressed_meanwhile(visit):
    page = visit("?place=generate&text=abcdefghijklmno&head=0.3", ready="attn-place-generate .fault")
    place = page.locator("attn-place-generate")
    pressed = "#step, #back, #run, #again"
    enabled = lambda: [one.is_enabled() for one in place.locator(pressed).all()]  # noqa: E731
    eventually(enabled, lambda: [False] * 4)
    page.locator("attn-text #text").fill("")
    nothing = say("change-nothing", "en")
    eventually(
        lambda: [place.locator(".fault").count(), *place.locator(".hint").all_inner_texts()[1:]], lambda: [0, nothing]
    )
    assert enabled() == [False] * 4
    page.locator("attn-text #text").fill("ann")
    shows(page, "names", "ann", "0.3", 4)
    assert control(page, "back").is_enabled()
    page.locator("attn-text #text").fill("a1")
    eventually(enabled, lambda: [False] * 4)


def test_a_full_text_is_spoken_of_before_anything_is_asked(visit):
    page = visit("?place=generate&text=abcdefghijklmno&generate.tokens=0", ready="attn-place-generate .fault")
    fault = LabError("generate-no-room", model="names", found=16, most=16).say("en")
    assert page.locator("attn-place-generate .fault").inner_text() == fault
    assert control(page, "step").is_disabled()
    assert control(page, "run").is_disabled()


@pytest.mark.parametrize("typed", ["1000", "1.5", "-3"])
def test_a_number_out_of_bounds_stays_as_typed_and_the_bounds_are_said(visit, typed):
    page = visit("?place=generate&text=ann&head=0.3&generate.tokens=3", ready=READY)
    control(page, "count").fill(typed)
    control(page, "count").press("Enter")
    said = say("generate-bounds", "en", name=say("generate-count", "en"), typed=typed, most="100")
    eventually(control(page, "bounds").inner_text, lambda: said)
    assert control(page, "count").input_value() == typed
    assert asked(page)["generate.tokens"] == ["3"]
    control(page, "count").fill("2")
    control(page, "count").press("Enter")
    shows(page, "names", "ann", "0.3", 2)
    assert control(page, "bounds").inner_text() == ""


def test_start_among_what_may_come_is_explained(visit):
    page = visit("?place=generate&text=ann&head=0.3&generate.tokens=4", ready=READY)
    assert control(page, "ends").inner_text() == say("generate-ends", "en", symbol="START")


@pytest.mark.parametrize("phone", [False, True])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_and_a_phone_need_not_scroll_sideways(visit, lang, phone):
    how = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True} if phone else {}
    model = "grammar-ru" if phone else "names"
    search = f"?place=generate&model={model}&lang={lang}&theme=light&generate.temperature=1"
    page = visit(search, ready=READY, script=AXE, reduced_motion="reduce", **how)
    axe_in_both_themes(page, lang)
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth") == 360
