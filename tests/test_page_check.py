"""The check on the page: its verdict is the library's and the terminal's; it can be followed, ended, found again."""

import json
import subprocess
import sys
import time
from functools import cache
from typing import Any
from urllib.parse import parse_qs, urlsplit
from urllib.request import Request, urlopen

import jaxtyping
import pytest
from page_fixtures import AXE, ROOT, button, change, choose, eventually

from attnlab import check, lab
from attnlab.errors import LabError
from attnlab.texts import default_cases
from attnlab.verdicts import Check, Figure, Verdict, say_texts, say_verdict
from attnlab.words import LANGUAGES, Language, number, say

COUNT = 120

FOUND = """() => {
  const root = document.querySelector('attn-verdicts')?.shadowRoot;
  if (!root) return null;
  const text = (one) => {
    const copy = one.cloneNode(true);
    copy.querySelectorAll('.unseen, .label').forEach((part) => part.remove());
    return copy.textContent.replace(/\\s+/g, ' ').trim();
  };
  const texts = (one, selector) => [...one.querySelectorAll(selector)].map(text);
  const lines = (name) => Object.fromEntries([...root.querySelectorAll(`[data-${name}]`)].map((line) =>
    [line.dataset[name], texts(line, 'td')]));
  return {
    title: text(document.querySelector('#found-title')),
    headline: texts(root, '.headline')[0],
    counts: Object.fromEntries([...root.querySelectorAll('[data-count]')].map((one) => [one.dataset.count, text(one)])),
    verdicts: Object.fromEntries([...root.querySelectorAll('[data-verdict]')].map((line) => [line.dataset.verdict, {
      finding: texts(line, '.finding')[0],
      p: texts(line, '.p')[0],
      effects: Object.fromEntries([...line.querySelector('attn-forest').shadowRoot.querySelectorAll('li')].map((one) =>
        [one.dataset.effect, texts(one, '.number')[0]])),
      share: texts(line, 'td:nth-of-type(3)')[0],
      conditions: Object.fromEntries([...line.querySelectorAll('[data-condition]')].map(
        (one) => [one.dataset.condition, [one.dataset.holds, texts(one, '.below')[0] ?? '']])),
    }])),
    ways: lines('ways'),
    pairs: lines('pair'),
    says: texts(root, '.sentences li'),
    closing: texts(root, '.claim')[0],
  };
}"""


@pytest.fixture(scope="module", autouse=True)
def many_runs():
    """A check takes thousands of runs; shapes are checked in the tests of what runs."""
    jaxtyping.config.update("jaxtyping_disable", True)
    yield
    jaxtyping.config.update("jaxtyping_disable", False)


@cache
def computed(name: str) -> Check:
    """What the library finds."""
    model = lab.open_model(name)
    cases, texts_name = default_cases(model, COUNT)
    return check(model, cases, texts_name=texts_name)


@pytest.fixture(scope="module")
def finished(address):
    """The id of a finished check of a model, started once."""

    @cache
    def run(model: str) -> str:
        wish = json.dumps({"model": model, "count": COUNT}).encode()
        asked = Request(f"{address}api/checks", wish, {"Content-Type": "application/json"})
        with urlopen(asked) as answer:
            job = json.load(answer)
        while job["state"] in ("waiting", "running"):
            time.sleep(0.1)
            with urlopen(f"{address}api/checks/{job['id']}") as answer:
                job = json.load(answer)
        assert job["state"] == "done"
        return job["id"]

    return run


def share(figure: Figure, lang: Language) -> str:
    low, high = (number(100 * end, lang, 1) for end in (figure.low, figure.high))
    return f"{number(100 * figure.mean, lang, 1)} % [{low}{', ' if lang == 'en' else '; '}{high}]"


def p(chance: float, lang: Language) -> str:
    return f"< {number(1e-4, lang, 4)}" if chance < 1e-4 else f"= {number(chance, lang, 4)}"


def by(figure: Figure, chance: float, lang: Language) -> str:
    interval = figure.say(lang).partition(" ")[2]
    return say("page-check-over", lang, by=f"{change(figure.mean, lang)} {interval}", p=p(chance, lang))


