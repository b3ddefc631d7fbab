"""The game solved: the best decision everywhere, and what it is worth, to the last deal.

    solution = solve_game()                     # the approved Blind; or solve_game(blind=table)
    solution.edge                               # Fraction, of the Ante, positive for the house
    solution.start("AKs").bet4                  # exact totals of a starting hand
    solution.choices(hole)                      # what each choice is worth in Antes, before the flop
    solution.choices(hole, flop)                # … on the flop; with five board cards, at the river
    solution.decisions                          # the tables that `playout` prices and `simulate` plays

Where values are equal, bet.
"""

from __future__ import annotations

from math import comb
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.games.uth import BLIND
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_PAIRS, STRIDE
from croupier.lab.hands.starts import STARTS, hole_cards, hole_pairs, start_of_hole
from croupier.lab.kernel import spread
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.boards import ALL_RANKS, Counted, Counts, boards, passing_boards
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.flops import CLASSES, FLOPS, flops
from croupier.lab.uth.rivers import PLAIN_ROWS, Values, no_values, sum_rivers
from croupier.lab.uth.solution import GameSolution
from croupier.lab.uth.sums import price, sum_classes
from croupier.lab.uth.views import views
from croupier.lab.work import Progress, no_progress
from croupier.rules.paytables import Paytable, paytable

__all__ = ["GameSolution", "Progress", "solve_deck", "solve_game"]

_Money: TypeAlias = NDArray[np.signedinteger[Any]]
_CHUNK = 64


def solve_game(blind: Paytable | None = None, progress: Progress | None = None) -> GameSolution:
    """Optimal play of the base game with a Blind pay table, by default the approved one."""
    return solve_deck(ALL_RANKS, blind, progress)


def solve_deck(
    ranks: int, blind: Paytable | None = None, progress: Progress | None = None, *, keep: bool = True
) -> GameSolution:
    """Optimal play with only the ranks that are bits of `ranks`, all four suits of each.

    The full deck's boards are kept for the next solve unless `keep` is off. Anything shorter is for tests:
    its arrays have the full deck's shape, and zeros wherever cards are missing.
    """
    report = progress or no_progress
    blind = blind or paytable("BLIND", BLIND)
    unit, bonus = blind_bonus(blind)
    report("counting hands on every board", 0.0)
    counted: Counted = boards() if ranks == ALL_RANKS and keep else passing_boards(ranks)
    report("pricing every river", 0.5)
    sums, river_plain, river_flush = _rivers(counted, unit, bonus)
    report("deciding every flop", 0.9)
    solution = _decided(counted, blind, unit, sums, river_plain, river_flush)
    report("solved", 1.0)
    return solution


def _rivers(
    counted: Counted, unit: int, bonus: NDArray[np.int64]
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], NDArray[np.bool_], NDArray[np.bool_]]:
    """The sums of all rows, and which rows of plain and of flush boards bet."""
    fold = -2 * unit * counted.dealers
    # Half the memory, and twice the speed, wherever no row can pass 31 bits.
    small = 2 * counted.dealers * (4 * unit + int(bonus.max())) < 1 << 31
    plain = no_values(PLAIN_ROWS, np.int32 if small else np.int64)
    river_plain, river_flush = np.zeros(PLAIN_ROWS, np.bool_), np.zeros((FLUSH_BOARDS, STRIDE), np.bool_)

    def priced(pairs: int, counts: Counts, values: Values, plays: NDArray[np.bool_]) -> None:
        price(
            0, len(plays), pairs, unit, fold, bonus, counts.category, counts.win, counts.win_qualified,
            counts.lose, counts.lose_qualified, *values, plays,
        )  # fmt: skip

    priced(PLAIN_PAIRS, counted.plain, plain, river_plain)
    sums = sum_rivers(
        counted,
        plain,
        lambda block, counts, values: priced(PAIRS, counts, values, river_flush[block.start : block.stop]),
    )
    return sums, river_plain, river_flush


def _decided(
    counted: Counted,
    blind: Paytable,
    unit: int,
    sums: tuple[NDArray[np.int64], NDArray[np.int64]],
    river_plain: NDArray[np.bool_],
    river_flush: NDArray[np.bool_],
) -> GameSolution:
    """The sums of every class, the best decisions, and the solution they make."""
    table, view = flops(), views()
    cards = 4 * counted.ranks.bit_count()
    completions = comb(cards - 5, 2)
    dealt = np.array([counted.ranks >> (card >> 2) & 1 for card in range(52)], bool)
    weight = table.class_weight
    if counted.ranks != ALL_RANKS:
        flop_there, hole_there = (np.asarray(dealt[cards].all(axis=1)) for cards in (table.cards, hole_cards()))
        weight = weight * (flop_there[table.flop] & hole_there[table.hole])
    bet2, check = np.empty(CLASSES, np.int64), np.empty(CLASSES, np.int64)
    margin, plays = np.empty(CLASSES, np.int32), np.empty(CLASSES, np.int16)
    totals = np.zeros((FLOPS // _CHUNK + 1, STARTS, 5), np.int64)

    def work(start: int, stop: int) -> None:
        sum_classes(
            start, stop, start // _CHUNK, table.start, table.ranks, view.of_flop, table.hole, weight,
            hole_pairs(), start_of_hole(), *sums, bet2, check, margin, plays, completions, totals,
        )  # fmt: skip

    spread(work, FLOPS, _CHUNK)
    best_flop, all_bet2, all_margin, ends_bet2, ends_bet1 = totals.sum(axis=0).T
    bet3, bet4 = all_bet2 + unit * all_margin, all_bet2 + 2 * unit * all_margin
    preflop = np.select([bet4 >= np.maximum(bet3, best_flop), bet3 >= best_flop], [4, 3], 0).astype(np.int8)
    holes = np.bincount(start_of_hole()[dealt[hole_cards()].all(axis=1)], minlength=STARTS)
    boards_beside_a_hole = comb(cards - 2, 3) * completions
    all_of = [int((holes * (preflop == k)).sum()) * boards_beside_a_hole for k in (4, 3, 0)]
    bet2s, bet1s = (int(ends[preflop == 0].sum()) for ends in (ends_bet2, ends_bet1))
    share = np.maximum(holes, 1)
    return GameSolution(
        blind=blind,
        unit=unit,
        deals=comb(cards, 2) * boards_beside_a_hole * counted.dealers,
        dealers=counted.dealers,
        check=best_flop // share,
        bet3=bet3 // share,
        bet4=bet4 // share,
        flop_check=check,
        flop_bet2=bet2,
        flop_plays=plays,
        decisions=Decisions(preflop=preflop, flop=bet2 >= check, river_plain=river_plain, river_flush=river_flush),
        decided=(all_of[0], all_of[1], bet2s, bet1s, all_of[2] - bet2s - bet1s),
    )
