"""Every kind of file that a person can make with attnlab: how it is written, and read again where it can be."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any


@dataclass(frozen=True)
class Kind:
    """One kind of file."""

    name: str
    """As it is called in the folder."""
    write: Callable[[Path], Any]
    read: Callable[[Path], Any] | None = None
    """None for what other programs read."""
    sealed: bool = False
    """Is any change of its content found?"""
    later: Callable[[Path], None] | None = None
    """Makes of a file that was written the file of a later version."""


def _later(path: Path, **formats: str) -> None:
    """A safetensors file that says another format, in its header or in its manifest there."""
    from safetensors import safe_open
    from safetensors.numpy import save_file

    with safe_open(path, framework="np") as stored:
        about, tensors = stored.metadata(), {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    if "attnlab" in about:
        about = {"attnlab": json.dumps(json.loads(about["attnlab"]) | formats)}
    save_file(tensors, path, about | ({} if "attnlab" in about else formats))


def _later_json(path: Path, **formats: str) -> None:
    path.write_text(json.dumps(json.loads(path.read_text(encoding="utf-8")) | formats), encoding="utf-8")


def _command(words: str) -> Callable[[Path], Any]:
    def write(path: Path) -> None:
        """As a person types it; a fault is raised, not printed."""
        from typer.main import get_command

        from attnlab.cli import app

        get_command(app)([*words.split(), "--out", str(path)], standalone_mode=False)

    return write


@cache
def kinds() -> dict[str, Kind]:
    """All of them by name; those whose extra is missing are left out."""
    import attnlab
    from attnlab import plot_effects, shards
    from attnlab.experiments import Inputs, find, run
    from attnlab.models.small import Small
    from attnlab.panels import plot_result

    names = attnlab.load("names")
    trace = attnlab.trace(names, "anna", ["cut 0.3:4-3"])
    effects = attnlab.effect_map(names, "anna")
    check = attnlab.check(attnlab.load("previous"), ["abcdef", "fedcba"], ["0.0"])
    result = run(find("budget"), Inputs(seed=0, small=True))
    every = [
        Kind("trace.safetensors", lambda path: attnlab.save_trace(trace, path), attnlab.open_trace, True,
             lambda path: _later(path, format="attnlab trace 2")),
        Kind("effects.safetensors", effects.save, attnlab.open_effects, True,
             lambda path: _later(path, format="attnlab effects 99")),
        Kind("model.safetensors", names.save, Small.open, False, lambda path: _later(path, format="attnlab small 99")),
        Kind("check.json", check.save, attnlab.open_check, False,
             lambda path: _later_json(path, format="attnlab check 99")),
        Kind("result.json", result.save),
        Kind("trace.html", trace.save_html),
        Kind("check.html", check.save_html),
        Kind("command.safetensors", _command("trace anna"), attnlab.open_trace, True),
        *(Kind(f"command{end}", _command("trace anna")) for end in (".json", ".csv", ".txt", ".md", ".html")),
        Kind("effects.csv", _command("effects anna")),
        Kind("result.csv", _command("run budget --small")),
    ]  # fmt: skip
    if _is_there("matplotlib"):
        every += [Kind(f"map{end}", trace.map("0", 3).plot().save) for end in (".svg", ".png", ".pdf")]
        every += [Kind("effects.png", partial(plot_effects, effects)), Kind("panels.svg", partial(plot_result, result))]
    if _is_there("pyarrow") and _is_there("filelock"):
        record = dict.fromkeys(shards.NEEDED, "") | {"format": shards.FORMAT, "question": "check", "shard": 4}
        table = shards.as_table("check", [{"number": 0, "text": "ab", "state": "short"}], {
            "model_hash": "", "versions": {}, "texts_hash": "",
        })  # fmt: skip

        def rows(path: Path) -> Any:
            shards.keep_plan(path.parent, record)
            try:
                return shards.told(path.parent, 0), [one.to_pylist() for one in shards.tables(path.parent)]
            finally:
                (path.parent / "plan.json").unlink()

        every += [
            Kind("plan.json", lambda path: shards.keep_plan(path.parent, record),
                 lambda path: shards.read_plan(path.parent), True,
                 lambda path: _later_json(path, format="attnlab sweep 2")),
            Kind("rows-000000.parquet", lambda path: shards.keep(path.parent, 0, table), rows),
        ]  # fmt: skip
    return {kind.name: kind for kind in every}


def _is_there(module: str) -> bool:
    try:
        import_module(module)
    except ModuleNotFoundError:
        return False
    return True
