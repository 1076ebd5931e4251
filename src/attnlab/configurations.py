"""What a configuration file, a model or a few numbers say about a model's sizes.

A config.json of a family in `FAMILIES` is read as plain JSON, without torch; another family's model is built by
transformers without its weights (`models.hub.blank`) and counted. That what is read equals what is built is tested.
"""

import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from math import prod
from os.path import isdir, isfile
from pathlib import Path
from typing import Any

from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.model import Model
from attnlab.models import NAMES, load
from attnlab.models.transformer import Shape
from attnlab.sizes import MATRICES, OFTEN, Configuration, Size, SizePart, bytes_of, count_parts


def size(
    what: Any = None,
    /,
    *,
    length: int | None = None,
    batch: int = 1,
    dtype: str = "bfloat16",
    cache_dtype: str | None = None,
    **shape: Any,
) -> Size:
    """Parameters, memory and operations of a configuration, exact and part by part, beside 12 L d² + V d.

    `what` is a `Configuration`; a folder with a config.json, or the file; a Hugging Face name that is already in this
    machine's cache (nothing is downloaded); a configuration of transformers; a model that `load` opened, or the name
    of one of attnlab's own. Without it the sizes are given by name, as `Configuration` has them:

    >>> import attnlab
    >>> attnlab.size(layers=32, width=4096, vocabulary=128_000).parameters
    6966738944
    >>> attnlab.size("names").parameters
    4192

    `length` is the pieces of a text, for cache, maps and work: by default the model's context up to 2,048. `batch`
    texts are kept in the cache. `dtype` is the type of stored weights, `cache_dtype` of cached keys and values.

    Memory is in bytes, work in multiply-adds. Raises LabError for sizes that do not fit together, a file that is no
    configuration, a name that is not at hand, and a family that can be neither read nor built.

    Sources: Kaplan et al. 2020, table 1 (the estimate); Vaswani et al. 2017, table 1 (operations); Ainslie et al.
    2023 (grouped keys); Shazeer 2020 (gated feed-forward).
    """
    cache_dtype = dtype if cache_dtype is None else cache_dtype
    for one in (dtype, cache_dtype):
        bytes_of(0, one)
    for name, value in (("length", length), ("batch", batch)):
        if value is not None and (type(value) is not int or value < 1):
            raise LabError("size-number-too-small", name=name, found=str(value), least=1)
    if what is None:
        made = _given(shape)
    elif shape:
        raise LabError("size-name-and-shape", shape=list(shape))
    else:
        made = _found(what)
    config = made.configuration
    known = 0 if config is None else config.context
    if length is not None and config is not None and config.positions == "learned" and known and length > known:
        raise LabError("size-length-beyond-context", length=length, context=known)
    asked = length or min(known or OFTEN, OFTEN)
    return Size(
        made.name, made.source, made.counted_as, made.parts, config, made.layers, made.width, made.vocabulary,
        asked, batch, dtype, cache_dtype,
    )  # fmt: skip


def _given(shape: dict[str, Any]) -> Size:
    wanted = ("layers", "width", "vocabulary")
    if not shape:
        raise LabError("size-nothing-given")
    if unknown := [name for name in shape if name not in Configuration.__dataclass_fields__]:
        raise LabError("size-field-unknown", found=unknown, fields=list(Configuration.__dataclass_fields__))
    if missing := [name for name in wanted if shape.get(name) is None]:
        raise LabError("size-shape-incomplete", missing=missing)
    return _sized("", "given", "", Configuration(**shape))


def _sized(name: str, source: Any, counted_as: str, config: Configuration) -> Size:
    parts = count_parts(config)
    return Size(name, source, counted_as, parts, config, config.stacked, config.width, config.vocabulary, OFTEN)


def _found(what: Any) -> Size:
    if isinstance(what, Configuration):
        return _sized("", "given", "", what)
    if isinstance(what, str | Path):
        return _of_name(str(what))
    if isinstance(what, Model):
        return _of_model(what)
    if callable(getattr(what, "to_dict", None)) and getattr(what, "model_type", None):
        return _of_record(what.to_dict(), str(what.model_type), what)
    raise LabError("size-what-unknown", found=type(what).__name__)


