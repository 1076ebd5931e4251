"""How a model tells one place from another: in the residual, in queries and keys, or in the score."""

import numpy as np
from array_api_compat import array_namespace, device
from jaxtyping import Float

from attnlab.arrays import Array


def sinusoidal(places: int, width: int, first: int = 0) -> Float[np.ndarray, "place width"]:
    """Sines at the even and cosines at the odd coordinates, added to the embedding.

    Coordinate 2i of place p holds sin(p / 10000^(2i / width)). Source: Vaswani et al. 2017, section 3.5.
    """
    angle = np.arange(first, first + places)[:, None] / 10000.0 ** (np.arange(0, width, 2) / width)
    made = np.empty((places, width))
    made[:, 0::2], made[:, 1::2] = np.sin(angle), np.cos(angle)[:, : width // 2]
    return made


def rotate(x: Float[Array, "*run head place dim"], first: int, base: float) -> Float[Array, "*run head place dim"]:
    """Turn each pair of coordinates (i, i + dim / 2) by an angle that grows with the place, from `first` on.

    A query and a key turned like this meet in a score that knows only how far apart they are. Source: Su et al. 2021,
    eq. 34, in the halves' order that Llama's weights are stored in.
    """
    xp, half = array_namespace(x), x.shape[-1] // 2
    angle = np.arange(first, first + x.shape[-2])[:, None] * base ** (-np.arange(half) / half)
    cos, sin = (xp.asarray(turn(angle), dtype=x.dtype, device=device(x)) for turn in (np.cos, np.sin))
    left, right = x[..., :half], x[..., half:]
    return xp.concat([left * cos - right * sin, right * cos + left * sin], axis=-1)


def slopes(heads: int) -> Float[np.ndarray, " head"]:
    """What each head loses of a score, in nats, with every place of distance: 2^(-8/n), 2^(-16/n), and so on.

    Where the number of heads is no power of two, every other slope of twice as many heads fills up. Source: Press et
    al. 2022 (ALiBi), section 3 and its published code.
    """
    power = 2 ** int(np.log2(heads))
    made = 2.0 ** (-8.0 * np.arange(1, power + 1) / power)
    if power < heads:
        made = np.concatenate([made, slopes(2 * power)[0::2][: heads - power]])
    return made


def distance(queries: int, keys: int) -> Float[np.ndarray, "query key"]:
    """How many places a key lies before a query, below 0 behind it; with more keys than queries, the queries are the
    last ones."""
    return (np.arange(keys - queries, keys)[:, None] - np.arange(keys)).astype(float)
