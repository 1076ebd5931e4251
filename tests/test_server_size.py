"""Sizes beside the page: what `attnlab size` counts, for every preset, and refusals in words."""

import json

import pytest
from starlette.testclient import TestClient

from attnlab import bills, size
from attnlab.configurations import FAMILIES, read_config
from attnlab.models import EMBEDDED, load
from attnlab.server import make_app
from attnlab.sizes import Configuration, cached_numbers, map_bytes, text_work
from attnlab.words import LANGUAGES, number, say


@pytest.fixture(scope="module")
def desk():
    with TestClient(make_app(), base_url="http://127.0.0.1") as client:
        yield client


def count(desk, **wish):
    answer = desk.post("/api/size", json=wish)
    assert answer.status_code == 200, answer.text
    return json.loads(answer.content, parse_constant=pytest.fail)


def refused(desk, **wish):
    answer = desk.post("/api/size", json=wish)
    assert answer.status_code == 422, answer.text
    return answer.json()


def holds(view, made, lang="en"):
    """The view says what the library counts."""
    assert view["parameters"] == number(made.parameters, lang, 0)
    assert sum(one["parameters"] for one in view["parts"]) == made.parameters
    assert {one["name"]: one["parameters"] for one in view["parts"]} == {
        one.name: one.parameters for one in made.parts if one.parameters or one.estimate
    }
    memory = {one["name"]: one["value"] for one in view["memory"]}
    assert (memory["weights"], memory.get("cache")) == (made.weight_bytes, made.cache_bytes)
    assert (memory["map"], memory.get("maps")) == (made.map_bytes, made.all_map_bytes)
    for name, work in (("text", made.text), ("next", made.next)):
        kinds = ("projections", "attention", "feed_forward", "output")
        wanted = {} if work is None else {kind: getattr(work, kind) for kind in kinds}
        assert {one["name"]: one["value"] for one in view[name]} == wanted
    assert view["sentences"] == bills.sentences(made, lang)
    assert view["work_sentences"] == bills.work_sentences(made, lang)


@pytest.mark.parametrize("name", sorted(FAMILIES))
def test_every_family_is_counted_as_the_library_counts_it(desk, name):
    config, _ = read_config({"model_type": name})
    view = count(desk, base=name)
    holds(view, size(config))
    assert name in view["title"]
    assert view["fields"]["layers"] == config.layers and view["fields"]["head_dim"] == config.dim


def test_presets_are_all_that_can_be_counted_without_fetching(desk):
    known = desk.get("/api/size").json()
    assert [one["name"] for one in known["families"]] == list(FAMILIES)
    assert {one["name"] for one in known["own"]} <= set(EMBEDDED)
    assert "names" in {one["name"] for one in known["own"]}
    view = count(desk, base="names")
    assert view["parameters"] == number(load("names").parameter_count, "en", 0) == "4,192"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_changes_length_batch_and_types_are_those_of_the_library(desk, lang):
    changes = {"layers": 7, "width": 96, "heads": 6, "key_heads": 2, "hidden": 0, "gated": True, "norm": "rms"}
    changes["biases"] = ["query"]
    made = size(
        Configuration(7, 96, 128_000, heads=6, key_heads=2, hidden=0, gated=True, biases=("query",), norm="rms"),
        length=300, batch=5, dtype="int4", cache_dtype="float32",
    )  # fmt: skip
    how = {"length": 300, "batch": 5, "dtype": "int4", "cache_dtype": "float32"}
    holds(count(desk, base="plain", changes=changes, lang=lang, **how), made, lang)


def test_growth_is_counted_at_every_length(desk):
    config, _ = read_config({"model_type": "mistral"})
    view = count(desk, base="mistral", batch=2, cache_dtype="float16")
    assert [one["length"] for one in view["growth"]][:3] == [16, 32, 64]
    for one in view["growth"]:
        n = one["length"]
        assert one["cache"] == 2 * 2 * cached_numbers(config, n)
        assert one["all_maps"] == map_bytes(n, 32 * 32)
        assert one["attention"] == text_work(config, n).attention
    assert count(desk, base="gpt2")["growth"][-1]["length"] == 1024


