"""What every set of three, four, five or six cards is worth, as grades in one flat table each.

A grade is the place of a hand among the different hands, 0 for the worst. Grades compare exactly as the strengths of
`croupier.hands` do, and `strength` turns one into the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import JOKER_DECK
from croupier.hands import Strength
from croupier.lab.hands.cardsets import CHOOSE, all_sets, number_without
from croupier.lab.kernel import inlined, kernel, spread


@dataclass(frozen=True, slots=True)
class SetGrades:
    """The grade of every set of some number of cards, by its number, and the strength behind each grade."""

    of_set: NDArray[np.uint16]
    strength: NDArray[np.int64]

    def at_least(self, strength: Strength) -> int:
        """The lowest grade that is as good as that."""
        return int(np.searchsorted(self.strength, strength))

    def categories(self, shift: int) -> NDArray[np.int64]:
        """The category behind each grade, as a number: a strength begins with it."""
        return self.strength >> shift


def _graded(strengths: NDArray[np.int64]) -> SetGrades:
    kinds, of_set = np.unique(strengths, return_inverse=True)
    return SetGrades(of_set.astype(np.uint16), kinds)


@cache
def three_cards() -> SetGrades:
    """Three-card hands (T2). Oracle: `croupier.hands.three.strength`."""
    strengths = np.empty(comb(52, 3), np.int64)
    _threes(all_sets(3), strengths)
    return _graded(strengths)


@cache
def four_cards() -> SetGrades:
    """Four-card hands (F2). Oracle: `croupier.hands.four.strength`."""
    strengths = np.empty(comb(52, 4), np.int64)
    _fours(all_sets(4), strengths)
    return _graded(strengths)


@cache
def five_cards() -> SetGrades:
    """Five-card hands. Oracle: `croupier.hands.strength`."""
    strengths = np.empty(comb(52, 5), np.int64)
    spread(lambda start, stop: _fives(all_sets(5)[start:stop], strengths[start:stop]), len(strengths), 200_000)
    return _graded(strengths)


@cache
def wild_cards() -> SetGrades:
    """Five of fifty-three cards with deuces and the joker wild (D2). Oracle: `croupier.hands.wild.strength`."""
    sets = all_sets(5, len(JOKER_DECK))
    strengths = np.empty(len(sets), np.int64)
    spread(lambda start, stop: _wilds(sets[start:stop], strengths[start:stop]), len(strengths), 200_000)
    return _graded(strengths)


@cache
def best_four_of_five() -> SetGrades:
    """The best four of five cards, in grades of four."""
    four = four_cards()
    best = np.zeros(comb(52, 5), np.uint16)
    spread(lambda a, b: _best_less_one(all_sets(5)[a:b], four.of_set, CHOOSE, best[a:b]), len(best), 200_000)
    return SetGrades(best, four.strength)


@cache
def best_four_of_six() -> SetGrades:
    """The best four of six cards, in grades of four."""
    five = best_four_of_five()
    best = np.zeros(comb(52, 6), np.uint16)
    spread(lambda a, b: _best_less_one(all_sets(6)[a:b], five.of_set, CHOOSE, best[a:b]), len(best), 500_000)
    return SetGrades(best, five.strength)


@cache
def best_five_of_six() -> SetGrades:
    """The best five of six cards, in grades of five."""
    five = five_cards()
    best = np.zeros(comb(52, 6), np.uint16)
    spread(lambda a, b: _best_less_one(all_sets(6)[a:b], five.of_set, CHOOSE, best[a:b]), len(best), 500_000)
    return SetGrades(best, five.strength)


@cache
def flush_of_five() -> SetGrades:
    """The most of five cards that are of one suit, deuces wild (G2). Oracle: `croupier.hands.flush.strength`."""
    strengths = np.empty(comb(52, 5), np.int64)
    spread(lambda start, stop: _flushes(all_sets(5)[start:stop], strengths[start:stop]), len(strengths), 200_000)
    return _graded(strengths)


@cache
def flushes_of_seven() -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
    """The strengths of seven cards in one suit, deuces wild, and the grade of each: a place among them.

    Of the twelve other ranks from two to seven are there, deuces being the highest that are not.
    """
    ranks = np.arange(0, 1 << 13, 2)
    cards = ((ranks[:, None] >> np.arange(13)) & 1).sum(axis=1)
    strength = np.sort((cards << 13 | ranks)[(cards >= 2) & (cards <= 7)]).astype(np.int64)
    grade = np.zeros(int(strength[-1]) + 1, np.uint16)
    grade[strength] = np.arange(len(strength))
    return strength, grade


@inlined
def _flush(hands: NDArray[np.uint8], row: int) -> np.int64:
    """The strength of a row of cards by its longest suit, deuces wild."""
    packed, wild = np.int64(0), 0
    for place in range(hands.shape[1]):
        card = np.int64(hands[row, place])
        if card < 4:
            wild += 1
        else:
            packed |= np.int64(1) << (16 * (card & 3) + (card >> 2))
    best = np.int64(0)
    for _ in range(4):
        ranks = packed & np.int64(0x1FFF)
        packed >>= np.int64(16)
        rank, left = 12, wild
        while left:
            if not ranks >> rank & 1:
                ranks |= np.int64(1) << rank
                left -= 1
            rank -= 1
        many, rest = np.int64(0), ranks
        while rest:
            rest &= rest - 1
            many += 1
        best = max(best, many << 13 | ranks)
    return best


@kernel
def _flushes(sets: NDArray[np.uint8], strengths: NDArray[np.int64]) -> None:
    for row in range(len(sets)):
        strengths[row] = _flush(sets, row)


@kernel
def grade_flushes(hands: NDArray[np.uint8], of_strength: NDArray[np.uint16], grades: NDArray[np.uint16]) -> None:
    """Write the grade of each row of seven cards, which `flushes_of_seven` has by strength."""
    for row in range(len(hands)):
        grades[row] = of_strength[_flush(hands, row)]


@kernel
def _best_less_one(
    sets: NDArray[np.uint8], smaller: NDArray[np.uint16], choose: NDArray[np.int64], best_of_set: NDArray[np.uint16]
) -> None:
    """The best grade among a set's subsets with one card fewer."""
    size = sets.shape[1]
    for row in range(len(sets)):
        best = np.uint16(0)
        for left_out in range(size):
            number = number_without(sets, row, left_out, choose)
            best = max(best, smaller[number])
        best_of_set[row] = best


