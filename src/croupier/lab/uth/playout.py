"""Every deal of the game played by given decisions, and counted by how it ended.

    outcome = play_out(solution.decisions)      # or the decisions of any strategy
    outcome.joint[decided, player, dealer, result]

`decided` is 4x, 3x, 2x, 1x or fold (`croupier.lab.uth.decisions`), `player` and `dealer` are the categories of
the final seven cards, `result` is `WIN`, `TIE` or `LOSE`, as it was or, after a fold, would have been. The
1,500 whole numbers sum to the 27,813,810,024,000 deals of the game; every pay table for Ante, Blind, Play,
Trips and Bad Beat is priced from them, folded hands included or not.

How often each river is arrived at is counted by `croupier.lab.uth.arrivals`.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.games.uth import BLIND
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_PAIRS, shapes
from croupier.lab.kernel import kernel, spread
from croupier.lab.uth.arrivals import arrivals
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.boards import Counts, boards
from croupier.lab.uth.decisions import DECIDED, PLAY, Decisions
from croupier.rules.paytables import Paytable, paytable

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
        unit, _ = blind_bonus(blind or paytable("BLIND", BLIND))
        nets = net_results(blind)
        total = sum(int(n) * int(net) for n, net in zip(self.joint.ravel(), nets.ravel(), strict=True) if n)
        return Fraction(total, unit * self.deals)


def net_results(blind: Paytable | None = None) -> NDArray[np.int64]:
    """What each cell of `Outcome.joint` nets the player, in units: R20, cell by cell."""
    return sum(bet_results(blind).values(), start=np.zeros((5, 10, 10, 3), np.int64))


def bet_results(blind: Paytable | None = None) -> dict[str, NDArray[np.int64]]:
    """What Ante, Blind and Play each net in every cell of `Outcome.joint`, in units of the Blind table."""
    unit, bonus = blind_bonus(blind or paytable("BLIND", BLIND))
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


class Arrived(NamedTuple):
    """Who comes to the rows of the plain, or of the flush, boards; or what changes about that.

    arrivals  how many, by how they were decided so far: 4x, 3x, 2x, or checked twice
    plays     whether those who checked twice bet 1x
    rows      of a change: the rows it touches
    rivers    of a change: how many had come there, checked twice
    before    of a change: whether those bet 1x; where `plays` says otherwise, they are moved
    """

    arrivals: NDArray[np.int32]
    plays: NDArray[np.bool_]
    rows: NDArray[np.bool_] | None = None
    rivers: NDArray[np.int32] | None = None
    before: NDArray[np.bool_] | None = None


def play_out(decisions: Decisions) -> Outcome:
    """Play every deal of the game by `decisions` and count how it ends."""
    plain, flush = arrivals(decisions)
    return Outcome(meet_dealers(Arrived(plain, decisions.river_plain), Arrived(flush, decisions.river_flush)))


def meet_dealers(plain: Arrived, flush: Arrived) -> NDArray[np.int64]:
    """Let every hand of the dealer's meet those who arrived: counts as in `Outcome.joint`."""
    shape, counted = shapes(), boards()
    joint = np.zeros((5, 10, 10, 3), np.int64)

    def meet(pairs: int, counts: Counts, copies: NDArray[np.int8], arrived: Arrived) -> None:
        size = len(arrived.plays)
        parts = np.zeros((size // _CHUNK + 1, *joint.shape), np.int64)

        def work(start: int, stop: int) -> None:
            _meet_dealers(
                start, stop, pairs, counted.dealers, start // _CHUNK, copies, shape.low, shape.high, counts.category,
                counts.win, counts.lose, *arrived, parts,
            )  # fmt: skip

        spread(work, size, _CHUNK)
        joint[:] += parts.sum(axis=0)

    meet(PLAIN_PAIRS, counted.plain, shape.copies[FLUSH_BOARDS:], plain)
    meet(PAIRS, counted.flush, shape.copies[:FLUSH_BOARDS], flush)
    return joint


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
    arrivals: NDArray[np.int32],
    plays: NDArray[np.bool_],
    rows: NDArray[np.bool_] | None,
    rivers: NDArray[np.int32] | None,
    before: NDArray[np.bool_] | None,
    joint: NDArray[np.int64],
) -> None:
    """Count the dealer's hands by category for rows of the boards `start` to `stop`.

    arrivals, plays, rows, rivers, before   the fields of `Arrived`; the compiler leaves out what is None
    joint   counts of the outcome, added to in its part `chunk`

    A lower category is beaten and a higher one beats; `win` and `lose` divide the player's own.
    """
    count = np.empty(10, np.int64)
    count_with = np.empty((10, 26), np.int64)
    for board in range(start, stop):
        if rows is not None:
            touched = False
            for p in range(pairs):
                if rows[board, p]:
                    touched = True
                    break
            if not touched:
                continue
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
            moves = np.int64(0)
            if rows is not None and rivers is not None and before is not None:
                if not rows[board, p]:
                    continue
                if before[board, p] != plays[board, p]:
                    moves = np.int64(rivers[board, p])
            a, b = low[p], high[p]
            won, lost = np.int64(win[board, p]), np.int64(lose[board, p])
            tied = dealers - won - lost
            bets = plays[board, p]
            for so_far in range(5 if moves else 4):
                weight = np.int64(arrivals[board, p, so_far]) if so_far < 4 else -moves
                if so_far == 3:
                    weight += moves
                if weight == 0:
                    continue
                decided = so_far if so_far < 3 else 3 if bets == (so_far == 3) else 4
                won_here, lost_here = won, lost
                for dealer in range(10):
                    if dealer != kind and count[dealer] > 0:
                        hands = count[dealer] - count_with[dealer, a] - count_with[dealer, b]
                        if dealer < kind:
                            joint[chunk, decided, kind, dealer, 0] += weight * hands
                            won_here -= hands
                        else:
                            joint[chunk, decided, kind, dealer, 2] += weight * hands
                            lost_here -= hands
                joint[chunk, decided, kind, kind, 0] += weight * won_here
                joint[chunk, decided, kind, kind, 1] += weight * tied
                joint[chunk, decided, kind, kind, 2] += weight * lost_here
