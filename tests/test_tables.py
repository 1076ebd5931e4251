"""Tables and labelled arrays: the figures they were made from, named, with units, states and where they come from."""

import csv
import doctest
import importlib
import io
import json
from dataclasses import replace

import numpy as np
import pytest

from attnlab import (
    LabError,
    check,
    contributions,
    demonstrate,
    edge_effects,
    effect,
    effect_map,
    head_effects,
    load,
    open_check,
    trace,
)

EDITS = ["cut 0.3:4>3", "drop 0.3:3>1"]


@pytest.fixture(scope="module")
def run(names):
    return trace(names, "anna", EDITS)


@pytest.fixture(scope="module")
def verdicts(names):
    return check(names, names.samples(np.random.default_rng(0), 110), ["0.0", "0.3"])


@pytest.mark.parametrize("room", ["tables", "maps", "rankings", "effects", "effect_maps", "verdicts", "outside"])
def test_the_examples_say_what_they_print(need, room, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # where what an example writes is not missed
    for module in ("pandas", "pyarrow", "xarray", "matplotlib"):
        need(module)
    ran = doctest.testmod(importlib.import_module(f"attnlab.{room}"))
    assert ran.attempted > 0
    assert ran.failed == 0


def test_a_frame_of_a_map_has_the_map_s_figures_cell_by_cell(run, need):
    need("pandas")
    map = run.map("0", 3)
    frame = map.to_pandas()
    assert list(frame.columns) == ["query", "query_piece", "key", "key_piece", "state", "score", "weight"]
    shape = map.weight.shape
    np.testing.assert_array_equal(frame.weight.to_numpy().reshape(shape), map.weight)
    np.testing.assert_array_equal(frame.state.to_numpy().reshape(shape), map.state)
    assert [*frame.key_piece[:5]] == ["START", "a", "n", "n", "a"]
    masked = frame[frame.state == "masked"]
    assert len(masked) == 10
    assert (masked.weight == 0).all()
    np.testing.assert_array_equal(masked.score, map.score[map.mask == -np.inf])  # what it would have been
    dropped = frame[(frame["query"] == 3) & (frame["key"] == 1)]
    assert (dropped.state.item(), dropped.weight.item()) == ("visible", 0)


def test_a_figure_is_missing_only_where_the_state_says_cut(run, need):
    need("pandas")
    frame = run.to_pandas(heads=[3])
    assert set(frame.state[frame.score.isna()]) == {"cut"}
    assert int(frame.isna().sum().sum()) == int((frame.state == "cut").sum()) == 1
    text = run.map("0", 3).table().to_csv()
    (line,) = [row for row in csv.DictReader(io.StringIO(text)) if row["state"] == "cut"]
    assert (line["query"], line["key"], line["score"], line["weight"]) == ("4", "3", "", "0.0")
    assert "nan" not in text.lower()


def test_arrow_says_null_where_pandas_says_nan_and_carries_units_and_origin(run, need, tmp_path):
    need("pyarrow")
    import pyarrow.parquet as parquet

    parquet.write_table(run.to_arrow(heads=[3]), tmp_path / "map.parquet")
    data = parquet.read_table(tmp_path / "map.parquet")
    assert data.column("score").null_count == 1
    assert data.filter(data.column("state").combine_chunks().is_valid()).num_rows == 25
    assert data.schema.field("score").metadata[b"unit"] == b"nats"
    about = json.loads(data.schema.metadata[b"attnlab"])
    assert about["model"] == "names"
    assert about["model_hash"] == run.model.fingerprint()
    assert about["edits"] == EDITS
    assert about["text"] == "anna"
    assert about["training_seed"] == 0
    assert about["versions"].startswith("attnlab ")


def test_a_frame_of_a_trace_holds_every_head_that_was_kept(names, need):
    need("pandas")
    run = trace(names, "anna", heads=[3, 1], positions=[4, 2])
    frame = run.to_pandas()
    assert set(zip(frame["site"], frame["head"], strict=True)) == {("0", 3), ("0", 1)}
    assert sorted(set(frame["query"])) == [2, 4]
    for head in (1, 3):
        mine = frame[frame["head"] == head]
        np.testing.assert_array_equal(mine.weight.to_numpy().reshape(2, 5), run.map("0", head).weight)
    with pytest.raises(LabError) as told:
        run.to_pandas(heads=[0])
    assert told.value.message == "plot-head-unknown"
    with pytest.raises(LabError):
        run.table(sites=["7"])


def test_the_rows_of_a_trace_are_its_maps_own_figures(run):
    rows = run.row_table()
    assert len(rows) == 20
    for head in range(4):
        map, mine = run.map("0", head), rows.columns["head"] == head
        np.testing.assert_array_equal(rows.columns["entropy"][mine], map.entropy)
        np.testing.assert_array_equal(rows.columns["sum"][mine], map.total)
        np.testing.assert_array_equal(rows.columns["top_key"][mine], map.weight.argmax(axis=1))
        assert [*rows.columns["keys_visible"][mine]] == [1, 2, 3, 4, 4 if head == 3 else 5]
    assert rows.units == {"entropy": "nats", "most_entropy": "nats"}


def test_a_labelled_array_of_a_trace_is_named_by_its_axes_and_says_the_state_of_each_cell(run, need, tmp_path):
    xarray = need("xarray")
    data = run.to_xarray()
    assert data.weight.dims == ("site", "head", "query", "key")
    one = data.sel(site="0", head=3)
    map = run.map("0", 3)
    np.testing.assert_array_equal(one.weight, map.weight)
    np.testing.assert_array_equal(one.score, map.score)
    np.testing.assert_array_equal(one.state, map.state.astype(str))
    assert [*data.query_piece.values] == list(map.queries)
    assert not data.weight.isnull().any()
    assert data.score.attrs == {"unit": "nats"}
    data.drop_vars("score").to_netcdf(tmp_path / "run.nc")
    with xarray.open_dataset(tmp_path / "run.nc") as again:
        assert json.loads(again.attrs["edits"]) == EDITS


def test_layers_that_look_at_other_pieces_make_no_array_together(need):
    need("xarray")
    run = trace(load("numbers-ru"), "twenty three => двадцать")
    assert [*run.to_xarray().site.values] == ["0", "1"]
    assert run.to_xarray(sites=["cross.0", "cross.1"]).key_piece.values.tolist() == ["twenty", "three"]
    with pytest.raises(LabError) as told:
        run.to_xarray(sites=["0", "cross.0"])
    assert told.value.message == "table-axes-differ"
    assert {one["site"] for one in _lines(run.table())} == {"0", "1", "cross.0", "cross.1", "encoder.0", "encoder.1"}


def test_a_frame_of_an_effect_has_every_symbol_before_and_after(names, need):
    need("pandas")
    made = effect(names, "anna", ["cut 0.3:4>3"])
    frame = made.to_pandas()
    assert tuple(frame.symbol) == names.vocabulary
    np.testing.assert_array_equal(frame.before, made.clean.probabilities[4])
    np.testing.assert_array_equal(frame.after, made.edited.probabilities[4])
    assert abs(frame.change).sum() / 2 == pytest.approx(made.moved, abs=1e-15)
    assert frame.attrs["edits"] == ["cut 0.3:4>3"]
    assert (frame.attrs["before"], frame.attrs["after"]) == (made.before, made.after)
    need("xarray")
    assert made.to_xarray().after.sel(symbol="l").item() == made.edited.probabilities[4, names.vocabulary.index("l")]


def test_a_replaced_piece_is_told_among_the_edits(names):
    about = effect(names, "anna", ["replace 3=o", "cut 0.3:4>3"]).table().about
    assert about["edits"] == ["replace 3=o", "cut 0.3:4>3"]
    assert about["text"] == "anna"


def test_a_frame_of_measured_effects_says_which_were_not_measured(names, need):
    need("pandas")
    made = effect_map(names, "anna", method="auto", refine=5)
    frame = made.to_pandas()
    assert len(frame) == made.edges == 20
    assert set(frame.state[frame.change.isna()]) == {"not measured"}
    assert (frame.state == "measured").sum() == 5
    for _, line in frame[frame.state == "measured"].iterrows():
        assert line.change == made.change[0, line["head"], 0, line["key"]]
    assert frame.attrs["units"] == {"estimate": "nats", "change": "nats"}
    every = effect_map(names, "anna", query="all")
    assert set(every.state[:, :, 0].ravel()) == {"only key", "no edge"}
    need("xarray")
    data = every.to_xarray()
    assert (data.change.isnull() == (data.state != "measured")).all()
    np.testing.assert_array_equal(data.state, every.state.astype(str))


def test_a_ranking_is_a_list_that_also_makes_a_frame(names, need):
    need("pandas")
    for found, what in (
        (head_effects(names, "anna", feeds=True, estimates=True)[1], "change"),
        (edge_effects(names, "anna")[1], "change"),
        (contributions(names, "anna")[1], "value"),
    ):  # fmt: skip
        assert isinstance(found, list)
        frame = found.to_pandas()
        assert [*frame[what]] == [getattr(one, what) for one in found]
        assert frame.attrs["target"] == "l/START"
        assert frame.attrs["units"][what] == "nats"
    frame = head_effects(names, "anna", feeds=True, estimates=True)[1].to_pandas().set_index("name")
    assert frame.loc["0.ff", ["head", "estimate"]].isna().all()
    assert frame.drop(index="0.ff").notna().all().all()


def test_a_frame_of_a_check_has_its_counts_intervals_and_settings(verdicts, need, tmp_path):
    need("pandas")
    frame = open_check(verdicts.save(tmp_path / "check.json")).to_pandas()
    assert [*frame["heads"]] == ["0.0", "0.3", "0.0+0.3"]
    for line, one in zip(frame.to_dict("records"), (*verdicts.verdicts, *verdicts.pairs), strict=True):
        assert (line["finding"], line["texts"], line["p"]) == (one.finding, one.texts, one.p)
        assert (line["harm_top"], line["harm_top_low"], line["harm_top_high"]) == (
            one.harm_top.mean, one.harm_top.low, one.harm_top.high,
        )  # fmt: skip
        assert line["over_random_key"] == one.conditions["over random key"]
    assert frame.top_weight.isna().tolist() == [False, False, True]
    assert json.loads(frame.attrs["settings"])["seed"] == frame.attrs["seed"] == 0
    assert frame.attrs["texts_hash"] == verdicts.texts_hash
    assert len(verdicts.verdicts[0].table()) == len(verdicts.ablation_table()) == 1


def test_what_was_not_testable_has_no_conditions(verdicts, need):
    need("pyarrow")
    one = replace(verdicts.verdicts[0], finding="not testable", conditions={})
    data = replace(verdicts, verdicts=(one,), pairs=(), ablations=()).to_arrow()
    assert data.column("over_random_key").null_count == 1
    assert data.column("finding").to_pylist() == ["not testable"]


def test_a_demonstration_has_a_line_for_every_key(names):
    made = demonstrate(names, "annabella", ["0.3"])
    lines = _lines(made.table())
    assert [line["harm"] for line in lines] == [key.harm for key in made.keys]
    assert {line["part"]: line["key"] for line in lines if line["part"]} == {
        "top": made.top, "middle": made.middle, "random": made.random,
    }  # fmt: skip


def test_an_arrow_column_has_one_type_whatever_is_missing_in_it(names, verdicts, need):
    arrow = need("pyarrow")
    few, many = (head_effects(names, "anna", feeds=some, estimates=some)[1].to_arrow() for some in (False, True))
    assert arrow.concat_tables([few, many]).num_rows == len(few) + len(many)
    assert few.schema.types == many.schema.types
    assert few.schema.field("estimate").type == "float64"
    assert few.schema.field("head").type == "int64"
    one = replace(verdicts.verdicts[0], finding="not testable", conditions={})
    none = replace(verdicts, verdicts=(one,), pairs=()).to_arrow()
    both, alone = verdicts.to_arrow(), verdicts.verdicts[0].to_arrow()
    assert none.column("beyond").null_count == none.column("over_random_key").null_count == 1
    assert none.schema.types == both.schema.types
    assert set(both.schema.types) == {arrow.string(), arrow.bool_(), arrow.int64(), arrow.float64()}
    assert alone.schema.field("beyond").type == both.schema.field("beyond").type == "float64"
    assert none.schema.field("over_random_key").type == "bool"


def test_pieces_that_csv_and_arrow_are_made_of_survive(need):
    need("pyarrow")
    from attnlab import Table

    odd = ['"', ",", "\n", "‮", "東京", ""]
    table = Table({"piece": odd, "x": [0.1, None, float("nan"), 1e-300, -0.0, 3]}, {"x": "nats"}, {"note": "—"})
    assert [row["piece"] for row in csv.DictReader(io.StringIO(table.to_csv(), newline=""))] == odd
    assert table.to_arrow().column("piece").to_pylist() == odd
    assert table.to_arrow().column("x").null_count == 2


def _lines(table):
    return [dict(zip(table.columns, line, strict=True)) for line in zip(*table.columns.values(), strict=True)]
