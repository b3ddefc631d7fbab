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
    # Two columns are compared in a fraction of the time that the larger of each row takes.
    first, second = seen.own[..., 0] >> 2, seen.own[..., 1] >> 2
    return _int8(np.maximum(first, second)), _int8(np.minimum(first, second))


def _board(seen: Situations) -> Numbers:
    """The ranks of the board, lowest first."""
    return seen.kept("board", lambda: _int8(np.sort(_lying(seen) >> 2, axis=-1)))


def _lying(seen: Situations) -> NDArray[np.uint8]:
    """The cards of the board."""
    assert seen.board is not None, "these phrases are asked only where there is a board"
    return seen.board


def _on_board(seen: Situations) -> tuple[Flags, Flags]:
    """Whether the rank of the higher, and of the lower, hole card lies on the board."""
    return seen.kept("on the board", lambda: _read_on_board(seen))


def _read_on_board(seen: Situations) -> tuple[Flags, Flags]:
    lying = _ranks_in_sight(_lying(seen))
    high, low = (np.left_shift(np.int16(1), rank.astype(np.int16)) for rank in _hole(seen))
    return lying & high != 0, lying & low != 0


def _pocket(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    return _int8(np.where(high == low, high + 1, 0))


def _high(seen: Situations) -> Numbers:
    return _int8(_hole(seen)[0] + 1)


def _low(seen: Situations) -> Numbers:
    return _int8(_hole(seen)[1] + 1)


def _kicker(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    high_pairs, low_pairs = _on_board(seen)
    return _int8(np.where(high == low, 0, np.where(low_pairs & ~high_pairs, high, low) + 1))


def _suited(seen: Situations) -> Numbers:
    suits = seen.own & 3
    return _int8(suits[..., 0] == suits[..., 1])


def _gap(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    return _int8(np.maximum(high - low - 1, 0))


def _hidden_pair(seen: Situations) -> Numbers:
    (high, low), (high_pairs, low_pairs) = _hole(seen), _on_board(seen)
    return _int8(np.where(high_pairs, high + 1, np.where(low_pairs | (low == high), low + 1, 0)))


def _pairs(seen: Situations, rank: Numbers) -> Numbers:
    high, low = _hole(seen)
    return _int8((high == rank) | (low == rank))


def _top_pair(seen: Situations) -> Numbers:
    return _pairs(seen, _board(seen)[..., -1])


def _bottom_pair(seen: Situations) -> Numbers:
    return _pairs(seen, _board(seen)[..., 0])


def _second_rank(board: Numbers) -> Numbers:
    """The second-highest rank that is there, -1 if there is only one."""
    second, top = np.full(board.shape[:-1], -1, np.int8), board[..., -1]
    for place in range(board.shape[-1] - 1):
        second = np.where(board[..., place] < top, board[..., place], second)
    return second


def _second_pair(seen: Situations) -> Numbers:
    return _pairs(seen, _second_rank(_board(seen)))


def _middle_pair(seen: Situations) -> Numbers:
    board, (high, low) = _board(seen), _hole(seen)
    fits = np.zeros(1, np.bool_)
    for rank, pairs in zip((high, low), _on_board(seen), strict=True):
        fits = fits | ((rank > board[..., 0]) & (rank < board[..., -1]) & pairs)
    return _int8(fits)


def _overpair(seen: Situations) -> Numbers:
    high, low = _hole(seen)
    return _int8((high == low) & (high > _board(seen)[..., -1]))


def _two_hidden_pairs(seen: Situations) -> Numbers:
    (high, low), (high_pairs, low_pairs) = _hole(seen), _on_board(seen)
    return _int8((high != low) & high_pairs & low_pairs)


def _hidden_trips(seen: Situations) -> Numbers:
    board, (high, low) = _board(seen), _hole(seen)
    twice = np.zeros(board.shape[:-1], np.int16)
    for place in range(1, board.shape[-1]):
        rank = np.left_shift(np.int16(1), board[..., place].astype(np.int16))
        twice |= np.where(board[..., place] == board[..., place - 1], rank, np.int16(0))
    held = _ranks_in_sight(seen.own)
    return _int8((high == low) & _on_board(seen)[0] | (twice & held != 0))


def _own_hand(seen: Situations) -> Numbers:
    assert seen.category is not None, "a board has categories beside it"
    assert seen.alone is not None, "a board has categories beside it"
    return _int8(seen.category > seen.alone)


def _overcards(seen: Situations) -> Numbers:
    top, (high, low) = _board(seen)[..., -1], _hole(seen)
    return _int8((high > top).astype(np.int8) + (low > top))


def _higher_kickers(seen: Situations) -> Numbers:
    board, (high, _) = _board(seen), _hole(seen)
    # Of each rank, how many ranks above it are there at all, less those that lie on the board.
    kickers = 12 - np.broadcast_to(high, np.broadcast_shapes(high.shape, board.shape[:-1]))
    for place in range(board.shape[-1]):
        here = board[..., place]
        other = here > board[..., place - 1] if place else np.True_
        kickers = kickers - (other & (here > high))
    return _int8(kickers)


def _count(cards: NDArray[np.uint8], suit: int) -> Numbers:
    """How many of the cards are of a suit."""
    count = np.zeros(cards.shape[:-1], np.int8)
    for place in range(cards.shape[-1]):
        count += (cards[..., place] & 3) == suit
    return count


def _of_suit(seen: Situations, count: int) -> tuple[Numbers, Numbers]:
    """The highest own rank and one, and how many own cards, in a suit of which so many cards are in sight."""
    return seen.kept(f"of suit {count}", lambda: _read_of_suit(seen, count))


def _read_of_suit(seen: Situations, count: int) -> tuple[Numbers, Numbers]:
    board = _lying(seen)
    whole = np.broadcast_shapes(seen.own.shape[:-1], board.shape[:-1])
    best, own = np.zeros(whole, np.int8), np.zeros(whole, np.int8)
    first, second = seen.own[..., 0], seen.own[..., 1]
    for suit in range(4):
        held = _count(seen.own, suit)
        rank = np.maximum(*(np.where((card & 3) == suit, (card >> 2) + 1, 0) for card in (first, second)))
        take = (held + _count(board, suit) == count) & (rank > best)
        best, own = np.where(take, rank, best), np.where(take, held, own)
    return _int8(best), _int8(own)


def _nut_flush_draw(seen: Situations) -> Numbers:
    board = _lying(seen)
    best, _ = _of_suit(seen, 4)
    fits = np.zeros(best.shape, np.bool_)
    for suit in range(4):
        right = (_count(seen.own, suit) + _count(board, suit) == 4) & (best > 0)
        mask = _ranks_in_sight(seen.own, suit) | _ranks_in_sight(board, suit)
        # Every rank of the suit above the own one must be in sight.
        fits |= right & ((mask >> np.maximum(best - 1, 0)) + 1 == 1 << (14 - np.maximum(best, 1)))
    return _int8(fits)


def _ranks_in_sight(cards: NDArray[np.uint8], suit: int | None = None) -> NDArray[np.int16]:
    """The ranks of cards, or of those of one suit, a bit each."""
    mask = np.zeros(cards.shape[:-1], np.int16)
    for place in range(cards.shape[-1]):
        card = cards[..., place]
        bits = np.left_shift(np.int16(1), (card >> 2).astype(np.int16))
        mask |= bits if suit is None else np.where((card & 3) == suit, bits, np.int16(0))
    return mask


def _completing(seen: Situations) -> Numbers:
    """How many ranks complete a straight, where there is none yet."""
    return seen.kept("completing", lambda: _read_completing(seen))


def _read_completing(seen: Situations) -> Numbers:
    assert seen.category is not None, "a board has categories beside it"
    mask = _ranks_in_sight(seen.own) | _ranks_in_sight(_lying(seen))
    return _int8(np.where(seen.category >= _STRAIGHT, 0, _completing_ranks()[mask]))


@cache
def _completing_ranks() -> Numbers:
    """Of every set of ranks, how many others complete a straight."""
    held = np.arange(1 << 13)
    count = np.zeros(held.size, np.int8)
    for rank in (1 << np.arange(13)).tolist():
        made = np.zeros(held.size, np.bool_)
        for window in _WINDOWS:
            made |= (held | rank) & window == window
        count += made & (held & rank == 0)
    return count


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
    board = _lying(seen)
    most = np.stack([_count(board, suit) for suit in range(4)]).max(axis=0)
    return _int8(np.where(most < 3, 2, most) if board.shape[-1] == 5 else most)


def _board_run(seen: Situations) -> Numbers:
    return _runs()[_ranks_in_sight(_lying(seen))]


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

RANKS_ALONE = frozenset(
    {
        "pocket pair", "high card", "low card", "kicker", "gap", "hidden pair", "top pair", "second pair",
        "middle pair", "bottom pair", "overpair", "two hidden pairs", "hidden trips", "overcards", "higher kickers",
        "paired board", "two pair on the board", "trips on the board", "board run", "board high card", "board low card",
    }
)  # fmt: skip
"""Phrases that do not look at suits."""
