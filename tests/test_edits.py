"""Edits: what each does to the budget of a row, that it touches nothing else, and that it can be typed and sent."""

import json
import math
from dataclasses import replace

import jaxtyping
import numpy as np
import pytest
import torch
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from attnlab.edits import (
    FORMS,
    KINDS,
    PATCHED,
    Ablate,
    Cut,
    Drop,
    Feed,
    Flatten,
    Given,
    Hide,
    Lift,
    Patch,
    Replace,
    Rescale,
    Swap,
    Unmask,
    from_record,
    parse,
    parse_any,
    to_record,
    together,
    within,
)
from attnlab.errors import LabError
from attnlab.formula import Call, attention, causal, padding
from attnlab.probe import Recorder, Site, bind, chain
from attnlab.tokens import Tokens
from attnlab.words import LANGUAGES

HERE, ELSEWHERE = Site(1), Site(2)
LIBRARIES = {"numpy": np.asarray, "torch": torch.from_numpy}
HEADS, KEYS = 3, 5


def stages(qkv, *edits, site=HERE, library="numpy", **how):
    """Every stage of a causal head at one site, after the edits, as NumPy arrays."""
    q, k, v = (LIBRARIES[library](x) for x in qkv)
    recorder = Recorder()
    tap = bind(chain(together(edits), recorder), site)
    how = {"mask": causal(KEYS, like=q)} | {name: LIBRARIES[library](x) for name, x in how.items()}
    attention(q, k, v, scale=0.5, tap=tap, **how)
    return {stage: np.asarray(x) for (_, stage), x in recorder.heard.items()}


def same(before, after):
    """Equal to the bit, minus zero included."""
    return before.tobytes() == after.tobytes()


