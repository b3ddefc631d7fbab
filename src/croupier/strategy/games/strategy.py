"""A readable strategy of one of the six games, and what it costs over every deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias, cast

from croupier.cards import Cards
from croupier.games import GAMES
from croupier.lab.games.let_it_ride import LetItRide
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.games.nets import Tables
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.solution import Solution
from croupier.lab.games.solve import Playable, Way, play, playable, solved_game
from croupier.strategy.games.clauses import Clauses
from croupier.strategy.games.situations import Choices, Situations, chosen, every_situation

OfSituations: TypeAlias = Callable[[Situations], Choices]
OfRides: TypeAlias = Callable[[Cards], bool]
OfBets: TypeAlias = Callable[[Cards, int], int]
Rule: TypeAlias = OfSituations | OfRides | OfBets
"""What is done where. Of a game with one decision: of all situations at once. In Let It Ride: whether three or four
cards ride. In Mississippi Stud: the bet with the cards in sight and so many Antes down."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStrategy:
    """A strategy that a person can learn, in words and as a rule that does what they say.

    `clauses` are its rules one by one in a game with several streets; where the whole is one rule there are none.
    """

    game: str
    name: str
    title: str
    source: str
    words: tuple[str, ...]
    rule: Rule
    clauses: Clauses | None = None

    @property
    def paragraphs(self) -> tuple[str, ...]:
        """The words as a page prints them: one paragraph."""
        return (" ".join(self.words),)

    def to_dict(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "name": self.name,
            "title": self.title,
            "source": self.source,
            "words": list(self.words),
        }


@dataclass(frozen=True, slots=True)
class GameCost:
    """A strategy priced: edges are shares of the base bet, positive for the house."""

    strategy: GameStrategy
    played: Solution
    best: Solution

    @property
    def edge(self) -> Fraction:
        return self.played.edge

    @property
    def mistakes(self) -> Fraction:
        """What the strategy gives up beyond the best play."""
        return self.played.edge - self.best.edge

    def to_dict(self) -> dict[str, Any]:
        return {
            **self.strategy.to_dict(),
            **{key: value for key, value in self.played.to_dict().items() if key != "results"},
            "best_edge": float(self.best.edge),
            "mistakes": float(self.mistakes),
        }


def way_of(strategy: GameStrategy, made: Playable) -> Way:
    """What the strategy does everywhere, as the game's solver takes it."""
    match made:
        case OneDecision():
            return chosen(made, cast("OfSituations", strategy.rule)(every_situation(made)))
        case LetItRide():
            return made.ways_of(cast("OfRides", strategy.rule))
        case Mississippi():
            return made.ways_of(cast("OfBets", strategy.rule))


def cost(strategy: GameStrategy, designs: Tables | None = None) -> GameCost:
    """What the strategy costs, beside the best play."""
    game = GAMES[strategy.game]
    made = playable(game, designs)
    return GameCost(strategy, play(made, way_of(strategy, made)), solved_game(game, designs))
