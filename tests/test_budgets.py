"""What a run takes is known before it starts: near to what it takes, refused where it would not fit, with advice that
holds."""

import importlib
import subprocess
import sys
from pathlib import Path

import hub_models
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import attnlab
from attnlab import LabError, budgets
from attnlab.model import BATCH
from attnlab.models.small import Shape, Small, draw
from attnlab.tokens import Alphabet

BASE = {"n_embd": 256, "n_layer": 3, "n_head": 8, "n_positions": 2048, "vocab_size": 8000}
PIECES = 400
KINDS = {
    "trace": lambda model, text: attnlab.trace(model, text),
    "effect": lambda model, text: attnlab.effect(model, text, "drop 0.0:3>1"),
    "edges": lambda model, text: attnlab.edge_effects(model, text, sites=["2"], heads=[0]),
    "map": lambda model, text: attnlab.effect_map(model, text, sites=["2"], heads=[0]),
    "heads": lambda model, text: attnlab.head_effects(model, text, sites=["2"]),
    "generate": lambda model, text: attnlab.generate(model, text, new=4),
    "check": lambda model, text: attnlab.check(
        model, [text], ["2.0"], attnlab.checks.Settings(swaps=False, pairs=False, least_texts=1)
    ),
}


@pytest.fixture(scope="module")
def hub(need):
    need("transformers")
    return attnlab.load(hub_models.make("gpt2", spread=0.02, **BASE))


@pytest.fixture(scope="module")
def own():
    """Ours, in NumPy, with a context that its package's models do not have."""
    shape = Shape(symbols=3, layers=2, heads=4, width=32, context=2048)
    return Small("own", shape, Alphabet(("a", "b")), draw(shape, seed=0))


@pytest.fixture
def allow(monkeypatch):
    return lambda text: monkeypatch.setenv(budgets.ALLOWED, text)


def text_of(model, pieces):
    return " ".join(str(place % 90 + 5) for place in range(pieces)) if model.name != "own" else "ab" * (pieces // 2)


def refused(way):
    """The refusal of a call, which says what it would take."""
    with pytest.raises(LabError) as fault:
        way()
    assert fault.value.message == "memory-over"
    return fault.value


# --- near to what runs take -------------------------------------------------------------------------------------------


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="the peak is read from Linux's /proc")
def test_predictions_are_near_the_peaks_of_real_runs(need):
    need("transformers")
    from benchmarks import memory

    for kind, pieces in (("trace", 1024), ("effect", 1024)):
        made = memory.alone(memory.Case(memory.SMALLER, kind, pieces))
        assert not isinstance(made, str), made
        predicted, peak = made
        assert peak > memory.NOISE, kind
        assert predicted == pytest.approx(peak, rel=memory.WITHIN, abs=memory.NOISE), kind


def test_what_a_trace_keeps_is_predicted_to_the_byte(hub):
    """q, k and v of this family are parts of one product: what stands behind them is all of it."""
    tokens = hub.tokens(text_of(hub, 40))
    made = attnlab.trace(hub, tokens)
    homes = {}
    for call in made.calls.values():
        for x in (call.q, call.k, call.v):
            homes[x.untyped_storage().data_ptr()] = x.untyped_storage().nbytes()
    assert budgets.calls(hub, budgets.length(tokens)) == sum(homes.values())
    assert budgets.answer(hub, budgets.length(tokens)) == made.logits.nbytes


@pytest.mark.parametrize("family", ["gpt_neox", "t5", "bert", "llama"])
def test_what_stands_behind_a_trace_is_counted_in_every_family(need, family):
    """Fused products of which only a part is looked at, masks and biases that all sites share."""
    need("transformers")
    model = attnlab.load(hub_models.make(family))
    ids = [place % 90 + 5 for place in range(30)]
    tokens = model.of_ids(ids, model.of_ids(ids) if model.has_encoder else None)
    homes = {}
    for call in attnlab.trace(model, tokens).calls.values():
        for x in (call.q, call.k, call.v, call.bias, call.mask):
            if x is not None:
                homes[x.untyped_storage().data_ptr()] = x.untyped_storage().nbytes()
    found = budgets.calls(model, budgets.length(tokens))
    assert found == pytest.approx(sum(homes.values()), rel=0.2)


def test_a_trace_of_ours_keeps_what_was_predicted(own):
    tokens = own.tokens(text_of(own, 200))
    made = attnlab.trace(own, tokens)
    kept = sum(x.nbytes for call in made.calls.values() for x in (call.q, call.k, call.v, call.mask))
    assert budgets.calls(own, budgets.length(tokens)) == kept


