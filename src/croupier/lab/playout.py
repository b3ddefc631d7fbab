"""Every deal of the game played by given decisions, and counted by how it ended.

    outcome = play_out(solution.decisions)      # or the decisions of any strategy
    outcome.joint[decided, player, dealer, result]

`decided` is 4x, 3x, 2x, 1x or fold (`croupier.lab.decisions`), `player` and `dealer` are the categories of
the final seven cards, `result` is `WIN`, `TIE` or `LOSE`, as it was or, after a fold, would have been. The
1,500 whole numbers sum to the 27,813,810,024,000 deals of the game; every pay table for Ante, Blind, Play,
Trips and Bad Beat is priced from them, folded hands included or not.

The sums of `croupier.lab.sums` run backwards here: instead of adding up what a flop's boards are worth, each
board is told how many flops and holes arrive at it, and how they were decided.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.lab.blind import blind_bonus
from croupier.lab.boards import (
    FLUSH_BOARDS,
    PAIRS,
    PLAIN_BOARDS,
    PLAIN_PAIRS,
    STRIDE,
    Counts,
    boards,
    shapes,
)
from croupier.lab.decisions import DECIDED, PLAY, Decisions
from croupier.lab.flops import flops
from croupier.lab.kernel import kernel, spread
from croupier.lab.starts import hole_cards, start_of_hole
from croupier.lab.views import FLOP_RANKS, VIEWS, views
from croupier.rules.paytables import Bet, Paytable, paytable

WIN, TIE, LOSE = range(3)
_CHUNK = 1024


@dataclass(frozen=True, slots=True)
class Outcome:
    """How every deal ends under some decisions: counts by decision, player, dealer and result."""

    joint: NDArray[np.int64]

    @property
    def deals(self) -> int:
        """All deals of the game."""
        return int(self.joint.sum())

    @property
    def frequencies(self) -> dict[str, Fraction]:
        """How often a round ends in each decision."""
        every = self.deals
        return {name: Fraction(int(self.joint[i].sum()), every) for i, name in enumerate(DECIDED)}

    @property
    def average_bet(self) -> Fraction:
        """All money bet in a round, Ante and Blind included, in Antes."""
        shares = self.frequencies.values()
        return 2 + sum((k * share for k, share in zip(PLAY, shares, strict=True)), Fraction(0))

    def value(self, blind: Paytable | None = None) -> Fraction:
        """The player's expected result in Antes, with a Blind pay table."""
        unit, _ = blind_bonus(blind or paytable("BLIND", Bet.BLIND))
        nets = net_results(blind)
        total = sum(int(n) * int(net) for n, net in zip(self.joint.ravel(), nets.ravel(), strict=True) if n)
        return Fraction(total, unit * self.deals)


def net_results(blind: Paytable | None = None) -> NDArray[np.int64]:
    """What each cell of `Outcome.joint` nets the player, in units: R20, cell by cell."""
    return sum(bet_results(blind).values(), start=np.zeros((5, 10, 10, 3), np.int64))


def bet_results(blind: Paytable | None = None) -> dict[str, NDArray[np.int64]]:
    """What Ante, Blind and Play each net in every cell of `Outcome.joint`, in units of the Blind table."""
    unit, bonus = blind_bonus(blind or paytable("BLIND", Bet.BLIND))
    shape = (5, 10, 10, 3)
    ante, blinds, play = (np.zeros(shape, np.int64) for _ in range(3))
    qualified = np.arange(10) >= 1
    ante[..., WIN] = np.where(qualified, unit, 0)
    ante[..., LOSE] = np.where(qualified, -unit, 0)
    blinds[..., WIN] = bonus[:10][:, None]
    blinds[..., LOSE] = -unit
    multiple = np.array(PLAY)[:, None, None] * unit
    play[..., WIN], play[..., LOSE] = multiple, -multiple
    ante[4], blinds[4], play[4] = -unit, -unit, 0
    return {"ante": ante, "blind": blinds, "play": play}


