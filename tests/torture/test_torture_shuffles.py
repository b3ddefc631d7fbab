"""The tests of the shuffle pass a fair one and find those that are not."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from itertools import permutations

import numpy as np
import pytest

from croupier.cards import DECK, Cards
from croupier.fair.shuffle import shuffle, stream
from depth import thorough
from torture.shuffles import tallied, unlikely
from torture.shuffles.chance import (
    chi_square_above,
    cycles_exactly,
    descents_exactly,
    fixed_points_exactly,
    inversions_exactly,
)
from torture.shuffles.tally import Tally

pytestmark = thorough

SOME = 6_000


def exchanged(seed: bytes, choices: Callable[[int], tuple[int, int]]) -> Cards:
    """A shuffle that lets each place, from the last down, change with one of `choices`."""
    deck, numbers = list(DECK), stream(seed)
    for last in range(51, 0, -1):
        first, beyond = choices(last)
        other = first + next(numbers) % (beyond - first)
        deck[last], deck[other] = deck[other], deck[last]
    return tuple(deck)


def with_any_place(seed: bytes) -> Cards:
    """The shuffle that everybody writes first: each card changes with any of the 52, which cannot come out even."""
    return exchanged(seed, lambda last: (0, 52))


def never_with_itself(seed: bytes) -> Cards:
    """One place short: no card stays, and there is always one cycle."""
    return exchanged(seed, lambda last: (0, last))


def by_half_the_seed(seed: bytes) -> Cards:
    """Seeds that follow each other give the same deck now and then."""
    return shuffle((int.from_bytes(seed, "big") // 2).to_bytes(32, "big"))


def a_little_stacked(seed: bytes) -> Cards:
    """Once in twenty the ace of spades is taken to the top."""
    deck = shuffle(seed)
    return deck if seed[-1] % 20 else (DECK[51], *(card for card in deck if card != DECK[51]))


def test_the_houses_shuffle_is_not_suspected() -> None:
    assert not unlikely(tallied(1 << 70, SOME, workers=1), level=1e-4)


@pytest.mark.parametrize("unfair", [with_any_place, never_with_itself, by_half_the_seed, a_little_stacked])
def test_a_shuffle_that_is_not_fair_is_found(unfair: Callable[[bytes], Cards]) -> None:
    assert unlikely(tallied(1 << 70, SOME, workers=1, by=unfair), level=1e-6)


def test_decks_that_are_too_even_are_found() -> None:
    """Every card in every place exactly as often as the others: chance does not do that."""
    tally = Tally()
    around = [np.roll(np.arange(52, dtype=np.uint8), turn) for turn in range(52)]
    tally.take(np.array(around * 100))
    assert unlikely(tally)["each card in each place"] == 0


def cycles(order: tuple[int, ...]) -> int:
    left, found = set(order), 0
    while left:
        found, at = found + 1, min(left)
        while at in left:
            left.remove(at)
            at = order[at]
    return found


@pytest.mark.parametrize(
    ("exactly", "counted"),
    [
        (fixed_points_exactly, lambda order: sum(card == place for place, card in enumerate(order))),
        (cycles_exactly, cycles),
        (inversions_exactly, lambda order: sum(a > b for a, b in itertools.combinations(order, 2))),
        (descents_exactly, lambda order: sum(a > b for a, b in itertools.pairwise(order))),
    ],
)
def test_the_exact_distributions_are_those_of_all_orders(
    exactly: Callable[[int], np.ndarray], counted: Callable[[tuple[int, ...]], int]
) -> None:
    """Written out for six cards: all 720 orders."""
    there = Counter(counted(order) for order in permutations(range(6)))
    shares = exactly(6)
    assert [round(share * 720) for share in shares] == [there[k] for k in range(len(shares))]
    assert exactly(52).sum() == pytest.approx(1)


def test_what_is_counted_is_what_it_is_called() -> None:
    decks = np.array([shuffle(number.to_bytes(32, "big")) for number in range(200)], dtype=np.uint8)
    tally = Tally()
    tally.take(decks)
    orders = [tuple(deck.tolist()) for deck in decks]
    assert tally.cycles.tolist() == [sum(cycles(order) == k for order in orders) for k in range(53)]
    wrong = Counter(sum(a > b for a, b in itertools.combinations(order, 2)) for order in orders)
    assert {k: int(n) for k, n in enumerate(tally.inversions) if n} == dict(wrong)
    assert tally.places.sum() == 200 * 52
    assert tally.neighbours.sum(axis=1).tolist() == [200] * 51


def test_chi_square_by_the_printed_tables() -> None:
    for square, freedom, above in ((6.635, 1, 0.01), (23.209, 10, 0.01), (124.342, 100, 0.05), (70.065, 100, 0.99)):
        assert chi_square_above(square, freedom) == pytest.approx(above, abs=2e-4)
