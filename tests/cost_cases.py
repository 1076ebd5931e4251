"""What the library counts of sizes that the browser's counts are held to; run this file to write them.

attnlab is imported inside only: the shape checks are switched on after this file may have been read.
"""

import json
from pathlib import Path
from typing import Any

CASES = Path(__file__).parents[1] / "web" / "lessons" / "cost.cases.json"
# length, width, layers, heads, vocabulary, bits
SIZES = (
    (2048, 4096, 32, 32, 128_000, 16), (8192, 4096, 32, 32, 128_000, 32), (1000, 768, 12, 12, 50_257, 8),
    (7, 16, 1, 4, 27, 4), (1, 1, 1, 1, 1, 4), (8191, 8192, 64, 64, 128_000, 8), (15, 15, 3, 5, 33, 4),
)  # fmt: skip
SAID = ((1, 16), (5, 16), (64, 64), (512, 64))


def cases() -> dict[str, Any]:
    """Parameters, bytes and multiply-adds of each size; work of attention for texts that are said token by token."""
    return {"sizes": [_of(*one) for one in SIZES], "said": [_said(*one) for one in SAID]}


def _of(length: int, width: int, layers: int, heads: int, vocabulary: int, bits: int) -> dict[str, Any]:
    from attnlab.sizes import (
        BITS,
        Configuration,
        bytes_of,
        cached_numbers,
        count_parts,
        crossing,
        map_bytes,
        text_work,
    )  # fmt: skip

    config = Configuration(layers, width, vocabulary, heads=heads)
    dtype = next(name for name in BITS if BITS[name] == bits)
    parts = {one.name: one.parameters for one in count_parts(config)}
    done = text_work(config, length)
    return {
        "asked": {"length": length, "width": width, "layers": layers, "heads": heads, "vocabulary": vocabulary,
                  "bits": bits},
        "parameters": {
            "attention": sum(parts[name] for name in ("query", "key", "value", "join")),
            "feed": parts["up"] + parts["down"], "tables": parts["embedding"], "total": sum(parts.values()),
        },
        "memory": {
            "weights": bytes_of(sum(parts.values()), dtype), "cache": bytes_of(cached_numbers(config, length), dtype),
            "map": map_bytes(length), "maps": map_bytes(length, heads * layers),
        },
        "work": {"attention": done.attention, "projections": done.projections, "feed": done.feed_forward,
                 "output": done.output},
        "crossing": crossing(config),
    }  # fmt: skip


def _said(length: int, width: int) -> dict[str, Any]:
    from attnlab.experiments.cost import attention_work
    from attnlab.sizes import Configuration

    head = Configuration(1, width, 1, heads=1, hidden=0)
    kept, anew = (attention_work(head, length, cache) for cache in (True, False))
    return {"length": length, "width": width, "cached": kept, "anew": anew}


def told() -> str:
    return json.dumps(cases(), indent=1) + "\n"


if __name__ == "__main__":
    CASES.write_text(told(), encoding="utf-8")
