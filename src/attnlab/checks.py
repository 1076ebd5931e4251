"""Does it matter where a head looks? The protocol that turns cuts on many texts into a verdict.

In each text the key with the largest weight, one of middle weight and a matched random one are cut from the query's
row, and a random target with a like margin is watched beside the real one. A heavier key changes any logit more, in an
untrained model too, so *supported* asks for the signed harm of the real target, three times over: against a random
key, as a share of the clean margin, and against the random target, which was picked the same way.
"""

import platform
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from itertools import combinations
from typing import Any, Literal, get_args

import numpy as np
from jaxtyping import Float

from attnlab import budgets
from attnlab.edits import Ablate, Cut, Drop, Edit, Swap
from attnlab.errors import LabError
from attnlab.model import Model, as_list, check_model, find_head, find_site
from attnlab.probe import Site
from attnlab.replay import Changes, Replay, would_take
from attnlab.statistics import holm, means, ratio, signed_rank
from attnlab.targets import AnyOf, Difference, Logit, Loss, Probability, Target, choose
from attnlab.tokens import Tokens
from attnlab.verdicts import Ablation, Check, Demonstration, KeyEffect, Verdict

DRAWS = 32  # random targets drawn, of which the one with the nearest margin is watched
NEAR = 3  # keys nearest in distance to the top one, among which the random one is drawn
MOST_PAIRED = 12  # heads up to which every pair is looked at: 66 pairs

Head = tuple[Site, int]
Aside = Literal["wrong", "short", "same"]
Rule = Literal["top", "previous", "same"]
RULES: tuple[Rule, ...] = get_args(Rule)


@dataclass(frozen=True)
class Case:
    """A text, and what should come next where that is known: a target as `targets.choose` reads it.

    >>> from attnlab import Case
    >>> Case("annabell", target="a/e")  # is it a, and not e, that follows?
    Case(text='annabell', target='a/e')
    """

    text: str
    target: str | None = None
    group: str | None = field(default=None, repr=False)
    """What kind of text it is, so that kinds can be told apart: of a sweep over several files the file's name."""


@dataclass(frozen=True)
class Settings:
    """What a verdict was asked with; part of every record.

    >>> from attnlab.checks import Settings
    >>> Settings(least_texts=50, pairs=False).share  # of the margin, unless another is asked for
    0.1
    """

    target: str = "top"
    """For cases that name none: the model's own top symbol against its runner-up."""
    position: int = -1
    """Of the query, and where the target is read."""
    seed: int = 0
    share: float = 0.1
    """The least share of the clean margin that the top key's cut must take."""
    level: float = 0.05
    """The most a corrected p may be."""
    least_texts: int = 100
    least_keys: int = 4
    rule: Rule = "top"
    """Which key is put to the test: the heaviest, the one before the query, or the last earlier one with the query's
    own piece."""
    every_key: bool = True
    """Cut every key of the row, not only three: tells the most influential key and the rank agreements."""
    swaps: bool = True
    """Let the top key hand over another's value as well. It acts for every later query, so most of a text is run again:
    of many heads of a large model it takes longer than everything else together."""
    pairs: bool = True
    """Look at pairs of heads too, up to 12 heads."""
    resamples: int = 2000
    """Of the bootstrap."""


# Told how many texts are done, of how many; what it raises ends the check.
Watch = Callable[[int, int], None]


