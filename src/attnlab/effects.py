"""A target before and after edits, and the effect of every key of one query."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab import budgets
from attnlab.drawings import About, Look, Theme, Width, draw_pairs, rows_drawn
from attnlab.edits import Cut, Drop, Edit, Replace, check_kind, parse_any
from attnlab.extras import bring
from attnlab.maps import provenance
from attnlab.model import Model, as_tokens, check_model, find_head, find_site
from attnlab.probe import Site
from attnlab.rankings import Ranking
from attnlab.replay import Replay, would_take
from attnlab.shown import Shown, short
from attnlab.tables import Table, Tabled, attributes
from attnlab.targets import Target, choose, find_position
from attnlab.tokens import Tokens
from attnlab.traces import Trace, as_edits, check_edits, explained, prepared, replaced
from attnlab.words import Language, number, say


@dataclass(frozen=True, eq=False)
class Effect(Tabled, Shown):
    """A target before and after edits, on one text. Both runs took the same path through the formula.

    >>> import attnlab
    >>> made = attnlab.effect(attnlab.load("names"), "anna", "cut 0.3:4>3", target="l/y")
    >>> round(made.before, 2), round(made.after, 2), round(made.moved, 3)
    (0.96, 0.99, 0.044)
    """

    target: Target
    before: float
    after: float
    clean: Trace
    edited: Trace
    replaced: tuple[Replace, ...] = ()
    """Pieces that the edited run read in place of the text's own."""

    def __repr__(self) -> str:
        model, edits = self.clean.model, (*self.replaced, *self.edits)
        figures = f"{self.target.name(model)!r} {self.before:.3f} -> {self.after:.3f}"
        return f"Effect({model.name!r}, {short(self.clean.tokens.text)!r}, {len(edits)} edits, {figures})"

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

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, text, edits, target before and after, seed, versions."""
        edits = (*self.replaced, *self.edits)
        return provenance(self.clean.model, self.clean.tokens, edits) | {
            "target": self.target.name(self.clean.model), "target_unit": say(self.target.unit),
            "position": self.target.position, "before": self.before, "after": self.after, "moved": self.moved,
        }  # fmt: skip

    def table(self) -> Table:
        """A line a symbol: its probability at the target's position before and after, and the change.

        >>> import attnlab
        >>> made = attnlab.effect(attnlab.load("previous"), "abcd", "cut 0.0:4>3", target="c")
        >>> list(made.table().columns), round(float(sum(made.table().columns["after"])), 9)
        (['symbol', 'before', 'after', 'change'], 1.0)
        """
        before, after = self._shares()
        symbols = np.array(self.clean.model.vocabulary, dtype=object)
        columns = {"symbol": symbols, "before": before, "after": after, "change": after - before}
        return Table(columns, dict.fromkeys(("before", "after", "change"), "probability"), self.about())

    def to_xarray(self) -> Any:
        """The probabilities before and after over `symbol`, as an xarray.Dataset; needs the extra `data`."""
        xarray = bring("xarray", "data", "Effect.to_xarray")
        before, after = self._shares()
        unit = {"unit": "probability"}
        arrays = {"before": ("symbol", before, unit), "after": ("symbol", after, unit)}
        return xarray.Dataset(arrays, {"symbol": list(self.clean.model.vocabulary)}, attributes(self.about()))

    def plot(self, most: int = 8, *, lang: Language = "en", theme: Theme = "light", width: Width = "column") -> Any:
        """The likeliest symbols before (ring) and after (dot), a matplotlib Figure as of `Map.plot`; needs `plot`.

        >>> import attnlab
        >>> attnlab.effect(attnlab.load("names"), "anna", "cut 0.3:4>3").plot(most=3).record["edits"]
        ['cut 0.3:4>3']
        """
        look = Look(lang, theme, width)
        before, after = self._shares()
        order = np.argsort(-np.maximum(before, after), kind="stable")[: rows_drawn(most)]
        about = self.about()
        values = {name: number(about[name], lang, 3) for name in ("before", "after")}
        title = look.say("figure-effect-title", model=about["model"], target=about["target"], **values)
        return draw_pairs(
            [str(self.clean.model.vocabulary[symbol]) for symbol in order],
            before[order].tolist(), after[order].tolist(), x=look.say("figure-probability"), look=look,
            about=About(title, [look.say("figure-edits", edits=about["edits"])] if about["edits"] else [], about),
        )  # fmt: skip

    def _shares(self) -> tuple[Float[np.ndarray, " symbol"], Float[np.ndarray, " symbol"]]:
        place = self.target.position
        return self.clean.probabilities[place], self.edited.probabilities[place]


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
    tokens = as_tokens(model, text)
    budgets.refuse_text(model, tokens, "effect", partial(budgets.effect, model))
    clean = explained(model, tokens)
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

    >>> import attnlab
    >>> attnlab.key_effects(attnlab.load("previous"), "abcd", "0", 0, query=4, target="c").round(2) + 0.0
    array([ 0.  ,  0.  ,  0.  , -5.94,  0.  ])
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
    """One edge taken away by itself: how much it was looked at, and what the target made of it.

    >>> import attnlab
    >>> _, found = attnlab.edge_effects(attnlab.load("quiet"), "abed")
    >>> str(found[0].edit), round(found[0].weight, 3), round(found[0].change, 2)
    ('cut 0.0:4>2', 0.023, 5.54)
    """

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
) -> tuple[Target, Ranking[EdgeEffect]]:
    """What each edge of one query does to a target, by itself, the largest change first.

    Edges run from `query` to every key it sees, or to `keys`; in every head, or in those of `sites` and `heads` (whose
    queries are the decoder's, where there is one). Each is cut before softmax, or dropped after it, and measured by
    `replay`. The last key left to a query is not cut. Raises LabError for
    a text, target, site, head or position that is not there.

    >>> import attnlab
    >>> target, found = attnlab.edge_effects(attnlab.load("previous"), "abcd", target="c")
    >>> [(str(one.edit), round(one.change, 2)) for one in found[:2]]
    [('cut 0.0:4>3', -5.94), ('cut 0.0:4>4', 0.0)]
    """
    check_model(model, "edge_effects(model, text)")
    check_kind(kind)
    tokens = as_tokens(model, text)
    budgets.refuse_text(model, tokens, "replay", partial(_edges_need, model, None if heads is None else len(heads)))
    clean = explained(model, tokens)
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
    found.sort(key=lambda one: -abs(one.change))
    return watched, Ranking(found, model, tokens, watched, partial(_edge_line, tokens))


def _edges_need(model: Model, heads: int | None, asked: budgets.Length) -> budgets.Parts:
    """The clean run beside the replay's own, and every edge of a site in one place's row."""
    many = max(model.heads(site) for site in model.sites) if heads is None else heads
    clean = budgets.calls(model, asked) + budgets.answer(model, asked)
    every = len(model.sites) * many * asked.pieces * budgets.WORTH
    return would_take(model, asked, many * max(asked.at(site)[1] for site in model.sites), 1, clean + every)


def _edge_line(tokens: Tokens, one: EdgeEffect) -> dict[str, Any]:
    edit = one.edit
    asking, looked_at = tokens.at(edit.site)
    return {
        "name": f"{edit.site}.{edit.head}:{edit.query}>{edit.key}", "kind": edit.kind, "site": str(edit.site),
        "head": edit.head, "query": edit.query, "query_piece": asking.pieces[edit.query], "key": edit.key,
        "key_piece": looked_at.pieces[edit.key], "weight": one.weight, "change": one.change,
    }  # fmt: skip
