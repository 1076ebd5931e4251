"""The documentation builds without a warning, and everything on it was run."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import attnlab

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
pytestmark = pytest.mark.timeout(600)  # of the first test, which builds the site; a quiet machine needs a minute
NOTEBOOKS = sorted(path.stem for path in (DOCS / "notebooks").glob("*.ipynb"))


@pytest.fixture(scope="module")
def site(need, tmp_path_factory):
    """The built pages. A warning is an error, and so is a cell that fails: the notebooks are run by the build."""
    for module in ("sphinx", "myst_nb", "furo", "torch", "matplotlib"):
        need(module)
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-j", "auto", DOCS, folder / "html"]
    made = subprocess.run(command, capture_output=True, text=True)
    assert not made.returncode, made.stderr[-4000:]
    return folder / "html"


def test_every_public_name_stands_in_the_reference_with_its_example(site):
    pages = {path: path.read_text(encoding="utf-8") for path in (site / "reference").glob("*.html")}

    for name in set(attnlab.__all__) - {"__version__"}:
        (page,) = (text for text in pages.values() if f'id="attnlab.{name}"' in text)
        entry = page.split(f'id="attnlab.{name}"')[1].split('<dt class="sig sig-object py"')[0]
        assert "&gt;&gt;&gt;" in entry, name


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_is_kept_without_what_it_prints_and_shown_with_it(site, name):
    cells = json.loads((DOCS / "notebooks" / f"{name}.ipynb").read_text(encoding="utf-8"))["cells"]
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    page = (site / "notebooks" / f"{name}.html").read_text(encoding="utf-8")

    assert not any(cell["outputs"] or cell["execution_count"] for cell in code)
    assert page.count("cell_input") == len(code)
    assert page.count("cell_output") >= len(code) - 2  # all but those that only make something
    assert "Traceback" not in page


def test_a_page_asks_nothing_of_the_network(site):
    for path in site.rglob("*.html"):
        page = path.read_text(encoding="utf-8")
        fetched = re.findall(r'<(?:script|img|iframe|source)[^>]*\bsrc="([^"]*)"', page)
        fetched += re.findall(r'<link[^>]*\brel="(?:stylesheet|preload|icon|preconnect)"[^>]*\bhref="([^"]*)"', page)
        assert not [address for address in fetched if re.match(r"(https?:)?//", address)], path.name
    for path in site.rglob("*.css"):
        assert not re.search(r"url\(\W*(https?:)?//", path.read_text(encoding="utf-8")), path.name


def test_every_page_stands_in_the_contents():
    index = (DOCS / "index.md").read_text(encoding="utf-8")
    shown = set(re.findall(r"^((?:notebooks/|reference/)?[\w-]+)$", index, re.MULTILINE))
    files = [path for ending in ("md", "ipynb") for path in DOCS.rglob(f"*.{ending}") if "_build" not in path.parts]

    assert shown == {path.relative_to(DOCS).with_suffix("").as_posix() for path in files} - {"index"}
