"""The best strategy of at most so many rules, by steps that are each priced exactly.

Rules are added one at a time, wherever one brings most on any street; after each, every rule is exchanged for a better
one as long as there is one. What a rule brings on a street is exact: arrivals follow from the rules of the streets
before, what a choice is worth from those of the streets after. Nothing is drawn at random, so the same question has
the same answer. It is no proof that nothing better exists; the cost against the best play says how much is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games import game as game_named
from croupier.lab.games.nets import Tables
from croupier.lab.work import Progress, no_progress
from croupier.rules.actions import FOLD
from croupier.rules.game import Game
from croupier.strategy.language.scenes import Scene, scene_of
from croupier.strategy.language.strategy import Strategy
from croupier.strategy.pricing.model import Chosen, PricingModel, best_choices
from croupier.strategy.pricing.price import Price, price_on, pricing_model_of
from croupier.strategy.search_classes import classes_of
from croupier.strategy.search_conditions import conditions_on
from croupier.strategy.search_moves import CandidateRule, Move, StreetTable

Rules: TypeAlias = tuple[tuple[CandidateRule, ...], ...]
MOST_RULES = 40
_SWEEPS = 6
_WAYS = {Scene.START: 1, Scene.HAND: 4, Scene.SHOWN: 2, Scene.RIDE: 4, Scene.STUD: 3, Scene.SHARED: 3}
"""How many ways to add a rule are followed up, by what is seen first: what a minute or two allows."""


@dataclass(frozen=True, slots=True)
class SearchStep:
    """The best strategy found of at most so many rules, and what it gives up against the best play."""

    size: int
    strategy: Strategy
    cost: Fraction
    edge: Fraction

    def to_dict(self) -> dict[str, Any]:
        return {"rules": self.size, "cost": float(self.cost), "edge": float(self.edge), "text": str(self.strategy)}


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found: the best strategy with its price, and the best for every smaller number of rules."""

    price: Price
    steps: tuple[SearchStep, ...]

    @property
    def strategy(self) -> Strategy:
        """The best strategy that was found."""
        return self.price.strategy

    def to_dict(self) -> dict[str, Any]:
        return {**self.price.to_dict(), "steps": [step.to_dict() for step in self.steps]}


def search(
    game: str, rules: int, street: str | None = None, tables: Tables | None = None, progress: Progress | None = None
) -> SearchResult:
    """The best strategy of at most so many rules for a game.

    With a `street` only that street is searched; on the others the best play is taken for granted, and the cost is that
    of this street alone.
    """
    of = game_named(game)
    keys = [each.key for each in of.streets]
    if street is not None and street not in keys:
        raise Refused(f"{of.name} has no street {street!r}; there are {', '.join(keys)}")
    least = least_rules(of) if street is None else 1
    if not least <= rules <= MOST_RULES:
        raise Refused(f"{rules} rules are not what a search for {of.name} can do; want {least} to {MOST_RULES}")
    progress = progress or no_progress
    progress("solving the game", 0.0)
    model = pricing_model_of(of, tables)
    work = Search(model, None if street is None else keys.index(street))
    return work.run(rules, progress)


def least_rules(game: Game) -> int:
    """The fewest rules with which a whole game can be played: one a street where each can end the hand."""
    return len(game.streets) if _folds_everywhere(game) else 1


