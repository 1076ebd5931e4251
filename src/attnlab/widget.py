"""A result in a notebook: the saved page's element, with a state that Python and the reader share."""

import sys
from functools import cache
from html import escape
from importlib import import_module
from typing import Any

from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.findings import FOUND
from attnlab.lab import language
from attnlab.saved import LIMIT, Page, Saved, as_bytes, built, page, record
from attnlab.traces import Trace, as_edits, check_edits

THEMES = ("system", "light", "dark")
VIEW = "application/vnd.jupyter.widget-view+json"
FRAME = "2 MB"
"""The most that a notebook's file keeps of one output where no widget can run."""
COARSER = (64, 32, 16)
"""Blocks a side of the maps in it, where whole ones would take more."""


def widget(
    shown: Saved,
    *,
    limit: str | int | None = LIMIT,
    pool: int | None = None,
    heads: Any = None,
    lang: str = "en",
    theme: str = "system",
    head: str | None = None,
    query: int | None = None,
) -> Any:
    """A widget of a result for notebooks that show anywidget (tried: JupyterLab, marimo). It asks no network.

    Its `head`, such as "0.3", and `query`, a position, are read and set from either side. So are `edits` of a trace
    that carries its decoder, as a person types them: `attnlab.effect(model, text, widget.edits)` is what the reader
    made. A map of effects has `head` and `query` too; in an effect, a ranking or a verdict nothing is picked. The other
    options are those of `save_html`. Raises LabError without the extra `notebook`, over the limit, and when something
    is set that is not there.
    """
    made = record(shown, pool=pool, heads=heads, lang=language(lang), most=as_bytes(limit))
    start = made.get("start", {})
    start |= {
        name: chosen for name, chosen in (("head", head), ("query", query)) if name in start and chosen is not None
    }
    if "kind" in made:
        return _found_kind("start" in made)(shown, made, theme=theme, **start)
    return _kind()(shown, made, **start, edits=list(made["edits"]), theme=theme)


def display(one: Saved) -> Any:
    """The widget where anywidget is installed, else the page in a frame."""
    try:
        return widget(one)
    except LabError as fault:
        return _Frame(_frame(one) if fault.message == "extra-missing" else f"<p>{escape(str(fault))}</p>")


def bundle(one: Saved) -> Any:
    """What a notebook shows of it, by media type. Outside of a notebook a line of text is all that is made."""
    plain = {"text/plain": repr(one)}
    if not _in_notebook():
        return plain
    told = plain | {"text/html": _frame(one)}
    try:
        made = widget(one)._repr_mimebundle_()
    except LabError:  # the extra is missing, or it is too large: the frame says so
        return told
    data, *about = made if isinstance(made, tuple) else (made or {},)
    return ({**data, **told}, *about) if about else {**data, **told}


def publish(one: Saved) -> None:
    """Show it in a notebook, the page in a frame as an output of its own: it stands back for the widget, and is there
    when that is gone with its kernel, where JupyterLab looks no further in an output that names a widget.

    Raises NotImplementedError outside of a notebook, whereupon IPython asks for the text.
    """
    if not _in_notebook():
        raise NotImplementedError
    show = import_module("IPython.display").display
    made = bundle(one)
    data, about = made if isinstance(made, tuple) else (made, {})
    page = data.pop("text/html") if VIEW in data else None
    show(data, metadata=about, raw=True)
    if page is not None:
        show({"text/plain": "", "text/html": _behind(data[VIEW]["model_id"], page)}, raw=True)


def _behind(model: str, page: str) -> str:
    """A page that is seen where the widget of this id is not; then what is said in the widget's place is hidden."""
    mine, theirs, output = f".attnlab-{model}", f"[data-model='{model}']", ".jp-OutputArea-child"
    hidden = [
        f"body:has({theirs}) {mine}",
        f"body:has({theirs}) {output}:has({mine})",
        f"{output}:has(+ {output} {mine}):not(:has({theirs}))",
    ]
    dark = f"[data-jp-theme-light='false'] {mine} iframe"
    style = f"{', '.join(hidden)} {{ display: none }} {dark} {{ color-scheme: dark }}"
    return f'<div class="{mine[1:]}"><style>{style}</style>{page}</div>'


def _in_notebook() -> bool:
    """Does a kernel show what is displayed? A terminal shows the text alone."""
    ipython = sys.modules.get("IPython")
    return getattr(ipython.get_ipython(), "kernel", None) is not None if ipython else False


def _frame(one: Saved) -> str:
    """The saved page in a frame of its own, which may run its script and nothing else."""
    try:
        made = page(one, FRAME)
    except LabError as fault:
        if isinstance(one, FOUND) or not (made := _pooled(one)):
            return f"<p>{escape(str(fault))}</p>"
    inside = escape(made.html.decode())
    return (
        f'<iframe srcdoc="{inside}" title="attnlab" sandbox="allow-scripts" loading="lazy" '
        'style="width: 100%; height: 46rem; border: 0"></iframe>'
    )