def check(
    model: Model,
    texts: Sequence[str | Case],
    heads: Sequence[str] | Literal["all"] = "all",
    settings: Settings | None = None,
    *,
    texts_name: str = "texts-given",
    watch: Watch = lambda done, total: None,
    measured: dict[int, Any] | None = None,
) -> Check:
    """A verdict for each head, and for each pair of heads, over many texts.

    `heads` are named `site.head`, such as 0.3; "all" are all there are, of an encoder-decoder those that look from the
    decoder to what was read. `texts_name` says where the texts came from. `measured` is filled as the check goes on,
    text by text: given again with the same model, texts, heads and settings, an ended check is gone on with. The same
    model, texts and settings give the same figures. Raises LabError for a head that is not there, a text the model
    cannot read, a target without a direction, and where no text at all can be used.

    Tests: one-sided Wilcoxon signed-rank (Pratt's zeros), the larger p of the two comparisons (an intersection-union
    test, Berger 1982), Holm 1979 over every head and pair; intervals: percentile bootstrap over texts.

    >>> import attnlab
    >>> import numpy as np
    >>> model, rng = attnlab.load("previous"), np.random.default_rng(0)
    >>> texts = ["".join(rng.choice(list("abcdefg"), 6)) for _ in range(30)]
    >>> few = attnlab.checks.Settings(least_texts=20, swaps=False)
    >>> verdict = attnlab.check(model, texts, ["0.0"], few).verdicts[0]
    >>> verdict.finding, verdict.texts, all(verdict.conditions.values())
    ('supported', 30, True)
    """
    check_model(model, "check(model, texts)")
    texts = as_list("texts", texts, '["anna", "emma"]')
    heads = heads if heads == "all" else as_list("heads", heads, '["0.3"]')
    settings = settings or Settings()
    units = units_of(model, heads, settings)

    refuse_large(model, texts, settings)
    kept = {} if measured is None else measured
    rows: list[Row] = []
    aside: dict[Aside, int] = {"wrong": 0, "short": 0, "same": 0}
    seen: set[tuple[str, str | None]] = set()
    cases = [case if isinstance(case, Case) else Case(case) for case in texts]
    for number, case in enumerate(cases):
        watch(number, len(cases))
        if (case.text, case.target) in seen:
            aside["same"] += 1
            continue
        seen.add((case.text, case.target))
        try:
            tokens = model.tokens(case.text)
        except LabError as fault:
            raise LabError("check-text-unreadable", number=number + 1, text=case.text[:60], reason=fault) from None
        if number not in kept:
            kept[number] = measure(model, case, tokens, units, settings, number)
        row = kept[number]
        if isinstance(row, Row):
            rows.append(row)
        else:
            aside[row] += 1
    watch(len(cases), len(cases))
    if not rows:
        raise LabError("check-no-text", model=model.name, texts=len(cases), **aside, keys=settings.least_keys)
    found = ([row.units[place] for row in rows] for place in range(len(units)))
    return conclude(
        [names_of(unit) for unit in units], found, np.array([row.margin for row in rows]), settings,
        model=model.name, model_hash=model.fingerprint(), texts_name=texts_name, texts_hash=hash_of(cases),
        texts=len(cases), **aside, versions=versions(),
    )  # fmt: skip


def refuse_large(model: Model, texts: Iterable[str | Case], settings: Settings) -> None:
    """Raise LabError where the longest of the texts would not fit into memory. Texts that cannot be read are left to
    their turn."""
    need = partial(_need, model, settings)
    if need(budgets.Length(model.context)).peak < budgets.SMALL and not budgets.is_allowed():
        return  # not the longest text that it holds needs to be weighed
    longest: Tokens | None = None
    for case in texts:
        try:
            tokens = model.tokens(case.text if isinstance(case, Case) else case)
        except LabError:
            continue
        longest = tokens if longest is None or len(tokens) > len(longest) else longest
    if longest is not None:
        budgets.refuse_text(model, longest, "check", need)


def _need(model: Model, settings: Settings, asked: budgets.Length) -> budgets.Parts:
    """A replay of the cuts of one site's heads, and of what acts on every later place too, where that is asked for."""
    many = max(model.heads(site) for site in model.sites)
    cuts = would_take(model, asked, many * (asked.pieces if settings.every_key else 3), 1)
    if not (settings.swaps or settings.pairs):
        return cuts
    wide = would_take(model, asked, many)
    return wide if wide.peak > cuts.peak else cuts


def units_of(model: Model, heads: Sequence[str] | Literal["all"], settings: Settings) -> list[tuple[Head, ...]]:
    """What a verdict is given on: each head, then each pair of them where the settings ask for pairs.

    Raises LabError for a rule or a head that is not there.
    """
    if settings.rule not in RULES:
        raise LabError("check-rule-unknown", rule=settings.rule, rules=RULES)
    chosen = _heads(model, heads)
    pairs = combinations(chosen, 2) if settings.pairs and len(chosen) <= MOST_PAIRED else ()
    return [*((head,) for head in chosen), *pairs]


