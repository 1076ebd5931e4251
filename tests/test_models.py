"""Our models: against the same in plain lists, against closed forms, and the proofs that refuse a model that lies."""

import json
import math
from dataclasses import replace
from string import ascii_lowercase

import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st
from safetensors.numpy import load_file, save_file
from safetensors.torch import save_file as save_torch

from attnlab import models
from attnlab.edits import Ablate, Cut
from attnlab.errors import LabError
from attnlab.model import Model, own_kernel, prove
from attnlab.models import plain
from attnlab.models.handmade import handmade
from attnlab.models.small import FORMAT, Shape, Small, draw
from attnlab.probe import STAGES, Recorder, Site, bind
from attnlab.tokens import Alphabet
from attnlab.traces import explained, trace

SHARP, VOTE = math.exp(8), 6.0
texts = st.text(alphabet=ascii_lowercase, min_size=1, max_size=15)


def small(seed=0, std=0.5, **sizes):
    """An untrained model of the letters a to d."""
    shape = Shape(**({"symbols": 5, "layers": 2, "heads": 2, "width": 8, "context": 9, "hidden": 16} | sizes))
    return Small("drawn", shape, Alphabet(tuple("abcd")), draw(shape, std=std, seed=seed))


def hear(model, text):
    """Logits by the formula, and every stage of every site."""
    recorder = Recorder()
    logits = model.run(model.tokens(text), lambda site, call: call.mix(bind(recorder, site)))
    return logits, recorder.heard


# --- the same in plain lists ------------------------------------------------------------------------------------------


def agrees_with_plain_lists(model, text):
    """Every stage and every logit, to 1e-12."""
    shape, ids = model.shape, model.tokens(text).ids
    lists = {name: x.tolist() for name, x in model.parameters.items()}
    logits, heard = hear(model, text)
    np.testing.assert_allclose(model.run(model.tokens(text)), logits, rtol=1e-12, atol=1e-12)
    for place, (row, said) in enumerate(plain.run(lists, shape.heads, shape.layers, shape.norm_eps, ids)):
        np.testing.assert_allclose(logits[place], row, rtol=1e-12, atol=1e-12)
        assert len(said) == shape.layers * shape.heads
        for one in said:
            ours = {
                stage: heard[Site(one["layer"]), stage][..., one["head"], :, :] for stage in STAGES if stage != "mask"
            }
            for stage in ("q", "k", "v", "output"):
                np.testing.assert_allclose(ours[stage][place], one[stage], rtol=1e-12, atol=1e-12, err_msg=stage)
            for stage in ("score", "weight"):  # plain lists know nothing of the future
                np.testing.assert_allclose(ours[stage][place, : place + 1], one[stage], rtol=1e-12, atol=1e-12)
            assert not ours["weight"][place, place + 1 :].any()


@given(text=texts)
@example(text="z" * 15)
def test_the_trained_model_gives_what_plain_lists_give_at_every_stage(names, text):
    agrees_with_plain_lists(names, text)


@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**32 - 1), layers=st.integers(0, 3), heads=st.integers(1, 3), dim=st.integers(1, 3),
    std=st.sampled_from([0.08, 0.3, 1.0]), text=st.text(alphabet="abcd", min_size=1, max_size=8),
)  # fmt: skip
def test_a_model_of_any_size_gives_what_plain_lists_give(seed, layers, heads, dim, std, text):
    agrees_with_plain_lists(small(seed, std, layers=layers, heads=heads, width=heads * dim), text)


def test_the_names_model_has_4192_parameters_as_its_sizes_add_up(names):
    embeddings = 27 * 16 + 16 * 16
    block = 4 * 16 * 16 + 2 * 16 * 64
    assert names.parameter_count == embeddings + block + 16 * 27 == 4192
    assert sum(x.size for x in names.parameters.values()) == 4192


@pytest.mark.parametrize(("dtype", "within"), [(torch.float32, 1e-5), (torch.float64, 1e-12)])
@settings(max_examples=10)
@given(text=texts)
def test_torch_parameters_give_the_same_logits(names, dtype, within, text):
    twin = replace(names, parameters={name: torch.tensor(x, dtype=dtype) for name, x in names.parameters.items()})
    found, heard = hear(twin, text)
    assert found.dtype == dtype
    ours, ours_heard = hear(names, text)
    np.testing.assert_allclose(found.numpy(), ours, rtol=within, atol=within)
    np.testing.assert_allclose(heard[Site(0), "weight"].numpy(), ours_heard[Site(0), "weight"], rtol=0, atol=within)


