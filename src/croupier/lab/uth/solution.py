"""A solved game: totals, decisions, and what each choice is worth.

Totals are whole numbers in units of 1/`unit` Ante, over every deal that is still possible: 20,975,724,000
for a starting hand, 1,081 × 990 for a (hole, flop), 990 for a river.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card, WrongNumberOfCards, check_distinct
from croupier.lab.hands.starts import HOLES, STARTS, combos, hole_index, parse_start, start_name, start_of_hole
from croupier.lab.uth.blind import blind_bonus
from croupier.lab.uth.boards import boards
from croupier.lab.uth.decisions import DECIDED, PLAY, Decisions
from croupier.lab.uth.flops import class_of
from croupier.lab.uth.rows import row_of
from croupier.rules.paytables import Paytable

DEALERS = 990
COMPLETIONS = 1081
DEALS_OF_A_START = 19_600 * COMPLETIONS * DEALERS


@dataclass(frozen=True, slots=True)
class Start:
    """One of the 169 starting hands: totals of one hole over all its deals, in units."""

    hand: str
    combos: int
    check: int
    bet3: int
    bet4: int
    best: str


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSolution:
    """Optimal play of Ante, Blind and Play.

    unit          units in an Ante: the common denominator of the Blind's pays
    deals         deals of the whole game
    check, bet3, bet4       of each starting hand, totals of one hole over its deals, in units
    flop_check, flop_bet2   of each class of (hole, flop), totals over turn, river and dealer, in units
    flop_plays    of each class, on how many of the 1,081 boards a checker bets 1x
    decisions     what to do everywhere
    decided       how many (hole, board in dealt order) end in 4x, 3x, 2x, 1x, fold
    """

    blind: Paytable
    unit: int
    deals: int
    dealers: int
    check: NDArray[np.int64]
    bet3: NDArray[np.int64]
    bet4: NDArray[np.int64]
    flop_check: NDArray[np.int64]
    flop_bet2: NDArray[np.int64]
    flop_plays: NDArray[np.int16]
    decisions: Decisions
    decided: tuple[int, int, int, int, int]

    @property
    def total(self) -> int:
        """What the player makes over every deal of the game, in units."""
        best = np.maximum(np.maximum(self.check, self.bet3), self.bet4)
        return sum(int(value) * int(times) for value, times in zip(best, combos(), strict=True))

    @property
    def value(self) -> Fraction:
        """The player's expected result in Antes."""
        return Fraction(self.total, self.unit * self.deals)

    @property
    def edge(self) -> Fraction:
        """The house's edge of the Ante."""
        return -self.value

    @property
    def frequencies(self) -> dict[str, Fraction]:
        """How often a round ends in each decision."""
        every = sum(self.decided)
        return {name: Fraction(times, every) for name, times in zip(DECIDED, self.decided, strict=True)}

    @property
    def average_bet(self) -> Fraction:
        """All money bet in a round, Ante and Blind included, in Antes."""
        return 2 + Fraction(sum(k * n for k, n in zip(PLAY, self.decided, strict=True)), sum(self.decided))

    @property
    def edge_of_action(self) -> Fraction:
        """The house's edge of all money bet, also called the element of risk."""
        return self.edge / self.average_bet

    def start(self, hand: int | str) -> Start:
        """One starting hand, by number or by name."""
        i = parse_start(hand) if isinstance(hand, str) else hand
        best = {0: "check", 3: "bet3", 4: "bet4"}[int(self.decisions.preflop[i])]
        return Start(start_name(i), int(combos()[i]), int(self.check[i]), int(self.bet3[i]), int(self.bet4[i]), best)

    def choices(self, hole: tuple[Card, ...], board: tuple[Card, ...] = ()) -> dict[str, Fraction]:
        """What each legal choice is worth in Antes, given the cards that can be seen.

        `board` is nothing, the flop, or all five cards. A check is worth what the best play after it is.
        """
        if len(hole) != 2:
            raise WrongNumberOfCards("hole", 2, len(hole))
        check_distinct((*hole, *board))
        match len(board):
            case 0:
                i = start_of_hole()[hole_index(hole[0], hole[1])]
                totals = {"check": self.check[i], "bet3": self.bet3[i], "bet4": self.bet4[i]}
                over = DEALS_OF_A_START
            case 3:
                number = class_of((hole[0], hole[1]), (board[0], board[1], board[2]))
                totals = {"check": self.flop_check[number], "bet2": self.flop_bet2[number]}
                over = COMPLETIONS * DEALERS
            case 5:
                row = row_of(hole, board)
                counts = boards().flush if row.flush else boards().plain
                at = (row.board, row.pair)
                won, lost = int(counts.win[at]), int(counts.lose[at])
                ante = self.unit * (int(counts.win_qualified[at]) - int(counts.lose_qualified[at]))
                bonus = int(blind_bonus(self.blind)[1][counts.category[at]])
                totals = {
                    "bet1": np.int64(ante + won * bonus - self.unit * lost + self.unit * (won - lost)),
                    "fold": np.int64(-2 * self.unit * DEALERS),
                }
                over = DEALERS
            case n:
                raise WrongNumberOfCards("board", 5 if n > 3 else 3, n)
        return {choice: Fraction(int(total), self.unit * over) for choice, total in totals.items()}

    def to_dict(self) -> dict[str, object]:
        """The figures of the game and its 169 starting hands, for JSON; the large tables stay arrays."""
        value = self.value
        over = self.unit * (self.deals // HOLES)
        starts = [self.start(i) for i in range(STARTS)]
        return {
            "blind": self.blind.name,
            "edge_of_ante": float(self.edge),
            "edge_of_action": float(self.edge_of_action),
            "average_bet": float(self.average_bet),
            "frequencies": {name: float(share) for name, share in self.frequencies.items()},
            "exact": {"numerator": value.numerator, "denominator": value.denominator},
            "starts": [
                {
                    "hand": start.hand,
                    "combos": start.combos,
                    "check": start.check / over,
                    "bet3": start.bet3 / over,
                    "bet4": start.bet4 / over,
                    "best": start.best,
                }
                for start in starts
            ],
        }
