"""From head to word: what a chosen query's head hands on, before and after edits, through to the target; and the edits
that the page sends to be read."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab import lab
from attnlab.arrays import to_numpy
from attnlab.edits import Budget, Cut, Drop, Edit, Swap, from_record, parse, to_record, together
from attnlab.errors import LabError
from attnlab.lab import Pair
from attnlab.model import Additive, Model, Part, find_position, through
from attnlab.traces import Map, Trace, check_edits, explained, feeding, prepared
from attnlab.views import CellState, ErrorView
from attnlab.words import Language

WIDE = 32  # a state of more numbers is told by its size alone


@dataclass(frozen=True)
class RowFigures:
    """The figures of one row."""

    total: float
    entropy: float
    """In nats."""
    entropy_most: float
    top_share: float


@dataclass(frozen=True)
class ChainKeyView:
    """One key of the chosen query: how much of its content arrives. None where the mask or a cut stands before it."""

    position: int
    piece: str
    state: CellState
    weight_before: float
    weight: float
    size_before: float | None
    """Of its value as it would enter the residual."""
    size: float | None
    share_before: float | None
    """Weight times that size."""
    share: float | None


@dataclass(frozen=True)
class StepView:
    """One station on the way from the head to the logits, before and after the edits."""

    step: str
    """entered, output, joined, block, projected, added, feed, left, last: what it is of, see `chain`."""
    size_before: float
    size: float
    numbers_before: list[float]
    numbers: list[float]
    """Empty where they are too many to be shown."""


@dataclass(frozen=True)
class ChainPartView:
    """What one part adds to the target by itself, before and after the edits."""

    kind: str
    """embedding, head, heads (all of another layer together), bias, feed-forward, constant."""
    site: str | None
    head: int | None
    size_before: float | None
    """Of what it adds to the residual; None for what is added past it."""
    size: float | None
    adds_before: float
    """In nats."""
    adds: float


@dataclass(frozen=True)
class ChainView:
    """The way from one head to the target, before and after the edits."""

    model: str
    text: str
    head: str
    query: int
    edits: list[str]
    read: int
    """Where the target is read."""
    row_before: RowFigures
    row: RowFigures
    keys: list[ChainKeyView]
    steps: list[StepView]
    heads: list[ChainPartView]
    """Every head of this layer by itself: the sizes of what it gives in the projection; what that adds, where known."""
    parts: list[ChainPartView]
    """They add up to the target; empty where `fault` says why not."""
    before: float | None
    after: float | None
    """The target; None for a model that predicts nothing."""
    fault: ErrorView | None
    """Why no part's share of the target can be told."""


@dataclass(frozen=True)
class QuestionView:
    """One edge under one kind of edit, on the model without other edits."""

    kind: str
    edit: str
    weight: float
    """The edge's weight after the edit."""
    total: float
    """The sum of the row."""
    before: float
    after: float
    change: float
    fault: ErrorView | None
    """Why this question cannot be asked; the figures are then those without the edit."""


@dataclass(frozen=True)
class ReadEditView:
    """One edit as the page sent it, read."""

    text: str
    """As it is typed; what was sent, where it could not be read."""
    record: dict[str, Any] | None
    budget: Budget | None
    """What becomes of the row's sum."""
    fault: ErrorView | None


@dataclass(frozen=True)
class ReadView:
    """Edits that were read, each by itself, and whether all of them can be made together."""

    edits: list[ReadEditView]
    fault: ErrorView | None


def chain(
    model: Model, text: str, head: str, query: int, edits: Sequence[str] = (), lang: Language = "en"
) -> ChainView:
    """What the head gives at a query, and what becomes of it, without the edits and with them.

    Steps: the state that entered the layer; the head's output; the heads' outputs joined; this head's block of the
    projection; all blocks together; the state with them; what the feed-forward part adds; the state that left the
    layer; the last state before the last norm. Where parts do not add up to the target, the steps that need that are
    left out and `fault` says why. Raises LabError for anything that does not fit.
    """
    with lab.turn(model):
        both = lab.pair(model, text, head, query, edits)
        runs = (both.clean, both.edited) if edits else (both.clean,)
        fault, parts = None, []
        if both.target is None:
            fault = LabError("model-predicts-nothing", model=model.name)
        else:
            try:
                parts = [_parts(both, run) for run in runs]
            except LabError as refused:
                fault = refused
        maps = [run.map(both.site, both.head) for run in runs]
        gives = [_gives(both, run) for run in runs]
    before, after = parts[0] if parts else [], parts[-1] if parts else []
    return ChainView(
        model=model.name,
        text=text,
        head=f"{both.site}.{both.head}",
        query=both.query,
        edits=[str(edit) for edit in both.edited.edits],
        read=both.read,
        row_before=_figures(maps[0], both.query),
        row=_figures(maps[-1], both.query),
        keys=_keys(both, maps[0], maps[-1]),
        steps=_steps(both, maps, gives, before, after),
        heads=_heads(both, gives, before, after),
        parts=_together(both, before, after),
        before=None if both.target is None else float(both.target(both.clean.logits)),
        after=None if both.target is None else float(both.target(both.edited.logits)),
        fault=None if fault is None else _said(fault, lang),
    )


