"""A feed-forward part is changed like a head: by full runs or replayed, in our models and in any that adds up."""

import json
import threading
from contextlib import contextmanager

import jaxtyping
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.test_effects import small

from attnlab.edits import Ablate, Cut, Drop, Feed, Lift, Patch, Swap, does, from_record, parse, to_record, within
from attnlab.effect_maps import effect_map, head_effects
from attnlab.effects import edge_effects, effect, key_effects
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.probe import Site
from attnlab.replay import Replay, run_each
from attnlab.targets import Difference, Logit
from attnlab.tokens import Tokens
from attnlab.traces import explained, prepared
from attnlab.words import LANGUAGES, say

PLAIN = Tokens("abcd", tuple("abcd"), (0, 1, 2, 3), ((0, 1), (1, 2), (2, 3), (3, 4)), (frozenset(),) * 4)


@contextmanager
def refused(*messages):
    """LabError, and for this reason."""
    with pytest.raises(LabError) as fault:
        yield fault
    assert fault.value.message in messages


# --- the record ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "edit"),
    [
        ("ablate 3.ff", Feed(Site(3))),
        ("ablate 3.ff=mean", Feed(Site(3), source="mean")),
        ("ablate 3.ff:4", Feed(Site(3), 4)),
        ("ablate encoder.1.ff:4=mean", Feed(Site(1, "encoder"), 4, "mean")),
        ("patch 3.ff@anno", Feed(Site(3), text="anno")),
        ('patch 3.ff:2@" anno"', Feed(Site(3), 2, text=" anno")),
    ],
)
def test_a_feed_forward_part_is_typed_where_a_head_would_be(text, edit):
    assert parse(text) == edit and str(edit) == text
    assert from_record(to_record(edit)) == edit
    assert to_record(edit)["edit"] == "feed"
    assert edit.budget == "same" and edit.first == (edit.place or 0)


def test_zero_may_be_said_and_a_number_may_not_stand_for_ff():
    assert parse("ablate 3.ff=zero") == parse("feed 3") == Feed(Site(3))
    for text in ("ablate 3.ff@anno", "patch 3.ff", "patch 3.ff.v@anno", "cut 3.ff:2>1", "ablate 3.ff:x", "feed 3.1"):
        with pytest.raises(LabError):
            parse(text)
    with refused("feed-two-sources"):
        Feed(Site(0), source="mean", text="anno")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_each_change_of_a_part_says_what_it_does_and_that_no_weight_moves(lang):
    said = set()
    for place in (None, 2):
        for more in ({}, {"source": "mean"}, {"text": "anno"}):
            message, facts = does(Feed(Site(3), place, **more), PLAIN)
            words = say(message, lang, **facts)
            assert "3" in words and ("2 c" in words) == (place is not None) and ("anno" in words) == ("text" in more)
            said.add(words.rsplit(". ", 1)[0])
            assert {"en": "No weight", "ru": "Веса", "et": "kaalud"}[lang] in words
    assert len(said) == 6


@settings(max_examples=30)
@given(data=st.data(), rows=st.booleans())
def test_a_part_of_the_places_meets_the_same_change(data, rows):
    n = 5
    rng = np.random.default_rng(data.draw(st.integers(0, 99)))
    x = rng.normal(size=(*((3,) if rows else ()), n, 4))
    place = data.draw(st.none() | st.integers(0, n - 1))
    edit = data.draw(
        st.sampled_from([Feed(Site(0), place), Feed(Site(0), place, "mean"), Feed(Site(0), place, text="t")])
    )
    held = rng.normal(size=(n, 4) if edit.text else 4)
    edit = Feed(edit.site, edit.place, edit.source, edit.text, _given(held))
    whole = edit(Site(0), "feed", x)
    first = data.draw(st.integers(0, edit.first))
    np.testing.assert_array_equal(within(edit, (), first)(Site(0), "feed", x[..., first:, :]), whole[..., first:, :])
    assert edit(Site(1), "feed", x) is x and edit(Site(0), "output", x) is x
    touched = range(n) if place is None else [place]
    for here in range(n):
        wanted = x[..., here, :]
        if here in touched:
            wanted = 0 if edit.text is None and edit.source is None else held[here] if edit.text else held
        np.testing.assert_array_equal(whole[..., here, :], np.broadcast_to(wanted, whole[..., here, :].shape))


def _given(x):
    from attnlab.edits import Given

    return Given(None, PLAIN, x)


# --- our own models ---------------------------------------------------------------------------------------------------


