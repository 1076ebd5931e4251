"""What is changed: plain records that act as probes, travel as JSON, and can be typed.

Some put in what another run had (a control text's output, a mean). They are records all the same: `traces.prepared`
makes that run once and hands the edit its figures in `given`, which is no part of what it says or is equal to.
"""

import json
import math
import re
from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, field, fields, replace
from operator import index
from typing import Any, ClassVar, Literal, TypeAlias, cast, get_args

from array_api_compat import array_namespace

from attnlab.arrays import Array, copy
from attnlab.errors import LabError
from attnlab.probe import Probe, Site, Stage, chain
from attnlab.shown import visible
from attnlab.tokens import Tokens

Kind = Literal["cut", "drop", "lift", "rescale", "flatten", "hide", "unmask", "swap", "patch", "ablate", "feed"]
Budget = Literal["one", "less", "same"]
"""What becomes of a row's sum: still 1, a sink's share included; less than 1; or no weight moves at all."""
Patched = Literal["q", "k", "v", "output"]
PATCHED: tuple[Patched, ...] = get_args(Patched)


@dataclass(frozen=True, eq=False)
class Given:
    """What an edit takes from another run, and for which model and text that was found."""

    model: Any
    tokens: Tokens
    x: Any
    """Figures of one head: [dim], or [position, dim] for a patch; for hide the queries that keep the key. For a
    feed-forward part the same, as wide as the residual."""


class _Placed:
    """Where an edit stands: its site may be given as it is typed, and its numbers are whole."""

    site: Site

    def __post_init__(self) -> None:
        if not isinstance(self.site, Site):
            object.__setattr__(self, "site", Site.parse(str(self.site)))
        for name in {"head", "query", "key", "place"} & {one.name for one in fields(cast(Any, self))}:
            number = getattr(self, name)
            if number is None and name != "head":
                continue
            try:
                if isinstance(number, bool):
                    raise TypeError
                object.__setattr__(self, name, index(cast(Any, number)))
            except TypeError:
                raise LabError("edit-number-wanted", edit=type(self).__name__, name=name, found=repr(number)) from None


