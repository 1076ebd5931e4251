"""Figures: words kept as text, every figure the result's own, nothing drawn where there is none, light and dark."""

import json
import re
import subprocess
import sys
import xml.etree.ElementTree as xml
from dataclasses import replace

import numpy as np
import pytest

from attnlab import (
    LabError,
    check,
    contributions,
    edge_effects,
    effect,
    effect_map,
    head_effects,
    load,
    read_weights,
    trace,
)
from attnlab.drawings import COLOURS, DRAWN_EACH, WIDEST
from attnlab.words import LANGUAGES, say


@pytest.fixture(scope="module", autouse=True)
def matplotlib(need):
    return need("matplotlib")


@pytest.fixture(scope="module")
def run(names):
    return trace(names, "anna", ["cut 0.3:4>3"])


@pytest.fixture(scope="module")
def verdicts(names):
    return check(names, names.samples(np.random.default_rng(0), 110), ["0.0", "0.3"])


@pytest.fixture(scope="module")
def everything(names, run, verdicts):
    """A way to draw each kind of figure."""
    clean = trace(names, "anna")
    return {
        "map": run.map("0", 3).plot, "score": lambda **how: run.map("0", 3).plot("score", **how), "grid": run.plot,
        "entropy": run.plot_entropy, "effect": effect(names, "anna", "cut 0.3:4>3").plot,
        "effects": effect_map(names, "anna", method="auto", refine=5, query="all").plot,
        "heads": head_effects(names, "anna")[1].plot, "edges": edge_effects(names, "anna")[1].plot,
        "parts": contributions(names, "anna")[1].plot, "forest": verdicts.plot,
        "outside": read_weights(clean.map("0", 3).weight, clean.tokens).map().plot,
    }  # fmt: skip


KINDS = ["map", "score", "grid", "entropy", "effect", "effects", "heads", "edges", "parts", "forest", "outside"]


def svg(figure, path):
    return figure.save(path / "figure.svg").read_text(encoding="utf-8")


