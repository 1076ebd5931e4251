"""What can be read off one row of a map by itself: its spread, its largest share, how far it looks."""

import math

from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab.arrays import Array


def entropy(weight: Float[Array, "*row key"]) -> Float[Array, "*row"]:
    """Spread of each row in nats: 0 for a single key, ln(keys) when all are alike. A weight of 0 adds nothing."""
    xp = array_namespace(weight)
    some = weight > 0
    one = xp.ones_like(weight)
    # + 0.0 turns the -0.0 of a one-key row into 0.0
    return -xp.sum(xp.where(some, weight * xp.log(xp.where(some, weight, one)), weight * 0), axis=-1) + 0.0


def most_entropy(visible: Float[Array, "*row key"]) -> Float[Array, "*row"]:
    """The most a row's entropy can be: ln of the number of keys it may see (`visible` is 1 there, else 0).

    0 for a row that may see none, which only a sink makes legal.
    """
    xp = array_namespace(visible)
    keys = xp.sum(visible, axis=-1)
    return xp.log(xp.where(keys > 0, keys, xp.ones_like(keys)))


def top_share(weight: Float[Array, "*row key"]) -> Float[Array, "*row"]:
    """The largest weight of each row."""
    return array_namespace(weight).max(weight, axis=-1)


def mean_distance(weight: Float[Array, "query key"]) -> Float[Array, " query"]:
    """How many places back a row looks on average, its weights taken as shares of their own sum."""
    xp = array_namespace(weight)
    queries, keys = weight.shape
    place = xp.arange(keys - queries, keys, dtype=weight.dtype)[:, None]
    back = xp.abs(place - xp.arange(keys, dtype=weight.dtype)[None, :])
    return xp.sum(weight * back, axis=-1) / xp.sum(weight, axis=-1)


def apart(one: Float[Array, "*row key"], other: Float[Array, "*row key"]) -> Float[Array, "*row"]:
    """The Jensen-Shannon distance of two rows: the root of their divergence in bits, 0 for the same shares of each
    row's own sum, 1 for rows that share no key.

    Source: Lin 1991; that the root is a metric, Endres and Schindelin 2003.
    """
    xp = array_namespace(one, other)
    p, q = (x / xp.sum(x, axis=-1, keepdims=True) for x in (one, other))
    middle = (p + q) / 2
    divergence = entropy(middle) - (entropy(p) + entropy(q)) / 2
    # rounding can leave less than nothing where the rows are alike
    return xp.sqrt(xp.maximum(divergence, xp.zeros_like(divergence)) / math.log(2))
