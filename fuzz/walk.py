"""A random walk over the page: every control that is in sight, keys, odd texts, drags, back and forth."""

import atexit
import os
import random
import shutil
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from fuzz.draws import FAMILIES
from fuzz.targets import Target

ROOT = Path(__file__).parents[1]
PLACES = ("", "?place=beams", "?place=bench", "?place=change", "?place=check", "?place=results", "?place=generate",
    "?place=experiments",
          "?place=size", "?place=models", "learn/index.html", "learn/en/scores.html", "learn/ru/budget.html",
          "learn/et/masks.html",
          "learn/en/training.html", "learn/en/glossary.html", "learn/ru/own.html")  # fmt: skip
KEYS = ("Enter", "Escape", "Tab", "Shift+Tab", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End",
    "PageDown", "Space", "Delete",
        "Backspace", "c", "d", "+", "-", "1", "a", "Control+z", "Control+y", "Control+a", "?", "/")  # fmt: skip
TYPED = ("anna", "emma", "a", "", "annabellaannabellaannabella", "anna5", "Ж", "  ", "0", "-1", "1e999", "1e-9",
    "99999999999", "3,5", "0.5", "cut 0.3:4-3",
         "ablate 0.0", "[{}]", '[{"edit":"hide","site":"0","head":0,"key":1}]', '{"model_type":"gpt2"}',
         "anna\nemma\tq\n", *FAMILIES)  # fmt: skip
NEVER = ("NaN", "undefined", "[object")
PATIENCE = 45_000  # milliseconds that the page may be busy

# All that can be clicked, typed into or focused, in sight, through the shadow roots, in the order of the page.
CONTROLS = """() => {
  const found = [];
  const wanted = ['a[href]', 'button', 'input', 'select', 'textarea', 'summary', '[tabindex="0"]', '[role=button]',
    '[role=tab]', '[role=slider]', '[data-cell]', '[data-head]', '[data-position]'].join(', ');
  const walk = (node) => {
    for (const child of node.children ?? []) {
      if (child.matches(wanted) && child.checkVisibility?.({ visibilityProperty: true })) found.push(child);
      if (child.shadowRoot) walk(child.shadowRoot);
      walk(child);
    }
  };
  walk(document.body);
  return found;
}"""
# Every word on the page, as a reader meets it; of a lesson what its live parts say, for its text may speak of NaN.
WORDS = """() => {
  const found = [];
  const walk = (node) => {
    if (node.nodeType === 3) found.push(node.textContent);
    if (node.nodeType !== 1 || ['STYLE', 'SCRIPT', 'NOSCRIPT', 'TEXTAREA', 'CODE'].includes(node.tagName)) return;
    for (const child of [...(node.shadowRoot?.childNodes ?? []), ...node.childNodes]) walk(child);
  };
  const parts = location.pathname.startsWith('/learn/')
    ? [...document.querySelectorAll('article *')].filter((one) => /^(live-.*|output)$/.test(one.localName))
    : [document.body];
  parts.forEach(walk);
  return found.join(' ');
}"""


@cache
def browser() -> Any:
    from playwright import sync_api

    found = next(path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name)))
    playwright = sync_api.sync_playwright().start()
    arguments = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
                 "--disable-component-update", "--disable-sync"]  # fmt: skip
    opened = playwright.chromium.launch(executable_path=found, args=arguments)
    atexit.register(playwright.stop)
    atexit.register(opened.close)
    return opened


@cache
def address() -> str:
    """Where a server of its own serves the built page."""
    command = [sys.executable, "-m", "attnlab", "lab", "--no-browser", "--port", "0"]
    offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1"}
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT, env=os.environ | offline)
    atexit.register(server.wait, 20)
    atexit.register(server.terminate)
    assert server.stdout is not None
    return next(word for word in server.stdout.readline().split() if word.startswith("http://"))


