"""A table's side of a link: being on one, handing wagers back when it is lost, and wins that it paid.

These orders are given by the link's desk together with the link's own entry, in one transaction; only `hand back`
is the dealer's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.jackpot.terms import LinkTerms
from croupier.money import Cents, parse_dollars, plain_dollars
from croupier.rules.paytables import line_words
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


@dataclass(frozen=True, slots=True)
class TakeRefusal:
    """The claim of a win of this round has been refused, for a reason (R46)."""

    seat: int
    line: str
    reason: str

    def __str__(self) -> str:
        return f"refused {self.seat} {self.line} {self.reason}"


@dataclass(frozen=True, slots=True)
class SignRefusal:
    """Sign as the second person that the round ends without a win that was refused, though its cards make it."""

    seat: int
    line: str

    def __str__(self) -> str:
        return f"sign refusal {self.seat} {self.line}"


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


@dataclass(frozen=True, slots=True)
class AwardRefused:
    """The claim of a win of the round in play was refused. It may be claimed again until the round ends."""

    seat: int
    line: str
    reason: str
    by: str


@dataclass(frozen=True, slots=True)
class RefusalSigned:
    """A second person signed that the round ends without a win that was refused."""

    seat: int
    line: str
    by: str


OnLink: TypeAlias = TableLinked | TableUnlinked | AwardPaid | AwardRefused | RefusalSigned


@dataclass(frozen=True, slots=True)
class RefusedWin:
    """A win of the round in play whose claim was refused: by whom and why, and who has signed beside them."""

    seat: int
    line: str
    reason: str
    by: str
    signed_by: str = ""

    @property
    def words(self) -> str:
        """The refusal in words for the staff."""
        return f"the claim of seat {self.seat}, {line_words(self.line)}, was refused by {self.by}: {self.reason}"


def refused_after(refused: tuple[RefusedWin, ...], event: AwardRefused | RefusalSigned) -> tuple[RefusedWin, ...]:
    """The refused wins of a round after `event`. Whoever refuses once more wants a signature anew."""
    others = tuple(one for one in refused if (one.seat, one.line) != (event.seat, event.line))
    match event:
        case AwardRefused(seat, line, reason, by):
            return (*others, RefusedWin(seat, line, reason, by))
        case RefusalSigned(by=by):
            return tuple(one if one in others else replace(one, signed_by=by) for one in refused)


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
        case "refused", [seat, line, _, *_] if could_be_seat(seat):
            return TakeRefusal(int(seat), line, rest.split(maxsplit=2)[2])
        case "sign", ["refusal", seat, line] if could_be_seat(seat):
            return SignRefusal(int(seat), line)
        case _:
            return None
