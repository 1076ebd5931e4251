"""The papers and books that lessons cite, kept once for all languages in references.toml."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files

from attnlab.words import Language, say

_INITIALS = re.compile(r"(\s+\w[\w-]*\.)+$")


@dataclass(frozen=True)
class Reference:
    """One paper or book."""

    key: str
    authors: tuple[str, ...]
    """Family names and initials, "Vaswani A."."""
    year: int
    title: str
    venue: str
    link: str = ""

    def short(self, lang: Language) -> str:
        """How a text names it: Vaswani et al., 2017."""
        names = [_INITIALS.sub("", author) for author in self.authors]
        if len(names) > 2:
            return say("lessons-cite-many", lang, first=names[0], year=str(self.year))
        return f"{' & '.join(names)}, {self.year}"

    @property
    def html(self) -> str:
        """How a list of references names it, in the language it was published in."""
        told = f"{', '.join(self.authors)} ({self.year}). {self.title}. {self.venue}."
        if not self.link:
            return escape(told)
        return f'{escape(told)} <a href="{escape(self.link)}" rel="noreferrer">{escape(self.link.removeprefix("https://"))}</a>'


@cache
def references() -> Mapping[str, Reference]:
    """Every reference by its key."""
    read = tomllib.loads((files("attnlab.lessons") / "references.toml").read_text(encoding="utf-8"))
    return {key: Reference(key, **{**one, "authors": tuple(one["authors"])}) for key, one in read.items()}
