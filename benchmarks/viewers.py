"""A viewer's live stream, as cheap as it can be had: thousands share the cores of the server that they measure.

A browser's WebSocket does far more. Here frames are cut out of what has come and handed on as bytes; whoever wants to
know what they say reads them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, cast

_TEXT: Final = 1
_PING: Final = 9
_PONG: Final = 0x8A
_MASKED: Final = 0x80
_NO_MASK: Final = bytes(4)
"""What a client sends is masked; with nothing it stays as it is."""


class Viewer(asyncio.Protocol):
    """One stream; `hear` is given each text. `began` is done with the first."""

    def __init__(self, host: str, path: str, cookie: str, hear: Callable[[bytes], None]) -> None:
        self._ask = f"GET {path} HTTP/1.1\r\nhost: {host}\r\nconnection: Upgrade\r\nupgrade: websocket\r\n"
        self._ask += "sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
        self._ask += f"cookie: {cookie}\r\n\r\n" if cookie else "\r\n"
        self._hear = hear
        self._had = b""
        self._open = False
        self.began: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(self._ask.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.began.done():
            self.began.set_exception(exc or ConnectionError("the server has closed a stream that had not begun"))

    def data_received(self, data: bytes) -> None:
        had = self._had + data if self._had else data
        if not self._open:
            head, end, had = had.partition(b"\r\n\r\n")
            if not end:
                self._had = head
                return
            assert b" 101 " in head, head
            self._open = True
        at = 0
        while (frame := _frame(had, at)) is not None:
            kind, begins, at = frame
            if kind == _TEXT:
                self._hear(had[begins:at])
                if not self.began.done():
                    self.began.set_result(None)
            elif kind == _PING:
                said = had[begins:at]
                self._transport.write(bytes((_PONG, _MASKED | len(said))) + _NO_MASK + said)
        self._had = had[at:]

    def close(self) -> None:
        """Go away."""
        self._transport.abort()


def _frame(had: bytes, at: int) -> tuple[int, int, int] | None:
    """The kind of the frame that begins there, and where its text begins and ends; none where it is not there yet."""
    if len(had) < at + 2:
        return None
    kind, length, begins = had[at] & 15, had[at + 1], at + 2
    if length >= 126:
        begins += 2 if length == 126 else 8
        length = int.from_bytes(had[at + 2 : begins], "big")
    ends = begins + length
    return None if len(had) < ends else (kind, begins, ends)
