"""Attention, once: every model in the lab, ours or a hub model, is explained by this page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from math import prod
from typing import Any

import numpy as np
from array_api_compat import array_namespace, device
from jaxtyping import Bool, Float, Shaped

from attnlab.arrays import Array, softmax, widen
from attnlab.errors import LabError
from attnlab.probe import Tap, pass_on


def attention(
    q: Float[Array, "*batch head query dim"],
    k: Float[Array, "*batch kv_head key dim"],
    v: Float[Array, "*batch kv_head key value_dim"],
    *,
    scale: float,
    softcap: float | None = None,
    bias: Float[Array, "*#batch #head #query #key"] | None = None,
    mask: Float[Array, "... #query #key"] | None = None,
    sink: Float[Array, " head"] | None = None,
    linear: bool = False,
    tap: Tap = pass_on,
) -> Float[Array, "*run head query value_dim"]:
    """Mix values by how well each query matches each key.

    Scores are in nats: adding ln 2 to one doubles its odds against every rival. The order is fixed:
    the product is scaled, capped (softcap * tanh(score / softcap)) and biased; that is the score. The
    mask, 0 where looking is allowed and -inf where it is not, is added after it, so no edit of a score
    can open the future. A sink is one more score per head that takes its share of the row and gives
    nothing back. Fewer key heads than query heads is fine; each serves an equal group of neighbours.

    The tap meets the stages in order: q, k, v, score, mask, weight, output. What it returns is what
    the next stage gets, so reading and editing are one thing; a leading axis that it adds (several
    edits side by side) stays in front to the end. Grouped keys and values, and a mask that heads or queries share, are
    spread first, so that every stage has one axis of query heads and an edit can name any of them.

    Linear attention has the same stages: its score is the logarithm of features(q) . features(k), so that the weights
    are those products, divided by their sum; its product is neither scaled nor capped.

    Half-precision q and k are widened to float32 before the product; the output has v's dtype. NumPy
    and torch arrays give the same figures. Raises LabError where heads do not divide into groups, and
    where a row has nothing left to look at or a score that is not a number.

    Source: Vaswani et al. 2017, eq. 1; grouped heads, Ainslie et al. 2023; soft cap, Gemma Team 2024;
    sinks, OpenAI 2025 (gpt-oss); linear attention, Katharopoulos et al. 2020, eq. 4.

    >>> import math
    >>> import numpy as np
    >>> from attnlab import attention
    >>> q, k = np.array([[[1.0]]]), np.array([[[0.0], [math.log(3)]]])  # head, place, dim: one query, two keys
    >>> attention(q, k, np.array([[[0.0], [100.0]]]), scale=1.0).round(6)  # odds of 3 to 1
    array([[[75.]]])
    """
    xp = array_namespace(q, k, v)
    k, v = _spread(k, q.shape[-3], xp), _spread(v, q.shape[-3], xp)
    q, k, v = tap("q", q), tap("k", k), tap("v", v)

    score = xp.log(features(widen(q)) @ features(widen(k)).mT) if linear else widen(q) @ widen(k).mT * scale
    if softcap is not None:
        score = softcap * xp.tanh(score / softcap)
    score = tap("score", score if bias is None else score + bias)
    seen = score if mask is None else score + tap("mask", _over(mask, score, xp))
    column = None if sink is None else sink[:, None, None]
    _refuse_unreadable_rows(seen, sink, xp)
    weight = tap("weight", softmax(seen, column))
    return tap("output", xp.astype(weight @ xp.astype(v, weight.dtype), v.dtype))


def features(x: Float[Array, "*batch place dim"]) -> Float[Array, "*batch place dim"]:
    """elu(x) + 1: positive, so that products of two can be weights. Source: Katharopoulos et al. 2020, eq. 7.

    >>> import numpy as np
    >>> from attnlab.formula import features
    >>> features(np.array([[-1.0, 0.0, 2.0]])).round(3)
    array([[0.368, 1.   , 3.   ]])
    """
    xp = array_namespace(x)
    return xp.where(x > 0, x + 1, xp.exp(xp.minimum(x, xp.zeros_like(x))))


def suffix_attention(
    q: Float[Array, "*row head query dim"],
    k: Float[Array, "*row kv_head query dim"],
    v: Float[Array, "*row kv_head query value_dim"],
    before_k: Float[Array, "kv_head past dim"],
    before_v: Float[Array, "kv_head past value_dim"],
    *,
    scale: float,
    softcap: float | None = None,
    bias: Float[Array, "... #query #key"] | None = None,
    mask: Float[Array, "... #query #key"] | None = None,
    sink: Float[Array, " head"] | None = None,
) -> Float[Array, "*row head query value_dim"]:
    """`attention` of many continuations of one text, whose keys and values before the fork are kept once.

    Row r's keys are those of the past, alike for all, and its own; `bias` and `mask` are alike for all and span both.
    The past is multiplied with every row's queries at once and never copied: that is what makes thousands of edits
    of one text cheap. Equal to `attention` over the joined keys, to rounding.

    >>> import numpy as np
    >>> from attnlab.formula import attention, causal, suffix_attention
    >>> q, k, v = np.random.default_rng(0).normal(size=(3, 2, 5, 4))  # two heads, five places
    >>> whole = attention(q, k, v, scale=0.5, mask=causal(5))
    >>> last = suffix_attention(q[:, 3:], k[:, 3:], v[:, 3:], k[:, :3], v[:, :3], scale=0.5, mask=causal(2, 5))
    >>> bool(np.allclose(last, whole[:, 3:]))
    True
    """
    xp = array_namespace(q, k, v)
    (*rows, heads, queries, dim), groups, past = q.shape, k.shape[-3], before_k.shape[-2]
    share, many = heads // groups, prod(rows)
    # one row of queries a group of heads: every row, every head of the group, every query
    asked = xp.reshape(widen(q), (many, groups, share * queries, dim))
    together = xp.reshape(xp.permute_dims(asked, (1, 0, 2, 3)), (groups, many * share * queries, dim))
    far = xp.permute_dims(
        xp.reshape(together @ widen(before_k).mT, (groups, many, share * queries, past)), (1, 0, 2, 3)
    )
    near = asked @ xp.reshape(widen(k), (many, groups, queries, dim)).mT
    wide = [xp.reshape(x, (many, groups, share, queries, x.shape[-1])) * scale for x in (far, near)]
    if softcap is not None:
        wide = [softcap * xp.tanh(x / softcap) for x in wide]
    for added in (bias, mask):
        if added is not None:
            every = xp.broadcast_to(added, (heads, queries, past + queries))
            every = xp.reshape(every, (groups, share, queries, past + queries))
            wide = [wide[0] + every[..., :past], wide[1] + every[..., past:]]
    peak = xp.max(wide[1], axis=-1, keepdims=True)
    if past:
        peak = xp.maximum(peak, xp.max(wide[0], axis=-1, keepdims=True))
    column = None if sink is None else xp.reshape(sink, (groups, share, 1, 1))
    if column is not None:
        peak = xp.maximum(peak, column)
    far, near = (xp.exp(x - peak) for x in wide)
    total = xp.sum(far, axis=-1, keepdims=True) + xp.sum(near, axis=-1, keepdims=True)
    if column is not None:
        total = total + xp.exp(column - peak)
    far = xp.reshape(xp.permute_dims(far, (1, 0, 2, 3, 4)), (groups, many * share * queries, past))
    given = xp.reshape(far @ xp.astype(before_v, far.dtype), (groups, many, share, queries, v.shape[-1]))
    own = xp.reshape(near, (many, groups, share * queries, queries))
    own = own @ xp.astype(xp.reshape(v, (many, groups, queries, v.shape[-1])), own.dtype)
    made = xp.permute_dims(given, (1, 0, 2, 3, 4)) + xp.reshape(own, (many, groups, share, queries, v.shape[-1]))
    return xp.astype(xp.reshape(made / total, (*rows, heads, queries, v.shape[-1])), v.dtype)


@dataclass(frozen=True)
class Call:
    """What a model handed to attention at one site: all that is needed to explain it afterwards.

    >>> import attnlab
    >>> call = attnlab.trace(attnlab.load("names"), "anna").calls[attnlab.Site(0)]
    >>> call.q.shape, call.scale, call.causal  # head, query, dim
    ((4, 5, 4), 0.5, False)
    >>> call.mix().shape
    (4, 5, 4)
    """

    q: Float[Array, "*batch head query dim"]
    k: Float[Array, "*batch kv_head key dim"]
    v: Float[Array, "*batch kv_head key value_dim"]
    scale: float
    softcap: float | None = None
    bias: Float[Array, "*#batch #head #query #key"] | None = None
    mask: Shaped[Array, "... #query #key"] | None = None
    """Numbers are added to the score; True and False say where looking is allowed."""
    sink: Float[Array, " head"] | None = None
    causal: bool = False
    """No query sees a later place: said as a word, where a mask would take n x n memory."""
    linear: bool = False
    """The score is the logarithm of a product of features; see `attention`."""
    kernel: Callable[[], Float[Array, "*batch head query value_dim"]] | None = field(default=None, repr=False)
    """The model's own kernel, run again on this very input; None where the formula is the model's kernel."""

    def mix(self, tap: Tap = pass_on) -> Float[Array, "*run head query value_dim"]:
        """The formula on this call, with a tap."""
        return attention(
            self.q, self.k, self.v,
            scale=self.scale, softcap=self.softcap, bias=self.bias, mask=self.wall(), sink=self.sink,
            linear=self.linear, tap=tap,
        )  # fmt: skip

    def wall(self, queries: Sequence[int] | None = None) -> Float[Array, "... #query #key"] | None:
        """What keeps queries from keys, to be added to the score; None where every query sees every key.

        With `queries`, their rows alone: a block of a long text costs no more than the block.
        """
        wall = self.mask if queries is None else _of_queries(self.mask, queries)
        if wall is not None and "bool" in str(wall.dtype):
            wall = allow(wall, like=self.q)
        if not self.causal:
            return wall
        keys = self.k.shape[-2]
        place = np.arange(keys - self.q.shape[-2], keys)
        order = allow(np.arange(keys) <= (place if queries is None else place[list(queries)])[:, None], like=self.q)
        return order if wall is None else wall + order

    def only(self, heads: Sequence[int] | None = None, queries: Sequence[int] | None = None) -> "Call":
        """The same call for some heads and some queries, in memory of its own; it has no kernel to run again."""
        made = replace(self, kernel=None)
        if heads is not None:
            every, groups = self.q.shape[-3], self.k.shape[-3]
            mine, theirs = list(heads), [head * groups // every for head in heads]
            made = replace(
                made,
                q=made.q[..., mine, :, :],
                k=made.k[..., theirs, :, :],
                v=made.v[..., theirs, :, :],
                bias=_of_heads(made.bias, mine),
                mask=_of_heads(made.mask, mine),
                sink=None if made.sink is None else made.sink[mine],
            )
        if queries is not None:
            wall = made.wall(queries)
            q = made.q[..., list(queries), :]  # its axis is never one for all
            made = replace(made, q=q, bias=_of_queries(made.bias, queries), mask=wall, causal=False)
        return made


def _of_heads(x: Shaped[Array, "*batch query key"] | None, heads: list[int]) -> Any:
    return x if x is None or x.ndim < 3 or x.shape[-3] == 1 else x[..., heads, :, :]


def _of_queries(x: Shaped[Array, "*batch query key"] | None, queries: Sequence[int]) -> Any:
    return x if x is None or x.shape[-2] == 1 else x[..., list(queries), :]


def causal(queries: int, keys: int | None = None, *, like: Array | None = None) -> Float[Array, "1 query key"]:
    """A query sees its own place and what came before. With more keys than queries, the queries are the last
    ones. One axis of 1 is left for the heads.

    >>> from attnlab.formula import causal
    >>> causal(3)
    array([[[  0., -inf, -inf],
            [  0.,   0., -inf],
            [  0.,   0.,   0.]]])
    """
    keys = queries if keys is None else keys
    place = np.arange(keys - queries, keys)[:, None]
    return allow(np.arange(keys)[None, None, :] <= place, like=like)


def window(
    queries: int, size: int, keys: int | None = None, *, like: Array | None = None
) -> Float[Array, "1 query key"]:
    """A query sees only keys fewer than `size` places away, on either side; with `causal` the last `size`
    ones. One axis of 1 is left for the heads.

    >>> from attnlab.formula import causal, window
    >>> (causal(4) + window(4, 2))[0, 3]  # the last two keys
    array([-inf, -inf,   0.,   0.])
    """
    keys = queries if keys is None else keys
    place = np.arange(keys - queries, keys)[:, None]
    return allow(np.abs(np.arange(keys)[None, None, :] - place) < size, like=like)


def padding(real: Bool[Array, "*batch key"], *, like: Array | None = None) -> Float[Array, "*batch 1 1 key"]:
    """No query sees a padding key; `real` is false at padding. One axis each is left for heads and queries.

    >>> import numpy as np
    >>> from attnlab.formula import padding
    >>> padding(np.array([[True, True, False]])).shape  # text, head, query, key
    (1, 1, 1, 3)
    >>> padding(np.array([[True, True, False]]))[0, 0, 0]
    array([  0.,   0., -inf])
    """
    return allow(real[..., None, None, :], like=like)


def allow(may: Bool[Array, "*shape"], *, like: Array | None = None) -> Float[Array, "*shape"]:
    """Any mask, from where looking is allowed: 0 there, -inf elsewhere, in the library and dtype of `like`.

    Masks compose by addition, whatever each one's axes for text, head and query.

    >>> import numpy as np
    >>> from attnlab.formula import allow
    >>> allow(np.array([True, False]))
    array([  0., -inf])
    """
    if like is None:
        return np.where(np.asarray(may), 0.0, -np.inf)
    xp = array_namespace(like)
    may = xp.asarray(may, device=device(like))
    zero = xp.zeros((), dtype=widen(like[..., :0]).dtype, device=device(like))  # spread by `where`, not in memory
    return xp.where(may, zero, zero - xp.inf)


def _spread(x: Float[Array, "*batch kv_head key dim"], heads: int, xp) -> Float[Array, "*batch head key dim"]:
    groups = x.shape[-3]
    if groups == heads:
        return x
    if heads % groups:
        raise LabError("heads-not-in-groups", heads=heads, groups=groups)
    return xp.repeat(x, heads // groups, axis=-3)


def _over(mask: Float[Array, "... #query #key"], score: Float[Array, "*batch head query key"], xp) -> Array:
    """A view of the mask with every axis of the score: one that no memory is spent on until an edit writes to it."""
    return xp.broadcast_to(mask, np.broadcast_shapes(tuple(mask.shape), tuple(score.shape)))


def _refuse_unreadable_rows(
    seen: Float[Array, "*batch head query key"], sink: Float[Array, " head"] | None, xp
) -> None:
    """A softmax over nothing is NaN, and NumPy and torch disagree on whether to warn: the check must be ours."""
    peak = xp.max(seen, axis=-1)
    if sink is not None:
        peak = xp.maximum(peak, sink[:, None])
    if bool(xp.all(xp.isfinite(peak))):
        return
    place = tuple(int(axis[0]) for axis in xp.nonzero(~xp.isfinite(peak)))
    empty = float(peak[place]) == -xp.inf
    raise LabError("row-empty" if empty else "row-not-finite", head=place[-2], query=place[-1])
