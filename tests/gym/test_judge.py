"""A policy is judged by the exact solver: the best play makes no mistakes, any other is worth what playing it pays."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from croupier.cards import DECK
from croupier.games.three_card import QUEEN_SIX_FOUR
from croupier.gym.judge import judge
from croupier.gym.many import ManyTables
from croupier.gym.offers import NotOffered
from croupier.hands.three import strength
from croupier.lab.hands.starts import combos
from croupier.lab.solution_cache import cached_solution
from croupier.strategy import parse, price
from depth import thorough
from own_game import PACKAGE, admitted

SLOW = pytest.mark.slow
ONE_BET = [
    "three-card",
    pytest.param("let-it-ride", marks=SLOW),
    pytest.param("mississippi", marks=SLOW),
    pytest.param("uth", marks=SLOW),
    pytest.param("crazy-four", marks=SLOW),
    pytest.param("caribbean", marks=SLOW),
    pytest.param("four-card", marks=SLOW),
    pytest.param("holdem-bonus", marks=SLOW),
]


def bold(seen: Any, masks: Any) -> Any:
    """The smallest bet, whatever the cards."""
    return np.ones(len(seen), np.int64)


def queen_six_four(seen: Any, masks: Any) -> Any:
    """What everybody is told about Three Card Poker."""
    hands = [tuple(DECK[card] for card in row[:3]) for row in seen]
    return np.array([strength(hand) >= QUEEN_SIX_FOUR for hand in hands], np.int64)


def test_queen_six_and_four_is_the_best_play_of_three_card_poker() -> None:
    judged = judge(queen_six_four, "three-card")
    assert judged.mistakes == 0
    assert float(judged.edge) == pytest.approx(0.03373, abs=1e-5)


@thorough
@pytest.mark.parametrize("game", ONE_BET)
def test_a_policy_is_worth_what_playing_it_pays(game: str) -> None:
    env, tables = ManyTables(8192, game), 8192
    env.reset(seed=4)
    paid: list[Any] = []
    for _ in range(40):
        _, rewards, over, _, _ = env.step(bold(np.zeros((tables, 1)), None))
        paid.append(rewards[over])
    results = np.concatenate(paid)
    error = results.std() / np.sqrt(len(results))
    # Five errors: once in two million.
    assert abs(results.mean() + float(judge(bold, game).edge)) < 5 * error


@pytest.mark.slow
def test_four_times_the_ante_on_everything_costs_what_the_solver_says() -> None:
    solution = cached_solution()
    total = sum(int(worth) * int(times) for worth, times in zip(solution.bet4, combos(), strict=True))
    judged = judge(lambda seen, masks: np.where(masks[:, 2] == 1, 2, 0), "uth")
    assert judged.edge == -Fraction(total, solution.unit * solution.deals)
    assert judged.best == solution.edge


@thorough
def test_a_game_of_another_package_is_judged_as_its_strategy_is_priced() -> None:
    """The company at tables of Common Third plays by the published rules, but for a suited king and deuce."""

    def company(seen: Any, masks: Any) -> Any:
        chosen = []
        for one, two, common, street, _ in seen.tolist():
            board = () if common < 0 else (DECK[common],)
            offers = game.streets[street].offers
            chosen.append(len(offers) - 1 - offers.index(game.sense(street, (DECK[one], DECK[two]), board)))
        return np.array(chosen)

    with admitted() as game:
        rules = (PACKAGE / "strategies" / "1-six-rules.txt").read_text("utf-8").replace("K3s+", "K2s+")
        judged, priced = judge(company, game.key), price(parse(rules))
    assert judged.edge == priced.edge
    assert judged.best == priced.best_edge
    assert judged.mistakes > 0


@pytest.mark.slow
def test_a_policy_for_flushes_gone_wild_is_judged() -> None:
    assert judge(lambda seen, masks: np.zeros(len(seen), int), "flushes-gone-wild").edge == 2, "Ante and Blind"
    assert judge(bold, "flushes-gone-wild").mistakes > 0


def test_an_answer_that_is_not_offered_is_refused() -> None:
    with pytest.raises(NotOffered, match=r"action 2 is not offered at the decision; offered are 0 \(fold"):
        judge(lambda seen, masks: np.full(len(seen), 2), "three-card")