@kernel
def _threes(sets: NDArray[np.uint8], strengths: NDArray[np.int64]) -> None:
    for row in range(len(sets)):
        low, middle, high = np.int64(sets[row, 0] >> 2), np.int64(sets[row, 1] >> 2), np.int64(sets[row, 2] >> 2)
        suited = sets[row, 0] & 3 == sets[row, 1] & 3 and sets[row, 1] & 3 == sets[row, 2] & 3
        wheel = high == 12 and middle == 1 and low == 0
        if high == low:
            strengths[row] = 4 << 12 | high << 8
        elif high == middle:
            strengths[row] = 1 << 12 | middle << 8 | low << 4
        elif middle == low:
            strengths[row] = 1 << 12 | middle << 8 | high << 4
        elif wheel or (high - low == 2):
            strengths[row] = (5 if suited else 3) << 12 | (1 if wheel else high) << 8
        else:
            strengths[row] = (2 if suited else 0) << 12 | high << 8 | middle << 4 | low


@kernel
def _fours(sets: NDArray[np.uint8], strengths: NDArray[np.int64]) -> None:
    for row in range(len(sets)):
        a, b = np.int64(sets[row, 3] >> 2), np.int64(sets[row, 2] >> 2)
        c, d = np.int64(sets[row, 1] >> 2), np.int64(sets[row, 0] >> 2)
        suited = (
            sets[row, 0] & 3 == sets[row, 1] & 3
            and sets[row, 1] & 3 == sets[row, 2] & 3
            and sets[row, 2] & 3 == sets[row, 3] & 3
        )
        wheel = a == 12 and b == 2 and c == 1 and d == 0
        if a == d:
            strengths[row] = 7 << 16 | a << 12
        elif a == c:
            strengths[row] = 5 << 16 | a << 12 | d << 8
        elif b == d:
            strengths[row] = 5 << 16 | b << 12 | a << 8
        elif a == b and c == d:
            strengths[row] = 2 << 16 | a << 12 | c << 8
        elif a == b:
            strengths[row] = 1 << 16 | a << 12 | c << 8 | d << 4
        elif b == c:
            strengths[row] = 1 << 16 | b << 12 | a << 8 | d << 4
        elif c == d:
            strengths[row] = 1 << 16 | c << 12 | a << 8 | b << 4
        elif wheel or a - d == 3:
            strengths[row] = (6 if suited else 3) << 16 | (2 if wheel else a) << 12
        else:
            strengths[row] = (4 if suited else 0) << 16 | a << 12 | b << 8 | c << 4 | d


