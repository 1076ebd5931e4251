"""A text as a model meets it: START before it, each piece at its place, and what cannot be read is said."""

from string import ascii_lowercase

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attnlab.errors import LabError
from attnlab.tokens import Alphabet

LETTERS = Alphabet(tuple(ascii_lowercase))


def cut(text):
    return LETTERS.cut(text, longest=16, model="names")


@given(text=st.text(alphabet=ascii_lowercase, min_size=1, max_size=15))
def test_start_stands_before_the_text_and_takes_one_place(text):
    tokens = cut(text)
    assert tokens.text == text
    assert tokens.pieces == ("START", *text)
    assert tokens.ids == (26, *(ord(letter) - ord("a") for letter in text))
    assert len(tokens) == len(text) + 1
    assert tokens.plain == (False,) + (True,) * len(text)
    assert tokens.flags[0] == {"special"}


@given(text=st.text(alphabet=ascii_lowercase, min_size=1, max_size=15))
def test_a_piece_says_where_it_stands_in_the_text(text):
    tokens = cut(text)
    assert tokens.spans[0] is None
    assert "".join(text[first:last] for first, last in tokens.spans[1:]) == text
    assert [text[first:last] for first, last in tokens.spans[1:]] == list(tokens.pieces[1:])


@given(text=st.text(alphabet=ascii_lowercase, min_size=1, max_size=15))
def test_tokens_from_their_ids_are_the_same_tokens(text):
    assert LETTERS.tokens(cut(text).ids) == cut(text)


def test_the_whole_context_can_be_used_and_no_more():
    assert len(cut("a" * 15)) == 16
    with pytest.raises(LabError) as refused:
        cut("a" * 16)
    assert (refused.value.message, refused.value.facts) == (
        "text-too-long",
        {"model": "names", "found": 16, "most": 15},
    )


def test_an_empty_text_is_refused_with_what_to_type():
    with pytest.raises(LabError, match="a to z"):
        cut("")


@pytest.mark.parametrize(
    ("text", "symbol", "place", "small"),
    [("Anna", "A", 1, "anna"), ("annA", "A", 4, "anna"), ("START", "S", 1, "start"), ("aKb", "K", 2, "akb")],
)
def test_a_capital_letter_is_refused_with_the_text_in_small_ones(text, symbol, place, small):
    with pytest.raises(LabError) as refused:
        cut(text)
    assert refused.value.message == "symbol-capital"
    assert refused.value.facts == {"model": "names", "symbol": symbol, "place": place, "small": small}


@pytest.mark.parametrize(
    ("text", "symbol", "place"),
    [("an na", " ", 3), ("anna1", "1", 5), ("Öanna", "Ö", 1), ("анна", "а", 1), ("A1", "A", 1), ("İ", "İ", 1),
     ("an\nna", "\n", 3), ("\udcff", "\udcff", 1), ("a🙂", "🙂", 2)],
)  # fmt: skip
def test_a_symbol_that_the_model_does_not_know_is_named_with_its_place(text, symbol, place):
    with pytest.raises(LabError) as refused:
        cut(text)
    assert refused.value.message == "symbol-unknown"
    assert (refused.value.facts["symbol"], refused.value.facts["place"]) == (symbol, place)


@given(text=st.text())
def test_any_text_is_either_read_or_refused_in_words(text):
    try:
        assert cut(text).text == text
    except LabError as refused:
        assert all(refused.say(lang) for lang in ("en", "ru", "et"))


def test_a_long_text_with_a_capital_is_refused_in_a_sentence_of_some_length():
    """Fluent refuses to write more than 2,500 characters; a person may paste more."""
    with pytest.raises(LabError) as refused:
        cut("A" * 9_000)
    assert len(str(refused.value)) < 1_500


WORDS = Alphabet(("Anna", "sees", "A:7", "?A", "twenty", "three"), "", " ")


def test_a_text_of_words_is_cut_at_blanks_commas_points_and_hyphens():
    tokens = WORDS.cut(" anna  SEES, twenty-three. ", longest=9, model="m")
    assert tokens.pieces == ("Anna", "sees", "twenty", "three")
    assert tokens.text == "Anna sees twenty three"
    assert [tokens.text[slice(*span)] for span in tokens.spans] == list(tokens.pieces)
    assert all(tokens.plain)
    started = Alphabet(WORDS.symbols, "START", " ").cut("a:7 ?a", longest=9, model="m")
    assert started.pieces == ("START", "A:7", "?A")
    assert [span and started.text[slice(*span)] for span in started.spans] == [None, "A:7", "?A"]


@pytest.mark.parametrize(
    ("text", "message", "facts"),
    [("", "text-without-words", {}), (" . ", "text-without-words", {}),
     ("Anna seen", "word-unknown", {"word": "seen", "place": 2, "near": ["sees"]}),
     ("Anna " + "x" * 60, "word-strange", {"word": "x" * 40 + "…", "place": 2}),
     ("Anna sees Anna sees", "text-of-too-many-words", {"found": 4, "most": 3})],
)  # fmt: skip
def test_words_that_cannot_be_read_are_refused_in_words(text, message, facts):
    with pytest.raises(LabError) as refused:
        WORDS.cut(text, longest=3, model="m")
    assert refused.value.message == message
    assert facts.items() <= refused.value.facts.items()
