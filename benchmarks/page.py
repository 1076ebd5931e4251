"""How quickly the page is there, answers and moves: writes docs/performance.md.

`python -m benchmarks page` starts the lab, opens it in Chromium (needs playwright and a Chromium), and on a model of
GPT-2-small's shape with random weights (needs the extra `hub`) moves over a text of 1,024 pieces.
"""

import math
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from attnlab.files import write_whole
from benchmarks.measure import machine

REPORT = Path(__file__).parent.parent / "docs" / "performance.md"
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--js-flags=--expose-gc",
    "--enable-precise-memory-info",
]
ROUNDS = 9
PIECES = 1024
SWEEPS = 200

# The time from a control's event to the first frame in which the page says what it should.
ANSWER = """async ([selector, what, said]) => {
  const under = (root, part) => (root.shadowRoot ?? root).querySelector(part);
  const control = selector.split(' >> ').reduce(under, document), begun = performance.now();
  if (what === 'click') control.click();
  else {
    control.value = what;
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  }
  while (!document.querySelector('attn-lab .said').textContent.includes(said)) {
    if (performance.now() - begun > 10000) return NaN;
    await new Promise(requestAnimationFrame);
  }
  return performance.now() - begun;
}"""
BUMP = """async (rounds) => {
  const place = document.querySelector('attn-place-bench').shadowRoot;
  const slider = place.querySelector('#bump').shadowRoot.querySelector('[type=range]');
  const watched = () => place.querySelector('attn-shares').shadowRoot.querySelector('#watched').textContent;
  const all = [];
  for (let n = 0; n < rounds; n++) {
    const [before, begun] = [watched(), performance.now()];
    slider.value = n % 2 ? 0 : 4;
    slider.dispatchEvent(new Event('input'));
    while (watched() === before) await new Promise(requestAnimationFrame);
    all.push(performance.now() - begun);
  }
  return all;
}"""
FRAMES = """() => {
  const seen = window.framesSeen = [];
  let last = performance.now();
  const step = (now) => {
    seen.push(now - last);
    last = now;
    if (window.framesSeen === seen) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}"""
SEEN = "() => { const seen = window.framesSeen; window.framesSeen = undefined; return seen.slice(2); }"
HEAP = "() => { window.gc?.(); return performance.memory.usedJSHeapSize / 1e6; }"


