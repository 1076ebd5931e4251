"""A result as one HTML file that shows itself: what a page needs of it, its size, and the page around it."""

import base64
import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.metadata import version
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn, TypeAlias

import numpy as np

from attnlab import figures
from attnlab.arrays import to_numpy
from attnlab.effect_maps import EffectMap
from attnlab.errors import LabError
from attnlab.files import writable, write_whole
from attnlab.findings import FOUND, Found, found_record
from attnlab.formula import Call
from attnlab.lab import language, model_says, parse_head
from attnlab.lessons.decoders import decoder_record
from attnlab.models.small import Small
from attnlab.outside import WeightMap, Weights
from attnlab.probe import Recorder, Site, bind
from attnlab.tokens import Tokens
from attnlab.traces import Map, Trace
from attnlab.words import Language, catalogue, number, say

FORMAT = "attnlab saved 1"
LIMIT = "5 MB"
LISTED = 20  # likeliest symbols of each place
LEVELS = 65535  # steps of a packed weight
PARTS = ("page", "map", "edits", "saved")  # of the catalogue, that the page speaks; errors too where it runs a decoder
FOUND_PARTS = ("page", "saved", "terminal", "verdicts")
CELL = 20  # characters that one cell of a map of effects takes at least: its state, weight and effect
UNITS = {"b": 1, "kb": 1e3, "mb": 1e6, "gb": 1e9}
SUGGESTED = 64  # pieces a side, where pooling is proposed

Saved: TypeAlias = Trace | Map | Weights | WeightMap | Found
"""What can be a page: traces and maps, ours or from outside, and what was found out."""


@dataclass(frozen=True)
class Page:
    """A page that was made and not written yet: its size is known to the byte.

    >>> import attnlab
    >>> from attnlab.saved import page
    >>> made = page(attnlab.trace(attnlab.load("names"), "anna").map("0", 3), lang="et")
    >>> made.heads, made.bytes < 2_000_000
    (1, True)
    """

    html: bytes
    heads: int
    error: float
    """The largest difference between a weight that is shown and the one that was traced; 0 where the page runs it."""
    pooled: int | None
    lang: Language

    @property
    def bytes(self) -> int:
        """The size of the file."""
        return len(self.html)

    def __repr__(self) -> str:
        return self.says()

    def says(self) -> str:
        """The size, how many heads, and how exact they are, in a sentence."""
        told = {"size": megabytes(self.bytes, self.lang), "heads": self.heads}
        if not self.heads:
            return say("saved-size-found", self.lang, size=told["size"])
        if not self.error:
            return say("saved-size-live", self.lang, **told)
        return say("saved-size", self.lang, **told, error=number(self.error, self.lang, 7))

    def write(self, path: str | Path) -> Path:
        """Write the file, whole or not at all."""
        return write_whole(Path(path), self.html)


def page(
    shown: Saved,
    limit: str | int | None = LIMIT,
    *,
    pool: int | None = None,
    heads: Sequence[str] | str | None = None,
    lang: str = "en",
) -> Page:
    """The page of a trace, a map or what was found out, made in memory; nothing is written.

    See `save_html` for the options. Raises LabError where it would be larger than `limit`, saying what fewer heads or
    pooled maps would take, and as `record` does.
    """
    most, said = as_bytes(limit), language(lang)
    made = record(shown, pool=pool, heads=heads, lang=said, most=most)
    html = _html(made)
    if most is not None and len(html) > most:
        _refuse(shown, len(html), most, said)
    if isinstance(shown, FOUND):
        return Page(html, 0, 0.0, None, said)
    sites = made.get("sites", [])
    count = sum(len(site["heads"]) for site in sites) or _count_heads(shown)
    return Page(html, count, made["error"], made["pool"], said)


