"""What was found out, in a browser from disk with no network, and in a notebook: its figures, and what is picked."""

import numpy as np
import pytest
from page_fixtures import AXE, axe_finds_nothing, axe_in_both_themes, change, eventually

import attnlab
from attnlab.verdicts import Figure
from attnlab.words import LANGUAGES, number, say

ROWS = """(all) => all.map((one) => [one.dataset.symbol ?? one.dataset.row,
    ...[...one.querySelectorAll(".number")].map((x) => x.innerText)])"""
LANGS = pytest.mark.parametrize("lang", LANGUAGES)
PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.fixture(scope="module")
def check():
    """Two heads of which either is enough, and only the pair is supported."""
    model, rng = attnlab.load("backup"), np.random.default_rng(0)
    quick = attnlab.checks.Settings(least_texts=20, resamples=200)
    return attnlab.check(model, [model.draw(rng) for _ in range(24)], settings=quick)


def cells(page, which):
    """What stands in each cell of one of the two maps."""
    return page.locator(f"attn-beside [data-map='{which}'] [data-cell]").evaluate_all(
        "(all) => Object.fromEntries(all.map((one) => [one.dataset.cell, one.innerText.trim()]))"
    )


def as_written(made, figures, head, lang, write):
    return {
        f"{query}>{key}": write(float(figures[0, head, place, key]), lang)
        if made.state[0, head, place, key] in ("measured",) or (write is number and key <= query)
        else ""
        for place, query in enumerate(made.queries)
        for key in range(len(made.key_pieces))
    }


def interval(figure: Figure, lang, digits=3):
    return figure.say(lang, digits).replace("\N{NO-BREAK SPACE}", " ")


def inside(locator):
    return locator.inner_text().replace("\N{NO-BREAK SPACE}", " ")


@LANGS
def test_an_effect_shows_the_target_and_every_symbol_before_and_after(names, opened, lang):
    made = attnlab.effect(names, "anna", ["cut 0.3:4>3", "replace 1=o"])
    page = opened(made, lang=lang)

    told = page.locator("attn-next .target dd").all_inner_texts()
    assert told == [number(made.before, lang), number(made.after, lang), change(made.change, lang)]
    rows = page.locator("attn-next li").evaluate_all(ROWS)
    table = made.table().columns
    wanted = {
        symbol: [number(float(before), lang), number(float(after), lang)]
        for symbol, before, after in zip(table["symbol"], table["before"], table["after"], strict=True)
    }
    assert {symbol: figures for symbol, *figures in rows} == wanted
    assert page.locator(".edits code").all_inner_texts() == ["replace 1=o", "cut 0.3:4>3"]
    assert inside(page.locator("p.moved")) == say("effect-moved", lang, share=number(made.moved, lang))


def test_an_effect_on_a_probability_names_its_unit(names, opened):
    made = attnlab.effect(names, "anna", "cut 0.3:4>3", target="p(l)")
    page = opened(made)
    assert page.locator("attn-next .target dt").last.inner_text() == "change, probability"
    assert page.locator("attn-next .about").inner_text().startswith("Watched: p(l), after")


@LANGS
def test_a_map_of_effects_shows_both_maps_of_the_head_that_is_picked(names, opened, lang):
    made = attnlab.effect_map(names, "anna", query="all")
    page = opened(made, lang=lang)

    assert page.locator("attn-survey [aria-checked='true']").get_attribute("data-head") == "0.1"
    for head in (1, 3):
        page.locator(f"attn-survey [data-head='0.{head}']").click()
        eventually(lambda: cells(page, "weights"), lambda h=head: as_written(made, made.weight, h, lang, number))
        assert cells(page, "effects") == as_written(made, made.change, head, lang, change)
    listed = page.locator("[data-list='largest'] tbody tr").evaluate_all("(all) => all.map((one) => one.dataset.edge)")
    assert listed == [one.name for one in made.largest(8)]
    assert page.locator("attn-beside td.masked").count() == 2 * 10
    assert "NaN" not in page.locator("body").inner_text()


def test_a_head_and_a_query_are_picked_from_the_keyboard(names, opened):
    made = attnlab.effect_map(names, "anna", query="all")
    page = opened(made)
    page.locator("attn-survey [data-head='0.1']").focus()
    page.keyboard.press("ArrowRight")
    title = page.locator("#pair-title")
    eventually(title.inner_text, lambda: say("page-effects-pair", "en", head="0.2"))
    page.locator("#query").select_option("2")
    eventually(lambda: page.locator("attn-beside [data-map='weights'] tr.chosen .position").inner_text(), lambda: "2")
    page.evaluate("globalThis.cuts = 0; document.addEventListener('attn-edit', () => { globalThis.cuts += 1; })")
    page.locator("attn-beside [data-cell='4>3']").last.focus()
    page.keyboard.press("c")
    assert page.evaluate("cuts") == 0, "nothing can be cut here"
    facts = {"weight": number(made.weight[0, 2, 4, 3]), "effect": change(made.change[0, 2, 4, 3], "en"), "unit": "nats"}
    told = say("page-effects-cell-measured", "en", query="a₄", key="n₃", **facts)
    assert page.locator("attn-beside .says").inner_text() == told
    page.keyboard.press("Enter")
    eventually(lambda: page.locator("#query").input_value(), lambda: "4")


