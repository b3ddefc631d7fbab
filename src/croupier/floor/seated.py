"""What players do in their seats: sit down, bet, decide, bank, leave. What a table makes of it, or why not."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor import orders
from croupier.floor.table import BankPassed, Happening, PlayerSat, PlayerStood, Table
from croupier.rules import commands
from croupier.rules.bank import BadBank
from croupier.rules.events import BetsPlaced, BetsWithdrawn
from croupier.rules.law import Law, unlawful_stakes
from croupier.rules.round import Stage
from croupier.rules.seat import check_seat


class SeatTaken(Refused):
    """A seat, or a table, where somebody sits already."""


def by_player(table: Table, order: orders.BySeated, seat: int, law: Law | None) -> tuple[Happening, ...]:
    """What the player of a seat makes happen."""
    round = table.in_play
    match order:
        case orders.PassBank():
            _check_offered(table, seat, taking=False)
            if round is not None and round.bank is not None:
                raise BadBank(f"seat {round.bank.seat} banks this round; there is nothing to pass")
            return (BankPassed(seat),)
        case orders.Stand():
            check_free_to_leave(table, seat)
            if round is not None and round.stage is Stage.BETTING and round.seat(seat) is not None:
                return BetsWithdrawn(seat), PlayerStood(seat)
            return (PlayerStood(seat),)
        case _:
            events = commands.decide(round, commands.Act(seat, order))
            if isinstance(order, commands.TakeBank):
                _check_offered(table, seat, taking=True)
            if law is not None:
                _check_stakes(table, events, law)
            return events


def _check_stakes(table: Table, events: tuple[Happening, ...], law: Law) -> None:
    """A round that was opened before the law was lowered is finished, but takes no wager above the new limit."""
    for event in events:
        if isinstance(event, BetsPlaced) and (why := unlawful_stakes(table.settings.terms, event.stakes, law)):
            raise Refused(f"the bet cannot be taken: {why}; bet less")


def check_free_to_leave(table: Table, seat: int) -> None:
    """Refuse to let a player go who is there by name and has wagers in play: what lies in front of them goes with them,
    and what comes back of the wagers would lie there for the next."""
    round = table.in_play
    if table.stack_of(seat) is None or round is None or not table.has_wagers(seat):
        return
    if round.stage is not Stage.BETTING or round.seat(seat) is None:
        raise Refused(
            f"seat {seat} at {table.name} has wagers in play, for which the dealer decides; it leaves when the round "
            "is over"
        )


def sit(table: Table, seat: int, player: str, *, by_name: bool = False) -> tuple[Happening, ...]:
    """Somebody takes a free seat."""
    check_seat(seat)
    for sitting in table.sittings:
        if sitting.seat == seat:
            free = ", ".join(map(str, table.free_seats)) or "none"
            raise SeatTaken(f"seat {seat} at {table.name} is taken by {sitting.player}; free seats: {free}")
        if sitting.player == player:
            waits = " until the round is over" if sitting.left else ""
            raise SeatTaken(f"{player} sits at {table.name} already, in seat {sitting.seat}{waits}; stand up first")
    if len(table.sittings) >= table.settings.terms.spots:
        raise SeatTaken(
            f"{table.name} deals face up to {table.settings.terms.spots} players at a time, and they are there; try "
            "another table, or wait until somebody stands up"
        )
    return (PlayerSat(seat, player, by_name),)


def _check_offered(table: Table, seat: int, *, taking: bool) -> None:
    offered = table.bank_offered_to
    if not offered and taking and seat in table.bank_open_to:
        return
    if not offered or offered[0] != seat:
        now = f"seat {offered[0]}" if offered else "nobody"
        raise BadBank(f"the bank is not offered to seat {seat} now; it is offered to {now}")
