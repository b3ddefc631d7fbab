"""A table's side of a link: being on one, handing wagers back when it is lost, and wins that it paid.

These orders are given by the link's desk together with the link's own entry, in one transaction; only `hand back`
is the dealer's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.floor.links.refusals import RefusalEvent, SignRefusal, TakeRefusal, parse_refusal
from croupier.jackpot.terms import LinkTerms
from croupier.money import Cents, parse_dollars, plain_dollars
from croupier.rules.seat import could_be_seat
from croupier.rules.terms import FixedPays, Terms, check_terms
from croupier.rules.wagers import PROGRESSIVE
from croupier.values import replace


@dataclass(frozen=True, slots=True)
class LinkTo:
    """Put the table on a link, or under its new terms. `fixed` says what pays the fixed awards: tray or meter."""

    link: str
    stake: Cents
    paytable: str
    fixed: str = "tray"

    def __str__(self) -> str:
        return f"link {self.link} {plain_dollars(self.stake)} {self.paytable} {self.fixed}"


@dataclass(frozen=True, slots=True)
class Unlink:
    """Take the table off its link."""

    def __str__(self) -> str:
        return "unlink"


@dataclass(frozen=True, slots=True)
class HandBack:
    """The link is lost: give every progressive wager that is not accepted yet back to its player."""

    def __str__(self) -> str:
        return "hand back"


@dataclass(frozen=True, slots=True)
class TakeAward:
    """A win of this round has been logged and its meter adjusted."""

    seat: int
    line: str
    cents: Cents

    def __str__(self) -> str:
        return f"award {self.seat} {self.line} {plain_dollars(self.cents)}"


ByLink: TypeAlias = LinkTo | Unlink | TakeAward | TakeRefusal


@dataclass(frozen=True, slots=True)
class TableLinked:
    """The table takes progressive wagers for a link from now on."""

    link: str
    stake: Cents
    paytable: str
    fixed: str


@dataclass(frozen=True, slots=True)
class TableUnlinked:
    """The table takes no more progressive wagers."""


@dataclass(frozen=True, slots=True)
class AwardPaid:
    """A meter paid a win of the round in play."""

    seat: int
    line: str
    cents: Cents


OnLink: TypeAlias = TableLinked | TableUnlinked | AwardPaid | RefusalEvent


def link_to(name: str, terms: LinkTerms) -> LinkTo:
    """The order that puts a table on a link of these terms."""
    return LinkTo(name, terms.stake, terms.paytable, "meter" if terms.all_pays_off_meter else "tray")


def linked_terms(terms: Terms, event: TableLinked | TableUnlinked) -> Terms:
    """A table's terms on a link, or off it; refused where its rule set does not allow them."""
    if isinstance(event, TableUnlinked):
        return replace(terms, progressive_stake=None, fixed_pays=FixedPays.TRAY)
    linked = replace(
        terms,
        progressive_stake=event.stake,
        tables={**terms.tables, PROGRESSIVE: event.paytable},
        fixed_pays=FixedPays(event.fixed),
    )
    check_terms(linked)
    return linked


def parse_link_order(word: str, rest: str) -> ByLink | HandBack | SignRefusal | None:
    """The order that `str` wrote, or `None`."""
    match word, rest.split():
        case "link", [link, stake, paytable, fixed]:
            return LinkTo(link, parse_dollars(stake), paytable, fixed)
        case "unlink", []:
            return Unlink()
        case "hand", ["back"]:
            return HandBack()
        case "award", [seat, line, cents] if could_be_seat(seat):
            return TakeAward(int(seat), line, parse_dollars(cents))
        case _:
            return parse_refusal(word, rest)
