"""Does a head that finds a value by its key keep address and content apart? The seed's addressing task, intervened on.

The triple of seed 002 (permute the pairs, change a key, change a value) is put to the shipped models and, in a full
run, to heads trained here: with key and value apart, together, symbol by symbol, and with each way to tell places.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Any

import numpy as np
from jaxtyping import Float, Int

from attnlab.arrays import to_numpy
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.extras import bring
from attnlab.formula import Call
from attnlab.models import load
from attnlab.models.small import Shape, Small
from attnlab.models.transformer import Run, decoder, embed, unembed
from attnlab.probe import Site, Stage
from attnlab.recipes import make, plan
from attnlab.tasks import Example, find
from attnlab.tokens import Alphabet
from attnlab.train import Recipe, train_task

AT_ONCE = 250  # texts that are read side by side
BY_SYMBOL = (2, 4, 8)
FAR = 16
"""Pairs of a text by single symbols that no training of it had."""
ONCE = 64
"""Pairs of the texts in which every key stands once, where leaning on the near has its price."""
TWO_LAYERS = 4  # times the steps of one layer: the first has to learn to carry a key on before the second can match
POSITIONS = ("none", "slope", "rotary", "relative")


@dataclass(frozen=True)
class Settings:
    """How many texts are read, and what is trained besides the shipped models."""

    texts: int = 2000
    """Of 16 pairs, for the triple of interventions."""
    held: int = 400
    """Of each length and distance."""
    lengths: tuple[int, ...] = (2, 4, 8, 16, 32, 64)
    carried: tuple[int, ...] = (4, 8, 16, 24, 32, 48, 64, 96)
    """Pairs of texts with one key twice; up to 16 are trained on."""
    trainings: int = 3
    """Seeds of each design of the key; 0 trains nothing at all."""
    steps: int = 500
    last_steps: int = 800
    """For the later of two; rotary positions get 1,500."""
    symbol_steps: int = 1000


def run(settings: Settings, inputs: Inputs) -> Findings:
    """The shipped models first; then whatever is trained here, where that is wished and torch is there."""
    trains = settings.trainings > 0 and find_spec("torch") is not None
    told = _Told(inputs, _trainings(settings) if trains else 0)
    shipped = load("address")
    assert isinstance(shipped, Small)
    draws = find("address").held_out(settings.texts, inputs.seed, pairs=16)
    told.beat()
    found = triple(shipped, draws, inputs.seed)
    told.beat()
    lengths = carry(shipped, "address", settings.lengths, settings.held, inputs.seed)
    told.beat()
    near, far = shipped, load("last-of-two")
    assert isinstance(far, Small)
    distances = tuple(one for one in (1, 2, 4, 8, 16, 32, 64) if one <= settings.lengths[-1])
    most = settings.lengths[-1]
    right_at = {
        "address": by_distance(near, "address", distances, most, settings.held, inputs.seed),
        "unique": by_distance(far, "last-of-two", distances, most, settings.held, inputs.seed, times=1),
    }
    numbers, claims = _of_shipped(found, lengths, right_at)
    panels = [
        Panel("experiment-address-mask-title", "experiment-address-masked", "experiment-address-logit",
              (Line("", (0.0, 1.0, 2.0), tuple(found[f"masked-{name}"] for name in ("top", "middle", "random"))),),
              kind="bars", names=tuple(f"experiment-address-key-{name}" for name in ("top", "middle", "random"))),
        Panel("experiment-address-dilution-title", "experiment-address-pairs", "experiment-share",
              tuple(Line(f"experiment-address-line-{name}", tuple(map(float, settings.lengths)), tuple(lengths[name]))
                    for name in ("right", "weight")), log_x=True),
        Panel("experiment-address-distance-title", "experiment-address-distance", "experiment-address-right",
              tuple(Line(f"experiment-address-line-{name}", tuple(map(float, distances)), tuple(some))
                    for name, some in right_at.items()), log_x=True),
    ]  # fmt: skip
    models = {"none": load("last-of-two-blind"), "slope": far}
    missing: tuple[str, ...] = ()
    if trains:
        bring("torch", "hub", "attnlab run address").set_num_threads(1)
        more = _designs(settings, inputs, draws, told), _symbols(settings, inputs, told)
        for some in more:
            numbers, claims, panels = numbers + some.numbers, claims + some.claims, panels + list(some.panels)
        models = {name: _trained_last(settings, inputs, name, told) for name in POSITIONS}
    else:
        missing = ("experiment-address-untrained",)
    told.beat()
    some = _carried(settings, inputs, models)
    told.finish()
    return Findings(
        (*numbers, *some.numbers), (*claims, *some.claims), (*panels[:3], *some.panels, *panels[3:]), missing
    )


def _of_shipped(
    found: Mapping[str, float], lengths: Mapping[str, Sequence[float]], right_at: Mapping[str, Sequence[float]]
) -> tuple[tuple[Number, ...], tuple[Claim, ...]]:
    numbers = (
        Number("permuted-logit", found["permuted-logit"], "nats"),
        Number("permuted-map", found["permuted-map"], "share"),
        Number("swapped-right", found["swapped-right"], "share"),
        Number("replaced-right", found["replaced-right"], "share"),
        Number("replaced-moved", found["replaced-moved"], "share"),
        *(Number(f"masked-{name}", found[f"masked-{name}"], "nats", digits=2) for name in ("top", "middle", "random")),
        Number("least-right", min(lengths["right"]), "share"),
        Number("weight-few", lengths["weight"][0], "share"),
        Number("weight-many", lengths["weight"][-1], "share"),
        Number("distance-least", min(right_at["address"]), "share"),
        Number("recent-near", right_at["unique"][0], "share"),
        Number("recent-far", right_at["unique"][-1], "share"),
    )
    claims = (
        Claim("right", min(lengths["right"]) >= 0.99, {"least": min(lengths["right"])}),
        Claim("permuted", found["permuted-logit"] <= found["rounding"] and found["permuted-map"] <= found["rounding"],
              {"bound": f"{found['rounding']:.0e}"}),
        Claim("swapped", found["swapped-right"] == 1.0, {"count": int(found["count"])}),
        Claim("replaced", found["replaced-right"] == 1.0 and found["replaced-moved"] == 0.0,
              {"count": int(found["count"])}),
        Claim("masked", found["masked-top"] < -1.0 and abs(found["masked-middle"]) < 0.5
              and abs(found["masked-random"]) < abs(found["masked-top"]) / 4,
              {"hit": found["random-hit"]}),
        Claim("diluted", all(np.diff(lengths["weight"]) < 0) and min(lengths["right"]) > 0.99,
              {"few": lengths["weight"][0], "many": lengths["weight"][-1]}),
        Claim("anywhere", min(right_at["address"]) > 0.99),
    )  # fmt: skip
    return numbers, claims


# --- reading ----------------------------------------------------------------------------------------------------------


def read(
    model: Small, ids: Int[np.ndarray, "text place"], cut: Int[np.ndarray, " text"] | None = None
) -> tuple[Float[np.ndarray, "text symbol"], Float[np.ndarray, "text place"]]:
    """The logits behind each text and the weights of its last row in the last layer's first head; `cut` takes one key
    of each text from that row before softmax."""
    said, weight = [], []
    for first in range(0, len(ids), AT_ONCE):
        some = ids[first : first + AT_ONCE]
        keys = None if cut is None else cut[first : first + AT_ONCE]
        met: dict[Site, np.ndarray] = {}

        def attend(site: Site, call: Call, keys: Any = keys, met: dict = met) -> np.ndarray:
            def tap(stage: Stage, x: np.ndarray) -> np.ndarray:
                if stage == "score" and keys is not None:
                    x = x.copy()
                    x[np.arange(len(keys)), 0, -1, keys] = -np.inf
                if stage == "weight":
                    met[site] = x[:, 0, -1]
                return x

            return call.mix(tap)

        run = Run(model.parameters, model.shape, attend)
        last = unembed(run, decoder(run, embed(run, some), None)[..., -1:, :])[..., 0, :]
        said.append(to_numpy(last))
        weight.append(to_numpy(met[model.sites[-1]]))
    return np.concatenate(said), np.concatenate(weight)


def ids_of(model: Small, examples: Sequence[Example]) -> Int[np.ndarray, "text place"]:
    """The texts' pieces as the model numbers them; all are of one length."""
    numbers = model.alphabet.numbers
    return np.array([[numbers[piece] for piece in one.pieces] for one in examples])


