"""A sweep loses nothing, counts nothing twice, and finds what is found text by text, however it is run and ended."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from benchmarks.measure import command_of, started
from hypothesis import settings as profile

import attnlab
from attnlab import LabError, corpora, load, shards, sweeps
from attnlab.checks import Case, Settings
from attnlab.edits import Ablate
from attnlab.effects import effect
from attnlab.probe import Site

LETTERS = "abcdefgh"
QUICK = Settings(swaps=False, pairs=False, least_texts=20)


def words(count, seed=0, letters=LETTERS, size=6):
    rng = np.random.default_rng(seed)
    return ["".join(rng.choice(list(letters), size)) for _ in range(count)]


@pytest.fixture(scope="module", autouse=True)
def extras(need):
    for name in ("pyarrow", "pandas", "fsspec", "filelock"):
        need(name)


def rows(folder, but=()):
    arrow = pytest.importorskip("pyarrow")
    return arrow.concat_tables(shards.tables(Path(folder))).drop_columns(list(but)).to_pylist()


@pytest.fixture(scope="module")
def texts():
    """With a text that repeats, one too short and one that the model cannot read."""
    return [*words(40), words(1)[0], "ab", "щука", *words(7, seed=1)]


@pytest.fixture(scope="module")
def planned(texts):
    return sweeps.plan("previous", texts, settings=QUICK)


@pytest.fixture(scope="module")
def undisturbed(planned, tmp_path_factory):
    return sweeps.sweep(planned, tmp_path_factory.mktemp("sweep") / "results")


# --- what is found ----------------------------------------------------------------------------------------------------


def test_a_sweep_finds_what_a_check_finds(texts, undisturbed):
    readable = [text for text in texts if text.isascii()]
    model = load("previous")
    # the random key of a text hangs on its number: the unreadable text keeps its place and counts for nothing
    whole = attnlab.open_sweep(undisturbed)
    found = whole.check()
    assert (found.texts, found.unreadable, found.same, found.short) == (50, 1, 1, 1)
    assert whole.progress().whys == {whole_reason(model, "щука"): 1}
    again = sweeps.plan("previous", readable, settings=QUICK)
    assert again.interventions > 0
    wanted = attnlab.check(model, readable, settings=QUICK)
    assert sum(one.texts for one in wanted.verdicts) == sum(one.texts for one in found.verdicts)


def whole_reason(model, text):
    with pytest.raises(LabError) as fault:
        model.tokens(text)
    return str(fault.value)


@pytest.mark.parametrize("name", ["names", "backup"])
def test_the_record_of_a_sweep_is_that_of_a_check_to_the_last_digit(tmp_path, name):
    """With pairs, swaps and every key: nothing of what was measured is lost on the way through the file."""
    model = load(name)
    cases = [
        Case(text, group="a" if place % 2 else "b") for place, text in enumerate(words(16, letters="abcde", size=5))
    ]
    folder = sweeps.sweep(sweeps.plan(name, cases), tmp_path / "out")
    assert attnlab.open_sweep(folder).check().to_record() == attnlab.check(model, cases).to_record()


def test_a_group_is_told_as_if_its_texts_stood_alone(tmp_path):
    cases = [Case(text, group="odd" if place % 2 else "even") for place, text in enumerate(words(50))]
    made = attnlab.open_sweep(sweeps.sweep(sweeps.plan("same", cases, settings=QUICK), tmp_path / "out"))
    assert made.groups == ("even", "odd")
    assert [made.progress(group).done for group in made.groups] == [25, 25]
    parts = [made.check(group).verdicts[0] for group in made.groups]
    whole = made.check().verdicts[0]
    weighed = sum(one.harm_top.mean * one.texts for one in parts) / sum(one.texts for one in parts)
    assert weighed == pytest.approx(whole.harm_top.mean)
    with pytest.raises(LabError, match="odd"):
        made.check("neither")


def test_the_edges_are_those_of_the_effect_map(tmp_path):
    model, some = load("names"), ["anna", "maria", "emma"]
    folder = sweeps.sweep(sweeps.plan("names", some, question="edges"), tmp_path / "out")
    for number, text in enumerate(some):
        wanted = attnlab.effect_map(model, text)
        found = {(row["heads"], row["key"]): row for row in rows(folder) if row["number"] == number}
        cells = wanted.cells()
        assert len(found) == len(cells)
        for cell in cells:
            row = found[f"{cell.site}.{cell.head}", cell.key]
            assert row["change"] == pytest.approx(cell.change, rel=1e-9, abs=1e-12)
            assert row["weight"] == pytest.approx(cell.weight)
            assert row["contribution"] == pytest.approx(cell.contribution)
            assert (row["query"], row["key_piece"], row["target"]) == (cell.query, cell.key_piece, wanted.target)


def test_heads_switched_off_change_the_target_as_one_at_a_time(tmp_path):
    model, cases = load("names"), [Case("anna", "l/START"), Case("maria", "n/s")]
    folder = sweeps.sweep(sweeps.plan("names", cases, question="heads", heads=["0.1", "0.3"]), tmp_path / "out")
    found = [(row["text"], row["heads"], row["before"], row["change"]) for row in rows(folder)]
    assert [one[:2] for one in found] == [(case.text, head) for case in cases for head in ("0.1", "0.3")]
    for (_, head, before, change), case in zip(found, [case for case in cases for _ in range(2)], strict=True):
        made = effect(model, case.text, [Ablate(Site(0), int(head[-1]))], target=case.target)
        assert (before, change) == pytest.approx((made.before, made.change))


def test_of_each_text_the_heaviest_and_the_most_influential_key_are_told(tmp_path):
    folder = sweeps.sweep(sweeps.plan("quiet", words(12), question="edges"), tmp_path / "out")
    made, (head,) = rows(folder), attnlab.open_sweep(folder).heads()
    of_text = {}
    for row in made:
        of_text.setdefault(row["number"], []).append(row)
    heaviest = [max(some, key=lambda row: row["weight"]) for some in of_text.values()]
    largest = [max(some, key=lambda row: abs(row["change"])) for some in of_text.values()]
    assert head.change.mean == pytest.approx(np.mean([row["change"] for row in heaviest]))
    assert head.most.mean == pytest.approx(np.mean([abs(row["change"]) for row in largest]))
    assert head.top_is_most == pytest.approx(np.mean([a is b for a, b in zip(heaviest, largest, strict=True)]))
    assert head.top_is_most < 0.5, "the answer of this model comes from a key with hardly any weight"


def test_the_settings_keep_their_seed_unless_another_is_given():
    assert sweeps.plan("previous", words(3), settings=Settings(seed=5)).work.settings.seed == 5
    assert sweeps.plan("previous", words(3), settings=Settings(seed=5), seed=0).work.settings.seed == 0


def test_p_is_corrected_over_the_heads(tmp_path):
    from scipy.stats import wilcoxon

    folder = sweeps.sweep(sweeps.plan("names", words(30, letters="aemnir"), question="heads"), tmp_path / "out")
    made = attnlab.open_sweep(folder)
    raw = sorted(
        wilcoxon(made.changes(name)["change"], zero_method="pratt", method="approx").pvalue for name in made.names
    )
    worst, wanted = 0.0, []
    for rank, p in enumerate(raw):
        worst = max(worst, min(1, p * (len(raw) - rank)))
        wanted.append(worst)
    assert sorted(one.p for one in made.heads()) == pytest.approx(wanted)
    assert all(one.change.low <= one.change.mean <= one.change.high for one in made.heads())


def test_two_sweeps_are_compared_text_by_text_where_they_share_texts(tmp_path):
    some = words(30, letters="aemnir")
    ask = {"question": "heads"}
    first = attnlab.open_sweep(sweeps.sweep(sweeps.plan("names", some, **ask), tmp_path / "a"))
    second = attnlab.open_sweep(
        sweeps.sweep(sweeps.plan("names-latin", [*some[5:], *words(5, 9)], **ask), tmp_path / "b")
    )
    for one in first.compare(second):
        a, b = first.changes(one.name).set_index("text"), second.changes(one.name).set_index("text")
        shared = [text for text in some[5:] if text in a.index]
        assert (one.is_paired, one.texts) == (True, (25, 25))
        assert one.difference.mean == pytest.approx(np.mean(b.loc[shared, "change"] - a.loc[shared, "change"]))
    apart = attnlab.open_sweep(sweeps.sweep(sweeps.plan("names", words(20, 7, "aemnir"), **ask), tmp_path / "c"))
    for one in first.compare(apart):
        assert (one.is_paired, one.texts) == (False, (30, 20))
        assert one.difference.mean == pytest.approx(one.second.mean - one.first.mean)
    assert all(one.difference.mean == 0 and one.p == 1 for one in first.compare(first))


# --- how it is run ----------------------------------------------------------------------------------------------------


def test_neither_the_number_of_workers_nor_the_heads_read_at_a_time_show(
    texts, planned, undisturbed, tmp_path, monkeypatch
):
    from attnlab import summaries

    other = sweeps.sweep(planned, tmp_path / "two", workers=2)
    assert rows(other) == rows(undisturbed)
    for path in Path(undisturbed).glob("rows-*"):
        assert (other / path.name).read_bytes() == path.read_bytes()
    whole = attnlab.open_sweep(undisturbed).check().to_record()
    monkeypatch.setattr(summaries, "AT_ONCE", 1)
    assert attnlab.open_sweep(undisturbed).check().to_record() == whole


SWEEP = """
import sys
from attnlab import sweeps
from attnlab.checks import Settings
if __name__ == "__main__":
    texts, folder, workers, engine = sys.argv[1:]
    planned = sweeps.plan("previous", texts, settings=Settings(swaps=False, pairs=False), engine=engine)
    print("planned", flush=True)
    sweeps.sweep(planned, folder, workers=int(workers), engine=engine)
    print("done", flush=True)
