"""Where a sweep's work is done: in processes of this machine, or by actors of a Ray cluster. The rows are the same.

An engine knows nothing of models or rows: it hands pieces of work to workers that hold a model each, a few more than
there are workers at a time, and gives back what they made as it comes. A worker that is lost is replaced, and what it
had in hand is given to another.
"""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import Any, Literal, TypeVar, get_args

from attnlab.errors import LabError
from attnlab.extras import bring

Engine = Literal["local", "ray"]
ENGINES: tuple[Engine, ...] = get_args(Engine)
AHEAD = 2
"""Pieces of work in hand for each worker: one that is being done and one that waits."""
TRIES = 3
"""How often workers may be lost with the same piece of work in hand before it is given up."""
SINGLE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
"""A worker computes on one thread: sums are added up in one order, whatever the number of workers."""

Given = TypeVar("Given")
Made = TypeVar("Made")
Make = Callable[[], Callable[[Given], Made]]


def run(
    engine: Engine, make: Make[Given, Made], work: Iterator[Given], workers: int, about: Mapping[str, Any] | None = None
) -> Iterator[tuple[Given, Made]]:
    """Each piece of work with what was made of it, in the order in which they end.

    `make` is called once in each worker and gives what does the work; all three must be importable or picklable. No
    more than `AHEAD` pieces a worker are taken from `work` before something comes back. `about` is handed to the
    engine: of ray the `address`. Raises LabError for an engine that is not there, and where workers are lost over and
    over; what a worker raises is raised here.
    """
    if engine not in ENGINES:
        raise LabError("engine-unknown", engine=str(engine), engines=list(ENGINES))
    if workers < 1:
        raise LabError("engine-workers", workers=workers)
    return _local(make, work, workers) if engine == "local" else _ray(make, work, workers, about or {})


# --- this machine -----------------------------------------------------------------------------------------------------


def _local(make: Make[Given, Made], work: Iterator[Given], workers: int) -> Iterator[tuple[Given, Made]]:
    left: list[tuple[Given, int]] = []  # what is to be given out next, and how often workers were lost with it
    with _told(SINGLE):
        while True:
            pending: dict[Future[Made], tuple[Given, int]] = {}
            pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"), _begin, (make,))
            others = {process.pid for process in multiprocessing.active_children()}
            try:
                while True:
                    while len(pending) < AHEAD * workers:
                        if not left:
                            piece = next(work, None)
                            if piece is None:
                                break
                            left.append((piece, 0))
                        pending[pool.submit(_do, left[0][0])] = left[0]  # refused by a pool that broke just now
                        del left[0]
                    if not pending:
                        return
                    done, _ = wait(pending, return_when=FIRST_COMPLETED)
                    for one in done:
                        made = one.result()
                        piece, _ = pending.pop(one)
                        yield piece, made
            except BrokenProcessPool:
                left = [*((piece, tries + 1) for piece, tries in pending.values()), *left]
                if any(tries == TRIES for _, tries in left):
                    raise LabError("engine-workers-lost", times=TRIES) from None
            finally:
                pool.shutdown(wait=False, cancel_futures=True)
                for process in multiprocessing.active_children():
                    if process.pid not in others:  # it would go on with what nobody waits for
                        process.terminate()
                        process.join()


_DO: Callable[[Any], Any] | None = None
_MAKE: Make[Any, Any] | None = None


def _begin(make: Make[Any, Any]) -> None:
    """In a new worker: what Ctrl-C means is the parent's to say, and without the parent there is nothing to do."""
    global _MAKE
    _MAKE = make
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _do(piece: Any) -> Any:
    global _DO
    if _DO is None:
        assert _MAKE is not None
        _DO = _MAKE()  # here and not in `_begin`, so that what it raises is told
    return _DO(piece)


@contextmanager
def _told(what: Mapping[str, str]) -> Iterator[None]:
    """What is set here the processes find that are started meanwhile."""
    before = {name: os.environ.get(name) for name in what}
    os.environ.update(what)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


# --- a cluster --------------------------------------------------------------------------------------------------------


class _Actor:
    """A worker on the cluster: it holds what does the work. A lost one is started anew, wherever there is room."""

    def __init__(self, make: Make[Any, Any]) -> None:
        self._make = make
        self._do: Callable[[Any], Any] | None = None

    def do(self, piece: Any) -> Any:
        try:
            if self._do is None:
                self._do = self._make()
            return True, self._do(piece)
        except LabError as fault:  # Ray would wrap it
            return False, fault


# Of a cluster that is started here: it listens on this machine only, and tells nobody that it is used.
ALONE = {"RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0", "RAY_USAGE_STATS_ENABLED": "0"}


def _start(ray: Any, address: str | None, workers: int) -> None:
    """Join the cluster at an address, or start one. Raises LabError where that fails."""
    here = {} if address else {"num_cpus": workers, "include_dashboard": False}
    for left in reversed(range(1 if address else TRIES)):
        try:
            ray.init(address=address, log_to_driver=False, configure_logging=False, **here)
            return
        except Exception as fault:  # Ray says with a bare Exception that a busy machine was too slow to start it
            if not left:
                reason = str(fault).splitlines()[0] if str(fault) else type(fault).__name__
                raise LabError("engine-not-reached", address=address or "local", reason=reason) from None


def _ray(
    make: Make[Given, Made], work: Iterator[Given], workers: int, about: Mapping[str, Any]
) -> Iterator[tuple[Given, Made]]:
    address = about.get("address")
    with _told(ALONE):
        ray = bring("ray", "cluster", "--engine ray")
        started = not ray.is_initialized()
        if started:
            _start(ray, address, workers)
    actor = ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=TRIES)(_Actor)
    # workers of this machine find the modules that this process finds, as processes do
    paths = {} if address else {"PYTHONPATH": os.pathsep.join(one or os.getcwd() for one in sys.path)}
    actor = actor.options(runtime_env={"env_vars": SINGLE | paths})
    actors: list[Any] = []
    try:
        actors = [actor.remote(make) for _ in range(workers)]
        pending: dict[Any, tuple[int, Given]] = {}
        room = [place for place in range(workers) for _ in range(AHEAD)]
        while True:
            while room:
                piece = next(work, None)
                if piece is None:
                    break
                place = room.pop(0)
                pending[actors[place].do.remote(piece)] = place, piece
            if not pending:
                return
            done, _ = ray.wait(list(pending), num_returns=1)
            for one in done:
                place, piece = pending.pop(one)
                fine, made = ray.get(one)
                if not fine:
                    raise made
                room.append(place)
                yield piece, made
    except ray.exceptions.RayActorError as fault:
        raise LabError("engine-workers-lost", times=TRIES) from fault
    finally:
        for one in actors:
            ray.kill(one)
        if started:
            ray.shutdown()
