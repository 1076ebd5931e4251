"""The map of measured effects: every edge as a run of its own would have it, kept, gone on with, drawn."""

import json

import jaxtyping
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab import contributions, effect_map, head_effects, open_effects, plot_effects
from attnlab.arrays import to_numpy
from attnlab.edits import Ablate, Cut, Drop
from attnlab.effects import effect
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.probe import Site

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from sealed_files import INSTEAD, resealed  # noqa: E402
from tests.hub_models import FAMILIES, make, text_for  # noqa: E402
from tests.test_effects import small  # noqa: E402
from tests.test_replay import MORE, opened_or_skipped  # noqa: E402

DEEP = small()


@pytest.fixture(autouse=True, scope="module")
def many_runs():
    """A run an edge, many times over; shapes are checked in the tests of what runs."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.mark.parametrize("kind", [Cut, Drop])
@given(text=st.text(alphabet="abcd", min_size=1, max_size=6), seed=st.integers(0, 1000))
@settings(max_examples=5, deadline=None)
def test_every_cell_is_what_cutting_that_edge_alone_does(kind, text, seed):
    made = effect_map(DEEP, text, target="b/c", query="all", kind=kind)
    rng = np.random.default_rng(seed)
    places = np.argwhere(made.exact)
    assert len(places) == made.edges
    for site, head, query, key in rng.permutation(places)[:8].tolist():
        edit = kind(Site(site), head, query, key)
        wanted = effect(DEEP, text, [edit], "b/c").change
        assert made.change[site, head, query, key] == pytest.approx(wanted, abs=1e-10)
        assert made.weight[site, head, query, key] == pytest.approx(
            effect(DEEP, text, [], "b/c").clean.map(Site(site), head).weight[query, key], abs=1e-12
        )


@pytest.mark.parametrize("family", ["gpt2", "llama", "bert", "t5"])
def test_the_map_of_a_hub_model_equals_cuts_by_full_runs(family):
    hub = load(make(family, seed=4).double())
    text = text_for(hub)
    sites = ["cross.0", "cross.1"] if family == "t5" else None
    made = effect_map(hub, text, target="3/4", sites=sites)
    assert made.exact.sum() == made.edges > 0
    for site, head, _, key in np.argwhere(made.exact)[:: max(1, made.edges // 6)].tolist():
        edit = Cut(Site.parse(made.sites[site]), head, made.queries[0], key)
        wanted = effect(hub, text, [edit], "3/4").change
        assert made.change[site, head, 0, key] == pytest.approx(wanted, abs=1e-10)
    assert made.contribution is not None


def test_the_masked_future_and_a_lone_key_are_no_edges():
    made = effect_map(DEEP, "abc", target="b/c", query="all")
    behind = np.triu(np.ones((4, 4), bool), 1)
    assert np.isnan(made.change[..., behind]).all()
    assert np.isnan(made.weight[..., behind]).all()
    assert not made.exact[:, :, 0].any()  # START sees itself alone
    assert made.exact[:, :, 1:][..., ~behind[1:]].all()
    dropped = effect_map(DEEP, "abc", target="b/c", query="all", kind=Drop)
    assert dropped.exact[:, :, 0, 0].all()


@pytest.mark.parametrize("kind", [Cut, Drop])
def test_the_estimate_is_what_a_very_small_change_does(kind):
    """A head's output moved a millionth of the way a cut moves it moves the target by a millionth of the estimate."""
    from attnlab.targets import choose
    from attnlab.traces import explained

    made = effect_map(DEEP, "abcab", target="b/c", method="estimate", kind=kind)
    clean = explained(DEEP, DEEP.tokens("abcab"))
    target = choose(DEEP, clean.tokens, clean.logits, "b/c")
    assert made.exact.sum() == 0 and np.isnan(made.change).all()
    for site, head, key in [(0, 0, 1), (1, 1, 5), (2, 0, 3)]:
        row = clean.map(Site(site), head)
        w, z, v = row.weight[-1, key], row.output[-1], row.value[key]
        step = 1e-6 * (w * (z - v) / (1 - w) if kind is Cut else -w * v)

        def nudge(here, call, site=site, head=head, step=step):
            out = call.mix().copy()
            if here == Site(site):
                out[head, -1] += step
            return out

        moved = target(DEEP.run(clean.tokens, nudge)) - target(clean.logits)
        assert made.estimate[site, head, 0, key] == pytest.approx(moved / 1e-6, rel=1e-4, abs=1e-6)


