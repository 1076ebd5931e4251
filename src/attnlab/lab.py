"""The desk: one function per wish, names in, views out. Page, terminal and notebook all ask here."""

import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from attnlab import edits as change
from attnlab import models
from attnlab.arrays import log_softmax, to_numpy
from attnlab.checks import Case, Settings, Watch, check
from attnlab.configurations import size
from attnlab.edits import together
from attnlab.effects import key_effects
from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.model import Model, find_head, find_site, prove
from attnlab.models.handmade import Handmade
from attnlab.models.small import Small
from attnlab.probe import Recorder, Site, bind, chain
from attnlab.replay import Replay
from attnlab.shelf import Loaded, Shelf, clean
from attnlab.targets import Difference, Target, choose, find_position
from attnlab.tasks import Task, find
from attnlab.texts import COUNT, default_cases
from attnlab.tokens import Tokens
from attnlab.traces import Map, Trace, explained
from attnlab.verdicts import Check, say_verdict
from attnlab.views import (
    AheadView,
    CheckView,
    EditView,
    EffectView,
    HeadView,
    KeyView,
    LookView,
    MapView,
    ModelView,
    OthersView,
    PieceView,
    ProofView,
    RowView,
    Says,
    SiteView,
    SymbolView,
    TargetView,
    TileView,
)
from attnlab.words import LANGUAGES, Language

SENTENCE = "When Mary and John went to the store, John gave a drink to"
EXAMPLES = {
    "names": "anna",
    "previous": "anton",
    "same": "banana",
    "decoy": "anton",
    "quiet": "aebio",
    "backup": "anton",
}


# Up to this many pieces a side a view holds every cell of a head; beyond, the page asks for tiles.
MOST_PIECES = 256
# Beyond this many the page draws no map; the terminal's row figures take any length.
MOST_LONG = 2048
# Symbols of a large vocabulary that are listed one by one.
LISTED = 20
# Rows and columns of a thumbnail.
TILE = 8
# Keys whose effects are measured for one question.
MOST_KEYS = 8
# As Hugging Face writes a model's name.
HUB_NAME = re.compile(r"[\w.-]+(/[\w.-]+)?", re.ASCII)
# Runs of loaded models that are kept, so that another head or query of the same text costs no run.
RECENT = 2

SHELF = Shelf()
_recent: OrderedDict[tuple, Trace] = OrderedDict()
_pooled: WeakKeyDictionary[Trace, dict[Site, tuple]] = WeakKeyDictionary()
# Held while runs of loaded models are looked for and made: they share what they keep.
TURN = threading.RLock()


@lru_cache(maxsize=64)  # more than there are of our own: a model that is listed stays the same one
def open_model(name: str) -> Model:
    """A model by name or path, proved on opening to be heard, the same and moved. Raises LabError if it is not."""
    model = models.load(name)
    if getattr(model, "proof", None) is None:  # a hub model is proved by `load`
        prove(model, _example(model))
    return model


def model_views() -> list[ModelView]:
    """Every model that can be picked by name: those of the package, then those that were loaded."""
    return [model_view(open_model(name)) for name in models.NAMES] + [loaded_view(one) for one in SHELF.every()]


def known_model(name: str) -> Model:
    """The model, if it is of the package or was loaded; a request never reaches a path.

    Raises LabError with the names there are.
    """
    if name in models.NAMES:
        return open_model(name)
    found = SHELF.find(name)
    if found is None:
        raise LabError("model-name-unknown", name=name, names=[*models.NAMES, *(one.name for one in SHELF.every())])
    return found.model


def load_model(name: str, watch: Watch = lambda done, total: None, under: str | None = None) -> ModelView:
    """Load a model and have it known by the name it was asked for, or `under` another.

    Raises LabError as `Shelf.load` does.
    """
    return loaded_view(SHELF.load(name, watch, under))


