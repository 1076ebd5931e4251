"""What a configuration costs before it is built: parameters, memory and operations, part by part.

Everything is counted in whole numbers from a `Configuration`, without torch and without a model.
"""

from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from attnlab.errors import LabError

POSITIONS = ("none", "learned", "sinusoidal", "rotary", "relative", "alibi")
NORMS = ("plain", "rms", "layer")
# Bits of one number, as weights and caches are stored. Formats with scales beside the numbers need a little more.
BITS = {"float64": 64, "float32": 32, "float16": 16, "bfloat16": 16, "float8": 8, "int8": 8, "int4": 4}
MATRICES = ("query", "key", "value", "join", "up", "gate", "down", "router", "next")
"""The matrices of a model that may carry a bias, by the names that `Configuration.biases` has for them."""
OFTEN = 2048
"""How long a text is taken to be where neither a length nor the model's context says so."""


@dataclass(frozen=True)
class Configuration:
    """The sizes that fix a transformer's parameters, its cache and its work.

    Only the first three are needed; what is left at its default is the plain block of the estimate
    12 layers width² + vocabulary width: heads that share the width, a feed-forward part of 4 width, one table of
    symbols for input and output, and neither biases nor gains of norms nor parameters of positions.
    Raises LabError where the sizes do not fit together.

    Sources: Vaswani et al. 2017, sec. 3 (the block); Ainslie et al. 2023 (grouped keys); Shazeer 2020 (gated
    feed-forward); Shazeer et al. 2017 (experts); Zhang & Sennrich 2019 (RMSNorm).

    >>> from attnlab import Configuration
    >>> Configuration(layers=2, width=64, vocabulary=100, heads=4, key_heads=2).key_width  # two heads of 16
    32
    """

    layers: int
    """Of the decoder, or of the only stack."""
    width: int
    """Numbers at one place of the residual stream: d."""
    vocabulary: int
    heads: int | None = None
    """None: any number, since 4 width² is the same for all."""
    key_heads: int | None = None
    """Heads of keys and values, each of which serves an equal group of heads. None: as many as heads."""
    head_dim: int | None = None
    """None: width / heads."""
    hidden: int | None = None
    """Of the feed-forward part; 0 for layers of attention alone. None: 4 width."""
    gated: bool = False
    """True where the feed-forward part has a third matrix, whose output multiplies the first one's."""
    biases: tuple[str, ...] = ()
    """Which of `MATRICES` carry a bias."""
    norm: str = "plain"
    """One of `NORMS`: plain has no parameters, rms a gain, layer a gain and a bias."""
    layer_norms: int = 2
    """Of the width, in each layer; a layer with cross attention has one more."""
    end_norms: int = 1
    """Of the width, outside the layers: after the embedding, before the output, at the end of an encoder."""
    positions: str = "none"
    """One of `POSITIONS`."""
    position_parameters: int | None = None
    """None: context x width where positions are learned, else none."""
    context: int = 0
    """The longest text; 0 where nothing says."""
    tied: bool = True
    """True where the output reads the embedding's own matrix."""
    predicts: bool = True
    """False where there is no output over the vocabulary."""
    experts: int = 0
    """Feed-forward parts side by side in each layer that has experts; 0 where there are none."""
    experts_used: int = 0
    """How many of them one piece goes through."""
    expert_hidden: int | None = None
    """None: as hidden."""
    dense_layers: int = 0
    """Layers that have no experts although the others do."""
    window: int | None = None
    """The most keys that a query of a windowed layer sees."""
    windowed_layers: int = 0
    causal: bool = True
    """False for an encoder alone: it keeps no cache."""
    encoder_layers: int = 0
    """Of an encoder beside the decoder, whose layers then have cross attention."""
    encoder_hidden: int | None = None
    """None: as hidden."""
    extras: tuple[tuple[str, int, int], ...] = ()
    """What no other field describes: a part's name, its parameters, its multiply-adds for one piece."""

    def __post_init__(self) -> None:
        for name, least in _LEAST.items():
            value = getattr(self, name)
            if value is not None and (type(value) is not int or value < least):
                raise LabError("size-number-too-small", name=name, found=str(value), least=least)
        for name, known in (("norm", NORMS), ("positions", POSITIONS)):
            if getattr(self, name) not in known:
                raise LabError("size-choice-unknown", name=name, found=str(getattr(self, name)), choices=list(known))
        if unknown := [one for one in self.biases if one not in MATRICES]:
            raise LabError("size-choice-unknown", name="biases", found=", ".join(unknown), choices=list(MATRICES))
        if self.heads is None:
            if self.key_heads is not None or self.head_dim is not None:
                name, found = (
                    ("key_heads", self.key_heads) if self.key_heads is not None else ("head_dim", self.head_dim)
                )
                raise LabError("size-heads-missing", name=name, found=found)
        else:
            if self.head_dim is None and self.width % self.heads:
                raise LabError("heads-do-not-share-width", width=self.width, heads=self.heads)
            if self.key_heads is not None and self.heads % self.key_heads:
                raise LabError("heads-not-in-groups", heads=self.heads, groups=self.key_heads)
        if self.experts_used > self.experts:
            raise LabError("size-experts-too-few", used=self.experts_used, experts=self.experts)
        if self.experts and not self.experts_used:
            raise LabError("size-experts-unused", experts=self.experts)
        for name, most in (("dense_layers", self.layers), ("windowed_layers", self.layers)):
            if getattr(self, name) > most:
                raise LabError("size-layers-too-few", name=name, found=getattr(self, name), layers=most)
        if self.positions == "learned" and self.position_parameters is None and not self.context:
            raise LabError("size-context-missing")

    @property
    def dim(self) -> int:
        """Of one head; of all heads together where their number is left open."""
        if self.head_dim is not None:
            return self.head_dim
        return self.width // (self.heads or 1)

    @property
    def query_width(self) -> int:
        """All heads' queries of one place: heads x dim."""
        return (self.heads or 1) * self.dim

    @property
    def key_width(self) -> int:
        """All key heads' keys of one place, and as many numbers of values."""
        return (self.key_heads or self.heads or 1) * self.dim

    @property
    def inner(self) -> int:
        """The hidden size, written or not."""
        return 4 * self.width if self.hidden is None else self.hidden

    @property
    def expert_inner(self) -> int:
        """The hidden size of one expert."""
        return self.inner if self.expert_hidden is None else self.expert_hidden

    @property
    def encoder_inner(self) -> int:
        """The hidden size of the encoder's layers."""
        return self.inner if self.encoder_hidden is None else self.encoder_hidden

    @property
    def stacked(self) -> int:
        """Layers of all stacks: the L of the estimate."""
        return self.layers + self.encoder_layers

    @property
    def crossing_layers(self) -> int:
        """Layers that look into an encoder."""
        return self.layers if self.encoder_layers else 0

    @property
    def expert_layers(self) -> int:
        return self.layers - self.dense_layers if self.experts else 0


