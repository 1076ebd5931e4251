"""Edits: what each does to the budget of a row, that it touches nothing else, and that it can be typed and sent."""

import json
import math

import numpy as np
import pytest
import torch
from hypothesis import example, given
from hypothesis import strategies as st

from attnlab.edits import FORMS, KINDS, Ablate, Cut, Drop, Lift, Swap, from_record, parse, to_record, together
from attnlab.errors import LabError
from attnlab.formula import attention, causal
from attnlab.probe import Recorder, Site, bind, chain

HERE, ELSEWHERE = Site(1), Site(2)
LIBRARIES = {"numpy": np.asarray, "torch": torch.from_numpy}
HEADS, KEYS = 3, 5


def stages(qkv, *edits, site=HERE, library="numpy"):
    """Every stage of a causal head at one site, after the edits, as NumPy arrays."""
    q, k, v = (LIBRARIES[library](x) for x in qkv)
    recorder = Recorder()
    tap = bind(chain(together(edits), recorder), site)
    attention(q, k, v, scale=0.5, mask=causal(KEYS, like=q), tap=tap)
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
    st.builds(Swap, sites, layers, layers, st.none() | layers),
    st.builds(Ablate, sites, layers),
)


def near(site, kinds=(Cut, Drop, Lift, Swap, Ablate)):
    """An edit that fits the vectors above."""
    place = st.integers(0, KEYS - 1)
    at = {"site": st.just(site), "head": st.integers(0, HEADS - 1)}
    more = {
        Cut: {"query": place, "key": place},
        Drop: {"query": place, "key": place},
        Lift: {"query": place, "key": place, "by": st.floats(-50, 50)},
        Swap: {"key": place, "source": st.none() | place},
        Ablate: {},
    }
    return st.one_of(*(st.builds(kind, **at, **more[kind]) for kind in kinds))


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
    identities = [Lift(HERE, head, query, key, by=0.0), Swap(HERE, head, key, source=key)]
    before, after = stages(qkv), stages(qkv, *identities)
    assert all(same(before[stage], after[stage]) for stage in before)


@given(qkv=vectors(), edits=st.lists(near(HERE, (Lift, Swap, Ablate, Drop)), max_size=6), edge=edges())
def test_no_edits_together_open_the_future(qkv, edits, edge):
    weight = stages(qkv, Cut(HERE, *edge), *edits)["weight"]
    assert not np.triu(weight, 1).any()
    assert not weight[(..., *edge)].any()


@given(qkv=vectors(), edits=st.lists(near(HERE, (Lift, Swap, Ablate, Drop)), max_size=4))
def test_an_edit_leaves_the_arrays_it_was_given_as_they_were(qkv, edits):
    kept = qkv.copy()
    stages(qkv, *edits)
    assert same(kept, qkv)


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


def test_a_row_whose_every_key_is_cut_is_an_error_that_names_it():
    qkv = np.ones((3, HEADS, KEYS, 4))
    with pytest.raises(LabError) as refused:
        stages(qkv, Cut(HERE, 2, 1, 0), Cut(HERE, 2, 1, 1))
    assert (refused.value.message, refused.value.facts) == ("row-empty", {"head": 2, "query": 1})


@given(edit=near(HERE))
def test_an_edit_acts_at_the_stages_it_names_and_nowhere_else(edit):
    x = np.ones((HEADS, KEYS, KEYS))
    acted = [stage for stage in ("q", "k", "v", "score", "mask", "weight", "output") if edit(HERE, stage, x) is not x]
    assert tuple(acted) == edit.stages


# --- typed and sent ---------------------------------------------------------------------------------------------------


@given(edit=some_edits)
@example(edit=Lift(HERE, 0, 4, 2, 0.1 + 0.2))
@example(edit=Lift(HERE, 0, 4, 2, -1.5e-300))
def test_an_edit_can_be_typed_as_it_is_printed(edit):
    assert parse(str(edit)) == edit
    assert parse(str(edit).replace(">", "-")) == edit  # a shell takes > for itself
    assert parse(f"  {str(edit).replace(' ', '   ')} ") == edit


@given(edit=some_edits)
@example(edit=Lift(HERE, 0, 4, 2, 0.1 + 0.2))
@example(edit=Lift(HERE, 0, 4, 2, -1.5e-300))
def test_an_edit_travels_as_json(edit):
    assert from_record(json.loads(json.dumps(to_record(edit), allow_nan=False))) == edit


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
    ],
)
def test_edits_are_typed_as_in_the_examples(text, edit):
    assert parse(text) == edit


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_each_kind_is_one(kind):
    assert parse(FORMS[kind]).kind == kind


LONG = "9" * 5000  # Python refuses to turn this many digits into a number


@pytest.mark.parametrize(
    "text",
    ["cut", "cut 0.3", "cut 0.3:4<2", "cut 0.3:4>2+1", "cut 3:4>2", "cut -1.3:4>2", "cut 0.3:-1>2",
     "cut 0.٣:4>2", "cut middle.0.3:4>2", f"cut {LONG}.3:4>2", f"cut 0.3:4>{LONG}", "drop 0.3:4>2=zero",
     "lift 0.3:4>2", "lift 0.3:4>2+", "lift 0.3:4>2 1", "lift 0.3:4>2+nan", "lift 0.3:4>2+1e", "swap 0.3:2",
     "swap 0.3:2=one", "swap 0.3:4>2=zero", "ablate 0", "ablate 0.3:4>2", "ablate 0.3 0.4"],
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
    "text", ["", " ", "0.3:4>2", "Cut 0.3:4>2", "unmask 0.3:4>2", "cut\u00a00.3:4>2", "lift0.3:4>2+1"]
)
def test_a_text_that_begins_with_no_kind_of_edit_is_answered_with_the_kinds(text):
    with pytest.raises(LabError) as refused:
        parse(text)
    assert refused.value.message == "edit-kind-unknown"
    assert "cut, drop, lift, swap, ablate" in str(refused.value)


def test_a_lift_must_be_a_number_that_can_be_added():
    for by in (math.inf, -math.inf, math.nan):
        with pytest.raises(LabError) as refused:
            Lift(HERE, 0, 1, 0, by)
        assert refused.value.message == "lift-not-finite"
    with pytest.raises(LabError, match="inf nats"):
        parse("lift 0.3:4>2+1e999")


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
    assert refused.value.message in ("edit-kind-unknown", "edit-unreadable", "lift-not-finite", "site-unreadable")
    assert len(str(refused.value)) < 2_000


@pytest.mark.parametrize("field", GOOD)
def test_a_record_that_lacks_a_field_is_refused_in_words(field):
    with pytest.raises(LabError):
        from_record({name: value for name, value in GOOD.items() if name != field})


@given(site=sites)
def test_a_site_is_named_as_it_is_printed(site):
    assert Site.parse(str(site)) == site


@pytest.mark.parametrize("name", ["", "-1", "decoder.0", "encoder", "encoder.", "1.5", "٣", "cross.0.1", LONG])
def test_a_name_of_no_site_is_refused_with_examples(name):
    with pytest.raises(LabError) as refused:
        Site.parse(name)
    assert refused.value.message == "site-unreadable"
    assert "encoder.0 or cross.0" in str(refused.value)
