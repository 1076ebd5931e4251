"""The beams of one query: every figure by another way, edits respected, bounds kept, faults in words."""

import json
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from attnlab import lab, models
from attnlab.beams import STRIP, beams, late_total
from attnlab.edits import parse
from attnlab.errors import LabError
from attnlab.figures import apart
from attnlab.server import make_app
from attnlab.traces import explained
from attnlab.words import LANGUAGES

EDITS = ["cut 0.3:4>3", "lift 0.3:4>1+1.5", "drop 0.3:4>2", "swap 0.3:1=zero"]
PAIR = "the old dog near the house did not see my friend => старая собака возле дома"


@pytest.fixture(scope="module")
def desk():
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        yield client


def asked(desk, **how):
    answer = desk.get("/api/beams", params=how)
    assert answer.status_code == 200, answer.text
    return json.loads(answer.content, parse_constant=pytest.fail)


def refusal(desk, **how):
    answer = desk.get("/api/beams", params={"text": "anna"} | how)
    assert answer.status_code == 422, answer.text
    return answer.json()


# --- figures by another way -------------------------------------------------------------------------------------------


@given(head=st.integers(0, 3), query=st.integers(0, 4), key=st.integers(0, 4))
def test_a_row_is_worked_out_by_hand_from_its_vectors(names, head, query, key):
    call = explained(names, names.tokens("anna")).calls[names.sites[0]]
    q, k, v = (np.asarray(getattr(call, one))[head] for one in "qkv")
    view = beams(names, "anna", f"0.{head}", query, key=key)

    score = [sum(q[query][d] * k[place][d] for d in range(4)) / 2 for place in range(5)]
    share = [np.exp(one) if place <= query else 0.0 for place, one in enumerate(score)]
    weight = [one / sum(share) for one in share]
    output = [sum(weight[place] * v[place][d] for place in range(5)) for d in range(4)]
    np.testing.assert_allclose([one.score for one in view.keys], score, atol=1e-12)
    np.testing.assert_allclose([one.weight for one in view.keys], weight, atol=1e-12)
    np.testing.assert_allclose(view.output, output, atol=1e-12)
    np.testing.assert_allclose(view.value, output, atol=1e-12)
    assert [one.state for one in view.keys] == ["visible" if place <= query else "masked" for place in range(5)]
    assert all(one.weight == 0 for one in view.keys if one.state == "masked")
    assert sum(one.along for one in view.keys) == pytest.approx(np.linalg.norm(output))
    late = [np.exp(one) for one in score]
    assert view.late == pytest.approx(sum(late[: query + 1]) / sum(late))

    found = view.inspected
    assert (found.key, found.state, found.score) == (key, view.keys[key].state, view.keys[key].score)
    np.testing.assert_allclose(found.product, q[query] * k[key], atol=1e-12)
    assert found.dot == pytest.approx(sum(found.product))
    assert found.score == pytest.approx(found.dot / 2)
    assert found.edited == 0


def test_all_heads_rows_are_those_of_their_maps_and_are_held_against_each_other(names):
    jensenshannon = pytest.importorskip("scipy.spatial.distance").jensenshannon
    view, run = beams(names, "annabel", "0.1", 6), explained(names, names.tokens("annabel"))
    rows = [run.map("0", head).weight[6] for head in range(4)]
    np.testing.assert_allclose([one.weight for one in view.heads], rows, atol=5e-7)
    assert [one.top for one in view.heads] == [row.max() for row in rows]
    assert [one.key for one in view.heads] == [row.argmax() for row in rows]
    far = {(a, b): jensenshannon(rows[a], rows[b], base=2) for a in range(4) for b in range(a + 1, 4)}
    assert view.apart.mean == pytest.approx(np.mean(list(far.values())))
    assert view.apart.pairs == 6
    assert tuple(view.apart.nearest) == min(far, key=far.get)
    assert tuple(view.apart.furthest) == max(far, key=far.get)
    assert beams("previous", "anton").apart is None