@kernel
def _arrive_at_views(
    class_flop: NDArray[np.uint16],
    class_hole: NDArray[np.uint16],
    class_weight: NDArray[np.int64],
    flop_ranks: NDArray[np.int16],
    view_of: NDArray[np.int16],
    hole_cards: NDArray[np.uint8],
    start_of_hole: NDArray[np.uint8],
    preflop: NDArray[np.int8],
    bets: NDArray[np.bool_],
    by_ranks: NDArray[np.int32],
    by_view: NDArray[np.int32],
) -> None:
    """Count, for every flop by rank and every view, the weight of the classes that have it.

    The last index says how they were decided so far: 4x, 3x, 2x, or checked twice.
    """
    for number in range(class_hole.size):
        flop, hole = class_flop[number], class_hole[number]
        weight = class_weight[number]
        first = preflop[start_of_hole[hole]]
        decided = 0 if first == 4 else 1 if first == 3 else 2 if bets[number] else 3
        a, b = hole_cards[hole, 0], hole_cards[hole, 1]
        rank_a, rank_b = np.int64(a >> 2), np.int64(b >> 2)
        by_ranks[flop_ranks[flop], rank_a + (rank_b * (rank_b + 1) >> 1), decided] += weight
        for suit in range(4):
            low = rank_a + (13 if (a & 3) == suit else 0)
            high = rank_b + (13 if (b & 3) == suit else 0)
            if low > high:
                low, high = high, low
            by_view[view_of[flop, suit], low + (high * (high + 1) >> 1), decided] += weight


@kernel
def _arrive_at_flush_boards(
    start: int,
    stop: int,
    board_start: NDArray[np.int64],
    entry_view: NDArray[np.int16],
    entry_kind: NDArray[np.uint8],
    times: NDArray[np.int16],
    category: NDArray[np.uint8],
    by_view: NDArray[np.int32],
    arrivals: NDArray[np.int32],
) -> None:
    """Count how many (hole, flop) arrive at each row of the flush boards `start` to `stop`."""
    for board in range(start, stop):
        for entry in range(board_start[board], board_start[board + 1]):
            view = np.uint64(entry_view[entry])
            kind = np.uint64(entry_kind[entry])
            for p in range(351):
                often = np.int32(times[kind, p])
                for decided in range(4):
                    arrivals[board, p, decided] += often * by_view[view, p, decided]
        for p in range(351):
            if category[board, p] == 255:
                for decided in range(4):
                    arrivals[board, p, decided] = 0


@kernel
def _arrive_at_plain_boards(
    plain_board: NDArray[np.int16],
    plain_times: NDArray[np.int8],
    plain_of: NDArray[np.int32],
    rank_pair: NDArray[np.uint8],
    by_ranks: NDArray[np.int32],
    flush: NDArray[np.int32],
    arrivals: NDArray[np.int32],
) -> None:
    """The same for plain boards: all that have those ranks, less those that turned out flush boards."""
    for ranks in range(plain_board.shape[0]):
        for drawn in range(91):
            board = np.uint64(plain_board[ranks, drawn])
            for p in range(91):
                often = np.int32(plain_times[ranks, drawn, p])
                for decided in range(4):
                    arrivals[board, p, decided] += often * by_ranks[ranks, p, decided]
    for flush_board in range(plain_of.size):
        same_ranks = np.uint64(plain_of[flush_board])
        for p in range(351):
            for decided in range(4):
                arrivals[same_ranks, rank_pair[p], decided] -= flush[flush_board, p, decided]


@kernel
def _meet_dealers(
    start: int,
    stop: int,
    pairs: int,
    dealers: int,
    chunk: int,
    copies: NDArray[np.int8],
    low: NDArray[np.uint8],
    high: NDArray[np.uint8],
    category: NDArray[np.uint8],
    win: NDArray[np.int16],
    lose: NDArray[np.int16],
    plays: NDArray[np.bool_],
    arrivals: NDArray[np.int32],
    joint: NDArray[np.int64],
) -> None:
    """Count the dealer's hands by category for every row of the boards `start` to `stop`.

    A lower category is beaten and a higher one beats; `win` and `lose` divide the player's own.
    """
    count = np.empty(10, np.int64)
    count_with = np.empty((10, 26), np.int64)
    for board in range(start, stop):
        count[:] = 0
        count_with[:] = 0
        for p in range(pairs):
            kind = category[board, p]
            if kind != 255:
                a, b = low[p], high[p]
                left_a, left_b = np.int64(copies[board, a]), np.int64(copies[board, b])
                if a == b:
                    count[kind] += left_a * (left_a - 1) >> 1
                    count_with[kind, a] += left_a - 1
                else:
                    count[kind] += left_a * left_b
                    count_with[kind, a] += left_b
                    count_with[kind, b] += left_a
        for p in range(pairs):
            kind = category[board, p]
            if kind == 255:
                continue
            a, b = low[p], high[p]
            won, lost = np.int64(win[board, p]), np.int64(lose[board, p])
            tied = dealers - won - lost
            for decided in range(4):
                weight = np.int64(arrivals[board, p, decided])
                if weight == 0:
                    continue
                column = decided if decided < 3 else 3 if plays[board, p] else 4
                won_here, lost_here = won, lost
                for dealer in range(10):
                    if dealer != kind and count[dealer] > 0:
                        hands = count[dealer] - count_with[dealer, a] - count_with[dealer, b]
                        if dealer < kind:
                            joint[chunk, column, kind, dealer, 0] += weight * hands
                            won_here -= hands
                        else:
                            joint[chunk, column, kind, dealer, 2] += weight * hands
                            lost_here -= hands
                joint[chunk, column, kind, kind, 0] += weight * won_here
                joint[chunk, column, kind, kind, 1] += weight * tied
                joint[chunk, column, kind, kind, 2] += weight * lost_here


