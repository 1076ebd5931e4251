"""Every kind of edit on whole models: what it takes from other runs, what it leaves alone, and that replay agrees."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlab.arrays import to_numpy
from attnlab.edits import (
    KINDS,
    PATCHED,
    Ablate,
    Cut,
    Drop,
    Feed,
    Flatten,
    Hide,
    Lift,
    Patch,
    Replace,
    Rescale,
    Swap,
    Unmask,
    does,
    parse,
    to_record,
)
from attnlab.effects import effect
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.models.small import Shape, Small, draw
from attnlab.probe import Site
from attnlab.replay import Replay, proven, run_each
from attnlab.storage import open_trace, save_trace
from attnlab.targets import Difference, Logit
from attnlab.tokens import Alphabet
from attnlab.traces import explained, prepared, replaced
from attnlab.words import LANGUAGES, say

LETTERS = "abcd"
SEEDS = st.integers(0, 2**32 - 1)


def small(seed, put=np.asarray, layers=3, heads=2):
    """An untrained model of several layers."""
    shape = Shape(symbols=5, layers=layers, heads=heads, width=8, context=9, hidden=16)
    weights = {name: put(x) for name, x in draw(shape, std=0.5, seed=seed).items()}
    return Small(f"small-{seed}", shape, Alphabet(tuple(LETTERS)), weights)


def other_text(model, tokens, rng):
    """Another text of the same length."""
    if isinstance(model, Small):
        return "".join(rng.choice(list(LETTERS), len(tokens) - 1))
    ids = [" ".join(map(str, rng.integers(3, 100, len(side)))) for side in (tokens.source, tokens) if side]
    if len(ids) == 2:
        ids[1] = " ".join(ids[1].split()[1:])  # the decoder's first piece is the model's own
    return " => ".join(ids)


class Draw:
    """Edits of a text that fit it, drawn by a seed; each edge is one that its query sees, or for unmask does not."""

    def __init__(self, model, tokens, rng):
        self.model, self.tokens, self.rng = model, tokens, rng
        run = explained(model, tokens)
        self.seen = {
            (site, head): run.map(site, head).visible for site in model.sites for head in range(model.heads(site))
        }
        self.controls = [other_text(model, tokens, rng) for _ in range(2)]

    def pick(self, some):
        return some[int(self.rng.integers(len(some)))]

    def one(self, kind=None):
        """An edit of a kind, or of any; None where the model has no place for it, as for unmask without a mask."""
        kind = kind or self.pick(list(KINDS.values()))
        able = [one for one, seen in self.seen.items() if kind is not Unmask or not seen.all()]
        if not able:
            return None
        at = self.pick(able)
        seen = self.seen[at]
        edge = [int(one) for one in self.pick(np.argwhere(~seen if kind is Unmask else seen))]
        if kind is Cut and seen[edge[0]].sum() == 1:
            kind = Drop
        queries, keys = seen.shape
        place = self.pick([None, int(self.rng.integers(queries))])
        if kind in (Cut, Drop, Unmask):
            return kind(*at, *edge)
        if kind is Lift:
            return Lift(*at, *edge, float(self.rng.normal()))
        if kind is Rescale:
            return Rescale(*at, float(self.rng.uniform(0.2, 3)), place)
        if kind is Flatten:
            return Flatten(*at, place)
        if kind is Hide:
            return Hide(*at, edge[1]) if (seen[:, edge[1]] & (seen.sum(-1) > 1)).any() else Flatten(*at)
        if kind is Swap:
            how = [{}, {"source": int(self.rng.integers(keys))}, {"source": "mean"}, {"text": self.pick(self.controls)}]
            return Swap(*at, edge[1], **self.pick(how))
        if kind is Patch:
            stage = self.pick(PATCHED)
            places = queries if stage in ("q", "output") else keys
            place = self.pick([None, int(self.rng.integers(places))])
            return Patch(*at, self.pick(self.controls), stage, place)
        return Ablate(*at, self.pick(["zero", "mean"]))

    def several(self, count):
        """Sets of edits: of each kind alone, then of some kinds together, at several sites."""
        alone = [[edit] for kind in KINDS.values() for _ in range(2) if (edit := self.one(kind)) is not None]
        mixed = [[self.one() for _ in range(self.rng.integers(2, 5))] for _ in range(count)]
        made = alone + [[edit for edit in edits if edit is not None] for edits in mixed]
        return [edits for edits in made if self.leaves_keys(edits)]

    def leaves_keys(self, edits):
        """False where cuts and hidden keys together empty a row, which is refused, or unmask what another unmasks."""
        try:
            explained(self.model, self.tokens, edits)
        except LabError as refused:
            assert refused.message == "row-empty"
            return False
        return True


@pytest.fixture(scope="module", params=["gpt2", "llama", "bert", "t5", "bart"])
def hub(request):
    pytest.importorskip("torch")
    pytest.importorskip("transformers")
    from hub_models import make

    return load(make(request.param, seed=3).double())


def hub_text(hub):
    from hub_models import text_for

    return text_for(hub)


def same_logits(one, other):
    return one.logits.tobytes() == other.logits.tobytes()


# --- an edit that changes nothing ------------------------------------------------------------------------------------


def identities(model, tokens, text, seen):
    """An edit of every kind that can say nothing new, at every site and head."""
    for (site, head), visible in seen.items():
        query, key = (int(one) for one in np.argwhere(visible)[-1])
        yield Lift(site, head, query, key, 0.0)
        yield Rescale(site, head, 1.0)
        yield Rescale(site, head, 1.0, query)
        yield Swap(site, head, key, key)
        yield Swap(site, head, key, text=text)
        for stage in PATCHED:
            yield Patch(site, head, text, stage)
            yield Patch(site, head, text, stage, query if stage in ("q", "output") else key)


def check_identities(model, text):
    tokens = model.tokens(text)
    drawn = Draw(model, tokens, np.random.default_rng(0))
    clean = explained(model, tokens)
    every = list(identities(model, tokens, text, drawn.seen))
    for number in np.random.default_rng(0).permutation(len(every))[:20]:
        edit = every[number]
        assert same_logits(explained(model, tokens, [edit]), clean), edit
    assert same_logits(explained(model, tokens, every), clean)


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, text=st.text(alphabet=LETTERS, min_size=1, max_size=6))
def test_an_edit_of_any_kind_that_says_nothing_new_changes_nothing_to_the_bit(seed, text):
    check_identities(small(seed), text)


def test_an_edit_that_says_nothing_new_changes_nothing_of_a_loaded_model_to_the_bit(hub):
    check_identities(hub, hub_text(hub))


def test_a_row_of_one_key_is_even_already(names):
    clean = explained(names, names.tokens("anna"))
    assert same_logits(explained(names, clean.tokens, [Flatten(Site(0), 2, 0)]), clean)


# --- replay ----------------------------------------------------------------------------------------------------------


def check_replay(model, tokens, rng, count):
    drawn = Draw(model, tokens, rng)
    several = drawn.several(count)
    assert {type(edit) for edits in several for edit in edits} >= {Rescale, Flatten, Hide, Swap, Patch, Ablate}
    clean = explained(model, tokens)
    runs = [explained(model, tokens, edits).logits for edits in several]
    for read in sorted({0, int(rng.integers(len(tokens))), len(tokens) - 1}):
        targets = [Logit(1, read), Difference(0, 2, read)]
        wanted = [[target(logits) - target(clean.logits) for target in targets] for logits in runs]
        for way in {proven(model).way, "whole", "full"}:
            found = Replay(model, tokens, way=way).changes(several, targets)
            far = np.abs(found.change - np.array(wanted)).max(axis=1)
            assert far.max() < 1e-10, (way, read, [str(edit) for edit in several[int(far.argmax())]], far.max())


@pytest.mark.parametrize("library", ["numpy", "torch"])
@pytest.mark.parametrize("seed", range(2))
def test_replay_equals_full_runs_for_every_kind_alone_and_together(library, seed):
    """By a few seeds: to shrink a failure among so many runs would take minutes."""
    torch = pytest.importorskip("torch") if library == "torch" else None
    model, rng = small(seed, torch.tensor if torch else np.asarray), np.random.default_rng(seed)
    assert proven(model).way == "suffix"
    check_replay(model, model.tokens("".join(rng.choice(list(LETTERS), 4 + seed))), rng, 12)


@pytest.mark.parametrize("seed", range(2))
def test_replay_equals_full_runs_of_a_loaded_model(hub, seed):
    check_replay(hub, hub.tokens(hub_text(hub)), np.random.default_rng(seed), 12)


def test_an_unmasked_key_that_an_edit_below_has_changed_is_the_changed_one():
    """The later key's own row must be run too, though what is read stands before it."""
    model = small(4)
    tokens = model.tokens("abcdab")
    edits = [Ablate(Site(0), 0), Unmask(Site(1), 1, 2, 6)]
    target = Logit(1, 3)
    clean, edited = (target(explained(model, tokens, some).logits) for some in ([], edits))
    found = Replay(model, tokens, way="suffix").changes([edits], [target]).change[0, 0]
    assert found == pytest.approx(edited - clean, abs=1e-12)
    alone = Replay(model, tokens, way="suffix").changes([edits[:1]], [target]).change[0, 0]
    assert abs(found - alone) > 1e-3


