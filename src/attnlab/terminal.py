"""What a result looks like in a terminal: tables as wide as they need to be, bars, progress, files."""

import errno
import io
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attnlab.errors import LabError
from attnlab.shown import escaped, short, visible

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

    from attnlab.effect_maps import EdgeCell, EffectMap, HeadEffect
    from attnlab.effects import EdgeEffect, Effect
    from attnlab.experts import Routes
    from attnlab.memories import Comparison
    from attnlab.model import Model, Part
    from attnlab.models.small import Small
    from attnlab.outside import WeightMap, Weights
    from attnlab.probe import Site
    from attnlab.rankings import Ranking
    from attnlab.sizes import Size, Work
    from attnlab.spans import WordMap
    from attnlab.stream import Rows
    from attnlab.targets import Target
    from attnlab.tokens import Tokens
    from attnlab.traces import Map, Trace
    from attnlab.verdicts import Check, Demonstration, Figure, Verdict
    from attnlab.views import ModelView
    from attnlab.words import Language


@contextmanager
def progress(words: str) -> "Iterator[Callable[[int, int], None]]":
    """A progress bar on the terminal's error stream; it is gone when the work is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(words, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


class Enough(Exception):
    """The reader of our output, such as `head`, has gone."""


class Output:
    """Standard output that raises `Enough` once its reader has gone, and a LabError where a full disk refuses.

    After either it is silent: nothing is left over for Python to write, and to fail at, when it ends.
    """

    def __init__(self, inner: io.TextIOWrapper) -> None:
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        return getattr(self.inner, name)

    def write(self, text: str) -> int:
        with self._refused():
            return self.inner.write(text)

    def flush(self) -> None:
        with self._refused():
            self.inner.flush()

    @contextmanager
    def _refused(self) -> Iterator[None]:
        try:
            yield
        except OSError as fault:
            os.dup2(os.open(os.devnull, os.O_WRONLY), self.inner.fileno())
            if fault.errno in (errno.EPIPE, errno.EINVAL):  # Windows calls a closed pipe an invalid argument
                raise Enough from None
            raise LabError("output-not-written", reason=fault.strerror or str(fault)) from None


@contextmanager
def waiting(words: str) -> Iterator[None]:
    """A line on the terminal's error stream while something is under way; nothing where that is no terminal."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield
        return
    with console.status(literal(words)):
        yield


# How a file's name chooses what is written into it; one without an ending gets what is printed.
ENDINGS = (".json", ".csv", ".txt", ".md")


def form(out: Path | None, as_json: bool, *more: str) -> str:
    """What to give: `json`, `csv`, one of `more`, or `printed`.

    Raises LabError for an ending that says nothing, and for a place where nothing can be written.
    """
    ending = "" if out is None else out.suffix.lower()
    known = (*ENDINGS, *(f".{one}" for one in more))
    if ending and ending not in known:
        raise LabError("out-ending-unknown", path=str(out), endings=list(known))
    if as_json and ending not in ("", ".json"):
        raise LabError("out-and-json", path=str(out))
    if out is not None:
        from attnlab.files import writable

        writable(out)
    return "json" if as_json else "printed" if ending in ("", ".txt", ".md") else ending[1:]


def give(text: str, out: Path | None) -> None:
    """Print a text, or write it to a file, whole or not at all."""
    if out is None:
        print(text)
        return
    from attnlab.files import write_whole

    write_whole(out, text if text.endswith("\n") else text + "\n")


def give_lines(lines: Iterable[Sequence[Any]], out: Path | None) -> None:
    """Print lines of cells as CSV, the names of the columns first, or write them to a file. None is an empty cell."""
    import csv

    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(lines)
    give(text.getvalue(), out)


def fixed(x: float, digits: int = 3, sign: bool = False, lang: "Language" = "en") -> str:
    """A number with so many decimals; what rounds to zero has no minus, and no sign at all where one is asked for."""
    written = f"{x:+.{digits}f}" if sign else f"{x:.{digits}f}"
    if not written.strip("+-0."):
        written = f"{0:.{digits}f}"
    if lang == "en":
        return written
    from attnlab.words import number

    return ("+" if written.startswith("+") else "") + number(float(written), lang, digits)


def literal(text: str, style: str = "", keep: str = "\n") -> "Text":
    """A text to be printed letter by letter: no markup is read from it, and what steers a terminal is escaped."""
    from rich.text import Text

    return Text(escaped(text, keep), style=style)


def draw(parts: "Sequence[RenderableType]", out: Path | None) -> None:
    """Print tables as wide as they need to be: a number is never cut short by a narrow terminal.

    Into a Markdown file they go as they are printed, between fences.
    """
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    console = Console(file=io.StringIO() if out else None)
    wide = console.options.update(max_width=10_000)
    needed = [Measurement.get(console, wide, part).maximum for part in parts if isinstance(part, Table)]
    console.width = max([console.width, *needed])
    for part in parts:
        console.print(literal(part) if isinstance(part, str) else part)
    if out:
        text: str = console.file.getvalue()  # type: ignore[attr-defined]
        give(f"```\n{text}```\n" if out.suffix.lower() == ".md" else text, out)


def table(*columns: str, title: str | None = None, caption: str | None = None) -> Any:
    """A table whose columns never wrap, with every text literal; a `>` before a column's name sets it to the right."""
    from rich import box
    from rich.table import Table

    class Literal(Table):
        def add_row(self, *cells: Any, **options: Any) -> None:
            super().add_row(*(literal(one, keep="") if isinstance(one, str) else one for one in cells), **options)

    found = Literal(box=box.SIMPLE_HEAD, title_justify="left", caption_justify="left")
    found.title = None if title is None else literal(title, "table.title")
    found.caption = None if caption is None else literal(caption, "table.caption")
    for name in columns:
        right = name.startswith(">")
        found.add_column(literal(name.removeprefix(">"), keep=""), justify="right" if right else "left", no_wrap=True)
    return found


