"""Our transformer on one page: pure functions of a parameter dictionary, over NumPy and torch arrays alike.

Weights are stored [in, out] and applied as `x @ W`. NumPy runs it in the lab, torch trains it; both are the same text.
A parameter's name is that of its site and its part: `0.q`, `encoder.0.up`, `cross.1.join`.
"""

from collections.abc import Callable
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Literal, TypeAlias, get_args

import numpy as np
from array_api_compat import array_namespace, device
from jaxtyping import Bool, Float, Int

from attnlab.arrays import Array, erf, softmax
from attnlab.errors import LabError
from attnlab.formula import Call, allow, causal, padding
from attnlab.model import Attend, Feeding, own_kernel
from attnlab.positions import distance, rotate, sinusoidal, slopes
from attnlab.probe import Site
from attnlab.variants import PATTERNS, Pattern, kernel_of, sees

Parameters: TypeAlias = dict[str, Any]  # name -> array of either library

Stacks = Literal["decoder", "encoder", "translator"]
Positions = Literal["learned", "sinusoidal", "rotary", "alibi", "slope", "relative", "none"]
Activation = Literal["relu", "gelu", "gelu-tanh", "silu"]
Norm = Literal["rms", "layer", "none"]
Order = Literal["pre", "post"]


@dataclass(frozen=True)
class Shape:
    """What fixes a small transformer; `names` has the sizes given here.

    >>> from attnlab.models.transformer import Shape, draw
    >>> shape = Shape(symbols=7, layers=2, heads=4, width=32, key_heads=2, positions="rotary", gated=True)
    >>> sum(x.size for x in draw(shape, seed=0).values())
    18880
    """

    symbols: int = 27
    layers: int = 1
    """Of each stack: a translator has as many in its encoder as in its decoder."""
    heads: int = 4
    width: int = 16
    context: int = 16
    """The most places of a text, START included."""
    hidden: int = 64
    """The width inside the feed-forward part, or inside one expert; 0 for layers of attention alone."""
    norm_eps: float = 1e-5
    key_heads: int = 0
    """Heads of keys and values, each shared by an equal group of neighbouring query heads; 0 for one each.
    Source: Shazeer 2019 (one for all); Ainslie et al. 2023 (groups)."""
    stacks: Stacks = "decoder"
    norm: Norm = "rms"
    order: Order = "pre"
    """A norm before each part (pre), or behind the sum that each part makes (post, the first transformer's)."""
    gains: bool = False
    """Norms have a learned gain (and a bias, where they are layer norms)."""
    biases: bool = False
    """Projections and feed-forward parts have biases."""
    activation: Activation = "relu"
    gated: bool = False
    """The hidden numbers are multiplied by a second projection; with silu this is SwiGLU (Shazeer 2020)."""
    positions: Positions = "learned"
    rotary_base: float = 10000.0
    embed_norm: bool = True
    """One more norm behind the embedding."""
    last_norm: bool = False
    """One more norm before the output matrix."""
    tied: bool = False
    """The output matrix is the embedding's transpose."""
    experts: int = 0
    """Feed-forward parts to choose from at every place; 0 for one and no choice."""
    experts_used: int = 0
    pattern: Pattern = "full"
    reach: int = 0
    """How far a windowed or strided pattern looks; see `variants`."""
    parts: tuple[int, ...] = ()
    """Where a symbol is put together of parts (a key and a value): how many of each kind there are. Their embeddings
    stand side by side in the width."""
    apart: bool = False
    """Queries and keys read the first part alone, values the rest."""

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            if isinstance(x := getattr(self, name), bool) or not isinstance(x, int) or x < least:
                raise LabError("shape-size-wrong", name=name, found=repr(x), least=least)
        for one in fields(self):
            if one.type is bool and not isinstance(x := getattr(self, one.name), bool):
                raise LabError("shape-unknown", name=one.name, found=repr(x), known=["True", "False"])
        for name, least in (("norm_eps", 0.0), ("rotary_base", 1.0)):
            if isinstance(x := getattr(self, name), bool) or not isinstance(x, int | float) or not least <= x < np.inf:
                raise LabError("shape-number-wrong", name=name, found=repr(x), least=least)
        if self.width % self.heads:
            raise LabError("heads-do-not-share-width", width=self.width, heads=self.heads)
        if self.key_heads and self.heads % self.key_heads:
            raise LabError("heads-not-in-groups", heads=self.heads, groups=self.key_heads)
        if self.experts_used > self.experts or (self.experts and not self.experts_used):
            raise LabError("experts-used-wrong", used=self.experts_used, experts=self.experts)
        if self.parts and self.width % len(self.parts):
            raise LabError("parts-do-not-share-width", width=self.width, parts=len(self.parts))
        for name, kind in (
            ("stacks", Stacks), ("norm", Norm), ("order", Order), ("activation", Activation), ("positions", Positions),
        ):  # fmt: skip
            if getattr(self, name) not in get_args(kind):
                raise LabError("shape-unknown", name=name, found=str(getattr(self, name)), known=list(get_args(kind)))
        if self.pattern not in PATTERNS:
            raise LabError("shape-unknown", name="pattern", found=str(self.pattern), known=list(PATTERNS))
        if self.pattern in ("window", "strided") and not self.reach:
            raise LabError("reach-too-small", pattern=self.pattern, reach=self.reach)

    @property
    def dim(self) -> int:
        """Width of one head."""
        return self.width // self.heads

    @property
    def shared_heads(self) -> int:
        """Heads of keys and values."""
        return self.key_heads or self.heads

    @property
    def sites(self) -> tuple[Site, ...]:
        """In the order in which they are met."""
        every = range(self.layers)
        encoder = [Site(layer, "encoder") for layer in every]
        match self.stacks:
            case "encoder":
                return tuple(encoder)
            case "decoder":
                return tuple(Site(layer) for layer in every)
        return (*encoder, *(site for layer in every for site in (Site(layer), Site(layer, kind="cross"))))

    def parameters(self) -> dict[str, tuple[int, ...]]:
        """The name and shape of every array; a matrix is [in, out]."""
        made: dict[str, tuple[int, ...]] = {}
        if self.parts:
            made |= {f"symbol.{n}": (size, self.width // len(self.parts)) for n, size in enumerate(self.parts)}
        else:
            made["symbol"] = (self.symbols, self.width)
        if self.positions == "learned":
            made["position"] = (self.context, self.width)
        if not self.tied:
            made["next"] = (self.width, self.symbols)
        for site in self.sites:
            made |= {f"{site}.{name}": size for name, size in self._of_site(site).items()}
        if self.stacks == "translator":
            made |= {"encoder.position": (self.context, self.width)} if self.positions == "learned" else {}
            made |= self._norm_sizes("encoder.embed_norm") if self.embed_norm else {}
            made |= self._norm_sizes("encoder.last_norm") if self.last_norm else {}
        made |= self._norm_sizes("embed_norm") if self.embed_norm else {}
        made |= self._norm_sizes("last_norm") if self.last_norm else {}
        return made

    def _of_site(self, site: Site) -> dict[str, tuple[int, ...]]:
        width, shared, hidden = self.width, self.shared_heads * self.dim, self.hidden
        first = width // len(self.parts) if self.apart else width
        rest = width - first if self.apart else width
        made: dict[str, tuple[int, ...]] = {
            "q": (first, width), "k": (first, shared), "v": (rest, shared), "join": (width, width)
        }  # fmt: skip
        if self.biases:
            made |= {"q_bias": (width,), "k_bias": (shared,), "v_bias": (shared,), "join_bias": (width,)}
        made |= self._norm_sizes("norm")
        if site.kind == "self" and self.positions == "relative":
            made["relative"] = (self.heads, self.context if site.stack == "decoder" else 2 * self.context - 1)
        if site.kind == "self" and self.positions == "slope":
            made["slope"] = (self.heads,)
        if not hidden or site.kind == "cross":
            return made
        each = (self.experts,) if self.experts else ()
        made |= {"router": (width, self.experts)} if self.experts else {}
        made |= {"up": (*each, width, hidden), "down": (*each, hidden, width)}
        made |= {"gate": (*each, width, hidden)} if self.gated else {}
        if self.biases:
            made |= {"up_bias": (*each, hidden), "down_bias": (*each, width)}
        return made | self._norm_sizes("feed_norm")

    def _norm_sizes(self, name: str) -> dict[str, tuple[int, ...]]:
        if not self.gains or self.norm == "none":
            return {}
        made: dict[str, tuple[int, ...]] = {f"{name}.gain": (self.width,)}
        return made | ({f"{name}.bias": (self.width,)} if self.norm == "layer" else {})

    def record(self) -> dict[str, Any]:
        """Plain data: the sizes, and of the rest what is not as in `names`."""
        plain, every = asdict(Shape()), asdict(self)
        return {name: x for name, x in every.items() if name in SIZES or x != plain[name]}


# the least that a whole number of a shape can be
LEAST = {
    "symbols": 1, "layers": 0, "heads": 1, "width": 1, "context": 1, "hidden": 0, "key_heads": 0, "experts": 0,
    "experts_used": 0, "reach": 0,
}  # fmt: skip
SIZES = ("symbols", "layers", "heads", "width", "context", "hidden", "norm_eps")  # always in the record


# Meets a router's scores [*run position expert] in nats, before the best are taken.
Route: TypeAlias = Callable[[Site, Array], Array]


@dataclass(eq=False)
class Cache:
    """Keys and values of the places that were run before, so that the next place costs one row.

    >>> import numpy as np
    >>> from attnlab.models.transformer import Cache, Shape, draw, logits
    >>> shape, cache = Shape(symbols=7), Cache()
    >>> weights = draw(shape, seed=0)
    >>> for symbol in (3, 1, 4):  # step by step
    ...     last = logits(weights, shape, np.array([symbol]), cache=cache)
    >>> bool(np.allclose(last, logits(weights, shape, np.array([3, 1, 4]))[-1:]))  # as of the whole text
    True
    """

    keys: dict[Site, Array] = field(default_factory=dict)
    values: dict[Site, Array] = field(default_factory=dict)
    length: int = 0
    """Places that are held."""

    def grown(self, site: Site, k: Array, v: Array) -> tuple[Array, Array]:
        """All keys and values of a site, with these at the end."""
        if site in self.keys:
            xp = array_namespace(k)
            k, v = xp.concat([self.keys[site], k], axis=-2), xp.concat([self.values[site], v], axis=-2)
        self.keys[site], self.values[site] = k, v
        return k, v


@dataclass(frozen=True, eq=False)
class Run:
    """What is alike for every layer of one run: the model, and who listens."""

    parameters: Parameters
    shape: Shape
    attend: Attend = own_kernel
    feed: Feeding | None = None
    route: Route | None = None
    cache: Cache | None = None
    first: int = 0
    """The place of the first row: what stands before it is in the cache, or with whoever attends."""
    real: Bool[Array, "*text source"] | None = None
    """False where a source is padding."""
    entered: dict[Site, Array] | None = None
    """What entered each layer, by its self-attention site, where someone keeps it."""

    def of(self, site: Site) -> Parameters:
        """The parameters of one site, by the names of their parts."""
        begin = f"{site}."
        return {name.removeprefix(begin): x for name, x in self.parameters.items() if name.startswith(begin)}


def logits(
    parameters: Parameters,
    shape: Shape,
    ids: Int[Array, "*text position"],
    attend: Attend = own_kernel,
    *,
    source: Int[Array, "*text source"] | None = None,
    real: Bool[Array, "*text source"] | None = None,
    feed: Feeding | None = None,
    route: Route | None = None,
    cache: Cache | None = None,
) -> Float[Array, "*run position symbol"]:
    """What may follow each position, in nats; of an encoder alone, what stands at each.

    A translator reads `source` with its encoder. With a `cache`, `ids` are the places behind those it holds, and it
    grows by them: the same logits as of the whole text, one row a step.

    The plain shape is pre-norm blocks with RMSNorm (no gain) and ReLU, one more norm after the embedding and none
    before the output, no biases: the microGPT form of Radford et al. 2019. Others are put together of the parts that
    `Shape` names. Sources: Vaswani et al. 2017; RMSNorm, Zhang & Sennrich 2019.

    >>> import numpy as np
    >>> from attnlab.models.transformer import Shape, draw, logits
    >>> shape = Shape(symbols=7)
    >>> logits(draw(shape, seed=0), shape, np.array([3, 1, 4])).shape
    (3, 7)
    """
    run = Run(parameters, shape, attend, feed, route, cache, cache.length if cache else 0, real)
    held = None
    if shape.stacks == "translator":
        if source is None:
            raise ValueError("a translator needs a source")
        known = cache is not None and Site(0, kind="cross") in cache.keys
        held = None if known else encode(run, source)
    x = embed(run, ids, "encoder" if shape.stacks == "encoder" else "decoder")
    x = encoder(run, x) if shape.stacks == "encoder" else decoder(run, x, held)
    if cache is not None:
        cache.length += ids.shape[-1]
    return unembed(run, x)


def embed(run: Run, ids: Int[Array, "*text position"], stack: str = "decoder") -> Float[Array, "*text position width"]:
    """Each symbol's row, and its place's where places have rows."""
    shape, parameters = run.shape, run.parameters
    if shape.parts:
        made_of, xp = parameters["made_of"][ids], array_namespace(ids)
        x = xp.concat([parameters[f"symbol.{n}"][made_of[..., n]] for n in range(len(shape.parts))], axis=-1)
    else:
        x = parameters["symbol"][ids]
    begin = "encoder." if stack == "encoder" and shape.stacks == "translator" else ""
    first, places = (run.first if stack == "decoder" else 0), ids.shape[-1]
    if shape.positions == "learned":
        x = x + parameters[f"{begin}position"][first : first + places]
    elif shape.positions == "sinusoidal":
        x = x + _like(sinusoidal(places, shape.width, first), x)
    return norm(run, x, f"{begin}embed_norm") if shape.embed_norm else x


def encode(run: Run, source: Int[Array, "*text source"]) -> Float[Array, "*run source width"]:
    """What a translator's encoder makes of a source."""
    return encoder(run, embed(run, source, "encoder"))


def encoder(run: Run, x: Float[Array, "*text place width"], layer: int = 0) -> Float[Array, "*run place width"]:
    """The encoder's layers, from `layer` on."""
    for number in range(layer, run.shape.layers):
        x = block(run, x, Site(number, "encoder"))
    begin = "encoder." if run.shape.stacks == "translator" else ""
    return norm(run, x, f"{begin}last_norm") if run.shape.last_norm and begin else x


def decoder(
    run: Run, x: Float[Array, "*text place width"], held: Float[Array, "*held source width"] | None, layer: int = 0
) -> Float[Array, "*run place width"]:
    """The decoder's layers, from `layer` on; `held` is the encoder's answer, if there is one."""
    if held is not None and held.ndim > x.ndim:  # edits of the encoder side by side
        x = array_namespace(x).broadcast_to(x, (*held.shape[:-2], *x.shape[-2:]))
    for number in range(layer, run.shape.layers):
        x = block(run, x, Site(number), held)
    return x


def unembed(run: Run, x: Float[Array, "*run place width"]) -> Float[Array, "*run place symbol"]:
    """The logits of each place."""
    x = norm(run, x, "last_norm") if run.shape.last_norm else x
    return x @ output_matrix(run.parameters, run.shape)


def output_matrix(parameters: Parameters, shape: Shape) -> Float[Array, "width symbol"]:
    """What turns a state into logits."""
    if not shape.tied:
        return parameters["next"]
    if not shape.parts:
        return parameters["symbol"].mT
    ids = array_namespace(parameters["made_of"]).arange(shape.symbols)
    return embed(Run(parameters, replace(shape, positions="none", embed_norm=False)), ids).mT


def block(
    run: Run, x: Float[Array, "*text place width"], site: Site, held: Float[Array, "*held source width"] | None = None
) -> Float[Array, "*run place width"]:
    """One layer: what its heads found and what its feed-forward part makes of that are added to the residual."""
    if run.entered is not None:
        run.entered[site] = x
    x = add(run, x, f"{site}.norm", lambda x: attend_heads(run, x, site))
    cross = Site(site.layer, kind="cross")
    if site.stack == "decoder" and run.shape.stacks == "translator":
        x = add(run, x, f"{cross}.norm", lambda x: attend_heads(run, x, cross, held))
    return add(run, x, f"{site}.feed_norm", lambda x: feed_forward(run, x, site)) if run.shape.hidden else x


def add(
    run: Run, x: Float[Array, "*text place width"], name: str, part: Callable[[Array], Array]
) -> Float[Array, "*run place width"]:
    """The residual with what a part makes of it: normed before the part, or behind the sum.

    Sources: post-norm, Vaswani et al. 2017; pre-norm, Xiong et al. 2020.
    """
    if run.shape.order == "post":
        return norm(run, x + part(x), name)
    return x + part(norm(run, x, name))


def attend_heads(
    run: Run, x: Float[Array, "*text place width"], site: Site, held: Float[Array, "*held source width"] | None = None
) -> Float[Array, "*run place width"]:
    """Every head looks and mixes; the heads' outputs are joined and projected. `held` is what is looked at, where it
    is not the text itself."""
    part, shape, own = run.of(site), run.shape, site.kind == "self"
    asked, (key_x, value_x) = _read(shape, x)[0], _read(shape, x if own or held is None else held)
    q = split_heads(project(part, "q", asked), shape.heads)
    if own or held is not None:
        k, v = (split_heads(project(part, name, y), shape.shared_heads) for name, y in (("k", key_x), ("v", value_x)))
    else:
        k, v = run.cache.keys[site], run.cache.values[site]  # pyright: ignore[reportOptionalMemberAccess]
    if own and shape.positions == "rotary":
        q, k = (rotate(y, run.first, shape.rotary_base) for y in (q, k))
    if run.cache is not None and site.stack == "decoder" and (own or held is not None):
        k, v = run.cache.grown(site, k, v)
    if k.ndim < q.ndim:  # edits of the decoder side by side: all of them look at one source
        xp = array_namespace(k)
        k, v = (xp.broadcast_to(y, (*q.shape[:-3], *y.shape[-3:])) for y in (k, v))
    call = _call(run, part, q, k, v, site)
    output = run.attend(site, call)
    if output is None:
        output = call.mix() if call.kernel is None else call.kernel()
    return project(part, "join", join_heads(output))


def _read(shape: Shape, x: Array) -> tuple[Array, Array]:
    """What queries and keys are made of, and what values are made of."""
    if not shape.apart:
        return x, x
    first = shape.width // len(shape.parts)
    return x[..., :first], x[..., first:]


def _call(run: Run, part: Parameters, q: Array, k: Array, v: Array, site: Site) -> Call:
    shape, (queries, keys) = run.shape, (q.shape[-2], k.shape[-2])
    linear, own = shape.pattern == "linear", site.kind == "self"
    ordered = own and site.stack == "decoder"
    wall = causal(queries, keys, like=q) if ordered else None
    if own and shape.pattern in ("window", "strided"):
        may = sees(shape.pattern, shape.reach, np.arange(keys - queries, keys), np.arange(keys), causal=ordered)
        wall = allow(may[None], like=q)
    if run.real is not None and (site.stack == "encoder" or not own):
        blank = padding(run.real, like=q)
        wall = blank if wall is None else wall + blank
    bias = _bias(shape, part, queries, keys, like=q) if own else None
    scale = 1.0 if linear else shape.dim**-0.5
    call = Call(q, k, v, scale=scale, bias=bias, mask=wall, linear=linear)
    if bias is None and (run.real is None or ordered):
        kernel = kernel_of(shape.pattern, call, causal=ordered)
        return call if kernel is None else replace(call, kernel=kernel)
    return call


def _bias(shape: Shape, part: Parameters, queries: int, keys: int, *, like: Array) -> Array | None:
    """What distance adds to the score of each head [head, query, key]; None where it adds nothing.

    Sources: a learned bias for each distance, Shaw et al. 2018 and Raffel et al. 2020, here one for every distance;
    slopes, Press et al. 2022 (fixed) or learned.
    """
    far = distance(queries, keys)
    match shape.positions:
        case "alibi":
            return _like(-slopes(shape.heads)[:, None, None] * np.abs(far), like)
        case "slope":
            return -part["slope"][:, None, None] * _like(np.abs(far), like)
        case "relative":
            table = part["relative"]
            middle = (table.shape[-1] - 1) // 2 if table.shape[-1] > shape.context else 0
            place = np.clip(far.astype(int) + middle, 0, table.shape[-1] - 1)
            return table[:, array_namespace(like).asarray(place, device=device(like))]
    return None


def feed_forward(run: Run, x: Float[Array, "*run place width"], site: Site) -> Float[Array, "*run place width"]:
    """What one place makes of what it holds; with experts, the mix of those that the router chose."""
    part, shape, xp = run.of(site), run.shape, array_namespace(x)
    if shape.experts:
        score = x @ part["router"]
        share = chosen(score if run.route is None else run.route(site, score), shape.experts_used)
        # every expert is run and most are weighed with 0: at these sizes that is quicker than picking rows
        each = expert(part, shape, x[..., None, :, :])
        given = xp.sum(xp.moveaxis(share, -1, -2)[..., None] * each, axis=-3)
    else:
        given = expert(part, shape, x)
    return given if run.feed is None else run.feed(site, given)


def chosen(score: Float[Array, "*run place expert"], used: int) -> Float[Array, "*run place expert"]:
    """Each expert's share: the softmax of the `used` best scores, 0 for the others.

    Source: Shazeer et al. 2017, eq. 3 to 5 without noise; Jiang et al. 2024 (Mixtral).
    """
    xp = array_namespace(score)
    rank = xp.argsort(xp.argsort(-score, axis=-1), axis=-1)
    return softmax(xp.where(rank < used, score, xp.zeros_like(score) - xp.inf))


def expert(part: Parameters, shape: Shape, x: Float[Array, "*run place width"]) -> Float[Array, "*each place width"]:
    """Up, through the activation (and the gate), and down again. Source of the gated form: Shazeer 2020."""
    bend = ACTIVATIONS[shape.activation]
    up = project(part, "up", x)
    hidden = bend(x @ part["gate"]) * up if shape.gated else bend(up)
    return project(part, "down", hidden)


def project(part: Parameters, name: str, x: Float[Array, "*run place in"]) -> Float[Array, "*each place out"]:
    """A matrix, and its bias where there is one."""
    made, bias = x @ part[name], part.get(f"{name}_bias")
    return made if bias is None else made + (bias[:, None, :] if bias.ndim == 2 else bias)


def split_heads(x: Float[Array, "*text position width"], heads: int) -> Float[Array, "*text head position dim"]:
    """Cut the width into heads: head h has the h-th run of width / heads numbers."""
    xp = array_namespace(x)
    return xp.swapaxes(xp.reshape(x, (*x.shape[:-1], heads, x.shape[-1] // heads)), -3, -2)


def join_heads(x: Float[Array, "*text head position dim"]) -> Float[Array, "*text position width"]:
    """The heads' outputs side by side, in the order of the heads."""
    xp = array_namespace(x)
    x = xp.swapaxes(x, -3, -2)
    return xp.reshape(x, (*x.shape[:-2], x.shape[-2] * x.shape[-1]))


def norm(run: Run, x: Float[Array, "*place width"], name: str) -> Float[Array, "*place width"]:
    """The norm of that name, with its gain and bias where it has them."""
    if run.shape.norm == "none":
        return x
    made = (rms_norm if run.shape.norm == "rms" else layer_norm)(x, run.shape.norm_eps)
    gain, bias = (run.parameters.get(f"{name}.{part}") for part in ("gain", "bias"))
    made = made if gain is None else made * gain
    return made if bias is None else made + bias


def rms_norm(x: Float[Array, "*place width"], eps: float) -> Float[Array, "*place width"]:
    """Divide by the root of the mean square. Source: Zhang & Sennrich 2019, eq. 4."""
    xp = array_namespace(x)
    return x / xp.sqrt(xp.mean(x * x, axis=-1, keepdims=True) + eps)


def layer_norm(x: Float[Array, "*place width"], eps: float) -> Float[Array, "*place width"]:
    """Mean 0 and variance 1 along the width. Source: Ba et al. 2016, eq. 4."""
    return rms_norm(x - array_namespace(x).mean(x, axis=-1, keepdims=True), eps)


def relu(x: Float[Array, "*place width"]) -> Float[Array, "*place width"]:
    """Negative numbers to zero."""
    return x * (x > 0)


def gelu(x: Float[Array, "*place width"]) -> Float[Array, "*place width"]:
    """x times the share of a normal distribution below x. Source: Hendrycks & Gimpel 2016."""
    return x * (1 + erf(x / 2**0.5)) / 2


def gelu_tanh(x: Float[Array, "*place width"]) -> Float[Array, "*place width"]:
    """`gelu` by a hyperbolic tangent, GPT-2's. Source: Hendrycks & Gimpel 2016, section 2."""
    return x * (1 + array_namespace(x).tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x**3))) / 2


def silu(x: Float[Array, "*place width"]) -> Float[Array, "*place width"]:
    """x times its logistic."""
    return x / (1 + array_namespace(x).exp(-x))


ACTIVATIONS: dict[Activation, Callable[[Array], Array]] = {
    "relu": relu, "gelu": gelu, "gelu-tanh": gelu_tanh, "silu": silu
}  # fmt: skip


def draw(shape: Shape, *, std: float | None = None, seed: int) -> Parameters:
    """Untrained parameters, float64 NumPy: matrices normal with that standard deviation, or 1/sqrt(in) where none is
    given; gains 1, biases and what distance adds 0.

    >>> from attnlab.models.transformer import Shape, draw
    >>> list(draw(Shape(symbols=7), seed=0))
    ['symbol', 'position', 'next', '0.q', '0.k', '0.v', '0.join', '0.up', '0.down']
    """
    rng = np.random.default_rng(seed)
    made: Parameters = {}
    for name, size in shape.parameters().items():
        last = name.rpartition(".")[2]
        if last == "gain":
            made[name] = np.ones(size)
        elif last in ("relative", "slope") or last.endswith("bias"):
            made[name] = np.zeros(size)
        else:
            made[name] = rng.normal(0.0, size[-2] ** -0.5 if std is None else std, size)
    return made


def _like(x: np.ndarray, other: Array) -> Array:
    return array_namespace(other).asarray(x, dtype=other.dtype, device=device(other))
