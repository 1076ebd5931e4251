"""Sizes: counts that equal the model's own, the estimate, bytes of the cache, multiply-adds, and the command."""

import csv
import json
import math
import subprocess
import sys
from dataclasses import fields, replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_cli import attnlab

from attnlab import Configuration, LabError, configurations, load, size
from attnlab.bills import about, in_bytes
from attnlab.configurations import FAMILIES, read_config
from attnlab.models.small import Shape, Small, draw
from attnlab.sizes import (
    BITS,
    MATRICES,
    bytes_of,
    cached_numbers,
    count_parts,
    crossing,
    estimate,
    generation_work,
    left_out,
    map_bytes,
    next_work,
    text_work,
)
from attnlab.tokens import Alphabet

# --- the estimate ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("layers", "width", "exact", "said"),
    [(32, 4096, 6_966_738_944, "6.97 billion"), (64, 8192, 52_588_183_552, "52.6 billion")],
)
def test_the_estimate_of_the_seven_and_the_fifty_billion_model(layers, width, exact, said):
    made = size(layers=layers, width=width, vocabulary=128_000)

    assert made.parameters == made.estimate == estimate(layers, width, 128_000) == exact
    assert about(made.parameters, "en") == said
    assert [one.name for one in made.left_out] == [
        "heads", "gated", "experts", "output", "positions", "norms", "biases",
    ]  # fmt: skip
    assert all(one.adds == 0 and one.would for one in made.left_out)


@given(heads=st.sampled_from([1, 2, 3, 4, 6, 8, 12, 24, 48]))
def test_attention_holds_four_width_squared_for_every_number_of_heads(heads):
    parts = {part.name: part.parameters for part in count_parts(Configuration(1, 48, 10, heads=heads))}

    assert sum(parts[one] for one in ("query", "key", "value", "join")) == 4 * 48**2
    assert text_work(Configuration(1, 48, 10, heads=heads), 5) == text_work(Configuration(1, 48, 10), 5)


@st.composite
def anything(draw):
    """Any configuration that fits together."""
    whole = st.integers(1, 6)
    groups, share, dim, layers = (draw(whole) for _ in range(4))
    experts = draw(st.integers(0, 9))
    return Configuration(
        layers=layers, width=4 * draw(whole), vocabulary=draw(st.integers(1, 50)), heads=groups * share,
        key_heads=groups, head_dim=dim, hidden=draw(st.none() | whole), gated=draw(st.booleans()),
        biases=tuple(draw(st.lists(st.sampled_from(MATRICES), unique=True))),
        norm=draw(st.sampled_from(["plain", "rms", "layer"])), layer_norms=draw(whole), end_norms=draw(whole),
        positions=draw(st.sampled_from(["none", "learned", "rotary"])), context=draw(whole), tied=draw(st.booleans()),
        predicts=draw(st.booleans()), experts=experts, experts_used=draw(st.integers(min(1, experts), experts)),
        expert_hidden=draw(st.none() | whole), dense_layers=draw(st.integers(0, layers)),
        window=draw(st.none() | whole), windowed_layers=draw(st.integers(0, layers)),
        encoder_layers=draw(st.integers(0, 3)), encoder_hidden=draw(st.none() | whole),
        extras=draw(st.sampled_from([(), (("sinks", 7, 0),)])),
    )  # fmt: skip


@given(config=anything())
def test_what_the_estimate_leaves_out_adds_up_to_what_it_misses(config):
    parts = count_parts(config)

    assert sum(part.estimate for part in parts) == estimate(config.stacked, config.width, config.vocabulary)
    missed = sum(part.parameters - part.estimate for part in parts)
    assert sum(one.adds for one in left_out(config)) == missed


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("heads", {"key_heads": 2}),
        ("gated", {"gated": True}),
        ("experts", {"experts": 8, "experts_used": 2}),
        ("output", {"tied": False}),
        ("positions", {"positions": "learned", "context": 77}),
        ("norms", {"norm": "layer"}),
        ("biases", {"biases": ("query", "key", "value", "join", "up", "down")}),
    ],
)
def test_what_an_example_would_add_is_what_it_adds(name, change):
    plain = Configuration(3, 64, 100, heads=8, hidden=200)
    (would,) = [one.would for one in left_out(plain, 77) if one.name == name]

    changed = replace(plain, **change)
    assert (
        sum(one.parameters for one in count_parts(changed)) - sum(one.parameters for one in count_parts(plain)) == would
    )
    (here,) = [one for one in left_out(changed, 77) if one.name == name]
    assert (here.adds, here.would) == (would, None)


