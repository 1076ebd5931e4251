"""A text gone on with, piece by piece: what each was drawn from, the row that predicted it, and what is kept."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab import lab
from attnlab.arrays import Array, softmax, to_numpy
from attnlab.errors import LabError
from attnlab.formula import Call
from attnlab.generated import generate
from attnlab.model import Attend, Model
from attnlab.models.handmade import LETTERS, Handmade
from attnlab.models.small import Small
from attnlab.models.transformer import Cache, logits
from attnlab.probe import Recorder, Site, bind
from attnlab.replay import Watch, silent
from attnlab.tokens import Alphabet, Tokens
from attnlab.views import ErrorView, PieceView

MOST_NEW = 100
MOST_TEMPERATURE = 5.0
LISTED = 8  # what might have been said instead, of each new piece
DIGITS = 6


@dataclass(frozen=True)
class Wish:
    """What is to be gone on with, and how; checked by `plan`."""

    model: str
    text: str
    head: str
    """Whose row is shown of every new piece."""
    count: int
    """The most new pieces."""
    temperature: float
    """0 for the likeliest piece at every step."""
    seed: int


@dataclass(frozen=True)
class AlternativeView:
    """What might have come."""

    piece: str
    probability: float
    """As the model has it."""
    chance: float
    """Of being drawn, at the temperature."""


@dataclass(frozen=True)
class NewPieceView:
    """One new piece and where it comes from."""

    position: int
    piece: str
    special: bool
    row: int
    """The position whose query predicted it: the one before."""
    probability: float
    chance: float
    rank: int
    """1 for the likeliest."""
    alternatives: list[AlternativeView]
    """The likeliest, the new piece among them if it is one."""
    others: float
    """The probability of all that are not listed."""
    weight: list[float]
    """The row of the head that is shown, over every key it has; 0 where the mask hides one."""
    seen: list[bool]
    kept: list[int]
    """Keys that each layer of the cache holds once that row has been read; empty where nothing is kept."""
    bytes: int
    """Of all those keys and their values."""
    text: str
    """The whole text up to this piece, as it can be typed; the same as before it for one that ends the text."""


@dataclass(frozen=True)
class ContinuationView:
    """A text that a model has gone on with."""

    asked: Wish
    pieces: list[PieceView]
    """Prompt and new pieces."""
    keys: list[PieceView]
    """What the head that is shown looks at."""
    first: int
    """The position of the first new piece."""
    new: list[NewPieceView]
    layers: list[str]
    """Of the cache; empty where the model keeps nothing and reads the whole text anew at every step."""
    ended: Literal["count", "end", "context"]
    """As many as were asked for; the model's own end; no more room."""
    most: int
    """How many new pieces this text has room for."""


@dataclass(frozen=True)
class ContinuationJobView:
    """A continuation under way."""

    id: str
    """Empty where it was done at once."""
    asked: Wish
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    stopping: bool
    done: int
    total: int
    """New pieces."""
    result: ContinuationView | None
    fault: ErrorView | None


def plan(name: str, text: str, head: str | None, count: int, temperature: float, seed: int) -> Wish:
    """A wish that fits. Raises LabError for a model that does not predict what comes next, a text that leaves no room,
    and a head that predicts nothing."""
    model = lab.known_model(name)
    if lab.model_view(model).says != "next":
        raise LabError("generate-not-next", model=model.name)
    asking = [site for site in model.sites if site.stack != "encoder"]
    site, number = (asking[0], 0) if head is None else lab.parse_head(model, head)
    if site not in asking:
        raise LabError("generate-head-reads", head=f"{site}.{number}", example=f"{asking[0]}.0")
    tokens = model.tokens(text)
    found = max(len(tokens), len(tokens.source or ()))
    if found > lab.MOST_PIECES:
        raise LabError("text-too-long-to-draw", model=model.name, found=found, most=lab.MOST_PIECES)
    if not _room(model, tokens):
        raise LabError("generate-no-room", model=model.name, found=len(tokens), most=_longest(model))
    return Wish(name, text, f"{site}.{number}", count, temperature, seed)


