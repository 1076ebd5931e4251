"""A target before and after edits, and the effect of every key of one query."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab.arrays import Array, to_numpy
from attnlab.edits import Cut, Drop, Edit
from attnlab.model import BATCH, Attend, Model, find_head, find_site, run_all
from attnlab.probe import Probe, Site, Stage, bind, leave
from attnlab.targets import Target, choose, find_position
from attnlab.tokens import Tokens
from attnlab.traces import Trace, attend_edited, check_edits, explained


@dataclass(frozen=True, eq=False)
class Effect:
    """A target before and after edits, on one text. Both runs took the same path through the formula."""

    target: Target
    before: float
    after: float
    clean: Trace
    edited: Trace

    @property
    def change(self) -> float:
        """After less before, in the target's unit."""
        return self.after - self.before

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits made."""
        return self.edited.edits

    @property
    def moved(self) -> float:
        """How much probability changed hands at the target's position: total variation, from 0 to 1."""
        place = self.target.position
        return float(np.abs(self.edited.probabilities[place] - self.clean.probabilities[place]).sum() / 2)


def effect(
    model: Model, text: str, edits: Sequence[Edit], target: str | None = None, position: int | None = None
) -> Effect:
    """What edits do to a target on one text.

    `target` is typed as in `targets.choose` (default: the model's own top symbol against its runner-up,
    as it was before the edits), `position` is where it is read (default: the last). Raises LabError for a text,
    target or edit that does not fit.

    >>> import attnlab
    >>> cut = attnlab.Cut(attnlab.Site(0), head=0, query=4, key=3)
    >>> made = attnlab.effect(attnlab.load("previous"), "abcd", [cut], target="c")
    >>> made.change < -3
    True
    """
    clean = explained(model, model.tokens(text))
    watched = choose(model, clean.tokens, clean.logits, target, position)
    edited = explained(model, clean.tokens, edits)
    return Effect(watched, watched(clean.logits), watched(edited.logits), clean, edited)


def run_each(
    model: Model, tokens: Tokens, alternatives: Sequence[Sequence[Edit]], *, most: int = 128
) -> Iterator[Float[np.ndarray, "position symbol"]]:
    """Logits of one text under each set of edits in turn, all by the formula. No edits at all give the clean run.

    A model that batches runs up to `most` of them at once. Raises LabError where an edit does not fit or empties a row.
    """
    if not model.batches:
        for edits in alternatives:
            yield explained(model, tokens, edits).logits
        return
    every = [edit for edits in alternatives for edit in edits]
    check_edits(model, tokens, every)
    for first in range(0, len(alternatives), most):
        some = alternatives[first : first + most]
        logits = to_numpy(model.run(tokens, partial(attend_edited, model, tokens, every, _side_by_side(some), {})))
        # where no alternative reaches the logits there is no batch axis, and all rows are alike
        yield from np.broadcast_to(logits, (len(some), *logits.shape[-2:]))


def _side_by_side(alternatives: Sequence[Sequence[Edit]]) -> Probe:
    """One probe for several sets of edits: where any acts, the stage gets a leading axis, one row a set."""
    acting: set[tuple[Site, Stage]] = {
        (edit.site, stage) for edits in alternatives for edit in edits for stage in edit.stages
    }
    return partial(_each_row, alternatives, acting)


def _each_row(
    alternatives: Sequence[Sequence[Edit]], acting: set[tuple[Site, Stage]], site: Site, stage: Stage, x: Array
) -> Array:
    if (site, stage) not in acting:
        return x
    # an axis beyond head, place and place was put there by an earlier stage or site, one row a set of edits
    rows = list(x) if x.ndim == 4 else [x] * len(alternatives)
    for number, edits in enumerate(alternatives):
        for edit in edits:
            rows[number] = edit(site, stage, rows[number])
    return array_namespace(x).stack(rows)


def key_effects(
    model: Model,
    text: str | Tokens,
    site: Site | str,
    head: int,
    query: int,
    target: Target,
    *,
    kind: type[Cut] | type[Drop] = Cut,
    edits: Sequence[Edit] = (),
) -> Float[np.ndarray, " key"]:
    """How the target changes when each key in turn is cut (or dropped) from one query's row, on top of `edits`.

    NaN where there is nothing to cut: behind the mask, at a key cut already, and at the last key left. Raises
    LabError for a site, head or query that is not there.
    """
    site = find_site(model, site)
    find_head(model, site, head)
    base = explained(model, model.tokens(text) if isinstance(text, str) else text, edits)
    query = find_position(base.tokens, query)
    visible = base.map(site, head).visible[query]
    before = target(base.logits)

    keys = [int(key) for key in np.flatnonzero(visible)] if kind is Drop or visible.sum() > 1 else []
    runs = run_each(model, base.tokens, [[*edits, kind(site, head, query, key)] for key in keys])
    change = np.full(len(base.tokens), np.nan)
    for key, logits in zip(keys, runs, strict=True):
        change[key] = target(logits) - before
    return change


@dataclass(frozen=True)
class EdgeEffect:
    """One edge taken away by itself: how much it was looked at, and what the target made of it."""

    edit: Cut | Drop
    weight: float
    change: float
    """After less before, in the target's unit."""


def edge_effects(
    model: Model,
    text: str | Tokens,
    *,
    query: int = -1,
    keys: Collection[int] | None = None,
    sites: Sequence[Site | str] | None = None,
    heads: Collection[int] | None = None,
    target: str | None = None,
    position: int | None = None,
    kind: type[Cut] | type[Drop] = Cut,
    watch: Callable[[int, int], None] = lambda done, of: None,
) -> tuple[Target, list[EdgeEffect]]:
    """What each edge of one query does to a target, by itself, the largest change first.

    Edges run from `query` to every key it sees, or to `keys`; in every head, or in those of `sites` and `heads` (whose
    queries are the decoder's, where there is one). Each is cut before softmax, or dropped after it. Clean and edited
    runs go through the formula side by side in one batch. The last key left to a query is not cut. Raises LabError for
    a text, target, site, head or position that is not there.
    """
    clean = explained(model, model.tokens(text) if isinstance(text, str) else text)
    tokens = clean.tokens
    watched = choose(model, tokens, clean.logits, target, position)
    query = find_position(tokens, query)
    asked = [find_site(model, site) for site in (model.sites if sites is None else sites)]
    edges: list[tuple[Cut | Drop, float]] = []
    for site in asked:
        if tokens.at(site)[0] is not tokens:
            continue
        for head in range(model.heads(site)) if heads is None else heads:
            row = clean.map(site, find_head(model, site, head))
            seen = np.flatnonzero(row.visible[query])
            if kind is Drop or len(seen) > 1:
                mine = [int(key) for key in seen if keys is None or key in keys]
                edges += [(kind(site, head, query, key), float(row.weight[query, key])) for key in mine]

    found: list[EdgeEffect] = []
    for first in range(0, len(edges), BATCH - 1):
        some = edges[first : first + BATCH - 1]
        # only at the sites that are edited does the formula take over, and there for the clean run too
        active = {edge.site for edge, _ in some}
        ways = [_at(active, probe) for probe in (leave, *(edge for edge, _ in some))]
        before, *after = (watched(to_numpy(logits)) for logits in run_all(model, [tokens] * len(ways), ways))
        found += [EdgeEffect(*edge, change=one - before) for edge, one in zip(some, after, strict=True)]
        watch(len(found), len(edges))
    return watched, sorted(found, key=lambda one: -abs(one.change))


def _at(sites: Collection[Site], probe: Probe) -> Attend:
    return lambda site, call: call.mix(bind(probe, site)) if site in sites else None
