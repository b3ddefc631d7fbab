"""`croupier link adjust` and its kin: meters set by hand, links stopped, checked and let run again."""

from __future__ import annotations

from typing import Annotated

import click

from croupier.cli.links.link import LinkName, link, show_link
from croupier.cli.links.text import parse_change, parse_reason
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import SignedDesk, WritingDesk, at_desk
from croupier.errors import Refused


@link.command("adjust")
@at_desk
def adjust(
    desk: SignedDesk,
    name: LinkName,
    level: Annotated[str | None, Option(help="The level to set by hand.")] = None,
    change: Annotated[str | None, Option(help="Dollars up or down, such as -12.50.")] = None,
    reason: Annotated[
        str, Option(help="award, malfunction, above maximum, seed recovery or transfer (R43).")
    ] = "malfunction",
    document: Annotated[str, Option(help="What proves it: a report, a slip, a win page.")] = "",
    approve: Annotated[int | None, Option(help="Make this adjustment, that somebody else asked for.")] = None,
    drop: Annotated[int | None, Option(help="Put this adjustment aside; --document says why.")] = None,
) -> None:
    """Ask for a meter to be set by hand, or approve or drop what somebody else asked for."""
    links, who = desk.links, desk.who
    if approve is not None:
        links.approve(name, approve, who, desk.command)
    elif drop is not None:
        links.drop(name, drop, document, who, desk.command)
    elif level is None or change is None:
        raise Refused("nothing to adjust; want --level and --change, or --approve, or --drop")
    else:
        links.ask(name, level, parse_change(change), parse_reason(reason), document, who, desk.command)
    show_link(desk, name)


@link.command("stop")
@at_desk
def stop(desk: SignedDesk, name: LinkName, reason: Annotated[str, Argument(help="Why.")]) -> None:
    """Stop a link: its tables take no progressive wagers and say so."""
    desk.links.stop(name, reason, desk.who, desk.command)
    show_link(desk, name)


@link.command("resume")
@at_desk
def resume(
    desk: SignedDesk,
    name: LinkName,
    approver: Annotated[str, Option(help="The second person.")],
    approver_pin: Annotated[str | None, Option(help="Their PIN; asked for if left out.")] = None,
) -> None:
    """Let a stopped link run again: two people, and books that agree."""
    desk.links.resume(name, desk.who, desk.sign_in(approver, approver_pin), desk.command)
    show_link(desk, name)


@link.command("check")
@at_desk
def check(desk: WritingDesk, name: LinkName) -> None:
    """Fold the pool and compare the link with the ledger; a difference stops it, and ends with exit status 1."""
    if desk.links.desk.link(name).fault is None:
        desk.links.split_pool(name)
    fault = desk.links.check(name)
    desk.show({"link": name, "fault": fault}, f"{name}: {fault or 'link and books agree'}")
    if fault is not None:
        raise click.exceptions.Exit(1)
