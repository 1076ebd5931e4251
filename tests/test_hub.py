"""Hugging Face models: heard, the same and moved; every trap that was met is a test here."""

import logging
import threading

import hub_models
import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from attnlab import Ablate, Cut, Drop, LabError, Lift, Site, Swap, effect, load, trace  # noqa: E402
from attnlab.effects import edge_effects  # noqa: E402
from attnlab.formula import Call  # noqa: E402
from attnlab.model import own_kernel, prove, run_all  # noqa: E402
from attnlab.models import hub  # noqa: E402
from attnlab.traces import bytes_kept, trace_all  # noqa: E402

logging.getLogger("transformers").setLevel(logging.ERROR)
OPENED: dict[str, hub.Hub] = {}


def opened(family):
    """A small random model of a family, opened once for the whole file."""
    if family not in OPENED:
        OPENED[family] = load(hub_models.make(family), name=family)
    return OPENED[family]


def plain_logits(model, tokens):
    """Logits of the model as anyone would run it."""
    ids = torch.tensor([tokens.ids])
    with torch.no_grad():
        if tokens.source is None:
            return model(input_ids=ids).logits[0]
        return model(input_ids=torch.tensor([tokens.source.ids]), decoder_input_ids=ids).logits[0]


def kernels(model):
    """Which kernel every part of a model would use now."""
    return [part.config._attn_implementation for part in model.modules() if hasattr(part, "config")]


# --- heard, same, moved


@pytest.mark.parametrize("family", hub_models.PROMISED)
def test_a_promised_family_is_heard_at_every_layer_and_its_logits_stay_the_same_to_the_bit(family):
    model = opened(family)
    tokens = model.tokens(hub_models.text_for(model))

    made = trace(model, tokens)

    assert set(made.calls) == set(model.sites)
    assert model.proof is not None and model.proof.exact and min(model.proof.moved) > 1e-4
    assert np.array_equal(made.logits, plain_logits(model.model, tokens).numpy())


@pytest.mark.parametrize("family", hub_models.PROMISED)
def test_every_weight_is_that_of_the_familys_own_eager_path(family):
    model = opened(family)
    tokens = model.tokens(hub_models.text_for(model))
    made, maps = trace(model, tokens), hub_models.eager_maps(model.model, tokens)
    for site in model.sites:
        wanted = maps["cross" if site.kind == "cross" else site.stack][site.layer][0]
        for head in range(model.heads(site)):
            assert np.abs(made.map(site, head).weight - wanted[head].numpy()).max() < 1e-5, (site, head)
            error = made.map(site, head).error
            assert error is not None and error < 1e-5


@pytest.mark.parametrize("family", ("falcon", "bloom", "gpt_neo"))
def test_a_family_that_never_calls_is_refused_in_one_sentence_that_names_a_layer(family):
    model = hub_models.make(family)
    with pytest.raises(LabError) as refusal:
        load(model, name=family)
    assert refusal.value.message == "hub-silent"
    assert "2 of 2" in str(refusal.value) and ".0." in str(refusal.value)
    assert set(kernels(model)) <= {"sdpa", "eager"}


@pytest.mark.parametrize("family", ("bert", "t5", "marian", "gpt2", "llama"))
def test_a_cut_moves_the_logits_at_every_kind_of_site(family):
    model = opened(family)
    tokens = model.tokens(hub_models.text_for(model))
    for site in model.sites:
        made = effect(model, tokens.text if tokens.source is None else hub_models.PAIR, [Cut(site, 1, 2, 1)])
        assert np.abs(made.clean.logits - made.edited.logits).max() > 1e-5, site


def test_edits_act_before_and_after_the_softmax_and_a_lift_of_nothing_changes_no_bit():
    model = opened("llama")
    site, text = Site(1), hub_models.TEXT
    still = effect(model, text, [Lift(site, 2, 4, 1, 0.0)])
    assert np.array_equal(still.clean.logits, still.edited.logits)
    assert trace(model, text, [Cut(site, 2, 4, 1)]).map(site, 2).total[4] == pytest.approx(1)
    weight = trace(model, text).map(site, 2).weight[4, 1]
    assert trace(model, text, [Drop(site, 2, 4, 1)]).map(site, 2).total[4] == pytest.approx(1 - weight, abs=1e-6)
    for edit in (Swap(site, 3, 1), Ablate(site, 3)):
        assert effect(model, text, [edit]).moved > 0


