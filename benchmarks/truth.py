"""Can the verdict say no, and does it say yes? Models with nothing to find, and models whose answer was planted.

Beside it stand six other ways of naming the key that mattered, on the same models and texts. Writes docs/truth.md.
Every model has a seed, so that each line can be run again.
"""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from string import ascii_lowercase
from typing import TypeVar

import numpy as np
from rich.console import Console
from rich.progress import track
from scipy.stats import binomtest, wilcoxon

from attnlab import load
from attnlab.checks import Case, Settings, check
from attnlab.files import write_whole
from attnlab.model import Model
from attnlab.models import HANDMADE
from attnlab.models.small import Shape, Small, draw
from attnlab.targets import Difference, choose
from attnlab.texts import default_cases
from attnlab.tokens import Alphabet
from attnlab.verdicts import Check
from benchmarks import planted
from benchmarks.measure import machine
from benchmarks.planted import TEXTS, Planted
from benchmarks.scores import OF_PLACES, WAYS, scores

REPORT = Path(__file__).parent.parent / "docs" / "truth.md"
LETTERS = Alphabet(tuple(ascii_lowercase))
FAST = Settings(every_key=False, pairs=False, resamples=100)
STDS = (0.08, 0.3, 1.0)
LEVEL = 0.05
Made = TypeVar("Made")


def main(nulls: str = "60", models: str = "20", seeds: str = "6", cores: str = "2") -> None:
    """Untrained models a line, generated models a family, trained models a task and size, and processes."""
    begun = time.perf_counter()
    with ProcessPoolExecutor(int(cores), initializer=_one_thread) as pool:
        checks = {title: _each(pool, one, int(nulls), title) for title, one in NULLS.items()}
        tempted = {f"{std:g}": _each(pool, partial(temptations, std), int(nulls), f"ways, {std:g}") for std in STDS}
        found = {
            name: _each(pool, partial(judged, make), int(seeds if name.startswith("trained") else models), name)
            for name, make in FAMILIES.items()
        }
        names: list[str] = [*HANDMADE]
        handmade = dict(zip(names, pool.map(_handmade, names), strict=True))
    minutes = (time.perf_counter() - begun) / 60
    lines = [
        "# What the verdict says where the truth is known",
        "",
        f"Written by `./dev bench truth {nulls} {models} {seeds} {cores}` in {minutes:.0f} minutes; nothing here is "
        f"typed by hand. {machine('attnlab', 'numpy', 'scipy', 'torch')}.",
        "",
        "Shares stand as counts, with their exact 95 % binomial interval (Clopper & Pearson) in percent.",
        *_at_a_glance(found, tempted, checks),
        *_nothing_to_find(checks, int(nulls)),
        *_tempted(tempted, int(nulls)),
        *_planted(found),
        *_named_models(handmade),
    ]
    write_whole(REPORT, "\n".join(lines) + "\n")
    print("\n".join(lines))


def _one_thread() -> None:
    import torch

    torch.set_num_threads(1)


def _each(pool: Executor, one: Callable[[int], Made], count: int, title: str) -> list[Made]:
    return list(track(pool.map(one, range(count)), title, total=count, console=Console(stderr=True)))


# --- nothing to find ------------------------------------------------------------------------------------------------


def untrained(std: float, seed: int, texts: int = 240) -> Check:
    """A model of the `names` shape that learnt nothing, on random letters, with a random pair of letters to watch."""
    return check(*_unlearnt(std, seed, texts), "all", FAST)


def _unlearnt(std: float, seed: int, texts: int) -> tuple[Small, list[Case]]:
    rng = np.random.default_rng([seed, 1])
    model = Small(f"untrained-{seed}", Shape(), LETTERS, draw(Shape(), std=std, seed=seed))
    cases = [Case(_letters(rng), "/".join(rng.choice(list(ascii_lowercase), 2, replace=False))) for _ in range(texts)]
    return model, cases


