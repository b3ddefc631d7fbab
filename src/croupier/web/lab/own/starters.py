"""Declarations to begin with: one for each kind of cards that a game has, with pays that leave the house something."""

from __future__ import annotations

from typing import Final

from croupier.rules.game import Game
from croupier.rules.own.bet import BESTS, Counted, how_many

_LINES: Final[dict[tuple[int, int], dict[str, str]]] = {
    (1, 1): {"ace spades": "12 to 1", "ace": "5 to 1", "jack/queen/king": "1 to 2"},
    (2, 2): {"pair of aces red": "60 to 1", "pair of aces": "30 to 1", "ace king suited": "20 to 1", "pair": "6 to 1",
             "suited": "1 to 2"},
    (3, 3): {"straight flush": "40 to 1", "three of a kind": "30 to 1", "straight": "6 to 1", "flush": "4 to 1",
             "pair": "1 to 1"},
    (4, 4): {"four of a kind": "1,000 to 1", "straight flush": "200 to 1", "three of a kind": "30 to 1",
             "flush": "12 to 1", "straight": "10 to 1", "two pair": "8 to 1", "pair of jacks or better": "2 to 1"},
    (5, 5): {"royal flush": "1,000 to 1", "straight flush": "200 to 1", "four of a kind": "100 to 1",
             "full house": "40 to 1", "flush": "25 to 1", "straight": "15 to 1", "three of a kind": "6 to 1",
             "two pair": "4 to 1", "pair of jacks or better": "1 to 1"},
    (6, 5): {"royal flush": "1,000 to 1", "straight flush": "200 to 1", "four of a kind": "100 to 1",
             "full house": "20 to 1", "flush": "15 to 1", "straight": "10 to 1", "three of a kind": "7 to 1"},
    (7, 5): {"royal flush": "50 to 1", "straight flush": "40 to 1", "four of a kind": "30 to 1", "full house": "8 to 1",
             "flush hearts": "7 to 1", "flush": "6 to 1", "straight": "4 to 1", "three of a kind": "3 to 1"},
}  # fmt: skip


def starters(game: Game) -> dict[str, str]:
    """By the cards that they count, in words: the declarations of a game."""
    made: dict[str, str] = {}
    for counted in Counted:
        cards = how_many(counted, game.layout)
        best = min(cards, 5)
        if (cards, best) in BESTS:
            pays = "".join(f'"{line}" = "{pay}"\n' for line, pay in _LINES[cards, best].items())
            made[counted.words] = (
                f'[my_bet]\nname = "My Bet"\ngames = ["{game.key}"]\ncards = "{counted.value}"\n'
                f'after_fold = "plays"\nlimits = "1-50"\n\n[my_bet.pays]\n{pays}'
            )
    return made