# The least value of each whole number of a Configuration.
_LEAST = {
    "layers": 1, "width": 1, "vocabulary": 1, "heads": 1, "key_heads": 1, "head_dim": 1, "hidden": 0, "layer_norms": 0,
    "end_norms": 0, "position_parameters": 0, "context": 0, "experts": 0, "experts_used": 0, "expert_hidden": 1,
    "dense_layers": 0, "window": 1, "windowed_layers": 0, "encoder_layers": 0, "encoder_hidden": 1,
}  # fmt: skip


@dataclass(frozen=True)
class SizePart:
    """One part of a model: its parameters, what the estimate gives it, and its multiply-adds for one piece.

    >>> import attnlab
    >>> attnlab.size(layers=1, width=8, vocabulary=10, heads=2).parts[0]
    SizePart(name='embedding', parameters=80, estimate=80, multiply_adds=0)
    """

    name: str
    parameters: int
    estimate: int = 0
    multiply_adds: int = 0
    """A table that is only read, a norm and a bias count none."""


@dataclass(frozen=True)
class LeftOut:
    """One thing that the estimate leaves out: what it adds here, or what it would add where it is absent."""

    name: str
    adds: int
    """Parameters beyond the estimate; below zero where there are fewer. 0 where it is absent."""
    would: int | None = None
    """Where it is absent: what the example that the sentence of that name gives would add."""


