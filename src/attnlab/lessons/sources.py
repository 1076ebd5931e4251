"""Code in a text: the real function, fetched from its source by name, so that it cannot drift."""

import inspect
import re
import textwrap
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from attnlab.errors import LabError
from attnlab.words import Language, say

# names in code whose meaning has a colour of its own on every page
MEANINGS = {
    "q": "query", "query": "query", "k": "key", "key": "key", "keys": "key", "v": "value", "values": "value",
    "score": "score", "weight": "weight", "mask": "mask", "wall": "mask",
}  # fmt: skip
_NAME = re.compile(rf'<span class="(s-n[a-z]?)">({"|".join(MEANINGS)})</span>')


@dataclass(frozen=True)
class Source:
    """Some lines of a file."""

    file: str
    line: int
    """Of the first of them, from 1."""
    code: str
    language: str
    """As pygments names it."""
    whole: str = ""
    """The function they are cut from: without it a line of a docstring would be read as code. Empty for a whole one."""
    skipped: int = 0
    """Lines of it that stand before them."""

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.line + self.code.rstrip("\n").count("\n")

    @property
    def anchor(self) -> str:
        """The place on the page that a link may lead to: `code-formula-py-13`."""
        return f"code-{Path(self.file).name.replace('.', '-')}-{self.line}"

    def html(self, lang: Language, anchor: str | None = None) -> str:
        """The code with its parts marked and its lines numbered, under its place in words."""
        anchor = anchor or self.anchor
        both = zip(self.code.splitlines(), _marked(self), strict=True)
        lines = "".join(
            f'<span class="line" data-no="{number}" style="--in: {_indent(plain)}">{marked}\n</span>'
            for number, (plain, marked) in enumerate(both, self.line)
        )
        count, first, last = self.last - self.line + 1, str(self.line), str(self.last)
        place = escape(say("lessons-source-lines", lang, count=count, first=first, last=last))
        return (
            f'<figure class="source" id="{anchor}" data-file="{self.file}" data-line="{self.line}"><figcaption>'
            f'<a href="#{anchor}">{self.file}</a>, {place}</figcaption><pre><code>{lines}</code></pre></figure>\n'
        )


@lru_cache(maxsize=1024)
def _marked(given: Source) -> list[str]:
    """Its lines with their parts marked: the same in every language, so done once."""
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    made = highlight(
        given.whole or given.code,
        get_lexer_by_name(given.language, stripnl=False),
        HtmlFormatter(nowrap=True, classprefix="s-"),
    )
    named = _NAME.sub(lambda m: f'<span class="{m[1]} m-{MEANINGS[m[2]]}">{m[2]}</span>', made)
    return named.splitlines()[given.skipped :][: len(given.code.splitlines())]


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def source(asked: str, lesson: str) -> Source:
    """The source of `attnlab.formula.attention`, of `web/decoder.ts#attend`, or a range of its lines.

    A range is said by a piece of its first and of its last line, the first lines that hold them:
    `NAME from="q = times" to="append(v)"`; `after="..."` has the search begin behind a line that holds that.
    Raises LabError for a name or a range that is not there.
    """
    name, _, rest = asked.strip().partition(" ")
    ends = dict(re.findall(r'(after|from|to)="([^"]*)"', rest))
    whole = _typescript(name, lesson) if name.startswith("web/") else _python(name, lesson)
    return _between(whole, ends, asked, lesson)


def _python(name: str, lesson: str) -> Source:
    found = _find(name)
    if found is None:
        raise LabError("lesson-source-unknown", lesson=lesson, name=name)
    unwrapped = inspect.unwrap(found)
    lines, first = inspect.getsourcelines(unwrapped)
    module = inspect.getmodule(unwrapped)
    file = "src/" + (module.__name__ if module else name).replace(".", "/") + ".py"
    return Source(file, max(first, 1), textwrap.dedent("".join(lines)), "python")


def _find(name: str) -> Any:
    parts = name.split(".")
    for cut in range(len(parts), 0, -1):
        try:
            found: Any = import_module(".".join(parts[:cut]))
        except ModuleNotFoundError:
            continue
        for part in parts[cut:]:
            found = getattr(found, part, None)
        return found
    return None


def _typescript(name: str, lesson: str) -> Source:
    file, _, function = name.partition("#")
    home = Path(str(files("attnlab"))) / "page" / "lessons" / "sources" / Path(file).name
    if not home.is_file():
        raise LabError("lesson-source-unknown", lesson=lesson, name=name)
    lines = home.read_text(encoding="utf-8").splitlines(keepends=True)
    if not function:
        return Source(file, 1, "".join(lines), "typescript")
    start = next(
        (
            at
            for at, line in enumerate(lines)
            if re.match(rf"(export )?(function|class|interface|const) {re.escape(function)}\b", line)
        ),
        None,
    )
    if start is None:
        raise LabError("lesson-source-unknown", lesson=lesson, name=name)
    end = next(
        at
        for at, line in enumerate(lines[start:], start)
        if line.startswith(("}", "]")) or (line.rstrip().endswith(";") and at == start)
    )
    while start and lines[start - 1].lstrip().startswith(("/**", "*", "//")):
        start -= 1
    return Source(file, start + 1, "".join(lines[start : end + 1]), "typescript")


def _between(whole: Source, ends: dict[str, str], asked: str, lesson: str) -> Source:
    if not ends:
        return whole
    lines = whole.code.splitlines(keepends=True)

    def find(piece: str, begin: int) -> int:
        found = next((at for at, line in enumerate(lines) if at >= begin and piece in line), None)
        if found is None:
            raise LabError("lesson-source-unknown", lesson=lesson, name=asked)
        return found

    begin = find(ends["after"], 0) + 1 if "after" in ends else 0
    start = find(ends["from"], begin) if "from" in ends else begin
    end = find(ends["to"], start) if "to" in ends else len(lines) - 1
    code = "".join(lines[start : end + 1])
    return Source(whole.file, whole.line + start, code, whole.language, whole.code, start)
