"""One plain loop for the small models: seeded, scored on texts it never met, and gone on with after it was stopped."""

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from jaxtyping import Bool, Int

from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import readable_file, write_whole
from attnlab.models import recurrent
from attnlab.models.recurrent import Recurrence
from attnlab.models.small import MADE_OF, Parameters, Shape, draw, logits
from attnlab.tasks import Example, Task

NOTHING = -1  # where no symbol is asked for
KEPT_EVERY = 5.0  # seconds between two writings of a run's state
POOL = 10_000  # texts that a task is drawn for training, of all its sizes together
HELD = 400  # held-out texts that are drawn of each size
CURVE = 50  # figures that are kept of the losses
FORMAT = "attnlab training 1"
Form: TypeAlias = Shape | Recurrence  # of what is trained


@dataclass(frozen=True)
class Recipe:
    """How a small model is trained; the figures given here are those of `names`.

    >>> from attnlab.train import Recipe
    >>> Recipe(steps=100, batch=1).rate
    0.01
    """

    steps: int = 1000
    batch: int = 32
    """Texts a step."""
    rate: float = 0.01
    """Of Adam, falling in a straight line to 0."""
    betas: tuple[float, float] = (0.85, 0.99)
    std: float | None = 0.08
    """Of the first weights; None for 1/sqrt(in)."""
    seed: int = 0
    held_out: float = 0.1
    """The share of the texts that is set aside; of these, texts that were trained on as well are not scored."""
    clip: float = 0.0
    """The longest gradient, in the length of all of it; 0 for any."""
    look: int = 0
    """Steps between two looks at the held-out score; 0 for one at the end alone."""
    enough: float = 1.0
    """Two looks in a row at this score end the training."""


@dataclass(frozen=True)
class Trained:
    """Parameters and how they came about.

    >>> from attnlab.models.transformer import Shape
    >>> from attnlab.train import Recipe, train
    >>> texts = [[a, b] for a in range(8) for b in range(8)]
    >>> made = train(texts, Shape(symbols=9, heads=1, width=4, context=4), Recipe(steps=2, batch=4))
    >>> made.parameters["symbol"].shape, made.record["recipe"]["steps"]
    ((9, 4), 2)
    """

    parameters: Parameters
    record: dict[str, Any]


@dataclass(frozen=True, eq=False)
class Batch:
    """Some texts side by side: what is read, and what should be said at each place."""

    ids: Int[np.ndarray, "text position"]
    wanted: Int[np.ndarray, "text position"]
    """NOTHING where no symbol is asked for."""
    source: Int[np.ndarray, "text source"] | None = None
    real: Bool[np.ndarray, "text source"] | None = None


@runtime_checkable
class Lesson(Protocol):
    """What a model is trained on."""

    def about(self) -> dict[str, Any]:
        """Plain data that says what it is; the same for the same texts."""
        ...

    def batch(self, rng: np.random.Generator, count: int) -> Batch: ...

    def held_out(self) -> Mapping[str, Batch]:
        """Batches that are never trained on, by name."""
        ...


def rows(texts: Sequence[Sequence[int]], blank: int) -> Int[np.ndarray, "text position"]:
    """Texts of any length as one array, filled up at the end."""
    made = np.full((len(texts), max(map(len, texts))), blank)
    for number, text in enumerate(texts):
        made[number, : len(text)] = text
    return made


class Texts:
    """Each next symbol of each text; START, the last of the vocabulary, is put before and behind it.

    A text longer than the context is predicted as far as it goes. Raises LabError where the texts are too few to set
    one aside.
    """

    def __init__(self, texts: Sequence[Sequence[int]], shape: Form, recipe: Recipe, rng: np.random.Generator) -> None:
        order = rng.permutation(len(texts))
        kept = max(1, round(len(texts) * recipe.held_out))
        self.shape, self.count = shape, len(texts)
        self.pool = [texts[one] for one in order[kept:]]
        # a list may hold a text twice: the held-out loss is over texts that were never met
        met = {tuple(text) for text in self.pool}
        self.kept = [texts[one] for one in order[:kept] if tuple(texts[one]) not in met]
        if not self.kept or not self.pool:
            raise LabError("train-too-few", texts=len({tuple(text) for text in texts}))

    def about(self) -> dict[str, Any]:
        texts = json.dumps([[int(one) for one in text] for text in (*self.pool, *self.kept)])
        return {"texts": self.count, "sha256": sha256(texts.encode()).hexdigest()}

    def batch(self, rng: np.random.Generator, count: int) -> Batch:
        return self._of([self.pool[one] for one in rng.integers(0, len(self.pool), count)])

    def held_out(self) -> Mapping[str, Batch]:
        return {"held out": self._of(self.kept)}

    def _of(self, texts: Sequence[Sequence[int]]) -> Batch:
        start = self.shape.symbols - 1
        padded = rows([[start, *text, start][: self.shape.context + 1] for text in texts], NOTHING)
        return Batch(padded[:, :-1].clip(min=0), padded[:, 1:])


