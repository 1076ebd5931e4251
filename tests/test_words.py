"""Words: three catalogues that say the same, every error with a sentence, numbers as each language writes them."""

import ast
import math
import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from hypothesis import given
from hypothesis import strategies as st

import attnlab
from attnlab.errors import LabError
from attnlab.words import LANGUAGES, catalogue, number, plural, say, spoken

SOURCE = Path(attnlab.__file__).parent
FOLDERS = {lang: SOURCE / "words" / lang for lang in LANGUAGES}
PARTS = sorted(path.name for path in FOLDERS["en"].glob("*.ftl"))


class Variables(Visitor):
    """The names of the facts that a message asks for, and those of them that choose a plural."""

    def __init__(self):
        self.names, self.counted = set(), set()

    def visit_VariableReference(self, node):
        self.names.add(node.id.name)

    def visit_SelectExpression(self, node):
        if isinstance(node.selector, ftl.VariableReference):
            self.counted.add(node.selector.id.name)
        self.generic_visit(node)


def messages(lang, part):
    """Every message of a file with its variables, in the file's order."""
    found = []
    for entry in FluentParser().parse((FOLDERS[lang] / part).read_text(encoding="utf-8")).body:
        assert not isinstance(entry, ftl.Junk), f"{lang}/{part}: {entry.content}"
        if isinstance(entry, ftl.Message):
            variables = Variables()
            variables.visit(entry)
            found.append((entry.id.name, variables))
    return found


EVERY = {lang: dict(one for part in PARTS for one in messages(lang, part)) for lang in LANGUAGES}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_languages_have_the_same_files(lang):
    assert sorted(path.name for path in FOLDERS[lang].iterdir()) == PARTS


@pytest.mark.parametrize("part", PARTS)
def test_the_languages_say_the_same_messages_of_the_same_facts_in_the_same_order(part):
    english, *others = ([(name, sorted(found.names)) for name, found in messages(lang, part)] for lang in LANGUAGES)
    assert all(other == english for other in others)


def test_no_message_is_written_twice():
    for lang in LANGUAGES:
        names = [name for part in PARTS for name, _ in messages(lang, part)]
        assert len(names) == len(set(names))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 2, 5, 11, 21, 1234, 0.5, -1])
def test_every_message_can_be_said_with_any_number(lang, count):
    for name, found in EVERY[lang].items():
        sentence = say(name, lang, **dict.fromkeys(found.names, count))
        assert sentence.strip() == sentence != ""
        assert not re.search(r"[{}]|\?\?\?", sentence.replace('{ "', "").replace('" }', "")), sentence


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_message_holds_the_facts_it_is_given(lang):
    for name, found in EVERY[lang].items():
        facts = {fact: f"‹{fact}›" for fact in found.names}
        sentence = say(name, lang, **facts)
        assert [fact for fact in found.names - found.counted if facts[fact] not in sentence] == [], (name, sentence)


# --- the errors that the code raises ----------------------------------------------------------------------------------


def raised():
    """Each LabError(...) in the source: where, its message, the names of its facts, and whether more may be hidden."""
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        scopes = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for call in ast.walk(tree):
            if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "LabError"):
                continue
            first = call.args[0]
            names = [first.body, first.orelse] if isinstance(first, ast.IfExp) else [first]
            facts, hidden = {one.arg for one in call.keywords if one.arg}, False
            for spread in (one.value for one in call.keywords if one.arg is None):
                literal = next(
                    (found for scope in scopes if call in ast.walk(scope) for found in _literals(scope, spread)), None
                )
                hidden |= literal is None
                facts |= literal or set()
            for name in names:
                where = f"{path.relative_to(SOURCE)}:{call.lineno}"
                yield where, name.value if isinstance(name, ast.Constant) else None, facts, hidden


def _literals(scope, spread):
    """The keys of the dict literal that a spread name stands for in its function."""
    for node in ast.walk(scope):
        made_here = isinstance(node, ast.Assign) and ast.unparse(spread) in map(ast.unparse, node.targets)
        if made_here and isinstance(node.value, ast.Dict):
            yield {ast.literal_eval(key) for key in node.value.keys if key is not None}


RAISED = list(raised())


def test_every_error_that_is_raised_has_its_sentence_and_gives_exactly_the_facts_it_asks_for():
    assert len(RAISED) > 50
    for where, name, facts, hidden in RAISED:
        if name is None:
            continue
        assert name in EVERY["en"], f"{where} raises {name!r}, which no catalogue has"
        wanted = EVERY["en"][name].names
        assert facts <= wanted if hidden else facts == wanted, f"{where}: {name} asks for {wanted}, is given {facts}"


def test_no_error_waits_in_the_catalogue_for_a_fault_that_nobody_finds():
    sources = "\n".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))
    begun = tuple(re.findall(r'LabError\(f"([a-z-]+-)\{', sources))
    waiting = [name for name, _ in messages("en", "errors.ftl") if f'"{name}"' not in sources]
    assert [name for name in waiting if not name.startswith(begun or " ")] == []


def test_a_fact_may_have_any_name():
    """`lang` and `message` are also what `say` calls its own."""
    fault = LabError("language-unknown", lang="xx", langs=["en", "ru", "et"])
    assert str(fault) == "There is no language “xx”. There are: en, ru, et."
    assert "xx" in fault.say("ru")
    assert "xx" in fault.say("et")
    assert LabError("x", message="y", self="z").facts == {"message": "y", "self": "z"}


def test_what_is_missing_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        say("no-such-message")
    with pytest.raises(KeyError):
        say("position-unknown", position=1)


