"""Texts gone on with: pieces and rows of a full run without a cache, drawn by a seed, bounded, ended in words."""

import json
import time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

import attnlab
from attnlab import continuations, lab, models
from attnlab.continuations import MOST_NEW, Wish, continued, heated, plan
from attnlab.errors import LabError
from attnlab.models.transformer import Cache, logits
from attnlab.server import make_app
from attnlab.traces import explained
from attnlab.words import LANGUAGES

WAIT = 120.0
DECODERS = [name for name in models.NAMES if lab.model_view(lab.open_model(name)).says == "next"]
FAMILIES = ("gpt2", "llama", "mistral", "gemma3", "t5", "bart")


@pytest.fixture(scope="module")
def desk():
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        yield client


def go_on(name, text=None, head=None, count=12, temperature=0.0, seed=0):
    text = lab.model_view(lab.open_model(name)).example if text is None else text
    return continuations.go_on(plan(name, text, head, count, temperature, seed))


def pieces(view):
    return [one.piece for one in view.new]


def is_a_full_run(model, view):
    """Of a whole text that was run at once, row by row, without anything kept."""
    site, head = lab.parse_head(model, view.asked.head)
    tokens = model.tokens(view.new[-1].text)
    run = explained(model, tokens)
    whole = run.map(site, head)
    for one in view.new:
        if one.row >= len(tokens):
            continue
        keys = len(one.weight)
        assert one.row == one.position - 1
        np.testing.assert_allclose(whole.weight[one.row][:keys], one.weight, atol=1e-5)
        assert not whole.weight[one.row][keys:].any()
        assert whole.visible[one.row][:keys].tolist() == one.seen
        share = run.probabilities[one.row]
        place = list(model.vocabulary).index(one.piece)
        assert one.probability == pytest.approx(share[place], rel=1e-4)
        assert one.rank == 1 + (share > share[place] * (1 + 1e-6)).sum()
        best = np.sort(share)[::-1][: len(one.alternatives)]
        assert [other.probability for other in one.alternatives] == pytest.approx(best.tolist(), rel=1e-4)
        assert one.others == pytest.approx(1 - best.sum(), abs=1e-5)


@pytest.mark.parametrize("temperature", [0.0, 1.3])
@pytest.mark.parametrize("name", DECODERS)
def test_pieces_and_rows_are_those_of_a_full_run_without_a_cache(name, temperature):
    model = lab.open_model(name)
    for site in {one for one in model.sites if one.stack != "encoder"}:
        view = go_on(name, head=f"{site}.0", temperature=temperature, seed=4)
        assert view.new
        is_a_full_run(model, view)
        assert view.first == len(model.tokens(view.asked.text))


@pytest.mark.parametrize("temperature", [0.0, 1.0])
@pytest.mark.parametrize("family", FAMILIES)
def test_a_loaded_model_goes_on_as_its_full_run_does(family, temperature):
    pytest.importorskip("transformers", reason="transformers is not installed; ./dev setup brings it")
    import hub_models

    model = attnlab.load(hub_models.make(family, spread=0.3), name=family)
    text = "5 17 3 9 22" + (" => 8 4" if model.has_encoder else "")
    sites = [site for site in model.sites if site.stack != "encoder"]
    for site in sites[:2]:
        view = continued(model, Wish(family, text, f"{site}.1", 9, temperature, 7))
        assert len(view.new) == 9
        is_a_full_run(model, view)
        shorter = continued(model, Wish(family, text, f"{site}.1", 5, temperature, 7))
        assert pieces(shorter) == pieces(view)[:5]


@pytest.mark.parametrize("name", DECODERS)
def test_at_temperature_0_every_piece_is_the_likeliest(name):
    view = go_on(name)
    assert {one.rank for one in view.new} == {1}
    assert {one.chance for one in view.new} == {1.0}