def test_an_edge_that_one_set_unmasks_is_masked_for_the_others():
    model = small(4)
    tokens = model.tokens("abcd")
    opened = [Unmask(Site(1), 0, 1, 3), Lift(Site(1), 0, 1, 3, 2.0)]
    both = list(run_each(model, tokens, [opened, []]))
    assert np.array_equal(both[0], explained(model, tokens, opened).logits)
    for several in ([opened, opened[1:]], [opened[1:], opened]):
        for way in ("full", "suffix"):
            with pytest.raises(LabError) as refused:
                Replay(model, tokens, way=way).changes(several, [Logit(1, 3)])
            assert refused.value.message == "edit-masked"


# --- at its own site -------------------------------------------------------------------------------------------------


def check_site(model, tokens, rng, count=25):
    drawn = Draw(model, tokens, rng)
    clean = explained(model, tokens)
    for _ in range(count):
        edit = drawn.one()
        if edit is None:
            continue
        run = explained(model, tokens, [edit])
        for head in range(model.heads(edit.site)):
            was, now = clean.map(edit.site, head), run.map(edit.site, head)
            if head != edit.head:
                np.testing.assert_allclose(now.output, was.output, rtol=0, atol=1e-12)
                continue
            query = getattr(edit, "query", None)
            if query is not None:
                others = np.arange(len(was.output)) != query
                np.testing.assert_allclose(now.output[others], was.output[others], rtol=0, atol=1e-12)
            if edit.budget == "same":
                np.testing.assert_allclose(now.weight, was.weight, rtol=0, atol=1e-12)
            total = now.total
            if edit.budget == "less":
                assert total[edit.query] == pytest.approx(1 - was.weight[edit.query, edit.key], abs=1e-12)
                total = np.delete(total, edit.query)
            np.testing.assert_allclose(total, 1, rtol=0, atol=1e-12)
            hidden = ~was.visible
            if isinstance(edit, Unmask):
                assert now.weight[edit.query, edit.key] > 0
                assert now.visible[edit.query, edit.key]
                hidden[edit.query, edit.key] = False
            assert not now.weight[hidden].any()


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, text=st.text(alphabet=LETTERS, min_size=2, max_size=6))
def test_an_edit_touches_its_head_and_row_alone_and_says_the_truth_about_the_sum(seed, text):
    model = small(seed)
    check_site(model, model.tokens(text), np.random.default_rng(seed))


