"""The line of a live stream: uvicorn's WebSocket, over which a text that is ready can be sent at once.

Through the framework each viewer's state goes by a queue, a task and three layers of calls, and is copied; a text
that a hundred viewers are sent alike is put into a frame a hundred times. Here the same bytes go to the transport of
each. A line that does not take them now says so, and whoever sends waits for it in the ordinary way.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

AT_ONCE: Final = "croupier.at_once"
"""Under this name a stream's scope has, among its extensions, what sends a text at once."""
_WHOLE_TEXT: Final = 0x81


class LiveConnection(WebSocketsSansIOProtocol):
    """A WebSocket connection of uvicorn's that also takes whole texts directly."""

    def handle_connect(self, event: Request) -> None:
        """Meet a new stream, whose scope is made here."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][AT_ONCE] = self.send_at_once  # type: ignore[assignment]

    def connection_lost(self, exc: Exception | None) -> None:
        """Let go of what holds this line, and is held by it: thousands end, and nobody waits for the collector."""
        super().connection_lost(exc)
        if hasattr(self, "scope"):
            self.scope["extensions"].pop(AT_ONCE, None)
        self.conn.parser.close()

    def send_at_once(self, text: bytes) -> bool:
        """Send a text, unless what was sent before is still waiting here for a slow line; whether it was sent.

        What is sent to a line that has ended goes nowhere: its end is told by other means.
        """
        if not self.writable.is_set():
            return False
        if self.handshake_complete and not self.close_sent and not self.disconnected:
            assert not self.conn.extensions, "texts go over the line as they are, not compressed"
            self.transport.write(_framed(text))
        return True


@lru_cache(1)
def _framed(text: bytes) -> bytes:
    """A text in its frame. It is kept while the same one is sent: most viewers of a table are sent the same."""
    return _head(len(text)) + text


def _head(length: int) -> bytes:
    """What stands before a text of so many bytes (RFC 6455, 5.2): one frame, whole, from a server."""
    if length < 126:
        return bytes((_WHOLE_TEXT, length))
    if length < 65_536:
        return bytes((_WHOLE_TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((_WHOLE_TEXT, 127)) + length.to_bytes(8, "big")
