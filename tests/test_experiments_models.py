"""Experiments on trained models: what must hold whatever was trained, and the figures of those that are shipped."""

import json
from dataclasses import replace

import numpy as np
import pytest
from conftest import DATA
from hypothesis import given
from hypothesis import strategies as st

from attnlab.checks import Case
from attnlab.edits import Ablate, Cut
from attnlab.errors import LabError
from attnlab.experiments import MODULES, Inputs, address, alignment, find, not_an_explanation, prompts, pronoun, run
from attnlab.experiments import redundancy as heads
from attnlab.experiments.address import by_distance, carry, ids_of, read, triple
from attnlab.experiments.alignment import Score, links, maps_of, score, straight
from attnlab.models import load
from attnlab.models.small import Small, draw
from attnlab.probe import Site
from attnlab.recipes import parts_of, plan
from attnlab.tasks import find as find_task
from attnlab.tokens import Alphabet
from attnlab.traces import trace


@pytest.fixture(scope="module")
def by_key():
    return load("address")


@pytest.fixture
def few_texts(need, monkeypatch):
    """Trainings on few texts, on one thread."""
    need("torch").set_num_threads(1)
    monkeypatch.setattr("attnlab.train.POOL", 400)
    monkeypatch.setattr("attnlab.train.HELD", 20)
    monkeypatch.setattr("attnlab.memories.HELD", 20)


def untrained(*, apart, seed=0):
    """A head of the addressing task as it is drawn, in float64."""
    shipped, task = load("address"), find_task("address")
    shape = replace(shipped.shape, apart=apart)
    weights = draw(shape, seed=seed) | {"made_of": parts_of(task)[0]}
    return Small("untrained", shape, shipped.alphabet, weights)


# --- address ----------------------------------------------------------------------------------------------------------


def test_the_shipped_head_passes_the_triple_of_interventions(by_key):
    found = triple(by_key, find_task("address").held_out(60, 3, pairs=16), 3)
    assert found["swapped-right"] == found["replaced-right"] == 1.0
    assert found["replaced-moved"] == 0.0
    assert max(found["permuted-logit"], found["permuted-map"]) <= found["rounding"] < 1e-11
    assert found["masked-top"] < -8
    assert abs(found["masked-middle"]) < 0.2
    assert found["masked-top"] < found["masked-random"] < 0.2


@pytest.mark.parametrize("seed", [0, 1])
def test_only_a_design_that_reads_key_and_value_apart_keeps_every_weight_when_a_value_changes(seed):
    texts = find_task("address").held_out(20, seed, pairs=8)
    assert triple(untrained(apart=True, seed=seed), texts, seed)["replaced-moved"] == 0.0
    assert triple(untrained(apart=False, seed=seed), texts, seed)["replaced-moved"] > 1e-3


def test_a_pair_that_is_cut_has_no_weight_and_the_row_still_sums_to_one(by_key):
    texts = find_task("address").held_out(12, 0, pairs=4)
    ids, keys = ids_of(by_key, texts), np.arange(12) % 4
    said, weight = read(by_key, ids, keys)
    assert (weight[np.arange(12), keys] == 0).all()
    np.testing.assert_allclose(weight.sum(axis=1), 1, atol=1e-12)
    one = trace(by_key, texts[3].source, Cut(Site(0), 0, 4, 3))
    np.testing.assert_allclose(said[3], one.logits[-1], atol=1e-10)
    np.testing.assert_allclose(weight[3], one.map(Site(0), 0).weight[-1], atol=1e-12)


def test_more_pairs_dilute_the_weight_and_not_the_answer(by_key):
    found = carry(by_key, "address", (2, 16, 64), 60, 0)
    assert min(found["right"]) > 0.98
    assert found["weight"][0] > 0.97 > found["weight"][1] > 0.75 > found["weight"][2]


def test_leaning_on_the_near_loses_the_far_where_every_key_stands_once(by_key):
    near, far = by_distance(load("last-of-two"), "last-of-two", (1, 64), 64, 60, 0, times=1)
    assert (near > 0.95, far < 0.4) == (True, True)
    assert min(by_distance(by_key, "address", (1, 64), 64, 60, 0)) > 0.95


def test_a_training_of_so_many_steps_ends_with_none_fewer(few_texts):
    made = address.train_one("address", 1, 6, apart=False, width=16)
    assert made.record["steps"] == 6
    assert made.shape.apart is False
    assert np.isfinite(made.parameters["next"]).all()


