"""Figures for papers, from computed results; needs the extra `plot`."""

import io
import textwrap
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab.effect_maps import EffectMap
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import write_whole
from attnlab.memories import LESSONS, Comparison
from attnlab.words import LANGUAGES, Language, number, say

ENDINGS = (".png", ".svg", ".pdf")
WIDEST = 256  # columns of a figure: a longer text is pooled, each column showing the largest of its keys


def plot_effects(made: EffectMap, path: str | Path, *, query: int = 0, lang: Language = "en") -> Path:
    """Weights and measured effects of one query side by side: a row a head, a column a key, each with its own scale.

    `query` is the place in `made.queries`. Long texts are pooled, and the caption says so. Raises LabError for an
    ending that is no figure's and where matplotlib is missing.
    """
    if lang not in LANGUAGES:
        raise LabError("language-unknown", lang=str(lang), langs=list(LANGUAGES))
    if not 0 <= query < len(made.queries):
        raise LabError("plot-query-unknown", query=query, last=len(made.queries) - 1)
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        raise LabError("out-ending-unknown", path=str(path), endings=list(ENDINGS))
    bring("matplotlib", "plot", "plot_effects()")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.colors import PowerNorm, SymLogNorm
    from matplotlib.figure import Figure

    heads = np.isfinite(made.weight[:, :, query]).any(axis=-1)
    weight, change = made.weight[:, :, query][heads], made.change[:, :, query][heads]
    names = [f"{made.sites[site]}.{head}" for site, head in np.argwhere(heads)]
    weight, span = _pooled(weight)
    change, _ = _pooled(change)
    most = float(np.nanmax(np.abs(change))) if np.isfinite(change).any() else 1.0

    figure = Figure(figsize=(9, min(12.0, 2.2 + 0.055 * max(len(names), 12))), layout="constrained")
    FigureCanvasAgg(figure)
    axes: Any = figure.subplots(1, 2, sharey=True)
    extent = (-0.5, len(made.key_pieces) - 0.5, len(names) - 0.5, -0.5)
    how = {"aspect": "auto", "interpolation": "nearest", "extent": extent}
    heaviest = float(np.nanmax(weight)) or 1.0
    left = axes[0].imshow(weight, cmap="Greys", norm=PowerNorm(0.5, 0, heaviest), **how)
    scale = SymLogNorm(linthresh=max(most / 100, 1e-12), vmin=-max(most, 1e-12), vmax=max(most, 1e-12))
    right = axes[1].imshow(change, cmap="RdBu_r", norm=scale, **how)
    for axis, drawn, title, unit in (
        (axes[0], left, say("plot-weight", lang), ""),
        (axes[1], right, say("plot-change", lang), say(made.unit, lang)),
    ):
        axis.set_title(title, fontsize=10)
        axis.set_facecolor("#ece7dd")  # where there is no edge
        axis.set_xlabel(say("plot-key", lang))
        bar = figure.colorbar(drawn, ax=axis, label=unit, shrink=0.8)
        marks = [0.0, heaviest / 16, heaviest / 4, heaviest]
        if drawn is right:
            marks = [-most, -most / 10, 0.0, most / 10, most]
        bar.set_ticks(marks, labels=[_two_digits(mark, lang, sign=drawn is right) for mark in marks])
        bar.minorticks_off()
        if len(made.key_pieces) <= 32:
            names_of_keys = [f"{place} {piece.strip() or '␣'}" for place, piece in enumerate(made.key_pieces)]
            axis.set_xticks(range(len(made.key_pieces)), names_of_keys, rotation=90, fontsize=7)
    every = max(1, -(-len(names) // 36))
    axes[0].set_yticks(range(0, len(names), every), names[::every], fontsize=7)
    axes[0].set_ylabel(say("plot-head", lang))
    figure.suptitle(textwrap.fill(_caption(made, query, span, lang), 125), fontsize=9, x=0.01, ha="left")
    drawn = io.BytesIO()
    figure.savefig(drawn, format=file.suffix[1:].lower(), dpi=160)
    return write_whole(file, drawn.getvalue())


def _two_digits(x: float, lang: Language, *, sign: bool) -> str:
    """A mark of a scale: two digits that count, as the language writes them."""
    if not x:
        return "0"
    digits = max(0, 1 - int(np.floor(np.log10(abs(x)))))
    return ("+" if sign and x > 0 else "") + number(x, lang, digits)


# Told apart without colour as well: a line, a mark.
LOOKS: dict[str, tuple[str, Any, str]] = {
    "rnn": ("#b91c1c", ":", "o"), "lstm": ("#c2410c", "-.", "s"), "full": ("#111827", "-", "^"),
    "strided": ("#4d7c0f", "--", "D"), "window": ("#1d4ed8", (0, (1, 1)), "v"), "linear": ("#7e22ce", (0, (5, 1)), "x"),
}  # fmt: skip


def plot_remember(made: Comparison, path: str | Path, *, lang: Language = "en") -> Path:
    """Right answers and gradients by distance, of every way to remember, in four panels.

    A gradient that is exactly 0 has no logarithm: it stands on a line of its own at the bottom. Raises LabError for an
    ending that is no figure's and where matplotlib is missing.
    """
    file = Path(path)
    if file.suffix.lower() not in ENDINGS:
        raise LabError("out-ending-unknown", path=str(path), endings=list(ENDINGS))
    bring("matplotlib", "plot", "plot_remember()")
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.5, 7), layout="constrained")
    FigureCanvasAgg(figure)
    axes: Any = figure.subplots(2, 2, sharex=True)
    untrained = {way.name: np.array(way.untrained) for way in made.contenders}
    trained = {way.name: way.gradient("mixed") for way in made.contenders}
    every = np.concatenate([*untrained.values(), *trained.values()])
    bottom = float(every[every > 0].min()) if (every > 0).any() else 1e-3
    for axis, lesson in zip(axes[0], LESSONS, strict=True):
        axis.set_title(say(f"plot-remember-{lesson}", lang), fontsize=10)
        for way in made.contenders:
            _line(axis, made, way.name, way.right(lesson))
        axis.axhline(0.1, color="#9ca3af", linewidth=0.8, zorder=0)
        _beside(axis, 0.1, say("plot-remember-chance", lang))
        axis.set_ylim(0, 1.05)
        marks = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
        axis.set_yticks(marks, [number(mark, lang, 1) for mark in marks])
    axes[0, 0].set_ylabel(say("plot-remember-right", lang))
    axes[1, 0].set_ylabel(say("plot-remember-gradient", lang))
    for axis, title, found in (
        (axes[1, 0], "plot-remember-untrained", untrained), (axes[1, 1], "plot-remember-mixed", trained),
    ):  # fmt: skip
        axis.set_title(say(title, lang), fontsize=10)
        axis.set_yscale("log")
        for name, gradient in found.items():
            _line(axis, made, name, np.where(gradient > 0, gradient, bottom / 100))
        if any((x == 0).any() for x in found.values()):
            axis.axhline(bottom / 100, color="#9ca3af", linewidth=0.8, zorder=0)
            _beside(axis, bottom / 100, say("plot-remember-nothing", lang))
        axis.set_ylim(bottom / 400, float(every.max()) * 10)
        axis.set_xlabel(say("plot-remember-distance", lang))
    axes[0, 0].set_xscale("log", base=2)
    axes[0, 0].set_xticks(made.distances, [str(one) for one in made.distances])
    axes[0, 0].minorticks_off()
    lines, _ = axes[0, 0].get_legend_handles_labels()
    names = [say(f"memory-{way.name}", lang, reach=made.reach) for way in made.contenders]
    figure.legend(lines, names, loc="outside upper center", ncols=len(names), fontsize=8, handlelength=4, frameon=False)
    drawn = io.BytesIO()
    figure.savefig(drawn, format=file.suffix[1:].lower(), dpi=160)
    return write_whole(file, drawn.getvalue())