def _of_name(name: str) -> Size:
    if name in NAMES or (name.endswith(".safetensors") and isfile(name)):
        return _of_model(load(name))
    place = Path(name)
    if isdir(name):
        path = place / "config.json"
        if not path.is_file():
            raise LabError("size-config-missing", folder=name)
        return _of_record(_read(path), place.resolve().name, str(place))
    if isfile(name) and not name.endswith(".gguf"):
        return _of_record(_read(place), name, name)
    path = cached_config(name)
    if path is None:
        if place.suffix in (".json", ".safetensors"):
            raise LabError("file-missing", path=name)
        there = [*NAMES, *cached_names()]
        close = get_close_matches(name, there, n=3, cutoff=0.6) or there[:8]
        raise LabError("size-name-unknown", name=name, names=close)
    return _of_record(_read(path), name, str(path.parent))


def _read(path: Path) -> dict[str, Any]:
    try:
        text = path.read_bytes()
    except OSError as fault:
        raise LabError("size-config-broken", path=str(path), reason=fault.strerror or str(fault)) from None
    return read_record(text, str(path))


def read_record(text: str | bytes, where: str) -> dict[str, Any]:
    """The names and values of a config.json. Raises LabError that says where it is no JSON, or what else it holds."""
    try:
        record = json.loads(text)
    except json.JSONDecodeError as fault:
        reason = LabError("size-json-at", line=fault.lineno, column=fault.colno)
    except UnicodeDecodeError:
        reason = "UTF-8"
    except (ValueError, RecursionError):  # of thousands of brackets, or digits
        reason = LabError("size-json-deep")
    else:
        if isinstance(record, dict):
            return record
        reason = LabError("size-json-no-record", found=_written(record))
    raise LabError("size-config-broken", path=where, reason=reason)


def _written(value: Any) -> str:
    """A value as the file has it, cut short."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else text[:39] + "…"


# --- the local cache of Hugging Face --------------------------------------------------------------------------------


def _cache() -> Path:
    home = os.environ.get("HF_HOME") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "huggingface"
    )
    return Path(os.environ.get("HF_HUB_CACHE") or os.path.join(home, "hub"))


def cached_config(name: str) -> Path | None:
    """The config.json of a Hugging Face name, where this machine has it already."""
    if not re.fullmatch(r"(?:[\w.-]+/)?[\w.-]+", name, re.ASCII) or len(name) > 96:
        return None
    folder = _cache() / f"models--{name.replace('/', '--')}"
    try:
        revision = (folder / "refs" / "main").read_text(encoding="utf-8").strip()
        path = folder / "snapshots" / revision / "config.json"
        return path if path.is_file() else None
    except (OSError, UnicodeDecodeError):
        return None


def cached_names() -> list[str]:
    """The Hugging Face names whose configuration this machine has."""
    try:
        found = sorted(one.name for one in _cache().iterdir() if one.name.startswith("models--"))
    except OSError:
        return []
    names = [one.removeprefix("models--").replace("--", "/") for one in found]
    return [one for one in names if cached_config(one)]


# --- configurations of transformers ----------------------------------------------------------------------------------


class Unread(Exception):
    """A configuration that says something no reader here knows: its model has to be built to be counted."""


MOST_LAYERS, MOST_SIZE = 100_000, 10**12
"""More of either than any model will have: a file that says more was damaged, or was meant to cost something."""


class Said:
    """What a configuration file says, with what its family means where it is silent."""

    def __init__(self, record: Mapping[str, Any], silent: Mapping[str, Any], where: str) -> None:
        self.record, self.silent, self.where = record, silent, where

    def any(self, *names: str) -> Any:
        """The value under the first of these names that is there, None too; else the family's."""
        for name in names:
            if name in self.record:
                return self.record[name]
        return next((self.silent[name] for name in names if name in self.silent), None)

    def maybe(self, *names: str, least: int = 1) -> int | None:
        """A whole number, or None where nothing is said."""
        value = self.any(*names)
        if value is not None and (type(value) is not int or value < least):
            raise self.wrong(names, value, least)
        most = MOST_LAYERS if any("layer" in name for name in names) else MOST_SIZE
        if value is not None and value > most:
            name = next((one for one in names if one in self.record), names[0])
            raise LabError("size-config-large", path=self.where, name=name, found=_written(value), most=most)
        return value

    def number(self, *names: str, least: int = 1) -> int:
        value = self.maybe(*names, least=least)
        if value is None:
            raise self.wrong(names, value, least)
        return value

    def wrong(self, names: Sequence[str], value: Any, least: int) -> LabError:
        """What cannot be a size, under the name that the file has for it."""
        name = next((one for one in names if one in self.record), names[0])
        return LabError("size-config-value", path=self.where, name=name, found=_written(value), least=least)

    def flag(self, name: str) -> bool:
        return bool(self.any(name))

    def only(self, name: str, *values: Any) -> None:
        """Raise Unread where something else is said than one of these."""
        if self.any(name) not in values:
            raise Unread(name)

    @property
    def type(self) -> str:
        """The class of model that the file says it is of, or the family's own."""
        named = self.record.get("architectures")
        if isinstance(named, list) and named and isinstance(named[0], str):
            return named[0]
        return self.silent["classes"][0]

    @property
    def predicts(self) -> bool:
        """False for a class without an output. Raises Unread for a class with another one."""
        if self.type not in self.silent["classes"]:
            raise Unread(self.type)
        return not self.type.endswith("Model") or self.type.endswith("LMHeadModel")


