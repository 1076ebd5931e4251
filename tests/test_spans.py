"""Pieces joined to words: nothing of a map's weight is lost on the way."""

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from itertools import pairwise
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlab import LabError, load, trace
from attnlab.cli import main
from attnlab.spans import Group, groups, letters, merge, words
from attnlab.tokens import PLAIN, Tokens


def pieces(text, cuts, special=True):
    """Tokens of a text cut before the given places, with a special piece in front."""
    ends = [*sorted(set(cuts) - {0, len(text)}), len(text)]
    spans = list(zip([0, *ends[:-1]], ends, strict=True))
    first = [("<s>", None, frozenset({"special"}))] if special else []
    rows = [*first, *((text[start:end], (start, end), PLAIN) for start, end in spans)]
    names, places, flags = zip(*rows, strict=True)
    return Tokens(text, names, tuple(range(len(rows))), places, flags)


def test_sub_words_join_to_words_and_marks_and_special_pieces_stand_alone():
    tokens = pieces("unbelievable, isn't it?", [2, 8, 12, 13, 17, 19, 22])

    assert [(group.label, group.positions) for group in words(tokens)] == [
        ("<s>", (0,)),
        ("unbelievable", (1, 2, 3)),
        (",", (4,)),
        ("isn't", (5, 6)),
        ("it", (7,)),
        ("?", (8,)),
    ]


def test_a_piece_that_brings_its_space_belongs_to_the_word_behind_it():
    tokens = pieces("the old cat", [3, 7])

    assert tokens.pieces == ("<s>", "the", " old", " cat")
    assert [group.label for group in words(tokens)] == ["<s>", "the", "old", "cat"]


def test_two_pieces_of_one_letter_join_to_the_letter():
    # a byte-level tokenizer may cut й in two: both pieces have the letter's span
    tokens = Tokens("чай", ("ча", "й", "й"), (0, 1, 2), ((0, 2), (2, 3), (2, 3)), (PLAIN, PLAIN, PLAIN))

    assert groups(tokens, [(0, 2), (2, 3)]) == (Group("ча", (0,)), Group("й", (1, 2)))

    assert letters(tokens) == (Group("ча", (0,)), Group("й", (1, 2)))


def test_a_piece_that_ends_one_letter_and_begins_the_next_joins_both():
    tokens = Tokens("йод", ("й", "йо", "д"), (0, 1, 2), ((0, 1), (0, 2), (2, 3)), (PLAIN, PLAIN, PLAIN))

    assert letters(tokens) == (Group("йо", (0, 1)), Group("д", (2,)))


def test_a_word_inside_a_piece_of_the_word_before_goes_with_it():
    tokens = pieces("see example.com now", [3, 11, 15])

    assert [(group.label, group.positions) for group in words(tokens)] == [
        ("<s>", (0,)),
        ("see", (1,)),
        ("example", (2,)),
        (".com", (3,)),
        ("now", (4,)),
    ]


@given(data=st.data())
def test_every_piece_of_any_text_however_cut_is_in_one_word(data):
    text = data.draw(st.text("aй1 .'-(\n", min_size=1, max_size=20))
    tokens = pieces(text, data.draw(st.sets(st.integers(1, 20).filter(lambda cut: cut < len(text)))))

    for found in (words(tokens), letters(tokens)):
        assert [position for group in found for position in group.positions] == list(range(len(tokens)))
    assert letters(tokens) == tuple(Group(piece, (place,)) for place, piece in enumerate(tokens.pieces))


@given(data=st.data())
def test_merging_loses_no_weight_and_one_piece_a_span_changes_nothing(data):
    text = data.draw(st.text("abc", min_size=2, max_size=15))
    made = trace(load("names"), text).map("0", 3)
    cuts = sorted({0, len(text), *data.draw(st.sets(st.integers(0, len(text))))})
    spans = list(pairwise(cuts))

    merged = merge(made, spans)
    each = merge(made, [(place, place + 1) for place in range(len(text))])

    assert merged.weight.shape == (len(spans) + 1, len(spans) + 1)
    np.testing.assert_allclose(merged.weight.sum(axis=1), 1, atol=1e-12)
    sizes = [len(group.positions) for group in merged.queries]
    assert (merged.weight.sum(axis=1) * sizes).sum() == pytest.approx(made.weight.sum())
    np.testing.assert_array_equal(each.weight, made.weight)


def test_a_merged_weight_is_the_sum_over_keys_and_the_mean_over_queries():
    made = trace(load("names"), "anna").map("0", 3)
    merged = merge(made, [(0, 2), (2, 4)])

    rows, keys = [3, 4], [1, 2]
    assert merged.weight[2, 1] == pytest.approx(made.weight[np.ix_(rows, keys)].sum(axis=1).mean())
    assert [group.label for group in merged.keys] == ["START", "an", "na"]
    assert json.loads(merged.to_json())["keys"][1] == {"label": "an", "positions": [1, 2]}


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        ([(0, 9)], "does not lie in the text"),
        ([(2, 2)], "does not lie in the text"),
        ([(0, 3), (2, 4)], "overlap"),
        ([(-1, 2)], "does not lie in the text"),
    ],
)
def test_spans_that_cannot_be_are_refused_in_words(spans, said):
    with pytest.raises(LabError, match=said):
        groups(load("names").tokens("anna"), spans)


def test_a_span_without_a_piece_of_its_own_is_refused():
    with pytest.raises(LabError, match="no piece begins"):
        groups(pieces("abcd", [2]), [(1, 2)])


def test_a_map_of_some_rows_is_not_merged():
    made = trace(load("names"), "anna", heads=[3], positions=[-1]).map("0", 3)

    with pytest.raises(LabError, match="whole text"):
        merge(made)


@pytest.mark.parametrize("way", ["words", "letters"])
def test_the_terminal_joins_weights_and_refuses_scores(way):
    def command(*words):
        said = io.StringIO()
        with (
            patch.object(sys, "argv", ["attnlab", "map", "anna", "--head", "3", f"--{way}", *words]),
            redirect_stdout(said), redirect_stderr(said), pytest.raises(SystemExit) as ended,
        ):  # fmt: skip
            main()
        return ended.value.code, said.getvalue()

    code, said = command("--json")
    merged = merge(trace(load("names"), "anna").map("0", 3), words if way == "words" else letters)
    assert (code, json.loads(said)) == (0, json.loads(merged.to_json()))
    assert len(merged.keys) == (2 if way == "words" else 5)
    code, said = command("--stage", "score")
    assert (code, "scores do not add up" in " ".join(said.split())) == (2, True)
