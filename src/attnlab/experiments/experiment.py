"""What an experiment is and what it leaves: figures with units beside those printed before; claims; panels to draw."""

import json
import math
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from importlib.metadata import version
from pathlib import Path
from platform import python_version
from typing import Any, Literal, TypeAlias

from attnlab.errors import LabError
from attnlab.files import write_whole
from attnlab.records import read

FORMAT = "attnlab experiment 1"
Need = Literal["torch", "sms", "hub-model", "hub"]
Unit = Literal["", "nats", "share", "count", "bits", "MiB", "seconds", "multiply-adds", "places", "points"]
# Told how much is done, of how much; what it raises ends the work.
Watch: TypeAlias = Callable[[int, int], None]


@dataclass(frozen=True)
class Number:
    """One computed figure, beside the one that was printed before, if there is one.

    >>> from attnlab.experiments import Inputs, find, run
    >>> number = run(find("budget"), Inputs(seed=0, small=True)).number("rivals-11")
    >>> round(number.value, 3), number.said, number.reproduced
    (0.646, 0.646, True)
    """

    key: str
    """Its name in the record, and of its sentence: `experiment-NAME-KEY`."""
    value: int | float
    unit: Unit = ""
    said: int | float | None = None
    """What the seed prints."""
    within: int | float | None = None
    """How far from that still counts as reproduced."""
    low: float | None = None
    high: float | None = None
    """An interval of 95 %, where there is one."""
    digits: int = 3
    """Decimals that are shown."""

    @property
    def off(self) -> int | float | None:
        """How far it is from what was said."""
        return None if self.said is None else self.value - self.said

    @property
    def reproduced(self) -> bool | None:
        """True within the tolerance; None where nothing was said before."""
        if self.said is None or self.within is None:
            return None
        return abs(self.value - self.said) <= self.within


@dataclass(frozen=True)
class Claim:
    """One sentence about the results that could have come out otherwise.

    >>> from attnlab.experiments import Inputs, find, run
    >>> claim = run(find("budget"), Inputs(seed=0, small=True)).findings.claims[0]
    >>> claim.key, claim.holds
    ('denominator', True)
    """

    key: str
    """Of its sentence, `experiment-NAME-claim-KEY`, which says what is claimed."""
    holds: bool
    facts: Mapping[str, Any] = field(default_factory=dict)
    """Numbers and texts of the sentence; numbers are written by the language."""
    expected: bool = True
    """Whether it was expected to hold; a claim of the seed that does not hold is one that is expected to."""


@dataclass(frozen=True)
class Line:
    """One line, or one row of bars."""

    label: str
    """A message id `experiment-NAME-...`, or a text as it is."""
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float, ...] | None = None
    high: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Mark:
    """What the seed prints, at its place in a panel; of a map, the row `y` and the column `x` that it prints."""

    y: float
    x: float | None = None
    """None for a line across the panel."""


@dataclass(frozen=True)
class Panel:
    """One picture of plain data. Titles and labels are message ids, or texts as they are.

    >>> from attnlab.experiments import Inputs, find, run
    >>> panel = run(find("budget"), Inputs(seed=0, small=True)).findings.panels[0]
    >>> panel.kind, len(panel.lines)
    ('lines', 4)
    """

    title: str
    x: str
    y: str
    lines: tuple[Line, ...] = ()
    marks: tuple[Mark, ...] = ()
    kind: Literal["lines", "bars", "map"] = "lines"
    log_x: bool = False
    log_y: bool = False
    names: tuple[str, ...] = ()
    """Of bars, what stands below each; of a map, its columns."""
    rows: tuple[str, ...] = ()
    values: tuple[tuple[float, ...], ...] = ()
    """Of a map; NaN is left empty (masked)."""


