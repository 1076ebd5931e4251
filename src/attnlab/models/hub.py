"""Hugging Face models as the lab meets any model; nothing else here knows transformers.

A model is given one attention function and one mask function, both under a name that tells which of its kernels it
had. The function hands each call to whoever listens in this thread, and to that kernel when nobody does. So no layer
is re-implemented, no family has code of its own, and what is not being watched runs as it always did.
"""

import inspect
import json
import os
import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, wraps
from math import prod
from pathlib import Path
from typing import Any, TypeAlias, cast

import numpy as np
import torch
import transformers
from huggingface_hub.errors import LocalEntryNotFoundError, StrictDataclassError
from jaxtyping import Float
from safetensors import SafetensorError, safe_open
from transformers import AttentionInterface, AttentionMaskInterface, PreTrainedConfig, PreTrainedModel
from transformers.modeling_outputs import BaseModelOutput

from attnlab import budgets
from attnlab.arrays import Array, to_numpy
from attnlab.errors import LabError
from attnlab.files import folder_whole, readable_file, sweep_drafts
from attnlab.formula import Call
from attnlab.model import Attend, AttendRows, Feeding, Memory, Part, Proof, SiteSize, fingerprint, own_kernel, prove
from attnlab.probe import Site
from attnlab.tokens import PLAIN, Flag, Tokens

# --- what a family cannot say for itself ----------------------------------------------------------------------------

# Begin-of-text marks that belong to a chat, and what stands before plain text instead.
PLAIN_START = {"<|im_start|>": "<|endoftext|>"}
# Where the answer stands in what a model gives back; the last is no answer but the state before one.
ANSWERS = ("logits", "prediction_logits", "last_hidden_state")
# Keywords of an attention call that change the formula, and those that do not: they serve other kernels or the caller.
MEANT = frozenset({"scaling", "softcap", "position_bias", "s_aux", "is_causal"})
IDLE = frozenset({
    "dropout", "sliding_window", "position_ids", "cache_position", "deterministic", "layer_idx",
    "cu_seq_lens_q", "cu_seq_lens_k", "max_length_q", "max_length_k",
    "use_cache", "return_dict", "output_attentions", "output_hidden_states", "output_router_logits",
    "num_items_in_batch", "logits_to_keep", "token_type_ids", "position_embeddings", "past_key_values",
})  # fmt: skip
# Layers that are attention in name only: they keep a state instead of looking back, so there is no map to draw.
NO_MAP = frozenset({"MiniMaxLightningAttention"})
# Activations that are put together of products and powers, with as many numbers at hand for each step.
PIECES = frozenset({"NewGELUActivation", "FastGELUActivation", "QuickGELUActivation", "ClippedGELUActivation"})
# How far the formula may be from a kernel that rounds to so many bits, relative to the largest logit.
ROUNDING = {torch.float64: 1e-12, torch.float32: 2e-5, torch.float16: 2e-2, torch.bfloat16: 1e-1}
# What transformers raises over a configuration or weights that it cannot make a model of; nothing narrower is promised.
UNBUILT = (
    OSError, ValueError, LookupError, ImportError, RuntimeError, TypeError, AttributeError, ArithmeticError,
    AssertionError,
    SafetensorError, StrictDataclassError,
)  # fmt: skip

# --- the seam -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Heard:
    """One call of attention, as a model made it. Axes: text, head, position, dim."""

    own: str
    module: torch.nn.Module
    query: torch.Tensor
    key: torch.Tensor
    value: torch.Tensor
    mask: torch.Tensor | None
    rest: Mapping[str, Any]

    def kernel(self) -> tuple[torch.Tensor, Any]:
        """What the model's own kernel makes of it: the output [text, position, head, dim], and what it gives beside."""
        run = _own_eager(self.module) if self.own == "eager" else AttentionInterface._global_mapping[self.own]
        return run(self.module, self.query, self.key, self.value, self.mask, **self.rest)


# Whoever hears the attention calls of one run, and answers each as the model's kernel would.
Listener: TypeAlias = Callable[[Heard], tuple[torch.Tensor, Any]]

_LISTENER: ContextVar[Listener | None] = ContextVar("attnlab_listener", default=None)
_PREFIX = "attnlab_"
KERNELS = ("sdpa", "eager")


def _attention(own: str) -> Callable[..., tuple[torch.Tensor, Any]]:
    def attend(module, query, key, value, attention_mask=None, **rest):
        call = Heard(own, module, query, key, value, attention_mask, rest)
        listener = _LISTENER.get()
        return call.kernel() if listener is None else listener(call)

    return attend


_UNMASKED: ContextVar[bool] = ContextVar("attnlab_unmasked", default=False)


@contextmanager
def unmasked() -> Iterator[None]:
    """In this thread no mask is made: whoever listens has those of an earlier run."""
    before = _UNMASKED.set(True)
    try:
        yield
    finally:
        _UNMASKED.reset(before)


def _mask(own: str) -> Callable[..., torch.Tensor | None]:
    make = AttentionMaskInterface._global_mapping[own]

    @wraps(make)
    def mask(*args: Any, **named: Any) -> torch.Tensor | None:
        return None if _UNMASKED.get() else make(*args, **named)

    return mask


for _own in KERNELS:
    AttentionInterface.register(_PREFIX + _own, _attention(_own))
    # without a mask function of the same name the mask is None, and a causal model sees the future
    AttentionMaskInterface.register(_PREFIX + _own, _mask(_own))


def _own_eager(module: torch.nn.Module) -> Callable[..., tuple[torch.Tensor, Any]]:
    """The eager attention that stands beside a layer's code: the kernel of a model that does not use sdpa."""
    for kind in type(module).__mro__:
        if "forward" in kind.__dict__:
            beside = inspect.unwrap(kind.__dict__["forward"]).__globals__
            if "eager_attention_forward" in beside:
                return beside["eager_attention_forward"]
    raise LabError("hub-kernel-unknown", kernel="eager", module=type(module).__name__, kernels=list(KERNELS))


LOCK = threading.Lock()
"""Held while a model is switched over or back."""
_HELD: dict[tuple[int, str], list] = {}  # (id, attribute) -> [object, what it was, how many runs hold it]


@contextmanager
def _held(wishes: Iterable[tuple[Any, str, Any]]) -> Iterator[None]:
    """Set attributes, and set them back when the last run that needs them ends, however it ends."""
    taken: list[tuple[int, str]] = []
    try:
        with LOCK:
            for thing, attribute, value in wishes:
                key = (id(thing), attribute)
                _HELD.setdefault(key, [thing, getattr(thing, attribute), 0])[2] += 1
                taken.append(key)
                setattr(thing, attribute, value)
        yield
    finally:
        with LOCK:
            for key in taken:
                _HELD[key][2] -= 1
                if not _HELD[key][2]:
                    thing, before, _ = _HELD.pop(key)
                    setattr(thing, key[1], before)


def _configs(model: torch.nn.Module) -> list[Any]:
    """Every configuration that a part of the model reads its kernel from; some models hold copies."""
    held = (getattr(part, "config", None) for part in model.modules())
    return list({id(one): one for one in held if isinstance(one, PreTrainedConfig)}.values())


def _own_kernel_of(config: Any) -> str:
    own = config._attn_implementation or "eager"
    return own.removeprefix(_PREFIX)


@contextmanager
def listening(model: torch.nn.Module, listener: Listener | None) -> Iterator[None]:
    """The model in eval mode and without gradients; its attention calls in this thread go to the listener, if any.

    Other models, other threads and other tools are untouched, and the model is left as it was found.
    Raises LabError for a kernel whose calls cannot be explained.
    """
    wishes: list[tuple[Any, str, Any]] = [(part, "training", False) for part in model.modules() if part.training]
    if listener is not None:
        for config in _configs(model):
            own = _own_kernel_of(config)
            if own not in KERNELS:
                raise LabError("hub-kernel-unknown", kernel=own, module=type(model).__name__, kernels=list(KERNELS))
            wishes.append((config, "_attn_implementation_internal", _PREFIX + own))
    before = _LISTENER.set(listener)
    try:
        with _held(wishes), torch.no_grad():
            yield
    finally:
        _LISTENER.reset(before)


