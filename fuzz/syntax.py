"""What a person types where an edit, a target, a head or a site is wanted: read, or refused in words."""

import json
from typing import Any

from hypothesis import strategies as st

from attnlab import LabError, edits, lab
from attnlab.edits import FORMS, Edit, Replace, from_record, parse_any, to_record
from attnlab.probe import Site
from attnlab.recipes import read_sizes
from attnlab.targets import choose
from attnlab.traces import trace
from fuzz.draws import altered, changed, odd_texts, values
from fuzz.edits import opened, refused
from fuzz.targets import Target, saying

WORDS = (
    *FORMS.values(),
    "cut", "drop ", "lift ", "0", "0.3", "encoder.0.3", "cross.1.0", ":", ">", "-", "=", "@", "x", "/", "*", "+1.5",
    "-0", "e5", "1e999", ".5",
    "5.", "mean", "zero", "ff", ".v", '"', "\\u0000", "replace ", "encoder.", "00", "٣", "²", "1_0", "0x1", "nan",
    "inf", " ", "\t", "\u00a0",
)  # fmt: skip
WISHES = (
    "top",
    "kl",
    "a",
    "a/b",
    "p(a)",
    "a|b|c",
    "loss",
    "loss(2-5)",
    "loss(0-99)",
    "START",
    "START/a",
    "/",
    "|",
    "p()",
    "a/",
    "p(p(a))",
)


@st.composite
def proper(draw: st.DrawFn) -> str:
    """Something that has the form of an edit, of a target, a head or a setting."""
    kind = draw(st.sampled_from(sorted(edits._FORMS)))
    edit = st.from_regex(edits._FORMS[kind], fullmatch=True).map(lambda rest: f"{kind} {rest}")
    heads = st.sampled_from(
        ("0.0", "0.3", "0.9", "decoder.0.1", " 0.2", "0", "encoder.0", "cross.1", "layers=2", "tied=True", "width=0")
    )
    return draw(st.one_of(edit, edit, edit, st.sampled_from(WISHES), heads))


def attempt(data: st.DataObject) -> str:
    what = data.draw(st.sampled_from(("edit", "edit", "edit", "record", "target", "head", "site", "sizes", "language")))
    pieces = st.lists(st.sampled_from(WORDS) | odd_texts(2), max_size=8).map("".join)
    form = st.sampled_from(tuple(FORMS.values()))
    typed = data.draw(
        proper()
        if data.draw(st.integers(0, 2))
        else form.flatmap(lambda one: altered(one, WORDS)) | pieces | odd_texts(),
        "typed",
    )
    try:
        with saying(what, repr(typed[:300])):
            return {
                "edit": read_edit, "target": read_target, "head": read_head, "site": read_site, "sizes": sizes,
                "language": lambda text: lab.language(text) and "read",
            }.get(what, lambda text: read_record(data))(typed)  # fmt: skip
    except LabError as fault:
        return refused(fault)


def read_edit(typed: str) -> str:
    """What is read says itself so that it is read again."""
    edit = parse_any(typed)
    assert isinstance(edit, Edit | Replace)
    assert parse_any(str(edit)) == edit, (str(edit), edit)
    if not isinstance(edit, Replace):
        assert from_record(json.loads(json.dumps(to_record(edit)))) == edit
    return "read"


def read_record(data: st.DataObject) -> str:
    edit = parse_any(data.draw(st.sampled_from([form for name, form in FORMS.items() if name != "replace"])))
    record = data.draw(changed(to_record(edit)) | st.dictionaries(st.sampled_from(("edit", "site", "head")), values()))
    with saying("record", repr(record)[:300]):
        if not isinstance(record, dict):
            return "no record"
        found = from_record(record)
        assert parse_any(str(found)) == found
    return "read"


def read_target(typed: str) -> str:
    model = opened("names")
    made = trace(model, "anna")
    target = choose(model, made.tokens, made.logits, typed)
    value = target(made.logits)
    assert value == value and abs(value) < 1e9, value
    assert target.name(model)
    return "read"


def read_head(typed: str) -> str:
    site, head = lab.parse_head(opened("names"), typed)
    assert (str(site), head) == ("0", head) and 0 <= head < 4
    return "read"


def read_site(typed: str) -> str:
    site = Site.parse(typed)
    assert Site.parse(str(site)) == site
    return "read"


def sizes(typed: str) -> str:
    made: dict[str, Any] = read_sizes([typed])
    assert made or not typed
    return "read"


TARGET = Target(
    "syntax", "what is typed or sent where an edit, a target, a head or a site is wanted", attempt, ("read", "refused"),
    short=40,
)  # fmt: skip
