"""A lab that is shared, in a browser: the door, the way in, models that stay, and pages that take leave."""

import re
import subprocess
import sys

import pytest
from page_fixtures import ROOT, missing

from attnlab.words import LANGUAGES, say


@pytest.fixture(scope="module")
def link():
    """The link that a teacher gives to a class."""
    if not (ROOT / "src" / "attnlab" / "page" / "index.html").is_file():
        missing("the page is not built; ./dev web builds it")
    command = [sys.executable, "-m", "attnlab", "lab", "--share", "--address", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as server:
        yield re.search(r"http://\S+", server.stdout.readline())[0]
        server.terminate()


@pytest.fixture
def pupil(browser):
    """Opens a browser of its own in a language."""
    opened = []

    def open_browser(lang="en", **how):
        opened.append(browser.new_context(locale=lang, viewport={"width": 1000, "height": 800}, **how))
        opened[-1].set_default_timeout(60_000)
        return opened[-1].new_page()

    yield open_browser
    for one in opened:
        one.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_pupil_types_the_code_and_is_in(link, pupil, lang):
    address, _, code = link.partition("?code=")
    page = pupil(lang)
    assert page.goto(address).status == 401
    assert page.locator("html").get_attribute("lang") == lang
    assert page.get_by_role("alert").inner_text() == say("code-missing", lang)
    page.get_by_label(say("door-code", lang)).fill("nonsense")
    page.get_by_role("button", name=say("door-enter", lang)).click()
    assert page.get_by_role("alert").inner_text() == say("code-wrong", lang)
    page.get_by_label(say("door-code", lang)).fill(code.upper().replace("-", " "))
    page.keyboard.press("Enter")
    page.wait_for_selector("attn-map")
    assert code not in page.url


def test_the_models_of_a_shared_lab_cannot_be_changed_from_its_page(link, pupil):
    page = pupil()
    page.goto(link + "&place=models&lang=en")
    page.wait_for_selector("attn-place-models")
    page.get_by_text(say("page-load-shared")).wait_for()
    assert page.locator("#load-name").count() == page.locator("#unload").count() == 0


def test_a_page_says_which_it_is_and_takes_leave_when_it_goes(link, pupil):
    page = pupil()
    with page.expect_request("**/api/look*") as looked:
        page.goto(link)
    page.wait_for_selector("attn-map")
    with page.expect_request("**/api/leave*") as left:
        page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide'))")  # of a page that is gone nothing is told
    known = looked.value.headers["x-attnlab-page"]
    assert len(known) > 8 and left.value.url.endswith(f"?page={known}")
    assert left.value.method == "POST"


def test_a_link_from_another_place_leads_in(link, pupil):
    """A browser brings the cookie along although the way began elsewhere."""
    page = pupil()
    page.goto("about:blank")
    page.set_content(f"<a href='{link}'>the lab</a>")
    page.get_by_text("the lab").click()
    page.wait_for_selector("attn-map")
