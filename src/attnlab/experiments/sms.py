"""The seed's recipes on the SMS Spam Collection: which messages and words count, and what vectors the words get."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from jaxtyping import Float, Int

from attnlab.errors import LabError

WORD = re.compile(r"[a-z']{2,}")
NINE = ("free", "nokia", "motorola", "on", "orange", "call", "mobileupd", "or", "optout")
"""The distinct words of the seed's message, in order; one line of the collection has exactly these."""


@dataclass(frozen=True)
class Message:
    """One SMS that has at least one word."""

    line: int
    """Its line in the file, from 1."""
    spam: bool
    text: str
    words: tuple[str, ...]


@dataclass(frozen=True)
class Embeddings:
    """A vector for every word that occurs often enough, from the company that it keeps."""

    words: tuple[str, ...]
    vector: Float[np.ndarray, "word dim"]
    """The first left singular vectors of the PPMI table, each times its singular value."""
    singular: Float[np.ndarray, " word"]

    @property
    def place(self) -> dict[str, int]:
        """Where each word's row is."""
        return {word: i for i, word in enumerate(self.words)}

    @property
    def unit(self) -> Float[np.ndarray, "word dim"]:
        """The rows at length 1; a word without company stays at 0."""
        size = np.linalg.norm(self.vector, axis=1, keepdims=True)
        return self.vector / np.where(size > 0, size, 1)

    def neighbours(self, word: str) -> list[tuple[str, float]]:
        """Every other word with its cosine, the nearest first."""
        cosine = self.unit @ self.rows([word])[0]
        return [(self.words[i], float(cosine[i])) for i in np.argsort(-cosine) if self.words[i] != word]

    def rows(self, words: Sequence[str]) -> Float[np.ndarray, "some dim"]:
        """The unit rows of some words. Raises LabError for a word that is too rare."""
        rare = [word for word in words if word not in self.words]
        if rare:
            raise LabError("experiment-sms-rare", words=rare)
        return self.unit[[self.place[word] for word in words]]


def read_messages(path: Path) -> list[Message]:
    """Label, tab, text on each line; lines without a word are left out.

    Lines end at LF alone and the first tab ends the label: a reader of CSV takes quotation marks for its own and merges
    messages.
    """
    messages = []
    for line, row in enumerate(path.read_bytes().decode("utf-8").split("\n"), 1):
        label, tab, text = row.partition("\t")
        words = tuple(WORD.findall(text.lower()))
        if tab and words:
            messages.append(Message(line, label == "spam", text, words))
    return messages


def frequent(messages: Sequence[Message], least: int = 10) -> tuple[str, ...]:
    """The words that occur at least so often, repeats within a message counted, in alphabetical order."""
    counts = Counter(word for message in messages for word in message.words)
    return tuple(sorted(word for word, count in counts.items() if count >= least))


def together(
    messages: Sequence[Message], words: Sequence[str], window: int = 4, *, close: bool = True
) -> Float[np.ndarray, "word word"]:
    """How often two words stand at most `window` places apart, counted both ways.

    Rarer words are taken out first and the gaps closed, as the seed did; with `close` false they keep their places.
    """
    place = {word: i for i, word in enumerate(words)}
    counts = np.zeros((len(words), len(words)))
    for message in messages:
        known = [place.get(word, -1) for word in message.words]
        if close:
            known = [i for i in known if i >= 0]
        for apart in range(1, window + 1):
            for i, j in zip(known, known[apart:], strict=False):
                if i >= 0 and j >= 0:
                    counts[i, j] += 1
                    counts[j, i] += 1
    return counts


def ppmi(counts: Float[np.ndarray, "word word"]) -> Float[np.ndarray, "word word"]:
    """By how many nats two words meet more often than by chance; 0 where they do not. Nothing is smoothed."""
    chance = counts.sum(axis=1)[:, None] * counts.sum(axis=0)[None, :]
    ratio = counts * counts.sum() / np.where(chance > 0, chance, 1)
    return np.log(np.maximum(ratio, 1))


def embed(table: Float[np.ndarray, "word word"], words: Sequence[str], dims: int = 32) -> Embeddings:
    """The strongest singular directions of a symmetric table, U times S. Raises LabError for more than there are words.

    Up to signs, which no cosine sees, they are its eigenvectors by the size of their eigenvalues.
    """
    if not 0 < dims <= len(words):
        raise LabError("experiment-sms-dims", dims=dims, words=len(words))
    value, u = np.linalg.eigh(table)
    order = np.argsort(-np.abs(value), kind="stable")
    s = np.abs(value[order])
    return Embeddings(tuple(words), u[:, order[:dims]] * s[:dims], s)


@lru_cache(maxsize=2)
def collection(path: Path, least: int, window: int, dims: int) -> tuple[tuple[Message, ...], Embeddings]:
    """The messages of a verified file and the vectors of its words; experiments that run together share them."""
    messages = read_messages(path)
    words = frequent(messages, least)
    return tuple(messages), embed(ppmi(together(messages, words, window)), words, dims)


def known(messages: Sequence[Message], words: Sequence[str]) -> list[Int[np.ndarray, "_"]]:
    """Each message as the rows of its known words."""
    place = {word: i for i, word in enumerate(words)}
    return [np.array([place[word] for word in one.words if word in place], dtype=int) for one in messages]


def like_the_nine(messages: Sequence[Message], words: Sequence[str]) -> list[int]:
    """The lines whose distinct known words, in order, are exactly the seed's nine."""
    vocabulary = set(words)
    return [
        one.line
        for one in messages
        if tuple(dict.fromkeys(word for word in one.words if word in vocabulary)) == NINE
    ]  # fmt: skip
