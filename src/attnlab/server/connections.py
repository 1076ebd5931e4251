"""Connections that cost nothing: who says nothing, goes on saying it or does not listen is let go of."""

import asyncio
import json
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

from attnlab.errors import LabError


class Connection(H11Protocol):
    """A connection of uvicorn's with three more bounds. What a request brings with it the guard bounds."""

    head_s = 10.0
    """Within which the head of a request must have come whole, the first one or a later one."""
    listen_s = 30.0
    """How long an answer may wait for its reader to take any more of it."""
    most, most_each = 800, 256
    """Connections at one time, all and from one address."""

    _waits: asyncio.TimerHandle | None = None
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        host = (self.client or ("",))[0]
        own = sum((one.client or ("",))[0] == host for one in self.connections if isinstance(one, Connection))
        if len(self.connections) > self.most or own > self.most_each:
            fault = LabError("server-busy")
            said = json.dumps({"message": fault.message, "sentence": fault.say()}).encode()
            head = f"HTTP/1.1 503 Service Unavailable\r\ncontent-type: application/json\r\ncontent-length: {len(said)}"
            transport.write(f"{head}\r\nretry-after: 2\r\nconnection: close\r\n\r\n".encode() + said)
            transport.close()
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._waits = self._unread = _off(self._waits, self._unread)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._waits = _off(self._waits)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete:  # the next request may have begun
            self._wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self._unread or self.loop.call_later(self.listen_s, self.transport.abort)

    def resume_writing(self) -> None:
        self._unread = _off(self._unread)
        super().resume_writing()

    def _wait(self) -> None:
        _off(self._waits)
        self._waits = self.loop.call_later(self.head_s, self.transport.abort)


def _off(*timers: asyncio.TimerHandle | None) -> None:
    for timer in timers:
        if timer is not None:
            timer.cancel()