def answers_of(model: Small, examples: Sequence[Example]) -> Int[np.ndarray, " text"]:
    """The symbol that each text wants next."""
    return np.array([model.alphabet.numbers[one.answer[0]] for one in examples])


def right(model: Small, examples: Sequence[Example]) -> float:
    """The share of texts of which the right answer is the likeliest symbol."""
    return float((read(model, ids_of(model, examples))[0].argmax(-1) == answers_of(model, examples)).mean())


def carry(
    model: Small, task: str, lengths: Sequence[int], held: int, seed: int, **sizes: int
) -> Mapping[str, list[float]]:
    """By the number of pairs: the share answered right, and the mean weight on the right pair."""
    found: dict[str, list[float]] = {"right": [], "weight": []}
    for pairs in lengths:
        examples = find(task).held_out(held, seed, pairs=pairs, **sizes)
        said, weight = read(model, ids_of(model, examples))
        gold = np.array([one.alignment[0][1] for one in examples])
        found["right"].append(float((said.argmax(-1) == answers_of(model, examples)).mean()))
        found["weight"].append(float(weight[np.arange(len(gold)), gold].mean()))
    return found


def by_distance(
    model: Small, task: str, distances: Sequence[int], pairs: int, held: int, seed: int, **sizes: int
) -> list[float]:
    """The share answered right where the pair stands so far before the query."""
    drawn = (find(task).held_out(held, seed, pairs=pairs, distance=one, **sizes) for one in distances)
    return [right(model, examples) for examples in drawn]


