"""docs/lessons.md says what the lessons hold: every lesson, task, box, claim and experiment that it names is there."""

import re

import pytest
from benchmarks import lessons as bench

from attnlab.lessons import LESSONS, site

SIZE = re.compile(r"opens from disk: ([\d.]+) MB in (\d+) files, (\d+) of them")


def test_the_document_is_what_the_lessons_hold_now():
    kept = bench.PAGE.read_text(encoding="utf-8")
    size = re.search(r"opens from disk: (.*)\.$", kept, re.MULTILINE)
    assert size
    assert kept == bench.page(size[1]), "./dev bench lessons writes it anew"
    assert [f"| {number} | " in kept for number in range(len(LESSONS))] == [True] * len(LESSONS)


def test_the_size_that_it_tells_is_the_sites(tmp_path):
    made = site.build(tmp_path / "site")
    told = SIZE.search(bench.PAGE.read_text(encoding="utf-8"))
    assert told
    assert float(told[1]) == pytest.approx(made.bytes / 1e6, rel=0.1), "./dev bench lessons writes it anew"
    assert (int(told[2]), int(told[3])) == (made.files, made.pages)


@pytest.mark.parametrize(
    "where",
    [
        "task budget.nothing",
        "task nothing.share",
        "try budget 9",
        "element budget x",
        "claim budget scale.flat",
        "doc x.md",
        "x y",
    ],
)
def test_a_place_that_is_not_there_is_told(where):
    with pytest.raises(ValueError, match="there is no"):
        bench.told(where)


def test_every_exercise_has_a_place():
    given = [one for source in bench.places() for one in source["exercise"]]
    assert all(one["where"] for one in given)
    assert len({one["what"] for one in given}) == len(given)
