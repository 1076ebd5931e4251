"""Sizes on the page: the library's figures in three languages, sliders, a pinned second, addresses that hold."""

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from page_fixtures import AXE, axe_in_both_themes, choose, eventually

from attnlab import bills, size
from attnlab.words import LANGUAGES, Language, number, say

HERE = "attn-place-size"
FOUND = """() => {
  const place = document.querySelector('attn-place-size').shadowRoot;
  const text = (one) => one.textContent.replace(/\\s+/g, ' ').trim();
  return {
    title: text(place.querySelector('#claim')),
    bars: [...place.querySelectorAll('attn-bars')].map((one) => [text(one.shadowRoot.querySelector('h3')),
      [...one.shadowRoot.querySelectorAll('[data-row]')].map((row) =>
        [text(row.querySelector('[role=rowheader]')), ...[...row.querySelectorAll('[role=cell]')].map(text)])]),
    exact: [...place.querySelectorAll('#exact tbody tr')].map((row) => [...row.children].map(text)),
  };
}"""


def clean(text: str) -> str:
    return " ".join(text.split())


def expected(made: Any, lang: Language, pinned: Any = None) -> dict[str, Any]:
    view = bills.size_view(made, lang)
    other = None if pinned is None else bills.size_view(pinned, lang)

    def rows(name: str) -> list[list[str]]:
        mine = [[one.label, one.written] for one in getattr(view, name)]
        if other is None:
            return [list(map(clean, one)) for one in mine]
        beside = {one.name: one.written for one in getattr(other, name)}
        return [
            [clean(label), clean(written), clean(beside[one.name])]
            for one, (label, written) in zip(getattr(view, name), mine, strict=True)
        ]

    captions = {
        "parts": say("size-page-parts", lang), "memory": say("size-memory-title", lang, length=made.length),
        "text": say("size-page-work", lang), "next": say("size-page-next", lang),
    }  # fmt: skip
    return {
        "title": clean(view.title),
        "bars": [[clean(caption), rows(name)] for name, caption in captions.items() if getattr(view, name)],
        "exact": [
            *(list(map(clean, (one.label, one.written, one.estimate, one.difference))) for one in view.parts),
            [say("size-page-total", lang), clean(view.parameters), clean(view.estimate), clean(view.difference)],
        ],
    }  # fmt: skip


def preset(name: str, changes: dict[str, Any] | None = None, **how: Any) -> Any:
    """What the library counts; the page names a preset that is not changed."""
    from dataclasses import replace

    made = size(bills.changed_configuration(bills.base_configuration(name), changes or {}), **how)
    return made if changes else replace(made, name=name)


def shows(page: Any, made: Any, lang: Language = "en", pinned: Any = None) -> None:
    eventually(lambda: page.evaluate(FOUND), lambda: expected(made, lang, pinned))


def chosen(page: Any) -> dict[str, str]:
    return {name: one[0] for name, one in parse_qs(urlsplit(page.url).query).items()}


def field(page: Any, name: str) -> Any:
    return page.locator(f"{HERE} #field-{name}")


@pytest.mark.parametrize(("lang", "other"), [("en", "ru"), ("ru", "et"), ("et", "en")])
def test_the_figures_on_the_page_are_the_librarys_and_follow_the_language(visit, lang, other):
    page = visit(f"?place=size&size.base=llama&lang={lang}", ready=f"{HERE} attn-bars")
    shows(page, preset("llama"), lang)
    choose(page, {"en": "English", "ru": "Русский", "et": "Eesti"}[other])
    shows(page, preset("llama"), other)


def test_a_preset_a_number_and_a_slider_change_the_figures_and_the_address(visit):
    page = visit("?place=size", ready=f"{HERE} attn-bars")
    shows(page, preset("gpt2"))
    page.locator(f"{HERE} #base").select_option("mistral")
    shows(page, preset("mistral"))
    field(page, "layers").fill("5")
    field(page, "layers").press("Enter")
    shows(page, preset("mistral", {"layers": 5, "windowed_layers": 5}))
    assert chosen(page)["size.set"] == "layers=5&windowed_layers=5"
    slider = page.locator(f"{HERE} [data-field=layers] input[type=range]")
    slider.focus()
    page.keyboard.press("ArrowRight")
    shows(page, preset("mistral", {"layers": 6, "windowed_layers": 6}))
    page.reload()
    page.wait_for_selector(f"{HERE} attn-bars")
    shows(page, preset("mistral", {"layers": 6, "windowed_layers": 6}))
    assert field(page, "layers").input_value() == "6"
    page.locator(f"{HERE} #reset").click()
    shows(page, preset("mistral"))


def test_heads_go_on_sharing_the_width(visit):
    page = visit("?place=size", ready=f"{HERE} attn-bars")
    page.locator(f"{HERE} [data-field=heads] input[type=range]").focus()
    page.keyboard.press("ArrowLeft")
    shows(page, preset("gpt2", {"heads": 8, "key_heads": 8, "head_dim": 96}))
    assert page.locator(f"{HERE} [role=alert]").count() == 0


def test_length_batch_and_types_are_counted(visit):
    asked = "?place=size&size.base=qwen2&size.length=4096&size.batch=3&size.dtype=int8&size.cache=float32"
    page = visit(asked, ready=f"{HERE} attn-bars")
    shows(page, preset("qwen2", length=4096, batch=3, dtype="int8", cache_dtype="float32"))


