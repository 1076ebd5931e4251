"""What an experiment found, as a figure: panels side by side, readable in black and white; needs the extra `plot`."""

import io
import math
import textwrap
from pathlib import Path
from typing import Any

from attnlab.errors import LabError
from attnlab.experiments import Line, Panel, Result
from attnlab.extras import bring
from attnlab.files import write_whole
from attnlab.results import summary
from attnlab.words import LANGUAGES, Language, number, say

ENDINGS = (".png", ".svg", ".pdf")
STYLES = (("-", "o"), ("--", "s"), ("-.", "^"), (":", "D"), ((0, (5, 1, 1, 1, 1, 1)), "v"), ((0, (1, 3)), "x"))
HATCHES = ("", "////", "....", "xxxx", "\\\\\\\\", "++++")
INKS = ("#1b1b1b", "#c2410c", "#1d6fa5", "#3f7d3f", "#7a4fa3", "#8a6d00")
MARKERS_UP_TO = 40  # points of a line that each get a marker
ACROSS = 3  # panels beside each other


def plot_result(result: Result, path: str | Path, *, lang: Language = "en") -> Path:
    """Every panel of a result, the seed's printed values dotted in, and a caption made from its figures.

    Raises LabError for an ending that is no figure's, a result without panels, and where matplotlib is missing.
    """
    if lang not in LANGUAGES:
        raise LabError("language-unknown", lang=str(lang), langs=list(LANGUAGES))
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        raise LabError("out-ending-unknown", path=str(path), endings=list(ENDINGS))
    panels = result.findings.panels
    if not panels:
        raise LabError("experiment-no-figure", name=result.name)
    bring("matplotlib", "plot", "plot_result()")
    from matplotlib import rc_context
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure
    from matplotlib.ticker import FuncFormatter

    across = 2 if len(panels) == 4 else min(ACROSS, len(panels))
    down = math.ceil(len(panels) / across)
    figure = Figure(figsize=(4.6 * across, 3.9 * down + 0.6), layout="constrained")
    FigureCanvasAgg(figure)
    grid = figure.subplots(down, across, squeeze=False).flatten()
    written = FuncFormatter(lambda x, _: _tick(x, lang))
    for axis, panel in zip(grid, panels, strict=False):
        axis.set_title(_said(panel.title, lang), fontsize=10)
        {"lines": _lines, "bars": _bars, "map": _map}[panel.kind](figure, axis, panel, lang)
        axis.set_xlabel(_said(panel.x, lang))
        axis.set_ylabel(_said(panel.y, lang))
        if panel.kind == "lines":
            axis.xaxis.set_major_formatter(written)
        if panel.kind != "map":
            axis.yaxis.set_major_formatter(written)
    for axis in grid[len(panels) :]:
        axis.remove()
    marks = "yes" if any(panel.marks for panel in panels) else "no"
    told = summary(result, lang)
    caption = say("experiment-caption", lang, name=result.name, seed=str(result.seed), summary=told, marks=marks)
    figure.suptitle(textwrap.fill(caption, 52 * across), fontsize=9, x=0.01, ha="left")
    drawn = io.BytesIO()
    with rc_context({"svg.hashsalt": result.name}):  # names within the file that are not drawn at random
        figure.savefig(drawn, format=file.suffix[1:].lower(), dpi=150, metadata=_undated(file))
    return write_whole(file, drawn.getvalue())


def _lines(figure: Any, axis: Any, panel: Panel, lang: Language) -> None:
    for place, line in enumerate(panel.lines):
        style, marker = STYLES[place % len(STYLES)]
        ink = INKS[place % len(INKS)]
        axis.plot(
            line.x, line.y, linestyle=style, marker=marker if len(line.x) <= MARKERS_UP_TO else None, markersize=4,
            color=ink, label=_said(line.label, lang), linewidth=1.4,
        )  # fmt: skip
        if line.low is not None and line.high is not None:
            axis.fill_between(line.x, line.low, line.high, color=ink, alpha=0.15, linewidth=0)
    if panel.log_x:
        axis.set_xscale("log", base=2)
    if panel.log_y:
        axis.set_yscale("log")
    _marks(axis, panel)
    _legend(axis, panel.lines)


