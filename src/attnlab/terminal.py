"""What a result looks like in a terminal: tables as wide as they need to be, bars, progress, files."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import RenderableType

    from attnlab.effects import Effect
    from attnlab.model import Model
    from attnlab.probe import Site
    from attnlab.spans import WordMap
    from attnlab.stream import Rows
    from attnlab.traces import Map, Trace
    from attnlab.verdicts import Check, Figure
    from attnlab.words import Language


@contextmanager
def progress(words: str) -> "Iterator[Callable[[int, int], None]]":
    """A progress bar on the terminal's error stream; it is gone when the work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def ends_in(out: Path | None, ending: str) -> bool:
    """True where a file is asked for whose name ends so."""
    return out is not None and out.suffix.lower() == ending


def give(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file, whole or not at all."""
    if out is None:
        print(text)
        return
    from attnlab.files import write_whole

    write_whole(out, text if text.endswith("\n") else text + "\n")


def draw(parts: "Sequence[RenderableType]", out: Path | None) -> None:
    """Print tables as wide as they need to be: a number is never cut short by a narrow terminal."""
    from io import StringIO

    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    console = Console(file=StringIO() if out else None)
    wide = console.options.update(max_width=10_000)
    needed = [Measurement.get(console, wide, part).maximum for part in parts if isinstance(part, Table)]
    console.width = max(console.width, *needed)
    for part in parts:
        console.print(part)
    if out:
        give(console.file.getvalue(), out)  # type: ignore[attr-defined]


def table(*columns: str, title: str | None = None, caption: str | None = None) -> Any:
    """A table whose columns never wrap; a `>` before a column's name sets it to the right."""
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title, title_justify="left", caption=caption, caption_justify="left")
    for name in columns:
        right = name.startswith(">")
        table.add_column(name.lstrip(">") if right else name, justify="right" if right else "left", no_wrap=True)
    return table


def next_table(made: "Trace", most: int = 5) -> Any:
    """What may follow the text, likeliest first."""
    import numpy as np
    from rich.bar import Bar

    share = made.probabilities[-1]
    found = table("next", ">p", "", title=f"{made.model.name}: what may follow “{made.tokens.text}”")
    for one in np.argsort(-share, kind="stable")[:most]:
        found.add_row(made.model.vocabulary[one], f"{share[one]:.3f}", Bar(1, 0, float(share[one]), width=30))
    return found


def heads_table(made: "Trace") -> Any:
    """Where every head looks from the last query."""
    last = len(made.tokens) - 1
    found = table(
        "head", "looks most at", ">weight", ">entropy", ">of at most",
        title=f"the last query, {last} {made.tokens.pieces[last]}",
        caption="Entropy in nats. Where a head looks is not yet why the model said so: see attnlab effect.",
    )  # fmt: skip
    for site in made.model.sites:
        for head in range(made.model.heads(site)):
            map = made.map(site, head)
            key = int(map.weight[-1].argmax())
            found.add_row(
                f"{site}.{head}", f"{key} {map.keys[key]}", f"{map.weight[-1, key]:.3f}",
                f"{map.entropy[-1]:.3f}", f"{map.most_entropy[-1]:.3f}",
            )  # fmt: skip
    return found


def map_table(map: "Map", stage: str) -> Any:
    """One stage of a map, query by key; what the mask hides is dim."""
    from rich.text import Text as Styled

    captions = {
        "weight": "Rows are queries, columns keys. A plain 0 is masked: exactly 0. Entropy in nats.",
        "score": "Scores in nats. Dim ones stand behind the mask: what they would have been.",
        "mask": "Added to the score: 0 where looking is allowed, -inf where it is not.",
    }
    head = (">" + f"{place} {piece}" for place, piece in enumerate(map.keys))
    tail = (">sum", ">entropy") if stage == "weight" else ()
    title = f"{map.model} {map.site}.{map.head}: {stage}"
    found = table("query", *head, *tail, title=title, caption=captions[stage])
    for query, row in enumerate(getattr(map, stage)):
        cells = []
        for key, one in enumerate(row):
            hidden = map.state[query, key] == "masked"
            text = "0" if stage == "weight" and hidden else f"{one:.0f}" if stage == "mask" else f"{one:.3f}"
            shade = int(255 - 200 * float(one)) if stage == "weight" and not hidden else None
            style = "dim" if hidden else "" if shade is None else f"rgb(0,0,0) on rgb(255,{shade},{max(0, shade - 60)})"
            cells.append(Styled(text, style=style))
        ends = (f"{map.total[query]:.3f}", f"{map.entropy[query]:.3f}") if tail else ()
        found.add_row(f"{query} {map.queries[query]}", *cells, *ends)
    return found


