"""What a player who plays best folds away, where a house lets folded side bets lose (R24, R40).

With `bad_beat_on_fold` or `progressive_on_fold` off, a line wins only on the deals that are not folded, so
the bet depends on how the base game is played. Here it is played for the base game's sake, as well as can
be: that a player might call a hopeless hand to save a side bet is left out.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from croupier.hands import Category
from croupier.lab.bets.ways import Folded
from croupier.lab.hands.five_cards import five_card_categories
from croupier.lab.hands.starts import start_of_hole
from croupier.lab.uth.decisions import FOLD
from croupier.lab.uth.flops import class_cards, flops
from croupier.lab.uth.playout import LOSE, WIN, Outcome, play_out
from croupier.lab.uth.solution import COMPLETIONS, DEALERS, GameSolution
from croupier.rules.paytables import ALL_SEVEN, Paytable
from croupier.rules.wagers import PROGRESSIVE


def folded_deals(table: Paytable, solution: GameSolution, outcome: Outcome | None = None) -> Folded:
    """By line of a Bad Beat or progressive table, how many of its deals are folded, of all deals of the game.

    `outcome` saves playing the solution out again where that has been done.
    """
    if table.bet == PROGRESSIVE and table.cards != ALL_SEVEN:
        return Folded(solution.deals, _first_five(solution))
    joint = (outcome or play_out(solution.decisions)).joint[FOLD]
    if table.bet == PROGRESSIVE:
        # A royal is never folded, so its three lines need no telling apart.
        assert not joint[Category.ROYAL_FLUSH].any(), "the best play folds no royal flush"
        return Folded(solution.deals, {kind.key: int(joint[kind].sum()) for kind in Category})
    beaten = {
        kind.key: int(joint[kind, :, LOSE].sum() + joint[:, kind, WIN].sum())
        for kind in Category
        if kind >= Category.THREE_OF_A_KIND
    }
    return Folded(solution.deals, beaten)


def _first_five(solution: GameSolution) -> dict[str, int]:
    """Folded deals by the category of hole and flop: of a class that checks twice, those not bet at the river."""
    table = flops()
    decisions = solution.decisions
    checks = (decisions.preflop[start_of_hole()[table.hole]] == 0) & ~decisions.flop
    folds = np.where(checks, COMPLETIONS - solution.flop_plays.astype(np.int64), 0) * table.class_weight
    categories = _class_categories()
    return {kind.key: int(folds[categories == kind].sum()) * DEALERS for kind in Category}


@cache
def _class_categories() -> NDArray[np.uint8]:
    return five_card_categories(class_cards())
