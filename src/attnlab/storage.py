"""A trace in a file: safetensors with a JSON manifest, opened without the model that made it."""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, NoReturn

import numpy as np
from jaxtyping import Float

from attnlab.arrays import Array, to_numpy
from attnlab.edits import Ablate, Edit, Feed, Given, Hide, Patch, Swap, from_record, to_record
from attnlab.errors import LabError
from attnlab.files import readable_file, write_whole
from attnlab.formula import Call
from attnlab.model import Attend, SiteSize, own_kernel
from attnlab.probe import Site
from attnlab.records import parse, read
from attnlab.tokens import Flag, Tokens
from attnlab.traces import Trace, check_edits

FORMAT = "attnlab trace 1"
_ARRAYS = ("q", "k", "v", "bias", "mask", "sink")
_NUMBERS = ("scale", "softcap", "causal", "linear")


@dataclass(frozen=True)
class StoredModel:
    """What a stored trace knows of its model: enough to draw every map, nothing that could run."""

    name: str
    sites: tuple[Site, ...]
    vocabulary: tuple[str, ...]
    context: int
    parameter_count: int
    hash: str
    sizes: tuple[SiteSize, ...]
    record: dict[str, Any] = field(default_factory=dict)
    """How the model was made, or which revision of it: what it says of itself."""
    batches: bool = False

    def heads(self, site: Site) -> int:
        return self.size(site).heads

    def size(self, site: Site) -> SiteSize:
        return self.sizes[self.sites.index(site)]

    def project(self, site: Site, head: int, value: Float[Array, "key value_dim"]) -> None:
        return None

    def fingerprint(self) -> str:
        return self.hash

    def tokens(self, text: str) -> NoReturn:
        raise LabError("trace-without-model", model=self.name)

    def run(self, tokens: Tokens, attend: Attend = own_kernel) -> NoReturn:
        raise LabError("trace-without-model", model=self.name)


def save_trace(trace: Trace, path: str | Path) -> Path:
    """Write a trace as one safetensors file, whole or not at all.

    It holds q, k and v of every site kept, what else the formula needs there, the output of the model's own kernel,
    and the logits; the manifest in its header holds the rest. Half-precision numbers are written as float32, which
    holds each of them exactly. Raises LabError where the file cannot be written.

    >>> import attnlab
    >>> path = attnlab.save_trace(attnlab.trace(attnlab.load("names"), "anna"), "anna.safetensors")
    >>> path.name
    'anna.safetensors'
    """
    from safetensors.numpy import save

    if getattr(trace, "weights_only", False):
        raise LabError("outside-no-model", wish="save_trace(trace, path)")
    tensors: dict[str, np.ndarray] = {"logits": np.ascontiguousarray(to_numpy(trace.logits))}
    calls: dict[str, dict[str, Any]] = {}
    known: dict[int, str] = {}  # a mask that several layers share is written once
    for site, call in trace.calls.items():
        arrays = {}
        for name in _ARRAYS:
            if (x := getattr(call, name)) is not None:
                arrays[name] = known.setdefault(id(x), f"{site}.{name}")
                if arrays[name] not in tensors:
                    tensors[arrays[name]] = np.ascontiguousarray(to_numpy(x))
        if call.kernel is not None:
            arrays["output"] = f"{site}.output"
            tensors[arrays["output"]] = np.ascontiguousarray(to_numpy(call.kernel()))
        calls[str(site)] = {name: getattr(call, name) for name in _NUMBERS} | {"arrays": arrays}
    for number, edit in enumerate(trace.edits):
        if (taken := getattr(edit, "given", None)) is not None:  # what an edit took from another run
            x = np.asarray(taken.x, dtype=int) if isinstance(taken.x, list) else to_numpy(taken.x)
            tensors[f"edit.{number}"] = np.ascontiguousarray(x)
    model = trace.model
    manifest = {
        "format": FORMAT,
        "model": {
            "name": model.name,
            "hash": model.fingerprint(),
            "vocabulary": list(model.vocabulary),
            "context": model.context,
            "parameters": model.parameter_count,
            "sites": {str(site): vars(model.size(site)) for site in model.sites},
            "record": getattr(model, "record", {}),
        },
        "tokens": _tokens_record(trace.tokens),
        "edits": [to_record(edit) for edit in trace.edits],
        "heads": trace.heads,
        "positions": trace.positions,
        "calls": calls,
        "versions": {"attnlab": version("attnlab"), "numpy": np.__version__},
    }
    manifest["sha256"] = seal(manifest, tensors)
    return write_whole(Path(path), save(tensors, {"attnlab": json.dumps(manifest, ensure_ascii=False)}))


