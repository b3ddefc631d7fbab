"""A decision somebody faces, with the exact value of every choice: what a drill asks and how it judges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from croupier.cards import Card, Cards, cards_text, parse_cards
from croupier.errors import Refused
from croupier.rules.game import Game
from croupier.rules.games import game as game_of
from croupier.rules.games.uth import UTH
from croupier.strategy.advice import CHOICE_WORDS
from croupier.strategy.advice import advise as advise_uth
from croupier.strategy.games.advice import advise as advise_game


class NoSuchPosition(Refused):
    """Text that names no decision."""

    def __init__(self, text: str, why: object) -> None:
        super().__init__(f"no position {text[:80]!r}: {why}; want such as 'uth Kc5d' or 'uth Kc5d 2h7dTs'")


@dataclass(frozen=True, slots=True)
class Position:
    """Own cards, the board and the dealer's shown card, at one street of a game. `choices` are in base bets, best
    first."""

    game: Game
    street: int
    own: Cards
    board: Cards
    up: Cards
    choices: Mapping[str, Fraction]

    @property
    def best(self) -> str:
        return next(iter(self.choices))

    @property
    def margin(self) -> Fraction:
        """What is at stake: how much the next best choice costs."""
        values = list(self.choices.values())
        return values[0] - values[1]

    def cost(self, choice: str) -> Fraction:
        """What a choice gives up against the best one, in base bets; equal choices give up nothing."""
        if choice not in self.choices:
            raise Refused(f"{choice!r} is no choice here; want one of {', '.join(self.choices)}")
        return self.choices[self.best] - self.choices[choice]

    @property
    def key(self) -> str:
        """The position in one line, by which it is found again."""
        cards = [cards_text(cards).replace(" ", "") for cards in (self.own, self.board, self.up)]
        return " ".join([self.game.key, cards[0], cards[1] or "-", cards[2] or "-"])

    @property
    def made(self) -> str:
        """The hand so far in words."""
        return self.game.hand_words(self.own, self.board)

    def to_dict(self) -> dict[str, Any]:
        """The question and its answer, for machines."""
        return {
            "game": self.game.key,
            "street": self.game.streets[self.street].key,
            "own": cards_text(self.own),
            "board": cards_text(self.board),
            "up": cards_text(self.up),
            "hand": self.made,
            "best": self.best,
            "choices": [
                {
                    "choice": choice,
                    "words": CHOICE_WORDS[choice],
                    "value": float(value),
                    "cost": float(self.cost(choice)),
                }
                for choice, value in self.choices.items()
            ],
        }


def board_at(game: Game, street: int) -> int:
    """How many cards of the board lie open when a street is decided."""
    if game is UTH:
        return (0, 3, 5)[street]
    return street


def position(game: Game, own: Cards, board: Cards = (), up: Cards = ()) -> Position:
    """The decision with those cards in sight."""
    streets = [number for number in range(len(game.streets)) if board_at(game, number) == len(board)]
    if not streets:
        want = ", ".join(str(board_at(game, number)) for number in range(len(game.streets)))
        raise Refused(f"with {len(board)} cards on the board nobody decides in {game.name}; want {want}")
    own, board, up = (tuple(map(Card, cards)) for cards in (own, board, up))
    found = advise_uth(own, board).choices if game is UTH else advise_game(game, own, board, up).choices
    return Position(game, streets[0], own, board, up, MappingProxyType(dict(found)))


def parse_position(text: str) -> Position:
    """The position that a key names."""
    parts = text.split()
    try:
        game, *cards = parts
        own, board, up = (parse_cards("" if part == "-" else part) for part in (*cards, "-", "-")[:3])
        return position(game_of(game), own, board, up)
    except (Refused, ValueError) as why:
        raise NoSuchPosition(text, why) from None
