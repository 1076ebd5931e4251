"""attnlab: see where a transformer looked, and find out whether it mattered."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from attnlab.checks import Case as Case
    from attnlab.checks import check as check
    from attnlab.checks import demonstrate as demonstrate
    from attnlab.configurations import size as size
    from attnlab.edits import Ablate as Ablate
    from attnlab.edits import Cut as Cut
    from attnlab.edits import Drop as Drop
    from attnlab.edits import Feed as Feed
    from attnlab.edits import Flatten as Flatten
    from attnlab.edits import Hide as Hide
    from attnlab.edits import Lift as Lift
    from attnlab.edits import Patch as Patch
    from attnlab.edits import Replace as Replace
    from attnlab.edits import Rescale as Rescale
    from attnlab.edits import Swap as Swap
    from attnlab.edits import Unmask as Unmask
    from attnlab.effect_maps import EffectMap as EffectMap
    from attnlab.effect_maps import contributions as contributions
    from attnlab.effect_maps import effect_map as effect_map
    from attnlab.effect_maps import head_effects as head_effects
    from attnlab.effect_maps import open_effects as open_effects
    from attnlab.effects import Effect as Effect
    from attnlab.effects import edge_effects as edge_effects
    from attnlab.effects import effect as effect
    from attnlab.effects import key_effects as key_effects
    from attnlab.errors import LabError as LabError
    from attnlab.formula import attention as attention
    from attnlab.generated import generate as generate
    from attnlab.generated import generate_all as generate_all
    from attnlab.memories import remember as remember
    from attnlab.models import load as load
    from attnlab.outside import WeightMap as WeightMap
    from attnlab.outside import Weights as Weights
    from attnlab.outside import read_weights as read_weights
    from attnlab.plots import plot_effects as plot_effects
    from attnlab.plots import plot_remember as plot_remember
    from attnlab.probe import Site as Site
    from attnlab.saved import save_html as save_html
    from attnlab.sizes import Configuration as Configuration
    from attnlab.sizes import Size as Size
    from attnlab.storage import open_trace as open_trace
    from attnlab.storage import save_trace as save_trace
    from attnlab.summaries import Sweep as Sweep
    from attnlab.summaries import open_sweep as open_sweep
    from attnlab.tables import Table as Table
    from attnlab.traces import Map as Map
    from attnlab.traces import Trace as Trace
    from attnlab.traces import trace as trace
    from attnlab.traces import trace_all as trace_all
    from attnlab.verdicts import Check as Check
    from attnlab.verdicts import Verdict as Verdict
    from attnlab.verdicts import open_check as open_check

# Where each public name lives. Rooms are opened when a name is first used, so `import attnlab` costs nothing.
_ROOMS = {
    "attention": "formula",
    "Case": "checks",
    "check": "checks",
    "demonstrate": "checks",
    "Check": "verdicts",
    "Verdict": "verdicts",
    "open_check": "verdicts",
    "open_trace": "storage",
    "save_trace": "storage",
    "save_html": "saved",
    "Cut": "edits",
    "Drop": "edits",
    "Lift": "edits",
    "Rescale": "edits",
    "Feed": "edits",
    "Flatten": "edits",
    "Hide": "edits",
    "Unmask": "edits",
    "Swap": "edits",
    "Patch": "edits",
    "Replace": "edits",
    "Ablate": "edits",
    "EffectMap": "effect_maps",
    "contributions": "effect_maps",
    "effect_map": "effect_maps",
    "head_effects": "effect_maps",
    "open_effects": "effect_maps",
    "Effect": "effects",
    "effect": "effects",
    "key_effects": "effects",
    "LabError": "errors",
    "edge_effects": "effects",
    "generate": "generated",
    "generate_all": "generated",
    "load": "models",
    "WeightMap": "outside",
    "Weights": "outside",
    "read_weights": "outside",
    "Sweep": "summaries",
    "open_sweep": "summaries",
    "Table": "tables",
    "plot_effects": "plots",
    "plot_remember": "plots",
    "remember": "memories",
    "Site": "probe",
    "size": "configurations",
    "Configuration": "sizes",
    "Size": "sizes",
    "Map": "traces",
    "Trace": "traces",
    "trace": "traces",
    "trace_all": "traces",
}

__all__ = ["__version__", *_ROOMS]


# Rooms that are worked with as such; the others are opened by the names above.
_OPEN = (
    "checks",
    "corpora",
    "edits",
    "experiments",
    "formula",
    "models",
    "recipes",
    "sweeps",
    "tasks",
    "train",
    "variants",
)


def __getattr__(name: str) -> Any:
    if name in _OPEN:
        return import_module(f"attnlab.{name}")
    if name not in _ROOMS:
        raise AttributeError(f"module 'attnlab' has no attribute {name!r}")
    return getattr(import_module(f"attnlab.{_ROOMS[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
