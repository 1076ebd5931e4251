"""Does the pronoun's anchor move with one word? The robot sentence of seed 002 and its twin, in a language model."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from attnlab.edits import Cut
from attnlab.errors import LabError
from attnlab.experiments.experiment import Claim, Experiment, Findings, Inputs, Line, Number, Panel
from attnlab.model import Model
from attnlab.models import load
from attnlab.replay import Replay
from attnlab.targets import Difference, choose
from attnlab.tokens import Tokens

TWINS = ("first", "second")


@dataclass(frozen=True)
class Settings:
    """The twins: one text with a gap, the two words that fill it, and whom each makes the pronoun mean."""

    text: str = "The robot put the glass on the table because {pronoun} was {word}. What was {word}? The"
    pronoun: str = "it"
    first: str = "free"
    second: str = "full"
    first_means: str = "table"
    second_means: str = "glass"


@dataclass(frozen=True)
class Twin:
    """One of the two texts, run."""

    replay: Replay
    target: Difference
    pronoun: int
    right: int
    """Where the noun stands that the pronoun means here."""
    other: int

    @property
    def margin(self) -> float:
        """How far the right noun is ahead of the other, in nats."""
        return self.target(self.replay.clean.logits)


def run(settings: Settings, inputs: Inputs) -> Findings:
    """Ask the model; only where it answers both twins rightly do weights and effects mean anything."""
    assert inputs.model is not None
    model = load(inputs.model)
    words = {"first": (settings.first, settings.first_means, settings.second_means),
             "second": (settings.second, settings.second_means, settings.first_means)}  # fmt: skip
    twins = {name: _twin(model, settings, *words[name]) for name in TWINS}
    testable = all(one.margin > 0 for one in twins.values())
    rows = {name: _weights(one, one.pronoun) for name, one in twins.items()}
    apart = float(max(np.abs(a - b[::-1]).max() for a, b in zip(*(rows[name] for name in TWINS), strict=True)))
    numbers = [
        *(Number(f"margin-{name}", twins[name].margin, "nats") for name in TWINS),
        Number("pronoun-apart", apart, "share"),
    ]
    claims = [
        Claim("testable", testable, {name: twins[name].margin for name in TWINS}),
        Claim("moves", apart > 1e-5, {"apart": f"{apart:.0e}"}),
    ]
    names = tuple(words[name][0] for name in TWINS)
    panels = [Panel(
        "experiment-pronoun-margin-title", "experiment-pronoun-twin", "experiment-nats",
        (Line("", (0.0, 1.0), tuple(twins[name].margin for name in TWINS)),), kind="bars", names=names,
    )]  # fmt: skip
    if not testable:
        return Findings(tuple(numbers), tuple(claims), tuple(panels), ("experiment-pronoun-untestable",))
    weight = {name: np.mean(_weights(one, -1), axis=0) for name, one in twins.items()}
    harm = {}
    for done, (name, one) in enumerate(twins.items()):
        inputs.watch(done, len(twins))
        harm[name] = _harm(model, one)
    inputs.watch(len(twins), len(twins))
    for name in TWINS:
        for place, which in enumerate(("right", "other")):
            numbers += [
                Number(f"weight-{name}-{which}", float(weight[name][place]), "share", digits=4),
                Number(f"harm-{name}-{which}", float(harm[name][place].sum()), "nats"),
            ]
    claims += [
        Claim("anchor", all(weight[name][0] > weight[name][1] for name in TWINS)),
        Claim("matters", all(harm[name][0].sum() > harm[name][1].sum() for name in TWINS)),
    ]
    panels += [
        Panel(f"experiment-pronoun-{what}-title", "experiment-pronoun-twin", unit,
              tuple(Line(f"experiment-pronoun-{which}", (0.0, 1.0),
                         tuple(float(np.sum(found[name][place])) for name in TWINS))
                    for place, which in enumerate(("right", "other"))), kind="bars", names=names)
        for what, unit, found in (("weight", "experiment-share", weight), ("harm", "experiment-nats", harm))
    ]  # fmt: skip
    return Findings(tuple(numbers), tuple(claims), tuple(panels))


def _twin(model: Model, settings: Settings, word: str, right: str, other: str) -> Twin:
    text = settings.text.format(pronoun=settings.pronoun, word=word)
    tokens = model.tokens(text)
    places = [_place(tokens, text, one) for one in (settings.pronoun, right, other)]
    replay = Replay(model, tokens)
    target = choose(model, tokens, replay.clean.logits, f"{right}/{other}")
    assert isinstance(target, Difference)
    return Twin(replay, target, *places)


def _place(tokens: Tokens, text: str, word: str) -> int:
    """The piece that ends a word where it first stands in the text by itself. Raises LabError where there is none."""
    padded = f" {text} "
    first = next((at for at in range(len(text)) if padded[at + 1 :].startswith(word)
                  and not (padded[at].isalpha() or padded[at + 1 + len(word)].isalpha())), None)  # fmt: skip
    if first is not None:
        end = first + len(word)
        for place, span in enumerate(tokens.spans):
            if span is not None and span[0] < end <= span[1]:
                return place
    raise LabError("pronoun-word-missing", word=word, text=text)


def _weights(twin: Twin, query: int) -> Sequence[np.ndarray]:
    """Of every head, what a row gives to the right noun and to the other."""
    model, keys = twin.replay.model, [twin.right, twin.other]
    maps = (twin.replay.clean.map(site, head) for site in model.sites for head in range(model.heads(site)))
    return [one.weight[query, keys] for one in maps]


def _harm(model: Model, twin: Twin) -> tuple[np.ndarray, np.ndarray]:
    """By head, how far the target falls when the last row may not look at the right noun, and at the other."""
    query = twin.target.position
    edges = [[Cut(site, head, query, key)] for key in (twin.right, twin.other)
             for site in model.sites for head in range(model.heads(site))]  # fmt: skip
    change = -twin.replay.changes(edges, [twin.target]).change[:, 0]
    return change[: len(change) // 2], change[len(change) // 2 :]


EXPERIMENT = Experiment("pronoun", Settings(), run, Settings(), needs=("hub-model", "hub"))
