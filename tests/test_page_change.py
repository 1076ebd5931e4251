"""The place Change in a real browser: every edit can be made there, and every number on it is the library's."""

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from page_fixtures import AXE, axe_in_both_themes, button, change, eventually

import attnlab
from attnlab import chains, lab
from attnlab.edits import parse, to_record
from attnlab.errors import LabError
from attnlab.words import LANGUAGES, number, say

READY = "attn-place-change attn-chain"
EDITS = ["cut 0.3:4>3", "lift 0.2:4>1+1.5", "ablate 0.ff:4=mean"]
ASKED = "&".join(f"edit={edit.replace('+', '%2B').replace('=', '%3D')}" for edit in EDITS)
SHOWN = """() => {
  const place = document.querySelector('attn-place-change').shadowRoot;
  const inside = (name) => place.querySelector(name)?.shadowRoot ?? document.createDocumentFragment();
  const table = (root, id) => [...root.querySelectorAll(`#${id} tbody tr`)].map((row) =>
    [...row.querySelectorAll('td:not(.bar)')].map((one) => one.textContent.trim()));
  const chain = inside('attn-chain');
  return {
    parts: table(chain, 'parts'),
    foot: [...chain.querySelectorAll('#parts tfoot tr')].map((row) =>
      [...row.querySelectorAll('td')].map((one) => one.textContent.trim()).filter(Boolean)),
    keys: table(chain, 'keys'),
    steps: [...chain.querySelectorAll('[data-step]')].map((one) =>
      [one.dataset.step, ...['.old', ':last-child'].map((name) => one.querySelector(`.sizes > ${name}`).textContent)]),
    figures: table(place, 'figures'),
    three: table(place, 'three'),
    target: [...inside('attn-next').querySelectorAll('dd')].map((one) => one.textContent.trim()),
    cells: Object.fromEntries(['before', 'after', 'change'].map((which) => [which, Object.fromEntries(
      [...inside('attn-trio').querySelectorAll(`[data-map="${which}"] [data-cell]`)]
        .map((cell) => [cell.dataset.cell, cell.classList[0]]))])),
    labels: [...inside('attn-trio').querySelectorAll('[data-map="after"] [data-cell]')].map((one) => one.ariaLabel),
  };
}"""
SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


def named(piece, place):
    return piece + str(place).translate(SUBSCRIPTS)


def printed(x):
    return float(number(x, "en").replace("−", "-"))


def left(parts, whole, lang):
    total = round(sum(printed(part) for part in parts), 3)
    return number(total, lang), change(round(printed(whole) - total, 3), lang)


def expected(model, text, head, query, cell, edits, lang):
    chain, view = chains.chain(model, text, head, query, edits), lab.look(model, text, head, query, edits)
    n = lambda x: "—" if x is None else number(x, lang)  # noqa: E731
    before = [left([part.adds_before for part in chain.parts], chain.before, lang),
              left([part.adds for part in chain.parts], chain.after, lang)]  # fmt: skip
    sides = [(name, getattr(chain.row_before, name), getattr(chain.row, name))
             for name in ("total", "entropy", "entropy_most", "top_share")]  # fmt: skip
    labels = []
    for q, row in enumerate(view.map.state):
        for k, state in enumerate(row):
            was, now = view.map.weight_before[q][k], view.map.weight[q][k]
            facts = {"query": named(view.map.queries[q], q), "key": named(view.map.keys[k], k)}
            if state != "masked":
                facts |= {"before": n(was), "after": n(now), "change": change(now - was, lang)}
            name = {"masked": "change-cell-masked", "cut": "change-cell-cut"}.get(state, "change-cell")
            labels.append(say(name, lang, **facts))
    return {
        "parts": [
            [n(part.size), n(part.adds_before), n(part.adds), change(part.adds - part.adds_before, lang)]
            for part in chain.parts
        ],
        "foot": [
            [before[0][0], before[1][0]],
            [n(chain.before), n(chain.after), change(chain.after - chain.before, lang)],
            [before[0][1], before[1][1]],
        ],
        "keys": [
            [
                *(["—", "—"] if key.state == "masked" else [n(key.weight_before), n(key.weight)]),
                n(key.size), n(key.share_before), n(key.share),
                "—" if row.effect is None else change(row.effect, lang),
            ]
            for key, row in zip(chain.keys, view.row.keys, strict=True)
        ],
        "steps": [[step.step, n(step.size_before), n(step.size)] for step in chain.steps],
        "figures": [[n(was), n(now), change(now - was, lang)] for _, was, now in sides],
        "three": [
            [one.fault.sentence] if one.fault else [n(one.weight), n(one.total), change(one.change, lang)]
            for one in chains.questions(model, text, head, *cell, lang)
        ],
        "target": [n(view.target.before), n(view.target.after), change(view.target.change, lang)],
        "cells": {
            which: {
                f"{q}>{k}": "fill" if state == "visible" or (state == "cut" and which != "after") else state
                for q, row in enumerate(view.map.state) for k, state in enumerate(row)
            }
            for which in ("before", "after", "change")
        },
        "labels": labels,
    }  # fmt: skip


