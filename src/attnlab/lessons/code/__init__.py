"""What the page of the code computes for its text: sizes, and how far Python's two forms are apart."""

from typing import Any

import numpy as np

from attnlab.models import load
from attnlab.models.plain import run
from attnlab.models.small import Small
from attnlab.probe import Recorder, bind

MODEL, TEXT = "names", "anna"
STAGES = ("q", "k", "v", "score", "weight", "output")


def figures() -> dict[str, Any]:
    """Sizes of the model, the largest difference between the forms over every stage, and one weight to look up."""
    model = load(MODEL)
    assert isinstance(model, Small)
    shape, ids = model.shape, model.tokens(TEXT).ids
    steps = plainly(model, ids)
    return {
        "text": TEXT,
        "symbols": shape.symbols,
        "width": shape.width,
        "heads": shape.heads,
        "hidden": shape.hidden,
        "apart": apart(model, steps),
        "first": steps[-1][1][0]["weight"][0],
    }


def plainly(model: Any, ids: Any) -> list[Any]:
    """The plain form of a small decoder on some symbols: logits and stages at each."""
    weights = {name: x.tolist() for name, x in model.parameters.items()}
    return run(weights, model.shape.heads, model.shape.layers, model.shape.norm_eps, [int(one) for one in ids])


def apart(model: Any, steps: list[Any], text: str = TEXT) -> float:
    """The largest difference between the plain form and the fast one, over all stages, heads, positions and logits."""
    recorder = Recorder()
    logits = model.run(model.tokens(text), lambda site, call: call.mix(bind(recorder, site)))
    heard = {(site.layer, stage): x for (site, stage), x in recorder.heard.items()}
    far = [float(np.abs(logits - np.array([one for one, _ in steps])).max())]
    for place, (_, stages) in enumerate(steps):
        for one in stages:
            for stage in STAGES:
                fast = heard[one["layer"], stage][one["head"]][place]
                far.append(float(np.abs(fast[: len(one[stage])] - np.array(one[stage])).max()))
    return max(far)
