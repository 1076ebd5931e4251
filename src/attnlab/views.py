"""Views: plain data from which a picture, a table or a line of text is drawn; the contract with the page.

Every figure is finite. What the mask forbids or an edit has cut is told by the cell's state, never by a
missing or non-finite number. Field names are the page's too: its TypeScript types are made from these.
"""

from dataclasses import dataclass
from typing import Literal

from attnlab.verdicts import Check, Verdict

CellState = Literal["visible", "masked", "cut"]
EditKind = Literal["cut", "drop", "lift", "swap", "ablate"]


@dataclass(frozen=True)
class SiteView:
    """One attention layer of a model."""

    site: str
    heads: int


@dataclass(frozen=True)
class ModelView:
    """A model a person can pick."""

    name: str
    about: str
    """The id of the catalogue message that says what it is."""
    parameters: int
    context: int
    """How many tokens it can hold, START included."""
    sites: list[SiteView]
    vocabulary: list[str]
    example: str


@dataclass(frozen=True)
class PieceView:
    """One token."""

    position: int
    piece: str
    special: bool


@dataclass(frozen=True)
class HeadView:
    """One head as a small map: row by row, the weights after the edits."""

    site: str
    head: int
    weight: list[list[float]]
    state: list[list[CellState]]
    edited: bool
    """True where an edit acts in this head."""


@dataclass(frozen=True)
class MapView:
    """One head as a large map, before and after the edits. Axes: query, key."""

    site: str
    head: int
    queries: list[str]
    keys: list[str]
    score: list[list[float]]
    """Scores in nats, behind the mask too; at a cut cell the score it had."""
    weight: list[list[float]]
    weight_before: list[list[float]]
    state: list[list[CellState]]
    total: list[float]
    """The sum of each row's weights after the edits."""
    entropy: list[float]
    """Of each row, in nats."""
    entropy_most: list[float]
    top_share: list[float]


@dataclass(frozen=True)
class KeyView:
    """One key of the chosen query: how it is looked at, and what cutting it does."""

    position: int
    piece: str
    special: bool
    state: CellState
    score: float
    weight: float
    weight_before: float
    effect: float | None
    """Change of the target when this key too is cut, in the target's unit; None where there is nothing to cut
    (masked, cut already, or the last key left)."""


@dataclass(frozen=True)
class TargetView:
    """What is watched, before and after the edits."""

    name: str
    """As a person may type it: `a/b` is the logit of a less the logit of b."""
    position: int
    before: float
    after: float
    change: float


@dataclass(frozen=True)
class RowView:
    """The chosen query's row."""

    site: str
    head: int
    query: int
    keys: list[KeyView]
    total: float
    entropy: float
    entropy_most: float
    top_share: float


@dataclass(frozen=True)
class SymbolView:
    """One symbol that may come next, with its probability before and after the edits."""

    symbol: str
    before: float
    after: float


@dataclass(frozen=True)
class EditView:
    """One edit: as typed, as a record, and where it acts (None where an edit has no such axis)."""

    text: str
    kind: EditKind
    site: str
    head: int
    query: int | None
    key: int | None
    by: float | None
    """For lift: how far, in nats."""
    source: str | None
    """For swap: `zero`, or the key whose value is put in."""


@dataclass(frozen=True)
class LookView:
    """Everything the page shows for one state: a text, a head, a query, and the edits."""

    model: ModelView
    text: str
    pieces: list[PieceView]
    heads: list[HeadView]
    map: MapView
    row: RowView
    target: TargetView
    next: list[SymbolView]
    """In the order of the vocabulary, read at the chosen query's position."""
    edits: list[EditView]


@dataclass(frozen=True)
class CheckView:
    """A finished check: the record itself, and what it says in the asked language."""

    check: Check
    says: str
    """The whole check as one paragraph."""
    sentences: list[str]
    """What each verdict says, in the order of `check.verdicts`."""
    backups: list[Verdict]
    """Pairs that are supported where neither head is alone."""


@dataclass(frozen=True)
class AskedView:
    """What a check was asked for."""

    model: str
    heads: list[str] | None
    """Heads such as 0.3; None for all."""
    target: str
    texts_name: str
    """Where the texts come from: the id of a catalogue message, or a file's name."""
    count: int
    seed: int


@dataclass(frozen=True)
class JobView:
    """A check under way."""

    id: str
    asked: AskedView
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: int
    total: int
    """Texts."""
    result: CheckView | None
    fault: "ErrorView | None"


@dataclass(frozen=True)
class ErrorView:
    """What went wrong, for a person: the catalogue message and the sentence it makes in the asked language."""

    message: str
    sentence: str
