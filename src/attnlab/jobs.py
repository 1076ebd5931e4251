"""Long work beside the page: started, watched, cancelled, ended when its page goes, and forgotten after a while."""

import threading
import time
import uuid
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, Literal

from attnlab.errors import LabError

State = Literal["waiting", "running", "done", "failed", "cancelled"]
ENDED: frozenset[State] = frozenset({"done", "failed", "cancelled"})


class _Cancelled(Exception):
    """Raised inside the work to end it."""


@dataclass(frozen=True)
class Caller:
    """Who asks: a job is shown to its user alone, and ends when its page goes."""

    user: str = ""
    """Empty where the lab is not shared: there is one user."""
    page: str = ""
    """The open page that asks; empty where none said so, as with a script."""


NOBODY = Caller()
"""Of a lab that is not shared, and no page."""
CALLER: ContextVar[Caller] = ContextVar("caller", default=NOBODY)
"""Of the request that is being answered."""


class Pages:
    """Which pages are open: a page says so now and then, and takes leave when it can."""

    def __init__(self, *, silence: float = 180.0, grace: float = 15.0, most: int = 32) -> None:
        """A page is gone after `silence` seconds without a word, or `grace` seconds after it took leave, in which it
        may be loaded anew. Of one user the last `most` pages are known. Browsers let a hidden page speak once a minute.
        """
        self._silence, self._grace, self._most = silence, grace, most
        self._lock = threading.Lock()
        self._ends: dict[Caller, float] = {}  # when each is gone, on `time.monotonic`, unless it speaks again

    def hear(self, caller: Caller) -> None:
        """A page said something."""
        if caller.page:
            self._until(caller, self._silence)

    def leave(self, caller: Caller) -> None:
        """A page is being closed, or loaded anew."""
        if caller.page:
            self._until(caller, self._grace)

    def is_gone(self, caller: Caller) -> bool:
        """False as well for who never was a page."""
        with self._lock:
            return bool(caller.page) and self._ends.get(caller, 0.0) <= time.monotonic()

    def _until(self, caller: Caller, seconds: float) -> None:
        with self._lock:
            self._ends.pop(caller, None)
            now = time.monotonic()
            for one in [one for one, end in self._ends.items() if end <= now]:
                del self._ends[one]
            own = [one for one in self._ends if one.user == caller.user]
            for one in own[: max(0, len(own) - self._most + 1)]:
                del self._ends[one]
            self._ends[caller] = now + seconds


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
    caller: Caller = NOBODY
    """Whose it is, and the page that asked after it last."""
    overlong: bool = False
    """True where it was ended for the time it took."""
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
    """At most `at_once` run; the others wait their turn, the users in turn. The last `kept` that ended are remembered.

    With `pages`, `tidy` ends the jobs of those that are gone; no user has more than `each` jobs that have not ended,
    and none runs longer than `longest` seconds.
    """

    def __init__(
        self,
        *,
        at_once: int = 1,
        waiting: int = 8,
        kept: int = 16,
        pages: Pages | None = None,
        each: int | None = None,
        longest: float | None = None,
    ) -> None:
        self._lock = threading.Lock()
        self._moved = threading.Condition(self._lock)
        self._at_once, self._served = at_once, dict[str, float]()
        self._jobs: dict[str, Job] = {}
        self._waiting, self._kept = at_once + waiting, kept
        self._pages, self._each, self._longest = pages, each, longest

    def start(self, work: Callable[[Callable[[int, int], None]], Any], asked: Any = None) -> Job:
        """Begin `work`, which is given a function to tell its progress to. Raises LabError where too many wait."""
        caller = CALLER.get()
        with self._lock:
            running = [job for job in self._jobs.values() if job.state not in ENDED]
            if self._each is not None and sum(job.caller.user == caller.user for job in running) >= self._each:
                raise LabError("jobs-yours", most=self._each)
            if len(running) >= self._waiting:
                raise LabError("jobs-full")
            ended = [one for one, job in self._jobs.items() if job.state in ENDED]
            for one in ended[: max(0, len(ended) - self._kept + 1)]:
                del self._jobs[one]
            job = Job(uuid.uuid4().hex, asked, work=work, caller=caller)
            self._jobs[job.id] = job
        threading.Thread(target=self._run, args=(job, work), daemon=True).start()
        return job

    def find(self, id: str) -> Job:
        """The job of that id. Raises LabError where it is unknown, forgotten or another user's."""
        caller = CALLER.get()
        with self._lock:
            job = self._jobs.get(id)
            if job is None or job.caller.user != caller.user:
                raise LabError("job-unknown")
            if caller.page:
                job.caller = caller
        return job

    def every(self) -> list[Job]:
        """All of the user's that are remembered, the newest last."""
        user = CALLER.get().user
        with self._lock:
            return [job for job in self._jobs.values() if job.caller.user == user]

    def cancel(self, id: str) -> Job:
        """Ask the job to end; it does so at its next step, or at once where it waits. One that has ended stays so."""
        job = self.find(id)
        with self._lock:
            self._end(job)
        return job

    def tidy(self) -> None:
        """End the jobs whose page is gone, and those that run too long. To be called every few seconds."""
        with self._lock:
            for job in self._jobs.values():
                if job.state in ENDED:
                    continue
                if self._pages is not None and self._pages.is_gone(job.caller):
                    self._end(job)
                elif self._longest is not None and job.seconds > self._longest:
                    job.overlong = True
                    self._end(job)

    def end(self) -> None:
        """Ask every job to end: nobody will ask after them."""
        with self._lock:
            for job in self._jobs.values():
                self._end(job)

    def _end(self, job: Job) -> None:
        job._stop.set()
        if job.state == "waiting":
            job.state = "cancelled"
        self._moved.notify_all()

    def _next(self) -> Job | None:
        """The job whose turn it is: of the user who was served longest ago. Where several run at once, one place is
        left for others than the user who has the rest.
        """
        running = [job.caller.user for job in self._jobs.values() if job.state == "running"]
        own = max(1, self._at_once - 1)
        waiting = [job for job in self._jobs.values() if job.state == "waiting"]
        free = [job for job in waiting if running.count(job.caller.user) < own] if len(running) < self._at_once else []
        return min(free, key=lambda job: self._served.get(job.caller.user, 0.0), default=None)

    def resume(self, id: str) -> Job:
        """Begin the work of a cancelled job again, as a job of its own; what the work itself has kept it goes on from.

        Raises LabError where the job was not cancelled, and as `start` does.
        """
        job = self.find(id)
        if job.state != "cancelled" or job.work is None:
            raise LabError("job-not-cancelled")
        return self.start(job.work, job.asked)

    def _run(self, job: Job, work: Callable[[Callable[[int, int], None]], Any]) -> None:
        with self._lock:
            self._moved.wait_for(lambda: job._stop.is_set() or self._next() is job)
            if not job._stop.is_set():
                job.began = self._served[job.caller.user] = time.monotonic()
                job.state = "running"
                self._moved.notify_all()
        if job.state == "running":
            self._carry_out(job, work)

    def _carry_out(self, job: Job, work: Callable[[Callable[[int, int], None]], Any]) -> None:
        try:
            job.result = work(job.watch)
            job.ended = time.monotonic()
            job.state = "done"
        except _Cancelled:
            if job.overlong:
                assert self._longest is not None
                job.fault, job.state = LabError("job-too-long", minutes=max(1, round(self._longest / 60))), "failed"
            else:
                job.state = "cancelled"
        except LabError as fault:
            job.fault, job.state = fault, "failed"
        except BaseException:
            # a fault of ours: it is printed as such, and the page must not wait for ever
            job.fault, job.state = LabError("job-crashed"), "failed"
            raise
        finally:
            job.ended = job.ended or time.monotonic()
            with self._lock:
                self._moved.notify_all()