def names_of(unit: tuple[Head, ...]) -> tuple[str, ...]:
    """The heads of a unit as they are written, such as 0.3."""
    return tuple(f"{site}.{head}" for site, head in unit)


def hash_of(cases: Iterable[Case]) -> str:
    """The sha256 of texts and targets, in their order."""
    found = sha256()
    for number, case in enumerate(cases):
        found.update(f"{chr(10) if number else ''}{case.text}\t{case.target or ''}".encode())
    return found.hexdigest()


def versions() -> dict[str, str]:
    """What measures, for the record."""
    return {
        "attnlab": version("attnlab"), "numpy": np.__version__, "scipy": version("scipy"),
        "python": platform.python_version(),
    }  # fmt: skip


def conclude(
    units: Sequence[tuple[str, ...]],
    found: Iterable[Sequence["Unit"]],
    margin: Float[np.ndarray, " text"],
    settings: Settings,
    **about: Any,
) -> Check:
    """The verdicts over all texts that could be used, from what was measured: of each unit its figures text by text.

    `margin` is the clean margin of the same texts; `about` is where all of it came from, as the fields of `Check`.
    """
    made, off, singles = [], {}, [unit[0] for unit in units if len(unit) == 1]
    for unit, figures in zip(units, found, strict=True):
        made.append(_verdict(unit, figures, margin, settings))
        if len(units) > len(singles):
            off[unit] = np.array([one.ablated for one in figures], dtype=float)
    made = _corrected(made, settings)
    pairs = [unit for unit in units if len(unit) > 1]
    return Check(
        settings=vars(settings), verdicts=tuple(made[: len(singles)]), pairs=tuple(made[len(singles) :]),
        ablations=tuple(_ablation(pair, off, margin, settings) for pair in pairs), **about,
    )  # fmt: skip


def demonstrate(
    model: Model, text: str, heads: Sequence[str], settings: Settings | None = None, *, target: str | None = None
) -> Demonstration:
    """What cutting did on one text, in one head or in several at once: what happened here, nothing more.

    Raises LabError where the text cannot serve: too few keys, or a target the model does not say.

    >>> import attnlab
    >>> made = attnlab.demonstrate(attnlab.load("previous"), "abcdef", ["0.0"], target="e")
    >>> key = made.keys[made.top - 1]  # START, at place 0, is no key to cut
    >>> key.piece, round(made.margin, 1), round(key.harm, 1)
    ('e', 5.8, 6.0)
    """
    check_model(model, "demonstrate(model, text, heads)")
    settings = replace(settings or Settings(), pairs=len(heads) > 1, swaps=True)
    chosen = _heads(model, heads)
    case = Case(text, target)
    units = [*((head,) for head in chosen), *([tuple(chosen)] if len(chosen) > 1 else [])]
    row = measure(model, case, model.tokens(text), units, settings, 0)
    if not isinstance(row, Row):
        raise LabError(f"demonstration-{row}", model=model.name, text=text, keys=settings.least_keys)
    unit = row.units[-1]
    return Demonstration(
        model=model.name, text=text, heads=tuple(f"{site}.{head}" for site, head in chosen), query=row.query,
        target=row.target, margin=row.margin, keys=unit.keys, top=unit.top, middle=unit.middle, random=unit.random,
        drop=unit.drop, swap=unit.swap or 0.0,
    )  # fmt: skip


@dataclass(frozen=True)
class Unit:
    """One head's, or one pair's, figures on one text; harm is in the target's unit."""

    harm_top: float
    harm_middle: float
    harm_random: float
    harm_foil: float
    drop: float
    swap: float | None
    top: int
    middle: int
    random: int
    keys: tuple[KeyEffect, ...] = ()
    top_weight: float = 0.0
    beyond: float = 0.0
    """For a pair: harm_top less what the two heads' own cuts do."""
    ablated: float | None = None
    """Harm of switching it off; None where no pairs are looked at."""


@dataclass(frozen=True)
class Row:
    """One text's figures."""

    query: int
    target: str
    margin: float
    units: tuple[Unit, ...]
    edits: int
    """How many interventions it took."""


