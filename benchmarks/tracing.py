"""What looking costs: a plain forward pass, attnlab's trace, and the same by transformers, TransformerLens and nnsight.

Shapes of GPT-2 small, Pythia 160m and a Llama with grouped heads, random weights, float32, one thread. Every way of a
shape and length runs in one process, turn about, and its time is the process's CPU time, the least of the rounds; its
peak memory is measured in a process of its own. A peer that is not installed is left out, with the reason: make a venv
that holds attnlab[hub], transformer-lens and nnsight, and run `python -m benchmarks tracing` there.
"""

import gc
import multiprocessing
import os
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

from attnlab.files import write_whole
from benchmarks.measure import machine
from benchmarks.stream import product, status

PAGE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- tracing: written by `./dev bench tracing` -->", "<!-- end of tracing -->"
ROUNDS = {1024: 3, 2048: 2, 512: 3, 128: 7}
"""How often each way is timed at each length, in the order in which they are measured."""
SHAPES = ("GPT-2 small", "Pythia 160m", "Llama, grouped heads")
PLAIN = "plain forward"
WAYS = (PLAIN, "attnlab trace", "transformers output_attentions", "TransformerLens", "nnsight")


def main(*lengths: str) -> None:
    """Measure and write the table into benchmarks/README.md; lengths given as options replace the usual ones."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch

    torch.set_num_threads(1)
    speed = product("cpu")
    bring()
    rows, reasons = [], {}
    for length in [int(one) for one in lengths] or ROUNDS:
        for shape in SHAPES:
            peaks = {name: alone(peak, name, shape, length) for name in WAYS}
            for name, why in peaks.items():
                if isinstance(why, str):
                    reasons[f"{name}, {shape}, {length:,} tokens"] = why
            ways = [name for name in WAYS if not isinstance(peaks[name], str)]
            times = alone(least, ways, shape, length)
            if isinstance(times, str):
                reasons[f"{shape}, {length:,} tokens"] = times
                continue
            for name in ways:
                rows.append((shape, length, name, times[name], times[name] / times[PLAIN], peaks[name]))
                print(*rows[-1], file=sys.stderr)
            write(rows, reasons, speed)


def bring() -> None:
    """Import what the processes that are forked from this one would else import each for itself."""
    from importlib import import_module

    for module in ("attnlab.models.hub", "attnlab.traces", "transformer_lens", "nnsight"):
        try:
            import_module(module)
        except ImportError as fault:
            print(f"{module}: {fault}", file=sys.stderr)


def alone(work: Callable[..., Any], *given: Any) -> Any:
    """What work gives in a process of its own, or in words why it gives nothing."""
    fork = multiprocessing.get_context("fork")
    near, far = fork.Pipe(duplex=False)

    def run() -> None:
        try:
            far.send(work(*given))
        except Exception as fault:
            far.send(f"{type(fault).__name__}: {(str(fault).splitlines() or [''])[0][:120]}")

    child = fork.Process(target=run)
    child.start()
    far.close()
    try:
        return near.recv()
    except EOFError:
        return "its process died"
    finally:
        child.join()


def least(names: list[str], shape: str, length: int) -> dict[str, float]:
    """The least CPU seconds of each way, all of them once a round, after one call that only warms up."""
    ways = {name: make(name, shape, length) for name in names}
    for way in ways.values():
        way()
    found = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS.get(length, 3)):
        for name, way in ways.items():
            gc.collect()
            begun = time.process_time()
            way()
            found[name] = min(found[name], time.process_time() - begun)
    return found


def peak(name: str, shape: str, length: int) -> float:
    """By how many MB one call raises the memory of a process that has just made the model; its results count."""
    way = make(name, shape, length)
    way(8)
    gc.collect()
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before = status("VmRSS")
    kept = way()
    found = (status("VmHWM") - before) / 1e3
    del kept
    return found


def model_of(shape: str, kernel: str) -> Any:
    """A random model of a shape."""
    import torch
    import transformers

    torch.manual_seed(0)
    wide = {"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "max_position_embeddings": 2048}
    match shape:
        case "GPT-2 small":
            config = transformers.GPT2Config(n_positions=2048, attn_implementation=kernel)
            made = transformers.GPT2LMHeadModel(config)
        case "Pythia 160m":
            config = transformers.GPTNeoXConfig(
                **wide, intermediate_size=3072, vocab_size=50304, rotary_pct=0.25, attn_implementation=kernel
            )
            made = transformers.GPTNeoXForCausalLM(config)
        case _:
            config = transformers.LlamaConfig(
                **wide, num_key_value_heads=4, intermediate_size=2048, vocab_size=32000, attn_implementation=kernel
            )
            made = transformers.LlamaForCausalLM(config)
    return made.eval()


def make(name: str, shape: str, length: int) -> Callable[..., Any]:
    """One way of looking; called, it runs once (on fewer pieces, if told) and gives what it kept."""
    import torch

    ids = torch.arange(length)[None] % 1000 + 10

    def plain(places: int = length) -> Any:
        with torch.no_grad():
            return model(input_ids=ids[:, :places], use_cache=False).logits

    match name:
        case "plain forward":
            model = model_of(shape, "sdpa")
            return plain
        case "attnlab trace":
            from attnlab import load, trace

            opened = load(model_of(shape, "sdpa"), name=shape)
            tokens = opened.of_ids(ids[0].tolist())
            short = opened.of_ids(ids[0, :8].tolist())
            return lambda places=length: trace(opened, tokens if places == length else short)
        case "transformers output_attentions":
            model = model_of(shape, "eager")

            def attentions(places: int = length) -> Any:
                with torch.no_grad():
                    return model(input_ids=ids[:, :places], use_cache=False, output_attentions=True)

            return attentions
        case "TransformerLens":
            return transformer_lens(shape, ids)
        case _:
            return nnsight(shape, ids)


def transformer_lens(shape: str, ids: Any) -> Callable[..., Any]:
    """Its bridge over the same model, keeping the patterns."""
    import torch
    from transformer_lens.model_bridge.sources._bridge_builder import build_bridge_from_module

    inner = model_of(shape, "eager")
    model = build_bridge_from_module(inner, type(inner).__name__, hf_config=inner.config)

    def run(places: int = ids.shape[1]) -> Any:
        with torch.no_grad():
            return model.run_with_cache(ids[:, :places], names_filter=lambda name: name.endswith("hook_pattern"))

    return run


def nnsight(shape: str, ids: Any) -> Callable[..., Any]:
    """The eager model with every layer's attention weights saved."""
    import torch
    from nnsight import NNsight

    inner = model_of(shape, "eager")
    model = NNsight(inner)
    parts = {
        "GPT-2 small": lambda: [block.attn for block in model.transformer.h],
        "Pythia 160m": lambda: [layer.attention for layer in model.gpt_neox.layers],
    }.get(shape, lambda: [layer.self_attn for layer in model.model.layers])

    def run(places: int = ids.shape[1]) -> Any:
        kept = []
        with torch.no_grad(), model.trace(input_ids=ids[:, :places], use_cache=False):
            for part in parts():
                kept.append(part.output[1].save())
        return kept

    return run