def rows_table(made: "Trace", site: "Site", head: int, rows: "Rows", last: int) -> Any:
    """The last rows of one head in figures."""
    record = rows_record(made, site, head, rows)
    count, far = len(record["queries"]), site.kind == "self"
    shown = "every row" if count <= last else f"the last {last} of {count} rows"
    found = table(
        "query", ">entropy", ">of at most", ">top share", "top keys", ">left over", *[">distance"] * far,
        title=f"{made.model.name} {site}.{head}: {shown}",
        caption="Entropy in nats. Left over is the weight that is not on the top keys."
        + far * " Distance: how many places away the row looks on average.",
    )  # fmt: skip
    for query, row in list(enumerate(record["rows"]))[-last:]:
        keys = ", ".join(f"{one['key']} {one['piece']} {one['weight']:.3f}" for one in row["top"])
        numbers = [f"{row[name]:.3f}" for name in ("entropy_nats", "entropy_most_nats", "top_share", "left_over")]
        away = "-" if row["distance"] is None else f"{row['distance']:.1f}"
        name = f"{record['query_positions'][query]} {record['queries'][query]}"
        found.add_row(name, *numbers[:3], keys, numbers[3], *[away] * far)
    return found


def rows_record(made: "Trace", site: "Site", head: int, rows: "Rows") -> dict[str, Any]:
    """One head's rows as plain JSON values, with the pooled map."""
    import numpy as np

    from attnlab.arrays import to_numpy

    asking, looked_at = made.tokens.at(site)
    names = ("entropy", "most_entropy", "log_sum", "total", "visible", "top_share", "left_over", "distance")
    numbers = {name: to_numpy(getattr(rows, name))[0].tolist() for name in names}
    octaves, key, weight = (to_numpy(x)[0] for x in (rows.octaves, rows.top_key, rows.top_weight))
    places = range(len(asking) - len(key), len(asking))
    return {
        "model": made.model.name,
        "site": str(site),
        "head": head,
        "queries": [asking.pieces[place] for place in places],
        "query_positions": list(places),
        "octaves": ["0", "1", *(f"{1 << one}-{(2 << one) - 1}" for one in range(1, octaves.shape[1] - 1))],
        "rows": [
            {
                "entropy_nats": numbers["entropy"][query],
                "entropy_most_nats": numbers["most_entropy"][query],
                "log_sum_exp_nats": numbers["log_sum"][query],
                "sum": numbers["total"][query],
                "visible_keys": numbers["visible"][query],
                "top_share": numbers["top_share"][query],
                "top": [
                    {"key": place, "piece": looked_at.pieces[place], "weight": share}
                    for place, share in zip(key[query].tolist(), weight[query].tolist(), strict=True)
                    if place >= 0
                ],
                "left_over": numbers["left_over"][query],
                "distance": numbers["distance"][query] if np.isfinite(numbers["distance"][query]) else None,
                "weight_by_distance": octaves[query].tolist(),
            }
            for query in range(len(key))
        ],
        "pooled": {
            "queries_a_cell": rows.cell[0],
            "keys_a_cell": rows.cell[1],
            "weight": to_numpy(rows.pooled)[0].tolist(),
        },
    }


def rows_csv(made: "Trace", site: "Site", rows: "Rows") -> str:
    """One line a row of the map, with its figures and top keys."""
    import csv
    import io

    record, text = rows_record(made, site, 0, rows), io.StringIO()
    numbers = [name for name, value in record["rows"][0].items() if not isinstance(value, list)]
    most = rows.top_key.shape[-1]
    tops = [f"top{place}_{name}" for place in range(1, most + 1) for name in ("key", "piece", "weight")]
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["query", "query_piece", *numbers, *tops])
    for place, piece, row in zip(record["query_positions"], record["queries"], record["rows"], strict=True):
        named = [value for one in row["top"] for value in one.values()]
        named += [""] * (len(tops) - len(named))
        lines.writerow([place, piece, *("" if row[name] is None else row[name] for name in numbers), *named])
    return text.getvalue()


def speaks(model: "Model") -> bool:
    """False for a model whose logits predict no symbol."""
    return getattr(model, "speaks", True)


def words_table(map: "WordMap", groups: str) -> Any:
    """A map by words, or by letters, as `groups` says."""
    caption = "Weights summed over the pieces of a key, averaged over those of a query."
    heads = (">" + group.label for group in map.keys)
    found = table("query", *heads, ">sum", title=f"{map.model} {map.site}.{map.head}: {groups}", caption=caption)
    for group, row in zip(map.queries, map.weight, strict=True):
        found.add_row(group.label, *(f"{one:.3f}" for one in row), f"{row.sum():.3f}")
    return found


def trace_record(made: "Trace", chosen: "tuple[Site, int] | None") -> dict[str, Any]:
    """A trace as plain JSON values, with one head's map or all."""
    heads = [(site, head) for site in made.model.sites for head in range(made.model.heads(site))]
    return {
        "model": made.model.name,
        "text": made.tokens.text,
        "pieces": list(made.tokens.pieces),
        "special": [not plain for plain in made.tokens.plain],
        **symbols_record(made),
        "maps": [made.map(*one).to_record() for one in ([chosen] if chosen else heads)],
    }


