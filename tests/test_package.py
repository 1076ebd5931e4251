"""What a stranger installs: light, lazy, and honest about what is missing."""

import importlib
import importlib.metadata
import pkgutil
import subprocess
import sys

import pytest

import attnlab

WITHOUT = """
import sys
class Without:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {absent}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Without())
sys.argv = ["attnlab", *{words}]
from attnlab.cli import main
main()
"""


def without(absent, *words):
    code = WITHOUT.replace("{absent}", repr(set(absent))).replace("{words}", repr(list(words)))
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100)


def test_importing_attnlab_opens_no_room_and_no_library():
    code = (
        "import sys, attnlab; print([name for name in sys.modules if name.startswith(('numpy', 'torch', 'attnlab.'))])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)

    assert ran.stdout.strip() == "[]"


def test_every_public_name_is_there_and_no_room_shadows_it():
    rooms = {room.name for room in pkgutil.iter_modules(attnlab.__path__)}
    names = [name for name in attnlab.__all__ if name != "__version__"]

    for room in rooms - {"__main__"}:
        importlib.import_module(f"attnlab.{room}")
    for name in names:
        assert name not in rooms
        assert callable(getattr(attnlab, name))
    assert set(attnlab.__all__) <= set(dir(attnlab))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        attnlab.nothing  # noqa: B018


@pytest.mark.parametrize(
    "words",
    [
        ("trace", "anna", "--head", "3"),
        ("effect", "anna", "--cut", "0.3:4-3"),
        ("models",),
        ("names", "-n", "2"),
        ("check", "decoy", "--count", "8"),
        ("lab", "--help"),
    ],
)
def test_the_core_works_without_torch_and_every_other_extra(words):
    ran = without(["torch", "transformers", "matplotlib", "xarray", "pandas", "ray", "anywidget"], *words)

    assert (ran.returncode, ran.stderr.strip()) == (0, "")
    assert ran.stdout


def test_a_missing_extra_names_its_install_command():
    ran = without(["torch"], "train", "names")

    assert ran.returncode == 2
    assert 'pip install "attnlab[hub]"' in ran.stderr
    assert "Traceback" not in ran.stderr


def test_the_version_stands_in_one_place():
    ran = subprocess.run([sys.executable, "-m", "attnlab", "--version"], capture_output=True, text=True, timeout=60)

    assert ran.stdout == f"attnlab {attnlab.__version__}\n"
    assert importlib.metadata.version("attnlab") == attnlab.__version__
