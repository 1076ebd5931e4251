"""Views: plain data from which a picture, a table or a line of text is drawn; the contract with the page.

Every figure is finite. What the mask forbids or an edit has cut is told by the cell's state, never by a
missing or non-finite number. Field names are the page's too: its TypeScript types are made from these.
"""

from dataclasses import dataclass
from typing import Literal

from attnlab.tokens import Flag
from attnlab.verdicts import Check, Verdict

CellState = Literal["visible", "masked", "cut"]
EditKind = Literal["cut", "drop", "lift", "rescale", "flatten", "hide", "unmask", "swap", "patch", "ablate", "feed"]
Says = Literal["next", "here", "label", "nothing"]
EdgeState = Literal["edge", "masked", "only", "after"]
"""An edge; behind the mask; the row's only key, which cannot be cut; an edge later than what is read."""


@dataclass(frozen=True)
class SiteView:
    """One attention layer of a model."""

    site: str
    heads: int


@dataclass(frozen=True)
class ProofView:
    """That a loaded model can be seen and changed, as found on loading."""

    heard: int
    """Attention layers that called."""
    sites: int
    error: float
    """Largest difference between the logits by the formula and by the model's own kernel, relative to the largest."""
    exact: bool
    """True where the logits stayed the same to the last bit while they were only listened to."""
    moved: int
    """Layers at which an edit moves the logits."""
    bytes: int | None
    """Of the weights, in memory; None where the model does not say."""


@dataclass(frozen=True)
class ModelView:
    """A model a person can pick."""

    name: str
    """By which it is asked for: of a loaded one the Hugging Face name or path that was typed."""
    title: str
    """What it is called in a sentence."""
    about: str
    """The id of the catalogue message that says what it is."""
    parameters: int
    context: int
    """How many tokens it can hold, START included."""
    sites: list[SiteView]
    vocabulary: list[str]
    """Of a model that reads letters; empty for one that reads pieces, which may have a hundred thousand."""
    example: str
    letters: bool
    """True where a text is START and a piece for each of its letters."""
    pair: bool
    """True where a text is two, `source => target`."""
    says: Says
    """What its answer at a place is about: what comes next, what stands there, the whole text, or nothing."""
    own_texts: bool
    """True where a check can run without texts of the person's."""
    proof: ProofView | None
    """Of a loaded model; one of the package has none to show."""


@dataclass(frozen=True)
class PieceView:
    """One token."""

    position: int
    piece: str
    special: bool
    flags: list[Flag]
    """Why it is no plain text: special, padding, sink."""


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
class TileView:
    """One head of many as a thumbnail of at most 8 x 8, with the key that the chosen query looks at most."""

    site: str
    head: int
    share: list[list[int]]
    """The largest weight of each block after the edits, in per cent; -1 where the mask covers the whole block."""
    key: int | None
    """None where the chosen query is no query of this head's."""
    piece: str
    weight: float
    edited: bool


@dataclass(frozen=True)
class MapView:
    """One head as a large map, before and after the edits. Axes: query, key."""

    site: str
    head: int
    queries: list[str]
    keys: list[str]
    whole: bool
    """False where the text is too long to send every cell: score, weight, contribution and state are then empty, and
    `atlas.tile` has them."""
    score: list[list[float]]
    """Scores in nats, behind the mask too; at a cut cell the score it had."""
    score_least: float
    """Among the visible cells, as `score_most`."""
    score_most: float
    weight: list[list[float]]
    weight_before: list[list[float]]
    """Empty where there are no edits and the text is one of pieces: it is then the same as `weight`."""
    contribution: list[list[float]]
    """Weight times the length of the key's value as it enters the residual; empty where the model does not say."""
    contribution_most: float | None
    """The largest; None where the model does not know its projection."""
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
    contribution: float | None
    """As in the map; None where the model does not say."""
    effect: float | None
    """Change of the target when this key too is cut, in the target's unit; None where there is nothing to cut
    (masked, cut already, or the last key left)."""


@dataclass(frozen=True)
class TargetView:
    """What is watched, before and after the edits."""

    name: str
    """As a person may type it: `a/b` is the logit of a less the logit of b."""
    first: str
    """The symbol whose logit is watched, or the whole name of another kind of target."""
    second: str
    """Its rival; empty where there is none."""
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
    measured: bool
    """False where the effects are asked for by themselves, key by key."""
    total: float
    entropy: float
    entropy_most: float
    top_share: float


@dataclass(frozen=True)
class EffectView:
    """What cutting one key of a row does to the target."""

    key: int
    effect: float | None
    """In the target's unit; None where there is nothing to cut."""


@dataclass(frozen=True)
class OthersView:
    """All symbols that a list leaves out, together."""

    count: int
    before: float
    after: float


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
    head: int | None
    """None for a layer's feed-forward part."""
    query: int | None
    key: int | None
    by: float | None
    """For lift: how far, in nats; for rescale: the factor."""
    source: str | None
    """For swap: `zero`, `mean`, or the key whose value is put in; None where it comes from a text."""