def refuse_unknown(heard: Heard) -> None:
    """Raise LabError for a keyword nobody here knows: ignoring it would explain another model."""
    unknown = [name for name, value in heard.rest.items() if value is not None and name not in MEANT | IDLE]
    if unknown:
        raise LabError("hub-keyword-unknown", module=type(heard.module).__name__, keywords=unknown)


def explain(heard: Heard, text: int, queries: int, keys: int, walls: dict[int, torch.Tensor]) -> Call:
    """One text's part of a call, in the lab's words. `queries` and `keys` are how many of its places are real.

    Raises LabError for a keyword nobody here knows.
    """
    refuse_unknown(heard)
    rest, q = heard.rest, heard.query[text]
    k, v = heard.key[text], heard.value[text]
    scaling, causal = rest.get("scaling"), rest.get("is_causal")
    bias, mask = rest.get("position_bias"), heard.mask
    # sdpa has neither; where a model lets it drop them in silence, what it ran is what is explained
    softcap, sink = (rest.get("softcap"), rest.get("s_aux")) if heard.own == "eager" else (None, None)
    if causal is None:
        causal = getattr(heard.module, "is_causal", True)
    # sdpa keeps the future out by a flag where there is no mask; eager has no such flag
    causal = bool(causal) and heard.own == "sdpa" and mask is None and q.shape[-2] > 1
    if mask is not None:
        mask = _of_text(walls.get(id(mask), mask) if mask.dtype != torch.bool else mask, text)
        mask = mask[..., : min(queries, mask.shape[-2]), :keys]
    return Call(
        q[:, :queries],
        k[:, :keys],
        v[:, :keys],
        scale=float(q.shape[-1] ** -0.5 if scaling is None else scaling),
        softcap=softcap,
        bias=None if bias is None else _of_text(bias, text)[..., :queries, :keys],
        mask=mask,
        sink=None if sink is None else sink.detach().reshape(-1),
        causal=causal,
        kernel=lambda: heard.kernel()[0][text, :queries].transpose(0, 1),
    )


def _stored(arrays: Iterable[torch.Tensor | None], met: set[int]) -> Iterator[int]:
    """The bytes of each piece of memory that lies behind arrays, once, and not where it was met before."""
    for x in arrays:
        if x is not None and (home := x.untyped_storage()).data_ptr() not in met:
            met.add(home.data_ptr())
            yield home.nbytes()


def _of_text(x: torch.Tensor, text: int) -> torch.Tensor:
    if x.ndim < 4:
        return x
    return x[text if x.shape[0] > 1 else 0]


def as_wall(mask: torch.Tensor) -> torch.Tensor:
    """A mask of numbers as True and False where it holds nothing else, else with -inf for "may not look"."""
    shut = mask <= torch.finfo(mask.dtype).min / 2
    open_ = mask == 0
    return open_ if bool((shut | open_).all()) else mask.masked_fill(shut, -torch.inf)


class Watch:
    """Hears one run: every text's part of every site's call is handed to that text's `attend`."""

    def __init__(self, hub: "Hub", texts: Sequence[Tokens], attends: Sequence[Attend]) -> None:
        self.hub, self.texts, self.attends = hub, texts, attends
        self.met: Counter[int] = Counter()
        self.walls: dict[int, torch.Tensor] = {}
        self.kept: list[torch.Tensor] = []  # so that no id in `walls` is used twice

    def hear(self, call: Heard) -> tuple[torch.Tensor, Any]:
        site = self.hub.site_of(call.module, self.met)
        if site is None:
            return call.kernel()
        if call.query.shape[0] != len(self.texts):
            raise LabError("hub-rows-are-not-texts", model=self.hub.name, site=str(site), rows=call.query.shape[0])
        mask = call.mask
        if mask is not None and mask.dtype != torch.bool and id(mask) not in self.walls:
            self.walls[id(mask)] = as_wall(mask)
            self.kept.append(mask)
        made: list[Array | None] = []
        for place, (tokens, attend) in enumerate(zip(self.texts, self.attends, strict=True)):
            asking, looked_at = tokens.at(site)
            made.append(attend(site, explain(call, place, len(asking), len(looked_at), self.walls)))
        if all(one is None for one in made):
            return call.kernel()
        if len(made) == 1 and made[0] is not None and made[0].shape[-2] == call.query.shape[-2]:
            return made[0].transpose(0, 1)[None].contiguous(), None
        texts, heads, places = call.query.shape[:3]
        some = any(one is None for one in made)
        out = call.kernel()[0].clone() if some else call.value.new_zeros(texts, places, heads, call.value.shape[-1])
        for place, one in enumerate(made):
            if one is not None:
                out[place, : one.shape[-2]] = one.transpose(0, 1)
        return out, None


class Survey:
    """Hears a first run: which modules call, how often, in what order, and with what sizes."""

    def __init__(self) -> None:
        self.calls: list[Heard] = []
        self.given: torch.Tensor | None = None
        self.joins: dict[int, torch.nn.Module] = {}
        """By the number of a call, the part that was handed the heads' outputs side by side: the output projection."""

    def hear(self, call: Heard) -> tuple[torch.Tensor, Any]:
        self.calls.append(call)
        made = call.kernel()
        self.given = made[0]
        return made

    def meet(self, part: torch.nn.Module, args: tuple) -> None:
        """Before each innermost part runs: is this what the last call's outputs go into?"""
        last = len(self.calls) - 1
        if self.given is None or not args or last in self.joins or not isinstance(x := args[0], torch.Tensor):
            return
        if x.numel() == self.given.numel() and torch.equal(x.reshape(-1), self.given.reshape(-1)):
            self.joins[last] = part


# --- going on from the middle of a run ------------------------------------------------------------------------------


class Past(transformers.DynamicCache):
    """A cache that holds nothing but a length: each layer gets back its own new keys and values, and no others."""

    def __init__(self, length: int) -> None:
        super().__init__()
        self.length = length

    def update(self, key_states, value_states, layer_idx, *args, **named):
        return key_states, value_states

    def get_seq_length(self, *args, **named):
        return self.length

    def get_query_offset(self, *args, **named):
        return self.length

    def get_mask_sizes(self, query_length, *args, **named):
        # transformers 5.15 hands over the places themselves
        return self.length + (query_length if isinstance(query_length, int) else len(query_length)), 0


def past_of(length: int) -> Any:
    """What a model takes for the cache of so many places before."""
    return Past(length)


def encoded(x: torch.Tensor) -> Any:
    """What an encoder-decoder takes for an encoder's answer."""
    return BaseModelOutput(last_hidden_state=cast(Any, x))


# --- generation -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Step:
    """What one forward pass of a generation asked at one site, for every row of the batch; in memory of its own."""

    q: torch.Tensor
    k: torch.Tensor
    v: torch.Tensor
    output: torch.Tensor
    mask: torch.Tensor | None
    bias: torch.Tensor | None
    first: int
    """The place of the first of its queries, padding counted."""
    shift: int
    """Column c of this pass is place c + shift: a cache that slides has forgotten the earlier ones."""
    width: int
    call: Heard


