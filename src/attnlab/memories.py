"""Who remembers what stood far back: recurrent networks and kinds of attention, trained on the same texts.

Each says what it costs beside what it can do: steps one after another, multiply-adds, what it keeps of the past, and
the edges that it has lost.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from math import prod
from typing import Any, Literal, TypeAlias, cast, get_args

import numpy as np
from jaxtyping import Float, Int

from attnlab.extras import bring
from attnlab.models import recurrent
from attnlab.models.recurrent import Kind, Recurrence
from attnlab.models.small import Parameters, Shape
from attnlab.models.transformer import Run, decoder, embed, unembed
from attnlab.models.transformer import draw as draw_transformer
from attnlab.tasks import Example, Task, find
from attnlab.tasks.recall import MOST_BACK
from attnlab.train import Form, Recipe, train, train_task
from attnlab.variants import Pattern, price

Rival: TypeAlias = Literal["rnn", "lstm", "full", "strided", "window", "linear"]
RIVALS: tuple[Rival, ...] = get_args(Rival)
Lesson: TypeAlias = Literal["mixed", "far"]
MIXED = (2, 4, 8, 16, 32)
FAR = (32,)
LESSONS: Mapping[Lesson, tuple[int, ...]] = {"mixed": MIXED, "far": FAR}
"""The distances of the texts that are trained on: near and far ones in turn, or far ones alone."""
DISTANCES = (2, 4, 8, 12, 16, 24, 32, 64, 128)
HELD = 250  # held-out texts of each distance, before those drawn twice are left out
WEIGHED = 32  # of them, those of which gradients are taken
HEADS = 2
NAME = 24  # the most places of a name
RECIPE = Recipe(steps=600, batch=64, rate=0.005, betas=(0.9, 0.999), std=None, clip=1.0, look=25, enough=0.995)
Watch: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True)
class Cost:
    """What reading a text of so many places takes, the output matrix apart."""

    places: int
    steps: int
    """That must be taken one after another: a recurrent network's places, a transformer's layers."""
    multiply_adds: int
    kept: int
    """Numbers that must be held of the past, so that the next place can be read."""
    edges: int
    """Of full attention, in one head of one layer."""
    lost: int
    """Of these, edges that are not there; all of them where there is no attention."""


@dataclass(frozen=True)
class Learned:
    """What one training came to, by the distances of the comparison."""

    seed: int
    steps: int
    learned: int | None
    """The step from which on every held-out text of the trained distances was answered right, but for 0.5 %."""
    right: tuple[float, ...]
    """The share of held-out texts answered right. A guess is right once in ten."""
    gradient: tuple[float, ...]
    """The length of the right answer's logit's gradient with respect to the value's embedding, mean over texts."""


@dataclass(frozen=True)
class Contender:
    """One way to remember: its sizes, its price, and what its trainings came to."""

    name: Rival
    shape: Form
    parameters: int
    costs: tuple[Cost, ...]
    untrained: tuple[float, ...]
    """`Learned.gradient` before the first step, mean over the seeds."""
    lessons: Mapping[Lesson, tuple[Learned, ...]]
    """One training a seed."""
    nats: tuple[float, ...] = ()
    """Held-out loss on the local texts, in nats a symbol, one a seed; empty where there were none."""

    def right(self, lesson: Lesson) -> Float[np.ndarray, " distance"]:
        """Mean over the seeds."""
        return np.mean([one.right for one in self.lessons[lesson]], axis=0)

    def gradient(self, lesson: Lesson) -> Float[np.ndarray, " distance"]:
        """Mean over the seeds."""
        return np.mean([one.gradient for one in self.lessons[lesson]], axis=0)

    def reach(self, lesson: Lesson, least: float = 0.95) -> int:
        """How far back it remembers: the last distance of those asked up to which it was right so often; 0 for none."""
        good = self.right(lesson) >= least
        return 0 if not good[0] else self.costs[int(good.argmin() if not good.all() else len(good)) - 1].places - 1


@dataclass(frozen=True)
class Comparison:
    """Several ways to remember, on the same texts."""

    contenders: tuple[Contender, ...]
    distances: tuple[int, ...]
    seeds: tuple[int, ...]
    recipe: Recipe
    reach: int
    """Of window and stride, in places."""
    texts: tuple[int, ...]
    """Different held-out texts of each distance, of the first seed."""
    seconds: float
    names: int = 0
    """Local texts, those held out among them."""
    pairs: float | None = None
    """What a table of letter pairs has on them, in nats a symbol, mean over the seeds."""

    def record(self) -> dict[str, Any]:
        """Plain data, with all that is needed to make it again."""
        made = asdict(self)
        return made | {
            "trained": {name: list(some) for name, some in LESSONS.items()},
            "versions": {name: version(name) for name in ("attnlab", "torch", "numpy")},
        }


