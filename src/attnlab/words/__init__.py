"""What attnlab says and in which language: one set of catalogues for the library, the terminal and the page.

The catalogues are Project Fluent files, `words/<language>/<part>.ftl`; the page reads the same files.
"""

import math
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any, Literal, get_args

Language = Literal["en", "ru", "et"]
LANGUAGES: tuple[Language, ...] = get_args(Language)

# CLDR details that babel's decimal format leaves out; with them Python prints what the page prints.
_MINUS = {"en": "-", "ru": "-", "et": "\N{MINUS SIGN}"}
_GROUP_FROM = {"en": 1_000, "ru": 1_000, "et": 10_000}
_LONGEST = 1_000  # characters of one fact; Fluent refuses more than 2,500


def say(message: str, lang: Language = "en", /, **facts: Any) -> str:
    """The sentence `message` in a language, with its facts filled in.

    Whole numbers and floats are written the language's way; a list becomes its parts with commas between; a text
    of more than 1,000 characters, which a person may have pasted, is cut short with an ellipsis.
    A message or a fact that is missing is a mistake of ours and raises KeyError.
    """
    return _say(_bundle(lang), message, lang, facts)


def spoken(lang: Language, text: str) -> Callable[[str, dict[str, Any]], str]:
    """`say` over a catalogue that is given as a text: of a message and its facts. What cannot be read is passed over.

    >>> from attnlab.words import spoken
    >>> spoken("et", "sum = Kokku { $x }.")("sum", {"x": 0.5})
    'Kokku 0,5.'
    """
    bundle = _made(lang, text)
    return lambda message, facts: _say(bundle, message, lang, facts)


def _say(bundle: Any, message: str, lang: Language, facts: dict[str, Any]) -> str:
    if not bundle.has_message(message):
        raise KeyError(f"no message {message!r} in {lang}")
    pattern = bundle.get_message(message).value
    if pattern is None:
        raise KeyError(f"message {message!r} has no text in {lang}")
    try:
        sentence, faults = bundle.format_pattern(pattern, {name: _fact(value, lang) for name, value in facts.items()})
    except (ValueError, RecursionError) as fault:  # of a part that is too long, or messages within messages
        raise KeyError(f"{lang}/{message}: {fault}") from None
    if faults:
        raise KeyError(f"{lang}/{message}: {faults[0]}")
    return str(sentence)


def has(message: str, lang: Language = "en") -> bool:
    """True where a language has a sentence of that name."""
    return _bundle(lang).has_message(message)


def number(x: int | float, lang: Language = "en", digits: int = 3) -> str:
    """A number with a fixed count of decimals, as the language writes it.

    >>> from attnlab.words import number
    >>> number(-0.5, "et")
    '−0,500'
    """
    return _number(float(x), lang, {"minimumFractionDigits": digits, "maximumFractionDigits": digits})


def plural(x: int | float, lang: Language = "en") -> int:
    """Which of a noun's forms goes with a number: 0 and 1 in English and Estonian, 0, 1 and 2 in Russian.

    >>> from attnlab.words import plural
    >>> [plural(count, "ru") for count in (1, 3, 5, 21)]
    [0, 1, 2, 0]
    """
    from babel import Locale

    form = "other" if isinstance(x, float) and not math.isfinite(x) else Locale.parse(lang).plural_form(x)
    return {"one": 0, "few": 1}.get(form, 2 if lang == "ru" else 1)


def catalogue(lang: Language, wanted: Callable[[str], bool] = lambda part: True) -> str:
    """Every message of a language as one Fluent text, the form in which the page asks for it; or some parts of it."""
    from importlib.resources import files

    folder = files("attnlab.words") / lang
    parts = sorted(
        (part for part in folder.iterdir() if part.name.endswith(".ftl") and wanted(part.name[:-4])),
        key=lambda part: part.name,
    )
    return "\n".join(part.read_text(encoding="utf-8") for part in parts)


@cache
def _bundle(lang: Language):
    return _made(lang, catalogue(lang))


def _made(lang: Language, text: str) -> Any:
    from fluent.runtime import FluentBundle, FluentResource
    from fluent.runtime.resolver import CurrentEnvironment, ResolverEnvironment

    class Bundle(FluentBundle):
        """Fluent that takes facts as they are; its own would turn our numbers back into numbers written its way."""

        def format_pattern(self, pattern: Any, args: dict[str, Any] | None = None) -> tuple[Any, list[Exception]]:
            faults: list[Exception] = []
            return pattern(ResolverEnvironment(self, faults, CurrentEnvironment(args=args or {}))), faults

    functions: dict[str, Any] = {"NUMBER": lambda x, **how: _number(x, lang, dict(how))}
    bundle = Bundle([lang], use_isolating=False, functions=functions)
    bundle.add_resource(FluentResource(text))
    return bundle


def _number(x: Any, lang: Language, how: dict[str, Any]) -> str:
    from decimal import localcontext

    from babel import Locale
    from fluent.runtime.types import fluent_number

    value = x if isinstance(x, int) else float(x)
    if not _is_writable(value):
        return "NaN" if value != value else ("\N{INFINITY}" if value > 0 else _MINUS[lang] + "\N{INFINITY}")
    # what is rounded up to the first group mark is written with it
    if abs(round(value, int(how.get("maximumFractionDigits", 3)))) < _GROUP_FROM[lang]:
        how["useGrouping"] = False
    with localcontext(prec=400):  # babel's decimals stop at 28 digits, and a person may type more
        written = fluent_number(x, **how).format(Locale.parse(lang))
    is_zero = not any(digit in written for digit in "123456789")
    return written.replace("-", "" if is_zero else _MINUS[lang])


def _is_writable(x: int | float) -> bool:
    try:
        return math.isfinite(x)
    except OverflowError:
        return False


def _fact(value: Any, lang: Language) -> Any:
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else value[: _LONGEST - 1] + "…"
    if isinstance(value, Iterable):
        return _fact(", ".join(str(_fact(part, lang)) for part in value), lang)
    plain = value.item() if hasattr(value, "item") else value
    if isinstance(plain, bool) or not isinstance(plain, int | float):
        return str(plain)
    if not _is_writable(plain):
        return _number(plain, lang, {})
    whole, broken = _numbers(lang)
    return whole(plain) if isinstance(plain, int) else broken(plain)


@cache
def _numbers(lang: Language) -> tuple[Callable[[int], Any], Callable[[float], Any]]:
    """Fluent's whole numbers and floats, which choose plurals as they are and are written the language's way."""
    from fluent.runtime.types import FluentFloat, FluentInt

    class Whole(FluentInt):
        def format(self, locale: Any) -> str:
            return _number(int(self), lang, {})

        def __str__(self) -> str:
            return self.format(None)

    class Broken(FluentFloat):
        def format(self, locale: Any) -> str:
            return _number(float(self), lang, {})

        def __str__(self) -> str:
            return self.format(None)

    return Whole, Broken
