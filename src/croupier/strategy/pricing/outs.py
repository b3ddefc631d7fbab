"""Every river of Ultimate Texas Hold'em as the rules see it: what the hand is, what the board is by itself, and how
many unseen cards would beat the hand, ten million rows at once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import RANK_KEYS, flush_strengths, plain_strengths, tables
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.kernel import kernel
from croupier.lab.uth.boards import boards


@dataclass(frozen=True, slots=True)
class RiverRows:
    """All rows of the plain or of the flush boards.

    category    by row, what the seven cards are; `NO_HAND` where there is no such hole
    alone       by board, the category of the board by itself
    outs        by row, how many unseen cards would beat the hand alone with the board
    """

    category: NDArray[np.uint8]
    alone: NDArray[np.int64]
    outs: NDArray[np.int8]


@cache
def river_rows(flush: bool) -> RiverRows:
    """The rows of the plain or of the flush boards, worked out once a process."""
    shape, table = shapes(), tables()
    counts = boards().flush if flush else boards().plain
    rows, width = (FLUSH_BOARDS, STRIDE) if flush else (PLAIN_BOARDS, PLAIN_PAIRS)
    pairs = PAIRS if flush else PLAIN_PAIRS
    which = slice(0, FLUSH_BOARDS) if flush else slice(FLUSH_BOARDS, None)
    copies = shape.copies[which]
    ranks = 3 - copies[:, :13] + 1 - copies[:, 13:] if flush else 4 - copies[:, :13]
    mask = shape.mask.astype(np.int64) if flush else np.zeros(rows, np.int64)
    outs = np.full((rows, width), 45, np.int8)
    _count_outs(
        pairs, mask, copies, shape.key[which], shape.low, shape.high, np.array(RANK_KEYS, np.int64), table.by_ranks,
        table.by_flush, table.strength, _with_one_card(ranks, mask, flush),
        counts.category, outs,
    )  # fmt: skip
    return RiverRows(counts.category, _strengths(ranks, mask) >> 20, outs)


def _with_one_card(ranks: NDArray[np.int8], mask: NDArray[np.int64], flush: bool) -> NDArray[np.int32]:
    """The strength of each board with one card of each type added."""
    counts = np.zeros((len(ranks), 26), np.int32)
    for kind in range(26 if flush else 13):
        more = ranks.copy()
        more[:, kind % 13] += 1
        suited = mask | (1 << (kind - 13)) if kind >= 13 else mask
        counts[:, kind] = _strengths(more, suited)
    return counts


@cache
def _by_ranks() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Multisets of five and six ranks as sorted keys, and their strengths without a flush."""
    counts = np.concatenate(
        [
            (np.array([*combinations_with_replacement(range(13), size)])[:, :, None] == np.arange(13)).sum(axis=1)
            for size in (5, 6)
        ]
    )
    counts = counts[counts.max(axis=1) <= 4]
    keys = counts @ 8 ** np.arange(13)
    order = np.argsort(keys)
    return keys[order], plain_strengths(counts[order])


@cache
def _by_mask() -> NDArray[np.int64]:
    """Strengths of five and six cards of one suit by their mask of ranks, 0 for other sizes."""
    masks = np.arange(1 << 13)
    size = (masks[:, None] >> np.arange(13) & 1).sum(axis=1)
    return np.where((size == 5) | (size == 6), flush_strengths(masks), 0)


def _strengths(ranks: NDArray[np.int8], mask: NDArray[np.int64]) -> NDArray[np.int64]:
    """The strengths of five or six cards: counts by rank, and the ranks in the flush suit."""
    keys, values = _by_ranks()
    wanted = ranks.astype(np.int64) @ 8 ** np.arange(13)
    at = np.minimum(np.searchsorted(keys, wanted), keys.size - 1)
    # A fifth card of a rank does not exist; what is found instead is never asked for.
    return np.maximum(values[at], _by_mask()[mask])


@kernel
def _count_outs(
    pairs: int,
    mask: NDArray[np.int64],
    copies: NDArray[np.int8],
    key: NDArray[np.int32],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    rank_keys: NDArray[np.int64],
    by_ranks: NDArray[np.uint16],
    by_flush: NDArray[np.uint16],
    strengths: NDArray[np.int32],
    with_one: NDArray[np.int32],
    category: NDArray[np.uint8],
    outs: NDArray[np.int8],
) -> None:
    """Count, for every board and pair of types, the unseen cards that beat the hand alone with the board.

    mask, copies, key   of each board, as in `croupier.lab.uth.boards`
    with_one            strength of the board with one card of each type
    category            of each row, 255 where there is no such hand
    outs                filled, by board and pair

    Oracle: the 45 cards one at a time, in the tests.
    """
    for board in range(mask.size):
        for p in range(pairs):
            if category[board, p] == 255:
                continue
            a, b = np.int64(low[p]), np.int64(high[p])
            held = mask[board]
            if a >= 13:
                held |= 1 << (a - 13)
            if b >= 13:
                held |= 1 << (b - 13)
            grade = by_flush[held]
            if grade == 0:
                grade = by_ranks[key[board] + rank_keys[a % 13] + rank_keys[b % 13]]
            mine = strengths[grade]
            beating = np.int8(0)
            for kind in range(26):
                beating += copies[board, kind] if with_one[board, kind] > mine else np.int8(0)
            if with_one[board, a] > mine:
                beating -= 1
            if with_one[board, b] > mine:
                beating -= 1
            outs[board, p] = beating