@st.composite
def vectors(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    batch = draw(st.sampled_from([(), (2,)]))
    return rng.normal(size=(3, *batch, HEADS, KEYS, 4)) * 2


@st.composite
def edges(draw):
    """A head, a query and a key that it sees beside another."""
    query = draw(st.integers(1, KEYS - 1))
    return draw(st.integers(0, HEADS - 1)), query, draw(st.integers(0, query))


layers = st.integers(0, 999_999_999)
sites = st.one_of(
    st.builds(Site, layers),
    st.builds(lambda layer: Site(layer, stack="encoder"), layers),
    st.builds(lambda layer: Site(layer, kind="cross"), layers),
)
some_edits = st.one_of(
    st.builds(Cut, sites, layers, layers, layers),
    st.builds(Drop, sites, layers, layers, layers),
    st.builds(Lift, sites, layers, layers, layers, st.floats(allow_nan=False, allow_infinity=False)),
    st.builds(Swap, sites, layers, layers, st.none() | st.just("mean") | layers),
    st.builds(Swap, sites, layers, layers, st.none(), st.text(min_size=1)),
    st.builds(
        Rescale, sites, layers, st.floats(min_value=0, exclude_min=True, allow_infinity=False), st.none() | layers
    ),
    st.builds(Flatten, sites, layers, st.none() | layers),
    st.builds(Hide, sites, layers, layers),
    st.builds(Unmask, sites, layers, layers, layers),
    st.builds(Patch, sites, layers, st.text(min_size=1), st.sampled_from(PATCHED), st.none() | layers),
    st.builds(Ablate, sites, layers, st.sampled_from(["zero", "mean"])),
)


def taken(x):
    """What an edit would have been given, had another run been made."""
    return Given(None, Tokens("", (), (), (), ()), x)


OTHER = np.random.default_rng(5).normal(size=(KEYS, 4))


def near(site, kinds=(Cut, Drop, Lift, Rescale, Flatten, Hide, Unmask, Swap, Patch, Ablate), other=OTHER):
    """An edit that fits the vectors above; what it takes from elsewhere is `other`."""
    place = st.integers(0, KEYS - 1)
    values = st.one_of(
        st.builds(dict, source=st.none() | place),
        st.just({"source": "mean", "given": taken(other[0])}),
        st.just({"text": "x", "given": taken(other[1])}),
    )
    at = {"site": st.just(site), "head": st.integers(0, HEADS - 1)}
    more = {
        Cut: {"query": place, "key": place},
        Drop: {"query": place, "key": place},
        Lift: {"query": place, "key": place, "by": st.floats(-50, 50)},
        Rescale: {"by": st.floats(0.01, 20), "query": st.none() | place},
        Flatten: {"query": st.none() | place},
        Hide: {"key": place, "given": st.just(taken([0]))},
        Unmask: {"query": place, "key": place},
        Patch: {
            "text": st.just("x"), "stage": st.sampled_from(PATCHED), "place": st.none() | place,
            "given": st.just(taken(other)),
        },
    }  # fmt: skip
    built = {kind: st.builds(kind, **at, **fields) for kind, fields in more.items()} | {
        Swap: st.builds(lambda how, **rest: Swap(**rest, **how), values, **at, key=place),
        Ablate: st.builds(Ablate, **at) | st.builds(Ablate, **at, to=st.just("mean"), given=st.just(taken(other[2]))),
    }
    return st.one_of(*(built[kind] for kind in kinds))


# the kinds that leave every row a key and every mask shut
SHUT = (Drop, Lift, Rescale, Flatten, Swap, Patch, Ablate)

# --- the budget of a row ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), edge=edges())
def test_a_cut_moves_weight_only_within_its_own_row_and_in_proportion(library, qkv, edge):
    head, query, key = edge
    before = stages(qkv, library=library)["weight"]
    after = stages(qkv, Cut(HERE, head, query, key), library=library)["weight"]

    row = (..., head, query, slice(None))
    others = np.arange(KEYS) != key
    assert not after[..., head, query, key].any()
    np.testing.assert_allclose(after[row].sum(-1), 1, rtol=0, atol=1e-12)
    freed = 1 - before[..., head, query, key, None]
    np.testing.assert_allclose(after[row][..., others] * freed, before[row][..., others], rtol=1e-7, atol=1e-12)
    after[row] = before[row]
    assert same(before, after)


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), edge=edges())
def test_a_drop_takes_its_weight_away_and_leaves_every_other_as_it_is(library, qkv, edge):
    head, query, key = edge
    before = stages(qkv, library=library)["weight"]
    after = stages(qkv, Drop(HERE, head, query, key), library=library)["weight"]

    np.testing.assert_allclose(
        after.sum(-1)[..., head, query], 1 - before[..., head, query, key], rtol=0, atol=1e-12
    )  # fmt: skip
    before[..., head, query, key] = 0
    assert same(before, after)


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), edge=edges(), by=st.floats(-8, 8))
def test_a_lift_by_b_multiplies_the_odds_by_e_to_the_b_against_every_rival(library, qkv, edge, by):
    head, query, key = edge
    before = stages(qkv, library=library)["weight"]
    after = stages(qkv, Lift(HERE, head, query, key, by), library=library)["weight"]

    row = (..., head, query, slice(0, query + 1))
    np.testing.assert_allclose(after[row].sum(-1), 1, rtol=0, atol=1e-12)
    odds = [weight[..., head, query, key, None] / weight[row] for weight in (before, after)]
    gain = np.where(np.arange(query + 1) == key, 1, math.exp(by))
    np.testing.assert_allclose(odds[1] / odds[0], np.broadcast_to(gain, odds[0].shape), rtol=1e-9)
    after[..., head, query, :] = before[..., head, query, :]
    assert same(before, after)


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), head=st.integers(0, 2), key=st.integers(0, 4), source=st.none() | st.integers(0, 4))
def test_a_swap_changes_what_a_key_hands_over_and_no_weight(library, qkv, head, key, source):
    before, after = stages(qkv, library=library), stages(qkv, Swap(HERE, head, key, source), library=library)
    assert same(before["weight"], after["weight"])
    value = qkv[2][..., head, :, :]
    new = np.zeros_like(value[..., 0, :]) if source is None else value[..., source, :]
    step = (new - value[..., key, :])[..., None, :] * before["weight"][..., head, :, key, None]
    np.testing.assert_allclose(
        after["output"][..., head, :, :], before["output"][..., head, :, :] + step, rtol=0, atol=1e-12
    )  # fmt: skip
    after["output"][..., head, :, :] = before["output"][..., head, :, :]
    assert same(before["output"], after["output"])


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), head=st.integers(0, 2))
def test_an_ablated_head_looks_as_before_and_says_nothing(library, qkv, head):
    before, after = stages(qkv, library=library), stages(qkv, Ablate(HERE, head), library=library)
    assert same(before["weight"], after["weight"])
    before["output"][..., head, :, :] = 0
    assert same(before["output"], after["output"])


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), edits=st.lists(near(ELSEWHERE), min_size=1, max_size=4))
def test_an_edit_of_another_site_changes_nothing_here(library, qkv, edits):
    before, after = stages(qkv, library=library), stages(qkv, *edits, library=library)
    assert all(same(before[stage], after[stage]) for stage in before)


