"""Files of ours that were damaged, cut short, altered and sealed again, or written by a later version."""

import json
import struct
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from attnlab import LabError, check, effect_map, load, open_check, open_effects, open_trace, save_trace, size, trace
from attnlab.configurations import read_record
from attnlab.experiments import Inputs, find, run
from attnlab.experiments.experiment import read_result
from attnlab.storage import seal
from attnlab.traces import Trace
from attnlab.words import LANGUAGES
from fuzz.draws import as_json, changed, damaged
from fuzz.edits import refused
from fuzz.targets import Target, saying

CONFIGS: tuple[dict[str, Any], ...] = (
    {"model_type": "gpt2", "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64, "vocab_size": 100},
    {
        "model_type": "llama", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "intermediate_size": 64, "vocab_size": 100, "max_position_embeddings": 64, "rms_norm_eps": 1e-6,
        "tie_word_embeddings": False,
    },
    {
        "model_type": "bert", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
        "intermediate_size": 64,
        "vocab_size": 100, "max_position_embeddings": 64, "type_vocab_size": 2,
    },
    {"model_type": "t5", "d_model": 32, "d_kv": 8, "d_ff": 64, "num_layers": 2, "num_heads": 4, "vocab_size": 100},
    {
        "model_type": "mixtral", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
        "num_key_value_heads": 2,
        "intermediate_size": 64, "vocab_size": 100, "num_local_experts": 4, "num_experts_per_tok": 2,
    },
    {
        "model_type": "gemma3", "text_config": {
            "model_type": "gemma3_text", "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "intermediate_size": 64, "vocab_size": 100, "head_dim": 8, "sliding_window": 4,
            "layer_types": ["sliding_attention", "full_attention"],
        },
    },
)  # fmt: skip


@dataclass(frozen=True)
class Kind:
    """A kind of file: what was written whole, and how it is opened and used."""

    name: str
    whole: tuple[bytes, ...]
    use: Callable[[Path], Any]
    """Opens a file and does with it what a reader does; what it gives is equal for files that say the same."""
    key: str | None
    """Under which name a safetensors file holds its manifest; None for a file of JSON."""
    sealed: bool
    """True where any altered byte that is not noticed must have changed nothing."""


@cache
def kinds() -> tuple[Kind, ...]:
    names, deep = load("names"), load("agreement")
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        made = [
            trace(names, "anna"),
            trace(
                names, "anna", ["cut 0.3:4-3", "swap 0.1:2=mean", "hide 0.0:1", "patch 0.2@anno", "lift 0.3:4-2+1.5"]
            ),
            trace(deep, "the key that the books", sites=["1"], heads=[1], positions=[-1]),
            trace(load("grammar-et"), "anna did not see my friend => anna"),
        ]
        traces = tuple(save_trace(one, home / f"{n}.safetensors").read_bytes() for n, one in enumerate(made))
        effects = tuple(
            effect_map(names, "anna", path=home / f"e{n}.safetensors", method=method)
            and (home / f"e{n}.safetensors").read_bytes()
            for n, method in enumerate(("exact",))
        )
        checked = (
            check(names, ["anna", "emma", "mary", "jacob", "annabella"] * 25, ["0.3", "0.0"])
            .save(home / "c.json")
            .read_bytes()
        )
        small = tuple(
            one.save(home / "s.safetensors").read_bytes() for one in (names, load("numbers-et"), load("address"))
        )  # type: ignore[attr-defined]
    result = run(find("budget"), Inputs(seed=0, small=True)).to_json().encode()
    return (
        Kind("trace", traces, use_trace, "attnlab", True),
        Kind("effects", effects, use_effects, "attnlab", True),
        Kind("check", (checked,), use_check, None, False),
        Kind("model", small, use_model, "", False),
        Kind("config", tuple(json.dumps(one).encode() for one in CONFIGS), use_config, None, False),
        Kind("result", (result,), use_result, None, False),
    )


def use_trace(path: Path) -> Any:
    made = open_trace(path)
    repr(made)
    for site in made.calls:
        for head in range(made.model.heads(site)) if made.heads is None else made.heads:
            one = made.map(site, head)
            one.to_csv(), one.to_json(), one.table(), one.visible, one.window, one.state
    return said(made)


def said(made: Trace) -> Any:
    return (
        made.tokens,
        made.edits,
        made.logits.tobytes(),
        made.heads,
        made.positions,
        [str(site) for site in made.calls],
    )


def use_effects(path: Path) -> Any:
    made = open_effects(path)
    repr(made), made.largest(5), made.looked_only(), made.edges, made.left, made.agreement
    table = made.table()
    table.to_csv()
    from attnlab.terminal import tables_of

    for lang in LANGUAGES:
        tables_of(made, lang)
    return made.about(), table.to_csv()


def use_check(path: Path) -> Any:
    made = open_check(path)
    repr(made), made.backups, made.table().to_csv(), made.ablation_table().to_csv()
    for lang in LANGUAGES:
        assert made.say(lang)
    return made.to_json()


def use_model(path: Path) -> Any:
    made: Any = load(path)
    text = made.example()
    run = trace(made, text)
    run.map(made.sites[0], 0).to_json()
    return run.logits.tobytes(), made.vocabulary


def use_config(path: Path) -> Any:
    read_record(path.read_bytes(), str(path))
    made = size(path)
    return repr(made)


def use_result(path: Path) -> Any:
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        raise LabError("file-missing", path="-") from None  # who reads the file says so; the record is this room's
    if not isinstance(record, dict):
        raise LabError("file-missing", path="-")
    return read_result(record).to_json()


def attempt(data: st.DataObject) -> str:
    kind = kinds()[data.draw(st.integers(0, len(kinds()) - 1), "kind")]
    number = data.draw(st.integers(0, len(kind.whole) - 1), "file")
    whole = kind.whole[number]
    with tempfile.TemporaryDirectory() as folder:
        suffix = ".json" if kind.key is None else ".safetensors"
        path = Path(folder) / f"file{suffix}"
        path.write_bytes(whole)
        before = _before(kind, number, path)
        sealed_again = data.draw(st.booleans(), "as a record")
        if sealed_again:
            made = record_changed(data, kind, whole)
            if made is None:
                return "no record"
            path.write_bytes(made)
        else:
            # an offset's bytes say little to a reader: the place is drawn, and the damage
            path.write_bytes(data.draw(damaged(_Bytes(whole))))
        with saying(kind.name, number):
            try:
                after = kind.use(path)
            except LabError as fault:
                return refused(fault)
        if kind.sealed and not sealed_again:
            assert after == before, "an altered file was opened as another"
    return "opened"


_KNOWN: dict[tuple[str, int], Any] = {}


def _before(kind: Kind, number: int, path: Path) -> Any:
    """What the whole file says."""
    if (kind.name, number) not in _KNOWN:
        _KNOWN[kind.name, number] = kind.use(path)
    return _KNOWN[kind.name, number]


class _Bytes(bytes):
    """Bytes that say little of themselves."""

    def __repr__(self) -> str:
        return f"<{len(self)} bytes>"


class _Record(dict):
    def __repr__(self) -> str:
        return f"<record of {len(self)}>"


def record_changed(data: st.DataObject, kind: Kind, whole: bytes) -> bytes | None:
    """The file with another record in it, sealed as its writer would have sealed it."""
    if kind.key is None:
        made = as_json(data.draw(changed(_Record(json.loads(whole))), "record"))
        return None if made is None else made.encode("utf-8", "surrogatepass")
    (length,) = struct.unpack("<Q", whole[:8])
    header = json.loads(whole[8 : 8 + length])
    about = header["__metadata__"]
    if kind.key == "":
        name = data.draw(
            st.sampled_from(("shape", "symbols", "record", "start", "between", "format", "name", "header")), "part"
        )
        if name == "header":
            return _with_header(data.draw(changed(_Record(header)), "header"), whole[8 + length :])
        try:
            inside = json.loads(about.get(name, '""'))
        except ValueError:
            inside = about[name]
        made = data.draw(changed(inside), name)
        about[name] = made if isinstance(made, str) and not name.startswith(("sh", "sy", "re")) else as_json(made) or ""
        return _with_header(header, whole[8 + length :])
    manifest = json.loads(about[kind.key])
    manifest.pop("sha256")
    made = data.draw(changed(_Record(manifest)), "manifest")
    if isinstance(made, dict):
        tensors = _tensors(header, whole[8 + length :])
        try:
            made = dict(made) | {"sha256": seal(dict(made), tensors)}
        except (TypeError, ValueError):
            return None
    text = as_json(made)
    if text is None:
        return None
    return _with_header(header | {"__metadata__": {kind.key: text}}, whole[8 + length :])


def _with_header(header: Any, rest: bytes) -> bytes | None:
    text = as_json(header)
    if text is None:
        return None
    head = text.encode("utf-8", "surrogatepass")
    head += b" " * (-len(head) % 8)
    return struct.pack("<Q", len(head)) + head + rest


def _tensors(header: dict[str, Any], rest: bytes) -> dict[str, np.ndarray]:
    kinds = {"F64": "<f8", "F32": "<f4", "I64": "<i8", "I32": "<i4", "BOOL": "?", "I8": "i1", "U8": "u1"}
    made = {}
    for name, one in header.items():
        if name != "__metadata__":
            start, end = one["data_offsets"]
            made[name] = np.frombuffer(rest[start:end], dtype=kinds[one["dtype"]]).reshape(one["shape"])
    return made


def warm() -> None:
    """Writes every kind of file, and reads each once."""
    with tempfile.TemporaryDirectory() as folder:
        for kind in kinds():
            path = Path(folder) / f"file{'.json' if kind.key is None else '.safetensors'}"
            path.write_bytes(kind.whole[0])
            kind.use(path)
        with suppress(ModuleNotFoundError):
            from attnlab.models import hub  # noqa: F401


TARGET = Target(
    "files", "damaged files of traces, effects, checks, models, results and configurations", attempt,
    ("opened", "refused"),
    patience=20.0, short=25, memory=6, warm=warm,
)  # fmt: skip
