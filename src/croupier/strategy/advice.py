"""The best decision with the cards that can be seen, and what every other one costs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from croupier.cards import Cards, cards_text
from croupier.lab.known_cards.weighed_choices import WeighedChoices
from croupier.lab.solver import Tables, solver
from croupier.rules.game import Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice(WeighedChoices):
    """What each choice is worth in base bets, exactly, best first.

    up      the card that the dealer shows
    seen    cards of others that were seen, and `unseen` what the choices look like to one who does not look
    down    base bets that lie there already, where it matters how many
    """

    game: Game
    own: Cards
    board: Cards
    up: Cards
    seen: Cards
    down: int | None
    choices: Mapping[str, Fraction]
    unseen: Mapping[str, Fraction]

    @property
    def hand_words(self) -> str:
        """The hand so far in words."""
        return self.game.hand_words(self.own, self.board)

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game.key,
            "own": cards_text(self.own),
            "board": cards_text(self.board),
            "up": cards_text(self.up),
            "seen": cards_text(self.seen),
            "down": self.down,
            "hand": self.hand_words,
            **self.weighed(),
        }


def advise(
    game: Game,
    own: Cards,
    board: Cards = (),
    up: Cards = (),
    seen: Cards = (),
    *,
    down: int | None = None,
    designs: Tables | None = None,
) -> Advice:
    """The value of every choice with those cards in sight."""
    game_solver = solver(game)
    unseen = game_solver.advise(own, board, up, down=down, designs=designs)
    choices = game_solver.advise(own, board, up, seen, down=down, designs=designs) if seen else unseen
    return Advice(game=game, own=own, board=board, up=up, seen=seen, down=down, choices=choices, unseen=unseen)
