"""Our transformer against transformers' own, with the weights copied; its cache against the whole text; its parts."""

import math
from dataclasses import replace

import jaxtyping
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab.errors import LabError
from attnlab.model import own_kernel, prove
from attnlab.models.small import Small, draw
from attnlab.models.transformer import Cache, Shape, chosen, logits
from attnlab.positions import rotate, sinusoidal, slopes
from attnlab.probe import Site
from attnlab.replay import Replay, proven
from attnlab.targets import Logit
from attnlab.tokens import Alphabet

WIDTH, HEADS, LAYERS, SYMBOLS = 16, 4, 2, 23
IDS = torch.tensor([[3, 1, 4, 1, 5, 9, 2], [6, 5, 3, 5, 8, 9, 7]])


@pytest.fixture(scope="module")
def hf(need):
    return need("transformers")


def built(kind, config, dtype=torch.float64):
    """A model of theirs with random weights, norms and biases included, at rest."""
    torch.manual_seed(0)
    model = kind(config).to(dtype).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.normal_(0, 0.3)
    return model


def weights_of(model, names):
    """Ours by theirs: a name alone is copied, with `.T` after it turned from [out, in]."""
    given = model.state_dict()
    return {ours: given[theirs.removesuffix(".T")].T if theirs.endswith(".T") else given[theirs]
            for ours, theirs in names.items()}  # fmt: skip


def close(found, wanted, within=1e-9):
    np.testing.assert_allclose(found.detach().numpy(), wanted.detach().numpy(), rtol=0, atol=within)


ROUNDED = 1e-5  # Llama's norms and angles are float32 whatever the weights are, Mixtral's experts as well


def test_with_gpt2s_weights_it_is_gpt2(hf):
    model = built(hf.GPT2LMHeadModel, hf.GPT2Config(
        vocab_size=SYMBOLS, n_positions=12, n_embd=WIDTH, n_layer=LAYERS, n_head=HEADS
    ))  # fmt: skip
    shape = Shape(
        SYMBOLS, LAYERS, HEADS, WIDTH, 12, 4 * WIDTH, norm="layer", gains=True, biases=True, activation="gelu-tanh",
        embed_norm=False, last_norm=True, tied=True,
    )  # fmt: skip
    names = {"symbol": "transformer.wte.weight", "position": "transformer.wpe.weight"}
    names |= {f"last_norm.{ours}": f"transformer.ln_f.{theirs}" for ours, theirs in (("gain", "weight"), ("bias",) * 2)}
    for layer in range(LAYERS):
        begin = f"transformer.h.{layer}"
        for ours, theirs in (("norm", "ln_1"), ("feed_norm", "ln_2")):
            names |= {
                f"{layer}.{ours}.gain": f"{begin}.{theirs}.weight",
                f"{layer}.{ours}.bias": f"{begin}.{theirs}.bias",
            }
        for ours, theirs in (("join", "attn.c_proj"), ("up", "mlp.c_fc"), ("down", "mlp.c_proj")):
            names |= {f"{layer}.{ours}": f"{begin}.{theirs}.weight", f"{layer}.{ours}_bias": f"{begin}.{theirs}.bias"}
    weights = weights_of(model, names)
    for layer in range(LAYERS):  # theirs are stored [in, out], side by side
        attend = model.transformer.h[layer].attn.c_attn
        for part, some in zip("qkv", attend.weight.split(WIDTH, dim=1), strict=True):
            weights[f"{layer}.{part}"] = some
        for part, some in zip("qkv", attend.bias.split(WIDTH), strict=True):
            weights[f"{layer}.{part}_bias"] = some
    close(logits(weights, shape, IDS), model(IDS).logits)


def llama_names(layer, more):
    begin = f"model.layers.{layer}"
    names = {f"{layer}.{ours}": f"{begin}.self_attn.{ours}_proj.weight.T" for ours in "qkv"}
    return names | {
        f"{layer}.join": f"{begin}.self_attn.o_proj.weight.T",
        f"{layer}.norm.gain": f"{begin}.input_layernorm.weight",
        f"{layer}.feed_norm.gain": f"{begin}.post_attention_layernorm.weight",
    } | {f"{layer}.{ours}": f"{begin}.{theirs}.weight.T" for ours, theirs in more.items()}  # fmt: skip


