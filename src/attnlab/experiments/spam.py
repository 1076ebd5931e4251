"""Does one trained head tell spam better than the mean of the words: on the seed's split, over others, and where?"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

import numpy as np
from jaxtyping import Bool, Float, Int

from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Mark, Number, Panel
from attnlab.experiments.pooled import Head, Texts, converge, descend, on_scores, turned, without_each
from attnlab.experiments.sms import Embeddings, Message, collection, known

MARKERS = frozenset({"optout", "custcare", "pobox", "gbp", "terms", "ts", "cs", "uk", "www", "net"})
"""Addresses, domains and tariffs: what the seed says that the head listens to."""
LENGTHS = ((2, 6), (6, 10), (10, 25), (25, None))
BAND = 2  # of these, the one that the seed looks at
ENOUGH = 10  # splits, before anything is said of the lead over them
ROUNDING = 5e-4


@dataclass(frozen=True)
class Settings:
    """The seed's recipe, and how often it is repeated on other splits."""

    least: int = 10
    window: int = 4
    dims: int = 32
    epochs: int = 300
    rate: float = 3.0
    momentum: float = 0.9
    splits: int = field(default=20, metadata={"optional": True})
    """Other splits of the same messages; none may be asked for."""
    converged: bool = True
    """Whether each is also trained to its end."""
    l2: float = 1e-5
    """Weight decay of that."""


@dataclass(frozen=True)
class Split:
    """Messages with two known words or more, some to train on and the rest held out."""

    texts: Texts
    length: Int[np.ndarray, " message"]
    train: Int[np.ndarray, " train"]
    held: Int[np.ndarray, " held"]

    def wrong(self, fit: Callable[..., Head]) -> tuple[Bool[np.ndarray, " held"], Bool[np.ndarray, " held"]]:
        """Which held-out messages the mean and the head get wrong."""
        train, held = self.texts.some(self.train), self.texts.some(self.held)
        return fit(train, attends=False).wrong(held), fit(train, attends=True).wrong(held)

    def among(self, bounds: tuple[int, int | None]) -> Bool[np.ndarray, " held"]:
        """The held-out messages of some length."""
        length = self.length[self.held]
        return (length >= bounds[0]) & (length < (np.inf if bounds[1] is None else bounds[1]))


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Train both on the seed's split, ask what the head does there, then repeat it all on other splits."""
    assert inputs.data is not None
    inputs.watch(0, settings.splits + 1)
    messages, vectors = collection(inputs.data, settings.least, settings.window, settings.dims)
    tokens = known(messages, vectors.words)
    kept = [i for i, one in enumerate(tokens) if len(one) >= 2]
    messages, tokens = [messages[i] for i in kept], [tokens[i] for i in kept]
    texts = Texts.of(tokens, [one.spam for one in messages], vectors.unit)
    length = np.array([len(one) for one in tokens])
    fit = partial(descend, epochs=settings.epochs, rate=settings.rate, momentum=settings.momentum)
    split = cut(texts, length, inputs.seed)
    mean, head = (fit(texts.some(split.train), attends=attends) for attends in (False, True))
    held = texts.some(split.held)
    wrong = mean.wrong(held), head.wrong(held)
    others = repeated(settings, inputs, texts, length, fit)
    laws = checked(head, texts, [(tokens[i], messages[i].spam) for i in split.held[:20]])
    leaks = leaked(messages, split)
    moved = interventions(head, vectors, [tokens[i] for i in split.held if len(tokens[i]) >= 5])

    recipe = (settings.least, settings.window, settings.dims, settings.epochs, settings.rate, settings.momentum)
    whole = recipe == (10, 4, 32, 300, 3.0, 0.9) and inputs.seed == EXPERIMENT.seed
    scores = head.scores(vectors.unit)
    order = [vectors.words[i] for i in np.argsort(-scores)]
    numbers = [
        *on_split(split, held, wrong, leaks, whole),
        *moved.values(),
        Number("markers", marked(order), "count"),
        *over_splits(others),
    ]
    claims = (
        *law_claims(laws),
        Claim("markers", marked(order) >= 5, {"found": marked(order), "words": order[:10]}),
        Claim("txt", "txt" in order[:25], {"rank": order.index("txt") + 1} if "txt" in order else {"rank": 0}),
        *gap_claims(split, wrong, others),
        Claim("unseen", not leaks.any(), {"leaked": int(leaks.sum()), "mean": int(wrong[0][~leaks].sum()),
                                          "head": int(wrong[1][~leaks].sum())}),
        Claim("matters", (moved["leave-more"].low or 0) > 0,
              {"top": moved["leave-top"].value, "any": moved["leave-any"].value}),
        Claim("most", moved["leave-most"].value > 0.5, {"share": moved["leave-most"].value}, expected=False),
    )  # fmt: skip
    missing = () if settings.splits >= ENOUGH else ("experiment-missing-splits",)
    return Findings(tuple(numbers), claims, panels(split, held, wrong, order, scores, moved, others), missing)