class Scribe:
    """Hears a generation: keeps each pass's own queries, keys and values, and what the kernel made of them."""

    def __init__(self, hub: "Hub") -> None:
        self.hub = hub
        self.met: Counter[int] = Counter()
        self.steps: dict[Site, list[Step]] = {}

    def hear(self, call: Heard) -> tuple[torch.Tensor, Any]:
        given = call.kernel()
        site = self.hub.site_of(call.module, self.met)
        if site is None:
            return given
        refuse_unknown(call)
        steps = self.steps.setdefault(site, [])
        queries, width = call.query.shape[-2], call.key.shape[-2]
        first = steps[-1].first + steps[-1].q.shape[-2] if steps else 0
        k, v, shift = call.key, call.value, 0
        if site == Site(site.layer):
            # whatever the cache, the new keys are those of the last places it holds; the rest is filled up later
            shift = max(0, first + queries - width)
            here = slice(first - shift, first - shift + queries)
            k, v = k[:, :, here].clone(), v[:, :, here].clone()
        elif steps:
            k, v = steps[0].k, steps[0].v
        mask = call.mask
        if mask is not None:
            mask = mask.clone() if mask.dtype == torch.bool else as_wall(mask)
        bias = call.rest.get("position_bias")
        steps.append(Step(
            call.query.clone(), k, v, given[0].clone(), mask, None if bias is None else bias.clone(),
            first, shift, width, replace(call, query=call.query[:, :, :1], key=k, value=v, mask=None),
        ))  # fmt: skip
        return given

    def read(self, site: Site, rows: Sequence[int], text: int, drop: int, places: int, source: int) -> Call:
        """One finished text's call: pass t is read from row `rows[t]`, without its first `drop` places of padding."""
        steps = self.steps[site]
        if site.stack == "encoder":
            q, k, v = (x[text][:, :source] for x in (steps[0].q, steps[0].k, steps[0].v))
            out = steps[0].output[text][:source]
            rows = [text]
        else:
            rows = rows[: len(steps)]
            pairs = list(zip(steps, rows, strict=False))
            q = torch.cat([step.q[row] for step, row in pairs], 1)[:, drop:places]
            out = torch.cat([step.output[row] for step, row in pairs], 0)[drop:places]
            if site.kind == "cross":
                k, v = (x[rows[0]][:, :source] for x in (steps[0].k, steps[0].v))
            else:
                k = torch.cat([step.k[row] for step, row in pairs], 1)[:, drop:places]
                v = torch.cat([step.v[row] for step, row in pairs], 1)[:, drop:places]
        last = steps[0].call
        scaling, added = last.rest.get("scaling"), last.rest if last.own == "eager" else {}
        sink = added.get("s_aux")
        output = out.transpose(0, 1)
        wall, causal = None, False
        if site == Site(site.layer):
            wall = self._wall(steps, rows, drop, places)
            causal = wall.dtype == torch.bool and bool((wall == torch.ones_like(wall).tril()).all())
        bias = self._bias(steps, rows, drop, *(x.shape[-2] for x in (q, k)), own=site == Site(site.layer))
        return Call(
            q, k, v,
            scale=float(q.shape[-1] ** -0.5 if scaling is None else scaling),
            softcap=added.get("softcap"),
            bias=bias,
            mask=None if causal else wall,
            sink=None if sink is None else sink.detach().reshape(-1),
            causal=causal,
            kernel=lambda: output,
        )  # fmt: skip

    def _wall(self, steps: Sequence[Step], rows: Sequence[int], drop: int, places: int) -> torch.Tensor:
        """Who sees whom among the text's own places, put together from what each pass was allowed to see."""
        every = [step.mask for step in steps if step.mask is not None]
        numbers = next((mask for mask in every if mask.dtype != torch.bool), None)
        heads = max((mask.shape[1] for mask in every), default=1)
        whole = torch.full((heads, places, places), False, device=steps[0].q.device)
        if numbers is not None:
            whole = torch.full((heads, places, places), -torch.inf, dtype=numbers.dtype, device=numbers.device)
        for step, row in zip(steps, rows, strict=False):
            queries = min(step.q.shape[-2], places - step.first)
            if queries <= 0:
                break
            columns = min(step.width, places - step.shift)
            part = whole[:, step.first : step.first + queries, step.shift : step.shift + columns]
            if step.mask is not None:
                seen = step.mask[row if step.mask.shape[0] > 1 else 0][:, :queries, :columns]
                if seen.dtype == torch.bool and numbers is not None:
                    seen = torch.where(seen, 0.0, -torch.inf)
                part.copy_(seen.expand_as(part))
            else:
                order = torch.arange(step.first, step.first + queries, device=part.device)[:, None]
                seen = torch.arange(step.shift, step.shift + columns, device=part.device) <= order
                part.copy_(seen if numbers is None else torch.where(seen, 0.0, -torch.inf))
        return whole[:, drop:, drop:]

    def _bias(
        self, steps: Sequence[Step], rows: Sequence[int], drop: int, queries: int, keys: int, *, own: bool
    ) -> torch.Tensor | None:
        if steps[0].bias is None:
            return None
        whole = steps[0].bias.new_zeros(steps[0].bias.shape[1], queries + drop, keys + (drop if own else 0))
        for step, row in zip(steps, rows, strict=False):
            if step.bias is not None:
                mine = step.bias[row if step.bias.shape[0] > 1 else 0]
                part = whole[:, step.first : step.first + mine.shape[1], step.shift : step.shift + mine.shape[2]]
                part.copy_(mine[:, : part.shape[1], : part.shape[2]])
        return whole[:, drop:, drop if own else 0 :]


@dataclass(frozen=True, eq=False)
class Saying:
    """One text that a model has continued, and how each site was called on the way."""

    tokens: Tokens
    """The finished text."""
    first: int
    """The position of the first new token."""
    calls: dict[Site, Call]
    """Over every place but the last, which nothing has read yet."""
    logits: torch.Tensor
    """Of those places, in nats; NaN before the last place of the prompt, where generation computes none."""
    kept: dict[Site, tuple[int, ...]] = field(default_factory=dict)
    """By site, how many keys each pass had at hand, those of its own places among them; padding is counted."""


# --- the model ------------------------------------------------------------------------------------------------------


