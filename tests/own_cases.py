"""What the cells of the lesson on the reader's own model print, and the checks that its picture reads; run this file to
write them.

attnlab is imported inside only: the shape checks are switched on after this file may have been read.
"""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
PRINTED = ROOT / "src" / "attnlab" / "lessons" / "own" / "printed.json"
RECORDS, CASES = (ROOT / "web" / "lessons" / f"reading.{name}.json" for name in ("records", "cases"))
NAMES = ("practice", "address", "names")
FIGURES = {
    "top": "harm_top", "middle": "harm_middle", "random": "harm_random", "foil": "harm_foil",
    "overRandom": "over_random", "overFoil": "over_foil", "sizeTop": "size_top", "sizeRandom": "size_random",
    "share": "share",
}  # fmt: skip
CHANCES = {"pRandom": "p_random", "pFoil": "p_foil", "pSize": "p_size", "p": "p"}
CONDITIONS: dict[str, Any] = {"key": "over random key", "share": "share of margin", "target": "over random target"}
RULES = [(share, texts) for share in (0.0, 0.1, 0.5, 0.9) for texts in (20, 100, 195, 300)]


def run_cells(folder: Path) -> dict[str, str]:
    """Every cell of the lesson run in its order in one folder, and what each printed."""
    from attnlab.lessons import text
    from attnlab.lessons.cells import cells

    return {cell.name: _run(cell, folder) for cell in cells(text("own", "en").markdown)}


def _run(cell: Any, folder: Path) -> str:
    import shlex

    if cell.kind == "python":
        (folder / cell.name).write_text(cell.code, encoding="utf-8")
        asked = [[cell.name]]
    else:
        lines = [shlex.split(line) for line in cell.code.splitlines()]
        assert all(line[0] == "attnlab" for line in lines), "the lesson knows no other command"
        asked = [["-m", *line] for line in lines]
    return "".join(_python(one, folder) for one in asked)


def _python(arguments: list[str], folder: Path) -> str:
    own = {"HF_HUB_OFFLINE": "1", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"}
    own["COLUMNS"] = "80"  # what is printed must not hang on the window in which this was started
    how: dict[str, Any] = {"cwd": folder, "env": os.environ | own, "capture_output": True, "encoding": "utf-8"}
    made = subprocess.run([sys.executable, *arguments], timeout=300, **how)
    assert made.returncode == 0, f"{arguments}: {made.stderr[-2000:]}"
    return "\n".join(line.rstrip() for line in made.stdout.splitlines()) + "\n"


def records(folder: Path) -> dict[str, Any]:
    """The checks that the cells left in the folder, as the picture reads them."""
    from attnlab.verdicts import open_check

    return {name: _record(open_check(folder / f"{name}.json")) for name in NAMES}


def _record(check: Any) -> dict[str, Any]:
    return {
        "aside": [check.wrong, check.short, check.same],
        "verdicts": [
            {
                "head": one.name,
                "texts": one.texts,
                "margin": _short(one.margin.mean),
                **{name: [_short(x) for x in vars(getattr(one, own)).values()] for name, own in FIGURES.items()},
                **{name: _short(getattr(one, own)) for name, own in CHANCES.items()},
            }
            for one in check.verdicts
        ],
    }


def cases(folder: Path) -> list[dict[str, Any]]:
    """What the library says of the same heads by several rules."""
    from attnlab.checks import Settings, _found
    from attnlab.verdicts import open_check

    made = []
    for name in NAMES:
        for share, texts in RULES:
            settings = replace(Settings(), share=share, least_texts=texts)
            found = [_found(one, settings) for one in open_check(folder / f"{name}.json").verdicts]
            made.append({
                "record": name, "share": share, "texts": texts, "findings": [one.finding for one in found],
                "holds": [[key for key, own in CONDITIONS.items() if one.conditions[own]] for one in found],
            })  # fmt: skip
    return made


def _short(x: float) -> float:
    return float(f"{x:.7g}")


def told(made: Any) -> str:
    return json.dumps(made, ensure_ascii=False, separators=(",", ":")) + "\n"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        PRINTED.write_text(json.dumps(run_cells(Path(made)), ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        RECORDS.write_text(told(records(Path(made))), encoding="utf-8")
        CASES.write_text(told(cases(Path(made))), encoding="utf-8")
