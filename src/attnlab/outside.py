"""Weights that another tool computed, read as maps: to be looked at and compared, never edited or checked.

Nothing is mended on the way. Rows that are no shares of 1 are refused with the first of them named, and every table
and figure says that what it shows came from outside.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

import numpy as np
from jaxtyping import Bool, Float, Shaped

from attnlab.arrays import to_numpy
from attnlab.errors import LabError
from attnlab.maps import ManyShares, Shares
from attnlab.model import as_list, whole
from attnlab.probe import Site
from attnlab.shown import Shown
from attnlab.tables import versions
from attnlab.tokens import PLAIN, Tokens

KIND = "weights only, from outside"
_HOOK = re.compile(r"(?P<stack>blocks|encoder|decoder)\.(?P<layer>\d+)\.(?P<kind>attn|cross_attn)\.hook_pattern")
_FIELDS = {"attentions": ("decoder", "self"), "decoder_attentions": ("decoder", "self"),
           "encoder_attentions": ("encoder", "self"), "cross_attentions": ("decoder", "cross")}  # fmt: skip
CLOSE, CLOSE_HALF = 1e-3, 1e-2  # how far a row may sum from 1, in single and in half precision


@dataclass(frozen=True, eq=False)
class WeightMap(Shares, Shown):
    """One head's weights from outside: row i shares query i's attention among the keys. No scores, values or output.

    >>> import attnlab
    >>> map = attnlab.read_weights([[1.0, 0.0], [0.25, 0.75]], ["the", "cat"]).map("0", 0)
    >>> map.weight[1].tolist(), map.top_share.tolist()
    ([0.25, 0.75], [1.0, 0.75])
    """

    model: str
    site: Site
    head: int
    tokens: Tokens
    weight: Float[np.ndarray, "query key"]
    seen: Bool[np.ndarray, "query key"]
    made_by: "Weights"
    edits: ClassVar[tuple[()]] = ()

    def __repr__(self) -> str:
        return f"WeightMap({self.model!r}, {self.site}.{self.head}, {KIND})"

    @property
    def visible(self) -> Bool[np.ndarray, "query key"]:
        """True where looking is allowed, as far as anyone said so; see `Weights.mask_from`."""
        return self.seen

    @property
    def rows(self) -> tuple[int, ...]:
        """The position of each row's query."""
        return tuple(range(len(self.asking)))

    @property
    def state(self) -> Shaped[np.ndarray, "query key"]:
        """Of each cell: `visible` or `masked`."""
        return np.where(self.visible, "visible", "masked").astype(object)

    def about(self) -> dict[str, Any]:
        """Where the figures come from, and that they are weights only."""
        return self.made_by.about()

    @property
    def score(self) -> NoReturn:
        """Not there: raises LabError, as do `mask`, `output` and `value`."""
        raise LabError("outside-no-score", what="score")

    @property
    def mask(self) -> NoReturn:
        raise LabError("outside-no-score", what="mask")

    @property
    def output(self) -> NoReturn:
        raise LabError("outside-no-score", what="output")

    @property
    def value(self) -> NoReturn:
        raise LabError("outside-no-score", what="value")


