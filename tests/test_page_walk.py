"""A person who tries everything in any order: no exception, no panel of another question, nothing unfinished left."""

import random
import re
from urllib.parse import parse_qs

import pytest
from page_fixtures import button, eventually

from attnlab import lab
from attnlab.errors import LabError
from attnlab.words import LANGUAGES, say

STEPS = 36
PLACES = ("beams", "bench", "map", "change", "check", "results", "generate", "experiments", "size", "models")
OF_A_TEXT = ("beams", "map", "change", "check", "generate")
TEXTS = ("anna", "emma", "jacob", "a", "", "annabellaannabe", "annabellaannabella", "anna5", "Ж", "  ")

# Every word on the page, through the shadow roots, as a reader meets it.
WORDS = """() => {
  const found = [];
  const walk = (node) => {
    if (node.nodeType === 3) found.push(node.textContent);
    if (node.nodeType !== 1 || ['STYLE', 'SCRIPT', 'NOSCRIPT'].includes(node.tagName)) return;
    for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) walk(child);
  };
  walk(document.body);
  return found.join(' ');
}"""
SHOWN = """() => {
  const view = document.querySelector('attn-lab').view;
  return view ? [view.text, `${view.map.site}.${view.map.head}`] : null;
}"""
BUSY = "document.querySelector('main').getAttribute('aria-busy')"
FAULT = "!!document.querySelector('attn-lab').fault"
# What the panels that name a head say they show.
HEADS = """() => Object.fromEntries([
  ['map', document.querySelector('attn-map')?.view], ['row', document.querySelector('attn-row')?.view],
  ['beams', document.querySelector('attn-place-beams')?.shadowRoot.querySelector('attn-beams')?.trace],
]
  .filter(([, view]) => view && view.head !== undefined)
  .map(([name, view]) => [name, `${view.site ?? ''}.${view.head}`]))"""


def asked(page):
    return {name: values[0] for name, values in parse_qs(page.evaluate("location.search").removeprefix("?")).items()}


def settled(page):
    eventually(lambda: page.evaluate(BUSY), lambda: "false")


def walk(page, chance):
    """One thing that a person may do where they are; what is not there is left."""
    place = asked(page).get("place", "map")
    choices = ["place", "place", "back", "forward", "language", "theme", "reload"]
    if place in OF_A_TEXT:
        choices += ["text", "text", "head", "query", "edit", "undo", "redo", "clear"]
    if place == "beams":
        choices += ["inspect", "scrub"] * 2
    if place == "bench":
        choices += ["bench"] * 3
    what = chance.choice(choices)
    match what:
        case "place":
            to = chance.choice(PLACES)
            page.locator("nav a").nth(PLACES.index(to)).click()
        case "back":
            page.go_back()
        case "forward":
            page.go_forward()
        case "reload":
            page.reload()
        case "language":
            page.locator(f'attn-choice#lang input[value="{chance.choice(LANGUAGES)}"]').check(force=True)
        case "theme":
            page.locator(f'attn-choice#theme input[value="{chance.choice(("light", "dark", "system"))}"]').check(
                force=True
            )
        case "text":
            page.locator("attn-text #text").fill(chance.choice(TEXTS))
        case "head":
            page.evaluate("history.length")
            heads = page.locator("attn-heads [data-head]")
            if heads.count():
                heads.nth(chance.randrange(heads.count())).click()
        case "query":
            tokens = page.locator("attn-tokens [data-position]")
            if tokens.count():
                tokens.nth(chance.randrange(tokens.count())).click()
        case "edit":
            cells = page.locator("attn-map [data-cell]")
            if cells.count():
                cells.nth(chance.randrange(cells.count())).focus()
                page.keyboard.press(chance.choice("cd+-"))
        case "undo" | "redo":
            if page.locator(f"#{what}").is_enabled():
                page.locator(f"#{what}").click()
        case "clear":
            clear = page.locator("attn-edits .button", has_text=re.compile("Clear|Убрать|Tühjenda"))
            if clear.count() and clear.first.is_enabled():
                clear.first.click()
        case "inspect":
            keys = page.locator("attn-place-beams select option")
            if keys.count():
                value = keys.nth(chance.randrange(keys.count())).get_attribute("value")
                page.locator("attn-place-beams select").last.select_option(value)
        case "scrub":
            page.locator("attn-place-beams input[type=range]").last.fill(str(chance.choice((0, 2.5, 5, 7))))
        case "bench":
            sliders = page.locator("attn-place-bench input[type=range]")
            if sliders.count():
                slider = sliders.nth(chance.randrange(sliders.count()))
                slider.press(chance.choice(("ArrowLeft", "ArrowRight", "Home", "End")))
    return what


@pytest.mark.parametrize("seed", range(3))
def test_a_random_walk_over_the_lab_leaves_nothing_stale_and_breaks_nothing(visit, seed):
    chance = random.Random(seed)
    page = visit()
    done = []
    for _ in range(STEPS):
        done.append(walk(page, chance))
        if page.evaluate("location.origin") == "null":  # back beyond the first page
            page.go_forward()
        page.wait_for_selector("nav a")
        settled(page)
        words = page.evaluate(WORDS)
        for never in ("NaN", "undefined", "[object", "Infinity", "null,"):
            assert never not in words, (never, done)
        state = asked(page)
        place, lang = state.get("place", "map"), page.evaluate("document.documentElement.lang")
        assert page.locator("nav [aria-current]").inner_text() == say(f"place-{place}", lang), done
        if place in OF_A_TEXT:
            # either the fault is said, or what is shown is what the address names
            wanted = [state.get("text", "anna"), state.get("head", "0.0")]
            eventually(lambda wanted=wanted: page.evaluate(FAULT) or page.evaluate(SHOWN) == wanted, lambda: True)
            if not page.evaluate(FAULT):
                assert all(shown.endswith(wanted[1]) for shown in page.evaluate(HEADS).values()), (done, state)
    # the address that the walk ended at brings the same back
    before = asked(page)
    page.reload()
    page.wait_for_selector("nav a")
    settled(page)
    assert asked(page) == before


def test_a_text_that_cannot_be_read_leaves_every_place_alive(visit):
    page = visit()
    with pytest.raises(LabError) as fault:
        lab.look("names", "anna5")
    page.locator("attn-text #text").fill("anna5")
    for place in OF_A_TEXT:
        page.get_by_role("link", name=say(f"place-{place}"), exact=True).click()
        page.get_by_text(fault.value.say()).first.wait_for()
    page.locator("attn-text #text").fill("emma")
    eventually(lambda: page.get_by_text(fault.value.say()).count(), lambda: 0)
    button(page, say("page-undo")).is_visible()
