"""Does a translator's map find the words that mean the same? Cross attention against links that are known.

The gold links of the shipped translators' tasks follow from how both sentences are made; where human links are given
(`gold=PATH`) the measure itself is tried on them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeAlias

import numpy as np
from jaxtyping import Float

from attnlab.arrays import to_numpy
from attnlab.errors import LabError
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.formula import Call
from attnlab.models import load
from attnlab.models.small import Small
from attnlab.probe import Site, Stage
from attnlab.tasks import Example, find
from attnlab.tasks.numbers import TENS, UNITS
from attnlab.tasks.sentence import NAMES, NUMBERS
from attnlab.texts import read_text

Links: TypeAlias = frozenset[tuple[int, int]]
"""Pairs of (place in the answer, place in the text)."""
Maps: TypeAlias = Float[np.ndarray, "layer head _ _"]
GOOD = 0.1  # an alignment error rate below which a map is called right
FAR = 3  # places between a word and where it would stand word for word, from which on it counts as far
ARTICLES = ("the", "a", "an")
PHENOMENA = ("names", "numbers", "negation", "many", "one", "near", "far", "agreement")
NUMBER_WORDS = frozenset((*UNITS, *TENS[2:], *NUMBERS, "hundred", "thousand"))


@dataclass(frozen=True)
class Settings:
    """Which translators, over how many held-out texts; and human links to try the measure on."""

    models: tuple[str, ...] = ("numbers-ru", "numbers-et", "grammar-ru", "grammar-et")
    texts: int = 400
    gold: str = field(default="", metadata={"path": True})
    """A file of human links, or a folder in which they lie: XL-WA's .tsv, or ali_w2w_*.txt with its two texts."""


@dataclass(frozen=True)
class Score:
    """How well links agree with gold ones. Source: Och & Ney 2003, section 5.

    Precision is of possible links (sure ones among them), recall of sure ones; the alignment error rate is
    1 - (A∩S + A∩P) / (A + S), each counted over all texts.
    """

    precision: float
    recall: float
    aer: float


