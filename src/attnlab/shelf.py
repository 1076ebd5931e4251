"""The models that a person has loaded beside those in the package, under the names by which they were asked for."""

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from attnlab import models
from attnlab.errors import LabError
from attnlab.model import Model, Proof, prove
from attnlab.models.small import Small

STEPS: tuple[Literal["reading", "proving"], ...] = ("reading", "proving")
"""What loading does one after the other; it can be ended between them, not within."""


@dataclass(frozen=True, eq=False)
class Loaded:
    """A model on the shelf."""

    name: str
    """As the person wrote it: a Hugging Face name or a path."""
    model: Model
    proof: Proof


class Shelf:
    """A few models, each loaded once."""

    def __init__(self, room: int = 4) -> None:
        self._room = room
        self._lock = threading.Lock()
        self._held: dict[str, Loaded] = {}

    def load(
        self,
        name: str,
        watch: Callable[[int, int], None] = lambda done, total: None,
        under: str | None = None,
    ) -> Loaded:
        """Open a model, prove it and put it on the shelf; `watch` is told which of `STEPS` begins, and may end it.

        It is known by its name, or by the one it is put `under`. What was read by then is dropped. Raises LabError for
        a name that stands for a model of the package, a full shelf, and a model that cannot be opened or fails a proof.
        """
        name = clean(name)
        known = name if under is None else under
        self.refuse(known)
        watch(0, len(STEPS))
        place = str(Path(name).expanduser()) if name.startswith("~") else name
        model = models.load(place, watch=lambda step: watch(STEPS.index(step), len(STEPS)))
        proof = getattr(model, "proof", None)
        if proof is None:
            watch(1, len(STEPS))
            assert isinstance(model, Small)  # whatever else is loaded was proved by `load`
            proof = prove(model, model.example())
        watch(len(STEPS), len(STEPS))
        with self._lock:
            self._held[known] = made = Loaded(known, model, proof)
        return made

    def refuse(self, name: str) -> None:
        """Raise LabError for what will not be loaded, before any work is done."""
        if not name:
            raise LabError("load-nothing")
        if name in models.NAMES:
            raise LabError("load-own", name=name)
        with self._lock:
            if name not in self._held and len(self._held) >= self._room:
                raise LabError("shelf-full", most=self._room, names=list(self._held))

    def find(self, name: str) -> Loaded | None:
        """The model of that name, if it is here."""
        with self._lock:
            return self._held.get(name)

    def every(self) -> list[Loaded]:
        """All of them, the oldest first."""
        with self._lock:
            return list(self._held.values())

    def drop(self, name: str) -> None:
        """Take a model off; its memory is freed when the last run that uses it has ended. Raises LabError if absent."""
        with self._lock:
            if self._held.pop(name, None) is None:
                raise LabError("model-name-unknown", name=name, names=[*models.NAMES, *self._held])


def clean(name: str) -> str:
    """A name or path as it was meant: without the spaces and quotation marks that come with a copied one."""
    name = name.strip()
    return name[1:-1].strip() if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'" else name
