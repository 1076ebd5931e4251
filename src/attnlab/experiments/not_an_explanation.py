"""Is a map an explanation? The protocol of seed 002 over a hundred texts, and three maskings told apart.

One edge cut, a key hidden from every query, and another piece in the text are not the same intervention; beside them
stands the milder one, a control text's value put in at one place of one head.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, cast, get_args

import numpy as np
from jaxtyping import Float

from attnlab.arrays import to_numpy
from attnlab.checks import Case, check
from attnlab.checks import Settings as Asked
from attnlab.edits import Cut, Hide, Patch, Replace
from attnlab.experiments import prompts
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.model import Model
from attnlab.models import load
from attnlab.probe import Site
from attnlab.replay import Replay
from attnlab.targets import Difference, choose
from attnlab.texts import default_cases
from attnlab.tokens import Tokens
from attnlab.traces import replaced
from attnlab.verdicts import Check, Verdict

Way = Literal["edge", "key", "piece", "value"]
Rank = Literal["top", "middle", "random"]
WAYS: tuple[Way, ...] = get_args(Way)
RANKS: tuple[Rank, ...] = get_args(Rank)
LEAST_KEYS = 4


@dataclass(frozen=True)
class Settings:
    """Which models are asked, over how many texts."""

    models: tuple[str, ...] = (
        "names", "address", "copy", "agreement", "numbers-ru", "numbers-et", "grammar-ru", "grammar-et"
    )  # fmt: skip
    texts: int = 120
    """Of each model; a verdict needs a hundred that can be used."""
    masked: int = 60
    """Of these, for the four ways of masking."""
    hub_texts: int = 120
    """Of each kind, for a model given by --model."""
    hub_heads: int = 12
    """Of that model, spread evenly over its layers."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """A verdict for every head of every model; then the four ways to take a key's content away."""
    parts = 2 * len(settings.models) + 2 * (inputs.model is not None)
    checks: dict[str, Check] = {}
    harms: dict[Way, dict[Rank, list[float]]] = {way: {rank: [] for rank in RANKS} for way in WAYS}
    for number, name in enumerate(settings.models):
        beat = partial(_beat, inputs, 2 * number, parts)
        beat(0, 0)
        model = load(name)
        cases, texts_name = default_cases(model, settings.texts, inputs.seed)
        checks[name] = check(model, cases, "all", Asked(seed=inputs.seed, pairs=False, swaps=False),
                             texts_name=texts_name, watch=beat)  # fmt: skip
        inputs.watch(2 * number + 1, parts)
        for way, ranks in masked(model, cases[: settings.masked], inputs.seed).items():
            for rank, shares in ranks.items():
                harms[way][rank] += shares
    numbers, claims, panels = _of_embedded(checks, harms)
    missing: tuple[str, ...] = ("experiment-missing-hub-model",)
    if inputs.model is not None:
        more, missing = _of_hub(settings, inputs, parts), ()
        numbers, claims, panels = numbers + more.numbers, claims + more.claims, panels + more.panels
    inputs.watch(parts, parts)
    return Findings(numbers, claims, panels, missing)


# --- masking ----------------------------------------------------------------------------------------------------------


def masked(model: Model, cases: Sequence[Case], seed: int) -> Mapping[Way, Mapping[Rank, list[float]]]:
    """What each way of masking the heaviest, a middle and a random key takes from the clean margin, as a share of it.

    One figure a head: the mean harm over texts by the mean margin. The margin is that of the model's own first symbol
    over its runner-up; texts in which that is not the right answer, and those without a control text of equal length,
    are left out. The control text is another of these texts; the piece that is put in is the control's at the same
    place, or some other of its pieces where that is the same.
    """
    read = [(case, model.tokens(case.text)) for case in cases]
    alike = defaultdict(list)
    for _, tokens in read:
        alike[_lengths(tokens)].append(tokens)
    found: dict[tuple[Site, int], dict[tuple[Way, Rank], list[float]]] = defaultdict(lambda: defaultdict(list))
    margins: dict[tuple[Site, int], list[float]] = defaultdict(list)
    for number, (case, tokens) in enumerate(read):
        rng = np.random.default_rng([seed, number])
        others = [one for one in alike[_lengths(tokens)] if _text(one) != _text(tokens)]
        replay = Replay(model, tokens)
        target = choose(model, tokens, replay.clean.logits, "top")
        assert isinstance(target, Difference)
        if not others or (case.target is not None and model.vocabulary[target.symbol] != case.target):
            continue
        control = others[int(rng.integers(len(others)))]
        for site in _sites(model):
            for head in range(model.heads(site)):
                keys = _keys(replay, site, head, tokens, rng)
                if keys is None:
                    continue
                margins[site, head].append(target(replay.clean.logits))
                for name, harm in _harms(model, replay, target, site, head, keys, control, rng).items():
                    found[site, head][name].append(harm)
    return {
        way: {rank: [float(np.mean(some[way, rank]) / np.mean(margins[where])) for where, some in found.items()]
              for rank in RANKS} for way in WAYS
    }  # fmt: skip