def test_an_edit_of_a_loaded_model_touches_its_head_and_row_alone(hub):
    check_site(hub, hub.tokens(hub_text(hub)), np.random.default_rng(1), 40)


# --- what is taken from other runs -----------------------------------------------------------------------------------


def check_taken(model, tokens, rng):
    control = other_text(model, tokens, rng)
    here, there = explained(model, tokens), explained(model, model.tokens(control))
    for site in model.sites:
        head = int(rng.integers(model.heads(site)))
        mine, theirs = here.map(site, head), there.map(site, head)

        def after(edit, site=site, head=head):
            return explained(model, tokens, [edit]).map(site, head)

        query, key = len(mine.output) - 1, len(mine.value) - 1
        near = {"rtol": 0, "atol": 1e-12}
        np.testing.assert_allclose(after(Patch(site, head, control)).output, theirs.output, **near)
        one = after(Patch(site, head, control, "output", query)).output
        np.testing.assert_allclose(one[query], theirs.output[query], **near)
        np.testing.assert_allclose(one[:query], mine.output[:query], **near)
        np.testing.assert_allclose(after(Patch(site, head, control, "v")).value, theirs.value, **near)
        np.testing.assert_allclose(after(Swap(site, head, key, text=control)).value[key], theirs.value[key], **near)
        mean = after(Swap(site, head, key, "mean")).value
        np.testing.assert_allclose(mean[key], mine.value.mean(axis=0), **near)
        np.testing.assert_allclose(mean[:key], mine.value[:key], **near)
        flat = after(Ablate(site, head, "mean")).output
        np.testing.assert_allclose(flat, np.broadcast_to(mine.output.mean(axis=0), flat.shape), **near)
        both = [Patch(site, head, control, "q"), Patch(site, head, control, "k")]
        np.testing.assert_allclose(explained(model, tokens, both).map(site, head).score, theirs.score, **near)


