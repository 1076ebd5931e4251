"""The models at hand: those in the package, by name, and those in a file, by path."""

from importlib.resources import as_file, files
from pathlib import Path

from attnlab.errors import LabError
from attnlab.model import Model

EMBEDDED = ("names",)
HANDMADE = ("previous", "same", "decoy", "quiet", "backup")
NAMES = (*EMBEDDED, *HANDMADE)


def load(name: str) -> Model:
    """A model by name, or by the path of a file that `attnlab train` wrote.

    Raises LabError for a name that nobody knows and a file that is torn or not a model.
    """
    if name in HANDMADE:
        from attnlab.models.handmade import handmade

        return handmade()[name]()
    from attnlab.models.small import Small

    if name in EMBEDDED:
        with as_file(files("attnlab.models") / f"{name}.safetensors") as path:
            return Small.open(path)
    if name.endswith(".safetensors") or Path(name).is_file():
        return Small.open(name)
    raise LabError("model-unknown", name=name, names=list(NAMES))
