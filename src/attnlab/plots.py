"""Figures for papers, from computed results; needs the extra `plot`."""

import io
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab.drawings import ENDINGS
from attnlab.effect_maps import EffectMap
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import write_whole
from attnlab.memories import LESSONS, Comparison
from attnlab.words import Language, number, say


def plot_effects(made: EffectMap, path: str | Path, *, query: int = -1, lang: Language = "en") -> Path:
    """`EffectMap.plot` in a file: weights and measured effects of one query side by side, a row a head, a column a key.

    `query` is the place in `made.queries`, a negative one from the end. Long texts are pooled, and the caption says so.
    Raises LabError for an ending that is no figure's, a query that is not there or has no edge, and where matplotlib is
    missing.

    >>> import attnlab
    >>> made = attnlab.effect_map(attnlab.load("names"), "anna")
    >>> attnlab.plot_effects(made, "anna.svg", lang="ru").name
    'anna.svg'
    """
    if Path(path).suffix.lower() not in ENDINGS:  # told before the drawing
        raise LabError("out-ending-unknown", path=str(path), endings=list(ENDINGS))
    return made.plot(query, lang=lang).save(path)


# Told apart without colour as well: a line, a mark.
LOOKS: dict[str, tuple[str, Any, str]] = {
    "rnn": ("#b91c1c", ":", "o"), "lstm": ("#c2410c", "-.", "s"), "full": ("#111827", "-", "^"),
    "strided": ("#4d7c0f", "--", "D"), "window": ("#1d4ed8", (0, (1, 1)), "v"), "linear": ("#7e22ce", (0, (5, 1)), "x"),
}  # fmt: skip


def plot_remember(made: Comparison, path: str | Path, *, lang: Language = "en") -> Path:
    """Right answers and gradients by distance, of every way to remember, in four panels.

    A gradient that is exactly 0 has no logarithm: it stands on a line of its own at the bottom. Raises LabError for an
    ending that is no figure's and where matplotlib is missing.

    >>> import attnlab
    >>> from attnlab.train import Recipe
    >>> made = attnlab.remember(["linear"], width=4, layers=1, recipe=Recipe(steps=1, batch=2), distances=[2])
    >>> attnlab.plot_remember(made, "remember.svg").name
    'remember.svg'
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