@settings(max_examples=4, deadline=None)
@given(seed=SEEDS, text=st.text(alphabet=LETTERS, min_size=2, max_size=6))
def test_what_is_patched_is_what_the_other_run_had(seed, text):
    model = small(seed)
    check_taken(model, model.tokens(text), np.random.default_rng(seed))


def test_what_is_patched_into_a_loaded_model_is_what_the_other_run_had(hub):
    check_taken(hub, hub.tokens(hub_text(hub)), np.random.default_rng(2))


def test_a_mean_is_that_of_the_run_without_edits():
    model = small(1)
    tokens = model.tokens("abcd")
    alone = explained(model, tokens, [Ablate(Site(1), 0, "mean")]).map("1", 0).output
    above = explained(model, tokens, [Ablate(Site(0), 0), Ablate(Site(1), 0, "mean")]).map("1", 0).output
    assert np.array_equal(alone, above)


def test_a_control_text_is_run_once_however_many_edits_take_from_it():
    model, runs = small(2), []

    class Counting(type(model)):
        def run(self, tokens, *how):
            runs.append(tokens.text)
            return super().run(tokens, *how)

    counting = Counting(**{name: getattr(model, name) for name in ("name", "shape", "alphabet", "parameters")})
    several = [[Patch(Site(layer), head, "dcba")] for layer in range(3) for head in range(2)]
    Replay(counting, counting.tokens("abcd"), way="suffix").changes(several, [Logit(1, 4)])
    assert runs.count("dcba") == 1
    runs.clear()
    list(run_each(counting, counting.tokens("abcd"), several))
    assert runs == ["dcba", "abcd"]


def test_what_was_taken_for_one_text_is_taken_anew_for_another():
    model = small(2)
    edits = [Ablate(Site(0), 0, "mean"), Swap(Site(1), 1, 2, "mean"), Hide(Site(1), 0, 0)]
    first = explained(model, model.tokens("abcd"), edits)
    again = explained(model, model.tokens("dbca"), first.edits)
    assert same_logits(again, explained(model, model.tokens("dbca"), edits))
    assert first.edits == again.edits == tuple(edits)
    assert prepared(model, again.tokens, again.edits)[0] is again.edits[0]


def test_an_edit_that_was_not_prepared_is_a_mistake_of_ours_and_not_a_zero():
    x = np.ones((2, 3, 4))
    for edit, stage in ((Patch(Site(0), 0, "ab"), "output"), (Swap(Site(0), 0, 0, "mean"), "v")):
        with pytest.raises(RuntimeError, match="prepared"):
            edit(Site(0), stage, x)


def test_a_hidden_key_is_kept_by_the_row_that_sees_no_other(names):
    run = explained(names, names.tokens("anna"), [Hide(Site(0), 3, 0)])
    weight = run.map("0", 3).weight
    assert weight[0, 0] == 1
    assert not weight[1:, 0].any()