def symbols_record(made: "Trace", most: int = 1000, listed: int = 20) -> dict[str, Any]:
    """Every logit where the vocabulary is small; else what is likeliest after the last position."""
    import numpy as np

    if len(made.model.vocabulary) <= most:
        return {"vocabulary": list(made.model.vocabulary), "logits_nats": made.logits.tolist()}
    share = made.probabilities[-1]
    top = np.argsort(-share, kind="stable")[:listed]
    return {"next": [{"symbol": made.model.vocabulary[one], "probability": float(share[one])} for one in top]}


def next_record(model: "Model", place: int, clean: "Trace", edited: "Trace") -> list[dict[str, Any]]:
    """Every symbol's probability before and after."""
    rows = zip(model.vocabulary, clean.probabilities[place], edited.probabilities[place], strict=True)
    return [{"symbol": symbol, "before": float(was), "after": float(now)} for symbol, was, now in rows]


def effect_tables(model: "Model", effect: "Effect", most: int = 8) -> "list[RenderableType]":
    """The target and the likeliest symbols, before and after."""
    from rich.bar import Bar

    place = effect.target.position
    pieces = effect.clean.tokens.pieces
    rows = next_record(model, place, effect.clean, effect.edited)
    rows.sort(key=lambda row: -max(row["before"], row["after"]))
    where = f"after position {place} ({pieces[place]}) of “{effect.clean.tokens.text}”"
    still = effect.clean.logits[place].tolist() == effect.edited.logits[place].tolist()
    note = f"{effect.moved:.3f} of the probability changed hands."
    if still:
        note = (
            "Nothing moved here. An edit acts at its query and after it; read another place with --at, "
            "such as --at " + str(max((getattr(edit, "query", None) or 0) for edit in effect.edits)) + "."
        )
    found = table(
        "next", ">before", ">after", ">change", "before", "after",
        title=f"{model.name}: {'; '.join(map(str, effect.edits))}\n{where}",
        caption=note,
    )  # fmt: skip
    for row in rows[:most]:
        found.add_row(
            row["symbol"], f"{row['before']:.4f}", f"{row['after']:.4f}", f"{row['after'] - row['before']:+.4f}",
            Bar(1, 0, row["before"], width=20), Bar(1, 0, row["after"], width=20),
        )  # fmt: skip
    watched = table("target", ">before", ">after", ">change")
    watched.add_row(effect.target.name(model), f"{effect.before:.4f}", f"{effect.after:.4f}", f"{effect.change:+.4f}")
    return [watched, found]


def _range(figure: "Figure", lang: "Language") -> str:
    """The interval of a share, in percent."""
    from attnlab.words import number

    comma = ", " if lang == "en" else "; "
    return f"[{comma.join(number(100 * one, lang, 1) for one in (figure.low, figure.high))}]"


def check_tables(made: "Check", lang: "Language") -> "list[RenderableType]":
    """A check as two tables and a paragraph."""
    from rich.padding import Padding

    from attnlab.verdicts import say_texts
    from attnlab.words import number, say

    found = table(
        *(say(f"column-{name}", lang) for name in ("head", "finding")),
        *(">" + say(f"column-{name}", lang) for name in ("texts", "top", "random", "share")),
        ">p", say("column-conditions", lang),
        title=say("check-title", lang, model=made.model, texts=made.texts, name=say_texts(made.texts_name, lang)),
        caption=say("check-caption", lang, share=number(100 * made.settings["share"], lang, 0)),
    )  # fmt: skip
    for verdict in (*made.verdicts, *made.backups):
        found.add_row(
            verdict.name, say(f"finding-{verdict.finding.replace(' ', '-')}", lang), str(verdict.texts),
            verdict.harm_top.say(lang), verdict.harm_random.say(lang),
            f"{number(100 * verdict.share.mean, lang, 1)} % {_range(verdict.share, lang)}",
            f"< {number(1e-4, lang, 4)}" if verdict.p < 1e-4 else number(verdict.p, lang, 4),
            " ".join("✓" if holds else "✗" for holds in verdict.conditions.values()),
        )  # fmt: skip
    ways = table(
        say("column-head", lang),
        *(">" + say(f"edit-{name}", lang) for name in ("cut", "drop", "swap")),
        *(">" + say(f"column-{name}", lang) for name in ("middle", "foil", "is-most", "effect", "contribution")),
        title=say("check-ways", lang),
        caption=say("check-ways-caption", lang),
    )  # fmt: skip
    for verdict in made.verdicts:
        means = (verdict.harm_top, verdict.drop_top, verdict.swap_top, verdict.harm_middle, verdict.harm_foil)
        some = (verdict.weight_and_size, verdict.contribution_and_size)
        ways.add_row(
            verdict.name, *(number(one.mean, lang) for one in means),
            "-" if verdict.top_is_most is None else f"{number(100 * verdict.top_is_most.mean, lang, 0)} %",
            *("-" if one is None else number(one.mean, lang, 2) for one in some),
        )  # fmt: skip
    return [found, ways, Padding(made.say(lang), (1, 2))]
