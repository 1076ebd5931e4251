"""What a sweep found, read back from its folder without the model: verdicts, ranked heads, groups, two sweeps compared.

Shards are read one after the other and heads a few at a time, so that memory stays bounded whatever was swept.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab import shards
from attnlab.checks import Settings, conclude, holm, mean_of, two_sided
from attnlab.drawings import About, Interval, ForestRow, Look, Theme, Width, draw_forest, draw_histogram
from attnlab.errors import LabError
from attnlab.shards import Question, unit_of
from attnlab.tables import Table, Tabled
from attnlab.verdicts import Check, Figure
from attnlab.words import Language

AT_ONCE = 2_000_000
"""Rows that are held at a time, at most."""
ASIDE = ("wrong", "short", "same", "unreadable")


@dataclass(frozen=True)
class HeadSummary:
    """What one head did to the target over many texts, either way."""

    name: str
    texts: int
    change: Figure
    """After less before, in the target's unit: of a check the harm of the top key's cut with the sign turned, of edges
    the cut of the key with the largest weight, of heads the head switched off."""
    p: float
    """Two-sided Wilcoxon signed-rank that the change is 0, after Holm 1979 over the heads."""
    size: Figure
    """The change without its sign; of edges, of the key whose cut changes most."""
    top_is_most: float | None
    """Of a check and of edges: the share of texts in which the heaviest key is the most influential."""


@dataclass(frozen=True)
class HeadDifference:
    """One head in two sweeps."""

    name: str
    first: Figure
    second: Figure
    difference: Figure
    """Second less first: text by text where both used the same texts, else of the means."""
    p: float
    """Two-sided, after Holm over the heads: Wilcoxon signed-rank of pairs, Mann-Whitney where the texts differ."""
    paired: int
    """Texts that both used; 0 where the texts differ."""
    findings: tuple[str, str] | None
    """Of two checks: what each found."""


@dataclass(frozen=True)
class Sweep(Tabled):
    """A sweep's folder, open for reading.

    >>> import attnlab
    >>> from attnlab import sweeps
    >>> texts = ["abcdef", "fedcba", "bdacfe", "cafebd", "abcdef"]
    >>> folder = sweeps.sweep(sweeps.plan("previous", texts), "results")
    >>> made = attnlab.open_sweep(folder)
    >>> made.done, made.texts, made.aside
    (5, 5, {'same': 1})
    >>> made.check().verdicts[0].texts
    4
    """

    folder: Path
    plan: Mapping[str, Any]

    @property
    def question(self) -> Question:
        """check, edges or heads."""
        return self.plan["question"]

    @property
    def texts(self) -> int:
        """How many there are, measured or not."""
        return self.plan["texts"]

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of the texts; none where they have no names."""
        return tuple(name for name in self.plan["groups"] if name)

    @property
    def names(self) -> tuple[str, ...]:
        """The heads, and pairs of heads, as they are written."""
        return tuple("+".join(unit) for unit in self.plan["units"])

    @cached_property
    def _told(self) -> Mapping[str, Any]:
        """How far it is, and why texts were set aside, by group."""
        return {}
