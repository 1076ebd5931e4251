"""A trace and its maps: what every row obeys, what stands behind the mask, and the forms in which figures leave."""

import csv
import io
import json
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab.edits import Ablate, Cut, Drop, Lift, Swap
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.models.small import Shape, Small, draw
from attnlab.probe import Site
from attnlab.tokens import Alphabet
from attnlab.traces import explained, trace, trace_all

HERE = Site(0)
texts = st.text(alphabet=ascii_lowercase, min_size=1, max_size=15)
deep_texts = st.text(alphabet="abcd", min_size=1, max_size=8)


@pytest.fixture(scope="session")
def deep():
    """An untrained model of three layers."""
    shape = Shape(symbols=5, layers=3, heads=2, width=8, context=9, hidden=16)
    return Small("deep", shape, Alphabet(tuple("abcd")), draw(shape, std=0.5, seed=3))


def strict(text):
    """JSON as its standard has it: no NaN and no infinity."""

    def refuse(constant):
        raise AssertionError(f"{constant} is not JSON")

    return json.loads(text, parse_constant=refuse)


def test_an_edit_may_be_typed_and_a_layer_be_a_number(names):
    cut = Cut(HERE, head=3, query=4, key=3)
    for edits in ("cut 0.3:4-3", ["cut 0.3:4-3"], cut, [cut]):
        assert trace(names, "anna", edits).edits == (cut,)
    made = trace(names, "anna", sites=[0])
    assert made.map(0, 3).weight.tolist() == made.map("0", 3).weight.tolist()
    assert made.rows(0, 3).entropy.tolist() == made.rows("0", 3).entropy.tolist()


@given(text=texts, head=st.integers(0, 3))
def test_rows_sum_to_1_the_future_is_exactly_0_and_the_first_row_is_exactly_1(names, text, head):
    map = trace(names, text).map("0", head)
    assert map.weight.shape == (len(text) + 1,) * 2
    np.testing.assert_allclose(map.total, 1, rtol=0, atol=1e-12)
    assert not np.triu(map.weight, 1).any()
    assert map.weight[0].tolist() == [1.0] + [0.0] * len(text)
    assert (map.weight[np.tril_indices(len(text) + 1)] > 0).all()


@given(text=texts, head=st.integers(0, 3))
def test_the_score_behind_the_mask_is_what_it_would_have_been(names, text, head):
    run = trace(names, text)
    map = run.map("0", head)
    call = run.calls[HERE]
    q, k = call.q[head], call.k[head]
    by_hand = [[sum(a * b for a, b in zip(one, other, strict=True)) / 2 for other in k] for one in q]
    np.testing.assert_allclose(map.score, by_hand, rtol=0, atol=1e-12)
    assert np.isfinite(map.score).all()
    assert np.array_equal(map.state == "masked", np.triu(np.ones_like(map.weight), 1) == 1)
    assert np.array_equal(map.visible, map.state == "visible")


@given(text=texts, head=st.integers(0, 3))
def test_the_output_is_the_weights_times_the_values(names, text, head):
    map = trace(names, text).map("0", head)
    np.testing.assert_allclose(map.output, map.weight @ map.value, rtol=0, atol=1e-12)


@given(text=texts)
def test_a_trace_costs_the_model_nothing_and_its_formula_gives_the_same(names, text):
    run = trace(names, text)
    assert np.array_equal(run.logits, names.run(names.tokens(text)))
    np.testing.assert_allclose(explained(names, run.tokens).logits, run.logits, rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.probabilities.sum(-1), 1, rtol=0, atol=1e-12)


@given(text=deep_texts, layer=st.integers(0, 2), head=st.integers(0, 1))
def test_a_map_says_whose_it_is(deep, text, layer, head):
    map = trace(deep, text).map(str(layer), head)
    assert (map.model, map.site, map.head) == ("deep", Site(layer), head)
    assert map.queries == map.keys == ("START", *text)
    assert map.rows == tuple(range(len(text) + 1))


def test_figures_of_each_row_by_hand():
    map = trace(load("previous"), "abc").map()
    e8 = np.exp(8)
    np.testing.assert_allclose(map.most_entropy, np.log([1, 2, 3, 4]), rtol=0, atol=1e-12)
    np.testing.assert_allclose(map.top_share, [1, *(e8 / (e8 + i) for i in (1, 2, 3))], rtol=0, atol=1e-12)
    share = e8 / (e8 + 1)
    assert map.entropy[1] == pytest.approx(-share * np.log(share) - (1 - share) * np.log(1 - share), abs=1e-12)
    assert map.entropy[0] == 0
    assert not map.sink_share[0]


