"""A target before and after edits, and the effect of every key of one query."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float

from attnlab.edits import Cut, Drop, Edit
from attnlab.model import Model, find_head, find_site
from attnlab.probe import Site
from attnlab.targets import Target, choose, find_position
from attnlab.tokens import Tokens
from attnlab.traces import Trace, explained


@dataclass(frozen=True, eq=False)
class Effect:
    """A target before and after edits, on one text. Both runs took the same path through the formula."""

    target: Target
    before: float
    after: float
    clean: Trace
    edited: Trace

    @property
    def change(self) -> float:
        """After less before, in the target's unit."""
        return self.after - self.before

    @property
    def edits(self) -> tuple[Edit, ...]:
        """The edits made."""
        return self.edited.edits

    @property
    def moved(self) -> float:
        """How much probability changed hands at the target's position: total variation, from 0 to 1."""
        place = self.target.position
        return float(np.abs(self.edited.probabilities[place] - self.clean.probabilities[place]).sum() / 2)


def effect(
    model: Model, text: str, edits: Sequence[Edit], target: str | None = None, position: int | None = None
) -> Effect:
    """What edits do to a target on one text.

    `target` is typed as in `targets.choose` (default: the model's own top symbol against its runner-up,
    as it was before the edits), `position` is where it is read (default: the last). Raises LabError for a text,
    target or edit that does not fit.

    >>> import attnlab
    >>> cut = attnlab.Cut(attnlab.Site(0), head=0, query=4, key=3)
    >>> made = attnlab.effect(attnlab.load("previous"), "abcd", [cut], target="c")
    >>> made.change < -3
    True
    """
    clean = explained(model, model.tokens(text))
    watched = choose(model, clean.tokens, clean.logits, target, position)
    edited = explained(model, clean.tokens, edits)
    return Effect(watched, watched(clean.logits), watched(edited.logits), clean, edited)


def key_effects(
    model: Model,
    text: str | Tokens,
    site: Site | str,
    head: int,
    query: int,
    target: Target,
    *,
    kind: type[Cut] | type[Drop] = Cut,
    edits: Sequence[Edit] = (),
) -> Float[np.ndarray, " key"]:
    """How the target changes when each key in turn is cut (or dropped) from one query's row, on top of `edits`.

    NaN where there is nothing to cut: behind the mask, at a key cut already, and at the last key left. Raises
    LabError for a site, head or query that is not there.
    """
    site = find_site(model, site)
    find_head(model, site, head)
    base = explained(model, model.tokens(text) if isinstance(text, str) else text, edits)
    query = find_position(base.tokens, query)
    visible = base.map(site, head).visible[query]
    before = target(base.logits)

    change = np.full(len(base.tokens), np.nan)
    for key in np.flatnonzero(visible):
        if kind is Cut and visible.sum() == 1:
            break
        after = explained(model, base.tokens, [*edits, kind(site, head, query, int(key))])
        change[key] = target(after.logits) - before
    return change
