"""Weights from outside: read as they are, refused where they are no shares, never edited or checked."""

import subprocess
import sys
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlab import LabError, Site, Weights, read_weights, trace
from attnlab.storage import attentions
from attnlab.words import LANGUAGES

KIND = "weights only, from outside"
THREE = ["the", "big", "cat"]


def shares(*shape, seed=0, causal=True):
    """Rows of random weights that sum to 1, the last two axes query and key."""
    score = np.random.default_rng(seed).normal(size=shape)
    if causal:
        score[..., ~np.tril(np.ones(shape[-2:], bool))] = -np.inf
    weight = np.exp(score)
    return weight / weight.sum(axis=-1, keepdims=True)


def refused(*wish, **how):
    with pytest.raises(LabError) as told:
        read_weights(*wish, **how)
    for lang in LANGUAGES:
        assert told.value.say(lang)
    return told.value


@pytest.fixture(scope="module")
def clean(names):
    return trace(names, "anna")


def test_what_attnlab_hands_out_is_read_back_to_the_bit(clean):
    read = read_weights(attentions(clean), clean.tokens)
    for head in range(4):
        mine, theirs = clean.map("0", head), read.map("0", head)
        np.testing.assert_array_equal(theirs.weight, mine.weight)
        np.testing.assert_array_equal(theirs.state, mine.state)
        np.testing.assert_array_equal(theirs.entropy, mine.entropy)
        assert (theirs.queries, theirs.keys) == (mine.queries, mine.keys)
    assert read.error == pytest.approx(0, abs=1e-12)


def test_every_table_and_figure_says_that_it_came_from_outside(clean, need):
    for module in ("pandas", "xarray", "pyarrow", "matplotlib"):
        need(module)
    read = read_weights(attentions(clean), clean.tokens.pieces, name="their names")
    map = read.map("0", 3)
    for about in (map.about(), map.to_pandas().attrs, map.to_xarray().attrs, read.to_pandas().attrs,
                  map.plot().record, read.plot().record, read.plot_entropy().record):  # fmt: skip
        assert (about["kind"], about["model"]) == (KIND, "their names")
        assert "edits" not in about
    assert KIND in repr(read)
    assert KIND in repr(map)
    for figure in (map.plot(), read.plot()):
        assert "Weights only, from outside" in " ".join(figure.get_suptitle().split())
    assert "score" not in map.to_pandas().columns


WISHES = """
import attnlab
from attnlab import LabError

read = attnlab.read_weights([[1.0, 0.0], [0.5, 0.5]], ["a", "b"])
for wish in (
    lambda: attnlab.trace(read, "anna"), lambda: attnlab.effect(read, "anna", "cut 0.3:4>3"),
    lambda: attnlab.check(read, ["anna"]), lambda: attnlab.demonstrate(read, "anna", ["0.3"]),
    lambda: attnlab.effect_map(read, "anna"), lambda: attnlab.head_effects(read, "anna"),
    lambda: attnlab.edge_effects(read, "anna"), lambda: attnlab.contributions(read, "anna"),
    lambda: attnlab.generate(read, "anna"), lambda: attnlab.save_trace(read, "never.safetensors"),
):
    try:
        print("taken", wish())
    except LabError as fault:
        print(fault.message)
"""


