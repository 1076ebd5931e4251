"""A small transformer with its alphabet and its weights, as the lab meets any model; and the file that keeps it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from math import prod
from pathlib import Path
from typing import Any

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab.arrays import Array, softmax, to_numpy
from attnlab.budgets import Breadth
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import readable_file, write_whole
from attnlab.formula import Call
from attnlab.model import Attend, AttendRows, Feeding, Memory, Part, SiteSize, fingerprint, own_kernel
from attnlab.models.transformer import (
    Cache,
    Parameters,
    Route,
    Run,
    Shape,
    decoder,
    draw,
    embed,
    encode,
    encoder,
    logits,
    norm,
    output_matrix,
    unembed,
)  # fmt: skip
from attnlab.probe import Site
from attnlab.records import parse, read
from attnlab.tasks import find
from attnlab.tokens import Alphabet, Tokens

__all__ = ["FORMAT", "Parameters", "Shape", "Small", "draw", "logits"]

FORMAT = "attnlab small 1"
MADE_OF = "made_of"  # which parts each symbol is put together of: fixed numbers, not trained


@dataclass(frozen=True, eq=False)
class Small:
    """A small transformer with its alphabet, as the lab meets any model.

    >>> import attnlab
    >>> attnlab.load("numbers-et").translate("forty two")
    'nelikümmend kaks'
    """

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
        return self.shape.sites

    @property
    def vocabulary(self) -> tuple[str, ...]:
        return self.alphabet.vocabulary

    @property
    def context(self) -> int:
        return self.shape.context

    @property
    def parameter_count(self) -> int:
        return sum(prod(size) for size in self.shape.parameters().values())

    @property
    def translates(self) -> bool:
        """True where an encoder reads one text and the decoder says another."""
        return self.shape.stacks == "translator"

    @property
    def has_encoder(self) -> bool:
        """The same, by the name that hub models have for it."""
        return self.translates

    @property
    def task(self) -> str:
        """The task that it was trained on; "" where it was trained on texts."""
        return str(self.record.get("task", ""))

    def heads(self, site: Site) -> int:
        return self.shape.heads

    def size(self, site: Site) -> SiteSize:
        shape, any_weight = self.shape, self.parameters[next(iter(self.shape.parameters()))]
        item, own = any_weight.dtype.itemsize, site.kind == "self"
        # every layer's call has a mask of its own, and a bias where distance adds to the score
        biased = own and shape.positions in ("alibi", "slope", "relative")
        cell = item * (own and site.stack == "decoder") + item * shape.heads * biased
        return SiteSize(shape.heads, shape.shared_heads, shape.dim, shape.dim, item, cell=float(cell))

    @property
    def breadth(self) -> Breadth:
        """How wide its rows are: what a run's memory is predicted from."""
        shape = self.shape
        inner = max(shape.width, shape.hidden * max(1, shape.experts))
        item = self.parameters[next(iter(shape.parameters()))].dtype.itemsize
        blocks = 4 if shape.activation.startswith("gelu") else 3
        return Breadth(shape.width, inner, shape.symbols, item, blocks)

    def tokens(self, text: str) -> Tokens:
        """The text as the model meets it; a translator reads "source => what it has said so far".

        Raises LabError for a text that is empty, too long, or has a symbol that the model does not know.
        """
        if not self.translates:
            return self.alphabet.cut(text, longest=self.context, model=self.name)
        if text.count("=>") > 1:
            raise LabError("arrow-twice", model=self.name, found=text.count("=>"))
        source, _, said = text.partition("=>")
        plain = replace(self.alphabet, start="")
        if self.task:  # what it says is in the same vocabulary, and no text to be read
            plain = replace(plain, symbols=find(self.task).reads)
        read = plain.cut(source.strip(), longest=self.context, model=self.name)
        read = replace(read, ids=tuple(self.alphabet.numbers[piece] for piece in read.pieces))
        start = (len(self.alphabet.symbols),)
        said = said.strip()
        target = self.alphabet.cut(said, longest=self.context, model=self.name) if said else self.alphabet.tokens(start)
        return replace(target, source=read)

    def example(self) -> Tokens:
        """A few symbols: the text on which a way of replaying it is proved."""
        if self.task:
            source = find(self.task).example
            return self.tokens(f"{source} => {self.translate(source)}" if self.translates else source)
        several = self.alphabet.between.join((self.alphabet.symbols * 5)[: min(5, self.context - 1)])
        return self.tokens(f"{several} => {several}" if self.translates else several)

    def run(
        self, tokens: Tokens, attend: Attend = own_kernel, *, feed: Feeding | None = None, route: Route | None = None
    ) -> Float[Array, "*run position symbol"]:
        """See `model.Model`; `feed` meets what feed-forward parts add, `route` the scores of routers."""
        return logits(
            self.parameters, self.shape, self._ids(tokens), attend, source=self._source(tokens), feed=feed, route=route
        )

    def _ids(self, tokens: Tokens) -> Array:
        return self._xp.asarray(tokens.ids)

    def _source(self, tokens: Tokens) -> Array | None:
        return None if tokens.source is None else self._xp.asarray(tokens.source.ids)

    @property
    def _xp(self) -> Any:
        return array_namespace(self.parameters[next(iter(self.shape.parameters()))])

    @property
    def batches(self) -> bool:
        return True

    # going on from the middle of a run

    def remember(self, tokens: Tokens) -> Memory:
        return self._remember(tokens)

    def _remember(self, tokens: Tokens, attend: Attend | None = None, feed: Feeding | None = None) -> Memory:
        calls: dict[Site, Call] = {}
        outputs: dict[Site, Array] = {}

        def note(site: Site, call: Call) -> Array:
            made = None if attend is None else attend(site, call)
            calls[site], outputs[site] = call, call.mix() if made is None else made
            return outputs[site]

        run = Run(self.parameters, self.shape, note, feed, entered={})
        ids, source, held = self._ids(tokens), self._source(tokens), None
        if self.shape.stacks == "encoder":
            last = encoder(run, embed(run, ids, "encoder"))
        else:
            held = None if source is None else encode(run, source)
            last = decoder(run, embed(run, ids), held)
        assert run.entered is not None
        return Memory(tokens, unembed(run, last), calls, outputs, _Inner(run.entered, held, last))

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
        feed: Feeding | None = None,
    ) -> tuple[Float[Array, "row symbol"], Float[Array, " row"]]:
        inner: _Inner = memory.inner
        run, xp = Run(self.parameters, self.shape, attend, feed, first=places.start), self._xp
        spread = lambda x: xp.broadcast_to(x, (rows, *x.shape))  # noqa: E731
        if site.stack == "encoder":
            x = encoder(run, spread(inner.entered[site]), site.layer)
            if self.translates:
                x = decoder(run, spread(inner.entered[Site(0)]), x)
        else:
            x = inner.entered[Site(site.layer)][places.start : places.stop]
            x = decoder(run, spread(x), None if inner.held is None else spread(inner.held), site.layer)
        last = x[:, read - places.start]
        last = norm(run, last, "last_norm") if self.shape.last_norm else last
        made = last @ output_matrix(self.parameters, self.shape)
        return (made if symbols is None else made[:, list(symbols)]), xp.mean(made, axis=-1)

    def prove_feed(self, site: Site) -> None:
        """Raise LabError where a layer has no feed-forward part that could be changed."""
        if not self.shape.hidden:
            raise LabError("feed-none", model=self.name)

    # what its parts add to a logit

    def parts(
        self,
        tokens: Tokens,
        position: int,
        row: Float[np.ndarray, " symbol"],
        attend: Attend | None = None,
        feed: Feeding | None = None,
    ) -> list[Part]:
        """What each part adds to `row` times the logits at a position; the last norm's divisor is held at what it was.

        Of the run that `attend` and `feed` change, where they are given. Raises LabError where there is no such sum:
        behind a norm of every sum, or an encoder's.
        """
        if self.shape.stacks != "decoder":
            raise LabError("parts-two-stacks", model=self.name)
        if self.shape.order == "post":
            raise LabError("parts-not-linear", model=self.name)
        memory = self._remember(tokens, attend, feed)
        states = [to_numpy(x)[position] for x in (*memory.inner.entered.values(), memory.inner.last)]
        toward, constant = self._toward(states[-1], row)

        def part(kind: str, site: Site | None, head: int | None, x: np.ndarray) -> Part:
            return Part(kind, site, head, float(x @ toward), x)

        made = [part("embedding", None, None, states[0])]
        for site, before, after in zip(self.sites, states[:-1], states[1:], strict=True):
            output = memory.outputs[site][:, position]
            heads = [to_numpy(self.project(site, head, output[head][None])[0]) for head in range(self.shape.heads)]
            made += [part("head", site, head, x) for head, x in enumerate(heads)]
            bias = self.parameters.get(f"{site}.join_bias")
            offset = np.zeros(self.shape.width) if bias is None else to_numpy(bias)
            made += [] if bias is None else [part("bias", site, None, offset)]
            made.append(part("feed-forward", site, None, after - before - sum(heads) - offset))
        return [*made, Part("constant", None, None, constant)] if constant else made

    def _toward(self, last: Float[np.ndarray, " width"], row: Float[np.ndarray, " symbol"]) -> tuple[np.ndarray, float]:
        """What a state is multiplied with to give `row` times the logits, and what does not hang on it."""
        toward = to_numpy(output_matrix(self.parameters, self.shape)) @ row
        if not self.shape.last_norm or self.shape.norm == "none":
            return toward, 0.0
        gain, bias = (self.parameters.get(f"last_norm.{part}") for part in ("gain", "bias"))
        constant = 0.0 if bias is None else float(to_numpy(bias) @ toward)
        toward = toward if gain is None else toward * to_numpy(gain)
        is_layer = self.shape.norm == "layer"
        centred = last - last.mean() if is_layer else last
        toward = toward / np.sqrt((centred * centred).mean() + self.shape.norm_eps)
        return (toward - toward.mean() if is_layer else toward), constant

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
        source = None if tokens.source is None else torch.as_tensor(tokens.source.ids)
        made = logits(weights, self.shape, torch.as_tensor(tokens.ids), listen, source=source)
        (made[position] * torch.as_tensor(row).to(made.dtype)).sum().backward()
        nothing = lambda leaf: np.zeros(leaf.shape)  # noqa: E731
        return {site: nothing(leaf) if leaf.grad is None else leaf.grad.numpy() for site, leaf in leaves.items()}

    def project(self, site: Site, head: int, value: Float[Array, "key value_dim"]) -> Float[Array, "key width"]:
        dim = self.shape.dim
        return value @ self.parameters[f"{site}.join"][head * dim : (head + 1) * dim]

    def fingerprint(self) -> str:
        return fingerprint(json.dumps(self.shape.record(), sort_keys=True), self.parameters)

    # texts of its own

    def sample(self, rng: np.random.Generator, *, temperature: float = 1.0, beginning: str = "") -> str:
        """One text that the model says; see `samples`."""
        return self.samples(rng, 1, temperature=temperature, beginning=beginning)[0]

    def samples(
        self, rng: np.random.Generator, count: int, *, temperature: float = 1.0, beginning: str = ""
    ) -> list[str]:
        """Texts that the model says, symbol by symbol, each until it says START or its context is full.

        Each symbol is drawn from softmax(logits / temperature); all texts grow side by side, one row of logits a step.
        Raises LabError for a beginning it cannot read, a temperature that is not above 0, and a model that does not
        go on with texts.
        """
        if not (temperature > 0 and np.isfinite(temperature)):
            raise LabError("temperature-not-positive", temperature=str(temperature))
        if self.shape.stacks != "decoder" or not self.alphabet.start:
            raise LabError("samples-none", model=self.name)
        start = len(self.alphabet.symbols)
        first = self.tokens(beginning).ids if beginning else (start,)
        said = [first] * count
        growing = np.arange(count)
        while len(growing) and len(said[growing[0]]) < self.context:
            ids = self._xp.asarray([said[one] for one in growing])
            last = to_numpy(logits(self.parameters, self.shape, ids))[:, -1].astype(np.float64)
            with np.errstate(over="ignore"):  # near temperature 0 all but the likeliest fall to -inf, a share of 0
                share = softmax((last - last.max(axis=-1, keepdims=True)) / temperature)
            drawn = (share.cumsum(axis=-1) <= rng.random((len(growing), 1))).sum(axis=-1).clip(max=start)
            for one, symbol in zip(growing, drawn.tolist(), strict=True):
                said[one] = (*said[one], symbol)
            growing = growing[drawn != start]
        return [self.alphabet.tokens(ids[:-1] if len(ids) > 1 and ids[-1] == start else ids).text for ids in said]

    def translate(self, source: str) -> str:
        """What a translator says of a source: the likeliest symbol at every step, until START or a full context.

        Keys and values are kept, so a step costs one row. Raises LabError for a source it cannot read and for a model
        that does not translate.
        """
        if not self.translates:
            raise LabError("translate-none", model=self.name)
        read, start = self.tokens(source.partition("=>")[0]), len(self.alphabet.symbols)
        cache, said = Cache(), [start]
        while len(said) < self.context:
            row = logits(
                self.parameters, self.shape, self._xp.asarray(said[-1:]), source=self._source(read), cache=cache
            )  # fmt: skip
            said.append(int(to_numpy(row)[-1].argmax()))
            if said[-1] == start:
                break
        return self.alphabet.tokens(tuple(said[:-1] if said[-1] == start and len(said) > 1 else said)).text

    # the file

    def save(self, path: str | Path) -> Path:
        """Write weights and record as one safetensors file, whole or not at all."""
        from safetensors.numpy import save

        about = {
            "format": FORMAT,
            "name": self.name,
            "shape": json.dumps(self.shape.record()),
            "symbols": json.dumps(self.alphabet.symbols, ensure_ascii=False),
            "start": self.alphabet.start,
            "record": json.dumps(self.record, ensure_ascii=False),
        } | ({"between": self.alphabet.between} if self.alphabet.between else {})
        weights = {
            name: np.ascontiguousarray(to_numpy(x), dtype=np.int32 if name == MADE_OF else np.float32)
            for name, x in self.parameters.items()
        }
        return write_whole(Path(path), save(weights, about | {"sha256": _seal(about, weights)}))

    @classmethod
    def open(cls, path: str | Path) -> "Small":
        """Read a file that `save` wrote. Raises LabError for anything else. The figures are computed in float64."""
        about, held = _read(Path(path))
        weights = {name: x if name == MADE_OF else x.astype(np.float64) for name, x in held.items()}
        try:
            # files from before there was a seal have none
            if about.pop("sha256", "") not in ("", _seal(about, held)) or not all(
                np.isfinite(x).all() for x in weights.values()
            ):
                raise ValueError
            shape = _shape(parse(about["shape"]))
            if shape.layers > len(weights):
                raise ValueError
            between = about.get("between", "")
            if between not in ("", " "):
                raise ValueError
            alphabet = Alphabet(_symbols(parse(about["symbols"])), about["start"], between)
            found = {name: tuple(x.shape) for name, x in weights.items()}
            wanted = shape.parameters() | ({MADE_OF: (shape.symbols, len(shape.parts))} if shape.parts else {})
            if found != wanted or len(alphabet.vocabulary) != shape.symbols:
                raise ValueError
            if shape.parts and not all(0 <= x.min() <= x.max() < n
                                       for x, n in zip(weights[MADE_OF].T, shape.parts, strict=True)):  # fmt: skip
                raise ValueError
            made = cls(about["name"], shape, alphabet, weights, parse(about["record"]))
            if not isinstance(made.record, dict):
                raise ValueError
            if made.task and made.translates and not {*find(made.task).reads} <= {*alphabet.vocabulary}:
                raise ValueError
            if made.task:
                find(made.task)
            return made
        except (AttributeError, KeyError, TypeError, ValueError, ArithmeticError, LabError):
            raise LabError("model-file-torn", path=str(path)) from None