def titled(text: str) -> str:
    """A text as a title repeats it: on one line, and not all of a long one."""
    return escaped(short(text))


def next_table(made: "Trace", most: int = 5, lang: "Language" = "en") -> Any:
    """What may follow the text, likeliest first."""
    import numpy as np
    from rich.bar import Bar

    from attnlab.words import say

    share = made.probabilities[-1]
    source = "" if made.tokens.source is None else f"{titled(made.tokens.source.text)} => "
    title = say("next-title", lang, model=made.model.name, text=source + titled(made.tokens.text))
    found = table(say("column-next", lang), ">p", "", title=title)
    for one in np.argsort(-share, kind="stable")[:most]:
        found.add_row(
            visible(made.model.vocabulary[int(one)]),
            fixed(share[one], lang=lang),
            Bar(1, 0, float(share[one]), width=30),
        )
    return found


def heads_table(made: "Trace | Weights", lang: "Language" = "en") -> Any:
    """Where every head that was kept looks from the last query."""
    from attnlab.words import say

    columns = (say("column-head", lang), say("column-looks", lang))
    numbers = (">" + say(f"column-{name}", lang) for name in ("weight", "entropy", "most-entropy"))
    last = (getattr(made, "positions", None) or range(len(made.tokens)))[-1]
    found = table(
        *columns, *numbers, title=say("heads-title", lang, query=last, piece=visible(made.tokens.pieces[last])),
        caption=say("heads-caption", lang),
    )  # fmt: skip
    for site, heads in made._heads_kept().items():
        for head in heads:
            map = made.map(site, head)
            key = int(map.weight[-1].argmax())
            found.add_row(
                f"{site}.{head}", f"{key} {visible(map.keys[key])}", fixed(map.weight[-1, key], lang=lang),
                fixed(map.entropy[-1], lang=lang), fixed(map.most_entropy[-1], lang=lang),
            )  # fmt: skip
    return found


def map_table(map: "Map | WeightMap", stage: str, lang: "Language" = "en") -> Any:
    """One stage of a map, query by key; what the mask hides is dim."""
    from rich.text import Text as Styled

    from attnlab.words import say

    head = (">" + f"{place} {visible(piece)}" for place, piece in enumerate(map.keys))
    tail = (">" + say("column-sum", lang), ">" + say("column-entropy", lang)) if stage == "weight" else ()
    title = f"{map.model} {map.site}.{map.head}: {say(f'stage-{stage}', lang)}"
    found = table(say("column-query", lang), *head, *tail, title=title, caption=say(f"map-caption-{stage}", lang))
    for place, query, row in zip(range(len(map.rows)), map.rows, getattr(map, stage), strict=True):
        cells = []
        for key, one in enumerate(row):
            hidden = map.state[place, key] == "masked"
            text = "0" if stage == "weight" and hidden else fixed(one, 0 if stage == "mask" else 3, lang=lang)
            shade = int(255 - 200 * float(one)) if stage == "weight" and not hidden else None
            style = "dim" if hidden else "" if shade is None else f"rgb(0,0,0) on rgb(255,{shade},{max(0, shade - 60)})"
            cells.append(Styled(text, style=style))
        ends = (fixed(map.total[place], lang=lang), fixed(map.entropy[place], lang=lang)) if tail else ()
        found.add_row(f"{query} {visible(map.asking.pieces[query])}", *cells, *ends)
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
        keys = ", ".join(f"{one['key']} {visible(one['piece'])} {one['weight']:.3f}" for one in row["top"])
        numbers = [fixed(row[name]) for name in ("entropy_nats", "entropy_most_nats", "top_share", "left_over")]
        away = "-" if row["distance"] is None else fixed(row["distance"], 1)
        name = f"{record['query_positions'][query]} {visible(record['queries'][query])}"
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


def rows_lines(made: "Trace", site: "Site", rows: "Rows") -> list[list[Any]]:
    """Every row of a head as a line of CSV, with its figures and top keys."""
    record = rows_record(made, site, 0, rows)
    numbers = [name for name, value in record["rows"][0].items() if not isinstance(value, list)]
    most = rows.top_key.shape[-1]
    tops = [f"top{place}_{name}" for place in range(1, most + 1) for name in ("key", "piece", "weight")]
    lines: list[list[Any]] = [["query", "query_piece", *numbers, *tops]]
    for place, piece, row in zip(record["query_positions"], record["queries"], record["rows"], strict=True):
        named = [value for one in row["top"] for value in one.values()]
        lines.append([place, piece, *(row[name] for name in numbers), *named, *[None] * (len(tops) - len(named))])
    return lines


def speaks(model: "Model") -> bool:
    """False for a model whose logits predict no symbol."""
    return getattr(model, "speaks", True)


def words_table(map: "WordMap", groups: str) -> Any:
    """A map by words, or by letters, as `groups` says."""
    caption = "Weights summed over the pieces of a key, averaged over those of a query."
    heads = (">" + visible(group.label) for group in map.keys)
    found = table("query", *heads, ">sum", title=f"{map.model} {map.site}.{map.head}: {groups}", caption=caption)
    for group, row in zip(map.queries, map.weight, strict=True):
        found.add_row(visible(group.label), *(fixed(one) for one in row), fixed(row.sum()))
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


