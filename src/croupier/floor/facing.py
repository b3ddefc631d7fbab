"""What a player faces at a table, and whether an order given on what they saw is still in time."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor import orders
from croupier.floor.table import Table
from croupier.rules.round import Stage
from croupier.rules.seat import Seat


class AlreadySo(Refused):
    """What somebody asked for once and has: a key that was pressed twice is no alarm."""

    def __init__(self, table: Table, order: orders.Order) -> None:
        super().__init__(f"{order} is done already at {table.name}; nothing was done twice")


def is_in_time(seen: Table | None, table: Table, order: orders.Order, player: str) -> bool:
    """Whether an order that was given on seeing the table as `seen` is still in time: what its player faces has not
    changed since, whatever others have done. `AlreadySo` where only the same order came in between."""
    if seen is None or not isinstance(order, orders.ByPlayer):
        return False
    if isinstance(order, orders.Sit):
        return True  # whether the seat is free, the table itself says
    then, now = _faces(seen, player), _faces(table, player)
    if then == now:
        return True
    if then[:2] == now[:2] and _is_so(table, then[2], now[2], order):
        raise AlreadySo(table, order)
    return False


def _faces(table: Table, player: str) -> tuple[tuple[int, str], int | None, Seat | None]:
    """What a player has before them: which round and street, where they sit, and their own bets and decisions.

    Between rounds it is the next one's betting that they look at.
    """
    round = table.in_play
    seat = next((sitting.seat for sitting in table.sittings if sitting.player == player), None)
    if round is None:
        return (table.rounds + 1, Stage.BETTING.name.lower()), seat, None
    return (table.rounds, round.stage_key), seat, None if seat is None else round.seat(seat)


def _is_so(table: Table, then: Seat | None, now: Seat | None, order: orders.BySeated) -> bool:
    match order:
        case orders.Play(action):
            return then is not None and now is not None and now.line == (*then.line, action)
        case orders.PutDown(stakes):
            if now is None or (then is not None and then.stakes == now.stakes):
                return False  # what lay there when they looked was not put down by this order
            return now.stakes == table.settings.terms.game.complete(stakes)
        case orders.TakeBack():
            return now is None
        case _:
            return False