def save_html(
    shown: Saved,
    path: str | Path,
    limit: str | int | None = LIMIT,
    *,
    pool: int | None = None,
    heads: Sequence[str] | str | None = None,
    lang: str = "en",
) -> Page:
    """Write a result as one HTML file that opens from disk with no network; whole or not at all.

    Of a trace or a map all heads, the query's row and what may come next are in it; a trace of one of attnlab's own
    decoders carries the decoder, so that edits act there. An effect, a map of effects, a ranking, a demonstration, a
    verdict and a check are written whole. `limit` is the most the file may take, such as "5 MB" or bytes, None for any
    size; `pool` draws maps of more pieces as so many blocks a side, each with its largest weight; `heads` such as
    ["0.3", "5.1"] keeps only those; `lang` is the language of the page. Raises LabError for a file over the limit,
    which is then not written, with what pooling or fewer heads would take, and for `pool` or `heads` of what has no
    maps.

    >>> import attnlab
    >>> made = attnlab.save_html(attnlab.trace(attnlab.load("names"), "anna"), "anna.html", limit="2 MB")
    >>> made.heads, made.error  # 0: the page carries the decoder and runs it
    (4, 0.0)
    """
    writable(Path(path))
    made = page(shown, limit, pool=pool, heads=heads, lang=lang)
    made.write(path)
    return made


def record(
    shown: Saved,
    *,
    pool: int | None = None,
    heads: Sequence[str] | str | None = None,
    lang: Language = "en",
    most: int | None = None,
) -> dict[str, Any]:
    """What a page needs to show a result, as plain JSON values.

    Weights are whole numbers of 16 bits, base64, those behind the mask left out; `error` says how far one of them can
    be from the trace's. Raises LabError for a head that is not there, for `pool` below 2, for weights that are no
    numbers, for a trace of some positions only, and where the weights alone would take more than `most` bytes.
    """
    if pool is not None and (not isinstance(pool, int) or isinstance(pool, bool) or pool < 2):
        raise LabError("saved-pool", pool=repr(pool))
    if isinstance(shown, FOUND):
        if pool is not None or heads is not None:
            raise LabError("saved-whole", found=type(shown).__name__)
        return _of_found(shown, lang, most)
    if isinstance(shown, Map):
        return _of_map(shown, pool, heads, lang)
    if isinstance(shown, Weights | WeightMap):
        return _of_weights(shown, pool, heads, lang)
    if not isinstance(shown, Trace):
        raise LabError("saved-wanted", found=type(shown).__name__)
    if shown.positions is not None:
        raise LabError("saved-positions", model=shown.model.name)
    common = _common(shown.model.name, shown.tokens, lang, [str(edit) for edit in shown.edits], pool)
    common["hash"] = shown.model.fingerprint()
    if heads is None and pool is None and (decoder := _decoder(shown)) is not None:
        first = shown.model.sites[0]
        return common | {
            "decoder": decoder,
            "start": {"head": f"{first}.0", "query": len(shown.tokens) - 1},
            "words": catalogue(lang, lambda part: part in (*PARTS, "errors")),
        }
    wanted = _wanted(shown, heads)
    need = sum(_packed_bytes(shown.calls[site], len(some), pool) for site, some in wanted.items())
    if most is not None and need > most:
        more = sum(_site_bytes(shown.calls[site], len(some), pool) for site, some in wanted.items())
        _refuse(shown, _rest_bytes(shown, lang) + more, most, lang)
    sites = [_of_site(shown, site, some, pool) for site, some in wanted.items()]
    first = next(iter(wanted))
    return common | {
        "sites": sites,
        "error": max(site["error"] for site in sites),
        "next": _next(shown),
        "start": {"head": f"{first}.{wanted[first][0]}", "query": len(shown.tokens.at(first)[0]) - 1},
    }