def ahead(name: str) -> AheadView:
    """What loading a model would take, from its configuration or its file; nothing is fetched or opened.

    Raises LabError for a name that will not be loaded, as `Shelf.refuse`.
    """
    name = clean(name)
    SHELF.refuse(name)
    place = Path(name).expanduser()
    if place.is_file() and place.suffix in (".gguf", ".safetensors"):
        return AheadView(name, None, place.stat().st_size, "file")
    if not place.exists() and (name[0] in "./~\\" or not HUB_NAME.fullmatch(name)):
        return AheadView(name, None, None, "absent")
    try:
        parameters = size(str(place) if place.exists() else name).parameters
    except LabError:
        return AheadView(name, None, None, "unread" if place.exists() else "nothing")
    return AheadView(name, parameters, 4 * parameters, "configuration")


def unload_model(name: str) -> None:
    """Forget a loaded model. Raises LabError where it is not loaded."""
    SHELF.drop(name)
    with TURN:
        _recent.clear()


def loaded_view(loaded: Loaded) -> ModelView:
    """A loaded model with what its loading proved."""
    model, proof = loaded.model, loaded.proof
    moved = sum(far > 0 for far in proof.moved)
    shown = ProofView(
        len(proof.heard), len(model.sites), proof.error, proof.exact, moved, getattr(model, "weight_bytes", None)
    )
    return replace(model_view(model), name=loaded.name, proof=shown)


def model_view(model: Model) -> ModelView:
    """What a person should know of a model before picking it."""
    letters = _reads_letters(model)
    return ModelView(
        name=model.name,
        title=model.name,
        about=f"model-about-{_about(model)}",
        parameters=model.parameter_count,
        context=model.context,
        sites=[SiteView(str(site), model.heads(site)) for site in model.sites],
        vocabulary=list(model.vocabulary) if letters else [],
        example=_example(model),
        letters=letters,
        pair=_reads_pairs(model),
        says=model_says(model),
        own_texts=isinstance(model, Small | Handmade),
        proof=None,
    )


def look(
    name: str | Model,
    text: str,
    head: str | None = None,
    query: int | None = None,
    edits: Sequence[str] = (),
    *,
    lenient: bool = False,
) -> LookView:
    """One state of the page: a model's text, one head, one query of it, and edits as typed.

    Head is `site.head`, such as 0.3 (default: the first head of the first site). The default query is the third
    from the end, so that a masked future is in sight; of a model of pieces the last that is plain text. The target is
    read at the query, or at the decoder's last place where the query is the encoder's: the symbol that the unedited
    model puts first there, against its runner-up. Of a model of letters everything is given; of one of pieces every
    head is a thumbnail, the likeliest symbols stand for all, and the effects are left to `row_effects`.

    With `lenient`, edits whose place the text lacks wait and a query it lacks gives way to the default, and the view
    says so. Raises LabError for anything that does not fit.
    """
    model = open_model(name) if isinstance(name, str) else name
    letters = _reads_letters(model)
    site, number = (model.sites[0], 0) if head is None else parse_head(model, head)
    tokens = model.tokens(text)
    asking, looked_at = tokens.at(site)
    if not letters:
        _refuse_long(model, tokens, MOST_LONG)
    default = max(0, len(tokens) - 3) if letters else _last_plain(asking)
    missing = query if lenient and query is not None and query >= len(asking) else None
    place = default if query is None or missing is not None else find_position(asking, query)
    every = [(typed, change.parse(typed)) for typed in edits]
    waiting = [typed for typed, edit in every if lenient and not _has_places(model, tokens, edit)]
    made = [edit for typed, edit in every if typed not in waiting]

    with nullcontext() if letters else TURN:
        clean = _explained(model, tokens, [])
        edited = _explained(model, tokens, made) if made else clean
        read = place if asking is tokens else len(tokens) - 1
        target = _watched(model, clean, read) if model_says(model) != "nothing" else None
        large = edited.map(site, number)
        before = clean.map(site, number)
        score = finite_scores(edited, large)
        sizes = contributions(model, large)
        row = _row_view(large, before, score, sizes, place)
        if letters and target is not None:
            effects = key_effects(model, tokens, site, number, place, target, edits=made)
            row = replace(row, measured=True, keys=_with_effects(row.keys, effects))
        heads, tiles = [], []
        for one in model.sites:
            if letters:
                heads += [_head_view(edited, one, head, made) for head in range(model.heads(one))]
            else:
                tiles += _tile_views(edited, one, place if tokens.at(one)[0] is asking else None, made)
        return LookView(
            model=loaded_view(found) if (found := _on_shelf(model)) else model_view(model),
            text=text,
            pieces=_piece_views(asking),
            keys=_piece_views(looked_at),
            heads=heads,
            tiles=tiles,
            map=_map_view(large, before, score, sizes, both=letters or bool(made), digits=None if letters else 5),
            row=row,
            read=_piece_views(tokens)[read],
            target=None if target is None else target_view(model, target, clean, edited),
            edits=[edit_view(edit) for edit in made],
            waiting=waiting,
            query_missing=missing,
            **_next_views(model, clean, edited, target, read, every=letters),
        )


