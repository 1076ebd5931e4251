"""All the long work of one lab: several kinds of jobs under the same limits."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from attnlab.jobs import Jobs, Pages
from attnlab.server.guard import Limits

TIDY_S = 2.0


class Work:
    """Makes jobs of each kind, looks after them while the lab is open, and ends them with it."""

    def __init__(self, limits: Limits, pages: Pages) -> None:
        self.limits, self.pages = limits, pages
        self._kinds: list[Jobs] = []

    def jobs(self, *, waiting: int | None = None, kept: int = 16) -> Jobs:
        """Jobs of one more kind; half as many may wait as of checks where nothing else is said."""
        made = Jobs(
            at_once=self.limits.jobs_at_once,
            waiting=max(1, self.limits.jobs_waiting // 2) if waiting is None else waiting,
            # of each user the last one is remembered at least
            kept=max(kept, self.limits.jobs_waiting),
            pages=self.pages,
            each=self.limits.jobs_each,
            longest=self.limits.job_s,
        )
        self._kinds.append(made)
        return made

    @asynccontextmanager
    async def tended(self, _: Any = None) -> AsyncIterator[None]:
        """While this is open, jobs whose page is gone are ended, and those that run too long."""
        looking = asyncio.create_task(self._look())
        try:
            yield
        finally:
            looking.cancel()
            for one in self._kinds:
                one.end()

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(TIDY_S)
            for one in self._kinds:
                one.tidy()