def test_a_second_configuration_is_pinned_beside_and_taken_away(visit):
    page = visit("?place=size&size.base=gpt2", ready=f"{HERE} attn-bars")
    page.locator(f"{HERE} #pin").click()
    page.locator(f"{HERE} #unpin").wait_for()
    field(page, "layers").fill("24")
    field(page, "layers").press("Tab")
    shows(page, preset("gpt2", {"layers": 24}), pinned=preset("gpt2"))
    page.reload()
    page.wait_for_selector(f"{HERE} attn-bars")
    shows(page, preset("gpt2", {"layers": 24}), pinned=preset("gpt2"))
    page.locator(f"{HERE} #unpin").click()
    shows(page, preset("gpt2", {"layers": 24}))


def test_what_is_being_typed_stays_when_an_answer_comes(visit):
    page = visit("?place=size&size.base=gpt2", ready=f"{HERE} attn-bars")
    field(page, "layers").fill("24")
    page.locator(HERE).evaluate("(place) => { place.requestUpdate(); return place.updateComplete; }")
    assert field(page, "layers").input_value() == "24"
    field(page, "layers").press("Tab")
    shows(page, preset("gpt2", {"layers": 24}))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sizes_that_do_not_fit_are_said_and_the_old_figures_say_whose_they_are(visit, lang):
    page = visit(f"?place=size&lang={lang}", ready=f"{HERE} attn-bars")
    field(page, "length").fill("2048")
    field(page, "length").press("Enter")
    label = say("size-page-quoted", lang, label=say("size-page-field-length", lang))
    said = say("size-page-length-beyond", lang, length=2048, context=1024, name=label)
    page.locator(f"{HERE} [role=alert]", has_text=clean(said)).wait_for()
    assert page.get_by_text(say("size-page-stale", lang, title="gpt2")).is_visible()
    shows(page, preset("gpt2"), lang)
    field(page, "length").fill("512")
    field(page, "length").press("Enter")
    shows(page, preset("gpt2", length=512), lang)
    assert page.locator(f"{HERE} [role=alert]").count() == 0


def test_a_configuration_is_pasted_and_stays_in_the_address(visit):
    from attnlab.configurations import read_config

    record = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4,
              "intermediate_size": 100, "vocab_size": 999, "_name_or_path": "x"}  # fmt: skip
    page = visit("?place=size", ready=f"{HERE} attn-bars")
    page.locator(f"{HERE} details summary").first.click()
    page.locator(f"{HERE} #config").fill("{")
    page.locator(f"{HERE} #paste").click()
    page.locator(f"{HERE} .side [role=alert]", has_text="at line 1, column 2").wait_for()
    page.locator(f"{HERE} #config").fill('{"n_layer": 1e400}')
    page.locator(f"{HERE} #paste").click()
    page.locator(f"{HERE} .side [role=alert]", has_text="n_layer is a number too large").wait_for()
    page.locator(f"{HERE} #config").fill(json.dumps(record, indent=2))
    page.locator(f"{HERE} #paste").click()
    shows(page, size(read_config(record)[0]))
    page.reload()
    page.wait_for_selector(f"{HERE} attn-bars")
    shows(page, size(read_config(record)[0]))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_field_keeps_what_is_no_size_and_says_what_it_takes(visit, lang):
    page = visit(f"?place=size&lang={lang}", ready=f"{HERE} attn-bars")
    for name, most in (("layers", 10**12), ("length", 10**9), ("batch", 10**6)):
        label = say(f"size-page-field-{name}", lang)
        said = say("page-check-number", lang, name=label, least="1", most=number(most, lang, 0))
        for typed in ("-5", "3.5", "9999999999999", "", "many"):
            field(page, name).fill(typed)
            field(page, name).press("Tab")
            page.locator(f"{HERE} #bad-{name}", has_text=said).wait_for()
            assert field(page, name).input_value() == typed
        shows(page, preset("gpt2"), lang)
        assert "size.set" not in chosen(page)
    field(page, "width").fill("1536")
    field(page, "width").press("Tab")
    shows(page, preset("gpt2", {"width": 1536, "head_dim": 128}), lang)
    assert page.locator(f"{HERE} [role=alert]").count() == 3
    field(page, "layers").fill("5")
    field(page, "layers").press("Tab")
    page.locator(f"{HERE} #bad-layers").wait_for(state="detached")
    page.locator(f"{HERE} #reset").click()
    page.locator(f"{HERE} [role=alert]").first.wait_for(state="detached")
    assert field(page, "batch").input_value() == "1"


def test_growth_is_drawn_at_every_length(visit):
    page = visit("?place=size&size.base=gpt2", ready=f"{HERE} attn-panel svg[role=img]")
    view = bills.size_view(preset("gpt2"), "en")
    memory = page.locator(f"{HERE} attn-panel").first
    assert memory.locator("[data-line]").count() == 4
    assert memory.locator("[data-point]").count() == 4 * len(view.growth)
    last = memory.locator("tbody tr").last.locator("td").first.text_content()
    assert last == number(view.growth[-1].one_map / 2**20, "en", 0)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scroll(visit, lang):
    asked = f"?place=size&size.base=mixtral&size.set=layers%3D3&size.pin=p%3D&lang={lang}"
    page = visit(f"{asked}&theme=light", ready=f"{HERE} attn-panel svg[role=img]", script=AXE, reduced_motion="reduce")
    for summary in page.locator(f"{HERE} summary").all():
        summary.click()
    axe_in_both_themes(page, lang)
    small = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    phone = visit(asked, ready=f"{HERE} attn-panel svg[role=img]", **small)
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
