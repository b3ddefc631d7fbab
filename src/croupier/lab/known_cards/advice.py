"""The best decision with some cards seen, and what ignoring them costs.

Before the flop the tables of one set of seen cards are made, which takes a second or two; on the flop and at the
river everything is dealt out directly.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from croupier.cards import Cards, WrongNumberOfCards, cards_text
from croupier.lab.hands.starts import HOLES, hole_index
from croupier.lab.known_cards.direct import direct_flop, direct_rivers
from croupier.lab.known_cards.engine import SeenTables, hole_totals, optimal, seen_tables
from croupier.lab.known_cards.frames import all_flops
from croupier.lab.known_cards.sets import check_seen
from croupier.lab.known_cards.sums import ALL_BET2, BEST, MARGIN
from croupier.lab.known_cards.totals import deals_left
from croupier.lab.known_cards.weighed_choices import WeighedChoices, best_first
from croupier.lab.solution_cache import cached_solution
from croupier.rules.actions import ACTIONS


@dataclass(frozen=True, slots=True)
class SeenAdvice(WeighedChoices):
    """What each choice is worth in Antes with the cards seen, best first; equal values prefer the bet.

    unseen   what the same choices look like to one who does not look
    """

    seen: Cards
    hole: Cards
    board: Cards
    choices: Mapping[str, Fraction]
    unseen: Mapping[str, Fraction]

    def to_dict(self) -> dict[str, object]:
        return {
            "seen": cards_text(self.seen),
            "hole": cards_text(self.hole),
            "board": cards_text(self.board),
            **self.weighed(),
        }


@lru_cache(maxsize=4)
def _tables(seen: tuple[int, ...]) -> SeenTables:
    return seen_tables(optimal(), seen)


def advise_seen(seen: Cards, hole: Cards, board: Cards = ()) -> SeenAdvice:
    """The value of every choice with `seen` out of the deck: before the flop, on it, or at the river."""
    if len(hole) != 2:
        raise WrongNumberOfCards("a hand", 2, len(hole))
    if len(board) not in (0, 3, 5):
        raise WrongNumberOfCards("the board", 3 if len(board) < 4 else 5, len(board))
    check_seen(seen, hole, board)
    return SeenAdvice(
        seen=seen,
        hole=hole,
        board=board,
        choices=best_first(_choices(seen, hole, board), tuple(ACTIONS)),
        unseen=best_first(cached_solution().choices(hole, board), tuple(ACTIONS)),
    )


def _choices(seen: Cards, hole: Cards, board: Cards) -> dict[str, Fraction]:
    strategy = optimal()
    match len(board):
        case 0:
            number = hole_index(hole[0], hole[1])
            only = np.arange(HOLES) == number
            totals = hole_totals(_tables(tuple(sorted(seen))), all_flops(), only)[number].tolist()
            over = deals_left(len(seen)) * 2 // ((52 - len(seen)) * (51 - len(seen)))
            bet3 = totals[ALL_BET2] + strategy.unit * totals[MARGIN]
            worth = {"check": totals[BEST], "bet3": bet3, "bet4": bet3 + strategy.unit * totals[MARGIN]}
        case 3:
            flop = direct_flop(strategy, hole, board, seen)
            worth, over = {"check": flop.check, "bet2": flop.bet2}, flop.deals
        case _:
            river = direct_rivers(strategy, hole, np.array([board], np.uint8), seen)[0]
            worth, over = {"bet1": river.bet1, "fold": river.fold}, river.dealers
    return {name: Fraction(int(total), strategy.unit * over) for name, total in worth.items()}
