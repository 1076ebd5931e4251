"""Row figures of long contexts: what a map would tell of its rows, without the map.

The map of 32,768 tokens is a billion weights a head. Here its rows are read tile by tile and no more than a few tiles
are kept, so that memory grows with the text and not with its square. The figures are exact, not estimates.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from array_api_compat import array_namespace, device, is_torch_array
from jaxtyping import Bool, Float, Int, Shaped

from attnlab.arrays import Array, widen
from attnlab.errors import LabError
from attnlab.formula import Call

TILE = (256, 2048)  # queries and keys a tile; the keys are rounded to whole cells of the pooled map
TILE_ON_DEVICE = (2048, 8192)  # an accelerator wants more work a call
SHARING = 32  # neighbouring keys that share one maximum while the largest are looked for
WAITING = 16  # tiles whose promising keys are kept before they are ranked
LOW = -1e30  # stands for -inf, whose product with a weight of 0 is not a number
BITS, NATS = math.log2(math.e), math.log(2)  # scores are held in bits inside: exp2 is faster than exp


@dataclass(frozen=True, eq=False)
class Rows:
    """Figures of every row of one site's maps. Weights are shares of 1, spreads in nats, distances in places.

    >>> import attnlab
    >>> rows = attnlab.trace(attnlab.load("names"), "anna").rows("0", 3, top=2)
    >>> rows.top_key[0, 4].tolist(), rows.top_weight[0, 4].round(2).tolist()
    ([3, 2], [0.68, 0.24])
    """

    entropy: Float[Array, "*batch head query"]
    """Spread of the row: 0 for a single key, `most_entropy` when all visible ones are alike."""
    log_sum: Float[Array, "*batch head query"]
    """log of the sum of exp(score), a sink's included: weight = exp(score - log_sum)."""
    total: Float[Array, "*batch head query"]
    """The sum of the weights: 1, less what a sink took."""
    visible: Int[Array, "*batch head query"]
    """How many keys the row may see."""
    top_share: Float[Array, "*batch head query"]
    """The largest weight."""
    distance: Float[Array, "*batch head query"]
    """How many places away the row looks on average, its weights taken as shares of their own sum; NaN without any."""
    octaves: Float[Array, "*batch head query octave"]
    """The weight by distance: 0 places away, 1, 2 to 3, 4 to 7, and so on; each span is twice the last."""
    top_key: Int[Array, "*batch head query top"]
    """The keys with the largest weights, the largest first; -1 where the row sees no more keys."""
    top_weight: Float[Array, "*batch head query top"]
    """The weights of the top keys."""
    pooled: Float[Array, "*batch head cell key_cell"]
    """The map in cells: weights summed over a cell's keys and averaged over its queries, so a row sums to 1 again."""
    cell: tuple[int, int]
    """How many queries and keys a pooled cell holds; the last ones may hold fewer."""

    @property
    def most_entropy(self) -> Float[Array, "*batch head query"]:
        """ln of how many keys each row may see."""
        xp = array_namespace(self.entropy)
        return xp.log(xp.astype(xp.clip(self.visible, 1, None), self.entropy.dtype))

    @property
    def left_over(self) -> Float[Array, "*batch head query"]:
        """The weight that is not on the top keys."""
        return array_namespace(self.total).clip(self.total - self.top_weight.sum(-1), 0, None)


