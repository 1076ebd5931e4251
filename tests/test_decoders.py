"""The decoders that lessons hold: their records run as the models they were made of, and the file that holds the
browser's form of them to Python's figures."""

import json
from base64 import b64decode
from string import ascii_lowercase

import decoder_cases as bench
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_bench import alike

from attnlab import load
from attnlab.errors import LabError
from attnlab.lessons.decoders import decoder_record, decoders, decoders_script, untrained
from attnlab.models import plain
from attnlab.models.small import Shape, Small, draw
from attnlab.tokens import Alphabet

MODELS = bench.models()
RECORDS = {name: json.loads(json.dumps(decoder_record(model))) for name, model in MODELS.items()}


def unpacked(record) -> Small:
    """The model of a record, by nothing but what the record says."""
    shape = Shape(**record["shape"], norm_eps=record["eps"])
    stored = {"float32": "<f4", "float64": "<f8"}[record["type"]]
    weights = {
        name: np.frombuffer(b64decode(record["weights"][name]), stored).astype(np.float64).reshape(size)
        for name, size in shape.parameters().items()
    }
    return Small(record["name"], shape, Alphabet(tuple(record["letters"]), record["start"]), weights)


AGAIN = {name: unpacked(record) for name, record in RECORDS.items()}


@given(data=st.data())
def test_a_record_runs_as_the_model_it_was_made_of_and_as_the_same_in_plain_lists(data):
    name = data.draw(st.sampled_from(sorted(MODELS)))
    model, again = MODELS[name], AGAIN[name]
    text = data.draw(st.text(model.alphabet.symbols, min_size=1, max_size=model.context - 1))
    ids, shape = again.tokens(text).ids, again.shape
    logits = again.run(again.tokens(text))
    assert np.array_equal(logits, model.run(model.tokens(text)))
    lists = {name: x.tolist() for name, x in again.parameters.items()}
    rows = [row for row, _ in plain.run(lists, shape.heads, shape.layers, shape.norm_eps, ids)]
    np.testing.assert_allclose(rows, logits, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("name", RECORDS)
def test_a_record_loses_nothing_and_its_example_can_be_read(name):
    model, again = MODELS[name], AGAIN[name]
    assert again.shape == model.shape
    assert again.alphabet == model.alphabet
    assert all(np.array_equal(x, model.parameters[one]) for one, x in again.parameters.items())
    assert RECORDS[name]["type"] == ("float64" if name == "drawn" else "float32")
    assert len(model.tokens(RECORDS[name]["example"])) > 3


def test_the_script_holds_the_four_decoders_in_plain_ascii_and_is_not_large():
    script = decoders_script()
    assert script.isascii()
    assert 100_000 < len(script) < 130_000
    begin, end = "globalThis.attnlabDecoders = ", ";\n"
    assert script.startswith(begin)
    assert json.loads(script[len(begin) : -len(end)]) == decoders()
    assert [one["name"] for one in decoders()] == ["names", "names-ru", "names-latin", "names-untrained"]


def test_the_untrained_decoder_is_names_before_its_first_step():
    names, before = load("names"), untrained()
    recipe = names.record["recipe"]
    assert before.shape == names.shape
    assert before.alphabet == names.alphabet
    for name, x in draw(names.shape, std=recipe["std"], seed=recipe["seed"]).items():
        np.testing.assert_allclose(before.parameters[name], x, rtol=1e-7)
    share = np.exp(before.run(before.tokens("anna"))[-1])
    share /= share.sum()
    assert abs(share - 1 / 27).max() < 0.05  # it has no opinion yet


@pytest.mark.parametrize(
    ("change", "said"),
    [({"positions": "alibi"}, ["positions=alibi"]), ({"norm": "layer", "gains": True}, ["norm=layer", "gains=True"]),
     ({"order": "post"}, ["order=post"]), ({"activation": "gelu", "biases": True}, ["biases=True", "activation=gelu"]),
     ({"tied": True}, ["tied=True"]), ({"last_norm": True}, ["last_norm=True"]), ({"gated": True}, ["gated=True"]),
     ({"experts": 2, "experts_used": 1}, ["experts=2", "experts_used=1"]), ({"hidden": 0}, ["hidden=0"]),
     ({"key_heads": 1}, ["key_heads=1"]), ({"layers": 0}, ["layers=0"]), ({"stacks": "encoder"}, ["stacks=encoder"]),
     ({"pattern": "window", "reach": 2}, ["pattern=window", "reach=2"]), ({"embed_norm": False}, ["embed_norm=False"])],
)  # fmt: skip
def test_a_shape_that_the_page_cannot_run_is_refused_by_what_is_strange_in_it(change, said):
    shape = Shape(**({"symbols": 5, "heads": 2, "width": 8, "context": 9, "hidden": 16} | change))
    with pytest.raises(LabError) as refused:
        decoder_record(Small("other", shape, Alphabet(tuple("abcd")), draw(shape, seed=0)))
    assert (refused.value.message, refused.value.facts["strange"]) == ("decoder-shape", said)
    assert said[0] in refused.value.say("ru")


def test_key_heads_of_which_every_head_has_its_own_are_nothing_strange():
    shape = Shape(symbols=5, heads=2, width=8, context=9, hidden=16, key_heads=2)
    model = Small("other", shape, Alphabet(tuple("abcd")), draw(shape, seed=0))
    assert decoder_record(model)["shape"]["heads"] == 2


@pytest.mark.parametrize(("alphabet", "said"), [(Alphabet(tuple("abcd"), "START", " "), 'between=" "'),
                                                (Alphabet(tuple("abcde"), ""), 'start=""')])  # fmt: skip
def test_texts_of_words_and_texts_without_a_start_are_refused(alphabet, said):
    shape = Shape(symbols=5, heads=2, width=8, context=9, hidden=16)
    with pytest.raises(LabError) as refused:
        decoder_record(Small("other", shape, alphabet, draw(shape, seed=0)))
    assert refused.value.facts["strange"] == [said]


@pytest.mark.parametrize("what", [load("previous"), "names", None])
def test_what_is_no_small_model_of_ours_is_refused(what):
    with pytest.raises(LabError) as refused:
        decoder_record(what)
    assert refused.value.message == "decoder-not-small"


def test_the_file_that_holds_the_browsers_decoder_to_python_is_not_stale():
    kept, now = json.loads(bench.CASES.read_text(encoding="utf-8")), json.loads(json.dumps(bench.cases()))
    for part in now:
        assert alike(kept[part], now[part]), f"{part}: python tests/decoder_cases.py writes it anew"
    assert kept.keys() == now.keys()
    assert bench.CASES.stat().st_size < 600_000


def test_the_texts_of_the_file_have_one_letter_and_the_longest():
    drawn = json.loads(bench.CASES.read_text(encoding="utf-8"))["drawn"]
    for name, model in MODELS.items():
        lengths = {len(case["text"]) for case in drawn if case["decoder"] == name}
        assert {1, model.context - 1} <= lengths
    assert set("".join(case["text"] for case in drawn if case["decoder"] == "names")) <= set(ascii_lowercase)
