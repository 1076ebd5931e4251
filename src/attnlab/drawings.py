"""How a figure looks, light and dark, in a notebook and on paper; plain arrays and labels in. Needs the extra `plot`.

Text stays text in SVG and PDF, so that a paper can search it and an editor can change it. A cell that has no figure is
never given a colour of the scale: it is grey, hatched where it is large enough, and told in the legend.
"""

import io
import json
import re
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from operator import index
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np
from jaxtyping import Bool, Float, Shaped

from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import write_whole
from attnlab.words import LANGUAGES, Language, number, say

Theme = Literal["light", "dark"]
Width = Literal["column", "page"] | float | int
WIDTHS: dict[str, float] = {"column": 3.35, "page": 6.9}  # inches: one of two columns of a paper, and both
ENDINGS = (".png", ".svg", ".pdf")
DRAWN_EACH = 64  # up to so many cells a side each is a shape of its own, which stays sharp at any size
WIDEST = 256  # cells of a map's side, or columns of effects; more are pooled, and the figure says so
SMALLEST = 4.5  # points of a label; where even these would touch, some are left out
DOTS = 200
UNSHOWN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
"""What has no shape, and mostly no place in XML: control characters, halves of pairs, and what is no character."""

COLOURS: dict[Theme, dict[str, str]] = {
    "light": {
        "paper": "#ffffff", "ink": "#1c222c", "soft": "#525864", "line": "#d5dade", "masked": "#e3e6e9",
        "hatch": "#9aa1a9",
        "none": "#f7f2ed", "all": "#bd3800", "darkest": "#4a1600", "score-none": "#f7f3eb", "score-all": "#ac6900",
        "score-darkest": "#462a00", "more": "#4d7800", "less": "#a7207b", "nought": "#f6f5f5", "query": "#0f65a0",
    },
    "dark": {
        "paper": "#14171e", "ink": "#e4e8ed", "soft": "#a5abb4", "line": "#3a404a", "masked": "#333841",
        "hatch": "#6d747e",
        "none": "#2a231d", "all": "#ff9d4c", "darkest": "#ffe3c8", "score-none": "#29241c", "score-all": "#f0ba59",
        "score-darkest": "#fdf0d6", "more": "#9bd25b", "less": "#fa8ecd", "nought": "#262428", "query": "#6eb9f1",
    },
}  # fmt: skip


@dataclass(frozen=True)
class Look:
    """How a figure is to look: its language, its theme, and its width in inches or in columns of a paper."""

    lang: Language = "en"
    theme: Theme = "light"
    width: Width = "page"

    def __post_init__(self) -> None:
        if self.lang not in LANGUAGES:
            raise LabError("language-unknown", lang=str(self.lang), langs=list(LANGUAGES))
        if self.theme not in get_args(Theme):
            raise LabError("plot-theme-unknown", theme=str(self.theme), themes=list(get_args(Theme)))
        named = isinstance(self.width, str) and self.width in WIDTHS
        measured = isinstance(self.width, int | float) and not isinstance(self.width, bool) and 1 <= self.width <= 40
        if not (named or measured):
            raise LabError("plot-width-unknown", width=str(self.width), widths=list(WIDTHS))

    @property
    def inches(self) -> float:
        """The width of the figure."""
        return WIDTHS[self.width] if isinstance(self.width, str) else float(self.width)

    @property
    def colours(self) -> dict[str, str]:
        """The theme's."""
        return COLOURS[self.theme]

    def say(self, message: str, /, **facts: Any) -> str:
        """A sentence in the figure's language."""
        return say(message, self.lang, **facts)


@dataclass(frozen=True)
class About:
    """What stands over a figure and goes into its file: a title, sentences, and where the figures come from."""

    title: str
    notes: Sequence[str] = ()
    record: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Interval:
    """A mean with its interval."""

    mean: float
    low: float
    high: float


@dataclass(frozen=True)
class ForestRow:
    """One line of a forest: a name, what was found of it, and an interval for each series; none where there is none."""

    name: str
    finding: str
    intervals: Sequence[Interval]
    strong: bool = False


