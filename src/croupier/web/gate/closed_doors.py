"""What answers while a server waits for its database: every page says so, and the server is unhealthy meanwhile."""

from __future__ import annotations

import json
import os
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from croupier import __version__
from croupier.errors import Refused
from croupier.store.journal import Store, open_store
from croupier.store.location import NoAnswer
from croupier.web.gate.middleware import SAFETY

WAIT_S: Final = "CROUPIER_WAIT_S"
"""The setting of the environment that says for how many seconds a server that starts waits for its database."""
_USUALLY_S: Final = 300.0
_BETWEEN_S: Final = 1.0
_PATIENCE_S: Final = 10
_RETRY_S: Final = "5"


def open_when_it_answers(
    db: str, listener: socket.socket, say: Callable[[str], None], *, sleep: Callable[[float], None] = time.sleep
) -> Store:
    """The record at `db`. Where its database does not answer, it is waited for, for as long as the setting says, and
    whoever comes to `listener` meanwhile is told; `say` tells the operator."""
    wait_s = _wait_s()
    try:
        return open_store(db)
    except NoAnswer as why:
        if not wait_s:
            raise
        say(f"{why}\nIt is waited for, for {wait_s:g} s at most ({WAIT_S}); until then the doors are closed.")
    ends = time.monotonic() + wait_s
    with _doors_closed(listener):
        while True:
            sleep(_BETWEEN_S)
            try:
                return open_store(db)
            except NoAnswer:
                if time.monotonic() >= ends:
                    raise


def _wait_s() -> float:
    given = os.environ.get(WAIT_S, "")
    try:
        wait_s = float(given or _USUALLY_S)
    except ValueError:
        wait_s = -1.0
    if not 0 <= wait_s < 1e6:
        raise Refused(f"{WAIT_S} is {given!r}; want seconds, such as 300, or 0 to wait for nothing")
    return wait_s


@contextmanager
def _doors_closed(listener: socket.socket) -> Iterator[None]:
    """Answer at this socket that the house is not open yet."""
    began = time.monotonic()

    class Closed(BaseHTTPRequestHandler):
        timeout = _PATIENCE_S

        def answer(self) -> None:
            wrong = f"the record has not answered for {time.monotonic() - began:.0f} seconds, since this server started"
            said = {"ok": False, "version": __version__, "writable": False, "position": None, "view_age_s": 0.0}
            is_health = self.path.partition("?")[0] == "/healthz"
            kind = "application/json" if is_health else "text/plain; charset=utf-8"
            text = (
                json.dumps({**said, "wrong": [wrong]}) if is_health else "The house is not open yet; come back soon.\n"
            )
            headers = {**SAFETY, "content-type": kind, "retry-after": _RETRY_S, "connection": "close"}
            self.send_response_only(503)
            for name, value in {**headers, "content-length": str(len(text))}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command != "HEAD":
                self.wfile.write(text.encode())

        do_GET = do_HEAD = do_POST = answer  # noqa: N815

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("", 0), Closed, bind_and_activate=False)
    server.socket.close()
    server.socket = listener
    answering = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True, name="closed")
    answering.start()
    try:
        yield
    finally:
        server.shutdown()
        answering.join()