@dataclass(frozen=True, eq=False)
class Weights(ManyShares, Shown):
    """The weights of a text's heads as another tool gave them: maps, tables and figures, no edits and no checks.

    >>> import attnlab
    >>> read = attnlab.read_weights([[1.0, 0.0], [0.25, 0.75]], ["the", "cat"], name="by hand")
    >>> read
    Weights('by hand', 2 pieces, 1 sites, weights only, from outside)
    """

    name: str
    """What they are called in tables and figures."""
    tokens: Tokens
    weights: Mapping[Site, Float[np.ndarray, "head query key"]]
    visible: Mapping[Site, Bool[np.ndarray, "query key"]]
    mask_from: Mapping[Site, str]
    """How it is known where looking is allowed: `given`, `zeros` above the diagonal of every head, or `unknown`."""
    error: float
    """How far the sum of a row is from 1 at most."""
    weights_only: ClassVar[bool] = True
    edits: ClassVar[tuple[()]] = ()

    def __repr__(self) -> str:
        return f"Weights({self.name!r}, {len(self.tokens)} pieces, {len(self.weights)} sites, {KIND})"

    @property
    def sites(self) -> tuple[Site, ...]:
        """Every site read, in the order given."""
        return tuple(self.weights)

    def heads(self, site: Site | str | int) -> int:
        """How many heads a site has."""
        return self.weights[self._site(site)].shape[0]

    def map(self, site: Site | str | int = "0", head: int = 0) -> WeightMap:
        """One head's map. Raises LabError for a site or head that is not there."""
        place, head = self._site(site), whole("head", head)
        if not 0 <= head < len(self.weights[place]):
            raise LabError("head-unknown", model=self.name, site=str(place), head=head, last=self.heads(place) - 1)
        return WeightMap(self.name, place, head, self.tokens, self.weights[place][head], self.visible[place], self)

    def about(self) -> dict[str, Any]:
        """Where the figures come from, and that they are weights only."""
        about: dict[str, Any] = {"model": self.name, "kind": KIND, "pieces": list(self.tokens.pieces)}
        if self.tokens.source is not None:
            about["source_pieces"] = list(self.tokens.source.pieces)
        return about | {"mask_from": sorted(set(self.mask_from.values())), "versions": versions()}

    def _heads_kept(self) -> dict[Site, tuple[int, ...]]:
        return {site: tuple(range(len(x))) for site, x in self.weights.items()}

    def _site(self, site: Site | str | int) -> Site:
        place = site if isinstance(site, Site) else Site.parse(str(site))
        if place not in self.weights:
            raise LabError("site-unknown", model=self.name, site=str(place), sites=[str(one) for one in self.weights])
        return place


def read_weights(
    given: Any,
    tokens: Sequence[str] | Tokens,
    *,
    source: Sequence[str] | Tokens | None = None,
    name: str = "from outside",
    mask: Any = None,
    text: int = 0,
    sink: bool = False,
    padding: Sequence[int] = (),
    source_padding: Sequence[int] = (),
) -> Weights:
    """Weights that another tool computed, as maps that can be looked at and set beside others.

    `given` is what a model of transformers returned (or its `attentions`, a tuple of layers [text, head, query, key]),
    a TransformerLens cache with names such as `blocks.0.attn.hook_pattern`, or an array: [query, key], [head, query,
    key] or [layer, head, query, key]. `tokens` are the pieces that the model read, `source` those of its encoder
    where there is one, and `text` says which text of a batch is meant.

    Where looking is allowed is told by `mask`: "causal", or true and false over query and key, for the layers whose
    queries and keys are `tokens`. Without it, zeros above the diagonal in every head of a layer are taken for a causal
    mask, and the result says so (`mask_from`). Places of `padding` are left out on both sides, and those left are
    counted anew. Every row must sum to 1 over what it sees, with `sink` to 1 at most. Raises LabError for what holds no
    weights and for rows that are no shares, with the first of them named.

    >>> import attnlab
    >>> read = attnlab.read_weights([[1.0, 0.0], [0.25, 0.75]], ["the", "cat"], name="by hand")
    >>> read.map("0", 0).state.tolist(), read.mask_from[attnlab.Site(0)]
    ([['visible', 'masked'], ['visible', 'visible']], 'zeros')
    >>> read.map("0", 0).row_table().columns["top_piece"].tolist()
    ['the', 'cat']
    """
    layers = _layers(given)
    asked = _tokens("tokens", tokens)
    encoded = None if source is None else _tokens("source", source)
    keep = _kept(asked, padding)
    keep_source = _kept(encoded, source_padding) if encoded is not None else np.arange(0)
    weights: dict[Site, np.ndarray] = {}
    visible: dict[Site, np.ndarray] = {}
    known: dict[Site, str] = {}
    left = _only(asked, keep, None if encoded is None else _only(encoded, keep_source))
    worst = 0.0
    for site, layer in layers.items():
        reads_source = site.stack == "encoder" or site.kind == "cross"
        if reads_source and encoded is None:
            raise LabError("outside-source", site=str(site))
        x, close = _one_text(site, layer, text)
        sides = (encoded if site.stack == "encoder" else asked, encoded if reads_source else asked)
        for axis, side, size in zip(("query", "key"), sides, x.shape[1:], strict=True):
            assert side is not None
            if len(side) != size:
                raise LabError("outside-tokens", site=str(site), axis=axis, found=size, wanted=len(side))
        rows, columns = (keep_source if side is encoded and side is not asked else keep for side in sides)
        seen, known[site] = _mask(site, x, mask)
        weights[site] = x[:, rows][:, :, columns]
        visible[site] = seen[rows][:, columns]
        pieces = left.at(site)[0].pieces
        worst = max(worst, _checked(site, weights[site], visible[site], pieces, sink, close))
    return Weights(name, left, weights, visible, known, worst)


