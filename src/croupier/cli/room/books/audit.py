"""`croupier audit`: everything in the record made again from the journal alone."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import click

from croupier.cli.app import app
from croupier.cli.options import DEFAULT_DB, AsJson, Db
from croupier.cli.parameters import Option
from croupier.cli.room.desk import Desk
from croupier.errors import Refused

if TYPE_CHECKING:
    from croupier.floor.audit.auditor import Report


@app.command()
def audit(
    db: Db = DEFAULT_DB,
    head: Annotated[
        list[str] | None,
        Option(help="STREAM:VERSION:HASH, as a shift close printed it; finds a stream that was cut off."),
    ] = None,
    signed: Annotated[
        Path | None, Option("--heads", help="Signed heads, as `croupier sign` wrote them; finds any rewriting.")
    ] = None,
    key: Annotated[
        Path | None,
        Option(help="The public key that must have signed them; without --heads, every signature in the record."),
    ] = None,
    processes: Annotated[int | None, Option(help="Processes to play tables again in; one a core.")] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute balances, settlements, shuffles and the hash chain; exit status 1 if anything disagrees.

    Where the room has a record of practice, that is audited as well.
    """
    import os

    from croupier.floor.audit.auditor import audit as run
    from croupier.floor.audit.auditor import parse_head
    from croupier.store.database import has_practice, practice_url
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
        most = processes or os.cpu_count() or 1
        with open_record(db) as record:
            report = run(record, heads, key=signs, url=db, processes=most)
        plain, lines, clean = _plain(report), _lines(report), report.clean
        if has_practice(db):
            with open_record(apart := practice_url(db)) as record:
                practice = run(record, url=apart, processes=most, practice=True)
            plain["practice"] = _plain(practice)
            lines += [f"practice: {line}" for line in _lines(practice)]
            clean = clean and practice.clean
        desk.show(plain, *lines)
        if not clean:
            raise click.exceptions.Exit(1)


def _plain(report: Report) -> dict[str, Any]:
    plain: dict[str, Any] = {"clean": report.clean, "entries": report.entries, "rounds": report.rounds}
    if not report.clean:
        plain["findings"] = [
            {"entry": each.position, "where": each.where, "what": each.what} for each in report.findings
        ]
    return plain


def _lines(report: Report) -> list[str]:
    if report.clean:
        return [f"clean: {report.entries:,} entries, {report.rounds:,} rounds"]
    return [*map(str, report.findings), f"{len(report.findings)} findings in {report.entries:,} entries"]
