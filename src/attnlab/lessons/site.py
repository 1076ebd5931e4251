"""The lessons as a site: every page of it, the same from the lab's server and from disk with no network."""

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path, PurePosixPath

from attnlab.errors import LabError
from attnlab.files import folder_whole
from attnlab.lessons import LESSONS, PAGES, text
from attnlab.lessons.decoders import decoders_script
from attnlab.lessons.glossary import glossary_html
from attnlab.lessons.markup import Page, render
from attnlab.words import LANGUAGES, Language, catalogue, say

MARK = "attnlab-lessons.json"
"""Stands in a folder that `build` made, so that it is known again and may be replaced."""
ASSETS = ("lessons.js", "page.css", "lessons.css")
SPOKEN = (
    "live", "lessons", "glossary", "beams", "bench", "edits", "errors", "experiments-page", "map", "page", "size-page",
)  # fmt: skip
"""The parts of the catalogue that a page needs in the browser; a part that begins with `live-` too."""


@dataclass(frozen=True)
class Built:
    """A site that was written."""

    folder: Path
    pages: int
    files: int
    bytes: int


def addresses(langs: Sequence[Language] = LANGUAGES) -> Iterator[str]:
    """The address of every file of the site."""
    yield "index.html"
    for lang in langs:
        yield from (f"{lang}/{name}.html" for name in ("index", *LESSONS, *PAGES))
        yield f"assets/words-{lang}.js"
    yield "assets/decoders.js"
    yield from (f"assets/{name}" for name in ASSETS)


def content(address: str, lab: str | None = None) -> bytes | None:
    """One file of the site by its address; None where there is none. `lab` is where the lab is from a page.

    Raises LabError where the page's scripts have not been built, and for a text that leads nowhere.
    """
    path = PurePosixPath(address)
    lang: Language | None = next((one for one in LANGUAGES if str(path.parent) == one), None)
    if address == "index.html":
        return _choice().encode()
    if lang and path.suffix == ".html" and path.stem in ("index", *LESSONS, *PAGES):
        return page(path.stem, lang, lab).encode()
    if str(path.parent) == "assets":
        return _asset(path.name)
    return None


def page(name: str, lang: Language, lab: str | None = None) -> str:
    """A lesson, the contents, the glossary or the code, as a whole page."""
    html, met = render(text(name, lang), lab)
    body = {"index": _contents, "glossary": lambda lang: glossary_html(lang)}.get(name, lambda lang: "")(lang)
    return _frame(name, met, html + body)


def alike(name: str) -> None:
    """Raises LabError where the languages of a text differ in their figures, elements, instructions, tasks or links."""
    first, *others = LANGUAGES
    wanted = Counter(render(text(name, first))[1].met)
    for lang in others:
        found = Counter(render(text(name, lang))[1].met)
        lacks, more = wanted - found, found - wanted
        if lacks or more:
            told = [", ".join(f"{kind} {what}" for kind, what in some) or "-" for some in (lacks, more)]
            raise LabError("lesson-unlike", lesson=name, one=first, other=lang, lacks=told[0], more=told[1])


def build(out: Path, langs: Sequence[Language] = LANGUAGES) -> Built:
    """Write the whole site into a folder: all of it or nothing. A site that stands there already is replaced.

    Raises LabError where the folder holds anything else, or cannot be written, and where a text of one language
    lacks what another has.
    """
    try:
        if out.exists() and not out.is_dir():
            raise LabError("lesson-out-file", path=str(out))
        if out.is_dir() and _foreign(out):
            raise LabError("lesson-out-full", path=str(out))
    except OSError as fault:
        raise LabError("file-not-written", path=str(out), reason=fault.strerror or str(fault)) from None
    for name in ("index", *LESSONS, *PAGES):
        alike(name)
    made = {address: content(address) or b"" for address in addresses(langs)}
    record = {"format": "attnlab lessons 1", "files": sorted(made)}
    made[MARK] = (json.dumps(record, indent=1) + "\n").encode()
    _write_all(out, made)
    pages = sum(name.endswith(".html") for name in made)
    return Built(out, pages, len(made), sum(map(len, made.values())))


def _foreign(folder: Path) -> bool:
    """Does the folder hold anything that no build of the site wrote there?"""
    if not any(folder.iterdir()):
        return False
    try:
        made = set(json.loads((folder / MARK).read_text(encoding="utf-8"))["files"])
    except (OSError, ValueError, KeyError, TypeError):
        return True
    held = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_symlink() or not path.is_dir()}
    return not held <= made | {MARK}


def _write_all(out: Path, made: dict[str, bytes]) -> None:
    """Write beside the target, then change places."""
    with folder_whole(out) as draft:
        for address, data in made.items():
            file = draft / address
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


# --- the parts of a page ----------------------------------------------------------------------------------------------