def test_a_cut_equals_the_same_cut_by_the_models_own_eager_code():
    """The model's own eager attention with one more -inf in its mask: nothing of attnlab's formula is in it."""
    model = opened("gpt2")
    tokens = model.tokens(hub_models.TEXT)
    model.model.set_attn_implementation("eager")
    layer = model.model.transformer.h[1].attn
    before = layer.forward

    def cut(hidden, *rest, attention_mask=None, **named):
        mask = attention_mask.expand(1, 4, *attention_mask.shape[-2:]).clone()
        mask[0, 2, 4, 1] = torch.finfo(mask.dtype).min
        return before(hidden, *rest, attention_mask=mask, **named)

    try:
        layer.forward = cut
        wanted = plain_logits(model.model, tokens)
    finally:
        del layer.forward
        model.model.set_attn_implementation("sdpa")
    found = trace(model, tokens, [Cut(Site(1), 2, 4, 1)]).logits
    assert np.abs(found - wanted.numpy()).max() < 1e-5


# --- traps


def test_without_its_mask_function_the_future_would_be_seen_so_none_is_missing():
    from transformers import AttentionInterface, AttentionMaskInterface

    for own in hub.KERNELS:
        name = f"attnlab_{own}"
        assert name in AttentionInterface._global_mapping
        assert AttentionMaskInterface._global_mapping[name].__wrapped__ is AttentionMaskInterface._global_mapping[own]
    for family in ("gpt2", "llama", "mistral", "gemma2", "gpt_oss"):
        model = opened(family)
        made = trace(model, hub_models.TEXT)
        for site in model.sites:
            assert np.triu(made.map(site, 0).weight, 1).max() == 0, (family, site)
    again = trace(opened("t5"), hub_models.PAIR)
    assert np.triu(again.map("1", 0).weight, 1).max() == 0
    assert np.triu(again.map("encoder.1", 0).weight, 1).max() > 0


@pytest.mark.parametrize(
    ("family", "field"), [("t5", "bias"), ("gemma2", "softcap"), ("gpt_oss", "sink"), ("gpt2", "scale")]
)
def test_what_a_family_adds_to_the_formula_is_kept_in_the_call(family, field):
    model = opened(family)
    made = trace(model, hub_models.text_for(model))
    call = made.calls[Site(1)]
    assert getattr(call, field) is not None
    if field != "scale":
        import dataclasses

        without = dataclasses.replace(call, **{field: None}).mix()
        assert float((without - call.mix()).abs().max()) > (1e-7 if field == "softcap" else 1e-3)


def test_a_keyword_that_nobody_knows_is_refused_by_name():
    model = hub_models.make("llama")
    layer = model.model.layers[1].self_attn
    before = layer.forward
    layer.forward = lambda *rest, **named: before(*rest, **named, warp_factor=9)
    with pytest.raises(LabError, match="warp_factor"):
        load(model)
    layer.forward = lambda *rest, **named: before(*rest, **named, warp_factor=None)
    assert load(model).proof is not None


def test_a_probe_reaches_families_that_drop_unknown_keywords():
    assert len(trace(opened("stablelm"), hub_models.TEXT).calls) == 2


@pytest.mark.parametrize("family", ("distilbert", "marian"))
def test_a_layer_that_does_not_know_its_number_gets_its_modules(family):
    model = opened(family)
    assert [site.layer for site in model.sites if site.stack == "encoder"] == [0, 1]
    assert all(f".{site.layer}." in model.homes[site] for site in model.sites)


def test_layers_that_share_one_module_are_told_apart_by_their_turn():
    model = opened("albert")
    assert [str(site) for site in model.sites] == ["encoder.0", "encoder.1", "encoder.2"]
    assert len(set(model.homes.values())) == 1
    made = trace(model, hub_models.TEXT)
    assert np.abs(made.map("0", 1).weight - made.map("2", 1).weight).max() > 1e-4
    moved = [effect(model, hub_models.TEXT, [Ablate(site, 1)]).edited.logits for site in model.sites]
    assert np.abs(moved[0] - moved[2]).max() > 1e-5


