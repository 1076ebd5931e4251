"""The tones of the lesson on attention before neural networks are those of the experiment."""

import json

import novelty_cases as bench
import numpy as np


def test_the_file_that_holds_the_pages_tones_to_the_experiment_is_not_stale():
    kept, now = json.loads(bench.CASES.read_text(encoding="utf-8")), bench.cases()
    assert kept["settings"] == now["settings"]
    assert len(kept["heard"]) == len(now["heard"])
    for one, other in zip(kept["heard"], now["heard"], strict=True):
        assert one.keys() == other.keys()
        for name in one:
            np.testing.assert_allclose(one[name], other[name], rtol=1e-12, atol=1e-14, err_msg=name)