def test_one_piece_meets_only_the_experts_that_it_goes_through():
    eight = size(layers=2, width=8, vocabulary=10, gated=True, experts=8, experts_used=2, biases=("up", "gate", "down"))
    two = size(layers=2, width=8, vocabulary=10, gated=True, experts=2, experts_used=2, biases=("up", "gate", "down"))

    assert eight.used == two.parameters + 2 * 8 * 6  # the router asks about all eight
    assert two.used == two.parameters


# --- memory ---------------------------------------------------------------------------------------------------------


def test_a_map_takes_four_bytes_a_pair():
    assert [in_bytes(map_bytes(n), "en") for n in (2048, 8192)] == ["16.0 MiB", "256.0 MiB"]
    assert size(layers=2, width=8, vocabulary=9, heads=4, length=16).all_map_bytes == 2 * 4 * 16**2 * 4


@given(config=anything(), length=st.integers(1, 20), batch=st.integers(1, 4), dtype=st.sampled_from(list(BITS)))
def test_a_cache_grows_with_texts_length_and_bits(config, length, batch, dtype):
    config = replace(config, windowed_layers=0, encoder_layers=0, positions="rotary")
    made = size(config, length=length, batch=batch, dtype="float32", cache_dtype=dtype)

    numbers = batch * 2 * config.layers * length * config.key_heads * config.head_dim
    assert made.cache_bytes == math.ceil(numbers * BITS[dtype] / 8)
    assert made.weight_bytes == 4 * made.parameters


def test_half_a_byte_is_kept_in_a_whole_one():
    assert [bytes_of(3, dtype) for dtype in ("int4", "int8", "float16", "float64")] == [2, 3, 6, 24]


# --- work -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key_heads", [1, 2, 8])
def test_attention_overtakes_its_projections_at_twice_the_width_and_sooner_where_keys_are_grouped(key_heads):
    config = Configuration(3, 64, 100, heads=8, key_heads=key_heads)
    at = crossing(config)

    assert at == {8: 128, 2: 80, 1: 72}[key_heads]
    for n, sign in ((int(at) - 1, -1), (int(at), 0), (int(at) + 1, 1)):
        work = text_work(config, n)
        assert (work.attention > work.projections) - (work.attention < work.projections) == sign


def test_attention_is_two_n_squared_width_beside_four_n_width_squared():
    work = text_work(Configuration(5, 32, 100), 7)

    assert (work.attention, work.projections) == (5 * 2 * 7**2 * 32, 5 * 4 * 7 * 32**2)
    assert (work.feed_forward, work.output) == (5 * 8 * 7 * 32**2, 7 * 100 * 32)


@given(config=anything(), length=st.integers(1, 12), cache=st.booleans())
def test_a_generation_is_the_sum_of_its_steps(config, length, cache):
    config = replace(config, encoder_layers=0)

    steps = (next_work(config, t) if cache else text_work(config, t) for t in range(1, length + 1))
    assert generation_work(config, length, cache=cache) == sum(step.total for step in steps)