def _layers(given: Any) -> dict[Site, Any]:
    """What was given, by site. Raises LabError for what holds no weights."""
    fields = {name: getattr(given, name, None) for name in _FIELDS}
    if any(hasattr(given, name) for name in _FIELDS):
        found: dict[Site, Any] = {}
        for name, (stack, kind) in _FIELDS.items():
            found |= _in_turn(fields[name] or (), stack, kind)
        if not found:
            raise LabError("outside-none")
        return found
    if callable(getattr(given, "items", None)):
        return _hooks(given)
    if isinstance(given, tuple | list):
        if all(one is None for one in given):
            raise LabError("outside-none")
        if any(hasattr(one, "shape") for one in given):
            return _in_turn(given, "decoder", "self")
        if all(isinstance(one, tuple | list) and any(hasattr(x, "shape") for x in one) for one in given):
            raise LabError("outside-generated")
    x = _numbers(given)
    match x.ndim:
        case 2:
            return {Site(0): x[None]}
        case 3:
            return {Site(0): x}
        case 4:
            return {Site(layer): one for layer, one in enumerate(x)}
        case _:
            raise LabError("outside-not-readable", found=_shown(given))


def _in_turn(layers: Any, stack: Any, kind: Any) -> dict[Site, Any]:
    """Layers as transformers hands them out; one that is None has no attention and keeps its number free."""
    if any(isinstance(layer, tuple | list) for layer in layers):
        raise LabError("outside-generated")
    return {Site(number, stack, kind): layer for number, layer in enumerate(layers) if layer is not None}


def _hooks(given: Any) -> dict[Site, Any]:
    found: dict[Site, Any] = {}
    for name, x in given.items():
        if (hook := _HOOK.fullmatch(str(name))) is not None:
            stack = "encoder" if hook["stack"] == "encoder" else "decoder"
            found[Site(int(hook["layer"]), stack, "cross" if hook["kind"] == "cross_attn" else "self")] = x
    if not found:
        raise LabError("outside-not-readable", found=_shown(given))
    return dict(sorted(found.items(), key=lambda one: (one[0].stack, one[0].kind, one[0].layer)))


def _numbers(given: Any) -> np.ndarray:
    try:
        x = to_numpy(given) if hasattr(given, "dtype") else np.asarray(given)
    except (TypeError, ValueError, RuntimeError):
        raise LabError("outside-not-readable", found=_shown(given)) from None
    if x.dtype.kind not in "fiu" or not x.size:
        raise LabError("outside-not-readable", found=_shown(given))
    return x


def _one_text(site: Site, layer: Any, text: int) -> tuple[Float[np.ndarray, "head query key"], float]:
    """One text's weights at a site, and how far a row of such numbers may sum from 1."""
    close = CLOSE_HALF if "16" in str(getattr(layer, "dtype", "")) else CLOSE
    x = _numbers(layer)
    if x.ndim == 4:
        if not 0 <= text < len(x):
            raise LabError("outside-batch", site=str(site), found=len(x), text=text)
        x = x[text]
    if x.ndim != 3:
        found = " × ".join(map(str, x.shape)) or "-"
        raise LabError("outside-shape", site=str(site), found=found, wanted="(text ×) head × query × key")
    return np.array(x, dtype=x.dtype if x.dtype in (np.float32, np.float64) else np.float64), close


