"""Every hand priced on every board, with some cards seen: one sweep of the known order.

Four whole numbers are worked out for each hole on each board, over all hands the dealer can have:

    bet2     what betting 2x on the flop returns
    river    what the better of a 1x bet and a fold returns
    fixed    what the fixed strategy's river decision returns
    packed   margin × 1,082 + 1 where the fixed decision is the worse one

Money is in units of 1/`unit` Ante. The margin is the dealer's hands beaten less those that beat. A flop becomes
at most 1,081 boards, so the count of worse decisions never carries into the margin, and all four sums fit in 32 bits.

The dealer's own cards may be among those seen. `dealer` says so: two types, or -1 for a card not seen. Then the
dealer's hands are the pairs that hold the seen ones, and no hand of the player's can be among them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.kernel import kernel

COLUMNS = 4
"""The four numbers, in that order."""


@kernel
def sweep(
    start: int,
    stop: int,
    dealers: int,
    unit: int,
    bonus: NDArray[np.int64],
    dealer_a: int,
    dealer_b: int,
    dead: NDArray[np.int8],
    copies: NDArray[np.int8],
    word: NDArray[np.uint16],
    size: NDArray[np.int16],
    high: NDArray[np.int16],
    low_type: NDArray[np.uint8],
    high_type: NDArray[np.uint8],
    plain_of: NDArray[np.int32],
    rank_pair: NDArray[np.uint8],
    plain: NDArray[np.int32],
    rows: NDArray[np.int32],
) -> None:
    """Fill `rows[column, board, pair]` for the boards `start` to `stop`; what cannot be dealt is worth nothing.

    dealers   how many hands the dealer can have
    bonus     what a winning Blind pays in units, by category
    dealer_a, dealer_b   types of the dealer's seen cards; -1 where not seen
    dead      how many cards of each type are seen
    copies    how many cards of each type each board leaves in a full deck
    word, size, high     the order of each board (`croupier.lab.known_cards.orders`)
    plain_of, rank_pair, plain   the rows without a flush, which are subtracted; `plain_of` empty for none

    Oracle: `croupier.lab.known_cards.direct`, one dealer hand at a time.
    """
    types = dead.size
    left = np.empty(types, np.int32)
    less_with = np.empty(types, np.int32)
    same_with = np.empty(types, np.int32)
    high_with = np.empty(types, np.int32)
    itself = np.int32(1) if dealer_a < 0 else np.int32(0)
    fold = -2 * unit * dealers
    width = rows.shape[2]
    for board in range(start, stop):
        for column in range(4):
            for p in range(width):
                rows[column, board, p] = 0
        possible = True
        for t in range(types):
            left[t] = np.int32(copies[board, t]) - dead[t]
            if left[t] < 0:
                possible = False
            less_with[t] = 0
            same_with[t] = 0
            high_with[t] = 0
        if not possible:
            continue
        # What a hand loses to a dealer who qualifies depends on how many hands do not: count those first. A hand
        # without a pair has two ranks, hence two types.
        high_cards = np.int32(0)
        for i in range(high[board]):
            p = word[board, i] & 511
            a, b = low_type[p], high_type[p]
            if dealer_a < 0:
                high_cards += left[a] * left[b]
                high_with[a] += left[b]
                high_with[b] += left[a]
            elif dealer_b < 0:
                if a == dealer_a or b == dealer_a:
                    other = b if a == dealer_a else a
                    high_cards += left[other]
                    high_with[other] += 1
            elif (a == dealer_a and b == dealer_b) or (a == dealer_b and b == dealer_a):
                high_cards += 1
        less = np.int32(0)
        i = 0
        n = size[board]
        while i < n:
            j = i
            same = np.int32(0)
            while j < n and (j == i or not word[board, j] & 512):
                p = word[board, j] & 511
                a, b = low_type[p], high_type[p]
                if dealer_a < 0:
                    if a == b:
                        if left[a] > 1:
                            same += left[a] * (left[a] - 1) // 2
                            same_with[a] += left[a] - 1
                    elif left[a] > 0 and left[b] > 0:
                        same += left[a] * left[b]
                        same_with[a] += left[b]
                        same_with[b] += left[a]
                elif dealer_b < 0:
                    if a == dealer_a or b == dealer_a:
                        other = b if a == dealer_a else a
                        same += left[other]
                        same_with[other] += 1
                elif (a == dealer_a and b == dealer_b) or (a == dealer_b and b == dealer_a):
                    same += 1
                j += 1
            for k in range(i, j):
                p = word[board, k] & 511
                a, b = low_type[p], high_type[p]
                if left[a] < 1 or left[b] < 1 or (a == b and left[a] < 2):
                    continue
                won = np.int64(less - less_with[a] - less_with[b])
                # The hand itself is among the equals, once in each of the three terms.
                lost = dealers - won - (same - same_with[a] - same_with[b] + itself)
                unqualified = high_cards - high_with[a] - high_with[b]
                if k < high[board]:
                    won_qualified = np.int64(0)
                    lost_qualified = np.int64(dealers) - (unqualified + itself)
                else:
                    won_qualified = won - unqualified
                    lost_qualified = lost
                margin = won - lost
                kind = word[board, k] >> 11
                bet1 = unit * (won_qualified - lost - lost_qualified + margin) + won * bonus[kind]
                river = max(bet1, fold)
                fixed = bet1 if word[board, k] & 1024 else fold
                packed = margin * 1082 + (1 if river > fixed else 0)
                if plain_of.size > 0:
                    under = np.int64(plain_of[board])
                    q = rank_pair[p]
                    rows[0, board, p] = bet1 + unit * margin - plain[0, under, q]
                    rows[1, board, p] = river - plain[1, under, q]
                    rows[2, board, p] = fixed - plain[2, under, q]
                    rows[3, board, p] = packed - plain[3, under, q]
                else:
                    rows[0, board, p] = bet1 + unit * margin
                    rows[1, board, p] = river
                    rows[2, board, p] = fixed
                    rows[3, board, p] = packed
            for k in range(i, j):
                p = word[board, k] & 511
                a, b = low_type[p], high_type[p]
                less_with[a] += same_with[a]
                same_with[a] = 0
                less_with[b] += same_with[b]
                same_with[b] = 0
            less += same
            i = j
