"""How much two seats at one table win and lose together, exactly.

    shared = two_seats(solution.decisions, net_results(), 2)
    shared.covariance                           # Fraction, in Antes squared

All seats play the same board against the same hand of the dealer's, so their results go together. For every flop, every
turn and river and every hand of the dealer's, the results of all pairs of holes that share no card with each other are
summed: with T the sum over all holes, S[c] over those with card c and Q of the squares,

    T² - sum over c of S[c]² + Q

since two holes that share one card are in one of the S[c]², and a hole with itself in two. As the dealer's hand gets
better, holes go one by one from those that win to those that lose; a table of what each nets is changed hole by hole.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chance.deal import bets_river, board_row
from croupier.lab.hands.evaluator import RANK_KEYS, tables
from croupier.lab.hands.shapes import shapes
from croupier.lab.hands.starts import start_of_hole
from croupier.lab.kernel import in_any_order, in_order, kernel
from croupier.lab.uth.boards import ALL_RANKS
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import FLOPS, flops
from croupier.lab.work import Progress, no_progress

_KEYS_V1 = np.array(RANK_KEYS, np.int32)
_HALF = 32
"""Sums of products are kept in two halves, since one of them may pass 63 bits."""


@dataclass(frozen=True, slots=True)
class TwoSeats:
    """Sums over all deals of what seats net: `deals` to one seat, `pairs` to two; in units, `unit` of them an Ante."""

    unit: int
    deals: int
    pairs: int
    total: int
    squares: int
    products: int

    @property
    def value(self) -> Fraction:
        """What a round nets a seat, in Antes."""
        return Fraction(self.total, self.unit * self.deals)

    @property
    def variance(self) -> Fraction:
        """Of one seat's round, in Antes squared."""
        return Fraction(self.squares, self.unit**2 * self.deals) - self.value**2

    @property
    def covariance(self) -> Fraction:
        """Of two seats' rounds, in Antes squared."""
        return Fraction(self.products, self.unit**2 * self.pairs) - self.value**2

    @property
    def correlation(self) -> float:
        """From -1 to 1: how far two seats win and lose together."""
        return float(self.covariance / self.variance)


def two_seats(
    decisions: Decisions,
    net: NDArray[np.int64],
    unit: int,
    *,
    ranks: int = ALL_RANKS,
    chosen: range | None = None,
    progress: Progress | None = None,
) -> TwoSeats:
    """Both seats play by `decisions`; `net` says what each end of a round nets, by the cells of `Outcome.joint`.

    A short deck (`ranks`) and some of the 1,755 flops (`chosen`) are for tests: sums are over those alone.
    """
    report = progress or no_progress
    table = flops()
    deck = np.array([card for card in range(52) if ranks >> (card >> 2) & 1], np.int64)
    wanted = [f for f in chosen or range(FLOPS) if np.isin(table.cards[f], deck).all()]
    cells = np.ascontiguousarray(net.reshape(5, 10, 10, 3), np.float64)
    grade, alike = tables(), _settled_alike(cells)

    def of_flop(f: int) -> tuple[int, ...]:
        sums = np.zeros(4, np.int64)
        flop = table.cards[f].astype(np.int64)
        _sum_flop(
            flop, _turns_and_rivers(flop, deck), deck, decisions.preflop, decisions.flop, table.class_of[f],
            decisions.river_plain, decisions.river_flush, start_of_hole(), shapes().set_index,
            grade.by_ranks, grade.by_flush, grade.category, alike, cells, sums,
        )  # fmt: skip
        return tuple(int(n) * int(table.weight[f]) for n in sums)

    total = squares = products = flops_dealt = 0
    for done, (f, (first, second, high, low)) in enumerate(zip(wanted, in_order(of_flop, wanted), strict=True)):
        total, squares = total + first, squares + second
        products += (high << _HALF) + low
        flops_dealt += int(table.weight[f])
        report("playing two seats on every board", (done + 1) / len(wanted))
    left = len(deck) - 5
    dealt = flops_dealt * comb(len(deck) - 3, 2) * comb(left, 2) * comb(left - 2, 2)
    return TwoSeats(unit, dealt, dealt * comb(left - 4, 2), total, squares, products)


