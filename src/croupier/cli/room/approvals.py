"""`croupier approval`: the approvals on record, and what each covers (R56)."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.errors import Refused
from croupier.floor.house.approval_scope import Scope, parse_face_up, parse_listed
from croupier.floor.house.approvals import (
    Approval,
    Document,
    document_of,
    parse_authority,
    read_day,
)
from croupier.inputs import ROUNDS, read_bytes

approval = group("approval")

Number = Annotated[str, Argument(help="The approval's number, such as 'WSGC 2026-31'.")]


@approval.command("add")
@at_desk
def add(
    desk: SignedDesk,
    number: Number,
    authority: Annotated[str, Option(help="state, tribal (with the state's concurrence) or bureau (California's).")],
    since: Annotated[str, Option("--from", "--since", help="The day from which it holds, such as 2026-11-17.")],
    until: Annotated[
        str | None, Option(help="The last day on which it holds; left out, until it is withdrawn.")
    ] = None,
    document: Annotated[Path | None, Option(help="The paper; its name and SHA-256 are kept, not what it says.")] = None,
    rules: Annotated[list[str] | None, Option(help="A rule set that it covers, or any; once for each.")] = None,
    pay_table: Annotated[
        list[str] | None, Option(help="A pay table, or the key of a bet of one's own; or any; once for each.")
    ] = None,
    limit: Annotated[list[str] | None, Option(help="A wager and its limits, such as ante=5-100; or any.")] = None,
    switch: Annotated[
        list[str] | None,
        Option(help="A choice as it stands, such as lost_by_fold=bad_beat; or any. Others stand as is customary."),
    ] = None,
    face_up: Annotated[
        str, Option(metavar="N", help="On how many spots cards may lie face up: a number, no or any.")
    ] = "no",
    link: Annotated[list[str] | None, Option(help="A link that a table may be on, or any; once for each.")] = None,
    component: Annotated[
        list[str] | None, Option(help="A component of a link with its version, or any; once for each.")
    ] = None,
) -> None:
    """Enter an approval: who gave it, since when and until when, by which document, and what it covers."""
    made = Approval(
        number=number.strip(),
        authority=parse_authority(authority),
        since=read_day("since", since),
        until="" if until is None else read_day("until", until),
        document=None if document is None else _document(document),
        scope=Scope(
            rules=parse_listed(rules or ()),
            paytables=parse_listed(pay_table or ()),
            limits=parse_listed(limit or ()),
            switches=parse_listed(switch or ()),
            face_up=parse_face_up(face_up),
            links=parse_listed(link or ()),
            components=parse_listed(component or ()),
        ),
    )
    desk.room.approvals.enter(made, desk.who, desk.command)
    _show(desk, made.number)


@approval.command("list")
@at_desk
def approvals(desk: ReadingDesk) -> None:
    """List the approvals on record."""
    every = desk.room.approvals.now().by_number.values()
    desk.show([_row(one) for one in every], *(f"{one.number:24} {_holds(one)}" for one in every))


@approval.command("show")
@at_desk
def show(desk: ReadingDesk, number: Number) -> None:
    """Show an approval: who gave it, how long it holds, and what it covers."""
    _show(desk, number)


@approval.command("prolong")
@at_desk
def prolong(
    desk: SignedDesk,
    number: Number,
    until: Annotated[str, Option(help="The last day on which it holds from now on; none: until it is withdrawn.")],
) -> None:
    """Let an approval hold until another day."""
    day = "" if until.strip() == "none" else read_day("until", until)
    desk.room.approvals.prolong(number, day, desk.who, desk.command)
    _show(desk, number)


@approval.command("withdraw")
@at_desk
def withdraw(
    desk: SignedDesk, number: Number, why: Annotated[str, Option(help="Why; it is kept with the entry.")]
) -> None:
    """Withdraw an approval, from today on."""
    desk.room.approvals.withdraw(number, why, desk.who, desk.command)
    _show(desk, number)


def _document(path: Path) -> Document:
    try:
        return document_of(path.name, read_bytes(path, ROUNDS))
    except OSError as why:
        raise Refused(f"cannot read {path}: {why}; want the file of the approval") from why


def _holds(approval: Approval) -> str:
    until = f" until {approval.until}" if approval.until else ""
    ended = f", withdrawn on {approval.withdrawn}: {approval.why}" if approval.withdrawn else ""
    return f"by {approval.authority.words}, since {approval.since}{until}{ended}"


def _row(approval: Approval) -> dict[str, Any]:
    return {**asdict(approval), "authority": approval.authority.value}


def _show(desk: ReadingDesk, number: str) -> None:
    known = desk.room.approvals.now().known(number)
    paper = known.document
    named = "none" if paper is None else f"{paper.name}, SHA-256 {paper.sha256}"
    lines = (f"  {label:12} {words}" for label, words in (("Document", named), *known.scope.rows))
    desk.show(_row(known), f"{known.number}, {_holds(known)}", *lines)
