"""Re-running only what an edit can change says what a full run says, in every family and for every kind of edit."""

import threading

import jaxtyping
import numpy as np
import pytest
from array_api_compat import array_namespace
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab import replay
from attnlab.edits import Ablate, Cut, Drop, Lift, Swap
from attnlab.effects import effect
from attnlab.errors import LabError
from attnlab.formula import allow, attention, suffix_attention
from attnlab.models import load
from attnlab.probe import Site
from attnlab.replay import Replay, proven
from attnlab.targets import AnyOf, Difference, Divergence, Logit, Loss, Probability

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.hub_models import COMMON, FAMILIES, UNGROUPED, make, text_for  # noqa: E402
from tests.test_effects import small  # noqa: E402

# Decoders beyond those of hub_models; the engine knows none of them.
MORE = {
    "gemma": ("GemmaConfig", "GemmaForCausalLM", COMMON | {"head_dim": 8}),
    "opt": (
        "OPTConfig", "OPTForCausalLM",
        {
            "hidden_size": 32, "num_hidden_layers": 2, "num_attention_heads": 4, "ffn_dim": 64, "vocab_size": 100,
            "max_position_embeddings": 64, "word_embed_proj_dim": 32, "bos_token_id": None, "eos_token_id": None,
        },
    ),
    "phi": ("PhiConfig", "PhiForCausalLM", UNGROUPED),
    "gptj": (
        "GPTJConfig", "GPTJForCausalLM",
        {
            "n_embd": 32, "n_layer": 2, "n_head": 4, "n_positions": 64, "rotary_dim": 4, "vocab_size": 100,
            "bos_token_id": None, "eos_token_id": None,
        },
    ),
    "cohere": ("CohereConfig", "CohereForCausalLM", COMMON),
    "granite": (
        "GraniteConfig", "GraniteForCausalLM",
        COMMON | {"residual_multiplier": 0.5, "logits_scaling": 4.0, "embedding_multiplier": 2.0},
    ),
    "smollm3": ("SmolLM3Config", "SmolLM3ForCausalLM", COMMON),
    "starcoder2": ("Starcoder2Config", "Starcoder2ForCausalLM", COMMON),
    "glm4": ("Glm4Config", "Glm4ForCausalLM", COMMON | {"head_dim": 8}),
    "nemotron": ("NemotronConfig", "NemotronForCausalLM", COMMON),
    "helium": ("HeliumConfig", "HeliumForCausalLM", COMMON | {"head_dim": 8}),
    "olmo": ("OlmoConfig", "OlmoForCausalLM", COMMON),
}  # fmt: skip
FLOAT32_ONLY = ("gemma2", "gpt_oss", "qwen3_next")  # some of their own arithmetic is float32 whatever the weights are
DECODERS = [
    *("gpt2", "gpt_neox", "llama", "mistral", "qwen2", "qwen3", "gemma2", "gemma3", "phi3", "olmo2", "gpt_oss"),
    *("stablelm", *MORE),
]  # fmt: skip
OTHERS = ["bert", "distilbert", "albert", "t5", "bart", "marian", "qwen3_next"]


@pytest.fixture(autouse=True)
def unchecked(request):
    """Shapes are checked for two families and for our own models; checking them all takes minutes."""
    checked = "[" not in request.node.name or any(one in request.node.name for one in ("[gpt2]", "[t5]", "numpy"))
    jaxtyping.config.update("jaxtyping_disable", not checked)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="module", params=[*DECODERS, *OTHERS])
def opened(request):
    family = request.param
    FAMILIES.update(MORE)
    try:
        model = make(family, seed=3)
    finally:
        for name in MORE:
            FAMILIES.pop(name)
    return family, opened_or_skipped(family, model)


def opened_or_skipped(family, model):
    """The model opened; GPT-J came to the interface after transformers 5.15, and there is nothing to replay there."""
    try:
        return load(model if family in FLOAT32_ONLY else model.double())
    except LabError as fault:
        if family == "gptj" and fault.message == "hub-silent":
            pytest.skip("this transformers does not let GPT-J's attention be heard")
        raise


