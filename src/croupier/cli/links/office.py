"""`croupier link back-out` and its kin: what the office does with a link and its wins."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

from croupier.cli.links.link import LinkName, link, show_link
from croupier.cli.links.text import deed_line, parse_destination
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import ReadingDesk, SignedDesk, at_desk
from croupier.floor.links import office
from croupier.floor.links.history import deeds
from croupier.jackpot.office.components import warnings_of
from croupier.money import parse_dollars

Document = Annotated[str, Option(help="What proves it: a report, a slip, a letter.")]
ClaimNumber = Annotated[int, Argument(metavar="CLAIM", help="The claim's number, as `link hits` lists it.")]


@link.command("back-out")
@at_desk
def back_out(desk: SignedDesk, name: LinkName, claim: ClaimNumber, document: Document) -> None:
    """Ask for a logged win to be backed out (R46); somebody else makes it with `adjust --approve`."""
    office.back_out(desk.links, name, claim, document, desk.who, desk.command)
    show_link(desk, name)


@link.command("transfer")
@at_desk
def transfer(
    desk: SignedDesk,
    name: LinkName,
    level: Annotated[str, Argument(help="The level that gives.")],
    amount: Annotated[str, Argument(help="Dollars.")],
    to: Annotated[str, Argument(metavar="LINK/LEVEL", help="The level that takes, such as big/mega.")],
    document: Document,
    reserve: Annotated[bool, Option("--reserve", help="Of the reserve, to the other's reserve.")] = False,
) -> None:
    """Ask for money to go from one level to another (R43); somebody else makes it with `adjust --approve`."""
    office.transfer(
        desk.links,
        name,
        level,
        parse_dollars(amount),
        parse_destination(to),
        document,
        desk.who,
        desk.command,
        reserve=reserve,
    )
    show_link(desk, name)


@link.command("components")
@at_desk
def components(desk: ReadingDesk, name: LinkName) -> None:
    """The register of the components that a link runs on, and what is missing or not of the approved version (R51)."""
    states = office.component_register(desk.links, desk.links.desk.link(name))
    warned = warnings_of(states)
    rows = {state.name: {"version": state.version or None, "approved": state.approved or None} for state in states}
    lines = [
        f"  {state.name:20} {state.version or '–':12} {'approved ' + state.approved if state.approved else ''}"
        for state in states
    ]
    desk.show({"link": name, "components": rows, "warnings": warned}, *lines, *(f"warning: {text}" for text in warned))


@link.command("component")
@at_desk
def component(
    desk: SignedDesk,
    name: LinkName,
    component: Annotated[str, Argument(help="Such as Aquarius.")],
    version: Annotated[str, Argument(help="Its version; an empty one takes it out of the register.")],
) -> None:
    """Note the version of a component that a link runs on (R51)."""
    office.note_component(desk.links, name, component, version, desk.who, desk.command)
    show_link(desk, name)


@link.command("winner")
@at_desk
def winner(
    desk: SignedDesk,
    name: LinkName,
    claim: ClaimNumber,
    winner: Annotated[str, Option(help="The winner's full name.")],
    identity: Annotated[str, Option(help="The document of identity that was seen.")],
    tax_form: Annotated[str, Option(help="W-2G or 1042-S; none if left out.")] = "",
    tax_number: Annotated[str, Option(help="The number of that form.")] = "",
    withheld: Annotated[str, Option(help="Dollars withheld.")] = "0",
) -> None:
    """Note who won, for the house's papers; a later entry corrects an earlier one."""
    receipt = office.note_winner(
        desk.links,
        name,
        claim,
        desk.who,
        desk.command,
        winner=winner,
        document=identity,
        tax_form=tax_form,
        tax_number=tax_number,
        withheld=parse_dollars(withheld),
    )
    repeated = receipt is not None and receipt.repeated
    desk.show({"link": name, "claim": claim, "repeated": repeated}, f"claim {claim} of {name}: the winner is noted")


@link.command("history")
@at_desk
def history(desk: ReadingDesk, name: LinkName) -> None:
    """What people did with a link by hand: adjustments made and dropped, claims refused, terms, components."""
    desk.links.desk.link(name)  # refuses a name that no link has
    entries = deeds(desk.store, name)
    desk.show([asdict(deed) for deed in entries], *map(deed_line, entries))


@link.command("close")
@at_desk
def close(desk: SignedDesk, name: LinkName, reason: Annotated[str, Argument(help="Why.")]) -> None:
    """Close a link that no table, no claim and no money is left on."""
    office.close(desk.links, name, reason, desk.who, desk.command)
    show_link(desk, name)
