"""What the picture of beams shows: a query of a head from its vectors to its output, and its row in every head."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from jaxtyping import Float

from attnlab import edits as change
from attnlab import figures, lab
from attnlab.arrays import softmax, to_numpy
from attnlab.edits import together
from attnlab.errors import LabError
from attnlab.formula import features
from attnlab.model import Model, find_position
from attnlab.probe import Recorder, Site, bind, chain
from attnlab.traces import Trace
from attnlab.views import CellState, PieceView

STRIP = 16
"""As many numbers of a vector are shown under a piece; those of the query and of an inspected key are sent whole."""
STRIP_DIGITS = 4
ROW_DIGITS = 6
"""Decimals of the other heads' weights, which are drawn and not written."""


@dataclass(frozen=True)
class BeamKeyView:
    """One key as the chosen query meets it."""

    position: int
    piece: str
    special: bool
    state: CellState
    score: float
    """In nats; behind the mask what it would have been, at a cut key what it was."""
    weight: float
    length: float
    """Of the weighted value, weight times value."""
    along: float
    """The part of the weighted value that points where the mix points; all keys' parts add up to the mix's length."""


@dataclass(frozen=True)
class BeamHeadView:
    """The chosen query's row in one head of the site, on the scale of all."""

    head: int
    weight: list[float]
    total: float
    key: int
    """That of the largest weight."""
    top: float
    edited: bool


@dataclass(frozen=True)
class ApartView:
    """How far the heads' rows of one query are from each other: Jensen-Shannon distances of all pairs.

    A distance is the root of the divergence in bits: 0 for rows that are alike, 1 for rows that share no key.
    """

    mean: float
    pairs: int
    least: float
    nearest: list[int]
    """The pair with the least distance."""
    most: float
    furthest: list[int]


@dataclass(frozen=True)
class StripsView:
    """The first numbers of each place's vectors after the edits, rounded: labels, not measurements."""

    q: list[list[float]]
    """Of the pieces that ask."""
    k: list[list[float]]
    v: list[list[float]]
    size: int
    """Numbers in a query or a key."""
    value_size: int


@dataclass(frozen=True)
class InspectView:
    """How one score is made: the product of two vectors, scaled, capped, biased, edited."""

    key: int
    q: list[float]
    """Of linear attention the features, which are what is multiplied; so of k."""
    k: list[float]
    product: list[float]
    """Dimension by dimension."""
    dot: float
    scale: float
    scaled: float
    """Of linear attention the logarithm of the product."""
    softcap: float | None
    capped: float | None
    bias: float | None
    before_edits: float
    """The score before any edit of scores."""
    edited: float
    """What edits of scores add to it; 0 at a cut key."""
    state: CellState
    score: float
    weight: float


@dataclass(frozen=True)
class BeamsView:
    """Everything the picture of beams needs for one text, head, query and list of edits."""

    model: str
    text: str
    site: str
    head: int
    query: int
    pieces: list[PieceView]
    """Those that ask."""
    keys: list[BeamKeyView]
    same: bool
    """True where the pieces that ask are those that are looked at."""
    context: int
    """How many pieces the model can hold, START included."""
    linear: bool
    """True where the score is the logarithm of a product of features."""
    strips: StripsView
    total: float
    """The sum of the weights after the edits."""
    late: float
    """What the visible weights would sum to if the mask came after softmax, without a new division."""
    sink: bool
    """True where a sink takes its share of every row."""
    value: list[float]
    """The mix: weights times values."""
    output: list[float]
    """The head's output: the mix, unless an edit puts another in its place."""
    heads: list[BeamHeadView]
    apart: ApartView | None
    """None for a single head."""
    inspected: InspectView | None
    edits: list[str]


