"""What a stranger installs: it opens at once, needs no torch, and says how to get what is missing."""

import ast
import subprocess
import sys
from importlib import import_module
from importlib.metadata import version
from pathlib import Path

import pytest

import attnlab

SOURCE = Path(attnlab.__file__).parent
ROOMS = {path.stem for path in SOURCE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()}
PUBLIC = [name for name in attnlab.__all__ if name != "__version__"]

WITHOUT = """
import sys

class Without:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in {"torch", "transformers", "matplotlib", "xarray", "pandas", "ray", "anywidget"}:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

sys.meta_path.insert(0, Without())
"""


def fresh(script):
    """What a fresh process says to a script."""
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=100)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def test_importing_attnlab_opens_no_room_and_no_library():
    said = fresh("import sys; before = set(sys.modules); import attnlab; print(sorted(set(sys.modules) - before))")
    loaded = {name for name in ast.literal_eval(said)}
    assert {name for name in loaded if name.startswith("attnlab")} == {"attnlab"}
    assert {name.split(".")[0] for name in loaded} <= {"attnlab"} | sys.stdlib_module_names


@pytest.mark.parametrize("name", PUBLIC)
def test_every_public_name_is_there(name):
    assert getattr(attnlab, name).__name__ == name
    assert name in dir(attnlab)


def test_no_room_has_the_name_of_something_public():
    """Importing attnlab.trace, say, would put the room in the place of the function."""
    assert {name.lower() for name in PUBLIC} & {room.lower() for room in ROOMS} == set()
    for room in ROOMS - {"__main__"}:
        import_module(f"attnlab.{room}")
    assert all(callable(getattr(attnlab, name)) for name in PUBLIC)


def test_a_name_that_is_not_public_is_not_there():
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        attnlab.nothing  # noqa: B018


def test_what_a_type_checker_reads_is_what_python_hands_out():
    tree = ast.parse((SOURCE / "__init__.py").read_text(encoding="utf-8"))
    (checked,) = [node for node in tree.body if isinstance(node, ast.If)]
    read = {line.names[0].asname: line.module for line in checked.body if isinstance(line, ast.ImportFrom)}
    assert read == {name: f"attnlab.{room}" for name, room in attnlab._ROOMS.items()}
    assert set(read) == set(PUBLIC)
    assert (SOURCE / "py.typed").is_file()


def test_the_version_stands_in_one_place():
    assert attnlab.__version__ == version("attnlab")
    ran = subprocess.run([sys.executable, "-m", "attnlab", "--version"], capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stdout) == (0, f"attnlab {attnlab.__version__}\n")


def test_the_core_works_without_torch_and_every_other_extra():
    commands = ["trace anna --head 3", "map anna", "effect anna --cut 0.3:4-3", "edges anna", "models", "names -n 2",
                "check decoy --count 8", "lab --help"]  # fmt: skip
    said = fresh(f"{WITHOUT}\ncommands = {commands}" + """
from contextlib import redirect_stderr
from io import StringIO
from attnlab import cli, lab
from attnlab.server import make_app

for command in commands:
    sys.argv = ["attnlab", *command.split()]
    try:
        with redirect_stderr(StringIO()) as bar:
            cli.main()
    except SystemExit as ended:
        print("ended", ended.code, command)
make_app()
assert lab.look("names", "anna", "0.3", edits=["cut 0.3:4>3"]).map.state[4][3] == "cut"
""")  # fmt: skip
    assert [line for line in said.splitlines() if line.startswith("ended")] == [f"ended 0 {one}" for one in commands]


def test_a_missing_extra_names_the_command_that_brings_it():
    said = fresh(
        WITHOUT
        + """
from attnlab import LabError, load, trace
from attnlab.models.small import Shape
from attnlab.train import Recipe, train

for wish in (
    lambda: trace(load("names"), "anna").map().to_xarray(),
    lambda: train([[0], [1]], Shape(), Recipe()),
    lambda: load("gpt2"),
    lambda: load("owner/name"),
):
    try:
        wish()
    except LabError as fault:
        print(fault.message, fault)
"""
    )
    lines = said.splitlines()
    assert [line.split()[0] for line in lines] == ["extra-missing"] * 2 + ["model-unknown-here"] * 2
    assert [line.rpartition("pip install ")[2] for line in lines] == ['".[data]"', *['".[hub]"'] * 3]
    assert "There are: names, names-ru, " in lines[2]
    assert lines[0].startswith("extra-missing Map.to_xarray needs xarray")


def test_a_module_that_is_there_but_broken_is_a_fault_of_its_own(tmp_path, monkeypatch):
    """Only the module that was asked for may be missing: what it lacks itself is not ours to explain."""
    from attnlab.extras import bring

    (tmp_path / "halfway_there.py").write_text("import nothing_of_the_kind")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nothing_of_the_kind"):
        bring("halfway_there", "data", "a test")


MISTAKEN = """
from attnlab import LabError, Swap, check, generate, load, trace, trace_all

model = load("names")
for wish in (
    lambda: trace("names", "anna"),
    lambda: trace(model, ["anna"]),
    lambda: trace_all(model, "anna"),
    lambda: trace(model, "anna", heads="0.3"),
    lambda: trace(model, "anna", heads=3),
    lambda: trace(model, "anna", sites="0"),
    lambda: trace(model, "anna", positions=["last"]),
    lambda: trace(model, "anna", 3),
    lambda: trace(model, "anna").map(0, "3"),
    lambda: trace(model, "anna").map(1, 3),
    lambda: generate("names", "anna"),
    lambda: trace(model, "anna", heads=[]),
    lambda: check(model, []),
    lambda: Swap("0.3", 0, 2, "zero"),
    lambda: Swap("0", 0, 2, "zero"),
):
    try:
        print("taken", wish())
    except LabError as fault:
        print(fault.message)
"""


def test_a_wrongly_typed_argument_is_answered_in_words():
    assert fresh(MISTAKEN).split() == [
        "model-wanted", "text-wanted", "list-wanted", "list-wanted", "list-wanted", "list-wanted", "number-wanted",
        "edit-wanted", "number-wanted", "site-unknown", "model-wanted", "list-empty", "list-empty", "site-unreadable",
        "swap-source-unknown",
    ]  # fmt: skip
