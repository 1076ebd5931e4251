"""Sweeps: what is lost when they are killed, what workers bring, what memory they take, and every head of a real model.

A sweep is killed (kill -9) at twenty random moments, with one and two workers in turn, and its rows are then set beside
those of an undisturbed one; so are the rows of a Ray cluster of which one worker is killed in mid-run. One and two
workers take turns on the same texts, and ten times the texts are swept for the memory of parent and workers. Writes
docs/sweeps.md.

`python -m benchmarks sweeps FOLDER` adds what the folder of a sweep over a real model holds, with its figures. The one
told of in docs/ was made by `attnlab check MODEL --texts indirect-object --texts agreement --count 200 --seed 2022`.
"""

import os
import random
import signal
import statistics
import subprocess
import sys
import time
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from attnlab import open_sweep, shards, sweeps
from attnlab.checks import Settings
from attnlab.files import write_whole
from attnlab.words import number
from benchmarks.measure import command_of, machine, started

REPORT = Path(__file__).parent.parent / "docs" / "sweeps.md"
KILLS, TEXTS, MANY, ROUNDS = 20, 3000, 10, 3
QUICK = Settings(swaps=False, pairs=False)
RUN = """
import sys
from attnlab import sweeps
from attnlab.checks import Settings
if __name__ == "__main__":
    planned = sweeps.plan("previous", sys.argv[1], settings=Settings(swaps=False, pairs=False))
    sweeps.sweep(planned, sys.argv[2], workers=int(sys.argv[3]))
"""


def main(folder: str = "") -> None:
    with TemporaryDirectory() as place:
        here = Path(place)
        (here / "run.py").write_text(RUN)
        lines = [
            "# Sweeps", "",
            "Written by `./dev bench sweeps`. " + " ".join(__doc__.split("\n\n")[1].split()), "",
            f"{machine('attnlab', 'pyarrow', 'ray')}, {date.today()}.", "",
            *_killed(here), *_clustered(here), *_scaled(here), *_remembered(here),
            *(_found(Path(folder)) if folder else []),
        ]  # fmt: skip
    write_whole(REPORT, "\n".join(lines) + "\n")
    print(REPORT.read_text(encoding="utf-8"))


def _texts(path: Path, count: int) -> Path:
    rng = np.random.default_rng(0)
    path.write_text("\n".join("".join(rng.choice(list("abcdefgh"), 10)) for _ in range(count)))
    return path


def _rows(folder: Path) -> list[dict]:
    return [row for table in shards.tables(folder) for row in table.to_pylist()]


def _killed(here: Path) -> list[str]:
    texts, rng = _texts(here / "texts.txt", TEXTS), random.Random(0)
    there = lambda: len(list((here / "killed").glob("rows-*")))  # noqa: E731
    left = []
    for kill in range(KILLS):
        command = [sys.executable, here / "run.py", texts, here / "killed", str(1 + kill % 2)]
        before, made = there(), subprocess.Popen(command)
        while made.poll() is None and there() == before:
            time.sleep(0.005)
        time.sleep(rng.uniform(0, 0.3))
        made.send_signal(signal.SIGKILL)
        made.wait()
        left.append(there())
    subprocess.run([sys.executable, here / "run.py", texts, here / "killed", "2"], check=True)
    sweeps.sweep(sweeps.plan("previous", texts, settings=QUICK), here / "whole", workers=2)
    same = _rows(here / "killed") == _rows(here / "whole")
    return [
        "## Killed twenty times", "",
        f"{TEXTS} texts, head 0.0 of `previous`. Shards that were whole after each kill: {', '.join(map(str, left))} "
        f"of {there()}. After the last resume all {len(_rows(here / 'whole'))} rows "
        f"{'equal' if same else 'DO NOT equal'} those of an undisturbed sweep, value by value.", "",
    ]  # fmt: skip


def _clustered(here: Path) -> list[str]:
    if find_spec("ray") is None:
        return ["## On a Ray cluster", "", "Ray is not installed here.", ""]
    killed: list[int] = []

    def watch(done: int, total: int) -> None:
        if done > total // 3 and not killed:
            actors = [one for one in started(os.getpid()) if b"_Actor" in command_of(one)]
            os.kill(actors[0], signal.SIGKILL)
            killed.append(done)

    planned = sweeps.plan("previous", here / "texts.txt", settings=QUICK)
    sweeps.sweep(planned, here / "ray", engine="ray", workers=2, watch=watch)
    same = _rows(here / "ray") == _rows(here / "whole")
    return [
        "## On a Ray cluster", "",
        f"The same texts with `--engine ray --workers 2` on a cluster of this machine; one of the two actors was "
        f"killed after {killed[0]} texts. All rows {'equal' if same else 'DO NOT equal'} those of the local engine, "
        "value by value.", "",
    ]  # fmt: skip


