"""The place of beams in a real browser: its figures are the library's, its address restores it, nothing goes stale."""

import json
import random
import re
from typing import Any
from urllib.parse import parse_qs, quote

import numpy as np
import pytest
from page_fixtures import AXE, axe_finds_nothing, axe_in_both_themes, change, choose, eventually

from attnlab.beams import beams
from attnlab.words import LANGUAGES, number, say

READY = "attn-place-beams attn-beams [data-query]"
PAIR = "the old dog near the house did not see my friend => старая собака возле дома"
INSIDE = "document.querySelector('attn-place-beams').shadowRoot.querySelector"
SHOWN = """() => {
  const place = document.querySelector('attn-place-beams').shadowRoot;
  const inside = (name) => place.querySelector(name)?.shadowRoot;
  const all = (root, selector) => root ? [...root.querySelectorAll(selector)] : [];
  const text = (one) => one.textContent.trim();
  const picture = inside('attn-beams'), inspect = inside('attn-inspect');
  return {
    title: text(place.querySelector('#title')),
    labels: all(picture, '[data-label]').map((one) => [one.dataset.label, text(one.querySelector('text'))]).sort(),
    beams: all(picture, '.beam').map((one) => one.dataset.beam).sort(),
    flows: all(picture, '.flow').map((one) => one.dataset.beam).sort(),
    states: Object.fromEntries(all(picture, '[data-key]').map((one) => [one.dataset.key, one.dataset.state])),
    walls: all(picture, '.wall').length,
    head: all(picture, '[data-head][aria-checked=true]').map((one) => one.dataset.head),
    query: all(picture, '[data-query][aria-checked=true]').map((one) => one.dataset.query),
    rows: all(inside('attn-looks'), 'tbody tr').map((row) => [row.dataset.key, ...all(row, 'td').map(text)]),
    total: all(inside('attn-looks'), '[data-total], [data-size]').map(text),
    dims: all(inspect, '[data-dim]').map((row) => [row.dataset.dim, ...all(row, 'td').slice(0, 3).map(text)]),
    steps: all(inspect, '[data-step]').map((one) => [one.dataset.step, text(one.querySelector('.value'))]),
    inspected: all(picture, '[data-key][aria-pressed=true]').map((one) => one.dataset.key),
    output: [...place.querySelectorAll('#output li')].map((one) => text(one).split(/\\s+/).at(-1)),
  };
}"""


def expected(lang: Any, key: int | None, *asked: Any, digits: int = 3) -> dict[str, Any]:
    """What the page must show at the end of the clip, with its toggles as they are at first."""
    view = beams(*asked, key=key)
    write = lambda x: number(x, lang, digits)  # noqa: E731
    named = lambda piece, place: piece + "".join(chr(0x2080 + int(one)) for one in str(place))  # noqa: E731
    seen = [one for one in view.keys if one.state == "visible"]
    labels = [
        [f"{stage} {one.position}", number(figure, lang)]
        for one in seen
        for stage, figure in (("score", one.score), ("weight", one.weight), ("value", one.length))
    ]
    found = view.inspected
    steps = []
    if found is not None:
        steps = [["dot", write(found.dot)], ["root", write(found.scaled)]]
        steps += [["edits", write(found.score)]] if abs(found.edited) > 1e-12 else []
        steps += [["score", write(found.score)]]
    return {
        "title": say("beams-title", lang, head=f"{view.site}.{view.head}",
                     query=named(view.pieces[view.query].piece, view.query)),
        "labels": sorted(labels),
        "beams": sorted(str(one.position) for one in seen),
        "flows": sorted(str(one.position) for one in seen),
        "states": {str(one.position): one.state for one in view.keys},
        "walls": int(any(one.state == "masked" for one in view.keys)),
        "head": [str(view.head)],
        "query": [str(view.query)],
        "rows": [
            [str(one.position), write(one.score),
             write(one.weight) if one.state == "visible" else say(f"page-state-{one.state}", lang),
             write(one.length) if one.state == "visible" else "—",
             change(one.along, lang) if one.state == "visible" and digits == 3 else "—" if digits == 3 else None]
            for one in view.keys
        ],
        "total": [write(view.total), write(float(np.linalg.norm(view.value)))],
        "dims": [] if found is None else [
            [str(dim), write(q), write(k), write(product)]
            for dim, (q, k, product) in enumerate(zip(found.q, found.k, found.product, strict=True))
        ],
        "steps": steps,
        "inspected": [] if found is None else [str(found.key)],
        "output": [write(one) for one in view.output],
    }  # fmt: skip


