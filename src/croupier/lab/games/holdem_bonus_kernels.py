"""The loops of Texas Hold'em Bonus: on a board of five cards every pair of cards meets every other that shares no card
with it, and what comes of it is added up over the last card."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import RANK_KEYS
from croupier.lab.kernel import kernel

_GRADES = 4_824
_KEYS_V1 = np.array(RANK_KEYS, np.int64)


@kernel
def _grade_pairs(
    board: NDArray[np.uint8],
    free: NDArray[np.uint8],
    many: int,
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    grade: NDArray[np.uint16],
) -> None:
    """The grade of each pair of the first `many` free cards with a board of five, pair after pair."""
    key, suits = np.int64(0), np.zeros(4, np.int64)
    masks = np.zeros(4, np.int64)
    for place in range(5):
        card = board[place]
        key += _KEYS_V1[card >> 2]
        suits[card & 3] += 1
        masks[card & 3] |= np.int64(1) << (card >> 2)
    suit = -1
    for one in range(4):
        if suits[one] >= 3:
            suit = one
    at = 0
    for j in range(1, many):
        b = free[j]
        high = key + _KEYS_V1[b >> 2]
        for i in range(j):
            a = free[i]
            if suit >= 0 and suits[suit] + (a & 3 == suit) + (b & 3 == suit) >= 5:
                mask = masks[suit]
                if a & 3 == suit:
                    mask |= np.int64(1) << (a >> 2)
                if b & 3 == suit:
                    mask |= np.int64(1) << (b >> 2)
                grade[at] = by_flush[mask]
            else:
                grade[at] = by_ranks[high + _KEYS_V1[a >> 2]]
            at += 1


@kernel
def _meet_pairs(
    many: int,
    grade: NDArray[np.uint16],
    begin: NDArray[np.int32],
    order: NDArray[np.int32],
    low: NDArray[np.int32],
    high: NDArray[np.int32],
    won: NDArray[np.int32],
    lost: NDArray[np.int32],
) -> None:
    """Of each pair, how many pairs that share no card with it are worse, and how many are better.

    low, high  of each pair, the places of its cards among the free ones
    """
    pairs = many * (many - 1) // 2
    begin[:] = 0
    for at in range(pairs):
        begin[grade[at] + 1] += 1
    for one in range(1, len(begin)):
        begin[one] += begin[one - 1]
    for at in range(pairs):
        order[begin[grade[at]]] = at
        begin[grade[at]] += 1
    worse, upto = np.zeros(52, np.int32), np.zeros(52, np.int32)
    dealers = (many - 2) * (many - 3) // 2
    first = 0
    while first < pairs:
        here, stop = grade[order[first]], first
        while stop < pairs and grade[order[stop]] == here:
            upto[low[order[stop]]] += 1
            upto[high[order[stop]]] += 1
            stop += 1
        for at in range(first, stop):
            pair = order[at]
            a, b = low[pair], high[pair]
            won[pair] = first - worse[a] - worse[b]
            # The pair itself is among those that are no better, once in each of the three terms.
            lost[pair] = dealers - (stop - upto[a] - upto[b] + 1)
        for card in range(many):
            worse[card] = upto[card]
        first = stop


@kernel
def sum_turns(
    boards: NDArray[np.uint8],
    gone: np.uint64,
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    pays: NDArray[np.int64],
    unit: int,
    ahead: NDArray[np.int32],
    ante: NDArray[np.int64],
) -> None:
    """For each board of four cards and each hole, the sums over the last card and the dealer's hands.

    gone   cards that are out of the deck, as bits
    pays   by grade, what a winning Ante nets in units
    ahead  deals won less deals lost; `ante`, what the Ante nets. Both zero before

    Oracle: `croupier.rules.settlement.settle`, one deal at a time (`tests/lab/test_bonus_by_both_solvers.py`).
    """
    board, free = np.zeros(5, np.uint8), np.zeros(47, np.uint8)
    grade, order = np.zeros(1081, np.uint16), np.zeros(1081, np.int32)
    won, lost = np.zeros(1081, np.int32), np.zeros(1081, np.int32)
    low, high = np.zeros(1081, np.int32), np.zeros(1081, np.int32)
    begin = np.zeros(_GRADES + 1, np.int32)
    at = 0
    for j in range(1, 47):
        for i in range(j):
            low[at], high[at] = i, j
            at += 1
    for row in range(len(boards)):
        for last in range(52):
            many = _laid(boards[row], last, gone, board, free)
            if not many:
                continue
            _grade_pairs(board, free, many, by_ranks, by_flush, grade)
            _meet_pairs(many, grade, begin, order, low, high, won, lost)
            for at in range(many * (many - 1) // 2):
                a, b = np.int64(free[low[at]]), np.int64(free[high[at]])
                hole = a + b * (b - 1) // 2
                ahead[row, hole] += won[at] - lost[at]
                ante[row, hole] += won[at] * pays[grade[at]] - lost[at] * unit


@kernel
def _laid(
    four: NDArray[np.uint8], last: int, gone: np.uint64, board: NDArray[np.uint8], free: NDArray[np.uint8]
) -> int:
    """Lay a fifth card beside four, and list the cards that are left, the lowest first; how many they are, none where
    it cannot be laid."""
    laid, one = gone, np.uint64(1)
    for place in range(4):
        board[place] = four[place]
        laid |= one << np.uint64(four[place])
    if laid >> np.uint64(last) & one:
        return 0
    board[4] = last
    laid |= one << np.uint64(last)
    many = 0
    for card in range(52):
        if not laid >> np.uint64(card) & one:
            free[many] = card
            many += 1
    return many


@kernel
def count_ends(
    boards: NDArray[np.uint8],
    weight: NDArray[np.int64],
    start: NDArray[np.bool_],
    bets: NDArray[np.int8],
    river: NDArray[np.bool_],
    river_after: NDArray[np.bool_],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    category: NDArray[np.uint8],
    ends: NDArray[np.int64],
) -> None:
    """Count the deals of some boards of four cards by how they end.

    bets                of the four cards as the last of the four, with how many the Turn was bet, by hole
    river, river_after  whether the River is bet, without a Turn bet and with one
    ends                by Turn, River and category: won, tied, lost
    """
    board, free = np.zeros(5, np.uint8), np.zeros(47, np.uint8)
    grade, order = np.zeros(1081, np.uint16), np.zeros(1081, np.int32)
    won, lost = np.zeros(1081, np.int32), np.zeros(1081, np.int32)
    low, high = np.zeros(1081, np.int32), np.zeros(1081, np.int32)
    begin = np.zeros(_GRADES + 1, np.int32)
    at = 0
    for j in range(1, 47):
        for i in range(j):
            low[at], high[at] = i, j
            at += 1
    for row in range(len(boards)):
        for last in range(52):
            if not _laid(boards[row], last, np.uint64(0), board, free):
                continue
            _grade_pairs(board, free, 47, by_ranks, by_flush, grade)
            _meet_pairs(47, grade, begin, order, low, high, won, lost)
            for at in range(1081):
                a, b = np.int64(free[low[at]]), np.int64(free[high[at]])
                hole = a + b * (b - 1) // 2
                if not start[hole]:
                    continue
                kind = category[grade[at]]
                for turn in range(2):
                    often = weight[row] * (bets[row, hole] if turn else 4 - bets[row, hole])
                    rivers = river_after[row, hole] if turn else river[row, hole]
                    after = 1 if rivers else 0
                    ends[turn, after, kind, 0] += often * won[at]
                    ends[turn, after, kind, 1] += often * (990 - won[at] - lost[at])
                    ends[turn, after, kind, 2] += often * lost[at]
