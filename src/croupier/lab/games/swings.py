"""How far bets swing together: of one seat, and of two seats, who share the dealer's hand and the board.

Nobody has counted this over every deal of several hands, so it is measured: rounds dealt at random, settled by the
engine's own settlement, every seat played as a sensible stranger plays. What comes out are correlations, which hardly
depend on the pay table or on how well one plays; where an exact figure is known, tests lay the two side by side.
"""

from __future__ import annotations

import random
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Card, Cards
from croupier.rules.game import Game, Hands
from croupier.rules.seat import Seat, acted, bet_cents, is_due
from croupier.rules.settlement import settle
from croupier.rules.terms import Terms, terms
from croupier.rules.wagers import BASE, PROGRESSIVE, Stakes

SEATS = 4
"""So many play in a measured round; each two of them are one more look at a pair."""
_STAKE = 100
_DIGITS = 3


def swings(game: Game, rounds: int, seed: int = 1) -> dict[str, list[tuple[str, str, float]]]:
    """The correlations of each two bets of a game: `within` a seat, and `between` two seats."""
    nets = _played(game, rounds, seed)
    spread = nets - nets.mean(axis=(0, 1))
    size = np.sqrt((spread**2).mean(axis=(0, 1)))
    # All seats together swing by what each does alone and by what each two do together.
    alone = np.einsum("rsa,rsb->ab", spread, spread) / rounds
    whole = spread.sum(axis=1)
    apart = (whole.T @ whole / rounds - alone) / (SEATS * (SEATS - 1))
    within, between = alone / SEATS / np.outer(size, size), apart / np.outer(size, size)
    bets = (BASE, *game.side_bet)
    pairs = list(combinations_with_replacement(range(len(bets)), 2))
    return {
        "within": [(bets[a], bets[b], _rounded(within[a, b])) for a, b in pairs if a != b],
        "between": [(bets[a], bets[b], _rounded(between[a, b])) for a, b in pairs],
    }


def _rounded(value: float) -> float:
    return round(float(value), _DIGITS) + 0.0


def _played(game: Game, rounds: int, seed: int) -> NDArray[np.float64]:
    """What each seat netted on each bet in each round, in units staked."""
    rules = max(game.rule_sets, key=lambda rules: len(rules.tables))
    at = terms(rules, {bet: offered[0] for bet, offered in rules.tables.items() if bet != PROGRESSIVE})
    stakes = game.complete({game.base: _STAKE, **dict.fromkeys(game.side_bet, _STAKE)})
    bets = {bet: place for place, bet in enumerate(game.side_bet, 1)}
    layout, chance = game.layout, random.Random(seed)
    nets = np.zeros((rounds, SEATS, 1 + len(bets)))
    for number in range(rounds):
        cards = chance.sample(DECK, layout.dealer + layout.board + SEATS * layout.own)
        dealer, board, rest = _cut(cards, layout.dealer, layout.board)
        for seat in range(SEATS):
            own = tuple(rest[seat * layout.own : (seat + 1) * layout.own])
            for spot, net in _results(at, stakes, own, dealer, board):
                nets[number, seat, bets.get(spot, 0)] += net / _STAKE
    return nets


def _cut(cards: list[Card], dealer: int, board: int) -> tuple[Cards, Cards, list[Card]]:
    return tuple(cards[:dealer]), tuple(cards[dealer : dealer + board]), cards[dealer + board :]


def _results(at: Terms, stakes: Stakes, own: Cards, dealer: Cards, board: Cards) -> list[tuple[str, int]]:
    """What a seat with these cards nets, spot by spot."""
    game, seat = at.game, Seat(number=1, stakes=stakes, cards=own)
    shown = 0
    for number, street in enumerate(game.streets):
        if not is_due(seat, game, number):
            break
        action = game.sense(number, own, board[:shown])
        seat = acted(seat, action, street, bet_cents(seat, game, street, action))
        shown = game.reveals[number].board
    strength = game.rank(dealer, board) if game.layout.dealer else 0
    hands = Hands(game.rank(own, board), strength, own, dealer, board)
    return [(result.spot, result.net) for result in settle(seat, hands, at)]
