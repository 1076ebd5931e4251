"""Recurrent networks: torch's own with copied weights, the same in both libraries, and told apart from attention."""

import math

import jaxtyping
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import attnlab
from attnlab.errors import LabError
from attnlab.model import Model
from attnlab.models.recurrent import Recurrence, Recurrent, draw, logits, states
from attnlab.tokens import Alphabet
from attnlab.train import Recipe, train

KINDS = ("rnn", "lstm")
every_kind = pytest.mark.parametrize("kind", KINDS)


def drawn(kind, width=6, seed=0, std=None):
    shape = Recurrence(symbols=5, kind=kind, width=width, context=12)
    parameters = draw(shape, std=std, seed=seed)
    parameters["bias"] = parameters["bias"] + np.random.default_rng(seed).normal(size=parameters["bias"].shape)
    return shape, parameters


def torchs(torch, kind, parameters, width):
    """torch's own network with the same weights: it stores [out, in], two biases, and its gates as i, f, g, o."""
    own = {"rnn": torch.nn.RNN, "lstm": torch.nn.LSTM}[kind](width, width, batch_first=True).double()
    blocks = [slice(one * width, (one + 1) * width) for one in ((0, 1, 3, 2) if kind == "lstm" else (0,))]
    with torch.no_grad():
        for theirs, mine in (("weight_ih_l0", "input"), ("weight_hh_l0", "state"), ("bias_ih_l0", "bias")):
            ordered = np.concatenate([parameters[mine][..., block] for block in blocks], axis=-1)
            getattr(own, theirs).copy_(torch.as_tensor(ordered.T))
        own.bias_hh_l0.zero_()
    return own


@every_kind
@settings(max_examples=10)
@given(places=st.integers(1, 40), width=st.integers(1, 9), seed=st.integers(0, 2**16))
def test_the_states_are_those_of_torchs_own_network_with_the_same_weights(need, kind, places, width, seed):
    torch = need("torch")
    shape, parameters = drawn(kind, width, seed)
    x = np.random.default_rng(seed).normal(size=(3, places, width))
    wanted, _ = torchs(torch, kind, parameters, width)(torch.as_tensor(x))
    np.testing.assert_allclose(states(parameters, shape, x), wanted.detach().numpy(), rtol=0, atol=1e-12)


@every_kind
@given(seed=st.integers(0, 2**16), places=st.integers(1, 12))
def test_torch_and_numpy_say_the_same(need, kind, seed, places):
    torch = need("torch")
    shape, parameters = drawn(kind, seed=seed)
    ids = np.random.default_rng(seed).integers(0, 5, (2, places))
    weights = {name: torch.as_tensor(x) for name, x in parameters.items()}
    found = logits(weights, shape, torch.as_tensor(ids)).numpy()
    np.testing.assert_allclose(found, logits(parameters, shape, ids), rtol=0, atol=1e-12)


@every_kind
@given(change=st.integers(0, 11), seed=st.integers(0, 2**16))
def test_what_comes_later_changes_nothing_before_it(kind, change, seed):
    shape, parameters = drawn(kind, seed=seed)
    ids = np.random.default_rng(seed).integers(0, 5, 12)
    other = ids.copy()
    other[change] = (ids[change] + 1) % 5
    one, two = logits(parameters, shape, ids), logits(parameters, shape, other)
    assert np.array_equal(one[:change], two[:change]) and not np.array_equal(one[change], two[change])


def test_an_lstm_whose_gates_are_shut_keeps_its_cell_for_ever():
    """Forget gate open, input gate shut after the first place: the state at every later place is the same."""
    shape, parameters = drawn("lstm", width=1)
    parameters |= {"state": np.zeros((1, 4)), "bias": np.array([0.0, 1e3, 1e3, 0.0])}
    parameters["input"] = np.array([[1e3, 0.0, 0.0, 1.0]])  # a place of -1 shuts the input gate
    x = np.array([[1.0], *[[-1.0]] * 99])
    assert states(parameters, shape, x)[:, 0] == pytest.approx(math.tanh(math.tanh(1)), abs=1e-12)


def test_how_a_network_is_drawn():
    shape = Recurrence(symbols=40, kind="lstm", width=64)
    parameters = draw(shape, seed=3)
    assert {name: x.shape for name, x in parameters.items()} == shape.parameters()
    assert parameters["state"].std() == pytest.approx(1 / 8, rel=0.05)
    assert parameters["symbol"].std() == pytest.approx(1, rel=0.05)
    assert np.array_equal(parameters["bias"], np.repeat([0.0, 1.0, 0.0, 0.0], 64))
    assert draw(shape, std=0.5, seed=3)["next"].std() == pytest.approx(0.5, rel=0.05)


@every_kind
def test_the_lab_meets_it_as_any_model_and_is_told_that_there_is_nothing_to_look_at(kind):
    shape, parameters = drawn(kind)
    model = Recurrent("counter", shape, Alphabet(tuple("abcd")), parameters)
    assert isinstance(model, Model)
    assert model.parameter_count == sum(x.size for x in parameters.values())
    tokens = model.tokens("abba")
    assert tokens.pieces == ("START", "a", "b", "b", "a")
    np.testing.assert_array_equal(model.run(tokens), logits(parameters, shape, np.array([4, 0, 1, 1, 0])))
    other = Recurrent("other", shape, model.alphabet, parameters | {"bias": parameters["bias"] + 1e-9})
    assert model.fingerprint() == Recurrent("x", shape, model.alphabet, dict(parameters)).fingerprint()
    assert model.fingerprint() != other.fingerprint()
    for wish in (
        lambda: attnlab.trace(model, "abba"),
        lambda: attnlab.effect(model, "abba", "cut 0.0:2-1"),
        lambda: attnlab.effect_map(model, "abba"),
        lambda: attnlab.check(model, ["abba"] * 100),
        lambda: attnlab.generate(model, "ab"),
        lambda: model.heads(attnlab.Site(0)),
    ):
        with pytest.raises(LabError) as refused:
            wish()
        assert (refused.value.message, refused.value.facts) == ("attention-none", {"model": "counter"})


def test_a_kind_that_nobody_knows_is_refused(monkeypatch):
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)  # as in use: no shape check answers first
    with pytest.raises(LabError) as refused:
        Recurrence(kind="gru")
    assert refused.value.message == "shape-unknown"


@every_kind
def test_it_is_trained_by_the_same_loop_as_any_model(need, kind):
    need("torch").set_num_threads(1)
    texts = [[*pattern] * 3 for pattern in np.ndindex(4, 4, 4)]
    shape = Recurrence(symbols=5, kind=kind, width=24, context=12)
    made = train(texts, shape, Recipe(steps=120, batch=32, rate=0.02, std=None, clip=1.0))
    assert made.record["held_out_nats"] < made.record["bigram_nats"] - 0.1
    again = train(texts, shape, Recipe(steps=2, batch=32)), train(texts, shape, Recipe(steps=2, batch=32))
    assert all(np.array_equal(again[0].parameters[name], again[1].parameters[name]) for name in made.parameters)