@dataclass(frozen=True)
class Cut(_Placed):
    """One query may no longer look at one key.

    The score is cut, before softmax, so the freed weight goes to the other keys
    and the row still sums to 1. Compare `Drop`, which takes the weight away.

    >>> import attnlab
    >>> edit = attnlab.Cut(attnlab.Site(0), head=3, query=4, key=3)
    >>> row = attnlab.trace(attnlab.load("names"), "anna", edit).map("0", 3)
    >>> row.weight[4].round(2), round(float(row.total[4]), 2)
    (array([0.07, 0.  , 0.75, 0.  , 0.18]), 1.0)
    """

    kind: ClassVar[Kind] = "cut"
    stages: ClassVar[tuple[Stage, ...]] = ("score",)
    budget: ClassVar[Budget] = "one"
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
class Drop(_Placed):
    """One key's weight in one row becomes 0, after softmax: the others keep theirs and the row sums to less than 1.

    >>> import attnlab
    >>> edit = attnlab.Drop(attnlab.Site(0), head=3, query=4, key=3)
    >>> row = attnlab.trace(attnlab.load("names"), "anna", edit).map("0", 3)
    >>> row.weight[4].round(2), round(float(row.total[4]), 2)
    (array([0.02, 0.  , 0.24, 0.  , 0.06]), 0.32)
    """

    kind: ClassVar[Kind] = "drop"
    stages: ClassVar[tuple[Stage, ...]] = ("weight",)
    budget: ClassVar[Budget] = "less"
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
class Lift(_Placed):
    """One score is raised by so many nats (lowered, if negative); the row still sums to 1, at the others' expense.

    >>> import attnlab
    >>> model = attnlab.load("names")
    >>> edit = attnlab.Lift(attnlab.Site(0), head=3, query=4, key=3, by=0.7)
    >>> made = attnlab.effect(model, "anna", edit)
    >>> rows = [run.map("0", 3).weight[4] for run in (made.clean, made.edited)]
    >>> before, after = (float(row[3] / (1 - row[3])) for row in rows)
    >>> round(after / before, 3)  # the odds have grown by e to the power of 0.7
    2.014
    """

    kind: ClassVar[Kind] = "lift"
    stages: ClassVar[tuple[Stage, ...]] = ("score",)
    budget: ClassVar[Budget] = "one"
    site: Site
    head: int
    query: int
    key: int
    by: float

    def __post_init__(self) -> None:
        super().__post_init__()
        if not _is_finite(self.by):
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
class Rescale(_Placed):
    """All scores of a row are multiplied; the row still sums to 1.

    Above 1 the row is sharper, below 1 flatter: a temperature of t is a factor of 1 / t. Where a model divides its
    scores by the root of the head size, that root as the factor undoes it. A position bias is multiplied with the
    score it is part of; a sink's score is not.

    >>> import attnlab
    >>> model = attnlab.load("names")
    >>> for by in (1.0, 2.0):  # a row of twice the scores is sharper
    ...     edit = attnlab.Rescale(attnlab.Site(0), head=3, by=by, query=4)
    ...     print(attnlab.trace(model, "anna", edit).map("0", 3).weight[4].round(2))
    [0.02 0.   0.24 0.68 0.06]
    [0.   0.   0.11 0.88 0.01]
    """

    kind: ClassVar[Kind] = "rescale"
    stages: ClassVar[tuple[Stage, ...]] = ("score",)
    budget: ClassVar[Budget] = "one"
    site: Site
    head: int
    by: float
    query: int | None = None
    """The row; None for every row of the head."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not (_is_finite(self.by) and self.by > 0):
            raise LabError("rescale-not-positive", by=str(self.by))

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.query or 0

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "score"):
            return x
        place = (..., self.head, _rows(self.query), slice(None))
        return _with(x, place, x[place] * self.by)

    def __str__(self) -> str:
        return f"rescale {self.site}.{self.head}{_row(self.query)}x{str(self.by).removesuffix('.0')}"


@dataclass(frozen=True)
class Flatten(_Placed):
    """A row shares its budget evenly among the keys it sees; it still sums to 1.

    Every score becomes 0, whatever product, soft cap and position bias made of it; what was cut stays cut. A sink
    keeps the score it has, and takes its share against scores of 0.

    >>> import attnlab
    >>> edit = attnlab.Flatten(attnlab.Site(0), head=3)
    >>> attnlab.trace(attnlab.load("names"), "anna", edit).map("0", 3).weight.round(2)
    array([[1.  , 0.  , 0.  , 0.  , 0.  ],
           [0.5 , 0.5 , 0.  , 0.  , 0.  ],
           [0.33, 0.33, 0.33, 0.  , 0.  ],
           [0.25, 0.25, 0.25, 0.25, 0.  ],
           [0.2 , 0.2 , 0.2 , 0.2 , 0.2 ]])
    """

    kind: ClassVar[Kind] = "flatten"
    stages: ClassVar[tuple[Stage, ...]] = ("score", "mask")
    budget: ClassVar[Budget] = "one"
    site: Site
    head: int
    query: int | None = None
    """The row; None for every row of the head."""

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.query or 0

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if site != self.site or stage not in self.stages:
            return x
        place, xp = (..., self.head, _rows(self.query), slice(None)), array_namespace(x)
        # a mask may carry a position bias of its own where a model adds the two up beforehand
        return _with(x, place, xp.where(x[place] > -xp.inf, xp.zeros_like(x[place]), x[place]))

    def __str__(self) -> str:
        return f"flatten {self.site}.{self.head}{_row(self.query)}"


@dataclass(frozen=True)
class Hide(_Placed):
    """No query of a head may look at one key any more; every row still sums to 1.

    A query that sees no other key keeps it: START's own row in a causal model cannot do without START.

    >>> import attnlab
    >>> edit = attnlab.Hide(attnlab.Site(0), head=3, key=1)
    >>> attnlab.trace(attnlab.load("names"), "anna", edit).map("0", 3).weight[:, 1]
    array([0., 0., 0., 0., 0.])
    """

    kind: ClassVar[Kind] = "hide"
    stages: ClassVar[tuple[Stage, ...]] = ("score",)
    budget: ClassVar[Budget] = "one"
    site: Site
    head: int
    key: int
    given: Given | None = field(default=None, compare=False, repr=False)
    """The queries that see no other key; until they are given no row is spared."""

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.key

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "score"):
            return x
        spared = () if self.given is None else self.given.x
        rows = [row for row in range(x.shape[-2]) if row not in spared]
        return _with(x, (..., self.head, rows, self.key), -math.inf) if rows else copy(x)

    def __str__(self) -> str:
        return f"hide {self.site}.{self.head}:{self.key}"


@dataclass(frozen=True)
class Unmask(_Placed):
    """One query may look at one key that the mask hides; the row still sums to 1, at the others' expense.

    >>> import attnlab
    >>> edit = attnlab.Unmask(attnlab.Site(0), head=3, query=1, key=4)  # the first letter may see the last
    >>> attnlab.trace(attnlab.load("names"), "anna", edit).map("0", 3).weight[1].round(2)
    array([0.14, 0.33, 0.  , 0.  , 0.53])
    """

    kind: ClassVar[Kind] = "unmask"
    stages: ClassVar[tuple[Stage, ...]] = ("mask",)
    budget: ClassVar[Budget] = "one"
    site: Site
    head: int
    query: int
    key: int

    @property
    def first(self) -> int:
        """The first place whose output it can change: its own row's, though the key may come after it."""
        return self.query

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "mask"):
            return x
        return _with(x, (..., self.head, self.query, self.key), 0.0)

    def __str__(self) -> str:
        return f"unmask {self.site}.{self.head}:{self.query}>{self.key}"


