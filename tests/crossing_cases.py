"""Pairs of the translators with their cross maps, as the lesson on cross-attention holds them, and what the library
scores on them; run this file to write both.

attnlab is imported inside only: the shape checks are switched on after this file may have been read.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

HOME = Path(__file__).parents[1] / "web" / "lessons"
PAIRS, CASES = HOME / "crossing.pairs.json", HOME / "crossing.cases.json"
NUMBERS = (
    "three hundred fifty six", "two thousand four hundred twenty four", "seven thousand seven hundred eleven",
    "one thousand ninety eight", "two thousand five hundred eighteen", "four hundred nine",
)  # fmt: skip
SENTENCES = (
    "Anton did not look for the girl", "the beautiful doctor drew five books",
    "Anton near the big tree loved my doctor", "Olga together with my dog saw Martin", "my girl was not big",
    "my dogs heard Olga",
)  # fmt: skip
SOURCES = {"numbers-ru": NUMBERS, "numbers-et": NUMBERS, "grammar-ru": SENTENCES, "grammar-et": SENTENCES}
BEST = {"numbers-ru": (1, 0), "numbers-et": (1, 3), "grammar-ru": (1, 2), "grammar-et": (1, 3)}
"""The heads that the experiment `alignment` picked; a test holds them to its record."""
STEPS = 1000
"""Weights are kept as so many parts of one."""


def pairs() -> dict[str, Any]:
    """Per translator its best head, and its pairs: both texts, gold links, and every head's map in thousandths."""
    return {name: {"best": "-".join(map(str, BEST[name])), "pairs": [_pair(name, source) for source in some]}
            for name, some in SOURCES.items()}  # fmt: skip


def _pair(name: str, source: str) -> dict[str, Any]:
    from attnlab.experiments.alignment import maps_of

    model, example = _read(name, source)
    maps = np.rint(maps_of(model, example) * STEPS).astype(int)
    return {
        "pieces": example.pieces, "answer": example.answer, "said": model.translate(source),
        "sure": sorted(example.alignment), "possible": sorted(example.agreement), "maps": maps.tolist(),
    }  # fmt: skip


def _read(name: str, source: str) -> tuple[Any, Any]:
    from attnlab.models import load
    from attnlab.tasks import find

    return load(name), find(name).read(source)


def cases() -> list[dict[str, Any]]:
    """Links and scores by the library, from maps that were not rounded."""
    from attnlab.experiments.alignment import READINGS, gold, links, maps_of, score, straight

    made = []
    for name, some in SOURCES.items():
        for number, source in enumerate(some, 1):
            model, example = _read(name, source)
            maps, (sure, possible) = maps_of(model, example), gold(example)
            maps_by_head = {f"{layer}-{head}": maps[layer, head] for layer, head in np.ndindex(maps.shape[:2])}
            for head, map in (maps_by_head | {"mean": maps.mean(axis=(0, 1))}).items():
                for reading, shift in READINGS.items():
                    found = links(map, shift)
                    made.append(_case(name, number, head, reading, found, score([found], [sure], [possible])))
            line = straight(len(example.answer), len(example.pieces))
            made.append(_case(name, number, "", "", line, score([line], [sure], [possible])))
    return made


def _case(model: str, pair: int, head: str, reading: str, found: Any, got: Any) -> dict[str, Any]:
    return {"model": model, "pair": pair, "head": head, "reading": reading, "links": sorted(map(list, found)),
            "precision": got.precision, "recall": got.recall, "aer": got.aer}  # fmt: skip


def told(made: Any) -> str:
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    PAIRS.write_text(told(pairs()), encoding="utf-8")
    CASES.write_text(told(cases()), encoding="utf-8")