class Answers:
    """The answers of a task: the symbols that follow a text, or the translation of one.

    Each batch has texts of one size, the sizes that the task is trained on in turn; every size in `scored` has held-out
    texts of its own, those that are never trained on as well.
    """

    def __init__(
        self, task: Task, vocabulary: Sequence[str], rng: np.random.Generator, scored: Mapping[str, Sequence[int]]
    ) -> None:
        self.task, self.numbers = task, {piece: number for number, piece in enumerate(vocabulary)}
        self.scored = dict(scored)
        self.name = next((name for name, size in task.sizes.items() if len(size.trained) > 1), "")
        trained = task.sizes[self.name].trained if self.name else (None,)
        self.seed = int(rng.integers(2**31))
        count = POOL // len(trained)
        self.pools = [task.draw(count, self.seed + place, **self._sizes(one)) for place, one in enumerate(trained)]

    def _sizes(self, size: int | None) -> dict[str, int | None]:
        return {} if size is None else {self.name: size}

    def about(self) -> dict[str, Any]:
        drawn = json.dumps([[one.source, one.answer] for pool in self.pools for one in pool], ensure_ascii=False)
        return {"task": self.task.name, "sha256": sha256(drawn.encode()).hexdigest()}

    def batch(self, rng: np.random.Generator, count: int) -> Batch:
        pool = self.pools[int(rng.integers(len(self.pools)))]
        return self._of([pool[one] for one in rng.integers(0, len(pool), count)])

    def held_out(self) -> Mapping[str, Batch]:
        if not self.scored:
            return {"held out": self._of(self._kept())}
        return {
            f"{size} {name}": self._of(self._kept(**{name: size}))
            for name, sizes in self.scored.items()
            for size in sizes
        }

    def _kept(self, **sizes: int) -> list[Example]:
        """Held-out texts, each once: a short one that is drawn over and over counts as one."""
        return list({one.source: one for one in self.task.held_out(HELD, self.seed, **sizes)}.values())

    def _of(self, examples: Sequence[Example]) -> Batch:
        read = [[self.numbers[piece] for piece in one.pieces] for one in examples]
        said = [[self.numbers[piece] for piece in one.answer] for one in examples]
        if self.task.kind == "translate":
            start = len(self.numbers) - 1
            source = rows(read, NOTHING)
            heard = rows([[start, *one] for one in said], NOTHING).clip(min=0)
            return Batch(heard, rows([[*one, start] for one in said], NOTHING), source.clip(min=0), source >= 0)
        ids = rows([[*text, *answer[:-1]] for text, answer in zip(read, said, strict=True)], NOTHING)
        wanted = [[NOTHING] * (len(text) - 1) + answer for text, answer in zip(read, said, strict=True)]
        return Batch(ids.clip(min=0), rows(wanted, NOTHING))


Watch = Callable[[int, float], None]
"""Told each step's number and loss in nats a symbol."""
Look = Callable[[int, dict[str, float]], None]
"""Told the step and the share of held-out texts that were answered right, by their names."""


def train(
    texts: Sequence[Sequence[int]],
    shape: Form,
    recipe: Recipe,
    watch: Watch = lambda step, loss: None,
    *,
    path: Path | None = None,
) -> Trained:
    """Fit a small model to say each next symbol of each text; see `fit`.

    A text is a list of symbol ids; the last symbol of the vocabulary, START, is put before and behind it.

    >>> from attnlab.models.transformer import Shape
    >>> from attnlab.train import Recipe, train
    >>> texts = [[a, b] for a in range(8) for b in range(8)]
    >>> shape = Shape(symbols=9, heads=1, width=4, context=4)  # symbol 8 is START
    >>> made = train(texts, shape, Recipe(steps=5, batch=4))
    >>> made.record["texts"], made.record["held_out_texts"]
    (64, 6)
    """
    bring("torch", "hub", "train")
    rng = np.random.default_rng(recipe.seed)
    lesson = Texts(texts, shape, recipe, rng)
    made = fit(lesson, shape, recipe, rng, watch, path=path)
    return Trained(made.parameters, {
        "texts": len(texts),
        "held_out_texts": len(lesson.kept),
        "held_out_nats": made.record["held_out_nats"]["held out"],
        "bigram_nats": bigram(lesson.pool, lesson.kept, shape.symbols),
        "recipe": made.record["recipe"],
        "versions": made.record["versions"],
    })  # fmt: skip