def main() -> None:
    """Measure, and write the report."""
    from playwright.sync_api import sync_playwright

    found = next(
        (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
    )
    if found is None:
        sys.exit("No Chromium was found; install it (Debian: apt-get install chromium).")
    with tempfile.TemporaryDirectory() as folder, served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        lines = [
            "# How quickly the page is there, answers and moves", "",
            f"Written by `./dev bench page`, {time.strftime('%Y-%m-%d')}. "
            f"{machine('attnlab', 'torch', 'transformers', 'playwright')}. Chromium {browser.version}, without a GPU; "
            "server and browser on the same machine. Other work on the machine shows in the slower figures.", "",
            "## On the embedded model", "", *opening(browser, address), "", *answers(browser, address), "",
            f"## On {PIECES:,} pieces", "", *large(browser, address, Path(folder)), "",
        ]  # fmt: skip
        browser.close()
    write_whole(REPORT, "\n".join(lines))
    print(REPORT, file=sys.stderr)


@contextmanager
def served() -> Iterator[str]:
    """The address of a lab of its own."""
    command = [sys.executable, "-m", "attnlab", "lab", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        try:
            yield next(word for word in line.split() if word.startswith("http://"))
        finally:
            server.terminate()


def opening(browser: Any, address: str) -> list[str]:
    """First paint, and the first map, of a browser that has nothing yet."""
    paints, maps = [], []
    for _ in range(ROUNDS):
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(address)
        page.wait_for_selector("attn-map [data-cell]")
        maps.append(page.evaluate("performance.now()"))
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
        page.context.close()
    return [
        f"Opening, {ROUNDS} times with an empty cache, in milliseconds:", "",
        "| | median | slowest | goal |", "|---|---|---|---|",
        _row("first paint", paints, "1,000"), _row("the first map", maps, ""),
    ]  # fmt: skip


def answers(browser: Any, address: str) -> list[str]:
    """From a control's event to the frame that shows what came of it, through the server."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address + "?text=anna&head=0.0&query=2")
    page.wait_for_selector("attn-map [data-cell]")
    controls = {
        "another head": [(f"attn-heads >> [data-head='{head}']", "click", head) for head in ("0.3", "0.0")],
        "another query": [
            (f"attn-tokens >> [data-position='{place}']", "click", name) for place, name in ((4, "a₄"), (2, "n₂"))
        ],
        "an edit and its undoing": [("attn-cell >> .tools .button", "click", "1 edit"), ("#undo", "click", "no edits")],
        "another text": [("attn-text >> #text", "emma", "emma"), ("attn-text >> #text", "anna", "anna")],
    }  # fmt: skip
    lines = [
        "A control, from its event to the frame that shows the answer, in milliseconds:", "",
        "| control | median | slowest | goal |", "|---|---|---|---|",
    ]  # fmt: skip
    for name, steps in controls.items():
        times = [page.evaluate(ANSWER, list(step)) for _ in range(ROUNDS) for step in steps]
        assert not any(map(math.isnan, times)), name
        lines.append(_row(name, times, "100"))
    page.goto(address + "?place=bench&bench.dim=256&bench.vectors=random")
    page.wait_for_selector("attn-place-bench attn-shares")
    lines.append(_row("a bump on the bench, 256 dimensions", page.evaluate(BUMP, 2 * ROUNDS), "100"))
    page.context.close()
    return lines


def large(browser: Any, address: str, folder: Path) -> list[str]:
    """Frame times while a large map is moved and zoomed, and what the page keeps."""
    name = str(save_model(folder / "gpt2-small-shape"))
    draw = random.Random(0)
    text = " ".join(str(draw.randrange(50_000)) for _ in range(PIECES))
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto(address + "?place=models")
    page.locator("#load-name").fill(name)
    page.locator("#load-start").click()
    page.locator("attn-place-models li.chosen h3", has_text="gpt2-small-shape").wait_for(timeout=300_000)
    begun = time.monotonic()
    page.goto(address + "?" + urlencode({"model": name, "text": text, "head": "5.3"}))
    page.wait_for_selector("attn-field canvas", timeout=300_000)
    shown = time.monotonic() - begun
    frame = page.locator("attn-field .frame")
    frame.scroll_into_view_if_needed()
    page.wait_for_timeout(3000)
    heap = page.evaluate(HEAP)
    for _ in range(5):
        page.locator("attn-field #nearer").click()
    page.wait_for_timeout(1500)
    box = frame.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    moved = _frames(page, lambda: _pan(page, x, y))
    zoomed = _frames(page, lambda: _zoom(page, x, y))
    _pan(page, x, y, SWEEPS)
    page.wait_for_timeout(2000)
    after = page.evaluate(HEAP)
    page.context.close()
    return [
        f"A text of {PIECES:,} pieces on GPT-2-small's shape (12 layers of 12 heads), random weights: {shown:.0f} s "
        "until all is shown: the run by the formula, and thumbnails of 144 heads. The map is then moved and zoomed:",
        "",
        "| | frames | median, ms | 95th of 100, ms | slowest, ms |", "|---|---|---|---|---|",
        _frames_row("moved by hand", moved), _frames_row("zoomed", zoomed), "",
        f"What the page keeps (JavaScript heap): {heap:.0f} MB when the map is shown, {after:.0f} MB after {SWEEPS} "
        "more sweeps over it.",
    ]  # fmt: skip


def save_model(folder: Path) -> Path:
    """Random weights in GPT-2-small's shape."""
    import torch
    from transformers import GPT2Config, GPT2LMHeadModel

    torch.manual_seed(0)
    GPT2LMHeadModel(GPT2Config()).save_pretrained(folder)
    return folder


def _pan(page: Any, x: float, y: float, steps: int = 120) -> None:
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(steps):
        page.mouse.move(x + 180 * math.sin(step / 9), y + 140 * math.cos(step / 7))
    page.mouse.up()


def _zoom(page: Any, x: float, y: float) -> None:
    page.mouse.move(x, y)
    page.keyboard.down("Control")
    for step in range(60):
        page.mouse.wheel(0, 60 if step // 15 % 2 else -60)
    page.keyboard.up("Control")


def _frames(page: Any, act: Any) -> list[float]:
    page.evaluate(FRAMES)
    act()
    seen = page.evaluate(SEEN)
    page.wait_for_timeout(500)
    return sorted(seen)


def _row(name: str, times: list[float], goal: str) -> str:
    return f"| {name} | {statistics.median(times):.0f} | {max(times):.0f} | {goal} |"


def _frames_row(name: str, times: list[float]) -> str:
    figures = (statistics.median(times), times[int(0.95 * len(times))], times[-1])
    return f"| {name} | {len(times)} | {' | '.join(f'{one:.1f}' for one in figures)} |"
