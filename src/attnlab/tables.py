"""Results as tables for pandas, Arrow and CSV: named columns, their units, and where the figures come from."""

import csv
import io
import json
import platform
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any

import numpy as np

from attnlab.extras import bring


@dataclass(frozen=True, eq=False)
class Table:
    """Named columns of equal length. Positions and heads are counted from 0.

    What is not there is missing: NaN in pandas, null in Arrow, empty in CSV. Where that can happen, a column `state`
    (or one that the docstring of the method names) says why, so that nothing has to be guessed from a NaN.

    >>> import attnlab
    >>> table = attnlab.trace(attnlab.load("previous"), "ab").map("0", 0).table()
    >>> len(table), list(table.columns)[:4]
    (9, ['query', 'query_piece', 'key', 'key_piece'])
    >>> table.units
    {'score': 'nats'}
    >>> print(table.to_csv().splitlines()[2])
    0,START,1,a,masked,0.0,0.0
    """

    columns: Mapping[str, Sequence[Any] | np.ndarray]
    units: Mapping[str, str] = field(default_factory=dict)
    """Of the columns that have one."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Where the figures come from: model, its hash, text, edits, seed, versions. Plain texts, numbers and lists."""
    kinds: Mapping[str, type] = field(default_factory=dict)
    """Of the columns that may be missing all the way down and hold no figures: str, bool, or int for places."""

    def __len__(self) -> int:
        return len(next(iter(self.columns.values()), ()))

    def to_pandas(self) -> Any:
        """As a pandas DataFrame; its `attrs` hold `about` and, under "units", the units. Needs the extra `data`.

        >>> import attnlab
        >>> frame = attnlab.trace(attnlab.load("previous"), "ab").map("0", 0).table().to_pandas()
        >>> frame.attrs["model"], frame.attrs["units"]
        ('previous', {'score': 'nats'})
        """
        pandas = bring("pandas", "data", "to_pandas()")
        frame = pandas.DataFrame({name: _of_objects(values) for name, values in self.columns.items()})
        frame.attrs.update(self.about, units=dict(self.units))
        return frame

    def to_arrow(self) -> Any:
        """As a pyarrow Table; needs the extra `data`.

        Fields hold their `unit`, the schema `about` as JSON under "attnlab". A column has the same type whatever is
        missing in it: figures float64, positions and counts int64, truth values bool, texts string.

        >>> import attnlab
        >>> data = attnlab.trace(attnlab.load("previous"), "ab").map("0", 0).table().to_arrow()
        >>> data.schema.field("score").metadata
        {b'unit': b'nats'}
        """
        arrow = bring("pyarrow", "data", "to_arrow()")
        arrays, fields = [], []
        for name, values in self.columns.items():
            array = arrow.array(_of_objects(values), _ARROW[_kind(values, self.kinds.get(name))], from_pandas=True)
            about = {"unit": self.units[name]} if name in self.units else None
            arrays.append(array)
            fields.append(arrow.field(name, array.type, metadata=about))
        schema = arrow.schema(fields, {"attnlab": json.dumps(dict(self.about), ensure_ascii=False)})
        return arrow.Table.from_arrays(arrays, schema=schema)

    def to_csv(self) -> str:
        """As CSV text at full precision; needs nothing beside the base install."""
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(self.columns)
        rows.writerows(zip(*(map(_written, values) for values in self.columns.values()), strict=True))
        return text.getvalue()


class Tabled:
    """What has a table has it in every form."""

    def table(self) -> Table:
        """The figures as named columns."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """`table` as a pandas DataFrame; needs the extra `data`."""
        return self.table().to_pandas()

    def to_arrow(self) -> Any:
        """`table` as a pyarrow Table; needs the extra `data`."""
        return self.table().to_arrow()


def versions() -> str:
    """What made the figures, as one line of text."""
    return f"attnlab {version('attnlab')}, numpy {np.__version__}, python {platform.python_version()}"


def attributes(about: Mapping[str, Any]) -> dict[str, Any]:
    """Where figures come from, for a labelled array: lists are JSON text, which every file format takes."""
    return {name: json.dumps(x, ensure_ascii=False) if isinstance(x, list) else x for name, x in about.items()}


def places(labels: Sequence[str], numbers: np.ndarray) -> np.ndarray:
    """The label of each number, as an array of texts."""
    every = np.empty(len(labels), dtype=object)
    every[:] = labels
    return every[numbers]


_ARROW = {str: "string", bool: "bool", int: "int64", float: "float64"}


def _kind(values: Sequence[Any] | np.ndarray, told: type | None) -> type:
    """What a column holds; one that is missing all the way down, what was `told` of it, else figures."""
    if isinstance(values, np.ndarray) and values.dtype != object:
        return {"b": bool, "i": int, "u": int, "f": float}.get(values.dtype.kind, str)
    found = {type(x.item() if isinstance(x, np.generic) else x) for x in values if x is not None}
    if not found:
        return told or (str if isinstance(values, np.ndarray) else float)
    return str if str in found else bool if found == {bool} else int if found == {int} else float


def _of_objects(values: Sequence[Any] | np.ndarray) -> Any:
    return list(values) if not isinstance(values, np.ndarray) or values.dtype == object else values


def _written(x: Any) -> Any:
    if x is None or (isinstance(x, float | np.floating) and np.isnan(x)):
        return ""
    return x.item() if isinstance(x, np.generic) else x