def test_the_estimate_of_a_hub_model_is_that_of_a_very_small_change():
    from attnlab.targets import Difference
    from attnlab.traces import explained

    hub = load(make("gpt2", seed=4).double())  # llama's norm is float32 whatever its weights are
    tokens = hub.tokens(text_for(hub))
    made = effect_map(hub, tokens, target="3/4", method="estimate", kind=Drop)
    clean, target = explained(hub, tokens), Difference(3, 4, len(tokens) - 1)
    for site, head, key in [(0, 1, 2), (1, 3, 0)]:
        row = clean.map(Site(site), head)

        def nudge(here, call, site=site, head=head, step=-1e-6 * row.weight[-1, key] * row.value[key]):
            out = call.mix().clone()
            if here == Site(site):
                out[head, -1] += torch.as_tensor(step)
            return out

        moved = target(hub.run(tokens, nudge).numpy()) - target(hub.run(tokens, lambda s, c: c.mix()).numpy())
        assert made.estimate[site, head, 0, key] == pytest.approx(moved / 1e-6, rel=1e-4, abs=1e-7)


def test_auto_measures_the_largest_estimates_and_says_what_was_left():
    made = effect_map(DEEP, "abcab", target="b/c", method="auto", refine=7)
    exact = effect_map(DEEP, "abcab", target="b/c")
    assert made.exact.sum() == 7
    assert made.left == exact.edges - 7
    assert np.abs(made.estimate[made.exact]).min() >= np.abs(made.estimate[exact.exact & ~made.exact]).max()
    np.testing.assert_allclose(made.change[made.exact], exact.change[made.exact], rtol=0, atol=1e-10)
    assert -1 <= made.agreement <= 1


def test_the_rank_agreement_is_spearmans_over_what_was_measured():
    from scipy.stats import spearmanr

    made = effect_map(DEEP, "abcab", target="b/c", method="auto", refine=10**6)
    assert made.left == 0
    both = np.abs(made.estimate[made.exact]), np.abs(made.change[made.exact])
    assert made.agreement == pytest.approx(spearmanr(*both).statistic)


@pytest.mark.parametrize("wish", ["b", "b/c", "p(b)", "a|b"])
def test_a_targets_slope_is_its_gradient(wish):
    from attnlab.targets import choose

    rng = np.random.default_rng(5)
    logits = rng.normal(size=(3, 5))
    target = choose(DEEP, DEEP.tokens("ab"), logits, wish)
    slope = target.slope(logits[2])
    for symbol in range(5):
        near = logits.copy()
        near[2, symbol] += 1e-6
        assert slope[symbol] == pytest.approx((target(near) - target(logits)) / 1e-6, abs=1e-5)


def test_a_map_is_kept_and_opened_without_the_model(tmp_path):
    path = tmp_path / "map.safetensors"
    made = effect_map(DEEP, "abca", target="b/c", method="auto", refine=9, path=path)
    again = open_effects(path)
    for name, value in vars(made).items():
        if isinstance(value, np.ndarray):
            np.testing.assert_array_equal(getattr(again, name), value)
        else:
            assert getattr(again, name) == value
    assert again.largest(3) == made.largest(3)


def test_a_map_that_was_stopped_is_gone_on_with_and_measures_no_edge_twice(tmp_path, monkeypatch):
    from attnlab import effect_maps

    path = tmp_path / "map.safetensors"

    def stop(done, total):
        if done >= 15:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        effect_map(DEEP, "abcab", target="b/c", path=path, watch=stop, chunk=5)
    begun = open_effects(path)
    assert begun.exact.sum() == 15

    asked = []
    real = effect_maps.Replay.changes

    def count(self, alternatives, *rest):
        asked.extend(edits[0] for edits in alternatives)
        return real(self, alternatives, *rest)

    monkeypatch.setattr(effect_maps.Replay, "changes", count)
    made = effect_map(DEEP, "abcab", target="b/c", path=path)
    assert len(asked) == len(set(asked)) == made.edges - 15
    whole = effect_map(DEEP, "abcab", target="b/c")
    np.testing.assert_allclose(made.change, whole.change, rtol=0, atol=1e-12)


