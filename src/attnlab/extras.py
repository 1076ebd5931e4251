"""What is not in the base install, and the command that brings it."""

from importlib import import_module
from types import ModuleType
from typing import Literal

from attnlab.errors import LabError

Extra = Literal["hub", "plot", "notebook", "data", "cluster", "names", "test"]


def bring(module: str, extra: Extra, wish: str) -> ModuleType:
    """Import a module of an optional extra, or say how to install it.

    `wish` names what the person wanted to do, in the words of a command or function.
    Raises LabError where the module is missing.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as absent:
        if absent.name is None or absent.name.split(".")[0] != module.split(".")[0]:
            raise
        raise LabError("extra-missing", wish=wish, module=module, extra=extra) from None
