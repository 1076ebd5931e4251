"""The hunts themselves: every target still gets through its door, and what is planted is found, said and kept."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from fuzz.hunt import TooSlow, hunt, patience
from fuzz.targets import ROOMS, Target, target
from hypothesis import strategies as st

from attnlab.errors import LabError

ROOT = Path(__file__).parents[1]
# The shape checks are off in these: they would take ten times as long, and the rooms' own tests have them.
ENVIRONMENT = os.environ | {
    "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "src")]), "HF_HUB_OFFLINE": "1", "OMP_NUM_THREADS": "1",
}  # fmt: skip
NEEDS = {
    "texts": ("tokenizers", "matplotlib", "pandas", "pyarrow"), "models": ("transformers",),
    "messages": ("schemathesis",),
    "walk": ("playwright",),
}  # fmt: skip


def fuzz(*options, **how):
    return subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "fuzz", *options],
        capture_output=True,
        text=True,
        env=ENVIRONMENT,
        timeout=280,
        **how,
    )


@pytest.mark.parametrize(
    "names", [("edits", "syntax", "files", "lessons", "words"), ("texts",), ("models",), ("messages",)], ids=str
)
def test_a_short_hunt_finds_nothing_and_reaches_what_it_says_it_reaches(names, need, tmp_path):
    for module in (module for name in names for module in NEEDS.get(name, ())):
        need(module)
    ran = fuzz(*names, "--short", "--out", str(tmp_path / "short.json"), cwd=tmp_path)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    hunts = json.loads((tmp_path / "short.json").read_text(encoding="utf-8"))["hunts"]
    for name, made in zip(names, hunts, strict=True):
        assert {*target(name).reached} <= {*made["outcomes"]}, made


def test_a_short_walk_over_the_page_meets_nothing_that_it_must_not(browser, address, monkeypatch):
    from fuzz import walk

    monkeypatch.setattr(walk, "browser", lambda: browser)
    monkeypatch.setattr(walk, "address", lambda: address)
    walk.walk(seed=3, steps=12)


def planted(found):
    """A target that stumbles over every number from 1000 on, in two places."""

    def stumble(x):
        if x % 2:
            raise ValueError(f"{x} is odd and large")
        found.append(x)
        raise KeyError(x)

    def attempt(data):
        x = data.draw(st.integers(0, 10**6), "x")
        if x >= 1000:
            stumble(x)
        return "small"

    return Target("planted", "finds what was planted", attempt, ("small",), patience=5.0)


def test_a_planted_fault_is_found_once_made_small_and_told_with_its_example_and_seed(tmp_path):
    made = hunt(planted([]), 3.0, seed=7, kept=tmp_path)
    assert sorted(one.where.partition(" ")[0] for one in made.found) == ["KeyError", "ValueError"]
    one = next(one for one in made.found if one.where.startswith("ValueError"))
    assert "1001 is odd and large" in one.said and "Draw 1 (x): 1001" in one.example
    assert one.seed >= 7 and one.times > 1
    assert made.outcomes["small"] > 0 and made.examples > 10


def test_what_was_found_is_tried_first_the_next_time(tmp_path):
    hunt(planted([]), 2.0, seed=7, kept=tmp_path)
    tried = []

    def attempt(data):
        tried.append(data.draw(st.integers(0, 10**6), "x"))
        return "small"

    hunt(replace(planted([]), attempt=attempt), 0.2, seed=8, kept=tmp_path)
    fresh = list(tried)
    tried.clear()
    hunt(replace(planted([]), attempt=attempt), 0.2, seed=8, kept=None)
    assert fresh[0] in (1000, 1001) and tried[0] not in (1000, 1001)


def test_a_fault_that_waits_for_its_owner_is_counted_and_not_found():
    first = hunt(planted([]), 1.0, seed=1, kept=None)
    rest = hunt(replace(planted([]), known=tuple(one.where for one in first.found)), 1.0, seed=1, kept=None)
    assert first.found and not rest.found
    assert rest.outcomes["known"] > 0


def test_an_example_that_takes_too_long_is_found():
    with pytest.raises(TooSlow), patience(0.2):
        while True:
            pass


STUMBLING = """
import attnlab.edits as edits

first = edits.parse

def parse(text):
    kind = text.strip().partition(" ")[0]
    return edits.KINDS[kind] and first(text)

edits.parse = parse
"""


def test_the_command_finds_what_is_planted_in_attnlab_and_fails(tmp_path):
    """A parser that stumbles over what it cannot read, instead of refusing it in words."""
    (tmp_path / "sitecustomize.py").write_text(STUMBLING, encoding="utf-8")
    out = tmp_path / "hunted.json"
    environment = ENVIRONMENT | {"PYTHONPATH": os.pathsep.join([str(tmp_path), ENVIRONMENT["PYTHONPATH"]])}
    command = [sys.executable, "-W", "ignore", "-m", "fuzz", "syntax", "--short", "--out", str(out)]
    ran = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=tmp_path, timeout=280)
    assert ran.returncode == 1, ran.stdout + ran.stderr
    (made,) = json.loads(out.read_text(encoding="utf-8"))["hunts"]
    assert "KeyError" in made["found"][0]["where"] and "KeyError" in ran.stdout


@pytest.mark.parametrize("options", [("nothing",), ("edits", "--minutes", "0"), ("edits", "--seed", "-1")])
def test_a_wish_that_cannot_be_read_is_refused_with_what_there_is(options):
    ran = fuzz(*options)
    assert ran.returncode == 2
    assert "there are: edits" in ran.stderr or "must be" in ran.stderr


def test_every_target_says_what_it_is_and_what_it_reaches():
    for name in ROOMS:
        if name in ("messages", "walk", "texts", "models"):
            continue  # opened by their own tests, where what they need is there
        one = target(name)
        assert one.name == name and one.about and one.reached


def test_a_refusal_without_its_words_is_found():
    from fuzz.words import told

    told(LabError("page-missing"))
    with pytest.raises(KeyError):
        told(LabError("no-such-message"))


def test_every_fault_that_was_mended_has_its_test_and_stands_on_the_page():
    from fuzz import report

    known, record = report.read()
    assert known["fault"] and all(one["target"] in ROOMS for one in known["fault"])
    assert [one["target"] for one in record["hunts"]] == list(ROOMS)
    assert report.PAGE.read_text(encoding="utf-8") == report.page(known, record)
    with pytest.raises(ValueError, match="there is no test"):
        report.check_test("tests/test_fuzz.py::test_that_nobody_wrote")
    with pytest.raises(ValueError, match="nothing says what became of"):
        report.became("edits", "KeyError at nowhere", known)
