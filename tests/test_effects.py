"""What an edit does to a target: on one path before and after, the same key by key as one at a time."""

import math
from string import ascii_lowercase

import jaxtyping
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab.checks import check
from attnlab.edits import Ablate, Cut, Drop, Lift, Swap
from attnlab.effects import edge_effects, effect, key_effects
from attnlab.errors import LabError
from attnlab.model import own_kernel
from attnlab.models import load
from attnlab.models.small import Shape, Small, draw
from attnlab.probe import Site
from attnlab.replay import run_each
from attnlab.targets import choose
from attnlab.tokens import Alphabet
from attnlab.traces import explained

HERE = Site(0)
E8 = math.exp(8)
texts = st.text(alphabet=ascii_lowercase, min_size=1, max_size=15)
WISHES = [None, "a", "a/START", "p(e)", "a|e|i", "kl", "loss"]


def small(put=np.asarray):
    """An untrained model of three layers."""
    shape = Shape(symbols=5, layers=3, heads=2, width=8, context=9, hidden=16)
    weights = {name: put(x) for name, x in draw(shape, std=0.5, seed=3).items()}
    return Small("deep", shape, Alphabet(tuple("abcd")), weights)


DEEP = {"numpy": small(), "torch": small(torch.tensor)}


@st.composite
def deep_edits(draw, last, layers=(0, 1, 2)):
    """An edit that fits a text whose last position is `last`, and leaves every row a key."""
    site, head = Site(draw(st.sampled_from(layers))), draw(st.integers(0, 1))
    query = draw(st.integers(0, last))
    key = draw(st.integers(0, query))
    kinds = [
        Drop(site, head, query, key), Lift(site, head, query, key, draw(st.floats(-4, 4))), Ablate(site, head),
        Swap(site, head, key, draw(st.none() | st.integers(0, last))),
    ]  # fmt: skip
    return draw(st.sampled_from([*kinds, Cut(site, head, query, key)] if query else kinds))


@pytest.mark.parametrize("wish", WISHES)
@given(text=texts)
def test_no_edits_change_nothing_to_the_bit(names, wish, text):
    made = effect(names, text, [], wish)
    assert made.change == 0
    assert made.moved == 0
    assert np.array_equal(made.clean.logits, made.edited.logits)


@given(text=texts, data=st.data())
def test_edits_that_change_nothing_change_nothing_to_the_bit(names, text, data):
    query = data.draw(st.integers(0, len(text)))
    key = data.draw(st.integers(0, query))
    made = effect(names, text, [Lift(HERE, 1, query, key, 0.0), Swap(HERE, 2, key, source=key)])
    assert made.change == made.moved == 0
    assert made.clean.logits.tobytes() == made.edited.logits.tobytes()


class Rounding:
    """A model whose own kernel differs from the formula by rounding, as a fast one does."""

    def __init__(self, model):
        self.model = model

    def __getattr__(self, name):
        return getattr(self.model, name)

    def run(self, tokens, attend):
        def kernel(site, call):
            output = attend(site, call)
            return call.mix().astype(np.float32).astype(np.float64) if output is None else output

        return self.model.run(tokens, kernel)


@pytest.mark.parametrize("wish", WISHES)
def test_before_and_after_run_on_one_path_whatever_the_models_own_kernel_rounds(names, wish):
    model = Rounding(names)
    own = model.run(model.tokens("anna"), own_kernel)
    assert 0 < np.abs(own - names.run(names.tokens("anna"))).max() < 1e-5
    made = effect(model, "anna", [Lift(HERE, 1, 4, 2, 0.0)], wish)
    assert made.change == made.moved == 0


def test_cutting_the_key_that_is_read_changes_the_target_by_a_figure_worked_out_by_hand():
    """START a b c d: the last query reads c with e^8/(e^8+4); once cut, the four others share the row evenly."""
    made = effect(load("previous"), "abcd", [Cut(HERE, 0, 4, 3)], "c/d")
    assert made.before == pytest.approx(6 * (E8 - 1) / (E8 + 4), abs=1e-12)
    assert made.after == pytest.approx(-6 / 4, abs=1e-12)
    assert made.change == made.after - made.before
    assert made.edits == (Cut(HERE, 0, 4, 3),)


