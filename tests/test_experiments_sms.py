"""Experiments on the SMS collection: every printed figure by its own tolerance, and laws on messages made up here.

Figures and tolerances stand here by themselves: an experiment that changes what it says was printed is caught.
"""

import math
from dataclasses import replace
from functools import cache, partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binomtest
from typer.testing import CliRunner

from attnlab import formula
from attnlab.arrays import softmax
from attnlab.cli import app
from attnlab.datasets import SMS
from attnlab.errors import LabError
from attnlab.experiments import Inputs, Panel, find
from attnlab.experiments import run as run_one
from attnlab.experiments.pooled import Head, Texts, converge, descend, on_scores, turned, without_each
from attnlab.experiments.sms import (
    NINE,
    Message,
    collection,
    embed,
    frequent,
    known,
    like_the_nine,
    ppmi,
    read_messages,
    together,
)
from attnlab.experiments.sms_map import equivariance
from attnlab.experiments.spam import Settings, cut, interval, mcnemar, repeated
from attnlab.experiments.two_heads import content, parameters, permuted, previous
from attnlab.words import LANGUAGES, say

CHANGES = {"spam": ("splits=0", "converged=no")}  # what no figure of the seed's split depends on


@cache
def found(name, data, changes=()):
    """One run of an experiment on the collection, shared by the tests."""
    experiment = find(name)
    return run_one(experiment, Inputs(experiment.seed, data=data), changes or CHANGES.get(name, ()))


def claims(result):
    return {one.key: bool(one.holds) for one in result.findings.claims}


# --- the seed's numbers -----------------------------------------------------------------------------------------------

# what the seed prints, and how far from it still counts
PRINTED = {
    ("sms-map", "messages"): (5569, 0),
    ("sms-map", "spam"): (747, 0),
    ("sms-map", "spam-share"): (0.134, 5e-4),
    ("sms-map", "words"): (1045, 0),
    ("sms-map", "free-nokia"): (0.912, 5e-4),
    ("sms-map", "free-mobile"): (0.850, 5e-4),
    ("sms-map", "call-land"): (0.847, 5e-4),
    ("sms-map", "call-claim"): (0.799, 5e-4),
    ("sms-map", "map-call-call"): (0.616, 5e-4),
    ("sms-map", "map-call-free"): (0.036, 5e-4),
    ("sms-map", "map-entropy"): (1.413, 5e-4),
    ("sms-map", "map-most"): (2.197, 5e-4),
    ("sms-map", "equivariance-map"): (1.1e-16, 1e-14),
    ("two-heads", "a-previous"): (0.911, 5e-4),
    ("two-heads", "b-pair"): (0.354, 5e-4),
    ("spam", "held"): (1368, 0),
    ("spam", "constant"): (0.870, 5e-4),
    ("spam", "mean-wrong"): (51, 0),
    ("spam", "head-wrong"): (47, 0),
    ("spam", "mean-right"): (0.963, 5e-4),
    ("spam", "head-right"): (0.966, 5e-4),
    ("spam", "gain"): (0.3, 0.05),
    ("spam", "band"): (586, 0),
    ("spam", "band-mean-right"): (0.945, 5e-4),
    ("spam", "band-head-right"): (0.952, 5e-4),
}

# what was computed independently of this package, and how far from it still counts
COMPUTED = {
    ("sms-map", "call-claim-rank"): (4, 0),
    ("sms-map", "free-nokia-gaps"): (0.893, 5e-4),
    ("sms-map", "singular-last"): (36.807, 5e-4),
    ("sms-map", "singular-next"): (36.621, 5e-4),
    ("two-heads", "a-previous-causal"): (0.9132, 1e-4),
    ("two-heads", "a-previous-first"): (0.9157, 1e-4),
    ("two-heads", "b-pair"): (0.3544, 3e-4),
    ("two-heads", "b-pair-zero"): (0.3539, 1e-4),
    ("two-heads", "b-pair-reverse"): (0.347, 5e-4),
    ("two-heads", "parameters"): (4096, 0),
    ("spam", "held-spam"): (178, 0),
    ("spam", "band-mean-wrong"): (32, 0),
    ("spam", "band-head-wrong"): (28, 0),
    ("spam", "leaked"): (137, 0),
    ("spam", "leaked-spam"): (37, 0),
    ("spam", "clean-mean-wrong"): (40, 0),
    ("spam", "clean-head-wrong"): (37, 0),
}

