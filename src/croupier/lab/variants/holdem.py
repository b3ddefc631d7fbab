"""A variant of Ultimate Texas Hold'em solved over every deal: backward for the best play, forward for how it ends.

    made = solve_holdem(variant)
    made.solution.edge, made.solution.frequencies["river"]

The counts of hands on boards are those of the house game, but for who qualifies; only the prices are others.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.games.uth import UTH
from croupier.lab.games.solution import Solution
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_PAIRS, STRIDE
from croupier.lab.hands.starts import HOLES, STARTS, combos, hole_pairs, start_of_hole
from croupier.lab.kernel import spread
from croupier.lab.uth.arrivals import arrive
from croupier.lab.uth.boards import Boards, Counts
from croupier.lab.uth.distribution import histogram
from croupier.lab.uth.flops import CLASSES, FLOPS, flops
from croupier.lab.uth.rivers import PLAIN_ROWS, Values, no_values, sum_rivers
from croupier.lab.uth.solution import COMPLETIONS, DEALERS, DEALS_OF_A_START
from croupier.lab.uth.views import views
from croupier.lab.variants.kernels import CHECK, FOLD, HIGH, LOW, NEVER, count_ends, decide_flops, price_rows
from croupier.lab.variants.terms import Chosen, Prices, StreetChoices, choices, counted_for, prices
from croupier.rules.variants.variant import Variant

_CHUNK = 64


@dataclass(frozen=True, slots=True)
class Holdem:
    """A variant solved.

    value       what a round is worth in Antes, by working backward; the solution says the same by playing forward
    starts      by starting hand: totals of the largest bet, the smallest, a check and a fold over its deals, in units
    flop_sums   by class of (hole, flop): totals with no Play bet and played on in units, and the margin in Antes
    flop        what each class chooses; `preflop`, what each starting hand does; `rivers`, what each row does
    """

    variant: Variant
    solution: Solution
    value: Fraction
    starts: NDArray[np.int64]
    preflop: NDArray[np.uint8]
    flop_sums: NDArray[np.int64]
    flop: NDArray[np.uint8]
    rivers: Chosen


def solve_holdem(variant: Variant) -> Holdem:
    """The best play under a variant's rules, and how every deal ends by it."""
    preflop, flop, river = choices(variant)
    priced, counted = prices(variant), counted_for(variant)
    most = max(preflop.high, flop.high, river.high)
    sums, rivers = _rivers(counted, priced, river, most)
    flop_sums, flop_chosen, totals = _flops(priced.unit, flop, sums)
    fold = -2 * priced.unit * DEALS_OF_A_START
    best_flop, without, margin = (column // combos() for column in totals)
    never = np.full(STARTS, NEVER)
    starts = np.stack(
        [
            without + preflop.high * priced.unit * margin if preflop.high >= 0 else never,
            without + preflop.low * priced.unit * margin if preflop.low >= 0 else never,
            best_flop if preflop.checks else never,
            np.full(STARTS, fold) if preflop.folds else never,
        ]
    )
    # Of equal ones the first: bet rather than check or fold, and more rather than less.
    chosen = starts.argmax(axis=0).astype(np.uint8)
    best = sum(int(value) * int(times) for value, times in zip(starts.max(axis=0), combos(), strict=True))
    return Holdem(
        variant=variant,
        solution=play_forward(variant, priced, counted, chosen, flop_chosen, rivers),
        value=Fraction(best, priced.unit * HOLES * DEALS_OF_A_START),
        starts=starts,
        preflop=chosen,
        flop_sums=flop_sums,
        flop=flop_chosen,
        rivers=rivers,
    )


def _rivers(
    counted: Boards, priced: Prices, river: StreetChoices, most: int
) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], Chosen]:
    """The sums of all rows, and what is chosen in those of plain and of flush boards."""
    fold = -2 * priced.unit * DEALERS if river.folds else NEVER
    largest = int(np.abs(priced.base).max()) + (max(most, 0) + 2) * priced.unit
    plain = no_values(PLAIN_ROWS, np.int32 if 2 * DEALERS * largest < 1 << 31 else np.int64)
    on_plain, on_flush = np.zeros(PLAIN_ROWS, np.uint8), np.zeros((FLUSH_BOARDS, STRIDE), np.uint8)

    def priced_rows(pairs: int, counts: Counts, values: Values, chosen: NDArray[np.uint8]) -> None:
        price_rows(
            0, len(chosen), pairs, DEALERS, priced.unit, river.high, river.low, fold, priced.base, priced.play,
            counts.category, counts.win, counts.win_qualified, counts.lose, counts.lose_qualified, *values, chosen,
        )  # fmt: skip

    priced_rows(PLAIN_PAIRS, counted.plain, plain, on_plain)
    sums = sum_rivers(
        counted,
        plain,
        lambda block, counts, values: priced_rows(PAIRS, counts, values, on_flush[block.start : block.stop]),
    )
    return sums, (on_plain, on_flush)


