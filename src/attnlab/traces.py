"""What a run left, and one head's map drawn from it when someone looks."""

import csv
import io
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, Literal

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Bool, Float

from attnlab import budgets
from attnlab.arrays import Array, log_softmax, to_numpy
from attnlab.edits import (
    Ablate,
    Cut,
    Drop,
    Edit,
    Feed,
    Given,
    HeadEdit,
    Hide,
    Lift,
    Patch,
    Replace,
    Swap,
    Unmask,
    parse,
    together,
)
from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.maps import ManyShares, Shares, provenance
from attnlab.model import (
    BATCH,
    Model,
    as_list,
    as_tokens,
    check_feed,
    check_model,
    find_head,
    find_position,
    find_site,
    find_symbol,
    keep,
    run_all,
)
from attnlab.probe import Probe, Recorder, Site, Stage, bind, chain, leave
from attnlab.shown import Shown, short
from attnlab.stream import Rows
from attnlab.stream import rows as read_rows
from attnlab.tokens import Tokens

MapStage = Literal["score", "mask", "weight"]


@dataclass(frozen=True)
class Map(Shares, Shown):
    """Where one head looked: row i shares query i's attention among the keys. Axes: query, key.

    >>> import attnlab
    >>> map = attnlab.trace(attnlab.load("names"), "anna").map("0", 3)
    >>> map.queries
    ('START', 'a', 'n', 'n', 'a')
    >>> map.weight[4].round(2), round(float(map.entropy[4]), 2)
    (array([0.02, 0.  , 0.24, 0.68, 0.06]), 0.86)
    """

    model: str
    site: Site
    head: int
    tokens: Tokens
    score: Float[np.ndarray, "query key"]
    """In nats, before the mask: behind it stands what the score would have been; -inf where an edit cut."""
    mask: Float[np.ndarray, "query key"]
    """0 where looking is allowed, -inf where it is not."""
    weight: Float[np.ndarray, "query key"]
    output: Float[np.ndarray, "query dim"]
    value: Float[np.ndarray, "key dim"]
    places: tuple[int, ...] = ()
    """Where each row's query stands in `asking`; empty where every query has its row."""
    error: float | None = None
    """Largest difference between weight times value and what the model's own kernel gave; None where it was not run."""
    shares_keys_with: tuple[int, ...] = ()
    """The heads that look at the very same keys and values, this one among them; empty where each has its own."""
    edits: tuple[Edit, ...] = ()
    """Those of the run it comes from."""
    made_by: Model | None = field(default=None, repr=False, compare=False)
    """The model that ran, asked for its hash where a table or figure is made."""

    def __repr__(self) -> str:
        return f"Map({self.model!r}, head {self.site}.{self.head}, {len(self.rows)} x {len(self.keys)})"

    @property
    def rows(self) -> tuple[int, ...]:
        """The position of each row's query."""
        return self.places or tuple(range(len(self.asking)))

    @property
    def window(self) -> int | None:
        """How many keys a row sees at most, where a sliding window keeps the earlier ones from it; else None."""
        seen = self.visible
        most = int(seen.sum(axis=-1).max())
        slides = bool((~seen[:, 0] & seen.any(axis=-1)).any())
        return most if slides and self.site.kind == "self" else None

    @property
    def visible(self) -> Bool[np.ndarray, "query key"]:
        """True where neither the mask nor a cut forbids looking."""
        return (self.mask > -np.inf) & (self.score > -np.inf)

    def to_record(self) -> dict[str, Any]:
        """Plain JSON values. A score that is -inf and a mask are told by `state`: visible, masked or cut."""
        return {
            "model": self.model,
            "site": str(self.site),
            "head": self.head,
            "axes": ["query", "key"],
            "queries": list(self.queries),
            "keys": list(self.keys),
            "query_positions": list(self.rows),
            "special": [not plain for plain in self.looked_at.plain],
            "special_queries": [not self.asking.plain[place] for place in self.rows],
            "shares_keys_with": list(self.shares_keys_with),
            "window": self.window,
            "error_against_kernel": self.error,
            "state": self.state.tolist(),
            "score": _finite(self.score),
            "weight": self.weight.tolist(),
            "output": self.output.tolist(),
            "rows": {
                "sum": self.total.tolist(),
                "entropy_nats": self.entropy.tolist(),
                "entropy_most_nats": self.most_entropy.tolist(),
                "top_share": self.top_share.tolist(),
            },
        }

    @property
    def state(self) -> np.ndarray:
        """Of each cell: `visible`, `masked` or `cut`."""
        state = np.full(self.weight.shape, "visible", dtype=object)
        state[self.score == -np.inf] = "cut"
        state[self.mask == -np.inf] = "masked"
        return state

    def to_json(self) -> str:
        """`to_record` as JSON text."""
        return json.dumps(self.to_record(), ensure_ascii=False, indent=2, allow_nan=False)

    def to_csv(self) -> str:
        """One line a cell: query and key with their positions, state, score, weight."""
        text = io.StringIO()
        rows = csv.writer(text, lineterminator="\n")
        rows.writerow(["query", "query_piece", "key", "key_piece", "state", "score_nats", "weight"])
        state = self.state
        for query, key in np.ndindex(self.weight.shape):
            score = self.score[query, key]
            rows.writerow([
                self.rows[query], self.queries[query], key, self.keys[key], state[query, key],
                repr(float(score)) if np.isfinite(score) else "", repr(float(self.weight[query, key])),
            ])  # fmt: skip
        return text.getvalue()

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, text, edits, seed, versions."""
        if self.made_by is None:
            return {"model": self.model, "text": self.tokens.text}
        return provenance(self.made_by, self.tokens, self.edits)

    def _beside_weight(self) -> dict[str, np.ndarray]:
        return {"score": np.where(np.isfinite(self.score), self.score, np.nan)}

    def _arrays(self) -> dict[str, np.ndarray]:
        return {"score": self.score, "mask": self.mask}


@dataclass(frozen=True, eq=False)
class Trace(ManyShares, Shown):
    """What a run left: tokens, logits, and how each site was called, before any edit acted there.

    >>> import attnlab
    >>> made = attnlab.trace(attnlab.load("names"), "anna")
    >>> made
    Trace('names', 'anna', 1 sites, 0 edits)
    >>> made.logits.shape, list(made.calls)
    ((5, 27), [Site(layer=0, stack='decoder', kind='self')])
    """

    model: Model
    tokens: Tokens
    logits: Float[np.ndarray, "position symbol"]
    calls: dict[Site, Call]
    edits: tuple[Edit, ...] = ()
    heads: tuple[int, ...] | None = None
    """The heads kept, in the order of each call's head axis; None for all."""
    positions: tuple[int, ...] | None = None
    """The positions whose queries were kept; None for all."""

    def __repr__(self) -> str:
        return (
            f"Trace({self.model.name!r}, {short(self.tokens.text)!r}, {len(self.calls)} sites, {len(self.edits)} edits)"
        )

    def about(self) -> dict[str, Any]:
        """Where the figures come from: model, its hash, text, edits, seed, versions."""
        return provenance(self.model, self.tokens, self.edits)

    def _heads_kept(self) -> dict[Site, tuple[int, ...]]:
        return {site: self.heads or tuple(range(self.model.heads(site))) for site in self.calls}

    @cached_property
    def probabilities(self) -> Float[np.ndarray, "position symbol"]:
        """What the model expects after each position."""
        return np.exp(log_softmax(self.logits))

    def map(self, site: Site | str | int = "0", head: int = 0) -> Map:
        """One head's map, computed now from what was kept.

        Raises LabError for a site or head that is not there, or that the trace was not asked to keep.
        """
        site = find_site(self.model, site)
        head = find_head(self.model, site, head)
        call, place = self._kept(site, head)
        if self.edits:
            heard, place_heard = self._stages[site].heard, place
        else:
            recorder, place_heard = Recorder(), 0
            call.only([place]).mix(bind(recorder, site))
            heard = recorder.heard
        score = to_numpy(heard[site, "score"])[place_heard]
        mask = np.zeros_like(score)
        if (site, "mask") in heard:
            full = to_numpy(heard[site, "mask"])
            mask = np.broadcast_to(full, (*heard[site, "score"].shape[:1], *score.shape))[place_heard]
        output = to_numpy(heard[site, "output"])[place_heard]
        real = None if self.edits else self._kernels[site]
        group = call.q.shape[-3] // call.k.shape[-3]
        return Map(
            self.model.name, site, head, self.tokens, score, mask,
            weight=to_numpy(heard[site, "weight"])[place_heard],
            output=output,
            value=to_numpy(heard[site, "v"])[place_heard],
            places=self._places(site),
            error=None if real is None else float(np.abs(output - real[place]).max()),
            shares_keys_with=tuple(range(head // group * group, head // group * group + group)) if group > 1 else (),
            edits=self.edits,
            made_by=self.model,
        )  # fmt: skip

    def rows(self, site: Site | str | int = "0", head: int = 0, *, top: int = 8, pool: int = 256) -> Rows:
        """The figures of every row of one head, without its map: for texts whose map is too large to be made.

        Axes as in `stream.rows`, with one head. Raises LabError as `map` does, and for a trace of edits or of queries
        that are not the text's last.
        """
        site = find_site(self.model, site)
        head = find_head(self.model, site, head)
        call, place = self._kept(site, head)
        if self.edits:
            raise LabError("rows-edited")
        places, keys = self._places(site), call.k.shape[-2]
        if places and places != tuple(range(keys - len(places), keys)):
            raise LabError("rows-scattered", last=keys - 1)
        return read_rows(call.only([place]), top=top, pool=pool)

    def _kept(self, site: Site, head: int) -> tuple[Call, int]:
        if site not in self.calls:
            raise LabError("trace-site-not-kept", site=str(site), sites=[str(one) for one in self.calls])
        if self.heads is None:
            return self.calls[site], head
        if head not in self.heads:
            raise LabError("trace-head-not-kept", head=head, heads=list(self.heads))
        return self.calls[site], self.heads.index(head)

    def _places(self, site: Site) -> tuple[int, ...]:
        """The positions whose queries were kept at a site; empty for all. They are places of the decoder's, if any."""
        mine = self.positions is not None and self.tokens.at(site)[0] is self.tokens
        return self.positions or () if mine else ()

    @cached_property
    def _kernels(self) -> "_Kernels":
        return _Kernels(self.calls)

    @cached_property
    def _stages(self) -> "_Stages":
        return _Stages(self)

    def would_have_been(self, site: Site, head: int) -> Float[np.ndarray, "query key"]:
        """The scores of this run before any edit of a score: also at a cut cell and behind the mask."""
        call, place = self._kept(site, head)
        recorder = Recorder()
        contents = [edit for edit in self.edits if {*edit.stages} <= {"q", "k", "v"}]
        call.mix(bind(chain(recorder, together(contents)), site))
        return to_numpy(recorder.heard[site, "score"])[place]


class _Stages(dict[Site, Recorder]):
    """Every stage of a site, heard after the edits, computed when first asked for."""

    def __init__(self, run: Trace) -> None:
        super().__init__()
        self.run = run

    def __missing__(self, site: Site) -> Recorder:
        recorder = self[site] = Recorder()
        self.run.calls[site].mix(bind(chain(together(self.run.edits), recorder), site))
        return recorder


class _Kernels(dict[Site, np.ndarray | None]):
    """What each site's own kernel gave, run again when first asked for: it costs no memory until someone looks."""

    def __init__(self, calls: dict[Site, Call]) -> None:
        super().__init__()
        self.calls = calls

    def __missing__(self, site: Site) -> np.ndarray | None:
        kernel = self.calls[site].kernel
        self[site] = None if kernel is None else to_numpy(kernel())
        return self[site]


def trace(
    model: Model,
    text: str | Tokens,
    edits: Edit | str | Sequence[Edit | str] = (),
    *,
    sites: Sequence[Site | str | int] | None = None,
    heads: Sequence[int] | None = None,
    positions: Sequence[int] | None = None,
    budget: int | None = None,
) -> Trace:
    """Run a model on a text, with edits if any, and keep how each site was called.

    The model runs its own kernel, and memory grows with the text's length, not its square: scores, weights and
    outputs are computed by `Trace.map` when asked for. `sites`, `heads` and the queries' `positions` (from 0, or from
    the end where negative) say what to keep, everything by default; `budget` is the most bytes it may take, weighed
    before the run, as is what the whole run takes against what is free. Raises LabError for a text the model cannot
    read, an edit that does not fit, a site, head or position that is not there, a budget that is too small, and a run
    that would not fit into memory.

    >>> import attnlab
    >>> attnlab.trace(attnlab.load("previous"), "abcd").map("0", 0).weight.shape
    (5, 5)
    """
    check_model(model, "trace(model, text)")
    tokens = as_tokens(model, text)
    if made := as_edits(edits):
        return explained(model, tokens, made)
    return trace_all(model, [tokens], sites=sites, heads=heads, positions=positions, budget=budget)[0]


def trace_all(
    model: Model,
    texts: Sequence[str | Tokens],
    *,
    sites: Sequence[Site | str | int] | None = None,
    heads: Sequence[int] | None = None,
    positions: Sequence[int] | None = None,
    budget: int | None = None,
) -> list[Trace]:
    """Several texts, run as batches where the model can; each trace is what the text alone would leave.

    Padding that a batch needs is in no trace. Options and errors are those of `trace`.

    >>> import attnlab
    >>> several = attnlab.trace_all(attnlab.load("names"), ["anna", "bo"])
    >>> [made.tokens.pieces for made in several]
    [('START', 'a', 'n', 'n', 'a'), ('START', 'b', 'o')]
    """
    check_model(model, "trace_all(model, texts)")
    every = [as_tokens(model, text) for text in as_list("texts", texts, '["anna", "maria"]')]
    sites = None if sites is None else as_list("sites", sites, '["0"]')
    heads = None if heads is None else as_list("heads", heads, "[3]")
    positions = None if positions is None else as_list("positions", positions, "[-1]")
    asked = tuple(model.sites) if sites is None else tuple(find_site(model, site) for site in sites)
    some = None if heads is None else tuple(find_head(model, site, head) for site in asked[:1] for head in heads)
    places = [None if positions is None else tuple(find_position(tokens, one) for one in positions) for tokens in every]
    if budget is not None:
        need = sum(bytes_kept(model, tokens, asked, some, where) for tokens, where in zip(every, places, strict=True))
        if need > budget:
            layer, head = (bytes_kept(model, every[0], asked[:1], which) for which in (None, (0,)))
            facts = {"need": need, "budget": budget, "layer": layer, "head": head}
            raise LabError(
                "trace-over-budget", model=model.name, **{name: f"{x / 1e6:.3g}" for name, x in facts.items()}
            )
    asked_queries = 0 if positions is None else len(positions)
    budgets.refuse_trace(
        model, [budgets.length(tokens) for tokens in every], asked, None if some is None else len(some), asked_queries,
        BATCH if hasattr(model, "run_all") else 1,
    )  # fmt: skip
    kept: list[dict[Site, Call]] = [{} for _ in every]
    ways = []
    for tokens, calls, where in zip(every, kept, places, strict=True):
        rows = None if where is None else {site: where for site in asked if tokens.at(site)[0] is tokens}
        ways.append(keep(calls, asked, some, rows))
    return [
        Trace(model, tokens, to_numpy(logits), calls, heads=some, positions=where)
        for tokens, logits, calls, where in zip(every, run_all(model, every, ways), kept, places, strict=True)
    ]


def as_edits(given: Any) -> tuple[Edit, ...]:
    """Edits, one or several, each as a record or as a person types it. Raises LabError for what is none."""
    several = given if isinstance(given, Iterable) and not isinstance(given, str) else [given]
    made = tuple(parse(edit) if isinstance(edit, str) else edit for edit in several)
    for edit in made:
        if not isinstance(edit, Edit):
            raise LabError("edit-wanted", found=repr(edit))
    return made


def bytes_kept(
    model: Model,
    tokens: Tokens,
    sites: Sequence[Site],
    heads: Sequence[int] | None = None,
    positions: Sequence[int] | None = None,
) -> int:
    """The bytes of q, k and v that a trace of these sites, heads and queries keeps."""
    total = 0
    for site in sites:
        asking, looked_at = tokens.at(site)
        queries = len(asking) if positions is None or asking is not tokens else len(positions)
        total += model.size(site).bytes_kept(queries, len(looked_at), None if heads is None else len(heads))
    return total


def explained(model: Model, tokens: Tokens, edits: Sequence[Edit] = ()) -> Trace:
    """A trace whose every site ran by the formula, edits or none: the path on which before and after are compared.

    Without edits it differs from the model's own kernel by rounding at most, and an identity edit changes nothing,
    to the bit. Raises LabError as `trace` does.
    """
    check_edits(model, tokens, edits)
    budgets.refuse_text(model, tokens, "explained", partial(budgets.explained, model))
    edits = prepared(model, tokens, edits)
    calls: dict[Site, Call] = {}
    attend = partial(attend_edited, model, tokens, edits, together(edits), calls)
    logits = to_numpy(model.run(tokens, attend, **feeding(edits)))
    return Trace(model, tokens, logits, calls, tuple(edits))


def feeding(edits: Sequence[Edit]) -> dict[str, Any]:
    """What a run is given besides `attend` for edits of feed-forward parts; nothing at all where there are none."""
    mine = [edit for edit in edits if isinstance(edit, Feed)]
    return {"feed": partial(_fed, together(mine))} if mine else {}


def _fed(probe: Probe, site: Site, x: Array) -> Array:
    return probe(site, "feed", x)


def attend_edited(
    model: Model, tokens: Tokens, edits: Sequence[Edit], probe: Probe, calls: dict[Site, Call], site: Site, call: Call
) -> Array:
    """Meet a site by the formula with a probe, once the edits there are found to fit; note the call in `calls`."""
    calls[site] = call
    refuse_masked(call, [edit for edit in edits if edit.site == site], model.heads(site), tokens)
    return call.mix(bind(probe, site))


def check_edits(model: Model, tokens: Tokens, edits: Sequence[Edit]) -> None:
    """Raise LabError where an edit names a site, head or place that is not there, or a part that cannot be changed."""
    for edit in edits:
        if isinstance(edit, Feed):
            check_feed(model, find_site(model, edit.site))
        else:
            find_head(model, find_site(model, edit.site), edit.head)
        asking, looked_at = tokens.at(edit.site)
        for axis, side in (("query", asking), ("key", looked_at), ("source", looked_at)):
            place, last = getattr(edit, axis, None), len(side) - 1
            if isinstance(place, int) and not 0 <= place <= last:
                raise LabError("edit-place-unknown", edit=str(edit), place=place, last=last)


def prepared(
    model: Model, tokens: Tokens, edits: Sequence[Edit], clean: Mapping[Site, Call] | None = None
) -> tuple[Edit, ...]:
    """The edits with what they take from other runs at hand; those that take nothing are as they were.

    `clean` are the calls of this text's run without edits, where they are known. Raises LabError for a control text
    that the model cannot read or that has another length, and where no query could do without a hidden key.
    """
    return Others(model, tokens, clean).prepare(edits)


class Others:
    """The runs that edits of one text take from: its own without edits, and those of control texts; each made once."""

    def __init__(self, model: Model, tokens: Tokens, clean: Mapping[Site, Call] | None = None) -> None:
        self.model, self.tokens = model, tokens
        self._calls: dict[str | None, Mapping[Site, Call]] = {} if clean is None else {None: clean}
        self._texts: dict[str, Tokens] = {}
        self._heard: dict[tuple[str | None, Site], Recorder] = {}
        self._fed: dict[str | None, Recorder] = {}

    def prepare(self, edits: Sequence[Edit]) -> tuple[Edit, ...]:
        """See `prepared`."""
        return tuple(self._with(edit) for edit in edits)

    def _with(self, edit: Edit) -> Edit:
        known = getattr(edit, "given", None)
        if known is not None and known.model is self.model and known.tokens == self.tokens:
            return edit
        match edit:
            case Feed(text=str()) | Feed(source="mean"):
                return replace(edit, given=self._given(self._feed(edit)))
            case Patch():
                return replace(edit, given=self._given(self._stage(edit, edit.text, edit.stage)))
            case Swap(text=str(text)):
                return replace(edit, given=self._given(self._stage(edit, text, "v")[edit.key]))
            case Swap(source="mean"):
                return replace(edit, given=self._given(self._mean(edit, "v")))
            case Ablate(to="mean"):
                return replace(edit, given=self._given(self._mean(edit, "output")))
            case Hide():
                return replace(edit, given=self._given(self._spared(edit)))
            case _:
                return edit

    def _given(self, x: Any) -> Given:
        return Given(self.model, self.tokens, x)

    def _control(self, edit: Edit, text: str, side: int) -> None:
        """Cut a control text once; it has as many queries (side 0) or keys (1) as this one."""
        other = self._texts[text] = self._texts.get(text) or self.model.tokens(text)
        found, wanted = (len(one.at(edit.site)[side]) for one in (other, self.tokens))
        if found != wanted:
            raise LabError("control-length", edit=str(edit), text=text, found=found, wanted=wanted)

    def _feed(self, edit: Feed) -> Array:
        """What a layer's feed-forward part adds at each place of a control text, or its mean over this one's places."""
        if edit.text is not None:
            self._control(edit, edit.text, 0)
        if edit.text not in self._fed:
            recorder = self._fed[edit.text] = Recorder()
            tokens = self.tokens if edit.text is None else self._texts[edit.text]
            attend = partial(attend_edited, self.model, tokens, (), leave, {})
            self.model.run(tokens, attend, **{"feed": partial(_fed, recorder)})
        x = self._fed[edit.text].heard[edit.site, "feed"]
        return x if edit.text is not None else array_namespace(x).mean(x, axis=-2)

    def _stage(self, edit: HeadEdit, text: str | None, stage: Stage) -> Array:
        """One head's queries, keys, values or outputs in a run; of this text where `text` is None."""
        if text is not None:
            self._control(edit, text, 0 if stage in ("q", "output") else 1)
        if (text, edit.site) not in self._heard:
            recorder = self._heard[text, edit.site] = Recorder()
            self._call(text, edit.site).mix(bind(recorder, edit.site))
        return self._heard[text, edit.site].heard[edit.site, stage][edit.head]

    def _call(self, text: str | None, site: Site) -> Call:
        if text not in self._calls:
            tokens = self.tokens if text is None else self._texts[text]
            self._calls[text] = explained(self.model, tokens).calls
        return self._calls[text][site]

    def _mean(self, edit: HeadEdit, stage: Stage) -> Array:
        x = self._stage(edit, None, stage)
        return array_namespace(x).mean(x, axis=-2)

    def _spared(self, edit: Hide) -> list[int]:
        call = self._call(None, edit.site)
        seen = _wall(call, self.model.heads(edit.site))[edit.head] > -np.inf
        alone = seen.sum(axis=-1) == 1
        if not (seen[:, edit.key] & ~alone).any():
            piece = self.tokens.at(edit.site)[1].pieces[edit.key]
            raise LabError("hide-unseen", edit=str(edit), key=edit.key, key_piece=piece)
        return np.flatnonzero(alone).tolist()


def replaced(model: Model, tokens: Tokens, change: Replace) -> Tokens:
    """The text with another piece at one place: its ids are what a run reads, the text around it follows.

    Raises LabError where the text has no such place, or the model no such symbol.
    """
    if change.in_source:
        if tokens.source is None:
            raise LabError("replace-no-source", edit=str(change), model=model.name)
        other = replaced(model, tokens.source, replace(change, in_source=False))
        return replace(tokens, source=other)
    place = find_position(tokens, change.position)
    one = find_symbol(model, change.symbol)
    piece, text, spans, flags = model.vocabulary[one], tokens.text, list(tokens.spans), list(tokens.flags)
    if (span := spans[place]) is not None:
        start, end = span
        written = (piece.lstrip() or piece) if text[:start].endswith(" ") or not start else piece
        text = text[:start] + written + text[end:]
        longer = len(written) - (end - start)
        spans[place] = (start, start + len(written))
        spans = [
            (some[0] + longer, some[1] + longer) if some is not None and n > place else some
            for n, some in enumerate(spans)
        ]
    ids = (*tokens.ids[:place], one, *tokens.ids[place + 1 :])
    pieces = (*tokens.pieces[:place], piece, *tokens.pieces[place + 1 :])
    return replace(tokens, text=text, ids=ids, pieces=pieces, spans=tuple(spans), flags=tuple(flags))


def refuse_masked(call: Call, edits: Sequence[Edit], heads: int, tokens: Tokens) -> None:
    """Raise LabError for an edit of an edge behind the mask: that nothing moved must not pass for a finding.

    An edge that is unmasked among the same edits may be edited. So is unmasking one that is visible refused.
    """
    edges = [edit for edit in edits if isinstance(edit, Cut | Drop | Lift | Unmask)]
    if not edges:
        return
    mask = _wall(call, heads)
    opened = {(edit.head, edit.query, edit.key) for edit in edges if isinstance(edit, Unmask)}
    for edit in edges:
        asking, looked_at = tokens.at(edit.site)
        edge = (edit.head, edit.query, edit.key)
        facts = {
            "edit": str(edit),
            "query": edit.query,
            "key": edit.key,
            "query_piece": asking.pieces[edit.query],
            "key_piece": looked_at.pieces[edit.key],
        }
        hidden = mask[edge] == -np.inf
        if isinstance(edit, Unmask):
            if not (mask == -np.inf).any():
                raise LabError("unmask-no-mask", edit=str(edit), site=str(edit.site))
            if not hidden:
                raise LabError("unmask-visible", **facts)
        elif hidden and edge not in opened:
            raise LabError("edit-masked", **facts)


def _wall(call: Call, heads: int) -> Float[np.ndarray, "head query key"]:
    wall, shape = call.wall(), (heads, call.q.shape[-2], call.k.shape[-2])
    return np.broadcast_to(np.zeros(()) if wall is None else to_numpy(wall), shape)


def _finite(x: Float[np.ndarray, "query key"]) -> list[list[float | None]]:
    return [[float(one) if np.isfinite(one) else None for one in row] for row in x]
