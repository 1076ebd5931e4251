"""What the page shows of an effect map: every head's edges cut one at a time, beside how hard they were looked at."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from attnlab import lab
from attnlab.effect_maps import EdgeCell, EffectMap, effect_map
from attnlab.errors import LabError
from attnlab.model import Model
from attnlab.probe import Site
from attnlab.replay import Watch, silent
from attnlab.targets import find_position
from attnlab.views import EdgeState, EdgeView, EffectFieldView, EffectHeadView, EffectsView, SurveyView

MOST_QUERIES = 48
"""Beyond this many queries not all rows of a head are measured at once: the work grows with the text's third power."""
STRIP = 16
"""Blocks in which the row of each head of many is shown."""
LISTED = 8
HARD, NOTHING = 0.5, 0.01
"""A head looked hard and for nothing: its top weight is at least the one, no effect reaches the other's share of the
target's clean value."""
HARDLY, MUCH = 0.1, 0.1
"""An edge that was hardly looked at and matters: weight below the one, effect of the other's share or more."""
CHUNK, CHUNK_EVERY = 512, 64
"""Edges between two looks at a loaded model's progress, at most: a cancel waits for that many. Those of early queries
take longer."""
UNESTIMATED = ("extra-missing", "effects-no-gradient", "effects-model-no-gradient")


@dataclass
class Survey:
    """What is measured for the page, and how far that is."""

    model: str
    """By which it is known here."""
    text: str
    head: str
    query: int
    target: str
    """As a person typed it; empty for the model's own answer."""
    every: bool
    """All queries of the head, instead of one query of all heads."""
    site: Site
    number: int
    position: int
    """Where the target is read."""
    made: EffectMap | None = field(default=None, repr=False)

    def view(self) -> SurveyView:
        """What was asked, as plain data."""
        return SurveyView(self.model, self.text, self.head, self.query, self.target, self.every)


def plan(name: str, text: str, head: str, query: int, target: str = "", every: bool = False) -> Survey:
    """What measuring asks for; the target is read where `lab.look` reads it.

    Raises LabError for anything that does not fit, a model that predicts nothing and a text too long.
    """
    model = lab.known_model(name)
    if lab.model_view(model).says == "nothing":
        raise LabError("model-predicts-nothing", model=model.name)
    site, number = lab.parse_head(model, head)
    tokens = model.tokens(text)
    asking = tokens.at(site)[0]
    found = max(len(tokens), len(tokens.source or ()))
    if found > lab.MOST_PIECES:
        raise LabError("text-too-long-to-draw", model=model.name, found=found, most=lab.MOST_PIECES)
    if every and len(asking) > MOST_QUERIES:
        raise LabError("effects-too-many-queries", found=len(asking), most=MOST_QUERIES)
    place = find_position(asking, query)
    read = place if asking is tokens else len(tokens) - 1
    return Survey(name, text, f"{site}.{number}", place, target.strip(), every, site, number, read)


def is_quick(survey: Survey) -> bool:
    """True where it is measured before a person has waited."""
    return lab.model_view(lab.known_model(survey.model)).letters


def measure(survey: Survey, watch: Watch = silent) -> Survey:
    """Measure every edge that was asked for; a loaded model's are estimated first, where its gradients are known.

    What is known so far stands in the survey while it goes on. Raises LabError as `effect_map` does.
    """
    model = lab.known_model(survey.model)
    if is_quick(survey):
        return _measured(model, survey, False, watch)
    try:
        return _measured(model, survey, True, watch)
    except LabError as fault:
        if fault.message not in UNESTIMATED:
            raise
        return _measured(model, survey, False, watch)


def _measured(model: Model, survey: Survey, estimates: bool, watch: Watch) -> Survey:
    kind = (survey.site.stack, survey.site.kind)
    # the top layers first: they take the least time, so that there is soon something to see
    sites = [survey.site] if survey.every else [one for one in model.sites if (one.stack, one.kind) == kind][::-1]

    def begin(made: EffectMap) -> None:
        survey.made = made
        watch(0, made.edges)

    effect_map(
        model, survey.text, target=survey.target or None, position=survey.position,
        query="all" if survey.every else survey.query, sites=sites, heads=[survey.number] if survey.every else None,
        method="auto" if estimates else "exact", refine=sys.maxsize, watch=watch, shown=begin,
        chunk=_chunk(model, survey),
    )  # fmt: skip
    return survey


