"""What is hunted: a target is a door of attnlab, what is pushed through it, and what may come back."""

from collections.abc import Callable
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import TypeAlias

from hypothesis import strategies as st

# One example: draws what it wants, raises what must not be, and says in a word or two what came of it.
Attempt: TypeAlias = Callable[[st.DataObject], str]

ROOMS = ("edits", "syntax", "files", "lessons", "words", "texts", "models", "messages", "walk")
"""In the order in which they are run: a file each."""


@dataclass(frozen=True)
class Target:
    """One door. What an attempt raises was found, whatever it is; a refusal in words is no more than an outcome."""

    name: str
    about: str
    attempt: Attempt
    reached: tuple[str, ...]
    """Outcomes that even a short hunt must meet: one that only ever refuses has tried nothing."""
    patience: float | None = 60.0
    """Seconds after which an example counts as found; None where the attempt has a patience of its own."""
    shrinks: bool = True
    """False where a smaller example is no simpler: a seed."""
    short: int = 25
    """Examples of the short hunt in the suite."""
    memory: int | None = 8
    """GiB of address space that the hunt may take; None for any, as a browser wants."""
    known: tuple[str, ...] = ()
    """Places of faults that wait for whoever owns the room: they are counted, and are not found again."""
    warm: Callable[[], object] = bool
    """Done once beforehand, so that no example's time goes for opening libraries."""


def target(name: str) -> Target:
    """A target by its name; its room is opened now."""
    return import_module(f"fuzz.{name}").TARGET


@contextmanager
def saying(*what: object):
    """Adds to a fault what was being done."""
    try:
        yield
    except Exception as fault:
        fault.add_note(" ".join(map(str, what)))
        raise