@given(qkv=vectors(), edge=edges())
def test_an_edit_that_changes_nothing_changes_nothing_to_the_bit(qkv, edge):
    head, query, key = edge
    before = stages(qkv)
    q, k, v = (x[(0,) * (x.ndim - 3)][head] for x in qkv)
    own = {"q": q, "k": k, "v": v, "output": before["output"][(0,) * (qkv.ndim - 4)][head]}
    identities = [
        Lift(HERE, head, query, key, by=0.0), Swap(HERE, head, key, source=key), Rescale(HERE, head, 1.0),
        Rescale(HERE, head, 1.0, query),
    ]  # fmt: skip
    if qkv.ndim == 4:
        identities += [
            Patch(HERE, head, "x", stage, place, taken(own[stage])) for stage in PATCHED for place in (None, query)
        ]
        identities += [Swap(HERE, head, key, text="x", given=taken(v[key]))]
    after = stages(qkv, *identities)
    assert all(same(before[stage], after[stage]) for stage in before)


@given(qkv=vectors(), edits=st.lists(near(HERE, SHUT), max_size=6), edge=edges())
def test_no_edits_together_open_the_future(qkv, edits, edge):
    """But for unmask, which says so."""
    weight = stages(qkv, Cut(HERE, *edge), *edits)["weight"]
    assert not np.triu(weight, 1).any()
    assert not weight[(..., *edge)].any()


@given(qkv=vectors(), edits=st.lists(near(HERE, (Unmask, *SHUT)), max_size=4))
def test_an_edit_leaves_the_arrays_it_was_given_as_they_were(qkv, edits):
    kept = qkv.copy()
    stages(qkv, *edits)
    assert same(kept, qkv)


def visible_part(x, head, query):
    return x[..., head, query, : query + 1]


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), head=st.integers(0, 2), query=st.none() | st.integers(0, 4), by=st.floats(0.1, 4))
def test_a_rescaled_row_has_its_odds_raised_to_the_factor(library, qkv, head, query, by):
    before, after = stages(qkv, library=library), stages(qkv, Rescale(HERE, head, by, query), library=library)
    rows = range(KEYS) if query is None else [query]
    for row in rows:
        was, now = (np.log(visible_part(x["weight"], head, row)) for x in (before, after))
        np.testing.assert_allclose(now - now[..., :1], by * (was - was[..., :1]), rtol=0, atol=1e-9)
        after["weight"][..., head, row, :] = before["weight"][..., head, row, :]
    assert same(before["weight"], after["weight"])


def test_the_root_of_the_head_size_as_a_factor_undoes_the_root():
    q, k, v = np.random.default_rng(2).normal(size=(3, HEADS, KEYS, 4))
    divided = attention(q, k, v, scale=0.5, tap=bind(Rescale(HERE, 1, 2.0), HERE))
    np.testing.assert_allclose(divided[1], attention(q, k, v, scale=1.0)[1], rtol=1e-12)


def test_a_factor_must_be_above_0():
    for by in (0.0, -1.0, math.inf, math.nan):
        with pytest.raises(LabError) as refused:
            Rescale(HERE, 0, by)
        assert refused.value.message == "rescale-not-positive"
    for text in ("rescale 0.3x0", "rescale 0.3/0", "rescale 0.3x1e999"):
        with pytest.raises(LabError, match="must be a number above 0"):
            parse(text)


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), head=st.integers(0, 2), query=st.none() | st.integers(0, 4), seed=st.integers(0, 99))
def test_a_flat_row_is_even_over_what_it_sees_whatever_bias_stands_in_score_or_mask(library, qkv, head, query, seed):
    rng = np.random.default_rng(seed)
    bias, leaning = rng.normal(size=(2, HEADS, KEYS, KEYS))
    wall = causal(KEYS) + leaning  # as some models hand it over: position bias and mask in one
    before = stages(qkv, library=library, bias=bias, mask=wall)["weight"]
    after = stages(qkv, Flatten(HERE, head, query), library=library, bias=bias, mask=wall)["weight"]
    for row in range(KEYS) if query is None else [query]:
        np.testing.assert_allclose(visible_part(after, head, row), 1 / (row + 1), rtol=1e-12)
        after[..., head, row, :] = before[..., head, row, :]
    assert same(before, after)


@given(qkv=vectors(), sink=st.floats(-3, 3), query=st.integers(0, 4))
def test_a_sink_takes_its_share_of_a_flat_row_against_scores_of_0(qkv, sink, query):
    after = stages(qkv, Flatten(HERE, 1, query), sink=np.full(HEADS, sink))["weight"]
    np.testing.assert_allclose(visible_part(after, 1, query), 1 / (query + 1 + math.exp(sink)), rtol=1e-12)


@pytest.mark.parametrize("library", LIBRARIES)
@given(qkv=vectors(), head=st.integers(0, 2), key=st.integers(0, 4))
def test_a_hidden_key_is_cut_from_every_row_that_sees_another_key(library, qkv, head, key):
    before = stages(qkv, library=library)["weight"]
    hide = Hide(HERE, head, key, taken([0]))
    after = stages(qkv, hide, library=library)["weight"]
    assert not after[..., head, 1:, key].any()
    assert same(after[..., head, 0, :], before[..., head, 0, :])
    one_by_one = [Cut(HERE, head, query, key) for query in range(max(1, key), KEYS)]
    assert same(after, stages(qkv, *one_by_one, library=library)["weight"])


