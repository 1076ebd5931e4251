"""What the row figures of a long text cost, beside torch's own attention over the same q, k and v.

One head of 64, causal, random q, k and v with scores of 1 nat's spread. Every way runs in one process, turn about, the
least of the rounds counts, and the longest text is run once; its peak memory is measured in a process of its own. Where
a CUDA device is at hand all is repeated there.
"""

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from pathlib import Path

from attnlab.files import write_whole
from benchmarks.measure import machine

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "benchmarks" / "README.md"
BEGIN, END = "<!-- stream: written by `./dev bench stream` -->", "<!-- end of stream -->"
ROUNDS = {4096: 7, 16384: 3, 32768: 1}
DENSE = 4096  # the longest text whose whole map is made for comparison
SDPA, ROWS = "torch sdpa, output only", "attnlab rows, every figure"


def main(*lengths: str) -> None:
    """Measure and write the table into benchmarks/README.md; lengths given as options replace the usual ones."""
    import torch

    found, speeds = [], []
    for kind in ["cpu", *(["cuda"] if torch.cuda.is_available() else [])]:
        speeds.append(f"{kind}: {product(kind):.0f} GFLOP/s in a product of 2048 x 2048 float32 matrices")
        for length in [int(one) for one in lengths] or ROUNDS:
            times = least(ways(length, kind), ROUNDS.get(length, 1), kind)
            for name, (cpu, clock) in times.items():
                peak = float(child(name, length, kind))
                found.append((kind, length, name, cpu, cpu / times[SDPA][0], clock, clock / times[SDPA][1], peak))
                print(*found[-1], file=sys.stderr)
            gc.collect()
            write(found, speeds)


def ways(length: int, kind: str) -> dict[str, Callable[[], object]]:
    """Each way to read one head of a text, by name."""
    import torch
    from torch.nn.functional import scaled_dot_product_attention

    from attnlab import figures
    from attnlab.formula import Call
    from attnlab.stream import entropy, rows

    draw = torch.Generator().manual_seed(0)
    # torch's flash kernel on CUDA wants half precision
    q, k, v = torch.randn(3, 1, length, 64, generator=draw).to(kind, torch.float32 if kind == "cpu" else torch.float16)
    call = Call(q, k, v, scale=64**-0.5, causal=True)

    def whole_map() -> object:
        heard = {}
        call.mix(lambda stage, x: heard.setdefault(stage, x))
        return figures.entropy(heard["weight"]), heard["weight"].topk(8)

    made = {
        SDPA: lambda: scaled_dot_product_attention(q[None], k[None], v[None], is_causal=True),
        ROWS: lambda: rows(call),
        "attnlab entropy alone": lambda: entropy(call),
    }
    return made | ({"the whole map, entropy and top keys": whole_map} if length <= DENSE else {})


def least(made: dict[str, Callable[[], object]], rounds: int, kind: str) -> dict[str, tuple[float, float]]:
    """The least CPU seconds and the least seconds on the clock of each way, all of them once a round."""
    import torch

    wait = torch.cuda.synchronize if kind == "cuda" else lambda: None
    found = {}
    for turn in range(rounds + 1):
        for name, way in made.items():
            wait()
            cpu, clock = time.process_time(), time.perf_counter()
            way()
            wait()
            now = time.process_time() - cpu, time.perf_counter() - clock
            # the first turn only warms up, unless it is the only one
            if turn or rounds == 1:
                found[name] = tuple(map(min, found.get(name, now), now))
        if rounds == 1:
            break
    return found


def child(name: str, length: int, kind: str) -> str:
    """`peak` in a process of its own."""
    code = f"from benchmarks.stream import peak; print(peak({name!r}, {length}, {kind!r}))"
    return subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout


def peak(name: str, length: int, kind: str) -> float:
    """By how many MB one call raises the memory of a process that holds q, k and v; its results count."""
    import torch

    ways(256, kind)[name]()
    way = ways(length, kind)[name]
    gc.collect()
    if kind == "cuda":
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        way()
        return (torch.cuda.max_memory_allocated() - before) / 1e6
    Path("/proc/self/clear_refs").write_text("5")  # forget the peak so far
    before = status("VmRSS")
    way()
    return (status("VmHWM") - before) / 1e3


def status(name: str) -> int:
    """One number of this process's status, in KB."""
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(f"{name}:"))


def product(kind: str) -> float:
    """The speed of a large matrix product, in GFLOP/s of CPU time (of the clock on a GPU): it measures the machine."""
    import torch

    x = torch.randn(2048, 2048, device=kind)
    cpu, clock = least({"product": lambda: x @ x}, 5, kind)["product"]
    return 2 * 2048**3 / (cpu if kind == "cpu" else clock) / 1e9


def write(found: list[tuple], speeds: list[str]) -> None:
    """Put the table between its marks in benchmarks/README.md; the rest of the page stays."""
    import torch

    lines = [
        BEGIN, "", "## Long contexts", "",
        "What it costs to read every row of one head (64 wide, causal, random) without its map: entropy, log-sum-exp, "
        "top share, 8 top keys with what is left over, distance, weight by octave of distance, and a map pooled to "
        f"256 x 256 cells. float32, {torch.get_num_threads()} threads, {date.today().isoformat()}; least of "
        + ", ".join(f"{rounds} rounds at {length:,} tokens" for length, rounds in ROUNDS.items())
        + ". CPU seconds are those of all threads together; the clock also counts what else the machine was doing.", "",
        machine("attnlab", "torch", "numpy") + "; " + "; ".join(speeds), "",
        "| device | tokens | way | CPU s | of sdpa | clock s | of sdpa | peak MB over q, k, v |",
        "|---|---|---|---|---|---|---|---|",
        *(
            f"| {kind} | {n:,} | {way} | {cpu:.3f} | {of_cpu:.2f} | {clock:.3f} | {of_clock:.2f} | {peak:.0f} |"
            for kind, n, way, cpu, of_cpu, clock, of_clock, peak in found
        ),
    ]  # fmt: skip
    part = "\n".join([*lines, "", END])
    page = PAGE.read_text(encoding="utf-8") if PAGE.is_file() else "# Benchmarks\n"
    if BEGIN in page:
        page = page[: page.index(BEGIN)] + part + page[page.index(END) + len(END) :]
    else:
        page = f"{page.rstrip()}\n\n{part}\n"
    write_whole(PAGE, page)
