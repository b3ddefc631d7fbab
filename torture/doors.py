"""Lines from many addresses at once, none of which means well: the house answers others, and keeps little for each.

Messages that are far too long or never end, in pieces and in empty pieces, pings whose answers nobody reads, bytes,
headers that do not come to an end, questions of the lab, sign-ins. All lines are held open together; what the server
has in memory may then have grown by so much a line, and no more. Others come, ask several things at once and are gone
before they are answered: that is nobody's mistake, and none is in the log.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import time
from collections.abc import Callable
from functools import partial
from http.client import HTTPConnection
from random import Random
from typing import Final

from websockets.frames import Frame, Opcode

from torture.memory import own_memory_mb
from torture.report import Report
from torture.scene.browser import free_port
from torture.scene.clerk import TABLE, furnish_cage
from torture.scene.places import Files
from torture.scene.served import serve
from torture.scene.victim import Victim

ADDRESSES, LINES = 40, 5
"""From how many addresses so many lines come at `much` 1."""
LEAVING: Final = 100
"""How many times so many lines come and are gone."""
MOST_MB, MOST_A_LINE_MB = 24, 0.1
"""What the server may have taken afterwards: once for all, and for each line."""
_OPENS_WITHIN_S: Final = 60.0
_TIMEOUT_S: Final = 20.0
_STREAM: Final = (
    f"GET /live/tables/{TABLE}?changes=seats HTTP/1.1\r\nHost: room\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()


def _frame(opcode: Opcode, data: bytes, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def _long(chance: Random) -> bytes:
    return _frame(Opcode.TEXT, bytes(chance.choice((2_001, 70_000, 15_000_000))))


def _unfinished(chance: Random) -> bytes:
    piece = _frame(Opcode.CONT, bytes(chance.choice((1, 100, 60_000))), fin=False)
    return _frame(Opcode.TEXT, b"", fin=False) + piece * 150


def _empty_pieces(chance: Random) -> bytes:
    return _frame(Opcode.TEXT, b"", fin=False) + _frame(Opcode.CONT, b"", fin=False) * 50_000


def _messages(chance: Random) -> bytes:
    return _frame(chance.choice((Opcode.TEXT, Opcode.BINARY)), b"") * 50_000


def _pings(chance: Random) -> bytes:
    return _frame(Opcode.PING, bytes(125)) * 20_000


def _headers(chance: Random) -> bytes:
    return b"GET / HTTP/1.1\r\nHost: room\r\nX-More: " + b"a" * chance.choice((100, 60_000, 500_000))


def _question(chance: Random) -> bytes:
    path = f"/api/coach?game=three-card&own={chance.choice(('AhKdQc', '2h3d4c'))}"
    return f"GET {path} HTTP/1.1\r\nHost: room\r\n\r\n".encode()


def _sign_in(chance: Random) -> bytes:
    form = f"csrf={chance.getrandbits(64)}&name=ann&pin={chance.randrange(10_000)}"
    head = f"POST /sign-in HTTP/1.1\r\nHost: room\r\nContent-Length: {len(form)}\r\n"
    return f"{head}Content-Type: application/x-www-form-urlencoded\r\n\r\n{form}".encode()


def _several(chance: Random) -> bytes:
    """Requests that do not wait for each other's answers, the last of which may be a stream, or half of one."""
    paths = chance.choices(("/", f"/tables/{TABLE}", "/sign-in", "/nowhere", "/healthz"), k=chance.choice((0, 0, 1, 8)))
    path = chance.choice((f"/live/tables/{TABLE}", "/live/tables/NONE", "/live/device"))
    last = _STREAM.replace(f"/live/tables/{TABLE}?changes=seats".encode(), path.encode())
    asked = b"".join(f"GET {path} HTTP/1.1\r\nHost: room\r\n\r\n".encode() for path in paths)
    return asked + chance.choice((b"", last[: chance.randrange(len(last))], last, last))


STREAMS: Final = (_long, _unfinished, _empty_pieces, _messages, _pings)
KINDS: Final[tuple[Callable[[Random], bytes], ...]] = (*STREAMS, _headers, _question, _sign_in)


def run(much: float, seed: int) -> Report:
    """Come from many addresses, hold every line, and look at the server."""
    report, chance = Report(), Random(seed)
    with Files() as files:
        address, port = files.fresh(furnish_cage), free_port()
        log = files.folder / "server.log"
        server = Victim(partial(serve, address, port, log=str(log)))
        lines: list[socket.socket] = []
        try:
            if not server.listen(_OPENS_WITHIN_S, until="open"):
                report.found("the server did not open its doors")
                return report
            _health(port)
            before = own_memory_mb(server.pid)
            for number in range(max(4, round(ADDRESSES * much))):
                here = f"127.{1 + number % 200}.{chance.randrange(256)}.{1 + chance.randrange(254)}"
                lines += [_line(here, port, kind, chance) for kind in chance.choices(KINDS, k=LINES)]
                report.count("addresses")
            grown, most = own_memory_mb(server.pid) - before, MOST_MB + MOST_A_LINE_MB * len(lines)
            report.count("lines", len(lines))
            report.count("megabytes that the server has grown by", max(0, grown))
            if grown > most:
                report.found(f"{len(lines)} lines made the server grow by {grown} MB; want {most:.0f} at most")
            if (status := _health(port)) != 200:
                report.found(f"with {len(lines)} lines open the server is not well: {status}")
            for _ in range(max(4, round(LEAVING * much))):
                _leave(port, chance)
                report.count("that left before they were answered", LINES)
            if (status := _health(port)) != 200:
                report.found(f"when others have come and gone the server is not well: {status}")
        finally:
            for line in lines:
                line.close()
            server.kill()
        for word, *rest in server.told:
            if word == "wrong":
                report.found(str(rest[0]))
        if mistakes := log.read_text().splitlines():
            report.found(f"{len(mistakes)} lines of mistakes are in the server's log, first {mistakes[0][:300]!r}")
    return report


def _line(here: str, port: int, kind: Callable[[Random], bytes], chance: Random) -> socket.socket:
    """A line from an address of this machine that says something, whether it is heard or not, and reads no answer."""
    line = socket.create_connection(("127.0.0.1", port), _TIMEOUT_S, source_address=(here, 0))
    with contextlib.suppress(OSError):  # it may be ended while it still talks, or not be read any more
        if kind in STREAMS:
            line.sendall(_STREAM)
            line.recv(100)  # before it is let in as a stream, what it says is not heard
        line.settimeout(1)
        line.sendall(kind(chance))
    return line


def _leave(port: int, chance: Random) -> None:
    """On several lines ask several things at once, and be gone, politely or not, at once or in a moment."""
    lines = [socket.create_connection(("127.0.0.1", port), _TIMEOUT_S) for _ in range(LINES)]
    for said in (_several, lambda _: b"no frame at all"):
        for line in lines:
            with contextlib.suppress(OSError):
                line.sendall(said(chance))
        time.sleep(chance.choice((0, 0.001, 0.005)))
    for line in lines:
        if chance.random() < 0.7:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # reset
        line.close()


def _health(port: int) -> int:
    """How well the server says it is; 0 where it does not answer."""
    asking = HTTPConnection("127.0.0.1", port, timeout=_TIMEOUT_S)
    try:
        asking.request("GET", "/healthz")
        return asking.getresponse().status
    except OSError:
        return 0
    finally:
        asking.close()