class Hub:
    """A Hugging Face model with its tokenizer, as the lab meets any model.

    Without a tokenizer a text is a row of ids, such as "5 17 3". An encoder-decoder reads two texts,
    "source => target"; where no target is given, its decoder has said nothing yet.
    """

    batches = False
    """A batch is asked for by `run_all`; an output cannot widen a run that has begun."""

    def __init__(self, name: str, model: PreTrainedModel, tokenizer: Any = None, *, start: str | None = None) -> None:
        """Find the sites of a model. Raises LabError for one that runs on no text or whose layers stay silent."""
        self.name, self.model, self.tokenizer = name, model, tokenizer
        self.start = _plain_start(tokenizer) if start is None else start
        self.taken = frozenset(inspect.signature(model.forward).parameters)
        """The names of what its forward pass takes."""
        self.has_encoder = "decoder_input_ids" in self.taken
        self.switches: dict[str, Any] = {"use_cache": False} if "use_cache" in self.taken else {}
        self.homes_of: dict[int, tuple[Site, ...]] = {}
        """By the id of a module, the sites that it is."""
        self._sizes: dict[Site, SiteSize] = {}
        self.homes: dict[Site, str] = {}
        """Of each site, the name of the module that is the site."""
        self.proof: Proof | None = None
        self._find_sites()

    def __repr__(self) -> str:
        return f"<{self.name}: {type(self.model).__name__}, {len(self.sites)} attention layers>"

    @property
    def weight_bytes(self) -> int:
        """The memory that its weights take."""
        return sum(part.numel() * part.element_size() for part in self.model.parameters())

    @cached_property
    def breadth(self) -> budgets.Breadth:
        """How wide its rows are: what a run's memory is predicted from."""
        head = self.model.get_output_embeddings() if self.speaks else None
        table = self.model.get_input_embeddings()
        plain = [
            max(cast(Any, part.weight).shape)
            for part in self.model.modules()
            if part is not head and part is not table and isinstance(getattr(part, "weight", None), torch.Tensor)
            and cast(Any, part.weight).ndim == 2 and not isinstance(part, torch.nn.Embedding)
        ]  # fmt: skip
        made_of_pieces = any(type(part).__name__ in PIECES for part in self.model.modules())
        item = next(iter(self._sizes.values())).itemsize
        return budgets.Breadth(
            self._text_config.hidden_size,
            max(plain),
            self._answer_size,
            item,
            4 if made_of_pieces else 3,
            True,
            self.model.device.type == "cpu",
        )

    # the Model protocol

    @property
    def sites(self) -> tuple[Site, ...]:
        return tuple(self._sizes)

    def heads(self, site: Site) -> int:
        return self._sizes[site].heads

    def size(self, site: Site) -> SiteSize:
        return self._sizes[site]

    @property
    def parameter_count(self) -> int:
        return sum(part.numel() for part in self.model.parameters())

    @property
    def context(self) -> int:
        """The most tokens it can hold; where nothing limits them (T5), a million."""
        config = self._text_config
        names = ("max_position_embeddings", "n_positions", "n_ctx", "max_seq_len", "max_sequence_length")
        said = [getattr(config, name, None) for name in names]
        said.append(getattr(self.tokenizer, "model_max_length", None))
        return min([one for one in said if isinstance(one, int) and 0 < one < 10**6], default=10**6)

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """What each number of a row of logits stands for: pieces, labels, or features where nothing is predicted."""
        return self._vocabulary

    @cached_property
    def _vocabulary(self) -> tuple[str, ...]:
        size = self._answer_size
        labels = getattr(self.model.config, "id2label", None) or {}
        if size == len(labels) and size != self._text_config.vocab_size:
            return tuple(str(labels[place]) for place in range(size))
        if self.speaks and self.tokenizer is not None:
            words = [readable(one) if one else f"<{place}>" for place, one in enumerate(self._raw_pieces)]
            return tuple(words[:size]) + tuple(f"<{place}>" for place in range(len(words), size))
        return tuple(str(place) if self.speaks else f"feature {place}" for place in range(size))

    def project(
        self, site: Site, head: int, value: Float[Array, "key value_dim"]
    ) -> Float[np.ndarray, "key width"] | None:
        """A head's values as they would enter the residual, before any norm that a family puts after its attention.

        The output projection is the part that was handed the heads' outputs side by side when the model was opened;
        None where no part was.
        """
        join = self._joins.get(site)
        if join is None:
            return None
        size, weight = self.size(site), next(join.parameters())
        x = torch.zeros(len(value) + 1, size.heads * size.value_dim, dtype=weight.dtype, device=device_of(weight))
        x[:-1, head * size.value_dim : (head + 1) * size.value_dim] = torch.as_tensor(value).to(x)
        with torch.no_grad():
            made = join(x[None])[0]
        return to_numpy(made[:-1] - made[-1])

    def slopes(
        self, tokens: Tokens, position: int, row: Float[Array, " symbol"]
    ) -> dict[Site, Float[np.ndarray, "head query value_dim"]]:
        """The gradient of `row` times the logits at a position with respect to every head's output: one pass back."""
        leaves: dict[Site, torch.Tensor] = {}

        def listen(site: Site, call: Call) -> torch.Tensor:
            output = call.mix()
            leaves[site] = torch.zeros_like(output, requires_grad=True)
            return output + leaves[site]

        watch = Watch(self, [tokens], [listen])
        with listening(self.model, watch.hear), torch.enable_grad():
            answer = self.answer(cast(Any, self.model)(**self.inputs([tokens]), **self.switches))
            line = answer[0, position] if answer.ndim == 3 else answer[0]
            asked = torch.as_tensor(row).to(line)
            found = torch.autograd.grad((line * asked).sum(), list(leaves.values()), allow_unused=True)
        grads = {
            site: torch.zeros_like(leaf) if one is None else one
            for (site, leaf), one in zip(leaves.items(), found, strict=True)
        }
        return {site: to_numpy(one) for site, one in grads.items()}

    @property
    def record(self) -> dict[str, Any]:
        """What a saved trace should know of it: its class, its revision where the net said one, the versions."""
        return {
            "class": type(self.model).__name__,
            "revision": getattr(self.model.config, "_commit_hash", None),
            "versions": {"torch": torch.__version__, "transformers": transformers.__version__},
        }

    @cached_property
    def _fingerprint(self) -> str:
        return fingerprint(type(self.model).__name__, _Weights(self.model))

    def fingerprint(self) -> str:
        return self._fingerprint

    def tokens(self, text: str, target: str | None = None) -> Tokens:
        """The text cut by the model's tokenizer, with its special pieces.

        For an encoder-decoder `text` is the source and `target` what its decoder has said; one text may hold both,
        "source => target". Raises LabError for an empty text, one that is too long, and ids that are none.
        """
        if not self.has_encoder:
            return self._cut(text)
        if target is None:
            text, _, target = text.partition("=>")
            text, target = text.strip(), target.strip()
        source = self._cut(text)
        begin = self._decoder_start
        said = self._cut(target, is_target=True) if target else None
        if said is not None and said.ids[:1] == (begin,):
            return replace(said, source=source)
        first = Tokens("", (self._piece(begin),), (begin,), (None,), (frozenset({"special"}),))
        return _joined(first, said, source)

    def run(
        self, tokens: Tokens, attend: Attend = own_kernel, feed: Feeding | None = None
    ) -> Float[Array, "position symbol"]:
        """Logits for what follows each position; for a model without any, its last hidden state."""
        return self.run_all([tokens], [attend], *([] if feed is None else [[feed]]))[0]

    def run_all(
        self,
        texts: Sequence[Tokens],
        attends: Sequence[Attend] | None = None,
        feeds: Sequence[Feeding | None] = (),
    ) -> list[Float[Array, "position symbol"]]:
        """Several texts as one batch, each with an `attend` of its own; padding is never seen by any of them.

        `feeds`, one or None for each, meet what the layers add besides attention; LabError where that is not known.
        """
        attends = [own_kernel] * len(texts) if attends is None else attends
        watch = None if all(one is own_kernel for one in attends) else Watch(self, texts, attends)
        fed = any(feed is not None for feed in feeds)
        feeding = self._reruns.fed(partial(_feed_texts, texts, feeds), None) if fed else nullcontext()
        with listening(self.model, None if watch is None else watch.hear), feeding:
            answer = self.answer(cast(Any, self.model)(**self.inputs(texts), **self.switches))
        if answer.ndim == 2:  # one answer for the whole text: it stands at every place
            return [answer[place].expand(len(tokens), -1) for place, tokens in enumerate(texts)]
        return [answer[place, : len(tokens)] for place, tokens in enumerate(texts)]

    @cached_property
    def _reruns(self) -> Any:
        from attnlab.models.rerun import Reruns  # it stands on this room

        return Reruns(self)

    def join_of(self, site: Site) -> torch.nn.Module | None:
        """The part that was handed a site's outputs side by side: its output projection; None where there is none."""
        return self._joins.get(site)

    def parts(
        self,
        tokens: Tokens,
        position: int,
        row: Float[Array, " symbol"],
        attend: Attend | None = None,
        feed: Feeding | None = None,
    ) -> list[Part]:
        """What each part adds to `row` times the logits at a position; see `models/parts.py`."""
        from attnlab.models.parts import parts_of  # it stands on this room

        fed = None if feed is None else partial(_feed_texts, [tokens], [feed])
        return parts_of(self, self._reruns, tokens, position, torch.as_tensor(row), attend, fed)

    def remember(self, tokens: Tokens) -> Memory:
        """Run a text once by the formula and keep what `resume` needs."""
        return self._reruns.remember(tokens)

    def resume(
        self, memory: Memory, site: Site, places: range, rows: int, attend: AttendRows, *, read: int,
        symbols: Sequence[int] | None = None, feed: Feeding | None = None, products: Any = None,
    ) -> tuple[Float[Array, "row symbol"], Float[Array, " row"]]:  # fmt: skip
        """Go on from a site, many continuations side by side; see `model.Replayable`."""
        return self._reruns.resume(
            memory, site, places, rows, attend, read=read, symbols=symbols, feed=feed, products=products
        )

    def products(self) -> Any:
        """How `resume` may multiply with weights in bfloat16; see `models/products.py`."""
        from attnlab.models.products import Products

        return Products(torch.bfloat16)

    @cached_property
    def added(self) -> dict[tuple[int, int], Any]:
        """By layer, what attention adds to the residual there; those where it cannot be told are left out."""
        from attnlab.models.feeds import find  # it stands on this room

        return find(self, self._reruns)

    def prove_feed(self, site: Site) -> None:
        """Raise LabError where what a site's layer adds besides attention is not known; see `models/feeds.py`."""
        if all(one.site != site for one in self.added.values()):
            raise LabError("feed-not-added", model=self.name, layer=str(site))

    def say(
        self, texts: Sequence[Tokens], new: int, *, choose: Callable[[Any, Any], Any] | None = None, **how: Any
    ) -> list[Saying]:
        """Continue texts with up to `new` tokens each, as one batch; `how` goes to transformers' generate.

        Greedy unless `how` says otherwise; `choose` is given the ids so far and the scores of what may come next, after
        everything else that changes them, and gives other scores [text, symbol]. Of beams, each returned text is
        followed back through the rows it lived in. Raises LabError where the model cannot continue a text, or steps
        back on its way (assisted generation).
        """
        if not cast(Any, self.model).can_generate():
            raise LabError("hub-says-nothing", model=self.name)
        asked = [tokens.source or tokens for tokens in texts]
        ids, real = self._padded([tokens.ids for tokens in asked], left=not self.has_encoder)
        inputs = {"input_ids": ids, "attention_mask": torch.ones_like(ids) if real is None else real}
        begun = {len(tokens) for tokens in texts}
        if self.has_encoder:
            if len(begun) > 1:
                raise LabError("hub-says-nothing", model=self.name)
            inputs["decoder_input_ids"] = torch.tensor([tokens.ids for tokens in texts], device=ids.device)
        scribe = Scribe(self)
        if self.has_encoder:
            how = {"decoder_start_token_id": self._decoder_start} | how
        if choose is not None:
            how = {"logits_processor": transformers.LogitsProcessorList([cast(Any, choose)])} | how
        asks = {"do_sample": False, "pad_token_id": self.pad_id, "disable_compile": True, "use_cache": True} | how
        with listening(self.model, scribe.hear):
            made = cast(Any, self.model).generate(
                **inputs,
                max_new_tokens=new,
                return_dict_in_generate=True,
                output_logits=True,
                output_scores=True,
                **asks,
            )
        beams = getattr(made, "beam_indices", None)
        return [self._said(texts, made, beams, place, scribe) for place in range(made.sequences.shape[0])]

    def _said(self, texts: Sequence[Tokens], made: Any, beams: Any, place: int, scribe: Scribe) -> Saying:
        text = place // (made.sequences.shape[0] // len(texts))
        tokens = texts[text]
        start = max(len(one) for one in texts)
        drop = start - len(tokens)
        ids = made.sequences[place, start:].tolist()[: len(made.logits)]
        ends = self.model.generation_config.eos_token_id
        ends = ends if isinstance(ends, list) else [ends]
        ids = ids[: next((n + 1 for n, one in enumerate(ids) if one in ends), len(ids))]
        rows = [place] * len(ids) if beams is None else [int(row) for row in beams[place, : len(ids)]]
        places = start + len(ids) - 1
        source = 0 if tokens.source is None else len(tokens.source)
        calls = {site: scribe.read(site, rows, text, drop, places, source) for site in scribe.steps}
        logits = made.logits[0].new_full((places - drop, made.logits[0].shape[-1]), torch.nan)
        for step, row in enumerate(rows):
            logits[len(tokens) - 1 + step] = made.logits[step][row]
        kept = {site: tuple(step.width for step in steps[: len(ids)]) for site, steps in scribe.steps.items()}
        return Saying(self._longer(tokens, ids), len(tokens), calls, logits, kept)

    def _longer(self, tokens: Tokens, ids: Sequence[int]) -> Tokens:
        """The tokens with more behind them, whose text is what the tokenizer makes of their ids."""
        text, pieces, spans, flags = tokens.text, list(tokens.pieces), list(tokens.spans), list(tokens.flags)
        for place, one in enumerate(ids):
            special = self.tokenizer is not None and one in self._special_ids
            said = "" if special else self._text_of(ids[: place + 1])
            begin, end = len(text), max(len(text), len(tokens.text) + len(said))
            broken = not special and begin == end and spans[-1] is not None
            spans.append(None if special else spans[-1] if broken else (begin, end))
            text = text if special else tokens.text + said
            pieces.append(self._piece(one))
            flags.append(frozenset({"special"}) if special else PLAIN)
        for place in range(len(tokens), len(pieces)):
            span = spans[place]
            if "\ufffd" in pieces[place] and span is not None:
                pieces[place] = text[slice(*span)]
        return Tokens(text, tuple(pieces), (*tokens.ids, *ids), tuple(spans), tuple(flags), tokens.source)

    def _text_of(self, ids: Sequence[int]) -> str:
        if self.tokenizer is None:
            return "".join(f" {one}" for one in ids)
        said = self.tokenizer.decode(list(ids), skip_special_tokens=True, clean_up_tokenization_spaces=False)
        return f" {said}" if self._piece(ids[0]).startswith(" ") and not said.startswith(" ") else said

    # how it is made

    @property
    def speaks(self) -> bool:
        """False for a model that predicts no symbol: its logits are features then."""
        return self._answer_name != ANSWERS[-1]

    def site_of(self, module: torch.nn.Module, met: Counter[int]) -> Site | None:
        """The site of a call. A module that layers share is met once for each of them, in their order."""
        sites = self.homes_of.get(id(module))
        if not sites:
            return None
        met[id(module)] += 1
        return sites[(met[id(module)] - 1) % len(sites)]

    def example(self) -> Tokens:
        """A few plain ids that any model of this shape can read: the text of the proofs."""
        special = {0, 1, 2, 3, *self._special_ids}
        size = self._text_config.vocab_size
        ids = [one for one in range(min(size, 200)) if one not in special] or list(range(size))
        take = lambda count: self._of_ids([ids[(7 * place + 3) % len(ids)] for place in range(count)])  # noqa: E731
        return replace(take(4), source=take(6)) if self.has_encoder else take(6)

    def _find_sites(self) -> None:
        text, survey, ran = self.example(), Survey(), []
        names = {id(part): name for name, part in self.model.named_modules()}
        suspects = _attention_like(self.model)
        hooks = [part.register_forward_pre_hook(lambda part, _: ran.append(part)) for part in suspects]
        inner = [part for part in self.model.modules() if next(part.children(), None) is None]
        hooks += [part.register_forward_pre_hook(survey.meet) for part in inner]
        try:
            with listening(self.model, survey.hear):
                given = cast(Any, self.model)(**self.inputs([text]), **self.switches)
        except LabError:
            raise
        except Exception as fault:
            raise LabError("hub-not-run", model=self.name, reason=_short(fault)) from fault
        finally:
            for hook in hooks:
                hook.remove()
        self._answer_name = next((name for name in ANSWERS if getattr(given, name, None) is not None), "")
        if not self._answer_name:
            raise LabError("hub-no-answer", model=self.name, found=list(given.keys()), wanted=list(ANSWERS))
        self._answer_size = self.answer(given).shape[-1]

        heard = {id(call.module) for call in survey.calls}
        silent = [part for part in suspects if part in ran and not _knows(part, heard)]
        if silent or not heard:
            total = len(silent) + len(heard)
            first = names.get(id(silent[0]), "?") if silent else "?"
            raise LabError("hub-silent", model=self.name, silent=len(silent), sites=total, first=first)
        self._name_sites(survey.calls, names, text)
        self._joins = {site: survey.joins[number] for number, site in enumerate(self._sizes) if number in survey.joins}

    def _name_sites(self, calls: list[Heard], names: dict[int, str], text: Tokens) -> None:
        asked = len(text)
        read = asked if text.source is None else len(text.source)
        kinds = [self._kind(call, asked, read, names[id(call.module)]) for call in calls]
        layers = [_layer(names[id(call.module)]) for call in calls]
        if len(set(zip(kinds, layers, strict=True))) < len(calls):
            # shared or nested layers: the order in which they are met is their number
            met: Counter = Counter()
            layers = []
            for kind in kinds:
                layers.append(met[kind])
                met[kind] += 1
        homes: dict[int, list[Site]] = {}
        shared: set[int] = set()
        for call, (stack, kind), layer in zip(calls, kinds, layers, strict=True):
            site = Site(layer, stack, kind)
            homes.setdefault(id(call.module), []).append(site)
            self.homes[site] = names[id(call.module)]
            _, key_heads, _, dim = call.key.shape
            self._sizes[site] = SiteSize(
                call.query.shape[1], key_heads, dim, call.value.shape[-1], call.query.element_size(),
                sum(_stored([call.query, call.key, call.value], set())) // call.query.shape[-2],
                sum(_stored([call.mask, call.rest.get("position_bias")], shared))
                / (call.query.shape[-2] * call.key.shape[-2]),
            )  # fmt: skip
        self.homes_of = {home: tuple(sites) for home, sites in homes.items()}

    def _kind(self, call: Heard, asked: int, read: int, name: str) -> tuple[Any, Any]:
        queries, keys = call.query.shape[-2], call.key.shape[-2]
        if self.has_encoder and (queries, keys) == (asked, read):
            return "decoder", "cross"
        sizes = {(read, read), (asked, asked)}
        if (queries, keys) not in sizes or call.query.shape[0] != 1:
            raise LabError("hub-rows-are-not-texts", model=self.name, site=name, rows=f"{queries} x {keys}")
        if self.has_encoder:
            return ("encoder" if queries == read else "decoder"), "self"
        masks = {} if call.mask is None or call.mask.dtype == torch.bool else {id(call.mask): as_wall(call.mask)}
        wall = explain(call, 0, queries, keys, masks).wall()
        return ("encoder" if wall is None or bool((wall[..., 0, -1] == 0).any()) else "decoder"), "self"

    def answer(self, given: Any) -> torch.Tensor:
        return getattr(given, self._answer_name)

    @cached_property
    def _text_config(self) -> Any:
        return self.model.config.get_text_config()

    @cached_property
    def _special_ids(self) -> set[int]:
        config = self._text_config
        found = [getattr(config, name, None) for name in ("pad_token_id", "bos_token_id", "eos_token_id")]
        found.append(getattr(self.model.config, "decoder_start_token_id", None))
        found += getattr(self.tokenizer, "all_special_ids", ())
        flat = [one for part in found for one in (part if isinstance(part, list | tuple) else [part])]
        return {int(one) for one in flat if one is not None}

    @cached_property
    def _decoder_start(self) -> int:
        places = (self.model.generation_config, self.model.config, self._text_config)
        for name in ("decoder_start_token_id", "bos_token_id", "pad_token_id"):
            for place in places:
                found = getattr(place, name, None)
                if isinstance(found, int):
                    return found
        return 0

    @cached_property
    def pad_id(self) -> int:
        """The id that fills a batch up; no query sees it."""
        for found in (getattr(self.tokenizer, "pad_token_id", None), getattr(self._text_config, "pad_token_id", None)):
            if isinstance(found, int) and 0 <= found < self._text_config.vocab_size:
                return found
        return 0

    def inputs(self, texts: Sequence[Tokens]) -> dict[str, torch.Tensor]:
        ids, mask = self._padded([tokens.ids for tokens in texts])
        if not self.has_encoder:
            return {"input_ids": ids} if mask is None else {"input_ids": ids, "attention_mask": mask}
        sources, real = self._padded([tokens.source.ids for tokens in texts if tokens.source is not None])
        made = {"input_ids": sources, "decoder_input_ids": ids, "attention_mask": real, "decoder_attention_mask": mask}
        return {name: x for name, x in made.items() if x is not None}

    def _padded(self, rows: Sequence[Sequence[int]], *, left: bool = False) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Ids as one block, and where it is real: on the right, a place is then the same as in the text alone."""
        longest = max(len(row) for row in rows)
        ids = torch.full((len(rows), longest), self.pad_id)
        real = torch.zeros_like(ids)
        for place, row in enumerate(rows):
            here = slice(longest - len(row), longest) if left else slice(0, len(row))
            ids[place, here], real[place, here] = torch.tensor(row), 1
        device = self.model.device
        return ids.to(device), None if bool(real.all()) else real.to(device)

    # texts

    @cached_property
    def _raw_pieces(self) -> list[str | None]:
        size = max(len(self.tokenizer), self._text_config.vocab_size)
        return [self.tokenizer.convert_ids_to_tokens(place) for place in range(size)]

    def _piece(self, one: int) -> str:
        if self.tokenizer is None:
            return str(one)
        return readable(self.tokenizer.convert_ids_to_tokens(one) or f"<{one}>")

    def of_ids(self, ids: Sequence[int], source: Tokens | None = None) -> Tokens:
        """Tokens from ids: of a text that the model itself has said."""
        made = self._of_ids(ids)
        if self.tokenizer is not None:
            special = self._special_ids
            flags = tuple(frozenset[Flag]({"special"}) if one in special else PLAIN for one in ids)
            made = replace(made, flags=flags)
        return replace(made, source=source)

    def _of_ids(self, ids: Sequence[int]) -> Tokens:
        pieces, text, spans = tuple(self._piece(one) for one in ids), "", []
        for piece in pieces:
            if self.tokenizer is None:
                piece = f" {piece}" if text else piece
            spans.append((len(text), len(text) + len(piece)))
            text += piece
        return Tokens(text, pieces, tuple(int(one) for one in ids), tuple(spans), (PLAIN,) * len(pieces))

    def _cut(self, text: str, *, is_target: bool = False) -> Tokens:
        if not text.strip():
            raise LabError("hub-text-empty", model=self.name)
        made = self._cut_numbers(text) if self.tokenizer is None else self._cut_words(text, is_target=is_target)
        if not len(made):
            raise LabError("hub-text-empty", model=self.name)
        self._refuse_long(len(made))
        return made

    def _refuse_long(self, count: int) -> None:
        if count > self.context:
            raise LabError("hub-text-too-long", model=self.name, found=count, most=self.context)

    def _cut_numbers(self, text: str) -> Tokens:
        size = self._text_config.vocab_size
        parts = list(re.finditer(r"\S+", text))
        for part in parts:
            if not (part[0].isascii() and part[0].isdigit() and len(part[0]) < 20 and int(part[0]) < size):
                raise LabError("hub-id-unreadable", model=self.name, found=part[0], last=size - 1)
        pieces = tuple(part[0] for part in parts)
        spans = tuple(part.span() for part in parts)
        return Tokens(text, pieces, tuple(map(int, pieces)), spans, (PLAIN,) * len(parts))

    def _cut_words(self, text: str, *, is_target: bool) -> Tokens:
        words = {"text_target": text} if is_target else {"text": text}
        fast = bool(getattr(self.tokenizer, "is_fast", False))
        try:
            cut = self.tokenizer(**words, return_special_tokens_mask=True, return_offsets_mapping=fast)
        except Exception as fault:  # tokenizers raises nothing narrower, as for a word that a vocabulary does not know
            raise LabError("hub-text-uncut", model=self.name, text=text[:60], reason=_short(fault)) from fault
        ids, special = list(cut["input_ids"]), list(cut["special_tokens_mask"])
        self._refuse_long(len(ids))  # a megabyte is cut in a moment, and would be spelt out for a minute
        pieces = [readable(one) for one in self.tokenizer.convert_ids_to_tokens(ids)]
        spans = list(cut["offset_mapping"]) if fast else _spans(text, pieces, special)
        begin = None if self.start is None or is_target else self.tokenizer.convert_tokens_to_ids(self.start)
        if begin is not None and (not ids or ids[0] != begin):
            ids.insert(0, begin)
            special.insert(0, 1)
            pieces.insert(0, cast(str, self.start))
            spans.insert(0, (0, 0))
        for place, (a, b) in enumerate(spans):
            if "\ufffd" in pieces[place] and b > a:  # half a letter is shown as the letter
                pieces[place] = text[a:b]
        return Tokens(
            text,
            tuple(pieces),
            tuple(ids),
            tuple(None if mark else (a, b) for mark, (a, b) in zip(special, spans, strict=True)),
            tuple(frozenset[Flag]({"special"}) if mark else PLAIN for mark in special),
        )


def _feed_texts(
    texts: Sequence[Tokens], feeds: Sequence[Feeding | None], site: Site, x: Float[torch.Tensor, "text place width"]
) -> Float[torch.Tensor, "text place width"]:
    """Each text's part of what a layer adds, handed to that text's `feed`."""
    made = x
    for place, (tokens, feed) in enumerate(zip(texts, feeds, strict=True)):
        if feed is not None:
            mine = x[place, : len(tokens.at(site)[0])]
            put = feed(site, mine)
            if put is not mine:
                made = x.clone() if made is x else made
                made[place, : len(mine)] = cast(torch.Tensor, put)
    return made


def _joined(first: Tokens, rest: Tokens | None, source: Tokens) -> Tokens:
    if rest is None:
        return replace(first, source=source)
    parts = {name: getattr(first, name) + getattr(rest, name) for name in ("pieces", "ids", "spans", "flags")}
    return Tokens(rest.text, **parts, source=source)


def _plain_start(tokenizer: Any) -> str | None:
    """What stands before plain text where the tokenizer's own mark belongs to a chat; else None: as it wishes."""
    found = PLAIN_START.get(getattr(tokenizer, "bos_token", None) or "")
    return found if found is not None and found in tokenizer.get_vocab() else None


