"""Model configurations: shapes of our own transformer, and tiny models of transformers with odd sizes."""

import sys
import tempfile
import warnings
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import strategies as st

from attnlab import LabError, effect, key_effects, load, trace
from attnlab.edits import parse
from attnlab.models.small import Small
from attnlab.models.transformer import Shape, draw
from attnlab.replay import Replay
from attnlab.tokens import Alphabet
from attnlab.traces import explained
from fuzz.edits import laws, refused
from fuzz.targets import Target, saying

TESTS = Path(__file__).parents[1] / "tests"  # where the small models of transformers are made
WORDS = tuple("abcdefghij")


@st.composite
def shapes(draw: st.DrawFn) -> dict[str, Any]:
    """Settings of a shape: mostly possible, now and then not."""
    odd = draw(st.integers(0, 5)) == 0
    heads = draw(st.integers(1, 4))
    made: dict[str, Any] = {
        "symbols": draw(st.integers(1, 8)) + 1, "layers": draw(st.integers(0, 3)), "heads": heads,
        "width": heads * draw(st.integers(1, 4)) + (draw(st.integers(0, 2)) if odd else 0),
        "context": draw(st.integers(1, 9)), "hidden": draw(st.sampled_from((0, 1, 7, 16))),
        "key_heads": draw(st.sampled_from([0, *(n for n in range(1, heads + 1) if odd or heads % n == 0)])),
        "stacks": draw(st.sampled_from(("decoder", "decoder", "encoder", "translator"))),
        "norm": draw(st.sampled_from(("rms", "layer", "none"))), "order": draw(st.sampled_from(("pre", "post"))),
        "gains": draw(st.booleans()), "biases": draw(st.booleans()),
        "activation": draw(st.sampled_from(("relu", "gelu", "gelu-tanh", "silu"))), "gated": draw(st.booleans()),
        "positions": draw(st.sampled_from(("learned", "sinusoidal", "rotary", "alibi", "slope", "relative", "none"))),
        "embed_norm": draw(st.booleans()), "last_norm": draw(st.booleans()), "tied": draw(st.booleans()),
        "pattern": draw(st.sampled_from(("full", "full", "stream", "window", "strided", "linear"))),
        "reach": draw(st.integers(0 if odd else 1, 4)),
        "norm_eps": draw(st.sampled_from((1e-5, 1e-5, 0.0, 1.0))),
        "rotary_base": draw(st.sampled_from((1e4, 1.0, 1e9))),
    }  # fmt: skip
    if draw(st.integers(0, 3)) == 0:
        made["experts"] = draw(st.integers(1, 3))
        made["experts_used"] = draw(st.integers(0 if odd else 1, made["experts"] + (1 if odd else 0)))
    if odd:
        name = draw(st.sampled_from(sorted(made)))
        made[name] = draw(st.sampled_from((-1, 0, True, "x", 2.5, None, 10**12, float("nan"), float("inf"))))
    return made


@st.composite
def ours(draw_: st.DrawFn) -> Any:
    settings, std, seed = draw_(shapes()), draw_(st.sampled_from((0.1, 0.5, 3.0))), draw_(st.integers(0, 99))
    return settings, std, seed


def attempt(data: st.DataObject) -> str:
    if data.draw(st.integers(0, 3), "whose") == 0 and available():
        return theirs(data)
    return own(data)


def own(data: st.DataObject) -> str:
    settings, std, seed = data.draw(ours(), "shape")
    try:
        shape = Shape(**settings)
        size = sum(int(np.prod(one, dtype=object)) for one in shape.parameters().values())
    except LabError as fault:
        return refused(fault)
    if size > 1_000_000:
        return "too large"
    letters = WORDS[: shape.symbols - 1]
    model = Small("drawn", shape, Alphabet(letters), draw(shape, std=std, seed=seed))
    assert model.parameter_count == size
    text = data.draw(st.text(st.sampled_from(letters), min_size=1, max_size=max(1, min(shape.context - 1, 6))), "text")
    if model.translates:
        text = f"{text} => {text}"
    try:
        made = trace(model, text)
    except LabError as fault:
        return refused(fault)
    if not np.isfinite(made.logits).all():
        return "not finite"
    laws(made, [])
    with tempfile.TemporaryDirectory() as folder:
        again: Any = load(model.save(Path(folder) / "drawn.safetensors"))
        assert again.shape == shape and again.vocabulary == model.vocabulary
        assert np.allclose(trace(again, text).logits, made.logits, atol=1e-3 * max(1, np.abs(made.logits).max()))
    if not model.sites:
        return "loaded"
    site = data.draw(st.sampled_from(model.sites), "site")
    head = data.draw(st.integers(0, shape.heads - 1), "head")
    asking, looked_at = made.tokens.at(site)
    query, key = (
        data.draw(st.integers(0, len(side) - 1), name) for side, name in ((asking, "query"), (looked_at, "key"))
    )
    typed = data.draw(st.sampled_from((f"cut {site}.{head}:{query}-{key}", f"drop {site}.{head}:{query}-{key}",
        f"ablate {site}.{head}=mean",
                                       f"rescale {site}.{head}x2", f"ablate {site}.ff", f"hide {site}.{head}:{key}")),
                                       "edit")  # fmt: skip
    try:
        edit = parse(typed)
        found = effect(model, text, edit)
        laws(explained(model, made.tokens, [edit]), [edit])
        replayed = Replay(model, made.tokens).changes([[edit]], [found.target]).change[0, 0]
        scale = max(1.0, float(np.abs(made.logits).max()))
        assert abs(replayed - found.change) < 1e-6 * scale, (replayed, found.change)
        key_effects(model, text, site, head, query, "top")
    except LabError as fault:
        return refused(fault)
    return "loaded"


