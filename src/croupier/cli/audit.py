"""`croupier audit`: everything in the record made again from the journal alone."""

from __future__ import annotations

from typing import Annotated

import typer

from croupier.cli.app import app
from croupier.cli.desk import DEFAULT_DB, AsJson, Db, answer, record


@app.command()
def audit(
    db: Db = DEFAULT_DB,
    head: Annotated[
        list[str] | None,
        typer.Option(help="STREAM:VERSION:HASH, as a shift close printed it; finds a stream that was cut off."),
    ] = None,
    processes: Annotated[int | None, typer.Option(help="Processes to play tables again in; one a core.")] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute balances, settlements, shuffles and the hash chain; exit status 1 if anything disagrees."""
    import os

    from croupier.floor.audit import audit as run
    from croupier.floor.audit import parse_head

    heads = dict(parse_head(text) for text in head or ())
    with record(db, create=False) as store:
        report = run(store, heads, url=db, processes=processes or os.cpu_count() or 1)
    found = [{"entry": each.position, "where": each.where, "what": each.what} for each in report.findings]
    if report.clean:
        said = f"clean: {report.entries:,} entries, {report.rounds:,} rounds"
        answer(as_json, {"clean": True, "entries": report.entries, "rounds": report.rounds}, said)
        return
    plain = {"clean": False, "entries": report.entries, "rounds": report.rounds, "findings": found}
    answer(as_json, plain, *map(str, report.findings), f"{len(found)} findings in {report.entries:,} entries")
    raise typer.Exit(1)