def as_bytes(limit: str | int | None) -> int | None:
    """A limit in bytes: a number, or a text such as "5 MB" or "800 kB". Raises LabError for anything else."""
    if limit is None:
        return None
    if isinstance(limit, str):
        found = re.fullmatch(r"\s*([0-9]+(?:\.[0-9]+)?)\s*([kmg]?b)\s*", limit.lower())
        if found is None:
            raise LabError("saved-limit", limit=limit)
        return int(float(found[1]) * UNITS[found[2]])
    if isinstance(limit, bool) or not isinstance(limit, int | float) or not limit > 0:
        raise LabError("saved-limit", limit=repr(limit))
    return int(limit)


def megabytes(size: int, lang: Language = "en") -> str:
    """A size as a person reads it: `3.42`, in MB."""
    return number(size / 1e6, lang, 2)


def _of_found(shown: Found, lang: Language, most: int | None) -> dict[str, Any]:
    if isinstance(shown, EffectMap) and most is not None and CELL * shown.weight.size > most:
        _refuse(shown, CELL * shown.weight.size, most, lang)
    made = found_record(shown, lang)
    common = {"format": FORMAT, "lang": lang, "words": catalogue(lang, lambda part: part in FOUND_PARTS)}
    return common | {"version": version("attnlab"), "text": made["title"], "edits": [], "error": 0.0} | made


# --- what a page holds ------------------------------------------------------------------------------------------------


def _common(model: str, tokens: Tokens, lang: Language, edits: list[str], pool: int | None) -> dict[str, Any]:
    sides = {"text": _side(tokens)} | ({} if tokens.source is None else {"source": _side(tokens.source)})
    return {
        "format": FORMAT,
        "lang": lang,
        "words": catalogue(lang, lambda part: part in PARTS),
        "model": model,
        "hash": "",
        "version": version("attnlab"),
        "text": tokens.text,
        "sides": sides,
        "edits": edits,
        "pool": pool,
        "error": 0.0,
        "next": None,
    }


def _side(tokens: Tokens) -> dict[str, Any]:
    return {"text": tokens.text, "pieces": list(tokens.pieces), "flags": [sorted(flags) for flags in tokens.flags]}


def _sides(tokens: Tokens, site: Site) -> dict[str, str]:
    asking, looked_at = tokens.at(site)
    return {
        "asking": "text" if asking is tokens else "source",
        "looked_at": "text" if looked_at is tokens else "source",
    }


def _decoder(shown: Trace) -> dict[str, Any] | None:
    """The decoder's weights, where the page can run it and the trace is of the whole run; else None."""
    model = shown.model
    if not isinstance(model, Small) or shown.heads is not None or tuple(shown.calls) != tuple(model.sites):
        return None
    try:
        return decoder_record(model)
    except LabError:  # a shape of its own: its maps are packed like any other model's
        return None


def _wanted(shown: Trace, heads: Sequence[str] | str | None) -> dict[Site, list[int]]:
    """The heads of each site that go into the file. Raises LabError for one that is not there or was not kept."""
    kept = {site: list(_heads_kept(shown, site)) for site in shown.calls}
    if heads is None:
        return kept
    some: dict[Site, list[int]] = {}
    for name in [heads] if isinstance(heads, str) else list(heads):
        site, head = parse_head(shown.model, str(name))
        shown._kept(site, head)
        if head not in some.setdefault(site, []):
            some[site].append(head)
    if not some:
        raise LabError("list-empty", name="heads", example='["0.3"]')
    return {site: sorted(some[site]) for site in kept if site in some}


def _heads_kept(shown: Trace, site: Site) -> Sequence[int]:
    return range(shown.model.heads(site)) if shown.heads is None else shown.heads


def _count_heads(shown: Any) -> int:
    if not isinstance(shown, Trace):
        return sum(map(shown.heads, shown.sites)) if isinstance(shown, Weights) else 1
    return sum(len(_heads_kept(shown, site)) for site in shown.calls)