def shows(page: Any, *asked: Any, lang: Any = "en", key: int | None = None) -> None:
    """The page shows exactly what the library computes."""
    wanted = expected(lang, key, *asked)
    eventually(lambda: page.evaluate(SHOWN), lambda: wanted)


def place(page: Any, selector: str) -> Any:
    return page.locator(f"attn-place-beams {selector}")


def chosen(page: Any) -> dict[str, list[str]]:
    return parse_qs(page.evaluate("location.search.slice(1)"))


def drawn(page: Any) -> dict[str, Any]:
    return page.evaluate(SHOWN)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_number_of_the_beams_is_the_librarys_in_every_language(visit, lang):
    edits = ["cut 0.3:4>3", "lift 0.3:4>1+1.5"]
    said = "&".join(f"edit={quote(edit)}" for edit in edits)
    page = visit(f"?place=beams&model=names&text=anna&head=0.3&query=4&lang={lang}&beams.key=1&{said}", READY)
    shows(page, "names", "anna", "0.3", 4, edits, lang=lang, key=1)
    far = beams("names", "anna", "0.3", 4, edits).apart
    told = place(page, "#apart").inner_text()
    for figure in (far.mean, far.least, far.most):
        assert number(figure, lang) in told
    assert page.evaluate("document.documentElement.lang") == lang


def test_the_default_query_leaves_a_masked_future_in_sight_and_says_where_start_is(visit):
    page = visit("?place=beams", READY)
    shows(page, "names", "anna", "0.0", 2, [])
    sight = place(page, ".sight").inner_text()
    assert say("beams-sight-causal", query="n₂", count=3, all=5) in sight
    assert say("beams-start", most=16, used=5) in sight


def test_the_first_piece_alone_has_one_key_and_the_first_letter_has_two(visit):
    page = visit("?place=beams&query=0", READY)
    shows(page, "names", "anna", "0.0", 0, [])
    assert say("beams-sight-alone", weight="1") in place(page, ".sight").inner_text()
    place(page, 'attn-beams [data-query="1"]').click()
    shows(page, "names", "anna", "0.0", 1, [])
    assert say("beams-sight-causal", query="a₁", count=2, all=5) in place(page, ".sight").inner_text()


def test_the_address_restores_the_picture(visit):
    page = visit("?place=beams&text=emma", READY)
    place(page, 'attn-beams [data-head="2"]').click()
    place(page, 'attn-beams [data-query="3"]').click()
    place(page, 'attn-beams [data-key="1"]').click()
    place(page, "#show-strips").check()
    place(page, "#show-would").check()
    choose(page, "2×")
    place(page, '[data-phase="weight"]').click()
    eventually(lambda: drawn(page)["inspected"], lambda: ["1"])
    asked = chosen(page)
    assert asked["beams.time"] == ["5"]
    assert asked["beams.speed"] == ["2"]
    assert (asked["beams.key"], asked["beams.strips"], asked["beams.would"]) == (["1"], ["yes"], ["yes"])
    picture = f"{INSIDE}('attn-beams').shadowRoot.querySelector('svg').outerHTML.replace(/<!--.*?-->/gs, '')"
    before, shown = page.evaluate(picture), drawn(page)
    assert shown["flows"] == []
    assert any(label[0].startswith("would") for label in shown["labels"])
    page.reload()
    page.wait_for_selector(READY)
    eventually(lambda: drawn(page), lambda: shown)
    assert page.evaluate(picture) == before

    page.go_back()
    eventually(lambda: len(drawn(page)["flows"]), lambda: 4)
    assert "beams.time" not in chosen(page)


