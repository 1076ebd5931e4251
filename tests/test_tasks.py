"""Tasks: the answer follows from the text by a reader of its own, nothing leaks it, and held-out texts stay out."""

import re
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab.errors import LabError
from attnlab.tasks import TASKS, find
from attnlab.tasks.names import CYRILLIC, ESTONIAN, RUSSIAN, first_names
from attnlab.tasks.numbers import english, estonian, russian
from attnlab.tasks.sentence import NAMES

NEXT = [name for name in TASKS if find(name).kind == "next"]
TRANSLATE = [name for name in TASKS if find(name).kind == "translate"]
every_task = pytest.mark.parametrize("name", TASKS)
seeds = st.integers(0, 2**32 - 1)


def said(words):
    return " ".join(word.text for word in words)


# --- of every task ----------------------------------------------------------------------------------------------------


@every_task
@settings(max_examples=10, deadline=None)
@given(seed=seeds)
def test_a_drawn_text_is_read_as_the_example_that_it_was_drawn_as(name, seed):
    task = find(name)
    for example in task.draw(20, seed) + task.held_out(5, seed):
        assert task.read(example.source) == example
        assert task.pieces(example.source.upper()) == example.pieces
        assert task.pieces(task.join(example.pieces)) == example.pieces
        assert [task.reads[one] for one in task.ids(example.pieces)] == [*example.pieces]
        assert [task.says[one] for one in task.answer_ids(example.answer)] == [*example.answer]


@every_task
@settings(max_examples=10, deadline=None)
@given(seed=seeds)
def test_every_piece_of_an_answer_has_its_gold_source(name, seed):
    for example in find(name).draw(20, seed):
        assert {place for place, _ in example.alignment} == set(range(len(example.answer)))
        for links in (example.alignment, example.agreement):
            assert list(links) == sorted(set(links))
            assert all(0 <= place < len(example.answer) and 0 <= other < len(example.pieces) for place, other in links)


@every_task
def test_a_draw_is_a_pure_function_of_its_seed(name):
    task = find(name)
    assert task.draw(30, 7) == task.draw(30, 7) != task.draw(30, 8)
    assert len(task.draw(123, 1)) == 123 and len(task.held_out(12, 1)) == 12


@every_task
@settings(max_examples=5, deadline=None)
@given(one=seeds, other=seeds)
def test_a_text_is_for_training_or_held_out_and_never_both(name, one, other):
    task = find(name)
    trained, kept = task.draw(100, one), task.held_out(20, other)
    assert not {example.source for example in trained} & {example.source for example in kept}
    assert not any(task.is_held_out(example.source) for example in trained)
    assert all(task.is_held_out(example.source) for example in kept)


@every_task
def test_the_vocabulary_holds_each_piece_once_and_each_is_met(name):
    task = find(name)
    assert len(set(task.reads)) == len(task.reads) and len(set(task.says)) == len(task.says)
    assert set(task.vocabulary) == {*task.reads, *task.says} and len(task.vocabulary) == len(set(task.vocabulary))
    assert task.vocabulary[: len(task.reads)] == task.reads
    drawn = task.draw(2500, 0)
    assert {piece for example in drawn for piece in example.answer} == set(task.says)
    if name != "last-of-two":  # 1,280 pairs
        assert {piece for example in drawn for piece in example.pieces} == set(task.reads)


@every_task
def test_the_example_that_is_shown_can_be_read(name):
    assert find(name).read(find(name).example).answer


def test_about_one_in_ten_is_held_out_the_same_numbers_in_both_languages():
    russian_task, estonian_task = find("numbers-ru"), find("numbers-et")
    kept = [number for number in range(1000) if russian_task.is_held_out(said(english(number)))]
    assert 75 < len(kept) < 125
    assert kept == [number for number in range(1000) if estonian_task.is_held_out(said(english(number)))]


# --- finding again ----------------------------------------------------------------------------------------------------


def pairs_of(source):
    """The pairs and the asked key of `A:7 B:2 ?B`, by a reader of its own."""
    return re.findall(r"([A-Z]\d*):(\d)", source), re.fullmatch(r".* \?([A-Z]\d*)", source)[1]


