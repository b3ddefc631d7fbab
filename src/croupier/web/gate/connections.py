"""Connections that send slowly, or nothing: they are given a while, and never the whole house."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import ClassVar, Final
from weakref import WeakSet

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from croupier.web.gate.doorkeeper import SAFETY

HEADERS_S: Final = 10.0
"""From a connection's beginning, or the first byte of its next request, until the headers are there."""
REQUEST_S: Final = 30.0
"""Until the whole request is."""
MOST_WAITING: Final = 64
"""Unfinished requests of one address; of more, the oldest go. Whoever is quick is always served."""
BURST_S: Final = 1.0
"""So long there may be more: a proxy, or a card room behind one address, comes with many at once."""
MOST_OPEN: Final = 1_000
"""Connections of one address, live ones included. This very host may have more: it is where a proxy stands."""
_OURSELVES: Final = frozenset({"127.0.0.1", "::1", ""})


class GuardedConnection(H11Protocol):
    """A connection of uvicorn's with an end to its patience."""

    waiting: ClassVar[defaultdict[str, dict[GuardedConnection, None]]] = defaultdict(dict)
    """By address, those whose request is unfinished, oldest first."""
    open: ClassVar[defaultdict[str, WeakSet[asyncio.BaseTransport]]] = defaultdict(WeakSet)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Meet a new connection, unless its address has more than enough."""
        super().connection_made(transport)
        self._address = self.client[0] if self.client else ""
        self._timer: asyncio.TimerHandle | None = None
        self._began_s = 0.0
        self._is_stream = False
        others = self.open[self._address]
        if self._address not in _OURSELVES and sum(not one.is_closing() for one in others) >= MOST_OPEN:
            transport.abort()
            return
        others.add(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what has come, and see whether the request is whole."""
        super().data_received(data)
        unfinished = self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and not self._is_stream
        if unfinished and not self.transport.is_closing():
            self._wait()
        else:
            self._settle()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """A live stream has said all that it has to; h11, which is no longer asked, would wait for a body."""
        self._is_stream = True
        self._settle()
        super().handle_websocket_upgrade(event)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._settle()
        if not self.open.get(self._address):
            self.open.pop(self._address, None)
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, as safely as everything else."""
        safe = [(name.encode(), value.encode()) for name, value in SAFETY.items()]
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close"), *safe]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=msg.encode()),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _wait(self) -> None:
        if self._timer is not None:
            return
        self._began_s = self.loop.time()
        self._timer = self.loop.call_later(HEADERS_S, self._is_late)
        others = self.waiting[self._address]
        others[self] = None
        if len(others) == MOST_WAITING + 1:
            self.loop.call_later(BURST_S, self._thin_out, self._address)

    def _thin_out(self, address: str) -> None:
        """End the oldest of too many unfinished requests; who has just come has a moment more."""
        others = self.waiting.get(address, {})
        patience_ended_s = self.loop.time() - BURST_S
        for one in list(others)[:-MOST_WAITING]:
            if one._began_s > patience_ended_s:
                self.loop.call_later(BURST_S, self._thin_out, address)
                return
            one._end()

    def _is_late(self) -> None:
        left_s = REQUEST_S - (self.loop.time() - self._began_s)
        if self.conn.their_state is h11.SEND_BODY and left_s > 0:
            self._timer = self.loop.call_later(left_s, self._is_late)
        else:
            self._end()

    def _end(self) -> None:
        self._settle()
        self.transport.abort()

    def _settle(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        others = self.waiting.get(self._address)
        if others is not None:
            others.pop(self, None)
            if not others:
                del self.waiting[self._address]