def cut(texts: Texts, length: Int[np.ndarray, " message"], seed: int | Sequence[int]) -> Split:
    """Three quarters of a shuffle to train on, the rest held out; not stratified."""
    order = np.random.default_rng(seed).permutation(len(length))
    border = int(0.75 * len(length))
    return Split(texts, length, order[:border], order[border:])


def mcnemar(one: Bool[np.ndarray, " text"], other: Bool[np.ndarray, " text"]) -> tuple[int, int, float]:
    """What only the second gets right, what only the first does, and the exact two-sided p of a fair coin."""
    from scipy.stats import binomtest

    mended, spoiled = int((one & ~other).sum()), int((other & ~one).sum())
    both = mended + spoiled
    return mended, spoiled, float(binomtest(mended, both, 0.5).pvalue) if both else 1.0


def interval(x: Sequence[float], share: float = 1 / 3) -> tuple[float, float, float]:
    """The mean over splits and its 95 % interval, wider for the messages that the splits have in common.

    `share` is held-out to training messages. Source: Nadeau and Bengio 2003, the corrected resampled t-test.
    """
    from scipy.stats import t

    mean, n = float(np.mean(x)), len(x)
    if n < 2:
        return mean, -np.inf, np.inf
    half = float(t.ppf(0.975, n - 1)) * float(np.std(x, ddof=1)) * (1 / n + share) ** 0.5
    return mean, mean - half, mean + half


def repeated(
    settings: Settings, inputs: Inputs, texts: Texts, length: Int[np.ndarray, " message"], fit: Callable[..., Head]
) -> Mapping[str, list[Mapping[str, float]]]:
    """Error shares of the mean and the head over other splits, by how they were trained; in percent of messages."""
    fits: dict[str, Callable[..., Head]] = {"seed": fit}
    if settings.converged:
        fits["end"] = partial(converge, l2=settings.l2)
    found: dict[str, list[Mapping[str, float]]] = {name: [] for name in fits}
    for done in range(settings.splits):
        inputs.watch(done + 1, settings.splits + 1)
        split = cut(texts, length, (inputs.seed, done + 1))  # a last 0 would be the seed's own split
        for name, trained in fits.items():
            mean, head = split.wrong(trained)
            made = {"mean": float(mean.mean()), "head": float(head.mean())}
            made |= {"gap": 100 * (made["mean"] - made["head"])}
            for place, bounds in enumerate(LENGTHS):
                here = split.among(bounds)
                made[f"gap-{place}"] = 100 * float(mean[here].mean() - head[here].mean()) if here.any() else 0.0
            found[name].append(made)
    inputs.watch(settings.splits + 1, settings.splits + 1)
    return {name: some for name, some in found.items() if some}


def leaked(messages: Sequence[Message], split: Split) -> Bool[np.ndarray, " held"]:
    """Which held-out texts stand word for word in the training part."""
    seen = {messages[i].text for i in split.train}
    return np.array([messages[i].text in seen for i in split.held])


