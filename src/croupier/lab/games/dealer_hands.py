"""The hands that a dealer can have beside some cards in sight, held against the player's: how many are better."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from math import comb
from typing import Final

from croupier.cards import Cards
from croupier.lab.games.direct import duel_counts
from croupier.rules.game import Game

_ONE_BY_ONE: Final = 2_000
"""So many hands the game itself ranks, one by one, in some thousandths of a second; more of them are counted by the
lab's tables."""


@dataclass(frozen=True, slots=True)
class DealerHands:
    """How many of the dealer's hands are better than the player's, as good and worse; `unqualified` are those of them
    with which the dealer does not play, none where the dealer always does."""

    better: int
    equal: int
    worse: int
    unqualified: int

    @property
    def dealers(self) -> int:
        return self.better + self.equal + self.worse


def dealer_hands(game: Game, own: Cards, board: Cards = (), up: Cards = ()) -> DealerHands | None:
    """The dealer's hands with those cards in sight; none where the dealer has no hand, where cards of the board are to
    come, and where the hands beside a board are too many. `NotCounted` where there is no table of what they are
    worth."""
    layout = game.layout
    if not layout.dealer or len(board) < layout.board:
        return None
    known = {*own, *board, *up}
    unseen = [card for card in game.deck if card not in known]
    hidden = layout.dealer - len(up)
    if comb(len(unseen), hidden) > _ONE_BY_ONE:
        if board:
            return None
        _, worse, equal, better = duel_counts(game, own, up, (), qualifies=0).tolist()
        unqualified = 0 if game.qualifies is None else int(duel_counts(game, own, up, ())[0])
        return DealerHands(better, equal, worse, unqualified)
    mine, qualifies = game.rank(own, board), game.qualifies
    theirs = [game.rank((*up, *rest), board) for rest in combinations(unseen, hidden)]
    better, equal = sum(hand > mine for hand in theirs), sum(hand == mine for hand in theirs)
    unqualified = 0 if qualifies is None else sum(not qualifies(hand) for hand in theirs)
    return DealerHands(better, equal, len(theirs) - better - equal, unqualified)
