"""Effects measured through the server: the library's figures, at once or with progress, cancel and words for faults."""

import json
import threading
import time

import numpy as np
import pytest
from starlette.testclient import TestClient

import attnlab
from attnlab import lab, models, surveys
from attnlab.errors import LabError
from attnlab.server import make_app
from attnlab.words import LANGUAGES

WAIT = 240.0


@pytest.fixture(scope="module")
def desk():
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        yield client


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


def ask(desk, status=200, **wish):
    answer = desk.post("/api/effects", json=wish)
    assert answer.status_code == status, answer.text
    return json.loads(answer.content, parse_constant=pytest.fail)


def ended(desk, job, **asked):
    end = time.monotonic() + WAIT
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.02)
        answer = desk.get(f"/api/effects/{job['id']}", params=asked)
        assert answer.status_code == 200, answer.text
        job = json.loads(answer.content, parse_constant=pytest.fail)
    return job


def same(shown, wanted):
    return np.allclose([[np.nan if one is None else one for one in row] for row in shown], wanted, 1e-4, 1e-6, True)


def is_the_map(view, made, head, site=0):
    """What is shown of one head, and of all, is what the library's map says."""
    shown = view["field"]
    assert same(shown["effect"], made.change[site, head])
    assert same(shown["weight"], made.weight[site, head])
    assert (view["edges"], view["measured"]) == (made.edges, made.edges)
    assert (view["target"], view["unit"], view["position"]) == (made.target, made.unit, made.position)
    assert view["before"] == pytest.approx(made.before)
    assert view["most"] == pytest.approx(np.nanmax(np.abs(made.change)), rel=1e-4)
    assert [one["effect"] for one in view["largest"]] == pytest.approx(
        [one.change for one in made.largest(surveys.LISTED)], rel=1e-4
    )


@pytest.mark.parametrize("target", ["", "l/y", "p(b)"])
def test_an_embedded_models_effects_are_answered_at_once(desk, names, target):
    job = ask(desk, model="names", text="anna", head="0.3", query=3, target=target)
    assert (job["id"], job["state"]) == ("", "done")
    made = attnlab.effect_map(names, "anna", target=target or None, position=3, query=3)
    view = job["result"]
    is_the_map(view, made, 3)
    assert (view["estimated"], view["agreement"]) == (False, None)
    assert view["field"]["state"] == [["edge"] * 4 + ["masked"]]
    assert [(one["site"], one["head"]) for one in view["heads"]] == [("0", head) for head in range(4)]
    for head, one in enumerate(view["heads"]):
        assert one["effect"][:4] == pytest.approx(made.change[0, head, 0, :4].tolist(), abs=6e-6)
        assert one["weight"][4] is None
        assert one["top_weight"] == np.nanmax(made.weight[0, head])
        assert one["key"] == np.nanargmax(np.abs(made.change[0, head, 0]))
    idle = made.looked_only(surveys.HARD, surveys.NOTHING)
    assert (view["idle_count"], view["hard"], view["nothing"]) == (len(idle), surveys.HARD, surveys.NOTHING)


def test_all_queries_of_a_head_are_measured_and_those_behind_what_is_read_are_told_apart(desk, names):
    view = ask(desk, model="names", text="anna", head="0.3", query=2, every=True)["result"]
    made = attnlab.effect_map(names, "anna", position=2, query="all", heads=[3])
    is_the_map(view, made, 3)
    assert view["heads"] == []
    assert view["field"]["state"] == [
        ["only", *["masked"] * 4],
        ["edge", "edge", *["masked"] * 3],
        ["edge"] * 3 + ["masked"] * 2,
        ["after"] * 4 + ["masked"],
        ["after"] * 5,
    ]
    assert view["field"]["effect"][0] == [None] * 5
    assert set(view["field"]["effect"][4]) == {0.0}


@pytest.mark.parametrize(("model", "idle"), [("decoy", True), ("previous", False)])
def test_a_head_that_looks_hard_for_nothing_is_named_and_one_that_matters_is_not(desk, model, idle):
    view = ask(desk, model=model, text="anton", head="0.0", query=5)["result"]
    assert bool(view["idle"]) == idle
    for one in view["idle"]:
        assert one["weight"] >= view["hard"]
        assert abs(one["effect"]) < view["nothing"] * abs(view["before"])


def test_an_edge_that_is_hardly_looked_at_and_matters_is_named(desk):
    """The handmade `quiet` answers from a key with hardly any weight."""
    view = ask(desk, model="quiet", text="aebio", head="0.0", query=5)["result"]
    assert view["quiet"]
    for one in view["quiet"]:
        assert one["weight"] < view["hardly"]
        assert abs(one["effect"]) >= view["much"] * abs(view["before"])


