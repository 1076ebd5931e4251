"""What any map of weights can say and show of itself, wherever it came from: figures of its rows, tables, a picture."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from jaxtyping import Bool, Float, Shaped

from attnlab import figures
from attnlab.drawings import About, Look, Theme, Width, draw_grid, draw_lines, draw_map
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.model import Model, as_list, whole
from attnlab.probe import Site
from attnlab.tables import Table, Tabled, attributes, places, versions
from attnlab.tokens import Tokens
from attnlab.words import Language

STATES = ("visible", "masked", "cut")


def provenance(model: Model, tokens: Tokens, edits: Sequence[Any] = ()) -> dict[str, Any]:
    """Where figures come from, as plain texts, numbers and lists: what a file of them carries along."""
    about: dict[str, Any] = {"model": model.name, "model_hash": model.fingerprint(), "text": tokens.text}
    if tokens.source is not None:
        about["source"] = tokens.source.text
    about["edits"] = [str(edit) for edit in edits]
    record = getattr(model, "record", None) or {}
    recipe = record.get("recipe") if isinstance(record, Mapping) else None
    if isinstance(recipe, Mapping) and "seed" in recipe:
        about["training_seed"] = recipe["seed"]
    return about | {"versions": versions()}


class Shares(Tabled):
    """One head's weights over queries and keys. What inherits it has the fields named here, and a `state`."""

    if TYPE_CHECKING:
        model: str
        site: Site
        head: int
        tokens: Tokens
        weight: Float[np.ndarray, "query key"]

        @property
        def rows(self) -> tuple[int, ...]: ...

        @property
        def state(self) -> Shaped[np.ndarray, "query key"]: ...

        @property
        def visible(self) -> Bool[np.ndarray, "query key"]: ...

    @property
    def asking(self) -> Tokens:
        """The tokens whose queries stand down the side."""
        return self.tokens.at(self.site)[0]

    @property
    def looked_at(self) -> Tokens:
        """The tokens whose keys stand along the top."""
        return self.tokens.at(self.site)[1]

    @property
    def queries(self) -> tuple[str, ...]:
        """The pieces down the side."""
        return tuple(self.asking.pieces[place] for place in self.rows)

    @property
    def keys(self) -> tuple[str, ...]:
        """The pieces along the top."""
        return self.looked_at.pieces

    @property
    def sink_share(self) -> Float[np.ndarray, " query"]:
        """What the weights lack to 1: the share of a sink, or of a weight that an edit dropped."""
        return 1 - self.total

    @property
    def entropy(self) -> Float[np.ndarray, " query"]:
        """Spread of each row in nats: 0 for a single key, `most_entropy` when all visible ones are alike."""
        return figures.entropy(self.weight)

    @property
    def most_entropy(self) -> Float[np.ndarray, " query"]:
        """ln of how many keys each row may see."""
        return figures.most_entropy(self.visible.astype(float))

    @property
    def top_share(self) -> Float[np.ndarray, " query"]:
        """The largest weight of each row."""
        return figures.top_share(self.weight)

    @property
    def total(self) -> Float[np.ndarray, " query"]:
        """The sum of each row: 1, unless an edit dropped a weight or a sink took a share."""
        return self.weight.sum(axis=-1)

    @property
    def spread(self) -> float | None:
        """Entropy over the most it could be, averaged over the rows that see two keys or more; None where none does."""
        most = self.most_entropy
        some = most > 0
        return float((self.entropy[some] / most[some]).mean()) if some.any() else None

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, text, edits, seed, versions."""
        raise NotImplementedError

    def _beside_weight(self) -> dict[str, np.ndarray]:
        """Other figures of the cells, in front of the weight: the score, where there is one."""
        return {}

    def table(self) -> Table:
        """A line a cell: query and key with their pieces, `state` (visible, masked or cut), score in nats, weight.

        Behind the mask the weight is 0 and the score is what it would have been; at a cut cell the score is missing.

        >>> import attnlab
        >>> table = attnlab.trace(attnlab.load("names"), "anna").map("0", 3).table()
        >>> table.columns["state"][:3].tolist(), table.columns["key_piece"][:3].tolist()
        (['visible', 'masked', 'masked'], ['START', 'a', 'n'])
        """
        columns = cells(self)
        return Table(columns, _units(columns), {**self.about(), "site": str(self.site), "head": self.head})

    def row_table(self) -> Table:
        """A line a query: how many keys it may see, sum, entropy and the most it could be (nats), and the top key.

        >>> import attnlab
        >>> rows = attnlab.trace(attnlab.load("names"), "anna").map("0", 3).row_table()
        >>> rows.columns["keys_visible"].tolist()
        [1, 2, 3, 4, 5]
        """
        columns = rows_of(self)
        return Table(columns, _units(columns), {**self.about(), "site": str(self.site), "head": self.head})

    def to_xarray(self) -> Any:
        """Weights, scores and mask as one labelled xarray.Dataset with each cell's `state`; needs the extra `data`.

        `state` says visible, masked or cut: a score is -inf only where it says cut, and behind the mask it is what it
        would have been. Pieces are coordinates, units stand at each variable, and where it comes from in `attrs`.

        >>> import attnlab
        >>> data = attnlab.trace(attnlab.load("names"), "anna").map("0", 3).to_xarray()
        >>> data.weight.dims, str(data.state.sel(query=1, key=2).item()), data.score.attrs
        (('query', 'key'), 'masked', {'unit': 'nats'})
        """
        xarray = bring("xarray", "data", f"{type(self).__name__}.to_xarray")
        axes = ("query", "key")
        arrays: dict[str, Any] = {
            name: (axes, x, {"unit": "nats"} if name in ("score", "mask") else {})
            for name, x in (self._arrays() | {"weight": self.weight}).items()
        }
        arrays["state"] = (axes, self.state.astype(str))
        about = {**self.about(), "site": str(self.site), "head": self.head}
        return xarray.Dataset(arrays, _labels(self), attributes(about))

    def _arrays(self) -> dict[str, np.ndarray]:
        return {}

    def plot(
        self,
        stage: Literal["weight", "score"] = "weight",
        *,
        lang: Language = "en",
        theme: Theme = "light",
        width: Width = "column",
    ) -> Any:
        """The map as a matplotlib Figure whose `save` writes .svg, .pdf or .png; needs the extra `plot`.

        Masked cells are hatched and cut ones crossed, as the legend says. `width` is one `column` of a paper, the whole
        `page`, or inches. Raises LabError for a stage that is not there.

        >>> import attnlab
        >>> figure = attnlab.trace(attnlab.load("names"), "anna").map("0", 3).plot(theme="dark")
        >>> figure.axes[0].get_xticklabels()[1].get_text(), float(figure.get_figwidth())
        ('a', 3.35)
        """
        look = Look(lang, theme, width)
        drawable = {name: x for name, x in (self._arrays() | {"weight": self.weight}).items() if name != "mask"}
        if stage not in drawable:
            raise LabError("plot-stage-unknown", stage=str(stage), stages=list(drawable))
        about = {**self.about(), "site": str(self.site), "head": self.head}
        title = look.say("figure-head-title", model=self.model, head=f"{self.site}.{self.head}")
        return draw_map(
            drawable[stage], self.state, self.queries, self.keys, stage=stage, look=look,
            about=About(title, _notes(about, look), about),
        )  # fmt: skip


class ManyShares(Tabled):
    """The maps of several heads over one text. What inherits it has `map`, and knows which sites and heads it kept."""

    if TYPE_CHECKING:
        tokens: Tokens

        def map(self, site: Site | str | int = "0", head: int = 0) -> Shares: ...

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, text, edits, seed, versions."""
        raise NotImplementedError

    def _heads_kept(self) -> dict[Site, tuple[int, ...]]:
        """Every site that can be looked at, with its heads."""
        raise NotImplementedError

    def _chosen(
        self, sites: Sequence[Site | str | int] | None, heads: Sequence[int] | None
    ) -> dict[Site, tuple[int, ...]]:
        kept = self._heads_kept()
        if sites is not None:
            asked = [Site.parse(str(site)) for site in as_list("sites", sites, '["0"]')]
            for site in asked:
                if site not in kept:
                    raise LabError("trace-site-not-kept", site=str(site), sites=[str(one) for one in kept])
            kept = {site: kept[site] for site in asked}
        if heads is not None:
            some = [whole("head", head) for head in as_list("heads", heads, "[3]")]
            for site, mine in kept.items():
                for head in some:
                    if head not in mine:
                        raise LabError("plot-head-unknown", site=str(site), head=head, heads=list(mine))
            kept = {site: tuple(some) for site in kept}
        return kept

    def _alike(
        self, sites: Sequence[Site | str | int] | None, heads: Sequence[int] | None
    ) -> dict[Site, tuple[int, ...]]:
        """What was asked for, or the decoder's own layers, else the encoder's; refused where the axes differ."""
        chosen = self._chosen(sites, heads)
        if sites is None:
            kinds = {(site.stack, site.kind) for site in chosen}
            wanted = ("decoder", "self") if ("decoder", "self") in kinds else sorted(kinds)[0]
            chosen = {site: heads for site, heads in chosen.items() if (site.stack, site.kind) == wanted}
        if len({(site.stack, site.kind) for site in chosen}) > 1:
            raise LabError("table-axes-differ", sites=[str(site) for site in chosen])
        return chosen

    def table(self, *, sites: Sequence[Site | str | int] | None = None, heads: Sequence[int] | None = None) -> Table:
        """A line a cell of every head kept, or of those of `sites` and `heads`: as `Map.table`, with site and head.

        It has heads times queries times keys lines: name heads where the text is long.

        >>> import attnlab
        >>> table = attnlab.trace(attnlab.load("names"), "anna").table(heads=[0, 3])
        >>> len(table), sorted(set(table.columns["head"].tolist()))
        (50, [0, 3])
        """
        return self._joined(cells, sites, heads)

    def row_table(
        self, *, sites: Sequence[Site | str | int] | None = None, heads: Sequence[int] | None = None
    ) -> Table:
        """A line a query of every head kept, or of those of `sites` and `heads`: as `Map.row_table`.

        >>> import attnlab
        >>> rows = attnlab.trace(attnlab.load("names"), "anna").row_table()
        >>> len(rows), bool((rows.columns["entropy"] <= rows.columns["most_entropy"] + 1e-9).all())
        (20, True)
        """
        return self._joined(rows_of, sites, heads)

    def _joined(self, of: Any, sites: Any, heads: Any) -> Table:
        parts = []
        for site, mine in self._chosen(sites, heads).items():
            for head in mine:
                columns = of(self.map(site, head))
                size = len(columns["query"])
                parts.append({"site": places([str(site)], np.zeros(size, int)), "head": np.full(size, head), **columns})
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return Table(columns, _units(columns), self.about())

    def to_xarray(self, *, sites: Sequence[Site | str | int] | None = None, heads: Sequence[int] | None = None) -> Any:
        """Weights (and scores) of many heads as one xarray.Dataset over site, head, query, key; needs the extra `data`.

        Without `sites` the decoder's own layers, or the encoder's where there are no others. `state` says of each cell
        visible, masked, cut, or absent: a head that a layer does not have, whose figures alone are NaN. Raises LabError
        for sites whose axes differ.

        >>> import attnlab
        >>> attnlab.trace(attnlab.load("names"), "anna").to_xarray().weight.shape
        (1, 4, 5, 5)
        """
        xarray = bring("xarray", "data", f"{type(self).__name__}.to_xarray")
        chosen = self._alike(sites, heads)
        every = sorted({head for mine in chosen.values() for head in mine})
        first = self.map(next(iter(chosen)), next(iter(chosen.values()))[0])
        shape = (len(chosen), len(every), *first.weight.shape)
        arrays: dict[str, np.ndarray] = {}
        state = np.full(shape, "absent", dtype="<U7")
        for down, (site, mine) in enumerate(chosen.items()):
            for head in mine:
                map, place = self.map(site, head), (down, every.index(head))
                for name, x in (map._arrays() | {"weight": map.weight}).items():
                    if name != "mask":  # `state` says it
                        arrays.setdefault(name, np.full(shape, np.nan, x.dtype))[place] = x
                state[place] = map.state.astype(str)
        axes = ("site", "head", "query", "key")
        made: dict[str, Any] = {
            name: (axes, x, {"unit": "nats"} if name == "score" else {}) for name, x in arrays.items()
        }
        labels = {"site": [str(site) for site in chosen], "head": every, **_labels(first)}
        return xarray.Dataset(made | {"state": (axes, state)}, labels, attributes(self.about()))

    def plot(
        self,
        *,
        sites: Sequence[Site | str | int] | None = None,
        heads: Sequence[int] | None = None,
        lang: Language = "en",
        theme: Theme = "light",
        width: Width = "page",
    ) -> Any:
        """Every head's weights as a grid, a row a layer; a matplotlib Figure as of `Map.plot`. Needs the extra `plot`.

        All tiles are on one scale from 0 to 1, which a square root spreads; masked cells are grey. `width` is the most
        it takes: of few heads it is narrower. Long texts are pooled, and the figure says so.

        >>> import attnlab
        >>> attnlab.trace(attnlab.load("names"), "anna").plot(lang="et").record["model"]
        'names'
        """
        look = Look(lang, theme, width)
        chosen = self._chosen(sites, heads)
        about = self.about()
        title = look.say("figure-grid-title", model=about["model"], heads=sum(map(len, chosen.values())))
        return draw_grid(
            {str(site): mine for site, mine in chosen.items()}, self._weighed, look=look,
            about=About(title, _notes(about, look), about),
        )  # fmt: skip

    def _weighed(self, site: str, head: int) -> tuple[np.ndarray, np.ndarray]:
        map = self.map(site, head)
        return map.weight, map.state

    def plot_entropy(
        self,
        *,
        sites: Sequence[Site | str | int] | None = None,
        heads: Sequence[int] | None = None,
        lang: Language = "en",
        theme: Theme = "light",
        width: Width = "column",
    ) -> Any:
        """How evenly each head spreads its weights, by layer: a ring a head, a line their mean; needs the extra `plot`.

        A head's figure is the entropy of its rows over the most they could have, ln of the keys seen, averaged over the
        rows that see two keys or more. Raises LabError where no row does.

        >>> import attnlab
        >>> attnlab.trace(attnlab.load("names"), "anna").plot_entropy(lang="ru").axes[0].get_xlabel()
        'слой'
        """
        look = Look(lang, theme, width)
        found: dict[str, dict[int, list[float]]] = {}
        for site, mine in self._chosen(sites, heads).items():
            for head in mine:
                spread = self.map(site, head).spread
                if spread is not None:
                    kind = site.kind if site.kind == "cross" else site.stack
                    found.setdefault(kind, {}).setdefault(site.layer, []).append(spread)
        about = self.about()
        if not found:
            raise LabError("plot-nothing-spread", model=about["model"])
        series = [(look.say(f"figure-stack-{kind}"), list(mine), list(mine.values())) for kind, mine in found.items()]
        title = look.say("figure-entropy-title", model=about["model"])
        return draw_lines(
            series, x=look.say("figure-layer"), y=look.say("figure-entropy"), look=look,
            about=About(title, _notes(about, look), about),
        )  # fmt: skip

    def to_pandas(self, *, sites: Sequence[Site | str | int] | None = None, heads: Sequence[int] | None = None) -> Any:
        """`table` as a pandas DataFrame; needs the extra `data`."""
        return self.table(sites=sites, heads=heads).to_pandas()

    def to_arrow(self, *, sites: Sequence[Site | str | int] | None = None, heads: Sequence[int] | None = None) -> Any:
        """`table` as a pyarrow Table; needs the extra `data`."""
        return self.table(sites=sites, heads=heads).to_arrow()