def _byte_letters() -> dict[str, int]:
    """The letter that byte-level tokenizers write for each byte. Source: Radford et al. 2019, encoder.py."""
    plain = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in plain]
    return {chr(byte): byte for byte in plain} | {chr(256 + place): byte for place, byte in enumerate(others)}


_BYTES = _byte_letters()


def readable(piece: str) -> str:
    """A piece of a vocabulary as text: spaces as spaces, bytes as letters; a broken letter as \ufffd."""
    if "\u2581" in piece:  # SentencePiece
        return piece.replace("\u2581", " ")
    if "\u0120" in piece or "\u010a" in piece or (not piece.isascii() and all(one in _BYTES for one in piece)):
        return bytes(_BYTES.get(one, 63) for one in piece).decode("utf-8", errors="replace")
    return piece


def _spans(text: str, pieces: Sequence[str], special: Sequence[int]) -> list[tuple[int, int]]:
    """Where pieces stand in a text, found from left to right, for tokenizers that do not say."""
    found, place = [], 0
    for piece, mark in zip(pieces, special, strict=True):
        bare = piece.strip().removeprefix("##")
        at = text.find(bare, place) if bare and not mark else -1
        found.append((place, place) if at < 0 else (at, at + len(bare)))
        place = found[-1][1]
    return found


