"""Sokolov's orienting response in the formula: what a memory of traces does not match is what turns attention."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.experiments.looks import look


@dataclass(frozen=True)
class Settings:
    """Tones on a scale of detectors; a stimulus is what the detectors answer, and its trace is kept as a key."""

    detectors: int = 48
    width: float = 1.5
    """Of a detector's tuning, in steps between detectors."""
    noise: float = 0.02
    """Deviation of a detector's answer."""
    repeats: int = 20
    changes: tuple[float, ...] = (0.0, 0.5, 1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 12.0)
    """How far the tone is moved afterwards, in steps."""
    sharpness: float = 8.0
    """A score is this many times the cosine of the angle between stimulus and trace, in nats."""
    alarm: float = 6.0
    """The score of what is not in the memory."""
    fading: float = 0.05
    """Nats that a trace loses with each moment."""
    pauses: tuple[int, ...] = (0, 10, 20, 40, 80, 160)
    runs: int = 50


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Repeat a tone, then change it by a little and by more, or wait; do the same with a memory that cannot compare."""
    rng = np.random.default_rng(inputs.seed)
    curves, blind, scores, change, tired, again, recovered = [], [], [], [], [], [], []
    for done in range(settings.runs):
        inputs.watch(done, settings.runs)
        heard = [tone(settings, 16.0, rng) for _ in range(settings.repeats)]
        memory = [trace(settings, rng)]  # what was there before: no tone
        here, without, score = [], [], []
        for stimulus in heard:
            here.append(response(settings, stimulus, memory))
            without.append(response(settings, stimulus, memory, compares=False))
            score.append(settings.sharpness * max(float(stimulus @ one) for one in memory))
            memory.append(stimulus)
        curves.append(here)
        blind.append(without)
        moved = [tone(settings, 16.0 + by, rng) for by in settings.changes]
        change.append([response(settings, one, memory) for one in moved])
        tired.append([response(settings, one, memory, compares=False) for one in moved])
        score += [settings.sharpness * max(float(moved[-1] @ one) for one in memory)]
        scores.append(score)
        same = tone(settings, 16.0, rng)
        again.append(response(settings, same, [*memory, moved[-1]]))
        recovered.append([response(settings, same, memory, pause=pause) for pause in settings.pauses])
    inputs.watch(settings.runs, settings.runs)
    curve, score = np.mean(curves, axis=0), np.mean(scores, axis=0)
    after, fatigue, back = np.mean(change, axis=0), np.mean(tired, axis=0), np.mean(recovered, axis=0)
    half = next((by for by, x in zip(settings.changes, after, strict=True) if x > curve[0] / 2), settings.changes[-1])

    # without noise and fading the fall is a closed form: m traces of one tone beside one of silence
    calm = [float(still(settings, m)) for m in range(settings.repeats)]
    a, b = np.exp(settings.alarm), np.exp(settings.sharpness)
    known = [a / (a + 1 + m * b) for m in range(settings.repeats)]

    numbers = (
        Number("first", float(curve[0]), "share"),
        Number("second", float(curve[1]), "share"),
        Number("last", float(curve[-1]), "share"),
        Number("same-after", float(after[0]), "share"),
        Number("small-change", float(after[2]), "share"),
        Number("middle-change", float(after[4]), "share"),
        Number("large-change", float(after[-1]), "share"),
        Number("half-change", half, digits=1),
        Number("fatigue-large-change", float(fatigue[-1]), "share"),
        Number("score-repeated", float(score[-2]), "nats"),
        Number("score-changed", float(score[-1]), "nats"),
        Number("pause", float(back[-1]), "share"),
        Number("dishabituation", float(np.mean(again) - after[0]), "share", digits=4),
        Number("closed-form", float(max(abs(x - y) for x, y in zip(calm, known, strict=True)))),
    )
    claims = (
        Claim("habituation", bool(np.all(np.diff(curve) < 0) and curve[-1] < curve[0] / 10),
              {"first": float(curve[0]), "last": float(curve[-1])}),
        Claim("return", bool(after[4] > 5 * curve[-1] and np.all(np.diff(after) > -5e-3)),
              {"before": float(curve[-1]), "after": float(after[4])}),
        Claim("slightest", bool(after[2] > curve[0] / 2), {"small": float(after[2]), "half": half}),
        Claim("fatigue", bool(abs(fatigue[-1] - fatigue[0]) < 1e-12), {"change": float(fatigue[-1] - fatigue[0])}),
        Claim("score", bool(score[-2] < score[0] and score[-1] > score[-2]),
              {"repeated": float(score[-2]), "changed": float(score[-1])}),
        Claim("pause", bool(np.all(np.diff(back) > 0)), {"last": float(back[0]), "later": float(back[-1])}),
        Claim("dishabituation", bool(numbers[12].value > 0.05), expected=False),
    )  # fmt: skip
    order = tuple(float(place + 1) for place in range(settings.repeats))
    far = tuple(map(float, settings.changes))
    panels = (
        Panel("experiment-novelty-repeat-title", "experiment-novelty-presentation", "experiment-novelty-response",
              (Line("experiment-novelty-compares", order, tuple(curve.tolist()), *_band(curves)),
               Line("experiment-novelty-blind", order, tuple(np.mean(blind, axis=0).tolist())))),
        Panel("experiment-novelty-change-title", "experiment-novelty-change", "experiment-novelty-response",
              (Line("experiment-novelty-compares", far, tuple(after.tolist()), *_band(change)),
               Line("experiment-novelty-blind", far, tuple(fatigue.tolist())))),
        Panel("experiment-novelty-pause-title", "experiment-novelty-wait", "experiment-novelty-response",
              (Line("", tuple(map(float, settings.pauses)), tuple(back.tolist()), *_band(recovered)),)),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def tone(settings: Settings, pitch: float, rng: np.random.Generator) -> Float[np.ndarray, " detector"]:
    """What the detectors answer to a tone, of length 1: only its direction is left, as in Sokolov's vector coding."""
    steps = np.arange(settings.detectors) - pitch
    made = np.exp(-(steps**2) / (2 * settings.width**2)) + settings.noise * rng.standard_normal(settings.detectors)
    return made / np.linalg.norm(made)


