"""Row figures of long contexts are those of the dense map, in memory that does not grow with its square."""

import csv
import io
import json
import math
import sys
import tracemalloc
from contextlib import redirect_stderr, redirect_stdout
from importlib.util import find_spec
from threading import Thread
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab import LabError, figures, load, save_trace, stream, trace
from attnlab.cli import main
from attnlab.edits import parse
from attnlab.formula import Call, allow, attention, causal, padding, window
from attnlab.stream import entropy, rows

HAS_TORCH = find_spec("torch") is not None


def torch_array(x):
    import torch

    return torch.as_tensor(x)


LIBRARIES = [
    pytest.param(np.asarray, id="numpy"),
    pytest.param(torch_array, id="torch", marks=pytest.mark.skipif(not HAS_TORCH, reason="torch is not installed")),
]


def dense(call, seen):
    """Weights by the formula with the whole mask, and the scores behind them."""
    heard = {}

    def tap(stage, x):
        heard[stage] = x
        return x

    attention(
        call.q, call.k, call.v, scale=call.scale, softcap=call.softcap, bias=call.bias,
        mask=allow(seen), sink=call.sink, tap=tap,
    )  # fmt: skip
    return heard["score"], heard["weight"]


def octaves(weight, back):
    """The weight by octave of distance, cell by cell."""
    places = np.array([0 if far == 0 else int(far).bit_length() for far in back.ravel()]).reshape(back.shape)
    most = (max(weight.shape[-2:]) - 1).bit_length() + 1
    return np.stack([(weight * (places == octave)).sum(-1) for octave in range(most)], axis=-1)


def same(found, wanted, within=1e-10):
    np.testing.assert_allclose(np.asarray(found), wanted, rtol=0, atol=within)


@st.composite
def calls(draw):
    """A call of any kind with the keys that each query sees, and the rules that `rows` is told beside it."""
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    batch = draw(st.sampled_from([(), (), (2,)]))
    heads, group = draw(st.sampled_from([(1, 1), (2, 2), (4, 2), (3, 1)]))
    keys = draw(st.integers(1, 24))
    is_causal = draw(st.booleans())
    queries = draw(st.integers(1, keys if is_causal else 24))
    wide = draw(st.integers(1, 30)) if queries <= keys and draw(st.booleans()) else None
    size = draw(st.sampled_from([0.0, 0.3, 1.0, 6.0]))  # 0: every key alike

    q, k = (rng.normal(size=(*batch, h, n, 3)) * size for h, n in ((heads, queries), (group, keys)))
    seen = np.ones((*batch, heads, queries, keys), dtype=bool)
    if is_causal:
        seen = seen & (causal(queries, keys) == 0)
    if wide is not None:
        seen = seen & (window(queries, wide, keys) == 0)
    own = np.clip(np.arange(queries) + keys - queries, 0, keys - 1)

    options, mask, real = {}, None, None
    if draw(st.booleans()):
        real = rng.random((*batch, keys)) < 0.7
        real[..., own] = True  # so that every row keeps its own place
        seen = seen & (padding(real) == 0)
    if draw(st.booleans()):
        shape = draw(st.sampled_from([(queries, keys), (1, queries, keys), (*batch, heads, queries, keys), (1, keys)]))
        may = rng.random(shape) < 0.6
        if shape[-2] == 1:
            may[..., own] = True
        else:
            may[..., np.arange(queries), own] = True
        seen = seen & may
        mask = may if draw(st.booleans()) else np.where(may, 0.0, -np.inf)
    if draw(st.booleans()):
        options["bias"] = rng.normal(size=draw(st.sampled_from([(heads, queries, keys), (1, 1, keys)])))
    if draw(st.booleans()):
        options["softcap"] = 2.5
    if draw(st.booleans()):
        options["sink"] = rng.normal(size=heads) * 5
    call = Call(q, k, k, scale=0.7, causal=is_causal, mask=mask, **options)
    return call, seen, {"window": wide, "real": real}


