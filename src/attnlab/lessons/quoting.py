"""Figures by key: a text names what was computed, and this page fetches it and writes it the language's way."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from attnlab.errors import LabError
from attnlab.experiments import Result
from attnlab.experiments.experiment import read_result
from attnlab.lessons import computed
from attnlab.words import Language, number, plural

RESULTS = Path(str(files("attnlab.lessons") / "results"))
"""Full runs of the experiments that are quoted, as `attnlab run NAME --out` writes them; a test runs them anew."""
HERE = "here"
QUOTE = re.compile(r"\{([a-z][a-z0-9-]*)\.([A-Za-z0-9][\w.-]*)(?::([%e]?)(\d))?((?:\|[^{}|\n]+)*)\}")
_DIGITS = 3


@dataclass(frozen=True)
class Quoted:
    """One figure as a text asks for it and as it is written."""

    key: str
    value: int | float | str
    digits: int
    """Decimals; of a share in per cent, those of the per cent; of a power of ten, those of the number before it."""
    form: str
    """"" for a plain number, % for per cent, e for a power of ten."""
    written: str

    @property
    def html(self) -> str:
        """The figure with its value and its key beside it, for whoever checks."""
        told = self.written
        if self.form == "e":
            share, _, power = told.partition("e")
            told = f"{share}\N{NO-BREAK SPACE}·\N{NO-BREAK SPACE}10<sup>{power}</sup>"
        value = self.value if isinstance(self.value, str) else repr(self.value)
        return f'<data class="figure" data-key="{self.key}" value="{escape(value)}">{told}</data>'


def quote(asked: re.Match, lesson: str, lang: Language) -> Quoted:
    """The figure that a match of `QUOTE` names. Raises LabError for one that nobody computed."""
    home, key, form, digits, nouns = asked.groups()
    value, usual = _own(lesson, key) if home == HERE else _of_experiment(home, key, lesson)
    if isinstance(value, str):
        return Quoted(f"{home}.{key}", value, 0, "", escape(value))
    places = usual if digits is None else int(digits)
    written = _write(value, form or "", places, lang)
    if nouns:
        written += "\N{NO-BREAK SPACE}" + _noun(value, nouns[1:].split("|"), lesson, lang)
    return Quoted(f"{home}.{key}", value, places, form or "", written)


def result(name: str) -> Result:
    """The recorded full run of an experiment. Raises LabError where none was recorded."""
    found = _results().get(name)
    if found is None:
        raise LabError("lesson-result-missing", name=name, names=sorted(_results()))
    return found


def recorded() -> Mapping[str, Result]:
    """All recorded runs, by the experiment's name."""
    return _results()


@cache
def _results() -> Mapping[str, Result]:
    made = [read_result(json.loads(path.read_text(encoding="utf-8"))) for path in sorted(RESULTS.glob("*.json"))]
    return {one.name: one for one in made}


def _of_experiment(name: str, key: str, lesson: str) -> tuple[int | float, int]:
    found = {one.key: one for one in result(name).findings.numbers}.get(key)
    if found is None:
        raise LabError("lesson-figure-unknown", lesson=lesson, key=f"{name}.{key}")
    whole = found.unit == "count" and float(found.value).is_integer()
    return found.value, 0 if whole else found.digits


def _own(lesson: str, key: str) -> tuple[int | float | str, int]:
    found: Any = computed(lesson)
    try:
        for part in key.split("."):
            found = found[int(part)] if isinstance(found, list | tuple) else found[part]
    except (KeyError, IndexError, ValueError, TypeError):
        raise LabError("lesson-figure-unknown", lesson=lesson, key=f"{HERE}.{key}") from None
    value = found.item() if hasattr(found, "item") else found
    return value, 0 if isinstance(value, int) else _DIGITS


def _write(value: int | float, form: str, digits: int, lang: Language) -> str:
    if form == "%":
        return number(100 * value, lang, digits) + {"en": "%", "ru": "\N{NO-BREAK SPACE}%", "et": "%"}[lang]
    if form == "e":
        share, power = f"{value:.{digits}e}".split("e")
        return f"{number(float(share), lang, digits)}e{int(power)}".replace("e-", "e\N{MINUS SIGN}")
    return number(value, lang, digits)


def _noun(value: int | float, forms: list[str], lesson: str, lang: Language) -> str:
    wanted = {"en": 2, "ru": 3, "et": 2}[lang]
    if len(forms) != wanted:
        raise LabError("lesson-plural-forms", lesson=lesson, lang=lang, found=len(forms), wanted=wanted)
    return forms[plural(value, lang)]
