"""What each part of a Hugging Face model adds to a logit by itself, whatever its family.

The residual at a place is a sum: the embedding, what each head's output becomes in the projection, and what each
layer adds besides. A last norm, its divisor held at what it was, and the last matrix are linear, so the logit is the
sum of what each term becomes there. That a family's layers add up like this is not assumed: it is measured on the
run itself, and a family in which they do not is refused. Source: Elhage et al. 2021, on direct contributions.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import torch

from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.model import Attend, Part
from attnlab.models.hub import Hub, Watch, device_of, listening
from attnlab.models.rerun import Reruns
from attnlab.probe import Site
from attnlab.tokens import Tokens

NEAR = 1e-4  # of the size of what is compared: float32 sums in another order


@dataclass(eq=False)
class _Layer:
    """What went through one layer at one place, in float64."""

    x: torch.Tensor
    y: torch.Tensor | None = None
    inside: list[torch.Tensor] = field(default_factory=list)
    """What entered and what left each innermost part."""
    sites: list[Site] = field(default_factory=list)


class _Reading:
    """Visits one run and keeps what the sum is made of, at one place."""

    def __init__(self, head: torch.nn.Module | None, place: int) -> None:
        self.head, self.place = head, place
        self.layers: list[_Layer] = []
        self.current: _Layer | None = None
        self.after: list[tuple[torch.nn.Module, torch.Tensor, torch.Tensor]] = []
        self.asked: torch.Tensor | None = None

    def enter(self, part: torch.nn.Module, own: Callable[..., Any], args: tuple, named: dict[str, Any]) -> Any:
        if part is self.head:
            self.asked = self.at(args[0])
            return own(*args, **named)
        self.current = _Layer(cast(torch.Tensor, self.at(args[0] if args else named["hidden_states"])))
        self.layers.append(self.current)
        given = own(*args, **named)
        self.current.y = self.at(given[0] if isinstance(given, tuple) else given)
        self.current = None
        return given

    def meet(self, part: torch.nn.Module, args: tuple, given: Any) -> None:
        """After each innermost part has run."""
        if part is self.head or not args:
            return
        entered, left = self.at(args[0]), self.at(given)
        if entered is None or left is None:
            return
        if self.current is not None:
            self.current.inside += [entered, left]
        else:
            self.after.append((part, entered, left))

    def at(self, x: Any) -> torch.Tensor | None:
        if not isinstance(x, torch.Tensor) or x.ndim != 3 or not self.place < x.shape[1] or not x.is_floating_point():
            return None
        return x[0, self.place].detach().double()


def parts_of(
    hub: Hub,
    reruns: Reruns,
    tokens: Tokens,
    place: int,
    row: torch.Tensor,
    attend: Attend | None = None,
    fed: Callable[[Site, torch.Tensor], torch.Tensor] | None = None,
) -> list[Part]:
    """What each part adds to `row` times the logits at a place; the values add up to it, to rounding.

    Of the run that `attend` and `fed` change, where they are given. Raises LabError for a model whose layers do not
    add up, or whose logits are not linear in its last state.
    """
    if hub.has_encoder or not isinstance(reruns.head, torch.nn.Linear) or not reruns.is_linear:
        raise LabError("parts-not-linear", model=hub.name)
    reading, outputs = _Reading(reruns.head, place), {}

    def note(site: Site, call: Call) -> torch.Tensor:
        made = None if attend is None else attend(site, call)
        outputs[site] = call.mix() if made is None else made
        if reading.current is not None:
            reading.current.sites.append(site)
        return outputs[site]

    inner = [part for part in hub.model.modules() if next(part.children(), None) is None]
    visiting = reruns.visited(reading) if fed is None else reruns.fed(fed, reading)
    hooks = [part.register_forward_hook(reading.meet) for part in inner]
    try:
        with listening(hub.model, Watch(hub, [tokens], [note]).hear), visiting:
            given = cast(Any, hub.model)(**hub.inputs([tokens]), **hub.switches)
    finally:
        for hook in hooks:
            hook.remove()
    logits = hub.answer(given)[0, place].double()

    terms: list[tuple[str, Site | None, int | None, torch.Tensor]] = [("embedding", None, None, reading.layers[0].x)]
    state = reading.layers[0].x
    for number, layer in enumerate(reading.layers):
        if layer.y is None or not _near(layer.x, state):
            raise LabError("parts-not-additive", model=hub.name, layer=str(number))
        heads, bias = _heads(hub, layer, outputs, place)
        joined = sum((term[3] for term in heads), torch.zeros_like(state)) + bias
        factor = _factor(layer, joined) if heads else 0.0
        if factor is None:
            raise LabError("parts-not-additive", model=hub.name, layer=str(number))
        terms += [(kind, site, head, factor * x) for kind, site, head, x in heads]
        mine = layer.sites[0] if layer.sites else None
        terms.append(("bias", mine, None, factor * bias))
        terms.append(("feed-forward", mine, None, layer.y - layer.x - factor * joined))
        state = layer.y
    through, constant = _last(reading, state, hub.name)
    weight = reruns.head.weight.detach().double()
    toward = row.to(weight) @ weight
    added = float(toward @ constant)
    if reruns.head.bias is not None:
        added += float(row.to(weight) @ reruns.head.bias.detach().double())
    with torch.no_grad():
        plain = reruns.head(cast(torch.Tensor, reading.asked).to(reruns.head.weight.dtype)).double()
    scale = float(logits.abs().sum() / plain.abs().sum())  # some families multiply their logits by a number
    made = [
        Part(kind, site, head, scale * float(toward @ through(x)), x.cpu().numpy()) for kind, site, head, x in terms
    ]
    made.append(Part("constant", None, None, scale * added))
    wanted = float(row.to(logits) @ logits)
    if abs(sum(part.value for part in made) - wanted) > NEAR * max(1.0, float(logits.abs().max())):
        raise LabError("parts-not-additive", model=hub.name, layer="-")
    return made


def _heads(
    hub: Hub, layer: _Layer, outputs: dict[Site, torch.Tensor], place: int
) -> tuple[list[tuple[str, Site | None, int | None, torch.Tensor]], torch.Tensor]:
    """What each head's output becomes in its projection, and the projection's bias."""
    found, bias = [], torch.zeros_like(layer.x)
    for site in layer.sites:
        join = hub.join_of(site)
        if join is None:
            raise LabError("parts-not-additive", model=hub.name, layer=str(site))
        weight, size = next(join.parameters()), hub.size(site)
        x = torch.zeros(size.heads + 1, size.heads, size.value_dim, dtype=weight.dtype, device=device_of(weight))
        for head in range(size.heads):
            x[head, head] = outputs[site][head, place]
        with torch.no_grad():
            made = join(x.reshape(1, size.heads + 1, -1))[0].double()
        bias = bias + made[-1]
        found += [("head", site, head, made[head] - made[-1]) for head in range(size.heads)]
    return found, bias


def _factor(layer: _Layer, joined: torch.Tensor) -> float | None:
    """By how much attention's answer is multiplied when it is added to the residual; None where it is not added.

    Something in the layer is then given the residual with it added, or the layer gives the residual with it and with
    one other part's answer added.
    """
    size = float(joined @ joined)
    if not size:
        return 0.0
    rest = cast(torch.Tensor, layer.y) - layer.x
    for found in [one - layer.x for one in layer.inside if one.shape == layer.x.shape] + [
        rest - one for one in layer.inside if one.shape == layer.x.shape
    ]:
        factor = float(found @ joined) / size
        if abs(factor) > 1e-2 and _near(found, factor * joined):
            return factor
    return None


def _last(
    reading: _Reading, state: torch.Tensor, name: str
) -> tuple[Callable[[torch.Tensor], torch.Tensor], torch.Tensor]:
    """What lies between the last layer and the last matrix, as a linear map and a constant: the last norm, frozen."""
    asked = cast(torch.Tensor, reading.asked)
    if _near(asked, state):
        return lambda x: x, torch.zeros_like(state)
    norm = next((part for part, x, y in reading.after if _near(x, state) and _near(y, asked)), None)
    if norm is None:
        raise LabError("parts-not-linear", model=name)
    kind = next(norm.parameters(), state)

    def call(x: torch.Tensor) -> torch.Tensor:
        with torch.no_grad():
            return norm(x.to(kind.dtype)[None, None])[0, 0].double()

    constant = (call(state) + call(-state)) / 2
    # far from the origin the norm's epsilon is nothing, and a balanced row of ones comes out as the gain alone
    ones = torch.ones_like(state)
    ones[1::2] = -1
    gain = (call(1e4 * ones) - constant) * ones
    centres = _near(call(state + 1e3 * state.abs().max()), call(state), 1e-2)
    inner = state - state.mean() if centres else state
    odd = (call(state) - constant) / gain
    divisor = float(inner @ inner) / float(odd @ inner)

    def through(x: torch.Tensor) -> torch.Tensor:
        return gain * (x - x.mean() if centres else x) / divisor

    if not _near(through(state) + constant, asked):
        raise LabError("parts-not-linear", model=name)
    return through, constant


def _near(a: torch.Tensor, b: torch.Tensor, within: float = NEAR) -> bool:
    return a.shape == b.shape and float((a - b).abs().max()) <= within * max(1e-12, float(b.abs().max()))
