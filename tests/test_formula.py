"""Attention, against the sum written out in loops, against torch's own, and against figures worked out by hand."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnlab.errors import LabError
from attnlab.formula import Call, allow, attention, causal, padding, window
from attnlab.probe import STAGES, Recorder, Site, bind

HERE = Site(0)
LIBRARIES = {"numpy": np.asarray, "torch": torch.from_numpy}
SEEDS = st.integers(0, 2**32 - 1)


def stages(q, k, v, **how):
    """Every stage of one call, by name."""
    recorder = Recorder()
    output = attention(q, k, v, tap=bind(recorder, HERE), **how)
    heard = {stage: x for (_, stage), x in recorder.heard.items()}
    assert heard["output"] is output
    return heard


def weight_of(score, **how):
    """The weights that a row of scores gets: keys one number wide hold the scores, the query is 1."""
    k = score.reshape(1, -1, 1)
    return stages(k[:, :1] * 0 + 1, k, k, scale=1.0, **how)["weight"][0, 0]


def in_loops(q, k, v, scale, softcap=None, bias=None, mask=None, sink=None):
    """Weights and output, one number at a time, in the order the formula promises."""
    *batch, heads, queries, dim = q.shape
    groups, keys = k.shape[-3:-1]
    grid = (*batch, heads, queries, keys)
    bias = np.broadcast_to(0.0 if bias is None else bias, grid)
    mask = np.broadcast_to(0.0 if mask is None else mask, grid)
    weight, output = np.zeros(grid), np.zeros((*grid[:-1], v.shape[-1]))
    for text in np.ndindex(*batch):
        for head in range(heads):
            theirs = (*text, head * groups // heads)
            for query in range(queries):
                odds = []
                for key in range(keys):
                    score = sum(float(q[(*text, head, query, d)] * k[(*theirs, key, d)]) for d in range(dim)) * scale
                    if softcap is not None:
                        score = softcap * math.tanh(score / softcap)
                    place = (*text, head, query, key)
                    odds.append(math.exp(score + bias[place] + mask[place]))
                total = sum(odds) + (0.0 if sink is None else math.exp(sink[head]))
                for key in range(keys):
                    weight[(*text, head, query, key)] = odds[key] / total
                    output[(*text, head, query)] += odds[key] / total * v[(*theirs, key)]
    return weight, output


@st.composite
def calls(draw):
    """q, k, v and the rest of one call, of any sizes, so that every row keeps a key."""
    rng = np.random.default_rng(draw(SEEDS))
    batch = draw(st.sampled_from([(), (2,), (1, 3)]))
    groups, each = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    queries, more, dim, wide = (draw(st.integers(low, 4)) for low in (1, 0, 1, 1))
    heads, keys = groups * each, queries + more

    def grid():
        """One shape that broadcasts to text, head, query and key."""
        texts = batch if draw(st.booleans()) else ()
        return tuple(axis if draw(st.booleans()) else 1 for axis in (*texts, heads, queries, keys))

    mask = np.where(rng.random(grid()) < 0.7, 0.0, -np.inf)
    mask[..., 0] = 0.0
    how = {
        "scale": draw(st.sampled_from([1.0, dim**-0.5, 0.1])),
        "softcap": draw(st.sampled_from([None, 1.5, 30.0])),
        "bias": rng.normal(size=grid()) if draw(st.booleans()) else None,
        "mask": mask if draw(st.booleans()) else None,
        "sink": rng.normal(size=heads) if draw(st.booleans()) else None,
    }
    q, k, v = (
        rng.normal(size=(*batch, *size))
        for size in ((heads, queries, dim), (groups, keys, dim), (groups, keys, wide))
    )  # fmt: skip
    return (q, k, v), how


def to(library, args, how):
    put = LIBRARIES[library]
    return [put(x) for x in args], {name: put(x) if isinstance(x, np.ndarray) else x for name, x in how.items()}


@pytest.mark.parametrize("library", LIBRARIES)
@given(call=calls())
def test_attention_is_the_sum_written_out_in_loops(library, call):
    args, how = to(library, *call)
    heard = stages(*args, **how)
    weight, output = in_loops(*call[0], **call[1])
    np.testing.assert_allclose(np.asarray(heard["weight"]), weight, rtol=0, atol=1e-12)
    np.testing.assert_allclose(np.asarray(heard["output"]), output, rtol=0, atol=1e-12)


@given(call=calls())
def test_numpy_and_torch_give_the_same_figures(call):
    ours, theirs = (stages(*args, **how) for args, how in (to(library, *call) for library in LIBRARIES))
    assert list(ours) == list(theirs)
    for stage, x in ours.items():
        assert type(x) is np.ndarray
        assert type(theirs[stage]) is torch.Tensor
        np.testing.assert_allclose(x, theirs[stage].numpy(), rtol=1e-14, atol=1e-15, err_msg=stage)


@pytest.mark.parametrize("is_causal", [True, False])
@given(seed=SEEDS, groups=st.integers(1, 3), each=st.integers(1, 3), n=st.integers(1, 9), dim=st.integers(1, 8))
def test_attention_agrees_with_the_one_in_torch(is_causal, seed, groups, each, n, dim):
    make = torch.Generator().manual_seed(seed)
    q = torch.randn(2, groups * each, n, dim, generator=make, dtype=torch.float64)
    k, v = torch.randn(2, 2, groups, n, dim, generator=make, dtype=torch.float64)
    ours = attention(q, k, v, scale=dim**-0.5, mask=causal(n, like=q) if is_causal else None)
    theirs = torch.nn.functional.scaled_dot_product_attention(q, k, v, is_causal=is_causal, enable_gqa=True)
    torch.testing.assert_close(ours, theirs, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("rivals", "share"), [(1, 0.953), (11, 0.646), (41, 0.329)])
def test_rivals_dilute_a_strong_key(rivals, share):
    first = weight_of(np.array([4.0] + [1.0] * rivals))[0]
    assert first == pytest.approx(math.exp(4) / (math.exp(4) + rivals * math.e), abs=1e-12)
    assert first == pytest.approx(share, abs=5e-4)


# The row of the robot sentence: scores and values typed by hand in the lesson, read-outs printed beside them.
BENCH_SCORE = [0.4, 0.2, 1.4, 0.0, 1.9, 0.3, 0.2, 0.9]
BENCH_VALUE = [-1.6, -0.8, 0.6, -0.2, 1.8, 0.2, -0.4, 1.0]


@pytest.mark.parametrize(
    ("bump", "swapped", "noise", "most", "output"),
    [(0, 1.8, 0, 0.343, 0.675), (0, -1.5, 0, 0.343, -0.458), (0, 1.8, 6, 0.228, 0.447), (4, 1.8, 0, 0.966, 1.742)],
)
def test_the_row_of_the_robot_sentence_reads_as_in_the_lesson(bump, swapped, noise, most, output):
    score, value = np.array(BENCH_SCORE + [0.5] * noise), np.array(BENCH_VALUE + [0.0] * noise)
    score[4] += bump
    value[4] = swapped
    heard = stages(np.ones((1, 1, 1)), score.reshape(1, -1, 1), value.reshape(1, -1, 1), scale=1.0)
    assert heard["weight"].max() == pytest.approx(most, abs=5e-4)
    assert heard["output"].item() == pytest.approx(output, abs=5e-4)


@given(n=st.integers(1, 9), seed=SEEDS)
def test_a_causal_map_has_a_first_row_of_one_and_a_future_of_exactly_0(n, seed):
    q, k, v = np.random.default_rng(seed).normal(size=(3, 2, n, 4)) * 3
    weight = stages(q, k, v, scale=0.5, mask=causal(n))["weight"]
    assert np.array_equal(weight[:, 0], np.eye(1, n).repeat(2, axis=0))
    assert np.array_equal(np.triu(weight, 1), np.zeros_like(weight))
    np.testing.assert_allclose(weight.sum(axis=-1), 1, rtol=0, atol=1e-12)


@given(seed=SEEDS, shift=st.floats(-500, 500))
def test_only_differences_of_scores_matter(seed, shift):
    score = np.random.default_rng(seed).normal(size=6)
    np.testing.assert_allclose(weight_of(score + shift), weight_of(score), rtol=1e-9)


@given(call=calls(), data=st.data())
def test_keys_in_another_order_give_the_same_output(call, data):
    (q, k, v), how = call
    order = data.draw(st.permutations(range(k.shape[-2])))
    wide = {
        name: np.broadcast_to(how[name], (*how[name].shape[:-1], len(order)))
        for name in ("bias", "mask")
        if how[name] is not None
    }
    mixed = how | {name: x[..., order] for name, x in wide.items()}
    before, after = attention(q, k, v, **how), attention(q, k[..., order, :], v[..., order, :], **mixed)
    np.testing.assert_allclose(after, before, rtol=0, atol=1e-12)


@given(seed=SEEDS, groups=st.integers(1, 3), each=st.integers(1, 4))
def test_a_key_head_serves_a_group_of_neighbouring_query_heads(seed, groups, each):
    rng = np.random.default_rng(seed)
    q, k, v = rng.normal(size=(groups * each, 3, 2)), rng.normal(size=(groups, 4, 2)), rng.normal(size=(groups, 4, 2))
    together = attention(q, k, v, scale=1.0)
    for head in range(groups * each):
        alone = attention(q[head : head + 1], k[[head // each]], v[[head // each]], scale=1.0)
        np.testing.assert_allclose(together[head], alone[0], rtol=0, atol=1e-14)


@pytest.mark.parametrize(("heads", "groups"), [(4, 3), (2, 4)])
def test_heads_that_do_not_divide_into_groups_are_refused(heads, groups):
    q, k = np.ones((heads, 2, 2)), np.ones((groups, 2, 2))
    with pytest.raises(LabError) as refused:
        attention(q, k, k, scale=1.0)
    assert refused.value.message == "heads-not-in-groups"
    assert refused.value.facts == {"heads": heads, "groups": groups}


# --- the tap ----------------------------------------------------------------------------------------------------------


def test_the_tap_meets_the_stages_in_the_order_of_the_formula():
    met = []
    x = np.ones((2, 3, 2))
    attention(x, x, x, scale=1.0, mask=causal(3), tap=lambda stage, x: met.append(stage) or x)
    assert tuple(met) == STAGES == ("q", "k", "v", "score", "mask", "weight", "output")


@given(call=calls())
def test_the_score_is_scaled_capped_and_biased_and_knows_nothing_of_the_mask(call):
    (q, k, v), how = call
    cap = how["softcap"] or 1e9
    raw = q @ np.repeat(k, q.shape[-3] // k.shape[-3], axis=-3).swapaxes(-1, -2) * how["scale"]
    expected = cap * np.tanh(raw / cap) + (0 if how["bias"] is None else how["bias"])
    heard = stages(q, k, v, **how)
    np.testing.assert_allclose(heard["score"], expected, rtol=0, atol=1e-6 if how["softcap"] is None else 1e-12)
    if how["mask"] is None:
        assert "mask" not in heard
    else:  # spread over heads and queries, so that an edit can name any of them
        assert np.array_equal(heard["mask"], np.broadcast_to(how["mask"], expected.shape))


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("stage", STAGES)
@given(seed=SEEDS)
def test_what_the_tap_returns_is_what_the_next_stage_gets(library, stage, seed):
    rng = np.random.default_rng(seed)
    q, k, v = rng.normal(size=(3, 2, 4, 3))
    mask = causal(4)
    score = q @ k.swapaxes(-1, -2) * 0.5
    sizes = {"q": q.shape, "k": k.shape, "v": v.shape, "output": q.shape}
    put_in = np.tril(rng.normal(size=sizes.get(stage, (2, 4, 4))))
    if stage == "mask":
        put_in = np.where(rng.random((2, 4, 4)) < 0.5, -np.inf, 0.0)
        put_in[..., seed % 4] = 0.0

    # the rest of the formula, begun at the stage that was put in
    by_hand = {"q": q, "k": k, "v": v, "mask": mask} | {stage: put_in}
    score = by_hand["q"] @ by_hand["k"].swapaxes(-1, -2) * 0.5 if stage != "score" else put_in
    odds = np.exp(score + by_hand["mask"])
    weight = odds / odds.sum(-1, keepdims=True) if stage != "weight" else put_in
    output = weight @ by_hand["v"] if stage != "output" else put_in

    put = LIBRARIES[library]
    swap = {stage: put(put_in)}
    found = attention(
        put(q), put(k), put(v), scale=0.5, mask=put(mask), tap=lambda stage, x: swap.get(stage, x)
    )  # fmt: skip
    np.testing.assert_allclose(np.asarray(found), output, rtol=0, atol=1e-12)


@given(seed=SEEDS, data=st.data())
def test_no_edit_of_a_score_opens_the_future(seed, data):
    q, k, v = np.random.default_rng(seed).normal(size=(3, 2, 5, 3))
    finite = st.floats(-1e30, 1e30)
    put_in = np.array(data.draw(st.lists(finite, min_size=50, max_size=50))).reshape(2, 5, 5)
    recorder = Recorder()

    def tap(stage, x):
        return recorder(HERE, stage, put_in if stage == "score" else x)

    attention(q, k, v, scale=1.0, mask=causal(5), tap=tap)
    assert not np.triu(recorder.heard[HERE, "weight"], 1).any()


# --- masks ------------------------------------------------------------------------------------------------------------


@given(queries=st.integers(1, 6), more=st.integers(0, 4), size=st.integers(1, 8))
def test_causal_and_window_say_who_sees_whom_and_with_more_keys_the_queries_are_the_last(queries, more, size):
    keys = queries + more
    (past,), (near,) = causal(queries, keys), window(queries, size, keys)
    assert past.shape == near.shape == (queries, keys)
    for query in range(queries):
        place = query + more
        for key in range(keys):
            assert past[query, key] == (0 if key <= place else -math.inf)
            assert near[query, key] == (0 if abs(key - place) < size else -math.inf)
        both = past[query] + near[query]
        assert [key for key in range(keys) if both[key] == 0] == list(range(max(0, place - size + 1), place + 1))


@pytest.mark.parametrize("library", LIBRARIES)
@given(seed=SEEDS)
def test_masks_compose_by_addition_and_may_differ_by_text_and_head(library, seed):
    rng = np.random.default_rng(seed)
    q, k, v = rng.normal(size=(3, 2, 3, 5, 4))  # two texts, three heads
    real = np.arange(5) < np.array([[5], [3]])  # the second text has two padding keys
    by_head = rng.random((3, 5, 5)) < 0.5
    by_head[..., :2] = True
    put = LIBRARIES[library]
    mask = causal(5, like=put(q)) + window(5, 4, like=put(q)) + padding(put(real), like=put(q))
    mask = mask + allow(put(by_head), like=put(q))
    weight = stages(put(q), put(k), put(v), scale=1.0, mask=mask)["weight"]
    for text in range(2):
        for head in range(3):
            may = np.tril(np.ones((5, 5), bool)) & ~np.tril(np.ones((5, 5), bool), -4) & real[text] & by_head[head]
            alone = put(np.where(may, 0.0, -np.inf)[None])
            part = [put(x[text, head][None]) for x in (q, k, v)]
            np.testing.assert_array_equal(
                np.asarray(weight[text, head]), np.asarray(stages(*part, scale=1.0, mask=alone)["weight"][0])
            )
            assert np.array_equal(np.asarray(weight[text, head]) > 0, may)


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16, torch.float32, torch.float64])
def test_a_mask_is_made_in_the_library_of_what_it_masks(dtype):
    like = torch.ones(2, dtype=dtype)
    mask = causal(2, like=like)
    assert mask.dtype == (torch.float32 if dtype.itemsize < 4 else dtype)
    assert mask.tolist() == [[[0, -math.inf], [0, 0]]]
    assert type(causal(2, like=np.ones(2))) is np.ndarray


# --- rows that cannot be read -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("library", LIBRARIES)
@given(seed=SEEDS, batch=st.sampled_from([(), (1,), (2, 2)]), head=st.integers(0, 2), query=st.integers(0, 3))
def test_a_row_with_nothing_left_to_look_at_is_an_error_that_names_it(library, seed, batch, head, query):
    put = LIBRARIES[library]
    q, k, v = (put(x) for x in np.random.default_rng(seed).normal(size=(3, *batch, 3, 4, 2)))
    mask = np.zeros((*batch, 3, 4, 4))
    mask[..., head, query, :] = -np.inf
    with pytest.raises(LabError) as refused:
        attention(q, k, v, scale=1.0, mask=put(mask))
    assert refused.value.message == "row-empty"
    assert refused.value.facts == {"head": head, "query": query}

    def cut_all(stage, x):
        return x + put(mask) if stage == "score" else x

    with pytest.raises(LabError) as cut:
        attention(q, k, v, scale=1.0, mask=causal(4, like=q), tap=cut_all)
    assert (cut.value.message, cut.value.facts) == (refused.value.message, refused.value.facts)


@pytest.mark.parametrize("library", LIBRARIES)
@given(seed=SEEDS)
def test_with_a_sink_a_row_may_look_at_nothing_and_gets_nothing(library, seed):
    put = LIBRARIES[library]
    rng = np.random.default_rng(seed)
    q, k, v = (put(x) for x in rng.normal(size=(3, 2, 3, 2)))
    mask = np.zeros((1, 3, 3))
    mask[:, 1] = -np.inf
    heard = stages(q, k, v, scale=1.0, mask=put(mask), sink=put(rng.normal(size=2)))
    assert not np.asarray(heard["weight"])[:, 1].any()
    assert not np.asarray(heard["output"])[:, 1].any()
    assert (np.asarray(heard["weight"])[:, [0, 2]].sum(-1) < 1).all()


def test_a_sink_as_likely_as_the_keys_takes_its_equal_share():
    weight = weight_of(np.zeros(3), sink=np.array([0.0]))
    np.testing.assert_allclose(weight, 1 / 4, rtol=0, atol=1e-15)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize("batch", [(), (2,)])
def test_a_score_that_is_no_number_is_refused_by_row(library, bad, batch):
    put = LIBRARIES[library]
    x = put(np.ones((*batch, 2, 3, 2)))
    bias = np.zeros((2, 3, 3))
    bias[1, 2, 0] = bad
    with pytest.raises(LabError) as refused:
        attention(x, x, x, scale=1.0, bias=put(bias), mask=causal(3, like=x))
    assert refused.value.message == "row-not-finite"
    assert refused.value.facts == {"head": 1, "query": 2}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_an_infinite_row_is_not_taken_for_an_empty_one(library, bad):
    put = LIBRARIES[library]
    x = put(np.ones((1, 3, 2)))
    bias, mask = np.zeros((1, 3, 3)), np.zeros((1, 3, 3))
    bias[0, 0, 1], mask[0, 2] = bad, -np.inf
    with pytest.raises(LabError) as refused:
        attention(x, x, x, scale=1.0, bias=put(bias), mask=put(mask))
    assert (refused.value.message, refused.value.facts["query"]) == ("row-not-finite", 0)


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_sink_that_is_no_number_is_refused(library, bad):
    put = LIBRARIES[library]
    x = put(np.ones((2, 3, 2)))
    with pytest.raises(LabError) as refused:
        attention(x, x, x, scale=1.0, sink=put(np.array([0.0, bad])))
    assert (refused.value.message, refused.value.facts["head"]) == ("row-not-finite", 1)


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_sink_of_minus_infinity_is_none_so_an_empty_row_stays_an_error(library):
    put = LIBRARIES[library]
    x = put(np.ones((1, 2, 2)))
    closed = put(np.array([-np.inf]))
    np.testing.assert_array_equal(
        np.asarray(attention(x, x, x, scale=1.0, sink=closed)), np.asarray(attention(x, x, x, scale=1.0))
    )
    with pytest.raises(LabError, match="nothing left to look at"):
        attention(x, x, x, scale=1.0, sink=closed, mask=put(np.array([[[0.0, 0.0], [-np.inf, -np.inf]]])))


# --- half precision ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
@given(seed=SEEDS, size=st.sampled_from([1.0, 100.0, 2000.0]))
def test_a_legal_row_is_never_nan_in_half_precision(dtype, seed, size):
    """A float16 product passes 65,504 and is infinite there, however it is scaled afterwards."""
    make = torch.Generator().manual_seed(seed)
    q, k, v = (torch.randn(3, 2, 6, 4, generator=make) * torch.tensor([size, size, 1.0]).reshape(3, 1, 1, 1)).to(dtype)
    heard = stages(q, k, v, scale=0.5, mask=causal(6, like=q))
    assert heard["output"].dtype == dtype
    assert torch.isfinite(heard["output"]).all()
    exact = attention(q.double(), k.double(), v.double(), scale=0.5, mask=causal(6, like=q.double()))
    torch.testing.assert_close(heard["output"].double(), exact, rtol=0.02, atol=0.02)


def test_half_precision_in_numpy_is_widened_too():
    x = np.full((1, 2, 4), 200, dtype=np.float16)  # q.k = 160,000
    heard = stages(x, x, x, scale=0.5, mask=causal(2))
    assert heard["output"].dtype == np.float16
    assert np.array_equal(heard["weight"][0], [[1, 0], [0.5, 0.5]])
    assert (heard["output"] == 200).all()


# --- a call ---------------------------------------------------------------------------------------------------------


@given(call=calls())
def test_a_call_mixes_as_the_formula_does(call):
    args, how = call
    np.testing.assert_array_equal(Call(*args, **how).mix(), attention(*args, **how))


@pytest.mark.parametrize("library", LIBRARIES)
@given(call=calls(), is_causal=st.booleans(), data=st.data())
def test_a_part_of_a_call_is_that_part_of_the_whole(library, call, is_causal, data):
    args, how = to(library, *call)
    whole = Call(*args, **how, causal=is_causal)
    heads = data.draw(st.lists(st.integers(0, args[0].shape[-3] - 1), min_size=1, max_size=3))
    queries = data.draw(st.lists(st.integers(0, args[0].shape[-2] - 1), min_size=1, max_size=3))
    expected = np.asarray(whole.mix())
    for part, mine in (
        (whole.only(heads), expected[..., heads, :, :]),
        (whole.only(queries=queries), expected[..., queries, :]),
        (whole.only(heads, queries), expected[..., heads, :, :][..., queries, :]),
    ):
        np.testing.assert_allclose(np.asarray(part.mix()), mine, rtol=0, atol=1e-12)


@pytest.mark.parametrize("library", LIBRARIES)
@given(seed=SEEDS, more=st.integers(0, 3))
def test_a_causal_call_needs_no_mask_and_a_mask_may_be_said_in_true_and_false(library, seed, more):
    rng = np.random.default_rng(seed)
    put = LIBRARIES[library]
    q, (k, v) = put(rng.normal(size=(2, 3, 4))), map(put, rng.normal(size=(2, 2, 3 + more, 4)))
    may = rng.random((1, 3, 3 + more)) < 0.5
    may[..., 0] = True
    said = Call(q, k, v, scale=1.0, mask=put(may), causal=True).mix()
    mask = allow(put(may), like=q) + causal(3, 3 + more, like=q)
    assert np.array_equal(np.asarray(said), np.asarray(attention(q, k, v, scale=1.0, mask=mask)))
