"""Folders of sweeps, over HTTP: which there are, the ranked heads of one, a head text by text, two compared."""

from collections.abc import Callable
from typing import Annotated, Any

import anyio
import anyio.to_thread
from fastapi import APIRouter, Query

from attnlab import lab
from attnlab.reports import ComparedView, Reports, SpreadsView, SweepFoldersView, SweepView
from attnlab.server.wishes import REFUSED

FolderName = Annotated[str, Query(max_length=300)]
Head = Annotated[str, Query(max_length=200)]
Group = Annotated[str | None, Query(max_length=1000)]
First = Annotated[int, Query(ge=0, le=10**7)]


def make_results(reports: Reports) -> APIRouter:
    """The questions about the folders that the lab was started with."""
    router = APIRouter(responses=REFUSED)
    # folders are read one at a time, and who waits for that holds no thread
    turn = anyio.CapacityLimiter(1)

    async def read(what: Callable[[], Any]) -> Any:
        return await anyio.to_thread.run_sync(what, limiter=turn)

    @router.get("/api/results")
    async def every(lang: str = "en") -> SweepFoldersView:
        known = lab.language(lang)
        return await read(lambda: reports.every(known))

    @router.get("/api/results/sweep")
    async def see(folder: FolderName, group: Group = None, first: First = 0, lang: str = "en") -> SweepView:
        known = lab.language(lang)
        return await read(lambda: reports.sweep(folder, group, first, known))

    @router.get("/api/results/head")
    async def see_head(folder: FolderName, head: Head, group: Group = None, lang: str = "en") -> SpreadsView:
        lab.language(lang)
        return await read(lambda: reports.spreads(folder, head, group))

    @router.get("/api/results/compare")
    async def compare(
        folder: FolderName, other: FolderName, group: Group = None, first: First = 0, lang: str = "en"
    ) -> ComparedView:
        lab.language(lang)
        return await read(lambda: reports.compare(folder, other, group, first))

    return router