@dataclass(frozen=True, eq=False)
class _Inner:
    """A clean run, layer by layer."""

    entered: dict[Site, Array]
    held: Array | None
    """What the encoder made of the source."""
    last: Array
    """The state before the last norm and matrix [place, width]."""


def _shape(sizes: Any) -> Shape:
    """The shape of a record. Raises ValueError, TypeError or LabError for another."""
    known = {one.name for one in fields(Shape)}
    if not isinstance(sizes, dict) or not {*sizes} <= known:
        raise ValueError(sizes)
    return read(Shape, sizes)


def _symbols(found: Any) -> tuple[str, ...]:
    """The symbols of a record: texts that can be written down. Raises ValueError for others."""
    if not isinstance(found, list) or not all(isinstance(one, str) and one for one in found):
        raise ValueError(found)
    "".join(found).encode()  # half a character is refused
    return tuple(found)


def _seal(about: dict[str, str], weights: dict[str, np.ndarray]) -> str:
    """A sha256 over what a file says of itself and over every array's name, type, sizes and bytes."""
    made = sha256(json.dumps(about, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(weights):
        made.update(f"{name} {weights[name].dtype} {weights[name].shape}".encode())
        made.update(np.ascontiguousarray(weights[name]).tobytes())
    return made.hexdigest()


def _read(path: Path) -> tuple[dict[str, str], dict[str, np.ndarray]]:
    """What the file says of itself, and its weights as they are stored; those of no other format are read."""
    from safetensors import SafetensorError, safe_open

    readable_file(path)
    try:
        with safe_open(path, framework="np") as file:
            about = file.metadata() or {}
            found = about.get("format", "-")
            if found != FORMAT:
                raise LabError("model-file-foreign", path=str(path), found=found, wanted=FORMAT)
            held = {name: file.get_tensor(name) for name in file.keys()}  # noqa: SIM118
            return about, held
    except (SafetensorError, TypeError, ValueError, OSError):
        raise LabError("model-file-torn", path=str(path)) from None