def test_a_hybrid_model_keeps_its_layers_true_numbers():
    model = opened("qwen3_next")
    assert [str(site) for site in model.sites] == ["3"]
    assert ".3." in model.homes[Site(3)]
    with pytest.raises(LabError, match="It has: 3"):
        trace(model, hub_models.TEXT).map("0", 0)


def test_bert_without_padding_has_no_mask_and_sees_everything():
    made = trace(opened("bert"), hub_models.TEXT)
    assert made.calls[Site(0, "encoder")].wall() is None
    assert made.map("0", 0).visible.all()


def test_a_sliding_window_is_told_by_the_map():
    made = trace(opened("mistral"), hub_models.TEXT)
    row = made.map("0", 0)
    assert row.window == 4 and row.visible[5].tolist() == [False, False, True, True, True, True]
    assert trace(opened("llama"), hub_models.TEXT).map("0", 0).window is None
    gemma = trace(opened("gemma3"), hub_models.TEXT)
    assert [gemma.map(site, 0).window for site in ("0", "1")] == [4, None]


def test_the_share_of_a_sink_is_told_by_the_map():
    row = trace(opened("gpt_oss"), hub_models.TEXT).map("1", 0)
    assert np.allclose(row.total + row.sink_share, 1) and 0.01 < row.sink_share.max() < 1
    assert np.abs(trace(opened("llama"), hub_models.TEXT).map("1", 0).sink_share).max() < 1e-6


def test_heads_that_share_keys_are_told_by_the_map():
    assert trace(opened("llama"), hub_models.TEXT).map("0", 3).shares_keys_with == (2, 3)
    assert trace(opened("gpt2"), hub_models.TEXT).map("0", 3).shares_keys_with == ()


def test_a_model_in_train_mode_is_traced_in_eval_mode_and_left_in_train_mode():
    model = hub_models.make("gpt2", attn_pdrop=0.5, resid_pdrop=0.5)
    model.train()
    made = load(model)
    row = trace(made, hub_models.TEXT).map("1", 0)
    assert np.allclose(row.total, 1, atol=1e-6)
    assert model.training and all(part.training for part in model.modules())


def test_half_precision_rows_are_shares_of_one_and_the_error_against_the_kernel_is_said():
    model = load(hub_models.make("llama").to(torch.bfloat16))
    made = trace(model, hub_models.TEXT)
    row = made.map("1", 0)
    assert np.allclose(row.total, 1, atol=1e-6)
    assert row.error is not None and 0 <= row.error < 0.02  # 0 where torch rounds as we do: 2.6 did here
    assert np.array_equal(made.logits, plain_logits(model.model, made.tokens).float().numpy())


def test_a_kernel_whose_calls_cannot_be_read_is_refused_with_the_way_out():
    model = hub_models.make("llama")
    model.config._attn_implementation_internal = "flex_attention"
    with pytest.raises(LabError, match="set_attn_implementation") as refusal:
        load(model)
    assert refusal.value.message == "hub-kernel-unknown"
    assert model.config._attn_implementation == "flex_attention"


# --- the process is left as it was found


@pytest.mark.parametrize("family", ("llama", "t5", "gpt_oss"))
def test_a_model_is_left_with_the_kernels_it_had_also_after_an_exception(family):
    model = opened(family)
    before = kernels(model.model)

    def fall(site, call):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        model.run(model.tokens(hub_models.text_for(model)), fall)
    assert kernels(model.model) == before
    assert hub._HELD == {} and hub._LISTENER.get() is None


def test_other_models_and_other_tools_are_untouched_while_one_is_traced():
    from transformers import AttentionInterface
    from transformers.integrations.sdpa_attention import sdpa_attention_forward

    one, other = opened("llama"), hub_models.make("llama", seed=1)
    shared = hub_models.make("llama", seed=2)
    shared.config = shared.model.config = one.model.config  # two models on one configuration
    tokens = one.tokens(hub_models.TEXT)
    wanted = [plain_logits(model, tokens) for model in (other, shared)]
    found = []

    def look(site, call):
        if site == Site(0):
            assert AttentionInterface._global_mapping["sdpa"] is sdpa_attention_forward
            found.extend(plain_logits(model, tokens) for model in (other, shared))

    one.run(tokens, look)
    assert all(torch.equal(a, b) for a, b in zip(found, wanted, strict=True))


