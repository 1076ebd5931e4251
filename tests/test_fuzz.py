"""The hunts themselves: every target still gets through its door, and what is planted is found."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

pytest.importorskip("fuzz.targets", reason="the hunts lie beside the tests, in fuzz/")

from fuzz.hunt import Hunted, hunt, tried
from fuzz.targets import ROOMS, target

from attnlab import edits
from attnlab.errors import LabError

ROOT = Path(__file__).parents[1]
NEEDS = {"texts": ("tokenizers", "matplotlib", "pandas"), "models": ("transformers",), "messages": ("schemathesis",), "walk": ("playwright",)}


@pytest.mark.parametrize("name", [name for name in ROOMS if name != "walk"])
def test_a_short_hunt_finds_nothing_and_reaches_what_it_says_it_reaches(name, need):
    for module in NEEDS.get(name, ()):
        need(module)
    aim, made = target(name), Hunted(name, 0)
    aim.warm()

    def body(data):
        from fuzz.hunt import place

        try:
            made.outcomes[aim.attempt(data)] += 1
        except Exception as fault:
            if place(fault) not in aim.known:
                raise

    tried(aim, body, aim.short, seed=None, kept=None)()
    assert {*aim.reached} <= {*made.outcomes}, made.outcomes
