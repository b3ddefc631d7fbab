"""What hands are worth in any game, on any board: a grade for each set of somebody's own cards.

The house's own rankings are looked up in tables. Any other is asked for each hand, once, as long as that is not too
much to ask.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from math import comb
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.hands import FIVE, Ranking
from croupier.hands.four import FOUR
from croupier.hands.three import THREE
from croupier.lab.capabilities import NotCounted
from croupier.lab.games.grades import (
    SetGrades,
    best_five_of_six,
    best_four_of_five,
    best_four_of_six,
    five_cards,
    four_cards,
    three_cards,
)
from croupier.lab.hands.cardsets import CHOOSE, all_sets, numbers, spread_classes
from croupier.lab.hands.evaluator import grade_hands, tables
from croupier.lab.kernel import kernel
from croupier.lab.known_cards.decks import WHOLE, GameDeck, SetClasses, classes
from croupier.rules.game import Game

_TABLES: Final[dict[tuple[Ranking, int], Callable[[], SetGrades]]] = {
    (THREE, 3): three_cards,
    (FOUR, 4): four_cards,
    (FOUR, 5): best_four_of_five,
    (FOUR, 6): best_four_of_six,
    (FIVE, 5): five_cards,
    (FIVE, 6): best_five_of_six,
}

MOST_HANDS: Final = 3_000_000
"""So many hands are ranked by asking the game, and no more."""

_MOST_ASKED: Final = 5
"""Hands of so many cards are ranked by asking about each, up to the names of the suits: a second or two."""

NO_HAND: Final = np.uint16(65535)
"""The grade of cards that lie on the board."""


@dataclass(slots=True)
class BoardRanks:
    """What the sets of so many own cards are worth on the boards of a game.

    strength  by grade, in the game's own numbers, the worst first
    """

    game: Game
    deck: GameDeck
    size: int
    boards: SetClasses
    strength: NDArray[np.int64]
    _table: NDArray[np.uint16] | None = field(default=None, repr=False)

    def on(self, first: int, stop: int) -> NDArray[np.uint16]:
        """The grades on some classes of boards, a row each, by the number of the set of own cards."""
        if self._table is not None:
            return self._table[first:stop]
        boards, sets = self.boards.cards[first:stop], self.deck.sets(self.size)
        on_boards = np.full((len(boards), len(sets)), NO_HAND, np.uint16)
        total = self.size + boards.shape[1]
        if (self.game.ranking, total) in _TABLES:
            table = _TABLES[self.game.ranking, total]()
            _look_up(boards, sets, self.deck.lowest, table.of_set, CHOOSE, on_boards)
        else:
            seven = tables()
            hands, at = np.zeros((len(sets), 7), np.uint8), np.zeros(len(sets), np.int64)
            graded = np.zeros(len(sets), np.uint16)
            for board, grades in zip(boards, on_boards, strict=True):
                many = _sevens(board, sets, self.deck.lowest, hands, at)
                grade_hands(hands[:many], seven.by_ranks, seven.by_flush, graded)
                grades[at[:many]] = graded[:many]
        return on_boards


def ranks(game: Game, deck: GameDeck, size: int, boards: SetClasses) -> BoardRanks:
    """What so many own cards are worth on boards of a deck."""
    total = size + boards.cards.shape[1]
    if (game.ranking, total) in _TABLES and _is_plain(game, size, total):
        return BoardRanks(game, deck, size, boards, _TABLES[game.ranking, total]().strength)
    if game.ranking is FIVE and total == 7 and _is_plain(game, size, total):
        return BoardRanks(game, deck, size, boards, tables().strength.astype(np.int64))
    return _by_asking(game, deck, size, boards)


@dataclass(frozen=True, slots=True)
class HandGrades:
    """What every hand of so many cards is worth in a game, whichever of them are the player's own.

    strength  by grade, in the game's own numbers, the worst first
    of_set    by the number of a set of cards, its grade; `None` where seven cards are graded by their sums
    """

    strength: NDArray[np.int64]
    of_set: NDArray[np.uint16] | None

    def of(self, hands: NDArray[np.integer]) -> NDArray[np.uint16]:
        """The grade of each row of cards."""
        if self.of_set is not None:
            return self.of_set[numbers(hands)]
        grades, seven = np.empty(len(hands), np.uint16), tables()
        grade_hands(np.ascontiguousarray(hands, np.uint8), seven.by_ranks, seven.by_flush, grades)
        return grades


def can_grade(game: Game, cards: int) -> bool:
    """Whether the lab can say at once what every hand of so many cards is worth, if the game ranks them together."""
    return (game.ranking, cards) in _TABLES or (game.ranking is FIVE and cards == 7) or cards <= _MOST_ASKED


@lru_cache(16)
def hand_grades(game: Game, own: int, board: int) -> HandGrades:
    """What own cards and so many of the board are worth together: looked up, or asked of the game."""
    total = own + board
    if (game.ranking, total) in _TABLES and _is_plain(game, own, total):
        table = _TABLES[game.ranking, total]()
        return HandGrades(table.strength, table.of_set)
    if game.ranking is FIVE and total == 7 and _is_plain(game, own, total):
        return HandGrades(tables().strength.astype(np.int64), None)
    if not can_grade(game, total) or not suits_are_plain(game) or not _ranks_together(game, own, total):
        raise NotCounted(f"the lab has no table of what {total} cards are worth in {game.name}")
    cards = classes(WHOLE, total).cards
    hands = [WHOLE.cards(row) for row in cards]
    strength, grade = np.unique([game.rank(hand[:own], hand[own:]) for hand in hands], return_inverse=True)
    return HandGrades(strength.astype(np.int64), spread_classes(cards, grade).astype(np.uint16))


def suits_are_plain(game: Game) -> bool:
    """Whether the names of the suits change nothing in what hands are worth, and in what a seat may do with them."""
    chance, layout = Random(5), game.layout
    for _ in range(2_000):
        cards = chance.sample(range(52), layout.own + layout.board)
        names = chance.sample(range(4), 4)
        twins = [4 * (card >> 2) + names[card & 3] for card in cards]
        own, board = tuple(map(Card, cards[: layout.own])), tuple(map(Card, cards[layout.own :]))
        other, shared = tuple(map(Card, twins[: layout.own])), tuple(map(Card, twins[layout.own :]))
        if game.rank(own, board) != game.rank(other, shared):
            return False
        if any(game.open_to(street, own) != game.open_to(street, other) for street in range(len(game.streets))):
            return False
    return True


def _is_plain(game: Game, size: int, total: int) -> bool:
    """Whether the game ranks own cards and board together as its ranking does, which is what the tables have: asked of
    a hand of every strength that there is, with other cards beside it, in any order."""
    chance, table = Random(3), _TABLES[game.ranking, game.ranking.least]()
    _, first = np.unique(table.of_set, return_index=True)
    for row in all_sets(game.ranking.least)[first].tolist():
        others = [card for card in range(52) if card not in row]
        cards = tuple(map(Card, chance.sample([*row, *chance.sample(others, total - len(row))], total)))
        if game.rank(cards[:size], cards[size:]) != game.ranking.strength(cards):
            return False
    return True


def _ranks_together(game: Game, own: int, total: int) -> bool:
    """Whether it makes no difference which cards are the player's own: asked of hands drawn at random."""
    chance = Random(7)
    for _ in range(500):
        cards = tuple(map(Card, chance.sample(range(52), total)))
        if game.rank(cards[:own], cards[own:]) != game.ranking.strength(cards):
            return False
    return True


