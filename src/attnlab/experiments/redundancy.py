"""How many heads can go, and is head number 3 the same head in another training? Heads switched off one by one, in
pairs and in turn; and the same training with other seeds."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from importlib.util import find_spec
from itertools import combinations

import numpy as np
from jaxtyping import Float

from attnlab.arrays import to_numpy
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.extras import bring
from attnlab.formula import Call
from attnlab.models import load
from attnlab.models.small import Small
from attnlab.models.transformer import logits
from attnlab.probe import Site, Stage
from attnlab.recipes import make, plan
from attnlab.tasks import Example, find
from attnlab.train import NOTHING, rows

Head = tuple[Site, int]


@dataclass(frozen=True)
class Settings:
    """Whose heads are switched off, and what is trained anew to see whether heads keep their numbers."""

    models: tuple[str, ...] = ("copy", "agreement", "numbers-ru", "numbers-et", "grammar-ru", "grammar-et")
    texts: int = 150
    spared: float = 0.01
    """A head can go where the share of right answers falls by no more than this."""
    harm: float = 0.1
    """A pair backs each other up where both can go alone, and together this share is lost."""
    seeds: int = 5
    """Trainings of `trained`; 0 for none."""
    trained: str = "copy"
    steps: int = 1000
    looked: int = 60
    """Texts whose maps are compared between trainings."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Switch heads off in the shipped models; then, if there is torch and time, train one anew with other seeds."""
    trains = settings.seeds > 1 and find_spec("torch") is not None
    parts = len(settings.models) + (settings.seeds if trains else 0)
    numbers, panels, outcomes = [], [], {}
    for done, name in enumerate(settings.models):
        inputs.watch(done, parts)
        model = load(name)
        assert isinstance(model, Small)
        outcomes[name] = mine = switched_off(model, settings, inputs.seed, partial(inputs.watch, done, parts))
        numbers += [
            Number(f"{name}-heads", len(mine.heads), "count"),
            Number(f"{name}-clean", mine.clean, "share"),
            Number(f"{name}-spared", len(mine.spared), "count"),
            Number(f"{name}-together", mine.together, "count"),
            Number(f"{name}-backups", len(mine.backups), "count"),
            Number(f"{name}-beyond", mine.most_beyond, "share"),
        ]
    names = tuple(outcomes)
    x = tuple(map(float, range(len(names))))
    panels.append(Panel(
        "experiment-redundancy-spared-title", "experiment-redundancy-model", "experiment-redundancy-heads",
        tuple(Line(f"experiment-redundancy-{label}", x, tuple(float(count(outcomes[name])) for name in names))
              for label, count in (("all", lambda one: len(one.heads)), ("alone", lambda one: len(one.spared)),
                                   ("at-once", lambda one: one.together))),
        kind="bars", names=names,
    ))  # fmt: skip
    panels.append(
        Panel(
            "experiment-redundancy-curve-title",
            "experiment-redundancy-gone",
            "experiment-redundancy-right",
            tuple(Line(name, tuple(map(float, range(len(one.curve)))), one.curve) for name, one in outcomes.items()),
        )
    )
    every, spared = (sum(len(some) for some in found) for found in (
        [one.heads for one in outcomes.values()], [one.spared for one in outcomes.values()]))  # fmt: skip
    pairs = sum(len(one.backups) for one in outcomes.values())
    claims = [
        Claim("part", spared > 0, {"spared": spared, "heads": every}),
        Claim("most", 2 * spared > every, {"spared": spared, "heads": every}),
        Claim("sum", pairs == 0, {"pairs": pairs}, expected=False),
        Claim("together", all(one.together == len(one.spared) for one in outcomes.values()),
              {"alone": spared, "together": sum(one.together for one in outcomes.values())}, expected=False),
    ]  # fmt: skip
    missing: tuple[str, ...] = ("experiment-redundancy-untrained",)
    if trains:
        more, missing = _other_seeds(settings, inputs, parts), ()
        numbers, claims, panels = [*numbers, *more.numbers], [*claims, *more.claims], [*panels, *more.panels]
    inputs.watch(parts, parts)
    return Findings(tuple(numbers), tuple(claims), tuple(panels), missing)