CLAIMS = {
    "sms-map": {"line": True, "free": True, "call": False, "apart": True, "least": False, "focused": True,
                "equivariant": True},
    "two-heads": {"strongest": True, "questions": True, "parameters": True, "permuted": True, "alone": True},
    "spam": {"zero": True, "gradient": True, "shift": True, "markers": True, "txt": False, "better": False,
             "dilution": False, "unseen": False, "matters": True, "most": False},
}  # fmt: skip


@pytest.mark.parametrize(("name", "key"), PRINTED)
def test_what_the_seed_prints_of_the_messages_is_made_again(sms_collection, name, key):
    said, within = PRINTED[name, key]
    number = found(name, sms_collection).number(key)
    assert number.value == pytest.approx(said, abs=within, rel=0)
    assert (number.said, number.within, number.reproduced) == (said, within, True)


@pytest.mark.parametrize(("name", "key"), COMPUTED)
def test_figures_of_the_messages_are_those_of_independent_computation(sms_collection, name, key):
    value, within = COMPUTED[name, key]
    assert found(name, sms_collection).number(key).value == pytest.approx(value, abs=within, rel=0)


@pytest.mark.parametrize("name", CLAIMS)
def test_claims_about_the_messages_hold_or_fail_as_is_known(sms_collection, name):
    assert claims(found(name, sms_collection)) == CLAIMS[name]


@pytest.mark.parametrize("name", CLAIMS)
def test_no_printed_figure_of_the_messages_is_left_without_a_test(sms_collection, name):
    said = {(name, one.key) for one in found(name, sms_collection).findings.numbers if one.said is not None}
    assert said == {one for one in PRINTED if one[0] == name}


def test_two_words_are_nearer_to_call_than_the_second_that_the_seed_names(sms_collection):
    _, vectors = collection(sms_collection, 10, 4, 32)
    near = vectors.neighbours("call")[:4]
    assert [word for word, _ in near] == ["land", "valid", "from", "claim"]
    assert [cosine for _, cosine in near] == pytest.approx([0.8471, 0.8304, 0.8199, 0.7990], abs=5e-5)


def test_the_lead_of_four_is_what_a_fair_coin_gives(sms_collection):
    result = found("spam", sms_collection)
    mended, spoiled = (int(result.number(key).value) for key in ("mended", "spoiled"))
    assert mended - spoiled == 51 - 47
    assert result.number("p").value == pytest.approx(binomtest(mended, mended + spoiled).pvalue, abs=1e-12)
    assert result.number("p").value >= 0.125  # four against nothing would be the best
    assert result.number("band-p").value >= 0.125


def test_the_errors_lie_where_the_spam_lies(sms_collection):
    result = found("spam", sms_collection)
    assert result.number("band-spam").value == pytest.approx(0.265, abs=0.02)
    assert result.number("band-errors").value == pytest.approx(0.66, abs=0.06)


def test_the_heaviest_word_moves_most_on_average_and_is_seldom_the_one_that_does(sms_collection):
    top, median, anyone, most = (found("spam", sms_collection).number(f"leave-{key}").value
                                 for key in ("top", "median", "any", "most"))  # fmt: skip
    assert top > 1.5 * anyone > 1.5 * median * 0.9
    assert most == pytest.approx(0.34, abs=0.06)


