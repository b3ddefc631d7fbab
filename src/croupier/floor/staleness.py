"""Whether an order is still in time, though others have acted since its player saw the table.

An order without a version names the round or the stop that it is about. A command id then stands for that as well: the
same id about another round is another request.
"""

from __future__ import annotations

from typing import NamedTuple

from croupier.errors import Refused
from croupier.floor import orders
from croupier.floor.orders import Resume, Stop
from croupier.floor.table import Sitting, Table
from croupier.floor.unit import Same
from croupier.rules.actions import Action
from croupier.rules.commands import PlaceBets, VoidRound, WithdrawBets
from croupier.rules.round import Stage
from croupier.rules.seat import Seat
from croupier.rules.wagers import Stakes
from croupier.store.entry import contents
from croupier.store.reader import Reader
from croupier.store.unit import Receipt


class AlreadySo(Refused):
    """An order that its player has given before and that was carried out: a key pressed twice is no alarm."""

    def __init__(self, table: Table, order: orders.Order) -> None:
        super().__init__(f"{order} is done already at {table.name}; nothing was done twice")


class TableAtVersion(NamedTuple):
    """A table as its players saw it at one version: the round and how far it had come, who sat where, and what each
    seat had bet and decided. It is smaller than the table, because many of these are kept."""

    round: int
    stage: Stage
    shown: int
    sittings: tuple[Sitting, ...]
    seats: tuple[Seat, ...]


def at_version(table: Table) -> TableAtVersion:
    """The table as its players see it now. Between rounds they look at the betting of the next one."""
    round = table.in_play
    if round is None:
        return TableAtVersion(table.rounds + 1, Stage.BETTING, 0, table.sittings, ())
    return TableAtVersion(table.rounds, round.stage, round.shown, table.sittings, round.seats)


def is_in_time(then: TableAtVersion | None, table: Table, order: orders.Order, player: str) -> bool:
    """Whether an order is still in time that was given when the table stood as `then`: what its player faces has not
    changed since, whatever others have done. `AlreadySo` where only the same order came in between."""
    if isinstance(order, orders.ForSeat) and then is not None and not table.real_cards:
        # What the dealer enters for a seat is about that seat alone, as what its player would do.
        return _is_in_time_for(then, table, order)
    if then is None or not isinstance(order, orders.ByPlayer):
        return False
    if isinstance(order, orders.Sit):
        return True  # whether the seat is free, the table itself says
    now = at_version(table)
    if then[:3] != now[:3] or _seat_of(then, player) != _seat_of(now, player):
        return False
    mine_then, mine_now = _own(then, player), _own(now, player)
    if _played(mine_then) == _played(mine_now):
        return True
    if _is_so(table, mine_then, mine_now, order):
        raise AlreadySo(table, order)
    return False


def _is_in_time_for(then: TableAtVersion, table: Table, order: orders.ForSeat) -> bool:
    seat, asked = order.seat, order.order
    was, now = (
        next((one for one in sittings if one.seat == seat), None) for sittings in (then.sittings, table.sittings)
    )
    if (was and was.player) != (now and now.player):
        return False
    if isinstance(asked, orders.PutChips):
        return was == now  # were the same chips put down twice, nobody could take them off again
    if isinstance(asked, orders.NameSeat):
        return True
    if isinstance(asked, orders.UsualBets):
        asked = PlaceBets(table.usual.get(seat, Stakes()))
    return now is not None and is_in_time(then, table, asked, now.player)


def _seat_of(table: TableAtVersion, player: str) -> int | None:
    return next((sitting.seat for sitting in table.sittings if sitting.player == player), None)


def _own(table: TableAtVersion, player: str) -> Seat | None:
    number = _seat_of(table, player)
    return next((seat for seat in table.seats if seat.number == number), None)


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


def about_the_same(reader: Reader, table: str, order: VoidRound | Stop | Resume, about: str | None) -> Same:
    """The request that was about this: whose receipt stands after the opening of the round, or the stop, it names."""
    kind, field = ("RoundOpened", "round") if isinstance(order, VoidRound) else ("TableStopped", "reason")

    def same(receipt: Receipt) -> bool:
        if isinstance(order, Stop) or about is None:
            return True
        here = next((entry for entry in receipt.entries if entry.stream == f"table/{table}"), None)
        if here is None:
            return False
        for entry in reader.newest(stream=here.stream, before=here.position):
            for event in reversed(contents(entry).events):
                if event.get("event") == kind:
                    return bool(event.get(field) == about)
        return False

    return same