@dataclass(frozen=True)
class Swap(_Placed):
    """One key hands over another content: zero, another key's value, the mean of all keys' or a control text's.

    No weight of this head moves. It acts for every query that looks at the key. The mean is that of the text's run
    without edits; a control text has as many keys, and hands over the value at the same place.

    >>> import attnlab
    >>> edit = attnlab.Swap(attnlab.Site(0), head=3, key=3)  # zero in the place of its value
    >>> made = attnlab.effect(attnlab.load("names"), "anna", edit)
    >>> float(abs(made.edited.map("0", 3).weight - made.clean.map("0", 3).weight).max()), round(made.change, 2)
    (0.0, -0.3)
    """

    kind: ClassVar[Kind] = "swap"
    stages: ClassVar[tuple[Stage, ...]] = ("v",)
    budget: ClassVar[Budget] = "same"
    site: Site
    head: int
    key: int
    source: int | Literal["mean"] | None = None
    """The key whose value is put in, or the mean of all; None for zero, or where a text is given."""
    text: str | None = None
    """The control text whose value is put in."""
    given: Given | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.text is not None and self.source is not None:
            raise LabError("swap-two-sources", source=str(self.source), text=self.text)
        if self.source is not None and self.source != "mean" and not hasattr(type(self.source), "__index__"):
            raise LabError("swap-source-unknown", source=repr(self.source))

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.key

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "v"):
            return x
        place = (..., self.head, self.key, slice(None))
        if self.text is not None or self.source == "mean":
            return _with(x, place, _taken(self).x)
        return _with(x, place, 0.0 if self.source is None else x[..., self.head, self.source, :])

    def __str__(self) -> str:
        what = f"={'zero' if self.source is None else self.source}" if self.text is None else f"@{_quoted(self.text)}"
        return f"swap {self.site}.{self.head}:{self.key}{what}"