def _attention_like(model: torch.nn.Module) -> list[torch.nn.Module]:
    """The innermost parts that call themselves attention: those that ought to be heard when they run."""
    kinds = [(part, type(part).__name__) for part in model.modules()]
    named = [part for part, kind in kinds if re.search(r"Attention|Attn", kind) and kind not in NO_MAP]
    inner = []
    for part in named:
        below = [one for one in part.modules() if one is not part]
        if not any(one in named for one in below) and any(isinstance(one, torch.nn.Module) for one in below):
            inner.append(part)
    return inner


def _knows(part: torch.nn.Module, heard: set[int]) -> bool:
    return any(id(one) in heard for one in part.modules())


def _layer(name: str) -> int:
    numbers = re.findall(r"(?:^|\.)(\d+)(?=\.|$)", name)
    return int(numbers[0]) if numbers else 0


def _short(fault: BaseException) -> str:
    lines = str(fault).strip().splitlines()
    return f"{type(fault).__name__}: {lines[0][:200]}" if lines else type(fault).__name__


# --- opening --------------------------------------------------------------------------------------------------------


def of(model: PreTrainedModel, tokenizer: Any = None, *, name: str | None = None, start: str | None = None) -> Hub:
    """A model that is already in memory, proved to be heard, the same and moved; it is left as it was found.

    Raises LabError that names the layers where a proof fails.
    """
    known = getattr(model.config, "_name_or_path", "") or type(model).__name__
    hub = Hub(Path(known).name if name is None else name, model, tokenizer, start=start)
    rounding = max((ROUNDING.get(part.dtype, 1e-1) for part in model.parameters()), default=1e-6)
    hub.proof = prove(hub, hub.example(), within=rounding)
    return hub