def test_a_trace_with_edits_that_took_from_other_runs_is_saved_with_what_they_took(tmp_path):
    model = small(5)
    edits = [
        Patch(Site(0), 0, "dcba", "v"),
        Hide(Site(1), 1, 0),
        Swap(Site(1), 0, 2, "mean"),
        Ablate(Site(2), 0, "mean"),
    ]
    run = explained(model, model.tokens("abcd"), edits)
    back = open_trace(save_trace(run, tmp_path / "run.safetensors"))
    assert back.edits == tuple(edits)
    for site in model.sites:
        for head in range(2):
            assert np.array_equal(back.map(site, head).output, run.map(site, head).output)
            assert np.array_equal(back.map(site, head).weight, run.map(site, head).weight)


def test_the_score_that_would_have_been_knows_of_patched_queries_and_keys():
    model = small(5)
    tokens = model.tokens("abcd")
    edits = [Patch(Site(0), 0, "dcba", "q"), Cut(Site(0), 0, 4, 2)]
    there = explained(model, model.tokens("dcba")).map("0", 0)
    here = explained(model, tokens).map("0", 0)
    made = explained(model, tokens, edits)
    assert made.map("0", 0).score[4, 2] == -np.inf
    would = made.would_have_been(Site(0), 0)
    assert np.isfinite(would[4, 2])
    q = to_numpy(explained(model, there.tokens).calls[Site(0)].q)[0]
    k = to_numpy(made.calls[Site(0)].k)[0]
    np.testing.assert_allclose(would, q @ k.T * made.calls[Site(0)].scale, rtol=0, atol=1e-12)
    assert not np.allclose(would, here.score)


# --- refusals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "message", "facts"),
    [
        (Unmask(Site(0), 0, 3, 1), "unmask-visible", {"query": 3, "key": 1}),
        (Unmask(Site(0), 0, 3, 5), "edit-place-unknown", {"place": 5}),
        (Patch(Site(0), 0, "ann"), "control-length", {"found": 4, "wanted": 5, "text": "ann"}),
        (Swap(Site(0), 0, 1, text="annaanna"), "control-length", {"found": 9, "wanted": 5}),
        (Patch(Site(0), 0, "Anna"), "symbol-capital", {}),
        (Patch(Site(0), 0, "anno", "v", 5), "edit-place-unknown", {"place": 5}),
        (Patch(Site(0), 0, "anno", "output", 5), "edit-place-unknown", {"place": 5}),
        (Patch(Site(0), 4, "anno"), "head-unknown", {"head": 4}),
        (Rescale(Site(0), 0, 2.0, 5), "edit-place-unknown", {"place": 5}),
        (Flatten(Site(1), 0), "site-unknown", {"site": "1"}),
        (Hide(Site(0), 0, 5), "edit-place-unknown", {"place": 5}),
    ],
)
def test_an_edit_that_does_not_fit_is_refused_in_words(names, edit, message, facts):
    tokens = names.tokens("anna")
    for refuse in (
        lambda: effect(names, "anna", [edit]),
        lambda: list(run_each(names, tokens, [[], [edit]])),
        lambda: Replay(names, tokens, way="suffix").changes([[edit]], [Logit(1, 4)]),
    ):
        with pytest.raises(LabError) as refused:
            refuse()
        assert refused.value.message == message
        assert facts.items() <= refused.value.facts.items()
        assert len({refused.value.say(lang) for lang in LANGUAGES}) == 3


def test_a_key_that_is_all_that_its_queries_see_cannot_be_hidden():
    lone = load("previous")
    tokens = replace(lone.tokens("a"))
    run = explained(lone, tokens, [Hide(Site(0), 0, 0)])
    assert run.map("0", 0).weight[1, 0] == 0
    model = small(0)
    start = model.alphabet.tokens((4,))
    with pytest.raises(LabError) as refused:
        explained(model, start, [Hide(Site(0), 0, 0)])
    assert refused.value.message == "hide-unseen"


