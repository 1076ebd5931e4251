"""Where a sweep's texts come from: files of any number and size, read as a stream, or sets that are made here.

Texts with known answers can be made by name (`SETS`), so that a claim about a model needs no file at all.
"""

import io
import lzma
import zlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import PurePosixPath
from typing import Any

import numpy as np

from attnlab.checks import Case
from attnlab.errors import LabError
from attnlab.experiments import prompts
from attnlab.extras import bring
from attnlab.texts import draw_cases, json_case, plain_case

SETS: Mapping[str, Callable[[int, int], list[Case]]] = {
    "indirect-object": prompts.indirect,
    "agreement": prompts.agreement,
    "addressing": prompts.addressing,
    "greater-than": prompts.greater_than,
    "greater-than-pairs": prompts.greater_than_pairs,
}
"""Sets of English texts by name; each is drawn by a number of texts and a seed."""
COUNT = 200
"""How many texts of a set are made where nothing is said."""
LINES = (".jsonl", ".ndjson")
PACKED = (".gz", ".bz2", ".xz")


@dataclass(frozen=True)
class Corpus:
    """Texts in a fixed order, which can be gone through again and again without being held in memory.

    >>> from attnlab.corpora import open_corpus
    >>> corpus = open_corpus(["indirect-object", "agreement"], count=3)
    >>> [case.group for case in corpus][::3]
    ['indirect-object', 'agreement']
    >>> corpus.survey().texts
    6
    """

    name: str
    """What the record calls it."""
    read: Callable[[], Iterator[Case]]
    drawn: Sequence[int] | None = None
    """The places of the texts that are taken, in order; None takes all."""

    def __iter__(self) -> Iterator[Case]:
        if self.drawn is None:
            yield from self.read()
            return
        wanted = iter(self.drawn)
        place = next(wanted, None)
        for number, case in enumerate(self.read()):
            if place is None:
                return
            if number == place:
                yield case
                place = next(wanted, None)

    def survey(self) -> "Survey":
        """How many texts there are, of which groups, and their hash: reads everything once.

        Raises LabError for what cannot be read, and where there is no text at all.
        """
        texts, found, groups = 0, sha256(), Counter()
        for case in self:
            try:
                f"{case.text}{case.target}{case.group}".encode()
            except UnicodeEncodeError:
                raise LabError("corpus-not-text", number=texts + 1, text=ascii(case.text[:60])) from None
            found.update(f"{chr(10) if texts else ''}{case.text}\t{case.target or ''}".encode())
            groups[case.group or ""] += 1
            texts += 1
        if not texts:
            raise LabError("texts-empty", path=self.name)
        return Survey(texts, found.hexdigest(), dict(groups))


@dataclass(frozen=True)
class Survey:
    """What a corpus holds.

    >>> from attnlab.corpora import open_corpus
    >>> open_corpus(["indirect-object", "agreement"], count=4).survey().groups
    {'indirect-object': 4, 'agreement': 4}
    """

    texts: int
    hash: str
    """The sha256 of texts and targets in their order, as of a `Check`."""
    groups: Mapping[str, int]
    """Texts of each group; "" for those without one."""


def of_list(texts: Sequence[str | Case], count: int | None = None, seed: int = 0) -> Corpus:
    """Texts that are in memory already, or `count` of them drawn by the seed. Raises LabError where there is none."""
    if not texts or (count is not None and count < 1):
        raise LabError("corpus-nothing")
    cases = [one if isinstance(one, Case) else Case(one) for one in texts]
    cases = cases if count is None else draw_cases(cases, count, seed)
    return Corpus("texts-given", lambda: iter(cases))