def open_trace(path: str | Path) -> Trace:
    """A trace from a file that `save_trace` wrote: its maps, figures and exports, without the model.

    Raises LabError for a file that is missing, torn, altered, of another kind, or from a later format; and later, when
    the opened trace is asked to run something.

    >>> import attnlab
    >>> made = attnlab.trace(attnlab.load("names"), "anna")
    >>> opened = attnlab.open_trace(attnlab.save_trace(made, "anna.safetensors"))
    >>> opened.tokens.pieces
    ('START', 'a', 'n', 'n', 'a')
    >>> bool((opened.map("0", 3).weight == made.map("0", 3).weight).all())
    True
    """
    file = readable_file(Path(path))
    manifest, tensors = _read(file)
    if manifest.get("format") != FORMAT:
        raise LabError("trace-file-foreign", path=str(path), found=str(manifest.get("format", "-")), wanted=FORMAT)
    try:
        if manifest.pop("sha256", None) != seal(manifest, tensors):
            raise ValueError
        return _trace(read(_Manifest, manifest), tensors)
    except (KeyError, TypeError, ValueError, LabError):
        raise LabError("trace-file-torn", path=str(path)) from None


def weights(trace: Trace, site: Site | str = "0") -> Float[np.ndarray, "head query key"]:
    """The weights of every head kept at a site, the array that CircuitsVis takes beside the pieces.

    >>> import attnlab
    >>> from attnlab.storage import weights
    >>> weights(attnlab.trace(attnlab.load("names"), "anna")).shape
    (4, 5, 5)
    """
    place = Site.parse(site) if isinstance(site, str) else site
    heads = range(trace.model.heads(place)) if trace.heads is None else trace.heads
    return np.stack([trace.map(place, head).weight for head in heads])


def attentions(trace: Trace, sites: Sequence[Site | str] | None = None) -> tuple[np.ndarray, ...]:
    """The weights layer by layer, each [1, head, query, key]: the tuple that transformers returns and BertViz takes.

    Without `sites` the decoder's own layers, or the encoder's in a model that has no others. BertViz wants torch
    tensors: `torch.from_numpy` makes them.

    >>> import attnlab
    >>> from attnlab.storage import attentions
    >>> made = attnlab.trace(attnlab.load("agreement"), "the key that the books")
    >>> [layer.shape for layer in attentions(made)]
    [(1, 2, 5, 5), (1, 2, 5, 5)]
    """
    if sites is None:
        kept = list(trace.calls)
        sites = [site for site in kept if (site.stack, site.kind) == ("decoder", "self")] or kept
    return tuple(weights(trace, site)[None] for site in sites)


@dataclass(frozen=True)
class _Model:
    """What a file says of the model."""

    name: str
    hash: str
    vocabulary: tuple[str, ...]
    context: int
    parameters: int
    sites: dict[str, SiteSize]
    record: dict[str, Any]


@dataclass(frozen=True)
class _Tokens:
    """What a file says of a text."""

    text: str
    pieces: tuple[str, ...]
    ids: tuple[int, ...]
    spans: tuple[tuple[int, int] | None, ...]
    flags: tuple[tuple[Flag, ...], ...]
    source: "_Tokens | None"

    def made(self) -> Tokens:
        """The text. Raises ValueError where its parts are not as many, or reach beyond it."""
        if len({len(self.pieces), len(self.ids), len(self.spans), len(self.flags)}) > 1 or not self.pieces:
            raise ValueError(self.pieces)
        if any(span is not None and not 0 <= span[0] <= span[1] <= len(self.text) for span in self.spans):
            raise ValueError(self.spans)
        source = None if self.source is None else self.source.made()
        return Tokens(self.text, self.pieces, self.ids, self.spans, tuple(map(frozenset, self.flags)), source)


@dataclass(frozen=True)
class _Call:
    """What a file says of a site, and the names of its arrays."""

    arrays: dict[Literal["q", "k", "v", "bias", "mask", "sink", "output"], str]
    scale: float
    softcap: float | None
    causal: bool
    linear: bool


@dataclass(frozen=True)
class _Manifest:
    """What a file says besides its numbers."""

    model: _Model
    tokens: _Tokens
    edits: tuple[dict[str, Any], ...]
    heads: tuple[int, ...] | None
    positions: tuple[int, ...] | None
    calls: dict[str, _Call]