def some_edits(hub, tokens, rng, count=24):
    """Sets of edits, alone and together, at every site; each edge is one that its query can see."""
    run = replay.explained(hub, tokens)
    seen = {site: run.map(site, 0).visible for site in hub.sites}

    def edge():
        site = hub.sites[rng.integers(len(hub.sites))]
        queries, keys = np.nonzero(seen[site])
        pick = rng.integers(len(queries))
        return site, int(rng.integers(hub.heads(site))), int(queries[pick]), int(keys[pick])

    def one():
        site, head, query, key = edge()
        match rng.integers(5):
            case 0:
                return Drop(site, head, query, key)
            case 1:
                return Lift(site, head, query, key, float(rng.normal()))
            case 2:
                return Swap(site, head, key, None if rng.random() < 0.5 else int(rng.integers(len(tokens.at(site)[1]))))
            case 3:
                return Ablate(site, head)
            case _:
                return (Cut if seen[site][query].sum() > 3 else Drop)(site, head, query, key)

    return [[one() for _ in range(rng.choice([1, 1, 1, 2, 3]))] for _ in range(count)]


def test_replay_equals_full_runs_in_every_family(opened):
    family, hub = opened
    tokens = hub.tokens(text_for(hub))
    last, rng = len(tokens) - 1, np.random.default_rng(7)
    edits = some_edits(hub, tokens, rng)
    floor = 1e-4 if family in FLOAT32_ONLY else 1e-10
    clean = replay.explained(hub, tokens).logits
    for targets in (
        [Difference(3, 4, last), Logit(5, last), Probability(3, last)],
        [Divergence(clean, 1), AnyOf((2, 9), 1)],
    ):
        found = Replay(hub, tokens).changes(edits, targets)
        wanted = Replay(hub, tokens, way="full").changes(edits, targets)
        size = np.abs(wanted.change).max(axis=0)
        assert (size > 0).all()
        assert (np.abs(found.change - wanted.change).max(axis=0) <= floor * size.clip(min=1e-2)).all()
        np.testing.assert_allclose(found.before, wanted.before, rtol=0, atol=1e-5 if floor > 1e-6 else 1e-10)


def test_the_way_is_the_quickest_that_is_exact(opened):
    family, hub = opened
    # qwen3_next's other layers stand below its one attention layer, so that nothing they carry is missed
    suffix = family in DECODERS or family == "qwen3_next"
    assert proven(hub).way == ("suffix" if suffix else "whole"), proven(hub).refused
    assert proven(hub).error <= 1e-3


def test_a_model_whose_layers_carry_a_state_is_not_run_from_the_middle_of_a_text():
    family = FAMILIES["qwen3_next"]
    FAMILIES["deep_next"] = (*family[:2], family[2] | {"num_hidden_layers": 8})
    try:
        hub = load(make("deep_next"))
    finally:
        FAMILIES.pop("deep_next")
    assert proven(hub).way == "whole"


def test_a_way_that_fails_is_not_taken(monkeypatch):
    hub = load(make("gpt2", seed=11))
    resume = type(hub).resume

    def wrong(self, memory, site, places, rows, attend, **how):
        logits, mean = resume(self, memory, site, places, rows, attend, **how)
        return (logits * 1.1 if len(places) < len(memory.tokens) else logits), mean

    monkeypatch.setattr(type(hub), "resume", wrong)
    assert proven(hub).way == "whole"