def open_hub(
    name: str, *, dtype: str = "float32", start: str | None = None, device_map: str | Mapping[str, Any] | None = None,
    watch: Callable[[str], None] = lambda stage: None,
) -> Hub:  # fmt: skip
    """A model by its Hugging Face name, its folder, or the path of its GGUF file; proved as `of` proves it.

    Weights come from safetensors or GGUF, never from a pickle, and no code of the model's own is run. `dtype` is
    what they are computed in; "auto" takes them as they are stored. `start` is a piece put before every text.
    `device_map` is transformers' own way to spread a model over several devices, such as "auto". `watch` is told
    "reading" and "proving" as each begins, and may end the work. Raises LabError where there is no such
    model, or it cannot be read, or a proof fails.
    """
    path, is_gguf = Path(name), name.lower().endswith(".gguf")
    watch("reading")
    model, tokenizer = _from_folder(str(_converted(path)) if is_gguf else name, name, dtype, device_map)
    watch("proving")
    called = path.stem if is_gguf else path.name if path.is_dir() else name
    return of(model, tokenizer, name=called, start=start)


def _from_folder(place: str, name: str, dtype: str, device_map: Any = None) -> tuple[PreTrainedModel, Any]:
    safe, spread = {"trust_remote_code": False}, {} if device_map is None else {"device_map": device_map}
    try:
        config = transformers.AutoConfig.from_pretrained(place, **safe)
        if device_map is None:
            _refuse_large(place, name, config, dtype)
        model = _class_of(config).from_pretrained(place, config=config, use_safetensors=True, dtype=dtype, **spread)
    except UNBUILT as fault:
        if isinstance(fault.__cause__, LocalEntryNotFoundError) and not Path(place).exists():
            raise LabError("hub-not-reached", name=name) from fault
        raise LabError("hub-not-opened", name=name, reason=_short(fault)) from fault
    try:
        tokenizer = transformers.AutoTokenizer.from_pretrained(place, **safe)
    except (OSError, ValueError, KeyError, ImportError, TypeError):
        return model, None  # ids are typed instead
    # of a folder without a tokenizer's files transformers makes one that knows no word, and cuts every text to nothing
    return model, tokenizer if set(tokenizer.get_vocab()) - {*tokenizer.all_special_tokens, "\u2581"} else None