@pytest.mark.parametrize("wish", ["text", "target", "kind"])
def test_another_maps_file_is_not_written_over(tmp_path, wish):
    path = tmp_path / "map.safetensors"
    effect_map(DEEP, "abc", target="b/c", path=path)
    before = path.read_bytes()
    other = {"text": "abd", "target": "b/c", "kind": Cut} | {wish: {"text": "abd", "target": "a/c", "kind": Drop}[wish]}
    text = other.pop("text") if wish == "text" else "abc"
    other.pop("text", None)
    with pytest.raises(LabError, match="another map"):
        effect_map(DEEP, text, path=path, **other)
    assert path.read_bytes() == before


def test_a_torn_an_altered_and_a_foreign_file_are_refused_in_words(tmp_path):
    from safetensors.numpy import save_file

    path = tmp_path / "map.safetensors"
    effect_map(DEEP, "abc", target="b/c").save(path)
    whole = path.read_bytes()
    path.write_bytes(whole[:-9])
    with pytest.raises(LabError, match="torn or was altered"):
        open_effects(path)
    path.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
    with pytest.raises(LabError, match="torn or was altered"):
        open_effects(path)
    save_file({"x": np.zeros(3)}, path, {"attnlab": json.dumps({"format": "attnlab effects 9"})})
    with pytest.raises(LabError, match="attnlab effects 9"):
        open_effects(path)
    with pytest.raises(LabError, match="no file"):
        open_effects(tmp_path / "none")


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"target": "kl", "method": "estimate"}, "no gradient"),
        ({"target": "loss", "method": "auto"}, "no gradient"),
        ({"method": "guess"}, "no method guess"),
        ({"sites": []}, "do not share"),
        ({"sites": ["9"]}, "9"),
        ({"query": 77}, "77"),
    ],
)
def test_what_does_not_fit_is_refused_in_words(how, words):
    with pytest.raises(LabError, match=words):
        effect_map(DEEP, "abc", **how)


def test_a_head_that_looks_hard_and_does_nothing_is_named():
    decoy = load("decoy")
    made = effect_map(decoy, "anton")
    assert [cell.site + "." + str(cell.head) for cell in made.looked_only()] == ["0.0"]
    assert np.abs(made.change[made.exact]).max() < 1e-9


def test_switching_off_a_head_is_what_ablate_does():
    target, found = head_effects(DEEP, "abcab", target="b/c", estimates=True)
    assert [abs(one.change) for one in found] == sorted((abs(one.change) for one in found), reverse=True)
    assert {one.edit for one in found} == {Ablate(Site(site), head) for site in range(3) for head in range(2)}
    for one in found:
        wanted = effect(DEEP, "abcab", [one.edit], "b/c")
        assert one.change == pytest.approx(wanted.change, abs=1e-10)
        assert target == wanted.target


def test_a_map_leaves_as_labelled_arrays(need):
    need("xarray")
    made = effect_map(DEEP, "abc", target="b/c")
    data = made.to_xarray()
    assert data["change"].dims == ("site", "head", "query", "key")
    np.testing.assert_array_equal(data["change"].sel(site="1", query=3).values, made.change[1, :, 0])
    assert list(data["key_piece"].values) == ["START", "a", "b", "c"]


@pytest.mark.parametrize("ending", ["png", "svg", "pdf"])
def test_a_figure_is_drawn_and_another_ending_is_refused(tmp_path, need, ending):
    need("matplotlib")
    made = effect_map(DEEP, "abc", target="b/c", query="all")
    path = plot_effects(made, tmp_path / f"map.{ending}", query=3)
    assert path.read_bytes()[:4] in (b"\x89PNG", b"<?xm", b"%PDF")
    with pytest.raises(LabError):
        plot_effects(made, tmp_path / "map.bmp")