def _flops(
    unit: int, flop: StreetChoices, sums: tuple[NDArray[np.int64], NDArray[np.int64]]
) -> tuple[NDArray[np.int64], NDArray[np.uint8], NDArray[np.int64]]:
    """The sums and the best choice of every class, and the totals of every starting hand."""
    table, view = flops(), views()
    fold = -2 * unit * COMPLETIONS * DEALERS if flop.folds else NEVER
    by_class, chosen = np.empty((CLASSES, 3), np.int64), np.empty(CLASSES, np.uint8)
    totals = np.zeros((FLOPS // _CHUNK + 1, STARTS, 3), np.int64)

    def work(start: int, stop: int) -> None:
        decide_flops(
            start, stop, start // _CHUNK, table.start, table.ranks, view.of_flop, table.hole, table.class_weight,
            hole_pairs(), start_of_hole(), *sums, unit, flop.high, flop.low, flop.checks, fold,
            by_class, chosen, totals,
        )  # fmt: skip

    spread(work, FLOPS, _CHUNK)
    return by_class, chosen, totals.sum(axis=0).T


_CHUNK = 1024
WAYS = 12
"""Ways in which a round is decided: four choices on each of three streets, in that order."""


def play_forward(
    variant: Variant,
    priced: Prices,
    counted: Boards,
    preflop: NDArray[np.uint8],
    flop: NDArray[np.uint8],
    rivers: Chosen,
) -> Solution:
    """Every deal played so, and counted by how it ends."""
    table = flops()
    first = preflop[start_of_hole()[table.hole]]
    decided = np.where(first == CHECK, 4 + flop, first)
    decided[decided == 4 + CHECK] = WAYS
    ends = np.zeros((WAYS, 256, 5), np.int64)
    for way in (FOLD, 4 + FOLD):
        # A folded hand loses the same whatever it would have become.
        ends[way, 0, 0] = int(table.class_weight[decided == way].sum()) * COMPLETIONS * DEALERS
    arriving = [way for way in (HIGH, LOW, 4 + HIGH, 4 + LOW, WAYS) if (decided == way).any()]
    for some in (arriving[:4], arriving[4:]):
        if some:
            ends += _ended(counted, decided, some, rivers)
    streets = choices(variant)
    bet = 0
    for number, offered in enumerate(streets):
        for choice, times in ((HIGH, offered.high), (LOW, offered.low)):
            bet += int(ends[4 * number + choice].sum()) * (2 + times) * priced.unit
        bet += int(ends[4 * number + FOLD].sum()) * 2 * priced.unit
    values, ways = histogram(nets_by_way(variant, priced), ends)
    return Solution(
        game=variant.base,
        tables=variant.tables,
        unit=priced.unit,
        net=values,
        ways=ways,
        bet=bet,
        frequencies=frequencies_by_way(streets, ends.sum(axis=(1, 2))),
    )


def nets_by_way(variant: Variant, priced: Prices) -> NDArray[np.int64]:
    """What a round nets in units, by the way in which it is decided, category and outcome."""
    net = np.zeros((WAYS, *priced.base.shape), np.int64)
    for number, offered in enumerate(choices(variant)):
        for choice, times in ((HIGH, offered.high), (LOW, offered.low)):
            net[4 * number + choice] = priced.base + times * priced.unit * priced.play
        net[4 * number + FOLD] = -2 * priced.unit
    return net


def _ended(counted: Boards, decided: NDArray[np.uint8], some: list[int], rivers: Chosen) -> NDArray[np.int64]:
    """How the deals of those decided in up to four ways end, by way, category and outcome."""
    column = np.full(WAYS + 1, 255, np.uint8)
    column[some] = np.arange(len(some))
    way = np.array([*(-1 if one == WAYS else one for one in some), -1, -1, -1], np.int64)
    ends = np.zeros((WAYS, 256, 5), np.int64)

    def met(pairs: int, counts: Counts, chosen: NDArray[np.uint8], come: NDArray[np.int32]) -> None:
        parts = np.zeros((len(come) // _CHUNK + 1, *ends.shape), np.int64)

        def work(start: int, stop: int) -> None:
            count_ends(
                start, stop, pairs, start // _CHUNK, DEALERS, counts.category, counts.win, counts.win_qualified,
                counts.lose, counts.lose_qualified, chosen, come, way, parts,
            )  # fmt: skip

        spread(work, len(come), _CHUNK)
        ends[:] += parts.sum(axis=0)

    plain, flush = arrive(column[decided], counted)
    met(PLAIN_PAIRS, counted.plain, rivers[0], plain)
    met(PAIRS, counted.flush, rivers[1], flush)
    return ends


def frequencies_by_way(streets: tuple[StreetChoices, ...], ways: NDArray[np.int64]) -> dict[str, dict[str, Fraction]]:
    """By street: the share of all rounds in which each choice is made, from the rounds decided in each way."""
    deals = left = int(ways.sum())
    frequencies = {}
    for number, (street, offered) in enumerate(zip(UTH.streets, streets, strict=True)):
        high, low, _, fold = (int(often) for often in ways[4 * number : 4 * number + 4])
        shares: dict[str, int] = {}
        for times, often in ((offered.high, high), (offered.low, low)):
            if times >= 0:
                name = f"bet{times}" if times else "check"
                shares[name] = shares.get(name, 0) + often
        if offered.checks:
            shares["check"] = left - high - low - fold
        if offered.folds:
            shares["fold"] = fold
        frequencies[street.key] = {name: Fraction(often, deals) for name, often in shares.items()}
        left -= high + low + fold
    return frequencies
