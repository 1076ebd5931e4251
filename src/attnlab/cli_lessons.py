"""`attnlab lessons`: the list, the static site, and the figures that lessons quote."""

import sys
from pathlib import Path
from typing import Annotated

import typer

app = typer.Typer(no_args_is_help=True, rich_markup_mode="rich", help="Lessons: list them, build them as a site.")
Lang = Annotated[str, typer.Option(help="The language of the sentences: en, ru, et.")]


@app.command("list")
def list_lessons(lang: Lang = "en") -> None:
    """The lessons in their order, with their tasks."""
    from rich.table import Table

    from attnlab import lab
    from attnlab.lessons import LESSONS, text
    from attnlab.lessons.markup import render
    from attnlab.terminal import draw
    from attnlab.words import say

    language = lab.language(lang)
    table = Table(box=None, pad_edge=False)
    for name in ("number", "name", "title", "tasks"):
        table.add_column(
            say(f"lessons-column-{name}", language), justify="right" if name in ("number", "tasks") else "left"
        )
    for number, name in enumerate(LESSONS):
        given = text(name, language)
        table.add_row(str(number), name, given.title, str(len(render(given)[1].tasks)))
    draw([table], None)


@app.command()
def build(
    out: Annotated[Path, typer.Option(help="The folder of the site; one that was built before is replaced.")],
    lang: Lang = "en",
) -> None:
    """Write all lessons as a static site that opens from disk, with no network.

    [bold]attnlab lessons build --out site[/bold]
    """
    from attnlab import lab
    from attnlab.lessons import site
    from attnlab.words import number, say

    language = lab.language(lang)
    made = site.build(out)
    size = number(made.bytes / 1e6, language, 1)
    told = {"path": str(out), "pages": made.pages, "files": made.files, "size": size, "open": str(out / "index.html")}
    print(say("lessons-built", language, **told))


@app.command()
def check(lang: Lang = "en") -> None:
    """Hold the three languages of every lesson against each other."""
    from attnlab import lab
    from attnlab.lessons import LESSONS, PAGES, site
    from attnlab.words import say

    language, names = lab.language(lang), ("index", *LESSONS, *PAGES)
    for name in names:
        site.alike(name)
    print(say("lessons-alike", language, count=len(names)))


@app.command()
def record(
    names: Annotated[list[str] | None, typer.Argument(help="Experiments (default: all that lessons quote).")] = None,
    data: Annotated[Path | None, typer.Option(help="The SMS collection, for the experiments that need it.")] = None,
    out: Annotated[Path | None, typer.Option(help="A folder (default: where the lessons read them).")] = None,
    lang: Lang = "en",
) -> None:
    """Run experiments in full and keep their records: the figures that lessons quote."""
    from attnlab import lab
    from attnlab.experiments import Inputs, find, run
    from attnlab.files import writable
    from attnlab.lessons import quoting
    from attnlab.results import ready
    from attnlab.words import number, say

    language = lab.language(lang)
    folder = quoting.RESULTS if out is None else out
    for name in names or sorted(quoting.recorded()):
        one = find(name)
        writable(folder / f"{name}.json")
        made = run(one, ready(one, Inputs(one.seed, data=data)))
        path = made.save(folder / f"{name}.json")
        print(say("lessons-recorded", language, path=str(path), name=name, seconds=number(made.seconds, language, 1)))
        sys.stdout.flush()
