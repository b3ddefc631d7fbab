"""The kernel that plays rounds of Ultimate Texas Hold'em, by any rules, on the cards dealt."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.chance.deal import bets_flop, bets_river, board_row, grade_of, key_and_bits
from croupier.lab.kernel import kernel


@kernel
def play_holdem(
    cards: NDArray[np.uint8],
    preflop: NDArray[np.uint8],
    flop: NDArray[np.uint8],
    canonical: NDArray[np.uint16],
    naming: NDArray[np.uint8],
    renamed: NDArray[np.uint8],
    river_plain: NDArray[np.uint8],
    river_flush: NDArray[np.uint8],
    set_index: NDArray[np.int16],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    kind: NDArray[np.int64],
    qualifies: int,
    cells: NDArray[np.int64],
) -> None:
    """Play rounds into cells: the way in which a round is decided, the kind of hand, and the outcome, of which there
    are five (`croupier.lab.variants.kernels`).

    preflop, flop, river_*  what is chosen: by hole, by canonical flop and hole, by board and pair
    kind                    of each grade, the kind of hand, below 256
    qualifies               the lowest grade with which the dealer plays

    Oracle: `croupier.lab.variants.holdem.play_forward`, in the mean.
    """
    board = np.empty(5, np.int64)
    for at in range(len(cards)):
        u, v = int(cards[at, 0]), int(cards[at, 1])
        a, b = min(u, v), max(u, v)
        key, bits = np.uint64(0x3333 << 32), np.uint64(0)
        for i in range(5):
            card = int(cards[at, 2 + i])
            key, bits = key_and_bits(key, bits, card)
            place = i
            while place > 0 and board[place - 1] > card:
                board[place] = board[place - 1]
                place -= 1
            board[place] = card
        way = int(preflop[a + (b * (b - 1) >> 1)])
        if way == 2:
            low, middle, high = int(cards[at, 2]), int(cards[at, 3]), int(cards[at, 4])
            way = 4 + int(bets_flop(a, b, low, middle, high, flop, canonical, naming, renamed))
        if way == 6:
            row, suit = board_row(board, set_index)
            way = 8 + int(bets_river(a, b, row, suit, river_plain, river_flush))
        key_a, bits_a = key_and_bits(key, bits, a)
        key_a, bits_a = key_and_bits(key_a, bits_a, b)
        player = grade_of(key_a, bits_a, by_ranks, by_flush)
        key_x, bits_x = key_and_bits(key, bits, int(cards[at, 7]))
        key_x, bits_x = key_and_bits(key_x, bits_x, int(cards[at, 8]))
        dealer = grade_of(key_x, bits_x, by_ranks, by_flush)
        live = 0 if dealer >= qualifies else 1
        outcome = live if player > dealer else 2 if player == dealer else 3 + live
        cells[at] = (way * 256 + kind[player]) * 5 + outcome
