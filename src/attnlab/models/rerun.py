"""Going on from the middle of a Hugging Face model's run, whatever its family.

A clean run notes what enters each layer. A later run opens the same doors: layers below the edited one hand their
input on, the edited one is given what entered it then, and the layers above run as they always do, on as many
continuations side by side as are asked for. No layer's code is known here.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, Protocol, cast, runtime_checkable

import torch
from jaxtyping import Float

from attnlab.arrays import Array
from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.model import AttendRows, Feeding, Memory
from attnlab.models.hub import LOCK, Heard, Hub, Watch, encoded, listening, past_of, unmasked
from attnlab.models.products import Products
from attnlab.probe import Site
from attnlab.tokens import Tokens

# sdpa's own kernel on a CPU, which also gives the log of each row's sum: what two parts of a row are joined by
FLASH = getattr(torch.ops.aten, "_scaled_dot_product_flash_attention_for_cpu", None)


def over_past(
    q: Float[torch.Tensor, "row head 1 dim"],
    k: Float[torch.Tensor, "row kv_head 1 dim"],
    v: Float[torch.Tensor, "row kv_head 1 dim"],
    before_k: Float[torch.Tensor, "kv_head past dim"],
    before_v: Float[torch.Tensor, "kv_head past dim"],
    scale: float,
) -> Float[torch.Tensor, "row head 1 dim"]:
    """`formula.suffix_attention` for one query a row that sees every key: the kernel's answer for the past and the
    row's own key, joined by their shares of the sum. Source: Dao et al. 2022 (the log-sum-exp of a part)."""
    rows, heads, _, dim = q.shape
    groups = k.shape[1]
    asked = q.reshape(rows, groups, heads // groups, dim)
    together = asked.permute(1, 0, 2, 3).reshape(1, groups, -1, dim)
    far, sums = cast(Any, FLASH)(together, before_k[None], before_v[None], 0.0, False, scale=scale)
    far = far.reshape(groups, rows, -1, dim).permute(1, 0, 2, 3)
    sums = sums.reshape(groups, rows, -1).permute(1, 0, 2)
    share = torch.sigmoid(sums - (asked * k).sum(-1) * scale)[..., None].to(q.dtype)
    return (far * share + v * (1 - share)).reshape(rows, heads, 1, dim)


@runtime_checkable
class Visitor(Protocol):
    """Meets every layer of one run, and the matrix that makes logits."""

    def enter(self, part: torch.nn.Module, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any: ...


_VISITOR: ContextVar[Visitor | None] = ContextVar("attnlab_visitor", default=None)
_FED: ContextVar["Fed | None"] = ContextVar("attnlab_fed", default=None)


@dataclass
class Passed:
    """One call of a layer in the clean run."""

    x: torch.Tensor
    """What entered it [1, place, width]."""
    rest: tuple | None = None
    """What it gave beside the residual; None where it gave the residual alone."""


@dataclass(eq=False)
class Inner:
    """A clean run, layer by layer."""

    ids: torch.Tensor
    passed: list[Passed] = field(default_factory=list)
    order: dict[tuple[int, int], int] = field(default_factory=dict)
    """(module, how often it was met before) -> number of the call."""
    layer_of: dict[Site, int] = field(default_factory=dict)
    encoded: torch.Tensor | None = None


class Reruns:
    """The doors of one model. It is left as it was found; other threads and other models do not notice."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.head = cast(Any, hub.model).get_output_embeddings() if hub.speaks else None
        self.layers = _layers(hub)
        self.parts = [*self.layers, *([] if self.head is None else [self.head])]
        self.open: Counter[int] = Counter()
        """By the id of a part, how many runs have its door open."""
        self._some: tuple[tuple[int, ...], torch.Tensor, torch.Tensor | None] | None = None

    @contextmanager
    def visited(self, visitor: Visitor) -> Iterator[None]:
        """Every layer of this thread's runs goes through the visitor."""
        before = _VISITOR.set(visitor)
        try:
            with self._opened(self.parts, _door):
                yield
        finally:
            _VISITOR.reset(before)

    @contextmanager
    def fed(self, change: Callable[[Site, torch.Tensor], torch.Tensor], visitor: Visitor | None) -> Iterator[None]:
        """`visited`, with what each layer adds besides attention put as `change` says [text, place, width]."""
        found = self.hub.added
        fed = Fed(found, change, visitor)
        before = _FED.set(fed)
        try:
            with self._opened([part for one in found.values() for part, _ in one.parts], _side_door), self.visited(fed):
                yield
        finally:
            _FED.reset(before)

    @contextmanager
    def _opened(self, parts: Sequence[torch.nn.Module], door: Callable[..., Any]) -> Iterator[None]:
        with LOCK:
            for part in parts:
                if not self.open[id(part)]:
                    part.forward = door(part, part.forward)
                self.open[id(part)] += 1
        try:
            yield
        finally:
            with LOCK:
                for part in parts:
                    self.open[id(part)] -= 1
                    if not self.open[id(part)]:
                        del part.forward

    def remember(self, tokens: Tokens) -> Memory:
        """One text, run once by the formula."""
        hub = self.hub
        inputs = hub.inputs([tokens])
        noted = _Noting(Inner(inputs["decoder_input_ids" if hub.has_encoder else "input_ids"]))
        calls: dict[Site, Call] = {}
        outputs: dict[Site, Array] = {}

        def note(site: Site, call: Call) -> Array:
            calls[site], outputs[site] = call, call.mix()
            if noted.current is None:
                raise LabError("hub-not-resumed", model=hub.name, site=str(site))
            noted.inner.layer_of[site] = noted.current
            return outputs[site]

        watch = Watch(hub, [tokens], [note])
        with listening(hub.model, watch.hear), self.visited(noted):
            given = cast(Any, hub.model)(**inputs, **hub.switches)
        noted.inner.encoded = getattr(given, "encoder_last_hidden_state", None)
        answer = hub.answer(given)
        logits = answer[0].expand(len(tokens), -1) if answer.ndim == 2 else answer[0, : len(tokens)]
        quick = over_past if FLASH is not None and answer.device.type == "cpu" else None
        return Memory(tokens, logits, calls, outputs, noted.inner, quick)

    def resume(
        self, memory: Memory, site: Site, places: range, rows: int, attend: AttendRows, *, read: int,
        symbols: Sequence[int] | None = None, feed: Feeding | None = None, products: Products | None = None,
    ) -> tuple[Float[torch.Tensor, "row symbol"], Float[torch.Tensor, " row"]]:  # fmt: skip
        """See `model.Replayable`."""
        inner: Inner = memory.inner
        at = inner.layer_of[site]
        whole = len(places) == len(memory.tokens)
        some = None if symbols is None or not self.is_linear else self._rows_of(tuple(symbols))
        going = _Going(self.head, inner, at, None if whole else places, rows, read - places.start, some, products)
        met: Counter[int] = Counter()
        for home, sites in self.hub.homes_of.items():
            met[home] = sum(inner.layer_of[one] < at for one in sites)

        def hear(call: Heard) -> tuple[torch.Tensor, Any]:
            here = self.hub.site_of(call.module, met)
            if here is None:
                raise LabError("hub-not-resumed", model=self.hub.name, site=type(call.module).__name__)
            clean = memory.calls[here]
            made = attend(here, Call(
                call.query, call.key, call.value, scale=clean.scale, softcap=clean.softcap, sink=clean.sink
            ))  # fmt: skip
            return made.transpose(1, 2).contiguous(), None

        visiting = self.visited(going) if feed is None else self.fed(feed, going)
        with unmasked(), listening(self.hub.model, hear), visiting:
            given = cast(Any, self.hub.model)(**self._inputs(memory, site, places, rows, whole=whole))
        answer = self.hub.answer(given)
        if answer.ndim == 3:
            answer = answer[:, 0 if going.alone else read - places.start]
        if some is not None and going.alone:
            return answer[:, :-1], answer[:, -1]
        mean = answer.mean(dim=-1)
        return (answer if symbols is None else answer[:, list(symbols)]), mean

    def _inputs(self, memory: Memory, site: Site, places: range, rows: int, *, whole: bool) -> dict[str, Any]:
        inner, taken = memory.inner, self.hub.taken
        if whole:
            inputs = {name: x.expand(rows, -1) for name, x in self.hub.inputs([memory.tokens]).items()}
            if inner.encoded is not None and site.stack == "decoder":
                inputs.pop("input_ids")
                inputs["encoder_outputs"] = encoded(inner.encoded.expand(rows, -1, -1))
            return inputs | self.hub.switches
        ids = inner.ids[:, places.start : places.stop].expand(rows, -1)
        past = "cache" if "cache" in taken else "past_key_values"  # its name before transformers 5.24
        inputs = {"input_ids": ids, past: past_of(places.start), "use_cache": True}
        if "position_ids" in taken:
            inputs["position_ids"] = torch.arange(places.start, places.stop, device=ids.device)[None]
        return inputs

    @cached_property
    def is_linear(self) -> bool:
        """True where what follows the last matrix only scales its logits: it can make their mean as well, then."""
        if not isinstance(self.head, torch.nn.Linear):
            return False
        try:
            ratios = torch.cat([self._ratios(width) for width in (self.head.out_features, 3)])
        except Exception:  # a bias of one width, say: whatever a family's own code makes of three logits
            return False
        return bool((ratios - ratios.mean()).abs().max() < 1e-5 * ratios.mean().abs())

    def _ratios(self, width: int) -> torch.Tensor:
        """What a model's answer is of logits that are given to it."""
        asked = _Asking(self.head, width)
        with listening(self.hub.model, None), self.visited(asked):
            given = cast(Any, self.hub.model)(**self.hub.inputs([self.hub.example()]), **self.hub.switches)
        return (self.hub.answer(given) / cast(torch.Tensor, asked.given)).double().flatten()

    def _rows_of(self, symbols: tuple[int, ...]) -> tuple[torch.Tensor, torch.Tensor | None]:
        """The rows of the last matrix that make these logits, and one that makes the mean of all."""
        if self._some is None or self._some[0] != symbols:
            head, pick = cast(torch.nn.Linear, self.head), list(symbols)
            weight, bias = head.weight.detach(), None if head.bias is None else head.bias.detach()
            # some rows at a time: in one go torch writes the whole matrix in float64 first
            sums = [part.sum(0, dtype=torch.float64) for part in weight.split(2048)]
            mean = (torch.stack(sums).sum(0) / len(weight)).to(weight.dtype)
            some = None if bias is None else torch.cat([bias[pick], bias.mean()[None]])
            self._some = symbols, torch.cat([weight[pick], mean[None]]), some
        return self._some[1:]


@dataclass(frozen=True, eq=False)
class Added:
    """What attention adds to the residual in one layer: the sum of these parts' answers, each times its factor."""

    site: Site
    """The layer's self-attention."""
    parts: tuple[tuple[torch.nn.Module, float], ...]


@dataclass(eq=False)
class Fed:
    """Visits a run in which layers add something else besides attention; another visitor may stand before it."""

    found: dict[tuple[int, int], Added]
    """By a layer's module and how often it was met before; see `models/feeds.py`."""
    change: Callable[[Site, torch.Tensor], torch.Tensor]
    visitor: Visitor | None
    met: Counter[int] = field(default_factory=Counter)
    factors: dict[int, float] = field(default_factory=dict)
    heads: torch.Tensor | None = None
    """What attention has added so far in the layer that runs just now."""

    def enter(self, part: torch.nn.Module, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any:
        added = self.found.get((id(part), self.met[id(part)]))
        self.met[id(part)] += 1
        fed = own if added is None else partial(self.layer, added, own)
        return fed(*args, **named) if self.visitor is None else self.visitor.enter(part, fed, args, named)

    def layer(self, added: Added, own: Callable[..., Any], *args: Any, **named: Any) -> Any:
        x = args[0] if args else named["hidden_states"]
        self.factors, self.heads = {id(part): factor for part, factor in added.parts}, None
        given = own(*args, **named)
        y, heads = given[0] if isinstance(given, tuple) else given, self.heads
        self.factors, self.heads = {}, None
        rest = y - x if heads is None else y - x - heads.reshape(y.shape)
        made = self.change(added.site, rest)
        if made is rest:
            return given
        y = y + (made - rest)  # what was not changed adds exactly nothing
        return (y, *given[1:]) if isinstance(given, tuple) else y

    def meet(self, part: torch.nn.Module, given: Any) -> None:
        """After a part whose answer attention adds has run."""
        if id(part) in self.factors:
            y = self.factors[id(part)] * (given[0] if isinstance(given, tuple) else given)
            self.heads = y if self.heads is None else self.heads + y


class _Noting:
    """Visits the clean run."""

    def __init__(self, inner: Inner) -> None:
        self.inner = inner
        self.met: Counter[int] = Counter()
        self.current: int | None = None

    def enter(self, part: torch.nn.Module, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any:
        if isinstance(part, torch.nn.Linear):
            return own(*args, **named)
        passed = Passed(args[0] if args else named["hidden_states"])
        self.current = len(self.inner.passed)
        self.inner.order[id(part), self.met[id(part)]] = self.current
        self.met[id(part)] += 1
        self.inner.passed.append(passed)
        given = own(*args, **named)
        passed.rest = tuple(given[1:]) if isinstance(given, tuple) else None
        self.current = None
        return given


@dataclass(eq=False)
class _Going:
    """Visits a run that goes on from a layer."""

    head: torch.nn.Module | None
    inner: Inner
    at: int
    places: range | None
    rows: int
    read: int
    some: tuple[torch.Tensor, torch.Tensor | None] | None
    products: Products | None = None
    alone: bool = False
    """True once the logits of the place that is read, and no others, were made."""
    met: Counter[int] = field(default_factory=Counter)

    def enter(self, part: torch.nn.Module, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any:
        if part is self.head:
            return self._answer(own, args, named)
        number = self.inner.order[id(part), self.met[id(part)]]
        self.met[id(part)] += 1
        passed = self.inner.passed[number]
        if number >= self.at and self.products is not None:
            own = partial(_entered, self.products.of_rows(self.rows), own)
        if number > self.at:
            return own(*args, **named)
        if number < self.at:
            x = args[0] if args else named["hidden_states"]
            return x if passed.rest is None else (x, *passed.rest)
        x = passed.x if self.places is None else passed.x[:, self.places.start : self.places.stop]
        x = x.expand(self.rows, -1, -1)
        return own(x, *args[1:], **named) if args else own(**(named | {"hidden_states": x}))

    def _answer(self, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any:
        if len(args) != 1 or named or args[0].ndim != 3:
            return own(*args, **named)
        self.alone = True
        x = args[0][:, self.read : self.read + 1]
        return own(x) if self.some is None else torch.nn.functional.linear(x, *self.some)


def _entered(products: Products, own: Callable[..., Any], *args: Any, **named: Any) -> Any:
    with products:
        return own(*args, **named)


class _Asking:
    """Visits a run to see what becomes of given logits."""

    def __init__(self, head: torch.nn.Module | None, width: int) -> None:
        self.head, self.width = head, width
        self.given: torch.Tensor | None = None

    def enter(self, part: torch.nn.Module, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any:
        made = own(*args, **named)
        if part is self.head:
            made = made[..., : self.width]
            made = self.given = (
                torch.linspace(10.0, 90.0, made.numel(), device=made.device).to(made).reshape(made.shape)
            )
        return made


def _door(part: torch.nn.Module, own: Callable[..., Any]) -> Callable[..., Any]:
    def forward(*args: Any, **named: Any) -> Any:
        visitor = _VISITOR.get()
        return own(*args, **named) if visitor is None else visitor.enter(part, own, args, named)

    return forward


def _side_door(part: torch.nn.Module, own: Callable[..., Any]) -> Callable[..., Any]:
    def forward(*args: Any, **named: Any) -> Any:
        given, fed = own(*args, **named), _FED.get()
        if fed is not None:
            fed.meet(part, given)
        return given

    return forward


def _layers(hub: Hub) -> list[torch.nn.Module]:
    """Every member of the lists of layers in which the sites stand: those without attention are passed as well."""
    parts = dict(hub.model.named_modules())
    lists: dict[int, torch.nn.ModuleList] = {}
    for name in hub.homes.values():
        steps = name.split(".")
        for end in range(1, len(steps)):
            outer = parts[".".join(steps[:end])]
            if isinstance(outer, torch.nn.ModuleList):
                lists[id(outer)] = outer
                break
    return [part for one in lists.values() for part in one]
