"""What the lesson on cost computes for its text."""

from typing import Any

from attnlab.sizes import Configuration, bytes_of, cached_numbers, count_parts, crossing, estimate, map_bytes, text_work

MODEL = Configuration(32, 4096, 128_000, heads=32)
"""The source text's example, called the class 7B there; its count of heads is ours, and only the maps ask for it."""
LARGER = Configuration(64, 8192, 128_000)
"""Its exercise."""
SHORT, LONG = 2048, 8192
BLOCK = 512
"""Width of the block whose crossing the experiment counted."""


def figures() -> dict[str, Any]:
    """Sizes of the example, what its maps and its cache take, and where attention overtakes."""
    parts = {one.name: one.parameters for one in count_parts(MODEL)}
    work = text_work(MODEL, LONG)
    return {
        "layers": MODEL.layers,
        "width": MODEL.width,
        "vocabulary": MODEL.vocabulary,
        "heads": MODEL.layers * (MODEL.heads or 1),
        "larger-layers": LARGER.layers,
        "larger-width": LARGER.width,
        "attention": sum(parts[name] for name in ("query", "key", "value", "join")) / 1e9,
        "feed": (parts["up"] + parts["down"]) / 1e9,
        "tables": parts["embedding"] / 1e9,
        "whole": estimate(MODEL.layers, MODEL.width, MODEL.vocabulary) / 1e9,
        "short": SHORT,
        "long": LONG,
        "maps": map_bytes(LONG, MODEL.layers * (MODEL.heads or 1)) / 2**30,
        "cache": bytes_of(cached_numbers(MODEL, LONG), "float16") / 2**30,
        "block": BLOCK,
        "crossing": int(crossing(MODEL)),
        "block-crossing": int(crossing(Configuration(1, BLOCK, 1))),
        "equal": work.attention / work.projections,
        "said": 512,
        "reach": 128,
        "compared": 4096,
        "sharp-keys": 256,
    }
