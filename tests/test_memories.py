"""Who remembers: what a window cannot know, how gradients fall, what reading costs; and the command that compares."""

import json
import math
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from attnlab import cli, memories, plot_remember, train
from attnlab.errors import LabError
from attnlab.memories import RECIPE, RIVALS, Learned, cost, gradient, parameter_count, remember, shape_of
from attnlab.models import recurrent, transformer
from attnlab.models.recurrent import Recurrence
from attnlab.terminal import remember_lines, remember_tables
from attnlab.words import LANGUAGES

every_rival = pytest.mark.parametrize("name", RIVALS)


@pytest.fixture(scope="module", autouse=True)
def torch(need):
    torch = need("torch")
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    yield torch
    torch.set_num_threads(threads)


@pytest.fixture(scope="module", autouse=True)
def few_texts():
    patch = pytest.MonkeyPatch()
    patch.setattr(train, "POOL", 300)  # drawing texts is most of a short training
    for room in (train, memories):
        patch.setattr(room, "HELD", 60)
    yield
    patch.undo()


@pytest.fixture(scope="module")
def made(torch, few_texts):
    return tiny(("rnn", "full", "window"), seeds=2, names=[a + b for a in ("anna", "mari", "jaan") for b in "abcdefg"])


def tiny(rivals=("rnn", "full", "window"), steps=2, **how):
    how = {"distances": (2, 5), "width": 8, "recipe": replace(RECIPE, steps=steps, batch=4)} | how
    return remember(rivals, **how)


def drawn(shape, seed=0, std=None):
    return (recurrent if isinstance(shape, Recurrence) else transformer).draw(shape, std=std, seed=seed)


# --- laws -------------------------------------------------------------------------------------------------------------


@settings(max_examples=25)
@given(reach=st.integers(1, 5), layers=st.integers(1, 3), distance=st.integers(1, 16), seed=st.integers(0, 2**16))
def test_a_window_owes_exactly_nothing_to_what_stands_beyond_its_reach_in_every_layer(reach, layers, distance, seed):
    shape = shape_of("window", 9, width=8, layers=layers, reach=reach)
    ids = np.random.default_rng(seed).integers(0, 9, (2, distance + 1))
    found = gradient(drawn(shape, seed, std=0.5), shape, ids, ids[:, 0])
    assert ((found > 0) == (distance <= layers * (reach - 1))).all()


@settings(max_examples=25)
@given(distance=st.integers(1, 30), shrink=st.floats(0.1, 0.95), seed=st.integers(0, 2**16))
def test_through_a_contracting_rnn_the_gradient_falls_at_least_geometrically(distance, shrink, seed):
    """Each step multiplies by W and by tanh' <= 1. Near 0, where tanh is a straight line, it is W alone, exactly."""
    shape = Recurrence(symbols=7, kind="rnn", width=6)
    parameters = drawn(shape, seed)
    parameters["state"] *= shrink / np.linalg.norm(parameters["state"], 2)
    ids = np.random.default_rng(seed).integers(0, 7, (3, distance + 1))
    found = gradient(parameters, shape, ids, ids[:, 0])
    size = np.linalg.norm(parameters["input"], 2) * np.linalg.norm(parameters["next"][:, ids[:, 0]], axis=0)
    assert (found <= size * shrink**distance * (1 + 1e-9)).all()

    calm = parameters | {"symbol": parameters["symbol"] * 1e-6}
    by_hand = parameters["input"] @ np.linalg.matrix_power(parameters["state"], distance) @ parameters["next"]
    wanted = np.linalg.norm(by_hand, axis=0)[ids[:, 0]]
    np.testing.assert_allclose(gradient(calm, shape, ids, ids[:, 0]), wanted, rtol=1e-6)


def test_an_lstm_whose_forget_gate_is_open_hands_the_gradient_on_whole():
    """The constant error carousel: how far back a place stands changes nothing."""
    shape = Recurrence(symbols=7, kind="lstm", width=6)
    parameters = drawn(shape)
    parameters |= {"state": parameters["state"] * 0, "input": parameters["input"] * 1e-3}
    parameters["bias"][6:12] = 50  # a sigmoid of 1, to rounding
    near, far = (gradient(parameters, shape, np.full((1, distance + 1), 3), np.array([2]))[0] for distance in (1, 60))
    assert far == pytest.approx(near, rel=0.02)