# --- heads switched off -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SwitchedOff:
    """What a model still answers without some of its heads."""

    heads: tuple[Head, ...]
    clean: float
    alone: Mapping[Head, float]
    """The share answered right without this head."""
    spared: tuple[Head, ...]
    backups: tuple[tuple[Head, Head], ...]
    most_beyond: float
    """The largest loss of a pair beyond the sum of what each loses alone."""
    curve: tuple[float, ...]
    """The share answered right with so many heads gone, each time the one that is missed least."""
    together: int
    """How many can go at once on that way."""


def switched_off(model: Small, settings: Settings, seed: int, beat: Callable[[], None] = lambda: None) -> SwitchedOff:
    """Every head alone, every pair, and one after another, the least missed first (after Michel et al. 2019).

    `beat` is called between two of them; what it raises ends the work.
    """
    texts = several(model, _drawn(model.task, settings.texts, seed))
    heads = tuple((site, head) for site in model.sites for head in range(model.heads(site)))
    clean = accuracy(model, texts, ())
    alone = {head: accuracy(model, texts, (head,)) for head in heads}
    spared = tuple(head for head in heads if clean - alone[head] <= settings.spared)
    backups, beyond = [], 0.0
    for pair in combinations(heads, 2):
        beat()
        lost = clean - accuracy(model, texts, pair)
        beyond = max(beyond, lost - sum(clean - alone[head] for head in pair))
        if lost >= settings.harm and all(head in spared for head in pair):
            backups.append(pair)
    curve, gone, left = [clean], [], list(heads)
    while left:
        found = {head: accuracy(model, texts, (*gone, head)) for head in left}
        best = max(left, key=lambda head: found[head])
        curve.append(found[best])
        gone.append(best)
        left.remove(best)
        if found[best] < clean - settings.harm:  # beyond this nothing is spared any more
            break
    together = next((n - 1 for n, right in enumerate(curve) if clean - right > settings.spared), len(curve) - 1)
    return SwitchedOff(heads, clean, alone, spared, tuple(backups), beyond, tuple(curve), together)


@dataclass(frozen=True)
class Several:
    """Texts side by side: what is read, and what should be said where."""

    ids: np.ndarray
    wanted: np.ndarray
    source: np.ndarray | None = None
    real: np.ndarray | None = None


def several(model: Small, examples: Sequence[Example]) -> Several:
    """A task's texts as the model reads them when the right answer is said, filled up at the end."""
    numbers = model.alphabet.numbers
    read, said = ([[numbers[piece] for piece in pieces] for pieces in some] for some in (
        [one.pieces for one in examples], [one.answer for one in examples]))  # fmt: skip
    if model.translates:
        start, source = len(numbers) - 1, rows(read, NOTHING)
        return Several(rows([[start, *one] for one in said], NOTHING).clip(min=0),
                       rows([[*one, start] for one in said], NOTHING), source.clip(min=0), source >= 0)  # fmt: skip
    both = list(zip(read, said, strict=True))
    wanted = [[NOTHING] * (len(text) - 1) + answer for text, answer in both]
    return Several(rows([[*text, *answer[:-1]] for text, answer in both], NOTHING).clip(min=0), rows(wanted, NOTHING))


def accuracy(model: Small, texts: Several, off: Sequence[Head]) -> float:
    """The share of texts whose every symbol is the likeliest one while these heads give nothing."""

    def attend(site: Site, call: Call) -> np.ndarray:
        mine = [head for other, head in off if other == site]

        def tap(stage: Stage, x: np.ndarray) -> np.ndarray:
            if stage != "output" or not mine:
                return x
            x = x.copy()
            x[..., mine, :, :] = 0.0
            return x

        return call.mix(tap)

    said = to_numpy(logits(model.parameters, model.shape, texts.ids, attend, source=texts.source, real=texts.real))
    return float(((said.argmax(-1) == texts.wanted) | (texts.wanted == NOTHING)).all(-1).mean())


def _drawn(task: str, count: int, seed: int, **sizes: int) -> list[Example]:
    return list({one.source: one for one in find(task).held_out(count, seed, **sizes)}.values())


# --- the same number in another training ------------------------------------------------------------------------------


