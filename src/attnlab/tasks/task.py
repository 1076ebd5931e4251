"""A task: texts whose right answer is known, drawn by a seed, each either for training or held out, never both."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Literal, TypeAlias

import numpy as np

from attnlab.errors import LabError

Kind = Literal["next", "translate"]
Links: TypeAlias = tuple[tuple[int, int], ...]
HELD_OUT_ONE_IN = 10


@dataclass(frozen=True)
class Example:
    """One text with its right answer.

    >>> from attnlab import tasks
    >>> made = tasks.find("address").read("A:7 B:2 C:9 ?B")
    >>> made.answer, made.alignment  # the answer's first piece stands in place 1 of the text
    (('2',), ((0, 1),))
    """

    source: str
    """The text as a person types it."""
    pieces: tuple[str, ...]
    answer: tuple[str, ...]
    """What should follow the text; of a translation, the whole target text."""
    alignment: Links
    """The gold links (place in the answer, place in the text), known by construction: which pieces of the text a piece
    of the answer is taken from. A piece of the text without a link has no counterpart, as an article has none in
    Russian; every piece of an answer has at least one."""
    agreement: Links = ()
    """Links of the same kind to the piece whose gender or number that form follows."""


@dataclass(frozen=True)
class Size:
    """One number that a person may choose about the texts."""

    least: int
    most: int
    usual: int | None
    """What is taken where nothing is said; None lets each text have its own."""
    trained: tuple[int, ...] = ()
    """The values that a model is trained on in turn; beyond them one measures how far it carries."""


Sizes: TypeAlias = Mapping[str, int | None]
Found: TypeAlias = tuple[str, Example]
"""The content by which a text is held out or not, and the example itself."""


@dataclass(frozen=True, eq=False)
class Task:
    """A kind of text with a rule for its answer.

    Ids are places in a vocabulary: `reads` for the pieces of texts, `says` for those of answers. `vocabulary` has both,
    for a model that reads and says with one.

    >>> from attnlab import tasks
    >>> task = tasks.find("numbers-et")
    >>> task.kind, " ".join(task.read("forty two").answer)
    ('translate', 'nelikümmend kaks')
    >>> len(task.held_out(3, seed=0))
    3
    """

    name: str
    kind: Kind
    reads: tuple[str, ...]
    says: tuple[str, ...]
    sizes: Mapping[str, Size]
    example: str
    """A text that it can read, to show a person."""
    make: Callable[[np.random.Generator, int, Sizes], Iterator[Found]] = field(repr=False)
    """So many texts at random, held out or not."""
    reader: Callable[[tuple[str, ...]], Found] = field(repr=False)
    """The answer to pieces that somebody typed."""
    words: Callable[[str], list[str]] = field(default=str.split, repr=False)
    """Where a text is cut; case and spelling are seen to by `pieces`."""
    keys: tuple[str, ...] = ()
    values: tuple[str, ...] = ()
    """The two symbols that a piece is built of, where it is built of two; the last value, `?`, is that of a query."""
    parts: tuple[tuple[int, int], ...] | None = field(default=None, repr=False)
    """For each piece that is read, its key's place in `keys` and its value's in `values`."""

    @cached_property
    def vocabulary(self) -> tuple[str, ...]:
        """Every piece that is read or said, once; those that are read come first."""
        return tuple(dict.fromkeys(self.reads + self.says))

    def pieces(self, text: str) -> tuple[str, ...]:
        """A text cut into its pieces. Capital or small letters may be typed alike.

        Raises LabError for an empty text and for a piece that the task does not know.
        """
        found = []
        for place, word in enumerate(self.words(text), start=1):
            if word.casefold() not in self._known:
                raise LabError("task-piece-unknown", task=self.name, piece=word, place=place, example=self.example)
            found.append(self._known[word.casefold()])
        if not found:
            raise LabError("task-text-empty", task=self.name, example=self.example)
        return tuple(found)

    def join(self, pieces: tuple[str, ...]) -> str:
        """Pieces as a person reads them."""
        return " ".join(pieces)

    def read(self, text: str) -> Example:
        """The right answer to a text that a person typed. Raises LabError where the text has none."""
        return self.reader(self.pieces(text))[1]

    def is_held_out(self, text: str) -> bool:
        """True for a text that is kept from training: about one in ten, by a hash of its content."""
        return _is_kept(self.reader(self.pieces(text))[0])

    def ids(self, pieces: tuple[str, ...]) -> tuple[int, ...]:
        """The places of a text's pieces in `reads`."""
        return tuple(self._read_ids[piece] for piece in pieces)

    def answer_ids(self, answer: tuple[str, ...]) -> tuple[int, ...]:
        """The places of an answer's pieces in `says`."""
        return tuple(self._say_ids[piece] for piece in answer)

    def draw(self, count: int, seed: int, **sizes: int | None) -> list[Example]:
        """Texts for training: a pure function of the count, the seed and the sizes. A text may come twice.

        Raises LabError for a count or a size that is out of range.
        """
        return self._drawn(count, seed, sizes, held_out=False)

    def held_out(self, count: int, seed: int, **sizes: int | None) -> list[Example]:
        """Texts that `draw` never gives, whatever its seed and sizes."""
        return self._drawn(count, seed, sizes, held_out=True)

    def _drawn(self, count: int, seed: int, wishes: Sizes, *, held_out: bool) -> list[Example]:
        if count < 1:
            raise LabError("task-count", task=self.name, found=count)
        sizes = self._checked(wishes)
        # streams of their own, so that the same seed makes no parallel texts
        rng = np.random.default_rng([seed, int(held_out)])
        found: list[Example] = []
        tries = 100
        while len(found) < count and (found or tries):
            short = count - len(found)
            batch = min(4096, short * HELD_OUT_ONE_IN + 64 if held_out else short + short // 8 + 8)
            found += [example for content, example in self.make(rng, batch, sizes) if _is_kept(content) == held_out]
            tries -= 1
        if not found:
            raise LabError("task-none-there", task=self.name)
        return found[:count]

    def _checked(self, wishes: Sizes) -> Sizes:
        for name, wish in wishes.items():
            size = self.sizes.get(name)
            if size is None:
                raise LabError("task-size-unknown", task=self.name, size=name, sizes=list(self.sizes) or "-")
            if (wish is None and size.usual is not None) or (wish is not None and not size.least <= wish <= size.most):
                raise LabError(
                    "task-size-outside", task=self.name, size=name, found=wish, least=size.least, most=size.most
                )
        return {name: size.usual for name, size in self.sizes.items()} | dict(wishes)

    @cached_property
    def _known(self) -> dict[str, str]:
        return {piece.casefold(): piece for piece in self.reads}

    @cached_property
    def _read_ids(self) -> dict[str, int]:
        return {piece: place for place, piece in enumerate(self.reads)}

    @cached_property
    def _say_ids(self) -> dict[str, int]:
        return {piece: place for place, piece in enumerate(self.says)}


def _is_kept(content: str) -> bool:
    """One content in ten, the same on every machine."""
    return int.from_bytes(blake2b(content.encode(), digest_size=8).digest(), "big") % HELD_OUT_ONE_IN == 0