def effect_tables(model: "Model", effect: "Effect", most: int = 8, lang: "Language" = "en") -> "list[RenderableType]":
    """What the edits do, the target and the likeliest symbols, before and after."""
    from rich.bar import Bar

    from attnlab.edits import does
    from attnlab.words import say

    told = [does(edit, effect.clean.tokens) for edit in effect.replaced]
    told += [does(edit, effect.edited.tokens) for edit in effect.edits]
    said = [
        say(message, lang, **{name: titled(one) if isinstance(one, str) else one for name, one in facts.items()})
        for message, facts in told
    ]
    place = effect.target.position
    pieces = effect.clean.tokens.pieces
    rows = next_record(model, place, effect.clean, effect.edited)
    rows.sort(key=lambda row: -max(row["before"], row["after"]))
    before, after, change = (say(f"column-{name}", lang) for name in ("before", "after", "by"))
    found = table(
        say("column-next", lang), ">" + before, ">" + after, ">" + change, before, after,
        title="; ".join(short(str(edit), 200) for edit in (*effect.replaced, *effect.edits)) + "\n" + say(
            "effect-title", lang, model=model.name, place=place, piece=visible(pieces[place]),
            text=titled(effect.clean.tokens.text),
        ),
        caption=_moved(effect, lang),
    )  # fmt: skip
    for row in rows[:most]:
        found.add_row(
            visible(row["symbol"]), fixed(row["before"], 4, lang=lang), fixed(row["after"], 4, lang=lang),
            fixed(row["after"] - row["before"], 4, sign=True, lang=lang),
            Bar(1, 0, row["before"], width=16), Bar(1, 0, row["after"], width=16),
        )  # fmt: skip
    unit = say(effect.target.unit, lang)
    watched = table(say("column-target", lang, unit=unit), ">" + before, ">" + after, ">" + change)
    watched.add_row(
        visible(effect.target.name(model)), fixed(effect.before, 4, lang=lang), fixed(effect.after, 4, lang=lang),
        fixed(effect.change, 4, sign=True, lang=lang),
    )  # fmt: skip
    return [literal("\n".join(said)), watched, found]


def _moved(effect: "Effect", lang: "Language") -> str:
    """How much probability changed hands, or where to look instead where nothing moved."""
    from attnlab.targets import Loss
    from attnlab.words import say

    target, clean, edited = effect.target, effect.clean.logits, effect.edited.logits
    read = slice(target.first - 1, target.last) if isinstance(target, Loss) else target.position
    if clean[read].tolist() != edited[read].tolist():
        return say("effect-moved", lang, share=fixed(effect.moved, lang=lang))
    queries = [query for edit in effect.edits if (query := getattr(edit, "query", None)) is not None]
    if isinstance(target, Loss) and queries and min(queries) > target.position:
        return say("effect-still-loss", lang, first=target.first - 1, last=target.last - 1)
    if not isinstance(target, Loss) and queries and target.position not in queries:
        return say("effect-still", lang, place=max(queries))
    return say("effect-none", lang)


def effect_lines(model: "Model", effect: "Effect") -> list[list[Any]]:
    """An effect as lines of CSV: the target, then every symbol's probability."""
    from attnlab.words import say

    unit, probability = say(effect.target.unit), say("unit-probability")
    rows = next_record(model, effect.target.position, effect.clean, effect.edited)
    return [
        ["what", "symbol", "unit", "before", "after", "change"],
        ["target", effect.target.name(model), unit, effect.before, effect.after, effect.change],
        *(
            ["next", row["symbol"], probability, row["before"], row["after"], row["after"] - row["before"]]
            for row in rows
        ),
    ]


def edges_table(
    model: "Model",
    tokens: "Tokens",
    target: "Target",
    found: "Sequence[EdgeEffect]",
    most: int,
    lang: "Language" = "en",
) -> Any:
    """The edges with the largest effects."""
    from attnlab.words import say

    one = found[0].edit if found else None
    note = say("edges-caption", lang, target=visible(target.name(model)), place=target.position)
    if one is not None and target.position < one.query:
        note += " " + say("edges-still", lang, query=one.query)
    listed = table(
        ">" + say("column-change", lang, unit=say(target.unit, lang)),
        *(say(f"column-{name}", lang) for name in ("edge", "query", "key")), ">" + say("column-weight", lang),
        title=say("edges-title", lang, model=model.name, count=len(found), kind="none" if one is None else one.kind),
        caption=note,
    )  # fmt: skip
    for edge in found[:most]:
        asking, looked_at = tokens.at(edge.edit.site)
        listed.add_row(
            fixed(edge.change, 4, sign=True, lang=lang), str(edge.edit).partition(" ")[2],
            visible(asking.pieces[edge.edit.query]), visible(looked_at.pieces[edge.edit.key]),
            fixed(edge.weight, lang=lang),
        )  # fmt: skip
    return listed


def edges_lines(tokens: "Tokens", target: "Target", found: "Sequence[EdgeEffect]") -> list[list[Any]]:
    """Every edge as a line of CSV."""
    from attnlab.words import say

    lines: list[list[Any]] = [
        ["edit", "site", "head", "query", "query_piece", "key", "key_piece", "weight", "change", "unit"]
    ]
    for edge in found:
        edit = edge.edit
        asking, looked_at = tokens.at(edit.site)
        lines.append([
            edit.kind, str(edit.site), edit.head, edit.query, asking.pieces[edit.query], edit.key,
            looked_at.pieces[edit.key], edge.weight, edge.change, say(target.unit),
        ])  # fmt: skip
    return lines


