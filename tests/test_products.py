"""Effects in bfloat16: of what differs from the clean run alone, with the error said and the largest effects exact."""

import jaxtyping
import numpy as np
import pytest

from attnlab.edits import Ablate, Cut, Feed
from attnlab.effect_maps import effect_map, open_effects
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.probe import Site
from attnlab.replay import Replay
from attnlab.targets import Difference, Loss

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from tests.hub_models import TEXT, make, text_for  # noqa: E402

from attnlab import effect_maps  # noqa: E402
from attnlab.models import products  # noqa: E402
from attnlab.models.products import Products  # noqa: E402
from attnlab.terminal import effects_record, effects_tables  # noqa: E402


@pytest.fixture
def unchecked():
    """Another word for a precision is refused by the check of types before it is refused in words."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@pytest.fixture(scope="module", params=["gpt2", "gpt_neox", "llama", "t5"])
def hub(request):
    return load(make(request.param, seed=3))


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("kind", ["linear", "no bias", "conv", "flat"])
def test_a_product_of_rows_is_the_first_rows_and_what_rounding_leaves_of_the_rest(kind, quick, monkeypatch):
    monkeypatch.setattr(products, "QUICK", quick)
    torch.manual_seed(0)
    rows, places, size = 5, 3, 16
    x0 = 100 * torch.randn(1, places, size)
    x = x0 + 0.01 * torch.randn(rows, places, size)
    x[0] = x0
    weight, bias = torch.nn.Parameter(torch.randn(8, size)), torch.randn(8)
    across = torch.nn.Parameter(weight.detach().t().contiguous())
    run = {
        "linear": lambda x: torch.nn.functional.linear(x, weight, bias),
        "no bias": lambda x: torch.nn.functional.linear(input=x, weight=weight),
        "conv": lambda x: torch.addmm(bias, x.reshape(-1, size), across).reshape(*x.shape[:2], 8),
        "flat": lambda x: torch.nn.functional.linear(x.reshape(-1, size), weight, bias).reshape(*x.shape[:2], 8),
    }[kind]
    with torch.no_grad(), Products(torch.bfloat16).of_rows(rows):
        found = run(x)
    with torch.no_grad():
        wanted, clean = run(x.double().float()), run(x0)
    assert torch.equal(found[0], clean[0]) or torch.allclose(found[0], clean[0], rtol=1e-6)
    rest, off = (wanted - clean).abs().max(), (found - wanted).abs().max()
    assert 0 < off < rest / 64  # a rounding of the difference: of the state it would be a hundred times as much
    assert found.shape == wanted.shape and found.dtype == torch.float32


def test_what_is_no_product_with_a_models_own_matrix_is_left_alone():
    torch.manual_seed(0)
    x, free = torch.randn(6, 4), torch.randn(8, 4)
    weight = torch.nn.Parameter(free)
    with torch.no_grad(), Products(torch.bfloat16).of_rows(4) as mode:  # 6 rows are no 4 continuations
        assert torch.equal(torch.nn.functional.linear(x, weight), x @ free.T)
        mode.of_rows(3)
        assert torch.equal(torch.nn.functional.linear(x, free), x @ free.T)
        assert torch.equal(x @ free.T, (x.clone() @ free.T.clone()))
        assert not mode.known


def test_an_effect_in_bf16_is_near_the_exact_one_and_not_the_same(hub):
    tokens = hub.tokens(text_for(hub))
    last, target = len(tokens) - 1, Difference(3, 4, len(tokens) - 1)
    mine = [site for site in hub.sites if (site.stack, site.kind) == ("decoder", "self")]
    sets = [[Cut(site, head, last, key)] for site in mine for head in range(4) for key in range(last)]
    sets += [[Feed(Site(0))], [Ablate(Site(1), 2)], [Cut(Site(0), 0, last, 1), Feed(Site(1))]]
    rough, exact = Replay(hub, tokens, precision="bf16"), Replay(hub, tokens)
    found, wanted = rough.changes(sets, [target]), exact.changes(sets, [target])
    assert (found.precision, wanted.precision) == ("bf16", "float32")
    big = np.abs(wanted.change) > np.abs(wanted.change).max() / 100
    error = np.abs(found.change - wanted.change)[big] / np.abs(wanted.change)[big]
    assert 1e-7 < np.median(error) < 0.02
    np.testing.assert_array_equal(rough.exact.changes(sets, [target]).change, wanted.change)
    assert not any("forward" in vars(part) for part in hub.model.modules())


def test_bf16_is_refused_in_words_where_it_cannot_be_and_full_runs_are_exact(hub, unchecked):
    for model, asked, message in (
        (load("names"), "bf16", "replay-not-rounded"),
        (hub, "float16", "replay-precision-unknown"),
    ):
        with pytest.raises(LabError) as refused:
            Replay(model, model.tokens("anna") if model is not hub else hub.tokens(text_for(hub)), precision=asked)
        assert refused.value.message == message
    with pytest.raises(LabError) as refused:
        effect_map(load("names"), "anna", precision="bf16")
    assert refused.value.message == "replay-not-rounded"
    tokens = hub.tokens(text_for(hub))
    loss = Replay(hub, tokens, precision="bf16").changes([[Ablate(Site(0), 1)]], [Loss(tokens.ids, 1, len(tokens) - 1)])
    assert loss.precision == "float32"  # it is read at several places, and measured by full runs


def test_a_map_in_bf16_keeps_the_largest_effects_exact_and_says_how_far_it_was_off(monkeypatch, tmp_path):
    monkeypatch.setattr(effect_maps, "REDONE", 5)
    hub = load(make("llama", seed=3))
    exact = effect_map(hub, TEXT)
    rough = effect_map(hub, TEXT, precision="bf16", path=tmp_path / "map.safetensors")
    assert rough.edges == exact.edges == 2 * 4 * 6
    assert rough.left == 0 and rough.exact.sum() == 10 and exact.exact.sum() == exact.edges
    np.testing.assert_array_equal(rough.change[rough.exact], exact.change[rough.exact])
    others = rough.measured & ~rough.exact
    assert (rough.change[others] != exact.change[others]).any()
    top = np.sort(np.abs(rough.change[rough.measured]))[::-1][4]
    assert rough.exact[rough.measured & (np.abs(rough.change) > top * 1.1)].all()
    assert all(cell.exact for cell in rough.largest(4))
    rounding = rough.rounding
    assert rounding is not None and rounding.checked == 10
    assert 0 < rounding.median <= rounding.largest and rounding.largest_of_top <= rounding.largest < 1

    opened = open_effects(tmp_path / "map.safetensors")
    assert opened.precision == "bf16" and opened.rounding == rounding
    assert exact.precision == "float32" and exact.rounding is None
    assert effects_record(opened)["precision"] == "bf16"
    assert effects_record(opened)["record"]["rounding"]["checked"] == 10
    assert sum(not edge["exact"] for edge in effects_record(opened)["edges"]) == others.sum()
    table, *_ = effects_tables(opened, 40)
    cells = [str(cell) for cell in table.columns[0]._cells]
    assert sum(cell.startswith("≈") for cell in cells) == sum(not one.exact for one in opened.largest(40))
    assert "bfloat16" in str(table.caption)


def test_a_map_is_gone_on_with_in_either_precision(monkeypatch, tmp_path):
    monkeypatch.setattr(effect_maps, "REDONE", 5)
    hub, path = load(make("llama", seed=3)), tmp_path / "map.safetensors"

    def stop(done, of):
        if done >= 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        effect_map(hub, TEXT, precision="bf16", path=path, watch=stop, chunk=10)
    begun = open_effects(path)
    assert begun.measured.sum() == 20 and not begun.exact.any() and begun.rounding is None
    rough = effect_map(hub, TEXT, precision="bf16", path=path)
    assert rough.left == 0 and rough.rounding is not None
    np.testing.assert_array_equal(
        rough.change[begun.measured & ~rough.exact], begun.change[begun.measured & ~rough.exact]
    )
    again = effect_map(hub, TEXT, precision="bf16", path=path)
    assert again.rounding == rough.rounding and (again.exact == rough.exact).all()
    exact = effect_map(hub, TEXT, path=path)  # what was rounded is measured anew
    assert exact.exact.sum() == exact.edges and exact.rounding is None
    np.testing.assert_array_equal(exact.change, effect_map(hub, TEXT).change)


def test_a_model_in_float64_is_rounded_as_one_in_float32():
    hub = load(make("gpt2", seed=3).double())
    tokens, target = hub.tokens(TEXT), Difference(3, 4, 5)
    sets = [[Cut(Site(0), head, 5, key)] for head in range(4) for key in range(5)]
    error = Replay(hub, tokens, precision="bf16").changes(sets, [target]).change
    error = np.abs(error / Replay(hub, tokens).changes(sets, [target]).change - 1)
    assert 1e-7 < np.median(error) < 0.02
