"""A variant of Ultimate Texas Hold'em played forward: every deal counted by how it ends."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.games.uth import UTH
from croupier.lab.games.solution import Solution
from croupier.lab.hands.shapes import PAIRS, PLAIN_PAIRS
from croupier.lab.hands.starts import HOLES, start_of_hole
from croupier.lab.kernel import spread
from croupier.lab.uth.arrivals import arrive
from croupier.lab.uth.boards import Boards, Counts
from croupier.lab.uth.distribution import histogram
from croupier.lab.uth.flops import flops
from croupier.lab.uth.solution import COMPLETIONS, DEALERS, DEALS_OF_A_START
from croupier.lab.variants.rivers import CHECK, FOLD, HIGH, LOW, count_ends
from croupier.lab.variants.terms import Choices, Chosen, Prices, choices
from croupier.rules.variants.variant import Variant

_CHUNK = 1024
_WAYS = 12
"""Ways in which a round is decided: four choices on each of three streets, in that order."""


def played(
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
    decided[decided == 4 + CHECK] = _WAYS
    ends = np.zeros((_WAYS, 256, 5), np.int64)
    for way in (FOLD, 4 + FOLD):
        # A folded hand loses the same whatever it would have become.
        ends[way, 0, 0] = int(table.class_weight[decided == way].sum()) * COMPLETIONS * DEALERS
    arriving = [way for way in (HIGH, LOW, 4 + HIGH, 4 + LOW, _WAYS) if (decided == way).any()]
    for some in (arriving[:4], arriving[4:]):
        if some:
            ends += _ended(counted, decided, some, rivers)
    streets = choices(variant)
    net = np.zeros_like(ends)
    bet = 0
    for number, offered in enumerate(streets):
        for choice, times in ((HIGH, offered.high), (LOW, offered.low)):
            way = 4 * number + choice
            net[way] = priced.base + times * priced.unit * priced.play
            bet += int(ends[way].sum()) * (2 + times) * priced.unit
        net[4 * number + FOLD] = -2 * priced.unit
        bet += int(ends[4 * number + FOLD].sum()) * 2 * priced.unit
    values, ways = histogram(net, ends)
    return Solution(
        game=variant.base,
        tables=variant.tables,
        unit=priced.unit,
        net=values,
        ways=ways,
        bet=bet,
        frequencies=_frequencies(streets, ends.sum(axis=(1, 2))),
    )


def _ended(counted: Boards, decided: NDArray[np.uint8], some: list[int], rivers: Chosen) -> NDArray[np.int64]:
    """How the deals of those decided in up to four ways end, by way, category and outcome."""
    column = np.full(_WAYS + 1, 255, np.uint8)
    column[some] = np.arange(len(some))
    way = np.array([*(-1 if one == _WAYS else one for one in some), -1, -1, -1], np.int64)
    ends = np.zeros((_WAYS, 256, 5), np.int64)

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


def _frequencies(streets: tuple[Choices, ...], ways: NDArray[np.int64]) -> dict[str, dict[str, Fraction]]:
    """By street: the share of all rounds in which each choice is made."""
    deals = HOLES * DEALS_OF_A_START
    left, made = deals, {}
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
        made[street.key] = {name: Fraction(often, deals) for name, often in shares.items()}
        left -= high + low + fold
    return made
