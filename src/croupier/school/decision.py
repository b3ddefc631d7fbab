"""A decision that a player faces: the cards in sight, and nothing of what is right. It can be asked, and found again.

What each choice is worth is for the lab; this is only what lies on the felt, so that a page can show it, a record keep
it and an audit draw it again.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from croupier.cards import Card, Cards, cards_text, check_distinct, parse_cards
from croupier.errors import Refused
from croupier.games import game as game_of
from croupier.rules.game import Game
from croupier.school.draw import Draw


class NoSuchPosition(Refused):
    """Text that names no decision."""

    def __init__(self, text: str, why: object) -> None:
        super().__init__(f"no position {text[:80]!r}: {why}; want such as 'uth Kc5d' or 'uth Kc5d 2h7dTs'")


@dataclass(frozen=True, slots=True)
class Decision:
    """Own cards, the board and the dealer's shown card, at one street of a game."""

    game: Game
    street: int
    own: Cards
    board: Cards
    up: Cards

    @property
    def key(self) -> str:
        """The position in one line, by which it is found again."""
        cards = [cards_text(cards).replace(" ", "") for cards in (self.own, self.board, self.up)]
        return " ".join([self.game.key, cards[0], cards[1] or "-", cards[2] or "-"])

    @property
    def made(self) -> str:
        """The hand so far in words."""
        return self.game.hand_words(self.own, self.board)

    @property
    def offered(self) -> tuple[str, ...]:
        """What may be chosen, in the order of the table's buttons."""
        return tuple(str(action) for action in self.game.open_to(self.street, self.own))


def decision(game: Game, own: Cards, board: Cards = (), up: Cards = ()) -> Decision:
    """The decision with those cards in sight."""
    streets = [number for number in range(len(game.streets)) if game.board_at(number) == len(board)]
    if not streets:
        want = ", ".join(str(game.board_at(number)) for number in range(len(game.streets)))
        raise Refused(f"with {len(board)} cards on the board nobody decides in {game.name}; want {want}")
    if (len(own), len(up)) != (game.layout.own, game.layout.up):
        raise Refused(f"{game.name} has {game.layout.own} own cards and {game.layout.up} that the dealer shows")
    own, board, up = (tuple(map(Card, cards)) for cards in (own, board, up))
    check_distinct((*own, *board, *up), game.deck)
    return Decision(game, streets[0], own, board, up)


def parse_decision(text: str) -> Decision:
    """The decision that a key names."""
    parts = text.split()
    try:
        game, *cards = parts
        own, board, up = (parse_cards("" if part == "-" else part) for part in (*cards, "-", "-")[:3])
        return decision(game_of(game), own, board, up)
    except (Refused, ValueError) as why:
        raise NoSuchPosition(text, why) from None


def street_of(game: Game, word: str) -> int:
    """The number of the street that a word names."""
    keys = [street.key for street in game.streets]
    if word not in keys:
        raise Refused(f"{game.name} has no street {word!r}; want one of {', '.join(keys)}")
    return keys.index(word)


EDITION: Final = 1
"""Raised when a paper of the same seed would come out otherwise."""
QUESTIONS: Final = 100
_GRADES: Final = (("A", Fraction(1, 500)), ("B", Fraction(1, 100)), ("C", Fraction(3, 100)), ("D", Fraction(1, 10)))
"""The most that a decision may cost on average, in base bets, for each grade; what costs more is an E."""
PASSES: Final = frozenset("ABC")
_SHARES: Final = {1: (100,), 2: (50, 50), 3: (40, 30, 30)}


def hundred(game: Game, seed: str) -> tuple[Decision, ...]:
    """The hundred decisions of a test: so many of each street, dealt until a sensible player comes to decide there."""
    draw = Draw(f"decisions/{game.key}/{seed}")
    return tuple(
        _reached(game, street, draw) for street, share in enumerate(_SHARES[len(game.streets)]) for _ in range(share)
    )


def grade_of(cost: Fraction, questions: int = QUESTIONS) -> str:
    """The grade of a test whose answers gave up so much together, in base bets."""
    return next((grade for grade, most in _GRADES if cost <= most * questions), "E")


def _reached(game: Game, street: int, draw: Draw) -> Decision:
    layout, board = game.layout, game.board_at(street)
    while True:
        deck = list(game.deck)
        cards = [deck.pop(draw.below(len(deck))) for _ in range(layout.own + board + layout.up)]
        own, rest = tuple(cards[: layout.own]), cards[layout.own :]
        if _comes_there(game, street, own, tuple(rest[:board])):
            return Decision(game, street, own, tuple(rest[:board]), tuple(rest[board:]))


def _comes_there(game: Game, street: int, own: Cards, board: Cards) -> bool:
    """Whether the earlier streets, played by plain sense, leave something to decide at this one."""
    before = tuple(game.sense(number, own, board[: game.board_at(number)]) for number in range(street))
    return any(line[:street] == before and len(line) > street for line in game.lines.values())
