"""Decks of thirteen ranks or of fewer, and the sets of cards in them that are the same up to the names of the suits.

Cards of a deck are numbered from 0, the lowest first, four suits of a rank side by side, a joker after all of them. A
short deck has the highest ranks of the whole one. It is there for tests: on five to seven ranks a game can be dealt
out card by card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.cards import DECK, JOKER_DECK, Card, Cards
from croupier.lab.hands.cardsets import all_sets, numbers
from croupier.lab.known_cards.sets import seen_classes
from croupier.rules.game import Game

_NAMES = tuple(permutations(range(4)))


@dataclass(frozen=True, slots=True)
class GameDeck:
    """The highest `ranks` ranks, and a joker where the game has one. `plain_suits` says that the names of the suits
    change nothing in the game."""

    ranks: int = 13
    plain_suits: bool = True
    joker: bool = False

    @property
    def size(self) -> int:
        return 4 * self.ranks + self.joker

    @property
    def lowest(self) -> int:
        """The lowest card's place in the whole deck."""
        return len(DECK) - 4 * self.ranks

    @property
    def every(self) -> Cards:
        """All its cards, the lowest first."""
        return (JOKER_DECK if self.joker else DECK)[self.lowest :]

    def cards(self, row: NDArray[np.integer]) -> Cards:
        """Cards of this deck as cards."""
        return tuple(Card(card + self.lowest) for card in row.tolist())

    def places(self, cards: Cards) -> NDArray[np.int64]:
        """The numbers of cards in this deck, the lowest first."""
        return np.array(sorted(cards), np.int64) - self.lowest

    def sets(self, size: int) -> NDArray[np.uint8]:
        """Every set of so many cards, in the order of their numbers."""
        return all_sets(size, max(self.size, len(DECK)))[: comb(self.size, size)]

    @property
    def namings(self) -> int:
        """In how many ways the suits can be renamed without changing anything."""
        return len(_NAMES) if self.plain_suits else 1


WHOLE = GameDeck()
WITH_JOKER = GameDeck(joker=True)


def deck_of(game: Game) -> GameDeck:
    """The whole deck of a game."""
    return WITH_JOKER if game.deck == JOKER_DECK else WHOLE


@dataclass(frozen=True, slots=True)
class SetClasses:
    """All sets of a number of cards, up to the names of the suits.

    cards    one set of each class
    weight   how many sets the class stands for
    row      by the number of a set, its class
    naming   by the number of a set, the naming of the suits under which it is the one of its class that is listed
    same     by class, the namings that leave the listed set as it is: whether each of the 24 is one
    """

    cards: NDArray[np.uint8]
    weight: NDArray[np.int64]
    row: NDArray[np.int32]
    naming: NDArray[np.uint8]
    same: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.weight)


@cache
def classes(deck: GameDeck, size: int) -> SetClasses:
    """The classes of so many cards of a deck."""
    count = comb(deck.size, size)
    if not deck.plain_suits:
        every = np.arange(count, dtype=np.int32)
        nothing = np.zeros(count, np.uint8)
        return SetClasses(deck.sets(size), np.ones(count, np.int64), every, nothing, np.ones((count, 1), np.bool_))
    cards, weight = _listed(deck, size)
    if deck.joker and size:
        # A joker has no suit: beside it lie the classes of one card less.
        others, times = _listed(deck, size - 1)
        joker = np.full((len(others), 1), deck.size - 1, np.uint8)
        cards, weight = np.vstack((cards, np.hstack((others, joker)))), np.concatenate((weight, times))
    row, naming = np.zeros(count, np.int32), np.zeros(count, np.uint8)
    own = numbers(cards)
    same = np.zeros((len(cards), len(_NAMES)), np.bool_)
    moved = renamed(deck)
    for way in range(len(_NAMES)):
        back = np.argsort(moved[way]).astype(np.uint8)
        twins = numbers(back[cards])
        row[twins], naming[twins] = np.arange(len(cards)), way
        same[:, way] = twins == own
    return SetClasses(np.ascontiguousarray(cards), weight, row, naming, same)


def _listed(deck: GameDeck, size: int) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The classes of so many cards, none of them the joker, and how many sets each stands for."""
    listed = seen_classes(size)
    there = (listed.cards < 4 * deck.ranks).all(axis=1)
    return listed.cards[there], listed.weight[there]


@cache
def renamed(deck: GameDeck) -> NDArray[np.uint8]:
    """By naming of the suits, what each card is then; the joker stays what it is."""
    cards = np.arange(4 * deck.ranks)
    ways = _NAMES if deck.plain_suits else _NAMES[:1]
    joker = [deck.size - 1] * deck.joker
    return np.array([[*(4 * (cards >> 2) + np.array(names)[cards & 3]), *joker] for names in ways], np.uint8)


@cache
def renamed_sets(deck: GameDeck, size: int) -> NDArray[np.int32]:
    """By naming of the suits and number of a set, the number of the set that it is then."""
    return np.array([numbers(way[deck.sets(size)]) for way in renamed(deck)], np.int32)
