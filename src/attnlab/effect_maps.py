"""The map of measured effects beside the map of weights: every edge of a query, in every head, cut one at a time.

A map of weights is read in one run; this one takes an intervention an edge, which `replay` makes cheap. A first look
costs one pass back: the gradient says what a small change would do, and a cut is not small, so an estimate is kept
apart from what was measured and never stands for it.
"""

import json
import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from jaxtyping import Bool, Float, Shaped

from attnlab import budgets
from attnlab.arrays import to_numpy
from attnlab.drawings import About, Look, Theme, Width, draw_effects
from attnlab.edits import Ablate, Cut, Drop, Feed, check_kind
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import readable_file, write_whole
from attnlab.model import (
    Additive,
    Differentiable,
    Model,
    Part,
    as_tokens,
    check_model,
    find_head,
    find_position,
    find_site,
    has_feed,
    whole,
)
from attnlab.probe import Site
from attnlab.rankings import Ranking
from attnlab.records import parse, read
from attnlab.replay import BUDGET, Precision, Replay, Watch, silent, would_take
from attnlab.shown import Shown, short
from attnlab.storage import seal
from attnlab.tables import Table, Tabled, attributes, places
from attnlab.targets import Difference, Divergence, Logit, Target, choose
from attnlab.tokens import Tokens
from attnlab.traces import Trace
from attnlab.words import Language, say
from attnlab.words import number as written

FORMAT = "attnlab effects 1"
Method = Literal["exact", "estimate", "auto"]
METHODS: tuple[Method, ...] = get_args(Method)
REFINED = 500
"""Edges that `auto` measures, the ones with the largest estimates."""
CHUNK = 2048
"""Edges measured between two looks at the watch and two savings."""
REDONE = 64
"""Of a map in bfloat16 so many of the largest effects, and as many others drawn at random, are measured again."""

Numbers: TypeAlias = Float[np.ndarray, "site head query key"]
_ARRAYS = ("change", "weight", "contribution", "estimate", "exact")


