"""What was found out: a demonstration on one text, a verdict over many, and the record to find it again."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

from attnlab.drawings import About, ForestRow, Interval, Look, Theme, Width, draw_forest, rows_drawn
from attnlab.errors import LabError
from attnlab.files import readable_file, write_whole
from attnlab.records import parse, read
from attnlab.shown import Shown, short, visible
from attnlab.tables import Table, Tabled, versions
from attnlab.words import Language, number, say

FORMAT = "attnlab check 1"
TEXTS_NAMES = frozenset({"texts-given", "texts-own", "texts-sampled", "texts-made", "texts-pasted", "texts-task"})

Finding = Literal["supported", "not supported", "not testable"]
Condition = Literal["over random key", "share of margin", "over random target"]


@dataclass(frozen=True)
class Figure:
    """A mean over texts with its 95 % bootstrap interval.

    >>> from attnlab.verdicts import Figure
    >>> Figure(0.512, 0.43, 0.601).say("et")
    '0,512 [0,430; 0,601]'
    """

    mean: float
    low: float
    high: float

    def say(self, lang: Language = "en", digits: int = 3) -> str:
        """As `0.512 [0.430, 0.601]`, in the language's numbers."""
        semicolon = ", " if lang == "en" else "; "
        low, high = number(self.low, lang, digits), number(self.high, lang, digits)
        return f"{number(self.mean, lang, digits)} [{low}{semicolon}{high}]"


@dataclass(frozen=True)
class KeyEffect:
    """One key of the query: its weight, its contribution, and what cutting it did.

    >>> import attnlab
    >>> key = attnlab.demonstrate(attnlab.load("previous"), "abcdef", ["0.0"], target="e").keys[4]
    >>> key.position, key.piece, round(key.weight, 2), round(key.harm, 1)
    (5, 'e', 1.0, 6.0)
    """

    position: int
    piece: str
    weight: float
    contribution: float | None
    """Weight times the size of the projected value; None where the model does not know its projection."""
    harm: float
    """How far the target fell when this key was cut, in the target's unit; negative where it rose."""


@dataclass(frozen=True)
class Demonstration(Tabled, Shown):
    """What cutting did on one text: what happened here, nothing more.

    >>> import attnlab
    >>> made = attnlab.demonstrate(attnlab.load("names"), "annabella", ["0.3"])
    >>> [(key.piece, round(key.weight, 2)) for key in made.keys if key.position == made.top]
    [('b', 0.61)]
    """

    model: str
    text: str
    heads: tuple[str, ...]
    query: int
    target: str
    margin: float
    """The target before any edit."""
    keys: tuple[KeyEffect, ...]
    """Every key that may be cut, START and special pieces apart."""
    top: int
    middle: int
    random: int
    drop: float
    """Harm when the top key's weight is dropped instead of its score cut."""
    swap: float
    """Harm when the top key hands over the random key's value, its weight unchanged."""

    def __repr__(self) -> str:
        return (
            f"Demonstration({self.model!r}, {short(self.text)!r}, head {'+'.join(self.heads)}, {len(self.keys)} keys)"
        )

    def say(self, lang: Language = "en") -> str:
        """What else was done to the key that is looked at most, and what this is not."""
        pieces = {key.position: f"{visible(key.piece)} ({key.position})" for key in self.keys}
        name = lambda place: pieces.get(place, str(place))  # noqa: E731
        return say(
            "demonstration-line", lang, margin=number(self.margin, lang), key=name(self.top), other=name(self.random),
            drop=number(self.drop, lang), swap=number(self.swap, lang),
        )  # fmt: skip

    def table(self) -> Table:
        """A line a key that may be cut: its weight, contribution, harm, and its `part`: top, middle, random or none."""
        parts = {self.random: "random", self.middle: "middle", self.top: "top"}
        columns = {
            "key": [key.position for key in self.keys], "key_piece": [key.piece for key in self.keys],
            "weight": [key.weight for key in self.keys], "contribution": [key.contribution for key in self.keys],
            "harm": [key.harm for key in self.keys], "part": [parts.get(key.position, "") for key in self.keys],
        }  # fmt: skip
        about = {"model": self.model, "text": self.text, "heads": list(self.heads), "query": self.query,
                 "target": self.target, "margin": self.margin, "versions": versions()}  # fmt: skip
        return Table(columns, {}, about)