def checked(head: Head, texts: Texts, some: Sequence[tuple[Int[np.ndarray, "_"], bool]]) -> Mapping[str, float]:
    """How far the seed's formulas are off at a trained head: u = 0 as the mean, the gradient, a common shift of g."""
    vector, step = texts.vector, 1e-5
    even = Head(np.zeros_like(head.u), head.v, head.b).logits(texts)
    size = np.asarray(texts.counts.sum(axis=1))
    off = {"zero": float(np.abs(even - (texts.counts @ (vector @ head.v) / size + head.b)).max()), "gradient": 0.0,
           "shift": 0.0}  # fmt: skip
    for words, spam in some:
        score, worth = head.scores(vector)[words], vector[words] @ head.v
        printed = on_scores(score, worth, head.b, spam)
        for j, is_at in enumerate(np.eye(len(words)) * step):
            up, down = (one_loss(score + side * is_at, worth, head.b, spam) for side in (1, -1))
            off["gradient"] = max(off["gradient"], abs((up - down) / (2 * step) - float(printed[j])))
        weight = np.exp(score - np.logaddexp.reduce(score))
        shifted = turned(weight, worth + 3.0) - turned(weight, worth)
        off["shift"] = max(off["shift"], float(np.abs(shifted).max()))
    return off


def one_loss(score: Float[np.ndarray, " token"], worth: Float[np.ndarray, " token"], b: float, spam: bool) -> float:
    """The logistic loss of one message by its scores."""
    weight = np.exp(score - np.logaddexp.reduce(score))
    logit = float(weight @ worth + b)
    return float(np.logaddexp(0, logit)) - spam * logit


