"""The shipped models: that each plan makes its model, and that each does what it is said to do."""

import json
import math
from dataclasses import replace
from importlib.resources import files

import numpy as np
import pytest

from attnlab import models
from attnlab.edits import Cut, Swap
from attnlab.errors import LabError
from attnlab.models.small import MADE_OF, Small
from attnlab.probe import Site
from attnlab.recipes import PLANS, changed, make, parts_of, plan, read_sizes
from attnlab.tasks import find
from attnlab.texts import default_cases
from attnlab.traces import explained, trace

TASKS = [name for name, plan in PLANS.items() if plan.task]
NEXT = [name for name in TASKS if find(PLANS[name].task).kind == "next"]
TRANSLATORS = [name for name in TASKS if name not in NEXT]
FEW = 30


def answered(model: Small, examples):
    """The share of texts that are answered right, symbol by symbol, with nothing given but what the model said."""
    right = 0
    for example in examples:
        if model.translates:
            right += model.translate(example.source) == " ".join(example.answer)
            continue
        text = list(example.pieces)
        for _ in example.answer:
            said = model.run(model.tokens(" ".join(text)))[-1].argmax()
            text.append(model.vocabulary[said])
        right += tuple(text[len(example.pieces) :]) == example.answer
    return right / len(examples)


def test_every_plan_is_shipped_and_every_shipped_model_has_a_plan():
    assert tuple(PLANS) == models.EMBEDDED
    for name in models.EMBEDDED:
        assert (files("attnlab.models") / f"{name}.safetensors").stat().st_size < 1_000_000


@pytest.mark.parametrize("name", models.EMBEDDED)
def test_a_shipped_model_is_of_its_plan(name):
    model, wanted = models.load(name), PLANS[name]
    assert isinstance(model, Small)
    assert model.name == name
    assert model.task == wanted.task
    assert {part: getattr(model.shape, part) for part in wanted.shape} == dict(wanted.shape)
    assert model.record["recipe"] == json.loads(json.dumps(vars(wanted.recipe))) or name == "names"


@pytest.mark.parametrize("name", TASKS)
def test_a_shipped_model_answers_texts_it_never_met_as_its_record_says(name):
    model, wanted = models.load(name), PLANS[name]
    task = find(wanted.task)
    sizes = [{part: size} for part, several in wanted.scored.items() for size in several] or [{}]
    for size in sizes:
        label = " ".join(f"{x} {part}" for part, x in size.items()) or "held out"
        said = model.record["held_out"][label]
        drawn = task.held_out(FEW, 12345, **size)
        spread = 4 * math.sqrt(max(said * (1 - said), 0.25 / FEW) / len(drawn))
        assert answered(model, drawn) == pytest.approx(said, abs=spread), label


@pytest.mark.parametrize("name", [name for name in TASKS if name not in ("last-of-two", "last-of-two-blind")])
def test_all_but_the_texts_of_two_values_are_answered_right(name):
    assert min(models.load(name).record["held_out"].values()) >= 0.97


@pytest.mark.parametrize("name", [name for name in models.EMBEDDED if not PLANS[name].task])
def test_a_model_of_names_beats_the_table_of_letter_pairs_and_says_names_in_its_letters(name):
    model = models.load(name)
    assert model.record["held_out_nats"] < model.record["bigram_nats"] - 0.1
    said = "".join(model.samples(np.random.default_rng(0), 30, temperature=0.7))
    assert len(said) > 90
    assert set(PLANS[name].letters).issuperset(said)


# --- addresses: what tells a design from another that answers as well -------------------------------------------------


def address(pairs=16, seed=7):
    return find("address").held_out(20, seed, pairs=pairs)


def test_the_head_looks_at_the_pair_that_is_asked_for():
    model = models.load("address")
    shares = []
    for example in address():
        weight = trace(model, example.source).map().weight[-1]
        assert weight.argmax() == example.alignment[0][1]
        shares.append(weight.max())
    assert np.mean(shares) > 0.8  # of 16 pairs: rivals dilute a learned key as well


def test_another_value_moves_no_weight_at_all():
    model = models.load("address")
    for example in address():
        place = example.alignment[0][1]
        key, _, value = example.pieces[place].partition(":")
        other = (*example.pieces[:place], f"{key}:{(int(value) + 3) % 10}", *example.pieces[place + 1 :])
        before, after = (trace(model, " ".join(pieces)) for pieces in (example.pieces, other))
        np.testing.assert_array_equal(before.map().weight, after.map().weight)
        assert model.vocabulary[after.logits[-1].argmax()] == str((int(value) + 3) % 10)


def test_the_order_of_pairs_is_nothing_to_a_head_without_positions():
    model, rng = models.load("address"), np.random.default_rng(0)
    for example in address():
        *pairs, query = example.pieces
        shuffled = [pairs[one] for one in rng.permutation(len(pairs))]
        one, other = (model.run(model.tokens(" ".join(pieces)))[-1] for pieces in (example.pieces, [*shuffled, query]))
        np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)


def test_to_cut_the_right_pair_takes_the_answer_and_a_value_put_there_becomes_the_answer():
    model, fell, put = models.load("address"), 0, 0
    examples = address()
    for example in examples:
        tokens, right = model.tokens(example.source), example.alignment[0][1]
        last, other = len(tokens) - 1, (right + 1) % (len(tokens) - 1)
        answer = model.vocabulary.index(example.answer[0])
        clean, cut = (explained(model, tokens, edits).logits[-1] for edits in ((), [Cut(Site(0), 0, last, right)]))
        fell += clean[answer] - cut[answer] > 3
        swapped = explained(model, tokens, [Swap(Site(0), 0, right, other)]).logits[-1]
        put += model.vocabulary[swapped.argmax()] == example.pieces[other].partition(":")[2]
    assert fell == len(examples)
    assert put >= 0.9 * len(examples)


