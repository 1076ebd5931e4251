"""What the truth bench plants is there, and what it compares is computed rightly."""

from functools import cache

import jaxtyping
import numpy as np
import pytest
from benchmarks import planted
from benchmarks.scores import OF_PLACES, WAYS, effects, forward, gradients, heads, rollout, scores
from benchmarks.truth import SUPPORTED, VERDICT, judged, temptations

from attnlab.edits import Cut, Drop
from attnlab.effects import effect
from attnlab.model import own_kernel
from attnlab.models.small import Shape, Small, draw
from attnlab.probe import Site
from attnlab.replay import Replay
from attnlab.targets import Difference, choose
from attnlab.tokens import Alphabet

KINDS = ("decoys", "sinks", "quiet", "saturated", "backups")


@pytest.fixture(scope="module", autouse=True)
def many_runs():
    """Statistics need thousands of runs; shapes are checked in the tests of what runs."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@cache
def of(kind, seed=0):
    return getattr(planted, kind)(seed)


def one_text(made, place=0):
    """A text, its tokens, and the answer against the runner-up."""
    known = made.texts[place]
    tokens = made.model.tokens(known.text)
    target = choose(made.model, tokens, made.model.run(tokens), "top")
    assert isinstance(target, Difference)
    return known, tokens, target


def small(layers=1, seed=0):
    """An untrained model of one head a layer, without a feed-forward part."""
    shape = Shape(symbols=5, layers=layers, heads=1, width=4, context=6, hidden=0)
    return Small("one-head", shape, Alphabet(tuple("abcd")), draw(shape, std=0.5, seed=seed))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_answer_comes_from_the_key_that_is_said_to_carry_it(kind, seed):
    made = of(kind, seed)

    for place in range(5):
        known, _, target = one_text(made, place)
        query = target.position
        edits = [Cut(Site(0), head, query, known.key) for head in made.causal]
        cut = effect(made.model, known.text, edits)

        assert known.text[known.key - 1] == known.answer == made.model.vocabulary[target.symbol]
        assert cut.change <= -0.95 * cut.before


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [0, 1, 2])
def test_no_cut_in_a_decoy_moves_the_answer(kind, seed):
    made = of(kind, seed)

    for place in range(5):
        _, tokens, target = one_text(made, place)
        harm = effects(Replay(made.model, tokens), target)

        assert made.decoys
        assert not harm[list(made.decoys)].any()
        assert harm[list(made.causal)].any()


def test_a_decoy_and_a_sink_look_harder_than_the_head_that_matters(need):
    need("torch")
    _, tokens, target = one_text(of("decoys"))
    top = scores(of("decoys").model, tokens, target)["weight"].max(axis=1)
    assert top[list(of("decoys").decoys)].min() > top[list(of("decoys").causal)].max()

    made = of("sinks")
    _, tokens, target = one_text(made)
    weight = [Replay(made.model, tokens).clean.map(Site(0), head).weight[target.position] for head in made.decoys]
    assert all(row.argmax() in (0, 1) and row.max() > 0.9 for row in weight)


def test_the_key_of_a_trained_model_is_the_one_its_answer_follows(need, monkeypatch):
    need("torch")
    monkeypatch.setattr(planted, "TEXTS", 20)
    monkeypatch.setitem(planted.TASKS, "marked", planted.Task((*planted.FEW, *planted.CAPITALS, "?"), 1, 400,
                                                              planted._marked, planted.CAPITALS))  # fmt: skip

    made = planted.trained("marked", 1, 0)

    assert made.causal == (0,)
    assert min(made.learnt or 0, made.followed or 0) > 0.8
    assert all(known.text[known.key - 1] == known.answer.upper() for known in made.texts)


RULES = {
    "marked": lambda text, key: text[key - 1].isupper() and text[-1] == "?",
    "addressed": lambda text, key: int(text[-1]) == key,
    "after": lambda text, key: text.index(".") == key - 2 and text.count(".") == 2 and text[-1] == ".",
}


@pytest.mark.parametrize("task", planted.TASKS)
def test_a_task_names_its_key_and_its_answer(task):
    rng = np.random.default_rng(0)
    for _ in range(50):
        known = planted.TASKS[task].draw(rng)

        assert known.text[known.key - 1].lower() == known.answer
        assert RULES[task](known.text, known.key)


def test_rollout_of_two_layers_by_hand():
    first = [[[1, 0], [0.2, 0.8]], [[1, 0], [0.6, 0.4]]]  # two heads, (0.4, 0.6) on average
    second = [[[1, 0], [0.9, 0.1]], [[1, 0], [0.9, 0.1]]]
    # halved with what stays: (1, 0), (0.2, 0.8), then (1, 0), (0.45, 0.55); 0.45 + 0.55 * 0.2 = 0.56

    made = rollout(np.array([first, second]))

    np.testing.assert_allclose(made, [[1, 0], [0.56, 0.44]])


def test_contribution_is_weight_times_the_length_of_what_is_handed_over():
    made = of("quiet")
    known, tokens, target = one_text(made)
    (head,) = made.causal
    weight = Replay(made.model, tokens).clean.map(Site(0), head).weight[target.position, known.key]

    found = scores(made.model, tokens, target)["contribution"][head]

    assert found[known.key] == pytest.approx(weight * 240)  # a soft letter's value: 40 votes of 6 nats, to itself alone
    assert np.count_nonzero(found[np.isfinite(found)]) == 1


@pytest.mark.parametrize("layers", [1, 2])
def test_the_torch_twin_says_what_the_model_says(need, layers):
    need("torch")
    for model, text in ((small(layers), "abcda"), (of("backups").model, "abcdefg"), (of("quiet").model, "abcdefg")):
        tokens = model.tokens(text)

        _, logits = forward(model, tokens, lambda site, call: call.mix())

        np.testing.assert_allclose(logits.detach().numpy(), model.run(tokens, own_kernel), atol=1e-12)


def test_gradient_times_input_agrees_with_finite_differences(need):
    need("torch")
    model, step = small(2), 1e-6
    tokens, target = model.tokens("abcd"), Difference(0, 2, 4)  # every symbol stands once

    found, _ = gradients(model, tokens, target)

    for place, symbol in enumerate(tokens.ids):
        moved = []
        for sign in (1, -1):
            table = model.parameters["symbol"].copy()
            table[symbol] *= 1 + sign * step
            other = Small("moved", model.shape, model.alphabet, model.parameters | {"symbol": table})
            moved.append(target(other.run(tokens)))
        assert found[place] == pytest.approx((moved[0] - moved[1]) / (2 * step), abs=1e-6)


def test_attribution_is_what_dropping_the_weight_does_where_all_is_straight(need):
    """Votes go straight into the logits and no cap is near, so the gradient's estimate is a drop's exact effect."""
    need("torch")
    made = of("decoys")
    _, tokens, target = one_text(made)

    _, found = gradients(made.model, tokens, target)

    for number, (site, head) in enumerate(heads(made.model)):
        for key in range(len(tokens)):
            dropped = effect(made.model, tokens.text, [Drop(site, head, target.position, key)])
            assert found[number, key] == pytest.approx(-dropped.change, abs=1e-9)


def test_a_place_way_may_not_name_the_query_nor_any_way_start(need):
    need("torch")
    _, tokens, target = one_text(of("decoys"))

    found = scores(of("decoys").model, tokens, target)

    assert tuple(found) == WAYS
    for way, table in found.items():
        assert np.isneginf(table[..., 0]).all()
        assert np.isneginf(table[..., target.position]).all() == (way in OF_PLACES)


def test_each_way_is_judged_by_what_was_planted(need):
    need("torch")
    decoys, capped = judged(planted.decoys, 0), judged(planted.saturated, 0)

    assert decoys.named["weight"].asked == 1  # the head that matters looks at the right key
    assert decoys.named["weight"].wrong == 1  # and another looks harder elsewhere
    assert decoys.named["contribution"].wrong == 1
    assert decoys.named["attribution"].first == decoys.named["effect"].first == decoys.named[VERDICT].first == 1
    assert decoys.outcomes == ("supported",)
    assert capped.named["attribution"].first == 0  # above the cap the gradient is 0
    assert capped.named["effect"].first == capped.named[SUPPORTED].first == 1
    assert decoys.named["rollout"].asked is None


def test_what_is_named_for_being_large_is_always_larger_than_a_random_one(need):
    need("torch")

    found = temptations(0.3, 0, texts=30)

    assert all(all(one.own) for one in found.values())
    assert [len(found[way].own) for way in WAYS] == [1 if way in OF_PLACES else 4 for way in WAYS]
    assert all(found["effect"].size) and all(found["effect"].signed)