@dataclass(frozen=True)
class Findings:
    """What a run found.

    >>> from attnlab.experiments import Inputs, find, run
    >>> made = run(find("budget"), Inputs(seed=0, small=True)).findings
    >>> [claim.holds for claim in made.claims], len(made.panels)
    ([True, True, True, True, True], 3)
    """

    numbers: tuple[Number, ...]
    claims: tuple[Claim, ...] = ()
    panels: tuple[Panel, ...] = ()
    missing: tuple[str, ...] = ()
    """Message ids of parts that could not run here: `experiment-missing-...`."""


@dataclass(frozen=True)
class Inputs:
    """What a run may be given.

    >>> from attnlab.experiments import Inputs
    >>> Inputs(seed=760, small=True).small
    True
    """

    seed: int
    small: bool = False
    """A run of seconds, on fewer draws; its figures are wider."""
    data: Path | None = None
    model: str | None = None
    watch: Watch = lambda done, total: None


Settings: TypeAlias = Any
"""A frozen dataclass of an experiment's own, every field with a default."""


@dataclass(frozen=True)
class Experiment:
    """One question. Its texts are `experiment-NAME-question`, `-method`, `-expected` and `-refuted`, written before the
    run: what is asked, how, what should come out, and what would prove that wrong.

    >>> from attnlab.experiments import find
    >>> find("scale").name, find("pronoun").needs
    ('scale', ('hub-model', 'hub'))
    """

    name: str
    settings: Settings
    run: Callable[[Settings, Inputs], Findings]
    small: Settings
    """The settings of a small run."""
    needs: tuple[Need, ...] = ()
    seed: int = 0
    more: tuple[Need, ...] = ()
    """What some of its parts need, which are told as missing where it is not there."""


@dataclass(frozen=True)
class Result:
    """A run and how it came about.

    >>> from attnlab.experiments import Inputs, find, run
    >>> made = run(find("budget"), Inputs(seed=0, small=True), ["rivals=1,10"])
    >>> made.settings
    {'score': 4.0, 'rival': 1.0, 'rivals': (1, 10), 'rows': 50, 'keys': 9, 'dim': 8, 'nudge': 1e-05}
    """

    name: str
    findings: Findings
    settings: Mapping[str, Any]
    seed: int
    small: bool
    seconds: float
    versions: Mapping[str, str]

    def number(self, key: str) -> Number:
        """The figure of that name. Raises KeyError for another."""
        return {one.key: one for one in self.findings.numbers}[key]

    def to_json(self) -> str:
        """The whole record; a figure that is not finite is null."""
        record: dict[str, Any] = {"format": FORMAT, **asdict(self)}
        for number, one in zip(record["findings"]["numbers"], self.findings.numbers, strict=True):
            number |= {"off": one.off, "reproduced": one.reproduced}
        return json.dumps(_finite(record), ensure_ascii=False, indent=1, allow_nan=False)

    def save(self, path: str | Path) -> Path:
        """Write the record whole or not at all."""
        return write_whole(Path(path), self.to_json() + "\n")


def read_result(record: Mapping[str, Any]) -> Result:
    """A result from the record that `to_json` wrote; what was not finite is NaN. Raises LabError for another record."""
    if record.get("format") != FORMAT:
        raise LabError("experiment-record-foreign", found=str(record.get("format", "-")), wanted=FORMAT)
    try:
        return read(Result, asdict(_result(record)))
    except (KeyError, TypeError, ValueError, AttributeError):
        raise LabError("experiment-record-torn") from None


def _result(record: Mapping[str, Any]) -> Result:
    known = {one.name for one in fields(Number)}
    found = record["findings"]
    numbers = tuple(
        Number(**{key: _missing(x) if key == "value" else x for key, x in one.items() if key in known})
        for one in found["numbers"]
    )
    claims = tuple(Claim(**one) for one in found["claims"])
    panels = tuple(_panel(one) for one in found["panels"])
    return Result(
        record["name"], Findings(numbers, claims, panels, tuple(found["missing"])), record["settings"],
        record["seed"], record["small"], record["seconds"], record["versions"],
    )  # fmt: skip


