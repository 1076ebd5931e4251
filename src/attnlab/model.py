"""What a model is to the lab, and how a model proves that it can be seen and changed."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from inspect import signature
from operator import index
from typing import Any, Protocol, TypeAlias, runtime_checkable

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab.arrays import Array, copy, to_numpy
from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.probe import Probe, Site, Stage, bind
from attnlab.tokens import Tokens

BATCH = 32  # texts that a model runs at once
# The seam: a model calls this at every site. None leaves the site to the model's own kernel.
Attend: TypeAlias = Callable[[Site, Call], Array | None]
# The seam beside it: of each layer's self-attention and what the layer adds to the residual besides attention
# [.., position, width], what is added instead. A run that is given none costs and gives what it always did.
Feeding: TypeAlias = Callable[[Site, Array], Array]


@dataclass(frozen=True)
class SiteSize:
    """The sizes of one site.

    >>> import attnlab
    >>> model = attnlab.load("names")
    >>> model.size(model.sites[0])
    SiteSize(heads=4, key_heads=4, dim=4, value_dim=4, itemsize=8)
    """

    heads: int
    key_heads: int
    """Each serves an equal group of neighbouring heads."""
    dim: int
    value_dim: int
    itemsize: int
    """Bytes of one number."""
    behind: int = field(default=0, repr=False, compare=False)
    """Bytes of one place that stay in memory with its q, k and v, where they are parts of one product; 0: no more."""
    cell: float = field(default=0.0, repr=False, compare=False)
    """Bytes of one query and key, of masks and biases that are kept here and at no site before."""

    def bytes_kept(self, queries: int, keys: int, heads: int | None = None) -> int:
        """What q, k and v take for so many queries and keys; of so many heads, each with keys of its own, or of all."""
        asking, looked_at = (self.heads, self.key_heads) if heads is None else (heads, heads)
        return self.itemsize * (asking * queries * self.dim + looked_at * keys * (self.dim + self.value_dim))


@runtime_checkable
class Model(Protocol):
    """Anything with a name, sites, and `run`. Where `run` takes `feed` as well, feed-forward parts can be changed.

    >>> import attnlab
    >>> from attnlab.model import Model
    >>> model = attnlab.load("previous")
    >>> isinstance(model, Model), model.heads(model.sites[0]), model.context
    (True, 1, 16)
    """

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

    def size(self, site: Site) -> SiteSize: ...

    def tokens(self, text: str) -> Tokens:
        """The text as this model meets it. Raises LabError for a text it cannot read."""
        ...

    def run(self, tokens: Tokens, attend: Attend = ...) -> Float[Array, "*run position symbol"]:
        """Logits in nats for what follows each position, with `attend` met at every site."""
        ...

    @property
    def batches(self) -> bool:
        """True where an output with a leading batch axis, given by `attend`, makes logits with that axis."""
        ...

    def project(self, site: Site, head: int, value: Float[Array, "key value_dim"]) -> Float[Array, "key width"] | None:
        """A head's values as they would enter the residual; None where the model does not know its projection."""
        ...

    def fingerprint(self) -> str:
        """A sha256 over the weights and sizes: the same for the same model, whatever its name."""
        ...


@dataclass(frozen=True, eq=False)
class Memory:
    """A clean run of one text, kept so that a part of it can be run again with other contents."""

    tokens: Tokens
    logits: Float[Array, "position symbol"]
    calls: dict[Site, Call]
    """How each site was called, in the order in which they were met."""
    outputs: dict[Site, Float[Array, "head query value_dim"]]
    """What each site gave, by the formula."""
    inner: Any = field(repr=False)
    """What the model itself needs to go on from any site."""
    over_past: Callable[..., Array] | None = field(default=None, repr=False)
    """A kernel for what `formula.suffix_attention` does to one query a row that sees every key, if it has a quicker
    one: of q, k, v, before_k, before_v and the scale."""


# Meets the sites of many continuations of one text: q, k and v of a call have an axis of rows in front, its keys are
# the continuation's own, and neither mask nor bias is given: both are those of the clean run.
AttendRows: TypeAlias = Callable[[Site, Call], Array]