@dataclass(frozen=True)
class _Choice:
    """The keys that are cut in one head on one text."""

    head: Head
    candidates: tuple[int, ...]
    weights: tuple[float, ...]
    contributions: tuple[float, ...] | None
    top: int
    middle: int
    random: int


def measure(
    model: Model, case: Case, tokens: Tokens, units: Sequence[tuple[Head, ...]], settings: Settings, number: int
) -> Row | Literal["wrong", "short"]:
    """Every cut on one text, or why the text is set aside. What is random hangs on the seed and the text's number.

    Raises LabError for a target that the text does not have, or that has no direction.
    """
    heads = [unit[0] for unit in units if len(unit) == 1]
    pairs = [unit for unit in units if len(unit) > 1]
    replay = Replay(model, tokens)
    clean = replay.clean
    target = choose(model, tokens, clean.logits, case.target or settings.target, settings.position)
    if target.good == 0:
        raise LabError("target-without-direction", target=target.name(model))
    query = target.position
    margin = target(clean.logits)
    if not _says(target, clean.logits):
        return "wrong"
    foil = _foil(target, clean.logits, np.random.default_rng([settings.seed, number]))

    choices: dict[Head, _Choice] = {}
    for head in heads:
        # a head's random key hangs on the seed, the text and the head, not on which other heads are asked about
        rng = np.random.default_rng([settings.seed, number, model.sites.index(head[0]), head[1]])
        choice = _choose(model, clean.map(*head), head, query, tokens, settings, rng)
        if choice is None:
            return "short"
        choices[head] = choice

    plan: list[tuple[Edit, ...]] = []
    singles = [choices[head] for head in heads]
    for one in singles:
        cuts = one.candidates if settings.every_key else (one.top, one.middle, one.random)
        plan += [(Cut(*one.head, query, key),) for key in cuts]
        plan.append((Drop(*one.head, query, one.top),))
        plan += [(Swap(*one.head, one.top, one.random),)] * settings.swaps
        plan += [(Ablate(*one.head),)] * bool(pairs)  # only pairs ask for it, and every place of the text must be run
    for pair in pairs:
        several = [choices[head] for head in pair]
        plan += [tuple(Cut(*one.head, query, getattr(one, rank)) for one in several) for rank in _RANKS]
        plan.append(tuple(Drop(*one.head, query, one.top) for one in several))
        plan += [tuple(Swap(*one.head, one.top, one.random) for one in several)] * settings.swaps
        plan.append(tuple(Ablate(*one.head) for one in several))

    harm, harm_foil = _harms(replay.changes(plan, [target, foil]), target, clean.logits)
    made: list[Unit] = []
    place = 0
    for one in singles:
        cuts = one.candidates if settings.every_key else (one.top, one.middle, one.random)
        found = dict(zip(cuts, range(place, place + len(cuts)), strict=True))
        place += len(cuts)
        drop, swap, ablated = float(harm[place]), None, None
        place += 1
        if settings.swaps:
            swap = float(harm[place])
            place += 1
        if pairs:
            ablated = float(harm[place])
            place += 1
        made.append(Unit(
            harm_top=float(harm[found[one.top]]), harm_middle=float(harm[found[one.middle]]),
            harm_random=float(harm[found[one.random]]), harm_foil=float(harm_foil[found[one.top]]),
            drop=drop, swap=swap, top=one.top, middle=one.middle, random=one.random,
            keys=_key_effects(one, tokens.at(one.head[0])[1], harm, found) if settings.every_key else (),
            top_weight=one.weights[one.candidates.index(one.top)], ablated=ablated,
        ))  # fmt: skip
    for pair in pairs:
        top, middle, random, drop = harm[place : place + 4].tolist()
        swap, off = float(harm[place + 4]) if settings.swaps else None, float(harm[place + 4 + settings.swaps])
        first, alone = choices[pair[0]], sum(made[heads.index(head)].harm_top for head in pair)
        made.append(Unit(
            harm_top=top, harm_middle=middle, harm_random=random, harm_foil=float(harm_foil[place]),
            drop=drop, swap=swap,
            top=first.top, middle=first.middle, random=first.random, beyond=top - alone, ablated=off,
        ))  # fmt: skip
        place += 5 + settings.swaps
    return Row(query, target.name(model), margin, tuple(made), len(plan))


