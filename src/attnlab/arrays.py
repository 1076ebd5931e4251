"""NumPy or torch: the array type, and the few operations whose name or meaning differs between them."""

from typing import Any, TypeAlias

import numpy as np
from array_api_compat import array_namespace, is_torch_array
from jaxtyping import Float, Shaped

# Either library's array. Shapes and dtypes are checked by jaxtyping; the library is found at run time.
Array: TypeAlias = Any


def softmax(
    score: Float[Array, "*batch key"], sink: Float[Array, "*#batch 1"] | None = None
) -> Float[Array, "*batch key"]:
    """Shares of a budget of 1 along the last axis, in proportion to exp(score).

    A score of -inf gets a share of exactly 0. A sink is one more score that takes its share of the
    sum and is not returned, so with a sink the shares add up to less than 1.
    """
    xp = array_namespace(score)
    peak = xp.max(score, axis=-1, keepdims=True)
    if sink is not None:
        peak = xp.maximum(peak, sink)
    share = xp.exp(score - peak)
    total = xp.sum(share, axis=-1, keepdims=True)
    if sink is not None:
        total = total + xp.exp(sink - peak)
    return share / total


def log_softmax(score: Float[Array, "*batch key"]) -> Float[Array, "*batch key"]:
    """The logarithm of `softmax`, in nats, without losing small shares to rounding."""
    xp = array_namespace(score)
    score = score - xp.max(score, axis=-1, keepdims=True)
    return score - xp.log(xp.sum(xp.exp(score), axis=-1, keepdims=True))


def erf(x: Float[Array, "*shape"]) -> Float[Array, "*shape"]:
    """The error function, 2/sqrt(pi) times the integral of exp(-t^2) from 0 to x."""
    if is_torch_array(x):
        return x.erf()
    from scipy.special import erf as of_numpy

    return of_numpy(x)


def logistic(x: Float[Array, "*shape"]) -> Float[Array, "*shape"]:
    """1 / (1 + exp(-x)), without overflow."""
    if is_torch_array(x):
        return x.sigmoid()
    from scipy.special import expit as of_numpy

    return of_numpy(x)


def widen(x: Shaped[Array, "*shape"]) -> Shaped[Array, "*shape"]:
    """Half precision to float32, everything else as it is.

    A float16 product is NaN once |q.k| passes 65,504, however it is scaled afterwards.
    """
    xp = array_namespace(x)
    return xp.astype(x, xp.float32) if x.dtype.itemsize < 4 else x


def copy(x: Shaped[Array, "*shape"]) -> Shaped[Array, "*shape"]:
    """The same figures in memory of their own."""
    return array_namespace(x).asarray(x, copy=True)


def to_numpy(x: Shaped[Array, "*shape"]) -> Shaped[np.ndarray, "*shape"]:
    """The same figures as a NumPy array; torch's half precisions become float32."""
    return widen(x.detach()).cpu().numpy() if is_torch_array(x) else np.asarray(x)
