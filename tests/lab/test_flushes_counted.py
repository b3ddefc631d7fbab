"""Flushes Gone Wild in the lab: the count suit by suit is what dealing card by card comes to."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from math import comb

import numpy as np
import pytest

from croupier.cards import DECK, Card, Cards, parse_cards
from croupier.games.flushes_gone_wild import FLUSHES
from croupier.hands.flush import category, strength
from croupier.lab.bets.ways import longest_suits
from croupier.lab.games.flushes import CELLS, cells_of, deals_after, flushes
from croupier.lab.solver import solver
from croupier.rules.game import Hands
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_base
from croupier.rules.terms import terms
from depth import first_of


def dealt(own: Cards, deck: Cards) -> tuple[list[int], Fraction]:
    """Every board and dealer's hand of a short deck: how the deals end, and what going on nets by the rules."""
    cells, street = [0] * CELLS, FLUSHES.streets[0]
    at, seat = terms(FLUSHES.rule_sets[0]), Seat(number=1, stakes=FLUSHES.complete({"ante": 100}))
    seat = acted(seat, street.offers[0], street, bet_cents(seat, FLUSHES, street, street.offers[0]))
    total, known = 0, dict[tuple[int, int], int]()
    rest = [card for card in deck if card not in own]
    for board in combinations(rest, 2):
        mine = strength((*own, *board))
        for dealer in combinations([card for card in rest if card not in board], 5):
            theirs = strength((*dealer, *board))
            margin = category(mine) - category(theirs)
            cells[margin if mine > theirs else 6 if mine == theirs else 7] += 1
            if (mine, theirs) not in known:
                results = settle_base(FLUSHES, seat, Hands(mine, theirs, (), (), ()), at)
                known[mine, theirs] = sum(row.net for row in results)
            total += known[mine, theirs]
    return cells, Fraction(total, 100 * sum(cells))


@pytest.mark.parametrize("seed", first_of(range(3)))
def test_a_hand_is_counted_as_it_is_dealt(seed: int) -> None:
    chance = random.Random(seed)
    # A deck of fifteen cards, deuces among them: the others have been seen.
    deck = tuple(map(Card, [*range(seed + 1), *chance.sample(range(4, 52), 14 - seed)]))
    own = tuple(chance.sample(deck, 5))
    seen = tuple(card for card in DECK if card not in deck)
    cells, value = dealt(own, deck)
    assert cells_of(own, seen).tolist() == cells
    assert sum(cells) == deals_after(len(seen))
    assert solver(FLUSHES).advise(own, seen=seen) == {"bet2": value, "fold": Fraction(-2)}


def test_the_best_choice_with_a_hand() -> None:
    lab = solver(FLUSHES)
    assert lab.choose(parse_cards("3h 4h 5h 7c 8d")) == "bet2"
    assert lab.choose(parse_cards("Th 4h 5d 7d 8c")) == "fold"


def test_flush_rush_is_counted_over_every_hand_of_seven() -> None:
    ways = longest_suits()
    assert sum(ways.values()) == comb(52, 7)
    assert ways[7] == sum(comb(4, wild) * 4 * comb(12, 7 - wild) for wild in range(5))


@pytest.mark.slow
def test_the_whole_game() -> None:
    solution = flushes().solution
    assert solution.deals == comb(52, 5) * deals_after()
    assert solution.edge == Fraction(20_685_905_001_901, 858_125_573_765_460)
    lab = solver(FLUSHES)
    assert lab.habit()(None) == solution.value
    assert lab.chart().streets[0].rows[-1].shares[0] == {"bet2": 1}
    assert np.isclose(lab.face_up(2, samples=64).edge, float(solution.edge), atol=0.01)