def trace(settings: Settings, rng: np.random.Generator) -> Float[np.ndarray, " detector"]:
    """What is in the memory before any tone: a direction that no tone of the experiment has."""
    return tone(settings, settings.detectors - 2.0, rng)


def response(
    settings: Settings,
    stimulus: Float[np.ndarray, " detector"],
    memory: list[np.ndarray],
    *,
    pause: int = 0,
    compares: bool = True,
) -> float:
    """One less what the memory matches: the share that falls to the sink, the score of what is in no trace.

    The stimulus is the query, traces are keys, each a little weaker with age. A memory that does not compare counts
    every trace alike whatever it is of: that is mere fatigue.
    """
    keys = np.stack(memory)
    age = np.arange(len(memory), 0, -1) + pause
    query = stimulus[None] if compares else np.zeros_like(stimulus)[None]
    bias = -settings.fading * age[None] + (0.0 if compares else settings.sharpness)
    sink = np.array([settings.alarm])
    met = look(query, keys, np.ones((len(keys), 1)), scale=settings.sharpness, bias=bias[None], sink=sink)
    return 1 - float(met["output"][0, 0])


def still(settings: Settings, traces: int) -> float:
    """The response to a tone after so many traces of it, without noise and fading, beside one unrelated trace."""
    keys = np.eye(2)[[1] + [0] * traces]
    sink = np.array([settings.alarm])
    return 1 - float(
        look(np.eye(2)[:1], keys, np.ones((len(keys), 1)), scale=settings.sharpness, sink=sink)["output"][0, 0]
    )


def _band(runs: list[list[float]]) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Where nineteen runs of twenty lie."""
    low, high = np.quantile(np.array(runs), (0.025, 0.975), axis=0)
    return tuple(low.tolist()), tuple(high.tolist())


EXPERIMENT = Experiment("novelty", Settings(), run, Settings(runs=8), seed=1963)
