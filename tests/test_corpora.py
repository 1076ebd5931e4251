"""Texts of a sweep: every form they may have, read as a stream, drawn and counted alike; sets made by name."""

import gzip
import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlab import LabError, corpora
from attnlab.checks import Case, hash_of
from attnlab.corpora import SETS, open_corpus
from attnlab.experiments import prompts
from attnlab.texts import draw_cases, parse_cases

DATA = Path(__file__).parent.parent.parent / "shared" / "data"


@pytest.fixture(autouse=True)
def files(need):
    need("fsspec")


def written(folder, name, lines):
    path = folder / name
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(path)


def test_a_text_is_the_same_in_every_form(tmp_path, need):
    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    cases = [Case("anna", "l/START", "first"), Case("emma", None, "first"), Case("щука", None, "second")]
    records = [{"text": one.text, "target": one.target, "group": one.group} for one in cases]
    lines = written(tmp_path, "a.jsonl", [json.dumps(one) for one in records])
    plain = written(tmp_path, "b.txt", ["anna\tl/START", "", "emma", "щука"])
    packed = tmp_path / "c.jsonl.gz"
    packed.write_bytes(gzip.compress(Path(lines).read_bytes()))
    table = tmp_path / "d.parquet"
    parquet.write_table(arrow.Table.from_pylist(records), table)

    assert list(open_corpus([lines])) == cases
    assert list(open_corpus([str(packed)])) == cases
    assert list(open_corpus([str(table)])) == cases
    assert [(one.text, one.target) for one in open_corpus([plain])] == [(one.text, one.target) for one in cases]
    assert [one.group for one in open_corpus([plain])] == [None, None, None]


def test_of_several_files_each_is_a_group_unless_its_lines_name_one(tmp_path):
    written(tmp_path, "one.txt", ["anna"])
    written(tmp_path, "two.jsonl", ['{"text": "emma"}', '{"text": "olga", "group": "other"}'])
    found = list(open_corpus([str(tmp_path / "*")]))
    assert [(one.text, one.group) for one in found] == [("anna", "one"), ("emma", "two"), ("olga", "other")]
    survey = open_corpus([str(tmp_path / "*")]).survey()
    assert survey.texts == 3
    assert survey.groups == {"one": 1, "two": 1, "other": 1}
    assert survey.hash == hash_of(found)


@given(count=st.integers(1, 30), seed=st.integers(0, 5), size=st.integers(1, 25))
def test_texts_are_drawn_from_a_stream_as_a_check_draws_them_from_a_list(tmp_path_factory, count, seed, size):
    folder = tmp_path_factory.mktemp("texts")
    lines = [f"text {number}" for number in range(size)]
    path = written(folder, "a.txt", lines)
    assert list(open_corpus([path], count, seed)) == draw_cases(parse_cases("\n".join(lines)), count, seed)


def test_an_address_is_read_like_a_path():
    fs = pytest.importorskip("fsspec").filesystem("memory")
    fs.pipe("/texts/a.txt", b"anna\nemma\n")
    assert [one.text for one in open_corpus(["memory://texts/a.txt"])] == ["anna", "emma"]


@pytest.mark.parametrize("name", SETS)
def test_a_set_is_made_by_its_seed_and_every_text_is_another(name):
    some = [*open_corpus([name], 60, seed=3)]
    assert some == [*open_corpus([name], 60, seed=3)]
    assert some != [*open_corpus([name], 60, seed=4)]
    assert len({one.text for one in some}) == 60
    assert all(one.target for one in some)


def test_the_answer_of_a_set_follows_from_its_text():
    for one in open_corpus(["indirect-object"], 40):
        right, wrong = (name.strip() for name in one.target.split("/"))
        assert one.text.count(right) == 1
        assert one.text.count(wrong) == 2
    for one in open_corpus(["addressing"], 40):
        asked = one.text.split(". ")[-1].removesuffix(" has the")
        right, wrong = (name.strip() for name in one.target.split("/"))
        assert f"{asked} has the {right}." in one.text
        assert f"has the {wrong}." in one.text
        assert f"{asked} has the {wrong}." not in one.text
    for name, places in (("greater-than", 1), ("greater-than-pairs", 2)):
        for one in open_corpus([name], 40):
            begun = re.search(r"the year (\d\d)(\d\d) to the year \1$", one.text)[2]
            ends = one.target.split("|")
            assert all(len(end) == places and end > begun[:places] for end in ends)
            assert len(ends) == (9 - int(begun[0]) if places == 1 else 99 - int(begun))
    for one in open_corpus(["agreement"], 40):
        assert one.target in (" is/ are", " are/ is")


