"""Backing a logged win out (R46): an adjustment that names its claim, by two people, and restores meter and reserve.

The award has left the link, and a player's purse is not ours to reach into: the house makes the meter good, and takes
back the seed and the top-up that it gave for this win. Nothing is deleted; the win stays in the record, backed out.
"""

from __future__ import annotations

from dataclasses import dataclass

from croupier.jackpot.claim import LinkPerson
from croupier.jackpot.events import AdjustmentAsked, AdjustmentMade, AdjustmentReason
from croupier.jackpot.link import Link
from croupier.jackpot.office.check import BadAdjustment, need_another, need_document, need_thawed, need_verifier
from croupier.jackpot.office.deeds import LoggedWin
from croupier.money import dollars


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBackOut:
    """Ask for a logged win to be backed out. `win` is what the record says of it, `level` where it was won."""

    win: LoggedWin
    level: str
    document: str
    by: LinkPerson


def ask_back_out(link: Link, command: AskBackOut) -> AdjustmentAsked:
    """A back-out, noted; nothing moves."""
    need_verifier(command.by, "back a win out")
    document = need_document(command.document, "a back-out")
    _check(link, command.level, command.win)
    for waiting in link.asked.values():
        if waiting.win is not None and waiting.win.claim == command.win.claim:
            raise BadAdjustment(f"adjustment {waiting.adjustment} asks for that already; approve it, or drop it")
    old = link.levels[command.level].meter.amount
    return AdjustmentAsked(
        link.adjustments_asked + 1,
        command.level,
        old,
        old + command.win.to_meter,
        AdjustmentReason.BACK_OUT,
        document,
        command.by.name,
        win=command.win,
    )


def back_out(link: Link, adjustment: AdjustmentAsked, by: LinkPerson) -> AdjustmentMade:
    """The win, backed out of the meter and the reserve as they stand now."""
    assert adjustment.win is not None, "a back-out names its win"
    need_another(adjustment, by)
    _check(link, adjustment.level, adjustment.win)
    old = link.levels[adjustment.level].meter.amount
    new = old + adjustment.win.to_meter
    return AdjustmentMade(
        adjustment.adjustment,
        adjustment.level,
        old,
        new,
        adjustment.reason,
        adjustment.document,
        adjustment.by,
        by.name,
        win=adjustment.win,
    )


def _check(link: Link, name: str, win: LoggedWin) -> None:
    if win.claim in link.claims:
        raise BadAdjustment(f"claim {win.claim} is not finished; turn the key to Run first, then it can be backed out")
    if win.claim in link.backed_out:
        raise BadAdjustment(f"claim {win.claim} is backed out already; that is done once")
    link.terms.level(name)
    need_thawed(link, name)
    meter = link.levels[name].meter
    if meter.amount + win.to_meter < 0:
        raise BadAdjustment(
            f"{name} holds {dollars(meter.amount)} and would have to give {dollars(-win.to_meter)} back; "
            "another win has taken it: back that one out first"
        )
    if meter.reserve + win.to_reserve < 0:
        raise BadAdjustment(
            f"the reserve of {name} holds {dollars(meter.reserve)} and would have to give {dollars(-win.to_reserve)} "
            "back; another win has taken it: back that one out first"
        )
