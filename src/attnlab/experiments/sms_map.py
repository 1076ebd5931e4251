"""What one head sees in a real message without any training, and which words really are nearest to which."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Mark, Number, Panel
from attnlab.experiments.looks import look
from attnlab.experiments.sms import (
    NINE,
    Embeddings,
    collection,
    embed,
    like_the_nine,
    ppmi,
    together,
)
from attnlab.figures import entropy

ROUNDING = 5e-4  # of a figure that is printed with three decimals


@dataclass(frozen=True)
class Settings:
    """Words, their company and their vectors."""

    least: int = 10
    """Occurrences that put a word into the vocabulary."""
    window: int = 4
    dims: int = 32
    orders: int = 200
    """Permutations of the message that are tried."""
    shown: int = 8
    """Neighbours of a word in a panel."""


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Build the vectors, name the neighbours, draw the map of the nine words and turn it about."""
    assert inputs.data is not None
    inputs.watch(0, 3)
    messages, vectors = collection(inputs.data, settings.least, settings.window, settings.dims)
    inputs.watch(1, 3)
    gaps = embed(ppmi(together(messages, vectors.words, settings.window, close=False)), vectors.words, settings.dims)
    inputs.watch(2, 3)
    x = heads_input(vectors)
    weight = look(x, x, x, scale=settings.dims**-0.5)["weight"]
    turned, mixed = equivariance(x, settings.orders, inputs.seed)
    inputs.watch(3, 3)

    free, call = vectors.neighbours("free"), vectors.neighbours("call")
    ranks = {word: place for place, (word, _) in enumerate(call, 1)}
    near_free, near_call = dict(free), dict(call)
    i, j = NINE.index("call"), NINE.index("free")
    spread, spam = entropy(weight), sum(one.spam for one in messages)
    part = float(spread[i] / np.log(len(NINE)))
    whole = (settings.least, settings.window, settings.dims) == (10, 4, 32)
    said = lambda x: x if whole else None  # noqa: E731 (the seed's figures are those of its own recipe)
    numbers = (
        Number("messages", len(messages), "count", said(5569), 0),
        Number("spam", spam, "count", said(747), 0),
        Number("spam-share", spam / len(messages), "share", said(0.134), ROUNDING),
        Number("words", len(vectors.words), "count", said(1045), 0),
        Number("free-nokia", near_free["nokia"], "", said(0.912), ROUNDING),
        Number("free-mobile", near_free["mobile"], "", said(0.850), ROUNDING),
        Number("call-land", near_call["land"], "", said(0.847), ROUNDING),
        Number("call-claim", near_call["claim"], "", said(0.799), ROUNDING),
        Number("call-claim-rank", ranks["claim"], "count"),
        Number("call-free", near_call["free"], ""),
        Number("call-free-rank", ranks["free"], "count"),
        Number("free-nokia-gaps", dict(gaps.neighbours("free"))["nokia"], ""),
        Number("singular-last", float(vectors.singular[settings.dims - 1]), ""),
        *(Number("singular-next", float(s), "") for s in vectors.singular[settings.dims : settings.dims + 1]),
        Number("map-call-call", float(weight[i, i]), "share", said(0.616), ROUNDING),
        Number("map-call-free", float(weight[i, j]), "share", said(0.036), ROUNDING),
        Number("map-entropy", float(spread[i]), "nats", said(1.413), ROUNDING),
        Number("map-most", float(np.log(len(NINE))), "nats", said(2.197), ROUNDING),
        Number("equivariance-map", turned, "", said(1.1e-16), 1e-14),
        Number("equivariance-output", mixed, ""),
    )
    claims = (
        Claim("line", len(like_the_nine(messages, vectors.words)) == 1,
              {"lines": like_the_nine(messages, vectors.words)}),
        Claim("free", [word for word, _ in free[:2]] == ["nokia", "mobile"]),
        Claim("call", [word for word, _ in call[:2]] == ["land", "claim"],
              {"second": call[1][0], "one": call[1][1], "third": call[2][0], "two": call[2][1],
               "rank": ranks["claim"]}),
        Claim("apart", ranks["free"] > 50, {"rank": ranks["free"], "of": len(call)}),
        Claim("least", NINE[int(weight[i].argmin())] == "free",
              {"word": NINE[int(weight[i].argmin())], "share": float(weight[i].min())}, expected=False),
        Claim("focused", 0.25 < part < 0.75, {"part": part}),
        Claim("equivariant", max(turned, mixed) < 1e-14, {"orders": settings.orders}),
    )  # fmt: skip
    printed = {"nokia": 0.912, "mobile": 0.850, "land": 0.847, "claim": 0.799}
    panels = (
        Panel("experiment-sms-map-map-title", "experiment-sms-map-key", "experiment-sms-map-query", kind="map",
              names=NINE, rows=NINE, values=tuple(tuple(map(float, row)) for row in weight),
              marks=tuple(Mark(float(i), float(key)) for key in (i, j))),
        Panel("experiment-sms-map-entropy-title", "experiment-sms-map-query", "experiment-nats",
              (Line("", tuple(map(float, range(len(NINE)))), tuple(map(float, spread))),),
              (Mark(1.413, float(i)), Mark(float(np.log(len(NINE))))), kind="bars", names=NINE),
        *(_neighbours(word, near[: settings.shown], printed) for word, near in (("free", free), ("call", call))),
    )  # fmt: skip
    return Findings(numbers, claims, panels)


def heads_input(vectors: Embeddings) -> Float[np.ndarray, "word dim"]:
    """Queries, keys and values of the nine words at once: unit rows times the root of the width, one matrix for all
    three roles, so that a score is that root times a cosine."""
    return vectors.rows(NINE) * vectors.vector.shape[1] ** 0.5


def equivariance(x: Float[np.ndarray, "word dim"], orders: int, seed: int) -> tuple[float, float]:
    """The most that the map, and the output, of a message in another order are off from those put in that order."""
    rng, scale = np.random.default_rng(seed), x.shape[1] ** -0.5
    met, off = look(x, x, x, scale=scale), (0.0, 0.0)
    for _ in range(orders):
        order = rng.permutation(len(x))
        other = look(x[order], x[order], x[order], scale=scale)
        apart = (
            np.abs(other["weight"] - met["weight"][np.ix_(order, order)]).max(),
            np.abs(other["output"] - met["output"][order]).max(),
        )
        off = max(off[0], float(apart[0])), max(off[1], float(apart[1]))
    return off


def _neighbours(word: str, near: list[tuple[str, float]], printed: dict[str, float]) -> Panel:
    marks = tuple(Mark(printed[name], float(place)) for place, (name, _) in enumerate(near) if name in printed)
    bars = Line("", tuple(map(float, range(len(near)))), tuple(cosine for _, cosine in near))
    return Panel(f"experiment-sms-map-{word}-title", "experiment-sms-map-word", "experiment-sms-map-cosine", (bars,),
                 marks, kind="bars", names=tuple(name for name, _ in near))  # fmt: skip


EXPERIMENT = Experiment("sms-map", Settings(), run, Settings(orders=20), needs=("sms",), seed=760)
