"""The command line: the desk's wishes as commands, their options, their exit codes."""

import json
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, replace
from io import TextIOWrapper
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn, cast

import typer

from attnlab.cli_lessons import app as lessons
from attnlab.cli_sweeps import Address, Devices, Dry, EngineName, Workers, is_sweep, run_sweep, show_results
from attnlab.errors import LabError
from attnlab.terminal import (
    Enough,
    Output,
    check_lines,
    check_tables,
    draw,
    edges_lines,
    edges_table,
    effect_lines,
    effect_tables,
    effects_lines,
    effects_record,
    effects_tables,
    form,
    give,
    give_lines,
    heads_table,
    literal,
    map_table,
    models_lines,
    models_table,
    next_record,
    next_table,
    off_table,
    parts_table,
    progress,
    remember_lines,
    remember_tables,
    routes_lines,
    routes_record,
    routes_tables,
    rows_lines,
    rows_record,
    rows_table,
    size_lines,
    size_tables,
    speaks,
    trace_record,
    training_report,
    waiting,
    words_table,
)

if TYPE_CHECKING:
    from attnlab.checks import Case
    from attnlab.model import Model
    from attnlab.probe import Site
    from attnlab.verdicts import Check
    from attnlab.words import Language

app = typer.Typer(
    help="See where a transformer looked, and find out whether it mattered.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="rich",
)
app.add_typer(lessons, name="lessons")
app.command(name="results")(show_results)

Text = Annotated[str, typer.Argument(help="The text, without START: for the model `names` 1 to 15 letters a-z.")]
ModelName = Annotated[str, typer.Option("--model", "-m", help="A name from `attnlab models`, or a file's path.")]
Layer = Annotated[str | None, typer.Option(help="The attention layer: 0, encoder.0, cross.0 (default: the first).")]
HeadName = Annotated[str | None, typer.Option(help="The head: 3, or with its layer 0.3.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, at full precision.")]
Out = Annotated[
    Path | None,
    typer.Option(
        help="Write to this file instead; .json, .csv, .txt, .md, (trace) .safetensors, .html choose the form."
    ),
]
Seed = Annotated[int, typer.Option(min=0, help="The same seed gives the same result.")]


