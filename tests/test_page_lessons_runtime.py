"""What makes a page of the lessons live, in a real browser: a page written by hand, opened from disk."""

import json
import math
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from page_fixtures import (
    AXE,
    PATIENCE,
    ROOT,
    axe_finds_nothing,
    axe_in_both_themes,
    browser,
    button,
    eventually,
    listened,
    missing,
)

from attnlab.lessons import text
from attnlab.lessons.cells import cells
from attnlab.words import LANGUAGES, Language, catalogue, number, say

__all__ = ["browser"]

BUILT = ROOT / "src" / "attnlab" / "page" / "lessons"

PAGE = (ROOT / "tests" / "trial.html").read_text(encoding="utf-8")

TRIAL = """
attnlabLessons.TASKS.trial = {
  size: { kind: "number", digits: 3, answer: (seen) => seen.figure("row", "largest"),
          hints: { rest: { when: (given, seen) => Math.abs(given + seen.figure("row", "largest") - 1) < 0.001 } } },
  which: { kind: "choice", right: () => "b" },
  make: { kind: "state", live: "row", met: (read) => read.first > 0.99, solve: () => [["bump", "4"]],
          hints: { down: { when: (read) => read.first < 0.5, sample: [["bump", "-5"]] } } },
  guess: { kind: "prediction", outcome: () => "less" },
};
document.getElementById("tasks").append(document.getElementById("trial").content.cloneNode(true));
document.querySelectorAll("lesson-progress").forEach((one) => one.requestUpdate());
"""

Open = Callable[..., Any]


@pytest.fixture
def lesson(browser: Any, tmp_path: Path) -> Iterator[Open]:
    """Opens the page in a new context; at the end the console may have said nothing."""
    if not (BUILT / "lessons.js").is_file():
        missing("the lessons' bundle is not built; ./dev web builds it")
    assets = tmp_path / "assets"
    assets.mkdir()
    for name in ("page.css", "lessons.css", "lessons.js"):
        shutil.copy(BUILT / name, assets / name)
    (assets / "decoders.js").write_text("globalThis.attnlabDecoders = [];\n")
    (assets / "trial.js").write_text(TRIAL)
    contexts, said = [], []

    def write(lang: Language) -> str:
        words = json.dumps({"lang": lang, "catalogue": catalogue(lang)})
        (assets / f"words-{lang}.js").write_text(f"globalThis.attnlabWords = {words};\n", encoding="utf-8")
        (tmp_path / f"{lang}.html").write_text(PAGE.replace("{lang}", lang), encoding="utf-8")
        return (tmp_path / f"{lang}.html").as_uri()

    def open_page(
        lang: Language = "en", script: Path | None = None, init: str = "", context: Any = None, **how: Any
    ) -> Any:
        if context is None:
            context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}} | how)
            context.set_default_timeout(PATIENCE * 1000)
            contexts.append(context)
        page = listened(context, said, script)
        if init:
            page.add_init_script(init)
        page.goto(write(lang))
        page.wait_for_selector("#task-guess[data-ready]")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


def shares(*scores: float) -> list[float]:
    raised = [math.exp(score) for score in scores]
    return [one / sum(raised) for one in raised]


def read(page: Any, name: str) -> Any:
    return page.locator(name).text_content().strip()


def answers(page: Any) -> dict[str, Any]:
    return json.loads(page.evaluate("localStorage.getItem('attnlab-lessons')"))["answers"]


def status(page: Any, task: str) -> str:
    """What a task says of the answer: its own words, and the part of the text that goes with them."""
    page.evaluate("new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))")
    return page.evaluate(
        """(task) => {
          const text = (node) => node.nodeType === 3 ? node.data.trim()
            : inside(node).map(text).filter(Boolean).join(' ');
          const inside = (node) => node.tagName === 'SLOT' ? node.assignedElements() : [...node.childNodes];
          return text(document.getElementById(task).shadowRoot.querySelector('[role=status]'));
        }""",
        task,
    )


