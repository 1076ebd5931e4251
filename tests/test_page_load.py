"""Models loaded on the page, in a real browser: it shows what the library computes of them, bounded and in words."""

from urllib.parse import parse_qs, quote, urlsplit

import numpy as np
import pytest
from page_fixtures import AXE, axe_in_both_themes, button, change, choose, eventually

from attnlab import lab, models
from attnlab.errors import LabError
from attnlab.words import number, say

pytest.importorskip("transformers", reason="transformers is not installed; ./dev setup brings it")

from hub_models import PAIR, TEXT, make

LONG = " ".join(str(3 + 7 * place % 90) for place in range(60))
LOADING = 90_000


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Where tiny models lie; the deep one takes a while to be proved."""
    home = tmp_path_factory.mktemp("models")
    make("llama", num_hidden_layers=40).save_pretrained(home / "deep-llama")
    make("llama", num_hidden_layers=3, max_position_embeddings=600).save_pretrained(home / "tiny-llama")
    make("t5").save_pretrained(home / "tiny-t5")
    make("bert").bert.save_pretrained(home / "tiny-features")
    return home


def load(page, name, lang="en"):
    """Type a name into the box and load it."""
    box = page.locator("#load-name")
    if not box.is_visible():
        page.locator("attn-load summary").click()
    box.fill(str(name))
    button(page, say("page-load-start", lang), exact=True).click()


def loaded(page, folder, lang="en"):
    load(page, folder, lang)
    page.get_by_text(say("page-load-done", lang, name=folder.name)).wait_for(timeout=LOADING)
    page.locator("attn-grid").wait_for()


def tile(page, head):
    return page.locator(f'attn-grid [data-head="{head}"]')


def shows(page, folder, text, head, query, edits=(), lang="en"):
    """The page shows what the library computes of a loaded model."""
    view = lab.look(models.load(str(folder)), text, head, query, edits)
    places = [(q, k) for q in range(len(view.pieces)) for k in range(len(view.keys))]
    seen = {f"{q}>{k}": number(view.map.weight[q][k], lang) for q, k in places if view.map.state[q][k] == "visible"}
    shown = """() => Object.fromEntries(
      [...document.querySelector('attn-map').shadowRoot.querySelectorAll('.cell.seen')]
      .map((cell) => [cell.dataset.cell, cell.querySelector(':scope > span:not(.lift)')?.textContent ?? '']))"""
    eventually(lambda: page.evaluate(shown), lambda: seen)
    row = """() => [...document.querySelector('attn-row').shadowRoot.querySelectorAll('[data-key]')].length"""
    assert page.evaluate(row) == len(view.keys)
    checked = page.locator('attn-tokens [aria-checked="true"]')
    assert checked.get_attribute("data-position") == str(view.row.query)
    return view


def test_a_load_is_cancelled_at_the_end_of_its_step_and_says_so(visit, folders):
    page = visit("?lang=et")
    load(page, folders / "deep-llama", "et")
    page.locator("#load-cancel").click()
    page.get_by_text(say("page-load-cancelled", "et", name="deep-llama")).wait_for(timeout=LOADING)
    assert page.locator("attn-text option").all_inner_texts() == list(models.NAMES)
    assert page.locator("#load-cancel").count() == 0
    assert page.locator("attn-heads").is_visible()  # what was shown before is shown still


@pytest.mark.parametrize("lang", ["en", "et"])
def test_a_loaded_model_is_proved_picked_looked_at_and_unloaded(visit, folders, lang):
    folder = folders / "tiny-llama"
    page = visit(f"?lang={lang}")
    loaded(page, folder, lang)
    assert page.locator("attn-text #model").input_value() == str(folder)
    proof = page.locator(".proof").inner_text()
    opened = models.load(str(folder))
    error = f"{opened.proof.error:.1e}".replace("e-0", "e-")
    facts = {"heard": 3, "sites": 3, "moved": 3, "error": error if lang == "en" else error.replace(".", ",")}
    assert say("page-proof", lang, **facts) in proof
    assert say("page-weights", lang, size=number(opened.weight_bytes / 1e6, lang, 0)) in proof

    page.locator("attn-text #text").fill(TEXT)
    shows(page, folder, TEXT, "0.0", 5, (), lang)
    tile(page, "2.3").click()
    view = shows(page, folder, TEXT, "2.3", 5, (), lang)
    page.locator('attn-map [data-cell="5>1"]').click()
    page.keyboard.press("c")
    shows(page, folder, TEXT, "2.3", 5, ["cut 2.3:5>1"], lang)
    page.locator('attn-tokens [data-position="3"]').click()
    view = shows(page, folder, TEXT, "2.3", 3, ["cut 2.3:5>1"], lang)
    symbols = page.locator("attn-next li").evaluate_all("(all) => all.map((one) => one.dataset.symbol)")
    assert symbols == [one.symbol for one in view.next]
    others = page.locator("attn-next .others")
    assert others.inner_text().split()[-1] == number(view.others.after, lang)
    assert say("page-others", lang, count=view.others.count) in others.inner_text().replace("\n", " ")

    button(page, say("page-unload", lang, name="tiny-llama")).click()
    page.get_by_text(say("page-load-missing", lang, name=str(folder))).wait_for()
    assert page.locator("#load-name").input_value() == str(folder)
    assert str(folder) not in page.locator("attn-text option").evaluate_all(
        "(all) => all.filter((one) => !one.selected).map((one) => one.value)"
    )


@pytest.mark.parametrize("lang", ["en", "et"])
def test_a_load_that_fails_says_why_in_the_pages_language(visit, folders, lang):
    page = visit(f"?lang={lang}")
    for name in (str(folders / "nowhere.gguf"), "names"):
        load(page, name, lang)
        fault = LabError("load-own", name=name) if name == "names" else LabError("file-missing", path=name)
        page.locator("attn-load .fault").get_by_text(fault.say(lang)).wait_for(timeout=LOADING)
    assert page.locator("attn-heads").is_visible()


def test_an_address_of_a_model_that_is_not_loaded_offers_to_load_it_and_brings_everything_back(visit, folders):
    folder = folders / "tiny-llama"
    search = f"?model={quote(str(folder))}&text={quote(TEXT)}&head=1.2&query=4&edit=cut+1.2:4>1"
    page = visit(search, ready=".status.alarm")
    page.get_by_text(say("page-load-missing", name=str(folder))).wait_for()
    assert page.locator("#load-name").input_value() == str(folder)
    button(page, say("page-load-start"), exact=True).click()
    page.locator("attn-grid").wait_for(timeout=LOADING)
    shows(page, folder, TEXT, "1.2", 4, ["cut 1.2:4>1"])
    assert parse_qs(urlsplit(page.url).query)["edit"] == ["cut 1.2:4>1"]
    other = visit("?" + urlsplit(page.url).query, ready="attn-grid")
    shows(other, folder, TEXT, "1.2", 4, ["cut 1.2:4>1"])


def test_encoder_and_cross_heads_are_picked_by_their_tiles(visit, folders):
    folder = folders / "tiny-t5"
    page = visit()
    loaded(page, folder)
    page.locator("attn-text #text").fill(PAIR)
    tile(page, "cross.0.3").click()
    view = shows(page, folder, PAIR, "cross.0.3", 3)
    assert (len(view.pieces), len(view.keys)) == (4, 6)
    tile(page, "encoder.1.2").click()
    shows(page, folder, PAIR, "encoder.1.2", 5)
    assert page.get_by_text(say("page-read-at", at="40₃")).is_visible()
    page.locator('attn-map [data-cell="5>0"]').click()
    page.keyboard.press("d")
    shows(page, folder, PAIR, "encoder.1.2", 5, ["drop encoder.1.2:5>0"])
    assert page.get_by_text(say("page-does-drop", query="71₅", key="5₀")).is_visible()
    for stack in ("encoder", "decoder", "cross"):
        assert page.locator("attn-grid").get_by_text(say(f"page-stack-{stack}"), exact=True).is_visible()


def test_effects_are_measured_when_asked_for(visit, folders):
    folder = folders / "tiny-llama"
    page = visit()
    loaded(page, folder)
    page.locator("attn-text #text").fill(TEXT)
    shows(page, folder, TEXT, "0.0", 5)
    effects = page.locator("attn-row tbody td.effect .with-bar > span:last-child")
    assert {one.split()[0] for one in effects.all_inner_texts()} == {"—"}
    button(page, say("page-measure")).click()
    found = lab.row_effects(models.load(str(folder)), TEXT, "0.0", 5, (), range(6))
    eventually(effects.all_inner_texts, lambda: [change(one.effect, "en") for one in found])
    assert page.locator("#measure").count() == 0
    tile(page, "1.1").click()
    eventually(lambda: {one.split()[0] for one in effects.all_inner_texts()}, lambda: {"—"})


def test_a_model_that_predicts_nothing_says_so_and_shows_its_maps(visit, folders):
    folder = folders / "tiny-features"
    page = visit()
    loaded(page, folder)
    page.locator("attn-text #text").fill(TEXT)
    shows(page, folder, TEXT, "encoder.0.0", 5)
    assert page.get_by_text(say("page-next-nothing", model="tiny-features")).is_visible()
    assert page.get_by_text(say("page-no-target", model="tiny-features")).is_visible()
    page.get_by_role("link", name=say("place-check"), exact=True).click()
    page.locator("attn-check").wait_for()
    assert page.get_by_text(say("page-no-target", model="tiny-features")).is_visible()
    assert page.locator("attn-ask").count() == 0


def test_a_check_of_a_loaded_model_asks_for_texts_and_names_of_heads(visit, folders):
    folder = folders / "tiny-llama"
    page = visit()
    loaded(page, folder)
    page.get_by_role("link", name=say("place-check"), exact=True).click()
    page.locator("attn-check").wait_for()
    assert page.get_by_text(say("page-check-no-own", model="tiny-llama")).is_visible()
    choose(page, say("page-check-scope-named"))
    button(page, say("page-check-start")).click()
    page.get_by_text(say("page-check-named-none", example="0.0")).wait_for()
    page.locator("attn-ask #heads").fill("0.1, 2.3")
    chance = np.random.default_rng(0)
    texts = [" ".join(map(str, chance.integers(3, 99, 7))) for _ in range(12)]
    page.locator("attn-ask #texts").fill("\n".join(texts))
    button(page, say("page-check-start")).click()
    page.locator("#found-title").wait_for(timeout=LOADING)
    assert "0.1, 2.3" in page.locator("#found-title").inner_text()
    assert "tiny-llama" in page.locator("#found-title").inner_text()


def test_a_long_text_is_drawn_as_a_picture_and_read_by_keyboard(visit, folders):
    folder = folders / "tiny-llama"
    page = visit()
    loaded(page, folder)
    page.locator("attn-text #text").fill(LONG)
    frame = page.locator("attn-field .frame")
    frame.wait_for()
    frame.focus()
    for key in ("ArrowUp", "Home", "ArrowRight", "c"):
        page.keyboard.press(key)
    edits = page.locator("attn-edits li code")
    eventually(edits.all_inner_texts, lambda: ["cut 0.0:58>1"])
    eventually(lambda: page.locator('attn-row [data-key="1"] .sign.cut').count(), lambda: 1)
    page.locator("attn-text #text").fill(LONG + " 5" * 2000)
    with pytest.raises(LabError) as refused:
        lab.look(models.load(str(folder)), LONG + " 5" * 2000)
    page.get_by_text(refused.value.say()).wait_for()


@pytest.mark.parametrize("text", [TEXT, LONG])
def test_axe_finds_nothing_of_a_loaded_model_in_either_theme(visit, folders, text):
    page = visit("?theme=light", script=AXE, reduced_motion="reduce")
    loaded(page, folders / "tiny-llama")
    page.locator("attn-text #text").fill(text)
    page.locator("attn-field" if text == LONG else 'attn-map [data-cell="5>5"]').wait_for()
    page.locator("attn-load summary").click()
    axe_in_both_themes(page)


@pytest.mark.parametrize("text", [TEXT, LONG])
def test_a_phone_shows_a_loaded_model_without_scrolling_sideways(visit, folders, text):
    page = visit("?lang=ru", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    loaded(page, folders / "tiny-llama", "ru")
    page.locator("attn-text #text").fill(text)
    page.locator("attn-field" if text == LONG else 'attn-map [data-cell="5>5"]').wait_for()
    assert page.evaluate("document.documentElement.scrollWidth") == 360
