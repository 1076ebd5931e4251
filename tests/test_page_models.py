"""The place of models in a browser: what is at hand, what one would take, the way to it."""

import pytest
from page_fixtures import AXE, axe_in_both_themes, button, eventually

from attnlab import lab, models
from attnlab.words import LANGUAGES, number, say

READY = "attn-place-models li"
CARDS = """(element) => Object.fromEntries([...element.shadowRoot.querySelectorAll('li')].map((one) => [
  one.dataset.model,
  [...one.querySelectorAll('dl div')].map((fact) => fact.querySelector('dd').textContent.trim())]))"""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_model_says_how_large_it_is(visit, lang):
    page = visit(f"?place=models&lang={lang}", ready=READY)
    wanted = {
        view.name: [
            number(view.parameters, lang, 0), number(len(view.sites), lang, 0),
            number(sum(site.heads for site in view.sites), lang, 0), number(view.context, lang, 0),
        ]
        for view in lab.model_views()
    }  # fmt: skip
    assert set(wanted) == set(models.NAMES)
    assert page.locator("attn-place-models").evaluate(CARDS) == wanted


def test_a_model_is_opened_in_the_map(visit):
    page = visit("?place=models", ready=READY)
    page.locator('attn-place-models li[data-model="decoy"]').get_by_role("button", name=say("models-open")).click()
    page.locator("attn-map").wait_for()
    assert page.locator("attn-text select").input_value() == "decoy"
    page.go_back()
    page.locator(READY).first.wait_for()


def test_what_a_model_would_take_is_said_before_it_is_loaded(visit, tmp_path, need):
    need("transformers")
    from hub_models import make

    folder = tmp_path / "tiny-gpt2"
    made = make("gpt2")
    made.save_pretrained(folder)
    page = visit("?place=models", ready=READY)
    page.locator("#load-name").fill(str(folder))
    count = made.num_parameters()
    said = say("load-ahead-configuration", name="tiny-gpt2", count=count, size=number(4 * count / 1e6, "en", 1))
    page.locator(".ahead", has_text=said).wait_for()
    page.locator("#load-name").fill("nobody/has-this-one")
    page.locator(".ahead", has_text=say("load-ahead-nothing", name="nobody/has-this-one")).wait_for()
    page.locator("#load-name").fill(str(tmp_path / "not-there"))
    page.locator(".ahead", has_text=say("load-ahead-absent", name="not-there")).wait_for()
    page.locator("#load-name").fill(str(tmp_path))
    page.locator(".ahead", has_text=say("load-ahead-unread", name=tmp_path.name)).wait_for()
    page.locator("#load-name").fill(str(folder))
    button(page, say("page-load-start"), exact=True).click()
    card = page.locator(f'attn-place-models li[data-model="{folder}"]')
    card.get_by_role("button", name=say("page-unload", name="tiny-gpt2")).click(timeout=90_000)
    eventually(card.count, lambda: 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_among_the_models_and_a_phone_needs_no_sideways_scroll(visit, lang):
    page = visit(f"?place=models&theme=light&lang={lang}", ready=READY, script=AXE, reduced_motion="reduce")
    axe_in_both_themes(page, lang)
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
