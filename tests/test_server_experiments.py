"""Experiments beside the page: the figures of `attnlab run`, what may not be asked for, and runs that can be ended."""

import json
import math
import time

import jaxtyping
import pytest
from starlette.testclient import TestClient

from attnlab import experiments, results
from attnlab.datasets import SMS, cached
from attnlab.errors import LabError
from attnlab.experiments import MODULES, Inputs, find
from attnlab.server import make_app
from attnlab.words import LANGUAGES, say

FREE = [name for name in MODULES if not find(name).needs]
CLOCK = {"cost"}  # some of its figures are times


@pytest.fixture(scope="module", autouse=True)
def many_runs():
    """Shapes are checked in the tests of what runs."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="module")
def desk():
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        yield client


def strict(answer):
    """JSON as its standard has it: no NaN and no infinity."""
    assert answer.status_code == 200, answer.text
    return json.loads(answer.content, parse_constant=pytest.fail)


def begin(desk, name, **wish):
    return strict(desk.post("/api/runs", json={"name": name, **wish}))


def ended(desk, job, lang="en"):
    end = time.monotonic() + 60
    while job["state"] in ("waiting", "running"):
        assert time.monotonic() < end
        time.sleep(0.05)
        job = strict(desk.get(f"/api/runs/{job['id']}", params={"lang": lang}))
    return job


def refused(desk, name, lang="en", **wish):
    answer = desk.post("/api/runs", json={"name": name, "lang": lang, **wish})
    assert answer.status_code == 422, answer.text
    return answer.json()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_list_says_what_was_written_down_before_the_run(desk, lang):
    every = strict(desk.get("/api/experiments", params={"lang": lang}))["experiments"]
    assert [one["name"] for one in every] == list(MODULES)
    for one in every:
        for part in ("question", "method", "expected", "refuted"):
            assert one[part] == say(f"experiment-{one['name']}-{part}", lang)
        assert one["here"] == (one["reason"] == "")
    missing = {one["name"]: one["command"] for one in every if not one["here"]}
    assert missing["pronoun"] == "attnlab run pronoun --model gpt2"
    if cached(SMS) is None:
        assert missing["spam"] == "attnlab run sms-map --small --fetch"


@pytest.mark.parametrize("name", FREE)
def test_every_experiment_that_can_run_gives_the_figures_of_the_terminal(desk, name):
    job = ended(desk, begin(desk, name))
    assert job["state"] == "done", job
    experiment = find(name)
    made = experiments.run(experiment, Inputs(experiment.seed, small=True))
    given = json.loads(desk.get(f"/api/runs/{job['id']}/record").text)
    wanted = json.loads(made.to_json())
    for record in (given, wanted):
        assert record.pop("seconds") >= 0
    shown = {one["key"]: one for one in job["result"]["numbers"]}
    assert list(shown) == [one.key for one in made.findings.numbers]
    if name in CLOCK:
        return
    assert given == wanted
    for one in made.findings.numbers:
        assert shown[one.key]["value"] == (float(one.value) if math.isfinite(one.value) else None)
        assert shown[one.key]["written"] == results.value(one, "en")
        assert shown[one.key]["reproduced"] == (None if one.reproduced is None else bool(one.reproduced))
    assert [one["holds"] for one in job["result"]["claims"]] == [bool(one.holds) for one in made.findings.claims]
    for drawn, panel in zip(job["result"]["panels"], made.findings.panels, strict=True):
        assert [len(line["y"]) for line in drawn["lines"]] == [len(line.y) for line in panel.lines]
        assert len(drawn["marks"]) == len(panel.marks)
        assert [[x is None for x in row] for row in drawn["values"]] == [
            [not math.isfinite(x) for x in row] for row in panel.values
        ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_result_is_said_in_the_language_that_asks_for_it(desk, lang):
    job = ended(desk, begin(desk, "budget", lang="en"), lang)
    found = strict(desk.get(f"/api/runs/{job['id']}", params={"lang": lang}))["result"]
    made = experiments.run(find("budget"), Inputs(find("budget").seed, small=True))
    assert found["summary"] == results.summary(made, lang)
    assert [one["written"] for one in found["numbers"]] == [results.value(x, lang) for x in made.findings.numbers]
    assert [one["sentence"] for one in found["claims"]] == [
        results.claimed(made, x, lang) for x in made.findings.claims
    ]
    assert not any(text.startswith("experiment-") for panel in found["panels"] for text in panel["names"])


def test_settings_and_seed_are_the_ones_that_were_asked(desk):
    job = ended(desk, begin(desk, "scale", changes=["queries=100", "dims=4,16"], seed=5))
    assert job["asked"] == {"name": "scale", "changes": ["queries=100", "dims=4,16"], "seed": 5, "small": True}
    made = experiments.run(find("scale"), Inputs(5, small=True), ["queries=100", "dims=4,16"])
    assert job["result"]["numbers"][0]["value"] == made.findings.numbers[0].value
    assert {one["key"]: one["value"] for one in job["result"]["settings"]}["dims"] == "4,16"


@pytest.mark.parametrize(
    ("name", "change", "message"),
    [
        ("scale", "quries=1", "experiment-setting-unknown"),
        ("scale", "queries=many", "experiment-setting-unread"),
        ("scale", "queries=0", "experiment-setting-unread"),
        ("scale", "queries=8001", "experiment-setting-large"),
        ("scale", "dims=4,2048", "experiment-setting-large"),
        ("scale", "dims=" + ",".join(["4"] * 17), "experiment-setting-many"),
        ("alignment", "gold=/etc/passwd", "experiment-setting-path"),
        ("alignment", "models=/etc/passwd", "experiment-setting-choice"),
        ("not-an-explanation", "models=gpt2", "experiment-setting-choice"),
        ("redundancy", "trained=../x.safetensors", "experiment-setting-choice"),
        ("nothing", "a=1", "experiment-unknown"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_page_may_not_ask_for_is_said_in_words(desk, name, change, message, lang):
    said = refused(desk, name, lang, changes=[change])
    assert said["message"] == message
    assert said["sentence"] and "{" not in said["sentence"]


def test_what_is_asked_is_bounded(desk):
    assert refused(desk, "scale", changes=["queries=1"] * 31)["message"] == "request-too-many"
    assert refused(desk, "scale", changes=["x" * 3001])["message"] == "request-too-long"
    assert refused(desk, "scale", seed=-1)["message"] == "request-unreadable"
    assert desk.get("/api/runs/nothing").json()["message"] == "job-unknown"


def test_the_full_run_may_be_asked_for_as_it_comes():
    for name in MODULES:
        for small in (True, False):
            results.bounded(find(name), small, [])


def test_without_its_data_an_experiment_is_refused_and_nothing_is_fetched(desk, monkeypatch):
    monkeypatch.setattr("attnlab.results.cached", lambda dataset: None)
    assert refused(desk, "spam")["message"] == "experiment-data-missing"
    assert refused(desk, "pronoun")["message"] == "experiment-model-missing"


def test_with_its_data_the_sms_map_runs_beside_the_page(sms_collection):
    with TestClient(make_app(data=sms_collection), base_url="http://127.0.0.1") as desk:
        job = ended(desk, begin(desk, "sms-map"))
    assert job["state"] == "done"
    assert any(one["reproduced"] for one in job["result"]["numbers"])


def test_a_run_can_be_ended_and_leaves_no_result(desk, monkeypatch):
    def slow(settings, inputs):
        for step in range(10_000):
            inputs.watch(step, 10_000)
            time.sleep(0.01)

    real = find("lookup")
    monkeypatch.setattr(
        "attnlab.server.experiments.find",
        lambda name: experiments.Experiment("lookup", real.settings, slow, real.small),
    )
    job = begin(desk, "lookup")
    while job["done"] < 3:
        job = strict(desk.get(f"/api/runs/{job['id']}"))
    assert (job["state"], job["total"]) == ("running", 10_000)
    assert desk.get(f"/api/runs/{job['id']}/record").json()["message"] == "run-not-done"
    desk.delete(f"/api/runs/{job['id']}")
    job = ended(desk, job)
    assert (job["state"], job["result"]) == ("cancelled", None)


def test_how_long_a_run_took_is_told_of_its_own_settings_only(desk):
    ended(desk, begin(desk, "novelty", changes=["runs=2"], small=False))
    times = strict(desk.get("/api/experiments"))["times"]
    assert not any(one["name"] == "novelty" and not one["small"] for one in times)
    ended(desk, begin(desk, "masks"))
    times = strict(desk.get("/api/experiments"))["times"]
    assert {"masks"} <= {one["name"] for one in times if one["small"]}


def test_the_lab_refuses_a_file_that_is_no_collection(tmp_path):
    from attnlab.cli import lab as command

    wrong = tmp_path / "sms.txt"
    wrong.write_text("ham\thello")
    with pytest.raises(LabError) as fault:
        command(port=0, browser=False, data=wrong)
    assert fault.value.message in ("data-hash-wrong", "page-missing")
