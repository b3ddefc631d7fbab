"""Every deal counted: the distribution of a round, and any strategy priced."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from croupier.hands import Category
from croupier.lab.hands.evaluator import count_categories
from croupier.lab.hands.starts import combos
from croupier.lab.uth.decisions import BET4, FOLD, Decisions, NotDecisions
from croupier.lab.uth.distribution import Distribution, distribution, distribution_of
from croupier.lab.uth.playout import LOSE, TIE, WIN, Outcome, play_out
from croupier.lab.uth.solve import GameSolution, solve_game
from croupier.rules.paytables import parse_paytable
from depth import thorough

pytestmark = thorough

DEALS = 27_813_810_024_000


@pytest.fixture(scope="module")
def solution() -> GameSolution:
    return solve_game()


@pytest.fixture(scope="module")
def spread(solution: GameSolution) -> Distribution:
    return distribution(decisions=solution.decisions)


def test_every_deal_is_counted_once(spread: Distribution) -> None:
    assert spread.all_deals == spread.outcome.deals == DEALS
    assert (spread.outcome.joint >= 0).all()


def test_the_distribution_has_the_value_of_the_solution(solution: GameSolution, spread: Distribution) -> None:
    assert spread.value == solution.value == spread.outcome.value()
    assert sum(spread.expected.values()) == solution.value
    assert spread.outcome.frequencies == solution.frequencies
    assert spread.outcome.average_bet == solution.average_bet


def test_the_figures_are_the_known_ones(spread: Distribution) -> None:
    assert spread.standard_deviation == pytest.approx(4.94, abs=0.005)
    assert (spread.net[0], spread.net[-1]) == (-12, 2 * 505)
    assert spread.deals[spread.net == -4].sum() > 0
    assert float(spread.expected["ante"]) < 0 < float(spread.expected["play"])


def test_hands_come_as_often_as_they_can_be_dealt(spread: Distribution) -> None:
    seven = count_categories()
    every = sum(seven.values())
    for axis in ((0, 2, 3), (0, 1, 3)):
        found = spread.outcome.joint.sum(axis=axis)
        assert {kind: Fraction(int(found[kind]), DEALS) for kind in Category} == {
            kind: Fraction(n, every) for kind, n in seven.items()
        }


def test_player_and_dealer_are_alike_before_anyone_decides(spread: Distribution) -> None:
    met = spread.outcome.joint.sum(axis=0)
    assert (met[..., WIN] == met[..., LOSE].T).all()
    assert (met[..., TIE] == met[..., TIE].T).all()


def _with(solution: GameSolution, **tables: object) -> Decisions:
    return replace(solution.decisions, **tables)


def test_betting_4x_blindly_is_worth_the_sum_of_all_4x_bets(solution: GameSolution) -> None:
    outcome = play_out(_with(solution, preflop=np.full(169, 4, np.int8)))
    assert outcome.frequencies["bet4"] == 1
    assert outcome.value() == Fraction(int((solution.bet4 * combos()).sum()), 2 * DEALS)


def test_betting_3x_blindly_is_worth_the_sum_of_all_3x_bets(solution: GameSolution) -> None:
    outcome = play_out(_with(solution, preflop=np.full(169, 3, np.int8)))
    assert outcome.value() == Fraction(int((solution.bet3 * combos()).sum()), 2 * DEALS)


def test_folding_everything_loses_ante_and_blind(solution: GameSolution) -> None:
    best = solution.decisions
    outcome = play_out(
        Decisions(
            preflop=np.zeros(169, np.int8),
            flop=np.zeros_like(best.flop),
            river_plain=np.zeros_like(best.river_plain),
            river_flush=np.zeros_like(best.river_flush),
        )
    )
    assert outcome.value() == -2
    assert outcome.joint[FOLD].sum() == DEALS
    assert distribution_of(outcome).net.tolist() == [-4]


def test_checking_every_start_is_worth_the_sum_of_all_checks(solution: GameSolution) -> None:
    outcome = play_out(_with(solution, preflop=np.zeros(169, np.int8)))
    assert outcome.value() == Fraction(int((solution.check * combos()).sum()), 2 * DEALS)


def test_any_other_decision_costs(solution: GameSolution) -> None:
    random = np.random.default_rng(1)
    best = solution.decisions
    other = play_out(_with(solution, flop=best.flop ^ (random.random(best.flop.shape) < 0.01)))
    assert other.deals == DEALS
    assert other.value() < solution.value


@thorough
def test_another_blind_pays_another_value() -> None:
    table = parse_paytable('name = "flat"\nbet = "blind"\n[pays]\nstraight = "1 to 3"\nflush = "5 to 3"')
    best = solve_game(table)
    spread = distribution(table)
    assert spread.unit == 3
    assert spread.value == best.value
    assert spread.all_deals == DEALS


def test_the_best_start_hands_are_never_folded(spread: Distribution) -> None:
    assert spread.outcome.joint[BET4].sum() * 1326 == DEALS * 500


def test_tables_of_the_wrong_shape_are_refused(solution: GameSolution) -> None:
    with pytest.raises(NotDecisions, match="preflop"):
        _with(solution, preflop=np.zeros(168, np.int8))
    with pytest.raises(NotDecisions, match="0, 3 or 4"):
        _with(solution, preflop=np.full(169, 2, np.int8))


def test_the_summary_is_plain_data(spread: Distribution) -> None:
    summary = spread.to_dict()
    results = summary["results"]
    assert isinstance(results, list)
    assert sum(result["deals"] for result in results) == DEALS
    assert isinstance(spread.outcome, Outcome)