def cells(map: Shares) -> dict[str, np.ndarray]:
    """The columns of `Map.table`."""
    query, key = (x.ravel() for x in np.indices(map.weight.shape))
    columns = {
        "query": np.array(map.rows)[query], "query_piece": places(map.queries, query),
        "key": key, "key_piece": places(map.keys, key), "state": map.state.ravel(),
    }  # fmt: skip
    return columns | {name: x.ravel() for name, x in map._beside_weight().items()} | {"weight": map.weight.ravel()}


def rows_of(map: Shares) -> dict[str, np.ndarray]:
    """The columns of `Map.row_table`."""
    top = map.weight.argmax(axis=-1)
    return {
        "query": np.array(map.rows), "query_piece": places(map.queries, np.arange(len(map.rows))),
        "keys_visible": map.visible.sum(axis=-1), "sum": map.total, "entropy": map.entropy,
        "most_entropy": map.most_entropy, "top_key": top, "top_piece": places(map.keys, top),
        "top_share": map.top_share,
    }  # fmt: skip


def _labels(map: Shares) -> dict[str, Any]:
    return {
        "query": list(map.rows), "key": np.arange(len(map.looked_at)), "query_piece": ("query", list(map.queries)),
        "key_piece": ("key", list(map.keys)),
    }  # fmt: skip


def _units(columns: Mapping[str, Any]) -> dict[str, str]:
    return {name: "nats" for name in ("score", "entropy", "most_entropy") if name in columns}


def _notes(about: Mapping[str, Any], look: Look) -> list[str]:
    notes = [look.say("figure-edits", edits=about["edits"])] if about.get("edits") else []
    if about.get("kind") == "weights only, from outside":
        notes.append(look.say("figure-outside"))
    return notes
