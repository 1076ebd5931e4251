"""One question put to every text of a corpus: planned first, measured by many workers, kept as it grows.

A shard of rows is written whole or not at all and is made from its texts alone. So whatever ends a sweep, it goes on
where it was: no text is lost or counted twice, and neither the number of workers nor the engine shows in the rows.
"""

import json
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from hashlib import blake2b
from itertools import islice
from pathlib import Path
from typing import Any, Literal

import numpy as np

from attnlab import budgets, shards
from attnlab.checks import Case, Row, Settings, hash_of, measure, names_of, units_of, versions
from attnlab.corpora import Corpus, Survey, of_list, open_corpus
from attnlab.edits import Ablate, Cut
from attnlab.engines import Engine, run
from attnlab.errors import LabError
from attnlab.extras import bring
from attnlab.files import sweep_drafts
from attnlab.model import Model, find_position
from attnlab.models import load
from attnlab.replay import Replay
from attnlab.shards import FORMAT, PLAN, QUESTIONS, Question, Rows, text_row
from attnlab.targets import choose
from attnlab.tokens import Tokens

LOCK = ".lock"
TRIED, LOOKED_AT = 3, 50
"""Texts that are measured to say how long all will take, and among how many of the first they are looked for."""
NAMES_ONLY = ("texts_name", "opened")
"""How texts and model were called: what they are is told by their hashes."""
MOST_IN_SHARD = 256
# Told how many texts are done, of how many; what it raises ends the sweep, which can be gone on with.
Watch = Callable[[int, int], None]
Numbered = tuple[int, Case, bool]
"""A text with its number, and whether the very same stood before it."""
Shard = tuple[int, tuple[Numbered, ...]]


@dataclass(frozen=True)
class Work:
    """What is asked of every text: everything that a row hangs on beside the text and its number.

    >>> from attnlab import sweeps
    >>> sweeps.plan("previous", ["abcdef"], question="heads").work.question
    'heads'
    """

    question: Question
    model: str
    """A name or a path, as `load` takes it."""
    heads: tuple[str, ...] | Literal["all"] = "all"
    settings: Settings = field(default_factory=Settings)
    """Of a check; of effects the target and the position are taken, and no more."""
    how: Mapping[str, Any] = field(default_factory=dict)
    """What else `load` is told, such as `dtype` or `device_map`."""


@dataclass(frozen=True)
class Plan:
    """What a sweep will do and what it may take, measured on a few texts; nothing is written yet.

    >>> from attnlab import sweeps
    >>> made = sweeps.plan("previous", ["abcdef", "fedcba", "abcdef"], question="heads")
    >>> made.survey.texts, made.units, made.interventions
    (3, (('0.0',),), 3)
    """

    work: Work
    corpus: Corpus = field(repr=False)
    survey: Survey
    model: str
    model_hash: str
    units: tuple[tuple[str, ...], ...]
    """Heads, and pairs of heads where they are looked at."""
    versions: Mapping[str, str]
    shard: int
    """Texts in a shard."""
    interventions: int
    """About how many edits will be tried."""
    seconds: float
    """About how long one worker will take, reading the model aside."""
    opening: float
    """Seconds that a worker takes to read the model."""
    size: int
    """About how many bytes the shards will take."""
    memory: tuple[int, int] = (0, 0)
    """Bytes that a worker held when it had measured a few texts: alone, and shared with the others; 0 where unknown."""

    def record(self) -> dict[str, Any]:
        """What the rows hang on, as plain JSON: two sweeps of one record have the same rows."""
        return {
            "format": FORMAT, "question": self.work.question, "model": self.model, "model_hash": self.model_hash,
            "opened": self.work.model, "how": dict(self.work.how), "units": [list(unit) for unit in self.units],
            "settings": asdict(self.work.settings), "texts_name": self.corpus.name, "texts": self.survey.texts,
            "texts_hash": self.survey.hash, "groups": dict(self.survey.groups), "shard": self.shard,
            "versions": dict(self.versions),
        }  # fmt: skip


