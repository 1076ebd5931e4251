"""Folders of sweeps beside the page: figures equal the library's, lists come in parts, no question opens a path."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from attnlab import open_sweep, reports, shards, sweeps
from attnlab.checks import Case
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.reports import AT_A_TIME, MOST_SERIES, Reports, round_edges
from attnlab.server import make_app
from attnlab.texts import default_cases
from attnlab.words import LANGUAGES, say

BASE = {"format": shards.FORMAT, "model_hash": "0" * 64, "opened": "many", "how": {}, "texts_hash": "1" * 64,
        "shard": 4, "versions": {"attnlab": "0"}}  # fmt: skip


@pytest.fixture(scope="module")
def folders(tmp_path_factory):
    """Three questions over the same texts in groups, and the first again of another model."""
    root = tmp_path_factory.mktemp("sweeps")
    drawn, _ = default_cases(load("names"), 24, 3)
    cases = [Case(case.text, None, "short" if len(case.text) < 6 else "long") for case in drawn]
    made = {}
    for name, model, question in (
        ("check", "names", "check"), ("edges", "names", "edges"), ("heads", "names", "heads"),
        ("latin", "names-latin", "heads"),
    ):  # fmt: skip
        made[name] = sweeps.sweep(
            sweeps.plan(model, cases, question=cast(Any, question), texts_name="texts-own"), root / name
        )
    return made


@pytest.fixture
def desk(folders):
    with TestClient(make_app(results=Reports(list(folders.values()))), base_url="http://127.0.0.1") as client:
        yield client


def synthetic(folder: Path, heads: int, texts: int, groups: int = 0, **how) -> Path:
    """A folder as a sweep over many heads would leave it; head `0.h` changes text t by h/10 + t/1000."""
    names = [f"g{number % groups}" if groups else None for number in range(texts)]
    settings = {"target": "top", "position": -1, "seed": 0, "share": 0.1, "level": 0.05, "rule": "top"}
    plan = BASE | {
        "question": "heads", "model": "many", "units": [[f"0.{head}"] for head in range(heads)], "settings": settings,
        "texts_name": "many.txt", "texts": texts, "shard": max(texts, BASE["shard"]),
        "groups": {name or "": names.count(name) for name in dict.fromkeys(names)},
    } | how  # fmt: skip
    folder.mkdir()
    shards.keep_plan(folder, plan)
    rows = [
        shards.text_row(number, Case(f"text {number}" * (200 if number == 0 else 1), None, names[number]), "used")
        | {"heads": f"0.{head}", "query": 1, "target": "a/b", "before": 1.0, "change": head / 10 + number / 1000}
        for number in range(texts)
        for head in range(heads)
    ]
    shards.keep(folder, 0, shards.as_table("heads", rows, {}))
    return folder


def answer(desk, path: str, **asked):
    got = desk.get(f"/api/results{path}", params=asked)
    assert got.status_code == 200, got.text
    return json.loads(got.content, parse_constant=pytest.fail)


def refused(desk, path: str, **asked):
    got = desk.get(f"/api/results{path}", params=asked)
    assert got.status_code == 422, got.text
    return got.json()


def plain(record):
    return json.loads(json.dumps(asdict(record)))


@pytest.mark.parametrize("group", [None, "short", "long"])
@pytest.mark.parametrize("name", ["check", "edges", "heads"])
def test_the_ranked_heads_are_the_librarys(desk, folders, name, group):
    view = answer(desk, "/sweep", folder=name, **({} if group is None else {"group": group}))
    made = open_sweep(folders[name])
    if name == "check":
        check = made.check(group)
        ranked = sorted((*check.verdicts, *check.backups), key=lambda one: -one.harm_top.mean)
        assert view["verdicts"] == [plain(one) for one in ranked]
        assert view["speaking"] == sum(one.finding == "supported" for one in check.verdicts)
        figures = [one[key] for one in view["verdicts"] for key in view["verdicts"][0] if key.startswith("harm_t")]
    else:
        assert view["changes"] == [plain(one) for one in made.heads(group)]
        assert view["speaking"] == sum(one.p <= 0.05 for one in made.heads(group))
        figures = [one["change"] for one in view["changes"]]
    assert view["low"] <= min(0, *(one["low"] for one in figures))
    assert view["high"] >= max(0, *(one["high"] for one in figures))
    far = made.progress(group)
    assert view["progress"] == plain(far)
    assert view["planned"] == (24 if group is None else made.plan["groups"][group]) == far.done
    assert (view["model_hash"], view["seed"], view["heads"]) == (made.plan["model_hash"], 0, 4)
    assert {one["name"]: one["texts"] for one in view["groups"]} == dict(made.plan["groups"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_the_texts_came_from_is_said_in_the_language(desk, lang):
    assert answer(desk, "/sweep", folder="heads", lang=lang)["texts_name"] == say("texts-own", lang)


@pytest.mark.parametrize("group", [None, "long"])
@pytest.mark.parametrize("name", ["check", "edges", "heads"])
def test_a_histogram_counts_every_text_once_and_the_extremes_are_the_extremes(desk, folders, name, group):
    made = open_sweep(folders[name])
    view = answer(desk, "/head", folder=name, head="0.3", **({} if group is None else {"group": group}))
    frame = made.changes("0.3", group)
    edges = np.array(view["edges"])
    assert view["texts"] == len(frame) == sum(one["texts"] for one in view["spreads"])
    assert [one["name"] for one in view["spreads"]] == (
        [group] if group else list(frame["group"].value_counts().index)
    )  # fmt: skip
    for one in view["spreads"]:
        change = frame[frame["group"] == one["name"]]["change"].to_numpy()
        by_hand = [
            int(((change >= low) & ((change < high) | ((change == high) & (high == edges[-1])))).sum())
            for low, high in pairwise(edges)
        ]
        assert one["counts"] == by_hand and sum(by_hand) == one["texts"] == len(change)
        assert one["mean"] == pytest.approx(change.mean())
    ordered = frame["change"].sort_values().tolist()
    assert [one["change"] for one in view["falls"]] == ordered[: len(view["falls"])]
    assert [one["change"] for one in view["rises"]] == ordered[::-1][: len(view["rises"])]
    texts = dict(zip(frame["number"], frame["text"], strict=True))
    assert all(texts[one["number"]] == one["text"] and one["whole"] for one in view["falls"] + view["rises"])
    numbers = [one["number"] for one in view["falls"] + view["rises"]]
    assert len(set(numbers)) == len(numbers)


@given(st.lists(st.floats(-1e6, 1e6).map(lambda x: round(x, 6)), min_size=1, max_size=300))
def test_the_edges_of_a_histogram_are_few_even_and_hold_every_value(values):
    values = np.array(values, dtype=float)
    edges = round_edges(values)
    assert 2 <= len(edges) <= reports.BINS + 3
    assert edges[0] <= values.min() and values.max() <= edges[-1]
    np.testing.assert_allclose(np.diff(edges), edges[1] - edges[0], rtol=1e-6)
    assert edges[1] > edges[0]
    if edges[0] < 0 < edges[-1]:
        assert 0.0 in edges
    assert np.histogram(values, edges)[0].sum() == len(values)


def test_two_folders_are_compared_as_the_library_compares_them(desk, folders):
    view = answer(desk, "/compare", folder="heads", other="latin")
    found = open_sweep(folders["heads"]).compare(open_sweep(folders["latin"]))
    assert view["differences"] == [plain(one) for one in found]
    assert (view["is_paired"], view["models"], view["listed"]) == (True, ["names", "names-latin"], 4)
    assert view["moved"] == sum(one.p <= 0.05 for one in found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_folders_that_cannot_be_compared_are_refused_in_words(desk, folders, lang):
    said = refused(desk, "/compare", folder="check", other="heads", lang=lang)
    assert said["message"] == "sweep-unlike"
    with pytest.raises(LabError) as fault:
        open_sweep(folders["check"]).compare(open_sweep(folders["heads"]))
    assert said["sentence"] == fault.value.say(lang)


def test_a_long_list_comes_in_parts_that_share_one_scale(tmp_path):
    made = Reports([synthetic(tmp_path / "many", 3 * AT_A_TIME + 5, 4)])
    parts = [made.sweep("many", None, first, "en") for first in range(0, 4 * AT_A_TIME, AT_A_TIME)]
    names = [one.name for part in parts for one in part.changes]
    assert names == [one.name for one in open_sweep(tmp_path / "many").heads()]
    assert [len(part.changes) for part in parts] == [AT_A_TIME] * 3 + [5]
    assert {(part.low, part.high, part.listed) for part in parts} == {(0.0, parts[0].high, 3 * AT_A_TIME + 5)}
    beyond = made.sweep("many", None, 10**7, "en")
    assert (beyond.first, beyond.changes) == (3 * AT_A_TIME, parts[3].changes)
    compared = made.compare("many", "many", None, AT_A_TIME)
    assert (compared.first, len(compared.differences), compared.listed) == (AT_A_TIME, AT_A_TIME, len(names))


def test_many_groups_and_long_texts_are_bounded_and_the_rest_is_counted(tmp_path):
    made = Reports([synthetic(tmp_path / "many", 1, 300, groups=150)])
    view = made.sweep("many", None, 0, "en")
    assert (len(view.groups), view.groups_left) == (reports.MOST_GROUPS, 50)
    spreads = made.spreads("many", "0.0", None)
    assert [one.groups for one in spreads.spreads] == [1] * MOST_SERIES + [144]
    assert sum(sum(one.counts) for one in spreads.spreads) == 300
    assert spreads.spreads[-1].name is None
    assert (spreads.falls[0].number, spreads.falls[0].whole) == (0, False)
    assert len(spreads.falls[0].text) == reports.LONGEST_TEXT
    assert made.sweep("many", "g149", 0, "en").planned == 2  # a group that is not listed can be asked for


def test_one_text_falls_and_none_rises(tmp_path):
    spreads = Reports([synthetic(tmp_path / "one", 1, 1)]).spreads("one", "0.0", None)
    assert (len(spreads.falls), spreads.rises, spreads.spreads[0].counts) == (1, [], [1])


def test_no_question_opens_a_path(desk, folders, tmp_path):
    outside = synthetic(tmp_path / "outside", 2, 2)
    for name in (str(outside), "../outside", f"{folders['check']}/../outside", str(folders["check"]), "", "check/"):
        for path, more in (("/sweep", {}), ("/head", {"head": "0.0"}), ("/compare", {"other": "check"})):
            assert refused(desk, path, folder=name, **more)["message"] == "results-folder-unknown"
        assert refused(desk, "/compare", folder="check", other=name)["message"] == "results-folder-unknown"
    with TestClient(make_app(), base_url="http://127.0.0.1") as none:
        assert answer(none, "") == {"folders": []}
        assert refused(none, "/sweep", folder="check")["message"] == "results-folder-unknown"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_heads_groups_and_lengths_that_do_not_fit_are_said_in_the_language(desk, lang):
    assert "9.9" in refused(desk, "/head", folder="heads", head="9.9", lang=lang)["sentence"]
    assert refused(desk, "/sweep", folder="heads", group="nobody", lang=lang)["message"] == "sweep-group-unknown"
    assert refused(desk, "/sweep", folder="x" * 301, lang=lang)["message"] == "request-too-long"
    assert refused(desk, "/sweep", folder="heads", first=-1, lang=lang)["message"] == "request-unreadable"
    assert refused(desk, "/sweep", folder="heads", lang="xx")["message"] == "language-unknown"


def test_a_folder_that_is_no_sweep_is_refused_at_the_start(tmp_path, folders):
    (tmp_path / "empty").mkdir()
    for path in (tmp_path / "empty", tmp_path / "nowhere"):
        with pytest.raises(LabError) as fault:
            Reports([folders["check"], path])
        assert fault.value.message == "sweep-missing"


def test_folders_of_one_name_are_told_apart_and_one_given_twice_is_one(tmp_path, folders):
    (tmp_path / "a").mkdir()
    other = synthetic(tmp_path / "a" / "check", 2, 2)
    made = Reports([folders["check"], other, folders["check"], other / ".." / "check"])
    assert list(made.folders.values()) == [folders["check"].resolve(), other.resolve()]
    assert [one.name for one in made.every("en").folders] == ["check", "check-2"]
    assert made.sweep("check-2", None, 0, "en").model == "many"


def test_a_folder_that_grows_is_read_anew_and_one_that_rests_is_read_once(tmp_path, folders, monkeypatch):
    grows = tmp_path / "grows"
    shutil.copytree(folders["heads"], grows)
    last = sorted(grows.glob("rows-*"))[-1]
    kept = last.read_bytes()
    last.unlink()
    made, read = Reports([grows]), []
    real = shards.tables
    monkeypatch.setattr(shards, "tables", lambda *asked: read.append(asked) or real(*asked))
    before = made.sweep("grows", None, 0, "en")
    assert before.progress.done < before.planned == 24
    assert before.changes[0].texts == before.progress.used
    times = len(read)
    assert made.sweep("grows", None, 0, "ru").progress == before.progress
    assert len(read) == times > 0
    last.write_bytes(kept)
    after = made.sweep("grows", None, 0, "en")
    assert len(read) > times
    assert after.progress.done == 24
    assert after.changes == open_sweep(folders["heads"]).heads()


def test_what_is_kept_is_bounded(tmp_path):
    made = Reports([synthetic(tmp_path / "many", 2, 150, groups=100)])
    for number in range(100):
        made.spreads("many", "0.0", f"g{number}")
    assert len(made._kept) == reports.KEPT


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_folder_that_is_gone_torn_or_empty_meanwhile_is_said_and_the_others_stay(tmp_path, folders, lang):
    for name in ("gone", "torn", "unread", "new"):
        shutil.copytree(folders["heads"], tmp_path / name)
    app = make_app(results=Reports([tmp_path / "gone", tmp_path / "torn", tmp_path / "unread", tmp_path / "new"]))
    shutil.rmtree(tmp_path / "gone")
    (tmp_path / "torn" / "rows-000000.parquet").write_bytes(b"PAR1 and no more")
    (tmp_path / "unread" / shards.PLAN).write_text("{", encoding="utf-8")
    for shard in (tmp_path / "new").glob("rows-*"):
        shard.unlink()
    with TestClient(app, base_url="http://127.0.0.1") as desk:
        listed = {one["name"]: one["fault"] for one in answer(desk, "", lang=lang)["folders"]}
        assert listed["gone"]["message"] == "sweep-missing" and listed["unread"]["message"] == "sweep-torn"
        assert listed["torn"] is None and listed["new"] is None
        gone = LabError("sweep-missing", folder=str((tmp_path / "gone").resolve())).say(lang)
        assert refused(desk, "/sweep", folder="gone", lang=lang)["sentence"] == gone
        assert refused(desk, "/sweep", folder="torn", lang=lang)["message"] == "sweep-torn"
        assert refused(desk, "/head", folder="torn", head="0.0", lang=lang)["message"] == "sweep-torn"
        empty = answer(desk, "/sweep", folder="new", lang=lang)
        assert (empty["listed"], empty["fault"]["message"], empty["progress"]["done"]) == (0, "sweep-empty", 0)
        assert refused(desk, "/head", folder="new", head="0.0", lang=lang)["message"] == "sweep-empty"


def test_a_sweep_says_in_a_line_what_it_holds(folders, tmp_path):
    assert repr(open_sweep(folders["check"])) == "Sweep('names', 'check', 24 of 24 texts, 4 heads)"
    grows = tmp_path / "grows"
    shutil.copytree(folders["edges"], grows)
    made = open_sweep(grows)
    (grows / "rows-000000.parquet").unlink()
    assert repr(made) == "Sweep('names', 'edges', 20 of 24 texts, 4 heads)"


def test_the_commands_that_the_room_names_make_folders_and_show_them(tmp_path):
    room = (Path(__file__).parents[1] / "web" / "pages" / "results.ts").read_text(encoding="utf-8")
    commands = re.findall(r'"attnlab ([^"]+)"', room)
    (tmp_path / "texts.jsonl").write_text('{"text": "annabella"}\n{"text": "mariella"}\n', encoding="utf-8")
    made = [command.split() for command in commands if not command.startswith("lab")]
    for words in made:
        quick = ["6" if word == "500" else word for word in words]
        subprocess.run([sys.executable, "-m", "attnlab", *quick], cwd=tmp_path, check=True, capture_output=True)
    shown = [word for command in commands if command.startswith("lab") for word in command.split()[2::2]]
    assert shown == [words[-1] for words in made]
    questions = [one.question for one in Reports([tmp_path / folder for folder in shown]).every("en").folders]
    assert questions == ["check", "edges"]


def test_the_lab_does_not_start_with_a_folder_that_is_no_sweep(tmp_path):
    command = [sys.executable, "-m", "attnlab", "lab", "--no-browser", "--port", "0", "--results", str(tmp_path)]
    ended = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", timeout=60)
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "holds no sweep" in " ".join(ended.stderr.split())
