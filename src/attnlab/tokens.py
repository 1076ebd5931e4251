"""A text cut into pieces: each with its id, its place in the text, and a flag where it is not plain text."""

from dataclasses import dataclass
from typing import Literal

from attnlab.errors import LabError
from attnlab.probe import Site

Flag = Literal["special", "padding", "sink"]
PLAIN: frozenset[Flag] = frozenset()


@dataclass(frozen=True)
class Tokens:
    """A text as a model meets it."""

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
    """One symbol a character, with a START that stands before every text and ends a generated one."""

    symbols: tuple[str, ...]
    start: str = "START"

    @property
    def vocabulary(self) -> tuple[str, ...]:
        """Every symbol in the order of the ids; START is the last."""
        return (*self.symbols, self.start)

    def cut(self, text: str, *, longest: int, model: str) -> Tokens:
        """START and the text's characters, as tokens.

        `longest` is how many tokens the model can hold, START included. Raises LabError for an empty
        text, one that is too long, and a character that is not in the alphabet.
        """
        if not text:
            raise LabError("text-empty", model=model, first=self.symbols[0], last=self.symbols[-1])
        strange = next((symbol for symbol in text if symbol not in self.symbols), None)
        if strange is not None:
            self._refuse(strange, text, model)
        if len(text) > longest - 1:
            raise LabError("text-too-long", model=model, found=len(text), most=longest - 1)
        return self.tokens((len(self.symbols), *(self.symbols.index(symbol) for symbol in text)))

    def tokens(self, ids: tuple[int, ...]) -> Tokens:
        """Tokens from ids, START first."""
        pieces = tuple(self.vocabulary[one] for one in ids)
        return Tokens(
            text="".join(pieces[1:]),
            pieces=pieces,
            ids=ids,
            spans=(None, *((place, place + 1) for place in range(len(ids) - 1))),
            flags=(frozenset({"special"}), *(PLAIN for _ in ids[1:])),
        )

    def _refuse(self, strange: str, text: str, model: str) -> None:
        facts = {"model": model, "symbol": strange, "place": text.index(strange) + 1}
        small = text.lower()
        if small != text and all(symbol in self.symbols for symbol in small):
            raise LabError("symbol-capital", **facts, small=small)
        raise LabError("symbol-unknown", **facts, first=self.symbols[0], last=self.symbols[-1])