def _sites(model: Model) -> list[Site]:
    """Where a decoder looks at what it is given: at the source where there is one."""
    cross = [site for site in model.sites if site.kind == "cross"]
    return cross or list(model.sites)


def _lengths(tokens: Tokens) -> tuple[int, int]:
    return len(tokens), 0 if tokens.source is None else len(tokens.source)


def _text(tokens: Tokens) -> str:
    """As it is typed: of a translator with its source."""
    return tokens.text if tokens.source is None else f"{tokens.source.text} => {tokens.text}"


def _keys(
    replay: Replay, site: Site, head: int, tokens: Tokens, rng: np.random.Generator
) -> Mapping[Rank, int] | None:  # fmt: skip
    """The heaviest key of the last row, a middle one and a random other one; None where it sees too few."""
    looked_at, row = tokens.at(site)[1], replay.clean.map(site, head)
    seen = np.flatnonzero(row.visible[-1] & np.asarray(looked_at.plain))
    if len(seen) < LEAST_KEYS:
        return None
    order = seen[np.argsort(-row.weight[-1, seen], kind="stable")]
    return {"top": int(order[0]), "middle": int(order[len(order) // 2]), "random": int(rng.choice(order[1:]))}


def _harms(
    model: Model, replay: Replay, target: Difference, site: Site, head: int, keys: Mapping[Rank, int],
    control: Tokens, rng: np.random.Generator,
) -> dict[tuple[Way, Rank], float]:  # fmt: skip
    tokens, query, text = replay.tokens, target.position, _text(control)
    edits = [
        one for key in keys.values()
        for one in (Cut(site, head, query, key), Hide(site, head, key), Patch(site, head, text, "v", key))
    ]  # fmt: skip
    change = replay.changes([[edit] for edit in edits], [target]).change[:, 0].reshape(len(keys), 3)
    found: dict[tuple[Way, Rank], float] = {}
    cross = site.kind == "cross"
    before, stands = target(replay.clean.logits), control.at(site)[1]
    for rank, (edge, key, value) in zip(keys, change.tolist(), strict=True):
        found |= {("edge", rank): -edge, ("key", rank): -key, ("value", rank): -value}
        place = keys[rank]
        now = tokens.at(site)[1].pieces[place]
        fitting = [piece for piece, plain in zip(stands.pieces, stands.plain, strict=True) if plain and piece != now]
        there = stands.pieces[place]
        piece = there if there in fitting else str(rng.choice(fitting)) if fitting else now
        other = replaced(model, tokens, Replace(place, piece, in_source=cross))
        found["piece", rank] = before - target(to_numpy(model.run(other)))
    return found


# --- what came out ----------------------------------------------------------------------------------------------------


def _of_embedded(
    checks: Mapping[str, Check], harms: Mapping[Way, Mapping[Rank, list[float]]]
) -> tuple[tuple[Number, ...], tuple[Claim, ...], tuple[Panel, ...]]:
    verdicts = [one for made in checks.values() for one in made.verdicts]
    supported = sum(one.finding == "supported" for one in verdicts)
    most, chance = _mean(verdicts, "top_is_most"), float(np.mean([one.most_by_chance or 0.0 for one in verdicts]))
    share = {(way, rank): float(np.mean(harms[way][rank])) for way in WAYS for rank in RANKS}
    numbers = (
        Number("heads", len(verdicts), "count"),
        Number("supported", supported, "count"),
        Number("untestable", sum(one.finding == "not testable" for one in verdicts), "count"),
        Number("top-is-most", most, "share"),
        Number("top-by-chance", chance, "share"),
        Number("top-least", min(one.top_is_most.mean for one in verdicts if one.top_is_most), "share"),
        *(Number(f"{way}-{rank}", share[way, rank], "share") for way in WAYS for rank in RANKS),
    )
    order = ("piece", "key", "edge")
    claims = (
        Claim("map", supported == len(verdicts), {"supported": supported, "heads": len(verdicts)}, expected=False),
        Claim("size", most > 2 * chance, {"most": most, "chance": chance}),
        Claim("always", all(one.top_is_most and one.top_is_most.mean > 0.9 for one in verdicts),
              {"most": most}, expected=False),
        Claim("apart", share["piece", "top"] > share["key", "top"] > 0 and share["piece", "top"]
              > 2 * share["edge", "top"], {name: share[cast(Way, name), "top"] for name in order}),
        Claim("softer", abs(share["value", "top"]) < abs(share["key", "top"]),
              {"value": share["value", "top"], "key": share["key", "top"]}),
    )  # fmt: skip
    names = tuple(checks)
    by_model = lambda name: tuple(_mean(checks[one].verdicts, name) for one in names)  # noqa: E731
    panels = (
        Panel("experiment-not-an-explanation-ways-title", "experiment-not-an-explanation-way",
              "experiment-not-an-explanation-of-margin",
              tuple(Line(f"experiment-not-an-explanation-{rank}", tuple(map(float, range(len(WAYS)))),
                         tuple(share[way, rank] for way in WAYS)) for rank in RANKS),
              kind="bars", names=tuple(f"experiment-not-an-explanation-{way}" for way in WAYS)),
        Panel("experiment-not-an-explanation-most-title", "experiment-not-an-explanation-model", "experiment-share",
              (Line("experiment-not-an-explanation-found", _places(names), by_model("top_is_most")),
               Line("experiment-not-an-explanation-chance", _places(names), by_model("most_by_chance"))),
              kind="bars", names=names),
        Panel("experiment-not-an-explanation-verdicts-title", "experiment-not-an-explanation-model",
              "experiment-not-an-explanation-heads",
              tuple(Line(f"experiment-not-an-explanation-{label}", _places(names),
                         tuple(float(sum(one.finding == finding for one in checks[name].verdicts)) for name in names))
                    for label, finding in (("is-supported", "supported"), ("is-not", "not supported"))),
              kind="bars", names=names),
    )  # fmt: skip
    return numbers, claims, panels


def _places(names: Sequence[str]) -> tuple[float, ...]:
    return tuple(map(float, range(len(names))))


def _beat(inputs: Inputs, part: int, parts: int, done: int, total: int) -> None:
    """Tells the same part again, so that a run can be ended within one."""
    inputs.watch(part, parts)


def _mean(verdicts: Sequence[Verdict], name: str) -> float:
    found = [getattr(one, name) for one in verdicts]
    return float(np.mean([one if isinstance(one, float) else one.mean for one in found if one is not None]))


def _of_hub(settings: Settings, inputs: Inputs, parts: int) -> Findings:
    """The same protocol on a language model, on texts whose answer is known; those it answers otherwise fall out."""
    model = load(inputs.model)
    every = [f"{site}.{head}" for site in model.sites for head in range(model.heads(site))]
    picked = np.linspace(0, len(every) - 1, min(settings.hub_heads, len(every))).round().astype(int)
    numbers, panels, claims = [], [], []
    for place, (kind, draw) in enumerate((("agreement", prompts.agreement), ("indirect", prompts.indirect))):
        beat = partial(_beat, inputs, parts - 2 + place, parts)
        beat(0, 0)
        made = check(model, draw(settings.hub_texts, inputs.seed), [every[one] for one in picked.tolist()],
                     Asked(seed=inputs.seed, pairs=False, swaps=False), watch=beat)  # fmt: skip
        most: Float[np.ndarray, " head"] = np.array([one.top_is_most.mean for one in made.verdicts if one.top_is_most])
        numbers += [
            Number(f"hub-{kind}-texts", made.texts, "count"),
            Number(f"hub-{kind}-wrong", made.wrong, "count"),
            Number(f"hub-{kind}-supported", sum(one.finding == "supported" for one in made.verdicts), "count"),
            Number(f"hub-{kind}-heads", len(made.verdicts), "count"),
            Number(f"hub-{kind}-most", float(most.mean()), "share"),
            Number(f"hub-{kind}-chance", float(np.mean([one.most_by_chance or 0 for one in made.verdicts])), "share"),
        ]
        heads = tuple(one.name for one in made.verdicts)
        panels.append(Panel(
            f"experiment-not-an-explanation-hub-{kind}-title", "experiment-not-an-explanation-head",
            "experiment-not-an-explanation-of-margin",
            tuple(Line(f"experiment-not-an-explanation-{rank}", _places(heads),
                       tuple(getattr(one, f"harm_{rank}").mean / one.margin.mean for one in made.verdicts))
                  for rank in RANKS), kind="bars", names=heads,
        ))  # fmt: skip
        claims.append(Claim(f"hub-{kind}", bool((most > 0.5).all()), {"least": float(most.min())}, expected=False))
    return Findings(tuple(numbers), tuple(claims), tuple(panels))


EXPERIMENT = Experiment(
    "not-an-explanation", Settings(), run,
    Settings(models=("names", "agreement"), texts=110, masked=12, hub_texts=12, hub_heads=4),
    more=("hub-model",),
)  # fmt: skip