def _scaled(here: Path) -> list[str]:
    """One and two workers in turn, from the first shard to the last: reading the model is left out."""
    texts = _texts(here / "scale.txt", 800)
    planned = sweeps.plan("names", texts)
    found: dict[int, list[float]] = {1: [], 2: []}
    for turn in range(ROUNDS):
        for workers in (1, 2):
            marks: list[tuple[float, int]] = []
            sweeps.sweep(planned, here / f"scale-{workers}-{turn}", workers=workers,
                         watch=lambda done, total, marks=marks: marks.append((time.perf_counter(), done)))  # fmt: skip
            (begun, first), (ended, last) = marks[3], marks[-1]
            found[workers].append((last - first) / (ended - begun))
    one, two = (statistics.median(found[workers]) for workers in (1, 2))
    return [
        "## What a second worker brings", "",
        f"`names`, all heads and pairs, {planned.survey.texts} texts, {ROUNDS} rounds in turn, medians: {one:.1f} "
        f"texts a second with one worker, {two:.1f} with two, {two / one:.2f} times as many. The machine has "
        f"{os.cpu_count()} cores.", "",
    ]  # fmt: skip


def _remembered(here: Path) -> list[str]:
    """The most that parent and workers held, over so many texts and over ten times as many."""
    peaks = {}
    for count in (600, 600 * MANY):
        texts = _texts(here / f"memory-{count}.txt", count)
        command = [sys.executable, here / "run.py", texts, here / f"memory-{count}", "1"]
        made, most = subprocess.Popen(command), [0, 0]
        while made.poll() is None:
            for place, some in enumerate(([made.pid], started(made.pid))):
                most[place] = max([most[place], *(_resident(one) for one in some)])
            time.sleep(0.05)
        peaks[count] = most
    (few, small), (many, large) = peaks.items()
    lines = [f"| {name} | {small[place]:.0f} | {large[place]:.0f} |" for place, name in enumerate(("parent", "worker"))]
    return [
        "## Memory", "", "The most that was resident, MB:", "", f"| | {few} texts | {number(many, 'en', 0)} texts |",
        "|---|---|---|", *lines, "",
    ]  # fmt: skip


def _resident(process: int) -> float:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0.0
    return next((int(line.split()[1]) / 1000 for line in status.splitlines() if line.startswith("VmRSS")), 0.0)


def _found(folder: Path) -> list[str]:
    """What a sweep over a real model found, group by group."""
    made = open_sweep(folder)
    lines = ["## Every head of a real model", ""]
    took = folder.parent / "took.txt"
    told = took.read_text().strip() if took.is_file() else ""
    lines += [
        f"{made.plan['model']}, {len(made.names)} heads, texts: {made.plan['texts_name']}, {made.plan['texts']} in "
        f"all, seed {made.plan['settings']['seed']}. {told}".rstrip(), "",
    ]  # fmt: skip
    for group in made.groups:
        far, check = made.progress(group), made.check(group)
        supported = sorted(
            (one for one in check.verdicts if one.finding == "supported"), key=lambda one: -one.harm_top.mean
        )
        aside = ", ".join(f"{count} {name}" for name, count in far.aside.items())
        lines += [
            f"### {group}", "", f"{far.used} of {far.done} texts used{f' ({aside})' if aside else ''}; "
            f"**{len(supported)} of {len(check.verdicts)} heads supported**.", "",
            "| head | harm of the top key's cut, nats | of the margin | random key | random target | p after Holm |",
            "|---|---|---|---|---|---|",
            *(
                f"| {one.name} | {one.harm_top.say()} | {100 * one.share.mean:.1f} % | {one.harm_random.say()} | "
                f"{one.harm_foil.say()} | {one.p:.1e} |" for one in supported
            ), "",
        ]  # fmt: skip
        picture = REPORT.parent / f"sweep-{group}.png"
        made.plot(12, group=group).save(picture)
        lines += [f"![The heads that do most harm, {group}]({picture.name})", ""]
    return lines