MASKS = {
    "shared": causal(KEYS)[0],
    "one head": causal(KEYS),
    "each head": np.repeat(causal(KEYS), HEADS, axis=0),
    "padding": padding(np.arange(KEYS) < 4)[0],
}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize("mask", MASKS)
@given(qkv=vectors(), head=st.integers(0, 2), query=st.integers(0, 3))
def test_an_unmasked_edge_has_the_odds_it_would_have_had_and_no_other_row_knows(library, mask, qkv, head, query):
    before = stages(qkv, library=library, mask=MASKS[mask])
    after = stages(qkv, Unmask(HERE, head, query, 4), library=library, mask=MASKS[mask])
    np.testing.assert_allclose(after["weight"][..., head, query, :].sum(-1), 1, rtol=0, atol=1e-12)
    odds = after["weight"][..., head, query, 4] / after["weight"][..., head, query, 0]
    score = before["score"][..., head, query, :]
    np.testing.assert_allclose(np.log(odds), score[..., 4] - score[..., 0], rtol=0, atol=1e-9)
    for stage in ("mask", "weight", "output"):
        after[stage][..., head, query, :] = before[stage][..., head, query, :]
        assert same(np.ascontiguousarray(after[stage]), np.ascontiguousarray(before[stage]))


KINDS_OF_STAGES = [*(kind for kind in KINDS.values() if kind not in (Patch, Feed)), *PATCHED]


def of(kind):
    """An edit of a kind, or a patch of a stage."""
    if kind in PATCHED:
        return near(HERE, (Patch,)).map(lambda edit: replace(edit, stage=kind))
    return near(HERE, (kind,))


@pytest.mark.parametrize("kind", KINDS_OF_STAGES)
@pytest.mark.parametrize("library", LIBRARIES)
@settings(max_examples=20)
@given(qkv=vectors(), data=st.data(), sunk=st.booleans())
def test_each_edit_says_the_truth_about_the_sum_of_its_rows(library, kind, qkv, data, sunk):
    """With a sink the row and the sink's share sum to 1."""
    edit = data.draw(of(kind))
    if getattr(edit, "given", None) is not None and library == "torch" and not isinstance(edit, Hide):
        edit = type(edit)(**{**vars(edit), "given": taken(torch.from_numpy(edit.given.x))})
    sink = {"sink": np.linspace(-1, 1, HEADS)} if sunk else {}
    before = stages(qkv, library=library, **sink)
    try:
        after = stages(qkv, edit, library=library, **sink)
    except LabError as refused:
        assert refused.message == "row-empty"
        assert isinstance(edit, Cut)
        return
    seen = after["score"] + after["mask"]
    share = np.exp(sink["sink"])[:, None] if sunk else 0.0
    lost = share / (np.exp(seen).sum(-1) + share)
    total = after["weight"].sum(-1) + lost
    if edit.budget == "less":
        weight = before["weight"][..., edit.head, edit.query, edit.key]
        np.testing.assert_allclose(total[..., edit.head, edit.query], 1 - weight, rtol=0, atol=1e-12)
        total[..., edit.head, edit.query] = 1
    np.testing.assert_allclose(total, 1, rtol=0, atol=1e-12)
    if edit.budget == "same":
        assert same(before["weight"], after["weight"])


def may_change(edit):
    """The rows of its head whose output an edit may change at its own site, said anew: all rows see the past only."""
    match edit:
        case Cut() | Drop() | Lift() | Unmask():
            return {edit.query}
        case Rescale() | Flatten():
            return set(range(KEYS)) if edit.query is None else {edit.query}
        case Hide() | Swap():
            return set(range(edit.key, KEYS))
        case Patch(place=None) | Ablate():
            return set(range(KEYS))
        case Patch():
            return {edit.place} if edit.stage in ("q", "output") else set(range(edit.place, KEYS))


@pytest.mark.parametrize("kind", KINDS_OF_STAGES)
@settings(max_examples=20)
@given(qkv=vectors(), data=st.data())
def test_only_the_rows_an_edit_may_touch_change_and_none_before_its_first(kind, qkv, data):
    edit = data.draw(of(kind))
    if isinstance(edit, Cut) and edit.query == edit.key == 0:
        return  # the row would be empty
    before, after = stages(qkv)["output"], stages(qkv, edit)["output"]
    assert min(may_change(edit)) == edit.first
    for row in may_change(edit):
        after[..., edit.head, row, :] = before[..., edit.head, row, :]
    assert same(before, after)


