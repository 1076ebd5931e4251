"""A text cut into pieces: each with its id, its place in the text, and a flag where it is not plain text."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from itertools import accumulate
from typing import Literal

from attnlab.errors import LabError
from attnlab.probe import Site

WORD = re.compile(r"[^\s,.-]+")  # what stands between blanks, commas, points and hyphens
Flag = Literal["special", "padding", "sink"]
LONGEST_SHOWN = 40
PLAIN: frozenset[Flag] = frozenset()


@dataclass(frozen=True)
class Tokens:
    """A text as a model meets it.

    >>> import attnlab
    >>> tokens = attnlab.load("names").tokens("bo")
    >>> tokens.pieces, tokens.ids, tokens.plain
    (('START', 'b', 'o'), (26, 1, 14), (False, True, True))
    """

    text: str
    pieces: tuple[str, ...]
    ids: tuple[int, ...]
    spans: tuple[tuple[int, int] | None, ...]
    """Where each piece stands in the text, in characters; None for a piece that is not from it."""
    flags: tuple[frozenset[Flag], ...]
    source: "Tokens | None" = None
    """What the encoder reads, where a model has one beside its decoder; these tokens are then the decoder's."""

    def __len__(self) -> int:
        return len(self.pieces)

    @property
    def plain(self) -> tuple[bool, ...]:
        """True at pieces of the text itself, false at special, padding and sink pieces."""
        return tuple(not flags for flags in self.flags)

    def at(self, site: Site) -> "tuple[Tokens, Tokens]":
        """The tokens that ask and those that are looked at, at a site."""
        if self.source is None:
            return self, self
        if site.stack == "encoder":
            return self.source, self.source
        return self, self.source if site.kind == "cross" else self


@dataclass(frozen=True)
class Alphabet:
    """The symbols of a model: characters, or words with a blank between them.

    START stands before every text and ends a generated one; a model may have none.

    >>> from attnlab.tokens import Alphabet
    >>> Alphabet(("yes", "no"), start="", between=" ").vocabulary
    ('yes', 'no')
    """

    symbols: tuple[str, ...]
    start: str = "START"
    """"" for none."""
    between: Literal["", " "] = ""
    """What stands between the symbols of a text."""

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Every symbol in the order of the ids; START is the last."""
        return (*self.symbols, self.start) if self.start else self.symbols

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The id of every symbol."""
        return {symbol: number for number, symbol in enumerate(self.vocabulary)}

    @cached_property
    def _folded(self) -> dict[str, str]:
        """Every symbol by its small letters, where those are no other symbol's."""
        return {symbol.casefold(): symbol for symbol in reversed(self.symbols)} | {one: one for one in self.symbols}

    def cut(self, text: str, *, longest: int, model: str) -> Tokens:
        """START and the text's symbols, as tokens. Words may be typed in capital or small letters.

        `longest` is how many tokens the model can hold, START included. Raises LabError for an empty
        text, one that is too long, and a symbol that is not in the alphabet.
        """
        found: Sequence[str] = text
        if self.between:
            words: list[str] = WORD.findall(text)
            found = [self._folded.get(word.casefold(), word) for word in words]
        if not found:
            if self.between:
                raise LabError("text-without-words", model=model, some=list(self.symbols[:3]))
            raise LabError("text-empty", model=model, first=self.symbols[0], last=self.symbols[-1])
        # START is no symbol that can be typed
        strange = next((one for one in found if one not in self.numbers or one == self.start), None)
        if strange is not None:
            self._refuse(strange, text, model)
        most = longest - bool(self.start)
        if len(found) > most:
            if self.between:
                raise LabError("text-of-too-many-words", model=model, found=len(found), most=most)
            raise LabError("text-too-long", model=model, found=len(found), most=most)
        begin = (len(self.symbols),) if self.start else ()
        return self.tokens((*begin, *(self.numbers[one] for one in found)))

    def tokens(self, ids: tuple[int, ...]) -> Tokens:
        """Tokens from ids; START is first where the model has one."""
        pieces = tuple(self.vocabulary[one] for one in ids)
        begun = int(bool(self.start))
        ends = list(accumulate(len(piece) + len(self.between) for piece in pieces[begun:]))
        spans = [(end - len(self.between) - len(piece), end - len(self.between))
                 for piece, end in zip(pieces[begun:], ends, strict=True)]  # fmt: skip
        special: frozenset[Flag] = frozenset({"special"})
        return Tokens(
            text=self.between.join(pieces[begun:]),
            pieces=pieces,
            ids=ids,
            spans=(*(None for _ in pieces[:begun]), *spans),
            flags=tuple(special if piece == self.start else PLAIN for piece in pieces),
        )

    def _refuse(self, strange: str, text: str, model: str) -> None:
        if self.between:
            place = WORD.findall(text).index(strange) + 1
            word = strange if len(strange) <= LONGEST_SHOWN else strange[:LONGEST_SHOWN] + "…"
            near = get_close_matches(strange[:LONGEST_SHOWN], self.symbols, n=3, cutoff=0.6)
            if not near:
                some = [one for one in self.symbols if one != self.start][:6]
                raise LabError("word-strange", model=model, word=word, place=place, some=some)
            raise LabError("word-unknown", model=model, word=word, place=place, near=near)
        facts = {"model": model, "symbol": strange, "place": text.index(strange) + 1}
        small = text.lower()
        if small != text and all(symbol in self.symbols for symbol in small):
            raise LabError("symbol-capital", **facts, small=small)
        raise LabError("symbol-unknown", **facts, first=self.symbols[0], last=self.symbols[-1])
