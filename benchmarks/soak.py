"""A class at work: fifty clients for a minute, then ten minutes of fewer with troublemakers among them, and the memory.

A shared lab is started as a teacher starts it and asked over real connections to this machine. Each client comes in
with the code, opens the page, and goes on as a pupil does, with pauses: looks with edits, beams, chains, effects, texts
gone on with, lessons, checks that it follows, waits for or cancels. Half of the pages take leave, half vanish. In the
second part troublemakers say nothing, say it slowly, do not read, hang up in the middle, send too much or send rubbish.
An answer that is neither a success nor a refusal in words is an error, and so is a connection that breaks.

`./dev soak` writes docs/reliability.md; `./dev soak 1 50 2` runs one minute of fifty and two minutes of the rest and
only prints.
"""

import asyncio
import contextlib
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from attnlab.files import write_whole
from attnlab.words import number
from benchmarks.measure import machine

REPORT = Path(__file__).parent.parent / "docs" / "reliability.md"
CLIENTS, MINUTE, SOAK, FEWER, SEED = 50, 1.0, 10.0, 12, 2026
WARM = 2.0
"""Minutes after which memory is to be flat: caches are full by then."""
WORDS = ("anna", "maria", "emma", "olga", "ilya", "kadri", "tuuli", "noah", "liam", "zoe", "mia", "eva")