def effects_tables(
    made: "EffectMap", most: int, weight: float = 0.5, share: float = 0.01, lang: "Language" = "en"
) -> list[Any]:
    """The measured edges with the largest effects, then the heads that look and do not matter."""
    from attnlab.words import number, say

    alone, unit = len(made.queries) == 1, say(made.unit, lang)
    title = say(
        "effects-title" if alone else "effects-title-all", lang, model=made.model, count=made.edges,
        measured=int(made.measured.sum()), query=made.queries[0],
        piece=visible(made.query_pieces[0]),
    )  # fmt: skip
    note = say(
        "effects-caption", lang, target=visible(made.target), before=number(made.before, lang), unit=unit,
        place=made.position, way=made.way, error=f"{made.way_error:.0e}",
    )  # fmt: skip
    if made.position < min(made.queries) and made.sites[0].isdigit():
        note += " " + say("edges-still", lang, query=min(made.queries))
    if made.left:
        note += " " + say("effects-left", lang, left=made.left)
    if made.rounding is not None:
        rounding = made.rounding
        note += " " + say(
            "effects-rounded", lang, checked=rounding.checked, median=f"{rounding.median:.0e}",
            top=f"{rounding.largest_of_top:.0e}", largest=f"{rounding.largest:.0e}",
        )  # fmt: skip
    if made.agreement is not None:
        note += " " + say("effects-agreement", lang, agreement=number(made.agreement, lang, 2))
    first = _edge_cells(made, made.largest(most), title, note, lang)
    if not made.measured.any():
        return [first]
    if made.position < min(made.queries) and made.sites[0].isdigit():
        return [first]  # nothing that was cut can reach what was read
    idle = made.looked_only(weight, share)
    if not idle:
        return [first, say("effects-looked-only-none", lang)]
    least = f"{share * abs(made.before):.2g}"
    heading = say(
        "effects-looked-only-title", lang, weight=number(weight, lang, 1), unit=unit,
        share=least if lang == "en" else least.replace(".", ","),
    )  # fmt: skip
    return [first, _edge_cells(made, idle[:most], heading, None, lang)]


def _edge_cells(made: "EffectMap", cells: "Sequence[EdgeCell]", title: str, note: str | None, lang: "Language") -> Any:
    from attnlab.words import say

    names = {name: say(f"column-{name}", lang) for name in ("edge", "query", "key", "weight", "estimate")}
    guess = [">" + names["estimate"]] if made.estimate is not None else []
    size = [">" + say("column-size", lang)] if made.contribution is not None else []
    listed = table(
        ">" + say("column-change", lang, unit=say(made.unit, lang)), *guess, names["edge"], names["query"],
        names["key"], ">" + names["weight"], *size, title=title, caption=note,
    )  # fmt: skip
    for cell in cells:
        said = [] if made.estimate is None else [_maybe(cell.estimate, 4, sign=True, lang=lang)]
        wide = [] if made.contribution is None else [_maybe(cell.contribution, lang=lang)]
        near = "" if cell.exact or cell.change is None else "≈ "
        listed.add_row(
            near + _maybe(cell.change, 4, sign=True, lang=lang), *said, cell.name, visible(cell.query_piece),
            visible(cell.key_piece), _maybe(cell.weight, lang=lang), *wide,
        )  # fmt: skip
    return listed


def _maybe(x: float | None, digits: int = 3, sign: bool = False, lang: "Language" = "en") -> str:
    return "" if x is None else fixed(x, digits, sign, lang)


def parts_table(model: "Model", target: "Target", parts: "Sequence[Part]", most: int, lang: "Language" = "en") -> Any:
    """What each part adds to the target, the largest first, and the sum of all."""
    from attnlab.words import number, say

    total, unit = sum(part.value for part in parts), say(target.unit, lang)
    listed = table(
        ">" + say("column-adds", lang, unit=unit), say("column-part", lang),
        title=say("parts-title", lang, model=model.name, target=visible(target.name(model)), place=target.position),
        caption=say("parts-caption", lang, count=len(parts), total=number(total, lang, 4), unit=unit),
    )  # fmt: skip
    for part in parts[:most]:
        listed.add_row(fixed(part.value, 4, sign=True, lang=lang), part_name(part))
    return listed


def part_name(part: "Part") -> str:
    """A part as `head 0.3`, `feed-forward 0` or `embedding`."""
    place = "" if part.site is None else f" {part.site}" if part.head is None else f" {part.site}.{part.head}"
    return part.kind + place


def off_table(
    model: "Model",
    target: "Target",
    found: "Sequence[HeadEffect]",
    most: int,
    note: str | None = None,
    lang: "Language" = "en",
) -> Any:
    """What switching off each head, and each feed-forward part that was measured, does, the largest change first."""
    from attnlab.edits import Feed
    from attnlab.words import say

    measured = "off-title" if any(isinstance(one.edit, Feed) for one in found) else "off-heads-title"

    listed = table(
        ">" + say("column-change", lang, unit=say(target.unit, lang)), say("column-part", lang),
        title=say(measured, lang, model=model.name, target=visible(target.name(model)), place=target.position),
        caption=note,
    )  # fmt: skip
    for one in found[:most]:
        listed.add_row(fixed(one.change, 4, sign=True, lang=lang), one.name)
    return listed


def effects_lines(made: "EffectMap") -> list[list[Any]]:
    """Every edge as a line of CSV."""
    from dataclasses import fields

    from attnlab.effect_maps import EdgeCell

    names = [one.name for one in fields(EdgeCell)]
    return [names, *([getattr(cell, name) for name in names] for cell in made.cells())]


def effects_record(made: "EffectMap") -> dict[str, Any]:
    """The whole map as plain JSON values."""
    from dataclasses import asdict

    arrays = ("change", "weight", "contribution", "estimate", "exact")
    about = {name: value for name, value in vars(made).items() if name not in arrays}
    return about | {"agreement": made.agreement, "edges": [asdict(cell) for cell in made.cells()]}


def routes_tables(found: "Routes", lang: "Language") -> "list[RenderableType]":
    """The router's map of every layer, the load of each expert, and what one piece goes through."""
    from attnlab.words import number, say

    made: list[RenderableType] = []
    count = found.share.shape[-1]
    for place, site in enumerate(found.sites):
        names = [say("expert-name", lang, number=expert) for expert in range(count)]
        one = table("", say("column-piece", lang), *names, title=say(
            "experts-title", lang, model=found.model, layer=str(site), used=found.used, count=count
        ))  # fmt: skip
        for position, piece in enumerate(found.tokens.pieces):
            shares = found.share[place, position]
            one.add_row(str(position), visible(piece), *("" if x == 0 else number(float(x), lang, 2) for x in shares))
        one.add_section()
        load = [number(float(x), lang, 2) for x in found.load[place]]
        one.add_row("", say("experts-load", lang), *load)
        made.append(one)
    spread = " ".join(number(float(x), lang, 2) for x in found.spread)
    made.append(say("experts-caption", lang, even=number(found.used / count, lang, 2), spread=spread))
    made.append(say("experts-active", lang, active=found.active, total=found.parameters))
    return made


