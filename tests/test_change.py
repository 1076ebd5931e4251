"""From head to word, before and after edits: the parts add up, the states are the model's, and faults are in words."""

import json

import numpy as np
import pytest
from starlette.testclient import TestClient

import attnlab
from attnlab import chains, lab, models
from attnlab.edits import parse, to_record
from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.models import transformer
from attnlab.server import make_app
from attnlab.server.wishes import MOST_EDITS
from attnlab.traces import explained
from attnlab.words import LANGUAGES

EDITS = {
    "none": [],
    "one of each": [
        "cut 0.3:4>3", "drop 0.2:4>1", "lift 0.3:4>1+1.5", "rescale 0.1x2", "flatten 0.0:3", "hide 0.0:1",
        "swap 0.3:1=mean", "patch 0.1.k@enno", "ablate 0.2=mean", "ablate 0.ff:2",
    ],
    "feed-forward": ["ablate 0.ff=mean", "unmask 0.3:2>4"],
}  # fmt: skip


@pytest.fixture(scope="module")
def desk():
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        yield client


def strict(answer):
    return json.loads(answer.content, parse_constant=pytest.fail)


def adds_up(view):
    return [sum(getattr(part, side) for part in view.parts) for side in ("adds_before", "adds")]


@pytest.mark.parametrize("edits", EDITS.values(), ids=EDITS)
@pytest.mark.parametrize("query", [0, 2, 4])
def test_the_parts_add_up_to_the_target_before_and_after_any_edits(names, edits, query):
    view = chains.chain(names, "anna", "0.3", query, edits)
    made = attnlab.effect(names, "anna", edits, position=query)
    assert (view.before, view.after) == (pytest.approx(made.before), pytest.approx(made.after))
    assert adds_up(view) == pytest.approx([made.before, made.after], abs=1e-10)
    assert view.fault is None
    if not edits:
        assert [part.adds for part in view.parts] == [part.adds_before for part in view.parts]


@pytest.mark.parametrize("name", models.NAMES)
def test_every_model_of_the_package_adds_up_or_says_why_not(name):
    model = lab.open_model(name)
    site = model.sites[-1]
    view = chains.chain(model, lab.model_view(model).example, f"{site}.0", 1, [f"ablate {site}.0"])
    if view.fault is None:
        assert adds_up(view) == pytest.approx([view.before, view.after], abs=1e-9)
    else:
        assert view.fault.message in ("parts-not-linear", "parts-two-stacks")
        assert view.parts == []
    assert [step.step for step in view.steps][-3:] != []
    assert len(view.heads) == model.heads(site)


def test_the_states_on_the_way_are_the_models_own(names):
    """By the page that our transformer is written on, not by what the parts say."""
    site, query, states = names.sites[0], 3, {}

    def attend(here, call: Call):
        states["heads"] = call.mix()
        return states["heads"]

    def feed(here, x):
        states["feed"] = x[query]
        return x

    tokens = names.tokens("anna")
    run = transformer.Run(names.parameters, names.shape, attend, feed, entered={})
    left = transformer.decoder(run, transformer.embed(run, np.asarray(tokens.ids)), None)[query]
    joined = transformer.join_heads(states["heads"])[query]
    wanted = {
        "entered": run.entered[site][query],
        "output": states["heads"][1][query],
        "joined": joined,
        "projected": joined @ names.parameters["0.join"],
        "feed": states["feed"],
        "left": left,
        "last": left,
    }
    wanted["added"] = wanted["entered"] + wanted["projected"]
    found = {step.step: step for step in chains.chain(names, "anna", "0.1", query).steps}
    for name, x in wanted.items():
        np.testing.assert_allclose(found[name].numbers, x, atol=1e-12)
        assert found[name].size == pytest.approx(np.linalg.norm(x))
    block = joined[4:8] @ names.parameters["0.join"][4:8]
    np.testing.assert_allclose(found["block"].numbers, block, atol=1e-12)