def test_a_model_that_has_no_such_part_is_refused_in_words():
    for typed in ("ablate 0.ff", "patch 0.ff@abce"):
        with refused("feed-not-taken"):
            effect(load("previous"), "abcd", typed)
    with refused("feed-not-taken"):
        head_effects(load("previous"), "abcd", feeds=True)


@pytest.mark.parametrize(
    "ask",
    [
        lambda model: edge_effects(model, "abcd", kind=Feed),  # type: ignore[arg-type]
        lambda model: effect_map(model, "abcd", kind=Feed),  # type: ignore[arg-type]
        lambda model: key_effects(model, "abcd", "0", 0, 3, "a", kind=Ablate),  # type: ignore[arg-type]
    ],
)
def test_an_edge_is_cut_or_dropped_and_nothing_else(ask):
    with refused("effects-kind-unknown"):
        ask(load("previous"))


def rms(x):
    return x / np.sqrt((x * x).mean(-1, keepdims=True) + 1e-5)


def by_hand(model, tokens, rule):
    """The small transformer worked out anew, with what each layer's feed-forward part adds handed to a rule."""
    p, ids, (heads, dim) = (
        model.parameters,
        list(tokens.ids),
        (model.shape.heads, model.shape.width // model.shape.heads),
    )
    x = rms(p["symbol"][ids] + p["position"][: len(ids)])
    for layer in range(model.shape.layers):
        h, found = rms(x), []
        for head in range(heads):
            mine = slice(head * dim, (head + 1) * dim)
            q, k, v = (h @ p[f"{layer}.{name}"][:, mine] for name in ("q", "k", "v"))
            score = np.where(np.tri(len(ids)) > 0, q @ k.T / dim**0.5, -np.inf)
            weight = np.exp(score - score.max(-1, keepdims=True))
            found.append(weight / weight.sum(-1, keepdims=True) @ v)
        x = x + np.concatenate(found, -1) @ p[f"{layer}.join"]
        x = x + rule(layer, np.maximum(rms(x) @ p[f"{layer}.up"], 0) @ p[f"{layer}.down"])
    return x @ p["next"]


def test_our_models_parts_are_switched_off_held_and_patched_as_by_hand():
    model, text, other = small(), "abcd", "dcba"
    tokens, heard = model.tokens(text), {}
    clean = by_hand(model, tokens, lambda layer, x: heard.setdefault(layer, x))
    control: dict[int, np.ndarray] = {}
    by_hand(model, model.tokens(other), lambda layer, x: control.setdefault(layer, x))
    np.testing.assert_allclose(explained(model, tokens).logits, clean, rtol=0, atol=1e-12)

    def put(layer, place, value):
        def rule(here, x):
            x = x.copy()
            if here == layer:
                x[slice(None) if place is None else place] = value
            return x

        return by_hand(model, tokens, rule)

    for layer in range(model.shape.layers):
        for typed, wanted in (
            (f"ablate {layer}.ff", put(layer, None, 0)),
            (f"ablate {layer}.ff:2", put(layer, 2, 0)),
            (f"ablate {layer}.ff=mean", put(layer, None, heard[layer].mean(0))),
            (f"patch {layer}.ff@{other}", put(layer, None, control[layer])),
            (f"patch {layer}.ff:3@{other}", put(layer, 3, control[layer][3])),
        ):
            found = explained(model, tokens, [parse(typed)]).logits
            np.testing.assert_allclose(found, wanted, rtol=0, atol=1e-10, err_msg=typed)
            target = Difference(1, 2, 4)
            assert effect(model, text, typed, "b/c").after == pytest.approx(target(wanted), abs=1e-10)
            changes = Replay(model, tokens, way="suffix").changes([[parse(typed)]], [target]).change
            assert changes[0, 0] == pytest.approx(target(wanted) - target(clean), abs=1e-10), typed


def test_our_models_replay_parts_and_heads_together_as_full_runs_do():
    model = small()
    tokens, target = model.tokens("abcda"), Difference(1, 2, 4)
    sets = some_sets(model, tokens, "dcbab", np.random.default_rng(1))
    wanted = np.array([target(explained(model, tokens, edits).logits) for edits in sets])
    clean = target(explained(model, tokens).logits)
    for way in ("suffix", "whole", "full"):
        found = Replay(model, tokens, way=way).changes(sets, [target]).change[:, 0]
        np.testing.assert_allclose(found, wanted - clean, rtol=0, atol=1e-10, err_msg=way)
    side = [target(logits) for logits in run_each(model, tokens, [[], *sets])]
    np.testing.assert_allclose(np.array(side[1:]) - side[0], wanted - clean, rtol=0, atol=1e-10)


def test_patching_a_part_from_the_same_text_changes_nothing_to_the_bit():
    model = small()
    tokens = model.tokens("abcd")
    same = [Feed(Site(layer), text="abcd") for layer in range(model.shape.layers)]
    assert np.array_equal(explained(model, tokens, same).logits, explained(model, tokens).logits)


def test_parts_stand_beside_heads_in_the_list_of_what_switching_off_does():
    model = small()
    _, heads = head_effects(model, "abcd", target="b/c")
    _, both = head_effects(model, "abcd", target="b/c", feeds=True)
    names = {one.name for one in both}
    assert names - {one.name for one in heads} == {f"{layer}.ff" for layer in range(model.shape.layers)}
    assert [abs(one.change) for one in both] == sorted((abs(one.change) for one in both), reverse=True)
    for one in both:
        assert one.change == pytest.approx(effect(model, "abcd", one.edit, "b/c").change, abs=1e-10)


def some_sets(model, tokens, other, rng, count=24):
    """Sets of edits of parts and heads; edges and places are such as each exist."""
    sites = [site for site in model.sites if site.kind == "self"]

    def one():
        site = sites[rng.integers(len(sites))]
        side = tokens.at(site)[0]
        head, query = int(rng.integers(model.heads(site))), int(rng.integers(1, len(side)))
        place = None if rng.random() < 0.5 else query
        match rng.integers(8):
            case 0 | 1:
                return Feed(site, place)
            case 2:
                return Feed(site, place, "mean")
            case 3:
                return Feed(site, place, text=other)
            case 4:
                return Drop(site, head, query, query)
            case 5:
                return Lift(site, head, query, query, 0.7)
            case 6:
                return Swap(site, head, query - 1)
            case _:
                return Patch(site, head, other)

    return [[Feed(sites[0])], *([one() for _ in range(rng.choice([1, 1, 2, 3]))] for _ in range(count))]


# --- models of transformers -------------------------------------------------------------------------------------------

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.hub_models import FAMILIES, PAIR, TEXT, make, text_for  # noqa: E402
from tests.test_replay import FLOAT32_ONLY, MORE  # noqa: E402

OTHER = {TEXT: "8 2 61 40 77 13", PAIR: "8 2 61 40 77 13 => 30 31 5"}
# where a layer's feed-forward part is, for the families that are held against plain hooks
PARTS = {
    "gpt2": lambda model, layer: model.transformer.h[layer].mlp,
    "llama": lambda model, layer: model.model.layers[layer].mlp,
    "gpt_neox": lambda model, layer: model.gpt_neox.layers[layer].mlp,
    "olmo2": lambda model, layer: model.model.layers[layer].post_feedforward_layernorm,
    "gemma3": lambda model, layer: model.model.layers[layer].post_feedforward_layernorm,
    "mixtral": lambda model, layer: model.model.layers[layer].mlp,
    "granite": lambda model, layer: model.model.layers[layer].mlp,
}
FOLD = {"granite": 0.5}
SUMS = (
    "gpt2",
    "gpt_neox",
    "llama",
    "qwen3",
    "gemma2",
    "gemma3",
    "phi3",
    "olmo2",
    "gpt_oss",
    "t5",
    "granite",
    "cohere",
    "gptj",
)
NORMED = ("bert", "bart", "marian", "distilbert", "albert")


@pytest.fixture(autouse=True)
def unchecked(request):
    """Shapes are checked for one family and for our own models; checking them all takes minutes."""
    checked = "[" not in request.node.name or "[gpt2" in request.node.name
    jaxtyping.config.update("jaxtyping_disable", not checked)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


def opened(family, **changes):
    known = FAMILIES | MORE | {"mixtral": ("MixtralConfig", "MixtralForCausalLM", MIXTRAL)}
    FAMILIES[family] = known[family]
    try:
        model = make(family, seed=3, **changes)
    finally:
        if family not in BEFORE:
            del FAMILIES[family]
    try:
        return load(model if family in (*FLOAT32_ONLY, "mixtral") else model.double())
    except LabError as fault:
        if family == "gptj" and fault.message == "hub-silent":
            pytest.skip("this transformers does not let GPT-J's attention be heard")
        raise


BEFORE = frozenset(FAMILIES)
MIXTRAL = FAMILIES["llama"][2] | {"num_local_experts": 4, "num_experts_per_tok": 2}


def hooked(hub, parts, rule, text=TEXT):
    """Logits of a plain run in which forward hooks put what each part gives as the rule says."""

    def hook(layer):
        def put(part, args, given):
            first = given[0] if isinstance(given, tuple) else given
            made = rule(layer, first[0])[None]
            return (made, *given[1:]) if isinstance(given, tuple) else made

        return put

    handles = [part.register_forward_hook(hook(layer)) for layer, part in enumerate(parts)]
    try:
        with torch.no_grad():
            return hub.model(input_ids=torch.tensor([hub.tokens(text).ids])).logits[0].numpy()
    finally:
        for handle in handles:
            handle.remove()


@pytest.mark.parametrize("family", PARTS)
def test_a_part_is_what_a_plain_hook_on_it_changes(family):
    hub = opened(family)
    parts = [PARTS[family](hub.model, layer) for layer in range(2)]
    heard, control = {}, {}
    clean = hooked(hub, parts, lambda layer, x: heard.setdefault(layer, x.clone()))
    hooked(hub, parts, lambda layer, x: control.setdefault(layer, x.clone()), OTHER[TEXT])
    tokens, last = hub.tokens(TEXT), 5
    target = Difference(3, 4, last)
    near = 1e-5 if family == "mixtral" else 1e-10

    def put(layer, place, value):
        def rule(here, x):
            x = x.clone()
            if here == layer:
                x[slice(None) if place is None else place] = value
            return x

        return hooked(hub, parts, rule)

    replay = Replay(hub, tokens)
    for layer in range(2):
        for typed, wanted in (
            (f"ablate {layer}.ff", put(layer, None, 0)),
            (f"ablate {layer}.ff:2", put(layer, 2, 0)),
            (f"ablate {layer}.ff:5=mean", put(layer, 5, heard[layer].mean(0))),
            (f"ablate {layer}.ff=mean", put(layer, None, heard[layer].mean(0))),
            (f"patch {layer}.ff@{OTHER[TEXT]}", put(layer, None, control[layer])),
            (f"patch {layer}.ff:1@{OTHER[TEXT]}", put(layer, 1, control[layer][1])),
        ):
            found = explained(hub, tokens, [parse(typed)]).logits
            np.testing.assert_allclose(found, wanted, rtol=0, atol=near * np.abs(wanted).max(), err_msg=typed)
            change = replay.changes([[parse(typed)]], [target]).change[0, 0]
            assert change == pytest.approx(target(wanted) - target(clean), abs=near), typed


@pytest.mark.parametrize("family", SUMS)
def test_replay_of_parts_and_heads_together_equals_full_runs(family):
    hub = opened(family)
    tokens = hub.tokens(text_for(hub))
    sets = some_sets(hub, tokens, OTHER[text_for(hub)], np.random.default_rng(7))
    sets = [
        [edit for edit in edits if not isinstance(edit, Patch) or family != "t5"] or [Feed(Site(0))] for edits in sets
    ]
    targets = [Difference(3, 4, len(tokens) - 1), Logit(5, len(tokens) - 1)]
    found = Replay(hub, tokens).changes(sets, targets)
    wanted = Replay(hub, tokens, way="full").changes(sets, targets)
    size = np.abs(wanted.change).max()
    assert (np.abs(wanted.change[0]) > 1e-3).all()
    floor = 1e-4 if family in FLOAT32_ONLY else 1e-10
    np.testing.assert_allclose(found.change, wanted.change, rtol=0, atol=floor * size)


@pytest.mark.parametrize("family", SUMS)
def test_what_a_layer_adds_is_told_apart_in_every_layer(family):
    hub = opened(family)
    assert {one.site for one in hub.added.values()} == {site for site in hub.sites if site.kind == "self"}
    with refused("feed-site-cross", "site-unknown"):
        explained(hub, hub.tokens(text_for(hub)), [Feed(Site(0, kind="cross"))])


@pytest.mark.parametrize("family", NORMED)
def test_a_family_that_norms_the_sum_is_refused_in_words(family):
    hub = opened(family)
    assert not hub.added
    with refused("feed-not-added") as fault:
        explained(hub, hub.tokens(text_for(hub)), [Feed(hub.sites[0])])
    for lang in LANGUAGES:
        assert hub.name in say(fault.value.message, lang, **fault.value.facts)


@pytest.mark.parametrize("family", ["gpt2", "gpt_neox", "llama"])
def test_attention_alone_is_run_as_it_always_was(family, monkeypatch):
    """No layer's door is asked for what it adds, in full runs and in replay, where no part is edited."""
    hub = opened(family)
    tokens = hub.tokens(TEXT)
    before = hub.run(tokens).numpy()

    def never(*_):
        raise AssertionError("what layers add was looked for")

    monkeypatch.setattr(type(hub._reruns), "fed", never)
    cut = [[Cut(Site(0), 0, 5, 2)], [Ablate(Site(1), 1)]]
    Replay(hub, tokens).changes(cut, [Logit(3, 5)])
    Replay(hub, tokens, way="full").changes(cut, [Logit(3, 5)])
    assert "added" not in vars(hub)
    monkeypatch.undo()
    explained(hub, tokens, [Feed(Site(0))])
    assert np.array_equal(hub.run(tokens).numpy(), before)
    assert not any("forward" in vars(part) for part in hub.model.modules())


def test_listening_to_parts_changes_nothing_to_the_bit():
    hub = opened("gpt2")
    tokens, heard = hub.tokens(TEXT), []
    plain = hub.run(tokens)
    assert torch.equal(hub.run(tokens, feed=lambda site, x: heard.append((site, x.shape)) or x), plain)
    assert torch.equal(hub.run(tokens, feed=lambda site, x: x.clone()), plain)
    assert heard == [(Site(0), (6, 32)), (Site(1), (6, 32))]
    same = prepared(hub, tokens, [Feed(Site(0), text=TEXT)])
    assert np.array_equal(explained(hub, tokens, same).logits, explained(hub, tokens).logits)


def test_texts_of_a_batch_meet_each_their_own_change_and_no_padding():
    hub = opened("llama")
    texts = [hub.tokens(TEXT), hub.tokens("9 8 7")]
    seen = []

    def off(site, x):
        seen.append(len(x))
        return torch.zeros_like(x) if site == Site(1) else x

    kept = lambda site, call: None  # noqa: E731
    long, short = hub.run_all(texts, [kept] * 2, [None, off])
    torch.testing.assert_close(long, hub.run(texts[0]), rtol=0, atol=1e-10)
    torch.testing.assert_close(short, hub.run(texts[1], feed=off), rtol=0, atol=1e-10)
    assert set(seen) == {3}


def test_other_threads_do_not_notice_that_a_part_is_off():
    hub = opened("gpt2")
    tokens = hub.tokens(TEXT)
    clean, found = hub.run(tokens), []

    def feed(site, x):
        if not found:
            other = threading.Thread(target=lambda: found.append(hub.run(tokens)))
            other.start()
            other.join()
        return torch.zeros_like(x)

    changed = hub.run(tokens, feed=feed)
    assert torch.equal(found[0], clean) and not torch.equal(changed, clean)


def test_a_replayed_identity_is_rounding_at_most():
    hub = opened("llama")
    tokens = hub.tokens(TEXT)
    found = Replay(hub, tokens).changes([[Feed(Site(0), text=TEXT)], [Feed(Site(1), 5)]], [Logit(3, 5)]).change
    assert abs(found[0, 0]) < 1e-12 < abs(found[1, 0])


# --- the terminal -----------------------------------------------------------------------------------------------------


def test_the_terminal_switches_parts_off_beside_heads_and_says_where_it_cannot(tmp_path):
    from tests.test_cli import attnlab

    path = tmp_path / "off.json"
    attnlab("effects", "anna", "--off", "--target", "l/y", "--out", str(path))
    found = {one["part"]: one["change"] for one in json.loads(path.read_text())["parts"]}
    assert set(found) == {"0.0", "0.1", "0.2", "0.3", "0.ff"}
    assert found["0.ff"] == pytest.approx(effect(load("names"), "anna", "ablate 0.ff", "l/y").change)
    made = attnlab("effect", "anna", "--ablate", "0.ff", "--patch", "0.ff:2@anno")
    assert made.returncode == 0 and "feed-forward part of layer 0 is off" in " ".join(made.stdout.split())
    refused_one = attnlab("effects", "abcd", "--model", "previous", "--off")
    assert refused_one.returncode == 0 and "does not say what its feed-forward parts add" in " ".join(
        refused_one.stdout.split()
    )


def test_the_terminal_says_that_our_models_are_not_rounded():
    from tests.test_cli import attnlab

    made = attnlab("effects", "anna", "--precision", "bf16")
    assert made.returncode == 2 and "float32" in made.stderr


def test_a_layer_of_attention_alone_has_no_feed_forward_part_to_change():
    model = load("address")
    with pytest.raises(LabError) as refused:
        effect(model, "A:7 B:2 ?B", "ablate 0.ff")
    assert refused.value.message == "feed-none"
