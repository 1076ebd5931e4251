"""Training: the loss falls below the table of letter pairs, the same seed gives the same, the held-out stay out."""

import math
from dataclasses import replace

import numpy as np
import pytest

from attnlab.datasets import read_names
from attnlab.errors import LabError
from attnlab.models.small import Shape, Small, draw, logits
from attnlab.recipes import parts_of
from attnlab.tasks import find
from attnlab.tokens import Alphabet
from attnlab.train import Answers, Recipe, bigram, train, train_task

# Each text is three letters over and over: the letter three places back says what comes, the last one does not.
SHAPE = Shape(symbols=5, layers=1, heads=2, width=16, context=12, hidden=16)
TEXTS = [[*pattern] * (2 + sum(pattern) % 2) for pattern in np.ndindex(4, 4, 4)]
RECIPE = Recipe(steps=60, batch=16, rate=0.04)


@pytest.fixture(scope="module", autouse=True)
def one_thread(need):
    torch = need("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)  # so small a model is only slowed down by more
    yield
    torch.set_num_threads(threads)


@pytest.fixture(scope="module")
def trained():
    seen = []
    return train(TEXTS, SHAPE, RECIPE, lambda step, loss: seen.append((step, loss))), seen


def nats(parameters, texts):
    """Held-out surprise as the lab's own NumPy form of the model finds it."""
    model = Small("trained", SHAPE, Alphabet(tuple("abcd")), {name: x.astype(float) for name, x in parameters.items()})
    found = []
    for text in texts:
        ids = [4, *text, 4]
        logits = model.run(model.alphabet.tokens(tuple(ids[:-1])))
        share = logits - np.log(np.exp(logits).sum(axis=-1, keepdims=True))
        found.extend(-share[place, ids[place + 1]] for place in range(len(ids) - 1))
    return float(np.mean(found))


def held_out(recipe=RECIPE, texts=TEXTS):
    order = np.random.default_rng(recipe.seed).permutation(len(texts))
    kept = max(1, round(len(texts) * recipe.held_out))
    return [texts[one] for one in order[:kept]], [texts[one] for one in order[kept:]]


def test_a_trained_model_knows_the_held_out_texts_better_than_a_table_of_letter_pairs(trained):
    made, seen = trained
    assert made.record["held_out_nats"] < made.record["bigram_nats"] - 0.2
    assert [step for step, _ in seen] == list(range(1, RECIPE.steps + 1))
    assert seen[0][1] == pytest.approx(math.log(5), abs=0.1)  # before the first step all symbols are alike


def test_the_recorded_loss_is_the_one_of_the_saved_model(trained):
    made, _ = trained
    assert made.record["held_out_nats"] == pytest.approx(nats(made.parameters, held_out()[0]), abs=1e-5)
    assert (made.record["texts"], made.record["held_out_texts"]) == (64, 6)


def test_the_same_seed_gives_the_same_figures_and_another_seed_others():
    short = Recipe(steps=3, batch=4)
    one, again, other = (train(TEXTS, SHAPE, recipe) for recipe in (short, short, Recipe(steps=3, batch=4, seed=1)))
    assert all(np.array_equal(one.parameters[name], again.parameters[name]) for name in one.parameters)
    assert one.record == again.record
    assert not np.array_equal(one.parameters["symbol"], other.parameters["symbol"])


def test_held_out_texts_are_never_trained_on():
    """Letter d stands in the held-out texts only, so nothing that belongs to it is ever pulled towards anything."""
    recipe = Recipe(steps=20, batch=8)
    texts = [[0, 1, 2]] * 60
    for place in np.random.default_rng(recipe.seed).permutation(len(texts))[:6]:
        texts[place] = [3, 3, 3]
    before, after = draw(SHAPE, std=recipe.std, seed=recipe.seed), train(texts, SHAPE, recipe).parameters
    moved = [
        not np.array_equal(x, y) for x, y in zip(before["symbol"].astype(np.float32), after["symbol"], strict=True)
    ]
    assert moved == [True, True, True, False, True]


def test_a_held_out_text_that_was_trained_on_as_well_is_not_scored():
    texts = TEXTS + TEXTS[:32]
    some, pool = held_out(texts=texts)
    fresh = [text for text in some if text not in pool]
    assert 0 < len(fresh) < len(some)
    record = train(texts, SHAPE, Recipe(steps=1, batch=2)).record
    assert record["held_out_texts"] == len(fresh)
    assert record["bigram_nats"] == bigram(pool, fresh, 5)


@pytest.mark.parametrize("texts", [[[0]], [[0, 1]] * 50])
def test_texts_too_few_to_hold_one_out_are_refused(texts):
    with pytest.raises(LabError) as refused:
        train(texts, SHAPE, Recipe(steps=1))
    assert (refused.value.message, refused.value.facts) == ("train-too-few", {"texts": 1})


def test_a_text_longer_than_the_context_is_learned_as_far_as_it_goes():
    texts = [[0, 1, 2] * 10] * 20 + [[1, 2]]
    assert math.isfinite(train(texts, SHAPE, Recipe(steps=1, batch=2, held_out=0.9)).record["held_out_nats"])


def test_the_table_of_letter_pairs_by_hand():
    """After START came a twice and b once; after a came b, and START; one is added to every count of three."""
    found = bigram([[0, 1], [0], [1]], [[0, 1]], symbols=3)
    start_a, a_b, b_start = 3 / 6, 2 / 5, 3 / 5
    assert found == pytest.approx(-(math.log(start_a) + math.log(a_b) + math.log(b_start)) / 3, abs=1e-12)


def test_the_embedded_models_record_is_its_own(names, names_list):
    letters = names.alphabet.symbols
    texts = [[letters.index(one) for one in name] for name in read_names(names_list, letters)]
    recipe = Recipe(**names.record["recipe"] | {"betas": tuple(names.record["recipe"]["betas"])})
    some, pool = held_out(recipe, texts)
    met = {tuple(text) for text in pool}
    fresh = [text for text in some if tuple(text) not in met]
    assert len(fresh) == names.record["held_out_texts"]
    assert bigram(pool, fresh, 27) == pytest.approx(names.record["bigram_nats"], abs=1e-9)
    assert names.record["held_out_nats"] < names.record["bigram_nats"]

    part = fresh[:150]
    found = [names.run(names.alphabet.tokens((26, *text))) for text in part]
    shares = [x - np.log(np.exp(x).sum(axis=-1, keepdims=True)) for x in found]
    ends = [[*text, 26] for text in part]
    loss = -np.concatenate([share[np.arange(len(end)), end][:16] for share, end in zip(shares, ends, strict=True)])
    assert loss.mean() == pytest.approx(names.record["held_out_nats"], abs=4 * loss.std() / math.sqrt(len(loss)))


# --- tasks ------------------------------------------------------------------------------------------------------------

ADDRESS = Recipe(steps=60, batch=16, rate=0.01, std=None, look=20)


def lesson(recipe, path=None, watch=lambda step, loss: None, steps=None):
    """The smallest shape for `address`; `watch` may end the run."""
    task = find("address")
    made_of, parts = parts_of(task)
    shape = Shape(symbols=714, heads=1, width=16, context=65, hidden=0, norm="none", positions="none", embed_norm=False,
                  parts=parts, apart=True)  # fmt: skip
    return train_task(
        task, task.vocabulary, shape, recipe, watch, scored={"pairs": (2, 8)}, made_of=made_of, path=path
    )  # fmt: skip


class Killed(Exception):
    pass


def test_a_training_that_was_stopped_is_gone_on_with_to_the_bit(tmp_path, monkeypatch):
    monkeypatch.setattr("attnlab.train.KEPT_EVERY", 0.0)
    path, seen = tmp_path / "part", []

    def stop(step, loss):
        seen.append(step)
        if step == 37:
            raise Killed

    with pytest.raises(Killed):
        lesson(ADDRESS, path, stop)
    assert path.exists()
    again = lesson(ADDRESS, path, lambda step, loss: seen.append(step))
    assert seen == [*range(1, 38), *range(37, 61)]  # step 37 was done, not kept
    assert not path.exists()
    whole = lesson(ADDRESS)
    assert all(np.array_equal(again.parameters[name], whole.parameters[name]) for name in whole.parameters)
    assert {**again.record, "seconds": 0} == {**whole.record, "seconds": 0}


def test_the_state_of_another_training_is_refused(tmp_path, monkeypatch):
    monkeypatch.setattr("attnlab.train.KEPT_EVERY", 0.0)
    path = tmp_path / "part"

    def stop(step, loss):
        if step == 3:
            raise Killed

    with pytest.raises(Killed):
        lesson(ADDRESS, path, stop)
    for other in (replace(ADDRESS, seed=1), replace(ADDRESS, rate=0.02)):
        with pytest.raises(LabError) as refused:
            lesson(other, path)
        assert refused.value.message == "train-part-foreign"
    path.write_bytes(path.read_bytes()[:200])
    with pytest.raises(LabError) as refused:
        lesson(ADDRESS, path)
    assert refused.value.message == "train-part-foreign"
    assert path.exists()  # what is there is not ours to delete


def test_two_looks_at_a_full_score_end_a_training():
    record = lesson(replace(ADDRESS, steps=3000, batch=64, look=50)).record
    assert record["steps"] < 3000
    assert [set(look["scores"].values()) for look in record["looks"][-2:]] == [{1.0}] * 2
    assert record["held_out"] == {"2 pairs": 1.0, "8 pairs": 1.0}


def test_an_answer_is_asked_for_at_its_own_places_alone():
    task = find("copy")
    rng = np.random.default_rng(0)
    batch = Answers(task, task.vocabulary, rng, {}).batch(rng, 5)
    for ids, wanted in zip(batch.ids.tolist(), batch.wanted.tolist(), strict=True):
        first = next(place for place, one in enumerate(wanted) if one >= 0)  # the first letter stands there again
        assert ids[first] == ids[0]
        answer = [one for one in wanted if one >= 0]
        assert answer == ids[1:first]
        assert ids[first + 1 : first + len(answer)] == answer[:-1]


def test_a_translation_is_read_by_the_encoder_and_said_after_start():
    task = find("numbers-et")
    vocabulary = (*task.vocabulary, "START")
    rng = np.random.default_rng(0)
    batch = Answers(task, vocabulary, rng, {}).batch(rng, 8)
    for source, real, ids, wanted in zip(batch.source, batch.real, batch.ids, batch.wanted, strict=True):
        text = " ".join(vocabulary[one] for one in source[real])
        answer = [vocabulary[one] for one in wanted if one >= 0]
        assert tuple(answer) == (*task.read(text).answer, "START")
        assert [vocabulary[one] for one in ids[: len(answer)]] == ["START", *answer[:-1]]
    assert not batch.real.all()


def test_what_pads_a_source_is_not_heard():
    shape = Shape(6, 2, 2, 8, 9, 16, stacks="translator")
    parameters = draw(shape, seed=0)
    source, ids = np.array([[1, 2, 3]]), np.array([[5, 1, 2]])
    padded, real = np.array([[1, 2, 3, 0, 4]]), np.array([[True] * 3 + [False] * 2])
    np.testing.assert_allclose(
        logits(parameters, shape, ids, source=padded, real=real), logits(parameters, shape, ids, source=source),
        rtol=0, atol=1e-12,
    )  # fmt: skip