def test_a_key_says_how_much_is_looked_at_and_how_much_arrives(names):
    edits = ["cut 0.3:4>3", "swap 0.3:1=zero"]
    view = chains.chain(names, "anna", "0.3", 4, edits)
    before, after = (explained(names, names.tokens("anna"), made) for made in ([], [*map(parse, edits)]))
    for run, weights, shares in ((before, "weight_before", "share_before"), (after, "weight", "share")):
        looked = run.map("0", 3)
        sizes = np.linalg.norm(names.project(looked.site, 3, looked.value), axis=-1)
        assert [getattr(key, weights) for key in view.keys] == pytest.approx(looked.weight[4].tolist())
        assert [getattr(key, shares) for key in view.keys] == pytest.approx((looked.weight[4] * sizes).tolist())
    assert view.keys[3].state == "cut"
    assert view.keys[1].share == 0
    looked = after.map("0", 3)
    figures = (view.row.total, view.row.entropy, view.row.entropy_most, view.row.top_share)
    assert figures == tuple(float(x[4]) for x in (looked.total, looked.entropy, looked.most_entropy, looked.top_share))


def test_what_the_mask_hides_has_no_share(names):
    masked = chains.chain(names, "anna", "0.3", 2).keys[3]
    assert (masked.state, masked.size, masked.share) == ("masked", None, None)


def test_the_three_questions_are_three_measured_effects(names):
    kinds = {one.kind: one for one in chains.questions(names, "anna", "0.3", 4, 3)}
    assert list(kinds) == ["cut", "drop", "swap"]
    for one in kinds.values():
        made = attnlab.effect(names, "anna", one.edit, position=4)
        assert one.change == pytest.approx(made.change)
        row = made.edited.map("0", 3)
        assert (one.weight, one.total) == (float(row.weight[4, 3]), float(row.total[4]))
    assert (kinds["cut"].total, kinds["cut"].weight) == (pytest.approx(1), 0)
    assert kinds["drop"].total < 1
    assert kinds["swap"].weight > 0


def test_a_question_that_cannot_be_asked_is_answered_in_words(names):
    cut, drop, swap = chains.questions(names, "anna", "0.3", 2, 4, "ru")
    assert (cut.fault.message, drop.fault.message, swap.fault) == ("edit-masked", "edit-masked", None)
    assert cut.change == 0
    last = chains.questions(names, "anna", "0.3", 0, 0)[0]
    assert last.fault is not None


@pytest.mark.parametrize("typed", EDITS["one of each"] + EDITS["feed-forward"])
def test_an_edit_goes_to_a_record_and_back(names, typed):
    there = chains.read_edits(names, "anna", [typed]).edits[0]
    assert (there.text, there.record) == (str(parse(typed)), to_record(parse(typed)))
    back = chains.read_edits(names, "anna", [], [json.loads(json.dumps(there.record))]).edits[0]
    assert back == there
    assert there.budget == parse(typed).budget


@pytest.mark.parametrize(
    ("typed", "message"),
    [
        ("cut", "edit-unreadable"),
        ("burn 0.3", "edit-kind-unknown"),
        ("cut 0.9:1>0", "head-unknown"),
        ("cut 7.0:1>0", "site-unknown"),
        ("cut 0.3:9>0", "edit-place-unknown"),
        ("patch 0.3@an", "control-length"),
    ],
)
def test_what_does_not_fit_is_refused_by_itself(names, typed, message):
    bad, good = chains.read_edits(names, "anna", [typed, "ablate 0.1"]).edits
    assert (bad.fault.message, bad.record) == (message, None)
    assert good.fault is None


def test_edits_that_cannot_be_made_together_are_said_to(names):
    on = [f"cut 0.3:2>{key}" for key in (0, 1)]
    view = chains.read_edits(names, "anna", ["cut 0.3:2>2"], on=on)
    assert view.edits[0].fault is None
    assert view.fault is not None
    assert chains.read_edits(names, "anna", ["cut 0.3:2>2"]).fault is None
    assert chains.read_edits(names, "anna", ["cut 0.3:2>4"]).fault.message == "edit-masked"


