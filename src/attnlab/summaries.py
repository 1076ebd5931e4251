"""What a sweep found, read back from its folder without the model: verdicts, ranked heads, groups, two sweeps compared.

Shards are read one after the other and heads a few at a time, so that memory stays bounded whatever was swept.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.util import find_spec
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from attnlab import shards
from attnlab.checks import Settings, conclude
from attnlab.drawings import About, ForestRow, Interval, Look, Theme, Width, draw_forest, draw_histogram, rows_drawn
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.shards import Question, unit_of
from attnlab.statistics import between, holm, means, rank_sum, signed_rank
from attnlab.tables import Table, Tabled
from attnlab.verdicts import Check, Figure, say_p
from attnlab.words import Language

MOST = 24
"""Heads that a figure or a notebook shows unasked."""
AT_ONCE = 100_000
"""Rows that are held at a time, at most, and one head's at least."""


@dataclass(frozen=True)
class HeadSummary:
    """What one head, or one pair, did to the target over many texts, either way.

    >>> import attnlab
    >>> from attnlab import sweeps
    >>> planned = sweeps.plan("previous", ["abcdef", "fedcba", "bdacfe"], question="heads")
    >>> made = attnlab.open_sweep(sweeps.sweep(planned, "results")).heads()[0]
    >>> made.name, made.texts, made.change.mean < 0  # the head carries the answer
    ('0.0', 3, True)
    """

    name: str
    texts: int
    change: Figure
    """After less before, in the target's unit: of edges and of a check when the key with the largest weight (or the
    one that the check's rule names) is cut, of heads when the head is switched off."""
    p: float
    """Two-sided, that the change is 0 (Wilcoxon's signed-rank), corrected by Holm over the heads."""
    most: Figure | None
    """Of edges: the change under the most influential key's cut, without its sign."""
    top_is_most: float | None
    """Of edges: the share of texts in which the heaviest key is the most influential one."""


@dataclass(frozen=True)
class HeadDifference:
    """One head in two sweeps.

    >>> import attnlab
    >>> from attnlab import sweeps
    >>> texts = ["abcdef", "fedcba", "bdacfe"]
    >>> ask = lambda model: sweeps.plan(model, texts, question="heads")
    >>> first, second = (attnlab.open_sweep(sweeps.sweep(ask(name), name)) for name in ("previous", "decoy"))
    >>> made = first.compare(second)[0]
    >>> made.name, made.is_paired, made.texts
    ('0.0', True, (3, 3))
    """

    name: str
    first: Figure
    second: Figure
    difference: Figure
    """The second's change less the first's: text by text where both used the same texts, else of the means."""
    p: float
    """Two-sided, corrected by Holm over the heads: signed-rank over pairs of texts, rank-sum where texts differ."""
    texts: tuple[int, int]
    """Used by each; where texts are paired only those that both used."""
    is_paired: bool
    findings: tuple[str, str] | None
    """Of two checks: what each found."""


@dataclass(frozen=True)
class Progress:
    """How far a sweep is.

    >>> import attnlab
    >>> from attnlab import sweeps
    >>> folder = sweeps.sweep(sweeps.plan("previous", ["abcdef", "fedcba", "abcdef", "ab"]), "results")
    >>> attnlab.open_sweep(folder).progress()
    Progress(done=4, used=2, aside={'same': 1, 'short': 1}, whys={})
    """

    done: int
    """Texts measured or set aside."""
    used: int
    aside: Mapping[str, int]
    """Texts set aside, by why: wrong (the model does not say the target), short (too few keys), same, unreadable."""
    whys: Mapping[str, int]
    """The reasons for which texts were unreadable, at most 20 of them."""