def expected_verdict(verdict: Verdict, lang: Language) -> dict[str, Any]:
    holds = {name: str(held).lower() for name, held in verdict.conditions.items()}
    return {
        "finding": say(f"finding-{verdict.finding.replace(' ', '-')}", lang),
        "p": say("page-check-p", lang, p=p(verdict.p, lang)),
        "effects": {
            "top": verdict.harm_top.say(lang), "middle": verdict.harm_middle.say(lang),
            "random": verdict.harm_random.say(lang), "foil": verdict.harm_foil.say(lang),
        },
        "share": share(verdict.share, lang),
        "conditions": {
            "over random key": [holds["over random key"], by(verdict.over_random, verdict.p_random, lang)],
            "share of margin": [holds["share of margin"], ""],
            "over random target": [holds["over random target"], by(verdict.over_foil, verdict.p_foil, lang)],
        },
    }  # fmt: skip


def expected(made: Check, lang: Language) -> dict[str, Any]:
    """What the page must say of a check of all heads."""
    backups = {pair.name for pair in made.backups}
    supported = sum(one.finding == "supported" for one in made.verdicts)
    headline = say("page-check-summary", lang, supported=supported, heads=len(made.verdicts))
    if backups:
        headline += " " + say("page-check-summary-pairs", lang, pairs=len(backups))

    def ways(verdict: Verdict) -> list[str]:
        chance = say("page-check-by-chance", lang, share=number(100 * verdict.most_by_chance, lang, 1))
        agreements = (verdict.weight_and_size, verdict.contribution_and_size, verdict.weight_and_contribution)
        return [
            *(one.say(lang) for one in (verdict.harm_top, verdict.drop_top, verdict.swap_top)),
            f"{number(100 * verdict.top_is_most.mean, lang, 1)} %{chance}",
            *(one.say(lang, 2) for one in agreements),
        ]

    def pair(verdict: Verdict, ablation: Any) -> list[str]:
        how = [
            say(f"page-check-by-{way}", lang)
            for way, so in (("cut", verdict.name in backups), ("off", ablation.backup))
            if so
        ]
        figures = (
            verdict.harm_top, verdict.beyond, ablation.first, ablation.second, ablation.both, ablation.beyond
        )  # fmt: skip
        return [
            say(f"finding-{verdict.finding.replace(' ', '-')}", lang),
            *(one.say(lang) for one in figures),
            say("page-check-yes", lang, ways=", ".join(how)) if how else say("page-check-no", lang),
        ]

    return {
        "title": say(
            "page-check-title", lang, model=made.model, heads=say("page-check-heads-all", lang), count=made.texts,
            name=say_texts(made.texts_name, lang),
        ),
        "headline": headline,
        "counts": {
            "used": number(made.verdicts[0].texts, lang, 0), "wrong": number(made.wrong, lang, 0),
            "short": number(made.short, lang, 0), "same": number(made.same, lang, 0),
        },
        "verdicts": {one.name: expected_verdict(one, lang) for one in (*made.verdicts, *made.backups)},
        "ways": {one.name: ways(one) for one in made.verdicts},
        "pairs": {
            one.name: pair(one, ablation) for one, ablation in zip(made.pairs, made.ablations, strict=True)
        },
        "says": [
            *(say_verdict(one, lang) for one in made.verdicts),
            *(
                say("check-backup", lang, first=one.heads[0], second=one.heads[1],
                    share=number(100 * one.share.mean, lang, 1))
                for one in made.backups
            ),
        ],
        "closing": say("check-closing", lang),
    }  # fmt: skip


def asked(page: Any) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


def start(page: Any, lang: Language = "en") -> None:
    button(page, say("page-check-start", lang), exact=True).click()


def alert(page: Any, sentence: str) -> None:
    page.get_by_role("alert").filter(has_text=sentence).wait_for()


@pytest.mark.parametrize(("model", "lang", "other"), [("backup", "en", "et"), ("names", "ru", "en")])
def test_the_verdict_on_the_page_is_the_librarys_and_follows_the_language(visit, model, lang, other):
    page = visit(f"?place=check&model={model}&lang={lang}&count={COUNT}")
    start(page, lang)
    page.wait_for_selector("attn-verdicts")
    assert page.evaluate(FOUND) == expected(computed(model), lang)
    assert len(asked(page)["check"]) == 1
    choose(page, {"et": "Eesti", "en": "English"}[other])
    eventually(lambda: page.evaluate(FOUND), lambda: expected(computed(model), other))