def test_generation_grows_with_the_square_behind_a_cache_and_with_the_cube_without_one():
    """Attention alone, n = 64 to 512: the log slopes of seed 002, measured as 1.994 and 2.990."""
    config, lengths = Configuration(1, 64, 10), (64, 128, 256, 512)
    linear = next_work(config, 1).total - next_work(config, 1).attention
    for cache, slope in ((True, 1.994), (False, 2.990)):
        runs = [n if cache else n * (n + 1) // 2 for n in lengths]
        work = [generation_work(config, n, cache=cache) - linear * k for n, k in zip(lengths, runs, strict=True)]
        x, y = [math.log(n) for n in lengths], [math.log(w) for w in work]
        mx, my = sum(x) / 4, sum(y) / 4
        found = sum((a - mx) * (b - my) for a, b in zip(x, y, strict=True)) / sum((a - mx) ** 2 for a in x)
        assert found == pytest.approx(slope, abs=2e-3)
        assert all(b > a for a, b in pairwise(work))


# --- what transformers builds ---------------------------------------------------------------------------------------

# Tiny settings that take another turn than a family's defaults.
TURNS = [
    ("gpt2", {"n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 9, "vocab_size": 11, "n_inner": 20}),
    ("gpt_neox", {"attention_bias": False, "num_hidden_layers": 2}),
    ("llama", {"attention_bias": True, "mlp_bias": True, "num_key_value_heads": 4, "tie_word_embeddings": True}),
    ("llama", {"head_dim": 16, "hidden_size": 96, "num_attention_heads": 8, "num_key_value_heads": 2}),
    ("qwen3", {"attention_bias": True, "head_dim": 24}),
    ("qwen3_moe", {"decoder_sparse_step": 2, "mlp_only_layers": [1], "num_hidden_layers": 4, "num_experts": 3,
                   "num_experts_per_tok": 1}),
    ("gemma3_text", {"num_hidden_layers": 3, "attention_bias": True}),
    ("phi", {"qk_layernorm": True, "num_hidden_layers": 2}),
    ("opt", {"num_hidden_layers": 2, "do_layer_norm_before": False, "enable_bias": False}),
    ("opt", {"num_hidden_layers": 2, "layer_norm_elementwise_affine": False}),
    ("bert", {"type_vocab_size": 5, "num_hidden_layers": 2}),
    ("falcon", {"new_decoder_architecture": True, "num_kv_heads": 71, "bias": True, "num_hidden_layers": 2}),
    ("falcon", {"multi_query": False, "parallel_attn": False, "alibi": True, "num_hidden_layers": 2}),
    ("stablelm", {"use_qkv_bias": True, "use_parallel_residual": True, "num_hidden_layers": 2}),
    ("starcoder2", {"use_bias": False, "num_hidden_layers": 2}),
    ("mixtral", {"num_local_experts": 3, "num_hidden_layers": 2, "head_dim": 64}),
    ("gpt_oss", {"num_local_experts": 2, "num_experts_per_tok": 1, "num_hidden_layers": 3}),
    ("t5", {"feed_forward_proj": "gated-gelu", "tie_word_embeddings": False, "num_decoder_layers": 3, "num_heads": 5}),
    ("bart", {"encoder_layers": 1, "decoder_layers": 2, "encoder_ffn_dim": 64, "decoder_ffn_dim": 128}),
]  # fmt: skip


# Families that the hub's tests do not make, as small as theirs.
LITTLE = {"hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "vocab_size": 50}
OTHERS = {
    "phi": ("", "", LITTLE | {"intermediate_size": 64}),
    "opt": ("", "", LITTLE | {"ffn_dim": 64, "word_embed_proj_dim": 32}),
}


def build(family, kind, **changes):
    """A model of a family on torch's meta device: sizes without numbers, however large."""
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    config = transformers.AutoConfig.for_model(family, **changes)
    with torch.device("meta"):
        return getattr(transformers, kind)._from_config(config, attn_implementation="eager").eval()


def counted(model):
    return sum(part.numel() for part in model.parameters())


@pytest.mark.parametrize("family", FAMILIES)
def test_what_is_read_equals_what_is_built_and_a_silent_file_means_what_transformers_takes_it_for(family):
    for kind in FAMILIES[family][1]["classes"]:
        model = build(family, kind)
        for record in (model.config.to_dict(), {"model_type": family}):
            config, as_kind = read_config(record | {"architectures": [kind]})
            assert as_kind == kind
            assert sum(part.parameters for part in count_parts(config)) == counted(model), kind


@pytest.mark.parametrize(("family", "changes"), TURNS)
def test_settings_other_than_a_familys_own_are_counted_too(family, changes):
    model = build(family, FAMILIES[family][1]["classes"][0], **changes)

    made = size(model.config)

    assert (made.source, made.parameters) == ("read", counted(model))


def operations(counter):
    """What torch counted, without the angles of rotary positions: before transformers 5.24 those are a product."""
    by_part = {name: sum(some.values()) for name, some in counter.get_flop_counts().items()}
    return counter.get_total_flops() - sum(x for name, x in by_part.items() if name.endswith("rotary_emb"))


@pytest.mark.parametrize(
    "family",
    ["gpt2", "gpt_neox", "llama", "mistral", "qwen3", "gemma2", "phi", "opt", "bert", "t5", "bart", "bloom"],
)
def test_multiply_adds_are_half_of_the_operations_that_torch_counts(family):
    torch = pytest.importorskip("torch")
    from hub_models import FAMILIES as TINY
    from torch.utils.flop_counter import FlopCounterMode

    changes = {name: x for name, x in TINY.get(family, OTHERS.get(family))[2].items() if name != "attn_implementation"}
    model = build(family, FAMILIES[family][1]["classes"][0], **changes)
    n = 3 if changes.get("sliding_window") else 10  # eager works out what a window hides too
    ids = torch.zeros(1, n, dtype=torch.long, device="meta")
    both = {"decoder_input_ids": ids} if model.config.is_encoder_decoder else {}

    counter = FlopCounterMode(display=False)
    with counter, torch.no_grad():
        model(input_ids=ids, **both)

    config = size(model.config).configuration
    assert operations(counter) == 2 * text_work(config, n).total


def test_a_piece_works_only_in_the_experts_that_it_goes_through():
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    from hub_models import COMMON
    from torch.utils.flop_counter import FlopCounterMode

    config = transformers.MixtralConfig(**COMMON | {"num_local_experts": 5, "num_experts_per_tok": 2})
    model = transformers.MixtralForCausalLM._from_config(
        config, attn_implementation="eager", experts_implementation="eager"
    ).eval()
    counter = FlopCounterMode(display=False)
    with counter, torch.no_grad():
        model(input_ids=torch.arange(10)[None])

    assert operations(counter) == 2 * text_work(size(config).configuration, 10).total


@pytest.mark.parametrize("family", ["gpt2", "qwen3", "t5", "bart"])
def test_one_more_piece_behind_a_cache_works_as_much_as_torch_counts(family):
    torch = pytest.importorskip("torch")
    from hub_models import make
    from torch.utils.flop_counter import FlopCounterMode

    model, n = make(family, attn_implementation="eager"), 7
    ids = torch.zeros(1, n, dtype=torch.long)
    counter = FlopCounterMode(display=False)
    with torch.no_grad():
        if model.config.is_encoder_decoder:
            read = model.get_encoder()(ids)
            past = model(encoder_outputs=read, decoder_input_ids=ids[:, :-1], use_cache=True).past_key_values
            with counter:
                model(encoder_outputs=read, decoder_input_ids=ids[:, -1:], past_key_values=past)
        else:
            past = model(ids[:, :-1], use_cache=True).past_key_values
            with counter:
                model(ids[:, -1:], past_key_values=past)

    assert operations(counter) == 2 * next_work(size(model.config).configuration, n).total


@pytest.mark.parametrize("family", ["gpt2", "llama", "qwen3", "gemma2", "gpt_oss", "t5", "bart", "bloom"])
def test_a_cache_holds_as_many_numbers_as_the_models_own(family):
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    from hub_models import make

    model, n = make(family), 10
    ids = torch.zeros(1, n, dtype=torch.long)
    both = {"decoder_input_ids": ids} if model.config.is_encoder_decoder else {}
    with torch.no_grad():
        cache = model(input_ids=ids, use_cache=True, **both).past_key_values
    layers = [
        layer for one in (getattr(cache, "self_attention_cache", cache), getattr(cache, "cross_attention_cache", None))
        if one is not None for layer in one.layers
    ]  # fmt: skip
    held = sum(layer.keys.numel() + layer.values.numel() for layer in layers)

    config = size(model.config).configuration
    # transformers keeps a window less one, since the next piece is one of those it sees
    spare = 2 * config.windowed_layers * config.key_width * (min(n, config.window or n) < n)
    assert held == cached_numbers(config, n) - spare
    assert transformers


def test_gpt2s_own_sizes_are_those_that_everybody_knows():
    config, kind = read_config({"model_type": "gpt2"})

    assert sum(part.parameters for part in count_parts(config)) == 124_439_808
    assert kind == "GPT2LMHeadModel"


def test_a_model_that_is_loaded_is_counted_by_its_own_parameters():
    pytest.importorskip("torch")
    from hub_models import make

    opened = load(make("qwen3"))
    assert size(opened).parameters == opened.parameter_count
    assert size(opened).source == "read"


def test_another_family_is_built_without_weights_and_that_is_said(tmp_path):
    torch, transformers = pytest.importorskip("torch"), pytest.importorskip("transformers")
    config = transformers.AlbertConfig(
        vocab_size=50, embedding_size=8, hidden_size=16, num_hidden_layers=3, num_attention_heads=2,
        intermediate_size=32, architectures=["AlbertForMaskedLM"],
    )  # fmt: skip
    config.save_pretrained(tmp_path)
    with torch.device("meta"):
        expected = counted(transformers.AlbertForMaskedLM(config))

    for what in (config, tmp_path, tmp_path / "config.json"):
        made = size(what)
        assert (made.source, made.parameters, made.counted_as) == ("built", expected, "AlbertForMaskedLM")
        assert made.configuration is made.cache_bytes is made.text is made.crossing is None
    ran = attnlab("size", str(tmp_path), columns=80)
    assert "transformers built AlbertForMaskedLM without weights" in " ".join(ran.stdout.split())
    assert "cache" not in json.loads(attnlab("size", str(tmp_path), "--json").stdout)["parameters"]


def test_a_class_or_setting_that_no_reader_knows_is_built_too():
    transformers = pytest.importorskip("transformers")
    for config in (
        transformers.OPTConfig(hidden_size=32, word_embed_proj_dim=16, num_attention_heads=4, num_hidden_layers=1),
        transformers.BertConfig(num_hidden_layers=1, architectures=["BertForSequenceClassification"]),
        transformers.BertConfig(num_hidden_layers=1, tie_word_embeddings=False, architectures=["BertForMaskedLM"]),
    ):
        made = size(config)
        kind = made.counted_as
        assert (made.source, made.parameters) == ("built", counted(build_as(config, kind)))


def build_as(config, kind):
    import torch
    import transformers

    with torch.device("meta"):
        return getattr(transformers, kind)(config)


# --- own models, files, names ---------------------------------------------------------------------------------------


def test_the_embedded_model_is_counted_part_by_part():
    made = size(load("names"))

    assert made.parameters == load("names").parameter_count == 4192
    parts = {part.name: part.parameters for part in made.parts}
    assert parts == {
        "embedding": 432, "positions": 256, "query": 256, "key": 256, "value": 256, "join": 256, "up": 1024,
        "down": 1024, "next": 432,
    }  # fmt: skip
    assert (made.length, made.source) == (16, "weights")
    assert size("names") == made


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"key_heads": 2, "gated": True, "tied": True, "positions": "rotary", "biases": True, "gains": True},
        {"experts": 3, "experts_used": 2, "norm": "layer", "gains": True, "last_norm": True, "biases": True},
        {"stacks": "translator", "positions": "relative", "gains": True, "layers": 2, "biases": True},
        {"stacks": "translator", "positions": "learned", "gains": True, "norm": "layer", "last_norm": True},
        {"stacks": "encoder", "positions": "slope", "hidden": 0, "biases": True, "gains": True},
        {"pattern": "window", "reach": 4, "positions": "none"},
    ],
)
def test_our_own_transformers_of_any_shape_are_counted_and_their_work_is_known(changes):
    shape = Shape(**changes)
    model = Small("own", shape, Alphabet(tuple("abcdefghijklmnopqrstuvwxyz")), draw(shape, seed=0))

    made = size(model)

    assert made.parameters == model.parameter_count == sum(x.size for x in model.parameters.values())
    assert made.text.total > 0


@pytest.mark.parametrize(
    "changes",
    [
        {"pattern": "linear"},
        {"parts": (27, 5), "apart": True},
        {"stacks": "translator", "experts": 2, "experts_used": 1},
    ],
)
def test_of_our_own_transformers_with_another_block_only_the_parameters_are_said(changes):
    shape = Shape(**changes)
    model = Small("own", shape, Alphabet(tuple("abcdefghijklmnopqrstuvwxyz")), draw(shape, seed=0))

    made = size(model)

    assert made.parameters == model.parameter_count
    assert (made.text, made.cache_bytes, made.left_out) == (None, None, ())
    assert made.parts[0].name == "embedding"


def write(path, **record):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def test_a_configuration_is_read_without_torch(tmp_path):
    write(tmp_path / "config.json", model_type="llama", num_key_value_heads=8)
    script = (
        "import sys, attnlab; made = attnlab.size(sys.argv[1]); "
        "print(made.parameters, made.source, {'torch', 'transformers', 'scipy'} & set(sys.modules))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, timeout=100, check=True
    )
    assert ran.stdout.split() == [str(size(tmp_path).parameters), "read", "set()"]


def test_a_name_is_looked_up_in_the_local_cache_only(tmp_path, monkeypatch):
    folder = tmp_path / "models--owner--thing"
    write(folder / "snapshots" / "abc" / "config.json", model_type="gpt2", n_layer=1)
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    with pytest.raises(LabError) as half:
        size("owner/thing")
    (folder / "refs").mkdir()
    (folder / "refs" / "main").write_text("abc")

    made = size("owner/thing")

    assert (made.name, made.layers) == ("owner/thing", 1)
    assert half.value.message == "size-name-unknown"
    with pytest.raises(LabError, match="owner/thing"):  # a slip is answered with what is near
        size("owner/thign")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path / "nowhere"))
    with pytest.raises(LabError, match="downloads nothing"):
        size("owner/thing")