def _chunk(model: Model, survey: Survey) -> int:
    """A layer's edges, or an equal part of them: those of two layers share no run, so that both in a chunk are slow."""
    if survey.every:
        return CHUNK_EVERY
    keys = len(model.tokens(survey.text).at(survey.site)[1])
    seen = survey.query + 1 if survey.site.stack != "encoder" and survey.site.kind == "self" else keys
    edges = seen * model.heads(survey.site)
    return -(-edges // -(-edges // CHUNK))


def effects_view(survey: Survey, head: str | None = None) -> EffectsView | None:
    """What is known so far, with one head's rows in full; None before anything is. Raises LabError for a head that was
    not asked for."""
    made = survey.made
    if made is None:
        return None
    wanted = survey.head if head is None or survey.every else head
    site, _, number = wanted.rpartition(".")
    if site not in made.sites or not number.isdigit() or int(number) >= made.weight.shape[1]:
        raise LabError("head-unreadable", head=wanted, example=survey.head)
    exact = made.exact.copy()  # the work may go on meanwhile
    view = map_view(made, wanted, exact)
    return view if survey.every else replace(view, heads=head_views(made, exact))


def map_view(made: EffectMap, head: str, exact: np.ndarray) -> EffectsView:
    """What is known of a map, with one of its heads' rows in full and no head's thumbnail. `exact` says what counts as
    measured: what stands elsewhere is an estimate."""
    size = np.abs(_best(made, exact))
    known = size[~np.isnan(size)]
    idle = made.looked_only(HARD, NOTHING)
    agreement = made.agreement if exact.sum() == made.edges else None
    return EffectsView(
        target=made.target,
        unit=made.unit,
        position=made.position,
        before=made.before,
        heads=[],
        field=field_view(made, head, exact),
        largest=[_edge(one) for one in made.largest(LISTED)],
        idle=[_edge(one) for one in idle[:LISTED]],
        idle_count=len(idle),
        hard=HARD,
        nothing=NOTHING,
        quiet=_quiet(made, exact),
        hardly=HARDLY,
        much=MUCH,
        most=float(known.max()) if len(known) else 0.0,
        edges=made.edges,
        measured=int(exact.sum()),
        estimated=made.estimate is not None,
        agreement=agreement,
        way=made.way,
        way_error=made.way_error,
        seconds=float(made.record.get("seconds", 0.0)),
    )


def _best(made: EffectMap, exact: np.ndarray) -> np.ndarray:
    """What was measured, and the estimate where it was not."""
    return np.where(exact, made.change, np.nan if made.estimate is None else made.estimate)


def head_views(made: EffectMap, exact: np.ndarray, query: int = 0) -> list[EffectHeadView]:
    """Every head's row of a query, by its place among the map's, in the model's order."""
    views = []
    real, effect = made.real, _best(made, exact)
    for number in sorted(range(len(made.sites)), key=lambda one: int(made.sites[one].rpartition(".")[2])):
        for head in range(made.weight.shape[1]):
            weight, row = made.weight[number, head, query], effect[number, head, query]
            if np.isnan(weight).all():
                continue
            top = int(np.nanargmax(weight))
            here = real[number, head, query]
            most = int(np.nanargmax(np.abs(row))) if not np.isnan(row).all() else None
            views.append(
                EffectHeadView(
                    site=made.sites[number],
                    head=head,
                    weight=_blocks(weight),
                    effect=_blocks(row),
                    measured=bool(exact[number, head, query][here].all()),
                    top_key=top,
                    top_weight=float(weight[top]),
                    key=most,
                    most=None if most is None else float(row[most]),
                )
            )
    return views


def _blocks(row: np.ndarray) -> list[float | None]:
    """At most `STRIP` blocks, of each the value that is largest either way; None where there is nothing."""
    count = min(len(row), STRIP)
    blocks = [row[len(row) * one // count : len(row) * (one + 1) // count] for one in range(count)]
    seen = [block[~np.isnan(block)] for block in blocks]
    return [round(float(one[np.abs(one).argmax()]), 5) if len(one) else None for one in seen]


def field_view(made: EffectMap, name: str, exact: np.ndarray) -> EffectFieldView:
    """One head's rows in full."""
    site, head = made.sites.index(name.rpartition(".")[0]), int(name.rpartition(".")[2])
    real, weight = made.real[site, head], made.weight[site, head]
    later = not made.sites[site].startswith("encoder")

    def state(row: int, key: int) -> EdgeState:
        if np.isnan(weight[row, key]):
            return "masked"
        if not real[row, key]:
            return "only"
        return "after" if later and made.queries[row] > made.position else "edge"

    def cells(x: np.ndarray) -> list[list[float | None]]:
        return [[None if np.isnan(one) else float(one) for one in row] for row in x[site, head]]

    return EffectFieldView(
        site=made.sites[site],
        head=head,
        queries=list(made.queries),
        query_pieces=list(made.query_pieces),
        keys=list(made.key_pieces),
        state=[[state(row, key) for key in range(weight.shape[1])] for row in range(len(weight))],
        weight=cells(made.weight),
        effect=cells(np.where(exact, made.change, np.nan)),
        estimate=[] if made.estimate is None else cells(made.estimate),
    )


def _quiet(made: EffectMap, exact: np.ndarray) -> list[EdgeView]:
    """Edges that were hardly looked at and matter, the largest effect first."""
    if not made.before:
        return []
    size = np.where(exact & (made.weight < HARDLY), np.abs(made.change), -np.inf)
    order = np.argsort(-size, axis=None, kind="stable")[:LISTED]
    places: Sequence[tuple[int, ...]] = [np.unravel_index(place, size.shape) for place in order]  # type: ignore[misc]
    found = [place for place in places if size[place] >= MUCH * abs(made.before)]
    return [_edge(made.cell(*(int(axis) for axis in place))) for place in found]


def _edge(cell: EdgeCell) -> EdgeView:
    known = cell.estimate if cell.change is None else cell.change
    return EdgeView(
        head=f"{cell.site}.{cell.head}", query=cell.query, query_piece=cell.query_piece, key=cell.key,
        key_piece=cell.key_piece, weight=cell.weight or 0.0, effect=known or 0.0, measured=cell.change is not None,
    )  # fmt: skip
