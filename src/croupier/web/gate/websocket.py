"""The line of a live stream: uvicorn's WebSocket, over which a text that is ready can be sent at once.

Through the framework each viewer's state goes by a queue, a task and three layers of calls, and is copied; a text
that a hundred viewers are sent alike is put into a frame a hundred times. Here the same bytes go to the transport of
each. A line that does not take them now says so, and whoever sends waits for it in the ordinary way.

What comes in is small: a viewer says nothing, a device reports a few hundred bytes at a time. What is longer, comes in
many pieces, is no text or comes faster than it is read ends the stream, with the code that says why.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import CloseCode, Frame
from websockets.http11 import Request

AT_ONCE: Final = "croupier.at_once"
"""Under this name a stream's scope has, among its extensions, what sends a text at once."""
LONGEST_MESSAGE: Final = 2_000
"""Bytes of one message, whole or in pieces; the longest report of a device has two hundred."""
MOST_PIECES: Final = 16
"""Frames of one message. Empty ones are no longer than nothing, and each is kept until the last has come."""
MOST_WAITING: Final = 1_000
"""Messages that have come and are not read yet; a device may report six hundred times at once."""
_WHOLE_TEXT: Final = 0x81


class LiveConnection(WebSocketsSansIOProtocol):
    """A WebSocket connection of uvicorn's that takes little in, and that whole texts can be sent over directly."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn.max_message_size = LONGEST_MESSAGE
        self._is_refused = False

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

    def handle_text(self, event: Frame) -> None:
        """Take a text, or its first piece, unless more wait than anybody reads."""
        if self.queue.qsize() >= MOST_WAITING:
            self._refuse(CloseCode.POLICY_VIOLATION, f"more than {MOST_WAITING} messages wait")
        elif not self.close_sent:
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Nothing here is told in bytes."""
        self._refuse(CloseCode.UNSUPPORTED_DATA, "want a text")

    def handle_cont(self, event: Frame) -> None:
        """Take the next piece of a text, unless it has too many."""
        if len(self.frames) >= MOST_PIECES:
            self._refuse(CloseCode.MESSAGE_TOO_BIG, f"want a message in at most {MOST_PIECES} pieces")
        elif not self.close_sent:
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message on, if it is a text."""
        try:
            b"".join(self.frames).decode()
        except UnicodeDecodeError:
            self._refuse(CloseCode.INVALID_DATA, "want a text in UTF-8")
        else:
            super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer a ping, unless the answers before still wait: what nobody reads is not kept for them."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def handle_parser_exception(self) -> None:
        """End a stream that says what cannot be heard; one that was not let in yet is told nothing."""
        self._is_refused = True
        if self.conn.close_sent is not None:
            super().handle_parser_exception()
        else:
            self.queue.put_nowait({"type": "websocket.disconnect", "code": CloseCode.PROTOCOL_ERROR, "reason": ""})
            self.transport.abort()

    async def send(self, message: ASGISendEvent) -> None:
        """Send for the application. Of a stream that was ended here whoever sends is told that it is over."""
        if not self._is_refused:
            await super().send(message)
        elif message["type"] != "websocket.close":
            raise ClientDisconnected

    def _refuse(self, code: CloseCode, why: str) -> None:
        """End the stream; what else has come with it is not looked at."""
        if self.close_sent:
            return
        self.frames = []
        self.conn.fail(code, why)
        self.handle_parser_exception()

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