def _panel(record: Mapping[str, Any]) -> Panel:
    def row(values: Sequence[Any]) -> tuple[float, ...]:
        return tuple(map(_missing, values))

    lines = tuple(
        Line(one["label"], row(one["x"]), row(one["y"]), *(end and row(end) for end in (one["low"], one["high"])))
        for one in record["lines"]
    )
    marks = tuple(Mark(**one) for one in record["marks"])
    plain = {key: tuple(record[key]) for key in ("names", "rows")}
    values = tuple(row(one) for one in record["values"])
    return Panel(**{**record, **plain, "lines": lines, "marks": marks, "values": values})


def _missing(x: Any) -> Any:
    return math.nan if x is None else x


def run(experiment: Experiment, inputs: Inputs, changes: Sequence[str] = ()) -> Result:
    """Run an experiment with its settings, some of them changed as `key=value`.

    Raises LabError for a setting that it does not have, and for what it needs and cannot get.

    >>> from attnlab.experiments import Inputs, find, run
    >>> made = run(find("budget"), Inputs(seed=0, small=True))
    >>> [number.key for number in made.findings.numbers][:2]
    ['rivals-1', 'rivals-11']
    """
    settings = changed(experiment, experiment.small if inputs.small else experiment.settings, changes)
    begun = time.monotonic()
    try:
        found = experiment.run(settings, inputs)
    except (ArithmeticError, IndexError, ValueError) as fault:
        if not changes:
            raise
        raise LabError(
            "experiment-settings-unfit", name=experiment.name, changes=list(changes), reason=str(fault)
        ) from fault
    used = ("torch", "transformers")
    packages = ("attnlab", "numpy", "scipy", *(name for name in used if name in sys.modules))
    versions = {name: version(name).split("+")[0] for name in packages} | {"python": python_version()}
    seconds = round(time.monotonic() - begun, 2)
    return Result(experiment.name, found, asdict(settings), inputs.seed, inputs.small, seconds, versions)


def changed(experiment: Experiment, settings: Settings, changes: Sequence[str]) -> Settings:
    """The settings with others, as they are typed. Raises LabError for a key or a value that does not fit."""
    known = {one.name: getattr(settings, one.name) for one in fields(settings)}
    optional = {one.name for one in fields(settings) if one.metadata.get("optional")}
    for change in changes:
        key, equals, text = change.partition("=")
        if key not in known or not equals:
            raise LabError("experiment-setting-unknown", name=experiment.name, found=change, keys=list(known) or "-")
        try:
            known[key] = _read(text, known[key], none=key in optional)
        except ValueError:
            raise LabError(
                "experiment-setting-unread", name=experiment.name, key=key, found=text, now=shown(known[key])
            ) from None
    return replace(settings, **known)


def _read(text: str, now: Any, none: bool = False) -> Any:
    """A value of the kind that is there now; several are typed with commas between them.

    Nothing of what there is something of now is no experiment (0 queries), but where none may be asked for.
    """
    if isinstance(now, tuple):
        return tuple(_read(part, now[0], none) for part in text.split(","))
    if isinstance(now, bool):
        if text not in ("yes", "no"):
            raise ValueError
        return text == "yes"
    made = type(now)(text)
    if isinstance(made, int | float):
        enough = made > 0 or (made == 0 and (none or now <= 0))
        if not (math.isfinite(made) and enough):
            raise ValueError
    return made


def shown(x: Any) -> str:
    """A setting as it is typed."""
    if isinstance(x, tuple):
        return ",".join(map(shown, x))
    return ("no", "yes")[x] if isinstance(x, bool) else str(x)


def _finite(x: Any) -> Any:
    if isinstance(x, dict):
        return {str(key): _finite(value) for key, value in x.items()}
    if isinstance(x, list | tuple):
        return [_finite(one) for one in x]
    if hasattr(x, "item"):
        x = x.item()
    if isinstance(x, Path):
        return str(x)
    return None if isinstance(x, float) and not math.isfinite(x) else x
