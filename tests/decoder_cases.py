"""What the library makes of texts that the browser's decoder is held to; run this file to write them.

attnlab is imported inside only: the shape checks are switched on after this file may have been read.
"""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np

CASES = Path(__file__).parents[1] / "web" / "decoder.cases.json"
SIZES = {"symbols": 6, "layers": 2, "heads": 2, "width": 8, "context": 7, "hidden": 12}
A_DECODER = 8  # cases of each
WHOLE = 2  # of these, so many are kept with every stage; they are short
KINDS = (
    "cut", "drop", "lift", "rescale", "flatten", "hide", "unmask", "swap", "swap-text", "swap-mean", "swap-zero",
    "patch", "patch-place", "ablate", "ablate-mean", "feed", "feed-mean", "feed-text",
)  # fmt: skip
VIEWS: tuple[dict[str, Any], ...] = (
    {"model": "names", "text": "anna", "head": "0.2", "query": 3, "key": 1, "edits": []},
    {"model": "names", "text": "anton", "head": "0.3", "query": 4, "key": 2,
     "edits": ["cut 0.3:4>2", "lift 0.3:4>1+1.5", "ablate 0.1"]},
    {"model": "names", "text": "maria", "head": "0.0", "query": 2, "key": 4,
     "edits": ["unmask 0.0:2>4", "drop 0.0:2>1", "swap 0.0:2=zero"]},
    {"model": "names-ru", "text": "анна", "head": "0.1", "query": 4, "key": 4, "edits": ["cut 0.1:4>0", "flatten 0.1"]},
    {"model": "names-latin", "text": "mõõda", "head": "0.3", "query": 0, "key": 3, "edits": ["rescale 0.3:2x3"]},
    {"model": "names-untrained", "text": "jo", "head": "0.0", "query": 1, "key": 0, "edits": []},
    {"model": "drawn", "text": "abcde", "head": "1.1", "query": 4, "key": 2,
     "edits": ["cut 0.0:4>2", "patch 1.1.k@edcba", "ablate 0.ff:2"]},
    {"model": "drawn", "text": "ab", "head": "0.1", "query": 2, "key": 0, "edits": ["ablate 0.1=mean"]},
)  # fmt: skip
FAULTS: tuple[tuple[str, str, list[str]], ...] = (
    ("names", "", []), ("names", "anna1", []), ("names", "Anna", []), ("names", "ANNA1", []), ("names", "an na", []),
    ("names", "a😀ё", []), ("names-ru", "Anna", []), ("names-ru", "Ёжик", []), ("names", "a" * 16, []),
    ("names", "START", []), ("names", " ", []), ("drawn", "abcabca", []),
    *(("names", "anna", edits) for edits in (
        ["cut 0.9:4>2"], ["cut 3.0:2>1"], ["ablate encoder.0.1"], ["ablate 5.ff"], ["cut 0.0:9>1"], ["cut 0.0:4>5"],
        ["swap 0.0:1=7"], ["flatten 0.0:77"], ["cut 0.0:1>3"], ["drop 0.2:0>4"], ["lift 0.0:1>3+1.0"],
        ["unmask 0.0:3>1"], ["cut 0.0:0>0"], ["cut 0.2:1>0", "cut 0.2:1>1"], ["rescale 0.0x0"], ["twist 0.0"], [""],
        ["cut 0.0"], ["swap 0.0:1@annamaria"], ["swap 0.0:1@An"], ["patch 0.0@xx!x"], ["ablate 0.0", "cut x.0:1>0"],
        ["lift 0.1:3>1+1e308", "lift 0.1:3>1+1e308"],
    )),
)  # fmt: skip


def models() -> dict[str, Any]:
    """The decoders of the lessons, and one of two layers in float64."""
    from attnlab.lessons.decoders import EMBEDDED, untrained
    from attnlab.models import load
    from attnlab.models.small import Shape, Small, draw
    from attnlab.tokens import Alphabet

    shape = Shape(**SIZES)
    drawn = Small("drawn", shape, Alphabet(tuple("abcde")), draw(shape, std=0.6, seed=5))
    return {name: load(name) for name in EMBEDDED} | {"names-untrained": untrained(), "drawn": drawn}