def words(drawn):
    """Every text of an SVG."""
    return [re.sub(r"<[^>]*>", "", one).strip() for one in re.findall(r"<text.*?</text>", drawn, re.S)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_figure_is_drawn_light_and_dark_with_words_as_text_and_no_nan(everything, tmp_path, kind, theme):
    drawn = svg(everything[kind](theme=theme), tmp_path)
    assert COLOURS[theme]["paper"] in drawn
    assert COLOURS["dark" if theme == "light" else "light"]["paper"] not in drawn
    assert "names" in words(drawn)[-1] or any("names" in one or "from outside" in one for one in words(drawn))
    said = " ".join(words(drawn)).lower()
    assert not re.search(r"\bnan\b|\binf\b|none|masked_array", said)
    assert "glyph" not in drawn.split("</defs>")[-1]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("kind", KINDS)
def test_every_word_stays_inside_the_frame_in_every_language(everything, kind, lang):
    for width in ("column", "page"):
        figure = everything[kind](lang=lang, width=width)
        figure.draw_without_rendering()
        drawn, slack = figure.get_tightbbox(), 0.02  # inches
        assert drawn.x0 >= -slack, (kind, lang, width)
        assert drawn.y0 >= -slack, (kind, lang, width)
        assert drawn.x1 <= figure.get_figwidth() + slack, (kind, lang, width)
        assert drawn.y1 <= figure.get_figheight() + slack, (kind, lang, width)


def test_a_map_shows_its_pieces_its_weights_and_no_colour_behind_the_mask(run, tmp_path):
    map = run.map("0", 3)
    figure = map.plot(width="page")
    (mesh,) = figure.axes[0].collections
    shown = mesh.get_array().reshape(map.weight.shape)
    np.testing.assert_array_equal(shown.mask, map.state != "visible")
    np.testing.assert_array_equal(shown.compressed(), map.weight[map.visible])
    assert [label.get_text() for label in figure.axes[0].get_xticklabels()] == list(map.keys)
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == list(map.queries)
    drawn = words(svg(figure, tmp_path))
    assert drawn.count("START") == 2
    assert {"masked", "cut", "Edits: cut 0.3:4>3."} <= {one.replace("&gt;", ">") for one in drawn}
    hatched = sum(patch.get_width() for patch in figure.axes[0].patches if patch.get_hatch())
    assert hatched == (map.state == "masked").sum()
    assert len(figure.axes[0].lines) == 1  # the cross of the one cut cell


def test_a_map_without_a_mask_has_no_legend_that_says_masked(tmp_path):
    drawn = words(svg(trace(load("numbers-ru"), "twenty three => двадцать").map("cross.1", 0).plot(), tmp_path))
    assert "twenty" in drawn
    assert "двадцать" in drawn
    assert "masked" not in drawn


def tile_of(axis, down, across):
    """The dots of one tile of a grid, without the paper around it."""
    (image,) = axis.get_images()
    dots, (left, right, low, high) = image.get_array(), image.get_extent()
    height, width = dots.shape[0] // round(low - high), dots.shape[1] // round(right - left)
    tile = dots[down * height : (down + 1) * height, across * width : (across + 1) * width]
    inked = (tile != tile[0, 0]).any(axis=-1)
    return tile[np.ix_(inked.any(axis=1), inked.any(axis=0))]


def test_a_grid_has_a_tile_for_every_head_on_one_scale(run):
    axis = run.plot().axes[0]
    one, other = (tile_of(axis, 0, head) for head in (0, 3))
    np.testing.assert_array_equal(one[0, 0], other[0, 0])  # START sees only itself: weight 1 in every head
    assert run.map("0", 0).weight[0, 0] == 1
    grey = [int(COLOURS["light"]["masked"][place : place + 2], 16) for place in (1, 3, 5)]
    for head in range(4):
        tile, map = tile_of(axis, 0, head), run.map("0", head)
        span = len(tile) // 5
        assert tile.shape == (5 * span, 5 * span, 3)
        cells = tile[span // 2 :: span, span // 2 :: span]
        np.testing.assert_array_equal((cells == grey).all(axis=-1), ~map.visible)
        shades = cells[map.visible].sum(axis=-1).astype(int)  # darker where the weight is larger
        assert (np.diff(shades[np.argsort(map.weight[map.visible])]) <= 0).all()


@pytest.mark.parametrize("heads", [[3], [3, 1]])
def test_a_grid_has_columns_for_the_heads_it_shows_and_no_room_beside_them(names, heads):
    every, some = trace(names, "anna").plot(), trace(names, "anna", heads=heads).plot()
    assert [one.get_text() for one in some.axes[0].get_xticklabels()] == [str(head) for head in sorted(heads)]
    assert some.axes[0].get_xlim() == (0, len(heads))
    assert some.get_figwidth() < every.get_figwidth()
    some.draw_without_rendering()
    box = some.axes[0].get_window_extent()
    assert box.width > 0.5 * some.bbox.width
    last = [tile_of(axis, 0, place)[::8, ::8] for axis, place in ((every.axes[0], 3), (some.axes[0], len(heads) - 1))]
    assert (last[0][0, 0] == last[1][0, 0]).all()


def test_a_grid_of_a_long_text_shows_the_largest_weight_of_each_cell_and_says_so(tmp_path):
    n = 2 * WIDEST + 1
    x = np.zeros((n, n))
    x[:, 0] = 1
    x[300, 0], x[300, 200] = 0, 1
    figure = read_weights(x, ["a"] * n).plot()
    assert "up to 3 × 3 edges" in " ".join(words(svg(figure, tmp_path)))
    tile = tile_of(figure.axes[0], 0, 0)
    full = (tile == tile[0, 0]).all(axis=-1)
    assert np.argwhere(full[:, 1:]).tolist() == [[100, 65]]


def test_entropy_by_layer_draws_a_ring_for_every_head_and_their_mean():
    run = trace(load("numbers-ru"), "twenty three => двадцать")
    axis = run.plot_entropy(sites=["encoder.0", "encoder.1"]).axes[0]
    rings, line = axis.lines
    wanted = [run.map(f"encoder.{layer}", head).spread for layer in range(2) for head in range(4)]
    np.testing.assert_array_equal(rings.get_ydata(), wanted)
    np.testing.assert_allclose(line.get_ydata(), [np.mean(wanted[:4]), np.mean(wanted[4:])])
    assert [*rings.get_xdata()] == [0] * 4 + [1] * 4


def test_bars_and_pairs_are_the_results_own(names):
    found = edge_effects(names, "anna")[1]
    axis = found.plot(5).axes[0]
    assert [bar.get_width() for bar in sorted(axis.patches, key=lambda bar: bar.get_y())] == [
        one.change for one in found[:5]
    ]
    assert [label.get_text() for label in axis.get_yticklabels()] == [
        f"{one.edit.site}.{one.edit.head}:{one.edit.query}>{one.edit.key}" for one in found[:5]
    ]
    made = effect(names, "anna", "cut 0.3:4>3")
    before, after = made.plot(4).axes[0].lines
    best = np.argsort(-np.maximum(made.clean.probabilities[4], made.edited.probabilities[4]))[:4]
    np.testing.assert_array_equal(before.get_xdata(), made.clean.probabilities[4][best])
    np.testing.assert_array_equal(after.get_xdata(), made.edited.probabilities[4][best])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_bars_of_parts_say_what_is_added_and_those_of_effects_what_changes(names, tmp_path, lang):
    parts, edges = contributions(names, "anna")[1], edge_effects(names, "anna")[1]
    assert {one.value > 0 for one in parts[:20]} == {one.change > 0 for one in edges[:20]} == {True, False}
    adds, takes, grew, fell = (say(f"figure-{name}", lang) for name in ("adds", "takes", "grew", "fell"))
    told = [{*words(svg(found.plot(lang=lang), tmp_path))} & {adds, takes, grew, fell} for found in (parts, edges)]
    assert told == [{adds, takes}, {grew, fell}]
    assert parts.plot(lang=lang).get_suptitle() != edges.plot(lang=lang).get_suptitle()


def test_effects_that_were_not_measured_are_hatched_and_said_to_be(names, tmp_path):
    made = effect_map(names, "anna", method="auto", refine=5)
    figure = made.plot()
    right = figure.axes[1]
    hatched = sum(patch.get_width() for patch in right.patches if patch.get_hatch())
    assert hatched == pytest.approx(15)
    np.testing.assert_array_equal(right.get_images()[0].get_array().compressed(), made.change[np.isfinite(made.change)])
    assert "not measured" in words(svg(figure, tmp_path))
    assert "not measured" not in words(svg(effect_map(names, "anna").plot(), tmp_path))
    early = effect_map(names, "anna", query="all").plot(1)
    assert "no edge to measure" in words(svg(early, tmp_path))


def test_effects_are_of_the_last_query_unless_another_that_has_edges_is_asked_for(names):
    every = effect_map(names, "anna", query="all")
    last, title = effect_map(names, "anna").plot().get_suptitle(), lambda *query: every.plot(*query).get_suptitle()
    assert title() == title(-1) == title(4) == last
    assert title(-2) == title(3) != last
    for query, why in ((0, "plot-query-no-edge"), (-5, "plot-query-no-edge"), (5, "plot-query-unknown"),
                       (-6, "plot-query-unknown")):  # fmt: skip
        with pytest.raises(LabError) as told:
            every.plot(query)
        assert told.value.message == why
        assert all("START" in told.value.say(lang) for lang in LANGUAGES) == (why == "plot-query-no-edge")


def test_where_no_effect_was_measured_there_is_no_scale_of_effects(names):
    assert len(effect_map(names, "anna", method="estimate").plot().axes) == 3


def test_a_forest_has_an_interval_for_each_series_and_says_what_was_found(verdicts, tmp_path):
    axis = verdicts.plot().axes[0]
    drawn = [sorted(tuple(path.vertices[:, 0]) for path in lines.get_paths()) for lines in axis.collections]
    assert drawn[0] == sorted((one.harm_top.low, one.harm_top.high) for one in verdicts.verdicts)
    assert drawn[1] == sorted((one.harm_random.low, one.harm_random.high) for one in verdicts.verdicts)
    assert drawn[2] == sorted((one.harm_foil.low, one.harm_foil.high) for one in verdicts.verdicts)
    for lang in LANGUAGES:
        said = words(svg(verdicts.plot(lang=lang), tmp_path))
        found = say(f"finding-{verdicts.verdicts[0].finding.replace(' ', '-')}", lang)
        assert any(one.startswith(f"{found}, {verdicts.verdicts[0].texts} ") for one in said)
    assert len(verdicts.plot(pairs=True).axes[0].get_yticks()) == 3
    assert "2 more rows" in " ".join(words(svg(verdicts.plot(1, pairs=True), tmp_path)))


def test_a_verdict_that_was_not_testable_is_drawn_without_a_mark(verdicts, tmp_path):
    one = replace(verdicts.verdicts[0], finding="not testable")
    made = replace(verdicts, verdicts=(one,), pairs=())
    axis = made.plot().axes[0]
    assert not any(len(lines.get_paths()) for lines in axis.collections)
    assert not len(axis.get_xticks())
    for lang in LANGUAGES:
        said = words(svg(made.plot(lang=lang), tmp_path))
        assert any(text.startswith(say("finding-not-testable", lang) + ", ") for text in said)
        assert say("figure-forest-nothing", lang) in " ".join(said)
    assert len(replace(made, verdicts=(one, verdicts.verdicts[1])).plot().axes[0].get_xticks())


# --- files ----------------------------------------------------------------------------------------------------------


def test_a_file_is_whole_or_not_there_and_says_where_its_figures_come_from(run, tmp_path, monkeypatch):
    figure = run.map("0", 3).plot()
    for ending, begins in ((".svg", b"<?xml"), (".pdf", b"%PDF"), (".png", b"\x89PNG")):
        assert figure.save(tmp_path / f"a{ending}").read_bytes().startswith(begins)
    first = (tmp_path / "a.svg").read_bytes()
    assert run.map("0", 3).plot().save(tmp_path / "b.svg").read_bytes() == first  # nothing of the clock or of chance
    assert run.model.fingerprint().encode() in first
    assert figure.record["edits"] == ["cut 0.3:4>3"]
    json.dumps(dict(figure.record))
    with pytest.raises(LabError) as told:
        figure.save(tmp_path / "a.bmp")
    assert told.value.message == "out-ending-unknown"
    with pytest.raises(LabError):
        figure.save(tmp_path / "nowhere" / "a.svg")
    monkeypatch.setattr("os.replace", lambda *_: (_ for _ in ()).throw(OSError(28, "no space")))
    with pytest.raises(LabError):
        figure.save(tmp_path / "a.svg")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.pdf", "a.png", "a.svg", "b.svg"]
    assert (tmp_path / "a.svg").read_bytes() == first


def test_a_pdf_holds_fonts_that_can_be_searched(run, tmp_path):
    data = run.map("0", 3).plot().save(tmp_path / "a.pdf").read_bytes()
    assert b"/FontFile2" in data  # TrueType, type 42
    assert b"/Type3" not in data


def test_a_figure_has_the_width_of_a_column_a_page_or_as_many_inches_as_asked(run):
    map = run.map("0", 3)
    assert [map.plot(width=width).get_figwidth() for width in ("column", "page", 5.0)] == [3.35, 6.9, 5]
    with pytest.raises(LabError) as told:
        map.plot(width=0.5)
    assert told.value.message == "plot-width-unknown"


MISTAKEN = """
from attnlab import LabError, edge_effects, effect, effect_map, load, trace

run = trace(load("names"), "anna")
found, every = edge_effects(run.model, "anna")[1], effect_map(run.model, "anna")
for wish in (
    lambda: run.map("0", 3).plot("mask"), lambda: run.plot(theme="sepia"), lambda: run.plot(width="wide"),
    lambda: run.plot(width=None), lambda: run.plot(lang="xx"), lambda: run.plot(sites="0"), lambda: run.plot(heads=3),
    lambda: run.plot(heads=["a"]), lambda: found.plot("3"), lambda: found.plot(2.5), lambda: found.plot(0),
    lambda: found.plot(-3), lambda: effect(run.model, "anna", []).plot(0), lambda: every.plot("1"),
):
    try:
        print("taken", wish())
    except LabError as fault:
        print(fault.message)
"""


def test_what_cannot_be_drawn_is_said_in_words():
    """In a process of its own, where no shape check stands before the words."""
    ran = subprocess.run([sys.executable, "-c", MISTAKEN], capture_output=True, text=True, timeout=100)
    assert ran.stdout.split() == [
        "plot-stage-unknown", "plot-theme-unknown", "plot-width-unknown", "plot-width-unknown", "language-unknown",
        "list-wanted", "list-wanted", *["number-wanted"] * 3, *["effects-number-too-small"] * 3, "number-wanted",
    ], ran.stderr  # fmt: skip


def test_a_notebook_shows_a_figure_as_svg_with_text(run):
    assert "START" in words(run.map("0", 3).plot()._repr_svg_())


def test_pieces_are_shown_as_they_are_and_no_formula_is_made_of_them(tmp_path):
    pieces = ["$x^2$", "\n", " ", "Ġcat", "<|endoftext|>", r"\frac{1}"]
    x = np.tril(np.ones((6, 6)))
    figure = read_weights(x / x.sum(1, keepdims=True), pieces).map().plot(width="page")
    assert [one.get_text() for one in figure.axes[0].get_xticklabels()] == ["$x^2$", "↵", "␣", *pieces[3:]]
    assert "&lt;|endoftext|&gt;" in words(svg(figure, tmp_path))


def test_control_characters_are_drawn_as_escapes_and_the_svg_can_be_parsed(run, tmp_path):
    pieces = ["\x1b[1m", "a\a", "\0", "\x85", "\x1c", "\uffff", "\udc80", "\t"]
    x = np.tril(np.ones((8, 8)))
    figure = read_weights(x / x.sum(1, keepdims=True), pieces).map().plot(width="page")
    shown = [r"\x1b[1m", r"a\x07", r"\x00", r"\x85", r"\x1c", r"\uffff", r"\udc80", "→"]
    assert [one.get_text() for one in figure.axes[0].get_xticklabels()] == shown
    clean = run.map("0", 3)
    titled = replace(clean, model="bell \a").plot()
    for each in (figure, titled):
        tree = xml.fromstring(svg(each, tmp_path))
        told = next(one.text for one in tree.iter() if one.tag.endswith("description"))
        assert json.loads(told) == dict(each.record)
        each.save(tmp_path / "figure.pdf")
    assert any("bell \\x07" in one for one in words(svg(titled, tmp_path)))


@pytest.mark.parametrize("n", [1, DRAWN_EACH + 1, WIDEST + 44])
def test_a_text_of_any_length_is_drawn_and_a_pooled_one_says_so(n, tmp_path):
    x = np.tril(np.random.default_rng(0).random((n, n)))
    figure = read_weights(x / x.sum(1, keepdims=True), ["a"] * n, mask="causal").map().plot()
    assert ("largest weight" in " ".join(words(svg(figure, tmp_path)))) == (n > WIDEST)
    assert 1 < figure.get_figheight() < 11.5


def test_where_there_is_nothing_to_draw_it_is_said(names, run):
    empty = edge_effects(names, "a", query=0)[1]
    assert not empty
    for wish in (empty.plot, lambda: run.plot(heads=[9]),
                 lambda: read_weights([[1.0]], ["a"]).plot_entropy()):  # fmt: skip
        with pytest.raises(LabError) as told:
            wish()
        assert told.value.message.startswith("plot-")
        for lang in LANGUAGES:
            assert told.value.say(lang)