@dataclass(frozen=True, eq=False)
class EffectMap(Tabled, Shown):
    """What a target makes of every edge of some queries, beside how much each was looked at.

    Axes: site, head, query, key. NaN where there is no edge: behind the mask, at the only key of a row, at a head that
    a layer does not have. `change` is after less before, in the target's unit; where nothing was measured it is NaN.

    >>> import attnlab
    >>> made = attnlab.effect_map(attnlab.load("names"), "anna")
    >>> made.target, round(made.before, 2), made.edges, made.left
    ('l/START', 0.62, 20, 0)
    >>> top = made.largest(1)[0]
    >>> top.name, round(top.weight, 2), round(top.change, 2)
    ('0.1:4>4', 0.49, -0.7)
    """

    model: str
    model_hash: str
    text: str
    sites: tuple[str, ...]
    queries: tuple[int, ...]
    query_pieces: tuple[str, ...]
    key_pieces: tuple[str, ...]
    kind: str
    """cut (before softmax, the others grow) or drop (after it, the row sums to less)."""
    target: str
    unit: str
    """The id of the message that names the unit."""
    position: int
    before: float
    change: Numbers
    weight: Numbers
    contribution: Numbers | None
    """Weight times the length of the key's value as it enters the residual; None where no projection is known."""
    estimate: Numbers | None
    """By gradient, where one was asked for."""
    exact: Bool[np.ndarray, "site head query key"]
    """What was measured in the model's own numbers; with the precision bf16 only what was done again."""
    way: str
    """How it was measured; see `replay`."""
    way_error: float
    """How far that way was from full runs when it was proved, relative to the largest effect tried."""
    record: dict[str, Any] = field(default_factory=dict)
    """Versions, method, seconds; with the precision bf16 its rounding."""
    precision: str = "float32"
    """How the products with weights were worked out; see `replay`."""

    def __repr__(self) -> str:
        figures = f"{self.edges} edges, {int(self.measured.sum())} measured"
        return f"EffectMap({self.model!r}, {short(self.text)!r}, {self.target!r}, {figures})"

    @property
    def measured(self) -> Bool[np.ndarray, "site head query key"]:
        """Where an edge was measured, exactly or rounded."""
        return ~np.isnan(self.change)

    @property
    def rounding(self) -> "Rounding | None":
        """What bfloat16 cost, where it was used and edges were done again."""
        found = self.record.get("rounding")
        return None if found is None else Rounding(**found)

    @property
    def edges(self) -> int:
        """How many edges can be measured."""
        return int(self.real.sum())

    @property
    def real(self) -> Bool[np.ndarray, "site head query key"]:
        """Where there is an edge to measure: a row's only key is not cut, for nothing would be left of the row."""
        seen = np.isfinite(self.weight)
        return seen & (seen.sum(-1, keepdims=True) > 1) if self.kind == "cut" else seen

    @property
    def left(self) -> int:
        """How many edges were not measured."""
        return self.edges - int(self.measured.sum())

    @property
    def agreement(self) -> float | None:
        """Spearman's rank correlation of estimate and measurement, of their sizes, over what was measured both ways."""
        from scipy.stats import spearmanr

        if self.estimate is None:
            return None
        known = self.measured & np.isfinite(self.estimate)  # none where a weight rounds to 1
        if known.sum() < 3:
            return None
        both = np.abs(self.estimate[known]), np.abs(self.change[known])
        if any(np.ptp(one) == 0 for one in both):
            return None
        return float(spearmanr(*both)[0])  # type: ignore[arg-type]

    def largest(self, most: int = 20) -> "list[EdgeCell]":
        """The measured edges with the largest effects, either way; where none was measured, by the estimates."""
        guessed = None if self.measured.any() else self.estimate
        size = np.abs(self.change if guessed is None else guessed)
        size = np.where(np.isnan(size), -np.inf, size)
        order = np.argsort(-size, axis=None, kind="stable")[: min(most, int((size > -np.inf).sum()))]
        return [self.cell(*(int(axis) for axis in np.unravel_index(place, size.shape))) for place in order]

    def looked_only(self, weight: float = 0.5, share: float = 0.01) -> "list[EdgeCell]":
        """Of each head that looks hard (top weight at least `weight`) and whose every measured edge changes the target
        by less than `share` of what it was before: the edge it looks at most, the heaviest first.

        A row from which nothing reaches the place that is read (of another query in the last layer, say) is not
        listed: it could not matter.
        """
        found, known = [], self.measured
        for site, head, query in np.argwhere(known.any(axis=-1)).tolist():
            row, measured = self.weight[site, head, query], known[site, head, query]
            top = int(np.nanargmax(row))
            effects = np.abs(self.change[site, head, query][measured])
            if self.queries[query] != self.position and effects.max() <= 1e-6 * abs(self.before):
                continue  # nothing but rounding
            if row[top] >= weight and measured[top] and effects.max() < share * abs(self.before):
                found.append(self.cell(site, head, query, top))
        return sorted(found, key=lambda one: -(one.weight or 0.0))

    def cell(self, site: int, head: int, query: int, key: int) -> "EdgeCell":
        """One edge, by its places along the axes."""
        read = lambda x: None if x is None or np.isnan(x[site, head, query, key]) else float(x[site, head, query, key])  # noqa: E731
        return EdgeCell(
            self.sites[site], head, self.queries[query], self.query_pieces[query], key, self.key_pieces[key],
            read(self.weight), read(self.contribution), read(self.estimate), read(self.change),
            bool(self.exact[site, head, query, key]),
        )  # fmt: skip

    def cells(self) -> "list[EdgeCell]":
        """Every edge, in the order of the axes."""
        places = np.argwhere(np.isfinite(self.weight))
        return [self.cell(*(int(axis) for axis in place)) for place in places]

    @property
    def state(self) -> Shaped[np.ndarray, "site head query key"]:
        """Of each cell: `measured`, `not measured`, `only key` (nothing would be left of the row), or `no edge`."""
        state = np.full(self.weight.shape, "no edge", dtype=object)
        state[np.isfinite(self.weight)] = "only key"
        state[self.real] = "not measured"
        state[self.measured] = "measured"
        return state

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, text, target and its unit, kind, way, versions."""
        versions = ", ".join(f"{name} {number}" for name, number in self.record.get("versions", {}).items())
        return {
            "model": self.model, "model_hash": self.model_hash, "text": self.text, "target": self.target,
            "target_unit": say(self.unit), "kind": self.kind, "position": self.position, "before": self.before,
            "way": self.way, "way_error": self.way_error, "precision": self.precision, "versions": versions,
        }  # fmt: skip

    def table(self) -> Table:
        """A line an edge, in the order of the axes: its `state`, weight, and what cutting it alone changes.

        A change is missing where `state` says not measured or only key; contribution and estimate where there is none.

        >>> import attnlab
        >>> made = attnlab.effect_map(attnlab.load("previous"), "abcd", target="c", query=4)
        >>> table = made.table()
        >>> len(table), set(table.columns["state"]), table.units["change"]
        (5, {'measured'}, 'nats')
        """
        site, head, query, key = np.nonzero(np.isfinite(self.weight))
        known = (site, head, query, key)
        columns: dict[str, Any] = {
            "site": places(self.sites, site), "head": head, "query": np.array(self.queries)[query],
            "query_piece": places(self.query_pieces, query), "key": key, "key_piece": places(self.key_pieces, key),
            "state": self.state[known], "weight": self.weight[known],
        }  # fmt: skip
        for name in ("contribution", "estimate"):
            if (x := getattr(self, name)) is not None:
                columns[name] = x[known]
        columns |= {"change": self.change[known], "exact": self.exact[known]}
        unit = say(self.unit)
        units = {name: unit for name in ("estimate", "change") if name in columns}
        return Table(columns, units, self.about())

    def to_xarray(self) -> Any:
        """The arrays with their labels and each cell's `state`, as an xarray.Dataset; needs the extra `data`.

        A figure is NaN only where `state` says why: not measured, only key, or no edge.

        >>> import attnlab
        >>> data = attnlab.effect_map(attnlab.load("previous"), "abcd", target="c", query=4).to_xarray()
        >>> data.change.attrs, str(data.state.values[0, 0, 0, 3])
        ({'unit': 'nats'}, 'measured')
        """
        xarray = bring("xarray", "data", "EffectMap.to_xarray()")
        axes, unit = ("site", "head", "query", "key"), {"unit": say(self.unit)}
        arrays: dict[str, Any] = {
            name: (axes, x, unit if name in ("change", "estimate") else {})
            for name in _ARRAYS
            if (x := getattr(self, name)) is not None
        }
        arrays["state"] = (axes, self.state.astype(str))
        labels = {
            "site": list(self.sites),
            "query": list(self.queries),
            "query_piece": ("query", list(self.query_pieces)),
            "key_piece": ("key", list(self.key_pieces)),
        }
        return xarray.Dataset(arrays, labels, attributes(self.about()))

    def plot(self, query: int = -1, *, lang: Language = "en", theme: Theme = "light", width: Width = "page") -> Any:
        """Weights and measured effects of one query side by side, a row a head, a column a key; needs the extra `plot`.

        A matplotlib Figure as of `Map.plot`. `query` is the place in `queries`, negative ones from the end. Where there
        is no edge it is grey, and hatched where one was not measured. Long texts are pooled, and the figure says so.
        Raises LabError for a place that is not there, and for a query that has no edge to measure.

        >>> import attnlab
        >>> made = attnlab.effect_map(attnlab.load("names"), "anna")
        >>> len(made.plot(theme="dark").axes)  # two panels, each with its scale
        4
        """
        look, query = Look(lang, theme, width), whole("query", query)
        if not -len(self.queries) <= query < len(self.queries):
            raise LabError("plot-query-unknown", query=query, last=len(self.queries) - 1)
        query %= len(self.queries)
        if not self.real[:, :, query].any():
            raise LabError("plot-query-no-edge", query=self.queries[query], piece=self.query_pieces[query])
        heads = np.isfinite(self.weight[:, :, query]).any(axis=-1)
        names = [f"{self.sites[site]}.{head}" for site, head in np.argwhere(heads)]
        title = look.say(
            "plot-effects", model=self.model, query=self.queries[query], piece=self.query_pieces[query],
            target=self.target, before=written(self.before, lang, 3), count=int(self.measured[:, :, query].sum()),
        )  # fmt: skip
        return draw_effects(
            names, self.key_pieces, self.weight[:, :, query][heads], self.change[:, :, query][heads],
            edge=self.real[:, :, query][heads], unit=look.say(self.unit), look=look,
            about=About(title, [look.say("plot-effects-read")], self.about()),
        )  # fmt: skip

    def save(self, path: str | Path) -> Path:
        """Write it as one safetensors file with a JSON manifest, whole or not at all."""
        from safetensors.numpy import save

        arrays = {name: x for name in _ARRAYS if (x := getattr(self, name)) is not None}
        tensors = {name: np.ascontiguousarray(x) for name, x in arrays.items()}
        manifest = {"format": FORMAT} | {name: value for name, value in vars(self).items() if name not in _ARRAYS}
        manifest["sha256"] = seal(manifest, tensors)
        return write_whole(Path(path), save(tensors, {"attnlab": json.dumps(manifest, ensure_ascii=False)}))


@dataclass(frozen=True)
class Rounding:
    """How far bfloat16 was from the model's own numbers on edges measured both ways, relative to the exact effects.

    >>> import attnlab
    >>> made = attnlab.effect_map(attnlab.load("names"), "anna")
    >>> made.rounding is None  # nothing was rounded: it is only with precision="bf16"
    True
    """

    checked: int
    """How many: the largest effects, which then stand in the map as they are, and others drawn at random."""
    median: float
    largest: float
    largest_of_top: float
    """Among the largest effects alone: small ones have the largest relative errors."""


@dataclass(frozen=True)
class EdgeCell:
    """One edge of an effect map.

    >>> import attnlab
    >>> made = attnlab.effect_map(attnlab.load("previous"), "abcd", target="c")
    >>> edge = made.cells()[3]
    >>> edge.name, edge.key_piece, round(edge.weight, 2)
    ('0.0:4>3', 'c', 1.0)
    """

    site: str
    head: int
    query: int
    query_piece: str
    key: int
    key_piece: str
    weight: float | None
    contribution: float | None
    estimate: float | None
    change: float | None
    exact: bool = False
    """True where the change was measured in the model's own numbers."""

    @property
    def name(self) -> str:
        """As an edit names it: site.head:query>key."""
        return f"{self.site}.{self.head}:{self.query}>{self.key}"