def shuffled(model: Model, seed: int, texts: int = 320) -> Check:
    """The trained model's own texts, each with another's target: what was said there, against its runner-up."""
    rng = np.random.default_rng([seed, 2])
    cases, _ = default_cases(model, texts, seed)
    said = []
    for case in cases:
        second, first = np.argsort(model.run(model.tokens(case.text))[-1])[-2:]
        said.append(f"{model.vocabulary[first]}/{model.vocabulary[second]}")
    return check(model, [Case(case.text, said[one]) for case, one in zip(cases, rng.permutation(texts), strict=True)],
                 "all", FAST)  # fmt: skip


def _shuffled_names(seed: int) -> Check:
    return shuffled(load("names"), seed)


def _letters(rng: np.random.Generator) -> str:
    return "".join(rng.choice(list(ascii_lowercase), rng.integers(5, 13)))


NULLS: dict[str, Callable[[int], Check]] = {
    **{f"untrained, initial std {std:g}, random targets": partial(untrained, std) for std in STDS},
    "names (trained), targets of other texts": _shuffled_names,
}


@dataclass(frozen=True)
class Temptation:
    """What three comparisons would have called important in a model that learnt nothing, each at p < .05."""

    own: list[bool]
    """The way's own figure is larger at the key it names than at a random other key: by head, or once for places."""
    size: list[bool]
    """Cutting the named key changes the target more, in size, than cutting a random other key: by head."""
    signed: list[bool]
    """The same with the sign: the target falls more."""


def temptations(std: float, seed: int, texts: int = TEXTS) -> dict[str, Temptation]:
    """The models and texts of `untrained`; the first so many texts on which the target is ahead."""
    model, cases = _unlearnt(std, seed, 3 * texts)
    rng = np.random.default_rng([seed, 3])
    rows: dict[str, list[np.ndarray]] = {way: [] for way in WAYS}  # (comparison, head) for each text
    for case in cases:
        tokens = model.tokens(case.text)
        logits = model.run(tokens)
        target = choose(model, tokens, logits, case.target)
        if len(rows[WAYS[0]]) == texts or not isinstance(target, Difference) or target(logits) <= 0:
            continue
        found = scores(model, tokens, target)
        for way in WAYS:
            rows[way].append(_over_random(np.atleast_2d(found[way]), found["effect"], rng))
    return {way: _temptation(np.stack(made), way in OF_PLACES) for way, made in rows.items()}


