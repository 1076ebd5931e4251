"""Long work beside the page: started, watched, cancelled, and forgotten after a while."""

import threading
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from attnlab.errors import LabError

State = Literal["waiting", "running", "done", "failed", "cancelled"]
ENDED: frozenset[State] = frozenset({"done", "failed", "cancelled"})


class _Cancelled(Exception):
    """Raised inside the work to end it."""


@dataclass
class Job:
    """One piece of long work and how far it is."""

    id: str
    asked: Any = None
    """What it was started for, as the one who started it says."""
    state: State = "waiting"
    done: int = 0
    total: int = 0
    result: Any = None
    fault: LabError | None = None
    began: float | None = None
    """On `time.monotonic`; None while it waits."""
    ended: float | None = None
    work: Callable[[Callable[[int, int], None]], Any] | None = field(default=None, repr=False)
    """What it does, so that it can be gone on with."""
    _stop: threading.Event = field(default_factory=threading.Event)

    @property
    def seconds(self) -> float:
        """How long it has run, or ran."""
        return 0.0 if self.began is None else (self.ended or time.monotonic()) - self.began

    @property
    def stopping(self) -> bool:
        """True where it was asked to end and has not ended yet."""
        return self._stop.is_set() and self.state not in ENDED

    def watch(self, done: int, total: int) -> None:
        """Note the progress; ends the work where the job was cancelled."""
        if self._stop.is_set():
            raise _Cancelled
        self.done, self.total = done, total


class Jobs:
    """At most `at_once` run; the others wait their turn. The last `kept` that ended are remembered."""

    def __init__(self, *, at_once: int = 1, waiting: int = 8, kept: int = 16) -> None:
        self._turn = threading.Semaphore(at_once)
        self._lock = threading.Lock()
        self._jobs: dict[str, Job] = {}
        self._waiting, self._kept = at_once + waiting, kept

    def start(self, work: Callable[[Callable[[int, int], None]], Any], asked: Any = None) -> Job:
        """Begin `work`, which is given a function to tell its progress to. Raises LabError where too many wait."""
        with self._lock:
            if sum(job.state not in ENDED for job in self._jobs.values()) >= self._waiting:
                raise LabError("jobs-full")
            ended = [one for one, job in self._jobs.items() if job.state in ENDED]
            for one in ended[: max(0, len(ended) - self._kept + 1)]:
                del self._jobs[one]
            job = Job(uuid.uuid4().hex, asked, work=work)
            self._jobs[job.id] = job
        threading.Thread(target=self._run, args=(job, work), daemon=True).start()
        return job

    def find(self, id: str) -> Job:
        """The job of that id. Raises LabError where it is unknown or forgotten."""
        with self._lock:
            job = self._jobs.get(id)
        if job is None:
            raise LabError("job-unknown")
        return job

    def every(self) -> list[Job]:
        """All that are remembered, the newest last."""
        with self._lock:
            return list(self._jobs.values())

    def cancel(self, id: str) -> Job:
        """Ask the job to end; it does so at its next step, or at once where it waits. One that has ended stays so."""
        job = self.find(id)
        with self._lock:
            job._stop.set()
            if job.state == "waiting":
                job.state = "cancelled"
        return job

    def resume(self, id: str) -> Job:
        """Begin the work of a cancelled job again, as a job of its own; what the work itself has kept it goes on from.

        Raises LabError where the job was not cancelled, and as `start` does.
        """
        job = self.find(id)
        if job.state != "cancelled" or job.work is None:
            raise LabError("job-not-cancelled")
        return self.start(job.work, job.asked)

    def _run(self, job: Job, work: Callable[[Callable[[int, int], None]], Any]) -> None:
        with self._turn:
            try:
                with self._lock:
                    job.watch(0, 0)
                    job.began = time.monotonic()
                    job.state = "running"
                job.result = work(job.watch)
                job.ended = time.monotonic()
                job.state = "done"
            except _Cancelled:
                job.state = "cancelled"
            except LabError as fault:
                job.fault, job.state = fault, "failed"
            except BaseException:
                # a fault of ours: it is printed as such, and the page must not wait for ever
                job.fault, job.state = LabError("job-crashed"), "failed"
                raise
            finally:
                job.ended = job.ended or time.monotonic()
