"""What the lab can answer for: which games it has solved, and the bets that it can price. It computes nothing."""

from __future__ import annotations

from functools import cache

from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.games import GAMES
from croupier.rules.wagers import PROGRESSIVE

SOLVED = frozenset({"uth", "three-card", "caribbean", "four-card", "crazy-four", "mississippi", "let-it-ride"})
"""The games that the lab can answer for, by key."""


class NotSolved(Refused):
    """A question about a game that the lab cannot answer yet."""

    def __init__(self, game: Game) -> None:
        there = ", ".join(other.name for other in GAMES.values() if other.key in SOLVED)
        super().__init__(f"{game.name} has not been solved here yet; the lab answers for {there}")


def check_solved(game: Game) -> None:
    """Refuse a game that the lab cannot answer for."""
    if game.key not in SOLVED:
        raise NotSolved(game)


@cache
def priced_bets() -> dict[str, str]:
    """The kinds of pay tables that can be priced, in the order of the felts, and their felt words.

    A kind that several games share has the words of the first that offers it.
    """
    games = [game for game in GAMES.values() if game.key in SOLVED]
    felts: dict[str, str] = {}
    for game in games:
        for kind in game.base_tables:
            felts.setdefault(kind, game.table_words(kind))
        for bet in game.side_bets:
            felts.setdefault(bet.kind, bet.spot.felt)
    return felts | {PROGRESSIVE: games[0].by_key[PROGRESSIVE].felt}
