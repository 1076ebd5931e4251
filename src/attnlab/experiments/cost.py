"""What attention costs as the text grows: counted in operations, where it is exact, and beside that timed."""

import time
from dataclasses import dataclass

import numpy as np

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Mark, Number, Panel
from attnlab.experiments.looks import look
from attnlab.figures import entropy
from attnlab.sizes import Configuration, count_parts, crossing, generation_work, map_bytes, text_work
from attnlab.variants import Pattern, price


@dataclass(frozen=True)
class Settings:
    """One head of seed 002's width, in float32; the median of five repeats."""

    dim: int = 64
    lengths: tuple[int, ...] = (64, 128, 256, 512, 1024, 2048, 4096)
    """Texts that are timed."""
    repeats: int = 5
    spoken: tuple[int, ...] = (64, 128, 256, 512)
    """Texts that are said piece by piece."""
    reach: int = 128
    """Of a window and of a stride."""
    compared: int = 4096
    """The length at which the variants are priced."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Count and time one head at every length; say texts with a cache and without; price what loses edges."""
    rng = np.random.default_rng(inputs.seed)
    counted = [price("full", n, dim=settings.dim, causal=False) for n in settings.lengths]
    seconds, total = [], len(settings.lengths) * (settings.repeats + 1)
    for before, n in enumerate(settings.lengths):
        q, k, v = rng.standard_normal((3, n, settings.dim)).astype(np.float32)
        inputs.watch(before * (settings.repeats + 1), total)
        look(q, k, v, scale=settings.dim**-0.5)  # warm
        taken = []
        for done in range(settings.repeats):
            inputs.watch(before * (settings.repeats + 1) + done + 1, total)
            begun = time.perf_counter()
            look(q, k, v, scale=settings.dim**-0.5)
            taken.append(time.perf_counter() - begun)
        seconds.append(float(np.median(taken)))
    inputs.watch(total, total)
    timed = dict(zip(settings.lengths, seconds, strict=True))
    double = timed[1024] / timed[512] if {512, 1024} <= set(timed) else None

    head = Configuration(1, settings.dim, 1, heads=1, hidden=0)
    said = {kept: [attention_work(head, n, kept) for n in settings.spoken] for kept in (True, False)}
    block = Configuration(1, 512, 1)
    crosses = crossing(block)
    first = next(n for n in range(1, 4 * 512) if text_work(block, n).attention >= text_work(block, n).projections)
    formally = next(n for n in range(1, 4 * 512) if n**2 * 512 >= n * 512**2)

    prices = {kind: price(kind, settings.compared, reach=settings.reach, dim=settings.dim) for kind in KINDS}
    full = prices["full"]
    q, k = rng.standard_normal((2, 256, settings.dim))
    sharp = {linear: float(entropy(look(q, k, scale=settings.dim**-0.5, linear=linear)["weight"]).mean())
             for linear in (False, True)}  # fmt: skip

    model, larger = Configuration(32, 4096, 128_000), Configuration(64, 8192, 128_000)
    parts = {one.name: one.parameters for one in count_parts(model)}
    tables, whole = 128_000 * 4096, sum(parts.values())
    blocks = whole - tables

    numbers = (
        Number("map-2048", map_bytes(2048) / 2**20, "MiB", 16.0, 0, digits=1),
        Number("map-8192", map_bytes(8192) / 2**20, "MiB", 256.0, 0, digits=1),
        Number("slope-counted", steep(settings.lengths, [one.multiply_adds for one in counted])),
        Number("slope-timed", steep(settings.lengths, seconds), "", 1.9, None, digits=2),
        *([] if double is None else [Number("double-timed", double, "", 4.0, None, digits=2)]),
        Number("cached-slope", steep(settings.spoken, said[True]), "", 2, 0.02),
        Number("anew-slope", steep(settings.spoken, said[False]), "", 3, 0.03),
        Number("cached-double", said[True][-1] / said[True][-2], "", 4, 0.04, digits=2),
        Number("anew-double", said[False][-1] / said[False][-2], "", 8, 0.08, digits=2),
        Number("crossing-form", formally / 512, "", 1, 0, digits=1),
        Number("crossing-counted", first / 512, digits=1),
        *(Number(f"{kind}-lost", prices[kind].share_lost, "share") for kind in KINDS),
        *(Number(f"{kind}-work", prices[kind].multiply_adds / full.multiply_adds, "share") for kind in KINDS),
        Number("softmax-entropy", sharp[False], "nats"),
        Number("linear-entropy", sharp[True], "nats"),
        Number("blocks", blocks / 1e9, "", 6.4, 0.05, digits=2),
        Number("tables", tables / 1e9, "", 0.5, 0.05, digits=2),
        Number("model", whole / 1e9, "", digits=2),
        Number("exercise", sum(one.parameters for one in count_parts(larger)) / 1e9, "", digits=2),
    )
    found = {one.key: one.value for one in numbers}
    claims = (
        Claim("square", abs(found["slope-counted"] - 2) < 1e-12),
        Claim("cache", abs(found["cached-slope"] - 2) < 0.02 and abs(found["anew-slope"] - 3) < 0.03,
              {"times": said[False][-1] / said[True][-1], "length": settings.spoken[-1]}),
        Claim("crossing", first == 512, {"width": 512, "length": first, "times": crosses / 512}),
        Claim("edges", all(prices[kind].lost > 0 for kind in KINDS if kind != "full"),
              {"length": settings.compared, "linear": sharp[True], "full": sharp[False]}),
        Claim("half", 0.49 < parts_ratio(parts) < 0.51),
    )  # fmt: skip
    lengths, spoken = tuple(map(float, settings.lengths)), tuple(map(float, settings.spoken))
    panels = (
        Panel("experiment-cost-time-title", "experiment-cost-length", "experiment-cost-relative",
              (Line("experiment-cost-counted", lengths,
                    tuple(one.multiply_adds / counted[0].multiply_adds for one in counted)),
               Line("experiment-cost-timed", lengths, tuple(x / seconds[0] for x in seconds))),
              log_x=True, log_y=True),
        Panel("experiment-cost-memory-title", "experiment-cost-length", "experiment-cost-mib",
              (Line("", (512.0, 1024.0, 2048.0, 4096.0, 8192.0),
                    tuple(map_bytes(n) / 2**20 for n in (512, 1024, 2048, 4096, 8192))),),
              (Mark(16.0, 2048.0), Mark(256.0, 8192.0)), log_x=True, log_y=True),
        Panel("experiment-cost-cache-title", "experiment-cost-length", "experiment-cost-work",
              tuple(Line(f"experiment-cost-{name}", spoken, tuple(map(float, said[kept])))
                    for name, kept in (("cached", True), ("anew", False))), log_x=True, log_y=True),
        Panel("experiment-cost-crossing-title", "experiment-cost-length", "experiment-cost-work",
              tuple(Line(f"experiment-cost-{name}", *zip(*(
                  (float(n), float(getattr(text_work(block, n), name))) for n in (128, 256, 512, 1024, 2048, 4096)
              ), strict=True)) for name in ("attention", "projections")), log_x=True, log_y=True),
        Panel("experiment-cost-variants-title", "experiment-cost-pattern", "experiment-cost-of-full", kind="bars",
              lines=(Line("experiment-cost-lost", (), tuple(prices[kind].share_lost for kind in KINDS)),
                     Line("experiment-cost-done", (), tuple(prices[kind].multiply_adds / full.multiply_adds
                                                            for kind in KINDS))),
              names=tuple(f"experiment-cost-{kind}" for kind in KINDS)),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


KINDS: tuple[Pattern, ...] = ("full", "stream", "window", "strided", "linear")


def steep(x: tuple[int, ...], y: list[int] | list[float]) -> float:
    """The slope of the best line through the logarithms."""
    return float(np.polyfit(np.log(np.array(x, dtype=float)), np.log(np.array(y, dtype=float)), 1)[0])


def attention_work(head: Configuration, length: int, cache: bool) -> int:
    """Multiply-adds of attention alone that say so many pieces: without what grows with their number or its square."""
    steps = length if cache else length * (length + 1) // 2
    return generation_work(head, length, cache=cache) - steps * (
        text_work(head, 1).total - text_work(head, 1).attention
    )


def parts_ratio(parts: dict[str, int]) -> float:
    """Parameters of attention to those of the feed-forward parts."""
    return sum(parts[name] for name in ("query", "key", "value", "join")) / (parts["up"] + parts["down"])


EXPERIMENT = Experiment("cost", Settings(), run, Settings(lengths=(64, 128, 256, 512), repeats=3, compared=1024))