def _frame(name: str, met: Page, body: str) -> str:
    lang, lab = met.lang, met.lab
    kind = name if name in ("index", *PAGES) else "lesson"
    title = text(name, lang).title
    entries = [("index", "lessons-contents"), ("code", "lessons-code"), ("glossary", "lessons-glossary")]
    links = [
        f'<a href="{one}.html"{_current(one == name, "page")}>{escape(say(words, lang))}</a>' for one, words in entries
    ]
    if lab is not None:
        links.append(f'<a href="{lab}?lang={lang}">{escape(say("lessons-lab", lang))}</a>')
    others = [
        f'<a class="lang" href="../{one}/{name}.html" hreflang="{one}" lang="{one}"{_current(one == lang, "true")}>'
        f"{_native(one)}</a>"
        for one in LANGUAGES
    ]
    number = (
        f'<p class="number">{escape(say("lessons-number", lang, number=str(LESSONS.index(name))))}</p>\n'
        if kind == "lesson"
        else ""
    )
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} · attnlab</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="../assets/page.css">
<link rel="stylesheet" href="../assets/lessons.css">
<script defer src="../assets/words-{lang}.js"></script>
<script defer src="../assets/decoders.js"></script>
<script defer src="../assets/lessons.js"></script>
</head>
<body data-page="{kind}" data-lesson="{name}">
<a class="skip" href="#text">{escape(say("lessons-skip", lang))}</a>
<header class="top">
<a class="brand" href="index.html">{_mark()}attnlab</a>
<nav aria-label="{escape(say("lessons-pages", lang))}">{" ".join(links)}</nav>
<nav class="langs" aria-label="{escape(say("lessons-languages", lang))}">{" ".join(others)}</nav>
<lesson-theme></lesson-theme>
</header>
<main id="text">
<article class="{"lesson" if kind == "lesson" else kind}">
{number}{body}</article>
{_onward(name, lang)}</main>
</body>
</html>
"""


def _current(is_here: bool, kind: str) -> str:
    return f' aria-current="{kind}"' if is_here else ""


def _native(lang: Language) -> str:
    return {"en": "English", "ru": "Русский", "et": "Eesti"}[lang]


def _onward(name: str, lang: Language) -> str:
    if name not in LESSONS:
        return ""
    at = LESSONS.index(name)
    links = []
    if at > 0:
        links.append(_step("back", LESSONS[at - 1], lang))
    if at + 1 < len(LESSONS):
        links.append(_step("next", LESSONS[at + 1], lang))
    return f'<nav class="onward" aria-label="{escape(say("lessons-onward", lang))}">{" ".join(links)}</nav>\n'


def _step(way: str, name: str, lang: Language) -> str:
    told = say(f"lessons-{way}", lang)
    return f'<a class="{way}" href="{name}.html"><span>{escape(told)}</span> {escape(text(name, lang).title)}</a>'


def _contents(lang: Language) -> str:
    items = []
    for at, name in enumerate(LESSONS):
        html, met = render(text(name, lang))
        lead = html.partition("<p>")[2].partition("</p>")[0]
        tasks = " ".join(f"{name}.{task}" for task in met.tasks)
        items.append(
            f'<li><a href="{name}.html"><span class="number">{at}</span> {escape(text(name, lang).title)}</a>'
            f'<p>{_plain(lead)}</p><lesson-progress data-lesson="{name}" data-tasks="{tasks}"></lesson-progress></li>'
        )
    listed = "\n".join(items)
    return f'<ol class="contents" start="0">\n{listed}\n</ol>\n<lesson-record></lesson-record>\n'


def _plain(html: str) -> str:
    """The text of a paragraph without its links, for a list in which everything is a link already."""
    return re.sub(r"</?(a|button|output|span|data)\b[^>]*>", "", html)


def _mark() -> str:
    """The mark of the lab, as its page draws it: a map whose future is masked."""
    cells = []
    for query, row in enumerate(((1.0,), (0.35, 1.0), (0.2, 0.75, 0.35))):
        for key, share in enumerate(row):
            fill = f"color-mix(in oklab, var(--weight-all) {share:.0%}, var(--weight-none))"
            cells.append(
                f'<rect x="{1 + 11 * key}" y="{1 + 11 * query}" width="10" height="10" rx="2" style="fill: {fill}"/>'
            )
    for query, key in ((0, 1), (0, 2), (1, 2)):
        x, y = 11 * key, 11 * query
        strokes = f"M{x + 2.5} {y + 9.5}l7 -7M{x + 2.5} {y + 5.5}l3 -3M{x + 6.5} {y + 9.5}l3 -3"
        cells.append(f'<path d="{strokes}" style="stroke: var(--masked); stroke-width: 1.1"/>')
    return f'<svg class="mark" viewBox="0 0 34 34" aria-hidden="true">{"".join(cells)}</svg>'


def _choice() -> str:
    links = "\n".join(
        f'<li><a href="{lang}/index.html" lang="{lang}" hreflang="{lang}">{_native(lang)}</a>'
        f'<p lang="{lang}">{escape(say("lessons-about", lang))}</p></li>'
        for lang in LANGUAGES
    )
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>attnlab</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="assets/page.css">
<link rel="stylesheet" href="assets/lessons.css">
</head>
<body data-page="choice">
<main id="text">
<h1>{_mark()}attnlab</h1>
<ul class="choice">
{links}
</ul>
</main>
</body>
</html>
"""


@cache
def _asset(name: str) -> bytes | None:
    lang: Language | None = next((one for one in LANGUAGES if name == f"words-{one}.js"), None)
    if lang:
        told = json.dumps({"lang": lang, "catalogue": _spoken(lang)}, ensure_ascii=False)
        return f"globalThis.attnlabWords = {told};\n".encode()
    if name == "decoders.js":
        return decoders_script().encode()
    if name not in ASSETS:
        return None
    home = Path(str(files("attnlab"))) / "page" / "lessons" / name
    if not home.is_file():
        raise LabError("page-missing")
    return home.read_bytes()


def _spoken(lang: Language) -> str:
    return catalogue(lang, lambda part: part in SPOKEN or part.startswith("live-"))
