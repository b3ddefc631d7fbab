"""Ultimate Texas Hold'em as strategies are priced on it: 169 starts, 1,286,792 flops, thirteen million rivers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache, cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, Cards
from croupier.games.uth import UTH
from croupier.lab.chance.run import RoundsDone
from croupier.lab.chance.simulate import Simulation, simulate
from croupier.lab.games.solution import Solution, holdem_solution
from croupier.lab.hands.five_cards import five_card_categories
from croupier.lab.hands.shapes import FLUSH_BOARDS, PAIRS, PLAIN_BOARDS, PLAIN_PAIRS, STRIDE, shapes
from croupier.lab.hands.starts import HOLES, combos, hole_cards, start_of_hole
from croupier.lab.kernel import spread
from croupier.lab.solution_cache import cached_solution
from croupier.lab.uth.arrivals import arrive
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.boards import NO_HAND, Counts, boards
from croupier.lab.uth.decisions import Decisions
from croupier.lab.uth.distribution import distribution_of
from croupier.lab.uth.flops import class_cards, flops
from croupier.lab.uth.playout import play_out
from croupier.lab.uth.rivers import check_sums
from croupier.lab.uth.rows import example_hand
from croupier.lab.uth.solution import COMPLETIONS, DEALERS, GameSolution
from croupier.rules.game import Game
from croupier.rules.paytables import Paytable
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.situations import ByRanks, Situations
from croupier.strategy.pricing.model import Chosen, PricingStreet, Weights, Whole, Worth, summed_by
from croupier.strategy.pricing.outs import river_rows

_BET4, _BET3, _CHECK = range(3)
_BET2, _CHECK_FLOP = range(2)
_BET1 = 0
_HOLES_AND_FLOPS = HOLES * 19_600


@dataclass(frozen=True)
class HoldemPricingModel:
    """The game with one Blind pay table."""

    solution: GameSolution
    _checked: list[tuple[Chosen, NDArray[np.int64]]] = field(default_factory=list, repr=False, compare=False)

    @property
    def game(self) -> Game:
        return UTH

    @property
    def unit(self) -> int:
        return self.solution.unit

    @property
    def deals(self) -> int:
        return self.solution.deals

    @property
    def best_edge(self) -> Fraction:
        return self.solution.edge

    @cached_property
    def places(self) -> tuple[PricingStreet, ...]:
        start, flop, river = UTH.streets
        rivers = (river_seen(flush=False), river_seen(flush=True))
        return (
            _place(start.key, ("bet4", "bet3", "check"), (start_seen(),), HOLES),
            _place(flop.key, ("bet2", "check"), (flop_seen(),), _HOLES_AND_FLOPS),
            _place(river.key, ("bet1", "fold"), rivers, _HOLES_AND_FLOPS * COMPLETIONS),
        )

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        if street == 0:
            return [combos()]
        table = flops()
        checked = (before[0][0] == _CHECK)[_start_of_class()]
        if street == 1:
            return [table.class_weight * checked]
        # Only those who checked twice decide at the river; the others stay away.
        goes_on = checked & (before[1][0] == _CHECK_FLOP)
        return [rows[..., 0] for rows in arrive(np.where(goes_on, np.uint8(0), np.uint8(1)), ways=1)]

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        solution = self.solution
        if street == 2:
            return [(self._bets[part], np.zeros((1, 1), np.int32)) for part in (0, 1)]
        if later is None:
            if street == 1:
                return [(solution.flop_bet2, solution.flop_check)]
            return [(solution.bet4, solution.bet3, solution.check)]
        check = self._check_flop(later[-1])
        if street == 1:
            return [(solution.flop_bet2, check)]
        table = flops()
        goes_on = np.where(later[0][0] == _BET2, solution.flop_bet2, check) * table.class_weight
        total = summed_by(_start_of_class(), goes_on, len(solution.check))
        return [(solution.bet4, solution.bet3, total // combos())]

    def _check_flop(self, river: Chosen) -> NDArray[np.int64]:
        """What a check on the flop is worth in each class, if the river is played so; the last answer is kept."""
        if self._checked and self._checked[0][0] is river:
            return self._checked[0][1]
        values = [np.where(chosen == _BET1, bets, 0) for chosen, bets in zip(river, self._bets, strict=True)]
        self._checked[:] = [(river, check_sums(values[0], values[1]) - 2 * self.unit * DEALERS * COMPLETIONS)]
        return self._checked[0][1]

    @cached_property
    def _bets(self) -> tuple[Whole, Whole]:
        """What a 1x bet is worth more than a fold in each row, over the dealer's hands; 0 where there is no hand."""
        unit, bonus = blind_bonus(self.solution.blind)
        return _over_a_fold(boards().plain, unit, bonus), _over_a_fold(boards().flush, unit, bonus)

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        times = ((4, 3), (2,), (1,))
        bets = (bet * shares[street].get(f"bet{bet}", Fraction(0)) for street, each in enumerate(times) for bet in each)
        return 2 + sum(bets, Fraction(0))

    def way(self, chosen: Sequence[Chosen]) -> Decisions:
        (start,), (flop,), rivers = chosen
        plain, flush = (np.asarray((each == _BET1) & there) for each, there in zip(rivers, _there(), strict=True))
        bets = np.array([4, 3, 0], np.int8)
        return Decisions(preflop=bets[start], flop=flop == _BET2, river_plain=plain, river_flush=flush)

    def play(self, way: Decisions) -> Solution:
        return holdem_solution(distribution_of(play_out(way), self.solution.blind))

    def deal(self, way: Decisions, rounds: int, seed: int, progress: RoundsDone | None = None) -> Simulation:
        return simulate(way, rounds, seed=seed, blind=self.solution.blind, progress=progress)

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        if street == 2:
            cards = example_hand(at[0], at[1], flush=part == 1)
        else:
            seen = self.places[street].parts[0]
            board = () if seen.board is None else seen.board[at].tolist()
            cards = tuple(map(Card, (*seen.own[at].tolist(), *board)))
        return cards[:2], cards[2:], ()