def test_it_plays_pauses_and_at_its_end_plays_from_the_start(visit):
    page = visit("?place=beams&beams.speed=0.5", READY)
    place(page, "#play").click()
    assert place(page, "#play").get_attribute("aria-label") == say("beams-pause")
    eventually(lambda: drawn(page)["flows"], lambda: [])
    choose(page, "4×")
    eventually(lambda: place(page, "#play").get_attribute("aria-label"), lambda: say("beams-play"))
    shows(page, "names", "anna", "0.0", 2, [])
    eventually(lambda: chosen(page).get("beams.time"), lambda: None)

    choose(page, "0.5×")
    place(page, "#time").fill("2.1")
    place(page, "#play").click()
    eventually(lambda: drawn(page)["beams"], lambda: ["0", "1", "2"])
    place(page, "#play").click()
    stands = drawn(page)
    time = float(chosen(page)["beams.time"][0])
    assert 2 <= time < 7
    page.wait_for_timeout(300)
    assert drawn(page) == stands

    place(page, "#restart").click()
    eventually(lambda: (drawn(page)["beams"], drawn(page)["states"]), lambda: ([], {}))
    assert chosen(page)["beams.time"] == ["0"]
    place(page, "#next").click()
    place(page, "#next").click()
    place(page, "#next").click()
    eventually(lambda: (drawn(page)["beams"], drawn(page)["walls"]), lambda: (["0", "1", "2"], 0))
    place(page, "#back").click()
    eventually(lambda: (drawn(page)["beams"], len(drawn(page)["states"])), lambda: ([], 5))


def test_with_less_motion_a_phase_is_shown_at_a_time(visit):
    page = visit("?place=beams&beams.speed=2&beams.time=0", READY, reduced_motion="reduce")
    page.evaluate(f"""() => {{ window.times = new Set(); const clip = {INSIDE}('attn-clip');
      const look = () => {{ times.add(clip.time); requestAnimationFrame(look); }}; look(); }}""")
    place(page, "#play").click()
    eventually(lambda: 7 in page.evaluate("[...times]"), lambda: True)
    times = page.evaluate("[...times]")
    assert set(times) <= set(range(8))
    assert len(times) > 4


def test_a_beam_shows_its_score_first_and_then_its_weight(visit):
    page = visit("?place=beams&beams.time=3", READY)
    view = beams("names", "anna", "0.0", 2)
    seen = [one for one in view.keys if one.state == "visible"]
    eventually(
        lambda: drawn(page)["labels"], lambda: sorted([f"score {one.position}", number(one.score)] for one in seen)
    )
    width = f"""() => [...{INSIDE}('attn-beams').shadowRoot.querySelectorAll('.beam')]
      .map((one) => Number(one.getAttribute('stroke-width')))"""
    assert len(set(page.evaluate(width))) == 1
    place(page, '[data-phase="weight"]').click()
    eventually(lambda: len(drawn(page)["labels"]), lambda: 6)
    order = sorted(range(3), key=lambda key: view.keys[key].weight)
    assert order == sorted(range(3), key=page.evaluate(width).__getitem__)


def test_behind_the_mask_the_score_would_have_been(visit):
    page = visit("?place=beams&head=0.3", READY)
    place(page, 'attn-beams [data-key="4"]').click()
    shows(page, "names", "anna", "0.3", 2, [], key=4)
    text = " ".join(place(page, "attn-inspect :is(ol, p)").all_inner_texts())
    assert say("beams-score-masked") in text
    assert say("beams-inspect-masked", query="n₂", key="a₄") in text


