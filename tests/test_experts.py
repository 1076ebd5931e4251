"""The router's map: what it says of one text, against the shares that the model itself mixed with."""

from dataclasses import replace

import numpy as np
import pytest

from attnlab import models
from attnlab.errors import LabError
from attnlab.experts import routes
from attnlab.models.small import Small
from attnlab.models.transformer import Shape
from attnlab.tokens import Alphabet


def drawn(**sizes):
    shape = Shape(**({"symbols": 5, "layers": 2, "heads": 2, "width": 8, "context": 9, "hidden": 16,
                      "experts": 4, "experts_used": 2} | sizes))  # fmt: skip
    rng = np.random.default_rng(0)
    weights = {name: rng.normal(0, 0.5, size) for name, size in shape.parameters().items()}
    return Small("drawn", shape, Alphabet(tuple("abcd")), weights)


def test_the_map_says_which_experts_were_mixed():
    model = drawn()
    found = routes(model, "abcd")
    assert found.share.shape == (2, 5, 4)
    assert ((found.share > 0).sum(axis=-1) == 2).all()
    np.testing.assert_allclose(found.share.sum(axis=-1), 1, atol=1e-12)
    np.testing.assert_allclose(found.preferred.sum(axis=-1), 1, atol=1e-12)
    # the two that are taken are the two that are preferred most, in the same proportion
    best = np.sort(found.preferred, axis=-1)[..., -2:]
    np.testing.assert_allclose(
        np.sort(found.share, axis=-1)[..., -2:], best / best.sum(axis=-1, keepdims=True), atol=1e-12
    )
    np.testing.assert_allclose(found.load.sum(axis=-1), 2, atol=1e-12)


@pytest.mark.parametrize("dead", range(4))
def test_an_expert_that_is_emptied_moves_the_logits_just_where_it_was_taken(dead):
    model = drawn(layers=1)
    found = routes(model, "abcd")
    taken = found.share[0, :, dead] > 0
    weights = {name: x.copy() for name, x in model.parameters.items()}
    weights["0.down"][dead] = 0
    far = np.abs(replace(model, parameters=weights).run(found.tokens) - model.run(found.tokens)).max(axis=-1)
    np.testing.assert_array_equal(far > 1e-9, taken)


def test_what_one_piece_goes_through_is_counted_from_the_weights():
    model = drawn(biases=True, gated=True)
    found = routes(model, "ab")
    one = sum(x[0].size for name, x in model.parameters.items() if name.split(".")[-1] in (
        "up", "down", "gate", "up_bias", "down_bias"
    ))  # fmt: skip
    assert found.parameters == sum(x.size for x in model.parameters.values())
    assert found.active == found.parameters - 2 * one


def test_a_model_without_experts_is_answered_in_words(names):
    for model in (names, models.load("previous")):
        with pytest.raises(LabError) as refused:
            routes(model, "anna")
        assert refused.value.message == "experts-none"


def test_the_shipped_model_uses_more_than_one_expert():
    found = routes(models.load("names-experts"), "anna")
    assert (found.load > 0).sum() > 2
    assert found.active < found.parameters
