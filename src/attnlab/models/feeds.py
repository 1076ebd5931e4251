"""What a layer of a Hugging Face model adds to the residual besides attention, whatever its family.

A layer that adds gives x + attention + the rest, where attention is some part's answer (its projection's, or a norm's
behind it), perhaps times a number, and the rest is another part's. Which parts these are is found on one run and
must account for the layer's answer to rounding, so that the rest of any run is what the layer gave less what entered
it less what attention added. Where a norm follows the sum (BERT, BART) no part of the answer is the rest: left out.
"""

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import torch

from attnlab.formula import Call
from attnlab.models.hub import Hub, Watch, listening
from attnlab.models.rerun import Added, Reruns
from attnlab.probe import Site

NEAR = 1e-4  # of the size of what is compared: float32 sums in another order
ROUNDED = 4.0  # times what one rounding of the layer's answer is worth: less than that is not told apart


@dataclass(eq=False)
class _Layer:
    """What went through one layer, in float64. Axes: place, width."""

    key: tuple[int, int]
    x: torch.Tensor
    y: torch.Tensor | None = None
    rounding: float = 0.0
    """What one rounding of its answer is worth, in the answer's own numbers."""
    entered: list[torch.Tensor] = field(default_factory=list)
    left: list[tuple[torch.nn.Module, torch.Tensor]] = field(default_factory=list)
    """Each part inside and its answer, in the order in which they were done."""
    met: list[tuple[Site, int]] = field(default_factory=list)
    """Each site and how many parts were done before it."""


class _Reading:
    """Visits one run and keeps what enters and leaves every layer and every part of it."""

    def __init__(self, layers: Sequence[torch.nn.Module]) -> None:
        self.ids = {id(one) for one in layers}
        self.thread = threading.get_ident()
        self.met: Counter[int] = Counter()
        self.layers: list[_Layer] = []
        self.current: _Layer | None = None

    def enter(self, part: torch.nn.Module, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any:
        if id(part) not in self.ids:
            return own(*args, **named)
        x = _rows(args[0] if args else named["hidden_states"])
        self.current = _Layer((id(part), self.met[id(part)]), cast(torch.Tensor, x))
        self.met[id(part)] += 1
        self.layers.append(self.current)
        given = own(*args, **named)
        y = given[0] if isinstance(given, tuple) else given
        self.current.y, self.current.rounding = _rows(y), torch.finfo(y.dtype).eps * float(y.detach().abs().max())
        self.current = None
        return given

    def meet(self, part: torch.nn.Module, args: tuple, given: Any) -> None:
        """After each part has run."""
        if self.current is None or threading.get_ident() != self.thread:
            return
        shape = self.current.x.shape
        x, y = _rows(args[0]) if args else None, _rows(given)
        if x is not None and x.shape == shape:
            self.current.entered.append(x)
        if y is not None and y.shape == shape:
            self.current.left.append((part, y))


def find(hub: Hub, reruns: Reruns) -> dict[tuple[int, int], Added]:
    """By a layer's module and how often it was met before, what attention adds there: of the layers that add up."""
    reading, tokens = _Reading(reruns.layers), hub.example()

    def note(site: Site, call: Call) -> None:
        if reading.current is not None:
            reading.current.met.append((site, len(reading.current.left)))

    inside = [part for layer in reruns.layers for part in layer.modules() if part is not layer]
    hooks = [part.register_forward_hook(reading.meet) for part in {id(one): one for one in inside}.values()]
    try:
        with listening(hub.model, Watch(hub, [tokens], [note]).hear), reruns.visited(reading):
            cast(Any, hub.model)(**hub.inputs([tokens]), **hub.switches)
    finally:
        for hook in hooks:
            hook.remove()
    found = {layer.key: _added(layer) for layer in reading.layers}
    return {key: one for key, one in found.items() if one is not None}


def _added(layer: _Layer) -> Added | None:
    """Which parts' answers are what attention adds; None where the layer is no sum of them and one other part's."""
    if layer.y is None or not any(site.kind == "self" for site, _ in layer.met):
        return None
    state, parts, last = layer.x, [], -1
    for _, first in layer.met:
        for number, (part, answer) in enumerate(layer.left[first:], first):
            # the next part is given the residual with it added, or the layer gives it beside one other part's answer
            factor = _share(answer, [x - state for x in layer.entered], layer.rounding)
            whole = [layer.y - state - answer]
            if factor is None and any(_share(one, whole, layer.rounding) for _, one in layer.left[number + 1 :]):
                factor = 1.0
            if factor is not None:
                state, last = state + factor * answer, number
                parts.append((part, factor))
                break
        else:
            return None
    others = [answer for place, (_, answer) in enumerate(layer.left) if place != last]
    if not any(_share(answer, [layer.y - state], layer.rounding) for answer in others):
        return None
    return Added(next(site for site, _ in layer.met if site.kind == "self"), tuple(parts))


def _share(part: torch.Tensor, wholes: Sequence[torch.Tensor], rounding: float) -> float | None:
    """By how much a part's answer is multiplied to be one of these; None where it is none."""
    size = float((part * part).sum())
    for whole in wholes if size else ():
        factor, most = float((whole * part).sum()) / size, float(whole.abs().max())
        near = max(NEAR * most, min(ROUNDED * rounding, most / 20))
        if abs(factor) > 1e-2 and float((whole - factor * part).abs().max()) <= near:
            return 1.0 if abs(factor - 1) < NEAR else factor
    return None


def _rows(x: Any) -> torch.Tensor | None:
    """A residual's rows, or what stands first where several things were given."""
    x = x[0] if isinstance(x, tuple) and x else x
    if not isinstance(x, torch.Tensor) or not x.is_floating_point() or x.ndim < 2:
        return None
    return x.detach().reshape(-1, x.shape[-1]).double()