def test_a_slower_descent_moves_as_was_measured_independently(sms_collection):
    # the other measurement took 3,000 steps of 0.5 without momentum; 300 with a momentum of 0.9 go as far
    result = found("spam", sms_collection, ("splits=0", "converged=no", "rate=0.5"))
    assert result.number("leave-top").value == pytest.approx(0.47, abs=0.05)
    assert result.number("leave-median").value == pytest.approx(0.24, abs=0.05)
    assert result.number("leave-any").value == pytest.approx(0.29, abs=0.03)
    assert result.number("mean-wrong").said is None  # the seed's figures are those of its own recipe


def test_no_other_split_is_the_seeds_own():
    tokens, texts, _ = drawn(6, texts=60)
    length = np.array([len(one) for one in tokens])
    seen = []

    def fit(train, *, attends):
        seen.append(train.counts.toarray().tobytes())
        return Head.nothing(4)

    repeated(Settings(splits=4, converged=False), Inputs(7605), texts, length, fit)
    made = cut(texts, length, 7605)
    assert len(set(seen)) == 4 and texts.some(made.train).counts.toarray().tobytes() not in seen


def test_over_ten_splits_accuracy_is_what_it_was_independently_and_the_verdict_is_said(sms_collection):
    result = found("spam", sms_collection, ("splits=10",))
    for key, value, within in (
        ("seed-mean-right", 0.965, 0.010),
        ("seed-head-right", 0.970, 0.010),
        ("end-mean-right", 0.9740, 0.008),
        ("end-head-right", 0.9757, 0.008),
    ):
        assert result.number(key).value == pytest.approx(value, abs=within)
    assert result.number("seed-gap").value > 0
    for name in ("seed", "end"):
        gap = result.number(f"{name}-gap")
        assert claims(result)[f"over-{name}"] == (gap.low > 0)
    assert result.findings.missing == ()
    assert found("spam", sms_collection).findings.missing == ("experiment-missing-splits",)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CLAIMS)
def test_experiments_on_the_messages_are_told_and_drawn_in_every_language(sms_collection, tmp_path, need, name, lang):
    need("matplotlib")
    out = tmp_path / f"{name}.svg"
    told = CliRunner().invoke(
        app, ["run", name, "--small", "--data", str(sms_collection), "--lang", lang, "--out", str(out)]
    )
    assert told.exit_code == 0, told.output
    assert say(f"experiment-{name}-question", lang)[:30] in told.output
    assert "experiment-" not in told.output
    assert out.read_bytes().startswith(b"<?xml")
    for figure in {"spam": ("51", "47", "32", "28"), "sms-map": ("1.413", "1,413"), "two-heads": ("354",)}[name]:
        assert figure in told.output or name == "sms-map"


@pytest.mark.parametrize("name", CLAIMS)
def test_every_panel_has_its_axes_named_and_as_many_places_as_names(sms_collection, name):
    for panel in found(name, sms_collection).findings.panels:
        assert isinstance(panel, Panel) and panel.x and panel.y and panel.title
        for line in panel.lines:
            assert len(line.x) == len(line.y) == len(panel.names)
        assert all(len(row) == len(panel.names) for row in panel.values)


def test_without_the_collection_its_experiments_say_what_to_do(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "mine.txt").write_text("ham\thello\n")
    for typed, wanted in (([], "--fetch"), (["--data", str(tmp_path / "mine.txt")], SMS.sha256)):
        told = CliRunner().invoke(app, ["run", "spam", *typed])
        assert isinstance(told.exception, LabError)
        assert wanted in str(told.exception)


def test_a_vocabulary_without_the_nine_and_too_many_directions_are_refused_in_words(sms_collection):
    for changes, message in ((("least=300",), "experiment-sms-rare"), (("dims=2000",), "experiment-sms-dims")):
        with pytest.raises(LabError) as fault:
            found("sms-map", sms_collection, changes)
        assert fault.value.message == message
        assert all(fault.value.say(lang) for lang in LANGUAGES)


# --- laws, on messages made up here -----------------------------------------------------------------------------------


def messages(*texts):
    return [Message(i, False, text, tuple(text.split())) for i, text in enumerate(texts, 1)]


