"""The bench in a real browser: what it shows is what the formula makes of the vectors that stand on the page."""

import json
import random
import re
import subprocess
import sys
from typing import Any
from urllib.parse import parse_qs, urlsplit

import bench_cases as bench
import numpy as np
import pytest
from page_fixtures import AXE, axe_in_both_themes, button, change, choose, eventually

from attnlab import lab
from attnlab.figures import entropy
from attnlab.formula import allow, attention
from attnlab.words import LANGUAGES, Language, number, say

READY = "attn-place-bench attn-tokens"
HEAD = "attn-bench-head attn-next"
READ = """() => {
  const place = document.querySelector('attn-place-bench').shadowRoot;
  const inside = (name) => place.querySelector(name)?.shadowRoot;
  const text = (one) => one.textContent.replace(/\\s+/g, ' ').trim();
  const shares = inside('attn-shares'), vectors = inside('attn-vectors');
  return {
    figures: shares ? Object.fromEntries([...shares.querySelectorAll('dd')].map((one) => [one.id, text(one)])) : null,
    keys: shares ? [...shares.querySelectorAll('[data-key]')].map((line) => {
      const [score, weight] = line.querySelectorAll('td');
      return [text(score), text(weight), line.querySelector('.sign') !== null];
    }) : null,
    cells: Object.fromEntries([...vectors.querySelectorAll('[data-cell]')].map((one) => [one.dataset.cell, one.value])),
  };
}"""


def figures(page: Any) -> Any:
    return page.evaluate(READ)["figures"]


def plain(written: str) -> float:
    return float(written.replace(",", ".").replace("−", "-"))


def where(page: Any) -> str:
    """The address as it is now; `page.url` hears of it only when the page is asked something."""
    return page.evaluate("location.href")


def expected(page: Any, lang: Language = "en") -> dict[str, Any]:
    """What the page must show, from the vectors in its fields and the choices in its address; of heads of size 4."""
    said = {name[6:]: values[0] for name, values in parse_qs(urlsplit(where(page)).query).items()}
    cells = {name: plain(value) for name, value in page.evaluate(READ)["cells"].items()}
    words = 1 + max(int(name[1:].partition(".")[0]) for name in cells)
    q, k, v = (
        np.array([[cells[f"{kind}{word}.{at}"] for at in range(width)] for word in range(words)])
        for kind, width in (("q", 4), ("k", 4), ("v", 2))
    )
    query, key = int(said.get("query", words - 1)), int(said.get("key", bench.TABLE))
    if said.get("swap") == "yes":
        v[key] = [float(x) for x in said.get("to", "-1.5,-0.3").split(",")]
    bias = np.zeros(words)
    bias[key] = float(said.get("bump", 0))
    may: Any = np.array([str(word) not in said.get("padding", "").split(",") for word in range(words)])
    place = np.arange(words)
    noise = said.get("noise", "no")
    if noise != "no":
        added = [bench.robot(4)["noise"], np.zeros((bench.NOISE, 2)), np.zeros(bench.NOISE), np.full(bench.NOISE, True)]
        pairs = list(zip(added, (k, v, bias, may), strict=True))
        k, v, bias, may = (np.concatenate(one if noise == "before" else one[::-1]) for one in pairs)
        place = np.arange(words + bench.NOISE) - (bench.NOISE if noise == "before" else 0)
    if said.get("causal") == "yes":
        may = may & (place <= query)
    root = 1 if said.get("divided") == "no" else 2
    t = float(said.get("temperature", 1))
    late = said.get("when") == "after"
    if not late and not may.any():
        return {"figures": None, "keys": None}
    found: dict[str, np.ndarray] = {}

    def note(stage: str, x: np.ndarray) -> np.ndarray:
        found[stage] = x * may if late and stage == "weight" else x
        return found[stage]

    attention(
        q[None, query : query + 1], k[None], v[None], scale=1 / root / t, bias=(bias / t)[None, None],
        mask=None if late else allow(may)[None, None], tap=note,
    )  # fmt: skip
    score, weight, output = (found[stage][0, 0] for stage in ("score", "weight", "output"))
    seen = int(may.sum())
    shown = lambda x: number(float(x) + 0.0, lang)  # noqa: E731
    most, even = shown(np.log(max(seen, 1))), shown(1 / max(seen, 1))
    watched = weight[key + (bench.NOISE if noise == "before" else 0)]
    if not seen:
        return {
            "figures": {},
            "keys": [[shown(s), shown(w), True] for s, w in zip(score, weight, strict=True)],
        }
    return {
        "figures": {
            "top": shown(weight.max()),
            "entropy": f"{shown(entropy(weight))} {say('page-of-most', lang, most=most)}",
            "watched": f"{shown(watched)} {say('bench-uniform', lang, uniform=even)}",
            "output": shown(output[0]),
            "second": shown(output[1]),
            "total": shown(weight.sum()),
        },
        "keys": [[shown(s), shown(w), not bool(m)] for s, w, m in zip(score, weight, may, strict=True)],
    }