@given(seed=st.integers(0, 2**32 - 1), keys=st.integers(1, 9))
def test_the_distance_of_two_rows_is_scipys_and_needs_no_sum_of_one(seed, keys):
    jensenshannon = pytest.importorskip("scipy.spatial.distance").jensenshannon
    one, other = np.random.default_rng(seed).dirichlet(np.full(keys, 0.3), 2)
    assert float(apart(one, other)) == pytest.approx(jensenshannon(one, other, base=2), abs=1e-7)
    assert float(apart(one, other / 3)) == pytest.approx(float(apart(one, other)), abs=1e-7)
    assert float(apart(one, one)) == pytest.approx(0, abs=1e-7)


def test_rows_without_a_common_key_are_a_distance_of_one_apart():
    assert float(apart(np.array([0.5, 0.5, 0.0]), np.array([0.0, 0.0, 1.0]))) == pytest.approx(1)


def test_a_mask_after_softmax_leaves_a_row_that_sums_to_less():
    score, seen = np.log(np.array([1.0, 2.0, 5.0])), np.array([True, True, False])
    assert late_total(score, seen) == pytest.approx(3 / 8)
    assert late_total(score, seen, np.array([np.log(8.0)])) == pytest.approx(3 / 16)


# --- edits ------------------------------------------------------------------------------------------------------------


def test_edits_are_respected_and_a_cut_key_has_no_weight(names):
    view = beams(names, "anna", "0.3", 4, EDITS, key=1)
    map = explained(names, names.tokens("anna"), [parse(one) for one in EDITS]).map("0", 3)
    clean = beams(names, "anna", "0.3", 4)
    assert [one.state for one in view.keys] == ["visible", "visible", "visible", "cut", "visible"]
    np.testing.assert_array_equal([one.weight for one in view.keys], map.weight[4])
    assert view.keys[3].weight == 0
    assert view.keys[3].score == clean.keys[3].score
    assert (view.keys[2].weight, view.keys[1].length) == (0, 0)
    assert view.total < 1
    assert view.inspected.edited == pytest.approx(1.5)
    assert view.inspected.score == pytest.approx(clean.keys[1].score + 1.5)
    np.testing.assert_array_equal(view.output, map.output[4])
    assert [one.edited for one in view.heads] == [False, False, False, True]
    assert beams(names, "anna", "0.3", 4, EDITS, key=3).inspected.edited == 0


def test_a_head_that_is_off_still_has_its_mix(names):
    view = beams(names, "anna", "0.3", 4, ["ablate 0.3"])
    assert view.output == [0, 0, 0, 0]
    assert view.value == beams(names, "anna", "0.3", 4).value


# --- other models -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("head", ["encoder.0.1", "0.2", "cross.1.2"])
def test_a_translators_keys_may_be_other_pieces_than_its_queries(head):
    model = models.load("grammar-ru")
    view = beams(model, PAIR, head, 2, key=1)
    map = explained(model, model.tokens(PAIR)).map(*lab.parse_head(model, head))
    assert view.same == (not head.startswith("cross"))
    assert [one.piece for one in view.keys] == list(map.keys)
    assert [one.piece for one in view.pieces] == list(map.queries)
    np.testing.assert_allclose([one.weight for one in view.keys], map.weight[2])
    np.testing.assert_allclose(view.inspected.score, map.score[2, 1])
    assert (len(view.strips.q), len(view.strips.k)) == (len(map.queries), len(map.keys))


def test_a_large_head_is_sent_bounded_and_its_inspected_product_whole():
    view = beams("address", "A:7 B:2 C:9 ?B", key=2)
    assert view.strips.size == 64
    assert {len(row) for rows in (view.strips.q, view.strips.k, view.strips.v) for row in rows} == {STRIP}
    assert len(view.inspected.product) == 64
    assert view.inspected.scaled == pytest.approx(sum(view.inspected.product) / 8)


