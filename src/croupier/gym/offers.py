"""What may be done, as whole numbers: 0 is the most cautious choice of a street, then every larger bet.

An unmasked `sample()` of these spaces draws from what is offered now, so that a random player plays by the rules.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from gymnasium import error, spaces
from numpy.typing import NDArray

from croupier.errors import Refused
from croupier.games import chosen_rules
from croupier.rules.actions import Action
from croupier.rules.game import Game, Street
from croupier.rules.rulesets import BankedBy, RuleSet

Mask = NDArray[np.int8]


class NotOffered(Refused, error.InvalidAction):
    """An action that the street does not offer, or not with these cards."""

    def __init__(self, action: object, street: Street, mask: Iterable[int], table: int | None = None) -> None:
        offered = [i for i, may in enumerate(mask) if may]
        offer = ", ".join(f"{i} ({actions(street)[i]})" for i in offered)
        where = "" if table is None else f"table {table}: "
        super().__init__(f"{where}action {action!r} is not offered {street.words}; offered are {offer}")


class NoRound(Refused, error.ResetNeeded):
    """A step where there is nothing to decide."""

    def __init__(self, over: bool) -> None:
        state = "the round is over" if over else "no round has been dealt"
        super().__init__(f"cannot step: {state}; call reset, which deals a new one")


class NoSuchOption(Refused):
    """An option of `reset` that there is not."""

    def __init__(self, names: Iterable[str], known: str) -> None:
        super().__init__(f"no such option of reset: {', '.join(map(repr, names))}; there is {known!r}")


def rules_of(game: str, name: str | None) -> RuleSet:
    """The rule set of that name, or the game's customary one, if the house banks it."""
    rules = chosen_rules(game, name)
    if rules.banked_by is not BankedBy.HOUSE:
        others = ", ".join(other.name for other in rules.game.rule_sets if other.banked_by is BankedBy.HOUSE)
        raise Refused(f"{rules.name} is banked by a player, and here one seat plays the house; want one of {others}")
    return rules


def actions(street: Street) -> tuple[Action, ...]:
    """What a street offers, the most cautious choice first: the place in here is the number of an action."""
    return tuple(reversed(street.offers))


def most_actions(game: Game) -> int:
    """How many actions the widest street of a game has."""
    return max(len(street.offers) for street in game.streets)


def mask_of(street: Street, legal: Iterable[Action], size: int) -> Mask:
    """1 for each action that may be chosen, 0 for the others."""
    legal = tuple(legal)
    mask = np.zeros(size, np.int8)
    for i, action in enumerate(actions(street)):
        mask[i] = action in legal
    return mask


class Offers(spaces.Discrete):
    """The actions of one table. A sample without a mask is one that is offered now, or at the start of any round."""

    def __init__(self, size: int, always: Mask) -> None:
        super().__init__(size)
        self.always = always
        self.mask = always

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action at random: of the mask, by the probabilities, or of what is offered."""
        if probability is not None:
            return super().sample(mask, probability)
        if mask is None:
            mask = self.mask if self.mask.any() else self.always
        return super().sample(mask)


class ManyOffers(spaces.MultiDiscrete):
    """The actions of many tables. A sample without a mask is one that is offered at each."""

    def __init__(self, tables: int, size: int) -> None:
        super().__init__(np.full(tables, size, np.int64))
        self.mask: Mask = np.ones((tables, size), np.int8)

    def sample(self, mask: Any = None, probability: Any = None) -> Any:
        """An action at random for each table."""
        if probability is not None:
            return super().sample(mask, probability)
        if mask is not None:
            return super().sample(mask)
        return (self.np_random.random(self.mask.shape, np.float32) + self.mask).argmax(axis=1)
