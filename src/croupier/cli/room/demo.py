"""`croupier demo`: a room that plays by itself, to look around in."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from socket import socket
from typing import Annotated, Final

from croupier.cli.app import app
from croupier.cli.parameters import Option
from croupier.errors import Refused

PORT: Final = 8100
"""Beside a room on the usual port, 8000."""
_MOST_TRIED: Final = 20


@app.command()
def demo(
    folder: Annotated[str, Option(help="Its own folder, made where it is not there.")] = "croupier-demo",
    host: Annotated[str, Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int | None,
        Option(
            help=f"Port to listen on; 0 for any that is free. {PORT}, or the next that is free, if left out.",
            min=0,
            max=65535,
        ),
    ] = None,
    browser: Annotated[bool, Option(help="Open it in a browser, on a terminal with a display.")] = True,
) -> None:
    """Open a demonstration: tables that play by themselves, two shifts behind them, and a page to enter as anybody."""
    from croupier.floor.demo.folder import demonstration_in, forget
    from croupier.web.demo.demonstration import Demonstration
    from croupier.web.server import run

    there = Path(folder)
    # One socket for all of it: whoever comes while it starts over waits for the new one.
    with _listener(host, port) as listener:
        here = listener.getsockname()[1]
        while True:
            print("Two shifts are being played; a moment." if not there.exists() else "Opening.", flush=True)
            record, shown = demonstration_in(there), Demonstration()
            if browser:
                _open_browser(host, here)
                browser = False  # once: whoever starts it over has a page that waits for the new one
            run(
                host=host,
                port=here,
                db=str(record),
                https=False,
                log="warning",
                demo=shown,
                listener=listener.dup(),
            )
            if not shown.again:
                return
            forget(there)


def _listener(host: str, port: int | None) -> socket:
    """A socket on that port; where none is named on the usual one, or on the next that is free, which is said."""
    from croupier.web.server import listen

    if port is not None:
        return listen(host, port)
    for other in range(PORT, PORT + _MOST_TRIED):
        try:
            listener = listen(host, other)
        except Refused:
            if other == PORT + _MOST_TRIED - 1:
                raise
            continue
        if other != PORT:
            print(f"Port {PORT} is taken; the demonstration listens on {other}.", flush=True)
        return listener
    raise AssertionError("a port was found, or none was")


def _open_browser(host: str, port: int) -> None:
    """Open the first page in a browser, if somebody sits at a terminal with a display. The page waits until the doors
    are open; the address is printed in any case."""
    import webbrowser

    shows = sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
    if sys.stdout.isatty() and shows:
        webbrowser.open(f"http://{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{port}/demo")
