"""What the translation grammar can say, and how English says it.

A word carries marks for the parts of the sentence that it renders; a word of another language that carries
one of the same marks is its counterpart. So the gold links follow from how both sentences are made.
"""

from dataclasses import dataclass

from attnlab.tasks.alignment import Word

NAMES = ("Anna", "Maria", "Olga", "Nina", "Karl", "Martin", "Robert", "Anton")
PEOPLE = {
    "dog": "dogs", "cat": "cats", "friend": "friends", "brother": "brothers", "sister": "sisters",
    "teacher": "teachers", "doctor": "doctors", "girl": "girls", "boy": "boys", "neighbour": "neighbours",
}  # fmt: skip
PLACES = {"house": "houses", "tree": "trees", "car": "cars", "school": "schools", "window": "windows"}
THINGS = PLACES | {"book": "books", "letter": "letters"}
NOUNS = PEOPLE | THINGS
ADJECTIVES = ("old", "new", "big", "small", "beautiful")
ARTICLES = ("the", "a")
LEADS = (*ARTICLES, "my")
VOWELS = tuple("aeiou")
NUMBERS = ("two", "three", "four", "five")

OF_ANYTHING = {"see": ("saw", ""), "look": ("looked", "for"), "draw": ("drew", ""), "love": ("loved", "")}
OF_PEOPLE = {"hear": ("heard", ""), "wait": ("waited", "for"), "listen": ("listened", "to")}
VERBS = OF_ANYTHING | OF_PEOPLE
"""The past of each verb and the particle that belongs to it."""


@dataclass(frozen=True)
class Phrase:
    """Anna; the old dog; my dogs; three houses."""

    noun: str
    """A name, or a noun in the singular."""
    lead: str = ""
    adjective: str = ""
    plural: bool = False


@dataclass(frozen=True)
class Sentence:
    """Somebody, near a place or together with somebody, did or did not do something; or was or was not something."""

    subject: Phrase
    predicate: Phrase | str
    """Whom or what; of `be` the adjective."""
    verb: str = "be"
    near: Phrase | None = None
    together: Phrase | None = None
    negated: bool = False

    @property
    def content(self) -> str:
        """Who does what to whom: the combination that is held out, whatever else is said."""
        last = self.predicate if isinstance(self.predicate, str) else self.predicate.noun
        return f"{self.subject.noun} {self.verb} {last}"


def english(sentence: Sentence) -> list[Word]:
    """The English words. Articles carry no mark: nothing answers to them."""
    found = _phrase(sentence.subject, "subject")
    if sentence.near:
        found += [Word("near", "near"), *_phrase(sentence.near, "near")]
    if sentence.together:
        found += [Word("together", "together"), Word("with", "with"), *_phrase(sentence.together, "together")]
    if isinstance(sentence.predicate, str):
        found.append(Word("were" if sentence.subject.plural else "was", "verb"))
        found += [Word("not", "not")] * sentence.negated
        return [*found, Word(sentence.predicate, "predicate")]
    past, particle = VERBS[sentence.verb]
    if sentence.negated:
        found += [Word("did", "past"), Word("not", "not"), Word(sentence.verb, "verb")]
    else:
        found.append(Word(past, "verb"))
    found += [Word(particle, "verb")] * bool(particle)
    return found + _phrase(sentence.predicate, "object")


def _phrase(phrase: Phrase, role: str) -> list[Word]:
    found = []
    if phrase.lead in ARTICLES:
        article = "an" if phrase.lead == "a" and phrase.adjective[:1] in VOWELS else phrase.lead
        found.append(Word(article))
    elif phrase.lead:
        found.append(Word(phrase.lead, f"{role} lead"))
    if phrase.adjective:
        found.append(Word(phrase.adjective, f"{role} adjective"))
    return [*found, Word(NOUNS[phrase.noun] if phrase.plural else phrase.noun, f"{role} noun")]
