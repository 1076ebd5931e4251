"""The messages between page and desk: the library's figures, faults in three languages, and nobody else's requests."""

import json
import socket
import subprocess
import sys
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from attnlab import lab, models
from attnlab.edits import parse
from attnlab.effects import effect, key_effects
from attnlab.errors import LabError
from attnlab.server import POLICY, make_app, page_folder, take_port
from attnlab.traces import explained
from attnlab.words import LANGUAGES, catalogue, say


@pytest.fixture(scope="module")
def desk(bare_page):
    with TestClient(make_app(bare_page), base_url="http://127.0.0.1") as client:
        yield client


def strict(answer):
    """JSON as its standard has it: no NaN and no infinity."""
    return json.loads(answer.content, parse_constant=pytest.fail)


def look(desk, **asked):
    answer = desk.get("/api/look", params=asked)
    assert answer.status_code == 200, answer.text
    return strict(answer)


EDITS = ["cut 0.3:4>3", "lift 0.2:4>1+1.5", "drop 0.3:3>1", "swap 0.0:2=zero", "ablate 0.1"]


# --- the library's figures --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("edits", [[], EDITS])
@pytest.mark.parametrize("head", [0, 3])
def test_what_the_page_is_shown_is_what_the_library_computes(desk, names, edits, head):
    view = look(desk, text="anna", head=f"0.{head}", query=4, edit=edits)
    made = [parse(edit) for edit in edits]
    tokens = names.tokens("anna")
    clean, run = explained(names, tokens), explained(names, tokens, made)
    map, found = run.map("0", head), effect(names, "anna", made, None, 4)

    assert view["map"]["weight"] == map.weight.tolist()
    assert view["map"]["weight_before"] == clean.map("0", head).weight.tolist()
    assert view["map"]["state"] == map.state.tolist()
    assert (
        view["map"]["score"]
        == np.where(np.isfinite(map.score), map.score, run.would_have_been(map.site, head)).tolist()
    )
    assert view["map"]["entropy"] == map.entropy.tolist()
    assert [one["weight"] for one in view["heads"]] == [run.map("0", one).weight.tolist() for one in range(4)]
    assert [one["edited"] for one in view["heads"]] == [bool(edits)] * 4
    assert (view["target"]["before"], view["target"]["after"]) == (found.before, found.after)
    assert view["target"]["change"] == found.change
    assert [one["before"] for one in view["next"]] == found.clean.probabilities[4].tolist()
    assert [one["after"] for one in view["next"]] == found.edited.probabilities[4].tolist()
    effects = key_effects(names, "anna", "0", head, 4, found.target, edits=made)
    assert [one["effect"] for one in view["row"]["keys"]] == [None if np.isnan(one) else one for one in effects]
    assert [one["text"] for one in view["edits"]] == edits
    assert [one["piece"] for one in view["pieces"]] == ["START", "a", "n", "n", "a"]


def test_the_first_look_has_a_masked_future_in_sight(desk):
    view = look(desk, text="anna")
    assert (view["row"]["query"], view["map"]["head"]) == (2, 0)
    assert [one["state"] for one in view["row"]["keys"]] == ["visible"] * 3 + ["masked"] * 2


def test_the_models_that_can_be_picked_are_those_at_hand(desk):
    shown = strict(desk.get("/api/models"))
    assert [one["name"] for one in shown] == list(models.NAMES)
    assert shown == json.loads(json.dumps([asdict(view) for view in lab.model_views()]))
    for one in shown:
        assert look(desk, model=one["name"], text=one["example"])["text"] == one["example"]
        assert all(say(one["about"], lang) for lang in LANGUAGES)


@settings(max_examples=15)
@given(
    text=st.text(alphabet="anezxAß 1", max_size=17),
    head=st.none() | st.sampled_from(["0.0", "0.3", "0.4", "3", "", "0.", "x.1", "cross.0.1"]),
    query=st.none() | st.integers(-20, 20),
    edits=st.lists(st.sampled_from([*EDITS, "cut 0.3:1>1", "cut 0.3:1>0", "lift 0.3:1>0+1e308", "swap 0.3:1=1",
                                    "lift 0.3:1>0-1e308", "cut", "cut 0.3:2>3", "ablate 1.0"]), max_size=4),
)  # fmt: skip
def test_whatever_is_asked_for_is_shown_or_refused_in_strict_json(desk, text, head, query, edits):
    asked = {"text": text, "head": head, "query": query, "edit": edits}
    answer = desk.get("/api/look", params={name: value for name, value in asked.items() if value is not None})
    found = strict(answer)
    assert answer.status_code in (200, 422)
    assert set(found) == {"message", "sentence"} if answer.status_code == 422 else found["text"] == text


