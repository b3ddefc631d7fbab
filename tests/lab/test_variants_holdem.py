"""Ultimate Texas Hold'em under other rules: as the plain enumeration has it, and tied to the house game."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from numpy.typing import NDArray

from croupier.games.uth import UTH
from croupier.lab.hands.starts import combos, hole_cards, start_of_hole
from croupier.lab.solution_cache import cached_distribution, cached_solution
from croupier.lab.uth.flops import flops
from croupier.lab.variants.holdem import Holdem, solve_holdem
from croupier.lab.variants.kernels import NEVER
from croupier.rules.variants.fields import fields_of, variant_of
from croupier.rules.variants.variant import house
from depth import first_of, thorough
from proofs.variants import Rules, best_of, dealt_out, rules_of

VARIANTS: dict[str, dict[str, str]] = {
    "the Ante pays": {"ante.unqualified": "pays", "ante.tie": "pays"},
    "fives, twice at the river": {"dealer.qualifies": "pair of fives", "streets.river": "bet2 bet1 fold"},
    "the dealer always plays": {"dealer.qualifies": "any", "blind.pays.pair": "1 to 3", "blind.pays.high_card": "push"},
    "ace king, ties lose": {
        "dealer.qualifies": "ace king high",
        "play.tie": "loses",
        "blind.tie": "loses",
        "play.unqualified": "pays",
        "blind.below": "loses",
    },
    "many bets": {
        "streets.preflop": "bet5 bet2 bet1 check fold",
        "streets.flop": "bet3 bet2 bet1 check fold",
        "streets.river": "bet2 bet1 check fold",
        "blind.always_pays": "true",
        "blind.lose": "push",
    },
    "no flop": {
        "streets.preflop": "bet1 fold",
        "streets.flop": "check",
        "streets.river": "bet3",
        "dealer.qualifies": "two pair",
        "ante.unqualified": "plays",
        "blind.unqualified": "loses",
        "blind.pays.royal_flush": "100,000 to 1",
    },
}
# Trips, a pair with two suits, three of a suit, two of a suit, none.
FLOPS = (0, 301, 620, 988, 1754)


@cache
def made(name: str) -> tuple[Holdem, Rules]:
    variant = variant_of(UTH, VARIANTS[name])
    return solve_holdem(variant), rules_of(fields_of(variant))


def _agree(holdem: Holdem, rules: Rules, flop: int, holes: NDArray[np.int64]) -> None:
    table = flops()
    number = table.class_of[flop][holes]
    found = dealt_out(rules, table.cards[flop].tolist(), hole_cards()[holes].astype(np.int64))
    assert (holdem.flop_sums[number] == found).all()
    unit = rules.unit
    for row, chosen in zip(found.tolist(), holdem.flop[number].tolist(), strict=True):
        without, after, margin = row
        best = best_of(rules, 1, without, after, margin, 1081 * 990)
        bets = rules.streets[1].bets or (0,)
        worth = [
            without + max(bets) * unit * margin,
            without + min(bets) * unit * margin,
            after,
            -2 * unit * 1081 * 990,
        ]
        assert worth[chosen] == best


def _holes_beside(flop: int) -> NDArray[np.int64]:
    return np.flatnonzero(flops().class_of[flop] >= 0)


@thorough
@pytest.mark.parametrize(("name", "flop"), first_of(list(zip(VARIANTS, (*FLOPS, 1243), strict=True))))
def test_a_flop_dealt_out_is_the_flop_solved(name: str, flop: int) -> None:
    _agree(*made(name), flop, np.random.default_rng(flop).choice(_holes_beside(flop), 12, replace=False))


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("flop", FLOPS)
def test_every_hole_beside_a_flop_dealt_out(name: str, flop: int) -> None:
    _agree(*made(name), flop, _holes_beside(flop))


@thorough
@pytest.mark.parametrize("name", first_of(VARIANTS))
def test_played_forward_it_is_worth_what_it_is_backward(name: str) -> None:
    holdem, _ = made(name)
    assert holdem.solution.value == holdem.value
    assert holdem.solution.deals == 27_813_810_024_000
    for street in holdem.variant.game.streets:
        assert set(holdem.solution.frequencies[street.key]) <= {*map(str, street.offers)}
    assert sum(holdem.solution.frequencies["preflop"].values()) == 1


@thorough
@pytest.mark.parametrize("name", first_of(["many bets", "no flop"]))
def test_starting_hands_are_the_sum_of_their_flops(name: str) -> None:
    holdem, rules = made(name)
    table = flops()
    start = start_of_hole()[table.hole]
    without, after, margin = holdem.flop_sums.T
    deals = 1081 * 990
    bets, checks, folds = rules.streets[1]
    options = [without + times * rules.unit * margin for times in bets]
    options += [after] * checks + [np.full_like(after, -2 * rules.unit * deals)] * folds
    sums = np.zeros((3, 169), np.int64)
    for row, column in enumerate((np.max(options, axis=0), without, margin)):
        np.add.at(sums[row], start, column * table.class_weight)
    best = [
        best_of(rules, 0, int(rest), int(check), int(more), 19_600 * deals * int(times))
        for check, rest, more, times in zip(*sums, combos(), strict=True)
    ]
    assert Fraction(sum(best), rules.unit * 1326 * 19_600 * deals) == holdem.value


@thorough
def test_the_house_game_is_a_variant_that_changes_nothing() -> None:
    holdem = solve_holdem(house(UTH))
    assert holdem.value == cached_solution().value
    assert (holdem.solution.net == cached_distribution().net).all()
    assert (holdem.solution.ways == cached_distribution().deals).all()
    assert holdem.solution.average_bet == cached_solution().average_bet
    said = {name: share for shares in holdem.solution.frequencies.values() for name, share in shares.items()}
    assert {name: said[name] for name in ("bet4", "bet3", "bet2", "bet1", "fold")} == cached_solution().frequencies


@thorough
def test_what_is_not_offered_is_worth_nothing_anybody_would_choose() -> None:
    holdem, _ = made("no flop")
    assert (holdem.starts[2] == NEVER).all()
    assert set(np.unique(holdem.preflop)) <= {0, 1, 3}