@given(text=texts)
def test_what_follows_a_text_is_not_known_to_its_beginning(names, text):
    """A logit depends on what stands at and before its place, so a longer text only adds rows."""
    whole = names.run(names.tokens(text))
    for length in {1, len(text) // 2 or 1}:
        np.testing.assert_allclose(names.run(names.tokens(text[:length])), whole[: length + 1], rtol=0, atol=1e-12)


@given(text=texts)
def test_what_the_heads_hand_over_adds_up_to_what_their_layer_adds(names, text):
    _, heard = hear(names, text)
    joined = np.concatenate(list(heard[Site(0), "output"]), axis=-1) @ names.parameters["0.join"]
    parts = [
        heard[Site(0), "weight"][head] @ names.project(Site(0), head, heard[Site(0), "v"][head]) for head in range(4)
    ]
    np.testing.assert_allclose(sum(parts), joined, rtol=0, atol=1e-12)


def test_a_width_that_heads_do_not_share_is_refused():
    with pytest.raises(LabError) as refused:
        Shape(width=10, heads=4)
    assert (refused.value.message, refused.value.facts) == ("heads-do-not-share-width", {"width": 10, "heads": 4})


# --- heads made by hand -----------------------------------------------------------------------------------------------


@given(letters=st.permutations(ascii_lowercase), length=st.integers(1, 15))
def test_the_head_that_looks_back_gives_e8_over_e8_plus_i(letters, length):
    text = "".join(letters[:length])
    run = trace(models.load("previous"), text)
    weight = run.map("0", 0).weight
    for i in range(1, length + 1):
        row = np.full(length + 1, 1 / (SHARP + i))
        row[i - 1], row[i + 1 :] = SHARP / (SHARP + i), 0
        np.testing.assert_allclose(weight[i], row, rtol=0, atol=1e-12)
    assert weight[0].tolist() == [1] + [0] * length

    said = dict.fromkeys((*ascii_lowercase, "START"), 0.0) | {letter: VOTE / (SHARP + length) for letter in text}
    if length > 1:
        said[text[-2]] = VOTE * SHARP / (SHARP + length)
    np.testing.assert_allclose(run.logits[-1], list(said.values()), rtol=0, atol=1e-12)


def test_the_head_that_looks_at_its_own_letter_gives_e8_over_e8_plus_i():
    run = trace(models.load("same"), "abcb")  # START a b c b: the last query, 4, finds its letter at place 2
    np.testing.assert_allclose(run.map().weight[4], np.array([1, 1, SHARP, 1, 1]) / (SHARP + 4), rtol=0, atol=1e-12)
    np.testing.assert_allclose(run.map().weight[3], [0.25, 0.25, 0.25, 0.25, 0], rtol=0, atol=1e-12)
    a, b, c = (ascii_lowercase.index(one) for one in "abc")
    expected = np.zeros(27)
    expected[[a, b, c]] = VOTE / (SHARP + 4), VOTE * (SHARP + 1) / (SHARP + 4), VOTE / (SHARP + 4)
    np.testing.assert_allclose(run.logits[4], expected, rtol=0, atol=1e-12)


def test_the_decoy_looks_hard_and_every_cut_of_it_changes_nothing():
    model = models.load("decoy")
    run = trace(model, "abcde")
    assert run.map().weight[5, 4] == pytest.approx(SHARP / (SHARP + 5), abs=1e-12)
    expected = np.full(27, VOTE)
    expected[ascii_lowercase.index("e")] += VOTE
    np.testing.assert_allclose(run.logits[5], expected, rtol=0, atol=1e-12)
    for key in range(6):
        cut = explained(model, run.tokens, [Cut(Site(0), 0, 5, key)])
        np.testing.assert_allclose(cut.logits[5], expected, rtol=0, atol=1e-12)


def test_the_quiet_key_has_hardly_any_weight_and_the_whole_answer():
    model = models.load("quiet")
    run = trace(model, "aebio")
    row = np.array([math.exp(-9), math.exp(3.0), math.exp(3.1), 1, math.exp(3.2), math.exp(3.3)])
    np.testing.assert_allclose(run.map().weight[5], row / row.sum(), rtol=0, atol=1e-12)
    expected = np.zeros(27)
    expected[1] = 240 / row.sum()
    np.testing.assert_allclose(run.logits[5], expected, rtol=0, atol=1e-12)
    assert row[3] / row.sum() < 0.012  # it is the fifth of six keys by weight
    cut = explained(model, run.tokens, [Cut(Site(0), 0, 5, 3)])
    assert not cut.logits[5].any()


def test_of_two_heads_that_back_each_other_up_either_is_enough_and_both_are_not():
    model = models.load("backup")
    clean, one, both = (
        explained(model, model.tokens("abcde"), [Ablate(Site(0), head) for head in heads]).logits[5]
        for heads in ((), (0,), (0, 1))
    )
    assert clean[3] == one[3] == 6
    assert np.array_equal(clean, np.minimum(6, clean))
    assert not both.any()


@pytest.mark.parametrize("name", handmade())
def test_a_handmade_model_says_what_it_is_made_to_say(name):
    model, rng = models.load(name), np.random.default_rng(0)
    for _ in range(100):
        text = model.draw(rng)
        logits = model.run(model.tokens(text))[-1]
        first, second = np.argsort(logits)[[-1, -2]]
        assert model.vocabulary[first] == model.answer(text)
        assert logits[first] - logits[second] > 1


# --- proofs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", models.NAMES)
def test_every_model_at_hand_is_heard_the_same_and_moved(name):
    model = models.load(name)
    assert isinstance(model, Model)
    proof = prove(model, model.example() if isinstance(model, Small) else "anton")
    assert proof.heard == model.sites
    assert proof.error <= 1e-12
    assert min(proof.moved) > 0
    assert proof.exact


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1), layers=st.integers(1, 3), heads=st.integers(1, 3), dim=st.integers(1, 3))
def test_an_untrained_model_of_any_size_proves_itself(seed, layers, heads, dim):
    model = small(seed, layers=layers, heads=heads, width=heads * dim)
    assert prove(model, "abca").heard == model.sites