def test_without_torch_another_family_is_refused_with_those_that_are_read(tmp_path, monkeypatch):
    def missing(module, extra, wish):
        raise LabError("extra-missing", wish=wish, module=module, extra=extra)

    monkeypatch.setattr(configurations, "bring", missing)
    with pytest.raises(LabError, match=r"gpt2, gpt_neo, gpt_neox.*pip install") as said:
        size(write(tmp_path / "config.json", model_type="albert"))
    assert said.value.message == "size-family-unknown"
    assert "albert" in said.value.say("ru")


# --- what a person can get wrong ------------------------------------------------------------------------------------

WRONG = [
    ({}, "size-nothing-given"),
    ({"layers": 1}, "size-shape-incomplete"),
    ({"layer": 1}, "size-field-unknown"),
    ({"layers": 0}, "size-number-too-small"),
    ({"width": -4}, "size-number-too-small"),
    ({"width": True}, "size-number-too-small"),
    ({"heads": 3}, "heads-do-not-share-width"),
    ({"heads": 4, "key_heads": 3}, "heads-not-in-groups"),
    ({"key_heads": 2}, "size-heads-missing"),
    ({"head_dim": 2}, "size-heads-missing"),
    ({"experts": 2, "experts_used": 3}, "size-experts-too-few"),
    ({"experts": 2}, "size-experts-unused"),
    ({"experts_used": 1}, "size-experts-too-few"),
    ({"dense_layers": 3}, "size-layers-too-few"),
    ({"positions": "learned"}, "size-context-missing"),
    ({"positions": "learned", "context": 5, "length": 6}, "size-length-beyond-context"),
    ({"positions": "round"}, "size-choice-unknown"),
    ({"norm": "batch"}, "size-choice-unknown"),
    ({"biases": ("query", "keys")}, "size-choice-unknown"),
    ({"dtype": "flot16"}, "size-choice-unknown"),
    ({"cache_dtype": "flot16"}, "size-choice-unknown"),
    ({"length": 0}, "size-number-too-small"),
    ({"batch": 0}, "size-number-too-small"),
]