def _over_random(table: np.ndarray, harm: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """The named key less a random other key: by the way's own figure, the size of the cut's effect, and its sign."""
    made = []
    for head in range(len(harm)):
        row = table[head % len(table)]
        top = int(row.argmax())
        other = int(rng.choice([key for key in np.flatnonzero(np.isfinite(row)) if key != top]))
        own, size, signed = row, np.abs(harm[head]), harm[head]
        made.append([x[top] - x[other] for x in (own, size, signed)])
    return np.array(made).T


def _temptation(rows: np.ndarray, of_places: bool) -> Temptation:
    own, size, signed = (
        [_is_above_0(rows[:, comparison, head]) for head in range(rows.shape[2])] for comparison in range(3)
    )
    return Temptation(own[:1] if of_places else own, size, signed)


def _is_above_0(x: np.ndarray) -> bool:
    """By a one-sided Wilcoxon signed-rank test (Pratt's zeros), the one that checks use."""
    if not x.any():
        return False
    return float(wilcoxon(x, alternative="greater", zero_method="pratt", method="approx").pvalue) < LEVEL


# --- something planted ----------------------------------------------------------------------------------------------

FAMILIES: dict[str, Callable[[int], Planted]] = {
    "decoys": planted.decoys,
    "sinks": planted.sinks,
    "quiet": planted.quiet,
    "saturated": planted.saturated,
    "backups": planted.backups,
    "trained, marked, 1 head": partial(planted.trained, "marked", 1),
    "trained, addressed, 1 head": partial(planted.trained, "addressed", 1),
    "trained, marked, 4 heads": partial(planted.trained, "marked", 4),
    "trained, addressed, 4 heads": partial(planted.trained, "addressed", 4),
    "trained, after, 2 layers of 1 head": partial(planted.trained, "after", 1),
    "trained, after, 2 layers of 2 heads": partial(planted.trained, "after", 2),
}
SUPPORTED, BY_EFFECT, BACKUP = "verdict: supported", "verdict: found by effect", "verdict: a back-up pair"
VERDICT = "attnlab's verdict, any of the three"
ROWS = (*WAYS, SUPPORTED, BY_EFFECT, BACKUP, VERDICT)


@dataclass(frozen=True)
class Named:
    """What a way named in one model, as shares of its texts; None where the way or the family has no such thing."""

    asked: float | None
    """In the causal head its first key is the true one."""
    first: float
    """Of all heads' keys, or of all places, the first is the true one, in a causal head where that is known."""
    wrong: float
    """The first is a decoy's (a place: where a decoy looks most); where none was planted, any but the true one."""


@dataclass(frozen=True)
class Judged:
    """One model's outcome."""

    named: Mapping[str, Named]
    texts: int
    alone: float | None
    """What cutting the true key in one causal head takes, as a share of the margin."""
    outcomes: tuple[str, ...]
    """Of each head that looks at the true key first in most texts: supported, or the first condition that it fails."""
    learnt: float | None
    followed: float | None


def judged(make: Callable[[int], Planted], seed: int) -> Judged:
    """Every way, and the verdict at its default settings, on one model."""
    made = make(seed)
    model, named, harm, margin = made.model, {way: [] for way in WAYS}, [], []
    for known in made.texts:
        tokens = model.tokens(known.text)
        logits = model.run(tokens)
        target = choose(model, tokens, logits, "top")
        assert isinstance(target, Difference)
        found = scores(model, tokens, target)
        heaviest = {int(found["weight"][decoy].argmax()) for decoy in made.decoys} - {known.key}
        for way in WAYS:
            named[way].append(_of_places(found[way], known.key, heaviest, made) if way in OF_PLACES
                              else _of_heads(found[way], known.key, made))  # fmt: skip
        harm.append([found["effect"][head, known.key] for head in made.causal])
        margin.append(target(logits))
    shares = {way: np.mean(rows, axis=0).tolist() for way, rows in named.items()}
    verdict = check(model, [Case(known.text) for known in made.texts])
    return Judged(
        {way: _named(share, made) for way, share in shares.items()}
        | _verdict(verdict, shares["weight"][2:], shares["effect"][2:], made),
        texts=len(made.texts),
        alone=float(np.mean(harm) / np.mean(margin)) if made.causal else None,
        outcomes=tuple(
            one.finding
            if one.finding == "supported"
            else next((c for c, held in one.conditions.items() if not held), "")
            for one, share in zip(verdict.verdicts, shares["weight"][2:], strict=True)
            if share > 0.5
        ),
        learnt=made.learnt,
        followed=made.followed,
    )


def _of_places(row: np.ndarray, key: int, heaviest: set[int], made: Planted) -> list[bool]:
    place = int(row.argmax()) if row.max() > 0 else -1
    return [place == key, place in heaviest if made.decoys else place not in (key, -1)]


def _of_heads(table: np.ndarray, key: int, made: Planted) -> list[bool]:
    """Is the first of all the true one, is it a wrong one, and then: does each head name the true key?"""
    head, first = np.unravel_index(table.argmax(), table.shape)
    some = table.max() > 0
    right = some and first == key and (head in made.causal or not made.causal)
    wrong = some and (head in made.decoys if made.decoys else not right)
    each = (table.argmax(axis=1) == key) & (table.max(axis=1) > 0)
    return [bool(right), bool(wrong), *each.tolist()]


def _named(shares: Sequence[float], made: Planted) -> Named:
    first, wrong, *heads = shares
    asked = float(np.mean([heads[head] for head in made.causal])) if heads and made.causal else None
    return Named(asked, first, wrong)


def _verdict(made: Check, by_weight: Sequence[float], by_effect: Sequence[float], model: Planted) -> dict[str, Named]:
    """Which heads each kind of finding names, and whether the key it speaks of is the true one in most texts."""
    place = {verdict.name: number for number, verdict in enumerate(made.verdicts)}
    findings = {
        SUPPORTED: [((place[one.name],), by_weight) for one in made.verdicts if one.finding == "supported"],
        BY_EFFECT: [((place[one.name],), by_effect) for one in made.verdicts if one.hidden_cause],
        BACKUP: [(tuple(place[head] for head in pair.heads), by_weight) for pair in made.backups],
    }
    findings[VERDICT] = [one for several in findings.values() for one in several]
    found = {}
    for kind, named in findings.items():
        right = [
            (not model.causal or {*heads} <= {*model.causal}) and all(keys[head] > 0.5 for head in heads)
            for heads, keys in named
        ]
        found[kind] = Named(
            asked=float(any(right)) if model.causal else None,
            first=float(any(right) and all(right)),
            wrong=float(any({*heads} & {*model.decoys} for heads, _ in named) if model.decoys else not all(right)),
        )
    return found


def _handmade(name: str) -> Check:
    model = load(name)
    cases, texts_name = default_cases(model)
    return check(model, cases, texts_name=texts_name)


# --- the report -----------------------------------------------------------------------------------------------------

GLANCE = """
## At a glance

In how many models a way puts the true key first, and after the stroke in how many it puts a wrong one first, in most
texts; what counts as that is said below. The last line: the share of heads of untrained models that would be called
important by the size of what cutting the named key does, as such names are commonly confirmed; and that the verdict
supports.
"""

NOTHING = """
## Nothing to find

Each line: {models} seeds (0 to {last}), all four heads of each model, texts with a target the model itself puts ahead
(the others are set aside). Heads called *supported*: by the size of the change alone, by the signed change against a
random key, against a random target picked the same way (each at an uncorrected p < .05), and by attnlab's verdict,
which asks for all three conditions after Holm's correction. The last column counts models in which any head at all is
supported: that is what the correction is to hold at 5 %.
"""

NOTHING_MEANS = """
A heavier key changes any logit more, so size alone finds a reason in models that learnt nothing. The sign is not
enough either: texts are kept only where the target is ahead, and what is ahead by chance falls back under any
disturbance. In a model that learnt nothing a random target that was picked the same way falls back as far. The targets
of other texts, in a trained model, are no random symbols (they are the ones it often says), so there it is the share
of the margin that says no.
"""

TEMPTED = """
### What the other ways make of nothing

None of the six has a test of its own. So that a rate can be told at all, each is given the comparisons that are
commonly made with it, on the untrained models above ({texts} texts each, by head over texts, one-sided Wilcoxon, p <
.05, uncorrected; nominal is 5 %). *own figure*: the way's figure at the key it names against that at a random other
key. It was named for being larger, so this can hardly fail. *size of effect*: cutting the named key changes the target
more, in size, than cutting a random other key. *signed effect*: the target falls more. For `effect`, and nearly so for
its estimate by `attribution`, these two are again true by the choice. Rollout and gradient x input name a place of the
text and no head: they have one own figure a model, and their place is cut in every head.
"""

PLANTED = """
## Something planted: seven ways of naming it

Generated models with a known answer, on texts where the model says it. The target is that answer against the
runner-up, the query the last place. Each way names the key, or the place, where its figure is largest; a figure of 0
names nothing.

- *weight*: how much the query looks at the key.
- *rollout* (Abnar & Zuidema 2020): weights averaged over a layer's heads, half of each place kept, multiplied through
  the layers. In one layer that is the average head.
- *gradient x input*: of the target with respect to the embedding of the piece that stands there, times it, summed.
- *attribution*: gradient of the target with respect to the weight, times the weight.
- *contribution*: weight times the length of the projected value.
- *effect*: how far the target falls when that one key is cut in that one head; exact.
- *verdict*: attnlab's, at its default settings, over all of the model's texts. It names heads: supported (then the key
  it speaks of is the heaviest), found by effect (then it is the most influential), or a pair of back-ups.

*asked of the causal head*: its first key is the true one. *true one first*: of all heads' keys the first is the true
one in a causal head; the verdict names a causal head with the true key, and nothing else. *wrong one first*: it is a
decoy's (a place: where a decoy looks hardest); in trained models, where no decoy was planted, any other key. A way
counts in a model where that holds in more than half of the texts; behind the semicolon stands the share of texts.
Rollout and gradient x input cannot name a head; the query's own place is set aside for them, since rollout would
always name it. The verdict's counts are of models: it makes no claim about one text. A trained model with several
heads was free to choose which of them carries the answer, so there the head is not known.

Under each heading stands what became of the heads that look at the true key: supported, or the first of the three
conditions that they fail. *over random target* then means that the cut took no more from the answer than from two
random symbols, one ahead of the other by a like margin. Where one key writes the whole row of logits every margin
stands on it, so a head that carries the answer, and all else, is not called supported: what that condition costs is
counted here.
"""

FAMILY = {
    "decoys": """One head looks some places back and carries the answer; one or two others look harder elsewhere, at
large values that no answer is read from.""",
    "sinks": """One head carries the answer; one or two others park their weight on START or on the text's first letter,
which hands over nothing.""",
    "quiet": """One head looks hard at letters that hand over nothing; the answer comes from the one key with hardly any
weight. A decoy stands beside it.""",
    "saturated": """One head votes for the answer above a cap, so that a little less of it changes nothing and all of it
much. A decoy stands beside it.""",
    "backups": """Two heads look at one key, and either alone votes above a cap: only both together matter. A decoy
stands beside them.""",
    "marked": """Letters, one of them a capital, then a question mark; the answer is that letter, small.""",
    "addressed": """Eight letters, then a digit; the answer is the letter at that place.""",
    "after": """Letters with a stop among them, then a stop; the answer is what followed the first one. A first layer
must tell each letter what stood before it, so that the stop is a cause as well; what counts as the true key is the
answer's place.""",
}

HANDMADE_MODELS = """
## The package's own handmade models

200 texts each, drawn by the model's own rule with seed 0, default settings.

| model | heads | verdict | top key takes | random key takes | of margin | heaviest is most influential |
|---|---|---|---|---|---|---|"""


def _at_a_glance(
    found: Mapping[str, Sequence[Judged]],
    tempted: Mapping[str, Sequence[Mapping[str, Temptation]]],
    checks: Mapping[str, Sequence[Check]],
) -> Iterator[str]:
    yield GLANCE
    yield "| models | " + " | ".join((*WAYS, "verdict")) + " |"
    yield "|---|" + "---|" * (len(WAYS) + 1)
    for family, models in found.items():
        cells = []
        for way in (*WAYS, VERDICT):
            right, wrong = (
                sum(getattr(model.named[way], kind) > 0.5 for model in models) for kind in ("first", "wrong")
            )
            cells.append(f"{right} / {wrong}")
        yield f"| {family} ({len(models)}) | " + " | ".join(cells) + " |"
    sizes = [_pooled(model[way].size for line in tempted.values() for model in line) for way in WAYS]
    untrained = [one for title, made in checks.items() if title.startswith("untrained") for one in made]
    supported = [one.finding == "supported" for made in untrained for one in made.verdicts]
    shares = [f"{np.mean(some):.1%}" for some in (*sizes, supported)]
    yield f"| untrained ({len(supported)} heads) | " + " | ".join(shares) + " |"


def _nothing_to_find(checks: Mapping[str, Sequence[Check]], models: int) -> Iterator[str]:
    yield NOTHING.format(models=models, last=models - 1)
    yield "| model and targets | size alone | > random key | > random target | verdict | any head of a model |"
    yield "|---|---|---|---|---|---|"
    for title, made in (*checks.items(), ("together", [one for some in checks.values() for one in some])):
        every = [one for some in made for one in some.verdicts if one.finding != "not testable"]
        rates = (
            _rate(one.p_size < LEVEL for one in every),
            _rate(one.p_random < LEVEL for one in every),
            _rate(one.p_foil < LEVEL for one in every),
            _rate(one.finding == "supported" for one in every),
            _rate(any(one.finding == "supported" for one in some.verdicts) for some in made),
        )
        yield f"| {title} | " + " | ".join(rates) + " |"
    yield NOTHING_MEANS.rstrip()


def _tempted(tempted: Mapping[str, Sequence[Mapping[str, Temptation]]], models: int) -> Iterator[str]:
    yield TEMPTED.format(models=models, texts=TEXTS)
    yield "| initial std | way | own figure | size of effect | signed effect |"
    yield "|---|---|---|---|---|"
    for std, line in tempted.items():
        for way in WAYS:
            rates = (_rate(_pooled(getattr(model[way], kind) for model in line)) for kind in ("own", "size", "signed"))
            yield f"| {std} | {way} | " + " | ".join(rates) + " |"


def _planted(found: Mapping[str, Sequence[Judged]]) -> Iterator[str]:
    yield PLANTED.rstrip()
    for family, models in found.items():
        yield f"\n### {family}\n\n{_about(family, models)}\n"
        yield "| way | asked of the causal head | true one first | wrong one first |"
        yield "|---|---|---|---|"
        for way in ROWS:
            columns = zip(
                *((one.named[way].asked, one.named[way].first, one.named[way].wrong) for one in models), strict=True
            )
            nothing = "cannot say" if way in OF_PLACES else "not known"
            yield f"| {way} | " + " | ".join(_share(column, way, nothing) for column in columns) + " |"


def _about(family: str, models: Sequence[Judged]) -> str:
    """What was planted, in how many models, and how sure it is."""
    texts = [model.texts for model in models]
    said = [next(words for name, words in FAMILY.items() if name in family)]
    said.append(f"{len(models)} models (seeds 0 to {len(models) - 1}), {_range(texts, '')} texts each.")
    learnt = [model.learnt for model in models if model.learnt is not None]
    if learnt:
        followed = [model.followed for model in models if model.followed is not None]
        said.append(
            f"They say the right answer in {_range(learnt)} of new texts and, with another symbol at the true key, the "
            f"answer that this makes in {_range(followed)} of those."
        )
    alone = [model.alone for model in models if model.alone is not None]
    if alone:
        said.append(f"Cutting the true key in one causal head takes {_range(alone)} of the margin.")
    outcomes = Counter(outcome for model in models for outcome in model.outcomes)
    if outcomes:
        fails = ", ".join(f"{name} {count}" for name, count in sorted(outcomes.items()) if name != "supported")
        said.append(
            f"Of {outcomes.total()} heads that look at the true key first in most texts, {outcomes['supported']} are "
            f"supported{f'; the others first fail at: {fails}' if fails else ''}."
        )
    return "\n".join(said)


def _named_models(handmade: Mapping[str, Check]) -> Iterator[str]:
    yield HANDMADE_MODELS
    for name, made in handmade.items():
        for verdict in (*made.verdicts, *made.backups):
            most = "" if verdict.top_is_most is None else f"{verdict.top_is_most.mean:.0%} of texts"
            yield (
                f"| {name} | {verdict.name} | {verdict.finding}{' (found by effect)' if verdict.hidden_cause else ''} "
                f"| {verdict.harm_top.say()} | {verdict.harm_random.say()} | {verdict.share.mean:.1%} | {most} |"
            )


def _share(shares: Sequence[float | None], way: str, nothing: str) -> str:
    """Models in which it holds in most texts, and the share of texts; the verdict speaks of models alone."""
    known = [share for share in shares if share is not None]
    if not known:
        return nothing
    return _rate(share > 0.5 for share in known) + (f"; {np.mean(known):.1%}" if way in WAYS else "")


def _rate(held: Iterable[bool]) -> str:
    every = [*held]
    interval = binomtest(sum(every), len(every)).proportion_ci()
    return f"{sum(every)} of {len(every)} [{100 * interval.low:.1f}, {100 * interval.high:.1f}]"


def _range(shares: Sequence[float], form: str = ".0%") -> str:
    low, high = (f"{one:{form}}" for one in (min(shares), max(shares)))
    return low if low == high else f"{low} to {high}"


def _pooled(several: Iterable[list[bool]]) -> list[bool]:
    return [one for some in several for one in some]
