"""Cheaper ways to attend, each with its price: the edges it has lost, or the sharpness.

*window* keeps the near keys, *strided* the near ones and every so-many-th, *linear* replaces the exponential by a
product of features, so that the past is one matrix; *stream* loses nothing: it makes the exact answer block by block.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias, get_args

import numpy as np
from array_api_compat import array_namespace, device
from jaxtyping import Bool, Float

from attnlab.arrays import Array
from attnlab.errors import LabError
from attnlab.formula import Call, features

Pattern: TypeAlias = Literal["full", "stream", "window", "strided", "linear"]
PATTERNS: tuple[Pattern, ...] = get_args(Pattern)
BLOCK = 128  # places of a block, where an answer is made block by block

# Which of some keys some queries may see: of their places, both counted from 0.
Sees: TypeAlias = Callable[[np.ndarray, np.ndarray], Bool[np.ndarray, "query key"]]


def sees(
    pattern: Pattern, reach: int, queries: np.ndarray, keys: np.ndarray, *, causal: bool = True
) -> Bool[np.ndarray, "query key"]:
    """Which keys a pattern lets each query see, by their places.

    window: keys fewer than `reach` places away. strided: those, and every key whose distance is a multiple of `reach`
    (Child et al. 2019, section 4.2, both heads in one). The other patterns see every key. With `causal` none behind
    the query. Raises LabError where a window or a stride has no reach.

    >>> import numpy as np
    >>> from attnlab.variants import sees
    >>> sees("window", 2, np.arange(4), np.arange(4)).astype(int)
    array([[1, 0, 0, 0],
           [1, 1, 0, 0],
           [0, 1, 1, 0],
           [0, 0, 1, 1]])
    """
    if pattern in ("window", "strided") and reach < 1:
        raise LabError("reach-too-small", pattern=pattern, reach=reach)
    far = queries[:, None] - keys[None, :]
    may = np.ones(far.shape, dtype=bool)
    if pattern == "window":
        may = np.abs(far) < reach
    elif pattern == "strided":
        may = (np.abs(far) < reach) | (far % reach == 0)
    return may & (far >= 0) if causal else may


@dataclass(frozen=True)
class Price:
    """What a pattern costs at a length, and what it gives up.

    >>> from attnlab.variants import price
    >>> made = price("strided", 64, reach=8)
    >>> made.edges, made.lost, made.farthest
    (2080, 1372, 56)
    """

    pattern: Pattern
    length: int
    edges: int
    """Edges that full attention has."""
    lost: int
    """Of these, edges that the pattern does not have."""
    multiply_adds: int
    """Of one head for a text: products with keys and with values."""
    farthest: int
    """The longest distance that one layer spans, in places."""

    @property
    def share_lost(self) -> float:
        """Of the edges of full attention."""
        return self.lost / self.edges


def price(pattern: Pattern, length: int, *, reach: int = 0, dim: int = 64, causal: bool = True) -> Price:
    """What a pattern costs one head of `dim` numbers on a text of so many places, by counting.

    Multiply-adds are 2 dim for each edge that is kept; linear attention takes 2 dim (dim + 1) for each place instead,
    to write its state and to read it. Raises LabError for a window without a reach, an unknown pattern and a length or
    width below 1.

    >>> from attnlab.variants import price
    >>> round(price("window", 1024, reach=128).share_lost, 3)  # of the edges
    0.766
    """
    if pattern not in PATTERNS:
        raise LabError("shape-unknown", name="pattern", found=str(pattern), known=list(PATTERNS))
    for name, x in (("length", length), ("dim", dim)):
        if x < 1:
            raise LabError("shape-size-wrong", name=name, found=repr(x), least=1)
    lost = edges = farthest = 0
    places = np.arange(length)
    for first in range(0, length, 1024):
        rows = places[first : first + 1024]
        full = sees("full", 0, rows, places, causal=causal)
        kept = sees(pattern, reach, rows, places, causal=causal)
        edges, lost = edges + int(full.sum()), lost + int((full & ~kept).sum())
        if kept.any():
            farthest = max(farthest, int(np.abs(rows[:, None] - places)[kept].max()))
    linear = 2 * length * dim * (dim + 1)
    return Price(pattern, length, edges, lost, linear if pattern == "linear" else 2 * dim * (edges - lost), farthest)


def lost_edges(pattern: Pattern, length: int, *, reach: int = 0, causal: bool = True) -> Bool[np.ndarray, "query key"]:
    """True at every edge that full attention has and the pattern has not.

    >>> from attnlab.variants import lost_edges
    >>> lost_edges("window", 4, reach=2).astype(int)
    array([[0, 0, 0, 0],
           [0, 0, 0, 0],
           [1, 0, 0, 0],
           [1, 1, 0, 0]])
    """
    places = np.arange(length)
    full = sees("full", 0, places, places, causal=causal)
    return full & ~sees(pattern, reach, places, places, causal=causal)


def streaming_attention(
    q: Float[Array, "*batch head query dim"],
    k: Float[Array, "*batch kv_head key dim"],
    v: Float[Array, "*batch kv_head key value_dim"],
    *,
    scale: float,
    visible: Sees | None = None,
    block: int = BLOCK,
) -> Float[Array, "*batch head query value_dim"]:
    """`formula.attention` made block by block: exact, and never more than a block's scores in memory.

    Each row keeps the largest score so far, the sum of exponentials below it and the mix of values; a new block
    rescales all three. Blocks of which `visible` lets nothing be seen are skipped, so that a window costs no more than
    its width. With more keys than queries, the queries are the last places. Raises LabError for a row that sees
    nothing. Source: Milakov & Gimelshein 2018 (online softmax); Dao et al. 2022, algorithm 1.

    >>> import numpy as np
    >>> from attnlab import attention
    >>> from attnlab.variants import streaming_attention
    >>> q, k, v = np.random.default_rng(0).normal(size=(3, 2, 50, 4))
    >>> blocks = streaming_attention(q, k, v, scale=0.5, block=16)
    >>> bool(np.allclose(blocks, attention(q, k, v, scale=0.5)))
    True
    """
    xp = array_namespace(q, k, v)
    visible = partial(sees, "full", 0, causal=False) if visible is None else visible
    heads, groups, (queries, keys) = q.shape[-3], k.shape[-3], (q.shape[-2], k.shape[-2])
    if heads != groups:
        k, v = (xp.repeat(x, heads // groups, axis=-3) for x in (k, v))
    made = []
    for first in range(0, queries, block):
        rows = np.arange(first, min(first + block, queries)) + keys - queries
        asked = q[..., first : first + block, :] * scale
        top = total = mixed = None
        for start in range(0, keys, block):
            columns = np.arange(start, min(start + block, keys))
            may = visible(rows, columns)
            if not may.any():
                continue
            score = asked @ k[..., start : start + block, :].mT
            if not may.all():
                score = xp.where(xp.asarray(may, device=device(q)), score, xp.zeros_like(score) - xp.inf)
            peak = xp.max(score, axis=-1, keepdims=True)
            peak = peak if top is None else xp.maximum(peak, top)
            # rows that have seen nothing yet: any finite number in the place of -inf leaves their sums at 0
            safe = xp.where(peak == -xp.inf, xp.zeros_like(peak), peak)
            share = xp.exp(score - safe)
            shrink = None if top is None else xp.exp(top - safe)
            some, mix = xp.sum(share, axis=-1, keepdims=True), share @ v[..., start : start + block, :]
            total = some if total is None else total * shrink + some
            mixed = mix if mixed is None else mixed * shrink + mix
            top = peak
        if total is None or not bool(xp.all(total > 0)):
            empty = rows[0] if total is None else rows[int(xp.nonzero(total[..., 0] <= 0)[-1][0])]
            raise LabError("row-empty", head=0, query=int(empty))
        made.append(mixed / total)
    return xp.concat(made, axis=-2)


def linear_attention(
    q: Float[Array, "*batch head query dim"],
    k: Float[Array, "*batch kv_head key dim"],
    v: Float[Array, "*batch kv_head key value_dim"],
    *,
    causal: bool = True,
    block: int = BLOCK,
) -> Float[Array, "*batch head query value_dim"]:
    """Attention whose weights are features(q) . features(k), divided by their sum: its cost grows with the length.

    All that is kept of the past is one matrix [dim, value_dim] and one sum [dim]. The same weights by the formula are
    those of `attention(..., linear=True)`. With more keys than queries, the queries are the last places.
    Source: Katharopoulos et al. 2020, eq. 4 to 12, with their features elu(x) + 1.

    >>> import numpy as np
    >>> from attnlab import attention
    >>> from attnlab.formula import causal
    >>> from attnlab.variants import linear_attention
    >>> q, k, v = np.random.default_rng(0).normal(size=(3, 2, 50, 4))
    >>> exact = attention(q, k, v, scale=1.0, linear=True, mask=causal(50))  # its weights, edge by edge
    >>> bool(np.allclose(linear_attention(q, k, v), exact))
    True
    """
    xp = array_namespace(q, k, v)
    heads, groups, (queries, keys) = q.shape[-3], k.shape[-3], (q.shape[-2], k.shape[-2])
    if heads != groups:
        k, v = (xp.repeat(x, heads // groups, axis=-3) for x in (k, v))
    q, k = features(q), features(k)
    if not causal:
        return (q @ (k.mT @ v)) / (q @ xp.sum(k, axis=-2)[..., None])
    before = keys - queries
    state, size = k[..., :before, :].mT @ v[..., :before, :], xp.sum(k[..., :before, :], axis=-2)[..., None]
    made = []
    for first in range(0, queries, block):
        here = slice(before + first, min(before + first + block, keys))
        asked, near, held = q[..., first : first + block, :], k[..., here, :], v[..., here, :]
        own = xp.tril(asked @ near.mT)
        made.append((asked @ state + own @ held) / (asked @ size + xp.sum(own, axis=-1, keepdims=True)))
        state, size = state + near.mT @ held, size + xp.sum(near, axis=-2)[..., None]
    return xp.concat(made, axis=-2)


def kernel_of(pattern: Pattern, call: Call, *, causal: bool) -> Callable[[], Array] | None:
    """The kernel of a pattern on one call; None where that is the formula itself."""
    match pattern:
        case "stream":
            visible = partial(sees, "full", 0, causal=causal)
            return partial(streaming_attention, call.q, call.k, call.v, scale=call.scale, visible=visible)
        case "linear":
            return partial(linear_attention, call.q, call.k, call.v, causal=causal)
    return None
