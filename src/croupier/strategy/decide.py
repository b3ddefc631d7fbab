"""A readable strategy as decisions for the whole game: 169 starts, 1,286,792 flops, ten million rivers.

Every rule is asked of every situation, array by array; nothing is sampled.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations, combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, Card
from croupier.hands import strength
from croupier.lab.hands.evaluator import RANK_KEYS, tables
from croupier.lab.hands.fives import five_card_categories
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.hands.starts import STARTS, parse_start
from croupier.lab.kernel import kernel
from croupier.lab.uth.boards import NO_HAND, boards
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import class_cards
from croupier.strategy.readable import Readable
from croupier.strategy.rules import (
    FewerOuts,
    FlopRule,
    FourFlush,
    HiddenPair,
    HighCard,
    MadeHand,
    OwnHand,
    RiverRule,
    hands_in,
)

_Flags = NDArray[np.bool_]


def decisions(strategy: Readable) -> Decisions:
    """What the strategy does everywhere."""
    preflop = np.zeros(STARTS, np.int8)
    for hand in hands_in(strategy.bet4):
        preflop[parse_start(hand)] = 4
    cards = class_cards()
    flop = np.zeros(len(cards), bool)
    for rule in strategy.flop:
        flop |= flop_fits(rule, cards)
    river = []
    for flush in (False, True):
        rivers = river_rows(flush)
        bets = np.zeros(rivers.category.shape, bool)
        for river_rule in strategy.river:
            bets |= river_fits(river_rule, rivers)
        river.append(bets & (rivers.category != NO_HAND))
    return Decisions(preflop=preflop, flop=flop, river_plain=river[0], river_flush=river[1])


def flop_fits(rule: FlopRule, cards: NDArray[np.uint8]) -> _Flags:
    """Which rows of five cards, hole first, a flop rule fits."""
    ranks, suits = cards >> 2, cards & 3
    match rule:
        case MadeHand(category):
            return np.asarray(five_card_categories(cards) >= category)
        case HiddenPair(pocket):
            made: _Flags = (ranks[:, :2, None] == ranks[:, None, 2:]).any(axis=(1, 2))
            pair: _Flags = (ranks[:, 0] == ranks[:, 1]) & (ranks[:, 0] >= RANKS.index(pocket))
            return np.asarray(made | pair)
        case FourFlush(hidden):
            four = (suits[:, :2, None] == suits[:, None, :]).sum(axis=2) == 4
            high = ranks[:, :2] >= RANKS.index(hidden)
            return np.asarray((four & high).any(axis=1))
        case HighCard(rank):
            return np.asarray((ranks[:, :2] >= RANKS.index(rank)).any(axis=1))


@dataclass(frozen=True, slots=True)
class RiverRows:
    """All rows of the plain or of the flush boards, as the rules need them.

    low, high   ranks of the two hole cards, by pair
    held        by board, 13 flags: the ranks on it
    category    by row, what the seven cards are; `NO_HAND` where there is no such hole
    alone       by board, the category of the board by itself
    outs        by row, how many unseen cards would beat the hand alone with the board
    """

    low: NDArray[np.int64]
    high: NDArray[np.int64]
    held: _Flags
    category: NDArray[np.uint8]
    alone: NDArray[np.int64]
    outs: NDArray[np.int8]


def river_fits(rule: RiverRule, rivers: RiverRows) -> _Flags:
    """Which rivers a river rule fits, by board and pair."""
    match rule:
        case MadeHand(category):
            return np.asarray(rivers.category >= category)
        case HiddenPair(pocket):
            made: _Flags = rivers.held[:, rivers.low] | rivers.held[:, rivers.high]
            pair: _Flags = (rivers.low == rivers.high) & (rivers.low >= RANKS.index(pocket))
            return np.asarray(made | pair)
        case OwnHand():
            return np.asarray(rivers.category > rivers.alone[:, None])
        case HighCard(rank):
            high = np.maximum(rivers.low, rivers.high) >= RANKS.index(rank)
            return np.broadcast_to(high, rivers.category.shape)
        case FewerOuts(outs):
            return np.asarray(rivers.outs < outs)


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
    low, high = np.zeros(width, np.int64), np.zeros(width, np.int64)
    low[:pairs], high[:pairs] = shape.low[:pairs] % 13, shape.high[:pairs] % 13
    outs = np.full((rows, width), 45, np.int8)
    _count_outs(
        pairs, mask, copies, shape.key[which], shape.low, shape.high, np.array(RANK_KEYS, np.int64), table.by_ranks,
        table.by_flush, table.strength, _with_one_card(ranks, mask, flush),
        counts.category, outs,
    )  # fmt: skip
    return RiverRows(low, high, ranks > 0, counts.category, _strengths(ranks, mask) >> 20, outs)


def _with_one_card(ranks: NDArray[np.int8], mask: NDArray[np.int64], flush: bool) -> NDArray[np.int64]:
    """The strength of each board with one card of each type added."""
    found = np.zeros((len(ranks), 26), np.int64)
    for kind in range(26 if flush else 13):
        more = ranks.copy()
        more[:, kind % 13] += 1
        suited = mask | (1 << (kind - 13)) if kind >= 13 else mask
        found[:, kind] = _strengths(more, suited)
    return found


@cache
def _by_ranks() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Multisets of five and six ranks as sorted keys, and their strengths without a flush."""
    found = {
        sum(8**rank for rank in ranks): strength(Card(rank * 4 + i % 4) for i, rank in enumerate(ranks))
        for size in (5, 6)
        for ranks in combinations_with_replacement(range(13), size)
        if max(map(ranks.count, ranks)) <= 4
    }
    keys = np.array(sorted(found), np.int64)
    return keys, np.array([found[key] for key in keys.tolist()], np.int64)


@cache
def _by_mask() -> NDArray[np.int64]:
    """Strengths of five and six cards of one suit by their mask of ranks, 0 for other sizes."""
    found = np.zeros(1 << 13, np.int64)
    for size in (5, 6):
        for ranks in combinations(range(13), size):
            found[sum(1 << rank for rank in ranks)] = strength(Card(rank * 4) for rank in ranks)
    return found


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
    with_one: NDArray[np.int64],
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
            beating = 0
            for kind in range(26):
                if with_one[board, kind] > mine:
                    beating += copies[board, kind]
            if with_one[board, a] > mine:
                beating -= 1
            if with_one[board, b] > mine:
                beating -= 1
            outs[board, p] = beating