class Search:
    """A search under way on one model."""

    def __init__(self, model: PricingModel, only: int | None = None) -> None:
        self.model, self.only = model, only
        self._tables: dict[int, StreetTable] = {}
        self._gains: dict[tuple[int, Rules], NDArray[np.float64]] = {}
        self._chosen_by: dict[tuple[int, tuple[CandidateRule, ...]], Chosen] = {}
        self._settled: set[tuple[int, Rules]] = set()
        """Streets and rules of which none there can be exchanged for a better one."""

    @property
    def streets(self) -> range:
        """The streets that are searched."""
        every = len(self.model.places)
        return range(every) if self.only is None else range(self.only, self.only + 1)

    def table(self, street: int) -> StreetTable:
        """A street, put into classes once."""
        if street not in self._tables:
            place = self.model.places[street]
            conditions = conditions_on(self.model.game, self.model.game.streets[street])
            self._tables[street] = StreetTable(place.choices, conditions, classes_of(place, conditions.each))
        return self._tables[street]

    def run(self, most: int, progress: Progress) -> SearchResult:
        """Add and exchange rules until there are so many."""
        for done, street in enumerate(self.streets):
            progress(f"putting the hands {self.model.game.streets[street].words} into classes", _share(done, 0, most))
            self.table(street)
        found, rules, gained = list[tuple[int, Rules, int]](), self._seed(), 0
        if any(rules):
            rules, gained = self._polished(rules)
        while True:
            size = sum(map(len, rules))
            if size:
                found.append((size, rules, gained))
            progress(f"looking for rule {size + 1} of {most}", _share(len(self.streets), size, most))
            if size >= most or (larger := self._larger(rules)) is None:
                break
            rules, gained = larger[0], gained + larger[1]
        if not found:
            raise Refused("no rule brings anything there; what is done without a rule is the best")
        progress("pricing what was found", 1.0)
        best = price_on(self.model, self._written(found[-1][1]), only=self.only)
        return SearchResult(best, self._steps(found, best))

    def _steps(self, found: list[tuple[int, Rules, int]], best: Price) -> tuple[SearchStep, ...]:
        """Every step with its cost, which is that of the last and what was gained since."""
        units, steps = self.model.unit * self.model.deals, []
        for size, rules, gained in found:
            cost = best.cost + Fraction(found[-1][2] - gained, units)
            steps.append(SearchStep(size, self._written(rules), cost, best.best_edge + cost))
        return tuple(steps)

    def _seed(self) -> Rules:
        """Where the search begins: nothing, or a bet on every street where each can end the hand."""
        empty: Rules = ((),) * len(self.model.places)
        if self.only is not None or not _folds_everywhere(self.model.game):
            return empty
        small = self.model.places[0].choices.index("bet1")
        return tuple((CandidateRule(small, -1),) for _ in empty)

    def _larger(self, rules: Rules) -> tuple[Rules, int] | None:
        """The rules with one more, all of them then exchanged for better ones, and what that brings in units: the best
        of a few such ways."""
        ways = []
        for larger, gain in self._added(rules):
            polished, more = self._polished(larger)
            ways.append((polished, gain + more))
        return max(ways, key=lambda way: way[1], default=None)

    def _added(self, rules: Rules) -> list[tuple[Rules, int]]:
        """The rules with one more: those that bring most, each of another street or choice; none brings nothing."""
        streets, game = list(self.streets), self.model.game
        if not any(rules) and self.only is None and FOLD in game.streets[-1].offers:
            # While every hand is folded at the end any early bet looks good, and hides what the end is worth.
            streets = streets[-1:]
        ways = _WAYS[scene_of(game, game.streets[0])] if self.only is None else 2
        moves: list[tuple[Move, int]] = []
        for street in streets:
            table, gains = self.table(street), self.gains(street, rules)
            for choice in range(len(table.choices)):
                least = moves[-1][0].gain if len(moves) == ways else 0.0
                move = table.best_move(rules[street], gains, instead=False, only=choice, above=least)
                if move is not None:
                    moves = sorted([*moves, (move, street)], key=lambda candidate: -candidate[0].gain)[:ways]
        added = []
        for move, street in moves:
            here = [*rules[street]]
            here.insert(move.at, move.rule)
            added.append((_with(rules, street, tuple(here)), int(move.gain)))
        return added

    def _polished(self, rules: Rules) -> tuple[Rules, int]:
        """The rules with each exchanged for a better one, as long as there is one, and what that brings in units."""
        gained = 0
        for _ in range(_SWEEPS):
            before = rules
            for street in reversed(self.streets):
                while (better := self._exchanged(street, rules)) is not None:
                    rules, gained = _with(rules, street, better[1]), gained + int(better[0])
            if rules == before:
                break
        return rules, gained

    def _exchanged(self, street: int, rules: Rules) -> tuple[float, tuple[CandidateRule, ...]] | None:
        """The rules of a street with one exchanged for a better one, there or at another place, if there is one, and
        what that brings."""
        if not rules[street] or (street, rules) in self._settled:
            return None
        table, gains = self.table(street), self.gains(street, rules)
        move = table.best_move(rules[street], gains, instead=True)
        if move is not None:
            return move.gain, (*rules[street][: move.at], move.rule, *rules[street][move.at + 1 :])
        shifted = table.shifted(rules[street], gains)
        if shifted is None:
            self._settled.add((street, rules))
        return shifted

    def gains(self, street: int, rules: Rules) -> NDArray[np.float64]:
        """What each choice brings in each class of a street, the other streets being played by the rules."""
        others = tuple(() if at == street else each for at, each in enumerate(rules))
        if (street, others) not in self._gains:
            if len(self._gains) > 12:
                self._gains.clear()
            before = [] if self.only is not None else [self._chosen(at, rules) for at in range(street)]
            later = None if self.only is not None else [
                self._chosen(at, rules) for at in range(street + 1, len(self.model.places))
            ]  # fmt: skip
            weights = self.model.weights(street, before or self._best_before(street))
            worth = self.model.worth(street, later)
            self._gains[street, others] = self.table(street).classes.gains(self.model.places[street], weights, worth)
        return self._gains[street, others]

    def _chosen(self, street: int, rules: Rules) -> Chosen:
        """What the rules of a street choose there; that of the last few is kept, and is then the same value."""
        key = street, rules[street]
        if key not in self._chosen_by:
            if len(self._chosen_by) > 6:
                self._chosen_by.clear()
            table = self.table(street)
            by_class = table.choosing(rules[street])
            self._chosen_by[key] = [by_class[of] for of in table.classes.of]
        return self._chosen_by[key]

    def _best_before(self, street: int) -> list[Chosen]:
        return [best_choices(self.model, at) for at in range(street)]

    def _written(self, rules: Rules) -> Strategy:
        game, size = self.model.game, sum(map(len, rules))
        return Strategy(
            game=game.key,
            name=f"found-{size}",
            title=f"The best found of {size} rule{'s' if size > 1 else ''}",
            source="searched here",
            rules={
                game.streets[at].key: tuple(self.table(at).written(rule) for rule in rules[at])
                for at in range(len(rules))
                if rules[at]
            },
        )


def _share(classes: int, size: int, most: int) -> float:
    """How much of the time has gone, about: the game solved, streets put into classes, and rules found, of which a
    later one takes longer."""
    before = 12 / (12 + most)
    return before * (0.4 + 0.2 * min(classes, 3)) + (1 - before) * float((size / most) ** 1.3)


def _folds_everywhere(game: Game) -> bool:
    """Whether each of several streets can end the hand: without a bet on every one of them all is folded."""
    return len(game.streets) > 1 and all(FOLD in street.offers for street in game.streets)


def _with(rules: Rules, street: int, here: tuple[CandidateRule, ...]) -> Rules:
    return (*rules[:street], here, *rules[street + 1 :])