LLAMA = Shape(
    SYMBOLS, LAYERS, HEADS, WIDTH, 12, 24, 1e-6, key_heads=2, gains=True, activation="silu", gated=True,
    positions="rotary", embed_norm=False, last_norm=True,
)  # fmt: skip
ENDS = {"symbol": "model.embed_tokens.weight", "last_norm.gain": "model.norm.weight", "next": "lm_head.weight.T"}


def test_with_llamas_weights_it_is_llama(hf):
    model = built(hf.LlamaForCausalLM, hf.LlamaConfig(
        vocab_size=SYMBOLS, hidden_size=WIDTH, intermediate_size=24, num_hidden_layers=LAYERS,
        num_attention_heads=HEADS, num_key_value_heads=2, max_position_embeddings=12,
    ))  # fmt: skip
    names = dict(ENDS)
    for layer in range(LAYERS):
        names |= llama_names(layer, {"gate": "mlp.gate_proj", "up": "mlp.up_proj", "down": "mlp.down_proj"})
    close(logits(weights_of(model, names), LLAMA, IDS), model(IDS).logits, ROUNDED)


def test_with_mixtrals_weights_it_is_mixtral(hf):
    model = built(hf.MixtralForCausalLM, hf.MixtralConfig(
        vocab_size=SYMBOLS, hidden_size=WIDTH, intermediate_size=24, num_hidden_layers=LAYERS,
        num_attention_heads=HEADS, num_key_value_heads=2, max_position_embeddings=12, num_local_experts=5,
        num_experts_per_tok=2, rms_norm_eps=1e-6, sliding_window=None,
    ), torch.float32)  # fmt: skip
    base = model.config.rope_parameters["rope_theta"]
    shape = replace(LLAMA, experts=5, experts_used=2, rotary_base=float(base))
    names = dict(ENDS)
    for layer in range(LAYERS):
        names |= llama_names(layer, {"router": "mlp.gate"})
    weights = weights_of(model, names)
    for layer in range(LAYERS):
        experts = model.model.layers[layer].mlp.experts
        gate, up = experts.gate_up_proj.mT.chunk(2, dim=-1)
        weights |= {f"{layer}.gate": gate, f"{layer}.up": up, f"{layer}.down": experts.down_proj.mT}
    close(logits(weights, shape, IDS), model(IDS).logits, ROUNDED)


def post_norm_names(ours, theirs, parts):
    """A part and its bias, a norm's gain and bias, by theirs."""
    names = {}
    for one, other in parts.items():
        if "norm" in one:
            names |= {f"{ours}.{one}.gain": f"{theirs}.{other}.weight", f"{ours}.{one}.bias": f"{theirs}.{other}.bias"}
        else:
            names |= {f"{ours}.{one}": f"{theirs}.{other}.weight.T", f"{ours}.{one}_bias": f"{theirs}.{other}.bias"}
    return names


def test_with_berts_weights_its_states_are_berts(hf):
    model = built(hf.BertModel, hf.BertConfig(
        vocab_size=SYMBOLS, hidden_size=WIDTH, intermediate_size=32, num_hidden_layers=LAYERS,
        num_attention_heads=HEADS, max_position_embeddings=12, hidden_act="gelu",
    ))  # fmt: skip
    shape = Shape(
        SYMBOLS, LAYERS, HEADS, WIDTH, 12, 32, 1e-12, stacks="encoder", norm="layer", order="post", gains=True,
        biases=True, activation="gelu",
    )  # fmt: skip
    names = {"symbol": "embeddings.word_embeddings.weight", "position": "embeddings.position_embeddings.weight"}
    names |= post_norm_names("x", "embeddings", {"embed_norm": "LayerNorm"})
    for layer in range(LAYERS):
        names |= post_norm_names(f"encoder.{layer}", f"encoder.layer.{layer}", {
            "q": "attention.self.query", "k": "attention.self.key", "v": "attention.self.value",
            "join": "attention.output.dense", "norm": "attention.output.LayerNorm", "up": "intermediate.dense",
            "down": "output.dense", "feed_norm": "output.LayerNorm",
        })  # fmt: skip
    weights = {name.removeprefix("x."): x for name, x in weights_of(model, names).items()}
    # both of its texts' kinds are one here: the first kind's row is added everywhere
    weights["position"] = weights["position"] + model.embeddings.token_type_embeddings.weight[0]
    weights["next"] = torch.eye(WIDTH, dtype=torch.float64)  # the states themselves
    close(logits(weights, shape, IDS), model(IDS).last_hidden_state)


