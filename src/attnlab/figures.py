"""What can be read off one row of a map by itself: its spread, its largest share, how far it looks."""

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
