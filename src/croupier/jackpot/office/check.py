"""What every act of the office asks first."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import AdjustmentAsked
from croupier.jackpot.link import Link


class BadAdjustment(Refused):
    """A meter cannot be set like that."""


def need_verifier(by: LinkPerson, deed: str) -> None:
    """Refuse a dealer: nobody sets money by hand at the table."""
    if not by.rank.verifies:
        raise BadAdjustment(f"{by.name} is a dealer and cannot {deed}; call a supervisor")


def need_document(document: str, what: str) -> str:
    """What proves an act; refused where there is nothing."""
    if not document.strip():
        raise BadAdjustment(f"{what} names what proves it, such as a report or a transfer slip; say which")
    return document.strip()


def need_thawed(link: Link, level: str) -> None:
    """Refuse while a claim is open on a level: its amount has been seen, and cannot change."""
    if link.levels[level].frozen:
        raise BadAdjustment(f"{level} has a claim open, whose amount cannot change; finish it first")


def need_another(adjustment: AdjustmentAsked, by: LinkPerson) -> None:
    """Refuse who asked: it takes another person to approve."""
    need_verifier(by, "approve an adjustment")
    if by.name == adjustment.by:
        raise BadAdjustment(
            f"{adjustment.by} asked for adjustment {adjustment.adjustment} and cannot approve it; another must"
        )