def _other_seeds(settings: Settings, inputs: Inputs, parts: int) -> Findings:
    bring("torch", "hub", "attnlab run redundancy").set_num_threads(1)
    wanted, made = plan(settings.trained), []
    for number in range(settings.seeds):
        beat = partial(inputs.watch, parts - settings.seeds + number, parts)
        beat()
        recipe = replace(wanted.recipe, seed=inputs.seed + number, steps=min(settings.steps, wanted.recipe.steps),
                         enough=0.99)  # fmt: skip
        made.append(make(replace(wanted, recipe=recipe), lambda step, loss, beat=beat: beat()))
    texts = several(made[0], _drawn(settings.trained, settings.looked, inputs.seed))
    maps = [maps_of(model, texts) for model in made]
    alike = {site: compare([one[site] for one in maps]) for site in made[0].sites}
    right = [accuracy(model, texts, ()) for model in made]
    by_number, by_best = (float(np.mean([getattr(one, name) for one in alike.values()]))
                          for name in ("by_number", "by_best"))  # fmt: skip
    kept = float(np.mean([one.kept for one in alike.values()]))
    numbers = (
        Number("seeds-right", float(np.mean(right)), "share"),
        Number("seeds-number", by_number),
        Number("seeds-behaviour", by_best),
        Number("seeds-kept", kept, "share"),
        Number("seeds-chance", float(np.mean([1 / one.heads for one in alike.values()])), "share"),
    )
    claims = (
        Claim("number", kept == 1.0, {"kept": kept, "number": by_number, "behaviour": by_best}, expected=False),
        Claim("behaviour", by_best > by_number, {"number": by_number, "behaviour": by_best}),
    )
    x = tuple(float(place) for place in range(len(alike)))
    panel = Panel(
        "experiment-redundancy-seeds-title", "experiment-redundancy-layer", "experiment-redundancy-correlation",
        tuple(Line(f"experiment-redundancy-{label}", x, tuple(getattr(one, name) for one in alike.values()))
              for label, name in (("by-number", "by_number"), ("by-behaviour", "by_best"))),
        kind="bars", names=tuple(str(site) for site in alike),
    )  # fmt: skip
    return Findings(numbers, claims, (panel,))


@dataclass(frozen=True)
class Alike:
    """How like the heads of one layer are over trainings; correlations of maps on the same texts, mean over pairs."""

    by_number: float
    """Of heads of one number."""
    by_best: float
    """Of heads matched by what they do."""
    kept: float
    """The share of pairs of trainings in which that matching is the numbers' own."""
    heads: int


def compare(maps: Sequence[Float[np.ndarray, "text head query key"]]) -> Alike:
    """The heads of one layer in several trainings, by their numbers and by the best matching (Kuhn 1955)."""
    from scipy.optimize import linear_sum_assignment

    rows = []
    for one in maps:
        flat = np.moveaxis(one, 1, 0).reshape(one.shape[1], -1)
        flat = flat - flat.mean(axis=1, keepdims=True)
        rows.append(flat / np.linalg.norm(flat, axis=1, keepdims=True))
    number, best, kept = [], [], []
    for first, second in combinations(rows, 2):
        like = first @ second.T
        a, b = linear_sum_assignment(-like)
        number.append(float(np.diag(like).mean()))
        best.append(float(like[a, b].mean()))
        kept.append(bool((a == b).all()))
    return Alike(float(np.mean(number)), float(np.mean(best)), float(np.mean(kept)), len(rows[0]))


def maps_of(model: Small, texts: Several) -> dict[Site, Float[np.ndarray, "text head query key"]]:
    """The weights at every site of a decoder, less what every row of that length has on average behind the mask."""
    met: dict[Site, np.ndarray] = {}

    def attend(site: Site, call: Call) -> np.ndarray:
        def tap(stage: Stage, x: np.ndarray) -> np.ndarray:
            if stage == "weight":
                seen = np.tril(np.ones(x.shape[-2:]))
                met[site] = np.where(seen > 0, to_numpy(x) - seen / seen.sum(axis=-1, keepdims=True), 0.0)
            return x

        return call.mix(tap)

    logits(model.parameters, model.shape, texts.ids, attend, source=texts.source, real=texts.real)
    return met


EXPERIMENT = Experiment(
    "redundancy", Settings(), run, Settings(models=("copy", "agreement"), texts=100, seeds=0),
    more=("torch",),
)  # fmt: skip
