"""Models loaded through the server: proved, looked at within bounds, cancelled and refused in words, never by a GET."""

import threading
import time

import numpy as np
import pytest
from starlette.testclient import TestClient

from attnlab import lab, models
from attnlab.edits import parse
from attnlab.effects import effect
from attnlab.server import make_app
from attnlab.traces import explained
from attnlab.words import LANGUAGES

pytest.importorskip("transformers", reason="transformers is not installed; ./dev setup brings it")

from hub_models import PAIR, TEXT, make

WAIT = 60.0


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Where tiny models of several kinds lie."""
    home = tmp_path_factory.mktemp("models")
    make("llama", num_hidden_layers=3, max_position_embeddings=600).save_pretrained(home / "tiny-llama")
    make("t5").save_pretrained(home / "tiny-t5")
    make("bert").bert.save_pretrained(home / "tiny-features")
    make("bert").save_pretrained(home / "tiny-bert")
    return home


@pytest.fixture(scope="module")
def desk():
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture(autouse=True)
def nothing_stays():
    yield
    for one in lab.SHELF.every():
        lab.unload_model(one.name)


def load(desk, name, lang="en"):
    """Load a model to the end; what the job says of it then."""
    answer = desk.post("/api/loads", json={"name": str(name), "lang": lang})
    assert answer.status_code == 200, answer.text
    return ended(desk, answer.json(), lang)


def ended(desk, job, lang="en"):
    end = time.monotonic() + WAIT
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.02)
        job = desk.get(f"/api/loads/{job['id']}", params={"lang": lang}).json()
    return job


def look(desk, name, **asked):
    answer = desk.get("/api/look", params={"model": str(name)} | asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def refusal(answer):
    assert answer.status_code == 422, answer.text
    return answer.json()["message"]


def listed(desk):
    return {one["name"]: one for one in desk.get("/api/models").json()}


# --- loading ----------------------------------------------------------------------------------------------------------


def test_a_loaded_model_is_listed_with_its_proof_and_gone_when_unloaded(desk, folders):
    name = str(folders / "tiny-llama")
    job = load(desk, f'  "{name}" ')
    assert (job["state"], job["step"], job["name"], job["fault"]) == ("done", "done", name, None)
    view = listed(desk)[name]
    assert (view["title"], view["letters"], view["pair"], view["says"]) == ("tiny-llama", False, False, "next")
    assert [(one["site"], one["heads"]) for one in view["sites"]] == [("0", 4), ("1", 4), ("2", 4)]
    proof, opened = view["proof"], models.load(name)
    assert (proof["heard"], proof["sites"], proof["moved"]) == (3, 3, 3)
    assert proof["error"] == opened.proof.error
    assert proof["bytes"] == 4 * view["parameters"]
    assert look(desk, name, text=TEXT)["model"] == view

    left = desk.delete("/api/models", params={"model": name}).json()
    assert [one["name"] for one in left] == list(models.NAMES)
    assert refusal(desk.get("/api/look", params={"model": name, "text": TEXT})) == "model-name-unknown"
    assert refusal(desk.delete("/api/models", params={"model": name})) == "model-name-unknown"


def test_no_get_opens_a_path(desk, folders, monkeypatch):
    monkeypatch.setattr(models, "load", lambda *_, **__: pytest.fail("a path was opened"))
    asked = {"model": str(folders / "tiny-llama"), "text": TEXT}
    assert refusal(desk.get("/api/look", params=asked)) == "model-name-unknown"
    row = asked | {"head": "0.0", "query": 1, "key": 0}
    assert refusal(desk.get("/api/row-effects", params=row)) == "model-name-unknown"
    assert refusal(desk.post("/api/checks", json={"model": asked["model"], "texts": TEXT})) == "model-name-unknown"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_model_that_cannot_be_loaded_says_so_in_the_language_asked_for(desk, tmp_path, folders, lang):
    torn = tmp_path / "torn"
    make("llama").save_pretrained(torn)
    (torn / "model.safetensors").write_bytes(b"torn")
    sentences = []
    for name in (tmp_path / "nowhere" / "model.gguf", torn):
        job = load(desk, name, lang)
        assert job["state"] == "failed"
        assert job["fault"]["message"] in ("file-missing", "hub-not-opened")
        assert str(name) in job["fault"]["sentence"]
        sentences.append((job["fault"]["sentence"], desk.get(f"/api/loads/{job['id']}").json()["fault"]["sentence"]))
    assert all((said == english) == (lang == "en") for said, english in sentences)
    assert list(listed(desk)) == list(models.NAMES)


@pytest.mark.parametrize(
    ("name", "message"), [("  ", "load-nothing"), ("names", "load-own"), ("x" * 1001, "request-too-long")]
)
def test_what_will_not_be_loaded_is_refused_at_once(desk, name, message):
    assert refusal(desk.post("/api/loads", json={"name": name})) == message


def test_loading_can_be_switched_off(folders):
    with TestClient(make_app(loading=False), base_url="http://127.0.0.1") as desk:
        assert desk.get("/api/loads").json() == {"allowed": False, "shared": False, "loads": []}
        assert refusal(desk.post("/api/loads", json={"name": str(folders / "tiny-llama")})) == "load-off"


def test_a_form_of_another_page_loads_nothing(desk, folders):
    body = b'{"name": "%s"}' % str(folders / "tiny-llama").encode()
    assert desk.post("/api/loads", content=body, headers={"content-type": "text/plain"}).status_code == 422
    assert all(job["state"] != "running" for job in desk.get("/api/loads").json()["loads"])


@pytest.mark.parametrize("step", ["reading", "proving"])
def test_a_cancelled_load_ends_its_step_and_keeps_nothing(desk, folders, monkeypatch, step):
    """A step cannot be broken off: the job says that it is stopping until the step has ended."""
    begun, go_on, real = threading.Event(), threading.Event(), models.load

    def slowly(name, watch=None):
        if watch is None:  # one of our own, opened for the list
            return real(name)

        def held(one):
            watch(one)
            if one == step:
                begun.set()
                assert go_on.wait(WAIT)

        return real(name, watch=held)

    monkeypatch.setattr(models, "load", slowly)
    job = desk.post("/api/loads", json={"name": str(folders / "tiny-llama")}).json()
    assert begun.wait(WAIT)
    now = desk.delete(f"/api/loads/{job['id']}").json()
    assert (now["state"], now["step"], now["stopping"]) == ("running", step, True)
    assert desk.get("/api/loads").json()["loads"][-1]["id"] == job["id"]
    go_on.set()
    last = ended(desk, now)
    assert (last["state"], last["stopping"]) == ("cancelled", False)
    assert list(listed(desk)) == list(models.NAMES)


def test_a_full_shelf_is_said(desk, folders, monkeypatch):
    monkeypatch.setattr(lab.SHELF, "_room", 1)
    load(desk, folders / "tiny-llama")
    assert refusal(desk.post("/api/loads", json={"name": str(folders / "tiny-t5")})) == "shelf-full"
    assert load(desk, folders / "tiny-llama")["state"] == "done"  # the same again takes no more room


# --- looking ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edits", [[], ["cut 1.2:4>1", "ablate 0.0"]])
def test_what_is_shown_of_a_loaded_model_is_what_the_library_computes(desk, folders, edits):
    name = folders / "tiny-llama"
    load(desk, name)
    view = look(desk, name, text=TEXT, head="1.2", query=4, edit=edits)
    model, made = models.load(str(name)), [parse(edit) for edit in edits]
    tokens = model.tokens(TEXT)
    clean, run = explained(model, tokens), explained(model, tokens, made)
    map, found = run.map("1", 2), effect(model, TEXT, made, None, 4)

    np.testing.assert_allclose(view["map"]["weight"], map.weight, atol=6e-6)
    assert view["map"]["state"] == map.state.tolist()
    before = view["map"]["weight_before"]
    assert before == [] if not edits else np.allclose(before, clean.map("1", 2).weight, atol=6e-6)
    assert [key["weight"] for key in view["row"]["keys"]] == map.weight[4].tolist()
    assert (view["target"]["before"], view["target"]["after"]) == (found.before, found.after)
    assert view["read"] == view["pieces"][4]
    shown = {one["symbol"]: (one["before"], one["after"]) for one in view["next"]}
    assert {view["target"]["first"], view["target"]["second"]} <= set(shown)
    for symbol, shares in shown.items():
        one = model.vocabulary.index(symbol)
        np.testing.assert_allclose(
            shares, [run.probabilities[4, one] for run in (found.clean, found.edited)], rtol=1e-5
        )
    others = view["others"]
    assert others["count"] == len(model.vocabulary) - len(shown)
    assert sum(after for _, after in shown.values()) + others["after"] == pytest.approx(1)
    assert [one["after"] for one in view["next"]] == sorted((one["after"] for one in view["next"]), reverse=True)


def test_a_tile_is_the_heads_map_with_each_block_as_its_largest_weight(desk, folders):
    name = folders / "tiny-llama"
    load(desk, name)
    text = " ".join(str(3 + 7 * place % 90) for place in range(21))
    view = look(desk, name, text=text, head="0.0", query=20)
    model = models.load(str(name))
    run = explained(model, model.tokens(text))
    assert [(tile["site"], tile["head"]) for tile in view["tiles"]] == [(str(n), h) for n in range(3) for h in range(4)]
    edges = [21 * one // 8 for one in range(9)]
    for tile in view["tiles"]:
        map = run.map(tile["site"], tile["head"])
        for row in range(8):
            for column in range(8):
                here = np.s_[edges[row] : edges[row + 1], edges[column] : edges[column + 1]]
                seen = map.visible[here]
                wanted = round(100 * float(map.weight[here].max())) if seen.any() else -1
                assert tile["share"][row][column] == pytest.approx(wanted, abs=1 if seen.any() else 0)
        assert tile["key"] == map.weight[20].argmax()
        assert tile["weight"] == pytest.approx(map.weight[20].max(), abs=6e-6)
        assert tile["piece"] == map.keys[tile["key"]]


def test_the_same_look_again_is_the_same(desk, folders):
    """Runs are kept between looks: what was kept must not show through."""
    name = folders / "tiny-llama"
    load(desk, name)
    asked = [{"text": TEXT}, {"text": TEXT, "edit": "cut 0.1:3>2"}, {"text": "5 17 9"}, {"text": TEXT, "head": "2.3"}]
    first = [look(desk, name, **one) for one in asked]
    assert [look(desk, name, **one) for one in reversed(asked)] == first[::-1]


def test_effects_are_measured_when_asked_for_a_few_keys_at_a_time(desk, folders):
    name = folders / "tiny-llama"
    load(desk, name)
    view = look(desk, name, text=TEXT, head="1.2", query=4)
    assert not view["row"]["measured"]
    assert {key["effect"] for key in view["row"]["keys"]} == {None}
    row = {"model": str(name), "text": TEXT, "head": "1.2", "query": 4}
    found = desk.get("/api/row-effects", params=row | {"key": [1, 3, 5]}).json()
    model = models.load(str(name))
    for one in found[:2]:
        alone = effect(model, TEXT, [parse(f"cut 1.2:4>{one['key']}")], None, 4)
        assert one["effect"] == pytest.approx(alone.change, abs=1e-4)
    assert found[2] == {"key": 5, "effect": None}  # behind the mask
    many = row | {"key": list(range(9))}
    assert refusal(desk.get("/api/row-effects", params=many)) == "request-too-many"
    assert refusal(desk.get("/api/row-effects", params=row | {"key": 6})) == "position-unknown"


@pytest.mark.parametrize(("head", "asking", "looked_at"), [("encoder.1.2", 6, 6), ("cross.0.3", 4, 6), ("1.0", 4, 4)])
def test_every_kind_of_site_of_two_texts_can_be_looked_at_by_name(desk, folders, head, asking, looked_at):
    name = folders / "tiny-t5"
    load(desk, name)
    view = look(desk, name, text=PAIR, head=head, query=2)
    assert (len(view["pieces"]), len(view["keys"])) == (asking, looked_at)
    assert np.shape(view["map"]["weight"]) == (asking, looked_at)
    assert view["read"]["position"] == (3 if head.startswith("encoder") else 2)
    sites = [(tile["site"], tile["key"] is None) for tile in view["tiles"] if tile["head"] == 0]
    inside = head.startswith("encoder")
    assert sites == [(site, site.startswith("encoder") != inside) for site, _ in sites]
    row = {"model": str(name), "text": PAIR, "head": head, "query": 2, "key": [0, 1]}
    effects = desk.get("/api/row-effects", params=row).json()
    model = models.load(str(name))
    alone = effect(model, PAIR, [parse(f"cut {head}:2>0")], None, view["read"]["position"])
    assert effects[0]["effect"] == pytest.approx(alone.change, abs=1e-4)


def test_a_model_that_predicts_nothing_shows_its_maps_alone(desk, folders):
    name = folders / "tiny-features"
    load(desk, name)
    view = look(desk, name, text=TEXT, head="encoder.1.3")
    assert (view["model"]["says"], view["target"], view["next"], view["others"]) == ("nothing", None, [], None)
    assert np.sum(view["map"]["weight"], axis=1) == pytest.approx(np.ones(6), abs=1e-3)
    row = {"model": str(name), "text": TEXT, "head": "encoder.0.0", "query": 1, "key": 0}
    assert refusal(desk.get("/api/row-effects", params=row)) == "model-predicts-nothing"


def test_a_model_that_fills_gaps_says_that_its_answer_stands_at_the_place(desk, folders, monkeypatch):
    monkeypatch.setattr(lab, "MOST_PIECES", 50)
    name = folders / "tiny-bert"
    load(desk, name)
    assert look(desk, name, text=TEXT)["model"]["says"] == "here"


def test_a_long_text_is_bounded_and_a_longer_one_refused_in_words(desk, folders, monkeypatch):
    monkeypatch.setattr(lab, "MOST_LONG", 300)
    name = folders / "tiny-llama"
    load(desk, name)
    long = [str(3 + 7 * place % 90) for place in range(301)]
    whole = desk.get("/api/look", params={"model": str(name), "text": " ".join(long[:256])})
    assert len(whole.json()["pieces"]) == 256
    assert len(whole.content) < 2_600_000
    assert whole.json()["map"]["whole"] is True
    pieces = desk.get("/api/look", params={"model": str(name), "text": " ".join(long[:300])})
    view = pieces.json()["map"]
    assert view["whole"] is False
    assert view["weight"] == view["score"] == view["contribution"] == view["state"] == view["weight_before"] == []
    assert len(pieces.content) < 200_000
    refused = desk.get("/api/look", params={"model": str(name), "text": " ".join(long)})
    assert refusal(refused) == "text-too-long-to-draw"


def test_what_a_text_lacks_waits_or_gives_way_and_is_said(desk, folders):
    name = folders / "tiny-llama"
    load(desk, name)
    asked = {"text": TEXT, "head": "1.2", "query": 40, "edit": ["cut 1.2:4-1", "cut 1.2:40>1", "swap 0.1:2=9"]}
    view = look(desk, name, lenient=True, **asked)
    assert view["waiting"] == ["cut 1.2:40>1", "swap 0.1:2=9"]
    assert (view["query_missing"], view["row"]["query"]) == (40, 5)
    assert [edit["text"] for edit in view["edits"]] == ["cut 1.2:4>1"]
    strictly = desk.get("/api/look", params={"model": str(name)} | asked)
    assert refusal(strictly) == "position-unknown"


# --- checking ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "texts", "message"),
    [("tiny-llama", None, "check-texts-missing"), ("tiny-features", TEXT, "model-predicts-nothing")],
)
def test_a_check_that_a_loaded_model_does_not_allow_fails_in_words(desk, folders, name, texts, message):
    load(desk, folders / name)
    job = desk.post("/api/checks", json={"model": str(folders / name), "texts": texts, "heads": ["1.0"]}).json()
    end = time.monotonic() + WAIT
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.02)
        job = desk.get(f"/api/checks/{job['id']}").json()
    assert (job["state"], job["fault"]["message"], job["asked"]["title"]) == ("failed", message, name)
