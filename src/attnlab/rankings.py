"""A list of edges, heads or parts ranked by what they do to a target: the list itself, its table, its bars."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, TypeVar

from attnlab.drawings import About, Look, Theme, Width, draw_bars, rows_drawn
from attnlab.errors import LabError
from attnlab.maps import provenance
from attnlab.model import Model
from attnlab.shown import Shown, in_terminal, short
from attnlab.tables import Table, Tabled
from attnlab.targets import Target
from attnlab.tokens import Tokens
from attnlab.words import Language, say

One = TypeVar("One")


class Ranking(list[One], Tabled, Shown, Generic[One]):
    """What was found, the largest first: a list like any other, which also knows its target and can show itself.

    >>> import attnlab
    >>> target, found = attnlab.edge_effects(attnlab.load("previous"), "abcd", target="c")
    >>> len(found), str(found[0].edit), list(found.table().columns)[:3]
    (5, 'cut 0.0:4>3', ['name', 'kind', 'site'])
    """

    def __init__(
        self, found: Iterable[One], model: Model, tokens: Tokens, target: Target, line: Callable[[One], dict[str, Any]]
    ) -> None:
        super().__init__(found)
        self.model, self.tokens, self.target = model, tokens, target
        self._line = line

    def __repr__(self) -> str:
        target = self.target.name(self.model)
        return f"Ranking({self.model.name!r}, {short(self.tokens.text)!r}, {target!r}, {len(self)} ranked)"

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """What IPython's printer shows, which has its own way with lists: the tables where a terminal shows this alone,
        a line among other things and in a notebook."""
        alone = in_terminal() and len(printer.stack) == 1
        printer.text(self._repr_mimebundle_()["text/plain"] if alone else repr(self))

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, text, target and its unit, versions."""
        return provenance(self.model, self.tokens) | {
            "target": self.target.name(self.model), "target_unit": say(self.target.unit),
            "position": self.target.position,
        }  # fmt: skip

    def table(self) -> Table:
        """A line each, in the order of the list: its name, what it is, and what it does in the target's unit.

        The columns are those of the records. A feed-forward part has no head, and a figure nobody asked for is missing.

        >>> import attnlab
        >>> target, found = attnlab.head_effects(attnlab.load("names"), "anna")
        >>> list(found.table().columns)
        ['name', 'site', 'head', 'change', 'estimate']
        """
        lines = [self._line(one) for one in self]
        unit = say(self.target.unit)
        columns = {name: [line[name] for line in lines] for name in (lines[0] if lines else ())}
        units = {name: unit for name in ("change", "estimate", "value") if name in columns}
        return Table(columns, units, self.about(), {"site": str, "head": int})

    def plot(self, most: int = 20, *, lang: Language = "en", theme: Theme = "light", width: Width = "column") -> Any:
        """The `most` largest as bars to either side of nought; needs the extra `plot`.

        A matplotlib Figure as of `Map.plot`. Raises LabError where the list is empty, and for a `most` that is no whole
        number of 1 or more.

        >>> import attnlab
        >>> target, found = attnlab.edge_effects(attnlab.load("names"), "anna")
        >>> figure = found.plot(most=1)
        >>> figure.axes[0].get_yticklabels()[0].get_text() == found.table().columns["name"][0]
        True
        """
        look = Look(lang, theme, width)
        lines = [self._line(one) for one in self[: rows_drawn(most)]]
        if not lines:
            raise LabError("plot-nothing-ranked")
        about = self.about()
        what, signs = ("value", ("adds", "takes")) if "value" in lines[0] else ("change", ("grew", "fell"))
        title = look.say(f"figure-ranked-title-{what}", model=about["model"], target=about["target"])
        notes = [look.say("figure-ranked-left", shown=len(lines), count=len(self))] if len(lines) < len(self) else []
        return draw_bars(
            [line["name"] for line in lines], [float(line[what]) for line in lines], look=look,
            signs=(look.say(f"figure-{signs[0]}"), look.say(f"figure-{signs[1]}")),
            x=look.say(f"figure-ranked-{what}", unit=look.say(self.target.unit)), about=About(title, notes, about),
        )  # fmt: skip