def test_a_pooled_column_shows_the_largest_of_its_keys():
    from attnlab.drawings import WIDEST, pooled

    rng = np.random.default_rng(0)
    x = rng.normal(size=(3, 2 * WIDEST + 5))
    x[0, :3] = np.nan
    shown, span = pooled(x)
    assert span == 3
    for row in range(3):
        for column in range(shown.shape[1]):
            keys = x[row, span * column : span * column + span]
            if np.isnan(keys).all():
                assert np.isnan(shown[row, column])
            else:
                assert shown[row, column] == keys[np.nanargmax(np.abs(keys))]


# --- direct contributions -------------------------------------------------------------------------------------------


@given(text=st.text(alphabet="abcd", min_size=1, max_size=8), wish=st.sampled_from(["b", "b/c"]))
@settings(max_examples=10, deadline=None)
def test_the_parts_of_our_models_add_up_to_the_target_exactly(text, wish):
    for place in range(len(text) + 1):
        target, parts = contributions(DEEP, text, target=wish, position=place)
        assert sum(part.value for part in parts) == pytest.approx(effect(DEEP, text, [], wish, place).before, abs=1e-12)
        assert sum(part.kind == "head" for part in parts) == 6
        assert target.position == place


def test_a_heads_part_is_what_its_weights_make_of_its_output():
    text, target = "abca", "b/c"
    clean = effect(DEEP, text, [], target).clean
    found = {part.site: part for part in contributions(DEEP, text, target=target)[1] if part.head == 1}
    toward = DEEP.parameters["next"][:, 1] - DEEP.parameters["next"][:, 2]
    for layer in range(3):
        joined = clean.map(Site(layer), 1).output[-1] @ DEEP.parameters[f"{layer}.join"][4:]
        assert found[Site(layer)].value == pytest.approx(float(joined @ toward), abs=1e-12)


ADDITIVE = (
    "gpt2", "gpt_neox", "llama", "mistral", "qwen2", "qwen3", "phi3", "gpt_oss", "stablelm", "gemma", "phi", "gptj",
    "cohere", "granite", "smollm3", "starcoder2", "nemotron", "helium", "olmo",
)  # fmt: skip


@pytest.mark.parametrize("family", ADDITIVE)
def test_the_parts_of_a_decoder_add_up_to_its_target(family):
    hub = wide(family)
    text = text_for(hub)
    for wish in ("3/4", "7"):
        target, parts = contributions(hub, text, target=wish)
        wanted = target(to_numpy(hub.run(hub.tokens(text))))
        assert sum(part.value for part in parts) == pytest.approx(wanted, abs=2e-5)
        assert max(abs(part.value) for part in parts if part.kind == "head") > 1e-4


def test_a_heads_part_in_gpt2_is_worked_out_from_its_own_weights():
    hub = wide("gpt2")
    text = text_for(hub)
    model, clean = hub.model, effect(hub, text, [], "3/4").clean
    states = []
    handle = model.transformer.ln_f.register_forward_pre_hook(lambda part, args: states.append(args[0]))
    model(torch.tensor([clean.tokens.ids]))
    handle.remove()
    x = states[0][0, -1].detach()
    divisor = (x.var(unbiased=False) + model.transformer.ln_f.eps).sqrt()
    toward = (model.lm_head.weight[3] - model.lm_head.weight[4]).detach() * model.transformer.ln_f.weight.detach()
    found = {(part.site, part.head): part.value for part in contributions(hub, text, target="3/4")[1]}
    for layer in range(2):
        for head in range(4):
            z = torch.tensor(clean.map(Site(layer), head).output[-1])
            y = z @ model.transformer.h[layer].attn.c_proj.weight.detach()[8 * head : 8 * head + 8]
            assert found[Site(layer), head] == pytest.approx(float((y - y.mean()) @ toward / divisor), abs=1e-9)


@pytest.mark.parametrize("family", ["olmo2", "gemma3", "glm4", "bert", "t5", "gemma2"])
def test_a_family_whose_parts_do_not_add_up_is_refused_in_words(family):
    with pytest.raises(LabError) as fault:
        contributions(wide(family), text_for(wide(family)), target="3/4")
    assert fault.value.message in ("parts-not-additive", "parts-not-linear")


