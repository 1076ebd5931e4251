"""The lessons from the lab's server: the lab leads there, and the pages live under the server's rules for scripts."""

import pytest
from page_fixtures import PATIENCE, eventually

from attnlab.lessons import text
from attnlab.words import LANGUAGES, say


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_lab_leads_to_the_lessons_in_its_language_and_they_lead_back(visit, address, lang):
    page = visit(f"?lang={lang}")
    page.get_by_role("link", name=say("page-lessons", lang), exact=True).click()
    page.wait_for_url(f"{address.rstrip('/')}/learn/{lang}/index.html")
    eventually(lambda: page.get_by_role("heading", level=1).inner_text(), lambda: text("index", lang).title)

    page.get_by_role("link", name=say("lessons-lab", lang), exact=True).click()
    page.wait_for_selector("attn-map")
    assert f"lang={lang}" in page.url


def test_a_lesson_is_alive_under_the_servers_rules_for_scripts(browser, address):
    said: list[str] = []
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.on("console", lambda told: said.append(told.text) if told.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: said.append(str(error)))
    try:
        for name in ("budget", "code"):
            served = page.goto(f"{address.rstrip('/')}/learn/en/{name}.html")
            assert served is not None
            assert served.headers["content-security-policy"].startswith("default-src 'self'")
            page.wait_for_selector("live-row[data-ready], live-forms[data-ready]")
            step = page.locator("button.do").first
            step.click()
            eventually(lambda step=step: step.get_attribute("aria-pressed"), lambda: "true")
        assert said == []
    finally:
        context.close()


def test_a_page_that_is_not_there_says_so_in_words(browser, address):
    context = browser.new_context()
    page = context.new_page()
    try:
        missed = page.goto(f"{address.rstrip('/')}/learn/en/nothing.html")
        assert missed is not None
        assert missed.status == 404
        assert "no such page" in page.locator("body").inner_text()
    finally:
        context.close()
