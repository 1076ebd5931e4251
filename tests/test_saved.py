"""A trace in a file that shows itself: what is in it is the trace's, its size is known, too large a one is refused."""

import base64
import json
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from page_fixtures import missing

import attnlab
from attnlab.errors import LabError
from attnlab.formula import Call, window
from attnlab.model import SiteSize
from attnlab.probe import Site
from attnlab.saved import as_bytes, page, record, save_html
from attnlab.storage import StoredModel
from attnlab.tokens import PLAIN, Tokens
from attnlab.traces import Trace, explained
from attnlab.words import LANGUAGES, say

BUILT = Path(attnlab.__file__).parent / "page" / "saved" / "saved.js"
ROUNDING = 2e-6  # of float32, where heads are computed one by one and side by side
needs_page = pytest.mark.usefixtures("built")


@pytest.fixture
def built():
    if not BUILT.is_file():
        missing("the page is not built; ./dev web builds it")


def drawn(layers=2, heads=3, n=7, seed=0, mask=None, causal=True, symbols=40):
    """A trace of random queries and keys, as a stored one is: of a model that no longer runs."""
    rng = np.random.default_rng(seed)
    sites = tuple(Site(layer) for layer in range(layers))
    vocabulary = tuple(f" piece{one}" for one in range(symbols))
    sizes = tuple(SiteSize(heads, heads, 8, 8, 4) for _ in sites)
    model = StoredModel("drawn", sites, vocabulary, 2048, 0, "none", sizes)
    ids = tuple(rng.integers(0, symbols, n).tolist())
    pieces = tuple(vocabulary[one] for one in ids)
    tokens = Tokens("".join(pieces), pieces, ids, (None,) * n, (PLAIN,) * n)
    draw = lambda: rng.standard_normal((heads, n, 8)).astype("f4")  # noqa: E731
    calls = {site: Call(draw(), draw(), draw(), scale=0.7, mask=mask, causal=causal) for site in sites}
    return Trace(model, tokens, rng.standard_normal((n, symbols)), calls)


def unpacked(made):
    """Every head's weights and states, read back by the form that the record's docstring tells."""
    maps = {}
    for site in made["sites"]:
        size = len(site["rows"]), len(site["columns"])
        levels = np.frombuffer(base64.b64decode(site["weight"]), "<u2")
        begun = 0
        for place, head in enumerate(site["heads"]):
            bits = np.frombuffer(base64.b64decode(site["walls"][site["wall_of"][place]]), np.uint8)
            masked = np.unpackbits(bits)[: size[0] * size[1]].reshape(size).astype(bool)
            weight = np.zeros(size)
            count = int((~masked).sum())
            weight[~masked] = site["least"] + levels[begun : begun + count] / 65535 * (site["most"] - site["least"])
            begun += count
            state = np.where(masked, "masked", "visible").astype(object)
            for query, key in site["cut"][place]:
                state[query, key] = "cut"
            maps[site["site"], head] = weight, state
        assert begun == len(levels)
    return maps


@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 12), slides=st.booleans())
def test_unpacked_weights_are_the_traces_within_the_error_that_is_said(seed, n, slides):
    run = drawn(n=n, seed=seed, mask=window(n, 3) if slides else None)
    made = record(run)

    maps = unpacked(made)

    assert list(maps) == [(str(site), head) for site in run.calls for head in range(3)]
    for (site, head), (weight, state) in maps.items():
        real = run.map(site, head)
        assert np.abs(weight - real.weight).max() <= made["error"] + ROUNDING
        assert (state == real.state).all()
    assert made["error"] == pytest.approx(0.5 / 65535)


def test_row_figures_are_not_those_of_the_packed_weights_but_the_traces():
    run = drawn(n=40)
    site = record(run)["sites"][1]
    entropy = np.frombuffer(base64.b64decode(site["entropy"]), "<f4").reshape(3, 40)
    for head in range(3):
        np.testing.assert_allclose(entropy[head], run.map(1, head).entropy, atol=1e-6)


