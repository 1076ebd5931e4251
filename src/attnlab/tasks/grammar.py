"""A small translation grammar from English: which sentences are drawn, and how a typed one is read."""

import re
from collections.abc import Callable, Collection, Iterator
from functools import partial

import numpy as np

from attnlab.errors import LabError
from attnlab.tasks import estonian, russian
from attnlab.tasks import sentence as said
from attnlab.tasks.alignment import Word, translation
from attnlab.tasks.sentence import Phrase, Sentence, english
from attnlab.tasks.task import Found, Size, Sizes, Task

Render = Callable[[Sentence], list[Word]]
EXAMPLE = "the old dog near the house did not see my friend"
CHOICES = 20  # more than any sentence needs


def grammar(lang: str) -> Task:
    """`the dog near the house did not see Anna` wants `собака возле дома не видела Анну` or `koer maja lähedal ei
    näinud Annat`.

    Words go over one to one, many to one (did see: видел; with my friend: minu sõbraga), in another order (near the
    house: maja lähedal) or not at all (a, the). The Russian verb takes the subject's gender and number across what
    stands between; `agreement` links such a form to the word that it follows. `between` fixes whether anything stands
    there. Held out are combinations of who, did what and to whom: every word of such a sentence was met, its three
    main ones never together. Names, numbers and negation are there to be told apart.
    """
    name = f"grammar-{lang}"
    render, forms = {"ru": (russian.say, russian.words), "et": (estonian.say, estonian.words)}[lang]
    return Task(
        name=name,
        kind="translate",
        reads=tuple(dict.fromkeys(_english_words())),
        says=tuple(dict.fromkeys(forms())),
        sizes={"between": Size(0, 1, None)},
        example=EXAMPLE,
        make=partial(_make, render),
        reader=partial(_read, name, render),
        words=lambda text: re.findall(r"[^\s.,]+", text),
    )


def _english_words() -> Iterator[str]:
    yield from ("the", "a", "an", "my", *said.NUMBERS, *said.ADJECTIVES, *said.NAMES)
    for one, many in said.NOUNS.items():
        yield from (one, many)
    yield from ("near", "together", "with", "was", "were", "did", "not")
    for verb, (past, particle) in said.VERBS.items():
        yield from filter(None, (past, verb, particle))


# --- drawing ----------------------------------------------------------------------------------------------------------


class Chooser:
    """Uniform choices from one row of random numbers, so that a thousand sentences cost one call."""

    def __init__(self, row: list[float]) -> None:
        self._row = iter(row)

    def chance(self, share: float) -> bool:
        return next(self._row) < share

    def one(self, options: Collection[str]) -> str:
        return tuple(options)[int(next(self._row) * len(options))]


def _make(render: Render, rng: np.random.Generator, count: int, sizes: Sizes) -> Iterator[Found]:
    for row in rng.random((count, CHOICES)).tolist():
        sentence = _sentence(Chooser(row), sizes["between"])
        if sentence is not None:
            yield translation(sentence.content, english(sentence), render(sentence))


def _sentence(choose: Chooser, between: int | None) -> Sentence | None:
    """One sentence with at most one adjective in its phrases; None where somebody would stand in it twice."""
    adjective = choose.one(said.ADJECTIVES)
    at = choose.one(("subject", "near", "object", "nowhere"))
    subject = _someone(choose, adjective if at == "subject" else "", plurals=True)
    near = together = None
    if choose.chance(0.6) if between is None else between:
        if choose.chance(0.6):
            near = Phrase(choose.one(said.PLACES), choose.one(said.LEADS), adjective if at == "near" else "")
        else:
            together = _someone(choose, "", leads=("my",))
    negated = choose.chance(0.4)
    if choose.chance(0.2):
        sentence = Sentence(subject, choose.one(said.ADJECTIVES), "be", near, together, negated)
    else:
        verb = choose.one(said.VERBS)
        about = adjective if at == "object" else ""
        if verb in said.OF_PEOPLE or choose.chance(0.5):
            predicate = _someone(choose, about)
        elif choose.chance(0.5):
            predicate = Phrase(choose.one(said.THINGS), choose.one(said.NUMBERS), "", True)
        else:
            predicate = Phrase(choose.one(said.THINGS), choose.one(said.LEADS), about)
        sentence = Sentence(subject, predicate, verb, near, together, negated)
    present = [subject, near, together, None if isinstance(sentence.predicate, str) else sentence.predicate]
    nouns = [phrase.noun for phrase in present if phrase]
    return sentence if len(set(nouns)) == len(nouns) else None


