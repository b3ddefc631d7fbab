"""The loops of Flushes Gone Wild: the dealer's hands that are no better than a flush, counted suit by suit. How and why
is told in `croupier.lab.games.flushes`."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import inlined, kernel

_CHOOSE_V1 = np.array([[comb(n, k) for k in range(6)] for n in range(13)], np.int64)


@inlined
def _bits(mask: int) -> int:
    many = 0
    while mask:
        mask &= mask - 1
        many += 1
    return many


@inlined
def _filled(mask: int, wild: int) -> int:
    """The ranks of a flush with so many deuces in it, each the highest that is not there."""
    rank = 12
    while wild:
        if not mask >> rank & 1:
            mask |= 1 << rank
            wild -= 1
        rank -= 1
    return mask


@kernel
def _from_here(free: int, held: int, take: int, most: int, rank: int, found: NDArray[np.int64]) -> None:
    """Add to `found` how many ways there are to take so many of the free ranks, from `rank` downwards, so that they are
    with those held below `most`, and equal to it."""
    while rank > 0:
        wanted = most >> rank & 1
        if held >> rank & 1:
            if not wanted:
                return
        elif free >> rank & 1:
            if wanted:
                below = _bits(free & ((1 << rank) - 1))
                if take <= below:
                    found[0] += _CHOOSE_V1[below, take]
                take -= 1
                if take < 0:
                    return
        elif wanted:
            below = _bits(free & ((1 << rank) - 1))
            if take <= below:
                found[0] += _CHOOSE_V1[below, take]
            return
        rank -= 1
    if take == 0:
        found[1] += 1


@kernel
def _no_better(
    free: int, held: int, take: int, wild: int, most: int, states: NDArray[np.int64], found: NDArray[np.int64]
) -> None:
    """How many ways there are to take so many of the free ranks so that the flush, with those held and so many deuces,
    is below `most`, and equal to it; both have as many cards.

    While deuces are left every rank is there, by a card or by a deuce: `states` says in how many ways so many cards and
    so many deuces are left.
    """
    found[:] = 0
    if wild == 0:
        _from_here(free, held, take, most, 12, found)
        return
    states[:] = 0
    states[take, wild] = 1
    part = np.zeros(2, np.int64)
    rank = 12
    while rank >= 0 and most >> rank & 1:
        any_left = False
        for left in range(take + 1):
            for deuces in range(1, wild + 1):
                ways = states[left, deuces]
                if not ways or held >> rank & 1:
                    any_left = any_left or ways > 0
                    continue
                states[left, deuces] = 0
                if free >> rank & 1 and left:
                    # Processed upwards, so a state that was made at this rank is not looked at again.
                    states[left - 1, deuces] += ways
                    any_left = True
                if deuces == 1:
                    part[:] = 0
                    _from_here(free, held, left, most, rank - 1, part)
                    found[0] += ways * part[0]
                    found[1] += ways * part[1]
                else:
                    states[left, deuces - 1] += ways
                    any_left = True
        if not any_left:
            return
        rank -= 1


@kernel
def _hold(
    free: NDArray[np.int64],
    board: NDArray[np.int64],
    deuces: int,
    on_board: int,
    cards: int,
    most: int,
    product: NDArray[np.int64],
    states: NDArray[np.int64],
    found: NDArray[np.int64],
    total: NDArray[np.int64],
) -> None:
    """The dealer's hands of five cards that are worth less than a flush of so many cards with the ranks `most`, and
    those that are worth the same; where `most` is below 0, those with no more cards than that.

    free, board       by suit, ranks that the dealer may hold, and that lie on the board; deuces aside
    deuces, on_board  deuces that the dealer may hold, and that lie on the board
    """
    total[:] = 0
    for held in range(min(deuces, 5) + 1):
        wild, others = on_board + held, 5 - held
        product[:] = 0
        product[:, 0] = 1
        possible = True
        for suit in range(4):
            size, lies = _bits(free[suit]), _bits(board[suit])
            exact = cards - lies - wild
            if exact < 0:
                possible = False
                break
            found[:] = 0
            if exact <= min(others, size):
                if most < 0:
                    found[0] = _CHOOSE_V1[size, exact]
                else:
                    _no_better(free[suit], board[suit], exact, wild, most, states, found)
            # Multiply from the highest power down, in place.
            for how in range(2):
                for power in range(others, -1, -1):
                    value = np.int64(0)
                    for many in range(min(power, size, exact) + 1):
                        ways = _CHOOSE_V1[size, many] if many < exact else found[0] + how * found[1]
                        value += ways * product[how, power - many]
                    product[how, power] = value
        if possible:
            for how in range(2):
                total[how] += _CHOOSE_V1[deuces, held] * product[how, others]


@kernel
def count_flushes(own: NDArray[np.uint8], gone: NDArray[np.uint8], cells: NDArray[np.int64]) -> None:
    """Count how hands of five cards fare over every board and every hand of the dealer's.

    own    the player's cards, one hand a row
    gone   cards of others that are out of the deck
    cells  by hand, the deals of each of `CELLS`; zero before

    Oracle: `croupier.hands.flush.strength`, one deal at a time (`tests/lab/test_flushes_counted.py`).
    """
    mine, left = np.zeros(4, np.int64), np.zeros(4, np.int64)
    board, free = np.zeros(4, np.int64), np.zeros(4, np.int64)
    product = np.zeros((2, 6), np.int64)
    states, found, total = np.zeros((6, 6), np.int64), np.zeros(2, np.int64), np.zeros(2, np.int64)
    # Hands with few cards in a suit depend on the board's suits alone: once for each pair of suits, a deuce being 4.
    fewer, known = np.zeros((5, 5, 8), np.int64), np.zeros((5, 5, 8), np.bool_)
    rest = np.zeros(52, np.int64)
    for row in range(len(own)):
        mine[:] = 0
        left[:] = 0b1111111111110
        wild, deuces, many = 0, 4, 0
        for card in range(52):
            rank, suit = card >> 2, card & 3
            is_mine, is_gone = False, False
            for place in range(5):
                is_mine = is_mine or own[row, place] == card
            for place in range(len(gone)):
                is_gone = is_gone or gone[place] == card
            if not is_mine and not is_gone:
                rest[many] = card
                many += 1
                continue
            if rank == 0:
                deuces -= 1
                wild += 1 if is_mine else 0
            else:
                left[suit] &= ~(1 << rank)
                if is_mine:
                    mine[suit] |= 1 << rank
        known[:] = False
        for second in range(1, many):
            for first in range(second):
                board[:] = 0
                on_board = 0
                kind_one, kind_two = 4, 4
                if rest[first] < 4:
                    on_board += 1
                else:
                    kind_one = rest[first] & 3
                    board[kind_one] |= 1 << (rest[first] >> 2)
                if rest[second] < 4:
                    on_board += 1
                else:
                    kind_two = rest[second] & 3
                    board[kind_two] |= 1 << (rest[second] >> 2)
                best, dealers = 0, 1
                for suit in range(4):
                    free[suit] = left[suit] & ~board[suit]
                    ranks = _filled(mine[suit] | board[suit], wild + on_board)
                    best = max(best, _bits(ranks) << 13 | ranks)
                cards, most = best >> 13, best & 0b1111111111111
                for place in range(5):
                    dealers = dealers * (many - 2 - place) // (place + 1)
                _hold(free, board, deuces - on_board, on_board, cards, most, product, states, found, total)
                worse, no_better = total[0], total[1]
                for fewest in range(1, cards):
                    if not known[kind_one, kind_two, fewest]:
                        known[kind_one, kind_two, fewest] = True
                        _hold(free, board, deuces - on_board, on_board, fewest, -1, product, states, found, total)
                        fewer[kind_one, kind_two, fewest] = total[0]
                above = worse
                for margin in range(6):
                    below = fewer[kind_one, kind_two, cards - 1 - margin] if cards - 1 - margin >= 1 else 0
                    cells[row, margin] += above - below
                    above = below
                cells[row, 6] += no_better - worse
                cells[row, 7] += dealers - no_better
