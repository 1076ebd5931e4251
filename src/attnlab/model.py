"""What a model is to the lab, and how a model proves that it can be seen and changed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol, TypeAlias

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab.arrays import Array, to_numpy
from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.probe import Probe, Site, Stage, bind
from attnlab.tokens import Tokens

# The seam: a model calls this at every site. None leaves the site to the model's own kernel.
Attend: TypeAlias = Callable[[Site, Call], Array | None]


class Model(Protocol):
    """Anything with a name, sites, and `run`."""

    @property
    def name(self) -> str: ...
    @property
    def sites(self) -> tuple[Site, ...]: ...
    @property
    def vocabulary(self) -> Sequence[str]: ...
    @property
    def context(self) -> int:
        """The most tokens it can hold."""
        ...

    @property
    def parameter_count(self) -> int: ...

    def heads(self, site: Site) -> int: ...

    def tokens(self, text: str) -> Tokens:
        """The text as this model meets it. Raises LabError for a text it cannot read."""
        ...

    def run(self, tokens: Tokens, attend: Attend = ...) -> Float[Array, "position symbol"]:
        """Logits in nats for what follows each position, with `attend` met at every site."""
        ...

    @property
    def batches(self) -> bool:
        """True where an output with a leading batch axis, given by `attend`, makes logits with that axis."""
        ...

    def project(
        self, site: Site, head: int, value: Float[Array, "key value_dim"]
    ) -> Float[Array, "key width"] | None:
        """A head's values as they would enter the residual; None where the model does not know its projection."""
        ...

    def fingerprint(self) -> str:
        """A sha256 over the weights and sizes: the same for the same model, whatever its name."""
        ...


def own_kernel(site: Site, call: Call) -> None:
    """Leave every site to the model."""


def through(probe: Probe) -> Attend:
    """Every site by the formula, its stages handed through the probe."""
    return lambda site, call: call.mix(bind(probe, site))


def keep(calls: dict[Site, Call]) -> Attend:
    """Note how each site was called, by reference, and leave the work to the model's own kernel."""

    def note(site: Site, call: Call) -> None:
        calls[site] = call

    return note


def find_site(model: Model, name: str | Site) -> Site:
    """The model's site of that name. Raises LabError with the names there are."""
    site = name if isinstance(name, Site) else Site.parse(name)
    if site not in model.sites:
        raise LabError("site-unknown", model=model.name, site=str(site), sites=[str(one) for one in model.sites])
    return site


def find_head(model: Model, site: Site, head: int) -> int:
    """The head's number, checked. Raises LabError with the numbers there are."""
    heads = model.heads(site)
    if not 0 <= head < heads:
        raise LabError("head-unknown", model=model.name, site=str(site), head=head, last=heads - 1)
    return head


def find_symbol(model: Model, symbol: str) -> int:
    """The id of a symbol. Raises LabError where the model has no such symbol."""
    try:
        return model.vocabulary.index(symbol)
    except ValueError:
        some = [*model.vocabulary[:3], "…", model.vocabulary[-1]]
        raise LabError("symbol-not-in-vocabulary", model=model.name, symbol=symbol, some=some) from None


def fingerprint(about: str, weights: Mapping[str, Array]) -> str:
    """A sha256 over a description and every weight's name, sizes and bytes."""
    made = sha256(about.encode())
    for name in sorted(weights):
        x = np.ascontiguousarray(to_numpy(weights[name]))
        made.update(f"{name} {x.shape} {x.dtype}".encode())
        made.update(x.tobytes())
    return made.hexdigest()


@dataclass(frozen=True)
class Proof:
    """That a model can be seen and changed, as found on one text."""

    heard: tuple[Site, ...]
    """The sites that called, in order."""
    error: float
    """Largest difference between the logits by the formula and by the model's own kernel, relative to the largest."""
    moved: tuple[float, ...]
    """Per site: how far the logits went when one number was added to every output of that site."""


def prove(model: Model, text: str, *, within: float = 1e-6) -> Proof:
    """Find out on one text that every site is heard, the logits stay the same, and an edit moves them.

    Raises LabError that names the layers where a proof fails: a map of them would be invented.
    """
    tokens = model.tokens(text)
    untouched = to_numpy(model.run(tokens))

    calls: dict[Site, Call] = {}
    listened = to_numpy(model.run(tokens, keep(calls)))
    silent = [site for site in model.sites if site not in calls]
    if silent:
        raise LabError(
            "proof-silent", model=model.name, silent=len(silent), sites=len(model.sites), first=str(silent[0])
        )
    explained = to_numpy(model.run(tokens, lambda site, call: call.mix()))
    size = float(np.abs(untouched).max())
    error = max(float(np.abs(found - untouched).max()) for found in (listened, explained)) / (size or 1.0)
    if not error <= within:
        raise LabError("proof-not-same", model=model.name, error=f"{error:.1e}", within=f"{within:.0e}")

    moved = tuple(float(np.abs(to_numpy(model.run(tokens, _pushed(site))) - explained).max()) for site in model.sites)
    still = [site for site, far in zip(model.sites, moved, strict=True) if not far > 0]
    if still:
        raise LabError("proof-not-moved", model=model.name, sites=[str(site) for site in still])
    return Proof(tuple(calls), error, moved)


def _pushed(site: Site) -> Attend:
    def push(here: Site, stage: Stage, x: Array) -> Array:
        if (here, stage) != (site, "output"):
            return x
        xp = array_namespace(x)
        # not one shift for all: a norm or a softmax behind the site may forgive that
        return x + xp.reshape(xp.arange(x.shape[-1], dtype=x.dtype), (1,) * (x.ndim - 1) + (-1,))

    return through(push)
