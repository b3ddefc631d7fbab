"""The automatic dealer and the clock: the next order that nobody has to give."""

from __future__ import annotations

from functools import cache

from croupier.floor.orders import Default, Order
from croupier.floor.roles import AUTOMATIC_DEALER, CLOCK, Person
from croupier.floor.table import DealtBy, Table, bank_is_free
from croupier.rules.clock import deadline_s, gone, overdue
from croupier.rules.commands import next_step
from croupier.rules.events import Cause
from croupier.rules.round import Round, Stage, due_seats
from croupier.rules.steps import END, LOCK, OPEN, SETTLE, SETTLE_NEXT, WAIT, Step


@cache  # the automatic dealer does the same few things all day
def _pressed(step: Step) -> tuple[Order, Person]:
    """The automatic dealer takes a step. It settles all seats at once; a person goes from seat to seat."""
    return SETTLE if step is SETTLE_NEXT else step, AUTOMATIC_DEALER


def deadline_ms(table: Table, resumed_ms: int | None = None) -> int | None:
    """When the clock decides for the seats that are due, passes the bank on or ends the betting; `None` where no
    clock runs. For who is there by name none does: the dealer, who acts for them, is the one to be told.

    After an interruption every seat that is still due has the full clock again, from the moment the table came
    back: nobody loses a hand to a power cut.
    """
    open_round = table.in_play
    clock_s = None if open_round is None else open_round.terms.clock_s
    if open_round is None or clock_s is None:
        return None
    if _bets_lie(open_round) or _bank_waits(table):
        return max(table.since_ms, resumed_ms or 0) + 1000 * clock_s
    if all(table.acts_for(seat) for seat in due_seats(open_round)):
        return None
    at = deadline_s(open_round, table.since_ms / 1000, None if resumed_ms is None else resumed_ms / 1000)
    return None if at is None else round(at * 1000)


def next_order(table: Table, now_ms: int, resumed_ms: int | None = None) -> tuple[Order, Person] | None:
    """What the clock or the automatic dealer does now, if anything."""
    round, time_is_up = table.in_play, False
    if round is not None:
        deadline = None if round.terms.clock_s is None else deadline_ms(table, resumed_ms)
        time_is_up = deadline is not None and now_ms >= deadline
        # Who has left is asked only where seats decide: every order, and every look at a table, comes by here.
        playing = round.stage is Stage.PLAYING
        left = [sitting.seat for sitting in table.sittings if sitting.left] if playing else ()
        if left or time_is_up:
            late = overdue(round, None if deadline is None else deadline / 1000, now_ms / 1000)
            for act in (*gone(round, frozenset(left)), *(act for act in late if not table.acts_for(act.seat))):
                return Default(act.seat, act.cause), CLOCK
        if time_is_up and _bank_waits(table):
            return Default(table.bank_offered_to[0], Cause.CLOCK), CLOCK
    if table.settings.dealt_by is DealtBy.PERSON:
        return None
    step = lit_step(table)
    if step is None or (step is OPEN and not table.sittings):
        return None
    if step is LOCK and not _ready(table, time_is_up):
        return None
    return _pressed(step)


def lit_step(table: Table) -> Step | None:
    """The step that comes next, whose key is lit; `None` while the table waits for its seats, is stopped, closed or
    outside the law."""
    step = next_step(table.round)
    if step is WAIT:
        return None
    if step is END and (table.pending or table.unlogged):  # a win waits for people (R44, R46)
        return None
    held = step is OPEN and (table.held is not None or table.closed or table.unlawful is not None)
    return None if held else step


def _ready(table: Table, time_is_up: bool) -> bool:
    """Whether everybody who sits here has bet, or banks; once the clock has run out, whether anybody has."""
    round = table.in_play
    assert round is not None, "bets lie in a round"
    if not _bets_lie(round):
        return False
    return time_is_up or all(table.has_wagers(sitting.seat) for sitting in table.sittings if not sitting.left)


def _bank_waits(table: Table) -> bool:
    """Whether the clock runs for somebody who is asked to take the bank. Once everybody has passed, nobody is: the
    table waits for one of them to change their mind (R31)."""
    offered = table.bank_offered_to
    return bank_is_free(table) and bool(offered) and not table.acts_for(offered[0])


def _bets_lie(round: Round) -> bool:
    """Whether somebody has bet while bets are open, and in California against a bank."""
    if round.stage is not Stage.BETTING or not round.seats:
        return False
    return round.bank is not None or not round.terms.player_banked
