"""What is changed: plain records that act as probes, travel as JSON, and can be typed."""

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar, Literal, TypeAlias

from attnlab.arrays import Array, copy
from attnlab.errors import LabError
from attnlab.probe import Probe, Site, Stage, chain

Kind = Literal["cut", "drop", "lift", "swap", "ablate"]


@dataclass(frozen=True)
class Cut:
    """One query may no longer look at one key.

    The score is cut, before softmax, so the freed weight goes to the other keys
    and the row still sums to 1. Compare `Drop`, which takes the weight away.
    """

    kind: ClassVar[Kind] = "cut"
    stages: ClassVar[tuple[Stage, ...]] = ("score",)
    site: Site
    head: int
    query: int
    key: int

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.query

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "score"):
            return x
        return _with(x, (..., self.head, self.query, self.key), -math.inf)

    def __str__(self) -> str:
        return f"cut {self.site}.{self.head}:{self.query}>{self.key}"


@dataclass(frozen=True)
class Drop:
    """One key's weight in one row becomes 0, after softmax: the others keep theirs and the row sums to less than 1."""

    kind: ClassVar[Kind] = "drop"
    stages: ClassVar[tuple[Stage, ...]] = ("weight",)
    site: Site
    head: int
    query: int
    key: int

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.query

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "weight"):
            return x
        return _with(x, (..., self.head, self.query, self.key), 0.0)

    def __str__(self) -> str:
        return f"drop {self.site}.{self.head}:{self.query}>{self.key}"


@dataclass(frozen=True)
class Lift:
    """One score is raised by so many nats (lowered, if negative); the row still sums to 1, at the others' expense."""

    kind: ClassVar[Kind] = "lift"
    stages: ClassVar[tuple[Stage, ...]] = ("score",)
    site: Site
    head: int
    query: int
    key: int
    by: float

    def __post_init__(self) -> None:
        if not math.isfinite(self.by):
            raise LabError("lift-not-finite", by=str(self.by))

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.query

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "score"):
            return x
        place = (..., self.head, self.query, self.key)
        return _with(x, place, x[place] + self.by)

    def __str__(self) -> str:
        return f"lift {self.site}.{self.head}:{self.query}>{self.key}{self.by:+}"


@dataclass(frozen=True)
class Swap:
    """One key hands over another content: zero, or another key's value. No weight of this head moves.

    It acts for every query that looks at the key.
    """

    kind: ClassVar[Kind] = "swap"
    stages: ClassVar[tuple[Stage, ...]] = ("v",)
    site: Site
    head: int
    key: int
    source: int | None = None
    """The key whose value is put in; None for zero."""

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.key

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "v"):
            return x
        value = 0.0 if self.source is None else x[..., self.head, self.source, :]
        return _with(x, (..., self.head, self.key, slice(None)), value)

    def __str__(self) -> str:
        return f"swap {self.site}.{self.head}:{self.key}={'zero' if self.source is None else self.source}"


@dataclass(frozen=True)
class Ablate:
    """One head is switched off: its output becomes 0 at every position."""

    kind: ClassVar[Kind] = "ablate"
    stages: ClassVar[tuple[Stage, ...]] = ("output",)
    site: Site
    head: int

    @property
    def first(self) -> int:
        """The first place whose output it can change."""
        return 0

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "output"):
            return x
        return _with(x, (..., self.head, slice(None), slice(None)), 0.0)

    def __str__(self) -> str:
        return f"ablate {self.site}.{self.head}"


Edit: TypeAlias = Cut | Drop | Lift | Swap | Ablate
KINDS: dict[str, Callable[..., Edit]] = {kind.kind: kind for kind in (Cut, Drop, Lift, Swap, Ablate)}

_WHOLE = r"[0-9]{1,9}"
_HEAD = rf"(?P<site>(?:encoder\.|cross\.)?{_WHOLE})\.(?P<head>{_WHOLE})"
_EDGE = rf"{_HEAD}:(?P<query>{_WHOLE})[>-](?P<key>{_WHOLE})"  # a shell takes > for itself, so - does as well
_CUT_SHORT = re.compile(rf"{_HEAD}:{_WHOLE}")  # what a shell leaves of 0.3:4>2, unless it stands in quotes
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?"
_FORMS = {
    "cut": re.compile(_EDGE),
    "drop": re.compile(_EDGE),
    "lift": re.compile(rf"{_EDGE}\s*(?P<by>[+-]\s*{_NUMBER})"),
    "swap": re.compile(rf"{_HEAD}:(?P<key>{_WHOLE})=(?P<source>zero|{_WHOLE})"),
    "ablate": re.compile(_HEAD),
}
FORMS = {
    "cut": "cut 0.3:4>2",
    "drop": "drop 0.3:4>2",
    "lift": "lift 0.3:4>2+1.5",
    "swap": "swap 0.3:2=zero",
    "ablate": "ablate 0.3",
}


def parse(text: str) -> Edit:
    """The edit that a text such as `cut 0.3:4>2` (or `cut 0.3:4-2`) names: site.head:query>key.

    Lift takes a signed number of nats after the key, swap `key=zero` or `key=other`, ablate only site.head.
    Raises LabError with an example for a text that is none.
    """
    kind, _, rest = text.strip().partition(" ")
    if kind not in KINDS:
        raise LabError("edit-kind-unknown", text=text, kinds=list(KINDS), example=FORMS["cut"])
    found = _FORMS[kind].fullmatch(rest.strip())
    if found is None:
        if kind in ("cut", "drop", "lift") and _CUT_SHORT.fullmatch(rest.strip()):
            raise LabError("edit-cut-short", text=text, example=f"{rest.strip()}-2{'+1.5' * (kind == 'lift')}")
        raise LabError("edit-unreadable", text=text, example=FORMS[kind])
    fields: dict[str, Any] = {}
    for name, value in found.groupdict().items():
        match name:
            case "site":
                fields[name] = Site.parse(value)
            case "by":
                fields[name] = float("".join(value.split()))
            case "source":
                fields[name] = None if value == "zero" else int(value)
            case _:
                fields[name] = int(value)
    return KINDS[kind](**fields)


def to_record(edit: Edit) -> dict[str, Any]:
    """The edit as plain JSON values."""
    return {"edit": edit.kind, **asdict(edit), "site": str(edit.site)}


def from_record(record: dict[str, Any]) -> Edit:
    """The edit of a record that `to_record` made. Raises LabError for a record that is none."""
    fields = dict(record)
    kind = fields.pop("edit", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise LabError("edit-kind-unknown", text=str(record), kinds=list(KINDS), example=FORMS["cut"])
    try:
        edit = KINDS[kind](**(fields | {"site": Site.parse(fields["site"])}))
        if parse(str(edit)) != edit:
            raise ValueError
    except (TypeError, KeyError, ValueError, AttributeError, OverflowError):
        raise LabError("edit-unreadable", text=str(record), example=FORMS[kind]) from None
    return edit


def together(edits: Sequence[Edit]) -> Probe:
    """Several edits as one probe. Where two touch the same stage the later meets what the earlier made."""
    return chain(*edits)


def within(edit: Edit, heads: Sequence[int], first: int) -> Edit:
    """The same edit where only some heads and only the queries from `first` on are at hand; keys keep their places."""
    asked: dict[str, Any] = {"head": list(heads).index(edit.head)}
    if (query := getattr(edit, "query", None)) is not None:
        asked["query"] = query - first
    return replace(edit, **asked)


def _with(x: Array, place: tuple, value: Any) -> Array:
    x = copy(x)
    x[place] = value
    return x
