"""A stored trace is the trace, without its model; anything else is refused in words."""

import json
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from safetensors import safe_open
from safetensors.numpy import save_file
from sealed_files import INSTEAD, resealed

from attnlab import LabError, load, open_trace, save_trace, trace
from attnlab.edits import parse
from attnlab.probe import Site
from attnlab.storage import attentions, weights
from attnlab.traces import Trace


@pytest.fixture
def stored(names, tmp_path):
    return save_trace(trace(names, "annabella"), tmp_path / "anna.safetensors")


def same(one, other):
    for name in ("score", "mask", "weight", "output", "value"):
        assert np.array_equal(getattr(one, name), getattr(other, name)), name
    assert one.to_record() == other.to_record()


@pytest.mark.parametrize("edits", [[], ["cut 0.3:4-3", "swap 0.3:2=zero", "lift 0.1:4-2+1.5", "ablate 0.0"]])
def test_every_map_of_a_stored_trace_is_the_map_it_was(names, tmp_path, edits):
    made = trace(names, "anna", [parse(edit) for edit in edits])
    opened = open_trace(save_trace(made, tmp_path / "anna.safetensors"))

    assert np.array_equal(opened.logits, made.logits)
    assert opened.tokens == made.tokens
    assert opened.edits == made.edits
    for head in range(4):
        same(opened.map("0", head), made.map("0", head))


def test_a_trace_of_some_heads_and_positions_opens_as_such(names, tmp_path):
    made = trace(names, "annabella", heads=[2], positions=[-1])
    opened = open_trace(save_trace(made, tmp_path / "some.safetensors"))

    same(opened.map("0", 2), made.map("0", 2))
    with pytest.raises(LabError, match="2"):
        opened.map("0", 1)