@settings(max_examples=20, deadline=None)
@given(pairs=st.integers(2, 64), seed=seeds, data=st.data())
def test_address_wants_the_value_of_the_asked_key(pairs, seed, data):
    distance = data.draw(st.none() | st.integers(1, pairs))
    for example in find("address").draw(5, seed, pairs=pairs, distance=distance):
        found, asked = pairs_of(example.source)
        assert len(found) == pairs == len(dict(found))
        assert example.answer == (dict(found)[asked],)
        ((_, place),) = example.alignment
        assert found[place] == (asked, *example.answer)
        assert distance is None or place == pairs - distance


def test_address_by_hand():
    task = find("address")
    example = task.read("A:7 B:2 C:9 ?B")
    assert (example.answer, example.alignment) == (("2",), ((0, 1),))
    assert task.read("A:7 C:9 B:2 ?B").answer == ("2",)  # pairs change places
    assert task.read("A:7 B:4 C:9 ?B").answer == ("4",)  # another value
    assert task.read("B:7 A:2 C:9 ?B").answer == ("7",)  # two keys change places
    assert find("address-by-symbol").read("a 7 b 2 c 9 ?b").alignment == ((0, 3),)


@pytest.mark.parametrize("name", ["address", "last-of-two"])
def test_the_parts_of_a_piece_are_its_key_and_its_value(name):
    task = find(name)
    assert task.values[-1] == "?"
    for piece, (key, value) in zip(task.reads, task.parts, strict=True):
        symbols = task.keys[key], task.values[value]
        assert piece == ("?" + symbols[0] if symbols[1] == "?" else ":".join(symbols))


def test_there_are_64_addresses_with_10_values():
    task = find("address")
    assert (task.keys[25:27], task.keys[-1], len(task.keys)) == (("Z", "K27"), "K64", 64)
    assert (len(task.reads), len(task.says)) == (64 * 10 + 64, 10)
    assert len(find("last-of-two").keys) == 128


def test_the_asked_pair_and_its_value_stand_anywhere_alike():
    drawn = find("address").draw(8000, 1, pairs=4)
    places = Counter(example.alignment[0][1] for example in drawn)
    values = Counter(example.answer[0] for example in drawn)
    assert all(abs(places[place] / 8000 - 1 / 4) < 0.02 for place in range(4))
    assert all(abs(values[value] / 8000 - 1 / 10) < 0.015 for value in "0123456789")


@settings(max_examples=20, deadline=None)
@given(pairs=st.integers(2, 64), seed=seeds)
def test_address_by_symbol_wants_the_symbol_behind_the_asked_key(pairs, seed):
    for example in find("address-by-symbol").draw(5, seed, pairs=pairs):
        *symbols, query = example.source.split()
        place = symbols.index(query[1:])
        assert len(symbols) == 2 * pairs
        assert (example.answer, example.alignment) == ((symbols[place + 1],), ((0, place + 1),))


@settings(max_examples=20, deadline=None)
@given(pairs=st.integers(2, 128), seed=seeds, data=st.data())
def test_last_of_two_wants_the_later_value_of_the_key_that_stands_twice(pairs, seed, data):
    distance = data.draw(st.none() | st.integers(1, pairs - 1))
    for example in find("last-of-two").draw(5, seed, pairs=pairs, distance=distance):
        found, asked = pairs_of(example.source)
        places = [place for place, (key, _) in enumerate(found) if key == asked]
        first, last = places
        assert len(found) == pairs == len(dict(found)) + 1
        assert found[first][1] != found[last][1]
        assert (example.answer, example.alignment) == ((found[last][1],), ((0, last),))
        assert distance is None or last == pairs - distance


def test_last_of_two_may_ask_for_a_key_that_stands_once():
    for example in find("last-of-two").draw(50, 2, pairs=12, times=1):
        found, asked = pairs_of(example.source)
        assert len(dict(found)) == 12 and example.answer == (dict(found)[asked],)


def test_the_two_values_do_not_betray_which_came_last():
    """Without positions one sees which two values there are: their difference must say nothing of the order."""
    steps = Counter()
    for example in find("last-of-two").draw(18_000, 3, pairs=4):
        found, asked = pairs_of(example.source)
        early, late = (int(value) for key, value in found if key == asked)
        steps[(late - early) % 10] += 1
    assert set(steps) == set(range(1, 10))
    assert all(abs(steps[step] - 2000) < 200 for step in range(1, 10)), steps  # five standard deviations


@settings(max_examples=20, deadline=None)
@given(length=st.integers(2, 26), seed=seeds)
def test_a_copy_goes_on_as_it_began(length, seed):
    for example in find("copy").draw(5, seed, length=length):
        whole = example.pieces + example.answer
        assert whole[:length] == whole[length:] and len(set(whole)) == length
        for place, source in example.alignment:
            before = whole.index(whole[len(example.pieces) + place - 1])  # where the last letter stood the first time
            assert source == before + 1


