"""Predicted against real peak memory of every kind of run: writes docs/memory.md.

`python -m benchmarks memory` makes random models of known shapes (needs the extra `hub`; nothing is fetched). Each case
is a process of its own, begun anew (one that is forked fills the memory it was given in another way): it opens the
model, runs once on a few pieces, notes what it holds, asks for the prediction (which is what the refusal of the very
same call says), runs, and reads the highest memory the system has seen (VmHWM). Linux only.
"""

import ctypes
import gc
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.measure import machine
from benchmarks.stream import status

REPORT = Path(__file__).parent.parent / "docs" / "memory.md"
SEED = 0
WITHIN, NOISE = 0.2, 32
"""How far a prediction may be from the peak, as a share of it; and, of peaks of no more, in MB."""
WARM = 8
AT_ONCE = 2
"""Cases measured side by side: what one takes does not hang on another."""


@dataclass(frozen=True)
class Case:
    """A kind of run of a model on so many pieces."""

    shape: str
    kind: str
    pieces: int


GPT2, LLAMA, NEOX, BERT, T5, OWN, NAMES = (
    "GPT-2 small", "Llama, grouped heads", "Pythia 160m", "BERT base", "T5 small", "own decoder", "names",
)  # fmt: skip
SMALLER = "a smaller GPT-2"
"""The suite's own, quick to make."""
CASES = [
    *(Case(GPT2, "trace", n) for n in (16, 128, 512, 1024, 2048)),
    *(Case(GPT2, "effect", n) for n in (128, 512, 1024)),
    *(Case(GPT2, kind, 512) for kind in ("edge_effects", "effect_map", "generate")),
    *(Case(GPT2, kind, 256) for kind in ("head_effects", "check")),
    *(Case(SMALLER, "effect_map", n) for n in (512, 1024)),
    Case(LLAMA, "trace", 2048),
    *(Case(LLAMA, kind, 512) for kind in ("effect", "edge_effects", "generate")),
    Case(LLAMA, "head_effects", 256),
    Case(NEOX, "trace", 1024),
    *(Case(BERT, kind, 512) for kind in ("trace", "effect")),
    *(Case(T5, kind, 512) for kind in ("trace", "effect")),
    *(Case(OWN, kind, n) for kind, n in (("trace", 512), ("trace", 1024), ("effect", 1024), ("edge_effects", 512))),
    Case(NAMES, "trace", 15),
    *(Case(GPT2, kind, 0) for kind in ("load", "load, bfloat16")),
]


def main(*only: str) -> None:
    """Measure every case, or those of the kinds that are named, which are printed and not written."""
    cases = [case for case in CASES if not only or case.kind in only]
    found = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as several:
        for case, made in zip(cases, several.map(partial(alone, folder=folder), cases), strict=True):
            print(case, made, file=sys.stderr, flush=True)
            found.append((case, made))
    if not only:
        REPORT.write_text(report(found), encoding="utf-8")
        print(REPORT, file=sys.stderr)


def alone(case: Case, folder: str = "") -> tuple[float, float] | str:
    """The predicted and the real rise, in MB, in a process of its own; or in words why there is none."""
    given = json.dumps([case.shape, case.kind, case.pieces, folder])
    command = [sys.executable, "-c", "import sys; from benchmarks import memory; memory.child(sys.argv[1])", given]
    environment = os.environ | {"OMP_NUM_THREADS": "1", "HF_HUB_OFFLINE": "1"}
    made = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=REPORT.parent.parent)
    lines = made.stdout.splitlines()
    if made.returncode or not lines:
        return (made.stderr.splitlines() or ["its process died"])[-1][:120]
    predicted, peak = json.loads(lines[-1])
    return predicted, peak


def child(given: str) -> None:
    """One case, printed."""
    shape, kind, pieces, folder = json.loads(given)
    begin()
    print(json.dumps(measured(Case(shape, kind, pieces), folder)))


