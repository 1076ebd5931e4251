"""Texts whose right answer is known: what small transformers are trained on, and what they are tested with."""

from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache, partial

from attnlab.errors import LabError
from attnlab.tasks.agreement import agreement
from attnlab.tasks.grammar import grammar
from attnlab.tasks.numbers import number_words
from attnlab.tasks.recall import address, address_by_symbol, copy, last_of_two, remember
from attnlab.tasks.task import Example as Example
from attnlab.tasks.task import Size as Size
from attnlab.tasks.task import Task as Task

TASKS: Mapping[str, Callable[[], Task]] = {
    "address": address,
    "address-by-symbol": address_by_symbol,
    "last-of-two": last_of_two,
    "copy": copy,
    "remember": remember,
    "agreement": agreement,
    "numbers-ru": partial(number_words, "ru"),
    "numbers-et": partial(number_words, "et"),
    "grammar-ru": partial(grammar, "ru"),
    "grammar-et": partial(grammar, "et"),
}


@cache
def find(name: str) -> Task:
    """A task by its name. Raises LabError for a name that nobody knows.

    >>> from attnlab import tasks
    >>> task = tasks.find("address")
    >>> task.read("A:7 B:2 C:9 ?B").answer
    ('2',)
    """
    if name not in TASKS:
        close = get_close_matches(name.lower(), TASKS, n=1, cutoff=0.6)
        if close:
            raise LabError("task-unknown-close", name=name, close=close[0])
        raise LabError("task-unknown", name=name, names=list(TASKS))
    return TASKS[name]()