def test_single_symbols_are_read_as_the_task_writes_them(few_texts):
    told = address._Told(Inputs(0), 1)
    made = address.train_by_symbol(2, "relative", 4, 0, told)
    assert [str(site) for site in made.sites] == ["0", "1"]
    assert ids_of(made, find_task("address-by-symbol").held_out(3, 0, pairs=8)).shape == (3, 17)
    assert told.done == 1


# --- recurrent --------------------------------------------------------------------------------------------------------


def test_the_recurrent_gradient_shrinks_and_the_window_has_none(few_texts):
    made = run(find("recurrent"), Inputs(0, small=True), ["steps=1", "distances=2,8,16"])
    held = {claim.key: claim.holds for claim in made.findings.claims}
    assert held["steps"]
    assert made.number("window-gradient").value == 0
    assert made.number("rnn-gradient").value < 1e-2 < made.number("full-gradient").value
    assert (made.number("rnn-steps").value, made.number("full-steps").value) == (17, 2)


# --- not an explanation -----------------------------------------------------------------------------------------------


def test_a_handmade_head_is_masked_in_all_four_ways():
    """`previous` copies the symbol before: its heaviest key carries the answer, a random one nothing."""
    model = load("previous")
    rng = np.random.default_rng(0)
    found = not_an_explanation.masked(model, [Case(model.draw(rng)) for _ in range(24)], 0)
    for way in not_an_explanation.WAYS:
        (top,), (middle,), (random,) = (found[way][rank] for rank in not_an_explanation.RANKS)
        assert top > 0.3, way
        assert abs(middle) < 0.2 > abs(random), way


def test_texts_for_language_models_are_drawn_by_the_seed():
    for draw_texts in (prompts.indirect, prompts.agreement):
        texts = draw_texts(30, 5)
        assert len({one.text for one in texts}) == 30
        assert texts == draw_texts(30, 5) != draw_texts(30, 6)
    one = prompts.indirect(1, 0)[0]
    named = [one.text.count(name.strip()) for name in one.target.split("/")]
    assert named == [1, 2]  # who was named once is wanted
    verbs = {one.target for one in prompts.agreement(60, 0)}
    assert verbs == {" is/ are", " are/ is"}


# --- alignment --------------------------------------------------------------------------------------------------------

SOME_LINKS = st.frozensets(st.tuples(st.integers(0, 4), st.integers(0, 5)), max_size=8)


def by_matrices(found, sure, possible):
    """Och and Ney 2003, equations of section 5, with tables of 0 and 1 in the place of sets."""
    table = np.zeros((3, len(found), 5, 6))
    for kind, several in enumerate((found, sure, possible)):
        for text, one in enumerate(several):
            for place, piece in one:
                table[kind, text, place, piece] = 1
    a, s, p = table[0], table[1], np.maximum(table[1], table[2])
    hits, near = (a * s).sum(), (a * p).sum()
    return (
        near / a.sum() if a.sum() else 1.0,
        hits / s.sum() if s.sum() else 1.0,
        1 - (hits + near) / (a.sum() + s.sum()) if a.sum() + s.sum() else 0.0,
    )


@given(texts=st.lists(st.tuples(SOME_LINKS, SOME_LINKS, SOME_LINKS), min_size=1, max_size=5))
def test_the_alignment_error_rate_is_that_of_another_way_to_count(texts):
    found, sure, possible = zip(*texts, strict=True)
    made = score(found, sure, possible)
    assert (made.precision, made.recall, made.aer) == pytest.approx(by_matrices(found, sure, possible), abs=1e-12)


def test_the_alignment_error_rate_by_hand():
    """Two links said, one of them sure, the other not even possible: 1 - (1 + 1) / (2 + 1)."""
    a, s, p = frozenset({(0, 0), (1, 1)}), frozenset({(0, 0)}), frozenset({(1, 2)})
    assert score([a], [s], [p]) == Score(0.5, 1.0, 1 - 2 / 3)
    assert score([s], [s], [p]).aer == 0
    assert score([p], [s], [p]) == Score(1.0, 0.0, 0.5)