def test_a_copy_may_be_further_on():
    example = find("copy").read("c a t s c a")
    assert (example.answer, example.alignment) == (("t", "s"), ((0, 2), (1, 3)))


@settings(max_examples=20, deadline=None)
@given(distance=st.integers(2, 128), seed=seeds)
def test_remember_wants_the_digit_so_many_places_before_the_query(distance, seed):
    for example in find("remember").draw(5, seed, distance=distance):
        digit, *letters, query = example.source.split()
        assert re.fullmatch("[0-9]", digit) and re.fullmatch("[a-z]+", "".join(letters)) and query == "?"
        assert len(letters) == distance - 1
        assert (example.answer, example.alignment) == ((digit,), ((0, 0),))
        assert example.pieces[-1 - distance] == digit


def test_the_letters_between_say_nothing_of_the_value():
    """A guess from any one letter is right about once in ten."""
    drawn = find("remember").draw(6000, 6, distance=3)
    for place in (1, 2):
        best = Counter()
        for (letter, _), count in Counter((one.pieces[place], one.answer[0]) for one in drawn).items():
            best[letter] = max(best[letter], count)
        assert sum(best.values()) / 6000 < 0.17  # the best digit of each letter, chosen in hindsight
    values = Counter(one.answer[0] for one in drawn)
    assert all(abs(values[value] / 6000 - 0.1) < 0.02 for value in "0123456789")


@pytest.mark.parametrize(
    ("text", "place"),
    [("k x ?", 1), ("7 k x", 3), ("7 ?", 2), ("7", 1), ("?", 1), ("7 k 3 ?", 3), ("7 ? k ?", 2), ("? 7 k ?", 1)],
)
def test_a_text_that_asks_for_nothing_that_was_said_is_refused(text, place):
    with pytest.raises(LabError) as refused:
        find("remember").read(text)
    assert (refused.value.message, refused.value.facts["place"]) == ("task-remember-broken", place)


# --- agreement --------------------------------------------------------------------------------------------------------


def is_plural(noun):
    return noun.endswith(("s", "men", "children"))


def nouns_of(example):
    return [after for before, after in zip(example.pieces, example.pieces[1:], strict=False) if before == "the"]


@settings(max_examples=20, deadline=None)
@given(between=st.integers(0, 6), seed=seeds, data=st.data())
def test_the_verb_takes_the_number_of_the_first_noun(between, seed, data):
    attractors = data.draw(st.none() | st.integers(0, between))
    for example in find("agreement").draw(5, seed, between=between, attractors=attractors):
        subject, *others = nouns_of(example)
        assert len(others) == between and len({subject, *others}) == between + 1
        assert example.answer == ("are" if is_plural(subject) else "is",)
        assert example.alignment == ((0, 1),) and example.pieces[1] == subject
        if attractors is not None:
            assert sum(is_plural(other) != is_plural(subject) for other in others) == attractors
        if "that" in example.pieces:  # the clause agrees with its own subject
            assert example.pieces[-1].endswith("s") != is_plural(others[0])


def test_neither_the_last_noun_nor_a_habit_gives_the_verb_away():
    drawn = find("agreement").draw(6000, 4, between=2)
    plural = [example.answer == ("are",) for example in drawn]
    assert abs(sum(plural) / 6000 - 0.5) < 0.03
    last = [is_plural(nouns_of(example)[-1]) == answer for example, answer in zip(drawn, plural, strict=True)]
    assert abs(sum(last) / 6000 - 0.5) < 0.03
    assert {"that" in example.pieces for example in drawn} == {True, False}


# --- numbers ----------------------------------------------------------------------------------------------------------


