"""Sums over rounds: what was bet, won and paid, bet by bet. Two tallies add up to the tally of both.

Signs are the house's. A tally keeps what theory needs, and no more: of each bet the stakes and their squares, and of
two bets of one seat, where it is known how they swing together, the products of their stakes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from croupier.lab.prices import base_price_name, bet_price_name, covariance
from croupier.money import Cents
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.rules.wagers import BASE, ENVY, PROGRESSIVE

UNPRICED: Final = ""
"""The price of a bet in which the house has no stake: another player banks it (R28)."""


class Bet(NamedTuple):
    """A bet as it is counted: the game, `base` or the spot of a side bet, and the name of its price."""

    game: str
    key: str
    price: str


@dataclass(slots=True)
class Amounts:
    """One bet. `handle` is all that was wagered on it, `stake` what its edge is a share of: of a base game the Ante.

    squares  the sum of the squares of every single stake
    """

    handle: Cents = 0
    win: Cents = 0
    stake: Cents = 0
    squares: int = 0

    def add(self, other: Amounts, times: int = 1) -> None:
        """Add another's amounts, or with -1 take them away."""
        self.handle += times * other.handle
        self.win += times * other.win
        self.stake += times * other.stake
        self.squares += times * other.squares


@dataclass(slots=True)
class Progressive:
    """Progressive wagers, which go to the link's pool (R33), and what was paid on them.

    hits, awards  pays of a meter, how many and how much
    tray          fixed pays from the tray; `envy` comes from there too (R36, R37)
    """

    handle: Cents = 0
    hits: int = 0
    awards: Cents = 0
    tray: Cents = 0
    envy: Cents = 0

    def add(self, other: Progressive, times: int = 1) -> None:
        """Add another's amounts, or with -1 take them away."""
        self.handle += times * other.handle
        self.hits += times * other.hits
        self.awards += times * other.awards
        self.tray += times * other.tray
        self.envy += times * other.envy


@dataclass(slots=True)
class Tally:
    """Rounds and what they brought. `seats` counts every seat with a bet, round by round."""

    rounds: int = 0
    seats: int = 0
    drop: Cents = 0
    fees: Cents = 0
    bets: dict[Bet, Amounts] = field(default_factory=dict)
    together: dict[tuple[str, str], int] = field(default_factory=dict)
    progressive: Progressive = field(default_factory=Progressive)

    def add(self, other: Tally, times: int = 1) -> None:
        """Add another tally, or with -1 take it away."""
        self.rounds += times * other.rounds
        self.seats += times * other.seats
        self.drop += times * other.drop
        self.fees += times * other.fees
        for bet, amounts in other.bets.items():
            self.bets.setdefault(bet, Amounts()).add(amounts, times)
        for pair, products in other.together.items():
            self.together[pair] = self.together.get(pair, 0) + times * products
        self.progressive.add(other.progressive, times)

    @property
    def handle(self) -> Cents:
        """All wagers but the progressive ones."""
        return sum(amounts.handle for amounts in self.bets.values())

    @property
    def banked(self) -> Cents:
        """The wagers that the house banked itself."""
        return sum(amounts.handle for bet, amounts in self.bets.items() if bet.price != UNPRICED)

    @property
    def win(self) -> Cents:
        """What the house won on all of them."""
        return sum(amounts.win for amounts in self.bets.values())

    @property
    def tray(self) -> Cents:
        """What the tray is up by: the win less the progressive pays and envy that came from it."""
        return self.win - self.progressive.tray - self.progressive.envy


Settled: TypeAlias = Mapping[int, Iterable[Result]]
"""The results of a round by seat."""


def of_round(terms: Terms, settled: Settled, fees: Cents, awards: Iterable[Cents]) -> Tally:
    """The tally of one round: what became of every seat's wagers, the collection, and what meters paid."""
    made = Tally(rounds=1, seats=len(settled), fees=fees)
    for results in settled.values():
        _count_seat(made, terms, results, len(settled))
    for award in awards:
        made.progressive.hits += 1
        made.progressive.awards += award
    return made


def _count_seat(made: Tally, terms: Terms, results: Iterable[Result], players: int) -> None:
    game, banked_here = terms.game, not terms.player_banked
    stakes: dict[str, Cents] = {}
    for result in results:
        if result.spot == PROGRESSIVE:
            made.progressive.handle += result.stake
            made.progressive.tray += result.won
            continue
        if result.spot == ENVY:
            made.progressive.envy += result.net
            continue
        side = result.spot in game.side_bet
        price = _price_name(terms, result.spot if side else BASE, players) if banked_here else UNPRICED
        bet = Bet(game.key, result.spot if side else BASE, price)
        amounts = made.bets.setdefault(bet, Amounts())
        amounts.handle += result.stake
        if banked_here:
            amounts.win -= result.net
            if side or result.spot == game.base:
                amounts.stake += result.stake
                amounts.squares += result.stake**2
                stakes[price] = result.stake
    for one, other in _pairs(tuple(sorted(stakes))):
        made.together[one, other] = made.together.get((one, other), 0) + stakes[one] * stakes[other]


def _price_name(terms: Terms, key: str, players: int) -> str:
    return base_price_name(terms, players) if key == BASE else bet_price_name(terms, key)


@cache
def _pairs(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """Of a seat's bets, those two by two that are known to swing together."""
    return [(one, other) for one in names for other in names if one < other and covariance(one, other) is not None]