@dataclass(frozen=True)
class Verdict(Tabled, Shown):
    """What cutting did over many texts, and whether that supports the map of a head, or of several at once.

    *supported* needs all three: the top key's cut harms the target more than a matched random key's; the harm is a
    stated share of the clean margin; and it is more than the same cut does to a random target with a like margin.

    >>> import attnlab
    >>> verdict = attnlab.check(attnlab.load("names"), ["annabella", "mariella"], ["0.3"]).verdicts[0]
    >>> verdict.name, verdict.finding, verdict.reason
    ('0.3', 'not testable', 'reason-few-texts')
    """

    heads: tuple[str, ...]
    finding: Finding
    reason: str
    """The id of the message that says why."""
    texts: int
    """Texts the figures rest on."""
    conditions: Mapping[Condition, bool]
    harm_top: Figure
    harm_middle: Figure
    harm_random: Figure
    harm_foil: Figure
    """To the random target, when the top key is cut."""
    over_random: Figure
    """harm_top less harm_random, text by text."""
    over_foil: Figure
    """harm_top less harm_foil, text by text."""
    size_top: Figure
    """The size of the top key's effect, whatever its sign."""
    size_random: Figure
    margin: Figure
    share: Figure
    """harm_top as a share of the margin: mean over mean."""
    p_random: float
    """One-sided Wilcoxon signed-rank test (Pratt) of over_random."""
    p_foil: float
    p_size: float
    """One-sided Wilcoxon test that the top key's effect is larger in size than the random one's: the weaker finding
    that weight predicts size, which an untrained model passes too. Not corrected."""
    p: float
    """The larger of the two, after Holm's correction over every head and pair looked at."""
    drop_top: Figure
    """Harm when the top key's weight is dropped."""
    swap_top: Figure | None
    """Harm when the top key hands over the random key's value; None where that was not asked for."""
    beyond: Figure | None
    """For a pair: harm_top less what the two heads' own cuts do; above 0 where each covers for the other."""
    top_is_most: Figure | None
    """Share of texts in which the key with the largest weight is the one with the largest effect; this and what
    follows is None for several heads, and where not every key was cut."""
    most_by_chance: float | None
    """That share if weights said nothing."""
    most_weight: Figure | None
    """The weight of the most influential key."""
    harm_most: Figure | None
    """Harm when the most influential key is cut."""
    weight_and_size: Figure | None
    """Rank agreement (Spearman) of weight and size of effect within texts, averaged."""
    contribution_and_size: Figure | None
    weight_and_contribution: Figure | None
    top_weight: Figure | None = None
    """The weight of the key that is put to the test; None for several heads."""

    def __repr__(self) -> str:
        return f"Verdict({self.name!r}, {self.finding!r}, {self.texts} texts)"

    def say(self, lang: Language = "en") -> str:
        """The finding and why, in words; with its figures, and the rule that named the key, in `Check.say`."""
        finding = say(f"finding-{self.finding.replace(' ', '-')}", lang)
        reason = say(self.reason, lang, **_facts(self))
        return say("verdict-line", lang, head=self.name, finding=finding, reason=reason)

    @property
    def name(self) -> str:
        """As `0.3`, or `0.0+0.1` for a pair."""
        return "+".join(self.heads)

    def table(self) -> Table:
        """One line, as of `Check.table`."""
        return Table({name: [value] for name, value in _line(self).items()}, kinds=_KINDS)

    @property
    def no_effect(self) -> bool:
        """True where not one cut changed the target: then no key is the most influential and nothing agrees with it."""
        sizes = (self.size_top, self.size_random, self.harm_most)
        return all(one is None or (one.low, one.high) == (0, 0) for one in sizes)

    @property
    def hidden_cause(self) -> bool:
        """True where a key that the map does not name carries the target: found by effect, not by weight."""
        if self.finding != "not supported" or self.top_is_most is None or self.harm_most is None:
            return False
        carries = self.harm_most.low > 0 and self.harm_most.mean >= 0.5 * self.margin.mean
        return self.top_is_most.high < 0.5 and carries


