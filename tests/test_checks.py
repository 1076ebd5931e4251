"""A verdict must be able to say no, and must say yes where the truth was planted."""

import dataclasses
import json
import re
from functools import cache
from string import ascii_lowercase

import jaxtyping
import numpy as np
import pytest
from benchmarks.truth import shuffled, untrained
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import spearmanr, wilcoxon

from attnlab import checks, load
from attnlab.checks import Case, Settings, check, demonstrate
from attnlab.edits import Ablate, Cut, Drop, Swap
from attnlab.effects import effect
from attnlab.errors import LabError
from attnlab.jobs import Jobs
from attnlab.models.small import Shape, Small, draw
from attnlab.probe import Site
from attnlab.targets import Difference
from attnlab.texts import default_cases, parse_cases, read_cases
from attnlab.tokens import Alphabet
from attnlab.verdicts import open_check
from attnlab.words import LANGUAGES

LETTERS = Alphabet(tuple(ascii_lowercase))


@pytest.fixture(scope="module", autouse=True)
def many_runs():
    """Statistics need thousands of runs; shapes are checked in the tests of what runs."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@cache
def of(name, **changes):
    model = load(name)
    cases, texts = default_cases(model)
    return check(model, cases, settings=Settings(**changes), texts_name=texts)


@pytest.fixture(scope="module")
def backup():
    return of("backup")


@pytest.mark.parametrize("name", ["previous", "same"])
def test_a_head_that_carries_its_target_is_supported(name):
    (verdict,) = of(name).verdicts

    assert verdict.finding == "supported"
    assert all(verdict.conditions.values())
    assert verdict.share.mean > 0.9
    assert verdict.harm_random.high < 0.1


def test_a_decoy_that_no_cut_can_move_has_no_effect():
    made = of("decoy")

    assert made.verdicts[0].finding == "not supported"
    assert made.verdicts[0].reason == "reason-no-effect"
    assert made.verdicts[0].harm_top.mean == 0
    assert made.verdicts[0].p == 1
    assert "No effect" in made.say()
    assert "rank agreement" not in made.say()  # with what would it agree?


def test_a_quiet_head_is_found_by_effect_where_its_map_would_not_have_shown_it():
    made = of("quiet")

    (verdict,) = made.verdicts
    assert verdict.finding == "not supported"
    assert verdict.top_is_most.mean == 0
    assert verdict.most_weight.mean < 0.05
    assert verdict.harm_most.mean > 0.9 * verdict.margin.mean
    assert verdict.hidden_cause
    assert "alone would not have shown it" in made.say()


def test_heads_that_back_each_other_up_are_supported_only_as_a_pair(backup):
    assert [verdict.finding for verdict in backup.verdicts] == ["not supported", "not supported"]
    assert [pair.name for pair in backup.backups] == ["0.0+0.1"]
    assert backup.backups[0].share.mean > 0.9
    assert backup.ablations[0].backup
    assert "0.0 and 0.1 back each other up" in backup.say()


def test_two_heads_that_each_add_a_little_are_no_backups():
    assert of("names").backups == ()


def test_untrained_heads_with_random_targets_stay_at_the_nominal_level():
    verdicts = [
        verdict for std in (0.08, 0.3, 1.0) for seed in range(4) for verdict in untrained(std, 1000 + seed).verdicts
    ]
    tested = [verdict for verdict in verdicts if verdict.finding != "not testable"]

    assert len(tested) >= 36
    # 5 % of 48 is 2.4; the naive comparison of sizes calls most of them supported
    assert sum(verdict.finding == "supported" for verdict in tested) <= 3
    assert sum(verdict.p_size < 0.05 for verdict in tested) > 0.5 * len(tested)


def test_shuffled_targets_on_a_trained_model_stay_at_the_nominal_level():
    verdicts = [verdict for seed in range(3) for verdict in shuffled(load("names"), 1000 + seed).verdicts]

    assert sum(verdict.finding == "supported" for verdict in verdicts) <= 1


def test_a_few_texts_are_not_testable_whatever_they_show():
    model = load("previous")
    made = check(model, [case.text for case in default_cases(model)[0][:20]])

    assert made.verdicts[0].finding == "not testable"
    assert made.verdicts[0].reason == "reason-few-texts"
    assert made.verdicts[0].texts == 20


def test_texts_that_cannot_serve_are_set_aside_and_counted():
    model = load("previous")
    good = [Case(case.text) for case in default_cases(model)[0][:30]]
    wrong = [Case("abcdefgh", "q/g")]  # it says g
    made = check(model, [*good, *good[:3], *wrong, Case("ab")])

    assert (made.texts, made.wrong, made.short, made.same) == (35, 1, 1, 3)
    assert made.verdicts[0].texts == 30


def test_where_no_text_can_serve_the_counts_are_said():
    with pytest.raises(LabError, match="none of the 2 texts can be used: in 1 the model does not say the target, in 1"):
        check(load("previous"), [Case("abcdefgh", "q/g"), "ab"])


def test_a_target_without_a_direction_supports_nothing():
    with pytest.raises(LabError, match="no direction"):
        check(load("previous"), ["abcdefgh"], settings=Settings(target="kl"))


@pytest.mark.parametrize("target", ["g", "p(g)", "g/a", "g|a", "loss(5-7)"])
def test_every_target_with_a_direction_can_be_watched(target):
    model = load("previous")
    texts = [
        Case("".join(np.random.default_rng(one).permutation(list("abcdef")))[:5] + "gh", target) for one in range(30)
    ]
    made = check(model, texts, settings=Settings(least_texts=20))

    assert made.verdicts[0].texts >= 20
    # it says the letter before, which the text goes on to say never: a cut makes the text less surprising
    harmed = made.verdicts[0].harm_top.mean
    assert harmed < -0.5 if target.startswith("loss") else harmed > 0.3


@settings(max_examples=10)
@given(seed=st.integers(0, 2**31 - 1), place=st.integers(0, 3))
def test_a_demonstration_is_the_effects_one_by_one(seed, place):
    model = Small("any", Shape(), LETTERS, draw(Shape(), std=0.5, seed=seed))
    text = "".join(np.random.default_rng(seed).choice(list(ascii_lowercase), 8))
    shown = demonstrate(model, text, [f"0.{place}"], Settings(seed=seed))

    def harm(edit):
        return -effect(model, text, [edit], shown.target).change

    here = (Site(0), place)
    for key in shown.keys:
        assert key.harm == pytest.approx(harm(Cut(*here, 8, key.position)), abs=1e-9)
    assert shown.drop == pytest.approx(harm(Drop(*here, 8, shown.top)), abs=1e-9)
    assert shown.swap == pytest.approx(harm(Swap(*here, shown.top, shown.random)), abs=1e-9)
    assert len({shown.top, shown.middle, shown.random}) >= 2
    assert shown.top not in (shown.middle, shown.random)
    assert shown.top == max(shown.keys, key=lambda key: key.weight).position
    assert 0 not in {key.position for key in shown.keys}  # START stands apart


def test_the_random_key_is_about_as_far_away_as_the_top_key():
    model = load("previous")
    for case in default_cases(model)[0][:50]:
        shown = demonstrate(model, case.text, ["0.0"])
        assert shown.top == shown.query - 1
        assert shown.query - shown.random <= 3


@pytest.mark.parametrize(("rule", "name"), [("previous", "previous"), ("same", "same")])
def test_a_rule_names_the_key_that_is_put_to_the_test(rule, name):
    by_weight, by_rule = of(name), of(name, rule=rule)

    # these heads look where the rule points, so the verdict is the same; another rule's key carries nothing
    assert by_rule.verdicts[0].harm_top == by_weight.verdicts[0].harm_top
    assert by_rule.verdicts[0].finding == "supported"
    assert of("same", rule="previous").verdicts[0].finding == "not supported"


def test_tests_and_rank_agreements_are_scipys():
    model = load("names")
    cases, _ = default_cases(model, 120)
    made = check(model, cases, ["0.3"], Settings(pairs=False))
    shown = []
    for case in {case.text: case for case in cases}.values():
        try:
            shown.append(demonstrate(model, case.text, ["0.3"]))
        except LabError:
            continue
    verdict = made.verdicts[0]

    agreement = [
        spearmanr([key.weight for key in one.keys], [abs(key.harm) for key in one.keys]).statistic for one in shown
    ]
    assert verdict.texts == len(shown)
    assert verdict.weight_and_size.mean == pytest.approx(np.mean(agreement), abs=1e-12)
    top = [next(key.harm for key in one.keys if key.position == one.top) for one in shown]
    assert verdict.harm_top.mean == pytest.approx(np.mean(top), abs=1e-12)
    assert verdict.share.mean == pytest.approx(np.mean(top) / np.mean([one.margin for one in shown]), abs=1e-12)


def test_the_comparison_is_scipys_one_sided_wilcoxon(monkeypatch):
    rng = np.random.default_rng(0)
    difference = rng.normal(0.2, 1, 150)
    expected = wilcoxon(difference, alternative="greater", zero_method="pratt", method="approx").pvalue

    assert checks.signed_rank(difference) == expected
    assert checks.signed_rank(np.zeros(5)) == 1


def test_p_values_are_corrected_for_every_head_and_pair_looked_at(backup):
    alone = of("names", pairs=False)
    paired = of("names")

    raw = [max(verdict.p_random, verdict.p_foil) for verdict in alone.verdicts]
    order = np.argsort(raw)
    holm = np.minimum(1, np.maximum.accumulate(np.array(raw)[order] * np.arange(4, 0, -1)))
    assert [alone.verdicts[place].p for place in order] == pytest.approx(holm.tolist())
    assert all(many.p >= few.p for many, few in zip(paired.verdicts, alone.verdicts, strict=True))
    assert len(paired.pairs) == 6


def test_a_foil_is_ahead_like_the_real_target_and_by_a_like_margin():
    model = load("names")
    rng = np.random.default_rng(0)
    for case in default_cases(model, 40)[0]:
        logits = model.run(model.tokens(case.text))
        second, first = np.argsort(logits[-1])[-2:]
        target = Difference(int(first), int(second), len(logits) - 1)
        foil = checks._foil(target, logits, rng)

        assert foil(logits) >= 0
        assert not {foil.symbol, foil.rival} & {target.symbol, target.rival}
        assert abs(foil(logits) - target(logits)) < 1


def test_the_same_seed_gives_the_same_record_and_another_seed_another():
    model = load("previous")
    texts = [case.text for case in default_cases(model, 120)[0]]
    one, again, other = (check(model, texts, settings=Settings(seed=seed)) for seed in (3, 3, 4))

    assert one.to_json() == again.to_json()
    assert one.verdicts[0].harm_random != other.verdicts[0].harm_random


def test_a_record_saves_opens_and_reads_in_three_languages(backup, tmp_path):
    path = backup.save(tmp_path / "check.json")

    assert open_check(path) == dataclasses.replace(backup, settings=dict(backup.settings))
    record = json.loads(path.read_text(encoding="utf-8"))
    assert record["settings"]["seed"] == 0
    assert len(record["model_hash"]) == len(record["texts_hash"]) == 64
    assert {"attnlab", "numpy", "scipy", "python"} == set(record["versions"])
    for lang in LANGUAGES:
        assert record["says"][lang] == backup.say(lang)
        assert "\n" not in backup.say(lang)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": "attnlab check 1"}', '{"a": 1}', "null"])
def test_a_torn_record_is_refused_in_words(content, tmp_path):
    path = tmp_path / "check.json"
    path.write_text(content)

    with pytest.raises(LabError, match="torn or is not the record"):
        open_check(path)


FORGED = {
    "verdicts that are none": lambda record: record.update(verdicts=7),
    "a figure that is a text": lambda record: record["verdicts"][0].update(p="0.01"),
    "a figure too few": lambda record: record["verdicts"][0]["harm_top"].pop("low"),
    "a figure that is no number": lambda record: record["verdicts"][0]["harm_top"].update(low=float("nan")),
    "an unknown finding": lambda record: record["verdicts"][0].update(finding="proved"),
    "an unknown reason": lambda record: record["verdicts"][0].update(finding="not testable", reason="reason-of-mine"),
    "an unknown rule": lambda record: record["settings"].update(rule="loudest"),
    "no settings": lambda record: record.update(settings={}),
    "no seed": lambda record: record["settings"].pop("seed"),
    "a share that is a text": lambda record: record["settings"].update(share="much"),
    "texts that are not counted": lambda record: record.update(texts=None),
    "a name that is none": lambda record: record.update(model=["names"]),
}


@pytest.mark.parametrize("what", FORGED)
def test_a_record_whose_parts_do_not_fit_is_refused_in_words(what, backup, tmp_path):
    record = json.loads(backup.to_json())
    FORGED[what](record)
    path = tmp_path / "check.json"
    path.write_text(json.dumps(record), encoding="utf-8")

    with pytest.raises(LabError, match="torn or is not the record"):
        open_check(path)


def test_brackets_without_end_are_no_record(tmp_path):
    path = tmp_path / "check.json"
    path.write_text("[" * 100_000)

    with pytest.raises(LabError, match="torn or is not the record"):
        open_check(path)


def test_a_record_of_a_later_format_is_refused_in_words(backup, tmp_path):
    path = tmp_path / "check.json"
    path.write_text(backup.to_json().replace("attnlab check 1", "attnlab check 2"))

    with pytest.raises(LabError, match="attnlab check 2"):
        open_check(path)


def test_an_ablated_pair_is_the_effect_of_switching_both_off(backup):
    model = load("backup")
    harms = [
        [-effect(model, case.text, [Ablate(Site(0), head) for head in heads]).change for heads in ((0,), (1,), (0, 1))]
        for case in default_cases(model)[0]
    ]
    first, second, both = np.mean(harms, axis=0)

    found = backup.ablations[0]
    assert (found.first.mean, found.second.mean, found.both.mean) == pytest.approx((first, second, both), abs=1e-9)


def test_texts_come_from_lines_with_or_without_targets(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("anna\n\nemma\ta/b\r\n", encoding="utf-8")
    jsonl = tmp_path / "texts.jsonl"
    jsonl.write_text('{"text": "anna"}\n{"text": "emma", "target": "a/b"}\n')

    assert read_cases(path) == read_cases(jsonl) == [Case("anna"), Case("emma", "a/b")]


def test_of_a_long_file_some_are_drawn_by_the_seed(tmp_path):
    path = tmp_path / "texts.txt"
    path.write_text("\n".join(ascii_lowercase))

    drawn = read_cases(path, 5, seed=1)
    assert len(drawn) == 5
    assert drawn == read_cases(path, 5, seed=1) != read_cases(path, 5, seed=2)
    assert drawn == sorted(drawn, key=lambda case: case.text)


@pytest.mark.parametrize("line", ["anna", "{}", '{"text": 3}', '{"text": "a", "target": 5}', "[1]"])
def test_a_json_line_that_is_no_text_is_named(line):
    with pytest.raises(LabError, match="Line 2 is not a text in JSON"):
        parse_cases('{"text": "anna"}\n' + line, json_lines=True)


def test_a_text_the_model_cannot_read_is_named_with_its_number():
    with pytest.raises(LabError, match=re.escape("Text 2 (“anna5”) cannot be read: names does not know “5”")):
        check(load("names"), ["annabella", "anna5"])


def test_a_job_tells_its_progress_its_result_and_its_fault():
    jobs = Jobs()

    def work(watch):
        watch(1, 2)
        return "found"

    def fails(watch):
        raise LabError("text-empty", model="m", first="a", last="z")

    done, failed = jobs.start(work), jobs.start(fails)
    for job in (done, failed):
        _wait(job)

    assert (done.state, done.result, done.done, done.total) == ("done", "found", 1, 2)
    assert (failed.state, failed.fault.message) == ("failed", "text-empty")


def test_a_cancelled_job_ends_at_its_next_step_and_too_many_are_refused():
    jobs = Jobs(waiting=1)

    def endless(watch):
        while True:
            watch(0, 1)

    running, waiting = jobs.start(endless), jobs.start(endless)
    with pytest.raises(LabError, match="Too many"):
        jobs.start(endless)
    for job in (waiting, running):
        jobs.cancel(job.id)
        _wait(job)
        assert job.state == "cancelled"


def _wait(job):
    import time

    until = time.monotonic() + 20
    while job.state in ("waiting", "running"):
        assert time.monotonic() < until
        time.sleep(0.01)


def test_a_heads_figures_do_not_hang_on_which_other_heads_are_asked_about():
    model = load("names")
    texts = [case.text for case in default_cases(model, 40)[0]]
    alone, among = check(model, texts, ["0.3"]).verdicts[0], check(model, texts).verdicts[3]

    for name in ("harm_top", "harm_random", "harm_foil", "swap_top"):
        # how many edits run side by side may change the last bit of a sum
        mine, theirs = (vars(getattr(one, name)) for one in (alone, among))
        assert mine == pytest.approx(theirs, rel=1e-10, abs=1e-12)
    assert (alone.p_random, alone.p_foil) == (among.p_random, among.p_foil)
    assert among.p >= alone.p


def test_no_condition_holds_where_the_interval_of_its_mean_holds_zero():
    for verdict in (*of("names").verdicts, *of("backup").verdicts, *of("quiet").verdicts):
        assert not verdict.conditions["over random key"] or verdict.over_random.low > 0
        assert not verdict.conditions["over random target"] or verdict.over_foil.low > 0


def test_a_record_with_a_finding_that_is_none_is_refused(backup, tmp_path):
    path = tmp_path / "check.json"
    path.write_text(backup.to_json().replace('"supported"', '"bananas"'), encoding="utf-8")

    with pytest.raises(LabError, match="torn or is not the record"):
        open_check(path)


# --- where what is looked at is another text --------------------------------------------------------------------------


def test_the_keys_of_a_translators_heads_are_pieces_of_what_it_read():
    model = load("numbers-et")
    cases, _ = default_cases(model, 12)
    made = check(model, cases)
    assert [verdict.heads for verdict in made.verdicts] == [(f"cross.{n}.{h}",) for n in range(2) for h in range(4)]
    with pytest.raises(LabError) as refused:
        check(model, cases, ["encoder.0.1"])
    assert refused.value.message == "check-encoder-head"


def test_the_harm_of_a_cross_cut_is_that_of_the_effect():
    model = load("numbers-et")
    text = "six thousand two hundred forty => kuus tuhat kakssada"
    shown = demonstrate(model, text, ["cross.1.2"], target="nelikümmend")
    tokens = model.tokens(text)
    assert tokens.source is not None
    target = model.vocabulary.index("nelikümmend")
    for one in shown.keys:
        assert one.piece == tokens.source.pieces[one.position]
        cut = Cut(Site(1, kind="cross"), 2, len(tokens) - 1, one.position)
        found = effect(model, text, [cut], target="nelikümmend")
        assert found.before - found.after == pytest.approx(one.harm, abs=1e-9)
    assert len(shown.keys) == 5
    assert model.run(tokens)[-1].argmax() == target


def test_the_texts_of_a_task_have_its_answer_for_a_target_and_are_long_enough():
    cases, source = default_cases(load("address"), 30)
    assert source == "texts-task"
    assert len({case.text for case in cases}) == 30
    for case in cases:
        assert len(case.text.split()) >= Settings().least_keys + 1
        key = case.text.rsplit("?", 1)[1]
        assert f"{key}:{case.target}" in case.text.split()


def test_an_ended_check_is_gone_on_with_and_finds_what_an_unbroken_one_finds(monkeypatch):
    model = load("backup")
    cases, _ = default_cases(model, 30, 0)
    whole = check(model, cases)
    measured, met = {}, []
    measure = checks.measure

    class Enough(Exception):
        pass

    def watch(done, total):
        if done == 12:
            raise Enough

    def noted(*given):
        met.append(given[-1])
        return measure(*given)

    monkeypatch.setattr(checks, "measure", noted)
    with pytest.raises(Enough):
        check(model, cases, watch=watch, measured=measured)
    assert met == list(range(12))
    assert check(model, cases, measured=measured).to_json() == whole.to_json()
    assert met == sorted(set(met))


def test_only_a_cancelled_job_is_gone_on_with():
    jobs = Jobs()
    done = jobs.start(lambda watch: 1)
    while done.state != "done":
        pass
    with pytest.raises(LabError, match="not cancelled"):
        jobs.resume(done.id)


def test_evidence_beyond_the_least_number_there_is_is_supported():
    made = check(load("decoy"), ["annabella", "mariella"]).verdicts[0]
    figure = dataclasses.replace(made.over_random, mean=1.0, low=0.9, high=1.1)
    sure = dataclasses.replace(
        made, p=0.0, p_random=0.0, p_foil=0.0, texts=2000, over_random=figure, over_foil=figure, size_top=figure,
        share=figure,
    )  # fmt: skip
    assert checks._found(sure, Settings()).finding == "supported"
