"""`croupier link`: progressive links and the tables on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Annotated, Any

from croupier.cli.app import group
from croupier.cli.links.text import link_lines, link_seen, parse_terms
from croupier.cli.options import TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.floor.links import keypads
from croupier.floor.links.control import Links
from croupier.floor.links.office import component_register
from croupier.floor.links.outside_desk import OutsideDesk
from croupier.jackpot.terms import NAMED
from croupier.money import dollars

link = group("link")

LinkName = Annotated[str, Argument(help="The link's name.")]
Override = Annotated[
    str, Option(help="Why it shall be although R42 warns, or the reference by which two people take a loss; recorded.")
]
Approver = Annotated[
    str | None, Option(help="The second person, for a link that loses in the long run (R59); needs --override.")
]
ApproverPin = Annotated[str | None, Option(help="Their PIN; asked for if left out.")]


def _terms_command(verb: str, help: str, act: Callable[[Links], Callable[..., object]]) -> None:
    """Register a command that takes a link's terms: one is opened and changed with the same options."""

    @link.command(verb, help=help)
    @at_desk
    def command(
        desk: SignedDesk,
        name: LinkName,
        level: Annotated[
            list[str] | None,
            Option(
                help="NAME:CONTRIBUTION%:RESERVE%:SEED$ and perhaps :MAXIMUM$, such as main:23:5:5000; once for each "
                "level. Without any, a link keeps those that it has, and a new one has those that come with the "
                "system for its pay table (R42).",
            ),
        ] = None,
        paytable: Annotated[
            str,
            Option(help="UTH-P01, or MGL-01, MGL-ML01, MGL-ML03 for a Multi-Game Link; or a TOML file."),
        ] = "UTH-P01",
        stake: Annotated[str, Option(help="The fixed wager in dollars.")] = "1",
        flow: Annotated[str | None, Option(help="keyed or card; a Multi-Game Link has cards.")] = None,
        fixed_off_meter: Annotated[
            bool, Option("--fixed-off-meter", help="Fixed pays come off the meter too (wa-2014).")
        ] = False,
        executive_above: Annotated[str | None, Option(help="Dollars above which it takes an Executive.")] = None,
        executive: Annotated[
            list[str] | None, Option(help="A level that takes an Executive card whatever its amount (R45).")
        ] = None,
        approval: Annotated[str | None, Option(help="The reference of the approved internal controls (R50).")] = None,
        override: Override = "",
        approver: Approver = None,
        approver_pin: ApproverPin = None,
    ) -> None:
        cards, known = executive or [], None
        if not level and (there := desk.links.desk.standing(name).link) is not None:
            known = there.terms
        terms = parse_terms(
            paytable, stake, level or [], flow, fixed_off_meter, executive_above, cards, approval or "", known
        )
        if approval is None and (there := desk.links.desk.standing(name).link) is not None:
            terms = replace(terms, approval=there.terms.approval)
        second = None if approver is None else desk.sign_in(approver, approver_pin)
        act(desk.links)(name, terms, desk.who, desk.command, override=override, approver=second)
        show_link(desk, name)


_terms_command("create", "Open a link; every meter starts at its seed.", lambda links: links.open)
_terms_command(
    "configure",
    "Change a link's terms, while no round and no claim is open on it.",
    lambda links: links.configure,
)


@link.command("list")
@at_desk
def links_there(
    desk: ReadingDesk, closed: Annotated[bool, Option("--closed", help="Also those that are closed.")] = False
) -> None:
    """List the links and what their displays show."""
    rows = [_seen(desk, name) for name in desk.links.desk.names(closed=closed)]
    desk.show(rows, *(f"{row['link']:12} {_levels_line(row)}" for row in rows))


@link.command("show")
@at_desk
def show(desk: ReadingDesk, name: LinkName) -> None:
    """Show a link: levels, tables, open claims, adjustments that wait."""
    show_link(desk, name)


@link.command("join")
@at_desk
def join(
    desk: SignedDesk,
    name: LinkName,
    table: TableName,
    override: Override = "",
    approver: Approver = None,
    approver_pin: ApproverPin = None,
) -> None:
    """Put a table on a link, between its rounds."""
    second = None if approver is None else desk.sign_in(approver, approver_pin)
    desk.links.join(name, table, desk.who, desk.command, override=override, approver=second)
    show_link(desk, name)


@link.command("open-table")
@at_desk
def open_table(
    desk: SignedDesk,
    name: LinkName,
    table: TableName,
    game: Annotated[str, Argument(help="Its game: " + ", ".join(NAMED) + ".")],
    override: Override = "",
    approver: Approver = None,
    approver_pin: ApproverPin = None,
) -> None:
    """Open a table with real cards on a link: only the progressive is recorded (R58)."""
    second = None if approver is None else desk.sign_in(approver, approver_pin)
    outside = OutsideDesk(desk.links)
    outside.join(name, table, game, desk.who, desk.command, real_cards=True, override=override, approver=second)
    show_link(desk, name)


@link.command("lock")
@at_desk
def lock(
    desk: SignedDesk,
    table: TableName,
    seats: Annotated[list[int], Argument(help="The seats whose progressive chip lies on the sensor.")],
) -> None:
    """COIN IN or START GAME at a table with real cards: accept the wagers of these seats."""
    outside = OutsideDesk(desk.links)
    stake = outside.table(table).stake
    game = outside.lock(table, dict.fromkeys(seats, stake), desk.who, desk.command)
    desk.show(
        {"table": table, "game": game, "seats": seats}, f"{game}: accepted {dollars(stake)} of {len(seats)} seats"
    )


@link.command("leave")
@at_desk
def leave(desk: SignedDesk, name: LinkName, table: TableName) -> None:
    """Take a table off a link, between its rounds."""
    keypads.leave(desk.links, name, table, desk.who, desk.command)
    show_link(desk, name)


def show_link(desk: ReadingDesk, name: str) -> None:
    """Show a link as it stands now."""
    row = _seen(desk, name)
    desk.show(row, *link_lines(row))


def _seen(desk: ReadingDesk, name: str) -> dict[str, Any]:
    link = desk.links.desk.link(name)
    return link_seen(
        link, desk.links.displays(name), component_register(desk.links, link), desk.room.approvals.of_link(link)
    )


def _levels_line(row: dict[str, Any]) -> str:
    notes = "".join(f"   {word}: {row[key]}" for word, key in (("STOPPED", "fault"), ("CLOSED", "closed")) if row[key])
    unapproved = "" if row["approved"] else f"   {row['approval_status']}"
    return "   ".join(f"{level['level']} {dollars(level['cents'])}" for level in row["levels"]) + notes + unapproved