# --- numbers ----------------------------------------------------------------------------------------------------------

NBSP, MINUS = "\N{NO-BREAK SPACE}", "\N{MINUS SIGN}"


@pytest.mark.parametrize(
    ("x", "digits", "en", "ru", "et"),
    [
        (0.5, 3, "0.500", "0,500", "0,500"),
        (-0.5, 3, "-0.500", "-0,500", f"{MINUS}0,500"),
        (0.9526, 3, "0.953", "0,953", "0,953"),
        (0.0005, 3, "0.000", "0,000", "0,000"),  # halves go to the even digit
        (-0.0005, 3, "0.000", "0,000", "0,000"),  # and a zero has no minus
        (-0.0, 0, "0", "0", "0"),
        (0.0015, 3, "0.002", "0,002", "0,002"),
        (4192, 0, "4,192", f"4{NBSP}192", "4192"),
        (-4192, 0, "-4,192", f"-4{NBSP}192", f"{MINUS}4192"),
        (999.9996, 3, "1,000.000", f"1{NBSP}000,000", "1000,000"),
        (9999.9996, 3, "10,000.000", f"10{NBSP}000,000", f"10{NBSP}000,000"),
        (12345.678, 2, "12,345.68", f"12{NBSP}345,68", f"12{NBSP}345,68"),
        (1e6, 0, "1,000,000", f"1{NBSP}000{NBSP}000", f"1{NBSP}000{NBSP}000"),
        (math.nan, 3, "NaN", "NaN", "NaN"),
        (math.inf, 3, "∞", "∞", "∞"),
        (-math.inf, 3, "-∞", "-∞", f"{MINUS}∞"),
        (np.float32(0.25), 3, "0.250", "0,250", "0,250"),
        (np.int64(5), 0, "5", "5", "5"),
    ],
)
def test_a_number_is_written_as_its_language_writes_it(x, digits, en, ru, et):
    assert [number(float(x), lang, digits) for lang in LANGUAGES] == [en, ru, et]


@given(x=st.floats(-1e12, 1e12), digits=st.integers(0, 6), lang=st.sampled_from(LANGUAGES))
def test_a_written_number_reads_back(x, digits, lang):
    written = number(x, lang, digits).replace(NBSP, "").replace(MINUS, "-")
    read = Decimal(written.replace(",", "" if lang == "en" else "."))
    assert read == Decimal(repr(x)).quantize(Decimal(1).scaleb(-digits))  # halves of what is printed to the even digit
    assert len(written.partition("." if lang == "en" else ",")[2]) == digits


@pytest.mark.parametrize(
    ("position", "en", "ru", "et"),
    [
        (-1, "-1", "-1", f"{MINUS}1"),
        (1234, "1,234", f"1{NBSP}234", "1234"),
        (np.int64(-12345), "-12,345", f"-12{NBSP}345", f"{MINUS}12{NBSP}345"),
        (1.5, "1.5", "1,5", "1,5"),
        (10**30, "1" + ",000" * 10, "1" + f"{NBSP}000" * 10, "1" + f"{NBSP}000" * 10),
        (10**400, "∞", "∞", "∞"),  # nobody reads 400 digits
        (math.nan, "NaN", "NaN", "NaN"),
        ("here", "here", "here", "here"),
        (None, "None", "None", "None"),
        ([0, 1], "0, 1", "0, 1", "0, 1"),
        ([-1, "x", 2000], "-1, x, 2,000", f"-1, x, 2{NBSP}000", f"{MINUS}1, x, 2000"),
        (np.array([1.5, 2.0]), "1.5, 2", "1,5, 2", "1,5, 2"),
    ],
)
def test_a_fact_in_a_sentence_is_written_as_its_language_writes_it(position, en, ru, et):
    for lang, written in zip(LANGUAGES, (en, ru, et), strict=True):
        frame = say("position-unknown", lang, position="@", last=0)
        assert say("position-unknown", lang, position=position, last=0) == frame.replace("@", written)


def test_plurals_are_those_of_the_language():
    said = [say("page-parameters", "ru", count=count) for count in (1, 2, 5, 21, 4192)]
    assert said == ["1 параметр", "2 параметра", "5 параметров", "21 параметр", f"4{NBSP}192 параметра"]
    assert [say("page-parameters", "et", count=count) for count in (1, 2)] == ["1 parameeter", "2 parameetrit"]


def test_a_long_fact_is_cut_short_and_the_rest_of_the_sentence_stays():
    sentence = say("position-unknown", position="9" * 10_000, last=4)
    assert "…" in sentence
    assert len(sentence) < 1_200
    assert sentence.endswith("or -1 for the last.")
    assert "…" in say("position-unknown", position=[f"name {one}" for one in range(1000)], last=4)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_is_given_the_very_same_words(lang):
    text = catalogue(lang)
    assert all(f"\n{name} =" in "\n" + text for name in EVERY[lang])


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("x", [math.inf, -math.inf, math.nan])
def test_what_is_no_number_goes_with_the_plural_of_many(lang, x):
    assert plural(x, lang) == plural(0 if lang != "ru" else 5, lang)


@pytest.mark.parametrize(
    "text",
    ["other = x", "one =", "one = { one }", "one = { two }\ntwo = { one }", "one = { $y }", "one = { -term }",
        "one = { FOO() }",
     "one = " + "{ $x }" * 5_000],
)  # fmt: skip
def test_a_damaged_catalogue_is_read_as_far_as_it_can_be_and_then_says_what_is_missing(text):
    with pytest.raises(KeyError):
        spoken("en", text)("one", {"x": 1})
