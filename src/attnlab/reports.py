"""What the page is told of a sweep's folder: the heads in their order, one head text by text, two folders compared.

Folders are named once, when the lab is started, and then go by a name of one word: no question holds a path. What is
read is bounded for the page, and kept while the folder stays as it is.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab import shards
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.shards import Question
from attnlab.summaries import HeadDifference, HeadSummary, Progress, Sweep, open_sweep
from attnlab.verdicts import Check, Verdict, say_texts
from attnlab.views import ErrorView
from attnlab.words import Language

AT_A_TIME = 20
"""Heads of a ranked list that are sent at a time."""
MOST_GROUPS = 100
MOST_SERIES = 6
"""Groups that get a histogram of their own; the rest share one."""
BINS = 24
SOME_TEXTS = 5
LONGEST_TEXT = 300
KEPT = 64


@dataclass(frozen=True)
class SweepFolderView:
    """A folder that may be shown; of one that cannot be read only why."""

    name: str
    question: Question | None
    model: str
    fault: ErrorView | None


@dataclass(frozen=True)
class SweepFoldersView:
    """All folders that the lab was started with."""

    folders: list[SweepFolderView]


@dataclass(frozen=True)
class SweepGroupView:
    """A group of texts."""

    name: str
    texts: int


@dataclass(frozen=True)
class SweepView:
    """What was asked, how far it is, and some of the ranked heads."""

    name: str
    question: Question
    model: str
    model_hash: str
    opened: str
    """As `load` takes the model."""
    texts_name: str
    texts_hash: str
    texts: int
    """All that were planned."""
    target: str
    position: str
    rule: str
    """How a check names the key that it cuts."""
    share: float
    """The least share of the margin that a check asks for."""
    level: float
    seed: int
    versions: Mapping[str, str]
    groups: list[SweepGroupView]
    """The first `MOST_GROUPS` of them."""
    groups_left: int
    group: str | None
    """Whose texts the figures are of; None for all."""
    planned: int
    """All texts of the group."""
    progress: Progress
    heads: int
    pairs: int
    listed: int
    """How many lines the ranked list has: the heads, and of a check the pairs that back each other up."""
    first: int
    """The place of the first line that is here, from 0."""
    verdicts: list[Verdict]
    """Of a check, the most harm first."""
    changes: list[HeadSummary]
    """Of other questions, the largest change first."""
    speaking: int
    """Heads that are supported, or that change the target at the level."""
    low: float
    """Where the lowest interval of the whole list begins; at most 0."""
    high: float
    fault: ErrorView | None
    """Why there is nothing to rank."""


@dataclass(frozen=True)
class SpreadView:
    """The texts of one group, or of all, in the bins."""

    name: str | None
    """None for all texts, or for the groups that share what is left."""
    groups: int
    """How many groups these are."""
    counts: list[int]
    texts: int
    mean: float


@dataclass(frozen=True)
class TextChangeView:
    """One text, and what a head's change was there."""

    number: int
    text: str
    whole: bool
    """False where the text was too long to be sent."""
    group: str | None
    target: str
    change: float


@dataclass(frozen=True)
class SpreadsView:
    """One head over the texts."""

    name: str
    head: str
    group: str | None
    texts: int
    edges: list[float]
    """Where bins begin, and where the last one ends; 0 is one of them."""
    spreads: list[SpreadView]
    falls: list[TextChangeView]
    """The texts with the lowest change, the lowest first."""
    rises: list[TextChangeView]
    """Those with the highest, the highest first."""


@dataclass(frozen=True)
class ComparedView:
    """Two folders, head by head."""

    name: str
    other: str
    models: tuple[str, str]
    question: Question
    group: str | None
    is_paired: bool
    level: float
    moved: int
    """Heads that differ at the level."""
    listed: int
    first: int
    differences: list[HeadDifference]
    low: float
    high: float


