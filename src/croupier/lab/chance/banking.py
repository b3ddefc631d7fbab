"""California from the player-dealer's side: what a bank is worth after the collection (R28 to R32).

    bank = Banking(edge=cached_solution().edge, players=5, ante=2500)
    bank.worth(Schedule.ONE)                    # cents a round, exact where all is covered

Before fees the bank has the house's edge against every opposing seat, exactly, as long as its wager covers them. The
fees are flat, so the bank wants many seats and large Antes, and there is an Ante below which it pays to pass.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.lab.bets.stakes import SideStake, round_stakes
from croupier.lab.chance.shifts import Shifts
from croupier.lab.uth.playout import bet_results
from croupier.rules.collection import PLAYER_FEE, Schedule, bank_fee

MOST_OPPOSING = 5


class NotABank(Refused):
    """A bank that cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Banking:
    """So many opposing seats with equal bets against one bank.

    edge     the house's edge of one seat's bets, in Antes a round
    sides    what lies on Trips, in Antes
    """

    edge: Fraction
    players: int
    ante: int
    sides: int = 0

    def __post_init__(self) -> None:
        if not 1 <= self.players <= MOST_OPPOSING:
            raise NotABank(f"{self.players} seats cannot oppose a bank; want 1 to {MOST_OPPOSING}")

    @property
    def action(self) -> int:
        """What the collection goes by: Ante, Blind and Trips of all seats, in cents."""
        return self.players * self.ante * (2 + self.sides)

    def fee(self, schedule: Schedule) -> int:
        """What a round costs the bank, in cents."""
        return bank_fee(schedule, self.action)

    @property
    def before_fees(self) -> Fraction:
        """What a round is worth to the bank if its wager covers everything, in cents."""
        return self.edge * self.players * self.ante

    def worth(self, schedule: Schedule) -> Fraction:
        """The same after the fee."""
        return self.before_fees - self.fee(schedule)

    def cost(self, schedule: Schedule) -> Fraction:
        """What a round costs an opposing player, the fee included, in cents."""
        return self.edge * self.ante + (PLAYER_FEE if schedule is Schedule.ONE else 0)


def bets_in_cents(ante: int, sides: Sequence[SideStake]) -> NDArray[np.int64]:
    """What each bet nets, in the bank's order of settlement: Ante, Play, Blind, Trips (R29)."""
    stakes = round_stakes(None, tuple(sides), bad_beat_on_fold=True)
    base = bet_results()
    rows = [base[bet].ravel() * ante // 2 for bet in ("ante", "play", "blind")]
    rows += [stakes.by_cell[side.table.name] * ante // stakes.unit for side in sides]
    return np.stack(rows)


@dataclass(frozen=True, slots=True)
class BankRun:
    """Sessions of a bank dealt at random, with its fees; in cents.

    a_round, error   what a round came to, and the standard error of that
    lost             the share of sessions in which the bankroll was gone
    """

    a_round: float
    error: float
    deviation: float
    lost: float
    sessions: int


def bank_run(played: Shifts, rounds: int, bankroll: int) -> BankRun:
    """What sessions of a bank came to, and how often they broke a bankroll."""
    sessions = len(played.final)
    spread = float(played.final.std())
    return BankRun(
        a_round=float(played.final.mean()) / rounds,
        error=spread / math.sqrt(sessions) / rounds,
        deviation=spread / math.sqrt(rounds),
        lost=float((played.lowest <= -bankroll).mean()),
        sessions=sessions,
    )
