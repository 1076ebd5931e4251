"""What a lab answers those who mean it harm or ask too much of it, each attack as docs/security.md says.

The attacks of a table stand in `ATTACKS`; those that take more than one request have tests of their own.
"""

import asyncio
import json
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from page_fixtures import missing
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from attnlab import lab
from attnlab.errors import LabError
from attnlab.jobs import CALLER, Caller, Jobs, Pages
from attnlab.server import Sharing, is_loopback, make_app, take_port, work
from attnlab.server.connections import Connection
from attnlab.server.door import Door, make_code
from attnlab.server.guard import CLASS, OWN, Guard
from attnlab.words import LANGUAGES, say

ROOT = Path(__file__).parent.parent
CODE = "abcd-efgh-jkmn"
JSON = {"content-type": "application/json"}
LONG = {"model": "names", "count": 2000}
"""A check that takes long enough to be met while it runs."""


@pytest.fixture(scope="module")
def own(bare_page):
    with TestClient(make_app(bare_page), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def shared(bare_page):
    """A shared lab; who asks has not come in."""
    with TestClient(make_app(bare_page, sharing=Sharing(CODE)), base_url="http://192.168.7.7:8765") as client:
        yield client


def come_in(app: Any) -> TestClient:
    """One more pupil."""
    one = TestClient(app, base_url="http://192.168.7.7:8765")
    answer = one.get("/", params={"code": CODE}, follow_redirects=False)
    assert answer.status_code == 303
    return one


def refused(answer, status, message):
    assert (answer.status_code, answer.json()["message"]) == (status, message), answer.text
    assert set(answer.json()) == {"message", "sentence"}
    return answer


# --- one request, one answer ------------------------------------------------------------------------------------------

DEEP = b'{"model":' + b"[" * 50_000 + b"]" * 50_000 + b"}"
EVIL = {"origin": "https://evil.example"}
LEAVE = {"access-control-request-method": "POST"}
PASTED = {"hidden_size": 64, "vocab_size": 100, "num_attention_heads": 4, "intermediate_size": 64,
          "max_position_embeddings": 64, "sliding_window": 8}  # fmt: skip
MANY_LAYERS, MANY_TIMES, MANY_DIGITS = (
    {"base": "pasted", "config": json.dumps(PASTED | more)}
    for more in (
        {"model_type": "gemma3_text", "num_hidden_layers": 10**8, "head_dim": 16, "num_key_value_heads": 4},
        {"model_type": "gpt_neo", "num_layers": 2, "num_heads": 4, "attention_types": [[["global", "local"], 10**9]]},
        {"model_type": "llama", "num_hidden_layers": 10**4000},
    )
)
ATTACKS = {
    "a name that leads here (DNS rebinding)": ("GET", "/api/models", {"headers": {"host": "evil.example"}}, 421),
    "a page of another site that posts": ("POST", "/api/checks", {"headers": EVIL, "json": {}}, 403),
    "a page of another port": (
        "POST", "/api/checks", {"headers": {"origin": "http://127.0.0.1:9999"}, "json": {}}, 403),
    "a page without an origin of its own": ("POST", "/api/checks", {"headers": {"origin": "null"}, "json": {}}, 403),
    "an origin that is no address": ("DELETE", "/api/models?model=names", {"headers": {"origin": "http://["}}, 403),
    "a picture or script of another site that has us compute": (
        "GET", "/api/look?text=anna", {"headers": {"sec-fetch-site": "cross-site"}}, 403),
    "the same from a neighbouring site": (
        "GET", "/api/look?text=anna", {"headers": {"sec-fetch-site": "same-site"}}, 403),
    "a browser that asks leave for another site (CORS)": ("OPTIONS", "/api/checks", {"headers": EVIL | LEAVE}, 403),
    "a form's text instead of JSON": (
        "POST", "/api/checks", {"content": b'{"model": "names"}', "headers": {"content-type": "text/plain"}}, 422),
    "a body that says it is too large": (
        "POST", "/api/checks", {"content": b" " * (OWN.body + 1), "headers": JSON}, 413),
    "a body without a length that is too large": (
        "POST", "/api/checks", {"content": lambda: (b" " * 2**16 for _ in range(OWN.body // 2**16 + 1))}, 413),
    "JSON of fifty thousand brackets": ("POST", "/api/checks", {"content": DEEP, "headers": JSON}, 422),
    "JSON that is not": ("POST", "/api/effects", {"content": b'{"model":', "headers": JSON}, 422),
    "JSON of half a character": ("POST", "/api/effects", {"content": b'{"text":"\xed\xa0\x80"}', "headers": JSON}, 422),
    "a text that is too long": ("GET", f"/api/look?text={'a' * 10_001}", {}, 422),
    "a text of more pieces than are drawn": ("GET", f"/api/look?text={'a' * 3_000}", {}, 422),
    "a path for a model": ("GET", "/api/look?text=anna&model=/etc/passwd", {}, 422),
    "a path for a folder of results": ("GET", "/api/results/sweep?folder=../../etc", {}, 422),
    "a path for words": ("GET", "/words/..%2f..%2ferrors.ftl", {}, 404),
    "a path out of the page": ("GET", "/..%2f..%2fetc%2fpasswd", {}, 404),
    "a path out of the lessons": ("GET", "/learn/..%2f..%2f__init__.py", {}, 404),
    "a configuration of a hundred million layers": ("POST", "/api/size", {"json": MANY_LAYERS}, 422),
    "a configuration that repeats itself a thousand million times": (
        "POST", "/api/size", {"json": MANY_TIMES}, 200),
    "a number of four thousand digits": ("POST", "/api/size", {"json": MANY_DIGITS}, 422),
    "a length said in two ways": (
        "POST", "/api/checks", {"content": b"{}", "headers": JSON | {"transfer-encoding": "chunked",
                                                                      "content-length": "2"}}, 400),
    "a job's number that is guessed": ("GET", "/api/checks/0123456789abcdef", {}, 422),
    "an address that is not there": ("GET", "/api/nothing", {}, 404),
    "something that cannot be done there": ("PUT", "/api/models", {}, 405),
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_an_attack_is_answered_in_words_and_does_nothing(own, name):
    method, path, how, status = ATTACKS[name]
    if callable(how.get("content")):
        how = how | {"content": how["content"]()}
    answer = own.request(method, path, **how)
    assert answer.status_code == status, answer.text
    assert "access-control-allow-origin" not in answer.headers
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert "root:" not in answer.text
    if status != 200 and not path.startswith("/learn"):
        assert set(answer.json()) == {"message", "sentence"}


def test_what_the_document_says_of_each_attack_is_so():
    told = (ROOT / "docs" / "security.md").read_text(encoding="utf-8").partition("## Who may ask")[0]
    rows = dict(re.findall(r"^\| ([^|]+?) \| (\d{3}) \|", told, flags=re.MULTILINE))
    assert rows == {name: str(status) for name, (_, _, _, status) in ATTACKS.items()}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_who_is_refused_is_told_so_in_the_language_of_the_browser(own, lang):
    spoken = {"en": "en-GB,en;q=0.9", "ru": "et;q=0.1, RU;q=0.9", "et": "fi;q=1, ru;q=0, et-EE;q=0.8"}[lang]
    answer = own.put("/api/models", headers={"accept-language": spoken})
    assert answer.json()["sentence"] == say("method-refused", lang, method="PUT")
    by_address = own.put("/api/models", params={"lang": "et"}, headers={"accept-language": spoken})
    assert by_address.json()["sentence"] == say("method-refused", "et", method="PUT")


@pytest.mark.parametrize("spoken", ["", ";;,,", "*", "xx" * 2000, "\xff"])
def test_a_language_that_cannot_be_read_is_answered_in_english(own, spoken):
    answer = own.put("/api/models", headers={"accept-language": spoken.encode("latin-1")})
    assert answer.json()["sentence"] == say("method-refused", "en", method="PUT")


def test_nothing_listens_to_a_socket_of_the_web(own):
    with pytest.raises(WebSocketDisconnect), own.websocket_connect("/api/look"):
        pass


def test_a_fault_of_ours_is_said_in_words_and_printed(bare_page, monkeypatch):
    monkeypatch.setattr(lab, "model_views", lambda: 1 / 0)
    with TestClient(make_app(bare_page), base_url="http://127.0.0.1", raise_server_exceptions=False) as desk:
        refused(desk.get("/api/models"), 500, "server-crashed")
    with TestClient(make_app(bare_page), base_url="http://127.0.0.1") as desk, pytest.raises(ZeroDivisionError):
        desk.get("/api/models")


def test_a_page_may_run_no_script_that_stands_in_it(own):
    said = own.get("/").headers["content-security-policy"]
    assert "script-src" not in said and "default-src 'self'" in said
    assert "unsafe-eval" not in said and "'unsafe-inline'" not in said.replace("style-src-attr 'unsafe-inline'", "")
    assert "form-action 'self'" in said and "base-uri 'none'" in said and "frame-ancestors 'none'" in said


# --- a shared lab -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/models", "/api/look?text=anna", "/words/en.ftl"])
def test_without_the_code_nothing_is_told(shared, path):
    for headers in ({}, {"cookie": "attnlab-0=made-up"}, {"cookie": "\x00;;=", "authorization": "Basic x"}):
        refused(shared.get(path, headers=headers), 401, "code-missing")
    refused(shared.get(path, params={"code": CODE}), 401, "code-missing")  # a page brings it, once


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("path", ["/", "/assets/x-123.js", "/learn/index.html"])
def test_a_browser_without_the_code_is_shown_the_door(shared, path, lang):
    answer = shared.get(path, headers={"accept-language": lang}, follow_redirects=False)
    assert answer.status_code == 401
    assert f'<html lang="{lang}">' in answer.text and say("code-missing", lang) in answer.text
    assert "<title>page" not in answer.text and "<script" not in answer.text


@pytest.mark.parametrize("typed", [CODE, "ABCD EFGH JKMN", " abcdefghjkmn "])
def test_who_has_the_code_comes_in_and_it_does_not_stay_in_the_address(shared, typed):
    answer = shared.get("/", params={"text": "anna", "code": typed}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?text=anna")
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "abcd" not in cookie
    assert shared.get("/").text.startswith("<!doctype html><title>page")
    assert shared.get("/api/models").status_code == 200


def test_a_script_brings_the_code_with_each_request(shared):
    assert shared.get("/api/models", headers={"authorization": f"Bearer {CODE}"}).status_code == 200
    refused(shared.get("/api/models", headers={"authorization": "Bearer abcd"}), 403, "code-wrong")


def test_the_way_in_leads_to_no_other_machine(shared):
    answer = shared.get("http://192.168.7.7:8765//evil.example/", params={"code": CODE}, follow_redirects=False)
    assert answer.headers["location"] == "/evil.example/"


def test_codes_cannot_be_tried_out(shared):
    for _ in range(10):
        answer = shared.get("/", params={"code": make_code()})
        assert answer.status_code == 403 and say("code-wrong") in answer.text.replace("&#x27;", "'")
    answer = shared.get("/", params={"code": CODE})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "60")


def test_one_who_tries_out_codes_stops_nobody_else():
    door = Door(CODE, tries=3, rest_s=1)
    held = door.enter(CODE, "10.0.0.1")
    for _ in range(3):
        with pytest.raises(LabError, match="not the code"):
            door.enter("x", "10.0.0.9")
    with pytest.raises(LabError, match="Too many"):
        door.enter(CODE, "10.0.0.9")
    assert door.enter(CODE, "10.0.0.1")
    assert door.who(f"attnlab={held}", "", "10.0.0.9")
    time.sleep(1.1)
    assert door.enter(CODE, "10.0.0.9")


def test_a_cookie_lasts_as_long_as_it_says_and_of_many_the_last_used_stay():
    door = Door(CODE, lasts=0)
    with pytest.raises(LabError, match="code"):
        door.who(f"attnlab={door.enter(CODE, '')}", "", "")
    door = Door(CODE, most=2, idle_s=0.0)
    first, second = door.enter(CODE, ""), door.enter(CODE, "")
    door.who(f"attnlab={first}", "", "")
    door.enter(CODE, "")
    assert door.who(f"attnlab={first}", "", "")
    with pytest.raises(LabError, match="code"):
        door.who(f"attnlab={second}", "", "")


@pytest.mark.parametrize("most", [{"most": 2}, {"most_each": 2}])
def test_who_is_inside_stays_inside_however_many_come(most):
    door = Door(CODE, **most)
    held = [door.enter(CODE, "10.0.0.1") for _ in range(2)]
    with pytest.raises(LabError, match="no room"):
        door.enter(CODE, "10.0.0.1")
    assert all(door.is_in(f"attnlab={one}") for one in held)


def test_who_opens_the_link_again_is_still_the_same(shared):
    one = come_in(shared.app)
    job = one.post("/api/checks", json=LONG).json()["id"]
    again = one.get("/", params={"code": CODE, "text": "anna"}, follow_redirects=False)
    assert (again.status_code, again.headers["location"]) == (303, "/?text=anna")
    assert "set-cookie" not in again.headers
    assert one.delete(f"/api/checks/{job}").status_code == 200


def test_the_door_leads_where_one_was_going(shared):
    answer = shared.get("/", params={"place": "check", "text": '"><b>anna', "code": "wrong"})
    assert 'name="place" value="check"' in answer.text and 'value="&quot;&gt;&lt;b&gt;anna"' in answer.text
    assert 'value="wrong"' not in answer.text and "action=" not in answer.text


def test_codes_are_drawn_anew_and_from_many():
    made = {make_code() for _ in range(200)}
    assert len(made) == 200
    assert all(re.fullmatch(r"[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}", one) for one in made)


@pytest.mark.parametrize(
    ("host", "known"),
    [("192.168.7.7", True), ("10.0.0.1:80", True), ("[fe80::1]:8765", True), ("localhost:1", True),
     ("lab.school", True), ("evil.example", False), ("192.168.7.7.evil.example", False), ("", False), ("[", False),
     ("a:b:1", False)],
)  # fmt: skip
def test_a_shared_lab_is_called_by_its_addresses_and_the_names_it_was_given(bare_page, host, known):
    app = make_app(bare_page, sharing=Sharing(CODE, ("Lab.School",)))
    answer = TestClient(app, base_url="http://127.0.0.1").get(
        "/api/models", headers={"host": host, "authorization": f"Bearer {CODE}"}
    )
    assert answer.status_code == (200 if known else 421)


def test_the_models_of_a_shared_lab_stay_as_they_are(shared):
    one = come_in(shared.app)
    assert one.get("/api/loads").json() == {"allowed": False, "shared": True, "loads": []}
    for answer in (
        one.post("/api/loads", json={"name": "/etc"}),
        one.post("/api/loads/ahead", json={"name": "/etc"}),
        one.delete("/api/models", params={"model": "names"}),
    ):
        refused(answer, 403, "models-read-only")
    # and no pupil is sent to load one
    refused(one.get("/api/look", params={"model": "gpt2", "text": "anna"}), 422, "model-not-shared")


def test_a_pupils_job_is_that_pupils(bare_page):
    app = make_app(bare_page, sharing=Sharing(CODE), limits=replace(CLASS, jobs_at_once=1))
    anna, emma = come_in(app), come_in(app)
    job = anna.post("/api/checks", json=LONG).json()["id"]
    for method, path in (("GET", ""), ("DELETE", ""), ("GET", "/record"), ("POST", "/resume")):
        refused(emma.request(method, f"/api/checks/{job}{path}"), 422, "job-unknown")
    waiting = emma.post("/api/checks", json=LONG).json()
    assert (waiting["state"], waiting["ahead"]) == ("waiting", None)  # nor what another one asked
    assert anna.get(f"/api/checks/{job}").json()["state"] == "running"
    for one, id in ((anna, job), (emma, waiting["id"])):
        one.delete(f"/api/checks/{id}")


def test_no_pupil_has_more_jobs_than_a_few_and_no_class_more_than_many(bare_page):
    limits = replace(CLASS, jobs_each=2, jobs_at_once=1, jobs_waiting=2)
    with TestClient(make_app(bare_page, sharing=Sharing(CODE), limits=limits), base_url="http://127.0.0.1") as desk:
        anna, emma, mia = (come_in(desk.app) for _ in range(3))
        started = [(one, one.post("/api/checks", json=LONG).json()["id"]) for one in (anna, anna, emma)]
        refused(anna.post("/api/checks", json=LONG), 429, "jobs-yours")
        answer = refused(mia.post("/api/checks", json=LONG), 503, "jobs-full")
        assert int(answer.headers["retry-after"]) > 0
        for one, id in started:
            one.delete(f"/api/checks/{id}")


def test_what_a_class_calls_a_model_does_not_say_where_it_lies(tmp_path, monkeypatch):
    from attnlab import cli

    for folder in ("here", "there"):
        (tmp_path / folder / "tiny").mkdir(parents=True)
    places = [str(tmp_path / folder / "tiny") for folder in ("here", "there")]
    assert [cli._under(one, places[:number]) for number, one in enumerate(places)] == ["tiny", "tiny 2"]
    assert cli._under("openai/gpt2", []) == "openai/gpt2"


# --- jobs whose page goes ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("leaves", [True, False])
def test_a_job_ends_when_its_page_goes(bare_page, monkeypatch, leaves):
    monkeypatch.setattr(work, "TIDY_S", 0.02)
    pages = Pages(silence=60.0 if leaves else 0.2, grace=0.2)
    with TestClient(make_app(bare_page, pages=pages), base_url="http://127.0.0.1") as desk:
        mine, other = ({"x-attnlab-page": name} for name in ("one", "other"))
        job = desk.post("/api/checks", json=LONG, headers=mine).json()["id"]
        if leaves:
            desk.post("/api/leave", params={"page": "other"}, headers=other)
            time.sleep(0.4)
            assert desk.get(f"/api/checks/{job}", headers=mine).json()["state"] == "running"
            desk.post("/api/leave", params={"page": "one"})
        assert eventually(lambda: desk.get(f"/api/checks/{job}").json()["state"]) == "cancelled"


@contextmanager
def asking(user="", page=""):
    """Whoever asks meanwhile."""
    known = CALLER.set(Caller(user, page))
    try:
        yield
    finally:
        CALLER.reset(known)


def test_a_page_that_is_loaded_anew_keeps_its_job():
    pages, go_on = Pages(grace=0.0), threading.Event()
    jobs = Jobs(pages=pages)
    for page in ("before", "after"):
        pages.hear(Caller("", page))
    with asking(page="before"):
        kept, lost = (jobs.start(lambda watch: go_on.wait(20)) for _ in range(2))
    pages.leave(Caller("", "before"))
    with asking(page="after"):
        assert jobs.find(kept.id) is kept
    jobs.tidy()
    assert (kept.state, kept.stopping, lost.state) == ("running", False, "cancelled")
    go_on.set()


def test_a_script_that_is_no_page_keeps_its_job():
    pages = Pages(silence=0.0)
    assert not pages.is_gone(Caller("", ""))
    assert pages.is_gone(Caller("", "never heard of"))


def test_pages_made_up_push_out_nobody_elses():
    pages = Pages(most=3)
    pages.hear(Caller("anna", "hers"))
    for one in range(50):
        pages.hear(Caller("emma", str(one)))
    assert not pages.is_gone(Caller("anna", "hers"))
    assert [pages.is_gone(Caller("emma", str(one))) for one in (46, 47, 48, 49)] == [True, False, False, False]


def test_a_job_that_runs_too_long_is_ended_and_says_so():
    jobs = Jobs(longest=0.1)

    def work(watch):
        for step in range(1000):
            watch(step, 1000)
            time.sleep(0.01)

    job = jobs.start(work)
    end = time.monotonic() + 20
    while job.state not in ("failed", "done") and time.monotonic() < end:
        jobs.tidy()
        time.sleep(0.02)
    assert job.state == "failed" and job.fault is not None and job.fault.message == "job-too-long"


def test_jobs_are_told_apart_by_user():
    jobs = Jobs(each=1, waiting=3)
    go_on = threading.Event()

    def as_user(name):
        with asking(name):
            return jobs.start(lambda watch: go_on.wait(20))

    first = as_user("anna")
    with pytest.raises(LabError, match="1 job"):
        as_user("anna")
    as_user("emma")
    assert jobs.every() == []
    with pytest.raises(LabError, match="not known"):
        jobs.find(first.id)
    go_on.set()


def test_users_take_turns_and_one_leaves_a_place_for_the_others():
    jobs, begun, go_on = Jobs(at_once=2), [], {}

    def start(name, user):
        go_on[name] = threading.Event()

        def work(watch):
            begun.append(name)
            go_on[name].wait(20)

        with asking(user):
            return jobs.start(work)

    for name, user in (("a1", "anna"), ("a2", "anna"), ("a3", "anna"), ("e1", "emma"), ("m1", "mia"), ("e2", "emma")):
        start(name, user)
        time.sleep(0.02)
    assert eventually(lambda: sorted(begun), ["a1", "e1"]) == ["a1", "e1"]
    go_on["e1"].set()
    assert eventually(lambda: begun[2:], ["m1"]) == ["m1"]
    go_on["a1"].set()
    assert eventually(lambda: begun[3:], ["a2"]) == ["a2"]
    go_on["m1"].set()
    assert eventually(lambda: begun[4:], ["e2"]) == ["e2"]
    for one in go_on.values():
        one.set()
    assert eventually(lambda: begun[5:], ["a3"]) == ["a3"]


def test_when_the_lab_ends_its_jobs_do(bare_page):
    with TestClient(make_app(bare_page), base_url="http://127.0.0.1") as desk:
        job = desk.post("/api/checks", json=LONG).json()["id"]
    assert eventually(lambda: desk.get(f"/api/checks/{job}").json()["state"]) == "cancelled"


def eventually(question, wanted="cancelled", seconds=20.0):
    end = time.monotonic() + seconds
    while (found := question()) != wanted and time.monotonic() < end:
        time.sleep(0.05)
    return found


# --- more than can be computed ----------------------------------------------------------------------------------------


class Slow:
    """An application that computes until it is let go on."""

    def __init__(self):
        self.begun, self.go_on = 0, asyncio.Event()

    async def __call__(self, scope, receive, send):
        self.begun += 1
        await self.go_on.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"", "more_body": False})


class Asked:
    """A request to a guard, and what it was answered."""

    def __init__(self, guard, path="/api/look", body=b"", whole=True, **headers):
        self.gone, self.told = asyncio.Event(), []
        self._given = [{"type": "http.request", "body": body, "more_body": not whole}]
        said = {"host": "127.0.0.1"} | {name.replace("_", "-"): value for name, value in headers.items()}
        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "client": ("127.0.0.1", 1),
                 "headers": [(name.encode(), value.encode()) for name, value in said.items()]}  # fmt: skip
        self.task = asyncio.ensure_future(guard(scope, self._receive, self._send))

    async def _receive(self):
        if self._given:
            return self._given.pop()
        await self.gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message):
        self.told.append(message)

    @property
    def status(self):
        return next((one["status"] for one in self.told if one["type"] == "http.response.start"), None)

    @property
    def message(self):
        return json.loads(next(one["body"] for one in self.told if one["type"] == "http.response.body"))["message"]


def guarded(limits):
    app = Slow()
    return app, Guard(app, limits=limits, pages=Pages())


async def settled():
    for _ in range(20):
        await asyncio.sleep(0)


def test_more_than_can_be_computed_waits_and_more_than_can_wait_is_told_to_come_again():
    async def go():
        app, guard = guarded(replace(OWN, at_once=2, waiting=3))
        asked = [Asked(guard) for _ in range(6)]
        await settled()
        assert app.begun == 2
        assert [one.status for one in asked] == [None] * 5 + [503]
        assert asked[5].message == "server-busy"
        light = Asked(guard, "/api/checks/x")  # to be told how far a job is takes no turn
        await settled()
        assert app.begun == 3
        app.go_on.set()
        await asyncio.gather(*(one.task for one in [*asked, light]))
        assert [one.status for one in asked] == [200] * 5 + [503]

    asyncio.run(go())


def test_who_waits_too_long_is_told_so_and_leaves_the_row():
    async def go():
        app, guard = guarded(replace(OWN, at_once=1, patience_s=0.05))
        first, second = Asked(guard), Asked(guard)
        await asyncio.wait_for(second.task, 10)
        assert (second.status, second.message) == (503, "server-busy")
        app.go_on.set()
        third = Asked(guard)
        await asyncio.gather(first.task, third.task)
        assert (first.status, third.status, app.begun) == (200, 200, 2)

    asyncio.run(go())


def test_who_hangs_up_while_waiting_is_not_computed_for():
    async def go():
        app, guard = guarded(replace(OWN, at_once=1))
        first, second, third = Asked(guard), Asked(guard), Asked(guard)
        await settled()
        second.gone.set()
        await asyncio.wait_for(second.task, 10)
        app.go_on.set()
        await asyncio.gather(first.task, third.task)
        assert (first.status, second.told, third.status, app.begun) == (200, [], 200, 2)

    asyncio.run(go())


def test_a_turn_is_given_back_when_the_answer_begins_and_when_the_work_fails():
    async def go():
        async def app(scope, receive, send):
            if scope["path"] == "/api/look":
                raise ZeroDivisionError
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await asyncio.Event().wait()  # a reader who takes no more

        guard = Guard(app, limits=replace(OWN, at_once=1, waiting=0), pages=Pages())
        with pytest.raises(ZeroDivisionError):
            await Asked(guard).task
        slow = [Asked(guard, "/api/map") for _ in range(3)]
        await settled()
        assert [one.status for one in slow] == [200] * 3
        for one in slow:
            one.task.cancel()

    asyncio.run(go())


def test_one_user_has_no_more_requests_than_some():
    async def go():
        app, guard = guarded(replace(CLASS, requests_each=2))
        asked = [Asked(guard, "/api/checks/x") for _ in range(3)]
        await settled()
        assert [one.status for one in asked] == [None, None, 429]
        assert asked[2].message == "requests-yours"
        app.go_on.set()
        await asyncio.gather(*(one.task for one in asked))
        assert (await answered(Asked(guard, "/api/checks/x"))).status == 200

    async def answered(one):
        await one.task
        return one

    asyncio.run(go())


def test_a_body_that_comes_too_slowly_is_refused():
    async def go():
        app, guard = guarded(replace(OWN, body_s=0.05))
        one = Asked(guard, body=b"{", whole=False)
        await asyncio.wait_for(one.task, 10)
        assert (one.status, one.message, app.begun) == (408, "body-late", 0)

    asyncio.run(go())


# --- real connections -------------------------------------------------------------------------------------------------


class Hasty(Connection):
    head_s, listen_s, most = 0.4, 0.4, 6


@contextmanager
def listening(app, http=Hasty):
    """A server of this process on a free port of 127.0.0.1."""
    made = take_port(0)
    server = uvicorn.Server(uvicorn.Config(app, http=http, ws="none", log_level="critical", lifespan="off"))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [made]})
    thread.start()
    try:
        while not server.started:
            time.sleep(0.01)
        yield made.getsockname()[1], server
    finally:
        server.should_exit = True
        thread.join(20)
        assert not thread.is_alive()


