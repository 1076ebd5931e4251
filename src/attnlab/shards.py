"""What a sweep leaves in a folder: a plan, and shards of rows in Parquet, each whole or not there.

A row is what was found of one head, pair or edge on one text; a text that could not be used has one row that says why.
"""

import io
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal, get_args

from attnlab.checks import Case, Row, Unit
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import readable_file, write_whole
from attnlab.verdicts import KeyEffect

FORMAT = "attnlab sweep 1"
PLAN = "plan.json"
NEEDED = {
    "question", "model", "model_hash", "units", "settings", "texts_name", "texts", "texts_hash", "groups", "shard",
    "versions",
}  # fmt: skip
"""What a plan says."""
Question = Literal["check", "edges", "heads"]
QUESTIONS: tuple[Question, ...] = get_args(Question)
Rows = list[dict[str, Any]]
TEXT = {"number": "int64", "text": "string", "group": "string", "state": "string", "why": "string"}
"""Of every row: which text, of which group; used, wrong, short, same or unreadable, and why it could not be read."""
FOUND = {"heads": "string", "query": "int32", "target": "string"}
COLUMNS: Mapping[Question, Mapping[str, str]] = {
    "check": TEXT | FOUND | {
        "margin": "float64", "edits": "int32",
        **{f"harm_{one}": "float64" for one in ("top", "middle", "random", "foil")},
        "drop": "float64", "swap": "float64", "top": "int32", "middle": "int32", "random": "int32",
        "top_weight": "float64", "beyond": "float64", "ablated": "float64", "keys": "keys",
    },
    "edges": TEXT | FOUND | {
        "before": "float64", "query_piece": "string", "key": "int32", "key_piece": "string",
        "weight": "float64", "contribution": "float64", "change": "float64",
    },
    "heads": TEXT | FOUND | {"before": "float64", "change": "float64"},
}  # fmt: skip
"""The columns of each question's rows. Harm and change are in the target's unit; what was not asked for is null."""


UNIT = tuple(one.name for one in fields(Unit))
"""The columns of a check's rows that hold what was measured."""


def text_row(number: int, case: Case, state: str, why: str | None = None) -> dict[str, Any]:
    """What every row says of its text."""
    return {"number": number, "text": case.text, "group": case.group, "state": state, "why": why}


def check_rows(number: int, case: Case, units: Sequence[tuple[str, ...]], row: Row) -> Rows:
    """The rows of a text that was used in a check."""
    about = text_row(number, case, "used")
    about |= {"query": row.query, "target": row.target, "margin": row.margin, "edits": row.edits}
    # key by key, not as `asdict`: there are many
    return [
        about | vars(unit) | {"heads": "+".join(heads), "keys": [vars(key) for key in unit.keys] or None}
        for heads, unit in zip(units, row.units, strict=True)
    ]


def unit_of(row: Mapping[str, Any]) -> Unit:
    """A row of a check as what was measured."""
    made: dict[str, Any] = {name: row[name] for name in UNIT}
    made["keys"] = tuple(KeyEffect(**key) for key in row["keys"] or ())
    return Unit(**made)


# --- writing ----------------------------------------------------------------------------------------------------------


def as_table(question: Question, rows: Rows, about: Mapping[str, Any]) -> Any:
    """Rows as a pyarrow Table; `about` travels in its schema."""
    arrow = bring("pyarrow", "data", "a sweep")
    kinds = {name: _kind(arrow, kind) for name, kind in COLUMNS[question].items()}
    schema = arrow.schema(list(kinds.items()), {"attnlab": json.dumps(about, ensure_ascii=False, sort_keys=True)})
    return arrow.Table.from_pylist(rows, schema=schema)


def _kind(arrow: Any, name: str) -> Any:
    if name != "keys":
        return getattr(arrow, name)()
    of = {"position": "int32", "piece": "string", "weight": "float64", "contribution": "float64", "harm": "float64"}
    return arrow.list_(arrow.struct([(one, getattr(arrow, kind)()) for one, kind in of.items()]))


