"""`decide` for what the floor does to a table between rounds: other choices, a player sent off, the table closed."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.floor.choices.making import changes, chosen
from croupier.floor.choices.upkeep import (
    Change,
    CloseTable,
    PlayerUnseated,
    ReopenTable,
    TableClosed,
    TableReopened,
    Unseat,
    Upkeep,
)
from croupier.floor.table import Happening, SeedRevealed, Table, TableChanged
from croupier.rules.events import BetsWithdrawn, RoundVoided
from croupier.rules.law import LAW, Law
from croupier.rules.round import Stage
from croupier.rules.seat import check_seat

EMPTY_ROUND = "nobody had bet"
"""Why a round is void that was open when its table was changed or closed."""


class InPlay(Refused):
    """Something that waits until the bets of a round are settled."""

    def __init__(self, table: Table, what: str) -> None:
        round = table.in_play
        assert round is not None, "only a round is in play"
        super().__init__(
            f"cannot {what} {table.name} now: bets lie in round {round.id}; stop the table, let the round end or void "
            "it, and then go on"
        )


def keep(table: Table, order: Upkeep, law: Law | None = LAW) -> tuple[Happening, ...]:
    """What such an order makes happen, or why not."""
    match order:
        case Change():
            return _change(table, order, law)
        case Unseat(seat, why):
            return _unseat(table, seat, why)
        case CloseTable():
            return _close(table)
        case ReopenTable():
            if not table.closed:
                raise Refused(f"{table.name} is open; there is nothing to reopen")
            return (TableReopened(),)


def _change(table: Table, order: Change, law: Law | None) -> tuple[Happening, ...]:
    new = chosen(table.settings, order.choices, law)
    if not changes(table.settings, new):
        raise Refused(f"{table.name} stands like that already; nothing would change")
    spots, seated = new.terms.spots, len(table.sittings)
    if seated > spots:
        raise Refused(
            f"{seated} players sit at {table.name}, which would deal face up to {spots}; open more spots first"
        )
    ended = _between_rounds(table, "change")
    return *ended, TableChanged(table.settings, new, order.reference)


def _unseat(table: Table, seat: int, why: str) -> tuple[Happening, ...]:
    """Bets that are not locked come back; wagers in play stay there, and the seat decides as who has left (R19)."""
    check_seat(seat)
    sitting = next((one for one in table.sittings if one.seat == seat), None)
    if sitting is None:
        raise Refused(f"nobody sits in seat {seat} at {table.name}; there is nobody to send off")
    if sitting.left:
        raise Refused(f"{sitting.player} has left seat {seat} already; it is free when the round is over")
    round, gone = table.in_play, PlayerUnseated(seat, why)
    if round is None or round.stage is not Stage.BETTING:
        return (gone,)
    if round.seat(seat) is not None:
        return BetsWithdrawn(seat), gone
    if round.bank is not None and round.bank.seat == seat and not round.seats:
        return *_void(table), gone  # nobody has bet against this bank: its wager goes home, too
    return (gone,)


def _close(table: Table) -> tuple[Happening, ...]:
    if table.link is not None:
        raise Refused(f"{table.name} is on link {table.link}; take it off the link first, then close it")
    ended = _between_rounds(table, "close")
    sent_off = (PlayerUnseated(sitting.seat, "the table is closed") for sitting in table.sittings)
    return *ended, *sent_off, TableClosed()


def _between_rounds(table: Table, what: str) -> tuple[Happening, ...]:
    """What it takes to stand between rounds: a round in which nobody has bet is void, one with bets is in the way."""
    round = table.in_play
    if round is None:
        return ()
    if round.seats or round.bank is not None:
        raise InPlay(table, what)
    return _void(table)


def _void(table: Table) -> tuple[Happening, ...]:
    assert table.seed is not None, "an unfinished round has a seed"
    return RoundVoided(EMPTY_ROUND), SeedRevealed(table.seed)