def case(model: Any, text: str, edits: list[str], heads: list[str] | None = None) -> dict[str, Any]:
    """One text under edits: of some heads score, weight and output, or every stage of the whole run."""
    from attnlab.probe import Site

    heard, states, logits = hear(model, text, edits)
    whole = heads is None
    places = range(len(logits)) if whole else [len(logits) - 1]
    probabilities = np.exp(logits - logits.max(-1, keepdims=True))
    probabilities /= probabilities.sum(-1, keepdims=True)
    made = {
        "decoder": model.name, "text": text, "edits": edits, "places": list(places),
        "logits": logits[places].tolist(), "probabilities": probabilities[places].tolist(),
    }  # fmt: skip
    every = [f"{site}.{head}" for site in model.sites for head in range(model.shape.heads)]
    made["heads"] = {}
    for name in every if whole else heads or []:
        site, _, head = name.rpartition(".")
        stages = ("q", "k", "v", "score", "mask", "weight", "output") if whole else ("score", "weight", "output")
        found = {stage: heard[Site.parse(site), stage][int(head)] for stage in stages}
        found |= {"product": found["q"] @ found["k"].T} if whole else {}
        made["heads"][name] = {stage: written(x) for stage, x in found.items()}
    if whole:
        made["layers"] = [{name: x.tolist() for name, x in layer.items()} for layer in layers(model, heard, states)]
    return made


def hear(model: Any, text: str, edits: list[str]) -> tuple[dict, list[np.ndarray], np.ndarray]:
    """Every stage after the edits, what entered each layer and left the last, and the logits."""
    from attnlab.edits import parse, together
    from attnlab.probe import Recorder, bind, chain
    from attnlab.traces import explained, prepared

    tokens, recorder = model.tokens(text), Recorder()
    records = [parse(edit) for edit in edits]
    probe = chain(together(prepared(model, tokens, records)), recorder)
    memory = model._remember(
        tokens, lambda site, call: call.mix(bind(probe, site)), lambda site, x: probe(site, "feed", x)
    )
    assert np.array_equal(memory.logits, explained(model, tokens, records).logits)
    return recorder.heard, [*memory.inner.entered.values(), memory.inner.last], memory.logits


def layers(model: Any, heard: dict, states: list[np.ndarray]) -> list[dict[str, np.ndarray]]:
    """What stands between the heads and the next layer."""
    made = []
    for site, entered, left in zip(model.sites, states[:-1], states[1:], strict=True):
        joined = np.concatenate(list(heard[site, "output"]), axis=-1)
        projected = joined @ model.parameters[f"{site}.join"]
        residual = entered + projected
        normed = residual / np.sqrt((residual**2).mean(-1, keepdims=True) + model.shape.norm_eps)
        hidden = np.maximum(normed @ model.parameters[f"{site}.up"], 0)
        made.append({
            "entered": entered, "joined": joined, "projected": projected, "residual": residual,
            "hidden": hidden if model.name == "drawn" else hidden[-1:], "fed": heard[site, "feed"], "left": left,
        })  # fmt: skip
    return made


def written(x: np.ndarray) -> list:
    """Rows of numbers; what is minus infinity, which JSON has not, becomes null."""
    return [[float(one) if np.isfinite(one) else None for one in row] for row in x]


def drawn(seed: int = 8) -> list[dict[str, Any]]:
    """Random texts of every decoder, one letter and the longest among them, half of them under edits."""
    from attnlab.errors import LabError

    rng, made, turn = np.random.default_rng(seed), [], 0
    for model in models().values():
        most, letters = model.context - 1, model.alphabet.symbols
        lengths = [1, 3, most, *rng.integers(1, most + 1, A_DECODER - 3)]
        for number, length in enumerate(lengths):
            text = "".join(rng.choice(letters, length))
            while True:
                count = 2 if number in (1, 3, 4, 5, 6) else 0
                edits = [edit(rng, KINDS[(turn + one) % len(KINDS)], model, length + 1) for one in range(count)]
                name = f"{rng.integers(model.shape.layers)}.{rng.integers(model.shape.heads)}"
                try:
                    made.append(case(model, text, edits, None if number < WHOLE else [name]))
                    break
                except LabError:  # an edit that this text has no room for
                    continue
            turn += count
    return made