@pytest.mark.parametrize("name", models.NAMES)
def test_every_model_of_the_package_has_beams_whose_steps_end_in_the_score(name):
    model = lab.open_model(name)
    text = lab.model_view(model).example
    for site in model.sites:
        view = beams(model, text, f"{site}.{model.heads(site) - 1}", key=0)
        found = view.inspected
        made = found.scaled if found.capped is None else found.capped
        assert made + (found.bias or 0) == pytest.approx(found.before_edits, abs=1e-9)
        assert found.before_edits == pytest.approx(view.keys[0].score, abs=1e-9)
        assert sum(one.weight for one in view.keys) == pytest.approx(view.total) == pytest.approx(1)


@pytest.mark.parametrize("family", ["llama", "gemma2", "gpt_oss", "mistral", "t5"])
def test_a_hub_models_score_is_scaled_capped_and_biased_as_it_does(need, family):
    need("transformers")
    from hub_models import make, text_for

    model = models.load(make(family))
    for site in model.sites:
        text = text_for(model)
        asking = model.tokens(text).at(site)[0]
        view = beams(model, text, f"{site}.3", len(asking) - 1, key=1)
        found = view.inspected
        made = found.scaled if found.capped is None else found.capped
        assert made + (found.bias or 0) == pytest.approx(found.score, abs=1e-5)
        assert view.sink == (family == "gpt_oss")
        assert (view.total < 0.999) == (family == "gpt_oss")
        np.testing.assert_allclose(view.output, view.value, atol=1e-5)
        assert json.dumps(found.product)


# --- messages ---------------------------------------------------------------------------------------------------------


def test_the_page_is_sent_what_the_desk_computes(desk, names):
    view = asked(desk, model="names", text="anna", head="0.3", query=4, edit=EDITS, key=1)
    assert view["keys"][1]["weight"] == beams(names, "anna", "0.3", 4, EDITS).keys[1].weight
    assert view["inspected"]["key"] == 1
    assert view["edits"] == EDITS
    assert asked(desk, text="anna")["query"] == 4


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"text": "anna7"}, "symbol-unknown"),
        ({"model": "gpt-9"}, "model-name-unknown"),
        ({"head": "0.9"}, "head-unknown"),
        ({"head": "x"}, "head-unreadable"),
        ({"query": 9}, "position-unknown"),
        ({"key": 9}, "position-unknown"),
        ({"edit": "cut 0.3:1>4"}, "edit-masked"),
        ({"query": "many"}, "request-unreadable"),
        ({"edit": ["cut 0.3:1>0"] * 201}, "request-too-many"),
        ({"text": "a" * 10_001}, "request-too-long"),
    ],
)
def test_faults_are_said_in_words(desk, lang, how, message):
    found = refusal(desk, **how, lang=lang)
    assert found["message"] == message
    assert found["sentence"] and "{" not in found["sentence"]


def test_a_long_text_is_sent_within_bounds_and_a_longer_one_is_refused(need):
    need("transformers")
    from hub_models import make

    model = models.load(make("llama", hidden_size=256, max_position_embeddings=600))
    view = beams(model, " ".join(str(3 + 7 * place % 90) for place in range(lab.MOST_PIECES)), key=7)
    assert len(view.keys) == len(view.strips.k) == lab.MOST_PIECES
    assert (view.strips.size, len(view.inspected.product)) == (64, 64)
    assert len(json.dumps(asdict(view))) < 300_000
    with pytest.raises(LabError) as fault:
        beams(model, " ".join(["5"] * (lab.MOST_PIECES + 1)))
    assert fault.value.message == "text-too-long-to-draw"


def test_another_head_or_query_of_a_loaded_model_costs_no_run(need, monkeypatch):
    need("transformers")
    from hub_models import TEXT, make

    model = models.load(make("llama"))
    runs = []
    monkeypatch.setattr(lab, "explained", lambda *asked: runs.append(1) or explained(*asked))
    for head, query in (("0.0", 5), ("1.2", 5), ("1.2", 3)):
        beams(model, TEXT, head, query)
    assert len(runs) == 1