def train_task(
    task: Task,
    vocabulary: Sequence[str],
    shape: Form,
    recipe: Recipe,
    watch: Watch = lambda step, loss: None,
    look: Look = lambda step, scores: None,
    *,
    scored: Mapping[str, Sequence[int]] | None = None,
    made_of: Int[np.ndarray, "symbol part"] | None = None,
    path: Path | None = None,
) -> Trained:
    """Fit a small model to answer a task's texts; see `fit`.

    `scored` names the sizes of held-out texts, such as {"pairs": (2, 64)}; `made_of` the parts of each symbol, where
    the shape has them.

    >>> from attnlab import tasks
    >>> from attnlab.models.transformer import Shape
    >>> from attnlab.train import Recipe, train_task
    >>> task = tasks.find("copy")
    >>> shape = Shape(symbols=len(task.vocabulary), heads=1, width=4, context=52)
    >>> made = train_task(task, task.vocabulary, shape, Recipe(steps=2, batch=4))
    >>> made.parameters["0.q"].shape, made.record["steps"]
    ((4, 4), 2)
    """
    bring("torch", "hub", "train")
    rng = np.random.default_rng(recipe.seed)
    lesson = Answers(task, vocabulary, rng, scored or {})
    fixed = {} if made_of is None else {MADE_OF: made_of}
    return fit(lesson, shape, recipe, rng, watch, look, fixed=fixed, path=path)


def fit(
    lesson: Lesson,
    shape: Form,
    recipe: Recipe,
    rng: np.random.Generator,
    watch: Watch = lambda step, loss: None,
    look: Look = lambda step, scores: None,
    *,
    fixed: Mapping[str, np.ndarray] | None = None,
    path: Path | None = None,
) -> Trained:
    """Fit a small transformer or recurrent network to a lesson by Adam on the mean loss over every symbol asked for.

    A held-out text counts as right where every symbol of its answer is the likeliest one; what is said step by step is
    then the answer. With a `path` the run's state is kept there every few seconds and a run that was stopped is gone
    on with, to the bit; the file goes when the run is done. Needs torch. The same seed, texts and versions give the
    same figures on the same machine. Raises LabError for a file at `path` that another run wrote.
    """
    torch = bring("torch", "hub", "train")
    if not 0 < recipe.rate < math.inf:
        raise LabError("train-rate", rate=str(recipe.rate))
    begun = time.monotonic()
    drawn: Any = recurrent.draw if isinstance(shape, Recurrence) else draw
    parameters = {
        name: torch.tensor(x, dtype=torch.float32, requires_grad=True)
        for name, x in drawn(shape, std=recipe.std, seed=recipe.seed).items()
    }
    constant = {name: torch.as_tensor(np.asarray(x)) for name, x in (fixed or {}).items()}
    adam = torch.optim.Adam(parameters.values(), lr=recipe.rate, betas=recipe.betas)
    state = _State(path, _hash(lesson, shape, recipe), parameters, adam, rng)
    step, curve, looks = state.read()
    held = lesson.held_out()
    good = 0
    while step < recipe.steps:
        for group in adam.param_groups:
            group["lr"] = recipe.rate * (1 - step / recipe.steps)
        loss = _loss(torch, parameters | constant, shape, lesson.batch(rng, recipe.batch))
        adam.zero_grad()
        loss.backward()
        if recipe.clip:
            torch.nn.utils.clip_grad_norm_(parameters.values(), recipe.clip)
        adam.step()
        step += 1
        curve.append(float(loss.detach()))
        watch(step, curve[-1])
        if recipe.look and step % recipe.look == 0:
            scores = {name: _score(torch, parameters | constant, shape, batch) for name, batch in held.items()}
            looks.append({"step": step, "scores": scores})
            look(step, scores)
            good = good + 1 if min(scores.values()) >= recipe.enough else 0
            if good == 2:
                break
        state.keep(step, curve, looks)

    with torch.no_grad():
        nats = {name: float(_loss(torch, parameters | constant, shape, batch)) for name, batch in held.items()}
    scores = {name: _score(torch, parameters | constant, shape, batch) for name, batch in held.items()}
    record = lesson.about() | {
        "steps": step,
        "held_out": scores,
        "held_out_texts": {name: len(batch.ids) for name, batch in held.items()},
        "held_out_nats": nats,
        "loss": [
            round(float(np.mean(some)), 5) for some in np.array_split(curve, min(50, len(curve)) or 1) if len(some)
        ],
        "looks": looks,
        "seconds": round(time.monotonic() - begun, 1),
        "recipe": asdict(recipe) | {"betas": list(recipe.betas)},
        "versions": {"attnlab": version("attnlab"), "torch": torch.__version__.split("+")[0], "numpy": np.__version__},
    }
    state.done()
    return Trained({name: x.detach().numpy() for name, x in parameters.items()} | dict(fixed or {}), record)