def test_replay_leaves_the_model_as_it_was_also_after_an_exception():
    model = make("llama", seed=5)
    hub = load(model)
    before = {name: dict(part.__dict__) for name, part in model.named_modules()}
    hooks = {name: len(part._forward_pre_hooks) for name, part in model.named_modules()}
    made = Replay(hub, hub.tokens("5 17 33 9"))

    def stop(done, total):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        made.changes([[Drop(Site(0), 0, 3, 1)]], [Logit(1, 3)], stop)
    with pytest.raises(LabError):
        made.changes([[Cut(Site(1), 0, 1, 3)]], [Logit(1, 3)])
    for name, part in model.named_modules():
        assert set(part.__dict__) == set(before[name])
        assert "forward" not in part.__dict__
        assert len(part._forward_pre_hooks) == hooks[name]
    assert model.config._attn_implementation == "sdpa"


def test_other_threads_do_not_notice_a_replay():
    hub = load(make("llama", seed=6))
    tokens = hub.tokens("5 17 33 9 22 71 4 8")
    alone = hub.run(tokens)
    edits = [[Drop(site, head, 7, key)] for site in hub.sites for head in range(4) for key in range(8)]
    wanted = Replay(hub, tokens).changes(edits, [Logit(1, 7)]).change
    found = []

    def work():
        found.append(Replay(hub, tokens).changes(edits, [Logit(1, 7)]).change)

    threads = [threading.Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert torch.equal(hub.run(tokens), alone)
        assert torch.equal(hub.run_all([tokens], [lambda site, call: None])[0], alone)
    assert len(found) == 3
    for one in found:
        np.testing.assert_allclose(one, wanted, rtol=0, atol=1e-6)


@pytest.mark.parametrize("put", [np.asarray, torch.tensor], ids=["numpy", "torch"])
@given(seed=st.integers(0, 2**32 - 1), text=st.text(alphabet="abcd", min_size=2, max_size=8))
@settings(max_examples=30, deadline=None)
def test_our_own_models_are_replayed_too(put, seed, text):
    model = small(put)
    tokens, rng = model.tokens(text), np.random.default_rng(seed)
    read = int(rng.integers(len(tokens)))
    edits = some_edits(model, tokens, rng, 12)
    found = Replay(model, tokens, way="suffix").changes(edits, [Logit(1, read), Difference(0, 2, read)])
    chosen = Replay(model, tokens).changes(edits, [Logit(1, read), Difference(0, 2, read)])
    wanted = Replay(model, tokens, way="full").changes(edits, [Logit(1, read), Difference(0, 2, read)])
    assert proven(model).way == "suffix", proven(model).refused
    np.testing.assert_allclose(found.change, wanted.change, rtol=0, atol=1e-10)
    np.testing.assert_allclose(chosen.change, wanted.change, rtol=0, atol=1e-10)


def test_an_edit_after_the_place_that_is_read_changes_exactly_nothing(names):
    tokens = names.tokens("anna")
    found = Replay(names, tokens).changes([[Cut(Site(0), 0, 4, 1)], []], [Logit(1, 2)])
    assert (found.change == 0).all()


def test_a_loss_is_read_at_many_places_and_takes_full_runs(names):
    tokens = names.tokens("anna")
    target = Loss(tokens.ids, 1, 4)
    found = Replay(names, tokens).changes([[Ablate(Site(0), 1)]], [target])
    made = effect(names, "anna", [Ablate(Site(0), 1)], "loss")
    assert found.change[0, 0] == pytest.approx(made.change, abs=1e-12)
    assert found.change[0, 0] != 0


def test_an_identity_edit_changes_nothing_to_the_bit(opened):
    _, hub = opened
    tokens = hub.tokens(text_for(hub))
    last = len(tokens) - 1
    same = []
    for site in hub.sites:
        asking, looked_at = tokens.at(site)
        key = min(len(asking), len(looked_at)) - 1
        same += [[Lift(site, 0, len(asking) - 1, key, 0.0)], [Swap(site, 1, key, key)]]
    change = Replay(hub, tokens).changes(same, [Difference(3, 4, last)]).change
    # a row's products may be added up in another order beside other rows: that, and nothing else
    assert np.abs(change).max() <= 1e-6


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Cut(Site(0), 0, 1, 3), "edit-masked"),
        (Cut(Site(0), 0, 0, 0), "row-empty"),
        (Cut(Site(0), 9, 1, 0), "head-unknown"),
        (Cut(Site(7), 0, 1, 0), "site-unknown"),
        (Drop(Site(0), 0, 1, 77), "edit-place-unknown"),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_in_words(names, edit, message):
    for way in ("suffix", "full"):
        with pytest.raises(LabError) as fault:
            Replay(names, names.tokens("anna"), way=way).changes([[edit]], [Logit(1, 3)])
        assert fault.value.message == message


