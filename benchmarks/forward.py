"""What a trace costs on the embedded model: a forward pass with and without one, side by side."""

from rich.console import Console
from rich.table import Table

from attnlab import load, trace
from attnlab.models import plain
from benchmarks.measure import interleaved, machine

TEXT = "annabellamariel"  # 15 letters: with START the whole context


def main() -> None:
    model = load("names")
    tokens = model.tokens(TEXT)
    lists = {name: x.tolist() for name, x in model.parameters.items()}
    shape = model.shape

    def all_maps() -> None:
        made = trace(model, tokens)
        for head in range(4):
            made.map("0", head)

    found = interleaved({
        "forward": lambda: model.run(tokens),
        "trace": lambda: trace(model, tokens),
        "trace, all four maps looked at": all_maps,
        "plain Python lists": lambda: plain.run(lists, shape.heads, shape.layers, shape.norm_eps, tokens.ids),
    })  # fmt: skip
    table = Table(title=f"names, {len(tokens)} tokens", caption=machine("attnlab", "numpy"), title_justify="left")
    for heading in ("way", "CPU ms", "of a forward"):
        table.add_column(heading, justify="left" if heading == "way" else "right")
    for name, seconds in found.items():
        table.add_row(name, f"{seconds * 1000:.3f}", f"{seconds / found['forward']:.2f}")
    Console(width=100).print(table)
