"""What a player faces at a table, and whether an order given on what they saw is still in time."""

from __future__ import annotations

from typing import NamedTuple

from croupier.errors import Refused
from croupier.floor import orders
from croupier.floor.table import Sitting, Table
from croupier.rules.actions import Action
from croupier.rules.commands import PlaceBets, WithdrawBets
from croupier.rules.round import Stage
from croupier.rules.seat import Seat
from croupier.rules.wagers import Stakes


class AlreadySo(Refused):
    """What somebody asked for once and has: a key that was pressed twice is no alarm."""

    def __init__(self, table: Table, order: orders.Order) -> None:
        super().__init__(f"{order} is done already at {table.name}; nothing was done twice")


class Faced(NamedTuple):
    """What the players of a table had before them at one version of it: which round and how far it had come, who sat
    where, and what each seat had bet and decided. Less than the table, since many of these are kept."""

    round: int
    stage: Stage
    shown: int
    sittings: tuple[Sitting, ...]
    seats: tuple[Seat, ...]


def faced(table: Table) -> Faced:
    """What is faced at a table as it stands. Between rounds it is the next one's betting that people look at."""
    round = table.in_play
    if round is None:
        return Faced(table.rounds + 1, Stage.BETTING, 0, table.sittings, ())
    return Faced(table.rounds, round.stage, round.shown, table.sittings, round.seats)


def is_in_time(seen: Faced | None, table: Table, order: orders.Order, player: str) -> bool:
    """Whether an order that was given on seeing `seen` is still in time: what its player faces has not changed since,
    whatever others have done. `AlreadySo` where only the same order came in between."""
    if seen is None or not isinstance(order, orders.ByPlayer):
        return False
    if isinstance(order, orders.Sit):
        return True  # whether the seat is free, the table itself says
    now = faced(table)
    if seen[:3] != now[:3] or _seat_of(seen, player) != _seat_of(now, player):
        return False
    mine_then, mine_now = _own(seen, player), _own(now, player)
    if _played(mine_then) == _played(mine_now):
        return True
    if _is_so(table, mine_then, mine_now, order):
        raise AlreadySo(table, order)
    return False


def _seat_of(faced: Faced, player: str) -> int | None:
    return next((sitting.seat for sitting in faced.sittings if sitting.player == player), None)


def _own(faced: Faced, player: str) -> Seat | None:
    number = _seat_of(faced, player)
    return next((seat for seat in faced.seats if seat.number == number), None)


def _played(seat: Seat | None) -> tuple[Stakes, tuple[Action, ...], Stakes] | None:
    """What a player has bet and decided; their cards are the same as long as the round is."""
    return None if seat is None else (seat.stakes, seat.line, seat.raised)


def _is_so(table: Table, then: Seat | None, now: Seat | None, order: orders.BySeated) -> bool:
    if isinstance(order, Action):
        return then is not None and now is not None and now.line == (*then.line, order)
    match order:
        case PlaceBets(stakes):
            if now is None or (then is not None and then.stakes == now.stakes):
                return False  # what lay there when they looked was not put down by this order
            return now.stakes == table.settings.terms.game.complete(stakes)
        case WithdrawBets():
            return now is None
        case _:
            return False
