"""A strategy priced: its exact edge, what it gives up against the best play, and which rule gives up how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

import numpy as np

from croupier.cards import Cards, cards_text
from croupier.games import GAMES
from croupier.games.uth import BLIND
from croupier.lab.games.flushes import flushes
from croupier.lab.games.holdem_bonus import holdem_bonus
from croupier.lab.games.let_it_ride import LetItRide
from croupier.lab.games.mississippi import Mississippi
from croupier.lab.games.nets import Tables
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.solve import Playable, playable
from croupier.lab.solver import solver
from croupier.lab.solver.any_game import general_solution
from croupier.lab.solver.flushes import FlushesSolver
from croupier.lab.solver.hold_em import UltimateTexasHoldem
from croupier.lab.solver.holdem_bonus import HoldemBonusSolver
from croupier.lab.solver.six_games import SixGames
from croupier.rules.game import Game
from croupier.strategy.language.strategy import Rule, Strategy
from croupier.strategy.pricing.duel import DuelPricingModel
from croupier.strategy.pricing.model import (
    Chosen,
    PricingModel,
    PricingStreet,
    Weights,
    best_choices,
    chosen_by,
    deciding_rules,
)
from croupier.strategy.pricing.ride import RidePricingModel
from croupier.strategy.pricing.stud import StudPricingModel
from croupier.strategy.pricing.tally import Tally

Played: TypeAlias = list[Chosen]
"""What a strategy chooses everywhere, street by street."""


@dataclass(frozen=True, slots=True)
class Used:
    """One rule in use; no rule stands for what is done where none fits.

    share   of all rounds, how often it decides
    cost    what it gives up against the best play, as a share of the base bet
    """

    street: str
    rule: Rule | None
    choice: str
    share: Fraction
    cost: Fraction

    def to_dict(self) -> dict[str, Any]:
        return {
            "street": self.street,
            "rule": None if self.rule is None else str(self.rule),
            "line": None if self.rule is None else self.rule.line,
            "choice": self.choice,
            "share": float(self.share),
            "cost": float(self.cost),
        }


@dataclass(frozen=True, slots=True)
class Mistake:
    """A kind of mistake: where a rule decides otherwise than the best play, and the dearest hand of that kind."""

    street: str
    rule: Rule | None
    choice: str
    best: str
    share: Fraction
    cost: Fraction
    own: Cards
    board: Cards
    up: Cards
    each: Fraction
    """What the mistake costs with those cards, in base bets."""

    def to_dict(self) -> dict[str, Any]:
        return {
            "street": self.street,
            "rule": None if self.rule is None else str(self.rule),
            "choice": self.choice,
            "best": self.best,
            "share": float(self.share),
            "cost": float(self.cost),
            "example": {
                "own": cards_text(self.own),
                "board": cards_text(self.board),
                "up": cards_text(self.up),
                "cost": float(self.each),
            },
        }


@dataclass(frozen=True, slots=True)
class Price:
    """What a strategy costs. Edges are shares of the base bet, positive for the house; every figure is exact."""

    strategy: Strategy
    edge: Fraction
    best_edge: Fraction
    average_bet: Fraction
    used: tuple[Used, ...]
    mistakes: tuple[Mistake, ...]

    @property
    def cost(self) -> Fraction:
        """What the strategy gives up against the best play."""
        return self.edge - self.best_edge

    @property
    def edge_of_action(self) -> Fraction:
        """The edge as a share of all money bet."""
        return self.edge / self.average_bet

    @property
    def frequencies(self) -> Mapping[str, Mapping[str, Fraction]]:
        """By street, the share of all rounds in which each choice is made."""
        shares: dict[str, dict[str, Fraction]] = {}
        for used in self.used:
            street = shares.setdefault(used.street, {})
            street[used.choice] = street.get(used.choice, Fraction(0)) + used.share
        return shares

    def to_dict(self) -> dict[str, Any]:
        """Everything for machines; `exact_value` is what a round is worth to the player."""
        return {
            **self.strategy.to_dict(),
            "edge": float(self.edge),
            "edge_of_action": float(self.edge_of_action),
            "best_edge": float(self.best_edge),
            "cost": float(self.cost),
            "average_bet": float(self.average_bet),
            "exact_value": {"numerator": -self.edge.numerator, "denominator": self.edge.denominator},
            "frequencies": {
                street: {choice: float(share) for choice, share in shares.items()}
                for street, shares in self.frequencies.items()
            },
            "used": [used.to_dict() for used in self.used],
            "mistakes": [mistake.to_dict() for mistake in self.mistakes],
        }


def pricing_model_of(game: Game, tables: Tables | None = None) -> PricingModel:
    """The game with the approved pay tables, or some of one's own by the bet that they are for."""
    match solver(game):
        case UltimateTexasHoldem():
            from croupier.strategy.pricing.uth import uth_ground

            return uth_ground((tables or {}).get(BLIND))
        case SixGames():
            return _pricing_model_on(playable(game, tables))
        case FlushesSolver():
            from croupier.strategy.pricing.flushes import FlushesPricingModel

            return FlushesPricingModel(flushes(tables))
        case HoldemBonusSolver():
            from croupier.strategy.pricing.holdem_bonus import HoldemBonusPricingModel

            return HoldemBonusPricingModel(holdem_bonus(tables))
        case _:
            from croupier.strategy.pricing.any_game import GeneralPricingModel

            return GeneralPricingModel(general_solution(game, tables))


