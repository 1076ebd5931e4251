"""Sweeps in the terminal: what is planned, what was found, and two of them side by side."""

import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from attnlab.errors import LabError
from attnlab.terminal import draw, form, give, give_lines, progress, table, verdicts_table, waiting, written_p

if TYPE_CHECKING:
    from rich.console import RenderableType

    from attnlab.checks import Settings
    from attnlab.shards import Question
    from attnlab.summaries import HeadDifference, Sweep
    from attnlab.sweeps import Plan
    from attnlab.words import Language

EngineName = Annotated[str, typer.Option("--engine", help="Of a sweep: local (processes of this machine) or ray.")]
Workers = Annotated[int, typer.Option(min=1, max=4096, help="Of a sweep: how many hold the model and measure.")]
Address = Annotated[str | None, typer.Option(help="Of --engine ray: the cluster's; without it one is started here.")]
Devices = Annotated[str | None, typer.Option("--device-map", help="For a model too large for one device: auto.")]
Dry = Annotated[bool, typer.Option("--dry-run", help="Of a sweep: say what it would take, and write nothing.")]


def is_sweep(out: str | None, dry: bool) -> bool:
    """True where a folder is wanted: it ends in a slash, or it is one."""
    return dry or (out is not None and (out.endswith(("/", "\\")) or Path(out).is_dir()))


def run_sweep(
    question: "Question", model: str, texts: Sequence[str] | None, heads: Sequence[str] | None, settings: "Settings",
    *, count: int | None, out: Path | None, engine: str, workers: int, address: str | None, devices: str | None,
    dry: bool, as_json: bool, lang: "Language",
) -> None:  # fmt: skip
    """Say what a sweep will take, then, unless that was all that was asked for, run it and say what it found."""
    from attnlab import sweeps
    from attnlab.corpora import COUNT, open_corpus
    from attnlab.summaries import open_sweep
    from attnlab.words import say

    if not dry and (out is None or out.suffix in (".json", ".csv", ".txt", ".md", ".png", ".svg", ".pdf")):
        raise LabError("sweep-folder-missing")
    if texts:
        given, name = open_corpus(texts, count, settings.seed), None
    else:  # what the model says or was trained on, where it says or was trained on anything
        from attnlab.models import load
        from attnlab.texts import default_cases

        given, name = default_cases(load(model), COUNT if count is None else count, settings.seed)
    with waiting(say("sweep-planning", lang)):
        planned = sweeps.plan(
            model, given, question=question, heads="all" if not heads or list(heads) == ["all"] else list(heads),
            settings=settings, seed=settings.seed, engine=cast(Any, engine), address=address,
            how={} if devices is None else {"device_map": devices}, texts_name=name,
        )  # fmt: skip
    if dry and as_json:
        estimate = {"interventions": planned.interventions, "seconds": planned.seconds, "bytes": planned.size}
        give(json.dumps(planned.record() | estimate, ensure_ascii=False, indent=2), None)
        return
    if not as_json:
        draw([plan_table(planned, workers, lang)], None)
    if dry or out is None:
        return
    with progress(say("sweep-running", lang)) as watch:
        sweeps.sweep(planned, out, engine=cast(Any, engine), workers=workers, address=address, watch=watch)
    _give(open_sweep(out), 20, None, "json" if as_json else "printed", None, lang)


def show_results(
    folder: Annotated[Path, typer.Argument(help="A folder that check or effects wrote with --out FOLDER/.")],
    group: Annotated[str | None, typer.Option(help="Only texts of this group.")] = None,
    compare: Annotated[Path | None, typer.Option(help="A second folder, of another model or other texts.")] = None,
    head: Annotated[str | None, typer.Option(help="One head, text by text; into a .png their histogram.")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many heads to list.")] = 20,
    theme: Annotated[str, typer.Option(help="Of a figure: light or dark.")] = "light",
    lang: Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, at full precision.")] = False,
    out: Annotated[
        Path | None, typer.Option(help="Write to this file instead: .json, .csv, .txt, .md, .png, .svg or .pdf.")
    ] = None,
) -> None:
    """What a sweep found, read from its folder without the model; also while it is still running.

    [bold]attnlab results results/ --compare other/[/bold]
    """
    from attnlab import lab
    from attnlab.summaries import open_sweep

    language, kind = lab.language(lang), form(out, as_json, "png", "svg", "pdf")
    made = open_sweep(folder)
    if compare is not None:
        if head is not None or kind in ("png", "svg", "pdf"):
            raise LabError("results-compare-alone")
        other = open_sweep(compare)
        _give_compared(made.compare(other, group), (str(folder), str(compare)), most, kind, out, language)
    elif head is not None:
        _give_head(made, head, group, kind, out, language, theme)
    elif out is not None and kind in ("png", "svg", "pdf"):
        made.plot(most, group=group, lang=language, theme=cast(Any, theme)).save(out)
    else:
        _give(made, most, group, kind, out, language)


def _give(made: "Sweep", most: int, group: str | None, kind: str, out: Path | None, lang: "Language") -> None:
    if kind in ("json", "csv"):
        found = made.check(group).table() if made.question == "check" else made.table()
        if kind == "csv":
            give(found.to_csv(), out)
        else:
            record = {"plan": dict(made.plan), "progress": asdict(made.progress(group)), "heads": _lines(found.columns)}
            give(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False), out)
    else:
        draw(sweep_tables(made, most, group, lang), out)


