"""The fast solver and the plain enumeration agree to the last unit."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from croupier import hands
from croupier.cards import Card
from croupier.games.uth import BLIND
from croupier.lab.hands.starts import combos, start_of_hole
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.flops import flops
from croupier.lab.uth.solve import GameSolution, solve_deck, solve_game
from croupier.rules.paytables import Paytable, parse_paytable, paytable
from depth import first_of, thorough
from proofs.reference import FULL_DECK, different_flops, enumerate_flop, enumerate_game, worth

BLIND = paytable("BLIND", BLIND)
# Thirds and sevenths, pays below a straight, and one so large that rows need 64 bits.
ODD_BLIND = parse_paytable(
    'name = "odd"\nbet = "blind"\n[pays]\nroyal_flush = "1,000,000 to 1"\nflush = "7 to 3"\n'
    'straight = "2 to 7"\npair = "1 to 7"'
)


def _worth(cards: list[int]) -> int:
    suits = [0, 0, 0, 0]
    for card in cards:
        suits[card & 3] |= 1 << (card >> 2)
    return worth(*suits)


@thorough
@given(st.permutations(range(52)))
def test_the_reference_orders_hands_as_the_plain_evaluator_does(deck: list[int]) -> None:
    first, second = deck[:7], deck[5:12]
    ours, theirs = hands.strength(map(Card, first)), hands.strength(map(Card, second))
    assert (_worth(first) > _worth(second)) == (ours > theirs)
    assert (_worth(first) == _worth(second)) == (ours == theirs)
    assert _worth(first) >> 26 == hands.category(ours)


def _agree_on(flop: int, solution: GameSolution, blind: Paytable) -> None:
    """Every hole beside a canonical flop: bet 2x, check, river bets."""
    table = flops()
    sums = enumerate_flop(table.cards[flop].tolist(), *blind_bonus(blind))
    number = table.class_of[flop]
    there = number >= 0
    assert (solution.flop_bet2[number[there]] == sums[there, 0]).all()
    assert (solution.flop_check[number[there]] == sums[there, 1]).all()
    assert (solution.flop_plays[number[there]] == sums[there, 3]).all()
    assert not sums[~there].any()


# Trips, a pair with two suits, three of a suit, two of a suit, none: every way the suits can see a flop.
@thorough
@pytest.mark.parametrize("flop", first_of([0, 301, 620, 988, 1243, 1754]))
def test_a_flop_enumerated_is_the_flop_solved(flop: int) -> None:
    _agree_on(flop, solve_game(), BLIND)


@thorough
def test_any_blind_pays_in_whole_units() -> None:
    solution = solve_game(ODD_BLIND)
    assert solution.unit == 21
    _agree_on(1100, solution, ODD_BLIND)


def _starts_of(holes: NDArray[np.int64], solution: NDArray[np.int64]) -> bool:
    start = start_of_hole()
    return bool((holes == solution[start] * combos()[start]).all())


@thorough
@pytest.mark.parametrize("lowest", first_of([8, 6]), ids=["twenty cards", "twenty-eight cards"])
def test_a_short_deck_is_solved_as_it_is_enumerated(lowest: int) -> None:
    deck = FULL_DECK[4 * lowest :]
    solution = solve_deck(sum(1 << rank for rank in range(lowest, 13)))
    reference = enumerate_game(*blind_bonus(BLIND), deck=deck)
    assert (solution.total, solution.deals) == (reference.total, reference.deals)
    assert _starts_of(reference.check, solution.check)
    assert _starts_of(reference.bet3, solution.bet3)
    assert _starts_of(reference.bet4, solution.bet4)


@thorough
def test_a_deck_with_a_gap_is_solved_as_it_is_enumerated() -> None:
    ranks = [0, 1, 2, 3, 7, 12]
    solution = solve_deck(sum(1 << rank for rank in ranks))
    reference = enumerate_game(*blind_bonus(BLIND), deck=[card for card in FULL_DECK if card >> 2 in ranks])
    assert (solution.total, solution.deals) == (reference.total, reference.deals)


def test_there_are_1755_different_flops() -> None:
    kinds = different_flops()
    table = flops()
    assert len(kinds) == len(table.cards) == 1755
    # The solver keeps another flop of each kind, so each of its own must name a kind that no other names.
    named = {
        min(tuple(sorted(card & ~3 | suits[card & 3] for card in cards)) for suits in permutations(range(4))): int(n)
        for cards, n in zip(table.cards.tolist(), table.weight, strict=True)
    }
    assert named == kinds


@pytest.mark.slow
def test_the_whole_game_solved_is_the_whole_game_enumerated() -> None:
    solution = solve_game()
    reference = enumerate_game(*blind_bonus(BLIND))
    assert (solution.total, solution.deals) == (reference.total, reference.deals)
    assert _starts_of(reference.check, solution.check)
    assert _starts_of(reference.bet3, solution.bet3)
    assert _starts_of(reference.bet4, solution.bet4)
