"""The kernel that deals and plays rounds at random.

Cards come from a deck that is never put back in order: nine swaps with cards chosen at random make any nine
cards equally likely whatever order they started from. The choice scales 32 random bits, so a card is off
its fair share by less than one part in eighty million.
"""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import RANK_KEYS
from croupier.lab.hands.shapes import FOURS, THREES
from croupier.lab.kernel import inlined, kernel

CELLS = 5 * 10 * 10 * 3
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_RANKS = np.uint64(0x1FFF)
_ROYAL = np.uint64(0x1F00)
_WHEEL = np.uint64(0x100F)

# Frozen into the cached code, like the evaluator's: rename, do not edit.
_KEY_V1 = np.array([RANK_KEYS[c >> 2] | 1 << (32 + 4 * (c & 3)) for c in range(52)], np.uint64)
_BIT_V1 = np.array([1 << (16 * (c & 3) + (c >> 2)) for c in range(52)], np.uint64)
_SUIT_V1 = np.array([1 << (4 * (c & 3)) for c in range(52)], np.int64)
_COUNT_V1 = np.array([1 << (4 * (c >> 2)) for c in range(52)], np.uint64)
_PLACE_V1 = np.array([[comb(rank + place, place + 1) for rank in range(13)] for place in range(5)], np.int64)
_TWOS = np.uint64(0x2222222222222)
_QUADS = np.uint64(0x4444444444444)


@inlined
def deal_cards(deck: NDArray[np.int64], cards: int, state: np.uint64) -> np.uint64:
    """Put so many cards, chosen at random, at the head of the deck; the state of the stream afterwards."""
    word = np.uint64(0)
    for i in range(cards):
        if i & 1:
            word >>= np.uint64(32)
        else:
            state += _GOLDEN
            word = (state ^ (state >> np.uint64(30))) * _MIX_1
            word = (word ^ (word >> np.uint64(27))) * _MIX_2
            word ^= word >> np.uint64(31)
        j = i + np.int64(((word & _LOW) * np.uint64(len(deck) - i)) >> np.uint64(32))
        deck[i], deck[j] = deck[j], deck[i]
    return state


@inlined
def key_and_bits(key: np.uint64, bits: np.uint64, card: int) -> tuple[np.uint64, np.uint64]:
    """The sums of `grade_of` with one card more; no cards at all have the key 0x3333 << 32."""
    return key + _KEY_V1[card], bits | _BIT_V1[card]


@inlined
def grade_of(key: np.uint64, bits: np.uint64, by_ranks: NDArray[np.uint16], by_flush: NDArray[np.uint16]) -> int:
    """The grade of seven cards from the sums of their keys and bits."""
    full = (key >> np.uint64(35)) & np.uint64(0x1111)
    if full:
        shift = np.uint64(0)
        while full > np.uint64(1):
            full >>= np.uint64(4)
            shift += np.uint64(16)
        grade: int = by_flush[(bits >> shift) & np.uint64(0x1FFF)]
    else:
        grade = by_ranks[key & np.uint64(0xFFFFFFFF)]
    return grade


@inlined
def bets_flop(
    a: int,
    b: int,
    low: int,
    middle: int,
    high: int,
    flop_bets: NDArray[np.bool_] | NDArray[np.uint8],
    canonical: NDArray[np.uint16],
    naming: NDArray[np.uint8],
    renamed: NDArray[np.uint8],
) -> int:
    """Whether the hole of a and b bets on a flop of three cards in any order, or what it chooses there."""
    if low > middle:
        low, middle = middle, low
    if middle > high:
        middle, high = high, middle
    if low > middle:
        low, middle = middle, low
    flop = low + (middle * (middle - 1) >> 1) + high * (high - 1) * (high - 2) // 6
    suits = naming[flop]
    one, two = np.int64(renamed[suits, a]), np.int64(renamed[suits, b])
    if one > two:
        one, two = two, one
    bets: int = flop_bets[canonical[flop], one + (two * (two - 1) >> 1)]
    return bets


@inlined
def board_row(board: NDArray[np.int64], set_index: NDArray[np.int16]) -> tuple[np.int64, np.int64]:
    """The row of five cards, lowest first, among the collapsed boards, and the suit that can flush, or -1."""
    suited = 0x5555
    for i in range(5):
        suited += _SUIT_V1[board[i]]
    suited &= 0x8888
    row = np.int64(0)
    suit = np.int64(-1)
    if suited:
        suit = np.int64(0 if suited & 8 else 1 if suited & 0x80 else 2 if suited & 0x800 else 3)
        mask = 0
        out = 0
        first = np.int64(0)
        pair = np.int64(0)
        for i in range(5):
            rank = board[i] >> 2
            if (board[i] & 3) == suit:
                mask |= 1 << rank
            else:
                # Of one rank outside the suit its number, of two the number of their pair.
                pair = first + (rank * (rank + 1) >> 1)
                first = rank
                out += 1
        row = np.int64(set_index[mask])
        if out == 2:
            row += pair * 286
        elif out == 1:
            row += THREES + first * 715
        else:
            row += THREES + FOURS
    else:
        for i in range(5):
            row += _PLACE_V1[i, board[i] >> 2]
    return row, suit


@inlined
def bets_river(
    a: int,
    b: int,
    row: np.int64,
    suit: np.int64,
    river_plain: NDArray[np.bool_] | NDArray[np.uint8],
    river_flush: NDArray[np.bool_] | NDArray[np.uint8],
) -> int:
    """Whether the hole of a and b bets at the river of a board's row, or what it chooses there."""
    one = (a >> 2) + (13 if (a & 3) == suit else 0)
    two = (b >> 2) + (13 if (b & 3) == suit else 0)
    if one > two:
        one, two = two, one
    pair = one + (two * (two + 1) >> 1)
    bets: int = river_plain[row, pair] if suit < 0 else river_flush[row, pair]
    return bets