@dataclass(frozen=True)
class Ablation:
    """Two heads switched off alone and together: what the pair holds up that neither does alone.

    >>> import attnlab
    >>> import numpy as np
    >>> model, rng = attnlab.load("backup"), np.random.default_rng(0)
    >>> quick = attnlab.checks.Settings(swaps=False)
    >>> made = attnlab.check(model, [model.draw(rng) for _ in range(20)], settings=quick)
    >>> made.ablations[0].heads, made.ablations[0].backup
    (('0.0', '0.1'), True)
    """

    heads: tuple[str, str]
    first: Figure
    """Harm when the first is switched off, in the target's unit."""
    second: Figure
    both: Figure
    beyond: Figure
    """Harm of both less the harms of each: above 0 where each covers for the other."""
    backup: bool
    """True where both together take the stated share of the margin, neither does alone, and `beyond` is clearly
    above 0."""


@dataclass(frozen=True)
class Check(Tabled, Shown):
    """One check of a model: settings, counts, and a verdict for each head and pair; enough to run it again.

    >>> import attnlab
    >>> made = attnlab.check(attnlab.load("names"), ["annabella", "mariella", "mariella"], ["0.0", "0.3"])
    >>> made.texts, made.wrong, made.short, made.same  # given, and why some were set aside
    (3, 0, 0, 1)
    >>> [verdict.name for verdict in (*made.verdicts, *made.pairs)]
    ['0.0', '0.3', '0.0+0.3']
    """

    model: str
    model_hash: str
    texts_name: str
    """Where the texts came from."""
    texts_hash: str
    texts: int
    """Texts given."""
    wrong: int
    """Set aside because the model does not say the target there."""
    short: int
    """Set aside because the query sees too few keys."""
    same: int
    """Set aside because the very same text stood there before."""
    settings: Mapping[str, Any]
    versions: Mapping[str, str]
    verdicts: tuple[Verdict, ...]
    pairs: tuple[Verdict, ...]
    ablations: tuple[Ablation, ...]
    unreadable: int = 0
    """Set aside by a sweep because the model cannot read them; a check of its own stops there."""

    def __repr__(self) -> str:
        supported = sum(one.finding == "supported" for one in self.verdicts)
        return f"Check({self.model!r}, {self.texts} texts, {supported} of {len(self.verdicts)} heads supported)"

    @property
    def backups(self) -> tuple[Verdict, ...]:
        """Pairs that are supported where neither head is alone, and whose harm shows mostly when both are cut."""
        alone = {verdict.name: verdict.finding for verdict in self.verdicts}
        return tuple(
            pair
            for pair in self.pairs
            if pair.finding == "supported"
            and all(alone.get(head) == "not supported" for head in pair.heads)
            and pair.beyond is not None
            and pair.beyond.low > 0
            and pair.beyond.mean >= 0.5 * pair.harm_top.mean
        )

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, texts and their hash, counts, seed, settings, versions."""
        return {
            "model": self.model, "model_hash": self.model_hash, "texts_name": self.texts_name,
            "texts_hash": self.texts_hash, "texts": self.texts, "wrong": self.wrong, "short": self.short,
            "same": self.same, "unreadable": self.unreadable,
            "seed": self.settings["seed"], "settings": json.dumps(dict(self.settings)),
            "versions": ", ".join(f"{name} {number}" for name, number in self.versions.items()),
        }  # fmt: skip

    def table(self) -> Table:
        """A line a head, then a line a pair: finding, why, texts, p, the conditions, each figure with its interval.

        A figure `harm_top` has beside it `harm_top_low` and `harm_top_high`, its 95 % interval. What is asked of single
        heads only, or was not asked at all, is missing; `over random key` and its like are missing where nothing was
        testable. `backup` is true for a pair in which each covers for the other.

        >>> import attnlab
        >>> made = attnlab.check(attnlab.load("decoy"), ["abcd", "bcda", "cdab"])
        >>> table = made.table()
        >>> table.columns["heads"][0], table.columns["finding"][0], table.about["seed"]
        ('0.0', 'not testable', 0)
        """
        backups = {pair.name for pair in self.backups}
        lines = [_line(one) | {"backup": one.name in backups} for one in (*self.verdicts, *self.pairs)]
        columns = {name: [line[name] for line in lines] for name in (lines[0] if lines else ())}
        return Table(columns, {}, self.about(), _KINDS)

    def ablation_table(self) -> Table:
        """A line a pair of heads switched off alone and together, each figure with its interval."""
        lines = []
        for one in self.ablations:
            line: dict[str, Any] = {"heads": "+".join(one.heads)}
            for name in ("first", "second", "both", "beyond"):
                line |= _three(name, getattr(one, name))
            lines.append(line | {"backup": one.backup})
        return Table({name: [line[name] for line in lines] for name in (lines[0] if lines else ())}, {}, self.about())

    def plot(
        self,
        most: int = 24,
        *,
        pairs: bool = False,
        lang: Language = "en",
        theme: Theme = "light",
        width: Width = "page",
    ) -> Any:
        """The verdicts as a forest: harm of the top key's cut, of a random key's, and to a random target; needs `plot`.

        Each with its 95 % interval; to the right what was found over how many texts, in bold where supported. Where
        nothing is testable no mark is drawn. Of more than `most` heads (and `pairs`, where asked for) those with the
        largest harm are shown, and the figure says how many are not. A matplotlib Figure as of `Map.plot`.

        >>> import attnlab
        >>> figure = attnlab.check(attnlab.load("decoy"), ["abcd", "bcda", "cdab"]).plot(lang="et")
        >>> [words.get_text() for words in figure.axes[0].get_yticklabels()][0]
        '0.0'
        """
        look = Look(lang, theme, width)
        every = [*self.verdicts, *(self.pairs if pairs else ())]
        if not every:
            raise LabError("plot-nothing-ranked")
        largest = sorted(every, key=lambda one: -one.harm_top.mean)[: rows_drawn(most)]
        rows = [_forest_row(one, look) for one in every if one in largest]
        rule = look.say(f"rule-{self.settings['rule']}")
        series = [
            look.say("figure-forest-top", key=rule),
            look.say("figure-forest-random"),
            look.say("figure-forest-foil"),
        ]
        title = look.say(
            "figure-forest-title", model=self.model, texts=self.texts, name=say_texts(self.texts_name, lang)
        )
        notes = [look.say("figure-forest-left", count=len(every) - len(rows))] if len(rows) < len(every) else []
        about = About(title, notes, self.about())
        return draw_forest(rows, series, x=look.say("figure-forest-harm"), about=about, look=look)

    def say(self, lang: Language = "en") -> str:
        """The whole check as one paragraph."""
        n = len(self.verdicts)
        sentences = [
            say(
                "check-opening", lang, model=self.model, texts=self.texts, name=say_texts(self.texts_name, lang),
                used=max((verdict.texts for verdict in self.verdicts), default=0), wrong=self.wrong, short=self.short,
                same=self.same, heads=n,
            )
        ]  # fmt: skip
        if self.unreadable:
            sentences.append(say("check-unreadable", lang, count=self.unreadable))
        sentences += [say_verdict(verdict, lang, self.settings["rule"]) for verdict in self.verdicts]
        sentences += [
            say("check-backup", lang, first=pair.heads[0], second=pair.heads[1], share=_percent(pair.share, lang))
            for pair in self.backups
        ]
        sentences.append(say("check-closing", lang))
        return " ".join(sentences)

    def to_record(self) -> dict[str, Any]:
        """Plain JSON values, every figure at full precision."""
        return {"format": FORMAT, **asdict(self), "says": {lang: self.say(lang) for lang in ("en", "ru", "et")}}

    def to_json(self) -> str:
        """`to_record` as JSON text."""
        return json.dumps(self.to_record(), ensure_ascii=False, indent=2, allow_nan=False)

    def save(self, path: str | Path) -> Path:
        """Write the record as JSON, whole or not at all."""
        return write_whole(Path(path), self.to_json() + "\n")


def open_check(path: str | Path) -> Check:
    """A check from a file that `Check.save` wrote. Raises LabError for any other file.

    >>> import attnlab
    >>> made = attnlab.check(attnlab.load("previous"), ["abcdef", "fedcba"], ["0.0"])
    >>> path = made.save("check.json")
    >>> attnlab.open_check(path).verdicts == made.verdicts
    True
    """
    file = readable_file(Path(path))
    try:
        record = parse(file.read_bytes())
        found = record["format"]
    except (OSError, ValueError, KeyError, TypeError):
        raise LabError("check-file-torn", path=str(path)) from None
    if found != FORMAT:
        raise LabError("check-file-foreign", path=str(path), found=str(found), wanted=FORMAT)
    try:
        made = read(Check, record)
        read(_Settings, made.settings)
        made.to_json()  # every message that it names is one, every figure a number
        return made
    except (ValueError, KeyError, TypeError):
        raise LabError("check-file-torn", path=str(path)) from None


@dataclass(frozen=True)
class _Settings:
    """What is read of the settings in a record; `checks.Settings` has them all."""

    target: str
    seed: int
    share: float
    rule: str


def _three(name: str, figure: Figure | None) -> dict[str, float | None]:
    if figure is None:
        return {name: None, f"{name}_low": None, f"{name}_high": None}
    return {name: figure.mean, f"{name}_low": figure.low, f"{name}_high": figure.high}


_KINDS: dict[str, type] = {"reason": str} | {name.replace(" ", "_"): bool for name in get_args(Condition)}


def _line(verdict: Verdict) -> dict[str, Any]:
    """A verdict as one line of a table."""
    line: dict[str, Any] = {"heads": verdict.name, "finding": verdict.finding, "reason": verdict.reason}
    line |= {"texts": verdict.texts, "p": verdict.p}
    line |= {name.replace(" ", "_"): verdict.conditions.get(name) for name in get_args(Condition)}
    for one in fields(Verdict):
        if "Figure" in str(one.type):
            line |= _three(one.name, getattr(verdict, one.name))
        elif one.name.startswith("p_") or one.name == "most_by_chance":
            line[one.name] = getattr(verdict, one.name)
    return line


def _forest_row(verdict: Verdict, look: Look) -> ForestRow:
    finding = look.say(f"finding-{verdict.finding.replace(' ', '-')}")
    testable = verdict.finding != "not testable"
    three = (verdict.harm_top, verdict.harm_random, verdict.harm_foil) if testable else ()
    return ForestRow(
        verdict.name, look.say("figure-forest-row", finding=finding, texts=verdict.texts),
        [Interval(one.mean, one.low, one.high) for one in three], verdict.finding == "supported",
    )  # fmt: skip


def say_verdict(verdict: Verdict, lang: Language = "en", rule: str = "top") -> str:
    """One verdict as a few sentences: the finding, why, and the figures behind it; `rule` named the key.

    >>> import attnlab
    >>> from attnlab.verdicts import say_verdict
    >>> made = attnlab.check(attnlab.load("names"), ["annabella"], ["0.3"])
    >>> say_verdict(made.verdicts[0])
    'Head 0.3: not testable. Only 1 usable texts; a verdict wants more.'
    """
    if verdict.finding == "not testable":
        return say("verdict-not-testable", lang, head=verdict.name, reason=say(verdict.reason, lang, **_facts(verdict)))
    sentence = say(
        "verdict-supported" if verdict.finding == "supported" else "verdict-not-supported",
        lang,
        head=verdict.name,
        key=say(f"rule-{rule}", lang),
        texts=verdict.texts,
        top=verdict.harm_top.say(lang),
        random=verdict.harm_random.say(lang),
        share=_percent(verdict.share, lang),
        p=say_p(verdict.p, lang),
        reason=say(verdict.reason, lang, **_facts(verdict)),
    )
    size, most, chance = verdict.weight_and_size, verdict.top_is_most, verdict.most_by_chance
    if size is not None and most is not None and chance is not None and not verdict.no_effect:
        sentence += " " + say(
            "verdict-size", lang, agreement=number(size.mean, lang, 2), share=_percent(most, lang),
            chance=number(100 * chance, lang, 1),
        )  # fmt: skip
    if verdict.hidden_cause and verdict.most_weight and verdict.harm_most and verdict.top_is_most:
        sentence += " " + say(
            "verdict-hidden-cause", lang, head=verdict.name, weight=number(verdict.most_weight.mean, lang),
            harm=verdict.harm_most.say(lang), share=_percent(verdict.top_is_most, lang),
        )  # fmt: skip
    return sentence


def say_texts(name: str, lang: Language = "en") -> str:
    """Where the texts came from, in words; a file's name stays as it is."""
    return say(name, lang) if name in TEXTS_NAMES else name


def _facts(verdict: Verdict) -> dict[str, Any]:
    return {"texts": verdict.texts}


def _percent(figure: Figure, lang: Language) -> str:
    return number(100 * figure.mean, lang, 1)


def say_p(p: float, lang: Language = "en") -> str:
    """A p as `= 0.0123`, or `< 0.0001` where it is less."""
    return f"< {number(1e-4, lang, 4)}" if p < 1e-4 else f"= {number(p, lang, 4)}"