@dataclass(frozen=True)
class LookView:
    """Everything the page shows for one state: a text, a head, a query, and the edits."""

    model: ModelView
    text: str
    pieces: list[PieceView]
    """Those that ask: the queries of the head's map."""
    keys: list[PieceView]
    """Those that are looked at."""
    heads: list[HeadView]
    """Of a model with few heads and short texts; else empty, and `tiles` shows them."""
    tiles: list[TileView]
    map: MapView
    row: RowView
    read: PieceView
    """Where target and probabilities are read."""
    target: TargetView | None
    """None for a model that predicts nothing."""
    next: list[SymbolView]
    """Of a model of letters all, in the order of the vocabulary; else the likeliest first, the target's among them."""
    others: OthersView | None
    """The rest of the probability, where `next` leaves some out."""
    edits: list[EditView]
    waiting: list[str]
    """Edits that were asked for and whose place this text lacks."""
    query_missing: int | None
    """The query that was asked for, where this text has no such place and another is shown."""


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
    title: str
    heads: list[str] | None
    """Heads such as 0.3; None for all."""
    target: str
    texts_name: str
    """Where the texts come from: the id of a catalogue message, or a file's name."""
    count: int
    seed: int


@dataclass(frozen=True)
class AheadOfView:
    """The check that another one waits for."""

    id: str
    asked: AskedView
    done: int
    total: int


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
    ahead: AheadOfView | None
    """What runs while this one waits for its turn."""


@dataclass(frozen=True)
class LoadView:
    """A model being loaded."""

    id: str
    name: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    step: Literal["reading", "proving", "done"]
    stopping: bool
    """True where it was cancelled and the step under way has not ended yet."""
    seconds: float
    fault: "ErrorView | None"


@dataclass(frozen=True)
class AheadView:
    """What a model would take, said before it is loaded."""

    name: str
    parameters: int | None
    """None where nothing on this machine says it yet."""
    bytes: int | None
    """Of its weights in memory, in float32, as it would be loaded; of a .gguf file those of the file."""
    known: Literal["configuration", "file", "unread", "absent", "nothing"]
    """Where that stands: in its configuration, in the size of its file, nowhere in what is there; `absent` for a path
    that is not there, `nothing` for a Hugging Face name of which this machine has nothing yet."""


@dataclass(frozen=True)
class LoadsView:
    """Whether models may be loaded, and those that are being or were loaded last, the newest last."""

    allowed: bool
    shared: bool
    """True where the models are those that the lab was started with."""
    loads: list[LoadView]


@dataclass(frozen=True)
class EdgeView:
    """One edge with its weight and what cutting it does."""

    head: str
    """Site and head, such as 0.3."""
    query: int
    query_piece: str
    key: int
    key_piece: str
    weight: float
    effect: float
    """In the target's unit."""
    measured: bool
    """False where the effect is an estimate by gradient."""


@dataclass(frozen=True)
class EffectHeadView:
    """One head's row of the chosen query, in at most 16 blocks of keys."""

    site: str
    head: int
    weight: list[float | None]
    """The largest of each block; None where the mask covers it."""
    effect: list[float | None]
    """The largest of each block, either way; None where nothing is known."""
    measured: bool
    """True where all its edges were measured; else `effect` holds estimates."""
    top_key: int
    top_weight: float
    key: int | None
    """That of the largest effect."""
    most: float | None


@dataclass(frozen=True)
class EffectFieldView:
    """Rows of one head in full: weights and effects on the same axes."""

    site: str
    head: int
    queries: list[int]
    query_pieces: list[str]
    keys: list[str]
    state: list[list[EdgeState]]
    weight: list[list[float | None]]
    effect: list[list[float | None]]
    """Measured; None where nothing was."""
    estimate: list[list[float | None]]
    """By gradient; empty where there are none."""


@dataclass(frozen=True)
class EffectsView:
    """Effects of every edge of a query in all heads, or of every query in one head, on the model without edits."""

    target: str
    unit: str
    """The id of the message that names the unit."""
    position: int
    """Where the target is read."""
    before: float
    heads: list[EffectHeadView]
    """Empty where one head was asked for."""
    field: EffectFieldView
    largest: list[EdgeView]
    idle: list[EdgeView]
    """The first of the heads that look hard, by their heaviest edge, whose every edge does next to nothing."""
    idle_count: int
    hard: float
    """To look hard is a top weight of at least this."""
    nothing: float
    """Next to nothing is less than this share of the target's clean value."""
    quiet: list[EdgeView]
    """Edges of hardly any weight that matter."""
    hardly: float
    """Hardly any weight is less than this."""
    much: float
    """To matter is a share of the target's clean value of at least this."""
    most: float
    """The largest effect."""
    edges: int
    measured: int
    estimated: bool
    agreement: float | None
    """Of the estimates with what was measured, in rank, once everything is."""
    way: str
    way_error: float
    seconds: float


@dataclass(frozen=True)
class SurveyView:
    """What effects were asked for."""

    model: str
    text: str
    head: str
    query: int
    target: str
    """As it was typed; empty for the model's own answer."""
    every: bool
    """True for all queries of the head, false for one query of all heads."""


@dataclass(frozen=True)
class SurveyJobView:
    """Effects being measured."""

    id: str
    """Empty where it was done at once."""
    asked: SurveyView
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    stopping: bool
    done: int
    total: int
    """Edges."""
    result: EffectsView | None
    """What is known so far."""
    fault: "ErrorView | None"


@dataclass(frozen=True)
class ErrorView:
    """What went wrong, for a person: the catalogue message and the sentence it makes in the asked language."""

    message: str
    sentence: str
