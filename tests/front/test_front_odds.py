"""The odds from the front door are the lab's own, for every game."""

from __future__ import annotations

from fractions import Fraction

import pytest

import croupier
from croupier.lab.games.solve import solved_game


def test_ultimate_texas_hold_em_is_worth_what_everybody_knows() -> None:
    solved = croupier.solve("uth")
    assert solved.edge == Fraction(50643648973, 2317817502000)
    assert float(solved.edge_of_action) == pytest.approx(0.00526, abs=1e-5)
    assert solved.standard_deviation == pytest.approx(4.9393, abs=1e-4)


def test_another_game_is_the_labs_own_solution() -> None:
    best = solved_game(croupier.GAMES["three-card"])
    solved = croupier.solve("three-card")
    assert (solved.value, solved.average_bet) == (best.value, best.average_bet)


def test_pay_tables_are_given_by_name_by_bet_or_as_they_are() -> None:
    usual = croupier.solve("three-card")
    assert croupier.solve("three-card", tables={"ante_bonus": "AB-01"}) == usual
    assert croupier.solve("three-card", tables=["AB-01"]) == usual
    for tables, says in {
        ("blind", "nope"): "no pay table 'nope' for the base game of Ultimate Texas Hold'em; there are BLIND",
        ("trips", "UTH-02"): "has no pay table for 'trips' in its base game; there are blind",
        ("blind", 7): "no pay table 7 for",
    }.items():
        with pytest.raises(croupier.Refused, match=says):
            croupier.solve("uth", tables=dict([tables]))


def test_the_best_decision_names_every_choice_best_first() -> None:
    decision = croupier.best_decision("uth", "9s 5h", "9d 7c 2h")
    assert (decision.best, set(decision.choices)) == ("bet2", {"bet2", "check"})
    assert decision.cost("bet2") == 0 < decision.cost("check")
    with pytest.raises(croupier.Refused, match="no choice 'fold' here; there are bet2, check"):
        decision.cost("fold")
    assert croupier.best_decision("caribbean", "As Kd 9h 7c 2s", up="9d").best == "bet2"


def test_a_seat_is_told_its_own_best_decision_among_what_it_may_do() -> None:
    round = croupier.deal("uth", {2: {"ante": 1000}}, seed="best")
    assert set(round.best(2).choices) == {"bet4", "bet3", "check"}
    with pytest.raises(croupier.Refused, match="seat 4 has nothing to decide"):
        round.best(4)


def test_a_simulation_brackets_the_exact_value() -> None:
    run = croupier.simulate("three-card", 200_000, seed=1)
    assert run.low < float(croupier.solve("three-card").value) < run.high
    assert run == croupier.simulate("three-card", 200_000, seed=1)