def test_a_map_links_each_word_by_the_row_that_says_it_or_by_the_one_that_has_read_it():
    table = np.array([[0.9, 0.1, 0.0], [0.1, 0.2, 0.7], [0.2, 0.6, 0.2]])  # START, a word, a word
    assert links(table, 0) == {(0, 0), (1, 2)}
    assert links(table, 1) == {(0, 2), (1, 1)}


@given(said=st.integers(1, 30), read=st.integers(1, 30))
def test_the_straight_line_links_every_word_inside_the_text(said, read):
    made = straight(said, read)
    assert sorted(place for place, _ in made) == list(range(said))
    assert all(0 <= piece < read for _, piece in made)
    assert straight(read, read) == {(n, n) for n in range(read)}


def test_the_shipped_translators_are_read_row_by_row():
    model, example = load("numbers-et"), find_task("numbers-et").read("forty two")
    maps = maps_of(model, example)
    assert maps.shape == (2, 4, 3, 2)  # START, nelikümmend, kaks by forty, two
    np.testing.assert_allclose(maps.sum(axis=-1), 1, atol=1e-12)
    whole = trace(model, "forty two => nelikümmend kaks")
    np.testing.assert_allclose(maps[1, 2], whole.map(Site(1, kind="cross"), 2).weight, atol=1e-12)


def test_the_best_head_beats_the_straight_line_and_articles_are_passed_over():
    made = run(find("alignment"), Inputs(0, small=True), ["models=grammar-ru", "texts=60"])
    held = {claim.key: claim.holds for claim in made.findings.claims}
    assert held["found"]
    assert held["articles"]
    assert made.number("grammar-ru-right").value > 0.95
    assert made.number("grammar-ru-names").value > 0.9
    assert made.findings.missing == ("experiment-alignment-no-gold",)
    json.loads(made.to_json())


def test_human_links_are_read_in_both_forms(tmp_path):
    (tmp_path / "et").mkdir()
    (tmp_path / "et" / "dev.tsv").write_text("a b c\td e\t0-0 2-1 2-1\n", encoding="utf-8")
    (tmp_path / "Un_sents.txt").write_text("1\tle chat dort\n", encoding="utf-8")
    (tmp_path / "One_sents.txt").write_text("1\tthe cat sleeps now\n", encoding="utf-8")
    (tmp_path / "ali_w2w_Un_One.txt").write_text("1\t0-0 1-1 2p3\n", encoding="utf-8")
    (first,), (second,) = (alignment.read_gold(tmp_path)[name] for name in ("et/dev", tmp_path.name))
    assert (first.sure, first.said, first.read) == ({(0, 0), (1, 2)}, 2, 3)
    assert (second.sure, second.possible, second.said) == ({(0, 0), (1, 1)}, {(3, 2)}, 4)
    found = alignment.human(tmp_path)
    assert {one.key: one.value for one in found.numbers}["human-itself"] == 0


@pytest.mark.parametrize("line", ["a b\tc\t0-1", "a b\tc\tx", "a b\t0-0"])
def test_links_that_are_not_in_the_texts_are_refused_with_their_line(tmp_path, line):
    (tmp_path / "x.tsv").write_text(f"a\tb\t0-0\n{line}\n", encoding="utf-8")
    with pytest.raises(LabError) as fault:
        alignment.read_gold(tmp_path / "x.tsv")
    assert (fault.value.message, fault.value.facts["line"]) == ("gold-unread", 2)
    with pytest.raises(LabError) as fault:
        alignment.read_gold(tmp_path / "nowhere")
    assert fault.value.message == "gold-missing"


def test_the_human_links_beside_the_project_are_all_there():
    path = DATA / "alignments"
    if not path.is_dir():
        pytest.skip("human word alignments do not lie beside the project, in ../shared/data/alignments")
    files = alignment.read_gold(path)
    count = lambda name: (len(files[name]), sum(len(one.sure) for one in files[name]))  # noqa: E731
    et, ru = (np.add(count(f"{lang}/dev"), count(f"{lang}/test")).tolist() for lang in ("et", "ru"))
    assert (et[0], ru[0]) == (350, 300)
    assert et[1] + ru[1] == pytest.approx(5336 + 3696, abs=3)  # a link that is written twice is one
    assert sum(len(some) for some in files.values()) == 350 + 300 + 522