def depth(node, known):
    """The longest chain of operations that lies behind one of torch's results."""
    todo = [node]
    while todo:
        here = todo[-1]
        before = [one for one, _ in here.next_functions if one is not None]
        if missing := [one for one in before if one not in known]:
            todo.extend(missing)
            continue
        known[here] = 1 + max((known[one] for one in before), default=0)
        todo.pop()
    return known[node]


@every_rival
def test_steps_one_after_another_are_counted_as_torch_had_to_take_them(torch, name):
    """An RNN's chain of operations grows by as much with every place; attention's does not grow at all."""
    shape = shape_of(name, 9, width=8, layers=2, reach=3)
    weights = {part: torch.tensor(x, requires_grad=True) for part, x in drawn(shape).items()}
    found = []
    for places in (5, 10, 15):
        ids = torch.zeros((1, places), dtype=torch.long)
        said = memories.said_from(weights, shape, memories._embedded(weights, shape, ids))
        found.append(depth(said.grad_fn, {}))
    steps = [cost(shape, places).steps for places in (5, 10, 15)]
    assert found[2] - found[1] == found[1] - found[0]
    if name in ("rnn", "lstm"):
        assert steps == [5, 10, 15] and found[1] - found[0] >= 5
    else:
        assert steps == [2, 2, 2] and found[1] == found[0]


@pytest.mark.parametrize("name", ["rnn", "lstm", "full"])
@pytest.mark.parametrize("places", [1, 7])
def test_multiply_adds_are_those_that_torch_counts(torch, name, places):
    from torch.utils.flop_counter import FlopCounterMode

    shape = shape_of(name, 9, width=8, layers=2, reach=3)
    weights = {part: torch.tensor(x) for part, x in drawn(shape).items()}
    with FlopCounterMode(display=False) as counter:
        memories.said_from(weights, shape, memories._embedded(weights, shape, torch.zeros((1, places), dtype=int)))
    counted = counter.get_total_flops() // 2 - 8 * 9  # the output matrix, of one place
    price = cost(shape, places)
    # the formula multiplies behind the mask as well
    masked = 0 if name != "full" else 2 * 2 * 2 * 4 * (places * places - price.edges)
    assert counted == price.multiply_adds + masked


def test_what_each_way_must_keep_and_what_it_lost():
    kept = {name: cost(shape_of(name, 9, width=8, layers=2, reach=3), 20) for name in RIVALS}
    assert {name: one.kept for name, one in kept.items()} == {
        "rnn": 8, "lstm": 16, "full": 2 * 2 * 8 * 20, "strided": 2 * 2 * 8 * 20, "window": 2 * 2 * 8 * 2,
        "linear": 2 * 2 * 4 * 5,
    }  # fmt: skip
    assert all(one.edges == 210 for one in kept.values())
    assert kept["rnn"].lost == kept["lstm"].lost == 210
    assert kept["window"].lost == 210 - (1 + 2 + 18 * 3) and kept["full"].lost == kept["linear"].lost == 0
    assert 0 < kept["strided"].lost < kept["window"].lost


@every_rival
def test_parameters_are_counted_as_they_are_drawn(name):
    shape = shape_of(name, 9, width=8, layers=2, reach=3)
    assert parameter_count(shape) == sum(x.size for x in drawn(shape).values())


# --- the comparison ---------------------------------------------------------------------------------------------------


def test_full_attention_learns_the_far_value_and_a_window_of_one_layer_guesses_beyond_its_reach():
    found = remember(
        ("full", "window"), layers=1, reach=4, distances=(3, 4, 40), recipe=replace(RECIPE, steps=150, seed=3)
    )
    full, window = found.contenders
    assert (full.right("mixed") > 0.95).all() and full.reach("mixed") == 40
    assert window.right("mixed")[0] > 0.9 and window.reach("mixed") == 3
    noise = 4 * math.sqrt(0.09 / 60)
    assert (abs(window.right("mixed")[1:] - 0.1) < noise).all()
    assert window.gradient("mixed")[1:].tolist() == [0, 0] and window.gradient("mixed")[0] > 0
    assert [one.learned for one in window.lessons["mixed"]] == [None]
    assert full.lessons["mixed"][0].learned is not None