def edit(rng: np.random.Generator, kind: str, model: Any, places: int) -> str:
    """A random edit as it is typed; not every one fits its text."""
    layer, head = int(rng.integers(model.shape.layers)), int(rng.integers(model.shape.heads))
    key, query = sorted(rng.integers(0, places, 2).tolist())
    other = "".join(rng.choice(model.alphabet.symbols, places - 1))
    by, name = round(float(rng.normal(0, 3)), 2) or 1.0, f"{layer}.{head}"
    return {
        "cut": f"cut {name}:{query}>{key}",
        "drop": f"drop {name}:{query}>{key}",
        "lift": f"lift {name}:{query}>{key}{by:+}",
        "rescale": f"rescale {name}:{query}x{abs(by)}",
        "flatten": f"flatten {name}{f':{query}' * int(rng.integers(2))}",
        "hide": f"hide {name}:{key}",
        "unmask": f"unmask {name}:{key}>{query}",
        "swap": f"swap {name}:{key}={query}",
        "swap-text": f"swap {name}:{key}@{other}",
        "swap-mean": f"swap {name}:{key}=mean",
        "swap-zero": f"swap {name}:{key}=zero",
        "patch": f"patch {name}{rng.choice(['', '.q', '.k', '.v'])}@{other}",
        "patch-place": f"patch {name}{rng.choice(['', '.q', '.k', '.v'])}:{key}@{other}",
        "ablate": f"ablate {name}",
        "ablate-mean": f"ablate {name}=mean",
        "feed": f"ablate {layer}.ff",
        "feed-mean": f"ablate {layer}.ff:{key}=mean",
        "feed-text": f"patch {layer}.ff:{key}@{other}",
    }[kind]


def views() -> list[dict[str, Any]]:
    """What the desk says for pictures."""
    from attnlab import lab
    from attnlab.beams import beams

    every, made = models(), []
    for asked in VIEWS:
        model, text, edits = every[asked["model"]], asked["text"], asked["edits"]
        seen = lab.look(model, text, asked["head"], asked["query"], edits)
        made.append({
            **asked,
            "beams": asdict(beams(model, text, asked["head"], asked["query"], edits, asked["key"])),
            "look": {name: asdict(seen)[name] for name in ("pieces", "heads", "map", "row", "target", "next")},
        })  # fmt: skip
    return made


def faults() -> list[dict[str, Any]]:
    """What is refused, by the sentence that says why and its facts; lists as a sentence writes them."""
    from attnlab.errors import LabError
    from attnlab.traces import trace

    every, made = models(), []
    for name, text, edits in FAULTS:
        try:
            with np.errstate(over="ignore"):
                trace(every[name], text, edits)
        except LabError as fault:
            facts = {
                fact: x if isinstance(x, int) else ", ".join(x) if isinstance(x, list) else str(x)
                for fact, x in fault.facts.items()
            }
            made.append({"decoder": name, "text": text, "edits": edits, "id": fault.message, "facts": facts})
        else:
            raise AssertionError(f"{text!r} with {edits} was not refused")
    return made


def cases() -> dict[str, Any]:
    """All that the file holds."""
    from attnlab.lessons.decoders import decoder_record

    records = [decoder_record(model) for model in models().values()]
    return {"decoders": records, "drawn": drawn(), "views": views(), "faults": faults()}


if __name__ == "__main__":
    said = json.dumps(cases(), ensure_ascii=False, separators=(",", ":"))
    CASES.write_text(said.replace("},{", "},\n{") + "\n", encoding="utf-8")