def test_with_barts_weights_its_encoder_and_decoder_are_barts(hf):
    model = built(hf.BartForConditionalGeneration, hf.BartConfig(
        vocab_size=SYMBOLS, d_model=WIDTH, encoder_layers=LAYERS, decoder_layers=LAYERS, encoder_attention_heads=HEADS,
        decoder_attention_heads=HEADS, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=12,
        pad_token_id=0, bos_token_id=1, eos_token_id=2, decoder_start_token_id=2, forced_eos_token_id=2,
    ))  # fmt: skip
    shape = Shape(
        SYMBOLS, LAYERS, HEADS, WIDTH, 12, 32, stacks="translator", norm="layer", order="post", gains=True, biases=True,
        activation="gelu", tied=True,
    )  # fmt: skip
    attend = {"q": "q_proj", "k": "k_proj", "v": "v_proj", "join": "out_proj"}
    feed = {"up": "fc1", "down": "fc2", "feed_norm": "final_layer_norm"}
    names = {}
    for stack, begin in (("encoder", "encoder."), ("decoder", "")):
        names |= post_norm_names(f"{begin}x", f"model.{stack}", {"embed_norm": "layernorm_embedding"})
        for layer in range(LAYERS):
            theirs = f"model.{stack}.layers.{layer}"
            own = {one: f"self_attn.{other}" for one, other in attend.items()} | {"norm": "self_attn_layer_norm"}
            names |= post_norm_names(f"{begin}{layer}", theirs, own | feed)
            if stack == "decoder":
                cross = {one: f"encoder_attn.{other}" for one, other in attend.items()}
                names |= post_norm_names(f"cross.{layer}", theirs, cross | {"norm": "encoder_attn_layer_norm"})
    weights = {name.replace("x.", ""): x for name, x in weights_of(model, names).items()}
    weights["symbol"] = model.model.shared.weight
    weights["position"] = model.model.decoder.embed_positions.weight[2:]  # BART leaves the first two rows empty
    weights["encoder.position"] = model.model.encoder.embed_positions.weight[2:]
    source, ids = IDS, IDS.flip(0)[:, :5]
    theirs = model(input_ids=source, decoder_input_ids=ids).logits - model.final_logits_bias
    close(logits(weights, shape, ids, source=source), theirs)


# --- the cache --------------------------------------------------------------------------------------------------------

SHAPES = {
    "plain": Shape(7, 2, 2, 8, 12, 16),
    "layer norm": Shape(7, 2, 2, 8, 12, 16, norm="layer", gains=True, biases=True, activation="gelu", last_norm=True),
    "post-norm": Shape(7, 2, 2, 8, 12, 16, order="post"),
    "one key head": Shape(7, 2, 4, 8, 12, 16, key_heads=1, positions="rotary", gated=True, activation="silu"),
    "sines": Shape(7, 2, 2, 8, 12, 16, positions="sinusoidal", tied=True),
    "alibi": Shape(7, 2, 2, 8, 12, 16, positions="alibi"),
    "slope": Shape(7, 2, 2, 8, 12, 16, positions="slope"),
    "relative": Shape(7, 2, 2, 8, 12, 16, positions="relative"),
    "no positions": Shape(7, 2, 2, 8, 12, 16, positions="none"),
    "experts": Shape(7, 2, 2, 8, 12, 16, experts=4, experts_used=2),
    "window": Shape(7, 2, 2, 8, 12, 16, pattern="window", reach=3),
    "strided": Shape(7, 2, 2, 8, 12, 16, pattern="strided", reach=3),
    "linear": Shape(7, 2, 2, 8, 12, 16, pattern="linear"),
    "stream": Shape(7, 2, 2, 8, 12, 16, pattern="stream", key_heads=1),
    "translator": Shape(7, 2, 2, 8, 12, 16, stacks="translator", positions="sinusoidal"),
    "encoder": Shape(7, 2, 2, 8, 12, 16, stacks="encoder", positions="relative"),
    "bare": Shape(7, 2, 2, 8, 12, 0, norm="none", embed_norm=False),
}
DECODERS = [name for name, shape in SHAPES.items() if shape.stacks != "encoder"]


def drawn(name, seed=0):
    """An untrained model of the letters a to f whose every number is drawn, biases and slopes as well."""
    shape = SHAPES[name]
    rng = np.random.default_rng(seed)
    weights = {part: rng.normal(0, 0.4, size) for part, size in shape.parameters().items()}
    return Small(name, shape, Alphabet(tuple("abcdef")), weights)


def text_of(model):
    return "fabc => bcadef" if model.translates else "bcadef"


