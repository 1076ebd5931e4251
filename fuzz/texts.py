"""Odd texts: emoji families, right to left, combining marks, NUL, halves of characters, a line of a megabyte."""

import io
import json
import tempfile
from contextlib import redirect_stdout
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from attnlab import (
    Case,
    LabError,
    check,
    effect,
    effect_map,
    lab,
    load,
    open_trace,
    read_weights,
    save_html,
    save_trace,
    trace,
)
from attnlab.corpora import open_corpus
from attnlab.edits import parse
from attnlab.models.small import Small
from attnlab.models.transformer import Shape, draw
from attnlab.shown import escaped, short, visible
from attnlab.spans import letters, merge, words
from attnlab.terminal import draw as print_parts
from attnlab.terminal import tables_of
from attnlab.texts import parse_cases
from attnlab.tokens import Alphabet
from attnlab.traces import Trace
from attnlab.words import LANGUAGES
from fuzz.draws import FAMILIES, odd_texts
from fuzz.edits import refused
from fuzz.targets import Target, saying

ODD = tuple(one for one in dict.fromkeys("".join(FAMILIES)) if not 0xD800 <= ord(one) < 0xE000)
"""Every letter of the odd texts, one by one; a half of one is in no model's vocabulary."""
MEGABYTE = 1_000_000


@cache
def odd_model() -> Small:
    """An untrained model whose letters are the odd ones."""
    shape = Shape(symbols=len(ODD) + 1, heads=2, width=8, hidden=8, context=24)
    return Small("odd", shape, Alphabet(ODD), draw(shape, std=0.5, seed=3))


@cache
def byte_model() -> Any:
    """An untrained model of transformers whose tokenizer takes any text, byte by byte."""
    import torch
    import transformers
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    letters = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = [("Ġ", "a"), ("a", "n"), ("Ð", "°"), ("ð", "Ł")]
    known = [*letters, *("".join(one) for one in merges)]
    made = Tokenizer(models.BPE(vocab={piece: n for n, piece in enumerate(known)}, merges=merges))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    config = transformers.GPT2Config(
        n_embd=16, n_layer=2, n_head=2, n_positions=64, vocab_size=len(known), bos_token_id=None, eos_token_id=None
    )
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=made)
    return load(transformers.GPT2LMHeadModel(config).eval(), tokenizer, name="bytes")