@runtime_checkable
class Replayable(Protocol):
    """A model that can go on from the middle of a run."""

    def remember(self, tokens: Tokens) -> Memory:
        """Run a text once by the formula and keep what `resume` needs."""
        ...

    def resume(
        self,
        memory: Memory,
        site: Site,
        places: range,
        rows: int,
        attend: AttendRows,
        *,
        read: int,
        symbols: Sequence[int] | None = None,
    ) -> tuple[Float[Array, "row symbol"], Float[Array, " row"]]:
        """Go on from a site with `rows` continuations side by side, each at these places of the text.

        What comes before the site is the memory's, and so is every place outside `places`. Gives the logits at place
        `read`, of `symbols` or of all, and the mean of all. A model whose `run` takes `feed` takes it here as well: it
        meets the site's own layer and those above, [row, place, width]. One that has `products` takes what that gives.
        """
        ...


@dataclass(frozen=True)
class Part:
    """What one part of a model adds to a logit by itself, past everything else.

    >>> import attnlab
    >>> model = attnlab.load("names")
    >>> target, parts = attnlab.contributions(model, "anna")
    >>> total = sum(part.value for part in parts)
    >>> round(total, 3), round(target(attnlab.trace(model, "anna").logits), 3)
    (0.62, 0.62)
    """

    kind: str
    """embedding, head, bias (of an output projection), feed-forward (whatever else its layer adds), or constant."""
    site: Site | None
    head: int | None
    value: float
    """In nats."""
    vector: Any = field(default=None, compare=False, repr=False)
    """What it adds to the residual [width]; None for the constant, which is added past it."""


@runtime_checkable
class Additive(Protocol):
    """A model whose logits are a sum over its parts."""

    def parts(
        self,
        tokens: Tokens,
        position: int,
        row: Float[Array, " symbol"],
        attend: Attend | None = None,
        feed: Feeding | None = None,
    ) -> list[Part]:
        """What each part adds to `row` times the logits at a position, in the order in which a run meets them.

        With `attend` and `feed` of the run that they change.
        """
        ...


@runtime_checkable
class Differentiable(Protocol):
    """A model that can say how a logit would move with what each head gives."""

    def slopes(
        self, tokens: Tokens, position: int, row: Float[Array, " symbol"]
    ) -> dict[Site, Float[np.ndarray, "head query value_dim"]]:
        """The gradient of `row` times the logits at a position with respect to every head's output."""
        ...


def own_kernel(site: Site, call: Call) -> None:
    """Leave every site to the model."""


def through(probe: Probe) -> Attend:
    """Every site by the formula, its stages handed through the probe."""
    return lambda site, call: call.mix(bind(probe, site))


def keep(
    calls: dict[Site, Call],
    sites: Collection[Site] | None = None,
    heads: Sequence[int] | None = None,
    queries: Mapping[Site, Sequence[int]] | None = None,
) -> Attend:
    """Note how each site was called, by reference, and leave the work to the model's own kernel.

    Of some sites only, where they are named; some heads or queries are kept in memory of their own, so that the
    rest of a call can go.
    """

    def note(site: Site, call: Call) -> Array | None:
        if sites is not None and site not in sites:
            return None
        if heads is None and queries is None:
            calls[site] = call
            return None
        mine = None if queries is None else queries.get(site)
        part, output = call.only(heads, mine), None
        if call.kernel is not None:
            output = call.kernel()
            kept = output if heads is None else output[list(heads)]
            kept = copy(kept if mine is None else kept[:, list(mine)])
            part = replace(part, kernel=lambda: kept)
        calls[site] = part
        return output

    return note


def check_model(model: Any, wish: str) -> None:
    """Raise LabError where something else was given in a model's place, such as its name, and where the model has no
    attention; `wish` is what was called. Weights read from outside are told to be no model."""
    if getattr(model, "weights_only", False):
        raise LabError("outside-no-model", wish=wish)
    if not (hasattr(model, "run") and hasattr(model, "sites")):
        raise LabError("model-wanted", wish=wish, found=_shown(model))
    if not model.sites:
        raise LabError("attention-none", model=model.name)


