"""Texas Hold'em Bonus solved exactly, by what its bets have in common.

With k base bets on the board in all, a hand nets A + k·B over the dealer's hands and the cards to come: B is how many
more deals it wins than it loses, A what the Ante nets. So each optional bet stands alone. The River is right wherever B
over the last card is not negative, the Turn wherever B over the last two is not, whatever was bet before. One table of
B and A over all boards of four cards, up to the names of the suits, answers everything; it is counted board by board,
every pair of cards against every other.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, Cards
from croupier.games.holdem_bonus import ANTE_PAYS, HOLDEM_BONUS
from croupier.hands import Category
from croupier.lab.games.holdem_bonus_kernels import count_ends, sum_turns
from croupier.lab.games.nets import Tables, tables_of, unit_of
from croupier.lab.games.solution import Solution
from croupier.lab.hands.cardsets import numbers
from croupier.lab.hands.evaluator import tables
from croupier.lab.hands.starts import HOLES, hole_index
from croupier.lab.kernel import spread
from croupier.lab.known_cards.decks import WHOLE, SetClasses, classes, renamed_sets
from croupier.lab.uth.distribution import histogram
from croupier.rules.paytables import Paytable, To

DEALERS = comb(45, 2)
AFTER_TURN = 46 * DEALERS
AFTER_FLOP = 47 * AFTER_TURN
AFTER_START = comb(50, 3) * AFTER_FLOP
"""Deals that can follow with one hand, once the turn card, the flop and nothing of the board lies there."""

Wholes: TypeAlias = NDArray[np.int64]


class Played(NamedTuple):
    """A way to play: who goes on with which hole, who bets the Turn, who the River without a Turn bet and with one."""

    start: NDArray[np.bool_]
    flop: NDArray[np.bool_]
    turn: tuple[NDArray[np.bool_], NDArray[np.bool_]]


@dataclass(frozen=True)
class HoldemBonus:
    """The game under a pay table of the Ante, ready to be played in any way. Columns are holes.

    ahead  by board of four cards: deals won less deals lost, over the last card and the dealer's
    ante   by the same: what the Ante nets, in units
    """

    table: Paytable
    unit: int
    ahead: NDArray[np.int32]
    ante: Wholes

    @cached_property
    def flop_ahead(self) -> Wholes:
        """By flop: deals won less deals lost, over all that can follow."""
        return _before(classes(WHOLE, 3), classes(WHOLE, 4), self.ahead)

    @cached_property
    def flop_rest(self) -> Wholes:
        """By flop: what the Ante, the Flop and the best River net, in units."""
        return self.rest_with(self.ahead >= 0)

    def rest_with(self, river: NDArray[np.bool_]) -> Wholes:
        """The same with the River bet on those boards."""
        rest = self.ante + self.unit * self.ahead.astype(np.int64) * (2 + river)
        return _before(classes(WHOLE, 3), classes(WHOLE, 4), rest)

    @cached_property
    def start_values(self) -> Wholes:
        """By hole: what going on nets, with the best play afterwards, in units."""
        return start_sums(self.flop_rest + self.unit * np.maximum(self.flop_ahead, 0))

    @property
    def fold_value(self) -> int:
        return -self.unit * AFTER_START

    @cached_property
    def best(self) -> Played:
        """The best play; of equal choices the bet."""
        river = self.ahead >= 0
        return Played(self.start_values >= self.fold_value, self.flop_ahead >= 0, (river, river))

    def ends(self, way: Played) -> Wholes:
        """The deals that end so, by the Turn bet, the River bet, the category of the player's hand, and whether it
        wins, ties or loses."""
        boards, table = classes(WHOLE, 4), tables()
        cards, weight, bets = boards.cards, boards.weight, turn_bets(way.flop)
        found = np.zeros((-(-len(cards) // _ROWS), 2, 2, len(Category), 3), np.int64)

        def job(first: int, stop: int) -> None:
            count_ends(
                cards[first:stop], weight[first:stop], way.start, bets[first:stop],
                way.turn[0][first:stop], way.turn[1][first:stop], table.by_ranks, table.by_flush, table.category,
                found[first // _ROWS],
            )  # fmt: skip

        spread(job, len(cards), _ROWS)
        return np.asarray(found.sum(axis=0))

    def play(self, way: Played) -> Solution:
        """The game played so, over every deal."""
        ends, deals = self.ends(way), HOLES * AFTER_START
        net = np.array(
            [[[line_nets(self.table, self.unit, 2 + turn + river, kind) for kind in Category] for river in (0, 1)]
             for turn in (0, 1)],
            np.int64,
        )  # fmt: skip
        folded = deals - int(ends.sum())
        results, ways = histogram(np.append(net, -self.unit), np.append(ends, folded))
        often = ends.sum(axis=(2, 3))
        bet = deals + sum((2 + turn + river) * int(often[turn, river]) for turn in (0, 1) for river in (0, 1))

        def share(count: int) -> Fraction:
            return Fraction(int(count), deals)

        return Solution(
            game=HOLDEM_BONUS,
            tables={ANTE_PAYS: self.table},
            unit=self.unit,
            net=results,
            ways=ways,
            bet=self.unit * bet,
            frequencies={
                "preflop": {"bet2": share(ends.sum()), "fold": share(folded)},
                "flop": {"bet1": share(often[1].sum()), "check": share(often[0].sum())},
                "turn": {"bet1": share(often[:, 1].sum()), "check": share(often[:, 0].sum())},
            },
        )

    @cached_property
    def solution(self) -> Solution:
        """The game played best."""
        return self.play(self.best)


@lru_cache(3)
def _counted(table: Paytable) -> HoldemBonus:
    return HoldemBonus(table, unit_of({ANTE_PAYS: table}), *_turn_sums(classes(WHOLE, 4).cards, table))


def _turn_sums(boards: NDArray[np.uint8], table: Paytable, seen: Cards = ()) -> tuple[NDArray[np.int32], Wholes]:
    """By board of four cards and hole: deals won less deals lost, and what the Ante nets in units, with some cards of
    others out of the deck."""
    unit, found = unit_of({ANTE_PAYS: table}), tables()
    pays = np.array([_pay(table, unit, kind) for kind in Category], np.int64)[found.category]
    ahead, ante = np.zeros((len(boards), HOLES), np.int32), np.zeros((len(boards), HOLES), np.int64)
    gone = np.uint64(sum(1 << card for card in seen))

    def job(first: int, stop: int) -> None:
        sum_turns(
            boards[first:stop], gone, found.by_ranks, found.by_flush, pays, unit, ahead[first:stop], ante[first:stop]
        )

    spread(job, len(boards), _ROWS)
    return ahead, ante


class Direct(NamedTuple):
    """One hole with some of the board, dealt out: what all but the next optional bet nets in units, what that bet
    would, and how many deals can follow."""

    rest: int
    bet: int
    deals: int


def dealt_out(own: Cards, board: Cards, table: Paytable, seen: Cards = (), bets: int = 2) -> Direct:
    """A hand on the flop or after the turn card, with so many bets beside the Ante, played best from there on."""
    unit, hole = unit_of({ANTE_PAYS: table}), hole_index(*own)
    left = len(DECK) - len(own) - len(board) - len(seen)
    deals = comb(left - 1, 2) * left if len(board) == 4 else left * (left - 1) * comb(left - 2, 2)
    if len(board) == 4:
        boards = np.array([sorted(board)], np.uint8)
    else:
        known = {*own, *board, *seen}
        boards = np.array([sorted((*board, card)) for card in DECK if card not in known], np.uint8)
    ahead, ante = (sums[:, hole].astype(np.int64) for sums in _turn_sums(boards, table, seen))
    rest = ante + unit * bets * ahead
    if len(board) == 3:
        rest += unit * np.maximum(ahead, 0)
    return Direct(int(rest.sum()), unit * int(ahead.sum()), deals)


def holdem_bonus(designs: Tables | None = None) -> HoldemBonus:
    """The game with the approved pay table of the Ante, or a design in its place; the last few are kept."""
    return _counted(tables_of(HOLDEM_BONUS, designs)[ANTE_PAYS])


def turn_bets(flop: NDArray[np.bool_]) -> NDArray[np.int8]:
    """By board of four cards and hole: of the four ways in which one of the cards came last, in how many the Turn was
    bet before it."""
    cards, flops, moved = classes(WHOLE, 4).cards, classes(WHOLE, 3), renamed_sets(WHOLE, 2)
    bets = np.zeros((len(cards), HOLES), np.int8)
    for last in range(4):
        before = numbers(np.delete(cards, last, axis=1))
        for naming in range(WHOLE.namings):
            here = np.flatnonzero(flops.naming[before] == naming)
            bets[here] += flop[flops.row[before[here]]][:, moved[naming]]
    return bets


_ROWS = 256
"""Boards that are counted at once."""


def _pay(table: Paytable, unit: int, kind: Category) -> int:
    """What a winning Ante nets with a hand of that category, in units."""
    pay = table.pays.get(kind.key)
    return pay.win * unit // pay.per if isinstance(pay, To) else 0


def line_nets(table: Paytable, unit: int, bets: int, kind: Category) -> tuple[int, int, int]:
    """What a hand of that category nets when it wins, ties and loses, with so many bets beside the Ante."""
    return _pay(table, unit, kind) + bets * unit, 0, -unit * (1 + bets)


def _before(earlier: SetClasses, later: SetClasses, values: NDArray[np.integer]) -> Wholes:
    """The sums over the next card, by board before it and hole."""
    sums, moved = np.zeros((len(earlier), HOLES), np.int64), renamed_sets(WHOLE, 2)
    for row, board in enumerate(earlier.cards):
        others = np.setdiff1d(np.arange(52, dtype=np.uint8), board)
        after = numbers(np.column_stack((np.broadcast_to(board, (len(others), len(board))), others)))
        for number in after:
            sums[row] += values[later.row[number]][moved[later.naming[number]]]
    return sums


def start_sums(values: Wholes) -> Wholes:
    """By hole, the sums over all flops of what is known by class of flops."""
    flops, moved = classes(WHOLE, 3), renamed_sets(WHOLE, 2)
    sums = np.zeros(HOLES, np.int64)
    for row, naming in zip(flops.row, flops.naming, strict=True):
        sums += values[row][moved[naming]]
    return sums
