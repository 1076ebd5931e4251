"""How a size is said, for the terminal and the page alike: numbers, names of parts, sentences; presets for the page."""

from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any

from attnlab.configurations import FAMILIES, Unread, read_config, read_record, size
from attnlab.errors import LabError
from attnlab.models import EMBEDDED, load
from attnlab.sizes import (
    NORMS,
    OFTEN,
    POSITIONS,
    Configuration,
    LeftOut,
    Size,
    Work,
    bytes_of,
    cached_numbers,
    map_bytes,
    text_work,
)
from attnlab.words import Language, number, say

# Parts of a model that have a name in every language; those of a family that was built keep its own.
PART_NAMES = frozenset({
    "embedding", "positions", "query", "key", "value", "join", "up", "gate", "down", "router", "norms", "biases",
    "next", "head-norms", "sinks", "segments", "pooler", "head",
})  # fmt: skip
SCALES = (("quintillion", 18), ("quadrillion", 15), ("trillion", 12), ("billion", 9), ("million", 6))
BYTES = (("tib", 40), ("gib", 30), ("mib", 20), ("kib", 10), ("b", 0))


def about(count: int, lang: Language, sign: bool = False) -> str:
    """A count to three digits, as `6.97 billion`; below a million every digit."""
    plus = "+" if sign and count > 0 else ""
    if abs(count) < 10**6:
        return plus + number(count, lang, 0)
    if abs(count) >= 10**21:
        return plus + f"{count:.2e}"
    # what rounds up to a thousand of one scale is one of the next
    rounded = round(count, 3 - len(str(abs(count))))
    name, power = next(one for one in SCALES if abs(rounded) >= 10 ** one[1])
    digits = 2 - (len(str(abs(rounded))) - 1 - power)
    return plus + say(f"size-{name}", lang, x=number(rounded / 10**power, lang, digits))


def in_bytes(count: int, lang: Language) -> str:
    """Bytes as `16.0 MiB`: 1 KiB is 1,024 bytes."""
    name, power = next(one for one in BYTES if count >= 2 ** one[1] or not one[1])
    return say(f"size-{name}", lang, x=number(count / 2**power, lang, 1 if power else 0))


def part_name(name: str, lang: Language) -> str:
    """A part's name in words; a family's own part keeps its own."""
    return say(f"size-part-{name}", lang) if name in PART_NAMES else name


def left_name(one: LeftOut, lang: Language) -> str:
    """The name of something that the estimate leaves out."""
    own = one.name not in PART_NAMES or one.name in ("positions", "norms", "biases")
    return say(f"size-{'left' if own else 'part'}-{one.name}", lang)


def example(one: LeftOut, made: Size, lang: Language) -> str:
    """What the figure of something absent is an example of; empty where it is there."""
    if one.would is None:
        return ""
    facts = {"length": made.length} if one.name == "positions" else {}
    return say(f"size-would-{one.name}", lang, **facts)


def title(made: Size, lang: Language) -> str:
    """A size in one line."""
    facts = {
        "about": about(made.parameters, lang),
        "layers": made.layers,
        "width": made.width,
        "vocabulary": made.vocabulary,
    }
    return (
        say("size-title-named", lang, name=made.name, **facts) if made.name else say("size-title-shape", lang, **facts)
    )


def sentences(made: Size, lang: Language) -> list[str]:
    """What the estimate is, what one piece meets, and how the parts were counted."""
    config = made.configuration
    told = [say(
        "size-estimate", lang, layers=made.layers, width=made.width, vocabulary=made.vocabulary,
        estimate=about(made.estimate, lang),
    )]  # fmt: skip
    if config is not None and config.query_width == config.key_width == config.width:
        told.append(say("size-heads-free", lang, count=4 * config.width**2))
    if config is not None and config.experts:
        told.append(say(
            "size-used", lang, used=made.used, about=about(made.used, lang), experts=config.experts_used,
            all=config.experts,
        ))  # fmt: skip
    if made.source == "read":
        told.append(say("size-read", lang, kind=made.counted_as))
    elif made.source == "weights":
        told.append(say("size-weights", lang))
    elif made.source == "built":
        told.append(say("size-built", lang, kind=made.counted_as))
    if config is None:
        told.append(say("size-block-unknown", lang))
    return told


def work_sentences(made: Size, lang: Language) -> list[str]:
    """Where attention overtakes its projections, what windows leave, and what saying a text costs."""
    config, at = made.configuration, made.crossing
    assert config is not None and at is not None
    shared = config.query_width == config.key_width == config.width
    at = round(at) if at == round(at) else at
    if shared:
        said = [say("size-crossing", lang, crossing=at)]
    else:
        said = [say("size-crossing-grouped", lang, crossing=at, query=config.query_width, key=config.key_width)]
    if config.window is not None and config.windowed_layers:
        said.append(say("size-windows", lang, count=config.windowed_layers, window=config.window))
    cached, bare = made.generation(cache=True), made.generation(cache=False)
    if cached is not None and bare is not None:
        said.append(
            say("size-generation", lang, length=made.length, cached=about(cached, lang), bare=about(bare, lang))
        )
    return said


