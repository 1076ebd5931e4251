"""What the tests of the lessons share: the built site, a lesson opened from disk, and hands that do what its text says.

attnlab is imported inside only: conftest.py reads this file before the shape checks are switched on.
"""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from page_fixtures import PATIENCE, ROOT, eventually, listened, missing

if TYPE_CHECKING:
    from attnlab.words import Language


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, as `attnlab lessons build` writes it."""
    from attnlab.lessons.site import build

    if not (ROOT / "src" / "attnlab" / "page" / "lessons" / "lessons.js").is_file():
        missing("the page is not built; ./dev web builds it")
    return build(tmp_path_factory.mktemp("lessons") / "site").folder


@pytest.fixture
def read_page(browser: Any, site: Path) -> Iterator[Callable[..., Any]]:
    """Opens a page of the site from disk, with no network; at the end the console may have said nothing."""
    contexts, said = [], []

    def open_page(name: str, lang: str, script: Path | None = None, **how: Any) -> Any:
        # what moves, moves alike in every language: one of them waits for it
        motion = "no-preference" if lang == "en" else "reduce"
        given = {"viewport": {"width": 1280, "height": 900}, "reduced_motion": motion} | how
        context = browser.new_context(**given)
        context.set_offline(True)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = listened(context, said, script)
        page.on(
            "request", lambda asked: said.append(asked.url) if not asked.url.startswith(("file:", "data:")) else None
        )
        page.goto((site / lang / f"{name}.html").as_uri())
        page.wait_for_function("globalThis.attnlabLessons !== undefined")
        page.wait_for_function(
            "[...document.querySelectorAll('article *')].filter((one) => /^(live|lesson)-/.test(one.localName))"
            ".every((one) => customElements.get(one.localName)"
            " && (!/^live-|^lesson-task/.test(one.localName) || 'ready' in one.dataset))"
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert said == []


def carry_out(page: Any, step: Any, lang: "Language") -> None:
    """Does by the element's own control what an instruction says in words: its label, then the value."""
    told = {name: step.get_attribute(f"data-{name}") for name in ("live", "name", "value")}
    label, value = (step.locator(part).inner_text().strip() for part in (".do-name", ".do-value"))
    set_by_hand(page, told["live"], label, value, lang)
    eventually(lambda: step.get_attribute("aria-pressed"), lambda: "true")


def set_by_hand(page: Any, live: str, label: str, value: str, lang: "Language") -> None:
    """Finds a control of a live element by its visible label, and gives it a value as a reader would."""
    from attnlab.words import say

    inside = page.locator(f"[id='{live}']")
    yes, no = say("lessons-yes", lang), say("lessons-no", lang)
    radios = inside.get_by_role("radiogroup", name=label, exact=True)
    if radios.count():
        return radios.get_by_role("radio", name=value, exact=True).check(force=True)
    group = inside.get_by_role("group", name=label, exact=True)
    if group.count():
        return group.get_by_role("button", name=value, exact=True).click()
    box = inside.get_by_role("checkbox", name=label, exact=True)
    if box.count():
        assert value in (yes, no)
        return box.set_checked(value == yes)
    several = inside.get_by_role("combobox", name=label, exact=True)
    if several.count():
        several.select_option(label=value)
        return None
    field = inside.get_by_role("textbox", name=label, exact=True)
    assert field.count() == 1, f"{live} has no control with the label {label!r}"
    field.fill(value)
    field.blur()
    return None


def follow_instructions(page: Any, lang: "Language") -> int:
    """Carries out every instruction of a page in the order of its text; what the text claims must then be so."""
    done = 0
    for step in page.locator("section.try .do, section.try .expect").all():
        if "do" in (step.get_attribute("class") or "").split():
            carry_out(page, step, lang)
            done += 1
        else:
            eventually(lambda step=step: _claim(step), lambda: "met")
    return done


def _claim(step: Any) -> str:
    """`met` where the text is right at this moment; else what it says and of which read-out."""
    if "met" in step.get_attribute("class").split():
        return "met"
    return f"{step.inner_text()!r}: {step.evaluate('(one) => JSON.stringify(one.dataset)')}"


def answer_tasks(page: Any, lang: "Language") -> int:
    """Gives every task of a page its wrong answers, each of which earns its own hint, and then the right one."""
    tasks = page.locator("lesson-task").all()
    for task in tasks:
        name = task.get_attribute("name")
        known = page.evaluate(_ABOUT, name)
        assert known, f"nobody judges the task {name}"
        written = set(
            task.evaluate("(one) => [...one.querySelectorAll('[data-hint]')].map((hint) => hint.dataset.hint)")
        )
        assert set(known["hints"]) | ({"other"} & written) == written, name
        _ANSWER[known["kind"]](page, task, name, known, lang)
    return len(tasks)


