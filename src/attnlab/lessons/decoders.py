"""The decoders that a lesson's page holds: weights and alphabet as plain data, which `web/decoder.ts` runs."""

import json
from base64 import b64encode
from typing import Any

import numpy as np

from attnlab.arrays import to_numpy
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.models.small import Small, draw
from attnlab.recipes import plan

EMBEDDED = ("names", "names-ru", "names-latin")
EXAMPLES = {"names": "anna", "names-ru": "анна", "names-latin": "anna", "names-untrained": "anna"}
SIZES = ("symbols", "layers", "heads", "width", "context", "hidden")


def decoder_record(model: Any) -> dict[str, Any]:
    """A decoder as plain JSON values; its weights are base64 of little-endian floats, row after row.

    They are float32 where that loses nothing, as in every file that `Small.save` wrote, and float64 otherwise.
    Raises LabError for a model of another kind or shape than the page can run: pre-norm with RMSNorm, ReLU, learned
    positions, nothing tied, shared or biased, at least one layer, and texts of letters behind a START.
    """
    if not isinstance(model, Small):
        raise LabError("decoder-not-small", model=str(getattr(model, "name", model)))
    if strange := _strange(model):
        raise LabError("decoder-shape", model=model.name, strange=strange)
    weights = {name: to_numpy(model.parameters[name]) for name in model.shape.parameters()}
    kind = "float32" if all(np.array_equal(x, x.astype(np.float32)) for x in weights.values()) else "float64"
    return {
        "name": model.name,
        "letters": list(model.alphabet.symbols),
        "start": model.alphabet.start,
        "shape": {name: getattr(model.shape, name) for name in SIZES},
        "eps": model.shape.norm_eps,
        "type": kind,
        "weights": {name: _packed(x, kind) for name, x in weights.items()},
        "example": EXAMPLES.get(model.name, model.example().text),
    }


def untrained() -> Small:
    """`names` before its first step of training: the weights that its recipe's seed draws."""
    names, recipe = load("names"), plan("names").recipe
    assert isinstance(names, Small)
    drawn = draw(names.shape, std=recipe.std, seed=recipe.seed)
    # training begins in float32
    weights = {name: x.astype(np.float32).astype(np.float64) for name, x in drawn.items()}
    return Small("names-untrained", names.shape, names.alphabet, weights)


def decoders() -> list[dict[str, Any]]:
    """The decoders of every lesson: first names in English, Russian and Latin letters, and the English untrained."""
    return [decoder_record(model) for model in (*(load(name) for name in EMBEDDED), untrained())]


def decoders_script() -> str:
    """`decoders.js`: a classic script that puts the decoders on a page; plain ASCII, 126 kB."""
    return f"globalThis.attnlabDecoders = {json.dumps(decoders())};\n"


def _strange(model: Small) -> list[str]:
    """What the page cannot run, as it is typed when a model is trained."""
    shape = model.shape.record()  # beside the sizes, only what is not as in `names`
    found = [f"{name}={shape[name]}" for name in shape if name not in (*SIZES, "norm_eps", "key_heads")]
    if model.shape.shared_heads != model.shape.heads:
        found.append(f"key_heads={model.shape.key_heads}")
    found += [f"{name}=0" for name in ("layers", "hidden") if not getattr(model.shape, name)]
    found += ['between=" "'] if model.alphabet.between else []
    found += [] if model.alphabet.start else ['start=""']
    return found


def _packed(x: np.ndarray, kind: str) -> str:
    return b64encode(np.ascontiguousarray(x, dtype="<f4" if kind == "float32" else "<f8").tobytes()).decode("ascii")
