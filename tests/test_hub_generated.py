"""Generated text: for every new piece the row that predicted it, as in one pass over the finished text."""

import hub_models
import numpy as np
import pytest

torch = pytest.importorskip("torch")
pytest.importorskip("transformers")

from attnlab import LabError, Site, load, trace  # noqa: E402
from attnlab.generated import generate, generate_all  # noqa: E402

OPENED = {}
WAYS = {
    "greedy": (["5 17 3 9 22"], {}),
    "static cache": (["5 17 3 9 22"], {"cache_implementation": "static"}),
    "padded batch": (["5 17 3 9 22", "8 41", "7 7 60"], {}),
    "beams": (["5 17 3 9 22", "8 9 11"], {"num_beams": 3, "num_return_sequences": 2}),
    "samples": (["5 17", "12 60"], {"do_sample": True, "num_return_sequences": 2}),
}


def opened(family):
    """A small random model whose heads differ, opened once for the whole file."""
    if family not in OPENED:
        OPENED[family] = load(hub_models.make(family, spread=0.3), name=family)
    return OPENED[family]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("family", ("llama", "mistral", "gemma3", "gpt_oss", "t5", "bart"))
def test_generated_maps_are_those_of_one_pass_over_the_finished_text(family, way):
    model = opened(family)
    texts, how = WAYS[way]
    torch.manual_seed(0)
    made = generate_all(model, texts, 7, **how)

    assert len(made) == len(texts) * how.get("num_return_sequences", 1)
    for one in made:
        whole = trace(model, one.trace.tokens)
        assert len(one.new) == 7 and len(one.tokens) == len(one.trace.tokens) + 1
        for site in model.sites:
            for head in range(model.heads(site)):
                found, wanted = one.trace.map(site, head), whole.map(site, head)
                assert np.abs(found.weight - wanted.weight).max() < 2e-5
                assert np.array_equal(found.visible, wanted.visible)
                assert found.error is not None and found.error < 2e-5
        assert np.abs(one.trace.logits[one.first - 1 :] - whole.logits[one.first - 1 :]).max() < 1e-4


def test_every_new_piece_was_predicted_by_the_row_before_it():
    model = opened("llama")
    made = generate(model, "5 17 3 9 22", 4)
    assert made.first == 5 and [made.row(place) for place in (5, 8)] == [4, 7]
    assert made.new == tuple(str(one) for one in made.trace.logits[4:].argmax(-1))
    assert made.tokens.text == f"5 17 3 9 22 {' '.join(made.new)}" and made.said.split() == list(made.new)
    row = made.map("1", 2)
    assert row.rows == (4, 5, 6, 7) and row.weight.shape == (4, 8)
    assert np.array_equal(row.weight, made.trace.map("1", 2).weight[4:])
    with pytest.raises(LabError, match="was not said"):
        made.row(4)


def test_cross_maps_of_generated_text_look_at_the_source():
    made = generate(opened("t5"), "5 17 3 9 22", 3)
    row = made.map("cross.1", 0)
    assert row.weight.shape == (3, 5) and row.keys == ("5", "17", "3", "9", "22")
    with pytest.raises(LabError, match="predicts no piece"):
        made.map("encoder.0", 0)


def test_a_static_cache_is_copied_so_that_later_steps_do_not_change_earlier_maps():
    model = opened("llama")
    made = generate(model, "5 17 3", 5, cache_implementation="static")
    before = made.trace.map("0", 1).weight.copy()
    model.model.generate(
        torch.tensor([[9, 9, 9]]), max_new_tokens=5, cache_implementation="static", disable_compile=True
    )
    assert np.array_equal(made.trace.map("0", 1).weight, before)
    assert made.trace.calls[Site(0)].k.shape[-2] == 7


def test_a_text_that_ends_early_in_a_batch_ends_in_its_map():
    model = opened("llama")
    alone = generate(model, "8 41", 5)
    config = model.model.generation_config
    config.eos_token_id = int(alone.new[1])
    try:
        ended = generate_all(model, ["5 17 3 9 22", "8 41"], 5)[1]
    finally:
        config.eos_token_id = None
    end = alone.new.index(alone.new[1]) + 1
    assert ended.new == alone.new[:end] and ended.trace.map("0", 0).weight.shape == (1 + end, 1 + end)


def test_an_encoder_says_nothing_and_says_so():
    with pytest.raises(LabError, match="does not continue texts"):
        generate(load(hub_models.make("bert"), name="bert"), "5 17", 3)
    with pytest.raises(LabError, match="does not continue texts"):
        generate(load("previous"), "abc", 3)
