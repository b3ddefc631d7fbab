"""Variants of the six other games, solved over every deal by the solvers of the house's own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from croupier.lab.games.community import four_sums, pays_by_grade, pays_by_set
from croupier.lab.games.duels import Duels
from croupier.lab.games.let_it_ride import LetItRide, Rides, riding
from croupier.lab.games.mississippi import Mississippi, Offered
from croupier.lab.games.nets import Nets, unit_of
from croupier.lab.games.one_decision import OneDecision, duels_from, grades_of
from croupier.lab.games.solution import Solution
from croupier.rules.actions import CHECK, FOLD, PULL, RIDE
from croupier.rules.bets import Then
from croupier.rules.seat import Seat, acted, bet_cents
from croupier.rules.settlement import Outcome, settle_bet
from croupier.rules.variants.variant import Variant, multiples

_PLAIN = ((Outcome.WIN, False), (Outcome.WIN, True), (Outcome.TIE, True), (Outcome.LOSE, True))
"""The dealer's hand does not qualify; it does, and is worse, as good, better."""
_SPLIT = (
    (Outcome.WIN, False),
    (Outcome.TIE, False),
    (Outcome.LOSE, False),
    (Outcome.WIN, True),
    (Outcome.TIE, True),
    (Outcome.LOSE, True),
)
"""The same where some bet is decided by the better hand although the dealer does not qualify."""


def solve_duels(variant: Variant) -> Solution:
    """A variant of a game with one decision against a dealer's hand, played best."""
    return duel_variant(variant).solve()


def duel_variant(variant: Variant) -> OneDecision:
    """The same, ready to be played in any way."""
    game = variant.game
    qualifies = grades_of(game, game.layout.dealer).at_least(game.qualifies.least if game.qualifies else 0)
    counted = duels_from(game.key, qualifies)
    split = bool(qualifies) and any(rule.unqualified is Then.PLAYS for rule in game.bets if not rule.bonus)
    counts = _split(game.key, counted, qualifies) if split else (counted.unqualified, counted.beaten, counted.equal)
    return OneDecision(game, variant.tables, _nets(variant, _SPLIT if split else _PLAIN), counted, counts)


def _split(key: str, counted: Duels, qualifies: int) -> tuple[NDArray[np.int32], ...]:
    """The dealer's hands that do not qualify and are worse, as good, better; then those that do, worse and as good."""
    every = duels_from(key, 0)
    plays = (counted.grade >= qualifies)[:, None]
    worse = np.where(plays, counted.unqualified, every.beaten)
    equal = np.where(plays, 0, every.equal)
    return worse, equal, counted.unqualified - worse - equal, counted.beaten, counted.equal


def _nets(variant: Variant, outcomes: tuple[tuple[Outcome, bool], ...]) -> Nets:
    """What each choice nets by line and outcome, by the variant's own settlement of each bet."""
    game, unit = variant.game, unit_of(variant.tables)
    lines = [game.paying_line(int(strength)) for strength in grades_of(game, game.layout.own).strength]
    names = list(dict.fromkeys(lines))
    net: dict[str, NDArray[np.int64]] = {}
    bet: dict[str, int] = {}
    (street,) = game.streets
    for action in street.offers:
        seat = Seat(number=1, stakes=game.complete({game.base: unit}))
        seat = acted(seat, action, street, bet_cents(seat, game, street, action))
        staked = {**seat.stakes, **seat.raised}
        bet[str(action)] = seat.total
        if action == FOLD:
            net[str(action)] = np.full((len(names), len(outcomes)), -seat.total, np.int64)
            continue
        nets = np.zeros((len(names), len(outcomes)), np.int64)
        for row, line in enumerate(names):
            for rule in game.bets:
                stake = staked.get(game.base if rule.bonus else rule.spot, 0)
                pay = variant.tables[rule.table].pays.get(line) if rule.table else None
                for at, (outcome, live) in enumerate(outcomes):
                    result = settle_bet(rule, stake, line, pay, outcome, live=live)
                    nets[row, at] += result.net if result else 0
        net[str(action)] = nets
    place = {name: number for number, name in enumerate(names)}
    return Nets(unit, np.array([place[line] for line in lines]), net, bet)


def solve_rides(variant: Variant) -> Solution:
    """A variant of Let It Ride, played best."""
    ride, rides = ride_variant(variant)
    return ride.play(rides)


def ride_variant(variant: Variant) -> tuple[LetItRide, Rides]:
    """The same, ready to be played, and its best play."""
    ride = riding(variant.tables, unit_of(variant.tables), _by_grade(variant))
    rides = []
    for best, street in zip(ride.best(), variant.game.streets, strict=True):
        chooses = RIDE in street.offers and PULL in street.offers
        rides.append(best if chooses else np.full_like(best, RIDE in street.offers))
    return ride, (rides[0], rides[1])


def solve_streets(variant: Variant) -> Solution:
    """A variant of Mississippi Stud, played best."""
    return street_variant(variant).solve()


def street_variant(variant: Variant) -> Mississippi:
    """The same, ready to be played in any way."""
    third, fourth, fifth = (
        Offered(tuple(reversed(multiples(street.offers))), CHECK in street.offers, FOLD in street.offers)
        for street in variant.game.streets
    )
    by_grade = _by_grade(variant)
    pays = pays_by_set(by_grade)
    return Mississippi(variant.tables, unit_of(variant.tables), by_grade, pays, four_sums(pays), (third, fourth, fifth))


def _by_grade(variant: Variant) -> NDArray[np.int64]:
    """What a bet nets in units, by grade of the five cards."""
    ((_, table),) = variant.tables.items()
    assert variant.game.line_of is not None, "of pairs the rank decides"
    return pays_by_grade(table, variant.game.line_of, unit_of(variant.tables))