@dataclass(frozen=True, eq=False)
class Pair:
    """A text's run without edits and with them, and what `look` watches of both."""

    model: Model
    tokens: Tokens
    site: Site
    head: int
    query: int
    clean: Trace
    edited: Trace
    target: Difference | None
    """None for a model that predicts nothing."""
    read: int
    """Where target and probabilities are read."""


def pair(model: Model, text: str, head: str, query: int, edits: Sequence[str] = ()) -> Pair:
    """Both runs of a text, at a head and one of its queries; to be asked for within `turn`.

    Raises LabError for anything that does not fit.
    """
    site, number = parse_head(model, head)
    tokens = model.tokens(text)
    if not _reads_letters(model):
        _refuse_long(model, tokens)
    asking, _ = tokens.at(site)
    place = find_position(asking, query)
    made = [change.parse(typed) for typed in edits]
    clean = _explained(model, tokens, [])
    edited = _explained(model, tokens, made) if made else clean
    read = place if asking is tokens else len(tokens) - 1
    target = _watched(model, clean, read) if model_says(model) != "nothing" else None
    return Pair(model, tokens, site, number, place, clean, edited, target, read)


def turn(model: Model) -> AbstractContextManager[Any]:
    """Within it no other question is answered of a loaded model; those of the package take no turns."""
    return nullcontext() if _reads_letters(model) else TURN


def row_effects(
    name: str | Model, text: str, head: str, query: int, edits: Sequence[str] = (), keys: Sequence[int] = ()
) -> list[EffectView]:
    """What cutting each of some keys of a query's row does to the target of `look`, on top of edits, each by itself.

    The page asks for `MOST_KEYS` at a time, so that it can say how far it is and stop. Raises LabError for anything
    that does not fit, and for a model that predicts nothing.
    """
    model = open_model(name) if isinstance(name, str) else name
    if model_says(model) == "nothing":
        raise LabError("model-predicts-nothing", model=model.name)
    site, number = parse_head(model, head)
    tokens = model.tokens(text)
    asking, looked_at = tokens.at(site)
    place = find_position(asking, query)
    made = [change.parse(one) for one in edits]
    with TURN:
        clean = _explained(model, tokens, [])
        base = _explained(model, tokens, made) if made else clean
        target = _watched(model, clean, place if asking is tokens else len(tokens) - 1)
        visible = base.map(site, number).visible[place]
        asked = [find_position(looked_at, key) for key in keys]
        able = [key for key in asked if visible[key] and visible.sum() > 1]
        sets = [base.edits, *((*base.edits, change.Cut(site, number, place, key)) for key in able)]
        before, *after = Replay(model, base.tokens).changes(sets, [target]).change[:, 0].tolist()
        found = {key: one - before for key, one in zip(able, after, strict=True)}
    return [EffectView(key, found.get(key)) for key in asked]


