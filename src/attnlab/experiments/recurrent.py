"""Does a recurrent network lose what stood far back? The seed's sentences, put to the comparison of `memories`."""

from dataclasses import dataclass, replace

import numpy as np

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.memories import FAR, RECIPE, Comparison, Contender, Lesson, Rival, remember

LESSONS: tuple[Lesson, ...] = ("mixed", "far")
GUESS = 0.1  # one digit of ten


@dataclass(frozen=True)
class Settings:
    """Who is compared, and how far back the value stands."""

    rivals: tuple[Rival, ...] = ("rnn", "lstm", "full", "window")
    distances: tuple[int, ...] = (2, 4, 8, 16, 32, 64, 128)
    seeds: int = 2
    steps: int = 600
    width: int = 32
    layers: int = 2
    reach: int = 4
    """Of the window, in places."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Train each rival near and far in turn, and far alone; set accuracy, gradient and steps beside each other."""
    made = remember(
        settings.rivals, width=settings.width, layers=settings.layers, reach=settings.reach, seeds=settings.seeds,
        recipe=replace(RECIPE, steps=settings.steps, seed=inputs.seed), distances=settings.distances,
        watch=inputs.watch,
    )  # fmt: skip
    return Findings(_numbers(made), _claims(made, settings, small=inputs.small), _panels(made))


def _at(made: Comparison, distance: int) -> int:
    return min(range(len(made.distances)), key=lambda place: abs(made.distances[place] - distance))


def _numbers(made: Comparison) -> tuple[Number, ...]:
    far, last = _at(made, FAR[-1]), len(made.distances) - 1
    found = []
    for one in made.contenders:
        found += [
            Number(f"{one.name}-mixed", float(one.right("mixed")[far]), "share"),
            Number(f"{one.name}-beyond", float(one.right("mixed")[last]), "share"),
            Number(f"{one.name}-far", float(one.right("far")[far]), "share"),
            Number(f"{one.name}-gradient", one.untrained[far], digits=4),
            Number(f"{one.name}-steps", one.costs[far].steps, "count"),
            Number(f"{one.name}-multiply-adds", one.costs[far].multiply_adds, "multiply-adds", digits=0),
        ]
    return tuple(found)


def _claims(made: Comparison, settings: Settings, *, small: bool) -> tuple[Claim, ...]:
    far, near, layers = _at(made, FAR[-1]), 0, settings.layers
    named = {one.name: one for one in made.contenders}
    claims = []
    if "rnn" in named and "full" in named:
        rnn, full = named["rnn"], named["full"]
        shrinks = [one.untrained[near] / one.untrained[far] for one in (rnn, full)]
        claims.append(Claim("vanishes", shrinks[0] > 1e4 and shrinks[1] < 100,
                            {"rnn": float(np.log10(shrinks[0])), "full": shrinks[1]}))  # fmt: skip
        claims.append(Claim("steps", rnn.costs[far].steps == rnn.costs[far].places
                            and full.costs[far].steps == layers,
                            {"rnn": rnn.costs[far].steps, "full": full.costs[far].steps}))  # fmt: skip
        if not small:  # too few steps for a recurrent network say nothing of what it can learn
            claims += [
                Claim("far", _right(full, "far", far) > 0.95 and _right(rnn, "far", far) < 2 * GUESS,
                      {"rnn": _right(rnn, "far", far), "full": _right(full, "far", far)}),
                Claim("loses", _right(rnn, "mixed", far) < 0.95, {"rnn": _right(rnn, "mixed", far)}),
            ]  # fmt: skip
    if "window" in named:
        window = named["window"]
        beyond = [place for place, distance in enumerate(made.distances) if distance >= 2 * made.reach]
        blind = all(window.untrained[place] == 0 for place in beyond)
        claims.append(Claim("window", blind and all(_right(window, "mixed", place) < 3 * GUESS for place in beyond),
                            {"reach": made.reach, "layers": layers}))  # fmt: skip
    return tuple(claims)


def _right(one: Contender, lesson: Lesson, place: int) -> float:
    return float(one.right(lesson)[place])


def _panels(made: Comparison) -> tuple[Panel, ...]:
    x = tuple(map(float, made.distances))
    label = {"rnn": "RNN", "lstm": "LSTM"}
    lines = lambda values: tuple(  # noqa: E731
        Line(label.get(one.name, f"experiment-recurrent-{one.name}"), x, tuple(map(float, values(one))))
        for one in made.contenders
    )
    shown = lambda values: tuple(value or np.nan for value in values)  # noqa: E731 (0 has no place on such an axis)
    return (
        *(Panel(f"experiment-recurrent-{lesson}-title", "experiment-recurrent-distance", "experiment-recurrent-right",
                lines(lambda one, lesson=lesson: one.right(lesson)), log_x=True) for lesson in LESSONS),
        Panel("experiment-recurrent-gradient-title", "experiment-recurrent-distance",
              "experiment-recurrent-gradient", lines(lambda one: shown(one.untrained)), log_x=True, log_y=True),
        Panel("experiment-recurrent-steps-title", "experiment-recurrent-places", "experiment-recurrent-steps",
              tuple(replace(line, x=tuple(d + 1.0 for d in x))
                    for line in lines(lambda one: [cost.steps for cost in one.costs])), log_x=True, log_y=True),
    )  # fmt: skip


EXPERIMENT = Experiment(
    "recurrent", Settings(), run,
    Settings(rivals=("rnn", "full", "window"), distances=(2, 8, 32), seeds=1, steps=50, width=16), needs=("torch",),
)  # fmt: skip
