"""`croupier audit`: everything in the record made again from the journal alone."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Annotated, Any

import click

from croupier.cli.app import app
from croupier.cli.files import write_whole
from croupier.cli.options import DEFAULT_DB, AsJson, Db
from croupier.cli.parameters import Option
from croupier.cli.room.desk import ReadingDesk
from croupier.errors import Refused
from croupier.floor.audit.auditor import AuditReport, parse_head
from croupier.floor.audit.auditor import audit as run
from croupier.floor.audit.checkpoints import AuditCheckpoint, SignedPosition
from croupier.floor.house.signing import BadKey, SignedHeads, check_signed, public_hex, public_key, signing_key
from croupier.floor.live_tables import wall_clock_ms
from croupier.inputs import KEPT, read_text
from croupier.store.database import has_practice, practice_url
from croupier.store.journal import open_record


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
    since: Annotated[
        Path | None,
        Option(
            help="Go on from what an earlier audit has left (--leave; wants --own-key), or take the record at its word "
            "up to signed heads, as `croupier sign` wrote them (wants --key)."
        ),
    ] = None,
    reread: Annotated[
        bool,
        Option(help="With --since, read the earlier entries again for their hashes and the book, or trust them."),
    ] = True,
    leave: Annotated[
        Path | None,
        Option(help="Where an audit that finds nothing leaves its mark; keep it away from the database."),
    ] = None,
    own_key: Annotated[
        Path | None,
        Option(
            envvar="CROUPIER_AUDIT_KEY",
            help="The auditor's own key, which signs the mark; made on first use, readable by you alone.",
        ),
    ] = None,
    processes: Annotated[int | None, Option(help="Processes to play tables again in; one a core.")] = None,
    as_json: AsJson = False,
) -> None:
    """Recompute balances, settlements, shuffles and the hash chain; exit status 1 if anything disagrees.

    Where the room has a record of practice, that is audited as well, always from its beginning.
    """
    heads = dict(parse_head(text) for text in head or ())
    signs: str | None = None
    if signed is not None and key is None:
        raise Refused("--heads wants --key: signed heads prove nothing without the key that signed them")
    if key is not None:
        theirs = public_key(key)
        if signed is not None:
            signed_heads = SignedHeads.read(signed)
            check_signed(signed_heads, theirs)
            heads |= signed_heads.heads
        elif since is None or not _signs(since):
            signs = public_hex(theirs)
    begins = _word(since, key, leave) or _mark(since, leave, own_key)
    with ReadingDesk(db, as_json) as desk:
        most = processes or os.cpu_count() or 1
        with open_record(db) as record:
            report = run(
                record,
                heads,
                key=signs,
                url=db,
                processes=most,
                since=begins,
                reread=reread,
                leave=leave is not None,
                now_ms=wall_clock_ms(),
            )
        plain, lines, clean = _plain(report), _lines(report, _before(begins, reread)), report.clean
        if leave is not None and own_key is not None:
            left = _leave(report, leave, own_key)
            plain["left"] = str(leave) if left else None
            lines.append(f"left in {leave}" if left else f"nothing is left in {leave}: no audit goes on from findings")
        if has_practice(db):
            with open_record(apart := practice_url(db)) as record:
                practice = run(record, url=apart, processes=most, practice=True, now_ms=wall_clock_ms())
            plain["practice"] = _plain(practice)
            lines += [f"practice: {line}" for line in _lines(practice)]
            clean = clean and practice.clean
        desk.show(plain, *lines)
        if not clean:
            raise click.exceptions.Exit(1)


def _word(since: Path | None, key: Path | None, leave: Path | None) -> SignedPosition | None:
    """Signed heads to go on from, if that is what is given."""
    if since is None or not _signs(since):
        return None
    if key is None:
        raise Refused(f"--since {since} wants --key: signed heads prove nothing without the key that signed them")
    if leave is not None:
        raise Refused(
            f"--leave does not go with --since {since}: nobody has judged what was signed there; audit the whole "
            "record once to leave a mark"
        )
    signed_heads = SignedHeads.read(since)
    check_signed(signed_heads, public_key(key))
    return SignedPosition(signed_heads.position, signed_heads.heads)


def _signs(path: Path) -> bool:
    """Whether a file says that it is signed heads; whatever else it is, another reader says."""
    try:
        return "signs" in json.loads(read_text(path, KEPT, "ascii"))
    except (OSError, ValueError, TypeError, RecursionError):
        return False


def _before(begins: AuditCheckpoint | SignedPosition | None, reread: bool) -> str:
    """What was done with the entries that were not judged anew."""
    if isinstance(begins, SignedPosition):
        return "as they were signed"
    return "read again" if reread else "taken as they were"


def _mark(since: Path | None, leave: Path | None, own_key: Path | None) -> AuditCheckpoint | None:
    """What an earlier audit has left, if one is gone on from."""
    if own_key is None and (since is not None or leave is not None):
        raise Refused("--since and --leave want --own-key: a mark that nobody has signed proves nothing")
    if since is None or own_key is None:
        return None
    if not own_key.exists():
        raise BadKey(own_key, "there is no such file, and what was left was signed with it")
    return AuditCheckpoint.read(since, signing_key(own_key).public_key())


def _leave(report: AuditReport, path: Path, own_key: Path) -> bool:
    """Write down what the next audit can go on from, if there is anything."""
    if report.mark is None:
        return False
    text = report.mark.to_text(signing_key(own_key))
    write_whole(path, lambda part: _fill(part, text))
    path.chmod(0o600)  # it names everybody and what they hold
    return True


def _fill(part: Path, text: str) -> None:
    part.write_text(text, encoding="ascii")


def _plain(report: AuditReport) -> dict[str, Any]:
    plain: dict[str, Any] = {"clean": report.clean, "entries": report.entries, "rounds": report.rounds}
    if report.since:
        plain["since"] = report.since
    if report.remarks:
        plain["remarks"] = list(report.remarks)
    if not report.clean:
        plain["findings"] = [
            {"entry": each.position, "where": each.where, "what": each.what} for each in report.findings
        ]
    return plain


def _lines(report: AuditReport, before: str = "") -> list[str]:
    judged = ""
    if report.since:
        judged = f"; judged since entry {report.since:,}, those before it {before}"
    said = [f"remark: {words}" for words in report.remarks]
    if report.clean:
        return [f"clean: {report.entries:,} entries, {report.rounds:,} rounds{judged}", *said]
    count = f"{len(report.findings)} findings in {report.entries:,} entries{judged}"
    return [*map(str, report.findings), count, *said]