def _bars(figure: Any, axis: Any, panel: Panel, lang: Language) -> None:
    width = 0.8 / max(1, len(panel.lines))
    for place, line in enumerate(panel.lines):
        left = [x + (place - (len(panel.lines) - 1) / 2) * width for x in range(len(line.y))]
        error = None
        if line.low is not None and line.high is not None:
            error = [[y - low for y, low in zip(line.y, line.low, strict=True)],
                     [high - y for y, high in zip(line.y, line.high, strict=True)]]  # fmt: skip
        axis.bar(
            left, line.y, width, label=_said(line.label, lang), yerr=error, capsize=3, edgecolor="#1b1b1b",
            color=("#d9d9d9", "#ffffff", "#a8c7de", "#e8b08f")[place % 4], hatch=HATCHES[place % len(HATCHES)],
            linewidth=0.8,
        )  # fmt: skip
    names = [_said(name, lang) for name in panel.names]
    long = max((len(name) for name in names), default=0) * len(names) > 48
    axis.set_xticks(range(len(names)), names, rotation=45 if long else 0, ha="right" if long else "center", fontsize=8)
    if panel.log_y:
        axis.set_yscale("log")
    _marks(axis, panel)
    _legend(axis, panel.lines, above=long)


def _map(figure: Any, axis: Any, panel: Panel, lang: Language) -> None:
    from matplotlib.patches import Rectangle

    values = [[math.nan if x is None else x for x in row] for row in panel.values]
    axis.set_facecolor("#ffffff")
    drawn = axis.imshow(values, cmap="Greys", vmin=min(0.0, _least(values)), aspect="auto")
    top = max((x for row in values for x in row if x == x), default=1.0)
    if sum(map(len, values)) <= 144:
        for i, row in enumerate(values):
            for j, x in enumerate(row):
                if x == x:
                    ink = "#ffffff" if x > 0.55 * top else "#1b1b1b"
                    axis.text(j, i, number(x, lang, 2), ha="center", va="center", fontsize=7, color=ink)
    names, rows = ([_said(one, lang) for one in some] for some in (panel.names, panel.rows))
    axis.set_xticks(range(len(names)), names, rotation=45, ha="right", fontsize=8)
    axis.set_yticks(range(len(rows)), rows, fontsize=8)
    for mark in panel.marks:
        box = {"fill": False, "edgecolor": INKS[1], "linestyle": ":", "linewidth": 1.6}
        axis.add_patch(Rectangle(((mark.x or 0) - 0.46, mark.y - 0.46), 0.92, 0.92, **box))
    bar = figure.colorbar(drawn, ax=axis, shrink=0.8)
    bar.ax.yaxis.set_major_formatter(lambda x, _: _tick(x, lang))


def _marks(axis: Any, panel: Panel) -> None:
    for mark in panel.marks:
        if mark.x is None:
            axis.axhline(mark.y, linestyle=":", color="#555555", linewidth=1)
        else:
            axis.plot([mark.x], [mark.y], marker="o", markersize=11, markerfacecolor="none", markeredgecolor="#555555",
                      linestyle="none", markeredgewidth=1.2)  # fmt: skip
            axis.axhline(mark.y, linestyle=":", color="#999999", linewidth=0.8)


def _legend(axis: Any, lines: tuple[Line, ...], *, above: bool = False) -> None:
    """Below the axis, where it hides neither lines nor bars; above it where slanted names hang down."""
    if not (len(lines) > 1 or (lines and lines[0].label)):
        return
    if above:
        axis.set_title(axis.get_title(), fontsize=10, pad=22)
        axis.legend(fontsize=8, frameon=False, loc="lower center", bbox_to_anchor=(0.5, 0.98), ncols=2)
    else:
        axis.legend(fontsize=8, frameon=False, loc="upper center", bbox_to_anchor=(0.5, -0.17), ncols=2)


def _said(text: str, lang: Language) -> str:
    """A message of the experiments by its id, or the text as it is."""
    return say(text, lang) if text.startswith("experiment-") else text


def _least(values: list[list[float]]) -> float:
    return min((x for row in values for x in row if x == x), default=0.0)


def _tick(x: float, lang: Language) -> str:
    if x and not 1e-3 <= abs(x) < 1e5:
        return f"{x:.0e}"
    digits = next((digits for digits in range(4) if abs(x - round(x, digits)) < 1e-9 * max(1.0, abs(x))), 4)
    return number(x, lang, digits)


def _undated(file: Path) -> dict[str, Any]:
    """No date in the file: the same result gives the same figure."""
    return {".svg": {"Date": None}, ".pdf": {"CreationDate": None}}.get(file.suffix.lower(), {})
