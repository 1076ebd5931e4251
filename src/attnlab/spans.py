"""Pieces joined to words, or to any spans of the text, and maps summed to them."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab.errors import LabError
from attnlab.probe import Site
from attnlab.tokens import Tokens
from attnlab.traces import Map

_WORD = re.compile(r"\w+(?:['’\-]\w+)*|[^\w\s]+")


@dataclass(frozen=True)
class Group:
    """Pieces that stand together: a word, a span of the user's, or one piece by itself."""

    label: str
    positions: tuple[int, ...]


@dataclass(frozen=True)
class WordMap:
    """A head's map by groups of pieces: row i shares the attention of group i's pieces among the groups.

    A weight is summed over the keys of a group, for a share of a budget adds up, and averaged over its queries, so
    that each row still sums to what its pieces' rows sum to. Scores do not add up and are not merged.
    """

    model: str
    site: Site
    head: int
    weight: Float[np.ndarray, "query_group key_group"]
    queries: tuple[Group, ...]
    keys: tuple[Group, ...]

    def to_record(self) -> dict[str, Any]:
        """Plain JSON values."""
        return {
            "model": self.model,
            "site": str(self.site),
            "head": self.head,
            "axes": ["query group", "key group"],
            "queries": [vars(group) | {"positions": list(group.positions)} for group in self.queries],
            "keys": [vars(group) | {"positions": list(group.positions)} for group in self.keys],
            "weight": self.weight.tolist(),
        }

    def to_json(self) -> str:
        """`to_record` as JSON text."""
        return json.dumps(self.to_record(), ensure_ascii=False, indent=2, allow_nan=False)


def words(tokens: Tokens) -> tuple[Group, ...]:
    """The words and marks of a text, each with the pieces that begin in it; special pieces stand alone."""
    return groups(tokens, [found.span() for found in _WORD.finditer(tokens.text)])


def groups(tokens: Tokens, spans: Sequence[tuple[int, int]]) -> tuple[Group, ...]:
    """Groups of the pieces that begin inside each span (in characters, end excluded), in the order of the text.

    A piece that brings the space before a word begins with the word. Pieces outside every span, and special ones,
    stand alone. Raises LabError where spans overlap, lie outside the text or hold no piece.
    """
    length = len(tokens.text)
    for start, end in spans:
        if not 0 <= start < end <= length:
            raise LabError("span-outside", start=start, end=end, length=length)
    ordered = sorted(spans)
    for (_, end), (start, _) in pairwise(ordered):
        if start < end:
            raise LabError("spans-overlap", start=start, end=end)

    begins = [_begin(tokens, position) for position in range(len(tokens))]
    of_span = [
        next((place for place, (start, end) in enumerate(ordered) if begin is not None and start <= begin < end), None)
        for begin in begins
    ]
    made: list[Group] = []
    for position, place in enumerate(of_span):
        if place is None:
            made.append(Group(tokens.pieces[position], (position,)))
        elif position == of_span.index(place):
            mine = tuple(one for one, other in enumerate(of_span) if other == place)
            made.append(Group(tokens.text[slice(*ordered[place])], mine))
    empty = [place for place in range(len(ordered)) if place not in of_span]
    if empty:
        start, end = ordered[empty[0]]
        raise LabError("span-empty", start=start, end=end, text=tokens.text[start:end])
    return tuple(made)


def merge(map: Map, spans: Sequence[tuple[int, int]] | None = None) -> WordMap:
    """A map by words, or by spans of the text that the user gives. Raises LabError as `groups` does.

    Only a map of a whole text can be merged: its rows must be all of the text's positions.
    """
    asking, looked_at = map.tokens.at(map.site)
    if map.weight.shape[0] != len(asking):
        raise LabError("merge-some-rows", rows=map.weight.shape[0], places=len(asking))
    rows = words(asking) if spans is None else groups(asking, spans)
    columns = rows if looked_at is asking else words(looked_at)
    by_key = np.stack([map.weight[:, list(group.positions)].sum(axis=1) for group in columns], axis=1)
    weight = np.stack([by_key[list(group.positions)].mean(axis=0) for group in rows])
    return WordMap(map.model, map.site, map.head, weight, rows, columns)


def _begin(tokens: Tokens, position: int) -> int | None:
    """Where a piece's own letters begin in the text; None for a piece that is not from it."""
    span = tokens.spans[position]
    if span is None or not tokens.plain[position]:
        return None
    start, end = span
    blank = len(tokens.text[start:end]) - len(tokens.text[start:end].lstrip())
    return start + blank if start + blank < end else start