def open_corpus(places: Sequence[str], count: int | None = None, seed: int = 0) -> Corpus:
    """The texts of files and of sets, one after the other; nothing is read yet.

    A place is a path, a pattern such as `texts/*.jsonl`, an address that fsspec knows, or the name of one of `SETS`.
    Files hold a text a line (a TAB and its target behind it, where known), JSON lines with `text`, `target` and
    `group`, BLiMP's pairs with one prefix, or Parquet with columns of those names; .gz, .bz2 and .xz are unpacked. Of
    several files each is a group of its own name, unless its lines name one. `count` texts are drawn from the files by
    the seed, in their order, and as many are made of each set. Needs the extra `data` for files. Raises LabError for a
    place where nothing is.

    >>> from attnlab.corpora import open_corpus
    >>> case = next(iter(open_corpus(["addressing"], count=5, seed=1)))
    >>> right, wrong = case.target.split("/")
    >>> f"has the{right}." in case.text, f"has the{wrong}." in case.text
    (True, True)
    """
    if not places or (count is not None and count < 1):
        raise LabError("corpus-nothing")
    sets, files = [one for one in places if one in SETS], _files([one for one in places if one not in SETS])
    many = len(sets) + len(files) > 1

    def made() -> Iterator[Case]:
        for name in sets:
            for case in SETS[name](COUNT if count is None else count, seed):
                yield replace(case, group=name if many else None)

    def read() -> Iterator[Case]:
        for file in files:
            group = _stem(file.path) if many else None
            for case in _cases(file):
                yield replace(case, group=case.group or group)

    name = ", ".join(places)
    if not files:
        return Corpus(name, made)
    if count is None:
        return Corpus(name, lambda: iter(case for part in (made(), read()) for case in part))
    drawn, first = _drawn(read, count, seed), 0 if not sets else sum(1 for _ in made())
    places_of = [*range(first), *(first + place for place in drawn)]
    return Corpus(name, lambda: iter(case for part in (made(), read()) for case in part), places_of)


def _drawn(read: Callable[[], Iterator[Case]], count: int, seed: int) -> list[int]:
    """The places of as many texts, drawn as `texts.draw_cases` draws them."""
    total = sum(1 for _ in read())
    if total <= count:
        return list(range(total))
    return sorted(np.random.default_rng(seed).choice(total, count, replace=False).tolist())


def _files(names: Sequence[str]) -> list[Any]:
    """Each file of paths, patterns and addresses, once each. Raises LabError for one that names none."""
    if not names:
        return []
    fsspec = bring("fsspec", "data", "texts from files")
    found: dict[str, Any] = {}
    for name in names:
        try:
            files = fsspec.open_files(name, mode="rb", compression="infer")
            there = [one for one in files if one.fs.isfile(one.path)]
        except (ValueError, ImportError, OSError) as fault:
            raise LabError("corpus-not-reached", path=name, reason=str(fault) or type(fault).__name__) from None
        if any(one.path.lower().endswith(".zst") for one in there):
            raise LabError("corpus-packed", path=name, known=list(PACKED))
        if not there:
            raise LabError("corpus-missing", path=name, sets=list(SETS))
        found |= {one.full_name: one for one in there}
    return list(found.values())


def _stem(path: str) -> str:
    name = PurePosixPath(path).name
    for end in PACKED:
        name = name.removesuffix(end)
    return PurePosixPath(name).stem


def _cases(file: Any) -> Iterator[Case]:
    """The texts of one file. Raises LabError that names the file and the line it cannot read."""
    path = str(file.path)
    name = path
    for end in PACKED:
        name = name.removesuffix(end)
    try:
        with file as opened:
            if name.lower().endswith(".parquet"):
                yield from _of_parquet(opened)
                return
            is_json = name.lower().endswith(LINES)
            with io.TextIOWrapper(opened, encoding="utf-8-sig", newline="\n") as lines:
                for number, line in enumerate(lines, 1):
                    if line.strip():
                        yield json_case(line, number) if is_json else plain_case(line)
    except UnicodeDecodeError as fault:
        raise LabError("texts-not-utf8", path=path, place=fault.start) from None
    except LabError as fault:
        raise LabError("corpus-line-unreadable", path=path, reason=fault) from None
    except (OSError, EOFError, zlib.error, lzma.LZMAError) as fault:
        raise LabError("corpus-not-reached", path=path, reason=str(fault) or type(fault).__name__) from None


def _of_parquet(opened: Any) -> Iterator[Case]:
    parquet, arrow = bring("pyarrow.parquet", "data", "texts from files"), bring("pyarrow", "data", "texts from files")
    try:
        file = parquet.ParquetFile(opened)
        there = [name for name in ("text", "target", "group") if name in file.schema_arrow.names]
        kinds = [file.schema_arrow.field(name).type for name in there]
        if "text" not in there or not all(arrow.types.is_string(x) or arrow.types.is_large_string(x) for x in kinds):
            raise LabError("corpus-columns", found=list(file.schema_arrow.names))
        for batch in file.iter_batches(1024, columns=there):
            for row in batch.to_pylist():
                if row["text"] is not None:
                    yield Case(row["text"], row.get("target"), row.get("group"))
    except arrow.ArrowInvalid as fault:
        raise LabError("corpus-not-parquet", reason=str(fault)) from None
