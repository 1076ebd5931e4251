"""The lessons: what there is to read, in which order; texts in three languages lie beside, a folder each."""

from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

from attnlab.errors import LabError
from attnlab.words import Language

LESSONS = (
    "foundations",
    "recurrent",
    "lookup",
    "scores",
    "budget",
    "masks",
    "order",
    "heads",
    "talking",
    "block",
    "training",
    "cost",
    "crossing",
    "before",
    "explanation",
    "own",
)  # fmt: skip
"""Read in this order; a lesson's number is its place here."""
PAGES = ("code", "glossary")
"""What is read beside them."""


@dataclass(frozen=True)
class Text:
    """One lesson or page as it was written, in one language."""

    name: str
    lang: Language
    markdown: str

    @property
    def title(self) -> str:
        """Its heading. Raises LabError where it does not begin with one."""
        first = self.markdown.partition("\n")[0]
        if not first.startswith("# "):
            raise LabError("lesson-without-title", name=self.name, lang=self.lang, found=first[:60])
        return first[2:].strip()


def text(name: str, lang: Language) -> Text:
    """A lesson, or the words of a page. Raises LabError where it is missing in that language."""
    home = files("attnlab.lessons") / name / f"{lang}.md"
    if not home.is_file():
        raise LabError("lesson-language-missing", name=name, lang=lang)
    return Text(name, lang, home.read_text(encoding="utf-8"))


@cache
def computed(name: str) -> dict[str, Any]:
    """What a lesson computes for its own text, by key: numbers, words and lists of them; nothing where it has none."""
    home = files("attnlab.lessons") / name / "__init__.py"
    if not home.is_file():
        return {}
    return import_module(f"attnlab.lessons.{name}").figures()
