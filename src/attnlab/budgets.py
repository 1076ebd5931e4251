"""How much memory a run will take, said before it starts; one that would not fit is refused with what would.

Each prediction adds up what the code keeps and what it has at hand at once, from a model's sizes and a text's length;
nothing is run. It is of the *rise* over what the process holds already: Python, the libraries and the model's weights
are there by then. Three things take memory in turn: the layers' own work, attention by the formula, the logits. A freed
block goes back to the system only where nothing that is kept lies above it, so of the turns the largest counts whole
and the others in part (`HELD`). docs/memory.md sets predictions beside what was measured.
"""

import os
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attnlab.errors import LabError
from attnlab.model import Model
from attnlab.probe import Site
from attnlab.tokens import Tokens

ALLOWED = "ATTNLAB_MEMORY"
"""The environment's name for how much one run may take: "2 GB", "800 MB". Without it, what is free."""
FLOOR, FLOOR_OF_OURS = 10_000_000, 2_000_000
"""Bytes that any run takes, of torch and of NumPy alone: libraries' own buffers, objects of Python. Below a few times
this a prediction says little."""
SMALL = 64_000_000
"""Runs below this are let go without asking the system what is free."""
HELD = 0.6
"""The share of freed memory that is still the process's when the next turn takes its own: measured, by the C library's
heap; everything else here is counted."""
MAPPED = 2**25
"""Bytes from which a block has memory of its own, which goes back when it is freed (the C library's limit, 32 MiB)."""
MIXED = 4
"""Blocks [head, query, key] that the formula has at once: the score, the score with the mask (or, where there is none,
an edit's copy), its difference from the row's largest, its exponential; then the weights in place of the difference."""
ONWARD = 6
"""The same of a batch that goes on from a clean run over all places: product, scaled, masked, difference, exponential,
and a copy for the product with the values."""
ROWS = 12
"""Numbers of the width that a place of such a batch has at once: residual, norm, q, k and v before and after position
encoding, heads' outputs, their join and the sum."""
OWN = 4
"""The same of a plain run: residual, norm, one part's answer and their sum."""
EDGE = 6 * 8
"""Bytes of one key of one edge's row, worked out in float64: scores, difference, exponential, weights, product."""
WORTH = 250
"""Bytes of one edit as a Python object in its list, with its figure."""

# --- what is asked of a model -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Breadth:
    """How wide a model's rows are, in numbers of one place.

    >>> import attnlab
    >>> from attnlab.budgets import breadth
    >>> breadth(attnlab.load("names"))
    Breadth(width=16, inner=64, symbols=27, itemsize=8, blocks=3, kernel=False, host=True)
    """

    width: int
    inner: int
    """The widest row inside a layer."""
    symbols: int
    itemsize: int
    """Bytes of one number."""
    blocks: int = 4
    """How many rows of the inner width a layer has at once: 3 of most, 4 where an activation is put together of
    products and powers."""
    kernel: bool = False
    """True where the model has a kernel of its own, which makes no block [head, query, key]."""
    host: bool = True
    """False where its runs take a device's memory, of which nothing is said here."""


def breadth(model: Model) -> Breadth:
    """A model's own, or, where it says nothing, what its sites' sizes tell: a feed-forward part of 4 width."""
    own = getattr(model, "breadth", None)
    if own is not None:
        return own
    sizes = [model.size(site) for site in model.sites]
    width = max((size.heads * size.value_dim for size in sizes), default=1)
    return Breadth(width, 4 * width, len(model.vocabulary), max((size.itemsize for size in sizes), default=8))


