"""What many edits of one text do to a target, re-running only what they can change.

One clean run is kept. An edit acts at one site on one row (or on a few), so everything below it, everything before it
in the text, and every logit that the target does not read are as they were. What is left, the edited row's way up
through the layers above, is run for hundreds of edits at once over the clean run's keys and values.

Three ways lead there. *suffix*: as just said, for decoders. *whole*: layers below are left out, all places are run; for
encoders, encoder-decoders, and layers that carry a state. *full*: every edit is a run of its own. Which one a model
can go is not assumed: a few edits are tried by full runs too, and the quickest way that agrees with them is taken.
"""

import copy as duplicate
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Literal, get_args
from weakref import WeakKeyDictionary

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab import budgets
from attnlab.arrays import Array, copy, softmax, to_numpy
from attnlab.edits import Ablate, Cut, Drop, Edit, Feed, Lift, Swap, Unmask, together, within
from attnlab.errors import LabError
from attnlab.formula import Call, suffix_attention
from attnlab.model import BATCH, Memory, Model, Replayable, SiteSize, run_all
from attnlab.probe import Probe, Recorder, Site, Stage, bind, leave
from attnlab.targets import Difference, Target
from attnlab.tokens import Tokens
from attnlab.traces import Others, Trace, attend_edited, check_edits, explained, feeding, refuse_masked

Way = Literal["suffix", "whole", "full"]
WAYS: tuple[Way, ...] = get_args(Way)
Precision = Literal["float32", "bf16"]
PRECISIONS: tuple[Precision, ...] = get_args(Precision)
BUDGET = 500_000_000
"""Bytes that the continuations of one batch may take, by default."""
MOST = 1024
"""Places that are run side by side, at most: more is no faster on a CPU."""

WORTH = 64
"""Places that could be run in the time that a run takes to read a model's weights."""

# Told how many alternatives are done, of how many; what it raises ends the work.
Watch = Callable[[int, int], None]


def silent(done: int, total: int) -> None:
    """The watch that says nothing."""


@dataclass(frozen=True, eq=False)
class Changes:
    """What alternatives did to targets."""

    before: Float[np.ndarray, " target"]
    change: Float[np.ndarray, "alternative target"]
    """After less before, in each target's unit; both ran side by side on one path."""
    precision: Precision = "float32"
    """How the products with weights were worked out: bf16 only where that was asked for; full runs never are."""


@dataclass(frozen=True)
class Proven:
    """The way a model is replayed, and how far it was from full runs."""

    way: Way
    error: float
    """The largest difference, relative to the largest effect tried."""
    refused: tuple[str, ...] = ()
    """Why each quicker way was not taken."""


_PROVEN: "WeakKeyDictionary[Model, Proven]" = WeakKeyDictionary()


