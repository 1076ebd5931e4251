"""What torch makes of the head that a lesson trains in the browser, and the recipes; run this file to write them."""

import json
from pathlib import Path
from typing import Any

import numpy as np

CASES = Path(__file__).parents[1] / "web" / "lessons" / "training.cases.json"
KEYS, VALUES, WIDTH, STEPS = 64, 10, 8, 3
SIZES = {
    "key": (KEYS, WIDTH), "asked": (KEYS, WIDTH), "value": (VALUES, WIDTH),
    "q": (WIDTH, WIDTH), "k": (WIDTH, WIDTH), "v": (WIDTH, WIDTH), "next": (WIDTH, VALUES),
}  # fmt: skip


def weights() -> dict[str, np.ndarray]:
    """Weights that both languages work out for themselves: half the sine of 1.7 times the number of the place, counted
    through all matrices."""
    made, first = {}, 0
    for name, size in SIZES.items():
        count = int(np.prod(size))
        made[name] = 0.5 * np.sin(1.7 * (first + np.arange(count))).reshape(size)
        first += count
    return made


def strings(seed: int) -> list[dict[str, Any]]:
    """Some strings of different lengths."""
    rng = np.random.default_rng(seed)
    return [
        {"keys": rng.permutation(KEYS)[:pairs].tolist(), "values": rng.integers(VALUES, size=pairs).tolist(),
         "asked": int(rng.integers(pairs))}
        for pairs in (2, 3, 8, 16)
    ]  # fmt: skip


def loss(torch: Any, w: dict[str, Any], some: list[dict[str, Any]]) -> Any:
    """The mean loss, as plainly as torch allows."""
    total = 0.0
    for one in some:
        query = w["asked"][one["keys"][one["asked"]]] @ w["q"]
        keys, values = w["key"][one["keys"]] @ w["k"], w["value"][one["values"]] @ w["v"]
        weight = torch.softmax(keys @ query / WIDTH**0.5, dim=0)
        said = (weight @ values) @ w["next"]
        total = total - torch.log_softmax(said, dim=0)[one["values"][one["asked"]]]
    return total / len(some)


def cases() -> dict[str, Any]:
    """The recipes; the loss and its gradient; and the weights after some steps of Adam."""
    import torch

    from attnlab.recipes import plan
    from attnlab.train import Recipe

    def told(recipe: Recipe) -> dict[str, Any]:
        return {"steps": recipe.steps, "batch": recipe.batch, "rate": recipe.rate, "betas": list(recipe.betas)}

    recipe = plan("address").recipe
    w = {name: torch.tensor(x, dtype=torch.float64, requires_grad=True) for name, x in weights().items()}
    adam = torch.optim.Adam(w.values(), lr=recipe.rate, betas=recipe.betas)
    steps = []
    for step in range(STEPS):
        for group in adam.param_groups:
            group["lr"] = recipe.rate * (1 - step / recipe.steps)
        found = loss(torch, w, strings(step))
        adam.zero_grad()
        found.backward()
        grads = {name: _plain(x.grad) for name, x in w.items() if step == 0 or name == "q"}
        steps.append({"strings": strings(step), "loss": float(found.detach()), "gradient": grads})
        adam.step()
    after = {name: _plain(w[name].detach()) for name in ("q", "next", "value")}
    return {"names": told(Recipe()), "address": told(recipe), "steps": steps, "after": after}


def _plain(x: Any) -> list[float]:
    return [float(f"{one:.12g}") for one in x.flatten().tolist()]


if __name__ == "__main__":
    CASES.write_text(json.dumps(cases(), separators=(",", ":")) + "\n", encoding="utf-8")