def score(found: Sequence[Links], sure: Sequence[Links], possible: Sequence[Links] | None = None) -> Score:
    """Links of each text against its gold ones. Without possible links the sure ones are all there are."""
    maybe = [one | more for one, more in zip(sure, sure if possible is None else possible, strict=True)]
    said, wanted = sum(map(len, found)), sum(map(len, sure))
    hits = sum(len(one & gold) for one, gold in zip(found, sure, strict=True))
    near = sum(len(one & gold) for one, gold in zip(found, maybe, strict=True))
    share = lambda part, whole: part / whole if whole else 1.0  # noqa: E731
    return Score(share(near, said), share(hits, wanted), 1 - share(hits + near, said + wanted))


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Every head of every translator by each reading of its map; then the phenomena; then the human links."""
    numbers, claims, lines, bars = [], [], [], {}
    for done, name in enumerate(settings.models):
        inputs.watch(done, len(settings.models) + 1)
        model = load(name)
        assert isinstance(model, Small)
        examples = list({one.source: one for one in find(name).held_out(settings.texts, inputs.seed)}.values())
        half = len(examples) // 2
        maps = [maps_of(model, one) for one in examples]
        tuned = {reading: _by_head(maps[:half], examples[:half], reading) for reading in READINGS}
        reading = min(READINGS, key=lambda one: min(tuned[one].values()))
        best = min(tuned[reading], key=lambda one: tuned[reading][one])
        kept, texts = maps[half:], examples[half:]
        found = [links(one[best], READINGS[reading]) for one in kept]
        got = _score(found, texts)
        mean = {one: _score([links(maps.mean(axis=(0, 1)), shift) for maps in kept], texts).aer
                for one, shift in READINGS.items()}  # fmt: skip
        diagonal = _score([straight(one.shape[2] - 1, one.shape[3]) for one in kept], texts)
        exact = float(np.mean([model.translate(one.source) == " ".join(one.answer) for one in texts]))
        about = phenomena(kept, texts, best, READINGS[reading])
        numbers += [
            Number(f"{name}-right", exact, "share"),
            Number(f"{name}-precision", got.precision, "share"),
            Number(f"{name}-recall", got.recall, "share"),
            Number(f"{name}-aer", got.aer, "share"),
            Number(f"{name}-aer-all", min(mean.values()), "share"),
            Number(f"{name}-aer-diagonal", diagonal.aer, "share"),
            *(Number(f"{name}-{kind}", x, "share") for kind, x in about.items()),
        ]
        claims += [
            Claim("found", got.aer < diagonal.aer / 2, {"model": name, "aer": got.aer, "diagonal": diagonal.aer,
                                                        "head": f"cross.{best[0]}.{best[1]}"}),
            Claim("answer", got.aer < GOOD or exact < 0.9, {"model": name, "right": exact, "aer": got.aer},
                  expected=False),
        ]  # fmt: skip
        heads = list(np.ndindex(kept[0].shape[:2]))
        lines += [
            Line(f"{name}, {layer}.{head}", tuple(map(float, range(len(READINGS)))),
                 tuple(_score([links(one[layer, head], shift) for one in kept], texts).aer
                       for shift in READINGS.values()))
            for layer, head in heads
        ]  # fmt: skip
        bars[name] = about
    claims += _over_models(numbers, settings.models)
    panels = [*_head_panels(settings.models, lines), _phenomenon_panel(bars)]
    missing: tuple[str, ...] = ("experiment-alignment-no-gold",)
    if settings.gold:
        more, missing = human(Path(settings.gold)), ()
        numbers, claims = numbers + list(more.numbers), claims + list(more.claims)
        panels += more.panels
    inputs.watch(len(settings.models) + 1, len(settings.models) + 1)
    return Findings(tuple(numbers), tuple(claims), tuple(panels), missing)


def _over_models(numbers: Sequence[Number], models: Sequence[str]) -> list[Claim]:
    value = {one.key: one.value for one in numbers}
    claims = []
    many = [value[f"{name}-many"] for name in models if f"{name}-many" in value]
    one = [value[f"{name}-one"] for name in models if f"{name}-one" in value]
    if many and one:
        claims.append(Claim("many", float(np.mean(many)) < float(np.mean(one)),
                            {"many": float(np.mean(many)), "one": float(np.mean(one))}))  # fmt: skip
    idle = [value[f"{name}-articles"] for name in models if f"{name}-articles" in value]
    if idle:
        claims.append(Claim("articles", max(idle) < 1, {"part": max(idle)}))
    return claims


# --- maps and links ---------------------------------------------------------------------------------------------------

READINGS: Mapping[str, int] = {"saying": 0, "said": 1}
"""Whose row is read: of the place that says a word, or of the one behind it, which has just read it."""


def maps_of(model: Small, example: Example) -> Maps:
    """The cross attention of every layer and head while the right answer is said, START's row first."""
    tokens = model.tokens(f"{example.source} => {' '.join(example.answer)}")
    met: dict[Site, np.ndarray] = {}

    def attend(site: Site, call: Call) -> np.ndarray:
        def tap(stage: Stage, x: np.ndarray) -> np.ndarray:
            if stage == "weight" and site.kind == "cross":
                met[site] = to_numpy(x)
            return x

        return call.mix(tap)

    model.run(tokens, attend)
    return np.stack([met[site] for site in model.sites if site.kind == "cross"])


def links(map: Float[np.ndarray, "query source"], shift: int) -> Links:
    """Each word of the answer with the piece that its row looks at most."""
    rows = map[shift : map.shape[0] - 1 + shift]
    return frozenset((place, int(piece)) for place, piece in enumerate(rows.argmax(axis=-1)))


