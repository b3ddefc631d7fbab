"""Every situation of a game with one decision at once, as the rules of a readable strategy ask about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from croupier.cards import parse_cards
from croupier.lab.games.one_decision import OneDecision, category_shift, grades_of
from croupier.rules.actions import FOLD

Mask = NDArray[np.bool_]
"""Which situations a rule fits: by hand and card that the dealer shows, or one column for all of those."""

Choices = Sequence[tuple[str, Mask]]
"""What is chosen where, the first rule that fits; a fold where none does."""


@dataclass(frozen=True, slots=True)
class Situations:
    """What a player may see: the own hand, and the card that the dealer shows."""

    made: OneDecision

    def at_least(self, hand: str) -> Mask:
        """Hands as good as that one or better."""
        game = self.made.game
        graded = grades_of(game, game.layout.own)
        return self._column(self.made.duels.grade >= graded.at_least(game.ranking.strength(parse_cards(hand))))

    def is_pair(self) -> Mask:
        """Hands that are a pair and no more."""
        return self._column(self._strength() >> category_shift(self.made.game) == 1)

    def first_rank(self) -> NDArray[np.int64]:
        """The rank that decides first within the category: of the pair, of the highest card."""
        return np.asarray((self._strength() >> (category_shift(self.made.game) - 4) & 15)[:, None])

    def own_ranks(self) -> NDArray[np.int64]:
        """The ranks of the own cards, highest first."""
        return np.sort(self.made.duels.own >> 2, axis=1)[:, ::-1].astype(np.int64)

    def up_rank(self) -> NDArray[np.int64]:
        """The rank of the card that the dealer shows."""
        return (self.made.duels.up >> 2).astype(np.int64)

    def every(self) -> Mask:
        """Every hand."""
        return self._column(np.ones(len(self.made.duels.own), np.bool_))

    def chosen(self, choices: Choices) -> NDArray[np.uint8]:
        """The choice of every situation, as its place among the game's choices."""
        places = {choice: np.uint8(place) for place, choice in enumerate(self.made.choices)}
        chosen = np.full(self.made.duels.up.shape, places[str(FOLD)])
        for choice, mask in reversed(choices):
            chosen[np.broadcast_to(mask, chosen.shape)] = places[choice]
        return chosen

    def _strength(self) -> NDArray[np.int64]:
        game = self.made.game
        return grades_of(game, game.layout.own).strength[self.made.duels.grade]

    @staticmethod
    def _column(flags: NDArray[np.bool_]) -> Mask:
        return np.asarray(flags[:, None], np.bool_)
