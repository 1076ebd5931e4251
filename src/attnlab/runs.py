"""Experiments in the terminal: what can run here, what came out, beside what the seeds print."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attnlab.experiments import MODULES, Inputs, Result, find, run
from attnlab.results import claimed, held, printed, ready, summary, value, verdict, why_not
from attnlab.terminal import table
from attnlab.words import Language, number, say

if TYPE_CHECKING:
    from rich.console import RenderableType


def run_all(inputs: Inputs, lang: Language = "en") -> Iterator[tuple[str, Result | str]]:
    """Every experiment in turn with its own seed, or the reason why it cannot run here."""
    names = list(MODULES)
    for done, name in enumerate(names):
        inputs.watch(done, len(names))
        experiment = find(name)
        reason = why_not(experiment, inputs, lang)
        if reason:
            yield name, reason
            continue
        mine = replace(inputs, seed=experiment.seed, watch=lambda done, total: None)
        yield name, run(experiment, ready(experiment, mine))
    inputs.watch(len(names), len(names))


def list_table(inputs: Inputs, lang: Language) -> Any:
    """Every experiment, its question, what it needs, and whether it can run here."""
    from rich.console import Group
    from rich.text import Text

    made = []
    for name in MODULES:
        experiment = find(name)
        needs = ", ".join(say(f"experiment-needs-{need}", lang) for need in experiment.needs)
        more = ", ".join(say(f"experiment-needs-{need}", lang) for need in experiment.more)
        needs += f"{' ' if needs else ''}({more})" if more else ""
        label = Text(f"{name}: ", style="bold")
        made.append(label.append(Text(say(f"experiment-{name}-question", lang), style="not bold")))
        here = why_not(experiment, inputs, lang) or say("experiment-here", lang)
        told = f"{say('experiment-column-needs', lang)}: {needs}. {here}" if needs else here
        made.append(Text(f"    {told}", style="dim"))
    return Group(*made)


def result_tables(result: Result, lang: Language) -> "list[RenderableType]":
    """Question, method and expectation; every figure beside the seed's; every claim."""
    from rich.text import Text

    parts: list[RenderableType] = []
    for part in ("question", "method", "expected", "refuted"):
        label = Text(say(f"experiment-{part}", lang) + ": ", style="bold")
        parts.append(label.append(Text(say(f"experiment-{result.name}-{part}", lang), style="not bold")))
    columns = (say(f"experiment-column-{name}", lang) for name in ("figure", "value", "said", "verdict"))
    figures = table(*columns)
    for one in result.findings.numbers:
        figures.add_row(say(f"experiment-{result.name}-{one.key}", lang), value(one, lang), printed(one, lang),
                        verdict(one, lang))  # fmt: skip
    parts.append(figures)
    for claim in result.findings.claims:  # sentences wrap, which a table of figures must not
        word = Text(f"  {held(claim, lang)}: ", style="bold")
        parts.append(word.append(Text(claimed(result, claim, lang), style="not bold")))
    if result.findings.claims:
        parts.append("")
    parts += [say("experiment-passed-over", lang, reason=say(reason, lang)) for reason in result.findings.missing]
    parts.append(summary(result, lang))
    small = "yes" if result.small else "no"
    seconds = number(result.seconds, lang, 1)
    parts.append(say("experiment-done", lang, name=result.name, seed=str(result.seed), seconds=seconds, small=small))
    return parts


def all_table(results: Mapping[str, Result | str], lang: Language) -> Any:
    """One line an experiment: figures reproduced, claims that hold, or why it did not run."""
    made = table(say("experiment-column-name", lang), say("experiment-column-verdict", lang))
    for name, result in results.items():
        said = summary(result, lang) if isinstance(result, Result) else result
        made.add_row(name, said)
    return made


def result_lines(result: Result) -> list[list[Any]]:
    """One line a figure, every digit."""
    made: list[list[Any]] = [["experiment", "figure", "value", "unit", "seed", "within", "off", "reproduced"]]
    for one in result.findings.numbers:
        made.append([result.name, one.key, one.value, one.unit, one.said, one.within, one.off, one.reproduced])
    return made


def inputs_of(name: str, seed: int | None, data: Path | None, model: str | None, *, small: bool) -> Inputs:
    """What a command gives to an experiment, with its own seed where none is given."""
    return Inputs(find(name).seed if seed is None else seed, small, data, model)


def done(results: Sequence[Result]) -> bool:
    """True where every printed figure was reproduced."""
    return all(one.reproduced is not False for result in results for one in result.findings.numbers)
