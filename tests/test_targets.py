"""Targets: each against a value worked out by hand, and the rules by which a typed wish becomes one."""

import math
from string import ascii_lowercase

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlab.errors import LabError
from attnlab.models import load
from attnlab.targets import AnyOf, Difference, Divergence, Logit, Loss, Probability, choose

MODEL = load("previous")  # 27 symbols: a to z and START
TOKENS = MODEL.tokens("abc")  # four places, 0 to 3
A, B, C, START = 0, 1, 2, 26

# At the last place a has odds of 4, b of 2 and each of the other 25 symbols of 1; elsewhere all are alike.
LOGITS = np.zeros((4, 27))
LOGITS[3, A], LOGITS[3, B] = math.log(4), math.log(2)
MEAN = (math.log(4) + math.log(2)) / 27
ALIKE = np.zeros((4, 27))


@pytest.mark.parametrize(
    ("target", "value"),
    [
        (Logit(A, 3), math.log(4) - MEAN),
        (Logit(C, 3), -MEAN),
        (Difference(A, B, 3), math.log(2)),
        (Difference(C, A, 3), -math.log(4)),
        (Probability(A, 3), 4 / 31),
        (Probability(A, 0), 1 / 27),
        (AnyOf((A, B), 3), math.log(6) - MEAN),
        (AnyOf((A, B, A), 3), math.log(6) - MEAN),
        (AnyOf((A,), 3), math.log(4) - MEAN),
        (Divergence(LOGITS, 3), 0.0),
        (Divergence(ALIKE, 3), -(math.log(4 * 27 / 31) + math.log(2 * 27 / 31) + 25 * math.log(27 / 31)) / 27),
        (Loss(TOKENS.ids, 1, 3), math.log(27)),
        (Loss((START, A, B, C, A), 4, 4), -math.log(4 / 31)),
        (Loss((START, A, B, C, B), 1, 4), (3 * math.log(27) - math.log(2 / 31)) / 4),
    ],
)
def test_a_target_is_what_it_says_worked_out_by_hand(target, value):
    assert target(LOGITS) == pytest.approx(value, abs=1e-12)


def test_how_far_a_distribution_moved_counts_from_the_clean_one():
    moved = Divergence(LOGITS, 3)(ALIKE)
    by_hand = 4 / 31 * math.log(4 * 27 / 31) + 2 / 31 * math.log(2 * 27 / 31) + 25 / 31 * math.log(27 / 31)
    assert moved == pytest.approx(by_hand, abs=1e-12)
    assert moved != pytest.approx(Divergence(ALIKE, 3)(LOGITS), rel=0.01)  # there and back are not alike


grids = st.integers(0, 2**32 - 1).map(lambda seed: np.random.default_rng(seed).normal(size=(4, 27)) * 3)


@pytest.mark.parametrize("wish", ["top", "a", "b/c", "p(a)", "a|b|c", "kl", "loss", "loss(2-3)"])
@given(logits=grids, shift=st.floats(-100, 100))
def test_a_shift_of_all_logits_at_a_place_changes_no_target(wish, logits, shift):
    target = choose(MODEL, TOKENS, logits, wish)
    assert target(logits + shift * np.arange(1, 5)[:, None]) == pytest.approx(target(logits), abs=1e-10)


@given(logits=grids, seed=st.integers(0, 2**32 - 1))
def test_a_distribution_has_not_moved_from_itself_and_never_moved_by_less_than_nothing(logits, seed):
    target = choose(MODEL, TOKENS, logits, "kl")
    assert target(logits) == 0
    assert target(logits + np.random.default_rng(seed).normal(size=27)) > 0


@given(logits=grids)
def test_probabilities_of_all_symbols_add_up_to_1(logits):
    assert sum(Probability(symbol, 2)(logits) for symbol in range(27)) == pytest.approx(1, abs=1e-12)


@given(logits=grids, place=st.integers(-4, 3))
def test_the_default_target_is_the_top_symbol_against_its_runner_up_at_the_place_asked_for(logits, place):
    target = choose(MODEL, TOKENS, logits, None, place)
    assert choose(MODEL, TOKENS, logits, "top", place) == target
    best = np.sort(logits[place])
    assert target(logits) == best[-1] - best[-2] >= 0
    assert target.position == place % 4


@pytest.mark.parametrize(
    ("wish", "target"),
    [
        ("a", Logit(A, 3)),
        ("START", Logit(START, 3)),
        ("a/b", Difference(A, B, 3)),
        ("START/z", Difference(START, 25, 3)),
        ("p(a)", Probability(A, 3)),
        ("p(START)", Probability(START, 3)),
        ("a|b", AnyOf((A, B), 3)),
        ("a|b|START", AnyOf((A, B, START), 3)),
        ("loss", Loss(TOKENS.ids, 1, 3)),
        ("loss(2-2)", Loss(TOKENS.ids, 2, 2)),
        ("top", Difference(A, B, 3)),
    ],
)
def test_a_wish_is_typed_as_its_target_is_named(wish, target):
    assert choose(MODEL, TOKENS, LOGITS, wish) == target
    assert choose(MODEL, TOKENS, LOGITS, target.name(MODEL)) == target


def test_the_divergence_is_named_as_it_is_typed():
    target = choose(MODEL, TOKENS, LOGITS, "kl", 1)
    assert isinstance(target, Divergence)
    assert (target.name(MODEL), target.position) == ("kl", 1)
    assert target.clean is LOGITS


@pytest.mark.parametrize(
    "wish",
    ["", " ", "A", "aa", "a ", "/", "a/", "/a", "a/b/c", "|", "a|", "a||b", "p()", "p(", "p(a", "p(aa)", "KL",
     "loss()", "loss(1)", "loss(-1-2)", "loss(" + "9" * 5000 + "-3)"],
)  # fmt: skip
def test_a_symbol_that_is_not_there_is_refused_with_some_that_are(wish):
    with pytest.raises(LabError) as refused:
        choose(MODEL, TOKENS, LOGITS, wish)
    assert refused.value.message == "symbol-not-in-vocabulary"
    assert "a, b, c, …, START" in str(refused.value)


@pytest.mark.parametrize("wish", ["loss(0-2)", "loss(3-2)", "loss(1-4)", "loss(4-4)", "loss(1-999999999)"])
def test_a_loss_over_places_that_are_not_there_is_refused_with_those_that_are(wish):
    with pytest.raises(LabError) as refused:
        choose(MODEL, TOKENS, LOGITS, wish)
    assert (refused.value.message, refused.value.facts["last"]) == ("target-span-unknown", 3)


@pytest.mark.parametrize("symbol", [*ascii_lowercase[:3], "START"])
def test_a_symbol_against_itself_is_refused(symbol):
    with pytest.raises(LabError) as refused:
        choose(MODEL, TOKENS, LOGITS, f"{symbol}/{symbol}")
    assert refused.value.message == "target-same-twice"


@pytest.mark.parametrize("position", [4, -5, 10**30, -(10**400)])
def test_a_position_that_is_not_there_is_refused_with_those_that_are(position):
    with pytest.raises(LabError) as refused:
        choose(MODEL, TOKENS, LOGITS, "a", position)
    assert (refused.value.message, refused.value.facts["last"]) == ("position-unknown", 3)
    assert "0 to 3" in str(refused.value)