@pytest.mark.parametrize("kind", KINDS_OF_STAGES)
@settings(max_examples=20)
@given(qkv=vectors(), more=st.lists(near(HERE), max_size=2), data=st.data())
def test_a_part_of_the_heads_and_queries_meets_the_same_edits(kind, qkv, more, data):
    """That is how replay runs them: `within` tells an edit which head and which queries are at hand."""
    edits = [data.draw(of(kind)), *more]
    edits = [edit for edit in edits if not isinstance(edit, Cut) or edit.key < edit.query]
    q, k, v = (x[(0,) * (x.ndim - 3)] for x in qkv)
    call = Call(q, k, v, scale=0.5, mask=causal(KEYS))
    try:
        whole = call.mix(bind(together(edits), HERE))
    except LabError as refused:
        assert refused.message == "row-empty"  # cuts and a hidden key together
        return
    first = data.draw(st.integers(0, min((edit.first for edit in edits), default=KEYS - 1)))
    heads = sorted({edit.head for edit in edits} | {data.draw(st.integers(0, HEADS - 1))})
    part = call.only(heads, list(range(first, KEYS)))
    found = part.mix(bind(together([within(edit, heads, first) for edit in edits]), HERE))
    np.testing.assert_allclose(found, whole[heads, first:], rtol=0, atol=1e-12)


# --- several together -------------------------------------------------------------------------------------------------


def test_edits_of_one_stage_meet_each_other_in_order():
    qkv = np.random.default_rng(0).normal(size=(3, HEADS, KEYS, 4))
    value = qkv[2][1]
    first = stages(qkv, Swap(HERE, 1, key=0, source=2), Swap(HERE, 1, key=2))["v"][1]
    assert same(first[0], value[2])
    assert not first[2].any()
    second = stages(qkv, Swap(HERE, 1, key=2), Swap(HERE, 1, key=0, source=2))["v"][1]
    assert not second[[0, 2]].any()


@given(qkv=vectors(), edge=edges(), one=st.floats(-5, 5), other=st.floats(-5, 5))
def test_lifts_of_one_score_add_up(qkv, edge, one, other):
    both = stages(qkv, Lift(HERE, *edge, one), Lift(HERE, *edge, other))["score"]
    np.testing.assert_allclose(both, stages(qkv, Lift(HERE, *edge, one + other))["score"], rtol=0, atol=1e-12)


@given(qkv=vectors(), edge=edges(), by=st.floats(-50, 50))
def test_what_is_cut_stays_cut_however_it_is_lifted(qkv, edge, by):
    cut, lift = Cut(HERE, *edge), Lift(HERE, *edge, by)
    alone = stages(qkv, cut)["weight"]
    assert same(alone, stages(qkv, cut, lift)["weight"])
    assert same(alone, stages(qkv, lift, cut)["weight"])


def outcome(qkv, *edits):
    """The bytes of every stage, or the message of a refusal."""
    try:
        return {stage: x.tobytes() for stage, x in stages(qkv, *edits).items()}
    except LabError as refused:
        return refused.message


@given(qkv=vectors(), one=near(HERE), other=near(HERE))
def test_edits_of_different_stages_may_come_in_any_order(qkv, one, other):
    assume(not {*one.stages} & {*other.stages})
    assert outcome(qkv, one, other) == outcome(qkv, other, one)


@given(qkv=vectors(), one=near(HERE), other=near(HERE))
def test_of_edits_of_one_stage_the_later_meets_what_the_earlier_made(qkv, one, other):
    shared = [stage for stage in one.stages if stage in other.stages]
    assume(shared)
    for stage in shared:
        x = stages(qkv)[stage]
        by_hand = other(HERE, stage, one(HERE, stage, x))
        assert same(together([one, other])(HERE, stage, x), by_hand)


def test_a_later_edit_of_a_stage_meets_what_the_earlier_made_of_it():
    qkv = np.random.default_rng(1).normal(size=(3, HEADS, KEYS, 4))
    cut, flat, lift = Cut(HERE, 0, 4, 2), Flatten(HERE, 0, 4), Lift(HERE, 0, 4, 1, math.log(2))
    assert stages(qkv, cut, flat)["weight"][0, 4] == pytest.approx([0.25, 0.25, 0, 0.25, 0.25])  # what is cut stays cut
    assert stages(qkv, flat, cut)["weight"][0, 4] == pytest.approx([0.25, 0.25, 0, 0.25, 0.25])
    assert stages(qkv, lift, flat)["weight"][0, 4] == pytest.approx([0.2] * 5)
    assert stages(qkv, flat, lift)["weight"][0, 4] == pytest.approx([1 / 6, 2 / 6, 1 / 6, 1 / 6, 1 / 6])
    wide = stages(qkv, flat, Unmask(HERE, 0, 1, 3), Flatten(HERE, 0, 1))["weight"][0, 1]
    assert wide == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3, 0])