@pytest.mark.parametrize(("wrong", "message"), WRONG)
def test_sizes_that_do_not_fit_are_refused_in_words(wrong, message):
    right = {} if message in ("size-nothing-given", "size-shape-incomplete", "size-field-unknown") else {
        "layers": 2, "width": 8, "vocabulary": 10,
    }  # fmt: skip
    with pytest.raises(LabError) as said:
        size(**right | wrong)
    assert said.value.message == message
    assert all(said.value.say(lang) for lang in ("en", "ru", "et"))


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"a": ', "size-config-broken"),
        ("[1]", "size-config-broken"),
        ("\xff", "size-config-broken"),
        ("[" * 100_000, "size-config-broken"),
        ('{"n_embd": 4}', "size-config-no-family"),
        ('{"model_type": 3}', "size-config-no-family"),
        ('{"model_type": "gpt2", "n_embd": "wide"}', "size-config-value"),
        ('{"model_type": "gpt2", "n_embd": null}', "size-config-value"),
        ('{"model_type": "llama", "num_hidden_layers": 0}', "size-config-value"),
        ('{"model_type": "gpt2", "n_embd": 33}', "size-config-unfit"),
    ],
)
def test_a_broken_configuration_is_refused_in_words(content, message, tmp_path):
    path = tmp_path / "config.json"
    path.write_bytes(content.encode("latin-1"))
    with pytest.raises(LabError, match=r"config\.json") as said:
        size(path)
    assert said.value.message == message