def _lines(columns: Any) -> list[dict[str, Any]]:
    return [dict(zip(columns, line, strict=True)) for line in zip(*columns.values(), strict=True)]


def _give_head(
    made: "Sweep", head: str, group: str | None, kind: str, out: Path | None, lang: "Language", theme: str
) -> None:
    if out is not None and kind in ("png", "svg", "pdf"):
        made.plot_histogram(head, group, lang=lang, theme=cast(Any, theme)).save(out)
        return
    frame = made.changes(head, group)
    if kind == "json":
        give(json.dumps(json.loads(frame.to_json(orient="records")), ensure_ascii=False, indent=2), out)
        return
    lines = [list(frame.columns), *frame.astype(object).where(frame.notna(), None).to_numpy().tolist()]
    if kind == "csv":
        give_lines(lines, out)
        return
    from attnlab.words import number

    listed = table(">number", "text", "group", "target", ">change", title=head)
    for place, text, name, target, change in lines[1:]:
        listed.add_row(str(place), text, name or "", target, number(change, lang))
    draw([listed], out)


def _give_compared(
    made: "Sequence[HeadDifference]", names: tuple[str, str], most: int, kind: str, out: Path | None, lang: "Language"
) -> None:
    if kind == "json":
        give(json.dumps([asdict(one) for one in made], ensure_ascii=False, indent=2, allow_nan=False), out)
    elif kind == "csv":
        told = ("mean", "low", "high")
        lines: list[list[Any]] = [
            ["head", *(f"{name}_{x}" for name in ("first", "second", "difference") for x in told), "p", "texts_first",
             "texts_second", "paired", "finding_first", "finding_second"]
        ]  # fmt: skip
        for one in made:
            figures = [getattr(x, name) for x in (one.first, one.second, one.difference) for name in told]
            lines.append([one.name, *figures, one.p, *one.texts, one.is_paired, *(one.findings or (None, None))])
        give_lines(lines, out)
    else:
        draw([differences_table(made, *names, most, lang)], out)


# --- tables -----------------------------------------------------------------------------------------------------------


def plan_table(made: "Plan", workers: int, lang: "Language") -> Any:
    """What a sweep will do and what it may take."""
    from attnlab.words import number, say

    heads = sum(len(unit) == 1 for unit in made.units)
    left = made.seconds / workers + made.opening
    listed = table("", ">" + say("column-value", lang), title=say("sweep-plan-title", lang, model=made.model))
    for name, value in (
        ("texts", str(made.survey.texts)), ("heads", str(heads)), ("pairs", str(len(made.units) - heads)),
        ("interventions", number(made.interventions, lang, 0)), ("workers", str(workers)),
        ("time", duration(left, lang)), ("bytes", number(made.size / 1e6, lang, 1) + " MB"),
    ):  # fmt: skip
        listed.add_row(say(f"sweep-plan-{name}", lang), value)
    if len(made.survey.groups) > 1:
        for group, count in made.survey.groups.items():
            listed.add_row(say("sweep-plan-group", lang, group=group or "-"), str(count))
    return listed


def duration(seconds: float, lang: "Language") -> str:
    """A stretch of time in the unit that suits it, with two digits that count."""
    from attnlab.words import number, say

    for unit, size in (("hours", 3600), ("minutes", 60)):
        if seconds >= 1.5 * size:
            return say(f"duration-{unit}", lang, time=number(seconds / size, lang, int(seconds < 10 * size)))
    return say("duration-seconds", lang, time=number(seconds, lang, int(seconds < 10)))