# --- redundancy -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["copy", "numbers-et"])
def test_a_head_switched_off_among_many_texts_is_the_one_switched_off_in_one(name):
    model, example = load(name), find_task(name).held_out(8, 0)
    site = next(one for one in reversed(model.sites) if one.kind == ("cross" if model.translates else "self"))
    texts, off = heads.several(model, example), [(site, head) for head in range(model.heads(site))]
    assert heads.accuracy(model, texts, ()) == 1.0
    alone = []
    for one in example:
        text = f"{one.source} => {' '.join(one.answer)}" if model.translates else " ".join(one.pieces + one.answer[:-1])
        said = [model.vocabulary[best] for best in trace(model, text, [Ablate(*one) for one in off]).logits.argmax(-1)]
        wanted = list(one.answer) + ["START"] * model.translates
        alone.append(said[-len(wanted) :] == wanted)
    assert heads.accuracy(model, texts, off) == np.mean(alone) < 1


def test_heads_of_agreement_cover_for_each_other():
    made = heads.switched_off(load("agreement"), heads.Settings(texts=80), 0)
    assert made.clean == 1.0
    assert 0 < made.together < len(made.spared)
    assert made.most_beyond > 0.2
    assert made.curve[0] == made.clean


@given(seed=st.integers(0, 1000), order=st.permutations(range(3)))
def test_heads_that_change_places_are_found_again_by_what_they_do(seed, order):
    maps = np.random.default_rng(seed).random((4, 3, 5, 5))
    made = heads.compare([maps, maps[:, list(order)]])
    assert made.by_best == pytest.approx(1)
    assert made.kept == (list(order) == [0, 1, 2])
    assert made.by_number <= made.by_best + 1e-12


# --- pronoun ----------------------------------------------------------------------------------------------------------

TWIN = "text=the glass on the table because {pronoun} was {word} the"


@pytest.fixture(scope="module")
def readers(tmp_path_factory):
    """Files of two small models that know nothing: one that is right by luck in both twins, and one that is not."""
    words, found = ("the", "glass", "on", "table", "because", "it", "was", "free", "full"), {}
    shape = replace(plan_shape(), symbols=len(words) + 1)
    for seed in range(40):
        model = Small("lucky", shape, Alphabet(words, "START", " "), draw(shape, std=0.8, seed=seed))
        path = model.save(tmp_path_factory.mktemp("readers") / "model.safetensors")
        made = run(replace(find("pronoun"), needs=()), Inputs(0, model=str(path)), [TWIN])
        found.setdefault(made.findings.claims[0].holds, made)
        if len(found) == 2:
            return found
    pytest.fail("no seed of forty made both kinds")


def plan_shape():
    from attnlab.models.small import Shape

    return Shape(**dict(plan("names").shape) | {"layers": 2, "context": 16})


def test_weights_are_not_explained_where_the_model_gets_a_twin_wrong(readers):
    made = readers[False].findings
    assert made.missing == ("experiment-pronoun-untestable",)
    assert {claim.key for claim in made.claims} == {"testable", "moves"}
    assert min(one.value for one in made.numbers if one.key.startswith("margin")) <= 0


def test_where_both_twins_are_right_both_nouns_are_cut_in_every_head(readers):
    made = readers[True].findings
    assert made.missing == ()
    assert {claim.key for claim in made.claims} == {"testable", "moves", "anchor", "matters"}
    assert all(np.isfinite(one.value) for one in made.numbers)
    assert all(one.value > 0 for one in made.numbers if one.key.startswith("margin"))


def test_behind_a_mask_the_row_of_the_pronoun_cannot_know_the_word_that_comes_later(readers):
    for made in readers.values():
        assert made.number("pronoun-apart").value < 1e-12
        assert not {claim.key: claim.holds for claim in made.findings.claims}["moves"]


def test_a_word_stands_by_itself_and_one_that_is_not_there_is_said():
    tokens = load("names").tokens("anna")
    assert pronoun._place(tokens, "anna", "anna") == 4
    with pytest.raises(LabError) as fault:
        pronoun._place(tokens, "anna", "nn")
    assert fault.value.message == "pronoun-word-missing"


# --- all of them ------------------------------------------------------------------------------------------------------


def test_these_experiments_are_listed_in_their_order():
    mine = ["recurrent", "address", "not-an-explanation", "alignment", "redundancy", "pronoun"]
    assert [name for name in MODULES if name in mine] == mine
    for name in mine:
        assert find(name).name == name