def _mask(site: Site, x: Float[np.ndarray, "head query key"], mask: Any) -> tuple[Bool[np.ndarray, "query key"], str]:
    """Where looking is allowed at a site, and how that is known."""
    queries, keys = x.shape[1:]
    everything = np.ones((queries, keys), dtype=bool)
    own = (site.stack, site.kind) == ("decoder", "self")
    lower = np.tril(everything, keys - queries)
    if mask is None or not own:
        zeros = own and queries > 1 and keys > 1 and not lower.all() and not x[:, ~lower].any()
        return (lower, "zeros") if zeros else (everything, "unknown")
    if isinstance(mask, str):
        if mask != "causal":
            raise LabError("outside-mask-unknown", found=f"“{mask}”")
        return lower, "given"
    try:
        table = to_numpy(mask) if hasattr(mask, "dtype") else np.asarray(mask)
    except (TypeError, ValueError, RuntimeError):
        raise LabError("outside-mask-unknown", found=_shown(mask)) from None
    if table.dtype != np.bool_:
        raise LabError("outside-mask-unknown", found=_shown(mask))
    if table.shape != (queries, keys):
        found = " × ".join(map(str, table.shape)) or "-"
        raise LabError("outside-mask-sides", site=str(site), queries=queries, keys=keys, found=found)
    return table.copy(), "given"


def _checked(
    site: Site, x: Float[np.ndarray, "head query key"], visible: Bool[np.ndarray, "query key"],
    pieces: Sequence[str], sink: bool, close: float,
) -> float:  # fmt: skip
    """How far a row sums from 1 at most. Raises LabError where a row is no shares, with the first such row named."""

    def row(bad: np.ndarray) -> dict[str, Any]:
        head, query = (int(one) for one in np.argwhere(bad)[0])
        return {"site": str(site), "head": head, "query": query, "piece": pieces[query]}

    broken: np.ndarray = np.asarray(~np.isfinite(x).all(axis=-1))
    if broken.any():
        raise LabError("outside-not-a-number", **row(broken), rows=int(broken.sum()))
    below = np.asarray((x < -1e-6).any(axis=-1))
    if below.any():
        raise LabError("outside-negative", **row(below), weight=float(x.min()))
    hidden = np.where(visible, 0.0, x) > 1e-6
    if hidden.any():
        place = row(np.asarray(hidden.any(axis=-1)))
        key = int(np.flatnonzero(hidden[place["head"], place["query"]])[0])
        raise LabError("outside-behind-mask", **place, key=key, weight=float(x[place["head"], place["query"], key]))
    total = np.where(visible, x, 0.0).sum(axis=-1, dtype=np.float64)
    off = total - 1 if sink else np.abs(total - 1)
    if (off > close).any():
        bad = off > close
        place = row(bad)
        raise LabError("outside-sum", **place, sum=float(total[place["head"], place["query"]]), rows=int(bad.sum()))
    return float(np.abs(total - 1).max())


def _tokens(name: str, given: Any) -> Tokens:
    if isinstance(given, Tokens):
        return given
    pieces = tuple(str(piece) for piece in as_list(name, given, '["The", "cat"]'))
    return Tokens("".join(pieces), pieces, (-1,) * len(pieces), (None,) * len(pieces), (PLAIN,) * len(pieces))


def _kept(tokens: Tokens, padding: Sequence[int]) -> np.ndarray:
    """The positions that are left when those of padding are left out."""
    last = len(tokens) - 1
    for place in padding:
        if not -last - 1 <= place <= last:
            raise LabError("outside-padding", place=int(place), last=last)
    away = {int(place) % (last + 1) for place in padding}
    keep = np.array([place for place in range(last + 1) if place not in away], dtype=int)
    if not len(keep):
        raise LabError("outside-all-padding")
    return keep


def _only(tokens: Tokens, keep: np.ndarray, source: Tokens | None = None) -> Tokens:
    some = lambda values: tuple(values[place] for place in keep.tolist())  # noqa: E731
    return Tokens(tokens.text, some(tokens.pieces), some(tokens.ids), some(tokens.spans), some(tokens.flags), source)


def _shown(given: Any) -> str:
    shape = getattr(given, "shape", None)
    kind = type(given).__name__
    return kind if shape is None else f"{kind} of shape {tuple(shape)}"