def _pricing_model_on(playable: Playable) -> PricingModel:
    match playable:
        case OneDecision():
            return DuelPricingModel(playable)
        case LetItRide():
            return RidePricingModel(playable)
        case Mississippi():
            return StudPricingModel(playable)


def price(strategy: Strategy, tables: Tables | None = None) -> Price:
    """What a strategy costs over every deal of its game, with the approved pay tables or some of one's own."""
    return price_on(pricing_model_of(GAMES[strategy.game], tables), strategy)


def price_on(model: PricingModel, strategy: Strategy, only: int | None = None) -> Price:
    """The same on a model that is there already; with `only`, one street by the rules and the others played best."""
    played: Played = []
    used: list[Used] = []
    mistakes: list[Mistake] = []
    shares: list[dict[str, Fraction]] = []
    units = model.unit * model.deals
    for street, place in enumerate(model.places):
        if only not in (None, street):
            shares.append({})
            if only is not None and street < only:
                played.append(best_choices(model, street))
            continue
        rules = strategy.on(place.key)
        which = [deciding_rules(place, part, rules) for part in range(len(place.parts))]
        chosen = chosen_by(place, rules, which)
        weights = model.weights(street, played)
        worth = model.worth(street)
        size = len(rules) + 1
        told = Tally(size, len(place.choices))
        for part, (deciding, weight, values) in enumerate(zip(which, weights, worth, strict=True)):
            told.count(place, part, [choice for _, choice in _deciding(place, rules)], deciding, weight, values)
        here = [
            Used(place.key, rule, choice, Fraction(int(times), place.total), Fraction(int(cost), units))
            for (rule, choice), times, cost in zip(
                _deciding(place, rules), told.often, told.cost.sum(axis=1), strict=True
            )
        ]
        used += [each for each in here if each.share or each.rule]
        shares.append({})
        for each in here:
            shares[-1][each.choice] = shares[-1].get(each.choice, Fraction(0)) + each.share
        for number, each in enumerate(here):
            mistakes += _mistakes(model, street, each, number, told, weights)
        played.append(chosen)
    mistakes.sort(key=lambda mistake: -mistake.cost)
    edge = model.best_edge + sum((each.cost for each in used), Fraction(0))
    return Price(strategy, edge, model.best_edge, model.average_bet(shares), tuple(used), tuple(mistakes))


def _deciding(place: PricingStreet, rules: tuple[Rule, ...]) -> list[tuple[Rule | None, str]]:
    """The rules and what each chooses, and last what is chosen where none fits."""
    return [*((rule, rule.choice) for rule in rules), (None, place.choices[-1])]


def _mistakes(
    model: PricingModel, street: int, used: Used, number: int, told: Tally, weights: Weights
) -> list[Mistake]:
    """The mistakes of one rule, by what would have been best."""
    place = model.places[street]
    units = model.unit * model.deals
    mistakes = []
    for best, choice in enumerate(place.choices):
        if told.cost[number, best]:
            part, row = map(int, told.where[number, best])
            shape = place.parts[part].shape
            at = tuple(int(index) for index in np.unravel_index(row, shape))
            weight = int(np.broadcast_to(weights[part], shape)[at])
            each = Fraction(int(told.dearest[number, best]) * place.total, weight * units)
            own, board, up = model.cards(street, part, at)
            share = Fraction(int(told.share[number, best]), place.total)
            cost = Fraction(int(told.cost[number, best]), units)
            mistakes.append(Mistake(place.key, used.rule, used.choice, choice, share, cost, own, board, up, each))
    return mistakes
