import numpy as np
import pytest
from fastapi.testclient import TestClient

from attnlab import atlas, lab, models
from attnlab.errors import LabError
from attnlab.server import make_app
from attnlab.traces import explained

TEXT = " ".join(str(3 + 7 * place % 90) for place in range(200))


@pytest.fixture(scope="module")
def llama(tmp_path_factory, need):
    need("transformers")
    from hub_models import make

    home = tmp_path_factory.mktemp("models") / "tiny-llama"
    make("llama", num_hidden_layers=3, max_position_embeddings=600).save_pretrained(home)
    return models.load(str(home))


def whole(model, text, head, layer="weight", edits=()):
    """The layer of a head's map and its states, from the library's map alone."""
    from attnlab.edits import parse

    site, number = lab.parse_head(model, head)
    run = explained(model, model.tokens(text), [parse(one) for one in edits])
    map = run.map(site, number)
    projected = np.asarray(model.project(site, number, map.value))
    layers = {
        "weight": map.weight,
        "score": np.where(np.isfinite(map.score), map.score, run.would_have_been(site, number)),
        "contribution": map.weight * np.sqrt((projected**2).sum(axis=-1))[None],
    }
    return layers[layer], map.state


@pytest.mark.parametrize("layer", ["weight", "score", "contribution"])
@pytest.mark.parametrize("edits", [(), ("cut 1.2:150>140", "drop 1.2:199>0")])
def test_fine_tiles_put_together_are_the_map(llama, layer, edits):
    values, states = whole(llama, TEXT, "1.2", layer, edits)
    for row in range(2):
        for column in range(2):
            made, state = atlas.tile(llama, TEXT, "1.2", edits, layer=layer, row=row, column=column)
            part = np.s_[row * 128 : row * 128 + 128, column * 128 : column * 128 + 128]
            high, wide = values[part].shape
            np.testing.assert_array_equal(made[:high, :wide], values[part].astype(np.float32))
            names = np.array(["visible", "masked", "cut", "outside"], dtype=object)[state]
            assert (names[:high, :wide] == states[part]).all()
            assert (names[high:] == "outside").all()
            assert (names[:, wide:] == "outside").all()


def test_a_coarse_tile_holds_the_largest_visible_cell_of_each_block(llama):
    values, states = whole(llama, TEXT, "1.2", edits=("cut 1.2:150>140",))
    made, state = atlas.tile(llama, TEXT, "1.2", ["cut 1.2:150>140"], level=2)
    for row, column in [(0, 0), (37, 35), (37, 36), (10, 40), (49, 49), (49, 3)]:
        part = np.s_[4 * row : 4 * row + 4, 4 * column : 4 * column + 4]
        seen = values[part][states[part] == "visible"]
        assert made[row, column] == pytest.approx(float(seen.max()) if seen.size else 0.0, rel=1e-6)
        assert state[row, column] == (atlas.VISIBLE if seen.size else atlas.MASKED)
    assert state[50, 0] == state[0, 50] == atlas.OUTSIDE


def test_a_block_of_cut_cells_alone_looks_cut():
    state = np.array([[atlas.CUT, atlas.MASKED], [atlas.MASKED, atlas.CUT]], np.uint8)
    made, states = atlas._pooled(np.ones((2, 2)), state, 2)
    assert (states[0, 0], made[0, 0]) == (atlas.CUT, 0)


def test_the_same_tiles_come_over_http_as_bytes():
    desk = TestClient(make_app(), base_url="http://127.0.0.1")
    asked = {"model": "names", "text": "anna", "head": "0.3", "edit": ["cut 0.3:4>3"]}
    answer = desk.get("/api/tile", params=asked)
    assert answer.headers["content-type"] == "application/octet-stream"
    values = np.frombuffer(answer.content[: 4 * 128 * 128], "<f4").reshape(128, 128)
    state = np.frombuffer(answer.content[4 * 128 * 128 :], np.uint8).reshape(128, 128)
    wanted, states = whole(models.load("names"), "anna", "0.3", edits=["cut 0.3:4>3"])
    np.testing.assert_array_equal(values[:5, :5], wanted.astype(np.float32))
    assert (state[4, 3], state[0, 1], state[0, 0], state[5, 0]) == (2, 1, 0, 3)
    assert states[4, 3] == "cut"


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"row": 1}, "map-tile-outside"), ({"column": 3, "level": 1}, "map-tile-outside"),
        ({"head": "9.9"}, "site-unknown"), ({"level": 40}, "request-unreadable"),
        ({"layer": "effect"}, "request-unreadable"), ({"model": "/etc"}, "model-name-unknown"),
        ({"lang": "fr"}, "language-unknown"),
    ],
)  # fmt: skip
def test_a_tile_that_is_not_there_is_refused_in_words(changes, message):
    desk = TestClient(make_app(), base_url="http://127.0.0.1")
    answer = desk.get("/api/tile", params={"model": "names", "text": "anna", "head": "0.3"} | changes)
    assert (answer.status_code, answer.json()["message"]) == (422, message)


def test_a_model_that_does_not_know_its_projection_has_no_contributions(monkeypatch, names):
    monkeypatch.setattr(type(names), "project", lambda *_: None)
    with pytest.raises(LabError, match="contributions cannot be shown"):
        atlas.tile(names, "anna", "0.3", layer="contribution")
    view = lab.look(names, "anna")
    assert view.map.contribution == []
    assert view.map.contribution_most is None
    assert {key.contribution for key in view.row.keys} == {None}


def test_a_map_is_saved_as_the_library_writes_it(names, monkeypatch):
    desk = TestClient(make_app(), base_url="http://127.0.0.1")
    asked = {"model": "names", "text": "anna", "head": "0.3", "edit": ["cut 0.3:4>3"]}
    from attnlab.edits import parse

    map = explained(names, names.tokens("anna"), [parse("cut 0.3:4>3")]).map(*lab.parse_head(names, "0.3"))
    assert desk.get("/api/map", params=asked).text == map.to_csv()
    assert desk.get("/api/map", params=asked | {"form": "json"}).text == map.to_json() + "\n"
    monkeypatch.setattr(lab, "MOST_PIECES", 4)
    answer = desk.get("/api/map", params=asked)
    assert (answer.status_code, answer.json()["message"]) == (422, "map-too-long-to-save")
