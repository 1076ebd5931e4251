"""The file that holds the browser's verdict to `attnlab.check` is what the check finds now."""

import json

import verdict_cases as bench


def test_the_file_that_holds_the_browsers_verdict_to_python_is_not_stale():
    kept, now = json.loads(bench.CASES.read_text(encoding="utf-8")), json.loads(json.dumps(bench.cases()))
    assert alike(kept, now), "python tests/verdict_cases.py writes it anew"
    assert bench.CASES.stat().st_size < 150_000


def alike(one, other):
    """The same plain data, numbers to rounding."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(alike, one, other))
    if isinstance(one, float) and isinstance(other, int | float):
        return abs(one - other) <= 1e-10 * max(1.0, abs(one))
    return one == other