def test_a_new_text_or_query_that_lacks_the_inspected_key_clears_it(visit):
    page = visit("?place=beams&head=0.3&query=4", READY)
    place(page, 'attn-beams [data-label="weight 3"]').click()
    shows(page, "names", "anna", "0.3", 4, [], key=3)
    place(page, 'attn-beams [data-query="2"]').click()
    shows(page, "names", "anna", "0.3", 2, [])
    eventually(lambda: chosen(page).get("beams.key"), lambda: None)

    place(page, "#inspect").click()
    key = int(np.argmax([one.weight for one in beams("names", "anna", "0.3", 2).keys]))
    shows(page, "names", "anna", "0.3", 2, [], key=key)
    page.locator("attn-text #text").fill("ann")
    shows(page, "names", "ann", "0.3", 2, [], key=key)
    page.locator("attn-text #text").fill("bob")
    shows(page, "names", "bob", "0.3", 2, [])
    eventually(lambda: chosen(page).get("beams.key"), lambda: None)
    page.go_back()
    shows(page, "names", "anna", "0.3", 2, [], key=key)


def test_an_address_with_a_key_that_is_not_there_says_so(visit):
    page = visit("?place=beams&beams.key=12", READY)
    assert page.get_by_text(say("beams-key-missing", key=12, last=4)).is_visible()
    shows(page, "names", "anna", "0.0", 2, [])


def test_a_key_of_the_address_that_is_not_there_is_said_at_the_top(visit):
    page = visit("?place=beams&beams.key=99", READY)
    assert page.get_by_text(say("page-address-faults", said="beams.key=99")).is_visible()


def test_a_long_table_scrolls_by_itself_and_leaves_no_blank_page(visit):
    text = " ".join(f"K{27 + one}:{one % 10}" for one in range(39)) + " ?K40"
    page = visit(f"?place=beams&model=last-of-two&text={quote(text)}", READY)
    assert place(page, "attn-looks tbody tr").count() == 40
    end = page.evaluate("document.querySelector('attn-place-beams').getBoundingClientRect().bottom + scrollY")
    assert page.evaluate("document.documentElement.scrollHeight") - end < 200
    # one head shares its scale with nobody; its sixty-four numbers are listed by a button beside them
    assert place(page, "#apart").inner_text() == say("beams-apart-none")
    size = len(beams("last-of-two", text).output)
    assert place(page, "#output li").count() == 16 < size
    place(page, "#output-dims").click()
    eventually(lambda: place(page, "#output li").count(), lambda: size)


def test_the_last_query_of_an_encoder_sees_all_keys_and_two_heads_have_one_distance(visit):
    view = beams("grammar-ru", PAIR, "encoder.0.0", 10)
    last = len(view.keys) - 1
    page = visit(f"?place=beams&model=grammar-ru&text={quote(PAIR)}&head=encoder.0.0&query={last}", READY)
    piece = view.pieces[last].piece + "".join(chr(0x2080 + int(one)) for one in str(last))
    assert say("beams-sight-all", query=piece, all=last + 1) in place(page, ".sight").inner_text()
    page = visit("?place=beams&model=copy", READY)
    told = place(page, "#apart").inner_text()
    head, text = page.evaluate(
        f"(({{site, head, text}}) => [`${{site}}.${{head}}`, text])({INSIDE}('attn-beams').view)"
    )
    query = int(drawn(page)["query"][0])
    apart = beams("copy", text, head, query).apart.mean
    assert say("beams-apart-pair", mean=number(apart, "en")) in told


def test_buttons_of_the_time_line_keep_the_focus_at_its_ends(visit):
    page = visit("?place=beams&beams.time=1", READY)
    focus = f"{INSIDE}('attn-clip').shadowRoot.activeElement?.id"
    for name, key in (("restart", "beams.time"), ("next", "beams.time")):
        button = place(page, f"attn-clip #{name}")
        for _ in range(8):
            button.press("Enter")
        eventually(lambda button=button: button.get_attribute("aria-disabled"), lambda: "true")
        assert page.evaluate(focus) == name
        eventually(
            lambda key=key: chosen(page).get(key, ["7"]), lambda name=name: ["0"] if name == "restart" else ["7"]
        )