# --- refused before it starts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", list(KINDS))
def test_a_run_that_would_not_fit_is_refused_before_the_model_runs(hub, allow, monkeypatch, kind):
    met = []
    monkeypatch.setattr(type(hub), "run_all", lambda *given, **named: met.append("run_all"))
    monkeypatch.setattr(type(hub), "remember", lambda *given: met.append("remember"))
    monkeypatch.setattr(type(hub), "say", lambda *given, **named: met.append("say"))
    allow("20 MB")
    fault = refused(lambda: KINDS[kind](hub, text_of(hub, PIECES)))
    assert not met
    assert fault.facts["need"] > 20 and fault.facts["free"] == 20 and fault.facts["by"] == "budget"
    for lang in ("en", "ru", "et"):
        assert "20" in fault.say(lang) and budgets.ALLOWED in fault.say(lang)


@pytest.mark.parametrize("kind", ["trace", "effect", "edges", "map", "heads", "check"])
def test_a_text_of_the_length_that_is_advised_fits_and_one_piece_more_does_not(hub, allow, kind):
    allow("24 MB")
    advice = refused(lambda: KINDS[kind](hub, text_of(hub, PIECES))).facts["advice"]
    if kind == "trace":
        assert advice.message == "memory-ask-length"
    pieces = advice.facts["pieces"]
    assert 4 < pieces < PIECES
    refused(lambda: KINDS[kind](hub, text_of(hub, pieces + 1)))
    KINDS[kind](hub, text_of(hub, pieces))


def test_the_number_of_new_pieces_that_is_advised_fits(hub, allow):
    allow("40 MB")
    advice = refused(lambda: attnlab.generate(hub, text_of(hub, 60), new=900)).facts["advice"]
    assert advice.message == "memory-ask-new"
    refused(lambda: attnlab.generate(hub, text_of(hub, 60), new=advice.facts["new"] + 1))
    budgets.refuse_new(hub, [hub.tokens(text_of(hub, 60))], advice.facts["new"])


def test_the_layers_that_are_advised_fit(need, allow):
    need("transformers")
    deep = attnlab.load(hub_models.make("gpt2", **(BASE | {"n_layer": 12, "n_embd": 128, "vocab_size": 100})))
    text = text_of(deep, PIECES)
    most = refused_at(allow, lambda: attnlab.trace(deep, text))
    allow(f"{most * 0.8} MB")
    layers = refused(lambda: attnlab.trace(deep, text)).facts["advice"].facts["layers"]
    assert 1 <= layers < 12
    refused(lambda: attnlab.trace(deep, text, sites=list(range(layers + 1))))
    assert len(attnlab.trace(deep, text, sites=list(range(layers))).calls) == layers


def refused_at(allow, way):
    """What a call is predicted to take, in MB."""
    allow("1 B")
    return refused(way).facts["need"]


def test_a_model_of_ours_is_refused_and_advised_too(own, allow):
    allow("60 MB")
    advice = refused(lambda: attnlab.trace(own, text_of(own, 1000))).facts["advice"]
    pieces = advice.facts["pieces"]
    refused(lambda: attnlab.trace(own, own.alphabet.tokens((0,) * (pieces + 1))))
    assert len(attnlab.trace(own, own.alphabet.tokens((0,) * pieces)).tokens) == pieces


def test_many_texts_are_weighed_together(hub, allow):
    text = text_of(hub, 120)
    one = refused_at(allow, lambda: attnlab.trace(hub, text))
    several = refused_at(allow, lambda: attnlab.trace_all(hub, [text] * BATCH))
    assert several > 10 * (one - budgets.FLOOR / 1e6)


def test_a_model_that_would_not_fit_is_refused_before_its_weights_are_read(need, allow, tmp_path, monkeypatch):
    transformers = need("transformers")
    made = hub_models.make("gpt2", **(BASE | {"n_embd": 512, "bos_token_id": 0}))
    made.save_pretrained(tmp_path)
    weights = sum(part.numel() for part in made.parameters())
    allow(f"{weights * 2 + 25_000_000} B")
    with monkeypatch.context() as no_reading:
        no_reading.setattr(transformers.GPT2LMHeadModel, "from_pretrained", lambda *given, **named: pytest.fail("read"))
        fault = refused(lambda: attnlab.load(tmp_path))
    assert fault.facts["need"] == pytest.approx((4 * weights + budgets.FLOOR) / 1e6, rel=0.15)
    advice = fault.facts["advice"]
    assert advice.message == "memory-ask-parameters"  # in bfloat16 the file's own pages are read beside: no less
    allow("2 GB")
    assert attnlab.load(tmp_path).weight_bytes == 4 * weights


def test_more_workers_than_fit_are_refused_with_how_many_would():
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(budgets.ALLOWED, "1 GB")
        fault = refused(lambda: budgets.refuse_workers("m", 5, 250_000_000, 100_000_000))
        assert fault.facts["advice"].facts["workers"] == 3
        budgets.refuse_workers("m", 3, 250_000_000, 100_000_000)


