"""What is drawn by more than one target: odd texts, odd numbers, and damage done to bytes and to records."""

import copy
import json
import math
from typing import Any

from hypothesis import strategies as st

FAMILIES = (
    "👩‍👩‍👧‍👦", "👨🏿‍🚀", "🏳️‍🌈", "🇪🇪🇷🇺", "1️⃣", "👁️‍🗨️", "שלום", "مرحبا", "‏abc‎", "\u202eabc\u202c", "\u2066x\u2069",
    "é", "e\u0301\u0323\u0308",
    "z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚", "\u0301", "\0", "a\0b", "\ud800", "\udfff", "a\ud83d", "\ud83d\udc69", "\ufeff", "\u2028",
    "\u2029", "\x85", "\x1b[2J",
    "\r", "\n", "\t", "  ", "\u3000", "\u00ad", "ǅ", "ß", "İ", "ﬁ", "ﷺ", "𝔘", "\U0010ffff", "Ж", "õ", "日本語", "हिन्दी",
    "ไทย", "한국어",
    "{ $x }", "{", "%s", "<b>&", "</script>", "$x$", "$$", "\\frac", "[rich]", "[/]", "=>", "START", "[bold", "'\"",
        "`", "../..",
)  # fmt: skip
"""Letters that are more than one, one that is none, and signs that mean something to somebody on the way."""

NUMBERS = (
    0, 1, -1, 2, 255, 2**31, 2**63, -(2**63), 2**64, 10**30, 10**400, -(10**400), 0.0, -0.0, 0.1, 0.5, 1e-320, 5e-324,
    1e308,
    -1e308, math.inf, -math.inf, math.nan, True, False,
)  # fmt: skip


def odd_texts(longest: int = 12) -> st.SearchStrategy[str]:
    """Texts of odd letters, of any letters, and now and then one of them many times over."""
    parts = (
        st.sampled_from(FAMILIES)
        | st.text(st.characters(exclude_categories=()), max_size=4)
        | st.text("abn ", max_size=4)
    )
    whole = st.lists(parts, max_size=longest).map("".join)
    long = st.builds(lambda part, times: part * times, parts, st.sampled_from((50, 300, 3000)))
    return st.one_of(whole, whole, whole, long)


def numbers() -> st.SearchStrategy[Any]:
    """Whole numbers and floats, the edges of both among them."""
    return st.one_of(st.sampled_from(NUMBERS), st.integers(-3, 40), st.floats())


def values() -> st.SearchStrategy[Any]:
    """What may stand in JSON, and more than ought to."""
    plain = st.none() | numbers() | odd_texts(3) | st.sampled_from(({}, [], [[]], "", "0", "mean", "zero"))
    return plain | st.lists(plain, max_size=3) | st.dictionaries(st.text("abc", max_size=2), plain, max_size=2)


@st.composite
def damaged(draw: st.DrawFn, whole: bytes) -> bytes:
    """Bytes of which some are other ones, gone, there twice, or cut off."""
    made = bytearray(whole)
    for _ in range(draw(st.integers(1, 4))):
        if not made:
            break
        # what stands first steers what follows
        near = st.integers(0, min(len(made) - 1, 400))
        at = draw(st.one_of(near, st.integers(0, len(made) - 1)))
        match draw(st.sampled_from(("flip", "byte", "cut", "drop", "insert", "repeat", "end"))):
            case "flip":
                made[at] ^= 1 << draw(st.integers(0, 7))
            case "byte":
                made[at] = draw(st.integers(0, 255))
            case "cut":
                del made[at:]
            case "drop":
                del made[at : at + draw(st.integers(1, 40))]
            case "insert":
                made[at:at] = draw(
                    st.binary(max_size=12) | st.sampled_from((b"[" * 60, b'"', b"{}", b"null", b"1e999", b"\xff"))
                )
            case "repeat":
                made[at:at] = made[at : at + draw(st.integers(1, 40))]
            case "end":
                made += draw(st.binary(max_size=12))
    return bytes(made)


@st.composite
def changed(draw: st.DrawFn, record: Any, most: int = 3) -> Any:
    """A record of which some entries are others, gone, or there under another name."""
    made = copy.deepcopy(record)
    for _ in range(draw(st.integers(1, most))):
        home, key = made, None
        for _ in range(draw(st.integers(1, 8))):
            inside = home if key is None else home[key]
            if isinstance(inside, dict) and inside:
                home, key = inside, draw(st.sampled_from(sorted(inside)))
            elif isinstance(inside, list) and inside:
                home, key = inside, draw(st.integers(0, len(inside) - 1))
            else:
                break
        if key is None:
            return draw(values())
        match draw(st.sampled_from(("other", "other", "near", "gone", "more", "text"))):
            case "other":
                home[key] = draw(values())
            case "near":
                home[key] = draw(nearby(home[key]))
            case "gone":
                del home[key]
            case "more" if isinstance(home, dict):
                home[draw(st.text("abz", max_size=3))] = draw(values())
            case "more":
                home.insert(key, copy.deepcopy(home[key]))
            case "text":
                home[key] = str(home[key])
    return made


def nearby(value: Any) -> st.SearchStrategy[Any]:
    """Something of the same kind."""
    if isinstance(value, bool):
        return st.booleans()
    if isinstance(value, int):
        return st.sampled_from((value + 1, value - 1, -value, 0, 10 * value, 10**9, 10**18))
    if isinstance(value, float):
        return st.floats()
    if isinstance(value, str):
        return odd_texts(3) | st.just(value + "x") | st.just(value[:-1])
    if isinstance(value, list):
        return st.just(value[:-1]) | st.just(value * 2) | st.just(value[::-1])
    if isinstance(value, dict):
        return st.just(dict(list(value.items())[:-1]))
    return st.none()


@st.composite
def altered(draw: st.DrawFn, text: str, pieces: tuple[str, ...] = FAMILIES) -> str:
    """A text of which some lines or letters are gone, doubled, moved or others."""
    made = text
    for _ in range(draw(st.integers(1, 4))):
        if not made:
            break
        at = draw(st.integers(0, len(made)))
        to = min(len(made), at + draw(st.integers(0, 60)))
        match draw(st.sampled_from(("drop", "put", "double", "move", "cut", "line", "letter"))):
            case "drop":
                made = made[:at] + made[to:]
            case "put":
                made = made[:at] + draw(st.sampled_from(pieces) | odd_texts(3)) + made[at:]
            case "double":
                made = made[:to] + made[at:to] + made[to:]
            case "move":
                other = draw(st.integers(0, len(made)))
                made = made[:other] + made[at:to] + made[other:]
            case "cut":
                made = made[:at]
            case "line":
                lines = made.split("\n")
                one = draw(st.integers(0, len(lines) - 1))
                other = draw(st.integers(0, len(lines) - 1))
                lines[one], lines[other] = lines[other], lines[one]
                made = "\n".join(lines)
            case "letter":
                made = made[:at] + draw(st.sampled_from("{}[]()<>`$\\:#=|*_-\"'.\n ")) + made[at + 1 :]
    return made


def as_json(record: Any) -> str | None:
    """A record as JSON text, NaN and Infinity as Python writes them; None where it cannot be one."""
    try:
        return json.dumps(record, ensure_ascii=False)
    except (TypeError, ValueError):
        return None
