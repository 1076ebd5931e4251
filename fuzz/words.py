"""Any fact in any message of every language, and catalogues that were damaged."""

import re
from functools import cache
from typing import Any

import numpy as np
from fluent.syntax import FluentParser
from fluent.syntax import ast as ftl
from fluent.syntax.visitor import Visitor
from hypothesis import strategies as st

from attnlab import LabError
from attnlab.words import LANGUAGES, Language, catalogue, has, number, plural, say, spoken
from fuzz.draws import altered, numbers, odd_texts
from fuzz.targets import Target, saying

FTL = (
    "{ $x }", "{ $count ->", "*[other]", "[one]", "}", "{", "-term = x", "{ -term }", "{ NUMBER($x) }",
        "{ DATETIME($x) }", "{ FOO() }",
    "\n\n", "\n    ", "\n.attr = x", " = ", "a = { a }", "b = { a }{ a }", "# comment\n", '{ "\\u0000" }',
    '{ "\\UFFFFFF" }', "\t", "\r\n",
    '{ NUMBER($count, minimumFractionDigits: 99999) }', "{ $x.y }", "{ page-undo }", "{ page-undo.title }",
)  # fmt: skip


class Facts(Visitor):
    """The names of the facts that a message asks for."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: Any) -> None:
        self.names.add(node.id.name)


@cache
def messages(lang: Language) -> dict[str, tuple[str, ...]]:
    """Every message of a language with the facts it asks for."""
    return asked(catalogue(lang))


def asked(text: str) -> dict[str, tuple[str, ...]]:
    made: dict[str, tuple[str, ...]] = {}
    for entry in FluentParser().parse(text).body:
        if isinstance(entry, ftl.Message) and entry.value is not None:
            facts = Facts()
            facts.visit(entry)
            made[entry.id.name] = tuple(sorted(facts.names))
    return made


def facts() -> st.SearchStrategy[Any]:
    """What a message may be given: numbers of Python and NumPy, texts, lists of them, refusals, nothing."""
    scalars = st.one_of(
        st.floats(width=32).map(np.float32), st.floats().map(np.float64), st.integers(-128, 127).map(np.int8),
        st.integers(0, 2**64 - 1).map(np.uint64), st.booleans().map(np.bool_), st.floats(width=16).map(np.float16),
    )  # fmt: skip
    huge = st.sampled_from(("x", "שלום", "👩‍👩‍👧‍👦", "\0", "\ud800")).map(lambda one: one * 200_000)
    plain = st.one_of(numbers(), scalars, odd_texts(4), huge, st.none(), st.just(LabError("page-missing")))
    return plain | st.lists(plain, max_size=4) | st.lists(numbers(), max_size=3).map(tuple)


def attempt(data: st.DataObject) -> str:
    lang = data.draw(st.sampled_from(LANGUAGES), "lang")
    match data.draw(st.sampled_from(("say", "say", "fault", "number", "catalogue", "catalogue"))):
        case "say":
            name = message(data, lang)
            given = {fact: data.draw(facts(), fact) for fact in messages(lang)[name]}
            sentence = say(name, lang, **given)
            assert sentence.strip(), name
            whole(sentence, given)
            return "said"
        case "fault":
            name = message(data, lang)
            told(LabError(name, **{fact: data.draw(facts(), fact) for fact in messages(lang)[name]}))
            return "said"
        case "number":
            x, digits = data.draw(numbers(), "x"), data.draw(st.integers(0, 20), "digits")
            try:
                float(x)
            except OverflowError:
                return "no float"
            written = number(x, lang, digits)
            assert written and (not re.search(r"\d", written) or "\n" not in written)
            plural(x, lang)
            return "said"
        case _:
            return broken(data, lang)


def message(data: st.DataObject, lang: Language) -> str:
    """The name of any message."""
    names = sorted(messages(lang))
    return names[data.draw(st.integers(0, len(names) - 1), "message")]


def broken(data: st.DataObject, lang: Language) -> str:
    """A damaged catalogue is read as far as it can be; its messages are said, or KeyError names what is missing."""
    given = catalogue(lang, lambda part: part in ("page", "errors", "map"))
    start = data.draw(st.integers(0, len(given) - 1), "from")
    part = given[given.rfind("\n", 0, start) + 1 :][:1500]
    text = data.draw(altered(part, FTL), "catalogue")
    words = spoken(lang, text)
    for name, names in list(asked(text).items())[:20]:
        try:
            words(name, dict.fromkeys(names, data.draw(facts(), "fact")))
        except KeyError:
            return "a mistake, said"
    return "said"


def told(fault: LabError) -> None:
    """A refusal is a sentence in every language."""
    for lang in LANGUAGES:
        with saying("in", lang, fault.message):
            sentence = fault.say(lang)
            assert sentence.strip() and has(fault.message, lang), fault.message
            whole(sentence, fault.facts)
            assert len(sentence) < 20_000, (fault.message, len(sentence))


def whole(sentence: str, given: dict[str, Any]) -> None:
    """No hole of a pattern is left open, whatever was put into the others."""
    texts = " ".join(str(value) for value in given.values())
    for sign in ("{$", "{ $", "???"):
        assert sign in texts or sign not in sentence, sentence[:300]


TARGET = Target(
    "words", "any fact in any message of every language; damaged Fluent catalogues", attempt,
    ("said", "a mistake, said"),
    short=80,
)  # fmt: skip