def test_a_loaded_models_effects_are_a_job_with_estimates_measurements_and_their_agreement(desk, llama):
    from hub_models import TEXT

    job = ask(desk, model=llama, text=TEXT, head="1.2", query=5)
    assert job["id"]
    job = ended(desk, job, head="2.1")
    assert (job["state"], job["done"], job["total"]) == ("done", 72, 72)
    made = attnlab.effect_map(models.load(llama), TEXT, method="auto", refine=1000)
    view = job["result"]
    is_the_map(view, made, 1, 2)
    assert made.estimate is not None
    assert same(view["field"]["estimate"], made.estimate[2, 1])
    assert view["agreement"] == pytest.approx(made.agreement, abs=1e-3)
    assert (view["way"], view["estimated"]) == (made.way, True)
    assert [f"{one['site']}.{one['head']}" for one in view["heads"]] == [f"{n}.{h}" for n in range(3) for h in range(4)]
    every = ended(desk, ask(desk, model=llama, text=TEXT, head="1.2", query=5, every=True))["result"]
    whole = attnlab.effect_map(models.load(llama), TEXT, query="all", sites=["1"])
    assert same(every["field"]["effect"], whole.change[0, 2])


def test_a_target_without_a_gradient_is_measured_without_an_estimate(desk, llama):
    from hub_models import TEXT

    view = ended(desk, ask(desk, model=llama, text=TEXT, head="1.2", query=5, target="kl"))["result"]
    assert (view["estimated"], view["measured"], view["agreement"]) == (False, 72, None)


def test_progress_is_seen_estimates_stand_until_measured_and_a_cancel_keeps_what_was_done(desk, llama, monkeypatch):
    from hub_models import TEXT

    begun, go_on = threading.Event(), threading.Event()
    monkeypatch.setattr(surveys, "CHUNK", 12)  # half a layer
    real = surveys.effect_map

    def slowly(*args, watch, **how):
        def held(done, total):
            watch(done, total)
            if done >= 36:
                begun.set()
                assert go_on.wait(WAIT)

        return real(*args, watch=held, **how)

    monkeypatch.setattr(surveys, "effect_map", slowly)
    job = ask(desk, model=llama, text=TEXT, head="0.0", query=5)
    assert begun.wait(WAIT)
    now = desk.get(f"/api/effects/{job['id']}").json()
    assert (now["state"], now["done"], now["total"], now["result"]["measured"]) == ("running", 36, 72, 36)
    assert now["result"]["field"]["effect"] == [[None] * 6]  # the first layer comes last
    assert None not in now["result"]["field"]["estimate"][0]
    assert [one["measured"] for one in now["result"]["heads"]] == [False] * 4 + [True] * 2 + [False] * 2 + [True] * 4
    assert desk.delete(f"/api/effects/{job['id']}").json()["stopping"]
    go_on.set()
    last = ended(desk, now)
    assert (last["state"], last["stopping"]) == ("cancelled", False)
    assert last["result"]["agreement"] is None
    assert last["result"]["measured"] < 72


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"text": "Anna"}, "symbol-capital"),
        ({"head": "0.9"}, "head-unknown"),
        ({"query": 7}, "position-unknown"),
        ({"target": "ü"}, "symbol-not-in-vocabulary"),
        ({"target": "a" * 201}, "request-too-long"),
        ({"model": "gpt2"}, "model-name-unknown"),
    ],
)
def test_what_does_not_fit_is_said_in_the_language_asked_for(desk, wish, message, lang):
    fault = ask(desk, 422, **({"model": "names", "text": "anna", "head": "0.0", "query": 2, "lang": lang} | wish))
    assert fault["message"] == message
    assert fault["sentence"]


def test_a_text_beyond_the_bounds_is_refused_and_one_within_them_is_answered_in_two_megabytes(desk, llama):
    text = " ".join(str(3 + 7 * place % 90) for place in range(257))
    wish = {"model": llama, "head": "0.0", "query": 3}
    assert ask(desk, 422, text=text, **wish)["message"] == "text-too-long-to-draw"
    some = " ".join(text.split()[: surveys.MOST_QUERIES + 1])
    refused = LabError("effects-too-many-queries", found=surveys.MOST_QUERIES + 1, most=surveys.MOST_QUERIES)
    assert ask(desk, 422, text=some, every=True, **wish)["sentence"] == refused.say()
    job = ended(desk, ask(desk, text=text.rpartition(" ")[0], **wish))
    answer = desk.get(f"/api/effects/{job['id']}")
    assert job["state"] == "done"
    assert len(answer.content) < 2_000_000 / 20  # a model of 270 heads stays within it too
    assert max(len(one["weight"]) for one in job["result"]["heads"]) == surveys.STRIP


def test_a_fault_while_measuring_is_said_by_the_job(desk, llama):
    from hub_models import TEXT

    job = ended(desk, ask(desk, model=llama, text=TEXT, head="0.0", query=5, target="nowhere"))
    assert (job["state"], job["result"]) == ("failed", None)
    assert job["fault"]["message"] == "symbol-not-in-vocabulary"


def test_a_form_of_another_page_measures_nothing(desk):
    body = b'{"model": "names", "text": "anna", "head": "0.0", "query": 2}'
    assert desk.post("/api/effects", content=body, headers={"content-type": "text/plain"}).status_code == 422
    assert desk.get("/api/effects/none").json()["message"] == "job-unknown"