@settings(max_examples=300, deadline=None)
@given(number=st.integers(0, 999_999))
def test_english_and_russian_number_words_are_those_of_num2words(need, number):
    num2words = need("num2words").num2words
    theirs = [word for word in re.findall("[a-z]+", num2words(number, lang="en")) if word != "and"]
    assert said(english(number)).split() == theirs
    assert said(russian(number)) == num2words(number, lang="ru")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "null"), (1, "üks"), (10, "kümme"), (11, "üksteist"), (12, "kaksteist"), (19, "üheksateist"),
        (20, "kakskümmend"), (23, "kakskümmend kolm"), (99, "üheksakümmend üheksa"), (100, "sada"), (101, "sada üks"),
        (110, "sada kümme"), (115, "sada viisteist"), (200, "kakssada"), (742, "seitsesada nelikümmend kaks"),
        (1000, "tuhat"), (1001, "tuhat üks"), (1100, "tuhat sada"), (2000, "kaks tuhat"),
        (2023, "kaks tuhat kakskümmend kolm"), (9999, "üheksa tuhat üheksasada üheksakümmend üheksa"),
        (13_000, "kolmteist tuhat"), (21_000, "kakskümmend üks tuhat"), (100_000, "sada tuhat"),
        (201_606, "kakssada üks tuhat kuussada kuus"),
    ],
)  # fmt: skip
def test_estonian_number_words(number, words):
    assert said(estonian(number)) == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "ноль"), (14, "четырнадцать"), (40, "сорок"), (999, "девятьсот девяносто девять"), (1000, "одна тысяча"),
        (2002, "две тысячи два"), (5000, "пять тысяч"), (11_000, "одиннадцать тысяч"),
        (12_012, "двенадцать тысяч двенадцать"), (21_001, "двадцать одна тысяча один"), (300_000, "триста тысяч"),
        (642_116, "шестьсот сорок две тысячи сто шестнадцать"),
    ],
)  # fmt: skip
def test_russian_number_words(number, words):
    assert said(russian(number)) == words


@settings(max_examples=100, deadline=None)
@given(number=st.integers(0, 999_999), lang=st.sampled_from(["ru", "et"]))
def test_every_number_is_read_from_its_words_and_every_word_has_a_link(number, lang):
    task = find(f"numbers-{lang}")
    example = task.read(said(english(number)))
    assert " ".join(example.answer) == said({"ru": russian, "et": estonian}[lang](number))
    assert {source for _, source in example.alignment} == set(range(len(example.pieces)))


def test_number_links_by_hand():
    text = "two thousand three hundred twenty-one"
    example = find("numbers-ru").read(text)
    assert example.answer == ("две", "тысячи", "триста", "двадцать", "один")
    assert example.alignment == ((0, 0), (1, 1), (2, 2), (2, 3), (3, 4), (4, 5))
    assert example.agreement == ((0, 1), (1, 0))  # две for тысячи, тысячи for две
    example = find("numbers-et").read("one thousand one hundred twelve")
    assert example.answer == ("tuhat", "sada", "kaksteist")
    assert example.alignment == ((0, 0), (0, 1), (1, 2), (1, 3), (2, 4))


@pytest.mark.parametrize("most", [9, 500, 9_999, 999_999])
def test_no_number_above_the_most_is_drawn(most):
    counted = {said(english(number)): number for number in range(1000)}
    for example in find("numbers-et").draw(200, 5, most=most):
        assert most > 999 or counted[example.source] <= most


# --- the translation grammar ------------------------------------------------------------------------------------------

BY_HAND = [
    ("Anna saw a dog", "Анна видела собаку", "Anna nägi koera"),
    ("Karl did not see the dog", "Карл не видел собаку", "Karl ei näinud koera"),
    ("the dogs saw my friend", "собаки видели моего друга", "koerad nägid minu sõpra"),
    ("my sisters did not hear Olga", "мои сёстры не слышали Ольгу", "minu õed ei kuulnud Olgat"),
    ("an old teacher waited for a new boy", "старый учитель ждал нового мальчика", "vana õpetaja ootas uut poissi"),
    ("my neighbour was new", "мой сосед был новым", "minu naaber oli uus"),
    (
        "the small dog near the big house did not see the cat",
        "маленькая собака возле большого дома не видела кошку",
        "väike koer suure maja lähedal ei näinud kassi",
    ),
    (
        "the brother near the old school looked for two books",
        "брат возле старой школы искал две книги",
        "vend vana kooli lähedal otsis kahte raamatut",
    ),
    (
        "Nina together with my friend drew five houses",
        "Нина вместе с моим другом рисовала пять домов",
        "Nina koos minu sõbraga joonistas viit maja",
    ),
    (
        "the teachers together with Robert listened to the doctor",
        "учителя вместе с Робертом слушали врача",
        "õpetajad koos Robertiga kuulasid arsti",
    ),
    (
        "the cat near a small tree was not beautiful",
        "кошка возле маленького дерева не была красивой",
        "kass väikese puu lähedal ei olnud ilus",
    ),
    ("the boys near my car were big", "мальчики возле моей машины были большими",
     "poisid minu auto lähedal olid suured"),
    ("Martin loved my letter", "Мартин любил моё письмо", "Martin armastas minu kirja"),
    ("the girl loved a new car", "девочка любила новую машину", "tüdruk armastas uut autot"),
    ("my brother looked for the old window", "мой брат искал старое окно", "minu vend otsis vana akent"),
    ("Maria drew four trees", "Мария рисовала четыре дерева", "Maria joonistas nelja puud"),
    ("Anton saw three schools", "Антон видел три школы", "Anton nägi kolme kooli"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "russian_text", "estonian_text"), BY_HAND)
