"""What `formula.attention` makes of cases that the browser's own form of it is held to; run this file to write them.

The robot's vectors are made here once more, by SciPy's Hadamard matrix, so that the page's are held to them too.
attnlab is imported inside only: the shape checks are switched on after this file may have been read.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np
from scipy.linalg import hadamard

CASES = Path(__file__).parents[1] / "web" / "attention.cases.json"
WORDS = ["Робот", "положил", "стакан", "на", "стол", "потому", "что", "он"]
GLASS, TABLE, BECAUSE, HE = 2, 4, 5, 7
SCORES = {
    HE: [0.4, 0.2, 1.4, 0, 1.9, 0.3, 0.2, 0.9],
    GLASS: [1.2, 1.5, 1.6, 0.1, 0.9, 0, 0.1, 0.5],
    BECAUSE: [0.3, 0.9, 0.4, 0, 0.5, 1.3, 1.1, 0.6],
}
OURS = [1.1, 1.4, 0.7, 0.1, 0.6, 0.2, 0.3, 0.8]
VALUES = [-1.6, -0.8, 0.6, -0.2, 1.8, 0.2, -0.4, 1.0]
NOISE, NOISE_SCORE, SWAPPED = 6, 0.5, -1.5
ROWS: dict[str, dict[str, Any]] = {
    "default": {},
    "swap": {"swap": True},
    "undivided": {"dim": 256, "divided": False},
    "noise": {"noise": "after"},
    "bump": {"bump": 4.0},
    "glass": {"query": GLASS, "causal": True, "bump": 4.0},
    "because": {"query": BECAUSE, "causal": True},
}
PRINTED = {
    "default": (0.343, 1.836, 0.675),
    "swap": (0.343, 1.836, -0.458),
    "undivided": (1.000, 0.003, 1.800),
    "noise": (0.228, 2.460, 0.447),
    "bump": (0.966, 0.209, 1.742),
    "glass": (0.388, 1.085, -0.465),
    "because": (0.316, 1.694, 0.023),
}
"""Largest weight, entropy and output of the public lesson's own lab."""


def robot(dim: int) -> dict[str, np.ndarray]:
    """q of the three queries, k of every word, k of the noise: q.k / root of dim is the lesson's score."""
    patterns = hadamard(dim)[:4].astype(float)
    scores = np.array([SCORES[HE], SCORES[GLASS], SCORES[BECAUSE], OURS])
    root = dim**0.5
    return {
        "q": patterns[:3],
        "k": scores.T @ patterns / root,
        "noise": np.full((NOISE, 4), NOISE_SCORE) @ patterns / root,
    }


def row(
    query: int = HE, dim: int = 4, *, divided: bool = True, bump: float = 0.0, causal: bool = False,
    noise: str = "no", swap: bool = False,
) -> dict[str, Any]:  # fmt: skip
    """One row of the robot's by the library's formula, from vectors."""
    from attnlab.figures import entropy
    from attnlab.formula import allow, attention

    made = robot(dim)
    q = made["q"][[HE, GLASS, BECAUSE].index(query)][None, None]
    k, v, bias = made["k"], np.array(VALUES), np.zeros(len(WORDS))
    bias[TABLE] = bump
    if swap:
        v[TABLE] = SWAPPED
    if noise != "no":
        k, v, bias = np.vstack([k, made["noise"]]), np.append(v, [0.0] * NOISE), np.append(bias, [0.0] * NOISE)
    mask = allow(np.arange(len(k)) <= query)[None, None] if causal else None
    found: dict[str, np.ndarray] = {}

    def note(stage: str, x: np.ndarray) -> np.ndarray:
        found[stage] = x[0]
        return x

    scale = dim**-0.5 if divided else 1.0
    attention(q, k[None], v[None, :, None], scale=scale, bias=bias[None, None], mask=mask, tap=note)
    weight = found["weight"][0]
    return {
        "score": found["score"][0].tolist(),
        "weight": weight.tolist(),
        "entropy": float(entropy(weight)),
        "output": float(found["output"][0, 0]),
    }


def drawn(seed: int = 2) -> list[dict[str, Any]]:
    """Random cases of many sizes, scales, biases, temperatures and masks, with what the formula makes of each."""
    from attnlab.formula import allow, attention

    rng, made = np.random.default_rng(seed), []
    for _ in range(40):
        queries, keys, dim, width = rng.integers([1, 1, 1, 1], [5, 7, 9, 4])
        q, k, v = (
            np.round(rng.normal(0, rng.choice([0.1, 1, 10]), size), 3)
            for size in ((queries, dim), (keys, dim), (keys, width))
        )
        scale, temperature = float(rng.choice([1, dim**-0.5])), float(rng.choice([1, 0.25, 3]))
        bias = np.round(rng.normal(0, 2, (queries, keys)), 2) if rng.random() < 0.5 else None
        may = rng.random((queries, keys)) < rng.choice([0.3, 1])
        may[np.arange(queries), rng.integers(0, keys, queries)] = True
        found: dict[str, list] = {}

        def note(stage: str, x: np.ndarray, found: dict[str, list] = found) -> np.ndarray:
            found[stage] = x[0].tolist()
            return x

        attention(
            q[None], k[None], v[None], scale=scale / temperature,
            bias=None if bias is None else (bias / temperature)[None], mask=allow(may)[None], tap=note,
        )  # fmt: skip
        asked = {"q": q.tolist(), "k": k.tolist(), "v": v.tolist(), "scale": scale, "temperature": temperature}
        asked |= {"bias": None if bias is None else bias.tolist(), "may": may.tolist()}
        made.append({**asked, **{stage: found[stage] for stage in ("score", "weight", "output")}})
    return made


def cases() -> dict[str, Any]:
    """All that the file holds."""
    vectors = {str(dim): {name: x.tolist() for name, x in robot(dim).items()} for dim in (4, 16)}
    rows = {name: {"printed": PRINTED[name], **row(**how)} for name, how in ROWS.items()}
    sizes = {str(dim): row(dim=dim)["weight"] for dim in (4, 16, 64, 256)}
    return {"drawn": drawn(), "robot": vectors, "rows": rows, "sizes": sizes}


if __name__ == "__main__":
    CASES.write_text(json.dumps(cases(), ensure_ascii=False).replace("}, {", "},\n{") + "\n", encoding="utf-8")