def test_dropping_and_cutting_the_same_key_are_different_questions():
    made = effect(load("previous"), "abcd", [Drop(HERE, 0, 4, 3)], "c/d")
    assert made.after == pytest.approx(-6 / (E8 + 4), abs=1e-12)


def test_swapping_the_key_that_is_read_says_the_other_letter():
    made = effect(load("previous"), "abcd", [Swap(HERE, 0, key=3, source=1)], "a/c")
    assert made.after == pytest.approx(6 * (E8 + 1) / (E8 + 4), abs=1e-12)


@given(text=texts, data=st.data())
def test_how_much_probability_changed_hands(names, text, data):
    query = data.draw(st.integers(0, len(text)))
    made = effect(names, text, [Ablate(HERE, data.draw(st.integers(0, 3)))], "kl", query)
    was, now = made.clean.probabilities[query], made.edited.probabilities[query]
    assert made.moved == pytest.approx(float(np.maximum(now - was, 0).sum()), abs=1e-12)
    assert 0 <= made.moved <= 1
    assert made.before == 0
    # Pinsker's inequality
    assert 2 * made.moved**2 <= made.after + 1e-12


def test_the_top_symbol_is_the_one_before_the_edit(names):
    made = effect(names, "anna", [Ablate(HERE, head) for head in range(4)])
    clean = explained(names, names.tokens("anna"))
    assert made.target == choose(names, clean.tokens, clean.logits, "top")
    assert made.before > 0


@pytest.mark.parametrize("library", DEEP)
@settings(max_examples=6)
@given(text=st.text(alphabet="abcd", min_size=1, max_size=4), kind=st.sampled_from([Cut, Drop]), data=st.data())
def test_effects_of_every_key_are_those_of_each_key_alone(library, text, kind, data):
    model, last = DEEP[library], len(text)
    edits = data.draw(st.lists(deep_edits(last), max_size=2))
    site, head = Site(data.draw(st.integers(0, 2))), data.draw(st.integers(0, 1))
    query = data.draw(st.integers(0, last))
    wish = data.draw(st.sampled_from(["top", "b", "kl", "loss"]))
    try:
        base = explained(model, model.tokens(text), edits)
    except LabError as refused:
        assert refused.message == "row-empty"  # both edits cut the same short row
        return
    target = choose(model, base.tokens, explained(model, base.tokens).logits, wish, query)
    found = key_effects(model, text, site, head, query, target, kind=kind, edits=edits)

    visible = base.map(site, head).visible[query]
    for key in range(last + 1):
        if not visible[key] or (kind is Cut and visible.sum() == 1):
            assert np.isnan(found[key])
            continue
        alone = explained(model, base.tokens, [*edits, kind(site, head, query, key)])
        assert found[key] == pytest.approx(target(alone.logits) - target(base.logits), abs=1e-10)


def test_a_key_that_cannot_be_cut_has_no_effect_rather_than_one_of_0(names):
    target = choose(names, names.tokens("anna"), explained(names, names.tokens("anna")).logits, "top")

    def blank(query, **how):
        return np.isnan(key_effects(names, "anna", "0", 3, query, target, **how)).tolist()

    assert blank(2) == [False, False, False, True, True]
    assert blank(-3) == blank(2)
    assert blank(2, edits=[Cut(HERE, 3, 2, 0)]) == [True, False, False, True, True]
    assert blank(2, edits=[Cut(HERE, 3, 2, 0), Cut(HERE, 3, 2, 1)]) == [True] * 5  # the last key left
    assert blank(0) == [True] * 5
    assert blank(0, kind=Drop) == [False, True, True, True, True]


@pytest.mark.parametrize("kind", [Cut, Drop])
@settings(max_examples=2)
@given(text=st.text(alphabet="abcd", min_size=1, max_size=3), data=st.data())
def test_effects_of_every_edge_of_a_query_are_those_of_every_heads_keys(kind, text, data):
    model, query = DEEP["numpy"], data.draw(st.integers(0, len(text)))
    target, found = edge_effects(model, text, query=query, target="b", kind=kind)
    expected = {
        kind(site, head, query, key): change
        for site in model.sites
        for head in range(2)
        for key, change in enumerate(key_effects(model, text, site, head, query, target, kind=kind))
        if not np.isnan(change)
    }
    assert {one.edit: pytest.approx(one.change, abs=1e-10) for one in found} == expected
    assert [abs(one.change) for one in found] == sorted((abs(one.change) for one in found), reverse=True)
    run = explained(model, model.tokens(text))
    assert all(one.weight == run.map(one.edit.site, one.edit.head).weight[query, one.edit.key] for one in found)

    some = edge_effects(model, text, query=query, target="b", kind=kind, sites=["1"], heads=[1], keys=[0])[1]
    assert {one.edit for one in some} == {
        edit for edit in expected if (edit.site, edit.head, edit.key) == (Site(1), 1, 0)
    }


