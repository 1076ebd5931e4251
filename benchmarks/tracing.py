"""What looking costs: a plain forward pass, attnlab's trace, and the same by transformers, TransformerLens and nnsight.

Shapes of GPT-2 small, Pythia 160m and a Llama with grouped heads, random weights, float32, one thread. Every way runs
in one process, turn about, and its time is the process's CPU time (the least of the rounds); its peak memory is
measured in a process of its own. A peer that is not installed is left out, with the reason.
"""

import gc
import multiprocessing
import os
import resource
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.measure import machine

PAGE = Path(__file__).parent / "README.md"
BEGIN, END = "<!-- tracing: written by `./dev bench tracing` -->", "<!-- end of tracing -->"
LENGTHS = (128, 512, 1024, 2048)
ROUNDS = 3
SHAPES = ("GPT-2 small", "Pythia 160m", "Llama, grouped heads")
WAYS = ("plain forward", "attnlab trace", "transformers output_attentions", "TransformerLens", "nnsight")


def main(*lengths: str) -> None:
    """Measure and write the table into benchmarks/README.md; lengths given as options replace the usual ones."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    import torch

    torch.set_num_threads(1)
    rows, reasons = [], {}
    for shape in SHAPES:
        for length in [int(one) for one in lengths] or LENGTHS:
            ways = {}
            for name in WAYS:
                try:
                    ways[name] = make(name, shape, length)
                    ways[name]()
                except Exception as fault:
                    ways.pop(name, None)
                    reasons[f"{name}, {shape}"] = f"{type(fault).__name__}: {str(fault).splitlines()[0][:120]}"
            times = least(ways)
            for name in ways:
                peak = alone(name, shape, length)
                rows.append((shape, length, name, times[name], times[name] / times["plain forward"], peak))
                print(*rows[-1], file=sys.stderr)
            ways.clear()
            gc.collect()
            write(rows, reasons)


def least(ways: dict[str, Callable[[], object]]) -> dict[str, float]:
    """The least CPU seconds of each way, all of them once a round."""
    found = dict.fromkeys(ways, float("inf"))
    for _ in range(ROUNDS):
        for name, way in ways.items():
            gc.collect()
            begun = time.process_time()
            way()
            found[name] = min(found[name], time.process_time() - begun)
    return found


def alone(name: str, shape: str, length: int) -> float:
    """By how many MB one call raises the memory of a process that has just made the model."""
    fork = multiprocessing.get_context("fork")
    near, far = fork.Pipe(duplex=False)

    def work() -> None:
        way = make(name, shape, length)
        way(8)
        gc.collect()
        before = now()
        kept = way()
        far.send((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024 - before) / 1e6)
        del kept

    child = fork.Process(target=work)
    child.start()
    far.close()
    try:
        return near.recv()
    except EOFError:
        return float("nan")
    finally:
        child.join()


def now() -> int:
    """Bytes of memory in use."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


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


def write(rows: list[tuple], reasons: dict[str, str]) -> None:
    """Put the table between its marks in benchmarks/README.md; the rest of the page stays."""
    head = machine("attnlab", "torch", "transformers", "transformer-lens", "nnsight")
    lines = [
        BEGIN, "", "## Tracing", "",
        "What it costs to look at every head of every layer, beside a plain forward pass of the same run. "
        f"One thread, float32, random weights, CPU time, least of {ROUNDS} rounds.", "", head, "",
        "| shape | tokens | way | CPU s | of a plain forward | peak MB over the model |", "|---|---|---|---|---|---|",
        *(f"| {s} | {n} | {way} | {t:.3f} | {ratio:.2f} | {peak:.0f} |" for s, n, way, t, ratio, peak in rows),
    ]  # fmt: skip
    if reasons:
        lines += ["", "Left out:", "", *(f"- {name}: {why}" for name, why in reasons.items())]
    part = "\n".join([*lines, "", END])
    page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else "# Benchmarks\n"
    if BEGIN in page:
        before, rest = page.split(BEGIN)
        page = before + part + rest.split(END)[1]
    else:
        page = page.rstrip() + "\n\n" + part + "\n"
    PAGE.write_text(page, encoding="utf-8")