def test_what_is_no_configuration_at_all_is_refused_in_words(tmp_path):
    for what, message in (
        (3, "size-what-unknown"), (tmp_path, "size-config-missing"), ("no such thing", "size-name-unknown"),
        (tmp_path / "no.json", "file-missing"), ("quiet", "size-no-block"),
    ):  # fmt: skip
        with pytest.raises(LabError) as said:
            size(what)
        assert said.value.message == message
    with pytest.raises(LabError, match="Leave out the name"):
        size("names", layers=3)


# --- the command ----------------------------------------------------------------------------------------------------

SEVEN = ("size", "--layers", "32", "--width", "4096", "--vocab", "128000")
FIFTY = ("size", "--layers", "64", "--width", "8192", "--vocab", "128000")


@pytest.mark.parametrize(
    ("lang", "seven", "fifty", "left"),
    [
        ("en", "6.97 billion", "52.6 billion", ["grouped heads", "gated", "experts", "output", "norms", "biases"]),
        ("ru", "6,97 млрд", "52,6 млрд", ["группы голов", "затвор", "эксперты", "выход", "нормы", "смещения"]),
        ("et", "6,97 miljardit", "52,6 miljardit", ["peade rühmad", "värav", "eksperdid", "väljund", "nihked"]),
    ],
)
def test_the_command_says_the_size_the_parts_and_what_the_estimate_leaves_out(lang, seven, fifty, left):
    for words, said in ((SEVEN, seven), (FIFTY, fifty)):
        ran = attnlab(*words, "--lang", lang, columns=80)
        assert (ran.returncode, ran.stderr) == (0, "")
        printed = " ".join(ran.stdout.split())
        assert said in printed
        assert [one for one in left if one not in printed] == []
        assert max(map(len, ran.stdout.splitlines())) <= 80
        assert "16,0" in printed or "16.0 MiB" in printed
    crossed = {"en": "n = 2 d = 8,192", "ru": "n = 2 d = 8 192", "et": "n = 2 d = 8192"}
    assert crossed[lang] in " ".join(attnlab(*SEVEN, "--lang", lang).stdout.split())