@pytest.mark.parametrize("array", LIBRARIES)
@settings(max_examples=3 * settings().max_examples)
@given(made=calls(), tile=st.sampled_from([(3, 5), (8, 16), (256, 2048)]), data=st.data())
def test_every_figure_is_the_one_of_the_dense_map(array, made, tile, data):
    call, seen, rules = made
    score, weight = dense(call, seen)
    queries, keys = weight.shape[-2:]
    top, pool = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 9))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(stream, "TILE", tile)
        patch.setattr(stream, "SHARING", data.draw(st.sampled_from([1, 2, 32])))
        patch.setattr(stream, "WAITING", data.draw(st.sampled_from([1, 3, 16])))
        found = rows(in_library(call, array), top=top, pool=pool, **rules)

    same(found.entropy, figures.entropy(weight))
    same(found.most_entropy, np.log(seen.sum(-1)))
    same(found.total, weight.sum(-1))
    same(found.top_share, weight.max(-1))
    sink = np.full(score.shape[:-1], -np.inf) if call.sink is None else call.sink[:, None] + 0 * score[..., 0]
    shown = np.where(seen, score, -np.inf)
    same(found.log_sum, np.logaddexp(np.logaddexp.reduce(shown, axis=-1), sink))

    back = np.abs(np.arange(queries)[:, None] + keys - queries - np.arange(keys))
    same(found.distance, (weight * back).sum(-1) / weight.sum(-1), 1e-9)
    same(found.octaves, octaves(weight, back))

    top_key, top_weight = np.asarray(found.top_key), np.asarray(found.top_weight)
    there = top_key >= 0
    best = -np.sort(-np.where(seen, weight, -1), axis=-1)[..., :top]
    same(top_weight, np.maximum(best, 0))
    same(there, best >= 0)
    same(np.where(there, np.take_along_axis(weight, np.maximum(top_key, 0), -1), 0), top_weight)
    assert all(len(set(row[row >= 0])) == (row >= 0).sum() for row in top_key.reshape(-1, top_key.shape[-1]))
    same(found.left_over, weight.sum(-1) - top_weight.sum(-1))

    rows_of, keys_of = (range(0, size, cell) for size, cell in zip((queries, keys), found.cell, strict=True))
    pooled = np.stack([
        np.stack([weight[..., i : i + found.cell[0], j : j + found.cell[1]].sum(-1).mean(-1) for j in keys_of], -1)
        for i in rows_of
    ], -2)  # fmt: skip
    assert max(pooled.shape[-2:]) <= pool
    same(found.pooled, pooled)


def in_library(call, array):
    parts = {name: getattr(call, name) for name in ("q", "k", "v", "bias", "mask", "sink")}
    arrays = {name: None if x is None else array(x) for name, x in parts.items()}
    return Call(**arrays, scale=call.scale, softcap=call.softcap, causal=call.causal)


def test_a_row_that_looks_at_all_keys_alike_has_the_figures_worked_out_by_hand():
    alike = np.zeros((1, 8, 2))
    found = rows(Call(alike, alike, alike, scale=1.0, causal=True), top=3, pool=2)

    last = {name: np.asarray(getattr(found, name))[0, -1] for name in ("entropy", "log_sum", "visible", "top_share")}
    assert last == {"entropy": math.log(8), "log_sum": math.log(8), "visible": 8, "top_share": 1 / 8}
    assert found.distance[0, -1] == 3.5  # the mean of 0 to 7
    assert found.octaves[0, -1].tolist() == [1 / 8, 1 / 8, 2 / 8, 4 / 8]
    assert found.left_over[0, -1] == 5 / 8
    assert found.top_key[0, 1].tolist().count(-1) == 1  # the second query sees two keys
    # the last four queries put 4/5, 4/6, 4/7 and 4/8 on the first four keys
    first = (4 / 5 + 4 / 6 + 4 / 7 + 4 / 8) / 4
    same(found.pooled[0], [[1, 0], [first, 1 - first]])


@pytest.mark.parametrize("array", LIBRARIES)
def test_a_row_with_nothing_to_look_at_is_refused_by_head_and_query(array):
    q = np.random.default_rng(0).normal(size=(2, 6, 4))
    may = np.tril(np.ones((2, 6, 6), dtype=bool))
    may[1, 3] = False
    with pytest.raises(LabError) as refused:
        rows(in_library(Call(q, q, q, scale=1.0, mask=may), array))
    assert (refused.value.message, refused.value.facts) == ("row-empty", {"head": 1, "query": 3})

    with pytest.raises(LabError, match="Query 0 of head 0"):
        rows(in_library(Call(q, q, q, scale=1.0, causal=True), array), real=np.arange(6) > 0)
    with pytest.raises(LabError, match="Query 0 of head 0"):
        rows(in_library(Call(q, q[:, :2], q[:, :2], scale=1.0, causal=True), array))
    with pytest.raises(LabError, match="Query 0 of head 0"):
        rows(in_library(Call(q, q, q, scale=1.0), array), window=0)