def beams(
    name: str | Model,
    text: str,
    head: str | None = None,
    query: int | None = None,
    edits: Sequence[str] = (),
    key: int | None = None,
) -> BeamsView:
    """One query of one head: its row, its vectors, the same row in all heads of the site, and one score in full.

    Head is `site.head`, such as 0.3 (default: the first of the first site); the query's default is the last place.
    Edits are those of `lab.look`, as typed. `key` is the one whose score is taken apart. What is sent is bounded
    whatever the model: at most `lab.MOST_PIECES` pieces, `STRIP` numbers of each of their vectors, one product in full.
    Raises LabError for anything that does not fit.
    """
    model = lab.open_model(name) if isinstance(name, str) else name
    site, number = (model.sites[0], 0) if head is None else lab.parse_head(model, head)
    tokens = model.tokens(text)
    asking, looked_at = tokens.at(site)
    for side in (asking, looked_at):
        if len(side) > lab.MOST_PIECES:
            raise LabError("text-too-long-to-draw", model=model.name, found=len(side), most=lab.MOST_PIECES)
    place = find_position(asking, len(asking) - 1 if query is None else query)
    key = None if key is None else find_position(looked_at, key)
    made = [change.parse(one) for one in edits]
    with lab.TURN:
        run = lab.run_of(model, text, made)
    heard = _heard(run, site)
    map = run.map(site, number)
    score = lab.finite_scores(run, map)[place]
    weight, value = map.weight[place].astype(float), map.value.astype(float)
    weighted = weight[:, None] * value
    mix = weighted.sum(axis=0)
    length = float(np.linalg.norm(mix))
    along = weighted @ mix / length if length > 0 else np.zeros(len(weight))
    lengths = np.linalg.norm(weighted, axis=-1)
    state = map.state[place]
    rows = heard["weight"][:, place]
    return BeamsView(
        model=model.name,
        text=text,
        site=str(site),
        head=number,
        query=place,
        pieces=[
            PieceView(position, piece, bool(flags), sorted(flags))
            for position, (piece, flags) in enumerate(zip(asking.pieces, asking.flags, strict=True))
        ],
        keys=[
            BeamKeyView(
                position=one,
                piece=looked_at.pieces[one],
                special=not looked_at.plain[one],
                state=state[one],
                score=float(score[one]),
                weight=float(weight[one]),
                length=float(lengths[one]),
                along=float(along[one]),
            )
            for one in range(len(looked_at))
        ],
        same=asking is looked_at,
        context=model.context,
        linear=run.calls[site].linear,
        strips=_strips(heard, number),
        total=float(map.total[place]),
        late=late_total(map.score[place], map.visible[place], _sink(run, site, number)),
        sink=run.calls[site].sink is not None,
        value=mix.tolist(),
        output=map.output[place].astype(float).tolist(),
        heads=[_head_view(one, row, site, made) for one, row in enumerate(rows)],
        apart=apart(rows),
        inspected=None if key is None else _inspect(run, heard, site, number, place, key, state[key], score, weight),
        edits=list(edits),
    )


def apart(rows: Float[np.ndarray, "head key"]) -> ApartView | None:
    """How far the rows of several heads are from each other; None for fewer than two that hold any weight."""
    able = [head for head, row in enumerate(rows) if row.sum() > 0]
    pairs = list(combinations(able, 2))
    if not pairs:
        return None
    far = [float(figures.apart(rows[one].astype(float), rows[other].astype(float))) for one, other in pairs]
    least, most = int(np.argmin(far)), int(np.argmax(far))
    return ApartView(float(np.mean(far)), len(pairs), far[least], list(pairs[least]), far[most], list(pairs[most]))


def late_total(
    score: Float[np.ndarray, " key"], visible: np.ndarray, sink: Float[np.ndarray, " 1"] | None = None
) -> float:
    """What the visible weights sum to when softmax is taken over all keys and the mask laid on afterwards."""
    return float(softmax(score.astype(float), sink)[visible].sum())


def _sink(run: Trace, site: Site, head: int) -> Float[np.ndarray, " 1"] | None:
    sink = run.calls[site].sink
    return None if sink is None else to_numpy(sink)[head : head + 1].astype(float)


def _heard(run: Trace, site: Site) -> dict[str, np.ndarray]:
    """Every stage of a site after the edits, all heads of it."""
    recorder = Recorder()
    run.calls[site].mix(bind(chain(together(run.edits), recorder), site))
    return {stage: to_numpy(x) for (_, stage), x in recorder.heard.items()}


def _strips(heard: dict[str, np.ndarray], head: int) -> StripsView:
    short = {one: np.round(heard[one][head, :, :STRIP].astype(float), STRIP_DIGITS).tolist() for one in "qkv"}
    return StripsView(**short, size=heard["q"].shape[-1], value_size=heard["v"].shape[-1])


def _head_view(head: int, row: Float[np.ndarray, " key"], site: Site, edits: Sequence[change.Edit]) -> BeamHeadView:
    top = int(row.argmax())
    touched = any((edit.site, getattr(edit, "head", None)) == (site, head) for edit in edits)
    rounded = np.round(row.astype(float), ROW_DIGITS).tolist()
    return BeamHeadView(head, rounded, float(row.sum()), top, float(row[top]), touched)


def _inspect(
    run: Trace,
    heard: dict[str, np.ndarray],
    site: Site,
    head: int,
    place: int,
    key: int,
    state: CellState,
    score: Float[np.ndarray, " key"],
    weight: Float[np.ndarray, " key"],
) -> InspectView:
    call = run.calls[site]
    q, k = heard["q"][head, place].astype(float), heard["k"][head, key].astype(float)
    if call.linear:
        q, k = features(q), features(k)
    product = q * k
    dot = float(product.sum())
    scaled = float(np.log(dot)) if call.linear else dot * call.scale
    capped = None if call.softcap is None else call.softcap * float(np.tanh(scaled / call.softcap))
    bias = None
    if call.bias is not None:
        shape = (*heard["q"].shape[:2], heard["k"].shape[1])
        bias = float(np.broadcast_to(to_numpy(call.bias), shape)[head, place, key])
    before = float(run.would_have_been(site, head)[place, key])
    found = float(score[key])
    return InspectView(
        key, q.tolist(), k.tolist(), product.tolist(), dot, call.scale, scaled, call.softcap, capped, bias,
        before, found - before, state, found, float(weight[key]),
    )  # fmt: skip