def test_a_row_whose_every_key_is_cut_is_an_error_that_names_it():
    qkv = np.ones((3, HEADS, KEYS, 4))
    with pytest.raises(LabError) as refused:
        stages(qkv, Cut(HERE, 2, 1, 0), Cut(HERE, 2, 1, 1))
    assert (refused.value.message, refused.value.facts) == ("row-empty", {"head": 2, "query": 1})


@given(edit=near(HERE, other=np.zeros((KEYS, KEYS))))
def test_an_edit_acts_at_the_stages_it_names_and_nowhere_else(edit):
    x = np.ones((HEADS, KEYS, KEYS))
    acted = [stage for stage in ("q", "k", "v", "score", "mask", "weight", "output") if edit(HERE, stage, x) is not x]
    assert tuple(acted) == edit.stages


# --- typed and sent ---------------------------------------------------------------------------------------------------


@given(edit=some_edits)
@example(edit=Patch(HERE, 0, " a"))
@example(edit=Patch(HERE, 0, '"a', "v", 2))
@example(edit=Swap(HERE, 0, 1, text="a\n"))
@example(edit=Rescale(HERE, 0, 1e-300, 2))
@example(edit=Lift(HERE, 0, 4, 2, 0.1 + 0.2))
@example(edit=Lift(HERE, 0, 4, 2, -1.5e-300))
def test_an_edit_can_be_typed_as_it_is_printed(edit):
    assert parse(str(edit)) == edit
    kind, rest = str(edit).split(" ", 1)
    assert parse(f"  {kind}   {rest} ") == edit
    if getattr(edit, "text", None) is None:
        assert parse(str(edit).replace(">", "-")) == edit  # a shell takes > for itself


@given(edit=some_edits)
@example(edit=Patch(HERE, 0, " a"))
@example(edit=Patch(HERE, 0, '"a', "v", 2))
@example(edit=Swap(HERE, 0, 1, text="a\n"))
@example(edit=Rescale(HERE, 0, 1e-300, 2))
@example(edit=Lift(HERE, 0, 4, 2, 0.1 + 0.2))
@example(edit=Lift(HERE, 0, 4, 2, -1.5e-300))
def test_an_edit_travels_as_json(edit):
    assert from_record(json.loads(json.dumps(to_record(edit), allow_nan=False))) == edit


def test_what_was_taken_from_another_run_is_no_part_of_what_an_edit_says():
    edit = Patch(HERE, 0, "anno", "v", 2)
    held = Patch(HERE, 0, "anno", "v", 2, taken(OTHER))
    assert (held, str(held), to_record(held), hash(held)) == (edit, str(edit), to_record(edit), hash(edit))
    assert "given" not in repr(held)
    with pytest.raises(LabError):
        from_record(to_record(held) | {"given": None})


@given(position=st.integers(0, 10**9 - 1), symbol=st.text(min_size=1), in_source=st.booleans())
def test_a_replaced_piece_can_be_typed_as_it_is_printed(position, symbol, in_source):
    change = Replace(position, symbol, in_source)
    assert parse_any(str(change)) == change
    assert parse_any("cut 0.3:4-2") == parse("cut 0.3:4-2")


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("cut 0.3:4-2", Cut(Site(0), 3, 4, 2)),
        ("drop encoder.1.0:4>2", Drop(Site(1, stack="encoder"), 0, 4, 2)),
        ("lift cross.2.1:4-2-1.5", Lift(Site(2, kind="cross"), 1, 4, 2, -1.5)),
        ("lift 0.3:4>2 + .5e1", Lift(Site(0), 3, 4, 2, 5.0)),
        ("lift 0.3:4>2+\t1", Lift(Site(0), 3, 4, 2, 1.0)),
        ("swap 0.3:2=zero", Swap(Site(0), 3, 2)),
        ("swap 0.3:2=0", Swap(Site(0), 3, 2, 0)),
        ("ablate 10.11", Ablate(Site(10), 11)),
        ("ablate 0.3=zero", Ablate(Site(0), 3)),
        ("ablate 0.3=mean", Ablate(Site(0), 3, "mean")),
        ("swap 0.3:2=mean", Swap(Site(0), 3, 2, "mean")),
        ("swap 0.3:2@anno", Swap(Site(0), 3, 2, text="anno")),
        ("swap 0.3:2@mean", Swap(Site(0), 3, 2, text="mean")),
        ("rescale 0.3:4x2", Rescale(Site(0), 3, 2.0, 4)),
        ("rescale 0.3*.5", Rescale(Site(0), 3, 0.5)),
        ("rescale 0.3:4 / 4", Rescale(Site(0), 3, 0.25, 4)),
        ("flatten 0.3", Flatten(Site(0), 3)),
        ("flatten encoder.0.3:4", Flatten(Site(0, stack="encoder"), 3, 4)),
        ("hide 0.3:0", Hide(Site(0), 3, 0)),
        ("unmask 0.3:2-4", Unmask(Site(0), 3, 2, 4)),
        ("patch 0.3@anno", Patch(Site(0), 3, "anno")),
        ("patch 0.3:4@ an o ", Patch(Site(0), 3, "an o", place=4)),
        ("patch cross.0.3.v:4@a => b@c=d", Patch(Site(0, kind="cross"), 3, "a => b@c=d", "v", 4)),
        ('patch 0.3.q@" a\\n"', Patch(Site(0), 3, " a\n", "q")),
    ],
)
def test_edits_are_typed_as_in_the_examples(text, edit):
    assert parse(text) == edit


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_each_kind_is_one(kind):
    assert parse(FORMS[kind]).kind == kind
    assert set(FORMS) == {*KINDS, Replace.kind}
    assert parse_any(FORMS["replace"]) == Replace(3, "o")


