"""`croupier demo`: a room that plays by itself, to look around in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from croupier.cli.app import app
from croupier.cli.parameters import Option


@app.command()
def demo(
    folder: Annotated[str, Option(help="Its own folder, made where it is not there.")] = "croupier-demo",
    host: Annotated[str, Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, Option(help="Port to listen on; 0 for any that is free.", min=0, max=65535)] = 8000,
) -> None:
    """Open a demonstration: tables that play by themselves, two shifts behind them, and a page to enter as anybody."""
    from croupier.floor.demo.folder import demonstration_in, forget
    from croupier.web.demo.demonstration import Demonstration
    from croupier.web.server import listen, run

    there = Path(folder)
    # One socket for all of it: whoever comes while it starts over waits for the new one.
    with listen(host, port) as listener:
        while True:
            print("Two shifts are being played; a moment." if not there.exists() else "Opening.", flush=True)
            record, shown = demonstration_in(there), Demonstration()
            run(
                host=host,
                port=port,
                db=str(record),
                https=False,
                log="warning",
                demo=shown,
                listener=listener.dup(),
            )
            if not shown.again:
                return
            forget(there)