def read_all(one: socket.socket) -> bytes:
    found = b""
    try:
        while part := one.recv(2**16):
            found += part
    except ConnectionResetError:
        pass
    return found


@pytest.mark.parametrize(
    "sent",
    [b"", b"G", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
     b"POST /api/leave HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999\r\n\r\n", b"\x16\x03\x01\x00",
     b"\0" * 3000],
)  # fmt: skip
def test_a_connection_on_which_nothing_more_comes_is_let_go_of(bare_page, sent):
    with listening(make_app(bare_page)) as (port, server), socket.create_connection(("127.0.0.1", port), 20) as one:
        one.settimeout(20)
        one.sendall(sent)
        read_all(one)  # ends, since the server hangs up
        assert eventually(lambda: len(server.server_state.connections), 0) == 0


def test_a_head_that_comes_a_letter_at_a_time_is_not_waited_for(bare_page):
    with listening(make_app(bare_page)) as (port, _), socket.create_connection(("127.0.0.1", port), 20) as one:
        began = time.monotonic()
        with pytest.raises(OSError):
            for letter in b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 1000:
                one.sendall(bytes([letter]))
                time.sleep(0.05)
        assert time.monotonic() - began < 30


def test_who_does_not_read_is_let_go_of(tmp_path):
    with (tmp_path / "index.html").open("wb") as file:
        file.truncate(200_000_000)  # more than the buffers on the way take
    with listening(make_app(tmp_path)) as (port, server), socket.create_connection(("127.0.0.1", port), 20) as one:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        one.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert eventually(lambda: len(server.server_state.connections), 0) == 0
        assert eventually(lambda: len(server.server_state.tasks), 0) == 0


