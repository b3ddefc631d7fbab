"""A dealer who errs once, or not at all: a story of acts, and where it has to be stopped."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from croupier.money import chips_for
from croupier.school.acts import BetAct, CallHand, DealerAct, LockUp, PayBet, PressKey, PushBet, TakeBet, TurnCards
from croupier.school.draw import Draw
from croupier.school.question import Reason
from croupier.school.settlement.readings import misread
from croupier.school.settlement.steps import passes
from croupier.school.settlement.table import DrillTable


class PlantedError(Enum):
    """What a dealer of a story does wrong."""

    MISREAD = "The hand is misread"
    SHORT = "The stack is short"
    ORDER = "That is out of order"
    VERB = "That is not what becomes of the bet"
    SKIPPED = "Something before it was left out"
    NONE = "Nothing is wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """The acts of a dealer. `wrong` is the place of the first that is not right, from 0; `None` where all are."""

    acts: tuple[DealerAct, ...]
    error: PlantedError
    wrong: int | None
    why: Reason


def told_story(table: DrillTable, draw: Draw) -> Story:
    """A story of a table: one in six has no error; the others have one, of a kind that the table has a place for."""
    kinds = draw.shuffled(list(_PLANTERS))
    if draw.once_in(6):
        kinds = []
    for kind in kinds:
        for acts in _PLANTERS[kind](table, draw):
            wrong = first_wrong(table, acts)
            if wrong is not None:
                return Story(acts=acts, error=kind, wrong=wrong, why=_why(table, kind, wrong))
    return Story(
        acts=table.acts,
        error=PlantedError.NONE,
        wrong=None,
        why=Reason("Every act is right, and in order.", table.steps[0].why.rulings),
    )


def first_wrong(table: DrillTable, acts: tuple[DealerAct, ...]) -> int | None:
    """The place of the first act that is not the right one at its place."""
    return next((i for i, (act, right) in enumerate(zip(acts, table.acts, strict=False)) if act != right), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """How far somebody has watched a story. `shown` acts have been seen; `alarms` were raised where all was right."""

    shown: int
    alarms: int = 0
    found: bool = False
    missed: bool = False
    over: bool = False


def watched(story: Story, stops: Sequence[bool]) -> Watch:
    """Where a story stands when each act so far was stopped, or let pass. It ends with its error, or its last act."""
    alarms = 0
    for at, stop in enumerate(stops[: len(story.acts)]):
        if at == story.wrong:
            return Watch(shown=at + 1, alarms=alarms, found=stop, missed=not stop, over=True)
        alarms += stop
    over = len(stops) >= len(story.acts)
    return Watch(shown=min(len(stops) + 1, len(story.acts)), alarms=alarms, over=over)


def _why(table: DrillTable, kind: PlantedError, wrong: int) -> Reason:
    due = table.steps[wrong]
    words = f"{kind.value}. Due is: {table.asks.words(str(due.act))}. {due.why.words}"
    return Reason(words, due.why.rulings)


def _misread(table: DrillTable, draw: Draw) -> Iterator[tuple[DealerAct, ...]]:
    """A seat's hand is called wrongly, and its bets are settled by what was called."""
    for nth in draw.shuffled(range(len(table.passes))):
        group = table.passes[nth]
        if len(group) < 3 or not isinstance(group[0].act, TurnCards) or not isinstance(group[1].act, CallHand):
            continue
        for altered in misread(table.round, group[0].act.place, draw):
            read = next((other for other in passes(altered, table.pad) if other[0].act == group[0].act), ())
            same_bets = [_bet(step.act) for step in read] == [_bet(step.act) for step in group]
            if same_bets and read[1].act != group[1].act:
                before = [step.act for other in table.passes[:nth] for step in other]
                after = [step.act for other in table.passes[nth + 1 :] for step in other]
                yield (*before, *(step.act for step in read), *after)


def _bet(act: DealerAct) -> object:
    return (act.seat, act.spot) if isinstance(act, BetAct) else type(act)


def _short(table: DrillTable, draw: Draw) -> Iterator[tuple[DealerAct, ...]]:
    """A payment lacks its smallest chip."""
    for i in draw.shuffled(range(len(table.acts))):
        act = table.acts[i]
        if isinstance(act, PayBet):
            stacks, odd = chips_for(act.amount)
            if not odd and sum(stack.number for stack in stacks) > 1:
                yield _with(table.acts, i, PayBet(act.seat, act.spot, act.amount - stacks[-1].value))


def _order(table: DrillTable, draw: Draw) -> Iterator[tuple[DealerAct, ...]]:
    """Two bets of a seat, or the turns of two seats, change places."""
    acts = table.acts
    for i in draw.shuffled(range(len(table.passes) - 1)):
        first, second = table.passes[i : i + 2]
        if all(isinstance(step.act, BetAct | TurnCards | CallHand) for step in (*first, *second)) and draw.once_in(2):
            groups = [*table.passes[:i], second, first, *table.passes[i + 2 :]]
            yield tuple(step.act for group in groups for step in group)
    for i in draw.shuffled(range(len(acts) - 1)):
        if isinstance(acts[i], BetAct) and isinstance(acts[i + 1], BetAct):
            yield (*acts[:i], acts[i + 1], acts[i], *acts[i + 2 :])


def _verb(table: DrillTable, draw: Draw) -> Iterator[tuple[DealerAct, ...]]:
    """A bet that pushes is taken, or a lost one stays."""
    for i in draw.shuffled(range(len(table.acts))):
        act = table.acts[i]
        if isinstance(act, PushBet):
            seat = table.round.seat(act.seat)
            assert seat is not None, "a bet of the round"
            yield _with(table.acts, i, TakeBet(act.seat, act.spot, seat.on(act.spot)))
        elif isinstance(act, TakeBet):
            yield _with(table.acts, i, PushBet(act.seat, act.spot))


def _skipped(table: DrillTable, draw: Draw) -> Iterator[tuple[DealerAct, ...]]:
    """A key is not pressed, or the chips stay on the sensors."""
    for i in draw.shuffled(range(len(table.acts) - 1)):
        if isinstance(table.acts[i], PressKey | LockUp):
            yield (*table.acts[:i], *table.acts[i + 1 :])


def _with(acts: tuple[DealerAct, ...], at: int, act: DealerAct) -> tuple[DealerAct, ...]:
    return (*acts[:at], act, *acts[at + 1 :])


_PLANTERS: dict[PlantedError, Callable[[DrillTable, Draw], Iterator[tuple[DealerAct, ...]]]] = {
    PlantedError.MISREAD: _misread,
    PlantedError.SHORT: _short,
    PlantedError.ORDER: _order,
    PlantedError.VERB: _verb,
    PlantedError.SKIPPED: _skipped,
}