# --- what the page is shown -------------------------------------------------------------------------------------------

PLAIN = "plain"
PASTED = "pasted"


@dataclass(frozen=True)
class PresetView:
    """A configuration to begin with."""

    name: str
    layers: int
    width: int


@dataclass(frozen=True)
class PresetsView:
    """Families with the sizes that transformers takes where a file is silent, and attnlab's own models."""

    families: tuple[PresetView, ...]
    own: tuple[PresetView, ...]
    uncounted: tuple[str, ...]
    """Of attnlab's own models those that no configuration here describes."""


@dataclass(frozen=True)
class PartView:
    """One part of a model."""

    name: str
    label: str
    parameters: int
    written: str
    estimate: str
    difference: str


@dataclass(frozen=True)
class LeftView:
    """One thing that the estimate leaves out."""

    label: str
    here: str
    would: str
    example: str


@dataclass(frozen=True)
class CostView:
    """A number of bytes or multiply-adds, and how it is written."""

    name: str
    label: str
    value: int
    written: str


@dataclass(frozen=True)
class GrowthView:
    """What a text of so many pieces takes."""

    length: int
    cache: int
    one_map: int
    all_maps: int
    attention: int
    projections: int


@dataclass(frozen=True)
class FieldsView:
    """The sizes as they are counted, what was left open filled in."""

    layers: int
    width: int
    vocabulary: int
    heads: int | None
    key_heads: int | None
    head_dim: int
    hidden: int
    gated: bool
    biases: tuple[str, ...]
    norm: str
    positions: str
    context: int
    tied: bool
    experts: int
    experts_used: int
    window: int | None
    windowed_layers: int
    dense_layers: int
    encoder_layers: int


@dataclass(frozen=True)
class SizeView:
    """What a configuration costs; numbers are whole, and written in the asked language."""

    title: str
    parameters: str
    about: str
    estimate: str
    difference: str
    parts: tuple[PartView, ...]
    left_out: tuple[LeftView, ...]
    memory: tuple[CostView, ...]
    text: tuple[CostView, ...]
    next: tuple[CostView, ...]
    text_total: str
    next_total: str
    sentences: tuple[str, ...]
    work_sentences: tuple[str, ...]
    fields: FieldsView
    extras: bool
    """True where it has parts that no field describes: they stay as they are when others change."""
    length: int
    batch: int
    dtype: str
    cache_dtype: str
    growth: tuple[GrowthView, ...]


@cache
def presets() -> PresetsView:
    """What a size may begin with; nothing of it is fetched."""
    families = ((name, base_configuration(name)) for name in FAMILIES)
    own = [(name, size(load(name)).configuration) for name in EMBEDDED]
    return PresetsView(
        tuple(PresetView(name, c.stacked, c.width) for name, c in families),
        tuple(PresetView(name, c.stacked, c.width) for name, c in own if c is not None),
        tuple(name for name, c in own if c is None),
    )


def base_configuration(name: str, text: str = "") -> Configuration:
    """The configuration of a preset, or of a config.json given as text. Raises LabError for one that cannot be read."""
    if name == PLAIN:
        return Configuration(32, 4096, 128_000)
    if name == PASTED:
        return _pasted(text)
    if name in FAMILIES:
        return read_config({"model_type": name})[0]
    found = size(load(name)).configuration if name in EMBEDDED else None
    if found is None:
        raise LabError("size-preset-unknown", name=name, names=[PLAIN, *(one.name for one in presets().families)])
    return found


def _pasted(text: str) -> Configuration:
    record = read_record(text, "config.json")
    try:
        return read_config(record)[0]
    except Unread as unknown:
        facts = {"family": str(record["model_type"]), "families": sorted(FAMILIES)}
        if str(unknown) == facts["family"]:
            raise LabError("size-pasted-family", **facts) from None
        raise LabError("size-pasted-unread", unknown=str(unknown), **facts) from None


# Sentences that name an option of the command line: the page's own, the fact in it that names a field, and the field.
ON_PAGE = {
    "size-heads-missing": ("size-page-heads-missing", "heads", "heads"),
    "size-experts-unused": ("size-page-experts-unused", "name", "experts_used"),
    "size-context-missing": ("size-page-context-missing", "name", "context"),
    "size-length-beyond-context": ("size-page-length-beyond", "name", "length"),
}
LABELLED = frozenset({
    "layers", "width", "vocabulary", "heads", "key_heads", "head_dim", "hidden", "context", "experts", "experts_used",
    "length", "batch", "norm", "positions", "biases",
})  # fmt: skip


