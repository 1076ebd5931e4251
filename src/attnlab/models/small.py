"""Our transformer on one page: a causal decoder of symbols, pure functions of a parameter dictionary.

Weights are stored [in, out] and applied as `x @ W`. NumPy runs it in the lab, torch trains it; both are the same text.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from math import prod
from os.path import isfile
from pathlib import Path
from typing import Any

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float, Int

from attnlab.arrays import Array, softmax, to_numpy
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import write_whole
from attnlab.formula import Call, causal
from attnlab.model import Attend, AttendRows, Memory, Part, SiteSize, fingerprint, own_kernel
from attnlab.probe import Site
from attnlab.tokens import Alphabet, Tokens

Parameters = dict[str, Any]  # name -> array of either library
FORMAT = "attnlab small 1"


@dataclass(frozen=True)
class Shape:
    """The sizes that fix a small transformer; `names` has the ones given here."""

    symbols: int = 27
    layers: int = 1
    heads: int = 4
    width: int = 16
    context: int = 16
    hidden: int = 64
    norm_eps: float = 1e-5

    def __post_init__(self) -> None:
        if self.width % self.heads:
            raise LabError("heads-do-not-share-width", width=self.width, heads=self.heads)

    def parameters(self) -> dict[str, tuple[int, int]]:
        """The name and [in, out] shape of every matrix."""
        shapes = {
            "symbol": (self.symbols, self.width),
            "position": (self.context, self.width),
            "next": (self.width, self.symbols),
        }
        for layer in range(self.layers):
            shapes |= {f"{layer}.{part}": (self.width, self.width) for part in ("q", "k", "v", "join")}
            shapes |= {f"{layer}.up": (self.width, self.hidden), f"{layer}.down": (self.hidden, self.width)}
        return shapes


def logits(
    parameters: Parameters, shape: Shape, ids: Int[Array, "*text position"], attend: Attend = own_kernel
) -> Float[Array, "*run position symbol"]:
    """What may follow each position, in nats.

    Pre-norm blocks with RMSNorm (no gain) and ReLU, one more norm after the embedding and none before
    the output, no biases. Source: the microGPT form of Radford et al. 2019; RMSNorm, Zhang & Sennrich 2019.
    """
    places = ids.shape[-1]
    x = parameters["symbol"][ids] + parameters["position"][:places]
    x = rms_norm(x, shape.norm_eps)
    for layer in range(shape.layers):
        x = block(parameters, shape, x, Site(layer), attend)
    return x @ parameters["next"]


def block(
    parameters: Parameters, shape: Shape, x: Float[Array, "*text position width"], site: Site, attend: Attend
) -> Float[Array, "*run position width"]:
    """One layer: what its heads found and what its feed-forward part makes of that are added to the residual."""
    part = {name: parameters[f"{site.layer}.{name}"] for name in ("q", "k", "v", "join", "up", "down")}
    x = x + attend_heads(part, shape, rms_norm(x, shape.norm_eps), site, attend)
    return x + relu(rms_norm(x, shape.norm_eps) @ part["up"]) @ part["down"]


def attend_heads(
    part: Parameters, shape: Shape, x: Float[Array, "*text position width"], site: Site, attend: Attend
) -> Float[Array, "*run position width"]:
    """Every head looks and mixes; the heads' outputs are joined and projected."""
    q, k, v = (split_heads(x @ part[name], shape.heads) for name in ("q", "k", "v"))
    mask = causal(x.shape[-2], like=x)
    call = Call(q, k, v, scale=(shape.width // shape.heads) ** -0.5, mask=mask)
    output = attend(site, call)
    return join_heads(call.mix() if output is None else output) @ part["join"]


def split_heads(x: Float[Array, "*text position width"], heads: int) -> Float[Array, "*text head position dim"]:
    """Cut the width into heads: head h has the h-th run of width / heads numbers."""
    xp = array_namespace(x)
    return xp.swapaxes(xp.reshape(x, (*x.shape[:-1], heads, x.shape[-1] // heads)), -3, -2)


def join_heads(x: Float[Array, "*text head position dim"]) -> Float[Array, "*text position width"]:
    """The heads' outputs side by side, in the order of the heads."""
    xp = array_namespace(x)
    x = xp.swapaxes(x, -3, -2)
    return xp.reshape(x, (*x.shape[:-2], x.shape[-2] * x.shape[-1]))


def rms_norm(x: Float[Array, "*place width"], eps: float) -> Float[Array, "*place width"]:
    """Divide by the root of the mean square."""
    xp = array_namespace(x)
    return x / xp.sqrt(xp.mean(x * x, axis=-1, keepdims=True) + eps)


def relu(x: Float[Array, "*place width"]) -> Float[Array, "*place width"]:
    """Negative numbers to zero."""
    return x * (x > 0)


def draw(shape: Shape, *, std: float, seed: int) -> Parameters:
    """Untrained parameters: normal with that standard deviation, float64 NumPy."""
    rng = np.random.default_rng(seed)
    return {name: rng.normal(0.0, std, size) for name, size in shape.parameters().items()}


@dataclass(frozen=True, eq=False)
class Small:
    """A small transformer with its alphabet, as the lab meets any model."""

    name: str
    shape: Shape
    alphabet: Alphabet
    parameters: Parameters
    record: dict[str, Any] = field(default_factory=dict)
    """How it was made: data, seed, steps, held-out loss, versions."""

    def __repr__(self) -> str:
        return f"Small({self.name!r}, {self.shape})"

    @property
    def sites(self) -> tuple[Site, ...]:
        return tuple(Site(layer) for layer in range(self.shape.layers))

    @property
    def vocabulary(self) -> tuple[str, ...]:
        return self.alphabet.vocabulary

    @property
    def context(self) -> int:
        return self.shape.context

    @property
    def parameter_count(self) -> int:
        return sum(prod(size) for size in self.shape.parameters().values())

    def heads(self, site: Site) -> int:
        return self.shape.heads

    def size(self, site: Site) -> SiteSize:
        dim = self.shape.width // self.shape.heads
        return SiteSize(self.shape.heads, self.shape.heads, dim, dim, self.parameters["symbol"].dtype.itemsize)

    def tokens(self, text: str) -> Tokens:
        return self.alphabet.cut(text, longest=self.context, model=self.name)

    def example(self) -> Tokens:
        """A few symbols: the text on which a way of replaying it is proved."""
        return self.tokens("".join((self.alphabet.symbols * 5)[: min(5, self.context - 1)]))

    def run(self, tokens: Tokens, attend: Attend = own_kernel) -> Float[Array, "*run position symbol"]:
        xp = array_namespace(self.parameters["symbol"])
        return logits(self.parameters, self.shape, xp.asarray(tokens.ids), attend)

    @property
    def batches(self) -> bool:
        return True

    def remember(self, tokens: Tokens) -> Memory:
        calls: dict[Site, Call] = {}
        outputs: dict[Site, Array] = {}

        def note(site: Site, call: Call) -> Array:
            calls[site], outputs[site] = call, call.mix()
            return outputs[site]

        xp = array_namespace(self.parameters["symbol"])
        ids = xp.asarray(tokens.ids)
        x = rms_norm(self.parameters["symbol"][ids] + self.parameters["position"][: len(tokens)], self.shape.norm_eps)
        inputs = []
        for site in self.sites:
            inputs.append(x)
            x = block(self.parameters, self.shape, x, site, note)
        return Memory(tokens, x @ self.parameters["next"], calls, outputs, inputs)

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
        xp = array_namespace(self.parameters["symbol"])
        x = memory.inner[site.layer][places.start : places.stop]
        x = xp.broadcast_to(x, (rows, *x.shape))
        for layer in range(site.layer, self.shape.layers):
            x = block(self.parameters, self.shape, x, Site(layer), attend)
        logits = x[:, read - places.start] @ self.parameters["next"]
        mean = xp.mean(logits, axis=-1)
        return (logits if symbols is None else logits[:, list(symbols)]), mean

    def parts(self, tokens: Tokens, position: int, row: Float[np.ndarray, " symbol"]) -> list[Part]:
        """What each part adds to `row` times the logits at a position; there is no norm before the last matrix."""
        memory = self.remember(tokens)
        toward = to_numpy(self.parameters["next"]) @ row
        states = [to_numpy(x)[position] for x in memory.inner]
        made = [Part("embedding", None, None, float(states[0] @ toward))]
        for place, site in enumerate(self.sites):
            output = memory.outputs[site][:, position]
            heads = [to_numpy(self.project(site, head, output[head][None])[0]) for head in range(self.shape.heads)]
            made += [Part("head", site, head, float(x @ toward)) for head, x in enumerate(heads)]
            last = place + 1 == len(states)
            after = to_numpy(memory.logits)[position] @ row if last else states[place + 1] @ toward
            made.append(Part("feed-forward", site, None, float(after - states[place] @ toward - sum(heads) @ toward)))
        return made

    def slopes(
        self, tokens: Tokens, position: int, row: Float[np.ndarray, " symbol"]
    ) -> dict[Site, Float[np.ndarray, "head query value_dim"]]:
        """The gradient of `row` times the logits at a position with respect to every head's output; torch finds it."""
        torch = bring("torch", "hub", "slopes")
        leaves: dict[Site, Any] = {}

        def listen(site: Site, call: Call) -> Array:
            output = call.mix()
            leaves[site] = torch.zeros_like(output, requires_grad=True)
            return output + leaves[site]

        weights = {name: torch.as_tensor(to_numpy(x)) for name, x in self.parameters.items()}
        made = logits(weights, self.shape, torch.as_tensor(tokens.ids), listen)
        (made[position] * torch.as_tensor(row).to(made.dtype)).sum().backward()
        return {site: leaf.grad.numpy() for site, leaf in leaves.items()}

    def project(self, site: Site, head: int, value: Float[Array, "key value_dim"]) -> Float[Array, "key width"]:
        size = self.shape.width // self.shape.heads
        return value @ self.parameters[f"{site.layer}.join"][head * size : (head + 1) * size]

    def fingerprint(self) -> str:
        return fingerprint(json.dumps(asdict(self.shape), sort_keys=True), self.parameters)

    def sample(self, rng: np.random.Generator, *, temperature: float = 1.0, beginning: str = "") -> str:
        """One text that the model says; see `samples`."""
        return self.samples(rng, 1, temperature=temperature, beginning=beginning)[0]

    def samples(
        self, rng: np.random.Generator, count: int, *, temperature: float = 1.0, beginning: str = ""
    ) -> list[str]:
        """Texts that the model says, symbol by symbol, each until it says START or its context is full.

        Each symbol is drawn from softmax(logits / temperature); all texts grow side by side. Raises LabError for a
        beginning it cannot read and a temperature that is not above 0.
        """
        if not (temperature > 0 and np.isfinite(temperature)):
            raise LabError("temperature-not-positive", temperature=str(temperature))
        start = len(self.alphabet.symbols)
        first = self.tokens(beginning).ids if beginning else (start,)
        said = [first] * count
        growing = np.arange(count)
        while len(growing) and len(said[growing[0]]) < self.context:
            ids = array_namespace(self.parameters["symbol"]).asarray([said[one] for one in growing])
            last = to_numpy(logits(self.parameters, self.shape, ids))[:, -1].astype(np.float64)
            with np.errstate(over="ignore"):  # near temperature 0 all but the likeliest fall to -inf, a share of 0
                share = softmax((last - last.max(axis=-1, keepdims=True)) / temperature)
            drawn = (share.cumsum(axis=-1) <= rng.random((len(growing), 1))).sum(axis=-1).clip(max=start)
            for one, symbol in zip(growing, drawn.tolist(), strict=True):
                said[one] = (*said[one], symbol)
            growing = growing[drawn != start]
        return [self.alphabet.tokens(ids[:-1] if len(ids) > 1 and ids[-1] == start else ids).text for ids in said]

    def save(self, path: str | Path) -> Path:
        """Write weights and record as one safetensors file, whole or not at all."""
        from safetensors.numpy import save

        about = {
            "format": FORMAT,
            "name": self.name,
            "shape": json.dumps(asdict(self.shape)),
            "symbols": json.dumps(self.alphabet.symbols, ensure_ascii=False),
            "start": self.alphabet.start,
            "record": json.dumps(self.record, ensure_ascii=False),
        }
        weights = {name: np.ascontiguousarray(x, dtype=np.float32) for name, x in self.parameters.items()}
        return write_whole(Path(path), save(weights, about))

    @classmethod
    def open(cls, path: str | Path) -> "Small":
        """Read a file that `save` wrote. Raises LabError for anything else. The figures are computed in float64."""
        about, weights = _read(Path(path))
        try:
            shape = Shape(**json.loads(about["shape"]))
            alphabet = Alphabet(tuple(json.loads(about["symbols"])), about["start"])
            sizes = {name: tuple(x.shape) for name, x in weights.items()}
            if sizes != shape.parameters() or len(alphabet.vocabulary) != shape.symbols:
                raise ValueError
            return cls(about["name"], shape, alphabet, weights, json.loads(about["record"]))
        except (KeyError, TypeError, ValueError, ArithmeticError, LabError):
            raise LabError("model-file-torn", path=str(path)) from None


def _read(path: Path) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """What the file says of itself, and its weights in float64; the weights of no other format are read."""
    from safetensors import SafetensorError, safe_open

    if not isfile(path):
        raise LabError("file-missing", path=str(path))
    try:
        with safe_open(path, framework="np") as file:
            about = file.metadata() or {}
            found = about.get("format", "-")
            if found != FORMAT:
                raise LabError("model-file-foreign", path=str(path), found=found, wanted=FORMAT)
            return about, {name: file.get_tensor(name).astype(np.float64) for name in file.keys()}  # noqa: SIM118
    except (SafetensorError, TypeError):
        raise LabError("model-file-torn", path=str(path)) from None