def _beside(axis: Any, y: float, words: str) -> None:
    """Words for a height, to the right of the panel, where no line runs."""
    axis.annotate(words, (1.01, y), xycoords=axis.get_yaxis_transform(), fontsize=7, color="#4b5563", va="center")


def _line(axis: Any, made: Comparison, name: str, y: Float[np.ndarray, " distance"]) -> None:
    colour, style, mark = LOOKS[name]
    axis.plot(
        made.distances, y, color=colour, linestyle=style, marker=mark, markersize=5, markerfacecolor="none",
        linewidth=1.4, label=name,
    )  # fmt: skip


def _pooled(x: Float[np.ndarray, "head key"]) -> tuple[Float[np.ndarray, "head column"], int]:
    """At most so many columns, each the entry of the largest size among its keys; and how many keys a column has."""
    keys = x.shape[-1]
    span = -(-keys // WIDEST)
    if span == 1:
        return x, 1
    wide = np.pad(x, ((0, 0), (0, -keys % span)), constant_values=np.nan).reshape(len(x), -1, span)
    size = np.where(np.isnan(wide), -np.inf, np.abs(wide))
    return np.take_along_axis(wide, size.argmax(axis=-1)[..., None], axis=-1)[..., 0], span


def _caption(made: EffectMap, query: int, span: int, lang: Language) -> str:
    words = say(
        "plot-effects", lang, model=made.model, query=made.queries[query], piece=made.query_pieces[query],
        target=made.target, before=number(made.before, lang, 3), count=int(made.measured[:, :, query].sum()),
    )  # fmt: skip
    words = words if span == 1 else words + " " + say("plot-pooled", lang, span=span)
    return words + " " + say("plot-effects-read", lang)
