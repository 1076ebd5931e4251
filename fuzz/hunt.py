"""A hunt: one target, over and over with new examples, until its time is up; what was found is found once."""

import signal
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, core, given, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.errors import Flaky, HypothesisException
from hypothesis.internal.conjecture import engine

from fuzz.targets import Target

ROOT = Path(__file__).parents[1]
KEPT = ROOT / ".hypothesis" / "fuzz"
"""Where hypothesis keeps what was found, so that it is tried first the next time."""
ROUND = 15.0  # seconds that a round of examples should take
SHRINKING = 20  # seconds; hypothesis itself would take 300
MORE = 5  # times that a short hunt goes on for what it has not met with
LONGEST = 3000  # characters of an example that are kept
LOOK = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example, HealthCheck.filter_too_much)

Says = Callable[[str], None]


class Over(KeyboardInterrupt):
    """The time of a hunt is up; hypothesis lets it through as it would a key pressed by hand."""


class TooSlow(Exception):
    """An example took longer than its target's patience."""


@dataclass
class Found:
    """One fault: where it was raised, what it said, and how to see it again."""

    where: str
    """The kind of the fault and the innermost line of ours: two faults of one place count as one."""
    said: str
    example: str
    seed: int
    """Of the round; with the same versions `./dev fuzz TARGET --seed SEED` meets it in its first round."""
    times: int = 1


@dataclass
class Hunted:
    """What a hunt did."""

    target: str
    seed: int
    seconds: float = 0.0
    examples: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    found: list[Found] = field(default_factory=list)

    def record(self) -> dict[str, Any]:
        """Plain JSON values."""
        return vars(self) | {"outcomes": dict(self.outcomes), "found": [asdict(one) for one in self.found]}


def hunt(target: Target, seconds: float, seed: int, say: Says = lambda line: None, kept: Path | None = KEPT) -> Hunted:
    """Try a target for so many seconds. Each round has its own seed, counted up from `seed`."""
    engine.MAX_SHRINKING_SECONDS = SHRINKING
    target.warm()
    made, known = Hunted(target.name, seed), {}
    begun = time.monotonic()
    size, round = 10, 0
    while (left := seconds - (time.monotonic() - begun)) > 0:
        started, before = time.monotonic(), made.examples
        _round(target, made, known, seed + round, size, begun + seconds, kept, say)
        took, tried = time.monotonic() - started, made.examples - before
        size = max(5, min(5000, int(tried / max(took, 1e-3) * min(ROUND, left))))
        round += 1
        made.seconds = time.monotonic() - begun
        outcomes = ", ".join(f"{name} {count}" for name, count in made.outcomes.most_common(4))
        say(f"{target.name:9} {made.examples:7} examples {made.seconds:6.0f} s  found {len(made.found)}  {outcomes}")
    return made


def short_hunt(target: Target) -> Hunted:
    """A few examples, the same ones every time: does the door still open? What is found first ends it, unshrunk.

    Where they have not met with all that the target can reach, more are tried, `MORE` times as many at most.
    """
    target.warm()
    made, begun = Hunted(target.name, 0), time.monotonic()

    def body(data: st.DataObject) -> None:
        made.examples += 1
        try:
            with patience(target.patience):
                made.outcomes[target.attempt(data)] += 1
        except HypothesisException:
            raise
        except Exception as fault:
            where = place(fault)
            if where in target.known:
                made.outcomes["known"] += 1
                return
            made.found.append(Found(where, said(fault), "", 0))
            raise Over from fault

    with suppress(Over):
        for seed in (None, *range(MORE)):
            tried(target, body, target.short, seed=seed, kept=None)()
            if set(target.reached) <= set(made.outcomes):
                break
    made.seconds = time.monotonic() - begun
    return made