def test_the_same_seed_gives_the_same_comparison_and_it_is_recorded(made):
    again = tiny(("rnn", "full", "window"), seeds=2, names=[a + b for a in ("anna", "mari", "jaan") for b in "abcdefg"])
    assert [one.lessons for one in again.contenders] == [one.lessons for one in made.contenders]
    assert [one.nats for one in again.contenders] == [one.nats for one in made.contenders]
    record = json.loads(json.dumps(made.record()))
    assert record["seeds"] == [0, 1] and record["recipe"]["steps"] == 2
    assert record["trained"] == {"mixed": [2, 4, 8, 16, 32], "far": [32]}
    assert set(record["versions"]) == {"attnlab", "torch", "numpy"}
    other = tiny(("rnn",), recipe=replace(RECIPE, steps=2, batch=4, seed=1))
    assert other.contenders[0].lessons["far"][0] == made.contenders[0].lessons["far"][1]


def test_held_out_texts_are_counted_once_each(made):
    near, far = made.texts
    assert near < 40 and 50 < far <= 60  # of 260 near texts one in ten is held out


def test_progress_reaches_its_end():
    seen = []
    tiny(("rnn", "full"), watch=lambda done, total: seen.append((done, total)))
    assert seen == sorted(seen) and seen[-1] == (8, 8)


def test_too_few_names_are_refused_before_anything_is_trained():
    seen = []
    with pytest.raises(LabError) as refused:
        tiny(names=["anna"], watch=lambda done, total: seen.append(done))
    assert refused.value.message == "train-too-few" and not seen


def test_a_shape_that_cannot_be_is_refused():
    with pytest.raises(LabError) as refused:
        tiny(("window",), reach=0)
    assert refused.value.message == "reach-too-small"


def test_how_far_back_a_way_remembers_is_read_up_to_the_first_failure(made):
    way = made.contenders[0]

    def reach(*right):
        return replace(way, lessons={"far": (Learned(0, 1, None, right, right),)}).reach("far")

    assert [reach(1.0, 1.0), reach(1.0, 0.2), reach(0.2, 1.0)] == [5, 2, 0]


# --- how it is shown --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_tables_say_what_was_found(made, lang, capsys):
    from attnlab.terminal import draw as show

    show(remember_tables(made, lang), None)
    said = capsys.readouterr().out
    assert {"en": "never", "ru": "никогда", "et": "ei kunagi"}[lang] in said
    assert {"en": "window of 4", "ru": "окно 4", "et": "aken 4"}[lang] in said


def test_every_line_of_the_csv_holds_one_training_at_one_distance(made):
    head, *lines = remember_lines(made)
    assert len(lines) == 3 * 2 * 2 * 2 and all(len(line) == len(head) for line in lines)
    window = [dict(zip(head, line, strict=True)) for line in lines if line[0] == "window"]
    assert {one["distance"]: one["edges_lost"] for one in window} == {2: 0, 5: 3}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_figure_is_drawn_and_an_ending_of_no_figure_is_refused(need, made, lang, tmp_path):
    need("matplotlib")
    path = plot_remember(made, tmp_path / "made.png", lang=lang)
    assert path.read_bytes().startswith(b"\x89PNG")
    with pytest.raises(LabError) as refused:
        plot_remember(made, tmp_path / "made.bmp")
    assert refused.value.message == "out-ending-unknown"


def test_the_command(monkeypatch, tmp_path, need):
    need("matplotlib")
    names = tmp_path / "names.txt"
    names.write_text("\n".join(a + b for a in ("anna", "mari", "jaan") for b in "abcdefg") + "\n")
    monkeypatch.setattr(memories, "remember", partial(remember, ("lstm", "linear"), distances=(2, 5)))
    short = ["remember", "--steps", "1", "--width", "8", "--seed", "3"]
    run = CliRunner().invoke(cli.app, [*short, "--json", "--names", str(names)])
    record = json.loads(run.stdout)
    assert (record["seeds"], record["names"], record["contenders"][0]["name"]) == ([3], 21, "lstm")
    for ending, begin in (("csv", b"way,parameters"), ("png", b"\x89PNG"), ("md", b"```\n"), ("json", b"{")):
        run = CliRunner().invoke(cli.app, [*short, "--lang", "ru", "--out", str(tmp_path / f"made.{ending}")])
        assert run.exit_code == 0
        assert (tmp_path / f"made.{ending}").read_bytes().startswith(begin)
    names.write_text("\n")
    for wrong, message in ((["--names", str(names)], "texts-empty"), (["--lang", "xx"], "language-unknown")):
        run = CliRunner().invoke(cli.app, [*short, *wrong])
        assert isinstance(run.exception, LabError) and run.exception.message == message