def _trace(said: _Manifest, tensors: dict[str, np.ndarray]) -> Trace:
    """The trace of what a file says and holds. Raises ValueError, KeyError or LabError where the two do not fit."""
    about = said.model
    model = StoredModel(
        about.name, tuple(Site.parse(site) for site in about.sites), about.vocabulary, about.context, about.parameters,
        about.hash, tuple(about.sites.values()), about.record,
    )  # fmt: skip
    tokens = said.tokens.made()
    for side in (tokens, tokens.source or tokens):
        if not all(0 <= one < len(model.vocabulary) for one in side.ids):
            raise ValueError(side.ids)
    if tensors["logits"].shape != (len(tokens), len(model.vocabulary)):
        raise ValueError(tensors["logits"].shape)
    calls = {}
    for name, call in said.calls.items():
        site = Site.parse(name)
        arrays = {str(part): tensors[where] for part, where in call.arrays.items()}
        output = arrays.pop("output", None)
        kernel = None if output is None else partial(_given, output)
        numbers = {part: getattr(call, part) for part in _NUMBERS}
        calls[site] = _fitting(Call(**arrays, **numbers, kernel=kernel), model, tokens, site, said)
    edits = [from_record(edit) for edit in said.edits]
    check_edits(model, tokens, [edit for edit in edits if not isinstance(edit, Feed)])
    for number, edit in enumerate(edits):
        if (taken := _taken(edit, model, tokens)) is not None:
            x = tensors[f"edit.{number}"]
            if x.ndim != len(taken) or any(
                wanted not in (None, size) for wanted, size in zip(taken, x.shape, strict=True)
            ):
                raise ValueError(x.shape)
            edits[number] = replace(edit, given=Given(model, tokens, x.tolist() if isinstance(edit, Hide) else x))
    return Trace(model, tokens, tensors["logits"], calls, tuple(edits), said.heads, said.positions)


def _taken(edit: Edit, model: StoredModel, tokens: Tokens) -> tuple[int | None, ...] | None:
    """The sizes of what an edit took from another run, None for any; None for an edit that takes nothing."""
    match edit:
        case Hide():
            return (None,)
        case Patch():
            size, (asking, looked_at) = model.size(edit.site), tokens.at(edit.site)
            side = asking if edit.stage in ("q", "output") else looked_at
            return len(side), size.dim if edit.stage in ("q", "k") else size.value_dim
        case Swap() if edit.text is not None or edit.source == "mean":
            return (model.size(edit.site).value_dim,)
        case Ablate(to="mean"):
            return (model.size(edit.site).value_dim,)
        case Feed() if edit.text is not None:
            return len(tokens.at(edit.site)[0]), None
        case Feed(source="mean"):
            return (None,)
    return None


def _fitting(call: Call, model: StoredModel, tokens: Tokens, site: Site, said: _Manifest) -> Call:
    """A call whose arrays are as large as its site and its text. Raises ValueError for any other."""
    asking, looked_at = tokens.at(site)
    size = (
        model.size(site)
        if site in model.sites
        else SiteSize(len(call.q), len(call.k), call.q.shape[-1], call.v.shape[-1], 8)
    )
    kept = list(range(size.heads)) if said.heads is None else list(said.heads)
    rows = list(range(len(asking))) if said.positions is None or asking is not tokens else list(said.positions)
    if not kept or not {*kept} <= {*range(size.heads)} or not {*rows} <= {*range(len(asking))}:
        raise ValueError(said.heads, said.positions)
    queries, keys, group = call.q.shape, call.k.shape, call.k.shape[:1]
    if queries != (len(kept), len(rows), size.dim) or keys != (*group, len(looked_at), size.dim):
        raise ValueError(queries, keys)
    if not group[0] or len(kept) % group[0] or call.v.shape != (*group, len(looked_at), size.value_dim):
        raise ValueError(call.v.shape)
    score = (len(kept), len(rows), len(looked_at))
    for x in (call.bias, call.mask):
        if x is not None and np.broadcast_shapes(x.shape, score) != score:
            raise ValueError(x.shape)
    if call.sink is not None and call.sink.shape != score[:1]:
        raise ValueError(call.sink.shape)
    if call.kernel is not None and call.kernel().shape != (*score[:2], size.value_dim):
        raise ValueError(call.kernel().shape)
    return call


def _given(output: np.ndarray) -> np.ndarray:
    return output


def _read(file: Path) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(file, framework="np") as stored:
            manifest = parse((stored.metadata() or {}).get("attnlab", "{}"))
            if not isinstance(manifest, dict):
                raise ValueError(manifest)
            return manifest, {name: stored.get_tensor(name) for name in stored.keys()}  # noqa: SIM118
    except (SafetensorError, ValueError, TypeError, OSError, RecursionError):
        raise LabError("trace-file-torn", path=str(file)) from None


def seal(manifest: dict[str, Any], tensors: dict[str, np.ndarray]) -> str:
    """A sha256 over the manifest's other entries and every array's name, type, sizes and bytes."""
    made = sha256(json.dumps(manifest, ensure_ascii=False, sort_keys=True).encode())
    for name in sorted(tensors):
        made.update(f"{name} {tensors[name].dtype} {tensors[name].shape}".encode())
        made.update(np.ascontiguousarray(tensors[name]).tobytes())
    return made.hexdigest()


def _tokens_record(tokens: Tokens) -> dict[str, Any]:
    return {
        "text": tokens.text,
        "pieces": tokens.pieces,
        "ids": tokens.ids,
        "spans": tokens.spans,
        "flags": [sorted(flags) for flags in tokens.flags],
        "source": None if tokens.source is None else _tokens_record(tokens.source),
    }