@pytest.mark.parametrize("library", DEEP)
@pytest.mark.parametrize("most", [1, 2, 100])
@settings(max_examples=5)
@given(text=st.text(alphabet="abcd", min_size=2, max_size=6), data=st.data())
def test_edits_run_side_by_side_give_what_each_gives_alone(library, most, text, data):
    model = DEEP[library]
    tokens = model.tokens(text)
    several = data.draw(st.lists(st.lists(deep_edits(len(text)), max_size=1), min_size=1, max_size=4))
    together = list(run_each(model, tokens, several, most=most))
    assert len(together) == len(several)
    for edits, logits in zip(several, together, strict=True):
        np.testing.assert_allclose(logits, explained(model, tokens, edits).logits, rtol=0, atol=1e-10)


@pytest.mark.parametrize(
    "bad", [Cut(Site(1), 1, 2, 3), Cut(Site(3), 0, 1, 0), Swap(Site(0), 2, 0), Cut(Site(0), 0, 0, 0)]
)
def test_one_edit_that_does_not_fit_is_refused_among_others_too(bad):
    model = DEEP["numpy"]
    with pytest.raises(LabError) as alone:
        explained(model, model.tokens("abc"), [bad])
    with pytest.raises(LabError) as beside:
        list(run_each(model, model.tokens("abc"), [[], [bad]]))
    assert beside.value.message == alone.value.message
    assert beside.value.facts == alone.value.facts


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("Anna", []), "symbol-capital"),
        (("", []), "text-empty"),
        (("anna", [Cut(HERE, 3, 2, 4)]), "edit-masked"),
        (("anna", [Cut(HERE, 4, 4, 2)]), "head-unknown"),
        (("anna", [Cut(Site(1), 3, 4, 2)]), "site-unknown"),
        (("anna", [Cut(HERE, 3, 5, 2)]), "edit-place-unknown"),
        (("anna", [], "ö"), "symbol-not-in-vocabulary"),
        (("anna", [], "a", 5), "position-unknown"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(names, args, message):
    with pytest.raises(LabError) as refused:
        effect(names, *args)
    assert refused.value.message == message
    assert all(refused.value.say(lang) for lang in ("en", "ru", "et"))


def test_edits_and_targets_may_be_typed(names):
    made = effect(names, "anna", "cut 0.3:4-3")
    assert made.change == effect(names, "anna", [Cut(Site(0), 3, 4, 3)]).change
    assert effect(names, "anna", ["cut 0.3:4-3", "ablate 0.1"]).change != made.change
    typed = key_effects(names, "anna", "0", 3, 4, "n")
    target = choose(names, names.tokens("anna"), explained(names, names.tokens("anna")).logits, "n", 4)
    np.testing.assert_array_equal(typed, key_effects(names, "anna", "0", 3, 4, target))


@pytest.mark.parametrize(
    "wish",
    [
        lambda model: effect("names", "anna", []),
        lambda model: effect(model, 5, []),
        lambda model: effect(model, "anna", [7]),
        lambda model: edge_effects("names", "anna"),
        lambda model: key_effects("names", "anna", "0", 3, 4, "n"),
        lambda model: check(model, "anna", ["0.3"]),
        lambda model: check(model, ["anna"], "0.3"),
        lambda model: check("names", ["anna"]),
    ],
)
def test_arguments_of_the_wrong_kind_are_said_in_words(names, wish, monkeypatch):
    monkeypatch.setattr(jaxtyping.config, "jaxtyping_disable", True)  # as in use: no shape check answers first
    with pytest.raises(LabError) as fault:
        wish(names)
    assert fault.value.message.endswith("-wanted")
