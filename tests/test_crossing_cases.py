"""The lesson on cross-attention: its pairs are what the translators make of them, its heads those of the experiment."""

import json
from pathlib import Path

import crossing_cases as bench
import pytest

from attnlab.lessons.quoting import result


@pytest.mark.parametrize("name", bench.SOURCES)
def test_the_kept_pairs_are_what_the_translators_look_at_now(name):
    kept, now = json.loads(bench.PAIRS.read_text(encoding="utf-8"))[name], json.loads(bench.told(bench.pairs()))[name]
    assert [_without_maps(one) for one in kept["pairs"]] == [_without_maps(one) for one in now["pairs"]]
    for one, other in zip(kept["pairs"], now["pairs"], strict=True):
        assert one["said"] == " ".join(one["answer"])
        weights = [x for layer in one["maps"] for head in layer for row in head for x in row]
        again = [x for layer in other["maps"] for head in layer for row in head for x in row]
        assert weights == pytest.approx(again, abs=1)


def _without_maps(pair):
    return {name: x for name, x in pair.items() if name != "maps"}


def test_the_kept_scores_are_the_librarys():
    assert json.loads(bench.CASES.read_text(encoding="utf-8")) == bench.cases(), "run tests/crossing_cases.py"


def test_the_best_heads_are_those_that_the_recorded_experiment_picked():
    said = {claim.facts["model"]: claim.facts["head"] for claim in result("alignment").findings.claims
            if claim.key == "found"}  # fmt: skip
    assert said == {name: "cross." + ".".join(map(str, head)) for name, head in bench.BEST.items()}
    assert Path(bench.PAIRS).stat().st_size < 40_000
