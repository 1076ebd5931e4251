"""The glossary: every term in the page's language, with a sentence, and its word in the other two."""

import re
from functools import cache
from html import escape

from attnlab.words import LANGUAGES, Language, catalogue, say

_TERM = re.compile(r"^term-([a-z0-9-]+) =", re.MULTILINE)

# where the order of the letters is not that of their numbers in Unicode
_ALPHABETS = {"ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "et": "abcdefghijklmnopqrsšzžtuvwõäöüxy"}


@cache
def terms() -> tuple[str, ...]:
    """The ids of all terms, in the order of the catalogue."""
    return tuple(name for name in _TERM.findall(catalogue("en")) if not name.endswith("-about"))


def glossary_html(lang: Language) -> str:
    """The whole list, in the alphabet of the language."""
    alphabet = _ALPHABETS.get(lang, "")

    def place(name: str) -> list[tuple[int, str]]:
        return [(alphabet.find(letter), letter) for letter in say(f"term-{name}", lang).casefold()]

    named = sorted(terms(), key=place)
    return '<dl class="glossary">\n' + "".join(_entry(name, lang) for name in named) + "</dl>\n"


def _entry(name: str, lang: Language) -> str:
    others = ", ".join(
        f'<span lang="{one}">{escape(say(f"term-{name}", one))}</span>' for one in LANGUAGES if one != lang
    )
    return (
        f'<div id="{name}"><dt><dfn>{escape(say(f"term-{name}", lang))}</dfn> <span class="others">{others}</span></dt>'
        f"<dd>{escape(say(f'term-{name}-about', lang))}</dd></div>\n"
    )
