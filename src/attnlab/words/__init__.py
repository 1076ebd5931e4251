"""What attnlab says and in which language: one set of catalogues for the library, the terminal and the page.

The catalogues are Project Fluent files, `words/<language>/<part>.ftl`; the page reads the same files.
"""

import math
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Literal, get_args

Language = Literal["en", "ru", "et"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

# CLDR details that babel's decimal format leaves out; with them Python prints what the page prints.
_MINUS = {"en": "-", "ru": "-", "et": "\N{MINUS SIGN}"}
_GROUP_FROM = {"en": 1_000, "ru": 1_000, "et": 10_000}


def say(message: str, lang: Language = "en", **facts: Any) -> str:
    """The sentence `message` in a language, with its facts filled in.

    Whole numbers and floats are written the language's way; a list becomes its parts with commas between.
    A message or a fact that is missing is a mistake of ours and raises KeyError.
    """
    bundle = _bundle(lang)
    if not bundle.has_message(message):
        raise KeyError(f"no message {message!r} in {lang}")
    pattern = bundle.get_message(message).value
    if pattern is None:
        raise KeyError(f"message {message!r} has no text in {lang}")
    sentence, faults = bundle.format_pattern(pattern, {name: _fact(value, lang) for name, value in facts.items()})
    if faults:
        raise KeyError(f"{lang}/{message}: {faults[0]}")
    return str(sentence)


def number(x: float, lang: Language = "en", digits: int = 3) -> str:
    """A number with a fixed count of decimals, as the language writes it.

    >>> number(-0.5, "et")
    '−0,500'
    """
    return _number(float(x), lang, {"minimumFractionDigits": digits, "maximumFractionDigits": digits})


def catalogue(lang: Language) -> str:
    """Every message of a language as one Fluent text, the form in which the page asks for it."""
    folder = files("attnlab.words") / lang
    parts = sorted((part for part in folder.iterdir() if part.name.endswith(".ftl")), key=lambda part: part.name)
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


@cache
def _bundle(lang: Language):
    from fluent.runtime import FluentBundle, FluentResource

    functions: dict[str, Any] = {"NUMBER": lambda x, **how: _number(x, lang, dict(how))}
    bundle = FluentBundle([lang], use_isolating=False, functions=functions)
    bundle.add_resource(FluentResource(catalogue(lang)))
    return bundle


def _number(x: Any, lang: Language, how: dict[str, Any]) -> str:
    from babel import Locale
    from fluent.runtime.types import fluent_number

    value = float(x)
    if not math.isfinite(value):
        return "NaN" if math.isnan(value) else ("\N{INFINITY}" if value > 0 else _MINUS[lang] + "\N{INFINITY}")
    if abs(value) < _GROUP_FROM[lang]:
        how["useGrouping"] = False
    return fluent_number(x, **how).format(Locale.parse(lang)).replace("-", _MINUS[lang])


def _fact(value: Any, lang: Language) -> Any:
    if isinstance(value, str):
        return value
    if isinstance(value, Iterable):
        return ", ".join(str(_fact(part, lang)) for part in value)
    if isinstance(value, bool) or value is None:
        return str(value)
    number_of = value.item() if hasattr(value, "item") else value
    if isinstance(number_of, int):
        return number_of
    if isinstance(number_of, float):
        return number_of if math.isfinite(number_of) else _number(number_of, lang, {})
    return str(value)