@kernel
def _five_card_category(a: int, b: int, c: int, d: int, e: int) -> int:
    """The category of five cards."""
    count = _COUNT_V1[a] + _COUNT_V1[b] + _COUNT_V1[c] + _COUNT_V1[d] + _COUNT_V1[e]
    if count & _QUADS:
        return 7
    twos = count & _TWOS
    two_ranks = (twos & (twos - np.uint64(1))) != np.uint64(0)
    if twos & (count << np.uint64(1)):
        return 6 if two_ranks else 3
    if twos:
        return 2 if two_ranks else 1
    bits = _BIT_V1[a] | _BIT_V1[b] | _BIT_V1[c] | _BIT_V1[d] | _BIT_V1[e]
    mask = (bits | bits >> np.uint64(16) | bits >> np.uint64(32) | bits >> np.uint64(48)) & _RANKS
    # Five ranks in a row are 31 times the lowest; the wheel is the one straight that is not.
    straight = mask == (mask & (~mask + np.uint64(1))) * np.uint64(31) or mask == _WHEEL
    flush = (a & 3) == (b & 3) == (c & 3) == (d & 3) == (e & 3)
    if flush:
        return 9 if mask == _ROYAL else 8 if straight else 5
    return 4 if straight else 0


@kernel
def play_rounds(
    seed: np.uint64,
    rounds: int,
    every: int,
    preflop: NDArray[np.int8],
    flop_bets: NDArray[np.bool_],
    canonical: NDArray[np.uint16],
    naming: NDArray[np.uint8],
    renamed: NDArray[np.uint8],
    river_plain: NDArray[np.bool_],
    river_flush: NDArray[np.bool_],
    set_index: NDArray[np.int16],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    category: NDArray[np.uint8],
    hole_code: NDArray[np.uint8],
    cell_net: NDArray[np.int64],
    code_net: NDArray[np.int64],
    counts: NDArray[np.int64],
    first_five: NDArray[np.int64],
    curve: NDArray[np.int64],
    hits: NDArray[np.int32],
) -> tuple[int, int, int]:
    """Play `rounds` rounds; the number of hits logged, the final net and the lowest net on the way.

    every       rounds between two points of `curve`
    preflop     0, 3 or 4 by hole; flop_bets by canonical flop and hole; river_* by board and pair
    hole_code   [dealer has aces, hole] -> the row of `counts`, whose net is `code_net`
    cell_net    what each cell of (decided, player, dealer, result) nets, in units
    counts      [code, cell] gains the rounds that ended there
    first_five  [decided, category of hole and flop] likewise
    hits        gains (round, first five, seven, decided, royal on the board) of rounds a meter may pay

    Oracle: `croupier.lab.uth.playout`, in the mean.
    """
    deck = np.arange(52).astype(np.int64)
    board = np.empty(5, np.int64)
    state = seed
    net = 0
    lowest = 0
    logged = 0
    for number in range(rounds):
        state = deal_cards(deck, 9, state)
        a, b = min(deck[0], deck[1]), max(deck[0], deck[1])
        x, y = deck[2], deck[3]
        hole = a + (b * (b - 1) >> 1)
        key = np.uint64(0x3333 << 32)
        bits = np.uint64(0)
        for i in range(5):
            card = deck[4 + i]
            key += _KEY_V1[card]
            bits |= _BIT_V1[card]
        # 4x, 3x, 2x, 1x, fold are 0 to 4, as in croupier.lab.uth.decisions.
        first = preflop[hole]
        if first:
            decided = 4 - first
        else:
            if bets_flop(a, b, deck[4], deck[5], deck[6], flop_bets, canonical, naming, renamed):
                decided = 2
            else:
                for i in range(5):
                    card = deck[4 + i]
                    place = i
                    while place > 0 and board[place - 1] > card:
                        board[place] = board[place - 1]
                        place -= 1
                    board[place] = card
                row, suit = board_row(board, set_index)
                decided = 3 if bets_river(a, b, row, suit, river_plain, river_flush) else 4
        player = grade_of(key + _KEY_V1[a] + _KEY_V1[b], bits | _BIT_V1[a] | _BIT_V1[b], by_ranks, by_flush)
        dealer = grade_of(key + _KEY_V1[x] + _KEY_V1[y], bits | _BIT_V1[x] | _BIT_V1[y], by_ranks, by_flush)
        result = 0 if player > dealer else 1 if player == dealer else 2
        seven = np.int64(category[player])
        cell = ((decided * 10 + seven) * 10 + category[dealer]) * 3 + result
        code = hole_code[1 if (x >> 2) == 12 and (y >> 2) == 12 else 0, hole]
        counts[code, cell] += 1
        five = _five_card_category(a, b, deck[4], deck[5], deck[6])
        first_five[decided, five] += 1
        if (five >= 7 or seven == 9) and logged < hits.shape[0]:
            on_board = 0
            for of_suit in range(4):
                if ((bits >> np.uint64(16 * of_suit)) & _ROYAL) == _ROYAL:
                    on_board = 1
            hits[logged, 0] = number
            hits[logged, 1] = five
            hits[logged, 2] = seven
            hits[logged, 3] = decided
            hits[logged, 4] = on_board
            logged += 1
        net += cell_net[cell] + code_net[code]
        lowest = min(lowest, net)
        if (number + 1) % every == 0:
            curve[(number + 1) // every - 1] = net
    return logged, net, lowest