def run_check(
    name: str | Model,
    heads: Sequence[str] | None = None,
    cases: Sequence[Case] | None = None,
    *,
    texts_name: str = "texts-given",
    count: int = COUNT,
    settings: Settings | None = None,
    watch: Watch = lambda done, total: None,
    measured: dict[int, Any] | None = None,
) -> Check:
    """A verdict for each head (default: all) over texts; without texts, over `count` of the model's own by the seed.

    `measured` keeps what was measured, as in `check`, so that an ended check can be gone on with.
    Raises LabError for a model, head, text or target that does not fit.
    """
    model = open_model(name) if isinstance(name, str) else name
    if model_says(model) == "nothing":
        raise LabError("model-predicts-nothing", model=model.name)
    settings = settings or Settings()
    if cases is None:
        cases, texts_name = default_cases(model, count, settings.seed, watch)
    return check(model, cases, heads or "all", settings, texts_name=texts_name, watch=watch, measured=measured)


def check_view(made: Check, lang: Language) -> CheckView:
    """A check with its words."""
    sentences = [say_verdict(verdict, lang, made.settings["rule"]) for verdict in made.verdicts]
    return CheckView(made, made.say(lang), sentences, list(made.backups))


def run_of(model: Model, text: str, edits: Sequence[change.Edit] = ()) -> Trace:
    """The run that `look` shows of a text up to `MOST_LONG` pieces; of a loaded model the last few are kept.

    Raises LabError for a text or an edit that does not fit.
    """
    tokens = model.tokens(text)
    if not _reads_letters(model):
        _refuse_long(model, tokens, MOST_LONG)
    return _explained(model, tokens, edits)


def parse_head(model: Model, name: str) -> tuple[Site, int]:
    """Site and head of a name such as 0.3 or encoder.0.3. Raises LabError where the model has no such head."""
    site, dot, number = name.strip().rpartition(".")
    if not dot or re.fullmatch("[0-9]{1,9}", number) is None:
        raise LabError("head-unreadable", head=name, example=f"{model.sites[0]}.0")
    found = find_site(model, site)
    return found, find_head(model, found, int(number))


def find_keys(tokens: Tokens, name: str, lenient: bool = False) -> list[int]:
    """The positions that a person means: a number, or every place of a piece, its leading space left out if they wish.

    Raises LabError for one that the text does not have, unless `lenient`.
    """
    if name.lstrip("-").isdigit() and name not in tokens.pieces:
        return [find_position(tokens, int(name))]
    found = [place for place, piece in enumerate(tokens.pieces) if name in (piece, piece.strip())]
    if not found and not lenient:
        raise LabError("key-unknown", key=name, pieces=[f"{n} {p}" for n, p in enumerate(tokens.pieces)])
    return found


def finite_scores(run: Trace, map: Map) -> np.ndarray:
    """The map's scores, with the one it would have had at each cut cell."""
    return np.where(map.score > -np.inf, map.score, run.would_have_been(map.site, map.head))


def target_view(model: Model, target: Target, clean: Trace, edited: Trace) -> TargetView:
    """A target before and after."""
    before, after = target(clean.logits), target(edited.logits)
    pair = (target.symbol, target.rival) if isinstance(target, Difference) else ()
    first, second = (model.vocabulary[one] for one in pair) if pair else (target.name(model), "")
    return TargetView(target.name(model), first, second, target.position, before, after, after - before)


def edit_view(edit: change.Edit) -> EditView:
    """An edit as plain data."""
    source = getattr(edit, "source", None)
    return EditView(
        text=str(edit),
        kind=edit.kind,
        site=str(edit.site),
        head=getattr(edit, "head", None),
        query=getattr(edit, "query", None),
        key=getattr(edit, "key", None),
        by=getattr(edit, "by", None),
        source=("zero" if source is None else str(source)) if isinstance(edit, change.Swap) and not edit.text else None,
    )