# --- faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"text": ""}, "text-empty"),
        ({"text": "Anna"}, "symbol-capital"),
        ({"text": "A" * 9_999}, "symbol-capital"),
        ({"text": "anna", "head": "0.4"}, "head-unknown"),
        ({"text": "anna", "head": "9.0"}, "site-unknown"),
        ({"text": "anna", "head": "0"}, "head-unreadable"),
        ({"text": "anna", "query": 5}, "position-unknown"),
        ({"text": "anna", "query": 10**400}, "position-unknown"),
        ({"text": "anna", "edit": "cut"}, "edit-unreadable"),
        ({"text": "anna", "edit": "cut 0.3:4-" + "9" * 5000}, "edit-unreadable"),
        ({"text": "anna", "edit": "cut 0.3:2-3"}, "edit-masked"),
        ({"text": "anna", "edit": "cut 0.3:0-0"}, "row-empty"),
        ({"text": "anna", "model": "nmaes"}, "model-name-unknown"),
        ({"text": "anna", "model": "gpt2"}, "model-name-unknown"),
        ({"text": "anna", "model": "../names.safetensors"}, "model-name-unknown"),
        ({"text": "anna", "model": "/dev/stdin"}, "model-name-unknown"),
        ({"text": "anna", "model": ""}, "model-name-unknown"),
        ({"text": "anna", "query": "two"}, "request-unreadable"),
        ({"text": "a" * 10_001}, "request-too-long"),
        ({"text": "anna", "head": "0" * 41}, "request-too-long"),
        ({"text": "anna", "edit": ["cut 0.3:4-3"] * 201}, "request-too-many"),
    ],
)
def test_what_does_not_fit_is_said_in_the_language_that_was_asked_for(desk, asked, message, lang):
    answer = desk.get("/api/look", params=asked | {"lang": lang})
    assert answer.status_code == 422
    fault = strict(answer)
    assert set(fault) == {"message", "sentence"}
    assert fault["message"] == message
    english = strict(desk.get("/api/look", params=asked))["sentence"]
    assert (fault["sentence"] == english) == (lang == "en")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b'{"lang": "%s", "name": 5}', "request-unreadable"),
        (b'{"lang": "%s", "name": "%s"}', "request-too-long"),
        (b'{"lang": "%s"', "request-no-json"),
        (b'{"lang": "%s", "model": "\xff"}', "request-no-json"),
        (b"\xff\xfe", "request-no-json"),
    ],
)
def test_a_body_that_cannot_be_used_is_refused_in_the_language_that_it_or_the_browser_names(desk, body, message, lang):
    body = body.replace(b"%s", lang.encode(), 1).replace(b"%s", b"x" * 2000)
    browser = lang if message == "request-no-json" else "en"  # what cannot be read names no language
    headers = {"Accept-Language": browser, "Content-Type": "application/json"}
    answer = desk.post("/api/loads", content=body, headers=headers)
    assert answer.status_code == 422
    fault = strict(answer)
    assert fault["message"] == message
    begins = {"en": "What came with", "ru": "То, что пришло", "et": "Päringuga"}
    if message == "request-no-json":
        assert fault["sentence"].startswith(begins[lang])
    else:
        english = strict(desk.post("/api/loads", content=body.replace(lang.encode(), b"en", 1), headers=headers))[
            "sentence"
        ]
        assert (fault["sentence"] == english) == (lang == "en")


def test_a_language_that_nobody_speaks_is_refused_with_those_there_are(desk):
    for answer in (desk.get("/api/look", params={"text": "anna", "lang": "xx"}), desk.get("/words/xx.ftl")):
        assert answer.status_code == 422
        assert strict(answer) == {
            "message": "language-unknown", "sentence": "There is no language “xx”. There are: en, ru, et.",
        }  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_gets_its_words_from_the_catalogues(desk, lang):
    answer = desk.get(f"/words/{lang}.ftl")
    assert answer.text == catalogue(lang)
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"