def test_a_sweep_weighs_its_workers_by_what_one_held(allow, tmp_path, need):
    need("filelock")
    sweeps = importlib.import_module("attnlab.sweeps")
    planned = sweeps.plan("previous", ["abcdef", "fedcba"], question="heads")
    assert planned.memory[0] > 10_000_000
    allow("1 MB")
    refused(lambda: sweeps.sweep(planned, tmp_path / "out", workers=2))
    assert not (tmp_path / "out").exists()


# --- what there is ----------------------------------------------------------------------------------------------------


def test_what_is_free_is_asked_of_the_system_where_nobody_says(hub, monkeypatch):
    monkeypatch.delenv(budgets.ALLOWED, raising=False)
    monkeypatch.setattr(budgets, "free", lambda: 30_000_000)
    fault = refused(lambda: attnlab.effect(hub, text_of(hub, PIECES), "drop 0.0:3>1"))
    assert fault.facts["by"] == "free" and fault.facts["free"] == 30
    assert "30 MB are free" in str(fault)


def test_a_person_may_allow_more_than_is_free(hub, allow, monkeypatch):
    monkeypatch.setattr(budgets, "free", lambda: 1)
    allow("4 GB")
    assert attnlab.trace(hub, text_of(hub, 40)).calls


def test_small_runs_ask_nobody(names, monkeypatch):
    monkeypatch.delenv(budgets.ALLOWED, raising=False)
    monkeypatch.setattr(budgets, "free", lambda: pytest.fail("asked"))
    attnlab.trace(names, "anna")
    attnlab.effect(names, "anna", "cut 0.3:4>3")
    attnlab.effect_map(names, "anna")


def test_a_container_with_less_than_the_machine_has_is_believed(tmp_path):
    home = tmp_path / "sys/fs/cgroup/job"
    home.mkdir(parents=True)
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text("0::/job\n")
    for name, said in (("memory.max", "1000\n"), ("memory.current", "700\n"), ("memory.stat", "inactive_file 200\n")):
        (home / name).write_text(said)
    assert budgets.free(tmp_path) == 500
    (home / "memory.max").write_text("max\n")
    assert budgets.free(tmp_path) > 1_000_000


def test_an_older_container_with_less_than_the_machine_has_is_believed(tmp_path):
    home = tmp_path / "sys/fs/cgroup/memory/job"
    home.mkdir(parents=True)
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/self/cgroup").write_text("4:cpu,cpuacct:/job\n5:memory:/job\n")
    for name, said in (
        ("memory.limit_in_bytes", "9000"), ("memory.usage_in_bytes", "5000"),
        ("memory.stat", "total_inactive_file 1000"),
    ):  # fmt: skip
        (home / name).write_text(said)
    assert budgets.free(tmp_path) == 5000


@pytest.mark.parametrize("said", ["lots", "2", "-1 GB", "2 XB", "1e3 MB"])
def test_an_amount_that_is_none_is_refused_in_words(names, allow, said):
    allow(said)
    with pytest.raises(LabError) as fault:
        attnlab.trace(names, "anna")
    assert fault.value.message == "memory-allowed-unreadable" and said in str(fault.value)


@given(limit=st.integers(0, 10**6), below=st.integers(1, 2000))
def test_the_most_that_fits_is_found_and_no_less(limit, below):
    found = budgets.most(lambda n: n * n <= limit, below)
    assert found < below and (found == 0 or found**2 <= limit)
    assert found + 1 == below or (found + 1) ** 2 > limit


@given(pieces=st.integers(1, 2047))
def test_a_longer_text_never_takes_less(pieces):
    shape = Shape(symbols=3, layers=2, heads=4, width=32, context=2048)
    model = Small("own", shape, Alphabet(("a", "b")), {"symbol": np.zeros((3, 32))})
    for need in (budgets.traced, budgets.explained, budgets.effect, budgets.remembered):
        assert need(model, budgets.Length(pieces)).peak <= need(model, budgets.Length(pieces + 1)).peak


# --- what a stranger sees ---------------------------------------------------------------------------------------------


def test_the_command_line_says_it_in_a_sentence(tmp_path, own, monkeypatch):
    own.save(tmp_path / "own.safetensors")
    monkeypatch.setenv(budgets.ALLOWED, "40 MB")
    made = subprocess.run(
        [sys.executable, "-m", "attnlab", "trace", "ab" * 500, "--model", str(tmp_path / "own.safetensors")],
        capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert made.returncode == 2 and not made.stdout
    said = " ".join(made.stderr.split())
    assert "Traceback" not in said and "a trace of 1,001 pieces" in said and "ATTNLAB_MEMORY allows 40 MB" in said
    assert "pieces would fit" in said


def test_the_desk_says_it_in_every_language(own, allow):
    from attnlab import lab

    allow("40 MB")
    fault = refused(lambda: lab.run_of(own, "ab" * 500))
    said = {lang: fault.say(lang) for lang in ("en", "ru", "et")}
    assert "would fit" in said["en"] and "Поместится" in said["ru"] and "Mahuks" in said["et"]