def check_feed(model: Model, site: Site) -> None:
    """Raise LabError where what a site's layer adds besides attention cannot be told apart, and so not be changed."""
    if site.kind == "cross":
        raise LabError("feed-site-cross", site=str(site))
    if "feed" not in signature(model.run).parameters:
        raise LabError("feed-not-taken", model=model.name)
    prove_feed = getattr(model, "prove_feed", None)
    if prove_feed is not None:
        prove_feed(site)


def has_feed(model: Model, site: Site) -> bool:
    """False where a layer is attention alone. Whether its feed-forward part can be changed, `check_feed` says."""
    return bool(getattr(getattr(model, "shape", None), "hidden", True))


def as_tokens(model: Model, text: Any) -> Tokens:
    """A text, or the tokens it was cut into already. Raises LabError for what is neither."""
    if isinstance(text, Tokens):
        return text
    if not isinstance(text, str):
        raise LabError("text-wanted", found=_shown(text))
    return model.tokens(text)


def as_list(name: str, given: Any, example: str) -> list[Any]:
    """What was given as a list. Raises LabError for a single text or number and for an empty list, with
    `example` of one."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise LabError("list-wanted", name=name, found=_shown(given), example=example)
    made = list(given)
    if not made:
        raise LabError("list-empty", name=name, example=example)
    return made


def find_site(model: Model, name: str | Site | int) -> Site:
    """The model's site of that name; `3` is also `encoder.3` where no other layer is meant.

    Raises LabError with the names there are.
    """
    site = name if isinstance(name, Site) else Site.parse(str(name))
    if site not in model.sites and not isinstance(name, Site) and site == Site(site.layer):
        alike = [one for one in model.sites if one.layer == site.layer]
        site = alike[0] if len(alike) == 1 else site
    if site not in model.sites:
        raise LabError("site-unknown", model=model.name, site=str(site), sites=[str(one) for one in model.sites])
    return site


def find_position(tokens: Tokens, position: int) -> int:
    """A position counted from 0, or from the end where negative. Raises LabError where the text has no such place."""
    places, position = len(tokens), whole("position", position)
    if not -places <= position < places:
        raise LabError("position-unknown", position=position, last=places - 1)
    return position % places


def find_head(model: Model, site: Site, head: int) -> int:
    """The head's number, checked. Raises LabError with the numbers there are."""
    heads, head = model.heads(site), whole("head", head)
    if not 0 <= head < heads:
        raise LabError("head-unknown", model=model.name, site=str(site), head=head, last=heads - 1)
    return head


def _shown(x: Any) -> str:
    """What was given, as Python writes it, or its kind where that is long."""
    return repr(x) if isinstance(x, str | int | float | list | tuple) else type(x).__name__


def whole(name: str, x: Any) -> int:
    """A whole number. Raises LabError for anything else, which `name` stands for."""
    try:
        return index(x)
    except TypeError:
        raise LabError("number-wanted", name=name, found=_shown(x)) from None


def find_symbol(model: Model, symbol: str, logits: Float[Array, " symbol"] | None = None) -> int:
    """The id of a symbol. A word's piece may be typed without the space that belongs to it.

    Where the vocabulary has both, the one with the larger logit is meant, without logits the one as it was typed.
    Raises LabError where the model has no such symbol.
    """
    found = [model.vocabulary.index(one) for one in (symbol, f" {symbol}") if one in model.vocabulary]
    if not found:
        some = [*model.vocabulary[:3], "…", model.vocabulary[-1]]
        raise LabError("symbol-not-in-vocabulary", model=model.name, symbol=symbol, some=some)
    return found[0] if logits is None else max(found, key=lambda one: float(logits[one]))


def fingerprint(about: str, weights: Mapping[str, Array]) -> str:
    """A sha256 over a description and every weight's name, sizes and bytes."""
    made = sha256(about.encode())
    for name in sorted(weights):
        x = np.ascontiguousarray(to_numpy(weights[name]))
        made.update(f"{name} {x.shape} {x.dtype}".encode())
        made.update(x.reshape(-1).view(np.uint8).data)  # its own bytes, not a copy of them
    return made.hexdigest()


