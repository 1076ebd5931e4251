"""What `attnlab.check` finds on texts and random picks, to hold the browser's form of it to; run this file to write it.

attnlab is imported inside only: the shape checks are switched on after this file may have been read.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

CASES = Path(__file__).parents[1] / "web" / "verdict.cases.json"
TEXTS, DRAWN_TEXTS = 112, 40
WHOLE = 16  # texts of which every figure is kept
FIGURES = (
    "harm_top", "harm_middle", "harm_random", "harm_foil", "over_random", "over_foil", "size_top", "size_random",
    "share",
)  # fmt: skip
HARMS = FIGURES[:4]
CHANCES = ("p_random", "p_foil", "p_size", "p")
SAMPLES = (
    [0.5, 1.5, -0.25], [0.0, 0.0, 1.0, -2.0, 3.0], [1.0, 1.0, -1.0, 2.0, 2.0, -3.0, 0.0], [0.0, 0.0],
    [-1.0, -2.0, -3.0, -4.0],
)  # fmt: skip


def texts(model: Any) -> list[str]:
    """What the model says itself, with one text twice and one too short."""
    from attnlab.texts import default_cases

    if model.name == "drawn":
        rng = np.random.default_rng(14)
        return ["".join(rng.choice(model.alphabet.symbols, rng.integers(3, model.context))) for _ in range(DRAWN_TEXTS)]
    said = [case.text for case in default_cases(model, TEXTS, 0)[0]]
    return [*said, said[0], said[1][:2]]


def picks(model: Any, text: str, number: int) -> tuple[str, str]:
    """What `check` leaves to chance on a text: pairs of symbols, and which of the nearest keys; as short strings."""
    from attnlab import checks
    from attnlab.targets import choose

    tokens = model.tokens(text)
    logits = np.asarray(model.run(tokens))
    target = choose(model, tokens, logits, "top", -1)
    drawn = checks._draws(target, logits, np.random.default_rng([0, number]))
    heads = [(place, head) for place, site in enumerate(model.sites) for head in range(model.heads(site))]
    nearest = [np.random.default_rng([0, number, *head]).choice(checks.NEAR) for head in heads]
    return "".join(chr(40 + one.symbol) + chr(40 + one.rival) for one in drawn), "".join(map(str, nearest))


def case(model: Any) -> dict[str, Any]:
    """One model's check."""
    from attnlab.checks import Settings, check

    given, measured = texts(model), {}
    settings = Settings(pairs=False, swaps=False, every_key=False)
    found = check(model, given, "all", settings, measured=measured)
    rows = [
        None if isinstance(row := measured.get(number), str) or row is None else {
            "target": row.target, "margin": _short(row.margin),
            "units": [[one.top, one.middle, one.random, *(_short(getattr(one, name)) for name in HARMS)]
                      for one in row.units],
        } for number in range(WHOLE)
    ]  # fmt: skip
    verdicts = [
        {"head": one.name, "finding": one.finding, "conditions": list(one.conditions.values()),
         **{name: [_short(getattr(getattr(one, name), part)) for part in ("mean", "low", "high")] for name in FIGURES},
         **{name: getattr(one, name) for name in CHANCES}} for one in found.verdicts
    ]  # fmt: skip
    drawn = [picks(model, text, number) for number, text in enumerate(given)]
    return {
        "decoder": model.name, "texts": given, "pairs": [one for one, _ in drawn], "nearest": [one for _, one in drawn],
        "short": found.short, "same": found.same, "wrong": found.wrong, "rows": rows, "verdicts": verdicts,
    }  # fmt: skip


def _short(x: float) -> float:
    return round(float(x), 12)


def statistics() -> dict[str, Any]:
    """What SciPy makes of a few samples: the test that the protocol uses, and the normal tail under it."""
    from scipy.stats import norm

    from attnlab.statistics import signed_rank

    rng = np.random.default_rng(5)
    samples = [*SAMPLES, *(np.round(rng.normal(shift, 1, 60), 1).tolist() for shift in (0, 0.3, 2))]
    places = [-9.0, -3.5, -2.0, -0.1, 0.0, 0.7, 1.96, 2.999, 3.0, 3.5, 6.0, 12.0, 30.0]
    return {
        "greater": [{"sample": one, "p": signed_rank(np.array(one))} for one in samples],
        "tail": [{"z": z, "p": float(norm.sf(z))} for z in places],
    }


def cases() -> dict[str, Any]:
    """All that the file holds; the decoders themselves are in decoder.cases.json."""
    from decoder_cases import models

    return {"checks": [case(model) for model in models().values()], "statistics": statistics()}


if __name__ == "__main__":
    CASES.write_text(json.dumps(cases(), ensure_ascii=False).replace("}, {", "},\n{") + "\n", encoding="utf-8")
