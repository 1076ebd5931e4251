"""A look-up by hard choice and the same one softened: alike when it is cold, and only one of them can be trained."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.experiments.looks import look
from attnlab.figures import entropy, top_share


@dataclass(frozen=True)
class Settings:
    """A table of keys and values, drawn normal; each query is one of the keys with some noise."""

    keys: int = 8
    dim: int = 16
    queries: int = 1000
    noise: float = 0.5
    """Deviation of a query's numbers from those of its key."""
    temperatures: tuple[float, ...] = (1 / 64, 1 / 16, 1 / 4, 1 / 2, 1.0, 2.0, 4.0, 16.0, 64.0, 256.0)
    tasks: int = 64
    """Tables of which one key is lost and has to be learnt."""
    steps: int = 200
    rate: float = 0.5
    nudge: float = 1e-4
    """By how much a number is moved to see what it does to the answer."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Answer the same queries at every temperature and by the hard choice; then learn a lost key by both."""
    rng = np.random.default_rng(inputs.seed)
    keys = rng.standard_normal((settings.keys, settings.dim))
    values = rng.standard_normal((settings.keys, settings.dim))
    meant = rng.integers(settings.keys, size=settings.queries)
    queries = keys[meant] + settings.noise * rng.standard_normal((settings.queries, settings.dim))

    chosen = hard(queries, keys, values)
    swept = [look(queries, keys, values, scale=settings.dim**-0.5 / t) for t in settings.temperatures]
    gap = [float(np.abs(one["output"] - chosen).mean()) for one in swept]
    even = [float(np.abs(one["output"] - values.mean(axis=0)).mean()) for one in swept]
    largest = [float(top_share(one["weight"]).mean()) for one in swept]
    spread = [float(entropy(one["weight"]).mean()) for one in swept]

    # the slope of the answer along one random direction of each query, by moving it both ways
    way = rng.standard_normal(queries.shape)
    way /= np.linalg.norm(way, axis=-1, keepdims=True)
    moved = {"hard": slope(queries, way, keys, values, settings, None),
             "soft": slope(queries, way, keys, values, settings, 1.0)}  # fmt: skip

    warmth = tuple(t for t in settings.temperatures if t <= 16)
    losses = {}
    for done, t in enumerate((None, *warmth)):
        inputs.watch(done, len(warmth) + 1)
        losses[t] = learnt(settings, inputs.seed, t)
    inputs.watch(len(warmth) + 1, len(warmth) + 1)
    begun, stays = losses[None][0], losses[None][-1]
    soft = losses[1.0] if 1.0 in losses else losses[warmth[-1]]
    ended = {t: float(loss[-1].mean() / loss[0].mean()) for t, loss in losses.items()}
    best = min(warmth, key=lambda t: ended[t])

    numbers = (
        Number("cold", gap[0], digits=4),
        Number("warm", even[-1], digits=4),
        Number("cold-entropy", spread[0], "nats"),
        Number("warm-entropy", spread[-1], "nats"),
        Number("hard-flat", float((moved["hard"] == 0).mean()), "share"),
        Number("soft-flat", float((moved["soft"] == 0).mean()), "share"),
        Number("hard-loss", float(stays.mean() / begun.mean()), "share"),
        Number("soft-loss", ended[1.0] if 1.0 in ended else ended[warmth[-1]], "share"),
        Number("cold-loss", ended[warmth[0]], "share"),
        Number("best-temperature", best),
        Number("best-loss", ended[best], "share"),
    )
    rising = bool(np.all(np.diff(spread) > 0) and np.all(np.diff(largest) < 0))
    claims = (
        Claim("between", rising and spread[0] < 0.1 and bool(spread[-1] > 0.999 * np.log(settings.keys))),
        Claim("flat", numbers[4].value > 0.99 and numbers[5].value == 0, {"share": numbers[4].value}),
        Claim("trains", bool(np.all(stays == begun)) and ended[best] < 0.5,
              {"soft": ended[best], "temperature": best}),
        Claim("any-temperature", all(ended[t] < 0.5 for t in warmth),
              {"cold": warmth[0], "left": ended[warmth[0]]}, expected=False),
    )  # fmt: skip
    taus = tuple(map(float, settings.temperatures))
    steps = tuple(map(float, range(len(soft))))
    panels = (
        Panel("experiment-lookup-sweep-title", "experiment-lookup-temperature", "experiment-share",
              (Line("experiment-lookup-largest", taus, tuple(largest)),
               Line("experiment-lookup-spread", taus, tuple(x / float(np.log(settings.keys)) for x in spread))),
              log_x=True),
        Panel("experiment-lookup-training-title", "experiment-lookup-step", "experiment-lookup-loss",
              tuple(Line(label, steps, tuple(map(float, loss.mean(axis=-1) / loss[0].mean())))
                    for label, loss in (("experiment-lookup-hard", losses[None]), ("experiment-lookup-soft", soft)))),
        Panel("experiment-lookup-left-title", "experiment-lookup-temperature", "experiment-lookup-loss",
              (Line("experiment-lookup-soft", tuple(map(float, warmth)), tuple(ended[t] for t in warmth)),
               Line("experiment-lookup-hard", tuple(map(float, warmth)), (ended[None],) * len(warmth))), log_x=True),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def hard(
    q: Float[np.ndarray, "*batch query dim"],
    k: Float[np.ndarray, "*batch key dim"],
    v: Float[np.ndarray, "*batch key value_dim"],
) -> Float[np.ndarray, "*batch query value_dim"]:
    """The value of the one key that matches best."""
    return np.eye(k.shape[-2])[np.argmax(q @ k.mT, axis=-1)] @ v


def answer(
    q: Float[np.ndarray, "*batch query dim"],
    k: Float[np.ndarray, "*batch key dim"],
    v: Float[np.ndarray, "*batch key value_dim"],
    temperature: float | None,
) -> Float[np.ndarray, "*batch query value_dim"]:
    """By the hard choice where there is no temperature."""
    return hard(q, k, v) if temperature is None else look(q, k, v, scale=q.shape[-1] ** -0.5 / temperature)["output"]


def slope(
    queries: Float[np.ndarray, "query dim"],
    way: Float[np.ndarray, "query dim"],
    keys: Float[np.ndarray, "key dim"],
    values: Float[np.ndarray, "key value_dim"],
    settings: Settings,
    temperature: float | None,
) -> Float[np.ndarray, " query"]:
    """How fast each answer moves with its query, by central differences."""
    there, back = (answer(queries + side * settings.nudge * way, keys, values, temperature) for side in (1, -1))
    return np.linalg.norm(there - back, axis=-1) / (2 * settings.nudge)


def learnt(settings: Settings, seed: int, temperature: float | None) -> Float[np.ndarray, "step task"]:
    """The loss of every task at every step of descent on one lost key, its slope taken by central differences.

    The query and the value that it should bring are known, and so are all other keys; the lost one begins anywhere.
    """
    rng = np.random.default_rng([seed, 1])
    shape = (settings.tasks, settings.keys, settings.dim)
    k, v = rng.standard_normal(shape), rng.standard_normal(shape)
    q, lost = rng.standard_normal((2, settings.tasks, settings.dim))
    moves = settings.nudge * np.concatenate([np.zeros((1, settings.dim)), np.eye(settings.dim), -np.eye(settings.dim)])
    tried, brought = np.repeat(k[None], len(moves), axis=0), np.repeat(v[None], len(moves), axis=0)
    asked = np.repeat(q[None, :, None], len(moves), axis=0)
    losses = []
    for _ in range(settings.steps):
        tried[:, :, 0] = lost + moves[:, None]
        made = answer(asked, tried, brought, temperature)[..., 0, :]
        loss = ((made - v[:, 0]) ** 2).mean(axis=-1)
        losses.append(loss[0])
        up, down = loss[1 : 1 + settings.dim], loss[1 + settings.dim :]
        lost = lost - settings.rate * (up - down).T / (2 * settings.nudge)
    return np.stack(losses)


EXPERIMENT = Experiment("lookup", Settings(), run, Settings(queries=200, tasks=8, steps=100))
