"""What was found out as a record that a page shows: an effect, a map of effects, a ranking, a verdict and its check."""

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeAlias

import numpy as np

from attnlab import surveys
from attnlab.edits import Feed, does
from attnlab.effect_maps import EffectMap, HeadEffect
from attnlab.effects import Effect
from attnlab.lab import check_view, target_view
from attnlab.model import Part
from attnlab.rankings import Ranking
from attnlab.tables import Table
from attnlab.verdicts import Check, Demonstration, Verdict, say_texts
from attnlab.words import Language, number, say

Found: TypeAlias = Effect | EffectMap | Ranking[Any] | Demonstration | Verdict | Check
FOUND = (Effect, EffectMap, Ranking, Demonstration, Verdict, Check)
FEW = 100
"""Symbols up to which all are listed; of more the likeliest."""
LISTED = 20
MOST_BARS = 40
DIGITS = 7
"""Of each figure that a page is given; it writes three or four."""


@dataclass(frozen=True)
class Words:
    """What stands around a finding: a heading, a line under it, and what it is."""

    title: str
    about: str
    how: tuple[str, ...]
    model: str
    hash: str


def found_record(one: Found, lang: Language) -> dict[str, Any]:
    """A finding as plain JSON values: its `kind`, what is drawn of it, and the words around it.

    Every figure is a number: where there is none, a state says why. `start` holds what is picked first, for a kind in
    which something can be picked.
    """
    match one:
        case Effect():
            kind, words, body = "effect", _effect_words(one, lang), _effect(one, lang)
        case EffectMap():
            kind, words, body = "effects", _effects_words(one, lang), _effects(one, lang)
        case Ranking():
            kind, words, body = "bars", _ranking_words(one, lang), _ranking(one, lang)
        case Demonstration():
            kind, words, body = "bars", _demonstration_words(one, lang), _demonstration(one, lang)
        case Verdict():
            kind, words, body = "verdict", _verdict_words(one, lang), {"view": _alone(one, lang)}
        case Check():
            kind, words, body = "check", _check_words(one, lang), {"view": asdict(check_view(one, lang))}
    return {"kind": kind, **asdict(words), "how": list(words.how)} | _short(body)


# --- an effect --------------------------------------------------------------------------------------------------------


def _effect_words(one: Effect, lang: Language) -> Words:
    model, tokens = one.clean.model, one.clean.tokens
    return Words(tokens.text, say("found-effect", lang, model=model.name), (), model.name, model.fingerprint())


def _effect(one: Effect, lang: Language) -> dict[str, Any]:
    model, tokens, place = one.clean.model, one.clean.tokens, one.target.position
    told = [does(edit, tokens) for edit in one.replaced] + [does(edit, one.edited.tokens) for edit in one.edits]
    before, after = one._shares()
    every = len(before) <= FEW
    order = np.argsort(-np.maximum(before, after), kind="stable")
    chosen = np.arange(len(before)) if every else order[:LISTED]
    rest = [max(0.0, 1.0 - float(share[chosen].sum())) for share in (before, after)]
    left = len(before) - len(chosen)
    still = one.clean.logits[place].tolist() == one.edited.logits[place].tolist()
    return {
        "edits": [
            {"text": str(edit), "does": say(message, lang, **facts)}
            for edit, (message, facts) in zip((*one.replaced, *one.edits), told, strict=True)
        ],
        "target": asdict(target_view(model, one.target, one.clean, one.edited)),
        "unit": one.target.unit,
        "at": {"piece": tokens.pieces[place], "position": place},
        "moved": one.moved,
        "moved_says": say("effect-none", lang) if still else say("effect-moved", lang, share=number(one.moved, lang)),
        "next": [
            {"symbol": model.vocabulary[symbol], "before": float(before[symbol]), "after": float(after[symbol])}
            for symbol in chosen.tolist()
        ],
        "others": {"count": left, "before": rest[0], "after": rest[1]} if left else None,
        "ends": next((piece for piece, plain in zip(tokens.pieces, tokens.plain, strict=True) if not plain), ""),
    }


# --- a map of effects -------------------------------------------------------------------------------------------------


