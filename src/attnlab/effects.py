"""A target before and after edits, and the effect of every key of one query."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab.edits import Cut, Drop, Edit, Replace, check_kind, parse_any
from attnlab.model import Model, as_tokens, check_model, find_head, find_site
from attnlab.probe import Site
from attnlab.replay import Replay
from attnlab.targets import Target, choose, find_position
from attnlab.tokens import Tokens
from attnlab.traces import Trace, as_edits, check_edits, explained, prepared, replaced


@dataclass(frozen=True, eq=False)
class Effect:
    """A target before and after edits, on one text. Both runs took the same path through the formula."""

    target: Target
    before: float
    after: float
    clean: Trace
    edited: Trace
    replaced: tuple[Replace, ...] = ()
    """Pieces that the edited run read in place of the text's own."""

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
    model: Model,
    text: str | Tokens,
    edits: Sequence[Edit | Replace | str] | Edit | Replace | str,
    target: str | None = None,
    position: int | None = None,
) -> Effect:
    """What edits, as records or as a person types them, do to a target on one text.

    Pieces are replaced first, and the other edits act on what the model then reads. `target` is typed as in
    `targets.choose` (default: the model's own top symbol against its runner-up, as it was before the edits), `position`
    is where it is read (default: the last). Raises LabError for a text, target or edit that does not fit.

    >>> import attnlab
    >>> cut = attnlab.Cut(attnlab.Site(0), head=0, query=4, key=3)
    >>> made = attnlab.effect(attnlab.load("previous"), "abcd", [cut], target="c")
    >>> made.change < -3
    True
    """
    check_model(model, "effect(model, text, edits)")
    clean = explained(model, as_tokens(model, text))
    watched = choose(model, clean.tokens, clean.logits, target, position)
    several = edits if isinstance(edits, Iterable) and not isinstance(edits, str) else [edits]
    read = [parse_any(edit) if isinstance(edit, str) else edit for edit in several]
    changes = tuple(edit for edit in read if isinstance(edit, Replace))
    probes: Sequence[Edit] = as_edits([edit for edit in read if not isinstance(edit, Replace)])
    tokens = clean.tokens
    for change in changes:
        tokens = replaced(model, tokens, change)
    check_edits(model, tokens, probes)
    probes = prepared(model, tokens, probes, None if changes else clean.calls)
    edited = explained(model, tokens, probes)
    return Effect(watched, watched(clean.logits), watched(edited.logits), clean, edited, changes)


def key_effects(
    model: Model,
    text: str | Tokens,
    site: Site | str,
    head: int,
    query: int,
    target: Target | str,
    *,
    kind: type[Cut] | type[Drop] = Cut,
    edits: Sequence[Edit] = (),
) -> Float[np.ndarray, " key"]:
    """How the target changes when each key in turn is cut (or dropped) from one query's row, on top of `edits`.

    The target is one that `targets.choose` made, or typed as there and then read at the query. NaN
    where there is nothing to cut: behind the mask, at a key cut already, and at the last key left. Raises LabError for
    a site, head or query that is not there.
    """
    check_model(model, "key_effects(model, text, site, head, query, target)")
    check_kind(kind)
    site = find_site(model, site)
    find_head(model, site, head)
    tokens = as_tokens(model, text)
    base = explained(model, tokens, edits)
    asking, looked_at = base.tokens.at(site)
    query = find_position(asking, query)
    if isinstance(target, str):
        target = choose(model, tokens, explained(model, tokens).logits, target, query if asking is tokens else None)
    visible = base.map(site, head).visible[query]
    keys = [int(key) for key in np.flatnonzero(visible)] if kind is Drop or visible.sum() > 1 else []
    sets = [[*base.edits, kind(site, head, query, key)] for key in keys]
    found = Replay(model, base.tokens).changes([base.edits, *sets], [target]).change[:, 0]
    change = np.full(len(looked_at), np.nan)
    change[keys] = found[1:] - found[0]
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
    queries are the decoder's, where there is one). Each is cut before softmax, or dropped after it, and measured by
    `replay`. The last key left to a query is not cut. Raises LabError for
    a text, target, site, head or position that is not there.
    """
    check_model(model, "edge_effects(model, text)")
    check_kind(kind)
    clean = explained(model, as_tokens(model, text))
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

    replay = Replay(model, tokens)
    made = replay.changes([[edit] for edit, _ in edges], [watched], watch)
    found = [EdgeEffect(*edge, change=float(change)) for edge, change in zip(edges, made.change[:, 0], strict=True)]
    return watched, sorted(found, key=lambda one: -abs(one.change))