def bigram(pool: Sequence[Sequence[int]], held_out: Sequence[Sequence[int]], symbols: int) -> float:
    """Held-out surprise, in nats a symbol, of a table of which symbol follows which (counts plus one)."""
    start = symbols - 1
    counts = np.ones((symbols, symbols))
    for text in pool:
        np.add.at(counts, ([start, *text], [*text, start]), 1)
    share = np.log(counts / counts.sum(axis=1, keepdims=True))
    found = [share[[start, *text], [*text, start]] for text in held_out]
    return float(-np.concatenate(found).mean())


def _said(torch: Any, parameters: Parameters, shape: Form, batch: Batch) -> Any:
    if isinstance(shape, Recurrence):
        return recurrent.logits(parameters, shape, torch.as_tensor(batch.ids))
    source, real = (None if x is None else torch.as_tensor(x) for x in (batch.source, batch.real))
    return logits(parameters, shape, torch.as_tensor(batch.ids), source=source, real=real)


def _loss(torch: Any, parameters: Parameters, shape: Form, batch: Batch) -> Any:
    """Mean loss over every symbol that is asked for."""
    said, wanted = _said(torch, parameters, shape, batch), torch.as_tensor(batch.wanted)
    if batch.source is None:  # most places of a text ask for nothing: no logits are compared there
        asked = wanted != NOTHING
        return torch.nn.functional.cross_entropy(said[asked], wanted[asked])
    return torch.nn.functional.cross_entropy(said.flatten(0, 1), wanted.flatten(), ignore_index=NOTHING)


def _score(torch: Any, parameters: Parameters, shape: Form, batch: Batch) -> float:
    """The share of texts of which every symbol that is asked for is the likeliest."""
    with torch.no_grad():
        best = _said(torch, parameters, shape, batch).argmax(-1)
    wanted = torch.as_tensor(batch.wanted)
    return float(((best == wanted) | (wanted == NOTHING)).all(-1).double().mean())


def _hash(lesson: Lesson, shape: Form, recipe: Recipe) -> str:
    about = {"lesson": lesson.about(), "shape": shape.record(), "recipe": asdict(recipe)}
    return sha256(json.dumps(about, sort_keys=True).encode()).hexdigest()


@dataclass(eq=False)
class _State:
    """What a run is gone on with: weights, Adam's moments, the place in the run and in the random numbers."""

    path: Path | None
    run: str
    parameters: dict[str, Any]
    adam: Any
    rng: np.random.Generator
    last: float = field(default_factory=time.monotonic)

    def keep(self, step: int, curve: list[float], looks: list[dict[str, Any]]) -> None:
        if self.path is None or time.monotonic() - self.last < KEPT_EVERY:
            return
        self.last = time.monotonic()
        from safetensors.numpy import save

        about = {"step": step, "curve": curve, "looks": looks, "rng": self.rng.bit_generator.state}
        arrays = {}
        for name, x in self.parameters.items():
            moments = self.adam.state[x]
            arrays |= {name: x.detach().numpy(), f"first {name}": moments["exp_avg"].numpy(),
                       f"second {name}": moments["exp_avg_sq"].numpy()}  # fmt: skip
        words = {"format": FORMAT, "run": self.run, "about": json.dumps(about)}
        write_whole(self.path, save({name: np.ascontiguousarray(x) for name, x in arrays.items()}, words))

    def read(self) -> tuple[int, list[float], list[dict[str, Any]]]:
        """Take up what an earlier run left, if there is anything."""
        if self.path is None or not self.path.exists():
            return 0, [], []
        import torch
        from safetensors import SafetensorError, safe_open

        readable_file(self.path)
        try:
            with safe_open(self.path, framework="pt") as file:
                words = file.metadata() or {}
                if words.get("format") != FORMAT or words.get("run") != self.run:
                    raise LabError("train-part-foreign", path=str(self.path))
                about = json.loads(words["about"])
                with torch.no_grad():
                    for name, x in self.parameters.items():
                        x.copy_(file.get_tensor(name))
                        self.adam.state[x] = {
                            "step": torch.tensor(float(about["step"])),
                            "exp_avg": file.get_tensor(f"first {name}"),
                            "exp_avg_sq": file.get_tensor(f"second {name}"),
                        }
            self.rng.bit_generator.state = about["rng"]
            return about["step"], about["curve"], about["looks"]
        except (SafetensorError, OSError, ValueError, KeyError, TypeError, RuntimeError, RecursionError):
            raise LabError("train-part-foreign", path=str(self.path)) from None

    def done(self) -> None:
        if self.path is not None:
            self.path.unlink(missing_ok=True)