def _by_asking(game: Game, deck: GameDeck, size: int, boards: SetClasses) -> BoardRanks:
    sets = deck.sets(size)
    many = len(boards) * comb(deck.size - boards.cards.shape[1], size)
    if many > MOST_HANDS:
        raise NotCounted(
            f"{game.name} ranks {many:,} different hands in a way of its own; the lab asks about {MOST_HANDS:,} at most"
        )
    strengths = np.zeros((len(boards), len(sets)), np.int64)
    there = np.ones(strengths.shape, np.bool_)
    for row, board in enumerate(boards.cards):
        there[row] = ~np.isin(sets, board).any(axis=1)
        shared = deck.cards(board)
        for at in np.flatnonzero(there[row]):
            strengths[row, at] = game.rank(deck.cards(sets[at]), shared)
    strength, grade = np.unique(strengths[there], return_inverse=True)
    grades = np.full(strengths.shape, NO_HAND, np.uint16)
    grades[there] = grade
    return BoardRanks(game, deck, size, boards, strength, grades)


@kernel
def _look_up(
    boards: NDArray[np.uint8],
    sets: NDArray[np.uint8],
    lowest: int,
    of_set: NDArray[np.uint16],
    choose: NDArray[np.int64],
    grades: NDArray[np.uint16],
) -> None:
    """Write the grade of each board with each set that has no card of it; both have their lowest card first."""
    on, own = boards.shape[1], sets.shape[1]
    for row in range(len(boards)):
        for at in range(len(sets)):
            number, one, other, place = 0, 0, 0, 1
            while one < on or other < own:
                if other == own or (one < on and boards[row, one] < sets[at, other]):
                    card = boards[row, one]
                    one += 1
                elif one == on or sets[at, other] < boards[row, one]:
                    card = sets[at, other]
                    other += 1
                else:
                    number = -1
                    break
                number += choose[card + lowest, place]
                place += 1
            if number >= 0:
                grades[row, at] = of_set[number]


@kernel
def _sevens(
    board: NDArray[np.uint8], sets: NDArray[np.uint8], lowest: int, hands: NDArray[np.uint8], at: NDArray[np.int64]
) -> int:
    """The seven cards of the board and of each set that has none of it, in the whole deck's numbers, and which set it
    is; how many they are."""
    on, own, many = len(board), sets.shape[1], 0
    for number in range(len(sets)):
        free = True
        for place in range(own):
            card = sets[number, place]
            for other in range(on):
                free = free and board[other] != card
            hands[many, on + place] = card + lowest
        if free:
            for place in range(on):
                hands[many, place] = board[place] + lowest
            at[many] = number
            many += 1
    return many