@dataclass(frozen=True)
class Patch(_Placed):
    """A head's output, or its queries, keys or values, are those of a control text of equal length.

    At one place or at all. With its output or values from elsewhere no weight of this head moves; with queries or keys
    from elsewhere its rows are shared anew and still sum to 1. Grouped keys and values are patched for this head alone.

    >>> import attnlab
    >>> str(attnlab.Patch(attnlab.Site(0), head=3, text="anno"))
    'patch 0.3@anno'
    >>> made = attnlab.effect(attnlab.load("names"), "anna", "patch 0.3@anno", target="b")
    >>> round(made.change, 2)
    -0.01
    """

    kind: ClassVar[Kind] = "patch"
    site: Site
    head: int
    text: str
    """The control text."""
    stage: Patched = "output"
    place: int | None = None
    """The query (of q and output) or key (of k and v); None for all."""
    given: Given | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.stage not in PATCHED:
            raise LabError("patch-stage-unknown", stage=str(self.stage), stages=list(PATCHED))

    @property
    def stages(self) -> tuple[Stage, ...]:
        return (self.stage,)

    @property
    def budget(self) -> Budget:
        return "one" if self.stage in ("q", "k") else "same"

    @property
    def query(self) -> int | None:
        """The query it acts at, if it acts at one."""
        return self.place if self.stage in ("q", "output") else None

    @property
    def key(self) -> int | None:
        """The key it acts at, if it acts at one."""
        return self.place if self.stage in ("k", "v") else None

    @property
    def first(self) -> int:
        """The first place whose output it can change, where no query sees the future."""
        return self.place or 0

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, self.stage):
            return x
        given = _taken(self).x
        if self.place is not None:
            return _with(x, (..., self.head, self.place, slice(None)), given[self.place])
        return _with(x, (..., self.head, slice(None), slice(None)), given[: x.shape[-2]])

    def __str__(self) -> str:
        stage = "" if self.stage == "output" else f".{self.stage}"
        return f"patch {self.site}.{self.head}{stage}{_row(self.place)}@{_quoted(self.text)}"


@dataclass(frozen=True)
class Ablate(_Placed):
    """One head is switched off: at every position its output becomes 0, or its mean over the text's positions.

    The mean is that of the run without edits. To put in another text's output, patch the head.

    >>> import attnlab
    >>> model = attnlab.load("names")
    >>> [round(attnlab.effect(model, "anna", attnlab.Ablate(attnlab.Site(0), head)).moved, 2) for head in range(4)]
    [0.2, 0.12, 0.1, 0.16]
    """

    kind: ClassVar[Kind] = "ablate"
    stages: ClassVar[tuple[Stage, ...]] = ("output",)
    budget: ClassVar[Budget] = "same"
    site: Site
    head: int
    to: Literal["zero", "mean"] = "zero"
    given: Given | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        _one_of(self, "to", ("zero", "mean"))

    @property
    def first(self) -> int:
        """The first place whose output it can change."""
        return 0

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "output"):
            return x
        return _with(x, (..., self.head, slice(None), slice(None)), 0.0 if self.to == "zero" else _taken(self).x)

    def __str__(self) -> str:
        return f"ablate {self.site}.{self.head}{'' if self.to == 'zero' else '=' + self.to}"


@dataclass(frozen=True)
class Feed(_Placed):
    """A layer's feed-forward part adds something else: nothing, its mean over the text, or what it adds in another.

    The part is whatever the layer adds to the residual besides attention. No weight of this layer moves. The mean is
    that of the run without edits; a control text is as long and is read place by place.

    >>> import attnlab
    >>> edit = attnlab.Feed(attnlab.Site(0))  # layer 0 adds attention alone
    >>> made = attnlab.effect(attnlab.load("names"), "anna", edit)
    >>> str(made.edits[0]), round(made.moved, 2)
    ('ablate 0.ff', 0.22)
    """

    kind: ClassVar[Kind] = "feed"
    stages: ClassVar[tuple[Stage, ...]] = ("feed",)
    budget: ClassVar[Budget] = "same"
    site: Site
    """The layer's self-attention."""
    place: int | None = None
    """The position; None for all."""
    source: Literal["mean"] | None = None
    """None for nothing, or where a text is given."""
    text: str | None = None
    """The control text."""
    given: Given | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.text is not None and self.source is not None:
            raise LabError("feed-two-sources", source=str(self.source), text=self.text)
        _one_of(self, "source", (None, "mean"))

    @property
    def query(self) -> int | None:
        """The place of the residual it acts at, if it acts at one."""
        return self.place

    @property
    def first(self) -> int:
        """The first place it can change."""
        return self.place or 0

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) != (self.site, "feed"):
            return x
        given: Any = 0.0 if self.text is None and self.source is None else _taken(self).x
        if self.text is not None:
            given = given[: x.shape[-2]] if self.place is None else given[self.place]
        return _with(x, (..., _rows(self.place), slice(None)), given)

    def __str__(self) -> str:
        if self.text is not None:
            return f"patch {self.site}.ff{_row(self.place)}@{_quoted(self.text)}"
        return f"ablate {self.site}.ff{_row(self.place)}{'' if self.source is None else '=' + self.source}"