def test_a_stored_trace_opens_without_torch(stored):
    code = f"""
import sys
import attnlab
print(attnlab.open_trace({str(stored)!r}).map("0", 3).weight.sum(), "torch" in sys.modules)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)

    total, torch_was_needed = ran.stdout.split()
    assert float(total) == pytest.approx(10)
    assert torch_was_needed == "False"


def test_a_stored_trace_can_run_nothing_and_says_so(stored):
    opened = open_trace(stored)

    with pytest.raises(LabError, match="no model to run"):
        trace(opened.model, "anna")
    with pytest.raises(LabError, match="no model to run"):
        trace(opened.model, opened.tokens, [parse("cut 0.3:4-3")])


def test_the_file_holds_its_manifest_in_the_open_and_no_pickle(stored, names):
    with safe_open(stored, framework="np") as file:
        manifest = json.loads(file.metadata()["attnlab"])
        assert set(file.keys()) == {"logits", "0.q", "0.k", "0.v", "0.mask"}

    assert manifest["model"]["name"] == "names"
    assert manifest["model"]["hash"] == names.fingerprint()
    assert manifest["model"]["record"] == names.record and "seed" in json.dumps(names.record)
    assert manifest["tokens"]["flags"][0] == ["special"]
    assert set(manifest["versions"]) == {"attnlab", "numpy"}


def test_a_torn_file_is_refused_wherever_it_is_torn(stored):
    whole = stored.read_bytes()
    for end in (0, 4, 100, len(whole) // 2, len(whole) - 1):
        stored.write_bytes(whole[:end])
        with pytest.raises(LabError, match=r"torn, altered or not a trace|format is"):
            open_trace(stored)


def test_one_altered_bit_in_the_numbers_is_found(stored):
    whole = bytearray(stored.read_bytes())
    whole[-5] ^= 1
    stored.write_bytes(whole)

    with pytest.raises(LabError, match="torn, altered"):
        open_trace(stored)


def test_one_altered_letter_of_the_text_is_found(stored):
    whole = stored.read_bytes()
    stored.write_bytes(whole.replace(b"annabella", b"annabelle"))

    with pytest.raises(LabError, match="torn, altered"):
        open_trace(stored)


def test_a_mask_that_layers_share_is_written_once(names, tmp_path):
    made = trace(names, "anna")
    (call,) = made.calls.values()
    two = Trace(names, made.tokens, made.logits, {Site(0): call, Site(1): replace(call, q=call.k, k=call.q)})
    path = save_trace(two, tmp_path / "two.safetensors")

    with safe_open(path, framework="np") as file:
        assert {name for name in file.keys() if "mask" in name} == {"0.mask"}  # noqa: SIM118
    opened = open_trace(path)
    assert np.array_equal(opened.calls[Site(1)].mask, call.mask)
    assert np.array_equal(opened.calls[Site(1)].q, call.k)


def test_a_hub_models_trace_says_its_class_and_versions(tmp_path):
    torch = pytest.importorskip("torch")
    import hub_models

    made = trace(load(hub_models.make("t5")), hub_models.PAIR)
    opened = open_trace(save_trace(made, tmp_path / "t5.safetensors"))

    assert opened.model.record["class"] == "T5ForConditionalGeneration"
    assert opened.model.record["versions"]["torch"] == torch.__version__
    assert [str(site) for site in opened.calls] == [str(site) for site in made.calls]
    for site in made.calls:  # the formula runs in NumPy now, so equal to rounding
        mine, theirs = opened.map(site, 1), made.map(site, 1)
        assert (mine.queries, mine.keys) == (theirs.queries, theirs.keys)
        np.testing.assert_allclose(mine.weight, theirs.weight, atol=1e-6)
        assert mine.error is not None and mine.error < 1e-5


def test_foreign_and_later_files_are_refused_with_both_formats(stored, tmp_path):
    foreign = tmp_path / "foreign.safetensors"
    save_file({"x": np.zeros(3)}, foreign)
    with pytest.raises(LabError, match="format is “-”, and “attnlab trace 1”"):
        open_trace(foreign)

    stored.write_bytes(stored.read_bytes().replace(b"attnlab trace 1", b"attnlab trace 2"))
    with pytest.raises(LabError, match="attnlab trace 2"):
        open_trace(stored)
    with pytest.raises(LabError, match="no file"):
        open_trace(tmp_path / "nothing")


def test_a_trace_that_cannot_be_written_leaves_nothing(names, tmp_path):
    with pytest.raises(LabError, match=r"There is no folder .*no"):
        save_trace(trace(names, "anna"), tmp_path / "no" / "anna.safetensors")
    with pytest.raises(LabError, match="could not be written"):
        save_trace(trace(names, "anna"), tmp_path / f"{'a' * 300}.safetensors")

    assert list(tmp_path.iterdir()) == []


def test_weights_leave_in_the_shapes_of_other_tools(names):
    made = trace(names, "anna")

    assert weights(made, "0").shape == (4, 5, 5)
    (layer,) = attentions(made)
    assert layer.shape == (1, 4, 5, 5)
    assert np.array_equal(layer[0, 3], made.map("0", 3).weight)


def test_the_terminal_saves_a_trace_and_draws_its_maps_from_the_file(tmp_path):
    path = tmp_path / "anna.safetensors"
    run = [sys.executable, "-m", "attnlab"]
    subprocess.run([*run, "trace", "anna", "--out", str(path)], check=True, timeout=60)
    drawn = subprocess.run([*run, "map", "--from", str(path), "--head", "3", "--json"], capture_output=True, timeout=60)

    assert json.loads(drawn.stdout)["weight"] == trace(load("names"), "anna").map("0", 3).weight.tolist()
    neither = subprocess.run([*run, "map"], capture_output=True, text=True, timeout=60)
    assert (neither.returncode, "either a text or --from" in neither.stderr) == (2, True)


FORGED = {
    **INSTEAD,
    "no text": lambda said, held: said["tokens"].update(text=None),
    "a piece too few": lambda said, held: said["tokens"]["pieces"].pop(),
    "an id beyond the vocabulary": lambda said, held: said["tokens"]["ids"].__setitem__(1, 27),
    "an id that is a text": lambda said, held: said["tokens"]["ids"].__setitem__(1, "0"),
    "a span beyond the text": lambda said, held: said["tokens"]["spans"].__setitem__(1, [0, 99]),
    "an unknown flag": lambda said, held: said["tokens"]["flags"].__setitem__(0, ["odd"]),
    "a name that is none": lambda said, held: said["model"].update(name=7),
    "a head that is not there": lambda said, held: said.update(heads=[4]),
    "fewer heads than arrays": lambda said, held: said.update(heads=[0]),
    "a position that is not there": lambda said, held: said.update(positions=[99]),
    "an array that is missing": lambda said, held: said["calls"]["0"]["arrays"].update(q="0.x"),
    "an array of another site's kind": lambda said, held: said["calls"]["0"]["arrays"].update(x="0.q"),
    "no scale": lambda said, held: said["calls"]["0"].update(scale=None),
    "queries of another width": lambda said, held: held.update({"0.q": held["0.q"][..., :2].copy()}),
    "keys of another text": lambda said, held: held.update({"0.k": held["0.k"][:, :3].copy()}),
    "values in no group": lambda said, held: held.update({"0.v": held["0.v"][:3].copy()}),
    "a mask that fits nothing": lambda said, held: held.update({"0.mask": held["0.mask"][..., :2].copy()}),
    "logits of another text": lambda said, held: held.update(logits=held["logits"][:2].copy()),
    "an edit of no kind": lambda said, held: said.update(edits=[{"edit": "hug"}]),
    "an edit of a head that is not there": lambda said, held: said.update(
        edits=[{"edit": "ablate", "site": "0", "head": 9, "to": "zero"}]
    ),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_trace_whose_parts_do_not_fit_is_refused_even_where_its_seal_is_right(stored, what):
    with pytest.raises(LabError) as refused:
        open_trace(resealed(stored, FORGED[what]))
    assert refused.value.message in ("trace-file-torn", "trace-file-foreign")


@pytest.mark.parametrize(
    "wrong",
    [None, np.zeros(3), np.zeros((5, 3)), np.zeros((4, 4)), np.zeros((5, 4, 1))],
    ids=lambda x: str(getattr(x, "shape", x)),
)
@pytest.mark.parametrize("typed", ["patch 0.3@anno", "swap 0.3:2=mean", "ablate 0.3=mean"])
def test_what_an_edit_took_from_another_run_is_there_and_as_large_as_it_was(names, tmp_path, typed, wrong):
    path = save_trace(trace(names, "anna", typed), tmp_path / "edited.safetensors")
    open_trace(path).map("0", 3)

    def forge(said, held):
        held.pop("edit.0")
        held.update({} if wrong is None else {"edit.0": wrong})

    with pytest.raises(LabError) as refused:
        open_trace(resealed(path, forge))
    assert refused.value.message == "trace-file-torn"


def test_a_trace_with_a_feed_forward_edit_opens_without_its_model(names, tmp_path):
    made = trace(names, "anna", "ablate 0.ff")
    opened = open_trace(save_trace(made, tmp_path / "feed.safetensors"))
    assert opened.edits == made.edits
    same(opened.map("0", 1), made.map("0", 1))
