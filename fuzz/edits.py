"""Any edits, in any order, on any of our models: refused in words, or every law of a row still holds."""

import json
import math
from dataclasses import fields
from functools import cache
from typing import Any

import numpy as np
from hypothesis import strategies as st

from attnlab import LabError, effect, key_effects, load, trace
from attnlab.edits import KINDS, Drop, Edit, Lift, from_record, parse, parse_any, to_record
from attnlab.model import Model
from attnlab.probe import Site
from attnlab.traces import Trace, explained
from fuzz.draws import numbers, odd_texts
from fuzz.targets import Target, saying

NAMES = ("names", "names-ru", "agreement", "last-of-two", "grammar-et", "numbers-ru", "previous", "decoy", "backup")


@cache
def opened(name: str) -> Model:
    return load(name)


def texts(model: Any) -> st.SearchStrategy[str]:
    """What a model can read: of words its own example, of letters any few of those that stand there."""
    whole = example(model)
    if hasattr(model, "alphabet") and model.alphabet.between:
        return st.just(whole)
    return st.text(st.sampled_from(sorted(set(whole))), min_size=2, max_size=8)


def example(model: Any) -> str:
    """A text that the model reads, as a person types it."""
    given = model.example() if hasattr(model, "example") else "abcd"
    if isinstance(given, str):
        return given
    return given.text if given.source is None else f"{given.source.text} => {given.text}"


@st.composite
def settings(
    draw: st.DrawFn, sites: tuple[Site, ...], heads: int, places: int, texts: st.SearchStrategy[str]
) -> tuple[str, dict[str, Any]]:
    """The kind of an edit that may fit, and what it is made of: sites, heads and places are mostly there."""
    kind = draw(st.sampled_from(sorted(KINDS)))
    odd = draw(st.integers(0, 5)) == 0  # one that may fit nowhere
    near = st.integers(-2, places + 2) if odd else st.integers(0, places - 1)
    site = draw(st.sampled_from(ELSEWHERE if odd else sites))
    by = st.sampled_from((1.0, 0.5, 2.5, -3.0, 30.0, 700.0, 1e-9)) | st.floats(-4, 4)
    drawn: dict[str, st.SearchStrategy[Any]] = {
        "head": st.integers(-1, 9) if odd else st.integers(0, heads - 1), "query": near, "key": near,
        "place": st.none() | near,
        "by": by | numbers().filter(lambda x: not isinstance(x, bool)) if odd else by, "text": texts,
        "source": st.sampled_from((None, "mean")) | near if odd or kind == "swap" else st.sampled_from((None, "mean")),
        "to": st.sampled_from(("zero", "mean")), "stage": st.sampled_from(("q", "k", "v", "output")),
    }  # fmt: skip
    given: dict[str, Any] = {"site": site}
    for name in FIELDS[kind]:
        if (kind, name) in MAY_LACK and draw(st.booleans()):
            continue
        given[name] = draw(drawn[name])
    if kind in ("swap", "feed") and "text" in given:
        given.pop("source", None)
    if kind in ("cut", "drop", "lift") and not odd and site.kind == "self" and site.stack == "decoder":
        given["query"], given["key"] = sorted((given["query"], given["key"]), reverse=True)  # no future
    return kind, given


FIELDS = {
    name: [one.name for one in fields(kind) if one.compare and one.name != "site"]  # type: ignore[arg-type]
    for name, kind in KINDS.items()
}
MAY_LACK = (("swap", "text"), ("feed", "text"), ("rescale", "query"), ("flatten", "query"))
ELSEWHERE = (Site(7), Site(0, "encoder"), Site(0, kind="cross"))


