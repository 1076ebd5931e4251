"""Who remembers what stood far back: RNN, LSTM and kinds of attention. Writes docs/remember.md and remember.png."""

from pathlib import Path

from rich.progress import Progress

from attnlab import plot_remember, remember
from attnlab.extras import bring
from attnlab.files import write_whole
from attnlab.memories import LESSONS, Comparison, Contender
from attnlab.tasks.names import LATIN, first_names
from attnlab.terminal import powers
from attnlab.words import number, say
from benchmarks.measure import machine

DOCS = Path(__file__).parent.parent / "docs"


def main(seeds: str = "2") -> None:
    """How many seeds, from 0 on."""
    bring("torch", "hub", "bench remember").set_num_threads(1)
    with Progress(transient=True) as bar:
        task = bar.add_task("remember", total=None)
        made = remember(
            seeds=int(seeds), names=first_names(LATIN),
            watch=lambda done, total: bar.update(task, completed=done, total=total),
        )  # fmt: skip
    plot_remember(made, DOCS / "remember.png")
    lines = [
        "# Who remembers what stood far back",
        "",
        f"Written by `./dev bench remember {seeds}` in {made.seconds / 60:.0f} minutes of a busy machine; no figure "
        "here is typed by hand. "
        f"{machine('attnlab', 'torch', 'numpy')}.",
        "",
        "`7 k x b r ?` wants 7: a digit stands first, then letters at random, then the question. `attnlab remember` "
        "trains each way of reading on such texts, once near and far ones in turn, once far ones alone.",
        "",
        "![Right answers and gradients by distance](remember.png)",
        "",
        *_learnt(made),
        *_by_seed(made),
        *_gradients(made),
        *_prices(made),
        *_local(made),
    ]
    write_whole(DOCS / "remember.md", "\n".join(lines).rstrip() + "\n")


def _name(made: Comparison, way: Contender) -> str:
    return say(f"memory-{way.name}", reach=made.reach)


def _rows(head: list[str], body: list[list[str]]) -> list[str]:
    rule = "|---|" + "---:|" * (len(head) - 1)
    return ["| " + " | ".join(head) + " |", rule, *("| " + " | ".join(one) + " |" for one in body), ""]


def _learnt(made: Comparison) -> list[str]:
    recipe, lines = made.recipe, list[str]()
    for lesson, trained in LESSONS.items():
        lines += ["## " + say(f"remember-{lesson}", trained=list(trained)), ""]
        lines += _rows(
            ["right, by places back", "parameters", *map(str, made.distances), "learnt at step"],
            [
                [
                    _name(made, way), number(way.parameters, digits=0),
                    *(number(float(x), digits=2) for x in way.right(lesson)),
                    ", ".join("never" if x.learned is None else str(x.learned) for x in way.lessons[lesson]),
                ]
                for way in made.contenders
            ],
        )  # fmt: skip
    return [
        *lines,
        f"Means over the seeds {', '.join(map(str, made.seeds))}; held-out texts: "
        + ", ".join(f"{texts} of {far} places" for far, texts in zip(made.distances, made.texts, strict=True))
        + f". At most {recipe.steps} steps of {recipe.batch} texts, Adam at {recipe.rate} falling to 0, gradients cut "
        f"to a length of {recipe.clip:g}; a look every {recipe.look} steps, and an end when two in a row find at least "
        f"{recipe.enough:g} right at every trained distance. The last column has one step for each seed. A guess is "
        "right once in ten.",
        "",
    ]


def _by_seed(made: Comparison) -> list[str]:
    """A mean over seeds can hide one that learnt and one that did not."""
    far = max(LESSONS["far"])
    if far not in made.distances:
        return []
    at = made.distances.index(far)
    head = [f"right at {far} places, far texts alone", *(f"seed {seed}" for seed in made.seeds)]
    return _rows(
        head, [[_name(made, way), *(number(x.right[at]) for x in way.lessons["far"])] for way in made.contenders]
    )


def _gradients(made: Comparison) -> list[str]:
    lines = [
        "## How much the answer hangs on the value",
        "",
        say("remember-gradient-caption"),
        "",
        "A network that has latched the value may answer every text right with hardly any gradient left (Bengio et al. "
        "1994). What it can learn from is the gradient before training, where no near text shows the way.",
        "",
    ]
    head = ["by places back", *map(str, made.distances)]
    lines += ["Before training:", ""]
    lines += _rows(head, [[_name(made, way), *(powers(x, "en") for x in way.untrained)] for way in made.contenders])
    for lesson, trained in LESSONS.items():
        lines += [say(f"remember-{lesson}", trained=list(trained)) + ", after it:", ""]
        found = [[_name(made, way), *(powers(float(x), "en") for x in way.gradient(lesson))] for way in made.contenders]
        lines += _rows(head, found)
    return lines


def _prices(made: Comparison) -> list[str]:
    lines = ["## What it costs", "", say("remember-cost-caption"), ""]
    near = made.distances.index(max(LESSONS["far"])) if max(LESSONS["far"]) in made.distances else 0
    for at in (near, len(made.distances) - 1):
        lines += _rows(
            [f"{made.distances[at] + 1} places", "steps in a row", "multiply-adds", "numbers kept", "edges lost"],
            [
                [
                    _name(made, way), number(cost.steps, digits=0), number(cost.multiply_adds, digits=0),
                    number(cost.kept, digits=0), f"{number(cost.lost, digits=0)} of {number(cost.edges, digits=0)}",
                ]
                for way in made.contenders
                for cost in (way.costs[at],)
            ],
        )  # fmt: skip
    return lines


def _local(made: Comparison) -> list[str]:
    seeds = [f"seed {seed}" for seed in made.seeds]
    body = [[_name(made, way), *(number(x) for x in way.nats)] for way in made.contenders]
    return [
        "## " + say("remember-names-title", texts=made.names),
        "",
        "First names of faker in a-z. " + say("remember-names-caption", pairs=number(made.pairs or 0.0)),
        "",
        *_rows(["held-out nats a symbol", *seeds], body),
    ]
