"""The seeds' numbers, each made again by one command; one question a file."""

from collections.abc import Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module

from attnlab.errors import LabError
from attnlab.experiments.experiment import Claim as Claim
from attnlab.experiments.experiment import Experiment as Experiment
from attnlab.experiments.experiment import Findings as Findings
from attnlab.experiments.experiment import Inputs as Inputs
from attnlab.experiments.experiment import Line as Line
from attnlab.experiments.experiment import Mark as Mark
from attnlab.experiments.experiment import Number as Number
from attnlab.experiments.experiment import Panel as Panel
from attnlab.experiments.experiment import Result as Result
from attnlab.experiments.experiment import run as run

# name -> the module that holds EXPERIMENT; in the order in which they are listed
MODULES: Mapping[str, str] = {
    "lookup": "lookup",
    "budget": "budget",
    "scale": "scale",
    "masks": "masks",
    "order": "order",
    "thirty-lines": "thirty_lines",
    "sms-map": "sms_map",
    "two-heads": "two_heads",
    "spam": "spam",
    "cost": "cost",
    "recurrent": "recurrent",
    "address": "address",
    "not-an-explanation": "not_an_explanation",
    "alignment": "alignment",
    "redundancy": "redundancy",
    "novelty": "novelty",
    "pronoun": "pronoun",
}


@cache
def find(name: str) -> Experiment:
    """An experiment by its name. Raises LabError for a name that nobody knows.

    >>> from attnlab.experiments import find
    >>> find("scale").needs
    ()
    """
    if name not in MODULES:
        close = get_close_matches(name.lower(), MODULES, n=1, cutoff=0.6)
        if close:
            raise LabError("experiment-unknown-close", name=name, close=close[0])
        raise LabError("experiment-unknown", name=name, names=list(MODULES))
    return import_module(f"attnlab.experiments.{MODULES[name]}").EXPERIMENT
