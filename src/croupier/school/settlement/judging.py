"""A judge of acts: right, out of order or wrong, by which ruling; and the score of a table. Time comes from outside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from croupier.school.acts import (
    CallHand,
    CallSupervisor,
    DealerAct,
    DealOut,
    DropFee,
    PayBet,
    PressKey,
    PushBet,
    TakeBet,
)
from croupier.school.makers import settling
from croupier.school.question import Reason
from croupier.school.settlement.steps import SettlementStep
from croupier.school.settlement.table import DrillTable


class ActVerdict(Enum):
    """What became of one act."""

    RIGHT = "right"
    ORDER = "out of order"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class JudgedAct:
    """An act with its verdict. `why` says which ruling it breaks, or for a right one what it goes by."""

    act: DealerAct
    verdict: ActVerdict
    why: Reason


def judged(table: DrillTable, log: Sequence[DealerAct]) -> tuple[JudgedAct, ...]:
    """Every act of a dealer, in the order in which they were made. A wrong one changes nothing: the right one is
    still due."""
    steps, done, acts = table.steps, 0, []
    for act in log:
        acts.append(_judge(table, steps, done, act))
        done += acts[-1].verdict is ActVerdict.RIGHT
    return tuple(acts)


def _judge(table: DrillTable, steps: tuple[SettlementStep, ...], done: int, act: DealerAct) -> JudgedAct:
    if done == len(steps):
        return JudgedAct(act, ActVerdict.ORDER, Reason("Everything is settled; nothing more is due.", ("R46",)))
    due = steps[done]
    if act == due.act:
        return JudgedAct(act, ActVerdict.RIGHT, due.why)
    if any(step.act == act for step in steps[done + 1 :]):
        return JudgedAct(act, ActVerdict.ORDER, _too_early(table, steps, done))
    if any(step.act == act for step in steps[:done]):
        return JudgedAct(act, ActVerdict.ORDER, Reason("That is done already.", due.why.rulings))
    meant = [step for step in steps if _subject(step.act) == _subject(act)]
    if not meant:
        return JudgedAct(act, ActVerdict.WRONG, Reason("That is not done in this round.", due.why.rulings))
    return JudgedAct(act, ActVerdict.WRONG, meant[0].why)


def _too_early(table: DrillTable, steps: tuple[SettlementStep, ...], done: int) -> Reason:
    """Why an act of later is not due yet."""
    dealt = next((i for i, step in enumerate(steps) if isinstance(step.act, DealOut)), -1)
    if done <= dealt or isinstance(steps[done].act, PressKey | CallSupervisor):
        due = steps[done].why
        return Reason(f"Something comes before that. {due.words}", due.rulings)
    order = settling.order_reason(table.round)
    return Reason(f"Something comes before that. {order.words}", order.rulings)


def _subject(act: DealerAct) -> tuple[object, ...]:
    """What an act is about: a hand that is called, a bet that is settled, a fee."""
    match act:
        case CallHand(place, _):
            return ("call", place)
        case TakeBet(seat, spot) | PushBet(seat, spot) | PayBet(seat, spot):
            return ("bet", seat, spot)
        case DropFee(seat, _):
            return ("fee", seat)
        case _:
            return (act,)


PAR_S: Final = 6
"""Seconds for an act that the school calls par: a choice of ours, measured on nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettlementScore:
    """How a table was settled: acts that were right at once, slips of order, other mistakes, and the time."""

    of: int
    right: int
    out_of_order: int
    wrong: int
    seconds: int

    @property
    def par_s(self) -> int:
        return PAR_S * self.of

    @property
    def flawless(self) -> bool:
        return self.right == self.of


def score(table: DrillTable, log: Sequence[DealerAct], seconds: int) -> SettlementScore:
    """The score of a settled table, or of as much as there is of it."""
    verdicts = [each.verdict for each in judged(table, log)]
    # An act that a slip went before was not known at once, however soon it came right.
    after = [ActVerdict.RIGHT, *verdicts]
    at_once = sum(now is before is ActVerdict.RIGHT for before, now in zip(after, verdicts, strict=False))
    return SettlementScore(
        of=len(table.steps),
        right=at_once,
        out_of_order=verdicts.count(ActVerdict.ORDER),
        wrong=verdicts.count(ActVerdict.WRONG),
        seconds=seconds,
    )
