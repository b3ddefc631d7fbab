"""California's collection: flat fees taken before any card, never a share of wagers (R32)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import Enum

from croupier.money import DOLLAR, Cents
from croupier.rules.game import Game
from croupier.rules.wagers import Spot, Stakes


class Schedule(Enum):
    """The two schedules that a house may choose from."""

    ONE = 1
    """Bank $1 up to $50 of action, $2 above; each player a flat fee, for the seat or for each betting circle."""
    TWO = 2
    """Bank $0.50 up to $50, $2 up to $300, $3 above; players nothing."""


@dataclass(frozen=True, slots=True)
class Fee:
    """What one seat pays into the collection."""

    seat: int
    amount: Cents


PLAYER_FEE: Cents = 50


def action(stakes: Sequence[Stakes]) -> Cents:
    """The total that a schedule goes by: everything that lies before the deal."""
    return sum(stake.total for stake in stakes)


def bank_fee(schedule: Schedule, total_action: Cents) -> Cents:
    """What the bank pays; a band ends where the next begins, so $50.01 is in the upper one."""
    match schedule:
        case Schedule.ONE:
            return 1 * DOLLAR if total_action <= 50 * DOLLAR else 2 * DOLLAR
        case Schedule.TWO:
            if total_action <= 50 * DOLLAR:
                return DOLLAR // 2
            return 2 * DOLLAR if total_action <= 300 * DOLLAR else 3 * DOLLAR


def circles(game: Game) -> tuple[Spot, ...]:
    """The betting circles of a game: the base bet and what goes down with it, without any bonus bet."""
    return tuple(spot for spot in game.before if spot.key == game.base or spot.follows == game.base)


def seat_fee(stakes: Stakes, player_fee: Cents, circles: Collection[str] | None = None) -> Cents:
    """What a seat with these bets pays: the fee of a player once, or once for each of these `circles` that it has
    a bet in."""
    return player_fee if circles is None else player_fee * sum(spot in stakes for spot in circles)


def collection(
    schedule: Schedule,
    bank_seat: int,
    stakes: Sequence[tuple[int, Stakes]],
    player_fee: Cents = PLAYER_FEE,
    circles: Collection[str] | None = None,
) -> tuple[Fee, ...]:
    """The fees of one round, the bank's first, then each seat's."""
    fees = [Fee(bank_seat, bank_fee(schedule, action([stake for _, stake in stakes])))]
    if schedule is Schedule.ONE:
        fees += [Fee(seat, seat_fee(stake, player_fee, circles)) for seat, stake in stakes]
    return tuple(fee for fee in fees if fee.amount)
