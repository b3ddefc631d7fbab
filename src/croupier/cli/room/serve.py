"""`croupier serve`: the card room in a browser."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.app import app
from croupier.cli.parameters import Option


@app.command()
def serve(
    host: Annotated[str, Option(help="Address to listen on; 0.0.0.0 for every one.")] = "127.0.0.1",
    port: Annotated[int, Option(help="Port to listen on; 0 for any that is free.", min=0, max=65535)] = 8000,
    db: Annotated[
        str, Option(envvar="CROUPIER_DB", help="The record: a file for SQLite, or postgresql://…")
    ] = "croupier.db",
    https: Annotated[bool, Option("--https", help="Behind a proxy that speaks HTTPS: secure cookies.")] = False,
    address: Annotated[
        str, Option(help="Where other servers on the same PostgreSQL reach this one; host and port if left out.")
    ] = "",
    log: Annotated[str, Option(help="Log level: debug, info, warning or error.")] = "warning",
) -> None:
    """Run the card room: pages for players, live tables, practice for guests."""
    from croupier.web.server import run

    run(host=host, port=port, db=db, https=https, log=log, address=address)