def test_sentences_by_hand(text, russian_text, estonian_text):
    assert " ".join(find("grammar-ru").read(text).answer) == russian_text
    assert " ".join(find("grammar-et").read(text).answer) == estonian_text


def linked(example, links):
    return [
        (word, *(example.pieces[other] for one, other in links if one == place))
        for place, word in enumerate(example.answer)
    ]


def test_russian_links_by_hand():
    example = find("grammar-ru").read("the dog near the house did not look for my friend")
    assert linked(example, example.alignment) == [
        ("собака", "dog"), ("возле", "near"), ("дома", "house"), ("не", "not"), ("искала", "did", "look", "for"),
        ("моего", "my"), ("друга", "friend"),
    ]  # fmt: skip
    assert linked(example, example.agreement) == [
        ("собака",), ("возле",), ("дома",), ("не",), ("искала", "dog"), ("моего", "friend"), ("друга",),
    ]  # fmt: skip


def test_estonian_links_by_hand():
    example = find("grammar-et").read("the dog together with my friend did not see two houses")
    assert linked(example, example.alignment) == [
        ("koer", "dog"), ("koos", "together"), ("minu", "my"), ("sõbraga", "with", "friend"), ("ei", "not"),
        ("näinud", "did", "see"), ("kahte", "two"), ("maja", "houses"),
    ]  # fmt: skip
    example = find("grammar-et").read("Anna near the house saw Karl")
    assert example.alignment == ((0, 0), (1, 3), (2, 1), (3, 4), (4, 5))  # maja lähedal turns near the house round


@pytest.mark.parametrize("name", ["grammar-ru", "grammar-et"])
def test_articles_and_nothing_else_have_no_counterpart(name):
    for example in find(name).draw(200, 6):
        alone = set(range(len(example.pieces))) - {source for _, source in example.alignment}
        assert alone == {place for place, piece in enumerate(example.pieces) if piece in ("the", "a", "an")}


def test_the_russian_verb_follows_its_subject_and_not_the_noun_before_it():
    def verb(text):
        return find("grammar-ru").read(text).answer[-2]

    assert verb("the dog near the house saw Anna") == "видела"
    assert verb("the brother near the school saw Anna") == "видел"
    assert verb("the brothers near the school saw Anna") == "видели"
    assert verb("Karl together with Nina saw Anna") == "видел"


def test_held_out_sentences_are_new_in_who_did_what_to_whom():
    task = find("grammar-ru")
    for name in NAMES:
        for noun in ("cat", "dog", "house"):
            kept = task.is_held_out(f"{name} saw the {noun}")
            assert kept == task.is_held_out(f"{name} near my old school did not see my {noun}")
            assert kept == task.is_held_out(f"{name} together with my sister saw an old {noun}")
    words = {piece for example in task.draw(1000, 0) for piece in example.pieces}
    assert all(set(example.pieces) <= words for example in task.held_out(50, 0))


@pytest.mark.parametrize("between", [0, 1])
def test_what_stands_between_subject_and_verb_can_be_fixed(between):
    for example in find("grammar-et").draw(200, 0, between=between):
        assert bool({"near", "together"} & set(example.pieces)) == bool(between)


