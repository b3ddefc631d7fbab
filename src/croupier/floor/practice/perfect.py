"""How a perfect player decides: by the exact value of each choice, without looking at others' cards."""

from __future__ import annotations

from croupier.errors import Refused
from croupier.lab.solver import solver
from croupier.rules.actions import Action
from croupier.rules.view import RoundView, SeatView


def best_action(seen: RoundView, mine: SeatView) -> Action | None:
    """The best of what a seat may do now, for one who looks at the own cards and the board; None where that cannot be
    found at once."""
    assert mine.cards is not None, "a seat that is due has its cards"
    terms = seen.terms
    designs = {bet: terms.table(bet) for bet in terms.game.base_tables}
    try:
        down = terms.game.base_bets(mine.stakes, mine.raised)
        best = solver(terms.rules.game).choose(mine.cards, seen.board, seen.up, down=down, designs=designs)
    except Refused:
        return None
    return next(action for action in mine.legal if str(action) == best)