def open_effects(path: str | Path) -> EffectMap:
    """An effect map from a file that `save` wrote. Raises LabError for any other file, and for one that was altered.

    >>> import attnlab
    >>> made = attnlab.effect_map(attnlab.load("names"), "anna", path="effects.safetensors")
    >>> attnlab.open_effects("effects.safetensors").largest(1) == made.largest(1)
    True
    """
    from safetensors import SafetensorError, safe_open

    readable_file(Path(path))
    try:
        with safe_open(path, framework="np") as stored:
            manifest = parse((stored.metadata() or {}).get("attnlab", "{}"))
            tensors = {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
            found = manifest.get("format", "-")
    except (SafetensorError, ValueError, TypeError, AttributeError, OSError):
        raise LabError("effects-file-torn", path=str(path)) from None
    if found != FORMAT:
        raise LabError("effects-file-foreign", path=str(path), found=str(found), wanted=FORMAT)
    try:
        if manifest.pop("sha256", None) != seal(manifest, tensors):
            raise ValueError
        return _fitting(read(_Manifest, manifest), tensors)
    except (ValueError, KeyError, TypeError, LabError):
        raise LabError("effects-file-torn", path=str(path)) from None


@dataclass(frozen=True)
class _Manifest:
    """What a file says of a map besides its arrays."""

    model: str
    model_hash: str
    text: str
    sites: tuple[str, ...]
    queries: tuple[int, ...]
    query_pieces: tuple[str, ...]
    key_pieces: tuple[str, ...]
    kind: Literal["cut", "drop"]
    target: str
    unit: str
    position: int
    before: float
    way: str
    way_error: float
    record: dict[str, Any] = field(default_factory=dict)
    precision: str = "float32"


@dataclass(frozen=True)
class _About:
    """What is read of a map's record, where it is there."""

    ids: tuple[int, ...] = ()
    versions: dict[str, str] = field(default_factory=dict)
    seconds: float = 0.0
    method: str = ""
    rounding: "Rounding | None" = None


def _fitting(said: _Manifest, arrays: Mapping[str, np.ndarray]) -> EffectMap:
    """The map of what a file says and holds. Raises ValueError where the two do not fit, LabError for another unit."""
    heads = arrays["change"].shape[1:2]
    shape = (len(said.sites), *heads, len(said.queries), len(said.key_pieces))
    kinds = {name: "b" if name == "exact" else "f" for name in _ARRAYS}
    if not {"change", "weight", "exact"} <= {*arrays} <= {*_ARRAYS} or len(said.query_pieces) != len(said.queries):
        raise ValueError(sorted(arrays))
    for name, x in arrays.items():
        if x.shape != shape or x.dtype.kind != kinds[name]:
            raise ValueError(name)
    say(said.unit)
    read(_About, said.record)
    held: dict[str, Any] = vars(said) | {"contribution": None, "estimate": None} | dict(arrays)
    return EffectMap(**held)


def effect_map(
    model: Model,
    text: str | Tokens,
    *,
    target: str | None = None,
    position: int | None = None,
    query: int | Literal["all"] = -1,
    kind: type[Cut] | type[Drop] = Cut,
    sites: Sequence[Site | str] | None = None,
    heads: Sequence[int] | None = None,
    method: Method = "exact",
    refine: int = REFINED,
    precision: Precision = "float32",
    budget: int = BUDGET,
    path: str | Path | None = None,
    watch: Watch = silent,
    shown: Callable[[EffectMap], None] | None = None,
    chunk: int = CHUNK,
) -> EffectMap:
    """Cut every edge of one query, or of all, one at a time, in every head, and read the target each time.

    `target` and `position` as in `targets.choose`; edges run from `query` in the sites whose queries are the decoder's
    own (in an encoder its own), or in `sites`, and there in every head or in `heads`. `method` exact measures every
    edge; estimate takes one pass back and measures none; auto estimates all and measures the `refine` largest.
    `precision` bf16 rounds as `replay.Replay` says, then measures the largest effects and some others again without,
    and keeps those (`exact`) and how far it was off (`rounding`). With `path` the map is saved there as it grows, and
    one begun there is gone on with. `budget` bounds the bytes of a batch; `watch` is told how far it is, and what it
    raises ends the work, with what was done saved. `shown` is given
    the map before anything is measured, with the estimates if there are any; it fills as the work goes on, `chunk`
    edges at a time. Raises LabError for a text, target, site, head or place that is not there, a target without a
    gradient where one is needed, and a file that holds another map.

    >>> import attnlab
    >>> made = attnlab.effect_map(attnlab.load("previous"), "abcd", target="c", query=4)
    >>> made.largest(1)[0].name
    '0.0:4>3'
    """
    check_model(model, "effect_map(model, text)")
    check_kind(kind)
    if method not in METHODS:
        raise LabError("effects-method-unknown", method=str(method), methods=METHODS)
    for name, given in (("refine", refine), ("chunk", chunk)):
        if given < 1:
            raise LabError("effects-number-too-small", name=name, found=given)
    begun = time.perf_counter()
    tokens = as_tokens(model, text)
    asked = _sites(model, tokens, sites)
    one = None if heads is None else len(heads)
    edges_at_once = chunk if method == "exact" else min(chunk, refine)
    budgets.refuse_text(
        model, tokens, "replay", partial(_need, model, asked, one, query == "all", edges_at_once, budget)
    )
    replay = Replay(model, tokens, budget=budget, precision=precision)
    clean = replay.clean
    watched = choose(model, tokens, clean.logits, target, position)
    asking, looked_at = tokens.at(asked[0])
    queries = tuple(range(len(asking))) if query == "all" else (find_position(asking, query),)
    made = _empty(model, tokens, replay, watched, asked, queries, kind, asking, looked_at, heads)
    if method != "exact":
        made = replace(made, estimate=_estimates(model, clean, watched, asked, queries, kind, made.weight))
    made = _gone_on(made, path)
    if shown is not None:
        shown(made)

    before, wanted = made.measured.sum(), np.argwhere(_wanted(made, method, refine))
    total = len(wanted)
    edges = [kind(asked[s], int(h), queries[q], int(k)) for s, h, q, k in wanted]
    for first in range(0, len(edges), chunk):
        several = range(first, min(first + chunk, len(edges)))
        some = [number for number in several if np.isnan(made.change[tuple(wanted[number])])]
        found = replay.changes([[edges[number]] for number in some], [watched])
        for number, change in zip(some, found.change[:, 0].tolist(), strict=True):
            place = tuple(wanted[number])
            made.change[place], made.exact[place] = change, found.precision == "float32"
        done = min(first + chunk, total)
        made.record["seconds"] = made.record.get("seconds", 0.0) + time.perf_counter() - begun
        begun = time.perf_counter()
        if path is not None:
            made.save(path)
        watch(done, total)
    made.record["method"] = method
    if precision != "float32" and (made.rounding is None or before < made.measured.sum()):
        _redo(made, replay.exact, watched, asked, kind)
        made.record["seconds"] = made.record.get("seconds", 0.0) + time.perf_counter() - begun
    if path is not None:
        made.save(path)
    return made


def _need(
    model: Model,
    sites: Sequence[Site],
    heads: int | None,
    every: bool,
    at_once: int,
    budget: int,
    asked: budgets.Length,
) -> budgets.Parts:
    """The replay, the map's own arrays (four of float64), and the edges as they are listed."""
    many = max(model.heads(site) for site in sites) if heads is None else heads
    queries, keys = asked.at(sites[0])
    edges = len(sites) * many * keys * (queries if every else 1)
    beside = edges * (4 * 8 + budgets.WORTH)
    # an early query's edges are run up to the place that is read
    places = None if every else 1
    return would_take(model, asked, min(at_once, many * keys), places, beside, budget)


def _redo(made: EffectMap, replay: Replay, target: Target, sites: Sequence[Site], kind: type[Cut] | type[Drop]) -> None:
    """Measure some rounded edges again, keep the exact figures, and note how far the others may be off."""
    rough = np.argwhere(made.measured & ~made.exact)
    if not len(rough):
        return
    size = np.abs(made.change[tuple(rough.T)])
    order = np.argsort(-size, kind="stable")
    others = np.random.default_rng(0).permutation(order[REDONE:])[:REDONE]
    again = rough[np.concatenate([order[:REDONE], others])]
    edges = [[kind(sites[s], int(h), made.queries[q], int(k))] for s, h, q, k in again]
    was, places = made.change[tuple(again.T)], tuple(again.T)
    exact = replay.changes(edges, [target]).change[:, 0]
    made.change[places], made.exact[places] = exact, True
    with np.errstate(divide="ignore", invalid="ignore"):
        error = np.where(was == exact, 0.0, np.abs(was - exact) / np.abs(exact))
    known = np.isfinite(error)  # of an edge that does nothing there is no relative error
    made.record["rounding"] = asdict(
        Rounding(
            checked=len(again),
            median=float(np.median(error[known])) if known.any() else 0.0,
            largest=float(error[known].max(initial=0.0)),
            largest_of_top=float(error[:REDONE][known[:REDONE]].max(initial=0.0)),
        )
    )


def _sites(model: Model, tokens: Tokens, sites: Sequence[Site | str] | None) -> list[Site]:
    if sites is not None:
        asked = [find_site(model, site) for site in sites]
        if not asked or len({(one.stack, one.kind) for one in asked}) > 1:
            raise LabError("effects-sites-mixed", sites=[str(one) for one in asked])
        return asked
    # of a model that reads one text and says another, what is read comes first
    mine = [site for site in model.sites if site.kind == "cross"]
    mine = mine or [site for site in model.sites if (site.stack, site.kind) == ("decoder", "self")]
    return mine or [site for site in model.sites if site.kind == "self"]


def _empty(
    model: Model, tokens: Tokens, replay: Replay, target: Target, sites: Sequence[Site], queries: tuple[int, ...],
    kind: type[Cut] | type[Drop], asking: Tokens, looked_at: Tokens, some: Sequence[int] | None,
) -> EffectMap:  # fmt: skip
    """The map before anything is measured: weights and contributions, as the clean run has them."""
    heads = max(model.heads(site) for site in sites)
    shape = (len(sites), heads, len(queries), len(looked_at))
    weight, contribution = np.full(shape, np.nan), np.full(shape, np.nan)
    for number, site in enumerate(sites):
        for head in range(model.heads(site)) if some is None else [find_head(model, site, one) for one in some]:
            row = replay.clean.map(site, head)
            seen = row.visible[list(queries)]
            weight[number, head] = np.where(seen, row.weight[list(queries)], np.nan)
            projected = model.project(site, head, row.value)
            if projected is not None:
                contribution[number, head] = weight[number, head] * np.linalg.norm(projected, axis=-1)
    return EffectMap(
        model=model.name, model_hash=model.fingerprint(), text=tokens.text,
        sites=tuple(str(site) for site in sites), queries=queries,
        query_pieces=tuple(asking.pieces[place] for place in queries), key_pieces=tuple(looked_at.pieces),
        kind=kind.kind, target=target.name(model), unit=target.unit, position=target.position,
        before=target(replay.clean.logits), change=np.full(shape, np.nan), weight=weight,
        contribution=None if np.isnan(contribution).all() else contribution, estimate=None,
        exact=np.zeros(shape, bool), way=replay.way, way_error=replay.proven.error, precision=replay.precision,
        record={
            "ids": list(tokens.ids),
            "versions": {"attnlab": version("attnlab"), "numpy": np.__version__, "python": platform.python_version()}
            | getattr(model, "record", {}).get("versions", {}),
        },
    )  # fmt: skip


def _wanted(made: EffectMap, method: Method, refine: int) -> Bool[np.ndarray, "site head query key"]:
    """The edges to measure."""
    edges = made.real
    if method == "estimate":
        return np.zeros_like(edges)
    if method == "exact" or refine >= edges.sum():
        return edges
    assert made.estimate is not None
    size = np.where(edges, np.abs(made.estimate), -np.inf)
    least = np.sort(size, axis=None)[::-1][refine - 1]
    return edges & (size >= least)


def _gone_on(made: EffectMap, path: str | Path | None) -> EffectMap:
    """What was measured before, if the file at `path` is this map begun; raises LabError if it is another."""
    # a file of no bytes is one that somebody made room with: nothing in it can be lost
    if path is None or not Path(path).is_file() or not Path(path).stat().st_size:
        return made
    old = open_effects(path)
    same = ("model_hash", "text", "sites", "queries", "kind", "target", "position")
    if any(getattr(old, name) != getattr(made, name) for name in same) or old.record.get("ids") != made.record["ids"]:
        raise LabError("effects-file-other", path=str(path), found=f"{old.model}, {old.text[:40]!r}, {old.target}")
    known = old.exact if made.precision == "float32" else old.measured
    made.change[known], made.exact[old.exact] = old.change[known], True
    more = {"rounding": old.record["rounding"]} if made.precision == old.precision and old.rounding else {}
    return replace(made, record=made.record | {"seconds": old.record.get("seconds", 0.0)} | more)


def _estimates(
    model: Model, clean: Trace, target: Target, sites: Sequence[Site], queries: Sequence[int],
    kind: type[Cut] | type[Drop], weight: Numbers,
) -> Numbers:  # fmt: skip
    """What each edge would do if the target went on as it begins: gradient times the change of the head's output."""
    slopes = _slopes(model, clean, target)
    made = np.full(weight.shape, np.nan)
    for number, site in enumerate(sites):
        for head in range(model.heads(site)):
            row = clean.map(site, head)
            for place, query in enumerate(queries):
                slope, w = slopes[site][head, query].astype(np.float64), weight[number, head, place]
                toward = row.value.astype(np.float64) @ slope
                if kind is Drop:
                    made[number, head, place] = -w * toward
                else:  # the output goes from z to (z - w v) / (1 - w)
                    with np.errstate(divide="ignore", invalid="ignore"):
                        share = np.where(w < 1, w / (1 - w), np.nan)
                    made[number, head, place] = share * (row.output[query].astype(np.float64) @ slope - toward)
    return made


def _slopes(model: Model, clean: Trace, target: Target) -> dict[Site, Float[np.ndarray, "head query value_dim"]]:
    if not target.alone or isinstance(target, Divergence):
        raise LabError("effects-no-gradient", target=target.name(model))
    if not isinstance(model, Differentiable):
        raise LabError("effects-model-no-gradient", model=model.name)
    return model.slopes(clean.tokens, target.position, target.slope(clean.logits[target.position].astype(np.float64)))


def contributions(
    model: Model, text: str | Tokens, *, target: str | None = None, position: int | None = None
) -> tuple[Target, Ranking[Part]]:
    """What the embedding, each head and each layer's feed-forward part add to a target by themselves, largest first.

    Along the direct path only: what a part does through later layers is not in it, which is why it is no effect. The
    values add up to the target (a centred logit or a difference of two), with a last norm's divisor held at what it
    was. Raises LabError for another target, and for a model whose parts do not add up.

    >>> import attnlab
    >>> target, parts = attnlab.contributions(attnlab.load("names"), "anna")
    >>> [(part.kind, part.head, round(part.value, 2)) for part in parts[:3]]
    [('head', 1, -0.49), ('head', 3, 0.42), ('embedding', None, 0.25)]
    """
    check_model(model, "contributions(model, text)")
    tokens = as_tokens(model, text)
    logits = to_numpy(model.run(tokens))
    watched = choose(model, tokens, logits, target, position)
    if not isinstance(watched, Logit | Difference):
        raise LabError("parts-target-not-linear", target=watched.name(model))
    # a field of that name is no method
    if not isinstance(model, Additive) or not callable(model.parts):
        raise LabError("parts-not-linear", model=model.name)
    row = watched.slope(logits[watched.position].astype(np.float64))
    parts = sorted(model.parts(tokens, watched.position, row), key=lambda part: -abs(part.value))
    return watched, Ranking(parts, model, tokens, watched, _part_line)


def _part_line(part: Part) -> dict[str, Any]:
    place = "" if part.site is None else f" {part.site}" if part.head is None else f" {part.site}.{part.head}"
    site = None if part.site is None else str(part.site)
    return {"name": f"{part.kind}{place}", "kind": part.kind, "site": site, "head": part.head, "value": part.value}


@dataclass(frozen=True)
class HeadEffect:
    """One head, or one layer's feed-forward part, switched off by itself.

    >>> import attnlab
    >>> _, found = attnlab.head_effects(attnlab.load("names"), "anna", feeds=True)
    >>> [one.name for one in found]
    ['0.1', '0.2', '0.3', '0.0', '0.ff']
    """

    edit: Ablate | Feed
    change: float
    """After less before, in the target's unit."""
    estimate: float | None
    """By gradient, where one was asked for; a feed-forward part has none."""

    @property
    def name(self) -> str:
        """As an edit names it: site.head, or site.ff."""
        return str(self.edit).removeprefix("ablate ")


def head_effects(
    model: Model,
    text: str | Tokens,
    *,
    target: str | None = None,
    position: int | None = None,
    sites: Sequence[Site | str] | None = None,
    estimates: bool = False,
    feeds: bool = False,
    watch: Watch = silent,
) -> tuple[Target, Ranking[HeadEffect]]:
    """What switching off each head by itself does to a target, the largest change first; every site by default.

    With `feeds` the layers' feed-forward parts stand beside the heads. Raises LabError as `effect_map` does, and for a
    model whose feed-forward parts are asked for and cannot be changed.

    >>> import attnlab
    >>> target, found = attnlab.head_effects(attnlab.load("names"), "anna")
    >>> [(one.name, round(one.change, 2)) for one in found]
    [('0.1', 0.58), ('0.2', -0.51), ('0.3', -0.5), ('0.0', -0.36)]
    """
    check_model(model, "head_effects(model, text)")
    tokens = as_tokens(model, text)
    most = max(model.heads(site) for site in model.sites) + 1
    budgets.refuse_text(model, tokens, "replay", lambda asked: would_take(model, asked, most))
    replay = Replay(model, tokens)
    watched = choose(model, tokens, replay.clean.logits, target, position)
    asked = [find_site(model, site) for site in (model.sites if sites is None else sites)]
    edits: list[Ablate | Feed] = [Ablate(site, head) for site in asked for head in range(model.heads(site))]
    edits += [Feed(site) for site in asked if feeds and site.kind == "self" and has_feed(model, site)]
    slopes = _slopes(model, replay.clean, watched) if estimates else None
    changes = replay.changes([[edit] for edit in edits], [watched], watch).change[:, 0].tolist()
    found = []
    for edit, change in zip(edits, changes, strict=True):
        guess = None
        if slopes is not None and isinstance(edit, Ablate):
            guess = -float((slopes[edit.site][edit.head] * replay.clean.map(edit.site, edit.head).output).sum())
        found.append(HeadEffect(edit, change, guess))
    found.sort(key=lambda one: -abs(one.change))
    return watched, Ranking(found, model, tokens, watched, _head_line)


def _head_line(one: HeadEffect) -> dict[str, Any]:
    head = one.edit.head if isinstance(one.edit, Ablate) else None
    site = str(one.edit.site)
    return {"name": one.name, "site": site, "head": head, "change": one.change, "estimate": one.estimate}
