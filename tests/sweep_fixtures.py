"""Processes that a process started, for the tests that end some of them."""

from pathlib import Path


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
