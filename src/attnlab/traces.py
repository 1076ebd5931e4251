"""What a run left, and one head's map drawn from it when someone looks."""

import csv
import io
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal

import numpy as np
from jaxtyping import Bool, Float

from attnlab import figures
from attnlab.arrays import Array, log_softmax, to_numpy
from attnlab.edits import Cut, Drop, Edit, Lift, Swap, together
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.formula import Call
from attnlab.model import Model, find_head, find_site, keep
from attnlab.probe import Recorder, Site, bind, chain
from attnlab.tokens import Tokens

MapStage = Literal["score", "mask", "weight"]


@dataclass(frozen=True)
class Map:
    """Where one head looked: row i shares query i's attention among the keys. Axes: query, key."""

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

    @property
    def queries(self) -> tuple[str, ...]:
        """The pieces down the side."""
        return self.tokens.pieces

    @property
    def keys(self) -> tuple[str, ...]:
        """The pieces along the top."""
        return self.tokens.pieces

    @property
    def visible(self) -> Bool[np.ndarray, "query key"]:
        """True where neither the mask nor a cut forbids looking."""
        return (self.mask > -np.inf) & (self.score > -np.inf)

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

    def to_record(self) -> dict[str, Any]:
        """Plain JSON values. A score that is -inf and a mask are told by `state`: visible, masked or cut."""
        return {
            "model": self.model,
            "site": str(self.site),
            "head": self.head,
            "axes": ["query", "key"],
            "queries": list(self.queries),
            "keys": list(self.keys),
            "special": [not plain for plain in self.tokens.plain],
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
                query, self.queries[query], key, self.keys[key], state[query, key],
                repr(float(score)) if np.isfinite(score) else "", repr(float(self.weight[query, key])),
            ])  # fmt: skip
        return text.getvalue()

    def to_xarray(self) -> Any:
        """Scores, mask and weights as one labelled xarray.Dataset; needs the extra `data`."""
        xarray = bring("xarray", "data", "Map.to_xarray")
        places = np.arange(len(self.tokens))
        return xarray.Dataset(
            {name: (("query", "key"), getattr(self, name)) for name in ("score", "mask", "weight")},
            coords={
                "query": places,
                "key": places,
                "query_piece": ("query", list(self.queries)),
                "key_piece": ("key", list(self.keys)),
            },
            attrs={"model": self.model, "site": str(self.site), "head": self.head, "score_unit": "nats"},
        )


@dataclass(frozen=True, eq=False)
class Trace:
    """What a run left: tokens, logits, and how each site was called, before any edit acted there."""

    model: Model
    tokens: Tokens
    logits: Float[np.ndarray, "position symbol"]
    calls: dict[Site, Call]
    edits: tuple[Edit, ...] = ()

    @cached_property
    def probabilities(self) -> Float[np.ndarray, "position symbol"]:
        """What the model expects after each position."""
        return np.exp(log_softmax(self.logits))

    def map(self, site: Site | str = "0", head: int = 0) -> Map:
        """One head's map, computed now from what was kept. Raises LabError for a site or head that is not there."""
        site = find_site(self.model, site)
        find_head(self.model, site, head)
        heard = self._stages[site].heard
        score = to_numpy(heard[site, "score"])[head]
        mask = np.zeros_like(score)
        if (site, "mask") in heard:
            full = to_numpy(heard[site, "mask"])
            mask = np.broadcast_to(full, (self.model.heads(site), *score.shape))[head]
        return Map(
            self.model.name, site, head, self.tokens, score, mask,
            weight=to_numpy(heard[site, "weight"])[head],
            output=to_numpy(heard[site, "output"])[head],
            value=to_numpy(heard[site, "v"])[head],
        )  # fmt: skip

    @cached_property
    def _stages(self) -> "_Stages":
        return _Stages(self)

    def would_have_been(self, site: Site, head: int) -> Float[np.ndarray, "query key"]:
        """The scores of this run before any edit of a score: also at a cut cell and behind the mask."""
        recorder = Recorder()
        contents = [edit for edit in self.edits if isinstance(edit, Swap)]
        self.calls[site].mix(bind(chain(recorder, together(contents)), site))
        return to_numpy(recorder.heard[site, "score"])[head]


class _Stages(dict[Site, Recorder]):
    """Every stage of a site, heard after the edits, computed when first asked for."""

    def __init__(self, run: Trace) -> None:
        super().__init__()
        self.run = run

    def __missing__(self, site: Site) -> Recorder:
        recorder = self[site] = Recorder()
        self.run.calls[site].mix(bind(chain(together(self.run.edits), recorder), site))
        return recorder


def trace(model: Model, text: str | Tokens, edits: Sequence[Edit] = ()) -> Trace:
    """Run a model on a text, with edits if any, and keep how each site was called.

    Memory grows with the text's length, not its square: scores, weights and outputs are computed by
    `Trace.map` when asked for. Raises LabError for a text the model cannot read and an edit that does not fit.

    >>> import attnlab
    >>> attnlab.trace(attnlab.load("previous"), "abcd").map("0", 0).weight.shape
    (5, 5)
    """
    tokens = model.tokens(text) if isinstance(text, str) else text
    if edits:
        return explained(model, tokens, edits)
    calls: dict[Site, Call] = {}
    logits = to_numpy(model.run(tokens, keep(calls)))
    return Trace(model, tokens, logits, calls)


def explained(model: Model, tokens: Tokens, edits: Sequence[Edit] = ()) -> Trace:
    """A trace whose every site ran by the formula, edits or none: the path on which before and after are compared.

    Without edits it differs from the model's own kernel by rounding at most, and an identity edit changes nothing,
    to the bit. Raises LabError as `trace` does.
    """
    check_edits(model, tokens, edits)
    probe, calls = together(edits), {}

    def attend(site: Site, call: Call) -> Array:
        calls[site] = call
        _refuse_masked(call, [edit for edit in edits if edit.site == site], model.heads(site), tokens)
        return call.mix(bind(probe, site))

    logits = to_numpy(model.run(tokens, attend))
    return Trace(model, tokens, logits, calls, tuple(edits))


def check_edits(model: Model, tokens: Tokens, edits: Sequence[Edit]) -> None:
    """Raise LabError where an edit names a site, head or place that is not there."""
    last = len(tokens) - 1
    for edit in edits:
        find_head(model, find_site(model, edit.site), edit.head)
        for place in (getattr(edit, axis, None) for axis in ("query", "key", "source")):
            if place is not None and place > last:
                raise LabError("edit-place-unknown", edit=str(edit), place=place, last=last)


def _refuse_masked(call: Call, edits: Sequence[Edit], heads: int, tokens: Tokens) -> None:
    """An edit of an edge behind the mask would do nothing, and that must not pass for a finding."""
    edges = [edit for edit in edits if isinstance(edit, Cut | Drop | Lift)]
    if call.mask is None or not edges:
        return
    mask = np.broadcast_to(to_numpy(call.mask), (heads, call.q.shape[-2], call.k.shape[-2]))
    for edit in edges:
        if mask[edit.head, edit.query, edit.key] == -np.inf:
            raise LabError(
                "edit-masked",
                edit=str(edit),
                query=edit.query,
                key=edit.key,
                query_piece=tokens.pieces[edit.query],
                key_piece=tokens.pieces[edit.key],
            )


def _finite(x: Float[np.ndarray, "query key"]) -> list[list[float | None]]:
    return [[float(one) if np.isfinite(one) else None for one in row] for row in x]