def _is_of(table: Any, kinds: Mapping[str, str]) -> bool:
    """Has the table these columns and no empty number?"""
    arrow = bring("pyarrow", "data", "a sweep")
    there = {one.name: one.type for one in table.schema}
    # how Parquet names a list's items is no matter
    kept = all(there.get(name) == _kind(arrow, kind) for name, kind in kinds.items() if kind != "keys")
    return kept and kinds.keys() <= there.keys() and not table["number"].null_count


def as_bytes(table: Any) -> bytes:
    """A table as the content of a Parquet file."""
    parquet, sink = bring("pyarrow.parquet", "data", "a sweep"), io.BytesIO()
    parquet.write_table(table, sink, compression="zstd", write_page_checksum=True)
    return sink.getvalue()


def about(table: Any) -> dict[str, Any]:
    """What `as_table` was told."""
    return json.loads(table.schema.metadata[b"attnlab"])


def keep(folder: Path, number: int, table: Any) -> None:
    """Write a shard, whole or not at all."""
    write_whole(shard_path(folder, number), as_bytes(table))


def keep_plan(folder: Path, record: Mapping[str, Any]) -> None:
    """Write the plan with its seal, whole or not at all."""
    record = dict(record)
    write_whole(folder / PLAN, json.dumps(record | {"sha256": _seal(record)}, ensure_ascii=False, indent=2) + "\n")


def _seal(record: Mapping[str, Any]) -> str:
    return sha256(json.dumps(record, ensure_ascii=False, sort_keys=True).encode()).hexdigest()


# --- reading ----------------------------------------------------------------------------------------------------------


def read_plan(folder: Path) -> dict[str, Any]:
    """The record of the sweep that a folder holds. Raises LabError where it holds none."""
    path = folder / PLAN
    if not path.exists():
        raise LabError("sweep-missing", folder=str(folder))
    readable_file(path)
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
        found, seal = record["format"], record.pop("sha256", None)
        if found == FORMAT and not (record.keys() >= NEEDED and seal in (None, _seal(record))):
            raise KeyError
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise LabError("sweep-torn", path=str(path)) from None
    if found != FORMAT:
        raise LabError("sweep-foreign", path=str(path), found=str(found), wanted=FORMAT)
    return record


def shard_path(folder: Path, number: int) -> Path:
    """Where a shard lies."""
    return folder / f"rows-{number:06d}.parquet"


def numbers(folder: Path) -> list[int]:
    """The shards that are there."""
    found = (re.fullmatch(r"rows-([0-9]{6,})\.parquet", path.name) for path in folder.iterdir())
    return sorted(int(one[1]) for one in found if one)


def told(folder: Path, number: int) -> dict[str, Any]:
    """What a shard says of itself. Raises LabError for one that is torn."""
    parquet, path = bring("pyarrow.parquet", "data", "a sweep"), shard_path(folder, number)
    try:
        found = json.loads(parquet.read_schema(readable_file(path)).metadata[b"attnlab"])
        return {name: found[name] for name in ("model_hash", "versions", "texts_hash")}
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        raise LabError("sweep-torn", path=str(path)) from None


def tables(folder: Path, columns: Sequence[str] | None = None) -> Iterator[Any]:
    """Each shard as a pyarrow Table, one after the other. Raises LabError for one that is torn, or not in its place."""
    parquet, plan = bring("pyarrow.parquet", "data", "a sweep"), read_plan(folder)
    size, kinds = plan["shard"], COLUMNS[plan["question"]]
    some = None if columns is None else list(dict.fromkeys([*columns, "number"]))
    for number in numbers(folder):
        path = shard_path(folder, number)
        try:
            table = parquet.read_table(readable_file(path), columns=some, page_checksum_verification=True)
        except (OSError, ValueError):
            raise LabError("sweep-torn", path=str(path)) from None
        if not _is_of(table, {name: kinds[name] for name in some or kinds}):
            raise LabError("sweep-torn", path=str(path))  # another program's
        if {row // size for row in table["number"].to_pylist()} != {number}:
            raise LabError("sweep-torn", path=str(path))  # another's rows under its name
        yield table