def send(page: Any, task: str) -> None:
    page.locator(f"#{task} button[type=submit]").click()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_figures_buttons_and_claims_of_the_text_follow_the_picture(lesson, lang):
    page = lesson(lang)
    most = shares(4, 1)[0]
    assert read(page, "#see") == number(most, lang)
    assert read(page, "#see-keys") == number(2, lang, 0)
    assert read(page, "#see-none") == "–"
    claims = {name: page.locator(f"#{name}") for name in ("claim", "about", "other")}
    assert [one.get_attribute("class") for one in claims.values()] == ["expect unmet", "expect met", "expect met"]
    assert claims["claim"].get_attribute("title") == say("lessons-unmet", lang, value=number(most, lang))
    assert [read(page, f"#{name} .mark") for name in claims] == ["≠", "✓", "✓"]

    do = page.locator("button.do[data-live=row]")
    assert do.get_attribute("aria-pressed") == "false"
    do.click()

    most = shares(4, 1, *[1] * 10)[0]
    assert read(page, "#see") == number(most, lang)
    assert read(page, "#see-keys") == number(12, lang, 0)
    assert do.get_attribute("aria-pressed") == "true"
    assert [one.get_attribute("class") for one in claims.values()] == ["expect met", "expect unmet", "expect met"]
    assert page.get_by_role("img", name=say("lessons-met", lang, value=number(most, lang))).count() == 2

    page.locator("#row").get_by_role("button", name=say("lessons-reset", lang)).click()
    assert read(page, "#see") == number(shares(4, 1)[0], lang)
    assert do.get_attribute("aria-pressed") == "false"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_control_is_found_by_its_label_and_a_typed_list_is_read_as_the_language_writes_it(lesson, lang):
    page = lesson(lang)
    scores = page.locator("#row").get_by_role("textbox", name=say("live-row-scores", lang), exact=True)
    assert scores.input_value() == ("4, 1" if lang == "en" else "4; 1")
    scores.fill("2, 0.5, 0.5" if lang == "en" else "2; 0,5; 0,5")
    assert read(page, "#see") == number(shares(2, 0.5, 0.5)[0], lang)
    page.locator("#row").get_by_role("slider", name=say("live-row-temperature", lang)).press("ArrowRight")
    assert read(page, "#see") == number(shares(*(x / 1.1 for x in (2, 0.5, 0.5)))[0], lang)
    page.locator("#row").get_by_role("textbox", name=say("live-row-score-of", lang, key="first")).fill("3")
    assert scores.input_value() == ("3, 0.5, 0.5" if lang == "en" else "3; 0,5; 0,5")
    shown = page.locator('#row [data-key="0"] .weight .number')
    eventually(shown.text_content, lambda: read(page, "#see"))


def test_what_cannot_be_read_is_told_beside_its_field_and_the_rest_goes_on(lesson):
    page = lesson()
    before = read(page, "#see")
    scores = page.locator("#row").get_by_role("textbox", name=say("live-row-scores"), exact=True)
    scores.fill("4, what")
    fault = page.locator("#row #fault-scores")
    assert fault.text_content() == say("lessons-no-list", least="-10", most="10")
    assert scores.get_attribute("aria-invalid") == "true"
    assert (read(page, "#see"), scores.input_value()) == (before, "4, what")
    page.locator("button.do[data-live=row]").click()  # the rest is alive, and the field is left as it was typed
    assert scores.input_value() == "4, what"
    scores.fill("4, 2")
    eventually(fault.text_content, lambda: "")
    bump = page.locator("#row").get_by_role("textbox", name=say("live-row-bump"))
    bump.fill("99")
    eventually(page.locator("#row #fault-bump").text_content, lambda: say("lessons-no-number", least="-6", most="6"))
    assert page.locator("#row #fault-scores").text_content() == ""
    page.locator("#dot").get_by_role("textbox", name=say("live-dot-b"), exact=True).fill("1, 2, 3")
    eventually(page.locator("#dot #fault-b").text_content, lambda: say("live-dot-sizes", a=2, b=3))
    assert read(page, "#see-dot") == "–"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_part_of_a_whole_number_is_told_and_not_taken(lesson, lang):
    page = lesson(lang)
    rivals = page.locator("#row").get_by_role("textbox", name=say("live-row-rivals", lang), exact=True)
    rivals.fill("2,5")
    told = say("lessons-no-whole", lang, least="0", most=number(200, lang, 0))
    eventually(page.locator("#row #fault-rivals").text_content, lambda: told)
    assert rivals.get_attribute("aria-invalid") == "true"
    assert (read(page, "#see-keys"), read(page, "#see")) == (number(2, lang, 0), number(shares(4, 1)[0], lang))
    rivals.fill("3")
    eventually(page.locator("#row #fault-rivals").text_content, lambda: "")
    assert read(page, "#see-keys") == number(5, lang, 0)