@dataclass(frozen=True)
class Length:
    """Pieces of a text, and of the source beside it where there is one.

    >>> from attnlab.budgets import Length
    >>> Length(12).scaled(6)
    Length(pieces=6, source=0)
    """

    pieces: int
    source: int = 0

    def at(self, site: Site) -> tuple[int, int]:
        """Queries and keys of a site."""
        read = self.source or self.pieces
        if site.stack == "encoder":
            return read, read
        return self.pieces, read if site.kind == "cross" else self.pieces

    def scaled(self, pieces: int) -> "Length":
        """A text of so many pieces, with a source in the same proportion."""
        return Length(pieces, -(-self.source * pieces // max(1, self.pieces)))


def length(tokens: Tokens) -> Length:
    """Of a text that was cut."""
    return Length(len(tokens), 0 if tokens.source is None else len(tokens.source))


# --- what runs take, in bytes -----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Parts:
    """What a run keeps, and its turns: layers' work, attention by the formula, the logits."""

    kept: int
    turns: tuple[int, ...]
    ours: bool = False
    """True of NumPy's runs, which hold nothing that they have freed, and little else."""

    @property
    def peak(self) -> int:
        """At its height, beyond what the process holds before."""
        most = max(self.turns, default=0)
        if self.ours:
            return FLOOR_OF_OURS + self.kept + most
        return int(FLOOR + self.kept + most + HELD * (sum(self.turns) - most))

    def beside(self, kept: int, *turns: int) -> "Parts":
        """The same with more kept meanwhile, and more turns."""
        return Parts(self.kept + kept, (*self.turns, *turns), self.ours)


def calls(
    model: Model, asked: Length, sites: Sequence[Site] | None = None, heads: int | None = None, queries: int = 0
) -> int:
    """What is kept of every site's call: q, k and v, what stands behind them where they are parts of one product, and
    masks and biases, which sites share. Of some heads or queries alone, copies of just those."""
    total = 0
    for site in model.sites if sites is None else sites:
        size, (asking, keys) = model.size(site), asked.at(site)
        some = min(queries, asking) if queries and site.stack == "decoder" else asking
        mine = size.bytes_kept(some, keys, heads)
        if heads is None and not queries and asking == keys:
            mine = max(mine, size.behind * keys)
        total += mine + int(size.cell * asking * keys)
    return total


def answer(model: Model, asked: Length) -> int:
    """The logits [place, symbol]; of half precision the same once more as float32."""
    wide = breadth(model)
    return asked.pieces * wide.symbols * (wide.itemsize if wide.itemsize >= 4 else wide.itemsize + 4)


def work(model: Model, asked: Length) -> int:
    """What the layers have at once, one after the other."""
    wide, places = breadth(model), max(asked.pieces, asked.source)
    return places * wide.itemsize * (wide.blocks * wide.inner + OWN * wide.width)


def mixing(model: Model, asked: Length) -> int:
    """What the formula has at once at the largest site."""
    found = 0
    for site in model.sites:
        size, (queries, keys) = model.size(site), asked.at(site)
        ordered = site.stack == "decoder" and site.kind == "self"
        wall = queries * keys * (1 + 2 * max(4, size.itemsize)) if ordered else 0
        found = max(found, MIXED * size.heads * queries * keys * max(4, size.itemsize) + wall)
    return found


def traced(
    model: Model, asked: Length, sites: Sequence[Site] | None = None, heads: int | None = None, queries: int = 0
) -> Parts:
    """`trace` without edits: the model's own kernel, its calls kept, its logits."""
    if not breadth(model).kernel:
        return explained(model, asked)
    joined = 0  # a kernel that is given a bias joins it with the mask, anew at every site
    for site in model.sites:
        queries_, keys = asked.at(site)
        biased = model.size(site).cell >= model.size(site).heads
        joined = max(joined, int(model.size(site).cell * queries_ * keys) if biased else 0)
    kept = calls(model, asked, sites, heads, queries)
    return Parts(kept, (answer(model, asked), work(model, asked), joined))


def explained(model: Model, asked: Length) -> Parts:
    """A run by the formula, with edits or without: as a trace, and the formula's own blocks."""
    turns = (answer(model, asked), work(model, asked), mixing(model, asked))
    return Parts(calls(model, asked), turns, not breadth(model).kernel)


def effect(model: Model, asked: Length) -> Parts:
    """`effect`: the clean run is kept beside the edited one, and so is what it has freed in small blocks."""
    small = [turn for turn in (work(model, asked), mixing(model, asked)) if turn // MIXED < MAPPED]
    clean = calls(model, asked) + answer(model, asked) + int(HELD * sum(small)) * breadth(model).kernel
    return explained(model, asked).beside(clean)


def remembered(model: Model, asked: Length) -> Parts:
    """The clean run of a replay: calls, every site's output and what entered every layer, and the logits."""
    wide, more = breadth(model), 0
    for site in model.sites:
        size, (queries, _) = model.size(site), asked.at(site)
        more += queries * (size.heads * size.value_dim * size.itemsize + wide.width * wide.itemsize)
    return explained(model, asked).beside(more + answer(model, asked))


def batch(model: Model, asked: Length, places: int, rows: int, *, suffix: bool = True, every: bool = False) -> int:
    """`rows` continuations side by side, each of so many places. One place a row meets the clean run's keys by the
    kernel; several meet them by the formula. `every` where a target reads all logits."""
    wide, most = breadth(model), 0
    for site in model.sites:
        size, (_, keys) = model.size(site), asked.at(site)
        blocks = (ONWARD if places > 1 else MIXED) * size.heads * places * keys * max(4, size.itemsize)
        most = max(most, EDGE * keys if places == 1 and suffix and wide.kernel else blocks)
    own = places * wide.itemsize * (wide.blocks * wide.inner + ROWS * wide.width)
    return rows * (own + most + (2 * wide.symbols * wide.itemsize if every else 0))


def replayed(
    model: Model, asked: Length, size: Callable[[Length, int], int], edits: int, places: int = 1, beside: int = 0
) -> Parts:
    """Many edits of one text: the clean run, then batches. `size` says how many are run side by side, of so many
    places each; `edits` is how many share a batch at most, and a clean row is beside them."""
    rows = min(size(asked, places), edits) + 1
    return remembered(model, asked).beside(beside + WORTH * edits, batch(model, asked, places, rows))


def generated(model: Model, asked: Length, new: int) -> Parts:
    """`generate`: keys and values in the cache, which every pass joins with its own in memory anew, beside the old;
    queries, keys, values and outputs of every pass, and the same once more when they are put together; two rows of
    logits a new piece, then one for each place."""
    wide, more, total = breadth(model), 0, Length(asked.pieces + new, asked.source)
    for site in model.sites:
        size, (queries, keys) = model.size(site), total.at(site)
        kept = size.bytes_kept(queries, keys)
        output = queries * size.heads * size.value_dim * size.itemsize
        cache = kept - queries * size.heads * size.dim * size.itemsize
        more += 2 * (kept + output) + (2 * cache if site.stack == "decoder" else 0)
    logits = total.pieces * wide.symbols * 4
    return Parts(more + 2 * new * wide.symbols * 4 + logits, (work(model, asked), wide.symbols * wide.itemsize))


PROVED, PLACES = 32, 6
"""Sites whose proofs run side by side, at most, and pieces of the text they are proved on."""


def opened(parameters: int, stored: int, itemsize: int, symbols: int, sites: int, largest: int = 0) -> Parts:
    """`load` of a Hugging Face model: the weights as they are computed in, the file's own pages where they are stored
    otherwise (they are read through the memory that the file is mapped to), and the proofs' logits, four times over
    while they are compared. `stored` and `largest` (one weight) are in bytes."""
    weights = parameters * itemsize
    proofs = min(PROVED, sites) * PLACES * symbols * max(4, itemsize) + 3 * PLACES * symbols * 4
    other = stored != weights
    return Parts(weights + other * stored, (proofs, other * largest))


# --- what there is ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Room:
    """How many bytes a run may take, and who says so: `budget` (a person) or `free` (the system)."""

    bytes: int
    by: str


def room() -> Room | None:
    """What `ATTNLAB_MEMORY` allows, else what is free; None where nobody says. Raises LabError for another text there.

    >>> import os
    >>> from attnlab import budgets
    >>> os.environ["ATTNLAB_MEMORY"] = "2 GB"
    >>> budgets.room()
    Room(bytes=2000000000, by='budget')
    >>> del os.environ["ATTNLAB_MEMORY"]
    """
    given = os.environ.get(ALLOWED, "").strip()
    if given:
        found = re.fullmatch(r"([0-9]{1,12}(?:\.[0-9]{1,12})?)\s*([kmgt]?b)", given.lower())
        if found is None:
            raise LabError("memory-allowed-unreadable", name=ALLOWED, found=given)
        return Room(int(float(found[1]) * 1000 ** "bkmgt".index(found[2][0])), "budget")
    there = free()
    return None if there is None else Room(there, "free")


def is_allowed() -> bool:
    """True where a person has said how much a run may take."""
    return bool(os.environ.get(ALLOWED, "").strip())


def free(root: Path = Path("/")) -> int | None:
    """Bytes that can be taken without another process suffering: of the machine, or of a container with a limit."""
    try:
        import psutil
    except ImportError:
        return None
    return min([psutil.virtual_memory().available, *_limits(root)])


def _limits(root: Path) -> list[int]:
    """What control groups, this process's own and those around it, leave; file pages that can go count as free."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return []
    found = []
    for line in lines:
        _, kinds, path = line.split(":", 2)
        if kinds == "":
            home, names = root / "sys/fs/cgroup", ("memory.max", "memory.current", "inactive_file")
        elif "memory" in kinds.split(","):
            home = root / "sys/fs/cgroup/memory"
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        else:
            continue
        steps = [part for part in path.split("/") if part and part != ".."]
        for end in range(len(steps) + 1):
            here = home.joinpath(*steps[:end])
            try:
                limit, used = int((here / names[0]).read_text()), int((here / names[1]).read_text())
                known = dict(one.split(" ", 1) for one in (here / "memory.stat").read_text().splitlines())
            except (OSError, ValueError):  # no such group here, or "max": no limit
                continue
            found.append(max(0, limit - used + int(known.get(names[2], 0))))
    return found


# --- refusing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Wish:
    """What was asked for, how much it takes, and how much less would take: all that a refusal says."""

    model: str
    what: LabError
    """The wish in words."""
    need: int
    """Bytes at its height."""
    smaller: Sequence[Callable[[int], LabError | None]] = field(default=())
    """Each says, of so many bytes, what to ask for instead, or None where that way leads nowhere."""


def refuse(wish: Wish) -> None:
    """Raise LabError where a run would not fit, with the figure, what is free, and what would fit instead."""
    if wish.need < SMALL and not is_allowed():
        return
    there = room()
    if there is None or wish.need <= there.bytes:
        return
    ways = [found for way in wish.smaller if (found := way(there.bytes)) is not None]
    advice = ways[0] if ways else LabError("memory-ask-nothing")
    facts = {"need": megabytes(wish.need), "free": megabytes(there.bytes), "by": there.by, "name": ALLOWED}
    raise LabError("memory-over", model=wish.model, wish=wish.what, advice=advice, **facts)


def megabytes(count: int) -> float:
    """In MB, with three digits that count."""
    return float(f"{count / 1e6:.3g}")


def most(fits: Callable[[int], bool], below: int) -> int:
    """The largest whole number under `below` that fits, where fewer always fit as well; 0 where none does.

    >>> from attnlab.budgets import most
    >>> most(lambda n: n * n <= 50, 100)
    7
    """
    low, high = 0, below
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if fits(middle) else (low, middle)
    return low


def shorter(need: Callable[[Length], Parts], asked: Length) -> Callable[[int], LabError | None]:
    """The longest text that fits."""

    def say(there: int) -> LabError | None:
        pieces = most(lambda n: need(asked.scaled(n)).peak <= there, asked.pieces)
        return LabError("memory-ask-length", pieces=pieces) if pieces else None

    return say


def fewer_sites(need: Callable[[int], Parts], count: int) -> Callable[[int], LabError | None]:
    """How many layers of the same text may be kept."""

    def say(there: int) -> LabError | None:
        layers = most(lambda n: need(n).peak <= there, count)
        return LabError("memory-ask-layers", layers=layers) if layers else None

    return say


def refuse_trace(
    model: Model, asked: Sequence[Length], sites: Sequence[Site], heads: int | None, queries: int, together: int
) -> None:
    """Raise LabError for traces that would not fit: all are kept, `together` of them run at once."""
    if not asked or not breadth(model).host:
        return
    longest = max(asked, key=lambda one: one.pieces + one.source)

    def need(one: Length, layers: int = len(sites)) -> Parts:
        parts = traced(model, one, sites[:layers], heads, queries)
        share = len(asked) - 1  # each as long as the longest: what a batch is padded to
        beside = share * (calls(model, one, sites[:layers], heads, queries) + answer(model, one))
        side = min(together, len(asked))
        turns = tuple(turn * (side if number else 1) for number, turn in enumerate(parts.turns))
        return Parts(parts.kept + beside, turns, parts.ours)

    ways = [fewer_sites(lambda layers: need(longest, layers), len(sites)), shorter(need, longest)]
    what = LabError("memory-trace", pieces=longest.pieces, texts=len(asked))
    refuse(Wish(model.name, what, need(longest).peak, ways if breadth(model).kernel else ways[1:]))


def refuse_text(model: Model, tokens: Tokens, what: str, need: Callable[[Length], Parts]) -> None:
    """Raise LabError for work on one text that would not fit; a shorter text is what to ask for."""
    if not breadth(model).host:
        return
    asked = length(tokens)
    kinds: Mapping[str, Callable[[], LabError]] = {
        "explained": lambda: LabError("memory-explained", pieces=asked.pieces),
        "effect": lambda: LabError("memory-effect", pieces=asked.pieces),
        "replay": lambda: LabError("memory-replay", pieces=asked.pieces),
        "check": lambda: LabError("memory-check", pieces=asked.pieces),
    }
    refuse(Wish(model.name, kinds[what](), need(asked).peak, [shorter(need, asked)]))


def refuse_new(model: Model, texts: Sequence[Tokens], new: int, many: int = 1) -> None:
    """Raise LabError for a continuation that would not fit; `many` rows grow out of every text."""
    if not breadth(model).host:
        return
    asked, rows = max(map(length, texts), key=lambda one: one.pieces), len(texts) * many

    def need(count: int, one: Length = asked) -> int:
        return FLOOR + rows * (generated(model, one, count).peak - FLOOR)

    def fewer(there: int) -> LabError | None:
        count = most(lambda n: need(n) <= there, new)
        return LabError("memory-ask-new", new=count) if count else None

    def less(there: int) -> LabError | None:
        pieces = most(lambda n: need(new, asked.scaled(n)) <= there, asked.pieces)
        return LabError("memory-ask-length", pieces=pieces) if pieces else None

    what = LabError("memory-generate", pieces=asked.pieces, new=new)
    refuse(Wish(model.name, what, need(new), [fewer, less]))


def refuse_opening(
    name: str, parameters: int, stored: int, itemsize: int, symbols: int, sites: int, largest: int
) -> None:
    """Raise LabError for a model that would not fit, with the number type or the size of model that would."""

    def need(size: int, count: int = parameters) -> int:
        return opened(count, stored * count // max(1, parameters), size, symbols, sites, largest).peak

    def halved(there: int) -> LabError | None:
        fits = itemsize > 2 and need(2) <= there
        return LabError("memory-ask-dtype", dtype="bfloat16", need=megabytes(need(2))) if fits else None

    def lesser(there: int) -> LabError | None:
        count = most(lambda n: need(itemsize, n) <= there, parameters)
        return LabError("memory-ask-parameters", millions=count // 10**6) if count >= 10**6 else None

    what = LabError("memory-opening", millions=float(f"{parameters / 1e6:.3g}"))
    refuse(Wish(name, what, need(itemsize), [halved, lesser]))


def refuse_workers(model: str, workers: int, alone: int, shared: int) -> None:
    """Raise LabError for more workers than fit: each takes `alone` bytes, and all of them `shared` once."""

    def fewer(there: int) -> LabError | None:
        count = most(lambda n: shared + n * alone <= there, workers)
        return LabError("memory-ask-workers", workers=count) if count else None

    refuse(Wish(model, LabError("memory-sweep", workers=workers), shared + workers * alone, [fewer]))


def held() -> tuple[int, int]:
    """What this process holds alone, and what it may share with others (mapped files), in bytes; 0 where unknown."""
    try:
        import psutil
    except ImportError:
        return 0, 0
    found: Any = psutil.Process().memory_info()
    shared = getattr(found, "shared", 0)
    return found.rss - shared, shared