def language(name: str) -> Language:
    """The language of that name. Raises LabError with the names there are."""
    for known in LANGUAGES:
        if known == name:
            return known
    raise LabError("language-unknown", lang=name, langs=list(LANGUAGES))


def _reads_letters(model: Model) -> bool:
    return isinstance(model, Handmade) or (isinstance(model, Small) and not model.alphabet.between)


def _reads_pairs(model: Model) -> bool:
    return bool(getattr(model, "has_encoder", False))


def _watched(model: Model, clean: Trace, place: int) -> Difference:
    """The symbol that the unedited model puts first at a place, against its runner-up."""
    target = choose(model, clean.tokens, clean.logits, "top", place)
    assert isinstance(target, Difference)
    return target


def model_says(model: Model) -> Says:
    """What a model's answer at a place is about: what comes next, what stands there, the whole text, or nothing."""
    if not getattr(model, "speaks", True) or len(model.vocabulary) < 2:
        return "nothing"
    if _reads_letters(model) or model.sites[0].stack == "decoder" or _reads_pairs(model):
        return "next"
    return "here" if len(model.vocabulary) > MOST_PIECES else "label"


def _on_shelf(model: Model) -> Loaded | None:
    return next((one for one in SHELF.every() if one.model is model), None)


def _about(model: Model) -> str:
    if model.name in models.NAMES:
        return model.name
    return "file" if isinstance(model, Small | Handmade) else "hub"


def _example(model: Model) -> str:
    if isinstance(model, Small) and model.task:
        return _example_of_task(model, find(model.task))
    if not _reads_letters(model):
        return _example_of_pieces(model)
    known, room = EXAMPLES.get(model.name, ""), model.context - 1
    if known and len(known) <= room and all(symbol in model.vocabulary for symbol in known):
        return known
    # the last symbol of a vocabulary is START, which is no part of a text
    return "".join(model.vocabulary[: min(3, room, len(model.vocabulary) - 1)])


def _example_of_task(model: Small, task: Task) -> str:
    if not model.translates:
        return task.example
    # what it has said so far ends in the middle, so that there is a next word to be seen
    said = model.translate(task.example).split()
    return f"{task.example} => {' '.join(said[: max(1, len(said) // 2)])}"


def _example_of_pieces(model: Model) -> str:
    for text in ("The cat sat on the mat. => The cat", SENTENCE) if _reads_pairs(model) else (SENTENCE,):
        try:
            model.tokens(text)
        except LabError:  # too long for it, or it reads ids
            continue
        return text
    return "5 17 33 9 22 71 => 12 8 40" if _reads_pairs(model) else "5 17 33 9 22 71"


def _refuse_long(model: Model, tokens: Tokens, most: int = MOST_PIECES) -> None:
    found = max(len(tokens), len(tokens.source or ()))
    if found > most:
        raise LabError("text-too-long-to-draw", model=model.name, found=found, most=most)


def _last_plain(tokens: Tokens) -> int:
    return max((place for place, plain in enumerate(tokens.plain) if plain), default=len(tokens) - 1)


def _has_places(model: Model, tokens: Tokens, edit: change.Edit) -> bool:
    asking, looked_at = tokens.at(find_site(model, edit.site))
    sides = {"query": asking, "key": looked_at, "source": looked_at}
    places = {axis: getattr(edit, axis, None) for axis in sides}
    return all(place < len(sides[axis]) for axis, place in places.items() if isinstance(place, int))


