"""One head's map in tiles: pooled from afar, exact up close, whatever the length of the text."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np
from jaxtyping import Float, UInt8

from attnlab import edits as change
from attnlab import lab
from attnlab.errors import LabError
from attnlab.model import Model
from attnlab.traces import Map, Trace

SIDE = 128
"""Cells a side of one tile."""
LEVELS = 12
"""Each level halves the one before; the last holds any text in one tile."""
Layer = Literal["weight", "score", "contribution"]
VISIBLE, MASKED, CUT, OUTSIDE = range(4)


@dataclass
class _Sheet:
    """The head whose tiles are asked for, in arrays."""

    head: tuple
    layers: dict[Layer, Float[np.ndarray, "query key"] | None]
    state: UInt8[np.ndarray, "query key"]


_sheets: WeakKeyDictionary[Trace, _Sheet] = WeakKeyDictionary()


def tile(
    name: str | Model, text: str, head: str, edits: Sequence[str] = (), *,
    layer: Layer = "weight", level: int = 0, row: int = 0, column: int = 0,
) -> tuple[Float[np.ndarray, "128 128"], UInt8[np.ndarray, "128 128"]]:  # fmt: skip
    """Values and states of `SIDE` x `SIDE` cells, each the largest of 2^level x 2^level cells of the map.

    Weights and contributions are those after the edits; scores are in nats, and at level 0 also those behind the mask,
    as they would have been. A pooled cell is visible where any in it is, else cut where any in it is, else masked, and
    its value is that of the visible ones; it is 3, outside, beyond the text's end. Where nothing is visible in it the
    value is 0. Raises LabError for anything that does not fit.
    """
    model = lab.open_model(name) if isinstance(name, str) else name
    site, number = lab.parse_head(model, head)
    with lab.TURN:
        sheet = _sheet(model, lab.run_of(model, text, [change.parse(one) for one in edits]), (site, number))
    values = sheet.layers[layer]
    if values is None:
        raise LabError("map-no-contribution", model=model.name)
    step = 2**level
    first = (row * SIDE * step, column * SIDE * step)
    if any(start >= size for start, size in zip(first, values.shape, strict=True)):
        raise LabError(
            "map-tile-outside", row=row, column=column, level=level, queries=values.shape[0], keys=values.shape[1]
        )
    part = tuple(slice(start, start + SIDE * step) for start in first)
    return _pooled(values[part], sheet.state[part], step)


def whole_map(name: str | Model, text: str, head: str, edits: Sequence[str] = ()) -> Map:
    """A head's map after the edits. Raises LabError for anything that does not fit and for more than `MOST_PIECES`."""
    model = lab.open_model(name) if isinstance(name, str) else name
    site, number = lab.parse_head(model, head)
    tokens = model.tokens(text)
    found = max(len(tokens), len(tokens.source or ()))
    if found > lab.MOST_PIECES:
        raise LabError("map-too-long-to-save", found=found, most=lab.MOST_PIECES)
    with lab.TURN:
        return lab.run_of(model, text, [change.parse(one) for one in edits]).map(site, number)


def _sheet(model: Model, run: Trace, head: tuple) -> _Sheet:
    kept = _sheets.get(run)
    if kept is None or kept.head != head:
        map = run.map(*head)
        layers: dict[Layer, np.ndarray | None] = {
            "weight": map.weight, "score": lab.finite_scores(run, map), "contribution": lab.contributions(model, map),
        }  # fmt: skip
        kept = _sheets[run] = _Sheet(head, layers, _states(map))
    return kept


def _states(map: Map) -> UInt8[np.ndarray, "query key"]:
    state = np.full(map.weight.shape, VISIBLE, np.uint8)
    state[map.score == -np.inf] = CUT
    state[map.mask == -np.inf] = MASKED
    return state


def _pooled(
    values: Float[np.ndarray, "row column"], state: UInt8[np.ndarray, "row column"], step: int
) -> tuple[Float[np.ndarray, "128 128"], UInt8[np.ndarray, "128 128"]]:
    rows, columns = (-(-size // step) for size in values.shape)
    made, states = np.zeros((SIDE, SIDE), np.float32), np.full((SIDE, SIDE), OUTSIDE, np.uint8)
    if step == 1:
        made[:rows, :columns], states[:rows, :columns] = values, state
        return made, states
    blocks = [range(0, size, step) for size in values.shape]
    seen = _largest(np.where(state == VISIBLE, values, -np.inf), blocks)
    any_cut = _largest((state == CUT).astype(np.uint8), blocks) > 0
    visible = seen > -np.inf
    made[:rows, :columns] = np.where(visible, seen, 0.0)
    states[:rows, :columns] = np.where(visible, VISIBLE, np.where(any_cut, CUT, MASKED))
    return made, states


def _largest(x: np.ndarray, blocks: Sequence[range]) -> np.ndarray:
    return np.maximum.reduceat(np.maximum.reduceat(x, blocks[0], axis=0), blocks[1], axis=1)