@pytest.mark.parametrize("name", DECODERS)
@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1), cuts=st.sets(st.integers(1, 8)))
def test_step_by_step_with_a_cache_the_logits_are_those_of_the_whole_text(name, seed, cuts):
    model, rng = drawn(name, seed), np.random.default_rng(seed)
    ids = rng.integers(0, 7, 9)
    source = rng.integers(0, 7, 5) if model.translates else None
    whole = logits(model.parameters, model.shape, ids, source=source)
    cache, made = Cache(), []
    for begin, end in zip([0, *sorted(cuts)], [*sorted(cuts), 9], strict=True):
        made.append(logits(model.parameters, model.shape, ids[begin:end], source=source, cache=cache))
    np.testing.assert_allclose(np.concatenate(made), whole, rtol=0, atol=1e-12 * np.abs(whole).max())
    assert cache.length == 9


# --- every kind is a model of the lab ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SHAPES)
def test_every_kind_is_heard_the_same_and_moved(name):
    model = drawn(name)
    found = prove(model, text_of(model))
    assert found.heard == model.sites
    assert found.error < 1e-12


@pytest.mark.parametrize("name", SHAPES)
def test_every_kind_is_kept_in_a_file_whole(name, tmp_path):
    model = drawn(name)
    again = Small.open(model.save(tmp_path / "model.safetensors"))
    assert (again.shape, again.alphabet) == (model.shape, model.alphabet)
    tokens = model.tokens(text_of(model))
    np.testing.assert_allclose(again.run(tokens), model.run(tokens), rtol=0, atol=1e-5)


@pytest.mark.parametrize("name", SHAPES)
def test_torch_and_numpy_say_the_same_of_every_kind(name):
    model = drawn(name)
    twin = replace(model, parameters={part: torch.tensor(x) for part, x in model.parameters.items()})
    tokens = model.tokens(text_of(model))
    np.testing.assert_allclose(twin.run(tokens).numpy(), model.run(tokens), rtol=0, atol=1e-10)


@pytest.mark.parametrize("name", SHAPES)
def test_what_replay_finds_of_every_kind_is_what_full_runs_find(name):
    from attnlab.edits import Ablate, Cut

    model = drawn(name)
    tokens = model.tokens(text_of(model))
    target = Logit(2, len(tokens) - 1)
    alternatives = [[Cut(site, 1, min(3, len(tokens.at(site)[0]) - 1), 1)] for site in model.sites]
    alternatives += [[Ablate(site, 0)] for site in model.sites] + [[edit for one in alternatives for edit in one]]
    found = Replay(model, tokens).changes(alternatives, [target]).change
    full = Replay(model, tokens, way="full").changes(alternatives, [target]).change
    np.testing.assert_allclose(found, full, rtol=0, atol=1e-10)
    assert np.abs(full).max() > 1e-4
    wanted = {"encoder": "whole", "translator": "whole", "linear": "full"}.get(name, "suffix")
    assert proven(model).way in (wanted, "whole")


@pytest.mark.parametrize("name", [name for name in DECODERS if SHAPES[name].order == "pre" and name != "translator"])
def test_what_the_parts_add_adds_up_to_the_logit(name):
    model = drawn(name)
    tokens = model.tokens("bcadef")
    row = np.zeros(7)
    row[2], row[4] = 1, -1
    said = model.run(tokens)[-1]
    assert sum(part.value for part in model.parts(tokens, 6, row)) == pytest.approx(said[2] - said[4], abs=1e-10)


# --- its parts --------------------------------------------------------------------------------------------------------


def test_the_layer_gets_what_is_given_in_its_feed_forward_parts_place():
    model = drawn("plain")
    tokens = model.tokens("bcadef")
    heard = {}

    def nothing(site, x):
        heard[site] = x
        return x * 0

    emptied = model.run(tokens, feed=nothing)
    bare = replace(model, shape=replace(model.shape, hidden=0))
    np.testing.assert_allclose(emptied, bare.run(tokens), rtol=0, atol=1e-12)
    assert set(heard) == set(model.sites)
    np.testing.assert_array_equal(model.run(tokens, feed=lambda site, x: x), model.run(tokens))


def test_two_of_four_experts_share_a_place_by_the_softmax_of_their_scores():
    share = chosen(np.array([[1.0, 3.0, 2.0, -1.0]]), 2)
    high = 1 / (1 + math.exp(-1))
    np.testing.assert_allclose(share, [[0, high, 1 - high, 0]], atol=1e-12)
    assert chosen(np.zeros((5, 4)), 3).astype(bool).sum(axis=-1).tolist() == [3] * 5  # ties too are broken