def shows(page: Any, lang: Language = "en") -> None:
    """The page shows exactly what the formula makes of its vectors and its address."""

    def read() -> dict[str, Any]:
        found = page.evaluate(READ)
        return {name: found[name] for name in ("figures", "keys")}

    eventually(read, lambda: expected(page, lang))


def address_of(how: dict[str, Any]) -> str:
    said = {
        name: {True: "yes", False: "no"}.get(value, value) if isinstance(value, bool) else value
        for name, value in how.items()
    }
    return "".join(f"&bench.{name}={value}" for name, value in said.items())


def pick(page: Any, id: str, name: str) -> None:
    page.locator(f"attn-choice#{id}").get_by_role("radio", name=name, exact=True).check()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", bench.ROWS)
def test_every_read_out_of_the_lesson_stands_on_the_page_and_is_the_librarys(visit, name, lang):
    page = visit(f"?place=bench&lang={lang}{address_of(bench.ROWS[name])}", ready=READY)
    row = bench.row(**bench.ROWS[name])
    found = page.evaluate(READ)
    top, spread, output = bench.PRINTED[name]
    assert found["figures"]["top"] == number(max(row["weight"]), lang) == number(top, lang)
    assert found["figures"]["entropy"].split(" ")[0] == number(row["entropy"], lang) == number(spread, lang)
    assert found["figures"]["output"] == number(row["output"], lang) == number(output, lang)
    assert [key[:2] for key in found["keys"]] == [
        [number(score, lang), number(weight, lang)] for score, weight in zip(row["score"], row["weight"], strict=True)
    ]
    assert page.evaluate("document.documentElement.lang") == lang


def test_the_controls_make_the_lessons_read_outs_and_the_address_brings_them_back(visit):
    page = visit("?place=bench&lang=ru", ready=READY)
    button(page, say("bench-swap", "ru")).click()
    shows(page, "ru")
    assert figures(page)["output"] == number(bench.PRINTED["swap"][2], "ru")
    button(page, say("bench-swap", "ru")).click()
    pick(page, "dim", "256")
    choose(page, say("bench-divided-no", "ru"))
    eventually(lambda: figures(page)["top"], lambda: number(bench.PRINTED["undivided"][0], "ru"))
    pick(page, "dim", "4")
    choose(page, say("bench-divided-yes", "ru"))
    button(page, say("bench-causal", "ru")).click()
    page.locator('attn-tokens [data-position="2"]').click()
    page.get_by_role("slider", name=say("bench-bump", "ru")).fill("4")
    shows(page, "ru")
    assert figures(page)["watched"].startswith(number(0, "ru") + " ")
    choose(page, say("bench-noise-before", "ru"))
    choose(page, say("bench-when-after", "ru"))
    page.locator('[data-padding="1"]').click()
    page.get_by_role("slider", name=say("bench-temperature", "ru")).fill("0.5")
    shows(page, "ru")
    before = page.evaluate(READ)
    eventually(lambda: "bench.temperature=0.5" in where(page), lambda: True)
    page.reload()
    page.wait_for_selector(READY)
    assert page.evaluate(READ) == before
    page.go_back()
    shows(page, "ru")


def test_noise_in_the_past_dilutes_a_masked_row_and_behind_it_does_not(visit):
    top = {}
    for where in ("no", "before", "after"):
        page = visit(f"?place=bench&bench.query=2&bench.causal=yes&bench.noise={where}", ready=READY)
        shows(page)
        top[where] = plain(figures(page)["top"])
    assert top["after"] == top["no"] > top["before"]