def test_without_positions_the_two_orders_of_a_doubled_key_are_one_text():
    blind, sees = models.load("last-of-two-blind"), models.load("last-of-two")
    texts = "A:7 B:2 A:9 C:4 ?A", "A:9 B:2 A:7 C:4 ?A"
    one, other = (blind.run(blind.tokens(text))[-1] for text in texts)
    np.testing.assert_allclose(one, other, rtol=0, atol=1e-9)
    assert [sees.vocabulary[sees.run(sees.tokens(text))[-1].argmax()] for text in texts] == ["9", "7"]
    assert all(0.4 < right < 0.6 for right in blind.record["held_out"].values())


# --- translators ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "source", "target"),
    [("numbers-ru", "two thousand three hundred twenty one", "две тысячи триста двадцать один"),
     ("numbers-et", "one thousand one hundred twelve", "tuhat sada kaksteist"),
     ("grammar-ru", "Anna did not see my brother", "Анна не видела моего брата"),
     ("grammar-et", "Anna did not see my brother", "Anna ei näinud minu venda")],
)  # fmt: skip
def test_a_translator_says_what_its_grammar_says(name, source, target):
    assert " ".join(find(name).read(source).answer) == target
    assert models.load(name).translate(source) == target


@pytest.mark.parametrize("name", TRANSLATORS)
def test_a_translators_default_texts_are_known_words_of_gold_translations(name):
    model = models.load(name)
    cases, source = default_cases(model, 8)
    assert source == "texts-task"
    for case in cases:
        text, _, said = case.text.partition("=>")
        gold = find(name).read(text).answer
        assert gold[: len(said.split())] == tuple(said.split())
        assert case.target == gold[len(said.split())]


# --- plans ------------------------------------------------------------------------------------------------------------


def test_a_plan_is_made_with_other_sizes(tmp_path, need):
    need("torch")
    wanted = changed(plan("copy"), {"steps": 2, "batch": 4, "rate": None}, read_sizes(["layers=1", "positions=alibi"]))
    made = make(wanted)
    assert (made.shape.layers, made.shape.positions, made.record["steps"]) == (1, "alibi", 2)
    assert models.load(str(made.save(tmp_path / "copy.safetensors"))).shape == made.shape


def test_what_a_symbol_is_made_of_is_its_key_and_its_value():
    task = find("address")
    made_of, parts = parts_of(task)
    names = dict(zip(task.vocabulary, made_of.tolist(), strict=True))
    assert parts == (129, 11)
    assert (names["A:7"], names["K64:0"], names["?A"], names["?K64"], names["3"]) == (
        [0, 7], [63, 0], [64, 10], [127, 10], [128, 3]
    )  # fmt: skip
    assert len({tuple(one) for one in made_of.tolist()}) == len(task.vocabulary)
    np.testing.assert_array_equal(models.load("address").parameters[MADE_OF], made_of)


@pytest.mark.parametrize(
    ("wishes", "message"),
    [(["depth=3"], "shape-size-unknown"), (["layers"], "shape-size-unknown"), (["layers=two"], "shape-size-unread"),
     (["tied=maybe"], "shape-size-unread"), (["norm_eps=small"], "shape-size-unread")],
)  # fmt: skip
def test_sizes_that_cannot_be_read_are_answered_in_words(wishes, message):
    with pytest.raises(LabError) as refused:
        read_sizes(wishes)
    assert refused.value.message == message


def test_a_list_of_names_is_no_data_for_a_task(tmp_path):
    with pytest.raises(LabError) as refused:
        make(plan("address"), data=tmp_path / "names.txt")
    assert refused.value.message == "train-data-drawn"
    with pytest.raises(LabError) as refused:
        plan("adress")
    assert refused.value.message == "train-unknown"


def test_a_changed_plan_leaves_the_plan_as_it_was():
    before = plan("address")
    changed(before, {"steps": 3}, {"layers": 2})
    assert plan("address") == before
    assert replace(before, shape=dict(before.shape)) == before


def test_what_a_translator_says_is_no_text_that_it_reads():
    model = models.load("numbers-ru")
    with pytest.raises(LabError) as refused:
        model.translate("сорок")
    assert refused.value.message == "word-strange"
    assert model.tokens("forty => сорок").source.pieces == ("forty",)


@pytest.mark.parametrize("rate", [-1.0, 0.0, math.nan, math.inf])
def test_a_rate_that_teaches_nothing_is_refused(rate, need):
    need("torch")
    with pytest.raises(LabError) as refused:
        make(changed(plan("copy"), {"steps": 1, "rate": rate}, {}))
    assert refused.value.message == "train-rate"


def test_a_translators_texts_need_a_translator(need):
    need("torch")
    with pytest.raises(LabError) as refused:
        make(changed(plan("numbers-ru"), {"steps": 1}, read_sizes(["stacks=decoder"])))
    assert refused.value.message == "train-stacks"


def test_the_report_of_the_small_models_is_that_of_their_records():
    from benchmarks.small import REPORT, report

    assert REPORT.read_text(encoding="utf-8") == report()
