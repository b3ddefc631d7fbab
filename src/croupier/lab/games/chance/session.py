"""An evening at one of the six games, exactly: one round's results, ready for `croupier.lab.chance.ruin`."""

from __future__ import annotations

from croupier.lab.chance.ruin import Outcomes
from croupier.lab.games.solution import Solution
from croupier.rules.actions import Bet
from croupier.rules.game import Game


def round_outcomes(solution: Solution) -> Outcomes:
    """What a round nets, and how likely."""
    return Outcomes.of(dict(zip(solution.net.tolist(), solution.ways.tolist(), strict=True)), solution.unit)


def full_bet(game: Game) -> int:
    """Base bets that a player must be able to lose in one round: those before the deal, and the largest afterwards."""
    before = sum(game.base in (spot.key, spot.follows) for spot in game.before)
    later = [max((one.multiple for one in street.offers if isinstance(one, Bet)), default=0) for street in game.streets]
    return before + sum(later)