class Lost(AssertionError):
    """Something that a walk must not meet; where it is met says which."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(what)
        self.where = f"page: {where}"


def attempt(data: st.DataObject) -> str:
    seed = data.draw(st.integers(0, 2**32 - 1), "seed")
    steps = data.draw(st.sampled_from((8, 40, 40, 80)), "steps")
    walk(seed, steps)
    return "walked"


def walk(seed: int, steps: int) -> None:
    """So many steps from a page that the seed chooses; the same seed, the same steps while the page is the same."""
    from playwright.sync_api import Error

    chance, said, done = random.Random(seed), [], [f"seed {seed}"]
    look: dict[str, Any] = {
        "locale": chance.choice(("en-US", "ru-RU", "et-EE")),
        "viewport": {"width": chance.choice((400, 1280)), "height": 800},
        "color_scheme": chance.choice(("light", "dark")), "reduced_motion": "reduce", "accept_downloads": False,
    }  # fmt: skip
    context = browser().new_context(**look)
    context.set_default_timeout(4000)
    home = address()
    context.route(lambda url: not url.startswith((home, "data:", "blob:")), lambda route: route.abort())
    page = context.new_page()
    context.on("page", lambda other: other.close() if other is not page else None)
    page.on("console", lambda message: said.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda fault: said.append(f"thrown: {fault}"))
    page.on("crash", lambda: said.append("the page crashed"))
    page.on("response", lambda answer: said.append(f"{answer.status} {answer.url}") if answer.status >= 500 else None)
    page.on("dialog", lambda dialog: dialog.dismiss())
    try:
        start = chance.choice(PLACES)
        done.append(start or "map")
        page.goto(home + start, timeout=PATIENCE)
        for _ in range(steps):
            try:
                done.append(step(page, chance, home))
            except Error as fault:  # what is covered or gone cannot be clicked; that is no fault of the page
                done.append(f"({str(fault).splitlines()[0][:80]})")
            settle(page, home, done)
            heard(said, done)
            words = page.evaluate(WORDS)
            for never in NEVER:
                if never in words:
                    at = words.index(never)
                    raise Lost(f"says {never}", f"{words[max(0, at - 80) : at + 40]!r} after {done}")
    finally:
        context.close()


def settle(page: Any, home: str, done: list[str]) -> None:
    """Waits until nothing is being asked; a page that never is ready was found."""
    from playwright.sync_api import Error

    if not page.url.startswith(home):
        page.goto(home, timeout=PATIENCE)
    end = time.monotonic() + PATIENCE / 1000
    while True:
        try:
            if page.evaluate("!document.querySelector('main[aria-busy=true]')"):
                return
        except Error:  # the page is on its way to another
            page.wait_for_load_state(timeout=PATIENCE)
        if time.monotonic() > end:
            raise Lost("is busy for ever", f"after {done}")
        page.wait_for_timeout(30)


def heard(said: list[str], done: list[str]) -> None:
    """Of what the console says only refusals, and what this walk itself kept off the network, are in order."""
    rest = [line for line in said if "422" not in line and "ERR_FAILED" not in line and "ERR_ABORTED" not in line]
    said.clear()
    if rest:
        raise Lost(f"said {rest[0].splitlines()[0][:60]}", f"{rest[:3]} after {done}")


def step(page: Any, chance: random.Random, home: str) -> str:
    """One thing that a hand may do."""
    match chance.choices(
        ("control", "key", "drag", "wheel", "back", "forward", "reload", "place"), (60, 10, 8, 4, 4, 3, 2, 6)
    )[0]:
        case "key":
            key = chance.choice(KEYS)
            page.keyboard.press(key)
            return f"key {key}"
        case "drag":
            points = [(chance.randrange(5, 395), chance.randrange(5, 795)) for _ in range(3)]
            page.mouse.move(*points[0])
            page.mouse.down()
            for point in points[1:]:
                page.mouse.move(*point, steps=3)
            page.mouse.up()
            return f"drag {points}"
        case "wheel":
            by = chance.choice((-900, -100, 100, 900, 5000))
            page.mouse.wheel(chance.choice((0, by)), by)
            return f"wheel {by}"
        case "back":
            page.go_back()
            return "back"
        case "forward":
            page.go_forward()
            return "forward"
        case "reload":
            page.reload()
            return "reload"
        case "place":
            to = chance.choice(PLACES)
            page.goto(home + to)
            return f"goes to {to}"
    return control(page, chance)


def control(page: Any, chance: random.Random) -> str:
    """Something with one of the controls in sight."""
    found = page.evaluate_handle(CONTROLS)
    count = found.evaluate("(all) => all.length")
    if not count:
        return "nothing to do"
    number = chance.randrange(count)
    one = found.evaluate_handle("(all, n) => all[n]", number).as_element()
    tag, kind, name = one.evaluate(
        """(one) => [one.localName, one.type ?? '',
          (one.ariaLabel || one.textContent || one.name || one.id || '').trim().slice(0, 30)]"""
    )
    what = f"{tag} {kind} {name!r}".replace("  ", " ")
    if not chance.randrange(8):
        key = chance.choice(KEYS)
        one.focus()
        page.keyboard.press(key)
        return f"{key} on {what}"
    if tag == "select":
        options = one.evaluate("(one) => [...one.options].map((option) => option.value)")
        one.select_option(chance.choice(options))
        return f"chose in {what}"
    if tag == "textarea" or (tag == "input" and kind in ("text", "search", "number", "")):
        text = chance.choice(TYPED)
        one.fill(text if kind != "number" else chance.choice(("", "0", "1", "-5", "1e9", "0.5", "99999")))
        if chance.randrange(2):
            one.press("Enter")
        return f"typed {text!a} into {what}"
    if tag == "input" and kind == "range":
        one.press(chance.choice(("ArrowLeft", "ArrowRight", "Home", "End", "PageUp")))
        return f"moved {what}"
    if tag == "input" and kind == "file":
        content = chance.choice(
            (b"", b"{", b"{}", b"[1, 2]", b"anna\nemma\n", b"\xff\xfe\x00", b'{"format": "x"}', b"a" * 300_000)
        )
        one.set_input_files(
            {"name": chance.choice(("a.json", "a.txt", "a.csv")), "mimeType": "text/plain", "buffer": content}
        )
        return f"gave {content[:10]!r} to {what}"
    one.click(
        button=chance.choice(("left",) * 9 + ("right",)),
        force=kind in ("radio", "checkbox"),
        click_count=chance.choice((1, 1, 1, 2)),
    )
    return f"clicked {what}"


def warm() -> None:
    """Starts browser and server, and opens every place once: what is opened first opens its libraries."""
    context = browser().new_context()
    page = context.new_page()
    for place in PLACES:
        page.goto(address() + place, timeout=10 * PATIENCE)
    context.close()


TARGET = Target(
    "walk",
    "a random walk over the page's controls",
    attempt,
    ("walked",),
    patience=None,
    shrinks=False,
    short=1,
    memory=None,
    warm=warm,
)