LONG = "9" * 5000  # Python refuses to turn this many digits into a number


@pytest.mark.parametrize(
    "text",
    ["cut", "cut 0.3", "cut 0.3:4<2", "cut 0.3:4>2+1", "cut 3:4>2", "cut -1.3:4>2", "cut 0.3:-1>2",
     "cut 0.٣:4>2", "cut middle.0.3:4>2", f"cut {LONG}.3:4>2", f"cut 0.3:4>{LONG}", "drop 0.3:4>2=zero",
     "lift 0.3:4>2", "lift 0.3:4>2+", "lift 0.3:4>2 1", "lift 0.3:4>2+nan", "lift 0.3:4>2+1e", "swap 0.3:2",
     "swap 0.3:2=one", "swap 0.3:4>2=zero", "ablate 0", "ablate 0.3:4>2", "ablate 0.3 0.4",
     "ablate 0.3=one", "ablate 0.3@anno", "rescale 0.3", "rescale 0.3:4", "rescale 0.3:4x-1", "rescale 0.3:4>2x1",
     "rescale 0.3x1x2", "flatten 0.3:4x1", "flatten 0", "hide 0.3", "hide 0.3:4>2", "unmask 0.3", "unmask 0.3:2>4+1",
     "swap 0.3:2@", "patch 0.3", "patch 0.3=anno", "patch 0.3@", "patch 0.3.score@anno", "patch 0.3:4>2@anno",
     'patch 0.3@"anno', 'patch 0.3@""', "patch 0.3@\"a\" b"],
)  # fmt: skip
def test_a_typo_is_answered_with_an_example(text):
    with pytest.raises(LabError) as refused:
        parse(text)
    assert refused.value.message == "edit-unreadable"
    assert refused.value.facts["example"] == FORMS[text.split()[0]]
    assert FORMS[text.split()[0]] in str(refused.value)


@pytest.mark.parametrize(
    ("text", "wanted"), [("cut 0.3:4", "0.3:4-2"), ("drop 1.0:2", "1.0:2-2"), ("lift 0.3:4", "0.3:4-2+1.5")]
)
def test_an_edge_that_a_shell_has_cut_short_is_answered_with_quotes(text, wanted):
    with pytest.raises(LabError) as refused:
        parse(text)
    assert refused.value.message == "edit-cut-short"
    assert str(refused.value).endswith(f"as in {wanted}")


@pytest.mark.parametrize(
    "text", ["", " ", "0.3:4>2", "Cut 0.3:4>2", "open 0.3:4>2", "replace 3=o", "cut\u00a00.3:4>2", "lift0.3:4>2+1"]
)
def test_a_text_that_begins_with_no_kind_of_edit_is_answered_with_the_kinds(text):
    with pytest.raises(LabError) as refused:
        parse(text)
    assert refused.value.message == "edit-kind-unknown"
    assert "cut, drop, lift, rescale, flatten, hide, unmask, swap, patch, ablate" in str(refused.value)


def test_a_lift_must_be_a_number_that_can_be_added():
    for by in (math.inf, -math.inf, math.nan):
        with pytest.raises(LabError) as refused:
            Lift(HERE, 0, 1, 0, by)
        assert refused.value.message == "lift-not-finite"