# --- whose requests are answered --------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["example.org", "127.0.0.1.example.org", "evil", "", "0.0.0.0"])
def test_a_request_by_another_name_is_refused(desk, host):
    """A page from elsewhere may lead its own name to this machine; it must not read the lab's answers."""
    for path in ("/api/models", "/", "/words/en.ftl"):
        answer = desk.get(path, headers={"host": host})
        assert answer.status_code == 421
        assert "names" not in answer.text


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8765", "localhost:8765"])
def test_a_request_by_this_machines_name_is_answered(desk, host):
    assert desk.get("/words/en.ftl", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "path", ["/", "/api/models", "/api/look?text=A", "/words/en.ftl", "/nothing", "/assets/x-123.js"]
)
def test_every_answer_says_what_a_browser_may_do_with_it(desk, path):
    answer = desk.get(path)
    assert answer.headers["content-security-policy"] == POLICY
    assert "default-src 'self'" in POLICY
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert ("immutable" in answer.headers["cache-control"]) == path.startswith("/assets/")
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize(
    "path", ["/../conftest.py", "/%2e%2e/conftest.py", "/assets/../../conftest.py", "/..%2fconftest.py"]
)
def test_no_file_outside_the_page_is_given_out(desk, bare_page, path):
    (bare_page.parent / "conftest.py").write_text("a secret")
    answer = desk.get(path)
    assert answer.status_code == 404
    assert "secret" not in answer.text


def test_a_form_of_another_page_starts_no_check(desk):
    """A browser sends a form's text to anyone without asking; only JSON needs leave."""
    answer = desk.post("/api/checks", content=b'{"model": "decoy"}', headers={"content-type": "text/plain"})
    assert answer.status_code == 422


@pytest.mark.parametrize(
    "wish",
    [b"", b"{", b"[]", b'{"count": 0}', b'{"count": "many"}', b'{"model": 7}', b'{"seed": -1}', b'{"model": "gpt2"}',
     b'{"lang": "xx"}', b'{"texts": ""}', b'{"heads": "0.3"}'],
)  # fmt: skip
def test_a_wish_that_cannot_be_read_is_refused_in_words(desk, wish):
    answer = desk.post("/api/checks", content=wish, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert set(strict(answer)) == {"message", "sentence"}


def test_a_job_that_nobody_started_is_refused_in_words(desk):
    for answer in (desk.get("/api/checks/none"), desk.delete("/api/checks/none"), desk.get("/api/checks/none/record")):
        assert (answer.status_code, strict(answer)["message"]) == (422, "job-unknown")


# --- ports ------------------------------------------------------------------------------------------------------------


def test_port_0_takes_any_free_one_on_this_machine_only():
    with take_port(0) as one, take_port(0) as other:
        assert one.getsockname()[0] == other.getsockname()[0] == "127.0.0.1"
        assert one.getsockname()[1] != other.getsockname()[1] != 0


def test_a_port_in_use_is_said_with_another_to_take():
    with take_port(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(LabError) as refused:
            take_port(port)
        assert refused.value.message == "port-taken"
        assert str(port) in str(refused.value)  # 8765, not 8,765
        assert "--port 0" in str(refused.value)
    take_port(port).close()


def test_a_port_used_by_a_stranger_is_said_to_be_in_use():
    with socket.socket() as stranger:
        stranger.bind(("127.0.0.1", 0))
        stranger.listen()
        with pytest.raises(LabError, match="is in use"):
            take_port(stranger.getsockname()[1])


@pytest.mark.parametrize("port", [65536, -1, 10**20])
def test_a_port_that_cannot_be_is_refused_and_not_said_to_be_in_use(port):
    with pytest.raises(LabError) as refused:
        take_port(port)
    assert refused.value.message == "port-refused"
    assert str(port) in str(refused.value)


def test_a_port_that_one_may_not_have_is_said_with_the_reason():
    script = """
import os
from attnlab.errors import LabError
from attnlab.server import take_port
str(LabError("edits-missing"))  # the words are read before the rights are given up
if os.geteuid() == 0:
    os.setuid(65534)
try:
    take_port(1).close()
except LabError as fault:
    print(fault.message, fault)
"""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60).stdout
    if not said:
        pytest.skip("on this machine anyone may have port 1")
    assert said.startswith("port-refused Port 1 on 127.0.0.1 cannot be opened: Permission denied.")


def test_what_threads_would_import_at_once_is_there_before_any_runs():
    script = """
import sys, threading, uvicorn
import attnlab.server
attnlab.server.page_folder = lambda: "."
threading.Thread.start = lambda self: print("a thread", "scipy.stats" in sys.modules)
uvicorn.Server.run = lambda self, sockets: print("the server", "scipy.stats" in sys.modules)
attnlab.server.serve(attnlab.server.take_port(0), lambda address: None)
"""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert ran.stdout.splitlines() == ["a thread True", "the server True"], ran.stderr


def test_a_page_that_was_not_built_is_said_with_the_command_that_builds_it(monkeypatch, tmp_path):
    import attnlab.server

    monkeypatch.setattr(attnlab.server, "files", lambda package: tmp_path)
    with pytest.raises(LabError, match="dev web"):
        page_folder()