def interventions(head: Head, vectors: Embeddings, tokens: Sequence[Int[np.ndarray, "_"]]) -> Mapping[str, Number]:
    """Leave one token out: how far the logit moves for the heaviest, the median and any token; how often the heaviest
    is also the one that moves it most; how many messages."""
    scores, worth = head.scores(vectors.unit), vectors.unit @ head.v
    met: dict[str, list[float]] = {f"leave-{name}": [] for name in ("top", "median", "any", "more", "most")}
    for words in tokens:
        change = np.abs(without_each(scores[words], worth[words]))
        order = np.argsort(-scores[words], kind="stable")
        top, middle, anyone = change[order[0]], change[order[len(order) // 2]], change.mean()
        for one, x in zip(met.values(), (top, middle, anyone, top - anyone, top >= change.max() - 1e-12), strict=True):
            one.append(float(x))
    made = {}
    for key, x in met.items():
        mean, half = float(np.mean(x)), 1.96 * float(np.std(x)) / len(x) ** 0.5
        unit = "share" if key == "leave-most" else "nats"
        made[key] = Number(key, mean, unit, low=mean - half, high=mean + half, digits=2)
    return made | {"leave-messages": Number("leave-messages", len(tokens), "count")}


def marked(order: Sequence[str]) -> int:
    """How many of the seed's kinds of words are among the 25 that the head listens to most."""
    return len(MARKERS & set(order[:25]))


def on_split(
    split: Split,
    held: Texts,
    wrong: tuple[Bool[np.ndarray, " held"], Bool[np.ndarray, " held"]],
    leaks: Bool[np.ndarray, " held"],
    whole: bool,
) -> list[Number]:
    """The seed's own figures, and what its split holds besides."""
    said = lambda x: x if whole else None  # noqa: E731 (the seed's figures are those of its own recipe)
    spam, band = held.spam > 0.5, split.among(LENGTHS[BAND])
    mean, head = wrong
    mended, spoiled, p = mcnemar(mean, head)
    band_mended, band_spoiled, band_p = mcnemar(mean[band], head[band])
    return [
        Number("held", len(spam), "count", said(1368), 0),
        Number("held-spam", int(spam.sum()), "count"),
        Number("constant", float(1 - spam.mean()), "share", said(0.870), ROUNDING),
        Number("mean-wrong", int(mean.sum()), "count", said(51), 0),
        Number("head-wrong", int(head.sum()), "count", said(47), 0),
        Number("mean-right", float(1 - mean.mean()), "share", said(0.963), ROUNDING),
        Number("head-right", float(1 - head.mean()), "share", said(0.966), ROUNDING),
        Number("gain", 100 * float(mean.mean() - head.mean()), "points", said(0.3), 0.05, digits=1),
        Number("mended", mended, "count"),
        Number("spoiled", spoiled, "count"),
        Number("p", p, ""),
        Number("band", int(band.sum()), "count", said(586), 0),
        Number("band-mean-wrong", int(mean[band].sum()), "count"),
        Number("band-head-wrong", int(head[band].sum()), "count"),
        Number("band-mean-right", float(1 - mean[band].mean()), "share", said(0.945), ROUNDING),
        Number("band-head-right", float(1 - head[band].mean()), "share", said(0.952), ROUNDING),
        Number("band-mended", band_mended, "count"),
        Number("band-spoiled", band_spoiled, "count"),
        Number("band-p", band_p, ""),
        Number("band-spam", float(spam[band].mean()), "share"),
        Number("band-errors", float(mean[band].sum() / max(1, mean.sum())), "share"),
        Number("leaked", int(leaks.sum()), "count"),
        Number("leaked-spam", int((leaks & spam).sum()), "count"),
        Number("clean-mean-wrong", int(mean[~leaks].sum()), "count"),
        Number("clean-head-wrong", int(head[~leaks].sum()), "count"),
    ]


def over_splits(others: Mapping[str, list[Mapping[str, float]]]) -> list[Number]:
    """The same over other splits, each with its interval."""
    made = []
    for name, some in others.items():
        for key in ("mean", "head"):
            value, low, high = interval([1 - one[key] for one in some])
            made.append(Number(f"{name}-{key}-right", value, "share", low=low, high=high, digits=4))
        for key in ("gap", f"gap-{BAND}", "gap-3"):
            value, low, high = interval([one[key] for one in some])
            made.append(Number(f"{name}-{key}", value, "points", low=low, high=high, digits=2))
        made.append(Number(f"{name}-wins", sum(one["gap"] > 0 for one in some), "count"))
        made.append(Number(f"{name}-losses", sum(one["gap"] < 0 for one in some), "count"))
    return made


def law_claims(laws: Mapping[str, float]) -> list[Claim]:
    """The seed's formulas hold at the trained head, to rounding."""
    bounds = {"zero": 1e-12, "gradient": 1e-8, "shift": 1e-12}
    return [
        Claim(key, laws[key] < bound, {"off": f"{laws[key]:.0e}" if laws[key] else "0"})
        for key, bound in bounds.items()
    ]


def gap_claims(
    split: Split,
    wrong: tuple[Bool[np.ndarray, " held"], Bool[np.ndarray, " held"]],
    others: Mapping[str, list[Mapping[str, float]]],
) -> list[Claim]:
    """What the seed reads into its gap, and what more splits say about it."""
    band = split.among(LENGTHS[BAND])
    mended, spoiled, p = mcnemar(*wrong)
    band_p = mcnemar(wrong[0][band], wrong[1][band])[2]
    made = [Claim("better", p < 0.05, {"mean": int(wrong[0].sum()), "head": int(wrong[1].sum()), "mended": mended,
                                       "spoiled": spoiled, "p": p})]  # fmt: skip
    longest = interval([one["gap-3"] for one in others.get("seed", [])] or [0.0])
    made.append(Claim("dilution", band_p < 0.05 and longest[1] > 0, {
        "p": band_p, "band": float(split.texts.spam[split.held][band].mean()), "errors": float(band[wrong[0]].mean()),
        "long": float(split.texts.spam[split.held][split.among(LENGTHS[3])].mean()),
    }))  # fmt: skip
    for name, some in others.items():
        gap, low, high = interval([one["gap"] for one in some])
        if len(some) >= ENOUGH:
            made.append(Claim(f"over-{name}", low > 0, {"splits": len(some), "gap": gap, "low": low, "high": high,
                                                        "wins": sum(one["gap"] > 0 for one in some)}))  # fmt: skip
    return made


def panels(
    split: Split,
    held: Texts,
    wrong: tuple[Bool[np.ndarray, " held"], Bool[np.ndarray, " held"]],
    order: Sequence[str],
    scores: Float[np.ndarray, " word"],
    moved: Mapping[str, Number],
    others: Mapping[str, list[Mapping[str, float]]],
) -> tuple[Panel, ...]:
    """Errors beside the seed's, by length beside the share of spam; the gap over splits; the words; leaving one out."""
    name, pair = "experiment-spam-", ("mean", "head")
    groups = {length: split.among(bounds) for length, bounds in zip(LABELS, LENGTHS, strict=True)}
    share = lambda x: float(x.mean()) if len(x) else 0.0  # noqa: E731
    places = lambda n: tuple(map(float, range(n)))  # noqa: E731
    whole = (("all", np.ones(len(held.spam), dtype=bool)), ("band", groups[LABELS[BAND]]))
    made = [
        Panel(f"{name}errors-title", f"{name}messages", f"{name}errors-axis",
              tuple(Line(name + one, places(2), tuple(share(x[here]) for _, here in whole))
                    for one, x in zip(pair, wrong, strict=True)),
              (Mark(0.037, -0.2), Mark(0.034, 0.2), Mark(0.055, 0.8), Mark(0.048, 1.2)), kind="bars",
              names=tuple(name + one for one, _ in whole)),
        Panel(f"{name}lengths-title", f"{name}length", f"{name}lengths-axis",
              tuple(Line(name + one, places(len(LABELS)), tuple(float(x[here].sum()) for here in groups.values()))
                    for one, x in zip(pair, wrong, strict=True)), kind="bars", names=LABELS),
        Panel(f"{name}spam-title", f"{name}length", f"{name}spam-axis",
              (Line("", places(len(LABELS)), tuple(share(held.spam[here]) for here in groups.values())),),
              kind="bars", names=LABELS),
    ]  # fmt: skip
    lines = []
    for one, some in others.items():
        if len(some) > 1:
            mean, low, high = zip(
                *(interval([x[f"gap-{at}"] for x in some]) for at in range(len(LENGTHS))), strict=True
            )
            lines.append(Line(f"{name}by-{one}", places(len(LABELS)), mean, low, high))
    if lines:
        made.append(Panel(f"{name}gap-title", f"{name}length", f"{name}gap-axis", tuple(lines), (Mark(0.7, 2.0),),
                          kind="bars", names=LABELS))  # fmt: skip
    first = sorted(map(float, scores), reverse=True)[:15]
    made.append(Panel(f"{name}words-title", f"{name}word", f"{name}words-axis", (Line("", places(15), tuple(first)),),
                      kind="bars", names=tuple(order[:15])))  # fmt: skip
    left = [moved[f"leave-{one}"] for one in ("top", "median", "any")]
    bars = Line("", places(3), *(tuple(map(float, (getattr(one, part) for one in left)))
                                 for part in ("value", "low", "high")))  # fmt: skip
    made.append(Panel(f"{name}leave-title", f"{name}left-out", f"{name}leave-axis", (bars,), kind="bars",
                      names=tuple(f"{name}left-{one.key[6:]}" for one in left)))  # fmt: skip
    return tuple(made)


LABELS = ("2–5", "6–9", "10–24", "25+")

EXPERIMENT = Experiment(
    "spam", Settings(), run, Settings(splits=3, converged=False), needs=("sms",), seed=7605
)  # fmt: skip