def test_more_options_give_the_exact_counts_of_a_known_model():
    """Llama 3 8B by its numbers, and by its configuration's."""
    ran = attnlab(
        "size", "--layers", "32", "--width", "4096", "--vocab", "128256", "--heads", "32", "--key-heads", "8",
        "--hidden", "14336", "--gated", "--untied", "--norm", "rms", "--positions", "rotary", "--context", "8192",
        "--length", "8192", "--batch", "2", "--dtype", "bfloat16", "--json",
    )  # fmt: skip
    record = json.loads(ran.stdout, parse_constant=pytest.fail)

    assert record["parameters"]["exact"] == 8_030_261_248
    assert record["memory_bytes"]["weights"] == 2 * 8_030_261_248
    assert record["memory_bytes"]["cache"] == 2 * 2 * 32 * 8192 * 8 * 128 * 2
    assert record["memory_bytes"]["map_of_one_head"] == 256 * 2**20
    assert record["multiply_adds"]["attention_overtakes_projections_at"] == 5120
    read, _ = read_config({
        "model_type": "llama", "vocab_size": 128256, "intermediate_size": 14336, "num_key_value_heads": 8,
        "max_position_embeddings": 8192,
    })  # fmt: skip
    assert record["configuration"] == {one.name: plain(getattr(read, one.name)) for one in fields(read)} | {
        "head_dim": None
    }