def whole(length: str) -> int:
    return int(length.replace(",", ""))


def kept() -> dict[tuple[str, str], list[str]]:
    """The rows that an earlier run wrote, by shape and length: what is measured anew takes their place."""
    found: dict[tuple[str, str], list[str]] = {}
    page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    for line in page.partition(BEGIN)[2].partition(END)[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] in SHAPES:
            found.setdefault((cells[0], cells[1]), []).append(line)
    return found


def write(rows: list[tuple], reasons: dict[str, str], speed: float) -> None:
    """Put the table between its marks in benchmarks/README.md; the rest of the page stays."""
    head = machine("attnlab", "torch", "transformers", "transformer-lens", "nnsight")
    lengths = sorted({row[1] for row in rows} | {whole(length) for _, length in kept()})
    rounds = ", ".join(f"{ROUNDS.get(length, 3)} rounds at {length:,} tokens" for length in lengths)
    rows = sorted(rows, key=lambda row: (SHAPES.index(row[0]), row[1], WAYS.index(row[2])))
    lines = [
        BEGIN, "", "## Tracing", "",
        "What it costs to look at every head of every layer, beside a plain forward pass of the same run. "
        f"One thread, float32, random weights, CPU time, measured {date.today()}, all ways "
        f"of a shape and length turn about; least of {rounds}. "
        "Memory is the peak of one call, results counted, over what the process held with the model made.", "",
        f"{head}; {speed:.0f} GFLOP/s in a product of 2048 x 2048 float32 matrices", "",
        "| shape | tokens | way | CPU s | of a plain forward | peak MB over the model |", "|---|---|---|---|---|---|",
    ]  # fmt: skip
    made: dict[tuple[str, str], list[str]] = {}
    for shape, length, way, cpu, ratio, most in rows:
        line = f"| {shape} | {length:,} | {way} | {cpu:.3f} | {ratio:.2f} | {most:.0f} |"
        made.setdefault((shape, f"{length:,}"), []).append(line)
    for _, part_lines in sorted((kept() | made).items(), key=lambda one: (SHAPES.index(one[0][0]), whole(one[0][1]))):
        lines += part_lines
    if reasons:
        lines += ["", "Left out:", "", *(f"- {name}: {why}" for name, why in reasons.items())]
    part = "\n".join([*lines, "", END])
    page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else "# Benchmarks\n"
    if BEGIN in page:
        before, rest = page.split(BEGIN)
        page = before + part + rest.split(END)[1]
    else:
        page = page.rstrip() + "\n\n" + part + "\n"
    write_whole(PAGE, page)
