"""A trace as one HTML file: how large, how long to write and to open, by attnlab, BertViz and CircuitsVis in one run.

12 layers of 12 heads over 128 pieces, queries and keys random. BertViz and CircuitsVis are handed the finished weights
as they want them, attnlab computes them from q and k. Each file is then opened from disk in Chromium with no network
(needs playwright and a Chromium). A peer that is not installed is left out, with the reason: make a venv that holds
attnlab, torch, bertviz and circuitsvis, and run `python -m benchmarks saved` there.
"""

import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from attnlab.files import write_whole
from attnlab.formula import Call
from attnlab.model import SiteSize
from attnlab.probe import Site
from attnlab.saved import page
from attnlab.storage import StoredModel, attentions
from attnlab.tokens import PLAIN, Tokens
from attnlab.traces import Trace
from benchmarks.measure import machine

PAGE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- saved: written by `./dev bench saved` -->", "<!-- end of saved -->"
ROUNDS = 2
LAYERS, HEADS, PIECES, DIM, SYMBOLS = 12, 12, 128, 64, 5000
# what is drawn once a page of each is up
DRAWN = {"attnlab": "attn-field canvas", "BertViz": "[id^=bertviz] svg", "CircuitsVis": "[id^=circuits-vis] canvas"}
PATIENCE = 20  # seconds that are waited for a map
ADDRESS = re.compile(r"(?:src=|from |import\(|d3:|jquery:)\s*[\"'](https?://[^\"']+)")


def main() -> None:
    """Measure and write the table into benchmarks/README.md."""
    run = drawn()
    ways, reasons = writers(run)
    files, times = timed(ways)
    opened, browser = {}, None
    try:
        opened, browser = opening(files)
    except ImportError:
        reasons["opening"] = "playwright is not installed"
    rows = [
        (name, len(text), times[name], bool(ADDRESS.search(text)), opened.get(name)) for name, text in files.items()
    ]
    for row in rows:
        print(*row, file=sys.stderr)
    write(rows, reasons, browser)


def timed(ways: dict[str, Callable[[], str]]) -> tuple[dict[str, str], dict[str, float]]:
    """Each file's text, and the CPU seconds of making it: turn about, the least of the rounds."""
    files: dict[str, str] = {}
    times: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(ROUNDS):
        for name, make in ways.items():
            begun = time.process_time()
            files[name] = make()
            times[name].append(time.process_time() - begun)
            print(name, times[name][-1], file=sys.stderr)
    return files, {name: min(some) for name, some in times.items()}


def drawn(seed: int = 128) -> Trace:
    """A trace of random queries and keys, causal, sharp enough that some keys stand out."""
    rng = np.random.default_rng(seed)
    sites = tuple(Site(layer) for layer in range(LAYERS))
    vocabulary = tuple(f" word{one}" for one in range(SYMBOLS))
    sizes = tuple(SiteSize(HEADS, HEADS, DIM, DIM, 4) for _ in sites)
    model = StoredModel("random, 12 x 12", sites, vocabulary, 1024, 0, "none", sizes)
    ids = tuple(rng.integers(0, SYMBOLS, PIECES).tolist())
    pieces = tuple(vocabulary[one] for one in ids)
    tokens = Tokens("".join(pieces), pieces, ids, (None,) * PIECES, (PLAIN,) * PIECES)
    draw = lambda: rng.standard_normal((HEADS, PIECES, DIM)).astype("f4")  # noqa: E731
    calls = {site: Call(draw(), draw(), draw(), scale=0.25, causal=True) for site in sites}
    return Trace(model, tokens, rng.standard_normal((PIECES, SYMBOLS)), calls)


def writers(run: Trace) -> tuple[dict[str, Callable[[], str]], dict[str, str]]:
    """What makes each file's text, and why the others are left out."""
    ways: dict[str, Callable[[], str]] = {"attnlab": lambda: page(run, None).html.decode()}
    reasons: dict[str, str] = {}
    weights, pieces = attentions(run), list(run.tokens.pieces)
    try:
        import torch
        from bertviz import head_view, model_view

        given = [torch.from_numpy(one) for one in weights]
        ways["BertViz model_view"] = lambda: model_view(given, pieces, html_action="return").data
        ways["BertViz head_view"] = lambda: head_view(given, pieces, html_action="return").data
    except ImportError as absent:
        reasons["BertViz"] = str(absent)
    try:
        from circuitsvis.attention import attention_heads

        every = np.concatenate([one[0] for one in weights])
        ways["CircuitsVis, script from the network"] = lambda: attention_heads(every, pieces).cdn_src
        ways["CircuitsVis, script in the file"] = lambda: attention_heads(every, pieces).local_src
    except ImportError as absent:
        reasons["CircuitsVis"] = str(absent)
    return ways, reasons


def opening(files: dict[str, str]) -> tuple[dict[str, float | None], str | None]:
    """Seconds until something is drawn of each file, from disk with no network; None where nothing is."""
    from playwright.sync_api import TimeoutError as Late
    from playwright.sync_api import sync_playwright

    path = next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )
    if path is None:
        return {}, None
    found: dict[str, float | None] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])
        for name, text in files.items():
            file = Path(folder) / "page.html"
            file.write_text(text, encoding="utf-8")
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            context.set_offline(True)
            shown: Any = context.new_page()
            begun = time.monotonic()
            try:
                shown.goto(file.as_uri(), wait_until="commit")
                selector = next(what for who, what in DRAWN.items() if name.startswith(who))
                shown.wait_for_selector(selector, state="attached", timeout=1000 * PATIENCE)
                found[name] = time.monotonic() - begun
            except Late:
                found[name] = None
            context.close()
        version = browser.version
        browser.close()
    return found, version


def write(rows: list[tuple], reasons: dict[str, str], browser: str | None) -> None:
    """Put the table between its marks in benchmarks/README.md; the rest of the page stays."""
    lines = [
        BEGIN, "", "## A trace as one HTML file", "",
        f"{LAYERS} layers of {HEADS} heads over {PIECES} pieces, queries and keys random, measured {date.today()}, all "
        f"ways turn about; CPU seconds of making the file's text, the less of {ROUNDS} rounds. BertViz and CircuitsVis "
        "are handed the finished weights, attnlab computes them. The seconds of opening are a clock's, once, from disk "
        "with no network, until a map is in the page. The forms differ: attnlab's has 16 bits a weight, no cell behind "
        "the mask, and what may come next; the others write decimals.", "",
        machine("attnlab", "numpy", "torch", "bertviz", "circuitsvis") + f", Chromium {browser or 'absent'}", "",
        "| way | size, MB | CPU s | asks the network | opened with no network, s |", "|---|---|---|---|---|",
    ]  # fmt: skip
    for name, size, seconds, asks, opened in rows:
        shown = "not tried" if browser is None else f"none within {PATIENCE} s" if opened is None else f"{opened:.1f}"
        lines.append(f"| {name} | {size / 1e6:.2f} | {seconds:.2f} | {'yes' if asks else 'no'} | {shown} |")
    if reasons:
        lines += ["", "Left out:", "", *(f"- {name}: {why}" for name, why in reasons.items())]
    part = "\n".join([*lines, "", END])
    text = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else "# Benchmarks\n"
    if BEGIN in text:
        before, rest = text.split(BEGIN)
        text = before + part + rest.split(END)[1]
    else:
        text = text.rstrip() + "\n\n" + part + "\n"
    write_whole(PAGE, text)