def _decoder(said: Said, **fixed: Any) -> Configuration:
    """A decoder whose file has the names that most have; `fixed` is what the family says otherwise."""
    plain: dict[str, Any] = {
        "layers": lambda: said.number("num_hidden_layers", "n_layer", "num_layers"),
        "width": lambda: said.number("hidden_size", "n_embd"),
        "vocabulary": lambda: said.number("vocab_size"),
        "heads": lambda: said.number("num_attention_heads", "n_head", "num_heads"),
        "key_heads": lambda: said.maybe("num_key_value_heads"),
        "head_dim": lambda: said.maybe("head_dim"),
        "hidden": lambda: said.number("intermediate_size"),
        "context": lambda: said.number("max_position_embeddings", "n_positions"),
        "positions": lambda: "rotary",
        "norm": lambda: "rms",
        "gated": lambda: True,
        "tied": lambda: said.flag("tie_word_embeddings"),
        "predicts": lambda: said.predicts,
    }
    return Configuration(**{name: read() for name, read in plain.items() if name not in fixed} | fixed)


ATTENTION, FORWARD = MATRICES[:4], MATRICES[4:7]
ALL = (*ATTENTION, "up", "down")


def _biases(said: Said, attention: str = "attention_bias", forward: str = "mlp_bias") -> tuple[str, ...]:
    return ATTENTION * said.flag(attention) + FORWARD * said.flag(forward)


def _windows(said: Said, every: Callable[[int], bool] = lambda layer: True) -> dict[str, Any]:
    """The window and how many layers have it: by `layer_types`, or where `every` says so of a layer's number."""
    window, types = said.maybe("sliding_window"), said.any("layer_types")
    if window is None or ("use_sliding_window" in said.silent and not said.flag("use_sliding_window")):
        return {}
    layers = said.number("num_hidden_layers")
    if isinstance(types, list) and len(types) == layers:
        return {"window": window, "windowed_layers": types.count("sliding_attention")}
    return {"window": window, "windowed_layers": sum(map(every, range(layers)))}


def _llama(said: Said) -> Configuration:
    return _decoder(said, biases=_biases(said))


def _mistral(said: Said) -> Configuration:
    return _decoder(said, **_windows(said))


def _qwen2(said: Said) -> Configuration:
    first = said.any("max_window_layers") or 0
    return _decoder(said, biases=ATTENTION[:3], **_windows(said, lambda layer: layer >= first))


def _head_norms(said: Said, query: int, key: int) -> tuple[tuple[str, int, int], ...]:
    return (("head-norms", said.number("num_hidden_layers") * (query + key), 0),)


def _head_dim(said: Said) -> int:
    return said.maybe("head_dim") or said.number("hidden_size") // said.number("num_attention_heads")


def _qwen3(said: Said, **more: Any) -> Configuration:
    first, dim = said.any("max_window_layers") or 0, _head_dim(said)
    windows = _windows(said, lambda layer: layer >= first)
    return _decoder(said, biases=_biases(said), extras=_head_norms(said, dim, dim), head_dim=dim, **windows, **more)


def _experts(said: Said, hidden: str) -> dict[str, Any]:
    return {
        "experts": said.number("num_experts", "num_local_experts"), "experts_used": said.number("num_experts_per_tok"),
        "expert_hidden": said.number(hidden),
    }  # fmt: skip


def _qwen3_moe(said: Said) -> Configuration:
    every, dense = said.number("decoder_sparse_step"), said.any("mlp_only_layers") or []
    layers = range(said.number("num_hidden_layers"))
    plain = sum(layer in dense or (layer + 1) % every > 0 for layer in layers)
    return _qwen3(said, dense_layers=plain, **_experts(said, "moe_intermediate_size"))


def _mixtral(said: Said) -> Configuration:
    return _decoder(said, **_experts(said, "intermediate_size"), **_windows(said))