def test_edits_and_checks_are_refused_in_words(clean, tmp_path):
    """In a process of its own, where no shape check stands before the words."""
    ran = subprocess.run([sys.executable, "-c", WISHES], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert ran.stdout.split() == ["outside-no-model"] * 10
    assert not list(tmp_path.iterdir())
    read = read_weights(attentions(clean), clean.tokens.pieces)
    assert read.edits == read.map("0", 0).edits == ()
    for name in ("score", "mask", "output", "value"):
        with pytest.raises(LabError) as told:
            getattr(read.map("0", 0), name)
        assert told.value.message == "outside-no-score"
    with pytest.raises(LabError) as told:
        read.map("0", 0).plot("score")
    assert told.value.message == "plot-stage-unknown"


# --- what is taken --------------------------------------------------------------------------------------------------


@given(layers=st.integers(1, 3), heads=st.integers(1, 3), n=st.integers(1, 6), seed=st.integers(0, 99))
def test_an_array_of_any_of_the_shapes_is_read_layer_by_layer(layers, heads, n, seed):
    x, pieces = shares(layers, heads, n, n, seed=seed), [f"p{place}" for place in range(n)]
    read = read_weights(x, pieces)
    assert read.sites == tuple(Site(layer) for layer in range(layers))
    for layer in range(layers):
        for head in range(heads):
            np.testing.assert_array_equal(read.map(layer, head).weight, x[layer, head])
    np.testing.assert_array_equal(read_weights(x[0], pieces).map(0, heads - 1).weight, x[0, -1])
    np.testing.assert_array_equal(read_weights(x[0, 0].tolist(), pieces).map().weight, x[0, 0])


def test_a_text_of_a_batch_is_picked_and_a_layer_without_attention_keeps_its_number():
    x = shares(2, 4, 3, 3)
    read = read_weights((x, None, x), THREE, text=1)
    assert read.sites == (Site(0), Site(2))
    np.testing.assert_array_equal(read.map(2, 3).weight, x[1, 3])
    assert refused((x,), THREE, text=2).message == "outside-batch"
    with pytest.raises(LabError) as told:
        read.map(1, 0)
    assert told.value.message == "site-unknown"
    with pytest.raises(LabError) as told:
        read.map(0, 4)
    assert told.value.message == "head-unknown"


def test_what_a_model_of_transformers_returned_is_read_as_it_is(need):
    torch, transformers = need("torch"), need("transformers")
    config = transformers.GPT2Config(
        n_layer=2, n_head=2, n_embd=8, vocab_size=10, n_positions=8, attn_implementation="eager"
    )
    torch.manual_seed(0)
    model = transformers.GPT2LMHeadModel(config).eval()
    with torch.no_grad():
        made = model(torch.tensor([[1, 2, 3]]), output_attentions=True)
        silent = model(torch.tensor([[1, 2, 3]]))
    for given_ in (made, made.attentions):
        read = read_weights(given_, THREE)
        np.testing.assert_array_equal(read.map(1, 1).weight, made.attentions[1][0, 1].numpy())
        assert read.mask_from == {Site(0): "zeros", Site(1): "zeros"}
    half = tuple(layer.bfloat16() for layer in made.attentions)
    assert 0 < read_weights(half, THREE).error < 1e-2
    assert refused(silent, THREE).message == "outside-none"
    assert refused((), THREE).message == "outside-none"
    assert refused((made.attentions, made.attentions), THREE).message == "outside-generated"


def test_an_encoder_decoder_is_read_with_both_its_texts():
    given_ = SimpleNamespace(
        encoder_attentions=(shares(1, 2, 2, 2, causal=False),), decoder_attentions=(shares(1, 2, 3, 3),),
        cross_attentions=(shares(1, 2, 3, 2, causal=False),),
    )  # fmt: skip
    read = read_weights(given_, THREE, source=["suur", "kass"])
    assert set(map(str, read.sites)) == {"0", "encoder.0", "cross.0"}
    cross = read.map("cross.0", 1)
    assert (cross.queries, cross.keys) == (tuple(THREE), ("suur", "kass"))
    assert cross.visible.all()
    np.testing.assert_array_equal(cross.weight, given_.cross_attentions[0][0, 1])
    assert refused(given_, THREE).message == "outside-source"
    assert refused(given_, THREE, source=["kass"]).message == "outside-tokens"


def test_a_cache_of_transformerlens_is_read_by_its_names():
    x = shares(12, 1, 2, 3, 3)
    cache = {f"blocks.{layer}.attn.hook_pattern": x[layer] for layer in reversed(range(12))}
    cache |= {"blocks.0.attn.hook_z": np.zeros((1, 3, 2, 4)), "hook_embed": np.zeros((1, 3, 8))}
    read = read_weights(cache, THREE)
    assert [site.layer for site in read.sites] == [*range(12)]
    np.testing.assert_array_equal(read.map(10, 1).weight, x[10, 0, 1])
    bare = SimpleNamespace(items=lambda: [(name, layer[0]) for name, layer in cache.items() if "pattern" in name])
    np.testing.assert_array_equal(read_weights(bare, THREE).map(7, 0).weight, x[7, 0, 0])
    assert refused({"blocks.0.attn.hook_z": x[0]}, THREE).message == "outside-not-readable"


def test_a_mask_is_taken_as_given_else_from_zeros_else_nobody_said():
    x = shares(1, 2, 3, 3)
    assert read_weights(x, THREE).mask_from[Site(0)] == "zeros"
    assert read_weights(x, THREE, mask="causal").mask_from[Site(0)] == "given"
    open_ = read_weights(shares(1, 2, 3, 3, causal=False), THREE)
    assert open_.mask_from[Site(0)] == "unknown"
    assert open_.map().visible.all()
    table = [[True, False, False], [True, True, False], [True, True, True]]
    np.testing.assert_array_equal(read_weights(x, THREE, mask=table).map().visible, table)
    assert refused(x, THREE, mask="diagonal").message == "outside-mask-unknown"
    assert refused(x, THREE, mask=[[0, 1]]).message == "outside-mask-unknown"
    assert refused(x, THREE, mask=np.ones((2, 3), bool)).message == "outside-mask-sides"
    fault = refused(shares(1, 1, 3, 3, causal=False), THREE, mask="causal")
    assert (fault.message, fault.facts["query"], fault.facts["key"]) == ("outside-behind-mask", 0, 1)


# --- what is refused ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (np.nan, "outside-not-a-number"),
        (np.inf, "outside-not-a-number"),
        (-0.5, "outside-negative"),
        (2.0, "outside-sum"),
    ],
)
def test_a_row_that_is_no_shares_is_refused_by_its_name(spoil, message):
    x = shares(2, 3, 3, 3)
    x[1, 2, 1, 0] = spoil
    fault = refused(x, THREE)
    assert fault.message == message
    assert {name: fault.facts[name] for name in ("site", "head", "query", "piece")} == {
        "site": "1", "head": 2, "query": 1, "piece": "big",
    }  # fmt: skip
    assert "big" in fault.say("ru")