def rows(
    call: Call,
    *,
    window: int | None = None,
    real: Bool[Array, "*batch key"] | None = None,
    top: int = 8,
    pool: int = 256,
) -> Rows:
    """Every row's figures at one site, exact, in memory that does not grow with queries times keys.

    Beside the call's own mask, a `window` (only keys fewer than so many places away) and `real` (false at padding
    keys) are known by rule; what is outside a window is not even computed. With more keys than queries, the queries
    are the last ones. `top` keys are named in each row, and the map is pooled into at most `pool` x `pool` cells.
    NumPy arrays give NumPy figures and torch's torch's, on their device; half precision is widened to float32. Raises
    LabError where a row has nothing to look at or a score that is not a number.

    >>> import attnlab
    >>> from attnlab.stream import rows
    >>> call = attnlab.trace(attnlab.load("previous"), "abcd").calls[attnlab.Site(0)]
    >>> rows(call, top=1).top_key[0].tolist()
    [[0], [0], [1], [2], [3]]
    """
    xp = array_namespace(call.q)
    batch, queries, keys = call.q.shape[:-2], call.q.shape[-2], call.k.shape[-2]
    cell = (math.ceil(queries / pool), math.ceil(keys / pool))
    height = TILE[0] if _is_cpu(call.q) else TILE_ON_DEVICE[0]
    if call.linear:
        raise LabError("rows-linear")
    blocks: list[list[Array]] = []
    with _workers(call.q) as each:
        for place in np.ndindex(*batch):
            read = partial(_read, _Head.of(call, place, window, real), min(top, keys), cell)
            # the longest rows first, so that no worker is left alone with one at the end
            blocks += list(each(read, range(0, queries, height)[::-1]))[::-1]
    *figures, cells = zip(*blocks, strict=True)
    heads = range(0, len(cells), math.ceil(queries / height))
    pooled = [_pool(cells[first : first + heads.step], height, cell[0], queries) for first in heads]
    return Rows(*(xp.concat(x).reshape(*batch, -1, *x[0].shape[1:]) for x in (*figures, pooled)), cell=cell)