def routes_lines(found: "Routes") -> list[list[Any]]:
    """One line a layer, piece and expert."""
    import numpy as np

    made: list[list[Any]] = [["layer", "position", "piece", "expert", "preferred", "share"]]
    for (place, position, expert), share in np.ndenumerate(found.share):
        preferred = float(found.preferred[place, position, expert])
        made.append([str(found.sites[place]), position, found.tokens.pieces[position], expert, preferred, float(share)])
    return made


def routes_record(found: "Routes") -> dict[str, Any]:
    """Plain data: layers, pieces, shares, load and parameters."""
    return {
        "model": found.model, "pieces": list(found.tokens.pieces), "layers": [str(site) for site in found.sites],
        "used": found.used, "preferred": found.preferred.tolist(), "share": found.share.tolist(),
        "load": found.load.tolist(), "spread": found.spread.tolist(), "parameters": found.parameters,
        "active": found.active,
    }  # fmt: skip


def training_report(made: "Small", path: str, lang: "Language") -> "list[RenderableType]":
    """What a training came to: how texts that it never met are answered, and how long it took."""
    from attnlab.words import number, say

    record = made.record
    facts = {"path": path, "parameters": made.parameter_count}
    if "task" not in record:
        nats, rival = (number(record[name], lang) for name in ("held_out_nats", "bigram_nats"))
        return [
            say("train-names", lang, texts=record["texts"], held=record["held_out_texts"], **facts),
            say("train-names-loss", lang, nats=nats, rival=rival),
        ]
    columns = (say(name, lang) for name in ("train-held-out", "train-texts", "train-right", "train-nats"))
    made_table = table(*columns, title=say("train-title", lang, name=made.name, task=record["task"]))
    for name, right in record["held_out"].items():
        size, _, kind = name.partition(" ")
        label = say("train-all", lang) if not size.isdigit() else say(f"train-size-{kind}", lang, size=int(size))
        texts, nats = record["held_out_texts"][name], record["held_out_nats"][name]
        made_table.add_row(label, number(texts, lang, 0), number(right, lang), number(nats, lang))
    seconds = number(record["seconds"], lang, 1)
    parts: list[RenderableType] = [made_table, say("train-done", lang, steps=record["steps"], seconds=seconds, **facts)]
    if record["task"] == "last-of-two" and made.shape.positions == "none":
        parts.append(say("train-blind", lang))
    return parts


def remember_tables(made: "Comparison", lang: "Language") -> "list[RenderableType]":
    """Right answers, gradients and price of each way to remember; and its loss on local texts, where there were any."""
    import numpy as np

    from attnlab.memories import LESSONS, Lesson
    from attnlab.words import number, say

    names = {one.name: say(f"memory-{one.name}", lang, reach=made.reach) for one in made.contenders}
    distances = [f">{distance}" for distance in made.distances]
    titles: dict[Lesson, str] = {
        name: say(f"remember-{name}", lang, trained=list(some)) for name, some in LESSONS.items()
    }
    parts: list[RenderableType] = []
    for lesson, title in titles.items():
        way_column, parameters, learnt_at = (say(f"column-{name}", lang) for name in ("way", "parameters", "learnt"))
        heading = say("remember-right", lang, lesson=title)
        one = table(way_column, ">" + parameters, *distances, ">" + learnt_at, title=heading)
        for way in made.contenders:
            learnt = [x.learned for x in way.lessons[lesson]]
            said = " ".join(say("remember-never", lang) if x is None else number(x, lang, 0) for x in learnt)
            right = (number(float(x), lang, 2) for x in way.right(lesson))
            one.add_row(names[way.name], number(way.parameters, lang, 0), *right, said)
        parts.append(one)
    recipe, seeds = made.recipe, made.seeds
    facts = {"seeds": len(seeds), "first": seeds[0], "steps": recipe.steps, "seconds": made.seconds}
    parts.append(say("remember-caption", lang, **facts))
    rows = [(say("remember-gradient-untrained", lang), lambda way: np.array(way.untrained))]
    rows += [
        (say("remember-gradient-trained", lang, lesson=title), lambda way, lesson=lesson: way.gradient(lesson))
        for lesson, title in titles.items()
    ]
    for title, found in rows:
        one = table(say("column-way", lang), *distances, title=title)
        for way in made.contenders:
            one.add_row(names[way.name], *(powers(float(x), lang) for x in found(way)))
        parts.append(one)
    parts.append(say("remember-gradient-caption", lang))
    parts += [_price_table(made, names, lang), say("remember-cost-caption", lang)]
    if made.names:
        title = say("remember-names-title", lang, texts=made.names)
        one = table(say("column-way", lang), ">" + say("column-nats", lang), title=title)
        for way in made.contenders:
            one.add_row(names[way.name], " ".join(number(x, lang) for x in way.nats))
        parts += [one, say("remember-names-caption", lang, pairs=number(made.pairs or 0.0, lang))]
    return parts


def _price_table(made: "Comparison", names: dict[str, str], lang: "Language") -> Any:
    from attnlab.words import number, say

    names_of = ("column-steps", "column-multiply-adds", "column-kept", "column-edges-lost")
    columns = (">" + say(name, lang) for name in names_of)
    one = table(say("column-way", lang), *columns, title=say("remember-cost", lang, places=made.distances[-1] + 1))
    for way in made.contenders:
        cost = way.costs[-1]
        lost = say("remember-lost", lang, lost=cost.lost, edges=cost.edges)
        none = say("remember-no-edges", lang, edges=cost.edges)
        counts = (number(x, lang, 0) for x in (cost.steps, cost.multiply_adds, cost.kept))
        one.add_row(names[way.name], *counts, none if cost.lost == cost.edges else lost)
    return one