def test_a_router_that_is_told_to_takes_one_expert_and_no_other():
    model = drawn("experts")
    tokens = model.tokens("bcadef")
    only = model.run(tokens, route=lambda site, score: np.where(np.arange(4) == 1, 50.0, score))
    part = {name: x[1:2] if name.split(".")[-1] in ("up", "down") else x for name, x in model.parameters.items()}
    part = {name: x[:, :1] if name.endswith("router") else x for name, x in part.items()}
    alone = replace(model, shape=replace(model.shape, experts=1, experts_used=1), parameters=part)
    np.testing.assert_allclose(only, alone.run(tokens), rtol=0, atol=1e-9)


@given(shift=st.integers(0, 50), seed=st.integers(0, 2**32 - 1))
def test_turned_queries_and_keys_know_only_how_far_apart_they_are(shift, seed):
    x = np.random.default_rng(seed).normal(size=(2, 1, 6, 8))
    score = lambda first: rotate(x[0], first, 10000.0) @ rotate(x[1], first, 10000.0).mT  # noqa: E731
    np.testing.assert_allclose(score(shift), score(0), rtol=0, atol=1e-9)


def test_the_products_of_sines_are_those_of_the_seed():
    x = sinusoidal(40, 64)
    np.testing.assert_allclose(x[3] @ x[[3, 4]].T, [32.0, 30.9168], atol=1e-4)


def test_the_slopes_of_eight_heads_halve_and_those_of_six_fill_up_from_eight():
    np.testing.assert_allclose(slopes(8), 2.0 ** -np.arange(1, 9))
    np.testing.assert_allclose(slopes(6), [1 / 4, 1 / 16, 1 / 64, 1 / 256, 1 / 2, 1 / 8])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [({"key_heads": 3}, "heads-not-in-groups"), ({"experts": 2, "experts_used": 3}, "experts-used-wrong"),
     ({"experts": 2}, "experts-used-wrong"), ({"positions": "rotery"}, "shape-unknown"),
     ({"pattern": "windows"}, "shape-unknown"), ({"parts": (3, 4, 5)}, "parts-do-not-share-width"),
     ({"pattern": "window"}, "reach-too-small"), ({"heads": 0}, "shape-size-wrong"),
     ({"symbols": -1}, "shape-size-wrong"), ({"layers": "2"}, "shape-size-wrong"),
     ({"context": True}, "shape-size-wrong"), ({"reach": -4}, "shape-size-wrong")],
)  # fmt: skip
def test_sizes_that_do_not_fit_are_refused(wrong, message, monkeypatch):
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)  # as in use: no type check answers first
    with pytest.raises(LabError) as refused:
        shape = Shape(**wrong)
        logits(draw(shape, seed=0), shape, np.arange(3), own_kernel)
    assert refused.value.message == message


def test_a_translator_reads_one_text_and_says_another():
    model = drawn("translator")
    tokens = model.tokens("abc => fed")
    assert tokens.source is not None
    assert (tokens.source.pieces, tokens.pieces) == (("a", "b", "c"), ("START", "f", "e", "d"))
    assert tokens.at(Site(0, kind="cross")) == (tokens, tokens.source)
    said = model.translate("abc")
    following = model.run(model.tokens(f"abc => {said}"))[-1] if len(said) < 11 else None
    assert following is None or following.argmax() == 6  # START: there the text ends
    for place in range(1, len(said)):  # every symbol is the likeliest after those before it
        row = model.run(model.tokens(f"abc => {said[:place]}"))[-1]
        assert model.vocabulary[row.argmax()] == said[place]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"biases": -1}, "shape-unknown"),
        ({"tied": "no"}, "shape-unknown"),
        ({"norm_eps": float("nan")}, "shape-number-wrong"),
        ({"norm_eps": -1e-5}, "shape-number-wrong"),
        ({"norm_eps": True}, "shape-number-wrong"),
        ({"rotary_base": float("inf")}, "shape-number-wrong"),
        ({"rotary_base": 0.0}, "shape-number-wrong"),
    ],
)
def test_a_shape_holds_only_what_a_file_can_say_and_a_run_can_use(wrong, message, monkeypatch):
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)  # as in use: no shape check answers first
    with pytest.raises(LabError) as refused:
        Shape(**wrong)
    assert refused.value.message == message
