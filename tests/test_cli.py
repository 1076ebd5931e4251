"""The terminal, as a stranger meets it: what is printed, where, and with which exit code."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import chdir, redirect_stderr, redirect_stdout
from pathlib import Path
from unittest.mock import patch

import numpy as np
import pytest

from attnlab import effect, load, trace
from attnlab.cli import main
from attnlab.edits import parse, parse_any
from attnlab.errors import LabError
from attnlab.words import say


def attnlab(*words, columns=100, cwd=".", encoding="utf-8"):
    """The command, run here: a process of its own, as `process` makes one, takes most of a second to start."""
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    said = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors="backslashreplace")  # as Python opens them
    with (
        patch.object(sys, "argv", ["attnlab", *words]),
        patch.dict(os.environ, {"COLUMNS": str(columns), "NO_COLOR": "1"}),
        chdir(cwd), redirect_stdout(out), redirect_stderr(said), pytest.raises(SystemExit) as ended,
    ):  # fmt: skip
        main()
    texts = []
    for stream in (out, said):
        stream.flush()
        texts.append(stream.buffer.getvalue().decode(encoding))
    return subprocess.CompletedProcess(words, ended.value.code, *texts)


def process(*words, columns=100, **environment):
    return subprocess.run(
        [sys.executable, "-m", "attnlab", *words],
        capture_output=True,
        text=True,
        timeout=100,
        env=os.environ | {"COLUMNS": str(columns), "NO_COLOR": "1"} | environment,
    )


def numbers(line):
    return [float(one) for one in re.findall(r"-?\d+\.\d+|(?<=\s)0(?=\s)", line)]


def test_a_trace_prints_a_map_whose_rows_sum_to_one_and_whose_future_is_exactly_zero():
    ran = process("trace", "anna", "--head", "3")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == attnlab("trace", "anna", "--head", "3").stdout
    rows = [line for line in ran.stdout.splitlines() if re.match(r"\s+[0-4] (START|a|n) ", line)]
    assert len(rows) == 5
    for query, row in enumerate(rows):
        *weights, total, _ = numbers(re.sub(r"^\s+\d \S+", "", row))
        assert len(weights) == 5
        assert sum(weights) == pytest.approx(1, abs=3e-3)
        assert total == 1
        assert weights[query + 1 :] == [0] * (4 - query)
        assert re.sub(r"^\s+\d \S+", "", row).count(" 0 ") == 4 - query


def test_json_is_strict_and_has_every_digit():
    record = json.loads(attnlab("trace", "anna", "--head", "3", "--json").stdout, parse_constant=pytest.fail)

    found = trace(load("names"), "anna")
    assert record["maps"][0]["weight"] == found.map("0", 3).weight.tolist()
    assert record["logits_nats"] == found.logits.tolist()
    assert record["pieces"] == ["START", "a", "n", "n", "a"]


@pytest.mark.parametrize("edge", ["0.3:4-3", "0.3:4>3"])
def test_an_effect_says_how_far_the_next_letters_move(edge):
    ran = attnlab("effect", "anna", "--cut", edge, "--json")

    record = json.loads(ran.stdout)
    expected = effect(load("names"), "anna", [parse(f"cut {edge}")])
    assert record["target"]["change"] == expected.change
    assert record["total_variation"] == expected.moved
    assert [row["after"] for row in record["next"]] == expected.edited.probabilities[-1].tolist()
    printed = attnlab("effect", "anna", "--cut", edge).stdout
    assert "cut 0.3:4>3" in printed
    assert f"{expected.moved:.3f} of the probability changed hands" in printed


def test_every_kind_of_edit_can_be_asked_for_together():
    ran = attnlab(
        *("effect", "anna", "--cut", "0.3:4-3", "--drop", "0.2:4-1", "--lift", "0.1:4-2+1.5", "--swap", "0.0:2=zero"),
        *("--ablate", "0.0", "--edit", "swap 0.1:2=4", "--target", "l/y", "--at", "4", "--json"),
    )

    assert [record["edit"] for record in json.loads(ran.stdout)["edits"]] == [
        "cut", "drop", "lift", "swap", "ablate", "swap",
    ]  # fmt: skip


def test_where_nothing_moves_the_reader_is_told_where_to_look():
    assert "read another place with --at" in " ".join(attnlab("effect", "anna", "--cut", "0.3:2-1").stdout.split())
    assert "changed hands" in attnlab("effect", "anna", "--cut", "0.3:2-1", "--at", "2").stdout


@pytest.mark.parametrize("stage", ["score", "mask", "weight"])
def test_a_map_prints_any_stage_and_its_table_holds_every_number(stage, tmp_path):
    path = tmp_path / "map.csv"
    ran = attnlab("map", "anna", "--head", "0.2", "--stage", stage, columns=40)

    assert ran.returncode == 0
    assert "…" not in ran.stdout
    assert attnlab("map", "anna", "--head", "0.2", "--out", str(path)).returncode == 0
    with path.open() as file:
        rows = list(csv.DictReader(file))
    found = trace(load("names"), "anna").map("0", 2)
    assert [float(row["weight"]) for row in rows] == found.weight.ravel().tolist()
    assert {row["state"] for row in rows} == {"visible", "masked"}


def test_names_are_drawn_by_the_seed():
    one, again, other = (attnlab("names", "-n", "5", "--seed", seed).stdout for seed in ("1", "1", "2"))

    assert one == again != other
    assert len(one.split()) == 5
    began = attnlab("names", "-n", "8", "--beginning", "mar", "--json").stdout
    assert all(name.startswith("mar") for name in json.loads(began))


def test_the_models_at_hand_are_listed():
    listed = attnlab("models").stdout

    assert "4,192" in listed
    assert {"names", "previous", "same", "decoy", "quiet", "backup"} <= set(listed.split())


def test_a_check_prints_a_verdict_with_counts_intervals_and_three_conditions(tmp_path):
    path = tmp_path / "check.json"
    said = process("check", "decoy", "--count", "100").stdout
    ran = process("check", "backup", "--count", "100", "--out", str(path))

    assert "not supported" in said
    assert "✗ ✗ ✗" in said
    assert re.search(r"0\.000 \[0\.000, 0\.000\]", said)
    assert ran.returncode == 0
    record = json.loads(path.read_text())
    assert "Heads 0.0 and 0.1 back each other up" in record["says"]["en"]
    assert record["texts"] == 100
    again = attnlab("check", "--from", str(path), "--lang", "ru").stdout
    assert "Головы 0.0 и 0.1 подстраховывают друг друга" in " ".join(again.split())


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["trace", "Anna"], "small letters only. Try “anna”"),
        (["trace", "ann4"], "does not know “4” (letter 4"),
        (["trace", ""], "at least one letter"),
        (["trace", "a" * 16], "holds START and 15 letters, and this text has 16"),
        (["trace", "anna", "--head", "7"], "no head 7"),
        (["trace", "anna", "--head", "x"], "names no head"),
        (["trace", "anna", "--head", "9" * 5000], "names no head"),
        (["trace", "\udcff"], "does not know “\\udcff”"),  # bytes that are no text, as the system hands them over
        (["trace", "A" * 9000], "small letters only"),
        (["trace", "anna", "--model", "a" * 5000], "There is no model"),
        (["trace", "anna", "--layer", "4"], "no attention layer 4"),
        (["trace", "anna", "--model", "nmaes"], "There is no model “nmaes”"),
        (["map", "anna", "--stage", "wieght"], "There is no stage “wieght”"),
        (["effect", "anna", "--cut", "0.3:2-3"], "the mask hides it"),
        (["effect", "anna", "--cut", "0.3:4"], "put the edit in quotes, or write - for >, as in 0.3:4-2"),
        (["effect", "anna", "--lift", "0.3:4"], "as in 0.3:4-2+1.5"),
        (["effect", "anna", "--cut", "0.3"], "0.3:4>2"),
        (["effect", "anna", "--cut", "0.3:9-1"], "no position 9"),
        (["effect", "anna", "--cut", "0.3:4-" + "9" * 500], "cannot be read as an edit"),
        (["effect", "anna", "--cut", "0.3:4-1", "--at", "1" + "0" * 30], "no position 1,000,000"),
        (["effect", "anna", "--cut", "0.3:0-0"], "nothing left to look at"),
        (["effect", "anna", "--edit", "snip 0.3:4-1"], "is no edit"),
        (["effect", "anna", "--cut", "0.3:4-1", "--target", "?"], "has no symbol “?”"),
        (["effect", "anna", "--cut", "0.3:4-1", "--at", "5"], "no position 5"),
        (["effect", "anna"], "No edit was given"),
        (["names", "--temperature", "0"], "must be above 0"),
        (["check", "names", "--target", "kl"], "no direction"),
        (["check", "names", "--texts", "no-such-file"], "There is no file no-such-file"),
        (["check", "names", "--lang", "fi"], "There is no language “fi”"),
        (["train", "nmaes"], "nothing to train by the name"),
        (["size", "--layers", "2", "--width", "8", "--vocab", "9", "--json", "--out", "x.csv"], "ask for two forms"),
        (["remember", "--width", "7"], "cannot be cut into"),
        (["run", "scael"], "Did you mean scale"),
        (["run", "scale", "--set", "querys=3"], "is no setting of scale"),
        (["run", "pronoun"], "needs a Hugging Face model"),
        (["run", "scale", "--small", "--set", "queries=0"], "cannot be “0”"),
        (["run", "thirty-lines", "--set", "heads=3"], "do not go together"),
        (["run", "spam", "--data", "."], ". is a folder"),
        (["run"], "attnlab run list"),
        (["run", "all", "--small", "--set", "foo=1"], "Run the one alone: attnlab run NAME --set foo=1"),
        (["run", "all", "--small", "--seed", "3"], "takes no --seed"),
        (["run", "all", "--small", "--out", "x.png"], "does not say in what form"),
        (["run", "scale", "--out", "no-such-folder/x.png"], "There is no folder no-such-folder"),
        (["run", "scale", "--out", "."], ". is a folder"),
        (["check", "names", "--out", "no-such-folder/x.json"], "There is no folder no-such-folder"),
        (["remember", "--out", "no-such-folder/x.png"], "There is no folder no-such-folder"),
        (["effects", "anna", "--out", "no-such-folder/x.png"], "There is no folder no-such-folder"),
        (["train", "names", "--data", "no-such-file"], "There is no file"),
        (["train", "names", "--out", "no-such-folder/x"], "There is no folder no-such-folder"),
    ],
)
def test_bad_input_gets_a_sentence_and_exit_code_two(words, sentence, tmp_path):
    ran = attnlab(*words, cwd=tmp_path)

    assert ran.returncode == 2
    assert sentence in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ran.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("lang", ["en", "ru", "et"])
def test_a_refusal_is_said_in_the_language_that_was_asked_for(lang, tmp_path):
    wanted = say("experiment-unknown-close", lang, name="scael", close="scale")
    for asked in (["--lang", lang], [f"--lang={lang}"]):
        assert attnlab("run", "scael", *asked, columns=10_000).stderr == f"attnlab: {wanted}\n"
    built = attnlab("lessons", "build", "--out", str(tmp_path / "no" / "site"), "--lang", lang, columns=10_000)
    assert built.stderr == f"attnlab: {say('folder-missing', lang, path=str(tmp_path / 'no'))}\n"


@pytest.mark.parametrize("lang", ["ru", "et"])
def test_the_list_of_experiments_says_why_one_cannot_run_in_the_chosen_language(lang):
    said = " ".join(attnlab("run", "list", "--lang", lang, columns=10_000).stdout.split())

    assert " ".join(say("experiment-model-missing", lang, name="pronoun").split()) in said
    assert say("experiment-model-missing", "en", name="pronoun") not in said


def test_a_rule_that_is_not_there_is_refused_in_a_process_where_types_are_not_checked():
    ran = process("check", "names", "--rule", "tpo")

    assert (ran.returncode, ran.stdout) == (2, "")
    assert "There is no rule “tpo”" in ran.stderr


@pytest.mark.parametrize(
    "words",
    [["trace", "anna"], ["trace", "anna", "--head", "3"], ["effect", "anna", "--cut", "0.3:4-3"], ["models"],
     ["edges", "anna"], ["trace", "a" * 15, "--head", "0"]],
)  # fmt: skip
def test_a_narrow_terminal_gets_the_same_numbers_as_a_wide_one(words):
    narrow, wide = (attnlab(*words, columns=columns).stdout for columns in (40, 400))

    assert "…" not in narrow
    assert re.findall(r"[-+]?\d[\d.,]*", narrow) == re.findall(r"[-+]?\d[\d.,]*", wide)


def test_a_terminal_that_cannot_write_a_bar_gets_a_question_mark_and_every_number():
    plain, usual = (attnlab("trace", "anna", encoding=encoding) for encoding in ("ascii", "utf-8"))

    assert plain.returncode == 0
    assert "?" in plain.stdout
    assert re.findall(r"\d\.\d+", plain.stdout) == re.findall(r"\d\.\d+", usual.stdout)


def test_a_port_in_use_is_said_before_anything_is_opened():
    from attnlab.server import page_folder, take_port

    try:
        page_folder()
    except LabError as unbuilt:
        pytest.skip(str(unbuilt))
    with take_port(0) as taken:
        port = taken.getsockname()[1]
        ran = attnlab("lab", "--no-browser", "--port", str(port))
    assert (ran.returncode, ran.stdout) == (2, "")
    assert f"Port {port} on 127.0.0.1 is in use" in ran.stderr


@pytest.mark.parametrize(
    "words", [["trcae", "anna"], ["trace"], ["trace", "anna", "--haed", "3"], ["names", "-n", "x"]]
)
def test_a_mistyped_command_is_answered_with_its_use(words):
    ran = attnlab(*words)

    assert ran.returncode == 2
    assert "Usage" in ran.stderr


def test_a_file_is_written_whole_or_not_at_all(tmp_path):
    path = tmp_path / "map.json"
    path.write_text("mine")
    assert attnlab("map", "Anna", "--out", str(path)).returncode == 2
    assert path.read_text() == "mine"

    assert attnlab("map", "anna", "--out", str(path)).returncode == 0
    assert json.loads(path.read_text())["queries"] == ["START", "a", "n", "n", "a"]
    assert attnlab("map", "anna", "--out", str(tmp_path / "no" / "map.json")).returncode == 2
    assert [one.name for one in tmp_path.iterdir()] == ["map.json"]


def test_an_interrupted_check_leaves_nothing_half_written(tmp_path):
    path = tmp_path / "check.json"
    running = subprocess.Popen(
        [sys.executable, "-m", "attnlab", "check", "names", "--count", "100000", "--out", str(path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # a suite started in the background inherits "ignore"; a person's terminal does not
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    )
    opened = Path(f"/proc/{running.pid}/maps")
    for _ in range(300 if opened.exists() else 80):  # until it is at work: numpy is opened inside the command
        time.sleep(0.1)
        if opened.exists() and "numpy" in opened.read_text():
            break
    time.sleep(1)
    running.send_signal(signal.SIGINT)
    try:
        _, said = running.communicate(timeout=60)
    finally:
        running.kill()  # what did not stop does not run on behind the suite

    # a shell calls both 130; Python ends by the signal itself where it was caught inside an exec, as in a dataclass
    assert running.returncode in (130, -signal.SIGINT)
    assert b"Traceback" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("words", ["names -n 5000", "trace anna", "--help", "models", "edges anna"])
def test_a_reader_that_has_seen_enough_is_no_fault(words):
    shell = f"{sys.executable} -m attnlab {words} | head -n 1; echo ${{PIPESTATUS[0]}}"
    ran = subprocess.run(["bash", "-c", shell], capture_output=True, text=True, timeout=100)

    assert ran.stderr == ""
    assert ran.stdout.endswith("\n0\n")


def test_a_reader_that_is_gone_before_the_first_word_is_no_fault():
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as gone:
        command = [sys.executable, "-m", "attnlab", "trace", "anna"]
        ran = subprocess.run(command, stdout=gone, stderr=subprocess.PIPE, timeout=100)

    assert (ran.returncode, ran.stderr) == (0, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("words", [["trace", "anna"], ["names", "-n", "2"], ["--version"], ["models", "--json"]])
def test_a_full_disk_is_said_in_a_sentence(words):
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "attnlab", *words]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, timeout=100)

    assert ran.returncode == 2
    assert ran.stderr.startswith("attnlab: The output could not be written: No space left on device.")
    assert "Traceback" not in ran.stderr
    assert attnlab("models", "--out", "/dev/full").returncode == 2


def test_a_model_of_transformers_is_opened_without_a_word_of_its_own(need, tmp_path):
    need("transformers")
    from hub_models import make

    make("gpt2").save_pretrained(tmp_path)
    ran = process("trace", "5 17 33", "--model", str(tmp_path), "--head", "0.1")

    assert (ran.returncode, ran.stderr) == (0, "")
    assert f"{tmp_path.name} 0.1: weight" in ran.stdout


CUT = ["effect", "anna", "--cut", "0.3:4-3"]
PRINTED = [
    ["trace", "anna"], ["map", "anna"], ["rows", "anna"], CUT, ["edges", "anna", "--head", "3"], ["models"],
    ["check", "backup", "--count", "20"], ["names", "-n", "3"],
]  # fmt: skip


@pytest.mark.parametrize("words", PRINTED, ids=lambda words: words[0])
def test_a_file_holds_what_its_ending_says(words, tmp_path):
    paths = {ending: tmp_path / f"made.{ending}" for ending in ("csv", "json", "txt", "md", "CSV")}
    for path in paths.values():
        ran = attnlab(*words, "--out", str(path), columns=400)
        assert (ran.returncode, ran.stdout) == (0, "")

    columns, *lines = csv.reader(io.StringIO(paths["csv"].read_text()))
    assert lines
    assert {len(line) for line in lines} == {len(columns)}
    assert paths["csv"].read_text() == paths["CSV"].read_text()
    assert not set("─…") & set(paths["csv"].read_text())
    json.loads(paths["json"].read_text(), parse_constant=pytest.fail)
    printed = attnlab(*words, columns=400).stdout
    assert paths["txt"].read_text() == printed
    assert printed.strip() in paths["md"].read_text()


def test_a_head_without_an_effect_is_not_said_to_agree_with_it():
    said = " ".join(attnlab("check", "decoy", "--count", "100").stdout.split())

    assert said.count("no effect") == 3
    assert "rank agreement 0" not in said


def test_a_csv_of_effects_holds_every_digit(tmp_path):
    path = tmp_path / "made.csv"
    attnlab(*CUT, "--out", str(path))
    with path.open() as file:
        watched, *rows = csv.DictReader(file)
    found = effect(load("names"), "anna", [parse("cut 0.3:4-3")])
    assert (watched["symbol"], watched["unit"], float(watched["change"])) == ("l/START", "nats", found.change)
    assert [float(row["after"]) for row in rows] == found.edited.probabilities[-1].tolist()

    attnlab("edges", "anna", "--head", "3", "--most", "1", "--out", str(path))
    with path.open() as file:
        edges = {row["key"]: float(row["change"]) for row in csv.DictReader(file)}
    assert edges["3"] == pytest.approx(found.change)
    assert len(edges) == 5

    attnlab("check", "backup", "--count", "100", "--out", str(path))
    with path.open() as file:
        verdicts = {row["heads"]: row for row in csv.DictReader(file)}
    assert verdicts["0.0+0.1"]["finding"] == "supported"
    assert float(verdicts["0.0"]["harm_top_low"]) <= float(verdicts["0.0"]["harm_top"])


@pytest.mark.parametrize("words", PRINTED, ids=lambda words: words[0])
def test_a_file_whose_ending_says_nothing_is_refused_before_any_work(words, tmp_path):
    ran = attnlab(*words, "--out", str(tmp_path / "made.xlsx"))

    assert (ran.returncode, ran.stdout, list(tmp_path.iterdir())) == (2, "", [])
    assert ".json, .csv, .txt, .md" in ran.stderr


def test_an_effect_and_its_edges_name_their_unit():
    assert "target, nats" in attnlab(*CUT).stdout
    assert "target, probability" in attnlab(*CUT, "--target", "p(l)").stdout
    assert "change, nats" in attnlab("edges", "anna").stdout


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("rescale", "0.3:4x2", "still sums to 1"),
        ("flatten", "0.3", "all scores become 0"),
        ("hide", "0.3:2", "no other key keeps it"),
        ("unmask", "0.3:2-4", "which the mask hid"),
        ("swap", "0.3:2=mean", "the mean of all keys"),
        ("patch", "0.3.v:4@anno", "the value that the text “anno” has"),
        ("ablate", "0.3=mean", "the same at every position"),
        ("replace", "3=o", "“o” for 3 n"),
    ],
)
def test_an_effect_says_what_each_edit_does_above_its_figures(option, value, said):
    record = json.loads(attnlab("effect", "anna", f"--{option}", value, "--json").stdout)
    expected = effect(load("names"), "anna", [parse_any(f"{option} {value}")])
    assert record["target"]["change"] == expected.change
    assert (expected.change != 0) == (option != "unmask")  # of one layer only the last row is read
    assert record["edits"][0]["edit"] == option
    printed = " ".join(attnlab("effect", "anna", "--edit", f"{option} {value}").stdout.split())
    assert 0 < printed.index(said) < printed.index("target, nats")


def test_where_nothing_moves_the_reason_is_the_right_one():
    def note(*words):
        return " ".join(attnlab(*words).stdout.split())

    assert "edit a query up to 3" in note(*CUT, "--target", "loss")
    assert "changed hands" in note("effect", "anna", "--cut", "0.3:2-1", "--target", "loss")
    assert "run from query 4" in note("edges", "anna", "--target", "loss")
    assert "run from query" not in note("edges", "anna")
    assert "the same to the last bit" in note("effect", "anton", "--model", "decoy", "--cut", "0.0:5-4")


@pytest.mark.parametrize(
    ("x", "written", "signed"),
    [(-0.0, "0.000", "0.000"), (-4e-4, "0.000", "0.000"), (-6e-4, "-0.001", "-0.001"), (4e-4, "0.000", "0.000"),
     (1.5, "1.500", "+1.500"), (-np.inf, "-inf", "-inf")],
)  # fmt: skip
def test_a_zero_is_written_without_a_minus(x, written, signed):
    from attnlab.terminal import fixed

    assert (fixed(x), fixed(x, sign=True)) == (written, signed)


def test_help_names_every_command_and_the_syntax_of_an_edge():
    ran = attnlab("--help")
    assert ran.returncode == 0
    assert all(name in ran.stdout for name in ("trace", "map", "effect", "check", "models", "names", "train", "lab"))
    assert "0.3:4-3" in attnlab("effect", "--help").stdout


def test_logits_in_json_are_what_numpy_reads_back():
    record = json.loads(attnlab("trace", "mia", "--json").stdout)

    assert np.array_equal(np.array(record["logits_nats"]), trace(load("names"), "mia").logits)