def test_the_record_that_is_downloaded_is_the_terminals(visit, finished, tmp_path):
    page = visit(f"?place=check&model=backup&check={finished('backup')}")
    with page.expect_download() as load:
        button(page, say("page-check-save")).click()
    load.value.save_as(tmp_path / "page.json")
    terminal = [sys.executable, "-m", "attnlab", "check", "backup", "--count", str(COUNT), "--json"]
    printed = subprocess.run(terminal, capture_output=True, text=True, check=True, cwd=ROOT, encoding="utf-8").stdout
    assert load.value.suggested_filename == "attnlab-check-backup.json"
    assert (tmp_path / "page.json").read_text(encoding="utf-8") == printed


def test_a_running_check_is_found_again_after_a_reload_and_can_be_cancelled(visit):
    page = visit("?place=check&model=backup&count=2000")
    start(page)
    so_far = page.locator(".so-far", has_text="of 2,000 texts")
    so_far.wait_for()
    page.reload()
    so_far.wait_for()
    assert page.locator(".progress p").inner_text().startswith("backup, all heads: 2,000 texts")

    page.locator("#cancel").focus()
    page.keyboard.press("Enter")
    page.locator(".ended").wait_for()
    assert "so there is no verdict" in page.locator(".ended").inner_text()
    assert page.evaluate("document.activeElement.shadowRoot.activeElement.textContent") == say("page-check-start")
    page.reload()
    page.locator(".ended").wait_for()

    page.locator("attn-ask #count").fill("12")
    page.keyboard.press("Enter")
    page.wait_for_selector("attn-verdicts")
    found = page.evaluate(FOUND)
    assert found["counts"]["used"] == "12"
    assert {one["finding"] for one in found["verdicts"].values()} == {say("finding-not-testable")}
    assert page.locator(".ended").count() == 0


def test_a_cancelled_check_is_gone_on_with(visit):
    page = visit("?place=check&model=backup&count=2000")
    start(page)
    so_far = page.locator(".so-far", has_text="of 2,000 texts")
    so_far.wait_for()
    first = asked(page)["check"]
    page.locator("#cancel").click()
    page.locator("#resume").click()
    so_far.wait_for()
    assert asked(page)["check"] != first
    page.locator("#cancel").click()
    page.locator("#resume").wait_for()


def test_a_pasted_line_that_cannot_be_read_is_named_and_good_ones_are_checked(visit):
    page = visit("?place=check&lang=et&scope=head&head=0.3")
    choose(page, say("page-check-source-given", "et"))
    start(page, "et")
    alert(page, say("texts-none-pasted", "et"))

    page.locator("attn-ask #texts").fill("annabella\nanna5")
    start(page, "et")
    with pytest.raises(LabError) as fault:
        check(lab.open_model("names"), ["annabella", "anna5"])
    alert(page, fault.value.say("et"))

    page.locator("attn-ask #texts").fill("annabella\nmariella\n\nannabella\nchristina\tb")
    start(page, "et")
    page.wait_for_selector("attn-verdicts")
    found = page.evaluate(FOUND)
    assert found["counts"] == {"used": "2", "wrong": "1", "short": "0", "same": "1"}
    assert list(found["verdicts"]) == ["0.3"]
    assert found["title"].endswith(f"({say('texts-pasted', 'et')})")
    page.reload()
    assert page.locator("attn-ask #texts").input_value().startswith("annabella\nmariella")


def test_a_text_file_gives_its_name_to_the_check_and_more_lines_are_drawn_as_in_the_terminal(visit, tmp_path):
    file = tmp_path / "texts-of-mine.txt"
    lines = ["annabella", "mariella", "christina", "isabella", "gabriella", "katarina"]
    file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    page = visit("?place=check&source=given&count=4&seed=3")
    page.locator("attn-ask input[type=file]").set_input_files(file)
    page.get_by_text(say("page-check-from", name=file.name, count=6)).wait_for()
    start(page)
    page.wait_for_selector("attn-verdicts")
    found = page.evaluate(FOUND)
    terminal = [sys.executable, "-m", "attnlab", "check", "--texts", str(file), "--count", "4", "--seed", "3", "--json"]
    record = json.loads(subprocess.run(terminal, capture_output=True, check=True, cwd=ROOT).stdout)
    assert found["title"] == f"names, all heads: 4 texts ({file.name})"
    for verdict in record["verdicts"]:
        shown = found["verdicts"][verdict["heads"][0]]
        assert shown["effects"]["top"] == Figure(**verdict["harm_top"]).say()
        assert shown["effects"]["foil"] == Figure(**verdict["harm_foil"]).say()

    (tmp_path / "torn.txt").write_bytes(b"ann\xff\n")
    page.locator("attn-ask input[type=file]").set_input_files(tmp_path / "torn.txt")
    page.get_by_text(say("page-check-not-utf8", name="torn.txt")).wait_for()


