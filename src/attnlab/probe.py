"""Where a model is met and by whom: a site, its stages, and the probe that hears or changes them."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal, TypeAlias

from attnlab.arrays import Array
from attnlab.errors import LabError

Stage = Literal["q", "k", "v", "score", "mask", "weight", "output", "feed"]
STAGES: tuple[Stage, ...] = ("q", "k", "v", "score", "mask", "weight", "output")
"""Those of attention, in the order of the formula. Beside them stands feed: what a layer adds to the residual besides
attention, [.., position, width], met under the name of the layer's self-attention and only where someone asks."""

Stack = Literal["decoder", "encoder"]
Kind = Literal["self", "cross"]

_SITE = re.compile(r"(?:(?P<where>encoder|cross)\.)?(?P<layer>\d{1,9})", re.ASCII)


@dataclass(frozen=True, order=True)
class Site:
    """Where one attention layer stands. Its name is the layer's number, with `encoder.` or `cross.` before it.

    >>> from attnlab import Site
    >>> str(Site(1, kind="cross")), Site.parse("encoder.3")
    ('cross.1', Site(layer=3, stack='encoder', kind='self'))
    """

    layer: int
    stack: Stack = "decoder"
    kind: Kind = "self"

    @classmethod
    def parse(cls, name: str) -> "Site":
        """The site of a name such as `0`, `encoder.3` or `cross.1`. Raises LabError for any other text."""
        found = _SITE.fullmatch(name.strip())
        if found is None:
            raise LabError("site-unreadable", site=name)
        layer = int(found["layer"])
        match found["where"]:
            case "encoder":
                return cls(layer, stack="encoder")
            case "cross":
                return cls(layer, kind="cross")
            case _:
                return cls(layer)

    def __str__(self) -> str:
        if self.kind == "cross":
            return f"cross.{self.layer}"
        return f"encoder.{self.layer}" if self.stack == "encoder" else str(self.layer)


# A probe is met by every stage of every site; what it returns is what the next stage gets.
Probe: TypeAlias = Callable[[Site, Stage, Array], Array]
# A tap is a probe bound to one site.
Tap: TypeAlias = Callable[[Stage, Array], Array]


def pass_on(stage: Stage, x: Array) -> Array:
    """The tap that changes nothing."""
    return x


def leave(site: Site, stage: Stage, x: Array) -> Array:
    """The probe that changes nothing."""
    return x


def bind(probe: Probe, site: Site) -> Tap:
    """The probe as it stands at one site."""
    return partial(probe, site)


def chain(*probes: Probe) -> Probe:
    """One probe that hands each stage through several in turn: the next gets what the one before returned."""
    return partial(_in_turn, probes)


def _in_turn(probes: tuple[Probe, ...], site: Site, stage: Stage, x: Array) -> Array:
    for probe in probes:
        x = probe(site, stage, x)
    return x


class Recorder:
    """A probe that keeps what it hears and changes nothing."""

    def __init__(self) -> None:
        self.heard: dict[tuple[Site, Stage], Array] = {}

    def __call__(self, site: Site, stage: Stage, x: Array) -> Array:
        self.heard[site, stage] = x
        return x

    def stages(self, site: Site) -> tuple[Stage, ...]:
        """The stages heard at a site, in the order of the formula."""
        return tuple(stage for stage in STAGES if (site, stage) in self.heard)