def attempt(data: st.DataObject) -> str:
    name = data.draw(st.sampled_from(NAMES), "model")
    model = opened(name)
    text = data.draw(texts(model) if data.draw(st.integers(0, 7)) else odd_texts(3), "text")
    try:
        tokens = model.tokens(text)
    except LabError as fault:
        return refused(fault)
    made: list[Edit] = []
    try:
        heads = max(model.heads(one) for one in model.sites)
        for _ in range(data.draw(st.integers(0, 4), "edits")):
            others = st.just(text) if data.draw(st.integers(0, 5)) else odd_texts(2)
            kind, given = data.draw(settings(tuple(model.sites), heads, len(tokens), others))
            made.append(KINDS[kind](**given))
    except LabError as fault:
        return refused(fault)
    clean = trace(model, text)
    for edit in made:
        travels(edit)
    try:
        run = explained(model, tokens, made)
    except LabError as fault:
        refused(fault)
        after = trace(model, text)
        assert np.array_equal(after.logits, clean.logits), "a refused edit left a trace"
        return "refused"
    with saying("edits:", *made):
        laws(run, made)
        found = effect(model, text, made) if made else None
        if found is not None:
            assert math.isfinite(found.before) and math.isfinite(found.after), (found.before, found.after)
            assert 0 <= found.moved <= 1 + 1e-9
            found.table().to_csv()
        assert np.array_equal(trace(model, text).logits, clean.logits), "an undone edit does not restore"
        for edit in made:
            undone(model, tokens, edit, clean)
        one = data.draw(st.sampled_from(model.sites), "site")
        asking, _ = tokens.at(one)
        query = data.draw(st.integers(0, len(asking) - 1), "query")
        try:
            sizes = key_effects(model, text, one, 0, query, "top", edits=made)
            assert not np.isinf(sizes).any(), sizes
        except LabError as fault:
            refused(fault)
    return "edited" if made else "read"


def laws(run: Trace, made: list[Edit]) -> None:
    """Rows sum to 1, or to less where a weight was dropped; nothing is NaN; what is shown can be sent."""
    assert np.isfinite(run.logits).all(), "logits"
    dropped = {(edit.site, edit.head, edit.query) for edit in made if isinstance(edit, Drop)}
    for site in run.model.sites:
        for head in range(run.model.heads(site)):
            map = run.map(site, head)
            assert not np.isnan(map.weight).any() and (map.weight >= 0).all(), (str(site), head)
            assert not np.isnan(map.score).any(), (str(site), head)
            total = map.weight.sum(axis=-1)
            for row in range(len(total)):
                if (site, head, row) in dropped:
                    assert total[row] <= 1 + 1e-9, (str(site), head, row, total[row])
                else:
                    assert abs(total[row] - 1) < 1e-9, (str(site), head, row, total[row])
            assert np.isfinite(map.entropy).all() and np.isfinite(map.output).all(), (str(site), head)
            json.loads(map.to_json(), parse_constant=_never)
    assert np.allclose(run.probabilities.sum(axis=-1), 1)


def _never(name: str) -> None:
    raise AssertionError(f"{name} was sent as JSON")


def undone(model: Model, tokens: Any, edit: Edit, clean: Trace) -> None:
    """A lift and its opposite leave what was there."""
    if isinstance(edit, Lift) and abs(edit.by) < 30:
        back = Lift(edit.site, edit.head, edit.query, edit.key, -edit.by)
        both = explained(model, tokens, [edit, back])
        assert np.allclose(both.logits, clean.logits, atol=1e-9), "a lift and its opposite"


def travels(edit: Edit) -> None:
    """What is typed, and what is sent, comes back as it was; or is refused where nothing could have typed it."""
    with saying("edit:", repr(edit)):
        try:
            assert from_record(json.loads(json.dumps(to_record(edit)))) == edit
        except LabError as fault:
            refused(fault)
            assert strange(edit), f"{edit!r} does not travel: {fault}"
        try:
            assert parse_any(str(edit)) == edit == parse(str(edit))
        except LabError as fault:
            refused(fault)
            assert strange(edit), f"{edit!r} cannot be typed: {fault}"


def strange(edit: Edit) -> bool:
    """True where a place is below 0: that can be made in Python, never typed, and fits no text."""
    places = [getattr(edit, name, None) for name in ("head", "query", "key", "place", "source")]
    return any(isinstance(place, int) and place < 0 for place in places) or getattr(edit, "text", None) == ""


def refused(fault: LabError) -> str:
    """A refusal can be said in every language, and says something."""
    from fuzz.words import told

    told(fault)
    return "refused"


TARGET = Target(
    "edits", "sequences of edits on models, against the laws of a row", attempt, ("edited", "refused"), short=10
)