def shows(page, names, text, head, query, edits, cell=None, lang="en"):
    view = lab.look(names, text, head, query, edits)
    weights = view.map.weight_before[query]
    cell = cell or (query, weights.index(max(weights)))
    wanted = expected(names, text, head, query, cell, edits, lang)
    eventually(lambda: page.evaluate(SHOWN) if page.locator(READY).count() else None, lambda: wanted)


def listed(page):
    return page.locator("attn-place-change attn-edits li code").all_inner_texts()


def asked(page):
    return parse_qs(urlsplit(page.url).query)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_is_the_librarys_and_the_address_restores_it(visit, names, lang):
    page = visit(f"?place=change&text=anna&head=0.3&query=4&lang={lang}&{ASKED}", ready=READY)
    shows(page, names, "anna", "0.3", 4, EDITS, lang=lang)
    assert listed(page) == EDITS
    title = page.locator("attn-place-change #three-title").inner_text()
    assert title == say("change-three", lang, query="a₄", key="n₃", head="0.3")


MADE = {
    "Cut": ("cut 0.3:4>3", {}),
    "Drop": ("drop 0.3:4>3", {}),
    "Lift": ("lift 0.3:4>3-2.5", {"#by": "-2.5"}),
    "Rescale": ("rescale 0.3:4x0.5", {"#by": "0.5"}),
    "Flatten": ("flatten 0.3", {"#all": True}),
    "Hide a key": ("hide 0.3:1", {"#key": "1"}),
    "Unmask": ("unmask 0.3:2>4", {"#query": "2", "#key": "4"}),
    "Swap a value": ("swap 0.3:3=1", {"#from": "key", "#other": "1"}),
    "Patch": ("patch 0.3.k:3@enno", {"#stage": "k", "#text": "enno"}),
    "Switch a head off": ("ablate 0.1=mean", {"#head": "0.1", "#from": "mean"}),
    "Feed-forward part": ("patch 0.ff:4@enno", {"#from": "text", "#text": "enno"}),
}


@pytest.mark.parametrize("kind", MADE)
def test_every_kind_of_edit_can_be_made_and_does_what_the_library_does(visit, names, kind):
    page = visit("?place=change&text=anna&head=0.3&query=4", ready=READY)
    text, fields = MADE[kind]
    form = page.locator("attn-compose")
    form.get_by_text(kind, exact=True).click()
    for field, value in fields.items():
        if value is True:
            form.locator(field).check()
        elif field in ("#by", "#text"):
            form.locator(field).fill(value)
        else:
            form.locator(field).select_option(value)
    eventually(form.locator(".made code").inner_text, lambda: text)
    form.locator("#add").click()
    eventually(lambda: listed(page), lambda: [text])
    eventually(lambda: asked(page).get("edit"), lambda: [text])
    view = attnlab.effect(names, "anna", text, position=int(asked(page)["query"][0]))
    wanted = [number(view.before, "en"), number(view.after, "en"), change(view.change, "en")]
    eventually(lambda: page.evaluate(SHOWN)["target"], lambda: wanted)
    button(page, "Undo").click()
    eventually(lambda: listed(page), lambda: [])