"""


@pytest.fixture
def begin(tmp_path):
    """Start a sweep as a process of its own."""
    script, begun = tmp_path / "run.py", []
    script.write_text(SWEEP)

    def begin(texts, folder, workers=1, engine="local"):
        made = subprocess.Popen(
            [sys.executable, str(script), str(texts), str(folder), str(workers), engine],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        begun.append(made)
        return made

    yield begin
    for one in begun:
        if one.poll() is None:
            one.kill()
        one.communicate()


def working(folder, shards_there, process, seconds=60):
    """Wait until so many shards are there; False where the process ended first."""
    ends = time.monotonic() + seconds
    while time.monotonic() < ends and len(list(Path(folder).glob("rows-*"))) < shards_there:
        if process.poll() is not None:
            return False
        time.sleep(0.005)
    return True


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are counted in /proc")
def test_a_sweep_that_is_killed_again_and_again_ends_as_an_undisturbed_one(tmp_path, begin):
    """kill -9 at random moments; `--hypothesis-profile=long` kills twenty times, as ./dev bench sweeps does."""
    kills = 20 if profile().max_examples > 100 else 4
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(words(2000)))
    rng, folder, counted = random.Random(0), tmp_path / "killed", []
    for kill in range(kills):
        made = begin(texts, folder, workers=1 + kill % 2)
        there = len(list(folder.glob("rows-*")))
        assert working(folder, there + 1, made), made.communicate()
        time.sleep(rng.uniform(0, 0.4))
        workers = started(made.pid)
        os.kill(made.pid, signal.SIGKILL)
        made.communicate()
        ends = time.monotonic() + 20
        while any(Path(f"/proc/{one}").exists() for one in workers) and time.monotonic() < ends:
            time.sleep(0.05)
        assert not [one for one in workers if Path(f"/proc/{one}").exists()], "a worker outlives its sweep"
        counted.append(len(list(folder.glob("rows-*"))))
    assert counted == sorted(set(counted)), "every run goes on where the last was"
    made = begin(texts, folder, workers=2)
    assert made.communicate(timeout=200)[0].split() == ["planned", "done"]
    planned = sweeps.plan("previous", str(texts), settings=Settings(swaps=False, pairs=False))
    whole = sweeps.sweep(planned, tmp_path / "whole", workers=2)
    assert rows(folder) == rows(whole)
    assert not list(folder.glob(".*.part"))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are counted in /proc")
def test_a_worker_that_is_killed_is_replaced_and_nothing_is_lost(tmp_path, begin):
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(words(1200)))
    made = begin(texts, tmp_path / "out", workers=2)
    assert working(tmp_path / "out", 2, made)
    workers = [one for one in started(made.pid) if b"spawn_main" in command_of(one)]
    assert len(workers) == 2
    os.kill(workers[0], signal.SIGKILL)
    assert made.communicate(timeout=200)[0].split() == ["planned", "done"]
    found = attnlab.open_sweep(tmp_path / "out")
    assert found.progress().done == 1200
    assert [row["number"] for row in rows(tmp_path / "out")] == list(range(1200))


def test_an_ended_sweep_is_gone_on_with_and_measures_no_text_twice(texts, planned, undisturbed, tmp_path, monkeypatch):
    class Enough(Exception):
        pass

    def watch(done, total):
        if done >= 24:
            raise Enough

    with pytest.raises(Enough):
        sweeps.sweep(planned, tmp_path / "out", watch=watch)
    kept = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "out").glob("rows-*")}
    assert 0 < len(kept) < len(list(Path(undisturbed).glob("rows-*")))
    told = []
    sweeps.sweep(planned, tmp_path / "out", watch=lambda done, total: told.append(done))
    assert told[0] >= 24
    assert told[-1] == len(texts)
    assert {name: (tmp_path / "out" / name).stat().st_mtime_ns for name in kept} == kept
    assert rows(tmp_path / "out") == rows(undisturbed)


def test_what_is_ready_is_read_while_the_sweep_goes_on(planned, tmp_path):
    class Enough(Exception):
        pass

    def watch(done, total):
        if done >= 24:
            raise Enough

    with pytest.raises(Enough):
        sweeps.sweep(planned, tmp_path / "out", watch=watch)
    made = attnlab.open_sweep(tmp_path / "out")
    assert not made.complete
    assert made.check().texts == made.progress().done == 24


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "unlike"),
    [
        ({"seed": 1}, "settings"),
        ({"model": "same"}, "model"),
        ({"texts": words(8)}, "texts_hash"),
        ({"question": "edges"}, "question"),
    ],
)
def test_a_folder_takes_no_other_sweep(undisturbed, texts, change, unlike):
    asked = {"model": "previous", "texts": texts, "settings": QUICK} | change
    with pytest.raises(LabError) as fault:
        sweeps.sweep(sweeps.plan(asked.pop("model"), asked.pop("texts"), **asked), undisturbed)
    assert fault.value.message == "sweep-another"
    assert unlike in fault.value.facts["unlike"]


def test_texts_that_changed_under_an_ended_sweep_are_refused(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(words(40)))
    planned = sweeps.plan("previous", str(path), settings=QUICK)
    folder = sweeps.sweep(planned, tmp_path / "out")
    (folder / "rows-000003.parquet").unlink()
    path.write_text("\n".join([*words(39), "hgfedc"]))
    with pytest.raises(LabError, match="differs in"):
        sweeps.sweep(sweeps.plan("previous", str(path), settings=QUICK), folder)
    with pytest.raises(LabError, match="rows-000009"):
        sweeps.sweep(planned, folder)  # its plan was made before the texts changed


@pytest.mark.parametrize("harm", [b"", b"PAR1 and no more", "half"])
def test_a_torn_shard_is_named_and_never_counted(undisturbed, planned, tmp_path, harm):
    folder = tmp_path / "out"
    shutil.copytree(undisturbed, folder)
    path = folder / "rows-000002.parquet"
    path.write_bytes(path.read_bytes()[:300] if harm == "half" else harm)
    for wish in (lambda: attnlab.open_sweep(folder).check(), lambda: sweeps.sweep(planned, folder)):
        with pytest.raises(LabError, match="rows-000002"):
            wish()
    path.unlink()
    assert rows(sweeps.sweep(planned, folder)) == rows(undisturbed)


def test_a_shard_that_is_not_in_its_place_is_named_and_a_copy_is_passed_over(undisturbed, planned, tmp_path):
    folder = tmp_path / "out"
    shutil.copytree(undisturbed, folder)
    first = folder / "rows-000001.parquet"
    shutil.copy(first, folder / "rows-000001 (copy).parquet")
    assert attnlab.open_sweep(folder).progress() == attnlab.open_sweep(undisturbed).progress()
    shutil.copy(first, folder / "rows-000099.parquet")
    for wish in (lambda: attnlab.open_sweep(folder).progress(), lambda: sweeps.sweep(planned, folder)):
        with pytest.raises(LabError, match="rows-000099"):
            wish()


def test_texts_and_model_may_be_called_otherwise_when_a_sweep_is_gone_on_with(undisturbed, planned, tmp_path):
    folder = tmp_path / "out"
    shutil.copytree(undisturbed, folder)
    (folder / "rows-000002.parquet").unlink()
    renamed = replace(planned, corpus=replace(planned.corpus, name="./the same"))
    assert rows(sweeps.sweep(renamed, folder)) == rows(undisturbed)


def test_a_plan_looks_past_texts_that_cannot_be_read():
    made = sweeps.plan("previous", ["a b", "c d", "e f", "g h", *words(6)])
    assert made.survey.texts == 10
    assert made.interventions > 0
    assert sweeps.plan("names", ["anna", "maria"], heads="0.1").units == (("0.1",),)
    assert sweeps.plan("previous", words(9), count=4).survey.texts == 4


def test_a_folder_with_other_files_and_a_file_are_refused(planned, tmp_path):
    (tmp_path / "mine.txt").write_text("mine")
    for place, message in ((tmp_path, "sweep-folder-foreign"), (tmp_path / "mine.txt", "file-not-written")):
        with pytest.raises(LabError) as fault:
            sweeps.sweep(planned, place)
        assert fault.value.message == message
        assert (tmp_path / "mine.txt").read_text() == "mine"
    with pytest.raises(LabError, match=r"plan\.json"):
        attnlab.open_sweep(tmp_path)


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "sweep-torn"), ('{"format": "attnlab sweep 1"}', "sweep-torn"), ('{"format": "other 1"}', "sweep-foreign")],
)
def test_a_plan_that_is_torn_or_from_elsewhere_is_refused(tmp_path, content, message):
    (tmp_path / "plan.json").write_text(content)
    with pytest.raises(LabError) as fault:
        attnlab.open_sweep(tmp_path)
    assert fault.value.message == message


def test_two_sweeps_do_not_write_into_one_folder(planned, tmp_path):
    import filelock

    (tmp_path / "out").mkdir()
    with filelock.FileLock(tmp_path / "out" / sweeps.LOCK), pytest.raises(LabError) as fault:
        sweeps.sweep(planned, tmp_path / "out")
    assert fault.value.message == "sweep-busy"


def test_a_worker_with_another_model_is_refused(planned, tmp_path):
    with pytest.raises(LabError) as fault:
        sweeps.sweep(replace(planned, model_hash="another"), tmp_path / "out")
    assert fault.value.message == "sweep-worker-differs"
    assert not list((tmp_path / "out").glob("rows-*"))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"heads": ["0.7"]}, "head-unknown"),
        ({"texts": ["щука", "рыба"]}, "sweep-unreadable"),
        ({"texts": []}, "corpus-nothing"),
        ({"model": "previos"}, "model-unknown"),
    ],
)
def test_what_cannot_be_asked_is_refused_before_anything_is_written(given, message):
    asked = {"model": "previous", "texts": words(3)} | given
    with pytest.raises(LabError) as fault:
        sweeps.plan(asked.pop("model"), asked.pop("texts"), **asked)
    assert fault.value.message == message


def test_a_question_that_was_not_asked_has_no_answer(tmp_path):
    made = attnlab.open_sweep(sweeps.sweep(sweeps.plan("previous", words(4), question="heads"), tmp_path / "a"))
    with pytest.raises(LabError, match="heads"):
        made.check()
    with pytest.raises(LabError):
        made.changes("0.9")
    other = attnlab.open_sweep(sweeps.sweep(sweeps.plan("previous", words(4), question="edges"), tmp_path / "b"))
    with pytest.raises(LabError, match="cannot be compared"):
        made.compare(other)
    none = attnlab.open_sweep(sweeps.sweep(sweeps.plan("previous", ["ab", "bc"]), tmp_path / "c"))
    with pytest.raises(LabError) as fault:
        none.check()
    assert fault.value.message == "sweep-nothing-used"


# --- figures and the terminal -----------------------------------------------------------------------------------------


def test_a_sweep_draws_a_forest_and_histograms(tmp_path, need):
    need("matplotlib")
    cases = [Case(text, group="odd" if place % 2 else "even") for place, text in enumerate(words(20, letters="aemn"))]
    made = attnlab.open_sweep(sweeps.sweep(sweeps.plan("names", cases, question="heads"), tmp_path / "out"))
    figure = made.plot(most=2, lang="et")
    named = [one.get_text() for one in figure.axes[0].get_yticklabels()]
    assert named == [one.name for one in made.heads()[:2]]
    picture = made.plot_histogram("0.1", theme="dark").save(tmp_path / "a.svg")
    drawn = Path(picture).read_text()
    assert "even" in drawn and "odd" in drawn and "nan" not in drawn.lower().replace("finance", "")
    counts = made.plot_histogram("0.1").axes[0].patches
    assert counts


@pytest.mark.parametrize("question", ["check", "edges", "heads"])
def test_a_notebook_shows_how_far_it_is_the_forest_and_the_heads(tmp_path, need, question):
    need("matplotlib")
    some = words(8, letters="aemn")
    made = attnlab.open_sweep(sweeps.sweep(sweeps.plan("names", some, question=question), tmp_path / "out"))
    shown = made._repr_html_()
    assert repr(made).replace("'", "&#x27;") in shown
    assert shown.count("<svg") == shown.count("<table") == 1
    for name in made.names[:4]:
        assert f"<td>{name}</td>" in shown
    assert "NaN" not in shown


def command(*given, **more):
    return subprocess.run(
        [sys.executable, "-m", "attnlab", *map(str, given)], capture_output=True, text=True, timeout=200, **more
    )


def test_the_commands_plan_sweep_and_tell(tmp_path):
    texts = tmp_path / "texts.txt"
    texts.write_text("\n".join(words(12)))
    planned = command("check", "previous", "--texts", texts, "--dry-run", "--json", cwd=tmp_path)
    assert (planned.returncode, planned.stderr) == (0, "")
    record = json.loads(planned.stdout)
    assert (record["texts"], record["units"]) == (12, [["0.0"]])
    assert record["seconds"] > 0 and record["bytes"] > 0
    assert list(tmp_path.iterdir()) == [texts], "a dry run writes nothing"

    ran = command("check", "previous", "--texts", texts, "--out", "results/", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "12 of 12 texts gone through, 12 used." in ran.stdout
    told = command("results", "results", "--json", cwd=tmp_path)
    assert json.loads(told.stdout)["progress"]["done"] == 12
    assert json.loads(told.stdout)["heads"][0]["heads"] == "0.0"

    off = command("effects", "--model", "previous", "--texts", texts, "--off", "--out", "off/", cwd=tmp_path)
    assert (off.returncode, off.stderr) == (0, "")
    listed = command("results", "off", "--head", "0.0", "--out", "head.csv", cwd=tmp_path)
    assert listed.returncode == 0
    assert (tmp_path / "head.csv").read_text().splitlines()[0] == "number,text,group,target,change"
    assert len((tmp_path / "head.csv").read_text().splitlines()) == 13


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("results", "nowhere"), "holds no sweep"),
        (("effects", "--model", "previous", "--texts", "agreement"), "--out results/"),
        (("effects", "--texts", "agreement", "--out", "a.csv"), "--out results/"),
        (("effects", "abc", "--texts", "agreement", "--out", "a/"), "Leave out the text"),
        (("check", "previous", "--texts", "agreemnt", "--out", "a/"), "names no set"),
        (("check", "previous", "--texts", "agreement", "--out", "a/", "--lang", "ru"), "Ни один"),
        (("check", "previous", "--engine", "slurm", "--dry-run"), "no engine"),
        (("check", "previous", "--rule", "best", "--dry-run"), "best"),
    ],
)
def test_a_slip_is_said_in_words(tmp_path, given, said):
    ran = command(*given, cwd=tmp_path)
    assert ran.returncode == 2
    assert said in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not list(tmp_path.glob("a*"))


def test_a_check_takes_sets_and_patterns_too(tmp_path):
    (tmp_path / "one.txt").write_text("\n".join(words(4)))
    (tmp_path / "two.txt").write_text("\n".join(words(4, seed=3)))
    ran = command("check", "previous", "--texts", "*.txt", "--json", cwd=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["texts"] == 8
    assert next(iter(corpora.open_corpus([str(tmp_path / "*.txt")]))).group == "one"
