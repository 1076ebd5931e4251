"""What can be run here, and how what came out is said: for the terminal and the page alike."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from importlib.util import find_spec
from typing import Any, Literal, get_args

from attnlab.datasets import SMS, cached, verify
from attnlab.errors import LabError
from attnlab.experiments import MODULES, Claim, Experiment, Inputs, Number, Panel, Result, find
from attnlab.experiments.experiment import changed, shown
from attnlab.extras import bring
from attnlab.memories import Rival
from attnlab.models import NAMES
from attnlab.words import Language, number, say


def ready(experiment: Experiment, inputs: Inputs) -> Inputs:
    """The inputs with what the experiment needs filled in. Raises LabError in words for what is not here."""
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


def why_not(experiment: Experiment, inputs: Inputs, lang: Language = "en") -> str:
    """Why an experiment cannot run here, as a sentence; "" where it can."""
    if {"torch", "hub"} & set(experiment.needs) and find_spec("torch") is None:
        try:
            ready(experiment, inputs)
        except LabError as missing:
            return missing.say(lang)
    for need, there in (("sms", inputs.data or cached(SMS)), ("hub-model", inputs.model)):
        if need in experiment.needs and there is None:
            what = {"sms": "experiment-data-missing", "hub-model": "experiment-model-missing"}[need]
            return LabError(what, name=experiment.name).say(lang)
    return ""


def summary(result: Result, lang: Language) -> str:
    """How many printed figures were reproduced and how many claims hold."""
    judged = [one.reproduced for one in result.findings.numbers if one.reproduced is not None]
    claims = result.findings.claims
    return say(
        "experiment-summary", lang, reproduced=sum(judged), said=len(judged),
        holds=sum(bool(claim.holds) for claim in claims), claims=len(claims),
    )  # fmt: skip


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


def printed(one: Number, lang: Language) -> str:
    if one.said is None:
        return ""
    return value(Number(one.key, one.said, one.unit, digits=one.digits), lang)


def verdict(one: Number, lang: Language) -> str:
    if one.reproduced is None:
        return say("experiment-new" if one.said is None else "experiment-beside", lang)
    if one.reproduced:
        return say("experiment-reproduced", lang)
    off = f"{one.off:+.2g}".replace("-", number(-1, lang, 0)[0]).replace(".", number(0.5, lang, 1)[1])
    return say("experiment-not-reproduced", lang, off=off)


def claimed(result: Result, claim: Claim, lang: Language) -> str:
    facts = {name: _fact(x, lang) if isinstance(x, float) else x for name, x in claim.facts.items()}
    return say(f"experiment-{result.name}-claim-{claim.key}", lang, **facts)


def _fact(x: float, lang: Language) -> str:
    return tiny(x, lang) if 0 < abs(x) < 1e-3 else number(x, lang, 0 if x.is_integer() else 3)


def tiny(x: float, lang: Language) -> str:
    """A number of which fixed decimals would show nothing but zeros.

    >>> from attnlab.results import tiny
    >>> tiny(2.22e-16, "et")
    '2,2e−16'
    """
    share, power = f"{x:.1e}".split("e")
    return f"{number(float(share), lang, 1)}e{number(int(power), lang, 0)}"


def held(claim: Claim, lang: Language) -> str:
    """Whether a claim holds, and whether that was expected."""
    said = say("experiment-holds" if claim.holds else "experiment-fails", lang)
    return said if bool(claim.holds) == claim.expected else said + say("experiment-surprise", lang)


# --- what the page is shown -------------------------------------------------------------------------------------------

Kind = Literal["whole", "number", "yes", "text", "choice"]
TIMES = 2
"""How many times what a full run takes the page may ask for, of any whole number: what it asks for stays bounded."""
LONGEST = 2000
CHOICES: Mapping[tuple[str, str], tuple[str, ...]] = {
    **{(name, "models"): NAMES for name in ("not-an-explanation", "alignment", "redundancy")},
    ("redundancy", "trained"): NAMES,
    ("recurrent", "rivals"): get_args(Rival),
}
"""Settings that are one or several of a few names; a name that is none of them is never looked for on the disk."""


@dataclass(frozen=True)
class SettingView:
    """One setting of an experiment, and what may be typed for it."""

    key: str
    label: str
    kind: Kind
    several: bool
    """Typed with commas between them."""
    full: str
    """What a full run takes, as it is typed."""
    small: str
    most: int | None
    """Of a whole number: the most that the page may ask for."""
    choices: tuple[str, ...]


@dataclass(frozen=True)
class ExperimentView:
    """An experiment as it was written down before it ran, and whether it can run here."""

    name: str
    question: str
    method: str
    expected: str
    refuted: str
    needs: tuple[str, ...]
    """In words; without them it cannot run."""
    more: tuple[str, ...]
    """What some of its parts need."""
    here: bool
    reason: str
    """Why it cannot run here; empty where it can."""
    command: str
    """A command that brings what is missing."""
    seed: int
    settings: tuple[SettingView, ...]


@dataclass(frozen=True)
class NumberView:
    """One figure beside the one that was printed; the texts are written in the asked language."""

    key: str
    label: str
    value: float | None
    """None where it is not finite."""
    unit: str
    said: float | None
    within: float | None
    off: float | None
    low: float | None
    high: float | None
    reproduced: bool | None
    written: str
    printed: str
    verdict: str
    tolerance: str


@dataclass(frozen=True)
class ClaimView:
    """One sentence about the results, and whether it holds."""

    key: str
    holds: bool
    expected: bool
    verdict: str
    sentence: str


@dataclass(frozen=True)
class LineView:
    """A line or a row of bars; what is not finite is None."""

    label: str
    x: tuple[float | None, ...]
    y: tuple[float | None, ...]
    low: tuple[float | None, ...] | None
    high: tuple[float | None, ...] | None


@dataclass(frozen=True)
class MarkView:
    """What the seed prints, at its place in a panel."""

    y: float
    x: float | None


@dataclass(frozen=True)
class PanelView:
    """A panel with its words in the asked language."""

    title: str
    x: str
    y: str
    kind: Literal["lines", "bars", "map"]
    log_x: bool
    log_y: bool
    lines: tuple[LineView, ...]
    marks: tuple[MarkView, ...]
    names: tuple[str, ...]
    rows: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]


@dataclass(frozen=True)
class SetView:
    """A setting of a run."""

    key: str
    label: str
    value: str


@dataclass(frozen=True)
class ResultView:
    """A run, what came out, and how it came about."""

    name: str
    small: bool
    seed: int
    seconds: float
    settings: tuple[SetView, ...]
    versions: Mapping[str, str]
    numbers: tuple[NumberView, ...]
    claims: tuple[ClaimView, ...]
    panels: tuple[PanelView, ...]
    missing: tuple[str, ...]
    summary: str
    caption: str


def experiment_view(name: str, inputs: Inputs, lang: Language) -> ExperimentView:
    """An experiment in words, and whether it can run with the data and the model of `inputs`."""
    one = find(name)
    question, method, expected, refuted = (
        say(f"experiment-{name}-{part}", lang) for part in ("question", "method", "expected", "refuted")
    )
    needs, more = (tuple(say(f"experiment-needs-{need}", lang) for need in some) for some in (one.needs, one.more))
    missing = lacking(one, inputs)
    reason = "" if missing is None else say(f"experiments-lacks-{missing}", lang)
    return ExperimentView(
        name, question, method, expected, refuted, needs, more, missing is None, reason, command(name, missing),
        one.seed, setting_views(one, lang),
    )  # fmt: skip


def lacking(experiment: Experiment, inputs: Inputs) -> str | None:
    """The need that is not met here; None where it can run."""
    if {"torch", "hub"} & set(experiment.needs) and find_spec("torch") is None:
        return "torch"
    if "sms" in experiment.needs and not (inputs.data or cached(SMS)):
        return "sms"
    return "hub-model" if "hub-model" in experiment.needs and inputs.model is None else None


def command(name: str, missing: str | None) -> str:
    """What a person types to have what is missing; nothing is fetched without that."""
    return {
        "sms": "attnlab run sms-map --small --fetch",
        "torch": 'pip install "attnlab[hub]"',
        "hub-model": f"attnlab run {name} --model gpt2",
    }.get(missing or "", "")


def setting_views(experiment: Experiment, lang: Language) -> tuple[SettingView, ...]:
    """The settings that the page offers: all but those that are a path."""
    made = []
    for one in fields(experiment.settings):
        if one.metadata.get("path"):
            continue
        full, small = (getattr(some, one.name) for some in (experiment.settings, experiment.small))
        sample = full[0] if isinstance(full, tuple) else full
        choices = CHOICES.get((experiment.name, one.name), ())
        made.append(SettingView(
            one.name, say(f"experiments-set-{one.name.replace('_', '-')}", lang), _kind(sample, choices),
            isinstance(full, tuple), shown(full), shown(small), _most(full, small), choices,
        ))  # fmt: skip
    return tuple(made)


def _kind(sample: Any, choices: Sequence[str]) -> Kind:
    if choices:
        return "choice"
    if isinstance(sample, bool):
        return "yes"
    return "whole" if isinstance(sample, int) else "number" if isinstance(sample, float) else "text"


def _most(*values: Any) -> int | None:
    numbers = [one for value in values for one in (value if isinstance(value, tuple) else (value,))]
    if any(isinstance(one, bool) or not isinstance(one, int) for one in numbers):
        return None
    return max(TIMES * max(numbers), 1)


def bounded(experiment: Experiment, small: bool, changes: Sequence[str]) -> None:
    """Raises LabError for settings that the page may not ask for: a path, too much, a name that is not known."""
    full = experiment.settings
    asked = changed(experiment, experiment.small if small else full, changes)
    for one in fields(full):
        now, known = getattr(asked, one.name), getattr(full, one.name)
        if now in (known, getattr(experiment.small, one.name)):
            continue
        facts = {"name": experiment.name, "key": one.name}
        if one.metadata.get("path"):
            raise LabError("experiment-setting-path", **facts)
        some = now if isinstance(now, tuple) else (now,)
        if isinstance(known, tuple) and len(some) > TIMES * len(known):
            raise LabError("experiment-setting-many", **facts, found=len(some), most=TIMES * len(known))
        most, choices = _most(known, getattr(experiment.small, one.name)), CHOICES.get((experiment.name, one.name))
        if most is not None and max(some) > most:
            raise LabError("experiment-setting-large", **facts, found=max(some), most=most)
        if choices and (unknown := [each for each in some if each not in choices]):
            raise LabError("experiment-setting-choice", **facts, found=unknown[0], choices=list(choices))
        if any(isinstance(each, str) and len(each) > LONGEST for each in some):
            raise LabError("experiment-setting-many", **facts, found=max(map(len, some)), most=LONGEST)


def result_view(result: Result, lang: Language) -> ResultView:
    """A result as the page shows it."""
    found = result.findings
    told = summary(result, lang)
    marks = "yes" if any(panel.marks for panel in found.panels) else "no"
    caption = say("experiment-caption", lang, name=result.name, seed=str(result.seed), summary=told, marks=marks)
    return ResultView(
        result.name, result.small, result.seed, result.seconds,
        tuple(SetView(key, say(f"experiments-set-{key.replace('_', '-')}", lang), shown(value))
              for key, value in result.settings.items()),
        result.versions,
        tuple(_number_view(result.name, one, lang) for one in found.numbers),
        tuple(ClaimView(one.key, bool(one.holds), one.expected, held(one, lang), claimed(result, one, lang))
              for one in found.claims),
        tuple(panel_view(one, lang) for one in found.panels),
        tuple(say(one, lang) for one in found.missing), told, caption,
    )  # fmt: skip


def _number_view(name: str, one: Number, lang: Language) -> NumberView:
    tolerance = "" if one.within is None or one.said is None else "± " + _fact(float(one.within), lang)
    return NumberView(
        one.key, say(f"experiment-{name}-{one.key}", lang), _finite(one.value), one.unit, _finite(one.said),
        _finite(one.within), _finite(one.off), _finite(one.low), _finite(one.high),
        None if one.reproduced is None else bool(one.reproduced), value(one, lang), printed(one, lang),
        verdict(one, lang), tolerance,
    )  # fmt: skip


def panel_view(panel: Panel, lang: Language) -> PanelView:

    def words(text: str) -> str:
        return say(text, lang) if text.startswith("experiment-") else text

    lines = tuple(
        LineView(words(line.label), _all(line.x), _all(line.y), *(end and _all(end) for end in (line.low, line.high)))
        for line in panel.lines
    )
    return PanelView(
        words(panel.title), words(panel.x), words(panel.y), panel.kind, panel.log_x, panel.log_y, lines,
        tuple(MarkView(float(mark.y), None if mark.x is None else float(mark.x)) for mark in panel.marks),
        tuple(map(words, panel.names)), tuple(map(words, panel.rows)), tuple(map(_all, panel.values)),
    )  # fmt: skip


def _all(values: Sequence[Any]) -> tuple[float | None, ...]:
    return tuple(map(_finite, values))


def _finite(x: Any) -> float | None:
    return None if x is None or not math.isfinite(x) else float(x)


def experiment_views(inputs: Inputs, lang: Language) -> list[ExperimentView]:
    """Every experiment, in the order in which they are listed."""
    return [experiment_view(name, inputs, lang) for name in MODULES]
