"""What comes in over a live stream is small text: what is not ends the stream, and the code says why."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import urlsplit

import pytest
from uvicorn.protocols.utils import ClientDisconnected
from web_place import TIMEOUT_S, Place
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from croupier.web.gate.websocket import LONGEST_MESSAGE, MOST_PIECES, MOST_WAITING, LiveConnection
from depth import first_of

UNSUPPORTED, NO_LETTERS, POLICY, TOO_BIG = 1003, 1007, 1008, 1009


class RawLine:
    """A stream of which every frame that is sent is made by hand."""

    def __init__(self, place: Place, path: str) -> None:
        where = urlsplit(place.url)
        self._socket = socket.create_connection((where.hostname, where.port), timeout=TIMEOUT_S)
        self._protocol = ClientProtocol(parse_uri(f"ws://{where.netloc}{path}"))
        self._protocol.send_request(self._protocol.connect())
        self._flush()
        while self._protocol.state.name == "CONNECTING":
            self._protocol.receive_data(self._socket.recv(65_536))
            assert self._protocol.handshake_exc is None

    def send(self, *frames: Frame) -> None:
        self._socket.sendall(b"".join(frame.serialize(mask=True) for frame in frames))

    def code(self) -> int | None:
        """With which code the stream is ended by the other side."""
        while self._protocol.close_rcvd is None:
            came = self._socket.recv(65_536)
            if not came:
                return None
            self._protocol.receive_data(came)
        return self._protocol.close_rcvd.code

    def close(self) -> None:
        self._socket.close()

    def _flush(self) -> None:
        self._socket.sendall(b"".join(self._protocol.data_to_send()))


def text(of: bytes, *, fin: bool = True) -> Frame:
    return Frame(Opcode.TEXT, of, fin)


def piece(of: bytes, *, fin: bool = False) -> Frame:
    return Frame(Opcode.CONT, of, fin)


WRONG = {
    "a long message": ([text(b"x" * (LONGEST_MESSAGE + 1))], TOO_BIG),
    "a message that grows in pieces": ([text(b"", fin=False), *[piece(b"x" * 300)] * 8], TOO_BIG),
    "a message of empty pieces": ([text(b"", fin=False), *[piece(b"")] * 10_000], TOO_BIG),
    "bytes": ([Frame(Opcode.BINARY, b"\0\1")], UNSUPPORTED),
    "bytes in pieces": ([Frame(Opcode.BINARY, b"\0", False), piece(b"\1", fin=True)], UNSUPPORTED),
    "a text of no letters": ([text(b"\xff\xfe")], NO_LETTERS),
    "half a letter in pieces": ([text(b"\xe2", fin=False), piece(b"\x82", fin=True)], NO_LETTERS),
    "many at once": ([text(b"")] * 10 * MOST_WAITING, POLICY),
}


@pytest.mark.parametrize("what", WRONG)
@pytest.mark.parametrize("path", first_of(["/live/tables/{table}", "/live/device"]))
def test_what_is_no_small_text_ends_the_stream_with_the_code_that_says_why(
    place: Place, what: str, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    if "T-limits" not in place.house.room.tables():
        place.open_table("T-limits")
    frames, code = WRONG[what]
    line = RawLine(place, path.format(table="T-limits"))
    line.send(*frames)
    # A device without a key is sent away for that, where it is sooner.
    assert line.code() in ({code} if path != "/live/device" else {code, 4401})
    line.close()
    assert not [entry for entry in caplog.records if entry.exc_info], "and nobody's mistake is in the log"


def test_a_text_in_a_few_pieces_is_a_text(place: Place) -> None:
    line = RawLine(place, "/live/device")
    line.send(text(b"{", fin=False), *[piece(b" ")] * (MOST_PIECES - 2), piece(b"}", fin=True))
    assert line.code() == 4401, "its key is asked for"
    line.close()


def test_answers_to_pings_that_nobody_reads_are_not_kept() -> None:
    written: list[bytes] = []

    class Line(LiveConnection):
        def __init__(self) -> None:
            self.writable = asyncio.Event()
            self.conn = ClientProtocol(parse_uri("ws://room/"))  # type: ignore[assignment]
            self.transport = type("Transport", (), {"write": lambda _, data: written.append(data)})()

    line = Line()
    for takes in (True, False, False):
        line.writable.set() if takes else line.writable.clear()
        line.conn.writes.append(b"pong")
        line.handle_ping()
    assert (written, line.conn.writes) == ([b"pong"], [])


@pytest.mark.parametrize("path", ["/live/device", "/live/tables/NONE"])
def test_who_goes_before_being_sent_away_is_nobodys_mistake(place: Place, path: str) -> None:
    """Whoever came and went at once left a traceback in the log."""
    headers = [(b"host", b"room"), (b"sec-websocket-version", b"13")]
    scope = {"type": "websocket", "scheme": "ws", "path": path, "raw_path": path.encode(), "query_string": b""}
    scope |= {"headers": headers, "client": ("192.0.2.1", 1), "subprotocols": [], "asgi": {"version": "3.0"}}
    sent = []

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message["type"])
        if message["type"] == "websocket.close":
            raise ClientDisconnected

    place.run(place.app(scope, receive, send))
    assert sent == ["websocket.accept", "websocket.close"]