def test_an_edit_is_made_by_keyboard_alone(visit, names):
    page = visit("?place=change&text=anna&head=0.3&query=4&cell=4>3", ready=READY)
    page.locator('attn-trio [data-map="after"] [data-cell="4>3"]').focus()
    page.keyboard.press("ArrowLeft")
    eventually(lambda: asked(page)["cell"], lambda: ["4>2"])
    inside = "document.querySelector('attn-place-change').shadowRoot.activeElement.shadowRoot"
    focused = f"{inside}.activeElement.dataset.cell"
    eventually(lambda: page.evaluate(focused), lambda: "4>2")
    page.keyboard.press("c")
    shows(page, names, "anna", "0.3", 4, ["cut 0.3:4>2"], (4, 2))
    page.keyboard.press("Control+z")
    shows(page, names, "anna", "0.3", 4, [], (4, 2))
    page.keyboard.press("ArrowUp")
    shows(page, names, "anna", "0.3", 3, [], (3, 2))
    page.keyboard.press("+")
    page.keyboard.press("+")
    shows(page, names, "anna", "0.3", 3, ["lift 0.3:3>2+1"], (3, 2))

    page.locator("attn-compose #typed").focus()
    page.keyboard.type("flatten 0.1")
    page.keyboard.press("Enter")
    shows(page, names, "anna", "0.3", 3, ["lift 0.3:3>2+1", "flatten 0.1"], (3, 2))
    assert page.locator("attn-compose #typed").input_value() == ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_does_not_fit_is_said_in_words_and_changes_nothing(visit, names, lang):
    page = visit(f"?place=change&text=anna&head=0.3&query=4&lang={lang}&edit=cut+0.3:4>3", ready=READY)
    field = page.locator("attn-compose #typed")
    for text in ("burn 0.3", "cut 0.3:2>4", "patch 0.3@an"):
        field.fill(text)
        field.press("Enter")
        with pytest.raises(LabError) as fault:
            attnlab.effect(names, "anna", text)
        said = [fault.value.say(lang)]
        eventually(page.locator("attn-compose #typed-fault .fault").all_inner_texts, lambda said=said: said)
        assert field.input_value() == text
    shows(page, names, "anna", "0.3", 4, ["cut 0.3:4>3"], lang=lang)


@pytest.mark.parametrize(
    "search", ["head=9.9", "model=nosuch", f"text={'a' * 200}", "model=agreement&text=hello+world"]
)
def test_where_the_question_is_refused_no_figures_are_promised(visit, search):
    page = visit(f"?place=change&{search}", ready="attn-place-change .hint")
    eventually(page.locator("attn-place-change .hint").inner_text, lambda: say("change-nothing", "en"))


def test_what_cannot_be_done_is_not_offered(visit):
    page = visit("?place=change&text=anna&head=0.3&query=1&cell=1>3", ready=READY)
    form = page.locator("attn-compose")
    why = say("change-cell-masked", "en", query="a₁", key="n₃")
    eventually(form.locator(".made .does").inner_text, lambda: why)
    assert form.locator("#add").is_disabled()
    form.get_by_text("Unmask", exact=True).click()
    eventually(form.locator(".made code").inner_text, lambda: "unmask 0.3:1>3")
    assert form.locator("#query option").all_inner_texts() == ["START₀", "a₁", "n₂", "n₃"]
    assert form.locator("#key option").all_inner_texts() == ["n₂", "n₃", "a₄"]
    form.get_by_text("Rescale", exact=True).click()
    eventually(form.locator(".made code").inner_text, lambda: "rescale 0.3:1x2")
    form.locator("#by").fill("1")
    eventually(form.locator("#add").is_disabled, lambda: True)


def test_a_model_of_attention_alone_says_that_it_has_no_feed_forward_part(visit):
    page = visit("?place=change&model=address&change.kind=feed", ready=READY)
    why = LabError("feed-none", model="address").say("en")
    eventually(page.locator("attn-compose .made .does").inner_text, lambda: why)
    assert page.locator("attn-compose #add").is_disabled()


def test_the_terminals_form_is_read_and_what_is_there_already_is_said(visit):
    page = visit("?place=change&text=anna&head=0.3&query=4", ready=READY)
    field = page.locator("attn-compose #typed")
    for text in ("--cut 0.3:4-3", "attnlab effect anna --model names --lift 0.2:4-1+1.5 --ablate '0.1=mean'"):
        field.fill(text)
        field.press("Enter")
        eventually(field.input_value, lambda: "")
    made = ["cut 0.3:4>3", "lift 0.2:4>1+1.5", "ablate 0.1=mean"]
    eventually(lambda: listed(page), lambda: made)
    for text in ("--cut 0.3:4-3", "cut 0.3:4>3"):
        field.fill(text)
        field.press("Enter")
        said = say("change-already", "en", edits="cut 0.3:4>3")
        eventually(page.locator("attn-compose #typed-fault .fault").all_inner_texts, lambda said=said: [said])
        field.fill("")
    assert listed(page) == made


