"""Every hand counted on every collapsed board.

For each board of `croupier.lab.hands.shapes` all possible pairs of types are swept once from weak to strong
(`croupier.lab.hands.sweep`). With `less` hands below the present grade, of which `less_with[t]` use one given card of
type t, a hand of types (a, b) beats less - less_with[a] - less_with[b] hands of the dealer, and likewise for ties.
Nothing here depends on a pay table, so one `Boards` serves every Blind; for who needs them once only, `Passing` counts
each block when its turn comes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import comb
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.lab.hands.evaluator import tables
from croupier.lab.hands.shapes import (
    FIVES,
    FLUSH_BOARDS,
    FOURS,
    PLAIN_BOARDS,
    PLAIN_PAIRS,
    STRIDE,
    THREES,
    masks_of,
    shapes,
)
from croupier.lab.hands.sweep import sort_flushes, sort_ranks, sweep
from croupier.lab.kernel import spread

NO_HAND = 255
"""The category of a pair of types of which the board leaves no two cards."""
PLAYS = 16
"""A bit of a category, where the house's rule does not say who qualifies: the hand itself would."""
ALL_RANKS = (1 << 13) - 1


class Block(NamedTuple):
    """Flush boards one after the other, with the same ranks outside the suit: `outside` numbers those."""

    suited: int
    outside: int
    start: int
    stop: int


def _blocks() -> tuple[Block, ...]:
    three = [Block(3, pair, pair * 286, (pair + 1) * 286) for pair in range(91)]
    four = [Block(4, rank, THREES + rank * 715, THREES + (rank + 1) * 715) for rank in range(13)]
    # The first one runs alone; then the long ones, so that all cores end together.
    return (three[0], Block(5, 0, THREES + FOURS, FLUSH_BOARDS), *four, *three[1:])


BLOCKS = _blocks()
"""Every flush board, in the order in which the blocks are best worked through."""
LARGEST = FIVES
"""Boards of the largest block."""


@dataclass(frozen=True, slots=True)
class Counts:
    """What each hole meets on each board: numbers of dealer hands, by board and pair of types.

    Ties are the rest of `dealers`. Impossible holes count nothing and have category `NO_HAND`.
    """

    win: NDArray[np.int16]
    win_qualified: NDArray[np.int16]
    lose: NDArray[np.int16]
    lose_qualified: NDArray[np.int16]
    category: NDArray[np.uint8]

    def rows(self, start: int, stop: int) -> Counts:
        """Those of the boards `start` to `stop`."""
        some = slice(start, stop)
        return Counts(
            self.win[some], self.win_qualified[some], self.lose[some], self.lose_qualified[some], self.category[some]
        )


def no_counts(rows: int, width: int) -> Counts:
    """Room for so many boards, not counted yet."""
    win, win_qualified, lose, lose_qualified = (np.empty((rows, width), np.int16) for _ in range(4))
    return Counts(win, win_qualified, lose, lose_qualified, np.empty((rows, width), np.uint8))


class Counted(Protocol):
    """Boards of a deck with all four suits of each rank in `ranks`, the flush boards a block at a time."""

    @property
    def ranks(self) -> int: ...
    @property
    def dealers(self) -> int: ...
    @property
    def plain(self) -> Counts: ...
    def block(self, block: Block, room: Counts) -> Counts:
        """The counts of a block; `room` may be used for them."""
        ...


@dataclass(frozen=True, slots=True)
class Boards:
    """The counts of every collapsed board of a deck with all four suits of each rank in `ranks`."""

    ranks: int
    dealers: int
    plain: Counts
    flush: Counts

    def block(self, block: Block, room: Counts) -> Counts:
        """The counts of a block, as they are kept."""
        return self.flush.rows(block.start, block.stop)


@dataclass(frozen=True, slots=True)
class SortedPairs:
    """Pairs sorted from weak to strong: how many there are in each row, which, and their grades."""

    many: NDArray[np.int32]
    pair: NDArray[np.uint16]
    grade: NDArray[np.uint16]


def _no_order(rows: int, width: int) -> SortedPairs:
    return SortedPairs(np.zeros(rows, np.int32), np.zeros((rows, width), np.uint16), np.zeros((rows, width), np.uint16))


