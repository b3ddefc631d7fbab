"""`croupier audit`: everything in the record made again from the journal alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.app import app
from croupier.cli.options import DEFAULT_DB, AsJson, Db
from croupier.cli.room.desk import Desk
from croupier.errors import Refused


@app.command()
def audit(
    db: Db = DEFAULT_DB,
    head: Annotated[
        list[str] | None,
        typer.Option(help="STREAM:VERSION:HASH, as a shift close printed it; finds a stream that was cut off."),
    ] = None,
    signed: Annotated[
        Path | None, typer.Option("--heads", help="Signed heads, as `croupier sign` wrote them; finds any rewriting.")
    ] = None,
    key: Annotated[
        Path | None,
        typer.Option(help="The public key that must have signed them; without --heads, every signature in the record."),
    ] = None,
    processes: Annotated[int | None, typer.Option(help="Processes to play tables again in; one a core.")] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute balances, settlements, shuffles and the hash chain; exit status 1 if anything disagrees."""
    import os

    from croupier.floor.audit.auditor import audit as run
    from croupier.floor.audit.auditor import parse_head
    from croupier.store.journal import open_record

    heads = dict(parse_head(text) for text in head or ())
    signs: str | None = None
    if signed is not None and key is None:
        raise Refused("--heads wants --key: signed heads prove nothing without the key that signed them")
    if key is not None:
        from croupier.floor.house.signing import SignedHeads, check_signed, public_hex, public_key

        theirs = public_key(key)
        if signed is None:
            signs = public_hex(theirs)
        else:
            told = SignedHeads.read(signed)
            check_signed(told, theirs)
            heads |= told.heads
    with Desk(db, as_json) as desk:
        with open_record(db) as record:
            report = run(record, heads, key=signs, url=db, processes=processes or os.cpu_count() or 1)
        plain = {"clean": report.clean, "entries": report.entries, "rounds": report.rounds}
        if report.clean:
            desk.show(plain, f"clean: {report.entries:,} entries, {report.rounds:,} rounds")
            return
        found = [{"entry": each.position, "where": each.where, "what": each.what} for each in report.findings]
        verdict = f"{len(found)} findings in {report.entries:,} entries"
        desk.show({**plain, "findings": found}, *map(str, report.findings), verdict)
        raise typer.Exit(1)