def count_parts(config: Configuration) -> tuple[SizePart, ...]:
    """Every part with its parameters; exact, in whole numbers.

    The estimate is that of Kaplan et al. 2020, table 1 and sec. 2.1 (N = 12 layers width² where the heads share
    the width and hidden is 4 width), with vocabulary x width added for the one table of symbols.
    """
    c, d = config, config.width
    blocks, square = c.stacked + c.crossing_layers, config.stacked * config.width**2
    up, used = _feed_forward(c, c.experts), _feed_forward(c, c.experts_used)
    query, key = blocks * d * c.query_width, blocks * d * c.key_width
    router = c.expert_layers * d * c.experts
    output = d * c.vocabulary if c.predicts else 0
    parts = [
        SizePart("embedding", d * c.vocabulary, d * c.vocabulary),
        SizePart("positions", position_parameters(c)),
        SizePart("query", query, square, query),
        SizePart("key", key, square, key),
        SizePart("value", key, square, key),
        SizePart("join", query, square, query),
        SizePart("up", d * up, 4 * square, d * used),
        SizePart("gate", d * up * c.gated, 0, d * used * c.gated),
        SizePart("down", d * up, 4 * square, d * used),
        SizePart("router", router, 0, router),
        SizePart("norms", norm_parameters(c)),
        SizePart("biases", bias_parameters(c)),
        SizePart("next", 0 if c.tied else output, 0, output),
        *(SizePart(name, parameters, 0, work) for name, parameters, work in c.extras),
    ]
    return tuple(one for one in parts if one.parameters or one.estimate or one.multiply_adds)


def estimate(layers: int, width: int, vocabulary: int) -> int:
    """12 layers width² + vocabulary width: 4 width² of attention and 8 width² of feed-forward a layer, and the symbols.

    >>> from attnlab.sizes import estimate
    >>> estimate(32, 4096, 128_000)
    6966738944
    """
    return 12 * layers * width**2 + vocabulary * width


def position_parameters(config: Configuration) -> int:
    """Parameters of positions: a table where they are learned, and what a family's own way of theirs has."""
    if config.position_parameters is not None:
        return config.position_parameters
    return config.context * config.width if config.positions == "learned" else 0


def norm_parameters(config: Configuration) -> int:
    """Gains, and biases where the norm has them, of every norm of the width."""
    places = config.stacked * config.layer_norms + config.crossing_layers + config.end_norms
    return places * config.width * {"plain": 0, "rms": 1, "layer": 2}[config.norm]


def bias_parameters(config: Configuration) -> int:
    """One number for every column of every matrix that carries a bias."""
    c = config
    blocks, up = c.stacked + c.crossing_layers, _feed_forward(c, c.experts)
    ends = c.stacked - c.expert_layers + c.expert_layers * c.experts
    columns = {
        "query": blocks * c.query_width, "key": blocks * c.key_width, "value": blocks * c.key_width,
        "join": blocks * c.width, "up": up, "gate": up * c.gated, "down": ends * c.width,
        "router": c.expert_layers * c.experts, "next": c.vocabulary * c.predicts,
    }  # fmt: skip
    return sum(columns[one] for one in c.biases)