class Replay:
    """One text's clean run, ready to say what edits would do.

    `way` is found out where it is not given; `budget` bounds the bytes of a batch. `precision` bf16 rounds what differs
    from the clean run, and the weights it meets, to bfloat16; float32 leaves the model's numbers as they are. Raises
    LabError for a text that the model cannot run, and for a model that cannot be run in bf16.
    """

    def __init__(
        self, model: Model, tokens: Tokens, *, way: Way | None = None, budget: int = BUDGET,
        precision: Precision = "float32",
    ) -> None:  # fmt: skip
        self.model, self.tokens, self.budget = model, tokens, budget
        budgets.refuse_text(model, tokens, "replay", partial(budgets.remembered, model))
        self.precision: Precision = precision
        self.chosen = way is None
        """True where the way was left to be found: then it may differ from set to set."""
        self.proven = proven(model) if way is None else Proven(way, float("nan"))
        self.memory: Memory | None = None
        if self.way != "full" and isinstance(model, Replayable):
            self.memory = model.remember(tokens)
        self.products = None if precision == "float32" else self._rounded()
        self._others = Others(model, tokens, None if self.memory is None else self.memory.calls)
        # of the places that are run just now, and of no others: all queries of a long text would fill any memory
        self._spans: dict[tuple[Site, range], tuple[Array | None, Array | None]] = {}

    @property
    def way(self) -> Way:
        return self.proven.way

    @cached_property
    def exact(self) -> "Replay":
        """The same clean run, gone on from without rounding to bfloat16."""
        other = duplicate.copy(self)
        other.precision, other.products, other._spans = "float32", None, {}
        return other

    def _rounded(self) -> Any:
        if self.precision not in PRECISIONS:
            raise LabError("replay-precision-unknown", precision=str(self.precision), precisions=PRECISIONS)
        products = getattr(self.model, "products", None)
        if products is None or self.memory is None:
            raise LabError("replay-not-rounded", model=self.model.name)
        return products()

    @cached_property
    def clean(self) -> Trace:
        """The clean run: maps and logits as the formula makes them."""
        if self.memory is None:
            return explained(self.model, self.tokens)
        return Trace(self.model, self.tokens, to_numpy(self.memory.logits), self.memory.calls)

    def changes(
        self, alternatives: Sequence[Sequence[Edit]], targets: Sequence[Target], watch: Watch = silent
    ) -> Changes:
        """What each set of edits, made together, does to each target. Every target is read at one position.

        Raises LabError for an edit that does not fit, one behind the mask, and one that leaves a row empty.
        """
        check_edits(self.model, self.tokens, [edit for edits in alternatives for edit in edits])
        alternatives = [self._others.prepare(edits) for edits in alternatives]
        edge = lambda edits: len(edits) == 1 and isinstance(edits[0], Cut | Drop | Lift)  # noqa: E731
        # a small model runs whole sets side by side in less time than it takes to work each out apart
        by_side = self.chosen and self.model.batches and not all(map(edge, alternatives))
        if self.memory is None or by_side or not all(target.alone for target in targets):
            return _full(self.model, self.tokens, alternatives, targets, watch)
        places = {target.position for target in targets}
        if len(places) > 1:
            raise ValueError("targets at several positions are asked for one position at a time")
        return self._run(self.memory, alternatives, targets, places.pop(), watch)

    def _run(
        self, memory: Memory, alternatives: Sequence[Sequence[Edit]], targets: Sequence[Target], read: int,
        watch: Watch,
    ) -> Changes:  # fmt: skip
        order = {site: number for number, site in enumerate(memory.calls)}
        groups: dict[tuple[Site, range], list[int]] = {}
        change = np.zeros((len(alternatives), len(targets)))
        done = 0
        for number, edits in enumerate(alternatives):
            start, length = min((edit.first for edit in edits), default=len(self.tokens)), len(self.tokens)
            if start <= read or (self.way == "whole" and edits):
                lowest = min((edit.site for edit in edits), key=order.__getitem__)
                # an edit above may want the content of any place, as it is there after the edits below
                far = any(edit.site != lowest and not isinstance(edit, Cut | Drop | Lift | Feed) for edit in edits)
                places = range(0 if self.way == "whole" else start, length if self.way == "whole" or far else read + 1)
                groups.setdefault((lowest, places), []).append(number)
            else:
                done += 1  # no row that the target can see is touched
        clean = to_numpy(memory.logits)
        before = np.array([target(clean) for target in targets])
        for (site, places), members in _merged(groups):
            size = self._size(site, places, targets)
            members.sort(key=lambda number: getattr(alternatives[number][0], "head", 0))
            for first in range(0, len(members), size):
                some = members[first : first + size]
                batch = _Batch(self, memory, site, places, [alternatives[number] for number in some], order)
                change[some] = batch.run(targets, read)
                done += len(some)
                watch(done, len(alternatives))
        return Changes(before, change, self.precision)

    def _size(self, site: Site, places: range, targets: Sequence[Target]) -> int:
        symbols = len(self.model.vocabulary) if any(target.needs is None for target in targets) else 0
        keys = len(self.tokens.at(site)[1])
        return side_by_side(self.model.size(site), keys, len(places), self.budget, symbols)