def questions(model: Model, text: str, head: str, query: int, key: int, lang: Language = "en") -> list[QuestionView]:
    """The same edge cut, dropped and swapped for nothing, each by itself on the model without edits.

    Raises LabError for anything that does not fit, and for a model that predicts nothing.
    """
    with lab.turn(model):
        both = lab.pair(model, text, head, query)
        if both.target is None:
            raise LabError("model-predicts-nothing", model=model.name)
        place = find_position(both.tokens.at(both.site)[1], key)
        edits: list[Edit] = [kind(both.site, both.head, both.query, place) for kind in (Cut, Drop)]
        return [_question(both, edit, place, lang) for edit in (*edits, Swap(both.site, both.head, place))]


def read_edits(
    model: Model,
    text: str,
    typed: Sequence[str] = (),
    records: Sequence[dict[str, Any]] = (),
    on: Sequence[str] = (),
    lang: Language = "en",
) -> ReadView:
    """Edits as typed or as records, each held against the text; then all of them with those of `on` tried together."""
    tokens = model.tokens(text)
    made: list[Edit] = []
    views: list[ReadEditView] = []
    with lab.turn(model):
        for sent in (*typed, *records):
            try:
                edit = parse(sent) if isinstance(sent, str) else from_record(sent)
                check_edits(model, tokens, [edit])
                prepared(model, tokens, [edit])
            except LabError as fault:
                said = sent if isinstance(sent, str) else json.dumps(sent, ensure_ascii=False)
                views.append(ReadEditView(said[:200], None, None, _said(fault, lang)))
                continue
            made.append(edit)
            views.append(ReadEditView(str(edit), to_record(edit), edit.budget, None))
        fault = None
        if all(view.fault is None for view in views):
            try:
                before = [parse(one) for one in on]
                explained(model, tokens, [*before, *(edit for edit in made if edit not in before)])
            except LabError as refused:
                fault = _said(refused, lang)
    return ReadView(views, fault)


def _question(both: Pair, edit: Edit, key: int, lang: Language) -> QuestionView:
    assert both.target is not None
    fault = None
    try:
        run = explained(both.model, both.tokens, [edit])
    except LabError as refused:
        run, fault = both.clean, _said(refused, lang)
    map = run.map(both.site, both.head)
    before, after = float(both.target(both.clean.logits)), float(both.target(run.logits))
    weight, total = float(map.weight[both.query, key]), float(map.total[both.query])
    return QuestionView(str(edit.kind), str(edit), weight, total, before, after, after - before, fault)


def _parts(both: Pair, run: Trace) -> list[Part]:
    """What each part of a run adds to the target."""
    model, target = both.model, both.target
    assert target is not None
    # a field of that name is no method
    if not isinstance(model, Additive) or not callable(model.parts):
        raise LabError("parts-not-linear", model=model.name)
    if both.tokens.at(both.site)[0] is not both.tokens:
        raise LabError("parts-two-stacks", model=model.name)
    row = target.slope(run.logits[target.position].astype(np.float64))
    attend = through(together(run.edits))
    return model.parts(both.tokens, target.position, row, attend, feeding(run.edits).get("feed"))


def _gives(both: Pair, run: Trace) -> Float[np.ndarray, "head width"] | None:
    """What each head of the layer gives in its projection at the query; None where the model does not know it."""
    given = []
    for head in range(both.model.heads(both.site)):
        output = run.map(both.site, head).output[both.query]
        made = both.model.project(both.site, head, output[None])
        if made is None:
            return None
        given.append(to_numpy(made)[0])
    return np.stack(given)


