"""The bench's figures by the library's own formula, and the file that holds the browser's form of it to them."""

import json

import bench_cases as bench
import numpy as np
import pytest
from scipy.special import softmax


@pytest.mark.parametrize("name", bench.ROWS)
def test_a_row_of_the_robot_reads_out_what_the_lesson_printed(name):
    found = bench.row(**bench.ROWS[name])
    top, entropy, output = bench.PRINTED[name]
    read = (round(max(found["weight"]), 3), round(found["entropy"], 3), round(found["output"], 3))
    assert read == (top, entropy, output)


def test_every_score_of_the_lesson_has_a_dot_product_behind_it_at_every_size():
    for dim in (4, 16, 64, 256):
        made = bench.robot(dim)
        score = made["q"] @ made["k"].T / dim**0.5
        assert score == pytest.approx(np.array(list(bench.SCORES.values())), abs=1e-12)
        assert made["q"] @ made["noise"].T / dim**0.5 == pytest.approx(bench.NOISE_SCORE, abs=1e-12)


def test_a_key_behind_the_mask_weighs_exactly_nothing_however_it_is_bumped():
    assert bench.row(**bench.ROWS["glass"])["weight"][bench.TABLE] == 0


def test_the_row_is_the_softmax_of_the_printed_scores():
    assert bench.row()["weight"] == pytest.approx(softmax(bench.SCORES[bench.HE]), abs=1e-12)


def test_the_file_that_holds_the_browser_to_the_formula_is_not_stale():
    kept, now = json.loads(bench.CASES.read_text(encoding="utf-8")), json.loads(json.dumps(bench.cases()))
    assert alike(kept, now), "python tests/bench_cases.py writes it anew"


def alike(one, other) -> bool:
    """Equal to 1e-12 in every figure: other machines round the last bit otherwise."""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(alike(*pair) for pair in zip(one, other, strict=True))
    if isinstance(one, float) and isinstance(other, float):
        return one == pytest.approx(other, rel=1e-12, abs=1e-12)
    return one == other