# --- with edits -------------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(text=st.text(alphabet="abcd", min_size=2, max_size=8), data=st.data())
def test_a_cut_cell_says_so_and_remembers_the_score_it_had(deep, text, data):
    layer, head = data.draw(st.integers(0, 2)), data.draw(st.integers(0, 1))
    query = data.draw(st.integers(1, len(text)))
    key = data.draw(st.integers(0, query))
    clean = explained(deep, deep.tokens(text))
    run = trace(deep, text, [Cut(Site(layer), head, query, key)])
    before, after = clean.map(str(layer), head), run.map(str(layer), head)
    assert after.state[query, key] == "cut"
    assert (after.state == "cut").sum() == 1
    assert after.score[query, key] == -np.inf
    assert after.weight[query, key] == 0
    assert after.total[query] == pytest.approx(1, abs=1e-12)
    np.testing.assert_array_equal(run.would_have_been(Site(layer), head), before.score)
    assert np.isfinite(after.entropy).all()
    assert after.most_entropy[query] == pytest.approx(np.log(query or 1), abs=1e-12)


@settings(max_examples=10)
@given(text=deep_texts, head=st.integers(0, 1), layer=st.integers(0, 2))
def test_an_edit_is_not_seen_by_the_layers_before_it(deep, text, head, layer):
    clean, run = explained(deep, deep.tokens(text)), trace(deep, text, [Ablate(Site(layer), head)])
    for earlier in range(layer + 1):
        for one in range(2):
            assert np.array_equal(run.map(str(earlier), one).weight, clean.map(str(earlier), one).weight)
    assert not run.map(str(layer), head).output.any()


def test_a_dropped_weight_is_missing_from_its_rows_sum(names):
    clean, run = trace(names, "anna").map("0", 3), trace(names, "anna", [Drop(HERE, 3, 4, 2)]).map("0", 3)
    assert run.total[4] == pytest.approx(1 - clean.weight[4, 2], abs=1e-12)
    assert run.sink_share[4] == pytest.approx(clean.weight[4, 2], abs=1e-12)
    assert run.state[4, 2] == "visible"


def refused(run):
    with pytest.raises(LabError) as found:
        run()
    assert all(found.value.say(lang) for lang in ("en", "ru", "et"))
    return found.value


@pytest.mark.parametrize("kind", [Cut, Drop, lambda *at: Lift(*at, 1.0)])
def test_an_edit_behind_the_mask_would_do_nothing_and_is_refused(names, kind):
    fault = refused(lambda: trace(names, "anna", [kind(HERE, 3, 2, 3)]))
    assert fault.message == "edit-masked"
    assert (fault.facts["query_piece"], fault.facts["key_piece"]) == ("n", "n")
    assert "query 2 (n) cannot see key 3 (n)" in str(fault)


@pytest.mark.parametrize(
    ("edit", "place"),
    [
        (Cut(HERE, 0, 5, 0), 5), (Cut(HERE, 0, 4, 5), 5), (Drop(HERE, 0, 10**9, 0), 10**9), (Swap(HERE, 0, 5), 5),
        (Swap(HERE, 0, 1, 7), 7), (Cut(HERE, 0, -1, 0), -1), (Cut(HERE, 0, 4, -1), -1), (Swap(HERE, 0, 1, -9), -9),
        (Lift(HERE, 0, 4, -6, 1.0), -6),
    ],
)  # fmt: skip
def test_an_edit_of_a_place_that_the_text_does_not_have_is_refused(names, edit, place):
    fault = refused(lambda: trace(names, "anna", [edit]))
    assert fault.message == "edit-place-unknown"
    assert (fault.facts["place"], fault.facts["last"]) == (place, 4)


@pytest.mark.parametrize("head", [4, -1, 10**9])
def test_a_head_that_is_not_there_is_refused_with_those_that_are(names, head):
    for run in (lambda: trace(names, "anna", [Ablate(HERE, head)]), lambda: trace(names, "anna").map("0", head)):
        fault = refused(run)
        assert (fault.message, fault.facts["last"]) == ("head-unknown", 3)


@pytest.mark.parametrize("site", ["1", "encoder.0", "cross.0"])
def test_a_layer_that_is_not_there_is_refused_with_those_that_are(names, site):
    edit = Ablate(Site.parse(site), 0)
    for run in (lambda: trace(names, "anna", [edit]), lambda: trace(names, "anna").map(site, 0)):
        fault = refused(run)
        assert (fault.message, fault.facts["sites"], fault.facts["site"]) == ("site-unknown", ["0"], site)