def is_quick(wish: Wish) -> bool:
    """True where it takes no longer than a person waits: a model of the package or of its kind."""
    return isinstance(lab.known_model(wish.model), Small | Handmade)


def go_on(wish: Wish, watch: Watch = silent) -> ContinuationView:
    """The text gone on with. The same wish has the same answer, and a shorter one its beginning."""
    model = lab.known_model(wish.model)
    with lab.turn(model):
        return continued(model, wish, watch)


def continued(model: Model, wish: Wish, watch: Watch = silent) -> ContinuationView:
    """As `go_on`, by a model that is at hand."""
    site, head = lab.parse_head(model, wish.head)
    tokens = model.tokens(wish.text)
    most = min(_room(model, tokens), MOST_NEW)
    steps = min(wish.count, most)
    draws = _Draws(wish, steps, watch)
    if isinstance(model, Small | Handmade):
        made = _by_small(model, tokens, site, head, steps, draws)
    else:
        made = _by_hub(model, tokens, site, head, steps, draws)
    whole, rows, layers, held = made
    first = len(tokens)
    sizes = [model.size(one).bytes_kept(0, 1) for one in layers]
    new = []
    for place, (row, kept) in enumerate(zip(rows, held, strict=True)):
        position = first + place
        new.append(NewPieceView(
            position=position, piece=whole.pieces[position], special=bool(whole.flags[position]), row=position - 1,
            **draws.told(place, model.vocabulary),
            weight=np.round(row[0].astype(float), DIGITS).tolist(), seen=row[1].tolist(),
            kept=kept, bytes=sum(size * keys for size, keys in zip(sizes, kept, strict=True)),
            text=_typed(model, whole, position),
        ))  # fmt: skip
    ended = "end" if new[-1].special else "context" if len(new) == _room(model, tokens) else "count"
    pieces = _pieces(whole)
    return ContinuationView(
        wish, pieces, _pieces(whole.source) if whole.source and site.kind == "cross" else pieces, first, new,
        [str(one) for one in layers], ended, most,
    )  # fmt: skip


class _Draws:
    """What is drawn at every step: one number a step, so that a shorter text is a longer one's beginning."""

    def __init__(self, wish: Wish, steps: int, watch: Watch) -> None:
        self.temperature, self.steps, self.watch = wish.temperature, steps, watch
        self.numbers = np.random.default_rng(wish.seed).random(steps)
        self.chosen: list[int] = []
        self.shares: list[tuple[np.ndarray, np.ndarray]] = []

    def draw(self, scores: Float[np.ndarray, " symbol"]) -> int:
        """The next symbol, from what the model expects in nats."""
        self.watch(len(self.chosen), self.steps)
        probability = softmax(scores.astype(np.float64))
        chance = heated(scores, self.temperature)
        place = int((chance.cumsum() <= self.numbers[len(self.chosen)]).sum())
        drawn = int(chance.argmax()) if place >= len(chance) or not self.temperature else place
        self.chosen.append(drawn)
        self.shares.append((probability, chance))
        return drawn

    def choose(self, ids: Any, scores: Array) -> Array:
        """The same for a batch of one: every symbol but the one that was drawn is forbidden."""
        xp, drawn = array_namespace(scores), self.draw(to_numpy(scores)[0])
        only = xp.zeros_like(scores) - xp.inf
        only[0, drawn] = 0.0
        return only

    def told(self, place: int, vocabulary: Sequence[str]) -> dict[str, Any]:
        drawn, (probability, chance) = self.chosen[place], self.shares[place]
        order = np.argsort(-probability, kind="stable")
        listed = order[:LISTED].tolist()
        return {
            "probability": float(probability[drawn]),
            "chance": float(chance[drawn]),
            "rank": int((probability > probability[drawn]).sum()) + 1,
            "alternatives": [
                AlternativeView(str(vocabulary[one]), float(probability[one]), float(chance[one])) for one in listed
            ],
            "others": max(0.0, 1.0 - float(probability[listed].sum())),
        }


