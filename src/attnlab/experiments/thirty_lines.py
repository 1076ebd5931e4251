"""Attention in thirty lines, as seed 003 prints it, beside the formula and beside seed 000's loop with its cache."""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab import formula
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.experiments.looks import look
from attnlab.figures import entropy

PRINTED = {"length": 6, "width": 32, "heads": 4, "queries": 6, "keys": 6}


@dataclass(frozen=True)
class Settings:
    """The toy run of seed 003."""

    places: int = 6
    width: int = 32
    heads: int = 4


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Run the thirty lines, the formula and the loop on the same numbers; then take the mask away."""
    n, width, heads = settings.places, settings.width, settings.heads
    rng = np.random.default_rng(inputs.seed)
    x = rng.normal(size=(n, width))
    wq, wk, wv, wo = (rng.normal(size=(width, width)) * 0.1 for _ in range(4))
    out, maps = causal_attention(x, wq, wk, wv, wo, heads)

    q, k, v = (_cut(x @ w, heads) for w in (wq, wk, wv))
    scale, wall = (width // heads) ** -0.5, formula.causal(n)
    ours = look(q, k, v, scale=scale, mask=wall)
    joined = ours["output"].swapaxes(0, 1).reshape(n, width) @ wo
    bare = look(q, k, v, scale=scale)["weight"]
    looped = loop(x.tolist(), [w.T.tolist() for w in (wq, wk, wv, wo)], heads)
    loop_maps = np.array([[row + [0.0] * (n - len(row)) for row in head] for head in looped["weights"]])
    future = np.triu(np.ones((n, n), dtype=bool), k=1)

    # seed 000 says that a head gets a slice of the embedding: change all that lies outside head 0's slice
    elsewhere = x.copy()
    elsewhere[:, width // heads :] = rng.normal(size=(n, width - width // heads))
    sliced = float(np.abs(causal_attention(elsewhere, wq, wk, wv, wo, heads)[1][0] - maps[0]).max())

    own = settings == Settings()
    shapes = {"length": out.shape[0], "width": out.shape[1]} | dict(
        zip(("heads", "queries", "keys"), maps.shape, strict=True)
    )
    weight = ours["weight"]
    numbers = (
        *(Number(key, found, "count", PRINTED[key] if own else None, 0) for key, found in shapes.items()),
        Number("first-row", float(weight[:, 0, 0].min()), "share", 1, 0),
        Number("row-sum", float(weight[0, -1].sum()), "share", 1, 1e-15),
        Number("row-sums", float(np.abs(weight.sum(axis=-1) - 1).max())),
        Number("future", int((weight[:, future] == 0).sum()), "count"),
        Number("pairs", int(heads * future.sum()), "count"),
        *(Number(f"row-2-{key + 1}", float(weight[0, 1, key]), "share", digits=4) for key in range(2)),
        *(Number(f"row-{n}-{key + 1}", float(weight[0, -1, key]), "share", digits=4)
          for key in range(n) if own),
        Number("large", float(np.abs(maps - weight).max())),
        Number("formula", float(np.abs(joined - out).max())),
        Number("loop", float(max(np.abs(loop_maps - maps).max(), np.abs(np.array(looped["out"]) - out).max()))),
        Number("loop-first", min(head[0][0] for head in looped["weights"]), "share"),
        Number("bare-future", float(np.where(future, bare, 0).sum(axis=-1)[:, :-1].mean()), "share"),
        Number("bare-first", float(bare[:, 0, 0].mean()), "share"),
        Number("bare-entropy", float(entropy(bare)[:, 0].mean()), "nats"),
        Number("bare-last", float(np.abs(bare - weight)[:, -1].max())),
        Number("slice", sliced, "share"),
    )  # fmt: skip
    found = {one.key: one.value for one in numbers}
    claims = (
        Claim("triangular",
              found["future"] == found["pairs"] and found["first-row"] == 1 and found["row-sums"] < 1e-12),
        Claim("large", found["large"] < 1e-12),
        Claim("same", found["formula"] < 1e-12 and found["loop"] < 1e-12 and found["loop-first"] == 1),
        Claim("mask", found["bare-last"] < 1e-15 and float(np.abs(bare.sum(axis=-1) - 1).max()) < 1e-12,
              {"future": found["bare-future"]}),
        Claim("slice", sliced == 0, {"moved": sliced, "width": width, "dim": width // heads}),
    )  # fmt: skip
    names = tuple(str(place) for place in range(n))
    shown = np.where(future, math.nan, weight[0]).tolist()
    panels = (
        Panel("experiment-thirty-lines-map-title", "experiment-thirty-lines-key", "experiment-thirty-lines-query",
              kind="map", names=names, rows=names, values=tuple(map(tuple, shown))),
        Panel("experiment-thirty-lines-bare-title", "experiment-thirty-lines-key", "experiment-thirty-lines-query",
              kind="map", names=names, rows=names, values=tuple(map(tuple, bare[0].tolist()))),
        Panel("experiment-thirty-lines-spread-title", "experiment-thirty-lines-query", "experiment-nats", kind="bars",
              lines=(Line("experiment-thirty-lines-masked", (), tuple(entropy(weight).mean(axis=0).tolist())),
                     Line("experiment-thirty-lines-unmasked", (), tuple(entropy(bare).mean(axis=0).tolist()))),
              names=names),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def softmax(x: np.ndarray) -> np.ndarray:
    """As seed 003, section 3.5, prints it."""
    e = np.exp(x - x.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def causal_attention(
    X: Float[np.ndarray, "place width"],
    Wq: Float[np.ndarray, "width width"],
    Wk: Float[np.ndarray, "width width"],
    Wv: Float[np.ndarray, "width width"],
    Wo: Float[np.ndarray, "width width"],
    n_heads: int,
) -> tuple[Float[np.ndarray, "place width"], Float[np.ndarray, "head place place"]]:
    """Letter by letter what seed 003, section 3.5, prints: it shares nothing with the formula."""
    n, d = X.shape
    dk = d // n_heads
    Q, K, V = X @ Wq, X @ Wk, X @ Wv
    mask = np.triu(np.ones((n, n)), k=1) * -1e9
    heads, weights = [], []
    for h in range(n_heads):
        s = slice(h * dk, (h + 1) * dk)
        scores = Q[:, s] @ K[:, s].T / np.sqrt(dk)
        A = softmax(scores + mask)
        heads.append(A @ V[:, s])
        weights.append(A)
    joined = np.concatenate(heads, axis=1)
    return joined @ Wo, np.stack(weights)


def loop(x: list[list[float]], matrices: list[list[list[float]]], heads: int) -> dict[str, list[Any]]:
    """Seed 000's way: one place a call, keys and values kept, plain lists; a matrix is a list of its outputs' rows."""
    dim, kept_k, kept_v = len(x[0]) // heads, [], []
    wq, wk, wv, wo = matrices
    out: list[list[float]] = []
    weights: list[list[list[float]]] = [[] for _ in range(heads)]
    for one in x:
        q, k, v = (_linear(one, w) for w in (wq, wk, wv))
        kept_k.append(k)
        kept_v.append(v)
        mixed: list[float] = []
        for head in range(heads):
            here = range(head * dim, (head + 1) * dim)
            logits = [sum(q[j] * key[j] for j in here) / dim**0.5 for key in kept_k]
            top = max(logits)
            shares = [math.exp(logit - top) for logit in logits]
            row = [share / sum(shares) for share in shares]
            weights[head].append(row)
            mixed += [sum(weight * value[j] for weight, value in zip(row, kept_v, strict=True)) for j in here]
        out.append(_linear(mixed, wo))
    return {"out": out, "weights": weights}


def _linear(x: list[float], w: list[list[float]]) -> list[float]:
    return [sum(a * b for a, b in zip(row, x, strict=True)) for row in w]


def _cut(x: Float[np.ndarray, "place width"], heads: int) -> Float[np.ndarray, "head place dim"]:
    return x.reshape(len(x), heads, -1).swapaxes(0, 1)


EXPERIMENT = Experiment("thirty-lines", Settings(), run, Settings())