def powers(x: float, lang: "Language") -> str:
    """A number that may be very small: 1.2e-10; an exact 0 is 0."""
    written = f"{x:.1e}" if x else "0"
    return written if lang == "en" else written.replace(".", ",")


def remember_lines(made: "Comparison") -> list[list[Any]]:
    """One line a way, lesson, seed and distance."""
    lines: list[list[Any]] = [[
        "way", "parameters", "lesson", "seed", "steps", "learned", "distance", "right", "gradient",
        "gradient_untrained", "steps_one_after_another", "multiply_adds", "kept", "edges", "edges_lost", "names_nats",
    ]]  # fmt: skip
    for way in made.contenders:
        for lesson, some in way.lessons.items():
            for place, one in enumerate(some):
                nats = way.nats[place] if way.nats else None
                for at, distance in enumerate(made.distances):
                    cost = way.costs[at]
                    lines.append([
                        way.name, way.parameters, lesson, one.seed, one.steps, one.learned, distance, one.right[at],
                        one.gradient[at], way.untrained[at], cost.steps, cost.multiply_adds, cost.kept, cost.edges,
                        cost.lost, nats,
                    ])  # fmt: skip
    return lines


def check_lines(made: "Check") -> list[list[Any]]:
    """Every head and pair of a check as a line of CSV; of a figure its mean and interval."""
    from dataclasses import fields

    from attnlab.verdicts import Figure

    verdicts = (*made.verdicts, *made.pairs)
    if not verdicts:
        return [["heads"]]
    lines: list[list[Any]] = []
    figures = {
        one.name for verdict in verdicts for one in fields(verdict) if isinstance(getattr(verdict, one.name), Figure)
    }
    names = [one.name for one in fields(verdicts[0]) if one.name not in ("heads", "conditions")]
    columns = [
        f"{name}{part}" for name in names for part in (("", "_low", "_high") if name in figures else ("",))
    ]  # fmt: skip
    lines.append(["heads", *verdicts[0].conditions, *columns])
    for verdict in verdicts:
        line: list[Any] = [verdict.name, *verdict.conditions.values()]
        for name in names:
            value = getattr(verdict, name)
            if name not in figures:
                line.append(value)
            else:
                line += [None] * 3 if value is None else [value.mean, value.low, value.high]
        lines.append(line)
    return lines


def models_table(views: "Sequence[ModelView]") -> Any:
    """The models at hand."""
    from attnlab.words import number, say

    listed = table("model", ">parameters", ">layers", ">heads", ">tokens", "what it is")
    for view in views:
        heads = sorted({site.heads for site in view.sites})
        layers = sum(not site.site.startswith("cross") for site in view.sites)
        listed.add_row(
            view.name, number(view.parameters, digits=0), str(layers),
            "-".join(map(str, heads)), str(view.context), say(view.about),
        )  # fmt: skip
    return listed


def models_lines(views: "Sequence[ModelView]") -> list[list[Any]]:
    """The models at hand as lines of CSV."""
    from attnlab.words import say

    lines: list[list[Any]] = [["model", "parameters", "layers", "heads", "tokens", "what_it_is"]]
    for view in views:
        heads = sum(site.heads for site in view.sites)
        lines.append([view.name, view.parameters, len(view.sites), heads, view.context, say(view.about)])
    return lines


MOST_PARTS = 40


def size_tables(made: "Size", lang: "Language") -> "list[RenderableType]":
    """What a configuration costs: its parts beside the estimate, what that leaves out, memory, work."""
    from rich.padding import Padding

    from attnlab.bills import PART_NAMES, part_name, sentences, title, work_sentences
    from attnlab.words import number, say

    config = made.configuration
    parts = table(
        say("size-column-part", lang),
        *(">" + say(f"size-column-{one}", lang) for one in ("exact", "estimate", "difference")),
        title=title(made, lang),
    )  # fmt: skip
    written = [part for part in made.parts if part.parameters or part.estimate]
    for part in written[:MOST_PARTS]:
        known = part.name in PART_NAMES
        apart = part.parameters - part.estimate
        parts.add_row(
            part_name(part.name, lang), number(part.parameters, lang, 0),
            number(part.estimate, lang, 0) if known else "", _signed(apart, lang) if known else "",
        )  # fmt: skip
    if rest := sum(one.parameters for one in written[MOST_PARTS:]):
        parts.add_row("…", number(rest, lang, 0), "", "")
    parts.add_section()
    parts.add_row(
        say("size-total", lang), number(made.parameters, lang, 0), number(made.estimate, lang, 0),
        _signed(made.parameters - made.estimate, lang),
    )  # fmt: skip
    drawn: list[RenderableType] = [parts, Padding(literal(" ".join(sentences(made, lang))), (0, 1))]
    if made.left_out:
        drawn += ["", _left_table(made, lang)]
    drawn += ["", _memory_table(made, lang)]
    if config is not None:
        drawn += ["", _work_table(made, lang), Padding(literal(" ".join(work_sentences(made, lang))), (0, 1))]
    return drawn


def _signed(count: int, lang: "Language") -> str:
    from attnlab.words import number

    return ("+" if count > 0 else "") + number(count, lang, 0)


def _left_table(made: "Size", lang: "Language") -> Any:
    from attnlab.bills import about, example, left_name
    from attnlab.words import say

    columns = (
        ">" * (one in ("here", "would")) + say(f"size-column-{one}", lang)
        for one in ("left", "here", "would", "example")
    )
    found = table(*columns, title=say("size-left-title", lang), caption=say("size-left-caption", lang))
    for one in made.left_out:
        found.add_row(
            left_name(one, lang), about(one.adds, lang, sign=True) if one.adds else "-",
            "" if one.would is None else about(one.would, lang, sign=True), example(one, made, lang),
        )  # fmt: skip
    return found


