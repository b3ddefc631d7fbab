"""Running the application: logs, the socket, and what is printed when the doors open."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import structlog
import uvicorn
from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.types import Message

from croupier.errors import Refused
from croupier.games import left_out
from croupier.store.location import file_of
from croupier.web.app import create_app
from croupier.web.context import HouseContext
from croupier.web.demo.demonstration import Demonstration
from croupier.web.gate.closed_doors import open_when_it_answers
from croupier.web.gate.connections import GuardedConnection
from croupier.web.gate.websocket import LiveConnection
from croupier.web.metrics import LOG
from croupier.web.served import Held, held
from croupier.web.sessions import Visitor


class AlreadyServed(Refused):
    """A record in a file that another server has open."""


@contextmanager
def served_alone(url: str, address: str) -> Iterator[None]:
    """Serve the record at `url` for as long as the context lasts; refused where another server does. PostgreSQL takes
    several; in a file nobody says which of them runs a table."""
    record = file_of(url)
    if record is None:
        yield
        return
    mark = Path(f"{record}.served")
    with contextlib.ExitStack() as marks:
        try:
            marks.enter_context(held(mark, address))
        except Held as other:
            raise AlreadyServed(
                f"{record} is served already, at {other.address}; end that server first, or keep the record in "
                "PostgreSQL, which several servers can share"
            ) from None
        except (OSError, ValueError) as why:
            raise Refused(
                f"cannot serve {str(record)!r}: beside it goes {mark.name!r}, while it is served, and that cannot be "
                f"written: {why}; want a folder that this server may write in"
            ) from None
        yield


_GARBAGE: Final = (100_000, 50, 1_000)
"""After how many new objects the youngest are looked through; after how many such looks the older, and then all. Hardly
ever: what is new is swept four times a second (`croupier.web.background_tasks.sweep`)."""


def run(
    *,
    host: str,
    port: int,
    db: str,
    https: bool,
    log: str,
    address: str = "",
    demo: Demonstration | None = None,
    listener: socket.socket | None = None,
) -> None:
    """Open the record, open the doors, and serve until somebody ends it; on this `listener`, where there is one."""
    levels = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
    if log not in levels:
        raise Refused(f"no log level {log!r}; want {', '.join(levels)}")
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(levels[log]),
        processors=[
            structlog.processors.TimeStamper("iso"),
            structlog.processors.add_log_level,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,  # a line that is not written should cost nothing
    )
    # A supervisor ends a server so. uvicorn lets whoever is served finish and then gives the signal again, which by
    # itself would end the process with its record still open.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    listener = listener or listen(host, port)
    here = listener.getsockname()
    address = address or f"{here[0]}:{here[1]}"
    with served_alone(db, address), open_when_it_answers(db, listener, _say) as store:
        app = create_app(store, db=db, address=address, secure=https, demo=demo)
        house: HouseContext = app.state.house
        for words in left_out():
            LOG.warning("a game is left out", why=words)
        for name in house.room.tables():  # what cannot be read is refused here, in words, before the doors open
            house.room.table(name)
        with contextlib.suppress(HTTPException):
            asyncio.run(_warm_up_routes(app))
        _exempt_from_garbage_collection()
        _announce(house, host, listener.getsockname()[1])
        config = uvicorn.Config(
            app,
            http=GuardedConnection,
            ws=LiveConnection,
            # At its most talkative it would write headers and live states down, cookies and cards among them.
            log_level="info" if log == "debug" else log,
            access_log=False,
            proxy_headers=https,
            server_header=False,
            ws_ping_interval=20,
            # States are small; compressing each for hundreds of viewers would cost more than it saves.
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
        )
        server = uvicorn.Server(config)
        if demo is not None:
            demo.close = partial(setattr, server, "should_exit", True)
        server.run(sockets=[listener])


def _say(words: str) -> None:
    print(words, flush=True)


def listen(host: str, port: int) -> socket.socket:
    """A socket to listen on; refused in words where none can be had."""
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        # Only where the protocol is named does the event loop turn Nagle's algorithm off, which would hold the last
        # piece of every answer back for 40 ms.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(1024)
        return listener
    except OSError as error:
        raise Refused(f"cannot listen on {host}:{port}: {error.strerror}; try another --port") from None
    except (TypeError, ValueError, OverflowError):
        raise Refused(
            f"cannot listen on {host!r}, port {port}: want a host's name or address, and 0 to 65535"
        ) from None


def _exempt_from_garbage_collection() -> None:
    """Tell the garbage collector that what exists before the doors open stays.

    Looking through all of it, a tenth of a second at a time, was the longest that anybody waited for a table. What
    comes later is mostly live streams, which are freed without the collector: looking through six thousand takes 0.6 s.
    """
    gc.freeze()
    gc.set_threshold(*_GARBAGE)


async def _warm_up_routes(app: FastAPI) -> None:
    """Ask for a page that does not exist: the framework sorts its routes at the first request, which takes a fifth of a
    second that no visitor should wait for."""

    async def nothing() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def unheard(message: Message) -> None:
        pass

    path = "/nowhere"
    scope = {
        "type": "http",
        "method": "GET",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [],
    }
    await app.router({**scope, "app": app, "state": {"visitor": Visitor("")}}, nothing, unheard)


def _announce(house: HouseContext, host: str, port: int) -> None:
    """Print that the doors are open, after the last query to the record.

    Whoever then ends the server finds the record's connection closed; a signal in the middle of a query would leave it
    open.
    """
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else host
    if house.demo is not None:
        print(f"The demonstration is open: http://{name}:{port}/demo", "Ctrl-C closes it.", sep="\n", flush=True)
        return
    lines = [f"Croupier is open: http://{name}:{port}/"]
    if not house.people.staff():
        lines.append(f"No staff yet. The first admin signs up at http://{name}:{port}/first-admin")
        lines.append(f"One-time code: {house.first_code}")
    print(*lines, "Ctrl-C closes the doors.", sep="\n", flush=True)
