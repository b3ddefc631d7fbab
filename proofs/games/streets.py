"""Let It Ride and Mississippi Stud from the front: every hand, every community card in its turn, every bet tried."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel, spread
from proofs.reference import worth as worth_five

Pays = tuple[dict[int, int], list[int]]
"""What a bet nets by category, and for pairs by rank from the aces down."""


@dataclass(frozen=True, slots=True)
class Played:
    """Best play over all deals: the value and the mean square of a round in base bets, and the choices by street."""

    value: Fraction
    square: Fraction
    frequencies: list[dict[str, Fraction]]


def _by_category(pays: Pays) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    by_kind, by_pair = pays
    return np.array([by_kind.get(kind, 0) for kind in range(10)], np.int64), np.array(by_pair[::-1], np.int64)


@kernel
def _pay(suits: NDArray[np.int64], by_kind: NDArray[np.int64], by_pair: NDArray[np.int64]) -> int:
    """What one bet nets with five cards, given as four masks of ranks."""
    worth = worth_five(suits[0], suits[1], suits[2], suits[3])
    if worth >> 26 != 1:
        return int(by_kind[worth >> 26])
    rank, pair = 0, worth >> 13 & 8191
    while pair > 1:
        pair >>= 1
        rank += 1
    return int(by_pair[rank])


@kernel
def _put(suits: NDArray[np.int64], card: int) -> bool:
    """Add a card, or take it away again; whether it was not there before."""
    was = suits[card & 3] >> (card >> 2) & 1
    suits[card & 3] ^= 1 << (card >> 2)
    return bool(was == 0)


def let_it_ride(pays: Pays) -> Played:
    """All 22,100 × 49 × 48 deals. A bet that is worth nothing rides."""
    hands = np.array(list(combinations(range(52), 3)), np.int64)
    made = np.zeros((len(hands), 4), np.int64)
    spread(lambda start, stop: _ride(hands[start:stop], *_by_category(pays), made[start:stop]), len(hands), 500)
    value, square, first, second = (int(total) for total in made.sum(axis=0))
    deals = len(hands) * 49 * 48
    rode = [{"ride": Fraction(often, deals), "pull": Fraction(deals - often, deals)} for often in (first, second)]
    return Played(Fraction(value, deals), Fraction(square, deals), rode)


@kernel
def _ride(
    hands: NDArray[np.int64], by_kind: NDArray[np.int64], by_pair: NDArray[np.int64], made: NDArray[np.int64]
) -> None:
    """Of each three cards, over the 49 × 48 draws: the value, the sum of squares, how often each bet rides."""
    suits = np.zeros(4, np.int64)
    for hand in range(len(hands)):
        suits[:] = 0
        for place in range(3):
            _put(suits, hands[hand, place])
        # Deals by whether bet 2 rode: the sum of what a bet nets, and of its square.
        sums, squares, rode = np.zeros(2, np.int64), np.zeros(2, np.int64), 0
        for x in range(52):
            if _put(suits, x):
                total, square = 0, 0
                for y in range(52):
                    if _put(suits, y):
                        pay = _pay(suits, by_kind, by_pair)
                        total += pay
                        square += pay * pay
                    _put(suits, y)
                rides = 1 if total >= 0 else 0
                sums[rides] += total
                squares[rides] += square
                rode += 48 * rides
            _put(suits, x)
        first = 1 if sums[0] + sums[1] >= 0 else 0
        for second in range(2):
            bets = 1 + first + second
            made[hand, 0] += bets * sums[second]
            made[hand, 1] += bets * bets * squares[second]
        made[hand, 2] = first * 49 * 48
        made[hand, 3] = rode


CHOICES = ("fold", "bet1", "bet2", "bet3")
_VALUE, _SQUARE, _CHOICES = 0, 1, 2
"""What is summed: the value, the squares, then how often each choice is made on each of three streets."""
COLUMNS = _CHOICES + 3 * len(CHOICES)


def mississippi(pays: Pays) -> Played:
    """All 1,326 × 50 × 49 × 48 deals, 169 kinds of starting hands standing for the others. Of equal bets the larger."""
    kinds: dict[tuple[int, int, bool], list[Sequence[int]]] = {}
    for low, high in combinations(range(52), 2):
        kinds.setdefault((low >> 2, high >> 2, low & 3 == high & 3), []).append((low, high))
    assert len(kinds) == 169
    hands = np.array([same[0] for same in kinds.values()], np.int64)
    weight = np.array([len(same) for same in kinds.values()], np.int64)
    made = np.zeros((len(hands), COLUMNS), np.int64)
    spread(lambda start, stop: _start(hands[start:stop], *_by_category(pays), made[start:stop]), len(hands), 5)
    sums = [int(total) for total in (made * weight[:, None]).sum(axis=0)]
    deals = int(weight.sum()) * 50 * 49 * 48
    often = [
        {choice: Fraction(sums[at + place], deals) for place, choice in enumerate(CHOICES)}
        for at in range(_CHOICES, COLUMNS, len(CHOICES))
    ]
    return Played(Fraction(sums[_VALUE], deals), Fraction(sums[_SQUARE], deals), often)


@kernel
def _choose(options: NDArray[np.int64], down: int, deals: int, street: int, best: NDArray[np.int64]) -> None:
    """Add the best of a fold and three bets to `best`.

    options   what follows each bet, a row for each number of base bets down in the end; they begin at `down` + 1
    deals     deals that this decision stands for
    """
    chosen = 0
    value = -down * deals
    for times in range(1, 4):
        if options[down + times, 0] >= value:
            chosen, value = times, options[down + times, 0]
    if chosen == 0:
        best[0] += value
        best[1] += down * down * deals
    else:
        best += options[down + chosen]
    best[2 + 4 * street + chosen] += deals


@kernel
def _start(
    hands: NDArray[np.int64], by_kind: NDArray[np.int64], by_pair: NDArray[np.int64], made: NDArray[np.int64]
) -> None:
    suits = np.zeros(4, np.int64)
    columns = made.shape[1]
    shown = np.zeros((11, columns), np.int64)
    for hand in range(len(hands)):
        suits[:] = 0
        _put(suits, hands[hand, 0])
        _put(suits, hands[hand, 1])
        third = np.zeros((11, columns), np.int64)
        for x in range(52):
            if _put(suits, x):
                fourth = np.zeros((11, columns), np.int64)
                for y in range(52):
                    if _put(suits, y):
                        total, square = 0, 0
                        for z in range(52):
                            if _put(suits, z):
                                pay = _pay(suits, by_kind, by_pair)
                                total += pay
                                square += pay * pay
                            _put(suits, z)
                        for down in range(4, 11):
                            shown[down, 0] = down * total
                            shown[down, 1] = down * down * square
                        for down in range(3, 8):
                            _choose(shown, down, 48, 2, fourth[down])
                    _put(suits, y)
                for down in range(2, 5):
                    _choose(fourth, down, 49 * 48, 1, third[down])
            _put(suits, x)
        _choose(third, 1, 50 * 49 * 48, 0, made[hand])