def remember(
    rivals: Sequence[Rival] = RIVALS,
    *,
    width: int = 32,
    layers: int = 2,
    reach: int = 4,
    recipe: Recipe = RECIPE,
    seeds: int = 1,
    distances: Sequence[int] = DISTANCES,
    names: Sequence[str] = (),
    watch: Watch = lambda done, total: None,
) -> Comparison:
    """Train each rival to say a value that stood far back, and compare what they can do and what it costs.

    All have the same width. Transformers are layers of attention alone, of two heads and without positions: where the
    value stands need not be known. Each is trained twice: on texts near and far in turn, and on far ones alone, where
    no near text shows the way. `names` are local texts, for which each is trained once more, with learned positions.
    The seeds are those from `recipe.seed` on. Needs torch. Raises LabError for sizes that do not go together.

    >>> import attnlab
    >>> from attnlab.train import Recipe
    >>> short = Recipe(steps=1, batch=2)
    >>> made = attnlab.remember(["window"], width=4, layers=1, recipe=short, distances=[8])
    >>> cost = made.contenders[0].costs[0]  # of nine places, in one layer
    >>> cost.steps, cost.edges, cost.lost
    (1, 45, 15)
    """
    bring("torch", "hub", "attnlab remember")
    begun, task = time.monotonic(), find("remember")
    for name in rivals:  # sizes that do not go together are refused before the work
        shape_of(name, len(task.vocabulary), width=width, layers=layers, reach=reach)
    every = range(recipe.seed, recipe.seed + seeds)
    asked = {seed: {one: _held_out(task, seed, one) for one in distances} for seed in every}
    if names:  # too few are refused before the work, not after half of it
        _local(names, rivals[0], replace(recipe, steps=0), width, layers, reach, lambda step, loss: None)
    told = _Told(watch, recipe.steps, len(rivals) * len(every) * (len(LESSONS) + bool(names)))
    contenders, pairs = [], []
    for name in rivals:
        shape = shape_of(name, len(task.vocabulary), width=width, layers=layers, reach=reach)
        made: dict[Lesson, list[Learned]] = {lesson: [] for lesson in LESSONS}
        untrained, nats = [], []
        for seed in every:
            own = replace(recipe, seed=seed)
            untrained.append(_gradients(task, _drawn(shape, own), shape, asked[seed]))
            for lesson, trained in LESSONS.items():
                made[lesson].append(_learn(task, shape, own, trained, asked[seed], told))
                told.finish()
            if names:
                record = _local(names, name, own, width, layers, reach, told)
                nats.append(record["held_out_nats"])
                pairs.append(record["bigram_nats"])
                told.finish()
        contenders.append(Contender(
            name, shape, parameter_count(shape), tuple(cost(shape, distance + 1) for distance in distances),
            tuple(np.mean(untrained, axis=0).tolist()), {lesson: tuple(some) for lesson, some in made.items()},
            tuple(nats),
        ))  # fmt: skip
    return Comparison(
        tuple(contenders), tuple(distances), tuple(every), recipe, reach,
        tuple(len(some) for some in asked[every[0]].values()), round(time.monotonic() - begun, 1),
        len(names), float(np.mean(pairs)) if pairs else None,
    )  # fmt: skip


def shape_of(
    name: Rival,
    symbols: int,
    *,
    width: int,
    layers: int,
    reach: int,
    context: int = MOST_BACK + 1,
    places: bool = False,
) -> Form:
    """The shape of a rival; `places` gives a transformer learned positions."""
    if name in get_args(Kind):
        return Recurrence(symbols, cast(Kind, name), width, context)
    return Shape(
        symbols, layers, HEADS, width, context, hidden=0, embed_norm=False, last_norm=True,
        positions="learned" if places else "none", pattern=cast(Pattern, name), reach=reach,
    )  # fmt: skip


def cost(shape: Form, places: int) -> Cost:
    """What reading a text of so many places takes, by counting; see `Cost`."""
    if isinstance(shape, Recurrence):
        each = 2 * shape.width * shape.parts * shape.width
        edges = places * (places + 1) // 2
        held = shape.width * (2 if shape.kind == "lstm" else 1)
        return Cost(places, shape.steps(places), places * each, held, edges, edges)
    one = price(shape.pattern, places, reach=shape.reach, dim=shape.dim)
    each = 4 * shape.width**2 + 2 * shape.width * shape.hidden
    held = (
        shape.heads * shape.dim * (shape.dim + 1)
        if shape.pattern == "linear"
        else 2 * shape.width * _seen(shape, places)
    )
    return Cost(
        places, shape.layers, shape.layers * (places * each + shape.heads * one.multiply_adds), shape.layers * held,
        one.edges, one.lost,
    )  # fmt: skip


def _seen(shape: Shape, places: int) -> int:
    """How many of the places so far any later one may see: a stride comes back to every one of them."""
    return min(places, shape.reach - 1) if shape.pattern == "window" else places


def parameter_count(shape: Form) -> int:
    """How many numbers are trained."""
    return sum(prod(size) for size in shape.parameters().values())