def test_what_is_printed_adds_up_as_printed(visit):
    page = visit("?place=beams&head=0.3&beams.key=1", READY)
    shows(page, "names", "anna", "0.3", 2, [], key=1)
    shown = drawn(page)
    over = page.evaluate("""() => document.querySelector('attn-place-beams').shadowRoot.querySelector('attn-inspect')
      .shadowRoot.querySelector('[data-step="dot"] .over')?.textContent ?? '0'""")
    residue = float(re.search(r"[+-]?\d(?:\.\d+)?", over)[0])
    products = sum(float(row[3]) for row in shown["dims"])
    assert products + residue == pytest.approx(float(dict(shown["steps"])["dot"]), abs=1e-9)
    assert residue != 0  # this head leaves one, so the law is tried
    choose(page, "8")
    eventually(
        lambda: drawn(page)["dims"][0][3],
        lambda: number(beams("names", "anna", "0.3", 2, key=1).inspected.product[0], "en", 8),
    )


def test_a_refused_text_leaves_the_old_picture_under_its_own_name(visit):
    page = visit("?place=beams&head=0.3", READY)
    page.locator("attn-text #text").fill("anna7")
    page.get_by_text(say("page-stale", text="anna")).wait_for()
    shows(page, "names", "anna", "0.3", 2, [])
    assert place(page, ".stale").count() == 1
    page.locator("attn-text #text").fill("emma")
    shows(page, "names", "emma", "0.3", 2, [])
    assert place(page, ".stale").count() == 0


def test_a_translators_query_meets_the_sources_keys(visit):
    page = visit(f"?place=beams&model=grammar-ru&text={quote(PAIR)}&head=cross.1.2&query=3&beams.key=8", READY)
    shows(page, "grammar-ru", PAIR, "cross.1.2", 3, [], key=8)
    place(page, "#site").select_option("encoder.0")
    eventually(lambda: drawn(page)["title"], lambda: say("beams-title", head="encoder.0.0", query="friend₁₀"))
    shows(page, "grammar-ru", PAIR, "encoder.0.0", 10, [], key=8)


def test_everything_is_done_from_the_keyboard(visit):
    page = visit("?place=beams", READY)
    place(page, 'attn-beams [data-query="2"]').focus()
    page.keyboard.press("ArrowRight")
    shows(page, "names", "anna", "0.0", 3, [])
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    shows(page, "names", "anna", "0.0", 3, [], key=1)
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    shows(page, "names", "anna", "0.1", 3, [], key=1)
    place(page, "#time").focus()
    page.keyboard.press("Home")
    eventually(lambda: chosen(page)["beams.time"], lambda: ["0"])
    page.keyboard.press("End")
    eventually(lambda: chosen(page).get("beams.time"), lambda: None)
    place(page, "#head").focus()
    page.keyboard.press("End")
    shows(page, "names", "anna", "0.3", 3, [], key=1)


def test_the_picture_is_saved_with_its_colours_and_the_row_is_copied(visit):
    page = visit("?place=beams&head=0.3&theme=dark", READY, permissions=["clipboard-read", "clipboard-write"])
    with page.expect_download() as saved:
        place(page, "#save-svg").click()
    svg = saved.value.path().read_text(encoding="utf-8")
    assert saved.value.suggested_filename == "beams-names-anna-0.3-2.svg"
    assert "var(" not in svg and "oklch" not in svg and "class=" not in svg
    assert number(beams("names", "anna", "0.3", 2).keys[1].weight) in svg
    with page.expect_download() as saved:
        place(page, "#save-png").click()
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")

    view = beams("names", "anna", "0.3", 2)
    place(page, "#copy-csv").click()
    page.get_by_text(say("page-copied", count=6)).wait_for()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert [float(line.split(",")[6]) for line in lines[1:]] == [one.weight for one in view.keys]
    place(page, "#copy-json").click()
    eventually(lambda: page.evaluate("navigator.clipboard.readText()")[0], lambda: "{")
    assert json.loads(page.evaluate("navigator.clipboard.readText()"))["output"] == view.output