def begin() -> None:
    """What is imported before any case, on one thread."""
    from importlib import import_module

    import torch

    torch.set_num_threads(1)
    for name in ("models.hub", "models.rerun", "models.small", "effects", "effect_maps", "generated", "checks", "lab"):
        import_module(f"attnlab.{name}")


def measured(case: Case, folder: str) -> tuple[float, float]:
    """The predicted and the real rise, in MB."""
    way = make(case, folder)
    if not case.kind.startswith("load"):
        way(min(WARM, case.pieces))
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    predicted = prediction(lambda: way(case.pieces))
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before = status("VmRSS")
    kept = way(case.pieces)
    peak = (status("VmHWM") - before) * 1024 / 1e6
    del kept
    return predicted, peak


def prediction(way: Callable[[], Any]) -> float:
    """What the refusal of a call says it would need, in MB."""
    from attnlab import LabError
    from attnlab.budgets import ALLOWED

    os.environ[ALLOWED] = "1 B"
    try:
        way()
    except LabError as fault:
        if fault.message != "memory-over":
            raise
        return float(fault.facts["need"])
    finally:
        del os.environ[ALLOWED]
    raise AssertionError("a run that takes memory was not refused at 1 byte")


def make(case: Case, folder: str) -> Callable[[int], Any]:
    """The run, of so many pieces."""
    import attnlab

    if case.kind.startswith("load"):
        place = Path(folder) / case.kind
        if not place.is_dir():
            code = "import sys; from benchmarks import memory; memory.save(*sys.argv[1:])"
            subprocess.run([sys.executable, "-c", code, case.shape, str(place)], check=True, capture_output=True)
        dtype = "bfloat16" if "bfloat16" in case.kind else "float32"
        return lambda pieces: attnlab.load(str(place), dtype=dtype)
    model: Any = own() if case.shape == OWN else attnlab.load(NAMES if case.shape == NAMES else shaped(case.shape))
    last = [str(site) for site in model.sites[-2:]]

    def cut(pieces: int) -> Any:
        if case.shape == NAMES:
            return model.tokens("annabellannabel"[:pieces])
        if case.shape == OWN:
            return model.tokens("ab" * (pieces // 2) + "a" * (pieces % 2))
        ids = [place % 1000 + 10 for place in range(pieces)]
        return model.of_ids(ids, model.of_ids(ids) if model.has_encoder else None)

    match case.kind:
        case "trace":
            return lambda pieces: attnlab.trace(model, cut(pieces))
        case "effect":
            return lambda pieces: attnlab.effect(model, cut(pieces), f"drop {model.sites[0]}.0:{pieces - 1}>1")
        case "edge_effects":
            return lambda pieces: attnlab.edge_effects(model, cut(pieces), sites=last)
        case "effect_map":
            return lambda pieces: attnlab.effect_map(model, cut(pieces), sites=last)
        case "head_effects":
            return lambda pieces: attnlab.head_effects(model, cut(pieces), sites=last[:1])
        case "generate":
            return lambda pieces: attnlab.generate(model, cut(pieces), new=16)
    few = attnlab.checks.Settings(swaps=False, least_texts=1)
    return lambda pieces: attnlab.check(model, [cut(pieces).text], [f"{last[0]}.0", f"{last[0]}.1"], few)


def own() -> Any:
    """A decoder of ours, larger than any that the package brings."""
    from attnlab.models.small import Shape, Small, draw
    from attnlab.tokens import Alphabet

    shape = Shape(symbols=3, layers=4, heads=8, width=256, hidden=1024, context=2048)
    return Small("own", shape, Alphabet(("a", "b")), draw(shape, seed=SEED))


def shaped(shape: str) -> Any:
    """A random model of a shape."""
    import torch
    import transformers

    torch.manual_seed(SEED)
    wide = {"hidden_size": 768, "num_hidden_layers": 12, "num_attention_heads": 12, "max_position_embeddings": 2048}
    ends: dict[str, Any] = {"bos_token_id": 0, "eos_token_id": None}
    match shape:
        case "GPT-2 small":
            made = transformers.GPT2LMHeadModel(transformers.GPT2Config(n_positions=2048, **ends))
        case "a smaller GPT-2":
            sizes: dict[str, Any] = {"n_embd": 512, "n_head": 8, "n_layer": 4, "vocab_size": 16000}
            made = transformers.GPT2LMHeadModel(transformers.GPT2Config(n_positions=2048, **sizes, **ends))
        case "Pythia 160m":
            config = transformers.GPTNeoXConfig(**wide, intermediate_size=3072, vocab_size=50304, rotary_pct=0.25)
            made = transformers.GPTNeoXForCausalLM(config)
        case "Llama, grouped heads":
            sizes = {"num_key_value_heads": 4, "intermediate_size": 2048, "vocab_size": 32000}
            made = transformers.LlamaForCausalLM(transformers.LlamaConfig(**wide, **sizes, **ends))
        case "BERT base":
            made = transformers.BertForMaskedLM(transformers.BertConfig(max_position_embeddings=2048))
        case _:
            made = transformers.T5ForConditionalGeneration(transformers.T5Config())
    return made.eval()


def save(shape: str, place: str) -> None:
    """A model's files, in a process that ends: what it took is no part of what opening takes."""
    shaped(shape).save_pretrained(place)


def report(found: list[tuple[Case, Any]]) -> str:
    """The page."""
    rows, errors = [], []
    for case, made in found:
        if isinstance(made, str):
            rows.append(f"| {case.shape} | {case.kind} | {case.pieces or ''} | {made} | | | |")
            continue
        predicted, peak = made
        error, noise = predicted / peak - 1 if peak else 0.0, max(predicted, peak) <= NOISE
        if not noise:
            errors.append(abs(error))
        said = "noise" if noise else "yes" if abs(error) <= WITHIN else "no"
        figures = f"{predicted:,.0f} | {peak:,.0f} | {error:+.0%} | {said}"
        rows.append(f"| {case.shape} | {case.kind} | {case.pieces or ''} | {figures} |")
    near = sum(error <= WITHIN for error in errors)
    versions = machine("attnlab", "numpy", "torch", "transformers")
    return "\n".join([
        "# How much memory a run takes", "",
        "A run that would not fit into memory is refused before it starts, with the figure, what is free, and what "
        "would fit instead. What is free is what the system says (`MemAvailable`, or less where a control group holds "
        "the process to a limit); `ATTNLAB_MEMORY=\"2 GB\"` in the environment says instead how much one run may "
        "take. Below, what the refusal says stands beside what was measured.", "",
        f"Written by `./dev bench memory`, {time.strftime('%Y-%m-%d')}. {versions}; random weights, seed {SEED}, "
        "float32 (ours float64), one thread. Figures are the rise over what the process holds before the run, in MB "
        "(10⁶ bytes): imports and, but for `load`, the weights are there already, and a run of "
        f"{WARM} pieces has gone before. The peak is the system's (VmHWM): what the process has freed and not yet "
        "given back is part of it.", "",
        f"{near} of {len(errors)} within {WITHIN:.0%}; the largest is {max(errors, default=0):.0%} off. Up to "
        f"{NOISE} MB the habits of the allocator and the libraries are larger than the run: those rows are called "
        "noise and are not counted. Each case was run once; peaks, of the longest traces above all, differ from one "
        "run to the next.", "",
        "| model | run | pieces | predicted | peak | off by | within |",
        "|---|---|---:|---:|---:|---:|---|", *rows, "",
        "Runs: `edge_effects` and `effect_map` of every edge of the last query in the last two layers, `head_effects` "
        "of the last layer but one, `check` of two heads on one text without swaps, `generate` of 16 new pieces. The "
        "formulas stand in `attnlab.budgets`. Not predicted: the first opening of a .gguf file, whose weights are "
        "unpacked and written anew; a tokenizer; models on a GPU; `generate` with options that change what is kept.",
        "",
    ])  # fmt: skip
