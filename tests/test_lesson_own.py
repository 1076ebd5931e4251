"""The commands and scripts of the lesson on the reader's own model run as they stand, and come out as printed."""

import json
import re

import own_cases as bench
import pytest
from own_cases import CASES, PRINTED, RECORDS, run_cells

from attnlab.errors import LabError
from attnlab.lessons import text
from attnlab.lessons.cells import cells, printed
from attnlab.words import LANGUAGES

NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:e[+-]\d+)?")


@pytest.fixture(scope="module")
def run(need, tmp_path_factory):
    """The folder in which every cell has run, and what they printed."""
    need("torch")
    need("transformers")
    folder = tmp_path_factory.mktemp("own")
    return folder, run_cells(folder)


@pytest.mark.timeout(900)
def test_every_command_and_script_runs_and_prints_what_the_lesson_shows(run):
    _, now = run
    kept = json.loads(PRINTED.read_text(encoding="utf-8"))
    assert list(kept) == list(now)
    for name, told in kept.items():
        print_alike(name, told, now[name])


def print_alike(name, told, now):
    """The same words, and every figure to its last digit."""
    assert NUMBER.sub("#", told).split() == NUMBER.sub("#", now).split(), name
    for was, is_now in zip(NUMBER.findall(told), NUMBER.findall(now), strict=True):
        if "e" not in was:  # what is left to rounding
            last = 10.0 ** -len(was.partition(".")[2]) if "." in was else 0
            assert abs(float(was) - float(is_now)) <= last * 1.001, f"{name}: {was}, now {is_now}"


@pytest.mark.parametrize(
    "now",
    ["cut 0.1 moves it by 0.527", "cut 0.3 moves it by 0.525", "drop 0.1 moves it by 0.525", "cut 0.1 moves it by"],
)
def test_a_figure_or_a_word_that_came_out_otherwise_is_noticed(now):
    print_alike("", "cut 0.1 moves it by 0.525", "cut 0.1 moves it by 0.526")
    with pytest.raises(AssertionError):
        print_alike("", "cut 0.1 moves it by 0.525", now)


@pytest.mark.timeout(900)
def test_the_records_that_the_picture_reads_are_those_that_the_commands_write(run):
    folder, _ = run
    for path, now in ((RECORDS, bench.records(folder)), (CASES, bench.cases(folder))):
        close(json.loads(path.read_text(encoding="utf-8")), json.loads(json.dumps(now)))


def close(kept, now):
    if isinstance(kept, dict):
        assert list(kept) == list(now)
        for name in kept:
            close(kept[name], now[name])
    elif isinstance(kept, list):
        assert len(kept) == len(now)
        for one, other in zip(kept, now, strict=True):
            close(one, other)
    elif isinstance(kept, float):
        assert now == pytest.approx(kept, rel=1e-3, abs=1e-5)
    else:
        assert kept == now


def test_what_the_text_says_in_words_is_so():
    last = next(line for line in printed("trace", "own").splitlines() if line.strip().startswith("8 to "))
    weights = [float(one) for one in last.split()[2:11]]
    assert weights.index(max(weights)) == 5, "the second “anna” is the heaviest key of the last row"
    [[before, after]] = re.findall(r"gave/milk +([\d.]+) +([\d.]+)", printed("effect", "own"))
    assert float(after) > float(before), "without it the model is surer"
    moved = re.findall(r"([+-][\d.]+) +0\.", printed("effects", "own"))
    assert abs(float(moved[0])) > float(before), "there are effects as large as the lead"
    kept = json.loads(RECORDS.read_text(encoding="utf-8"))
    assert min(one["texts"] for record in kept.values() for one in record["verdicts"]) >= 100
    assert all(one["pSize"] < 1e-4 for one in kept["practice"]["verdicts"])


def test_the_cells_are_the_same_in_every_language_and_all_of_them_are_found():
    found = {lang: cells(text("own", lang).markdown) for lang in LANGUAGES}
    assert found["en"] == found["ru"] == found["et"]
    fences = re.findall(r"^```(?:run|python) ", text("own", "en").markdown, re.MULTILINE)
    assert len(found["en"]) == len(fences) > 5
    assert {one.name for one in found["en"]} == set(json.loads(PRINTED.read_text(encoding="utf-8")))


@pytest.mark.parametrize("asked", ["nothing", 'trace from="no such line"', 'trace to="no such line"'])
def test_what_nobody_recorded_is_refused(asked):
    with pytest.raises(LabError, match="nothing was recorded"):
        printed(asked, "own")
