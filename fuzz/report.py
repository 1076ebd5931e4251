"""`./dev fuzz --report` writes docs/fuzz.md: what was found, which test holds it, what the last long hunt did."""

import ast
import json
import tomllib
from pathlib import Path
from typing import Any, TypeAlias

from fuzz.targets import ROOMS, target

ROOT = Path(__file__).parents[1]
MENDED = ROOT / "fuzz" / "mended.toml"
RECORD = ROOT / "fuzz" / "record.json"
"""Of the last long hunt, as `./dev fuzz --out fuzz/record.json` writes it."""
PAGE = ROOT / "docs" / "fuzz.md"

Known: TypeAlias = dict[str, Any]  # faults, what was set aside, and a note on the record

BEFORE = """# Hunts

`./dev fuzz` gives every door of attnlab what nobody meant to give it, for as long as it is told to, and fails where
something is found: an exception that is no refusal in words, a law that does not hold, an example without an end. Each
target runs in a process of its own with bounded memory and without network; what was found is tried first the next
time. The suite tries a few examples of every target (tests/test_fuzz.py). `./dev fuzz --report` writes this page:
no number on it was typed.

## What was found

{faults} faults were found by hunts, or on the way to mending what they found. Each is mended, and has a test beside the
room's others.

| target | found | mended | test |
|---|---|---|---|
{mended}

## The last long hunt

{minutes:.0f} minutes for {targets} targets, {day}. {machine}. {versions}.
Other work ran on the machine, so the counts say what was tried and not how fast it goes.

| target | what is tried | seed | at | examples | seconds | came out as | found |
|---|---|---:|---|---:|---:|---|---:|
{hunts}

{note}

{found}

## What was no fault of attnlab

| target | kind and place | why |
|---|---|---|
{aside}
"""


def write() -> Path:
    """The page, from the record and from what was mended. Raises ValueError as `read` and `became` do."""
    PAGE.write_text(page(*read()), encoding="utf-8")
    return PAGE


def read() -> tuple[Known, dict[str, Any]]:
    """What was mended or set aside, and the record. Raises ValueError for a test that is not there."""
    known = tomllib.loads(MENDED.read_text(encoding="utf-8"))
    for one in known["fault"]:
        check_test(one["test"])
    return known, json.loads(RECORD.read_text(encoding="utf-8"))


def became(target: str, where: str, known: Known) -> str:
    """What became of something that a hunt found. Raises ValueError where nobody says."""
    for one in (*known["fault"], *known["aside"]):
        if (one["target"], one.get("where")) == (target, where):
            return f"mended, see `{one['test'].partition('::')[2]}`" if "test" in one else f"no fault: {one['why']}"
    raise ValueError(f"nothing says what became of {target}: {where}")


def check_test(test: str) -> None:
    """Raise ValueError where a file has no test of that name."""
    file, _, name = test.partition("::")
    path = ROOT / file
    tree = ast.parse(path.read_text(encoding="utf-8")) if path.is_file() else ast.Module([], [])
    if name not in {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}:
        raise ValueError(f"there is no test {test}")


def page(known: Known, record: dict[str, Any]) -> str:
    """The text of the page."""
    faults = known["fault"]
    mended = [
        f"| {one['target']} | {_cell(one['found'])} | {_cell(one['mended'])} | `{one['test'].partition('::')[2]}` |"
        for one in sorted(faults, key=lambda one: ROOMS.index(one["target"]))
    ]
    hunts = [_row(one) for one in record["hunts"]]
    every = [(one["target"], found["where"], found["times"]) for one in record["hunts"] for found in one["found"]]
    rest = [f"| {name} | `{_cell(place)}` | {times} | {became(name, place, known)} |" for name, place, times in every]
    table = "| target | kind and place | times | what became of it |\n|---|---|---:|---|\n"
    found = table + "\n".join(rest) if rest else "They found nothing."
    aside = [f"| {one['target']} | `{_cell(one['where'])}` | {_cell(one['why'])} |" for one in known["aside"]]
    versions = ", ".join(f"{name} {number}" for name, number in record["versions"].items())
    return BEFORE.format(
        faults=len(faults), mended="\n".join(mended), targets=len(record["hunts"]), day=record["day"],
        minutes=sum(one["seconds"] for one in record["hunts"]) / 60, machine=record["machine"], versions=versions,
        hunts="\n".join(hunts), found=found, note=known["note"],
        aside="\n".join(aside),
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