def test_lines_end_at_lf_alone_and_the_first_tab_ends_the_label(tmp_path):
    path = tmp_path / "some"
    path.write_bytes("ham\tone \"two\tthree\nspam\tFOUR\x0bfive\u2028six\nham\t7 :)\nham\tit's\n\n".encode())
    made = read_messages(path)
    assert [(one.line, one.spam, one.words) for one in made] == [
        (1, False, ("one", "two", "three")), (2, True, ("four", "five", "six")), (4, False, ("it's",)),
    ]  # fmt: skip


def test_occurrences_are_counted_and_not_messages():
    assert frequent(messages("aa aa bb", "aa bb cc"), 2) == ("aa", "bb")
    assert frequent(messages("aa aa aa"), 3) == ("aa",)


def test_ppmi_is_what_it_is_by_hand():
    # aa-bb once, bb-cc once within one word, counted both ways: 4 in all; bb meets everything, so aa and bb meet
    # 1 * 4 / (1 * 2) = 2 times as often as by chance
    counts = together(messages("aa bb cc"), ("aa", "bb", "cc"), window=1)
    assert counts.tolist() == [[0, 1, 0], [1, 0, 1], [0, 1, 0]]
    two = math.log(2)
    np.testing.assert_allclose(ppmi(counts), [[0, two, 0], [two, 0, two], [0, two, 0]], atol=1e-15)
    # what meets less often than by chance, and what never meets, is 0
    low = ppmi(np.array([[8.0, 1.0, 0.0], [1.0, 8.0, 0.0], [0.0, 0.0, 0.0]]))
    assert low[0, 1] == 0 and (low[2] == 0).all() and low[0, 0] == pytest.approx(math.log(8 * 18 / 81))


def test_gaps_of_rarer_words_are_closed_unless_they_are_to_stay():
    some = messages("aa xx yy bb")
    assert together(some, ("aa", "bb"), window=1).tolist() == [[0, 1], [1, 0]]
    assert together(some, ("aa", "bb"), window=2, close=False).tolist() == [[0, 0], [0, 0]]
    assert together(some, ("aa", "bb"), window=3, close=False).tolist() == [[0, 1], [1, 0]]


@given(seed=st.integers(0, 2**32 - 1), dims=st.integers(1, 6))
def test_vectors_have_the_products_of_the_singular_directions(seed, dims):
    table = np.abs(np.random.default_rng(seed).normal(size=(6, 6)))
    table = table + table.T
    u, s, _ = np.linalg.svd(table)
    assume(all(one - other > 1e-6 for one, other in pairwise(s)))
    made = embed(table, tuple("abcdef"), dims)
    wanted = (u[:, :dims] * s[:dims]) @ (u[:, :dims] * s[:dims]).T
    np.testing.assert_allclose(made.vector @ made.vector.T, wanted, atol=1e-9)
    np.testing.assert_allclose(made.singular, s, atol=1e-10)


def test_only_a_message_with_exactly_the_nine_in_order_is_like_the_nine():
    some = messages(" ".join(NINE), " ".join(NINE + NINE[:2]), " ".join(NINE[::-1]), " ".join(NINE[:-1]),
                    "rare " + " ".join(NINE))  # fmt: skip
    assert like_the_nine(some, NINE) == [1, 2, 5]


def test_a_map_that_knew_places_would_not_be_equivariant(monkeypatch):
    x = np.random.default_rng(1).normal(size=(9, 4))
    assert max(equivariance(x, 20, 0)) < 1e-14
    real = formula.attention
    places = np.arange(9.0)[None, None, :] / 10
    monkeypatch.setattr(formula, "attention", lambda *given, **how: real(*given, **how, bias=places))
    assert min(equivariance(x, 20, 0)) > 1e-3


@given(n=st.integers(3, 12), slope=st.floats(0.5, 6))
def test_the_previous_words_head_is_a_softmax_of_distances(n, slope):
    made = previous(n, slope)
    for i in range(n):
        shares = [math.exp(-slope * abs(j - (i - 1))) for j in range(n)]
        np.testing.assert_allclose(made[i], [one / sum(shares) for one in shares], atol=1e-12)
    behind = previous(n, slope, only_before=True)
    assert (np.triu(behind, 1) == 0).all() and behind[n - 1, n - 2] == pytest.approx(made[n - 1, n - 2])