# --- the three interventions, and masking -----------------------------------------------------------------------------


def triple(model: Small, examples: Sequence[Example], seed: int) -> dict[str, float]:
    """Permute the pairs; swap two keys; replace the asked value; and mask the heaviest, the middle and a random pair.

    Shares and largest changes over all texts; logits are those of the right answer.
    """
    rng = np.random.default_rng(seed)
    ids, wanted = ids_of(model, examples), answers_of(model, examples)
    count, pairs, rows = len(ids), ids.shape[1] - 1, np.arange(len(ids))
    gold = np.array([one.alignment[0][1] for one in examples])
    clean, weight = read(model, ids)
    rounding = 100 * float(np.finfo(clean.dtype).eps * np.abs(clean).max())

    order = rng.random((count, pairs)).argsort(axis=1)
    moved = np.concatenate([np.take_along_axis(ids[:, :-1], order, axis=1), ids[:, -1:]], axis=1)
    permuted, turned = read(model, moved)
    back = np.take_along_axis(weight[:, :-1], order, axis=1)

    other = (gold + rng.integers(1, pairs, count)) % pairs
    swapped, told = [], []
    for row, example in enumerate(examples):
        pieces = list(example.pieces)
        key, value = zip(*(piece.split(":") for piece in (pieces[gold[row]], pieces[other[row]])), strict=True)
        pieces[gold[row]], pieces[other[row]] = f"{key[1]}:{value[0]}", f"{key[0]}:{value[1]}"
        swapped.append(replace(example, pieces=tuple(pieces), answer=(value[1],)))
        told.append(value[0] != value[1])
    follows = read(model, ids_of(model, swapped))[0].argmax(-1) == answers_of(model, swapped)

    replaced = []
    for row, example in enumerate(examples):
        pieces, values = list(example.pieces), find("address").values[:-1]
        key, value = pieces[gold[row]].split(":")
        new = values[(values.index(value) + int(rng.integers(1, len(values)))) % len(values)]
        pieces[gold[row]] = f"{key}:{new}"
        replaced.append(replace(example, pieces=tuple(pieces), answer=(new,)))
    said, after = read(model, ids_of(model, replaced))

    ranked = np.argsort(-weight[:, :-1], axis=1, kind="stable")
    cuts = {"top": ranked[:, 0], "middle": ranked[:, pairs // 2], "random": rng.integers(pairs, size=count)}
    of_answer = lambda logits: logits[rows, wanted].astype(np.float64)  # noqa: E731
    masked = {f"masked-{name}": float((of_answer(read(model, ids, keys)[0]) - of_answer(clean)).mean())
              for name, keys in cuts.items()}  # fmt: skip
    return masked | {
        "count": count,
        "rounding": rounding,
        "permuted-logit": float(np.abs(permuted - clean).max()),
        "permuted-map": float(np.abs(turned[:, :-1] - back).max()),
        "swapped-right": float(follows[np.array(told)].mean()),
        "replaced-right": float((said.argmax(-1) == answers_of(model, replaced)).mean()),
        "replaced-moved": float(np.abs(after - weight).max()),
        "replaced-target": float(np.abs(after - weight)[rows, gold].mean()),
        "random-hit": float((cuts["random"] == gold).mean()),
    }


# --- what is trained here ---------------------------------------------------------------------------------------------


def _trainings(settings: Settings) -> int:
    return 2 * settings.trainings + 3 + len(POSITIONS)


class _Told:
    """Counts the trainings; one that ends early has done all its steps."""

    def __init__(self, inputs: Inputs, trainings: int) -> None:
        self.inputs, self.trainings, self.done = inputs, trainings, 0

    def step(self, steps: int) -> Any:
        return lambda step, loss: self.inputs.watch(100 * self.done + 100 * step // steps, 100 * self.trainings + 1)

    def beat(self) -> None:
        """Tells the same again, so that a run can be ended between two trainings."""
        self.inputs.watch(100 * self.done, 100 * self.trainings + 1)

    def one(self) -> None:
        self.done += 1

    def finish(self) -> None:
        self.inputs.watch(100 * self.trainings + 1, 100 * self.trainings + 1)


def train_one(name: str, seed: int, steps: int, told: _Told | None = None, **shape: Any) -> Small:
    """A shipped model's plan with another seed and shape, for so many steps and none fewer; needs torch."""
    wanted = plan(name)
    recipe = replace(wanted.recipe, steps=steps, seed=seed, look=0)
    mine = replace(wanted, recipe=recipe, shape=dict(wanted.shape) | shape, scored={"pairs": (2,)})
    made = make(mine, *(() if told is None else (told.step(steps),)))
    if told is not None:
        told.one()
    return made


def _designs(settings: Settings, inputs: Inputs, draws: Sequence[Example], told: _Told) -> Findings:
    """Key and value read apart, or side by side before the key's projection: the same task, the same accuracy."""
    found: dict[bool, list[dict[str, float]]] = {True: [], False: []}
    least: dict[bool, float] = {}
    for apart in (True, False):
        rights = []
        for number in range(settings.trainings):
            model = train_one("address", inputs.seed + number, settings.steps, told, apart=apart)
            found[apart].append(triple(model, draws, inputs.seed))
            rights += carry(model, "address", settings.lengths, settings.held, inputs.seed)["right"]
        least[apart] = min(rights)
    worst = lambda apart, name: max(one[name] for one in found[apart])  # noqa: E731
    apart, together = worst(True, "replaced-moved"), worst(False, "replaced-moved")
    target = float(np.mean([one["replaced-target"] for one in found[False]]))
    follow = min(one["replaced-right"] for one in found[False])
    numbers = (
        Number("apart-right", least[True], "share"),
        Number("together-right", least[False], "share"),
        Number("apart-moved", apart, "share"),
        Number("together-moved", together, "share"),
        Number("together-target", target, "share"),
        Number("together-replaced", follow, "share"),
        Number("trained-permuted", worst(True, "permuted-logit"), "nats"),
    )
    claims = (
        Claim("trained", least[True] == 1.0, {"seeds": settings.trainings}),
        Claim("apart", apart == 0.0),
        Claim("stays", together == 0.0, {"moved": together, "right": follow}),
    )
    panel = Panel(
        "experiment-address-designs-title", "experiment-address-design", "experiment-share",
        (Line("experiment-address-line-follows", (0.0, 1.0),
              (min(one["replaced-right"] for one in found[True]), follow)),
         Line("experiment-address-line-moved", (0.0, 1.0), (apart, together))),
        kind="bars", names=("experiment-address-apart", "experiment-address-together"),
    )  # fmt: skip
    return Findings(numbers, claims, (panel,))


def _symbols(settings: Settings, inputs: Inputs, told: _Told) -> Findings:
    """A piece for each symbol: one layer with one head, with a bias for distance and without; and two layers."""
    asked = (*BY_SYMBOL, FAR)
    shapes = {"plain": (1, "none"), "bias": (1, "relative"), "two": (2, "relative")}
    found = {}
    for name, (layers, positions) in shapes.items():
        steps = settings.symbol_steps * (TWO_LAYERS if layers > 1 else 1)
        model = train_by_symbol(layers, positions, steps, inputs.seed, told)
        found[name] = carry(model, "address-by-symbol", asked, settings.held, inputs.seed)["right"]
    numbers = tuple(
        Number(f"symbol-{name}-{pairs}", some[place], "share")
        for name, some in found.items() for place, pairs in enumerate(asked) if pairs != FAR or name == "two"
    )  # fmt: skip
    claims = (
        Claim("symbol", all(max(found[name][place] for name in ("plain", "bias")) < 0.7
                            for place in range(len(BY_SYMBOL)))),
        Claim("layers", min(found["two"][: len(BY_SYMBOL)]) > 0.95, {"far": found["two"][-1], "pairs": FAR}),
    )  # fmt: skip
    panel = Panel(
        "experiment-address-symbol-title", "experiment-address-pairs", "experiment-address-right",
        tuple(Line(f"experiment-address-line-{name}", tuple(map(float, asked)), tuple(some))
              for name, some in found.items()), log_x=True,
    )  # fmt: skip
    return Findings(numbers, claims, (panel,))


def train_by_symbol(layers: int, positions: Any, steps: int, seed: int, told: _Told) -> Small:
    """One head a layer of attention alone, trained on texts of 2, 4 and 8 pairs with a piece for each symbol."""
    task = find("address-by-symbol")
    lesson = replace(task, sizes=dict(task.sizes) | {"pairs": replace(task.sizes["pairs"], trained=BY_SYMBOL)})
    shape = Shape(
        len(task.vocabulary), layers, 1, 64, 2 * FAR + 1, hidden=0, embed_norm=False, last_norm=True,
        positions=positions,
    )  # fmt: skip
    recipe = Recipe(steps=steps, batch=64, rate=0.004, betas=(0.9, 0.999), std=None, clip=1.0, seed=seed)
    made = train_task(lesson, task.vocabulary, shape, recipe, told.step(steps), scored={"pairs": BY_SYMBOL})
    told.one()
    return Small(f"by symbol, {layers}", shape, Alphabet(task.vocabulary, "", " "), made.parameters, made.record)


def _trained_last(settings: Settings, inputs: Inputs, positions: str, told: _Told) -> Small:
    steps = settings.last_steps * 15 // 8 if positions == "rotary" else settings.last_steps
    return train_one("last-of-two", inputs.seed, steps, told, positions=positions)


def _carried(settings: Settings, inputs: Inputs, models: Mapping[str, Any]) -> Findings:
    """One key twice, the later one counts: how each way to tell places carries beyond the 16 pairs it was trained on,
    and what leaning on the near costs where every key stands once."""
    found = {name: carry(model, "last-of-two", settings.carried, settings.held, inputs.seed)["right"]
             for name, model in models.items()}  # fmt: skip
    once = {name: carry(model, "last-of-two", (ONCE,), settings.held, inputs.seed, times=1)["right"][0]
            for name, model in models.items()}  # fmt: skip
    inside = [place for place, pairs in enumerate(settings.carried) if pairs <= 16]
    numbers = tuple(
        one for name in models for one in (
            Number(f"last-{name}-trained", float(np.mean([found[name][place] for place in inside])), "share"),
            Number(f"last-{name}-far", found[name][-1], "share"),
            Number(f"last-{name}-unique", once[name], "share"),
        )
    )  # fmt: skip
    told = [name for name in models if name != "none"]
    wide = 4 * 0.5 / settings.held**0.5  # four standard errors of a coin
    claims = [
        Claim("blind", all(abs(one - 0.5) < wide for one in found["none"]), {"wide": wide}),
        Claim("later", all(found[name][place] > 0.95 for name in told for place in inside)),
        Claim("carries", all(found[name][-1] > 0.95 for name in told),
              {"best": max(found[name][-1] for name in told), "pairs": settings.carried[-1]}),
        Claim("price", once["slope"] < once["none"] - 0.1, {"none": once["none"], "slope": once["slope"]}),
    ]  # fmt: skip
    if "relative" in found:
        untrained = [place for place, pairs in enumerate(settings.carried) if pairs >= 32]
        claims.append(Claim("untrained", all(found["relative"][place] < 0.6 for place in untrained)))
    places = tuple(map(float, settings.carried))
    panel = Panel(
        "experiment-address-last-title", "experiment-address-pairs", "experiment-address-right",
        tuple(Line(f"experiment-address-line-{name}", places, tuple(some)) for name, some in found.items()),
        log_x=True,
    )  # fmt: skip
    return Findings(numbers, tuple(claims), (panel,))


EXPERIMENT = Experiment(
    "address", Settings(), run,
    Settings(texts=200, held=100, lengths=(2, 8, 16, 64), carried=(8, 16, 32, 96), trainings=0), more=("torch",),
)  # fmt: skip