@kernel
def _fives(sets: NDArray[np.uint8], strengths: NDArray[np.int64]) -> None:
    count = np.zeros(13, np.int64)
    for row in range(len(sets)):
        count[:] = 0
        suited = True
        for place in range(5):
            count[sets[row, place] >> 2] += 1
            suited = suited and sets[row, place] & 3 == sets[row, 0] & 3
        # The rank that is there most often comes first.
        packed, pairs, most = np.int64(0), 0, 0
        for often in range(4, 0, -1):
            for rank in range(12, -1, -1):
                if count[rank] == often:
                    packed = packed << 4 | rank
                    most = max(most, often)
                    if often == 2:
                        pairs += 1
        high, low = np.int64(sets[row, 4] >> 2), np.int64(sets[row, 0] >> 2)
        wheel = most == 1 and high == 12 and sets[row, 3] >> 2 == 3
        if wheel or (most == 1 and high - low == 4):
            top = 3 if wheel else high
            if suited and low == 8:
                strengths[row] = 9 << 20
            else:
                strengths[row] = (8 if suited else 4) << 20 | top << 16
        elif suited:
            strengths[row] = 5 << 20 | packed
        elif most == 4:
            strengths[row] = 7 << 20 | packed << 12
        elif most == 3:
            strengths[row] = 6 << 20 | packed << 12 if pairs else 3 << 20 | packed << 8
        elif most == 2:
            strengths[row] = 2 << 20 | packed << 8 if pairs == 2 else 1 << 20 | packed << 4
        else:
            strengths[row] = packed


@kernel
def _wilds(sets: NDArray[np.uint8], strengths: NDArray[np.int64]) -> None:
    count = np.zeros(13, np.int64)
    for row in range(len(sets)):
        count[:] = 0
        wild, suit, suited = 0, -1, True
        for place in range(5):
            card = int(sets[row, place])
            if card < 4 or card == 52:
                wild += 1
                continue
            count[card >> 2] += 1
            suited = suited and (suit < 0 or suit == card & 3)
            suit = card & 3
        if wild == 5:
            strengths[row] = 11 << 20
            continue
        # The rank that is there most often comes first, and wild cards join it.
        packed, ranks, most, mask = np.int64(0), 0, 0, 0
        for often in range(4, 0, -1):
            for rank in range(12, 0, -1):
                if count[rank] == often:
                    most = max(most, often + wild)
                    packed = packed << 4 | rank
                    mask |= 1 << rank
                    ranks += 1
        top, low = -1, 1
        while not mask >> low & 1:
            low += 1
        if ranks == 5 - wild:
            if mask >> low < 32:
                top = min(low + 4, 12)
            elif mask & 0b0111111110000 == 0:
                top = 3
        packed <<= 4 * (5 - ranks)
        if suited and top == 12:
            strengths[row] = 10 << 20
        elif most == 5:
            strengths[row] = 9 << 20 | packed
        elif suited and top >= 0:
            strengths[row] = 8 << 20 | top << 16
        elif most == 4:
            strengths[row] = 7 << 20 | packed
        elif ranks == 2:
            strengths[row] = 6 << 20 | packed
        elif suited:
            packed, left = np.int64(0), wild
            for rank in range(12, -1, -1):
                if mask >> rank & 1 or left > 0:
                    left -= 0 if mask >> rank & 1 else 1
                    packed = packed << 4 | rank
            strengths[row] = 5 << 20 | packed
        elif top >= 0:
            strengths[row] = 4 << 20 | top << 16
        elif most == 3:
            strengths[row] = 3 << 20 | packed
        else:
            strengths[row] = (2 if ranks == 3 else 1 if most == 2 else 0) << 20 | packed
