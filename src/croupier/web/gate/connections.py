"""Connections that send slowly, or nothing: they are given a while, and never the whole house."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import ClassVar, Final
from weakref import WeakSet

from uvicorn._types import ASGI3Application
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from croupier.web.gate.middleware import SAFETY
from croupier.web.gate.network import network_of

HEADERS_S: Final = 10.0
"""From a connection's beginning, or the first byte of its next request, until the headers are there."""
REQUEST_S: Final = 30.0
"""Until the whole request is."""
MOST_HEAD: Final = 65_536
"""Bytes of a request's line and headers."""
MOST_WAITING: Final = 64
"""Unfinished requests of one network (an address, or the first half of one of IPv6); of more, the oldest go. Whoever is
quick is always served."""
BURST_S: Final = 1.0
"""So long there may be more: a proxy, or a card room behind one address, comes with many at once."""
MOST_OPEN: Final = 1_000
"""Connections of one network, live ones included. This very host may have more: it is where a proxy stands."""
_OURSELVES: Final = frozenset({"127.0.0.1", network_of("::1"), ""})


class GuardedConnection(HttpToolsProtocol):
    """A connection of uvicorn's with an end to its patience."""

    waiting: ClassVar[defaultdict[str, dict[GuardedConnection, None]]] = defaultdict(dict)
    """By address, those whose request is unfinished, oldest first."""
    open: ClassVar[defaultdict[str, WeakSet[asyncio.BaseTransport]]] = defaultdict(WeakSet)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Meet a new connection, unless its address has more than enough."""
        super().connection_made(transport)
        self._address = network_of(self.client[0]) if self.client else ""
        self._timer: asyncio.TimerHandle | None = None
        self._began_s = 0.0
        self._unfinished, self._in_body, self._is_stream = True, False, False
        self._head = 0
        self._answering: RequestResponseCycle | None = None
        others = self.open[self._address]
        if self._address not in _OURSELVES and sum(not one.is_closing() for one in others) >= MOST_OPEN:
            transport.abort()
            return
        others.add(transport)
        self._wait()

    def data_received(self, data: bytes) -> None:
        """Take what has come, and see whether the request is whole."""
        self._unfinished = True
        if not self._in_body:
            self._head += len(data)
        super().data_received(data)
        if self._head > MOST_HEAD and not self.transport.is_closing():
            self.send_400_response("The headers are too long.")
        if self._unfinished and not self._is_stream and not self.transport.is_closing():
            self._wait()
        else:
            self._settle()

    def on_message_begin(self) -> None:
        """The first byte of a request."""
        super().on_message_begin()
        self._unfinished, self._in_body = True, False

    def on_headers_complete(self) -> None:
        """The headers are there."""
        super().on_headers_complete()
        self._in_body, self._head = True, 0

    def on_message_complete(self) -> None:
        """The request is there."""
        super().on_message_complete()
        self._unfinished, self._in_body = False, False

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: ASGI3Application) -> None:
        """Answer a request, of several that were sent at once each in its turn."""
        self._answering = cycle
        super()._start_asgi_task(cycle, app)

    def handle_websocket_upgrade(self) -> None:
        """A live stream has said all that it has to. One that does not wait for the answers before it is ended: they
        would be written into the stream."""
        if self._answering is not None and not self._answering.response_complete:
            self._end()
            return
        self._is_stream = True
        self._settle()
        super().handle_websocket_upgrade()
        # They and the connection hold each other; a stream that stays needs none of them.
        self.parser, self._answering = None, None  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self._settle()
        if not self.open.get(self._address):
            self.open.pop(self._address, None)
        # Only the request that came last is told of it there; of several that were sent at once an earlier one is being
        # answered, and would write to nobody.
        if self._answering is not None:
            self._answering.disconnected = True
            self._answering.message_event.set()
            self._answering = None  # they hold each other
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no request, as safely as everything else."""
        headers = {**SAFETY, "content-type": "text/plain; charset=utf-8", "connection": "close"}
        lines = [f"{name}: {value}" for name, value in {**headers, "content-length": str(len(msg.encode()))}.items()]
        self.transport.write("\r\n".join(["HTTP/1.1 400 Bad Request", *lines, "", msg]).encode())
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
        if self._in_body and left_s > 0:
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