@dataclass(frozen=True, slots=True)
class Passing:
    """Boards of which only the plain ones are kept: a block of flush boards is counted when it is asked for.

    least       the lowest grade with which the dealer qualifies
    categories  by grade
    copies      of each board, flush boards first, how many cards of each type it leaves
    order       the pairs of ranks on each plain board
    """

    ranks: int
    dealers: int
    least: int
    categories: NDArray[np.uint8]
    copies: NDArray[np.int8]
    order: SortedPairs
    plain: Counts

    def block(self, block: Block, room: Counts) -> Counts:
        """The counts of a block, counted now."""
        shape, flushes = shapes(), _flush_order()
        rows = room.rows(0, block.stop - block.start)
        sweep(
            block.start, block.stop, block.suited, self.dealers, self.least, self.copies,
            shape.plain_of, self.order.many, self.order.pair, self.order.grade, flushes.of_board,
            flushes.order.many, flushes.order.pair, flushes.order.grade, self.categories,
            rows.win, rows.win_qualified, rows.lose, rows.lose_qualified, rows.category,
        )  # fmt: skip
        return rows


class _Flushes(NamedTuple):
    order: SortedPairs
    of_board: NDArray[np.int32]


@cache
def _flush_order() -> _Flushes:
    """The pairs that make a flush with each set of ranks in the suit, sorted; and the set of each flush board."""
    shape = shapes()
    masks = np.array([mask for size in (3, 4, 5) for mask in masks_of(size)], np.uint16)
    order = _no_order(len(masks), STRIDE)
    sort_flushes(masks, shape.low, shape.high, tables().by_flush, order.many, order.pair, order.grade)
    number = np.zeros(1 << 13, np.int32)
    number[masks] = np.arange(len(masks))
    return _Flushes(order, number[shape.mask])


def passing_boards(ranks: int = ALL_RANKS, qualifies: int | None = None) -> Passing:
    """The boards of the deck whose ranks are the bits of `ranks`, the flush boards to be counted block by block.

    A short deck (fewer ranks, all four suits) is for the tests: boards and holes it cannot deal count
    nothing. Where the dealer `qualifies` with another grade than the house's, the category of a hand that would
    itself qualify has the bit `PLAYS` set: no category tells that there.
    """
    shape, table = shapes(), tables()
    categories, least = table.category, table.first_pair
    if qualifies is not None:
        plays = np.arange(len(categories)) >= qualifies
        categories, least = categories | np.where(plays, PLAYS, 0).astype(np.uint8), qualifies
    dealers = comb(4 * ranks.bit_count() - 7, 2)
    copies = _left(ranks)
    of_plain, key = copies[FLUSH_BOARDS:], shape.key[FLUSH_BOARDS:]
    order, plain = _no_order(PLAIN_BOARDS, PLAIN_PAIRS), no_counts(PLAIN_BOARDS, PLAIN_PAIRS)
    itself, no_mask = np.arange(PLAIN_BOARDS, dtype=np.int32), np.zeros(PLAIN_BOARDS, np.int32)

    def work(start: int, stop: int) -> None:
        sort_ranks(
            start, stop, of_plain, key, shape.low, shape.high, table.by_ranks, order.many, order.pair, order.grade
        )
        rows = plain.rows(start, stop)
        sweep(
            start, stop, 0, dealers, least, of_plain, itself, order.many, order.pair,
            order.grade, no_mask, order.many, order.pair, order.grade, categories,
            rows.win, rows.win_qualified, rows.lose, rows.lose_qualified, rows.category,
        )  # fmt: skip

    spread(work, PLAIN_BOARDS, 512)
    return Passing(ranks, dealers, least, categories, copies, order, plain)


def _left(ranks: int) -> NDArray[np.int8]:
    """How many cards of each type each board leaves of a deck with these ranks."""
    shape = shapes()
    missing = np.array([not ranks >> rank & 1 for rank in range(13)] * 2)
    copies = np.where(missing, 0, shape.copies).astype(np.int8)
    # A board that needs a missing rank, or five of one rank, leaves nothing at all.
    needs = np.where(np.arange(26) < 13, shape.copies < 3, shape.copies < 1)
    needs[FLUSH_BOARDS:] = shape.copies[FLUSH_BOARDS:] < 4
    needs[FLUSH_BOARDS:, 13:] = False
    impossible = (needs & missing).any(axis=1) | (shape.copies < 0).any(axis=1)
    copies[impossible] = 0
    return copies


def count_boards(ranks: int = ALL_RANKS, qualifies: int | None = None) -> Boards:
    """The same boards, all of them counted."""
    passing, flush = passing_boards(ranks, qualifies), no_counts(FLUSH_BOARDS, STRIDE)

    def work(start: int, stop: int) -> None:
        for block in BLOCKS[start:stop]:
            passing.block(block, flush.rows(block.start, block.stop))

    spread(work, len(BLOCKS), 1)
    return Boards(ranks=ranks, dealers=passing.dealers, plain=passing.plain, flush=flush)


@cache
def boards() -> Boards:
    """The boards of the full deck, counted once a process: 120 MB that serve every Blind."""
    return count_boards()