def _of_map(shown: Map, pool: int | None, heads: Any, lang: Language) -> dict[str, Any]:
    name = f"{shown.site}.{shown.head}"
    if heads is not None and [heads] != [name] and list(heads) != [name]:
        raise LabError("saved-other-head", head=name, heads=str(heads))
    if shown.places:
        raise LabError("saved-positions", model=shown.model)
    masked = shown.mask == -np.inf
    part = (shown.weight[None], masked[None], ((shown.score == -np.inf) & ~masked)[None])
    site = _packed(shown.site, [shown.head], [part], _sides(shown.tokens, shown.site), pool)
    common = _common(shown.model, shown.tokens, lang, [], pool)
    start = {"head": name, "query": len(shown.asking) - 1}
    return common | {"sites": [site], "error": site["error"], "start": start}


def _of_weights(shown: Weights | WeightMap, pool: int | None, heads: Any, lang: Language) -> dict[str, Any]:
    """What another tool computed: maps, called what they are, and nothing that a model would be needed for."""
    every = shown if isinstance(shown, Weights) else shown.made_by
    if isinstance(shown, WeightMap):
        name = f"{shown.site}.{shown.head}"
        if heads is not None and [heads] != [name] and list(heads) != [name]:
            raise LabError("saved-other-head", head=name, heads=str(heads))
        wanted = {shown.site: [shown.head]}
    elif heads is None:
        wanted = {site: list(range(every.heads(site))) for site in every.sites}
    else:
        wanted = {}
        for name in [heads] if isinstance(heads, str) else list(heads):
            site, dot, head = str(name).rpartition(".")
            if not dot or not (head.isascii() and head.isdigit()):
                raise LabError("head-unreadable", head=str(name), example=f"{every.sites[0]}.0")
            map = every.map(site, int(head))
            if map.head not in wanted.setdefault(map.site, []):
                wanted[map.site].append(map.head)
        if not wanted:
            raise LabError("list-empty", name="heads", example='["0.3"]')
    sites = []
    for site, some in wanted.items():
        masked = np.broadcast_to(~every.visible[site], every.weights[site][some].shape)
        part = (every.weights[site][some], masked, np.zeros(masked.shape, bool))
        sites.append(_packed(site, some, [part], _sides(every.tokens, site), pool))
    first = next(iter(wanted))
    common = _common(say("saved-outside", lang, name=every.name), every.tokens, lang, [], pool)
    start = {"head": f"{first}.{wanted[first][0]}", "query": len(every.tokens.at(first)[0]) - 1}
    return common | {"sites": sites, "error": max(site["error"] for site in sites), "start": start}


def _of_site(shown: Trace, site: Site, heads: list[int], pool: int | None) -> dict[str, Any]:
    kept = list(_heads_kept(shown, site))
    call, places = shown.calls[site], [kept.index(head) for head in heads]
    if any(edit.site == site for edit in shown.edits):  # an edit names its head among all of them
        weight, masked, cut = _stages(shown._stages[site].heard, site)
        parts = [(weight[places], masked[places], cut[places])]
    else:
        queries = call.q.shape[-2]
        ends = [*_blocks(queries, pool), queries] if pool else [0, queries]
        parts = [_heard(call.only(places, range(a, b)), site) for a, b in pairwise(ends)]
    return _packed(site, heads, parts, _sides(shown.tokens, site), pool)


Part: TypeAlias = tuple[np.ndarray, np.ndarray, np.ndarray]
"""Weights of some queries, what is masked there and what is cut: [head, query, key] each."""


def _heard(call: Call, site: Site) -> Part:
    recorder = Recorder()
    call.mix(bind(recorder, site))
    return _stages(recorder.heard, site)


def _stages(heard: dict[Any, Any], site: Site) -> Part:
    weight, score = to_numpy(heard[site, "weight"]), to_numpy(heard[site, "score"])
    masked = np.zeros(weight.shape, bool)
    if (site, "mask") in heard:
        masked = np.broadcast_to(to_numpy(heard[site, "mask"]) == -np.inf, weight.shape)
    return weight, masked, (score == -np.inf) & ~masked