def test_a_seed_repeats_and_a_shorter_text_is_the_beginning_of_a_longer_one():
    said = {seed: pieces(go_on("names", "a", temperature=1.0, seed=seed)) for seed in range(12)}
    assert len({"".join(one) for one in said.values()}) > 6
    for seed, one in said.items():
        assert pieces(go_on("names", "a", temperature=1.0, seed=seed)) == one
        assert pieces(go_on("names", "a", count=3, temperature=1.0, seed=seed)) == one[:3]
        assert pieces(go_on("names", "a", head="0.2", temperature=1.0, seed=seed)) == one


@given(
    scores=st.lists(st.floats(-30, 30), min_size=1, max_size=9), temperature=st.one_of(st.just(0.0), st.floats(1e-3, 5))
)
def test_chances_are_the_softmax_of_scores_by_temperature(scores, temperature):
    found = heated(np.array(scores), temperature)
    assert found.sum() == pytest.approx(1)
    if temperature:
        odds = np.exp((np.array(scores) - max(scores)) / temperature)
        np.testing.assert_allclose(found, odds / odds.sum(), atol=1e-12)
    else:
        assert found[int(np.argmax(scores))] == 1


def test_the_second_of_two_is_drawn_as_often_as_its_chance():
    counts = [go_on("names", "ann", count=1, temperature=1.0, seed=seed).new[0] for seed in range(300)]
    first = counts[0].alternatives[0]
    share = np.mean([one.piece == first.piece for one in counts])
    assert abs(share - first.chance) < 4 * (first.chance * (1 - first.chance) / 300) ** 0.5


def test_what_is_kept_is_what_the_cache_holds(names):
    view = go_on("names", "ann", count=5)
    cache, ids = Cache(), [*names.tokens("ann").ids]
    for step, one in enumerate(view.new):
        read = np.asarray(ids if not step else ids[-1:])
        logits(names.parameters, names.shape, read, cache=cache)
        arrays = [*cache.keys.values(), *cache.values.values()]
        assert one.kept == [cache.keys[site].shape[-2] for site in cache.keys] == [one.row + 1]
        assert one.bytes == sum(x.nbytes for x in arrays)
        ids.append(names.vocabulary.index(one.piece))


def test_a_cache_that_slides_forgets():
    pytest.importorskip("transformers", reason="transformers is not installed; ./dev setup brings it")
    import hub_models

    model = attnlab.load(hub_models.make("mistral"), name="mistral")
    view = continued(model, Wish("mistral", "5 17 3", "0.0", 8, 0.0, 0))
    assert [one.kept[0] for one in view.new] == [3, 4, 4, 4, 4, 4, 4, 4]


def test_a_model_that_keeps_nothing_says_so():
    view = go_on("previous", "anton", count=3)
    assert (view.layers, [one.kept for one in view.new], pieces(view)) == ([], [[], [], []], ["o", "n", "o"])


@settings(deadline=None, max_examples=25)
@given(
    text=st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=14),
    count=st.integers(1, MOST_NEW),
    seed=st.integers(0, 2**31 - 1),
)
def test_a_text_ends_at_the_models_end_at_its_context_or_where_it_was_asked_to(text, count, seed):
    view = go_on("names", text, count=count, temperature=2.0, seed=seed)
    room = 16 - 1 - len(text)
    assert view.most == room
    assert 1 <= len(view.new) <= min(count, room)
    assert [one.special for one in view.new[:-1]] == [False] * (len(view.new) - 1)
    match view.ended:
        case "end":
            assert view.new[-1].special
        case "context":
            assert len(view.pieces) == 16
        case "count":
            assert len(view.new) == count < room
    said = "".join(one.piece for one in view.new if not one.special)
    assert view.new[-1].text == text + said


