"""The room of results in a browser: the library's figures in three languages, an address that holds, no dead end."""

import shutil
import subprocess
import sys
from typing import Any, cast
from urllib.parse import parse_qs, urlsplit

import pytest
from page_fixtures import AXE, ROOT, axe_in_both_themes, button, choose, eventually, missing
from page_fixtures import change as written

from attnlab import open_sweep, sweeps
from attnlab.checks import Case
from attnlab.errors import LabError
from attnlab.models import load
from attnlab.texts import default_cases
from attnlab.verdicts import say_p
from attnlab.words import LANGUAGES, number, say

HERE = "attn-place-results"
NAMES = {"en": "English", "ru": "Русский", "et": "Eesti"}
FOUND = """() => {
  const place = document.querySelector('attn-place-results').shadowRoot;
  const text = (one) => one ? one.textContent.replace(/\\s+/g, ' ').trim() : null;
  const ranking = place.querySelector('attn-ranking')?.shadowRoot;
  const spread = place.querySelector('attn-histogram')?.shadowRoot;
  return {
    title: text(place.querySelector('#heads')),
    far: text(place.querySelector('#far')),
    lines: [...(ranking?.querySelectorAll('[data-line]') ?? [])].map((line) => [
      line.dataset.line,
      [...line.querySelectorAll('.finding')].map(text),
      text(line.querySelector('.p')),
      [...line.querySelector('attn-forest').shadowRoot.querySelectorAll('[data-effect] .number')].map(text),
      [...line.querySelectorAll('[data-fact]')].map(text),
      [...line.querySelectorAll('[data-holds]')].map((one) => one.dataset.holds),
    ]),
    head: text(place.querySelector('#head')),
    series: [...(spread?.querySelectorAll('[data-series]') ?? [])].map((one) => text(one.querySelector('.name span'))),
    counts: [...(spread?.querySelectorAll('tbody tr') ?? [])].map((row) => [...row.children].map(text)),
    texts: [...place.querySelectorAll('[data-text]')].map((row) => [row.dataset.text, text(row.lastElementChild)]),
    busy: !!place.querySelector('[aria-busy=true]'),
  };
}"""


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Three questions over texts in two groups, two of them of another model as well, and one that still grows."""
    root = tmp_path_factory.mktemp("sweeps")
    drawn, _ = default_cases(load("names"), 104, 3)
    cases = [Case(case.text, None, "short" if len(case.text) < 6 else "long") for case in drawn]
    made = {}
    for name, model, question, some in (
        ("check", "names", "check", cases), ("latin", "names-latin", "check", cases),
        ("edges", "names", "edges", cases[:40]), ("heads", "names", "heads", cases[:40]),
        ("heads-latin", "names-latin", "heads", cases[:40]),
    ):  # fmt: skip
        made[name] = sweeps.sweep(
            sweeps.plan(model, some, question=cast(Any, question), texts_name="texts-own"), root / name
        )
    made["grows"] = root / "grows"
    shutil.copytree(made["heads"], made["grows"])
    for shard in sorted(made["grows"].glob("rows-*"))[5:]:
        shard.unlink()
    return made


@pytest.fixture(scope="module")
def address(folders: dict[str, Any]) -> Any:
    """Where a real server shows these folders."""
    yield from serving([part for folder in folders.values() for part in ("--results", str(folder))])


def serving(more: list[str]) -> Any:
    if not (ROOT / "src" / "attnlab" / "page" / "index.html").is_file():
        missing("the page is not built; ./dev web builds it")
    command = [sys.executable, "-m", "attnlab", "lab", "--no-browser", "--port", "0", *more]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        assert server.stdout
        line = server.stdout.readline()
        yield next(word for word in line.split() if word.startswith("http://"))
        server.terminate()


def shown(visit: Any, search: str, **how: Any) -> Any:
    page = visit(f"?place=results{search}", ready=f"{HERE} attn-histogram", **how)
    rests(page)
    return page


def rests(page: Any) -> None:
    eventually(lambda: page.evaluate(FOUND)["busy"], lambda: False)


def asked(page: Any) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}


def p_of(p: float, lang: Any) -> str:

    return say("page-check-p", lang, p=say_p(p, lang))


def share(x: float | None, lang: Any) -> list[str]:
    return [] if x is None else [f"{number(100 * x, lang, 0)} %"]


def expected_lines(folder: Any, lang: Any, group: str | None = None) -> list[Any]:
    """The lines of the list, from the library."""

    made = open_sweep(folder)
    if made.question != "check":
        return [
            [
                one.name, [], p_of(one.p, lang), [figure.say(lang) for figure in (one.change, one.most) if figure],
                [*share(one.top_is_most, lang), str(one.texts)], [],
            ]
            for one in made.heads(group)
        ]  # fmt: skip
    check = made.check(group)
    return [
        [
            one.name, [say(f"finding-{one.finding.replace(' ', '-')}", lang)], p_of(one.p, lang),
            [figure.say(lang) for figure in (one.harm_top, one.harm_middle, one.harm_random, one.harm_foil)],
            [
                f"{number(100 * one.share.mean, lang, 1)} % [{number(100 * one.share.low, lang, 1)}"
                f"{',' if lang == 'en' else ';'} {number(100 * one.share.high, lang, 1)}]",
                str(one.texts),
            ],
            [str(holds).lower() for holds in one.conditions.values()],
        ]
        for one in sorted((*check.verdicts, *check.backups), key=lambda one: -one.harm_top.mean)
    ]  # fmt: skip


def expected_head(folder: Any, head: str, lang: Any, group: str | None = None) -> dict[str, Any]:
    """One head text by text, from the library."""

    frame = open_sweep(folder).changes(head, group)
    groups = [group] if group else list(frame["group"].value_counts().index)
    series = [frame[frame["group"] == one]["change"] for one in groups]
    ordered = frame.sort_values("change", kind="stable")
    few = min(5, (len(ordered) + 1) // 2)
    ends = [ordered.head(few), ordered.tail(few)[::-1]]
    return {
        "head": say("results-head", lang, head=head, folder=folder.name),
        "series": [say("results-spread", lang, texts=len(one), mean=number(one.mean(), lang)) for one in series],
        "texts": [
            [str(row.number), written(row.change, lang)] for end in ends for row in end.itertuples()
        ],
        "sums": [len(one) for one in series],
    }  # fmt: skip


def found_head(page: Any) -> dict[str, Any]:
    found = page.evaluate(FOUND)
    columns = list(zip(*(row[1:] for row in found["counts"]), strict=True))
    return {name: found[name] for name in ("head", "series", "texts")} | {
        "sums": [sum(map(int, column)) for column in columns]
    }


@pytest.mark.parametrize(
    ("name", "lang", "other", "group"),
    [("check", "en", "ru", None), ("edges", "et", "en", "short"), ("heads", "ru", "et", None)],
)
def test_the_figures_on_the_page_are_the_librarys_and_follow_the_language(visit, folders, name, lang, other, group):

    more = f"&results.group={group}" if group else ""
    page = shown(visit, f"&results.folder={name}&lang={lang}{more}")
    for spoken in (lang, other):
        if spoken == other:
            choose(page, NAMES[other])
        lines = expected_lines(folders[name], spoken, group)
        eventually(lambda: page.evaluate(FOUND)["lines"], lambda lines=lines: lines)
        eventually(
            lambda: found_head(page),
            lambda lines=lines, spoken=spoken: expected_head(folders[name], lines[0][0], spoken, group),
        )
        far = page.evaluate(FOUND)["far"]
        used = int(lines[0][4][-1])

        planned = open_sweep(folders[name]).plan
        total = planned["texts"] if group is None else planned["groups"][group]
        assert far == say("sweep-progress", spoken, done=total, texts=total, used=used)


def test_a_head_is_picked_with_the_keyboard_and_its_texts_lead_to_the_map(visit, folders):
    page = shown(visit, "&results.folder=heads")
    third = page.evaluate(FOUND)["lines"][2][0]
    page.locator(f"{HERE} attn-ranking [data-line] button").nth(1).focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    eventually(lambda: found_head(page), lambda: expected_head(folders["heads"], third, "en"))
    assert asked(page)["results.head"] == third
    pressed = page.locator(f"{HERE} attn-ranking [aria-pressed=true]")
    assert pressed.inner_text() == third

    link = page.locator(f"{HERE} .texts a").first
    text = link.inner_text()
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("attn-map")
    assert {name: asked(page)[name] for name in ("model", "text", "head")} == {
        "model": "names", "text": text, "head": third,
    }  # fmt: skip
    page.go_back()
    page.wait_for_selector(f"{HERE} attn-histogram")
    eventually(lambda: found_head(page), lambda: expected_head(folders["heads"], third, "en"))


def test_folder_group_and_second_folder_are_chosen_and_the_address_restores_them(visit, folders):
    page = shown(visit, "")
    page.locator(f"{HERE} #folder").select_option("heads")
    eventually(lambda: page.evaluate(FOUND)["lines"], lambda: expected_lines(folders["heads"], "en"))
    page.locator(f"{HERE} #group").select_option("long")
    eventually(lambda: page.evaluate(FOUND)["lines"], lambda: expected_lines(folders["heads"], "en", "long"))
    page.locator(f"{HERE} #other").select_option("heads-latin")
    eventually(lambda: asked(page).get("results.other"), lambda: "heads-latin")
    eventually(
        lambda: [line[:4] for line in page.evaluate(FOUND)["lines"]],
        lambda: differences(folders, "heads", "en", "long"),
    )
    rests(page)
    before, url = page.evaluate(FOUND), page.url
    page.reload()
    page.wait_for_selector(f"{HERE} attn-histogram")
    eventually(lambda: page.evaluate(FOUND), lambda: before)
    assert page.url == url
    page.go_back()
    eventually(lambda: page.evaluate(FOUND)["lines"], lambda: expected_lines(folders["heads"], "en", "long"))


def differences(folders: Any, name: str, lang: Any, group: str | None = None) -> list[Any]:
    """The lines of two folders beside each other, from the library."""

    other = {"heads": "heads-latin", "check": "latin"}[name]
    return [
        [
            one.name, [say(f"finding-{found.replace(' ', '-')}", lang) for found in one.findings or ()],
            p_of(one.p, lang), [figure.say(lang) for figure in (one.difference, one.first, one.second)],
        ]
        for one in open_sweep(folders[name]).compare(open_sweep(folders[other]), group)
    ]  # fmt: skip


@pytest.mark.parametrize("lang", ["ru"])
def test_two_checks_say_the_verdict_before_and_after(visit, folders, lang):

    page = shown(visit, f"&results.folder=check&results.other=latin&lang={lang}")
    eventually(
        lambda: [line[:4] for line in page.evaluate(FOUND)["lines"]], lambda: differences(folders, "check", lang)
    )
    assert page.get_by_text(say("results-paired", lang)).is_visible()


@pytest.mark.parametrize("lang", ["en", "ru", "et"])
def test_what_cannot_be_shown_is_said_and_can_be_left(visit, folders, lang):

    page = visit(f"?place=results&lang={lang}&results.folder=nobody", ready=f"{HERE} [role=alert]")
    page.get_by_text(say("results-folder-unknown", lang, name="nobody")).wait_for()
    page.locator(f"{HERE} #folder").select_option("edges")
    eventually(lambda: page.evaluate(FOUND)["lines"], lambda: expected_lines(folders["edges"], lang))

    page.locator(f"{HERE} #other").select_option("heads")
    first, second = (str(folders[name].resolve()) for name in ("edges", "heads"))
    unlike = LabError("sweep-unlike", first=first, second=second, asked="edges", other="heads").say(lang)
    page.get_by_text(unlike).wait_for()
    assert page.evaluate(FOUND)["lines"] == []
    page.locator(f"{HERE} #other").select_option("")
    eventually(lambda: page.evaluate(FOUND)["lines"], lambda: expected_lines(folders["edges"], lang))


def test_a_folder_that_grows_is_read_on_when_asked(visit, folders):

    page = shown(visit, "&results.folder=grows")
    assert page.evaluate(FOUND)["far"] == say("sweep-progress", done=20, texts=40, used=20)
    for shard in sorted(folders["heads"].glob("rows-*"))[5:]:
        shutil.copy(shard, folders["grows"])
    button(page, say("results-read-on")).click()
    eventually(lambda: page.evaluate(FOUND)["far"], lambda: say("sweep-progress", done=40, texts=40, used=40))
    eventually(lambda: page.evaluate(FOUND)["lines"], lambda: expected_lines(folders["heads"], "en"))
    assert button(page, say("results-read-again")).is_visible()


def test_without_folders_the_room_says_how_to_make_one(browser):

    for address in serving([]):
        page = browser.new_page()
        for lang in LANGUAGES:
            page.goto(f"{address}?place=results&lang={lang}")
            page.get_by_text(say("results-none", lang)).wait_for()
            assert page.locator(f"{HERE} code").count() == 3
            assert "--results" in page.locator(f"{HERE} code").last.inner_text()
        page.close()


@pytest.mark.parametrize(
    ("lang", "search"),
    [
        ("en", "&results.folder=check"),
        ("ru", "&results.folder=heads&results.other=heads-latin"),
        ("et", "&results.folder=edges"),
    ],
)
def test_axe_finds_nothing_and_a_phone_needs_no_sideways_scroll(visit, lang, search):
    page = shown(visit, f"&lang={lang}{search}", script=AXE, reduced_motion="reduce")
    page.locator(f"{HERE} attn-histogram summary").click()
    axe_in_both_themes(page, lang)
    page.set_viewport_size({"width": 360, "height": 800})
    axe_in_both_themes(page, lang)
    for wide in (360, 800, 1280):
        page.set_viewport_size({"width": wide, "height": 800})
        over = page.evaluate("""() => {
          const edge = document.documentElement.clientWidth + 0.5;
          const every = (root) => [...root.querySelectorAll('*')]
            .flatMap((one) => [one, ...(one.shadowRoot ? every(one.shadowRoot) : [])]);
          return every(document.querySelector('attn-place-results').shadowRoot)
            .filter((one) => one.getBoundingClientRect().right > edge && !one.closest('.scroll, .unseen, svg, .names'))
            .map((one) => `${one.tagName}.${one.className}`);
        }""")
        assert over == []