def _packed(
    site: Site, heads: list[int], parts: Sequence[Part], sides: dict[str, str], pool: int | None
) -> dict[str, Any]:
    """The maps of some heads of a site; `parts` are their rows in turn, each a block of queries or all of them."""
    queries, keys = sum(part[0].shape[1] for part in parts), parts[0][0].shape[2]
    rows, columns = _blocks(queries, pool), _blocks(keys, pool)
    entropy = np.concatenate([figures.entropy(weight) for weight, _, _ in parts], axis=1)
    total = np.concatenate([weight.sum(axis=-1) for weight, _, _ in parts], axis=1)
    if not np.isfinite(total).all():
        raise LabError("saved-not-finite", site=str(site))
    drawn = [_drawn(part, rows if len(parts) == 1 else [0], columns) for part in parts]
    weight, masked, cut = (np.concatenate(one, axis=1) for one in zip(*drawn, strict=True))
    least, most = min(0.0, float(weight.min())), max(1.0, float(weight.max()))
    level = np.rint((weight.astype(float) - least) * (LEVELS / (most - least))).astype("<u2")
    walls: dict[bytes, int] = {}
    wall_of = [walls.setdefault(np.packbits(one).tobytes(), len(walls)) for one in masked]
    counts = np.diff([*rows, queries])
    mean = lambda x: np.add.reduceat(x.astype(float), rows, axis=1) / counts  # noqa: E731
    return {
        "site": str(site),
        "heads": heads,
        **sides,
        "rows": rows,
        "columns": columns,
        "queries": queries,
        "keys": keys,
        "walls": [_base64(one) for one in walls],
        "wall_of": wall_of,
        "cut": [np.argwhere(one).tolist() for one in cut],
        "least": least,
        "most": most,
        "error": (most - least) / LEVELS / 2,
        "weight": _base64(level[~masked].tobytes()),
        "entropy": _base64(mean(entropy).astype("<f4").tobytes()),
        "total": _base64(mean(total).astype("<f4").tobytes()),
    }


def _drawn(part: Part, rows: list[int], columns: list[int]) -> Part:
    """The cells that are drawn: of each block the largest weight; masked where all of it is, cut where none is seen."""
    weight, masked, cut = part
    if (len(rows), len(columns)) == weight.shape[1:]:
        return part
    seen = ~masked & ~cut
    over = lambda x, way: way.reduceat(way.reduceat(x, columns, axis=2), rows, axis=1)  # noqa: E731
    behind = over(masked, np.logical_and)
    top = over(np.where(seen, weight, -np.inf), np.maximum)
    shut = (top == -np.inf) & ~behind
    return np.where(top == -np.inf, 0, top), behind, shut