def test_keys_hidden_one_by_one_until_a_row_is_empty_are_refused(names):
    with pytest.raises(LabError) as refused:
        effect(names, "anna", [Hide(Site(0), 0, 0), Hide(Site(0), 0, 1)])
    assert (refused.value.message, refused.value.facts["query"]) == ("row-empty", 1)


def test_where_no_mask_hides_a_key_there_is_none_to_take_away(hub):
    tokens = hub.tokens(hub_text(hub))
    open_sites = [site for site in hub.sites if site.kind == "cross" or site.stack == "encoder"]
    masked = [site for site in hub.sites if site not in open_sites]
    for site in open_sites:
        with pytest.raises(LabError) as refused:
            explained(hub, tokens, [Unmask(site, 0, 0, 1)])
        assert (refused.value.message, refused.value.facts["site"]) == ("unmask-no-mask", str(site))
    for site in masked:
        run = explained(hub, tokens, [Unmask(site, 0, 0, 1)])
        assert 0 < run.map(site, 0).weight[0, 1] < 1
        assert run.map(site, 1).weight[0, 1] == 0
    assert open_sites or masked


def test_a_control_text_is_as_long_only_where_it_is_taken_from():
    pytest.importorskip("transformers")
    from hub_models import PAIR, make

    bart = load(make("bart", seed=1).double())
    tokens, cross = bart.tokens(PAIR), Site(0, kind="cross")
    longer = "1 2 3 4 5 6 => 12 8 40 7 7"
    explained(bart, tokens, [Patch(cross, 0, longer, "v")])  # the values are the source's, and as many
    with pytest.raises(LabError) as refused:
        explained(bart, tokens, [Patch(cross, 0, longer)])
    assert refused.value.message == "control-length"
    assert refused.value.facts["found"] - refused.value.facts["wanted"] == 2


# --- another piece in the text ---------------------------------------------------------------------------------------


@given(text=st.text(alphabet=LETTERS, min_size=1, max_size=8), data=st.data())
def test_a_replaced_letter_makes_the_tokens_of_the_other_text(text, data):
    model, place = small(0), data.draw(st.integers(1, len(text)))
    letter = data.draw(st.sampled_from(LETTERS))
    other = text[: place - 1] + letter + text[place:]
    assert replaced(model, model.tokens(text), Replace(place, letter)) == model.tokens(other)


def test_the_effect_of_a_replaced_piece_is_that_of_reading_the_other_text(names):
    made = effect(names, "anna", [Replace(2, "m"), Cut(Site(0), 3, 4, 2)], "a")
    other = explained(names, names.tokens("amna"), [Cut(Site(0), 3, 4, 2)])
    assert same_logits(made.edited, other)
    assert made.before == made.target(explained(names, names.tokens("anna")).logits)
    assert made.replaced == (Replace(2, "m"),)
    assert effect(names, "anna", [Replace(2, "n")]).change == 0


def test_the_three_maskings_of_a_key_are_three_questions(names):
    """One edge, a key for all queries, the piece itself."""
    changes = {
        str(edit): effect(names, "anna", [edit], "a").change
        for edit in (Cut(Site(0), 3, 4, 2), Hide(Site(0), 3, 2), Replace(2, "START"))
    }
    # one layer: what is hidden from other rows never reaches this one
    assert changes["cut 0.3:4>2"] == pytest.approx(changes["hide 0.3:2"], abs=1e-12)
    assert abs(changes["replace 2=START"] - changes["hide 0.3:2"]) > 1e-3
    deep = small(3)
    cut, hide = (effect(deep, "abca", [edit], "a").change for edit in (Cut(Site(0), 1, 4, 2), Hide(Site(0), 1, 2)))
    assert abs(cut - hide) > 1e-3


def test_a_piece_of_a_source_is_replaced_where_there_is_one(names):
    pytest.importorskip("transformers")
    from hub_models import PAIR, make

    bart = load(make("bart", seed=1))
    made = replaced(bart, bart.tokens(PAIR), Replace(1, "99", in_source=True))
    assert made == bart.tokens(PAIR.replace("17", "99"))
    assert made.source.text == "5 99 33 9 22 71"
    with pytest.raises(LabError) as refused:
        replaced(names, names.tokens("anna"), Replace(1, "a", in_source=True))
    assert refused.value.message == "replace-no-source"
    for change, message in ((Replace(5, "a"), "position-unknown"), (Replace(1, "ö"), "symbol-not-in-vocabulary")):
        with pytest.raises(LabError) as refused:
            effect(names, "anna", [change])
        assert refused.value.message == message