def _someone(choose: Chooser, adjective: str, *, leads: tuple[str, ...] = said.LEADS, plurals: bool = False) -> Phrase:
    if not adjective and choose.chance(0.4):
        return Phrase(choose.one(said.NAMES))
    lead = choose.one(leads)
    return Phrase(choose.one(said.PEOPLE), lead, adjective, plurals and lead != "a" and choose.chance(0.4))


# --- reading ----------------------------------------------------------------------------------------------------------


class Reader:
    """Walks through a sentence's pieces, and says where they stop making one."""

    def __init__(self, task: str, pieces: tuple[str, ...]) -> None:
        self.task, self.pieces, self.place = task, pieces, 0

    @property
    def ahead(self) -> str:
        return self.pieces[self.place] if self.place < len(self.pieces) else ""

    def take(self, *options: str) -> str:
        """The next piece, which must be one of these."""
        if not self.ahead:
            raise LabError("task-sentence-short", task=self.task, piece=self.pieces[-1], example=EXAMPLE)
        if self.ahead not in options:
            raise LabError(
                "task-sentence-broken", task=self.task, piece=self.ahead, place=self.place + 1, example=EXAMPLE
            )
        self.place += 1
        return self.pieces[self.place - 1]

    def met(self, option: str) -> bool:
        """True, and a step on, where the next piece is this one."""
        found = self.ahead == option
        self.place += found
        return found

    def phrase(
        self,
        nouns: Collection[str],
        leads: tuple[str, ...] = said.LEADS,
        *,
        adjectives: tuple[str, ...] = said.ADJECTIVES,
        names: bool = False,
        plurals: bool = False,
    ) -> Phrase:
        """A name, or a lead, perhaps an adjective, and a noun that goes with them."""
        articles = ("an",) if "a" in leads and adjectives else ()
        first = self.take(*leads, *articles, *(said.NAMES if names else ()))
        if first in said.NAMES:
            return Phrase(first)
        if first in said.NUMBERS:
            many = {said.NOUNS[noun]: noun for noun in nouns if noun in said.THINGS}
            return Phrase(many[self.take(*many)], first, "", True)
        lead = "a" if first == "an" else first
        fitting = [one for one in adjectives if lead != "a" or (one[0] in said.VOWELS) == (first == "an")]
        adjective = self.take(*fitting) if first == "an" or self.ahead in fitting else ""
        many = {said.NOUNS[noun]: noun for noun in nouns if plurals and lead != "a"}
        found = self.take(*nouns, *many)
        return Phrase(many.get(found, found), lead, adjective, found in many)

    def sentence(self) -> Sentence:
        subject = self.phrase(said.PEOPLE, names=True, plurals=True)
        near = together = None
        if self.met("near"):
            near = self.phrase(said.PLACES)
        elif self.met("together"):
            self.take("with")
            together = self.phrase(said.PEOPLE, ("my",), adjectives=(), names=True)
        pasts = {past: verb for verb, (past, _) in said.VERBS.items()}
        word = self.take("were" if subject.plural else "was", "did", *pasts)
        if word in ("was", "were"):
            negated = self.met("not")
            return Sentence(subject, self.take(*said.ADJECTIVES), "be", near, together, negated)
        negated = word == "did" and bool(self.take("not"))
        verb = self.take(*said.VERBS) if negated else pasts[word]
        if said.VERBS[verb][1]:
            self.take(said.VERBS[verb][1])
        if verb in said.OF_PEOPLE:
            predicate = self.phrase(said.PEOPLE, names=True)
        else:
            predicate = self.phrase(said.NOUNS, (*said.LEADS, *said.NUMBERS), names=True)
        return Sentence(subject, predicate, verb, near, together, negated)


def _read(name: str, render: Render, pieces: tuple[str, ...]) -> Found:
    reader = Reader(name, pieces)
    sentence = reader.sentence()
    if reader.ahead:
        reader.take()
    return translation(sentence.content, english(sentence), render(sentence))