@pytest.mark.parametrize(
    ("text", "by"),
    [("lift 0.3:4>2+1e999", "+1e999"), ("lift 0.3:4>2 - 1e999", "-1e999"), ("rescale 0.3:4/0", "1/0"),
     ("rescale 0.3:4x1e999", "1e999"), ("rescale 0.3:4x0", "0"), ("rescale 0.3 / 1e-999", "1/1e-999")],
)  # fmt: skip
def test_a_number_that_cannot_be_used_is_quoted_as_it_was_typed(text, by):
    with pytest.raises(LabError) as refused:
        parse(text)
    assert refused.value.facts["by"] == by
    assert "inf" not in str(refused.value).replace("infinite", "").replace("finite", "")


GOOD = {"edit": "lift", "site": "0", "head": 1, "query": 3, "key": 1, "by": 1.5}


@pytest.mark.parametrize(
    "wrong",
    [{"edit": None}, {"edit": "Lift"}, {"edit": []}, {"edit": {}}, {"site": 0}, {"site": "one"}, {"head": -1},
     {"head": "1"}, {"head": 1.0}, {"head": True}, {"query": None}, {"key": [1]}, {"by": "1.5"}, {"by": None},
     {"by": math.nan}, {"by": 10**400}, {"more": 1}, {"head": 10**9}],
)  # fmt: skip
def test_a_record_that_is_no_edit_is_refused_in_words(wrong):
    assert from_record(GOOD) == Lift(Site(0), 1, 3, 1, 1.5)
    with pytest.raises(LabError) as refused:
        from_record(GOOD | wrong)
    assert refused.value.message in (
        "record-kind-unknown",
        "record-knows-not",
        "record-unreadable",
        "lift-not-finite",
        "site-unreadable",
        "edit-number-wanted",
    )
    assert len(str(refused.value)) < 2_000


@pytest.mark.parametrize("field", GOOD)
def test_a_record_that_lacks_a_field_is_refused_in_words(field):
    lacking = {name: value for name, value in GOOD.items() if name != field}
    with pytest.raises(LabError) as refused:
        from_record(lacking)
    assert refused.value.message == ("record-kind-unknown" if field == "edit" else "record-lacks")
    assert str(refused.value).startswith(json.dumps(lacking))
    assert field == "edit" or refused.value.facts["fields"] == [field]


def test_typed_edits_and_records_name_the_same_kinds():
    faults = []
    for read, wrong in ((parse, "burn 0.3"), (from_record, {"edit": "burn"})):
        with pytest.raises(LabError) as refused:
            read(wrong)
        faults.append(refused.value.facts["kinds"])
    assert faults == [list(KINDS)] * 2
    for text, same in (("feed 0", "ablate 0.ff"), ("feed 0.ff:4=mean", "ablate 0.ff:4=mean"),
                       ("feed encoder.1:2@anno", "patch encoder.1.ff:2@anno")):  # fmt: skip
        assert parse(text) == parse(same)


@given(site=sites)
def test_a_site_is_named_as_it_is_printed(site):
    assert Site.parse(str(site)) == site


@pytest.mark.parametrize("name", ["", "-1", "decoder.0", "encoder", "encoder.", "1.5", "٣", "cross.0.1", LONG])
def test_a_name_of_no_site_is_refused_with_examples(name):
    with pytest.raises(LabError) as refused:
        Site.parse(name)
    assert refused.value.message == "site-unreadable"
    assert "encoder.0 or cross.0" in str(refused.value)


def test_a_site_may_be_given_as_it_is_typed_and_numbers_are_whole(monkeypatch):
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)  # as in use: no shape check answers first
    assert Cut("0", 3, 4, 3) == Cut(0, 3, 4, 3) == Cut(Site(0), 3, 4, 3)
    assert Ablate("cross.1", 2) == Ablate(Site(1, kind="cross"), 2)
    with pytest.raises(LabError, match="whole number"):
        Cut(Site(0), 3, 4.0, 3)
    with pytest.raises(LabError):
        Drop("layer one", 0, 1, 0)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: Feed(HERE, source=0), "edit-choice-unknown"),
        (lambda: Feed(HERE, source="zero"), "edit-choice-unknown"),
        (lambda: Ablate(HERE, 0, to="most"), "edit-choice-unknown"),
        (lambda: Lift(HERE, 0, 1, 1, by=10**400), "lift-not-finite"),
        (lambda: Rescale(HERE, 0, by=10**400), "rescale-not-positive"),
        (lambda: Rescale(HERE, 0, by=math.nan), "rescale-not-positive"),
    ],
)
def test_what_an_edit_cannot_take_is_refused_when_it_is_made(made, message, monkeypatch):
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)  # as in use: no shape check answers first
    with pytest.raises(LabError) as refused:
        made()
    assert refused.value.message == message
    assert all(refused.value.say(lang) for lang in LANGUAGES)
