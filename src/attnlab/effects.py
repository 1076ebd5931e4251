"""A target before and after edits, and the effect of every key of one query."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from array_api_compat import array_namespace
from jaxtyping import Float

from attnlab.arrays import Array, to_numpy
from attnlab.edits import Cut, Drop, Edit, together
from attnlab.formula import Call
from attnlab.model import Model, find_head, find_site
from attnlab.probe import Probe, Site, Stage, bind
from attnlab.targets import Target, choose, find_position
from attnlab.tokens import Tokens
from attnlab.traces import Trace, check_edits, explained, refuse_masked


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


def run_each(
    model: Model, tokens: Tokens, alternatives: Sequence[Sequence[Edit]], *, most: int = 128
) -> Iterator[Float[np.ndarray, "position symbol"]]:
    """Logits of one text under each set of edits in turn, all by the formula. No edits at all give the clean run.

    A model that batches runs up to `most` of them at once. Raises LabError where an edit does not fit or empties a row.
    """
    if not model.batches:
        for edits in alternatives:
            yield explained(model, tokens, edits).logits
        return
    every = [edit for edits in alternatives for edit in edits]
    check_edits(model, tokens, every)
    for first in range(0, len(alternatives), most):
        some = alternatives[first : first + most]
        probe = _side_by_side(some)

        def attend(site: Site, call: Call, probe: Probe = probe) -> Array:
            refuse_masked(call, [edit for edit in every if edit.site == site], model.heads(site), tokens)
            return call.mix(bind(probe, site))

        logits = to_numpy(model.run(tokens, attend))
        # where no alternative reaches the logits there is no batch axis, and all rows are alike
        yield from np.broadcast_to(logits, (len(some), *logits.shape[-2:]))


def _side_by_side(alternatives: Sequence[Sequence[Edit]]) -> Probe:
    """One probe for several sets of edits: where any acts, the stage gets a leading axis, one row a set."""
    acting = {(edit.site, stage) for edits in alternatives for edit in edits for stage in edit.stages}

    def probe(site: Site, stage: Stage, x: Array) -> Array:
        if (site, stage) not in acting:
            return x
        xp = array_namespace(x)
        # a first axis of this length beyond head, place and place was put there by an earlier stage or site
        rows = list(x) if x.ndim == 4 else [x] * len(alternatives)
        return xp.stack([together(edits)(site, stage, row) for edits, row in zip(alternatives, rows, strict=True)])

    return probe


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

    keys = [int(key) for key in np.flatnonzero(visible)] if kind is Drop or visible.sum() > 1 else []
    runs = run_each(model, base.tokens, [[*edits, kind(site, head, query, key)] for key in keys])
    change = np.full(len(base.tokens), np.nan)
    for key, logits in zip(keys, runs, strict=True):
        change[key] = target(logits) - before
    return change