def available() -> bool:
    try:
        import torch  # noqa: F401
        import transformers  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def warm() -> None:
    if available():
        with_tests()
        import hub_models

        load(hub_models.make("gpt2"), name="first")


def with_tests() -> None:
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))


ODD: dict[str, tuple[Any, ...]] = {
    "hidden_size": (8, 16, 24, 30), "num_hidden_layers": (0, 1, 3), "num_attention_heads": (1, 2, 3, 8),
    "num_key_value_heads": (1, 2, 3, 4), "head_dim": (2, 4, 6, 16), "intermediate_size": (1, 8),
    "vocab_size": (3, 50, 100),
    "max_position_embeddings": (2, 4, 64), "sliding_window": (1, 2, 100, None), "rms_norm_eps": (1e-6, 0.1),
    "rope_theta": (1.0, 100.0), "attention_bias": (True, False), "tie_word_embeddings": (True, False),
    "hidden_act": ("relu", "gelu", "silu"), "attention_dropout": (0.0, 0.5), "n_embd": (8, 24), "n_layer": (0, 1, 3),
    "n_head": (1, 2, 8),
    "n_positions": (2, 64), "scale_attn_by_inverse_layer_idx": (True,), "reorder_and_upcast_attn": (True,),
    "scale_attn_weights": (False,),
    "d_model": (8, 16), "encoder_layers": (1, 3), "decoder_layers": (1, 3), "encoder_attention_heads": (1, 2),
    "decoder_attention_heads": (1, 8),
    "d_kv": (2, 16), "num_layers": (1, 3), "num_heads": (1, 2), "dim": (8, 16), "n_layers": (1, 3), "n_heads": (1, 2),
    "is_decoder": (True,), "attn_implementation": ("eager", "sdpa"), "use_cache": (False, True),
    "pad_token_id": (None, 0), "dtype": ("bfloat16", "float16"),
    "alibi": (True,), "multi_query": (True, False), "new_decoder_architecture": (True,), "parallel_attn": (False,),
    "partial_rotary_factor": (0.25, 0.5),
    "use_parallel_residual": (False,), "position_embedding_type": ("relative_key",),
    "layer_types": (["full_attention"] * 2, ["sliding_attention"] * 2),
    "logits_soft_cap": (5.0,), "attn_logit_softcapping": (None, 1.0), "query_pre_attn_scalar": (1, 256),
    "use_sliding_window": (True,),
}  # fmt: skip


def theirs(data: st.DataObject) -> str:
    with_tests()
    import hub_models
    import torch
    import transformers

    transformers.logging.set_verbosity_error()
    family = data.draw(st.sampled_from(sorted(hub_models.FAMILIES)), "family")
    sizes = hub_models.FAMILIES[family][2]
    names = data.draw(
        st.lists(st.sampled_from(sorted({*sizes} & {*ODD})), max_size=2, unique=True), "sizes"
    ) + data.draw(st.lists(st.sampled_from(sorted(ODD)), max_size=1), "more")
    changes = {name: data.draw(st.sampled_from(ODD[name]), name) for name in dict.fromkeys(names)}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            model = hub_models.make(family, seed=data.draw(st.integers(0, 9), "seed"), **changes)
            ids = torch.tensor([[1, 2]])
            with torch.no_grad():
                model(**({"input_ids": ids} | ({"decoder_input_ids": ids} if model.config.is_encoder_decoder else {})))
        except Exception:  # transformers itself can make or run no such model
            return "not made"
        with saying(family, changes):
            try:
                opened = load(model, name="drawn")
            except LabError as fault:
                return refused(fault)
            text = "1 2 1 => 2 1" if opened.has_encoder else "1 2 1 2"
            try:
                made = trace(opened, text)
            except LabError as fault:
                return refused(fault)
            assert np.isfinite(made.logits).all()
            for site in made.calls:
                map = made.map(site, 0)
                assert not np.isnan(map.weight).any()
                assert (map.total <= 1 + 1e-3).all(), (str(site), map.total)
                assert map.error is None or map.error < 0.05 * max(1.0, np.abs(map.output).max()), map.error
            site = next(iter(made.calls))
            try:
                found = effect(opened, text, f"ablate {site}.0")
                assert np.isfinite(found.change)
            except LabError as fault:
                refused(fault)
    return "proved"


TARGET = Target(
    "models",
    "shapes of our own transformer, tiny models of transformers with odd sizes",
    attempt,
    ("loaded", "refused"),
    short=15,
    warm=warm,
)
