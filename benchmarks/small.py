"""What each shipped small model learnt, from the records in their files: writes docs/small.md.

`python -m benchmarks small` reads the files and trains nothing; `attnlab train NAME` makes a model again.
"""

import sys
from importlib.resources import files
from pathlib import Path

from attnlab import load
from attnlab.files import write_whole
from attnlab.models import EMBEDDED
from attnlab.models.small import Shape, Small
from attnlab.tasks import find
from attnlab.words import say

REPORT = Path(__file__).parent.parent / "docs" / "small.md"


def main() -> None:
    """Write the report."""
    write_whole(REPORT, report())
    print(REPORT, file=sys.stderr)


def report() -> str:
    """The page, from the models' own records."""
    models = [model for model in map(load, EMBEDDED) if isinstance(model, Small)]
    lines = [
        "# The small models", "",
        "Written by `./dev bench small` from the records in the models' files. Each was made by `attnlab train NAME` "
        "on one thread of a CPU; seconds are those of a busy machine. Held-out texts are never trained on. A text is "
        "right where every symbol of its answer is the likeliest one, which is what step-by-step answering gives. "
        "Other words and other kinds of sentence were never met: an answer to one of those means nothing.", "",
        "| model | what it does | parameters | file, kB | layers x heads, width | steps | seconds | torch, seed |",
        "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for model in models:
        shape, record = model.shape, model.record
        size = len((files("attnlab.models") / f"{model.name}.safetensors").read_bytes()) / 1000
        recipe, versions = record["recipe"], record["versions"]
        stacks = f"2 x {shape.layers}" if model.translates else f"{shape.layers}"
        seconds = record.get("seconds", "")
        lines.append(
            f"| `{model.name}` | {say(f'model-about-{model.name}')} | {model.parameter_count:,} | {size:.0f} | "
            f"{stacks} x {shape.heads}, {shape.width} | {record.get('steps', recipe['steps']):,} | {seconds} | "
            f"{versions['torch']}, {recipe['seed']} |"
        )
    lines += [
        "",
        "## Held-out texts",
        "",
        "| model | texts | count | right | loss, nats a symbol |",
        "|---|---|---|---|---|",
    ]
    for model in models:
        for name, right in model.record.get("held_out", {}).items():
            count, nats = (model.record[part][name] for part in ("held_out_texts", "held_out_nats"))
            lines.append(f"| `{model.name}` | {name} | {count} | {right:.3f} | {nats:.4f} |")
    lines += ["", "Texts that they can read, with the right answer:", ""]
    for model in models:
        if model.task:
            for one in find(model.task).held_out(2, 1):
                lines.append(f"- `{model.name}`: {one.source} => {' '.join(one.answer)}")
    lines += [
        "",
        "Sizes beyond those that a model was trained on (its task's `trained` sizes) show how far it carries.",
        "",
    ]
    lines += [
        "## Names",
        "",
        "| model | names | from | held out | loss, nats a symbol | table of letter pairs |",
        "|---|---|---|---|---|---|",
    ]
    for model in models:
        record = model.record
        if "bigram_nats" in record:
            lines.append(
                f"| `{model.name}` | {record['texts']:,} | {record['data']['name']} | {record['held_out_texts']:,} | "
                f"{record['held_out_nats']:.3f} | {record['bigram_nats']:.3f} |"
            )
    lines += [
        "",
        "## Shapes",
        "",
        "What differs from the shape of `names` (pre-norm, RMSNorm without gain, ReLU, learned positions):",
        "",
    ]
    plain = vars(Shape())
    for model in models:
        other = {name: x for name, x in vars(model.shape).items() if x != plain[name]}
        lines.append(f"- `{model.name}`: " + (", ".join(f"{name} {x}" for name, x in other.items()) or "nothing") + ".")
    return "\n".join(lines) + "\n"