@cache
def _views_by_board() -> tuple[NDArray[np.int64], NDArray[np.int16], NDArray[np.uint8]]:
    """The completions of `views()` listed by board instead of by view."""
    table = views()
    order = np.argsort(table.board, kind="stable")
    view = np.repeat(np.arange(VIEWS), np.diff(table.start)).astype(np.int16)
    start = np.concatenate([[0], np.cumsum(np.bincount(table.board, minlength=FLUSH_BOARDS))])
    return start, view[order], table.kind[order]


def arrivals(decisions: Decisions) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """How many concrete (hole, flop, turn and river) arrive at each row of the plain and flush boards.

    The last index says how they were decided so far: 4x, 3x, 2x, or checked twice.
    """
    table, view, shape, counted = flops(), views(), shapes(), boards()
    by_ranks = np.zeros((FLOP_RANKS, PLAIN_PAIRS, 4), np.int32)
    by_view = np.zeros((VIEWS + 1, STRIDE, 4), np.int32)
    _arrive_at_views(
        table.flop, table.hole, table.class_weight, table.ranks, view.of_flop, hole_cards(), start_of_hole(),
        decisions.preflop, decisions.flop, by_ranks, by_view,
    )  # fmt: skip
    flush = np.zeros((FLUSH_BOARDS, STRIDE, 4), np.int32)
    by_board = _views_by_board()

    def work(start: int, stop: int) -> None:
        _arrive_at_flush_boards(
            start, stop, *by_board, view.times, counted.flush.category, by_view, flush
        )  # fmt: skip

    spread(work, FLUSH_BOARDS, _CHUNK)
    plain = np.zeros((PLAIN_BOARDS, PLAIN_PAIRS, 4), np.int32)
    _arrive_at_plain_boards(view.plain_board, view.plain_times, shape.plain_of, shape.rank_pair, by_ranks, flush, plain)
    return plain, flush


def play_out(decisions: Decisions) -> Outcome:
    """Play every deal of the game by `decisions` and count how it ends."""
    plain, flush = arrivals(decisions)
    copies, counted = shapes().copies, boards()
    joint = np.zeros((5, 10, 10, 3), np.int64)
    for counts, arrived, plays, left, pairs in (
        (counted.plain, plain, decisions.river_plain, copies[FLUSH_BOARDS:], PLAIN_PAIRS),
        (counted.flush, flush, decisions.river_flush, copies[:FLUSH_BOARDS], PAIRS),
    ):
        parts = np.zeros((len(arrived) // _CHUNK + 1, *joint.shape), np.int64)
        spread(_meet(counts, arrived, plays, left, pairs, parts), len(arrived), _CHUNK)
        joint += parts.sum(axis=0)
    return Outcome(joint)


def _meet(
    counts: Counts,
    arrived: NDArray[np.int32],
    plays: NDArray[np.bool_],
    left: NDArray[np.int8],
    pairs: int,
    parts: NDArray[np.int64],
) -> Callable[[int, int], None]:
    shape, dealers = shapes(), boards().dealers

    def work(start: int, stop: int) -> None:
        _meet_dealers(
            start, stop, pairs, dealers, start // _CHUNK, left, shape.low, shape.high, counts.category,
            counts.win, counts.lose, plays, arrived, parts,
        )  # fmt: skip

    return work
