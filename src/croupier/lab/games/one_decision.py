"""Three Card, Caribbean, Four Card, Crazy 4, DJ Wild: one decision against a dealer's hand, solved by counting."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.games import GAMES
from croupier.hands import FIVE, Ranking
from croupier.hands.four import FOUR
from croupier.hands.three import THREE
from croupier.hands.wild import WILD
from croupier.lab.capabilities import NotCounted
from croupier.lab.games.duels import Contest, Duels, count_duels
from croupier.lab.games.grades import (
    SetGrades,
    best_four_of_five,
    best_four_of_six,
    five_cards,
    three_cards,
    wild_cards,
)
from croupier.lab.games.nets import Nets, Tables, duel_nets, tables_of
from croupier.lab.games.solution import Solution
from croupier.lab.known_cards.decks import deck_of
from croupier.lab.uth.distribution import histogram
from croupier.rules.game import Game

DUEL_GAMES = ("three-card", "caribbean", "four-card", "crazy-four", "dj-wild")
"""The games that are one decision against a dealer's hand, by key."""

_GRADES = {
    (THREE, 3): three_cards,
    (FIVE, 5): five_cards,
    (FOUR, 5): best_four_of_five,
    (FOUR, 6): best_four_of_six,
    (WILD, 5): wild_cards,
}
_SHIFT: dict[Ranking, int] = {THREE: 12, FOUR: 16, FIVE: 20, WILD: 20}
"""Where the category begins in a strength."""


def grades_of(game: Game, cards: int) -> SetGrades:
    """What that many cards are worth in a game."""
    if (game.ranking, cards) not in _GRADES:
        raise NotCounted(f"{game.name} has no table of what {cards} cards are worth; the general solver makes one")
    return _GRADES[game.ranking, cards]()


def category_shift(game: Game) -> int:
    """Where the category begins in the game's strengths."""
    return _SHIFT[game.ranking]


def contest(game: Game) -> Contest:
    """Who meets whom in a game."""
    layout, dealer = game.layout, grades_of(game, game.layout.dealer)
    plays = [game.qualifies is None or game.qualifies(int(strength)) for strength in dealer.strength]
    return Contest(
        own=grades_of(game, layout.own),
        own_size=layout.own,
        dealer=dealer,
        dealer_size=layout.dealer,
        up=layout.up,
        qualifies=plays.index(True),
    )


@cache
def duels(key: str) -> Duels:
    """Every duel of a game, counted once in a process."""
    return count_duels(contest(GAMES[key]), deck_of(GAMES[key]))


@lru_cache(3)
def duels_from(key: str, qualifies: int) -> Duels:
    """The same, where the dealer plays from another grade on; the last few are kept."""
    usual = contest(GAMES[key])
    if qualifies == usual.qualifies:
        return duels(key)
    return count_duels(replace(usual, qualifies=qualifies), deck_of(GAMES[key]))


def nets_of(game: Game, tables: Tables) -> Nets:
    """What each choice nets, by kind of hand."""
    return duel_nets(game, tables, grades_of(game, game.layout.own).strength, category_shift(game))


@dataclass(frozen=True, slots=True)
class OneDecision:
    """A game with one decision under some pay tables, ready to be played in any way.

    `counts` are the dealer's hands by what they can be, in the order of the nets; the rest of them are the last kind.
    """

    game: Game
    tables: Tables
    nets: Nets
    duels: Duels
    counts: tuple[NDArray[np.int32], ...]

    @property
    def choices(self) -> tuple[str, ...]:
        """The choices, the largest bet first."""
        return tuple(self.nets.net)

    def worth(self, choice: str) -> NDArray[np.int64]:
        """What a choice nets in all over the dealer's hands, by hand and card shown."""
        net = self.nets.net[choice][self.nets.kind[self.duels.grade]]
        # Whatever the dealer has nets at least as much as the better hand; the others add to that.
        totals = np.full(self.duels.up.shape, self.duels.dealers, np.int64) * net[:, -1:]
        for outcome, counts in enumerate(self.counts):
            gain = net[:, outcome] - net[:, -1]
            if gain.any():
                totals += counts * gain[:, None]
        return totals

    def allowed(self, choice: str) -> NDArray[np.bool_]:
        """Of each hand, whether it may choose that."""
        street = self.game.streets[0]
        if street.allows is None:
            return np.ones(len(self.duels.own), np.bool_)
        action = next(action for action in street.offers if str(action) == choice)
        # The first hand of each grade speaks for the others: what is allowed goes by what a hand is worth.
        _, first, grade = np.unique(self.duels.grade, return_index=True, return_inverse=True)
        answers = [street.allows(tuple(map(Card, self.duels.own[at].tolist())), action) for at in first]
        return np.array(answers, np.bool_)[grade.ravel()]

    def best(self) -> NDArray[np.uint8]:
        """The best choice by hand and card shown, as its place in `choices`; of equal ones the larger bet."""
        best = np.zeros(self.duels.up.shape, np.uint8)
        most = np.full(self.duels.up.shape, np.iinfo(np.int64).min)
        for place, choice in enumerate(self.choices):
            worth = np.where(self.allowed(choice)[:, None], self.worth(choice), np.iinfo(np.int64).min)
            better = worth > most
            best[better] = place
            np.maximum(most, worth, out=most)
        return best

    def ways(self, chosen: NDArray[np.uint8], some: NDArray[np.bool_] | None = None) -> NDArray[np.int64]:
        """The deals by choice, kind of hand and what the dealer's hand is, if the game is played so; with `some`, of
        those hands alone."""
        duels = self.duels
        kind = self.nets.kind[duels.grade]
        weight = duels.weight if some is None else np.where(some, duels.weight, 0)
        counted = (*self.counts, np.asarray(duels.dealers - sum(self.counts), np.int32))
        ways = np.zeros((len(self.choices), int(self.nets.kind.max()) + 1, len(counted)), np.int64)
        for place in range(len(self.choices)):
            taken = chosen == place
            for outcome, counts in enumerate(counted):
                by_hand = np.sum(counts, axis=1, where=taken, dtype=np.int64) * weight
                np.add.at(ways[place, :, outcome], kind, by_hand)
        return ways

    def play(self, chosen: NDArray[np.uint8]) -> Solution:
        """The game played so: a choice by hand and card shown."""
        nets, ways = self.nets, self.ways(chosen)
        often = [int(choice_ways.sum()) for choice_ways in ways]
        net, results = histogram(np.stack([nets.net[choice] for choice in self.choices]), ways)
        return Solution(
            game=self.game,
            tables=self.tables,
            unit=nets.unit,
            net=net,
            ways=results,
            bet=sum(deals * nets.bet[choice] for choice, deals in zip(self.choices, often, strict=True)),
            frequencies={
                self.game.streets[0].key: {
                    choice: Fraction(deals, sum(often)) for choice, deals in zip(self.choices, often, strict=True)
                }
            },
        )

    def solve(self) -> Solution:
        """The game played best."""
        return self.play(self.best())


def one_decision(game: Game, designs: Tables | None = None) -> OneDecision:
    """A game with one decision, with the approved pay tables or designs in their place."""
    tables = tables_of(game, designs)
    counted = duels(game.key)
    return OneDecision(
        game, tables, nets_of(game, tables), counted, (counted.unqualified, counted.beaten, counted.equal)
    )
