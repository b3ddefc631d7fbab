"""`croupier link papers`, `croupier link placards`: what is submitted for a link, and the card for its felts (R60)."""

from __future__ import annotations

from croupier.cli.links.link import LinkName, link
from croupier.cli.room.desk import ReadingDesk, at_desk
from croupier.cli.room.papers import House, Out, Size, imprint, record_words, show_paper, show_placards
from croupier.floor.links.desk import PREFIX
from croupier.floor.papers.of_link import link_paper, link_placards


@link.command("papers")
@at_desk
def papers(desk: ReadingDesk, name: LinkName, house: House = "", out: Out = None) -> None:
    """What is submitted for a link: terms, pay table, procedure, components; as HTML (R60)."""
    link = desk.links.desk.link(name)
    approval = desk.room.approvals.of_link(link).words
    record, chosen = record_words(desk, PREFIX + name), desk.room.approvals.choices.now()
    paper = link_paper(link, imprint(desk, house), record, approval, chosen)
    show_paper(desk, paper, out)


@link.command("placards")
@at_desk
def placards(desk: ReadingDesk, name: LinkName, size: Size = "a5", out: Out = None) -> None:
    """The pay table of a link as a card for the felt, as HTML to print (R60)."""
    show_placards(desk, name, link_placards(desk.links.desk.link(name)), size, out)