def _gpt_oss(said: Said) -> Configuration:
    sinks = said.number("num_hidden_layers") * said.number("num_attention_heads")
    return _decoder(
        said, **_experts(said, "intermediate_size"), **_windows(said, lambda layer: layer % 2 == 0),
        biases=ATTENTION * said.flag("attention_bias") + (*FORWARD, "router"), extras=(("sinks", sinks, 0),),
    )  # fmt: skip


def _gemma(said: Said) -> Configuration:
    return _decoder(said, biases=_biases(said))


def _gemma2(said: Said) -> Configuration:
    return _decoder(said, biases=_biases(said), layer_norms=4, **_windows(said, lambda layer: layer % 2 == 0))


def _gemma3(said: Said) -> Configuration:
    dim, pattern = _head_dim(said), said.any("sliding_window_pattern") or 6
    windows = _windows(said, lambda layer: (layer + 1) % pattern > 0)
    return _decoder(said, biases=_biases(said), layer_norms=4, extras=_head_norms(said, dim, dim), **windows)


def _phi(said: Said) -> Configuration:
    dim = 2 * _head_dim(said)
    extras = _head_norms(said, dim, dim) if said.flag("qk_layernorm") else ()
    return _decoder(said, norm="layer", layer_norms=1, gated=False, biases=(*ALL, "next"), extras=extras)


def _gpt2(said: Said) -> Configuration:
    said.only("add_cross_attention", None, False)
    hidden = said.maybe("n_inner")
    return _decoder(said, norm="layer", gated=False, positions="learned", biases=ALL, hidden=hidden, head_dim=None)


def _gpt_neo(said: Said) -> Configuration:
    layers, types = said.number("num_layers"), said.any("attention_layers")
    if not isinstance(types, list):
        types = [kind for kinds, times in said.any("attention_types") for kind in kinds * min(times, layers)]
    return _decoder(
        said, norm="layer", gated=False, positions="learned", biases=ALL[3:], hidden=said.maybe("intermediate_size"),
        window=said.maybe("window_size"), windowed_layers=min(layers, types.count("local")),
    )  # fmt: skip


def _gptj(said: Said) -> Configuration:
    biases = ("up", "down", "next")
    return _decoder(said, norm="layer", layer_norms=1, gated=False, biases=biases, hidden=said.maybe("n_inner"))


def _gpt_neox(said: Said) -> Configuration:
    biases = ATTENTION * said.flag("attention_bias") + ("up", "down")
    return _decoder(said, norm="layer", gated=False, biases=biases)


def _opt(said: Said) -> Configuration:
    width = said.number("hidden_size")
    said.only("word_embed_proj_dim", None, width)
    last = said.flag("do_layer_norm_before") and not said.flag("_remove_final_layer_norm")
    context = said.number("max_position_embeddings")
    return _decoder(
        said, gated=False, positions="learned", position_parameters=(context + 2) * width, end_norms=int(last),
        norm="layer" if said.flag("layer_norm_elementwise_affine") else "plain", hidden=said.number("ffn_dim"),
        biases=ALL * said.flag("enable_bias"),
    )  # fmt: skip


def _bloom(said: Said) -> Configuration:
    return _decoder(
        said, norm="layer", end_norms=2, gated=False, positions="alibi", biases=ALL, hidden=None, context=0,
    )  # fmt: skip


def _falcon(said: Said) -> Configuration:
    new, heads = said.flag("new_decoder_architecture"), said.number("num_attention_heads", "n_head")
    groups = said.maybe("num_kv_heads") or heads
    two = said.any("num_ln_in_parallel_attn") != 1 if new else not said.flag("parallel_attn")
    return _decoder(
        said, norm="layer", layer_norms=2 if two else 1, gated=False, hidden=said.maybe("ffn_hidden_size"),
        key_heads=groups if new else 1 if said.flag("multi_query") else heads, heads=heads,
        positions="alibi" if said.flag("alibi") else "rotary", biases=ALL * said.flag("bias"),
    )  # fmt: skip


def _stablelm(said: Said) -> Configuration:
    said.only("qk_layernorm", None, False)
    norms = 1 if said.flag("use_parallel_residual") else 2
    return _decoder(said, norm="layer", layer_norms=norms, biases=ATTENTION[:3] * said.flag("use_qkv_bias"))


def _olmo(said: Said) -> Configuration:
    return _decoder(said, norm="plain", biases=ATTENTION * said.flag("attention_bias"))


def _wide_norms(said: Said) -> tuple[tuple[str, int, int], ...]:
    heads, dim = said.number("num_attention_heads"), _head_dim(said)
    return _head_norms(said, heads * dim, (said.maybe("num_key_value_heads") or heads) * dim)