def heated(scores: Float[np.ndarray, " symbol"], temperature: float) -> Float[np.ndarray, " symbol"]:
    """The chance of each symbol to be drawn: the softmax of scores / temperature; at 0 the likeliest is certain."""
    scores = scores.astype(np.float64)
    if not temperature:
        return np.eye(len(scores))[scores.argmax()]
    with np.errstate(over="ignore"):  # near 0 all but the likeliest fall to -inf, a chance of 0
        return softmax((scores - scores.max()) / temperature)


# a whole text; of each new piece the row that predicted it, as weights and what it saw; the layers of the cache, and
# how many keys each held then
_Made = tuple[Tokens, list[tuple[np.ndarray, np.ndarray]], list[Site], list[list[int]]]


def _by_small(model: Small | Handmade, tokens: Tokens, site: Site, head: int, steps: int, draws: _Draws) -> _Made:
    """One row a step where the model keeps keys and values; else the whole text at every step."""
    ids, rows, held = list(tokens.ids), [], []
    cache = Cache() if isinstance(model, Small) else None
    start = len(model.vocabulary) - 1
    layers = [one for one in model.sites if one.stack != "encoder"] if cache else []
    for step in range(steps):
        recorder = Recorder()
        attend = _hearing(site, recorder)
        if isinstance(model, Small):
            read = np.asarray(ids if not step else ids[-1:])
            source = None if tokens.source is None else np.asarray(tokens.source.ids)
            answer = logits(model.parameters, model.shape, read, attend, source=source, cache=cache)
        else:
            answer = model.run(_tokens(model, ids, tokens.source), attend)
        weight = to_numpy(recorder.heard[site, "weight"])
        mask = recorder.heard.get((site, "mask"))
        wall = np.zeros(weight.shape) if mask is None else np.broadcast_to(to_numpy(mask), weight.shape)
        rows.append((weight[head, -1], wall[head, -1] > -np.inf))
        held.append([int(cache.keys[one].shape[-2]) for one in layers] if cache else [])
        ids.append(draws.draw(to_numpy(answer)[-1]))
        if ids[-1] == start and _alphabet(model).start:
            break
    return _tokens(model, ids, tokens.source), rows, layers, held


def _by_hub(model: Model, tokens: Tokens, site: Site, head: int, steps: int, draws: _Draws) -> _Made:
    made = generate(model, tokens, steps, choose=draws.choose, num_beams=1)
    map = made.map(site, head)
    rows = list(zip(map.weight, map.visible, strict=True))
    if site.kind == "self":  # a row has the keys that were there
        rows = [(row[: place + 1], seen[: place + 1]) for place, (row, seen) in zip(map.rows, rows, strict=True)]
    layers = [one for one in model.sites if one in made.kept and one.stack != "encoder"]
    held = [[made.kept[one][place] for one in layers] for place in range(len(rows))]
    return made.tokens, rows, layers, held


def _hearing(here: Site, recorder: Recorder) -> Attend:
    def hear(site: Site, call: Call) -> Array | None:
        return call.mix(bind(recorder, site)) if site == here else None

    return hear


def _alphabet(model: Small | Handmade) -> Alphabet:
    return model.alphabet if isinstance(model, Small) else LETTERS


def _tokens(model: Small | Handmade, ids: Sequence[int], source: Tokens | None) -> Tokens:
    return replace(_alphabet(model).tokens(tuple(ids)), source=source)


def _typed(model: Model, whole: Tokens, position: int) -> str:
    """The text up to a piece, as a person would type it."""
    if isinstance(model, Small | Handmade):
        ids = whole.ids[: position + (not whole.flags[position])]
        said = _alphabet(model).tokens(ids).text
    else:
        ends = [span[1] for span in whole.spans[: position + 1] if span]
        said = whole.text[: ends[-1]] if ends else ""
    return said if whole.source is None else f"{whole.source.text} => {said}"


def _longest(model: Model) -> int:
    return min(model.context, lab.MOST_PIECES)


def _room(model: Model, tokens: Tokens) -> int:
    return max(0, _longest(model) - len(tokens))


def _pieces(tokens: Tokens) -> list[PieceView]:
    return [
        PieceView(position, piece, bool(flags), sorted(flags))
        for position, (piece, flags) in enumerate(zip(tokens.pieces, tokens.flags, strict=True))
    ]
