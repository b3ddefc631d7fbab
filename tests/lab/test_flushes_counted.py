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
from croupier.lab.games.grades import flushes_of_seven, grade_flushes
from croupier.lab.games.nets import tables_of
from croupier.lab.known_cards.decks import GameDeck
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import AnyGame
from croupier.lab.solver.general import general
from croupier.lab.solver.payoffs import ABOVE, BELOW, EQUAL, kinds_of, net_of, payoffs, seat_after
from croupier.lab.solver.plain import deal_out
from croupier.rules.game import Hands
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import settle_base
from croupier.rules.terms import terms


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


@pytest.mark.thorough
@pytest.mark.parametrize("seed", range(3))
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


@pytest.mark.thorough  # which compiles what counts a million boards
def test_the_best_choice_with_a_hand() -> None:
    lab = solver(FLUSHES)
    assert lab.choose(parse_cards("3h 4h 5h 7c 8d")) == "bet2"
    assert lab.choose(parse_cards("Th 4h 5d 7d 8c")) == "fold"


def test_flush_rush_is_counted_over_every_hand_of_seven() -> None:
    ways = longest_suits()
    assert sum(ways.values()) == comb(52, 7)
    assert ways[7] == sum(comb(4, wild) * 4 * comb(12, 7 - wild) for wild in range(5))


def test_seven_cards_are_graded_as_the_rules_rank_them() -> None:
    chance, (strengths, grades) = random.Random(9), flushes_of_seven()
    hands = np.array([sorted(chance.sample(range(52), 7)) for _ in range(300)], np.uint8)
    graded = np.zeros(len(hands), np.uint16)
    grade_flushes(hands, grades, graded)
    assert strengths[graded].tolist() == [strength(tuple(map(Card, hand))) for hand in hands.tolist()]


def test_every_pair_of_hands_is_in_a_cell_that_nets_what_the_rules_pay() -> None:
    """Kinds of hands that one dealer does not tell apart may be told apart by another: the Blind pays by the margin."""
    every, _ = flushes_of_seven()
    kinds = kinds_of(FLUSHES, tuple(every[::5].tolist()))
    made, chance = payoffs(kinds), random.Random(2)
    tables, last = tables_of(FLUSHES), len(kinds.strength) - 1
    for _ in range(300):
        mine, theirs = chance.randint(0, last), chance.choice((chance.randint(0, last), chance.randint(0, 50)))
        band = int(np.searchsorted(kinds.bands, theirs, side="right")) - 1
        how = BELOW if theirs < mine else EQUAL if theirs == mine else ABOVE
        for at, line in enumerate(made.lines):
            net = net_of(
                FLUSHES, seat_after(FLUSHES, line, made.unit), kinds.strength[mine], kinds.strength[theirs], tables
            )
            assert made.net[at, kinds.kind[mine], band, how] == net


@pytest.mark.thorough
def test_on_a_short_deck_the_general_solver_agrees_with_dealing_every_card() -> None:
    deck = GameDeck(3)
    made, dealt_cards = general(FLUSHES, deck=deck).solve(), deal_out(FLUSHES, deck=deck)
    assert (made.edge, made.bet, made.frequencies) == (dealt_cards.edge, dealt_cards.bet, dealt_cards.frequencies)
    assert (made.net.tolist(), made.ways.tolist()) == (dealt_cards.net.tolist(), dealt_cards.ways.tolist())


@pytest.mark.slow
def test_the_whole_game_by_both_solvers() -> None:
    quick, counted = flushes().solution, AnyGame(FLUSHES).solve()
    assert (quick.edge, quick.bet, quick.frequencies) == (counted.edge, counted.bet, counted.frequencies)
    assert (quick.net.tolist(), quick.ways.tolist()) == (counted.net.tolist(), counted.ways.tolist())


@pytest.mark.slow
def test_the_whole_game() -> None:
    solution = flushes().solution
    assert solution.deals == comb(52, 5) * deals_after()
    assert solution.edge == Fraction(20_685_905_001_901, 858_125_573_765_460)
    lab = solver(FLUSHES)
    assert lab.habit()(None) == solution.value
    assert lab.chart().streets[0].rows[-1].shares[0] == {"bet2": 1}
    assert np.isclose(lab.face_up(2, samples=64).edge, float(solution.edge), atol=0.01)