def test_a_check_that_nobody_knows_is_said_and_can_be_started_again(visit):
    page = visit("?place=check&check=0123abcd&count=12&lang=ru")
    alert(page, say("job-unknown", "ru"))
    start(page, "ru")
    page.wait_for_selector("attn-verdicts")
    assert page.get_by_text(say("job-unknown", "ru")).count() == 0
    page.go_back()
    alert(page, say("job-unknown", "ru"))
    page.go_forward()
    page.wait_for_selector("attn-verdicts")


def test_a_lost_connection_is_said_and_picked_up(visit):
    page = visit("?place=check&count=60")
    page.route("**/api/checks/*", lambda route: route.abort())
    start(page)
    page.locator("attn-check").get_by_text(say("page-gone")).wait_for()
    page.unroute("**/api/checks/*")
    page.wait_for_selector("attn-verdicts")
    assert page.get_by_text(say("page-gone")).count() == 0


def test_a_result_says_whose_it_is_when_the_lab_shows_something_else(visit, finished):
    page = visit(f"?place=check&model=backup&head=0.0&check={finished('backup')}")
    page.wait_for_selector("attn-verdicts")
    assert page.locator('attn-verdicts [data-verdict="0.0"]').get_attribute("class") == "chosen"
    button(page, say("page-check-show", head="0.1")).click()
    eventually(lambda: asked(page)["head"], lambda: ["0.1"])
    assert page.locator('attn-verdicts [data-verdict="0.1"]').get_attribute("class") == "chosen"

    before = page.evaluate(FOUND)
    page.get_by_role("combobox", name="Model").select_option("names")
    page.get_by_text(say("page-check-other-model", model="backup", now="names")).wait_for()
    assert page.evaluate(FOUND) == before
    assert page.locator("attn-verdicts tr.chosen").count() == 0


def test_a_number_that_is_none_is_said_and_nothing_starts(visit):
    page = visit("?place=check")
    page.locator("attn-ask #count").fill("0")
    page.get_by_text(say("page-check-number", name=say("page-check-count"), least="1", most="2000")).wait_for()
    start(page)
    assert page.evaluate("document.querySelector('attn-ask').shadowRoot.activeElement.id") == "count"
    page.locator("attn-ask #count").fill("8")
    page.locator("attn-ask #target").fill("kl")
    start(page)
    sentence = say("target-without-direction", target="kl")
    alert(page, "has no direction")
    assert sentence.split("kl")[1] in page.get_by_role("alert").last.inner_text()
    assert asked(page)["target"] == ["kl"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_axe_finds_nothing_in_a_result_and_a_phone_needs_no_sideways_scroll(visit, finished, lang):
    page = visit(
        f"?place=check&model=backup&lang={lang}&theme=light&source=given&check={finished('backup')}", script=AXE,
        reduced_motion="reduce",
    )  # fmt: skip
    page.wait_for_selector("attn-verdicts")
    for theme in ("light", "dark"):
        choose(page, say(f"page-theme-{theme}", lang))
        eventually(lambda: page.evaluate("document.documentElement.dataset.theme"), lambda theme=theme: theme)
        found = page.evaluate("axe.run(document.querySelector('#check')).then((result) => result.violations)")
        assert [(one["id"], [node["target"] for node in one["nodes"]]) for one in found] == []
    for wide in (360, 800, 1280):
        page.set_viewport_size({"width": wide, "height": 800})
        over = page.evaluate("""() => {
          const edge = document.documentElement.clientWidth + 0.5;
          return [...document.querySelectorAll('#check, #check *')]
            .flatMap((one) => [one, ...(one.shadowRoot?.querySelectorAll('*') ?? [])])
            .filter((one) => one.getBoundingClientRect().right > edge && !one.closest('.scroll, .unseen, svg, thead'))
            .map((one) => `${one.tagName}.${one.className}`);
        }""")
        assert over == []
