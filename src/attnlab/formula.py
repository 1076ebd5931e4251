"""Attention, once: every model in the lab, ours or a hub model, is explained by this page."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
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
    edits side by side) stays in front to the end. Grouped keys and values are spread
    first, so that every stage has one axis of query heads and an edit can name any of them.

    Half-precision q and k are widened to float32 before the product; the output has v's dtype. NumPy
    and torch arrays give the same figures. Raises LabError where heads do not divide into groups, and
    where a row has nothing left to look at or a score that is not a number.

    Source: Vaswani et al. 2017, eq. 1; grouped heads, Ainslie et al. 2023; soft cap, Gemma Team 2024;
    sinks, OpenAI 2025 (gpt-oss).
    """
    xp = array_namespace(q, k, v)
    k, v = _spread(k, q.shape[-3], xp), _spread(v, q.shape[-3], xp)
    q, k, v = tap("q", q), tap("k", k), tap("v", v)

    score = widen(q) @ widen(k).mT * scale
    if softcap is not None:
        score = softcap * xp.tanh(score / softcap)
    score = tap("score", score if bias is None else score + bias)
    seen = score if mask is None else score + tap("mask", mask)
    column = None if sink is None else sink[:, None, None]
    _refuse_unreadable_rows(seen, sink, xp)
    weight = tap("weight", softmax(seen, column))
    return tap("output", xp.astype(weight @ xp.astype(v, weight.dtype), v.dtype))


@dataclass(frozen=True)
class Call:
    """What a model handed to attention at one site: all that is needed to explain it afterwards."""

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
    kernel: Callable[[], Float[Array, "*batch head query value_dim"]] | None = field(default=None, repr=False)
    """The model's own kernel, run again on this very input; None where the formula is the model's kernel."""

    def mix(self, tap: Tap = pass_on) -> Float[Array, "*run head query value_dim"]:
        """The formula on this call, with a tap."""
        return attention(
            self.q, self.k, self.v,
            scale=self.scale, softcap=self.softcap, bias=self.bias, mask=self.wall(), sink=self.sink, tap=tap,
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
    ones. One axis of 1 is left for the heads."""
    keys = queries if keys is None else keys
    place = np.arange(keys - queries, keys)[:, None]
    return allow(np.arange(keys)[None, None, :] <= place, like=like)


def window(
    queries: int, size: int, keys: int | None = None, *, like: Array | None = None
) -> Float[Array, "1 query key"]:
    """A query sees only keys fewer than `size` places away, on either side; with `causal` the last `size`
    ones. One axis of 1 is left for the heads."""
    keys = queries if keys is None else keys
    place = np.arange(keys - queries, keys)[:, None]
    return allow(np.abs(np.arange(keys)[None, None, :] - place) < size, like=like)


def padding(real: Bool[Array, "*batch key"], *, like: Array | None = None) -> Float[Array, "*batch 1 1 key"]:
    """No query sees a padding key; `real` is false at padding. One axis each is left for heads and queries."""
    return allow(real[..., None, None, :], like=like)


def allow(may: Bool[Array, "*shape"], *, like: Array | None = None) -> Float[Array, "*shape"]:
    """Any mask, from where looking is allowed: 0 there, -inf elsewhere, in the library and dtype of `like`.

    Masks compose by addition, whatever each one's axes for text, head and query.
    """
    if like is None:
        return np.where(np.asarray(may), 0.0, -np.inf)
    xp = array_namespace(like)
    may = xp.asarray(may, device=device(like))
    zero = xp.zeros(may.shape, dtype=widen(like[..., :0]).dtype, device=device(like))
    return xp.where(may, zero, zero - xp.inf)


def _spread(x: Float[Array, "*batch kv_head key dim"], heads: int, xp) -> Float[Array, "*batch head key dim"]:
    groups = x.shape[-3]
    if groups == heads:
        return x
    if heads % groups:
        raise LabError("heads-not-in-groups", heads=heads, groups=groups)
    return xp.repeat(x, heads // groups, axis=-3)


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
