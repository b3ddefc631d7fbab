"""Who won, for the house's papers: identity and tax form of a hit. Entries add up; the last one counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from croupier.errors import Refused
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import Event
from croupier.jackpot.link import Link
from croupier.jackpot.office.check import need_verifier
from croupier.jackpot.office.deeds import WinnerNoted
from croupier.money import Cents, dollars

TAX_FORMS: Final = ("W-2G", "1042-S")
_MOST: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteWinner:
    """Note who won a logged claim: full name, identity document seen, tax form and what was withheld."""

    claim: int
    amount: Cents
    name: str
    document: str
    tax_form: str = ""
    tax_number: str = ""
    withheld: Cents = 0
    by: LinkPerson


class BadWinner(Refused):
    """Papers of a win that cannot be."""


def note_winner(link: Link, command: NoteWinner) -> tuple[Event, ...]:
    """An entry of the win's papers."""
    need_verifier(command.by, "note who won")
    if command.claim > link.claims_made:
        raise BadWinner(f"no claim {command.claim} on link {link.id!r}; it has had {link.claims_made}")
    name, document = command.name.strip(), command.document.strip()
    form, number = command.tax_form.strip(), command.tax_number.strip()
    if not name or not document:
        raise BadWinner("a winner has a full name and shows a document of identity; note both")
    if max(map(len, (name, document, number))) > _MOST:
        raise BadWinner(f"a name, a document and a number have at most {_MOST} characters each")
    if form and form not in TAX_FORMS:
        raise BadWinner(f"no tax form {form!r}; there are {', '.join(TAX_FORMS)}, or none")
    if bool(form) != bool(number):
        raise BadWinner("a tax form goes with its number; note both, or neither")
    if not 0 <= command.withheld <= command.amount:
        raise BadWinner(
            f"{dollars(command.withheld)} cannot be withheld of {dollars(command.amount)}; want nothing up to that"
        )
    if command.withheld and not form:
        raise BadWinner(f"{dollars(command.withheld)} is withheld on a tax form; note which, and its number")
    return (
        WinnerNoted(
            claim=command.claim,
            name=name,
            document=document,
            tax_form=form,
            tax_number=number,
            withheld=command.withheld,
            by=command.by.name,
        ),
    )