@pytest.mark.parametrize(
    ("name", "text", "head", "message"),
    [
        ("names", "abcdefghijklmno", None, "generate-no-room"),
        ("grammar-ru", None, "encoder.0.0", "generate-head-reads"),
        ("names", "anna", "0.9", "head-unknown"),
        ("names", "", None, "text-empty"),
        ("nobody", "anna", None, "model-name-unknown"),
    ],
)
def test_what_cannot_be_gone_on_with_is_refused_in_words(desk, name, text, head, message):
    text = lab.model_view(lab.open_model(name)).example if text is None else text
    for lang in LANGUAGES:
        answer = desk.post("/api/generate", json={"model": name, "text": text, "head": head, "count": 3, "lang": lang})
        assert answer.status_code == 422
        assert answer.json()["message"] == message
        with pytest.raises(LabError) as fault:
            plan(name, text, head, 3, 0.0, 0)
        assert answer.json()["sentence"] == fault.value.say(lang)


@pytest.mark.parametrize(
    "wish",
    [{"count": 0}, {"count": MOST_NEW + 1}, {"temperature": -0.1}, {"temperature": 5.1}, {"seed": -1}, {"seed": 2**31},
     {"text": "a" * 10_001}],
)  # fmt: skip
def test_more_than_is_allowed_is_not_begun(desk, wish):
    answer = desk.post("/api/generate", json={"model": "names", "text": "ann", **wish})
    assert answer.status_code == 422
    assert answer.json()["message"] in ("request-unreadable", "request-too-long")


def test_the_server_answers_at_once_for_a_model_of_the_package(desk):
    wish = {"model": "names", "text": "ann", "head": "0.3", "count": 4, "temperature": 1.0, "seed": 3}
    job = json.loads(desk.post("/api/generate", json=wish).content, parse_constant=pytest.fail)
    assert (job["id"], job["state"], job["done"]) == ("", "done", 4)
    view = go_on("names", "ann", "0.3", 4, 1.0, 3)
    assert [one["piece"] for one in job["result"]["new"]] == pieces(view)
    assert job["result"]["new"][2]["weight"] == view.new[2].weight


@pytest.fixture(scope="module")
def llama(tmp_path_factory):
    """A tiny loaded model, under the name it was loaded by."""
    pytest.importorskip("transformers", reason="transformers is not installed; ./dev setup brings it")
    from hub_models import make

    folder = tmp_path_factory.mktemp("models") / "tiny-llama"
    make("llama", num_hidden_layers=3, max_position_embeddings=600).save_pretrained(folder)
    lab.load_model(str(folder))
    yield str(folder)
    lab.unload_model(str(folder))


def test_a_loaded_models_work_is_followed_and_can_be_cancelled(desk, llama, monkeypatch):
    wish = {"model": llama, "text": "5 17 3", "count": 100, "temperature": 1.0, "seed": 1}
    draw = continuations._Draws.draw

    def slow(self, scores):
        time.sleep(0.02)
        return draw(self, scores)

    monkeypatch.setattr(continuations._Draws, "draw", slow)
    job = desk.post("/api/generate", json=wish).json()
    assert job["state"] in ("waiting", "running")
    end, seen = time.monotonic() + WAIT, []
    while not seen or seen[-1] < 5:
        assert time.monotonic() < end
        seen.append(desk.get(f"/api/generate/{job['id']}").json()["done"])
    desk.delete(f"/api/generate/{job['id']}")
    while (found := desk.get(f"/api/generate/{job['id']}").json())["state"] not in ("cancelled", "done"):
        assert time.monotonic() < end
        time.sleep(0.02)
    assert (found["state"], found["result"]) == ("cancelled", None)
    assert found["done"] < 100

    monkeypatch.setattr(continuations._Draws, "draw", draw)
    job = desk.post("/api/generate", json={**wish, "count": 6}).json()
    while (found := desk.get(f"/api/generate/{job['id']}").json())["state"] != "done":
        assert time.monotonic() < end
        time.sleep(0.02)
    assert len(found["result"]["new"]) == 6
    assert found["result"]["ended"] == "count"