def sweep_tables(made: "Sweep", most: int, group: str | None, lang: "Language") -> "list[RenderableType]":
    """How far a sweep is, its heads with the largest change (of a check: harm) first, and its groups."""
    from attnlab.words import say

    far = made.progress(group)
    aside = ", ".join(say(f"sweep-aside-{name}", lang, count=count) for name, count in far.aside.items())
    told = say("sweep-progress", lang, done=far.done, texts=made.plan["texts"], used=far.used)
    parts: list[RenderableType] = [f"{told} {aside}".strip()]
    parts += [say("sweep-why", lang, count=count, why=why) for why, count in list(far.whys.items())[:3]]
    if made.question == "check":
        check = made.check(group)
        ranked = sorted((*check.verdicts, *check.backups), key=lambda one: -one.harm_top.mean)
        supported = sum(one.finding == "supported" for one in check.verdicts)
        more = say("sweep-supported", lang, supported=supported, heads=len(check.verdicts), shown=len(ranked[:most]))
        parts.append(verdicts_table(check, ranked[:most], lang, more))
    else:
        parts.append(_changes_table(made, most, group, lang))
    if group is None and len(made.groups) > 1:
        parts.append(_groups_table(made, lang))
    return parts


def _changes_table(made: "Sweep", most: int, group: str | None, lang: "Language") -> Any:
    from attnlab.words import number, say

    found = made.heads(group)
    level = made.plan["settings"]["level"]
    listed = table(
        say("column-head", lang), *(">" + say(f"column-{name}", lang) for name in ("texts", "sweep-change")), ">p",
        *(">" + say(f"column-{name}", lang) for name in ("sweep-most", "is-most") if made.question == "edges"),
        title=say(f"sweep-title-{made.question}", lang, model=made.plan["model"], name=made.texts_name(group)),
        caption=say("sweep-moved", lang, moved=sum(one.p <= level for one in found), heads=len(found),
                    shown=len(found[:most]), level=number(level, lang, 2)),
    )  # fmt: skip
    for one in found[:most]:
        edges = () if one.most is None or one.top_is_most is None else (
            one.most.say(lang), f"{number(100 * one.top_is_most, lang, 0)} %",
        )  # fmt: skip
        listed.add_row(one.name, str(one.texts), one.change.say(lang), written_p(one.p, lang), *edges)
    return listed


def _groups_table(made: "Sweep", lang: "Language") -> Any:
    """Each group's texts, and the head that changes most in it."""
    from attnlab.words import say

    listed = table(
        say("column-group", lang), *(">" + say(f"column-{name}", lang) for name in ("texts", "used")),
        say("column-head", lang), ">" + say("column-sweep-change", lang), ">p", title=say("sweep-groups", lang),
    )  # fmt: skip
    for group in made.groups:
        far = made.progress(group)
        if not far.used:
            listed.add_row(group, str(far.done), "0", "-", "-", "-")
            continue
        for place, one in enumerate(made.heads(group)[:3]):
            first = (group, str(far.done), str(far.used)) if place == 0 else ("", "", "")
            listed.add_row(*first, one.name, one.change.say(lang), written_p(one.p, lang))
    return listed


def differences_table(made: "Sequence[HeadDifference]", first: str, second: str, most: int, lang: "Language") -> Any:
    """Two sweeps head by head, the largest difference first."""
    from attnlab.words import say

    paired = made[0].is_paired
    listed = table(
        say("column-head", lang), ">" + say("column-texts", lang), ">" + say("column-first", lang),
        ">" + say("column-second", lang), ">" + say("column-difference", lang), ">p",
        *((say("column-finding", lang),) if made[0].findings else ()),
        title=say("sweep-compared", lang, first=first, second=second),
        caption=say("sweep-paired" if paired else "sweep-unpaired", lang, shown=len(made[:most]), heads=len(made)),
    )  # fmt: skip
    for one in made[:most]:
        texts = str(one.texts[0]) if one.is_paired else f"{one.texts[0]} / {one.texts[1]}"
        found = [say(f"finding-{name.replace(' ', '-')}", lang) for name in one.findings or ()]
        listed.add_row(one.name, texts, one.first.say(lang), one.second.say(lang), one.difference.say(lang),
                       written_p(one.p, lang), *([" → ".join(found)] if found else []))  # fmt: skip
    return listed