def side_by_side(size: SiteSize, keys: int, places: int, budget: int = BUDGET, symbols: int = 0) -> int:
    """How many alternatives of so many places are run side by side; `symbols` where all logits are read."""
    if not places:
        return 1
    one = places * size.itemsize * (4 * size.heads * keys + 12 * size.heads * size.dim + 2 * symbols)
    return max(1, min(MOST // places, budget // one))


def would_take(
    model: Model, asked: budgets.Length, edits: int, places: int | None = None, beside: int = 0, budget: int = BUDGET
) -> budgets.Parts:
    """What a replay of many edits takes: `edits` at one site, of so many places each (None: the whole text).

    Of a model that goes on over all places only, every edit is of all places.
    """
    whole = any(site.stack == "encoder" for site in model.sites)
    many = asked.pieces if whole or places is None else places
    if not isinstance(model, Replayable):
        return budgets.explained(model, asked).beside(beside)

    def size(one: budgets.Length, count: int) -> int:
        return min(side_by_side(model.size(site), one.at(site)[1], count, budget) for site in model.sites)

    return budgets.replayed(model, asked, size, edits, many, beside)


def _merged(groups: dict[tuple[Site, range], list[int]]) -> list[tuple[tuple[Site, range], list[int]]]:
    """Small groups of one site joined, where running a few places more costs less than a run of its own."""
    made: list[tuple[tuple[Site, range], list[int]]] = []
    # of one site and one last place, the latest start first
    for (site, places), members in sorted(
        groups.items(), key=lambda one: (one[0][0], one[0][1].stop, -one[0][1].start)
    ):
        if made and made[-1][0][0] == site and made[-1][0][1].stop == places.stop:
            (_, later), others = made[-1]
            if len(others) * (later.start - places.start) <= WORTH:
                made[-1] = (site, places), [*others, *members]
                continue
        made.append(((site, places), list(members)))
    return made


class _Batch:
    """Alternatives that begin at one site and one place, and the clean run beside them, as rows of one run."""

    def __init__(
        self, replay: Replay, memory: Memory, site: Site, places: range, alternatives: Sequence[Sequence[Edit]],
        order: dict[Site, int],
    ) -> None:  # fmt: skip
        self.replay, self.memory, self.site, self.places = replay, memory, site, places
        # the clean run comes first: products of many rows treat the last few in another way
        self.alternatives, self.order = [(), *alternatives], order
        self.suffix = replay.way == "suffix"
        self.attending = [[edit for edit in edits if not isinstance(edit, Feed)] for edits in self.alternatives]
        """Of each row the edits that attention meets."""
        self.by_site: dict[Site, list[int]] = {}
        for row, edits in enumerate(self.attending):
            for here in {edit.site for edit in edits}:
                self.by_site.setdefault(here, []).append(row)
        self.fed: dict[Site, dict[int, list[Feed]]] = {}
        """By site and row the edits that the layer's feed-forward part meets."""
        for row, edits in enumerate(self.alternatives):
            for edit in edits:
                if isinstance(edit, Feed):
                    self.fed.setdefault(edit.site, {}).setdefault(row, []).append(edit)

    def run(self, targets: Sequence[Target], read: int) -> Float[np.ndarray, "alternative target"]:
        model = self.replay.model
        assert isinstance(model, Replayable)
        needs = [target.needs for target in targets]
        every = None if None in needs else list(dict.fromkeys(one for some in needs for one in some or ()))
        rows = len(self.alternatives)
        more: dict[str, Any] = {"feed": self.feed} if self.fed else {}
        if self.replay.products is not None:
            more["products"] = self.replay.products
        given, mean = model.resume(
            self.memory, self.site, self.places, rows, self.attend, read=read, symbols=every, **more
        )  # fmt: skip
        logits, mean = to_numpy(given), to_numpy(mean)
        made = []
        for target, mine in zip(targets, needs, strict=True):
            some = logits if mine is None else logits[:, [every.index(one) if every else one for one in mine]]
            values = target.read(some, mean).astype(np.float64)
            made.append(values[1:] - values[0])
        return np.stack(made, axis=-1)

    def attend(self, site: Site, call: Call) -> Array:
        if self.order[site] < self.order[self.site]:
            return self._rows(self._clean(site))
        if site == self.site:
            made = copy(self._rows(self._clean(site)))
            mine = self.by_site.get(site, [])
            simple = [row for row in mine if self._is_simple(row)]
            self._edges(made, simple)
            for row in set(mine) - set(simple):
                self._by_formula(made, row)
            return made
        made = self._onward(site, call)
        for row in self.by_site.get(site, ()):
            made = self._later(made, row, site, call)
        return made

    def feed(self, site: Site, x: Float[Array, "row place width"]) -> Float[Array, "row place width"]:
        """What the layers' feed-forward parts add, where some rows' edits say otherwise."""
        if site not in self.fed:
            return x
        made = copy(x)
        for row, edits in self.fed[site].items():
            made[row] = together(self._shifted(edits, ()))(site, "feed", made[row])
        return made

    # the lowest edited site, where only what the edits say is new

    def _clean(self, site: Site) -> Array:
        z = self.memory.outputs[site]
        return z[:, self.places.start : self.places.stop] if self.suffix else z

    def _rows(self, z: Array) -> Array:
        xp = array_namespace(z)
        return xp.broadcast_to(z, (len(self.alternatives), *z.shape))

    def _is_simple(self, row: int) -> bool:
        edits = self.attending[row]
        return len(edits) == 1 and isinstance(edits[0], Cut | Drop | Lift)

    def _edges(self, made: Array, rows: Sequence[int]) -> None:
        """One edge a row: the edited head's scores are those of the clean run but for one number.

        What that changes in the head's output is worked out in float64 and added to what the head gave, so that no
        rounding of the clean row is taken for an effect, and an edit that changes nothing adds exactly nothing.
        """
        by_row: dict[tuple[int, int], list[int]] = {}
        for row in rows:
            edit = self.attending[row][0]
            by_row.setdefault((edit.head, getattr(edit, "query", 0)), []).append(row)
        xp = array_namespace(made)
        for (head, query), some in by_row.items():
            edits = [self.attending[row][0] for row in some]
            seen, value, before = self._head_row(head, query)
            keys = [getattr(edit, "key", 0) for edit in edits]
            for edit, key in zip(edits, keys, strict=True):
                if float(seen[key]) == -np.inf:
                    refuse_masked(
                        self.memory.calls[self.site], [edit], made.shape[1], self.replay.tokens
                    )  # fmt: skip
            score = copy(xp.broadcast_to(seen, (len(some), *seen.shape)))
            cut = [n for n, edit in enumerate(edits) if isinstance(edit, Cut)]
            dropped = [n for n, edit in enumerate(edits) if isinstance(edit, Drop)]
            for n, edit in enumerate(edits):
                if isinstance(edit, Lift):
                    score[n, keys[n]] += edit.by
            score[cut, [keys[n] for n in cut]] = -np.inf
            sink = self.memory.calls[self.site].sink
            if sink is None and not bool(xp.all(xp.isfinite(xp.max(score, axis=-1)))):
                raise LabError("row-empty", head=head, query=query)
            weight = softmax(score, None if sink is None else sink[head])
            weight[dropped, [keys[n] for n in dropped]] = 0.0
            place = query - (self.places.start if self.suffix else 0)
            made[some, head, place] += xp.astype((weight - before) @ value, made.dtype)

    def _head_row(self, head: int, query: int) -> tuple[Array, Array, Array]:
        """One row's scores with the mask, the values behind them, and its weights; in float64."""
        recorder, call = Recorder(), self.memory.calls[self.site].only([head], [query])
        call.mix(bind(recorder, self.site))
        heard = recorder.heard
        score = heard[self.site, "score"][0, 0]
        if (self.site, "mask") in heard:
            mask = heard[self.site, "mask"]
            score = score + mask.reshape(-1, mask.shape[-1])[0]
        xp = array_namespace(score)
        score, value = (xp.astype(x, xp.float64) for x in (score, heard[self.site, "v"][0]))
        return score, value, softmax(score, None if call.sink is None else call.sink[0])

    def _by_formula(self, made: Array, row: int) -> None:
        edits = [edit for edit in self.attending[row] if edit.site == self.site]
        call = self.memory.calls[self.site]
        refuse_masked(call, edits, made.shape[1], self.replay.tokens)
        heads = sorted({edit.head for edit in edits})
        part = call.only(heads, list(self.places) if self.suffix else None)
        shifted = self._shifted(edits, heads)
        made[row, heads] = part.mix(bind(together(shifted), self.site))

    # the sites above

    def _onward(self, site: Site, call: Call) -> Array:
        clean = self.memory.calls[site]
        if not self.suffix:
            return Call(
                call.q, call.k, call.v, scale=clean.scale, softcap=clean.softcap, bias=clean.bias, mask=clean.mask,
                sink=clean.sink, causal=clean.causal, linear=clean.linear,
            ).mix()  # fmt: skip
        first = self.places.start
        bias, wall = self._span(site)
        quick = self.memory.over_past
        alike = call.v.shape[-1] == call.q.shape[-1]
        special = not alike or any(one is not None for one in (bias, wall, clean.softcap, clean.sink))
        if quick is not None and first and len(self.places) == 1 and not special:
            return quick(call.q, call.k, call.v, clean.k[:, :first], clean.v[:, :first], clean.scale)
        return suffix_attention(
            call.q, call.k, call.v, clean.k[:, :first], clean.v[:, :first],
            scale=clean.scale, softcap=clean.softcap, bias=bias, mask=wall, sink=clean.sink,
        )  # fmt: skip

    def _span(self, site: Site) -> tuple[Array | None, Array | None]:
        """Bias and mask of these places' rows, over the keys up to the last of them; None where all is open."""
        known = self.replay._spans
        if any(places != self.places for _, places in known):
            known.clear()
        if (site, self.places) not in known:
            clean, rows, stop = self.memory.calls[site], list(self.places), self.places.stop
            bias, wall = clean.bias, clean.wall(rows)
            if bias is not None:
                bias = (bias if bias.shape[-2] == 1 else bias[..., rows, :])[..., :stop]
            if wall is not None:
                wall = wall[..., :stop]
                wall = None if bool((wall == 0).all()) else wall
            known[site, self.places] = bias, wall
        return known[site, self.places]

    def _later(self, made: Array, row: int, site: Site, call: Call) -> Array:
        """A row that has edits at a site above as well: there the formula meets its own keys."""
        edits = [edit for edit in self.attending[row] if edit.site == site]
        clean, xp = self.memory.calls[site], array_namespace(made)
        refuse_masked(clean, edits, made.shape[1], self.replay.tokens)
        q, k, v = call.q[row], call.k[row], call.v[row]
        if not self.suffix:
            whole = Call(
                q, k, v, scale=clean.scale, softcap=clean.softcap, bias=clean.bias, mask=clean.mask, sink=clean.sink,
                causal=clean.causal, linear=clean.linear,
            )  # fmt: skip
            made[row] = whole.mix(bind(together(edits), site))
            return made
        first = self.places.start
        bias, wall = self._span(site)
        joined = Call(
            q, xp.concat([clean.k[:, :first], k], axis=-2), xp.concat([clean.v[:, :first], v], axis=-2),
            scale=clean.scale, softcap=clean.softcap, bias=bias, mask=wall, sink=clean.sink,
        )  # fmt: skip
        heads = list(range(q.shape[0]))
        made[row] = joined.mix(bind(together(self._shifted(edits, heads)), site))
        return made

    def _shifted(self, edits: Sequence[Edit], heads: Sequence[int]) -> list[Edit]:
        """The edits as they stand among these heads and places; one of a later query has nothing to say here."""
        first = self.places.start if self.suffix else 0
        last = self.places.stop if self.suffix else sys.maxsize
        asked = [edit for edit in edits if (query := getattr(edit, "query", None)) is None or query < last]
        return [within(edit, heads, first) for edit in asked]


# --- full runs ------------------------------------------------------------------------------------------------------


def run_each(
    model: Model, tokens: Tokens, alternatives: Sequence[Sequence[Edit]], *, most: int = 128
) -> Iterator[Float[np.ndarray, "position symbol"]]:
    """Logits of one text under each set of edits in turn, all by the formula. No edits at all give the clean run.

    A model that batches runs up to `most` of them at once. Raises LabError where an edit does not fit or empties a row.
    """
    check_edits(model, tokens, [edit for edits in alternatives for edit in edits])
    others = Others(model, tokens)
    alternatives = [others.prepare(edits) for edits in alternatives]
    if not model.batches:
        for edits in alternatives:
            yield explained(model, tokens, edits).logits
        return
    for first in range(0, len(alternatives), most):
        some = alternatives[first : first + most]
        probe = _side_by_side(some)
        fed = any(isinstance(edit, Feed) for edits in some for edit in edits)
        more: dict[str, Any] = {"feed": partial(_feed_each, probe)} if fed else {}
        logits = to_numpy(model.run(tokens, partial(_attend_each, model, tokens, some, probe), **more))
        # where no alternative reaches the logits there is no batch axis, and all rows are alike
        yield from np.broadcast_to(logits, (len(some), *logits.shape[-2:]))


def _attend_each(
    model: Model, tokens: Tokens, alternatives: Sequence[Sequence[Edit]], probe: Probe, site: Site, call: Call
) -> Array:
    # one set's unmasked edge is no other's: sets that unmask are looked at alone
    apart = [edits for edits in alternatives if any(isinstance(edit, Unmask) for edit in edits)]
    joined = [edit for edits in alternatives if edits not in apart for edit in edits]
    for edits in (joined, *apart):
        refuse_masked(call, [edit for edit in edits if edit.site == site], model.heads(site), tokens)
    return call.mix(bind(probe, site))


def _feed_each(probe: Probe, site: Site, x: Array) -> Array:
    return probe(site, "feed", x)


def _side_by_side(alternatives: Sequence[Sequence[Edit]]) -> Probe:
    """One probe for several sets of edits: where any acts, the stage gets a leading axis, one row a set."""
    acting: set[tuple[Site, Stage]] = {
        (edit.site, stage) for edits in alternatives for edit in edits for stage in edit.stages
    }
    return partial(_each_row, alternatives, acting)


def _each_row(
    alternatives: Sequence[Sequence[Edit]], acting: set[tuple[Site, Stage]], site: Site, stage: Stage, x: Array
) -> Array:
    if (site, stage) not in acting:
        return x
    # an axis beyond head, place and place (place and width beside attention) was put there by an earlier stage or site,
    # one row a set of edits
    rows = list(x) if x.ndim == (3 if stage == "feed" else 4) else [x] * len(alternatives)
    for number, edits in enumerate(alternatives):
        for edit in edits:
            rows[number] = edit(site, stage, rows[number])
    return array_namespace(x).stack(rows)


def _full(
    model: Model, tokens: Tokens, alternatives: Sequence[Sequence[Edit]], targets: Sequence[Target], watch: Watch
) -> Changes:
    """Every set of edits as a run of its own, a clean one beside them; the formula acts at the edited sites."""
    change = np.zeros((len(alternatives), len(targets)))
    before = np.zeros(len(targets))
    size = len(alternatives) if model.batches else BATCH - 1
    for first in range(0, max(1, len(alternatives)), max(1, size)):
        some = [(), *alternatives[first : first + size]]
        if model.batches:
            runs = run_each(model, tokens, some)
        else:
            active = {edit.site for edits in some for edit in edits if not isinstance(edit, Feed)}
            ways = [_at(model, tokens, active, edits) for edits in some]
            feeds = [feeding(edits).get("feed") for edits in some]
            runs = map(to_numpy, run_all(model, [tokens] * len(ways), ways, feeds))
        for number, logits in enumerate(runs):
            values = np.array([target(logits) for target in targets])
            if number:
                change[first + number - 1] = values - before
                watch(first + number, len(alternatives))
            else:
                before = values
    return Changes(before, change)


def _at(model: Model, tokens: Tokens, active: set[Site], edits: Sequence[Edit]) -> Callable[[Site, Call], Array | None]:
    probe = together(edits) if edits else leave
    kept: dict[Site, Call] = {}

    def attend(site: Site, call: Call) -> Array | None:
        return attend_edited(model, tokens, edits, probe, kept, site, call) if site in active else None

    return attend


# --- which way ------------------------------------------------------------------------------------------------------


def proven(model: Model) -> Proven:
    """The quickest way that agrees with full runs on a few edits; found once a model."""
    if model not in _PROVEN:
        _PROVEN[model] = _prove(model)
    return _PROVEN[model]


def _prove(model: Model) -> Proven:
    example = getattr(model, "example", None)
    if example is None or not isinstance(model, Replayable):
        return Proven("full", 0.0)
    tokens: Tokens = example()
    target = Difference(0, 1, len(tokens) - 1)
    tried: list[list[Edit]] = []
    for site in {model.sites[0], model.sites[len(model.sites) // 2], model.sites[-1]}:
        asking, looked_at = tokens.at(site)
        head = model.heads(site) - 1
        query = len(asking) - 1
        top = model.sites[-1]
        tried.append([Drop(site, head, query, min(query, len(looked_at) - 1))])
        tried.append([Swap(site, head, 1), Ablate(site, 0)])
        tried.append([Drop(site, 0, 1, 0), Lift(top, 0, len(tokens.at(top)[0]) - 1, len(tokens.at(top)[1]) - 1, 1.0)])
    wanted = _full(model, tokens, tried, [target], silent).change
    size = float(np.abs(wanted).max())
    refused: list[str] = []
    near = 1e-8 if model.size(model.sites[0]).itemsize == 8 else 1e-3
    ways: list[Way] = ["whole"] if any(site.stack == "encoder" for site in model.sites) else ["suffix", "whole"]
    for way in ways:
        try:
            # one at a time: sets of a like start would be run from the earliest of them, which proves less
            replay = Replay(model, tokens, way=way)
            found = np.concatenate([replay.changes([one], [target]).change for one in tried])
        except Exception as fault:  # whatever a family's own code makes of it: the next way is tried
            refused.append(f"{way}: {type(fault).__name__}: {fault}")
            continue
        error = float(np.abs(found - wanted).max()) / (size or 1.0)
        if error <= near:
            return Proven(way, error, tuple(refused))
        refused.append(f"{way}: off by {error:.1e} of the largest effect")
    return Proven("full", 0.0, tuple(refused))