@pytest.mark.parametrize("family", ["gpt2", "gpt_neox", "llama", "gemma2", "t5"])
def test_a_loaded_model_adds_up_or_says_why_not(family):
    pytest.importorskip("transformers", reason="transformers is not installed; ./dev setup brings it")
    import hub_models

    model = attnlab.load(hub_models.make(family, spread=0.3), name=family)
    site = model.sites[-1]
    text = "5 17 3 9 22" + (" => 8 4" if model.has_encoder else "")
    view = chains.chain(model, text, f"{site}.1", 1, [f"cut {site}.1:1>0"])
    if family in ("gemma2", "t5"):
        assert view.fault.message == "parts-not-linear"
        assert [step.step for step in view.steps] == ["output", "joined", "block"]
    else:
        assert adds_up(view) == pytest.approx([view.before, view.after], abs=1e-4)
        assert view.after != pytest.approx(view.before, abs=1e-4)


# --- over HTTP --------------------------------------------------------------------------------------------------------


def test_the_server_answers_with_the_desks_figures(desk, names):
    asked = {"model": "names", "text": "anna", "head": "0.3", "query": 4}
    answer = desk.get("/api/chain", params={**asked, "edit": EDITS["one of each"]})
    assert answer.status_code == 200
    view = chains.chain(names, "anna", "0.3", 4, EDITS["one of each"])
    assert strict(answer)["parts"][2]["adds"] == view.parts[2].adds
    assert strict(answer)["edits"] == view.edits
    three = strict(desk.get("/api/questions", params={**asked, "key": 3}))
    assert [one["change"] for one in three] == [one.change for one in chains.questions(names, "anna", "0.3", 4, 3)]
    read = strict(desk.post("/api/edits", json={"model": "names", "text": "anna", "typed": ["cut 0.3:4-2"]}))
    assert read["edits"][0]["text"] == "cut 0.3:4>2"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_faults_are_said_in_the_language(desk, lang):
    asked = {"model": "names", "text": "anna", "head": "0.3", "query": 9, "lang": lang}
    for address in ("/api/chain", "/api/questions?key=0"):
        answer = desk.get(address, params={**asked, **({"key": 0} if "questions" in address else {})})
        assert answer.status_code == 422
        assert strict(answer) == {
            "message": "position-unknown", "sentence": LabError("position-unknown", position=9, last=4).say(lang)
        }  # fmt: skip
    read = desk.post("/api/edits", json={"model": "names", "text": "anna", "typed": ["burn"], "lang": lang})
    with pytest.raises(LabError) as fault:
        parse("burn")
    assert strict(read)["edits"][0]["fault"]["sentence"] == fault.value.say(lang)


def test_no_more_is_read_than_may_be_made(desk):
    many = ["ablate 0.0"] * (MOST_EDITS + 1)
    for answer in (
        desk.post("/api/edits", json={"model": "names", "text": "anna", "typed": many}),
        desk.post("/api/edits", json={"model": "names", "text": "a" * 10_001, "typed": []}),
        desk.get("/api/chain", params={"model": "names", "text": "anna", "head": "0.3", "query": 4, "edit": many}),
        desk.get("/api/chain", params={"model": "names", "text": "a" * 10_001, "head": "0.3", "query": 4}),
    ):
        assert answer.status_code == 422
        assert strict(answer)["message"] in ("request-too-many", "request-too-long")


def test_no_path_is_opened(desk, tmp_path):
    for name in (str(tmp_path), "names.safetensors", "../names"):
        answer = desk.get("/api/chain", params={"model": name, "text": "anna", "head": "0.3", "query": 4})
        assert strict(answer)["message"] == "model-name-unknown"
