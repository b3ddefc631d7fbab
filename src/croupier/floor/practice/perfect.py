"""How a perfect player decides: by the exact value of each choice, as the lab works it out, without looking at others.

Before the flop of Ultimate Texas Hold'em, where a value takes the whole game to work out, by the chart of the solved
game: it is the same with every Blind that is offered.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import RANKS, Cards
from croupier.games.uth import BLIND, UTH
from croupier.lab.games.direct import choice_values
from croupier.lab.seen.direct import direct_flop, direct_rivers
from croupier.lab.solved import SOLVED
from croupier.lab.uth.blind import blind_bonus
from croupier.rules.actions import BET1, BET2, BET4, CHECK, FOLD, Action
from croupier.rules.terms import Terms
from croupier.rules.view import RoundView, SeatView

_SUITED: Final = {"A": "2", "K": "2", "Q": "6", "J": "8"}
_OFFSUIT: Final = {"A": "2", "K": "5", "Q": "8", "J": "T"}
"""Beside which lowest card a high one is raised with four times; a pair is from threes on."""
_THREES: Final = RANKS.index("3")


class _Priced(NamedTuple):
    unit: int
    bonus: NDArray[np.int64]


def best_action(seen: RoundView, mine: SeatView) -> Action | None:
    """The best of what a seat may do now, for one who looks at the own cards and the board; None where nobody knows it,
    in a game that the lab has not solved."""
    assert mine.cards is not None, "a seat that is due has its cards"
    terms = seen.terms
    if terms.game.key not in SOLVED:
        return None
    if terms.rules.game is UTH:
        return _in_hold_em(terms, mine.cards, seen.board)
    designs = {bet: terms.table(bet) for bet in terms.game.base_tables}
    base = mine.stakes[terms.game.base]
    down = (base + sum(mine.raised.values())) // base if terms.game.key == "mississippi" else None
    values = choice_values(terms.rules.game, mine.cards, seen.board, seen.up, down=down, designs=designs)
    legal = {str(action): action for action in mine.legal}
    return next(legal[choice] for choice in values if choice in legal)


def _in_hold_em(terms: Terms, hole: Cards, board: Cards) -> Action:
    priced = _Priced(*blind_bonus(terms.table(BLIND)))
    match len(board):
        case 0:
            return BET4 if is_raised(hole) else CHECK
        case 3:
            flop = direct_flop(priced, hole, board)
            return BET2 if flop.bet2 >= flop.check else CHECK
        case _:
            (river,) = direct_rivers(priced, hole, np.array([board], np.uint8))
            return BET1 if river.bet1 >= river.fold else FOLD


def is_raised(hole: Cards) -> bool:
    """Whether the best play bets four times before the flop with these two cards."""
    low, high = sorted(card.rank for card in hole)
    if low == high:
        return low >= _THREES
    least = (_SUITED if hole[0].suit == hole[1].suit else _OFFSUIT).get(RANKS[high])
    return least is not None and low >= RANKS.index(least)