def texts() -> st.SearchStrategy[str]:
    """Odd texts; now and then a line of a megabyte."""
    line = st.sampled_from(("a", "Ж", "👩‍👩‍👧", "\0", "a\t", "a,", " ", "\ud800", "é", "a\n", '"')).map(
        lambda one: one * (MEGABYTE // len(one))
    )
    of_ours = st.lists(st.sampled_from(ODD), min_size=1, max_size=8).map("".join)
    return st.one_of(of_ours, of_ours, of_ours, of_ours, odd_texts(), odd_texts(), odd_texts(), line)


WAYS = (
    "trace",
    "trace",
    "trace",
    "bytes",
    "bytes",
    "names",
    "check",
    "cases",
    "weights",
    "corpus",
    "desk",
    "edit",
    "effects",
)


def attempt(data: st.DataObject) -> str:
    way = data.draw(st.sampled_from(WAYS), "way")
    text = data.draw(texts().filter(lambda one: len(one) < 5 * MEGABYTE), "text")
    with saying(way, ascii(text[:200]), len(text)):
        try:
            return do(way, text, data)
        except LabError as fault:
            return refused(fault)


def do(way: str, text: str, data: st.DataObject) -> str:
    match way:
        case "trace":
            everything(trace(odd_model(), text), data)
        case "bytes":
            everything(trace(byte_model(), text), data)
        case "names":
            trace(load("names"), text)
        case "effects":
            made = effect_map(odd_model(), text)
            printed(made), made.table().to_csv()
            page(made, data)
        case "check":
            cases = [*parse_cases(text), Case(text), Case("ab" + text, text)]
            made = check(odd_model(), cases, ["0.0"])
            printed(made), made.to_json()
            page(made, data)
        case "cases":
            for json_lines in (False, True):
                for line in (text, json.dumps({"text": text, "target": text[:9]}), '{"text": ' * 3000 + text):
                    try:
                        parse_cases(line, json_lines=json_lines)
                    except LabError as fault:
                        refused(fault)
        case "weights":
            n = max(1, min(len(text), 6))
            made = read_weights(
                [[1.0 / (q + 1) if k <= q else 0.0 for k in range(n)] for q in range(n)], list(text[:n]) or [""]
            )
            printed(made), printed(made.map("0", 0)), made.map("0", 0).table().to_csv()
            page(made, data)
        case "corpus":
            corpus(text)
        case "desk":
            look = lab.look("names", text, lenient=data.draw(st.booleans()))
            assert look.text == text
        case "edit":
            made = parse(data.draw(st.sampled_from(("patch 0.0@", "swap 0.0:1@", "ablate 0.ff@", "cut ", ""))) + text)
            effect(load("names"), "anna", made)
    return "read"


def everything(made: Trace, data: st.DataObject) -> None:
    """All that a result can say, print, save and draw."""
    repr(made), made.to_csv() if hasattr(made, "to_csv") else None
    map = made.map(made.model.sites[-1], 1)
    map.to_csv(), json.loads(map.to_json()), map.table().to_csv()
    for piece in map.keys:
        visible(piece), escaped(piece), short(piece, 2)
    for groups in (words, letters):
        merge(map, groups).to_json()
    printed(made), printed(map)
    found = effect(made.model, made.tokens, [parse(f"ablate {made.model.sites[0]}.0")])
    printed(found), found.table().to_csv(), repr(found)
    with tempfile.TemporaryDirectory() as folder:
        opened = open_trace(save_trace(made, Path(folder) / "trace.safetensors"))
        assert opened.tokens == made.tokens and opened.model.vocabulary == tuple(made.model.vocabulary)
        if data.draw(st.integers(0, 3), "draws") == 0:
            drawn = map.plot(lang=data.draw(st.sampled_from(LANGUAGES)))
            drawn.save(Path(folder) / f"map.{data.draw(st.sampled_from(('svg', 'png', 'pdf')))}")
            made.plot(), found.plot()
            import matplotlib.pyplot as plt

            plt.close("all")
    page(made, data), page(found, data)
    frame = map.to_pandas()
    assert len(frame) == map.weight.size
    map.to_arrow()


def printed(one: Any) -> None:
    """In every language, as a terminal of UTF-8 would be given it: nothing in it steers that terminal."""
    for lang in LANGUAGES:
        raw = io.BytesIO()
        with io.TextIOWrapper(raw, encoding="utf-8", newline="") as out, redirect_stdout(out):
            print_parts(tables_of(one, lang), None)
            out.flush()
            made = raw.getvalue().decode()
        for sign in ("\x1b", "\0", "\u202e", "\u2066"):
            assert sign not in made, ascii(sign)


def page(one: Any, data: st.DataObject) -> None:
    """A page of its own, whose text cannot end the script that carries it."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "page.html"
        save_html(one, path, lang=data.draw(st.sampled_from(LANGUAGES)))
        html = path.read_text(encoding="utf-8")
        assert html.count("<script") == html.count("</script>"), "a text opened or ended a script"


def corpus(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "texts.txt"
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        found = open_corpus([str(path)])
        assert found.survey().texts > 0


def warm() -> None:
    """Opens what draws and what reads any text."""
    import matplotlib.pyplot  # noqa: F401
    import pandas  # noqa: F401

    byte_model()
    page_and_print(trace(odd_model(), "a"))


def page_and_print(made: Trace) -> None:
    printed(made)
    with tempfile.TemporaryDirectory() as folder:
        save_html(made, Path(folder) / "page.html")


TARGET = Target(
    "texts", "odd texts through traces, effects, checks, files, pages, figures and the terminal", attempt,
    ("read", "refused"),
    short=6, warm=warm,
)  # fmt: skip