class Reports:
    """The folders that the page may show. One question at a time: it is not made for several threads."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        """Raises LabError for a folder that holds no sweep, and where the extra `data` is missing."""
        self.folders: dict[str, Path] = {}
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()
        if folders:
            bring("pyarrow", "data", "a sweep")
        for folder in dict.fromkeys(path.resolve() for path in folders):
            open_sweep(folder)
            self.folders[self._free(folder.name or "root")] = folder

    def every(self, lang: Language) -> SweepFoldersView:
        """The folders, in the order in which they were named."""
        found = []
        for name in self.folders:
            try:
                made = self._open(name)
                found.append(SweepFolderView(name, made.question, made.plan["model"], None))
            except LabError as fault:
                found.append(SweepFolderView(name, None, "", ErrorView(fault.message, fault.say(lang))))
        return SweepFoldersView(found)

    def sweep(self, name: str, group: str | None, first: int, lang: Language) -> SweepView:
        """What was asked, how far it is, and `AT_A_TIME` of the ranked heads from the place `first` on.

        Raises LabError for a folder or a group that is not there, and where the folder is gone or torn.
        """
        made = self._open(name)
        far = self._once((name, "progress", group), made, lambda: made.progress(group))
        ranked: list[Verdict] | list[HeadSummary] = []
        speaking, fault = 0, None
        try:
            ranked, speaking = self._once((name, "ranked", group), made, lambda: _ranked(made, group))
        except LabError as none:
            if none.message not in ("sweep-empty", "sweep-nothing-used"):
                raise
            fault = ErrorView(none.message, none.say(lang))
        ends = [end for one in ranked for figure in _drawn(one) for end in (figure.low, figure.high)]
        first = _begin(first, len(ranked))
        some = ranked[first : first + AT_A_TIME]
        plan, settings, groups = made.plan, made.plan["settings"], made.plan["groups"]
        named = [SweepGroupView(one, groups[one]) for one in made.groups]
        return SweepView(
            name, made.question, plan["model"], plan["model_hash"], plan["opened"], say_texts(plan["texts_name"], lang),
            plan["texts_hash"], plan["texts"], settings["target"], str(settings["position"]), settings["rule"],
            settings["share"], settings["level"], settings["seed"], plan["versions"], named[:MOST_GROUPS],
            max(0, len(named) - MOST_GROUPS), group,
            plan["texts"] if group is None else groups[group], far, sum(len(unit) == 1 for unit in plan["units"]),
            sum(len(unit) > 1 for unit in plan["units"]), len(ranked), first,
            [one for one in some if isinstance(one, Verdict)], [one for one in some if isinstance(one, HeadSummary)],
            speaking, min([0.0, *ends]), max([0.0, *ends]), fault,
        )  # fmt: skip

    def spreads(self, name: str, head: str, group: str | None) -> SpreadsView:
        """One head over the texts: a histogram a group, and the texts that it changes most either way.

        Raises LabError for a head that the sweep did not look at, and as `sweep` does.
        """
        made = self._open(name)
        return self._once((name, "spreads", head, group), made, lambda: _spreads(name, made, head, group))

    def compare(self, name: str, other: str, group: str | None, first: int) -> ComparedView:
        """The heads that two folders share, the largest difference first, from the place `first` on.

        Raises LabError for folders that cannot be compared, and as `sweep` does.
        """
        one, two = self._open(name), self._open(other)
        found = self._once(
            (name, "compared", other, group), (one, two), lambda: one.compare(two, group)
        )  # fmt: skip
        ends = [end for each in found for figure in (each.first, each.second, each.difference)
                for end in (figure.low, figure.high)]  # fmt: skip
        first, level = _begin(first, len(found)), one.plan["settings"]["level"]
        return ComparedView(
            name, other, (one.plan["model"], two.plan["model"]), one.question, group, found[0].is_paired, level,
            sum(each.p <= level for each in found), len(found), first, found[first : first + AT_A_TIME],
            min([0.0, *ends]), max([0.0, *ends]),
        )  # fmt: skip

    def _free(self, name: str) -> str:
        """The name, or where another folder has it the name with a number."""
        names = (name, *(f"{name}-{n}" for n in range(2, len(self.folders) + 3)))
        return next(one for one in names if one not in self.folders)

    def _open(self, name: str) -> Sweep:
        if name not in self.folders:
            raise LabError("results-folder-unknown", name=name)
        try:
            return open_sweep(self.folders[name])
        except OSError:
            raise LabError("sweep-missing", folder=str(self.folders[name])) from None

    def _once(self, asked: Hashable, made: Sweep | tuple[Sweep, Sweep], read: Callable[[], Any]) -> Any:
        """What was read of the same question while the folders were as they are now, else what is read."""
        key = (asked, tuple(_state(one.folder) for one in (made if isinstance(made, tuple) else (made,))))
        if key not in self._kept:
            self._kept[key] = read()
        self._kept.move_to_end(key)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return self._kept[key]


def _state(folder: Path) -> Hashable:
    """What changes when the folder does: the plan, how many shards there are, and when the newest was written."""
    try:
        times = [shards.shard_path(folder, number).stat().st_mtime_ns for number in shards.numbers(folder)]
        return (folder / shards.PLAN).stat().st_mtime_ns, len(times), max(times, default=0)
    except OSError:
        raise LabError("sweep-missing", folder=str(folder)) from None


def _ranked(made: Sweep, group: str | None) -> tuple[list[Verdict] | list[HeadSummary], int]:
    """The lines of the list, and how many heads speak: are supported, or change the target."""
    if made.question == "check":
        check: Check = made.check(group)
        lines = sorted((*check.verdicts, *check.backups), key=lambda one: -one.harm_top.mean)
        return lines, sum(one.finding == "supported" for one in check.verdicts)
    found = made.heads(group)
    return found, sum(one.p <= made.plan["settings"]["level"] for one in found)


def _drawn(one: Verdict | HeadSummary) -> list[Any]:
    """The figures of a line that are drawn."""
    if isinstance(one, Verdict):
        return [one.harm_top, one.harm_middle, one.harm_random, one.harm_foil]
    return [one.change] + ([] if one.most is None else [one.most])


def _begin(first: int, listed: int) -> int:
    """Where the part of a list begins that holds the place `first`, or its last part."""
    return min(first, max(0, listed - 1)) // AT_A_TIME * AT_A_TIME


def _spreads(name: str, made: Sweep, head: str, group: str | None) -> SpreadsView:
    far = made.progress(group)
    if not far.done:
        raise LabError("sweep-empty", folder=str(made.folder))
    if not far.used:
        raise LabError("sweep-nothing-used", folder=str(made.folder), texts=far.done)
    frame = made.changes(head, group)
    change = frame["change"].to_numpy(dtype=float)
    edges = round_edges(change)
    named = frame["group"].fillna("")
    sizes = named[named != ""].value_counts(sort=True)
    spreads = []
    if group is None and len(sizes) > 1:
        own = list(sizes.index[:MOST_SERIES])
        spreads = [_spread(one, 1, change[(named == one).to_numpy()], edges) for one in own]
        rest = change[~named.isin(own).to_numpy()]
        if len(rest):
            spreads.append(_spread(None, len(sizes) - len(own), rest, edges))
    else:
        spreads = [_spread(group, 1, change, edges)]
    order = np.argsort(change, kind="stable")
    few = min(SOME_TEXTS, (len(order) + 1) // 2)
    falls, rises = order[:few], order[::-1][: min(few, len(order) - few)]
    return SpreadsView(
        name, head, group, len(change), edges.tolist(), spreads,
        *([_text(frame.iloc[int(place)]) for place in some] for some in (falls, rises)),
    )  # fmt: skip


def _spread(name: str | None, groups: int, change: Float[np.ndarray, " text"], edges: np.ndarray) -> SpreadView:
    counts = np.histogram(change, edges)[0]
    return SpreadView(name, groups, counts.tolist(), len(change), float(change.mean()))


def _text(row: Any) -> TextChangeView:
    text, target = str(row["text"]), str(row["target"])
    group = row["group"] if isinstance(row["group"], str) and row["group"] else None  # pandas' missing is a number
    return TextChangeView(
        int(row["number"]), text[:LONGEST_TEXT], len(text) <= LONGEST_TEXT, group, target[:LONGEST_TEXT],
        float(row["change"]),
    )  # fmt: skip


def round_edges(values: Float[np.ndarray, " text"], wanted: int = BINS) -> Float[np.ndarray, " edge"]:
    """Where the bins of a histogram begin, and where the last ends: round numbers, 0 among them where it is inside.

    Fewer bins for fewer texts, never more than `wanted` and two; every value lies inside.

    >>> import numpy as np
    >>> from attnlab.reports import round_edges
    >>> round_edges(np.array([-0.31, 0.02, 0.11, 0.48]), 8).tolist()
    [-0.4, -0.2, 0.0, 0.2, 0.4, 0.6]
    """
    low, high = float(values.min()), float(values.max())
    bins = min(wanted, max(4, round(2 * len(values) ** 0.5)))
    size = max(abs(low), abs(high))
    span = high - low
    if span <= 1e-9 * size:  # all alike: one bin around it, as wide as its first digit
        span, bins = (size or 1.0), 1
    power = 10.0 ** np.floor(np.log10(span / bins))
    # the least of 1, 2, 5 and 10 that needs no more bins than wanted
    step = next((one * power for one in (1, 2, 5) if span / (one * power) <= bins + 1e-9), 10 * power)
    digits = max(0, -int(np.floor(np.log10(step) + 1e-9)))
    first, last = int(np.floor(low / step)), int(np.ceil(high / step))
    edges = np.round(np.arange(first, max(last, first + 1) + 1) * step, digits)
    if edges[0] > low:
        edges = np.concatenate([[edges[0] - step], edges])
    if edges[-1] < high:
        edges = np.concatenate([edges, [edges[-1] + step]])
    return edges + 0.0
