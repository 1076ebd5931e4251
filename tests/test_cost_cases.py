"""The lesson on cost: the browser counts what the library counts."""

import cost_cases as bench


def test_the_browsers_counts_are_held_to_what_the_library_counts_now():
    assert bench.CASES.read_text(encoding="utf-8") == bench.told(), "run tests/cost_cases.py"