@cache
def picture_type() -> Any:
    """matplotlib's Figure, which also saves itself whole or not at all and shows itself in a notebook."""
    bring("matplotlib", "plot", "plot()")
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    class Picture(Figure):
        """A matplotlib Figure like any other; `save` writes it, `record` says where its figures are from."""

        record: Mapping[str, Any]
        theme: Theme

        def save(self, path: str | Path) -> Path:
            """Write it as .svg, .pdf or .png, whole or not at all; the file's metadata hold the record."""
            file = Path(path)
            ending = file.suffix.lower()
            if ending not in ENDINGS:
                raise LabError("out-ending-unknown", path=str(path), endings=list(ENDINGS))
            drawn = io.BytesIO()
            self.savefig(drawn, format=ending[1:], dpi=300, metadata=self._about(ending))
            return write_whole(file, drawn.getvalue())

        def savefig(self, fname: Any, **how: Any) -> None:
            """As matplotlib's, with text kept as text and the theme's ground."""
            with rc_context(AS_TEXT):
                super().savefig(fname, **how)

        def _about(self, ending: str) -> dict[str, Any]:
            words = json.dumps(dict(self.record), ensure_ascii=False)
            words = UNSHOWN.sub(lambda found: json.dumps(found[0])[1:-1], words)
            if ending == ".pdf":
                return {"Creator": "attnlab", "Subject": words, "CreationDate": None}
            if ending == ".svg":
                return {"Creator": "attnlab", "Description": words, "Date": None}
            return {"Software": "attnlab", "Description": words.encode("ascii", "xmlcharrefreplace").decode()}

        def _repr_svg_(self) -> str:
            drawn = io.StringIO()
            self.savefig(drawn, format="svg", metadata=self._about(".svg"))
            return drawn.getvalue()

    return Picture


AS_TEXT: dict[Any, Any] = {"svg.fonttype": "none", "pdf.fonttype": 42, "svg.hashsalt": "attnlab"}


@cache
def _families() -> tuple[str, ...]:
    """Fonts that are here, in the order in which a letter is looked for."""
    from matplotlib.font_manager import get_font_names

    here = set(get_font_names())
    more = ("", " CJK SC", " CJK JP", " CJK KR", " Arabic", " Hebrew", " Devanagari")
    return ("DejaVu Sans", *(name for some in more if (name := f"Noto Sans{some}") in here))


def styled(look: Look) -> Any:
    """The settings under which a figure is drawn; a piece such as `$x$` is no formula."""
    bring("matplotlib", "plot", "plot()")
    from matplotlib import rc_context

    c = look.colours
    settings: dict[Any, Any] = {
        "font.family": list(_families()), "font.size": 7, "axes.titlesize": 7.5, "axes.labelsize": 7,
        "xtick.labelsize": 6.5, "ytick.labelsize": 6.5, "legend.fontsize": 6.5, "figure.titlesize": 8,
        "text.parse_math": False,
        "text.color": c["ink"], "axes.labelcolor": c["ink"], "axes.edgecolor": c["soft"], "axes.linewidth": 0.5,
        "xtick.color": c["soft"], "ytick.color": c["soft"], "xtick.labelcolor": c["ink"], "ytick.labelcolor": c["ink"],
        "axes.facecolor": c["paper"], "figure.facecolor": c["paper"], "savefig.facecolor": "auto",
        "axes.axisbelow": True,
        "xtick.major.width": 0.5, "ytick.major.width": 0.5, "xtick.major.size": 2, "ytick.major.size": 2,
        "grid.color": c["line"], "grid.linewidth": 0.5, "hatch.linewidth": 0.5, "legend.frameon": False,
        "legend.handlelength": 1.4, "axes.unicode_minus": False, **AS_TEXT,
    }  # fmt: skip
    return rc_context(settings)


def escaped(text: str) -> str:
    r"""A text with its control characters as escapes, which every file format takes.

    >>> from attnlab.drawings import escaped
    >>> print(escaped("a\x1b[1m"))
    a\x1b[1m
    """
    return UNSHOWN.sub(lambda found: repr(found[0])[1:-1], text)


def rows_drawn(most: Any) -> int:
    """How many rows to draw at most. Raises LabError for what is no whole number of 1 or more."""
    try:
        found = index(most)
    except TypeError:
        raise LabError("number-wanted", name="most", found=repr(most)) from None
    if found < 1:
        raise LabError("effects-number-too-small", name="most", found=found)
    return found


def begin(look: Look, height: float, about: About) -> Any:
    """A figure of the look's width with its title and notes; `height` in inches."""
    words = int(look.inches * 17.5)
    lines = [part for text in about.notes for part in textwrap.wrap(escaped(text), words)]
    picture = picture_type()(figsize=(look.inches, height + 0.11 * len(lines)), layout="constrained")
    picture.record, picture.theme = dict(about.record), look.theme
    picture.get_layout_engine().set(w_pad=0.06, h_pad=0.03)
    title = "\n".join([*textwrap.wrap(escaped(about.title), words), *lines])
    picture.suptitle(title, x=0.06 / look.inches, ha="left", fontsize=7.5, linespacing=1.25)
    return picture


