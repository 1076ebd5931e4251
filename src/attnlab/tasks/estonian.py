"""The translation grammar in Estonian: every form is written here by hand, none is worked out.

The verbs are those whose object is partitive, with `ei` and without, so that the case never depends on what is meant.
"""

from collections.abc import Iterator
from typing import NamedTuple

from attnlab.tasks.alignment import Word
from attnlab.tasks.sentence import Phrase, Sentence


class Someone(NamedTuple):
    """A person, an animal or a name."""

    nominative: str
    partitive: str
    comitative: str
    plural: str = ""


class Thing(NamedTuple):
    genitive: str
    """Of a place, which something can be near to."""
    partitive: str


class Adjective(NamedTuple):
    nominative: str
    genitive: str
    partitive: str
    plural: str


class Verb(NamedTuple):
    singular: str
    plural: str
    negated: str


SOMEONE = {
    "Anna": Someone("Anna", "Annat", "Annaga"),
    "Maria": Someone("Maria", "Mariat", "Mariaga"),
    "Olga": Someone("Olga", "Olgat", "Olgaga"),
    "Nina": Someone("Nina", "Ninat", "Ninaga"),
    "Karl": Someone("Karl", "Karli", "Karliga"),
    "Martin": Someone("Martin", "Martinit", "Martiniga"),
    "Robert": Someone("Robert", "Robertit", "Robertiga"),
    "Anton": Someone("Anton", "Antonit", "Antoniga"),
    "dog": Someone("koer", "koera", "koeraga", "koerad"),
    "cat": Someone("kass", "kassi", "kassiga", "kassid"),
    "friend": Someone("sõber", "sõpra", "sõbraga", "sõbrad"),
    "brother": Someone("vend", "venda", "vennaga", "vennad"),
    "sister": Someone("õde", "õde", "õega", "õed"),
    "teacher": Someone("õpetaja", "õpetajat", "õpetajaga", "õpetajad"),
    "doctor": Someone("arst", "arsti", "arstiga", "arstid"),
    "girl": Someone("tüdruk", "tüdrukut", "tüdrukuga", "tüdrukud"),
    "boy": Someone("poiss", "poissi", "poisiga", "poisid"),
    "neighbour": Someone("naaber", "naabrit", "naabriga", "naabrid"),
}
THINGS = {
    "house": Thing("maja", "maja"),
    "tree": Thing("puu", "puud"),
    "car": Thing("auto", "autot"),
    "school": Thing("kooli", "kooli"),
    "window": Thing("akna", "akent"),
    "book": Thing("", "raamatut"),
    "letter": Thing("", "kirja"),
}
ADJECTIVES = {
    "old": Adjective("vana", "vana", "vana", "vanad"),
    "new": Adjective("uus", "uue", "uut", "uued"),
    "big": Adjective("suur", "suure", "suurt", "suured"),
    "small": Adjective("väike", "väikese", "väikest", "väikesed"),
    "beautiful": Adjective("ilus", "ilusa", "ilusat", "ilusad"),
}
VERBS = {
    "see": Verb("nägi", "nägid", "näinud"),
    "look": Verb("otsis", "otsisid", "otsinud"),
    "draw": Verb("joonistas", "joonistasid", "joonistanud"),
    "love": Verb("armastas", "armastasid", "armastanud"),
    "hear": Verb("kuulis", "kuulsid", "kuulnud"),
    "wait": Verb("ootas", "ootasid", "oodanud"),
    "listen": Verb("kuulas", "kuulasid", "kuulanud"),
    "be": Verb("oli", "olid", "olnud"),
}
NUMBERS = {"two": "kahte", "three": "kolme", "four": "nelja", "five": "viit"}


def say(sentence: Sentence) -> list[Word]:
    """The Estonian words. `near` stands behind its place, `with` is an ending; behind `ei` no verb shows its number."""
    plural = sentence.subject.plural
    case = "plural" if plural else "nominative"
    found = _phrase(sentence.subject, "subject", case, getattr(SOMEONE[sentence.subject.noun], case))
    if sentence.near:
        place = _phrase(sentence.near, "near", "genitive", THINGS[sentence.near.noun].genitive)
        found += [*place, Word("lähedal", "near")]
    if sentence.together:
        found.append(Word("koos", "together"))
        if sentence.together.lead:
            found.append(Word("minu", "together lead"))
        found.append(Word(SOMEONE[sentence.together.noun].comitative, "together noun", "with"))
    verb = VERBS[sentence.verb]
    if sentence.negated:
        found += [Word("ei", "not"), Word(verb.negated, "verb", "past")]
    else:
        found.append(Word(verb.plural if plural else verb.singular, "verb", agrees=("subject noun",)))
    if isinstance(sentence.predicate, str):
        quality = getattr(ADJECTIVES[sentence.predicate], case)
        return [*found, Word(quality, "predicate", agrees=("subject noun",))]
    return found + _object(sentence.predicate)


def _object(phrase: Phrase) -> list[Word]:
    noun = (SOMEONE if phrase.noun in SOMEONE else THINGS)[phrase.noun].partitive
    if phrase.lead in NUMBERS:
        return [Word(NUMBERS[phrase.lead], "object lead"), Word(noun, "object noun")]
    return _phrase(phrase, "object", "partitive", noun)


def _phrase(phrase: Phrase, role: str, case: str, noun: str) -> list[Word]:
    """My, an adjective and the noun; articles have no counterpart."""
    found = [Word("minu", f"{role} lead")] if phrase.lead == "my" else []
    if phrase.adjective:
        adjective = getattr(ADJECTIVES[phrase.adjective], case)
        found.append(Word(adjective, f"{role} adjective", agrees=(f"{role} noun",)))
    return [*found, Word(noun, f"{role} noun")]


def words() -> Iterator[str]:
    """Every word that is ever said."""
    yield from ("lähedal", "koos", "ei", "minu", *NUMBERS.values())
    for table in (ADJECTIVES, SOMEONE, THINGS, VERBS):
        for forms in table.values():
            yield from filter(None, forms)
