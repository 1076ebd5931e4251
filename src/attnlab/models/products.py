"""Products with a layer's weights in fewer bits, of what differs from the clean run alone.

Many continuations of one text differ little from the clean one beside them: x = x0 + d. A linear part gives W x0 once,
in full, and W d for each, and rounding W d to bfloat16 costs that much of the difference, not of the state. The
residual, norms, activations and attention stay as they are. Right for any x0; only how near hangs on it. A CPU that
has no quick bfloat16 multiplies the rounded numbers in float32: the same figures, and no time saved.
"""

from collections.abc import Callable, Sequence
from typing import Any, cast

import torch
from torch.nn.functional import linear
from torch.overrides import TorchFunctionMode


def _is_quick() -> bool:
    """True where this machine's CPU multiplies bfloat16 in less time than float32."""
    try:
        return bool(cast(Any, torch.ops.mkldnn)._is_mkldnn_bf16_supported())
    except (AttributeError, RuntimeError):
        return False


QUICK = _is_quick()


class Products(TorchFunctionMode):
    """While it is entered, products of many rows with one matrix are worked out as the first row's and a rest."""

    def __init__(self, dtype: torch.dtype) -> None:
        super().__init__()
        self.dtype, self.rows = dtype, 1
        self.known: dict[int, tuple[torch.Tensor, torch.Tensor]] = {}
        """By its id a matrix and itself in fewer bits [out, in]; both are held, so that no id is used twice."""

    def of_rows(self, rows: int) -> "Products":
        """The same where so many continuations are run side by side."""
        self.rows = rows
        return self

    def __torch_function__(self, func: Callable[..., Any], types: Any, args: Sequence[Any] = (), kwargs: Any = None):
        named = kwargs or {}
        if func is linear:
            x, weight, bias = _named(args, named, ("input", "weight", "bias"))
            if self._divides(x, weight):
                return self._apart(x, weight, lambda clean: linear(clean, weight, bias), by_row=True)
        elif func is torch.addmm and not named.keys() - {"input", "mat1", "mat2"}:
            bias, x, weight = _named(args, named, ("input", "mat1", "mat2"))
            if self._divides(x, weight):
                return self._apart(x, weight, lambda clean: torch.addmm(bias, clean, weight), by_row=False)
        return func(*args, **named)

    def _divides(self, x: torch.Tensor, weight: torch.Tensor) -> bool:
        return (
            self.rows > 1
            and x.ndim > 1
            and weight.ndim == 2
            and x.shape[0] % self.rows == 0
            and x.dtype in (torch.float32, torch.float64)
            and isinstance(weight, torch.nn.Parameter)
        )

    def _apart(
        self, x: torch.Tensor, weight: torch.Tensor, own: Callable[[torch.Tensor], torch.Tensor], *, by_row: bool
    ) -> torch.Tensor:
        first = x.shape[0] // self.rows
        clean = own(x[:first])
        rest = (x.reshape(self.rows, first, *x.shape[1:]) - x[:first]).to(self.dtype)
        quick = rest.dtype != torch.bfloat16 or rest.device.type != "cpu" or QUICK
        if id(weight) not in self.known:
            few = weight.detach().to(self.dtype)
            few = few if by_row else few.t().contiguous()
            self.known[id(weight)] = weight, few if quick else few.float()
        made = linear(rest if quick else rest.float(), self.known[id(weight)][1])
        return (made + clean).reshape(x.shape[0], *clean.shape[1:])


def _named(args: Sequence[Any], named: dict[str, Any], names: Sequence[str]) -> list[Any]:
    """The arguments of a call, by position or by name; None where one was not given."""
    return [args[place] if place < len(args) else named.get(name) for place, name in enumerate(names)]