def _pooled(one: Any) -> Page | None:
    """The page with its maps drawn coarser, as it says itself; None where that would not help."""
    for pool in COARSER:
        try:
            return page(one, FRAME, pool=pool)
        except LabError:
            continue
    return None


class _Frame:
    """HTML as a notebook shows it."""

    def __init__(self, html: str) -> None:
        self.html = html

    def _repr_html_(self) -> str:
        return self.html


@cache
def _result_kind() -> Any:
    """What the widgets of all results have, made when the first is: only then is anywidget imported."""
    anywidget = bring("anywidget", "notebook", "widget(result)")
    traits = bring("traitlets", "notebook", "widget(result)")

    class ResultWidget(anywidget.AnyWidget):
        """What is shown, and in which colours."""

        record = traits.Dict(read_only=True).tag(sync=True)
        theme = traits.Unicode("system").tag(sync=True)
        model = traits.Unicode().tag(sync=True)

        def __init__(self, shown: Saved, made: dict[str, Any], **chosen: Any) -> None:
            self.shown = shown
            self.set_trait("record", made)
            super().__init__(**chosen)
            self.model = self.model_id or ""  # known once it is open; the frame behind it goes by it

        def __repr__(self) -> str:
            return f"widget of {self.shown!r}"

        @traits.validate("theme")
        def _known_theme(self, proposal: Any) -> str:
            if proposal["value"] not in THEMES:
                raise LabError("widget-theme", theme=proposal["value"], themes=list(THEMES))
            return proposal["value"]

    return ResultWidget


@cache
def _kind() -> Any:
    """The class of the widgets of traces and maps."""
    traits = bring("traitlets", "notebook", "widget(trace)")

    class TraceWidget(_result_kind()):
        """What is shown and what is chosen in it."""

        _esm = built("widget.js")
        head = traits.Unicode().tag(sync=True)
        query = traits.Int().tag(sync=True)
        edits = traits.List().tag(sync=True)

        @traits.validate("head")
        def _known_head(self, proposal: Any) -> str:
            return _head(proposal["value"], _heads(self.record))

        @traits.validate("query")
        def _known_query(self, proposal: Any) -> int:
            count = _queries(self.record, self.head)
            if not -count <= proposal["value"] < count:
                raise LabError("position-unknown", position=proposal["value"], last=count - 1)
            return proposal["value"] % count

        @traits.validate("edits")
        def _fitting_edits(self, proposal: Any) -> list[str]:
            made = as_edits(proposal["value"])
            said = [str(edit) for edit in made]
            if "decoder" not in self.record and said != list(self.record["edits"]):
                still = "saved-edits-fixed" if isinstance(self.shown, Trace) else "saved-edits-of-map"
                raise LabError(still, model=self.record["model"])
            if isinstance(self.shown, Trace):
                check_edits(self.shown.model, self.shown.tokens, made)
            return said

    return TraceWidget


@cache
def _found_kind(picks: bool) -> Any:
    """The class of the widgets of what was found out: with a head and a query, or with nothing to pick."""
    traits = bring("traitlets", "notebook", "widget(result)")

    class FoundWidget(_result_kind()):
        """What is shown, and how."""

        _esm = built("found-widget.js")

    class EffectMapWidget(FoundWidget):
        """The same with the head and the query that are picked."""

        head = traits.Unicode().tag(sync=True)
        query = traits.Int().tag(sync=True)

        @traits.validate("head")
        def _known_head(self, proposal: Any) -> str:
            return _head(proposal["value"], list(self.record["fields"]))

        @traits.validate("query")
        def _known_query(self, proposal: Any) -> int:
            places = [one["position"] for one in self.record["queries"]]
            if proposal["value"] not in places:
                raise LabError(
                    "widget-query", query=proposal["value"], queries=places[:12] + ["…"] * (len(places) > 12)
                )
            return proposal["value"]

    return EffectMapWidget if picks else FoundWidget


def _head(head: str, heads: list[str]) -> str:
    if head not in heads:
        raise LabError("widget-head", head=head, heads=heads[:12] + ["…"] * (len(heads) > 12))
    return head


def _heads(made: dict[str, Any]) -> list[str]:
    if "decoder" in made:
        shape = made["decoder"]["shape"]
        return [f"{layer}.{head}" for layer in range(shape["layers"]) for head in range(shape["heads"])]
    return [f"{site['site']}.{head}" for site in made["sites"] for head in site["heads"]]


def _queries(made: dict[str, Any], head: str) -> int:
    if "decoder" in made:
        return len(made["sides"]["text"]["pieces"])
    return next(len(one["rows"]) for one in made["sites"] if one["site"] == head.rpartition(".")[0])