def _olmo2(said: Said) -> Configuration:
    return _decoder(said, biases=ATTENTION * said.flag("attention_bias"), extras=_wide_norms(said))


def _olmoe(said: Said) -> Configuration:
    biases = ATTENTION * said.flag("attention_bias")
    return _decoder(said, biases=biases, extras=_wide_norms(said), **_experts(said, "intermediate_size"))


def _starcoder2(said: Said) -> Configuration:
    return _decoder(said, norm="layer", gated=False, biases=ALL * said.flag("use_bias"), **_windows(said))


def _encoder(said: Said, width: int, *, pooled: bool, segments: int, **sizes: Any) -> Configuration:
    """A stack of LayerNorm blocks with biases that reads both ways; before its output stands one more dense layer."""
    extras = [("segments", segments * width, 0)]
    if pooled:
        extras.append(("pooler", width * width + width, 0))
    if said.predicts:
        extras.append(("head", width * width + 3 * width, width * width))
    return Configuration(
        width=width, vocabulary=said.number("vocab_size"), biases=(*ALL, *("next",) * said.predicts), norm="layer",
        positions="learned", context=said.number("max_position_embeddings"), causal=False, predicts=said.predicts,
        tied=said.flag("tie_word_embeddings"), extras=tuple(one for one in extras if one[1]), **sizes,
    )  # fmt: skip


def _bert(said: Said) -> Configuration:
    said.only("add_cross_attention", None, False)
    said.only("tie_word_embeddings", True)  # an output of its own comes with a second bias
    return _encoder(
        said, said.number("hidden_size"), pooled=said.type in ("BertModel", "RobertaModel"),
        segments=said.number("type_vocab_size", least=0), layers=said.number("num_hidden_layers"),
        heads=said.number("num_attention_heads"), hidden=said.number("intermediate_size"),
    )  # fmt: skip


def _distilbert(said: Said) -> Configuration:
    return _encoder(
        said, said.number("dim"), pooled=False, segments=0, layers=said.number("n_layers"),
        heads=said.number("n_heads"), hidden=said.number("hidden_dim"),
    )  # fmt: skip


def _t5(said: Said) -> Configuration:
    heads, layers = said.number("num_heads"), said.number("num_layers")
    how = said.any("feed_forward_proj")
    if not isinstance(how, str):
        raise Unread("feed_forward_proj")
    return Configuration(
        layers=said.maybe("num_decoder_layers") or layers, encoder_layers=layers, width=said.number("d_model"),
        vocabulary=said.number("vocab_size"), heads=heads, head_dim=said.number("d_kv"), hidden=said.number("d_ff"),
        gated=how.startswith("gated"), norm="rms", end_norms=2, positions="relative",
        position_parameters=2 * heads * said.number("relative_attention_num_buckets"),
        tied=said.flag("tie_word_embeddings"), predicts=said.predicts,
    )  # fmt: skip


def _bart(said: Said) -> Configuration:
    width, context = said.number("d_model"), said.number("max_position_embeddings")
    return Configuration(
        layers=said.number("decoder_layers"), encoder_layers=said.number("encoder_layers"), width=width,
        vocabulary=said.number("vocab_size"), heads=said.number("decoder_attention_heads"),
        hidden=said.number("decoder_ffn_dim"), encoder_hidden=said.number("encoder_ffn_dim"), biases=ALL,
        norm="layer", end_norms=2, positions="learned", context=context,
        position_parameters=2 * (context + 2) * width, tied=said.flag("tie_word_embeddings"), predicts=said.predicts,
    )  # fmt: skip


def _family(read: Callable[[Said], Configuration], *classes: str, **silent: Any) -> tuple[Any, dict[str, Any]]:
    """A family's reader, the classes of model it counts, the likeliest first, and what silence in a file means."""
    return read, silent | {"classes": classes}


def _sizes(width: int, hidden: int, layers: int, heads: int, vocabulary: int, context: int, tied: bool = False) -> Any:
    return {
        "hidden_size": width, "intermediate_size": hidden, "num_hidden_layers": layers, "num_attention_heads": heads,
        "vocab_size": vocabulary, "max_position_embeddings": context, "tie_word_embeddings": tied,
    }  # fmt: skip


def _of(name: str) -> tuple[str, str]:
    return f"{name}ForCausalLM", f"{name}Model"


