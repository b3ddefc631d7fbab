"""Rounds of the six games at random: they agree with every deal counted, and the same seed deals them again."""

from __future__ import annotations

import random
from math import sqrt

import numpy as np
import pytest

from croupier.cards import Card
from croupier.games import GAMES
from croupier.lab.chance.ruin import after, ruin
from croupier.lab.chance.run import BATCH, NotRounds
from croupier.lab.games.direct import choice_values
from croupier.lab.games.one_decision import OneDecision
from croupier.lab.games.simulate import GameRun, full_bet, places_of, round_outcomes, simulate_game
from croupier.lab.games.solve import playable, solved_game
from croupier.lab.hands.cardsets import set_number
from croupier.strategy import published
from croupier.strategy.pricing.model import choices_of
from croupier.strategy.pricing.price import pricing_model_of
from depth import first_of, thorough

QUICK = ("three-card", "caribbean", "crazy-four", "let-it-ride", "mississippi")
ROUNDS = BATCH + 50_000


def check_run(key: str) -> None:
    """A run lies within four standard errors of the exact figures, and has no result that cannot be."""
    made = playable(GAMES[key])
    run = simulate_game(made, made.best(), ROUNDS, seed=2)
    exact = solved_game(GAMES[key])
    assert run.rounds == int(run.rounds_of_net.sum()) == ROUNDS
    assert abs(run.mean - float(exact.value)) < 4 * exact.standard_deviation / sqrt(ROUNDS)
    assert set(run.net.tolist()) <= set(exact.net.tolist())
    for street, shares in exact.frequencies.items():
        for choice, share in shares.items():
            error = sqrt(float(share * (1 - share)) / ROUNDS)
            assert abs(float(run.frequencies[street][choice] - share)) <= 4 * error
    chances = dict(zip(exact.net.tolist(), (exact.ways / exact.deals).tolist(), strict=True))
    for net, rounds in zip(run.net.tolist(), run.rounds_of_net.tolist(), strict=True):
        assert abs(rounds / ROUNDS - chances[net]) < 5 * sqrt(chances[net] / ROUNDS) + 3 / ROUNDS


@pytest.mark.parametrize("key", first_of(QUICK))
def test_a_run_agrees_with_every_deal_counted(key: str) -> None:
    check_run(key)


@pytest.mark.slow
def test_a_run_of_four_card_agrees_too() -> None:
    check_run("four-card")


@pytest.mark.parametrize("key", first_of(["three-card", "mississippi"]))
def test_the_same_seed_deals_the_same_rounds(key: str) -> None:
    made = playable(GAMES[key])
    first, again, other = (simulate_game(made, made.best(), 20_000, seed=seed) for seed in (5, 5, 6))
    assert first.to_dict() == again.to_dict() != other.to_dict()
    assert first.lowest <= min(0, int(first.curve.min()))


@pytest.mark.parametrize(
    ("key", "name", "street", "choice"),
    first_of([("three-card", "like-the-dealer", "decision", "bet1"), ("let-it-ride", "simple", "four", "ride")]),
)
def test_a_written_strategy_is_simulated_as_it_is_priced(key: str, name: str, street: str, choice: str) -> None:
    model = pricing_model_of(GAMES[key])
    way = model.way(choices_of(model, published(key)[name]))
    run, exact = model.deal(way, 100_000, seed=1), model.play(way)
    assert isinstance(run, GameRun)
    share = exact.frequencies[street][choice]
    assert float(run.frequencies[street][choice]) == pytest.approx(float(share), abs=0.005)


@pytest.mark.parametrize(("rounds", "seed"), [(0, 0), (10, -1)])
def test_rounds_that_cannot_be_played_are_refused(rounds: int, seed: int) -> None:
    made = playable(GAMES["three-card"])
    with pytest.raises(NotRounds):
        simulate_game(made, made.best(), rounds, seed=seed)


@thorough
def test_a_dealt_hand_is_looked_up_under_the_right_names_of_the_suits() -> None:
    """The choice that a run finds for a hand and the dealer's card is the best one, worked out directly."""
    game, chance = GAMES["caribbean"], random.Random(8)
    made = playable(game)
    assert isinstance(made, OneDecision)
    best, places = made.best(), places_of(made.duels.own)
    for _ in range(12):
        *own, up = (Card(card) for card in chance.sample(range(52), 6))
        number = set_number(own)
        row, names = int(places.row[number]), places.renamed[places.naming[number]]
        assert sorted(names[list(map(int, own))].tolist()) == made.duels.own[row].tolist()
        column = int(np.flatnonzero(made.duels.up[row] == names[int(up)])[0])
        values = choice_values(game, tuple(own), up=(up,))
        assert values[made.choices[best[row, column]]] == max(values.values())


@pytest.mark.parametrize("key", first_of(["three-card", "crazy-four"]))
def test_an_evening_of_the_exact_distribution(key: str) -> None:
    exact = solved_game(GAMES[key])
    outcomes = round_outcomes(exact)
    assert outcomes.mean / outcomes.unit == pytest.approx(float(exact.value))
    assert outcomes.standard_deviation / outcomes.unit == pytest.approx(exact.standard_deviation)
    session = after(outcomes, 200)
    assert session.ahead + session.even + session.behind == pytest.approx(1)
    full = full_bet(GAMES[key])
    assert ruin(outcomes, 40, 200, full).risk < ruin(outcomes, 20, 200, full).risk


@thorough
def test_what_a_round_may_cost() -> None:
    full = {"three-card": 2, "caribbean": 3, "four-card": 4, "crazy-four": 5, "let-it-ride": 3, "mississippi": 10}
    assert {key: full_bet(GAMES[key]) for key in full} == full
    for key in QUICK:
        solution = solved_game(GAMES[key])
        assert -int(solution.net[0]) <= full[key] * solution.unit