@dataclass(frozen=True)
class Sweep(Tabled):
    """A sweep's folder, open for reading; see `attnlab.open_sweep`.

    A `group` is one of `groups`, or None for all texts. Statistics are corrected over the heads of the sweep.

    >>> import attnlab
    >>> from attnlab import sweeps
    >>> folder = sweeps.sweep(sweeps.plan("names", ["anna", "maria", "emma"], question="edges"), "results")
    >>> made = attnlab.open_sweep(folder)
    >>> made.question, made.names, made.groups
    ('edges', ('0.0', '0.1', '0.2', '0.3'), ())
    >>> made.heads()[0].name == made.table().columns["heads"][0]
    True
    """

    folder: Path
    plan: Mapping[str, Any]

    def __repr__(self) -> str:
        total = self.plan["texts"]
        done = sum(min(self.plan["shard"], total - n * self.plan["shard"]) for n in shards.numbers(self.folder))
        heads = sum(len(unit) == 1 for unit in self.plan["units"])
        return f"Sweep({self.plan['model']!r}, {self.question!r}, {done} of {total} texts, {heads} heads)"

    @property
    def question(self) -> Question:
        """check, edges or heads."""
        return self.plan["question"]

    @property
    def groups(self) -> tuple[str, ...]:
        """The groups of the texts; none where they have no names."""
        return tuple(name for name in self.plan["groups"] if name)

    @property
    def names(self) -> tuple[str, ...]:
        """The heads, and pairs of heads, as they are written."""
        return tuple("+".join(unit) for unit in self.plan["units"])

    @property
    def complete(self) -> bool:
        """True where every text was gone through."""
        return self.progress().done == self.plan["texts"]

    def texts_name(self, group: str | None = None) -> str:
        """What the texts, or those of a group, are called."""
        return self.plan["texts_name"] if group is None else f"{self.plan['texts_name']}: {group}"

    def progress(self, group: str | None = None) -> Progress:
        """How far it is, over all texts or those of a group."""
        done, used, aside, whys = 0, 0, {}, {}
        for table in self._tables(["number", "group", "state", "why"], group):
            states = dict(zip(table["number"].to_pylist(), table["state"].to_pylist(), strict=True))
            done += len(states)
            for state in states.values():
                if state == "used":
                    used += 1
                else:
                    aside[state] = aside.get(state, 0) + 1
            for why in filter(None, table["why"].to_pylist()):
                if why in whys or len(whys) < 20:
                    whys[why] = whys.get(why, 0) + 1
        return Progress(done, used, aside, whys)

    def check(self, group: str | None = None) -> Check:
        """The verdicts, exactly as `attnlab.check` gives them of the same texts. Raises LabError for other questions,
        and where no text could be used."""
        if self.question != "check":
            raise LabError("sweep-not-asked", folder=str(self.folder), question=self.question, wanted="check")
        settings, far = Settings(**self.plan["settings"]), self.progress(group)
        self._some(far)
        margin = np.array([row["margin"] for row in self._rows(self.names[:1], ["margin"], group)])
        found = (units for some in self._blocks(far.used) for units in self._units(some, group))
        return conclude(
            [tuple(unit) for unit in self.plan["units"]], found, margin, settings, model=self.plan["model"],
            model_hash=self.plan["model_hash"], texts_name=self.texts_name(group), texts_hash=self.plan["texts_hash"],
            texts=far.done, versions=self.plan["versions"],
            **{name: far.aside.get(name, 0) for name in ("wrong", "short", "same", "unreadable")},
        )  # fmt: skip

    def heads(self, group: str | None = None) -> list[HeadSummary]:
        """Each head's change over the texts, the largest first. Raises LabError where no text could be used."""
        far = self.progress(group)
        self._some(far)
        made = []
        for some in self._blocks(far.used):
            frame = self._changes(some, group)
            for name in some:
                made.append(_summary(name, frame[frame["heads"] == name]))
        corrected = holm([one.p for one in made])
        made = [HeadSummary(**vars(one) | {"p": p}) for one, p in zip(made, corrected, strict=True)]
        return sorted(made, key=lambda one: -abs(one.change.mean))

    def changes(self, head: str, group: str | None = None) -> Any:
        """One head's change text by text: a pandas DataFrame with number, text, group, target, change.

        Raises LabError for a head that the sweep did not look at, and where no text could be used.
        """
        if head not in self.names:
            some = [*self.names[:12], *["…"] * (len(self.names) > 12)]
            raise LabError("sweep-head-unknown", head=head, heads=some)
        self._some(self.progress(group))
        frame = self._changes([head], group)
        return frame[["number", "text", "group", "target", "change"]].reset_index(drop=True)

    def compare(self, other: "Sweep", group: str | None = None) -> list[HeadDifference]:
        """The heads that two sweeps share, the largest difference first.

        Raises LabError where they asked different questions or share no head.
        """
        if self.question != other.question:
            raise LabError("sweep-unlike", first=str(self.folder), second=str(other.folder), asked=self.question,
                           other=other.question)  # fmt: skip
        shared = [name for name in self.names if name in other.names]
        if not shared:
            raise LabError("sweep-no-head-shared", first=str(self.folder), second=str(other.folder))
        far, farther = self.progress(group), other.progress(group)
        self._some(far)
        other._some(farther)
        findings = {}
        if self.question == "check":
            both = (self.check(group), other.check(group))
            found = [{one.name: one.finding for one in (*made.verdicts, *made.pairs)} for made in both]
            findings = {name: (found[0][name], found[1][name]) for name in shared}
        made = []
        for some in _cut(shared, max(1, AT_ONCE // max(far.used, farther.used))):
            first, second = self._changes(some, group), other._changes(some, group)
            for name in some:
                pair = first[first["heads"] == name], second[second["heads"] == name]
                made.append(_difference(name, *pair, findings.get(name)))
        corrected = holm([one.p for one in made])
        made = [HeadDifference(**vars(one) | {"p": p}) for one, p in zip(made, corrected, strict=True)]
        return sorted(made, key=lambda one: -abs(one.difference.mean))

    def table(self) -> Table:
        """A line a head and group: texts, its change with its interval, p. Of a check `check().table()` tells more."""
        lines: list[dict[str, Any]] = []
        for group in (None, *(self.groups if len(self.groups) > 1 else ())):
            if self.progress(group).used:
                lines += [_line(one) | {"group": group or "all"} for one in self.heads(group)]
        columns = {name: [line[name] for line in lines] for name in (lines[0] if lines else ())}
        return Table(columns, {}, self.about())

    def about(self) -> dict[str, Any]:
        """Where the figures come from: question, model, its hash, texts and their hash, seed, versions."""
        told = {
            name: self.plan[name] for name in ("question", "model", "model_hash", "texts_name", "texts_hash", "texts")
        }
        versions = ", ".join(f"{name} {number}" for name, number in self.plan["versions"].items())
        return told | {"seed": self.plan["settings"]["seed"], "versions": versions}

    def plot(
        self,
        most: int = MOST,
        *,
        group: str | None = None,
        lang: Language = "en",
        theme: Theme = "light",
        width: Width = "page",
    ) -> Any:
        """A forest of the heads that change most; of a check that of its verdicts. Needs the extra `plot`."""
        if self.question == "check":
            return self.check(group).plot(most, lang=lang, theme=theme, width=width)
        look, found = Look(lang, theme, width), self.heads(group)
        level = self.plan["settings"]["level"]
        rows = [
            ForestRow(
                one.name, look.say("figure-sweep-row", texts=one.texts, p=say_p(one.p, lang)),
                [Interval(one.change.mean, one.change.low, one.change.high)], one.p <= level,
            )
            for one in found[: rows_drawn(most)]
        ]  # fmt: skip
        title = look.say(
            "figure-sweep-title", model=self.plan["model"], texts=found[0].texts, name=self.texts_name(group)
        )
        left = len(found) - len(rows)
        notes = [look.say("figure-forest-left", count=left)] if left else []
        label = look.say(f"figure-sweep-{self.question}")
        return draw_forest(rows, [label], x=look.say("figure-sweep-change"), about=About(title, notes, self.about()),
                           look=look)  # fmt: skip

    def _repr_html_(self) -> str:
        """What a notebook shows: how far it is, the forest where matplotlib is there, the heads that change most."""
        told = f"<p>{escape(repr(self))}</p>"
        if not self.progress().used:
            return told
        if self.question == "check":
            made = self.check()
            frame = made.to_pandas().sort_values("harm_top", ascending=False)
            frame = frame[["heads", "finding", "texts", "p", "harm_top", "harm_random", "harm_foil", "share"]]
        else:
            made, frame = self, self.to_pandas().dropna(axis="columns", how="all")
        drawn = made.plot()._repr_svg_() if find_spec("matplotlib") else ""
        return told + drawn + frame.head(MOST).to_html(index=False, float_format="{:.4g}".format)

    def plot_histogram(
        self,
        head: str,
        group: str | None = None,
        *,
        lang: Language = "en",
        theme: Theme = "light",
        width: Width = "column",
    ) -> Any:
        """One head's change over the texts, a colour a group. Needs the extra `plot`."""
        look, frame = Look(lang, theme, width), self.changes(head, group)
        series = {name: frame[frame["group"] == name]["change"].to_numpy() for name in self.groups}
        if len(series) < 2:
            series = {"": frame["change"].to_numpy()}
        title = look.say("figure-histogram-title", head=head, model=self.plan["model"])
        about = About(title, [], self.about() | {"head": head})
        return draw_histogram(
            {name: values for name, values in series.items() if len(values)},
            x=look.say("figure-sweep-change"), y=look.say("figure-histogram-texts"), about=about, look=look,
        )  # fmt: skip

    # --- the rows -----------------------------------------------------------------------------------------------------

    def _some(self, far: Progress) -> None:
        """Raises LabError where there is nothing to tell."""
        if not far.done:
            raise LabError("sweep-empty", folder=str(self.folder))
        if not far.used:
            raise LabError("sweep-nothing-used", folder=str(self.folder), texts=far.done)

    def _blocks(self, texts: int) -> Iterator[list[str]]:
        return _cut(self.names, max(1, AT_ONCE // texts))

    def _tables(self, columns: Sequence[str], group: str | None) -> Iterator[Any]:
        """The shards' columns, of a group's texts. Raises LabError for a group that is not there."""
        if group is not None and group not in self.plan["groups"]:
            raise LabError("sweep-group-unknown", folder=str(self.folder), group=group, groups=list(self.groups))
        compute = bring("pyarrow.compute", "data", "a sweep")
        for table in shards.tables(self.folder, columns):
            yield table if group is None else table.filter(compute.equal(table["group"], group))

    def _rows(self, names: Sequence[str], columns: Sequence[str], group: str | None) -> Iterator[dict[str, Any]]:
        """The rows of some heads, in the order of the texts."""
        arrow, compute = bring("pyarrow", "data", "a sweep"), bring("pyarrow.compute", "data", "a sweep")
        wanted = arrow.array(names, arrow.string())
        for table in self._tables([*columns, "heads", "group"], group):
            yield from table.filter(compute.is_in(table["heads"], wanted)).to_pylist()

    def _units(self, names: Sequence[str], group: str | None) -> Iterator[list[Any]]:
        """What was measured of each of some heads, text by text."""
        found: dict[str, list[Any]] = {name: [] for name in names}
        for row in self._rows(names, list(shards.UNIT), group):
            found[row["heads"]].append(unit_of(row))
        yield from found.values()

    def _changes(self, names: Sequence[str], group: str | None) -> Any:
        """One line a text and head: its change, and of edges the largest one."""
        pandas, arrow = bring("pandas", "data", "a sweep"), bring("pyarrow", "data", "a sweep")
        compute = bring("pyarrow.compute", "data", "a sweep")
        shown = ["number", "text", "group", "heads", "target"]
        figures = {"check": ["harm_top"], "edges": ["weight", "change"], "heads": ["change"]}[self.question]
        wanted, parts = arrow.array(names, arrow.string()), []
        for table in self._tables([*shown, *figures], group):
            frame = table.filter(compute.is_in(table["heads"], wanted)).to_pandas()
            parts.append(_of_edges(frame, shown) if self.question == "edges" else frame)
        frame = pandas.concat(parts, ignore_index=True)
        return frame.assign(change=-frame["harm_top"]) if self.question == "check" else frame


def open_sweep(folder: str | PathLike[str]) -> Sweep:
    """A sweep's folder for reading; it may still be growing. Raises LabError where there is none. Needs `data`.

    >>> import attnlab
    >>> from attnlab import sweeps
    >>> texts = ["abcdef", "fedcba", "bdacfe", "cafebd", "abcdef"]
    >>> folder = sweeps.sweep(sweeps.plan("previous", texts), "results")
    >>> made = attnlab.open_sweep(folder)
    >>> made.complete, made.progress().used, made.progress().aside
    (True, 4, {'same': 1})
    >>> made.check().verdicts == attnlab.check(attnlab.load("previous"), texts).verdicts
    True
    """
    path = Path(folder)
    return Sweep(path, shards.read_plan(path))


def _cut(names: Sequence[str], size: int) -> Iterator[list[str]]:
    for first in range(0, len(names), size):
        yield list(names[first : first + size])


def _of_edges(frame: Any, shown: Sequence[str]) -> Any:
    """Of each text and head: the change of its heaviest key, the largest change, and whether they are the same key."""
    frame = frame.assign(size=frame["change"].abs())
    each = frame.groupby(["number", "heads"], sort=False)
    heaviest, largest = frame.loc[each["weight"].idxmax()], frame.loc[each["size"].idxmax()]
    made = heaviest[[*shown, "change"]].reset_index(drop=True)
    same = heaviest.index.to_numpy() == largest.index.to_numpy()
    return made.assign(most=largest["size"].to_numpy(), top_is_most=same & (largest["size"].to_numpy() > 0))


def _summary(name: str, frame: Any) -> HeadSummary:
    change = frame["change"].to_numpy()
    columns = [change] + ([frame["most"].to_numpy()] if "most" in frame else [])
    figures = means(np.stack(columns))
    return HeadSummary(
        name, len(change), figures[0], signed_rank(change, "two-sided"), figures[1] if len(figures) > 1 else None,
        float(frame["top_is_most"].mean()) if "most" in frame else None,
    )  # fmt: skip


def _difference(name: str, first: Any, second: Any, findings: tuple[str, str] | None) -> HeadDifference:
    # a text may stand there with several targets: its first is set beside the other's first
    marked = [one.assign(nth=one.groupby("text").cumcount()) for one in (first, second)]
    both = marked[0].merge(marked[1], on=["text", "nth"], suffixes=("_first", "_second"))
    if len(both):
        a, b = both["change_first"].to_numpy(), both["change_second"].to_numpy()
        one, other, difference = means(np.stack([a, b, b - a]))
        return HeadDifference(
            name, one, other, difference, signed_rank(b - a, "two-sided"), (len(a), len(b)), True, findings
        )
    a, b = first["change"].to_numpy(), second["change"].to_numpy()
    (one,), (other,) = means(a[None]), means(b[None])
    return HeadDifference(name, one, other, between(a, b), rank_sum(a, b), (len(a), len(b)), False, findings)


def _line(one: HeadSummary) -> dict[str, Any]:
    line: dict[str, Any] = {"group": "", "heads": one.name, "texts": one.texts, "p": one.p}
    for name in ("change", "most"):
        figure = getattr(one, name)
        line |= {name: None, f"{name}_low": None, f"{name}_high": None} if figure is None else {
            name: figure.mean, f"{name}_low": figure.low, f"{name}_high": figure.high,
        }  # fmt: skip
    return line | {"top_is_most": one.top_is_most}