def _steps(both: Pair, maps: list[Map], gives: list[Any], before: list[Part], after: list[Part]) -> list[StepView]:
    stations = [
        _stations(both, run, map, given, parts)
        for run, map, given, parts in zip(
            (both.clean, both.edited), (maps[0], maps[-1]), (gives[0], gives[-1]), (before, after), strict=True
        )
    ]
    return [
        StepView(name, _size(x), _size(stations[1][name]), _numbers(x), _numbers(stations[1][name]))
        for name, x in stations[0].items()
    ]


def _stations(both: Pair, run: Trace, map: Map, given: Any, parts: list[Part]) -> dict[str, np.ndarray]:
    """The states on the way, in its order."""
    heads = range(both.model.heads(both.site))
    found: dict[str, np.ndarray] = {}
    mine = [place for place, part in enumerate(parts) if part.site == both.site]
    if mine:
        found["entered"] = _sum(parts[: mine[0]])
    found["output"] = map.output[both.query]
    found["joined"] = np.concatenate([run.map(both.site, head).output[both.query] for head in heads])
    if given is not None:
        found["block"] = given[both.head]
    if not mine:
        return found
    feed = next((place for place in mine if parts[place].kind == "feed-forward"), mine[-1] + 1)
    found["projected"] = _sum(parts[mine[0] : feed])
    found["added"] = _sum(parts[:feed])
    if feed in mine:
        found["feed"] = _sum(parts[feed : feed + 1])
    found["left"] = _sum(parts[: mine[-1] + 1])
    found["last"] = _sum(parts)
    return found


def _heads(both: Pair, gives: list[Any], before: list[Part], after: list[Part]) -> list[ChainPartView]:
    if gives[0] is None:
        return []
    adds = [{part.head: part.value for part in parts if part.kind == "head" and part.site == both.site}
            for parts in (before, after)]  # fmt: skip
    return [
        ChainPartView(
            "head", str(both.site), head, _size(gives[0][head]), _size(gives[-1][head]),
            adds[0].get(head, 0.0), adds[1].get(head, 0.0),
        )
        for head in range(len(gives[0]))
    ]  # fmt: skip


def _together(both: Pair, before: list[Part], after: list[Part]) -> list[ChainPartView]:
    """The parts in the order of a run; the heads of layers that are not looked at as one each."""
    groups: dict[tuple[str, str | None, int | None], list[int]] = {}
    for place, part in enumerate(before):
        other = part.kind == "head" and part.site != both.site
        key = ("heads" if other else part.kind, None if part.site is None else str(part.site))
        groups.setdefault((*key, None if other else part.head), []).append(place)
    made = []
    for (kind, site, head), places in groups.items():
        some = [[parts[place] for place in places] for parts in (before, after)]
        sizes = [None if parts[0].vector is None else _size(_sum(parts)) for parts in some]
        adds = [sum(part.value for part in parts) for parts in some]
        made.append(ChainPartView(kind, site, head, sizes[0], sizes[1], adds[0], adds[1]))
    return made


def _keys(both: Pair, before: Map, after: Map) -> list[ChainKeyView]:
    sizes = [_sizes(both, map) for map in (before, after)]
    state = after.state[both.query]
    made = []
    for key, piece in enumerate(after.keys):
        weights = [float(map.weight[both.query, key]) for map in (before, after)]
        found = [None if one is None else float(one[key]) for one in sizes]
        if state[key] == "masked":
            found = [None, None]
        shares = [None if size is None else weight * size for weight, size in zip(weights, found, strict=True)]
        made.append(ChainKeyView(key, piece, state[key], *weights, *found, *shares))
    return made


def _sizes(both: Pair, map: Map) -> np.ndarray | None:
    projected = both.model.project(both.site, both.head, map.value)
    return None if projected is None else np.linalg.norm(to_numpy(projected), axis=-1)


def _figures(map: Map, query: int) -> RowFigures:
    figures = (map.total, map.entropy, map.most_entropy, map.top_share)
    return RowFigures(*(float(one[query]) for one in figures))


def _sum(parts: Sequence[Part]) -> np.ndarray:
    return np.sum([part.vector for part in parts if part.vector is not None], axis=0)


def _size(x: np.ndarray) -> float:
    return float(np.linalg.norm(x))


def _numbers(x: np.ndarray) -> list[float]:
    return [float(one) for one in x] if len(x) <= WIDE else []


def _said(fault: LabError, lang: Language) -> ErrorView:
    return ErrorView(fault.message, fault.say(lang))
