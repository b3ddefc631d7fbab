"""Every situation of a game with one decision at once, as the rules of a readable strategy ask about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards, parse_cards
from croupier.lab.games.duels import NOTHING_UP
from croupier.lab.games.one_decision import OneDecision, category_shift, grades_of
from croupier.rules.actions import FOLD
from croupier.rules.game import Game

Mask = NDArray[np.bool_]
"""Which situations a rule fits: by hand and card that the dealer shows, or one column for all of those."""


class Fits(NamedTuple):
    """One rule of a strategy: what it chooses, in which words, and where."""

    choice: str
    words: str
    where: Mask


Choices = Sequence[Fits]
"""What is chosen where, the first rule that fits; a fold where none does."""


@dataclass(frozen=True, slots=True)
class Situations:
    """What a player may see: the own hand, one a row, and the cards that the dealer may show beside it."""

    game: Game
    own: NDArray[np.uint8]
    grade: NDArray[np.uint16]
    up: NDArray[np.uint8]

    def at_least(self, hand: str) -> Mask:
        """Hands as good as that one or better."""
        graded = grades_of(self.game, self.game.layout.own)
        return self._column(self.grade >= graded.at_least(self.game.ranking.strength(parse_cards(hand))))

    def is_pair(self) -> Mask:
        """Hands that are a pair and no more."""
        return self._column(self._strength() >> category_shift(self.game) == 1)

    def first_rank(self) -> NDArray[np.int64]:
        """The rank that decides first within the category: of the pair, of the highest card."""
        return np.asarray((self._strength() >> (category_shift(self.game) - 4) & 15)[:, None])

    def own_ranks(self) -> NDArray[np.int64]:
        """The ranks of the own cards, highest first."""
        return np.sort(self.own >> 2, axis=1)[:, ::-1].astype(np.int64)

    def up_rank(self) -> NDArray[np.int64]:
        """The rank of the card that the dealer shows."""
        return (self.up >> 2).astype(np.int64)

    def every(self) -> Mask:
        """Every hand."""
        return self._column(np.ones(len(self.own), np.bool_))

    def _strength(self) -> NDArray[np.int64]:
        return grades_of(self.game, self.game.layout.own).strength[self.grade]

    @staticmethod
    def _column(flags: NDArray[np.bool_]) -> Mask:
        return np.asarray(flags[:, None], np.bool_)


def every_situation(made: OneDecision) -> Situations:
    """All situations of a game, up to the names of the suits."""
    return Situations(made.game, made.duels.own, made.duels.grade, made.duels.up)


def one_situation(game: Game, own: Cards, up: Cards) -> Situations:
    """The situation of one hand against the card that the dealer shows, if one is shown."""
    place = sum(comb(card, place) for place, card in enumerate(sorted(own), 1))
    return Situations(
        game,
        np.array([own], np.uint8),
        np.array([grades_of(game, game.layout.own).of_set[place]], np.uint16),
        np.array([up or (NOTHING_UP,)], np.uint8),
    )


def chosen(made: OneDecision, choices: Choices) -> NDArray[np.uint8]:
    """The choice of every situation, as its place among the game's choices."""
    places = {choice: np.uint8(place) for place, choice in enumerate(made.choices)}
    found = np.full(made.duels.up.shape, places[str(FOLD)])
    for rule in reversed(choices):
        found[np.broadcast_to(rule.where, found.shape)] = places[rule.choice]
    return found