def on_page(fault: LabError, lang: Language) -> LabError:
    """A fault in the page's words: the labels of its fields instead of the names of the library and the terminal."""
    facts = {name: on_page(fact, lang) if isinstance(fact, LabError) else fact for name, fact in fault.facts.items()}
    message, name = fault.message, str(facts.get("name"))
    if message != "size-config-value" and name in LABELLED:  # there it is the file's own name
        facts["name"] = field_label(name, lang)
    if message in ON_PAGE:
        message, fact, field = ON_PAGE[message]
        facts[fact] = field_label(field, lang)
    return LabError(message, **facts)


def field_label(name: str, lang: Language) -> str:
    """What stands beside a field of the page, in quotes."""
    return say("size-page-quoted", lang, label=say(f"size-page-field-{name.replace('_', '-')}", lang))


def changed_configuration(config: Configuration, changes: dict[str, Any]) -> Configuration:
    """A configuration with other sizes. Raises LabError for a field it does not have and for sizes that do not fit."""
    known = {one.name: one.default for one in fields(config) if one.name != "extras"}
    if unknown := [name for name in changes if name not in known]:
        raise LabError("size-field-unknown", found=unknown, fields=sorted(known))
    made = {name: tuple(value) if isinstance(value, list) else value for name, value in changes.items()}
    for name, value in made.items():
        default = known[name]
        kind = type(default) if isinstance(default, bool | str | tuple) else int
        if type(value) is kind or (value is None and default is None):
            continue
        if kind is int:
            raise LabError("size-number-too-small", name=name, found=str(value), least=1)
        choices = {bool: ["true", "false"], tuple: ["[]"], str: list(NORMS if name == "norm" else POSITIONS)}[kind]
        raise LabError("size-choice-unknown", name=name, found=str(value), choices=choices)
    return replace(config, **made)


def size_view(made: Size, lang: Language) -> SizeView:
    """A size with all that `attnlab size` prints."""
    c = made.configuration
    assert c is not None

    def signed(count: int) -> str:
        return ("+" if count > 0 else "") + number(count, lang, 0)

    known = [part for part in made.parts if part.parameters or part.estimate]
    text, after = made.text, made.next
    return SizeView(
        title(made, lang), number(made.parameters, lang, 0), about(made.parameters, lang),
        number(made.estimate, lang, 0), signed(made.parameters - made.estimate),
        tuple(PartView(one.name, part_name(one.name, lang), one.parameters, number(one.parameters, lang, 0),
                       number(one.estimate, lang, 0), signed(one.parameters - one.estimate)) for one in known),
        tuple(LeftView(left_name(one, lang), about(one.adds, lang, sign=True) if one.adds else "",
                       "" if one.would is None else about(one.would, lang, sign=True), example(one, made, lang))
              for one in made.left_out),
        _memory(made, lang), _works(text, lang), _works(after, lang),
        "" if text is None else about(text.total, lang), "" if after is None else about(after.total, lang),
        tuple(sentences(made, lang)), tuple(work_sentences(made, lang)), _fields(c), bool(c.extras),
        made.length, made.batch, made.dtype, made.cache_dtype, _growth(made, c),
    )  # fmt: skip


def _memory(made: Size, lang: Language) -> tuple[CostView, ...]:
    kept = (
        ("weights", say("size-weights-of", lang, dtype=made.dtype), made.weight_bytes),
        ("cache", say("size-cache-of", lang, dtype=made.cache_dtype, batch=made.batch), made.cache_bytes),
        ("map", say("size-map-of", lang), made.map_bytes),
        ("maps", say("size-maps-of", lang), made.all_map_bytes),
    )
    there = ((name, label, count) for name, label, count in kept if count is not None)
    return tuple(CostView(name, label, count, in_bytes(count, lang)) for name, label, count in there)


def _works(work: Work | None, lang: Language) -> tuple[CostView, ...]:
    if work is None:
        return ()
    kinds = ("projections", "attention", "feed_forward", "output")
    return tuple(
        CostView(kind, say(f"size-work-{kind.replace('_', '-')}", lang), getattr(work, kind),
                 about(getattr(work, kind), lang))
        for kind in kinds
    )  # fmt: skip


def _fields(c: Configuration) -> FieldsView:
    return FieldsView(
        c.layers, c.width, c.vocabulary, c.heads, c.key_heads or c.heads, c.dim, c.inner, c.gated, c.biases, c.norm,
        c.positions, c.context, c.tied, c.experts, c.experts_used, c.window, c.windowed_layers, c.dense_layers,
        c.encoder_layers,
    )  # fmt: skip


def _growth(made: Size, c: Configuration) -> tuple[GrowthView, ...]:
    """Powers of two up to the longest text that is spoken of; a learned table ends where it ends."""
    most = c.context if c.positions == "learned" and c.context else max(131_072, min(c.context, 2**24), OFTEN)
    lengths = [2**power for power in range(0 if most < 256 else 4, 25) if 2**power <= most]
    return tuple(
        GrowthView(
            n, bytes_of(made.batch * cached_numbers(c, n), made.cache_dtype), map_bytes(n),
            map_bytes(n, (c.heads or 1) * c.stacked), (work := text_work(c, n)).attention, work.projections,
        )
        for n in lengths
    )  # fmt: skip
