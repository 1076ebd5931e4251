"""What one intervention costs: cutting single edges of the last query by attnlab's replay, and by full runs elsewhere.

Shapes of GPT-2 small, Pythia 160m and a Llama with grouped heads, random weights, float32, one thread. Every way cuts
edges that are spread over all layers and heads, in a process of its own, forked one after the other; its rate is per
second of the process's CPU time. A few of the edges are the same for all and are held against full runs in float64.

`python -m benchmarks effects` measures (lengths may be given), `python -m benchmarks effects whole` measures every edge
of the last query at 1,024 pieces with as many threads as there are cores, and keeps the map and its figure.
On a machine with a CUDA device `python -m benchmarks effects cuda` runs attnlab and plain hooks there, in float32 and
bfloat16; without one it says so and runs them on the CPU.
"""

import os
import sys
import time
from collections.abc import Callable
from datetime import date
from typing import Any, Literal

import numpy as np

from attnlab.files import write_whole
from benchmarks.measure import machine
from benchmarks.stream import product
from benchmarks.tracing import PAGE, SHAPES, alone, model_of

LENGTHS = (1024, 256, 64)  # in the order in which they are measured
LAYERS, HEADS, WIDTH = 12, 12, 768
LEAST = 3.0  # seconds that a slow way is given
SHARED = 6  # edges that every way cuts
ATTNLAB = "attnlab replay"
ROUNDED = "attnlab replay, bf16"
OURS = (ATTNLAB, ROUNDED)
WAYS = (
    ATTNLAB, ROUNDED, "plain hooks, batched", "TransformerLens, one at a time", "TransformerLens, batched",
    "nnsight, one at a time", "nnsight, batched",
)  # fmt: skip
BATCH = {64: 32, 256: 16, 1024: 3}
SYMBOLS = (5, 6)

Edge = tuple[int, int, int]  # layer, head, key


def main(*wishes: str) -> None:
    """Measure and write the tables into benchmarks/README.md."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    if "whole" in wishes:
        whole()
        return
    if "cuda" in wishes:
        on_device()
        return
    import torch

    torch.set_num_threads(1)
    rows: list[tuple] = []
    reasons: dict[str, str] = {}
    for length in [int(one) for one in wishes] or LENGTHS:
        for shape in SHAPES:
            truth = alone(reference, shape, length)
            for way in WAYS:
                found = alone(measure, way, shape, length)
                if isinstance(found, str):
                    reasons[f"{way}, {shape}, {length:,} tokens"] = found
                    continue
                rate, edges, changes, speed = found
                error = float(np.median(np.abs(changes - truth) / np.abs(truth)))
                share = rate * cost(shape, length) / speed if way in OURS else None
                rows.append((shape, length, way, edges, rate, error, share))
                print(*rows[-1], file=sys.stderr, flush=True)
            write("effects", "Effects", table(rows, reasons))


def edges_of(length: int, count: int) -> list[Edge]:
    """Edges of the last query, spread over layers, heads and keys; the first are alike for every count."""
    rng = np.random.default_rng(7)
    first = [(n * LAYERS // SHARED, int(rng.integers(HEADS)), int(rng.integers(length - 1))) for n in range(SHARED)]
    more = [
        (n % LAYERS, int(rng.integers(HEADS)), int(rng.integers(length - 1))) for n in range(max(0, count - SHARED))
    ]
    return [*first, *more][:count]


def ids_of(length: int) -> Any:
    import torch

    return torch.randint(10, 30000, (1, length), generator=torch.Generator().manual_seed(3))


def measure(way: str, shape: str, length: int) -> tuple[float, int, np.ndarray, float]:
    """Interventions a CPU second, how many were made, what the shared ones did, and the machine's speed just then."""
    maker = {
        ATTNLAB: attnlab, ROUNDED: rounded, "plain hooks, batched": hooks,
        "TransformerLens, one at a time": transformer_lens, "TransformerLens, batched": transformer_lens,
        "nnsight, one at a time": nnsight, "nnsight, batched": nnsight,
    }[way]  # fmt: skip
    batch = BATCH.get(length, 8) if "batched" in way else 1
    cut: Callable[[list[Edge]], np.ndarray] = maker(shape, length, batch)
    changes = cut(edges_of(length, SHARED))  # warms up as well
    if way in OURS:
        edges = edges_of(length, LAYERS * min(1024, HEADS * (length - 1)))
        begun = time.process_time()
        cut(edges)
        taken, done = time.process_time() - begun, len(edges)
    else:
        begun, done = time.process_time(), 0
        while (taken := time.process_time() - begun) < LEAST or not done:
            cut(edges_of(length, SHARED + batch)[-batch:])
            done += batch
    return done / taken, done, changes, same_shape()