@dataclass(frozen=True)
class Replace:
    """Another piece stands in the text. No probe: the model reads other tokens, and everything may change.

    `traces.replaced` makes those tokens.

    >>> import attnlab
    >>> made = attnlab.effect(attnlab.load("names"), "anna", attnlab.Replace(4, "o"))
    >>> made.edited.tokens.text
    'anno'
    """

    kind: ClassVar[str] = "replace"
    position: int
    symbol: str
    in_source: bool = False
    """True where the piece is one that the encoder reads, beside a decoder."""

    def __str__(self) -> str:
        return f"replace {'encoder.' * self.in_source}{self.position}={_quoted(self.symbol)}"


HeadEdit: TypeAlias = Cut | Drop | Lift | Rescale | Flatten | Hide | Unmask | Swap | Patch | Ablate
Edit: TypeAlias = HeadEdit | Feed
KINDS: dict[str, Callable[..., Edit]] = {
    kind.kind: kind for kind in (Cut, Drop, Lift, Rescale, Flatten, Hide, Unmask, Swap, Patch, Ablate, Feed)
}

LONGEST_QUOTE = 200  # of a record, in letters

_WHOLE = r"[0-9]{1,9}"
_SITE = rf"(?P<site>(?:encoder\.|cross\.)?{_WHOLE})"
_HEAD = rf"{_SITE}\.(?P<head>{_WHOLE})"
_EDGE = rf"{_HEAD}:(?P<query>{_WHOLE})[>-](?P<key>{_WHOLE})"  # a shell takes > for itself, so - does as well
_CUT_SHORT = re.compile(rf"{_HEAD}:{_WHOLE}")  # what a shell leaves of 0.3:4>2, unless it stands in quotes
_AT = rf"(?::(?P<query>{_WHOLE}))?"
_FROM = r"@(?P<text>.+)"
_NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?"
_FORMS = {
    "cut": re.compile(_EDGE),
    "drop": re.compile(_EDGE),
    "lift": re.compile(rf"{_EDGE}\s*(?P<by>[+-]\s*{_NUMBER})"),
    "rescale": re.compile(rf"{_HEAD}{_AT}\s*(?:[x*]\s*(?P<by>{_NUMBER})|/\s*(?P<temperature>{_NUMBER}))"),
    "flatten": re.compile(rf"{_HEAD}{_AT}"),
    "hide": re.compile(rf"{_HEAD}:(?P<key>{_WHOLE})"),
    "unmask": re.compile(_EDGE),
    "swap": re.compile(rf"{_HEAD}:(?P<key>{_WHOLE})(?:=(?P<source>zero|mean|{_WHOLE})|{_FROM})", re.DOTALL),
    "patch": re.compile(rf"{_HEAD}(?:\.(?P<stage>{'|'.join(PATCHED)}))?(?::(?P<place>{_WHOLE}))?{_FROM}", re.DOTALL),
    "ablate": re.compile(rf"{_HEAD}(?:=(?P<to>zero|mean))?"),
    "feed": re.compile(rf"{_SITE}(?:\.ff)?(?::(?P<place>{_WHOLE}))?(?:=(?P<source>zero|mean)|{_FROM})?", re.DOTALL),
}
_FEEDS = {  # typed as what they do to a head
    "ablate": re.compile(rf"{_SITE}\.ff(?::(?P<place>{_WHOLE}))?(?:=(?P<source>zero|mean))?"),
    "patch": re.compile(rf"{_SITE}\.ff(?::(?P<place>{_WHOLE}))?{_FROM}", re.DOTALL),
}
_REPLACE = re.compile(rf"(?P<source>encoder\.)?(?P<position>{_WHOLE})=(?P<symbol>.+)", re.DOTALL)
FORMS = {
    "cut": "cut 0.3:4>2",
    "drop": "drop 0.3:4>2",
    "lift": "lift 0.3:4>2+1.5",
    "rescale": "rescale 0.3:4x2",
    "flatten": "flatten 0.3:4",
    "hide": "hide 0.3:2",
    "unmask": "unmask 0.3:2>4",
    "swap": "swap 0.3:2=zero",
    "patch": "patch 0.3:4@anno",
    "ablate": "ablate 0.3",
    "feed": "ablate 0.ff",
    "replace": "replace 3=o",
}