def _explained(model: Model, tokens: Tokens, edits: Sequence[change.Edit]) -> Trace:
    """A run by the formula; of a loaded model the last few are kept."""
    if _reads_letters(model):
        return explained(model, tokens, edits)
    source = tokens.source.ids if tokens.source else ()
    key = (id(model), tokens.text, tokens.ids, source, tuple(edits))
    run = _recent.pop(key, None) or explained(model, tokens, edits)
    _recent[key] = run
    while len(_recent) > RECENT:
        _recent.popitem(last=False)
    return run


def _head_view(run: Trace, site: Site, head: int, edits: Sequence[change.Edit]) -> HeadView:
    map = run.map(site, head)
    return HeadView(str(site), head, map.weight.tolist(), map.state.tolist(), _touched(site, head, edits))


def _touched(site: Site, head: int, edits: Sequence[change.Edit]) -> bool:
    return any((edit.site, getattr(edit, "head", None)) == (site, head) for edit in edits)


def _tile_views(run: Trace, site: Site, place: int | None, edits: Sequence[change.Edit]) -> list[TileView]:
    """Every head of a site, its weights pooled; `place` is the chosen query, where it is one of this site's."""
    kept = _pooled.setdefault(run, {})
    if site not in kept:
        kept[site] = _pool_site(run, site)
    share, keys, tops = kept[site]
    pieces = run.tokens.at(site)[1].pieces
    views = []
    for head in range(len(share)):
        key, piece, top = None, "", 0.0
        if place is not None:
            key, top = int(keys[head, place]), round(float(tops[head, place]), 5)
            piece = pieces[key]
        touched = _touched(site, head, edits)
        views.append(TileView(str(site), head, share[head].tolist(), key, piece, top, touched))
    return views


