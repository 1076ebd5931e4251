"""The texts that a check runs over: from a file, pasted, or, where none are given, made by or for the model."""

import json
from pathlib import Path

import numpy as np

from attnlab.checks import Case, Settings, Watch
from attnlab.errors import LabError
from attnlab.files import readable_file
from attnlab.model import Model
from attnlab.models.handmade import Handmade
from attnlab.models.small import Small
from attnlab.tasks import Example, find

COUNT = 200
PREFIX = ("one_prefix_prefix", "one_prefix_word_good", "one_prefix_word_bad")
"""The fields of a BLiMP pair whose sentences begin alike: the beginning, the right word, the wrong word."""
AT_ONCE = 1000  # texts that a model says side by side


def default_cases(
    model: Model, count: int = COUNT, seed: int = 0, watch: Watch = lambda done, total: None
) -> tuple[list[Case], str]:
    """Texts for a model that came without any, and the id of the message that says where they are from.

    A small model that goes on with texts says them itself at temperature 1, one that was trained on a task gets
    held-out texts of it, of which the answer is watched; a handmade model has a rule that draws them. `watch` is told
    now and then that none is checked yet, and may end the work. Raises LabError for a model that has none of these.
    """
    rng = np.random.default_rng(seed)
    if isinstance(model, Handmade):
        return [Case(model.draw(rng)) for _ in range(count)], "texts-made"
    if isinstance(model, Small) and model.task:
        # a head that sees fewer keys than this is not checked: short texts would only be set aside
        drawn = find(model.task).held_out(8 * count, seed)
        long = [one for one in drawn if len(one.pieces) >= Settings().least_keys + (not model.translates)]
        examples = list({one.source: one for one in long or drawn}.values())[:count]
        return [_case_of(model, example, rng) for example in examples], "texts-task"
    if isinstance(model, Small):
        found: list[str] = []
        while len(found) < count:
            watch(0, count)
            found += [text for text in model.samples(rng, min(count, AT_ONCE)) if text]
        return [Case(text) for text in found[:count]], "texts-sampled"
    raise LabError("check-texts-missing", model=model.name)


def _case_of(model: Small, example: Example, rng: np.random.Generator) -> Case:
    """A text and what should follow it; of a translation, what follows some word of it."""
    if not model.translates:
        return Case(example.source, example.answer[0])
    place = int(rng.integers(len(example.answer)))
    return Case(f"{example.source} => {' '.join(example.answer[:place])}".strip(), example.answer[place])


def read_cases(path: Path, most: int | None = None, seed: int = 0) -> list[Case]:
    """Texts of a file: one a line, with a target behind a TAB where it is known; or JSON lines with `text`, `target`.

    Of a longer file `most` lines are drawn by the seed, kept in order. Raises LabError for a file that is missing,
    empty or cannot be read.
    """
    cases = parse_cases(read_text(path), json_lines=path.suffix == ".jsonl")
    if not cases:
        raise LabError("texts-empty", path=str(path))
    return cases if most is None else draw_cases(cases, most, seed)


def read_text(path: Path) -> str:
    """A file's whole text. Raises LabError where it is missing or not UTF-8."""
    readable_file(path)
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise LabError("texts-not-utf8", path=str(path), place=fault.start) from None


def draw_cases(cases: list[Case], most: int, seed: int = 0) -> list[Case]:
    """All of them, or of more than `most` as many drawn by the seed, kept in order."""
    if len(cases) <= most:
        return cases
    drawn = np.random.default_rng(seed).choice(len(cases), most, replace=False)
    return [cases[place] for place in sorted(drawn.tolist())]


def parse_cases(content: str, *, json_lines: bool = False) -> list[Case]:
    """Texts of lines; empty lines are passed over. Raises LabError that names a line it cannot read."""
    found = []
    for number, line in enumerate(content.split("\n"), 1):
        if not line.strip():
            continue
        found.append(json_case(line, number) if json_lines else plain_case(line))
    return found


def plain_case(line: str) -> Case:
    """A line's text, and behind a TAB its target where there is one."""
    text, tab, target = line.rstrip("\r\n").partition("\t")
    return Case(text, target.strip() or None if tab else None)


def json_case(line: str, number: int) -> Case:
    """A line of JSON with `text`, `target` and `group`, or a BLiMP pair that has one prefix. Raises LabError.

    Of a pair the right word is watched against the wrong one. Source: Warstadt et al. 2020, the one-prefix method.
    """
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        record = None
    if isinstance(record, dict) and (PREFIX[0] in record or "sentence_good" in record):
        prefix, good, bad = (record.get(name) for name in PREFIX)
        if not (isinstance(prefix, str) and isinstance(good, str) and isinstance(bad, str)):
            raise LabError("texts-pair-unlike", line=number, fields=list(PREFIX))
        return Case(prefix, f" {good}/ {bad}", record.get("UID"))
    if isinstance(record, dict) and isinstance(record.get("text"), str):
        target, group = record.get("target"), record.get("group")
        if all(isinstance(one, str | None) for one in (target, group)):
            return Case(record["text"], target, group)
    raise LabError("texts-line-unreadable", line=number, example='{"text": "anna", "target": "l/START"}')