def test_a_pasted_configuration_is_read_and_never_opened(desk):
    record = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 3, "num_attention_heads": 4,
              "intermediate_size": 100, "vocab_size": 999}  # fmt: skip
    holds(count(desk, base="pasted", config=json.dumps(record)), size(read_config(record)[0]))
    assert refused(desk, base="pasted", config="{")["message"] == "size-config-broken"
    assert refused(desk, base="pasted", config="[1]")["message"] == "size-config-broken"
    assert refused(desk, base="pasted", config="[" * 100_000)["message"] == "size-config-broken"
    assert refused(desk, base="pasted", config='{"model_type": "mamba"}')["message"] == "size-pasted-family"
    odd = '{"model_type": "gpt2", "add_cross_attention": true}'
    assert refused(desk, base="pasted", config=odd)["message"] == "size-pasted-unread"
    assert refused(desk, base="pasted", config='{"layers": 1}')["message"] == "size-config-no-family"
    assert refused(desk, base="/etc/passwd")["message"] == "size-preset-unknown"


@pytest.mark.parametrize(
    ("wish", "message"),
    [
        ({"changes": {"layers": 0}}, "size-number-too-small"),
        ({"changes": {"layers": 10**13}}, "request-unreadable"),
        ({"changes": {"layers": 1.5}}, "request-unreadable"),
        ({"changes": {"layers": True}}, "size-number-too-small"),
        ({"changes": {"layers": "many"}}, "size-number-too-small"),
        ({"changes": {"layers": None}}, "size-number-too-small"),
        ({"changes": {"norm": 3}}, "size-choice-unknown"),
        ({"changes": {"gated": 3}}, "size-choice-unknown"),
        ({"changes": {"biases": "query"}}, "size-choice-unknown"),
        ({"changes": {"heads": 5}}, "heads-do-not-share-width"),
        ({"changes": {"extras": []}}, "size-field-unknown"),
        ({"changes": {"positions": "guessed"}}, "size-choice-unknown"),
        ({"length": 0}, "request-unreadable"),
        ({"batch": 10**7}, "request-unreadable"),
        ({"dtype": "int3"}, "size-choice-unknown"),
        ({"base": "gpt2", "length": 2048}, "size-page-length-beyond"),
        ({"config": "x" * 200_001, "base": "pasted"}, "request-too-long"),
        ({"lang": "xx"}, "language-unknown"),
    ],
)
def test_what_does_not_fit_is_said_in_words(desk, wish, message):
    said = refused(desk, **wish)
    assert said["message"] == message
    assert said["sentence"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pasted_configuration_is_refused_in_the_persons_language_with_the_names_that_were_pasted(desk, lang):
    say_of = lambda config: refused(desk, base="pasted", config=config, lang=lang)["sentence"]  # noqa: E731
    assert say("size-json-at", lang, line=2, column=3) in say_of("{\n  x}")
    assert say("size-json-no-record", lang, found="[1, 2]") in say_of("[1, 2]")
    said = say_of('{"model_type": "gpt2", "n_layer": -1}')
    assert "n_layer" in said and "num_hidden_layers" not in said
    assert say_of('{"model_type": "nosuch"}').count("nosuch") == 1


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("wish", "field"),
    [
        ({"base": "gpt2", "length": 2048}, "length"),
        ({"changes": {"vocabulary": 0}}, "vocabulary"),
        ({"changes": {"experts": 4}}, "experts-used"),
        ({"changes": {"positions": "learned"}}, "context"),
        ({"changes": {"key_heads": 2}}, "key-heads"),
    ],
)
def test_a_refusal_names_the_pages_labels_and_no_option_of_the_terminal(desk, lang, wish, field):
    sentence = refused(desk, lang=lang, **wish)["sentence"]
    assert say("size-page-quoted", lang, label=say(f"size-page-field-{field}", lang)) in sentence
    assert "--" not in sentence and "key_heads" not in sentence


def test_own_models_that_are_not_in_the_list_are_named(desk):
    known = desk.get("/api/size").json()
    assert sorted([*known["uncounted"], *(one["name"] for one in known["own"])]) == sorted(EMBEDDED)
