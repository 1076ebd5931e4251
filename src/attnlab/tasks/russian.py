"""The translation grammar in Russian: every form is written here by hand, none is worked out."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from attnlab.tasks.alignment import Word
from attnlab.tasks.sentence import Phrase, Sentence

Gender = Literal["m", "f", "n"]


class Someone(NamedTuple):
    """A person, an animal or a name."""

    gender: Gender
    nominative: str
    accusative: str
    instrumental: str
    plural: str = ""


class Thing(NamedTuple):
    gender: Gender
    accusative: str
    genitive: str
    genitive_plural: str


class Adjective(NamedTuple):
    nominative: dict[str, str]
    accusative: dict[str, str]
    """Of `m` for a thing; a person takes the genitive."""
    genitive: dict[str, str]
    instrumental: dict[str, str]


SOMEONE = {
    "Anna": Someone("f", "Анна", "Анну", "Анной"),
    "Maria": Someone("f", "Мария", "Марию", "Марией"),
    "Olga": Someone("f", "Ольга", "Ольгу", "Ольгой"),
    "Nina": Someone("f", "Нина", "Нину", "Ниной"),
    "Karl": Someone("m", "Карл", "Карла", "Карлом"),
    "Martin": Someone("m", "Мартин", "Мартина", "Мартином"),
    "Robert": Someone("m", "Роберт", "Роберта", "Робертом"),
    "Anton": Someone("m", "Антон", "Антона", "Антоном"),
    "dog": Someone("f", "собака", "собаку", "собакой", "собаки"),
    "cat": Someone("f", "кошка", "кошку", "кошкой", "кошки"),
    "friend": Someone("m", "друг", "друга", "другом", "друзья"),
    "brother": Someone("m", "брат", "брата", "братом", "братья"),
    "sister": Someone("f", "сестра", "сестру", "сестрой", "сёстры"),
    "teacher": Someone("m", "учитель", "учителя", "учителем", "учителя"),
    "doctor": Someone("m", "врач", "врача", "врачом", "врачи"),
    "girl": Someone("f", "девочка", "девочку", "девочкой", "девочки"),
    "boy": Someone("m", "мальчик", "мальчика", "мальчиком", "мальчики"),
    "neighbour": Someone("m", "сосед", "соседа", "соседом", "соседи"),
}
THINGS = {
    "house": Thing("m", "дом", "дома", "домов"),
    "tree": Thing("n", "дерево", "дерева", "деревьев"),
    "car": Thing("f", "машину", "машины", "машин"),
    "school": Thing("f", "школу", "школы", "школ"),
    "window": Thing("n", "окно", "окна", "окон"),
    "book": Thing("f", "книгу", "книги", "книг"),
    "letter": Thing("n", "письмо", "письма", "писем"),
}
ADJECTIVES = {
    "old": Adjective(
        {"m": "старый", "f": "старая", "pl": "старые"},
        {"m": "старый", "f": "старую", "n": "старое"},
        {"m": "старого", "f": "старой", "n": "старого"},
        {"m": "старым", "f": "старой", "pl": "старыми"},
    ),
    "new": Adjective(
        {"m": "новый", "f": "новая", "pl": "новые"},
        {"m": "новый", "f": "новую", "n": "новое"},
        {"m": "нового", "f": "новой", "n": "нового"},
        {"m": "новым", "f": "новой", "pl": "новыми"},
    ),
    "big": Adjective(
        {"m": "большой", "f": "большая", "pl": "большие"},
        {"m": "большой", "f": "большую", "n": "большое"},
        {"m": "большого", "f": "большой", "n": "большого"},
        {"m": "большим", "f": "большой", "pl": "большими"},
    ),
    "small": Adjective(
        {"m": "маленький", "f": "маленькая", "pl": "маленькие"},
        {"m": "маленький", "f": "маленькую", "n": "маленькое"},
        {"m": "маленького", "f": "маленькой", "n": "маленького"},
        {"m": "маленьким", "f": "маленькой", "pl": "маленькими"},
    ),
    "beautiful": Adjective(
        {"m": "красивый", "f": "красивая", "pl": "красивые"},
        {"m": "красивый", "f": "красивую", "n": "красивое"},
        {"m": "красивого", "f": "красивой", "n": "красивого"},
        {"m": "красивым", "f": "красивой", "pl": "красивыми"},
    ),
}
MY = Adjective(
    {"m": "мой", "f": "моя", "pl": "мои"},
    {"m": "мой", "f": "мою", "n": "моё"},
    {"m": "моего", "f": "моей", "n": "моего"},
    {"m": "моим", "f": "моей"},
)
VERBS = {
    "see": {"m": "видел", "f": "видела", "pl": "видели"},
    "look": {"m": "искал", "f": "искала", "pl": "искали"},
    "draw": {"m": "рисовал", "f": "рисовала", "pl": "рисовали"},
    "love": {"m": "любил", "f": "любила", "pl": "любили"},
    "hear": {"m": "слышал", "f": "слышала", "pl": "слышали"},
    "wait": {"m": "ждал", "f": "ждала", "pl": "ждали"},
    "listen": {"m": "слушал", "f": "слушала", "pl": "слушали"},
    "be": {"m": "был", "f": "была", "pl": "были"},
}
NUMBERS = {
    "two": {"m": "два", "f": "две", "n": "два"},
    "three": {"m": "три", "f": "три", "n": "три"},
    "four": {"m": "четыре", "f": "четыре", "n": "четыре"},
    "five": {"m": "пять", "f": "пять", "n": "пять"},
}


def say(sentence: Sentence) -> list[Word]:
    """The Russian words. The verb, and the adjective behind `be`, follow the subject's gender and number."""
    subject = SOMEONE[sentence.subject.noun]
    form = "pl" if sentence.subject.plural else subject.gender
    noun = subject.plural if sentence.subject.plural else subject.nominative
    found = _phrase(sentence.subject, "subject", "nominative", form, noun)
    if sentence.near:
        place = THINGS[sentence.near.noun]
        found += [
            Word("возле", "near"),
            *_phrase(sentence.near, "near", "genitive", place.gender, place.genitive),
        ]
    if sentence.together:
        other = SOMEONE[sentence.together.noun]
        found += [
            Word("вместе", "together"),
            Word("с", "with"),
            *_phrase(sentence.together, "together", "instrumental", other.gender, other.instrumental),
        ]
    found += [Word("не", "not")] * sentence.negated
    found.append(Word(VERBS[sentence.verb][form], "verb", "past", agrees=("subject noun",)))
    if isinstance(sentence.predicate, str):
        quality = ADJECTIVES[sentence.predicate].instrumental[form]
        return [*found, Word(quality, "predicate", agrees=("subject noun",))]
    return found + _object(sentence.predicate)