_NEVER_SAID = {"num_key_value_heads": 32}
# Families that are read from their file alone, and what transformers takes where the file is silent.
FAMILIES: dict[str, tuple[Callable[[Said], Configuration], dict[str, Any]]] = {
    "bart": _family(
        _bart, "BartForConditionalGeneration", "BartModel", vocab_size=50265, max_position_embeddings=1024,
        d_model=1024, encoder_layers=12, decoder_layers=12, encoder_ffn_dim=4096, decoder_ffn_dim=4096,
        decoder_attention_heads=16, tie_word_embeddings=True,
    ),
    "bert": _family(
        _bert, "BertForMaskedLM", "BertLMHeadModel", "BertModel", **_sizes(768, 3072, 12, 12, 30522, 512, True),
        type_vocab_size=2,
    ),
    "bloom": _family(
        _bloom, *_of("Bloom"), vocab_size=250880, hidden_size=64, n_layer=2, n_head=8, tie_word_embeddings=True
    ),
    "distilbert": _family(
        _distilbert, "DistilBertForMaskedLM", "DistilBertModel", vocab_size=30522, max_position_embeddings=512, dim=768,
        n_layers=6, n_heads=12, hidden_dim=3072, tie_word_embeddings=True,
    ),
    "falcon": _family(
        _falcon, *_of("Falcon"), **_sizes(4544, 0, 32, 71, 65024, 2048, True), multi_query=True, parallel_attn=True
    ),
    "gemma": _family(
        _gemma, *_of("Gemma"), **_sizes(3072, 24576, 28, 16, 256000, 8192, True), num_key_value_heads=16, head_dim=256
    ),
    "gemma2": _family(
        _gemma2, *_of("Gemma2"), **_sizes(2304, 9216, 26, 8, 256000, 8192, True), num_key_value_heads=4, head_dim=256,
        sliding_window=4096,
    ),
    "gemma3_text": _family(
        _gemma3, "Gemma3ForCausalLM", "Gemma3TextModel", **_sizes(2304, 9216, 26, 8, 262208, 131072, True),
        num_key_value_heads=4, head_dim=256, sliding_window=4096,
    ),
    "gpt2": _family(
        _gpt2, "GPT2LMHeadModel", "GPT2Model", vocab_size=50257, n_positions=1024, n_embd=768, n_layer=12, n_head=12,
        tie_word_embeddings=True,
    ),
    "gpt_neo": _family(
        _gpt_neo, "GPTNeoForCausalLM", "GPTNeoModel", vocab_size=50257, max_position_embeddings=2048, hidden_size=2048,
        num_layers=24, num_heads=16, window_size=256, attention_types=[[["global", "local"], 12]],
        tie_word_embeddings=True,
    ),
    "gpt_neox": _family(_gpt_neox, *_of("GPTNeoX"), **_sizes(6144, 24576, 44, 64, 50432, 2048), attention_bias=True),
    "gpt_oss": _family(
        _gpt_oss, *_of("GptOss"), **_sizes(2880, 2880, 36, 64, 201088, 131072), num_key_value_heads=8, head_dim=64,
        num_local_experts=128, num_experts_per_tok=4, sliding_window=128, attention_bias=True,
    ),
    "gptj": _family(
        _gptj, "GPTJForCausalLM", "GPTJModel", vocab_size=50400, n_positions=2048, n_embd=4096, n_layer=28, n_head=16,
        tie_word_embeddings=False,
    ),
    "llama": _family(_llama, *_of("Llama"), **_sizes(4096, 11008, 32, 32, 32000, 2048)),
    "mistral": _family(
        _mistral, *_of("Mistral"), **_sizes(4096, 14336, 32, 32, 32000, 131072), num_key_value_heads=8,
        sliding_window=4096,
    ),
    "mixtral": _family(
        _mixtral, *_of("Mixtral"), **_sizes(4096, 14336, 32, 32, 32000, 131072), num_key_value_heads=8,
        num_local_experts=8, num_experts_per_tok=2,
    ),
    "olmo": _family(_olmo, *_of("Olmo"), **_sizes(4096, 11008, 32, 32, 50304, 2048)),
    "olmo2": _family(_olmo2, *_of("Olmo2"), **_sizes(4096, 11008, 32, 32, 50304, 2048)),
    "olmoe": _family(
        _olmoe, *_of("Olmoe"), **_sizes(2048, 2048, 16, 16, 50304, 4096), num_experts=64, num_experts_per_tok=8
    ),
    "opt": _family(
        _opt, *_of("OPT"), vocab_size=50272, hidden_size=768, num_hidden_layers=12, ffn_dim=3072,
        max_position_embeddings=2048, num_attention_heads=12, do_layer_norm_before=True, enable_bias=True,
        layer_norm_elementwise_affine=True, tie_word_embeddings=True,
    ),
    "phi": _family(_phi, *_of("Phi"), **_sizes(2048, 8192, 24, 32, 51200, 2048)),
    "phi3": _family(_mistral, *_of("Phi3"), **_sizes(3072, 8192, 32, 32, 32064, 4096)),
    "qwen2": _family(
        _qwen2, *_of("Qwen2"), **_sizes(4096, 22016, 32, 32, 151936, 32768), **_NEVER_SAID, use_sliding_window=False,
        sliding_window=4096, max_window_layers=28,
    ),
    "qwen3": _family(
        _qwen3, *_of("Qwen3"), **_sizes(4096, 22016, 32, 32, 151936, 32768), **_NEVER_SAID, head_dim=128,
        use_sliding_window=False, sliding_window=4096, max_window_layers=28,
    ),
    "qwen3_moe": _family(
        _qwen3_moe, *_of("Qwen3Moe"), **_sizes(2048, 6144, 24, 32, 151936, 32768), num_key_value_heads=4,
        num_experts=128, num_experts_per_tok=8, moe_intermediate_size=768, decoder_sparse_step=1,
        use_sliding_window=False,
    ),
    "roberta": _family(
        _bert, "RobertaForMaskedLM", "RobertaForCausalLM", "RobertaModel",
        **_sizes(768, 3072, 12, 12, 50265, 512, True), type_vocab_size=2,
    ),
    "stablelm": _family(
        _stablelm, *_of("StableLm"), **_sizes(2560, 6912, 32, 32, 50304, 4096), num_key_value_heads=32
    ),
    "starcoder2": _family(
        _starcoder2, *_of("Starcoder2"), **_sizes(3072, 12288, 30, 24, 49152, 4096, True), num_key_value_heads=2,
        use_bias=True,
    ),
    "t5": _family(
        _t5, "T5ForConditionalGeneration", "T5Model", vocab_size=32128, d_model=512, d_kv=64, d_ff=2048, num_layers=6,
        num_heads=8, relative_attention_num_buckets=32, feed_forward_proj="relu", tie_word_embeddings=True,
    ),
}  # fmt: skip