def draw_map(
    value: Float[np.ndarray, "query key"],
    state: Shaped[np.ndarray, "query key"],
    queries: Sequence[str],
    keys: Sequence[str],
    *,
    stage: Literal["weight", "score"],
    about: About,
    look: Look,
) -> Any:
    """One head's map: a cell an edge, a query down the side, a key along the top."""
    value, seen, spans = _smaller(value, state == "visible")
    if spans != (1, 1):
        state = np.where(seen, "visible", "masked")
        about = About(
            about.title,
            [*about.notes, look.say("figure-pooled", queries=spans[0], keys=spans[1])],
            about.record,
        )
    down, across = value.shape
    with styled(look):
        room = look.inches - 1.35
        cell = min(room / max(across, 1), 0.42)
        picture = begin(look, min(max(cell * down, 0.5) + 1.25, 11.0), about)
        axis = picture.add_subplot()
        known = value[state == "visible"]
        known = known if len(known) else np.zeros(1)
        low, high = (0.0, float(known.max()) or 1.0) if stage == "weight" else (float(known.min()), float(known.max()))
        drawn = _cells(axis, value, state, look, stage, low, high if high > low else low + 1)
        axis.set_xlim(-0.5, across - 0.5)
        axis.set_ylim(down - 0.5, -0.5)
        axis.set_aspect("equal" if down <= 2 * across and across <= 2 * down else "auto")
        axis.xaxis.tick_top()
        axis.xaxis.set_label_position("top")
        axis.set_xlabel(look.say("figure-key"))
        axis.set_ylabel(look.say("figure-query"))
        if spans == (1, 1):
            points = 72 * min(cell, room / across)
            _name(axis.set_xticks, keys, points, rotation=90)
            _name(axis.set_yticks, queries, points)
        else:
            _count(axis, spans)
        _bar(picture, drawn, axis, look, look.say(f"figure-{stage}"), low, high)
        _legend(picture, _states_shown(state, look), look)
    return picture


def draw_grid(
    rows: Mapping[str, Sequence[int]],
    map: Callable[[str, int], tuple[Float[np.ndarray, "query key"], Shaped[np.ndarray, "query key"]]],
    *,
    about: About,
    look: Look,
) -> Any:
    """Heads' weights, small: a row a layer, a column a head of `rows`, all on one scale that a square root spreads.

    `map` gives a head's weights and states. They are asked for one by one and pooled at once, and the grid is a single
    image: many heads over a long text would fill the memory otherwise. Of few columns the figure is narrower.
    """
    columns = sorted({head for heads in rows.values() for head in heads})
    wide = min(look.inches, max(WIDTHS["column"], 1.2 * len(columns) + 1.0))
    look, tile = replace(look, width=wide), min((wide - 1.0) / len(columns), 10 / len(rows))
    tiles, states, most = {}, set(), int(np.clip(120 * tile, DRAWN_EACH, WIDEST))
    spans = (1, 1)
    for down, (name, heads) in enumerate(rows.items()):
        for head in heads:
            value, state = map(name, head)
            seen = state == "visible"
            states |= set(state[~seen].tolist())
            *tiles[down, columns.index(head)], mine = _smaller(value, seen, most)
            spans = (max(spans[0], mine[0]), max(spans[1], mine[1]))
    if spans != (1, 1):
        note = look.say("figure-grid-pooled", queries=spans[0], keys=spans[1])
        about = About(about.title, [*about.notes, note], about.record)
    with styled(look):
        from matplotlib.cm import ScalarMappable
        from matplotlib.colors import PowerNorm

        picture = begin(look, tile * len(rows) + 1.0, about)
        axis = picture.add_subplot()
        scale = ScalarMappable(PowerNorm(0.5, 0, 1), _colours(look, "weight"))
        image = _mosaic(tiles, (len(rows), len(columns)), most, scale, look)
        axis.imshow(image, extent=(0, len(columns), len(rows), 0), interpolation="nearest", zorder=2)
        for edge in axis.spines.values():
            edge.set_visible(False)
        axis.tick_params(length=0)
        axis.xaxis.tick_top()
        axis.xaxis.set_label_position("top")
        _name(axis.set_xticks, [str(head) for head in columns], 72 * tile, at=0.5, longest=5)
        _name(axis.set_yticks, list(rows), 72 * tile, at=0.5, longest=12)
        axis.set_xlabel(look.say("figure-head"))
        axis.set_ylabel(look.say("figure-layer"))
        _bar(picture, scale, axis, look, look.say("figure-weight-root"), 0.0, 1.0, marks=(0.0, 0.05, 0.25, 1.0))
        _legend(picture, _states_shown(np.array(sorted(states)), look, hatched=False), look)
    return picture


