"""`python -m fuzz [target ...] [--minutes M] [--seed S]`: every target in a process of its own, one after the other."""

import argparse
import faulthandler
import json
import os
import platform
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from fuzz.targets import ROOMS, target

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "results" / "fuzz.json"
NAMED = (
    "attnlab",
    "numpy",
    "hypothesis",
    "schemathesis",
    "playwright",
    "torch",
    "transformers",
    "fastapi",
    "safetensors",
)
GRACE = 300.0  # seconds that a target may take beyond its share before it is ended: one long example, and its shrinking


def main() -> int:
    wish = read(sys.argv[1:])
    if wish.report:
        from fuzz.report import write

        print(f"fuzz: {write()} is written")
        return 0
    if wish.short:
        return short(wish)
    if wish.alone:
        return alone(wish)
    names = wish.targets or list(ROOMS)
    seed = secrets.randbelow(2**31) if wish.seed is None else wish.seed
    share = 60 * wish.minutes / len(names)
    print(f"fuzz: {', '.join(names)}; {share:.0f} s each, seed {seed}", flush=True)
    begun, hunts = time.monotonic(), []
    commit = git("rev-parse", "--short", "HEAD")
    for name in names:
        hunts.append(apart(name, share, seed) | {"commit": commit})
    record = {
        "format": "attnlab fuzz 1",
        "day": datetime.now(UTC).date().isoformat(),
        "seed": seed,
        "seconds": round(time.monotonic() - begun, 1),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}",
        "versions": {"python": platform.python_version()}
        | {one: known for one in NAMED if (known := known_version(one))},
        "hunts": hunts,
    }
    wish.out.parent.mkdir(parents=True, exist_ok=True)
    kept = joined(wish.into, record) if wish.into else record
    (wish.into or wish.out).write_text(json.dumps(kept, indent=1, ensure_ascii=True) + "\n", encoding="utf-8")
    count = sum(len(one["found"]) for one in hunts)
    for one in hunts:
        for found in one["found"]:
            again = f"./dev fuzz {one['target']} --seed {found['seed']}"
            print(f"\n{one['target']}: {found['where']} ({found['times']} times; again: {again})")
            print(found["said"], found["example"], sep="\n", flush=True)
    tried = sum(one["examples"] for one in hunts)
    print(f"\nfuzz: {tried} examples, {count} found; the record is {wish.into or wish.out}", flush=True)
    return 1 if count else 0


def joined(path: Path, record: dict[str, Any]) -> dict[str, Any]:
    """A record that is there, with these hunts in the place of its hunts of the same targets."""
    there = json.loads(path.read_text(encoding="utf-8"))
    fresh = {one["target"]: one for one in record["hunts"]}
    hunts = [fresh.get(one["target"], one) for one in there["hunts"]]
    return there | {"hunts": hunts, "seconds": round(sum(one["seconds"] for one in hunts), 1)}


def git(*words: str) -> str:
    """What git says of the clone; nothing where there is none."""
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True).stdout.strip()


def read(options: list[str]) -> argparse.Namespace:
    """What is wished for; argparse itself says what cannot be read."""
    parser = argparse.ArgumentParser("./dev fuzz", description="Hunt for what breaks attnlab.")
    parser.add_argument("targets", nargs="*", metavar="target", help=f"some of {', '.join(ROOMS)}; all of them if none")
    parser.add_argument("--minutes", type=float, default=9.0, help="altogether, shared evenly (9)")
    parser.add_argument("--seed", type=int, help="of the first round; drawn and printed if not given")
    parser.add_argument("--out", type=Path, default=RECORD, help="where the record goes (results/fuzz.json)")
    parser.add_argument(
        "--into", type=Path, help="a record whose hunts of these targets are replaced, in place of --out"
    )
    parser.add_argument("--short", action="store_true", help="the few examples of each that the suite tries, and stop")
    parser.add_argument("--report", action="store_true", help="write docs/fuzz.md from fuzz/record.json, and stop")
    parser.add_argument("--alone", type=float, help=argparse.SUPPRESS)
    wish = parser.parse_args(options)
    for name in wish.targets:
        if name not in ROOMS:
            parser.error(f"there is no target {name!r}; there are: {', '.join(ROOMS)}")
    if not 0 < wish.minutes < 60 * 24 * 7:
        parser.error("--minutes must be above 0, and less than a week")
    if wish.seed is not None and wish.seed < 0:
        parser.error("--seed must be 0 or more")
    return wish


def apart(name: str, seconds: float, seed: int) -> dict[str, Any]:
    """A target in a process of its own: one that dies takes nothing with it, and that it died was found."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "hunted.json"
        command = [sys.executable, "-m", "fuzz", name, "--alone", str(seconds), "--seed", str(seed), "--out", str(out)]
        offline = {"HF_HUB_OFFLINE": "1", "TRANSFORMERS_OFFLINE": "1", "OMP_NUM_THREADS": "1"}
        begun = time.monotonic()
        with subprocess.Popen(command, cwd=folder, env=os.environ | offline | where()) as child:
            how = ended(child, seconds + GRACE)
        if out.is_file():
            return json.loads(out.read_text(encoding="utf-8"))
        taken = round(time.monotonic() - begun, 1)
        died = {
            "where": f"{name} {how}",
            "said": f"the process of {name} {how}",
            "example": "",
            "seed": seed,
            "times": 1,
        }
        return {"target": name, "seed": seed, "seconds": taken, "examples": 0, "outcomes": {}, "found": [died]}


def ended(child: subprocess.Popen[bytes], seconds: float) -> str:
    """How a process ended; one that does not is asked to, so that it can end what it started, and then made to."""
    try:
        return f"ended with {child.wait(seconds)}"
    except subprocess.TimeoutExpired:
        child.terminate()
        try:
            child.wait(30)
        except subprocess.TimeoutExpired:
            child.kill()
        return "did not end"


def where() -> dict[str, str]:
    """The hunt's own packages, from wherever it is run."""
    return {"PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", str(ROOT / "src"))])}


def alone(wish: argparse.Namespace) -> int:
    """One target, here."""
    from fuzz.hunt import hunt

    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    (name,) = wish.targets
    aim = target(name)
    if aim.memory is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (aim.memory * 2**30,) * 2)
    faulthandler.dump_traceback_later(wish.alone + GRACE / 2, repeat=True)  # where it hangs, if it does
    made = hunt(aim, wish.alone, wish.seed, lambda line: print(line, flush=True))
    wish.out.write_text(json.dumps(made.record()), encoding="utf-8")
    return 0


def short(wish: argparse.Namespace) -> int:
    """The short hunts of several targets, here."""
    from fuzz.hunt import short_hunt

    hunts = [short_hunt(target(name)).record() for name in wish.targets or ROOMS]
    for one in hunts:
        print(f"{one['target']:9} {one['examples']:5} examples {one['seconds']:6.1f} s  {one['outcomes']}")
        for found in one["found"]:
            print(found["where"], found["said"], sep="\n")
    wish.out.parent.mkdir(parents=True, exist_ok=True)
    wish.out.write_text(json.dumps({"hunts": hunts}), encoding="utf-8")
    return any(one["found"] for one in hunts)


def known_version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


if __name__ == "__main__":
    sys.exit(main())