def test_nothing_can_be_set_to_what_cannot_be_read(lesson):
    page = lesson()
    said = page.evaluate("""() => { const row = document.getElementById('row');
      const attempt = ([name, said]) => { try { row.set(name, said); } catch (fault) { return fault.message; } };
      return [['rivals', '-1'], ['scores', '99'], ['bump', 'x']].map(attempt); }""")
    assert said == [
        say("lessons-unsettable", name=name, said=value)
        for name, value in (("rivals", "-1"), ("scores", "99"), ("bump", "x"))
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_dot_product_adds_up_and_has_its_angle(lesson, lang):
    page = lesson(lang)
    assert (read(page, "#see-dot"), read(page, "#see-cosine")) == (number(5, lang, 2), number(5 / 50**0.5, lang))
    page.locator("button.do[data-live=dot]").click()
    assert (read(page, "#see-dot"), read(page, "#see-cosine")) == (number(0, lang, 2), number(0, lang))
    products = page.locator("#dot [data-component] .product .number")
    eventually(products.all_text_contents, lambda: [number(-2, lang, 2), number(2, lang, 2)])
    assert (
        page.locator("#dot")
        .get_by_role("img", name=say("live-dot-picture", lang, angle=number(90, lang, 0)))
        .is_visible()
    )
    page.locator("#dot").get_by_role("textbox", name=say("live-dot-component-of", lang, vector="b", at=1)).fill("0")
    page.locator("#dot").get_by_role("textbox", name=say("live-dot-component-of", lang, vector="b", at=2)).fill("0")
    eventually(lambda: page.locator("#dot dd").nth(2).text_content(), lambda: say("live-dot-no-direction", lang))
    assert (read(page, "#see-dot"), read(page, "#see-cosine")) == (number(0, lang, 2), "–")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_number_is_judged_and_the_hint_fits_what_was_wrong(lesson, lang):
    page = lesson(lang)
    field = page.locator("#task-size").get_by_role("textbox", name=say("lessons-answer", lang))
    most = shares(4, 1)[0]
    not_yet = "≠ " + say("lessons-not-yet", lang)
    for typed, wanted in {
        "": "? " + say("lessons-no-answer", lang),
        "much": "? " + say("lessons-no-answer", lang),
        number(1 - most, lang): f"{not_yet} HINT-REST",
        "0,5": f"{not_yet} HINT-OTHER",
        number(most, lang, 2): "≈ " + say("lessons-coarse", lang, count=3),
        number(most, lang): "✓ " + say("lessons-right", lang) + " SAID-RIGHT",
    }.items():
        field.fill(typed)
        assert status(page, "task-size") == ""
        field.press("Enter")
        assert status(page, "task-size") == wanted
    assert answers(page) == {"trial.size": {"given": number(most, lang), "done": True, "right": True, "tries": 4}}


def test_a_choice_a_state_and_a_prediction_are_judged(lesson):
    page = lesson()
    send(page, "task-which")
    assert status(page, "task-which") == "? " + say("lessons-none-chosen")
    for name, wanted in {
        "answer a": "≠ Not yet. HINT-A",
        "answer c": "≠ Not yet. HINT-OTHER",
        "answer b": "✓ Right. SAID-RIGHT",
    }.items():
        page.locator("#task-which").get_by_role("radio", name=name).check()
        send(page, "task-which")
        assert status(page, "task-which") == wanted

    for bump, wanted in {
        "0": "≠ Not yet. HINT-OTHER",
        "-5": "≠ Not yet. HINT-DOWN",
        "4": "✓ Right. SAID-RIGHT",
    }.items():
        page.locator("#row").get_by_role("textbox", name=say("live-row-bump")).fill(bump)
        assert status(page, "task-make") == ""
        send(page, "task-make")
        assert status(page, "task-make") == wanted
    page.locator("button.do[data-live=row]").click()
    assert status(page, "task-make") == ""
    assert page.locator("#task-make").get_attribute("data-done") == ""

    guess = page.locator("#task-guess")
    guess.get_by_role("radio", name="it grows").check()
    send(page, "task-guess")
    assert status(page, "task-guess") == f"≠ {say('lessons-otherwise')} REVEAL"
    assert guess.get_by_role("radio", name="it grows").is_disabled()
    assert guess.locator(".came").locator("input").get_attribute("value") == "less"
    button(guess, say("lessons-again")).click()
    guess.get_by_role("radio", name="it falls").check()
    send(page, "task-guess")
    assert status(page, "task-guess") == f"✓ {say('lessons-as-predicted')} REVEAL"
    assert {name: (one["done"], one["right"], one["tries"]) for name, one in answers(page).items()} == {
        "trial.which": (True, True, 3), "trial.make": (True, True, 3), "trial.guess": (True, True, 2)}  # fmt: skip
    assert page.locator("lesson-progress").get_by_text(say("lessons-done", done=3, count=4)).is_visible()


def test_answers_are_there_after_a_reload_leave_as_a_file_and_come_back(lesson, tmp_path):
    page = lesson()
    page.locator("#task-size").get_by_role("textbox").fill("0.953")
    send(page, "task-size")
    page.locator("#task-which").get_by_role("radio", name="answer c").check()
    send(page, "task-which")
    page.locator("#task-guess").get_by_role("radio", name="it grows").check()
    send(page, "task-guess")

    page.reload()
    page.wait_for_selector("#task-guess[data-ready]")

    assert page.locator("#task-size").get_by_role("textbox").input_value() == "0.953"
    assert status(page, "task-size") == "✓ Right. SAID-RIGHT"
    assert page.locator("#task-which").get_by_role("radio", name="answer c").is_checked()
    assert status(page, "task-which") == ""
    assert status(page, "task-guess") == f"≠ {say('lessons-otherwise')} REVEAL"
    kept = answers(page)
    with page.expect_download() as saved:
        button(page, say("lessons-record-export")).click()
    assert saved.value.suggested_filename == "attnlab-lessons.json"
    saved.value.save_as(file := tmp_path / "saved.json")
    assert json.loads(file.read_text())["answers"] == kept

    button(page, say("lessons-record-clear"), exact=True).click()
    assert page.evaluate("document.querySelector('lesson-record').shadowRoot.activeElement.id") == "clear-no"
    button(page, say("lessons-record-clear-no")).click()
    assert answers(page) == kept
    button(page, say("lessons-record-clear"), exact=True).click()
    button(page, say("lessons-record-clear-yes")).click()
    assert answers(page) == {}
    assert (status(page, "task-size"), page.locator("#task-size").get_by_role("textbox").input_value()) == ("", "")
    assert page.locator("#task-which").get_by_role("radio", checked=True).count() == 0

    record = page.locator("lesson-record")
    for content, sentence in {
        "{}": say("lessons-record-bad"),
        file.read_text(): say("lessons-record-imported", count=3),
    }.items():
        record.locator("input[type=file]").set_input_files(
            {"name": "x.json", "mimeType": "application/json", "buffer": content.encode()}
        )
        eventually(record.get_by_role("status").text_content, lambda sentence=sentence: sentence)
    assert answers(page) == kept
    assert status(page, "task-size") == "✓ Right. SAID-RIGHT"


def test_a_verdict_goes_when_the_picture_that_it_was_about_changes(lesson):
    page = lesson()
    page.locator("#task-size").get_by_role("textbox").fill("0.953")
    send(page, "task-size")
    page.locator("#task-which").get_by_role("radio", name="answer b").check()
    send(page, "task-which")
    assert status(page, "task-size") == "✓ Right. SAID-RIGHT"
    page.locator("button.do[data-live=row]").click()
    assert status(page, "task-size") == ""  # the largest weight is another now
    assert status(page, "task-which") == "✓ Right. SAID-RIGHT"
    assert page.locator("#task-size").get_attribute("data-done") == ""

    page.locator("#row").get_by_role("button", name=say("lessons-reset")).click()
    page.locator("#row").get_by_role("textbox", name=say("live-row-bump")).fill("4")
    send(page, "task-make")
    page.locator("#row").get_by_role("button", name=say("lessons-reset")).click()
    page.locator("#task-guess").get_by_role("radio", name="it falls").check()
    send(page, "task-guess")
    assert status(page, "task-make") == ""  # an answer elsewhere does not bring it back
    page.reload()
    page.wait_for_selector("#task-guess[data-ready]")
    assert status(page, "task-make") == ""
    assert page.locator("#task-make").get_attribute("data-done") == ""


def test_another_window_of_the_browser_hears_of_an_answer(lesson):
    page = lesson()
    other = lesson(context=page.context)
    page.locator("#task-which").get_by_role("radio", name="answer b").check()
    send(page, "task-which")
    eventually(lambda: other.locator("#task-which").get_attribute("data-done"), lambda: "")
    other.locator("#task-size").get_by_role("textbox").fill("0.953")
    send(other, "task-size")
    assert sorted(answers(page)) == ["trial.size", "trial.which"]


def test_a_browser_that_keeps_nothing_says_so_and_works(lesson):
    forbids = (
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
    )
    page = lesson(init=forbids)
    assert page.locator("lesson-record").get_by_text(say("lessons-record-fleeting")).is_visible()
    page.locator("#task-which").get_by_role("radio", name="answer b").check()
    send(page, "task-which")
    assert status(page, "task-which") == "✓ Right. SAID-RIGHT"
    assert page.locator("lesson-progress").get_by_text(say("lessons-done", done=1, count=4)).is_visible()
    page.get_by_role("radio", name=say("page-theme-dark")).check()
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"


def test_the_keyboard_is_enough(lesson):
    page = lesson()

    def tab_to(wanted: str) -> None:
        inside = """() => { let one = document.activeElement;
          while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
          return one; }"""
        for _ in range(80):
            page.keyboard.press("Tab")
            if page.evaluate(f"(wanted) => ({inside})()?.matches(wanted) ?? false", wanted):
                assert page.evaluate(
                    f"() => getComputedStyle(({inside})()).outlineStyle !== 'none' || ({inside})().matches('input')"
                )
                return
        raise AssertionError(f"no tab leads to {wanted}")

    tab_to("button.do[data-live=row]")
    page.keyboard.press("Enter")
    assert read(page, "#see-keys") == "12"
    tab_to("button.do[data-live=dot]")
    page.keyboard.press("Space")
    assert read(page, "#see-dot") == "0.00"
    tab_to("input.field")
    page.keyboard.type("0.5")
    page.keyboard.press("Enter")
    assert status(page, "task-size") == "≠ Not yet. HINT-OTHER"
    tab_to("input[type=radio][value=a]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert status(page, "task-which") == "✓ Right. SAID-RIGHT"
    tab_to("input[type=radio][value=more]")
    page.keyboard.press("Space")
    tab_to("button[type=submit]")
    page.keyboard.press("Enter")
    assert status(page, "task-guess").endswith("REVEAL")
    tab_to("#clear")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")  # the harmless answer has the focus
    assert len(answers(page)) == 3


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_theme_is_worn_and_kept(lesson, lang):
    page = lesson(lang)
    page.get_by_role("radio", name=say("page-theme-dark", lang)).check()
    page.reload()
    page.wait_for_selector("#task-guess[data-ready]")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    page.get_by_role("radio", name=say("page-theme-system", lang)).check()
    assert page.evaluate("document.documentElement.dataset.theme ?? ''") == ""


def answer_everything(page: Any) -> None:
    page.locator("button.do[data-live=row]").click()
    page.locator("#row").get_by_role("textbox").first.fill("what")
    page.locator("#task-size").get_by_role("textbox").fill("0.5")
    page.locator("#task-which input").nth(1).check()
    page.locator("#task-guess input").first.check()
    tasks = ("task-size", "task-which", "task-make", "task-guess")
    for task in tasks:
        send(page, task)
    assert all(status(page, task) for task in tasks)  # an answer to one leaves the others alone
    assert page.locator("#task-which input").nth(1).is_checked()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_in_either_theme(lesson, lang):
    page = lesson(lang, script=AXE, reduced_motion="reduce")
    axe_finds_nothing(page)
    answer_everything(page)
    axe_in_both_themes(page, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_phone_shows_it_without_scrolling_sideways(lesson, lang):
    page = lesson(lang, script=AXE, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    answer_everything(page)
    page.locator("#row").get_by_role("textbox", name=say("live-row-bump", lang)).fill("1")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    every = """[...document.querySelectorAll('*')].flatMap(
      function down(one) { return [one, ...[...(one.shadowRoot?.querySelectorAll('*') ?? [])].flatMap(down)]; })"""
    wide = page.evaluate(f"""() => {every}
      .filter((one) => one.getBoundingClientRect().right > 360.5 && !one.closest('.scroll, .unseen, .skip, math'))
      .map((one) => `${{one.tagName}}.${{one.className}}`)""")
    assert wide == []
    small = page.evaluate(f"""() => {every}
      .filter((one) => one.matches('button, select, input:not([type=file], [type=radio], [type=checkbox])'))
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 43.5)
      .map((one) => `${{one.tagName}}.${{one.className}}#${{one.id}}`)""")
    assert small == []
    axe_finds_nothing(page)


def test_what_a_reader_is_to_run_is_copied_whole(read_page):
    page = read_page("own", "en", permissions=["clipboard-read", "clipboard-write"])
    cell = page.locator("figure.cell", has=page.locator("lesson-copy")).nth(1)

    cell.get_by_role("button").click()

    eventually(lambda: cell.get_by_role("status").inner_text(), lambda: say("lessons-copied", "en"))
    script = cells(text("own", "en").markdown)[1].code
    assert page.evaluate("navigator.clipboard.readText()").strip() == script.strip()


def test_what_cannot_be_copied_is_said(read_page):
    page = read_page("own", "ru")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')) }")
    cell = page.locator("figure.cell", has=page.locator("lesson-copy")).first

    cell.get_by_role("button").click()

    eventually(lambda: cell.get_by_role("status").inner_text(), lambda: say("lessons-copy-failed", "ru"))