def read_config(record: Mapping[str, Any], where: str = "config.json") -> tuple[Configuration, str]:
    """The sizes in a configuration of transformers, as plain JSON values, and the class of model they are counted of.

    Raises LabError for a value that cannot be a size, and `Unread` for a family, a class or a setting that no
    reader here knows.
    """
    family = record.get("model_type")
    if not isinstance(family, str):
        raise LabError("size-config-no-family", path=where)
    if family not in FAMILIES:
        raise Unread(family)
    read, silent = FAMILIES[family]
    said = Said(record, silent, where)
    try:
        return read(said), said.type
    except LabError as fault:
        if fault.message == "size-config-value":
            raise
        raise LabError("size-config-unfit", path=where, reason=fault) from None


def _of_record(record: dict[str, Any], name: str, source: Any) -> Size:
    """Read what a configuration says, or build its model without weights; `source` is what transformers opens."""
    try:
        config, counted_as = read_config(record, name)
    except Unread as unknown:
        return _built(record, name, source, str(unknown))
    return _sized(name, "read", counted_as, config)


def _built(record: dict[str, Any], name: str, source: Any, unknown: str) -> Size:
    family = str(record["model_type"])
    try:
        bring("torch", "hub", "attnlab size")
        bring("transformers", "hub", "attnlab size")
    except LabError as missing:
        facts = {"name": name, "family": family, "families": sorted(FAMILIES), "missing": missing}
        if unknown == family:
            raise LabError("size-family-unknown", **facts) from None
        raise LabError("size-family-unread", unknown=unknown, **facts) from None
    made = import_module("attnlab.models.hub").blank(source, name)
    parts = _by_name((one, part.numel()) for one, part in made.named_parameters())
    return Size(name, "built", type(made).__name__, parts, None, *_told(made), OFTEN)


def _told(made: Any) -> tuple[int, int, int]:
    """Layers, width and vocabulary of a model of transformers, as far as its configuration has them; else 0."""
    about = made.config.get_text_config()
    said = (getattr(about, one, None) for one in ("num_hidden_layers", "hidden_size", "vocab_size"))
    layers, width, vocabulary = (one if isinstance(one, int) else 0 for one in said)
    return layers, width, vocabulary


