"""The map in a browser: its layers, a large one by tiles, pinned keys, a second text."""

import itertools
from urllib.parse import parse_qs, urlencode

import numpy as np
import pytest
from page_fixtures import AXE, axe_in_both_themes, button, choose, eventually

import attnlab
from attnlab import lab, models
from attnlab.edits import parse
from attnlab.tasks import find
from attnlab.traces import explained
from attnlab.words import LANGUAGES, number, say

LOADING = 90_000
LONG = " ".join(str(3 + 7 * place % 90) for place in range(320))

CELLS = """(element) => Object.fromEntries([...element.shadowRoot.querySelectorAll('[data-cell]')]
  .map((cell) => [cell.dataset.cell, (cell.querySelector('span:not(.lift)') ?? cell).textContent.trim()]))"""
# The colour of the canvas in the middle of a cell, as shares of the frame.
COLOUR = """(canvas, [across, down]) => {
  const brush = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  brush.drawImage(canvas, -Math.floor(across * canvas.width), -Math.floor(down * canvas.height));
  return [...brush.getImageData(0, 0, 1, 1).data];
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory, need):
    need("transformers")
    from hub_models import make

    home = tmp_path_factory.mktemp("models") / "tiny-llama"
    make("llama", num_hidden_layers=3, max_position_embeddings=600).save_pretrained(home)
    return home


def loaded(page, folder):
    page.locator("attn-load summary").click()
    page.locator("#load-name").fill(str(folder))
    button(page, say("page-load-start"), exact=True).click()
    page.locator("attn-grid").wait_for(timeout=LOADING)


def address(page):
    # page.url is told of by events, which nobody hears while a test waits
    return parse_qs(page.evaluate("location.search").removeprefix("?"))


def place(page):
    return {name: values for name, values in address(page).items() if name.startswith("map.")}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_layer_shows_the_librarys_numbers(visit, names, lang):
    view = lab.look(names, "anna", "0.3", 3)
    made = attnlab.effect_map(names, "anna", position=3, query="all", sites=["0"], heads=[3])
    page = visit(f"?text=anna&head=0.3&query=3&lang={lang}")
    for layer, values in (
        ("weight", view.map.weight), ("score", view.map.score), ("contribution", view.map.contribution),
    ):  # fmt: skip
        choose(page, say(f"page-numbers-{layer}", lang))
        wanted = {f"{q}>{k}": number(values[q][k], lang) for q, k in itertools.product(range(4), repeat=2) if k <= q}
        eventually(
            lambda wanted=wanted: {
                at: one for at, one in page.locator("attn-map").first.evaluate(CELLS).items() if at in wanted
            },
            lambda wanted=wanted: wanted,
        )
    choose(page, say("page-numbers-effect", lang))
    change = np.asarray(made.change)[0, 3]
    size = number(abs(float(change[3, 1])), lang)
    eventually(
        lambda: page.locator("attn-map").first.evaluate(CELLS)["3>1"].lstrip("+-"), lambda: size
    )  # fmt: skip
    assert address(page)["numbers"] == ["effect"]


def test_pinned_keys_are_added_up_kept_in_the_address_and_cut_together(visit, names):
    page = visit("?text=anna&head=0.3&query=4")
    for key in ("START₀", "n₃"):
        page.get_by_role("button", name=say("row-pin", key=key), exact=True).click()
    row = lab.look(names, "anna", "0.3", 4).row
    together = number(row.keys[0].weight + row.keys[3].weight)
    said = say("row-pinned", count=2, names="START₀, n₃", weight=together, before=together)
    page.get_by_text(said).wait_for()
    assert place(page) == {"map.pinned": ["0,3"]}
    page.reload()
    page.get_by_text(said).wait_for()
    button(page, say("row-cut-pinned")).click()
    cut = lab.look(names, "anna", "0.3", 4, ["cut 0.3:4>0", "cut 0.3:4>3"])
    nothing = say("row-pinned", count=2, names="START₀, n₃", weight=number(0), before=together)
    page.get_by_text(nothing).wait_for()
    assert address(page)["edit"] == ["cut 0.3:4>0", "cut 0.3:4>3"]
    assert cut.row.keys[0].state == "cut"
    button(page, say("row-unpin")).click()
    eventually(lambda: place(page), dict)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_second_text_stands_beside_the_first_on_one_scale(visit, names, lang):
    page = visit(f"?text=anna&head=0.3&numbers=contribution&lang={lang}")
    page.locator("attn-second #other").fill("emma")
    second = page.locator("attn-second attn-map")
    view, first = lab.look(names, "emma", "0.3"), lab.look(names, "anna", "0.3")
    wanted = {
        f"{q}>{k}": number(view.map.contribution[q][k], lang)
        for q, k in itertools.product(range(5), repeat=2)
        if k <= q
    }
    eventually(lambda: {at: one for at, one in second.evaluate(CELLS).items() if at in wanted}, lambda: wanted)
    most = number(max(view.map.contribution_most, first.map.contribution_most), lang, 2)
    for map in page.locator("attn-map").all():
        eventually(lambda map=map: most in map.locator(".legend li").first.inner_text(), lambda: True)
    assert place(page) == {"map.other": ["emma"]}
    page.locator("attn-second #other").fill("emma5")
    page.locator("attn-second").get_by_role("alert").wait_for()
    assert page.locator("attn-map").first.is_visible()
    page.locator("attn-second #other-off").click()
    eventually(lambda: page.locator("attn-map").count(), lambda: 1)


def test_a_large_map_is_drawn_from_tiles_moved_by_hand_and_kept_in_the_address(visit, folder):
    page = visit()
    loaded(page, folder)
    page.locator("attn-text #text").fill(LONG)
    frame = page.locator("attn-field .frame")
    frame.wait_for(timeout=LOADING)
    page.get_by_text(say("map-where", first=0, last=319, **{"from": 0, "to": 319})).wait_for()
    canvas = page.locator("attn-field canvas")
    masked, seen = (0.9, 0.1), (0.002, 0.0016)
    eventually(lambda: canvas.evaluate(COLOUR, masked)[3], lambda: 255)
    assert canvas.evaluate(COLOUR, seen) != canvas.evaluate(COLOUR, masked)

    frame.focus()
    for _ in range(4):
        page.keyboard.press("PageDown")
    eventually(lambda: float(place(page).get("map.zoom", ["1"])[0]) > 6, lambda: True)
    where = page.locator("attn-field .tools .soft").inner_text()
    page.reload()
    frame.wait_for(timeout=LOADING)
    eventually(page.locator("attn-field .tools .soft").inner_text, lambda: where)

    frame.scroll_into_view_if_needed()
    box = frame.bounding_box()
    page.mouse.move(box["x"] + 300, box["y"] + 200)
    page.mouse.down()
    page.mouse.move(box["x"] + 420, box["y"] + 320, steps=6)
    page.mouse.up()
    eventually(lambda: page.locator("attn-field .tools .soft").inner_text() != where, lambda: True)
    button(page, say("map-whole")).click()
    page.get_by_text(say("map-where", first=0, last=319, **{"from": 0, "to": 319})).wait_for()


def test_a_cell_of_a_large_map_is_read_exactly_and_can_be_cut(visit, folder):
    page = visit()
    loaded(page, folder)
    page.locator("attn-text #text").fill(LONG)
    frame = page.locator("attn-field .frame")
    frame.wait_for(timeout=LOADING)
    map = lab.look(models.load(str(folder)), LONG, "0.0", 300)
    frame.focus()
    for key in ("Home", "ArrowUp", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    eventually(lambda: address(page).get("cell"), lambda: ["318>2"])
    row = lab.look(models.load(str(folder)), LONG, "0.0", 318).row
    eventually(lambda: number(row.keys[2].score) in page.locator("attn-cell .title").inner_text(), lambda: True)
    assert number(row.keys[2].weight) in page.locator("attn-cell .title").inner_text()
    page.keyboard.press("c")
    eventually(page.locator("attn-edits li code").all_inner_texts, lambda: ["cut 0.0:318>2"])
    page.get_by_text(say("row-every")).wait_for()
    assert page.locator("attn-row tbody tr").count() < 60
    page.get_by_text(say("row-every")).click()
    eventually(page.locator("attn-row tbody tr").count, lambda: 320)
    assert map.map.whole is False


def test_a_map_is_saved_as_numbers_and_as_a_picture(visit, names, tmp_path):
    page = visit("?text=anna&head=0.3&edit=cut+0.3:4>3")
    saved = {}
    for form in ("csv", "json", "svg", "png"):
        with page.expect_download() as load:
            page.get_by_text(say(f"map-save-{form}"), exact=True).click()
        load.value.save_as(tmp_path / form)
        assert load.value.suggested_filename == f"map-names-anna-0.3.{form}"
        saved[form] = (tmp_path / form).read_bytes()
    map = explained(names, names.tokens("anna"), [parse("cut 0.3:4>3")]).map(*lab.parse_head(names, "0.3"))
    assert saved["csv"].decode() == map.to_csv()
    assert saved["json"].decode() == map.to_json() + "\n"
    picture = saved["svg"].decode()
    assert picture.count("<rect x=") == 25
    assert number(float(map.weight[4, 2])) in picture
    assert "cut 0.3:4&gt;3" in picture
    assert saved["png"].startswith(b"\x89PNG")


def test_a_control_that_is_used_up_hands_the_focus_to_its_neighbour(visit):
    focused = """() => {
      let at = document.activeElement;
      while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
      return at === document.body ? 'nowhere' : at.textContent.trim();
    }"""
    page = visit("?text=anna&head=0.3&edit=cut+0.3:4>3&edit=cut+0.3:2>1")
    page.locator("#undo").wait_for()
    page.get_by_role("button", name=say("page-remove-this", edit="cut 0.3:2>1")).focus()
    page.keyboard.press("Enter")
    eventually(lambda: page.locator("attn-edits li").count(), lambda: 1)
    page.wait_for_timeout(1000)
    assert page.evaluate(focused) != "nowhere"
    page.locator("#undo").focus()
    page.keyboard.press("Enter")
    eventually(lambda: page.locator("#undo").is_disabled(), lambda: True)
    eventually(lambda: page.evaluate(focused), lambda: say("page-redo"))


def test_a_layer_that_a_long_text_has_not_is_said(visit):
    text = find("last-of-two").held_out(1, seed=0, pairs=36)[0].source
    page = visit("?" + urlencode({"model": "last-of-two", "numbers": "effect", "text": text}), ready="attn-field")
    page.get_by_text(say("layer-effect-large", most=32)).wait_for()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_on_the_map_and_a_phone_needs_no_sideways_scroll(visit, lang):
    page = visit(
        f"?text=anna&head=0.3&map.pinned=0,2&map.other=emma&numbers=score&theme=light&lang={lang}", script=AXE,
        reduced_motion="reduce",
    )  # fmt: skip
    page.locator("attn-second attn-map").wait_for()
    axe_in_both_themes(page, lang)
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
