"""A game as strategies are priced on it: its streets, every situation on each, and what the choices are worth there.

With V the worth of the best play and Q(s, c) what choice c is worth in situation s if all later play is the best, a
strategy that arrives at s so often and chooses c there costs

    V − worth of the strategy  =  sum over all situations of  arrivals(s) × (best of Q(s, ·) − Q(s, c)).

So nothing has to be played out: a street's arrivals follow from what was chosen before it, Q is known from the solved
game, and the sum splits by itself into what each rule costs. All numbers are whole; nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Cards
from croupier.lab.chance.run import RoundsDone, Run
from croupier.lab.games.solution import Solution
from croupier.lab.kernel import kernel
from croupier.rules.game import Game
from croupier.strategy.language.situations import Situations
from croupier.strategy.language.strategy import Rule, Strategy

Whole: TypeAlias = NDArray[np.signedinteger[Any]]
Chosen: TypeAlias = list[NDArray[np.int8]]
"""What is chosen on a street, part by part: the place of the choice among those of the street."""
Weights: TypeAlias = list[Whole]
"""How often each situation of a street is arrived at, part by part; broadcasts to the part's shape."""
Worth: TypeAlias = list[tuple[Whole, ...]]
"""What each choice is worth in each situation, part by part, less something that is the same for all choices."""


@dataclass(frozen=True, slots=True)
class PricingStreet:
    """One street: its choices in the order in which the felt offers them, and its situations in one or more parts.

    total      arrivals in all, if nobody had decided anything before
    allowed    by part and choice, where a choice is allowed; `None` where it always is
    """

    key: str
    choices: tuple[str, ...]
    parts: tuple[Situations, ...]
    total: int
    allowed: tuple[tuple[NDArray[np.bool_] | None, ...], ...]

    def number(self, choice: str) -> int:
        """The place of a choice."""
        return self.choices.index(choice)


class PricingModel(Protocol):
    """A game with some pay tables, ready to price strategies on."""

    @property
    def game(self) -> Game: ...

    @property
    def unit(self) -> int:
        """Units in a base bet."""
        ...

    @property
    def deals(self) -> int:
        """All deals of the game."""
        ...

    @property
    def best_edge(self) -> Fraction:
        """The edge under the best play, as a share of the base bet."""
        ...

    @property
    def places(self) -> tuple[PricingStreet, ...]:
        """The streets."""
        ...

    def weights(self, street: int, before: Sequence[Chosen]) -> Weights:
        """How often each situation of a street comes about, with so decided streets before it."""
        ...

    def worth(self, street: int, later: Sequence[Chosen] | None = None) -> Worth:
        """What each choice is worth in each situation: with the best play later, or with play that is given."""
        ...

    def average_bet(self, shares: Sequence[dict[str, Fraction]]) -> Fraction:
        """All money bet in a round, in base bets, by how often each choice is made on each street."""
        ...

    def way(self, chosen: Sequence[Chosen]) -> Any:
        """What is chosen on every street, as the lab takes it that plays the game."""
        ...

    def play(self, way: Any) -> Solution:
        """The game played in that way, over every deal."""
        ...

    def deal(self, way: Any, rounds: int, seed: int, progress: RoundsDone | None = None) -> Run:
        """So many rounds dealt at random and played in that way."""
        ...

    def cards(self, street: int, part: int, at: tuple[int, ...]) -> tuple[Cards, Cards, Cards]:
        """Cards that make a situation: own, board, and the dealer's shown card."""
        ...


def deciding_rules(place: PricingStreet, part: int, rules: Sequence[Rule]) -> NDArray[np.int8]:
    """Which rule decides in each situation of a part, by its place in the list; the length of it where none does.

    A rule does not apply where its choice is not allowed.
    """
    seen = place.parts[part]
    first_rule = np.full(seen.shape, len(rules), np.int8)
    for number in range(len(rules) - 1, -1, -1):
        fits = fitting(place, part, rules[number])
        np.copyto(first_rule, np.int8(number), where=np.broadcast_to(fits, seen.shape))
    return first_rule


def fitting(place: PricingStreet, part: int, rule: Rule) -> NDArray[np.bool_]:
    """Where a rule fits and may be followed; broadcasts to the part's shape."""
    seen = place.parts[part]
    fits = seen.fits(rule.when)
    if rule.unless is not None:
        fits = np.asarray(fits & ~seen.fits(rule.unless))
    allowed = place.allowed[part][place.number(rule.choice)]
    return fits if allowed is None else np.asarray(fits & allowed)


def chosen_by(place: PricingStreet, rules: Sequence[Rule], which: Sequence[NDArray[np.int8]]) -> Chosen:
    """What is chosen, from which rule decides; where none does, the last choice of the street."""
    numbers = np.array([*(place.number(rule.choice) for rule in rules), len(place.choices) - 1], np.int8)
    return [numbers[deciding] for deciding in which]


def choices_of(model: PricingModel, strategy: Strategy) -> list[Chosen]:
    """What a strategy chooses everywhere, street by street."""
    choices = []
    for place in model.places:
        rules = strategy.on(place.key)
        choices.append(
            chosen_by(place, rules, [deciding_rules(place, part, rules) for part in range(len(place.parts))])
        )
    return choices


def best_choices(model: PricingModel, street: int) -> Chosen:
    """The best choice in every situation of a street; of equal ones the larger bet."""
    choices: Chosen = []
    place = model.places[street]
    for part, values in enumerate(model.worth(street)):
        best: Any = None
        chosen = np.zeros(place.parts[part].shape, np.int8)
        for number, (value, may) in enumerate(zip(values, place.allowed[part], strict=True)):
            open_to = value if may is None else np.where(may, value, np.iinfo(value.dtype).min)
            if best is None:
                best = open_to
            else:
                np.copyto(chosen, np.int8(number), where=np.broadcast_to(open_to > best, chosen.shape))
                best = np.maximum(best, open_to)
        choices.append(chosen)
    return choices


def summed_by(index: NDArray[np.integer[Any]], values: NDArray[np.integer[Any]], size: int) -> NDArray[np.int64]:
    """The sums of whole numbers by index."""
    sums = np.zeros(size, np.int64)
    _add_by(np.ravel(index), np.ravel(values), sums)
    return sums


@kernel
def _add_by(index: NDArray[np.integer[Any]], values: NDArray[np.integer[Any]], sums: NDArray[np.int64]) -> None:
    """Add each value to the sum that its index names."""
    for at in range(index.size):
        sums[index[at]] += values[at]
