"""`croupier link`: progressive links and the tables on them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.app import Spelled, app
from croupier.cli.options import TableName
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import Desk, SignedDesk, at_desk

if TYPE_CHECKING:
    from croupier.floor.links.control import Links

link = Spelled("link", help="Progressive links: levels, claims, adjustments, reports.")
app.add_command(link)

LinkName = Annotated[str, Argument(help="The link's name.")]


def _terms_command(verb: str, help: str, act: Callable[[Links], Callable[..., object]]) -> None:
    """Register a command that takes a link's terms: one is opened and changed with the same options."""

    @link.command(verb, help=help)
    @at_desk
    def command(
        desk: SignedDesk,
        name: LinkName,
        level: Annotated[
            list[str],
            Option(
                help="NAME:CONTRIBUTION%:RESERVE%:SEED$ and perhaps :MAXIMUM$, such as main:23:5:10000; once for each "
                "level. CONTRIBUTION%/PRECONFIGURED% and SEED$/PRECONFIGURED$ also say what the level came with (R42); "
                "left out, it is what the link was opened with.",
            ),
        ],
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
        override: Annotated[str, Option(help="Why the terms stand although R42 warns; recorded.")] = "",
    ) -> None:
        from dataclasses import replace

        from croupier.cli.links.text import parse_terms

        cards, said = executive or [], approval or ""
        terms = parse_terms(paytable, stake, level, flow, fixed_off_meter, executive_above, cards, said)
        if approval is None and (known := desk.links.desk.standing(name).link) is not None:
            terms = replace(terms, approval=known.terms.approval)
        act(desk.links)(name, terms, desk.who, desk.command, override=override)
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
    desk: Desk, closed: Annotated[bool, Option("--closed", help="Also those that are closed.")] = False
) -> None:
    """List the links and what their displays show."""
    rows = [_seen(desk, name) for name in desk.links.desk.names(closed=closed)]
    desk.show(rows, *(f"{row['link']:12} {_levels_line(row)}" for row in rows))


@link.command("show")
@at_desk
def show(desk: Desk, name: LinkName) -> None:
    """Show a link: levels, tables, open claims, adjustments that wait."""
    show_link(desk, name)


@link.command("join")
@at_desk
def join(desk: SignedDesk, name: LinkName, table: TableName) -> None:
    """Put a table on a link, between its rounds."""
    desk.links.join(name, table, desk.who, desk.command)
    show_link(desk, name)


@link.command("leave")
@at_desk
def leave(desk: SignedDesk, name: LinkName, table: TableName) -> None:
    """Take a table off a link, between its rounds."""
    from croupier.floor.links import keypads

    keypads.leave(desk.links, name, table, desk.who, desk.command)
    show_link(desk, name)


def show_link(desk: Desk, name: str) -> None:
    """Show a link as it stands now."""
    from croupier.cli.links.text import link_lines

    row = _seen(desk, name)
    desk.show(row, *link_lines(row))


def _seen(desk: Desk, name: str) -> dict[str, Any]:
    from croupier.cli.links.text import link_seen

    return link_seen(desk.links.desk.link(name), desk.links.shown(name))


def _levels_line(row: dict[str, Any]) -> str:
    from croupier.money import dollars

    notes = "".join(f"   {word}: {row[key]}" for word, key in (("STOPPED", "fault"), ("CLOSED", "closed")) if row[key])
    unapproved = "" if row["approval"] else "   no approval on record"
    return "   ".join(f"{level['level']} {dollars(level['cents'])}" for level in row["levels"]) + notes + unapproved