def test_a_cut_is_packed_as_a_cut_and_a_dropped_weight_leaves_a_short_row(names):
    run = explained(names, names.tokens("anna"), attnlab.traces.as_edits(["cut 0.3:4>3", "drop 0.1:4>4"]))
    made = record(run, heads=["0.1", "0.3"])

    maps = unpacked(made)

    assert maps["0", 3][1][4, 3] == "cut"
    total = np.frombuffer(base64.b64decode(made["sites"][0]["total"]), "<f4").reshape(2, 5)
    np.testing.assert_allclose(total[0], run.map(0, 1).total, atol=1e-6)
    assert total[0, 4] < 0.9
    assert made["edits"] == ["cut 0.3:4>3", "drop 0.1:4>4"]


@given(n=st.integers(2, 30), pool=st.integers(2, 12), seed=st.integers(0, 2**32 - 1))
def test_a_pooled_cell_is_the_largest_weight_of_its_block(n, pool, seed):
    run = drawn(layers=1, heads=2, n=n, seed=seed)
    made = record(run, pool=pool)
    (site,) = made["sites"]
    ends = [*site["rows"], n]

    for (name, head), (weight, state) in unpacked(made).items():
        real = run.map(name, head)
        for row, column in np.ndindex(weight.shape):
            block = np.s_[ends[row] : ends[row + 1], ends[column] : ends[column + 1]]
            seen = real.state[block] == "visible"
            assert (state[row, column] == "visible") == seen.any()
            wanted = real.weight[block][seen].max() if seen.any() else 0
            assert abs(weight[row, column] - wanted) <= made["error"] + ROUNDING
    assert len(site["rows"]) == min(n, pool)


def test_what_may_come_next_is_the_likeliest_first(names):
    run = attnlab.trace(names, "anna")
    made = record(run, heads="0.3")["next"]
    for place, (likely, shares) in enumerate(zip(made["likely"], made["share"], strict=True)):
        real = run.probabilities[place]
        assert shares == sorted(shares, reverse=True)
        for one, share in zip(likely, shares, strict=True):
            assert share == pytest.approx(real[names.vocabulary.index(made["symbols"][one])], abs=1e-7)
    assert made["left"] == len(names.vocabulary) - 20


def test_a_small_decoder_goes_along_and_other_models_do_not(names):
    run = attnlab.trace(names, "anna")
    assert record(run)["decoder"]["name"] == "names"
    for other in (record(run, heads="0.3"), record(run, pool=3), record(run.map(0, 3)), record(drawn())):
        assert "decoder" not in other
    few = record(attnlab.trace(names, "anna", heads=[3]))
    assert few["sites"][0]["heads"] == [3]


@needs_page
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_size_that_is_said_is_the_size_that_is_written(tmp_path, lang):
    path = tmp_path / "trace.html"
    made = page(drawn(), lang=lang)
    assert not path.exists()
    assert made.write(path) == path
    assert path.stat().st_size == made.bytes
    assert made.says().startswith(attnlab.words.number(made.bytes / 1e6, lang, 2))
    assert say("saved-title", lang, model="drawn") not in path.read_text(encoding="utf-8")  # the page says it, in words
    assert f'<html lang="{lang}">' in path.read_text(encoding="utf-8")


@needs_page
def test_twelve_layers_of_twelve_heads_at_128_tokens_stay_under_5_mb(tmp_path):
    made = drawn(layers=12, heads=12, n=128, symbols=5000).save_html(tmp_path / "gpt2.html")
    assert 3_000_000 < made.bytes < 5_000_000
    assert made.heads == 144