def test_a_word_never_looks_at_itself_where_that_is_forbidden():
    x = np.random.default_rng(2).normal(size=(5, 4))
    score = x @ x.T / 2
    for itself in (-np.inf, 0.0):
        made = content(x, itself)
        np.fill_diagonal(score, itself)
        np.testing.assert_allclose(made, softmax(score), atol=1e-12)
    assert (np.diag(content(x, -np.inf)) == 0).all()


@given(seed=st.integers(0, 2**32 - 1))
def test_heads_may_change_places_with_their_blocks_and_not_alone(seed):
    x = np.random.default_rng(seed).normal(size=(4, 8))
    together_off, alone_off = permuted(x, (2, 4, 8), seed)
    assert together_off < 1e-13 < 1e-3 < alone_off
    assert {parameters(8, heads) for heads in (1, 2, 4, 8)} == {4 * 8**2}


def drawn(seed, dim=4, words=7, texts=9):
    """Messages of drawn words over drawn vectors, and a head that is trained on nothing."""
    rng = np.random.default_rng(seed)
    tokens = [rng.integers(0, words, rng.integers(2, 8)) for _ in range(texts)]
    vector = rng.normal(size=(words, dim))
    made = Texts.of(tokens, (rng.integers(0, 2, texts) > 0).tolist(), vector)
    return tokens, made, Head(rng.normal(size=dim), rng.normal(size=dim), float(rng.normal()))


@given(seed=st.integers(0, 2**32 - 1))
def test_a_head_is_what_the_formula_gives_to_one_query(seed):
    tokens, texts, head = drawn(seed)
    for words, logit in zip(tokens, head.logits(texts), strict=True):
        e = texts.vector[words]
        mixed = formula.attention(head.u[None, None], e[None], e[None], scale=0.5)[0, 0]
        assert logit == pytest.approx(head.v @ mixed + head.b, abs=1e-12)


@given(seed=st.integers(0, 2**32 - 1))
def test_a_query_of_nothing_takes_the_mean(seed):
    tokens, texts, head = drawn(seed)
    even = replace(head, u=np.zeros(4)).logits(texts)
    means = [texts.vector[words].mean(axis=0) @ head.v + head.b for words in tokens]
    np.testing.assert_allclose(even, means, atol=1e-12)


@given(seed=st.integers(0, 2**32 - 1))
def test_the_gradient_is_that_of_finite_differences(seed):
    _, texts, head = drawn(seed)
    made, step = head.gradient(texts), 1e-6
    for part in ("u", "v"):
        for i in range(4):
            up, down = (replace(head, **{part: getattr(head, part) + side * step * np.eye(4)[i]}).loss(texts)
                        for side in (1, -1))  # fmt: skip
            assert getattr(made, part)[i] == pytest.approx((up - down) / (2 * step), abs=1e-7)
    up, down = (replace(head, b=head.b + side * step).loss(texts) for side in (1, -1))
    assert made.b == pytest.approx((up - down) / (2 * step), abs=1e-7)


@given(seed=st.integers(0, 2**32 - 1), spam=st.booleans())
def test_the_printed_gradient_summed_over_places_is_that_of_the_query(seed, spam):
    rng = np.random.default_rng(seed)
    words, vector = rng.integers(0, 5, 6), rng.normal(size=(5, 3))
    head = Head(rng.normal(size=3), rng.normal(size=3), 0.3)
    made = on_scores(head.scores(vector)[words], vector[words] @ head.v, head.b, spam)
    whole = head.gradient(Texts.of([words], [spam], vector)).u
    np.testing.assert_allclose(made @ vector[words] / 3**0.5, whole, atol=1e-12)