@dataclass(frozen=True)
class Proof:
    """That a model can be seen and changed, as found on one text.

    >>> import attnlab
    >>> from attnlab.model import prove
    >>> made = prove(attnlab.load("names"), "anna")
    >>> made.exact, made.error, len(made.heard)
    (True, 0.0, 1)
    """

    heard: tuple[Site, ...]
    """The sites that called, in order."""
    error: float
    """Largest difference between the logits by the formula and by the model's own kernel, relative to the largest."""
    moved: tuple[float, ...]
    """Per site: how far the logits went when its every output was pushed."""
    exact: bool = True
    """True where the logits were the same to the last bit while the probe only listened."""


def prove(model: Model, text: str | Tokens, *, within: float = 1e-6) -> Proof:
    """Find out on one text that every site is heard, the logits stay the same, and an edit moves them.

    While the probe only listens, the logits may differ by 1e-6 of the largest, and are the same to the bit where the
    kernel is; by the formula they may differ by `within`. Raises LabError that names the layers where a proof
    fails: a map of them would be invented.

    >>> import attnlab
    >>> from attnlab.model import prove
    >>> proof = prove(attnlab.load("names"), "anna")
    >>> [str(site) for site in proof.heard], proof.error  # heard, and the same
    (['0'], 0.0)
    >>> [round(by, 2) for by in proof.moved]  # how far an edit of each site moves the logits
    [4.26]
    """
    tokens = model.tokens(text) if isinstance(text, str) else text
    untouched = to_numpy(model.run(tokens))
    size = float(np.abs(untouched).max()) or 1.0

    def apart(logits: Array) -> float:
        return float(np.abs(to_numpy(logits) - untouched).max())

    calls: dict[Site, Call] = {}
    listened = apart(model.run(tokens, keep(calls))) / size
    silent = [site for site in model.sites if site not in calls]
    if silent:
        raise LabError(
            "proof-silent", model=model.name, silent=len(silent), sites=len(model.sites), first=str(silent[0])
        )
    if not listened <= 1e-6:
        raise LabError("proof-not-same", model=model.name, error=f"{listened:.1e}", within="1e-06")
    error = apart(model.run(tokens, lambda site, call: call.mix())) / size
    if not error <= within:
        raise LabError("proof-not-same", model=model.name, error=f"{error:.1e}", within=f"{within:.0e}")

    pushed = run_all(model, [tokens] * len(model.sites), [_pushed(site) for site in model.sites])
    moved = tuple(apart(logits) for logits in pushed)
    still = [site for site, far in zip(model.sites, moved, strict=True) if not far > size * within / 10]
    if still:
        raise LabError("proof-not-moved", model=model.name, sites=[str(site) for site in still])
    return Proof(tuple(calls), error, moved, exact=listened == 0)


def run_all(
    model: Model, texts: Sequence[Tokens], attends: Sequence[Attend], feeds: Sequence[Feeding | None] = ()
) -> Iterator[Float[Array, "position symbol"]]:
    """Several texts, each with an `attend` of its own: as batches where the model can, else one by one.

    Where any has a `feed` as well, `feeds` names one or None for each.
    """
    together, asked = getattr(model, "run_all", None), any(feed is not None for feed in feeds)
    if together is None:
        for place, (tokens, attend) in enumerate(zip(texts, attends, strict=True)):
            more: dict[str, Any] = {} if not asked or feeds[place] is None else {"feed": feeds[place]}
            yield model.run(tokens, attend, **more)
        return
    for first in range(0, len(texts), BATCH):
        some = slice(first, first + BATCH)
        yield from together(texts[some], attends[some], **({"feeds": feeds[some]} if asked else {}))


def _pushed(site: Site) -> Attend:
    def push(stage: Stage, x: Array) -> Array:
        if stage != "output":
            return x
        xp = array_namespace(x)
        # not one shift for all: a norm or a softmax behind the site may forgive that
        return x + xp.reshape(xp.arange(1, x.shape[-1] + 1, dtype=x.dtype), (1,) * (x.ndim - 1) + (-1,))

    return lambda here, call: call.mix(push) if here == site else None
