"""The charts of the six games: the borders that books print, decisions dealt out one by one, sums that add up."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier.cards import parse_cards
from croupier.games import GAMES
from croupier.lab.games.direct import choice_values
from croupier.lab.games.let_it_ride import let_it_ride
from croupier.lab.games.line_values import line_bets
from croupier.lab.games.one_decision import one_decision
from croupier.lab.games.ride_chart import ride_rows
from croupier.lab.solver import solver
from croupier.rules.paytables import Paytable, To, paytable
from depth import first_of, thorough


def test_three_card_is_played_from_queen_six_four_on() -> None:
    (made,) = solver(GAMES["three-card"]).chart().streets
    assert made.columns == ("",)
    assert [(rung.low, rung.high, rung.choices) for rung in made.rows] == [
        ("five high", "Q-6-3", ("fold",)),
        ("Q-6-4", "straight flush, queen to ace", ("bet1",)),
    ]
    assert sum(rung.hands for rung in made.rows) == 22_100


@thorough
def test_crazy_four_is_raised_with_aces_and_its_border_is_not_a_sharp_one() -> None:
    rungs = solver(GAMES["crazy-four"]).chart().streets[0].rows
    assert [(rung.low, *rung.choices) for rung in rungs] == [
        ("seven high", "fold"),
        ("K-Q-7-6", ""),
        ("K-Q-8-3", "fold"),
        ("K-Q-8-4", ""),
        ("K-Q-8-5", "bet1"),
        ("pair of aces", "bet3"),
    ]
    assert sum(rungs[3].shares[0].values()) == 1
    assert rungs[3].shares[0]["bet1"] == Fraction(1488, 1920)


@thorough
def test_caribbean_has_a_column_for_each_card_that_the_dealer_shows() -> None:
    (made,) = solver(GAMES["caribbean"]).chart().streets
    assert "".join(made.columns) == "23456789TJQKA"
    assert made.rows[0].high == "A-Q"
    assert set(made.rows[0].choices) == {"fold"}
    assert made.rows[-1].low == "pair of deuces"
    assert set(made.rows[-1].choices) == {"bet2"}
    rungs = {rung.low: rung for rung in made.rows}
    # A-K-Q matches a queen, a king and an ace; against a jack only its good kickers do.
    assert rungs["A-K-Q"].choices[10:] == ("bet2", "bet2", "bet2")
    assert rungs["A-K-Q"].shares[9]["bet2"] < Fraction(1, 4)
    assert rungs["A-K-J"].choices[9:11] == ("bet2", "fold")


@thorough
def test_the_starting_hands_of_mississippi_are_those_dealt_out() -> None:
    (street,) = solver(GAMES["mississippi"]).chart().streets
    found = {start.low: start for start in street.rows}
    assert len(found) == 169
    assert sum(start.hands for start in found.values()) == 1326
    for hand, cards in (("AKs", "AsKs"), ("65s", "6h5h"), ("65o", "6h5c"), ("22", "2c2d")):
        assert dict(found[hand].values) == choice_values(GAMES["mississippi"], parse_cards(cards))
    best = {hand: start.best for hand, start in found.items()}
    assert {hand for hand in best if best[hand] == "bet3"} == {rank * 2 for rank in "23456789TJQKA"}
    assert (best["65s"], best["65o"], best["J2o"], best["T5o"]) == ("bet1", "fold", "bet1", "fold")


def test_what_rides_is_the_usual_list() -> None:
    three, four = ride_rows(let_it_ride())
    assert sum(one.hands for one in three) == 22_100
    assert sum(one.hands for one in four) == 270_725
    for cards in (three, four):
        assert all(one.rides in (0, one.hands) for one in cards), "each description is played in one way"
    assert [one.low for one in three if one.rides] == [
        "three of a kind",
        "three to a royal flush",
        "pair of tens or better",
        "suited in a row, from 3-4-5 on",
        "suited with one gap, two high cards",
        "suited with one gap, one high card",
        "suited with two gaps, two high cards",
    ]
    even = [one.low for one in four if one.most == 0]
    assert even == [
        "four in a row, open at both ends, no high card",
        "four to a straight with one card missing, four high cards",
    ]
    for one in (*three, *four):
        own, board = one.example[:3], one.example[3:]
        assert choice_values(GAMES["let-it-ride"], own, board)["ride"] == one.most


@pytest.mark.parametrize(
    ("key", "bet", "name"),
    first_of([("let-it-ride", "let_it_ride", "LIR-01"), ("mississippi", "mississippi", "MS-01")]),
)
def test_the_bets_that_lines_pay_and_those_that_are_lost_are_all_bets(key: str, bet: str, name: str) -> None:
    game, table = GAMES[key], paytable(name, bet)
    lines = line_bets(solver(game).habit(), table, game.base_tables[bet])
    won = sum((_win(table, line) + 1) * bets for line, bets in lines.items())
    solution = solver(game).solve()
    assert solution.value == won - solution.average_bet


def _win(table: Paytable, line: str) -> Fraction:
    pay = table.pays[line]
    assert isinstance(pay, To)
    return Fraction(pay.win, pay.per)


def test_one_more_on_a_line_adds_the_bets_that_it_pays() -> None:
    game, bonus = GAMES["three-card"], paytable("AB-01", "ante_bonus")
    made = one_decision(game)
    way = made.best()
    lines = line_bets(solver(game).habit(), bonus, game.base_tables["ante_bonus"])
    richer = Paytable("richer", "ante_bonus", {**bonus.pays, "straight": To(2)})
    gained = one_decision(game, {"ante_bonus": richer}).play(way).value - made.play(way).value
    assert lines["straight"] == gained == Fraction(720, 22_100)