def _effects_words(one: EffectMap, lang: Language) -> Words:
    facts = {"measured": int(one.measured.sum()), "edges": one.edges, "seconds": number(_seconds(one), lang, 2)}
    how = [say("page-effects-how", lang, **facts), say(f"page-effects-way-{one.way}", lang)]
    if one.agreement is not None:
        how.append(say("page-effects-agreement", lang, agreement=number(one.agreement, lang)))
    if one.rounding is not None:
        rounded = one.rounding
        how.append(say(
            "effects-rounded", lang, checked=rounded.checked, median=f"{rounded.median:.0e}",
            top=f"{rounded.largest_of_top:.0e}", largest=f"{rounded.largest:.0e}",
        ))  # fmt: skip
    about = say("found-effects", lang, model=one.model)
    if one.kind == "drop":
        about += " " + say("found-dropped", lang)
    return Words(one.text, about, tuple(how), one.model, one.model_hash)


def _seconds(one: EffectMap) -> float:
    return float(one.record.get("seconds", 0.0))


def _effects(one: EffectMap, lang: Language) -> dict[str, Any]:
    heads = [
        f"{one.sites[site]}.{head}"
        for site, head in np.argwhere(np.isfinite(one.weight).any(axis=(2, 3))).tolist()
    ]  # fmt: skip
    top = one.largest(1)
    head = f"{top[0].site}.{top[0].head}" if top else heads[0]
    query = top[0].query if top else one.queries[-1]
    view = asdict(surveys.map_view(one, head, one.measured))
    pieces = dict(zip(one.queries, one.query_pieces, strict=True))
    return {
        "view": view | {"heads": [], "field": None},
        "queries": [{"position": place, "piece": piece} for place, piece in pieces.items()],
        "at": {"piece": _read_piece(one, pieces), "position": one.position},
        "heads": [
            [asdict(tile) for tile in surveys.head_views(one, one.measured, place)] for place in range(len(pieces))
        ],
        "fields": {name: asdict(surveys.field_view(one, name, one.measured)) for name in heads},
        "start": {"head": head, "query": query},
    }


def _read_piece(one: EffectMap, pieces: Mapping[int, str]) -> str:
    """The piece after which the target is read, where the map knows it."""
    if one.position in pieces:
        return pieces[one.position]
    return one.key_pieces[one.position] if one.sites[0].isdigit() and one.position < len(one.key_pieces) else ""


# --- rankings and demonstrations, as bars -----------------------------------------------------------------------------


def _ranking_words(one: Ranking[Any], lang: Language) -> Words:
    target = one.target.name(one.model)
    facts = {"model": one.model.name, "target": target, "place": one.target.position}
    match one[0] if one else None:
        case HeadEffect():
            feeds = any(isinstance(found.edit, Feed) for found in one)
            title = say("off-title" if feeds else "off-heads-title", lang, **facts)
        case Part():
            title = say("parts-title", lang, **facts)
        case edge:
            kind = "none" if edge is None else edge.edit.kind
            title = say("edges-title", lang, model=one.model.name, count=len(one), kind=kind)
            title += ". " + say("edges-caption", lang, **facts)
    return Words(one.tokens.text, title, (), one.model.name, one.model.fingerprint())


def _ranking(one: Ranking[Any], lang: Language) -> dict[str, Any]:
    lines = _lines(one.table())
    what = "value" if lines and "value" in lines[0] else "change"
    edges = bool(lines) and "weight" in lines[0]
    notes = [say("figure-ranked-left", lang, shown=MOST_BARS, count=len(lines))] if len(lines) > MOST_BARS else []
    if what == "value":
        total = number(sum(line["value"] for line in lines), lang, 4)
        notes.append(say("parts-caption", lang, count=len(lines), total=total, unit=say(one.target.unit, lang)))
    return {
        "caption": say(f"figure-ranked-{what}", lang, unit=say(one.target.unit, lang)),
        "column": say("column-adds" if what == "value" else "column-change", lang, unit=say(one.target.unit, lang)),
        "beside": [say("column-weight", lang)] if edges else [],
        "digits": 4,
        "signs": True,
        "rows": [
            {
                "label": _edge_said(line) if edges else _part_said(line, lang),
                "value": line[what],
                "falls": line[what] < 0,
                "beside": [line["weight"]] if edges else [],
            }
            for line in lines[:MOST_BARS]
        ],
        "notes": notes,
    }