@pytest.mark.parametrize("wish", ["p(b)", "kl", "loss"])
def test_a_target_that_is_no_sum_has_no_parts(wish):
    with pytest.raises(LabError, match="no sum"):
        contributions(DEEP, "abc", target=wish)


def wide(family):
    """A random model whose norms have gains of their own, so that nothing adds up by chance."""
    FAMILIES.update(MORE)
    try:
        model = make(family, seed=3)
    finally:
        for name in MORE:
            FAMILIES.pop(name)
    torch.manual_seed(1)
    for name, part in model.named_parameters():
        if (part.ndim == 1 and "norm" in name.lower()) or "ln_" in name:
            torch.nn.init.uniform_(part, 0.5, 1.5)
    return opened_or_skipped(family, model)


def test_an_edge_of_a_map_can_be_cut_as_it_stands_there():
    edge = effect_map(DEEP, "abcab", target="b/c").largest(1)[0]
    made = effect(DEEP, "abcab", [Cut(edge.site, edge.head, edge.query, edge.key)], "b/c")
    assert made.change == pytest.approx(edge.change, abs=1e-10)
    assert made.change != 0


@pytest.mark.parametrize("how", [{"refine": 0, "method": "auto"}, {"chunk": 0}])
def test_a_count_below_one_is_refused(how):
    with pytest.raises(LabError, match="1 or more"):
        effect_map(DEEP, "abc", **how)


def test_parts_are_asked_of_those_that_have_them_as_a_method(monkeypatch):
    from attnlab import contributions, load

    for name, text, message in (("decoy", "anna", "parts-not-linear"), ("numbers-et", "ten => k", "word-strange"),
                                ("numbers-et", "ten", "parts-two-stacks")):  # fmt: skip
        with pytest.raises(LabError) as refused:
            contributions(load(name), text)
        assert refused.value.message == message


def test_heads_of_layers_of_attention_alone_are_switched_off_beside_nothing():
    from attnlab import head_effects, load

    _, found = head_effects(load("address"), "A:7 B:2 ?B", feeds=True)
    assert [one.name for one in found] == ["0.0"]


def test_the_first_map_of_a_translator_is_of_what_it_reads():
    from attnlab import effect_map, load

    made = effect_map(load("numbers-et"), "twenty three => kakskümmend")
    assert made.sites == ("cross.0", "cross.1")
    assert made.key_pieces == ("twenty", "three")


def test_rows_that_cannot_reach_what_is_read_are_not_said_to_look_in_vain():
    from attnlab import effect_map, load

    made = effect_map(load("names"), "anna", query="all")
    assert {cell.query for cell in made.looked_only(0.5, 1.0)} == {4}  # one layer: only the last row is read
    decoy = effect_map(load("decoy"), "anton")
    assert [cell.query for cell in decoy.looked_only()] == [5]


FORGED = {
    **INSTEAD,
    "no figure before": lambda said, held: said.update(before=None),
    "a text that is none": lambda said, held: said.update(text=None),
    "an unknown kind": lambda said, held: said.update(kind="hug"),
    "an unknown unit": lambda said, held: said.update(unit="unit-of-nothing"),
    "no sites": lambda said, held: said.pop("sites"),
    "a piece too few": lambda said, held: said["key_pieces"].pop(),
    "seconds that are a text": lambda said, held: said["record"].update(seconds="long"),
    "a rounding that is none": lambda said, held: said["record"].update(rounding={"checked": 1}),
    "effects of another text": lambda said, held: held.update(change=held["change"][..., :2].copy()),
    "no weights": lambda said, held: held.pop("weight"),
    "exact as a number": lambda said, held: held.update(exact=held["exact"].astype(float)),
    "an array of another kind": lambda said, held: held.update(more=held["change"]),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_map_whose_parts_do_not_fit_is_refused_even_where_its_seal_is_right(names, tmp_path, what):
    path = tmp_path / "effects.safetensors"
    effect_map(names, "anna", path=path)
    with pytest.raises(LabError) as refused:
        open_effects(resealed(path, FORGED[what]))
    assert refused.value.message == "effects-file-torn"
