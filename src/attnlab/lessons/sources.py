"""Code in a text: the real function, fetched from its source by name, so that it cannot drift."""

import inspect
import re
from dataclasses import dataclass
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

from attnlab.errors import LabError


@dataclass(frozen=True)
class Source:
    """Some lines of a file."""

    file: str
    line: int
    """Of the first of them, from 1."""
    code: str
    language: str
    """As pygments names it."""

    @property
    def html(self) -> str:
        """The code with its parts marked, under its place."""
        from pygments import highlight
        from pygments.formatters import HtmlFormatter
        from pygments.lexers import get_lexer_by_name

        lines = highlight(self.code, get_lexer_by_name(self.language), HtmlFormatter(nowrap=True, classprefix="s-"))
        return (
            f'<figure class="source" data-file="{self.file}" data-line="{self.line}"><figcaption>{self.file}, '
            f'{self.line}</figcaption><pre tabindex="0"><code>{lines}</code></pre></figure>\n'
        )


def source(asked: str, lesson: str) -> Source:
    """The source of `attnlab.formula.attention`, of `web/decoder.ts#attend`, or a range of its lines.

    A range is said by a piece of its first and of its last line: `NAME from="q = times" to="append(v)"`.
    Raises LabError for a name or a range that is not there.
    """
    name, _, rest = asked.strip().partition(" ")
    ends = dict(re.findall(r'(from|to)="([^"]*)"', rest))
    whole = _typescript(name, lesson) if name.startswith("web/") else _python(name, lesson)
    return _between(whole, ends.get("from"), ends.get("to"), asked, lesson)


def _python(name: str, lesson: str) -> Source:
    found = _find(name)
    if found is None:
        raise LabError("lesson-source-unknown", lesson=lesson, name=name)
    unwrapped = inspect.unwrap(found)
    lines, first = inspect.getsourcelines(unwrapped)
    module = inspect.getmodule(unwrapped)
    file = "src/" + (module.__name__ if module else name).replace(".", "/") + ".py"
    return Source(file, max(first, 1), "".join(lines), "python")


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


def _between(whole: Source, first: str | None, last: str | None, asked: str, lesson: str) -> Source:
    if first is None and last is None:
        return whole
    lines = whole.code.splitlines(keepends=True)
    start = 0 if first is None else next((at for at, line in enumerate(lines) if first in line), None)
    if start is None:
        raise LabError("lesson-source-unknown", lesson=lesson, name=asked)
    end = (
        len(lines) - 1
        if last is None
        else next((at for at, line in enumerate(lines[start:], start) if last in line), None)
    )
    if end is None:
        raise LabError("lesson-source-unknown", lesson=lesson, name=asked)
    return Source(whole.file, whole.line + start, "".join(lines[start : end + 1]), whole.language)