def _memory_table(made: "Size", lang: "Language") -> Any:
    from attnlab.bills import in_bytes
    from attnlab.words import say

    found = table(
        "", ">", title=say("size-memory-title", lang, length=made.length), caption=say("size-memory-caption", lang)
    )
    found.show_header = False
    kept = [
        (say("size-weights-of", lang, dtype=made.dtype), made.weight_bytes),
        (say("size-cache-of", lang, dtype=made.cache_dtype, batch=made.batch), made.cache_bytes),
        (say("size-map-of", lang), made.map_bytes),
        (say("size-maps-of", lang), made.all_map_bytes),
    ]
    for words, count in kept:
        if count is not None:
            found.add_row(words, in_bytes(count, lang))
    return found


def _work_table(made: "Size", lang: "Language") -> Any:
    from attnlab.bills import about
    from attnlab.words import say

    works: list[Work] = [one for one in (made.text, made.next) if one is not None]
    heads = [say("size-column-text", lang, length=made.length), say("size-column-next", lang)][: len(works)]
    found = table(say("size-column-work", lang), *(">" + one for one in heads), title=say("size-work-title", lang))
    for kind in ("projections", "attention", "feed_forward", "output"):
        words = say(f"size-work-{kind.replace('_', '-')}", lang)
        found.add_row(words, *(about(getattr(one, kind), lang) for one in works))
    found.add_section()
    found.add_row(say("size-total", lang), *(about(one.total, lang) for one in works))
    return found


def size_lines(made: "Size") -> list[list[Any]]:
    """Every figure of a size as a line of CSV: parameters, bytes, multiply-adds, all whole numbers."""
    record = made.to_record()
    lines: list[list[Any]] = [["of", "what", "exact", "estimate"]]
    lines += [["parameters", one["name"], one["exact"], one["estimate"]] for one in record["parameters"]["parts"]]
    lines.append(["parameters", "total", made.parameters, made.estimate])
    lines.append(["parameters", "met_by_one_piece", made.used, None])
    lines += [["left_out", one["name"], one["adds"], None] for one in record["parameters"]["left_out"]]
    lines += [
        ["bytes", name, value, None] for name, value in record["memory_bytes"].items()
        if name in ("weights", "cache", "map_of_one_head", "maps_of_all_heads") and value is not None
    ]  # fmt: skip
    for name, value in record["multiply_adds"].items():
        if isinstance(value, dict):
            lines += [[f"multiply_adds_{name}", kind, count, None] for kind, count in value.items()]
        elif value is not None:
            lines.append(["multiply_adds", name, value, None])
    return lines


def _range(figure: "Figure", lang: "Language") -> str:
    """The interval of a share, in percent."""
    from attnlab.words import number

    comma = ", " if lang == "en" else "; "
    return f"[{comma.join(number(100 * one, lang, 1) for one in (figure.low, figure.high))}]"


def check_tables(made: "Check", lang: "Language") -> "list[RenderableType]":
    """A check as two tables and a paragraph."""
    from rich.padding import Padding

    found = verdicts_table(made, (*made.verdicts, *made.backups), lang)
    return [found, _ways_table(made.verdicts, lang), Padding(literal(made.say(lang)), (1, 2))]


def verdicts_table(made: "Check", verdicts: "Sequence[Verdict]", lang: "Language", more: str = "") -> Any:
    """Some verdicts of a check, a line each; `more` is said below them."""
    from attnlab.verdicts import say_texts
    from attnlab.words import number, say

    caption = say("check-caption", lang, share=number(100 * made.settings["share"], lang, 0))
    title = say("check-title", lang, model=made.model, texts=made.texts, name=say_texts(made.texts_name, lang))
    return _found_table(verdicts, lang, title, f"{caption} {more}".strip())


def verdict_tables(verdict: "Verdict", lang: "Language") -> "list[RenderableType]":
    """One verdict by itself: the same two tables, and why."""
    from rich.padding import Padding

    from attnlab.words import say

    found = _found_table([verdict], lang, None, say("verdict-caption", lang))
    return [found, _ways_table([verdict], lang), Padding(literal(verdict.say(lang)), (1, 2))]


def _found_table(verdicts: "Sequence[Verdict]", lang: "Language", title: str | None, caption: str) -> Any:
    from attnlab.words import number, say

    found = table(
        *(say(f"column-{name}", lang) for name in ("head", "finding")),
        *(">" + say(f"column-{name}", lang) for name in ("texts", "top", "random", "share")),
        ">p", say("column-conditions", lang), title=title, caption=caption,
    )  # fmt: skip
    for verdict in verdicts:
        found.add_row(
            verdict.name, say(f"finding-{verdict.finding.replace(' ', '-')}", lang), str(verdict.texts),
            verdict.harm_top.say(lang), verdict.harm_random.say(lang),
            f"{number(100 * verdict.share.mean, lang, 1)} % {_range(verdict.share, lang)}",
            written_p(verdict.p, lang),
            " ".join("✓" if holds else "✗" for holds in verdict.conditions.values()),
        )  # fmt: skip
    return found


def written_p(p: float, lang: "Language") -> str:
    """A p with four decimals, or that it is less than they can say."""
    from attnlab.words import number

    return f"< {number(1e-4, lang, 4)}" if p < 1e-4 else number(p, lang, 4)