def plain(x):
    return list(x) if isinstance(x, tuple) else x


def test_biases_and_experts_can_be_asked_for():
    ran = attnlab(
        "size", "--layers", "2", "--width", "8", "--vocab", "10", "--biases", "--gated", "--experts", "4",
        "--experts-used", "2", "--json",
    )  # fmt: skip
    parts = {one["name"]: one["exact"] for one in json.loads(ran.stdout)["parameters"]["parts"]}
    assert parts["gate"] == 2 * 4 * 8 * 32
    assert parts["router"] == 2 * 4 * 8
    assert parts["biases"] == 2 * (4 * 8 + 4 * (32 + 32 + 8))


def test_files_hold_every_digit_and_the_printed_form(tmp_path):
    paths = {ending: tmp_path / f"size.{ending}" for ending in ("json", "csv", "md")}
    for path in paths.values():
        assert attnlab(*SEVEN, "--out", str(path)).stdout == ""

    with paths["csv"].open() as file:
        rows = {(row["of"], row["what"]): row for row in csv.DictReader(file)}
    record = json.loads(paths["json"].read_text())
    assert int(rows["parameters", "total"]["exact"]) == record["parameters"]["exact"] == 6_966_738_944
    assert int(rows["bytes", "weights"]["exact"]) == record["memory_bytes"]["weights"]
    assert int(rows["multiply_adds_text", "attention"]["exact"]) == 32 * 2 * 2048**2 * 4096
    assert "6.97 billion" in paths["md"].read_text()
    assert paths["md"].read_text().startswith("```\n")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["size"], "at least --layers, --width and --vocab"),
        (["size", "nams"], "At hand: names"),
        ([*SEVEN, "--heads", "3"], "cannot be cut into 3 heads"),
        ([*SEVEN, "--dtype", "flot"], "Choose one of: float64"),
        ([*SEVEN, "--lang", "fi"], "There is no language “fi”"),
        ([*SEVEN, "--out", "size.png"], "its ending does not say"),
    ],
)
def test_a_slip_is_one_sentence_on_the_error_stream(words, sentence):
    ran = attnlab(*words)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert sentence in ran.stderr


@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "0"), (999_999, "999,999"), (10**6, "1.00 million"), (999_499_999, "999 million"),
        (999_500_000, "1.00 billion"), (999_999_999, "1.00 billion"), (52_588_183_552, "52.6 billion"),
        (-805_306_368, "-805 million"), (124_439_808, "124 million"), (3 * 10**24, "3.00e+24"),
    ],
)  # fmt: skip
def test_a_large_count_is_said_to_three_digits(count, said):
    assert about(count, "en") == said
    assert about(count, "en", sign=True) == ("+" if count > 0 else "") + said


@pytest.mark.parametrize(
    "record",
    [
        {"model_type": "gemma3", "text_config": 0},
        {"model_type": "gemma3", "text_config": {"model_type": "gemma3_text", "head_dim": 9, "num_hidden_layers": 1}},
    ],
)
def test_a_configuration_that_transformers_refuses_in_its_own_way_is_refused_in_words(record, tmp_path, need):
    path = tmp_path / "config.json"
    path.write_text(json.dumps(record), encoding="utf-8")
    if builds(need("transformers"), record):  # the oldest makes something of the second
        assert size(path).parameters > 0
        return
    with pytest.raises(LabError) as refused:
        size(path)
    assert refused.value.message == "size-not-built"


def builds(transformers, record):
    """Whether transformers itself does; it refuses by errors of any kind."""
    import torch

    try:
        with torch.device("meta"):
            transformers.AutoModel.from_config(transformers.AutoConfig.for_model(**record))
    except Exception:
        return False
    return True
