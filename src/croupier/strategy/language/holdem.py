"""How the phrases of Ultimate Texas Hold'em are read: two hole cards beside a board of none, three or five."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.strategy.language.conditions import RankRange
from croupier.strategy.language.situations import Flags, Numbers, Situations

_WINDOWS = (*(0b11111 << low for low in range(9)), 0b1000000001111)
_STRAIGHT = 4


def _int8(values: NDArray[Any]) -> Numbers:
    return np.asarray(values, np.int8)


def _hole(seen: Situations) -> tuple[Numbers, Numbers]:
    """The ranks of the higher and of the lower hole card."""
    ranks = seen.own >> 2
    return _int8(ranks.max(axis=-1)), _int8(ranks.min(axis=-1))


def _board(seen: Situations) -> Numbers:
    """The ranks of the board, lowest first."""
    assert seen.board is not None, "these phrases are asked only where there is a board"
    return _int8(np.sort(seen.board >> 2, axis=-1))


def _on_board(seen: Situations, rank: Numbers) -> Flags:
    board = _board(seen)
    fits = rank == board[..., 0]
    for place in range(1, board.shape[-1]):
        fits = fits | (rank == board[..., place])
    return np.asarray(fits)


def _pocket(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    return _int8(np.where(high == low, high + 1, 0))


def _high(seen: Situations) -> Numbers:
    return _int8(_hole(seen)[0] + 1)


def _low(seen: Situations) -> Numbers:
    return _int8(_hole(seen)[1] + 1)


def _kicker(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    low_pairs, high_pairs = _on_board(seen, low), _on_board(seen, high)
    return _int8(np.where(high == low, 0, np.where(low_pairs & ~high_pairs, high, low) + 1))


def _suited(seen: Situations) -> Numbers:
    suits = seen.own & 3
    return _int8(suits[..., 0] == suits[..., 1])


def _gap(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    return _int8(np.maximum(high - low - 1, 0))


def _hidden_pair(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    by_low = np.where(_on_board(seen, low) | (low == high), low + 1, 0)
    return _int8(np.where(_on_board(seen, high), high + 1, by_low))


def _pairs(seen: Situations, rank: Numbers) -> Numbers:
    high, low = _hole(seen)
    return _int8((high == rank) | (low == rank))


def _top_pair(seen: Situations) -> Numbers:
    return _pairs(seen, _board(seen)[..., -1])


def _bottom_pair(seen: Situations) -> Numbers:
    return _pairs(seen, _board(seen)[..., 0])


def _second_rank(board: Numbers) -> Numbers:
    """The second-highest rank that is there, -1 if there is only one."""
    return _int8(np.where(board < board[..., -1:], board, -1).max(axis=-1))


def _second_pair(seen: Situations) -> Numbers:
    return _pairs(seen, _second_rank(_board(seen)))


def _middle_pair(seen: Situations) -> Numbers:
    board, (high, low) = _board(seen), _hole(seen)
    fits = np.zeros(1, np.bool_)
    for rank in (high, low):
        inner = (rank > board[..., 0]) & (rank < board[..., -1])
        fits = fits | (inner & _on_board(seen, rank))
    return _int8(fits)


def _overpair(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    return _int8((high == low) & (high > _board(seen)[..., -1]))


def _two_hidden_pairs(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    return _int8((high != low) & _on_board(seen, high) & _on_board(seen, low))


def _hidden_trips(seen: Situations) -> Numbers:
    board, (high, low) = _board(seen), _hole(seen)
    fits = (high == low) & _on_board(seen, high)
    for place in range(1, board.shape[-1]):
        twice = np.where(board[..., place] == board[..., place - 1], board[..., place], -1)
        fits = fits | (high == twice) | (low == twice)
    return _int8(fits)


def _own_hand(seen: Situations) -> Numbers:
    assert seen.category is not None, "a board has categories beside it"
    assert seen.alone is not None, "a board has categories beside it"
    return _int8(seen.category > seen.alone)


def _overcards(seen: Situations) -> Numbers:
    top, (high, low) = _board(seen)[..., -1], _hole(seen)
    return _int8((high > top).astype(np.int8) + (low > top))


def _higher_kickers(seen: Situations) -> Numbers:
    board, (high, _) = _board(seen), _hole(seen)
    missing = np.stack([~(board == rank).any(axis=-1) for rank in range(13)], axis=-1)
    # Of each board and rank, how many ranks above it do not lie there.
    above = np.cumsum(missing[..., ::-1], axis=-1)[..., ::-1] - missing
    kickers = np.zeros(np.broadcast_shapes(high.shape, board.shape[:-1]), np.int8)
    for rank in range(13):
        np.copyto(kickers, above[..., rank].astype(np.int8), where=high == rank)
    return kickers


def _of_suit(seen: Situations, count: int) -> tuple[Numbers, Numbers]:
    """The highest own rank and one, and how many own cards, in a suit of which so many cards are in sight."""
    assert seen.board is not None, "these phrases are asked only where there is a board"
    suits = np.concatenate([seen.own & 3, seen.board & 3], axis=-1)
    best, own = np.zeros(suits.shape[:-1], np.int8), np.zeros(suits.shape[:-1], np.int8)
    for suit in range(4):
        right = (suits == suit).sum(axis=-1) == count
        mine = (seen.own & 3) == suit
        rank = np.where(mine, (seen.own >> 2) + 1, 0).max(axis=-1)
        take = right & (rank > best)
        best, own = np.where(take, rank, best), np.where(take, mine.sum(axis=-1), own)
    return _int8(best), _int8(own)


def _nut_flush_draw(seen: Situations) -> Numbers:
    assert seen.board is not None, "these phrases are asked only where there is a board"
    best, _ = _of_suit(seen, 4)
    cards = np.concatenate([seen.own, seen.board], axis=-1)
    fits = np.zeros(cards.shape[:-1], np.bool_)
    for suit in range(4):
        right = ((cards & 3) == suit).sum(axis=-1) == 4
        mask = np.where((cards & 3) == suit, 1 << (cards >> 2).astype(np.int32), 0).sum(axis=-1)
        # Every rank of the suit above the own one must be in sight.
        fits |= right & (best > 0) & ((mask >> np.maximum(best - 1, 0)) + 1 == 1 << (14 - np.maximum(best, 1)))
    return _int8(fits)


def _completing(seen: Situations) -> Numbers:
    """How many ranks complete a straight, where there is none yet."""
    assert seen.board is not None, "these phrases are asked only where there is a board"
    assert seen.category is not None, "a board has categories beside it"
    ranks = np.concatenate([seen.own, seen.board], axis=-1) >> 2
    mask = np.bitwise_or.reduce(np.left_shift(1, ranks.astype(np.int32)), axis=-1)
    return _int8(np.where(seen.category >= _STRAIGHT, 0, _completing_ranks()[mask]))


@cache
def _completing_ranks() -> Numbers:
    """Of every set of ranks, how many others complete a straight."""
    return np.array([_ranks_that_complete(held) for held in range(1 << 13)], np.int8)


def _ranks_that_complete(held: int) -> int:
    return sum(
        any((held | 1 << rank) & window == window for window in _WINDOWS) for rank in range(13) if not held >> rank & 1
    )


def _board_same(seen: Situations, times: int) -> Numbers:
    board = _board(seen)
    size = board.shape[-1]
    fits = np.zeros(board.shape[:-1], np.bool_)
    for place in range(size - times + 1):
        fits |= board[..., place] == board[..., place + times - 1]
    return _int8(fits)


def _board_two_pair(seen: Situations) -> Numbers:
    board = _board(seen)
    same = board[..., 1:] == board[..., :-1]
    threes = same[..., 1:] & same[..., :-1]
    neighbours, triples = same.sum(axis=-1), threes.sum(axis=-1)
    # A full house holds two pairs as well.
    return _int8((neighbours == 2) & (triples == 0) | (neighbours == 3) & (triples == 1))


def _board_suited(seen: Situations) -> Numbers:
    assert seen.board is not None, "these phrases are asked only where there is a board"
    suits = seen.board & 3
    most = np.stack([(suits == suit).sum(axis=-1) for suit in range(4)]).max(axis=0)
    return _int8(np.where(most < 3, 2, most) if seen.board.shape[-1] == 5 else most)


def _board_run(seen: Situations) -> Numbers:
    board = _board(seen)
    mask = np.bitwise_or.reduce(np.left_shift(1, board.astype(np.int32)), axis=-1)
    return _runs()[mask]


@cache
def _runs() -> Numbers:
    """Of every set of ranks, how many fit into one straight."""
    return np.array([max((held & window).bit_count() for window in _WINDOWS) for held in range(1 << 13)], np.int8)


def _outs(seen: Situations) -> Numbers:
    assert seen.outs is not None, "outs are counted at the river"
    return seen.outs


def _plain(read: Callable[[Situations], Numbers]) -> Callable[[Situations, RankRange | None], Numbers]:
    return lambda seen, _: read(seen)


HOLDEM: Mapping[str, Callable[[Situations, RankRange | None], Numbers]] = MappingProxyType(
    {
        name: _plain(read)
        for name, read in {
            "pocket pair": _pocket,
            "high card": _high,
            "low card": _low,
            "kicker": _kicker,
            "suited": _suited,
            "gap": _gap,
            "hidden pair": _hidden_pair,
            "top pair": _top_pair,
            "second pair": _second_pair,
            "middle pair": _middle_pair,
            "bottom pair": _bottom_pair,
            "overpair": _overpair,
            "two hidden pairs": _two_hidden_pairs,
            "hidden trips": _hidden_trips,
            "own hand": _own_hand,
            "overcards": _overcards,
            "higher kickers": _higher_kickers,
            "flush draw": lambda seen: _of_suit(seen, 4)[0],
            "two-card flush draw": lambda seen: _int8(_of_suit(seen, 4)[1] == 2),
            "nut flush draw": _nut_flush_draw,
            "backdoor flush draw": lambda seen: _of_suit(seen, 3)[0],
            "open-ended straight draw": lambda seen: _int8(_completing(seen) >= 2),
            "inside straight draw": lambda seen: _int8(_completing(seen) == 1),
            "straight draw": lambda seen: _int8(_completing(seen) >= 1),
            "paired board": lambda seen: _board_same(seen, 2),
            "two pair on the board": _board_two_pair,
            "trips on the board": lambda seen: _board_same(seen, 3),
            "board suited": _board_suited,
            "board run": _board_run,
            "board high card": lambda seen: _int8(_board(seen)[..., -1] + 1),
            "board low card": lambda seen: _int8(_board(seen)[..., 0] + 1),
            "dealer outs": _outs,
        }.items()
    }
)