def _edge_said(line: Mapping[str, Any]) -> str:
    return f"{line['name']}  {line['query_piece']} → {line['key_piece']}"


def _part_said(line: Mapping[str, Any], lang: Language) -> str:
    """A head or a part by its name in words."""
    if "kind" in line:
        place = line["site"] if line["head"] is None else f"{line['site']}.{line['head']}"
        return say(f"change-part-{line['kind']}", lang, name=str(place))
    return say("change-part-feed-forward" if line["head"] is None else "change-part-head", lang,
               name=line["site"] if line["head"] is None else line["name"])  # fmt: skip


def _lines(table: Table) -> list[dict[str, Any]]:
    return [{name: values[row] for name, values in table.columns.items()} for row in range(len(table))]


def _demonstration_words(one: Demonstration, lang: Language) -> Words:
    facts = {"model": one.model, "heads": list(one.heads), "query": one.query, "text": one.text}
    return Words(one.text, say("demonstration-title", lang, **facts), (), one.model, "")


def _demonstration(one: Demonstration, lang: Language) -> dict[str, Any]:
    parts = {one.random: "column-random", one.middle: "column-middle", one.top: "column-top"}
    keys = sorted(one.keys, key=lambda key: (key.position not in parts, -abs(key.harm)))[:MOST_BARS]
    sized = all(key.contribution is not None for key in keys)
    left = [say("figure-ranked-left", lang, shown=len(keys), count=len(one.keys))] if len(keys) < len(one.keys) else []
    return {
        "caption": say("found-harm", lang),
        "column": say("column-harm", lang),
        "beside": [say(f"column-{name}", lang) for name in (("weight", "size") if sized else ("weight",))],
        "digits": 3,
        "signs": False,
        "rows": [
            {
                "label": f"{key.position} {key.piece}"
                + (f", {say(parts[key.position], lang)}" if key.position in parts else ""),
                "value": key.harm,
                "falls": key.harm > 0,
                "beside": [key.weight, *([key.contribution] if sized else [])],
            }
            for key in sorted(keys, key=lambda key: key.position)
        ],
        "notes": [
            *left,
            say("demonstration-caption", lang, target=one.target, margin=number(one.margin, lang)),
            one.say(lang),
        ],
    }


# --- verdicts ---------------------------------------------------------------------------------------------------------


def _verdict_words(one: Verdict, lang: Language) -> Words:
    return Words(say("page-head-title", lang, head=one.name), say("found-verdict", lang, texts=one.texts), (), "", "")


def _alone(one: Verdict, lang: Language) -> dict[str, Any]:
    """A verdict in the shape of a check that holds nothing else."""
    check = {"model": "", "verdicts": [asdict(one)], "pairs": [], "ablations": [], "settings": {}}
    return {"check": check, "says": one.say(lang), "sentences": [], "backups": []}


def _check_words(one: Check, lang: Language) -> Words:
    title = say("check-title", lang, model=one.model, texts=one.texts, name=say_texts(one.texts_name, lang))
    settings = one.settings
    how = (
        say("page-check-asked", lang, target=_target(settings["target"], lang), seed=str(settings["seed"])),
        say("found-texts-hash", lang, hash=one.texts_hash),
    )
    return Words(title, say("found-check", lang), how, one.model, one.model_hash)


def _target(target: str, lang: Language) -> str:
    return say("page-check-target-own", lang) if target == "top" else target


def _short(x: Any) -> Any:
    """The same with figures of `DIGITS` digits and plain types. A figure that is no number is a mistake of ours."""
    match x:
        case bool() | int() | str() | None:
            return x
        case np.bool_():
            return bool(x)
        case np.integer():
            return int(x)
        case float() | np.floating():
            if not math.isfinite(x):
                raise ValueError(f"a figure of a record is {x}")
            return float(f"{float(x):.{DIGITS}g}")
        case Mapping():
            return {str(name): _short(value) for name, value in x.items()}
        case _:
            return [_short(value) for value in x]