def _round(
    target: Target,
    made: Hunted,
    known: dict[str, Found],
    seed: int,
    size: int,
    end: float,
    kept: Path | None,
    say: Says,
) -> None:
    met: list[Found] = []

    def body(data: st.DataObject) -> None:
        if time.monotonic() > end:
            raise Over
        made.examples += 1
        try:
            with patience(target.patience):
                made.outcomes[target.attempt(data)] += 1
        except HypothesisException:
            raise
        except Exception as fault:
            where = place(fault)
            if where in target.known:
                made.outcomes["known"] += 1
                return
            if where in known:
                known[where].times += 1
                return
            met[:] = [one for one in met if one.where != where]
            met.append(Found(where, said(fault), "", seed))
            raise

    try:
        tried(target, body, size, seed=seed, kept=kept, again=not known)()
    except Over:
        pass
    except Flaky:  # a fault that was not met again, as one that hangs on the clock: it was met once
        if not met:
            raise
    except Exception as fault:
        notes = "\n".join(getattr(fault, "__notes__", ()))
        told = [one for one in met if one.where == place(fault)]
        for one in told:
            one.said, one.example = said(fault), notes[:LONGEST]
        met[:] = told or met  # what else was met is met again, and made small in a round of its own
    for one in met:
        known[one.where] = one
        say(f"{target.name}: {one.where}, round {seed}")
        made.found.append(one)


def tried(
    target: Target,
    body: Callable[[st.DataObject], None],
    size: int,
    *,
    seed: int | None,
    kept: Path | None,
    again: bool = True,
) -> Callable[[], None]:
    """A body as a test of hypothesis over so many examples; without a seed the same ones every time.

    With `again`, what is kept from before is tried first.
    """
    # what is tried again and passes is forgotten: in later rounds that would be what the first has found
    phases = [*([Phase.reuse] if again else []), Phase.generate, *([Phase.shrink] if target.shrinks else [])]
    name = f"fuzz {target.name}"

    def test(data: st.DataObject) -> None:
        body(data)

    test.__name__ = test.__qualname__ = name.replace(" ", "_")
    test = given(data=st.data())(test)
    test = settings(
        max_examples=size,
        deadline=None,
        derandomize=seed is None,
        database=None if kept is None or seed is None else DirectoryBasedExampleDatabase(kept / target.name),
        phases=phases,
        suppress_health_check=list(LOOK),
        report_multiple_bugs=False,
        print_blob=False,
    )(test)
    if seed is not None:
        # `hypothesis.seed` would do this too, and then keep and remember nothing of what was found
        core.threadlocal._hypothesis_global_random = Random(seed)
    return test


def place(fault: BaseException) -> str:
    """The kind of a fault, and the innermost line of attnlab or of the hunt in its way."""
    if (named := getattr(fault, "where", None)) is not None:
        return str(named)
    frames = traceback.extract_tb(fault.__traceback__)
    ours = [one for one in frames if "/src/attnlab/" in one.filename or "/fuzz/" in one.filename]
    ours = [one for one in ours if Path(one.filename).name not in ("hunt.py", "targets.py")] or list(frames)
    last = ours[-1]
    return f"{type(fault).__name__} at {Path(last.filename).parent.name}/{Path(last.filename).name}:{last.name}"


def said(fault: BaseException) -> str:
    """What a fault says, and the last steps that led to it."""
    steps = traceback.format_tb(fault.__traceback__)[-4:]
    words = f"{type(fault).__name__}: {fault}"[:1000]
    return ascii_only("".join(steps)[-2000:] + words)


def ascii_only(text: str) -> str:
    """What can be written anywhere: halves of characters stand as escapes."""
    return text.encode("utf-8", "backslashreplace").decode()


@contextmanager
def patience(seconds: float | None) -> Iterator[None]:
    """Raises TooSlow inside, when the time is up."""
    if seconds is None:
        yield
        return

    def ring(*_: Any) -> None:
        raise TooSlow(f"an example took more than {seconds:.0f} s")

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)  # again and again: a ring may be lost in a collection of garbage
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