def test_two_models_in_two_threads_and_one_model_in_two_threads_do_not_meet():
    models = [opened("llama"), opened("gpt2"), opened("llama")]
    texts = ["5 17 33 9 22 71", "8 41 3 77", "61 60 59 58 57"]
    wanted = [trace(model, text) for model, text in zip(models, texts, strict=True)]
    found: list = [[] for _ in models]
    gate = threading.Barrier(3)

    def work(place):
        gate.wait()
        for _ in range(8):
            found[place].append(trace(models[place], texts[place]))

    threads = [threading.Thread(target=work, args=(place,)) for place in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for made, right in zip(found, wanted, strict=True):
        assert len(made) == 8
        for one in made:
            assert np.array_equal(one.logits, right.logits)
            assert np.array_equal(one.map("1", 2).weight, right.map("1", 2).weight)
    assert set(kernels(models[0].model)) == {"sdpa"}


def test_a_plain_run_in_another_thread_hears_nothing_of_a_trace():
    model = opened("llama")
    tokens = model.tokens(hub_models.TEXT)
    wanted, heard, found = plain_logits(model.model, tokens), [], []

    def look(site, call):
        heard.append(site)
        if site == Site(0):
            thread = threading.Thread(target=lambda: found.append(plain_logits(model.model, tokens)))
            thread.start()
            thread.join()

    model.run(tokens, look)
    assert torch.equal(found[0], wanted) and heard == [Site(0), Site(1)]


# --- batches, budgets, what is kept


@pytest.mark.parametrize("family", ("gpt2", "llama", "mistral", "bert", "t5", "marian", "gpt_oss"))
def test_several_texts_as_a_batch_are_the_same_texts_alone(family):
    model = opened(family)
    texts = ["5 17 33 9 22 71", "8 41", "3 77 12 60"]
    if model.has_encoder:
        texts = [f"{text} => {said}" for text, said in zip(texts, ("9", "8 6 5", "4 3"), strict=True)]
    for together, text in zip(trace_all(model, texts), texts, strict=True):
        alone = trace(model, text)
        assert together.tokens == alone.tokens
        assert np.abs(together.logits - alone.logits).max() < 2e-5
        for site in model.sites:
            one, other = together.map(site, 1), alone.map(site, 1)
            assert one.weight.shape == other.weight.shape
            assert np.abs(one.weight - other.weight).max() < 1e-5
            assert np.array_equal(one.visible, other.visible)
            assert one.error is not None and one.error < 1e-5


def test_texts_of_one_batch_are_edited_each_by_itself():
    model = opened("llama")
    texts = [model.tokens(text) for text in ("5 17 33 9 22 71", "8 41 7", "3 77 12 60")]
    cut = Cut(Site(0), 1, 2, 0)
    ways = [own_kernel, lambda site, call: call.mix(lambda stage, x: cut(site, stage, x)), own_kernel]
    for place, logits in enumerate(run_all(model, texts, ways)):
        wanted = trace(model, texts[place], [cut] if place == 1 else []).logits
        assert np.abs(logits.numpy() - wanted).max() < 2e-5


def test_only_what_is_asked_for_is_kept_and_its_maps_are_the_same():
    model = opened("llama")
    whole = trace(model, hub_models.TEXT)
    part = trace(model, hub_models.TEXT, sites=["1"], heads=[3, 0], positions=[-1, 2])
    assert np.array_equal(part.logits, whole.logits)
    for head in (0, 3):
        row = part.map("1", head)
        assert row.rows == (5, 2) and row.queries == ("71", "33")
        assert np.abs(row.weight - whole.map("1", head).weight[[5, 2]]).max() < 1e-6
        assert row.error is not None and row.error < 1e-5
    call = part.calls[Site(1)]
    kept = sum(x.untyped_storage().nbytes() for x in (call.q, call.k, call.v))
    assert kept == bytes_kept(model, whole.tokens, [Site(1)], [3, 0], [5, 2])
    for wrong in (lambda: part.map("0", 0), lambda: part.map("1", 1)):
        with pytest.raises(LabError, match="Trace again"):
            wrong()


def test_the_bytes_of_a_trace_are_known_before_and_a_budget_is_kept():
    model = opened("gpt2")
    made = trace(model, hub_models.TEXT)
    real = sum(x.numel() * x.element_size() for call in made.calls.values() for x in (call.q, call.k, call.v))
    assert bytes_kept(model, made.tokens, model.sites) == real == 2 * 3 * 6 * 32 * 4
    assert trace(model, hub_models.TEXT, budget=real).calls
    met = []
    before = model.model.forward
    model.model.forward = lambda *rest, **named: met.append(1) or before(*rest, **named)
    try:
        with pytest.raises(LabError, match="budget") as refusal:
            trace(model, hub_models.TEXT, budget=real - 1)
    finally:
        del model.model.forward
    assert not met and refusal.value.message == "trace-over-budget"


def test_a_trace_keeps_by_reference_and_makes_no_map_of_n_by_n():
    model = opened("llama")
    made = trace(model, " ".join("5" for _ in range(60)))
    call = made.calls[Site(0)]
    assert call.mask is None and call.causal and call.q.untyped_storage().nbytes() == 60 * 32 * 4


def test_edges_are_listed_largest_first_and_each_is_that_edge_cut_alone():
    model = opened("llama")
    watched, found = edge_effects(model, hub_models.TEXT, keys=[1, 2])
    assert len(found) == 2 * 4 * 2 and watched.position == 5
    assert [abs(one.change) for one in found] == sorted((abs(one.change) for one in found), reverse=True)
    first = found[0]
    alone = effect(model, hub_models.TEXT, [first.edit])
    assert first.change == pytest.approx(watched(alone.edited.logits) - watched(alone.clean.logits), abs=1e-5)
    assert first.weight == pytest.approx(alone.clean.map(first.edit.site, first.edit.head).weight[5, first.edit.key])


def test_a_call_of_some_heads_and_queries_is_that_part_of_the_whole():
    rng = np.random.default_rng(0)
    q, k, v = (rng.standard_normal((heads, 5, 3)) for heads in (4, 2, 2))
    for more in ({"causal": True}, {"mask": rng.random((1, 5, 5)) < 0.9}, {"bias": rng.standard_normal((4, 5, 5))}):
        if "mask" in more:
            more["mask"][:, :, 0] = True
        call = Call(q, k, v, scale=0.5, **more)
        part = call.only([3, 1], [4, 0])
        assert np.allclose(part.mix(), call.mix()[[3, 1]][:, [4, 0]])


# --- texts


def test_an_encoder_decoder_reads_a_source_and_a_target():
    model = opened("t5")
    tokens = model.tokens(hub_models.PAIR)
    assert tokens.source is not None and len(tokens.source) == 6
    assert tokens.pieces == ("0", "12", "8", "40") and tokens.flags[0] == {"special"}
    assert model.tokens("5 17", "12 8").ids == (0, 12, 8)
    assert model.tokens("5 17").ids == (0,)
    made = trace(model, tokens)
    cross, encoder = made.map("cross.1", 0), made.map("encoder.1", 0)
    assert cross.weight.shape == (4, 6) and encoder.weight.shape == (6, 6)
    assert cross.queries == tokens.pieces and cross.keys == encoder.keys == tokens.source.pieces
    assert effect(model, hub_models.PAIR, [Cut(Site(1, kind="cross"), 0, 3, 5)]).moved > 0
    with pytest.raises(LabError, match="position 6"):
        effect(model, hub_models.PAIR, [Cut(Site(1, kind="cross"), 0, 3, 6)])


def test_the_names_of_sites_can_be_typed():
    assert {str(site) for site in opened("marian").sites} == {
        "encoder.0", "encoder.1", "0", "1", "cross.0", "cross.1",
    }  # fmt: skip
    row = trace(opened("bert"), hub_models.TEXT).map("1", 2)
    assert str(row.site) == "encoder.1"  # bert has one stack, so its number is enough


def test_a_word_that_a_vocabulary_does_not_know_is_refused_in_words():
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(WordLevel({"anna": 0, "met": 1, "emma": 2}))
    words.pre_tokenizer = Whitespace()
    model = hub.of(hub_models.make("gpt2"), PreTrainedTokenizerFast(tokenizer_object=words))
    assert trace(model, "anna met emma").tokens.pieces == ("anna", "met", "emma")
    with pytest.raises(LabError, match="cannot cut “anna met zorro” into pieces") as refused:
        trace(model, "anna met zorro")
    assert refused.value.message == "hub-text-uncut"


def test_a_text_that_is_too_long_is_refused_before_it_is_spelt_out(monkeypatch):
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace
    from transformers import PreTrainedTokenizerFast

    words = Tokenizer(WordLevel({"anna": 0, "met": 1}))
    words.pre_tokenizer = Whitespace()
    model = hub.of(hub_models.make("gpt2"), PreTrainedTokenizerFast(tokenizer_object=words))
    monkeypatch.setattr(hub, "readable", lambda piece: pytest.fail("a piece was spelt out"))
    with pytest.raises(LabError) as refused:
        model.tokens("anna " * 65)
    assert refused.value.message == "hub-text-too-long"


def test_a_name_that_is_no_folder_and_cannot_be_fetched_is_not_blamed_on_the_network(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(LabError, match="There is no folder “practise” here") as refused:
        hub.open_hub("practise")
    assert refused.value.message == "hub-not-reached"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "hub-text-empty"),
        ("5 100", "hub-id-unreadable"),
        ("5 x", "hub-id-unreadable"),
        ("5 " + "1" * 5000, "hub-id-unreadable"),
        ("5 " * 65, "hub-text-too-long"),
    ],
)
def test_a_text_that_cannot_be_read_is_said_in_words(text, message):
    with pytest.raises(LabError) as refusal:
        opened("gpt2").tokens(text)
    assert refusal.value.message == message
    for lang in ("en", "ru", "et"):
        assert refusal.value.say(lang)