@pytest.mark.parametrize("wrong", [math.nan, math.inf])
@pytest.mark.parametrize("array", LIBRARIES)
def test_a_score_that_is_not_a_number_is_refused(array, wrong):
    q = np.random.default_rng(0).normal(size=(1, 6, 4))
    q[0, 4, 1] = wrong
    with pytest.raises(LabError) as refused, np.errstate(invalid="ignore"):
        rows(in_library(Call(q, q, q, scale=1.0, causal=True), array))
    assert (refused.value.message, refused.value.facts) == ("row-not-finite", {"head": 0, "query": 4})
    with pytest.raises(LabError, match="query 4"), np.errstate(invalid="ignore"):
        entropy(in_library(Call(q, q, q, scale=1.0, causal=True), array))


def test_query_heads_that_cannot_share_key_heads_are_refused():
    q = np.zeros((3, 4, 2))
    with pytest.raises(LabError, match="cannot share 2"):
        rows(Call(q, q[:2], q[:2], scale=1.0))


def test_keys_outside_every_window_are_not_even_read():
    rng = np.random.default_rng(3)
    q, k = rng.normal(size=(1, 20, 4)), rng.normal(size=(1, 6000, 4))
    k[0, :3000] = math.nan
    found = rows(Call(q, k, k, scale=1.0, causal=True), window=100)

    assert found.visible[0].tolist() == [100] * 20
    same(found.total, np.ones((1, 20)))


def test_single_precision_keeps_its_figures_where_scores_are_hundreds_of_nats():
    torch = pytest.importorskip("torch")
    q, k = torch.randn(2, 1, 700, 16, generator=torch.Generator().manual_seed(1)) * 6
    call = Call(q, k, k, scale=1.0, causal=True)
    found, exact = rows(call), rows(Call(q.double(), k.double(), k.double(), scale=1.0, causal=True))

    assert exact.log_sum.max() > 300
    torch.testing.assert_close(found.entropy.double(), exact.entropy, rtol=0, atol=3e-4)
    torch.testing.assert_close(found.top_share.double(), exact.top_share, rtol=0, atol=1e-4)


@pytest.mark.parametrize("kind", ["float16", "bfloat16"])
def test_half_precision_is_read_as_the_numbers_it_holds(kind):
    torch = pytest.importorskip("torch")
    q, k = torch.randn(2, 2, 300, 8, generator=torch.Generator().manual_seed(2)).to(getattr(torch, kind)) * 40
    found, widened = rows(Call(q, k, k, scale=1.0)), rows(Call(q.float(), k.float(), k.float(), scale=1.0))

    assert found.entropy.dtype == torch.float32
    assert torch.equal(found.top_weight, widened.top_weight)


def test_memory_grows_with_the_text_and_not_with_its_square():
    peaks = []
    for n in (1024, 4096):
        q = np.random.default_rng(0).normal(size=(1, n, 8)).astype(np.float32)
        tracemalloc.start()
        rows(Call(q, q, q, scale=0.4, causal=True), pool=64)
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[1] < 2 * peaks[0]  # the map itself grows 16 times, to 67 MB
    assert peaks[1] < 4096 * 4096 * 4 / 4


@pytest.mark.parametrize("is_causal", [True, False])
def test_one_attention_call_with_keys_for_values_gives_the_entropy(is_causal):
    torch = pytest.importorskip("torch")
    q, k = torch.randn(2, 2, 4, 90, 8, generator=torch.Generator().manual_seed(5), dtype=torch.float64)
    grouped = Call(q, k[:, :2], k[:, :2], scale=0.5, causal=is_causal)

    torch.testing.assert_close(entropy(grouped), rows(grouped).entropy, rtol=0, atol=1e-10)
    capped = Call(q, k, k, scale=0.5, softcap=2.0, causal=is_causal)
    assert torch.equal(entropy(capped), rows(capped, top=1, pool=1).entropy)


def test_gradients_and_the_number_of_threads_are_left_as_they_were():
    torch = pytest.importorskip("torch")
    before = torch.get_num_threads()
    torch.set_num_threads(2)  # so that blocks are read side by side
    try:
        q = torch.randn(1, 600, 8, requires_grad=True)
        found = rows(Call(q, q, q, scale=1.0, causal=True))
        with pytest.raises(LabError):
            rows(Call(q, q, q, scale=1.0), real=torch.zeros(600, dtype=torch.bool))
        seen: list[int] = []
        # torch keeps the number for each thread; a new one takes what was last set for all
        new = Thread(target=lambda: seen.append(torch.get_num_threads()))
        new.start()
        new.join()
    finally:
        torch.set_num_threads(before)

    assert (found.entropy.requires_grad, found.entropy.is_inference()) == (False, False)
    assert seen == [2]
    q.sum().backward()


