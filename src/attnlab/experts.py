"""Which expert each piece of a text was sent to: the router's map, beside those of attention."""

from dataclasses import dataclass
from math import prod

import numpy as np
from jaxtyping import Float

from attnlab.arrays import Array, softmax, to_numpy
from attnlab.errors import LabError
from attnlab.model import Model, as_tokens, check_model
from attnlab.models.small import Small
from attnlab.models.transformer import chosen
from attnlab.probe import Site
from attnlab.tokens import Tokens


@dataclass(frozen=True, eq=False)
class Routes:
    """Where the routers of a mixture of experts sent each piece of one text.

    >>> import attnlab
    >>> from attnlab.experts import routes
    >>> made = routes(attnlab.load("names-experts"), "anna")
    >>> made.load.round(2), made.active < made.parameters  # an even load is a half each: two of four are taken
    (array([[0. , 0.6, 0.8, 0.6]]), True)
    """

    model: str
    tokens: Tokens
    sites: tuple[Site, ...]
    used: int
    """Experts that each piece goes through in a layer."""
    preferred: Float[np.ndarray, "site position expert"]
    """The softmax of the router's scores over all experts, before the best are taken."""
    share: Float[np.ndarray, "site position expert"]
    """What each expert's answer is weighed with: 0 for those that were not taken; each row sums to 1."""
    parameters: int
    active: int
    """Parameters that one piece goes through."""

    @property
    def load(self) -> Float[np.ndarray, "site expert"]:
        """The share of the pieces that each expert was taken for; even load is used / experts."""
        return (self.share > 0).mean(axis=1)

    @property
    def spread(self) -> Float[np.ndarray, " site"]:
        """How even the load is: its entropy over that of even load, 1 where every expert is taken alike."""
        part = self.load / self.load.sum(axis=-1, keepdims=True)
        entropy = -(part * np.log(np.where(part > 0, part, 1))).sum(axis=-1)
        return entropy / np.log(part.shape[-1]) if part.shape[-1] > 1 else np.ones(len(part))


def routes(model: Model, text: str | Tokens) -> Routes:
    """Where the routers of a model send each piece of a text.

    Scores are heard where the model makes them. Source: Shazeer et al. 2017, eq. 2 to 5. Raises LabError for a model
    without experts and for a text it cannot read.

    >>> import attnlab
    >>> from attnlab.experts import routes
    >>> made = routes(attnlab.load("names-experts"), "anna")
    >>> made.tokens.pieces, made.used
    (('START', 'a', 'n', 'n', 'a'), 2)
    """
    check_model(model, "routes")
    if not isinstance(model, Small) or not model.shape.experts:
        raise LabError("experts-none", model=model.name)
    tokens, heard = as_tokens(model, text), dict[Site, Array]()

    def note(site: Site, score: Array) -> Array:
        heard[site] = score
        return score

    model.run(tokens, route=note)
    # a translator's encoder has a router for each piece of the source: that is another text, and another map
    sites = tuple(site for site in heard if tokens.at(site)[0] is tokens)
    score = np.stack([to_numpy(heard[site]) for site in sites])
    shape = model.shape
    one = sum(
        prod(size) for name, size in shape.parameters().items() if len(size) == 3 or _is_bias_of_experts(name, size)
    )
    return Routes(
        model.name, tokens, sites, shape.experts_used, softmax(score), chosen(score, shape.experts_used),
        model.parameter_count, model.parameter_count - one * (shape.experts - shape.experts_used) // shape.experts,
    )  # fmt: skip


def _is_bias_of_experts(name: str, size: tuple[int, ...]) -> bool:
    return len(size) == 2 and name.endswith(("up_bias", "down_bias"))
