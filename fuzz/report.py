"""`./dev fuzz --report` writes docs/fuzz.md: what was found, which test holds it, what the last long hunt did."""

import ast
import json
import tomllib
from pathlib import Path
from typing import Any

from fuzz.targets import ROOMS, target

ROOT = Path(__file__).parents[1]
MENDED = ROOT / "fuzz" / "mended.toml"
RECORD = ROOT / "fuzz" / "record.json"
"""Of the last long hunt, as `./dev fuzz --out fuzz/record.json` writes it."""
PAGE = ROOT / "docs" / "fuzz.md"

BEFORE = """# Hunts

`./dev fuzz` gives every door of attnlab what nobody meant to give it, for as long as it is told to, and fails where
something is found: an exception that is no refusal in words, a law that does not hold, an example without an end. Each
target runs in a process of its own with bounded memory and without network; what was found is tried first the next
time. The suite tries a few examples of every target (tests/test_fuzz.py). `./dev fuzz --report` writes this page:
no number on it was typed.

## What was found

{faults} faults were found by hunts and mended. Each has a test beside the room's others.

| target | found | mended | test |
|---|---|---|---|
{mended}

## The last long hunt

{minutes:.0f} minutes for {targets} targets, {day}. {machine}. {versions}. Other work ran on the machine, so the
counts say what was tried and not how fast it goes.

| target | what is tried | seed | at | examples | seconds | came out as | found |
|---|---|---:|---|---:|---:|---|---:|
{hunts}

{found}
"""


def write() -> Path:
    """The page, from the record and from what was mended. Raises ValueError for a test that is not there."""
    faults = tomllib.loads(MENDED.read_text(encoding="utf-8"))["fault"]
    for one in faults:
        check_test(one["test"])
    record = json.loads(RECORD.read_text(encoding="utf-8"))
    PAGE.write_text(page(faults, record), encoding="utf-8")
    return PAGE


def check_test(test: str) -> None:
    """Raise ValueError where a file has no test of that name."""
    file, _, name = test.partition("::")
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])
    if name not in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}:
        raise ValueError(f"there is no test {test}")


def page(faults: list[dict[str, str]], record: dict[str, Any]) -> str:
    """The text of the page."""
    mended = [
        f"| {one['target']} | {_cell(one['found'])} | {_cell(one['mended'])} | `{one['test'].partition('::')[2]}` |"
        for one in sorted(faults, key=lambda one: ROOMS.index(one["target"]))
    ]
    hunts = [_row(one) for one in record["hunts"]]
    rest = [
        f"- {one['target']}: {_cell(found['where'])}, {found['times']} times"
        for one in record["hunts"]
        for found in one["found"]
    ]
    found = "It found, by kind and place:\n\n" + "\n".join(rest) if rest else "It found nothing."
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    return BEFORE.format(
        faults=len(faults), mended="\n".join(mended), targets=len(record["hunts"]), day=record["day"],
        minutes=sum(one["seconds"] for one in record["hunts"]) / 60, machine=record["machine"], versions=versions,
        hunts="\n".join(hunts), found=found,
    )  # fmt: skip


def _row(one: dict[str, Any]) -> str:
    outcomes = ", ".join(f"{name} {count:,}" for name, count in sorted(one["outcomes"].items(), key=lambda x: -x[1]))
    cells = [
        one["target"], target(one["target"]).about, one["seed"], one["commit"], f"{one['examples']:,}",
        f"{one['seconds']:.0f}", outcomes, len(one["found"]),
    ]  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
