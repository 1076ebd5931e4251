"""Cheaper ways to attend: equal to the formula where they must be, and honest about the edges they lost."""

import jaxtyping
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab.errors import LabError
from attnlab.formula import Call, allow, attention, causal, features
from attnlab.models.transformer import Shape, draw, logits
from attnlab.probe import Recorder, Site, bind
from attnlab.stream import rows
from attnlab.variants import linear_attention, lost_edges, price, sees, streaming_attention

sizes = {"queries": st.integers(1, 40), "past": st.integers(0, 20), "seed": st.integers(0, 2**32 - 1)}


def drawn(queries, past, seed, heads=2, groups=1, dim=4, library=np):
    rng = np.random.default_rng(seed)
    made = (rng.normal(size=size) for size in ((3, heads, queries, dim), *[(3, groups, past + queries, dim)] * 2))
    return [library.asarray(x) for x in made]


@settings(max_examples=30)
@given(**sizes, block=st.integers(1, 17), is_causal=st.booleans())
@pytest.mark.parametrize("library", [np, torch])
def test_block_by_block_the_answer_is_the_formulas(library, queries, past, seed, block, is_causal):
    q, k, v = drawn(queries, past, seed, library=library)

    def visible(query, key):
        return sees("full", 0, query, key, causal=is_causal)

    found = streaming_attention(q, k, v, scale=0.5, visible=visible, block=block)
    wall = causal(queries, past + queries, like=q) if is_causal else None
    np.testing.assert_allclose(found, attention(q, k, v, scale=0.5, mask=wall), rtol=0, atol=1e-12)


@settings(max_examples=30)
@given(**sizes, block=st.integers(1, 17), reach=st.integers(1, 12), pattern=st.sampled_from(["window", "strided"]))
def test_a_window_block_by_block_is_the_formula_behind_its_mask(queries, past, seed, block, reach, pattern):
    q, k, v = drawn(queries, past, seed)

    def visible(query, key):
        return sees(pattern, reach, query, key)

    found = streaming_attention(q, k, v, scale=0.5, visible=visible, block=block)
    keys = np.arange(past + queries)
    wall = allow(visible(keys[past:], keys)[None])
    np.testing.assert_allclose(found, attention(q, k, v, scale=0.5, mask=wall), rtol=0, atol=1e-12)


@settings(max_examples=30)
@given(**sizes, block=st.integers(1, 17), is_causal=st.booleans())
@pytest.mark.parametrize("library", [np, torch])
def test_linear_attention_is_the_formula_with_the_log_of_a_product_for_a_score(
    library, queries, past, seed, block, is_causal
):
    q, k, v = drawn(queries, past, seed, library=library)
    found = linear_attention(q, k, v, causal=is_causal, block=block)
    wall = causal(queries, past + queries, like=q) if is_causal else None
    np.testing.assert_allclose(
        found, attention(q, k, v, scale=1.0, mask=wall, linear=True), rtol=0, atol=1e-10
    )  # fmt: skip


def test_the_weights_of_linear_attention_are_the_products_of_features_over_their_sum():
    q, k, v = drawn(3, 0, 1, heads=1)
    recorder = Recorder()
    Call(q, k, v, scale=1.0, mask=causal(3), linear=True).mix(bind(recorder, Site(0)))
    product = features(q) @ features(k).mT * np.tri(3)
    wanted = product / product.sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(recorder.heard[Site(0), "weight"], wanted, rtol=0, atol=1e-12)
    np.testing.assert_allclose(features(np.array([[-1.0, 0.0, 2.0]])), [[np.exp(-1), 1, 3]], atol=1e-12)


def test_row_figures_of_linear_attention_are_refused_in_words():
    q, k, v = drawn(3, 0, 1)
    with pytest.raises(LabError) as refused:
        rows(Call(q, k, v, scale=1.0, causal=True, linear=True))
    assert refused.value.message == "rows-linear"


def test_a_row_that_sees_nothing_is_refused_whichever_way_it_is_made():
    q, k, v = drawn(4, 0, 0)

    def blind(query, key):
        return (query[:, None] >= key) & (query[:, None] != 2)

    with pytest.raises(LabError) as refused:
        streaming_attention(q, k, v, scale=1.0, visible=blind, block=2)
    assert (refused.value.message, refused.value.facts["query"]) == ("row-empty", 2)


@given(length=st.integers(1, 60), reach=st.integers(1, 20))
def test_what_a_pattern_costs_is_what_is_counted(length, reach):
    full = price("full", length, dim=8)
    assert (full.edges, full.lost) == (length * (length + 1) // 2, 0)
    window = price("window", length, reach=reach, dim=8)
    kept = sum(min(reach, place + 1) for place in range(length))
    assert window.lost == full.edges - kept == lost_edges("window", length, reach=reach).sum()
    assert window.multiply_adds == 2 * 8 * kept
    assert window.farthest == min(reach, length) - 1
    strided = price("strided", length, reach=reach)
    assert window.lost >= strided.lost
    for pattern in ("stream", "linear"):
        assert price(pattern, length).lost == 0
    assert price("linear", length, dim=8).multiply_adds == 2 * length * 8 * 9


@pytest.mark.parametrize(
    ("wrong", "message"),
    [(("windo", 5), "shape-unknown"), (("full", -5), "shape-size-wrong"), (("window", 5), "reach-too-small")],
)
def test_a_price_of_nothing_is_refused(wrong, message, monkeypatch):
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)
    with pytest.raises(LabError) as refused:
        price(*wrong)
    assert refused.value.message == message


def test_a_stride_reaches_in_two_steps_what_it_does_not_reach_in_one():
    may = ~lost_edges("strided", 64, reach=8) & np.tri(64, dtype=bool)
    assert not may[63, 20]
    assert (may.astype(int) @ may)[63, 20]  # by way of one place between
    window = ~lost_edges("window", 64, reach=8) & np.tri(64, dtype=bool)
    assert not (window.astype(int) @ window)[63, 20]


@given(change=st.integers(0, 11), seed=st.integers(0, 2**16))
def test_behind_a_window_of_one_layer_the_far_past_is_not_known(change, seed):
    shape = Shape(7, 1, 2, 8, 16, 16, pattern="window", reach=4)
    parameters = draw(shape, std=0.5, seed=seed)
    ids = np.random.default_rng(seed).integers(0, 7, 12)
    other = ids.copy()
    other[change] = (ids[change] + 1) % 7
    same = logits(parameters, shape, ids)[-1] == logits(parameters, shape, other)[-1]
    assert same.all() == (change <= 11 - 4)