def _mosaic(
    tiles: Mapping[tuple[int, int], Sequence[np.ndarray]], grid: tuple[int, int], most: int, scale: Any, look: Look
) -> Shaped[np.ndarray, "down across colour"]:
    """Tiles as one image, each as many dots a side, the paper between them and grey where nothing is seen."""
    from matplotlib.colors import to_rgb

    dots = []
    for side in (0, 1):
        sizes = {value.shape[side] for value, _ in tiles.values()}
        dots.append(min(sizes) * max(1, most // min(sizes)) if len(sizes) == 1 else most)
    gaps = [max(1, round(0.04 * size)) for size in dots]
    steps = [size + 2 * gap for size, gap in zip(dots, gaps, strict=True)]
    paper, grey = (
        np.array([round(255 * x) for x in to_rgb(look.colours[name])], np.uint8) for name in ("paper", "masked")
    )
    image = np.full((grid[0] * steps[0], grid[1] * steps[1], 3), paper)
    for place, (value, seen) in tiles.items():
        colour = np.where(seen[..., None], scale.to_rgba(np.where(seen, value, 0.0), bytes=True)[..., :3], grey)
        some = np.ix_(*(np.arange(size) * small // size for size, small in zip(dots, seen.shape, strict=True)))
        top, left = (at * step + gap for at, step, gap in zip(place, steps, gaps, strict=True))
        image[top : top + dots[0], left : left + dots[1]] = colour[some]
    return image


def draw_lines(
    series: Sequence[tuple[str, Sequence[int], Sequence[Sequence[float]]]],
    *,
    x: str,
    y: str,
    about: About,
    look: Look,
) -> Any:
    """Dots at whole places and the line of their means; each series with a mark of its own besides its colour."""
    marks = (("o", "-"), ("s", "--"), ("^", ":"))
    inks = (look.colours["query"], look.colours["all"], look.colours["more"])
    with styled(look):
        picture = begin(look, min(0.62 * look.inches, 2.7) + 0.15 * (len(series) - 1), about)
        axis = picture.add_subplot()
        for (name, places, dots), (mark, line), ink in zip(series, marks, inks, strict=False):
            flat = np.array([[place, dot] for place, mine in zip(places, dots, strict=True) for dot in mine])
            label = look.say("figure-one-head", name=name)
            axis.plot(*flat.T, mark, markersize=3, markerfacecolor="none", markeredgecolor=ink, markeredgewidth=0.7,
                      linestyle="none", label=label)  # fmt: skip
            means = [float(np.mean(mine)) for mine in dots]
            axis.plot(places, means, line, color=ink, linewidth=1.2, marker="_", markersize=9, markeredgewidth=1.2,
                      label=look.say("figure-mean-of-heads", name=name))  # fmt: skip
        axis.set_ylim(-0.03, 1.03)
        axis.set_yticks([0, 0.25, 0.5, 0.75, 1], [number(mark, look.lang, 2) for mark in (0, 0.25, 0.5, 0.75, 1)])
        every = sorted({int(place) for _, places, _ in series for place in places})
        axis.set_xticks(every[:: max(1, -(-len(every) // 16))])
        axis.set_xlim(every[0] - 0.5, every[-1] + 0.5)
        axis.set_xlabel(x)
        axis.set_ylabel("\n".join(textwrap.wrap(y, 26)))
        axis.grid(axis="y")
        _plain(axis)
        picture.legend(loc="outside lower center", ncols=2)
    return picture


def draw_bars(
    names: Sequence[str], values: Sequence[float], *, signs: tuple[str, str], x: str, about: About, look: Look
) -> Any:
    """Signed bars, the first at the top; above and below nought, which `signs` names, differ in hatching as well."""
    c = look.colours
    with styled(look):
        from matplotlib.patches import Patch

        picture = begin(look, 0.95 + 0.15 * len(names), about)
        axis = picture.add_subplot()
        place, size = np.arange(len(names)), np.asarray(values, dtype=float)
        grew, fell = size > 0, size < 0
        axis.barh(place[grew], size[grew], 0.7, color=c["more"])
        axis.barh(place[fell], size[fell], 0.7, color=c["less"], hatch="////", edgecolor=c["paper"], linewidth=0)
        for y, one in zip(place, size, strict=True):
            words = _short(float(one), look.lang, sign=True)
            axis.annotate(words, (one, y), (3 if one > 0 else -3, 0), textcoords="offset points", va="center",
                          ha="left" if one > 0 else "right", fontsize=6)  # fmt: skip
        axis.set_yticks(place, [escaped(name) for name in names])
        axis.set_ylim(len(names) - 0.4, -0.6)
        axis.axvline(0, color=c["soft"], linewidth=0.6)
        low, high = min(0.0, float(size.min())), max(0.0, float(size.max()))
        room = 0.55 / look.inches * (high - low or 1.0)  # for the numbers beside the bars
        axis.set_xlim(low - (room if low < 0 else 0.02 * room), high + (room if high > 0 else 0.02 * room))
        _marks(axis.xaxis, look)
        axis.set_xlabel(x)
        _plain(axis)
        handles = [Patch(facecolor=c["more"], label=signs[0])] if grew.any() else []
        if fell.any():
            handles.append(Patch(facecolor=c["less"], hatch="////", edgecolor=c["paper"], label=signs[1]))
        _legend(picture, handles, look)
    return picture


def draw_pairs(
    names: Sequence[str], before: Sequence[float], after: Sequence[float], *, x: str, about: About, look: Look
) -> Any:
    """What each share was and is: a ring before, a dot after, and the way between them."""
    c = look.colours
    with styled(look):
        picture = begin(look, 0.95 + 0.17 * len(names), about)
        axis = picture.add_subplot()
        place = np.arange(len(names))
        axis.hlines(place, before, after, color=c["hatch"], linewidth=1)
        axis.plot(before, place, "o", markersize=5, markerfacecolor=c["paper"], markeredgecolor=c["ink"],
                  markeredgewidth=0.9, linestyle="none", label=look.say("figure-before"))  # fmt: skip
        axis.plot(after, place, "o", markersize=3.6, color=c["all"], linestyle="none", label=look.say("figure-after"))
        axis.set_yticks(place, [escaped(name) for name in names])
        axis.set_ylim(len(names) - 0.4, -0.6)
        axis.set_xlim(left=min(0.0, *before, *after) - 0.02 * max(*before, *after))
        _marks(axis.xaxis, look)
        axis.set_xlabel(x)
        axis.grid(axis="x")
        _plain(axis)
        picture.legend(loc="outside lower center", ncols=2)
    return picture


def draw_forest(rows: Sequence[ForestRow], series: Sequence[str], *, x: str, about: About, look: Look) -> Any:
    """A line a row, an interval a series, nought marked, and what was found to the right."""
    c = look.colours
    marks, inks = ("o", "s", "D"), (c["all"], c["soft"], c["query"])
    with styled(look):
        measured = any(row.intervals for row in rows)
        height = 1.0 + (0.105 * len(series) + 0.09) * len(rows) if measured else 0.5 + 0.2 * len(rows)
        picture = begin(look, height, about)
        axis = picture.add_subplot()
        step = 0.62 / max(len(series) - 1, 1)
        for order, (name, mark, ink) in enumerate(zip(series, marks, inks, strict=False)):
            found = [(place, row) for place, row in enumerate(rows) if row.intervals]
            y = [place - 0.31 + step * order for place, _ in found]
            some = [row.intervals[order] for _, row in found]
            axis.hlines(y, [one.low for one in some], [one.high for one in some], color=ink, linewidth=1)
            axis.plot([one.mean for one in some], y, mark, markersize=3.6, color=ink, linestyle="none", label=name,
                      markerfacecolor=ink if order == 0 else c["paper"], markeredgewidth=0.9)  # fmt: skip
        if measured:
            axis.axvline(0, color=c["soft"], linewidth=0.6)
        for place in range(1, len(rows)):
            axis.axhline(place - 0.5, color=c["line"], linewidth=0.4)
        axis.set_ylim(len(rows) - 0.5, -0.5)
        axis.set_yticks(range(len(rows)), [row.name for row in rows])
        axis.tick_params(axis="y", length=0)
        beside = axis.secondary_yaxis("right")
        words = [row.finding.replace(", ", ",\n", 1) if look.inches < 5 else row.finding for row in rows]
        beside.set_yticks(range(len(rows)), words)
        beside.tick_params(length=0)
        beside.spines["right"].set_visible(False)
        for label, row in zip(beside.get_yticklabels(), rows, strict=True):
            label.set_fontweight("bold" if row.strong else "normal")
        if measured:
            _marks(axis.xaxis, look)
        else:  # no scale without a figure
            axis.set_xticks([])
            axis.spines[["bottom", "left"]].set_visible(False)
            x = look.say("figure-forest-nothing")
        axis.set_xlabel("\n".join(textwrap.wrap(x, int(look.inches * 12))))
        _plain(axis)
        if measured:
            picture.legend(loc="outside lower center", ncols=1 if look.inches < 5 else len(series))
    return picture


def draw_histogram(
    series: Mapping[str, Float[np.ndarray, " text"]], *, x: str, y: str, about: About, look: Look
) -> Any:
    """How many texts lie where, a step line a series over the same bins; nought is marked."""
    c = look.colours
    with styled(look):
        picture = begin(look, 2.6, about)
        axis = picture.add_subplot()
        bins = np.histogram_bin_edges(np.concatenate(list(series.values())), bins="auto")
        inks = (c["all"], c["query"], c["more"], c["less"], c["soft"])
        for order, (name, values) in enumerate(series.items()):
            axis.hist(values, bins.tolist(), histtype="step", color=inks[order % len(inks)],
                      label=escaped(name) or None, linestyle=("-", "--", ":")[order // len(inks) % 3],
                      fill=len(series) == 1, alpha=0.75 if len(series) == 1 else 1, linewidth=1)  # fmt: skip
        axis.axvline(0, color=c["soft"], linewidth=0.6)
        _marks(axis.xaxis, look)
        axis.yaxis.get_major_locator().set_params(integer=True)
        axis.set_xlabel("\n".join(textwrap.wrap(x, int(look.inches * 12))))
        axis.set_ylabel(y)
        _plain(axis)
        if len(series) > 1:
            picture.legend(loc="outside lower center", ncols=1 if look.inches < 5 else len(series))
    return picture


def draw_effects(
    names: Sequence[str],
    keys: Sequence[str],
    weight: Float[np.ndarray, "head key"],
    change: Float[np.ndarray, "head key"],
    *,
    edge: Shaped[np.ndarray, "head key"],
    unit: str,
    about: About,
    look: Look,
) -> Any:
    """Weights and measured effects side by side: a row a head, a column a key, each panel on a scale of its own.

    `edge` is true where there is an edge to measure. Without one a cell is grey, with one that was not measured it is
    hatched, and the legend says both.
    """
    weight, span = pooled(weight)
    change, _ = pooled(change)
    real = pooled(np.where(edge, 1.0, np.nan))[0] == 1
    if span > 1:
        about = About(about.title, [*about.notes, look.say("plot-pooled", span=span)], about.record)
    with styled(look):
        from matplotlib.colors import PowerNorm, SymLogNorm

        row = min(0.11, max(0.05, 8 / max(len(names), 1)))
        picture = begin(look, min(11.0, 1.5 + row * max(len(names), 8)), about)
        axes: Any = picture.subplots(1, 2, sharey=True)
        heaviest = float(np.nanmax(weight)) if np.isfinite(weight).any() else 1.0
        heaviest = heaviest or 1.0
        measured = np.isfinite(change).any()
        most = max(float(np.nanmax(np.abs(change))), 1e-12) if measured else 1.0
        extent = (-0.5, len(keys) - 0.5, len(names) - 0.5, -0.5)
        how = {"aspect": "auto", "interpolation": "nearest", "extent": extent, "zorder": 2}
        left = axes[0].imshow(weight, cmap=_colours(look, "weight"), norm=PowerNorm(0.5, 0, heaviest), **how)
        scale = SymLogNorm(linthresh=max(most / 100, 1e-12), vmin=-most, vmax=most)
        right = axes[1].imshow(change, cmap=_two_ways(look), norm=scale, **how)
        unmeasured = real & ~np.isfinite(change)
        _hatched(axes[1], unmeasured, look, ground="paper", width=len(keys) / unmeasured.shape[1])
        for axis, drawn, title, label in (
            (axes[0], left, look.say("plot-weight"), ""), (axes[1], right, look.say("plot-change"), unit),
        ):  # fmt: skip
            axis.set_title(title)
            axis.set_facecolor(look.colours["masked"])
            axis.set_xlabel(look.say("plot-key"))
            signed = drawn is right
            steps = (
                [-most, -most / 10, 0.0, most / 10, most] if signed else [0.0, heaviest / 16, heaviest / 4, heaviest]
            )
            if measured or not signed:  # where nothing was measured there is no scale
                _bar(picture, drawn, axis, look, label, steps[0], steps[-1], marks=steps, sign=signed)
            _name(axis.set_xticks, [f"{place} {_piece(piece)}" for place, piece in enumerate(keys)],
                  72 * (look.inches / 2 - 0.8) / len(keys), rotation=90)  # fmt: skip
        _name(axes[0].set_yticks, names, 72 * row, longest=16)
        axes[0].set_ylabel(look.say("plot-head"))
        from matplotlib.patches import Patch

        c, handles = look.colours, []
        if not np.isfinite(weight).all() or not real.all():
            handles.append(Patch(facecolor=c["masked"], label=look.say("figure-no-edge")))
        if unmeasured.any():
            handles.append(Patch(facecolor=c["paper"], edgecolor=c["hatch"], hatch="////", linewidth=0,
                                 label=look.say("figure-not-measured")))  # fmt: skip
        _legend(picture, handles, look)
    return picture


def pooled(x: Float[np.ndarray, "head key"]) -> tuple[Float[np.ndarray, "head column"], int]:
    """At most so many columns, each the entry of the largest size among its keys; and how many keys a column has."""
    keys = x.shape[-1]
    span = -(-keys // WIDEST)
    if span == 1:
        return x, 1
    wide = np.pad(x, ((0, 0), (0, -keys % span)), constant_values=np.nan).reshape(len(x), -1, span)
    size = np.where(np.isnan(wide), -np.inf, np.abs(wide))
    return np.take_along_axis(wide, size.argmax(axis=-1)[..., None], axis=-1)[..., 0], span


def _smaller(
    value: Float[np.ndarray, "query key"], seen: Bool[np.ndarray, "query key"], most: int = WIDEST
) -> tuple[Float[np.ndarray, "row column"], Bool[np.ndarray, "row column"], tuple[int, int]]:
    """At most so many cells a side: each shows the largest that is seen in it, and is unseen where it holds none."""
    spans = (max(1, -(-value.shape[0] // most)), max(1, -(-value.shape[1] // most)))
    if spans == (1, 1):
        return value, seen, spans
    pads = [(0, -size % span) for size, span in zip(value.shape, spans, strict=True)]
    shown = np.pad(np.where(seen, value, -np.inf), pads, constant_values=-np.inf)
    down, across = (size // span for size, span in zip(shown.shape, spans, strict=True))
    large = shown.reshape(down, spans[0], across, spans[1]).max(axis=(1, 3))
    return np.where(large > -np.inf, large, 0.0), large > -np.inf, spans


def _cells(axis: Any, value: np.ndarray, state: np.ndarray, look: Look, stage: str, low: float, high: float) -> Any:
    from matplotlib.colors import Normalize

    shown = np.ma.masked_array(np.where(np.isfinite(value), value, low), state != "visible")
    down, across = value.shape
    how = {"cmap": _colours(look, stage), "norm": Normalize(low, high), "zorder": 2}
    if max(down, across) <= DRAWN_EACH:
        edges = (np.arange(across + 1) - 0.5, np.arange(down + 1) - 0.5)
        drawn = axis.pcolormesh(*edges, shown, edgecolors=look.colours["paper"], linewidth=0.4, **how)
    else:
        drawn = axis.imshow(shown, interpolation="nearest", aspect="auto", **how)
    _hatched(axis, state == "masked", look)
    for query, key in np.argwhere(state == "cut"):
        axis.plot(key, query, "x", color=look.colours["ink"], markersize=4, markeredgewidth=0.8, zorder=4)
    return drawn


def _hatched(axis: Any, where: np.ndarray, look: Look, *, ground: str = "masked", width: float = 1.0) -> None:
    """Lines on a ground that is no colour of the scale, one shape for each run of cells in a row."""
    from matplotlib.patches import Rectangle

    c = look.colours
    for row, cells in enumerate(where):
        steps = np.flatnonzero(np.diff(np.concatenate([[0], cells.astype(np.int8), [0]])))
        for first, end in steps.reshape(-1, 2):
            axis.add_patch(Rectangle((first * width - 0.5, row - 0.5), (end - first) * width, 1, facecolor=c[ground],
                                     edgecolor=c["hatch"], hatch="////", linewidth=0, zorder=3))  # fmt: skip


def _states_shown(state: np.ndarray, look: Look, *, hatched: bool = True) -> list[Any]:
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    c, handles = look.colours, []
    if (state == "masked").any():
        handles.append(Patch(facecolor=c["masked"], edgecolor=c["hatch"], hatch="////" if hatched else "", linewidth=0,
                             label=look.say("figure-masked")))  # fmt: skip
    if (state == "cut").any():
        mark: dict[str, Any] = {"marker": "x", "color": c["ink"]} if hatched else {"marker": "s", "color": c["masked"]}
        handles.append(Line2D([], [], linestyle="none", markersize=4, label=look.say("figure-cut"), **mark))
    return handles


def _legend(picture: Any, handles: Sequence[Any], look: Look) -> None:
    if handles:
        picture.legend(handles=handles, loc="outside lower center", ncols=len(handles))


def _colours(look: Look, stage: str) -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    names = ("none", "all", "darkest") if stage == "weight" else ("score-none", "score-all", "score-darkest")
    colours = [look.colours[name] for name in names]
    return LinearSegmentedColormap.from_list(stage, list(zip((0.0, 0.75, 1.0), colours, strict=True)))


def _two_ways(look: Look) -> Any:
    from matplotlib.colors import LinearSegmentedColormap

    return LinearSegmentedColormap.from_list("effect", [look.colours[name] for name in ("less", "nought", "more")])


def _bar(
    picture: Any, drawn: Any, axis: Any, look: Look, label: str, low: float, high: float, *,
    marks: Sequence[float] | None = None, sign: bool = False,
) -> None:  # fmt: skip
    """A scale beside the panel, its marks written the language's way."""
    from matplotlib.ticker import MaxNLocator

    label = "\n".join(textwrap.wrap(label, 22))
    bar = picture.colorbar(drawn, ax=axis, label=label, shrink=0.8, aspect=18, pad=0.02)
    steps = MaxNLocator(5).tick_values(low, high) if marks is None else np.asarray(marks)
    steps = [float(step) for step in steps if low <= step <= high]
    bar.set_ticks(steps, labels=[_short(step, look.lang, sign=sign, even=marks is None) for step in steps])
    bar.minorticks_off()
    bar.outline.set_linewidth(0.4)


def _name(
    put: Any, labels: Sequence[str], points: float, *, at: float = 0.0, longest: int = 14, rotation: int = 0
) -> None:
    """Labels along a side, as large as there is room; where the smallest would touch, every second, third, ..."""
    size = min(6.5, max(SMALLEST, 0.9 * points))
    every = max(1, int(np.ceil(size * 1.12 / max(points, 1e-6))))
    some = range(0, len(labels), every)
    put(
        [place + at for place in some],
        [_piece(labels[place], longest) for place in some],
        fontsize=size,
        rotation=rotation,
    )


def _count(axis: Any, spans: tuple[int, int]) -> None:
    """Positions along the sides of a map that was pooled."""
    for put, size, span in (
        (axis.set_yticks, axis.get_ylim()[0], spans[0]),
        (axis.set_xticks, axis.get_xlim()[1], spans[1]),
    ):
        some = np.linspace(0, size - 0.5, 6).round().astype(int)
        put(some, [str(place * span) for place in some])


def _piece(piece: str, longest: int = 14) -> str:
    """A piece as it can be read: a blank and a line's end are shown, a long one is cut short."""
    piece = escaped(piece)
    if not piece.strip():
        return "".join({"\n": "↵", "\t": "→"}.get(letter, "␣") for letter in piece) or "∅"
    text = " ".join(piece.split())
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _short(x: float, lang: Language, *, sign: bool = False, even: bool = False) -> str:
    """A number with two digits that count, as the language writes it; of an `even` one noughts at the end go."""
    if not np.isfinite(x) or abs(x) < 1e-12:
        return "0"
    digits = max(0, 1 - int(np.floor(np.log10(abs(x)))))
    while even and digits and round(x, digits) == round(x, digits - 1):
        digits -= 1
    return ("+" if sign and x > 0 else "") + number(x, lang, min(digits, 12))


def _marks(axis: Any, look: Look) -> None:
    from matplotlib.ticker import FuncFormatter, MaxNLocator

    axis.set_major_locator(MaxNLocator(5))
    axis.set_major_formatter(FuncFormatter(lambda x, _: _short(x, look.lang, even=True)))


def _plain(axis: Any) -> None:
    for side in ("top", "right"):
        axis.spines[side].set_visible(False)