def test_an_edited_vector_changes_the_row_and_the_preset_comes_back(visit):
    page = visit("?place=bench&lang=et", ready=READY)
    start = page.evaluate(READ)
    field = page.locator('[data-cell="k4.0"]')
    field.fill("-2,5")
    shows(page, "et")
    eventually(lambda: "bench.cells=k4.0:-2.5" in where(page), lambda: True)
    field.press("ArrowUp")
    shows(page, "et")
    eventually(lambda: "bench.cells=k4.0:-2.4" in where(page), lambda: True)
    field.press("Enter")
    assert (
        page.evaluate("document.activeElement.shadowRoot.activeElement.shadowRoot.activeElement.dataset.cell") == "k5.0"
    )
    page.locator('[data-cell="v7.1"]').fill("3")
    shows(page, "et")

    page.locator('[data-cell="q7.2"]').fill("abc")
    fault = page.get_by_text(say("bench-number", "et", typed="abc", least="−100", most="100"))
    fault.wait_for()
    shown = page.evaluate(READ)["figures"]
    page.locator('[data-cell="q7.2"]').press("Tab")
    assert page.locator('[data-cell="q7.2"]').input_value() == start["cells"]["q7.2"]
    assert page.evaluate(READ)["figures"] == shown

    field.fill("")
    eventually(lambda: "k4.0" in where(page), lambda: False)
    button(page, say("bench-preset", "et")).click()
    eventually(lambda: page.evaluate(READ), lambda: start)


def test_a_step_back_reaches_the_field_that_is_being_typed_in(visit):
    page = visit("?place=bench", ready=READY)
    start = page.evaluate(READ)
    page.locator('[data-cell="q3.0"]').fill("99")
    page.locator('[data-cell="q3.0"]').press("Enter")
    eventually(lambda: "q3.0:99" in where(page), lambda: True)
    last = page.locator('[data-cell="k7.3"]')
    last.fill("98")
    eventually(lambda: "k7.3:98" in where(page), lambda: True)
    page.go_back()
    eventually(lambda: last.input_value(), lambda: start["cells"]["k7.3"])
    shows(page)
    temperature = page.locator("#temperature #number")
    temperature.fill("2")
    eventually(lambda: "temperature=2" in where(page), lambda: True)
    page.go_back()
    eventually(lambda: temperature.input_value(), lambda: "1.0")
    temperature.fill("2.")
    page.wait_for_timeout(100)
    assert temperature.input_value() == "2."


def test_a_row_with_every_key_masked_is_said_and_the_rest_stays(visit):
    page = visit("?place=bench&lang=ru&bench.query=0&bench.causal=yes", ready=READY)
    page.locator('[data-padding="0"]').click()
    page.get_by_role("alert").get_by_text(say("bench-row-empty", "ru", query="Робот₀")).wait_for()
    shows(page, "ru")
    assert page.locator('attn-tokens [data-position="3"]').get_attribute("class").split() == ["masked"]
    button(page, say("page-copy-python", "ru")).click()
    assert page.locator("#says").inner_text() == say("bench-row-empty", "ru", query="Робот₀")
    choose(page, say("bench-when-after", "ru"))
    shows(page, "ru")
    choose(page, say("bench-when-before", "ru"))
    button(page, say("bench-mask-off", "ru")).click()
    shows(page, "ru")
    assert page.evaluate(READ)["figures"]["total"] == "1,000"


def test_the_address_says_badly_and_too_much_without_harm(visit):
    page = visit("?place=bench&bench.dim=5&bench.bump=99&bench.cells=k99.0:1&bench.query=15", ready=READY)
    shows_default = expected(visit("?place=bench", ready=READY))
    assert page.evaluate(READ)["figures"] == shows_default["figures"]
    assert page.get_by_text(say("bench-query-missing", query=15, count=8)).is_visible()
    said = "bench.dim=5, bench.cells=k99.0:1, bench.bump=99"
    assert page.get_by_text(say("page-address-faults", said=said)).is_visible()


@pytest.mark.parametrize(
    ("search", "said"),
    [
        ("&bench.key=15", "bench.key=15"),
        ("&bench.padding=2,15", "bench.padding=15"),
        ("&bench.cells=k1.9:1", "bench.cells=k1.9:1"),
        ("&bench.to=1&bench.block=63", "bench.to=1, bench.block=63"),
        ("&bench.to=1,2,3", "bench.to=1,2,3"),
        ("&bench.on=head&bench.headkey=99", "bench.headkey=99"),
    ],
)
def test_what_has_no_place_in_the_sentence_is_said(visit, search, said):
    page = visit(f"?place=bench{search}", ready=HEAD if "head" in search else READY)
    page.get_by_text(say("page-address-faults", said=said)).wait_for()


