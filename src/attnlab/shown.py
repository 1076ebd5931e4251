"""How a result shows itself, in a file, a notebook or a terminal: the rooms that draw are opened when asked for."""

import sys
import unicodedata
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

LONGEST = 60
"""Letters of a text that a title or a line repeats."""


def escaped(text: str, keep: str = "") -> str:
    """A text in which what steers a terminal, such as ESC or a change of direction, stands as an escape.

    >>> from attnlab.shown import escaped
    >>> escaped(chr(27) + "[2J").isprintable(), len(escaped(chr(27)))
    (True, 4)
    """
    return "".join(one if one in keep or not _steers(one) else ascii(one)[1:-1] for one in text)


def _steers(letter: str) -> bool:
    return unicodedata.category(letter) in ("Cc", "Cs", "Zl", "Zp") or (
        unicodedata.bidirectional(letter) in ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
    )


def visible(piece: str) -> str:
    """A piece as it can be read: an empty one is ∅, the spaces of a blank one are ␣, what steers a terminal is escaped.

    >>> from attnlab.shown import visible
    >>> visible(""), visible("  "), visible(" the")
    ('∅', '␣␣', ' the')
    """
    if not piece.strip():
        piece = "".join(one if _steers(one) else "␣" for one in piece) or "∅"
    return escaped(piece)


def short(text: str, most: int = LONGEST) -> str:
    """The beginning of a text that is too long to be repeated whole, with an ellipsis.

    >>> from attnlab.shown import short
    >>> short("annabella", 5)
    'anna…'
    """
    return text if len(text) <= most else text[: most - 1] + "…"


class Shown:
    """What can show itself. Nothing is drawn and no library is opened before someone asks."""

    def show(self, lang: str = "en") -> None:
        """Print it as the command that makes it does, as wide as it needs to be; without colours into a pipe.

        A terminal that shows a result unasked (IPython's, `rich.print`) is given what fits it.
        """
        import_module("attnlab.terminal").show(self, lang)

    def save_html(
        self,
        path: str | Path,
        limit: str | int | None = "5 MB",
        *,
        pool: int | None = None,
        heads: Sequence[str] | str | None = None,
        lang: str = "en",
    ) -> Any:
        """Write one HTML file that opens from disk with no network; see `attnlab.save_html`."""
        return import_module("attnlab.saved").save_html(self, path, limit, pool=pool, heads=heads, lang=lang)

    def widget(self, **options: Any) -> Any:
        """The same in a notebook, with a state that Python reads and sets; see `attnlab.widget.widget`."""
        return import_module("attnlab.widget").widget(self, **options)

    def _ipython_display_(self) -> None:
        """What a notebook shows: the widget, or a page in a frame. A terminal is told to ask for the text below."""
        import_module("attnlab.widget").publish(self)

    def __rich_console__(self, console: Any, options: Any) -> Any:
        """What `rich.print` shows."""
        yield from import_module("attnlab.terminal").fitting(self, options.max_width)

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        """What IPython shows: its terminal the tables that fit; a notebook the widget, where anywidget is installed, a
        page in a frame, and a line of text."""
        return import_module(f"attnlab.{'terminal' if in_terminal() else 'widget'}").bundle(self)

    def _display_(self) -> Any:
        """What marimo shows."""
        return import_module("attnlab.widget").display(self)


def in_terminal() -> bool:
    """Is what is displayed shown by IPython without a kernel?"""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell is not None and getattr(shell, "kernel", None) is None
