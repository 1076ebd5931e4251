"""The lesson on training says what attnlab's recipes say, and its browser form is held to torch by a file that is not
stale."""

import json

import pytest
import training_cases as bench
from test_bench import alike

from attnlab.lessons import computed
from attnlab.recipes import plan
from attnlab.train import Recipe


def test_the_cases_of_the_browser_are_what_torch_makes_of_them():
    pytest.importorskip("torch")
    kept, now = json.loads(bench.CASES.read_text(encoding="utf-8")), json.loads(json.dumps(bench.cases()))
    assert alike(kept, now), "python tests/training_cases.py writes it anew"


def test_the_lesson_quotes_the_recipes():
    said, names, address = computed("training"), Recipe(), plan("address").recipe
    assert (said["rate"], said["first"], said["second"]) == (names.rate, *names.betas)
    assert (said["names-steps"], said["names-batch"]) == (names.steps, names.batch)
    assert (said["batch"], said["address-rate"]) == (address.batch, address.rate)
    assert (said["keys"], said["values"]) == (bench.KEYS, bench.VALUES)


def test_the_parameters_of_the_block_are_those_of_the_model():
    said = computed("block")
    assert said["attention"] == 4 * said["width"] ** 2
    assert said["feed"] == 2 * said["width"] * said["hidden"]
    assert all(sum(row) == pytest.approx(1) and sum(x > 0 for x in row) == said["used"] for row in said["share"])
    assert not any(row[0] for row in said["share"]), "the text says that this expert was not taken at all"