@dataclass
class _Told:
    """Counts the steps of all trainings together; one that ends early has done them all."""

    watch: Watch
    steps: int
    trainings: int
    finished: int = 0

    def __call__(self, step: int, loss: float) -> None:
        self.watch(self.finished * self.steps + step, self.trainings * self.steps)

    def finish(self) -> None:
        self.finished += 1
        self(0, 0.0)


def _learn(
    task: Task, shape: Form, recipe: Recipe, trained: tuple[int, ...], asked: Mapping[int, list[Example]], told: _Told
) -> Learned:
    lesson = replace(task, sizes={"distance": replace(task.sizes["distance"], usual=trained[-1], trained=trained)})
    made = train_task(lesson, task.vocabulary, shape, recipe, told, scored={"distance": trained})
    looks = made.record["looks"]
    good = [min(one["scores"].values()) >= recipe.enough for one in looks]
    # the first of the looks in a row that last to the end
    last = next((place for place in reversed(range(len(good))) if not good[place]), -1) + 1
    learned = looks[last]["step"] if last < len(good) else None
    return Learned(
        recipe.seed, made.record["steps"], learned, _right(task, made.parameters, shape, asked),
        _gradients(task, made.parameters, shape, asked),
    )  # fmt: skip


def _local(
    names: Sequence[str], name: Rival, recipe: Recipe, width: int, layers: int, reach: int, told: Callable
) -> dict[str, Any]:
    """How well a rival learns to say the next letter of a name, where what matters stands near."""
    letters = {letter: number for number, letter in enumerate(sorted(set("".join(names))))}
    shape = shape_of(
        name, len(letters) + 1, width=width, layers=layers, reach=reach, context=NAME, places=True
    )  # fmt: skip
    texts = [[letters[letter] for letter in one] for one in names]
    return train(texts, shape, replace(recipe, look=0), told).record


def _held_out(task: Task, seed: int, distance: int) -> list[Example]:
    """Different texts that are never trained on: there are few near ones."""
    return list(dict.fromkeys(task.held_out(HELD, seed, distance=distance)))


def _drawn(shape: Form, recipe: Recipe) -> Parameters:
    draw = recurrent.draw if isinstance(shape, Recurrence) else draw_transformer
    return cast(Any, draw)(shape, std=recipe.std, seed=recipe.seed)


def said_from(parameters: Parameters, shape: Form, x: Float[Any, "text place width"]) -> Float[Any, "text symbol"]:
    """The logits of each text's last place, from the embeddings of its places."""
    if isinstance(shape, Recurrence):
        return recurrent.states(parameters, shape, x)[..., -1, :] @ parameters["next"]
    run = Run(parameters, shape)
    return unembed(run, decoder(run, x, None)[..., -1:, :])[..., 0, :]


def _embedded(parameters: Parameters, shape: Form, ids: Int[Any, "text place"]) -> Float[Any, "text place width"]:
    return parameters["symbol"][ids] if isinstance(shape, Recurrence) else embed(Run(parameters, shape), ids)


def _ids(task: Task, examples: Sequence[Example]) -> tuple[Any, Any]:
    torch = bring("torch", "hub", "attnlab remember")
    number = {piece: place for place, piece in enumerate(task.vocabulary)}
    read = torch.tensor([[number[piece] for piece in one.pieces] for one in examples])
    return read, torch.tensor([number[one.answer[0]] for one in examples])


def _right(task: Task, parameters: Parameters, shape: Form, asked: Mapping[int, list[Example]]) -> tuple[float, ...]:
    torch = bring("torch", "hub", "attnlab remember")
    weights, found = {name: torch.as_tensor(x) for name, x in parameters.items()}, []
    with torch.no_grad():
        for examples in asked.values():
            ids, answers = _ids(task, examples)
            best = said_from(weights, shape, _embedded(weights, shape, ids)).argmax(-1)
            found.append(float((best == answers).double().mean()))
    return tuple(found)


def _gradients(
    task: Task, parameters: Parameters, shape: Form, asked: Mapping[int, list[Example]]
) -> tuple[float, ...]:
    found = []
    for examples in asked.values():
        ids, answers = _ids(task, examples[:WEIGHED])
        found.append(float(np.mean(gradient(parameters, shape, ids, answers))))
    return tuple(found)


def gradient(
    parameters: Parameters, shape: Form, ids: Int[Any, "text place"], answers: Int[Any, " text"], place: int = 0
) -> Float[np.ndarray, " text"]:
    """How much the logit of each text's answer hangs on the embedding at a place: the length of its gradient.

    In float64, so that what has shrunk a thousandfold at every place is still told from 0. Source: Bengio et al. 1994,
    section 4; Pascanu et al. 2013.
    """
    torch = bring("torch", "hub", "gradient")
    weights = {name: torch.as_tensor(np.asarray(x)).double() for name, x in parameters.items()}
    x = _embedded(weights, shape, torch.as_tensor(ids)).detach().requires_grad_()
    said = said_from(weights, shape, x)
    said[torch.arange(len(said)), torch.as_tensor(answers)].sum().backward()
    return x.grad[:, place].norm(dim=-1).numpy()