class Lying:
    """A model that does something else with what it is told."""

    def __init__(self, model, run):
        self.model, self.lie = model, run

    def __getattr__(self, name):
        return getattr(self.model, name)

    def run(self, tokens, attend=own_kernel):
        return self.lie(tokens, attend)


def test_a_model_with_a_silent_layer_is_refused_by_name_of_the_layer():
    model = small(layers=3)

    def run(tokens, attend):
        return model.run(tokens, lambda site, call: None if site.layer >= 1 else attend(site, call))

    with pytest.raises(LabError) as refused:
        prove(Lying(model, run), "abca")
    assert refused.value.message == "proof-silent"
    assert refused.value.facts == {"model": "drawn", "silent": 2, "sites": 3, "first": "1"}


@pytest.mark.parametrize("change", [1e-3, math.nan])
def test_a_model_that_answers_otherwise_when_listened_to_is_refused(change):
    model = small()

    def run(tokens, attend):
        left = []

        def ear(site, call):
            output = attend(site, call)
            left.append(attend is not own_kernel and output is None)
            return output

        return model.run(tokens, ear) + (change if any(left) else 0)

    with pytest.raises(LabError) as refused:
        prove(Lying(model, run), "abca")
    assert refused.value.message == "proof-not-same"


def test_a_model_whose_own_kernel_is_not_the_formula_is_refused():
    model = small()

    def run(tokens, attend):
        def other(site, call):
            return replace(call, scale=call.scale * 1.01).mix() if attend(site, call) is None else attend(site, call)

        return model.run(tokens, other)

    with pytest.raises(LabError) as refused:
        prove(Lying(model, run), "abca")
    assert refused.value.message == "proof-not-same"
    assert float(refused.value.facts["error"]) > 1e-6


def test_a_model_that_throws_a_layers_output_away_is_refused_by_name_of_the_layer():
    model = small(layers=3)

    def run(tokens, attend):
        def deaf(site, call):
            output = attend(site, call)
            return None if site == Site(1) else output

        return model.run(tokens, deaf)

    with pytest.raises(LabError) as refused:
        prove(Lying(model, run), "abca")
    assert (refused.value.message, refused.value.facts["sites"]) == ("proof-not-moved", ["1"])


def test_a_model_that_leads_a_layer_nowhere_is_refused_by_name_of_the_layer():
    model = small(layers=2)
    model.parameters["1.join"] *= 0
    with pytest.raises(LabError) as refused:
        prove(model, "abca")
    assert (refused.value.message, refused.value.facts["sites"]) == ("proof-not-moved", ["1"])