def test_only_a_sink_may_take_from_a_row_s_sum_and_nothing_is_rescaled():
    x = 0.75 * shares(1, 1, 3, 3)
    assert refused(x, THREE).facts["rows"] == 3
    read = read_weights(x, THREE, sink=True)
    np.testing.assert_array_equal(read.map().weight, x[0, 0])
    np.testing.assert_allclose(read.map().sink_share, 0.25)
    assert read.error == pytest.approx(0.25)
    assert refused(1.1 * shares(1, 1, 3, 3), THREE, sink=True).message == "outside-sum"


def test_padding_is_left_out_on_both_sides_and_then_its_broken_rows_do_no_harm():
    x = np.zeros((1, 2, 4, 4))
    x[0, :, :2] = np.nan
    x[0, :, 2:, 2:] = shares(2, 2, 2)
    pieces = ["PAD", "PAD", "the", "cat"]
    assert refused(x, pieces).message == "outside-not-a-number"
    read = read_weights(x, pieces, padding=[0, 1])
    assert read.tokens.pieces == ("the", "cat")
    np.testing.assert_array_equal(read.map(0, 1).weight, x[0, 1, 2:, 2:])
    assert refused(x, pieces, padding=[4]).message == "outside-padding"
    assert refused(x, pieces, padding=[0, 1, 2, 3]).message == "outside-all-padding"


def test_other_things_are_refused_in_words():
    assert refused(shares(1, 1, 3, 3), ["the", "cat"]).facts["axis"] == "query"
    assert refused(np.ones(3), THREE).message == "outside-not-readable"
    assert refused("weights", THREE).message == "outside-not-readable"
    assert refused(None, THREE).message == "outside-not-readable"
    assert refused([["a"]], THREE).message == "outside-not-readable"
    assert refused([[1, 0], [1]], THREE).message == "outside-not-readable"
    assert refused((shares(3, 3),), THREE).message == "outside-shape"
    assert refused(shares(1, 1, 3, 3), "the big cat").message == "list-wanted"


def test_reading_copies_so_that_later_changes_outside_change_nothing():
    x = shares(1, 1, 3, 3)
    read, was = read_weights(x, THREE), x.copy()
    x[:] = 0
    np.testing.assert_array_equal(read.map().weight, was[0, 0])
    assert isinstance(read, Weights)