def test_a_set_that_has_fewer_texts_says_so(monkeypatch):
    monkeypatch.setattr(prompts, "EVENTS", ("war",))
    assert len(list(open_corpus(["greater-than"], 500))) == 500
    with pytest.raises(LabError) as fault:
        list(open_corpus(["greater-than"], 9 * 8 * 10 + 1))
    assert fault.value.message == "set-too-small"


def test_pairs_with_one_beginning_are_read_from_their_file():
    folder = DATA / "blimp"
    if not folder.is_dir():
        pytest.skip("the minimal pairs do not lie beside the project, in ../shared/data/blimp")
    corpus = open_corpus([str(folder / "*agreement_1.jsonl")], count=50)
    found = list(corpus)
    assert len(found) == 50
    assert {one.group for one in found} == {
        "irregular_plural_subject_verb_agreement_1", "regular_plural_subject_verb_agreement_1",
    }  # fmt: skip
    first = next(iter(open_corpus([str(folder / "anaphor_gender_agreement.jsonl")])))
    assert first == Case("Katherine can't help", " herself/ himself", "anaphor_gender_agreement")
    with pytest.raises(LabError, match=r"wh_vs_that.*Line 1"):
        open_corpus([str(folder / "wh_vs_that_with_gap_long_distance.jsonl")]).survey()


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("a.jsonl", b'{"text": "a"}\n{"txt": 1}\n', "corpus-line-unreadable"),
        ("a.jsonl", b"[1]\n", "corpus-line-unreadable"),
        ("a.jsonl", b'{"text": "a", "group": 3}\n', "corpus-line-unreadable"),
        ("a.jsonl", b'{"sentence_good": "a", "sentence_bad": "b"}\n', "corpus-line-unreadable"),
        ("a.txt", b"\xff\xfe", "texts-not-utf8"),
        ("a.txt", b"\n  \n", "texts-empty"),
        ("a.txt.gz", b"no gzip", "corpus-not-reached"),
        (
            "a.txt.gz",
            gzip.compress(b"".join(b"%d anna\n" % (7**n) for n in range(300)))[:40] + b"\xff" * 99,
            "corpus-not-reached",
        ),
        ("a.txt.zst", b"anna", "corpus-packed"),
        ("a.parquet", b"no parquet", "corpus-line-unreadable"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_path(tmp_path, need, name, content, message):
    need("pyarrow")
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(LabError) as fault:
        open_corpus([str(path)]).survey()
    assert fault.value.message == message
    assert name in str(fault.value)


def test_half_a_character_is_refused_and_a_mark_at_the_beginning_is_no_letter(tmp_path):
    path = tmp_path / "a.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"text": "anna"}\n')
    assert [one.text for one in open_corpus([str(path)])] == ["anna"]
    path.write_bytes(b'{"text": "an\\ud800na"}\n')
    with pytest.raises(LabError) as fault:
        open_corpus([str(path)]).survey()
    assert fault.value.message == "corpus-not-text"


def test_a_parquet_file_without_texts_names_its_columns(tmp_path, need):
    arrow, parquet = need("pyarrow"), need("pyarrow.parquet")
    parquet.write_table(arrow.table({"texts": ["anna"]}), tmp_path / "a.parquet")
    with pytest.raises(LabError, match="texts"):
        open_corpus([str(tmp_path / "a.parquet")]).survey()


@pytest.mark.parametrize("place", ["nowhere.jsonl", "*.none", "nosuch://a.txt", "indirect_object"])
def test_a_place_where_nothing_is_is_said_before_anything_is_read(tmp_path, monkeypatch, place):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LabError) as fault:
        open_corpus([place])
    assert fault.value.message in ("corpus-missing", "corpus-not-reached")
    with pytest.raises(LabError):
        open_corpus([])


def test_a_corpus_is_a_stream(tmp_path, monkeypatch):
    """Not a line more is read than is asked for."""
    path = written(tmp_path, "a.txt", [f"text {number}" for number in range(50_000)])
    read = []
    monkeypatch.setattr(corpora, "plain_case", lambda line: read.append(line) or Case(line.strip()))
    texts = iter(open_corpus([path]))
    assert [next(texts).text for _ in range(3)] == ["text 0", "text 1", "text 2"]
    assert len(read) == 3
