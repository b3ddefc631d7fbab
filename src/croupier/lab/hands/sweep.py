"""The kernels that sort hands on a board and sweep them once from weak to strong.

A hand without a flush is worth its ranks alone. So the pairs of ranks are sorted once for each plain board, and the
pairs that make a flush once for each set of ranks in the suit; on a flush board both orders are there already, and are
merged while they are swept. A sorted pair is its lower type and 256 times its higher one.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import RANK_KEYS
from croupier.lab.kernel import inlined, kernel

_Whole: TypeAlias = "int | np.integer[Any]"
_KEYS_V1 = np.array(RANK_KEYS, np.int32)


@inlined
def _sorted(
    n: int,
    grade: NDArray[np.int32],
    order: NDArray[np.int32],
    spare: NDArray[np.int32],
    bucket: NDArray[np.int32],
) -> None:
    """Sort the first `n` of `order` by grade: two passes of counting sort, seven bits each."""
    for i in range(n):
        spare[i] = order[i]
    for shift in (0, 7):
        bucket[:] = 0
        for i in range(n):
            bucket[((grade[spare[i]] >> shift) & 127) + 1] += 1
        for i in range(128):
            bucket[i + 1] += bucket[i]
        for i in range(n):
            digit = (grade[spare[i]] >> shift) & 127
            order[bucket[digit]] = spare[i]
            bucket[digit] += 1
        for i in range(n):
            spare[i] = order[i]


@inlined
def _keep(
    row: int,
    n: int,
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    grade: NDArray[np.int32],
    order: NDArray[np.int32],
    many: NDArray[np.int32],
    pair: NDArray[np.uint16],
    grades: NDArray[np.uint16],
) -> None:
    """Write the first `n` pairs of `order` and their grades into a row."""
    many[row] = n
    for i in range(n):
        pair[row, i] = low[order[i]] | high[order[i]] << 8
        grades[row, i] = grade[order[i]]


@kernel
def sort_ranks(
    start: int,
    stop: int,
    copies: NDArray[np.int8],
    key: NDArray[np.int32],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    by_ranks: NDArray[np.uint16],
    many: NDArray[np.int32],
    pair: NDArray[np.uint16],
    grades: NDArray[np.uint16],
) -> None:
    """The possible pairs of ranks on the plain boards `start` to `stop`, by grade; the last three arrays are filled."""
    grade, order, spare = np.empty(91, np.int32), np.empty(91, np.int32), np.empty(91, np.int32)
    bucket = np.empty(129, np.int32)
    for board in range(start, stop):
        n = 0
        for p in range(91):
            a, b = low[p], high[p]
            if copies[board, a] <= 0 or copies[board, b] <= 0 or (a == b and copies[board, a] < 2):
                continue
            grade[p] = by_ranks[key[board] + _KEYS_V1[a] + _KEYS_V1[b]]
            order[n] = p
            n += 1
        _sorted(n, grade, order, spare, bucket)
        _keep(board, n, low, high, grade, order, many, pair, grades)


@kernel
def sort_flushes(
    masks: NDArray[np.uint16],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    by_flush: NDArray[np.uint16],
    many: NDArray[np.int32],
    pair: NDArray[np.uint16],
    grades: NDArray[np.uint16],
) -> None:
    """The pairs of types that make a flush with each mask of ranks in the suit, by grade."""
    grade, order, spare = np.empty(351, np.int32), np.empty(351, np.int32), np.empty(351, np.int32)
    bucket = np.empty(129, np.int32)
    for number in range(masks.shape[0]):
        mask = np.int64(masks[number])
        n = 0
        for p in range(351):
            a, b = np.int64(low[p]), np.int64(high[p])
            first = np.int64(1) << (a - 13) if a >= 13 else np.int64(0)
            second = np.int64(1) << (b - 13) if b >= 13 else np.int64(0)
            # No card is there twice, and no mask of fewer than five ranks has a grade: grade 0 is no flush.
            if first & mask or second & mask or first & second or not by_flush[mask | first | second]:
                continue
            grade[p] = by_flush[mask | first | second]
            order[n] = p
            n += 1
        _sorted(n, grade, order, spare, bucket)
        _keep(number, n, low, high, grade, order, many, pair, grades)


@inlined
def _write(
    row: _Whole,
    a: _Whole,
    b: _Whole,
    with_both: _Whole,
    less: _Whole,
    stronger: _Whole,
    weak: _Whole,
    dealers: _Whole,
    strong: bool | np.bool_,
    kind: _Whole,
    win: NDArray[np.int16],
    win_qualified: NDArray[np.int16],
    lose: NDArray[np.int16],
    lose_qualified: NDArray[np.int16],
    categories: NDArray[np.uint8],
) -> None:
    """What the hole of types a <= b meets."""
    at = a + b * (b + 1) // 2
    wins = less - (with_both & 0xFFFF)
    losses = stronger + (with_both >> 16 & 0xFFFF)
    unqualified = weak - (with_both >> 32)
    win[row, at] = wins
    lose[row, at] = losses
    win_qualified[row, at] = wins - unqualified if strong else 0
    lose_qualified[row, at] = losses if strong else dealers - (unqualified + 1)
    categories[row, at] = kind


@kernel
def sweep(
    start: int,
    stop: int,
    suited: int,
    dealers: int,
    qualifies: int,
    copies: NDArray[np.int8],
    plain_of: NDArray[np.int32],
    plain_many: NDArray[np.int32],
    plain_pair: NDArray[np.uint16],
    plain_grade: NDArray[np.uint16],
    mask_of: NDArray[np.int32],
    flush_many: NDArray[np.int32],
    flush_pair: NDArray[np.uint16],
    flush_grade: NDArray[np.uint16],
    category: NDArray[np.uint8],
    win: NDArray[np.int16],
    win_qualified: NDArray[np.int16],
    lose: NDArray[np.int16],
    lose_qualified: NDArray[np.int16],
    categories: NDArray[np.uint8],
) -> None:
    """Count the boards `start` to `stop`, all with as many cards in a suit; the last five arrays are their rows.

    suited      cards of the board in its flush suit: 0 where it has none, else 3, 4 or 5
    dealers     how many holes the dealer can have, 990 of a full deck
    qualifies   the lowest grade with which the dealer plays
    """
    left = np.zeros(26, np.int64)
    # Three numbers of sixteen bits for each type, so that one sum serves them all: how many holes that use one given
    # card of it are weaker, how many are not stronger, how many do not qualify.
    used = np.zeros(26, np.int64)
    none = np.int64(1 << 20)
    beside = suited == 3
    for board in range(start, stop):
        row = board - start
        for p in range(win.shape[1]):
            win[row, p] = 0
            lose[row, p] = 0
            win_qualified[row, p] = 0
            lose_qualified[row, p] = 0
            categories[row, p] = 255
        for kind in range(26):
            left[kind] = max(copies[board, kind], 0)
            used[kind] = 0
        ranked, mask = np.uint64(plain_of[board]), np.uint64(mask_of[board])
        end_plain = np.int64(plain_many[ranked]) if suited < 5 else np.int64(0)
        end_flush = np.int64(flush_many[mask]) if suited else np.int64(0)
        seen_weak = False
        weak = less = upto = i = j = np.int64(0)
        # Twice from weak to strong: at first only as far as hands do not qualify, to know how many they are.
        while True:
            here = np.int64(plain_grade[ranked, i]) if i < end_plain else none
            if j < end_flush:
                here = min(here, np.int64(flush_grade[mask, j]))
            if not seen_weak and here >= qualifies:
                seen_weak = True
                weak = upto
                for kind in range(26):
                    used[kind] = (used[kind] >> 16 & 0xFFFF) << 32
                if i + j:
                    less = upto = i = j = np.int64(0)
                    continue
            if here == none:
                break
            first_plain, first_flush = i, j
            while i < end_plain and plain_grade[ranked, i] == here:
                pair = np.uint64(plain_pair[ranked, i])
                r, s = pair & np.uint64(255), pair >> np.uint64(8)
                out_r, out_s = left[r], left[s]
                if beside:
                    # Beside three of the suit one more in hand is no flush yet.
                    in_r, in_s = left[r + np.uint64(13)], left[s + np.uint64(13)]
                    if r == s:
                        upto += out_r * (out_r - 1) // 2 + out_r * in_r
                        used[r] += (out_r - 1 + in_r) << 16
                        used[r + np.uint64(13)] += out_r << 16
                    else:
                        upto += out_r * (out_s + in_s) + in_r * out_s
                        used[r] += (out_s + in_s) << 16
                        used[s] += (out_r + in_r) << 16
                        used[r + np.uint64(13)] += out_s << 16
                        used[s + np.uint64(13)] += out_r << 16
                elif r == s:
                    upto += out_r * (out_r - 1) // 2
                    used[r] += (out_r - 1) << 16
                else:
                    upto += out_r * out_s
                    used[r] += out_s << 16
                    used[s] += out_r << 16
                i += 1
            while j < end_flush and flush_grade[mask, j] == here:
                pair = np.uint64(flush_pair[mask, j])
                a, b = pair & np.uint64(255), pair >> np.uint64(8)
                if a != b:
                    upto += left[a] * left[b]
                    used[a] += left[b] << 16
                    used[b] += left[a] << 16
                elif left[a] > 1:
                    upto += left[a] * (left[a] - 1) // 2
                    used[a] += (left[a] - 1) << 16
                j += 1
            if seen_weak:
                kind = category[here]
                strong = here >= qualifies
                # The hand itself is among those not stronger, once in each of the three terms.
                stronger = dealers - 1 - upto
                for k in range(first_plain, i):
                    pair = np.uint64(plain_pair[ranked, k])
                    r, s = pair & np.uint64(255), pair >> np.uint64(8)
                    if left[r] > (r == s) and left[s]:
                        _write(
                            row, r, s, used[r] + used[s], less, stronger, weak, dealers, strong, kind,
                            win, win_qualified, lose, lose_qualified, categories,
                        )  # fmt: skip
                    if beside:
                        in_r, in_s = r + np.uint64(13), s + np.uint64(13)
                        if left[r] and left[in_s]:
                            _write(
                                row, r, in_s, used[r] + used[in_s], less, stronger, weak, dealers, strong, kind,
                                win, win_qualified, lose, lose_qualified, categories,
                            )  # fmt: skip
                        if r != s and left[s] and left[in_r]:
                            _write(
                                row, s, in_r, used[s] + used[in_r], less, stronger, weak, dealers, strong, kind,
                                win, win_qualified, lose, lose_qualified, categories,
                            )  # fmt: skip
                for k in range(first_flush, j):
                    pair = np.uint64(flush_pair[mask, k])
                    a, b = pair & np.uint64(255), pair >> np.uint64(8)
                    if left[a] > (a == b) and left[b]:
                        _write(
                            row, a, b, used[a] + used[b], less, stronger, weak, dealers, strong, kind,
                            win, win_qualified, lose, lose_qualified, categories,
                        )  # fmt: skip
                for kind in range(26):
                    used[kind] = used[kind] & ~0xFFFF | used[kind] >> 16 & 0xFFFF
            less = upto