@app.callback(invoke_without_command=True)
def start(version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    if version:
        from attnlab import __version__

        give(f"attnlab {__version__}", None)
        raise typer.Exit


@app.command()
def trace(
    text: Text,
    model: ModelName = "names",
    layer: Layer = None,
    head: HeadName = None,
    budget: Annotated[float | None, typer.Option(min=0, help="The most a trace may keep, in MB.")] = None,
    limit: Annotated[str, typer.Option(help="Of --out FILE.html: the most the file may take, such as 5 MB.")] = "5 MB",
    pool: Annotated[int | None, typer.Option(help="Of --out FILE.html: maps in so many blocks a side.")] = None,
    lang: Annotated[str, typer.Option(help="Of --out FILE.html: the language, en, ru or et.")] = "en",
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Where every head looks, and what the model expects next; with --head, that head's whole map.

    [bold]attnlab trace anna --head 3[/bold]
    [bold]attnlab trace anna --out anna.html[/bold]  a page that opens from disk
    """
    from attnlab.traces import trace as run

    wanted = form(out, as_json, "safetensors", "html")
    opened = _open(model)
    chosen = None if head is None and layer is None else _head(opened, layer, head)
    alone = {} if chosen is None else {"sites": [chosen[0]], "heads": [chosen[1]]}
    made = run(opened, text, budget=None if budget is None else int(budget * 1e6), **alone)
    if wanted == "json":
        give(json.dumps(trace_record(made, chosen), ensure_ascii=False, indent=2, allow_nan=False), out)
    elif wanted == "csv":
        give(made.map(*(chosen or (opened.sites[0], 0))).to_csv(), out)
    elif out is not None and wanted == "safetensors":
        from attnlab.storage import save_trace

        save_trace(made, out)
    elif out is not None and wanted == "html":
        from attnlab.saved import page

        written = page(made, limit, pool=pool, lang=lang)
        print(written.says(), flush=True)  # the size, before anything is written
        written.write(out)
    else:
        table = map_table(made.map(*chosen), "weight") if chosen else heads_table(made)
        draw([next_table(made), table] if speaks(opened) else [table], out)


@app.command(name="map")
def show_map(
    text: Annotated[str | None, typer.Argument(help="The text, without START; or give --from.")] = None,
    model: ModelName = "names",
    layer: Layer = None,
    head: HeadName = None,
    stage: Annotated[
        str, typer.Option(help="What to print: weight, score (in nats, behind the mask too) or mask.")
    ] = "weight",
    words: Annotated[bool, typer.Option("--words", help="Pieces joined to words: weights only.")] = False,
    letters: Annotated[
        bool, typer.Option("--letters", help="Pieces that share a letter joined, as of bytes: weights only.")
    ] = False,
    stored: Annotated[
        Path | None, typer.Option("--from", help="A trace that `attnlab trace --out FILE.safetensors` saved.")
    ] = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """One head's map: weights, scores or mask, query by key.

    [bold]attnlab map anna --head 3 --stage score[/bold]
    """
    from attnlab.storage import open_trace
    from attnlab.traces import trace as run

    wanted = form(out, as_json)
    stages = ("weight", "score", "mask")
    if stage not in stages:
        raise LabError("stage-unknown", stage=stage, stages=stages)
    if (text is None) == (stored is None):
        raise LabError("map-text-or-file")
    if stored is not None:
        found = open_trace(stored)
        made = found.map(*_head(found.model, layer, head))
    else:
        opened = _open(model)
        made = run(opened, text or "").map(*_head(opened, layer, head))
    if words or letters:
        if stage != "weight" or wanted == "csv":
            raise LabError("words-weights-only")
        from attnlab import spans

        merged = spans.merge(made, spans.words if words else spans.letters)
        as_table = words_table(merged, "words" if words else "letters")
        give(merged.to_json(), out) if wanted == "json" else draw([as_table], out)
    elif wanted == "json":
        give(made.to_json(), out)
    elif wanted == "csv":
        give(made.to_csv(), out)
    else:
        draw([map_table(made, stage)], out)


@app.command(name="rows")
def show_rows(
    text: Annotated[str | None, typer.Argument(help="The text, without START; or give --file or --from.")] = None,
    model: ModelName = "names",
    layer: Layer = None,
    head: HeadName = None,
    file: Annotated[Path | None, typer.Option(help="Read the text from this file.")] = None,
    stored: Annotated[
        Path | None, typer.Option("--from", help="A trace that `attnlab trace --out FILE.safetensors` saved.")
    ] = None,
    top: Annotated[int, typer.Option(min=1, help="How many keys to name in a row.")] = 3,
    last: Annotated[int, typer.Option(min=1, help="How many rows to print, from the end; JSON and CSV hold all.")] = 20,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """One head's rows in figures, without its map: entropy, top keys and what is left over, distance.

    Made for long texts: memory grows with the text, not with its square.
    [bold]attnlab rows anna --head 3[/bold]
    """
    from attnlab.storage import open_trace
    from attnlab.texts import read_text
    from attnlab.traces import trace as run

    wanted = form(out, as_json)
    if [text, file, stored].count(None) != 2:
        raise LabError("rows-text-or-file")
    if stored is not None:
        made = open_trace(stored)
        site, number = _head(made.model, layer, head)
    else:
        opened = _open(model)
        site, number = _head(opened, layer, head)
        whole = text if file is None else read_text(file).removesuffix("\n")
        made = run(opened, whole or "", sites=[site], heads=[number])
    found = made.rows(site, number, top=top)
    if wanted == "json":
        give(json.dumps(rows_record(made, site, number, found), ensure_ascii=False, allow_nan=False), out)
    elif wanted == "csv":
        give_lines(rows_lines(made, site, found), out)
    else:
        draw([rows_table(made, site, number, found, last)], out)


NAMES_AT_ONCE = 1000
EDGE = "site.head:query-key, as in 0.3:4-3 (or '0.3:4>3' in quotes)"


@app.command()
def effect(
    text: Text,
    model: ModelName = "names",
    cut: Annotated[list[str] | None, typer.Option(help=f"Take an edge away before softmax: {EDGE}.")] = None,
    drop: Annotated[list[str] | None, typer.Option(help=f"Set a weight to 0 after softmax: {EDGE}.")] = None,
    lift: Annotated[list[str] | None, typer.Option(help="Add nats to a score: 0.3:4-3+1.5.")] = None,
    rescale: Annotated[
        list[str] | None,
        typer.Option(help="Multiply a row's scores: 0.3:4x2, at a temperature 0.3:4/2, all rows' 0.3x2."),
    ] = None,
    flatten: Annotated[
        list[str] | None, typer.Option(help="Make a row even over what it sees: 0.3:4, or every row: 0.3.")
    ] = None,
    hide: Annotated[list[str] | None, typer.Option(help="Cut a key from every query that sees another: 0.3:2.")] = None,
    unmask: Annotated[list[str] | None, typer.Option(help="Let a query see what the mask hides: 0.3:2-4.")] = None,
    swap: Annotated[
        list[str] | None,
        typer.Option(
            help="Replace a key's value: 0.3:2=zero, by key 4's 0.3:2=4, the mean 0.3:2=mean, a text's 0.3:2@anno."
        ),
    ] = None,
    patch: Annotated[
        list[str] | None,
        typer.Option(
            help="Take a head's output from a text of the same length: 0.3@anno, at one query 0.3:4@anno; "
            "or its q, k or v: 0.3.v:2@anno; or what a feed-forward part adds: 0.ff@anno."
        ),
    ] = None,
    ablate: Annotated[
        list[str] | None,
        typer.Option(
            help="Switch a head off: 0.3; or hold it at its mean over the text: 0.3=mean. "
            "So a layer's feed-forward part: 0.ff, 0.ff=mean, at one place 0.ff:4."
        ),
    ] = None,
    replace: Annotated[
        list[str] | None, typer.Option(help="Put another piece into the text: 3=o, of a source encoder.3=o.")
    ] = None,
    edit: Annotated[
        list[str] | None, typer.Option(help="Any edit with its name, in this order: 'cut 0.3:4-3'.")
    ] = None,
    target: Annotated[
        str | None,
        typer.Option(help="What to watch: a (a logit), a/b (a difference), p(a), a|b, kl, loss; default: top."),
    ] = None,
    at: Annotated[
        int | None, typer.Option(help="The position it is read at, from 0 (START); default: the last.")
    ] = None,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """What edits do to the next symbol's probabilities.

    Positions are counted from 0, which is START; a query looks at keys at or before it.
    [bold]attnlab effect anna --cut 0.3:4-3[/bold]
    """
    from attnlab import edits as change
    from attnlab import lab
    from attnlab.effects import effect as measure

    wanted = form(out, as_json)
    options = {
        "replace": replace, "cut": cut, "drop": drop, "lift": lift, "rescale": rescale, "flatten": flatten,
        "hide": hide, "unmask": unmask, "swap": swap, "patch": patch, "ablate": ablate,
    }  # fmt: skip
    typed = [f"{kind} {one}" for kind, several in options.items() for one in several or ()]
    made = [change.parse_any(one) for one in [*typed, *(edit or ())]]
    if not made:
        raise LabError("edits-missing")
    opened = _open(model)
    found = measure(opened, text, made, target, at)
    if wanted == "json":
        record = {
            "model": opened.name,
            "text": text,
            "edits": [change.to_record(one) for one in made],
            "target": asdict(lab.target_view(opened, found.target, found.clean, found.edited)),
            "total_variation": found.moved,
            "next": next_record(opened, found.target.position, found.clean, found.edited),
        }
        give(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False), out)
    elif wanted == "csv":
        give_lines(effect_lines(opened, found), out)
    else:
        draw(effect_tables(opened, found), out)


@app.command()
def edges(
    text: Text,
    model: ModelName = "names",
    key: Annotated[
        list[str] | None, typer.Option(help="Only edges to this key: its position, or its piece, such as Mary.")
    ] = None,
    layer: Annotated[str | None, typer.Option(help="Only this layer: 0, encoder.0, cross.0 (default: all).")] = None,
    head: HeadName = None,
    query: Annotated[int, typer.Option(help="The query they run from, from 0; -1 is the last.")] = -1,
    target: Annotated[str | None, typer.Option(help="What to watch, as in attnlab effect; default: top.")] = None,
    at: Annotated[int | None, typer.Option(help="The position it is read at; default: the last.")] = None,
    drop: Annotated[bool, typer.Option("--drop", help="Set the weight to 0 after softmax instead of cutting.")] = False,
    most: Annotated[int, typer.Option(min=1, help="How many to list.")] = 20,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """What each edge of one query does by itself: cut one at a time, in every head, the largest effect first.

    With --layer or --head only there, with --key only to that key.
    [bold]attnlab edges anna --key n[/bold]
    """
    from attnlab import edits as change
    from attnlab import lab
    from attnlab.effects import edge_effects

    wanted = form(out, as_json)
    opened = _open(model)
    tokens = opened.tokens(text)
    only: dict[str, Any] = {}
    if head is not None:
        site, number = _head(opened, layer, head)
        only = {"sites": [site], "heads": [number]}
    elif layer is not None:
        only = {"sites": [layer]}
    if key:
        sides = [tokens, *([tokens.source] if tokens.source is not None else [])]
        only["keys"] = {place for one in key for side in sides for place in lab.find_keys(side, one, len(sides) > 1)}
        if not only["keys"]:
            raise LabError("key-unknown", key=", ".join(key), pieces=[f"{n} {p}" for n, p in enumerate(tokens.pieces)])
    with progress("edges") as watch:
        kind = change.Drop if drop else change.Cut
        watched, found = edge_effects(
            opened, tokens, query=query, target=target, position=at, kind=kind, watch=watch, **only
        )
    if wanted == "json":
        record = {
            "model": opened.name,
            "text": text,
            "target": watched.name(opened),
            "position": watched.position,
            "edges": [
                change.to_record(one.edit) | {"weight": one.weight, "change": one.change} for one in found
            ],
        }  # fmt: skip
        give(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False), out)
    elif wanted == "csv":
        give_lines(edges_lines(tokens, watched, found), out)
    else:
        draw([edges_table(opened, tokens, watched, found, most)], out)


@app.command()
def effects(
    text: Annotated[str | None, typer.Argument(help="The text, without START; or give --file or --from.")] = None,
    model: ModelName = "names",
    layer: Annotated[str | None, typer.Option(help="Only this layer: 0, encoder.0, cross.0 (default: all).")] = None,
    query: Annotated[str, typer.Option(help="The query the edges run from, from 0; -1 is the last; or all.")] = "-1",
    target: Annotated[str | None, typer.Option(help="What to watch, as in attnlab effect; default: top.")] = None,
    at: Annotated[int | None, typer.Option(help="The position it is read at; default: the last.")] = None,
    drop: Annotated[bool, typer.Option("--drop", help="Set the weight to 0 after softmax instead of cutting.")] = False,
    method: Annotated[
        str, typer.Option(help="exact: measure every edge; estimate: by gradient; auto: measure the largest estimates.")
    ] = "exact",
    refine: Annotated[int, typer.Option(min=1, help="How many edges auto measures.")] = 500,
    precision: Annotated[
        str,
        typer.Option(help="float32; or, for Hugging Face models, bf16: rounded, the largest exact, the error said."),
    ] = "float32",
    off: Annotated[
        bool,
        typer.Option("--off", help="Instead of edges, switch off each head and each feed-forward part by itself."),
    ] = False,
    file: Annotated[Path | None, typer.Option(help="A file that holds the text.")] = None,
    stored: Annotated[
        Path | None, typer.Option("--from", help="A .safetensors file that --out wrote: read, not measured.")
    ] = None,
    most: Annotated[int, typer.Option(min=1, help="How many edges to list.")] = 20,
    texts: Annotated[
        list[str] | None,
        typer.Option("--texts", help="Many texts, as in attnlab check; --out FOLDER/ keeps what is found."),
    ] = None,
    heads: Annotated[list[str] | None, typer.Option("--head", "--heads", help="Of --texts: these heads only.")] = None,
    count: Annotated[int | None, typer.Option(min=1, help="Of --texts: how many (default: all).")] = None,
    seed: Seed = 0,
    engine: EngineName = "local",
    workers: Workers = 1,
    address: Address = None,
    devices: Devices = None,
    dry: Dry = False,
    lang: Annotated[str, typer.Option(help="Of --texts: the language of the sentences, en, ru, et.")] = "en",
    as_json: AsJson = False,
    out: Annotated[
        Path | None,
        typer.Option(
            help="Write to this file: .safetensors (saved as it grows, gone on with), .csv, .json, .png, .svg or .pdf; "
            "of --texts to this folder, read with attnlab results."
        ),
    ] = None,
) -> None:
    """The map of measured effects: every edge of a query, in every head, cut one at a time, beside its weight.

    [bold]attnlab effects anna --out anna.png[/bold]
    [bold]attnlab effects --texts indirect-object --model path/to/model --off --out results/[/bold]
    """
    from attnlab.edits import Cut, Drop
    from attnlab.effect_maps import METHODS, effect_map, open_effects

    if texts:
        from attnlab import lab
        from attnlab.checks import Settings

        if [text, file, stored, layer].count(None) != 4 or query != "-1" or drop or method != "exact":
            raise LabError("effects-texts-alone")
        settings = Settings(target=target or "top", position=-1 if at is None else at, seed=seed)
        run_sweep("heads" if off else "edges", model, texts, heads, settings, count=count, out=out, engine=engine,
                  workers=workers, address=address, devices=devices, dry=dry, as_json=as_json,
                  lang=lab.language(lang))  # fmt: skip
        return
    if off:
        if query != "-1" or method != "exact" or precision != "float32":
            raise LabError("effects-off-alone")
        _switched_off(text, file, stored, model, layer, target, at, most, as_json, out)
        return
    wanted = form(out, as_json, "safetensors", "png", "svg", "pdf")
    if method not in METHODS:
        raise LabError("effects-method-unknown", method=method, methods=METHODS)
    if [text, file, stored].count(None) != 2:
        raise LabError("rows-text-or-file")
    if stored is not None:
        if [target, at, layer].count(None) != 3 or query != "-1" or precision != "float32":
            raise LabError("effects-stored-as-it-is")
        made = open_effects(stored)
    else:
        from attnlab.texts import read_text

        asked = _whole_number(query)
        words = (text if file is None else read_text(file).removesuffix("\n")) or ""
        opened = _open(model)
        path = out if wanted == "safetensors" else None
        with progress("edges") as watch:
            made = effect_map(
                opened, words, target=target, position=at, query="all" if asked is None else asked,
                kind=Drop if drop else Cut, sites=None if layer is None else [layer], refine=refine,
                method=cast(Any, method), precision=cast(Any, precision),
                path=path, watch=watch,
            )  # fmt: skip
    if wanted == "json":
        give(json.dumps(effects_record(made), ensure_ascii=False, indent=2, allow_nan=False), out)
    elif wanted == "csv":
        give_lines(effects_lines(made), out)
    elif out is not None and wanted in ("png", "svg", "pdf"):
        from attnlab.plots import plot_effects

        plot_effects(made, out)
    elif out is not None and wanted == "safetensors":
        if stored is not None:
            made.save(out)
    else:
        draw(effects_tables(made, most), out)


def _switched_off(
    text: str | None, file: Path | None, stored: Path | None, model: str, layer: str | None, target: str | None,
    at: int | None, most: int, as_json: bool, out: Path | None,
) -> None:  # fmt: skip
    """Each head, and each feed-forward part where that can be told apart, by itself."""
    from attnlab.effect_maps import head_effects
    from attnlab.texts import read_text

    wanted = form(out, as_json)
    if stored is not None or [text, file].count(None) != 1:
        raise LabError("rows-text-or-file")
    words = (text if file is None else read_text(file).removesuffix("\n")) or ""
    opened, note = _open(model), None
    asked = {"target": target, "position": at, "sites": None if layer is None else [layer]}
    with progress("parts") as watch:
        try:
            watched, found = head_effects(opened, words, feeds=True, watch=watch, **cast(Any, asked))
        except LabError as fault:
            if fault.message not in ("feed-not-taken", "feed-not-added"):
                raise
            watched, found = head_effects(opened, words, watch=watch, **cast(Any, asked))
            note = fault.say()
    if wanted == "json":
        listed = [{"part": one.name, "change": one.change} for one in found]
        record = {"model": opened.name, "text": words, "target": watched.name(opened), "position": watched.position}
        give(json.dumps(record | {"parts": listed}, ensure_ascii=False, indent=2, allow_nan=False), out)
    elif wanted == "csv":
        give_lines([["part", "change"], *([one.name, one.change] for one in found)], out)
    else:
        draw([off_table(opened, watched, found, most, note)], out)


@app.command()
def parts(
    text: Text,
    model: ModelName = "names",
    target: Annotated[str | None, typer.Option(help="A symbol's logit, a, or a difference, a/b; default: top.")] = None,
    at: Annotated[int | None, typer.Option(help="The position it is read at; default: the last.")] = None,
    most: Annotated[int, typer.Option(min=1, help="How many parts to list.")] = 20,
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """What the embedding, each head and each feed-forward part add to a logit by themselves.

    [bold]attnlab parts anna --target n[/bold]
    """
    from attnlab.effect_maps import contributions

    wanted = form(out, as_json)
    opened = _open(model)
    watched, found = contributions(opened, text, target=target, position=at)
    if wanted == "json":
        record = {
            "model": opened.name, "text": text, "target": watched.name(opened), "position": watched.position,
            "parts": [asdict(one) | {"site": None if one.site is None else str(one.site)} for one in found],
        }  # fmt: skip
        give(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False), out)
    elif wanted == "csv":
        lines = [[one.kind, "" if one.site is None else str(one.site), one.head, one.value] for one in found]
        give_lines([["kind", "site", "head", "adds"], *lines], out)
    else:
        draw([parts_table(opened, watched, found, most)], out)


def _whole_number(query: str) -> int | None:
    """The number a person typed, or None for `all`."""
    if query == "all":
        return None
    try:
        return int(query)
    except ValueError:
        raise LabError("query-unreadable", query=query) from None


@app.command()
def check(
    model: Annotated[str, typer.Argument(help="A name from `attnlab models`, or a file's path.")] = "names",
    texts: Annotated[
        list[str] | None,
        typer.Option(
            "--texts",
            "--data",
            help="A text a line (a TAB and its target behind it, where known), .jsonl, .parquet; a pattern or address "
            "of such files; or a set: indirect-object, agreement, addressing, greater-than. Give it again for more.",
        ),
    ] = None,
    heads: Annotated[
        list[str] | None, typer.Option("--head", "--heads", help="A head: 3, 0.3, or all. Give it again for more.")
    ] = None,
    target: Annotated[str, typer.Option(help="What to watch: top, a, a/b, p(a), a|b, loss.")] = "top",
    at: Annotated[int, typer.Option(help="The query's position; -1 is the last.")] = -1,
    count: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="How many texts: drawn from the files, made, or said by the model (default: 200; of a sweep all).",
        ),
    ] = None,
    seed: Seed = 0,
    rule: Annotated[
        str,
        typer.Option(help="The key put to the test: top (the heaviest), previous, or same (the same piece before)."),
    ] = "top",
    share: Annotated[float, typer.Option(min=0, max=1, help="The least share of the margin that must be lost.")] = 0.1,
    every_key: Annotated[
        bool | None,
        typer.Option(help="Cut every key of the row, not only three (default: where the model is small enough)."),
    ] = None,
    swaps: Annotated[
        bool | None,
        typer.Option(
            help="Swap the top key's value too, which takes longest (default: where the model is small enough)."
        ),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--from", help="Print the record of an earlier check instead of checking.")
    ] = None,
    engine: EngineName = "local",
    workers: Workers = 1,
    address: Address = None,
    devices: Devices = None,
    dry: Dry = False,
    lang: Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")] = "en",
    as_json: AsJson = False,
    out: Annotated[
        str | None,
        typer.Option(
            metavar="PATH",
            help="Write to this file instead; .json, .csv, .txt, .md choose the form. A folder, FOLDER/, makes it a "
            "sweep: kept as it grows, gone on with when it is run again, read with attnlab results.",
        ),
    ] = None,
) -> None:
    """Does it matter where a head looks? A verdict from cuts on many texts.

    [bold]attnlab check names --head 3[/bold]
    [bold]attnlab check path/to/model --texts corpus.jsonl --heads all --out results/ --workers 2[/bold]
    """
    from attnlab import lab
    from attnlab.checks import Rule, Settings
    from attnlab.models import NAMES
    from attnlab.texts import COUNT
    from attnlab.verdicts import open_check
    from attnlab.words import say

    language = lab.language(lang)
    if is_sweep(out, dry):
        small = model in NAMES or model.endswith(".safetensors")
        settings = Settings(target=target, position=at, seed=seed, share=share, rule=cast(Rule, rule),
                            every_key=small if every_key is None else every_key,
                            swaps=small if swaps is None else swaps)  # fmt: skip
        run_sweep("check", model, texts, heads, settings, count=count, out=None if out is None else Path(out),
                  engine=engine, workers=workers, address=address, devices=devices, dry=dry, as_json=as_json,
                  lang=language)  # fmt: skip
        return
    path = None if out is None else Path(out)
    kind = form(path, as_json)
    if record is not None:
        _give_check(open_check(record), language, kind, path)
        return
    cases = None if not texts else _cases(texts, count or COUNT, seed)
    opened = _open(model)
    wanted = None if not heads or heads == ["all"] else [_name(opened, head) for head in heads]
    settings = Settings(
        target=target, position=at, seed=seed, share=share, rule=cast(Rule, rule),
        every_key=opened.batches if every_key is None else every_key,
        swaps=opened.batches if swaps is None else swaps,
    )  # fmt: skip
    with progress(say("check-progress", language)) as watch:
        made = lab.run_check(
            model, wanted, cases, texts_name=", ".join(Path(name).name for name in texts) if texts else "texts-given",
            count=count or COUNT,
            settings=settings, watch=watch,
        )  # fmt: skip
    _give_check(made, language, kind, path)


@app.command(name="size")
def show_size(
    what: Annotated[
        str | None,
        typer.Argument(help="names, a folder or config.json, or a Hugging Face name in this machine's cache."),
    ] = None,
    layers: Annotated[int | None, typer.Option(help="Layers, L.")] = None,
    width: Annotated[int | None, typer.Option(help="Width of the residual stream, d.")] = None,
    vocab: Annotated[int | None, typer.Option("--vocab", "--vocabulary", help="Symbols, V.")] = None,
    heads: Annotated[int | None, typer.Option(help="Heads of a layer (default: any number).")] = None,
    key_heads: Annotated[int | None, typer.Option(help="Heads of keys and values (default: as many).")] = None,
    head_dim: Annotated[int | None, typer.Option(help="Of one head (default: width / heads).")] = None,
    hidden: Annotated[int | None, typer.Option(help="Of the feed-forward part (default: 4 width).")] = None,
    gated: Annotated[bool, typer.Option("--gated", help="A third matrix in the feed-forward part.")] = False,
    biases: Annotated[bool, typer.Option("--biases", help="Biases on every matrix of the layers.")] = False,
    norm: Annotated[
        str | None, typer.Option(help="plain (no parameters), rms (a gain), layer (gain and bias).")
    ] = None,
    positions: Annotated[
        str | None, typer.Option(help="none, learned (needs --context), sinusoidal, rotary, relative, alibi.")
    ] = None,
    context: Annotated[int | None, typer.Option(help="The longest text.")] = None,
    untied: Annotated[bool, typer.Option("--untied", help="An output matrix beside the embedding.")] = False,
    experts: Annotated[int | None, typer.Option(help="Feed-forward parts side by side in a layer.")] = None,
    experts_used: Annotated[int | None, typer.Option(help="How many of them a piece goes through.")] = None,
    length: Annotated[
        int | None, typer.Option(help="Pieces of a text, for cache, maps and work (default: 2048, or the context).")
    ] = None,
    batch: Annotated[int, typer.Option(help="Texts in the cache.")] = 1,
    dtype: Annotated[
        str, typer.Option(help="Type of the weights: float64, float32, float16, bfloat16, float8, int8, int4.")
    ] = "bfloat16",
    cache_dtype: Annotated[str | None, typer.Option(help="Type of the cache (default: as the weights).")] = None,
    lang: Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")] = "en",
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """What a configuration costs: parameters, memory and work, exact beside the estimate 12 L d² + V d.

    [bold]attnlab size --layers 32 --width 4096 --vocab 128000[/bold]
    """
    from attnlab import lab
    from attnlab.configurations import size

    language, kind = lab.language(lang), form(out, as_json)
    asked = {
        "layers": layers, "width": width, "vocabulary": vocab, "heads": heads, "key_heads": key_heads,
        "head_dim": head_dim, "hidden": hidden, "gated": gated or None, "norm": norm, "positions": positions,
        "biases": (*("query", "key", "value", "join", "up"), *("gate",) * gated, "down") if biases else None,
        "context": context, "tied": False if untied else None, "experts": experts, "experts_used": experts_used,
    }  # fmt: skip
    shape = {name: value for name, value in asked.items() if value is not None}
    made = size(what, length=length, batch=batch, dtype=dtype, cache_dtype=cache_dtype, **shape)
    if kind == "json":
        give(json.dumps(made.to_record(), ensure_ascii=False, indent=2, allow_nan=False), out)
    elif kind == "csv":
        give_lines(size_lines(made), out)
    else:
        draw(size_tables(made, language), out)


@app.command()
def models(as_json: AsJson = False, out: Out = None) -> None:
    """The models at hand."""
    from attnlab import lab

    wanted, views = form(out, as_json), lab.model_views()
    if wanted == "json":
        from attnlab.words import say

        listed = [asdict(view) | {"about": say(view.about)} for view in views]
        give(json.dumps(listed, ensure_ascii=False, indent=2), out)
    elif wanted == "csv":
        give_lines(models_lines(views), out)
    else:
        draw([models_table(views)], out)


@app.command()
def names(
    count: Annotated[int, typer.Option("--count", "-n", min=1, max=100_000, help="How many.")] = 10,
    seed: Seed = 0,
    temperature: Annotated[
        float, typer.Option(help="Below 1 the likely letters are favoured, above 1 the rare.")
    ] = 0.5,
    beginning: Annotated[str, typer.Option(help="The letters every name begins with.")] = "",
    model: ModelName = "names",
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """New names, drawn letter by letter from the model."""
    import numpy as np

    from attnlab.models.small import Small

    wanted, opened = form(out, as_json), _open(model)
    if not isinstance(opened, Small):
        raise LabError("model-says-no-names", model=opened.name)
    rng = np.random.default_rng(seed)
    sizes = [min(NAMES_AT_ONCE, count - first) for first in range(0, count, NAMES_AT_ONCE)]
    said = (opened.samples(rng, size, temperature=temperature, beginning=beginning) for size in sizes)
    if wanted == "json" or out:
        drawn = [name for some in said for name in some]
        if wanted == "csv":
            give_lines([["name"], *([name] for name in drawn)], out)
        else:
            give(json.dumps(drawn, ensure_ascii=False) if wanted == "json" else "\n".join(drawn), out)
    else:
        for some in said:
            print("\n".join(some), flush=True)


FIGURES = ("png", "svg", "pdf")


@app.command(name="run")
def run_experiment(
    name: Annotated[
        str | None, typer.Argument(help="An experiment; `list` for all there are, `all` to run every one.")
    ] = None,
    changes: Annotated[
        list[str] | None, typer.Option("--set", help="A setting of the experiment, such as queries=1000.")
    ] = None,
    small: Annotated[bool, typer.Option("--small", help="Seconds instead of minutes, on fewer draws.")] = False,
    seed: Annotated[int | None, typer.Option(min=0, help="Of everything drawn (default: the seed text's own).")] = None,
    data: Annotated[Path | None, typer.Option(help="The SMS collection, for those that need it.")] = None,
    fetch: Annotated[bool, typer.Option("--fetch", help="Download the SMS collection from its home first.")] = False,
    model: Annotated[str | None, typer.Option(help="A Hugging Face model, for those that need one.")] = None,
    lang: Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")] = "en",
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Make the seeds' numbers again: each figure beside the printed one, each claim with its verdict.

    [bold]attnlab run list[/bold]
    [bold]attnlab run scale --out scale.png[/bold]
    [bold]attnlab run all --small[/bold]
    """
    from attnlab import lab, runs
    from attnlab.datasets import SMS
    from attnlab.datasets import fetch as download
    from attnlab.experiments import Inputs, find, run
    from attnlab.extras import bring
    from attnlab.words import say

    language = lab.language(lang)
    if name is None:
        raise LabError("experiment-name-missing")
    several = name in ("list", "all")
    kind = form(out, as_json, *(() if several else FIGURES))
    if several and (given := [*(f"--set {one}" for one in changes or ()), *([] if seed is None else ["--seed"])]):
        raise LabError("experiment-one-alone", name=name, given=given)
    if kind in FIGURES:
        bring("matplotlib", "plot", "attnlab run --out")  # told before the work, not after it
    if fetch:
        data = download(SMS)
    if several:
        inputs = Inputs(0, small, data, model)
        if name == "list":
            draw([runs.list_table(inputs, language)], out)
            return
        with progress(say("experiment-running", language)) as watch:
            made = dict(runs.run_all(replace(inputs, watch=watch), language))
        done = [one for one in made.values() if not isinstance(one, str)]
        if kind == "json":
            give(json.dumps([json.loads(one.to_json()) for one in done], ensure_ascii=False, indent=1), out)
        elif kind == "csv":
            lines = [runs.result_lines(one) for one in done]
            give_lines([*lines[0][:1], *(row for some in lines for row in some[1:])], out)
        else:
            draw([runs.all_table(made, language)], out)
        return
    experiment = find(name)
    with progress(say("experiment-running", language)) as watch:
        inputs = replace(runs.inputs_of(name, seed, data, model, small=small), watch=watch)
        result = run(experiment, runs.ready(experiment, inputs), changes or [])
    if kind == "json":
        give(result.to_json(), out)
    elif kind == "csv":
        give_lines(runs.result_lines(result), out)
    elif out is not None and kind in FIGURES:
        from attnlab.panels import plot_result

        plot_result(result, out, lang=language)
        draw(runs.result_tables(result, language), None)
    else:
        draw(runs.result_tables(result, language), out)


@app.command()
def experts(
    text: Annotated[str, typer.Argument(help="The text.")],
    model: ModelName = "names-experts",
    lang: Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")] = "en",
    as_json: AsJson = False,
    out: Out = None,
) -> None:
    """Which experts each piece of a text is sent to, how the load is shared, and what one piece goes through.

    [bold]attnlab experts anna[/bold]
    """
    from attnlab import lab
    from attnlab.experts import routes

    language, wanted = lab.language(lang), form(out, as_json)
    found = routes(_open(model), text)
    if wanted == "json":
        give(json.dumps(routes_record(found), ensure_ascii=False, indent=2), out)
    elif wanted == "csv":
        give_lines(routes_lines(found), out)
    else:
        draw(routes_tables(found, language), out)


@app.command(name="remember")
def show_remember(
    seed: Seed = 0,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds, from --seed on.")] = 1,
    steps: Annotated[int, typer.Option(min=1, help="Steps of Adam, at most; one that has learnt ends early.")] = 600,
    width: Annotated[int, typer.Option(min=2, help="Numbers of a state or a place; the same for all.")] = 32,
    layers: Annotated[int, typer.Option(min=1, help="Layers of attention.")] = 2,
    reach: Annotated[int, typer.Option(help="How far window and stride look, in places.")] = 4,
    names: Annotated[
        Path | None, typer.Option(help="Compare on these local texts too: a file with a name a line.")
    ] = None,
    lang: Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")] = "en",
    as_json: AsJson = False,
    out: Annotated[
        Path | None, typer.Option(help="Write to this file: .csv, .json, .txt, .md, or a figure: .png, .svg, .pdf.")
    ] = None,
) -> None:
    """Who remembers what stood far back: RNN, LSTM, full, windowed, strided and linear attention, trained and compared.

    Needs torch; two or three minutes.
    [bold]attnlab remember --out remember.png[/bold]
    """
    from dataclasses import replace

    from attnlab import lab, memories
    from attnlab.extras import bring
    from attnlab.texts import read_text

    language, wanted = lab.language(lang), form(out, as_json, "png", "svg", "pdf")
    if wanted in ("png", "svg", "pdf"):
        bring("matplotlib", "plot", "attnlab remember --out")  # told before the work, not after it
    bring("torch", "hub", "attnlab remember").set_num_threads(1)  # models this small are only slowed down by more
    local = [] if names is None else [line.strip() for line in read_text(names).splitlines() if line.strip()]
    if names is not None and not local:
        raise LabError("texts-empty", path=str(names))
    with progress("remember") as watch:
        made = memories.remember(
            width=width, layers=layers, reach=reach, recipe=replace(memories.RECIPE, steps=steps, seed=seed),
            seeds=seeds, names=local, watch=watch,
        )  # fmt: skip
    if wanted == "json":
        give(json.dumps(made.record(), ensure_ascii=False, indent=2, allow_nan=False), out)
    elif wanted == "csv":
        give_lines(remember_lines(made), out)
    elif out is not None and wanted in ("png", "svg", "pdf"):
        from attnlab.plots import plot_remember

        plot_remember(made, out, lang=language)
        draw(remember_tables(made, language), None)
    else:
        draw(remember_tables(made, language), out)


@app.command()
def train(
    name: Annotated[str, typer.Argument(help="What to train: a model that attnlab comes with, such as address.")],
    data: Annotated[
        Path | None, typer.Option(help="A list of names, one a line; without it, the plan's own list is taken.")
    ] = None,
    any_data: Annotated[bool, typer.Option("--any-data", help="Take --data as it is, whatever its sha256.")] = False,
    out: Annotated[Path | None, typer.Option(help="Where the weights go (default: NAME.safetensors).")] = None,
    seed: Annotated[int | None, typer.Option(help="Seed of everything drawn (default: the plan's).")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Steps of Adam, at most.")] = None,
    batch: Annotated[int | None, typer.Option(min=1, help="Texts a step.")] = None,
    rate: Annotated[float | None, typer.Option(help="Adam's rate at the start.")] = None,
    positions: Annotated[
        str | None,
        typer.Option(help="How places are told apart: learned, sinusoidal, rotary, alibi, slope, relative, none."),
    ] = None,
    shape: Annotated[
        list[str] | None,
        typer.Option("--set", help="Another size, such as layers=2 or pattern=window. May be given again."),
    ] = None,
    lang: Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")] = "en",
    as_json: AsJson = False,
) -> None:
    """Train a shipped model anew (needs torch) and report how it answers texts it never met.

    A training that was stopped is gone on with by the same command.

    [bold]attnlab train address[/bold]
    [bold]attnlab train last-of-two --positions none[/bold]
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from attnlab import lab, recipes
    from attnlab.extras import bring

    language, plan = lab.language(lang), recipes.plan(name)
    out = Path(f"{name}.safetensors") if out is None else out
    if not out.parent.is_dir():
        raise LabError("folder-missing", path=str(out.parent))
    if out.suffix.lower() not in ("", ".safetensors"):
        raise LabError("out-ending-unknown", path=str(out), endings=[".safetensors"])
    bring("torch", "hub", "attnlab train").set_num_threads(1)  # models this small are only slowed down by more
    sizes = recipes.read_sizes(shape or [])
    if positions is not None and sizes.setdefault("positions", positions) != positions:
        raise LabError("shape-twice", name="positions", one=positions, other=sizes["positions"])
    wanted = recipes.changed(plan, {"seed": seed, "steps": steps, "batch": batch, "rate": rate}, sizes)
    bar = Progress(
        TextColumn("training {task.fields[loss]}"), BarColumn(), MofNCompleteColumn(),
        TextColumn("{task.fields[score]}"), TimeRemainingColumn(), console=Console(stderr=True), transient=True,
    )  # fmt: skip
    part = out.with_name(out.name + ".part")
    with bar, _kept_for_later(part, language):
        task = bar.add_task("", total=wanted.recipe.steps, loss="", score="")
        made = recipes.make(
            wanted,
            lambda step, loss: bar.update(task, completed=step, loss=f"{loss:.3f}"),
            lambda step, scores: bar.update(task, score=" ".join(f"{x:.3f}" for x in scores.values())),
            data=data, any_data=any_data, path=part,
        )  # fmt: skip
    made.save(out)
    if as_json:
        about = {"name": name, "out": str(out), "parameters": made.parameter_count}
        print(json.dumps(about | made.record, ensure_ascii=False, indent=2))
    else:
        draw(training_report(made, str(out), language), None)


@app.command()
def lab(
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 takes any free one.")] = 8765,
    browser: Annotated[
        bool | None, typer.Option("--browser/--no-browser", help="Open the page in the browser; not with --share.")
    ] = None,
    load: Annotated[
        bool | None,
        typer.Option(
            "--load/--no-load", help="Let the page load Hugging Face models, folders and files; not with --share."
        ),
    ] = None,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", "-m", help="A Hugging Face model, folder or file to load first; may be given again."),
    ] = None,
    data: Annotated[Path | None, typer.Option(help="The SMS collection, for the experiments that need it.")] = None,
    results: Annotated[
        list[Path] | None, typer.Option(help="A folder of check or effects to show; may be given several times.")
    ] = None,
    share: Annotated[
        bool,
        typer.Option("--share", help="Open it to other machines, for a class: who has the printed code comes in."),
    ] = False,
    address: Annotated[
        str | None, typer.Option(help="The address to listen on: 127.0.0.1, with --share all of this machine's.")
    ] = None,
    name: Annotated[
        list[str] | None,
        typer.Option(help="With --share: a name by which it may be called, as behind a proxy; may be given again."),
    ] = None,
    lang: Annotated[str, typer.Option(help="The language of what is printed: en, ru, et.")] = "en",
) -> None:
    """Open the lab in the browser (on this machine only, unless it is shared). Ctrl-C ends it.

    [bold]attnlab lab[/bold]
    [bold]attnlab lab --share --model path/to/model[/bold]  for a class: a link with a code
    """
    from attnlab.lab import language, load_model
    from attnlab.reports import Reports
    from attnlab.server import EVERYWHERE, HOST, Sharing, is_loopback, page_folder, serve, take_port
    from attnlab.words import say

    page_folder()
    known = language(lang)
    if not share and address is not None and not is_loopback(address):
        raise LabError("address-not-shared", address=address)
    if not share and name:
        raise LabError("share-alone")
    if share and load:
        raise LabError("share-loads", example=(model or ["path/to/model"])[0])
    sharing = Sharing.new(name or ()) if share else None
    shown = Reports(results or ())
    if data is not None:
        from attnlab.datasets import SMS, verify

        verify(SMS, data)
    listening = take_port(port, address or (EVERYWHERE if share else HOST))
    for number, one in enumerate(model or ()):
        load_model(one, under=_under(one, (model or ())[:number]) if share else None)

    def ready(address: str) -> None:
        if sharing is not None:
            print(say("door-open", known, address=address, code=sharing.code), flush=True)
            print(say("door-told", known), flush=True)
        else:
            print(say("door-own", known, address=address), flush=True)
        if browser or (browser is None and not share):
            import threading
            import webbrowser

            # the socket listens already, so the page waits for the first answer instead of failing
            asked = address if sharing is None else f"{address}?code={sharing.code}"
            threading.Thread(target=webbrowser.open, args=(asked,), daemon=True).start()

    try:
        serve(listening, ready, loading=load is not False, data=data, results=shown, sharing=sharing)
    finally:
        _end_within(5)


def _under(name: str, others: Sequence[str]) -> str:
    """What a class knows a model by: not by where it lies on its teacher's machine."""
    from attnlab.shelf import clean

    def last(one: str) -> str:
        place = Path(clean(one)).expanduser()
        return place.name if place.exists() else clean(one)

    same = sum(last(one) == last(name) for one in others)
    return last(name) + (f" {same + 1}" if same else "")


def _end_within(seconds: float) -> None:
    """A run that is being computed cannot be broken off, and nobody waits for it any more."""
    import os
    import threading

    fault = sys.exc_info()[0]
    last = threading.Timer(seconds, os._exit, [130 if fault is KeyboardInterrupt else 0])
    last.daemon = True
    last.start()


@app.command(hidden=True)
def schema() -> None:
    """The messages between page and server, as OpenAPI."""
    from attnlab.server import make_app

    print(json.dumps(make_app().openapi(), indent=2, ensure_ascii=False))


def main() -> NoReturn:
    """Run a command. Exit codes: 0 done, 2 something a person can mend, 130 interrupted, 1 a fault of ours."""
    own = sys.stdout
    if isinstance(own, TextIOWrapper):
        # a bar or a letter that the terminal cannot write becomes a question mark instead of a crash
        own.reconfigure(errors="replace")
        sys.stdout = cast(Any, Output(own))
    _hush()
    try:
        try:
            app(prog_name="attnlab")
        finally:
            if own is not None:
                sys.stdout.flush()
    except LabError as fault:
        from rich.console import Console

        told = f"attnlab: {fault.say(_asked_language(sys.argv[1:]))}"
        Console(stderr=True, soft_wrap=True).print(literal(told), style="red")
        sys.exit(2)
    except KeyboardInterrupt:
        sys.exit(130)
    except Enough:
        sys.exit(0)
    finally:
        sys.stdout = own
    sys.exit(0)


def _asked_language(arguments: Sequence[str]) -> "Language":
    """What --lang says, whichever command it stands behind; English where it says none that there is."""
    from attnlab.words import LANGUAGES

    said = [one.removeprefix("--lang=") for one in arguments if one.startswith("--lang=")]
    said += [value for name, value in pairwise(arguments) if name == "--lang"]
    spoken: list[Language] = [lang for lang in LANGUAGES if lang in said]
    return spoken[0] if spoken else "en"


def _hush() -> None:
    """Keep the bars and notes of transformers and its hub off our error stream, unless the person asked for them."""
    for name, value in (
        ("HF_HUB_DISABLE_PROGRESS_BARS", "1"), ("HF_HUB_VERBOSITY", "error"), ("TRANSFORMERS_VERBOSITY", "error"),
    ):  # fmt: skip
        os.environ.setdefault(name, value)


def _open(name: str) -> "Model":
    """A model by name or path; one that may take a while says so meanwhile."""
    from attnlab import lab, models
    from attnlab.words import say

    if name in models.NAMES:
        return lab.open_model(name)
    with waiting(say("model-opening", name=name)):
        return lab.open_model(name)


@contextmanager
def _kept_for_later(part: Path, lang: "Language") -> Iterator[None]:
    """Says where the state of a training lies that was interrupted."""
    from attnlab.words import say

    try:
        yield
    except KeyboardInterrupt:
        if part.exists():
            print(say("train-stopped", lang, path=str(part)), file=sys.stderr)
        raise


def _head(model: "Model", layer: str | None, head: str | None) -> "tuple[Site, int]":
    """The head that --layer and --head name together; without --head the first."""
    from attnlab import lab

    if head is not None and "." in head and layer is None:
        return lab.parse_head(model, head)
    return lab.parse_head(model, f"{model.sites[0] if layer is None else layer}.{0 if head is None else head}")


def _cases(places: Sequence[str], count: int, seed: int) -> "list[Case]":
    """Texts of one file, which needs no extra; or of sets, patterns, addresses and several files."""
    from attnlab.corpora import SETS, open_corpus
    from attnlab.texts import read_cases

    (first, *more) = places
    known = first in SETS or any(mark in first for mark in ("*", "?", "[", "://", ".parquet", ".gz", ".bz2", ".xz"))
    return list(open_corpus(places, count, seed)) if more or known else read_cases(Path(first), count, seed)


def _give_check(made: "Check", lang: "Language", kind: str, out: Path | None) -> None:
    if kind == "json":
        give(made.to_json(), out)
    elif kind == "csv":
        give_lines(check_lines(made), out)
    else:
        draw(check_tables(made, lang), out)


def _name(model: "Model", head: str) -> str:
    site, number = _head(model, None, head)
    return f"{site}.{number}"
