"""What a player-dealer stands to win and to lose in one round, before the own wager bounds both (R28, R29)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from croupier.money import Cents
from croupier.rules.actions import Bet
from croupier.rules.bank import Bank, Coverage, Purse
from croupier.rules.paytables import To
from croupier.rules.terms import Terms
from croupier.rules.wagers import ENVY, PROGRESSIVE, Stakes

_NOT_THE_BANKS = frozenset({PROGRESSIVE, ENVY})
"""What a link takes and pays is no business of the bank's."""


class Exposure(NamedTuple):
    """The most that some wagers can cost a bank, and the most that they can bring it."""

    pays: Cents
    takes: Cents

    def within(self, wager: Cents) -> Exposure:
        """The same for a bank of this wager, which can neither lose nor win more (R29)."""
        return Exposure(min(self.pays, wager), min(self.takes, wager))


def exposure(terms: Terms, wagers: Iterable[Stakes]) -> Exposure:
    """What these seats' wagers can cost a bank and bring it, each with the largest raise and the best line of each pay
    table. That two seats hold the best line at once is not asked."""
    seats = [_of_seat(terms, stakes) for stakes in wagers]
    return Exposure(sum(one.pays for one in seats), sum(one.takes for one in seats))


def largest_wagers(terms: Terms) -> Stakes:
    """All that one seat can have down before the deal, at the table's limits."""
    assert terms.limits is not None, "a table has limits"
    spans = terms.limits.spots
    offered = (spot for spot in terms.game.before if terms.offers(spot.key) and spot.key not in _NOT_THE_BANKS)
    named = {spot.key: spot.follows or spot.key for spot in offered}
    return Stakes({spot: spans[leads].maximum for spot, leads in named.items() if leads in spans})


def purse_left(bank: Bank, nets: Iterable[Cents]) -> Purse:
    """What is left of a bank's wager after the players' results so far, as they were covered, in any order (R30)."""
    rows = tuple(nets)
    if bank.coverage is Coverage.NET:
        return Purse(bank.coverage, bank.wager - sum(rows), bank.wager + sum(rows))
    left = bank.wager - sum(map(abs, rows))
    return Purse(bank.coverage, left, left)


def _of_seat(terms: Terms, stakes: Stakes) -> Exposure:
    game = terms.game
    base = stakes.on(game.base)
    lies = {spot: cents for spot, cents in stakes.items() if spot not in _NOT_THE_BANKS}
    for street in game.streets:
        largest = max((action.multiple for action in street.offers if isinstance(action, Bet)), default=0)
        lies[street.spot] = max(lies.get(street.spot, 0), largest * base)
    tables = {rule.spot: rule.table for rule in game.bets}
    tables = {spot: spot for spot in terms.tables} | tables
    won = sum(_best(terms, tables.get(spot, ""), cents) for spot, cents in lies.items())
    won += sum(_best(terms, rule.table, base) for rule in game.bets if rule.bonus)
    return Exposure(won, sum(lies.values()))


def _best(terms: Terms, table: str, stake: Cents) -> Cents:
    """The most that a bet wins: by the best line of its pay table, or 1 to 1 where it has none."""
    if not table:
        return stake
    return max((pay.on(stake) for pay in terms.table(table).pays.values() if isinstance(pay, To)), default=0)
