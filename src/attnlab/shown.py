"""How a trace and a map show themselves, in a file or a notebook: the rooms that draw are opened when asked for."""

from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any


class Shown:
    """What can show itself. Nothing is drawn and no library is opened before someone asks."""

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

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Any:
        """All there is to show: the widget, where anywidget is installed; a page in a frame; a line of text."""
        return import_module("attnlab.widget").bundle(self)

    def _display_(self) -> Any:
        """What marimo shows."""
        return import_module("attnlab.widget").display(self)