def test_the_rows_of_all_heads_are_those_of_the_query(names, opened):
    made = attnlab.effect_map(names, "anna", query="all")
    page = opened(made)
    for place, query in enumerate(made.queries):
        page.locator("#query").select_option(str(query))
        for head in range(4):
            row = made.weight[0, head, place]
            top = int(np.nanargmax(row))
            tile = page.locator(f"attn-survey [data-head='0.{head}']")
            found = f"Head 0.{head}: looks most at {made.key_pieces[top]}{chr(0x2080 + top)}, {number(float(row[top]))}"
            eventually(lambda t=tile, f=found: t.get_attribute("aria-label").startswith(f), lambda: True)


@LANGS
def test_rankings_and_a_demonstration_are_bars_with_their_figures(names, opened, lang):
    heads = attnlab.head_effects(names, "anna", feeds=True)[1]
    edges = attnlab.edge_effects(names, "anna")[1]
    parts = attnlab.contributions(names, "anna")[1]
    for found, what in ((heads, "change"), (edges, "change"), (parts, "value")):
        page = opened(found, lang=lang)
        shown = page.locator("attn-bars [data-row]").evaluate_all(
            "(all) => all.map((one) => one.querySelector('.number').innerText)"
        )
        wanted = [("+" if x > 0 else "") + number(x, lang, 4) for x in found.table().columns[what]]
        assert shown == wanted
        less = page.locator("attn-bars .bar.less").count()
        assert less == sum(x < 0 for x in found.table().columns[what])
    made = attnlab.demonstrate(names, "annabella", ["0.3"])
    page = opened(made, lang=lang)
    rows = page.locator("attn-bars [data-row]").evaluate_all(ROWS)
    named = {made.top: "column-top", made.middle: "column-middle", made.random: "column-random"}
    for key, (label, *figures) in zip(made.keys, rows, strict=True):
        part = f", {say(named[key.position], lang)}" if key.position in named else ""
        assert label == f"{key.position} {key.piece}{part}"
        assert figures == [number(x, lang) for x in (key.harm, key.weight, key.contribution)]


@LANGS
def test_a_check_and_a_verdict_show_counts_intervals_and_why(check, opened, lang):
    page = opened(check, lang=lang)
    counts = page.locator("attn-verdicts .counts dd").all_inner_texts()
    assert counts == [number(x, lang, 0) for x in (check.verdicts[0].texts, check.wrong, check.short, check.same)]
    shown = [*check.verdicts, *check.backups]
    assert len(check.backups) == 1
    assert page.locator("[data-verdict]").evaluate_all("(all) => all.map((one) => one.dataset.verdict)") == [
        one.name for one in shown
    ]
    for verdict in shown:
        row = page.locator(f"[data-verdict='{verdict.name}']")
        figures = (verdict.harm_top, verdict.harm_middle, verdict.harm_random, verdict.harm_foil)
        lines = row.locator("attn-forest .number").all_inner_texts()
        assert [one.replace("\N{NO-BREAK SPACE}", " ") for one in lines] == [interval(one, lang) for one in figures]
        assert inside(row.locator(".finding")) == say(f"finding-{verdict.finding.replace(' ', '-')}", lang)
    assert page.get_by_role("button", name=say("page-check-save", lang)).count() == 0

    alone = check.verdicts[0]
    page = opened(alone, lang=lang)
    assert inside(page.locator("attn-verdicts .headline")) == alone.say(lang)
    lines = page.locator("attn-forest .number").all_inner_texts()
    assert lines[0].replace("\N{NO-BREAK SPACE}", " ") == interval(alone.harm_top, lang)
    holds = page.locator("[data-condition]").evaluate_all("(all) => all.map((one) => one.dataset.holds)")
    assert holds == [str(one).lower() for one in alone.conditions.values()]


@LANGS
def test_nothing_keeps_a_reader_out(names, check, opened, lang):
    results = [
        attnlab.effect(names, "anna", "cut 0.3:4>3"),
        attnlab.effect_map(names, "anna", query="all"),
        attnlab.edge_effects(names, "anna")[1],
        attnlab.demonstrate(names, "annabella", ["0.3"]),
        check.verdicts[0],
        check,
    ]
    for one in results:
        page = opened(one, AXE, PHONE, lang=lang)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, one
        axe_finds_nothing(page)
    if lang == "en":
        for one in results:
            axe_in_both_themes(opened(one, AXE), lang)


def test_either_side_of_a_notebook_picks_the_head_and_the_query(names, notebook):
    page = notebook(attnlab.effect_map(names, "anna", query="all"))
    title = page.locator("#pair-title")
    page.evaluate("model.set('head', '0.3')")
    eventually(title.inner_text, lambda: say("page-effects-pair", "en", head="0.3"))
    page.evaluate("model.set('query', 1)")
    eventually(lambda: page.locator("#query").input_value(), lambda: "1")

    page.locator("attn-survey [data-head='0.2']").click()
    eventually(lambda: page.evaluate("[model.get('head'), model.get('query')]"), lambda: ["0.2", 1])
    page.locator("#query").select_option("3")
    eventually(lambda: page.evaluate("[model.get('head'), model.get('query')]"), lambda: ["0.2", 3])
    assert page.evaluate("saves") == 2
    page.evaluate("leave()")
    assert page.locator("attn-found").count() == 0


def test_a_widget_with_nothing_to_pick_keeps_its_theme_alone(check, notebook):
    page = notebook(check)
    page.get_by_role("radio", name=say("page-theme-dark", "en")).check()
    eventually(lambda: page.evaluate("model.get('theme')"), lambda: "dark")
    assert page.evaluate("[model.get('head'), model.get('query')]") == [None, None]
