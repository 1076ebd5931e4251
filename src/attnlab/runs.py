"""Experiments in the terminal: what can run here, what came out, beside what the seeds print."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attnlab.datasets import SMS, cached, verify
from attnlab.errors import LabError
from attnlab.experiments import MODULES, Claim, Experiment, Inputs, Number, Result, find, run
from attnlab.terminal import table
from attnlab.words import Language, number, say

if TYPE_CHECKING:
    from rich.console import RenderableType


def ready(experiment: Experiment, inputs: Inputs) -> Inputs:
    """The inputs with what the experiment needs filled in. Raises LabError in words for what is not here."""
    from attnlab.extras import bring

    if {"torch", "hub"} & set(experiment.needs):
        bring("torch", "hub", f"attnlab run {experiment.name}").set_num_threads(1)
    if "sms" in experiment.needs:
        path = cached(SMS) if inputs.data is None else inputs.data
        if path is None:
            raise LabError("experiment-data-missing", name=experiment.name)
        inputs = replace(inputs, data=verify(SMS, path))
    if "hub-model" in experiment.needs and inputs.model is None:
        raise LabError("experiment-model-missing", name=experiment.name)
    return inputs


def why_not(experiment: Experiment, inputs: Inputs) -> str:
    """Why an experiment cannot run here, as a sentence; "" where it can."""
    if {"torch", "hub"} & set(experiment.needs) and find_spec("torch") is None:
        try:
            ready(experiment, inputs)
        except LabError as missing:
            return str(missing)
    for need, there in (("sms", inputs.data or cached(SMS)), ("hub-model", inputs.model)):
        if need in experiment.needs and there is None:
            what = {"sms": "experiment-data-missing", "hub-model": "experiment-model-missing"}[need]
            return str(LabError(what, name=experiment.name))
    return ""


def run_all(inputs: Inputs) -> Iterator[tuple[str, Result | str]]:
    """Every experiment in turn with its own seed, or the reason why it cannot run here."""
    names = list(MODULES)
    for done, name in enumerate(names):
        inputs.watch(done, len(names))
        experiment = find(name)
        reason = why_not(experiment, inputs)
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
        here = why_not(experiment, inputs) or say("experiment-here", lang)
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
        figures.add_row(say(f"experiment-{result.name}-{one.key}", lang), value(one, lang), _printed(one, lang),
                        _verdict(one, lang))  # fmt: skip
    parts.append(figures)
    for claim in result.findings.claims:  # sentences wrap, which a table of figures must not
        verdict = Text(f"  {held(claim, lang)}: ", style="bold")
        parts.append(verdict.append(Text(_claim(result, claim, lang), style="not bold")))
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


def summary(result: Result, lang: Language) -> str:
    """How many printed figures were reproduced and how many claims hold."""
    judged = [one.reproduced for one in result.findings.numbers if one.reproduced is not None]
    claims = result.findings.claims
    return say(
        "experiment-summary", lang, reproduced=sum(judged), said=len(judged),
        holds=sum(bool(claim.holds) for claim in claims), claims=len(claims),
    )  # fmt: skip


def result_lines(result: Result) -> list[list[Any]]:
    """One line a figure, every digit."""
    made: list[list[Any]] = [["experiment", "figure", "value", "unit", "seed", "within", "off", "reproduced"]]
    for one in result.findings.numbers:
        made.append([result.name, one.key, one.value, one.unit, one.said, one.within, one.off, one.reproduced])
    return made


def value(one: Number, lang: Language) -> str:
    """A figure with its unit, and its interval where it has one."""
    whole = not one.value or (one.unit == "count" and float(one.value).is_integer())  # 0.000 would not say: exactly
    written = number(one.value, lang, 0 if whole else one.digits)
    if one.value and abs(one.value) < 10**-one.digits:
        written = tiny(one.value, lang)
    unit = f" {say(f'experiment-unit-{one.unit}', lang)}" if one.unit not in ("", "share", "count") else ""
    if one.low is None or one.high is None:
        return written + unit
    return f"{written} [{number(one.low, lang, one.digits)}; {number(one.high, lang, one.digits)}]{unit}"


def _printed(one: Number, lang: Language) -> str:
    if one.said is None:
        return ""
    return value(Number(one.key, one.said, one.unit, digits=one.digits), lang)


def _verdict(one: Number, lang: Language) -> str:
    if one.reproduced is None:
        return say("experiment-new" if one.said is None else "experiment-beside", lang)
    if one.reproduced:
        return say("experiment-reproduced", lang)
    return say("experiment-not-reproduced", lang, off=f"{one.off:+.2g}")


def _claim(result: Result, claim: Claim, lang: Language) -> str:
    facts = {name: _fact(x, lang) if isinstance(x, float) else x for name, x in claim.facts.items()}
    return say(f"experiment-{result.name}-claim-{claim.key}", lang, **facts)


def _fact(x: float, lang: Language) -> str:
    return tiny(x, lang) if 0 < abs(x) < 1e-3 else number(x, lang, 0 if x.is_integer() else 3)


def tiny(x: float, lang: Language) -> str:
    """A number of which fixed decimals would show nothing but zeros.

    >>> tiny(2.22e-16, "et")
    '2,2e−16'
    """
    share, power = f"{x:.1e}".split("e")
    return f"{number(float(share), lang, 1)}e{number(int(power), lang, 0)}"


def held(claim: Claim, lang: Language) -> str:
    """Whether a claim holds, and whether that was expected."""
    said = say("experiment-holds" if claim.holds else "experiment-fails", lang)
    return said if bool(claim.holds) == claim.expected else said + say("experiment-surprise", lang)


def inputs_of(name: str, seed: int | None, data: Path | None, model: str | None, *, small: bool) -> Inputs:
    """What a command gives to an experiment, with its own seed where none is given."""
    return Inputs(find(name).seed if seed is None else seed, small, data, model)


def done(results: Sequence[Result]) -> bool:
    """True where every printed figure was reproduced."""
    return all(one.reproduced is not False for result in results for one in result.findings.numbers)