def plan(
    model: str | os.PathLike[str],
    texts: Corpus | str | os.PathLike[str] | Sequence[str | Case],
    *,
    question: Question = "check",
    heads: Sequence[str] | Literal["all"] = "all",
    settings: Settings | None = None,
    count: int | None = None,
    seed: int | None = None,
    engine: Engine = "local",
    address: str | None = None,
    how: Mapping[str, Any] | None = None,
    texts_name: str | None = None,
) -> Plan:
    """What a sweep would do: the texts are read once and a few of them measured, and nothing is written.

    `question` is check (what `attnlab.check` measures), edges (every edge of the target's row cut by itself) or heads
    (each head switched off by itself). `texts` are those of a corpus, of one place as `corpora.open_corpus` takes it
    with `count`, or given as a list; `heads` and `settings` as in `check`, and `seed`, where it is given, in place of
    the settings'. `how` is handed to `load`; `texts_name` says where the texts came from. Raises LabError for what is
    not there or cannot be read.

    >>> from attnlab import sweeps
    >>> made = sweeps.plan("previous", ["abcdef", "fedcba"])
    >>> made.model, made.survey.texts, made.seconds > 0
    ('previous', 2, True)
    """
    if question not in QUESTIONS:
        raise LabError("sweep-question-unknown", question=str(question), questions=list(QUESTIONS))
    settings = settings or Settings()
    settings = settings if seed is None else replace(settings, seed=seed)
    if isinstance(texts, str | os.PathLike):
        texts = open_corpus([os.fspath(texts)], count, settings.seed)
    corpus = texts if isinstance(texts, Corpus) else of_list(texts, count, settings.seed)
    corpus = corpus if texts_name is None else replace(corpus, name=texts_name)
    chosen = "all" if heads == "all" else (heads,) if isinstance(heads, str) else tuple(heads)
    work = Work(question, os.fspath(model), chosen, settings, dict(how or {}))
    survey = corpus.survey()
    first = tuple((number, case, False) for number, case in enumerate(islice(corpus, LOOKED_AT)))
    ((_, tried),) = run(engine, partial(_trial, work), iter([first]), 1, {"address": address})
    # few texts a shard, so that little is lost with a worker, but not a file a text of a million
    size, share = min(MOST_IN_SHARD, max(4, survey.texts // 128)), survey.texts / tried.texts
    return Plan(
        work, corpus, survey, tried.model, tried.model_hash, tried.units, tried.versions, size,
        round(tried.interventions * share), tried.seconds * share, tried.opening, round(tried.size * share),
        tried.memory,
    )  # fmt: skip


def sweep(
    planned: Plan,
    out: str | os.PathLike[str],
    *,
    engine: Engine = "local",
    workers: int = 1,
    address: str | None = None,
    watch: Watch = lambda done, total: None,
) -> Path:
    """Measure every text and keep the rows in a folder as they come; one begun there is gone on with.

    `workers` processes of this machine, or actors of the Ray cluster at `address` (by default one that is started here
    and ended with the work), each hold the model and compute on one thread. The folder is given back; read it with
    `attnlab.open_sweep`. Needs the extra `data`, for ray also `cluster`. In a script the call must stand under
    `if __name__ == "__main__":`, for each worker reads the script anew. Raises LabError for a folder that holds another
    sweep or anything else, or that another sweep is writing to, where the texts or the model have changed since, and
    for more workers than fit into memory.

    >>> from attnlab import sweeps
    >>> planned = sweeps.plan("previous", ["abcdef", "fedcba"])
    >>> sorted(path.name for path in sweeps.sweep(planned, "results").glob("[!.]*"))
    ['plan.json', 'rows-000000.parquet']
    """
    folder = Path(out)
    if engine == "local":
        budgets.refuse_workers(planned.model, workers, *planned.memory)
    with _held(folder):
        _begin(folder, planned)
        done = {number: shards.told(folder, number) for number in shards.numbers(folder)}
        total = planned.survey.texts
        for number in done:
            if number * planned.shard >= total:
                raise LabError("sweep-torn", path=str(shards.shard_path(folder, number)))
        counted = sum(min(planned.shard, total - number * planned.shard) for number in done)
        watch(counted, total)
        make = partial(_worker, planned.work)
        for (number, texts), table in run(engine, make, _left(planned, done, folder), workers, {"address": address}):
            found = shards.about(table)
            if (found["model_hash"], found["versions"]) != (planned.model_hash, dict(planned.versions)):
                raise LabError("sweep-worker-differs", folder=str(folder))
            shards.keep(folder, number, table)
            counted += len(texts)
            watch(counted, total)
    return folder


@contextmanager
def _held(folder: Path) -> Iterator[None]:
    """Nobody else writes to the folder meanwhile; the hold ends with the process, however it ends."""
    filelock = bring("filelock", "data", "a sweep")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = filelock.FileLock(folder / LOCK)
        lock.acquire(blocking=False)
    except filelock.Timeout:
        raise LabError("sweep-busy", folder=str(folder)) from None
    except OSError as fault:
        raise LabError("file-not-written", path=str(folder), reason=fault.strerror or str(fault)) from None
    try:
        yield
    finally:
        lock.release()


def _begin(folder: Path, planned: Plan) -> None:
    """Write the plan, or see that the one that stands there is the same."""
    record = json.loads(json.dumps(planned.record()))
    if (folder / PLAN).exists():
        there = shards.read_plan(folder)
        unlike = [name for name in record if there.get(name) != record[name] and name not in NAMES_ONLY]
        if unlike:
            raise LabError("sweep-another", folder=str(folder), unlike=unlike)
    elif any(one.name != LOCK and not one.name.endswith(".part") for one in folder.iterdir()):
        raise LabError("sweep-folder-foreign", folder=str(folder))
    else:
        shards.keep_plan(folder, record)
    sweep_drafts(folder, older=0)  # what a killed sweep was about to write


def _left(planned: Plan, done: Mapping[int, Mapping[str, Any]], folder: Path) -> Iterator[Shard]:
    """The shards that are still to be made. Raises LabError where the texts are not those of the plan."""
    seen: set[bytes] = set()
    texts, number = iter(planned.corpus), 0
    while cases := tuple(islice(texts, planned.shard)):
        marked = []
        for place, case in enumerate(cases, number * planned.shard):
            mark = blake2b(f"{case.text}\0{case.target}".encode("utf-8", "surrogatepass"), digest_size=16).digest()
            marked.append((place, case, mark in seen))
            seen.add(mark)
        if number not in done:
            yield number, tuple(marked)
        elif done[number]["texts_hash"] != hash_of(cases):
            raise LabError("sweep-texts-changed", folder=str(folder), shard=shards.shard_path(folder, number).name)
        number += 1


# --- in a worker ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Tried:
    """What the first texts told."""

    model: str
    model_hash: str
    units: tuple[tuple[str, ...], ...]
    versions: Mapping[str, str]
    texts: int
    interventions: int
    seconds: float
    opening: float
    size: int
    memory: tuple[int, int]


class _Measurer:
    """A model that is held to answer one question about text after text."""

    def __init__(self, work: Work) -> None:
        begun = time.perf_counter()
        self.work = work
        self.model: Model = load(work.model, **work.how)
        # effects are asked of heads, a check of pairs of heads as well
        settings = work.settings if work.question == "check" else replace(work.settings, pairs=False)
        self.units = units_of(self.model, work.heads, settings)
        self.names = tuple(names_of(unit) for unit in self.units)
        record = getattr(self.model, "record", {})
        self.versions = versions() | (record["versions"] if "class" in record else {})  # of a hub model what runs it
        self.opening = time.perf_counter() - begun

    def table(self, texts: Sequence[Numbered]) -> Any:
        """The rows of some texts, with what they hang on."""
        rows = [row for number, case, again in texts for row in self._rows(number, case, again)]
        return shards.as_table(self.work.question, rows, {
            "model_hash": self.model.fingerprint(), "versions": self.versions,
            "texts_hash": hash_of(case for _, case, _ in texts),
        })  # fmt: skip

    def _rows(self, number: int, case: Case, again: bool) -> Rows:
        if again:
            return [text_row(number, case, "same")]
        try:
            tokens = self.model.tokens(case.text)
            match self.work.question:
                case "check":
                    row = measure(self.model, case, tokens, self.units, self.work.settings, number)
                    if isinstance(row, Row):
                        return shards.check_rows(number, case, self.names, row)
                    return [text_row(number, case, row)]
                case "edges":
                    return self._edges(number, case, tokens)
                case "heads":
                    return self._heads(number, case, tokens)
        except LabError as fault:
            return [text_row(number, case, "unreadable", str(fault))]

    def _heads(self, number: int, case: Case, tokens: Tokens) -> Rows:
        """Each head switched off by itself."""
        replay, target = self._watched(case, tokens)
        made = replay.changes([[Ablate(*head)] for (head,) in self.units], [target])
        about = text_row(number, case, "used") | {
            "query": target.position, "target": target.name(self.model), "before": float(made.before[0]),
        }  # fmt: skip
        return [
            about | {"heads": name, "change": float(change)}
            for (name,), change in zip(self.names, made.change[:, 0], strict=True)
        ]

    def _edges(self, number: int, case: Case, tokens: Tokens) -> Rows:
        """Every edge of the target's row cut by itself, but a row's only one."""
        replay, target = self._watched(case, tokens)
        cuts: list[Cut] = []
        rows: Rows = []
        for (head,), (name,) in zip(self.units, self.names, strict=True):
            asking, looked_at = tokens.at(head[0])
            query = find_position(asking, self.work.settings.position)
            map = replay.clean.map(*head)
            keys = np.flatnonzero(map.visible[query])
            projected = self.model.project(*head, map.value[keys])
            for place, key in enumerate(keys.tolist() if len(keys) > 1 else ()):
                weight = float(map.weight[query, key])
                cuts.append(Cut(*head, query, key))
                rows.append(text_row(number, case, "used") | {
                    "heads": name, "query": query, "query_piece": asking.pieces[query], "key": key,
                    "key_piece": looked_at.pieces[key], "weight": weight,
                    "contribution": None if projected is None else weight * float(np.linalg.norm(projected[place])),
                })  # fmt: skip
        made = replay.changes([[cut] for cut in cuts], [target])
        about = {"target": target.name(self.model), "before": float(made.before[0])}
        return [row | about | {"change": float(change)} for row, change in zip(rows, made.change[:, 0], strict=True)]

    def _watched(self, case: Case, tokens: Tokens) -> tuple[Replay, Any]:
        replay, settings = Replay(self.model, tokens), self.work.settings
        return replay, choose(
            self.model, tokens, replay.clean.logits, case.target or settings.target, settings.position
        )


def _worker(work: Work) -> Callable[[Shard], Any]:
    measurer = _Measurer(work)
    return lambda shard: measurer.table(shard[1])


def _trial(work: Work) -> Callable[[tuple[Numbered, ...]], _Tried]:
    measurer = _Measurer(work)
    return partial(_try, measurer)


def _try(measurer: _Measurer, texts: tuple[Numbered, ...]) -> _Tried:
    """Raises LabError where not one of the texts can be read: then the question is at fault."""
    some: list[Numbered] = []
    why = ""
    for one in texts:  # measured twice: what is worked out once, such as the way of replaying, is no part of the time
        row = measurer.table([one]).to_pylist()[0]
        if row["state"] != "unreadable":
            some.append(one)
        why = why or row["why"]
        if len(some) == TRIED:
            break
    if not some:
        raise LabError("sweep-unreadable", texts=len(texts), text=texts[0][1].text[:60], reason=why)
    begun = time.perf_counter()
    table = measurer.table(some)
    seconds = time.perf_counter() - begun
    states = table["state"].to_pylist()
    if measurer.work.question == "check":
        tried = dict(zip(table["number"].to_pylist(), table["edits"].to_pylist(), strict=True))
        edits = sum(count or 0 for count in tried.values())
    else:
        edits = states.count("used")
    return _Tried(
        measurer.model.name, measurer.model.fingerprint(), measurer.names, measurer.versions, len(some), edits, seconds,
        measurer.opening, len(shards.as_bytes(table)), budgets.held(),
    )  # fmt: skip