def _pool_site(run: Trace, site: Site) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Of every head: its weights pooled, in per cent; of every query the key it looks at most, and that weight."""
    call = run.calls[site]
    queries, keys = call.q.shape[-2], call.k.shape[-2]
    columns = _blocks(keys)
    ends = [*_blocks(queries), queries]
    if any(edit.site == site for edit in run.edits):  # an edit names its place in the whole map
        recorder = Recorder()
        call.mix(bind(chain(together(run.edits), recorder), site))
        weight = to_numpy(recorder.heard[site, "weight"])
        wall = _wall(call, weight.shape)
        parts = [(weight[..., a:b, :], wall[..., a:b, :]) for a, b in pairwise(ends)]
    else:  # row by row of the tiles: what is looked at together stays near the processor
        parts = (_weights(call.only(queries=range(a, b)), site) for a, b in pairwise(ends))
    found = [
        (
            _pool(np.where(seen, weight, -1.0), [0], columns)[..., 0, :],
            weight.argmax(axis=-1), weight.max(axis=-1),
        )
        for weight, seen in parts
    ]  # fmt: skip
    pooled = np.stack([part for part, _, _ in found], axis=-2)
    share = np.where(pooled < 0, -1, np.round(100 * pooled)).astype(int)
    tops, weights = (np.concatenate(part, axis=-1) for part in list(zip(*found, strict=True))[1:])
    return share, tops, weights


def _weights(call: Call, site: Site) -> tuple[np.ndarray, np.ndarray]:
    recorder = Recorder()
    call.mix(bind(recorder, site))
    weight = to_numpy(recorder.heard[site, "weight"])
    return weight, _wall(call, weight.shape)


def _wall(call: Call, shape: tuple[int, ...]) -> np.ndarray:
    """True where the mask lets a query see a key."""
    wall = call.wall()
    return np.broadcast_to(True if wall is None else to_numpy(wall) > -np.inf, shape)


def _blocks(size: int) -> list[int]:
    """Where each of at most `TILE` nearly equal blocks begins."""
    count = min(size, TILE)
    return [size * one // count for one in range(count)]


def _pool(x: np.ndarray, rows: list[int], columns: list[int]) -> np.ndarray:
    return np.maximum.reduceat(np.maximum.reduceat(x, rows, axis=-2), columns, axis=-1)


def _piece_views(tokens: Tokens) -> list[PieceView]:
    return [
        PieceView(position, piece, bool(flags), sorted(flags))
        for position, (piece, flags) in enumerate(zip(tokens.pieces, tokens.flags, strict=True))
    ]


def contributions(model: Model, map: Map) -> np.ndarray | None:
    """Of each cell: its weight times the length of the key's value as it enters the residual.

    The norm of Kobayashi et al. 2020, "Attention is Not Only a Weight", eq. 4. None where the model does not know its
    projection. Axes: query, key.
    """
    projected = model.project(map.site, map.head, map.value)
    return None if projected is None else map.weight * np.linalg.norm(to_numpy(projected), axis=-1)[None, :]


def _map_view(
    map: Map, before: Map, score: np.ndarray, contribution: np.ndarray | None, *, both: bool, digits: int | None
) -> MapView:
    """With `digits` the cells are rounded; they are the bulk of what is sent for a long text. A longer one has none."""
    whole = max(map.weight.shape) <= MOST_PIECES

    def cells(x: np.ndarray | None) -> list[list[float]]:
        if x is None or not whole:
            return []
        return x.tolist() if digits is None else np.round(x.astype(float), digits).tolist()

    seen = score[map.visible]
    return MapView(
        site=str(map.site),
        head=map.head,
        queries=list(map.queries),
        keys=list(map.keys),
        whole=whole,
        score=cells(score),
        score_least=float(seen.min(initial=0.0)),
        score_most=float(seen.max(initial=0.0)),
        weight=cells(map.weight),
        weight_before=cells(before.weight) if both else [],
        contribution=cells(contribution),
        contribution_most=None if contribution is None else float(contribution.max(initial=0.0)),
        state=map.state.tolist() if whole else [],
        total=map.total.tolist(),
        entropy=map.entropy.tolist(),
        entropy_most=map.most_entropy.tolist(),
        top_share=map.top_share.tolist(),
    )


def _row_view(map: Map, before: Map, score: np.ndarray, contribution: np.ndarray | None, place: int) -> RowView:
    state, plain = map.state[place], map.looked_at.plain
    return RowView(
        site=str(map.site),
        head=map.head,
        query=place,
        keys=[
            KeyView(
                position=key,
                piece=map.keys[key],
                special=not plain[key],
                state=state[key],
                score=float(score[place, key]),
                weight=float(map.weight[place, key]),
                weight_before=float(before.weight[place, key]),
                contribution=None if contribution is None else float(contribution[place, key]),
                effect=None,
            )
            for key in range(len(map.keys))
        ],
        measured=False,
        total=float(map.total[place]),
        entropy=float(map.entropy[place]),
        entropy_most=float(map.most_entropy[place]),
        top_share=float(map.top_share[place]),
    )


def _with_effects(keys: Sequence[KeyView], effects: np.ndarray) -> list[KeyView]:
    return [
        replace(key, effect=None if np.isnan(effect) else float(effect))
        for key, effect in zip(keys, effects, strict=True)
    ]


def _next_views(
    model: Model, clean: Trace, edited: Trace, target: Difference | None, place: int, *, every: bool
) -> dict[str, Any]:
    """The symbols that are listed, and all others together."""
    if target is None:
        return {"next": [], "others": None}
    before, after = (np.exp(log_softmax(run.logits[place])) for run in (clean, edited))
    chosen = list(range(len(before)))
    if not every:
        likeliest = np.argsort(-after, kind="stable")[:LISTED].tolist()
        chosen = sorted({*likeliest, target.symbol, target.rival}, key=lambda one: -after[one])
    listed = [SymbolView(model.vocabulary[one], float(before[one]), float(after[one])) for one in chosen]
    left = len(before) - len(chosen)
    rest = [max(0.0, 1.0 - sum(getattr(one, side) for one in listed)) for side in ("before", "after")]
    return {"next": listed, "others": OthersView(left, *rest) if left else None}