_ABOUT = """(name) => {
  const [lesson, task] = name.split('.');
  const { TASKS, world } = attnlabLessons;
  const one = (TASKS[lesson] ?? {})[task];
  if (!one) return null;
  const hints = one.kind === 'choice' ? null : Object.keys(one.hints ?? {});
  const inText = (name) => [...document.querySelectorAll(`#task-${task} [data-${name}]`)].map((c) => c.dataset[name]);
  const choices = inText('choice');
  const right = one.kind === 'choice' ? one.right(world) : null;
  const wrong = choices.filter((choice) => choice !== right);
  const written = inText('hint');
  const hint = (choice) => [(one.hints ?? {})[choice] ?? choice, 'other'].find((name) => written.includes(name));
  const earned = one.kind === 'choice' ? Object.fromEntries(wrong.map((choice) => [choice, hint(choice)])) : {};
  const named = [...new Set(Object.values(earned))].filter((name) => name !== 'other');
  return { kind: one.kind, choices, right, earned, hints: hints ?? named, live: one.live ?? null };
}"""


def _number(page: Any, task: Any, name: str, known: dict, lang: "Language") -> None:
    from attnlab.words import number

    for hint in known["hints"]:
        wrong = page.evaluate(_ASK, [name, hint])
        _give(task, number(wrong, lang, 6))
        _earned(task, f"hint-{hint}")
    right = page.evaluate(_ASK, [name, None])
    _give(task, number(right + 17.31, lang, 4))
    _hinted(task)
    _give(task, number(right, lang, 8))
    _earned(task, "right")


_ASK = """([name, hint]) => {
  const [lesson, task] = name.split('.');
  const { TASKS, world } = attnlabLessons;
  const one = TASKS[lesson][task];
  return hint === null ? one.answer(world) : one.hints[hint].sample(world);
}"""


def _choice(page: Any, task: Any, name: str, known: dict, lang: "Language") -> None:
    assert known["right"] in known["choices"], name
    for choice, hint in known["earned"].items():
        _pick(task, choice)
        _earned(task, f"hint-{hint}")
    _pick(task, known["right"])
    _earned(task, "right")


def _prediction(page: Any, task: Any, name: str, known: dict, lang: "Language") -> None:
    outcome = page.evaluate(
        "(name) => { const [l, t] = name.split('.'); return attnlabLessons.TASKS[l][t].outcome(attnlabLessons.world) }",
        name,
    )
    assert outcome in known["choices"], f"{name}: {outcome} is none of its choices"
    _pick(task, known["choices"][0])
    _earned(task, "reveal")
    task.locator(".option.came").wait_for()


def _state(page: Any, task: Any, name: str, known: dict, lang: "Language") -> None:
    steps = """([name, hint]) => { const [l, t] = name.split('.'); const one = attnlabLessons.TASKS[l][t];
      return hint === null ? one.solve(attnlabLessons.world) : one.hints[hint].sample }"""
    for hint in known["hints"]:
        page.evaluate("(live) => document.getElementById(live).reset()", known["live"])
        _set_all(page, known["live"], page.evaluate(steps, [name, hint]), lang)
        task.get_by_role("button").click()
        _earned(task, f"hint-{hint}")
    page.evaluate("(live) => document.getElementById(live).reset()", known["live"])
    _set_all(page, known["live"], page.evaluate(steps, [name, None]), lang)
    task.get_by_role("button").click()
    _earned(task, "right")


_ANSWER = {"number": _number, "choice": _choice, "prediction": _prediction, "state": _state}


def _set_all(page: Any, live: str, steps: list, lang: "Language") -> None:
    """By the controls, in the words of the language."""
    from attnlab.lessons.markup import shown_value
    from attnlab.words import say

    kind = page.evaluate("(live) => document.getElementById(live).localName", live).removeprefix("live-")
    settled = "([live, name, said]) => document.getElementById(live).is(name, said)"
    for choice, said in steps:
        label = say(f"live-{kind}-{choice}", lang)
        set_by_hand(page, live, label, shown_value(kind, choice, said, lang), lang)
        asked = [live, choice, said]
        eventually(lambda asked=asked: page.evaluate(settled, asked), lambda: True)


def _give(task: Any, typed: str) -> None:
    task.get_by_role("textbox").fill(typed)
    task.get_by_role("button").click()


def _pick(task: Any, choice: str) -> None:
    task.locator(f"input[value='{choice}']").check(force=True)
    task.get_by_role("button").click()


def _earned(task: Any, slot: str) -> None:
    """The text of that slot, and no other, is what the task says now."""
    shown = "(one) => [...one.shadowRoot.querySelectorAll('[role=status] slot')].map((slot) => slot.name)"
    eventually(lambda: task.evaluate(shown), lambda: [slot])
    assert re.search(r"\w", task.locator(f"[slot='{slot}']").first.inner_text())


def _hinted(task: Any) -> None:
    shown = "(one) => [...one.shadowRoot.querySelectorAll('[role=status] slot')].map((slot) => slot.name)[0]"
    eventually(lambda: str(task.evaluate(shown)).startswith("hint-"), lambda: True)
    assert re.search(r"\w", task.locator(f"[slot='{task.evaluate(shown)}']").first.inner_text())