def _ways_table(verdicts: "Sequence[Verdict]", lang: "Language") -> Any:
    from attnlab.words import number, say

    ways = table(
        say("column-head", lang),
        *(">" + say(f"edit-{name}", lang) for name in ("cut", "drop", "swap")),
        *(">" + say(f"column-{name}", lang) for name in ("middle", "foil", "is-most", "effect", "contribution")),
        title=say("check-ways", lang),
        caption=say("check-ways-caption", lang),
    )  # fmt: skip
    for verdict in verdicts:
        means = (verdict.harm_top, verdict.drop_top, verdict.swap_top, verdict.harm_middle, verdict.harm_foil)
        some = (verdict.weight_and_size, verdict.contribution_and_size)
        none = say("no-effect", lang)
        ways.add_row(
            verdict.name, *("-" if one is None else number(one.mean, lang) for one in means),
            "-" if verdict.top_is_most is None
            else none if verdict.no_effect else f"{number(100 * verdict.top_is_most.mean, lang, 0)} %",
            *("-" if one is None else none if verdict.no_effect else number(one.mean, lang, 2) for one in some),
        )  # fmt: skip
    return ways


def demonstration_tables(made: "Demonstration", lang: "Language") -> "list[RenderableType]":
    """Every key that was cut on one text, in the text's order, and what else was done to the one looked at most."""
    from rich.padding import Padding

    from attnlab.words import number, say

    parts = {made.random: "column-random", made.middle: "column-middle", made.top: "column-top"}
    found = table(
        say("column-key", lang), *(">" + say(f"column-{name}", lang) for name in ("weight", "size", "harm")), "",
        title=say("demonstration-title", lang, model=made.model, heads=list(made.heads), query=made.query,
                  text=titled(made.text)),
        caption=say("demonstration-caption", lang, target=visible(made.target), margin=number(made.margin, lang)),
    )  # fmt: skip
    for key in made.keys:
        part = parts.get(key.position)
        found.add_row(
            f"{key.position} {visible(key.piece)}", fixed(key.weight, lang=lang), _maybe(key.contribution, lang=lang),
            fixed(key.harm, lang=lang), "" if part is None else say(part, lang),
        )  # fmt: skip
    return [*([found] if made.keys else []), Padding(literal(made.say(lang)), (1, 2))]


# --- results that show themselves ------------------------------------------------------------------------------------

TALL, LONG = 100, 1024
"""Lines of a table that a terminal is given unasked; pieces of a text whose every head is looked through for it."""


def show(one: Any, lang: str = "en") -> None:
    """Print a result as the commands do; see `Shown.show`."""
    from attnlab.lab import language

    draw(tables_of(one, language(lang)), None)


def tables_of(one: Any, lang: "Language" = "en") -> "list[RenderableType]":
    """A result that shows itself, as the command that makes it prints it."""
    from attnlab.effect_maps import EffectMap
    from attnlab.effects import Effect
    from attnlab.outside import WeightMap, Weights
    from attnlab.rankings import Ranking
    from attnlab.traces import Map, Trace
    from attnlab.verdicts import Check, Demonstration, Verdict
    from attnlab.words import say

    match one:
        case Weights():
            return [say("saved-outside", lang, name=one.name), heads_table(one, lang)]
        case WeightMap():
            return [say("saved-outside", lang, name=one.model), map_table(one, "weight", lang)]
        case Trace():
            return [*([next_table(one, lang=lang)] if speaks(one.model) else []), heads_table(one, lang)]
        case Map():
            return [map_table(one, "weight", lang)]
        case Effect():
            return effect_tables(one.clean.model, one, lang=lang)
        case EffectMap():
            return effects_tables(one, 20, lang=lang)
        case Ranking():
            return [ranked_table(one, lang)]
        case Demonstration():
            return demonstration_tables(one, lang)
        case Verdict():
            return verdict_tables(one, lang)
        case Check():
            return check_tables(one, lang)
        case _:
            raise TypeError(type(one).__name__)


def ranked_table(made: "Ranking[Any]", lang: "Language" = "en", most: int = 20) -> Any:
    """A ranking as the command prints it that makes one of its kind."""
    from attnlab.effect_maps import HeadEffect
    from attnlab.model import Part

    match made[0] if made else None:
        case HeadEffect():
            return off_table(made.model, made.target, made, most, lang=lang)
        case Part():
            return parts_table(made.model, made.target, made, most, lang)
        case _:
            return edges_table(made.model, made.tokens, made.target, made, most, lang)


def fitting(one: Any, width: int, lang: "Language" = "en") -> "Iterator[RenderableType]":
    """What a terminal of that width shows whole, for who was not asked whether it may be more.

    No number is cut short: a table that is wider, or longer than a screen or two, is left to `show`, as is said first.
    """
    from rich.console import Console
    from rich.measure import Measurement
    from rich.table import Table

    from attnlab.words import say

    wide = Console(file=io.StringIO(), width=10_000)
    fit: list[RenderableType] = []
    left = _is_long(one, width)
    for part in [] if left else tables_of(one, lang):
        needed = Measurement.get(wide, wide.options, part).maximum if isinstance(part, Table) else 0
        if isinstance(part, Table) and (needed > width or part.row_count > TALL):
            left = True
        else:
            fit.append(literal(part) if isinstance(part, str) else part)
    if left:
        yield literal(repr(one))
        yield literal(say("shown-left", lang))
    yield from fit


def _is_long(one: Any, width: int) -> bool:
    """True where the tables would surely not fit, so that they need not be made."""
    from attnlab.outside import WeightMap, Weights
    from attnlab.traces import Map, Trace

    if isinstance(one, Map | WeightMap):
        return len(one.keys) > width // 4 or len(one.rows) > TALL
    if isinstance(one, Trace | Weights):
        return len(one.tokens) > LONG or sum(map(len, one._heads_kept().values())) > TALL
    return False


def bundle(one: Any) -> dict[str, str]:
    """What IPython's terminal shows of a result."""
    import sys

    from rich.console import Console

    text = io.StringIO()
    console = Console(file=text, force_terminal=sys.stdout.isatty(), width=Console().width)
    console.print(*fitting(one, console.width), sep="\n")
    return {"text/plain": text.getvalue().rstrip("\n")}