# --- files ------------------------------------------------------------------------------------------------------------


def test_a_saved_model_opens_as_it_was(names, tmp_path):
    path = names.save(tmp_path / "again.safetensors")
    opened = models.load(str(path))
    assert (opened.name, opened.shape, opened.alphabet, opened.record) == (
        names.name, names.shape, names.alphabet, names.record,
    )  # fmt: skip
    assert opened.fingerprint() == names.fingerprint()
    assert np.array_equal(opened.run(opened.tokens("anna")), names.run(names.tokens("anna")))


def test_a_fingerprint_is_of_the_weights_and_sizes_and_not_of_the_name(names):
    one = names.fingerprint()
    assert replace(names, name="other").fingerprint() == one
    nudged = {name: x.copy() for name, x in names.parameters.items()}
    nudged["0.q"][0, 0] = np.nextafter(nudged["0.q"][0, 0], 1)
    assert replace(names, parameters=nudged).fingerprint() != one
    assert len({models.load(name).fingerprint() for name in models.NAMES}) == len(models.NAMES)


def refused_as(path):
    with pytest.raises(LabError) as refused:
        models.load(str(path))
    assert str(path) in str(refused.value)
    return refused.value.message


@settings(max_examples=60)
@given(share=st.floats(0, 1, exclude_max=True))
@example(share=0.0)
@example(share=1 - 1e-9)
def test_a_file_cut_short_anywhere_is_refused_in_words(names, tmp_path_factory, share):
    path = tmp_path_factory.getbasetemp() / "torn.safetensors"
    names.save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[: int(share * len(whole))])
    assert refused_as(path) == "model-file-torn"
    path.write_bytes(whole + b"more")
    assert refused_as(path) == "model-file-torn"


def test_a_file_of_somebody_elses_is_refused_by_its_format(names, tmp_path):
    path = tmp_path / "other.safetensors"
    save_file({"a": np.zeros(2)}, path)
    assert refused_as(path) == "model-file-foreign"
    save_torch({"a": torch.zeros(2, dtype=torch.bfloat16)}, path)  # as most models of the hub are stored
    assert refused_as(path) == "model-file-foreign"
    save_file({"a": np.zeros(2)}, path, {"format": "attnlab small 2"})
    assert refused_as(path) == "model-file-foreign"
    path.write_text("anna\n")
    assert refused_as(path) == "model-file-torn"


@pytest.mark.parametrize(
    "change",
    [{"shape": None}, {"shape": "{"}, {"shape": "[]"}, {"shape": '{"depth": 3}'}, {"shape": '{"width": 10}'},
     {"shape": '{"heads": 0}'}, {"symbols": '["a"]'}, {"symbols": "7"}, {"start": None}, {"record": "{"},
     {"name": None}, {"shape": '{"width": "16"}'}, {"shape": '{"biases": -1}'}, {"shape": '{"norm_eps": NaN}'},
     {"shape": "[" * 100_000}, {"symbols": json.dumps([None, *ascii_lowercase[1:]])},
     {"symbols": json.dumps(["", *ascii_lowercase[1:]])}, {"symbols": json.dumps(["\ud800", *ascii_lowercase[1:]])},
     {"shape": '{"layers": 9223372036854775808}'},
     {"record": "[]"}, {"record": '{"task": "nothing that was ever taught"}'}, {"sha256": "0" * 64}],
)  # fmt: skip
def test_a_file_whose_words_about_itself_do_not_add_up_is_refused(names, tmp_path, change):
    weights = {name: x.astype(np.float32) for name, x in names.parameters.items()}
    about = {"format": FORMAT, "name": "names", "shape": json.dumps(vars(names.shape)), "start": "START",
             "symbols": json.dumps(names.alphabet.symbols), "record": "{}"}  # fmt: skip
    path = tmp_path / "model.safetensors"
    save_file(weights, path, about)
    assert models.load(str(path)).shape == names.shape
    save_file(weights, path, {name: value for name, value in (about | change).items() if value is not None})
    assert refused_as(path) == "model-file-torn"


def test_one_altered_bit_of_a_weight_is_found_and_so_is_an_altered_letter(names, tmp_path):
    path = names.save(tmp_path / "model.safetensors")
    whole = path.read_bytes()
    path.write_bytes(whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:])
    assert refused_as(path) == "model-file-torn"
    path.write_bytes(whole.replace(b'"start":"START"', b'"start":"STARS"'))
    assert refused_as(path) == "model-file-torn"
    path.write_bytes(whole)
    assert models.load(path).fingerprint() == names.fingerprint()