def same_shape() -> float:
    """The speed of the products that an intervention is made of, in FLOP per CPU second."""
    import torch

    x, y = torch.randn(1024, WIDTH), torch.randn(WIDTH, 4 * WIDTH)
    x @ y
    best = float("inf")
    for _ in range(8):
        begun = time.process_time()
        x @ y
        best = min(best, time.process_time() - begun)
    return 2 * 1024 * WIDTH * 4 * WIDTH / best


def cost(shape: str, length: int) -> float:
    """FLOP of the products that one edge's effect needs, on average over the layers: what is above the edited head."""
    attend = 4 * length * WIDTH
    if shape == SHAPES[2]:
        qkv, join, feed = WIDTH * (WIDTH + 2 * WIDTH // 3), WIDTH * WIDTH, 3 * WIDTH * 2048
    else:
        qkv, join, feed = 3 * WIDTH * WIDTH, WIDTH * WIDTH, 8 * WIDTH * WIDTH
    layer = 2 * (qkv + join + feed) + attend
    return (LAYERS - 1) / 2 * layer + 2 * (join + feed)


def rounded(shape: str, length: int, batch: int) -> Callable[[list[Edge]], np.ndarray]:
    return attnlab(shape, length, batch, "bf16")


def attnlab(
    shape: str, length: int, batch: int, precision: Literal["float32", "bf16"] = "float32"
) -> Callable[[list[Edge]], np.ndarray]:
    from attnlab import Cut, Site, load
    from attnlab.replay import Replay
    from attnlab.targets import Difference

    opened = load(model_of(shape, "sdpa"), name=shape)
    replay = Replay(opened, opened.of_ids(ids_of(length)[0].tolist()), precision=precision)
    if replay.way != "suffix":
        raise RuntimeError(f"replayed by the way {replay.way}")
    target = Difference(*SYMBOLS, length - 1)

    def cut(edges: list[Edge]) -> np.ndarray:
        alternatives = [[Cut(Site(layer), head, length - 1, key)] for layer, head, key in edges]
        return replay.changes(alternatives, [target]).change[:, 0]

    return cut


def outputs_without(model: Any, shape: str, length: int) -> Callable[[Edge], Any]:
    """What a head gives at the last place once an edge is cut, in closed form from a clean run."""
    from attnlab import load
    from attnlab.probe import Recorder, Site, bind

    opened = load(model, name=shape)
    memory = opened.remember(opened.of_ids(ids_of(length)[0].tolist()))
    known: dict[tuple[int, int], tuple[Any, Any]] = {}

    def output(edge: Edge) -> Any:
        layer, head, key = edge
        if (layer, head) not in known:
            recorder, site = Recorder(), Site(layer)
            memory.calls[site].only([head], [length - 1]).mix(bind(recorder, site))
            known[layer, head] = recorder.heard[site, "weight"][0, 0], recorder.heard[site, "v"][0]
        weight, value = known[layer, head]
        weight = weight.clone()
        weight[key] = 0
        return (weight / weight.sum()) @ value

    return output


def projections(model: Any, shape: str) -> list[Any]:
    match shape:
        case "GPT-2 small":
            return [block.attn.c_proj for block in model.transformer.h]
        case "Pythia 160m":
            return [layer.attention.dense for layer in model.gpt_neox.layers]
    return [layer.self_attn.o_proj for layer in model.model.layers]


def hooks(shape: str, length: int, batch: int, model: Any = None) -> Callable[[list[Edge]], np.ndarray]:
    """Full runs of transformers' own sdpa, a batch at a time; a hook puts the changed head into the projection."""
    import torch

    model = model_of(shape, "sdpa") if model is None else model
    output, parts, size = outputs_without(model, shape, length), projections(model, shape), WIDTH // HEADS
    ids = ids_of(length).to(next(model.parameters()).device)

    def run(edges: list[Edge | None]) -> torch.Tensor:
        def put(layer: int) -> Callable[..., Any]:
            def hook(part: Any, args: tuple) -> tuple:
                x = args[0].clone()
                for row, edge in enumerate(edges):
                    if edge is not None and edge[0] == layer:
                        x[row, -1, edge[1] * size : (edge[1] + 1) * size] = output(edge)
                return (x, *args[1:])

            return hook

        handles = [part.register_forward_pre_hook(put(layer)) for layer, part in enumerate(parts)]
        try:
            with torch.no_grad():
                logits = model(input_ids=ids.expand(len(edges), -1), use_cache=False, logits_to_keep=1).logits[:, -1]
        finally:
            for handle in handles:
                handle.remove()
        return logits[:, SYMBOLS[0]] - logits[:, SYMBOLS[1]]

    clean = run([None])[0]

    def cut(edges: list[Edge]) -> np.ndarray:
        made = [run(list(edges[first : first + batch])) for first in range(0, len(edges), batch)]
        return (torch.cat(made) - clean).float().cpu().numpy()

    return cut


def reference(shape: str, length: int) -> np.ndarray:
    """What the shared edges do, by full runs in float64."""
    return hooks(shape, length, 1, model_of(shape, "sdpa").double())(edges_of(length, SHARED)).astype(np.float64)


def transformer_lens(shape: str, length: int, batch: int) -> Callable[[list[Edge]], np.ndarray]:
    import torch
    from transformer_lens.model_bridge.sources._bridge_builder import build_bridge_from_module

    inner = model_of(shape, "eager")
    model = build_bridge_from_module(inner, type(inner).__name__, hf_config=inner.config)
    ids = ids_of(length)

    def run(edges: list[Edge | None]) -> torch.Tensor:
        def put(layer: int) -> Callable[..., Any]:
            def hook(scores: Any, hook: Any) -> Any:
                scores = scores.clone()
                for row, edge in enumerate(edges):
                    if edge is not None and edge[0] == layer:
                        scores[row, edge[1], -1, edge[2]] = -torch.inf
                return scores

            return hook

        layers = sorted({edge[0] for edge in edges if edge is not None})
        named = [(f"blocks.{layer}.attn.hook_attn_scores", put(layer)) for layer in layers]
        with torch.no_grad():
            logits = model.run_with_hooks(ids.expand(len(edges), -1), fwd_hooks=named)[:, -1]
        return logits[:, SYMBOLS[0]] - logits[:, SYMBOLS[1]]

    clean = run([None])[0]

    def cut(edges: list[Edge]) -> np.ndarray:
        made = [run(list(edges[first : first + batch])) for first in range(0, len(edges), batch)]
        return (torch.cat(made) - clean).numpy()

    return cut


def nnsight(shape: str, length: int, batch: int) -> Callable[[list[Edge]], np.ndarray]:
    """The changed head is put into the projection's input, as the plain hooks do."""
    import torch
    from nnsight import NNsight

    inner = model_of(shape, "sdpa")
    output, size = outputs_without(inner, shape, length), WIDTH // HEADS
    model = NNsight(inner)
    ids = ids_of(length)

    def run(edges: list[Edge | None]) -> torch.Tensor:
        parts = projections(model, shape)
        put = sorted((edge[0], row, edge[1], output(edge)) for row, edge in enumerate(edges) if edge is not None)
        with torch.no_grad(), model.trace(input_ids=ids.expand(len(edges), -1), use_cache=False, logits_to_keep=1):
            for layer, row, head, z in put:
                parts[layer].input[row, -1, head * size : (head + 1) * size] = z
            logits = model.output.logits.save()
        return logits[:, -1, SYMBOLS[0]] - logits[:, -1, SYMBOLS[1]]

    clean = run([None])[0]

    def cut(edges: list[Edge]) -> np.ndarray:
        made = [run(list(edges[first : first + batch])) for first in range(0, len(edges), batch)]
        return (torch.cat(made) - clean).numpy()

    return cut


def table(rows: list[tuple], reasons: dict[str, str]) -> list[str]:
    """The lines of the table, with each way's distance from the best of the others."""
    lines = [
        "What cutting one edge of the last query costs, edges spread over all layers and heads. One thread, float32, "
        f"random weights, measured {date.today()}, every way of a shape and length "
        "one after the other; a rate is per CPU second of the process. Error: median, over "
        f"{SHARED} edges, of the difference from a full run in float64, relative to the effect. The last column is the "
        "share of a same-shape matrix product (1024 x 768 by 768 x 3072) measured in that process which the products "
        "of an intervention reach. The effects of a random model's edges are small beside its logits (at 1,024 tokens "
        "they are in float32's last digits), and a batch of many rows rounds in another way than one: for effects as "
        "small as these give the model in float64.", "",
        f"{machine('attnlab', 'torch', 'transformers', 'transformer-lens', 'nnsight')}; "
        f"{product('cpu'):.0f} GFLOP/s in a product of 2048 x 2048 float32 matrices", "",
        "| shape | tokens | way | edges cut | edges a second | of the best peer | error | of the product |",
        "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    made: dict[tuple[str, str], list[str]] = {}
    for shape, length, way, edges, rate, error, share in sorted(rows, key=lambda row: WAYS.index(row[2])):
        others = [row[4] for row in rows if row[:2] == (shape, length) and row[2] not in OURS]
        ratio = f"{rate / max(others):,.0f} x" if way in OURS and others else ""
        part = "" if share is None else f"{share:.0%}"
        line = f"| {shape} | {length:,} | {way} | {edges:,} | {rate:,.4g} | {ratio} | {error:.1e} | {part} |"
        made.setdefault((shape, f"{length:,}"), []).append(line)
    made = kept("effects") | made
    for _, part_lines in sorted(
        made.items(), key=lambda one: (SHAPES.index(one[0][0]), int(one[0][1].replace(",", "")))
    ):
        lines += part_lines
    if reasons:
        lines += ["", "Left out:", "", *(f"- {name}: {why}" for name, why in reasons.items())]
    return lines


def kept(name: str) -> dict[tuple[str, str], list[str]]:
    """The rows that an earlier run wrote, by shape and length: what is measured anew takes their place."""
    found: dict[tuple[str, str], list[str]] = {}
    page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else ""
    for line in page.partition(f"<!-- {name}:")[2].partition(f"<!-- end of {name} -->")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("|") and cells[0] in SHAPES:
            found.setdefault((cells[0], cells[1]), []).append(line)
    return found


def write(name: str, title: str, lines: list[str]) -> None:
    """Put lines between their marks in benchmarks/README.md; the rest of the page stays."""
    begin, end = f"<!-- {name}: written by `./dev bench effects` -->", f"<!-- end of {name} -->"
    part = "\n".join([begin, "", f"## {title}", "", *lines, "", end])
    page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else "# Benchmarks\n"
    if begin in page:
        before, rest = page.split(begin)
        page = before + part + rest.split(end)[1]
    else:
        page = page.rstrip() + "\n\n" + part + "\n"
    write_whole(PAGE, page)


def whole() -> None:
    """Every edge of the last query at 1,024 pieces, GPT-2 small's shape: the map, its file and its figure."""
    import torch
    from rich.console import Console
    from rich.progress import Progress

    from attnlab import effect_map, load, plot_effects

    # two threads on a machine that is busy with others wait for each other: OMP_NUM_THREADS is heeded
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", os.cpu_count() or 1)))
    length, folder = 1024, PAGE.parent.parent / "docs"
    opened = load(model_of("GPT-2 small", "sdpa"), name="GPT-2 small shape, random")
    tokens = opened.of_ids(ids_of(length)[0].tolist())
    target = "/".join(opened.vocabulary[one] for one in SYMBOLS)
    clock, cpu = time.perf_counter(), time.process_time()
    with Progress(console=Console(stderr=True)) as bar:
        task = bar.add_task("edges", total=None)
        made = effect_map(
            opened, tokens, target=target, path="effects-1024.safetensors",
            watch=lambda done, total: bar.update(task, completed=done, total=total),
        )  # fmt: skip
    clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
    plot_effects(made, folder / "effects-1024.png")
    write(
        "whole", "A whole map of effects",
        [
            f"Every edge of the last query of a GPT-2-small-shaped model at {length:,} tokens, {made.edges:,} exact "
            f"interventions: {clock / 60:.1f} minutes by the clock, {cpu / 60:.1f} of CPU, {torch.get_num_threads()} "
            f"threads, the clean run and the file included ({machine('attnlab', 'torch')}, {date.today()}). "
            "The map is kept in one safetensors file of "
            f"{os.path.getsize('effects-1024.safetensors') / 1e6:.1f} MB; docs/effects-1024.png is its figure.",
        ],
    )  # fmt: skip
    print(made.largest(5), file=sys.stderr)


def on_device() -> None:
    """attnlab and plain hooks on a CUDA device, float32 and bfloat16; on the CPU where there is none."""
    import torch

    from attnlab import Cut, Site, load
    from attnlab.replay import Replay
    from attnlab.targets import Difference

    device = "cuda" if torch.cuda.is_available() else "cpu"
    card = torch.cuda.get_device_name() if device == "cuda" else "no CUDA device: the CPU"
    lines = [
        f"{card}; {machine('attnlab', 'torch', 'transformers')}, {date.today()}. By the clock.", "",
        "| shape | tokens | numbers | way | edges | edges a second | error |", "|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for length in LENGTHS:
        for shape in SHAPES:
            truth = reference(shape, length)
            for dtype in (torch.float32, torch.bfloat16):
                model = model_of(shape, "sdpa").to(device, dtype)
                opened = load(model, name=shape)
                replay = Replay(opened, opened.of_ids(ids_of(length)[0].tolist()), budget=4_000_000_000)
                target = Difference(*SYMBOLS, length - 1)
                shared = [[Cut(Site(layer), head, length - 1, key)] for layer, head, key in edges_of(length, SHARED)]
                changes = replay.changes(shared, [target]).change[:, 0]
                count = LAYERS * (1024 if device == "cuda" else 64)
                many = [[Cut(Site(layer), head, length - 1, key)] for layer, head, key in edges_of(length, count)]
                begun = time.perf_counter()
                replay.changes(many, [target])
                rate = len(many) / (time.perf_counter() - begun)
                error = float(np.median(np.abs(changes - truth) / np.abs(truth)))
                head = f"| {shape} | {length:,} | {str(dtype).removeprefix('torch.')} |"
                lines.append(f"{head} {ATTNLAB} ({replay.way}) | {len(many):,} | {rate:,.4g} | {error:.1e} |")
                print(lines[-1], file=sys.stderr, flush=True)
                batch = BATCH[length]
                cut = hooks(shape, length, batch, model)
                changes = cut(edges_of(length, SHARED))
                begun = time.perf_counter()
                cut(edges_of(length, 2 * batch))
                rate = 2 * batch / (time.perf_counter() - begun)
                error = float(np.median(np.abs(changes - truth) / np.abs(truth)))
                lines.append(f"{head} plain hooks, batched | {2 * batch} | {rate:,.4g} | {error:.1e} |")
                print(lines[-1], file=sys.stderr, flush=True)
    write("device", "Effects on a CUDA device", lines)