# --- what cannot be done, in words ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        (lambda: find("adress"), "task-unknown-close"),
        (lambda: find("chess"), "task-unknown"),
        (lambda: find("address").draw(0, 0), "task-count"),
        (lambda: find("address").draw(1, 0, pairs=1), "task-size-outside"),
        (lambda: find("address").draw(1, 0, pairs=65), "task-size-outside"),
        (lambda: find("address").draw(1, 0, pairs=None), "task-size-outside"),
        (lambda: find("address").draw(1, 0, length=8), "task-size-unknown"),
        (lambda: find("address").draw(1, 0, pairs=4, distance=5), "task-distance"),
        (lambda: find("last-of-two").draw(1, 0, pairs=4, distance=4), "task-distance"),
        (lambda: find("agreement").draw(1, 0, between=1, attractors=2), "task-attractors"),
        (lambda: find("address").read(" "), "task-text-empty"),
        (lambda: find("address").read("A:7 b-2 ?A"), "task-piece-unknown"),
        (lambda: find("address").read("A:7 B:2"), "task-no-query"),
        (lambda: find("address").read("A:7 ?A B:2 ?B"), "task-query-early"),
        (lambda: find("address").read("A:7 B:2 ?C"), "task-key-missing"),
        (lambda: find("address").read("A:7 A:2 ?A"), "task-key-twice"),
        (lambda: find("address").read("?A"), "task-key-missing"),
        (lambda: find("address-by-symbol").read("A 7 2 B ?B"), "task-not-in-turn"),
        (lambda: find("address-by-symbol").read("A 7 B ?B"), "task-not-in-turn"),
        (lambda: find("address-by-symbol").read("A 7 ?B 2 ?A"), "task-query-early"),
        (lambda: find("address-by-symbol").read("A 7 B 2"), "task-no-query"),
        (lambda: find("copy").read("c a t"), "task-copy-broken"),
        (lambda: find("copy").read("c a t a"), "task-copy-broken"),
        (lambda: find("copy").read("c c"), "task-copy-broken"),
        (lambda: find("copy").read("c a t c a t c"), "task-copy-broken"),
        (lambda: find("copy").read("c a t c a t"), "task-copy-done"),
        (lambda: find("agreement").read("the cat dogs"), "task-sentence-broken"),
        (lambda: find("agreement").read("the cat near the"), "task-sentence-short"),
        (lambda: find("agreement").read("the key that the cats likes"), "task-sentence-broken"),
        (lambda: find("agreement").read("the key that likes"), "task-sentence-short"),
        (lambda: find("numbers-ru").read("two hundred hundred"), "task-number-unread"),
        (lambda: find("numbers-ru").read("two hundred and one"), "task-piece-unknown"),
        (lambda: find("numbers-ru").read("two thousand thousand"), "task-number-unread"),
        (lambda: find("grammar-ru").read("Anna saw"), "task-sentence-short"),
        (lambda: find("grammar-ru").read("Anna saw a old dog"), "task-sentence-broken"),
        (lambda: find("grammar-ru").read("Anna were old"), "task-sentence-broken"),
        (lambda: find("grammar-ru").read("Anna heard the house"), "task-sentence-broken"),
        (lambda: find("grammar-ru").read("Anna was old dog"), "task-sentence-broken"),
    ],
)  # fmt: skip
def test_what_cannot_be_done_is_said(wish, message):
    with pytest.raises(LabError) as fault:
        wish()
    assert fault.value.message == message
    assert all(fault.value.say(lang) for lang in ("en", "ru", "et"))


def test_the_place_where_a_copy_breaks_is_named():
    with pytest.raises(LabError) as fault:
        find("copy").read("c a t s c a s")
    assert fault.value.facts["place"] == 7


def test_sizes_with_nothing_to_set_aside_are_said(monkeypatch):
    monkeypatch.setattr("attnlab.tasks.task._is_kept", lambda content: False)
    with pytest.raises(LabError) as fault:
        find("numbers-et").held_out(5, 0, most=9)
    assert fault.value.message == "task-none-there"


# --- names ------------------------------------------------------------------------------------------------------------


def test_first_names_are_single_words_of_the_alphabet_in_a_fixed_order(need):
    need("faker")
    found = first_names(CYRILLIC)
    assert found == sorted(set(found)) == first_names(CYRILLIC)
    assert len(found) > 2000 and all(set(name) <= set(CYRILLIC) for name in found)
    assert {"анна", "иван", "ольга"} < set(first_names(RUSSIAN, ["ru_RU"])) < set(found)
    estonian_names = first_names(ESTONIAN, ["et_EE"])
    assert "jüri" in estonian_names and 80 < len(estonian_names) < 200


def test_names_that_are_not_there_are_said(need):
    need("faker")
    with pytest.raises(LabError) as fault:
        first_names(ESTONIAN, ["et_XX"])
    assert fault.value.message == "names-locale-unknown"
    with pytest.raises(LabError) as fault:
        first_names("z", ["et_EE"])
    assert fault.value.message == "names-none"
