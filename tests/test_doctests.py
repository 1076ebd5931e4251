"""Every public name shows itself in use, and what its example prints is what it prints."""

import inspect
import re
from doctest import ELLIPSIS, DocTestFinder, DocTestRunner
from importlib import import_module
from pathlib import Path

import pytest

import attnlab

ROOT = Path(attnlab.__file__).parent
REFERENCE = ROOT.parent.parent / "docs" / "reference"
SKIPS = "doctest: +SKIP"

# what an example needs that the base does not bring, by what it calls
NEEDS = {
    "torch": ("remember(", "make(", "train(", "train_task("),
    "transformers": ("transformers",),
    "matplotlib": ("plot",),
    "pandas": ("to_pandas",),
    "pyarrow": ("to_arrow",),
    "xarray": ("to_xarray",),
}


def rooms():
    """Every file of the package with an example in it, as a module's name."""
    for path in sorted(ROOT.rglob("*.py")):
        if "page" not in path.parts and ">>> " in path.read_text(encoding="utf-8"):
            parts = path.relative_to(ROOT.parent).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def examples():
    """Every docstring with an example. Each begins from nothing, as a reader does who copies it."""
    finder = DocTestFinder()
    for name in rooms():
        room = import_module(name)
        made = [one for one in vars(room).values() if getattr(one, "__module__", None) == name and callable(one)]
        for one in made:
            found = finder.find(one, f"{name}.{one.__name__}", module=False, globs={"__name__": "example"})
            yield from (docstring for docstring in found if docstring.examples)


EXAMPLES = {one.name: one for one in examples()}


def shown():
    """Every name that the package or a page of the reference shows, and what it names."""
    for name in set(attnlab.__all__) - {"__version__"}:
        yield f"attnlab.{name}", getattr(attnlab, name)
    for page in sorted(REFERENCE.glob("*.md")):
        for name in re.findall(r"^\.\. auto(?:function|class):: (\S+)", page.read_text(encoding="utf-8"), re.MULTILINE):
            room, _, last = name.rpartition(".")
            yield name, getattr(import_module(room), last)


SHOWN = dict(shown())


@pytest.mark.parametrize("name", sorted(SHOWN))
def test_every_public_name_has_an_example(name):
    made = inspect.unwrap(SHOWN[name])

    assert f"{made.__module__}.{made.__qualname__}" in EXAMPLES


@pytest.mark.parametrize("name", sorted(EXAMPLES))
def test_an_example_prints_what_it_says(name, need, tmp_path, monkeypatch):
    calls = "".join(example.source for example in EXAMPLES[name].examples)
    for module in (module for module, words in NEEDS.items() if any(word in calls for word in words)):
        need(module)
    monkeypatch.chdir(tmp_path)  # files are written where nobody misses them
    said = []

    DocTestRunner(optionflags=ELLIPSIS).run(EXAMPLES[name], out=said.append, clear_globs=True)

    assert not said, "".join(said)


def test_no_example_is_passed_over():
    assert not [name for name, one in EXAMPLES.items() if SKIPS in one.docstring]