_RANKS = ("top", "middle", "random")


def _harms(
    made: Changes, target: Target, clean: Float[np.ndarray, "position symbol"]
) -> tuple[Float[np.ndarray, " edit"], Float[np.ndarray, " edit"]]:  # fmt: skip
    """How far target and foil fell under each edit; what rounding alone could do is 0."""
    harm = -made.change * target.good
    floor = 64 * np.finfo(clean.dtype).eps * float(np.abs(clean).max())
    harm[np.abs(harm) < floor] = 0.0
    return harm[:, 0], harm[:, 1]


def _choose(
    model: Model, map: Any, head: Head, query: int, tokens: Tokens, settings: Settings, rng: np.random.Generator
) -> _Choice | None:
    """Top, middle and matched random key of one row, among the visible ones that are text; None if they are too few."""
    looked_at = tokens.at(head[0])[1]
    may = map.visible[query] & np.asarray(looked_at.plain)
    candidates = np.flatnonzero(may)
    if len(candidates) < settings.least_keys:
        return None
    weights = map.weight[query, candidates]
    order = candidates[np.argsort(-weights, kind="stable")]
    top = _tested(settings.rule, order, query, tokens, looked_at)
    if top is None:
        return None
    rest = order[order != top]
    # as far from the query as the top key; in another text there is no distance from the query, only from that key
    far = np.abs(np.abs(rest - query) - abs(top - query)) if looked_at is tokens else np.abs(rest - top)
    nearest = np.argsort(far, kind="stable")[:NEAR]
    projected = model.project(*head, map.value[candidates])
    sizes = None if projected is None else np.linalg.norm(projected, axis=-1) * weights
    return _Choice(
        head, tuple(candidates.tolist()), tuple(weights.tolist()), None if sizes is None else tuple(sizes.tolist()),
        top, int(rest[len(rest) // 2]), int(rest[rng.choice(nearest)]),
    )  # fmt: skip


def _tested(rule: Rule, order: np.ndarray, query: int, tokens: Tokens, looked_at: Tokens) -> int | None:
    """The key that the rule names among the candidates, heaviest first; None where it names none."""
    match rule:
        case "top":
            return int(order[0])
        case "previous":
            return query - 1 if query - 1 in order and looked_at is tokens else None
        case "same":
            ids = looked_at.ids
            like = [key for key in order if (key < query or looked_at is not tokens) and ids[key] == tokens.ids[query]]
            return int(max(like)) if like else None


def _key_effects(one: _Choice, tokens: Tokens, harm: np.ndarray, found: dict[int, int]) -> tuple[KeyEffect, ...]:
    sizes = one.contributions or (None,) * len(one.candidates)
    return tuple(
        KeyEffect(key, tokens.pieces[key], weight, size, float(harm[found[key]]))
        for key, weight, size in zip(one.candidates, one.weights, sizes, strict=True)
    )


def _says(target: Target, logits: Float[np.ndarray, "position symbol"]) -> bool:
    """True where the model itself puts the target first."""
    match target:
        case Difference():
            return target(logits) > 0
        case Logit() | Probability():
            return int(logits[target.position].argmax()) == target.symbol
        case AnyOf():
            return int(logits[target.position].argmax()) in target.symbols
        case _:
            return True


def _foil(target: Target, logits: Float[np.ndarray, "position symbol"], rng: np.random.Generator) -> Target:
    """A random target of the same kind, picked the same way: ahead in the clean run, by a like margin."""
    drawn = list(_draws(target, logits, rng))
    margin = target(logits)
    return min(drawn, key=lambda foil: abs(foil(logits) - margin))


def _draws(target: Target, logits: Float[np.ndarray, "position symbol"], rng: np.random.Generator) -> Iterator[Target]:
    symbols = logits.shape[-1]
    place = target.position
    for _ in range(DRAWS):
        match target:
            case Difference():
                first, second = _others(symbols, {target.symbol, target.rival}, 2, rng)
                ahead = logits[place, first] >= logits[place, second]
                yield Difference(*((first, second) if ahead else (second, first)), place)
            case Logit() | Probability():
                yield replace(target, symbol=_others(symbols, {target.symbol}, 1, rng)[0])
            case AnyOf():
                yield AnyOf(_others(symbols, set(target.symbols), len(target.symbols), rng), place)
            case Loss():
                yield replace(target, ids=tuple(rng.integers(0, symbols, len(target.ids)).tolist()))
            case _:
                raise LabError("target-without-direction", target=type(target).__name__)


def _others(symbols: int, but: set[int], count: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Different symbols at random, none of `but`."""
    if symbols < len(but) + count:
        raise LabError("check-few-symbols", symbols=symbols, wanted=len(but) + count)
    found: list[int] = []
    while len(found) < count:
        one = int(rng.integers(0, symbols))
        if one not in but and one not in found:
            found.append(one)
    return tuple(found)


def _verdict(
    unit: tuple[str, ...], found: Sequence[Unit], margin: Float[np.ndarray, " text"], settings: Settings
) -> Verdict:
    """The figures of one head or pair over all texts; the finding waits for the correction."""
    top = np.array([one.harm_top for one in found])
    random = np.array([one.harm_random for one in found])
    foil = np.array([one.harm_foil for one in found])
    columns = {
        "harm_top": top,
        "harm_middle": np.array([one.harm_middle for one in found]),
        "harm_random": random,
        "harm_foil": foil,
        "over_random": top - random,
        "over_foil": top - foil,
        "size_top": np.abs(top),
        "size_random": np.abs(random),
        "margin": margin,
        "drop_top": np.array([one.drop for one in found]),
    }
    if settings.swaps:
        columns["swap_top"] = np.array([one.swap for one in found])
    keyed = len(unit) == 1 and settings.every_key
    if len(unit) > 1:
        columns["beyond"] = np.array([one.beyond for one in found])
    else:
        columns["top_weight"] = np.array([one.top_weight for one in found])
    if keyed:
        columns |= _key_columns([one.keys for one in found])
    names, drawn = list(columns), {"seed": settings.seed, "resamples": settings.resamples}
    figures: dict[str, Any] = dict(zip(names, means(np.stack([columns[name] for name in names]), **drawn), strict=True))
    figures |= {name: figures.get(name) for name in _OPTIONAL}
    p_random, p_foil = signed_rank(columns["over_random"]), signed_rank(columns["over_foil"])
    by_chance = float(np.mean([1 / len(one.keys) for one in found])) if keyed else None
    return Verdict(
        heads=unit,
        finding="not testable",
        reason="",
        texts=len(found),
        conditions={},
        share=ratio(top, margin, **drawn),
        p_random=p_random,
        p_foil=p_foil,
        p_size=signed_rank(columns["size_top"] - columns["size_random"]),
        p=max(p_random, p_foil),
        most_by_chance=by_chance,
        **figures,
    )


_OPTIONAL = (
    "beyond", "swap_top", "top_weight", "top_is_most", "most_weight", "harm_most", "weight_and_size",
    "contribution_and_size", "weight_and_contribution",
)  # fmt: skip


def _key_columns(texts: Sequence[tuple[KeyEffect, ...]]) -> dict[str, np.ndarray]:
    """Per text: is the heaviest key the most influential, and how weight, contribution and size agree in rank."""
    weight = [np.array([key.weight for key in keys]) for keys in texts]
    harm = [np.array([key.harm for key in keys]) for keys in texts]
    most = [int(np.abs(one).argmax()) for one in harm]
    moved = [bool(np.abs(one).max() > 0) for one in harm]
    columns = {
        # where nothing moves no key is the most influential one
        "top_is_most": np.array([
            float(some and w.argmax() == place) for w, place, some in zip(weight, most, moved, strict=True)
        ]),
        "most_weight": np.array([w[place] for w, place in zip(weight, most, strict=True)]),
        "harm_most": np.array([h[place] for h, place in zip(harm, most, strict=True)]),
        "weight_and_size": _agreement(weight, [np.abs(one) for one in harm]),
    }  # fmt: skip
    if all(key.contribution is not None for keys in texts for key in keys):
        size = [np.array([key.contribution for key in keys]) for keys in texts]
        columns["contribution_and_size"] = _agreement(size, [np.abs(one) for one in harm])
        columns["weight_and_contribution"] = _agreement(weight, size)
    return columns


def _agreement(a: Sequence[np.ndarray], b: Sequence[np.ndarray]) -> np.ndarray:
    """Spearman's rank correlation text by text, 0 where either side has no order at all."""
    x, y = _centred_ranks(a), _centred_ranks(b)
    sizes = np.sqrt((x * x).sum(axis=1) * (y * y).sum(axis=1))
    return np.divide((x * y).sum(axis=1), sizes, out=np.zeros(len(x)), where=sizes > 0)


def _centred_ranks(rows: Sequence[np.ndarray]) -> Float[np.ndarray, "text key"]:
    """Ranks less their mean, one row a text, 0 beyond its keys."""
    from scipy.stats import rankdata

    table = np.full((len(rows), max(map(len, rows))), np.nan)
    for row, values in zip(table, rows, strict=True):
        row[: len(values)] = values
    ranked = rankdata(table, axis=1, nan_policy="omit")
    return np.nan_to_num(ranked - np.nanmean(ranked, axis=1, keepdims=True))


def _corrected(made: Sequence[Verdict], settings: Settings) -> list[Verdict]:
    """Findings, once every head's and pair's p is known."""
    corrected = holm([verdict.p for verdict in made])
    return [_found(replace(verdict, p=p), settings) for verdict, p in zip(made, corrected, strict=True)]


def _found(verdict: Verdict, settings: Settings) -> Verdict:
    # both comparisons stand or fall by the corrected p of the weaker one; each is also told by itself
    weaker = max(verdict.p_random, verdict.p_foil)
    # a p below the least number there is stays 0, however many heads it is corrected for
    factor = np.inf if verdict.p >= 1 else verdict.p / weaker if weaker > 0 else 1.0
    conditions = {
        "over random key": bool(verdict.p_random * factor <= settings.level and verdict.over_random.low > 0),
        "share of margin": bool(verdict.share.mean >= settings.share),
        "over random target": bool(verdict.p_foil * factor <= settings.level and verdict.over_foil.low > 0),
    }
    if verdict.texts < settings.least_texts:
        finding, reason = "not testable", "reason-few-texts"
    elif verdict.size_top.high == 0 and verdict.size_random.high == 0:
        finding, reason = "not supported", "reason-no-effect"
    elif all(conditions.values()):
        finding, reason = "supported", "reason-all-three"
    else:
        finding = "not supported"
        reason = {
            "over random key": "reason-not-over-key",
            "share of margin": "reason-small-share",
            "over random target": "reason-not-over-target",
        }[next(name for name, holds in conditions.items() if not holds)]
    return replace(verdict, conditions=conditions, finding=finding, reason=reason)


def _ablation(
    pair: tuple[str, ...], off: Mapping[tuple[str, ...], np.ndarray], margin: np.ndarray, settings: Settings
) -> Ablation:
    """A pair of heads switched off, alone and together."""
    first, second, both = (off[unit] for unit in ((pair[0],), (pair[1],), pair))
    beyond = both - first - second
    figures = means(np.stack([first, second, both, beyond]), seed=settings.seed, resamples=settings.resamples)
    least = settings.share * float(np.mean(margin))
    backup = figures[2].mean >= least > max(figures[0].mean, figures[1].mean) and figures[3].low > 0
    return Ablation((pair[0], pair[1]), *figures, backup=bool(backup))


def _heads(model: Model, heads: Sequence[str] | Literal["all"]) -> list[Head]:
    if heads == "all":
        # of a model that reads one text and says another, the heads that look from one to the other
        cross = tuple(site for site in model.sites if site.kind == "cross")
        return [(site, head) for site in cross or model.sites for head in range(model.heads(site))]
    found = []
    for name in heads:
        site, dot, number = name.strip().rpartition(".")
        if not dot or not (number.isascii() and number.isdigit()):
            raise LabError("head-unreadable", head=name, example=f"{model.sites[0]}.0")
        place = find_site(model, site)
        if place.stack == "encoder" and any(one.kind == "cross" for one in model.sites):
            raise LabError("check-encoder-head", head=name, example=f"{model.sites[-1]}.0")
        found.append((place, find_head(model, place, int(number))))
    return list(dict.fromkeys(found))
