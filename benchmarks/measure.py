"""How things are timed: turn about in one run, by the process's CPU time, so that a busy machine hurts all alike."""

import os
import platform
import statistics
import time
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path


def interleaved(ways: dict[str, Callable[[], object]], rounds: int = 7, least: float = 0.05) -> dict[str, float]:
    """CPU seconds of one call of each way: the median of several rounds, each way once a round.

    A call is repeated within its round until `least` seconds have gone by; every way runs once before, untimed.
    """
    calls = {}
    for name, way in ways.items():
        way()
        begun = time.process_time()
        way()
        calls[name] = max(1, int(least / max(time.process_time() - begun, 1e-6)))
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            begun = time.process_time()
            for _ in range(calls[name]):
                way()
            found[name].append((time.process_time() - begun) / calls[name])
    return {name: statistics.median(times) for name, times in found.items()}


def machine(*packages: str) -> str:
    """The machine and the versions, for the head of a table."""
    model = next(
        (line.split(":")[1].strip() for line in _cpu_lines() if line.startswith("model name")), platform.processor()
    )
    found = ", ".join(f"{package} {_version(package)}" for package in packages)
    return f"{model or platform.machine()}, {os.cpu_count()} cores; Python {platform.python_version()}, {found}"


def _cpu_lines() -> list[str]:
    try:
        with open("/proc/cpuinfo") as file:
            return file.readlines()
    except OSError:
        return []


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "absent"


def started(parent: int) -> list[int]:
    """Those that it started, and those that they did."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == parent:
                found += [int(stat.parent.name), *started(int(stat.parent.name))]
        except (OSError, ValueError):
            continue
    return found


def command_of(process: int) -> bytes:
    """How it was started, or how it calls itself; nothing where it has ended."""
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes()
    except OSError:
        return b""