def _turns_and_rivers(flop: NDArray[np.int64], deck: NDArray[np.int64]) -> NDArray[np.int64]:
    """Two cards that can follow a flop, and how many pairs are the same up to names of the suits that leave the flop as
    it is: a row for each."""
    rest = deck[~np.isin(deck, flop)]
    low, high = (cards[np.triu_indices(rest.size, 1)] for cards in np.meshgrid(rest, rest, indexing="ij"))
    first = np.full(low.shape, 52 * 52)
    for names in permutations(range(4)):
        named = np.array([4 * (card >> 2) + names[card & 3] for card in range(52)])
        if set(named[flop].tolist()) == set(flop.tolist()):
            one, other = named[low], named[high]
            first = np.minimum(first, np.minimum(one, other) * 52 + np.maximum(one, other))
    pairs, times = np.unique(first, return_counts=True)
    return np.stack([pairs // 52, pairs % 52, times], axis=1)


def _settled_alike(net: NDArray[np.float64]) -> NDArray[np.int64]:
    """Of each category of the dealer's, the first against which every hand nets the same: nothing changes between such
    two. The base game knows two kinds of dealers, those that qualify and those that do not."""
    return np.array(
        [next(first for first in range(kind + 1) if (net[:, :, first] == net[:, :, kind]).all()) for kind in range(10)]
    )


@in_any_order
def _squares_without(by_card: NDArray[np.float64], holds: NDArray[np.float64], i: int, j: int) -> float:
    """The sum of squares of what holes with each card net, but for those that also hold card i or j."""
    total = 0.0
    for card in range(48):
        rest = by_card[card] - holds[i, card] - holds[j, card]
        total += rest * rest
    return total


@kernel
def _sum_flop(
    flop: NDArray[np.int64],
    later: NDArray[np.int64],
    deck: NDArray[np.int64],
    preflop: NDArray[np.int8],
    flop_bets: NDArray[np.bool_],
    class_of: NDArray[np.int32],
    river_plain: NDArray[np.bool_],
    river_flush: NDArray[np.bool_],
    start_of: NDArray[np.uint8],
    set_index: NDArray[np.int16],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    category: NDArray[np.uint8],
    alike: NDArray[np.int64],
    net: NDArray[np.float64],
    sums: NDArray[np.int64],
) -> None:
    """Sum one flop over all turns, rivers, dealers and holes: nets, squares, and products in two halves.

    later     turn, river and how often that comes, up to the names of the suits
    class_of  of each hole beside this flop, its class
    alike     of each category of the dealer's, the first that settles all hands alike
    net       what a seat nets, by how it was decided, its category, the dealer's, and win, tie or lose

    Nets are whole numbers kept as floats, which are added up by several at once: sums over the holes of a board stay
    below 2^53, where floats are exact.
    """
    cards = np.empty(47, np.int64)
    grade = np.empty(1081, np.int64)
    decided = np.empty(1081, np.int64)
    one, two = np.empty(1081, np.int64), np.empty(1081, np.int64)
    order, spare = np.empty(1081, np.int64), np.empty(1081, np.int64)
    bucket = np.empty(129, np.int64)
    holds = np.zeros((48, 48))
    by_card, squares_by_card = np.zeros(48), np.zeros(48)
    board = np.empty(5, np.int64)
    for pair in range(len(later)):
        turn, river, times = later[pair]
        key = 0
        for k in range(5):
            card = flop[k] if k < 3 else turn if k == 3 else river
            key += _KEYS_V1[card >> 2]
            place = k
            while place > 0 and board[place - 1] > card:
                board[place] = board[place - 1]
                place -= 1
            board[place] = card
        row, suited = board_row(board, set_index)
        mask = 0
        for k in range(5):
            if board[k] & 3 == suited:
                mask |= 1 << (board[k] >> 2)
        left = 0
        for k in range(deck.size):
            card = deck[k]
            if card != flop[0] and card != flop[1] and card != flop[2] and card != turn and card != river:
                cards[left] = card
                left += 1
        # Every hole: what it is worth and how it was decided.
        holes = 0
        for j in range(left):
            for i in range(j):
                a, b = cards[i], cards[j]
                hole = a + b * (b - 1) // 2
                hand = mask
                worth = np.int64(0)
                if suited >= 0:
                    if a & 3 == suited:
                        hand |= 1 << (a >> 2)
                    if b & 3 == suited:
                        hand |= 1 << (b >> 2)
                    worth = np.int64(by_flush[hand])
                if worth == 0:
                    worth = np.int64(by_ranks[key + _KEYS_V1[a >> 2] + _KEYS_V1[b >> 2]])
                before = preflop[start_of[hole]]
                if before > 0:
                    decided[holes] = 4 - before
                elif flop_bets[class_of[hole]]:
                    decided[holes] = 2
                else:
                    decided[holes] = 3 if bets_river(a, b, row, suited, river_plain, river_flush) else 4
                grade[holes] = worth
                one[holes], two[holes] = i, j
                order[holes] = holes
                holes += 1
        for shift in (0, 7):
            bucket[:] = 0
            for k in range(holes):
                bucket[((grade[order[k]] >> shift) & 127) + 1] += 1
            for k in range(128):
                bucket[k + 1] += bucket[k]
            for k in range(holes):
                digit = (grade[order[k]] >> shift) & 127
                spare[bucket[digit]] = order[k]
                bucket[digit] += 1
            order, spare = spare, order
        # The dealer's hands, lowest first.
        products = np.int64(0)
        every, every_square = 0.0, 0.0
        now = np.int64(-1)
        begin, previous = 0, 0
        while begin < holes:
            here = grade[order[begin]]
            end = begin
            while end < holes and grade[order[end]] == here:
                end += 1
            kind = alike[category[here]]
            if kind != now:
                # Another category of the dealer's: everything may net something else.
                by_card[:] = 0
                squares_by_card[:] = 0
                every, every_square = 0.0, 0.0
                first, last = 0, holes
            else:
                first, last = previous, end
            for k in range(first, last):
                p = order[k]
                i, j = one[p], two[p]
                result = 2 if k < begin else 1 if k < end else 0
                value = net[decided[p], np.int64(category[grade[p]]), kind, result]
                old = holds[i, j] if kind == now else 0.0
                change, square = value - old, value * value - old * old
                holds[i, j] = value
                holds[j, i] = value
                by_card[i] += change
                by_card[j] += change
                squares_by_card[i] += square
                squares_by_card[j] += square
                every += change
                every_square += square
            now = kind
            for k in range(begin, end):
                i, j = one[order[k]], two[order[k]]
                own = holds[i, j]
                of_all = every - by_card[i] - by_card[j] + own
                squares = every_square - squares_by_card[i] - squares_by_card[j] + own * own
                # The dealer's own two cards are in no hole.
                with_card = _squares_without(by_card, holds, i, j)
                with_card -= (by_card[i] - own) ** 2 + (by_card[j] - own) ** 2
                products += np.int64(of_all) * np.int64(of_all) - np.int64(with_card) + np.int64(squares)
                sums[0] += times * np.int64(of_all)
                sums[1] += times * np.int64(squares)
            previous = begin
            begin = end
        sums[2] += times * (products >> 32)
        sums[3] += times * (products & 0xFFFFFFFF)
