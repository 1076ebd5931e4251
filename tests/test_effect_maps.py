"""The map of measured effects: every edge as a run of its own would have it, kept, gone on with, drawn."""

import json

import jaxtyping
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab import effect_map, head_effects, open_effects, plot_effects
from attnlab.edits import Ablate, Cut, Drop
from attnlab.effects import effect
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.probe import Site

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.hub_models import make, text_for  # noqa: E402
from tests.test_effects import small  # noqa: E402

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
    from attnlab.plots import WIDEST, _pooled

    rng = np.random.default_rng(0)
    x = rng.normal(size=(3, 2 * WIDEST + 5))
    x[0, :3] = np.nan
    pooled, span = _pooled(x)
    assert span == 3
    for row in range(3):
        for column in range(pooled.shape[1]):
            keys = x[row, span * column : span * column + span]
            if np.isnan(keys).all():
                assert np.isnan(pooled[row, column])
            else:
                assert pooled[row, column] == keys[np.nanargmax(np.abs(keys))]