@dataclass
class Found:
    """What clients met with."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    trouble: Counter[str] = field(default_factory=Counter)

    @property
    def every(self) -> np.ndarray:
        return np.array([one for some in self.seconds.values() for one in some])


def main(minutes: str = "", clients: str = "", soak: str = "") -> None:
    chosen = bool(minutes or clients or soak)
    count = int(clients or CLIENTS)
    crowd, crowd_memory = asyncio.run(_run(float(minutes or MINUTE), count, 0))
    long, memory = asyncio.run(_run(float(soak or SOAK), FEWER, 4))
    lines = [
        "# Reliability", "",
        "Written by `./dev soak`. " + " ".join(__doc__.split("\n\n")[1].split()), "",
        f"{machine('attnlab', 'fastapi', 'uvicorn', 'numpy')}, seed {SEED}, {date.today()}. Clients and server share "
        "the machine.", "",
        f"## {count} clients, {number(float(minutes or MINUTE), digits=0)} minute", "",
        *_told(crowd), *_remembered(crowd_memory, 0),
        f"## {FEWER} clients and 4 troublemakers, {number(float(soak or SOAK), digits=0)} minutes", "",
        *_told(long), *_remembered(memory, WARM),
        "Trouble made: " + ", ".join(f"{name} {times}" for name, times in sorted(long.trouble.items())) + ".", "",
        "What fuzzing found is in [fuzz.md](fuzz.md), predicted and real memory of runs in [memory.md](memory.md), "
        "each attack and its answer in [security.md](security.md).",
    ]  # fmt: skip
    print("\n".join(lines))
    if not chosen:
        write_whole(REPORT, "\n".join(lines) + "\n")
    if crowd.errors or long.errors:
        sys.exit(1)


def _told(found: Found) -> list[str]:
    every = found.every
    rows = [("all", every), *((name, np.array(some)) for name, some in sorted(found.seconds.items()))]
    return [
        "| asked for | answers | p50, ms | p99, ms | longest, ms |", "|---|---|---|---|---|",
        *(
            f"| {name} | {len(some)} | "
            + " | ".join(number(1000 * float(one), digits=0) for one in (*np.quantile(some, (0.5, 0.99)), some.max()))
            + " |"
            for name, some in rows
        ), "",
        f"Errors: {len(found.errors)}. Refused in words: {sum(found.refused.values())}"
        + "".join(f", {name} {times}" for name, times in found.refused.most_common()) + ".", "",
        *(f"- {one}" for one in found.errors[:10]),
    ]  # fmt: skip


def _remembered(memory: list[tuple[float, float, int, int]], warm: float) -> list[str]:
    minutes, megabytes, threads, files = (np.array(one) for one in zip(*memory, strict=True))
    late = minutes >= min(warm, minutes.max() / 2)
    slope = number(float(np.polyfit(minutes[late], megabytes[late], 1)[0]), digits=2)
    before, warmed, most, last = (
        number(float(one), digits=0) for one in (megabytes[0], megabytes[late][0], megabytes.max(), megabytes[-1])
    )
    warm_at = f", {warmed} MB after {number(float(minutes[late][0]), digits=1)} minutes" if warm else ""
    rises = f"; once warm, the line through it rises by {slope} MB a minute" if warm else ""
    return [
        f"Memory of the server (resident): {before} MB before{warm_at}, {most} MB at most, {last} MB a while after the "
        f"last client had gone{rises}. Threads {threads.max()} at most and {threads[-1]} at the end, open files "
        f"{files.max()} and {files[-1]}.", "",
    ]  # fmt: skip


async def _run(minutes: float, clients: int, troublemakers: int) -> tuple[Found, list[tuple[float, float, int, int]]]:
    found, memory = Found(), []
    with _server() as (address, code, process):
        began, end = time.monotonic(), time.monotonic() + 60 * minutes
        watching = asyncio.create_task(_watch(process, began, memory))
        pupils = [_pupil(address, code, random.Random(f"{SEED} {one}"), end, found) for one in range(clients)]
        others = [_trouble(address, random.Random(f"t{SEED} {one}"), end, found) for one in range(troublemakers)]
        await asyncio.gather(*pupils, *others)
        await asyncio.sleep(
            20
        )  # connections that were left hanging have been let go of, and pages are known to be gone
        watching.cancel()
    return found, memory


@contextmanager
def _server() -> Iterator[tuple[str, str, Any]]:
    import psutil

    command = [sys.executable, "-m", "attnlab", "lab", "--share", "--address", "127.0.0.1", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        link = urlsplit(next(word for word in server.stdout.readline().split() if word.startswith("http://")))
        try:
            yield f"{link.scheme}://{link.netloc}", link.query.removeprefix("code="), psutil.Process(server.pid)
        finally:
            server.terminate()
            try:
                ended = f"with {server.wait(60)}"
            except subprocess.TimeoutExpired:
                server.kill()
                ended = "not within a minute"
            if ended != "with 0":
                print(f"The server ended {ended}.", file=sys.stderr)


async def _watch(process: Any, began: float, memory: list[tuple[float, float, int, int]]) -> None:
    while True:
        with process.oneshot():
            memory.append(
                (
                    (time.monotonic() - began) / 60,
                    process.memory_info().rss / 2**20,
                    process.num_threads(),
                    process.num_fds(),
                )
            )
        await asyncio.sleep(1)


# --- pupils -----------------------------------------------------------------------------------------------------------


async def _pupil(address: str, code: str, chance: random.Random, end: float, found: Found) -> None:
    import httpx

    while time.monotonic() < end:  # a page, and then another one
        page = f"{chance.getrandbits(60):x}"
        async with httpx.AsyncClient(base_url=address, timeout=60, headers={"x-attnlab-page": page}) as client:
            ask = _Asker(client, found, chance)
            await ask("page", "GET", "/", params={"code": code})
            await ask("words", "GET", f"/words/{chance.choice(('en', 'ru', 'et'))}.ftl")
            await ask("models", "GET", "/api/models")
            leaves = time.monotonic() + chance.uniform(20, 120)
            while time.monotonic() < min(end, leaves):
                await chance.choice(DOINGS)(ask, chance)
                await asyncio.sleep(chance.uniform(0.2, 2))
            if chance.random() < 0.5:
                await ask("leave", "POST", "/api/leave", params={"page": page})


class _Asker:
    def __init__(self, client: Any, found: Found, chance: random.Random) -> None:
        self.client, self.found, self.chance = client, found, chance

    async def __call__(self, name: str, method: str, path: str, **how: Any) -> Any:
        """The answer, or None where it was refused."""
        began = time.monotonic()
        try:
            answer = await self.client.request(method, path, follow_redirects=True, **how)
        except Exception as fault:
            self.found.errors.append(f"{name}: {type(fault).__name__} {fault}")
            return None
        self.found.seconds.setdefault(name, []).append(time.monotonic() - began)
        if answer.is_success:
            return answer
        said = answer.json() if answer.headers.get("content-type", "").startswith("application/json") else {}
        if answer.status_code in (422, 429, 503) and said.get("sentence"):
            self.found.refused[f"{answer.status_code} {said['message']}"] += 1
        else:
            self.found.errors.append(f"{name}: {answer.status_code} {answer.text[:100]}")
        return None


def _look(chance: random.Random) -> dict[str, Any]:
    word = chance.choice(WORDS)
    query = chance.randrange(1, len(word) + 1)
    edits = [f"cut 0.{chance.randrange(4)}:{query}-{chance.randrange(query)}"] if chance.random() < 0.6 else []
    return {"model": "names", "text": word, "head": f"0.{chance.randrange(4)}", "query": query, "edit": edits}


async def _looks(ask: _Asker, chance: random.Random) -> None:
    for _ in range(chance.randrange(1, 8)):
        await ask("look", "GET", "/api/look", params=_look(chance) | {"lenient": True})


async def _beams(ask: _Asker, chance: random.Random) -> None:
    await ask("beams", "GET", "/api/beams", params=_look(chance))


async def _chain(ask: _Asker, chance: random.Random) -> None:
    await ask("chain", "GET", "/api/chain", params=_look(chance))


async def _effects(ask: _Asker, chance: random.Random) -> None:
    wish = {name: value for name, value in _look(chance).items() if name != "edit"}
    await ask("effects", "POST", "/api/effects", json=wish | {"every": chance.random() < 0.5})


async def _go_on(ask: _Asker, chance: random.Random) -> None:
    wish = {"model": "names", "text": chance.choice(WORDS)[:3], "count": 8, "temperature": 0.8, "seed": 1}
    await ask("generate", "POST", "/api/generate", json=wish)


async def _lesson(ask: _Asker, chance: random.Random) -> None:
    await ask("lesson", "GET", f"/learn/{chance.choice(('en', 'ru', 'et'))}/index.html")


async def _size(ask: _Asker, chance: random.Random) -> None:
    await ask("size", "POST", "/api/size", json={"length": chance.randrange(1, 4096)})


async def _check(ask: _Asker, chance: random.Random) -> None:
    wish = {"model": "names", "heads": [f"0.{chance.randrange(4)}"], "count": chance.choice((30, 100))}
    started = await ask("check", "POST", "/api/checks", json=wish)
    if started is None:
        return
    job, patience = started.json(), chance.choice((2, 60, 60))
    end = time.monotonic() + patience
    while job["state"] in ("waiting", "running"):
        await asyncio.sleep(1)
        over = time.monotonic() > end
        if over and chance.random() < 0.5:
            return  # and never asks again
        answer = await ask("job", "DELETE" if over else "GET", f"/api/checks/{job['id']}")
        if answer is None:
            return
        job = answer.json()
        if over:
            return
    if job["state"] == "failed":
        ask.found.errors.append(f"check: {job['fault']}")


DOINGS: list[Callable[[_Asker, random.Random], Awaitable[None]]] = [
    _looks, _looks, _looks, _beams, _chain, _effects, _go_on, _lesson, _size, _check,
]  # fmt: skip


# --- troublemakers ----------------------------------------------------------------------------------------------------


async def _trouble(address: str, chance: random.Random, end: float, found: Found) -> None:
    host, port = urlsplit(address).hostname or "", urlsplit(address).port or 0
    head = f"GET /api/models HTTP/1.1\r\nHost: {host}\r\n".encode()

    async def silent(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        await asyncio.sleep(15)

    async def slow(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        for letter in head:
            write.write(bytes([letter]))
            await write.drain()
            await asyncio.sleep(0.5)

    async def slow_body(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        write.write(f"POST /api/checks HTTP/1.1\r\nHost: {host}\r\nContent-Length: 1000\r\n\r\n".encode())
        for _ in range(100):
            write.write(b" ")
            await write.drain()
            await asyncio.sleep(0.5)

    async def unread(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        for _ in range(200):
            write.write(f"GET /learn/index.html HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        await asyncio.wait_for(write.drain(), 5)
        await asyncio.sleep(15)

    async def hangs_up(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        write.write(head + b"\r\n")
        await write.drain()
        write.transport.abort()

    async def large(_: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        write.write(f"POST /api/checks HTTP/1.1\r\nHost: {host}\r\nContent-Length: {10**9}\r\n\r\n".encode())
        for _ in range(200):
            write.write(b" " * 2**16)
            await write.drain()

    async def rubbish(read: asyncio.StreamReader, write: asyncio.StreamWriter) -> None:
        write.write(chance.randbytes(chance.randrange(1, 5000)))
        await write.drain()
        await asyncio.wait_for(read.read(1000), 5)

    kinds = [silent, slow, slow_body, unread, hangs_up, large, rubbish]
    while time.monotonic() < end:
        kind = chance.choice(kinds)
        found.trouble[kind.__name__.replace("_", " ")] += 1
        async with _connection(host, port) as (read, write):
            with contextlib.suppress(OSError, asyncio.TimeoutError):  # the server hung up, as it should
                await kind(read, write)
        await asyncio.sleep(chance.uniform(0.05, 0.5))


@contextlib.asynccontextmanager
async def _connection(host: str, port: int) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    read, write = await asyncio.open_connection(host, port)
    try:
        yield read, write
    finally:
        write.transport.abort()