def parse(text: str) -> Edit:
    """The edit that a text such as `cut 0.3:4>2` (or `cut 0.3:4-2`) names: site.head:query>key.

    Lift takes a signed number of nats after the key; rescale `site.head:query` and a factor, x2, or a temperature, /2;
    flatten only site.head:query, and hide site.head:key. Swap takes `key=zero`, `key=other`, `key=mean` or `key@text`,
    patch `site.head@text`, with a stage and a place if need be: `0.3.v:2@text`. Ablate takes site.head, or
    `site.head=mean`. Without a query rescale and flatten act on every row. Ablate and patch also take a layer's
    feed-forward part in a head's place: `ablate 3.ff`, `ablate 3.ff:4=mean`, `patch 3.ff@text`; feed means the same:
    `feed 3:4=mean`. A text that begins or ends with a space stands in quotes.
    Raises LabError with an example for a text that is none.

    >>> from attnlab.edits import parse
    >>> parse("cut 0.3:4>2")
    Cut(site=Site(layer=0, stack='decoder', kind='self'), head=3, query=4, key=2)
    >>> parse("rescale 0.3:4/2").by  # a temperature of 2
    0.5
    """
    kind, _, rest = text.strip().partition(" ")
    if kind not in _FORMS:
        raise LabError("edit-kind-unknown", text=text, kinds=list(_FORMS), example=FORMS["cut"])
    made, found = KINDS[kind], _FORMS[kind].fullmatch(rest.strip())
    if found is None and kind in _FEEDS:
        made, found = Feed, _FEEDS[kind].fullmatch(rest.strip())
    if found is None:
        if kind in ("cut", "drop", "lift", "unmask") and _CUT_SHORT.fullmatch(rest.strip()):
            raise LabError("edit-cut-short", text=text, example=f"{rest.strip()}-2{'+1.5' * (kind == 'lift')}")
        raise LabError("edit-unreadable", text=text, example=FORMS[kind])
    given: dict[str, Any] = {}
    for name, value in found.groupdict().items():
        match name:
            case _ if value is None:
                pass
            case "site":
                given[name] = Site.parse(value)
            case "by":
                given[name] = float("".join(value.split()))
            case "temperature":
                given["by"] = 1 / float(value) if float(value) else math.inf
            case "source":
                given[name] = None if value == "zero" else value if value == "mean" else int(value)
            case "text":
                given[name] = _unquoted(value, text, FORMS[kind])
            case "stage" | "to":
                given[name] = value
            case _:
                given[name] = int(value)
    try:
        return made(**given)
    except LabError as fault:
        if "by" not in fault.facts:
            raise
        typed = found.groupdict()  # as it was typed: not what such a number becomes
        by = typed["by"] or f"1/{typed['temperature']}"
        raise LabError(fault.message, by="".join(by.split())) from None


def parse_any(text: str) -> Edit | Replace:
    """The edit, or the replaced piece, that a text names: `parse`, and `replace 3=o`; `encoder.3=o` for a source.

    >>> from attnlab.edits import parse_any
    >>> parse_any("replace 3=o")
    Replace(position=3, symbol='o', in_source=False)
    """
    kind, _, rest = text.strip().partition(" ")
    if kind != Replace.kind:
        return parse(text)
    found = _REPLACE.fullmatch(rest.strip())
    if found is None:
        raise LabError("edit-unreadable", text=text, example=FORMS[kind])
    symbol = _unquoted(found["symbol"], text, FORMS[kind])
    return Replace(int(found["position"]), symbol, found["source"] is not None)


