"""Can the verdict say no, and does it say yes? Models with nothing to find, and models whose answer was planted.

Writes docs/truth.md. Every check has a seed, so that each line can be run again.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from string import ascii_lowercase

import numpy as np
from rich.console import Console
from rich.progress import track

from attnlab import load
from attnlab.checks import Case, Settings, check
from attnlab.model import Model
from attnlab.models import HANDMADE
from attnlab.models.small import Shape, Small, draw
from attnlab.texts import default_cases
from attnlab.tokens import Alphabet
from attnlab.verdicts import Check
from benchmarks.measure import machine

REPORT = Path(__file__).parent.parent / "docs" / "truth.md"
LETTERS = Alphabet(tuple(ascii_lowercase))
FAST = Settings(every_key=False, pairs=False, resamples=100)


@dataclass(frozen=True)
class Tally:
    """How often four ways of judging called a head supported, over so many verdicts."""

    verdicts: int
    naive: int
    """The top key's effect is larger in size than a random key's (one-sided Wilcoxon, p < .05)."""
    key: int
    """The same with signs: the target falls more."""
    foil: int
    """The target falls more than a random target that was picked the same way."""
    supported: int


def main(models: str = "84", cores: str = "2") -> None:
    count = int(models)
    rows: list[tuple[str, Tally]] = []
    with ProcessPoolExecutor(int(cores)) as pool:
        for title, one in _nulls():
            checks = list(track(pool.map(one, range(count)), title, total=count, console=Console(stderr=True)))
            rows.append((title, _tally(checks)))
    text = _report(rows, [(name, _planted(name)) for name in HANDMADE], count)
    REPORT.write_text(text, encoding="utf-8")
    print(text)


def _nulls() -> Iterator[tuple[str, Callable[[int], Check]]]:
    yield "untrained, initial std 0.08, random targets", _untrained_08
    yield "untrained, initial std 0.3, random targets", _untrained_3
    yield "untrained, initial std 1, random targets", _untrained_1
    yield "names (trained), targets of other texts", _shuffled


def _untrained_08(seed: int) -> Check:
    return untrained(0.08, seed)


def _untrained_3(seed: int) -> Check:
    return untrained(0.3, seed)


def _untrained_1(seed: int) -> Check:
    return untrained(1.0, seed)


def untrained(std: float, seed: int, texts: int = 240) -> Check:
    """A model of the `names` shape that learnt nothing, on random letters, with a random pair of letters to watch."""
    rng = np.random.default_rng([seed, 1])
    model = Small(f"untrained-{seed}", Shape(), LETTERS, draw(Shape(), std=std, seed=seed))
    cases = [Case(_letters(rng), "/".join(rng.choice(list(ascii_lowercase), 2, replace=False))) for _ in range(texts)]
    return check(model, cases, "all", FAST)


def _shuffled(seed: int) -> Check:
    return shuffled(load("names"), seed)


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


def _letters(rng: np.random.Generator) -> str:
    return "".join(rng.choice(list(ascii_lowercase), rng.integers(5, 13)))


def _planted(name: str) -> Check:
    model = load(name)
    cases, texts_name = default_cases(model)
    return check(model, cases, texts_name=texts_name)


def _tally(checks: list[Check]) -> Tally:
    every = [verdict for made in checks for verdict in made.verdicts if verdict.finding != "not testable"]
    return Tally(
        len(every),
        sum(one.p_size < 0.05 for one in every),
        sum(one.p_random < 0.05 for one in every),
        sum(one.p_foil < 0.05 for one in every),
        sum(one.finding == "supported" for one in every),
    )


def _report(nulls: list[tuple[str, Tally]], planted: list[tuple[str, Check]], models: int) -> str:
    lines = [
        "# What the verdict says where the truth is known",
        "",
        "Written by `./dev bench truth`; nothing here is typed by hand.",
        f"{machine('attnlab', 'numpy', 'scipy')}.",
        "",
        "## Nothing to find",
        "",
        f"Each line: {models} seeds (0 to {models - 1}), all four heads of each model, texts with a target the model "
        "itself puts ahead (the others are set aside). Share of heads called *supported*: by the size of the change "
        "alone, by the signed change against a random key, against a random target picked the same way (each at an "
        "uncorrected p < .05), and by attnlab's verdict, which asks for all three conditions after Holm's correction.",
        "",
        "| model and targets | verdicts | size alone | > random key | > random target | verdict |",
        "|---|---|---|---|---|---|",
    ]
    for title, tally in nulls:
        shares = (tally.naive, tally.key, tally.foil, tally.supported)
        lines.append(
            f"| {title} | {tally.verdicts} | " + " | ".join(_share(one, tally.verdicts) for one in shares) + " |"
        )
    total, supported = sum(tally.verdicts for _, tally in nulls), sum(tally.supported for _, tally in nulls)
    lines += [
        f"| together | {total} | | | | {_share(supported, total)} ({supported} of {total}) |",
        "",
        "A heavier key changes any logit more, so size alone finds a reason in models that learnt nothing. The sign "
        "is not enough either: texts are kept only where the target is ahead, and what is ahead by chance falls back "
        "under any disturbance. In a model that learnt nothing a random target that was picked the same way falls back "
        "as far. The targets of other texts, in a trained model, are no random symbols (they are the ones it often "
        "says), so there it is the share of the margin that says no.",
        "",
        "## Something planted",
        "",
        "200 texts each, drawn by the model's own rule with seed 0, default settings.",
        "",
        "| model | heads | verdict | top key takes | random key takes | of margin | heaviest is most influential |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, made in planted:
        for verdict in (*made.verdicts, *made.backups):
            most = "" if verdict.top_is_most is None else f"{verdict.top_is_most.mean:.0%} of texts"
            lines.append(
                f"| {name} | {verdict.name} | {verdict.finding}{' (found by effect)' if verdict.hidden_cause else ''} "
                f"| {verdict.harm_top.say()} | {verdict.harm_random.say()} | {verdict.share.mean:.1%} | {most} |"
            )
    return "\n".join(lines) + "\n"


def _share(some: int, all: int) -> str:
    return f"{some / max(all, 1):.1%}"