def test_the_rows_of_a_traced_model_are_those_of_its_maps(names):
    made = trace(names, "annabella")
    found = rows(next(iter(made.calls.values())), pool=5)

    for head in range(4):
        map = made.map("0", head)
        same(found.entropy[head], map.entropy)
        same(found.most_entropy[head], map.most_entropy)
        same(found.top_share[head], map.top_share)
        same(found.distance[head], figures.mean_distance(map.weight), 1e-9)


def test_a_trace_gives_the_rows_of_one_head_and_refuses_what_it_cannot_tell(names):
    made = trace(names, "annabella", heads=[2])
    same(made.rows("0", 2).entropy[0], made.map("0", 2).entropy)
    last = trace(names, "annabella", positions=[-2, -1]).rows("0", 1)
    same(last.distance[0], trace(names, "annabella").rows("0", 1).distance[0, -2:], 1e-9)

    with pytest.raises(LabError, match="keep head 1"):
        made.rows("0", 1)
    with pytest.raises(LabError, match="up to 9"):
        trace(names, "annabella", positions=[3, 7]).rows("0", 1)
    with pytest.raises(LabError, match="without edits"):
        trace(names, "annabella", [parse("cut 0.3:4-3")]).rows("0", 3)


def command(*words):
    with (
        patch.object(sys, "argv", ["attnlab", *map(str, words)]),
        redirect_stdout(io.StringIO()) as out,
        redirect_stderr(io.StringIO()) as said,
        pytest.raises(SystemExit) as ended,
    ):
        main()
    return ended.value.code, out.getvalue() + said.getvalue()


def test_the_terminal_prints_the_rows_of_a_text_a_file_and_a_stored_trace_alike(names, tmp_path):
    (tmp_path / "text").write_text("annabella\n", encoding="utf-8")
    save_trace(trace(names, "annabella"), tmp_path / "anna.safetensors")
    ways = [["annabella"], ["--file", tmp_path / "text"], ["--from", tmp_path / "anna.safetensors"]]
    said = [command("rows", *way, "--head", "3", "--json", "--top", "2") for way in ways]

    assert [code for code, _ in said] == [0, 0, 0]
    one, two, three = (json.loads(text) for _, text in said)
    assert one == two == three
    map = trace(names, "annabella").map("0", 3)
    same([row["entropy_nats"] for row in one["rows"]], map.entropy)
    assert [row["top"][0]["key"] for row in one["rows"]] == map.weight.argmax(-1).tolist()
    assert one["rows"][-1]["top"][0]["piece"] == map.keys[map.weight[-1].argmax()]
    assert sum(one["rows"][-1]["weight_by_distance"]) == pytest.approx(1)
    assert one["octaves"] == ["0", "1", "2-3", "4-7", "8-15"]


def test_the_terminal_prints_the_last_rows_and_writes_all_of_them(tmp_path):
    code, said = command("rows", "annabella", "--head", "3", "--last", "2")
    assert (code, "the last 2 of 10 rows" in said, "\n  9 a" in said, "\n  7 l" in said) == (0, True, True, False)

    path = tmp_path / "rows.csv"
    assert command("rows", "annabella", "--head", "3", "--last", "2", "--out", path)[0] == 0
    rows_said = list(csv.DictReader(path.open(encoding="utf-8")))
    assert [row["query_piece"] for row in rows_said] == ["START", *"annabella"]
    assert (rows_said[0]["top1_piece"], rows_said[0]["top2_piece"], rows_said[0]["left_over"]) == ("START", "", "0.0")

    code, said = command("rows", "anna", "--from", path)
    assert (code, "Give one of three" in said) == (2, True)


@pytest.mark.skipif(not HAS_TORCH, reason="torch is not installed")
@pytest.mark.parametrize("family", ["gpt_oss", "gemma2", "t5"])  # sinks; soft cap and window; bias, encoder and cross
def test_the_rows_of_a_hub_model_are_those_of_its_maps(family):
    import hub_models

    opened = load(hub_models.make(family))
    made = trace(opened, hub_models.text_for(opened))
    for site in made.calls:
        for head in range(opened.heads(site)):
            map, found = made.map(site, head), made.rows(site, head)
            same(found.entropy[0], map.entropy, 1e-5)
            same(found.most_entropy[0], map.most_entropy, 1e-6)
            same(found.total[0], map.total, 1e-5)
            same(found.top_weight[0, :, 0], map.top_share, 1e-5)