def _by_name(counts: Iterable[tuple[str, int]]) -> tuple[SizePart, ...]:
    """Parameters by the end of their own names, norms and biases apart; the largest first."""
    found: Counter[str] = Counter()
    for name, count in counts:
        *path, last = [one for one in name.split(".") if not one.isdigit()]
        near = [*path[-2:], *([] if last == "weight" else [last])]
        of_norm = any(re.search("norm|^ln_|^ln$", one.lower()) for one in path[-1:])
        found["norms" if of_norm else "biases" if last.endswith("bias") else ".".join(near)] += count
    return tuple(SizePart(name, count) for name, count in found.most_common())


# --- models in memory ------------------------------------------------------------------------------------------------

# What attnlab's own models call a part, and what it is called here.
OWN = {
    "symbol": "embedding", "position": "positions", "relative": "positions", "slope": "positions", "q": "query",
    "k": "key", "v": "value",
}  # fmt: skip
PARTS = ("embedding", "positions", "query", "key", "value", "join", "up", "gate", "down", "router", "norms", "biases")
SHAPE_NORMS = {"rms": "rms", "layer": "layer", "none": "plain"}


def _of_model(model: Model) -> Size:
    inner = getattr(model, "model", None)
    if hasattr(inner, "named_parameters"):
        return _of_hub(model, inner)
    shape = getattr(model, "shape", None)
    if not isinstance(shape, Shape):
        raise LabError("size-no-block", model=model.name, count=model.parameter_count)
    found: Counter[str] = Counter()
    for name, sizes in shape.parameters().items():
        found[_own_part(name)] += prod(sizes)
    config = _of_shape(shape)
    planned = {part.name: part for part in count_parts(config)}
    if found == {name: part.parameters for name, part in planned.items() if part.parameters} and shape.pattern in WHOLE:
        return _sized(model.name, "weights", type(model).__name__, config)
    names = [
        *(name for name in (*PARTS, "next") if found[name]),
        *(name for name in found if name not in (*PARTS, "next")),
    ]
    parts = tuple(SizePart(name, found[name], planned[name].estimate if name in planned else 0) for name in names)
    layers = config.stacked
    return Size(model.name, "weights", type(model).__name__, parts, None, layers, shape.width, shape.symbols, OFTEN)


# Patterns whose work is that of the full square, or of a window.
WHOLE = ("full", "stream", "window")


def _of_shape(shape: Shape) -> Configuration:
    """One of attnlab's own transformers in the words that all have here."""
    both = shape.stacks == "translator"
    stacks, ends = (2 if both else 1), shape.embed_norm + shape.last_norm
    reach = 2 * shape.context - 1
    added = {
        "learned": stacks * shape.context * shape.width,
        "slope": stacks * shape.layers * shape.heads,
        "relative": shape.layers * shape.heads * {
            "decoder": shape.context, "encoder": reach, "translator": shape.context + reach,
        }[shape.stacks],
    }  # fmt: skip
    windowed = shape.pattern == "window"
    return Configuration(
        layers=shape.layers, width=shape.width, vocabulary=shape.symbols, heads=shape.heads,
        key_heads=shape.shared_heads, hidden=shape.hidden, gated=shape.gated, context=shape.context,
        biases=(*ATTENTION, *("up", "down") * (shape.hidden > 0)) if shape.biases else (),
        norm=SHAPE_NORMS[shape.norm] if shape.gains else "plain", layer_norms=1 + (shape.hidden > 0),
        end_norms=stacks * ends, positions="relative" if shape.positions == "slope" else shape.positions,
        position_parameters=added.get(shape.positions, 0), tied=shape.tied, experts=shape.experts,
        experts_used=shape.experts_used, window=shape.reach if windowed else None,
        windowed_layers=shape.layers if windowed else 0, causal=shape.stacks != "encoder",
        encoder_layers=shape.layers if both else 0,
    )  # fmt: skip


def _own_part(name: str) -> str:
    """The part that a parameter of attnlab's own models belongs to: `encoder.0.q_bias` to the biases."""
    own = re.sub(r"^(?:(?:encoder|cross)\.)?(?:\d+\.)?", "", name)
    first = own.split(".")[0]
    return "biases" if own.endswith("_bias") else "norms" if "norm" in first else OWN.get(first, first)


def _of_hub(model: Model, inner: Any) -> Size:
    record = inner.config.to_dict() | {"architectures": [type(inner).__name__]}
    try:
        config, counted_as = read_config(record, model.name)
        read = _sized(model.name, "read", counted_as, config)
        if read.parameters == model.parameter_count:
            return read
    except Unread:
        pass
    parts = _by_name((name, part.numel()) for name, part in inner.named_parameters())
    return Size(model.name, "weights", type(inner).__name__, parts, None, *_told(inner), OFTEN)
