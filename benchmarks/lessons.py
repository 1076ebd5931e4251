"""What the lessons hold, how large their site is, and where every exercise of the source texts is: docs/lessons.md.

`benchmarks/lessons.toml` says where; a place that is not there ends the writing.
"""

import tempfile
import tomllib
from pathlib import Path
from typing import Any

from attnlab.experiments import find
from attnlab.files import write_whole
from attnlab.lessons import LESSONS, text
from attnlab.lessons.markup import Page, render
from attnlab.lessons.site import build

ROOT = Path(__file__).parent.parent
PAGE, PLACES = ROOT / "docs" / "lessons.md", ROOT / "benchmarks" / "lessons.toml"


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        made = build(Path(folder) / "site")
    size = f"{made.bytes / 1e6:.1f} MB in {made.files} files, {made.pages} of them pages"
    write_whole(PAGE, page(size))
    print(f"{PAGE.relative_to(ROOT)}: {size}")


def page(size: str) -> str:
    """The whole document; `size` is the site's. Raises ValueError for a place that is not there."""
    lines = [
        "# The lessons",
        "",
        "Written by `./dev bench lessons` from the lessons and from `benchmarks/lessons.toml`. Do not edit.",
        "",
        f"`attnlab lessons build --out site` writes all, in three languages, as a site that opens from disk: {size}.",
        "",
        "| | lesson | its tasks, which check themselves | things to play with | boxes to try |",
        "|---|---|---|---|---|",
    ]
    for number, name in enumerate(LESSONS):
        met = _met(name)
        cells = (
            text(name, "en").title, ", ".join(f"`{name}.{task}`" for task in met.tasks),
            ", ".join(f"`live-{kind}`" for kind in dict.fromkeys(met.live.values())), str(tries(met)),
        )  # fmt: skip
        lines.append(f"| {number} | {' | '.join(cells)} |")
    lines += ["", "## Every exercise of the source texts, and where it is", ""]
    for source in places():
        lines += [f"### {source['name']}", "", "| exercise | where | what does not hold |", "|---|---|---|"]
        for one in source["exercise"]:
            lines.append(f"| {one['what']} | {'; '.join(map(told, one['where']))} | {one.get('but', '')} |")
        lines.append("")
    return "\n".join(lines)


def places() -> list[dict[str, Any]]:
    """The source texts with their exercises, as they are written down."""
    return tomllib.loads(PLACES.read_text(encoding="utf-8"))["source"]


def told(where: str) -> str:
    """A place in words. Raises ValueError for one that is not there."""
    kind, name, *rest = where.split()
    there = True
    if kind == "task":
        lesson, task = name.split(".")
        said, there = f"task `{name}`", task in _met(lesson).tasks
    elif kind == "try":
        said, there = f"lesson `{name}`, box {rest[0]} to try", 1 <= int(rest[0]) <= tries(_met(name))
    elif kind == "lesson":
        said, there = f"lesson `{name}`", name in LESSONS
    elif kind == "element":
        met = _met(name)
        said, there = f"lesson `{name}`, `live-{met.live.get(rest[0])}`", rest[0] in met.live
    elif kind == "claim":
        said, there = f"lesson `{name}`, claim `{rest[0]}`", ("claim", rest[0]) in _met(name).met
    elif kind == "run":
        said = f"`attnlab run {find(name).name}`"
    elif kind == "doc":
        said, there = f"[docs/{name}]({name})", (PAGE.parent / name).is_file()
    else:
        there, said = False, where
    if not there:
        raise ValueError(f"benchmarks/lessons.toml: there is no {where}")
    return said


def tries(met: Page) -> int:
    """Boxes to try of a lesson."""
    return sum(one == ("box", "try") for one in met.met)


def _met(lesson: str) -> Page:
    if lesson not in LESSONS:
        raise ValueError(f"benchmarks/lessons.toml: there is no lesson {lesson}")
    return render(text(lesson, "en"))[1]