def test_a_model_without_words_gives_its_last_state_and_a_classifier_its_labels():
    import transformers

    config = transformers.BertConfig(**hub_models.ENCODER)
    plain = load(transformers.BertModel(config).eval())
    assert not plain.speaks and plain.vocabulary[3] == "feature 3"
    assert trace(plain, hub_models.TEXT).logits.shape == (6, 32)
    labels = load(transformers.BertForSequenceClassification(config).eval())
    assert labels.vocabulary == ("LABEL_0", "LABEL_1")
    assert effect(labels, hub_models.TEXT, [Ablate(Site(0, "encoder"), 1)], target="LABEL_1/LABEL_0").change != 0


def test_the_proof_refuses_a_model_whose_edits_are_thrown_away():
    model = opened("gpt2")

    class Deaf(hub.Hub):
        def run_all(self, texts, attends=None):
            return super().run_all(texts, [lambda site, call: None] * len(texts))

    deaf = Deaf("deaf", model.model)
    with pytest.raises(LabError) as refusal:
        prove(deaf, deaf.example(), within=2e-5)
    assert refusal.value.message in ("proof-silent", "proof-not-moved")


def test_a_model_spread_by_device_map_gives_the_figures_of_one_that_is_not(tmp_path):
    """Two layers stay on disk and are read when they run: what one machine without a second device can show of it."""
    hub_models.make("llama", num_hidden_layers=4).save_pretrained(tmp_path / "model")
    whole = load(tmp_path / "model")
    parts = ["model.embed_tokens", "model.norm", "model.rotary_emb", "lm_head", "model.layers.0", "model.layers.2"]
    spread = load(
        tmp_path / "model",
        device_map=dict.fromkeys(parts, "cpu") | {"model.layers.1": "disk", "model.layers.3": "disk"},
    )
    assert any(one.is_meta for one in spread.model.parameters())
    assert spread.fingerprint() == whole.fingerprint()
    a, b = (trace(one, hub_models.TEXT) for one in (whole, spread))
    for site in whole.sites:
        assert np.array_equal(a.map(site, 1).weight, b.map(site, 1).weight)
        value = a.map(site, 1).value
        assert np.array_equal(whole.project(site, 1, value), spread.project(site, 1, value))
    cut = [Cut(Site(1), 0, 5, 2)]
    assert effect(whole, hub_models.TEXT, cut).change == effect(spread, hub_models.TEXT, cut).change
    assert effect(spread, hub_models.TEXT, cut).change != 0