def to_record(edit: Edit | Replace) -> dict[str, Any]:
    """The edit as plain JSON values.

    >>> from attnlab.edits import parse, to_record
    >>> to_record(parse("lift 0.3:4>2+1.5"))
    {'edit': 'lift', 'site': '0', 'head': 3, 'query': 4, 'key': 2, 'by': 1.5}
    """
    plain = {one.name: getattr(edit, one.name) for one in fields(edit) if one.compare}
    return {"edit": edit.kind, **plain} | ({} if isinstance(edit, Replace) else {"site": str(edit.site)})


def from_record(record: dict[str, Any]) -> Edit:
    """The edit of a record that `to_record` made. Raises LabError for a record that is none.

    >>> from attnlab.edits import from_record
    >>> str(from_record({"edit": "hide", "site": "cross.1", "head": 0, "key": 2}))
    'hide cross.1.0:2'
    """
    given = dict(record)
    kind = given.pop("edit", None)
    if not isinstance(kind, str) or kind not in KINDS:
        raise LabError("record-kind-unknown", record=_json(record), kinds=list(KINDS))
    own = {one.name: one for one in fields(cast(Any, KINDS[kind])) if one.compare}
    lacking = [name for name, one in own.items() if one.default is MISSING and name not in given]
    if lacking:
        raise LabError("record-lacks", record=_json(record), kind=kind, fields=lacking)
    if strange := [name for name in given if name not in own]:
        raise LabError("record-knows-not", record=_json(record), kind=kind, fields=strange, known=["edit", *own])
    unreadable = LabError("record-unreadable", record=_json(record), example=_json(to_record(parse(FORMS[kind]))))
    try:
        edit = KINDS[kind](**(given | {"site": Site.parse(given["site"])}))
        if parse(str(edit)) != edit:
            raise ValueError
    except LabError as fault:
        if fault.message == "edit-unreadable":
            raise unreadable from None
        if fault.message != "edit-number-wanted":
            raise
        name = fault.facts["name"]
        raise LabError("edit-number-wanted", edit=kind, name=name, found=_json(given[name])) from None
    except (TypeError, KeyError, ValueError, AttributeError, OverflowError):
        raise unreadable from None
    return edit


def _json(found: Any) -> str:
    """As it was sent, cut short where it is long."""
    try:
        said = json.dumps(found, ensure_ascii=False)
    except (TypeError, ValueError):
        said = str(found)
    return said if len(said) <= LONGEST_QUOTE else said[: LONGEST_QUOTE - 1] + "…"


def check_kind(kind: Any) -> None:
    """Raise LabError where something else was given for what is done to an edge: it is cut or dropped."""
    if kind not in (Cut, Drop):
        raise LabError("effects-kind-unknown", found=getattr(kind, "__name__", repr(kind)))


def together(edits: Sequence[Edit]) -> Probe:
    """Several edits as one probe. Where two touch the same stage the later meets what the earlier made."""
    return chain(*edits)


def within(edit: Edit, heads: Sequence[int], first: int) -> Edit:
    """The same edit where only some heads and only the queries from `first` on are at hand; keys keep their places."""
    given = getattr(edit, "given", None)
    if isinstance(edit, Feed):
        if given is not None and edit.text is not None:
            given = replace(given, x=given.x[first:])
        return replace(edit, place=None if edit.place is None else edit.place - first, given=given)
    asked: dict[str, Any] = {"head": list(heads).index(edit.head)}
    if isinstance(edit, Hide):
        if given is not None:
            asked["given"] = replace(given, x=[row - first for row in given.x])
    elif isinstance(edit, Patch):
        if edit.stage in ("q", "output"):
            asked["place"] = None if edit.place is None else edit.place - first
            asked["given"] = None if given is None else replace(given, x=given.x[first:])
    elif (query := getattr(edit, "query", None)) is not None:
        asked["query"] = query - first
    return replace(edit, **asked)