def _object(phrase: Phrase) -> list[Word]:
    if phrase.noun in SOMEONE:
        person = SOMEONE[phrase.noun]
        case = "genitive" if person.gender == "m" else "accusative"
        return _phrase(phrase, "object", case, person.gender, person.accusative)
    thing = THINGS[phrase.noun]
    if phrase.lead in NUMBERS:
        noun = thing.genitive_plural if phrase.lead == "five" else thing.genitive
        return [
            Word(NUMBERS[phrase.lead][thing.gender], "object lead", agrees=("object noun",)),
            Word(noun, "object noun", agrees=("object lead",)),
        ]
    return _phrase(phrase, "object", "accusative", thing.gender, thing.accusative)


def _phrase(phrase: Phrase, role: str, case: str, form: str, noun: str) -> list[Word]:
    """My, an adjective and the noun; articles have no counterpart."""
    agrees, found = (f"{role} noun",), []
    if phrase.lead == "my":
        found.append(Word(getattr(MY, case)[form], f"{role} lead", agrees=agrees))
    if phrase.adjective:
        found.append(Word(getattr(ADJECTIVES[phrase.adjective], case)[form], f"{role} adjective", agrees=agrees))
    return [*found, Word(noun, f"{role} noun")]


def words() -> Iterator[str]:
    """Every word that is ever said."""
    yield from ("возле", "вместе", "с", "не")
    for adjective in (MY, *ADJECTIVES.values()):
        for case in adjective:
            yield from case.values()
    for someone in SOMEONE.values():
        yield from filter(None, someone[1:])
    for thing in THINGS.values():
        yield from thing[1:]
    for forms in (*NUMBERS.values(), *VERBS.values()):
        yield from forms.values()