@pytest.mark.parametrize("search", ["&head=7.7", "&edit=foo"])
def test_an_address_of_a_head_that_leads_nowhere_leads_out_again(visit, search):
    page = visit(f"?place=bench&bench.on=head{search}", ready="attn-bench-head #afresh")
    button(page, say("page-afresh")).click()
    page.wait_for_selector(HEAD)
    eventually(lambda: search in where(page), lambda: False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_where_nothing_is_seen_one_sentence_says_so(visit, lang):
    page = visit(f"?place=bench&lang={lang}&bench.padding=0,1,2,3,4,5,6,7&bench.when=after", ready=READY)
    shows(page, lang)
    assert page.get_by_text(say("bench-none-seen", lang, query="он₇")).count() == 2


def test_buttons_that_have_done_their_work_keep_the_focus(visit):
    page = visit("?place=bench&bench.cells=k4.0:1&bench.query=0&bench.causal=yes&bench.padding=0", ready=READY)
    focus = "document.activeElement.shadowRoot?.activeElement?.id"
    page.locator("#preset").press("Enter")
    eventually(lambda: page.locator("#preset").get_attribute("aria-disabled"), lambda: "true")
    assert page.evaluate(focus) == "preset"
    page.locator("#open-mask").press("Enter")
    shows(page)
    assert page.evaluate(focus) == "row-title"


def test_a_table_that_goes_on_to_the_right_shows_it(visit):
    page = visit("?place=bench", ready=READY, viewport={"width": 360, "height": 800})
    for name in ("attn-vectors", "attn-arithmetic"):
        table = page.locator(f"{name} .sideways")
        eventually(lambda table=table: table.get_attribute("data-more"), lambda: "")
        page.locator(f"{name} .scroll").evaluate("(one) => one.scrollLeft = one.scrollWidth")
        eventually(lambda table=table: table.get_attribute("data-more"), lambda: None)


def test_an_emptied_knob_is_said_to_be_empty(visit):
    for search, ready in (("", READY), ("&bench.on=head", HEAD)):
        page = visit(f"?place=bench{search}", ready=ready)
        page.locator("#temperature #number").fill("")
        least, most = ("0.1", "5") if search == "" else ("0.1", "5.0")
        page.get_by_text(say("bench-number-empty", least=least, most=most)).wait_for()


def test_more_edited_numbers_than_an_address_holds_are_said_and_saved(visit, tmp_path):
    page = visit("?place=bench&bench.dim=64&lang=ru", ready=READY)
    with page.expect_download() as saved:
        button(page, say("bench-save", "ru")).click()
    made = json.loads(saved.value.path().read_text(encoding="utf-8"))
    made["k"] = [[x + 1 for x in row] for row in made["k"]]
    file = tmp_path / "many.json"
    file.write_text(json.dumps(made), encoding="utf-8")
    page.locator("#file").set_input_files(file)
    page.get_by_text(say("bench-address-long", "ru")).wait_for()
    assert "bench.cells" not in where(page)
    assert page.evaluate(READ)["cells"]["k0.0"] == number(made["k"][0][0], "ru", 3)


def test_a_sentence_of_ones_own_is_saved_and_opened_again(visit, tmp_path):
    page = visit("?place=bench", ready=READY)
    page.locator("#sentence").fill("the cat sat on the mat")
    eventually(lambda: page.locator("attn-place-bench attn-tokens [data-position]").count(), lambda: 6)
    cells = page.evaluate(READ)["cells"]
    assert [cells[f"k0.{at}"] for at in range(4)] == [cells[f"k4.{at}"] for at in range(4)]
    page.locator('[data-cell="q5.0"]').fill("1.25")
    shows(page)
    with page.expect_download() as saved:
        button(page, say("bench-save")).click()
    file = tmp_path / "vectors.json"
    saved.value.save_as(file)
    before = page.evaluate(READ)
    assert json.loads(file.read_text(encoding="utf-8"))["words"] == ["the", "cat", "sat", "on", "the", "mat"]

    fresh = visit("?place=bench&lang=et", ready=READY)
    fresh.locator("#file").set_input_files(file)
    fresh.get_by_text(say("bench-file-opened", "et", name="vectors.json", count=6)).wait_for()
    choose(fresh, "English")
    eventually(lambda: fresh.evaluate(READ), lambda: before)


@pytest.mark.parametrize(
    ("content", "message", "facts"),
    [
        ("{", "bench-file-not-json", {}),
        ('{"words": []}', "bench-file-format", {"format": "attnlab bench 1"}),
        ('{"format": "attnlab bench 1", "words": ["a b"]}', "bench-file-words", {"most": 16}),
        ('{"format": "attnlab bench 1", "words": ["a"], "q": [[1, 2]]}', "bench-file-dim", {"dims": "4, 16, 64, 256"}),
    ],
)
def test_a_file_with_wrong_content_is_refused_in_words(visit, tmp_path, content, message, facts):
    page = visit("?place=bench&lang=ru", ready=READY)
    before = page.evaluate(READ)
    file = tmp_path / "wrong.json"
    file.write_text(content)
    page.locator("#file").set_input_files(file)
    page.get_by_text(f"wrong.json: {say(message, 'ru', **facts)}").wait_for()
    assert page.evaluate(READ) == before


@pytest.mark.parametrize(
    "search",
    [
        "",
        "&bench.query=2&bench.causal=yes&bench.when=after&bench.bump=1.5&bench.temperature=0.5&bench.swap=yes",
        "&bench.noise=before&bench.dim=16&bench.divided=no&bench.vectors=random&bench.seed=4&bench.padding=1,3",
        "&bench.cells=k4.0:0.125&bench.query=4&bench.causal=yes",
    ],
)
def test_the_copied_script_runs_and_prints_the_pages_figures(visit, search):
    page = visit(f"?place=bench{search}", ready=READY)
    page.evaluate("void (navigator.clipboard.writeText = () => Promise.reject())")
    button(page, say("page-copy-python")).click()
    script = page.get_by_role("textbox", name=say("page-copy-hand")).input_value()
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    *rows, top, spread, output, total = run.stdout.splitlines()
    found = page.evaluate(READ)
    assert [row.split("\t")[1:] for row in rows] == [key[:2] for key in found["keys"]]
    figures = found["figures"]
    assert [top, spread, output, total] == [
        f"largest {figures['top']}", f"entropy {figures['entropy']}",
        f"output {figures['output']} {figures['second']}", f"sum {figures['total']}",
    ]  # fmt: skip


ADDS = """() => {
  const root = document.querySelector('attn-place-bench').shadowRoot.querySelector('attn-arithmetic').shadowRoot;
  const text = (one) => one.textContent.replace(/\\s+/g, ' ').trim();
  return {
    terms: [...root.querySelectorAll('tbody tr')].map((line) => ({
      terms: [...line.querySelectorAll('.term')].map((one) => text(one)),
      rounding: text(line.querySelector('.rounding') ?? document.createElement('i')),
      product: text(line.querySelector('.product')),
    })),
    columns: [...root.querySelectorAll('tbody tr')].map((line) =>
      [...line.querySelectorAll('.raised, .weight, .part')].map(text)),
    totals: [...root.querySelectorAll('.sums td:not(.terms)')].map(text).filter(Boolean),
    residues: [...root.querySelectorAll('.residues td:not(.terms)')].map(text).filter(Boolean),
  };
}"""


def value(written: str) -> float:
    """The number of a term such as `− 1,250` or `0.300 the 12 others`."""
    signed = written.replace("− ", "-").replace("+ ", "").replace("+", "")
    return plain(re.sub(r"(\d) .*$", r"\1", signed))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_is_printed_adds_up_as_printed(visit, lang):
    for search in (
        "",
        "&bench.vectors=random&bench.dim=64&bench.query=3&bench.noise=after",
        "&bench.digits=6&bench.query=1",
    ):
        page = visit(f"?place=bench&lang={lang}{search}", ready=READY)
        found = page.evaluate(ADDS)
        for line in found["terms"]:
            off = plain(re.findall(r"[+−-][\d.,]+", line["rounding"])[0].replace("+", "")) if line["rounding"] else 0.0
            assert sum(value(term) for term in line["terms"]) + off == pytest.approx(value(line["product"]), abs=1e-9)
        columns = list(zip(*([value(x) for x in row] for row in found["columns"]), strict=True))
        assert len(columns) == len(found["totals"]) == len(found["residues"]) == 4
        for column, total, off in zip(columns, found["totals"], found["residues"], strict=True):
            assert sum(column) + value(off) == pytest.approx(value(total), abs=1e-9)


def test_everything_on_the_bench_is_done_from_the_keyboard(visit):
    page = visit("?place=bench", ready=READY)
    focused = """() => { let one = document.activeElement;
      while (one?.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
      const host = one?.getRootNode().host;
      const { position, cell, padding } = one?.dataset ?? {};
      return one ? [one.id, position ?? cell ?? padding ?? '', host?.id ?? ''].join('|') : ''; }"""

    def go(wanted: str) -> None:
        for _ in range(60):
            page.keyboard.press("Tab")
            if page.evaluate(focused) == wanted:
                return
        raise AssertionError(f"Tab never reaches {wanted}")

    go("|7|")
    page.keyboard.press("Home")
    shows(page)
    assert "bench.query=0" in where(page)
    go("number||bump")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    go("causal||")
    page.keyboard.press("Space")
    shows(page)
    go("|q0.0|")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    shows(page)
    eventually(
        lambda: all(one in where(page) for one in ("bench.bump=0.2", "bench.causal=yes", "bench.cells=q0.0:2")),
        lambda: True,
    )


def test_a_random_walk_over_the_controls_never_shows_another_rows_figures(visit):
    page = visit("?place=bench", ready=READY)
    rng = random.Random(7)

    def go_back():
        if len(where(page)) > 200 or "bench." in where(page):
            page.go_back()

    acts = [
        lambda: page.locator(f'attn-place-bench attn-tokens [data-position="{rng.randrange(8)}"]').click(),
        lambda: page.get_by_role("slider", name=say("bench-bump")).fill(str(rng.randint(-20, 40) / 10)),
        lambda: page.get_by_role("slider", name=say("bench-temperature")).fill(str(rng.randint(1, 50) / 10)),
        lambda: page.locator("#causal").click(),
        lambda: page.locator(f'[data-padding="{rng.randrange(8)}"]').click(),
        lambda: choose(page, say(f"bench-when-{rng.choice(['before', 'after'])}")),
        lambda: choose(page, say(f"bench-noise-{rng.choice(['no', 'before', 'after'])}")),
        lambda: page.locator("#swap").click(),
        lambda: page.locator(f'[data-cell="{rng.choice("qk")}{rng.randrange(8)}.{rng.randrange(4)}"]').fill(
            str(rng.randint(-30, 30) / 10)
        ),
        lambda: page.locator("attn-place-bench select#key").select_option(str(rng.randrange(8))),
        go_back,
    ]  # fmt: skip
    for _ in range(40):
        rng.choice(acts)()
        page.wait_for_timeout(300)  # the address of a burst is written a little later
        shows(page)


@pytest.mark.parametrize(("lang", "width"), [*((lang, 1280) for lang in LANGUAGES), ("ru", 360)])
def test_axe_finds_nothing_on_the_bench_in_either_theme(visit, lang, width):
    page = visit(
        f"?place=bench&lang={lang}&theme=light&bench.query=2&bench.causal=yes&bench.noise=before&bench.swap=yes"
        "&bench.cells=k4.0:1",
        ready=READY, script=AXE, viewport={"width": width, "height": 900}, reduced_motion="reduce",
    )  # fmt: skip
    for on in ("sentence", "head"):
        choose(page, say(f"bench-on-{on}", lang))
        page.wait_for_selector(HEAD if on == "head" else READY)
        axe_in_both_themes(page, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("on", ["sentence", "head"])
def test_the_bench_fits_a_phone(visit, lang, on):
    page = visit(
        f"?place=bench&lang={lang}&bench.on={on}&bench.vectors=random&bench.dim=256&bench.noise=after&bench.causal=yes"
        "&edit=rescale+0.0:2/0.5&edit=unmask+0.0:2>4",
        ready=HEAD if on == "head" else READY, viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True,
    )  # fmt: skip
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    wide = page.evaluate("""() => {
      const every = (root) => [...root.querySelectorAll('*')]
        .flatMap((one) => [one, ...(one.shadowRoot ? every(one.shadowRoot) : [])]);
      return every(document)
        .filter((one) => one.getBoundingClientRect().right > 360.5 && !one.closest('.scroll, .unseen, nav, svg'))
        .map((one) => `${one.tagName}.${one.className}`);
    }""")
    assert wide == []


SAYS = """() => {
  const root = document.querySelector('attn-place-bench').shadowRoot.querySelector('attn-bench-head').shadowRoot;
  const said = (inside, selector) => [...inside.querySelectorAll(selector)].map((one) => one.textContent.trim());
  const texts = (name, selector) => said(root.querySelector(name).shadowRoot, selector);
  const next = root.querySelector('attn-next').shadowRoot, row = root.querySelector('attn-row').shadowRoot;
  return {
    target: texts('attn-next', 'dd'),
    next: [...next.querySelectorAll('[data-symbol]')].map((line) => [line.dataset.symbol, ...said(line, '.number')]),
    weights: [...row.querySelectorAll('[data-key]')].map((line) =>
      line.querySelector('.sign.masked') ? '' : said(line, 'td')[1]),
    edits: texts('attn-edits', 'li code'),
  };
}"""


def says(page: Any, text: str, head: str, query: int, edits: list[str], lang: Language = "en") -> None:
    """The head's row and what comes next are what the library computes."""
    view: Any = lab.look("names", text, head, query, edits)
    wanted = {
        "target": [number(view.target.before, lang), number(view.target.after, lang), change(view.target.change, lang)],
        "next": [[one.symbol, number(one.before, lang), number(one.after, lang)] for one in view.next],
        "weights": ["" if key.state == "masked" else number(key.weight, lang) for key in view.row.keys],
        "edits": edits,
    }
    eventually(lambda: page.evaluate(SAYS), lambda: wanted)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_same_controls_on_a_trained_head_reach_the_next_symbol(visit, lang):
    page = visit(f"?place=bench&bench.on=head&model=names&text=anna&head=0.3&query=2&lang={lang}", ready=HEAD)
    says(page, "anna", "0.3", 2, [], lang)
    page.get_by_role("slider", name=say("bench-bump", lang)).fill("1.5")
    says(page, "anna", "0.3", 2, ["lift 0.3:2>1+1.5"], lang)
    page.get_by_role("slider", name=say("bench-temperature", lang)).fill("0.5")
    both = ["lift 0.3:2>1+1.5", "rescale 0.3:2/0.5"]
    says(page, "anna", "0.3", 2, both, lang)
    page.locator("attn-bench-head select#value").select_option("mean")
    swapped = [both[0], "swap 0.3:1=mean", both[1]]
    says(page, "anna", "0.3", 2, swapped, lang)
    page.locator("attn-bench-head select#key").select_option("4")
    page.locator("attn-bench-head #unmask").click()
    opened = [*swapped[:-1], "unmask 0.3:2>4", both[1]]
    says(page, "anna", "0.3", 2, opened, lang)
    page.keyboard.press("Control+z")
    says(page, "anna", "0.3", 2, swapped, lang)
    page.get_by_role("link", name=say("place-map", lang), exact=True).click()
    page.wait_for_selector("attn-map")
    assert parse_qs(urlsplit(where(page)).query)["edit"] == swapped


def test_cut_drop_and_padding_are_switches_and_the_mask_comes_off_the_row(visit):
    page = visit("?place=bench&bench.on=head&text=anna&head=0.3&query=2", ready=HEAD)
    for kind, edit in (("cut", "cut 0.3:2>1"), ("drop", "drop 0.3:2>1"), ("hide", "hide 0.3:1")):
        page.locator(f"attn-bench-head #{kind}").click()
        says(page, "anna", "0.3", 2, [edit])
        page.locator(f"attn-bench-head #{kind}").click()
        says(page, "anna", "0.3", 2, [])
    page.locator("attn-bench-head #unmask-row").click()
    says(page, "anna", "0.3", 2, ["unmask 0.3:2>3", "unmask 0.3:2>4"])


def test_a_bad_text_is_said_on_the_bench_and_the_old_figures_say_whose_they_are(visit):
    page = visit("?place=bench&bench.on=head&text=anna&head=0.3&query=2&lang=et", ready=HEAD)
    page.locator("attn-bench-head attn-text #text").fill("anna7")
    page.get_by_text(say("page-stale", "et", text="anna")).wait_for()
    says(page, "anna", "0.3", 2, [], "et")
    page.locator("attn-bench-head attn-text #text").fill("emma")
    says(page, "emma", "0.3", 2, [], "et")
    page.locator('attn-bench-head [id="model"]').select_option("decoy")
    eventually(lambda: page.locator("attn-bench-head attn-tokens [data-position]").count(), lambda: 6)