def left_out(config: Configuration, length: int = OFTEN) -> tuple[LeftOut, ...]:
    """What the estimate leaves out, one thing at a time; what they add here sums to exact minus estimate.

    Of what is absent, an example says what it would add: a quarter as many key heads, a gate on the same hidden
    size, 8 experts, an output matrix of its own, a learned table of `length` positions, LayerNorm, and biases
    on all matrices of the layers.
    """
    c, d = config, config.width
    a_block = 2 * d * (c.query_width + c.key_width)
    dense = (c.layers * c.inner) + c.encoder_layers * c.encoder_inner
    feed = _feed_forward(c, c.experts)
    router = c.expert_layers * d * c.experts
    matrices = 3 if c.gated else 2
    fewer = None if (c.heads or 4) % 4 else -3 * c.stacked * d * c.query_width // 2
    made = [
        LeftOut("heads", c.stacked * (a_block - 4 * d**2), fewer),
        LeftOut("cross", c.crossing_layers * a_block),
        LeftOut("hidden", 2 * d * (dense - 4 * d * c.stacked)),
        LeftOut("gated", d * dense * c.gated, d * dense),
        LeftOut("experts", matrices * d * (feed - dense) + router, 7 * matrices * d * dense + 8 * d * c.stacked),
        LeftOut("output", 0 if c.tied or not c.predicts else d * c.vocabulary, d * c.vocabulary),
        LeftOut("positions", position_parameters(c), length * d),
        LeftOut("norms", norm_parameters(c), norm_parameters(replace(c, norm="layer"))),
        LeftOut("biases", bias_parameters(c), bias_parameters(replace(c, biases=MATRICES[:7]))),
        *(LeftOut(name, parameters) for name, parameters, _ in c.extras),
    ]
    kept = [one for one in made if one.adds or one.would is not None]
    return tuple(LeftOut(one.name, one.adds, None if one.adds else one.would) for one in kept)


def _feed_forward(config: Configuration, experts: int) -> int:
    """Hidden numbers of all layers together, where each layer that has experts counts so many of them."""
    plain = (config.layers - config.expert_layers) * config.inner + config.encoder_layers * config.encoder_inner
    return plain + config.expert_layers * experts * config.expert_inner


# --- memory, in bytes ------------------------------------------------------------------------------------------------


