"""Pieces joined to words, or to any spans of the text, and maps summed to them."""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Sequence
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
    """Pieces that stand together: a word, a span of the user's, or one piece by itself.

    >>> import attnlab
    >>> from attnlab.spans import words
    >>> words(attnlab.load("names").tokens("anna"))
    (Group(label='START', positions=(0,)), Group(label='anna', positions=(1, 2, 3, 4)))
    """

    label: str
    positions: tuple[int, ...]


@dataclass(frozen=True)
class WordMap:
    """A head's map by groups of pieces: row i shares the attention of group i's pieces among the groups.

    A weight is summed over the keys of a group, for a share of a budget adds up, and averaged over its queries, so
    that each row still sums to what its pieces' rows sum to. Scores do not add up and are not merged.

    >>> import attnlab
    >>> from attnlab.spans import merge
    >>> map = attnlab.trace(attnlab.load("names"), "annabell").map("0", 3)
    >>> merged = merge(map, [(0, 4), (4, 8)])
    >>> [group.label for group in merged.keys], merged.weight.sum(axis=-1).round(6).tolist()
    (['START', 'anna', 'bell'], [1.0, 1.0, 1.0])
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
    """The words and marks of a text, each with the pieces that begin in it; special pieces stand alone.

    A word that begins inside a piece of the one before, as `com` in the pieces `example` and `.com`, goes with that.

    >>> import attnlab
    >>> from attnlab.spans import words
    >>> tokens = attnlab.load("agreement").example()
    >>> [group.label for group in words(tokens)][:3]
    ['the', 'key', 'that']
    """
    begins = {begin for begin in (_begin(tokens, position) for position in range(len(tokens))) if begin is not None}
    spans: list[tuple[int, int]] = []
    for found in _WORD.finditer(tokens.text):
        start, end = found.span()
        if any(place in begins for place in range(start, end)):
            spans.append((start, end))
        elif spans and any(span and span[0] < end and start < span[1] for span in tokens.spans):
            spans[-1] = (spans[-1][0], end)
    return groups(tokens, spans)


def letters(tokens: Tokens) -> tuple[Group, ...]:
    """Each piece by itself, but those that share a letter, as byte-level pieces may, joined to what they hold.

    >>> import attnlab
    >>> from attnlab.spans import letters
    >>> [group.label for group in letters(attnlab.load("names").tokens("bo"))]
    ['START', 'b', 'o']
    """
    runs: list[list[int]] = []
    for position, span in enumerate(tokens.spans):
        before = tokens.spans[runs[-1][-1]] if runs else None
        shared = span is not None and before is not None and span[0] < before[1] and before[0] < span[1]
        if shared:
            runs[-1].append(position)
        else:
            runs.append([position])
    return tuple(Group(_label(tokens, run), tuple(run)) for run in runs)


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

    mine: dict[int, list[int]] = {}
    made: list[tuple[str, list[int]]] = []
    for position, piece in enumerate(tokens.pieces):
        begin = _begin(tokens, position)
        place = -1 if begin is None else bisect_right(ordered, (begin, length)) - 1
        if begin is None or place < 0 or begin >= ordered[place][1]:
            made.append((piece, [position]))
        elif place in mine:
            mine[place].append(position)
        else:
            mine[place] = [position]
            made.append((tokens.text[slice(*ordered[place])], mine[place]))
    for place, (start, end) in enumerate(ordered):
        if place not in mine:
            raise LabError("span-empty", start=start, end=end, text=tokens.text[start:end])
    return tuple(Group(label, tuple(positions)) for label, positions in made)


def merge(map: Map, by: Sequence[tuple[int, int]] | Callable[[Tokens], tuple[Group, ...]] = words) -> WordMap:
    """A map by words, by `letters`, or by spans of the text that the user gives. Raises LabError as `groups` does.

    Spans are those of the text that asks; what another text is asked about stands in words. Only a map of a whole
    text can be merged: its rows must be all of the text's positions.

    >>> import attnlab
    >>> from attnlab.spans import merge
    >>> map = attnlab.trace(attnlab.load("names"), "annabell").map("0", 3)
    >>> merge(map, [(0, 4), (4, 8)]).weight.round(2)
    array([[1.  , 0.  , 0.  ],
           [0.15, 0.85, 0.  ],
           [0.03, 0.38, 0.58]])
    """
    asking, looked_at = map.tokens.at(map.site)
    if map.weight.shape[0] != len(asking):
        raise LabError("merge-some-rows", rows=map.weight.shape[0], places=len(asking))
    rows = by(asking) if callable(by) else groups(asking, by)
    columns = rows if looked_at is asking else by(looked_at) if callable(by) else words(looked_at)
    by_key = np.stack([map.weight[:, list(group.positions)].sum(axis=1) for group in columns], axis=1)
    weight = np.stack([by_key[list(group.positions)].mean(axis=0) for group in rows])
    return WordMap(map.model, map.site, map.head, weight, rows, columns)


def _label(tokens: Tokens, positions: Sequence[int]) -> str:
    """A lone piece's own name; else the text that several hold together."""
    if len(positions) == 1:
        return tokens.pieces[positions[0]]
    spans = [span for span in (tokens.spans[position] for position in positions) if span is not None]
    return tokens.text[min(start for start, _ in spans) : max(end for _, end in spans)]


def _begin(tokens: Tokens, position: int) -> int | None:
    """Where a piece's own letters begin in the text; None for a piece that is not from it."""
    span = tokens.spans[position]
    if span is None or not tokens.plain[position]:
        return None
    start, end = span
    blank = len(tokens.text[start:end]) - len(tokens.text[start:end].lstrip())
    return start + blank if start + blank < end else start
