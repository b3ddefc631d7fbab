"""What the lab can answer for: which games it has solved, and the bets that it can price. It computes nothing."""

from __future__ import annotations

from functools import cache

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.games import GAMES
from croupier.rules.wagers import PROGRESSIVE

SOLVED = frozenset({"uth"})
"""The games that the lab can answer for, by key."""


class NotSolved(Refused):
    """A question about a game that the lab cannot answer yet."""

    def __init__(self, game: Game) -> None:
        there = ", ".join(GAMES[key].name for key in sorted(SOLVED))
        super().__init__(f"{game.name} has not been solved here yet; the lab answers for {there}")


def check_solved(game: Game) -> None:
    """Refuse a game that the lab cannot answer for."""
    if game.key not in SOLVED:
        raise NotSolved(game)


@cache
def priced_bets() -> dict[str, str]:
    """The kinds of pay tables that can be priced, in the order of the felts, and their felt words."""
    felts: dict[str, str] = {}
    for key in sorted(SOLVED):
        game = GAMES[key]
        felts |= {bet: game.table_words(bet) for bet in game.base_tables}
        felts |= {bet.kind: bet.spot.felt for bet in game.side_bets}
        felts[PROGRESSIVE] = game.by_key[PROGRESSIVE].felt
    return felts
