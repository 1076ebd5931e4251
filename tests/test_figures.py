"""Figures of one row, against values worked out by hand."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from attnlab import figures

LIBRARIES = {"numpy": np.asarray, "torch": torch.from_numpy}


@pytest.mark.parametrize("library", LIBRARIES)
@pytest.mark.parametrize(
    ("row", "entropy", "most"),
    [
        ([1.0], 0.0, 1.0),
        ([0.0, 1.0, 0.0], 0.0, 1.0),
        ([0.5, 0.5], math.log(2), 0.5),
        ([1 / 8] * 8, 2.0794415416798357, 1 / 8),
        ([1 / 9] * 9, math.log(9), 1 / 9),
        ([0.5, 0.25, 0.25, 0.0], 1.5 * math.log(2), 0.5),
        ([0.25, 0.0], 0.25 * math.log(4), 0.25),  # a row that lost a weight
        ([0.0, 0.0], 0.0, 0.0),
    ],
)
def test_spread_and_top_share_of_a_row(library, row, entropy, most):
    weight = LIBRARIES[library](np.array(row))
    spread = float(figures.entropy(weight))
    assert spread == pytest.approx(entropy, abs=1e-12)
    assert math.copysign(1, spread) == 1  # no minus zero on a screen
    assert float(figures.top_share(weight)) == most


@given(seed=st.integers(0, 2**32 - 1), keys=st.integers(1, 9))
def test_no_row_is_spread_wider_than_all_its_keys_alike(seed, keys):
    weight = np.random.default_rng(seed).dirichlet(np.ones(keys) * 0.5, size=4)
    assert (figures.entropy(weight) >= 0).all()
    assert (figures.entropy(weight) <= figures.most_entropy(np.ones((4, keys))) + 1e-12).all()


def test_the_most_a_row_can_be_spread_is_ln_of_the_keys_it_sees():
    visible = np.tril(np.ones((4, 4)))
    np.testing.assert_allclose(figures.most_entropy(visible), np.log([1, 2, 3, 4]), rtol=0, atol=1e-15)
    with np.errstate(all="raise"):
        assert figures.most_entropy(np.zeros((1, 3))).tolist() == [0]  # only a sink makes such a row legal


@pytest.mark.parametrize("library", LIBRARIES)
def test_how_far_a_row_looks_back_on_average(library):
    weight = LIBRARIES[library](
        np.array([[1, 0, 0, 0], [1, 0, 0, 0], [0.5, 0.5, 0, 0], [0.1, 0.2, 0.3, 0.4], [0, 0.25, 0, 0.25]])[1:]
    )
    # the rows are the last of four places: 0 back from 0 is 0; then 1; then (2 + 1) / 2; then .1*3 + .2*2 + .3*1
    np.testing.assert_allclose(
        np.asarray(figures.mean_distance(weight)), [0, 0.5, (0.1 * 2 + 0.2 + 0.4), (2 + 0) / 2], rtol=0, atol=1e-12
    )


def test_with_more_keys_than_queries_the_queries_are_the_last():
    weight = np.array([[1.0, 0, 0, 0], [0, 0, 0, 1.0]])
    assert figures.mean_distance(weight).tolist() == [2, 0]
