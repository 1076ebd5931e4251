"""Commands and scripts that a lesson prints for its reader to run, and what came out when they were last run."""

import json
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from typing import Literal, cast, get_args

from attnlab.errors import LabError
from attnlab.words import Language, say

Kind = Literal["run", "python"]
KINDS: tuple[Kind, ...] = get_args(Kind)
_FENCE = re.compile(rf"^```({'|'.join(KINDS)}) ([\w.-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Cell:
    """Something to run: lines for a terminal, or a Python script."""

    kind: Kind
    name: str
    """A script's file; lines for a terminal go by a name that the page does not show."""
    code: str

    def html(self, lang: Language) -> str:
        """The code as it is to be run, with a button that copies it."""
        told = escape(say(f"lessons-cell-{self.kind}", lang, name=self.name))
        return _figure(f"{told} <lesson-copy></lesson-copy>", _marked(self), "cell")


def cells(markdown: str) -> list[Cell]:
    """All of a text, in its order: each runs where the ones before it have run."""
    return [Cell(cast(Kind, kind), name, code) for kind, name, code in _FENCE.findall(markdown)]


def printed(asked: str, lesson: str) -> str:
    """What a cell printed when it was recorded: `trace`, or some of its lines, `check from="head" to="1.1"`, found as
    in a source. Raises LabError where nothing of the kind was recorded.
    """
    name, _, rest = asked.strip().partition(" ")
    ends = dict(re.findall(r'(from|to)="([^"]*)"', rest))
    lines = _recorded(lesson).get(name, "").splitlines()
    start = _place(lines, ends.get("from"), 0, 0)
    end = _place(lines, ends.get("to"), start, len(lines) - 1)
    if not lines or start is None or end is None:
        raise LabError("lesson-printed-missing", lesson=lesson, found=asked)
    return "\n".join(lines[start : end + 1])


def printed_html(asked: str, lesson: str, lang: Language) -> str:
    """The same as a part of a page."""
    return _figure(escape(say("lessons-cell-printed", lang)), escape(printed(asked, lesson)), "cell printed")


def _place(lines: list[str], piece: str | None, begin: int | None, default: int) -> int | None:
    if piece is None or begin is None:
        return default
    return next((at for at, line in enumerate(lines) if at >= begin and piece in line), None)


@cache
def _recorded(lesson: str) -> dict[str, str]:
    home = files("attnlab.lessons") / lesson / "printed.json"
    return json.loads(home.read_text(encoding="utf-8")) if home.is_file() else {}


def _marked(cell: Cell) -> str:
    if cell.kind != "python":
        return escape(cell.code.rstrip("\n"))
    from pygments import highlight
    from pygments.formatters import HtmlFormatter
    from pygments.lexers import get_lexer_by_name

    return highlight(cell.code, get_lexer_by_name("python"), HtmlFormatter(nowrap=True, classprefix="s-")).rstrip("\n")


def _figure(caption: str, code: str, kind: str) -> str:
    shown = f'<pre tabindex="0"><code>{code}</code></pre>'
    return f'<figure class="{kind}"><figcaption>{caption}</figcaption>{shown}</figure>\n'
