"""The office of the links: money between levels, wins backed out, winners' papers, components, and the end of a link.

What takes two people is asked for here, and approved or dropped like every adjustment (`Links.approve`, `Links.drop`).
"""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.links.claiming import link_person
from croupier.floor.links.control import Links
from croupier.floor.links.desk import PREFIX
from croupier.floor.links.hits import Hit
from croupier.floor.links.keypads import is_outside
from croupier.floor.links.winpage import win_page
from croupier.floor.roles import Duty, Person, check_may
from croupier.floor.unit import check_same, events_in
from croupier.games import GAMES
from croupier.jackpot.link import Link
from croupier.jackpot.meter import Award
from croupier.jackpot.office.backout import AskBackOut
from croupier.jackpot.office.closing import CloseLink
from croupier.jackpot.office.components import ComponentState, NoteComponent, component_states
from croupier.jackpot.office.deeds import Destination, LoggedWin
from croupier.jackpot.office.transfer import AskTransfer
from croupier.jackpot.office.winner import NoteWinner
from croupier.jackpot.office.winner import note_winner as papers
from croupier.jackpot.record import to_plain
from croupier.money import Cents, dollars
from croupier.store.unit import Receipt


def back_out(links: Links, name: str, claim: int, document: str, who: Person, command: str) -> int:
    """Ask for a logged win to be backed out (R46); the number of the adjustment."""
    links.desk.link(name)
    hit = win_page(links.room.store, name, claim).hit
    link_command = AskBackOut(win=logged(hit), level=hit.level, document=document, by=link_person(who))
    return links.ask_for(name, link_command, who, command, f"ask to back claim {claim} out, by {document}")


def logged(hit: Hit) -> LoggedWin:
    """A hit as the link logged it."""
    award = Award(hit.amount, hit.topped_up, hit.seeded, hit.from_reserve)
    return LoggedWin(hit.claim, award, hit.before, hit.after)


def transfer(
    links: Links,
    name: str,
    level: str,
    cents: Cents,
    to: Destination,
    document: str,
    who: Person,
    command: str,
    *,
    reserve: bool = False,
) -> int:
    """Ask for money to go from a level to another one, of this link or another (R43); the number of the adjustment."""
    there = links.desk.link(to.link)
    there.terms.level(to.level)
    if there.closed is not None:
        raise Refused(f"link {to.link!r} is closed; a transfer goes to one that is open")
    link_command = AskTransfer(level=level, cents=cents, to=to, document=document, by=link_person(who), reserve=reserve)
    what = "the reserve of " if reserve else ""
    words = f"ask for {dollars(cents)} of {what}{level} to go to {to}, by {document}"
    return links.ask_for(name, link_command, who, command, words)


def component_register(links: Links, link: Link) -> tuple[ComponentState, ...]:
    """The components of a link beside the approved ones, by the documents that its tables play by (R51)."""
    ours = [table for table, game in link.tables.items() if game in GAMES and not is_outside(links, table)]
    sources = {links.room.table(table).settings.terms.rules.source for table in ours}
    return component_states(link.terms.flow, link.components, sources)


def note_component(links: Links, name: str, component: str, version: str, who: Person, command: str) -> Receipt | None:
    """Note the version of a component that a link runs on (R51); none takes it out of the register."""
    link_command = NoteComponent(component, version, link_person(who))
    return links.do(name, link_command, who, command, f"note {component} {version or 'taken out'}")


def note_winner(
    links: Links,
    name: str,
    claim: int,
    who: Person,
    command: str,
    *,
    winner: str,
    document: str,
    tax_form: str = "",
    tax_number: str = "",
    withheld: Cents = 0,
) -> Receipt | None:
    """Note who won a logged claim, for the house's papers. A later entry corrects an earlier one."""
    check_may(who, Duty.RUN_LINK)
    links.desk.link(name)
    link_command = NoteWinner(
        claim=claim,
        amount=win_page(links.room.store, name, claim).hit.amount,
        name=winner,
        document=document,
        tax_form=tax_form,
        tax_number=tax_number,
        withheld=withheld,
        by=link_person(who),
    )
    receipt = links.do(name, link_command, who, command, f"note the winner of claim {claim}")
    if receipt is not None:
        # The words leave out what is on the papers; the entry has it.
        noted = tuple(to_plain(event) for event in papers(links.desk.link(name), link_command))
        check_same(who, receipt, lambda before: events_in(before, PREFIX + name) == noted)
    return receipt


def close(links: Links, name: str, reason: str, who: Person, command: str) -> Receipt | None:
    """Close a link that no table, no claim and no money is left on."""
    link_command = CloseLink(reason, link_person(who))
    return links.do(name, link_command, who, command, f"close link {name}: {reason}", split_pool=True)