@needs_page
def test_a_page_over_the_limit_is_refused_with_what_would_fit(tmp_path):
    run, path = drawn(layers=2, heads=2, n=512), tmp_path / "trace.html"
    with pytest.raises(LabError) as fault:
        save_html(run, path, "0.9 MB")
    assert fault.value.message == "saved-over-maps"
    assert not path.exists()
    size, pooled, few = (float(fault.value.facts[one]) for one in ("size", "pooled", "few"))
    assert size == pytest.approx(save_html(run, path, None).bytes / 1e6, rel=0.15)
    assert pooled == pytest.approx(save_html(run, path, None, pool=64).bytes / 1e6, abs=0.02)
    assert few == pytest.approx(save_html(run, path, None, heads=["0.0", "0.1"]).bytes / 1e6, abs=0.02)
    with pytest.raises(LabError, match="No page was made"):
        save_html(run, path, "300 kB", pool=64)


@pytest.mark.parametrize(
    ("limit", "found"), [("5 MB", 5_000_000), ("800kB", 800_000), ("1.5 GB", 1_500_000_000), (12, 12), (None, None)]
)
def test_a_limit_is_read_as_a_person_writes_it(limit, found):
    assert as_bytes(limit) == found


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": "much"}, "saved-limit"),
        ({"limit": 0}, "saved-limit"),
        ({"pool": 1}, "saved-pool"),
        ({"heads": ["9.0"]}, "site-unknown"),
        ({"heads": []}, "list-empty"),
        ({"lang": "de"}, "language-unknown"),
    ],
)
def test_what_cannot_be_saved_is_refused_in_words(tmp_path, options, message):
    with pytest.raises(LabError) as fault:
        drawn().save_html(tmp_path / "trace.html", **options)
    assert fault.value.message == message
    assert [fault.value.say(lang) for lang in LANGUAGES]
    assert list(tmp_path.iterdir()) == []


def test_a_trace_of_some_positions_and_weights_that_are_no_numbers_are_refused(names):
    with pytest.raises(LabError, match="kept only some queries"):
        record(attnlab.trace(names, "anna", positions=[-1]))
    with pytest.raises(LabError, match="positions"):
        record(attnlab.trace(names, "anna", positions=[-1]).map(0, 1))
    run = drawn(layers=1)
    run.calls[Site(0)].v[:] = np.nan  # values are not packed: nothing is amiss
    assert record(run)["error"] > 0


@needs_page
def test_the_page_asks_for_nothing_and_runs_only_its_own_script():
    html = page(drawn()).html.decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)[1]
    script = re.search(r"<script>(.*?)</script>", html, re.DOTALL)[1]
    hashed = base64.b64encode(sha256(script.encode()).digest()).decode()
    assert policy.startswith(f"default-src 'none'; script-src 'sha256-{hashed}';")
    assert not re.search(r"""(?:src|href)=["'](?!data:)""", html.replace(script, ""))
    told = json.loads(re.search(r'id="attnlab-record">(.*?)</script>', html, re.DOTALL)[1])
    assert told == record(drawn())


@needs_page
def test_a_text_with_a_closing_tag_stays_a_text():
    run = drawn()
    evil = "</script><script>alert(1)</script>"
    tokens = Tokens(evil, (evil, *run.tokens.pieces[1:]), run.tokens.ids, run.tokens.spans, run.tokens.flags)
    html = page(Trace(run.model, tokens, run.logits, run.calls)).html.decode()
    assert html.count("<script") == 2
    assert "alert(1)</script>" not in html


@needs_page
def test_the_terminal_says_the_size_and_writes_the_page(tmp_path):
    path = tmp_path / "anna.html"
    command = [sys.executable, "-m", "attnlab", "trace", "anna", "--out", str(path)]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=100)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == f"{path.stat().st_size / 1e6:.2f} MB: 4 heads and the decoder itself.\n"
    ran = subprocess.run([*command, "--limit", "9 kB"], capture_output=True, text=True, timeout=100)
    assert ran.returncode == 2
    assert "limit is 0.01 MB" in ran.stderr
