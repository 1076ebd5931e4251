"""How each shipped model is made: its texts, its sizes, its training. `attnlab train NAME` makes it again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from string import ascii_lowercase
from typing import Any

import numpy as np

from attnlab.datasets import NAMES, fetch, read_names, verify
from attnlab.errors import LabError
from attnlab.models.small import Shape, Small
from attnlab.tasks import Task, find
from attnlab.tasks.names import ESTONIAN, RUSSIAN, first_names
from attnlab.tokens import Alphabet
from attnlab.train import Look, Recipe, Watch, train, train_task


@dataclass(frozen=True)
class Plan:
    """What a model is made of.

    >>> from attnlab.recipes import PLANS
    >>> [name for name, plan in PLANS.items() if plan.letters]
    ['names', 'names-ru', 'names-latin', 'names-experts']
    """

    name: str
    shape: Mapping[str, Any]
    """What differs from `Shape()`; the symbols are counted in the texts."""
    recipe: Recipe
    task: str = ""
    """"" for a model that goes on with names."""
    letters: str = ""
    """Of names, the alphabet."""
    scored: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """The sizes of held-out texts; some are beyond those that are trained on."""
    parts: bool = False
    """Symbols are put together of a key and a value."""


_ANSWER = Recipe(steps=500, batch=64, rate=0.01, betas=(0.9, 0.999), std=None, look=50)
# one head and nothing else: queries and keys read the key of a pair, values its value
_ONE_HEAD: Mapping[str, Any] = {
    "layers": 1, "heads": 1, "width": 64, "hidden": 0, "norm": "none", "embed_norm": False, "apart": True,
}  # fmt: skip
_BLOCKS: Mapping[str, Any] = {"layers": 2, "heads": 2, "embed_norm": False, "last_norm": True}
_TRANSLATOR: Mapping[str, Any] = {
    "stacks": "translator", "layers": 2, "heads": 4, "width": 48, "hidden": 96, "context": 24,
    "positions": "sinusoidal", "embed_norm": False, "last_norm": True,
}  # fmt: skip
_TRANSLATE = replace(_ANSWER, steps=2000, rate=0.004, look=250)

PLANS: Mapping[str, Plan] = {plan.name: plan for plan in (
    Plan("names", {}, Recipe(), letters=ascii_lowercase),
    Plan("names-ru", {"width": 24}, Recipe(), letters=RUSSIAN),
    Plan("names-latin", {"width": 24}, Recipe(), letters=ESTONIAN),
    Plan("names-experts", {"experts": 4, "experts_used": 2, "hidden": 32}, Recipe(), letters=ascii_lowercase),
    Plan("address", _ONE_HEAD | {"context": 65, "positions": "none"}, _ANSWER, "address",
         scored={"pairs": (2, 16, 32, 64)}, parts=True),
    Plan("last-of-two", _ONE_HEAD | {"context": 129, "positions": "slope"}, replace(_ANSWER, steps=2000, look=200),
         "last-of-two", scored={"pairs": (2, 8, 16, 32, 64)}, parts=True),
    Plan("last-of-two-blind", _ONE_HEAD | {"context": 129, "positions": "none"},
         replace(_ANSWER, steps=800, look=200), "last-of-two", scored={"pairs": (2, 8, 16, 32, 64)}, parts=True),
    Plan("copy", _BLOCKS | {"width": 64, "hidden": 0, "context": 52, "positions": "relative"},
         replace(_ANSWER, steps=2000, rate=0.004, look=200), "copy", scored={"length": (4, 6, 8, 12)}),
    Plan("agreement", _BLOCKS | {"width": 32, "hidden": 64, "context": 24, "positions": "alibi"},
         replace(_ANSWER, steps=1000, rate=0.005, look=100), "agreement", scored={"between": (0, 1, 2, 3)}),
    Plan("numbers-ru", _TRANSLATOR, replace(_TRANSLATE, seed=1), "numbers-ru"),
    *(Plan(name, _TRANSLATOR, _TRANSLATE, name) for name in ("numbers-et", "grammar-ru", "grammar-et")),
)}  # fmt: skip


def plan(name: str) -> Plan:
    """The plan of that name. Raises LabError with the names there are.

    >>> from attnlab.recipes import plan
    >>> plan("address").recipe.steps, plan("address").scored
    (500, {'pairs': (2, 16, 32, 64)})
    """
    if name not in PLANS:
        raise LabError("train-unknown", name=name, names=list(PLANS))
    return PLANS[name]


def make(
    wanted: Plan,
    watch: Watch = lambda step, loss: None,
    look: Look = lambda step, scores: None,
    *,
    data: Path | None = None,
    any_data: bool = False,
    path: Path | None = None,
) -> Small:
    """Train a model by its plan.

    `data` is a file with a name a line, for those that go on with names; without it, English ones are fetched from
    their home and others are those of faker. `path` keeps the run's state. Needs torch. Raises LabError for data that
    are not what is wanted, and for `data` where the texts are drawn.

    >>> from attnlab.recipes import changed, make, plan
    >>> made = make(changed(plan("agreement"), {"steps": 2, "batch": 4}, {"width": 8, "hidden": 8}))
    >>> made.name, made.shape.width
    ('agreement', 8)
    """
    if wanted.task:
        if data is not None:
            raise LabError("train-data-drawn", name=wanted.name)
        return _answering(wanted, find(wanted.task), watch, look, path)
    alphabet = Alphabet(tuple(wanted.letters))
    sizes: dict[str, Any] = {"symbols": len(alphabet.vocabulary), **wanted.shape}
    shape = Shape(**sizes)
    numbers = alphabet.numbers
    names, about = _names(wanted, data, any_data=any_data)
    made = train([[numbers[letter] for letter in name] for name in names], shape, wanted.recipe, watch, path=path)
    return Small(wanted.name, shape, alphabet, made.parameters, made.record | {"data": about})


def _names(wanted: Plan, data: Path | None, *, any_data: bool) -> tuple[list[str], dict[str, str]]:
    english = wanted.letters == ascii_lowercase
    if data is not None or english:
        path = fetch(NAMES) if data is None else verify(NAMES, data) if english and not any_data else data
        about = {"name": NAMES.name if english else path.name, "sha256": sha256(path.read_bytes()).hexdigest()}
        return read_names(path, tuple(wanted.letters)), about
    longest = Shape(**dict(wanted.shape)).context - 1
    names = [name for name in first_names(wanted.letters) if len(name) <= longest]
    listed = sha256("\n".join(names).encode()).hexdigest()
    return names, {"name": f"faker {version('faker')}", "sha256": listed}


def _answering(wanted: Plan, task: Task, watch: Watch, look: Look, path: Path | None) -> Small:
    start = "START" if task.kind == "translate" else ""
    alphabet = Alphabet(task.vocabulary, start, " ")
    if (dict(wanted.shape).get("stacks", "decoder") == "translator") != (task.kind == "translate"):
        raise LabError("train-stacks", name=wanted.name, stacks="translator" if start else "decoder")
    made_of, parts = parts_of(task) if wanted.parts else (None, ())
    sizes: dict[str, Any] = {"symbols": len(alphabet.vocabulary), **wanted.shape, "parts": parts}
    shape = Shape(**sizes)
    made = train_task(
        task, alphabet.vocabulary, shape, wanted.recipe, watch, look, scored=wanted.scored,
        made_of=made_of, path=path,
    )  # fmt: skip
    return Small(wanted.name, shape, alphabet, made.parameters, made.record)


def parts_of(task: Task) -> tuple[np.ndarray, tuple[int, int]]:
    """Which key and which value each symbol of a task's vocabulary is put together of [symbol, 2], and how many keys
    and values there are.

    A query's key is one of its own, so that a head can learn to look for a key without looking at whoever asks; an
    answer has a value and no key, which is the last of all keys.
    """
    assert task.parts is not None
    keys, asked = len(task.keys), len(task.values) - 1
    read = [(key + keys if value == asked else key, value) for key, value in task.parts]
    said = [(2 * keys, task.values.index(piece)) for piece in task.vocabulary[len(task.reads) :]]
    return np.array([*read, *said]), (2 * keys + 1, len(task.values))


def read_sizes(wishes: Sequence[str]) -> dict[str, Any]:
    """Sizes as they are typed, such as `layers=2`. Raises LabError for a size that no shape has, and a value of
    another kind.

    >>> from attnlab.recipes import read_sizes
    >>> read_sizes(["layers=2", "pattern=window", "gated=yes"])
    {'layers': 2, 'pattern': 'window', 'gated': True}
    """
    kinds = {one.name: type(getattr(Shape(), one.name)) for one in fields(Shape)}
    kinds = {name: kind for name, kind in kinds.items() if name not in ("symbols", "parts", "apart")}
    found: dict[str, Any] = {}
    for wish in wishes:
        name, equals, text = wish.partition("=")
        if name not in kinds or not equals:
            raise LabError("shape-size-unknown", found=wish, names=list(kinds))
        try:
            found[name] = {"yes": True, "no": False}[text] if kinds[name] is bool else kinds[name](text)
        except (KeyError, ValueError):
            wanted = "yes/no" if kinds[name] is bool else "1.5" if kinds[name] is float else "2"
            raise LabError("shape-size-unread", name=name, found=text, wanted=wanted) from None
    return found


def changed(wanted: Plan, recipe: Mapping[str, Any], shape: Mapping[str, Any]) -> Plan:
    """The same plan with other figures of the recipe and the shape; those that are None stay.

    >>> from attnlab.recipes import changed, plan
    >>> changed(plan("names"), {"steps": 100, "batch": None}, {"layers": 2}).recipe.steps
    100
    """
    mine = {name: x for name, x in recipe.items() if x is not None}
    sizes = {name: x for name, x in shape.items() if x is not None}
    return replace(wanted, recipe=replace(wanted.recipe, **mine), shape=dict(wanted.shape) | sizes)