def straight(said: int, read: int) -> Links:
    """What needs no map: each word with the piece at the same share of the way through the text."""
    return frozenset((place, min(read - 1, place * read // max(1, said))) for place in range(said))


def gold(example: Example) -> tuple[Links, Links]:
    """The sure links (what a word says) and the possible ones (what its form follows)."""
    return frozenset(example.alignment), frozenset(example.agreement)


def _score(found: Sequence[Links], examples: Sequence[Example]) -> Score:
    sure, possible = zip(*map(gold, examples), strict=True)
    return score(found, sure, possible)


def _by_head(maps: Sequence[Maps], examples: Sequence[Example], reading: str) -> dict[tuple[int, int], float]:
    return {
        (layer, head): _score([links(one[layer, head], READINGS[reading]) for one in maps], examples).aer
        for layer, head in np.ndindex(maps[0].shape[:2])
    }


def phenomena(
    maps: Sequence[Maps], examples: Sequence[Example], head: tuple[int, int], shift: int
) -> dict[str, float]:  # fmt: skip
    """The share of a head's weight on gold pieces, over the words of each kind; `articles`: the weight that goes to
    pieces without a counterpart, per such piece, over what an even share would give."""
    found: dict[str, list[float]] = {name: [] for name in PHENOMENA}
    idle, even = [], []
    for one, example in zip(maps, examples, strict=True):
        rows = one[head][shift : one.shape[2] - 1 + shift]
        wanted = {place: [piece for row, piece in example.alignment if row == place] for place in range(len(rows))}
        agreeing = {place for place, _ in example.agreement}
        for place, row in enumerate(rows):
            pieces = [example.pieces[piece] for piece in wanted[place]]
            mass = float(row[wanted[place]].sum())
            apart = min((abs(piece - place) for piece in wanted[place]), default=0)
            kinds = {
                "names": any(piece in NAMES for piece in pieces),
                "numbers": any(piece in NUMBER_WORDS for piece in pieces),
                "negation": "not" in pieces,
                "many": len(pieces) > 1,
                "one": len(pieces) == 1,
                "near": apart < FAR,
                "far": apart >= FAR,
                "agreement": place in agreeing,
            }
            for kind in (kind for kind, holds in kinds.items() if holds):
                found[kind].append(mass)
        blank = [place for place, piece in enumerate(example.pieces) if piece in ARTICLES]
        if blank:
            idle.append(float(rows[:, blank].sum(axis=-1).mean()))
            even.append(len(blank) / len(example.pieces))
    made = {kind: float(np.mean(some)) for kind, some in found.items() if some}
    return made | ({"articles": float(np.mean(idle) / np.mean(even))} if idle else {})


def _head_panels(models: Sequence[str], lines: Sequence[Line]) -> list[Panel]:
    made = []
    for name in models:
        mine = [line for line in lines if line.label.startswith(f"{name},")]
        made.append(Panel(
            f"experiment-alignment-{name}-title", "experiment-alignment-reading", "experiment-alignment-cross-head",
            kind="map", names=tuple(f"experiment-alignment-{one}" for one in READINGS),
            rows=tuple(line.label.partition(", ")[2] for line in mine), values=tuple(line.y for line in mine),
        ))  # fmt: skip
    return made


def _phenomenon_panel(bars: Mapping[str, Mapping[str, float]]) -> Panel:
    kinds = [kind for kind in PHENOMENA if any(kind in some for some in bars.values())]
    return Panel(
        "experiment-alignment-phenomena-title", "experiment-alignment-phenomenon", "experiment-alignment-weight",
        tuple(Line(name, tuple(map(float, range(len(kinds)))), tuple(some.get(kind, np.nan) for kind in kinds))
              for name, some in bars.items()),
        kind="bars", names=tuple(f"experiment-alignment-{kind}" for kind in kinds),
    )  # fmt: skip


# --- human links ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Pair:
    """One pair of texts that people linked."""

    sure: Links
    """(place in the second text, place in the first)."""
    possible: Links
    said: int
    """Words of the second text."""
    read: int


_LINK = re.compile(r"(\d+)([-p])(\d+)")


def read_gold(path: Path) -> dict[str, list[Pair]]:
    """Human links by the name of their file. Raises LabError for a path where there are none, and a line unread."""
    files = [path] if path.is_file() else sorted([*path.rglob("*.tsv"), *path.rglob("ali_w2w_*.txt")])
    if not files:
        raise LabError("gold-missing", path=str(path))
    return {_name(file): list(_pairs(file)) for file in files}


def _name(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}" if file.suffix == ".tsv" else file.parent.name


def _pairs(file: Path) -> Iterable[Pair]:
    if file.suffix == ".tsv":
        for number, line in enumerate(read_text(file).split("\n"), 1):
            if line.strip():
                parts = line.rstrip("\r").split("\t")
                if len(parts) != 3:
                    raise LabError("gold-unread", path=str(file), line=number)
                yield _pair(file, number, parts[2], len(parts[0].split(" ")), len(parts[1].split(" ")))
        return
    _, _, first, second = file.stem.split("_", 3) if file.stem.count("_") >= 3 else ("", "", "", "")
    words = [dict(line.split("\t", 1) for line in read_text(file.parent / f"{name}_sents.txt").splitlines() if line)
             for name in (first, second)]  # fmt: skip
    for number, line in enumerate(read_text(file).splitlines(), 1):
        name, tab, found = line.partition("\t")
        if not tab or any(name not in some for some in words):
            raise LabError("gold-unread", path=str(file), line=number)
        yield _pair(file, number, found, *(len(some[name].split()) for some in words))


def _pair(file: Path, line: int, found: str, read: int, said: int) -> Pair:
    sure, possible = set(), set()
    for text in found.split():
        link = _LINK.fullmatch(text)
        if link is None or int(link[1]) >= read or int(link[3]) >= said:
            raise LabError("gold-unread", path=str(file), line=line)
        (sure if link[2] == "-" else possible).add((int(link[3]), int(link[1])))
    return Pair(frozenset(sure), frozenset(possible), said, read)


def human(path: Path) -> Findings:
    """The measure on human links: against themselves, and of the straight line."""
    files = read_gold(path)
    pairs = [one for some in files.values() for one in some]
    every = [one.sure for one in pairs]
    itself = score(every, every, [one.possible for one in pairs])
    aer = {name: score([straight(one.said, one.read) for one in some], [one.sure for one in some],
                       [one.possible for one in some]).aer for name, some in files.items()}  # fmt: skip
    several = [sum(other == place for other, _ in one.sure) for one in pairs for place in range(one.said)]
    numbers = (
        Number("human-pairs", len(pairs), "count"),
        Number("human-links", sum(map(len, every)), "count"),
        Number("human-itself", itself.aer, "share"),
        Number("human-diagonal", float(np.mean(list(aer.values()))), "share"),
        Number("human-none", float(np.mean([one == 0 for one in several])), "share"),
        Number("human-several", float(np.mean([one > 1 for one in several])), "share"),
    )
    claims = (
        Claim("itself", (itself.precision, itself.recall, itself.aer) == (1.0, 1.0, 0.0)),
        Claim("not-one-to-one", float(np.mean([one != 1 for one in several])) > 0.1,
              {"part": float(np.mean([one != 1 for one in several]))}),
    )  # fmt: skip
    panel = Panel(
        "experiment-alignment-human-title", "experiment-alignment-file", "experiment-alignment-aer",
        (Line("", tuple(map(float, range(len(aer)))), tuple(aer.values())),), kind="bars", names=tuple(aer),
    )  # fmt: skip
    return Findings(numbers, claims, (panel,))


EXPERIMENT = Experiment("alignment", Settings(), run, Settings(models=("numbers-et", "grammar-ru"), texts=80))