def test_a_row_whose_every_key_is_cut_is_refused_by_name(names):
    fault = refused(lambda: trace(names, "anna", [Cut(HERE, 2, 0, 0)]))
    assert (fault.message, fault.facts) == ("row-empty", {"head": 2, "query": 0})


# --- what is kept -----------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(several=st.lists(deep_texts, min_size=1, max_size=4))
def test_texts_traced_together_leave_what_each_leaves_alone(deep, several):
    for text, run in zip(several, trace_all(deep, several), strict=True):
        alone = trace(deep, text)
        assert np.array_equal(run.logits, alone.logits)
        assert np.array_equal(run.map("2", 1).weight, alone.map("2", 1).weight)


@settings(max_examples=10)
@given(text=deep_texts, head=st.integers(0, 1))
def test_a_part_of_a_trace_is_that_part_of_the_whole(deep, text, head):
    whole, part = trace(deep, text), trace(deep, text, sites=["1"], heads=[head], positions=[-1])
    row, map = part.map("1", head), whole.map("1", head)
    assert np.array_equal(part.logits, whole.logits)
    assert row.rows == (len(text),)
    np.testing.assert_allclose(row.weight[0], map.weight[-1], rtol=0, atol=1e-12)
    np.testing.assert_allclose(row.score[0], map.score[-1], rtol=0, atol=1e-12)
    assert refused(lambda: part.map("2", head)).message == "trace-site-not-kept"
    assert refused(lambda: part.map("1", 1 - head)).message == "trace-head-not-kept"


# --- leaving the library ----------------------------------------------------------------------------------------------

EDITS = [Cut(HERE, 3, 4, 2), Lift(HERE, 3, 3, 1, 1.5), Drop(HERE, 3, 2, 2)]


@pytest.mark.parametrize("edits", [[], EDITS])
def test_a_map_as_json_holds_every_figure_to_the_last_bit(names, edits):
    map = trace(names, "anna", edits).map("0", 3)
    record = strict(map.to_json())
    assert record == map.to_record()
    assert record["axes"] == ["query", "key"]
    assert record["queries"] == record["keys"] == ["START", "a", "n", "n", "a"]
    assert record["special"] == [True, False, False, False, False]
    assert np.array_equal(record["weight"], map.weight)
    assert np.array_equal(record["output"], map.output)
    assert record["rows"]["sum"] == map.weight.sum(-1).tolist()
    for query, key in np.ndindex(5, 5):
        score, state = record["score"][query][key], record["state"][query][key]
        assert state == ("masked" if key > query else "cut" if edits and (query, key) == (4, 2) else "visible")
        assert score == (None if state == "cut" else map.score[query, key])


@pytest.mark.parametrize("edits", [[], EDITS])
def test_a_map_as_csv_parses_back_to_the_same_numbers(names, edits):
    map = trace(names, "anna", edits).map("0", 3)
    rows = list(csv.DictReader(io.StringIO(map.to_csv())))
    assert len(rows) == 25
    for row, (query, key) in zip(rows, np.ndindex(5, 5), strict=True):
        assert (int(row["query"]), int(row["key"])) == (query, key)
        assert (row["query_piece"], row["key_piece"]) == (map.queries[query], map.keys[key])
        assert float(row["weight"]) == map.weight[query, key]
        assert row["state"] == map.state[query, key]
        assert (float(row["score_nats"]) if row["score_nats"] else -np.inf) == map.score[query, key]


def test_a_map_as_csv_survives_pieces_that_csv_is_made_of():
    shape = Shape(symbols=4, heads=1, width=4, context=5, hidden=4)
    odd = Small("odd", shape, Alphabet((",", '"', "\n")), draw(shape, std=1.0, seed=0))
    rows = list(csv.DictReader(io.StringIO(trace(odd, ',"\n').map().to_csv(), newline="")))
    assert [row["key_piece"] for row in rows[:4]] == ["START", ",", '"', "\n"]


def test_a_map_as_a_labelled_array_keeps_its_names_and_numbers(names, need):
    need("xarray")
    map = trace(names, "anna").map("0", 3)
    data = map.to_xarray()
    assert data.weight.dims == ("query", "key")
    assert np.array_equal(data.weight.values, map.weight)
    assert np.array_equal(data.score.values, map.score)
    assert data.key_piece.values.tolist() == list(map.keys)
    assert {name: data.attrs[name] for name in ("model", "site", "head")} == {"model": "names", "site": "0", "head": 3}
    assert data.score.attrs == {"unit": "nats"}
    assert data.weight.sel(query=4).sum() == pytest.approx(1, abs=1e-12)