# --- what is said ----------------------------------------------------------------------------------------------------

SAID = [
    "cut 0.3:4-2", "drop 0.3:4-2", "lift 0.3:4-2+1.5", "lift 0.3:4-2-1.5", "rescale 0.3:4x2", "rescale 0.3x2",
    "flatten 0.3:4", "flatten 0.3", "hide 0.3:2", "unmask 0.3:2-4", "swap 0.3:2=zero", "swap 0.3:2=1",
    "swap 0.3:2=mean", "swap 0.3:2@anno", "patch 0.3@anno", "patch 0.3:4@anno", "ablate 0.3", "ablate 0.3=mean",
    *(f"patch 0.3.{stage}{place}@anno" for stage in "qkv" for place in ("", ":4")),
    *(f"ablate 0.ff{place}{way}" for place in ("", ":4") for way in ("", "=mean")),
    "patch 0.ff@anno", "patch 0.ff:4@anno",
]  # fmt: skip
SUMS = {
    "one": {"en": "still sums to 1", "ru": "по-прежнему 1", "et": "endiselt 1"},
    "less": {"en": "less than 1", "ru": "меньше 1", "et": "alla 1"},
    "same": {"en": "weights of this head stay", "ru": "Веса этой головы прежние", "et": "kaalud jäävad samaks"},
    "fed": {"en": "No weight of this layer moves", "ru": "Веса этого слоя прежние", "et": "kaalud jäävad samaks"},
}


@pytest.mark.parametrize("text", SAID)
def test_what_an_edit_does_is_said_with_what_becomes_of_the_sum(names, text):
    edit = parse(text)
    message, facts = does(edit, names.tokens("anna"))
    for lang in LANGUAGES:
        sentence = say(message, lang, **facts)
        if text != "ablate 0.3":  # off is off
            assert SUMS["fed" if isinstance(edit, Feed) else edit.budget][lang] in sentence
        if getattr(edit, "query", None) == 4:
            assert "4 a" in sentence
        if getattr(edit, "text", None):
            assert "anno" in sentence
    assert {type(parse(one)) for one in SAID} == set(KINDS.values())


def test_every_edit_of_a_loaded_model_can_be_said(hub):
    tokens = hub.tokens(hub_text(hub))
    drawn = Draw(hub, tokens, np.random.default_rng(4))
    for _ in range(60):
        edit = drawn.one()
        if edit is not None:
            message, facts = does(edit, tokens)
            assert all(say(message, lang, **facts) for lang in LANGUAGES)
            assert parse(str(edit)) == edit
            assert to_record(edit)["edit"] == edit.kind


def test_edits_of_a_translator_side_by_side_are_those_made_alone():
    """Where only the decoder is edited, all runs look at one source: its keys are spread for each."""
    model = load("numbers-et")
    tokens = model.tokens("six thousand two hundred forty => kuus tuhat kakssada")
    other = "five thousand three hundred fifty => viis tuhat kolmsada"
    cross = [Site(layer, kind="cross") for layer in (0, 1)]
    sets = [
        [Patch(cross[0], 1, text=other)],
        [Cut(Site(0), 0, 2, 1)],
        [Cut(Site(0), 0, 2, 1), Patch(cross[1], 1, text=other)],
    ]
    together = list(run_each(model, tokens, sets))
    for found, edits in zip(together, sets, strict=True):
        np.testing.assert_allclose(found, next(iter(run_each(model, tokens, [edits]))), rtol=0, atol=1e-10)
    targets = [Logit(2, len(tokens) - 1)]
    quick, full = (Replay(model, tokens, way=way).changes(sets, targets).change for way in (None, "full"))
    np.testing.assert_allclose(quick, full, rtol=0, atol=1e-10)
    assert np.abs(full).min() > 1e-6
