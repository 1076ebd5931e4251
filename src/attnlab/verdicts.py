"""What was found out: a demonstration on one text, a verdict over many, and the record to find it again."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, Literal, get_args

from attnlab.errors import LabError
from attnlab.files import write_whole
from attnlab.words import Language, number, say

FORMAT = "attnlab check 1"
TEXTS_NAMES = frozenset({"texts-given", "texts-own", "texts-sampled", "texts-made", "texts-pasted", "texts-task"})

Finding = Literal["supported", "not supported", "not testable"]
Condition = Literal["over random key", "share of margin", "over random target"]


@dataclass(frozen=True)
class Figure:
    """A mean over texts with its 95 % bootstrap interval."""

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
    """One key of the query: its weight, its contribution, and what cutting it did."""

    position: int
    piece: str
    weight: float
    contribution: float | None
    """Weight times the size of the projected value; None where the model does not know its projection."""
    harm: float
    """How far the target fell when this key was cut, in the target's unit; negative where it rose."""


@dataclass(frozen=True)
class Demonstration:
    """What cutting did on one text: what happened here, nothing more."""

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


@dataclass(frozen=True)
class Verdict:
    """What cutting did over many texts, and whether that supports the map of a head, or of several at once.

    *supported* needs all three: the top key's cut harms the target more than a matched random key's; the harm is a
    stated share of the clean margin; and it is more than the same cut does to a random target with a like margin.
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

    @property
    def name(self) -> str:
        """As `0.3`, or `0.0+0.1` for a pair."""
        return "+".join(self.heads)

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
    """Two heads switched off alone and together: what the pair holds up that neither does alone."""

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
class Check:
    """One check of a model: settings, counts, and a verdict for each head and pair; enough to run it again."""

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
    """A check from a file that `Check.save` wrote. Raises LabError for any other file."""
    file = Path(path)
    if not file.is_file():
        raise LabError("file-missing", path=str(path))
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        found = record.pop("format")
        record.pop("says")
    except (ValueError, KeyError, AttributeError, TypeError):
        raise LabError("check-file-torn", path=str(path)) from None
    if found != FORMAT:
        raise LabError("check-file-foreign", path=str(path), found=str(found), wanted=FORMAT)
    try:
        record["verdicts"] = tuple(_verdict(one) for one in record["verdicts"])
        record["pairs"] = tuple(_verdict(one) for one in record["pairs"])
        record["ablations"] = tuple(_ablation(one) for one in record["ablations"])
        return Check(**record)
    except (KeyError, TypeError, AttributeError):
        raise LabError("check-file-torn", path=str(path)) from None


def say_verdict(verdict: Verdict, lang: Language = "en", rule: str = "top") -> str:
    """One verdict as a few sentences: the finding, why, and the figures behind it; `rule` named the key."""
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
        p=_p(verdict.p, lang),
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


def _p(p: float, lang: Language) -> str:
    return f"< {number(1e-4, lang, 4)}" if p < 1e-4 else f"= {number(p, lang, 4)}"


def _verdict(record: dict[str, Any]) -> Verdict:
    made: dict[str, Any] = {
        field.name: _figure(record[field.name]) if "Figure" in str(field.type) else record[field.name]
        for field in fields(Verdict)
    }
    made["heads"] = tuple(record["heads"])
    if made["finding"] not in get_args(Finding):
        raise KeyError(made["finding"])
    return Verdict(**made)


def _ablation(record: dict[str, Any]) -> Ablation:
    made = {name: _figure(record[name]) for name in ("first", "second", "both", "beyond")}
    return Ablation(heads=tuple(record["heads"]), backup=record["backup"], **made)


def _figure(record: dict[str, float] | None) -> Any:
    return None if record is None else Figure(**record)