@cache
def _start_of_class() -> NDArray[np.integer]:
    """Of each class of hole and flop, its starting hand."""
    return start_of_hole()[flops().hole]


def _there() -> tuple[NDArray[np.bool_], ...]:
    """By part, which rows of the river are a hand."""
    return tuple(np.asarray(river_rows(flush).category != NO_HAND) for flush in (False, True))


def _place(key: str, choices: tuple[str, ...], parts: tuple[Situations, ...], total: int) -> PricingStreet:
    return PricingStreet(key, choices, parts, total, ((None,) * len(choices),) * len(parts))


def _over_a_fold(counts: Counts, unit: int, bonus: NDArray[np.int64]) -> Whole:
    # Half the memory wherever no row can pass 31 bits.
    small = 2 * DEALERS * (6 * unit + int(bonus.max())) < 1 << 31
    gains = np.zeros(counts.win.shape, np.int32 if small else np.int64)

    def work(start: int, stop: int) -> None:
        rows = slice(start, stop)
        won, lost = counts.win[rows].astype(np.int64), counts.lose[rows].astype(np.int64)
        ante = counts.win_qualified[rows].astype(np.int64) - counts.lose_qualified[rows]
        kind = counts.category[rows]
        gain = unit * (ante - lost + won - lost + 2 * DEALERS) + won * bonus[kind]
        gains[rows] = np.where(kind == NO_HAND, 0, gain)

    spread(work, len(gains), 4096)
    return gains


@lru_cache(1)
def start_seen() -> Situations:
    """The 169 starting hands."""
    first = np.unique(start_of_hole(), return_index=True)[1]
    return Situations(UTH, Scene.START, (len(first),), own=hole_cards()[first])


@lru_cache(1)
def flop_seen() -> Situations:
    """Every class of hole and flop."""
    cards = class_cards()
    first, second, third = (cards[:, place] >> 2 for place in (2, 3, 4))
    # Of three cards none, one pair or three pairs are equal; a pair and three of a kind are called so.
    alone = (first == second).astype(np.int8) + (first == third) + (second == third)
    return Situations(
        UTH,
        Scene.FLOP,
        (len(cards),),
        own=cards[:, :2],
        board=cards[:, 2:],
        category=five_card_categories(cards),
        alone=alone,
    )


@lru_cache(2)
def river_seen(*, flush: bool) -> Situations:
    """Every row of the plain, or of the flush, boards. Suits are the flush suit (clubs) and another."""
    shape, rows = shapes(), river_rows(flush)
    width, pairs, first = (STRIDE, PAIRS, 0) if flush else (PLAIN_PAIRS, PLAIN_PAIRS, FLUSH_BOARDS)
    number = FLUSH_BOARDS if flush else PLAIN_BOARDS
    own = np.zeros((1, width, 2), np.uint8)
    for place, kinds in enumerate((shape.low, shape.high)):
        kind = kinds[:pairs].astype(np.int64)
        own[0, :pairs, place] = kind % 13 * 4 + np.where(kind >= 13, 0, 1)
    columns = np.zeros(width, np.uint8)
    columns[:pairs] = shape.rank_pair[:pairs]
    copies = shape.copies[first : first + number]
    outside = 3 - copies[:, :13] if flush else 4 - copies[:, :13]
    inside = 1 - copies[:, 13:] if flush else np.zeros_like(outside)
    board = np.zeros((number, 1, 5), np.uint8)
    suits = np.repeat(np.tile([0, 1], 13)[None], number, axis=0)
    ranks = np.repeat(np.repeat(np.arange(13), 2)[None], number, axis=0)
    times = np.stack([inside, outside], axis=2).reshape(number, 26)
    possible = times.sum(axis=1) == 5
    cards = np.repeat((ranks * 4 + suits)[possible].ravel(), times[possible].ravel()).reshape(-1, 5)
    if not flush:
        # Which suits a plain board has matters to nothing; no three of its cards share one.
        cards = cards & ~3 | np.array([0, 1, 2, 3, 0])
    board[possible, 0] = cards
    return Situations(
        UTH,
        Scene.RIVER,
        (number, width),
        own=own,
        board=board,
        category=rows.category,
        alone=rows.alone[:, None],
        outs=rows.outs,
        there=np.asarray(rows.category != NO_HAND),
        by_ranks=ByRanks(river_seen(flush=False), shape.plain_of, columns) if flush else None,
    )


@lru_cache(2)
def uth_ground(blind: Paytable | None = None) -> HoldemPricingModel:
    """The game with that Blind, by default the approved one; the last two are kept."""
    return HoldemPricingModel(cached_solution(blind))