def _blocks(size: int, pool: int | None) -> list[int]:
    """Where each of at most `pool` nearly equal blocks begins; without it every piece is a block."""
    count = size if pool is None else min(size, pool)
    return [size * one // count for one in range(count)]


def _packed_bytes(call: Call, heads: int, pool: int | None) -> int:
    """The characters that the weights of so many heads take; no map is made for it."""
    queries, keys = call.q.shape[-2], call.k.shape[-2]
    rows, columns = _blocks(queries, pool), _blocks(keys, pool)
    last = np.array([*rows[1:], queries]) - 1 + keys - queries  # of each block, the last key that its last query sees
    if call.mask is not None:
        seen = to_numpy(call.wall()) > -np.inf
        seen = np.broadcast_to(seen, (*seen.shape[:-2], queries, keys)).reshape(-1, queries, keys)
        seen = np.logical_or.reduceat(np.logical_or.reduceat(seen, columns, axis=2), rows, axis=1)
        shares = seen.mean(axis=0).sum()
    elif call.causal:
        shares = np.searchsorted(columns, last, side="right").sum()
    else:
        shares = len(rows) * len(columns)
    return int(np.ceil(2 * heads * shares / 3)) * 4


def _next(shown: Trace) -> dict[str, Any] | None:
    """The likeliest symbols of each place, where the model says something there."""
    model = shown.model
    says = model_says(model)
    if says == "nothing":
        return None
    shares, vocabulary = shown.probabilities, model.vocabulary
    listed = min(LISTED, shares.shape[-1])
    order = np.argsort(-shares, axis=-1, kind="stable")[:, :listed]
    symbols = np.unique(order)
    return {
        "says": says,
        "symbols": [vocabulary[one] for one in symbols],
        "likely": np.searchsorted(symbols, order).tolist(),
        "share": [[round(float(row[one]), 7) for one in some] for row, some in zip(shares, order, strict=True)],
        "left": shares.shape[-1] - listed,
    }


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _refuse(shown: Saved, found: int, most: int, lang: Language) -> NoReturn:
    """Say what was too large, and what would fit."""
    facts = {"size": megabytes(found), "limit": megabytes(most)}
    if not isinstance(shown, Trace) or _decoder(shown) is not None:
        raise LabError("saved-over", **facts)
    rest = _rest_bytes(shown, lang)
    kept = {site: len(_heads_kept(shown, site)) for site in shown.calls}
    pooled = sum(_site_bytes(shown.calls[site], count, SUGGESTED) for site, count in kept.items())
    site, count = next(iter(kept.items()))
    raise LabError(
        "saved-over-maps",
        **facts,
        pool=SUGGESTED,
        pooled=megabytes(rest + pooled),
        layer=str(site),
        count=count,
        few=megabytes(rest + _site_bytes(shown.calls[site], count, None)),
    )


def _rest_bytes(shown: Trace, lang: Language) -> int:
    """What the page takes besides its maps."""
    return len(_html(_common(shown.model.name, shown.tokens, lang, [], None) | {"next": _next(shown)}))


def _site_bytes(call: Call, heads: int, pool: int | None) -> int:
    """About what a site takes: its weights, a mask that its heads share, and two figures of each row."""
    rows, columns = (len(_blocks(x.shape[-2], pool)) for x in (call.q, call.k))
    return _packed_bytes(call, heads, pool) + rows * columns // 6 + 11 * heads * rows + 16 * rows + 300


# --- the page ---------------------------------------------------------------------------------------------------------


def built(name: str) -> str:
    """A script or style sheet of the saved page. Raises LabError where it has not been built."""
    home = Path(str(files("attnlab"))) / "page" / "saved" / name
    if not home.is_file():
        raise LabError("page-missing")
    return home.read_text(encoding="utf-8")


def _html(made: dict[str, Any]) -> bytes:
    """The page around a record. It runs the one script that is in it and may ask for nothing at all."""
    lang: Language = made["lang"]
    script = (
        built("found.js" if "kind" in made else "saved.js")
        .strip()
        .replace("</script", "<\\/script")
        .replace("<!--", "<\\!--")
    )
    told = json.dumps(made, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    policy = (
        f"default-src 'none'; script-src 'sha256-{_sha(script)}'; style-src-elem 'sha256-{_sha(STYLE)}'; "
        "style-src-attr 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
    )
    text = f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="attnlab {made["version"]}">
<title>{escape(say("page-title", lang, text=made["text"]))}</title>
<link rel="icon" href="data:,">
<style>{STYLE}</style>
</head>
<body>
<noscript><p>{escape(say("saved-noscript", lang))}</p></noscript>
<script type="application/json" id="attnlab-record">{told}</script>
<script>{script}</script>
</body>
</html>
"""
    return text.encode("utf-8", "replace")


STYLE = 'body{margin:0}html[data-theme="light"]{color-scheme:light}html[data-theme="dark"]{color-scheme:dark}'


def _sha(text: str) -> str:
    return base64.b64encode(sha256(text.encode()).digest()).decode("ascii")