def test_a_translator_of_a_task_whose_words_it_does_not_know_is_refused(tmp_path):
    other = models.load("numbers-et")
    path = replace(other, record=other.record | {"task": "grammar-et"}).save(tmp_path / "model.safetensors")
    assert refused_as(path) == "model-file-torn"


def test_a_file_with_a_weight_that_is_no_number_is_refused(names, tmp_path):
    path = tmp_path / "model.safetensors"
    replace(names, parameters=names.parameters | {"0.q": np.full((16, 16), np.nan)}).save(path)
    assert refused_as(path) == "model-file-torn"


def test_a_file_that_lacks_a_weight_or_has_one_of_another_size_is_refused(names, tmp_path):
    path = names.save(tmp_path / "model.safetensors")
    weights = load_file(path)
    about = {"format": FORMAT, "name": "names", "shape": json.dumps(vars(names.shape)), "start": "START",
             "symbols": json.dumps(names.alphabet.symbols), "record": "{}"}  # fmt: skip
    for change in ({"0.q": None}, {"0.q": np.zeros((16, 8), np.float32)}, {"1.q": np.zeros((16, 16), np.float32)}):
        save_file({name: x for name, x in (weights | change).items() if x is not None}, path, about)
        assert refused_as(path) == "model-file-torn"


@pytest.mark.parametrize(
    "name", ["", "nmaes", "Names", "name", "previus", "backups", "no such name", "a" * 5000, "a\0b", "näide"]
)
def test_a_name_that_nobody_knows_is_answered_with_those_there_are(name):
    with pytest.raises(LabError) as refused:
        models.load(name)
    assert refused.value.message == "model-unknown"
    assert ", ".join(models.NAMES) in str(refused.value)


def test_a_file_that_is_not_there_is_said_to_be_missing(tmp_path):
    for path in (tmp_path / "none.safetensors", tmp_path / ("n" * 300 + ".safetensors")):
        assert refused_as(path) == "file-missing"


# --- sampling ---------------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(seed=st.integers(0, 2**32 - 1), beginning=st.text(alphabet=ascii_lowercase, max_size=15))
def test_a_sampled_name_is_seeded_in_the_alphabet_and_begins_as_asked(names, seed, beginning):
    said, again = (names.sample(np.random.default_rng(seed), beginning=beginning) for _ in range(2))
    assert said == again
    assert said.startswith(beginning)
    assert set(said) <= set(ascii_lowercase)
    assert len(said) <= 15


def test_other_seeds_say_other_names(names):
    assert len({names.sample(np.random.default_rng(seed)) for seed in range(20)}) > 15


def test_near_temperature_0_only_the_likeliest_letter_is_said(names):
    ids = [26]
    while len(ids) < 16 and (said := int(names.run(names.alphabet.tokens(tuple(ids)))[-1].argmax())) != 26:
        ids.append(said)
    likeliest = "".join(ascii_lowercase[one] for one in ids[1:])
    for temperature in (1e-5, 1e-300, 5e-324):
        assert names.sample(np.random.default_rng(0), temperature=temperature) == likeliest


def test_letters_are_drawn_as_often_as_the_model_expects_them():
    model, rng, count = small(std=1.5, layers=0, context=2), np.random.default_rng(1), 1000  # one letter or none
    said = model.samples(rng, count, temperature=2.0)
    odds = np.exp(model.run(model.alphabet.tokens((4,)))[0] / 2)
    for letter, share in zip((*"abcd", ""), odds / odds.sum(), strict=True):
        assert abs(said.count(letter) / count - share) < 4 * math.sqrt(share * (1 - share) / count)


@pytest.mark.parametrize("temperature", [0.0, -1.0, math.nan, math.inf])
def test_a_temperature_that_is_not_above_0_is_refused(names, temperature):
    with pytest.raises(LabError) as refused:
        names.sample(np.random.default_rng(0), temperature=temperature)
    assert refused.value.message == "temperature-not-positive"


def test_a_model_in_torch_samples_too(names):
    twin = replace(names, parameters={name: torch.tensor(x) for name, x in names.parameters.items()})
    assert twin.sample(np.random.default_rng(5)) == names.sample(np.random.default_rng(5))
