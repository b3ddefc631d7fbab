"""Sums over rounds: what was bet, won and paid, bet by bet. Two tallies add up to the tally of both.

Signs are the house's. A tally keeps what theory needs, and no more: of each bet the stakes and their squares, and the
products of stakes that swing together, of one seat and of two seats of a round.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Final, NamedTuple, TypeAlias

from croupier.lab.prices import base_price_name, bet_price_name
from croupier.money import Cents
from croupier.rules.settlement import Result
from croupier.rules.terms import Terms
from croupier.rules.wagers import BASE, ENVY, PROGRESSIVE

UNPRICED: Final = ""
"""The price of a bet in which the house has no stake: another player banks it (R28)."""


class BetKey(NamedTuple):
    """A bet as it is counted: the game, `base` or the spot of a side bet, and the name of its price."""

    game: str
    key: str
    price: str


@dataclass(slots=True)
class BetAmounts:
    """One bet. `handle` is all that was wagered on it, `stake` what its edge is a share of: of a base game the Ante.

    squares  the sum of the squares of every single stake
    """

    handle: Cents = 0
    win: Cents = 0
    stake: Cents = 0
    squares: int = 0

    def add(self, other: BetAmounts, times: int = 1) -> None:
        """Add another's amounts, or with -1 take them away."""
        self.handle += times * other.handle
        self.win += times * other.win
        self.stake += times * other.stake
        self.squares += times * other.squares


@dataclass(slots=True)
class Products:
    """Of two bets: the sum of the products of their stakes, of the same seat, and of two seats of the same round.

    Of a bet with itself only two seats make a product; each two seats count twice.
    """

    within: int = 0
    between: int = 0

    def add(self, other: Products, times: int = 1) -> None:
        """Add another's products, or with -1 take them away."""
        self.within += times * other.within
        self.between += times * other.between


@dataclass(slots=True)
class ProgressiveAmounts:
    """Progressive wagers, which go to the link's pool (R33), and what was paid on them.

    hits, awards  pays of a meter, how many and how much
    tray          fixed pays from the tray; `envy` comes from there too (R36, R37)
    """

    handle: Cents = 0
    hits: int = 0
    awards: Cents = 0
    tray: Cents = 0
    envy: Cents = 0

    def add(self, other: ProgressiveAmounts, times: int = 1) -> None:
        """Add another's amounts, or with -1 take them away."""
        self.handle += times * other.handle
        self.hits += times * other.hits
        self.awards += times * other.awards
        self.tray += times * other.tray
        self.envy += times * other.envy


@dataclass(slots=True)
class Tally:
    """Rounds and what they brought. `seats` counts every seat with a bet, round by round; `house_drop` is the drop of
    tables that the house banks."""

    rounds: int = 0
    seats: int = 0
    drop: Cents = 0
    house_drop: Cents = 0
    fees: Cents = 0
    corrected: Cents = 0
    """What two people have paid seats of finished rounds afterwards, less what those gave back (R58)."""
    bets: dict[BetKey, BetAmounts] = field(default_factory=dict)
    together: dict[tuple[BetKey, BetKey], Products] = field(default_factory=dict)
    progressive: ProgressiveAmounts = field(default_factory=ProgressiveAmounts)

    def add(self, other: Tally, times: int = 1) -> None:
        """Add another tally, or with -1 take it away."""
        self.rounds += times * other.rounds
        self.seats += times * other.seats
        self.drop += times * other.drop
        self.house_drop += times * other.house_drop
        self.fees += times * other.fees
        self.corrected += times * other.corrected
        for bet, amounts in other.bets.items():
            self.bets.setdefault(bet, BetAmounts()).add(amounts, times)
        for pair, products in other.together.items():
            self.together.setdefault(pair, Products()).add(products, times)
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
        """What the house won on all of them, corrections included."""
        return sum(amounts.win for amounts in self.bets.values()) - self.corrected

    @property
    def from_tray(self) -> Cents:
        """What trays paid on progressive wagers: fixed pays and envy."""
        return self.progressive.tray + self.progressive.envy

    @property
    def tray(self) -> Cents:
        """What the tray is up by, as its win sheet says: the win less what was paid from it on progressive wagers."""
        return self.win - self.from_tray


Settled: TypeAlias = Mapping[int, Iterable[Result]]
"""The results of a round by seat."""


def of_round(terms: Terms, settled: Settled, fees: Cents, awards: Iterable[Cents]) -> Tally:
    """The tally of one round: what became of every seat's wagers, the collection, and what meters paid."""
    tally = Tally(rounds=1, seats=len(settled), fees=fees)
    players = None if terms.player_banked else len(settled)
    _multiply(tally, [_count_seat(tally, terms, results, players) for results in settled.values()])
    for award in awards:
        tally.progressive.hits += 1
        tally.progressive.awards += award
    return tally


def of_wagers(terms: Terms, settled: Settled, players: int) -> Tally:
    """The tally of these seats' wagers at a table of so many players, whoever banked them; signs are the bank's."""
    tally = Tally(rounds=1, seats=len(settled))
    _multiply(tally, [_count_seat(tally, terms, results, players) for results in settled.values()])
    return tally


def _count_seat(tally: Tally, terms: Terms, results: Iterable[Result], players: int | None) -> dict[BetKey, Cents]:
    """Count what became of a seat's wagers at a table of so many players; the stakes that have a price. They have none
    where nobody says how many: another player banked them."""
    game = terms.game
    stakes: dict[BetKey, Cents] = {}
    for result in results:
        if result.spot == PROGRESSIVE:
            tally.progressive.handle += result.stake
            tally.progressive.tray += result.won
            continue
        if result.spot == ENVY:
            tally.progressive.envy += result.net
            continue
        side = result.spot in game.side_bet
        key = result.spot if side else BASE
        bet = BetKey(game.key, key, UNPRICED if players is None else _price_name(terms, key, players))
        amounts = tally.bets.setdefault(bet, BetAmounts())
        amounts.handle += result.stake
        if players is not None:
            amounts.win -= result.net
            if side or result.spot == game.base:
                amounts.stake += result.stake
                amounts.squares += result.stake**2
                stakes[bet] = result.stake
    return stakes


def _multiply(tally: Tally, stakes: list[dict[BetKey, Cents]]) -> None:
    """Every two stakes of a round that may swing together."""
    bets = sorted({bet for seat in stakes for bet in seat})
    whole = {bet: sum(seat.get(bet, 0) for seat in stakes) for bet in bets}
    for one, other in combinations_with_replacement(bets, 2):
        same = sum(seat.get(one, 0) * seat.get(other, 0) for seat in stakes)
        # What all seats have on one bet times what all have on the other, less what single seats have on both.
        between = whole[one] * whole[other] - same
        tally.together[one, other] = Products(within=0 if one == other else same, between=between)


def _price_name(terms: Terms, key: str, players: int) -> str:
    return base_price_name(terms, players) if key == BASE else bet_price_name(terms, key)