def test_a_map_of_words_shows_its_figures(visit):
    page = visit("?place=change&model=agreement", ready=READY, viewport={"width": 1280, "height": 900})
    shown = page.locator('attn-trio [data-map="before"] td.fill').all_inner_texts()
    assert len(shown) == 45
    assert all(shown)


def test_a_symbol_of_no_probability_has_no_bar(visit):
    page = visit("?place=change&model=agreement", ready=READY)
    rows = page.locator("attn-next li").all()
    bars = [(row.locator(".number").all_inner_texts(), row.locator(".bar").count()) for row in rows]
    assert {count for figures, count in bars if set(figures) == {"0.000"}} == {0}
    assert {count for figures, count in bars if set(figures) != {"0.000"}} == {2}


def test_the_list_goes_out_as_json_and_comes_back(visit, names):
    page = visit(f"?place=change&text=anna&head=0.3&query=4&{ASKED}", ready=READY)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    button(page, "Copy as JSON").click()
    eventually(lambda: page.locator("attn-edits .note").inner_text() != "", lambda: True)
    copied = page.evaluate("navigator.clipboard.readText()")
    assert json.loads(copied) == [to_record(parse(edit)) for edit in EDITS]
    button(page, "Clear").click()
    shows(page, names, "anna", "0.3", 4, [])
    page.locator("attn-compose summary").click()
    for bad in ("no json", '[{"edit": "burn"}]'):
        page.locator("attn-compose #json").fill(bad)
        page.locator("attn-compose #add-json").click()
        eventually(lambda: page.locator("attn-compose details .fault").count(), lambda: 1)
        assert listed(page) == []
    page.locator("attn-compose #json").fill(copied)
    page.locator("attn-compose #add-json").click()
    shows(page, names, "anna", "0.3", 4, EDITS)


def test_another_head_text_and_query_leave_no_stale_figure(visit, names):
    page = visit(f"?place=change&text=anna&head=0.3&query=4&{ASKED}", ready=READY)
    page.locator("attn-place-change #maps-title ~ label select").select_option("0.1")
    shows(page, names, "anna", "0.1", 4, EDITS)
    page.locator('attn-tokens [data-position="2"]').click()
    shows(page, names, "anna", "0.1", 2, EDITS)
    page.locator("attn-text #text").fill("emma")
    shows(page, names, "emma", "0.1", 2, EDITS)
    page.go_back()
    shows(page, names, "anna", "0.1", 2, EDITS)


def test_a_model_whose_parts_cannot_be_told_says_so_and_shows_the_rest(visit):
    page = visit("?place=change&model=previous&text=anton&head=0.0&query=4", ready=READY)
    chain = page.locator("attn-place-change attn-chain")
    assert chain.locator(".fault").first.inner_text() == LabError("parts-not-linear", model="previous").say("en")
    assert chain.locator("#parts").count() == 0
    assert chain.locator("#keys tbody tr").count() == 6
    assert chain.locator("#heads tbody tr").count() == 1


def test_effects_of_a_model_of_words_are_measured_when_asked_for(visit):
    model = lab.open_model("agreement")
    page = visit("?place=change&model=agreement&head=0.0&edit=ablate+0.1", ready=READY)
    text = lab.model_view(model).example
    query = len(model.tokens(text)) - 1
    page.locator("attn-chain #measure").click()
    wanted = lab.row_effects(model, text, "0.0", query, ["ablate 0.1"], range(query + 1))
    eventually(
        lambda: page.locator("attn-chain #keys .effect").all_inner_texts(),
        lambda: ["—" if one.effect is None else change(one.effect, "en") for one in wanted],
    )


@pytest.mark.parametrize("kind", ["patch", "feed"])
@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_and_a_phone_need_not_scroll_sideways(visit, lang, kind):
    how = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True} if kind == "feed" else {}
    search = f"?place=change&text=anna&head=0.3&query=4&lang={lang}&theme=light&change.kind={kind}&{ASKED}"
    page = visit(search, ready=READY, script=AXE, reduced_motion="reduce", **how)
    for summary in page.locator("attn-place-change summary").all():
        summary.click()
    axe_in_both_themes(page, lang)
    if how:
        assert page.evaluate("document.documentElement.scrollWidth") == 360
