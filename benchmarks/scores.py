"""Six ways of naming the key that mattered to a target, each a table of figures over heads and keys or over places.

In each the largest figure is what the way names. The seventh way, attnlab's verdict, names heads and needs many texts.
"""

from functools import partial
from typing import Any

import numpy as np
from jaxtyping import Float

from attnlab.edits import Cut
from attnlab.formula import Call, causal
from attnlab.model import Attend
from attnlab.models.handmade import SYMBOLS, Handmade, one_hot
from attnlab.models.small import Small, logits
from attnlab.probe import Site, Stage
from attnlab.replay import Replay
from attnlab.targets import Difference
from attnlab.tokens import Tokens
from attnlab.traces import Trace

Model = Handmade | Small
Table = Float[np.ndarray, "head key"]
Places = Float[np.ndarray, " key"]

OF_HEADS = ("weight", "attribution", "contribution", "effect")
OF_PLACES = ("rollout", "gradient x input")
WAYS = (OF_HEADS[0], *OF_PLACES, *OF_HEADS[1:])


def scores(model: Model, tokens: Tokens, target: Difference) -> dict[str, np.ndarray]:
    """What each way says of one text, -inf where a key may not be named.

    A head's key may be any visible piece of the text, START apart, as in attnlab's checks. A place may not be the
    query's own either: half of what rollout shares stays there by its definition.
    """
    replay = Replay(model, tokens)
    clean, query = replay.clean, target.position
    back, attributed = gradients(model, tokens, target)
    found: dict[str, np.ndarray] = {
        "weight": weights(clean)[:, query],
        "rollout": rollout(layered(clean))[query],
        "gradient x input": back,
        "attribution": attributed,
        "contribution": contributions(model, clean, query),
        "effect": effects(replay, target),
    }
    plain = np.asarray(tokens.plain) & (np.arange(len(tokens)) <= query)
    other = plain & (np.arange(len(tokens)) != query)
    return {way: np.where(other if way in OF_PLACES else plain, x, -np.inf) for way, x in found.items()}


def heads(model: Model) -> list[tuple[Site, int]]:
    """Every head, in the order of the tables."""
    return [(site, head) for site in model.sites for head in range(model.heads(site))]


def weights(run: Trace) -> Float[np.ndarray, "head query key"]:
    """Where each head looked."""
    return np.stack([run.map(site, head).weight for site, head in heads(run.model)])


def layered(run: Trace) -> Float[np.ndarray, "layer head query key"]:
    """The same, layer by layer."""
    every = weights(run)
    return every.reshape(len(run.model.sites), -1, *every.shape[1:])


def rollout(weight: Float[np.ndarray, "layer head query key"]) -> Float[np.ndarray, "query key"]:
    """Whose text each place's is, if attention and the residual stream shared it half and half and heads were alike.

    Source: Abnar & Zuidema 2020, section 3.
    """
    own = np.eye(weight.shape[-1])
    made = own
    for layer in weight.mean(axis=1):
        made = (layer + own) / 2 @ made
    return made


def contributions(model: Model, run: Trace, query: int) -> Table:
    """Weight times the length of what the key hands over, projected. Source: Kobayashi et al. 2020."""
    made = []
    for site, head in heads(model):
        map = run.map(site, head)
        made.append(map.weight[query] * np.linalg.norm(model.project(site, head, map.value), axis=-1))
    return np.stack(made)


def effects(replay: Replay, target: Difference) -> Table:
    """How far the target falls when that key alone is cut in that head: exact; what rounding could do is 0."""
    edges = [(site, head, key) for site, head in heads(replay.model) for key in range(target.position + 1)]
    cuts = [[Cut(site, head, target.position, key)] for site, head, key in edges]
    harm = -replay.changes(cuts, [target]).change[:, 0]
    harm[np.abs(harm) < 64 * np.finfo(float).eps * np.abs(replay.clean.logits).max()] = 0
    made = np.full((len(heads(replay.model)), len(replay.tokens)), 0.0)
    made[:, : target.position + 1] = harm.reshape(len(made), -1)
    return made


def gradients(model: Model, tokens: Tokens, target: Difference) -> tuple[Places, Table]:
    """By one pass back from the target: gradient times each place's own symbol as the model reads it, summed over its
    width; and gradient times weight, for each key that the target's query looked at.

    Source: Shrikumar et al. 2017; Kramar et al. 2024 (attribution patching of an attention weight to 0).
    """
    import torch

    kept: dict[Site, Any] = {}
    symbols, run = forward(model, tokens, partial(_attend, kept))
    row = run[target.position]
    (row[target.symbol] - row[target.rival]).backward()
    places = (symbols.grad * symbols).sum(dim=-1)
    edges = torch.cat([(kept[site].grad * kept[site])[:, target.position] for site in model.sites])
    return places.detach().numpy(), edges.detach().numpy()


def forward(model: Model, tokens: Tokens, attend: Attend) -> tuple[Any, Any]:
    """The symbols of a text, place by place, as the model reads them before anything else; and the logits, in torch."""
    import torch

    match model:
        case Small():
            parameters = {name: torch.tensor(x) for name, x in model.parameters.items()}
            symbols = parameters["symbol"][list(tokens.ids)].requires_grad_()
            # each place is given a symbol of its own, so that each has its own gradient
            return symbols, logits(parameters | {"symbol": symbols}, model.shape, torch.arange(len(tokens)), attend)
        case Handmade():
            x = torch.tensor(one_hot(np.asarray(tokens.ids)))
            symbols = x[:, :SYMBOLS].clone().requires_grad_()
            x = torch.cat([symbols, x[:, SYMBOLS:]], dim=-1)
            q, k, v = (
                torch.stack([x @ torch.tensor(getattr(head, name)) for head in model.parts]) for name in ("q", "k", "v")
            )
            output: Any = attend(model.sites[0], Call(q, k, v, scale=1.0, mask=causal(len(tokens), like=x)))
            said = output.sum(dim=-3) + model.residual * symbols
            return symbols, said if model.cap is None else said.clamp(max=model.cap)


def _attend(kept: dict[Site, Any], site: Site, call: Call) -> Any:
    return call.mix(partial(_keep, kept, site))


def _keep(kept: dict[Site, Any], site: Site, stage: Stage, x: Any) -> Any:
    if stage == "weight":
        x.retain_grad()
        kept[site] = x
    return x