def bytes_of(numbers: int, dtype: str) -> int:
    """What so many numbers take. Raises LabError for a number type that is not in `BITS`."""
    if dtype not in BITS:
        raise LabError("size-choice-unknown", name="dtype", found=dtype, choices=list(BITS))
    return -(-numbers * BITS[dtype] // 8)


def cached_numbers(config: Configuration, length: int) -> int:
    """Keys and values that generation keeps for one text of `length` pieces; 0 for an encoder alone.

    2 x layers x length x key heads x dim; a windowed layer keeps its window, a layer that looks into an encoder
    also the keys and values of a source of `length` pieces. Source: Shazeer 2019; Ainslie et al. 2023.
    """
    if not config.causal:
        return 0
    full = config.layers - config.windowed_layers + config.crossing_layers
    places = full * length + config.windowed_layers * _seen(length, config.window)
    return 2 * places * config.key_width


def map_bytes(length: int, heads: int = 1) -> int:
    """What the maps of so many heads take as float32: length² x 4 bytes each.

    >>> from attnlab.sizes import map_bytes
    >>> map_bytes(2048) / 2**20, map_bytes(8192) / 2**20
    (16.0, 256.0)
    """
    return heads * length**2 * 4


# --- operations, in multiply-adds ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Work:
    """Multiply-adds, each one multiplication and one addition (2 floating-point operations), by what they are for.

    Softmax, norms, activations and biases are left out: they grow with the width, not with its square.

    >>> import attnlab
    >>> work = attnlab.size(layers=1, width=8, vocabulary=10, heads=2, length=4).text
    >>> work.projections, work.attention  # 4 n width² and 2 n² width
    (1024, 256)
    """

    projections: int
    """The matrices of queries, keys, values and the join: 4 n width² a layer where heads share the width."""
    attention: int
    """Scores and the mix of values: 2 n² width a layer where heads share the width."""
    feed_forward: int
    output: int
    """The logits, and what stands before them."""

    @property
    def total(self) -> int:
        return self.projections + self.attention + self.feed_forward + self.output


def text_work(config: Configuration, length: int) -> Work:
    """One run over a whole text; the full square of queries by keys is counted, what a mask hides too.

    An encoder-decoder reads a source as long as the text. A windowed layer counts at most its window for each query.
    Source: Vaswani et al. 2017, table 1 (n² d a layer); the factor 2 is for scores and values.
    """
    full = config.stacked - config.windowed_layers + config.crossing_layers
    seen = full * length + config.windowed_layers * _seen(length, config.window)
    linear = _linear(config)
    return Work(
        length * linear.projections, 2 * length * seen * config.query_width, length * linear.feed_forward,
        length * linear.output,
    )  # fmt: skip


def next_work(config: Configuration, length: int) -> Work:
    """One more piece behind a cache, itself the last of `length` pieces that it sees.

    Of an encoder-decoder, the decoder's work alone: keys and values of a source of `length` pieces are kept.
    """
    c, linear = config, _linear(config)
    full = c.layers - c.windowed_layers + c.crossing_layers
    seen = full * length + c.windowed_layers * _seen(length, c.window)
    if c.encoder_layers:
        d = c.width
        spared = 2 * c.encoder_layers * d * (c.query_width + c.key_width) + 2 * c.crossing_layers * d * c.key_width
        fed = (3 if c.gated else 2) * c.encoder_layers * d * c.encoder_inner
        linear = Work(linear.projections - spared, 0, linear.feed_forward - fed, linear.output)
    return Work(linear.projections, 2 * seen * c.query_width, linear.feed_forward, linear.output)


def generation_work(config: Configuration, length: int, *, cache: bool) -> int:
    """Multiply-adds that say a text of `length` pieces one by one, from a decoder alone.

    With a cache each step runs one piece: attention grows with length². Without one each step runs the whole text
    so far anew: attention grows with length³, everything else with length².
    """
    linear = _linear(config).total
    full, windowed = config.layers - config.windowed_layers, config.windowed_layers
    runs = length if cache else length * (length + 1) // 2
    pairs = full * _sum_seen(length, None, cache) + windowed * _sum_seen(length, config.window, cache)
    return runs * linear + 2 * config.query_width * pairs


def crossing(config: Configuration) -> float:
    """The length at which attention (2 n² d) costs as many multiply-adds as its projections (4 n d²).

    n = 2 d where the heads share the width, with the full square counted; a kernel that skips the half that a
    causal mask hides crosses at twice that. Without windows.

    >>> from attnlab.sizes import Configuration, crossing
    >>> crossing(Configuration(32, 4096, 128_000))
    8192.0
    """
    return config.width * (config.query_width + config.key_width) / config.query_width


def _linear(config: Configuration) -> Work:
    """The multiply-adds of all matrices for one piece."""
    one = {part.name: part.multiply_adds for part in count_parts(config)}
    projections = sum(one.get(name, 0) for name in ("query", "key", "value", "join"))
    feed = sum(one.get(name, 0) for name in ("up", "gate", "down", "router"))
    return Work(projections, 0, feed, sum(one.values()) - projections - feed)


def _seen(length: int, window: int | None) -> int:
    return length if window is None else min(length, window)


def _sum_seen(length: int, window: int | None, cache: bool) -> int:
    """Pairs of query and key over all steps t: one row of min(t, window) keys, or without a cache t such rows."""
    n, w = length, _seen(length, window)
    if cache:
        return w * (w + 1) // 2 + (n - w) * w
    return w * (w + 1) * (2 * w + 1) // 6 + w * (n * (n + 1) - w * (w + 1)) // 2


# --- everything together ---------------------------------------------------------------------------------------------

Source = Literal["given", "read", "weights", "built"]


@dataclass(frozen=True)
class Size:
    """What a configuration costs: its parts, its memory in bytes, its work in multiply-adds.

    >>> import attnlab
    >>> made = attnlab.size(layers=2, width=64, vocabulary=100, heads=4, length=128)
    >>> made.parameters, made.weight_bytes, made.cache_bytes
    (104704, 209408, 65536)
    >>> [(part.name, part.parameters) for part in made.parts][:3]
    [('embedding', 6400), ('query', 8192), ('key', 8192)]
    """

    name: str
    """Of the model or configuration; empty for a shape that was given in numbers."""
    source: Source
    """given in numbers; read from a configuration; counted in a model's own weights; or built without weights."""
    counted_as: str
    """The class of model that was counted, where it matters."""
    parts: tuple[SizePart, ...]
    configuration: Configuration | None
    """None for a family that attnlab does not read: then only parameters and weights are known."""
    layers: int
    width: int
    vocabulary: int
    length: int
    """Pieces of a text, for the cache, the maps and the work."""
    batch: int = 1
    """Texts kept side by side in the cache."""
    dtype: str = "bfloat16"
    cache_dtype: str = "bfloat16"

    @property
    def parameters(self) -> int:
        """Exact."""
        return sum(one.parameters for one in self.parts)

    @property
    def estimate(self) -> int:
        """12 layers width² + vocabulary width."""
        return estimate(self.layers, self.width, self.vocabulary)

    @property
    def used(self) -> int:
        """Parameters that one piece meets: without the experts that it does not go through."""
        c = self.configuration
        if c is None or not c.experts:
            return self.parameters
        idle = _feed_forward(c, c.experts) - _feed_forward(c, c.experts_used)
        ends = c.expert_layers * (c.experts - c.experts_used)
        spared = sum({"up": idle, "gate": idle * c.gated, "down": ends * c.width}.get(one, 0) for one in c.biases)
        return self.parameters - (3 if c.gated else 2) * c.width * idle - spared

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return () if self.configuration is None else left_out(self.configuration, self.length)

    @property
    def weight_bytes(self) -> int:
        return bytes_of(self.parameters, self.dtype)

    @property
    def cache_bytes(self) -> int | None:
        """Of `batch` texts of `length` pieces."""
        c = self.configuration
        return None if c is None else bytes_of(self.batch * cached_numbers(c, self.length), self.cache_dtype)

    @property
    def map_bytes(self) -> int:
        """Of one head's map in one layer, as float32."""
        return map_bytes(self.length)

    @property
    def all_map_bytes(self) -> int | None:
        """Of every head's map of self attention in every layer, as float32."""
        c = self.configuration
        return None if c is None or c.heads is None else map_bytes(self.length, c.heads * c.stacked)

    @property
    def text(self) -> Work | None:
        """One run over a whole text of `length` pieces."""
        return None if self.configuration is None else text_work(self.configuration, self.length)

    @property
    def next(self) -> Work | None:
        """One more piece, the last of `length`, behind a cache; None for an encoder alone."""
        c = self.configuration
        return None if c is None or not c.causal else next_work(c, self.length)

    @property
    def crossing(self) -> float | None:
        """The length at which attention costs as many multiply-adds as its projections."""
        return None if self.configuration is None else crossing(self.configuration)

    def generation(self, *, cache: bool) -> int | None:
        """Multiply-adds that say `length` pieces one by one; None for what is no decoder alone."""
        c = self.configuration
        if c is None or not c.causal or c.encoder_layers:
            return None
        return generation_work(c, self.length, cache=cache)

    def to_record(self) -> dict[str, Any]:
        """Everything as plain JSON values: whole numbers, bytes and multiply-adds."""
        works = {"text": self.text, "next_piece": self.next}
        kinds = [one.name for one in fields(Work)]
        c = self.configuration
        return {
            "name": self.name,
            "source": self.source,
            "counted_as": self.counted_as,
            "configuration": None if c is None else {one.name: _plain(getattr(c, one.name)) for one in fields(c)},
            "parameters": {
                "exact": self.parameters, "estimate": self.estimate, "difference": self.parameters - self.estimate,
                "met_by_one_piece": self.used,
                "parts": [{"name": one.name, "exact": one.parameters, "estimate": one.estimate} for one in self.parts],
                "left_out": [{"name": one.name, "adds": one.adds, "would_add": one.would} for one in self.left_out],
            },
            "memory_bytes": {
                "length": self.length, "batch": self.batch, "dtype": self.dtype, "cache_dtype": self.cache_dtype,
                "weights": self.weight_bytes, "cache": self.cache_bytes, "map_of_one_head": self.map_bytes,
                "maps_of_all_heads": self.all_map_bytes,
            },
            "multiply_adds": {
                name: None if work is None else {kind: getattr(work, kind) for kind in kinds} | {"total": work.total}
                for name, work in works.items()
            } | {
                "generation_with_cache": self.generation(cache=True),
                "generation_without_cache": self.generation(cache=False),
                "attention_overtakes_projections_at": self.crossing,
            },
        }  # fmt: skip


def _plain(x: Any) -> Any:
    return [_plain(one) for one in x] if isinstance(x, tuple) else x