def test_a_small_budget_makes_smaller_batches_and_the_same_answer():
    hub = load(make("llama", seed=8).double())
    tokens = hub.tokens("5 17 33 9 22 71 4 8")
    edits = [[Drop(site, head, 7, key)] for site in hub.sites for head in range(4) for key in range(8)]
    seen: list[int] = []
    narrow = Replay(hub, tokens, budget=60_000).changes(edits, [Logit(1, 7)], lambda done, total: seen.append(done))
    wide = Replay(hub, tokens).changes(edits, [Logit(1, 7)])
    assert len(seen) > 4
    np.testing.assert_allclose(narrow.change, wide.change, rtol=0, atol=1e-12)


@pytest.mark.parametrize("library", ["numpy", "torch"])
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
@settings(deadline=None)
def test_attention_over_a_shared_past_equals_attention_over_joined_keys(library, data, seed):
    rows, groups, share = (data.draw(st.integers(1, 3)) for _ in range(3))
    past, queries, dim, wide = (data.draw(st.integers(low, 4)) for low in (0, 1, 1, 1))
    heads, rng = groups * share, np.random.default_rng(seed)
    put = np.asarray if library == "numpy" else torch.tensor
    q, k, v, before_k, before_v = (
        put(rng.normal(size=size))
        for size in (
            (rows, heads, queries, dim), (rows, groups, queries, dim), (rows, groups, queries, wide),
            (groups, past, dim), (groups, past, wide),
        )
    )  # fmt: skip
    order = np.arange(past + queries) <= past + np.arange(queries)[:, None]
    how = {
        "scale": 0.7,
        "softcap": data.draw(st.sampled_from([None, 2.0])),
        "bias": data.draw(st.sampled_from([None, put(rng.normal(size=(heads, queries, past + queries)))])),
        "mask": data.draw(st.sampled_from([None, put(allow(order)[None])])),
        "sink": data.draw(st.sampled_from([None, put(rng.normal(size=heads))])),
    }
    found = suffix_attention(q, k, v, before_k, before_v, **how)
    xp = array_namespace(q)
    for row in range(rows):
        keys, values = xp.concat([before_k, k[row]], axis=-2), xp.concat([before_v, v[row]], axis=-2)
        wanted = attention(q[row], keys, values, **how)
        np.testing.assert_allclose(np.asarray(found[row]), np.asarray(wanted), rtol=0, atol=1e-12)


@given(seed=st.integers(0, 2**32 - 1), share=st.sampled_from([1, 2, 3]), past=st.integers(1, 40))
@settings(deadline=None, max_examples=25)
def test_the_kernel_over_the_past_equals_the_formula(seed, share, past):
    from attnlab.models.rerun import over_past

    torch.manual_seed(seed)
    q, k, v = torch.randn(5, 2 * share, 1, 8), torch.randn(5, 2, 1, 8), torch.randn(5, 2, 1, 8)
    before_k, before_v = torch.randn(2, past, 8), torch.randn(2, past, 8)
    found = over_past(q.double(), k.double(), v.double(), before_k.double(), before_v.double(), 0.3)
    wanted = suffix_attention(q.double(), k.double(), v.double(), before_k.double(), before_v.double(), scale=0.3)
    torch.testing.assert_close(found, wanted, rtol=0, atol=1e-12)
