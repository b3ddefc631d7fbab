"""`croupier link back-out` and its kin: what the office does with a link and its wins."""

from __future__ import annotations

from typing import Annotated

from croupier.cli.links.link import LinkName, link, show_link
from croupier.cli.parameters import Argument, Option
from croupier.cli.room.desk import Desk, SignedDesk, at_desk

Document = Annotated[str, Option(help="What proves it: a report, a slip, a letter.")]
ClaimNumber = Annotated[int, Argument(metavar="CLAIM", help="The claim's number, as `link hits` lists it.")]


@link.command("back-out")
@at_desk
def back_out(desk: SignedDesk, name: LinkName, claim: ClaimNumber, document: Document) -> None:
    """Ask for a logged win to be backed out (R46); somebody else makes it with `adjust --approve`."""
    from croupier.floor.links import office

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
    from croupier.cli.links.text import parse_destination
    from croupier.floor.links import office
    from croupier.money import parse_dollars

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
def components(desk: Desk, name: LinkName) -> None:
    """The register of the components that a link runs on, and what is missing or below the approved versions (R51)."""
    from croupier.jackpot.office.components import component_warnings, wanted

    at = desk.links.desk.link(name)
    warned = component_warnings(at.terms.flow, at.components)
    approved = wanted(at.terms.flow, at.components)
    rows = {
        component: {"version": at.components.get(component), "approved": approved.get(component)}
        for component in (*approved, *(known for known in at.components if known not in approved))
    }
    lines = [
        f"  {component:20} {row['version'] or 'missing':12} {'approved ' + row['approved'] if row['approved'] else ''}"
        for component, row in rows.items()
    ]
    desk.show(
        {"link": name, "components": rows, "warnings": list(warned)}, *lines, *(f"warning: {text}" for text in warned)
    )


@link.command("component")
@at_desk
def component(
    desk: SignedDesk,
    name: LinkName,
    component: Annotated[str, Argument(help="Such as Aquarius.")],
    version: Annotated[str, Argument(help="Its version; an empty one takes it out of the register.")],
) -> None:
    """Note the version of a component that a link runs on (R51)."""
    from croupier.floor.links import office

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
    from croupier.floor.links import office
    from croupier.money import parse_dollars

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
def history(desk: Desk, name: LinkName) -> None:
    """What people did with a link by hand: adjustments made and dropped, claims refused, terms, components."""
    from dataclasses import asdict

    from croupier.cli.links.text import deed_line
    from croupier.floor.links.history import deeds

    desk.links.desk.link(name)  # refuses a name that no link has
    found = deeds(desk.store, name)
    desk.show([asdict(deed) for deed in found], *map(deed_line, found))


@link.command("close")
@at_desk
def close(desk: SignedDesk, name: LinkName, reason: Annotated[str, Argument(help="Why.")]) -> None:
    """Close a link that no table, no claim and no money is left on."""
    from croupier.floor.links import office

    office.close(desk.links, name, reason, desk.who, desk.command)
    show_link(desk, name)