def does(edit: Edit | Replace, tokens: Tokens) -> tuple[str, dict[str, Any]]:
    """The message that says what an edit does and what becomes of the row's budget, and its facts: places as pieces."""
    if isinstance(edit, Replace):
        side = tokens.source if edit.in_source and tokens.source else tokens
        return "page-does-replace", {"place": _named(side, edit.position), "symbol": edit.symbol}
    asking, looked_at = tokens.at(edit.site)
    if isinstance(edit, Feed):
        way = "text" if edit.text is not None else edit.source or "zero"
        facts: dict[str, Any] = {"layer": str(edit.site)} | ({} if edit.text is None else {"text": edit.text})
        if edit.place is not None:
            facts["place"] = _named(asking, edit.place)
        return f"page-does-feed-{way}{'-all' * (edit.place is None)}", facts
    head = f"{edit.site}.{edit.head}"
    match edit:
        case Cut() | Drop() | Unmask():
            facts = {"query": _named(asking, edit.query), "key": _named(looked_at, edit.key)}
            return f"page-does-{edit.kind}", facts
        case Lift():
            facts = {"query": _named(asking, edit.query), "key": _named(looked_at, edit.key), "by": abs(edit.by)}
            return f"page-does-{'lower' if edit.by < 0 else 'lift'}", facts
        case Rescale():
            row = {"head": head} if edit.query is None else {"query": _named(asking, edit.query)}
            return f"page-does-rescale{'-all' * (edit.query is None)}", {**row, "by": edit.by}
        case Flatten():
            row = {"head": head} if edit.query is None else {"query": _named(asking, edit.query)}
            return f"page-does-flatten{'-all' * (edit.query is None)}", row
        case Hide():
            return "page-does-hide", {"key": _named(looked_at, edit.key), "head": head}
        case Swap():
            facts = {"key": _named(looked_at, edit.key)}
            if edit.text is not None:
                return "page-does-swap-text", {**facts, "text": edit.text}
            if isinstance(edit.source, int):
                return "page-does-swap", {**facts, "source": _named(looked_at, edit.source)}
            return f"page-does-swap-{edit.source or 'zero'}", facts
        case Patch():
            facts = {"head": head, "text": edit.text}
            if edit.place is None:
                return f"page-does-patch-{edit.stage}-all", facts
            facts["place"] = _named(asking if edit.key is None else looked_at, edit.place)
            return f"page-does-patch-{edit.stage}", facts
        case Ablate():
            return f"page-does-ablate{'' if edit.to == 'zero' else '-mean'}", {"head": head}


def _named(tokens: Tokens, place: int) -> str:
    return f"{place} {visible(tokens.pieces[place])}"


def _is_finite(x: float) -> bool:
    """False too for a whole number that no float holds."""
    try:
        return math.isfinite(x)
    except OverflowError:
        return False


def _one_of(edit: Any, name: str, known: tuple[str | None, ...]) -> None:
    """Raise LabError where a field says something else than one of these."""
    if (found := getattr(edit, name)) not in known:
        raise LabError(
            "edit-choice-unknown", edit=type(edit).__name__, name=name, found=repr(found), known=[*map(repr, known)]
        )


def _taken(edit: Swap | Patch | Ablate | Feed) -> Given:
    if edit.given is None:
        raise RuntimeError(f"{edit} takes from another run: traces.prepared makes it")
    return edit.given


def _rows(query: int | None) -> Any:
    return slice(None) if query is None else query


def _row(place: int | None) -> str:
    return "" if place is None else f":{place}"


def _quoted(text: str) -> str:
    """A text as it is typed: as it is, or in quotes where spaces or quotes at its ends would be lost."""
    plain = text and text == text.strip() and text.isprintable() and not text.startswith('"')
    return text if plain else json.dumps(text)


def _unquoted(text: str, whole: str, example: str) -> str:
    if not text.startswith('"'):
        return text.strip()
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, str) or not found:
        raise LabError("edit-unreadable", text=whole, example=example)
    return found


def _with(x: Array, place: tuple, value: Any) -> Array:
    x = copy(x)
    x[place] = value
    return x
