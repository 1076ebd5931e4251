"""What the tests share: the trained model, and what happens where something optional is missing.

attnlab is imported inside the fixtures only: pytest reads this file before the shape checks are switched on.
"""

import importlib
import os
import re
from pathlib import Path

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("page_fixtures", "lesson_fixtures", "saved_fixtures")

from lesson_fixtures import read_page, site  # noqa: E402, F401
from page_fixtures import address, bare_page, browser, visit  # noqa: E402, F401
from saved_fixtures import notebook, opened  # noqa: E402, F401

# Few examples keep the suite short; `pytest --hypothesis-profile=long` hunts.
settings.register_profile("lab", deadline=None, max_examples=10)
settings.register_profile("long", deadline=None, max_examples=300)
settings.load_profile("lab")

ROOT = Path(__file__).parent.parent
DATA = ROOT.parent / "shared" / "data"  # lies beside the project for those who have it; never part of it


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    """A file stays with one worker, for the server it starts. The pages of the lessons, the longest file by far, start
    none and are shared out by language."""
    if config.getoption("dist") != "loadfile":
        return None
    from xdist.scheduler import LoadFileScheduling

    class Shared(LoadFileScheduling):
        def _split_scope(self, nodeid):
            file, _, test = nodeid.partition("::")
            language = re.search(r"-(\w\w)\]$", test)
            return file + language[1] if language and file.endswith("test_page_lessons.py") else file

    return Shared(config, log)


@pytest.fixture(scope="session")
def names():
    """The trained model of first names."""
    from attnlab.models import load

    return load("names")


@pytest.fixture(scope="session")
def need():
    """Import something optional. Where it is missing the test is skipped with the reason, but on CI it fails."""

    def bring(module):
        try:
            return importlib.import_module(module)
        except ModuleNotFoundError as absent:
            if absent.name is None or absent.name.split(".")[0] != module.split(".")[0]:
                raise
            reason = f"{module} is not installed; ./dev setup brings it"
            pytest.fail(reason) if os.environ.get("CI") == "true" else pytest.skip(reason)

    return bring


@pytest.fixture(scope="session")
def names_list():
    """The path of the list of first names."""
    path = DATA / "names" / "names.txt"
    if not path.is_file():
        pytest.skip("the list of names does not lie beside the project, in ../shared/data/names/names.txt")
    return path


@pytest.fixture(scope="session")
def sms_collection():
    """The path of the SMS Spam Collection."""
    path = DATA / "sms" / "SMSSpamCollection"
    if not path.is_file():
        pytest.skip("the SMS collection does not lie beside the project, in ../shared/data/sms/SMSSpamCollection")
    return path