def entropy(call: Call) -> Float[Array, "*batch head query"]:
    """Every row's entropy alone, for the price of one attention call where torch's own kernel can be used.

    With the keys in the place of the values, that kernel gives each row's mean key m and the log of its sum; the mean
    score is scale * q.m, and entropy is the log of the sum less that. Where there is more to a score than q, k and a
    causal mask, or no such kernel, it is taken from `rows`. Raises LabError as `rows` does.
    """
    plain = call.bias is None and call.mask is None and call.sink is None and call.softcap is None and not call.linear
    square = call.q.shape[-2] == call.k.shape[-2]
    if not (plain and (square or not call.causal) and is_torch_array(call.q) and _is_cpu(call.q)):
        return rows(call, top=1, pool=1).entropy
    import torch

    kernel = getattr(torch.ops.aten, "_scaled_dot_product_flash_attention_for_cpu", None)
    if kernel is None:
        return rows(call, top=1, pool=1).entropy
    q, k = widen(call.q.detach()), widen(call.k.detach())
    k = k.repeat_interleave(q.shape[-3] // k.shape[-3], dim=-3)
    shape = q.shape[:-1]
    q, k = (x.reshape(-1, *x.shape[-3:]) for x in (q, k))
    mean, log_sum = kernel(q, k, k, 0.0, call.causal, scale=call.scale)
    found = (log_sum - call.scale * (q * mean).sum(-1)).reshape(shape)
    return found if bool(found.isfinite().all()) else rows(call, top=1, pool=1).entropy


@dataclass(frozen=True, eq=False)
class _Head:
    """One head of one text: what gives the score of any query and key, and what hides it."""

    number: int
    q: Float[Array, "query dim"]
    k: Float[Array, "key dim"]
    scale: float
    """Makes bits of a product, or nats where a soft cap comes first."""
    softcap: float | None
    bias: Float[Array, "#query #key"] | None
    mask: Shaped[Array, "#query #key"] | None
    sink: float | None
    """In bits."""
    causal: bool
    window: int | None
    real: Bool[Array, " key"] | None

    @classmethod
    def of(
        cls, call: Call, place: tuple[int, ...], window: int | None, real: Bool[Array, "*batch key"] | None
    ) -> "_Head":
        heads, groups, head = call.q.shape[-3], call.k.shape[-3], place[-1]
        if heads % groups:
            raise LabError("heads-not-in-groups", heads=heads, groups=groups)
        q, k = call.q[place], call.k[(*place[:-1], head * groups // heads)]
        if is_torch_array(q):
            q, k = q.detach(), k.detach()
        if real is not None:
            real = array_namespace(q).asarray(real, device=device(q))
        return cls(
            number=head,
            q=widen(q),
            k=widen(k),
            scale=call.scale * (BITS if call.softcap is None else 1),
            softcap=call.softcap,
            bias=_at(call.bias, place, 2),
            mask=_at(call.mask, place, 2),
            sink=None if call.sink is None else float(call.sink[head]) * BITS,
            causal=call.causal,
            window=window,
            real=_at(real, place[:-1], 1),
        )

    @property
    def ahead(self) -> int:
        """How many keys stand before the first query's own place."""
        return self.k.shape[0] - self.q.shape[0]

    @property
    def has_holes(self) -> bool:
        """Whether something other than a rule may hide a key."""
        return not (self.bias is None and self.mask is None and self.real is None)

    def span(self, first: int, last: int) -> tuple[int, int]:
        """The keys, from one to before another, that the rules let some query from `first` to `last` see."""
        begin, end = 0, self.k.shape[0]
        if self.causal:
            end = min(end, self.ahead + last + 1)
        if self.window is not None:
            begin, end = max(begin, self.ahead + first - self.window + 1), min(end, self.ahead + last + self.window)
        return begin, max(begin, end)

    def visible(self, first: int, count: int) -> Int[Array, " query"]:
        """How many keys each query sees, where only rules hide any."""
        place, keys = np.arange(self.ahead + first, self.ahead + first + count), self.k.shape[0]
        begin, end = np.zeros_like(place), np.full_like(place, keys)
        if self.causal:
            end = np.minimum(end, place + 1)
        if self.window is not None:
            begin, end = np.maximum(0, place - self.window + 1), np.minimum(end, place + self.window)
        return array_namespace(self.q).asarray(np.maximum(0, end - begin), device=device(self.q))

    def score(self, q: Float[Array, "row dim"], first: int, begin: int, score: Float[Array, "row column"]) -> None:
        """Write the scores, in bits, of queries from `first` on and keys from `begin` on; LOW where one is hidden.

        `q` holds those queries, scaled.
        """
        xp, (count, width) = array_namespace(self.q), score.shape
        xp.matmul(q, self.k[begin : begin + width].T, out=score)
        if self.softcap is not None:
            score /= self.softcap
            xp.tanh(score, out=score)
            score *= self.softcap * BITS
        for wall in (self.bias, self.mask):
            if wall is None:
                continue
            wall = wall if wall.shape[0] == 1 else wall[first : first + count]
            wall = wall if wall.shape[1] == 1 else wall[:, begin : begin + width]
            if wall.dtype == xp.bool:
                score[xp.broadcast_to(~wall, score.shape)] = LOW
            else:
                score += wall * BITS
                score[score < LOW] = LOW
        if self.real is not None:
            score[:, ~self.real[begin : begin + width]] = LOW
        # the column in which the first query meets its own place; each row's is one further
        own = self.ahead + first - begin
        if self.causal:
            _hide(score, own + 1, late=True)
        if self.window is not None:
            _hide(score, own + self.window, late=True)
            _hide(score, own - self.window, late=False)

    def refuse(self, message: str, wrong: Bool[Array, " row"], first: int) -> None:
        """Raise LabError where something is wrong with a row; the block's rows begin at `first`."""
        if bool(wrong.any()):
            raise LabError(message, head=self.number, query=first + int(array_namespace(wrong).nonzero(wrong)[0][0]))


def _hide(score: Float[Array, "row column"], edge: int, *, late: bool) -> None:
    """Set LOW from a column on, or up to it; the edge is the first row's and stands one further in each row below."""
    xp, (count, width) = array_namespace(score), score.shape
    begin, end = (max(0, edge), width) if late else (0, min(width, edge + count))
    if begin < end:
        edges = xp.arange(edge, edge + count, device=device(score))[:, None]
        column = xp.arange(begin, end, device=device(score))[None, :]
        score[:, begin:end][column >= edges if late else column <= edges] = LOW


def _read(head: _Head, top: int, cell: tuple[int, int], first: int) -> list[Array]:
    """The figures of a block of rows, in the order of `Rows`; last their weights in cells, a row for each pooled row.

    Each tile is weighed against its own row maxima; what it gives is scaled to the whole row's when that is known.
    """
    xp, on = array_namespace(head.q), {"dtype": head.q.dtype, "device": device(head.q)}
    queries, keys = head.q.shape[0], head.k.shape[0]
    height, widest = TILE if _is_cpu(head.q) else TILE_ON_DEVICE
    count = min(height, queries - first)
    width = cell[1] * max(1, min(widest // cell[1], math.ceil(keys / cell[1])))
    columns = SHARING * math.ceil(width / SHARING)
    begin, end = head.span(first, first + count - 1)
    starts = range(begin // width * width, max(1, end), width)

    q = head.q[first : first + count] * head.scale
    board, sheet = xp.empty((count, columns), **on), _Sheet(count, columns, max(queries, keys), head.q)
    best = _Best(count, top, head.q)
    visible = xp.zeros((count,), dtype=xp.int64, device=on["device"])
    tiles: list[tuple[Array, ...]] = []
    by_octave: list[tuple[int, int, Array]] = []
    for number, start in enumerate(starts):
        stop = max(0, min(start + width, end) - start)
        score = board[:, : SHARING * max(1, math.ceil(stop / SHARING))]
        head.score(q, first, start, score[:, :stop])
        if stop < score.shape[1]:
            score[:, stop:] = LOW
        if head.has_holes:
            visible += (score > LOW / 2).sum(-1)
        groups = score.reshape(count, -1, SHARING)
        high = xp.amax(groups, -1)
        peak = xp.amax(high, -1)
        best.meet(high, groups, start)

        score -= peak[:, None]  # a row that sees nothing here has shares of 1 now, and a scale of 0 below
        score *= sheet.write(score)
        cells = sheet.tile[:, :width].reshape(count, -1, cell[1]).sum(-1)
        part, own = cells.sum(-1), head.ahead + first - start
        by_octave += [(number, octave, some) for octave, some in sheet.octaves(own, part, head.causal)]
        tiles.append((peak, part, score.sum(-1), sheet.distance(own), cells))

    peak, part, moment, distance, cells = map(xp.stack, zip(*tiles, strict=True))  # a first axis of tiles
    most, rest = xp.amax(peak, 0), xp.zeros((count,), **on)
    if head.sink is not None:
        most = xp.maximum(most, xp.full_like(most, head.sink))
        rest = xp.exp2(head.sink - most)
    head.refuse("row-empty", most <= LOW / 2, first)
    head.refuse("row-not-finite", ~xp.isfinite(most), first)
    scale = xp.exp2(peak - most)
    mass = (scale * part).sum(0)
    whole = mass + rest
    bits = xp.log2(whole)
    entropy = (mass * bits - (scale * (moment + (peak - most) * part)).sum(0)) / whole * NATS
    head.refuse("row-not-finite", ~xp.isfinite(entropy), first)
    best.settle()
    octave_mass = xp.zeros(((max(queries, keys) - 1).bit_length() + 1, count), **on)
    for number, octave, some in by_octave:
        octave_mass[octave] += scale[number] * some
    return [
        entropy + 0.0,  # turns the -0.0 of a one-key row into 0.0
        (most + bits) * NATS,
        mass / whole,
        visible if head.has_holes else head.visible(first, count),
        xp.exp2(best.score[:, 0] - most) / whole,
        xp.where(mass > 0, (scale * distance).sum(0), math.nan) / xp.where(mass > 0, mass, 1.0),
        (octave_mass / whole).T,
        best.key,
        xp.exp2(best.score - most[:, None]) / whole[:, None],
        _in_cells(cells, scale / whole, first, starts[0], cell, keys),
    ]


class _Sheet:
    """A tile of shares whose memory leans, so that a column of `upright` holds the keys at one distance.

    Each row of the tile begins one place further left than the row before it, in a sheet that is wider by as many
    columns as there are rows and is 0 beside the tile. What lies between two distances is then a run of columns.
    """

    def __init__(self, rows: int, columns: int, reach: int, like: Array) -> None:
        xp, on = array_namespace(like), {"dtype": like.dtype, "device": device(like)}
        sheet = xp.zeros(rows * (columns + rows), **on)
        self.upright = sheet.reshape(rows, columns + rows)
        leaning = sheet[rows - 1 : rows - 1 + rows * (columns + rows - 1)]
        self.tile = leaning.reshape(rows, columns + rows - 1)[:, :columns]
        self.reach, self.middle = reach, reach + columns + rows
        self.away = xp.abs(xp.arange(-self.middle, self.middle, **on))
        self.exp2 = xp.exp2

    def write(self, score: Float[Array, "row column"]) -> Float[Array, "row column"]:
        """The shares 2^score; 0 in the columns beyond them."""
        share = self.tile[:, : score.shape[1]]
        self.exp2(score, out=share)
        if share.shape[1] < self.tile.shape[1]:
            self.tile[:, share.shape[1] :] = 0
        return share

    def distance(self, own: int) -> Float[Array, " row"]:
        """Each row's shares times their distance, summed; the first row meets its own place in column `own`."""
        count, wide = self.upright.shape
        left = self.middle - (own + count - 1)
        return self.upright @ self.away[left : left + wide]

    def octaves(
        self, own: int, whole: Float[Array, " row"], causal: bool
    ) -> Iterator[tuple[int, Float[Array, " row"]]]:
        """Each row's sums of shares by octave of distance (0 places, 1, 2 to 3, 4 to 7 ...); all together `whole`."""
        count, wide = self.upright.shape
        straight, farthest = own + count - 1, self.reach - 1
        runs = [
            (octave, straight - far, straight - near + 1)
            for octave, near, far in _octaves(max(0, straight - wide + 1), min(straight, farthest))
        ]
        if not causal:
            runs += [
                (octave, straight + near, straight + far + 1)
                for octave, near, far in _octaves(max(1, -straight), min(wide - 1 - straight, farthest))
            ]
        for octave, begin, end in runs:
            is_all = begin <= 0 and wide <= end
            yield octave, whole if is_all else self.upright[:, max(0, begin) : end].sum(-1)


def _octaves(nearest: int, farthest: int) -> Iterator[tuple[int, int, int]]:
    """The octaves that these distances lie in, each with its own nearest and farthest."""
    if nearest <= farthest:
        for octave in range(nearest.bit_length(), farthest.bit_length() + 1):
            yield octave, (1 << octave) >> 1, (1 << octave) - 1


class _Best:
    """The largest scores of each row so far, and their keys.

    Neighbouring keys share a maximum. The least of a row's largest maxima is a bar that as many of its scores reach:
    a group that stays below it, or only equals what an earlier tile had, is passed over unread.
    """

    def __init__(self, rows: int, top: int, like: Array) -> None:
        xp, self.on = array_namespace(like), {"device": device(like)}
        self.score = xp.full((rows, top), LOW, dtype=like.dtype, **self.on)
        self.key = xp.full((rows, top), -1, dtype=xp.int64, **self.on)
        self.highest, self.tiles, self.xp = self.score, 0, xp
        self.bar = self._past(self.score)
        self.waiting: list[tuple[Array, Array, Array]] = []
        self.starts: list[tuple[int, int]] = []

    def meet(self, high: Float[Array, "row group"], groups: Float[Array, "row group member"], start: int) -> None:
        """Note the groups of a tile, whose keys begin at `start`, that may hold some of the largest."""
        xp, bar = self.xp, self.bar
        self.tiles += 1
        if self.tiles & (self.tiles - 1) == 0:  # the bar hardly rises between tiles 1, 2, 4, 8 ...
            self.highest, _ = _largest(xp.concat([self.highest, high], axis=-1), self.highest.shape[1])
            self.bar, bar = self._past(self.highest), xp.maximum(bar, self.highest[:, -1:])
        row, group = xp.nonzero(high >= bar)
        self.waiting.append((row, group, groups[row, group]))
        self.starts.append((start, row.shape[0]))
        if len(self.waiting) == WAITING:
            self.settle()

    def settle(self) -> None:
        """Rank what was noted among the largest."""
        if not self.waiting:
            return
        xp, (rows, top) = self.xp, self.score.shape
        row, group, some = map(xp.concat, zip(*self.waiting, strict=True))
        begun, times = (list(one) for one in zip(*self.starts, strict=True))
        first = group * SHARING + xp.asarray(np.repeat(begun, times), **self.on)
        self.waiting, self.starts = [], []
        (kept,) = xp.nonzero(xp.amax(some, -1) >= self.highest[row, -1])  # the bar has risen since
        kept = kept[xp.argsort(row[kept], stable=True)]
        row = row[kept]
        # a row's groups stand side by side, to the right of its largest so far
        nth = xp.arange(row.shape[0], **self.on) - xp.searchsorted(row, row)
        wide = 1 + int(nth.max()) if row.shape[0] else 1
        score = xp.full((rows, wide, SHARING), LOW, dtype=some.dtype, **self.on)
        key = xp.full((rows, wide), -1, dtype=xp.int64, **self.on)
        score[row, nth], key[row, nth] = some[kept], first[kept]
        self.score, place = _largest(xp.concat([self.score, score.reshape(rows, -1)], axis=-1), top)
        new = xp.clip(place - top, 0, None)
        old = xp.take_along_axis(self.key, xp.clip(place, 0, top - 1), axis=-1)
        new = xp.take_along_axis(key, new // SHARING, axis=-1) + new % SHARING
        self.key = xp.where(self.score > LOW / 2, xp.where(place < top, old, new), -1)

    def _past(self, highest: Float[Array, "row top"]) -> Float[Array, "row 1"]:
        """The next number above the least."""
        return self.xp.nextafter(highest[:, -1:], self.xp.full_like(highest[:, -1:], math.inf))


def _largest(x: Float[Array, "row column"], count: int) -> tuple[Float[Array, "row top"], Int[Array, "row top"]]:
    """The largest numbers of each row, the largest first, and their columns."""
    if is_torch_array(x):
        return x.topk(count, dim=-1)
    column = np.argpartition(-x, count - 1, axis=-1)[:, :count]
    column = np.take_along_axis(column, np.argsort(-np.take_along_axis(x, column, -1), axis=-1, kind="stable"), -1)
    return np.take_along_axis(x, column, axis=-1), column


def _in_cells(
    cells: Float[Array, "tile row key_cell"], scale: Float[Array, "tile row"], first: int, start: int,
    cell: tuple[int, int], keys: int,
) -> Float[Array, "cell every_key_cell"]:  # fmt: skip
    """A block's weights in cells, summed over the queries of each pooled row."""
    xp, on, count = array_namespace(cells), {"device": device(cells)}, cells.shape[1]
    pooled = xp.arange(first, first + count, **on) // cell[0] - first // cell[0]
    mine = pooled == xp.arange((first + count - 1) // cell[0] - first // cell[0] + 1, **on)[:, None]
    weight = (xp.astype(mine, cells.dtype) * scale[:, None, :]) @ cells
    before = xp.zeros((weight.shape[1], start // cell[1]), dtype=cells.dtype, **on)
    after = xp.zeros((weight.shape[1], math.ceil(keys / cell[1])), dtype=cells.dtype, **on)
    return xp.concat([before, *weight, after], axis=-1)[:, : after.shape[1]]


def _pool(blocks: Sequence[Array], height: int, cell: int, queries: int) -> Float[Array, "cell key_cell"]:
    """The blocks' weights in cells put together: a pooled row is the mean of its queries' rows."""
    xp, on = array_namespace(blocks[0]), {"dtype": blocks[0].dtype, "device": device(blocks[0])}
    pooled = xp.zeros((math.ceil(queries / cell), blocks[0].shape[-1]), **on)
    for number, block in enumerate(blocks):
        pooled[number * height // cell :][: block.shape[0]] += block
    members = xp.full((pooled.shape[0], 1), float(cell), **on)
    members[-1] = queries - cell * (pooled.shape[0] - 1)
    return pooled / members


@contextmanager
def _workers(like: Array) -> Iterator[Callable[..., Iterable[Any]]]:
    """A `map` over blocks. On a CPU torch's threads take blocks each: inside products this short they would wait."""
    if not is_torch_array(like):
        yield map
        return
    import torch

    threads = torch.get_num_threads()
    if threads == 1 or not _is_cpu(like):
        yield lambda read, firsts: map(torch.inference_mode()(read), firsts)
        return
    try:
        with ThreadPoolExecutor(threads, initializer=torch.set_num_threads, initargs=(1,)) as workers:
            yield lambda read, firsts: workers.map(torch.inference_mode()(read), firsts)
    finally:
        torch.set_num_threads(threads)


def _is_cpu(x: Array) -> bool:
    return not is_torch_array(x) or x.device.type == "cpu"


def _at(x: Array | None, place: tuple[int, ...], kept: int) -> Any:
    """The part of a broadcast array that belongs to one text and head: its last `kept` axes."""
    if x is None:
        return None
    lead = x.shape[: x.ndim - kept]
    where = place[len(place) - len(lead) :]
    return x[tuple(0 if size == 1 else one for one, size in zip(where, lead, strict=True))]