def test_random_walks_over_the_controls_leave_nothing_stale(visit):
    page = visit("?place=beams", READY)
    draw = random.Random(7)
    text, head, query = "anna", 0, 2
    for _ in range(25):
        wish = draw.choice(["text", "head", "query", "key", "phase", "toggle", "play", "back"])
        if wish == "text":
            text = draw.choice(["anna", "emma", "jacob", "bo", "christopherjone"])
            page.locator("attn-text #text").fill(text)
        elif wish == "head":
            place(page, "#head").fill(str(draw.randrange(4)))
        elif wish == "query":
            place(page, f'attn-looks [data-key="{draw.randrange(3)}"] .pick').click()
        elif wish == "key":
            place(page, "#inspect").click()
        elif wish == "phase":
            place(page, f"[data-phase={draw.choice(['score', 'weight', 'heads'])}]").click()
        elif wish == "toggle":
            place(page, f"#show-{draw.choice(['strips', 'scores', 'masked', 'would'])}").click()
        elif wish == "play":
            place(page, "#play").click()
        else:
            page.go_back()
            page.wait_for_selector(READY)
    place(page, '[data-phase="heads"]').click()
    for name, on in {"strips": False, "scores": True, "weights": True, "masked": True, "would": False}.items():
        place(page, f"#show-{name}").set_checked(on)
    asked = chosen(page)
    text, head = asked["text"][0], asked["head"][0]
    query = int(asked["query"][0]) if "query" in asked else max(0, len(text) - 2)
    query = query if query <= len(text) else max(0, len(text) - 2)
    eventually(lambda: drawn(page)["query"], lambda: [str(query)])
    key = chosen(page).get("beams.key")
    shows(page, "names", text, head, query, [], key=int(key[0]) if key else None)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_in_either_theme(visit, lang):
    page = visit(
        f"?place=beams&head=0.3&lang={lang}&theme=light&beams.key=1&beams.strips=yes&beams.would=yes&edit=cut+0.3:2>0",
        READY, script=AXE, reduced_motion="reduce",
    )  # fmt: skip
    eventually(lambda: drawn(page)["inspected"], lambda: ["1"])
    axe_in_both_themes(page, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_shows_it_without_scrolling_sideways(visit, lang):
    page = visit(
        f"?place=beams&text=christopherjone&head=0.3&lang={lang}&beams.key=2&beams.strips=yes&edit=cut+0.3:13>8", READY,
        viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True, script=AXE, reduced_motion="reduce",
    )  # fmt: skip
    shows(page, "names", "christopherjone", "0.3", 13, ["cut 0.3:13>8"], lang=lang, key=2)
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    wide = page.evaluate("""() => {
      const every = (root) => [...root.querySelectorAll('*')]
        .flatMap((one) => [one, ...(one.shadowRoot ? every(one.shadowRoot) : [])]);
      return every(document)
        .filter((one) => one.getBoundingClientRect().right > 360.5 && !one.closest('.scroll, .unseen, nav, title'))
        .map((one) => `${one.tagName}.${one.className}`) }""")
    assert wide == []
    small = page.evaluate("""() => {
      const place = document.querySelector('attn-place-beams').shadowRoot;
      const every = (root) => [...root.querySelectorAll('*')]
        .flatMap((one) => [one, ...(one.shadowRoot ? every(one.shadowRoot) : [])]);
      return every(place).filter((one) => one.matches('button, select, [role=radio], [role=button], fieldset label'))
        .filter((one) => one.getBoundingClientRect().height < 43.5)
        .map((one) => `${one.tagName} ${one.id} ${one.getBoundingClientRect().height}`) }""")
    assert small == []
    place(page, 'attn-beams [data-query="5"]').tap()
    shows(page, "names", "christopherjone", "0.3", 5, ["cut 0.3:13>8"], lang=lang, key=2)
    axe_finds_nothing(page)