@given(seed=st.integers(0, 2**32 - 1), shift=st.floats(-50, 50))
def test_what_all_share_turns_into_nothing(seed, shift):
    rng = np.random.default_rng(seed)
    weight, g = softmax(rng.normal(size=6)), rng.normal(size=6)
    np.testing.assert_allclose(turned(weight, g + shift), turned(weight, g), atol=1e-12)
    assert turned(weight, g).sum() == pytest.approx(0, abs=1e-12)


@given(seed=st.integers(0, 2**32 - 1))
def test_leaving_one_word_out_is_a_message_without_it(seed):
    tokens, texts, head = drawn(seed)
    words = tokens[0]
    made = without_each(head.scores(texts.vector)[words], texts.vector[words] @ head.v)
    before = head.logits(texts)[0]
    for j, change in enumerate(made):
        rest = Texts.of([np.delete(words, j)], [True], texts.vector)
        assert change == pytest.approx(head.logits(rest)[0] - before, abs=1e-10)


def test_both_trainings_fall_and_the_mean_never_learns_a_query():
    _, texts, _ = drawn(3, texts=40)
    start = Head.nothing(4).loss(texts)
    assert start == pytest.approx(math.log(2))
    for train in (partial(descend, epochs=60, rate=0.5), converge):
        mean, head = train(texts, attends=False), train(texts, attends=True)
        assert (mean.u == 0).all() and np.abs(head.u).max() > 0.01
        assert head.loss(texts) < mean.loss(texts) < start
    steep = converge(texts, attends=True, l2=0.01)
    slope = steep.gradient(texts)
    np.testing.assert_allclose(np.append(slope.u, slope.v), -0.01 * np.append(steep.u, steep.v), atol=1e-4)
    assert slope.b == pytest.approx(0, abs=1e-4)


def test_momentum_is_that_of_the_recipe():
    _, texts, _ = drawn(4)
    x, speed = Head.nothing(4), np.zeros(9)
    for _ in range(3):
        slope = x.gradient(texts)
        speed = 0.9 * speed - 3 * np.concatenate([slope.u, slope.v, [slope.b]])
        x = Head(x.u + speed[:4], x.v + speed[4:8], x.b + speed[8])
    made = descend(texts, attends=True, epochs=3)
    np.testing.assert_allclose(np.concatenate([made.u, made.v, [made.b]]), np.concatenate([x.u, x.v, [x.b]]))


def test_a_split_holds_a_quarter_out_and_loses_nothing():
    tokens, texts, _ = drawn(5, texts=41)
    made = cut(texts, np.array([len(one) for one in tokens]), 7)
    assert (len(made.train), len(made.held)) == (30, 11)
    assert sorted([*made.train, *made.held]) == list(range(41))
    assert not np.array_equal(made.held, cut(texts, made.length, (7, 1)).held)
    assert [len(one) for one in known(messages("aa xx bb", "xx"), ("aa", "bb"))] == [2, 0]


def test_discordant_texts_are_tossed_like_a_coin():
    one, other = np.array([1, 1, 1, 1, 0, 1, 0], dtype=bool), np.array([0, 0, 0, 0, 1, 1, 0], dtype=bool)
    assert mcnemar(one, other) == (4, 1, pytest.approx(2 * (1 + 5) / 2**5))
    assert mcnemar(one[:4], other[:4])[2] == pytest.approx(0.125)
    assert mcnemar(one, one) == (0, 0, 1.0)


def test_an_interval_over_splits_is_wider_than_over_texts_of_their_own():
    x = [0.1, 0.4, 0.3, 0.2]
    mean, low, high = interval(x, share=0.0)
    assert (mean, high - mean) == (pytest.approx(0.25), pytest.approx(3.18245 * np.std(x, ddof=1) / 2, rel=1e-5))
    assert interval(x)[1] < low and interval(x)[2] > high
    assert (interval(x)[2] - mean) / (high - mean) == pytest.approx(((1 / 4 + 1 / 3) * 4) ** 0.5)
    assert interval([0.2]) == (0.2, -math.inf, math.inf)