def _refuse_large(place: str, name: str, config: Any, dtype: str) -> None:
    """Raise LabError for a model whose weights would not fit: by the heads of its files, or, where they are still to be
    fetched, by building it without numbers."""
    counts = _weights_in(Path(place)) if Path(place).is_dir() else None
    if counts is None:
        try:
            made = blank(config, name)
        except LabError:  # what it says of a class that is not there, opening says better
            return
        stored = getattr(torch, str(getattr(config, "dtype", None)).removeprefix("torch."), torch.float32).itemsize
        sizes = [part.numel() for part in made.parameters()]
        counts = sum(sizes), stored * sum(sizes), stored * max(sizes)
    parameters, stored, largest = counts
    kept = torch.float32 if dtype == "auto" else getattr(torch, dtype.removeprefix("torch."), torch.float32)
    itemsize = max(1, stored // max(1, parameters)) if dtype == "auto" else kept.itemsize
    text = config.get_text_config()
    symbols, layers = getattr(text, "vocab_size", 0), getattr(text, "num_hidden_layers", 1)
    budgets.refuse_opening(name, parameters, stored, itemsize, int(symbols or 0), int(layers or 1), largest)


def _weights_in(folder: Path) -> tuple[int, int, int] | None:
    """How many numbers a folder's safetensors hold, their bytes, and those of the largest; None where it has none."""
    numbers, sizes = 0, []
    for path in folder.glob("*.safetensors"):
        try:
            with safe_open(path, framework="pt") as file:
                for key in file.keys():  # noqa: SIM118
                    part = file.get_slice(key)
                    count = prod(part.get_shape())
                    numbers += count
                    sizes.append(count * BYTES.get(part.get_dtype(), 4))
        except (SafetensorError, OSError):  # opening says what is wrong with it
            return None
    return (numbers, sum(sizes), max(sizes)) if sizes else None


# Bytes of a number, as safetensors call them.
BYTES = {"F64": 8, "I64": 8, "F32": 4, "I32": 4, "F16": 2, "BF16": 2, "I16": 2, "I8": 1, "U8": 1, "BOOL": 1}


def device_of(weight: torch.Tensor) -> torch.device:
    """Where a part is fed: a weight that waits on disk, or in main memory, is fetched when the part runs."""
    return torch.device("cpu") if weight.is_meta else weight.device


class _Weights(Mapping[str, torch.Tensor]):
    """A model's weights, one read at a time, also those that `device_map` left on disk."""

    def __init__(self, model: torch.nn.Module) -> None:
        self._model, self._state = model, model.state_dict()

    def __getitem__(self, name: str) -> torch.Tensor:
        found = self._state[name]
        if not found.is_meta:
            return found
        part, _, own = name.rpartition(".")
        return cast(Any, self._model.get_submodule(part))._hf_hook.weights_map[own]

    def __iter__(self) -> Iterator[str]:
        return iter(self._state)

    def __len__(self) -> int:
        return len(self._state)


def _class_of(config: Any) -> Any:
    """The class that wrote the weights, if transformers has it; else the likeliest for its kind."""
    for name in getattr(config, "architectures", None) or ():
        if (found := getattr(transformers, name, None)) is not None:
            return found
    if getattr(config, "is_encoder_decoder", False):
        return transformers.AutoModelForSeq2SeqLM
    causal = transformers.models.auto.modeling_auto.MODEL_FOR_CAUSAL_LM_MAPPING
    return transformers.AutoModelForCausalLM if type(config) in causal else transformers.AutoModel


def blank(source: Any, name: str) -> PreTrainedModel:
    """The model of a configuration, or of the folder or file that holds one: every size, no number, on no device.

    Nothing is fetched and no code of the model's own is run. Raises LabError where transformers cannot build it.
    """
    try:
        given = isinstance(source, PreTrainedConfig)
        safe = {"trust_remote_code": False, "local_files_only": True}
        config = source if given else transformers.AutoConfig.from_pretrained(source, **safe)
        kind = _class_of(config)
        with torch.device("meta"):
            return kind.from_config(config) if hasattr(kind, "from_config") else kind(config)
    except UNBUILT as fault:
        raise LabError("size-not-built", name=name, reason=_short(fault)) from fault


def _converted(path: Path) -> Path:
    """The folder of safetensors that a GGUF file was turned into; made once, whole or not at all."""
    import hashlib

    from platformdirs import user_cache_path

    size = readable_file(path).stat().st_size
    made = hashlib.sha256(f"{size} {GGUF_FORM}".encode())
    with path.open("rb") as file:
        made.update(file.read(1 << 20))
        file.seek(max(0, size - (1 << 20)))
        made.update(file.read(1 << 20))
    home = user_cache_path("attnlab") / "gguf"
    folder = home / f"{path.stem}-{made.hexdigest()[:16]}"
    if _is_whole(folder):
        return folder

    try:
        from_gguf = {"gguf_file": path.name, "trust_remote_code": False}
        model = transformers.AutoModelForCausalLM.from_pretrained(str(path.parent), dtype=torch.float32, **from_gguf)
        tokenizer = transformers.AutoTokenizer.from_pretrained(str(path.parent), **from_gguf)
    except UNBUILT as fault:
        raise LabError("hub-not-opened", name=str(path), reason=_short(fault)) from fault
    try:
        home.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise LabError("file-not-written", path=str(home), reason=fault.strerror or str(fault)) from None
    sweep_drafts(home)
    with folder_whole(folder, unless=partial(_is_whole, folder)) as draft:
        _keep_as_safetensors(model, tokenizer, draft)
    return folder


def _keep_as_safetensors(model: PreTrainedModel, tokenizer: Any, folder: Path) -> None:
    """Fill a folder with a model, and with the size of each of its files. Raises OSError where the disk refuses."""
    from safetensors.torch import save_file

    tied: dict[tuple[int, int], str] = {}
    weights = {}
    for key, x in model.state_dict().items():
        if tied.setdefault((x.data_ptr(), x.numel()), key) == key:
            weights[key] = x.contiguous()
    try:
        save_file(weights, folder / "model.safetensors", metadata={"format": "pt"})
    except SafetensorError as fault:  # which hides what the disk said
        if told := re.search(r"os error (\d+)", str(fault)):
            raise OSError(int(told[1]), os.strerror(int(told[1]))) from None
        raise
    tokenizer.save_pretrained(folder)
    about = model.config.to_dict()
    about.pop("quantization_config", None)
    about |= {"architectures": [type(model).__name__], "dtype": "float32"}
    (folder / "config.json").write_text(json.dumps(about, indent=2, default=str), encoding="utf-8")
    sizes = {one.name: one.stat().st_size for one in folder.iterdir()}
    (folder / SIZES).write_text(json.dumps(sizes), encoding="utf-8")


def _is_whole(folder: Path) -> bool:
    """Is every file there as long as it was when it was written? If not, all are made anew."""
    try:
        sizes = json.loads((folder / SIZES).read_text(encoding="utf-8"))
        return all((folder / name).stat().st_size == size for name, size in sizes.items())
    except (OSError, ValueError, AttributeError):
        return False


SIZES = "attnlab-sizes.json"
GGUF_FORM = 2
"""Of the folders that GGUF files are turned into; a higher number makes them anew."""