def test_more_connections_than_are_kept_are_told_so_and_the_others_are_served(bare_page):
    class Patient(Hasty):
        head_s = 20.0

    with listening(make_app(bare_page), Patient) as (port, _):
        held = [socket.create_connection(("127.0.0.1", port), 20) for _ in range(Patient.most)]
        try:
            time.sleep(0.2)
            with socket.create_connection(("127.0.0.1", port), 20) as one:
                assert read_all(one).startswith(b"HTTP/1.1 503 ")
            held[0].sendall(b"GET /api/models HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            held[0].settimeout(60)
            assert read_all(held[0]).startswith(b"HTTP/1.1 200 ")
        finally:
            for one in held:
                one.close()


def test_a_shared_lab_listens_where_it_is_told_and_another_only_here():
    with take_port(0, "127.0.0.2") as made:
        assert made.getsockname()[0] == "127.0.0.2"
    assert [is_loopback(one) for one in ("127.0.0.1", "127.0.0.2", "localhost", "::1")] == [True] * 4
    assert [is_loopback(one) for one in ("0.0.0.0", "192.168.7.7", "lab.school", "")] == [False] * 4


def started(*options: str, lines: int = 1) -> tuple[subprocess.Popen[str], str]:
    command = [sys.executable, "-m", "attnlab", "lab", "--no-browser", "--port", "0", *options]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    return server, "".join(server.stdout.readline() for _ in range(lines))


@pytest.fixture(scope="module")
def built():
    if not (ROOT / "src" / "attnlab" / "page" / "index.html").is_file():
        missing("the page is not built; ./dev web builds it")


def test_a_lab_asked_to_end_does_so_in_good_order_whatever_it_is_doing(built):
    import httpx

    server, line = started()
    try:
        with httpx.Client(base_url=re.search(r"http://\S+", line)[0], timeout=60) as desk:
            job = desk.post("/api/checks", json=LONG).json()
            assert job["state"] in ("waiting", "running")
            server.send_signal(signal.SIGTERM)
            assert server.wait(30) == 0
        assert server.stderr.read() == ""
    finally:
        server.kill()
        server.wait()
        server.stdout.close()
        server.stderr.close()


def test_a_teacher_shares_a_lab_and_a_pupil_comes_in(built):
    import httpx

    server, lines = started("--share", "--address", "127.0.0.2", "--lang", "et", lines=2)
    try:
        link = re.search(r"http://127\.0\.0\.2:\d+/\?code=[a-z2-9-]{14}", lines)[0]
        assert "TLS" in lines
        with httpx.Client(timeout=60, follow_redirects=True) as pupil:
            address = link.partition("?")[0]
            assert pupil.get(address).status_code == 401
            assert "<title>attnlab" in pupil.get(link).text
            assert pupil.get(f"{address}api/look", params={"text": "anna"}).status_code == 200
    finally:
        server.terminate()
        assert server.wait(30) == 0
        server.stdout.close()
        server.stderr.close()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--address", "0.0.0.0"], "--share"),
        (["--name", "lab.school"], "--share"),
        (["--share", "--load"], "--model"),
        (["--share", "--address", "127.0.0.1", "--name", "http://lab.school/"], "without http://"),
        (["--share", "--address", "127.0.0.999"], "not an address"),
    ],
)
def test_what_does_not_go_together_is_said_before_anything_listens(options, message):
    told = subprocess.run(
        [sys.executable, "-m", "attnlab", "lab", "--no-browser", *options], capture_output=True, text=True, timeout=60
    )
    assert told.returncode == 2 and message in told.stderr and "Traceback" not in told.stderr
